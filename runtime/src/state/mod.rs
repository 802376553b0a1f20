//! A position that answers every question about itself, the same in every game.
//!
//! ```
//! use tilegame_runtime::{Game, MoveList, San};
//! let chess = Game::from_library("chess")?;
//! let mut state = chess.start();
//! let mut moves = MoveList::new();
//! state.moves(&mut moves);
//! assert_eq!(moves.len(), 20);
//!
//! let san: San = "e4".parse()?; // texts are read without a board
//! let m = san.to_move(&state)?; // and become moves on one
//! assert_eq!((state.san(m), state.uci(m)), ("e4".to_owned(), "e2e4".to_owned()));
//! state.play(m)?; // checked; `make` is not
//! assert_eq!(state, chess.read_fen(&state.fen())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Most games are held as sets of tiles in some hundred bytes. A game or a position for which that has no room is a whole
//! [position](crate::Position) instead, which is slower and answers the same. `tilegame check --engine` says which games these are.

mod apart;
pub mod course;
mod moves;

use std::fmt;
use std::hash::{Hash, Hasher};

use tilegame_dsl::ir::{CounterId, EndId, KindId, PhaseId, PlayerId, Tile};

use crate::game::{Game, IllegalMove};
use crate::moves::{Change, Move as Details};
use crate::outcome::Outcome;
use crate::packed::form::{Form, Plays, Sought};
pub use crate::packed::step::Step as Move;
use crate::reference::position::{Piece, Position};
use crate::set::TileSet;
pub use moves::MoveList;

/// A position of a game. It knows its game, so that no question about it needs more than itself.
///
/// States are equal if they are the same position of the same [`Game`] or of a clone of it: pieces, hands, turn and counters, and what the rules
/// remember of moves made. Two games that were loaded apart have no equal states.
///
/// ```
/// use tilegame_runtime::Game;
/// let chess = Game::from_library("chess")?;
/// let state = chess.start();
/// assert_eq!(state.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!((state.in_check(), state.outcome()), (Some(false), None));
/// assert_eq!(state.perft(3), 8_902);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct State {
    game: Game,
    form: Form,
}

/// `clone_from` uses the room that there is, so that nothing is allocated on larger boards, either.
impl Clone for State {
    fn clone(&self) -> State {
        State { game: self.game.clone(), form: self.form.clone() }
    }

    fn clone_from(&mut self, other: &State) {
        self.adopt(&other.game);
        self.form.clone_from(&other.form);
    }
}

/// As the FEN, with the name of the game.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({}: {})", self.game.rules().name, self.fen())
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.game.is_same(&other.game) && self.form == other.form
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form.hash(state);
    }
}

impl Game {
    /// The state at the start. Any other is [read from a FEN](Game::read_fen) or set up with an [editor](State::edit).
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let go = Game::from_library("go9")?;
    /// assert_eq!(go.start().pieces().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> State {
        State { game: self.clone(), form: self.start_form().clone() }
    }

    /// A position as a state on which the bitset engine plays; none, if it can't, is not worth making yet, or knows tiles by other numbers.
    pub(crate) fn packed(&self, position: &Position) -> Option<State> {
        Some(State::new(self, self.packed_form(position)?))
    }

    /// A position of the reference engine as a state.
    pub(crate) fn state_of(&self, position: &Position) -> State {
        State { game: self.clone(), form: self.form(position) }
    }
}

/// What there is to do.
impl State {
    pub(crate) fn new(game: &Game, form: Form) -> State {
        State { game: game.clone(), form }
    }

    /// A state for which no engine is made before it is asked something: most games that are being written are only told what is wrong.
    pub(crate) fn of_draft(game: &Game, position: Position) -> State {
        State::new(game, Form::literal(position))
    }

    /// Fills a list with the legal moves; none if the game is over. The list is in the order of the engine, the same whenever it is asked.
    ///
    /// Where the rules list only some of the moves that change the board, so does this; others may be [found](State::find) or read.
    pub fn moves(&self, moves: &mut MoveList) {
        moves.0.clear();
        self.plays().list(&self.form, &mut moves.0);
    }

