//! Counting by brute force on plain coordinates, for games whose counts nobody has published.
//!
//! What the counters share and nothing of the engine: a position is a list of letters in the order in which its text has
//! them, a move is what changes in that list, and a king is safe if no reply takes it. How pieces go is written in the
//! counter of each game, from the rules at the head of its file. [`agrees`] compares such a counter with the engine.

mod cube;
mod hexes;
mod two_boards;

use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{game, random_walk};

const ENOUGH: u64 = 1_000_000;

/// A position: capital letters are the first player's.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) cells: Vec<Option<char>>,
    pub(crate) first: bool,
    /// The tiles just skipped.
    pub(crate) skipped: [Option<usize>; 2],
    /// Who may castle, as the FEN has it.
    pub(crate) rights: String,
}

/// A move: who goes where, what else it puts on which tiles, and what it skips.
#[derive(Clone, Copy)]
pub(crate) struct Change {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) letter: char,
    pub(crate) also: [Option<(usize, Option<char>)>; 2],
    pub(crate) skipped: [Option<usize>; 2],
}

impl State {
    /// The pieces and whose turn it is, from a FEN.
    pub(crate) fn new(text: &str) -> State {
        let mut fields = text.split(' ');
        let (placement, turn) = (fields.next().expect("pieces"), fields.next());
        let mut cells = Vec::new();
        for row in placement.split('/') {
            let mut empty = 0;
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(digit) => empty = 10 * empty + digit as usize,
                    None => {
                        cells.extend(std::iter::repeat_n(None, std::mem::take(&mut empty)));
                        cells.push(Some(c));
                    }
                }
            }
            cells.extend(std::iter::repeat_n(None, empty));
        }
        State { cells, first: turn == Some("w"), skipped: [None; 2], rights: String::new() }
    }

    pub(crate) fn own(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() == self.first
    }

    pub(crate) fn empty(&self, tile: usize) -> bool {
        self.cells[tile].is_none()
    }

    pub(crate) fn enemy(&self, tile: usize) -> bool {
        self.cells[tile].is_some_and(|c| !self.own(c))
    }

    /// The letter as the player to move has it.
    pub(crate) fn cased(&self, letter: char) -> char {
        if self.first { letter } else { letter.to_ascii_lowercase() }
    }

    /// Every tile in some directions until something is in the way, what is in the way included if it is an enemy. `at`
    /// says which tile is so many steps away.
    pub(crate) fn lines<W: Copy>(
        &self,
        ways: &[W],
        most: i32,
        at: impl Fn(W, i32) -> Option<usize>,
    ) -> Vec<usize> {
        let mut found = Vec::new();
        for way in ways {
            for tile in (1..=most).map_while(|n| at(*way, n)) {
                if self.empty(tile) || self.enemy(tile) {
                    found.push(tile);
                }
                if !self.empty(tile) {
                    break;
                }
            }
        }
        found
    }

    pub(crate) fn after(&self, change: &Change) -> State {
        let mut next = self.clone();
        next.cells[change.from] = None;
        next.cells[change.to] = Some(change.letter);
        for (tile, letter) in change.also.iter().flatten() {
            next.cells[*tile] = *letter;
        }
        next.skipped = change.skipped;
        next.first = !self.first;
        next
    }
}

impl Change {
    pub(crate) fn go(from: usize, to: usize, letter: char) -> Change {
        Change { from, to, letter, also: [None; 2], skipped: [None; 2] }
    }
}

/// The rules of a game.
pub(crate) trait Counter {
    /// A position of the game, from its text.
    fn read(&self, text: &str) -> State;

    /// Every move but castling, whether or not the own king is safe after it.
    fn plain(&self, s: &State) -> Vec<Change>;

    /// Castling, with everything it asks but that the king is safe after it.
    fn castling(&self, _: &State) -> Vec<Change> {
        Vec::new()
    }

    /// The position after a move, if it is legal.
    fn legal(&self, s: &State, change: &Change) -> Option<State> {
        let next = self.play(s, change);
        (!self.king_falls(&next)).then_some(next)
    }

