//! Rectangles of places on a plane or a flat grid, and the smallest one around all tiles of a position.

use smallvec::SmallVec;
use tilegame_dsl::ir::Tile;

use crate::board::Board;
use crate::reference::position::Position;

/// A rectangle of places; on a plane it may lie across the place where files and ranks come round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Its least file and rank; on a plane, of a place of it.
    pub corner: [i32; 2],
    /// Its files and ranks.
    pub size: [i32; 2],
}

impl Area {
    /// The smallest rectangle around all tiles that are there.
    pub(crate) fn of(board: &Board, position: &Position) -> Option<Area> {
        match position.there() {
            Some(tiles) => Area::around(board, tiles.iter()),
            None => Area::around(board, board.tiles()),
        }
    }

    /// The smallest rectangle around some tiles; none if there is no tile. On a plane, where there can be several of one size, the one that
    /// begins first.
    pub fn around(board: &Board, tiles: impl Iterator<Item = Tile>) -> Option<Area> {
        let spots: Vec<[i32; 2]> = tiles.map(|tile| board.spot(tile)).collect();
        let round = board.plane().map(|plane| [i32::from(plane.files), i32::from(plane.ranks)]);
        let [files, ranks] = [0, 1].map(|axis| {
            let mut used: Vec<i32> = spots.iter().map(|spot| spot[axis]).collect();
            used.sort_unstable();
            used.dedup();
            stretch(&used, round.map(|round| round[axis]))
        });
        let ((x, width), (y, height)) = (files?, ranks?);
        Some(Area { corner: [x, y], size: [width, height] })
    }

    /// Its places in rows, the last rank first; `None` where the board has no place.
    pub(crate) fn rows(&self, board: &Board) -> Vec<Vec<Option<Tile>>> {
        let [x, y] = self.corner;
        let row = |rank: i32| (0..self.size[0]).map(|file| board.at([x + file, y + rank])).collect();
        (0..self.size[1]).rev().map(row).collect()
    }

    /// The tiles of a position that lie in it, and how far each lies from the corner.
    pub(crate) fn tiles(&self, board: &Board, position: &Position) -> SmallVec<[(Tile, [i32; 2]); 4]> {
        let places = self.size[0] as usize * self.size[1] as usize;
        match position.there() {
            // Of a large board without many tiles, or of a few places, whatever is less to look at.
            Some(tiles) if tiles.len() < places => {
                tiles.iter().filter_map(|tile| Some((tile, self.offset(board, tile)?))).collect()
            }
            _ => {
                let offsets = (0..self.size[1]).flat_map(|y| (0..self.size[0]).map(move |x| [x, y]));
                let at = |[x, y]: [i32; 2]| board.at([self.corner[0] + x, self.corner[1] + y]);
                let there = |(tile, _): &(Tile, [i32; 2])| position.is_there(*tile);
                offsets.filter_map(|offset| Some((at(offset)?, offset))).filter(there).collect()
            }
        }
    }

    /// How far a place lies from the corner, if it lies inside.
    pub fn offset(&self, board: &Board, tile: Tile) -> Option<[i32; 2]> {
        let [x, y] = board.spot(tile);
        let mut offset = [x - self.corner[0], y - self.corner[1]];
        if let Some(plane) = board.plane() {
            // Both lie on the plane, so once round is enough.
            for (offset, round) in offset.iter_mut().zip([plane.files, plane.ranks]) {
                *offset += if *offset < 0 { i32::from(round) } else { 0 };
            }
        }
        let inside = |axis: usize| (0..self.size[axis]).contains(&offset[axis]);
        (inside(0) && inside(1)).then_some(offset)
    }
}

/// Start and length of the shortest stretch with all these numbers, which are sorted; numbers may come round.
fn stretch(used: &[i32], round: Option<i32>) -> Option<(i32, i32)> {
    let (first, last) = (*used.first()?, *used.last()?);
    let plain = (first, last - first + 1);
    let Some(round) = round else { return Some(plain) };
    // It begins behind the widest gap.
    let mut best = plain;
    for pair in used.windows(2) {
        let length = pair[0] + round - pair[1] + 1;
        if length < best.1 {
            best = (pair[1], length);
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::stretch;

    #[test]
    fn a_stretch_may_come_round() {
        assert_eq!(stretch(&[], Some(10)), None);
        assert_eq!(stretch(&[3, 4, 6], None), Some((3, 4)));
        assert_eq!(stretch(&[3, 4, 6], Some(10)), Some((3, 4)));
        assert_eq!(stretch(&[0, 1, 9], Some(10)), Some((9, 3)));
        assert_eq!(stretch(&[0, 1, 9], None), Some((0, 10)));
        assert_eq!(stretch(&[0, 5], Some(10)), Some((0, 6)));
        assert_eq!(stretch(&(0..10).collect::<Vec<_>>(), Some(10)), Some((0, 10)));
    }
}
