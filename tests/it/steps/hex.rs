//! Hex, played on a list of letters; a chain is followed from one side until it comes to the other.

use tilegame_tests::perft;
use tilegame_tests::{compile, game, random_walk};

use super::{Counter, Square, turn};

struct Hex;

struct State {
    board: Square,
    red: bool,
}

impl State {
    fn stones(&self) -> Vec<(i32, i32)> {
        self.board.all().filter(|at| self.board.at(*at) != '.').collect()
    }

    /// Whether a side has joined its sides: Red by ranks, Blue by files.
    fn has_joined(&self, red: bool) -> bool {
        let letter = if red { 'S' } else { 's' };
        let far = |(x, y): (i32, i32)| if red { y } else { x };
        let mut reached: Vec<(i32, i32)> =
            self.board.all().filter(|at| far(*at) == 0 && self.board.at(*at) == letter).collect();
        let mut next = 0;
        while let Some((x, y)) = reached.get(next).copied() {
            for (dx, dy) in [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)] {
                let at = (x + dx, y + dy);
                if self.board.at(at) == letter && !reached.contains(&at) {
                    reached.push(at);
                }
            }
            next += 1;
        }
        reached.into_iter().any(|at| far(at) == self.board.size - 1)
    }

    fn with(&self, at: (i32, i32), letter: char) -> State {
        let mut board = self.board.clone();
        board.set(at, letter);
        State { board, red: !self.red }
    }
}

impl Counter for Hex {
    type State = State;

    fn read(&self, text: &str) -> State {
        State { red: turn(text).0 == 'r', board: Square::read(text) }
    }

    fn next(&self, s: &State) -> Vec<State> {
        if s.has_joined(true) || s.has_joined(false) {
            return Vec::new();
        }
        let own = if s.red { 'S' } else { 's' };
        let free = s.board.all().filter(|at| s.board.at(*at) == '.');
        let mut all: Vec<State> = free.map(|at| s.with(at, own)).collect();
        if let [(x, y)] = s.stones()[..]
            && !s.red
            && s.board.at((x, y)) == 'S'
        {
            let mut taken_over = s.with((x, y), '.');
            taken_over.board.set((y, x), 's');
            all.push(taken_over);
        }
        all
    }
}

/// The first two moves: any tile, and then another one or the stone over again. The third finds two stones on the board, or one.
#[test]
fn there_are_as_many_openings_as_tiles_allow() {
    let game = game("hex11");
    assert_eq!(perft(&game, &game.specification().start(), 1), 121);
    assert_eq!(perft(&game, &game.specification().start(), 2), 121 * 120 + 121);
    let start = Hex.read(&game.specification().fen(&game.specification().start()));
    assert_eq!(Hex.count(&start, 3), 121 * 120 * 119 + 121 * 120);
}

/// On a small board sides are joined soon, and the counts go to the end of the game.
#[test]
fn games_on_small_boards_agree() {
    for lines in [2, 3, 4] {
        let rows = vec![lines.to_string(); lines as usize].join("/");
        let last = (b'a' + lines as u8 - 1) as char;
        let game = compile(
            "small.tg",
            &format!(
                "variant \"Small\" of hex11\nboard\n    grid {lines} x {lines}\nreplace region high = rank {lines}\n\
                 replace region right_side = file {last}\nsetup \"{rows} r\"\n"
            ),
        );
        let start = Hex.read(&game.specification().fen(&game.specification().start()));
        let deepest = [4, 6, 3][lines as usize - 2];
        for depth in 1..=deepest {
            assert_eq!(
                Hex.count(&start, depth),
                perft(&game, &game.specification().start(), depth),
                "{lines}: perft {depth}"
            );
        }
        for seed in 0..30 {
            random_walk(&game, seed, 20, |position, moves, _| {
                let text = game.specification().fen(position);
                assert_eq!(Hex.next(&Hex.read(&text)).len(), moves.len(), "{text}");
                assert_eq!(Hex.count(&Hex.read(&text), 2), perft(&game, position, 2), "{text}");
            });
        }
    }
}
