//! Everything that can be said about a game: what the compiler finds, and what only playing shows.
//!
//! The compiler knows names and types; it can't tell whether the setup is a position of the game, or whether the tests in
//! the file hold. [`check`] asks both and gives one list of messages. Nothing is printed here, and no file is opened.

mod budget;
mod explanations;
pub(crate) mod findings;
mod oddities;
mod promises;

use tilegame_dsl::diagnostic::{Diagnostic, Severity};
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::source::{self, Compiled};

pub use budget::Budget;
pub use explanations::{Explanation, explanations};
pub use tilegame_dsl::fetch::{Fetch, Fetched};

/// What is known of a game after checking it.
#[derive(Debug)]
pub struct Checked {
    /// The game, if it can be played.
    pub game: Option<Game>,
    /// All messages: the compiler's in the order of the texts, then those of the tests.
    pub diagnostics: Vec<Diagnostic>,
    /// How many of the file's tests hold.
    pub passed: usize,
}

impl Checked {
    /// Whether an error is among the messages.
    pub fn has_errors(&self) -> bool {
        any_error(&self.diagnostics)
    }
}

/// Reads the game of that name among the sources, and everything it imports, and runs its tests within the usual budget.
///
/// ```
/// use tilegame_dsl::source::Sources;
/// let mut sources = Sources::new();
/// sources.add("mine.tg", "gmae \"Mine\"\n");
/// let checked = tilegame::check::check(&mut sources, "mine.tg", &mut |_| None);
/// assert!(checked.has_errors() && checked.game.is_none());
/// ```
pub fn check(sources: &mut Sources, name: &str, fetch: &mut Fetch<'_>) -> Checked {
    check_within(sources, name, fetch, Budget::default())
}

/// [`check`] with a budget of one's own for the tests in the file.
pub fn check_within(sources: &mut Sources, name: &str, fetch: &mut Fetch<'_>, budget: Budget) -> Checked {
    let Compiled { game, places, mut diagnostics, .. } = compile(sources, name, fetch, &[]);
    let mut passed = 0;
    let game = game.filter(|game| {
        let failed = promises::broken(game, &places, budget);
        passed = game.rules().tests.len() - failed.tests - failed.untried;
        diagnostics.extend(failed.diagnostics);
        if game.has_left_out() {
            diagnostics.push(findings::too_many_moves(places.header));
        }
        !game.has_left_out()
    });
    Checked { game, diagnostics, passed }
}

/// [`check`] without the tests in the file, and with some options on or off.
pub(crate) fn compile(
    sources: &mut Sources,
    name: &str,
    fetch: &mut Fetch<'_>,
    options: &[(String, bool)],
) -> Compiled {
    let mut compiled = source::compile(sources, name, fetch, options);
    if let Some(game) = &compiled.game {
        let odd = oddities::found(game, &compiled.places, &compiled.diagnostics);
        compiled.diagnostics.extend(odd);
    }
    compiled
}

fn any_error(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
