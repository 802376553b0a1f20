//! A state taken apart, for programs that keep millions of them: what stands where, which [`each_piece`](State::each_piece) says, and all
//! the rest.

use tilegame_dsl::ir::Tile;

use crate::moves::Move as Details;
use crate::notation::fen;
use crate::reference::position::{Left, Piece};
use crate::reference::rest::emptied;
use crate::state::State;

impl State {
    /// Writes all that the moves from the state and its outcome can depend on, but for what stands where: whose turn it is, what is in hand, who may
    /// castle, marks, numbers. Two states of a game with the same pieces on the same tiles and the same bytes here go on alike. Unlike
    /// [keys](State::key), these bytes are never the same by accident.
    ///
    /// Where the rules ask for the positions before, those are not written: see [`depends_on_past`](State::depends_on_past).
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let rest = |fen| chess.read_fen(fen).map(|state| {
    ///     let mut bytes = Vec::new();
    ///     state.write_rest(&mut bytes);
    ///     bytes
    /// });
    /// assert_eq!(rest("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?, rest("4k3/8/8/8/8/8/R7/4K3 w - - 9 5")?);
    /// assert_ne!(rest("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?, rest("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_rest(&self, out: &mut Vec<u8>) {
        self.plays().write_rest(&self.form, out);
    }

    /// Whether it depends on the positions before this one which moves are legal or how a match ends, so that a state is more than a position.
    pub fn depends_on_past(&self) -> bool {
        self.game.engine().looks_far_back
    }

    /// The state with these pieces on the board, and no others; everything else stays, whether or not the rules know such a position.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let pieces: Vec<_> = state.pieces().collect();
    /// assert_eq!(chess.read_fen("8/8/2k5/8/2K5/8/8/8 w - - 0 1")?.with_pieces(&pieces), state);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_pieces(&self, pieces: &[(Tile, Piece)]) -> State {
        let mut position = emptied(self.whole());
        pieces.iter().for_each(|(tile, piece)| position.set(*tile, Some(*piece)));
        self.game.state_of(&position)
    }

    /// The moves of all pieces of the player to move, before it is asked what they leave behind or whether the game is over.
    pub fn pseudo_legal_moves(&self) -> Vec<Details> {
        self.game.pseudo_legal_moves(&self.whole())
    }

    /// The state after a [pseudo-legal move](State::pseudo_legal_moves).
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// // The king is in check, and may step into another one.
    /// let moves = state.pseudo_legal_moves();
    /// assert_eq!((moves.len(), state.legal_moves().len()), (5, 4));
    /// assert!(moves.iter().all(|m| state.after_pseudo_legal(m).to_move() != state.to_move()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn after_pseudo_legal(&self, m: &Details) -> State {
        let mut position = self.whole();
        self.game.play_unchecked(&mut position, m);
        self.game.state_of(&position)
    }

    /// What has been left on tiles for one turn of the others.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")?;
    /// assert_eq!(state.marks()[0].tile, chess.rules().board.tile("e3").unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn marks(&self) -> Vec<Left> {
        self.whole().marks().to_vec()
    }

    /// Whether castling with the piece on a tile is still allowed, as far as that follows from moves made.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1")?;
    /// let may = |name| state.may_castle_with(chess.rules().board.tile(name).unwrap());
    /// assert!(may("a1") && !may("h1") && !state.is_without_memory());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn may_castle_with(&self, tile: Tile) -> bool {
        self.whole().has_right(tile)
    }

    /// Whether nothing is remembered of moves made: no marks, no rights, and of no piece that it has moved or was promoted.
    pub fn is_without_memory(&self) -> bool {
        let position = self.whole();
        let is_bare =
            |tile| !position.has_right(tile) && !position.is_unmoved(tile) && !position.is_promoted(tile);
        position.marks().is_empty()
            && position.deeds().is_empty()
            && position.castled().is_empty()
            && position.pieces().all(|(tile, _)| is_bare(tile))
    }

    /// Whether the rules know such a position, as when a FEN says it: what they demand after a move holds for the player who has just made one, and
    /// pieces that this protects are there.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let state = chess.read_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// assert!(state.is_valid());
    /// let mut pieces: Vec<_> = state.pieces().collect();
    /// let a8 = chess.rules().board.tile("a8").unwrap();
    /// pieces.iter_mut().filter(|(_, piece)| piece.kind == chess.rules().kind("Rook").unwrap()).for_each(|(tile, _)| *tile = a8);
    /// assert!(!state.with_pieces(&pieces).is_valid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_valid(&self) -> bool {
        fen::is_valid(&self.game, &self.whole())
    }
}
