//! Reading: letters to atoms with their modifiers.
//!
//! ```text
//! betza    = term { term }
//! term     = { modifier } atom [ range ]  |  { modifier } "[" atom { link atom } "]"
//! atom     = W F D N A H C L Z J G K R B Q | "(" number "," number ")" | W X | F X | O number
//! range    = number (0: no limit) | the atom's letter again (no limit)
//! link     = "?" (goes on if it wants to) | "-" (must go on)
//! modifier = direction | modality | a | i | …
//! ```
//!
//! | letter | means |
//! | --- | --- |
//! | `f` `b` `l` `r` `v` `s` `h` | directions: forward, back, left, right, both of a kind, half of the board |
//! | `m` `c` `d` | to empty tiles; captures an enemy; captures a friend |
//! | `i` | while the piece has not moved |
//! | `n` | lame: the tiles on the way must be empty |
//! | `p` `g` | over exactly one piece, any distance before it, and any behind it or just one tile |
//! | `e` | captures en passant |
//! | `j` | over a piece just in the middle; a rider skips the first tile |
//! | `z` `q` | a crooked rider; a circular one |
//! | `a` | again: modifiers left of it are for one leg of the move, those right of it for the next |
//! | `y` | on a leg: as `m`, but from there on a leaper slides, and a slider leaps |
//! | `t` | on a leg over a piece: over a friend only; on the last one: not to a royal piece |

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::directions::{self, Direction};
use crate::{Dialect, LONGEST};

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The bytes of the text.
    pub at: Range<usize>,
    /// What is wrong, as a sentence without a full stop.
    pub why: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Wrong {}

/// A text in Betza notation that has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Betza {
    pub(crate) text: String,
    pub(crate) dialect: Dialect,
    pub(crate) terms: Vec<Term>,
}

/// An atom with its modifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    pub(crate) legs: Vec<LegText>,
    pub(crate) atom: Atom,
    /// In brackets: how the piece goes on.
    pub(crate) chain: Vec<(bool, Atom)>,
    pub(crate) initial: bool,
    pub(crate) at: Range<usize>,
}

/// The modifiers of one leg.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LegText {
    pub(crate) directions: Vec<Direction>,
    pub(crate) letters: Vec<char>,
}

impl LegText {
    pub(crate) fn has(&self, letter: char) -> bool {
        self.letters.contains(&letter)
    }
}

/// What is at the heart of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// Steps of these lengths, so many times; any number of times without a limit.
    Steps { lengths: Vec<(i8, i8)>, most: Option<u8> },
    /// Castling: the king goes so far.
    Castling(u8),
}

impl Betza {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// The first place that is not in the notation, or has no meaning in this dialect.
    pub fn read(text: &str, dialect: Dialect) -> Result<Betza, Wrong> {
        let wrong = |at: Range<usize>, why: &str| Err(Wrong { at, why: why.to_owned() });
        if text.len() > LONGEST {
            return wrong(0..text.len(), &format!("a text is at most {LONGEST} bytes long"));
        }
        let mut reader = Reader { text, at: 0, dialect };
        let mut terms = Vec::new();
        while reader.at < text.len() {
            terms.push(reader.term()?);
        }
        if terms.is_empty() {
            return wrong(0..0, "there is no atom");
        }
        let betza = Betza { text: text.to_owned(), dialect, terms };
        betza.moves()?;
        Ok(betza)
    }

    /// The dialect in which it was read.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// How far the king goes when it castles, for each `O` in the text.
    pub fn castling(&self) -> Vec<u8> {
        let far = self.terms.iter().map(|t| match t.atom {
            Atom::Castling(far) => Some(far),
            Atom::Steps { .. } => None,
        });
        far.flatten().collect()
    }
}

impl FromStr for Betza {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Betza, Wrong> {
        Betza::read(text, Dialect::default())
    }
}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The lengths of an atom's steps.
type Lengths = &'static [(i8, i8)];

