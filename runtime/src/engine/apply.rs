//! Changes to a packed position, one by one.

use smallvec::SmallVec;
use tilegame_dsl::ir::Tile;

use crate::moves::Change;
use crate::packed::set::Set;
use crate::packed::state::{Spot, State};
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::program::Lands;

impl<const W: usize, const N: usize> Plan<W, N> {
    #[inline(always)]
    pub(crate) fn mark_all(&self, next: &mut State<W, N>, me: usize, step: Step, number: u32) {
        for change in &self.code.leaves[number as usize].changes {
            if let Change::Mark { mark, tile } = change {
                next.mark(Spot { mark: mark.0, tile: tile.index() as u16, maker: step.to, owner: me as u8 });
            }
        }
    }

    /// A piece stands where it arrives, and nothing where it was.
    #[inline(always)]
    pub(crate) fn replace(
        &self,
        next: &mut State<W, N>,
        state: &State<W, N>,
        kind: u8,
        me: usize,
        [from, to]: [usize; 2],
    ) {
        let (arrives, both) = (Set::one(to), Set::one(from) | Set::one(to));
        let stamp = self.stamp(kind as usize, me);
        let after = |i: usize| state.sets[i].without(both) | (stamp[i] & arrives);
        if W == 1 {
            // All are read before the first is written, so that the compiler takes several at once.
            next.sets = std::array::from_fn(after);
        } else {
            next.sets.iter_mut().enumerate().for_each(|(i, set)| *set = after(i));
        }
    }

    /// Takes off the marks of which the makers are gone, or on which somebody else's piece has come to stand.
    #[inline(never)]
    pub(crate) fn fade(&self, next: &mut State<W, N>, me: usize, changed: [usize; 2]) {
        let occupied = self.standing_in(next);
        let is_covered = |s: &Spot| s.maker != s.tile && occupied.has(s.tile as usize);
        let is_gone = |s: &Spot| changed.contains(&(s.maker as usize));
        next.retain_marks(|s| !is_gone(s) && (s.owner as usize == me || !is_covered(s)));
    }

    /// A piece of a known kind goes, and takes what stands where it arrives; nothing has been changed before.
    pub(crate) fn go(
        &self,
        state: &mut State<W, N>,
        before: &State<W, N>,
        kind: u8,
        me: usize,
        from: usize,
        to: usize,
    ) {
        let mut deeds: SmallVec<[usize; 2]> = SmallVec::new();
        if self.layout.hands.first.is_some() {
            self.keep(state, me, to);
        }
        if self.layout.all > self.layout.deeds.first {
            deeds.extend(self.deeds_of(state, from));
        }
        self.replace(state, before, kind, me, [from, to]);
        for set in deeds {
            state.sets[set].insert(to);
        }
        if state.marked != 0 {
            state.retain_marks(|s| s.maker as usize != from && s.maker as usize != to);
        }
    }

    /// For each set, all tiles if such a piece is in it wherever it stands, else none.
    #[inline(always)]
    pub(crate) fn stamp(&self, kind: usize, player: usize) -> &[Set<W>; N] {
        &self.sets.stamps[player * self.layout.kinds + kind]
    }

    pub(crate) fn make_leaf(
        &self,
        state: &mut State<W, N>,
        before: &State<W, N>,
        me: usize,
        step: Step,
        number: u32,
        went: &mut SmallVec<[u16; 2]>,
    ) {
        let leaf = &self.code.leaves[number as usize];
        let (from, to) = (step.from as usize, leaf.to as usize);
        let maker = if leaf.stays { from } else { to };
        let takes = match leaf.lands {
            Lands::Onto(mark) => {
                let left = |s: &&Spot| s.mark == mark.0 && s.tile == leaf.to && s.owner as usize != me;
                state.spots().iter().find(left).map(|s| s.maker as usize)
            }
            Lands::Foe | Lands::Either if to != from => self.occupied(state).has(to).then_some(to),
            _ => None,
        };
        if leaf.changes.iter().any(Change::vanishes) {
            return self.act(state, me, maker, &self.changes(before, step), went);
        }
        let is_mild = |c: &Change| matches!(c, Change::Mark { .. } | Change::Count { .. });
        if leaf.lands == Lands::Free && from != to && !leaf.stays && leaf.changes.iter().all(is_mild) {
            self.go(state, before, step.kind, me, from, to);
            leaf.changes.iter().for_each(|change| self.apply(state, me, maker, *change));
            return;
        }
        let at_once = |c: &Change| matches!(c, Change::Shift { .. } | Change::Put { .. });
        if !leaf.changes.iter().any(at_once) {
            for change in &leaf.changes {
                self.apply(state, me, maker, *change);
            }
            if let Some(tile) = takes {
                self.apply(state, me, maker, Change::Take(Tile::new(tile)));
            }
            if to != from && !leaf.stays {
                let piece = self.lift(state, from);
                self.land(state, to, piece);
            }
            return;
        }
        // All that go at once are lifted before the first is put down.
        let first = |c: &&Change| matches!(c, Change::Take(_) | Change::Merge(_) | Change::Become { .. });
        for change in leaf.changes.iter().filter(first) {
            self.apply(state, me, maker, *change);
        }
        if let Some(tile) = takes {
            self.apply(state, me, maker, Change::Take(Tile::new(tile)));
        }
        let mut lifted: SmallVec<[(usize, Lifted); 2]> = SmallVec::new();
        for change in &leaf.changes {
            if let Change::Shift { from, to } = change {
                lifted.push((to.index(), self.lift(state, from.index())));
                went.push(to.index() as u16);
            }
        }
        if to != from && !leaf.stays {
            lifted.push((to, self.lift(state, from)));
        }
        for (to, piece) in lifted {
            self.land(state, to, piece);
        }
        let rest = leaf.changes.iter().filter(|c| !first(c) && !matches!(c, Change::Shift { .. }));
        for change in rest {
            self.apply(state, me, maker, *change);
        }
    }

