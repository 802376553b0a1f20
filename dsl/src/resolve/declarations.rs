//! What all layers declare together: the names and their meaning as it is written.

use std::collections::HashMap;

use crate::ast::{
    self, CastlingLine, EndLine, Name, Number, Path, PieceLine, Preference, Promote, SetupLine, Test,
    TestLine, Text, Tiles,
};
use crate::source::{FileId, Span};

use super::sorts::Called;
use super::table::{Entry, Table};

/// The attribute of pieces that belong to nobody.
pub(crate) const NEUTRAL: &str = "neutral";

/// A thing of which there is only one.
pub(crate) type Unique<T> = Option<Entry<T>>;

/// The title and description of the root.
pub(crate) struct Header<'a> {
    pub(crate) title: &'a Text,
    pub(crate) about: &'a [Text],
    pub(crate) span: Span,
}

/// A `region`.
pub(crate) struct RegionPart<'a> {
    pub(crate) tiles: &'a Tiles,
    pub(crate) each: bool,
}

/// A `shape`.
pub(crate) struct ShapeDecl<'a> {
    pub(crate) outline: &'a Text,
    pub(crate) details: Option<&'a Text>,
    pub(crate) turned: bool,
}

/// A `path` or a `test`.
pub(crate) enum Named<'a, T> {
    /// What the name stands for.
    Is(&'a T),
    /// What stands in brackets behind the name wherever it is called.
    Takes(&'a [Name]),
}

impl<'a, T> Named<'a, T> {
    pub(super) fn new(parameters: &'a [Name], node: &'a T) -> Named<'a, T> {
        if parameters.is_empty() { Named::Is(node) } else { Named::Takes(parameters) }
    }
}

/// A line of a piece, and the state under which it stands.
#[derive(Clone, Copy)]
pub(crate) struct Stateful<'a, T> {
    pub(crate) line: &'a T,
    pub(crate) state: Option<&'a Name>,
}

/// An `option`.
#[derive(Clone, Copy)]
pub(crate) struct OptionDecl<'a> {
    pub(crate) on: bool,
    pub(crate) about: Option<&'a Text>,
}

/// A `counter`.
pub(crate) struct CounterDecl {
    pub(crate) start: u32,
    pub(crate) each: bool,
    pub(crate) ignored: bool,
}

/// A `piece` with all that layers have added.
#[derive(Clone, Default)]
pub(crate) struct PieceDecl<'a> {
    pub(crate) letters: Vec<&'a Text>,
    pub(crate) attributes: Vec<&'a Name>,
    pub(crate) symbols: Option<(&'a [Text], Span)>,
    /// The names of its shapes.
    pub(crate) shapes: &'a [Name],
    /// The same in states.
    pub(crate) shapes_in_states: Vec<(&'a Name, &'a [Name])>,
    /// The ways in which it can stand.
    pub(crate) facings: Option<(&'a [ast::Facing], Span)>,
    /// The states in which it can be: names and signs.
    pub(crate) states: Vec<(&'a Name, &'a Text)>,
    /// The places for pieces that it carries.
    pub(crate) places: Vec<(&'a [Name], Span)>,
    pub(crate) worth: Option<&'a Number>,
    /// Lines that are rules.
    pub(crate) rules: Vec<Stateful<'a, PieceLine>>,
    /// The lines that say what it promotes to.
    pub(crate) promotions: Vec<Stateful<'a, Promote>>,
}

/// A `castling` clause.
pub(crate) struct CastlingDecl<'a> {
    pub(crate) pair: &'a (Name, Vec<Name>),
    pub(crate) lines: Vec<&'a CastlingLine>,
}

/// An `after` line.
pub(crate) struct AfterDecl<'a> {
    pub(crate) triggers: &'a [Name],
    pub(crate) guard: Option<&'a Test>,
    pub(crate) actions: &'a [ast::Action],
    pub(crate) label: Option<&'a Name>,
    pub(crate) span: Span,
}

/// An `only … in` line.
pub(crate) struct OnlyDecl<'a> {
    pub(crate) triggers: &'a [Name],
    pub(crate) phases: &'a [Name],
    pub(crate) span: Span,
}

/// A `tiles` line.
pub(crate) struct TilesDecl<'a> {
    pub(crate) verb: &'a ast::TilesVerb,
    pub(crate) each: Option<&'a Test>,
    pub(crate) text: &'a Text,
    pub(crate) label: Option<&'a Name>,
    pub(crate) span: Span,
}

/// A `valid` line.
pub(crate) struct ValidDecl<'a> {
    pub(crate) test: &'a Test,
    pub(crate) label: Option<&'a Name>,
    pub(crate) span: Span,
}

/// A `split` or `rejoin` line.
pub(crate) struct SplitDecl<'a> {
    pub(crate) guard: Option<&'a Test>,
    pub(crate) label: Option<&'a Name>,
    pub(crate) span: Span,
}

