//! `moveid`: move-IDs read, explained, checked and compared, and movements written as such.

mod decode;
mod encode;
mod json;
mod library;
mod same;
mod wrong;

use crate::args::{ManyIds, Moveid, MoveidAction};
use crate::exit::{Exit, Failure};
use crate::files::{self, Limit};
use crate::io::Io;

/// Runs the command.
pub(crate) fn run(args: &Moveid, io: &mut Io<'_>) -> Result<Exit, Failure> {
    match &args.action {
        MoveidAction::Decode { id, place, json } => decode::decode(&id.id, place, *json, io),
        MoveidAction::Explain { id, hex, json } => decode::explained(&id.id, *hex, *json, io),
        MoveidAction::Encode { what, piece, place, short, json } => {
            encode::encoded(what, piece.as_deref(), place, (*short, *json), io)
        }
        MoveidAction::Check { ids, json } => same::check(&all(ids, io)?, *json, io),
        MoveidAction::Normal { ids, short, json } => same::normal(&all(ids, io)?, (*short, *json), io),
        MoveidAction::Same { one, other, json } => same::same(one, other, *json, io),
        MoveidAction::Find { id, games, allowed, json } => {
            library::find(&id.id, games, &allowed.folders, *json, io)
        }
        MoveidAction::Coverage { games, except, allowed, without, json } => {
            library::coverage((games, except), &allowed.folders, (*without, *json), io)
        }
    }
}

/// The IDs of the arguments and those in the file.
fn all(ids: &ManyIds, io: &mut Io<'_>) -> Result<Vec<String>, Failure> {
    let mut all = ids.ids.clone();
    if let Some(file) = &ids.file {
        let read = if file.as_os_str() == "-" {
            files::text_of_input(&mut io.input, Limit::LIST)
        } else {
            files::text(&io.path(file), Limit::LIST)
        };
        let text = read.map_err(|refusal| Failure::Message(refusal.about(file)))?;
        all.extend(text.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned));
    }
    Ok(all)
}
