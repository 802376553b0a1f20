//! `new`: writes a small variant, or a game on a board of its own, to begin with.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::source;

use crate::args::New;
use crate::exit::{Exit, Failure};
use crate::files::{self, ENDING, Uncreated};
use crate::io::Io;
use crate::{load, report};

/// The file as it is written; words in braces are filled in.
const TEMPLATE: &str = include_str!("../template/variant.tg");

/// The same for a game that is no variant.
const GAME: &str = include_str!("../template/game.tg");

/// Runs the command.
pub(crate) fn run(args: &New, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let name = args.name.strip_suffix(ENDING).unwrap_or(&args.name);
    check_name(name)?;
    if let Some(board) = &args.board {
        let text = on_board(name, board, io)?;
        write_new(name, &text, io)?;
        writeln!(io.out, "{name}{ENDING} is a game on an empty board. Change it, then:")?;
        return next_steps(name, "", &["show", "check", "play"], io);
    }
    let parent = load::game(io, &args.of, &args.allowed.folders)?;
    let title = title(name);
    let (reference, allowed) = reachable(io, &args.of, &args.allowed.folders);
    let text = TEMPLATE
        .replace("{name}", name)
        .replace("{title}", &title)
        .replace("{parent}", &parent_reference(&reference))
        .replace("{parent_title}", &parent.rules().title)
        .replace("{ending}", &new_ending(&parent, name))
        .replace("{position}", &parent.start().fen())
        .replace("{moves}", &parent.start().legal_moves().len().to_string());

    write_new(name, &text, io)?;
    let allowed: String =
        allowed.iter().map(|folder| format!(" --allow-dir {}", files::typed(folder))).collect();
    writeln!(io.out, "{name}{ENDING} is a variant of {}. Change it, then:", parent.rules().title)?;
    next_steps(name, &allowed, &["check", "play"], io)
}

/// Writes the file of a new game.
fn write_new(name: &str, text: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    let file = format!("{name}{ENDING}");
    files::create(&io.path(&file), text.as_bytes()).map_err(|why| {
        Failure::Message(match why {
            Uncreated::Exists => format!("`{file}` is there already; it was left as it is"),
            Uncreated::Failed(why) => format!("`{file}` {why}"),
        })
    })
}

/// Says what can be done with the new file.
fn next_steps(name: &str, allowed: &str, commands: &[&str], io: &mut Io<'_>) -> Result<Exit, Failure> {
    for command in commands {
        writeln!(io.out, "  tilegame {command} {name}{ENDING}{allowed}")?;
    }
    Ok(Exit::Fine)
}

/// How the second player may see the board: the first of these with which a game can be made.
const SEATS: [&str; 3] = [" mirrored", " facing s", ""];

/// The text of a game on a board of its own, which is empty.
fn on_board(name: &str, board: &str, io: &mut Io<'_>) -> Result<String, Failure> {
    let board = board.trim();
    if board.is_empty() || board.contains(char::is_control) {
        return Err(Failure::Usage(
            "a board is one line of a `board` block, such as `hex 4` or `grid 8 x 8`".to_owned(),
        ));
    }
    let mut wrong = None;
    for seat in SEATS {
        let text = GAME
            .replace("{name}", name)
            .replace("{title}", &title(name))
            .replace("{board}", board)
            .replace("{seat}", seat);
        let mut sources = Sources::new();
        let root = format!("{name}{ENDING}");
        sources.add(root.clone(), text.replace("{position}", ""));
        let compiled = source::compile(&mut sources, &root, &mut |_| None, &[]);
        match compiled.draft {
            Some(draft) => {
                return Ok(text.replace("{position}", &draft.game().start().fen()));
            }
            None => _ = wrong.get_or_insert((sources, compiled.diagnostics)),
        }
    }
    if let Some((sources, diagnostics)) = wrong {
        report::draw(io, &sources, &diagnostics, None);
    }
    Err(Failure::Reported)
}

/// The parent as the new file names it, and the folders that it has to be allowed to import from: a game reaches only what is in
/// its own folder and below.
fn reachable(io: &Io<'_>, parent: &str, allowed: &[PathBuf]) -> (String, Vec<PathBuf>) {
    let mut allowed = allowed.to_vec();
    let real = io.path(parent).canonicalize().ok().filter(|_| load::is_path(parent));
    let (Some(real), Ok(here)) = (real, io.path(".").canonicalize()) else {
        return (parent.to_string(), allowed);
    };
    if let Ok(below) = real.strip_prefix(&here) {
        return (below.display().to_string(), allowed);
    }
    let spelled = Path::new(parent).parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_there =
        |folder: &&Path| io.path(folder).canonicalize().is_ok_and(|folder| real.parent() == Some(&*folder));
    allowed.extend(spelled.filter(is_there).or(real.parent()).map(Path::to_owned));
    (parent.to_string(), allowed)
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
