//! `moveid decode` and `moveid explain`.

use std::io::Write as _;

use serde::Serialize;
use tilegame_dsl::ir::print;
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::explain::{Tiles, diagram, explain, fields};

use super::json::JsonId;
use super::wrong::read;
use crate::args::InGame;
use crate::command::ruling;
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::report::print_json;

#[derive(Serialize)]
struct Decoded {
    #[serde(flatten)]
    id: JsonId,
    rule: Vec<String>,
}

pub(super) fn decode(text: &str, place: &InGame, json: bool, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let (id, _) = read(text)?;
    let rule = rule(&id, place, io)?;
    if json {
        print_json(io, &Decoded { id: JsonId::from(&id), rule })?;
        return Ok(Exit::Fine);
    }
    for (field, sentence) in fields(&id) {
        writeln!(io.out, "{field:<7} {sentence}")?;
    }
    for rule in rule {
        writeln!(io.out, "rule    {rule}")?;
    }
    Ok(Exit::Fine)
}

/// The rule that an ID is, in a game or on a large board with a piece for every letter. Names are those of a game, so an ID
/// that has some is a rule only there.
fn rule(id: &MoveId, place: &InGame, io: &mut Io<'_>) -> Result<Vec<String>, Failure> {
    if id.is_dead() || place.game.is_none() && id.extension.has_names() {
        return Ok(Vec::new());
    }
    let zone = if id.extension.ending == Some(tilegame_dsl::moveid::extended::Ending::Zone) {
        " as zone"
    } else {
        ""
    };
    let (mut rules, kind) =
        ruling::with_line(&format!("id \"{id}\"{zone}"), &ruling::letters(id), place, io)?;
    if place.game.is_none() {
        for kind in rules.kinds.iter_mut().filter(|kind| kind.letter.chars().count() == 1) {
            kind.name = kind.letter.clone();
        }
    }
    Ok(rules.kinds[kind.index()].rules.iter().map(|r| print::rule(&rules, r)).collect())
}

#[derive(Serialize)]
struct Explained {
    id: String,
    fields: Vec<Field>,
    remarks: Vec<String>,
    text: String,
    diagram: String,
}

#[derive(Serialize)]
struct Field {
    field: &'static str,
    sentence: String,
}

pub(super) fn explained(text: &str, hex: bool, json: bool, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let (id, _) = read(text)?;
    let tiles = if hex { Tiles::Hexagons } else { Tiles::Squares };
    let text = explain(&id, tiles);
    if !json {
        write!(io.out, "{text}")?;
        return Ok(Exit::Fine);
    }
    let fields = fields(&id).into_iter().map(|(field, sentence)| Field { field, sentence }).collect();
    let remarks = id.remarks().iter().map(|r| format!("{}: {}", r.place.field, r.odd.sentence())).collect();
    print_json(io, &Explained { id: id.to_string(), fields, remarks, text, diagram: diagram(&id, tiles) })?;
    Ok(Exit::Fine)
}
