//! Boards that are glued to themselves, against a counter of moves on plain coordinates that shares no code with the engine.
//!
//! The counter is written from the rules at the head of each game's file. It and the engine have to agree, position by
//! position of games played at random, until a million nodes have been compared for each game.

use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{compile, game, random_walk};

use crate::brute::{moves, sorted};

const ENOUGH: u64 = 1_000_000;

/// A game on a rectangle whose sides may be glued to each other.
struct Counter {
    width: i32,
    height: i32,
    /// Left and right are neighbours.
    around: bool,
    /// The first and the last rank are neighbours.
    over: bool,
    /// Whoever goes round comes back upside down: far and near are exchanged with every lap.
    twisted: bool,
    /// For a pawn's letter as it is written, its ways up (1) or down (-1).
    up: fn(char) -> i32,
    /// The ranks from which it may go two steps, and those on which it promotes.
    double: fn(char) -> &'static [i32],
    last: fn(char) -> &'static [i32],
    /// A double step may be taken in passing.
    passing: bool,
}

/// Letters by place, a capital for the first player; the tile just skipped.
#[derive(Clone)]
struct State {
    tiles: Vec<Option<char>>,
    first: bool,
    skipped: Option<usize>,
}

/// From where, to where, what stands there then, what else is taken, what was skipped.
type Change = (usize, usize, char, Option<usize>, Option<usize>);

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Counter {
    fn at(&self, x: i32, y: i32) -> Option<usize> {
        let upside_down = self.twisted && x.div_euclid(self.width) % 2 != 0;
        let y = if upside_down { self.height - 1 - y } else { y };
        let x = if self.around { x.rem_euclid(self.width) } else { x };
        let y = if self.over { y.rem_euclid(self.height) } else { y };
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then_some((y * self.width + x) as usize)
    }

    /// All positions after a move that does not look at the own king.
    fn after(&self, s: &State) -> Vec<State> {
        let own = |c: char| c.is_ascii_uppercase() == s.first;
        let mut all: Vec<Change> = Vec::new();
        for from in 0..s.tiles.len() {
            let Some(letter) = s.tiles[from].filter(|c| own(*c)) else { continue };
            let (x, y) = (from as i32 % self.width, from as i32 / self.width);
            let mut targets = Vec::new();
            let mut rays = |ways: &[(i32, i32)], most: i32| {
                for (dx, dy) in ways {
                    for n in 1..=most {
                        let Some(to) = self.at(x + n * dx, y + n * dy) else { break };
                        // Once round is no move, and everything further on has been seen.
                        if to == from {
                            break;
                        }
                        match s.tiles[to] {
                            None => targets.push(to),
                            Some(c) => {
                                if !own(c) {
                                    targets.push(to);
                                }
                                break;
                            }
                        }
                    }
                }
            };
            match letter.to_ascii_uppercase() {
                'K' => {
                    rays(&STRAIGHT, 1);
                    rays(&SLANTED, 1);
                }
                'Q' => {
                    rays(&STRAIGHT, 99);
                    rays(&SLANTED, 99);
                }
                'R' => rays(&STRAIGHT, 99),
                'B' => rays(&SLANTED, 99),
                'N' => rays(&LEAPS, 1),
                _ => {
                    let up = (self.up)(letter);
                    let mut arrive = |to: usize, taken: Option<usize>, skipped: Option<usize>| {
                        if (self.last)(letter).contains(&(to as i32 / self.width)) {
                            for new in "QRBN".chars() {
                                let new = if s.first { new } else { new.to_ascii_lowercase() };
                                all.push((from, to, new, taken, skipped));
                            }
                        } else {
                            all.push((from, to, letter, taken, skipped));
                        }
                    };
                    if let Some(one) = self.at(x, y + up).filter(|t| s.tiles[*t].is_none()) {
                        arrive(one, None, None);
                        let two = self.at(x, y + 2 * up).filter(|t| s.tiles[*t].is_none());
                        if let Some(two) = two.filter(|_| (self.double)(letter).contains(&y)) {
                            arrive(two, None, Some(one));
                        }
                    }
                    for dx in [-1, 1] {
                        let Some(to) = self.at(x + dx, y + up) else { continue };
                        if s.tiles[to].is_some_and(|c| !own(c)) {
                            arrive(to, None, None);
                        } else if self.passing && s.skipped == Some(to) {
                            let taken = self.at(to as i32 % self.width, to as i32 / self.width - up);
                            arrive(to, taken, None);
                        }
                    }
                }
            }
            targets.sort_unstable();
            targets.dedup();
            all.extend(targets.into_iter().map(|to| (from, to, letter, None, None)));
        }
        all.into_iter()
            .map(|(from, to, letter, taken, skipped)| {
                let mut next = State { first: !s.first, skipped, ..s.clone() };
                next.tiles[from] = None;
                if let Some(taken) = taken {
                    next.tiles[taken] = None;
                }
                next.tiles[to] = Some(letter);
                next
            })
            .collect()
    }

    /// Whether the side that has just moved has lost its king to a reply.
    fn exposed(&self, s: &State) -> bool {
        let king = if s.first { 'k' } else { 'K' };
        self.after(s).iter().any(|next| !next.tiles.contains(&Some(king)))
    }

    fn count(&self, s: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let next = self.after(s);
        next.iter().filter(|n| !self.exposed(n)).map(|n| self.count(n, depth - 1)).sum()
    }

    /// A position of the engine.
    fn state(&self, game: &Game, position: &Position) -> State {
        let rules = game.rules();
        let index = |name: &str| {
            let (file, rank) = name.split_at(1);
            let y: i32 = rank.parse().expect("a rank");
            ((y - 1) * self.width + i32::from(file.as_bytes()[0] - b'a')) as usize
        };
        let mut tiles = vec![None; (self.width * self.height) as usize];
        for tile in game.board().tiles() {
            if let Some(piece) = position.piece(tile) {
                let letter = rules.kinds[piece.kind.index()].letter_of(piece.owner);
                tiles[index(&rules.board.name(tile))] = letter.chars().next();
            }
        }
        let text = game.specification().fen(position);
        let skipped = text.split(' ').nth(2).filter(|_| self.passing).filter(|t| *t != "-").map(index);
        State { tiles, first: game.specification().to_move(position).index() == 0, skipped }
    }
}

