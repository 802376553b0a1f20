//! Planes: of a plane the engine sees a window of numbered places, in which all tiles lie.
//!
//! All places of a plane are alike, so no rule can ask where the window lies; a state only knows it. It lies so that the box around all
//! tiles begins at the same place of it in every state, with as much room around the box as the moves of tiles that are listed can need:
//! so equal positions are equal states. Where a plane is no larger than a window can be, the window is as large as the plane, and stays.
//!
//! Tiles may lie too far apart for a window: such a position is refused.

use tilegame_dsl::ir::{BoardWork, Rules, Tile};

use crate::area::Area;
use crate::board::Board;
use crate::packed::refusal::WhyNot;
use crate::reference::position::Position;

/// A window has so many files and so many ranks, unless the plane has fewer of the one, and it has more of the other.
const SIDE: u16 = 32;

/// A window on a plane.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// The whole plane.
    plane: Board,
    /// Its files and ranks.
    pub(crate) size: [u16; 2],
    /// The files and ranks of the plane.
    pub(crate) round: [i32; 2],
    /// How much room there is on each side of the box around all tiles.
    pub(crate) margin: i32,
    /// The most files or ranks of the rectangles of tiles whose moves are listed.
    listed: i32,
}

impl Window {
    /// A window of at most so many places on a board, if that is a plane.
    pub(crate) fn new(board: &Board, rules: &Rules, places: usize) -> Result<Option<Window>, WhyNot> {
        let Some(plane) = board.plane() else { return Ok(None) };
        let all = [plane.files, plane.ranks];
        let size = size(all, places).ok_or(WhyNot::TooLarge)?;
        let of_line = |work: &BoardWork| match work {
            BoardWork::Carry { listed, .. } => listed[0].max(listed[1]),
            BoardWork::Vanish { .. } => 0,
        };
        let listed = rules.turn.board.iter().map(|line| of_line(&line.work)).max().unwrap_or(0);
        let moves = |axis: &usize| size[*axis] != all[*axis];
        let least = [0, 1].into_iter().filter(moves).map(|axis| size[axis]).min().unwrap_or(0);
        let (plane, round) = (board.clone(), all.map(i32::from));
        let margin = i32::from(listed.min(least / 3));
        Ok(Some(Window { plane, size, round, margin, listed: listed.into() }))
    }

    /// Whether it lies somewhere on its plane, and not on all of it.
    pub(crate) fn moves(&self, axis: usize) -> bool {
        i32::from(self.size[axis]) != self.round[axis]
    }

    /// Where it lies if this is the box around all tiles: its least file and rank. Nowhere if there is not enough room in it for the box and
    /// for what so many moves can add to it.
    pub(crate) fn around(&self, area: Area, moves: i32) -> Option<[i32; 2]> {
        let mut corner = [0; 2];
        for axis in (0..2).filter(|axis| self.moves(*axis)) {
            let larger = area.size[axis] + self.margin * moves;
            let is_listed_whole = self.listed <= self.margin || larger <= self.margin;
            if larger + 2 * self.margin > self.size[axis].into() || !is_listed_whole {
                return None;
            }
            corner[axis] = (area.corner[axis] - self.margin).rem_euclid(self.round[axis]);
        }
        Some(corner)
    }

    /// Where it lies in a position.
    pub(crate) fn corner(&self, position: &Position) -> Option<[i32; 2]> {
        Area::of(&self.plane, position).map_or(Some([0; 2]), |area| self.around(area, 0))
    }

    /// The number of a tile's place where the window lies so, if the tile lies in it.
    pub(crate) fn place(&self, corner: [i32; 2], tile: Tile) -> Option<usize> {
        let spot = self.plane.spot(tile);
        let [x, y] = [0, 1].map(|axis| (spot[axis] - corner[axis]).rem_euclid(self.round[axis]));
        let [files, ranks] = self.size.map(i32::from);
        (x < files && y < ranks).then_some((y * files + x) as usize)
    }

    /// The tile at a place where the window lies so.
    pub(crate) fn tile(&self, corner: [i32; 2], place: usize) -> Tile {
        let (place, files) = (place as i32, i32::from(self.size[0]));
        let spot = [corner[0] + place % files, corner[1] + place / files];
        self.plane.at(spot).unwrap_or(Tile(0))
    }
}

/// The files and ranks of a window on a plane.
fn size(all: [u16; 2], places: usize) -> Option<[u16; 2]> {
    if usize::from(all[0]) * usize::from(all[1]) <= places {
        return Some(all);
    }
    if places < usize::from(SIDE).pow(2) {
        return None;
    }
    // No more than half of the plane: then nothing lies next to the window on both sides.
    let fitting = |all: u16, room: usize| if usize::from(all) <= room { all } else { all / 2 };
    let beside = |all: u16, other: u16| {
        let room = places / usize::from(other);
        fitting(all, room).min(room as u16)
    };
    let files = fitting(all[0], SIDE.into()).min(SIDE);
    let ranks = beside(all[1], files);
    Some([beside(all[0], ranks), ranks])
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn a_window_is_a_whole_plane_or_half_of_it_at_most() {
        assert_eq!(size([702, 1000], 1024), Some([32, 32]));
        assert_eq!(size([702, 1000], 256), None);
        assert_eq!(size([7, 9], 64), Some([7, 9]));
        assert_eq!(size([7, 1000], 1024), Some([7, 146]));
        assert_eq!(size([1000, 7], 1024), Some([146, 7]));
        assert_eq!(size([40, 40], 1024), Some([20, 40]));
        assert_eq!(size([60, 50], 1024), Some([30, 25]));
    }
}
