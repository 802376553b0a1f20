//! Packed positions of every size as one type: what a [state](crate::State) holds, and what it asks of the engine that plays it.
//!
//! Of a board of at most 64 tiles a [`Form`] is a plain value; of a larger one it is on the heap. So it is where a turn remembers how
//! it has begun, or it matters what was before.

use std::borrow::BorrowMut;
use std::sync::Arc;

use tilegame_dsl::ir::{CounterId, EndId, KindId, PhaseId, PlayerId, Tile};

use crate::moves::Move;
use crate::outcome::Outcome;
use crate::packed::literal::Literal;
use crate::packed::past::Past;
use crate::packed::refusal::WhyNot;
use crate::packed::state::State;
use crate::packed::step::Step as PackedMove;
use crate::reference::earlier::Earlier;
use crate::reference::position::{Course, Piece, Position};
use crate::set::TileSet;

/// A state for a board of one of the sizes that there are.
#[derive(PartialEq, Eq, Hash, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most games have 64 tiles or fewer, and are searched without the heap"
)]
pub(crate) enum Form {
    OneWord(State<1, 16>),
    OneWordInAll(Box<InAll<1, 16>>),
    OneWordOfMany(Box<State<1, 32>>),
    OneWordOfManyInAll(Box<InAll<1, 32>>),
    TwoWords(Box<State<2, 16>>),
    TwoWordsInAll(Box<InAll<2, 16>>),
    TwoWordsOfMany(Box<State<2, 32>>),
    TwoWordsOfManyInAll(Box<InAll<2, 32>>),
    FourWords(Box<State<4, 32>>),
    FourWordsInAll(Box<InAll<4, 32>>),
    SixteenWords(Box<State<16, 32>>),
    SixteenWordsInAll(Box<InAll<16, 32>>),
    /// What no state of a size holds: the reference engine plays on.
    Literal(Box<Literal>),
}

impl Form {
    /// A position that the reference engine plays.
    pub(crate) fn literal(position: Position) -> Form {
        Form::Literal(Box::new(Literal::new(position)))
    }
}

/// Says of all forms how they are copied.
macro_rules! copies {
    ($($form:ident),*) => {
        impl Clone for Form {
            fn clone(&self) -> Form {
                match self {
                    $(Form::$form(this) => Form::$form(this.clone()),)*
                }
            }

            fn clone_from(&mut self, other: &Form) {
                match (self, other) {
                    $((Form::$form(this), Form::$form(other)) => this.clone_from(other),)*
                    (this, other) => *this = other.clone(),
                }
            }
        }
    };
}

copies!(
    OneWord,
    OneWordInAll,
    OneWordOfMany,
    OneWordOfManyInAll,
    TwoWords,
    TwoWordsInAll,
    TwoWordsOfMany,
    TwoWordsOfManyInAll,
    FourWords,
    FourWordsInAll,
    SixteenWords,
    SixteenWordsInAll,
    Literal
);

/// A state with what a position tells besides, in games that need it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct InAll<const W: usize, const N: usize> {
    state: State<W, N>,
    /// The states before it, where the rules ask for what was before.
    past: Past<W, N>,
    more: More,
}

/// What a position tells besides what moves and tests are found out from.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct More {
    /// In the middle of a turn: how it has come to this.
    pub(crate) course: Option<Arc<Course>>,
    /// The positions before it, where the rules ask for them and they tell such a course, too; else they follow from the states before it.
    pub(crate) earlier: Earlier<Position>,
}

impl More {
    /// Tells it of a position that is told otherwise.
    pub(crate) fn tell(self, position: &mut Position) {
        position.course = self.course;
        position.earlier = self.earlier;
    }
}

/// A state of a size that there is.
pub(crate) trait Fits<const W: usize, const N: usize>: Copy {
    /// For all sizes alike.
    fn packed(self) -> Form;

    /// The state of this size in a form with nothing else, to write another in its room.
    fn room(form: &mut Form) -> Option<&mut Self>;

    /// The same with what else is known.
    fn packed_with(self, past: Past<W, N>, more: More) -> Form;

    /// The state of this size, if it is one, the states before it, and what else is known.
    fn unpacked(form: &Form) -> Option<(&Self, Option<&Past<W, N>>, Option<&More>)>;
}

