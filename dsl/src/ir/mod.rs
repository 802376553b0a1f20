//! [`Rules`]: what is meant. All names are ids, all types are right, nothing points back to the text.
//!
//! This is the only module that the runtime uses. It can be printed ([`mod@print`]) and checked ([`verify`]).

pub mod board;
pub mod expr;
pub mod graph;
pub mod ids;
pub mod notation;
pub mod print;
pub mod stacks;
pub mod verify;
mod visit;

pub use board::{Board, Colour, Direction, Drawing, Form, Plane, TileInfo};
pub use expr::{Capture, Comparison, CountOp, Effect, Kinds, Path, Quantity, Sign, Test, Trigger, When, Who};
pub use graph::{Edge, Graph, Step};
pub use ids::{
    CounterId, DirId, EndId, KindId, LabelId, MarkId, PhaseId, PlayerId, RegionId, StateId, SymId, Tile,
};
pub use notation::{
    AtStart, FenField, FormPart, MoveForm, Notation, Placement, StepsPart, Valid, VoidText, plain_name,
};
pub use stacks::{Stack, State};

/// The rules of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The name by which it is called: its file's name without the ending.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Lines of description.
    pub about: Vec<String>,
    /// The board.
    pub board: Board,
    /// The players in the order of their turns at the start.
    pub players: Vec<Player>,
    /// The piece kinds.
    pub kinds: Vec<Kind>,
    /// The states in which pieces can be.
    pub states: Vec<State>,
    /// The pieces that can stand on one tile together, sorted.
    pub stacks: Vec<Stack>,
    /// Named sets of tiles.
    pub regions: Vec<Region>,
    /// Names of marks.
    pub marks: Vec<String>,
    /// Names of labels of movement rules.
    pub labels: Vec<String>,
    /// What can be switched on and off; tests on options have become constants.
    pub options: Vec<Switch>,
    /// Numbers that belong to the position.
    pub counters: Vec<Counter>,
    /// Moves that are known again by what they do, not by the rule that made them.
    pub watches: Vec<Watch>,
    /// The castling clause.
    pub castling: Option<Castling>,
    /// How the game starts.
    pub setup: Setup,
    /// What a turn is.
    pub turn: Turn,
    /// Endings that a position shows, and ways to go out, in the order in which they are tried.
    pub ends: Vec<End>,
    /// Endings of a match, which may look at its history.
    pub adjudications: Vec<Adjudication>,
    /// How positions and moves are written.
    pub notation: Notation,
    /// Other ways in which they are written, by their names.
    pub notations: Vec<(String, Notation)>,
    /// The tests in the file.
    pub tests: Vec<RuleTest>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its letter in the turn field of FENs.
    pub letter: char,
    /// How it sees the board.
    pub frame: Frame,
}

/// Which moves go before others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Preference {
    /// If there is any move of the first sort, such moves; else of the second, and so on; else all.
    Sorts(Vec<Trigger>),
    /// The moves behind which the number is largest or smallest: in the position to which the turn leads, asked for the player
    /// whose turn it is. Of a turn that goes on, the best that can still come of it counts.
    Number(Extreme, Quantity),
}

impl Preference {
    /// The number that it compares, if it does.
    pub fn quantity(&self) -> Option<&Quantity> {
        match self {
            Preference::Number(_, quantity) => Some(quantity),
            Preference::Sorts(_) => None,
        }
    }

    /// The sorts of moves that it tells apart.
    pub fn sorts(&self) -> &[Trigger] {
        match self {
            Preference::Sorts(sorts) => sorts,
            Preference::Number(..) => &[],
        }
    }
}

/// The largest or the smallest of several numbers.
pub use crate::ast::Extreme;

impl Extreme {
    /// How it places a number among others: the least goes first.
    pub fn rank(self, number: i64) -> i64 {
        match self {
            Extreme::Least => number,
            Extreme::Most => number.saturating_neg(),
        }
    }
}

