//! Attackers: which enemies could take what stands on a tile.

use tilegame_dsl::ir::{Mode, Tile, Who};

use crate::cpu::Any;
use crate::engine::view::{View, gone_on_the_way, of, one_of, seen_by};
use crate::engine::walk::Done;
use crate::moves::Change;
use crate::packed::set::Set;
use crate::plan::Plan;
use crate::plan::attacks::OddThreat;
use crate::plan::cond::Cond;
use crate::plan::program::Lands;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether what stands on a tile is attacked, as a test asks it: from the side of its owner, or on an empty tile of the
    /// evaluating player.
    pub(crate) fn is_attacked_as_seen(&self, v: &View<'_, W, N>, tile: usize) -> bool {
        let me = if !v.occupied.has(tile) || v.mine.has(tile) { v.me } else { self.owner_as_seen(v, tile) };
        !self.attackers(&View { me, ..*v }, tile, true).is_empty()
    }

    /// The same for the pieces of one player.
    pub(crate) fn is_attacked_by(&self, v: &View<'_, W, N>, by: usize, tile: usize) -> bool {
        let me = if !v.occupied.has(tile) || v.mine.has(tile) { v.me } else { self.owner_as_seen(v, tile) };
        by != me && !self.attackers_of(by, &View { me, ..*v }, tile, true, Set::EMPTY).is_empty()
    }

    fn owner_as_seen(&self, v: &View<'_, W, N>, tile: usize) -> usize {
        if let Some((supposed, owner)) = v.supposed
            && supposed == tile
        {
            return owner;
        }
        let owns = |p: &usize| v.state.sets[self.layout.owner(*p)].has(tile);
        (0..self.layout.players).find(owns).unwrap_or(v.me)
    }

    /// The pieces that could take a piece of the asking player's on a tile; with `any`, perhaps not all if there are some.
    pub(crate) fn attackers(&self, v: &View<'_, W, N>, tile: usize, any: bool) -> Set<W> {
        let mut found = Set::EMPTY;
        for player in (0..self.layout.players).filter(|p| *p != v.me) {
            if any && !found.is_empty() {
                return found;
            }
            if self.is_in_play(v.state, player) {
                found |= self.attackers_of(player, v, tile, any, found);
            }
        }
        found
    }

    fn attackers_of(
        &self,
        player: usize,
        v: &View<'_, W, N>,
        tile: usize,
        any: bool,
        mut found: Set<W>,
    ) -> Set<W> {
        let state = v.state;
        if self.layout.missing(state).has(tile) {
            return found;
        }
        let gone = gone_on_the_way(v);
        let hand = one_of(v.lifted[0]) | one_of(v.lifted[1]) | gone;
        // A question within a question remembers only the piece lifted last.
        let lifted = one_of(v.lifted[0]) | gone;
        let occupied = self.occupied(state).without(lifted);
        let pool = state.sets[self.layout.owner(player)].without(hand);
        let threats = &self.side(state, player).threats;
        for leap in &threats.leaps {
            found |= *leap.from.at(tile) & pool & of(state, &leap.kinds);
        }
        for line in &threats.lines {
            let pieces = pool & of(state, &line.kinds);
            if line.reach.at(tile).meets(pieces) {
                let mut look = line.table.look(Any, tile, occupied);
                if let Some(blockers) = &line.table.blockers {
                    // What is supposed on the tile is the piece that stands there, if it has the right owner; else of no kind.
                    let (all, here) = (state.sets[blockers.set as usize], Set::one(tile));
                    let supposed = all & here & state.sets[self.layout.owner(v.me)];
                    look = blockers.left(tile, look, all.without(here | lifted) | supposed);
                }
                found |= look & pieces;
            }
        }
        for odd in &threats.odd {
            if any && !found.is_empty() {
                return found;
            }
            let candidates = *odd.reach.at(tile) & pool & state.sets[odd.kind as usize];
            for from in candidates.without(found).iter() {
                if self.threatens(v, player, odd, from, tile) {
                    found.insert(from);
                }
            }
        }
        found
    }

    /// Whether the piece on a tile could take something where a test holds: what stands there, or, on an empty tile, a piece of the
    /// asker, or of the next player if it is the asker's own piece.
    pub(crate) fn attacks(&self, v: &View<'_, W, N>, from: usize, target: &Cond) -> bool {
        let owner_on = |tile: usize| (0..self.layout.players).find(|player| self.owned(v, *player).has(tile));
        let stands = || match v.supposed {
            Some((tile, owner)) if tile == from => Some(owner),
            _ => (0..self.layout.players).find(|player| v.state.sets[self.layout.owner(*player)].has(from)),
        };
        let Some(owner) = stands().filter(|owner| self.is_in_play(v.state, *owner)) else { return false };
        if gone_on_the_way(v).has(from) || self.standing(v, from).flatten().is_none() {
            return false;
        }
        let next = || if v.me == owner { self.who(v, Who::Next) } else { v.me };
        // The piece itself is not lifted for who attacks.
        let lifted = if v.lifted[0] == Some(from) { [None; 2] } else { v.lifted };
        let targets = self.where_holds(v, target, self.tiles(v.state)).without(Set::one(from));
        targets.iter().any(|tile| {
            let victim = owner_on(tile).unwrap_or_else(next);
            let seen = View { me: victim, lifted, ..*v };
            victim != owner && self.attackers_of(owner, &seen, tile, false, Set::EMPTY).has(from)
        })
    }

    fn threatens(
        &self,
        v: &View<'_, W, N>,
        player: usize,
        odd: &OddThreat<W>,
        from: usize,
        target: usize,
    ) -> bool {
        let seen = self.view_with(v.state, player, [Some(from), v.lifted[0]], Some((target, v.me)));
        let walker = v.walker.map(|walker| walker.at_home());
        let seen = match &walker {
            Some(walker) => seen_by(&seen, walker),
            None => seen,
        };
        let seat = self.seat(v.state, player);
        odd.rules.iter().any(|rule| {
            if let Some(walked) = self.walked(odd.kind, *rule) {
                let mode = self.reference.rules.kinds[odd.kind as usize].rules[*rule as usize].mode;
                let lands = matches!(mode, Mode::Capture | Mode::Move | Mode::Threat);
                let (start, done) = (self.setting_out(player, from), &mut Done::new(&seen));
                return self.holds(&seen, from, &walked.guard)
                    && self.walk(&seen, &walked.route, start, done, &mut |end, done| {
                        lands && end.tile as usize == target || done.takes(target)
                    });
            }
            let program = self.movers.shapes[seat][odd.kind as usize][*rule as usize].programs[from];
            self.code.run(
                program,
                |ask, tile| self.answer(&seen, ask, tile),
                |_, leaf| {
                    let lands = matches!(leaf.lands, Lands::Foe | Lands::Either);
                    lands && leaf.to as usize == target
                        || leaf.changes.contains(&Change::Take(Tile::new(target)))
                },
            )
        })
    }
}
