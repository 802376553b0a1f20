//! Nothing is allocated for a move, once there is room for a list of moves and for a state.

use tilegame_runtime::{MoveList, State};
use tilegame_tests::{Dice, game, is_wide, names};

/// Games in which something is: a turn is remembered, or what was before, moves are compared by all that they change, or some go before others.
const ALLOCATING: &[&str] = &[
    "amazons",
    "antichess",
    "arimaa",
    "ataxx",
    "brazilian-draughts",
    "chess-by-id",
    "codrus",
    "draughts",
    "draughts10",
    "duck",
    "flipello",
    "flipello10",
    "flipersi",
    "frisian-draughts",
    "giveaway",
    "go9",
    "hex11",
    "isolation",
    "isolation7x7",
    "italian-draughts",
    "khet",
    "losers",
    "mirrorhall",
    "must-capture",
    "okisakishogi",
    "othello",
    "prechess",
    "relay",
    "russian-draughts",
    "seirawan",
    "shogun",
    "shouse",
    "sittuyin",
    "suicide",
];

/// Plays at random, and asks what a search asks.
fn play(start: &State, (now, next): (&mut State, &mut State), moves: &mut MoveList) {
    let mut dice = Dice::new(7);
    now.clone_from(start);
    for _ in 0..80 {
        now.captures(moves);
        now.moves(moves);
        let _ = (now.key(), now.end(), now.in_check(), now.has_moves());
        if moves.is_empty() {
            break;
        }
        let m = moves[dice.below(moves.len())];
        let _ = (now.is_capture(m), now.is_legal(m), now.target(m));
        now.after_into(m, next);
        std::mem::swap(now, next);
    }
}

#[test]
fn nothing_is_allocated_for_a_move() {
    let (mut allocating, mut played) = (Vec::new(), 0);
    for name in names() {
        let game = game(name);
        // What the fast engine does not hold is a whole position, which is allocated.
        if is_wide(&game) || game.why_slow().is_some() {
            continue;
        }
        let start = game.start();
        let (mut now, mut next, mut moves) = (start.clone(), start.clone(), MoveList::new());
        play(&start, (&mut now, &mut next), &mut moves);
        let again = || play(&start, (&mut now, &mut next), &mut moves);
        played += 1;
        if allocation_counter::measure(again).count_total > 0 {
            allocating.push(name);
        }
    }
    assert!(played > 50, "{played}");
    assert_eq!(allocating, ALLOCATING);
}
