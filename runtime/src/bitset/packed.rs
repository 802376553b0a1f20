//! Positions and moves in a few bytes, for whoever searches: what the engine itself plays on.
//!
//! Of a board of at most 64 tiles a [`State`] is a plain value; of a larger one it is on the heap. So it is where a turn remembers how
//! it has begun, or it matters what was before.

use std::sync::Arc;

use tilegame_dsl::ir::{EndId, KindId, PlayerId, Tile};

use super::engine::Engine;
use super::make::{AS_IT_IS, Aim, How, Step as PackedMove, Turn};
use super::past::{Now, Past};
use super::state;
use super::{Bitset, WhyNot};
use crate::earlier::Earlier;
use crate::moves::{Change, Move};
use crate::outcome::Outcome;
use crate::position::{Course, Position};

/// A position of one game, small and quick to copy, made by [`Bitset::state`].
///
/// ```
/// use tilegame_runtime::Game;
/// use tilegame_runtime::bitset::State;
/// let chess = Game::from_library("chess")?;
/// let engine = chess.bitset()?;
/// let start: State = engine.state(&chess.start())?;
/// assert_eq!(engine.position(&start), chess.start());
/// assert_eq!(engine.key(&start), engine.key(&start.clone()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Equal states allow the same moves. The other way round it may not be so: a state can remember a mark that nobody can use, or numbers
/// that no rule asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State(Sized);

/// A state for a board of one of the sizes that there are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "most games have 64 tiles or fewer, and are searched without the heap"
)]
enum Sized {
    OneWord(state::State<1, 16>),
    OneWordInAll(Box<InAll<1, 16>>),
    OneWordOfMany(Box<state::State<1, 32>>),
    OneWordOfManyInAll(Box<InAll<1, 32>>),
    TwoWords(Box<state::State<2, 16>>),
    TwoWordsInAll(Box<InAll<2, 16>>),
    TwoWordsOfMany(Box<state::State<2, 32>>),
    TwoWordsOfManyInAll(Box<InAll<2, 32>>),
    FourWords(Box<state::State<4, 32>>),
    FourWordsInAll(Box<InAll<4, 32>>),
    SixteenWords(Box<state::State<16, 32>>),
    SixteenWordsInAll(Box<InAll<16, 32>>),
}

/// A state with what a position tells besides, in games that need it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct InAll<const W: usize, const N: usize> {
    state: state::State<W, N>,
    /// The states before it, where it depends on them what is legal.
    past: Option<Past<W, N>>,
    more: More,
}

/// What a position tells besides what moves and tests are found out from.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct More {
    /// In the middle of a turn: how it has come to this.
    course: Option<Arc<Course>>,
    /// The positions before it, where the rules ask for them.
    earlier: Earlier,
}

impl More {
    /// Tells it of a position that is told otherwise.
    pub(super) fn tell(self, position: &mut Position) {
        position.course = self.course;
        position.earlier = self.earlier;
    }
}

/// A state of a size that there is.
pub(super) trait Fits<const W: usize, const N: usize>: Copy {
    /// For all sizes alike.
    fn packed(self) -> State;

    /// The same with what else is known.
    fn packed_with(self, past: Option<Past<W, N>>, more: More) -> State;

    /// The state of this size, if it is one, the states before it, and what else is known.
    fn unpacked(state: &State) -> Option<(&Self, Option<&Past<W, N>>, Option<&More>)>;
}

