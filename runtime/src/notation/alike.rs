//! What makes moves different that would be written alike.
//!
//! Origin, target and promotion tell the moves of most games apart, but not of all: a piece may reach a tile in two ways
//! that take different pieces, or act on it without going there. A piece that stays gets `/stay` behind it. Such moves as are
//! still alike get the tiles of what they take behind them, `a1c5/b2/d4`, and the label by which the rules tell them apart, `a1c5/leap`; where
//! even these are alike, their number in the order of their changes: `a1c5/#2`. No text that is unique is touched.

use std::collections::{HashMap, HashSet};

use tilegame_dsl::ir::Rules;

use crate::moves::{Change, Move};

/// Makes the texts of different moves different.
pub(crate) fn tell_apart(rules: &Rules, moves: &[Move], texts: &mut [String]) {
    distinguish(moves, texts, |m| {
        let stays = m.from.is_some_and(|from| from == m.rests() && from != m.to);
        if stays { "/stay".to_owned() } else { String::new() }
    });
    distinguish(moves, texts, |m| {
        let mut taken: Vec<_> = m
            .changes
            .iter()
            .filter_map(|c| match c {
                Change::Take(tile) => Some(*tile),
                _ => None,
            })
            .collect();
        taken.sort();
        taken.iter().map(|tile| format!("/{}", rules.board.name(*tile))).collect()
    });
    distinguish(moves, texts, |m| {
        let label = m.tag.label.map_or(String::new(), |label| format!("/{}", rules.labels[label.index()]));
        label + if m.tag.castles { "/castles" } else { "" }
    });
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by(|a, b| moves[*a].changes.cmp(&moves[*b].changes));
    let shared = shared(texts);
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for i in order {
        if shared.contains(&texts[i]) {
            let number = numbers.entry(texts[i].clone()).or_default();
            *number += 1;
            texts[i].push_str(&format!("/#{number}"));
        }
    }
}

/// The texts that occur more than once.
fn shared(texts: &[String]) -> HashSet<String> {
    let mut seen = HashSet::new();
    texts.iter().filter(|text| !seen.insert(text.as_str())).cloned().collect()
}

/// Appends what `suffix` says to every text that occurs more than once.
fn distinguish(moves: &[Move], texts: &mut [String], suffix: impl Fn(&Move) -> String) {
    let shared = shared(texts);
    for (i, text) in texts.iter_mut().enumerate() {
        if shared.contains(text) {
            text.push_str(&suffix(&moves[i]));
        }
    }
}
