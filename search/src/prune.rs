//! What is not looked at, or less deeply: late and bad moves, positions that are good enough although the player does nothing; and what is looked at more
//! deeply: a move that is the only good one.

use std::sync::LazyLock;

use smallvec::SmallVec;
use tilegame_runtime::ir::Tile;
use tilegame_runtime::{Move, State};

use crate::Values;
use crate::attacks::Attacks;
use crate::order::Ranked;
use crate::table::{Bound, Entry};
use crate::tree::{Ply, Tree, WINNING, from_table};
use crate::view::{View, bit, tiles};

/// Futility: what a quiet move may bring, and what each ply more.
const FUTILE: i32 = 110;
const FUTILE_PLY: i32 = 90;
const FUTILE_DEPTH: i32 = 6;

/// Late quiet moves are left out up to this depth.
pub(crate) const LATE_DEPTH: i32 = 7;

/// Moves that lose so much by exchange are left out, by ply: quiet ones by the square of the depth.
const LOSING_CAPTURE: i32 = 90;
const LOSING_QUIET: i32 = 22;
const LOSING_DEPTH: i32 = 7;

/// Null moves are verified from this depth on.
const VERIFIED: i32 = 12;

/// By depth and number, by how many plies less a late move is looked at.
static REDUCED: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
    let reduced = |depth: usize, number: usize| 0.6 + (depth as f64).ln() * (number as f64).ln() / 2.1;
    std::array::from_fn(|depth| std::array::from_fn(|number| reduced(depth.max(1), number.max(1)) as u8))
});

/// By how many plies less a late move is looked at.
pub(crate) fn reduced(depth: i32, number: usize) -> i32 {
    i32::from(REDUCED[depth.clamp(0, 63) as usize][number.min(63)])
}

/// After so many quiet moves, late ones are left out.
pub(crate) fn late(depth: i32, is_improving: bool) -> i32 {
    (4 + depth * depth) / if is_improving { 1 } else { 2 }
}

/// Royal pieces of the other side, and what aims at them.
pub(crate) struct Aims {
    royals: SmallVec<[u8; 4]>,
    /// Tiles and kinds of the player's pieces that would attack a royal piece, if what lies between allowed it, and its tile.
    along_lines: SmallVec<[(u8, u8, u8); 8]>,
}

impl Aims {
    fn of(values: &Values, attacks: &Attacks, view: &View, me: usize) -> Aims {
        let royals = view.pieces[1 - me].iter().filter(|(_, kind)| values.is_royal(usize::from(*kind)));
        let royals: SmallVec<[u8; 4]> = royals.map(|(tile, _)| *tile).collect();
        let mut along_lines = SmallVec::new();
        for royal in &royals {
            let aimed = tiles(attacks.aimed(me, usize::from(*royal)) & view.owned[me]);
            along_lines.extend(aimed.filter_map(|tile| {
                let kind = view.kind(Tile::new(tile))?;
                let may = attacks.can_be_blocked(me, kind, tile, usize::from(*royal));
                may.then_some((tile as u8, kind as u8, *royal))
            }));
        }
        Aims { royals, along_lines }
    }
}

