//! Seats: how a player's place at the table carries the board onto itself.
//!
//! A seat says where each tile goes, and how directions are turned there. On a board of one part, or where every part is
//! seen in its own place, coordinates tell. Where a player is at home in another part than the first player, only that
//! part is known, and the rest follows step by step. Either way the whole board is looked at in the end: a seat from
//! which some step is missing is none.

use std::collections::VecDeque;

use crate::ir::{Board, DirId, Edge, SymId, Tile};

use super::grid::{Grid, Spot};
use super::symmetry;

/// Where everything goes.
pub(crate) struct Seat {
    /// For every tile, its counterpart.
    pub(crate) tiles: Vec<Tile>,
    /// For every tile, what becomes of directions there.
    pub(crate) syms: Vec<SymId>,
}

/// Why a seat is none.
pub(crate) enum Misfit {
    /// The counterpart of a tile is a hole, or lies beyond the board.
    Hole(Tile, Option<String>),
    /// The counterpart of a step is not there.
    Step(Edge, Tile, DirId, Option<Tile>),
    /// Nothing says where a tile goes.
    Loose(Tile),
}

/// Who sits where: how the own part is turned, and which one it is.
#[derive(Clone, Copy)]
pub(crate) struct Chair {
    pub(crate) sym: SymId,
    /// The first player's own part, and this player's.
    pub(crate) home: Option<[usize; 2]>,
}

/// Everything that a seat is worked out from.
pub(crate) struct Table<'b> {
    pub(crate) board: &'b Board,
    pub(crate) grid: &'b Grid,
}

impl Seat {
    /// The first player's.
    pub(crate) fn plain(tiles: usize) -> Seat {
        Seat { tiles: (0..tiles).map(Tile::new).collect(), syms: vec![SymId(0); tiles] }
    }
}

impl Table<'_> {
    /// The seat in a chair.
    pub(crate) fn seat(&self, chair: Chair) -> Result<Seat, Misfit> {
        let seat = match chair.home {
            None => self.by_coordinates(chair.sym)?,
            Some([own, there]) => self.by_steps(chair.sym, own, there)?,
        };
        self.board.graph.edges().try_for_each(|edge| self.check(&seat, edge))?;
        Ok(seat)
    }

    fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        (0..self.board.tiles.len()).map(Tile::new)
    }

    fn by_coordinates(&self, sym: SymId) -> Result<Seat, Misfit> {
        let tiles = self.tiles().map(|tile| self.counterpart(sym, tile, usize::from(self.grid.spot(tile).0)));
        Ok(Seat { tiles: tiles.collect::<Result<_, _>>()?, syms: vec![sym; self.board.tiles.len()] })
    }

    /// The tiles of the own part go by coordinates. From there every step that has no other beside it shows where the next
    /// tile goes.
    fn by_steps(&self, sym: SymId, own: usize, there: usize) -> Result<Seat, Misfit> {
        let mut found: Vec<Option<(Tile, SymId)>> = vec![None; self.board.tiles.len()];
        let mut open = VecDeque::new();
        for tile in self.tiles().filter(|t| usize::from(self.grid.spot(*t).0) == own) {
            let counterpart = self.counterpart(sym, tile, there)?;
            found[tile.index()] = Some((counterpart, sym));
            open.push_back((tile, counterpart, sym));
        }
        while let Some((tile, counterpart, sym)) = open.pop_front() {
            for edge in self.board.graph.from(tile) {
                if found[edge.to.index()].is_some()
                    || self.board.graph.way(tile, edge.direction).nth(1).is_some()
                {
                    continue;
                }
                let direction = self.board.symmetries[sym.index()][edge.direction.index()];
                let Some(image) = self.board.graph.way(counterpart, direction).next() else {
                    return Err(Misfit::Step(edge, counterpart, direction, None));
                };
                // Who steps and then turns as the seat says is who turns first and steps then.
                let back = self.board.inverse(edge.turn);
                let turned = self.board.compose(self.board.compose(back, sym), image.turn);
                found[edge.to.index()] = Some((image.to, turned));
                open.push_back((edge.to, image.to, turned));
            }
        }
        let all = found.into_iter().enumerate().map(|(i, f)| f.ok_or(Misfit::Loose(Tile::new(i))));
        let (tiles, syms) = all.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        Ok(Seat { tiles, syms })
    }

    /// Whether the counterpart of a step is there.
    fn check(&self, seat: &Seat, edge: Edge) -> Result<(), Misfit> {
        let (from, to) = (seat.tiles[edge.from.index()], seat.tiles[edge.to.index()]);
        let (here, there) = (seat.syms[edge.from.index()], seat.syms[edge.to.index()]);
        let direction = self.board.symmetries[here.index()][edge.direction.index()];
        let turns_alike = |turn: SymId| {
            edge.turn == SymId(0) && turn == SymId(0) && here == there
                || self.board.compose(here, turn) == self.board.compose(edge.turn, there)
        };
        if self.board.graph.way(from, direction).any(|image| image.to == to && turns_alike(image.turn)) {
            return Ok(());
        }
        Err(Misfit::Step(edge, from, direction, Some(to)))
    }

    /// The tile of a part that is, for one who sees the board so, what `tile` is for the first player.
    fn counterpart(&self, sym: SymId, tile: Tile, there: usize) -> Result<Tile, Misfit> {
        let spot = self.turned(sym, tile, there);
        spot.and_then(|spot| self.grid.tile_on(spot))
            .ok_or_else(|| Misfit::Hole(tile, spot.and_then(|spot| self.grid.name_on(spot))))
    }

    fn turned(&self, sym: SymId, tile: Tile, there: usize) -> Option<Spot> {
        let (part, [x, y, z]) = self.grid.spot(tile);
        let size = |part: usize| self.grid.parts()[part].size.map(i32::from);
        let (size, goal) = (size(usize::from(part)), size(there));
        // Twice the way from the centre, so that it is whole.
        let away = |n: i16, size: i32| 2 * i32::from(n) - (size - 1);
        let to = symmetry::image(self.board, sym, [away(x, size[0]), away(y, size[1]), away(z, size[2])]);
        let place = |axis: usize| {
            let twice = to[axis] + goal[axis] - 1;
            (twice % 2 == 0).then(|| i16::try_from(twice / 2).ok()).flatten()
        };
        Some((there as u8, [place(0)?, place(1)?, place(2)?]))
    }
}
