//! The lines under `tests` in a file: what its author promises about the game.

use tilegame_dsl::diagnostic::Diagnostic;
use tilegame_dsl::ir::{Ended, Expect, RuleTest};
use tilegame_dsl::source::Span;
use tilegame_dsl::{Places, TestPlace};
use tilegame_record::matches::{Cause, Match};
use tilegame_runtime::explain::Explanation;
use tilegame_runtime::notation::receipt;
use tilegame_runtime::perft::{By, Unfinished, perft_in_parts};
use tilegame_runtime::{Game, State};

use super::budget::{Account, Budget};
use super::findings;
use crate::situation::Step;

/// Counts look at the budget after about so many nodes.
const GRAIN: u64 = 1 << 18;

/// A count that has become too large goes on so far, since the right number is the more useful message.
const BEYOND: u64 = 1 << 20;

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
        let outcome = tries.start(test, place).and_then(|start| tries.test(&start, test, place));
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

impl From<Diagnostic> for Stop {
    fn from(why: Diagnostic) -> Stop {
        Stop::Broken(Box::new(why))
    }
}

/// Where a test begins, what is done then, and where that leads.
struct Start {
    from: State,
    steps: Vec<Step>,
    state: State,
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

    /// The position that a test is about.
    fn start(&mut self, test: &RuleTest, place: &TestPlace) -> Result<Start, Stop> {
        self.step(place.line)?;
        let from = match &test.from {
            None => self.game.start(),
            Some(text) => self
                .game
                .read_fen(text)
                .map_err(|error| findings::bad_position(place.from.unwrap_or(place.line), &error))?,
        };
        let mut start = Start { state: from.clone(), from, steps: Vec::new() };
        for (i, text) in test.after.iter().enumerate() {
            let at = place.after.get(i).copied().unwrap_or(place.line);
            self.step(at)?;
            let broken = |why: String| findings::broken_way(at, text, i + 1, &why);
            start.steps.push(match receipt::read(self.game, text) {
                Some(read) => {
                    let receipt = read.map_err(|why| broken(why.to_string()))?;
                    start.state =
                        start.state.after_receipt(&receipt).map_err(|why| broken(why.to_string()))?;
                    Step::Receipt(receipt)
                }
                None => {
                    let m = start.state.read_one(text).map_err(|why| broken(why.to_string()))?;
                    start.state.make(m);
                    Step::Move(m)
                }
            });
        }
        Ok(start)
    }

    /// By which line a match has ended that goes so; or could end, if it is the one that is expected.
    fn ended(
        &self,
        start: &Start,
        expected: Option<Ended>,
        test: &RuleTest,
        place: &TestPlace,
    ) -> Result<Option<Ended>, Stop> {
        let mut played = Match::from_state(start.from.clone());
        for (i, (step, text)) in start.steps.iter().zip(&test.after).enumerate() {
            let done = match step {
                Step::Move(m) => played.play(*m),
                Step::Receipt(receipt) => played.receive(receipt),
            };
            let at = place.after.get(i).copied().unwrap_or(place.line);
            done.map_err(|why| findings::broken_way(at, text, i + 1, &why.to_string()))?;
        }
        Ok(match (played.ending().map(|ending| ending.cause), expected) {
            (Some(Cause::Position(end)), _) => Some(Ended::Game(end)),
            (Some(Cause::Adjudication(number)), _) => Some(Ended::Match(number)),
            (None, Some(Ended::Match(number))) if played.claims().contains(&number) => expected,
            _ => None,
        })
    }

    /// What is wrong with a test.
    fn test(&mut self, start: &Start, test: &RuleTest, place: &TestPlace) -> Result<Vec<Diagnostic>, Stop> {
        let (game, state) = (self.game, &start.state);
        let found = match &test.expect {
            Expect::Perft { depth, nodes } => self.perft(state, *depth, *nodes, place.line)?,
            Expect::Legal(moves) => {
                return self.each(moves, place, |at, text| match state.read_one(text) {
                    Ok(_) => None,
                    Err(why) if why.is_no_move() => Some(findings::not_a_move(at, &why.to_string())),
                    Err(why) => Some(findings::not_legal(at, text, &why_not(state, text, &why.to_string()))),
                });
            }
            Expect::Illegal(moves) => {
                return self.each(moves, place, |at, text| match state.read_one(text) {
                    Ok(_) => Some(findings::not_illegal(at, text)),
                    Err(why) if why.is_no_move() => Some(findings::not_a_move(at, &why.to_string())),
                    Err(_) => None,
                });
            }
            Expect::Result(expected) => {
                let found = self.ended(start, *expected, test, place)?;
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
        state: &State,
        depth: u32,
        expected: u64,
        at: Span,
    ) -> Result<Option<Diagnostic>, Stop> {
        let (account, mut counted, mut share) = (&mut self.account, 0_u64, 0.0);
        let counting = perft_in_parts(By::Auto, None, state, depth, GRAIN, &mut |part| {
            (counted, share) = (counted.saturating_add(part.nodes), share + part.share);
            // A part without nodes has been looked at, too.
            account.add(part.nodes.saturating_add(1));
            account.spent().is_none() && counted <= expected.saturating_add(BEYOND)
        });
        match counting {
            Ok(found) if found == expected => Ok(None),
            Ok(found) => Ok(Some(findings::wrong_count(at, depth, expected, Some(found)))),
            Err(Unfinished::TooMany) => Ok(Some(findings::count_too_large(at, depth, expected))),
            Err(Unfinished::Stopped | Unfinished::Refused(_)) if counted > expected => {
                Ok(Some(findings::wrong_count(at, depth, expected, None)))
            }
            Err(Unfinished::Stopped | Unfinished::Refused(_)) => {
                let percent = 100.0 * share;
                let part =
                    if percent < 0.1 { "less than 0.1".to_string() } else { format!("about {percent:.1}") };
                Err(Stop::Spent { at, progress: format!("stopped at {counted}, {part} % of the way") })
            }
        }
    }
}

/// Why a text is not a legal move: what the rules have against it, if they know the move; or else why it can't be read.
fn why_not(state: &State, text: &str, unread: &str) -> String {
    match state.explain(text) {
        Explanation::Illegal(illegal) => illegal.sentence,
        Explanation::Legal(_) => unread.to_owned(),
    }
}

fn arrangement(game: &Game, number: u32, expected: &str, text: Span, line: Span) -> Option<Diagnostic> {
    let Some(found) = game.arrangement(number) else {
        return Some(findings::no_arrangement(line, number, game.arrangements()));
    };
    // Compared as texts, since a text doesn't say which pieces have never moved.
    let found = found.fen();
    match game.read_fen(expected).map(|state| state.fen()) {
        Err(error) => Some(findings::bad_position(text, &error)),
        Ok(position) if position == found => None,
        Ok(_) => Some(findings::wrong_arrangement(text, number, expected, &found)),
    }
}
