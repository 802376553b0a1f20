//! Tables and certificates as files, and what they are checked for.

use std::path::Path;

use sha2::{Digest as _, Sha256};
use tilegame_dsl::ir::print;
use tilegame_runtime::Game;
use tilegame_solve::certificate::Certificate;
use tilegame_solve::tables::{BadTable, BadValue, RulesHash, Table};

use super::progress::Progress;
use super::told;
use crate::args::Solve;
use crate::exit::{Exit, Failure};
use crate::files::{self, Limit};
use crate::io::{Flag, Io};

/// What identifies rules: SHA-256 of what they mean, so that comments and the order of lines make no difference.
fn hash(game: &Game) -> RulesHash {
    Sha256::digest(print::print(game.rules())).into()
}

/// The same as a text.
fn digits(game: &Game) -> String {
    hash(game).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes certificates to the file that the arguments name, if they do.
pub(super) fn certificates(
    args: &Solve,
    io: &Io<'_>,
    game: &Game,
    certificates: Vec<Certificate>,
) -> Result<(), Failure> {
    let Some(file) = &args.output else { return Ok(()) };
    let rules = digits(game);
    let texts = certificates.into_iter().map(|mut certificate| {
        certificate.rules.clone_from(&rules);
        certificate.write()
    });
    replace(io, file, texts.collect::<String>().as_bytes())
}

/// Writes a table to the file that the arguments name, if they do.
pub(super) fn keep_table(args: &Solve, io: &Io<'_>, table: &Table) -> Result<(), Failure> {
    let Some(file) = &args.output else { return Ok(()) };
    let bytes = table.write(&hash(table.game())).map_err(|why| about(file, &why.to_string()))?;
    replace(io, file, &bytes)
}

fn replace(io: &Io<'_>, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::replace(&io.path(file), bytes).map_err(|why| about(file, &why))
}

/// A sentence about a file.
fn about(file: &Path, what: &str) -> Failure {
    Failure::Message(format!("`{}` {what}", file.display()))
}

/// The bytes of a file that may be a table.
fn bytes(io: &Io<'_>, file: &Path) -> Result<Vec<u8>, Failure> {
    let opened = files::open(&io.path(file));
    let read = opened.and_then(|(opened, metadata)| files::contents(&opened, &metadata, Limit::TABLE));
    read.map_err(|refusal| Failure::Message(refusal.about(file)))
}

/// A table of the game out of a file.
pub(crate) fn table(io: &Io<'_>, game: &Game, file: &Path) -> Result<Table, Failure> {
    read(game, file, &bytes(io, file)?)
}

fn read(game: &Game, file: &Path, bytes: &[u8]) -> Result<Table, Failure> {
    Table::read(game, bytes, &hash(game)).map_err(|why| match why {
        BadTable::OtherRules(name) if name == game.rules().name => about(
            file,
            &format!("is a table of other rules that are also called `{name}`: these have changed"),
        ),
        other => about(file, &other.to_string()),
    })
}

/// Sees whether what a file says is so.
pub(super) fn check(
    args: &Solve,
    io: &mut Io<'_>,
    game: &Game,
    file: &Path,
    stop: &Flag,
) -> Result<Exit, Failure> {
    let bytes = bytes(io, file)?;
    if Table::is_one(&bytes) {
        return check_table(args, io, &read(game, file, &bytes)?, stop);
    }
    let text = std::str::from_utf8(&bytes).ok().filter(|text| Certificate::is_one(text));
    let text = text.ok_or_else(|| about(file, "is neither a table nor a certificate"))?;
    let all = Certificate::read(text).map_err(|error| about(file, &format!("is no certificate: {error}")))?;
    let mut found = Vec::new();
    for certificate in &all {
        if certificate.rules != digits(game) {
            return Err(about(
                file,
                &format!("is a certificate of other rules, called `{}`", certificate.game),
            ));
        }
        let checked = certificate.check(game);
        let checked = checked
            .map_err(|flaw| about(file, &format!("does not show that {}: {flaw}", certificate.claim())))?;
        found.push((certificate, checked));
    }
    told::print_checked(args, io, &found)?;
    Ok(Exit::Fine)
}

fn check_table(args: &Solve, io: &mut Io<'_>, table: &Table, stop: &Flag) -> Result<Exit, Failure> {
    let mut progress = Progress::new(io.err.is_terminal);
    let checked = table.check(&mut |now| {
        progress.show(now);
        !stop.is_up()
    });
    progress.finish();
    match checked {
        Ok(_) => told::print_counts(args, io, table.game(), table).map(|()| Exit::Fine),
        Err(BadValue::Stopped) => Err(Failure::Stopped(stop.exit())),
        Err(wrong) => Err(Failure::Message(format!("the table is wrong: {wrong}"))),
    }
}