    /// The position after a move, with the rights that are left.
    fn play(&self, s: &State, change: &Change) -> State {
        s.after(change)
    }

    /// Whether the player to move can take the other's king.
    fn king_falls(&self, s: &State) -> bool {
        let king = Some(if s.first { 'k' } else { 'K' });
        self.plain(s).iter().any(|change| s.cells[change.to] == king)
    }

    /// Whether the king of the player to move would stand in check on that tile.
    fn in_check_on(&self, s: &State, king: usize, tile: usize) -> bool {
        self.king_falls(&s.after(&Change::go(king, tile, s.cased('K'))))
    }

    fn count(&self, s: &State, depth: u32) -> u64 {
        let moves = self.plain(s).into_iter().chain(self.castling(s));
        let next = moves.filter_map(|change| self.legal(s, &change));
        if depth <= 1 { next.count() as u64 } else { next.map(|n| self.count(&n, depth - 1)).sum() }
    }
}

/// A word such as `f4g5` as its tiles.
pub(crate) fn tiles(text: &str, tile: impl Fn(&str) -> usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut rest = text;
    while rest != "-" && !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).expect("a rank");
        let end = rest[digits..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| digits + n);
        found.push(tile(&rest[..end]));
        rest = &rest[end..];
    }
    found
}

/// Compares the engine with a counter: from the start to a depth, from positions made for it to depth 3, and from positions of
/// random games to depth 2.
pub(crate) fn agrees(name: &str, counter: &impl Counter, depth: u32, made: &[&str]) {
    let game = game(name);
    let same = |position: &Position, depth: u32| {
        let text = game.specification().fen(position);
        let (found, expected) = (perft(&game, position, depth), counter.count(&counter.read(&text), depth));
        assert_eq!(found, expected, "{name}, {depth} moves from {text}");
        expected
    };
    let mut compared: u64 = (1..=depth).map(|depth| same(&game.specification().start(), depth)).sum();
    for text in made {
        let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(game.specification().fen(&position), *text, "{name}");
        compared += (1..=3).map(|depth| same(&position, depth)).sum::<u64>();
    }
    for seed in 0.. {
        if compared >= ENOUGH {
            return;
        }
        let mut ply = seed;
        random_walk(&game, seed, 120, |position, _, _| {
            ply += 1;
            if compared < ENOUGH && ply % 7 == 0 {
                compared += same(position, 2);
            }
        });
    }
}

/// Prints what `perft/` holds of a game.
#[expect(clippy::print_stdout, reason = "it is run by hand, to be read")]
pub(crate) fn numbers(name: &str, counter: &impl Counter, depth: u32, made: &[&str]) {
    let start = game(name).specification().fen(&game(name).specification().start());
    for (text, depth) in std::iter::once((start.as_str(), depth)).chain(made.iter().map(|text| (*text, 3))) {
        println!("\nfen {text}");
        for depth in 1..=depth {
            println!("perft {depth} {}", counter.count(&counter.read(text), depth));
        }
    }
}

fn played(game: &Game, moves: &str) -> Position {
    let mut position = game.specification().start();
    for text in moves.split_whitespace() {
        let played = game.specification().read_uci(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        game.specification().make(&mut position, &played);
    }
    position
}

/// The FEN after some moves.
pub(crate) fn after(game: &Game, moves: &str) -> String {
    game.specification().fen(&played(game, moves))
}

/// What may be moved after some moves, sorted.
pub(crate) fn moves(game: &Game, before: &str) -> Vec<String> {
    written(game, &played(game, before))
}

/// What may be moved in a position, sorted.
pub(crate) fn written(game: &Game, position: &Position) -> Vec<String> {
    let mut found = game.specification().all_uci(&tilegame_tests::listed(game, position));
    found.sort();
    found
}

/// Words, sorted.
pub(crate) fn sorted(words: &str) -> Vec<String> {
    let mut list: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    list.sort();
    list
}
