//! The syntax tree: what is written, line by line, with the place of every word.
//!
//! Nothing is resolved here: a [`Name`] may be a piece, a region or a typing error. Meaning is `resolve`'s business; the
//! tree exists so that errors are faithful to the text and so that the printer can write it back.

mod castling;
mod expressions;
mod notation;
mod print;
mod promotion;
mod visit;

pub use castling::*;
pub use expressions::*;
pub use notation::*;
pub use promotion::*;
pub use visit::Part;

use crate::source::{Span, Spanned};

/// A word as written.
pub type Name = Spanned<String>;
/// A quoted text, without its quotes.
pub type Text = Spanned<String>;
/// A whole number.
pub type Number = Spanned<u32>;

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

/// What a statement of a variant does with what it inherits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Nothing is written: declares something new (or sets a thing of which there is only one).
    Declare,
    /// `replace`: the named thing exists and is exchanged.
    Replace,
    /// `extend`: the named thing exists and gets more lines.
    Extend,
    /// `remove`: the named thing exists and goes.
    Remove,
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

/// A line of `board`.
#[derive(Clone, PartialEq, Debug)]
pub enum BoardLine {
    /// `grid 8 x 8` or `hex 6`, or a part of a board: `patch A grid 8 x 4`.
    Part {
        /// The name of the part, where a board has several.
        name: Option<Name>,
        /// What it is like.
        form: PartForm,
    },
    /// `plane 702 x 1000`: all places of a board that comes round on all sides; a position says which are tiles.
    Plane {
        /// How many files.
        files: Number,
        /// How many ranks.
        ranks: Number,
        /// The line.
        span: Span,
    },
    /// `tile hub at 2, 3`: a single tile.
    Tile {
        /// Its name.
        name: Name,
        /// Its file and rank, from 1.
        at: (Number, Number),
    },
    /// `seam west ~ east`, `seam A.north[1..4] ~ B.south[1..4] reversed`.
    Seam {
        /// One side.
        one: BoardSide,
        /// What it is glued to.
        other: BoardSide,
        /// `reversed`: the last tile of the one to the first of the other.
        reversed: bool,
        /// The line.
        span: Span,
    },
    /// `void d4..e5`: tiles that are not there.
    Void(Tiles),
    /// `direction up opposite down`.
    Direction {
        /// The new direction.
        name: Name,
        /// The way back.
        opposite: Option<Name>,
    },
    /// `edge d1 -> e2 as ne` or `edge d1 <-> e2 as ne`.
    Edge {
        /// Where the step starts.
        from: Name,
        /// Where it ends.
        to: Name,
        /// Its direction.
        direction: Name,
        /// `<->`: also back, in the opposite direction.
        both: bool,
        /// The line.
        span: Span,
    },
    /// `drawn as lines`: what pictures of the board are like.
    Drawn {
        /// How.
        how: Drawn,
        /// The line.
        span: Span,
    },
}

/// How a board is drawn, behind `drawn`.
#[derive(Clone, PartialEq, Debug)]
pub enum Drawn {
    /// `as lines but a5..i6`: tiles are points; lines inside those tiles are left out.
    Lines(Vec<TileTerm>),
    /// `as plain`: all tiles have the same colour.
    Plain,
    /// `as rings`: the side glued to its opposite goes all the way round.
    Rings,
    /// `with d1 to f3`: one more line.
    With(Name, Name),
    /// `file a..c in blue`: tiles of a colour of their own.
    Tiles(Vec<TileTerm>, Name),
    /// `between rank 6 and rank 7 in blue`: the sides that two groups of tiles share.
    Between(Vec<TileTerm>, Vec<TileTerm>, Name),
}

/// The form of a board or of a part of it.
#[derive(Clone, PartialEq, Debug)]
pub struct PartForm {
    /// Its shape and size.
    pub shape: PartShape,
    /// Names of its own.
    pub labels: Labels,
    /// The size.
    pub span: Span,
}

