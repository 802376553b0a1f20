//! `moveid find` and `moveid coverage`: IDs of all games.

use std::io::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use tilegame_dsl::ir::KindId;
use tilegame_dsl::library;
use tilegame_dsl::moveid::encode::encode;

use super::wrong::read;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::report::print_json;

/// The games that are asked about.
fn chosen(games: &[String], except: &[String]) -> Result<Vec<String>, Failure> {
    let known = |name: &String| library::called(name).is_some();
    if let Some(unknown) = except.iter().find(|name| !known(name) && !games.contains(name)) {
        return Err(Failure::Message(format!("no game is named `{unknown}`; `tilegame games` lists them")));
    }
    let all: Vec<String> = if games.is_empty() {
        library::GAMES.iter().map(|(name, _)| name.to_string()).collect()
    } else {
        games.to_vec()
    };
    Ok(all.into_iter().filter(|name| !except.contains(name)).collect())
}

#[derive(Serialize)]
struct Found {
    game: String,
    piece: String,
    rule: String,
}

pub(super) fn find(
    text: &str,
    games: &[String],
    allowed: &[PathBuf],
    json: bool,
    io: &mut Io<'_>,
) -> Result<Exit, Failure> {
    let (wanted, _) = read(text)?;
    let wanted = wanted.normal();
    let mut found = Vec::new();
    for name in chosen(games, &[])? {
        let game = load::game(io, &name, allowed)?;
        let rules = game.rules();
        for (index, kind) in rules.kinds.iter().enumerate() {
            for (rule, ids) in encode(rules, KindId::new(index)) {
                if ids.is_ok_and(|ids| ids.iter().any(|id| id.normal() == wanted)) {
                    found.push(Found { game: name.clone(), piece: kind.name.clone(), rule });
                }
            }
        }
    }
    let exit = if found.is_empty() { Exit::Failed } else { Exit::Fine };
    if json {
        print_json(io, &found)?;
        return Ok(exit);
    }
    if found.is_empty() {
        writeln!(io.out, "no piece has this movement: {}", wanted.short())?;
    }
    let width = |part: fn(&Found) -> &str| found.iter().map(|f| part(f).chars().count()).max().unwrap_or(0);
    let (games, pieces) = (width(|f| &f.game), width(|f| &f.piece));
    for Found { game, piece, rule } in &found {
        writeln!(io.out, "{game:<games$}  {piece:<pieces$}  {rule}")?;
    }
    Ok(exit)
}

#[derive(Serialize)]
struct Covered {
    game: String,
    rules: usize,
    /// With IDs of the scheme alone.
    plain: usize,
    /// With IDs of the extended form.
    extended: usize,
    without: Vec<Without>,
}

#[derive(Serialize)]
struct Without {
    piece: String,
    rule: String,
    error: String,
}

pub(super) fn coverage(
    (games, except): (&[String], &[String]),
    allowed: &[PathBuf],
    (without, json): (bool, bool),
    io: &mut Io<'_>,
) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for name in chosen(games, except)? {
        let game = load::game(io, &name, allowed)?;
        let rules = game.rules();
        let mut covered = Covered { game: name, rules: 0, plain: 0, extended: 0, without: Vec::new() };
        for (index, kind) in rules.kinds.iter().enumerate() {
            for (rule, ids) in encode(rules, KindId::new(index)) {
                covered.rules += 1;
                match ids {
                    Ok(ids) if ids.iter().all(|id| id.extension.is_empty()) => covered.plain += 1,
                    Ok(_) => covered.extended += 1,
                    Err(error) => {
                        covered.without.push(Without {
                            piece: kind.name.clone(),
                            rule,
                            error: error.to_string(),
                        });
                    }
                }
            }
        }
        all.push(covered);
    }
    if json {
        print_json(io, &all)?;
        return Ok(Exit::Fine);
    }
    let width = all.iter().map(|c| c.game.chars().count()).max().unwrap_or(0).max("all".len());
    let mut line = |name: &str, [rules, plain, extended]: [usize; 3]| {
        let share = if rules == 0 { 100.0 } else { 100.0 * (plain + extended) as f64 / rules as f64 };
        let text = format!(
            "{name:<width$}  {rules:>5} rules  {plain:>5} plain  {extended:>5} extended  {share:>5.1} %"
        );
        writeln!(io.out, "{text}")
    };
    for covered in &all {
        line(&covered.game, [covered.rules, covered.plain, covered.extended])?;
    }
    let sum = |part: fn(&Covered) -> usize| all.iter().map(part).sum::<usize>();
    line("all", [sum(|c| c.rules), sum(|c| c.plain), sum(|c| c.extended)])?;
    if without {
        for covered in &all {
            for Without { piece, rule, error } in &covered.without {
                writeln!(io.out, "{} {piece}: {rule}: {error}", covered.game)?;
            }
        }
    }
    Ok(Exit::Fine)
}
