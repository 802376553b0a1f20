//! Zones: which pieces cover a tile, by their `cover` rules. All of these are walked.

use tilegame_dsl::ir::{KindId, LabelId, Mode, PlayerId, Tile, Who};

use crate::engine::view::{View, seen_by};
use crate::engine::walk::Done;
use crate::packed::set::Set;
use crate::plan::Plan;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether a tile is under a zone of somebody's pieces; with `by_one`, of one piece alone, and of no other than the one that has
    /// watched the way so far.
    pub(crate) fn is_under(
        &self,
        v: &View<'_, W, N>,
        tile: usize,
        (zone, of): (LabelId, Who),
        by_one: bool,
    ) -> bool {
        if !by_one {
            return !self.covering(v, tile, (zone, of), 1).is_empty();
        }
        let one = self.only_one(v, tile, zone, of);
        one.is_some_and(|one| v.walker.and_then(|w| w.watcher).is_none_or(|watcher| watcher == one))
    }

    /// The piece that covers a tile, if exactly one does.
    pub(crate) fn only_one(&self, v: &View<'_, W, N>, tile: usize, zone: LabelId, of: Who) -> Option<u16> {
        let found = self.covering(v, tile, (zone, of), 2);
        (!found.is_empty() && found.is_at_most_one()).then(|| found.lowest() as u16)
    }

    /// Pieces that cover a tile, but no more than are wanted.
    fn covering(&self, v: &View<'_, W, N>, tile: usize, (zone, of): (LabelId, Who), wanted: u32) -> Set<W> {
        let mut found = Set::EMPTY;
        let is_meant = |player: usize| match of {
            Who::Enemy => player != v.me,
            who => self.who(v, who) == player,
        };
        let players = (0..self.layout.players).filter(|p| is_meant(*p) && self.is_in_play(v.state, *p));
        for player in players {
            let seen = self.view_with(v.state, player, v.lifted, v.supposed);
            let walker = v.walker.map(|walker| walker.at_home());
            let seen = View { mover: v.mover, before: v.before, ..seen };
            let seen = match &walker {
                Some(walker) => seen_by(&seen, walker),
                None => seen,
            };
            let pieces = seen.mine & v.state.sets[self.layout.owner(player)];
            for from in pieces.iter() {
                if found.len() == wanted {
                    return found;
                }
                if self.covers(&seen, from, zone, tile) {
                    found.insert(from);
                }
            }
        }
        found
    }

    /// Whether the asker's piece covers a tile.
    fn covers(&self, v: &View<'_, W, N>, from: usize, zone: LabelId, tile: usize) -> bool {
        let Some(kind) = self.standing(v, from).flatten() else { return false };
        let me = PlayerId::new(v.me);
        if !self.reference.may_cover(me, KindId::new(kind), Tile::new(from), Tile::new(tile)) {
            return false;
        }
        let rules = self.reference.rules.kinds[kind].rules.iter().enumerate();
        let mut rules = rules.filter(|(_, rule)| rule.mode == Mode::Cover && rule.label == Some(zone));
        rules.any(|(number, _)| {
            self.walked(kind as u8, number as u16).is_some_and(|walked| {
                let start = self.setting_out(v.me, from);
                self.holds(v, from, &walked.guard)
                    && self.walk(v, &walked.route, start, &mut Done::new(v), &mut |end, _| {
                        end.tile as usize == tile
                    })
            })
        })
    }
}