/// A `choose` line.
pub(crate) struct ChoiceDecl<'a> {
    pub(crate) target: &'a Test,
    pub(crate) guard: Option<&'a Test>,
    pub(crate) actions: &'a [ast::Action],
    pub(crate) label: Option<&'a Name>,
    pub(crate) span: Span,
}

/// All declarations of a game.
pub(crate) struct Declarations<'a> {
    pub(crate) root: FileId,
    pub(crate) header: Option<Header<'a>>,
    pub(crate) board: Unique<&'a [ast::BoardLine]>,
    pub(crate) players: Unique<&'a [ast::PlayerLine]>,
    pub(crate) regions: Table<Vec<RegionPart<'a>>>,
    pub(crate) tests: Table<Named<'a, Test>>,
    pub(crate) paths: Table<Named<'a, Path>>,
    /// Groups of rules, which have been written out where they are used.
    pub(crate) rules: Table<()>,
    pub(crate) called: &'a Called,
    pub(crate) shapes: Table<ShapeDecl<'a>>,
    pub(crate) marks: Table<()>,
    pub(crate) options: Table<OptionDecl<'a>>,
    pub(crate) counters: Table<CounterDecl>,
    pub(crate) pieces: Table<PieceDecl<'a>>,
    /// Attributes that a piece had until it was replaced or removed, and where.
    pub(crate) lost_attributes: HashMap<String, Span>,
    pub(crate) castling: Unique<CastlingDecl<'a>>,
    pub(crate) setup: Unique<&'a [SetupLine]>,
    pub(crate) order: Unique<&'a [Name]>,
    pub(crate) legal: Unique<&'a Test>,
    pub(crate) pass: Unique<(Option<&'a Test>, Span)>,
    pub(crate) prefer: Unique<Vec<&'a Preference>>,
    pub(crate) only: Vec<OnlyDecl<'a>>,
    pub(crate) split: Unique<SplitDecl<'a>>,
    pub(crate) rejoin: Unique<SplitDecl<'a>>,
    pub(crate) phases: Unique<&'a [Name]>,
    pub(crate) choices: Vec<ChoiceDecl<'a>>,
    /// `keep captured`, and the word behind it.
    pub(crate) keep: Unique<Option<Span>>,
    /// `give captured unpromoted`.
    pub(crate) give: Unique<Span>,
    pub(crate) receive: Unique<&'a [Name]>,
    pub(crate) after: Vec<AfterDecl<'a>>,
    pub(crate) tiles: Vec<TilesDecl<'a>>,
    pub(crate) ends: Table<&'a EndLine>,
    pub(crate) adjudications: Table<&'a EndLine>,
    pub(crate) notation: NotationDecl<'a>,
    /// Other notations, by their names.
    pub(crate) notations: Vec<(&'a Name, NotationDecl<'a>)>,
    pub(crate) cases: Vec<&'a TestLine>,
}

impl Declarations<'_> {
    /// Switches an option, if there is one of that name.
    pub(crate) fn switch(&mut self, name: &str, on: bool) {
        if let Some(option) = self.options.get_mut(name) {
            option.node.on = on;
        }
    }
}

/// The lines of `notation`, each set by the last layer that has it.
#[derive(Default)]
pub(crate) struct NotationDecl<'a> {
    pub(crate) fen: Unique<&'a [ast::FenWord]>,
    pub(crate) nameless: Unique<&'a [Name]>,
    pub(crate) check: Unique<(&'a Text, &'a Test)>,
    pub(crate) last: Unique<(&'a Text, &'a [Name])>,
    pub(crate) uci: Unique<&'a Name>,
    pub(crate) uci_pass: Unique<&'a Name>,
    pub(crate) pgn: Unique<&'a [Text]>,
    pub(crate) void: Unique<&'a Text>,
    pub(crate) valid: Vec<ValidDecl<'a>>,
    pub(crate) moves: Vec<(&'a Text, &'a [Name])>,
    pub(crate) turn: Unique<&'a Text>,
    /// Of a notation with a name: where it leaves out the marks of check and of the end.
    pub(crate) unmarked: Unmarked,
}

/// The marks behind moves that a notation with a name does without, and where it says so.
#[derive(Clone, Copy, Default)]
pub(crate) struct Unmarked {
    pub(crate) check: Option<Span>,
    pub(crate) last: Option<Span>,
}

impl NotationDecl<'_> {
    /// Whether empty tiles are written as numbers without a sign.
    pub(crate) fn writes_numbers_alone(&self) -> bool {
        let words = self.fen.iter().flat_map(|fen| fen.node);
        let mut options = words.filter_map(|word| match word {
            ast::FenWord::Placement(_, options) => Some(options),
            _ => None,
        });
        !options.any(|all| all.iter().any(|o| matches!(o, ast::PlacementOption::Word(_, Some(_)))))
    }
}

impl PieceDecl<'_> {
    /// Whether such a piece belongs to nobody.
    pub(super) fn is_neutral(&self) -> bool {
        self.attributes.iter().any(|a| a.node == NEUTRAL)
    }
}
