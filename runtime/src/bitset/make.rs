//! Making moves: on a copy, with everything that happens after a move.
//!
//! The same order of things as in the reference engine's `make`.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Effect, KindId, LabelId, PlayerId, Tile, Trigger};

use super::cond::Cond;
use super::engine::Engine;
use super::program::{Lands, Range};
use super::set::Set;
use super::state::{Spot, State};
use super::unroll::change;
use crate::moves::{Change, Operation};

/// No promotion.
pub(super) const AS_IT_IS: u8 = u8::MAX;

/// A move, in a few bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) from: u16,
    pub(super) to: u16,
    /// The kind of the piece that moves.
    pub(super) kind: u8,
    /// What it turns into by promotion.
    pub(super) promotion: u8,
    pub(super) how: How,
}

impl Step {
    #[inline(always)]
    pub(super) fn plain(kind: u8, from: usize, to: usize) -> Step {
        Step { from: from as u16, to: to as u16, kind, promotion: AS_IT_IS, how: How::Plain }
    }
}

/// What a move does besides going to a tile and taking what stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// Nothing.
    Plain,
    /// What the leaf of a program says.
    Leaf(u32),
    /// The castling of this number among the player's.
    Castling(u16),
}

/// Something that happens after a move.
#[derive(Clone, Debug)]
pub(super) struct After {
    pub(super) triggers: Vec<Trigger>,
    pub(super) guard: Cond,
    pub(super) actions: Vec<Action>,
    /// It changes nothing but numbers that no test asks for.
    pub(super) is_bookkeeping: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    /// An effect on the tile moved to, for each player and tile; none where it would lead off the board.
    Here(Effect),
    /// The effects of every way to walk the path of this number.
    Each(u32),
}

impl<const W: usize, const N: usize> Engine<W, N> {
    #[inline(always)]
    pub(super) fn to_move(&self, state: &State<W, N>) -> usize {
        self.order[state.turn as usize]
    }

    pub(super) fn counter(&self, counter: usize, player: usize) -> usize {
        let (first, each) = self.counters[counter];
        if each { first + player } else { first }
    }

    /// The state after a move; without `books`, numbers that nobody asks for are left as they are.
    #[inline]
    pub(super) fn make(&self, state: &State<W, N>, step: Step, books: bool) -> State<W, N> {
        let mut next = *state;
        self.advance(&mut next, state, step, books);
        next
    }

    /// Makes a move in a copy of a state.
    #[inline(always)]
    pub(super) fn advance(&self, next: &mut State<W, N>, state: &State<W, N>, step: Step, books: bool) {
        if self.makes_plainly && !books && matches!(step.how, How::Plain) {
            self.make_plainly(next, step);
        } else {
            self.make_at_length(next, state, step, books);
        }
    }

    /// A piece goes, takes what stands where it arrives, and perhaps turns into another; nothing else happens.
    #[inline(always)]
    fn make_plainly(&self, next: &mut State<W, N>, step: Step) {
        let (from, to) = (step.from as usize, step.to as usize);
        let me = self.to_move(next);
        let kind = if step.promotion == AS_IT_IS { step.kind } else { step.promotion };
        let loses_rights = next.sets[self.layout.rights & (N - 1)].meets(Set::one(from) | Set::one(to));
        self.replace(next, kind, me, from, to);
        if loses_rights {
            self.drop_lonely_rights(next);
        }
        if next.marked != 0 {
            self.fade(next, me, [from, to]);
        }
        self.hand_over(next);
    }

    /// A piece stands where it arrives, and nothing where it was.
    #[inline(always)]
    fn replace(&self, state: &mut State<W, N>, kind: u8, me: usize, from: usize, to: usize) {
        let (arrives, both) = (Set::one(to), Set::one(from) | Set::one(to));
        let stamp = self.stamp(kind as usize, me);
        for i in 0..N {
            state.sets[i] = state.sets[i].without(both) | (stamp[i] & arrives);
        }
    }

