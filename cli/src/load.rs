//! From the name of a game, or the path of a file, to a game. The only module that reads rules files.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

use tilegame_dsl::diagnostic::{Diagnostic, Severity, suggest};
use tilegame_dsl::ir::Rules;
use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_dsl::{Loaded, Places};
use tilegame_runtime::Game;
use tilegame_runtime::game::CompileError;

use crate::exit::Failure;
use crate::io::Io;
use crate::{findings, report};

/// The ending of rules files.
pub(crate) const ENDING: &str = ".tg";

/// A game as far as it could be understood, with the texts that messages point into.
pub(crate) struct Opened {
    /// All texts that were read.
    pub(crate) sources: Sources,
    /// The rules, if there is no error.
    pub(crate) rules: Option<Rules>,
    /// Where in the texts some of it stands.
    pub(crate) places: Places,
    /// All messages.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Opened {
    /// Whether an error is among the messages.
    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// The game, ready to play. If that fails, the reason is among the messages afterwards.
    pub(crate) fn compile(&mut self) -> Option<Game> {
        if self.has_errors() {
            return None;
        }
        match Game::compile(self.rules.as_ref()?) {
            Ok(game) => Some(game),
            Err(CompileError::Setup(error)) => {
                self.diagnostics.push(findings::bad_setup(&self.sources, &self.places, &error));
                None
            }
        }
    }
}

/// A game, ready to play. If it has errors, they are drawn and the failure says that no more is to be printed.
pub(crate) fn game(io: &mut Io<'_>, name: &str) -> Result<Game, Failure> {
    let mut opened = open(io, name)?;
    match opened.compile() {
        Some(game) => Ok(game),
        None => {
            opened.diagnostics.retain(|d| d.severity == Severity::Error);
            report::draw(io, &opened.sources, &opened.diagnostics);
            Err(Failure::Reported)
        }
    }
}

/// Reads a game and everything it imports.
pub(crate) fn open(io: &mut Io<'_>, name: &str) -> Result<Opened, Failure> {
    let mut sources = Sources::new();
    let root = root(io, name, &mut sources)?;
    let mut unreadable = Vec::new();
    let mut fetch = |path: &str| match read(io, path) {
        Ok(text) => Some(text),
        Err(Unreadable { missing: true, .. }) => None,
        Err(Unreadable { message, .. }) => {
            unreadable.push(message);
            None
        }
    };
    let Loaded { rules, places, diagnostics } = tilegame_dsl::load(&mut sources, &root, &mut fetch);
    for message in unreadable {
        report::error(io, &message);
    }
    Ok(Opened { sources, rules, places, diagnostics })
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
fn is_path(name: &str) -> bool {
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
    io.input.read_to_end(&mut bytes).map_err(|e| Failure::Message(format!("the input can't be read: {e}")))?;
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
