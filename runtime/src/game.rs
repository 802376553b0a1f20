//! A game ready to play: the rules, the board, and the questions one can ask.

use std::cell::OnceCell;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use thiserror::Error;
use tilegame_dsl::ir::{
    CounterId, EndId, EndResult, KindId, Manner, MoveRule, Notation, PlayerId, Rules, Test, Tile,
};

use crate::area::Area;
use crate::board::Board;
use crate::engine::{Bitset, WhyNot};
use crate::moves::Move;
use crate::notation::letters::Letters;
use crate::notation::names::{Names, TileNames};
use crate::outcome::{Outcome, Scores};
use crate::packed::form::{Form, Plays};
use crate::packed::step::Step;
pub use crate::plan::report::{LineReport, Report, RuleReport};
use crate::reference::engine::Reference;
use crate::reference::make::Undo;
use crate::reference::position::{Past, Piece, Position};
use crate::reference::view::View;
use crate::reference::walk::MOST_WAYS;
use crate::reference::ways::Ways;
use crate::written::Written;

/// The rules of a game, ready to play. Cheap to clone.
///
/// A game is made [from the library](Game::from_library), [from a text](Game::from_source) or [from rules](Game::compile). It does not change: what
/// changes is a [`State`](crate::State).
///
/// ```
/// use tilegame_runtime::Game;
/// let chess = Game::from_library("chess")?;
/// let mut state = chess.start();
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     assert_eq!(state.outcome(), None);
///     state.play(state.read_one(text)?)?;
/// }
/// assert!(state.in_check() == Some(true) && state.legal_moves().is_empty());
/// let outcome = state.outcome().unwrap();
/// assert_eq!(outcome.winner(), chess.rules().player("Black"));
/// assert_eq!(chess.rules().ends[outcome.end.index()].name, "checkmate");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    parts: Arc<Parts>,
    /// Which of the other notations is in use.
    notation: Option<u16>,
}

/// What all clones of a game share.
/// As its name.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.rules().name)
    }
}

#[derive(Debug)]
struct Parts {
    engine: Arc<Reference>,
    start: Position,
    fast: Fast,
}

/// The bitset engine and what makes notations quick, made when they are first asked for.
#[derive(Debug, Default)]
struct Fast {
    engine: OnceLock<Result<Bitset, WhyNot>>,
    /// How many questions it could have answered before it was made.
    missed: AtomicUsize,
    names: OnceLock<Names>,
    tile_names: OnceLock<Option<TileNames>>,
    letters: OnceLock<Letters>,
    /// The state at the start.
    start: OnceLock<Form>,
    written: Written,
}

impl Fast {
    /// So many questions are left to the reference engine: making the other takes as long as some hundred of them.
    const FEW: usize = 200;

    fn get(&self, reference: &Arc<Reference>) -> Result<&Bitset, &WhyNot> {
        self.engine.get_or_init(|| Bitset::new(reference)).as_ref()
    }

    /// The same where one question alone is no reason to make it; none, either, if it can't play the game.
    fn get_if_worthwhile(&self, reference: &Arc<Reference>) -> Option<&Bitset> {
        let is_worthwhile =
            self.engine.get().is_some() || self.missed.fetch_add(1, Ordering::Relaxed) >= Fast::FEW;
        if is_worthwhile { self.get(reference).ok() } else { None }
    }
}

/// A move that can't be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

impl Game {
    /// A game whose setup makes no sense yet: it starts with an empty board, so that the board can be shown.
    pub(crate) fn without_setup(rules: Arc<Rules>) -> Game {
        let engine = Arc::new(Reference::new(rules));
        let start = engine.empty_position();
        Game { parts: Arc::new(Parts { engine, start, fast: Fast::default() }), notation: None }
    }

    /// The same game with another start.
    pub(crate) fn starting_with(&self, start: Position) -> Game {
        let engine = Arc::clone(&self.parts.engine);
        Game { parts: Arc::new(Parts { engine, start, fast: Fast::default() }), notation: None }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.parts.engine.rules
    }

    /// How positions and moves are written.
    pub fn notation(&self) -> &Notation {
        let rules = self.rules();
        self.notation.map_or(&rules.notation, |other| &rules.notations[usize::from(other)].1)
    }