/// How a player sees the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// For every tile, what becomes there of a direction of a rule: `d` is walked as `symmetries[syms[t]][d]` by a piece
    /// that stands on `t`. On the way the edges turn it. Of a plane, whose places are all alike, there is one.
    pub syms: Vec<SymId>,
    /// What becomes of a tile as the first player sees it: `tiles[t]` is this player's counterpart.
    pub tiles: Vec<Tile>,
}

impl Frame {
    /// How directions are turned on a tile.
    pub fn on(&self, tile: Tile) -> SymId {
        *self.syms.get(tile.index()).unwrap_or(&self.syms[0])
    }

    /// How directions are turned, where that is the same on all tiles.
    pub fn everywhere(&self) -> Option<SymId> {
        let first = self.syms.first().copied()?;
        self.syms.iter().all(|s| *s == first).then_some(first)
    }
}

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
    /// Its letter in moves, whoever's it is and however it stands.
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
    /// What it counts in [`Quantity::Worth`].
    pub worth: i64,
    /// How it moves.
    pub rules: Vec<MoveRule>,
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
pub use crate::ast::{By, Mode};

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

/// A named set of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its name, or the tiles as they were written where it has none.
    pub name: String,
    /// The tiles for each player, sorted.
    pub tiles: Vec<Vec<Tile>>,
}

/// Something that a variant or a player switches on or off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// Whether it is on.
    pub on: bool,
    /// What it means, for people.
    pub about: String,
}

/// A number that belongs to the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Its value at the start.
    pub start: i64,
    /// One for every player.
    pub each: bool,
    /// Positions that differ in it only are the same position.
    pub ignored: bool,
}

/// Two pieces move at once: one of `king` and one of `partner` that have not moved.
///
/// Every tile that either crosses or reaches is empty but for the two; every tile that the king stands on or crosses
/// passes `safe` (asked with the king lifted). The tile it reaches is judged by [`Turn::legal`] like that of any move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Who castles.
    pub king: KindId,
    /// With whom: one of these.
    pub partners: Kinds,
    /// What the tiles that the king stands on and crosses must pass.
    pub safe: Test,
    /// The ways to castle.
    pub sides: Vec<CastlingSide>,
    /// What may be done, besides: one of these, or nothing.
    pub options: Vec<CastlingOption>,
}

/// A piece that may be put, as two castle, where one of them has stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingOption {
    /// Where the one who castles has stood; else where the partner has.
    pub of_king: bool,
    /// What is put.
    pub kind: KindId,
    /// It comes out of the hand.
    pub from_hand: bool,
}

impl CastlingOption {
    /// What is done there.
    pub fn effect(&self) -> Effect {
        if self.from_hand { Effect::Drop(self.kind) } else { Effect::Put(self.kind) }
    }
}

/// One way to castle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingSide {
    /// How the move is written in SAN.
    pub text: String,
    /// The letter of the right in FENs, first player's; the second player's is the small letter.
    pub right: char,
    /// How the two go.
    pub way: CastlingWay,
}

impl CastlingWay {
    /// Whether a king and a partner stand where they must for it; along which line is another question.
    pub fn begins(&self, player: PlayerId, king: Tile, partner: Tile) -> bool {
        let CastlingWay::Line { king_from, partner_from, .. } = self else { return true };
        let is = |from: &Option<Vec<Tile>>, tile: Tile| {
            from.as_ref().is_none_or(|tiles| tiles[player.index()] == tile)
        };
        is(king_from, king) && is(partner_from, partner)
    }
}

/// How the two pieces of a castling move go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CastlingWay {
    /// Along a line to given tiles, wherever the two stand on it.
    Line {
        /// Where the partner stands, seen from the king, as the first player sees the board.
        direction: DirId,
        /// Where the king must stand, for each player, if that is given.
        king_from: Option<Vec<Tile>>,
        /// Where the king goes, for each player.
        king_to: Vec<Tile>,
        /// Where the partner must stand, for each player, if that is given.
        partner_from: Option<Vec<Tile>>,
        /// Where the partner goes, for each player.
        partner_to: Vec<Tile>,
    },
    /// As a rule of the king's says; [`Castling::safe`] is not asked.
    Rule {
        /// The rule's label.
        label: LabelId,
        /// Where the partner stands: a sum of one or more directions from the king, as the first player sees the board.
        partner: Vec<DirId>,
    },
}

