//! The rules of the game on plain coordinates: positions, their texts, moves, counting.

use std::collections::{BTreeMap, BTreeSet};

pub(super) const FILES: i32 = 702;
pub(super) const RANKS: i32 = 1000;

/// File and rank.
pub(super) type Place = (i32, i32);

/// A position: what stands on each tile (`.` for nothing).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) tiles: BTreeMap<Place, char>,
    white: bool,
    half: u32,
    full: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Action {
    Piece(Place, Place),
    Tile(Place, Place),
    Delete(Place),
}

/// A rectangle that goes elsewhere: its least corner, its files and ranks, where its least corner is then, by how many quarters
/// it is turned clockwise, and whether its files are exchanged after that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    pub(super) least: Place,
    pub(super) size: Place,
    pub(super) to: Place,
    pub(super) turns: i32,
    pub(super) flipped: bool,
}

impl Selection {
    pub(super) fn text(self) -> String {
        let most = round((self.least.0 + self.size.0 - 1, self.least.1 + self.size.1 - 1));
        let turns = if self.turns == 0 { String::new() } else { format!("R{}", self.turns) };
        let flipped = if self.flipped { "F" } else { "" };
        format!("S{}{}{}{turns}{flipped}", name(self.least), name(most), name(self.to))
    }
}

pub(super) fn round((x, y): Place) -> Place {
    (x.rem_euclid(FILES), y.rem_euclid(RANKS))
}

pub(super) fn name((x, y): Place) -> String {
    let letter = |n: i32| char::from(b'a' + n as u8);
    match x {
        0..26 => format!("{}{y}", letter(x)),
        _ => format!("{}{}{y}", letter(x / 26 - 1), letter(x % 26)),
    }
}

fn place(text: &str) -> Place {
    let digits = text.find(|c: char| c.is_ascii_digit()).expect("a rank");
    let file = text[..digits].bytes().map(|b| i32::from(b - b'a'));
    let file = match file.collect::<Vec<_>>()[..] {
        [one] => one,
        [first, second] => (first + 1) * 26 + second,
        _ => panic!("{text}"),
    };
    (file, text[digits..].parse().expect("a rank"))
}

impl Action {
    pub(super) fn text(self) -> String {
        match self {
            Action::Piece(from, to) => name(from) + &name(to),
            Action::Tile(from, to) => format!("S{}{}{}", name(from), name(from), name(to)),
            Action::Delete(tile) => format!("D{}", name(tile)),
        }
    }
}

