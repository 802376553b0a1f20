//! `moveid`: move-IDs read, explained, checked, and movements written as such.

use std::io::Write as _;
use std::path::Path;

use serde::Serialize;
use tilegame_dsl::ir::{KindId, print};
use tilegame_dsl::moveid::encode::encode;
use tilegame_dsl::moveid::explain::{diagram, explain, fields};
use tilegame_dsl::moveid::{MoveId, Neighbour, Offset, ParseError, Side};
use tilegame_dsl::source::Sources;

use super::print_json;
use crate::args::{Moveid, MoveidAction, OneId, WhichGame};
use crate::exit::{Exit, Failure};
use crate::files::{self, Limit};
use crate::io::Io;
use crate::load;
use crate::report::visible;

/// The board on which a rule is shown: large enough for every single digit.
const SIDE: usize = 24;

/// Runs the command.
pub(crate) fn run(args: &Moveid, io: &mut Io<'_>) -> Result<Exit, Failure> {
    match &args.action {
        MoveidAction::Decode(one) => decode(one, io),
        MoveidAction::Explain(one) => explained(one, io),
        MoveidAction::Encode { game, piece, json } => encoded(game, piece.as_deref(), *json, io),
        MoveidAction::Check { ids, file, lenient, json } => {
            let mut ids = ids.clone();
            if let Some(file) = file {
                let text = list(io, file)?;
                ids.extend(text.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned));
            }
            check(&ids, *lenient, *json, io)
        }
    }
}

/// The text of a list of IDs.
fn list(io: &mut Io<'_>, file: &Path) -> Result<String, Failure> {
    let read = if file.as_os_str() == "-" {
        files::text_of_input(&mut io.input, Limit::LIST)
    } else {
        files::text(&io.path(file), Limit::LIST)
    };
    read.map_err(|refusal| Failure::Message(refusal.about(file)))
}

fn read(text: &str, lenient: bool) -> Result<MoveId, ParseError> {
    if lenient { MoveId::parse_lenient(text) } else { text.parse() }
}

fn read_one(one: &OneId) -> Result<MoveId, Failure> {
    read(&one.id, one.lenient).map_err(|e| Failure::Message(format!("this is not a move-ID: {e}")))
}

/// An ID as JSON.
#[derive(Serialize)]
struct JsonId {
    id: String,
    horizontal: u16,
    vertical: u16,
    quadrants: [bool; 4],
    captures: bool,
    moves: bool,
    jumps: bool,
    multiple: bool,
    first: bool,
    once: bool,
    previous: Option<Box<JsonId>>,
    condition: Option<JsonNeighbour>,
    castling: Option<JsonCastling>,
    en_passant: Option<JsonEnPassant>,
}

#[derive(Serialize)]
struct JsonNeighbour {
    side: &'static str,
    letter: Option<char>,
    at: JsonOffset,
}

#[derive(Serialize)]
struct JsonOffset {
    up: u16,
    down: u16,
    left: u16,
    right: u16,
}

#[derive(Serialize)]
struct JsonCastling {
    partner: JsonNeighbour,
    goes: JsonOffset,
    unmoved: bool,
}

#[derive(Serialize)]
struct JsonEnPassant {
    victim: JsonNeighbour,
    previous: Option<Box<JsonId>>,
}

impl From<&MoveId> for JsonId {
    fn from(id: &MoveId) -> JsonId {
        let inside = |n: &MoveId| Box::new(JsonId::from(n));
        JsonId {
            id: id.to_string(),
            horizontal: id.horizontal,
            vertical: id.vertical,
            quadrants: id.quadrants,
            captures: id.captures,
            moves: id.moves,
            jumps: id.jumps,
            multiple: id.multiple,
            first: id.first,
            once: id.once,
            previous: id.previous.as_deref().map(inside),
            condition: id.condition.map(JsonNeighbour::from),
            castling: id.castling.map(|c| JsonCastling {
                partner: c.partner.into(),
                goes: c.goes.into(),
                unmoved: c.unmoved,
            }),
            en_passant: id.en_passant.as_ref().map(|e| JsonEnPassant {
                victim: e.victim.into(),
                previous: e.previous.as_deref().map(inside),
            }),
        }
    }
}

impl From<Neighbour> for JsonNeighbour {
    fn from(n: Neighbour) -> JsonNeighbour {
        let side = match n.side {
            Side::Any => "any",
            Side::Friend => "friend",
            Side::Enemy => "enemy",
        };
        JsonNeighbour { side, letter: n.letter, at: n.at.into() }
    }
}

impl From<Offset> for JsonOffset {
    fn from(Offset { up, down, left, right }: Offset) -> JsonOffset {
        JsonOffset { up, down, left, right }
    }
}

#[derive(Serialize)]
struct Decoded {
    #[serde(flatten)]
    id: JsonId,
    rule: Vec<String>,
}