/// A shape and a size.
#[derive(Clone, PartialEq, Debug)]
pub enum PartShape {
    /// `grid 8 x 8`: files, ranks and, in three dimensions, levels.
    Grid(Vec<Number>),
    /// `hex 6`, `hex 5 x 6`: a hexagon, by the length of its sides.
    Hex {
        /// Of the four that slant.
        slanting: Number,
        /// Of the two that stand upright, where it is another.
        upright: Option<Number>,
    },
}

/// What files and ranks are called: `file "a b c" rank "3 2 1"`, `rank se`.
#[derive(Clone, PartialEq, Debug)]
pub struct Labels {
    /// The names of the files from the left.
    pub files: Option<Text>,
    /// The ranks.
    pub ranks: Option<Ranks>,
}

/// How ranks are counted.
#[derive(Clone, PartialEq, Debug)]
pub enum Ranks {
    /// `rank "3 2 1"`: their numbers from below.
    Numbers(Text),
    /// `rank se`: on a hexagon, the direction in which a rank runs.
    Along(Name),
}

/// A side of a part, or a stretch of one: `west`, `A.north[1..4]`.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardSide {
    /// The part.
    pub patch: Option<Name>,
    /// `north`, `east`, `south` or `west`.
    pub name: Name,
    /// From which of its tiles to which; they count from 1, from the left or from below.
    pub stretch: Option<(Number, Number)>,
    /// All of it.
    pub span: Span,
}

/// A line of `players`: `Black "b" mirrored`, `Red "r" at Third`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLine {
    /// Its name.
    pub name: Name,
    /// The letter for "this player's turn" in FENs.
    pub letter: Text,
    /// `at PART`: the part of the board that is this player's own.
    pub home: Option<Name>,
    /// How the player sits.
    pub seat: Seat,
    /// Where forward is another direction.
    pub facing: Vec<FacingLine>,
}

/// A line under the first player: `facing s on Second, Third`.
#[derive(Clone, PartialEq, Debug)]
pub struct FacingLine {
    /// What is forward there.
    pub direction: Name,
    /// Where.
    pub tiles: Tiles,
}

/// How a player sits at the board.
#[derive(Clone, PartialEq, Debug)]
pub enum Seat {
    /// As the board is written: forward is the board's first direction.
    Plain,
    /// `mirrored`: sees the board reflected (the far rank is the own first rank, files keep their order).
    Mirrored(Span),
    /// `facing DIR`: sees the board turned so that forward is that direction.
    Facing(Name),
}

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

/// A line of `setup`.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupLine {
    /// `position "FEN"` (also `setup "FEN"` on one line), `position NAME "FEN"`
    Position {
        /// The name by which it can be asked for.
        name: Option<Name>,
        /// The position.
        text: Text,
    },
    /// `shuffle TILES [each [apart]]` and its block
    Shuffle {
        /// The tiles to fill.
        tiles: Tiles,
        /// Whose tiles are filled.
        sharing: Sharing,
        /// What is placed, in order.
        places: Vec<PlaceLine>,
        /// The line.
        span: Span,
    },
    /// `start 518`: the arrangement used when none is asked for.
    Start(Number),
}

/// Whose tiles a shuffle fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// The first player's only.
    First,
    /// `each`: all players' alike.
    Alike,
    /// `each apart`: every player's in a way of its own.
    Apart,
}

/// A line of `shuffle`: `Bishop on light`, `Rook, King, Rook in order`.
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceLine {
    /// The pieces.
    pub kinds: Vec<Name>,
    /// Only on these tiles.
    pub on: Option<Tiles>,
    /// `in order`: in this order along the tiles.
    pub ordered: bool,
    /// The line.
    pub span: Span,
}

