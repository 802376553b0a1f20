//! Random games: every position and every move that they reach survives being written and read again.

use tilegame_runtime::notation::fen::FenStyle;
use tilegame_runtime::notation::{fen, san, uci};
use tilegame_runtime::{Game, Move, Position};
use tilegame_tests::{game, names, random_walk};

const GAMES: u64 = 6;
const PLIES: u32 = 120;

fn survives(name: &str, game: &Game, position: &Position, moves: &[Move]) {
    let text = fen::write(game, position);
    let again = fen::read(game, &text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
    assert_eq!(&again, position, "{name}: {text}");
    let shredder = fen::write_as(game, position, FenStyle::Shredder);
    let again = fen::read(game, &shredder).unwrap_or_else(|e| panic!("{name}: {shredder}: {e}"));
    assert_eq!(&again, position, "{name}: {shredder}");

    let uci_texts = uci::write_all(game, moves);
    let san_texts: Vec<String> = san::write_all(game, position).into_iter().map(|(_, s)| s).collect();
    for ((m, u), s) in moves.iter().zip(&uci_texts).zip(&san_texts) {
        assert_eq!(uci::read(game, position, u).as_ref(), Ok(m), "{name}: {text}: {u}");
        assert_eq!(san::read(game, position, s).as_ref(), Ok(m), "{name}: {text}: {s}");
    }
    if let (Some(m), Some(u), Some(s)) = (moves.last(), uci_texts.last(), san_texts.last()) {
        assert_eq!((&uci::write(game, position, m), &san::write(game, position, m)), (u, s));
    }
    for mut texts in [uci_texts, san_texts] {
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), moves.len(), "{name}: {text}: two moves look alike");
    }
}

#[test]
fn positions_and_moves_survive_being_written() {
    for name in names() {
        let game = game(name);
        for seed in 0..GAMES {
            random_walk(&game, seed, PLIES, |position, moves, _| survives(name, &game, position, moves));
        }
    }
}

#[test]
fn arrangements_survive_being_written() {
    let game = game("chess960");
    for number in 0..game.arrangements() {
        let position = game.arrangement(number).expect("it is in range");
        assert_eq!(fen::read(&game, &fen::write(&game, &position)).as_ref(), Ok(&position), "{number}");
    }
}

#[test]
fn taking_back_restores_the_position() {
    for name in names() {
        let game = game(name);
        random_walk(&game, 7, PLIES, |position, moves, _| {
            for m in moves {
                let mut copy = position.clone();
                let undo = game.play(&mut copy, m).expect("it is legal");
                assert_ne!(&copy, position);
                game.undo(&mut copy, undo);
                assert_eq!(&copy, position, "{name}");
            }
        });
    }
}

/// The order in which moves are generated does not depend on how the position came about.
#[test]
fn a_position_read_again_has_the_same_moves() {
    for name in names() {
        let game = game(name);
        random_walk(&game, 11, PLIES, |position, moves, _| {
            let again = fen::read(&game, &fen::write(&game, position)).expect("it was written");
            assert_eq!(game.moves(&again), moves, "{name}");
        });
    }
}
