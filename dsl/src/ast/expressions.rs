//! What lines are made of: sets of tiles, paths, effects, conditions and numbers.

use super::words::{Name, Number};
use crate::source::Span;

/// A set of tiles: the union of its terms, less those after `but`.
#[derive(Clone, PartialEq, Debug)]
pub struct Tiles {
    /// Terms to unite.
    pub terms: Vec<TileTerm>,
    /// Terms to take away.
    pub but: Vec<TileTerm>,
    /// The whole expression.
    pub span: Span,
}

/// One term of a set of tiles.
#[derive(Clone, PartialEq, Debug)]
pub enum TileTerm {
    /// `all`.
    All(Span),
    /// A tile, a region or a part of the board.
    Name(Name),
    /// `a1..c3`: a rectangle by two corners.
    Rectangle(Name, Name),
    /// `rank 8`, `rank 1..2` or `rank last`.
    Rank(Line<Number>, Option<Line<Number>>),
    /// `file a`, `file a..c` or `file last`.
    File(Line<Name>, Option<Line<Name>>),
    /// `2 from e4`, `0..2 from hill`, perhaps with `by PATH`: so many steps away.
    Distance {
        /// At least.
        min: Number,
        /// At most, if that is not the same.
        max: Option<Number>,
        /// From which tile, or from the nearest of which region.
        from: Name,
        /// By which steps, if not by any.
        path: Option<Path>,
    },
    /// `a1 by PATH`: all tiles to be reached from a tile by any number of such paths on an empty board.
    Reach(Name, Path),
}

/// One of the files or ranks of a board.
#[derive(Clone, PartialEq, Debug)]
pub enum Line<T> {
    /// `8`, `a`: as it is called.
    Named(T),
    /// `last`, `last-1`: so many before the last.
    Last(Number),
}

/// A movement: an expression over directions.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// The form.
    pub kind: PathKind,
    /// The whole expression.
    pub span: Span,
}

/// The forms of a path.
#[derive(Clone, PartialEq, Debug)]
pub enum PathKind {
    /// A direction or a named path.
    Name(String),
    /// `walk(2)`: a path with parameters.
    Call(Call),
    /// `n+n+e`: one step by the sum.
    Sum(Vec<Name>),
    /// `p q`: one after the other.
    Seq(Vec<Path>),
    /// `(p, q)`: either; what follows the bracket is distributed over the parts.
    Alternatives(Vec<Path>),
    /// `p | q`: either, chosen anew each time.
    Choice(Vec<Path>),
    /// `p*2`, `p*1..3`, `p*inf`, `p*0..`.
    Repeat {
        /// What is repeated.
        path: Box<Path>,
        /// At least so often.
        min: Bound,
        /// At most so often; `None` is "as far as the board goes".
        max: Option<Bound>,
    },
    /// `p*count(piece on line)`, `p*(speed - 1)`: as often as a number says.
    Times {
        /// What is repeated.
        path: Box<Path>,
        /// How often.
        times: Quantity,
    },
    /// `rot(p, q)`, `mirror(p)`, `sym(p)`.
    Symmetry {
        /// Which one.
        symmetry: Symmetry,
        /// The parts.
        parts: Vec<Path>,
    },
    /// `p[test]`: the tile reached passes a test.
    Tested {
        /// The path.
        path: Box<Path>,
        /// The test on the tile it reaches.
        test: Box<Test>,
    },
    /// `bend right`: what was to the right is ahead from here on.
    Bend(Name),
    /// `p{effect, effect}`: something happens to the tile reached when the move is made.
    Effects {
        /// The path.
        path: Box<Path>,
        /// What happens.
        effects: Vec<Effect>,
    },
}

/// How often a path is repeated at least or at most.
#[derive(Clone, PartialEq, Debug)]
pub enum Bound {
    /// So often.
    Number(u32),
    /// As often as this parameter says.
    Parameter(Name),
}

/// `walk(2)`: something declared with parameters, and what they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The name it is declared by.
    pub name: Name,
    /// What stands for each parameter.
    pub arguments: Vec<Argument>,
}

/// What stands for a parameter. A word alone is read as a path, and may name a test as well.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// `2`
    Number(Number),
    /// `n+n+e`
    Path(Path),
    /// `[enemy Pawn]`
    Test(Test),
}

/// A symmetry of the board that multiplies a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// `rot`: all turns.
    Rot,
    /// `mirror`: left and right.
    Mirror,
    /// `sym`: all turns and their mirror images.
    Sym,
    /// `tumble`: all turns of space, on a board of levels.
    Tumble,
}

/// What may come out of a hand: `Pawn`, `Pawn promoted`, `any`.
#[derive(Clone, PartialEq, Debug)]
pub struct Dropped {
    /// The piece, or `any`.
    pub piece: Name,
    /// The states in which it comes.
    pub states: Vec<Name>,
}

