//! Draughts in which a turn that takes is one move, and takes as much as can be taken: on ten by ten and on eight by eight.

use std::collections::BTreeSet;

use tilegame_runtime::perft::perft;

use super::{ASLANT, Counter, Square, agrees, turn};
use tilegame_tests::game;

struct WholeDraughts;

struct State {
    board: Square,
    white: bool,
}

/// A turn that takes: from where, to where, and what.
type Capture = ((i32, i32), (i32, i32), BTreeSet<(i32, i32)>);

impl State {
    fn own(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == self.white
    }

    fn enemy(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() != self.white
    }

    /// The empty tiles one after the other from a tile, in a direction.
    fn free(&self, (mut x, mut y): (i32, i32), (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        let mut found = Vec::new();
        loop {
            (x, y) = (x + dx, y + dy);
            if self.board.at((x, y)) != '.' {
                return found;
            }
            found.push((x, y));
        }
    }

    /// All ways to go on taking, the start lifted from the board.
    fn captures(
        &self,
        king: bool,
        start: (i32, i32),
        at: (i32, i32),
        taken: &BTreeSet<(i32, i32)>,
        all: &mut BTreeSet<Capture>,
    ) {
        if !taken.is_empty() {
            all.insert((start, at, taken.clone()));
        }
        for (dx, dy) in ASLANT {
            let before = if king { self.free(at, (dx, dy)).last().copied().unwrap_or(at) } else { at };
            let victim = (before.0 + dx, before.1 + dy);
            if !self.enemy(self.board.at(victim)) || taken.contains(&victim) {
                continue;
            }
            let mut behind = self.free(victim, (dx, dy));
            behind.truncate(if king { behind.len() } else { 1 });
            let mut more = taken.clone();
            more.insert(victim);
            for to in behind {
                self.captures(king, start, to, &more, all);
            }
        }
    }

    fn after(&self, from: (i32, i32), to: (i32, i32), taken: &BTreeSet<(i32, i32)>) -> State {
        let mut board = self.board.clone();
        let letter = board.at(from);
        let last = if self.white { board.size - 1 } else { 0 };
        let king = if self.white { 'K' } else { 'k' };
        taken.iter().for_each(|tile| board.set(*tile, '.'));
        board.set(from, '.');
        board.set(to, if to.1 == last { king } else { letter });
        State { board, white: !self.white }
    }
}

impl Counter for WholeDraughts {
    type State = State;

    fn read(&self, text: &str) -> State {
        State { white: turn(text).0 == 'w', board: Square::read(text) }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let own: Vec<(i32, i32)> = s.board.all().filter(|at| s.own(s.board.at(*at))).collect();
        let is_king = |at: (i32, i32)| s.board.at(at).eq_ignore_ascii_case(&'k');
        let mut captures = BTreeSet::new();
        for from in &own {
            let mut lifted = State { board: s.board.clone(), white: s.white };
            lifted.board.set(*from, '.');
            lifted.captures(is_king(*from), *from, *from, &BTreeSet::new(), &mut captures);
        }
        let most = captures.iter().map(|(_, _, taken)| taken.len()).max();
        if most.is_some() {
            let best = captures.iter().filter(|(_, _, taken)| Some(taken.len()) == most);
            return best.map(|(from, to, taken)| s.after(*from, *to, taken)).collect();
        }
        let forward = if s.white { 1 } else { -1 };
        let mut found = Vec::new();
        for from in own {
            for way in ASLANT.into_iter().filter(|(_, dy)| is_king(from) || *dy == forward) {
                let mut free = s.free(from, way);
                free.truncate(if is_king(from) { free.len() } else { 1 });
                found.extend(free.into_iter().map(|to| s.after(from, to, &BTreeSet::new())));
            }
        }
        found
    }
}

/// As far as the published counts of the two games go that are counted here.
#[test]
fn turns_take_as_much_as_they_can() {
    for (name, published) in [
        ("draughts10", [9, 81, 658, 4265, 27_117, 167_140].as_slice()),
        ("brazilian-draughts", &[7, 49, 302, 1469, 7473, 37_628]),
    ] {
        let game = game(name);
        for (depth, count) in (1..).zip(published) {
            assert_eq!(perft(&game, &game.start(), depth), *count, "{name}, perft {depth}");
        }
        agrees(name, &WholeDraughts, 5);
    }
}