/// Says of a size which it is among all.
macro_rules! fits {
    ($size:ident, $in_all:ident, $words:literal, $sets:literal, $pack:expr) => {
        impl Fits<$words, $sets> for State<$words, $sets> {
            #[inline]
            fn packed(self) -> Form {
                Form::$size($pack(self))
            }

            #[inline]
            fn room(form: &mut Form) -> Option<&mut Self> {
                match form {
                    Form::$size(state) => Some(state.borrow_mut()),
                    _ => None,
                }
            }

            fn packed_with(self, past: Past<$words, $sets>, more: More) -> Form {
                Form::$in_all(Box::new(InAll { state: self, past, more }))
            }

            #[inline]
            fn unpacked(form: &Form) -> Option<(&Self, Option<&Past<$words, $sets>>, Option<&More>)> {
                match form {
                    Form::$size(state) => Some((state, None, None)),
                    Form::$in_all(all) => Some((&all.state, Some(&all.past), Some(&all.more))),
                    _ => None,
                }
            }
        }
    };
}

fits!(OneWord, OneWordInAll, 1, 16, std::convert::identity);

fits!(OneWordOfMany, OneWordOfManyInAll, 1, 32, Box::new);

fits!(TwoWords, TwoWordsInAll, 2, 16, Box::new);

fits!(TwoWordsOfMany, TwoWordsOfManyInAll, 2, 32, Box::new);

fits!(FourWords, FourWordsInAll, 4, 32, Box::new);

fits!(SixteenWords, SixteenWordsInAll, 16, 32, Box::new);

/// Which moves are looked for: those of the pieces on some tiles and of some kinds, to some tiles or anywhere.
pub(crate) struct Sought<'s> {
    pub(crate) from: &'s [Tile],
    pub(crate) kinds: &'s [KindId],
    pub(crate) to: Option<&'s [Tile]>,
}

/// What the engine for a board of any size can be asked about packed states.
pub(crate) trait Plays {
    fn pack(&self, position: &Position) -> Result<Form, WhyNot>;
    fn unpack(&self, form: &Form) -> Position;
    fn to_move(&self, form: &Form) -> PlayerId;
    fn phase(&self, form: &Form) -> PhaseId;
    fn list(&self, form: &Form, moves: &mut Vec<PackedMove>);
    fn list_captures(&self, form: &Form, moves: &mut Vec<PackedMove>);
    fn list_from(&self, form: &Form, tile: Tile, moves: &mut Vec<PackedMove>);
    /// Some of the legal moves, among them all that are looked for, whatever is chosen there, all that these pieces castle, and all passes.
    fn each_sought(&self, form: &Form, _: &Sought<'_>, see: &mut dyn FnMut(PackedMove)) {
        let mut moves = Vec::new();
        self.list(form, &mut moves);
        moves.into_iter().for_each(see);
    }
    fn targets(&self, form: &Form, tile: Tile) -> TileSet;
    fn is_legal(&self, form: &Form, m: PackedMove) -> bool;
    fn attackers(&self, form: &Form, player: PlayerId, tile: Tile) -> TileSet;
    fn has_moves(&self, form: &Form) -> bool;
    fn play(&self, form: &Form, m: PackedMove) -> Form;
    fn play_into(&self, form: &Form, m: PackedMove, room: &mut Form) {
        *room = self.play(form, m);
    }
    fn play_on(&self, form: &mut Form, m: PackedMove) {
        *form = self.play(form, m);
    }
    fn skip(&self, form: &Form) -> Option<Form>;
    fn captures(&self, form: &Form, m: PackedMove) -> bool;
    fn told(&self, form: &Form, m: PackedMove) -> Move;
    fn all_told(&self, form: &Form, moves: &[PackedMove]) -> Vec<Move>;
    /// Whether the game is over, although the player to move may have moves.
    fn is_over_before_moving(&self, form: &Form) -> bool;
    /// The ending that is shown, if it is among so many first ones.
    fn end(&self, form: &Form, first: usize) -> Option<EndId>;
    fn outcome(&self, form: &Form) -> Option<Outcome>;
    fn in_check(&self, form: &Form) -> Option<bool>;
    fn is_left_legally(&self, form: &Form, player: PlayerId) -> bool;
    fn key(&self, form: &Form) -> u64;
    fn write_rest(&self, form: &Form, out: &mut Vec<u8>);
    fn pieces(&self, form: &Form, player: PlayerId, kind: KindId) -> u32;
    fn each_piece(&self, form: &Form, see: &mut dyn FnMut(Tile, Piece));
    fn each_set(&self, form: &Form, see: &mut dyn FnMut(Piece, &[u64]));
    fn piece(&self, form: &Form, tile: Tile) -> Option<Piece>;
    fn hand(&self, form: &Form, player: PlayerId, kind: KindId) -> u32;
    fn counter(&self, form: &Form, counter: CounterId, player: PlayerId) -> i64;
}