impl Tree<'_> {
    /// Whether a move can be left out near the end of a line, unless it gives check or ends the game.
    pub(crate) fn looks_bad(
        &self,
        (ply, ranked): (usize, &Ranked),
        (depth, number, past): (i32, usize, i32),
        (alpha, is_main): (i32, bool),
    ) -> bool {
        let Some(shown) = self.plies[ply].shown.filter(|_| !is_main) else { return false };
        let comes_to_less = |than: i32| {
            depth <= LOSING_DEPTH && self.exchanged(ply, ranked.m).is_some_and(|value| value < than)
        };
        if ranked.gain.is_some() {
            return ranked.rank < 0 && comes_to_less(-LOSING_CAPTURE * depth);
        }
        let less = (reduced(depth, number + 1) - past / 8192).max(0);
        let left = (depth - less).max(1);
        let is_futile =
            left <= FUTILE_DEPTH && alpha.abs() < WINNING && shown + FUTILE + FUTILE_PLY * left <= alpha;
        let is_bad = depth <= 4 && past < -3000 * depth;
        is_futile || is_bad || comes_to_less(-LOSING_QUIET * left * left)
    }

    /// Leaves all quiet moves out that stand at a place of the list or later and don't give check.
    pub(crate) fn leave_out_late(&mut self, ply: usize, at: usize) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.retain_quiet(at, |m| self.gives_check(ply, m));
        self.moves = moves;
    }

    /// Whether a move attacks a royal piece, itself or by going out of the way of another.
    pub(crate) fn gives_check(&mut self, ply: usize, m: Move) -> bool {
        let values = self.known.values;
        let (Some(attacks), Some(from), Some(kind)) = (values.attacks(), m.from(), m.kind()) else {
            return false;
        };
        if !self.known.traits.checks {
            return false;
        }
        let Ply { view, aims, mover, .. } = &mut self.plies[ply];
        let me = mover.index() & 1;
        let aims = aims.get_or_insert_with(|| Aims::of(values, attacks, view, me));
        let (from, to, kind) = (from.index(), m.to().index(), m.promotion().unwrap_or(kind).index());
        let occupied = view.occupied & !bit(from) | bit(to);
        aims.royals.iter().any(|royal| attacks.hits((me, kind, to), usize::from(*royal), occupied))
            || aims.along_lines.iter().any(|(tile, kind, royal)| {
                let (tile, kind) = (usize::from(*tile), usize::from(*kind));
                tile != from && attacks.hits((me, kind, tile), usize::from(*royal), occupied)
            })
    }

    /// Whether the best move known is the only good one, so that it is looked at more deeply; or a value that others have, too.
    pub(crate) fn singular(
        &mut self,
        (state, key): (&State, u64),
        (depth, ply): (i32, usize),
        entry: Entry,
        beta: i32,
        is_cut: bool,
    ) -> Result<i32, i32> {
        let value = from_table(entry.value, ply);
        let is_reliable =
            i32::from(entry.depth) >= depth - 3 && entry.bound != Bound::AtMost && value.abs() < WINNING;
        if !is_reliable {
            return Ok(0);
        }
        let below = value - 2 * depth;
        let this = self.path.pop();
        let went = self.plies[ply].went;
        self.plies[ply].excluded = entry.best;
        let line = std::mem::take(&mut self.plies[ply].line);
        let others = self.value((state, key), (depth - 1) / 2, ply, (below - 1, below), is_cut);
        self.plies[ply].line = line;
        self.plies[ply].excluded = None;
        self.plies[ply].went = went;
        if let Some((key, in_check)) = this {
            self.path.push(key, in_check);
        }
        Ok(match () {
            () if self.stopped => 0,
            () if others < below => 1,
            () if below >= beta => return Err(below),
            () if value >= beta => -1,
            () => 0,
        })
    }

    /// By how many plies less a move at the root is looked at.
    pub(crate) fn reduction_at_root(&mut self, state: &State, m: Move, depth: i32, number: usize) -> i32 {
        let is_quiet = self.gain(state, 0, m).is_none();
        if !self.prunes || depth < 3 || number < 4 || !is_quiet || self.gives_check(0, m) {
            return 0;
        }
        (reduced(depth, number) - 1).clamp(0, depth - 2)
    }

    /// Whether a position is still good enough if the player does nothing: what it is worth at least.
    pub(crate) fn skip(
        &mut self,
        state: &State,
        key: u64,
        (depth, ply): (i32, usize),
        (shown, beta): (i32, i32),
    ) -> Option<i32> {
        if !self.known.values.has_officers(state, self.plies[ply].mover) {
            return None;
        }
        let next = state.after_null()?;
        let less = 3 + depth / 3 + ((shown - beta) / 200).clamp(0, 3);
        self.path.push(key, false);
        self.plies[ply].went = None;
        self.plies[ply + 1].no_null = true;
        let value = self.below((&next, self.key(&next)), depth - less, ply, (beta - 1, beta), true);
        self.plies[ply + 1].no_null = false;
        self.path.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A win that needs the others to do nothing is none.
        let value = if value > WINNING { beta } else { value };
        if depth < VERIFIED {
            return Some(value);
        }
        self.plies[ply].no_null = true;
        let verified = self.value((state, key), depth - less, ply, (beta - 1, beta), false);
        self.plies[ply].no_null = false;
        (!self.stopped && verified >= beta).then_some(value)
    }
}
