//! The lines under `tests` in a file: what its author promises about the game.

use tilegame_dsl::diagnostic::Diagnostic;
use tilegame_dsl::ir::{EndId, Expect, RuleTest};
use tilegame_dsl::source::Span;
use tilegame_dsl::{Places, TestPlace};
use tilegame_runtime::notation::uci::UciError;
use tilegame_runtime::notation::{fen, uci};
use tilegame_runtime::perft::perft;
use tilegame_runtime::{Game, Position};

use super::findings;

/// The tests that do not hold.
pub(super) struct Broken {
    /// How many.
    pub(super) tests: usize,
    /// Why; a test may break in several places.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Tries all tests.
pub(super) fn broken(game: &Game, places: &Places) -> Broken {
    let mut broken = Broken { tests: 0, diagnostics: Vec::new() };
    for (test, place) in game.rules().tests.iter().zip(&places.tests) {
        let found = match start(game, test, place) {
            Ok(position) => try_test(game, &position, test, place),
            Err(diagnostic) => vec![*diagnostic],
        };
        broken.tests += usize::from(!found.is_empty());
        broken.diagnostics.extend(found);
    }
    broken
}

/// The position that a test is about.
fn start(game: &Game, test: &RuleTest, place: &TestPlace) -> Result<Position, Box<Diagnostic>> {
    let mut position = match &test.from {
        None => game.start(),
        Some(text) => fen::read(game, text).map_err(|error| {
            Box::new(findings::bad_test_position(place.from.unwrap_or(place.line), &error))
        })?,
    };
    for (i, text) in test.after.iter().enumerate() {
        match uci::read(game, &position, text) {
            Ok(m) => {
                game.play_unchecked(&mut position, &m);
            }
            Err(why) => {
                let at = place.after.get(i).copied().unwrap_or(place.line);
                return Err(Box::new(findings::broken_way(at, text, i + 1, &why.to_string())));
            }
        }
    }
    Ok(position)
}

fn try_test(game: &Game, position: &Position, test: &RuleTest, place: &TestPlace) -> Vec<Diagnostic> {
    let at = |i: usize| place.moves.get(i).copied().unwrap_or(place.line);
    match &test.expect {
        Expect::Perft { depth, nodes } => {
            let found = perft(game, position, *depth);
            let wrong = (found != *nodes).then(|| findings::wrong_count(place.line, *depth, *nodes, found));
            wrong.into_iter().collect()
        }
        Expect::Legal(moves) => each(moves, |i, text| match uci::read(game, position, text) {
            Ok(_) => None,
            Err(why) if is_no_move(&why) => Some(findings::not_a_move(at(i), &why.to_string())),
            Err(why) => Some(findings::not_legal(at(i), text, &why.to_string())),
        }),
        Expect::Illegal(moves) => each(moves, |i, text| match uci::read(game, position, text) {
            Ok(_) => Some(findings::not_illegal(at(i), text)),
            Err(why) if is_no_move(&why) => Some(findings::not_a_move(at(i), &why.to_string())),
            Err(_) => None,
        }),
        Expect::Result(expected) => {
            let found = game.outcome(position).map(|over| over.end);
            let name =
                |end: Option<EndId>| end.map_or("none", |end| game.rules().ends[end.index()].name.as_str());
            let wrong = (found != *expected)
                .then(|| findings::wrong_result(place.line, name(*expected), name(found)));
            wrong.into_iter().collect()
        }
        Expect::Arrangement { number, position: expected } => {
            let at = place.position.unwrap_or(place.line);
            arrangement(game, *number, expected, at, place.line).into_iter().collect()
        }
    }
}

fn arrangement(game: &Game, number: u32, expected: &str, text: Span, line: Span) -> Option<Diagnostic> {
    let Some(found) = game.arrangement(number) else {
        return Some(findings::no_arrangement(line, number, game.arrangements()));
    };
    // Compared as texts, since a text doesn't say which pieces have never moved.
    let found = fen::write(game, &found);
    match fen::read(game, expected).map(|position| fen::write(game, &position)) {
        Err(error) => Some(findings::bad_test_position(text, &error)),
        Ok(position) if position == found => None,
        Ok(_) => Some(findings::wrong_arrangement(text, number, expected, &found)),
    }
}

fn each(moves: &[String], ask: impl Fn(usize, &String) -> Option<Diagnostic>) -> Vec<Diagnostic> {
    moves.iter().enumerate().filter_map(|(i, text)| ask(i, text)).collect()
}

/// Whether the text could not be a move in any position of the game.
fn is_no_move(error: &UciError) -> bool {
    matches!(error, UciError::NotAMove { .. } | UciError::NoSuchTile { .. })
}
