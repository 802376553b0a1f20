//! Static exchange evaluation: what a series of captures on one tile comes to, if both sides take with what is worth least and stop when it pays no more.

use tilegame_runtime::Move;
use tilegame_runtime::ir::Tile;

use crate::attacks::Attacks;
use crate::view::{View, bit};

/// A royal piece is worth more than all others together.
pub(crate) const ROYAL: i32 = 10_000;

/// No more pieces of a side take part.
const MOST: usize = 24;

/// The pieces of one side that might take on a tile, those worth least first: what each is worth, its kind and where it stands.
type Takers = smallvec::SmallVec<[(i32, u8, u8); MOST]>;

/// An exchange on a tile.
struct Exchange<'e> {
    attacks: &'e Attacks,
    to: usize,
    takers: [Takers; 2],
}

/// What a move of a player that goes to a tile and takes what stands there comes to; `worth` is what pieces are worth by kind, and in an exchange a [royal](ROYAL) one.
pub(crate) fn exchange(attacks: &Attacks, worth: &[i32], view: &View, player: usize, m: Move) -> i32 {
    let (Some(from), Some(kind)) = (m.from(), m.kind()) else { return 0 };
    let to: Tile = m.to();
    let taken = view.kind(to).map_or(0, |kind| worth[kind]);
    let arrives = m.promotion().unwrap_or(kind);
    let more = worth[arrives.index()] - worth[kind.index()];
    let occupied = view.occupied & !bit(from.index());
    let takers = [0, 1].map(|side| takers(attacks, worth, view, side, to.index()));
    let exchange = Exchange { attacks, to: to.index(), takers };
    taken + more - exchange.best(1 - player, occupied, worth[arrives.index()])
}

fn takers(attacks: &Attacks, worth: &[i32], view: &View, side: usize, to: usize) -> Takers {
    let all = view.pieces[side].iter();
    let may = all.filter(|(tile, kind)| {
        attacks.reach(side, usize::from(*kind), usize::from(*tile)) & bit(to) != 0
    });
    let mut takers: Takers = may.map(|(tile, kind)| (worth[usize::from(*kind)], *kind, *tile)).collect();
    takers.sort_unstable();
    takers
}

impl Exchange<'_> {
    /// What a side can get by taking a piece that is worth so much.
    fn best(&self, side: usize, occupied: u128, standing: i32) -> i32 {
        let Some((worth, tile)) = self.least(side, occupied) else { return 0 };
        let left = occupied & !bit(tile);
        // A royal piece does not take what is protected.
        if worth >= ROYAL && self.least(1 - side, left).is_some() {
            return 0;
        }
        (standing - self.best(1 - side, left, worth)).max(0)
    }

    fn least(&self, side: usize, occupied: u128) -> Option<(i32, usize)> {
        let takers = self.takers[side].iter();
        let stands = takers.filter(|(_, _, tile)| occupied & bit(usize::from(*tile)) != 0);
        let mut takes = stands.filter(|(_, kind, tile)| {
            self.attacks.hits((side, usize::from(*kind), usize::from(*tile)), self.to, occupied)
        });
        takes.next().map(|(worth, _, tile)| (*worth, usize::from(*tile)))
    }
}
