//! A text and its top-level statements.

use super::board::BoardLine;
use super::castling::CastlingLine;
use super::ends::EndLine;
use super::expressions::{Path, Test, Tiles};
use super::notation::NotationLine;
use super::pieces::PieceLine;
use super::players::PlayerLine;
use super::promises::TestLine;
use super::setup::SetupLine;
use super::turn::TurnLine;
use super::words::{Name, Number, Text, Verb};
use crate::source::Span;

/// One `.tg` text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// The top-level statements in order.
    pub items: Vec<Item>,
}

/// A top-level statement: what to do with which thing.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// `replace`, `extend`, `remove`, or nothing.
    pub verb: Verb,
    /// The thing declared.
    pub kind: ItemKind,
    /// The header line (without its block).
    pub span: Span,
}

/// A top-level statement's content.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// `use moves, "mine.tg"`.
    Use(Vec<Import>),
    /// `game "Title"` with an optional block of `about "…"`.
    Game {
        /// The title.
        title: Text,
        /// Lines of description.
        about: Vec<Text>,
    },
    /// `variant "Title" of chess` with an optional block of `about "…"`.
    Variant {
        /// The title.
        title: Text,
        /// What it is a variant of.
        parent: Import,
        /// Lines of description.
        about: Vec<Text>,
    },
    /// `board` and its block.
    Board(Vec<BoardLine>),
    /// `players` and its block.
    Players(Vec<PlayerLine>),
    /// `region NAME = TILES [each]`.
    Region {
        /// Its name.
        name: Name,
        /// Its tiles; `None` only with `remove`.
        tiles: Option<Tiles>,
        /// Whether every player sees it from the own side.
        each: bool,
    },
    /// `test NAME = TEST`.
    Test {
        /// Its name.
        name: Name,
        /// What stands in brackets behind it: `near(t)`.
        parameters: Vec<Name>,
        /// What it stands for; `None` only with `remove`.
        test: Option<Test>,
    },
    /// `rules NAME(PARAMETER, …)` and its block: lines of pieces that several pieces `use`.
    Rules {
        /// Its name.
        name: Name,
        /// What stands in brackets behind it.
        parameters: Vec<Name>,
        /// Its block.
        lines: Vec<PieceLine>,
    },
    /// `path NAME = PATH`.
    Path {
        /// Its name.
        name: Name,
        /// What stands in brackets behind it: `walk(k)`.
        parameters: Vec<Name>,
        /// What it stands for; `None` only with `remove`.
        path: Option<Path>,
    },
    /// `shape NAME "OUTLINE" ["DETAILS"] [turned]`.
    Shape {
        /// Its name.
        name: Name,
        /// What is filled, as path data; `None` only with `remove`.
        outline: Option<Text>,
        /// Lines inside, as path data.
        details: Option<Text>,
        /// It is turned as its owner sees the board.
        turned: bool,
    },
    /// `mark NAME`: something a move leaves on a tile for one turn of the others.
    Mark(Name),
    /// `option NAME = on ["ABOUT"]`: something that a variant or a player switches on or off.
    Option {
        /// Its name.
        name: Name,
        /// Whether it is on; `None` only with `remove`.
        on: Option<bool>,
        /// What it means, for people.
        about: Option<Text>,
    },
    /// `counter NAME = 3 [each] [ignored]`.
    Counter {
        /// Its name.
        name: Name,
        /// Its value at the start; `None` only with `remove`.
        start: Option<Number>,
        /// One for every player.
        each: bool,
        /// Positions that differ in it only are the same position.
        ignored: bool,
    },
    /// `piece NAME "K" ["k"…] ATTRIBUTE…` and its block.
    Piece {
        /// Its name.
        name: Name,
        /// Its letter, or one letter for every player.
        letters: Vec<Text>,
        /// Attributes such as `royal`.
        attributes: Vec<Name>,
        /// Its block.
        lines: Vec<PieceLine>,
    },
    /// `castling King with Rook` and its block (with `remove`: `castling` alone).
    Castling {
        /// Who castles, and with whom.
        pair: Option<(Name, Vec<Name>)>,
        /// Its block.
        lines: Vec<CastlingLine>,
    },
    /// `setup "FEN"`, or `setup` and a block.
    Setup(Vec<SetupLine>),
    /// `turn` and its block.
    Turn(Vec<TurnLine>),
    /// `end` and its block.
    End(Vec<EndLine>),
    /// `match` and its block.
    Match(Vec<EndLine>),
    /// `notation` and its block; with a name, another one beside the usual.
    Notation {
        /// Its name.
        name: Option<Name>,
        /// Its lines.
        lines: Vec<NotationLine>,
    },
    /// `tests` and its block.
    Tests(Vec<TestLine>),
}

/// A module or game that is named by `use` or `of`: a name (standard library, games), which needs quotes if it is not a word
/// of the language, such as `"3check"`, or the path of a file, always in quotes.
#[derive(Clone, PartialEq, Debug)]
pub struct Import {
    /// The name or path.
    pub name: Name,
    /// It was written in quotes.
    pub quoted: bool,
}

impl Import {
    /// Whether it is the path of a file: it ends in `.tg` or has a folder.
    pub fn is_path(&self) -> bool {
        self.quoted && (self.name.node.ends_with(".tg") || self.name.node.contains('/'))
    }
}
