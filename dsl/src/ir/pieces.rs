//! Kinds of pieces, how they move and what they promote to.

use std::sync::Arc;

use super::expr::{Kinds, Path, Test};
use super::ids::{DirId, KindId, LabelId, MarkId, PlayerId, RegionId};

/// How a movement rule treats the last tile of its path.
pub use crate::ast::{By, Mode};

/// A piece kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its name, which says also how it stands, in which states it is and what it carries.
    pub name: String,
    /// The name of the piece without all that.
    pub piece: String,
    /// The single pieces that it is: itself, or of a stack the one who carries, and then the others in the order of their
    /// places.
    pub parts: Vec<KindId>,
    /// Its letter in moves; it is the same for all owners and facings.
    pub letter: String,
    /// Its letter in FENs for each player; one letter only, if it is neutral.
    pub letters: Vec<String>,
    /// Its symbol for each player (its letter where none is declared); one only, if it is neutral.
    pub symbols: Vec<String>,
    /// Such pieces belong to nobody.
    pub neutral: bool,
    /// How pictures show it, the usual way first (a disc with its letter where nothing is declared).
    pub shapes: Vec<Shape>,
    /// How it stands, if it is not the same from all sides: every way to stand is a kind of its own.
    pub facing: Option<Facing>,
    /// Its attributes' names, for display; tests on attributes have become tests on kinds.
    pub attributes: Vec<String>,
    /// What it counts in [`Quantity::Worth`](super::Quantity::Worth).
    pub worth: i64,
    /// How it moves. Kinds that move alike may share it.
    pub rules: Arc<Vec<MoveRule>>,
    /// What it turns into as it moves: all lines that allow something add up.
    pub promotions: Vec<Promotion>,
    /// Whether some rule asks if it has moved.
    pub tracks_first: bool,
}

/// What a piece looks like, as path data of SVG in a square of 100 by 100 with the origin at the upper left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// What is filled with the owner's colour.
    pub outline: String,
    /// Lines drawn on it; may be empty.
    pub details: String,
    /// It is turned as its owner sees the board.
    pub turned: bool,
    /// It is how the piece looks in this state, of which no sign tells then.
    pub of_state: bool,
}

/// One way to stand of a piece that is not the same from all sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facing {
    /// The directions that it faces, as the board has them, sorted.
    pub directions: Vec<DirId>,
    /// The end of its letters that says so.
    pub sign: String,
    /// For every symmetry of the board, the kind that it is after it has been turned so, if there is one.
    pub turned: Vec<Option<KindId>>,
}

/// A movement rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRule {
    /// How the last tile is treated.
    pub mode: Mode,
    /// The way, as the first player sees the board.
    pub path: Path,
    /// With [`Mode::Capture`]: the last tile is empty and bears this mark of an enemy; the piece that left it is taken.
    pub onto: Option<MarkId>,
    /// Asked at the tile the piece starts from.
    pub guard: Test,
    /// Its label.
    pub label: Option<LabelId>,
    /// It is a castling: its moves count as such, and attack nothing.
    pub castles: bool,
    /// The rule as it was written, for explanations.
    pub text: String,
}

/// Moves that are known again: whatever rule makes them, they count as made by the label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// The label.
    pub label: LabelId,
    /// Moves of these kinds.
    pub kinds: Kinds,
    /// That one of these rules would make, too.
    pub rules: Vec<MoveRule>,
}

/// How a movement rule treats the last tile of its path.
/// A promotion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The piece need not promote.
    pub optional: bool,
    /// To what, in order.
    pub to: Vec<KindId>,
    /// By moves of which sort, if not by all.
    pub by: Option<By>,
    /// Where the move has to begin.
    pub from: Option<RegionId>,
    /// Where the move has to end.
    pub on: Option<RegionId>,
    /// One of the two is enough.
    pub either: bool,
    /// Asked before the move at the tile where it begins.
    pub guard: Test,
}

impl Promotion {
    /// Whether a move begins and ends where it has to.
    pub fn leads(&self, begins: impl Fn(RegionId) -> bool, ends: impl Fn(RegionId) -> bool) -> bool {
        let (from, on) = (self.from.is_none_or(begins), self.on.is_none_or(ends));
        if self.either { from || on } else { from && on }
    }

    /// Whether a move is of the sort by which it promotes.
    pub fn is_by(&self, captures: bool) -> bool {
        self.by.is_none_or(|by| captures == (by == By::Capture))
    }

    /// Whether nothing matters but where the move ends.
    pub fn asks_only_where(&self) -> bool {
        self.by.is_none() && self.from.is_none() && self.guard == Test::True
    }
}

impl Kind {
    /// Its letter for an owner, or for nobody.
    pub fn letter_of(&self, owner: Option<PlayerId>) -> &str {
        one_of(&self.letters, owner)
    }

    /// Its symbol for an owner, or for nobody.
    pub fn symbol_of(&self, owner: Option<PlayerId>) -> &str {
        one_of(&self.symbols, owner)
    }
}

impl Kind {
    /// Whether it can become such a piece by promotion.
    pub fn promotes_to(&self, kind: KindId) -> bool {
        self.promotions.iter().any(|promotion| promotion.to.contains(&kind))
    }

    /// Its letter in moves where it matters how it stands.
    pub fn signed_letter(&self) -> String {
        let sign = self.facing.as_ref().map_or("", |facing| &facing.sign);
        format!("{}{sign}", self.letter)
    }
}

/// A neutral kind has one text, any other one for each player.
fn one_of(texts: &[String], owner: Option<PlayerId>) -> &str {
    let index = owner.map_or(0, PlayerId::index);
    texts.get(index).or(texts.first()).map_or("", String::as_str)
}
