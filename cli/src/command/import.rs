//! `import`: chess variants in the INI format of Fairy-Stockfish, as games.

use std::io::Write as _;
use std::path::Path;

use tilegame_fairy::export::same_game;
use tilegame_import::{Imported, Message, Options, Severity};
use unicode_width::UnicodeWidthStr as _;

use crate::args::Import;
use crate::exit::{Exit, Failure};
use crate::files::{self, ENDING, Limit, Uncreated};
use crate::io::Io;
use crate::report::{self, visible};

/// Runs the command.
pub(crate) fn run(args: &Import, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let text = if args.file.as_os_str() == "-" {
        files::text_of_input(&mut io.input, Limit::INI)
    } else {
        files::text(&io.path(&args.file), Limit::INI)
    };
    let text = text.map_err(|refusal| Failure::Message(refusal.about(&args.file)))?;
    let options = Options { partial: args.partial, keys: args.keys, nearest: true };
    let imported = tilegame_import::import_with(&text, &args.names, options);
    write!(io.err, "{}", all_shown(&imported, &args.file, &text))?;
    if let Some(folder) = &args.output {
        files::create_folder(&io.path(folder))
            .map_err(|why| Failure::Message(format!("`{}` {why}", folder.display())))?;
    }
    for (index, game) in imported.games.iter().enumerate() {
        let text = game.nearest.iter().find(|text| same_game(&game.text, text)).unwrap_or(&game.text);
        match &args.output {
            None => {
                if index > 0 {
                    writeln!(io.out)?;
                }
                write!(io.out, "{text}")?;
            }
            Some(folder) => {
                let file = folder.join(format!("{}{ENDING}", game.name.replace(['/', '\\'], "_")));
                let shown = file.display();
                match files::create(&io.path(&file), text.as_bytes()) {
                    Ok(()) => writeln!(io.out, "{shown}")?,
                    Err(Uncreated::Exists) => {
                        return Err(Failure::Message(format!(
                            "`{shown}` is there already; it was left as it is"
                        )));
                    }
                    Err(Uncreated::Failed(why)) => return Err(Failure::Message(format!("`{shown}` {why}"))),
                }
            }
        }
    }
    Ok(if imported.errors > 0 { Exit::Failed } else { Exit::Fine })
}

/// The messages about a file, and how many more there are.
pub(crate) fn all_shown(imported: &Imported, file: &Path, text: &str) -> String {
    let mut all: String = imported.messages.iter().map(|message| shown(message, file, text)).collect();
    if imported.left_out > 0 {
        all += &report::and_more(imported.left_out, "message", "correct these first");
        all.push('\n');
    }
    all
}

/// So many characters of a line are shown before the place of a message, and from there on.
const BEFORE: usize = 60;
const AFTER: usize = 100;

/// A message with its line of the file.
fn shown(message: &Message, file: &Path, text: &str) -> String {
    let kind = match message.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (number, column) = message.place(text);
    let at = message.at.start.min(text.len());
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].split('\n').next().unwrap_or_default().trim_end_matches('\r');
    let (before, after) = line.split_at((at - start).min(line.len()));
    let skipped = before.chars().count().saturating_sub(BEFORE);
    let before: String = before.chars().skip(skipped).collect();
    let before = format!("{}{}", if skipped > 0 { "…" } else { "" }, visible(&before));
    let marked = text.get(message.at.clone()).map_or(0, |marked| marked.chars().count());
    let rest: String = after.chars().take(AFTER).collect();
    let more = if rest.len() < after.len() { "…" } else { "" };
    let marked: String = rest.chars().take(marked).collect();
    let gutter = " ".repeat(number.to_string().len());
    let mut shown = format!(
        "{kind}: {}\n{gutter}--> {}:{number}:{column}\n{gutter} |\n{number} | {before}{}{more}\n{gutter} | {}{}\n",
        visible(&message.title),
        visible(&file.display().to_string()),
        visible(&rest),
        " ".repeat(before.width()),
        "^".repeat(visible(&marked).width().max(1)),
    );
    if let Some(help) = &message.help {
        shown += &format!("help: {}\n", visible(help));
    }
    shown + "\n"
}
