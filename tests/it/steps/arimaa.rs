//! Arimaa in its smallest steps: here an enemy is moved first and the piece that pushes follows, or the piece goes and pulls the enemy
//! behind it, each in a step of its own, with traps after each. A turn is told by the board that it leads to.

use std::collections::BTreeSet;

use tilegame_runtime::{Game, Position};
use tilegame_tests::{game, random_walk_from};

use super::{STRAIGHT, Square, rows, turn};

type Tile = (i32, i32);
type Board = Vec<char>;

/// From the weakest to the strongest.
const STRENGTH: &str = "rcdhme";
const TRAPS: [Tile; 4] = [(2, 2), (5, 2), (2, 5), (5, 5)];

/// What has been begun by the step before.
#[derive(Clone)]
enum Begun {
    Nothing,
    /// An enemy has been pushed off a tile: one of these must follow.
    Push(Tile, Vec<Tile>),
    /// A piece of this strength has left a tile: a weaker enemy may be pulled there.
    Pull(Tile, usize),
}

#[derive(Clone)]
struct State {
    board: Square,
    gold: bool,
    begun: Begun,
}

fn strength(letter: char) -> usize {
    STRENGTH.find(letter.to_ascii_lowercase()).expect("a piece")
}

fn beside((x, y): Tile) -> impl Iterator<Item = Tile> {
    STRAIGHT.into_iter().map(move |(dx, dy)| (x + dx, y + dy))
}

fn is_piece(letter: char) -> bool {
    letter.is_ascii_alphabetic()
}

impl State {
    fn owned(&self, at: Tile, gold: bool) -> bool {
        let letter = self.board.at(at);
        is_piece(letter) && letter.is_ascii_uppercase() == gold
    }

    fn free(&self, at: Tile) -> bool {
        let letter = self.board.at(at);
        let stronger =
            |other: Tile| self.owned(other, !self.gold) && strength(self.board.at(other)) > strength(letter);
        beside(at).any(|other| self.owned(other, self.gold)) || !beside(at).any(stronger)
    }

    fn moved(&self, from: Tile, to: Tile, begun: Begun) -> State {
        let mut next = State { begun, ..self.clone() };
        next.board.set(to, self.board.at(from));
        next.board.set(from, '.');
        for trap in TRAPS {
            let letter = next.board.at(trap);
            if is_piece(letter) && !beside(trap).any(|at| next.owned(at, letter.is_ascii_uppercase())) {
                next.board.set(trap, '.');
            }
        }
        next
    }

    fn steps(&self, left: u32) -> Vec<State> {
        let mut found = Vec::new();
        if let Begun::Push(to, who) = &self.begun {
            return who.iter().map(|from| self.moved(*from, *to, Begun::Nothing)).collect();
        }
        for from in self.board.all() {
            let letter = self.board.at(from);
            if self.owned(from, self.gold) && self.free(from) {
                let back = if self.gold { -1 } else { 1 };
                for to in beside(from).filter(|to| self.board.at(*to) == '.') {
                    if !(letter.eq_ignore_ascii_case(&'r') && to.1 - from.1 == back) {
                        found.push(self.moved(from, to, Begun::Pull(from, strength(letter))));
                    }
                }
            }
            if self.owned(from, !self.gold) {
                if let Begun::Pull(to, pulls) = self.begun
                    && beside(from).any(|at| at == to)
                    && pulls > strength(letter)
                    && self.board.at(to) == '.'
                {
                    found.push(self.moved(from, to, Begun::Nothing));
                }
                let pushes = |at: &Tile| {
                    self.owned(*at, self.gold)
                        && self.free(*at)
                        && strength(self.board.at(*at)) > strength(letter)
                };
                let who: Vec<Tile> = beside(from).filter(pushes).collect();
                if left >= 2 && !who.is_empty() {
                    let empty = beside(from).filter(|to| self.board.at(*to) == '.');
                    found.extend(empty.map(|to| self.moved(from, to, Begun::Push(from, who.clone()))));
                }
            }
        }
        found
    }

