//! Setting up a position by hand, as board editors do: pieces, hands, whose turn it is, numbers.
//!
//! What is being edited need not be a position of the game; [`Editor::finish`] checks it exactly as a FEN is checked, and returns a state or the
//! error that the FEN would give.
//!
//! ```
//! use tilegame_runtime::{Game, Piece};
//! let chess = Game::from_library("chess")?;
//! let rules = chess.rules();
//! let tile = |name| rules.board.tile(name).unwrap();
//! let (white, black) = (rules.player("White"), rules.player("Black"));
//! let (king, rook) = (rules.kind("King").unwrap(), rules.kind("Rook").unwrap());
//!
//! let mut editor = chess.start().edit();
//! editor.clear();
//! editor.put(tile("e1"), Piece { kind: king, owner: white }).put(tile("h1"), Piece { kind: rook, owner: white });
//! let error = editor.finish().unwrap_err();
//! assert!(error.to_string().starts_with("Black has no King"));
//!
//! editor.put(tile("e8"), Piece { kind: king, owner: black }).castling(tile("e1"), tile("h1"), true);
//! assert_eq!(editor.finish()?.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use smallvec::SmallVec;
use thiserror::Error;
use tilegame_dsl::ir::{CounterId, KindId, MarkId, PhaseId, PlayerId, Tile};

use crate::game::Game;
use crate::notation::fen::{self, FenError};
use crate::reference::position::{Left, Piece, Position};
use crate::state::State;
use crate::words;

/// Why what was edited is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    /// Its FEN can't be read.
    #[error("{error}")]
    Invalid {
        /// Its FEN.
        fen: String,
        /// What is wrong with it, and where in the FEN.
        error: FenError,
    },
    /// Something was set that the game's FENs do not contain, so that it can't be checked, or that the game has no use for.
    #[error("no FEN of this game says {what}")]
    NotInFen {
        /// What it is.
        what: String,
    },
    /// A tile, piece, player, number or mark that the game does not have.
    #[error("this game has no {what}")]
    NotInGame {
        /// What it is.
        what: &'static str,
    },
    /// A neutral piece was given to a player, a player's piece to nobody, or a mark to no piece.
    #[error("{0}")]
    Piece(String),
}

/// A position that is being set up, at the beginning of a turn; made by [`State::edit`].
#[derive(Clone, Debug)]
pub struct Editor {
    game: Game,
    position: Position,
    /// Pieces that were said to have a right to castle, and to be unmoved.
    may_castle: Vec<Tile>,
    unmoved: Vec<Tile>,
    /// The first thing that was wrong in itself.
    wrong: Option<EditError>,
}

impl Game {
    /// An editor that starts with a position: as it is at the beginning of a turn, without what was before it.
    pub(crate) fn edit(&self, position: &Position) -> Editor {
        let position = Position {
            phase: PhaseId(0),
            course: None,
            deeds: Vec::new(),
            castled: SmallVec::new(),
            ..position.clone().without_past()
        };
        let game = self.clone();
        Editor { game, position, may_castle: Vec::new(), unmoved: Vec::new(), wrong: None }
    }
}

impl State {
    /// An editor that begins with this state.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let mut editor = chess.start().edit();
    /// let state = editor.remove(chess.rules().board.tile("d1").unwrap()).finish()?;
    /// assert_eq!(state.pieces().count(), 31);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn edit(&self) -> Editor {
        self.game().edit(&self.whole())
    }
}

impl Editor {
    /// The piece on a tile.
    pub fn piece(&self, tile: Tile) -> Option<Piece> {
        self.game.board().has(tile).then(|| self.position.piece(tile))?
    }

    /// The FEN of what has been set up, whether or not it is a position of the game.
    pub fn fen(&self) -> String {
        fen::write(&self.game, &self.position)
    }

    /// Puts a piece on a tile, in place of what stands there; the tile comes to be there, if it can. The piece has no right to castle, and counts as
    /// moved unless FENs say otherwise.
    pub fn put(&mut self, tile: Tile, piece: Piece) -> &mut Editor {
        let rules = self.game.rules();
        let Some(kind) = rules.kinds.get(piece.kind.index()) else { return self.has_no("such piece") };
        if piece.owner.is_some_and(|owner| owner.index() >= rules.players.len()) {
            return self.has_no("such player");
        }
        if kind.neutral != piece.owner.is_none() {
            let belongs = if kind.neutral { "nobody" } else { "a player" };
            let message = format!("{} belongs to {belongs}", words::a(&kind.name));
            return self.is_wrong(EditError::Piece(message));
        }
        self.change(tile, Some(piece))
    }