    /// Does all that a move says, of which it is known what it changes.
    pub(crate) fn act(
        &self,
        next: &mut State<W, N>,
        me: usize,
        maker: usize,
        changes: &[Change],
        went: &mut SmallVec<[u16; 2]>,
    ) {
        if !changes.iter().any(|c| matches!(c, Change::Shift { .. } | Change::Put { .. })) {
            changes.iter().for_each(|change| self.apply(next, me, maker, *change));
            return;
        }
        // All that go at once are lifted before the first is put down. What is taken or turned into something else is so before.
        let start = changes.iter().position(|c| matches!(c, Change::Go { .. })).unwrap_or(changes.len());
        let first = |(number, change): &(usize, &Change)| match change {
            Change::Take(_) | Change::Merge(_) => true,
            // Where nobody moves, what joins a side does so before it is shifted.
            Change::Join { .. } => start == changes.len(),
            Change::Become { .. } => *number < start,
            _ => false,
        };
        changes.iter().enumerate().filter(first).for_each(|(_, change)| self.apply(next, me, maker, *change));
        let mut lifted: SmallVec<[(usize, Lifted); 2]> = SmallVec::new();
        for change in changes {
            if let Change::Go { from, to } | Change::Shift { from, to } = change {
                lifted.push((to.index(), self.lift(next, from.index())));
            }
            if let Change::Shift { to, .. } = change {
                went.push(to.index() as u16);
            }
        }
        for (to, piece) in lifted {
            self.land(next, to, piece);
        }
        let goes = |c: &Change| matches!(c, Change::Go { .. } | Change::Shift { .. });
        for (_, change) in changes.iter().enumerate().filter(|each| !first(each) && !goes(each.1)) {
            self.apply(next, me, maker, *change);
        }
    }

    pub(crate) fn apply(&self, state: &mut State<W, N>, me: usize, maker: usize, change: Change) {
        match change {
            Change::Take(tile) => {
                if self.layout.hands.first.is_some() {
                    self.keep(state, me, tile.index());
                }
                self.put(state, tile.index(), None);
            }
            Change::Shift { from, to } => {
                if !self.occupied(state).has(to.index()) {
                    let piece = self.lift(state, from.index());
                    self.land(state, to.index(), piece);
                }
            }
            Change::Become { tile, kind } => {
                let mut piece = self.lift(state, tile.index());
                if let Some((old, _)) = &mut piece.piece {
                    let was = std::mem::replace(old, kind.index());
                    if let Some(set) = self.layout.promoted {
                        piece.deeds.retain(|s| *s != set);
                        if self.reference.rules.kinds[was].promotes_to(kind) {
                            piece.deeds.push(set);
                        }
                    }
                    self.land(state, tile.index(), piece);
                }
            }
            Change::Put { tile, kind, from_hand } => {
                if self.occupied(state).has(tile.index()) {
                    return;
                }
                if from_hand {
                    let Some(place) = self.layout.hand(me, self.layout.hands.counts_as[kind.index()]) else {
                        return;
                    };
                    if state.counters[place] == 0 {
                        return;
                    }
                    state.counters[place] -= 1;
                }
                let is_neutral = self.reference.rules.kinds[kind.index()].neutral;
                let owner = if is_neutral { self.layout.players } else { me };
                self.put(state, tile.index(), Some((kind.index(), owner)));
            }
            Change::Join { tile, owner } => {
                let mut piece = self.lift(state, tile.index());
                if let Some((_, of)) = piece.piece.as_mut().filter(|(_, of)| *of < self.layout.players) {
                    *of = owner.index();
                }
                self.land(state, tile.index(), piece);
            }
            Change::Mark { mark, tile } => {
                // There is room: see `Plan::new`.
                state.mark(Spot {
                    mark: mark.0,
                    tile: tile.index() as u16,
                    maker: maker as u16,
                    owner: me as u8,
                });
            }
            Change::Count { counter, player, op, amount } => {
                let number = &mut state.counters[self.counter(counter.index(), player.index())];
                // No counter leaves the range.
                *number = op.applied((*number).into(), amount) as i32;
            }
            Change::First { tile, on } => self.count_as_first(state, tile, on),
            Change::Merge(tile) => self.put(state, tile.index(), None),
            Change::Carry(carry) => self.carry(state, carry),
            Change::Vanish(tile) => {
                self.put(state, tile.index(), None);
                self.layout.vanish(state, Set::one(tile.index()));
                state.retain_marks(|s| s.tile as usize != tile.index());
            }
            Change::Go { from, to } => {
                let piece = self.lift(state, from.index());
                self.land(state, to.index(), piece);
            }
            // Who castles is moved apart, and the others are refused.
            Change::Castle { .. } | Change::Leave { .. } => {}
        }
    }

