//! Random games: every position and every move that they reach survives being written and read again.

use tilegame_runtime::ir::{CounterId, Effect, FenField, Mode, Tile};
use tilegame_runtime::moves::Move;
use tilegame_runtime::notation::fen;
use tilegame_runtime::{Change, Game, Position};
use tilegame_tests::{game, names, on_all_processors, random_walk};

const GAMES: u64 = 6;
const PLIES: u32 = 120;

/// So many moves at the start, or fewer, are no reason to play less.
const FEW: u32 = 45;

/// Fewer where a position has many moves, so that all games together look at about as many.
fn plies(game: &Game) -> u32 {
    let moves = tilegame_tests::listed(game, &game.specification().start()).len() as u32;
    (PLIES * FEW / moves.max(FEW)).max(PLIES / 40)
}

/// The game in all its notations.
fn in_all_notations(game: &Game) -> Vec<Game> {
    let others = game.notations().filter_map(|name| game.in_notation(name));
    std::iter::once(game.clone()).chain(others).collect()
}

/// Whether the FENs of the notation in use tell everything.
fn tells_all(game: &Game) -> bool {
    let told = |counter| {
        let is = |field: &FenField| matches!(field, FenField::Count { counter: c, .. } if *c == counter);
        let changes = |effect: &Effect| matches!(effect, Effect::Count { counter: c, .. } if *c == counter);
        game.notation().fen.iter().any(is) || !game.rules().any_effect(&changes)
    };
    let now = |field: &FenField| matches!(field, FenField::Steps { now: true, .. });
    (0..game.rules().counters.len()).map(CounterId::new).all(told) && !game.notation().fen.iter().any(now)
}

fn survives(name: &str, game: &Game, position: &Position, moves: &[Move]) {
    let text = game.specification().fen(position);
    let fresh = &position.clone().without_past();
    if !tells_all(game) {
        let again = game.specification().read_fen(&text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        assert_eq!(game.specification().fen(&again), text, "{name}");
        return survive_as_texts(name, game, position, moves);
    }
    let again = game.specification().read_fen(&text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
    assert_eq!(&again, fresh, "{name}: {text}");
    let shredder = game.state(position).fen_as(fen::FenStyle::Shredder);
    let again =
        game.specification().read_fen(&shredder).unwrap_or_else(|e| panic!("{name}: {shredder}: {e}"));
    assert_eq!(&again, fresh, "{name}: {shredder}");
    survive_as_texts(name, game, position, moves);
}

fn survive_as_texts(name: &str, game: &Game, position: &Position, moves: &[Move]) {
    let text = game.specification().fen(position);
    // No two moves look alike, in either notation.
    let in_uci = game.specification().all_uci(moves);
    let in_san: Vec<String> =
        game.specification().all_san(position).into_iter().map(|(_, text)| text).collect();
    for texts in [&in_uci, &in_san] {
        let mut unique = texts.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), moves.len(), "{name}: {text}: {texts:?}");
    }
    // Reading a text writes every legal move, so one is enough here, in one notation; over many games it is all sorts.
    let i = text.len() % moves.len();
    let (again, written) = match text.len() % 2 {
        0 => (game.specification().read_uci(position, &in_uci[i]).ok(), &in_uci[i]),
        _ => (game.specification().read_san(position, &in_san[i]).ok(), &in_san[i]),
    };
    assert_eq!(again.as_ref(), Some(&moves[i]), "{name}: {text}: {written}");
}

#[test]
fn positions_and_moves_survive_being_written() {
    // The longest of all tests: it takes the whole machine.
    let names: Vec<&str> = names().collect();
    on_all_processors(names.len(), |number| {
        for game in in_all_notations(&game(names[number])) {
            for seed in 0..GAMES {
                random_walk(&game, seed, plies(&game), |position, moves, _| {
                    survives(names[number], &game, position, moves)
                });
            }
        }
    });
}

