//! Whole games as texts in the manner of PGN: tags, moves, comments, variations, result.
//!
//! Syntax and meaning are apart. A [`PgnGame`] is what is written; its moves are words, and any game's words will do.
//! [`replay`] gives them a meaning, and [`from_match`] makes a text of what was played.
//!
//! ```
//! use tilegame_record::pgn;
//! use tilegame_runtime::Game;
//! let chess = Game::from_library("chess")?;
//! let (games, remarks) = pgn::parse("1. e4 e5 (1... c5) 2. Nf3 *");
//! assert!(remarks.is_empty());
//! let replayed = pgn::replay(&chess, &games[0])?;
//! assert_eq!(replayed.moves.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading
//!
//! Never fails: [`parse`] gives every game of a text, and [`Remark`]s about what it stumbled over. [`Games`] does the same one game
//! after another for texts that come line by line; neither time nor memory grow faster than the text. Besides what [`write()`]
//! makes, these are taken:
//!
//! * moves without numbers or with any; `;` comments and `%` lines; `!`, `?`, their pairs and signs such as `+-` and `±` as
//!   numeric glyphs; `e.p.`, `+` and `#` apart from the move;
//! * results as `½-½`, `1:0` or `0.5-0.5`, or none; tags in any order, also with quotes in them;
//! * a byte order mark; any line ends; Latin-1, by way of [`decode`];
//! * a comment that is never closed, up to the next tag behind an empty line.
//!
//! Runs of white space in comments become one space. A move may be written in any notation of the game, as people write it, as
//! coordinates, or as a whole turn: that is the business of [`replay`], which also says what becomes of null moves.
//!
//! # Writing
//!
//! Tags with the seven of the roster first, then moves in lines of at most 80 columns. What is written is read back as an
//! equal game.

mod count;
mod parse;
mod replay;
mod write;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use indexmap::IndexMap;
use tilegame_runtime::ir::{PlayerId, Share};
use tilegame_runtime::outcome::Scores;

pub use parse::{Games, MOST_REMARKS, decode, parse};
pub use replay::{ReplayError, ReplayErrorKind, Replayed, from_match, replay, variant_of};
pub use write::write;

/// The tags that come first, in this order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Variations nest no deeper; a text that goes deeper is reported.
pub const DEEPEST: usize = 64;

/// Where something stands in a text. Without meaning for what was not read from one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// The bytes of the text.
    pub range: Range<usize>,
    /// The line, from 1; 0 for what was not read.
    pub line: usize,
    /// The character of the line with which it begins, from 1; 0 for what was not read.
    pub column: usize,
}

/// How much a [`Remark`] matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// What is written was taken in the only way that makes sense.
    Note,
    /// Something is wrong, and was left out.
    Error,
}

/// Something in a text that is not as it should be. Reading goes on behind it. There are at most [`MOST_REMARKS`] of each level
/// for a game, and one that says how many more there would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What it is about.
    pub place: Place,
    /// How much it matters.
    pub level: Level,
    /// A sentence without full stop.
    pub message: String,
}

/// A game as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Its tags.
    pub tags: Tags,
    /// Its moves.
    pub line: Line,
    /// How it ended, as the text says behind the moves.
    pub score: Score,
}

/// Tags in the order in which they are written: those of the roster first, others as they came.
///
/// ```
/// use tilegame_record::pgn::Tags;
/// let mut tags = Tags::default();
/// tags.set("Annotator", "me");
/// tags.set("Event", "Club evening");
/// assert_eq!(tags.get("Event"), Some("Club evening"));
/// assert_eq!(tags.iter().next(), Some(("Event", "Club evening")));
/// ```
///
/// Equality does not look at where in a text they stood.
#[derive(Clone, Debug, Default)]
pub struct Tags(IndexMap<String, (String, Place)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|(value, _)| &**value)
    }

    /// Where a tag stands.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.0.get(name).map(|(_, place)| place)
    }

    /// Sets a tag.
    pub fn set(&mut self, name: &str, value: &str) {
        self.set_at(name, value, Place::default());
    }

    fn set_at(&mut self, name: &str, value: &str, place: Place) {
        self.0.insert(name.to_owned(), (value.to_owned(), place));
    }

    /// All tags, as (name, value).
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.iter().filter_map(|name| Some((*name, self.get(name)?)));
        let others = self.0.iter().filter(|(name, _)| !ROSTER.contains(&name.as_str()));
        roster.chain(others.map(|(name, (value, _))| (&**name, &**value)))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