    fn put(&self, state: &mut State<W, N>, tile: usize, piece: Option<(usize, usize)>) {
        let here = Set::one(tile);
        if self.layout.missing(state).meets(here) {
            return;
        }
        for set in &mut state.sets {
            *set = set.without(here);
        }
        match piece {
            Some((kind, owner)) => {
                for (set, stamp) in state.sets.iter_mut().zip(self.stamp(kind, owner)) {
                    *set |= *stamp & here;
                }
            }
            None if state.marked != 0 => state.retain_marks(|s| s.maker as usize != tile),
            None => {}
        }
    }

    pub(crate) fn lift(&self, state: &mut State<W, N>, tile: usize) -> Lifted {
        let kind = (0..self.layout.kinds).find(|k| state.sets[*k].has(tile));
        let owner = (0..self.layout.owners).find(|p| state.sets[self.layout.owner(*p)].has(tile));
        let deeds = self.deeds_of(state, tile).collect();
        self.put(state, tile, None);
        Lifted { piece: kind.zip(owner), deeds }
    }

    /// The sets that say what the piece on a tile has done.
    fn deeds_of(&self, state: &State<W, N>, tile: usize) -> impl Iterator<Item = usize> {
        (self.layout.deeds.first..self.layout.all).filter(move |i| state.sets[*i].has(tile))
    }

    pub(crate) fn land(&self, state: &mut State<W, N>, tile: usize, lifted: Lifted) {
        self.put(state, tile, lifted.piece);
        for set in lifted.deeds {
            state.sets[set].insert(tile);
        }
    }

    /// Makes the piece on a tile one that has not moved, or one that has. Who may still castle has not moved, and stays so. To get the right
    /// to castle it needs somebody to castle with.
    fn count_as_first(&self, state: &mut State<W, N>, tile: Tile, on: bool) {
        let here = Set::one(tile.index());
        let castles = |state: &State<W, N>| self.layout.rights.is_some_and(|set| state.sets[set].meets(here));
        if !on {
            // The move itself may have taken the right away.
            self.drop_lonely_rights(state);
            if let Some(set) = self.layout.unmoved.filter(|_| !castles(state)) {
                state.sets[set] = state.sets[set].without(here);
            }
            return;
        }
        let kind = (0..self.layout.kinds).find(|kind| state.sets[*kind].meets(here));
        let tracks = |kind: usize| self.reference.rules.kinds[kind].tracks_first;
        if let Some(set) = self.layout.unmoved.filter(|_| kind.is_some_and(tracks)) {
            state.sets[set] |= here;
        }
        if let Some(set) = self.layout.rights.filter(|_| self.could_castle(state, tile)) {
            state.sets[set] |= here;
        }
    }

    /// A piece without a partner can't castle, nor can a partner without such a piece.
    #[inline(never)]
    pub(crate) fn drop_lonely_rights(&self, state: &mut State<W, N>) {
        let Some(castling) = &self.reference.rules.castling else { return };
        let Some(set) = self.layout.rights else { return };
        let rights = state.sets[set];
        for player in 0..self.layout.players {
            let owned = state.sets[self.layout.owner(player)];
            let any = |kind: usize| (rights & owned).meets(state.sets[kind]);
            if !(any(castling.king.index()) && castling.partners.0.iter().any(|kind| any(kind.index()))) {
                state.sets[set] = state.sets[set].without(owned);
            }
        }
    }
}

/// A piece in the hand and what it has done.
pub(crate) struct Lifted {
    piece: Option<(usize, usize)>,
    deeds: SmallVec<[usize; 2]>,
}
