//! A piece in the middle of an empty board, and where it goes.

use std::collections::BTreeMap;

use tilegame_betza::{Mode, Move, On};

/// How far the drawing reaches on each side.
const REACH: i32 = 4;

/// `o` where the piece can go, `x` where it can capture, `*` where it can do both. Moves over pieces are not drawn: the board is empty.
pub(super) fn drawn(moves: &[Move]) -> String {
    let mut tiles: BTreeMap<(i32, i32), (bool, bool)> = BTreeMap::new();
    let mut hidden = false;
    for made in moves {
        if made.legs.iter().any(|leg| !matches!(leg.on, On::Empty | On::Any)) {
            hidden = true;
            continue;
        }
        for tile in ends(made) {
            let entry = tiles.entry(tile).or_default();
            entry.0 |= made.mode == Mode::Quiet;
            entry.1 |= made.mode == Mode::Capture;
        }
    }
    let mut text = String::new();
    for rank in (-REACH..=REACH).rev() {
        let row: Vec<&str> = (-REACH..=REACH)
            .map(|file| match (file, rank, tiles.get(&(file, rank))) {
                (0, 0, _) => "@",
                (_, _, Some((true, true))) => "*",
                (_, _, Some((true, false))) => "o",
                (_, _, Some((false, true))) => "x",
                _ => ".",
            })
            .collect();
        text.push_str(&row.join(" "));
        text.push('\n');
    }
    text.push_str("o moves, x captures, * both\n");
    if hidden {
        text.push_str("Moves over other pieces are not drawn.\n");
    }
    text
}

/// Where a move can end.
fn ends(made: &Move) -> Vec<(i32, i32)> {
    let mut open = vec![(0, 0)];
    for leg in &made.legs {
        let mut next = Vec::new();
        for start in open {
            let mut at: (i32, i32) = start;
            let most = leg.most.map_or(2 * REACH, i32::from).min(2 * REACH);
            for round in 0..=most {
                if round >= i32::from(leg.least) {
                    next.push(at);
                }
                for step in &leg.steps {
                    at = (at.0 + i32::from(step.right), at.1 + i32::from(step.forward));
                }
            }
        }
        open = next;
    }
    open
}
