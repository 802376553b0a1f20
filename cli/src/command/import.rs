//! `import`: chess variants in the INI format of Fairy-Stockfish, as games.

use std::io::Write as _;
use std::path::Path;

use tilegame_import::{Message, Severity};

use crate::args::Import;
use crate::exit::{Exit, Failure};
use crate::files::{self, ENDING, Limit, Uncreated};
use crate::io::Io;

/// Runs the command.
pub(crate) fn run(args: &Import, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let text = if args.file.as_os_str() == "-" {
        files::text_of_input(&mut io.input, Limit::LIST)
    } else {
        files::text(&io.path(&args.file), Limit::LIST)
    };
    let text = text.map_err(|refusal| Failure::Message(refusal.about(&args.file)))?;
    let imported = tilegame_import::import(&text, &args.names, args.partial);
    for message in &imported.messages {
        write!(io.err, "{}", shown(message, &args.file, &text))?;
    }
    for (index, game) in imported.games.iter().enumerate() {
        match &args.output {
            None => {
                if index > 0 {
                    writeln!(io.out)?;
                }
                write!(io.out, "{}", game.text)?;
            }
            Some(folder) => {
                let file = folder.join(format!("{}{ENDING}", game.name.replace(['/', '\\'], "_")));
                let shown = file.display();
                match files::create(&io.path(&file), game.text.as_bytes()) {
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
    let failed = imported.messages.iter().any(|m| m.severity == Severity::Error);
    Ok(if failed { Exit::Failed } else { Exit::Fine })
}

/// A message with its line of the file.
pub(crate) fn shown(message: &Message, file: &Path, text: &str) -> String {
    let kind = match message.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (number, column) = message.place(text);
    let line = text.lines().nth(number - 1).unwrap_or_default();
    let marked = text.get(message.at.clone()).map_or(1, |t| t.chars().count().max(1));
    let room = line.chars().count().saturating_sub(column - 1).max(1);
    let gutter = " ".repeat(number.to_string().len());
    let mut shown = format!(
        "{kind}: {}\n{gutter}--> {}:{number}:{column}\n{gutter} |\n{number} | {line}\n{gutter} | {}{}\n",
        message.title,
        file.display(),
        " ".repeat(column - 1),
        "^".repeat(marked.min(room)),
    );
    if let Some(help) = &message.help {
        shown += &format!("help: {help}\n");
    }
    shown + "\n"
}
