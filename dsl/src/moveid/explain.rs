//! An ID in plain English, part by part, and a drawing of where the piece can go.
//!
//! The words are for somebody who has never seen the scheme; nothing here can be read back.

use std::fmt::Write as _;

use super::{MoveId, Neighbour, Offset, Side};

/// The drawing reaches at most so far in every direction.
const FARTHEST: i32 = 7;

/// Everything there is to say about an ID: sentences, those about nested IDs indented, and the drawing.
///
/// ```
/// use tilegame_dsl::moveid::{MoveId, explain::explain};
/// let id: MoveId = "121234cmj000lM0r000000sr000000t00000er000000M0!".parse()?;
/// let text = explain(&id);
/// assert!(text.starts_with("It goes 1 to the side and 2 forward or back, in 4 ways."));
/// assert!(text.contains("It jumps"));
/// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
/// ```
pub fn explain(id: &MoveId) -> String {
    let mut text = String::new();
    let mut open = vec![(id, 0, "")];
    while let Some((id, depth, title)) = open.pop() {
        let indent = "    ".repeat(depth);
        if !title.is_empty() {
            let _ = writeln!(text, "{}{title}", "    ".repeat(depth - 1));
        }
        for (_, sentence) in fields(id) {
            let _ = writeln!(text, "{indent}{sentence}.");
        }
        for remark in id.normal_remarks() {
            let _ = writeln!(text, "{indent}Odd: {remark}.");
        }
        if depth == 0 {
            text.push('\n');
            text.push_str(&diagram(id));
        }
        let victims = id.en_passant.as_ref().and_then(|e| e.previous.as_deref());
        open.extend(victims.map(|n| (n, depth + 1, "The move that the victim must just have made:")));
        open.extend(id.previous.as_deref().map(|n| (n, depth + 1, "The move that must have come before:")));
    }
    text
}

/// The parts that say something, in the order of the ID, each with its name in the scheme and a sentence without full stop.
pub fn fields(id: &MoveId) -> Vec<(&'static str, String)> {
    let mut all = vec![("HV1234", way(id)), ("cm", target(id).to_owned()), ("jn", passing(id).to_owned())];
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
        all.push(("sr", "The mover has not moved before, is not attacked, crosses no attacked tile and ends on none; the way of the other piece is free".to_owned()));
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
        all.push(("er", format!("It takes in passing: {victim} {}{after}", place(&er.victim.at))));
    }
    all
}

impl MoveId {
    /// What is odd about it alone.
    fn normal_remarks(&self) -> Vec<&'static str> {
        let mut alone = self.clone();
        alone.take_nested();
        alone.remarks().into_iter().map(|r| r.sentence()).collect()
    }
}

fn way(id: &MoveId) -> String {
    let steps = id.steps();
    if steps.is_empty() {
        return "It goes nowhere".to_owned();
    }
    let ways: Vec<String> = steps.iter().map(|s| distance(&Offset::of(*s))).collect();
    let way = if let [only] = ways.as_slice() {
        only.clone()
    } else if steps.len() == 4 {
        format!("{} to the side and {} forward or back, in 4 ways", id.horizontal, id.vertical)
    } else {
        ways.join(", or ")
    };
    if id.multiple { format!("It goes {way}, any number of times") } else { format!("It goes {way}") }
}

fn target(id: &MoveId) -> &'static str {
    let needs_empty = id.castling.is_some() || id.en_passant.is_some();
    match (id.captures && !needs_empty, id.moves) {
        (true, true) => "The target is empty, or holds an enemy, which is taken",
        (true, false) => "The target holds an enemy, which is taken",
        (false, true) => "The target is empty",
        (false, false) => "No target is right: it is no move",
    }
}

fn passing(id: &MoveId) -> &'static str {
    let straight = id.horizontal == 0 || id.vertical == 0;
    match (id.jumps, id.multiple) {
        (true, true) => "It jumps: pieces where it could have ended on the way are no matter",
        (false, true) => "Where it could have ended on the way, nothing may stand",
        (true, false) => "It jumps: pieces on the way are no matter",
        (false, false) if u32::from(id.horizontal) + u32::from(id.vertical) <= 1 => "Nothing lies on the way",
        (false, false) if straight => "Nothing may stand on the way",
        (false, false) => {
            "Nothing may stand on either way around, sideways first or forward first, corners included"
        }
    }
}

