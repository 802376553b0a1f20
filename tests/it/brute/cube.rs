//! Chess in a cube of 5 x 5 x 5.
//!
//! A cell is a file, a rank and a level from 0; its number is its place in FENs, which begin with the far rank of
//! the highest level.

use tilegame_tests::game;

use super::{Change, Counter, State, after, agrees, moves, numbers, sorted, written};

type Way = [i32; 3];

const SIZE: i32 = 5;

struct Cube {
    /// All 26 ways, by how many of the three numbers they change.
    ways: [Vec<Way>; 3],
    leaps: Vec<Way>,
}

fn all(reach: i32) -> impl Iterator<Item = Way> {
    let one = move || -reach..=reach;
    one().flat_map(move |x| one().flat_map(move |y| one().map(move |z| [x, y, z])))
}

fn cube() -> Cube {
    let changing = |n: usize| all(1).filter(|way| way.iter().filter(|x| **x != 0).count() == n).collect();
    let is_leap = |way: &Way| {
        let mut lengths = way.map(i32::abs);
        lengths.sort_unstable();
        lengths == [0, 1, 2]
    };
    Cube { ways: [changing(1), changing(2), changing(3)], leaps: all(2).filter(is_leap).collect() }
}

fn place(cell: usize) -> Way {
    let n = cell as i32;
    [n % SIZE, SIZE - 1 - n / SIZE % SIZE, SIZE - 1 - n / (SIZE * SIZE)]
}

fn cell([x, y, z]: Way) -> Option<usize> {
    let inside = [x, y, z].iter().all(|n| (0..SIZE).contains(n));
    inside.then_some(((SIZE - 1 - z) * SIZE * SIZE + (SIZE - 1 - y) * SIZE + x) as usize)
}

fn at(from: usize, way: Way, n: i32) -> Option<usize> {
    let [x, y, z] = place(from);
    cell([x + n * way[0], y + n * way[1], z + n * way[2]])
}

impl Counter for Cube {
    fn read(&self, text: &str) -> State {
        State::new(text)
    }

    fn plain(&self, s: &State) -> Vec<Change> {
        let mut all = Vec::new();
        let [sides, edges, corners] = &self.ways;
        for from in 0..s.cells.len() {
            let Some(letter) = s.cells[from].filter(|c| s.own(*c)) else { continue };
            let lines = |ways: &[Way], most| s.lines(ways, most, |way, n| at(from, way, n));
            let everywhere = |most| [lines(sides, most), lines(edges, most), lines(corners, most)].concat();
            let targets = match letter.to_ascii_uppercase() {
                'K' => everywhere(1),
                'Q' => everywhere(9),
                'R' => lines(sides, 9),
                'B' => lines(edges, 9),
                'U' => lines(corners, 9),
                'N' => lines(&self.leaps, 1),
                _ => {
                    let on = if s.first { 1 } else { -1 };
                    let free = [[0, on, 0], [0, 0, on]].into_iter().filter_map(|way| at(from, way, 1));
                    let mut targets: Vec<usize> = free.filter(|to| s.empty(*to)).collect();
                    // One of a bishop's steps that goes on and never back.
                    let takes =
                        edges.iter().filter(|[_, y, z]| y * on >= 0 && z * on >= 0 && (*y, *z) != (0, 0));
                    targets.extend(takes.filter_map(|way| at(from, *way, 1)).filter(|to| s.enemy(*to)));
                    targets
                }
            };
            for to in targets {
                let [_, y, z] = place(to);
                let far = if s.first { SIZE - 1 } else { 0 };
                if letter.eq_ignore_ascii_case(&'P') && (y, z) == (far, far) {
                    all.extend("QRBNU".chars().map(|new| Change::go(from, to, s.cased(new))));
                } else {
                    all.push(Change::go(from, to, letter));
                }
            }
        }
        all
    }
}

