//! Reading an ID: from left to right, once, with a stack of its own for nested ones.

mod extension;

use std::fmt;
use std::str::FromStr;

use super::id::{Castling, DEEPEST, EnPassant, MOST_NESTED, MoveId, Nested};
use super::neighbour::{Neighbour, Offset, Side};
use super::places::{Field, Place, Places};

/// A text that is not a move-ID: where, and why.
///
/// ```
/// use tilegame_dsl::moveid::MoveId;
/// let error = "12123Xcmj000lM0r000000sr000000t00000er000000M0!".parse::<MoveId>().unwrap_err();
/// assert_eq!(error.at, 5);
/// assert_eq!(error.to_string(), "byte 5, quadrant 4: expected `4` or `0`, found `X`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The byte of the text, counted from 0.
    pub at: usize,
    /// The part of the ID.
    pub field: Field,
    /// In how many IDs the place is nested.
    pub depth: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text that should be a move-ID.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Another character should stand there.
    Expected {
        /// What should.
        expected: &'static str,
        /// What does; nothing at the end of the text.
        found: Option<char>,
    },
    /// A number is too large.
    TooLarge,
    /// A number in parentheses could be written without, or begins with 0.
    Roundabout,
    /// IDs, or brackets in a test, are nested deeper than [`DEEPEST`].
    TooDeep,
    /// More of them than an ID may have.
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// There is more behind the end.
    More,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found `{}`", found.escape_debug())
            }
            Problem::Expected { expected, found: None } => write!(f, "expected {expected}, found the end"),
            Problem::TooLarge => write!(f, "the number is larger than {}", u16::MAX),
            Problem::Roundabout => f.write_str("parentheses are for numbers above 9, without a 0 in front"),
            Problem::TooDeep => write!(f, "nested deeper than {DEEPEST}"),
            Problem::TooMany { what, most } => write!(f, "more than {most} {what}"),
            Problem::More => f.write_str("the ID has ended before this"),
        }
    }
}

impl ParseError {
    /// The part and what is wrong with it, without the byte.
    pub fn sentence(&self) -> String {
        let inside = match self.depth {
            0 => String::new(),
            1 => " of the ID inside".to_owned(),
            depth => format!(" of an ID {depth} deep inside"),
        };
        format!("{}{inside}: {}", self.field, self.problem)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}, {}", self.at, self.sentence())
    }
}

impl std::error::Error for ParseError {}

impl FromStr for MoveId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<MoveId, ParseError> {
        MoveId::read(text).map(|(id, _)| id)
    }
}

impl MoveId {
    /// Reads an ID, and finds where each of its parts stands.
    ///
    /// # Errors
    /// If the text is not an ID.
    ///
    /// ```
    /// use tilegame_dsl::moveid::{MoveId, places::{Field, Place}};
    /// let (id, places) = MoveId::read("121234cmj!")?;
    /// assert!(id.jumps);
    /// assert_eq!(places.of(Place { id: 0, field: Field::Jumps }), 8..9);
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    pub fn read(text: &str) -> Result<(MoveId, Places), ParseError> {
        let mut reader =
            Reader { text, at: 0, depth: 0, id: 0, ids: 0, parts: 0, names: 0, places: Places::default() };
        let id = reader.whole()?;
        Ok((id, reader.places))
    }
}

/// An ID that waits for the one nested in it.
enum Waiting {
    /// For its `l` block.
    Own(Box<MoveId>, usize),
    /// For its `er` block.
    Victims(Box<MoveId>, EnPassant, usize),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// The number of the ID that is read.
    id: usize,
    /// How many have been begun.
    ids: usize,
    /// How many parts of extensions and how many names in them have been read of the whole text.
    parts: usize,
    names: u16,
    places: Places,
}

type Read<T> = Result<T, ParseError>;

/// What comes next in an ID.
enum Next {
    /// An ID inside it.
    Inside,
    /// The rest of it.
    Rest,
    /// Its extension or its end: everything else has been left out.
    End,
}