/// A line of `turn`.
#[derive(Clone, PartialEq, Debug)]
pub enum TurnLine {
    /// `order White, Black`
    Order(Vec<Name>),
    /// `phases walk, shoot`: the phases of a turn, which begins in the first one.
    Phases(Vec<Name>),
    /// `legal if TEST`: what must hold after a move, asked for the player who moved.
    Legal(Test),
    /// `choose TEST if TEST: put Stone, along PATH as LABEL`: what a player may do without moving a piece.
    Choose {
        /// About the tile that is chosen.
        target: Test,
        /// `if TEST`
        guard: Option<Test>,
        /// What is done on the tile.
        actions: Vec<Action>,
        /// `as LABEL`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `keep captured`, `keep captured unpromoted`: what is taken goes into a hand.
    Keep {
        /// Where it says `unpromoted`.
        unpromoted: Option<Span>,
        /// The line.
        span: Span,
    },
    /// `give captured unpromoted`: what is taken leaves for another board.
    Give(Span),
    /// `receive Pawn, bid`: what can come from outside between two moves.
    Receive(Vec<Name>),
    /// `may pass if TEST`: the player to move need not move.
    Pass {
        /// `if TEST`
        guard: Option<Test>,
        /// The line.
        span: Span,
    },
    /// `rejoin if TEST as LABEL`: what has stayed of a stack may still go along with what has left it in this turn.
    Rejoin {
        /// `if TEST`, asked at the tile where the turn began.
        guard: Option<Test>,
        /// `as LABEL`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `only LABEL, … in PHASE, …`: in these phases only such moves can be made.
    Only {
        /// Kinds of moves.
        triggers: Vec<Name>,
        /// The phases.
        phases: Vec<Name>,
        /// The line.
        span: Span,
    },
    /// `split if TEST as LABEL`: a part of a stack may move alone.
    Split {
        /// `if TEST`, asked at the tile of the stack.
        guard: Option<Test>,
        /// `as LABEL`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `prefer capture`, `prefer least count(enemy piece)`: which of the legal moves go before the others.
    Prefer(Preference),
    /// `after capture, Pawn if TEST: clock = 0, along PATH as NAME`
    After {
        /// `move` (any move), `capture`, `pass`, a piece kind, a label, a player.
        triggers: Vec<Name>,
        /// `if TEST`
        guard: Option<Test>,
        /// What is done.
        actions: Vec<Action>,
        /// `as NAME`, so that variants can remove it.
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `tiles move 1 x 1 [TEST] "S" turned flipped listed 1 x 1 as NAME`, `tiles vanish 1 [TEST] "D" as NAME`
    Tiles {
        /// What is done with them.
        verb: TilesVerb,
        /// What each of them passes.
        each: Option<Test>,
        /// What the text of such a move begins with.
        text: Text,
        /// `as NAME`
        label: Option<Name>,
        /// The line.
        span: Span,
    },
    /// `remove legal`, `remove prefer`, `remove pass`, `remove NAME` of an `after` or `tiles` line
    Remove(Name),
}

/// Which moves go before others.
#[derive(Clone, PartialEq, Debug)]
pub struct Preference {
    /// What tells them from the others.
    pub kind: PreferenceKind,
    /// The line.
    pub span: Span,
}

/// What tells preferred moves from others.
#[derive(Clone, PartialEq, Debug)]
pub enum PreferenceKind {
    /// `capture, Pawn`: moves of the first of these sorts of which there are any.
    Sorts(Vec<Name>),
    /// `most worth(friend piece)`: moves behind which a number is largest, or smallest.
    Number(Extreme, Quantity),
}

/// The largest or the smallest of several numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The largest.
    Most,
    /// The smallest.
    Least,
}

impl Extreme {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Extreme::Most => "most",
            Extreme::Least => "least",
        }
    }
}

/// What a player may do with tiles instead of moving a piece.
#[derive(Clone, PartialEq, Debug)]
pub enum TilesVerb {
    /// `move 1 x 1 turned flipped listed 1 x 1`: a rectangle of tiles goes elsewhere, with what stands on it.
    Move {
        /// Of at most so many files and ranks; any, if nothing is said.
        most: Option<(Number, Number)>,
        /// It may be turned.
        turned: bool,
        /// It may be turned over.
        flipped: bool,
        /// Only rectangles up to this size are listed among the moves.
        listed: Option<(Number, Number)>,
    },
    /// `vanish 1`: tiles are taken away.
    Vanish {
        /// At most so many.
        most: Number,
        /// Of such moves only those of so many are listed.
        listed: Option<Number>,
    },
}

/// One thing done after a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// An effect on the tile the move went to.
    Here(Effect),
    /// `along PATH`: the path's effects, for every way it can be walked from the tile the move went to.
    Along {
        /// The path.
        path: Path,
        /// `every TEST: along PATH`: from every tile that passes the test instead.
        from: Option<Test>,
    },
    /// `again`, `again PHASE`: the same player goes on, in this phase or in that one.
    Again {
        /// The phase.
        phase: Option<Name>,
        /// `or pass`: where nothing else can be done, the player passes at once.
        or_pass: bool,
        /// The action.
        span: Span,
    },
    /// `illegal`: the move is not legal.
    Illegal,
    /// `every TEST: EFFECT`: the effect on every tile where the test holds.
    Every(Test, Effect),
    /// `every part TEST: EFFECT`: the same for each piece of a stack, as though it stood there alone.
    EveryPart(Test, Effect),
}

