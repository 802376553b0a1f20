//! The lines of a piece.

use super::expressions::{Call, Path, Test, Tiles};
use super::promotion::Promote;
use super::words::{Name, Number, Text};
use crate::source::{Span, Spanned};

/// A line of `piece`.
#[derive(Clone, PartialEq, Debug)]
pub enum PieceLine {
    /// `symbol "♔" "♚"`
    Symbol(Vec<Text>, Span),
    /// `drawn as SHAPE, SHAPE`: how it looks, and how else it can.
    Drawn(Vec<Name>),
    /// `faces n "^", e ">", s "v", w "<"`
    Faces(Vec<Facing>, Span),
    /// `worth 13`
    Worth(Number),
    /// `state heroic "+"`, and under it the rules of such a piece
    State {
        /// Its name.
        name: Name,
        /// What is written before the letter of such a piece.
        sign: Text,
        /// Rules and promotions that take the place of those of the piece outside.
        lines: Vec<PieceLine>,
    },
    /// `use lands(walk(1), 2)`: the lines of a group of rules
    Use(Call),
    /// `carry Man, Horse`: a place for one piece of these sorts
    Carry(Vec<Name>, Span),
    /// `quiet PATH …`, `capture PATH …`, `move PATH …`, `do PATH …`, `act PATH …`, `threat PATH …`, `cover PATH …`
    Rule {
        /// How the last tile is treated.
        mode: Spanned<Mode>,
        /// The way.
        path: Path,
        /// `onto MARK`
        onto: Option<Name>,
        /// `if TEST`, asked at the tile the piece starts from.
        guard: Option<Test>,
        /// `as LABEL`
        label: Option<Name>,
        /// The `use` that has brought it here from a group of rules.
        used: Option<Span>,
    },
    /// `id "121234cmj000lM0r000000sr000000t00000er000000M0!" as LABEL`: a move-ID.
    Id {
        /// The ID.
        id: Text,
        /// `as LABEL`
        label: Option<Name>,
        /// The sets of tiles that the ID names, by what it calls them.
        tiles: Vec<(String, Tiles)>,
        /// The line.
        span: Span,
    },
    /// `betza "mfWcfF"`, `betza fsf "mRcpR" if TEST as LABEL`: moves in Betza notation.
    Betza {
        /// Whose reading of the notation.
        dialect: Option<Name>,
        /// The notation.
        text: Text,
        /// `if TEST`
        guard: Option<Test>,
        /// `as LABEL`
        label: Option<Name>,
        /// What it means: lines with paths.
        rules: Vec<PieceLine>,
        /// The line.
        span: Span,
    },
    /// `promote to Queen, Rook on last_rank` or `may promote to …`
    Promote(Promote),
    /// `remove LABEL`, `remove STATE`, `remove promote` and the like (in `extend piece`).
    Remove(Name),
}

/// One of the ways in which a piece can stand: `ne sw "1"`.
#[derive(Clone, PartialEq, Debug)]
pub struct Facing {
    /// The directions that it faces.
    pub directions: Vec<Name>,
    /// What is written behind its letter.
    pub sign: Text,
}

/// How a movement rule treats the last tile of its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// `quiet`: it must be empty.
    Quiet,
    /// `capture`: an enemy stands there and is taken.
    Capture,
    /// `move`: either.
    Move,
    /// `do`: nothing is implied but that the piece goes there.
    Do,
    /// `act`: the piece stays where it is; what happens, the effects say.
    Act,
    /// `threat`: it is no move; the piece attacks what stands there.
    Threat,
    /// `cover`: it is no move; the tile is in a zone.
    Cover,
}

impl Mode {
    /// Whether such a rule makes moves.
    pub fn moves(self) -> bool {
        !matches!(self, Mode::Threat | Mode::Cover)
    }

    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Quiet => "quiet",
            Mode::Capture => "capture",
            Mode::Move => "move",
            Mode::Do => "do",
            Mode::Act => "act",
            Mode::Threat => "threat",
            Mode::Cover => "cover",
        }
    }
}