impl Reader<'_> {
    fn whole(&mut self) -> Read<MoveId> {
        let mut open: Vec<Waiting> = Vec::new();
        loop {
            // Each turn reads the head of one ID, then ends as many as end here.
            self.depth = open.len();
            self.id = self.ids;
            self.ids += 1;
            let (mut id, next) = self.head()?;
            let mut victim = EnPassant::default();
            let mut done = match next {
                Next::Inside => {
                    self.go_deeper(&open, Field::Previous)?;
                    open.push(Waiting::Own(Box::new(id), self.id));
                    continue;
                }
                Next::Rest => match self.middle(&mut id, &mut victim)? {
                    Next::Inside => {
                        self.go_deeper(&open, Field::VictimsMove)?;
                        open.push(Waiting::Victims(Box::new(id), victim, self.id));
                        continue;
                    }
                    _ => self.end(id, victim)?,
                },
                Next::End => self.end(id, victim)?,
            };
            loop {
                self.depth = open.len().saturating_sub(1);
                match open.pop() {
                    Some(Waiting::Victims(outer, mut victim, number)) => {
                        self.id = number;
                        victim.previous = Some(Nested::new(done));
                        done = self.end(*outer, victim)?;
                    }
                    Some(Waiting::Own(mut outer, number)) => {
                        self.id = number;
                        outer.previous = Some(Nested::new(done));
                        let mut victim = EnPassant::default();
                        match self.middle(&mut outer, &mut victim)? {
                            Next::Inside => {
                                self.go_deeper(&open, Field::VictimsMove)?;
                                open.push(Waiting::Victims(outer, victim, number));
                                break;
                            }
                            _ => done = self.end(*outer, victim)?,
                        }
                    }
                    None => {
                        return match self.peek() {
                            None => Ok(done),
                            Some(_) => Err(self.error(Field::End, Problem::More)),
                        };
                    }
                }
            }
        }
    }

    /// Everything up to the `M` of the earlier move, and what comes then.
    fn head(&mut self) -> Read<(MoveId, Next)> {
        const FLAGS: [(Field, &str, &str); 10] = [
            (Field::Quadrant(0), "1", "`1` or `0`"),
            (Field::Quadrant(1), "2", "`2` or `0`"),
            (Field::Quadrant(2), "3", "`3` or `0`"),
            (Field::Quadrant(3), "4", "`4` or `0`"),
            (Field::Captures, "c", "`c` or `0`"),
            (Field::Moves, "m", "`m` or `0`"),
            (Field::Jumps, "j", "`j` or `0`"),
            (Field::Multiple, "n", "`n` or `0`"),
            (Field::First, "f", "`f` or `0`"),
            (Field::Once, "o", "`o` or `0`"),
        ];
        let horizontal = self.field(Field::Horizontal, |r| r.number(Field::Horizontal))?;
        let vertical = self.field(Field::Vertical, |r| r.number(Field::Vertical))?;
        let mut on = [false; 10];
        for (flag, (field, sign, expected)) in on.iter_mut().zip(FLAGS) {
            if self.ends() {
                break;
            }
            *flag = self.field(field, |r| r.flag(sign, field, expected))?;
        }
        let [a, b, c, d, captures, moves, jumps, multiple, first, once] = on;
        let flags = MoveId { captures, moves, jumps, multiple, first, once, ..MoveId::default() };
        let id = MoveId { horizontal, vertical, quadrants: [a, b, c, d], ..flags };
        if self.ends() {
            return Ok((id, Next::End));
        }
        let start = self.at;
        self.literal("l", Field::Previous, "`lM`")?;
        self.m(Field::Previous, "`lM`")?;
        let nests = self.nests();
        if !nests {
            self.literal("0", Field::Previous, "`0` or an ID")?;
        }
        self.place(Field::Previous, start);
        Ok((id, if nests { Next::Inside } else { Next::Rest }))
    }

    /// From the condition to the `M` of the victim's move, and what comes then.
    fn middle(&mut self, id: &mut MoveId, victim: &mut EnPassant) -> Read<Next> {
        if self.ends() {
            return Ok(Next::End);
        }
        id.condition = self
            .field(Field::Condition, |r| {
                r.literal("r", Field::Condition, "`r`")?;
                r.neighbour(Field::Condition)
            })
            .map(|condition| Some(condition).filter(|c| *c != Neighbour::default()))?;
        if self.ends() {
            return Ok(Next::End);
        }
        let mut castling = Castling {
            partner: self.field(Field::Partner, |r| {
                r.literal("s", Field::Partner, "`sr`")?;
                r.literal("r", Field::Partner, "`sr`")?;
                r.neighbour(Field::Partner)
            })?,
            ..Castling::default()
        };
        if !self.ends() {
            castling.goes = self.field(Field::PartnersWay, |r| {
                r.literal("t", Field::PartnersWay, "`t`")?;
                r.offset(Field::PartnersWay)
            })?;
        }
        if !self.ends() {
            castling.unmoved = self.field(Field::Unmoved, |r| r.flag("p", Field::Unmoved, "`p` or `0`"))?;
        }
        id.castling = Some(castling).filter(|c| *c != Castling::default());
        if self.ends() {
            return Ok(Next::End);
        }
        victim.victim = self.field(Field::Victim, |r| {
            r.literal("e", Field::Victim, "`er`")?;
            r.literal("r", Field::Victim, "`er`")?;
            r.neighbour(Field::Victim)
        })?;
        if self.ends() {
            return Ok(Next::End);
        }
        let start = self.at;
        self.m(Field::VictimsMove, "`M`")?;
        let nests = self.nests();
        if !nests {
            self.literal("0", Field::VictimsMove, "`0` or an ID")?;
        }
        self.place(Field::VictimsMove, start);
        Ok(if nests { Next::Inside } else { Next::End })
    }

    fn end(&mut self, mut id: MoveId, victim: EnPassant) -> Read<MoveId> {
        id.en_passant = Some(victim).filter(|v| *v != EnPassant::default());
        if self.peek() == Some('x') {
            id.extension = self.extension()?;
        }
        self.field(Field::End, |r| r.literal("!", Field::End, "`!`"))?;
        Ok(id)
    }

    /// Whether everything else of the scheme has been left out.
    fn ends(&self) -> bool {
        matches!(self.peek(), Some('!' | 'x'))
    }

    /// The `M` before a nested ID, as large as the first reader of such IDs wanted it or as small as the scheme has it.
    fn m(&mut self, field: Field, expected: &'static str) -> Read<()> {
        if self.eats("m") { Ok(()) } else { self.literal("M", field, expected) }
    }

    fn neighbour(&mut self, field: Field) -> Read<Neighbour> {
        let side = self.side(field)?;
        let letter = match self.peek() {
            Some('0') => None,
            Some(c) if is_letter(c) => Some(c),
            _ => return Err(self.expected(field, "a piece's letter or `0`")),
        };
        self.at += letter.map_or(1, char::len_utf8);
        Ok(Neighbour { side, letter, at: self.offset(field)? })
    }

    fn side(&mut self, field: Field) -> Read<Side> {
        let side = match self.peek() {
            Some('0') => Side::Any,
            Some('F') => Side::Friend,
            Some('f') => Side::Enemy,
            _ => return Err(self.expected(field, "`F`, `f` or `0`")),
        };
        self.at += 1;
        Ok(side)
    }

    fn offset(&mut self, field: Field) -> Read<Offset> {
        Ok(Offset {
            up: self.number(field)?,
            down: self.number(field)?,
            left: self.number(field)?,
            right: self.number(field)?,
        })
    }

    /// Whether what follows an `M` is an ID and not the `0` of none: an ID begins with two numbers.
    fn nests(&self) -> bool {
        match self.text.as_bytes().get(self.at..) {
            Some([b'0', next, ..]) => next.is_ascii_digit() || *next == b'(',
            Some([first, ..]) => *first != b'0' && (first.is_ascii_digit() || *first == b'('),
            _ => false,
        }
    }

    fn go_deeper(&self, open: &[Waiting], field: Field) -> Read<()> {
        if open.len() == DEEPEST {
            return Err(self.error(field, Problem::TooDeep));
        }
        if self.ids > MOST_NESTED {
            return Err(self.error(field, Problem::TooMany { what: "IDs inside one", most: MOST_NESTED }));
        }
        Ok(())
    }

    fn number(&mut self, field: Field) -> Read<u16> {
        match self.peek() {
            Some(c) if c.is_ascii_digit() => {
                self.at += 1;
                Ok(c as u16 - '0' as u16)
            }
            Some('(') => {
                let start = self.at;
                self.at += 1;
                let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
                let number = &self.text[self.at..self.at + digits];
                if digits == 0 {
                    return Err(self.expected(field, "a digit"));
                }
                self.at += digits;
                if self.peek() != Some(')') {
                    return Err(self.expected(field, "a digit or `)`"));
                }
                self.at += 1;
                if digits == 1 || number.starts_with('0') {
                    self.at = start;
                    return Err(self.error(field, Problem::Roundabout));
                }
                number.parse().map_err(|_| ParseError { at: start, ..self.error(field, Problem::TooLarge) })
            }
            _ => Err(self.expected(field, "a digit, or a number in parentheses")),
        }
    }

    fn flag(&mut self, sign: &str, field: Field, expected: &'static str) -> Read<bool> {
        if self.eats(sign) {
            return Ok(true);
        }
        self.literal("0", field, expected)?;
        Ok(false)
    }

    fn literal(&mut self, sign: &str, field: Field, expected: &'static str) -> Read<()> {
        if self.eats(sign) { Ok(()) } else { Err(self.expected(field, expected)) }
    }

    fn eats(&mut self, sign: &str) -> bool {
        let fits = self.text[self.at..].starts_with(sign);
        if fits {
            self.at += sign.len();
        }
        fits
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Reads a part and notes where it stands.
    fn field<T>(&mut self, field: Field, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let start = self.at;
        let part = read(self)?;
        self.place(field, start);
        Ok(part)
    }

    fn place(&mut self, field: Field, start: usize) {
        self.places.all.push((Place { id: self.id, field }, start..self.at));
    }

    fn expected(&self, field: Field, expected: &'static str) -> ParseError {
        self.error(field, Problem::Expected { expected, found: self.peek() })
    }

    fn error(&self, field: Field, problem: Problem) -> ParseError {
        ParseError { at: self.at, field, depth: self.depth, problem }
    }
}

/// Whether a character can name a piece.
pub(super) fn is_letter(c: char) -> bool {
    !(c.is_numeric()
        || c.is_whitespace()
        || c.is_control()
        || matches!(c, '(' | ')' | '!' | '"' | '\\' | '<' | '>' | '[' | ']' | '{' | '}'))
}
