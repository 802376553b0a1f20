//! Who and where, in words.

use crate::moveid::neighbour::{Neighbour, Offset, Side};

pub(super) fn who(piece: &Neighbour) -> String {
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
pub(super) fn distance(offset: &Offset) -> String {
    let (right, up) = offset.net();
    beyond((right, up, 0))
}

pub(super) fn beyond((right, forward, up): (i32, i32, i32)) -> String {
    let part = |n: i32, one: &str, other: &str| match n {
        0 => None,
        n => Some(format!("{} {}", n.abs(), if n > 0 { one } else { other })),
    };
    let parts = [
        part(forward, "forward", "back"),
        part(right, "to the right", "to the left"),
        part(up, "levels up", "levels down"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nowhere".to_owned() } else { parts.join(" and ") }
}

pub(super) fn place(offset: &Offset) -> String {
    match offset.net() {
        (0, 0) => "on its own tile".to_owned(),
        _ => format!("standing {}", distance(offset)),
    }
}
