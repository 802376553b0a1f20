//! Threats and zones, in a game of its own against a counter on plain coordinates that shares no code with the engine.

use std::collections::BTreeSet;

use tilegame_tests::perft;
use tilegame_tests::{game, random_walk};

type Cells = Vec<Option<char>>;
const SIZE: i32 = 6;
const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn at(from: usize, (dx, dy): (i32, i32), n: i32) -> Option<usize> {
    let (x, y) = (from as i32 % SIZE + n * dx, from as i32 / SIZE + n * dy);
    ((0..SIZE).contains(&x) && (0..SIZE).contains(&y)).then_some((y * SIZE + x) as usize)
}

fn around(from: usize) -> impl Iterator<Item = usize> {
    STRAIGHT.into_iter().chain(SLANTED).filter_map(move |way| at(from, way, 1))
}

/// A position: what stands where, capitals for the player `first`.
#[derive(Clone)]
struct State {
    cells: Cells,
    first: bool,
}

impl State {
    fn parse(text: &str) -> State {
        let (rows, turn) = text.split_once(' ').expect("two fields");
        let mut cells = vec![None; (SIZE * SIZE) as usize];
        for (row, line) in rows.split('/').enumerate() {
            let mut x = 0;
            for c in line.chars() {
                match c.to_digit(10) {
                    Some(empty) => x += empty as i32,
                    None => {
                        cells[((SIZE - 1 - row as i32) * SIZE + x) as usize] = Some(c);
                        x += 1;
                    }
                }
            }
        }
        State { cells, first: turn == "w" }
    }

    fn text(&self) -> String {
        let row = |y: i32| {
            let mut line = String::new();
            for x in 0..SIZE {
                match self.cells[(y * SIZE + x) as usize] {
                    Some(c) => line.push(c),
                    None => match line.pop() {
                        Some(digit) if digit.is_ascii_digit() => {
                            line += &(digit.to_digit(10).unwrap() + 1).to_string()
                        }
                        other => line.extend(other.into_iter().chain(['1'])),
                    },
                }
            }
            line
        };
        let rows: Vec<String> = (0..SIZE).rev().map(row).collect();
        format!("{} {}", rows.join("/"), if self.first { "w" } else { "b" })
    }

    /// The pieces of one side that are such a one.
    fn all(&self, first: bool, letter: char) -> Vec<usize> {
        let letter = if first { letter } else { letter.to_ascii_lowercase() };
        (0..self.cells.len()).filter(|i| self.cells[*i] == Some(letter)).collect()
    }

    /// Whether a witch holds fast what stands there.
    fn held(&self, from: usize) -> bool {
        let witches = self.all(!self.cells[from].expect("a piece").is_ascii_uppercase(), 'W');
        around(from).any(|n| witches.contains(&n))
    }

    /// The guns of one side that cover a cell.
    fn guns(&self, first: bool, cell: usize) -> Vec<usize> {
        let near = |gun: &usize| *gun == cell || STRAIGHT.iter().any(|way| at(*gun, *way, 1) == Some(cell));
        self.all(first, 'G').into_iter().filter(near).collect()
    }

    /// Whether what stands there attacks a chief of the other side.
    fn attacks_chief(&self, from: usize) -> bool {
        let letter = self.cells[from].expect("a piece");
        let first = letter.is_ascii_uppercase();
        let chiefs = self.all(!first, 'C');
        STRAIGHT.iter().any(|way| {
            let mut seen = 0;
            for n in 1..SIZE {
                let Some(to) = at(from, *way, n) else { break };
                let chief = chiefs.contains(&to);
                match letter.to_ascii_uppercase() {
                    'C' if n == 1 && chief && !self.held(from) => return true,
                    'G' if n == 2 && chief => return true,
                    'K' if seen == 1 && chief => return true,
                    _ => {}
                }
                seen += i32::from(self.cells[to].is_some());
            }
            letter.eq_ignore_ascii_case(&'a') && self.shot(from, *way).iter().any(|to| chiefs.contains(to))
        })
    }

