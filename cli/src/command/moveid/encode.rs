//! `moveid encode`: the movements of a game, or one rule, as IDs.

use std::io::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use tilegame_dsl::ir::KindId;
use tilegame_dsl::library;
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::encode::{Encoded, encode, encode_rule};

use crate::args::InGame;
use crate::command::ruling;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::load;
use crate::report::print_json;

/// The words with which a rule of a piece begins.
const MODES: [&str; 8] = ["quiet", "capture", "move", "do", "act", "threat", "cover", "id"];

#[derive(Serialize)]
struct Movement {
    piece: String,
    rule: String,
    ids: Vec<String>,
    error: Option<String>,
}

impl Movement {
    fn new(piece: &str, rule: String, ids: &Encoded<Vec<MoveId>>, short: bool) -> Movement {
        let written = |id: &MoveId| if short { id.short() } else { id.to_string() };
        let (ids, error) = match ids {
            Ok(ids) => (ids.iter().map(written).collect(), None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        Movement { piece: piece.to_owned(), rule, ids, error }
    }
}

pub(super) fn encoded(
    what: &str,
    piece: Option<&str>,
    place: &InGame,
    (short, json): (bool, bool),
    io: &mut Io<'_>,
) -> Result<Exit, Failure> {
    let is_game = load::is_path(what) || library::called(what).is_some();
    if place.game.is_none() && is_game {
        return of_game((what, piece), &place.allowed.folders, (short, json), io);
    }
    let looks_like_rule =
        place.game.is_some() || !what.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
    let line = if MODES.iter().any(|mode| what.split_whitespace().next() == Some(mode)) {
        what.to_owned()
    } else {
        format!("move {what}")
    };
    if !looks_like_rule && !ruling::is_rule(&line) {
        let message = format!("`{what}` is neither a game nor a rule; `tilegame games` lists the games");
        return Err(Failure::Message(message));
    }
    if let Some(piece) = piece {
        return Err(Failure::Usage(format!("a rule is of no piece such as `{piece}`")));
    }
    let (rules, kind) = ruling::with_line(&line, &[], place, io)?;
    let of_kind = &rules.kinds[kind.index()];
    let all: Vec<Movement> = of_kind
        .rules
        .iter()
        .map(|rule| Movement::new("", rule.text.clone(), &encode_rule(&rules, kind, rule), short))
        .collect();
    let exit = if all.iter().all(|m| m.error.is_none()) { Exit::Fine } else { Exit::Failed };
    if json {
        print_json(io, &all)?;
        return Ok(exit);
    }
    for movement in &all {
        for line in movement.ids.iter().chain(&movement.error) {
            writeln!(io.out, "{line}")?;
        }
    }
    Ok(exit)
}

fn of_game(
    (name, piece): (&str, Option<&str>),
    allowed: &[PathBuf],
    (short, json): (bool, bool),
    io: &mut Io<'_>,
) -> Result<Exit, Failure> {
    let game = load::game(io, name, allowed)?;
    let rules = game.rules();
    let is_asked_for = |kind: &tilegame_dsl::ir::Kind| {
        piece.is_none_or(|p| {
            let named = kind.name.eq_ignore_ascii_case(p) || kind.piece.eq_ignore_ascii_case(p);
            named || kind.letters.iter().any(|l| l == p)
        })
    };
    let mut all = Vec::new();
    for (index, kind) in rules.kinds.iter().enumerate().filter(|(_, k)| is_asked_for(k)) {
        for (rule, ids) in encode(rules, KindId::new(index)) {
            all.push(Movement::new(&kind.name, rule, &ids, short));
        }
    }
    if let (true, Some(piece)) = (all.is_empty(), piece) {
        let mut names: Vec<&str> = rules.kinds.iter().map(|k| k.piece.as_str()).collect();
        names.dedup();
        let message = format!("no piece `{piece}` with movements; the game has {}", names.join(", "));
        return Err(Failure::Message(message));
    }
    let exit = if all.iter().all(|m| m.error.is_none()) { Exit::Fine } else { Exit::Failed };
    if json {
        print_json(io, &all)?;
        return Ok(exit);
    }
    let mut last = "";
    for movement in &all {
        if movement.piece != last {
            writeln!(io.out, "{}", movement.piece)?;
            last = &movement.piece;
        }
        writeln!(io.out, "    {}", movement.rule)?;
        for line in movement.ids.iter().chain(&movement.error) {
            writeln!(io.out, "        {line}")?;
        }
    }
    if piece.is_none() {
        let with = all.iter().filter(|m| m.error.is_none()).count();
        writeln!(io.out, "{with} of {} movement rules have IDs", all.len())?;
    }
    Ok(exit)
}