    /// The legal moves, sorted by where they set out and where they lead, in a list of its own: for programs in which the order should not depend on
    /// how the engine works.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let start = chess.start();
    /// assert_eq!(start.uci(start.legal_moves()[0]), "b1a3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        if self.game.board().plane().is_some() {
            let details = self.all_details(&moves);
            sort(&mut moves.0, details);
            return moves;
        }
        // Where it sets out, or nowhere, then where it leads.
        let way = |m: &Move| {
            let (is_first, from, to) = match m.is_pass() {
                true => (true, self.details(*m).from, self.details(*m).to),
                false => (m.from().is_some(), m.from(), m.to()),
            };
            let from = from.map_or(0, |from| from.index() as u64 + 1);
            u64::from(!is_first) << 63 | from << 31 | to.index() as u64
        };
        let mut sorted: Vec<(u64, Move)> = moves.iter().map(|m| (way(m), *m)).collect();
        sorted.sort_by_key(|(way, _)| *way);
        moves.0.iter_mut().zip(&sorted).for_each(|(place, (_, m))| *place = *m);
        if sorted.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            return moves;
        }
        // What a move changes is found out only where several lead the same way, of all such moves at once.
        let groups = moves.0.chunk_by(|one, other| way(one) == way(other));
        let alike: Vec<Move> = groups.filter(|alike| alike.len() > 1).flatten().copied().collect();
        let mut details = self.all_details(&alike).into_iter();
        let groups = moves.0.chunk_by_mut(|one, other| way(one) == way(other));
        for alike in groups.filter(|alike| alike.len() > 1) {
            let count = alike.len();
            sort(alike, details.by_ref().take(count));
        }
        moves
    }

    /// What legal moves change, of all of them at once.
    pub(crate) fn all_details(&self, moves: &[Move]) -> Vec<Details> {
        self.plays().all_told(&self.form, moves)
    }

    /// Fills a list with the legal moves that capture something.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, MoveList};
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mut captures = MoveList::new();
    /// state.captures(&mut captures);
    /// assert_eq!(captures.len(), 1);
    /// assert!(state.is_capture(captures[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captures(&self, moves: &mut MoveList) {
        moves.0.clear();
        self.plays().list_captures(&self.form, &mut moves.0);
    }

    /// Fills a list with the legal moves of the piece on a tile.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, MoveList};
    /// let chess = Game::from_library("chess")?;
    /// let mut moves = MoveList::new();
    /// chess.start().moves_from(chess.rules().board.tile("g1").unwrap(), &mut moves);
    /// assert_eq!(moves.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_from(&self, tile: Tile, moves: &mut MoveList) {
        moves.0.clear();
        self.plays().list_from(&self.form, tile, &mut moves.0);
    }

    /// Shows some of the legal moves, among them all that are looked for, whatever is chosen where these lead, all that these pieces castle, and all
    /// passes.
    pub(crate) fn each_sought(&self, sought: &Sought<'_>, mut see: impl FnMut(Move)) {
        self.plays().each_sought(&self.form, sought, &mut see);
    }

    /// Where the legal moves of the piece on a tile lead.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let board = &chess.rules().board;
    /// let targets = chess.start().targets(board.tile("g1").unwrap());
    /// let names: Vec<_> = targets.iter().map(|tile| board.name(tile)).collect();
    /// assert_eq!(names, ["f3", "h3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn targets(&self, tile: Tile) -> TileSet {
        self.plays().targets(&self.form, tile)
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        self.plays().has_moves(&self.form)
    }

    /// Whether a move is legal. It may be one of any state of the game, such as a table of positions remembers.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, MoveList};
    /// let chess = Game::from_library("chess")?;
    /// let (start, mut moves) = (chess.start(), MoveList::new());
    /// start.moves(&mut moves);
    /// assert!(start.is_legal(moves[0]));
    /// assert!(!start.after(moves[0]).is_legal(moves[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, m: Move) -> bool {
        match m.written_number() {
            Some(number) => self.game.allows(&self.whole(), &self.game.written().get(number)),
            None => self.plays().is_legal(&self.form, m),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not [legal](State::is_legal); the state is unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove);
        }
        self.make(m);
        Ok(())
    }

    /// Plays a move that is known to be legal in this very state; any other is a panic or leaves a state that makes no sense.
    pub fn make(&mut self, m: Move) {
        match self.game.packed_for(&self.form, m) {
            Some(plays) => plays.play_on(&mut self.form, m),
            None => self.form = self.form_after(m),
        }
    }

    /// The state after a legal move.
    #[must_use]
    pub fn after(&self, m: Move) -> State {
        State { game: self.game.clone(), form: self.form_after(m) }
    }

    /// Writes the state after a legal move into another, which may be of any game. Nothing is allocated if that held a state of this game before, not even on larger
    /// boards, and no counter that threads share is touched: the door for searches.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, MoveList};
    /// let shogi = Game::from_library("shogi")?;
    /// let (now, mut next, mut moves) = (shogi.start(), shogi.start(), MoveList::new());
    /// now.moves(&mut moves);
    /// for &m in &moves {
    ///     now.after_into(m, &mut next);
    ///     assert_eq!(next, now.after(m));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after_into(&self, m: Move, next: &mut State) {
        next.adopt(&self.game);
        match self.game.packed_for(&self.form, m) {
            Some(plays) => plays.play_into(&self.form, m, &mut next.form),
            None => next.form = self.form_after(m),
        }
    }

    /// The state after the player to move has done nothing, whether or not the rules allow that: a null move, for searches. None where it makes no sense,
    /// in turns of several steps and where it matters what was before.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let after = chess.start().after_null().unwrap();
    /// assert_eq!(after.to_move(), chess.rules().player("Black").unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after_null(&self) -> Option<State> {
        let form = self.plays().skip(&self.form)?;
        Some(State { game: self.game.clone(), form })
    }

    /// What plays the state.
    #[inline]
    pub(super) fn plays(&self) -> &dyn Plays {
        self.game.plays(&self.form)
    }

    fn form_after(&self, m: Move) -> Form {
        if let Some(plays) = self.game.packed_for(&self.form, m) {
            return plays.play(&self.form, m);
        }
        let mut position = self.whole();
        self.game.play_unchecked(&mut position, &self.details(m));
        self.game.form(&position)
    }

    /// Becomes a state of a game whose form is written next.
    fn adopt(&mut self, game: &Game) {
        if !self.game.is_same(game) || !std::ptr::eq(self.game.notation(), game.notation()) {
            self.game = game.clone();
        }
    }
}

