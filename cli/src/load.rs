//! From the name of a game, or the path of a file, to a game.

use std::path::{Path, PathBuf};

use tilegame_dsl::diagnostic::{Code, Diagnostic, Severity};
use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_fairy::position;
use tilegame_runtime::{Game, State};

use crate::args::{FSF, SAN, WhichGame};
use crate::exit::Failure;
use crate::files::{self, ENDING, Imports, Limit};
use crate::io::Io;
use crate::{check, report};

/// The game that the arguments name, with its options as they say.
pub(crate) fn chosen(io: &mut Io<'_>, which: &WhichGame) -> Result<Game, Failure> {
    switched(io, &which.name, &which.allowed.folders, &which.options)
}

/// The same, with its positions and moves written in a notation of that name.
pub(crate) fn written(io: &mut Io<'_>, which: &WhichGame, notation: Option<&str>) -> Result<Game, Failure> {
    let game = chosen(io, which)?;
    let Some(name) = notation.filter(|name| *name != SAN) else { return Ok(game) };
    if name == FSF {
        return Ok(position::game(&game));
    }
    game.in_notation(name).ok_or_else(|| {
        let others: Vec<&str> = game.notations().collect();
        let known = match others.as_slice() {
            [] => "it has only the usual one".to_string(),
            all => format!("beside the usual one it has {}", all.join(", ")),
        };
        Failure::Message(format!("`{}` has no notation `{name}`; {known}", game.rules().name))
    })
}

/// The code of the message that a game lacks a part.
const MISSING: Code = Code("E0209");

/// A game, or what of it can be shown already.
pub(crate) enum Showable {
    Game(Game),
    /// Its setup makes no sense yet, which has been reported: the game with an empty board, and the pieces that can be read.
    Draft(Box<State>),
}

/// The game that the arguments name, or if only its setup is wrong, what can be shown of it.
pub(crate) fn showable(
    io: &mut Io<'_>,
    which: &WhichGame,
    notation: Option<&str>,
) -> Result<Showable, Failure> {
    let mut sources = Sources::new();
    let (name, folders) = (&which.name, &which.allowed.folders);
    let (compiled, draft) = read_with(io, name, folders, &mut sources, |sources, root, fetch| {
        let mut compiled = check::compile(sources, root, fetch, &which.options);
        let draft =
            compiled.draft.take().or_else(|| with_no_setup(sources, root, fetch, &compiled.diagnostics));
        (compiled, draft)
    })?;
    match draft {
        Some(draft) => {
            errors(io, &sources, compiled.diagnostics, name);
            Ok(Showable::Draft(Box::new(draft)))
        }
        None => written(io, which, notation).map(Showable::Game),
    }
}

/// What can be shown of a game in which nothing is missing but the setup.
fn with_no_setup(
    sources: &Sources,
    root: &str,
    fetch: &mut check::Fetch<'_>,
    found: &[Diagnostic],
) -> Option<State> {
    let mut errors = found.iter().filter(|d| d.severity == Severity::Error).peekable();
    errors.peek()?;
    if !errors.all(|d| d.code == MISSING) {
        return None;
    }
    let text = sources.text(sources.find(root)?);
    let mut again = Sources::new();
    again.add(root, format!("{text}\nsetup \"\"\n"));
    check::compile(&mut again, root, fetch, &[]).draft
}

/// Draws the errors about a game.
fn errors(io: &mut Io<'_>, sources: &Sources, diagnostics: Vec<Diagnostic>, name: &str) {
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(is_error).collect();
    report::draw(io, sources, &errors, Some(&report::in_check(name)));
}

/// A game, ready to play, which may import files from these folders, too.
pub(crate) fn game(io: &mut Io<'_>, name: &str, allowed: &[PathBuf]) -> Result<Game, Failure> {
    switched(io, name, allowed, &[])
}

