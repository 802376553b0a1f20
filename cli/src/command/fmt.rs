//! `fmt`: brings files into their usual form.

use std::io::Write as _;
use std::path::Path;

use tilegame_dsl::source::{FileId, Sources};

use crate::args::Fmt;
use crate::exit::{Exit, Failure};
use crate::files::Limit;
use crate::io::Io;
use crate::{files, report};

/// Runs the command.
pub(crate) fn run(args: &Fmt, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    for path in &args.files {
        match file(path, args, io) {
            Ok(Exit::Fine) => {}
            Ok(worse) => exit = worse,
            // The other files are still looked at.
            Err(Failure::Closed) => return Err(Failure::Closed),
            Err(failure) => exit = report::failure(io, failure),
        }
    }
    Ok(exit)
}

fn file(path: &Path, args: &Fmt, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let piped = path.as_os_str() == "-";
    let shown = if piped { "the input".to_string() } else { path.display().to_string() };
    let read =
        if piped { files::text_of_input(&mut io.input, Limit::SOURCE) } else { files::rules(&io.path(path)) };
    let text = read.map_err(|refusal| Failure::Message(refusal.about(path)))?;
    let checked = if piped { "FILE" } else { &shown };
    let written = match args.edition {
        Some(_) => tilegame_dsl::parse::edition::second(&text),
        None => text.clone(),
    };
    let formatted = formatted(&shown, &written, &report::in_check(checked), io)?;
    if args.check {
        if formatted == text {
            return Ok(Exit::Fine);
        }
        writeln!(io.out, "{shown}")?;
        return Ok(Exit::Failed);
    }
    if piped {
        write!(io.out, "{formatted}")?;
    } else if formatted != text {
        files::replace(&io.path(path), formatted.as_bytes())
            .map_err(|why| Failure::Message(format!("`{shown}` {why}")))?;
    }
    Ok(Exit::Fine)
}

/// The text in its usual form. A text with errors in how it is written is refused.
fn formatted(name: &str, text: &str, rest: &str, io: &mut Io<'_>) -> Result<String, Failure> {
    let mut sources = Sources::new();
    let file: FileId = sources.add(name, text);
    let formatted = tilegame_dsl::fmt::format(text);
    let refused = match formatted {
        Err(refused) => refused,
        Ok(formatted) => {
            // Tabs are what the formatter fixes, so the result is looked at; the messages are about the text as it is.
            let (_, errors) = tilegame_dsl::parse::parse(file, &formatted);
            if errors.is_empty() {
                return Ok(formatted);
            }
            tilegame_dsl::parse::parse(file, text).1
        }
    };
    report::draw(io, &sources, &refused, Some(rest));
    Err(Failure::Message(format!("{name} has errors and was left as it is")))
}