    /// Takes off the marks of which the makers are gone or that are not for whoever comes next.
    #[inline(never)]
    fn fade(&self, next: &mut State<W, N>, me: usize, changed: [usize; 2]) {
        next.retain_marks(|s| !changed.contains(&(s.maker as usize)));
        self.fade_behind(next, me);
    }

    /// What somebody else's piece has come to stand on bears a mark no longer, nor what was left for the others by whoever is next.
    fn fade_behind(&self, next: &mut State<W, N>, me: usize) {
        let occupied = self.occupied(next);
        let is_covered = |s: &Spot| s.maker != s.tile && occupied.has(s.tile as usize);
        let after = next.turn as usize + 1;
        let mover = self.order[if after == self.order.len() { 0 } else { after }];
        next.retain_marks(|s| (s.owner as usize == me || !is_covered(s)) && s.owner as usize != mover);
    }

    #[inline(always)]
    fn hand_over(&self, next: &mut State<W, N>) {
        next.turn += 1;
        if next.turn as usize == self.order.len() {
            next.turn = 0;
        }
    }

    #[inline(never)]
    fn make_at_length(&self, next: &mut State<W, N>, state: &State<W, N>, step: Step, books: bool) {
        let me = self.to_move(state);
        let maker = step.to as usize;
        let labels = if self.layout.deeds.is_empty() { SmallVec::new() } else { self.known_as(state, step) };
        let mut went: SmallVec<[u16; 2]> = SmallVec::new();
        match step.how {
            How::Plain => self.go(next, step.kind, me, step.from as usize, maker),
            How::Leaf(number) => self.make_leaf(next, me, step, number, &mut went),
            How::Castling(number) => {
                let way = &self.sides[me].castlings[number as usize];
                let king = self.lift(next, way.king.0);
                let partner = self.lift(next, way.partner.0);
                self.land(next, way.king.1, king);
                self.land(next, way.partner.1, partner);
                went.push(way.partner.1 as u16);
            }
        }
        if step.promotion != AS_IT_IS {
            self.apply(
                next,
                me,
                maker,
                Change::Become { tile: Tile(step.to.into()), kind: KindId(step.promotion) },
            );
        }
        if !self.layout.deeds.is_empty() {
            self.remember(next, step, &went, &labels);
        }
        if books || self.acts_after {
            let captures = self.captures(state, step);
            for after in self.after.iter().filter(|a| books || !a.is_bookkeeping) {
                if after.triggers.iter().any(|t| self.is_triggered(*t, step, captures, me)) {
                    self.apply_after(next, me, maker, after);
                }
            }
        }
        if self.castles && next.sets[self.layout.rights] != state.sets[self.layout.rights] {
            self.drop_lonely_rights(next);
        }
        if next.marked != 0 {
            self.fade_behind(next, me);
        }
        self.hand_over(next);
    }

    /// Whether a move takes something.
    pub(super) fn captures(&self, state: &State<W, N>, step: Step) -> bool {
        match step.how {
            How::Plain => self.occupied(state).has(step.to as usize),
            How::Castling(_) => false,
            How::Leaf(number) => {
                let leaf = &self.code.leaves[number as usize];
                let there = || leaf.to != step.from && self.occupied(state).has(leaf.to as usize);
                leaf.changes.iter().any(|c| matches!(c, Change::Take(_)))
                    || match leaf.lands {
                        Lands::Onto(_) => true,
                        Lands::Foe | Lands::Either => there(),
                        Lands::Free | Lands::Anyhow => false,
                    }
            }
        }
    }

    /// Whether a move is of a sort that rules speak of.
    pub(super) fn is_triggered(&self, trigger: Trigger, step: Step, captures: bool, me: usize) -> bool {
        match trigger {
            Trigger::Move => true,
            Trigger::Capture => captures,
            Trigger::Kind(kind) => kind.0 == step.kind,
            Trigger::Label(label) => self.label(step) == Some(label) && !self.is_castling(step),
            Trigger::Castling => self.is_castling(step),
            Trigger::Player(player) => player.index() == me,
            // These are no moves.
            Trigger::Pass | Trigger::Out | Trigger::End(_) => false,
        }
    }

