//! `betza`: how pieces move, in Betza notation.

mod drawing;

use std::io::Write as _;

use tilegame_betza::{Betza, Dialect, encode, explain};
use tilegame_dsl::ir::Kind;
use tilegame_dsl::library;

use super::ruling;
use crate::args::{BetzaAction, BetzaCommand, DialectName};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;

/// The words with which a rule of a piece begins.
const MODES: [&str; 5] = ["quiet", "capture", "move", "do", "act"];

/// Runs the command.
pub(crate) fn run(args: &BetzaCommand, io: &mut Io<'_>) -> Result<Exit, Failure> {
    match &args.action {
        BetzaAction::Explain { text, dialect } => {
            let betza = read(text, *dialect)?;
            let all = explain::explain(&betza);
            let width = all.iter().map(|(term, _)| term.chars().count()).max().unwrap_or(0);
            for (term, words) in all {
                writeln!(io.out, "{term:<width$}  {words}")?;
            }
        }
        BetzaAction::Decode { text, dialect } => {
            let betza = read(text, *dialect)?;
            let rules = betza.rules().map_err(|wrong| shown(text, &wrong))?;
            for rule in rules {
                writeln!(io.out, "{rule}")?;
            }
        }
        BetzaAction::Draw { text, dialect } => {
            let betza = read(text, *dialect)?;
            let moves = betza.moves().map_err(|wrong| shown(text, &wrong))?;
            write!(io.out, "{}", drawing::drawn(&moves))?;
        }
        BetzaAction::Encode { what, piece, place, dialect } => {
            let dialect = of(*dialect);
            if place.game.is_none() && (load::is_path(what) || library::called(what).is_some()) {
                return of_game(what, piece.as_deref(), &place.allowed.folders, dialect, io);
            }
            let begins = what.split_whitespace().next();
            let line = match MODES.iter().any(|mode| begins == Some(mode)) {
                true => what.clone(),
                false => format!("move {what}"),
            };
            let (rules, kind) = ruling::with_line(&line, &[], place, io)?;
            return written(&rules, &rules.kinds[kind.index()], dialect, "", io);
        }
    }
    Ok(Exit::Fine)
}

fn of(dialect: DialectName) -> Dialect {
    match dialect {
        DialectName::Xboard => Dialect::XBoard,
        DialectName::Fsf => Dialect::FairyStockfish,
    }
}

/// A text, or a failure that shows where it goes wrong.
fn read(text: &str, dialect: DialectName) -> Result<Betza, Failure> {
    Betza::read(text, of(dialect)).map_err(|wrong| shown(text, &wrong))
}

fn shown(text: &str, wrong: &tilegame_betza::Wrong) -> Failure {
    let before = text.get(..wrong.at.start).unwrap_or(text).chars().count();
    let length = text.get(wrong.at.clone()).map_or(1, |t| t.chars().count().max(1));
    Failure::Message(format!(
        "this is not Betza notation\n  {text}\n  {}{} {wrong}",
        " ".repeat(before),
        "^".repeat(length)
    ))
}

/// The pieces of a game, one a line.
fn of_game(
    name: &str,
    piece: Option<&str>,
    allowed: &[std::path::PathBuf],
    dialect: Dialect,
    io: &mut Io<'_>,
) -> Result<Exit, Failure> {
    let game = load::game(io, name, allowed)?;
    let rules = game.rules();
    let is_asked_for = |kind: &&Kind| {
        piece.is_none_or(|p| {
            kind.name.eq_ignore_ascii_case(p) || kind.letters.iter().any(|letter| letter == p)
        })
    };
    let kinds: Vec<&Kind> =
        rules.kinds.iter().filter(|kind| !kind.rules.is_empty()).filter(is_asked_for).collect();
    if kinds.is_empty() {
        return Err(Failure::Message(format!(
            "`{}` has no piece `{}` with moves",
            rules.name,
            piece.unwrap_or_default()
        )));
    }
    let width = kinds.iter().map(|kind| kind.name.chars().count()).max().unwrap_or(0);
    let mut exit = Exit::Fine;
    for kind in kinds {
        if written(rules, kind, dialect, &format!("{:<width$}  ", kind.name), io)? != Exit::Fine {
            exit = Exit::Failed;
        }
    }
    Ok(exit)
}

/// The text for a piece, or what stands in the way of one.
fn written(
    rules: &tilegame_dsl::ir::Rules,
    kind: &Kind,
    dialect: Dialect,
    head: &str,
    io: &mut Io<'_>,
) -> Result<Exit, Failure> {
    let text = tilegame_dsl::betza::moves(rules, kind)
        .and_then(|moves| encode(&moves, dialect).map_err(|none| none.to_string()));
    match text {
        Ok(text) => {
            writeln!(io.out, "{head}{text}")?;
            Ok(Exit::Fine)
        }
        Err(why) => {
            writeln!(io.out, "{head}no Betza form: {why}")?;
            Ok(Exit::Failed)
        }
    }
}
