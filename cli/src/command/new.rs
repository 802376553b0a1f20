//! `new`: writes a small variant to begin with.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};

use tilegame_dsl::library;
use tilegame_runtime::Game;
use tilegame_runtime::notation::fen;

use crate::args::New;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load::{self, ENDING};

/// The file as it is written; words in braces are filled in.
const TEMPLATE: &str = include_str!("../template/variant.tg");

/// Runs the command.
pub(crate) fn run(args: &New, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let name = args.name.strip_suffix(ENDING).unwrap_or(&args.name);
    check_name(name)?;
    let parent = load::game(io, &args.of)?;
    let title = title(name);
    let text = TEMPLATE
        .replace("{name}", name)
        .replace("{title}", &title)
        .replace("{parent}", &parent_reference(&args.of))
        .replace("{parent_title}", &parent.rules().title)
        .replace("{ending}", &new_ending(&parent, name))
        .replace("{position}", &fen::write(&parent, &parent.start()))
        .replace("{moves}", &parent.moves(&parent.start()).len().to_string());

    let file = format!("{name}{ENDING}");
    let written = OpenOptions::new().write(true).create_new(true).open(io.path(&file));
    match written.and_then(|mut opened| opened.write_all(text.as_bytes())) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(Failure::Message(format!("`{file}` is there already; it was left as it is")));
        }
        Err(error) => return Err(Failure::Message(format!("`{file}` can't be written: {error}"))),
    }
    writeln!(io.out, "{file} is a variant of {}. Change it, then:", parent.rules().title)?;
    writeln!(io.out, "  tilegame check {file}")?;
    writeln!(io.out, "  tilegame play {file}")?;
    Ok(Exit::Fine)
}

/// Names are words, so that other files can name the game without quotes, and not those of games that come with the
/// program, which come first wherever a name is looked up.
fn check_name(name: &str) -> Result<(), Failure> {
    let refused =
        |why: &str| Err(Failure::Message(format!("`{name}` can't be the name of a new game: {why}")));
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() {
        return refused("it is empty");
    }
    if let Some(odd) = name.chars().find(|c| !word(*c)) {
        return refused(&format!(
            "a name has letters a–z, digits and `_` only, not `{}`",
            odd.escape_debug()
        ));
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return refused("a name begins with a letter");
    }
    if name.len() > 60 {
        return refused("it is too long");
    }
    if library::GAMES.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) {
        return refused("a game that comes with the program has it");
    }
    Ok(())
}

/// A name for the new ending that the parent has not.
fn new_ending(parent: &Game, name: &str) -> String {
    let ending = "last_piece";
    match parent.rules().ends.iter().any(|end| end.name.starts_with(ending)) {
        true => format!("{ending}_in_{name}"),
        false => ending.to_string(),
    }
}

/// The parent as it is written after `of`: a plain word, or in quotes.
fn parent_reference(parent: &str) -> String {
    let starts = parent.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if starts && parent.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        parent.to_string()
    } else {
        format!("\"{}\"", parent.replace('\\', "/").replace('"', "\\\""))
    }
}

/// "my_game" as "My game".
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.trim().chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => name.to_string(),
    }
}