    pub(super) fn label(&self, step: Step) -> Option<LabelId> {
        match step.how {
            How::Leaf(number) => {
                let rule = self.code.leaves[number as usize].rule;
                self.reference.rules.kinds[step.kind as usize].rules[rule as usize].label
            }
            How::Plain | How::Castling(_) => None,
        }
    }

    /// Whether it is a move of the castling clause, be it made by a rule.
    fn is_castling(&self, step: Step) -> bool {
        match step.how {
            How::Castling(_) => true,
            How::Plain => false,
            How::Leaf(number) => {
                let rule = self.code.leaves[number as usize].rule;
                self.reference.memory.rules[step.kind as usize][rule as usize].side.is_some()
            }
        }
    }

    /// A piece of a known kind goes, and takes what stands where it arrives.
    fn go(&self, state: &mut State<W, N>, kind: u8, me: usize, from: usize, to: usize) {
        let mut deeds: SmallVec<[usize; 2]> = SmallVec::new();
        if !self.layout.deeds.is_empty() {
            deeds.extend(self.deeds_of(state, from));
        }
        self.replace(state, kind, me, from, to);
        for set in deeds {
            state.sets[set].insert(to);
        }
        if state.marked != 0 {
            state.retain_marks(|s| s.maker as usize != from && s.maker as usize != to);
        }
    }

    /// For each set, all tiles if such a piece is in it wherever it stands, else none.
    #[inline(always)]
    fn stamp(&self, kind: usize, player: usize) -> &[Set<W>; N] {
        &self.stamps[player * self.layout.kinds + kind]
    }

    fn make_leaf(
        &self,
        state: &mut State<W, N>,
        me: usize,
        step: Step,
        number: u32,
        went: &mut SmallVec<[u16; 2]>,
    ) {
        let leaf = &self.code.leaves[number as usize];
        let (from, to) = (step.from as usize, leaf.to as usize);
        let takes = match leaf.lands {
            Lands::Onto(mark) => {
                let left = |s: &&Spot| s.mark == mark.0 && s.tile == leaf.to && s.owner as usize != me;
                state.spots().iter().find(left).map(|s| s.maker as usize)
            }
            Lands::Foe | Lands::Either if to != from => self.occupied(state).has(to).then_some(to),
            _ => None,
        };
        let is_mild = |c: &Change| matches!(c, Change::Mark { .. } | Change::Count { .. });
        if leaf.lands == Lands::Free && from != to && leaf.changes.iter().all(is_mild) {
            self.go(state, step.kind, me, from, to);
            leaf.changes.iter().for_each(|change| self.apply(state, me, to, *change));
            return;
        }
        let shifts = leaf.changes.iter().any(|c| matches!(c, Change::Shift { .. }));
        if !shifts {
            for change in &leaf.changes {
                self.apply(state, me, to, *change);
            }
            if let Some(tile) = takes {
                self.put(state, tile, None);
            }
            if to != from {
                let piece = self.lift(state, from);
                self.land(state, to, piece);
            }
            return;
        }
        // All that go at once are lifted before the first is put down.
        let first = |c: &&Change| matches!(c, Change::Take(_) | Change::Become { .. });
        for change in leaf.changes.iter().filter(first) {
            self.apply(state, me, to, *change);
        }
        if let Some(tile) = takes {
            self.put(state, tile, None);
        }
        let mut lifted: SmallVec<[(usize, Lifted); 2]> = SmallVec::new();
        for change in &leaf.changes {
            if let Change::Shift { from, to } = change {
                lifted.push((to.index(), self.lift(state, from.index())));
                went.push(to.index() as u16);
            }
        }
        if to != from {
            lifted.push((to, self.lift(state, from)));
        }
        for (to, piece) in lifted {
            self.land(state, to, piece);
        }
        let rest = leaf.changes.iter().filter(|c| !first(c) && !matches!(c, Change::Shift { .. }));
        for change in rest {
            self.apply(state, me, to, *change);
        }
    }

