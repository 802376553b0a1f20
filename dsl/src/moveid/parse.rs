//! Reading an ID: from left to right, once, with a stack of its own for nested ones.

use std::fmt;
use std::str::FromStr;

use super::{Castling, DEEPEST, EnPassant, MoveId, Neighbour, Nested, Offset, Side};

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
    pub field: &'static str,
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
    /// IDs are nested deeper than [`DEEPEST`].
    TooDeep,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}, {}", self.at, self.field)?;
        match self.depth {
            0 => {}
            1 => write!(f, " of the ID inside")?,
            depth => write!(f, " of an ID {depth} deep inside")?,
        }
        match &self.problem {
            Problem::Expected { expected, found: Some(found) } => {
                write!(f, ": expected {expected}, found `{}`", found.escape_debug())
            }
            Problem::Expected { expected, found: None } => {
                write!(f, ": expected {expected}, found the end")
            }
            Problem::TooLarge => write!(f, ": the number is larger than {}", u16::MAX),
            Problem::Roundabout => write!(f, ": parentheses are for numbers above 9, without a 0 in front"),
            Problem::TooDeep => write!(f, ": IDs are nested deeper than {DEEPEST}"),
        }
    }
}

impl std::error::Error for ParseError {}

impl FromStr for MoveId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<MoveId, ParseError> {
        Reader { text, at: 0, depth: 0, lenient: false }.whole()
    }
}

impl MoveId {
    /// Reads an ID as its first reader did: `lm` and `m` before a nested ID, and more. See the
    /// [module](super) for what else.
    ///
    /// # Errors
    /// If the text is not an ID even so.
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let text = "121234cmj000lm0r000000sr000000t00000er000000m0!";
    /// assert!(text.parse::<MoveId>().is_err());
    /// let id = MoveId::parse_lenient(text)?;
    /// assert_eq!(id.to_string(), "121234cmj000lM0r000000sr000000t00000er000000M0!");
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    pub fn parse_lenient(text: &str) -> Result<MoveId, ParseError> {
        let text = text.trim_end();
        let at = text.len() - text.trim_start().len();
        Reader { text, at, depth: 0, lenient: true }.whole()
    }
}

/// An ID that waits for the one nested in it.
enum Waiting {
    /// For its `l` block.
    Own(MoveId),
    /// For its `er` block.
    Victims(MoveId, EnPassant),
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    lenient: bool,
}

type Read<T> = Result<T, ParseError>;