    /// Takes the piece off a tile, if there is one.
    pub fn remove(&mut self, tile: Tile) -> &mut Editor {
        self.change(tile, None)
    }

    /// Takes all pieces off the board and out of the hands.
    pub fn clear(&mut self) -> &mut Editor {
        let tiles: Vec<Tile> = self.position.pieces().map(|(tile, _)| tile).collect();
        for tile in tiles {
            self.remove(tile);
        }
        self.position.marks.clear();
        self.position.hands.fill(0);
        self
    }

    /// How many pieces of a kind a player has in hand.
    pub fn hand(&mut self, player: PlayerId, kind: KindId, number: u16) -> &mut Editor {
        let rules = self.game.rules();
        match () {
            () if !rules.turn.hands => self.has_no("hands"),
            () if player.index() >= rules.players.len() => self.has_no("such player"),
            () if kind.index() >= rules.kinds.len() => self.has_no("such piece"),
            () => {
                let place = self.game.engine().hand_index(player, rules.in_hand(kind));
                self.position.hands[place] = number;
                self
            }
        }
    }

    /// Whose turn it is; of several turns that the player has in a round, the first. If it was another player's, the marks of the last move are
    /// removed.
    pub fn to_move(&mut self, player: PlayerId) -> &mut Editor {
        if self.game.to_move(&self.position) == player {
            return self;
        }
        match self.game.rules().turn.order.iter().position(|other| *other == player) {
            Some(turn) => self.position.turn = turn as u16,
            None => return self.has_no("turn of such a player"),
        }
        self.position.marks.clear();
        self
    }

    /// The value of a counter; of a counter of which there is only one, the player does not matter.
    pub fn counter(&mut self, counter: CounterId, player: PlayerId, value: i64) -> &mut Editor {
        let rules = self.game.rules();
        match rules.counters.get(counter.index()) {
            None => self.has_no("such counter"),
            Some(_) if player.index() >= rules.players.len() => self.has_no("such player"),
            Some(_) => {
                let place = self.game.engine().counter_index(counter, player);
                self.position.counters[place] = value;
                self
            }
        }
    }

    /// Whether the pieces on two tiles may castle with each other.
    pub fn castling(&mut self, king: Tile, partner: Tile, allowed: bool) -> &mut Editor {
        if !self.are_on_board(&[king, partner]) {
            return self.has_no("such tile");
        }
        self.may_castle.retain(|tile| *tile != partner);
        if allowed {
            self.position.rights.insert(king);
            self.position.rights.insert(partner);
            self.may_castle.push(partner);
        } else {
            self.position.rights.remove(partner);
            self.position.unmoved.remove(partner);
        }
        self
    }

    /// The piece on the tile has not moved, in a game whose FENs say so.
    pub fn unmoved(&mut self, tile: Tile) -> &mut Editor {
        if !self.are_on_board(&[tile]) {
            return self.has_no("such tile");
        }
        self.position.unmoved.insert(tile);
        self.unmoved.push(tile);
        self
    }

    /// The piece on the tile has been promoted, in a game where it matters what it was.
    pub fn promoted(&mut self, tile: Tile) -> &mut Editor {
        if !self.are_on_board(&[tile]) {
            return self.has_no("such tile");
        }
        self.position.promoted.insert(tile);
        self
    }

    /// The last move of the piece on the tile `maker` has left a mark on another tile.
    pub fn mark(&mut self, mark: MarkId, tile: Tile, maker: Tile) -> &mut Editor {
        if mark.index() >= self.game.rules().marks.len() {
            return self.has_no("such mark");
        }
        if !self.are_on_board(&[tile, maker]) {
            return self.has_no("such tile");
        }
        let Some(owner) = self.piece(maker).and_then(|piece| piece.owner) else {
            let name = self.game.rules().board.name(maker);
            let message = format!("no player's piece stands on {name} that could have left the mark");
            return self.is_wrong(EditError::Piece(message));
        };
        self.position.marks.push(Left { mark, tile, maker, owner });
        self.position.marks.sort();
        self
    }

