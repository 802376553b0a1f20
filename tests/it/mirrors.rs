//! The hall of mirrors against a count on plain arrays that shares nothing with its rules file.

use std::collections::BTreeSet;

use tilegame_tests::game;
use tilegame_tests::perft;

/// A runner, or a mirror that slopes like `\` or like `/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Runner,
    Falling,
    Rising,
}

type Square = (i32, i32);

#[derive(Clone)]
struct Hall {
    /// With whether it is Black's.
    squares: [[Option<(What, bool)>; 6]; 6],
    black: bool,
}

impl Hall {
    fn read(text: &str) -> Hall {
        let (rows, turn) = text.split_once(' ').expect("two fields");
        let mut squares = [[None; 6]; 6];
        for (row, y) in rows.split('/').zip((0..6).rev()) {
            let (mut x, mut signs) = (0, row.chars().peekable());
            while let Some(sign) = signs.next() {
                let digit = signs.next_if(char::is_ascii_digit);
                if sign == '.' {
                    x += digit.and_then(|d| d.to_digit(10)).unwrap_or(1) as usize;
                    continue;
                }
                let what = match (sign.to_ascii_uppercase(), digit) {
                    ('R', None) => What::Runner,
                    ('M', Some('1')) => What::Falling,
                    ('M', Some('2')) => What::Rising,
                    other => panic!("{other:?}"),
                };
                squares[x][y] = Some((what, sign.is_ascii_lowercase()));
                x += 1;
            }
        }
        Hall { squares, black: turn == "b" }
    }

    /// What stands on a square, once the piece on `lifted` is in the hand; nothing off the board.
    fn at(&self, (x, y): Square, lifted: Square) -> Option<Option<(What, bool)>> {
        let on = (0..6).contains(&x) && (0..6).contains(&y);
        on.then(|| if (x, y) == lifted { None } else { self.squares[x as usize][y as usize] })
    }

    fn is_over(&self) -> bool {
        let runners = |black| {
            let all = (0..6).flat_map(|x| (0..6).map(move |y| (x, y)));
            all.filter(move |(x, y)| self.squares[*x][*y] == Some((What::Runner, black)))
        };
        let home = if self.black { 5 } else { 0 };
        runners(self.black).next().is_none() || runners(!self.black).any(|(_, y)| y == home)
    }

    /// What may be done: from, to (the same for a mirror that turns), and whether two change places.
    fn moves(&self) -> BTreeSet<(Square, Square, bool)> {
        let mut moves = BTreeSet::new();
        if self.is_over() {
            return moves;
        }
        for from in (0..6).flat_map(|x| (0..6).map(move |y| (x, y))) {
            match self.squares[from.0 as usize][from.1 as usize] {
                Some((What::Runner, black)) if black == self.black => self.slides(from, &mut moves),
                Some((_, black)) if black == self.black => _ = moves.insert((from, from, false)),
                _ => {}
            }
        }
        moves
    }

    fn slides(&self, from: Square, moves: &mut BTreeSet<(Square, Square, bool)>) {
        for way in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (mut at, mut way) = (from, way);
            if let Some(Some((what, black))) = self.at((at.0 + way.0, at.1 + way.1), from)
                && what != What::Runner
                && black == self.black
            {
                moves.insert((from, (at.0 + way.0, at.1 + way.1), true));
            }
            // On so small a board nobody goes on for longer without going in a circle.
            for _ in 0..200 {
                at = (at.0 + way.0, at.1 + way.1);
                match self.at(at, from) {
                    None => break,
                    Some(None) if at != from => _ = moves.insert((from, at, false)),
                    Some(None) => {}
                    Some(Some((What::Runner, black))) => {
                        if black != self.black {
                            moves.insert((from, at, false));
                        }
                        break;
                    }
                    Some(Some((What::Falling, _))) => way = (-way.1, -way.0),
                    Some(Some((What::Rising, _))) => way = (way.1, way.0),
                }
            }
        }
    }

    fn after(&self, (from, to, swaps): (Square, Square, bool)) -> Hall {
        let mut next = self.clone();
        let index = |(x, y): Square| (x as usize, y as usize);
        let ((x, y), (to_x, to_y)) = (index(from), index(to));
        let (mover, there) = (self.squares[x][y], self.squares[to_x][to_y]);
        if from == to {
            next.squares[x][y] = mover.map(|(what, black)| {
                (if what == What::Falling { What::Rising } else { What::Falling }, black)
            });
        } else {
            next.squares[x][y] = if swaps { there } else { None };
            next.squares[to_x][to_y] = mover;
        }
        next.black = !self.black;
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|m| self.after(m).perft(depth - 1)).sum()
    }
}

#[test]
fn counts_are_those_of_the_other_program() {
    let game = game("mirrorhall");
    let positions = [
        &game.specification().fen(&game.specification().start()),
        // A circle of mirrors in the middle, runners inside and outside of it.
        ".r.4/.m2.2m1./.6/.R.r.2/.M1.2M2./.6 w",
        ".2m1.r./m2.M1.3/.R.M2m1./.2R.m2./.M1.2r./.M2.4 b",
        "m1.5/.m2.R.2/.2M1.r./.r.M2m1./.6/.5R w",
    ];
    for text in positions {
        let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let hall = Hall::read(text);
        for depth in 1.. {
            let expected = hall.perft(depth);
            assert_eq!(perft(&game, &position, depth), expected, "{text} {depth}");
            if expected >= 200_000 {
                break;
            }
        }
    }
}

/// Three mirrors send a runner round, over its own tile, where it can't stay, and on.
#[test]
fn a_runner_goes_round_over_its_own_tile() {
    let game = game("mirrorhall");
    // From b2 up: the mirror on b4 sends it right, d4 down, d2 left, to b2.
    let position = game.specification().read_fen(".5r/.6/.M2.M1.2/.6/.R.M2.2/.6 w").expect("a position");
    let texts = game.specification().all_uci(&tilegame_tests::listed(&game, &position));
    let of_runner: BTreeSet<&str> =
        texts.iter().map(String::as_str).filter(|t| t.starts_with("b2")).collect();
    // Up or right round the square, left to a2, down to b1.
    assert_eq!(of_runner, ["b2a2", "b2b1", "b2b3", "b2c2", "b2c4", "b2d3"].into_iter().collect());
}