/// The lengths of an atom's steps, and how often they are made.
fn atom(letter: char) -> Option<(Lengths, Option<u8>)> {
    Some(match letter {
        'W' => (&[(0, 1)], Some(1)),
        'F' => (&[(1, 1)], Some(1)),
        'D' => (&[(0, 2)], Some(1)),
        'N' => (&[(1, 2)], Some(1)),
        'A' => (&[(2, 2)], Some(1)),
        'H' => (&[(0, 3)], Some(1)),
        'C' | 'L' => (&[(1, 3)], Some(1)),
        'Z' | 'J' => (&[(2, 3)], Some(1)),
        'G' => (&[(3, 3)], Some(1)),
        'K' => (&[(0, 1), (1, 1)], Some(1)),
        'R' => (&[(0, 1)], None),
        'B' => (&[(1, 1)], None),
        'Q' => (&[(0, 1), (1, 1)], None),
        _ => return None,
    })
}

/// Modifiers that Fairy-Stockfish knows, besides directions.
const OF_FAIRY_STOCKFISH: &str = "mcinpge";
/// Modifiers of XBoard, besides directions.
const OF_XBOARD: &str = "mcdinpgejzqayt";
/// Modifiers that XBoard knows, and this crate does not.
const WITHOUT_FORM: [(char, &str); 4] = [
    ('o', "`o` is about the board, whose sides it joins: `seam west ~ east`"),
    ('u', "`u` puts down what has been taken, for which there is no rule"),
    ('x', "`x` lends the moves of another piece, for which there is no rule"),
    ('w', "`w` is no modifier"),
];

