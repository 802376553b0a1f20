//! The specification, asked: positions, and what the reference engine says about them.

use tilegame_dsl::ir::{CounterId, KindId, PlayerId, Test, Tile};

use super::make::Undo;
use super::position::{Past, Piece, Position};
use super::view::View;
use crate::engine::{Bitset, WhyNot};
use crate::game::{Game, IllegalMove};
use crate::moves::Move;
use crate::notation::fen::{self, FenError};
use crate::notation::san::{self, SanError};
use crate::notation::uci::{self, UciError};
use crate::notation::{self, MoveError, turns};
use crate::outcome::Outcome;
use crate::state::State;

/// What the rules of a game mean, worked out literally and slowly on whole [positions](Position). Programs play on [states](crate::State), which
/// give the same answers sooner; this is what they are compared with.
///
/// ```
/// use tilegame_runtime::Game;
/// let chess = Game::from_library("chess")?;
/// let rules = chess.specification();
/// let mut position = rules.start();
/// assert_eq!(rules.moves(&position).len(), chess.start().legal_moves().len());
/// let moves = rules.moves(&position);
/// let undo = rules.play(&mut position, &moves[0])?;
/// assert_ne!(position, rules.start());
/// rules.undo(&mut position, undo);
/// assert_eq!(position, chess.start().position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Specification<'g> {
    game: &'g Game,
}

impl Game {
    /// A position of the reference engine as a state.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// assert_eq!(chess.state(&chess.specification().start()), chess.start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self, position: &Position) -> State {
        self.state_of(position)
    }

    /// What the rules mean, worked out literally.
    pub fn specification(&self) -> Specification<'_> {
        Specification { game: self }
    }
}

impl State {
    /// The state as a position of the reference engine.
    pub fn position(&self) -> Position {
        self.whole()
    }
}

impl<'g> Specification<'g> {
    /// The fast engine, to be asked about positions of the reference engine.
    ///
    /// # Errors
    /// If the game has something that only the reference engine knows how to play.
    pub fn bitset(&self) -> Result<&'g Bitset, WhyNot> {
        self.game.bitset()
    }
}