/// How the game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The position as the game's own notation writes it.
    pub position: String,
    /// Positions by name; if there are such, the first is the one above.
    pub named: Vec<(String, String)>,
    /// Pieces placed by number on top of it.
    pub shuffle: Option<Shuffle>,
}

/// Numbered arrangements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The first player's tiles to fill, in order.
    pub tiles: Vec<Tile>,
    /// Whether the other players' counterparts are filled as well. Where each is filled apart, the number counts the first
    /// player's ways fastest.
    pub sharing: Sharing,
    /// What is placed. Each step has a number of ways; the arrangement's number is written in the mixed base of these
    /// numbers, the first step being the smallest digit. Like pieces are placed in the lexicographic order of their tiles.
    pub places: Vec<Place>,
    /// The arrangement used when none is asked for.
    pub start: u32,
}

/// Whose tiles a shuffle fills.
pub use crate::ast::Sharing;

/// A step of a shuffle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The pieces.
    pub kinds: Vec<KindId>,
    /// Only on these tiles.
    pub on: Option<RegionId>,
    /// The pieces stand in this order along the tiles; otherwise they are all of one kind.
    pub ordered: bool,
}

/// What a turn is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose turn it is, over and over.
    pub order: Vec<PlayerId>,
    /// The names of the phases of a turn; every turn begins in the first one. Without phases a turn is one move, unless an
    /// `again` makes it go on.
    pub phases: Vec<String>,
    /// What must hold after a move, asked for the player who moved.
    pub legal: Test,
    /// What a player may do without moving a piece.
    pub choices: Vec<Choice>,
    /// What becomes of a piece that is taken.
    pub taken: Taken,
    /// What can come from outside between two moves.
    pub receive: Vec<Receivable>,
    /// Pieces can be in a player's hand.
    pub hands: bool,
    /// When a part of a stack may move alone.
    pub split: Option<Split>,
    /// When what has stayed of a stack may still go along with what has left it in this turn.
    pub rejoin: Option<Split>,
    /// When the player to move need not move.
    pub pass: Option<Pass>,
    /// In some phases, only some sorts of moves can be made.
    pub only: Vec<Only>,
    /// Which of the moves go before the others: each line leaves over some of those that the lines before it have left.
    pub prefer: Vec<Preference>,
    /// What happens after a move, in order, asked for the player who moved, at the tile moved to; and what happens when a
    /// player has gone out, asked for that player.
    pub after: Vec<After>,
    /// What a player may do with tiles instead of moving a piece.
    pub board: Vec<BoardMove>,
}

/// What can come from outside between two moves, without being a move of anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receivable {
    /// Such a piece comes into a player's hand.
    Piece(KindId),
    /// A number gets another value.
    Counter(CounterId),
}

/// What a player may do with tiles instead of moving a piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardMove {
    /// What the text of such a move begins with.
    pub prefix: String,
    /// What each of the tiles must pass.
    pub each: Test,
    /// What is done with them.
    pub work: BoardWork,
    /// Its label.
    pub label: Option<LabelId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// What is done with tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardWork {
    /// The tiles of a rectangle go elsewhere, with what stands on them. Once they are lifted, no place of the rectangle that
    /// they go to may be a tile.
    Carry {
        /// Of at most so many files and ranks.
        most: [u16; 2],
        /// It may be turned, by quarters.
        turned: bool,
        /// It may be turned over, so that its files are exchanged.
        flipped: bool,
        /// Only rectangles of at most so many files and ranks are listed among the moves, and only where they touch the box
        /// around all tiles; others are legal all the same.
        listed: [u16; 2],
    },
    /// Tiles are taken away, with what stands on them.
    Vanish {
        /// At most so many.
        most: u16,
        /// Only so many at once, or fewer, are listed among the moves; others are legal all the same.
        listed: u16,
    },
}

