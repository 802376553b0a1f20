//! Two boards, and every piece that moves goes over to the other one.
//!
//! A tile is a board (0 or 1), a rank and a file from 0; its number is its place in FENs, which begin with the last
//! rank of the second board.

use tilegame_tests::game;

use super::{Change, Counter, State, after, agrees, moves, numbers, sorted, written};

type Way = (i32, i32);

const STRAIGHT: [Way; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [Way; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [Way; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn tile(board: i32, x: i32, y: i32) -> usize {
    ((1 - board) * 64 + (7 - y) * 8 + x) as usize
}

fn place(tile: usize) -> (i32, i32, i32) {
    let n = tile as i32;
    (1 - n / 64, n % 8, 7 - n / 8 % 8)
}

/// The same tile of the other board.
fn over(here: usize) -> usize {
    let (board, x, y) = place(here);
    tile(1 - board, x, y)
}

fn at(from: usize, way: Way, n: i32) -> Option<usize> {
    let (board, x, y) = place(from);
    let (x, y) = (x + n * way.0, y + n * way.1);
    ((0..8).contains(&x) && (0..8).contains(&y)).then(|| tile(board, x, y))
}

struct TwoBoards;

impl TwoBoards {
    fn pawn(&self, s: &State, from: usize) -> Vec<Change> {
        let (_, _, y) = place(from);
        let (up, start, last) = if s.first { (1, 1, 7) } else { (-1, 6, 0) };
        let steps = (1..=if y == start { 2 } else { 1 })
            .map_while(|n| at(from, (0, up), n).filter(|to| s.empty(*to)));
        let takes = [-1, 1].into_iter().filter_map(|x| at(from, (x, up), 1)).filter(|to| s.enemy(*to));
        let become_what = |to: usize| if place(to).2 == last { "QRBN" } else { "P" };
        let go = |to: usize| become_what(to).chars().map(move |new| (to, new));
        steps.chain(takes).flat_map(go).map(|(to, new)| Change::go(from, to, s.cased(new))).collect()
    }

    /// The position in which everything a move has put down has gone over; `None` where a tile is taken.
    fn gone_over(&self, made: &State, change: &Change) -> Option<State> {
        let mut next = made.clone();
        let arrived = std::iter::once(change.to)
            .chain(change.also.iter().flatten().filter(|(_, l)| l.is_some()).map(|(t, _)| *t));
        for here in arrived {
            if !made.empty(over(here)) {
                return None;
            }
            next.cells[over(here)] = next.cells[here].take();
        }
        Some(next)
    }
}

impl Counter for TwoBoards {
    fn read(&self, text: &str) -> State {
        State { rights: text.split(' ').nth(2).expect("rights").to_owned(), ..State::new(text) }
    }

    /// Moves on the board where they begin; nobody has gone over yet.
    fn plain(&self, s: &State) -> Vec<Change> {
        let mut all = Vec::new();
        for from in 0..s.cells.len() {
            let Some(letter) = s.cells[from].filter(|c| s.own(*c)) else { continue };
            let lines = |ways: &[Way], most| s.lines(ways, most, |way, n| at(from, way, n));
            let targets = match letter.to_ascii_uppercase() {
                'K' => [lines(&STRAIGHT, 1), lines(&SLANTED, 1)].concat(),
                'Q' => [lines(&STRAIGHT, 9), lines(&SLANTED, 9)].concat(),
                'R' => lines(&STRAIGHT, 9),
                'B' => lines(&SLANTED, 9),
                'N' => lines(&LEAPS, 1),
                _ => {
                    all.extend(self.pawn(s, from));
                    continue;
                }
            };
            all.extend(targets.into_iter().map(|to| Change::go(from, to, letter)));
        }
        all
    }

    fn castling(&self, s: &State) -> Vec<Change> {
        let mut all = Vec::new();
        let y = if s.first { 0 } else { 7 };
        let on = |x: i32| tile(0, x, y);
        // Where the rook begins and ends, where the king ends, what has to be empty, where the king may not be taken.
        let sides = [('K', 7, 5, 6, 5..7, 4..7), ('Q', 0, 3, 2, 1..4, 2..5)];
        for (right, rook, rook_to, king_to, mut empty, mut safe) in sides {
            if s.rights.contains(s.cased(right))
                && empty.all(|x| s.empty(on(x)))
                && safe.all(|x| !self.in_check_on(s, on(4), on(x)))
            {
                let also = [Some((on(rook), None)), Some((on(rook_to), Some(s.cased('R'))))];
                all.push(Change { also, ..Change::go(on(4), on(king_to), s.cased('K')) });
            }
        }
        all
    }

    fn play(&self, s: &State, change: &Change) -> State {
        let mut next = s.after(change);
        for (right, king, rook) in
            [('K', (4, 0), (7, 0)), ('Q', (4, 0), (0, 0)), ('k', (4, 7), (7, 7)), ('q', (4, 7), (0, 7))]
        {
            let touched = |(x, y)| [change.from, change.to].contains(&tile(0, x, y));
            if touched(king) || touched(rook) {
                next.rights.retain(|c| c != right);
            }
        }
        next
    }

    /// Legal on the board where it is made, and again when all have gone over.
    fn legal(&self, s: &State, change: &Change) -> Option<State> {
        let made = self.play(s, change);
        // What stands on the other board has no part in the first half.
        let mut there = made.clone();
        for tile in 0..there.cells.len() {
            if place(tile).0 != place(change.to).0 {
                there.cells[tile] = None;
            }
        }
        if self.king_falls(&there) {
            return None;
        }
        let next = self.gone_over(&made, change)?;
        (!self.king_falls(&next)).then_some(next)
    }
}

/// Castling with a piece on the other board where a rook would arrive; a check that only one from the other board can end;
/// promotion with the tile over there free and taken, and a double step that can't go over; castling over an attacked tile.
const MADE: [&str; 4] = [
    "8/8/8/8/8/8/8/5n2/r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq 0 1",
    "8/8/8/8/8/2N5/8/8/4r2k/8/8/8/8/8/8/4K3 w - 0 1",
    "1n6/8/8/7p/8/1P6/8/8/r6k/1P5p/8/8/8/8/6p1/4K2B w - 0 1",
    "4k3/8/8/8/4n3/8/8/3Q4/3r4/8/8/8/8/8/4P3/R3K2R w KQ 0 1",
];

#[test]
fn two_boards() {
    agrees("alice", &TwoBoards, 4, &MADE);
}

/// Worked out by hand, after 1. e4 d5: both pawns have gone over to board B, where the one may take the other.
#[test]
fn the_opening_on_two_boards() {
    let expected =
        "Aa2Aa3 Aa2Aa4 Ab2Ab3 Ab2Ab4 Ac2Ac3 Ac2Ac4 Ad2Ad3 Ad2Ad4 Af2Af3 Af2Af4 Ag2Ag3 Ag2Ag4 Ah2Ah3 Ah2Ah4
        Be4Be5 Be4Bd5  Ab1Aa3 Ab1Ac3  Ag1Af3 Ag1Ah3 Ag1Ae2
        Af1Ae2 Af1Ad3 Af1Ac4 Af1Ab5 Af1Aa6  Ad1Ae2 Ad1Af3 Ad1Ag4 Ad1Ah5  Ae1Ae2";
    assert_eq!(moves(&game("alice"), "Ae2Ae4 Ad7Ad5"), sorted(expected));
}

/// The shortest mate, 1. e4 d5 2. Be2 dxe4 3. Bb5: whoever steps between leaves the board, and the king can't flee over d7,
/// where the bishop still sees it.
#[test]
fn a_mate_that_nobody_can_stand_in_the_way_of() {
    let game = game("alice");
    let played = "Ae2Ae4 Ad7Ad5 Af1Ae2 Bd5Be4 Be2Bb5";
    let expected = "8/8/8/8/8/8/8/8/rnbqkbnr/ppp1pppp/8/1B6/4p3/8/PPPP1PPP/RNBQK1NR b KQkq 1 3";
    assert_eq!(after(&game, played), expected);
    assert!(moves(&game, played).is_empty());
}

/// Off the file, or with the knight of board B, which comes over to e2 or e4.
#[test]
fn a_check_is_ended_from_the_other_board() {
    let game = game("alice");
    let position = game.specification().read_fen(MADE[1]).expect("a position");
    let expected = "Ae1Ad1 Ae1Ad2 Ae1Af1 Ae1Af2 Bc3Be2 Bc3Be4";
    assert_eq!(written(&game, &position), sorted(expected));
}

/// King and rook both go over, so both tiles there must be free.
#[test]
fn castling_goes_over() {
    let game = game("alice");
    let castling = |text: &str| {
        let position = game.specification().read_fen(text).expect("a position");
        let all = game.specification().all_san(&position).into_iter().map(|(_, text)| text);
        all.filter(|text| text.starts_with("O-O")).collect::<Vec<_>>()
    };
    assert_eq!(castling(MADE[0]), ["O-O-O"]);
    assert_eq!(castling(MADE[3]), ["O-O"]);
    let mut position = game.specification().read_fen(MADE[0]).expect("a position");
    let long = game.specification().read_san(&position, "O-O-O").expect("legal");
    game.specification().make(&mut position, &long);
    let expected = "8/8/8/8/8/8/8/2KR1n2/r3k2r/pppppppp/8/8/8/8/PPPPPPPP/7R b kq 1 1";
    assert_eq!(game.specification().fen(&position), expected);
}

/// The counts of `perft/`, which take too long for every day.
#[test]
#[ignore = "counts for minutes"]
fn counts() {
    numbers("alice", &TwoBoards, 5, &MADE);
}
