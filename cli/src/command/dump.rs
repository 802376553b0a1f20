//! `dump`: what the compiler makes of a game, step by step.

use std::io::Write as _;

use tilegame_dsl::diagnostic::{Diagnostic, Severity};
use tilegame_dsl::source::{FileId, Sources};
use tilegame_dsl::{ir, parse, token};

use crate::args::Dump;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::{load, report};

/// Runs the command.
pub(crate) fn run(args: &Dump, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let mut sources = Sources::new();
    let (name, allowed) = (&args.game.name, &args.game.allowed.folders);
    let more = Some(report::in_check(name));
    if args.ir {
        let loaded = load::read_with(io, name, allowed, &mut sources, |sources, root, fetch| {
            tilegame_dsl::load_switched(sources, root, fetch, &args.game.options)
        })?;
        let errors: Vec<Diagnostic> =
            loaded.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
        report::draw(io, &sources, &errors, more.as_deref());
        let Some(rules) = loaded.rules else { return Ok(Exit::Failed) };
        write!(io.out, "{}", ir::print::print_with_move_ids(&rules))?;
        return Ok(if errors.is_empty() { Exit::Fine } else { Exit::Failed });
    }
    let root = load::read_with(io, name, allowed, &mut sources, |_, root, _| root.to_string())?;
    let Some(file) = sources.find(&root) else { return Ok(Exit::Failed) };
    if args.tokens {
        tokens(&sources, file, io)?;
        return Ok(Exit::Fine);
    }
    let (tree, errors) = parse::parse(file, sources.text(file));
    report::draw(io, &sources, &errors, more.as_deref());
    write!(io.out, "{}", tree)?;
    Ok(if errors.is_empty() { Exit::Fine } else { Exit::Failed })
}

/// One word a line: its place, what sort it is, and as it is written.
fn tokens(sources: &Sources, file: FileId, io: &mut Io<'_>) -> Result<(), Failure> {
    let text = sources.text(file);
    let (mut line, mut line_start) = (1, 0);
    for (token, range) in token::tokens(text) {
        let column = text[line_start..range.start].chars().count() + 1;
        writeln!(io.out, "{:<8} {:?}", format!("{line}:{column}"), token)?;
        let ends = text[range.clone()].matches('\n').count();
        if let Some(last) = text[range.clone()].rfind('\n') {
            line += ends;
            line_start = range.start + last + 1;
        }
    }
    Ok(())
}