/// What a player may do without moving a piece: a tile is chosen, and something happens there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What the tile must pass.
    pub target: Test,
    /// What must hold besides.
    pub guard: Test,
    /// What is done. All of it reads the position before.
    pub actions: Vec<Action>,
    /// Its label.
    pub label: Option<LabelId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// That one may pass: a turn in which nothing moves. [`Turn::legal`] is asked of it as of any move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// When; asked for the player to move.
    pub guard: Test,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// That in some phases only some sorts of moves can be made; a pass is not asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// Moves that any of these fits.
    pub triggers: Vec<Trigger>,
    /// In these phases; a phase is in one such line at most.
    pub phases: Vec<PhaseId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// That a part of a stack may move alone and leave the rest, or that it may follow another that has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// When; asked for the player to move, at the tile of the stack.
    pub guard: Test,
    /// A label that all such moves have.
    pub label: Option<LabelId>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// What becomes of an enemy's piece that a player takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It is out of the game.
    Gone,
    /// It goes into the taker's hand.
    Kept,
    /// It goes into the taker's hand as what it was before it was promoted.
    KeptUnpromoted,
    /// It is out of the game, and comes into another one as what it was before it was promoted.
    Given,
}

impl Taken {
    /// Whether it goes into the taker's hand.
    pub fn is_kept(self) -> bool {
        matches!(self, Taken::Kept | Taken::KeptUnpromoted)
    }

    /// Whether it is remembered of a piece that it was promoted.
    pub fn asks_for_promoted(self) -> bool {
        matches!(self, Taken::KeptUnpromoted | Taken::Given)
    }
}

/// Something that happens after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct After {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Any of these sets it off.
    pub triggers: Vec<Trigger>,
    /// And only if this holds, after what has been done so far.
    pub guard: Test,
    /// What is done.
    pub actions: Vec<Action>,
    /// The line as it was written, for explanations.
    pub text: String,
}

/// One thing done after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// An effect on the tile moved to.
    Here(Effect),
    /// The effects of every way to walk a path.
    Each {
        /// The path.
        path: Path,
        /// From every tile that passes; without it, from the tile moved to.
        from: Option<Test>,
    },
    /// The same player goes on (only after a move).
    Again {
        /// In this phase, or else in the same.
        phase: Option<PhaseId>,
        /// If there is nothing left to be done but to pass, the player passes at once.
        or_pass: bool,
    },
    /// The move is not legal.
    Illegal,
    /// An effect on every tile where a test holds.
    Every(Test, Effect),
    /// An effect on every single piece for which a test holds when it is asked as though it stood on its tile alone.
    EveryPart(Test, Effect),
}

impl Action {
    /// Whether some effect of it is like that.
    pub fn any_effect(&self, holds: &dyn Fn(&Effect) -> bool) -> bool {
        match self {
            Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => holds(effect),
            Action::Each { path, .. } => path.any_effect(holds),
            Action::Again { .. } | Action::Illegal => false,
        }
    }
}

impl After {
    /// Whether it does nothing but change counters.
    pub fn only_counts(&self) -> bool {
        self.actions.iter().all(|action| matches!(action, Action::Here(Effect::Count { .. })))
    }

    /// Whether it is about the tile moved to; a pass, which reaches none, can't set it off.
    pub fn is_about_a_tile(&self) -> bool {
        let bound = |action: &Action| match action {
            Action::Here(Effect::Count { .. })
            | Action::Illegal
            | Action::Again { .. }
            | Action::Each { from: Some(_), .. } => false,
            Action::Here(_) | Action::Every(..) | Action::EveryPart(..) | Action::Each { from: None, .. } => {
                true
            }
        };
        self.guard.is_about_a_tile() || self.actions.iter().any(bound)
    }
}

/// An ending that a position shows, or a way for one player to go out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Its name.
    pub name: String,
    /// Who wins.
    pub result: EndResult,
    /// When; asked for the player to move.
    pub when: Test,
}

/// A part of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    /// How many parts.
    pub part: u32,
    /// Of how many; not zero.
    pub of: u32,
}