fn decode(one: &OneId, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let id = read_one(one)?;
    let rule = rule(&id);
    if one.json {
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

/// The rule that an ID is, on a large board with a piece for every letter.
fn rule(id: &MoveId) -> Vec<String> {
    let mut letters = Vec::new();
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let pieces = [
            id.condition.and_then(|c| c.letter),
            id.castling.and_then(|c| c.partner.letter),
            id.en_passant.as_ref().and_then(|e| e.victim.letter),
        ];
        letters.extend(pieces.into_iter().flatten().flat_map(char::to_uppercase));
        open.extend(id.nested());
    }
    letters.sort();
    letters.dedup();
    let small = |c: &char| c.to_lowercase().collect::<String>();
    // Two letters, so that it can't be any that an ID names.
    let mut text = format!(
        "game \"Shown\"\nboard\n    grid {SIDE} x {SIDE}\nplayers\n    First \"w\"\n    Second \"b\" mirrored\n\
         piece Mover \"MM\" \"mm\"\n    id \"{id}\"\n"
    );
    for letter in &letters {
        text += &format!("piece Piece_{} \"{letter}\" \"{}\"\n    move n\n", *letter as u32, small(letter));
    }
    let empty = vec![SIDE.to_string(); SIDE].join("/");
    text += &format!("setup \"{empty} w\"\n");
    let mut sources = Sources::new();
    sources.add("shown.tg", text);
    let Some(mut rules) = tilegame_dsl::load(&mut sources, "shown.tg", &mut |_| None).rules else {
        return Vec::new();
    };
    for kind in &mut rules.kinds {
        if kind.letter.chars().count() == 1 {
            kind.name = kind.letter.clone();
        }
    }
    rules.kinds[0].rules.iter().map(|r| print::rule(&rules, r)).collect()
}

#[derive(Serialize)]
struct Explained {
    id: String,
    fields: Vec<Field>,
    text: String,
    diagram: String,
}

#[derive(Serialize)]
struct Field {
    field: &'static str,
    sentence: String,
}

fn explained(one: &OneId, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let id = read_one(one)?;
    let text = explain(&id);
    if !one.json {
        write!(io.out, "{text}")?;
        return Ok(Exit::Fine);
    }
    let fields = fields(&id).into_iter().map(|(field, sentence)| Field { field, sentence }).collect();
    print_json(io, &Explained { id: id.to_string(), fields, text, diagram: diagram(&id) })?;
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Movement {
    piece: String,
    rule: String,
    ids: Vec<String>,
    error: Option<String>,
}

fn encoded(game: &WhichGame, piece: Option<&str>, json: bool, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, game)?;
    let rules = game.rules();
    let is_asked_for = |kind: &tilegame_dsl::ir::Kind| {
        piece.is_none_or(|p| kind.name.eq_ignore_ascii_case(p) || kind.letters.iter().any(|l| l == p))
    };
    let mut all = Vec::new();
    for (index, kind) in rules.kinds.iter().enumerate().filter(|(_, k)| is_asked_for(k)) {
        for (rule, ids) in encode(rules, KindId::new(index)) {
            let (ids, error) = match ids {
                Ok(ids) => (ids.iter().map(ToString::to_string).collect(), None),
                Err(error) => (Vec::new(), Some(error.to_string())),
            };
            all.push(Movement { piece: kind.name.clone(), rule, ids, error });
        }
    }
    if let (true, Some(piece)) = (all.is_empty(), piece) {
        let names: Vec<&str> = rules.kinds.iter().map(|k| k.name.as_str()).collect();
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
        for id in &movement.ids {
            writeln!(io.out, "        {id}")?;
        }
        if let Some(error) = &movement.error {
            writeln!(io.out, "        {error}")?;
        }
    }
    Ok(exit)
}

#[derive(Serialize)]
struct Verdict {
    id: String,
    fine: bool,
    error: Option<String>,
    at: Option<usize>,
    remarks: Vec<&'static str>,
}

fn check(ids: &[String], lenient: bool, json: bool, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let mut verdicts = Vec::new();
    for text in ids {
        let (error, remarks) = match read(text, lenient) {
            Ok(id) => (None, id.remarks().into_iter().map(|r| r.sentence()).collect()),
            Err(error) => (Some(error), Vec::new()),
        };
        let at = error.as_ref().map(|e| e.at);
        let (fine, error) = (error.is_none(), error.map(|e| e.to_string()));
        verdicts.push(Verdict { id: text.clone(), fine, error, at, remarks });
    }
    let exit = if verdicts.iter().all(|v| v.fine) { Exit::Fine } else { Exit::Failed };
    if json {
        print_json(io, &verdicts)?;
        return Ok(exit);
    }
    for verdict in &verdicts {
        let id = visible(&verdict.id);
        match (&verdict.error, verdict.remarks.as_slice()) {
            (Some(error), _) => writeln!(io.out, "wrong  {id}: {}", visible(error))?,
            (None, []) => writeln!(io.out, "fine   {id}")?,
            (None, remarks) => writeln!(io.out, "odd    {id}: {}", remarks.join("; "))?,
        }
    }
    Ok(exit)
}