impl State {
    pub(super) fn read(text: &str) -> State {
        let fields: Vec<&str> = text.split(' ').collect();
        let (x, y) = place(fields[1]);
        let rows: Vec<&str> = fields[0].split('/').collect();
        let mut tiles = BTreeMap::new();
        for (r, row) in rows.iter().enumerate() {
            let mut file = x;
            let mut chars = row.chars().peekable();
            while let Some(c) = chars.next() {
                let number = |first: Option<char>, chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
                    let mut digits = String::from_iter(first);
                    while let Some(d) = chars.next_if(char::is_ascii_digit) {
                        digits.push(d);
                    }
                    digits.parse::<i32>().expect("a number")
                };
                if c == '(' {
                    file += number(None, &mut chars);
                    assert_eq!(chars.next(), Some(')'));
                } else if c.is_ascii_digit() {
                    for _ in 0..number(Some(c), &mut chars) {
                        tiles.insert(round((file, y + (rows.len() - 1 - r) as i32)), '.');
                        file += 1;
                    }
                } else {
                    tiles.insert(round((file, y + (rows.len() - 1 - r) as i32)), c);
                    file += 1;
                }
            }
        }
        let number = |i: usize| fields[i].parse().expect("a number");
        State { tiles, white: fields[2] == "w", half: number(3), full: number(4) }
    }

    /// Corner and size of the box around all tiles.
    pub(super) fn frame(&self) -> (Place, Place) {
        let stretch = |values: BTreeSet<i32>, most: i32| {
            let reach = |start: i32| values.iter().map(|v| (v - start).rem_euclid(most)).max().unwrap_or(0);
            values
                .iter()
                .map(|start| (reach(*start), *start))
                .min()
                .map_or((0, 1), |(reach, s)| (s, reach + 1))
        };
        let (x, w) = stretch(self.tiles.keys().map(|p| p.0).collect(), FILES);
        let (y, h) = stretch(self.tiles.keys().map(|p| p.1).collect(), RANKS);
        ((x, y), (w, h))
    }

    pub(super) fn write(&self) -> String {
        let ((x, y), (w, h)) = self.frame();
        let rows = (0..h).rev().map(|dy| {
            let cells: String =
                (0..w).map(|dx| self.tiles.get(&round((x + dx, y + dy))).copied().unwrap_or(' ')).collect();
            let mut text = String::new();
            let mut rest = cells.trim_end();
            while let Some(first) = rest.chars().next() {
                let run = rest.len() - rest.trim_start_matches(first).len();
                let (shown, length) = match first {
                    ' ' => (format!("({run})"), run),
                    '.' => (run.to_string(), run),
                    piece => (piece.to_string(), 1),
                };
                text += &shown;
                rest = &rest[length..];
            }
            text
        });
        let placement = rows.collect::<Vec<_>>().join("/");
        let placement = if self.tiles.is_empty() { "(1)".to_owned() } else { placement };
        let turn = if self.white { 'w' } else { 'b' };
        format!("{placement} {} {turn} {} {}", name((x, y)), self.half, self.full)
    }

    pub(super) fn pieces(&self, found: &mut Vec<Action>) {
        for (from, piece) in self.tiles.iter().filter(|(_, c)| c.is_ascii_alphabetic()) {
            if piece.is_ascii_uppercase() != self.white {
                continue;
            }
            let at = |(dx, dy): Place, n: i32| round((from.0 + n * dx, from.1 + n * dy));
            let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
            let aslant = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
            let enemy = |c: char| c.is_ascii_alphabetic() && c.is_ascii_uppercase() != self.white;
            let mut go = |ways: &[Place], most: i32, may_take: bool, may_move: bool| {
                for way in ways {
                    for n in 1..=most {
                        let to = at(*way, n);
                        match self.tiles.get(&to) {
                            Some('.') if may_move => found.push(Action::Piece(*from, to)),
                            Some(c) if may_take && enemy(*c) => {
                                found.push(Action::Piece(*from, to));
                                break;
                            }
                            _ => break,
                        }
                    }
                }
            };
            match piece.to_ascii_lowercase() {
                'r' => go(&straight, 999, true, true),
                'b' => go(&aslant, 999, true, true),
                'q' => go(&[straight, aslant].concat(), 999, true, true),
                'k' => go(&[straight, aslant].concat(), 1, true, true),
                'n' => {
                    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
                    go(&leaps, 1, true, true);
                }
                _ => {
                    go(&straight, 1, false, true);
                    go(&aslant, 1, true, false);
                }
            }
        }
    }

    /// All moves of one turn.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut found = Vec::new();
        self.pieces(&mut found);
        // A window of the plane with a rim of one place: there is nothing round the corner of it.
        let ((x, y), (w, h)) = self.frame();
        let width = (w + 2) as usize;
        let index = |p: &Place| {
            let (dx, dy) = ((p.0 - x).rem_euclid(FILES) + 1, (p.1 - y).rem_euclid(RANKS) + 1);
            dy as usize * width + dx as usize
        };
        let size = width * (h + 2) as usize;
        let mut window = vec![false; size];
        self.tiles.keys().for_each(|p| window[index(p)] = true);
        for (tile, stands) in &self.tiles {
            let from = index(tile);
            window[from] = false;
            if *stands == '.' && connected(&window, width) {
                found.push(Action::Delete(*tile));
            }
            for to in (0..size).filter(|to| *to != from) {
                if window[to] {
                    continue;
                }
                window[to] = true;
                if connected(&window, width) {
                    let (dx, dy) = ((to % width) as i32 - 1, (to / width) as i32 - 1);
                    found.push(Action::Tile(*tile, round((x + dx, y + dy))));
                }
                window[to] = false;
            }
            window[from] = true;
        }
        found
    }

    /// The next player's turn, the board as it was.
    fn next(&self) -> State {
        let (half, full) = (self.half + 1, self.full + u32::from(!self.white));
        State { tiles: self.tiles.clone(), white: !self.white, half, full }
    }

    pub(super) fn after(&self, action: Action) -> State {
        let mut next = self.next();
        match action {
            Action::Piece(from, to) => {
                let piece = next.tiles.insert(from, '.').expect("a piece");
                if next.tiles.insert(to, piece) != Some('.') {
                    next.half = 0;
                }
            }
            Action::Tile(from, to) => {
                let stands = next.tiles.remove(&from).expect("a tile");
                next.tiles.insert(to, stands);
            }
            Action::Delete(tile) => {
                next.tiles.remove(&tile);
                next.half = 0;
            }
        }
        next
    }

    /// After a tile has been taken away, which must be there, be empty, and not hold others together.
    pub(super) fn deleted(&self, tile: Place) -> Option<State> {
        let next = (self.tiles.get(&tile) == Some(&'.')).then(|| self.after(Action::Delete(tile)));
        next.filter(State::hangs_together)
    }

    /// After a selection has gone elsewhere, if it may.
    pub(super) fn carried(&self, selection: Selection) -> Option<State> {
        let Selection { least, size, to, turns, flipped } = selection;
        let from = |corner: Place, p: Place| round((p.0 - corner.0, p.1 - corner.1));
        let inside = |(x, y): Place, (w, h): Place| x < w && y < h;
        let mut next = self.next();
        next.tiles.retain(|p, _| !inside(from(least, *p), size));
        let reached = if turns % 2 == 0 { size } else { (size.1, size.0) };
        if next.tiles.len() == self.tiles.len() || next.tiles.keys().any(|p| inside(from(to, *p), reached)) {
            return None;
        }
        for (tile, stands) in &self.tiles {
            let (mut x, mut y) = from(least, *tile);
            if !inside((x, y), size) {
                continue;
            }
            // What was on the left is above after a quarter, and what was above is on the right.
            let mut width = size.0;
            for turn in 0..turns {
                (x, y) = (y, width - 1 - x);
                width = if turn % 2 == 0 { size.1 } else { size.0 };
            }
            if flipped {
                x = reached.0 - 1 - x;
            }
            next.tiles.insert(round((to.0 + x, to.1 + y)), *stands);
        }
        (next.tiles != self.tiles && next.hangs_together()).then_some(next)
    }

    /// Whether all tiles are one by their sides, also round the plane.
    fn hangs_together(&self) -> bool {
        let Some(first) = self.tiles.keys().next() else { return true };
        let (mut seen, mut open) = (BTreeSet::from([*first]), vec![*first]);
        while let Some((x, y)) = open.pop() {
            for side in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].map(round) {
                if self.tiles.contains_key(&side) && seen.insert(side) {
                    open.push(side);
                }
            }
        }
        seen.len() == self.tiles.len()
    }

    /// The number of sequences of so many moves; where the game ends with a king, whoever has none moves no more.
    pub(super) fn perft(&self, depth: u32, ends: bool) -> u64 {
        let king = if self.white { 'K' } else { 'k' };
        if ends && !self.tiles.values().any(|stands| *stands == king) {
            return 0;
        }
        let actions = self.actions();
        if depth == 1 {
            return actions.len() as u64;
        }
        actions.into_iter().map(|action| self.after(action).perft(depth - 1, ends)).sum()
    }
}

/// Whether all tiles of a window are one by their sides. Its rim may be occupied at one place.
pub(super) fn connected(window: &[bool], width: usize) -> bool {
    let Some(first) = window.iter().position(|there| *there) else { return true };
    let mut seen = vec![false; window.len()];
    seen[first] = true;
    let (mut open, mut reached) = (vec![first], 1);
    while let Some(at) = open.pop() {
        let (x, y) = (at % width, at / width);
        let sides = [
            (x > 0).then(|| at - 1),
            (x + 1 < width).then_some(at + 1),
            (y > 0).then(|| at - width),
            (at + width < window.len()).then_some(at + width),
        ];
        for next in sides.into_iter().flatten() {
            if window[next] && !seen[next] {
                seen[next] = true;
                reached += 1;
                open.push(next);
            }
        }
    }
    reached == window.iter().filter(|there| **there).count()
}
