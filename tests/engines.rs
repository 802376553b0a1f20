//! The two engines agree: on random walks through every game, move by move and position by position.
//!
//! The reference engine is the specification. `TILEGAME_WALKS` sets how many walks each game gets (a few by default).

use tilegame_runtime::bitset::{Bitset, WhyNot};
use tilegame_runtime::ir::Tile;
use tilegame_runtime::notation::fen;
use tilegame_runtime::{Game, Move, Position};
use tilegame_tests::{game, names, random_walk};

/// Games that the bitset engine leaves to the reference engine, and a word of the reason it gives.
const REFUSED: [(&str, &str); 1] = [("chess-by-id", "known again")];

const PLIES: u32 = 60;

fn walks() -> u64 {
    std::env::var("TILEGAME_WALKS").ok().and_then(|n| n.parse().ok()).unwrap_or(3)
}

/// What is wrong with the answers of the fast engine to a position, if anything.
fn differs(game: &Game, fast: &Bitset, position: &Position, moves: &[Move]) -> Result<Option<String>, WhyNot> {
    if fast.moves(position)? != moves {
        return Ok(Some(format!("programs: {}", listed(moves, &fast.moves(position)?))));
    }
    let next = fast.successors(position)?;
    let found: Vec<Move> = next.iter().map(|(m, _)| m.clone()).collect();
    if found.len() != moves.len() || !moves.iter().all(|m| found.contains(m)) {
        return Ok(Some(format!("tables: {}", listed(moves, &found))));
    }
    for (m, after) in &next {
        let mut expected = position.clone();
        game.play_unchecked(&mut expected, m);
        if expected != *after {
            return Ok(Some(format!("after {:?}: expected {expected:?}, found {after:?}", m.changes)));
        }
    }
    if fast.ending(position)? != game.outcome(position).map(|o| o.end.index()) {
        return Ok(Some("the ending".to_owned()));
    }
    let me = game.to_move(position);
    let mine = |t: &Tile| position.piece(*t).is_none_or(|p| p.owner == me);
    for tile in game.board().tiles().filter(mine) {
        let mut expected = game.attackers(position, me, tile);
        expected.sort();
        if fast.attackers(position, me, tile)? != expected {
            return Ok(Some(format!("who attacks {}", game.rules().board.name(tile))));
        }
    }
    Ok(None)
}

fn listed(expected: &[Move], found: &[Move]) -> String {
    let missing: Vec<_> = expected.iter().filter(|m| !found.contains(m)).map(|m| &m.changes).collect();
    let extra: Vec<_> = found.iter().filter(|m| !expected.contains(m)).map(|m| &m.changes).collect();
    format!("{} expected, {} found, missing {missing:?}, too many {extra:?}", expected.len(), found.len())
}

#[test]
fn both_engines_agree() {
    for name in names() {
        let game = game(name);
        let Ok(fast) = game.bitset() else { continue };
        for seed in 0..walks() {
            random_walk(&game, seed, PLIES, |position, moves, _| {
                let found = differs(&game, fast, position, moves).expect("there is room");
                assert_eq!(found, None, "{name}, seed {seed}: {}", fen::write(&game, position));
            });
        }
    }
}

/// What is refused is known, with its reason; nothing is refused that used to be taken.
#[test]
fn few_games_are_refused() {
    for name in names() {
        let expected = REFUSED.iter().find(|(n, _)| *n == name);
        match (game(name).bitset(), expected) {
            (Ok(_), None) => {}
            (Ok(_), Some(_)) => panic!("{name} is not refused any more"),
            (Err(why), Some((_, word))) => assert!(why.to_string().contains(word), "{name}: {why}"),
            (Err(why), None) => panic!("{name} is refused: {why}"),
        }
    }
}