    fn apply(&self, state: &mut State<W, N>, me: usize, maker: usize, change: Change) {
        match change {
            Change::Take(tile) => self.put(state, tile.index(), None),
            Change::Shift { from, to } => {
                if !self.occupied(state).has(to.index()) {
                    let piece = self.lift(state, from.index());
                    self.land(state, to.index(), piece);
                }
            }
            Change::Become { tile, kind } => {
                let mut piece = self.lift(state, tile.index());
                if let Some((old, _)) = &mut piece.piece {
                    *old = kind.index();
                    self.land(state, tile.index(), piece);
                }
            }
            Change::Mark { mark, tile } => {
                // There is room: see `Engine::new`.
                state.mark(Spot {
                    mark: mark.0,
                    tile: tile.index() as u16,
                    maker: maker as u16,
                    owner: me as u8,
                });
            }
            Change::Count { counter, op, amount } => {
                let number = &mut state.counters[self.counter(counter.index(), me)];
                let amount = amount.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                *number = match op {
                    Operation::Add => number.saturating_add(amount),
                    Operation::Subtract => number.saturating_sub(amount),
                    Operation::Set => amount,
                };
            }
            // These are a move's own, and refused where they are more.
            Change::Go { .. }
            | Change::Castle { .. }
            | Change::Merge(_)
            | Change::Leave { .. }
            | Change::Put { .. }
            | Change::Vanish(_)
            | Change::Carry(_)
            | Change::Join { .. } => {}
        }
    }

    fn apply_after(&self, state: &mut State<W, N>, me: usize, to: usize, after: &After) {
        if !matches!(after.guard, Cond::True) && !self.holds(&self.view(state, me), to, &after.guard) {
            return;
        }
        // All actions of one line read the state as it was before the first of them.
        let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
        let player = PlayerId::new(me);
        for action in &after.actions {
            match action {
                Action::Here(effect) => {
                    changes.extend(change(&self.reference, player, Tile::new(to), effect).ok().flatten());
                }
                Action::Each(path) => {
                    let view = self.view(state, me);
                    let program: Range = self.sees[*path as usize][me][to];
                    self.code.run(
                        program,
                        |ask, tile| self.answer(&view, ask, tile),
                        |_, leaf| {
                            changes.extend(leaf.changes.iter().copied());
                            false
                        },
                    );
                }
            }
        }
        for change in changes {
            self.apply(state, me, to, change);
        }
    }

    fn put(&self, state: &mut State<W, N>, tile: usize, piece: Option<(usize, usize)>) {
        let here = Set::one(tile);
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

    fn lift(&self, state: &mut State<W, N>, tile: usize) -> Lifted {
        let kind = (0..self.layout.kinds).find(|k| state.sets[*k].has(tile));
        let owner = (0..self.layout.players).find(|p| state.sets[self.layout.owner(*p)].has(tile));
        let deeds = self.deeds_of(state, tile).collect();
        self.put(state, tile, None);
        Lifted { piece: kind.zip(owner), deeds }
    }

    /// The sets that say what the piece on a tile has done.
    fn deeds_of(&self, state: &State<W, N>, tile: usize) -> impl Iterator<Item = usize> {
        let first = self.layout.rights + 1;
        (first..self.layout.all).filter(move |i| state.sets[*i].has(tile))
    }

    fn land(&self, state: &mut State<W, N>, tile: usize, lifted: Lifted) {
        self.put(state, tile, lifted.piece);
        for set in lifted.deeds {
            state.sets[set].insert(tile);
        }
    }

    /// A piece without a partner can't castle, nor can a partner without such a piece.
    #[inline(never)]
    fn drop_lonely_rights(&self, state: &mut State<W, N>) {
        let Some(castling) = &self.reference.rules.castling else { return };
        let rights = state.sets[self.layout.rights];
        for player in 0..self.layout.players {
            let owned = state.sets[self.layout.owner(player)];
            let any = |kind: usize| (rights & owned).meets(state.sets[kind]);
            if !(any(castling.king.index()) && any(castling.partner.index())) {
                state.sets[self.layout.rights] = state.sets[self.layout.rights].without(owned);
            }
        }
    }
}

/// A piece in the hand and what it has done.
struct Lifted {
    piece: Option<(usize, usize)>,
    deeds: SmallVec<[usize; 2]>,
}
