//! Games on packed states, beside the same games on positions.

use std::collections::BTreeSet;
use std::hash::Hash;

use tilegame_runtime::bitset::{Bitset, PackedMove, State};
use tilegame_runtime::ir::Tile;
use tilegame_runtime::{Move, Past};
use tilegame_tests::{Dice, game, is_wide, names, on_all_processors};

const GAMES: u64 = 3;
const PLIES: usize = 60;

fn listed(engine: &Bitset, state: &State) -> Vec<PackedMove> {
    let mut moves = Vec::new();
    engine.list(state, &mut moves);
    moves
}

#[test]
fn a_move_has_sixteen_bytes() {
    fn is_copied_and_compared<T: Copy + Eq + Hash + Send + Sync + 'static>() {}
    is_copied_and_compared::<PackedMove>();
    assert!(size_of::<PackedMove>() <= 16);
}

#[test]
fn a_state_is_plain_data() {
    fn is_compared_and_sent<T: Clone + Eq + Hash + Send + Sync + 'static>() {}
    is_compared_and_sent::<State>();
    assert!(size_of::<State>() <= 256, "{}", size_of::<State>());
}

#[test]
#[should_panic(expected = "the state belongs to another game")]
fn states_of_two_games_are_not_mixed_up() {
    // Both have 64 tiles.
    let (chess, draughts) = (game("chess"), game("draughts"));
    let start = chess.bitset().expect("it plays chess").state(&chess.start()).expect("there is room for it");
    draughts.bitset().expect("it plays draughts").has_moves(&start);
}

/// Some of the moves, beside all of them.
fn some_are_listed_like_all(engine: &Bitset, state: &State, moves: &[PackedMove]) {
    let some = |list: &dyn Fn(&mut Vec<PackedMove>)| {
        // What is in the list stays.
        let mut found = moves.to_vec();
        list(&mut found);
        assert_eq!(found[..moves.len()], *moves);
        found.split_off(moves.len())
    };
    let kept = |is_wanted: &dyn Fn(PackedMove) -> bool| -> Vec<PackedMove> {
        moves.iter().copied().filter(|m| is_wanted(*m)).collect()
    };
    let captures = some(&|list| engine.list_captures(state, list));
    assert_eq!(captures, kept(&|m| engine.captures(state, m)));
    let mut from: Vec<Tile> = moves.iter().filter_map(|m| engine.told(state, *m).from).collect();
    from.dedup();
    for tile in from {
        let is_from = |m: PackedMove| m.from().is_some() && engine.told(state, m).from == Some(tile);
        assert_eq!(some(&|list| engine.list_from(state, tile, list)), kept(&is_from));
        let targets: BTreeSet<Tile> = kept(&is_from).iter().map(|m| engine.told(state, *m).to).collect();
        assert!(engine.targets(state, tile).iter().eq(targets));
    }
}

