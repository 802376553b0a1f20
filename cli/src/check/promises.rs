//! The lines under `tests` in a file: what its author promises about the game.

use tilegame_dsl::diagnostic::Diagnostic;
use tilegame_dsl::ir::{Ended, Expect, RuleTest};
use tilegame_dsl::source::Span;
use tilegame_dsl::{Places, TestPlace};
use tilegame_runtime::matches::{Cause, Match, MatchError};
use tilegame_runtime::notation::{self, fen, receipt};
use tilegame_runtime::perft::{By, Unfinished, perft_in_parts};
use tilegame_runtime::{Game, Position};

use super::budget::{Account, Budget};
use super::findings;

/// Counts look at the budget after about so many nodes.
const GRAIN: u64 = 1 << 18;

/// The tests that do not hold.
pub(super) struct Broken {
    /// How many.
    pub(super) tests: usize,
    /// How many were not tried, because the budget was spent.
    pub(super) untried: usize,
    /// Why; a test may break in several places.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Tries all tests, as far as the budget goes.
pub(super) fn broken(game: &Game, places: &Places, budget: Budget) -> Broken {
    let mut broken = Broken { tests: 0, untried: 0, diagnostics: Vec::new() };
    let mut tries = Tries { game, account: Account::new(budget) };
    let tests = &game.rules().tests;
    for (number, (test, place)) in tests.iter().zip(&places.tests).enumerate() {
        let outcome = tries.start(test, place).and_then(|played| tries.test(&played, test, place));
        let found = match outcome {
            Ok(found) => found,
            Err(Stop::Broken(diagnostic)) => vec![*diagnostic],
            Err(Stop::Spent { at, progress }) => {
                broken.tests += 1;
                broken.untried = tests.len() - number - 1;
                let spent = tries.account.spent();
                let told = spent.map(|spent| findings::budget_spent(at, spent, &progress, broken.untried));
                broken.diagnostics.extend(told);
                return broken;
            }
        };
        broken.tests += usize::from(!found.is_empty());
        broken.diagnostics.extend(found);
    }
    broken
}

/// Why a test is not tried to its end.
enum Stop {
    /// It can't be.
    Broken(Box<Diagnostic>),
    /// The budget is spent. How far it got is said at the place.
    Spent { at: Span, progress: String },
}

/// The tests of a game, and what they have cost.
struct Tries<'g> {
    game: &'g Game,
    account: Account,
}

