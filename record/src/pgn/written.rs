//! Games as they are written: tags, moves as words, comments, variations.

use std::ops::Range;

use indexmap::IndexMap;

use crate::score::Score;

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

/// Something in a text that is not as it should be. Reading goes on behind it. There are at most [`MOST_REMARKS`](super::MOST_REMARKS) of each level
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

    pub(super) fn set_at(&mut self, name: &str, value: &str, place: Place) {
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