    /// What a plane can shoot in one direction: first through the free sky, at most two steps, then under one gun, at most two.
    fn shot(&self, from: usize, way: (i32, i32)) -> Vec<usize> {
        let first = self.cells[from].expect("a plane").is_ascii_uppercase();
        let mut found = Vec::new();
        for safe in 0..=2 {
            let guns = |n: i32| at(from, way, n).map(|to| self.guns(!first, to));
            let nothing = |n: i32| at(from, way, n).is_some_and(|to| self.cells[to].is_none());
            if !(1..=safe).all(|n| nothing(n) && guns(n).is_some_and(|g| g.is_empty())) {
                break;
            }
            let one = guns(safe + 1);
            for n in safe + 1..=safe + 2 {
                if guns(n) != one || one.as_ref().is_none_or(|g| g.len() != 1) {
                    break;
                }
                let to = at(from, way, n).expect("guns cover cells");
                found.extend(self.cells[to].is_some_and(|c| c.is_ascii_uppercase() != first).then_some(to));
                if self.cells[to].is_some() {
                    break;
                }
            }
        }
        found
    }

    fn attacked(&self, first: bool) -> bool {
        let chief = !self.all(first, 'C').is_empty();
        let enemy = |i: &usize| self.cells[*i].is_some_and(|c| c.is_ascii_uppercase() != first);
        chief && (0..self.cells.len()).filter(enemy).any(|from| self.attacks_chief(from))
    }

    /// All positions after a legal move.
    fn after(&self) -> BTreeSet<String> {
        let mine = |c: char| c.is_ascii_uppercase() == self.first;
        let mut found = BTreeSet::new();
        let mut add = |from: usize, to: Option<usize>, taken: Option<usize>| {
            let mut next = self.clone();
            if let Some(taken) = taken {
                next.cells[taken] = None;
            }
            if let Some(to) = to {
                next.cells[to] = next.cells[from].take();
            }
            let gun = if self.first { 'G' } else { 'g' };
            let cannon = if self.first { 'K' } else { 'k' };
            let aiming: Vec<usize> = (0..next.cells.len())
                .filter(|i| next.cells[*i] == Some(gun) && next.attacks_chief(*i))
                .collect();
            for gun in aiming {
                next.cells[gun] = Some(cannon);
            }
            if !next.attacked(self.first) {
                next.first = !self.first;
                found.insert(next.text());
            }
        };
        for from in 0..self.cells.len() {
            let Some(letter) = self.cells[from].filter(|c| mine(*c)) else { continue };
            let kind = letter.to_ascii_uppercase();
            if kind != 'A' && self.held(from) {
                continue;
            }
            if kind != 'A' {
                for (dx, dy) in STRAIGHT.into_iter().chain(SLANTED) {
                    if (kind == 'C' || kind == 'G') && dx * dy != 0 {
                        continue;
                    }
                    let Some(to) = at(from, (dx, dy), 1) else { continue };
                    match self.cells[to] {
                        None => add(from, Some(to), None),
                        Some(c) if !mine(c) && kind != 'W' => add(from, Some(to), Some(to)),
                        Some(_) => {}
                    }
                }
                continue;
            }
            for way in STRAIGHT {
                for n in 1..=3 {
                    let Some(to) = at(from, way, n) else { break };
                    if self.cells[to].is_some() || !self.guns(!self.first, to).is_empty() {
                        break;
                    }
                    add(from, Some(to), None);
                }
                self.shot(from, way).into_iter().for_each(|to| add(from, None, Some(to)));
            }
        }
        found
    }
}

fn count(text: &str, depth: u32) -> u64 {
    let after = State::parse(text).after();
    if depth == 1 { after.len() as u64 } else { after.iter().map(|next| count(next, depth - 1)).sum() }
}

#[test]
fn threats_and_zones_agree() {
    let game = game("watchers");
    let start = "1cwg1a/2g1g1/6/6/1G1G2/A1GWC1 w";
    (1..=3).for_each(|depth| {
        assert_eq!(perft(&game, &game.specification().start(), depth), count(start, depth))
    });
    let mut compared = 0;
    for seed in 0..60 {
        random_walk(&game, seed, 60, |position, moves, _| {
            let text = game.specification().fen(position);
            let after = |m| {
                let mut next = position.clone();
                game.specification().make(&mut next, m);
                game.specification().fen(&next)
            };
            let found: BTreeSet<String> = moves.iter().map(after).collect();
            compared += found.len();
            assert_eq!(found, State::parse(&text).after(), "{text}");
        });
    }
    assert!(compared > 20_000, "{compared}");
}