/// A sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Its moves.
    pub moves: Vec<Node>,
    /// Comments behind the last move's variations, or of a line without moves.
    pub end: Vec<String>,
}

/// A move with what is said about it.
///
/// Equality does not look at where in a text the move stood.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The move as it is written, without glyphs.
    pub text: String,
    /// Where it stood.
    pub place: Place,
    /// Comments before it.
    pub before: Vec<String>,
    /// Numeric glyphs: 1 is `!`.
    pub glyphs: Vec<u8>,
    /// Comments behind it.
    pub after: Vec<String>,
    /// What might have been played in its place.
    pub variations: Vec<Line>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        let Node { text, place: _, before, glyphs, after, variations } = self;
        (text, before, glyphs, after) == (&other.text, &other.before, &other.glyphs, &other.after)
            && *variations == other.variations
    }
}

impl Eq for Node {}

impl Node {
    /// A bare move.
    pub fn new(text: impl Into<String>) -> Node {
        Node { text: text.into(), ..Node::default() }
    }
}

/// The result of a game as one or nought for each of two players, or as what each of more players gets.
///
/// ```
/// use tilegame_record::pgn::Score;
/// assert_eq!("1-0".parse(), Ok(Score::FirstWins));
/// assert_eq!(Score::Draw.to_string(), "1/2-1/2");
/// assert_eq!("0-1/2-1/2".parse::<Score>()?.to_string(), "0-1/2-1/2");
/// # Ok::<(), tilegame_record::pgn::NotAScore>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Score {
    /// `1-0`
    FirstWins,
    /// `0-1`
    SecondWins,
    /// `1/2-1/2`
    Draw,
    /// `0-1-0`: what each of three or more players gets.
    Shares(Scores),
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Open,
}

impl Score {
    /// How such scores are written. Of two players who both get something, none has won.
    pub fn of(scores: &Scores) -> Score {
        match (scores.iter().len(), scores.winner()) {
            (3.., _) => Score::Shares(scores.clone()),
            (_, Some(PlayerId(0))) => Score::FirstWins,
            (_, Some(_)) => Score::SecondWins,
            (_, None) => Score::Draw,
        }
    }
}

/// A text that is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a result is 1-0, 0-1, 1/2-1/2, *, or a share for each of more players, such as 0-1-0")]
pub struct NotAScore;

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Score::FirstWins => "1-0",
            Score::SecondWins => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Open => "*",
            Score::Shares(scores) => return write!(f, "{scores}"),
        })
    }
}

impl FromStr for Score {
    type Err = NotAScore;

    fn from_str(text: &str) -> Result<Score, NotAScore> {
        match text {
            "1-0" => Ok(Score::FirstWins),
            "0-1" => Ok(Score::SecondWins),
            "1/2-1/2" | "½-½" | "1/2" => Ok(Score::Draw),
            "*" => Ok(Score::Open),
            _ => shares(text).map(Score::Shares).ok_or(NotAScore),
        }
    }
}

/// The shares of three or more players. Where nobody gets anything, it is no result: `0-0-0` is a move of chess.
fn shares(text: &str) -> Option<Scores> {
    let number = |n: &str| n.parse().ok().filter(|_| n.bytes().all(|b| b.is_ascii_digit()));
    let share = |text: &str| {
        let (part, of) = text.split_once('/').unwrap_or((text, "1"));
        let share = Share { part: number(part)?, of: number(of)? };
        (share.of > 0 && share.part <= share.of).then_some(share)
    };
    let all: Vec<Share> = text.split('-').map(share).collect::<Option<_>>()?;
    (all.len() > 2 && all.iter().any(|s| s.part > 0)).then(|| Scores::new(all))
}