/// Sorts moves by their details.
fn sort(moves: &mut [Move], details: impl IntoIterator<Item = Details>) {
    let mut sorted: Vec<(Details, Move)> = details.into_iter().zip(moves.iter().copied()).collect();
    sorted.sort_by(|(one, _), (other, _)| one.order(other));
    moves.iter_mut().zip(sorted).for_each(|(place, (_, m))| *place = m);
}

/// What a move is on this board.
impl State {
    /// A legal move with all that is known of it: what it changes, which rule made it.
    pub fn details(&self, m: Move) -> Details {
        match m.written_number() {
            Some(number) => self.game.written().get(number),
            None => self.plays().told(&self.form, m),
        }
    }

    /// The legal move with these details, if there is one. It need not be one of the [listed](State::moves).
    ///
    /// ```
    /// # use tilegame_runtime::{Game, MoveList};
    /// let chess = Game::from_library("chess")?;
    /// let (start, mut moves) = (chess.start(), MoveList::new());
    /// start.moves(&mut moves);
    /// assert_eq!(start.find(&start.details(moves[7])), Some(moves[7]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, details: &Details) -> Option<Move> {
        let may_be = |m: &Move| match m.is_pass() {
            true => details.is_pass(),
            false => !details.is_pass() && self.origin(*m) == details.from,
        };
        let mut moves = MoveList::new();
        self.moves(&mut moves);
        let found = moves.into_iter().find(|m| may_be(m) && self.details(*m) == *details);
        let is_told_otherwise =
            || details.board_line().is_some() || self.game.engine().is_told_by_its_piece(details);
        found.or_else(|| {
            let is_legal = is_told_otherwise() && self.game.allows(&self.whole(), details);
            is_legal.then(|| self.noted(details)).flatten()
        })
    }

    /// A move that is in no list; none, if there are too many.
    pub(crate) fn noted(&self, details: &Details) -> Option<Move> {
        self.game.written().number(details).map(|number| Move::written(number, details))
    }

    /// Whether the turn is over after a legal move, as it always is where turns have one step.
    pub fn ends_turn(&self, m: Move) -> bool {
        let engine = self.game.engine();
        !engine.goes_on || !engine.play(&mut self.whole(), &self.details(m)).goes_on()
    }

    /// What a legal move changes, in order. What happens after it follows from the rules and is not listed.
    ///
    /// ```
    /// # use tilegame_runtime::{Change, Game, Uci};
    /// let chess = Game::from_library("chess")?;
    /// let (start, tile) = (chess.start(), |name| chess.rules().board.tile(name).unwrap());
    /// let m = "g1f3".parse::<Uci>()?.to_move(&start)?;
    /// assert_eq!(start.changes(m).collect::<Vec<_>>(), [Change::Go { from: tile("g1"), to: tile("f3") }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changes(&self, m: Move) -> impl Iterator<Item = Change> + use<> {
        self.details(m).changes.into_iter()
    }

    /// Where the piece stands that a move moves; nowhere if a tile is chosen and no piece moves, or if the player passes.
    pub fn origin(&self, m: Move) -> Option<Tile> {
        match self.game.board().plane() {
            Some(_) => self.details(m).from.filter(|_| !m.is_pass()),
            None => m.from(),
        }
    }

    /// Where a move leads, or which tile it acts on, or which is chosen.
    pub fn target(&self, m: Move) -> Tile {
        match self.game.board().plane() {
            Some(_) => self.details(m).to,
            None => m.to(),
        }
    }

    /// Whether a legal move captures something.
    pub fn is_capture(&self, m: Move) -> bool {
        match m.written_number() {
            Some(number) => self.game.written().get(number).captures,
            None => self.plays().captures(&self.form, m),
        }
    }
}

