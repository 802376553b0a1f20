//! Positions and moves in a few bytes, for whoever searches: what the engine itself plays on.
//!
//! Of a board of at most 64 tiles a [`State`] is a plain value; of a larger one it is on the heap.

use tilegame_dsl::ir::{CounterId, EndId, KindId, PlayerId, Tile};

use super::engine::Engine;
use super::make::{AS_IT_IS, Aim, How, Step as PackedMove};
use super::plane::TOO_FAR_APART;
use super::state;
use super::{Bitset, WhyNot};
use crate::moves::{Change, Move};
use crate::outcome::Outcome;
use crate::position::{Piece, Position};

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
/// On a plane a state has room for tiles that lie not too far apart; where they do, it is a position that the reference engine plays, and slow.
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
    TwoWords(Box<state::State<2, 16>>),
    TwoWordsOfMany(Box<state::State<2, 32>>),
    FourWords(Box<state::State<4, 32>>),
    SixteenWords(Box<state::State<16, 32>>),
    /// For which the window on a plane is too small: the reference engine plays on.
    Beyond(Box<Position>),
}

impl State {
    /// A position that the reference engine plays.
    pub(super) fn beyond(position: Position) -> State {
        State(Sized::Beyond(Box::new(position)))
    }
}

/// A state of a size that there is.
pub(super) trait Fits: Copy {
    /// For all sizes alike.
    fn packed(self) -> State;

    /// The state of this size, if it is one.
    fn unpacked(state: &State) -> Option<&Self>;
}

/// Says of a size which it is among all.
macro_rules! fits {
    ($size:ident, $words:literal, $sets:literal, $pack:expr) => {
        impl Fits for state::State<$words, $sets> {
            fn packed(self) -> State {
                State(Sized::$size($pack(self)))
            }

            fn unpacked(state: &State) -> Option<&Self> {
                match &state.0 {
                    Sized::$size(state) => Some(state),
                    _ => None,
                }
            }
        }
    };
}

fits!(OneWord, 1, 16, std::convert::identity);
fits!(TwoWords, 2, 16, Box::new);
fits!(TwoWordsOfMany, 2, 32, Box::new);
fits!(FourWords, 4, 32, Box::new);
fits!(SixteenWords, 16, 32, Box::new);

/// On a plane the tiles of a move have numbers that only the engine knows: [`Bitset::told`] says which they are.
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
    fn each_piece(&self, state: &State, see: &mut dyn FnMut(Tile, Piece));
    fn piece(&self, state: &State, tile: Tile) -> Option<Piece>;
    fn hand(&self, state: &State, player: PlayerId, kind: KindId) -> u32;
    fn counter(&self, state: &State, counter: CounterId, player: PlayerId) -> i64;
}

impl<const W: usize, const N: usize> Engine<W, N>
where
    state::State<W, N>: Fits,
{
    /// The state of this size; or a position beyond it.
    fn sized<'s>(&self, state: &'s State) -> Result<&'s state::State<W, N>, &'s Position> {
        match &state.0 {
            Sized::Beyond(position) => Err(position),
            _ => Ok(state::State::unpacked(state).expect("the state is one of this game")),
        }
    }
}

