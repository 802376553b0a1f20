//! Counting by brute force for games in which a turn has several steps, or in which no piece moves.
//!
//! A counter knows a position as plain data and lists the positions one step away; it shares nothing with the engine. The rules
//! are those at the head of each game's file. [`agrees`] compares a counter with the engine, from the start and from
//! positions of random games. [`saved_and_taken_back`] asks of turns that are written in the middle that nothing is lost.

mod amazons;
mod arimaa;
mod draughts;
mod go;
mod hex;
mod lines_of_action;
mod marseillais;
mod morris;
mod relay;
mod stratego;
mod tablut;
mod wagons;
mod whole_draughts;

use tilegame_record::Match;
use tilegame_runtime::moves::Move;
use tilegame_runtime::moves::Origin;
use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{game, random_walk_from};

/// So many nodes are compared for each game, at least.
const ENOUGH: u64 = 200_000;

/// The rules of a game, once more.
pub(crate) trait Counter {
    type State;

    /// A position from its text.
    fn read(&self, text: &str) -> Self::State;

    /// The positions after each legal step; none if the game is over.
    fn next(&self, state: &Self::State) -> Vec<Self::State>;

    fn count(&self, state: &Self::State, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.next(state).len() as u64,
            _ => self.next(state).iter().map(|next| self.count(next, depth - 1)).sum(),
        }
    }
}

/// Compares counts from the start of a game of the library to a depth, and two steps deep from the positions of random games.
pub(crate) fn agrees(name: &str, counter: &impl Counter, depth: u32) {
    let game = game(name);
    agrees_from(&game, &game.specification().start(), counter, depth);
}

/// The same from a position of any game.
pub(crate) fn agrees_from(game: &Game, start: &Position, counter: &impl Counter, depth: u32) {
    let name = &game.rules().title;
    let state = counter.read(&game.specification().fen(start));
    for depth in 1..=depth {
        assert_eq!(counter.count(&state, depth), perft(game, start, depth), "{name}: perft {depth}");
    }
    let mut nodes = 0;
    for seed in 0..400 {
        // Some games are followed to their end, so that all phases of a game come up.
        if nodes >= ENOUGH && seed >= 4 {
            return;
        }
        random_walk_from(game, start.clone(), seed, 250, |position, _, _| {
            let text = game.specification().fen(position);
            let state = counter.read(&text);
            for depth in 1..=2 {
                let counted = counter.count(&state, depth);
                assert_eq!(counted, perft(game, position, depth), "{name}: perft {depth} of {text}");
                nodes += counted;
            }
        });
    }
    assert!(nodes >= ENOUGH, "{name}: only {nodes} nodes");
}

/// Plays at random from each start. Every position is written, read again with the same moves, taken back step by step to where its
/// turn began, and taken there again. Of those who have gone together nothing is told but that; who was first, may come out
/// otherwise. How many positions in the middle of a turn have been seen, and how many steps that rejoined.
pub(crate) fn saved_and_taken_back(game: &Game, starts: &[Position], plies: u32) -> (usize, usize) {
    let (mut open, mut rejoined) = (0, 0);
    for (seed, start) in starts.iter().enumerate() {
        let mut turn: Vec<(Position, Move)> = Vec::new();
        random_walk_from(game, start.clone(), seed as u64, plies, |position, moves, chosen| {
            if position.origin().is_none() {
                turn.clear();
            }
            let text = game.specification().fen(position);
            let read = game.specification().read_fen(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(read, *position, "{text}");
            assert_eq!(tilegame_tests::listed(game, &read), moves, "{text}");
            let mut loaded = Match::from_state(game.state(&read));
            assert_eq!(&loaded.state().position(), position);
            let together = turn.iter().any(|(_, step)| matches!(step.origin, Origin::Rejoin { .. }));
            for (earlier, _) in turn.iter().rev() {
                loaded.undo();
                assert!(together || &loaded.state().position() == earlier, "{text}");
            }
            assert_eq!(loaded.moves().count(), 0);
            let began = turn.first().map_or(position, |(began, _)| began);
            assert_eq!(&loaded.state().position(), began, "{text}");
            for (_, step) in &turn {
                let m = loaded.state().find(step).unwrap_or_else(|| panic!("{text}: {step:?}"));
                loaded.play(m).unwrap_or_else(|e| panic!("{text}: {e}"));
            }
            assert_eq!(&loaded.state().position(), position, "{text}");
            open += usize::from(position.origin().is_some());
            rejoined += usize::from(matches!(chosen.origin, Origin::Rejoin { .. }));
            turn.push((position.clone(), chosen.clone()));
        });
    }
    (open, rejoined)
}

/// The letters of a placement, row by row from the top, `.` for an empty tile.
fn rows(text: &str) -> Vec<Vec<char>> {
    let placement = text.split([' ', '[']).next().expect("a placement");
    let row = |row: &str| {
        let (mut cells, mut empty) = (Vec::new(), 0);
        for c in row.chars() {
            match c.to_digit(10) {
                Some(digit) => empty = 10 * empty + digit as usize,
                None => {
                    cells.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
                    cells.push(c);
                }
            }
        }
        cells.extend(std::iter::repeat_n('.', empty));
        cells
    };
    placement.split('/').map(row).collect()
}

/// The field of the turn: the player's letter, the phase, and the tile of the piece that has just moved.
fn turn(text: &str) -> (char, &str, Option<&str>) {
    let field = text.split(' ').nth(1).expect("whose turn it is");
    let (player, rest) = field.split_once(':').unwrap_or((field, ""));
    let (phase, tile) = rest.split_once('@').map_or((rest, None), |(phase, tile)| (phase, Some(tile)));
    (player.chars().next().expect("a player"), phase, tile)
}

/// Square boards: cells by file and rank, from 0.
#[derive(Clone, PartialEq)]
struct Square {
    size: i32,
    cells: Vec<char>,
}

impl Square {
    fn read(text: &str) -> Square {
        let rows = rows(text);
        let cells = rows.iter().rev().flatten().copied().collect();
        Square { size: rows.len() as i32, cells }
    }

    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then_some((y * self.size + x) as usize)
    }

    /// What stands there; a blank beyond the rim.
    fn at(&self, at: (i32, i32)) -> char {
        self.index(at).map_or(' ', |index| self.cells[index])
    }

    fn set(&mut self, at: (i32, i32), letter: char) {
        if let Some(index) = self.index(at) {
            self.cells[index] = letter;
        }
    }

    fn all(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let size = self.size;
        (0..size * size).map(move |i| (i % size, i / size))
    }

    fn of(&self, name: &str) -> (i32, i32) {
        let (file, rank) = name.split_at(1);
        (i32::from(file.as_bytes()[0] - b'a'), rank.parse::<i32>().expect("a rank") - 1)
    }
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ASLANT: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
