//! Pieces beside the board: above or below it, where their players sit, a line or more for each, with a square of the player's colour
//! before them.

use kurbo::{Point, Vec2};
use tilegame_runtime::ir::{KindId, PlayerId};
use tilegame_runtime::{Piece, State};

use crate::svg::Label;
use crate::{LETTERS, UNIT};

/// The height of a line, and the side of the square of a piece, in tiles.
const LINE: f64 = 0.6;

/// How much of its square a piece takes.
const SHARE: f64 = 0.92;

/// Where everything goes, on paper.
pub(crate) struct Strip {
    lines: Vec<Line>,
    /// The upper left corner.
    corner: Point,
    /// How many squares are in a line behind that of the player.
    room: usize,
}

struct Line {
    player: PlayerId,
    /// Pieces that are the same, and the square where they stand.
    piles: Vec<(usize, Pile)>,
}

#[derive(Clone, Copy)]
struct Pile {
    piece: Piece,
    pieces: usize,
}

impl Pile {
    /// The number is written behind the piece.
    fn squares(self) -> usize {
        if self.pieces > 1 { 2 } else { 1 }
    }
}

impl Strip {
    /// Nothing yet, at the top of a picture of this width.
    pub(crate) fn of_width(width: f64) -> Strip {
        let side = LINE * UNIT;
        let room = ((width / side) as usize).saturating_sub(2).max(2);
        Strip { lines: Vec::new(), corner: Point::new(side / 2.0, 0.0), room }
    }

    /// The same, so much farther down.
    pub(crate) fn lowered(mut self, by: f64) -> Strip {
        self.corner.y += by;
        self
    }

    /// Adds what each of the players has in hand.
    pub(crate) fn add_hands(&mut self, state: &State, players: &[PlayerId]) {
        let rules = state.game().rules();
        for player in players.iter().copied() {
            let kinds = (0..rules.kinds.len()).map(KindId::new);
            let piles = kinds.map(|kind| Pile {
                piece: Piece { kind, owner: Some(player) },
                pieces: state.hand(player, kind) as usize,
            });
            self.add(player, piles.filter(|pile| pile.pieces > 0));
        }
    }

    /// Adds pieces one by one, those of a kind together; as far as they are those of the players.
    pub(crate) fn add_pieces(&mut self, of_players: &[(PlayerId, Vec<Piece>)], players: &[PlayerId]) {
        for (player, pieces) in of_players.iter().filter(|(player, _)| players.contains(player)) {
            let mut pieces = pieces.clone();
            pieces.sort_by_key(|piece| (piece.kind, piece.owner));
            self.add(*player, pieces.into_iter().map(|piece| Pile { piece, pieces: 1 }));
        }
    }

    fn add(&mut self, player: PlayerId, piles: impl Iterator<Item = Pile>) {
        let mut free = 0;
        for pile in piles {
            if free < pile.squares() {
                self.lines.push(Line { player, piles: Vec::new() });
                free = self.room;
            }
            if let Some(line) = self.lines.last_mut() {
                line.piles.push((self.room - free, pile));
            }
            free -= pile.squares();
        }
    }

    /// How much the picture is higher with it.
    pub(crate) fn height(&self) -> f64 {
        if self.lines.is_empty() { 0.0 } else { (self.lines.len() as f64 + 0.3) * LINE * UNIT }
    }

    /// The middle of a square of a line; that of the player is the first.
    fn at(&self, line: usize, square: usize) -> Point {
        let side = LINE * UNIT;
        self.corner + Vec2::new((square as f64 + 0.5) * side, (line as f64 + 0.5) * side)
    }

    /// Squares in the players' colours: whose, the middle and the side.
    pub(crate) fn swatches(&self) -> Vec<(PlayerId, Point, f64)> {
        let lines = self.lines.iter().enumerate();
        lines.map(|(number, line)| (line.player, self.at(number, 0), LINE * UNIT * 0.4)).collect()
    }

    /// The pieces, each with its middle and the side of its square.
    pub(crate) fn pieces(&self) -> Vec<(Piece, Point, f64)> {
        let place = |(at, pile): (Point, Pile)| (pile.piece, at, LINE * UNIT * SHARE);
        self.piles().map(place).collect()
    }

    /// How many pieces there are of a kind, behind it.
    pub(crate) fn numbers(&self) -> Vec<Label> {
        let several = self.piles().filter(|(_, pile)| pile.pieces > 1);
        let label = |(at, pile): (Point, Pile)| Label {
            text: pile.pieces.to_string(),
            at: at + Vec2::new(LINE * UNIT * 0.8, 0.0),
            height: LETTERS * UNIT,
        };
        several.map(label).collect()
    }

    fn piles(&self) -> impl Iterator<Item = (Point, Pile)> {
        self.lines.iter().enumerate().flat_map(move |(number, line)| {
            line.piles.iter().map(move |(square, pile)| (self.at(number, square + 1), *pile))
        })
    }
}
