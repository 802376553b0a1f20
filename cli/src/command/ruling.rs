//! A rule or an ID from the command line, made a rule of a game.

use std::path::PathBuf;

use tilegame_dsl::diagnostic::{Diagnostic, Severity};
use tilegame_dsl::ir::{KindId, Rules};
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::source::Sources;

use crate::args::InGame;
use crate::exit::Failure;
use crate::io::Io;
use crate::{check, load, report};

/// The board on which a rule is shown that is of no game: large enough for every single digit.
const SIDE: usize = 24;

/// The name of the piece that has the rule.
const MOVER: &str = "Mover_of_this_rule";

/// What a game's file would be called that has the rule.
const FILE: &str = "rule.tg";

/// A game with a piece that has one line, and that piece.
pub(super) fn with_line(
    line: &str,
    letters: &[char],
    place: &InGame,
    io: &mut Io<'_>,
) -> Result<(Rules, KindId), Failure> {
    let mut sources = Sources::new();
    let compiled = match &place.game {
        Some(game) => {
            let text = in_game(line, game, &place.allowed.folders, io)?;
            let own = (FILE, text.as_str());
            load::beside(io, own, game, &place.allowed.folders, &mut sources, tilegame_dsl::load)?
        }
        None => {
            sources.add(FILE, alone(line, letters));
            tilegame_dsl::load(&mut sources, FILE, &mut |_| None)
        }
    };
    let errors: Vec<Diagnostic> =
        compiled.diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect();
    match compiled.rules.filter(|_| errors.is_empty()) {
        Some(rules) => match rules.kind(MOVER) {
            Some(kind) => Ok((rules, kind)),
            None => Err(Failure::Message("the rule is of no piece".to_owned())),
        },
        None => {
            report::draw(io, &sources, &errors, None);
            Err(Failure::Reported)
        }
    }
}

/// Whether a text is a rule that can be read.
pub(super) fn is_rule(line: &str) -> bool {
    let mut sources = Sources::new();
    sources.add(FILE, alone(line, &[]));
    tilegame_dsl::load(&mut sources, FILE, &mut |_| None).rules.is_some()
}

/// A large board with a piece for every letter that an ID names.
fn alone(line: &str, letters: &[char]) -> String {
    let small = |c: &char| c.to_lowercase().collect::<String>();
    // Two letters, so that it can't be any that an ID names.
    let mut text = format!(
        "use moves\n\ngame \"A rule\"\n\nboard\n    grid {SIDE} x {SIDE}\n\nplayers\n    First \"w\"\n    Second \"b\" mirrored\n\n\
         piece {MOVER} \"MM\" \"mm\"\n    {line}\n"
    );
    for letter in letters {
        text += &format!("\npiece Piece_{} \"{letter}\" \"{}\"\n    move n\n", *letter as u32, small(letter));
    }
    let empty = vec![SIDE.to_string(); SIDE].join("/");
    text + &format!("\nsetup \"{empty} w\"\n")
}

/// A variant of a game with one more piece.
fn in_game(line: &str, game: &str, allowed: &[PathBuf], io: &mut Io<'_>) -> Result<String, Failure> {
    let mut sources = Sources::new();
    let compiled = load::read_with(io, game, allowed, &mut sources, |sources, root, fetch| {
        check::compile(sources, root, fetch, &[])
    })?;
    let Some(base) = compiled.game else {
        let is_error = |d: &Diagnostic| d.severity == Severity::Error;
        let errors: Vec<Diagnostic> = compiled.diagnostics.into_iter().filter(is_error).collect();
        report::draw(io, &sources, &errors, None);
        return Err(Failure::Reported);
    };
    let letters = if base.rules().players.len() > 2 { "\"MM\"" } else { "\"MM\" \"mm\"" };
    Ok(format!("variant \"A rule\" of \"{game}\"\n\npiece {MOVER} {letters}\n    {line}\n"))
}

/// The letters of pieces that an ID names.
pub(super) fn letters(id: &MoveId) -> Vec<char> {
    let mut letters = Vec::new();
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let pieces = [
            id.condition.and_then(|c| c.letter),
            id.castling.and_then(|c| c.partner.letter),
            id.en_passant.as_ref().and_then(|e| e.victim.letter),
        ];
        letters.extend(pieces.into_iter().flatten().chain(id.extension.letters()));
        open.extend(id.nested());
    }
    let mut letters: Vec<char> = letters.into_iter().flat_map(char::to_uppercase).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}