/// A game with some options on or off. If it has errors, they are drawn and the failure says that no more is to be printed.
fn switched(
    io: &mut Io<'_>,
    name: &str,
    allowed: &[PathBuf],
    options: &[(String, bool)],
) -> Result<Game, Failure> {
    let mut sources = Sources::new();
    let compiled = read_with(io, name, allowed, &mut sources, |sources, root, fetch| {
        check::compile(sources, root, fetch, options)
    })?;
    match compiled.game {
        Some(game) => match options.iter().find(|(option, _)| !has_option(&game, option)) {
            Some((option, _)) => Err(no_option(&game, option)),
            None => {
                io.uses(&game);
                Ok(game)
            }
        },
        None => {
            errors(io, &sources, compiled.diagnostics, name);
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

/// Lets `work` do something with a game's source and everything it imports, from its own folder and those that are allowed.
pub(crate) fn read_with<T>(
    io: &Io<'_>,
    name: &str,
    allowed: &[PathBuf],
    sources: &mut Sources,
    work: impl FnOnce(&mut Sources, &str, &mut check::Fetch<'_>) -> T,
) -> Result<T, Failure> {
    let mut imports = Imports::new(&io.folder, allowed).map_err(Failure::Usage)?;
    let root = root(io, name, &mut imports, sources)?;
    Ok(work(sources, &root, &mut |path| imports.fetch(path)))
}

/// The same with a source that is piped in; it is in no folder, and imports from those that are allowed.
pub(crate) fn piped<T>(
    io: &mut Io<'_>,
    allowed: &[PathBuf],
    sources: &mut Sources,
    work: impl FnOnce(&mut Sources, &str, &mut check::Fetch<'_>) -> T,
) -> Result<T, Failure> {
    let mut imports = Imports::new(&io.folder, allowed).map_err(Failure::Usage)?;
    let text = files::text_of_input(&mut io.input, Limit::SOURCE)
        .map_err(|refusal| Failure::Message(refusal.about(Path::new(PIPED))))?;
    let root = format!("input{ENDING}");
    sources.add(root.clone(), text);
    Ok(work(sources, &root, &mut |path| imports.fetch(path)))
}

/// What stands for a game that is piped in.
pub(crate) const PIPED: &str = "-";

/// The same with a source that is no file, as if it stood beside the game's; it may import that.
pub(crate) fn beside<T>(
    io: &Io<'_>,
    (own, text): (&str, &str),
    game: &str,
    allowed: &[PathBuf],
    sources: &mut Sources,
    work: impl FnOnce(&mut Sources, &str, &mut check::Fetch<'_>) -> T,
) -> Result<T, Failure> {
    let mut imports = Imports::new(&io.folder, allowed).map_err(Failure::Usage)?;
    root(io, game, &mut imports, sources)?;
    sources.add(own, text);
    Ok(work(sources, own, &mut |path| imports.fetch(path)))
}

/// Puts the source of a game among the others and gives its name there.
fn root(io: &Io<'_>, name: &str, imports: &mut Imports, sources: &mut Sources) -> Result<String, Failure> {
    if !is_path(name) {
        let known = library::called(name).ok_or_else(|| unknown(io, name))?;
        let root = format!("games/{known}{ENDING}");
        let text = library::text(&root).ok_or_else(|| unknown(io, name))?;
        sources.add(root.clone(), text);
        return Ok(root);
    }
    if let Some((file, section)) = of_ini(name) {
        let (text, messages) = imported(io, file, section)?;
        if let Some(text) = text {
            let root = format!("{section}{ENDING}");
            sources.add(root.clone(), text);
            return Ok(root);
        }
        return Err(Failure::Message(messages));
    }
    let path = without_dots(name);
    // The library's sources have names of their own.
    let root = if library::text(&path).is_some() { format!("./{path}") } else { path };
    let text =
        imports.root(name, &root).map_err(|message| Failure::Message(message + &without_ending(io, name)))?;
    sources.add(root.clone(), text);
    Ok(root)
}

/// The file and the section of `variants.ini:orda`.
fn of_ini(name: &str) -> Option<(&str, &str)> {
    let (file, section) = name.rsplit_once(':')?;
    file.ends_with(".ini").then_some((file, section))
}

/// The game of a section, or what is wrong with it.
fn imported(io: &Io<'_>, file: &str, section: &str) -> Result<(Option<String>, String), Failure> {
    let path = Path::new(file);
    let text =
        files::text(&io.path(file), Limit::INI).map_err(|refusal| Failure::Message(refusal.about(path)))?;
    let imported = tilegame_import::import(&text, &[section.to_owned()], false);
    let messages = crate::command::import::all_shown(&imported, path, &text);
    let messages = format!("`{section}` of `{file}` cannot be played\n\n{}", messages.trim_end());
    Ok((imported.games.into_iter().next().map(|game| game.text), messages))
}

/// What else a path can mean to which there is no file: the game of the library with that name.
fn without_ending(io: &Io<'_>, path: &str) -> String {
    let known = path.strip_suffix(ENDING).and_then(library::called);
    match known.filter(|_| !io.path(path).exists()) {
        Some(known) => format!("; the game that comes with the program is called `{known}`"),
        None => String::new(),
    }
}

/// Whether a game is named by a path.
pub(crate) fn is_path(name: &str) -> bool {
    name.ends_with(ENDING) || of_ini(name).is_some() || name.contains(['/', std::path::MAIN_SEPARATOR])
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
    } else if let Some(near) = library::nearest(name) {
        message += &format!("; did you mean `{near}`?");
    } else {
        message += "; `tilegame games` lists them, and a path ends in `.tg`";
    }
    Failure::Message(message)
}