impl std::fmt::Display for Share {
    /// `3/4`, or a whole number.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.of {
            1 => write!(f, "{}", self.part),
            of => write!(f, "{}/{of}", self.part),
        }
    }
}

/// The result of an ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndResult {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The point is divided so: what the player to move gets, then the others in the order of turns.
    Shares(Vec<Share>),
    /// This player wins.
    Wins(Who),
    /// It is no end: the player to move is out, and the others play on.
    Out,
    /// It is no end: the turn passes to the next player.
    Skip,
}

impl EndResult {
    /// Whether the game is over with it.
    pub fn is_final(&self) -> bool {
        !matches!(self, EndResult::Out | EndResult::Skip)
    }
}

/// An ending of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Its name.
    pub name: String,
    /// How it comes about.
    pub manner: Manner,
    /// Who wins.
    pub result: EndResult,
    /// When; asked for the player to move ([`Manner::Time`]: for the player whose time is up).
    pub when: Test,
}

/// How an ending of a match comes about.
pub use crate::ast::Manner;

/// A test in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleTest {
    /// The position it starts from; the setup where none is given.
    pub from: Option<String>,
    /// Moves made first, as UCI text.
    pub after: Vec<String>,
    /// What must hold then.
    pub expect: Expect,
}

/// What a test in the file asserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The number of move sequences of that length.
    Perft {
        /// Length.
        depth: u32,
        /// Number.
        nodes: u64,
    },
    /// These moves (UCI text) are legal.
    Legal(Vec<String>),
    /// These moves (UCI text) are not.
    Illegal(Vec<String>),
    /// The game has ended so, or the match has or can, or it goes on.
    Result(Option<Ended>),
    /// The numbered arrangement is this position.
    Arrangement {
        /// Its number.
        number: u32,
        /// The position.
        position: String,
    },
}

/// The line by which a game or a match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ended {
    /// A line of `end`.
    Game(EndId),
    /// The line of `match` with this number.
    Match(usize),
}

impl Ended {
    /// The name of the line.
    pub fn name(self, rules: &Rules) -> &str {
        match self {
            Ended::Game(end) => &rules.ends[end.index()].name,
            Ended::Match(number) => &rules.adjudications[number].name,
        }
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

/// A neutral kind has one text, any other one for each player.
fn one_of(texts: &[String], owner: Option<PlayerId>) -> &str {
    let index = owner.map_or(0, PlayerId::index);
    texts.get(index).or(texts.first()).map_or("", String::as_str)
}

impl Rules {
    /// Whether there may be more or fewer tiles in one position than in another.
    pub fn tiles_change(&self) -> bool {
        self.board.plane.is_some()
            || !self.turn.board.is_empty()
            || self.any_effect(&|effect| *effect == Effect::Vanish)
    }

    /// The kind of a name.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.name == name).map(KindId::new)
    }

    /// Whether some effect of a rule, of a choice or after a move is like that.
    pub fn any_effect(&self, holds: &dyn Fn(&Effect) -> bool) -> bool {
        let turn = &self.turn;
        let mut done =
            turn.after.iter().flat_map(|a| &a.actions).chain(turn.choices.iter().flat_map(|c| &c.actions));
        let put = |option: &CastlingOption| holds(&option.effect());
        done.any(|action| action.any_effect(holds))
            || self.castling.iter().flat_map(|castling| &castling.options).any(put)
            || self.kinds.iter().flat_map(|k| &k.rules).any(|rule| rule.path.any_effect(holds))
    }

    /// The kind that such a piece was before it was promoted, if exactly one kind can have become one.
    pub fn unpromoted(&self, kind: KindId) -> Option<KindId> {
        let into = |k: &Kind| k.promotes_to(kind);
        let mut sources = self.kinds.iter().enumerate().filter(|(_, k)| into(k));
        let (index, first) = sources.next()?;
        sources.all(|(_, other)| other.piece == first.piece).then(|| KindId::new(index))
    }

    /// The player of a name.
    pub fn player(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|p| p.name == name).map(PlayerId::new)
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
