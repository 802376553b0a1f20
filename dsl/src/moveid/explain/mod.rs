//! An ID in plain English, part by part, and a drawing of where the piece can go.
//!
//! The words are for somebody who has never seen the scheme; nothing here can be read back.

mod drawing;
mod places;
mod words;

use std::fmt::Write as _;

pub use drawing::{Tiles, diagram, leads_to};

use super::extended::{Ending, Extension, Leg, Levels, Note, Steps, Times, Way};
use super::id::MoveId;
use super::neighbour::Offset;
use places::{beyond, distance, place, who};
use words::{effects, holds};

/// Everything there is to say about an ID: sentences, those about nested IDs indented, and the drawing.
///
/// ```
/// use tilegame_dsl::moveid::{MoveId, explain::{Tiles, explain}};
/// let id: MoveId = "121234cmj000lM0r000000sr000000t00000er000000M0!".parse()?;
/// let text = explain(&id, Tiles::Squares);
/// assert!(text.starts_with("It goes 1 to the side and 2 forward or back, in 4 ways."));
/// assert!(text.contains("It jumps"));
/// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
/// ```
pub fn explain(id: &MoveId, tiles: Tiles) -> String {
    let mut text = String::new();
    let remarks = id.remarks();
    let mut open = vec![(id, 0, "")];
    let mut number = 0;
    while let Some((id, depth, title)) = open.pop() {
        let indent = "    ".repeat(depth);
        if !title.is_empty() {
            let _ = writeln!(text, "{}{title}", "    ".repeat(depth - 1));
        }
        for (_, sentence) in fields(id) {
            let _ = writeln!(text, "{indent}{sentence}.");
        }
        for remark in remarks.iter().filter(|remark| remark.place.id == number) {
            let _ = writeln!(text, "{indent}Odd: {}: {}.", remark.place.field, remark.odd.sentence());
        }
        if depth == 0 {
            text.push('\n');
            text.push_str(&diagram(id, tiles));
        }
        number += 1;
        let victims = id.en_passant.as_ref().and_then(|e| e.previous.as_deref());
        open.extend(victims.map(|n| (n, depth + 1, "The move that the victim must just have made:")));
        open.extend(id.previous.as_deref().map(|n| (n, depth + 1, "The move that must have come before:")));
    }
    text
}

/// The parts that say something, in the order of the ID, each with its name in the scheme and a sentence without full stop.
pub fn fields(id: &MoveId) -> Vec<(&'static str, String)> {
    let mut all = vec![("HV1234", way(id)), ("cm", target(id).to_owned())];
    if id.head_step() != (0, 0, 0) {
        all.push(("jn", passing(id).to_owned()));
    }
    if id.first {
        all.push(("f", "It is only for a piece that has not moved in this game".to_owned()));
    }
    if id.once {
        all.push(("o", "A piece can make it only once in a game".to_owned()));
    }
    if id.previous.is_some() {
        all.push((
            "lM",
            "The last move of this piece must have been one that the ID inside `l` gives".to_owned(),
        ));
    }
    if let Some(condition) = &id.condition {
        all.push(("r", format!("It needs {} {}", who(condition), place(&condition.at))));
    }
    if let Some(castling) = &id.castling {
        let partner = who(&castling.partner);
        let goes = match castling.goes.net() {
            (0, 0) => "stays where it is".to_owned(),
            _ => format!("goes {} at the same time", distance(&castling.goes)),
        };
        all.push(("sr", format!("It is like castling: {partner} {} {goes}", place(&castling.partner.at))));
        let needs = "The mover has not moved before, its player has not castled before and is not in check; the other \
                     piece's own way is free";
        all.push(("sr", needs.to_owned()));
        let royal = "If check is about the mover itself, it crosses no attacked tile and ends on none";
        all.push(("sr", royal.to_owned()));
        let unmoved = if castling.unmoved { "must not" } else { "may" };
        all.push(("p", format!("The other piece {unmoved} have moved before")));
    }
    if let Some(er) = &id.en_passant {
        let after = if er.previous.is_some() {
            ", if its move was the last one of all and one that the ID inside `er` gives"
        } else {
            ""
        };
        let victim = who(&er.victim);
        all.push(("er", format!("It captures in passing: {victim} {}{after}", place(&er.victim.at))));
    }
    extension(&id.extension, &mut all);
    all
}

