//! From the name of a game, or the path of a file, to a game. The only module that reads rules files.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

use tilegame_dsl::diagnostic::{Diagnostic, Severity, suggest};
use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;

use crate::args::{SAN, WhichGame};
use crate::exit::Failure;
use crate::io::Io;
use crate::{check, report};

/// The ending of rules files.
pub(crate) const ENDING: &str = ".tg";

/// The game that the arguments name, with its options as they say.
pub(crate) fn chosen(io: &mut Io<'_>, which: &WhichGame) -> Result<Game, Failure> {
    switched(io, &which.name, &which.options)
}

/// The same, with its positions and moves written in a notation of that name.
pub(crate) fn written(io: &mut Io<'_>, which: &WhichGame, notation: Option<&str>) -> Result<Game, Failure> {
    let game = chosen(io, which)?;
    let Some(name) = notation.filter(|name| *name != SAN) else { return Ok(game) };
    game.in_notation(name).ok_or_else(|| {
        let others: Vec<&str> = game.notations().collect();
        let known = match others.as_slice() {
            [] => "it has only the usual one".to_string(),
            all => format!("beside the usual one it has {}", all.join(", ")),
        };
        Failure::Message(format!("`{}` has no notation `{name}`; {known}", game.rules().name))
    })
}

/// A game, ready to play.
pub(crate) fn game(io: &mut Io<'_>, name: &str) -> Result<Game, Failure> {
    switched(io, name, &[])
}

/// A game with some options on or off. If it has errors, they are drawn and the failure says that no more is to be printed.
fn switched(io: &mut Io<'_>, name: &str, options: &[(String, bool)]) -> Result<Game, Failure> {
    let mut sources = Sources::new();
    let compiled = read_with(io, name, &mut sources, |sources, root, fetch| {
        check::compile(sources, root, fetch, options)
    })?;
    match compiled.game {
        Some(game) => match options.iter().find(|(option, _)| !has_option(&game, option)) {
            Some((option, _)) => Err(no_option(&game, option)),
            None => Ok(game),
        },
        None => {
            let is_error = |d: &Diagnostic| d.severity == Severity::Error;
            let errors: Vec<Diagnostic> = compiled.diagnostics.into_iter().filter(is_error).collect();
            report::draw(io, &sources, &errors);
            Err(Failure::Reported)
        }
    }
}

fn has_option(game: &Game, name: &str) -> bool {
    game.rules().options.iter().any(|option| option.name == name)
}

fn no_option(game: &Game, name: &str) -> Failure {
    let rules = game.rules();
    let mut message = format!("`{}` has no option `{name}`", rules.name);
    if rules.options.is_empty() {
        message += "; it has none";
    } else {
        message += "; these are its options:";
        for option in &rules.options {
            let on = if option.on { "on" } else { "off" };
            message += &format!("\n  {} (now {on})  {}", option.name, option.about);
        }
    }
    Failure::Message(message)
}

/// Lets `work` do something with a game's text and everything it imports. Imported files that are there but can't be read
/// are complained about at once: where they are imported, they are only missing.
pub(crate) fn read_with<T>(
    io: &mut Io<'_>,
    name: &str,
    sources: &mut Sources,
    work: impl FnOnce(&mut Sources, &str, &mut check::Fetch<'_>) -> T,
) -> Result<T, Failure> {
    let root = root(io, name, sources)?;
    let mut unreadable = Vec::new();
    let mut fetch = |path: &str| match read(io, path) {
        Ok(text) => Some(text),
        Err(error) => {
            unreadable.extend((!error.missing).then_some(error.message));
            None
        }
    };
    let done = work(sources, &root, &mut fetch);
    for message in unreadable {
        report::error(io, &message);
    }
    Ok(done)
}

/// Puts the text of a game among the sources and gives its name there.
pub(crate) fn root(io: &Io<'_>, name: &str, sources: &mut Sources) -> Result<String, Failure> {
    let (root, text) = if is_path(name) {
        (without_dots(name), read(io, name).map_err(|e| Failure::Message(e.message))?)
    } else {
        let root = format!("games/{name}{ENDING}");
        let text = library::text(&root).ok_or_else(|| unknown(io, name))?;
        (root, text.to_string())
    };
    sources.add(root.clone(), text);
    Ok(root)
}

/// Whether a game is named by a path.
pub(crate) fn is_path(name: &str) -> bool {
    name.ends_with(ENDING) || name.contains(['/', std::path::MAIN_SEPARATOR])
}

/// A path without `.` in it and with `/` between its parts, as imports are written.
fn without_dots(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_string() };
    path.split('/').filter(|part| *part != ".").collect::<Vec<_>>().join("/")
}

fn unknown(io: &Io<'_>, name: &str) -> Failure {
    let mut message = format!("no game is named `{name}`");
    let file = format!("{name}{ENDING}");
    if io.path(&file).is_file() {
        message += &format!("; for the file, say `{file}`");
    } else if let Some(near) = suggest::nearest(name, library::GAMES.iter().map(|(name, _)| *name)) {
        message += &format!("; did you mean `{near}`?");
    } else {
        message += "; `tilegame games` lists them, and a path ends in `.tg`";
    }
    Failure::Message(message)
}

/// A file that can't be read, and why.
pub(crate) struct Unreadable {
    /// There is no such file.
    pub(crate) missing: bool,
    /// The sentence to print.
    pub(crate) message: String,
}

/// The text of a file; `-` is what is piped in.
pub(crate) fn read_or_input(io: &mut Io<'_>, path: &Path) -> Result<String, Failure> {
    if path.as_os_str() != "-" {
        return read(io, path).map_err(|e| Failure::Message(e.message));
    }
    let mut bytes = Vec::new();
    io.input
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::Message(format!("the input can't be read: {e}")))?;
    text("the input", bytes).map_err(Failure::Message)
}

/// The text of a file.
pub(crate) fn read(io: &Io<'_>, path: impl AsRef<Path>) -> Result<String, Unreadable> {
    let path = path.as_ref();
    let shown = path.display();
    let file = io.path(path);
    let refused = |message| Unreadable { missing: false, message };
    if file.is_dir() {
        return Err(refused(format!("`{shown}` is a folder, not a file")));
    }
    match fs::read(&file) {
        Ok(bytes) => text(&format!("`{shown}`"), bytes).map_err(refused),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Unreadable { missing: true, message: format!("there is no file `{shown}`") })
        }
        Err(error) => Err(refused(format!("`{shown}` can't be read: {error}"))),
    }
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..at];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let byte = error.as_bytes()[at];
        format!("{name} is not UTF-8 text: line {line} has the byte 0x{byte:02X} where none can be")
    })
}