/// Says of a size which it is among all.
macro_rules! fits {
    ($size:ident, $in_all:ident, $words:literal, $sets:literal, $pack:expr) => {
        impl Fits<$words, $sets> for state::State<$words, $sets> {
            fn packed(self) -> State {
                State(Sized::$size($pack(self)))
            }

            fn packed_with(self, past: Option<Past<$words, $sets>>, more: More) -> State {
                State(Sized::$in_all(Box::new(InAll { state: self, past, more })))
            }

            fn unpacked(state: &State) -> Option<(&Self, Option<&Past<$words, $sets>>, Option<&More>)> {
                match &state.0 {
                    Sized::$size(state) => Some((state, None, None)),
                    Sized::$in_all(all) => Some((&all.state, all.past.as_ref(), Some(&all.more))),
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

impl PackedMove {
    /// Where the piece stands that moves; nowhere if a tile is chosen and no piece moves, or if the player passes.
    pub fn from(self) -> Option<Tile> {
        let moves = !matches!(self.how, How::Choice(_) | How::Pass);
        moves.then_some(Tile(self.from.into()))
    }

    /// Where it goes, or which tile it acts on, or which is chosen.
    pub fn to(self) -> Tile {
        Tile(self.to.into())
    }

    /// The kind of the piece that moves, as it is before the move.
    pub fn kind(self) -> Option<KindId> {
        self.from().map(|_| KindId(self.kind))
    }

    /// What it is promoted to.
    pub fn promotion(self) -> Option<KindId> {
        (self.promotion != AS_IT_IS).then_some(KindId(self.promotion))
    }

    /// Whether all it does is to go to a tile, to take what stands there, and to be promoted.
    pub fn is_plain(self) -> bool {
        self.how == How::Plain
    }

    /// Whether the player passes.
    pub fn is_pass(self) -> bool {
        self.how == How::Pass
    }

    /// Whether it castles by the castling clause of the rules.
    pub fn is_castling(self) -> bool {
        matches!(self.how, How::Castling(_))
    }
}

/// What the engine for a board of any size can be asked about packed states.
pub(super) trait Plays {
    fn pack(&self, position: &Position) -> Result<State, WhyNot>;
    fn unpack(&self, state: &State) -> Position;
    fn to_move(&self, state: &State) -> PlayerId;
    fn list(&self, state: &State, moves: &mut Vec<PackedMove>);
    fn has_moves(&self, state: &State) -> bool;
    fn play(&self, state: &State, m: PackedMove, keeps_all_numbers: bool) -> State;
    fn captures(&self, state: &State, m: PackedMove) -> bool;
    fn told(&self, state: &State, m: PackedMove) -> Move;
    fn end(&self, state: &State) -> Option<EndId>;
    fn outcome(&self, state: &State) -> Option<Outcome>;
    fn in_check(&self, state: &State) -> Option<bool>;
    fn key(&self, state: &State) -> u64;
    fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32;
}

impl<const W: usize, const N: usize> Engine<W, N>
where
    state::State<W, N>: Fits<W, N>,
{
    fn sized<'s>(&self, state: &'s State) -> &'s state::State<W, N> {
        self.now(state).state
    }

    fn now<'s>(&self, state: &'s State) -> Now<'s, W, N> {
        let (state, past, _) = state::State::unpacked(state).expect("the state is one of this game");
        Now { state, past }
    }

    /// Whether a position tells more than what is in a state of the engine.
    fn tells_more(&self) -> bool {
        self.keeps_courses() || self.reference.looks_far_back
    }

    /// Whether it is kept of a turn how it has gone.
    fn keeps_courses(&self) -> bool {
        self.reference.goes_on && self.reference.memory.turns
    }

    /// How it has come to what a move made in a position leads to.
    pub(super) fn more(&self, position: &Position, m: &Move, turn: Turn) -> More {
        let is_kept = turn != Turn::IsOver && self.keeps_courses();
        let earlier = if self.reference.looks_far_back {
            position.earlier.and(self.reference.identity(position), m.is_pass())
        } else {
            Earlier::default()
        };
        let course = is_kept.then(|| {
            // The position that the turn began with is one of the earlier ones by then.
            let known = Position { earlier: earlier.clone(), ..position.clone() };
            Arc::new(Course::with(&known, m))
        });
        More { course, earlier }
    }
}

impl<const W: usize, const N: usize> Plays for Engine<W, N>
where
    state::State<W, N>: Fits<W, N>,
{
    fn pack(&self, position: &Position) -> Result<State, WhyNot> {
        let state = self.layout.state::<W, N>(position)?;
        let more = More { course: position.course.clone(), earlier: position.earlier.clone() };
        Ok(if self.tells_more() { state.packed_with(self.past(position)?, more) } else { state.packed() })
    }

    fn unpack(&self, state: &State) -> Position {
        let (state, _, more) = state::State::<W, N>::unpacked(state).expect("the state is one of this game");
        let mut position = self.layout.position(state);
        if let Some(more) = more {
            more.clone().tell(&mut position);
        }
        self.reference.drop_what_is_useless(&mut position);
        position
    }

    fn to_move(&self, state: &State) -> PlayerId {
        PlayerId::new(Engine::to_move(self, self.sized(state)))
    }

    fn list(&self, state: &State, moves: &mut Vec<PackedMove>) {
        let now = self.now(state);
        if !self.is_over(now) {
            self.list_playable(now, moves);
        }
    }

    fn has_moves(&self, state: &State) -> bool {
        let now = self.now(state);
        !self.is_over(now) && Engine::has_moves(self, now)
    }

    fn play(&self, state: &State, m: PackedMove, keeps_all_numbers: bool) -> State {
        let aim = if keeps_all_numbers { Aim::Write } else { Aim::Go };
        if !self.tells_more() {
            return Engine::play(self, Now::of(self.sized(state)), m, aim).packed();
        }
        let now = self.now(state);
        let (next, turn) = self.played(now, m, aim);
        let more = self.more(&self.unpack(state), &self.told(state, m), turn);
        next.packed_with(self.left_by(now, m), more)
    }

    fn captures(&self, state: &State, m: PackedMove) -> bool {
        let state = self.sized(state);
        match m.how {
            How::Plain => self.occupied(state).has(m.to as usize),
            _ => self.changes(state, m).iter().any(|change| matches!(change, Change::Take(_))),
        }
    }

    fn told(&self, state: &State, m: PackedMove) -> Move {
        self.as_move(self.sized(state), m)
    }

    fn end(&self, state: &State) -> Option<EndId> {
        self.shown_ending(self.now(state)).map(EndId::new)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = self.end(state)?;
        Some(self.reference.outcome_by(&self.unpack(state), end))
    }

    fn in_check(&self, state: &State) -> Option<bool> {
        let state = self.sized(state);
        let view = self.view(state, Engine::to_move(self, state));
        self.check.as_ref().map(|check| self.holds(&view, 0, check))
    }

    fn key(&self, state: &State) -> u64 {
        let [key, _] = Engine::key(self, self.now(state), 0);
        key
    }

    fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        let state = self.sized(state);
        (state.sets[kind.index()] & state.sets[self.layout.owner(player.index())]).len()
    }
}