impl Reader<'_> {
    fn whole(mut self) -> Read<MoveId> {
        let mut open: Vec<Waiting> = Vec::new();
        loop {
            // Each turn reads the head of one ID, then ends as many as end here.
            self.depth = open.len();
            let mut id = self.head()?;
            if self.nests(b'r') {
                self.go_deeper(&open)?;
                open.push(Waiting::Own(id));
                continue;
            }
            self.literal("0", "the earlier move", "`0` or an ID")?;
            let mut victim = self.middle(&mut id)?;
            loop {
                if self.nests(b'!') {
                    self.go_deeper(&open)?;
                    open.push(Waiting::Victims(id, victim));
                    break;
                }
                self.literal("0", "the victim's move", "`0` or an ID")?;
                let mut done = self.end(id, victim)?;
                let waiting = loop {
                    self.depth = open.len().saturating_sub(1);
                    match open.pop() {
                        Some(Waiting::Victims(outer, mut victim)) => {
                            victim.previous = Some(Nested::new(done));
                            done = self.end(outer, victim)?;
                        }
                        other => break other,
                    }
                };
                match waiting {
                    Some(Waiting::Own(mut outer)) => {
                        outer.previous = Some(Nested::new(done));
                        victim = self.middle(&mut outer)?;
                        id = outer;
                    }
                    _ => {
                        self.depth = 0;
                        return match self.peek() {
                            None => Ok(done),
                            _ => Err(self.expected("the end", "the end of the text")),
                        };
                    }
                }
            }
        }
    }

    /// Everything up to the `M` of the earlier move.
    fn head(&mut self) -> Read<MoveId> {
        let (horizontal, vertical) = (self.number("H")?, self.number("V")?);
        let quadrants = [
            self.flag("1", "quadrant 1", "`1` or `0`")?,
            self.flag("2", "quadrant 2", "`2` or `0`")?,
            self.flag("3", "quadrant 3", "`3` or `0`")?,
            self.flag("4", "quadrant 4", "`4` or `0`")?,
        ];
        let id = MoveId {
            horizontal,
            vertical,
            quadrants,
            captures: self.flag("c", "capture", "`c` or `0`")?,
            moves: self.flag("m", "move", "`m` or `0`")?,
            jumps: self.flag("j", "jump", "`j` or `0`")?,
            multiple: self.flag("n", "any multiple", "`n` or `0`")?,
            first: self.flag("f", "first", "`f` or `0`")?,
            once: self.flag("o", "once", "`o` or `0`")?,
            ..MoveId::default()
        };
        self.literal("l", "the earlier move", "`lM`")?;
        self.literal("M", "the earlier move", "`lM`")?;
        Ok(id)
    }

    /// From the condition to the `M` of the victim's move.
    fn middle(&mut self, id: &mut MoveId) -> Read<EnPassant> {
        self.literal("r", "the condition", "`r`")?;
        id.condition = Some(self.neighbour("the condition")?).filter(|c| *c != Neighbour::default());
        self.literal("s", "castling", "`sr`")?;
        self.literal("r", "castling", "`sr`")?;
        let partner = self.neighbour("castling")?;
        self.literal("t", "the partner's way", "`t`")?;
        let goes = self.offset("the partner's way")?;
        let unmoved = self.flag("p", "the unmoved partner", "`p` or `0`")?;
        id.castling = Some(Castling { partner, goes, unmoved }).filter(|c| *c != Castling::default());
        self.literal("e", "the victim", "`er`")?;
        self.literal("r", "the victim", "`er`")?;
        let victim = self.neighbour("the victim")?;
        self.literal("M", "the victim's move", "`M`")?;
        Ok(EnPassant { victim, previous: None })
    }

    fn end(&mut self, mut id: MoveId, victim: EnPassant) -> Read<MoveId> {
        self.literal("!", "the end of the ID", "`!`")?;
        id.en_passant = Some(victim).filter(|v| *v != EnPassant::default());
        Ok(id)
    }

    fn neighbour(&mut self, field: &'static str) -> Read<Neighbour> {
        let side = match self.peek() {
            Some('0') => Side::Any,
            Some('F') => Side::Friend,
            Some('f') => Side::Enemy,
            _ => return Err(self.expected(field, "`F`, `f` or `0`")),
        };
        self.at += 1;
        let letter = match self.peek() {
            Some('0') => None,
            Some(c) if is_letter(c) => Some(c),
            _ => return Err(self.expected(field, "a piece's letter or `0`")),
        };
        self.at += letter.map_or(1, char::len_utf8);
        Ok(Neighbour { side, letter, at: self.offset(field)? })
    }

    fn offset(&mut self, field: &'static str) -> Read<Offset> {
        Ok(Offset {
            up: self.number(field)?,
            down: self.number(field)?,
            left: self.number(field)?,
            right: self.number(field)?,
        })
    }

    /// Whether what follows an `M` is an ID and not the `0` before `after`.
    fn nests(&self, after: u8) -> bool {
        match self.text.as_bytes().get(self.at..) {
            Some([b'0']) => false,
            Some([b'0', next, ..]) => *next != after && (next.is_ascii_digit() || *next == b'('),
            Some([first, ..]) => first.is_ascii_digit() || *first == b'(',
            _ => false,
        }
    }

    fn go_deeper(&self, open: &[Waiting]) -> Read<()> {
        if open.len() < DEEPEST { Ok(()) } else { Err(self.error("a nested ID", Problem::TooDeep)) }
    }

    fn number(&mut self, field: &'static str) -> Read<u16> {
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
                if !self.lenient && (digits == 1 || number.starts_with('0')) {
                    self.at = start;
                    return Err(self.error(field, Problem::Roundabout));
                }
                number.parse().map_err(|_| ParseError { at: start, ..self.error(field, Problem::TooLarge) })
            }
            _ => Err(self.expected(field, "a digit, or a number in parentheses")),
        }
    }

    fn flag(&mut self, sign: &str, field: &'static str, expected: &'static str) -> Read<bool> {
        if self.eats(sign) {
            return Ok(true);
        }
        self.literal("0", field, expected)?;
        Ok(false)
    }

    fn literal(&mut self, sign: &str, field: &'static str, expected: &'static str) -> Read<()> {
        if self.eats(sign) { Ok(()) } else { Err(self.expected(field, expected)) }
    }

    fn eats(&mut self, sign: &str) -> bool {
        let found = self.text.get(self.at..self.at + sign.len());
        let fits = found.is_some_and(|f| f == sign || self.lenient && f.eq_ignore_ascii_case(sign));
        if fits {
            self.at += sign.len();
        }
        fits
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn expected(&self, field: &'static str, expected: &'static str) -> ParseError {
        self.error(field, Problem::Expected { expected, found: self.peek() })
    }

    fn error(&self, field: &'static str, problem: Problem) -> ParseError {
        ParseError { at: self.at, field, depth: self.depth, problem }
    }
}

/// Whether a character can name a piece.
fn is_letter(c: char) -> bool {
    !(c.is_numeric() || c.is_whitespace() || c.is_control() || matches!(c, '(' | ')' | '!' | '"' | '\\'))
}
