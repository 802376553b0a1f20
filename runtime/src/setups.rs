//! Where games start: rules made ready to play, setups with names, numbered arrangements, pieces that are placed by hand.

use std::sync::Arc;

use thiserror::Error;
use tilegame_dsl::ir::{KindId, PlayerId, Rules, Sharing, Shuffle, Tile};

use crate::game::Game;
use crate::notation::fen::{self, FenError};
use crate::reference::position::{Piece, Position};
use crate::state::State;

/// Rules that can't be played although each of them makes sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The setup is not a position of this game.
    #[error("the setup is not a position of this game: {0}")]
    Setup(#[from] FenError),
    /// A named setup is not one.
    #[error("the setup `{name}` is not a position of this game: {error}")]
    NamedSetup {
        /// Its name.
        name: String,
        /// Its place among them, from 0.
        number: usize,
        /// Why.
        error: FenError,
    },
}

impl Game {
    /// Makes rules ready to play. [`Game::from_source`] makes the rules of a text, too.
    ///
    /// # Errors
    /// If the setup is not a position of the game.
    pub fn compile(rules: &Rules) -> Result<Game, CompileError> {
        Game::of_rules(&Arc::new(rules.clone()))
    }

    pub(crate) fn of_rules(rules: &Arc<Rules>) -> Result<Game, CompileError> {
        let bare = Game::without_setup(Arc::clone(rules));
        let start = fen::read_setup(&bare, &rules.setup.position)?;
        let game = bare.starting_with(start);
        for (number, (name, text)) in rules.setup.named.iter().enumerate() {
            let wrong = |error| CompileError::NamedSetup { name: name.clone(), number, error };
            fen::read_setup(&game, text).map_err(wrong)?;
        }
        match &rules.setup.shuffle {
            Some(shuffle) => {
                let start = game.arranged(shuffle.start).expect("the verifier has checked the number");
                Ok(game.starting_with(start))
            }
            None => Ok(game),
        }
    }

    /// The names of the setups that have one, the one at the start first.
    pub fn setups(&self) -> impl Iterator<Item = &str> {
        self.rules().setup.named.iter().map(|(name, _)| name.as_str())
    }

    /// The position of a named setup.
    pub fn setup(&self, name: &str) -> Option<State> {
        let (_, text) = self.rules().setup.named.iter().find(|(n, _)| n == name)?;
        Some(self.state_of(&fen::read_setup(self, text).expect("it was read when the game was made")))
    }

    /// The number of numbered arrangements; 1 if the game has none.
    pub fn arrangements(&self) -> u32 {
        let Some(shuffle) = &self.rules().setup.shuffle else { return 1 };
        let each = self.ways_each(shuffle);
        match shuffle.sharing {
            Sharing::First | Sharing::Alike => each,
            Sharing::Apart => each.saturating_pow(self.rules().players.len() as u32),
        }
    }

    /// The number of ways to fill one player's tiles.
    fn ways_each(&self, shuffle: &Shuffle) -> u32 {
        let mut free: Vec<Tile> = shuffle.tiles.clone();
        let mut product: u32 = 1;
        for place in &shuffle.places {
            let ways = self.ways(place, &free);
            product = product.saturating_mul(ways.len() as u32);
            let Some(first) = ways.first() else { return 0 };
            free.retain(|t| !first.contains(t));
        }
        product
    }

    /// The position of a numbered arrangement; `None` if there are not so many. Without numbered arrangements, number 0 is
    /// the setup.
    pub fn arrangement(&self, number: u32) -> Option<State> {
        self.arranged(number).map(|position| self.state_of(&position))
    }

    fn arranged(&self, number: u32) -> Option<Position> {
        let Some(shuffle) = &self.rules().setup.shuffle else {
            return (number == 0).then(|| self.start_position());
        };
        if number >= self.arrangements() {
            return None;
        }
        let mut position = self.start_position();
        let each = self.ways_each(shuffle);
        let mut rest = number;
        for (p, player) in self.rules().players.iter().enumerate() {
            if p > 0 && shuffle.sharing == Sharing::First {
                break;
            }
            let counterpart = |tile: Tile| player.frame.tiles[tile.index()];
            // The start may itself be an arrangement.
            shuffle.tiles.iter().for_each(|tile| position.set(counterpart(*tile), None));
            for (tile, kind) in self.placed(shuffle, rest % each) {
                position.set(counterpart(tile), Some(Piece { kind, owner: Some(PlayerId::new(p)) }));
            }
            if shuffle.sharing == Sharing::Apart {
                rest /= each;
            }
        }
        fen::fresh(self, &mut position);
        Some(position)
    }

    /// What stands where after filling the first player's tiles in one of the ways.
    fn placed(&self, shuffle: &Shuffle, number: u32) -> Vec<(Tile, KindId)> {
        let mut rest = number as usize;
        let mut free: Vec<Tile> = shuffle.tiles.clone();
        let mut placed = Vec::new();
        for place in &shuffle.places {
            let ways = self.ways(place, &free);
            let chosen = &ways[rest % ways.len()];
            rest /= ways.len();
            placed.extend(chosen.iter().copied().zip(place.kinds.iter().copied()));
            free.retain(|t| !chosen.contains(t));
        }
        placed
    }

    /// All ways to place a step of a shuffle on free tiles, in lexicographic order.
    fn ways(&self, place: &tilegame_dsl::ir::Place, free: &[Tile]) -> Vec<Vec<Tile>> {
        let open: Vec<Tile> = free
            .iter()
            .copied()
            .filter(|t| place.on.is_none_or(|region| self.engine().on(region, PlayerId(0), *t)))
            .collect();
        combinations(&open, place.kinds.len())
    }

    /// A position with these pieces and no others, on a plane with their tiles and no others, as if none had moved yet.
    pub(crate) fn position_of(
        &self,
        pieces: impl IntoIterator<Item = (Tile, Piece)>,
        to_move: PlayerId,
    ) -> Position {
        let rules = self.rules();
        let mut position = self.engine().empty_position();
        for (tile, piece) in pieces {
            position.there.iter_mut().for_each(|tiles| tiles.insert(tile));
            position.set(tile, Some(piece));
        }
        position.turn = rules.turn.order.iter().position(|p| *p == to_move).unwrap_or(0) as u16;
        fen::fresh(self, &mut position);
        position
    }

    /// A position with these pieces and no others, on a plane with their tiles and no others, as if none had moved yet; whether or not the rules know
    /// such a position.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, Piece, ir::PlayerId};
    /// let chess = Game::from_library("chess")?;
    /// let (knight, white) = (chess.rules().kind("Knight").unwrap(), PlayerId(0));
    /// let b1 = chess.rules().board.tile("b1").unwrap();
    /// let alone = chess.place([(b1, Piece { kind: knight, owner: Some(white) })], white);
    /// assert_eq!(alone.pseudo_legal_moves().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&self, pieces: impl IntoIterator<Item = (Tile, Piece)>, to_move: PlayerId) -> State {
        self.state_of(&self.position_of(pieces, to_move))
    }
}

fn combinations(tiles: &[Tile], size: usize) -> Vec<Vec<Tile>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, first) in tiles.iter().enumerate() {
        for mut rest in combinations(&tiles[i + 1..], size - 1) {
            rest.insert(0, *first);
            all.push(rest);
        }
    }
    all
}