fn extension(e: &Extension, all: &mut Vec<(&'static str, String)>) {
    if e.own_side {
        all.push(("w", "Left and right are as its owner sees them".to_owned()));
    }
    if let Some(mark) = &e.onto {
        all.push((
            "o",
            format!("The target bears the mark `{}`; the piece that left it is captured", mark.as_str()),
        ));
    }
    note(&e.start, "The tile where it stands", "Where it stands", "s", all);
    for look in &e.looks {
        all.push(("r[]", format!("The tile {} {}", beyond(look.at.net()), holds(&look.test))));
    }
    if let Some(Levels { far, up, down }) = e.levels {
        let ways: Vec<&str> = [(up, "up"), (down, "down")].into_iter().filter(|w| w.0).map(|w| w.1).collect();
        let levels = if far == 1 { "level" } else { "levels" };
        all.push(("l", format!("The step also leads {far} {levels} {}", ways.join(" or "))));
    }
    steps(&e.steps, "g", all);
    for leg in &e.route {
        match leg {
            Leg::Go { way, steps: of_leg } => {
                let goes = match way {
                    Way::Far(far) => beyond(far.net()),
                    Way::Direction(name) => format!("in the direction `{}`", name.as_str()),
                };
                all.push(("g", format!("Then it goes {goes}, reflected as the first step is")));
                steps(of_leg, "g", all);
            }
            Leg::Again { legs, times, last } => {
                all.push(("u", format!("The last {legs} of these are made {}", often(times))));
                note(last, "The last tile then", "There", "u", all);
            }
        }
    }
}

fn steps(steps: &Steps, part: &'static str, all: &mut Vec<(&'static str, String)>) {
    match steps {
        Steps::Once(on) => note(on, "The tile it reaches so", "There", part, all),
        Steps::Several { each, times, last } => {
            all.push((part, format!("It makes this step {}", often(times))));
            note(each, "Each tile it reaches so", "On each", part, all);
            note(last, "The last of these tiles", "There", part, all);
        }
    }
}

fn note(note: &Note, tile: &str, there: &str, part: &'static str, all: &mut Vec<(&'static str, String)>) {
    if !note.test.any.is_empty() {
        all.push((part, format!("{tile} {}", holds(&note.test))));
    }
    if !note.effects.is_empty() {
        all.push((part, format!("{there} it {}", effects(&note.effects))));
    }
}

fn often(Times { min, max }: &Times) -> String {
    match (min, max) {
        (0, None) => "any number of times, or not at all".to_owned(),
        (1, None) => "any number of times".to_owned(),
        (min, None) => format!("{min} times or more"),
        (min, Some(max)) if min == max => format!("{min} times"),
        (min, Some(max)) => format!("{min} to {max} times"),
    }
}

fn way(id: &MoveId) -> String {
    let images = id.images();
    let step = id.head_step();
    if images.is_empty() {
        return "It goes nowhere".to_owned();
    }
    if step == (0, 0, 0) {
        return "It begins where it stands".to_owned();
    }
    let mut ways: Vec<String> = Vec::new();
    for (x, y, _) in images.iter().map(|image| image.of(step)) {
        let way = distance(&Offset::of((x, y)));
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let plain = id.extension.sextants.is_none() && id.horizontal > 0 && id.vertical > 0;
    let way = match ways.as_slice() {
        [only] => only.clone(),
        [_, _, _, _] if plain => {
            format!("{} to the side and {} forward or back, in 4 ways", id.horizontal, id.vertical)
        }
        _ => ways.join(", or "),
    };
    let way = match id.extension.sextants {
        Some(_) => format!("{way} (on hexagons: right is `se`, left `nw`)"),
        None => way,
    };
    if id.multiple { format!("It goes {way}, any number of times") } else { format!("It goes {way}") }
}

fn target(id: &MoveId) -> &'static str {
    match (id.captures, id.moves, id.extension.ending) {
        (true, true, None) => "The target is empty, or holds an enemy, which is captured",
        (true, false, None) if id.extension.onto.is_some() => "The target is empty",
        (true, false, None) => "The target holds an enemy, which is captured",
        (false, true, None) => "The target is empty",
        (false, false, Some(Ending::Do)) => {
            "It moves to the target; what happens to others is described below"
        }
        (false, false, Some(Ending::Act)) => "It stays where it is, and acts there",
        (false, false, Some(Ending::Threat)) => "It is no move: the piece threatens what stands there",
        (false, false, Some(Ending::Zone)) => "It is no move: the tile is in a zone of the piece",
        _ => "No target is right: it is no move",
    }
}

fn passing(id: &MoveId) -> &'static str {
    let several = id.multiple || matches!(id.extension.steps, Steps::Several { .. });
    let e = &id.extension;
    let straight = id.horizontal == 0 || id.vertical == 0;
    match (id.jumps, several) {
        (true, true) => "It jumps: pieces where it could have stopped earlier don't matter",
        (false, true) => "The tiles where it could have stopped earlier must be empty",
        (true, false) => "It jumps: pieces on the way don't matter",
        (false, false) if u32::from(id.horizontal) + u32::from(id.vertical) <= 1 => "Nothing lies on the way",
        (false, false) if e.sextants.is_some() || e.levels.is_some() => "Pieces on the way don't matter",
        (false, false) if straight => "Nothing may stand on the way",
        (false, false) => "Both routes, sideways first or forward first, must be empty, corners included",
    }
}
