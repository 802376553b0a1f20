//! Amazons: walk, then shoot.

use super::{ASLANT, Counter, STRAIGHT, Square, agrees, turn};

struct Amazons;

struct State {
    board: Square,
    letter: char,
    /// Who has walked and is to shoot.
    walker: Option<(i32, i32)>,
}

impl Counter for Amazons {
    type State = State;

    fn read(&self, text: &str) -> State {
        let (player, _, tile) = turn(text);
        let board = Square::read(text);
        let walker = tile.map(|name| board.of(name));
        State { letter: if player == 'w' { 'Q' } else { 'q' }, walker, board }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let mut found = Vec::new();
        let from: Vec<(i32, i32)> = match s.walker {
            Some(walker) => vec![walker],
            None => s.board.all().filter(|at| s.board.at(*at) == s.letter).collect(),
        };
        for (x, y) in from {
            for (dx, dy) in STRAIGHT.into_iter().chain(ASLANT) {
                let mut to = (x + dx, y + dy);
                while s.board.at(to) == '.' {
                    let mut board = s.board.clone();
                    found.push(match s.walker {
                        Some(_) => {
                            board.set(to, '*');
                            State { board, letter: if s.letter == 'Q' { 'q' } else { 'Q' }, walker: None }
                        }
                        None => {
                            board.set((x, y), '.');
                            board.set(to, s.letter);
                            State { board, letter: s.letter, walker: Some(to) }
                        }
                    });
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        found
    }
}

#[test]
fn amazons_walk_and_shoot() {
    agrees("amazons", &Amazons, 3);
}
