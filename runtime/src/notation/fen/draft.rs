//! A FEN that is being written: what can be made of it so far.

use smallvec::SmallVec;
use tilegame_dsl::ir::{PlayerId, Tile};

use super::placement;
use crate::game::Game;
use crate::notation::field::Field;
use crate::reference::position::Piece;
use crate::state::State;

/// The pieces of a text that is no position, as far as they can be read: row by row, each up to the first sign that means nothing or that
/// the row has no tile for. The first player is to move, and nothing else is known.
///
/// ```
/// use tilegame_runtime::Game;
/// use tilegame_runtime::notation::fen;
/// let chess = Game::from_library("chess")?;
/// assert!(chess.read_fen("rnbqkbnr/ppp?pppp/8/8").is_err());
/// assert_eq!(fen::read_draft(&chess, "rnbqkbnr/ppp?pppp/8/8").pieces().count(), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_draft(game: &Game, text: &str) -> State {
    let board = &game.rules().board;
    let rows = text.split_whitespace().next().unwrap_or_default();
    let rows = rows.split('[').next().unwrap_or_default();
    let mut written: Vec<_> = board.rows.iter().collect();
    if game.notation().placement.from_below {
        written.reverse();
    }
    let mut pieces: Vec<(Tile, Piece)> = Vec::new();
    for (row, tiles) in rows.split('/').zip(written) {
        let mut field = Field { text: row, at: 0 };
        let runs = loop {
            match placement::runs(game, field, board.tiles.len()) {
                Ok(runs) => break runs,
                Err(error) if error.range.start < field.text.len() => {
                    field.text = &row[..error.range.start];
                }
                Err(_) => break SmallVec::new(),
            }
        };
        pieces.extend(placement::on_tiles(&runs, tiles));
    }
    State::of_draft(game, game.position_of(pieces, PlayerId(0)))
}
