//! `check`: everything that can be said about games, and what the codes of messages mean.

use std::io::Write as _;
use std::time::Duration;

use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::game::{LineReport, RuleReport};

use crate::args::Check;
use crate::check::{self, Budget, Checked, Fetch};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::paint::{BAD, GOOD, STRONG, paint};
use crate::report::print_json;
use crate::report::{self, JsonDiagnostic};

/// Runs the command.
pub(crate) fn run(args: &Check, io: &mut Io<'_>) -> Result<Exit, Failure> {
    if let Some(code) = &args.explain {
        return explain(code, io);
    }
    let budget = Budget { nodes: args.budget, time: Duration::from_secs(args.budget_seconds) };
    let mut exit = Exit::Fine;
    let mut all = Vec::new();
    for name in &args.games {
        let mut sources = Sources::new();
        let work = |sources: &mut Sources, root: &str, fetch: &mut Fetch<'_>| {
            check::check_within(sources, root, fetch, budget)
        };
        let folders = &args.allowed.folders;
        let checked = match name.as_str() {
            load::PIPED => load::piped(io, folders, &mut sources, work),
            name => load::read_with(io, name, folders, &mut sources, work),
        };
        let checked = match checked {
            Ok(checked) => checked,
            // The other games are still checked.
            Err(failure) => {
                exit = report::failure(io, failure);
                continue;
            }
        };
        if checked.has_errors() {
            exit = Exit::Failed;
        }
        if args.json {
            all.extend(JsonDiagnostic::list(&sources, &checked.diagnostics, args.all));
        } else {
            report::draw(io, &sources, &checked.diagnostics, (!args.all).then_some("`--all` prints all"));
            summary(name, &checked, io)?;
            if let Some(game) = checked.game.as_ref().filter(|_| args.engine) {
                engine(game, io)?;
            }
        }
    }
    if args.json {
        print_json(io, &all)?;
    }
    Ok(exit)
}

/// One line about a game: what it has, or how much is wrong with it.
fn summary(name: &str, checked: &Checked, io: &mut Io<'_>) -> Result<(), Failure> {
    let color = io.out.color;
    let name = paint(name, STRONG, color);
    let found = report::count(&checked.diagnostics);
    let line = match (&checked.game, found) {
        (None, found) => paint(found.unwrap_or_else(|| "not playable".into()), BAD, color),
        (Some(_), Some(found)) if checked.has_errors() => paint(found, BAD, color),
        (Some(game), found) => {
            let rules = game.rules();
            let kinds = number(rules.kinds.len(), "kind", "kinds");
            let tiles = number(game.start().tiles().count(), "tile", "tiles");
            let tests = match checked.passed {
                0 => "no tests".to_string(),
                n => paint(format!("{} passed", number(n, "test", "tests")), GOOD, color),
            };
            let warnings = found.map(|found| format!(", {found}")).unwrap_or_default();
            format!("{kinds}, {tiles}, {tests}{warnings}")
        }
    };
    writeln!(io.out, "{name}: {line}")?;
    Ok(())
}

/// What each movement rule has become in the bitset engine, and what other lines cost.
fn engine(game: &Game, io: &mut Io<'_>) -> Result<(), Failure> {
    let report = match game.report() {
        Ok(report) => report,
        Err(why) => {
            writeln!(io.out, "  left to the reference engine: {why}")?;
            return Ok(());
        }
    };
    let of_rule = |rule: &RuleReport| {
        let kind = &game.rules().kinds[rule.kind.index()];
        let why = rule.why.map(|why| format!(" ({why})")).unwrap_or_default();
        (kind.name.clone(), kind.rules[rule.rule].text.clone(), format!("{}{why}", rule.shape))
    };
    let of_line = |line: &LineReport| (line.block.to_owned(), line.line.clone(), line.cost.to_owned());
    let table: Vec<(String, String, String)> =
        report.rules.iter().map(of_rule).chain(report.lines.iter().map(of_line)).collect();
    let widest = |width: fn(&(String, String, String)) -> usize| table.iter().map(width).max().unwrap_or(0);
    let (first, second) = (widest(|row| row.0.chars().count()), widest(|row| row.1.chars().count()));
    for (whose, line, cost) in &table {
        writeln!(io.out, "  {whose:<first$}  {line:<second$}  {cost}")?;
    }
    writeln!(io.out, "  legality: {}", report.legality)?;
    writeln!(
        io.out,
        "  a position takes {} bytes, the tables {} KiB",
        report.position,
        report.tables.div_ceil(1024)
    )?;
    Ok(())
}

fn number(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

fn explain(code: &str, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let Some(found) = check::explanations().find(|e| e.code.0.eq_ignore_ascii_case(code.trim())) else {
        let all: Vec<&str> = check::explanations().map(|e| e.code.0).collect();
        let known = match (all.first(), all.last()) {
            (Some(first), Some(last)) => format!("; the codes go from {first} to {last}"),
            _ => String::new(),
        };
        return Err(Failure::Message(format!("no message has the code `{code}`{known}")));
    };
    let head = paint(format!("{}: {}", found.code.0, found.title), STRONG, io.out.color);
    writeln!(io.out, "{head}\n\n{}", wrapped(found.text))?;
    Ok(Exit::Fine)
}

/// The text in lines of at most 100 characters; its own line ends stay.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 100 {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}