struct Reader<'t> {
    text: &'t str,
    at: usize,
    dialect: Dialect,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn wrong<T>(&self, from: usize, why: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { at: from..self.at.max(from), why: why.into() })
    }

    fn fsf(&self) -> bool {
        self.dialect == Dialect::FairyStockfish
    }

    fn term(&mut self) -> Result<Term, Wrong> {
        let start = self.at;
        let mut legs = vec![LegText::default()];
        let mut initial = false;
        loop {
            let from = self.at;
            let Some(letter) = self.next() else {
                return self.wrong(start, "modifiers without an atom: a capital letter must follow");
            };
            let leg = legs.len() - 1;
            if directions::is_direction(letter) {
                let second =
                    self.peek().filter(|c| directions::is_direction(*c) && directions::pairs(letter, *c));
                if second.is_some() {
                    self.next();
                }
                let direction = [letter, second.unwrap_or(letter)];
                if direction == ['h', 'h'] {
                    return self.wrong(from, "`h` needs another letter of direction: `fh`, `rh`, `hr`");
                }
                legs[leg].directions.push(direction);
                continue;
            }
            match letter {
                'A'..='Z' | '(' | '[' => {
                    self.at = from;
                    let (atom, chain) =
                        if letter == '[' { self.chain()? } else { (self.atom()?, Vec::new()) };
                    return Ok(Term { legs, atom, chain, initial, at: start..self.at });
                }
                'a' if !self.fsf() => {
                    if legs.len() == 4 {
                        return self.wrong(from, "a move has at most four legs");
                    }
                    legs.push(LegText::default());
                }
                'i' => initial = true,
                _ => self.modifier(letter, from, &mut legs[leg])?,
            }
        }
    }

    fn modifier(&self, letter: char, from: usize, leg: &mut LegText) -> Result<(), Wrong> {
        if let (false, Some((_, why))) = (self.fsf(), WITHOUT_FORM.iter().find(|(l, _)| *l == letter)) {
            return self.wrong(from, *why);
        }
        let known = if self.fsf() { OF_FAIRY_STOCKFISH } else { OF_XBOARD };
        if !known.contains(letter) {
            let why = match (self.fsf(), OF_XBOARD.contains(letter)) {
                (true, true) => format!("`{letter}` is of XBoard; Fairy-Stockfish ignores it"),
                (true, false) => {
                    format!("`{letter}` is no letter of this notation; Fairy-Stockfish ignores it")
                }
                _ => format!("`{letter}` is no letter of this notation"),
            };
            return self.wrong(from, why);
        }
        if leg.has(letter) {
            return self.wrong(from, format!("`{letter}` stands here twice"));
        }
        leg.letters.push(letter);
        Ok(())
    }

    /// `[W-F?R]`, of which the opening bracket is next.
    fn chain(&mut self) -> Result<(Atom, Vec<(bool, Atom)>), Wrong> {
        let start = self.at;
        self.next();
        if self.fsf() {
            return self.wrong(start, "brackets are of XBoard; Fairy-Stockfish ignores them");
        }
        let first = self.atom()?;
        let mut more = Vec::new();
        loop {
            match self.next() {
                Some(']') if !more.is_empty() => return Ok((first, more)),
                Some(link @ ('?' | '-')) if more.len() < 3 => more.push((link == '?', self.atom()?)),
                _ => {
                    return self
                        .wrong(start, "brackets join atoms by `-` (must go on) or `?` (may go on): `[F?R]`");
                }
            }
        }
    }

    fn atom(&mut self) -> Result<Atom, Wrong> {
        let from = self.at;
        match self.next() {
            Some('(') => self.leap(from),
            Some('O') => {
                if self.fsf() {
                    return self.wrong(
                        from,
                        "`O` is of XBoard; in Fairy-Stockfish castling is set by keys of its own",
                    );
                }
                let far = self.number(from)?.unwrap_or(2);
                if !(1..=20).contains(&far) {
                    return self.wrong(from, "a king castles over 1 to 20 tiles");
                }
                Ok(Atom::Castling(far))
            }
            Some(letter) => {
                let Some((lengths, most)) = atom(letter) else {
                    return self
                        .wrong(from, format!("`{letter}` is no atom: these are W F D N A H C Z G, K R B Q"));
                };
                if let ('W' | 'F', Some('X'), false) = (letter, self.peek(), self.fsf()) {
                    self.next();
                    let small = lengths[0].0;
                    return Ok(Atom::Steps {
                        lengths: vec![(small, 4)],
                        most: self.range(letter, Some(1), from)?,
                    });
                }
                Ok(Atom::Steps { lengths: lengths.to_vec(), most: self.range(letter, most, from)? })
            }
            None => self.wrong(from, "an atom must follow: a capital letter"),
        }
    }

    /// `(4,1)`, of which the bracket is read.
    fn leap(&mut self, from: usize) -> Result<Atom, Wrong> {
        const FORM: &str = "a leap in brackets has two numbers from 0 to 60, such as `(4,1)`";
        if self.fsf() {
            return self.wrong(from, "leaps in brackets are of XBoard; Fairy-Stockfish ignores them");
        }
        let mut numbers = Vec::new();
        for end in [',', ')'] {
            match (self.number(from)?, self.next()) {
                (Some(number), Some(sign)) if sign == end && number <= 60 => numbers.push(number),
                _ => return self.wrong(from, FORM),
            }
        }
        let numbers: Vec<i8> = numbers.into_iter().filter_map(|n| i8::try_from(n).ok()).collect();
        let [one, other] = numbers[..] else { return self.wrong(from, FORM) };
        if one.max(other) == 0 {
            return self.wrong(from, FORM);
        }
        let lengths = vec![(one.min(other), one.max(other))];
        Ok(Atom::Steps { lengths, most: self.range('(', Some(1), from)? })
    }

    fn number(&mut self, from: usize) -> Result<Option<u8>, Wrong> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => self.wrong(from, "this number is too large"),
        }
    }

    /// What follows an atom: how often its step is made.
    fn range(&mut self, letter: char, plain: Option<u8>, from: usize) -> Result<Option<u8>, Wrong> {
        let most = if self.peek() == Some(letter) && letter != '(' {
            self.next();
            None
        } else {
            let start = self.at;
            match self.number(from)? {
                None => plain,
                Some(_) if self.fsf() && self.at - start > 1 => {
                    let digit = &self.text[start..=start];
                    return self
                        .wrong(from, format!("Fairy-Stockfish reads one digit only: `{letter}{digit}`"));
                }
                Some(0) => None,
                Some(number) => Some(number),
            }
        };
        if self.fsf() && most != plain && !"WFNKRBQ".contains(letter) {
            return self.wrong(
                from,
                "only W, F and N are ridden in Fairy-Stockfish: it gives this piece no such move",
            );
        }
        Ok(most)
    }
}
