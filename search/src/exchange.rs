//! Static exchange evaluation: what a series of captures on one tile comes to, if both sides take with what is worth least and stop when it pays no more.

use tilegame_runtime::Move;
use tilegame_runtime::ir::Tile;

use crate::attacks::Attacks;
use crate::view::{View, bit, tiles};

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
    let theirs = takers(attacks, worth, view, 1 - player, to.index());
    if theirs.is_empty() {
        return taken + more;
    }
    let own = takers(attacks, worth, view, player, to.index());
    let takers = if player == 0 { [own, theirs] } else { [theirs, own] };
    let exchange = Exchange { attacks, to: to.index(), takers };
    taken + more - exchange.best(1 - player, occupied, worth[arrives.index()])
}

fn takers(attacks: &Attacks, worth: &[i32], view: &View, side: usize, to: usize) -> Takers {
    let may = tiles(attacks.aimed(side, to) & view.owned[side]).filter_map(|tile| {
        let kind = view.kind(Tile::new(tile))?;
        let reaches = attacks.reach(side, kind, tile) & bit(to) != 0;
        reaches.then(|| (worth[kind], kind as u8, tile as u8))
    });
    let mut takers: Takers = may.collect();
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

#[cfg(test)]
mod tests {
    use tilegame_runtime::{Game, State};

    use super::*;
    use crate::Values;

    /// What a move comes to, and what pieces are worth.
    fn exchanged(name: &str, fen: &str, m: &str) -> (i32, impl Fn(&str) -> i32) {
        let game = Game::from_library(name).expect("a game");
        let values = Values::of(&game, None);
        let state: State = game.read_fen(fen).expect("a position");
        let m = state.read_one(m).expect("a move");
        let mut view = View::default();
        view.look(&state);
        let attacks = values.attacks().expect("tables");
        let value = exchange(attacks, values.worths(), &view, state.to_move().index(), m);
        let worth = move |name: &str| {
            let kinds = game.rules().kinds.iter();
            kinds.zip(values.worths()).find(|(kind, _)| kind.name == name).map_or(0, |(_, worth)| *worth)
        };
        (value, worth)
    }

    #[test]
    fn exchanges_are_counted() {
        // Nobody protects the pawn.
        let (value, worth) = exchanged("chess", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5");
        assert_eq!(value, worth("Pawn"));
        // The knight is lost for a pawn, and it does not pay to take further.
        let fen = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        let (value, worth) = exchanged("chess", fen, "d3e5");
        assert_eq!(value, worth("Pawn") - worth("Knight"));
        // The second rook takes through the first, and the king can't take what is protected.
        let (value, worth) = exchanged("chess", "4k3/4r3/8/8/8/8/4R3/4R1K1 w - - 0 1", "e2e7");
        assert_eq!(value, worth("Rook"));
        // Without the second rook it takes back.
        let (value, _) = exchanged("chess", "4k3/4r3/8/8/8/8/4R3/6K1 w - - 0 1", "e2e7");
        assert_eq!(value, 0);
        // A quiet move to where a pawn takes.
        let (value, worth) = exchanged("chess", "4k3/8/3p4/8/8/2N5/8/4K3 w - - 0 1", "c3e4");
        assert_eq!(value, 0);
        let (value, _) = exchanged("chess", "4k3/8/3p4/8/6N1/8/8/4K3 w - - 0 1", "g4e5");
        assert_eq!(value, -worth("Knight"));
        // To promote on a protected tile costs a pawn.
        let (value, worth) = exchanged("chess", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q");
        assert_eq!(value, -worth("Pawn"));
    }

    #[test]
    fn a_cannon_needs_a_screen() {
        // The chariot takes the soldier; the cannon behind a screen takes back.
        let fen = "3k5/9/4c4/4p4/4p4/9/9/4R4/9/5K3 w - - 0 1";
        let (value, worth) = exchanged("xiangqi", fen, "e3e6");
        assert_eq!(value, worth("Soldier") - worth("Chariot"));
        // Without the screen it can't.
        let (value, worth) = exchanged("xiangqi", "3k5/9/4c4/9/4p4/9/9/4R4/9/5K3 w - - 0 1", "e3e6");
        assert_eq!(value, worth("Soldier"));
    }
}
