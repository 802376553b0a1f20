//! The lines of the `board` clause.

use super::expressions::{TileTerm, Tiles};
use super::words::{Name, Number, Text};
use crate::source::Span;

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