    /// The names of the notations that the game has beside the usual one.
    pub fn notations(&self) -> impl Iterator<Item = &str> {
        self.rules().notations.iter().map(|(name, _)| name.as_str())
    }

    /// The same game, in which positions and moves are written in another notation.
    pub fn in_notation(&self, name: &str) -> Option<Game> {
        let notation = self.notations().position(|other| other == name)?;
        Some(Game { notation: Some(notation as u16), ..self.clone() })
    }

    /// The same game in each of the notations that are not in use, the usual one first.
    pub(crate) fn in_other_notations(&self) -> impl Iterator<Item = Game> {
        let all = std::iter::once(None).chain((0..self.rules().notations.len() as u16).map(Some));
        all.filter(|other| *other != self.notation).map(|notation| Game { notation, ..self.clone() })
    }

    /// The board as a graph.
    pub fn board(&self) -> &Board {
        &self.parts.engine.board
    }

    /// Why the reference engine plays this game, which takes much longer; none if the fast engine does.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// assert_eq!(Game::from_library("chess")?.why_slow(), None);
    /// assert!(Game::from_library("cotulenh")?.why_slow().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_slow(&self) -> Option<String> {
        self.bitset().err().map(|why| why.to_string())
    }

    /// What the fast engine has made of each rule, and how large everything is.
    ///
    /// # Errors
    /// If it does not play the game: [why](Game::why_slow).
    pub fn report(&self) -> Result<Report, String> {
        self.bitset().map(Bitset::report).map_err(|why| why.to_string())
    }

    /// The bitset engine of this game, made when it is first asked for.
    pub(crate) fn bitset(&self) -> Result<&Bitset, WhyNot> {
        self.parts.fast.get(&self.parts.engine).map_err(Clone::clone)
    }

    /// The position at the start.
    pub(crate) fn start_position(&self) -> Position {
        self.parts.start.clone()
    }

    /// The same where it need not be changed.
    pub(crate) fn beginning(&self) -> &Position {
        &self.parts.start
    }

    /// Whose turn it is.
    pub(crate) fn to_move(&self, position: &Position) -> PlayerId {
        self.parts.engine.to_move(position)
    }

    /// A counter's number; of a counter of which there is only one, the player does not matter.
    pub(crate) fn counter(&self, position: &Position, counter: CounterId, player: PlayerId) -> i64 {
        position.counters[self.parts.engine.counter_index(counter, player)]
    }

    /// How many pieces of a kind a player has in hand.
    pub(crate) fn hand(&self, position: &Position, player: PlayerId, kind: KindId) -> u16 {
        position.hands.get(self.parts.engine.hand_index(player, kind)).copied().unwrap_or(0)
    }

    /// The tiles that are there in a position, in rising order.
    pub(crate) fn tiles<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = Tile> + 'p {
        self.parts.engine.tiles(position)
    }

    /// Rows of tiles as they are drawn, from the top; `None` is a place left blank. On a plane, the box around all tiles.
    pub(crate) fn picture(&self, position: &Position) -> Vec<Vec<Option<Tile>>> {
        let mut rows = match self.board().plane() {
            Some(_) => Area::of(self.board(), position).map_or(Vec::new(), |area| area.rows(self.board())),
            None => self.rules().board.picture.clone(),
        };
        for place in rows.iter_mut().flatten() {
            *place = place.filter(|tile| position.is_there(*tile));
        }
        rows
    }

    /// The legal moves; none if the game is over. They come in the order of the tiles where the pieces stand that move, and then of
    /// those where they go. Where the rules list only some of the moves that change the board, so does this, and others are
    /// [allowed](Game::allows) as well.
    pub(crate) fn moves(&self, position: &Position) -> Vec<Move> {
        let quickly = self.quickly(|bitset| bitset.moves_by_tables(position));
        let mut moves = quickly.unwrap_or_else(|| self.parts.engine.legal_moves(&mut position.clone()));
        Move::sort(&mut moves);
        moves
    }

    /// An answer of the bitset engine: none, if it can't play the game or not from the position, or is not worth making yet.
    fn quickly<T>(&self, ask: impl FnOnce(&Bitset) -> Result<T, WhyNot>) -> Option<T> {
        ask(self.parts.fast.get_if_worthwhile(&self.parts.engine)?).ok()
    }

    /// The position as the bitset engine plays on it; none, if it can't, is not worth making yet, or knows tiles by other numbers.
    pub(crate) fn packed_form(&self, position: &Position) -> Option<Form> {
        if self.board().plane().is_some() {
            // Its moves name places by numbers of their own.
            return None;
        }
        let engine = self.parts.fast.get_if_worthwhile(&self.parts.engine)?;
        engine.plays().pack(position).ok()
    }

    /// What is known of the names of tiles and the letters of pieces.
    pub(crate) fn names(&self) -> &Names {
        self.parts.fast.names.get_or_init(|| Names::new(self.rules()))
    }

    /// The tiles by their names, where these are clear.
    pub(crate) fn tile_names(&self) -> Option<&TileNames> {
        self.parts.fast.tile_names.get_or_init(|| TileNames::new(self.rules(), self.names())).as_ref()
    }

    /// The letters of pieces.
    pub(crate) fn letters(&self) -> &Letters {
        self.parts.fast.letters.get_or_init(|| Letters::new(self.rules()))
    }

    /// The legal moves of pieces.
    pub(crate) fn piece_moves(&self, position: &Position) -> Vec<Move> {
        if self.rules().turn.board.is_empty() {
            return self.moves(position);
        }
        let mut moves = self.parts.engine.legal_piece_moves(&mut position.clone());
        Move::sort(&mut moves);
        moves
    }

    /// Whether a move is legal. All [legal moves](Game::moves) are, and those that change the board that are not listed.
    pub(crate) fn allows(&self, position: &Position, m: &Move) -> bool {
        if m.board_line().is_some() || self.parts.engine.is_told_by_its_piece(m) {
            return self.parts.engine.allows(&mut position.clone(), m);
        }
        if let Some(packed) = self.packed(position) {
            // Where it goes may be told otherwise.
            return packed.find(m).is_some();
        }
        match self.quickly(|bitset| bitset.moves_by_tables(position)) {
            Some(moves) => moves.contains(m),
            None => self.parts.engine.allows(&mut position.clone(), m),
        }
    }

    /// The position as it would be if it were this player's turn: at the beginning of the turn, with everything else as it is.
    /// Marks that the player has left before are gone, as they are when a turn comes round; nothing has been passed, so nothing
    /// that follows a move or a pass is done. The same position if it is the player's turn already; `None` if the player is out.
    ///
    /// Of several turns that the player has in a round, it is the next.
    pub(crate) fn as_turn_of(&self, position: &Position, player: PlayerId) -> Option<Position> {
        self.parts.engine.as_turn_of(position, player)
    }

    /// Whether some piece is declared to be worth something, so that there is a [score](crate::State::score).
    pub fn has_score(&self) -> bool {
        self.rules().kinds.iter().any(|kind| kind.worth != 0)
    }

    /// What a player's pieces are worth together, by what the rules declare: those on the board, with all that they carry, and
    /// those in hand.
    pub(crate) fn score(&self, position: &Position, player: PlayerId) -> i64 {
        let kinds = &self.rules().kinds;
        let on_board = position.owned(player).iter().filter_map(|tile| position.piece(tile));
        let on_board = on_board.fold(0_i64, |sum, piece| sum.saturating_add(kinds[piece.kind.index()].worth));
        let in_hand = kinds.iter().enumerate().map(|(kind, k)| {
            k.worth.saturating_mul(i64::from(self.hand(position, player, KindId::new(kind))))
        });
        in_hand.fold(on_board, i64::saturating_add)
    }

    /// The moves of all pieces of the player to move, before it is asked what they leave behind or whether the game is over.
    pub(crate) fn pseudo_legal_moves(&self, position: &Position) -> Vec<Move> {
        self.parts.engine.pseudo_legal_moves(position)
    }

    /// Plays a move that is known to be [legal](Game::allows) in this very position; any other leaves a
    /// position that makes no sense.
    pub(crate) fn play_unchecked(&self, position: &mut Position, m: &Move) -> Undo {
        self.parts.engine.play(position, m)
    }

    /// Takes back the last move played on the position.
    pub(crate) fn undo(&self, position: &mut Position, undo: Undo) {
        self.parts.engine.unmake(position, undo);
    }

    /// How the game has ended, if it has, as far as the position shows it.
    ///
    /// Endings of a match are not among them: repetitions, bare kings and other lines under `match` depend on the moves before, on
    /// claims or on clocks. A loop that plays until `outcome` is something may go on without end; [`Match`](crate::matches::Match)
    /// knows all endings.
    pub(crate) fn outcome(&self, position: &Position) -> Option<Outcome> {
        match self.quickly(|bitset| bitset.ending(position)) {
            Some(end) => end.map(|end| self.parts.engine.outcome_by(position, EndId::new(end))),
            None => self.parts.engine.outcome(position),
        }
    }

    /// Whether a test about the position holds for a player.
    pub(crate) fn holds(&self, position: &Position, player: PlayerId, test: &Test, past: Past<'_>) -> bool {
        let view = View { past, ..View::new(position, player) };
        self.parts.engine.holds(&view, Tile(0), test)
    }

    /// Whether the player to move is in what the game calls check.
    pub(crate) fn in_check(&self, position: &Position) -> bool {
        let Some((_, test)) = &self.rules().notation.check else { return false };
        let quickly = self.packed(position).and_then(|packed| packed.is_seen_in_check());
        quickly.unwrap_or_else(|| self.holds(position, self.to_move(position), test, Past::default()))
    }

    /// The pieces that are in check: where the game's test for check asks for some tile, the tiles for which it holds.
    pub(crate) fn checked(&self, position: &Position) -> Vec<Tile> {
        let Some((_, Test::Some(test))) = &self.rules().notation.check else { return Vec::new() };
        let view = View::new(position, self.to_move(position));
        self.board().tiles().filter(|t| self.parts.engine.holds(&view, *t, test)).collect()
    }

    /// The enemy pieces that could take a piece of `player` on `tile`, in the order of their tiles.
    pub(crate) fn attackers(&self, position: &Position, player: PlayerId, tile: Tile) -> Vec<Tile> {
        if let Some(packed) = self.packed(position) {
            return packed.attackers(player, tile).iter().collect();
        }
        let mut found = Vec::new();
        self.parts.engine.attackers(&View::new(position, player), tile, &mut |from| {
            found.push(from);
            false
        });
        found.sort_unstable();
        found
    }

    /// Whether what must hold after a move holds for a player, as if that one had just made it.
    pub(crate) fn is_left_legally(&self, position: &Position, player: PlayerId) -> bool {
        self.is_left_legally_as(position, &OnceCell::new(), player)
    }

    /// The same, with room for what the position is when it is packed, which need not be done twice.
    pub(crate) fn is_left_legally_as(
        &self,
        position: &Position,
        packed: &OnceCell<Option<Form>>,
        player: PlayerId,
    ) -> bool {
        let looks_back = self.parts.engine.looks_back;
        match if looks_back { &None } else { packed.get_or_init(|| self.packed_form(position)) } {
            Some(form) => self.plays(form).is_left_legally(form, player),
            None => self.holds(position, player, &self.rules().turn.legal, Past::default()),
        }
    }

    /// What makes a position the same again: everything but the ignored counters, and what was before it.
    pub(crate) fn identity(&self, position: &Position) -> Position {
        self.parts.engine.identity(position)
    }

    /// A player gives up or is otherwise gone: in a game where one can go out the others play on, as if a line of `end` had
    /// said so. Says how to take it back; `None` if the player is not in play, or is the last one who is.
    pub(crate) fn leave(&self, position: &mut Position, player: PlayerId) -> Option<Undo> {
        let leaves = position.in_play(player) && self.parts.engine.in_play(position) > 1;
        leaves.then(|| self.parts.engine.leave(position, player))
    }

    /// Whether the others play on when a player has left.
    pub fn goes_on_without(&self) -> bool {
        self.rules().ends.iter().any(|end| end.result == EndResult::Out)
    }

    /// Endings of a match that come about in this manner, as (number, scores), asked for `player`.
    pub(crate) fn adjudications(
        &self,
        position: &Position,
        manner: Manner,
        player: PlayerId,
        past: Past<'_>,
    ) -> Vec<(usize, Scores)> {
        let all = self.rules().adjudications.iter().enumerate();
        all.filter(|(_, a)| a.manner == manner && self.holds(position, player, &a.when, past))
            .map(|(i, a)| (i, self.parts.engine.scores(position, &a.result, player)))
            .collect()
    }

    /// Whether moves have been left out so far because there were too many: more than [`MOST_WAYS`] by one rule of one piece, or
    /// more than [`MOST_MOVES`](crate::MOST_MOVES) in one position. All clones of the game know. What has been counted or listed since it was compiled
    /// may then be wrong.
    ///
    /// ```
    /// let chess = tilegame_runtime::Game::from_library("chess")?;
    /// assert_eq!(chess.start().legal_moves().len(), 20);
    /// assert!(!chess.has_left_out());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_left_out(&self) -> bool {
        self.parts.engine.has_left_out()
    }

    /// The rules that have more ways through them than are tried, as a kind and the number of its rule. A game with such a
    /// rule has moves that are never found. Looked at are some pieces of the setup, and a piece alone on some tiles.
    pub fn rules_cut_short(&self) -> Vec<(KindId, usize)> {
        const LOOKED_AT: usize = 32;
        let ways = Ways::new(&self.parts.engine);
        let mut alone = self.parts.start.clone();
        self.parts.engine.board.tiles().for_each(|tile| alone.set(tile, None));
        let apart = self.parts.engine.board.len().div_ceil(LOOKED_AT);
        let mut found = Vec::new();
        let are_many = |(_, rule): &(usize, &MoveRule)| ways.at_most(&rule.path) > MOST_WAYS.into();
        for (kinds, rules) in self.rules().manners() {
            let many: Vec<(usize, &MoveRule)> = rules.iter().enumerate().filter(are_many).collect();
            for (kind, (number, rule)) in kinds.iter().flat_map(|kind| many.iter().map(|many| (*kind, *many)))
            {
                let of_kind = self.parts.start.pieces().filter(|(_, piece)| piece.kind == kind);
                let set_up: Vec<Tile> = of_kind.map(|(tile, _)| tile).take(LOOKED_AT).collect();
                let mut is_cut_short_alone = |tile| {
                    (0..self.rules().players.len()).map(PlayerId::new).any(|owner| {
                        alone.set(tile, Some(Piece { kind, owner: Some(owner) }));
                        let cut_short = self.parts.engine.is_cut_short(&alone, tile, rule);
                        alone.set(tile, None);
                        cut_short
                    })
                };
                if set_up.iter().any(|tile| self.parts.engine.is_cut_short(&self.parts.start, *tile, rule))
                    || self.parts.engine.board.tiles().step_by(apart).any(&mut is_cut_short_alone)
                {
                    found.push((kind, number));
                }
            }
        }
        found.sort();
        found
    }

    pub(crate) fn engine(&self) -> &Reference {
        &self.parts.engine
    }

    /// What plays states of this game that are held so.
    #[inline]
    pub(crate) fn plays(&self, form: &Form) -> &dyn Plays {
        let bitset = || self.parts.fast.get(&self.parts.engine).ok();
        match form {
            Form::Literal(_) => &*self.parts.engine,
            _ => bitset().map_or(&*self.parts.engine, Bitset::plays),
        }
    }

    /// What plays a move of a state that is packed; nothing if the state is a whole position, or the move is in no list.
    #[inline]
    pub(crate) fn packed_for(&self, form: &Form, m: Step) -> Option<&dyn Plays> {
        let is_packed = m.written_number().is_none() && !matches!(form, Form::Literal(_));
        is_packed.then(|| self.plays(form))
    }

    /// The state at the start.
    pub(crate) fn start_form(&self) -> &Form {
        self.parts.fast.start.get_or_init(|| self.form(&self.parts.start))
    }

    /// A position as states hold it: by the reference engine if the other has no room for it.
    pub(crate) fn form(&self, position: &Position) -> Form {
        let packed = self
            .parts
            .fast
            .get(&self.parts.engine)
            .ok()
            .and_then(|bitset| bitset.plays().pack(position).ok());
        packed.unwrap_or_else(|| Form::literal(position.clone()))
    }

    /// The moves that have been read and are in no list.
    pub(crate) fn written(&self) -> &Written {
        &self.parts.fast.written
    }

    /// Whether it is the same game: loaded together, in whatever notation.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// assert!(chess.is_same(&chess.clone()) && !chess.is_same(&Game::from_library("chess")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_same(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.parts, &other.parts)
    }
}