fn who(piece: &Neighbour) -> String {
    match (piece.side, piece.letter) {
        (Side::Any, None) => "any piece".to_owned(),
        (Side::Any, Some(letter)) => format!("a piece `{letter}` of either side"),
        (Side::Friend, None) => "a piece of its own side".to_owned(),
        (Side::Friend, Some(letter)) => format!("a piece `{letter}` of its own side"),
        (Side::Enemy, None) => "an enemy".to_owned(),
        (Side::Enemy, Some(letter)) => format!("an enemy `{letter}`"),
    }
}

/// `2 forward and 1 to the right`.
fn distance(offset: &Offset) -> String {
    let (right, up) = offset.net();
    let part = |n: i32, one: &str, other: &str| match n {
        0 => None,
        n => Some(format!("{} {}", n.abs(), if n > 0 { one } else { other })),
    };
    let parts = [part(up, "forward", "back"), part(right, "to the right", "to the left")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nowhere".to_owned() } else { parts.join(" and ") }
}

fn place(offset: &Offset) -> String {
    match offset.net() {
        (0, 0) => "on its own tile".to_owned(),
        _ => format!("standing {}", distance(offset)),
    }
}

/// A drawing of where the piece can go, forward up: `@` the piece, `x` takes or goes, `o` only goes, `+` only takes, `P` the
/// partner, `p` where it goes, `V` the victim, `C` the piece of the condition.
///
/// ```
/// use tilegame_dsl::moveid::{MoveId, explain::diagram};
/// let id: MoveId = "0110000m0000lM0r000000sr000000t00000er000000M0!".parse()?;
/// assert_eq!(diagram(&id), "    . o .\n    . @ .\n    . . .\n    o goes to, if empty\n");
/// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
/// ```
pub fn diagram(id: &MoveId) -> String {
    let mut signs: Vec<((i32, i32), char)> = Vec::new();
    let needs_empty = id.castling.is_some() || id.en_passant.is_some();
    let target = match (id.captures && !needs_empty, id.moves) {
        (true, true) => 'x',
        (true, false) => '+',
        (false, true) => 'o',
        (false, false) => '.',
    };
    for (dx, dy) in id.steps() {
        let times = if id.multiple { FARTHEST } else { 1 };
        signs.extend((1..=times).map(|k| ((dx * k, dy * k), target)));
    }
    if let Some(condition) = &id.condition {
        signs.push((condition.at.net(), 'C'));
    }
    if let Some(castling) = &id.castling {
        let (at, goes) = (castling.partner.at.net(), castling.goes.net());
        signs.push(((at.0 + goes.0, at.1 + goes.1), 'p'));
        signs.push((at, 'P'));
    }
    if let Some(er) = &id.en_passant {
        signs.push((er.victim.at.net(), 'V'));
    }
    signs.push(((0, 0), '@'));
    let near = |n: &i32| n.abs() <= FARTHEST;
    let shown = signs.iter().filter(|((x, y), _)| near(x) && near(y));
    let size = shown.flat_map(|((x, y), _)| [x.abs(), y.abs()]).max().unwrap_or(0).max(1);
    let mut text = String::new();
    for y in (-size..=size).rev() {
        let sign = |x| signs.iter().rev().find(|(at, _)| *at == (x, y)).map_or('.', |(_, sign)| *sign);
        let row: Vec<String> = (-size..=size).map(|x| sign(x).to_string()).collect();
        let _ = writeln!(text, "    {}", row.join(" "));
    }
    let legend = [
        ('x', "goes to or takes on"),
        ('o', "goes to, if empty"),
        ('+', "takes on"),
        ('P', "the partner"),
        ('p', "where the partner goes"),
        ('V', "the victim"),
        ('C', "the piece of the condition"),
    ];
    for (sign, what) in legend.iter().filter(|(sign, _)| signs.iter().any(|(_, s)| s == sign)) {
        let _ = writeln!(text, "    {sign} {what}");
    }
    let beyond = signs.iter().any(|((x, y), _)| !near(x) || !near(y)) && !id.multiple;
    if beyond {
        let _ = writeln!(text, "    some of it lies outside this drawing");
    }
    if id.multiple {
        let _ = writeln!(text, "    and so on");
    }
    text
}
