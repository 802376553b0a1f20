//! Two games on hexagons whose pawns take over the corner.
//!
//! A hexagon is a file and a height: two hexagons above each other differ by two, neighbours in the next file by one.

use tilegame_tests::game;

use super::{Change, Counter, State, after, agrees, moves, numbers, sorted, tiles, written};

type Way = (i32, i32);

const OVER_SIDES: [Way; 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
const OVER_CORNERS: [Way; 6] = [(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)];
/// Two steps straight and one aside.
const LEAPS: [Way; 12] = [
    (1, 5),
    (2, 4),
    (3, 1),
    (3, -1),
    (2, -4),
    (1, -5),
    (-1, -5),
    (-2, -4),
    (-3, -1),
    (-3, 1),
    (-2, 4),
    (-1, 5),
];

/// King and rook: from where to where, and what lies between and has to be empty or safe.
struct Castle {
    right: char,
    king: [&'static str; 2],
    rook: [&'static str; 2],
    empty: &'static [&'static str],
    safe: &'static [&'static str],
}

struct Hexes {
    /// In the order of FENs.
    places: Vec<Way>,
    names: Vec<String>,
    /// Tiles by file and height.
    on: [[Option<usize>; 32]; 12],
    /// How many steps at once a pawn may go, by its letter and tile.
    starts: Vec<(char, usize, i32)>,
    castles: Vec<Castle>,
}

impl Hexes {
    /// `rows` are the numbers of ranks as FENs have them; `on` says how high a file has such a rank.
    fn new(files: &str, ranks: i32, height: impl Fn(i32, i32) -> Option<i32>) -> Hexes {
        let mut hexes = Hexes {
            places: Vec::new(),
            names: Vec::new(),
            on: [[None; 32]; 12],
            starts: Vec::new(),
            castles: Vec::new(),
        };
        for rank in (1..=ranks).rev() {
            for (x, file) in files.chars().enumerate() {
                if let Some(height) = height(x as i32, rank) {
                    hexes.on[x][height as usize] = Some(hexes.places.len());
                    hexes.places.push((x as i32, height));
                    hexes.names.push(format!("{file}{rank}"));
                }
            }
        }
        hexes
    }

    fn starting(mut self, letter: char, steps: i32, names: &str) -> Hexes {
        for name in names.split(' ') {
            let tile = self.tile(name);
            self.starts.push((letter, tile, steps));
        }
        self
    }

    fn tile(&self, name: &str) -> usize {
        self.names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no {name}"))
    }

    fn at(&self, from: usize, (x, y): Way, n: i32) -> Option<usize> {
        let place = self.places[from];
        let [x, y] = [place.0 + n * x, place.1 + n * y].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        *self.on.get(x)?.get(y)?
    }

    fn pawn(&self, s: &State, from: usize, letter: char) -> Vec<Change> {
        let up = if s.first { 1 } else { -1 };
        let mut all = Vec::new();
        let mut arrive = |to: usize, taken: Option<usize>, skipped: [Option<usize>; 2]| {
            // Where there is nothing more ahead, its file ends.
            let new = if self.at(to, (0, 2 * up), 1).is_some() { "P" } else { "QRBN" };
            for new in new.chars() {
                let also = [taken.map(|tile| (tile, None)), None];
                all.push(Change { also, skipped, ..Change::go(from, to, s.cased(new)) });
            }
        };
        let mut skipped = [None; 2];
        let start = self.starts.iter().find(|(l, tile, _)| *l == letter && *tile == from);
        for n in 1..=start.map_or(1, |(.., steps)| *steps) {
            let Some(to) = self.at(from, (0, 2 * up), n).filter(|to| s.empty(*to)) else { break };
            arrive(to, None, skipped);
            skipped = [Some(to), skipped[0]];
        }
        for side in [-1, 1] {
            let Some(to) = self.at(from, (side, 3 * up), 1) else { continue };
            if s.enemy(to) {
                arrive(to, None, [None; 2]);
            } else if s.skipped.contains(&Some(to)) {
                // The one that has just leapt is the first piece further on.
                let leapt = (1..9).find_map(|n| self.at(to, (0, -2 * up), n).filter(|t| !s.empty(*t)));
                arrive(to, leapt, [None; 2]);
            }
        }
        all
    }
}

impl Counter for Hexes {
    fn read(&self, text: &str) -> State {
        let mut s = State::new(text);
        let mut fields = text.split(' ').skip(2);
        if !self.castles.is_empty() {
            s.rights = fields.next().expect("rights").to_owned();
        }
        let skipped = tiles(fields.next().expect("marks"), |name| self.tile(name));
        s.skipped = [skipped.first().copied(), skipped.get(1).copied()];
        s
    }

    fn plain(&self, s: &State) -> Vec<Change> {
        let mut all = Vec::new();
        for from in 0..s.cells.len() {
            let Some(letter) = s.cells[from].filter(|c| s.own(*c)) else { continue };
            let lines = |ways: &[Way], most| s.lines(ways, most, |way, n| self.at(from, way, n));
            let both = [OVER_SIDES, OVER_CORNERS].concat();
            let targets = match letter.to_ascii_uppercase() {
                'K' => lines(&both, 1),
                'Q' => lines(&both, 99),
                'R' => lines(&OVER_SIDES, 99),
                'B' => lines(&OVER_CORNERS, 99),
                'N' => lines(&LEAPS, 1),
                _ => {
                    all.extend(self.pawn(s, from, letter));
                    continue;
                }
            };
            all.extend(targets.into_iter().map(|to| Change::go(from, to, letter)));
        }
        all
    }

    fn castling(&self, s: &State) -> Vec<Change> {
        let mut all = Vec::new();
        for castle in self.castles.iter().filter(|c| s.own(c.right) && s.rights.contains(c.right)) {
            let [king, king_to] = castle.king.map(|name| self.tile(name));
            let [rook, rook_to] = castle.rook.map(|name| self.tile(name));
            let free = castle.empty.iter().all(|name| s.empty(self.tile(name)));
            if free && castle.safe.iter().all(|name| !self.in_check_on(s, king, self.tile(name))) {
                let also = [Some((rook, None)), Some((rook_to, Some(s.cased('R'))))];
                all.push(Change { also, ..Change::go(king, king_to, s.cased('K')) });
            }
        }
        all
    }

    fn play(&self, s: &State, change: &Change) -> State {
        let mut next = s.after(change);
        // A right is lost when its king or rook goes, and when its rook is taken.
        let touched = |name: &str| [change.from, change.to].contains(&self.tile(name));
        for castle in &self.castles {
            if touched(castle.king[0]) || touched(castle.rook[0]) {
                next.rights.retain(|c| c != castle.right);
            }
        }
        next
    }
}

/// Files of 6 to 11 and again to 6 hexagons, ranks counted from the near end of each.
fn regular() -> Hexes {
    let height = |x: i32, rank: i32| (rank <= 11 - (x - 5).abs()).then_some(2 * rank + (x - 5).abs());
    Hexes::new("abcdefghikl", 11, height).starting('P', 2, "c1 d2 e3 g3 h2 i1").starting(
        'p',
        2,
        "c8 d8 e8 g8 h8 i8",
    )
}

/// Files of 6 to 10 and again to 6 hexagons; a rank goes down to the right.
fn longer() -> Hexes {
    let height = |x: i32, rank: i32| {
        let first = 1 + (x - 4).max(0);
        (first..first + 10 - (x - 4).abs()).contains(&rank).then_some(2 * rank + 4 - x)
    };
    let mut hexes = Hexes::new("abcdefghi", 10, height)
        .starting('P', 2, "b2 c2 g4 h5")
        .starting('P', 3, "d2 e2 f3")
        .starting('p', 2, "b6 c7 g9 h9")
        .starting('p', 3, "d8 e9 f9");
    let castle = |right, king, rook, empty, safe| Castle { right, king, rook, empty, safe };
    hexes.castles = vec![
        castle('Q', ["e1", "c1"], ["a1", "d1"], &["b1", "c1", "d1"], &["e1", "d1", "c1"]),
        castle('Q', ["e1", "b1"], ["a1", "c1"], &["b1", "c1", "d1"], &["e1", "d1", "c1", "b1"]),
        castle('B', ["e1", "g3"], ["i5", "f2"], &["f2", "g3", "h4"], &["e1", "f2", "g3"]),
        castle('B', ["e1", "h4"], ["i5", "g3"], &["f2", "g3", "h4"], &["e1", "f2", "g3", "h4"]),
        castle('q', ["e10", "g10"], ["i10", "f10"], &["f10", "g10", "h10"], &["e10", "f10", "g10"]),
        castle('q', ["e10", "h10"], ["i10", "g10"], &["f10", "g10", "h10"], &["e10", "f10", "g10", "h10"]),
        castle('b', ["e10", "c8"], ["a6", "d9"], &["b7", "c8", "d9"], &["e10", "d9", "c8"]),
        castle('b', ["e10", "b7"], ["a6", "c8"], &["b7", "c8", "d9"], &["e10", "d9", "c8", "b7"]),
    ];
    hexes
}

/// Pawns that leap past two that may take them, for either side; pawns that promote straight on and by a capture; a queen
/// that can leave a lone king no move.
const REGULAR: [&str; 4] = [
    "1/1k1/5/7/9/11/4p6/2p8/11/3P7/5K5 w - 0 1",
    "1/1k1/5/1p5/9/4P6/2P8/5P5/11/11/5K5 b - 0 1",
    "1/n1k/5/1P5/9/11/11/11/11/2p8/3R1K5 w - 0 1",
    "k/3/5/7/9/3Q7/11/11/11/11/5K5 w - 0 1",
];

#[test]
fn the_regular_board() {
    agrees("mccooey", &regular(), 3, &REGULAR);
}

/// Every castling with nothing in its way; some of them over attacked tiles; leaps of three that may be taken on either tile,
/// for either side; pawns that promote.
const LONGER: [&str; 4] = [
    "k3r/1ppppp/1p5/1p6/rp6P/p6PR/6P1/5P1/PPPPP1/R3K w QBqb - 0 1",
    "k3r/6/7/8/r8/3r4R/8/7/6/R3K w QBqb - 0 1",
    "k4/6/7/8/5p3/9/3p4/7/4P1/4K w - - 0 1",
    "k4/np4/7/1P6/3P1P3/9/8/7/6/4K b - - 0 1",
];

#[test]
fn the_longer_board() {
    agrees("shafran", &longer(), 3, &LONGER);
}

/// Worked out by hand. The pawn in the middle goes one step only; of the bishops only the one behind it is free; rooks, queen
/// and king have their own all around them.
#[test]
fn the_opening_on_the_regular_board() {
    let start = "c1c2 c1c3 d2d3 d2d4 e3e4 e3e5 f4f5 g3g4 g3g5 h2h3 h2h4 i1i2 i1i3
        f3e4 f3d5 f3c6 f3b7  f3g4 f3h5 f3i6 f3k7
        e2b1 e2c3 e2d4 e2f5 e2g4  g2k1 g2i3 g2h4 g2f5 g2e4";
    assert_eq!(moves(&game("mccooey"), ""), sorted(start));
}

/// A pawn takes over the corner, in passing too.
#[test]
fn taking_over_the_corner() {
    let game = game("mccooey");
    let of_pawn =
        |played: &str| moves(&game, played).into_iter().filter(|m| m.starts_with("e6")).collect::<Vec<_>>();
    assert_eq!(of_pawn("e3e5 i8i7 e5e6 d8d7"), sorted("e6d7 e6e7 e6f8"));
    assert_eq!(of_pawn("e3e5 i8i7 e5e6 d8d6"), sorted("e6d7 e6e7 e6f8"));
    let taken = after(&game, "e3e5 i8i7 e5e6 d8d6 e6d7");
    assert!(taken.starts_with("b/qbk/rnbnr/p1pppp1/2P4p1/"), "{taken}");
}

/// Worked out by hand: the three middle pawns go up to three steps, the outermost one. Each bishop has one way out and the
/// queen one, up to a black pawn.
#[test]
fn the_opening_on_the_longer_board() {
    let start = "a2a3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 d2d5 e2e3 e2e4 e2e5
        f3f4 f3f5 f3f6 g4g5 g4g6 h5h6 h5h7 i6i7
        b1a3 b1c4 b1d4 b1e3  g3e4 g3f5 g3h6
        c1d3 c1e5 c1f7 c1g9  f2e3 f2d4 f2c5 f2b6  h4g5 h4f6 h4e7 h4d8  d1e3 d1f5 d1g7 d1h9";
    assert_eq!(moves(&game("shafran"), ""), sorted(start));
}

/// Who has leapt three tiles may be taken on both that lie between.
#[test]
fn taking_in_passing_on_either_tile() {
    let game = game("shafran");
    let position = game.specification().read_fen(LONGER[2]).expect("a position");
    let mut leapt = position.clone();
    let leap = game.specification().read_uci(&leapt, "e2e5").expect("a leap");
    game.specification().make(&mut leapt, &leap);
    let text = game.specification().fen(&leapt);
    assert!(text.ends_with(" b - e4e3 0 1") || text.ends_with(" b - e3e4 0 1"), "{text}");
    let found: Vec<String> = written(&game, &leapt).into_iter().filter(|m| !m.starts_with("e10")).collect();
    assert_eq!(found, sorted("d4d3 d4e3 f6f5 f6e4"));
}

#[test]
fn castling_short_and_long_to_both_flanks() {
    let game = game("shafran");
    let of_king = |text: &str| {
        let position = game.specification().read_fen(text).expect("a position");
        let found: Vec<String> =
            game.specification().all_san(&position).into_iter().map(|(_, text)| text).collect();
        let mut found: Vec<String> = found.into_iter().filter(|text| text.contains("O-O")).collect();
        found.sort();
        found
    };
    assert_eq!(of_king(LONGER[0]), ["B-O-O", "B-O-O-O", "Q-O-O", "Q-O-O-O"]);
    // The rook on d5 looks at d1, so that the king can't pass there.
    assert_eq!(of_king(LONGER[1]), ["B-O-O", "B-O-O-O"]);
}

/// The counts of `perft/`, which take too long for every day.
#[test]
#[ignore = "counts for minutes"]
fn counts() {
    numbers("mccooey", &regular(), 4, &REGULAR);
    numbers("shafran", &longer(), 4, &LONGER);
}
