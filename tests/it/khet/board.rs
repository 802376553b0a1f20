//! Khet on plain arrays: its own reader, moves, mirrors and texts, from the makers' rules and the notation's document. Shares
//! nothing with the compiler or the runtime.

/// What rule books disagree on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Book {
    /// Version 2.0: scarabs, anubises and sphinxes in place of djeds, stacks and the outer laser.
    pub(super) second: bool,
    /// A djed swaps with every piece.
    pub(super) swaps_all: bool,
    /// A piece that looks the same from all sides may be turned.
    pub(super) passes: bool,
    /// The top of a stack may step onto a single obelisk.
    pub(super) hops: bool,
    /// A swap may not put a piece where its owner may not step.
    pub(super) reserves: bool,
}

pub(super) const MAKERS: Book =
    Book { second: false, swaps_all: false, passes: false, hops: true, reserves: false };
pub(super) const HOUSE: Book = Book { swaps_all: true, passes: true, ..MAKERS };
pub(super) const SECOND: Book = Book { second: true, ..MAKERS };

/// A piece: its letter in version 1.0 (`D` is a scarab, too; `A` an anubis, `L` a sphinx), how it stands, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    pub(super) kind: char,
    pub(super) way: u8,
    pub(super) red: bool,
}

/// File and rank from 0.
pub(super) type Square = (usize, usize);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Khet {
    pub(super) squares: [[Option<Man>; 8]; 10],
    pub(super) red_moves: bool,
    pub(super) since: u32,
    pub(super) number: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Act {
    Step(Square, Square),
    Swap(Square, Square),
    Stack(Square, Square),
    Unstack(Square, Square),
    Hop(Square, Square),
    Turn(Square, u8),
}

const AROUND: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// Where a beam goes on that meets a mirror, by the published table; north, east, south and west are 0 to 3.
fn reflect(kind: char, way: u8, beam: usize) -> Option<usize> {
    let table: [Option<usize>; 4] = match (kind, beam) {
        ('Y', 0) => [None, Some(1), Some(3), None],
        ('Y', 1) => [None, None, Some(2), Some(0)],
        ('Y', 2) => [Some(1), None, None, Some(3)],
        ('Y', 3) => [Some(0), Some(2), None, None],
        ('D', 0) => [Some(3), Some(1), None, None],
        ('D', 1) => [Some(2), Some(0), None, None],
        ('D', 2) => [Some(1), Some(3), None, None],
        ('D', 3) => [Some(0), Some(2), None, None],
        _ => [None; 4],
    };
    table[usize::from(way - 1)]
}

fn beside((x, y): Square, (dx, dy): (i32, i32)) -> Option<Square> {
    let (x, y) = (x as i32 + dx, y as i32 + dy);
    ((0..10).contains(&x) && (0..8).contains(&y)).then_some((x as usize, y as usize))
}

/// Squares on which a player may not step.
fn forbidden(red: bool, (x, y): Square) -> bool {
    if red { x == 9 || x == 1 && (y == 0 || y == 7) } else { x == 0 || x == 8 && (y == 0 || y == 7) }
}

fn square_name((x, y): Square) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

/// The letter of a kind in a version.
fn letter(book: Book, kind: char) -> char {
    if book.second && kind == 'D' { 'S' } else { kind }
}

impl Khet {
    /// Reads a position as the document writes it.
    pub(super) fn read(book: Book, text: &str) -> Khet {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut squares = [[None; 8]; 10];
        for (y, row) in fields[0].strip_suffix('/').expect("an ended rank").split('/').enumerate() {
            let mut signs = row.chars().peekable();
            let mut x = 0;
            while let Some(sign) = signs.next() {
                let mut digits = String::new();
                while let Some(digit) = signs.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                if sign == '.' {
                    x += digits.parse().unwrap_or(1);
                    continue;
                }
                let kind = match sign.to_ascii_uppercase() {
                    'S' if book.second => 'D',
                    other => other,
                };
                let way = digits.parse().unwrap_or(1);
                squares[x][y] = Some(Man { kind, way, red: sign.is_ascii_lowercase() });
                x += 1;
            }
            assert!(x == 10 || row.is_empty(), "rank {row}");
        }
        Khet {
            squares,
            red_moves: fields[1] == "r",
            since: fields[2].parse().expect("a number"),
            number: fields[3].parse().expect("a number"),
        }
    }

    /// Writes it.
    pub(super) fn write(&self, book: Book) -> String {
        let mut text = String::new();
        for y in 0..8 {
            let row: Vec<Option<Man>> = (0..10).map(|x| self.squares[x][y]).collect();
            let mut x = 0;
            while x < 10 && row.iter().any(Option::is_some) {
                match row[x] {
                    None => {
                        let run = row[x..].iter().take_while(|m| m.is_none()).count();
                        text += ".";
                        if run > 1 {
                            text += &run.to_string();
                        }
                        x += run;
                    }
                    Some(man) => {
                        let sign = letter(book, man.kind);
                        text.push(if man.red { sign.to_ascii_lowercase() } else { sign });
                        if "DYAL".contains(man.kind) {
                            text += &man.way.to_string();
                        }
                        x += 1;
                    }
                }
            }
            text += "/";
        }
        format!("{text} {} {} {}", if self.red_moves { 'r' } else { 's' }, self.since, self.number)
    }

    pub(super) fn at(&self, (x, y): Square) -> Option<Man> {
        self.squares[x][y]
    }

    fn put(&mut self, (x, y): Square, man: Option<Man>) {
        self.squares[x][y] = man;
    }

    fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        (0..8).flat_map(move |y| (0..10).filter_map(move |x| Some(((x, y), self.squares[x][y]?))))
    }

    pub(super) fn is_over(&self) -> bool {
        self.men().filter(|(_, man)| man.kind == 'P').count() < 2
    }

    /// Everything the player to move may do.
    pub(super) fn acts(&self, book: Book) -> Vec<Act> {
        let mut acts = Vec::new();
        if self.is_over() {
            return acts;
        }
        for (from, man) in self.men().filter(|(_, man)| man.red == self.red_moves) {
            if man.kind != 'L' {
                let near = AROUND.into_iter().filter_map(|step| beside(from, step));
                for to in near.filter(|to| !forbidden(man.red, *to)) {
                    self.acts_onto(book, man, from, to, &mut acts);
                }
            }
            match man.kind {
                'Y' | 'A' => {
                    acts.extend([man.way % 4 + 1, (man.way + 2) % 4 + 1].map(|way| Act::Turn(from, way)))
                }
                'D' => acts.push(Act::Turn(from, 3 - man.way)),
                // Silver's between north and west, Red's between south and east.
                'L' => acts.push(Act::Turn(from, 5 - man.way)),
                _ if book.passes => acts.push(Act::Turn(from, man.way)),
                _ => {}
            }
        }
        acts
    }

    fn acts_onto(&self, book: Book, man: Man, from: Square, to: Square, acts: &mut Vec<Act>) {
        match self.at(to) {
            None => {
                acts.push(Act::Step(from, to));
                if man.kind == 'S' {
                    acts.push(Act::Unstack(from, to));
                }
            }
            Some(other) => {
                let partner = if book.second { "YA" } else { "YOS" };
                let may = book.swaps_all || partner.contains(other.kind);
                if man.kind == 'D' && may && !(book.reserves && forbidden(other.red, from)) {
                    acts.push(Act::Swap(from, to));
                }
                if other.kind == 'O' && other.red == man.red {
                    match man.kind {
                        'O' => acts.push(Act::Stack(from, to)),
                        'S' if book.hops => acts.push(Act::Hop(from, to)),
                        _ => {}
                    }
                }
            }
        }
    }

    /// Acts, and fires. What was hit, as it stood, and the position just before.
    pub(super) fn act(&mut self, act: Act) -> Option<(Khet, Square)> {
        let single = |man: Option<Man>| man.map(|m| Man { kind: 'O', ..m });
        let double = |man: Option<Man>| man.map(|m| Man { kind: 'S', ..m });
        match act {
            Act::Step(from, to) | Act::Swap(from, to) => {
                let (a, b) = (self.at(from), self.at(to));
                self.put(from, b);
                self.put(to, a);
            }
            Act::Stack(from, to) => {
                let man = self.at(from);
                self.put(from, None);
                self.put(to, double(man));
            }
            Act::Unstack(from, to) => {
                let man = self.at(from);
                self.put(from, single(man));
                self.put(to, single(man));
            }
            Act::Hop(from, to) => {
                let man = self.at(from);
                self.put(from, single(man));
                self.put(to, double(man));
            }
            Act::Turn(at, way) => {
                let man = self.at(at);
                self.put(at, man.map(|m| Man { way, ..m }));
            }
        }
        let before = self.clone();
        let hit = self.beam().1;
        self.since += 1;
        if let Some(at) = hit {
            self.since = 0;
            let man = self.at(at);
            self.put(at, if man.is_some_and(|m| m.kind == 'S') { single(man) } else { None });
        }
        if self.red_moves {
            self.number += 1;
        }
        self.red_moves = !self.red_moves;
        hit.map(|at| (before, at))
    }

    /// The squares that the mover's beam crosses or ends on, and the one where it hits.
    pub(super) fn beam(&self) -> (Vec<Square>, Option<Square>) {
        const WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let sphinx = self.men().find(|(_, man)| man.kind == 'L' && man.red == self.red_moves);
        let (mut at, mut beam) = match sphinx {
            Some((from, man)) => (beside(from, WAYS[usize::from(man.way) - 1]), usize::from(man.way) - 1),
            None if self.red_moves => (Some((0, 7)), 2),
            None => (Some((9, 0)), 0),
        };
        let mut crossed = Vec::new();
        while let Some(square) = at {
            crossed.push(square);
            if let Some(man) = self.at(square) {
                match man.kind {
                    'L' => return (crossed, None),
                    // Whoever faces the beam looks where it comes from.
                    'A' if usize::from(man.way - 1) == (beam + 2) % 4 => return (crossed, None),
                    'Y' | 'D' => match reflect(man.kind, man.way, beam) {
                        Some(on) => beam = on,
                        None => return (crossed, Some(square)),
                    },
                    _ => return (crossed, Some(square)),
                }
            }
            at = beside(square, WAYS[beam]);
        }
        (crossed, None)
    }

    /// The number of sequences of so many actions.
    pub(super) fn perft(&self, book: Book, depth: u32) -> u64 {
        let acts = self.acts(book);
        if depth == 1 {
            return acts.len() as u64;
        }
        let behind = |act: &Act| {
            let mut next = self.clone();
            next.act(*act);
            next.perft(book, depth - 1)
        };
        acts.iter().map(behind).sum()
    }

    /// All actions as the document writes them; where two would look alike, with the whole square.
    pub(super) fn texts(&self, book: Book) -> Vec<(Act, String)> {
        let acts = self.acts(book);
        let short: Vec<String> = acts.iter().map(|act| self.text(book, *act, false)).collect();
        let clear = |text: &String| short.iter().filter(|t| *t == text).count() == 1;
        let pairs = acts.iter().zip(&short);
        pairs
            .map(|(act, text)| (*act, if clear(text) { text.clone() } else { self.text(book, *act, true) }))
            .collect()
    }

    fn text(&self, book: Book, act: Act, whole: bool) -> String {
        let (from, what) = match act {
            Act::Step(from, to) | Act::Swap(from, to) => (from, square_name(to)),
            Act::Stack(from, to) | Act::Hop(from, to) => (from, square_name(to) + "s"),
            Act::Unstack(from, to) => (from, square_name(to) + "o"),
            Act::Turn(from, way) => {
                let has_number = self.at(from).is_some_and(|man| "DYAL".contains(man.kind));
                (from, if has_number { format!("r{way}") } else { "r".to_owned() })
            }
        };
        let place = if whole { square_name(from) } else { self.place(from) };
        let hit = self.clone().act(act).map_or_else(String::new, |(before, at)| {
            let man = before.at(at).expect("something is hit");
            format!("x{}{}", letter(book, man.kind), before.place(at))
        });
        let man = self.at(from).expect("somebody acts");
        format!("{}{place}{what}{hit}", letter(book, man.kind))
    }

    /// The file if another such piece is on the rank, and the rank if one is on the file.
    fn place(&self, at: Square) -> String {
        let man = self.at(at).expect("a piece");
        let others = || {
            self.men()
                .filter(move |(s, m)| *s != at && m.kind == man.kind && m.red == man.red)
                .map(|(s, _)| s)
        };
        let name = square_name(at);
        let (file, rank) = name.split_at(1);
        let mut text = String::new();
        if others().any(|(_, y)| y == at.1) {
            text += file;
        }
        if others().any(|(x, _)| x == at.0) {
            text += rank;
        }
        text
    }
}
