//! IDs as JSON.

use serde::Serialize;
use tilegame_dsl::moveid::extended::{Ending, Extension, Far, Leg, Note, Steps, Times, Way};
use tilegame_dsl::moveid::{MoveId, Neighbour, Offset, Side};

/// An ID.
#[derive(Serialize)]
pub(super) struct JsonId {
    pub(super) id: String,
    short: String,
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
    extension: Option<JsonExtension>,
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

/// Tests and effects as the ID writes them.
#[derive(Serialize)]
struct JsonExtension {
    own_side: bool,
    ending: Option<&'static str>,
    onto: Option<String>,
    start: JsonNote,
    looks: Vec<JsonLook>,
    sextants: Option<[bool; 6]>,
    levels: Option<JsonLevels>,
    steps: JsonSteps,
    route: Vec<JsonLeg>,
}

#[derive(Serialize)]
struct JsonNote {
    test: String,
    effects: Vec<String>,
}

#[derive(Serialize)]
struct JsonLook {
    test: String,
    at: JsonFar,
}

#[derive(Serialize)]
struct JsonFar {
    right: i32,
    forward: i32,
    up: i32,
}

#[derive(Serialize)]
struct JsonLevels {
    far: u16,
    up: bool,
    down: bool,
}

#[derive(Serialize)]
struct JsonSteps {
    least: u16,
    most: Option<u16>,
    each: JsonNote,
    last: JsonNote,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum JsonLeg {
    Go {
        #[serde(flatten)]
        far: Option<JsonFar>,
        direction: Option<String>,
        steps: JsonSteps,
    },
    Again {
        legs: u16,
        steps: JsonSteps,
    },
}

impl From<&MoveId> for JsonId {
    fn from(id: &MoveId) -> JsonId {
        let inside = |n: &MoveId| Box::new(JsonId::from(n));
        JsonId {
            id: id.to_string(),
            short: id.short(),
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
            extension: (!id.extension.is_empty()).then(|| JsonExtension::from(&id.extension)),
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

impl From<&Extension> for JsonExtension {
    fn from(e: &Extension) -> JsonExtension {
        let look = |look: &tilegame_dsl::moveid::extended::Look| JsonLook {
            test: look.test.to_string(),
            at: look.at.into(),
        };
        JsonExtension {
            own_side: e.own_side,
            ending: e.ending.map(|ending| match ending {
                Ending::Do => "do",
                Ending::Act => "act",
                Ending::Threat => "threat",
                Ending::Zone => "zone",
            }),
            onto: e.onto.as_ref().map(|mark| mark.as_str().to_owned()),
            start: (&e.start).into(),
            looks: e.looks.iter().map(look).collect(),
            sextants: e.sextants,
            levels: e.levels.map(|l| JsonLevels { far: l.far, up: l.up, down: l.down }),
            steps: (&e.steps).into(),
            route: e.route.iter().map(JsonLeg::from).collect(),
        }
    }
}

impl From<&Note> for JsonNote {
    fn from(note: &Note) -> JsonNote {
        JsonNote {
            test: note.test.to_string(),
            effects: note.effects.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<Far> for JsonFar {
    fn from(far: Far) -> JsonFar {
        let (right, forward, up) = far.net();
        JsonFar { right, forward, up }
    }
}

impl JsonSteps {
    fn new(times: Times, each: &Note, last: &Note) -> JsonSteps {
        JsonSteps { least: times.min, most: times.max, each: each.into(), last: last.into() }
    }
}

impl From<&Steps> for JsonSteps {
    fn from(steps: &Steps) -> JsonSteps {
        match steps {
            Steps::Once(note) => JsonSteps::new(Times { min: 1, max: Some(1) }, &Note::default(), note),
            Steps::Several { each, times, last } => JsonSteps::new(*times, each, last),
        }
    }
}

impl From<&Leg> for JsonLeg {
    fn from(leg: &Leg) -> JsonLeg {
        match leg {
            Leg::Go { way: Way::Far(far), steps } => {
                JsonLeg::Go { far: Some((*far).into()), direction: None, steps: steps.into() }
            }
            Leg::Go { way: Way::Direction(name), steps } => {
                JsonLeg::Go { far: None, direction: Some(name.as_str().to_owned()), steps: steps.into() }
            }
            Leg::Again { legs, times, last } => {
                JsonLeg::Again { legs: *legs, steps: JsonSteps::new(*times, &Note::default(), last) }
            }
        }
    }
}
