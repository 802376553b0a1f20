//! Sets of tiles: read from regions, and as terms of the language.

use std::collections::BTreeSet;

use tilegame_dsl::ast::{Line, Name, TileTerm};

use crate::syntax::{self, NOWHERE, placed, rot, way};

/// Tiles by file and rank, from 1.
pub(crate) type Tiles = BTreeSet<(u8, u8)>;

/// All tiles of a board.
pub(crate) fn all(files: u8, ranks: u8) -> Tiles {
    (1..=files).flat_map(|f| (1..=ranks).map(move |r| (f, r))).collect()
}

/// The tiles of a word: `e4`, `*8`, `a*`; none if it is no such word.
pub(crate) fn word(word: &str, files: u8, ranks: u8) -> Option<Tiles> {
    let lower = word.to_lowercase();
    let mut letters = lower.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    let chosen_files = match first {
        '*' => 1..=files,
        'a'..='l' => first as u8 - b'a' + 1..=first as u8 - b'a' + 1,
        _ => return None,
    };
    let chosen_ranks = match rest {
        "*" => 1..=ranks,
        _ => {
            let rank: u8 = rest.parse().ok().filter(|r| (1..=10).contains(r))?;
            rank..=rank
        }
    };
    let tiles = chosen_files.flat_map(|f| chosen_ranks.clone().map(move |r| (f, r)));
    Some(tiles.filter(|(f, r)| *f <= files && *r <= ranks).collect())
}

/// The tiles of a region.
pub(crate) fn region(text: &str, files: u8, ranks: u8) -> Tiles {
    let words = text.split_whitespace().map(|w| w.trim_end_matches(',')).take_while(|w| *w != "-");
    words.filter_map(|w| word(w, files, ranks)).flatten().collect()
}

/// As the second player sees them.
pub(crate) fn mirrored(tiles: &Tiles, ranks: u8) -> Tiles {
    tiles.iter().map(|(f, r)| (*f, ranks + 1 - r)).collect()
}

/// The name of a tile.
pub(crate) fn name((file, rank): (u8, u8)) -> String {
    format!("{}{rank}", char::from(b'a' + file - 1))
}

/// Tiles as the language writes them, in few words.
pub(crate) fn terms(tiles: &Tiles, files: u8, ranks: u8) -> Vec<TileTerm> {
    if tiles.len() == usize::from(files) * usize::from(ranks) {
        return vec![TileTerm::All(NOWHERE)];
    }
    let one = (1..=2).find(|start| *tiles == colour(*start, files, ranks) && files > 1 && ranks > 1);
    if let Some(start) = one {
        return vec![TileTerm::Reach(syntax::name(name((start, 1))), rot([way("ne")]))];
    }
    let mut rest = tiles.clone();
    let mut terms = Vec::new();
    let runs = |numbers: &[u8]| -> Vec<(u8, Option<u8>)> {
        let mut runs: Vec<(u8, Option<u8>)> = Vec::new();
        for number in numbers {
            match runs.last_mut() {
                Some((from, end)) if end.unwrap_or(*from) + 1 == *number => *end = Some(*number),
                _ => runs.push((*number, None)),
            }
        }
        runs
    };
    let full: Vec<u8> = (1..=ranks).filter(|r| (1..=files).all(|f| rest.contains(&(f, *r)))).collect();
    let number = |rank: u8| Line::Named(placed(rank.into()));
    terms.extend(runs(&full).into_iter().map(|(from, to)| TileTerm::Rank(number(from), to.map(number))));
    rest.retain(|(_, r)| !full.contains(r));
    let full: Vec<u8> = (1..=files).filter(|f| (1..=ranks).all(|r| tiles.contains(&(*f, r)))).collect();
    if !rest.is_empty() {
        let runs = runs(&full).into_iter();
        terms.extend(runs.map(|(from, to)| TileTerm::File(file(from), to.map(file))));
        rest.retain(|(f, _)| !full.contains(f));
    }
    // The largest rectangles first.
    while let Some(&(file, rank)) = rest.first() {
        let mut best = (1, file, rank);
        let mut width_limit = files;
        for top in rank..=ranks {
            if !rest.contains(&(file, top)) {
                break;
            }
            let right = (file..=width_limit).take_while(|f| rest.contains(&(*f, top))).last().unwrap_or(file);
            width_limit = right;
            let size = (right - file + 1) * (top - rank + 1);
            if size > best.0 {
                best = (size, right, top);
            }
        }
        let (_, right, top) = best;
        let (from, to) = (name((file, rank)), name((right, top)));
        terms.push(if from == to {
            TileTerm::Name(syntax::name(from))
        } else {
            TileTerm::Rectangle(syntax::name(from), syntax::name(to))
        });
        rest.retain(|(f, r)| !((file..=right).contains(f) && (rank..=top).contains(r)));
    }
    terms
}

/// The tiles of one colour: that of `a1` or of `b1`.
pub(crate) fn colour(first: u8, files: u8, ranks: u8) -> Tiles {
    all(files, ranks).into_iter().filter(|(f, r)| (f + r - first) % 2 == 1).collect()
}

/// A file, as terms name it.
pub(crate) fn file(file: u8) -> Line<Name> {
    Line::Named(syntax::name(char::from(b'a' + file - 1)))
}