/// How the game stands.
impl State {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> PlayerId {
        self.plays().to_move(&self.form)
    }

    /// Who is out, in the order in which they went.
    pub fn out(&self) -> Vec<PlayerId> {
        self.whole().out.to_vec()
    }

    /// Whether a player is still in play.
    pub fn in_play(&self, player: PlayerId) -> bool {
        !self.out().contains(&player)
    }

    /// By which of the endings the game has ended, if it has.
    pub fn end(&self) -> Option<EndId> {
        self.plays().end(&self.form, usize::MAX)
    }

    /// Whether the game is over, although the player to move may have moves: a goal is reached, for example. That is known sooner than the
    /// [outcome](State::outcome).
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let race = Game::from_library("racingkings")?;
    /// assert!(race.read_fen("K7/8/8/8/8/8/8/7k w - - 0 1")?.is_over_before_moving());
    /// assert!(!race.start().is_over_before_moving());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_over_before_moving(&self) -> bool {
        self.plays().is_over_before_moving(&self.form)
    }

    /// Whether the game has ended by one of these endings.
    pub(crate) fn is_ended_by(&self, ends: &[EndId]) -> bool {
        let first = ends.iter().map(|end| end.index() + 1).max().unwrap_or(0);
        self.plays().end(&self.form, first).is_some_and(|end| ends.contains(&end))
    }

    /// How the game has ended, if it has, as far as the position shows it. What needs the history of a match, such as repetition, is known to a
    /// `Match` of the crate `tilegame-record`.
    pub fn outcome(&self) -> Option<Outcome> {
        self.plays().outcome(&self.form)
    }

    /// The phase of the turn.
    pub fn phase(&self) -> PhaseId {
        self.plays().phase(&self.form)
    }

    /// The pieces that are in check: where the game's test for check asks for some tile, the tiles for which it holds.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1")?;
    /// assert_eq!(state.checked(), [chess.rules().board.tile("e8").unwrap()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checked(&self) -> Vec<Tile> {
        self.game.checked(&self.whole())
    }

    /// The state as it would be if it were this player's turn: at the beginning of the turn, with everything else as it is. The same state if it is the
    /// player's turn already; none if the player is out. Of several turns that the player has in a round, it is the next.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let turned = chess.start().as_turn_of(chess.rules().player("Black").unwrap()).unwrap();
    /// assert_eq!(turned.legal_moves().len(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_turn_of(&self, player: PlayerId) -> Option<State> {
        self.game.as_turn_of(&self.whole(), player).map(|position| self.game.state_of(&position))
    }

    /// What a player's pieces are worth together, by what the rules declare: those on the board, with all that they carry, and those in hand.
    pub fn score(&self, player: PlayerId) -> i64 {
        self.game.score(&self.whole(), player)
    }

    /// The tiles that are there: all tiles of the board, but where rules take tiles away or the board is a plane.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.game.tiles(&self.whole()).collect::<Vec<_>>().into_iter()
    }

    /// The tiles as rows from the top, as the board is drawn; nothing where there is no tile.
    pub fn picture(&self) -> Vec<Vec<Option<Tile>>> {
        self.game.picture(&self.whole())
    }

    /// Whether the player to move is in what the game calls check; nothing if the game has no such word.
    pub fn in_check(&self) -> Option<bool> {
        self.game.notation().check.as_ref()?;
        let is_usual = std::ptr::eq(self.game.notation(), &self.game.rules().notation);
        let quickly = if is_usual { self.is_seen_in_check() } else { None };
        Some(quickly.unwrap_or_else(|| self.game.in_check(&self.whole())))
    }

    /// The same as far as the engine that plays knows.
    pub(crate) fn is_seen_in_check(&self) -> Option<bool> {
        self.plays().in_check(&self.form)
    }

    /// The enemy pieces that could take a piece of a player's on a tile.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1")?;
    /// let (black, tile) = (chess.rules().player("Black").unwrap(), |name| chess.rules().board.tile(name).unwrap());
    /// assert_eq!(state.attackers(black, tile("d5")).iter().collect::<Vec<_>>(), [tile("d2")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers(&self, player: PlayerId, tile: Tile) -> TileSet {
        self.plays().attackers(&self.form, player, tile)
    }

    /// A hash of all that the moves from the state can depend on, numbers that the rules ignore left out. It is the same whenever the program runs.
    pub fn key(&self) -> u64 {
        self.plays().key(&self.form)
    }

    /// What stands on a tile.
    pub fn piece(&self, tile: Tile) -> Option<Piece> {
        self.plays().piece(&self.form, tile)
    }

    /// The pieces on the board, by player and kind.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.start();
    /// assert_eq!(state.pieces().filter(|(_, piece)| piece.owner == Some(state.to_move())).count(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Tile, Piece)> + use<> {
        let mut pieces = smallvec::SmallVec::<[(Tile, Piece); 40]>::new();
        self.each_piece(&mut |tile, piece| pieces.push((tile, piece)));
        pieces.into_iter()
    }

    /// Calls `see` with every piece on the board, by player and kind: [`pieces`](State::pieces) without a list.
    pub fn each_piece(&self, see: &mut dyn FnMut(Tile, Piece)) {
        self.plays().each_piece(&self.form, see);
    }

    /// Calls `see` with the pieces of each player and kind, and the tiles on which they stand: bit `i` of word `w` is the tile numbered `64 * w + i`, and
    /// there may be more words than the board needs. Some games and positions are told piece by piece, and
    /// those on a plane not at all.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let mut occupied = 0;
    /// chess.start().each_set(&mut |_, tiles| occupied |= tiles[0]);
    /// assert_eq!(occupied, 0xFFFF_0000_0000_FFFF);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn each_set(&self, see: &mut dyn FnMut(Piece, &[u64])) {
        self.plays().each_set(&self.form, see);
    }

    /// How many pieces of a kind a player has on the board.
    pub fn count(&self, player: PlayerId, kind: KindId) -> u32 {
        self.plays().pieces(&self.form, player, kind)
    }

    /// How many pieces of a kind a player has in hand.
    pub fn hand(&self, player: PlayerId, kind: KindId) -> u32 {
        self.plays().hand(&self.form, player, kind)
    }

    /// A counter's number; of a counter of which there is only one, the player does not matter.
    pub fn counter(&self, counter: CounterId, player: PlayerId) -> i64 {
        self.plays().counter(&self.form, counter, player)
    }

    /// The state as a position of the reference engine.
    pub(crate) fn whole(&self) -> Position {
        self.plays().unpack(&self.form)
    }

    /// The state after a player has given up or is otherwise gone, in a game where one can go out and the others play on: as if a line of `end` had
    /// said so. None if the player is not in play, or is the last one who is.
    pub fn after_leaving(&self, player: PlayerId) -> Option<State> {
        let mut position = self.whole();
        self.game.leave(&mut position, player)?;
        Some(self.game.state_of(&position))
    }

    /// The same state in the notation of a game that is a clone of its game.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let shogi = Game::from_library("shogi")?;
    /// let sfen = shogi.in_notation("sfen").unwrap();
    /// assert!(shogi.start().written_as_in(&sfen).fen().ends_with(" b - 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the other game is none.
    #[must_use]
    pub fn written_as_in(&self, game: &Game) -> State {
        assert!(self.game.is_same(game), "a state of another game");
        State { game: game.clone(), form: self.form.clone() }
    }
}