fn agrees(game: &Game, counter: &Counter) {
    let name = &game.rules().name;
    let mut compared = 0;
    for depth in 1..=3 {
        let (found, expected) = (
            perft(game, &game.specification().start(), depth),
            counter.count(&counter.state(game, &game.specification().start()), depth),
        );
        assert_eq!(found, expected, "{name}, {depth} moves from the start");
        compared += expected;
    }
    for seed in 0.. {
        if compared >= ENOUGH {
            return;
        }
        let mut ply = seed;
        random_walk(game, seed, 150, |position, _, _| {
            ply += 1;
            if compared < ENOUGH && ply % 5 == 0 {
                let state = counter.state(game, position);
                let depth = if ply % 25 == 0 { 3 } else { 2 };
                let (found, expected) = (perft(game, position, depth), counter.count(&state, depth));
                let text = game.specification().fen(position);
                assert_eq!(found, expected, "{name}, {depth} moves from {text}");
                compared += expected;
            }
        });
    }
}

#[test]
fn a_cylinder() {
    agrees(
        &game("cylinder"),
        &Counter {
            width: 8,
            height: 8,
            around: true,
            over: false,
            twisted: false,
            up: |c| if c == 'P' { 1 } else { -1 },
            double: |c| if c == 'P' { &[1] } else { &[6] },
            last: |c| if c == 'P' { &[7] } else { &[0] },
            passing: true,
        },
    );
}

#[test]
fn a_torus() {
    agrees(
        &game("toroidal"),
        &Counter {
            width: 8,
            height: 8,
            around: true,
            over: true,
            twisted: false,
            up: |c| if c.eq_ignore_ascii_case(&'P') { 1 } else { -1 },
            double: |_| &[],
            last: |c| if c.is_ascii_uppercase() { &[5] } else { &[1] },
            passing: false,
        },
    );
}

#[test]
fn a_ring() {
    agrees(
        &game("circular"),
        &Counter {
            width: 4,
            height: 16,
            around: false,
            over: true,
            twisted: false,
            up: |c| if c.eq_ignore_ascii_case(&'P') { 1 } else { -1 },
            double: |c| match c {
                'P' => &[1],
                'A' => &[14],
                'p' => &[9],
                _ => &[6],
            },
            last: |c| match c {
                'P' => &[7],
                'A' => &[8],
                'p' => &[15],
                _ => &[0],
            },
            passing: false,
        },
    );
}

/// A strip glued to itself the other way round. A walk along it is a walk on an endless strip that is turned over with
/// every lap, which is how the counter sees it.
#[test]
fn a_twisted_strip() {
    let rules = r#"
variant "Twisted strip" of cylinder

board
    grid 8 x 8
    seam west ~ east reversed

extend piece Pawn
    remove en_passant

notation
    fen placement, turn, count clock, count moves

setup "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 1"
"#;
    agrees(
        &compile("strip.tg", rules),
        &Counter {
            width: 8,
            height: 8,
            around: true,
            over: false,
            twisted: true,
            up: |c| if c == 'P' { 1 } else { -1 },
            double: |c| if c == 'P' { &[1] } else { &[6] },
            last: |c| if c == 'P' { &[7] } else { &[0] },
            passing: false,
        },
    );
}

/// After 1. a4 h5 the pawn takes over the seam, a4 is next to h5, and the knight leaps over it from g1 to a2. Both rooks
/// stand side by side, so neither goes along the rank.
#[test]
fn an_opening_on_the_cylinder() {
    let expected = "b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4
        a4a5 a4h5  a1a2 a1a3  b1a3 b1c3  g1f3 g1h3 g1a2";
    assert_eq!(moves(&game("cylinder"), "a2a4 h7h5"), sorted(expected));
}

/// Pawns of both sorts go one step from their ranks; the knights leap up over the pawns and down over the seam.
#[test]
fn the_opening_on_the_torus() {
    let expected = "a3a4 b3b4 c3c4 d3d4 e3e4 f3f4 g3g4 h3h4  a1a8 b1b8 c1c8 d1d8 e1e8 f1f8 g1g8 h1h8
        b2a4 b2c4 b2a8 b2c8  g2f4 g2h4 g2f8 g2h8";
    assert_eq!(moves(&game("toroidal"), ""), sorted(expected));
}
