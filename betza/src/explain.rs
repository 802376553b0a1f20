//! A text in words.

use crate::directions::Direction;
use crate::parse::{Atom, LegText};
use crate::{Betza, Dialect};

/// What each term of a text means: its letters, and a sentence.
///
/// ```
/// use tilegame_betza::{Betza, Dialect, explain::explain};
/// let pawn = Betza::read("mfWcfF", Dialect::XBoard)?;
/// let said = explain(&pawn);
/// assert_eq!(said[0], ("mfW".to_owned(), "to an empty tile: one step straight (wazir); only forward".to_owned()));
/// # Ok::<(), tilegame_betza::Wrong>(())
/// ```
pub fn explain(betza: &Betza) -> Vec<(String, String)> {
    let of = |term: &crate::parse::Term| {
        let mut parts: Vec<String> = Vec::new();
        let (Some(last), many) = (term.legs.last(), term.legs.len() > 1) else { return String::new() };
        let what = match &term.atom {
            Atom::Castling(far) => {
                return format!("castling: the king goes {far} tiles towards the rook, which leaps over it");
            }
            Atom::Steps { lengths, most } => steps(lengths, *most),
        };
        if many {
            let legs: Vec<String> =
                term.legs.iter().enumerate().map(|(at, leg)| leg_words(leg, at, term.legs.len())).collect();
            parts.push(format!("{what}, in {} legs: {}", term.legs.len(), legs.join("; then ")));
        } else {
            parts.push(format!("{}{what}", modality(last)));
            parts.extend(selected(&last.directions));
            parts.extend(last.letters.iter().filter_map(|l| special(*l)).map(str::to_owned));
        }
        for (may, atom) in &term.chain {
            if let Atom::Steps { lengths, most } = atom {
                let how = if *may { "it can go on outward" } else { "it goes on outward" };
                parts.push(format!("{how}: {}", steps(lengths, *most)));
            }
        }
        if term.initial {
            parts.push(match betza.dialect() {
                Dialect::XBoard => "only while the piece has not moved".to_owned(),
                Dialect::FairyStockfish => "only from where pawns make a double step".to_owned(),
            });
        }
        parts.join("; ")
    };
    betza.terms.iter().map(|term| (betza.text[term.at.clone()].to_owned(), of(term))).collect()
}

fn modality(leg: &LegText) -> String {
    let words = [
        ('m', "to an empty tile"),
        ('c', "to capture an enemy"),
        ('d', "to capture a friend"),
        ('e', "to capture en passant"),
    ];
    let said: Vec<&str> = words.iter().filter(|(l, _)| leg.has(*l)).map(|(_, w)| *w).collect();
    if said.is_empty() { String::new() } else { format!("{}: ", said.join(" or ")) }
}

fn special(letter: char) -> Option<&'static str> {
    Some(match letter {
        'n' => "the tiles on the way must be empty",
        'p' => "over exactly one piece",
        'g' => "over exactly one piece, to the tile just behind it",
        'j' => "skips the first tile, or leaps over a piece in the middle",
        'z' => "turning a quarter to alternate sides with every step",
        'q' => "in a circle",
        't' => "but not to capture a royal piece",
        _ => return None,
    })
}

fn leg_words(leg: &LegText, number: usize, of: usize) -> String {
    let mut parts = Vec::new();
    let words = [
        ('m', "over empty tiles"),
        ('c', "capturing an enemy"),
        ('d', "capturing a friend"),
        ('p', "over a piece"),
        ('g', "over a piece, changing between slides and leaps"),
        ('y', "over empty tiles, changing between slides and leaps"),
        ('t', "the piece being a friend"),
    ];
    if number + 1 < of && !leg.letters.iter().any(|l| "mcdpgy".contains(*l)) {
        parts.push("over empty tiles".to_owned());
    }
    if number + 1 == of {
        parts.push(modality(leg).trim_end_matches(": ").to_owned());
    } else {
        parts.extend(words.iter().filter(|(l, _)| leg.has(*l)).map(|(_, w)| (*w).to_owned()));
    }
    if number == 0 {
        parts.extend(selected(&leg.directions));
    } else if leg.directions.is_empty() {
        parts.push("turning as it likes, but not straight back".to_owned());
    } else {
        parts.extend(selected(&leg.directions).map(|words| words.replace("only ", "turning ")));
    }
    parts.retain(|p| !p.is_empty());
    if parts.is_empty() { "to its end".to_owned() } else { parts.join(", ") }
}

fn steps(lengths: &[(i8, i8)], most: Option<u8>) -> String {
    let one = |(small, large): (i8, i8)| match (small, large) {
        (0, 1) => "one step straight (wazir)".to_owned(),
        (1, 1) => "one step diagonally (ferz)".to_owned(),
        (0, 2) => "a leap of two straight (dabbaba)".to_owned(),
        (1, 2) => "a knight's leap".to_owned(),
        (2, 2) => "a leap of two diagonally (alfil)".to_owned(),
        (0, 3) => "a leap of three straight (threeleaper)".to_owned(),
        (1, 3) => "a leap of three and one (camel)".to_owned(),
        (2, 3) => "a leap of three and two (zebra)".to_owned(),
        (3, 3) => "a leap of three diagonally (tripper)".to_owned(),
        (small, large) => format!("a leap of {large} and {small}"),
    };
    let name = |name: &str, far: String| format!("{name}{far}");
    match (lengths, most) {
        ([(0, 1)], None) => name("any number of steps straight (rook)", String::new()),
        ([(1, 1)], None) => name("any number of steps diagonally (bishop)", String::new()),
        ([_, _], None) => name("any number of steps straight or diagonally (queen)", String::new()),
        ([_, _], Some(1)) => "one step in any direction (king)".to_owned(),
        ([(0, 1)], Some(most)) if most > 1 => format!("up to {most} steps straight"),
        ([(1, 1)], Some(most)) if most > 1 => format!("up to {most} steps diagonally"),
        ([_, _], Some(most)) => format!("up to {most} steps straight or diagonally"),
        ([length], None) => format!("any number of leaps in one direction, each {}", one(*length)),
        ([length], Some(most)) if most > 1 => {
            format!("up to {most} leaps in one direction, each {}", one(*length))
        }
        ([length], _) => one(*length),
        _ => String::new(),
    }
}

fn selected(directions: &[Direction]) -> Option<String> {
    let word = |letter: char| match letter {
        'f' => "forward",
        'b' => "back",
        'l' => "left",
        'r' => "right",
        'v' => "forward or back",
        's' => "to the sides",
        _ => "half",
    };
    let one = |[one, other]: &Direction| match (*one, *other) {
        (one, other) if one == other => word(one).to_owned(),
        ('h', hand @ ('l' | 'r')) => {
            format!("the four that a quarter turn exchanges, beginning {}", word(hand))
        }
        (half, 'h') => format!("the half {}", word(half)),
        (one, other) => format!("{} and {}", word(one), word(other)),
    };
    let all: Vec<String> = directions.iter().map(one).collect();
    (!all.is_empty()).then(|| format!("only {}", all.join(", ")))
}
