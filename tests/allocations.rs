//! Nothing is allocated for a move, once there is room for a list of moves and for a state.

use tilegame_runtime::bitset::{Bitset, PackedMove, State};
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
    "lines-of-action",
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
fn play(engine: &Bitset, start: &State, (now, next): (&mut State, &mut State), moves: &mut Vec<PackedMove>) {
    let mut dice = Dice::new(7);
    now.clone_from(start);
    for _ in 0..80 {
        moves.clear();
        engine.list_captures(now, moves);
        moves.clear();
        engine.list(now, moves);
        let _ = (engine.key(now), engine.end(now), engine.in_check(now), engine.has_moves(now));
        if moves.is_empty() {
            break;
        }
        let m = moves[dice.below(moves.len())];
        let _ = (engine.captures(now, m), engine.is_legal(now, m), engine.target(now, m));
        engine.play_into(now, m, next);
        std::mem::swap(now, next);
    }
}

#[test]
fn nothing_is_allocated_for_a_move() {
    let (mut allocating, mut played) = (Vec::new(), 0);
    for name in names() {
        let game = game(name);
        let Ok(engine) = game.bitset() else { continue };
        if is_wide(&game) {
            continue;
        }
        let start = engine.state(&game.start()).expect("there is room for it");
        let (mut now, mut next, mut moves) = (start.clone(), start.clone(), Vec::new());
        play(engine, &start, (&mut now, &mut next), &mut moves);
        let again = || play(engine, &start, (&mut now, &mut next), &mut moves);
        played += 1;
        if allocation_counter::measure(again).count_total > 0 {
            allocating.push(name);
        }
    }
    assert!(played > 50, "{played}");
    assert_eq!(allocating, ALLOCATING);
}
