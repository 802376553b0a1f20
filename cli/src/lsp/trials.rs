//! Running the tests of a file.

use lsp_server::RequestId;
use serde::Serialize;
use tilegame_dsl::diagnostic::Severity;
use tilegame_dsl::source::Sources;
use tilegame_runtime::source::Fetched;

use crate::check::{self, Budget};
use crate::limits::{TEST_NODES, TEST_SECONDS};

/// Tests that have been run.
#[derive(Debug)]
pub(super) struct Tried {
    /// Who has asked.
    pub(super) id: RequestId,
    pub(super) outcome: Outcome,
}

/// What came of it.
#[derive(Serialize, Debug)]
pub(super) struct Outcome {
    /// How many tests hold.
    passed: usize,
    /// How many do not, or were not tried.
    failed: usize,
    /// The first thing that is wrong, or how many passed.
    pub(super) message: String,
}

impl Outcome {
    /// Whether all tests hold.
    pub(super) fn is_good(&self) -> bool {
        self.failed == 0 && self.passed > 0
    }
}

/// A text whose tests are to be run.
pub(super) struct Task {
    /// What it is called among the sources.
    pub(super) name: String,
    pub(super) text: String,
    /// What it imports, by the paths that are asked for.
    pub(super) imports: Vec<(String, Fetched)>,
}

/// Runs the tests of a text.
pub(super) fn run(Task { name, text, imports }: Task) -> Outcome {
    let name = name.as_str();
    let mut sources = Sources::new();
    sources.add(name, text);
    let mut fetch =
        |path: &str| imports.iter().find(|(known, _)| known == path).map(|(_, found)| found.clone());
    let budget = Budget { nodes: TEST_NODES, time: std::time::Duration::from_secs(TEST_SECONDS) };
    let checked = check::check_within(&mut sources, name, &mut fetch, budget);
    let first = checked.diagnostics.iter().find(|found| found.severity == Severity::Error);
    let told = first.map(|found| {
        let (line, _) = sources.line_column(found.primary.span.file, found.primary.span.start);
        format!("line {line}: {}: {}", found.title, found.primary.text)
    });
    let passed = checked.passed;
    let failed = match &checked.game {
        Some(game) => game.rules().tests.len() - passed,
        // A game that can't be played keeps no promise.
        None => 1,
    };
    let message = match (told, passed) {
        (Some(why), _) => why,
        (None, 0) => "there are no tests".to_string(),
        (None, 1) => "1 test passed".to_string(),
        (None, n) => format!("{n} tests passed"),
    };
    Outcome { passed, failed, message }
}
