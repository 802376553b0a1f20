//! What makes moves different that would be written alike.
//!
//! Origin, target and promotion tell the moves of most games apart, but not of all: a piece may reach a tile in two ways
//! that take different pieces, or act on it without going there. Behind moves that are alike stands what they do beside that, as
//! far as it tells them apart, in the order of [`ASPECTS`]:
//!
//! | text | is |
//! | --- | --- |
//! | `a1b1/stay` | a piece that acts and stays |
//! | `a1c5/b2/d4` | the tiles of what is taken |
//! | `b1a3/H`, `e1g1/H@h1` | what is put, or left behind; with its tile if that is needed |
//! | `a1c5/b2b3` | another piece that goes, and where to |
//! | `a1c5/b2=Q` | another piece, and what it turns into |
//! | `a1c5/b2:Black` | another piece, and whose it is then |
//! | `a1c5/passant@b2`, `a1c5/checks+1` | a mark that is left, a counter that changes |
//! | `a1c5/leap`, `a1c5/castles` | the label by which the rules tell them apart, or that it castles |
//! | `a1c5/#2` | its number in the order of the changes, where all that is the same |
//!
//! No text that is unique is touched.

use std::collections::HashSet;

use tilegame_dsl::ir::{KindId, Rules};

use crate::moves::{Change, Move, Operation};

/// What a move does, as a text that begins with `/`, or nothing; short, or at length where that tells no more.
type Aspect = fn(&Rules, &Move, short: bool) -> String;

/// What moves are told apart by. The first that helps is taken first.
const ASPECTS: [Aspect; 9] = [stays, takes, puts, shifts, becomes, joins, marks, counts, followed];

/// Makes the texts of different moves different.
pub(crate) fn tell_apart(rules: &Rules, moves: &[Move], texts: &mut [String]) {
    let mut groups = alike(texts, 0..texts.len());
    if groups.is_empty() {
        return;
    }
    for aspect in ASPECTS {
        groups = groups.into_iter().flat_map(|group| split(rules, moves, texts, group, aspect)).collect();
    }
    // What has been added may make a text like one of another group.
    for mut group in alike(texts, 0..texts.len()) {
        group.sort_by(|a, b| moves[*a].changes.cmp(&moves[*b].changes));
        group.iter().enumerate().for_each(|(number, i)| texts[*i].push_str(&format!("/#{}", number + 1)));
    }
}

/// Adds what is told of moves that are written alike, if it is not the same of all; the moves that are alike then.
fn split(
    rules: &Rules,
    moves: &[Move],
    texts: &mut [String],
    group: Vec<usize>,
    aspect: Aspect,
) -> Vec<Vec<usize>> {
    let told = |short| group.iter().map(|i| aspect(rules, &moves[*i], short)).collect::<Vec<_>>();
    let different = |told: &[String]| told.iter().collect::<HashSet<_>>().len();
    let (short, long) = (told(true), told(false));
    let told = if different(&short) == different(&long) { short } else { long };
    if different(&told) == 1 {
        return vec![group];
    }
    group.iter().zip(&told).for_each(|(i, told)| texts[*i].push_str(told));
    alike(texts, group)
}

/// Of these places in the list of texts those whose texts occur more than once, the places of each text together.
fn alike(texts: &[String], places: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut places: Vec<usize> = places.into_iter().collect();
    places.sort_by_key(|i| &texts[*i]);
    let groups = places.chunk_by(|a, b| texts[*a] == texts[*b]);
    groups.filter(|group| group.len() > 1).map(<[usize]>::to_vec).collect()
}

fn stays(_: &Rules, m: &Move, _: bool) -> String {
    let stays = m.from.is_some_and(|from| from == m.rests() && from != m.to);
    if stays { "/stay".to_owned() } else { String::new() }
}

fn takes(rules: &Rules, m: &Move, _: bool) -> String {
    let mut taken: Vec<_> = m
        .changes
        .iter()
        .filter_map(|change| match change {
            Change::Take(tile) => Some(*tile),
            _ => None,
        })
        .collect();
    taken.sort();
    taken.iter().map(|tile| format!("/{}", rules.board.name(*tile))).collect()
}

fn puts(rules: &Rules, m: &Move, short: bool) -> String {
    each(m, |change| {
        let (Change::Put { tile, kind, .. } | Change::Leave { tile, kind }) = change else { return None };
        let (letter, tile) = (letter(rules, *kind), rules.board.name(*tile));
        Some(if short { letter } else { format!("{letter}@{tile}") })
    })
}

fn shifts(rules: &Rules, m: &Move, _: bool) -> String {
    each(m, |change| {
        let (Change::Shift { from, to } | Change::Castle { partner: (from, to), .. }) = change else {
            return None;
        };
        Some(format!("{}{}", rules.board.name(*from), rules.board.name(*to)))
    })
}

fn becomes(rules: &Rules, m: &Move, short: bool) -> String {
    each(m, |change| {
        let Change::Become { tile, kind } = change else { return None };
        let letter = letter(rules, *kind);
        Some(if short { format!("={letter}") } else { format!("{}={letter}", rules.board.name(*tile)) })
    })
}

fn joins(rules: &Rules, m: &Move, _: bool) -> String {
    each(m, |change| {
        let Change::Join { tile, owner } = change else { return None };
        Some(format!("{}:{}", rules.board.name(*tile), rules.players[owner.index()].name))
    })
}

fn marks(rules: &Rules, m: &Move, short: bool) -> String {
    each(m, |change| {
        let Change::Mark { mark, tile } = change else { return None };
        let mark = &rules.marks[mark.index()];
        Some(if short { mark.clone() } else { format!("{mark}@{}", rules.board.name(*tile)) })
    })
}

fn counts(rules: &Rules, m: &Move, _: bool) -> String {
    each(m, |change| {
        let Change::Count { counter, op, amount, .. } = change else { return None };
        let sign = match op {
            Operation::Add => '+',
            Operation::Subtract => '-',
            Operation::Set => '=',
        };
        Some(format!("{}{sign}{amount}", rules.counters[counter.index()].name))
    })
}

fn followed(rules: &Rules, m: &Move, _: bool) -> String {
    let label = m.tag.label.map_or(String::new(), |label| format!("/{}", rules.labels[label.index()]));
    label + if m.tag.castles { "/castles" } else { "" }
}

fn letter(rules: &Rules, kind: KindId) -> String {
    rules.carrier(kind).signed_letter()
}

/// Some of the changes of a move in words, in the order in which they happen.
fn each(m: &Move, say: impl Fn(&Change) -> Option<String>) -> String {
    m.changes.iter().filter_map(say).map(|said| format!("/{said}")).collect()
}