impl Tries<'_> {
    /// One thing more is looked at.
    fn step(&mut self, at: Span) -> Result<(), Stop> {
        self.account.add(1);
        match self.account.spent() {
            None => Ok(()),
            Some(_) => Err(Stop::Spent { at, progress: "the tests got this far".to_string() }),
        }
    }

    /// A match as far as a test plays it.
    fn start(&mut self, test: &RuleTest, place: &TestPlace) -> Result<Match, Stop> {
        self.step(place.line)?;
        let broken = |diagnostic| Stop::Broken(Box::new(diagnostic));
        let start = match &test.from {
            None => self.game.start(),
            Some(text) => fen::read(self.game, text).map_err(|error| {
                broken(findings::bad_test_position(place.from.unwrap_or(place.line), &error))
            })?,
        };
        let mut played = Match::from_position(self.game.clone(), start);
        for (i, text) in test.after.iter().enumerate() {
            let at = place.after.get(i).copied().unwrap_or(place.line);
            self.step(at)?;
            let step = match receipt::read(self.game, text) {
                Some(receipt) => {
                    receipt.map_err(MatchError::from).and_then(|receipt| played.receive(&receipt))
                }
                None => notation::read_one(self.game, played.position(), text)
                    .map_err(|why| broken(findings::broken_way(at, text, i + 1, &why.to_string())))
                    .map(|m| played.play(&m))?,
            };
            step.map_err(|why| broken(findings::broken_way(at, text, i + 1, &why.to_string())))?;
        }
        Ok(played)
    }

    /// What is wrong with a test.
    fn test(&mut self, played: &Match, test: &RuleTest, place: &TestPlace) -> Result<Vec<Diagnostic>, Stop> {
        let (game, position) = (self.game, played.position());
        let found = match &test.expect {
            Expect::Perft { depth, nodes } => self.perft(position, *depth, *nodes, place.line)?,
            Expect::Legal(moves) => {
                return self.each(moves, place, |at, text| match notation::read_one(game, position, text) {
                    Ok(_) => None,
                    Err(why) if why.is_no_move() => Some(findings::not_a_move(at, &why.to_string())),
                    Err(why) => Some(findings::not_legal(at, text, &why.to_string())),
                });
            }
            Expect::Illegal(moves) => {
                return self.each(moves, place, |at, text| match notation::read_one(game, position, text) {
                    Ok(_) => Some(findings::not_illegal(at, text)),
                    Err(why) if why.is_no_move() => Some(findings::not_a_move(at, &why.to_string())),
                    Err(_) => None,
                });
            }
            Expect::Result(expected) => {
                let found = ended(played, *expected);
                let name = |end: Option<Ended>| end.map_or("none", |end| end.name(game.rules()));
                (found != *expected).then(|| findings::wrong_result(place.line, name(*expected), name(found)))
            }
            Expect::Arrangement { number, position: expected } => {
                let at = place.position.unwrap_or(place.line);
                arrangement(game, *number, expected, at, place.line)
            }
        };
        Ok(found.into_iter().collect())
    }

    fn each(
        &mut self,
        moves: &[String],
        place: &TestPlace,
        ask: impl Fn(Span, &str) -> Option<Diagnostic>,
    ) -> Result<Vec<Diagnostic>, Stop> {
        let mut found = Vec::new();
        for (i, text) in moves.iter().enumerate() {
            let at = place.moves.get(i).copied().unwrap_or(place.line);
            self.step(at)?;
            found.extend(ask(at, text));
        }
        Ok(found)
    }

    fn perft(
        &mut self,
        position: &Position,
        depth: u32,
        expected: u64,
        at: Span,
    ) -> Result<Option<Diagnostic>, Stop> {
        let (account, mut counted, mut share) = (&mut self.account, 0_u64, 0.0);
        let counting = perft_in_parts(self.game, By::Auto, None, position, depth, GRAIN, &mut |part| {
            (counted, share) = (counted.saturating_add(part.nodes), share + part.share);
            // A part without nodes has been looked at, too.
            account.add(part.nodes.saturating_add(1));
            account.spent().is_none()
        });
        match counting {
            Ok(found) if found == expected => Ok(None),
            Ok(found) => Ok(Some(findings::wrong_count(at, depth, expected, found))),
            Err(Unfinished::TooMany) => Ok(Some(findings::count_too_large(at, depth, expected))),
            Err(Unfinished::Stopped | Unfinished::Refused(_)) => {
                let excess = if counted > expected {
                    format!(" (more than the {expected} expected)")
                } else {
                    String::new()
                };
                let percent = 100.0 * share;
                let part =
                    if percent < 0.1 { "less than 0.1".to_string() } else { format!("about {percent:.1}") };
                Err(Stop::Spent {
                    at,
                    progress: format!("stopped at {counted}{excess}, {part} % of the way"),
                })
            }
        }
    }
}

/// By which line a match has ended; or could end, if it is the one that is expected.
fn ended(played: &Match, expected: Option<Ended>) -> Option<Ended> {
    match (played.ending().map(|ending| ending.cause), expected) {
        (Some(Cause::Position(end)), _) => Some(Ended::Game(end)),
        (Some(Cause::Adjudication(number)), _) => Some(Ended::Match(number)),
        (None, Some(Ended::Match(number))) if played.claims().contains(&number) => expected,
        _ => None,
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