impl Specification<'_> {
    /// The position at the start.
    pub fn start(&self) -> Position {
        self.game.start_position()
    }

    /// A position with these pieces and no others, on a plane with their tiles and no others, as if none had moved yet.
    pub fn place(&self, pieces: impl IntoIterator<Item = (Tile, Piece)>, to_move: PlayerId) -> Position {
        self.game.position_of(pieces, to_move)
    }

    /// The position of a [FEN](crate::notation::fen).
    ///
    /// # Errors
    /// If the text is no position of the game.
    pub fn read_fen(&self, text: &str) -> Result<Position, FenError> {
        fen::read(self.game, text)
    }

    /// The [FEN](crate::notation::fen) of a position.
    pub fn fen(&self, position: &Position) -> String {
        fen::write(self.game, position)
    }

    /// Whose turn it is.
    pub fn to_move(&self, position: &Position) -> PlayerId {
        self.game.to_move(position)
    }

    /// A counter's number; of a counter of which there is only one, the player does not matter.
    pub fn counter(&self, position: &Position, counter: CounterId, player: PlayerId) -> i64 {
        self.game.counter(position, counter, player)
    }

    /// How many pieces of a kind a player has in hand.
    pub fn hand(&self, position: &Position, player: PlayerId, kind: KindId) -> u16 {
        self.game.hand(position, player, kind)
    }

    /// The legal moves that are listed, in the order of [`Move`]'s tiles; none if the game is over.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = self.game.engine().legal_moves(&mut position.clone());
        Move::sort(&mut moves);
        moves
    }

    /// The moves of all pieces of the player to move, before it is asked what they leave behind or whether the game is over.
    pub fn pseudo_legal_moves(&self, position: &Position) -> Vec<Move> {
        self.game.pseudo_legal_moves(position)
    }

    /// Whether a move is legal: one that is listed, or one that changes the board and is not listed.
    pub fn allows(&self, position: &Position, m: &Move) -> bool {
        self.game.engine().allows(&mut position.clone(), m)
    }

    /// Plays a move and says how to take it back.
    ///
    /// # Errors
    /// If it is not [legal](Specification::allows); the position is unchanged.
    pub fn play(&self, position: &mut Position, m: &Move) -> Result<Undo, IllegalMove> {
        if self.allows(position, m) { Ok(self.game.play_unchecked(position, m)) } else { Err(IllegalMove) }
    }

    /// Plays a move that is known to be [legal](Specification::allows) in this very position.
    pub fn make(&self, position: &mut Position, m: &Move) -> Undo {
        self.game.play_unchecked(position, m)
    }

    /// Takes back the last move played on the position.
    pub fn undo(&self, position: &mut Position, undo: Undo) {
        self.game.undo(position, undo);
    }

    /// How the game has ended, if it has, as far as the position shows it.
    pub fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.game.engine().outcome(position)
    }

    /// Whether a test about the position holds for a player.
    pub fn holds(&self, position: &Position, player: PlayerId, test: &Test, past: Past<'_>) -> bool {
        self.game.holds(position, player, test, past)
    }

    /// Whether the player to move is in what the game calls check.
    pub fn in_check(&self, position: &Position) -> bool {
        let check = self.game.rules().notation.check.as_ref();
        check
            .is_some_and(|(_, test)| self.game.holds(position, self.to_move(position), test, Past::default()))
    }

    /// The enemy pieces that could take a piece of `player` on `tile`, in the order of their tiles.
    pub fn attackers(&self, position: &Position, player: PlayerId, tile: Tile) -> Vec<Tile> {
        let mut found = Vec::new();
        self.game.engine().attackers(&View::new(position, player), tile, &mut |from| {
            found.push(from);
            false
        });
        found.sort_unstable();
        found
    }

    /// The position as it would be if it were this player's turn; `None` if the player is out.
    pub fn as_turn_of(&self, position: &Position, player: PlayerId) -> Option<Position> {
        self.game.as_turn_of(position, player)
    }

    /// What makes a position the same again: everything but the ignored counters, and what was before it.
    pub fn identity(&self, position: &Position) -> Position {
        self.game.identity(position)
    }

    /// A move as people write it, told apart from all others.
    pub fn san(&self, position: &Position, m: &Move) -> String {
        san::write(self.game, position, m)
    }

    /// All legal moves as people write them.
    pub fn all_san(&self, position: &Position) -> Vec<(Move, String)> {
        san::write_all(self.game, position)
    }

    /// A move as coordinates, told apart from all others.
    pub fn uci(&self, position: &Position, m: &Move) -> String {
        uci::write(self.game, position, m)
    }

    /// All legal moves of a position as coordinates, each told apart from all others.
    pub fn all_uci(&self, moves: &[Move]) -> Vec<String> {
        uci::write_all(self.game, moves)
    }

    /// All the steps of a turn as one text, where the rules declare a form for it.
    pub fn turn(&self, before: &Position, steps: &[Move]) -> Option<String> {
        turns::write(self.game, before, steps)
    }

    /// The legal moves that a text stands for, in any notation: one, or all the steps of a turn.
    ///
    /// # Errors
    /// If it fits none, or several.
    pub fn read(&self, position: &Position, text: &str) -> Result<Vec<Move>, MoveError> {
        notation::read(self.game, position, text)
    }

    /// The legal move that people write so, found among all.
    ///
    /// # Errors
    /// If it fits none, or several.
    pub fn read_san(&self, position: &Position, text: &str) -> Result<Move, SanError> {
        san::read_among_all(self.game, position, text)
    }

    /// The legal move with these coordinates, found among all.
    ///
    /// # Errors
    /// If there is none.
    pub fn read_uci(&self, position: &Position, text: &str) -> Result<Move, UciError> {
        uci::read_among_all(self.game, position, text)
    }
}