impl<const W: usize, const N: usize> Plays for Engine<W, N>
where
    state::State<W, N>: Fits,
{
    fn pack(&self, position: &Position) -> Result<State, WhyNot> {
        match self.layout.state::<W, N>(position) {
            Err(why) if why == TOO_FAR_APART => Ok(State::beyond(position.clone())),
            state => state.map(Fits::packed),
        }
    }

    fn unpack(&self, state: &State) -> Position {
        match self.sized(state) {
            Ok(state) => self.told_position(state),
            Err(position) => position.clone(),
        }
    }

    fn to_move(&self, state: &State) -> PlayerId {
        match self.sized(state) {
            Ok(state) => PlayerId::new(Engine::to_move(self, state)),
            Err(position) => self.outer.to_move(position),
        }
    }

    fn list(&self, state: &State, moves: &mut Vec<PackedMove>) {
        match self.sized(state) {
            Ok(state) if self.is_over(state) => {}
            Ok(state) => self.list_playable(state, moves),
            Err(position) => moves.extend(self.listed_beyond(position)),
        }
    }

    fn has_moves(&self, state: &State) -> bool {
        match self.sized(state) {
            Ok(state) => !self.is_over(state) && Engine::has_moves(self, state),
            Err(position) => !self.moves_beyond(position).is_empty(),
        }
    }

    fn play(&self, state: &State, m: PackedMove, keeps_all_numbers: bool) -> State {
        let aim = if keeps_all_numbers { Aim::Write } else { Aim::Go };
        match self.sized(state) {
            Ok(state) if self.layout.window.is_some() => {
                let mut next = self.played(state, m, aim);
                if !self.has_room(&next, 0) {
                    return State::beyond(self.told_position(&next));
                }
                self.follow_tiles(&mut next);
                next.packed()
            }
            Ok(state) => Engine::play(self, state, m, aim).packed(),
            Err(position) => {
                let next = self.played_beyond(position, m);
                self.pack(&next).unwrap_or_else(|_| State::beyond(next))
            }
        }
    }

    fn captures(&self, state: &State, m: PackedMove) -> bool {
        match (self.sized(state), m.how) {
            (Ok(state), How::Plain) => self.occupied(state).has(m.to as usize),
            (Ok(state), _) => self.changes(state, m).iter().any(|change| matches!(change, Change::Take(_))),
            (Err(position), _) => self.move_beyond(position, m).captures,
        }
    }

    fn told(&self, state: &State, m: PackedMove) -> Move {
        match self.sized(state) {
            Ok(state) => self.as_move(state, m),
            Err(position) => self.move_beyond(position, m),
        }
    }

    fn end(&self, state: &State) -> Option<EndId> {
        match self.sized(state) {
            Ok(state) => self.shown_ending(state).map(EndId::new),
            Err(position) => self.outer.outcome(position).map(|outcome| outcome.end),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = self.end(state)?;
        Some(self.outer.outcome_by(&self.unpack(state), end))
    }

    fn in_check(&self, state: &State) -> Option<bool> {
        let check = self.check.as_ref()?;
        Some(match self.sized(state) {
            Ok(state) => self.holds(&self.view(state, Engine::to_move(self, state)), 0, check),
            Err(position) => self.in_check_beyond(position),
        })
    }

    fn key(&self, state: &State) -> u64 {
        match self.sized(state) {
            Ok(state) => {
                let [key, _] = Engine::key(self, state, 0);
                key
            }
            Err(position) => self.key_beyond(position),
        }
    }

    fn pieces(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        match self.sized(state) {
            Ok(state) => (state.sets[kind.index()] & state.sets[self.layout.owner(player.index())]).len(),
            Err(position) => {
                let of_kind = |tile: &Tile| position.piece(*tile).is_some_and(|piece| piece.kind == kind);
                position.owned(player).iter().filter(of_kind).count() as u32
            }
        }
    }

    fn each_piece(&self, state: &State, see: &mut dyn FnMut(Tile, Piece)) {
        let state = self.sized(state);
        for owner in 0..self.layout.owners {
            let of_owner = state.sets[self.layout.owner(owner)];
            let player = (owner < self.layout.players).then(|| PlayerId::new(owner));
            for kind in 0..self.layout.kinds {
                let piece = Piece { kind: KindId::new(kind), owner: player };
                (state.sets[kind] & of_owner).iter().for_each(|tile| see(Tile::new(tile), piece));
            }
        }
    }

    fn piece(&self, state: &State, tile: Tile) -> Option<Piece> {
        let state = self.sized(state);
        let kind = self.kind_on(state, tile.index())?;
        let mut players = 0..self.layout.players;
        let owner = players.find(|player| state.sets[self.layout.owner(*player)].has(tile.index()));
        Some(Piece { kind: KindId::new(kind), owner: owner.map(PlayerId::new) })
    }

    fn hand(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        match self.layout.hands {
            Some(_) => self.held(self.sized(state), player.index(), kind.index()).try_into().unwrap_or(0),
            None => 0,
        }
    }

    fn counter(&self, state: &State, counter: CounterId, player: PlayerId) -> i64 {
        self.sized(state).counters[self.reference.counter_index(counter, player)].into()
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

    /// Calls `see` with every piece on the board, by player and kind.
    pub fn each_piece(&self, state: &State, see: &mut dyn FnMut(Tile, Piece)) {
        self.engine.each_piece(state, see);
    }

    /// What stands on a tile.
    pub fn piece(&self, state: &State, tile: Tile) -> Option<Piece> {
        self.engine.piece(state, tile)
    }

    /// How many pieces of a kind a player has in hand.
    pub fn hand(&self, state: &State, player: PlayerId, kind: KindId) -> u32 {
        self.engine.hand(state, player, kind)
    }

    /// A counter's number; of a counter of which there is only one, the player does not matter. After [`play_on`](Self::play_on), one that no
    /// rule asks for may be behind.
    pub fn counter(&self, state: &State, counter: CounterId, player: PlayerId) -> i64 {
        self.engine.counter(state, counter, player)
    }
}