#[test]
fn arrangements_survive_being_written() {
    let game = game("chess960");
    for number in 0..game.arrangements() {
        let position = game.arrangement(number).expect("it is in range").position();
        assert_eq!(
            game.specification().read_fen(&game.specification().fen(&position)).as_ref(),
            Ok(&position),
            "{number}"
        );
    }
}

#[test]
fn taking_back_restores_the_position() {
    for name in names() {
        let game = game(name);
        random_walk(&game, 7, plies(&game), |position, moves, _| {
            for m in moves {
                let mut copy = position.clone();
                let undo = game.specification().make(&mut copy, m);
                assert_ne!(&copy, position);
                game.specification().undo(&mut copy, undo);
                assert_eq!(&copy, position, "{name}");
            }
        });
    }
}

/// The order in which moves are generated does not depend on how the position came about.
#[test]
fn a_position_read_again_has_the_same_moves() {
    for name in names() {
        let game = in_all_notations(&game(name)).into_iter().find(tells_all).expect("a whole text");
        random_walk(&game, 11, plies(&game), |position, _, _| {
            let again =
                game.specification().read_fen(&game.specification().fen(position)).expect("it was written");
            assert_eq!(
                tilegame_tests::listed(&game, &again),
                tilegame_tests::listed(&game, &position.clone().without_past()),
                "{name}"
            );
        });
    }
}

/// A FEN with the turn passed on, in games of two.
fn with_the_other_to_move(game: &Game, text: &str) -> String {
    let letters: Vec<String> = game.rules().players.iter().map(|p| p.letter.to_string()).collect();
    let field = |text: &str| match letters.iter().position(|l| l == text) {
        Some(player) => letters[1 - player].clone(),
        None => text.to_owned(),
    };
    text.split(' ').map(field).collect::<Vec<_>>().join(" ")
}

/// The question "who attacks this tile?" is asked from the target's side and with a filter; it must find exactly those who
/// could take there if it were their turn.
#[test]
fn attackers_are_those_who_could_take() {
    let mut compared = 0;
    // Of more than two players, not everybody else can be to move.
    for game in names().map(game).filter(|game| game.rules().players.len() == 2) {
        let name = &game.rules().name;
        random_walk(&game, 5, plies(&game), |position, _, _| {
            let me = game.specification().to_move(position);
            let text = game.specification().fen(position);
            // In the middle of a turn, rules may say who can take what now.
            if text.contains(':') {
                return;
            }
            let turned = with_the_other_to_move(&game, &text);
            // A position in which the side to move stands in check can't be turned round.
            let Ok(turned) = game.specification().read_fen(&turned) else { return };
            let captures: Vec<_> =
                game.specification().pseudo_legal_moves(&turned).into_iter().filter(|m| m.captures).collect();
            // Where there are no marks, whatever is taken beside the way is attacked, too.
            let beside = game.rules().marks.is_empty();
            let takes_on = |m: &Move, tile| m.to == tile || beside && m.changes.contains(&Change::Take(tile));
            for tile in position.owned(me).iter() {
                let mut attackers = game.specification().attackers(position, me, tile);
                let mut takers: Vec<_> =
                    captures.iter().filter(|m| takes_on(m, tile)).filter_map(|m| m.from).collect();
                // What a piece threatens need not be what it can take.
                let threatens = |from: &Tile| {
                    let kind = turned.piece(*from).map(|piece| piece.kind);
                    kind.is_some_and(|k| {
                        game.rules().kinds[k.index()].rules.iter().any(|r| r.mode == Mode::Threat)
                    })
                };
                attackers.retain(|from| !threatens(from));
                takers.retain(|from| !threatens(from));
                attackers.sort();
                takers.sort();
                takers.dedup();
                assert_eq!(attackers, takers, "{name}: {text}: {}", game.rules().board.name(tile));
                compared += takers.len();
            }
        });
    }
    assert!(compared > 1000, "only {compared}");
}