    /// The boards to which the turns lead.
    fn turns(&self) -> BTreeSet<Board> {
        let mut all = BTreeSet::new();
        let mut reached = vec![self.clone()];
        for left in (1..=4).rev() {
            reached = reached.iter().flat_map(|state| state.steps(left)).collect();
            all.extend(
                reached.iter().filter(|s| !matches!(s.begun, Begun::Push(..))).map(|s| s.board.cells.clone()),
            );
        }
        all.remove(&self.board.cells);
        all
    }
}

/// The board of a position, row by row.
fn board(game: &Game, position: &Position) -> Board {
    let text = game.specification().fen(position);
    rows(&text).iter().rev().flatten().copied().collect()
}

/// The boards to which the turns lead from a position, step by step in the game.
fn played(game: &Game, position: &Position) -> BTreeSet<Board> {
    let mover = game.specification().to_move(position);
    let mut all = BTreeSet::new();
    let mut reached = vec![position.clone()];
    let mut known = BTreeSet::new();
    while let Some(position) = reached.pop() {
        for m in tilegame_tests::listed(game, &position) {
            let mut next = position.clone();
            game.specification().make(&mut next, &m);
            if game.specification().to_move(&next) == mover {
                // In the middle of a turn the text has the board of its beginning, so what stands there is asked.
                let standing: Vec<_> = next.pieces().map(|(t, p)| (t.index(), p.kind, p.owner)).collect();
                if known.insert((next.phase(), standing)) {
                    reached.push(next);
                }
            } else {
                all.insert(board(game, &next));
            }
        }
    }
    all
}

fn agree(game: &Game, position: &Position) -> usize {
    let text = game.specification().fen(position);
    let state = State { board: Square::read(&text), gold: turn(&text).0 == 'g', begun: Begun::Nothing };
    let (counted, played) = (state.turns(), played(game, position));
    let told = |all: &BTreeSet<Board>, other: &BTreeSet<Board>| {
        all.difference(other)
            .next()
            .map(|board| board.chunks(8).rev().map(String::from_iter).collect::<Vec<_>>())
    };
    assert!(
        counted == played,
        "{text}: {} turns, {} in the game; one too few {:?}, one too many {:?}",
        counted.len(),
        played.len(),
        told(&counted, &played),
        told(&played, &counted),
    );
    counted.len()
}

#[test]
fn turns_lead_where_the_smallest_steps_lead() {
    let game = game("arimaa");
    for text in [
        // Frozen pieces, pushes and pulls into traps and out of them, and a piece that goes into a trap while it pulls.
        "8/2R5/1rEr4/2e5/3MD3/1HCm4/2hR4/8[] g",
        "8/8/2hE4/2r5/8/2Rmc3/1eD2R2/7R[] s",
        "4r3/3rEr2/4d3/8/5c2/1r3Mh1/5R2/8[] g",
    ] {
        let position = game.specification().read_fen(text).expect("a position");
        assert!(agree(&game, &position) > 100, "{text}");
    }
    let ready = game.setup("ready").expect("a setup").position();
    for seed in 0..2 {
        let mut turns = 0;
        random_walk_from(&game, ready.clone(), seed, 400, |position, _, _| {
            if position.phase().index() == 0 {
                turns += 1;
                if turns % 25 == 1 {
                    agree(&game, position);
                }
            }
        });
    }
}

/// The kinds are two alone, and four of which there are more; the second piece has a tile less.
#[test]
fn everybody_sets_up_freely() {
    let game = game("arimaa");
    let mut position = game.specification().start();
    assert_eq!(tilegame_tests::listed(&game, &position).len(), 6 * 16);
    let mut placed = 0;
    while position.phase().index() == 0
        && tilegame_tests::listed(&game, &position).iter().all(|m| m.from.is_none())
    {
        let moves = tilegame_tests::listed(&game, &position);
        let m = moves[placed % moves.len()].clone();
        game.specification().make(&mut position, &m);
        placed += 1;
    }
    assert_eq!(placed, 32);
    assert_eq!(game.specification().to_move(&position).index(), 0);
    assert_eq!(position.pieces().count(), 32);
}
