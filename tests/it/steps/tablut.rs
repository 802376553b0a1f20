//! Tablut: capture between two, a king who wants to the rim.

use super::{Counter, STRAIGHT, Square, agrees, turn};

struct Tablut;

struct State {
    board: Square,
    attackers: bool,
}

const THRONE: (i32, i32) = (4, 4);

impl State {
    fn side(&self, letter: char) -> Option<bool> {
        match letter {
            'S' => Some(true),
            's' | 'k' => Some(false),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        let king = self.board.all().find(|at| self.board.at(*at) == 'k');
        king.is_none_or(|(x, y)| x == 0 || y == 0 || x == 8 || y == 8)
    }

    fn play(&self, from: (i32, i32), to: (i32, i32)) -> State {
        let mut board = self.board.clone();
        let mover = board.at(from);
        board.set(from, '.');
        board.set(to, mover);
        let own = |letter: char| self.side(letter) == Some(self.attackers);
        let before = board.clone();
        for (dx, dy) in STRAIGHT {
            let victim = (to.0 + dx, to.1 + dy);
            let beyond = (to.0 + 2 * dx, to.1 + 2 * dy);
            let letter = before.at(victim);
            if own(letter) || letter == '.' || letter == ' ' {
                continue;
            }
            let empty_throne = beyond == THRONE && before.at(THRONE) == '.';
            let far_from_throne = (victim.0 - THRONE.0).abs() + (victim.1 - THRONE.1).abs() > 1;
            let taken = if letter != 'k' {
                own(before.at(beyond)) || empty_throne
            } else if far_from_throne {
                own(before.at(beyond))
            } else {
                STRAIGHT.iter().all(|(dx, dy)| {
                    let beside = (victim.0 + dx, victim.1 + dy);
                    own(before.at(beside)) || beside == THRONE
                })
            };
            if taken {
                board.set(victim, '.');
            }
        }
        State { board, attackers: !self.attackers }
    }
}

impl Counter for Tablut {
    type State = State;

    fn read(&self, text: &str) -> State {
        State { board: Square::read(text), attackers: turn(text).0 == 'a' }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let mut found = Vec::new();
        if s.is_over() {
            return found;
        }
        for (x, y) in s.board.all() {
            let letter = s.board.at((x, y));
            if s.side(letter) != Some(s.attackers) {
                continue;
            }
            for (dx, dy) in STRAIGHT {
                let mut to = (x + dx, y + dy);
                while s.board.at(to) == '.' && (to != THRONE || letter == 'k') {
                    found.push(s.play((x, y), to));
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        found
    }
}

#[test]
fn tablut_takes_between_two() {
    agrees("tablut", &Tablut, 3);
}
