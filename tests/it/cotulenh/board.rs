//! Squares, pieces, stacks and the position as text.

/// Squares are numbered from a1, file by file within a rank.
pub(super) const FILES: i32 = 11;
pub(super) const RANKS: i32 = 12;

/// The letters of the kinds; a kind is a position in this list.
pub(super) const LETTERS: &[u8] = b"CIETMAGSFNH";
pub(super) const C: u8 = 0;
pub(super) const I: u8 = 1;
pub(super) const E: u8 = 2;
pub(super) const T: u8 = 3;
pub(super) const M: u8 = 4;
pub(super) const A: u8 = 5;
pub(super) const G: u8 = 6;
pub(super) const S: u8 = 7;
pub(super) const F: u8 = 8;
pub(super) const N: u8 = 9;
pub(super) const H: u8 = 10;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Man {
    pub(super) kind: u8,
    pub(super) heroic: bool,
}

/// Who carries comes first, then its load in the order of its places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Stack {
    pub(super) blue: bool,
    pub(super) men: Vec<Man>,
}

/// Steps of a turn that is not over: all from one square.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Session {
    pub(super) origin: usize,
    /// Who carried when it began.
    pub(super) carrier: u8,
    /// Who has rejoined an earlier step is one of its men.
    pub(super) steps: Vec<super::play::Step>,
    /// Who has taken something and stayed.
    pub(super) done: Vec<u8>,
    /// The position before the first step.
    pub(super) before: Box<State>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub(super) squares: Vec<Option<Stack>>,
    pub(super) blue: bool,
    pub(super) half: u32,
    pub(super) full: u32,
    pub(super) session: Option<Session>,
}

pub(super) fn at(file: i32, rank: i32) -> Option<usize> {
    ((0..FILES).contains(&file) && (0..RANKS).contains(&rank)).then_some((rank * FILES + file) as usize)
}

pub(super) fn file(square: usize) -> i32 {
    square as i32 % FILES
}

pub(super) fn rank(square: usize) -> i32 {
    square as i32 / FILES
}

pub(super) fn name(square: usize) -> String {
    format!("{}{}", (b'a' + file(square) as u8) as char, rank(square) + 1)
}

pub(super) fn square(name: &str) -> usize {
    let number: i32 = name[1..].parse().expect("a rank");
    at(i32::from(name.as_bytes()[0] - b'a'), number - 1).expect("a square")
}

/// d6, e6, d7 and e7: the mouth of the river.
fn mouth(square: usize) -> bool {
    (3..=4).contains(&file(square)) && (5..=6).contains(&rank(square))
}

/// Whether a piece of that kind may stand here.
pub(super) fn stands(kind: u8, square: usize) -> bool {
    if kind == N { file(square) <= 2 || mouth(square) } else { file(square) >= 2 }
}

/// One of each of these may be carried.
fn places(carrier: u8) -> &'static [&'static [u8]] {
    match carrier {
        N => &[&[F], &[C, I, M, T]],
        F => &[&[T], &[C, I, M]],
        T => &[&[C, I, M]],
        E => &[&[A, G, S]],
        H => &[&[C]],
        _ => &[],
    }
}

/// The men in the order in which they stack, if they do: whoever can take all others carries them.
pub(super) fn stacked(men: &[Man]) -> Option<Vec<Man>> {
    if let [one] = men {
        return Some(vec![*one]);
    }
    let with = |carrier: usize| {
        let mut rest: Vec<Man> = men.to_vec();
        let mut found = vec![rest.remove(carrier)];
        for place in places(found[0].kind) {
            let here: Vec<usize> = (0..rest.len()).filter(|i| place.contains(&rest[*i].kind)).collect();
            match here.as_slice() {
                [] => {}
                [one] => found.push(rest.remove(*one)),
                _ => return None,
            }
        }
        rest.is_empty().then_some(found)
    };
    (0..men.len()).find_map(with)
}

impl State {
    pub(super) fn parse(text: &str) -> State {
        let mut fields = text.split(' ');
        let mut squares = vec![None; (FILES * RANKS) as usize];
        for (row, line) in fields.next().expect("squares").split('/').enumerate() {
            let (mut x, y) = (0, RANKS - 1 - row as i32);
            let mut empty = 0;
            let (mut heroic, mut inside) = (false, false);
            let mut men: Vec<Man> = Vec::new();
            let mut blue = false;
            for c in line.bytes() {
                if !c.is_ascii_digit() {
                    x += empty;
                    empty = 0;
                }
                match c {
                    b'0'..=b'9' => empty = empty * 10 + i32::from(c - b'0'),
                    b'+' => heroic = true,
                    b'(' => inside = true,
                    b')' => inside = false,
                    letter => {
                        let kind = LETTERS.iter().position(|l| *l == letter.to_ascii_uppercase());
                        men.push(Man { kind: kind.expect("a letter") as u8, heroic });
                        blue = letter.is_ascii_lowercase();
                        heroic = false;
                    }
                }
                if !men.is_empty() && !inside {
                    squares[at(x, y).expect("a square")] =
                        Some(Stack { blue, men: stacked(&men).expect("a stack") });
                    men.clear();
                    x += 1;
                }
            }
            assert_eq!(x + empty, FILES, "{line}");
        }
        let blue = fields.next() == Some("b");
        let mut numbers = fields.filter_map(|f| f.parse().ok());
        let (half, full) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(1));
        State { squares, blue, half, full, session: None }
    }

    /// The six fields, as of the position before an open session.
    pub(super) fn text(&self) -> String {
        let mut rows = Vec::new();
        for y in (0..RANKS).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for x in 0..FILES {
                match &self.squares[at(x, y).expect("a square")] {
                    None => empty += 1,
                    Some(stack) => {
                        if empty > 0 {
                            row += &empty.to_string();
                            empty = 0;
                        }
                        let men = men_text(&stack.men);
                        row += &if stack.blue { men.to_ascii_lowercase() } else { men };
                    }
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let turn = if self.blue { 'b' } else { 'r' };
        format!("{} {turn} - - {} {}", rows.join("/"), self.half, self.full)
    }

    pub(super) fn commander(&self, blue: bool) -> Option<usize> {
        let has = |s: &Stack| s.blue == blue && s.men.iter().any(|m| m.kind == C);
        (0..self.squares.len()).find(|i| self.squares[*i].as_ref().is_some_and(has))
    }
}

/// A man or a stack as it is written, in capitals.
pub(super) fn men_text(men: &[Man]) -> String {
    let one = |m: &Man| format!("{}{}", if m.heroic { "+" } else { "" }, LETTERS[m.kind as usize] as char);
    let all: String = men.iter().map(one).collect();
    if men.len() > 1 { format!("({all})") } else { all }
}
