//! Nine men's morris: put down, move, fly, and take for a mill.

use super::{Counter, agrees, rows, turn};

struct Morris;

#[derive(Clone)]
struct State {
    points: [char; 24],
    hands: [u32; 2],
    white: bool,
    taking: bool,
}

/// The points in the order of FENs.
const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3",
    "e3", "b2", "d2", "f2", "a1", "d1", "g1",
];

/// The sixteen lines, each with its points in order.
const LINES: [[&str; 3]; 16] = [
    ["a7", "d7", "g7"],
    ["b6", "d6", "f6"],
    ["c5", "d5", "e5"],
    ["a4", "b4", "c4"],
    ["e4", "f4", "g4"],
    ["c3", "d3", "e3"],
    ["b2", "d2", "f2"],
    ["a1", "d1", "g1"],
    ["a7", "a4", "a1"],
    ["b6", "b4", "b2"],
    ["c5", "c4", "c3"],
    ["d7", "d6", "d5"],
    ["d3", "d2", "d1"],
    ["e5", "e4", "e3"],
    ["f6", "f4", "f2"],
    ["g7", "g4", "g1"],
];

fn point(name: &str) -> usize {
    POINTS.iter().position(|p| *p == name).expect("a point")
}

impl State {
    fn letter(&self, own: bool) -> char {
        if self.white == own { 'M' } else { 'm' }
    }

    fn of(&self, letter: char) -> Vec<usize> {
        (0..24).filter(|i| self.points[*i] == letter).collect()
    }

    fn in_mill(&self, at: usize) -> bool {
        let letter = self.points[at];
        let mut lines = LINES.iter().map(|line| line.map(point)).filter(|line| line.contains(&at));
        lines.any(|line| line.iter().all(|p| self.points[*p] == letter))
    }

    /// The turn after a man has come to a point.
    fn arrived(mut self, at: usize) -> State {
        if self.in_mill(at) {
            self.taking = true;
        } else {
            self.white = !self.white;
        }
        self
    }
}

impl Counter for Morris {
    type State = State;

    fn read(&self, text: &str) -> State {
        let cells: Vec<char> = rows(text).concat();
        let inside = text.split(['[', ']']).nth(1).expect("the hands");
        let hands = ['M', 'm'].map(|letter| inside.chars().filter(|c| *c == letter).count() as u32);
        let (player, phase, _) = turn(text);
        let points = cells.try_into().expect("24 points");
        State { points, hands, white: player == 'w', taking: phase == "taking" }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let mut found = Vec::new();
        let (own, enemy) = (s.letter(true), s.letter(false));
        if s.taking {
            let enemies = s.of(enemy);
            let open: Vec<usize> = enemies.iter().copied().filter(|at| !s.in_mill(*at)).collect();
            for at in if open.is_empty() { enemies } else { open } {
                let mut next = s.clone();
                next.points[at] = '.';
                found.push(State { taking: false, white: !s.white, ..next });
            }
            return found;
        }
        let hand = usize::from(!s.white);
        let men = s.of(own);
        if s.hands[hand] > 0 {
            for at in s.of('.') {
                let mut next = s.clone();
                next.points[at] = own;
                next.hands[hand] -= 1;
                found.push(next.arrived(at));
            }
            return found;
        }
        if men.len() < 3 {
            return found;
        }
        for from in &men {
            for to in s.of('.') {
                let beside = LINES.iter().flat_map(|line| line.windows(2)).any(|pair| {
                    let pair = [point(pair[0]), point(pair[1])];
                    pair == [*from, to] || pair == [to, *from]
                });
                if beside || men.len() == 3 {
                    let mut next = s.clone();
                    next.points[*from] = '.';
                    next.points[to] = own;
                    found.push(next.arrived(to));
                }
            }
        }
        found
    }
}

#[test]
fn morris_takes_for_a_mill() {
    agrees("morris", &Morris, 4);
}