/// Playing on packed states. States and moves must come from this engine; those of another game make no sense, or panic.
///
/// ```
/// # use tilegame_runtime::Game;
/// let chess = Game::from_library("chess")?;
/// let engine = chess.bitset()?;
/// let start = engine.state(&chess.start())?;
/// let mut moves = Vec::new();
/// engine.list(&start, &mut moves);
/// assert_eq!(moves.len(), 20);
/// let next = engine.play(&start, moves[0]);
/// assert_ne!(engine.to_move(&next), engine.to_move(&start));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Bitset {
    /// A position as the engine plays on it.
    ///
    /// # Errors
    /// If the position has more than there is room for.
    pub fn state(&self, position: &Position) -> Result<State, WhyNot> {
        self.engine.pack(position)
    }

    /// A state as a position.
    pub fn position(&self, state: &State) -> Position {
        self.engine.unpack(state)
    }

    /// Whose turn it is.
    pub fn to_move(&self, state: &State) -> PlayerId {
        self.engine.to_move(state)
    }

    /// Puts the legal moves behind what is in the list; none if the game is over.
    pub fn list(&self, state: &State, moves: &mut Vec<PackedMove>) {
        self.engine.list(state, moves);
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self, state: &State) -> bool {
        self.engine.has_moves(state)
    }

    /// The state after a legal move.
    pub fn play(&self, state: &State, m: PackedMove) -> State {
        self.engine.play(state, m, true)
    }

    /// The same, but numbers that no rule asks for, such as the clocks of chess, are left as they are: for a search, which is quicker so.
    pub fn play_on(&self, state: &State, m: PackedMove) -> State {
        self.engine.play(state, m, false)
    }

    /// Whether a legal move captures something.
    pub fn captures(&self, state: &State, m: PackedMove) -> bool {
        self.engine.captures(state, m)
    }

    /// A legal move as the list of what it changes.
    pub fn told(&self, state: &State, m: PackedMove) -> Move {
        self.engine.told(state, m)
    }

    /// By which of the endings the game has ended, if it has.
    pub fn end(&self, state: &State) -> Option<EndId> {
        self.engine.end(state)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        self.engine.outcome(state)
    }

    /// Whether the player to move is in what the game calls check; nothing if the game has no such word, or asks for it in a way that only
    /// the reference engine understands.
    pub fn in_check(&self, state: &State) -> Option<bool> {
        self.engine.in_check(state)
    }

    /// A hash of all that the moves from a state can depend on.
    pub fn key(&self, state: &State) -> u64 {
        self.engine.key(state)
    }

    /// How many pieces of a kind a player has on the board.
    pub fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        self.engine.pieces(state, player, kind)
    }
}
