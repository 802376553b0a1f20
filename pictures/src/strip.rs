//! Pieces beside the board: below it, a line or more for each player, with a square of the player's colour before them.

use kurbo::{Point, Vec2};
use tilegame_runtime::Piece;
use tilegame_runtime::ir::PlayerId;

use crate::UNIT;

/// The height of a line, in tiles.
const LINE: f64 = 0.6;

/// How much of it a piece takes.
const SHARE: f64 = 0.92;

/// Where everything goes, on paper.
pub(crate) struct Strip {
    lines: Vec<(PlayerId, Vec<Piece>)>,
    /// The upper left corner.
    corner: Point,
}

impl Strip {
    /// Below a board of this size with its rim.
    pub(crate) fn new(of_players: &[(PlayerId, Vec<Piece>)], board: Vec2) -> Strip {
        let side = LINE * UNIT;
        // The square before the pieces takes a place, too.
        let fit = ((board.x / side) as usize).saturating_sub(2).max(1);
        let mut lines = Vec::new();
        for (player, pieces) in of_players {
            let mut pieces = pieces.clone();
            pieces.sort_by_key(|piece| (piece.kind, piece.owner));
            lines.extend(pieces.chunks(fit).map(|line| (*player, line.to_vec())));
        }
        Strip { lines, corner: Point::new(side / 2.0, board.y) }
    }

    /// How much the picture is higher with it.
    pub(crate) fn height(&self) -> f64 {
        if self.lines.is_empty() { 0.0 } else { (self.lines.len() as f64 + 0.3) * LINE * UNIT }
    }

    /// The middle of a place in a line.
    fn at(&self, line: usize, place: usize) -> Point {
        let side = LINE * UNIT;
        self.corner + Vec2::new((place as f64 + 0.5) * side, (line as f64 + 0.5) * side)
    }

    /// Squares in the players' colours: whose, the middle and the side.
    pub(crate) fn swatches(&self) -> impl Iterator<Item = (PlayerId, Point, f64)> + use<> {
        let all = self.lines.iter().enumerate();
        let all: Vec<_> =
            all.map(|(line, (player, _))| (*player, self.at(line, 0), LINE * UNIT * 0.4)).collect();
        all.into_iter()
    }

    /// The pieces, each with its middle and the side of its square.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Piece, Point, f64)> + use<> {
        let lines = self.lines.iter().enumerate();
        let all = lines.flat_map(|(line, (_, pieces))| {
            let places = pieces.iter().enumerate();
            places.map(move |(place, piece)| (*piece, self.at(line, place + 1), LINE * UNIT * SHARE))
        });
        all.collect::<Vec<_>>().into_iter()
    }
}