/// Something that happens to a tile, or to a counter of the player who moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// `take`: what stands here is taken off.
    Take(Span),
    /// `take last`
    TakeLast(Span),
    /// `vanish`: the tile is there no more.
    Vanish(Span),
    /// `mark NAME`.
    Mark(Name),
    /// `become KIND`, `become STATE`, `become first`; on a tile where nothing stands, the piece that moves becomes it there.
    Become(Name),
    /// `become not STATE`, `become not first`
    BecomeNot(Name),
    /// `put KIND`: such a piece is put here; on the tile that the moving piece comes from, it stays behind.
    Put(Name),
    /// `drop KIND, KIND`: such a piece is put here out of the hand, one of these.
    Drop(Vec<Dropped>),
    /// `rotate right`: what stands here turns to that side.
    Rotate(Name),
    /// `swap`: what stands here goes to where the piece comes from that moves.
    Swap(Span),
    /// `merge KIND`: what stands here and the piece that moves become one such piece.
    Merge(Name),
    /// `merge`: what stands here and the piece that moves become one stack.
    Unite(Span),
    /// `shift e+e`: what stands here goes by that sum, at once with the piece that moves.
    Shift(Vec<Name>),
    /// `reflect DIRECTION`: what stands here goes to where it is mirrored.
    Reflect(Name),
    /// `join WHO`: what stands here is that player's from now on.
    Join(Name),
    /// `checks + 1`, `checks of enemy - 1`, `clock = 0`, `limit = 16 - count(piece)`.
    Count {
        /// The counter.
        counter: Name,
        /// Whose: `of friend`, `of enemy` or `of PLAYER`.
        of: Option<Name>,
        /// What is done.
        op: CountOp,
        /// By or to how much.
        amount: Quantity,
    },
}

/// What is done to a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `=`
    Set,
}

/// A condition.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The form.
    pub kind: TestKind,
    /// The whole expression.
    pub span: Span,
}

/// The forms of a condition.
#[derive(Clone, PartialEq, Debug)]
pub enum TestKind {
    /// A word: a built-in test, a piece kind, an attribute, a player (as owner) or a named test.
    Name(String),
    /// `near(King)`: a test with parameters.
    Call(Call),
    /// `not t`
    Not(Box<Test>),
    /// `a and b`, and also words side by side: `enemy Pawn`.
    And(Vec<Test>),
    /// `a or b`
    Or(Vec<Test>),
    /// `on REGION`, `on (TILES)`
    On(Tiles),
    /// `marked NAME`
    Marked(Name),
    /// `faces DIRECTION`
    Faces(Name),
    /// `holds TEST`: some piece of the stack is such.
    Holds(Box<Test>),
    /// `did LABEL`, `last did LABEL`, `just did LABEL`
    Did(When, Name),
    /// `some t`: on some tile.
    Some(Box<Test>),
    /// `no t`: on no tile.
    No(Box<Test>),
    /// `only t`: every piece on the board passes.
    Only(Box<Test>),
    /// `always t`: in every position since this one occurred first.
    Always(Box<Test>),
    /// `before t`: in the position before the move.
    Before(Box<Test>),
    /// `attacked by WHO`: that word, by one player only.
    By(Name, Name),
    /// `newly capturable by TEST then TEST`
    Capturable {
        /// It could not be captured so before the last move.
        newly: bool,
        /// By such a piece.
        by: Option<Box<Test>>,
        /// After which this is true on its tile.
        then: Option<Box<Test>>,
    },
    /// `attacks t`: the piece here could take something on a tile that passes.
    Attacks(Box<Test>),
    /// `under ZONE of WHO by one`: the tile is in a zone.
    Under {
        /// Which.
        zone: Name,
        /// `of WHO`: whose pieces cover it.
        of: Option<Name>,
        /// `by one`: one piece alone.
        by: Option<Name>,
    },
    /// `sees PATH`: the path can be walked from here.
    Sees(Path),
    /// `can MOVER onto TILE`: there is a legal move of such a piece to such a tile.
    Can {
        /// Test on the piece that would move.
        mover: Box<Test>,
        /// Test on the tile it would go to.
        target: Box<Test>,
    },
    /// `connected TEST with PATH`: the tiles that pass hang together.
    Connected {
        /// The test on a tile.
        test: Box<Test>,
        /// How one gets from one to the next.
        path: Path,
    },
    /// `group TEST with PATH`: the tile is in the group of the tile where what is around it is asked.
    Group {
        /// The test on a tile.
        test: Box<Test>,
        /// How one gets from one to the next.
        path: Path,
    },
    /// `White to move`, `friend to move`, `enemy to move`
    ToMove(Name),
    /// `in PHASE`
    In(Name),
    /// `clock >= 100`, `count(enemy Pawn) = 1`
    Compare {
        /// Left side.
        left: Quantity,
        /// How they compare.
        op: Comparison,
        /// Right side.
        right: Quantity,
    },
}

/// Which of a piece's moves a question is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum When {
    /// `did`: any of them.
    Ever,
    /// `last did`: its last one.
    Last,
    /// `just did`: its last one, which was the last move of all.
    Just,
}

/// A number in a condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantity {
    /// `3`
    Number(Number),
    /// `clock`, `checks of enemy`
    Counter {
        /// The counter, or a built-in number such as `repeated`.
        name: Name,
        /// `of friend`, `of enemy` or `of PLAYER`.
        of: Option<Name>,
    },
    /// `repeated board`: of the board alone
    Board(Name),
    /// `count(TEST)`
    Count(Box<Test>, Span),
    /// `hand(Pawn)`, `hand(piece) of enemy`
    Hand {
        /// Which pieces: a test about nothing but their kinds.
        test: Box<Test>,
        /// `of friend`, `of enemy` or `of PLAYER`.
        of: Option<Name>,
    },
    /// `worth(TEST)`
    Worth(Box<Test>),
    /// `a + b - c`: two or more
    Sum(Vec<(Sign, Quantity)>),
    /// `players`: how many have not gone out.
    Players(Span),
}

/// Whether a part of a sum is added or taken away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// `+`
    Plus,
    /// `-`
    Minus,
}

impl Sign {
    /// The other one.
    pub fn opposite(self) -> Sign {
        match self {
            Sign::Plus => Sign::Minus,
            Sign::Minus => Sign::Plus,
        }
    }
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}