#[test]
fn they_are_the_same_games() {
    let names: Vec<String> = names().map(Into::into).collect();
    on_all_processors(names.len(), |number| {
        let game = game(&names[number]);
        let Ok(engine) = game.bitset() else { return };
        let most = if is_wide(&game) { 3 } else { PLIES };
        for seed in 0..GAMES {
            let (mut position, mut dice) = (game.start(), Dice::new(seed));
            let mut state = engine.state(&position).expect("there is room for it");
            let (mut hurried, mut before, mut room) = (state.clone(), Vec::new(), state.clone());
            for ply in 0..most {
                let moves = listed(engine, &state);
                let told: Vec<Move> = moves.iter().map(|m| engine.told(&state, *m)).collect();
                let expected = game.moves(&position);
                assert_eq!(told.len(), expected.len(), "{}", names[number]);
                assert!(told.iter().all(|m| expected.contains(m)), "{}", names[number]);
                assert_eq!(engine.has_moves(&state), !moves.is_empty());
                assert_eq!(engine.to_move(&state), game.to_move(&position));
                assert_eq!(engine.outcome(&state), game.outcome(&position), "{}", names[number]);
                if let Some(in_check) = engine.in_check(&state) {
                    // By the reference engine: the game itself would ask the same.
                    let (_, test) = game.rules().notation.check.as_ref().expect("there is such a test");
                    let expected = game.holds(&position, game.to_move(&position), test, Past::default());
                    assert_eq!(in_check, expected, "{}", names[number]);
                }
                assert_eq!(listed(engine, &hurried), moves, "{}", names[number]);
                assert_eq!(engine.key(&hurried), engine.key(&state));
                // Places of a plane have other numbers there.
                let alike = if game.board().plane().is_some() { &[] } else { moves.as_slice() };
                for (m, told) in alike.iter().zip(&told) {
                    assert_eq!((m.to(), engine.captures(&state, *m)), (told.to, told.captures));
                    assert_eq!(m.from(), told.from.filter(|_| !told.is_pass()));
                }
                if ply % 4 == 0 {
                    some_are_listed_like_all(engine, &state, &moves);
                    let is_legal = |m: &PackedMove| engine.is_legal(&state, *m) == moves.contains(m);
                    assert!(moves.iter().chain(&before).all(is_legal), "{}", names[number]);
                }
                if moves.is_empty() {
                    break;
                }
                let chosen = dice.below(moves.len());
                game.play(&mut position, &told[chosen]).expect("it is legal");
                engine.play_into(&state, moves[chosen], &mut room);
                state = engine.play(&state, moves[chosen]);
                assert_eq!(room, state, "{}", names[number]);
                assert_eq!(engine.state(&position).as_ref(), Ok(&state), "{}", names[number]);
                before = moves.clone();
                hurried = engine.play_on(&hurried, moves[chosen]);
                assert_eq!(engine.position(&state), position, "{}", names[number]);
            }
        }
    });
}

/// A state of a plane has no room for tiles that lie far apart: such a position is played as it is.
#[test]
fn they_go_on_where_tiles_lie_far_apart() {
    let apart = |rows: &str| {
        let text = format!(
            "use moves\ngame \"Apart\"\nboard\n    plane 100 x 100\nplayers\n    White \"w\"\n    Black \"b\"\npiece King \"K\"\n    move king\n\
             counter moves = 0 ignored\nsetup \"{rows} a0 w 0\"\nturn\n    tiles move 1 x 1 \"S\"\n    after move: moves + 1\n\
             notation\n    fen placement, corner, turn, count moves\n    void \"(n)\"\n"
        );
        tilegame_tests::compile("apart.tg", &text)
    };
    let (mut near, mut far) = (0, 0);
    for rows in ["K1(27)k", "K1(28)k", "K1(29)k"] {
        let game = apart(rows);
        let engine = game.bitset().expect("it plays on planes");
        let (start, mut state) = (game.start(), engine.state(&game.start()).expect("there is room for it"));
        assert_eq!(engine.position(&state), start);
        let mut position = start;
        for ply in 0..4 {
            let moves = listed(engine, &state);
            assert_eq!(moves.len(), game.moves(&position).len());
            let mut next = None;
            for (number, m) in moves.iter().enumerate() {
                let told = engine.told(&state, *m);
                let mut expected = position.clone();
                game.play(&mut expected, &told).expect("it is legal");
                let after = engine.play(&state, *m);
                assert_eq!(engine.position(&after), expected);
                assert_eq!(after, engine.state(&expected).expect("there is room for it"));
                assert_eq!(engine.to_move(&after), game.to_move(&expected));
                if number == (7 * ply + 3) % moves.len() {
                    next = Some((expected, after));
                }
            }
            let is_beyond = moves.iter().all(|m| m.to() == tilegame_runtime::ir::Tile(0));
            *(if is_beyond { &mut far } else { &mut near }) += 1;
            (position, state) = next.expect("there is such a move");
        }
    }
    assert!(near > 0 && far > 0, "{near} {far}");
}

#[test]
fn pieces_are_counted() {
    let chess = game("chess");
    let engine = chess.bitset().expect("it plays chess");
    let start = engine.state(&chess.start()).expect("there is room for it");
    let player = engine.to_move(&start);
    let count = |name: &str| {
        let kind = chess.rules().kinds.iter().position(|kind| kind.name == name).expect("a piece of chess");
        engine.pieces(&start, player, tilegame_runtime::ir::KindId::new(kind))
    };
    assert_eq!(["Pawn", "Queen", "Rook"].map(count), [8, 1, 2]);
}