    /// Whether a player is out.
    pub fn out(&mut self, player: PlayerId, out: bool) -> &mut Editor {
        if player.index() >= self.game.rules().players.len() {
            return self.has_no("such player");
        }
        self.position.out.retain(|other| *other != player);
        if out {
            self.position.out.push(player);
        }
        self
    }

    /// Whether a tile is there, in a game that can change that. What stands on a tile that is removed is removed, too.
    pub fn tile(&mut self, tile: Tile, there: bool) -> &mut Editor {
        if !self.are_on_board(&[tile]) {
            return self.has_no("such tile");
        }
        if self.position.is_there(tile) == there {
            return self;
        }
        if !there {
            self.change(tile, None);
        }
        match &mut self.position.there {
            Some(tiles) if there => tiles.insert(tile),
            Some(tiles) => _ = tiles.remove(tile),
            None => return self.has_no("tiles that come and go"),
        }
        self
    }

    /// The state that has been set up, if it is a position of the game.
    ///
    /// # Errors
    /// Those of the FEN; or something was set that the game does not have, or that its FENs do not contain.
    pub fn finish(&self) -> Result<State, EditError> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let fen = self.fen();
        match fen::read(&self.game, &fen) {
            Ok(position) => match self.lost(&position) {
                Some(what) => Err(EditError::NotInFen { what }),
                None => Ok(self.game.state_of(&position)),
            },
            Err(error) => Err(EditError::Invalid { fen, error }),
        }
    }

    /// The state that has been set up, whether or not the rules know such a position, for programs that [find out](State::is_valid) for themselves.
    pub fn unchecked(&self) -> State {
        self.game.state_of(&self.position)
    }

    /// What has been set up and is not in the position that was read from its FEN. Marks that nobody can use are left out.
    fn lost(&self, read: &Position) -> Option<String> {
        let (rules, edited) = (self.game.rules(), &self.position);
        let name = |tile: &Tile| rules.board.name(*tile).into_owned();
        if let Some(tile) = self.may_castle.iter().find(|tile| !read.has_right(**tile)) {
            return Some(format!("that the piece on {} may castle", name(tile)));
        }
        if let Some(tile) = self.unmoved.iter().find(|tile| !read.unmoved.contains(**tile)) {
            return Some(format!("that the piece on {} has not moved", name(tile)));
        }
        if read.promoted != edited.promoted {
            return Some("that this piece has been promoted".to_string());
        }
        if read.out != edited.out {
            // Who goes out at once may take pieces along, and the turn passes on.
            let lost = edited.out.iter().find(|player| !read.out.contains(player));
            return lost.map(|player| format!("that {} is out", words::player(rules, *player)));
        }
        let counters = (0..rules.counters.len()).map(CounterId::new);
        let players = || (0..rules.players.len()).map(PlayerId::new);
        let differs = |counter: &CounterId| {
            players().any(|p| self.game.counter(read, *counter, p) != self.game.counter(edited, *counter, p))
        };
        if let Some(counter) = counters.into_iter().find(differs) {
            return Some(format!("what `{}` is", rules.counters[counter.index()].name));
        }
        let what = match () {
            () if !read.is_same_board(edited) => "that the pieces stand like this",
            () if read.hands != edited.hands => "what is in hand",
            () if read.turn != edited.turn => "whose turn it is",
            () => return None,
        };
        Some(what.to_string())
    }

    /// Changes what stands on a tile; what was known of the former piece is forgotten.
    fn change(&mut self, tile: Tile, piece: Option<Piece>) -> &mut Editor {
        if !self.are_on_board(&[tile]) {
            return self.has_no("such tile");
        }
        let position = &mut self.position;
        if piece.is_some() {
            position.there.iter_mut().for_each(|tiles| tiles.insert(tile));
        }
        position.set(tile, piece);
        for known in [&mut position.promoted, &mut position.rights, &mut position.unmoved] {
            known.remove(tile);
        }
        position.marks.retain(|left| left.tile != tile && left.maker != tile);
        self.may_castle.retain(|other| *other != tile);
        self.unmoved.retain(|other| *other != tile);
        self
    }

    fn are_on_board(&self, tiles: &[Tile]) -> bool {
        tiles.iter().all(|tile| self.game.board().has(*tile))
    }

    fn has_no(&mut self, what: &'static str) -> &mut Editor {
        self.is_wrong(EditError::NotInGame { what })
    }

    fn is_wrong(&mut self, error: EditError) -> &mut Editor {
        self.wrong.get_or_insert(error);
        self
    }
}