/// Pawns that promote straight on, up, down and by a capture; a pawn with something to take on each of its five ways; a king in
/// check among pieces of every sort.
const MADE: [&str; 3] = [
    "2n2/3P1/5/5/k4/1P3/5/5/5/5/5/5/5/5/5/5/5/5/5/3p1/5/5/5/2p2/K3R w 0 1",
    "k4/5/5/5/5/5/5/5/5/5/5/5/1n3/n1n2/5/5/5/n1n2/1P3/5/4K/5/5/5/5 w 0 1",
    "4k/5/5/5/5/5/1b3/5/2p2/5/5/1N3/r1K2/5/5/5/5/5/5/Q4/5/5/5/5/4U w 0 1",
];

#[test]
fn the_cube() {
    agrees("raumschach", &cube(), 2, &MADE);
}

/// Worked out by hand. Pawns of the lower level can't go up, where their own stand; rooks and king have their own all around.
#[test]
fn the_opening_in_the_cube() {
    let start = "Aa2Aa3 Ab2Ab3 Ac2Ac3 Ad2Ad3 Ae2Ae3
        Ba2Ba3 Bb2Bb3 Bc2Bc3 Bd2Bd3 Be2Be3  Ba2Ca2 Bb2Cb2 Bc2Cc2 Bd2Cd2 Be2Ce2
        Ab1Aa3 Ab1Ac3 Ab1Ca1 Ab1Cc1 Ab1Cb2 Ab1Bb3  Ad1Ac3 Ad1Ae3 Ad1Cc1 Ad1Ce1 Ad1Cd2 Ad1Bd3
        Ba1Cb1 Ba1Dc1 Ba1Ed1 Ba1Ca2 Ba1Da3 Ba1Ea4  Bd1Ce1 Bd1Cc1 Bd1Db1 Bd1Ea1 Bd1Cd2 Bd1Dd3 Bd1Ed4
        Bb1Cc2 Bb1Dd3 Bb1Ee4 Bb1Ca2  Be1Cd2 Be1Dc3 Be1Eb4
        Bc1Cc1 Bc1Dc1 Bc1Ec1  Bc1Cd1 Bc1De1 Bc1Cb1 Bc1Da1  Bc1Cc2 Bc1Dc3 Bc1Ec4  Bc1Cd2 Bc1De3 Bc1Cb2 Bc1Da3";
    assert_eq!(moves(&game("raumschach"), ""), sorted(start));
}

/// A pawn takes aside, aside and up, and forward and up.
#[test]
fn the_five_ways_in_which_a_pawn_takes() {
    let game = game("raumschach");
    let position = game.specification().read_fen(MADE[1]).expect("a position");
    let pawn: Vec<String> = written(&game, &position).into_iter().filter(|m| m.starts_with("Bb2")).collect();
    assert_eq!(pawn, sorted("Bb2Bb3 Bb2Cb2 Bb2Ba3 Bb2Bc3 Bb2Ca2 Bb2Cc2 Bb2Cb3"));
}

/// After 1. Bb2-b3 Dd4-d3 2. Bb3-Cb3 Dd3-Cd3 two pawns stand on level C. White's goes on forward or up, and may take the pawn
/// on Db4, which is forward and up; Black's goes back and down and may take on Bd2.
#[test]
fn pawns_meet_in_the_middle() {
    let game = game("raumschach");
    let played = "Bb2Bb3 Dd4Dd3 Bb3Cb3 Dd3Cd3";
    assert!(after(&game, played).contains("/5/5/1P1p1/5/5/"), "{}", after(&game, played));
    let pawn: Vec<String> = moves(&game, played).into_iter().filter(|m| m.starts_with("Cb3")).collect();
    assert_eq!(pawn, sorted("Cb3Cb4 Cb3Db3 Cb3Db4"));
    let pawn: Vec<String> =
        moves(&game, &format!("{played} Cb3Cb4")).into_iter().filter(|m| m.starts_with("Cd3")).collect();
    assert_eq!(pawn, sorted("Cd3Cd2 Cd3Bd3 Cd3Bd2"));
}

/// The counts of `perft/`, which take too long for every day.
#[test]
#[ignore = "counts for minutes"]
fn counts() {
    numbers("raumschach", &cube(), 4, &MADE);
}