/// A line of `end` or `match`.
#[derive(Clone, PartialEq, Debug)]
pub struct EndLine {
    /// What is done with it.
    pub verb: Verb,
    /// Its name.
    pub name: Name,
    /// Result and condition; `None` only with `remove`.
    pub rule: Option<EndRule>,
    /// The line.
    pub span: Span,
}

/// A result and when it comes about: `loss if stuck and check`, `draw by claim if clock >= 100`.
#[derive(Clone, PartialEq, Debug)]
pub struct EndRule {
    /// `win`, `loss`, `draw`, `out`, `skip` (for the player to move), or `White wins`.
    pub result: Spanned<ResultWord>,
    /// `by claim`, `by time` (only in `match`).
    pub manner: Spanned<Manner>,
    /// When.
    pub test: Test,
}

/// The result of an ending.
#[derive(Clone, PartialEq, Debug)]
pub enum ResultWord {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// `draw 1/4 to 3/4`: what each player gets, the player to move first, the others in the order of turns.
    Shares(Vec<Share>),
    /// `White wins`, `next wins`, `mover wins`
    Wins(String),
    /// The player to move is out; the others play on.
    Out,
    /// The player to move moves not this time.
    Skip,
}

/// A part of a point: `3/4`, or a whole number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// How many parts.
    pub part: Number,
    /// Of how many; of one where nothing is said.
    pub of: Option<Number>,
}

/// How an ending of a match comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// At once.
    Rule,
    /// `by claim`: when the player to move asks for it.
    Claim,
    /// `by time`: when the player to move runs out of time.
    Time,
}

/// Where a line of `tests` starts from.
#[derive(Clone, PartialEq, Debug)]
pub enum FromText {
    /// `from "FEN"`
    Position(Text),
    /// `from NAME`: a named setup.
    Setup(Name),
}

/// A line of `tests`.
#[derive(Clone, PartialEq, Debug)]
pub struct TestLine {
    /// What is asserted.
    pub kind: TestLineKind,
    /// `from "FEN"`, `from NAME`
    pub from: Option<FromText>,
    /// `after e2e4 e7e5`
    pub after: Vec<Name>,
    /// The line.
    pub span: Span,
}

/// What a line of `tests` asserts.
#[derive(Clone, PartialEq, Debug)]
pub enum TestLineKind {
    /// `perft 4 = 197281`
    Perft(Number, Spanned<u64>),
    /// `legal e2e4 d2d4`
    Legal(Vec<Name>),
    /// `illegal e2e5`
    Illegal(Vec<Name>),
    /// `result checkmate` or `result none`
    Result(Name),
    /// `arrangement 518 = "FEN"`
    Arrangement(Number, Text),
}
