//! Games on packed states, beside the same games on positions.

use tilegame_runtime::Move;
use tilegame_runtime::bitset::{Bitset, PackedMove, State};
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
    assert_eq!(size_of::<PackedMove>(), 16);
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
            let mut hurried = state.clone();
            for _ in 0..most {
                let moves = listed(engine, &state);
                let told: Vec<Move> = moves.iter().map(|m| engine.told(&state, *m)).collect();
                let expected = game.moves(&position);
                assert_eq!(told.len(), expected.len(), "{}", names[number]);
                assert!(told.iter().all(|m| expected.contains(m)), "{}", names[number]);
                assert_eq!(engine.has_moves(&state), !moves.is_empty());
                assert_eq!(engine.to_move(&state), game.to_move(&position));
                assert_eq!(engine.outcome(&state), game.outcome(&position), "{}", names[number]);
                if let Some(in_check) = engine.in_check(&state) {
                    assert_eq!(in_check, game.in_check(&position), "{}", names[number]);
                }
                assert_eq!(listed(engine, &hurried), moves, "{}", names[number]);
                assert_eq!(engine.key(&hurried), engine.key(&state));
                // Places of a plane have other numbers there.
                let alike = if game.board().plane().is_some() { &[] } else { moves.as_slice() };
                for (m, told) in alike.iter().zip(&told) {
                    assert_eq!((m.to(), engine.captures(&state, *m)), (told.to, told.captures));
                    assert_eq!(m.from(), told.from.filter(|_| !told.is_pass()));
                }
                if moves.is_empty() {
                    break;
                }
                let chosen = dice.below(moves.len());
                game.play(&mut position, &told[chosen]).expect("it is legal");
                state = engine.play(&state, moves[chosen]);
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
