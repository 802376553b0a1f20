//! Lines of Action, played from a list of what stands where: each line is counted from rim to rim.

use std::collections::BTreeSet;

use super::{ASLANT, Counter, STRAIGHT, Square, agrees, turn};

struct LinesOfAction;

struct State {
    board: Square,
    black: bool,
}

impl State {
    fn is_of(&self, black: bool, at: (i32, i32)) -> bool {
        self.board.at(at) == if black { 'L' } else { 'l' }
    }

    /// The men on the whole line through a tile.
    fn men(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> i32 {
        let on_line = |(a, b): &(i32, i32)| (a - x) * dy == (b - y) * dx;
        self.board.all().filter(|at| on_line(at) && "Ll".contains(self.board.at(*at))).count() as i32
    }

    fn are_joined(&self, black: bool) -> bool {
        let men: BTreeSet<(i32, i32)> = self.board.all().filter(|at| self.is_of(black, *at)).collect();
        let mut joined: BTreeSet<(i32, i32)> = men.iter().take(1).copied().collect();
        loop {
            let touches =
                |(x, y): &(i32, i32)| joined.iter().any(|(a, b)| (a - x).abs() <= 1 && (b - y).abs() <= 1);
            let more: BTreeSet<(i32, i32)> = men.iter().filter(|man| touches(man)).copied().collect();
            if more.len() == joined.len() {
                return joined.len() == men.len();
            }
            joined = more;
        }
    }
}

impl Counter for LinesOfAction {
    type State = State;

    fn read(&self, text: &str) -> State {
        State { black: turn(text).0 == 'b', board: Square::read(text) }
    }

    fn next(&self, s: &State) -> Vec<State> {
        if s.are_joined(true) || s.are_joined(false) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (x, y) in s.board.all().filter(|at| s.is_of(s.black, *at)) {
            for (dx, dy) in STRAIGHT.into_iter().chain(ASLANT) {
                let far = s.men((x, y), (dx, dy));
                let to = (x + far * dx, y + far * dy);
                let free = (1..far).all(|n| !s.is_of(!s.black, (x + n * dx, y + n * dy)));
                if s.board.at(to) == ' ' || s.is_of(s.black, to) || !free {
                    continue;
                }
                let mut board = s.board.clone();
                board.set((x, y), '.');
                board.set(to, if s.black { 'L' } else { 'l' });
                found.push(State { board, black: !s.black });
            }
        }
        found
    }
}

#[test]
fn a_man_goes_as_far_as_there_are_men_on_its_line() {
    agrees("lines-of-action", &LinesOfAction, 2);
}
