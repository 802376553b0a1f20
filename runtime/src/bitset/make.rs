//! Making moves: on a copy, with everything that happens after a move.
//!
//! The same order of things as in the reference engine's `make`.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, LabelId, Tile};

use super::after::{After, Again};
use super::choose::Put;
use super::engine::Engine;
use super::past::{Now, Past};
use super::program::Lands;
use super::set::Set;
use super::state::{Spot, State};
use crate::moves::Change;

/// The turn of a state that no legal move leads to.
pub(super) const REFUSED: u16 = u16::MAX;

/// No promotion.
pub(super) const AS_IT_IS: u8 = u8::MAX;

/// A legal move of one state, in 16 bytes.
///
/// ```
/// use tilegame_runtime::{Game, Move, MoveList};
/// let chess = Game::from_library("chess")?;
/// let (start, mut moves) = (chess.start(), MoveList::new());
/// start.moves(&mut moves);
/// assert!(moves.iter().any(|m| start.san(*m) == "Nf3"));
/// assert_eq!(size_of::<Move>(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum How {
    /// Nothing.
    Plain,
    /// What the leaf of a program says.
    Leaf(u32),
    /// What the way of this number does by a rule that is walked.
    Walked { rule: u16, way: u32 },
    /// The castling of this number among the player's.
    Castling(u16),
    /// No piece moves: the choice of this number.
    Choice(u16),
    /// No piece moves: by the line of this number, the tiles of a rectangle of this size go elsewhere, turned and turned over so.
    Carry { line: u8, attitude: u8, size: [u8; 2] },
    /// No piece moves: by the line of this number, tiles vanish, which are these of all that may.
    Vanish { line: u8, number: u32 },
    /// Nothing happens.
    Pass,
    /// What the move of this number does among those that the reference engine [lists](crate::state::Literal).
    Listed { number: u32, nature: Nature },
    /// What the move of this number does among those that were [read](crate::state::Written) and are in no list.
    Written(u32),
}

/// What a [listed](How::Listed) move is by its nature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Nature {
    Castling,
    Pass,
    Other,
}

/// What a move is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To see whether it is legal.
    Judge,
    /// To go on from there: it is legal, and numbers that nobody asks for are left as they are.
    Go,
    /// The same with these numbers.
    Write,
}

impl Aim {
    /// Whether a line matters that speaks of what happens after moves.
    fn minds(self, after: &After) -> bool {
        match self {
            Aim::Judge => !after.is_bookkeeping,
            Aim::Go => !after.is_bookkeeping && !after.refuses,
            Aim::Write => !after.refuses,
        }
    }
}

/// What becomes of a turn by a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    IsOver,
    GoesOn,
    /// It goes on, unless nothing but a pass is left to be done.
    GoesOnOrPass,
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

    /// The state after a move that may not be legal.
    #[inline]
    pub(super) fn make(&self, state: &State<W, N>, step: Step) -> State<W, N> {
        let mut next = *state;
        self.advance(&mut next, state, self.to_move(state), step, Aim::Judge);
        next
    }

    /// Makes a move of the player whose turn it is in a copy of a state.
    #[inline(always)]
    pub(super) fn advance(
        &self,
        next: &mut State<W, N>,
        state: &State<W, N>,
        me: usize,
        step: Step,
        aim: Aim,
    ) -> Turn {
        let keeps_books = aim == Aim::Write && self.has_books;
        let is_usual = !keeps_books || self.acts_after || self.keeps_books_blindly;
        if self.makes_plainly && is_usual && self.goes_plainly(step) {
            if self.acts_after {
                self.make_counting(next, state, me, step, aim);
            } else {
                self.make_plainly(next, state, me, step);
                if let How::Leaf(number) = step.how {
                    self.leave_marks(next, me, step, number);
                }
                if keeps_books {
                    self.keep_books(next, state, me, step);
                }
            }
        } else if self.makes_keeping && is_usual && matches!(step.how, How::Plain | How::Choice(_)) {
            self.make_keeping(next, state, me, step, aim);
        } else {
            return self.make_at_length(next, state, step, aim);
        }
        Turn::IsOver
    }

    /// The same as [`make_plainly`](Self::make_plainly) where there are hands; or a piece is put on the board.
    #[inline(always)]
    fn make_keeping(&self, next: &mut State<W, N>, state: &State<W, N>, me: usize, step: Step, aim: Aim) {
        let to = step.to as usize;
        let How::Choice(number) = step.how else {
            if self.occupied(state).has(to) {
                self.keep(next, me, to);
            }
            self.make_plainly(next, state, me, step);
            if aim == Aim::Write && self.has_books {
                self.keep_books(next, state, me, step);
            }
            return;
        };
        let Some(Put { kind, from_hand, more: false }) = self.choices[number as usize].puts else {
            self.make_at_length(next, state, step, aim);
            return;
        };
        if from_hand && let Some(place) = self.layout.hand(me, self.in_hand[kind as usize]) {
            next.counters[place & (N - 1)] -= 1;
        }
        let here = Set::one(to);
        for (set, stamp) in next.sets.iter_mut().zip(self.stamp(kind as usize, me)) {
            *set |= *stamp & here;
        }
        if next.marked != 0 {
            self.fade(next, me, [to, to]);
        }
        self.pass_on(next);
        if aim == Aim::Write && self.has_books {
            self.keep_books(next, state, me, step);
        }
    }

    /// A piece goes, takes what stands where it arrives, and perhaps turns into another.
    #[inline(always)]
    fn make_plainly(&self, next: &mut State<W, N>, state: &State<W, N>, me: usize, step: Step) {
        let (from, to) = (step.from as usize, step.to as usize);
        let kind = if step.promotion == AS_IT_IS { step.kind } else { step.promotion };
        // The state before is read: the processor would wait for what has just been copied.
        let loses_rights = self.castles && self.rights(state).meets(Set::one(from) | Set::one(to));
        self.replace(next, state, kind, me, [from, to]);
        if loses_rights {
            self.drop_lonely_rights(next);
        }
        if next.marked != 0 {
            self.fade(next, me, [from, to]);
        }
        self.pass_on(next);
    }

    /// Whether a piece goes, takes at most what stands where it arrives, or leaves marks on the way to an empty tile, and that is all.
    #[inline(always)]
    pub(super) fn goes_plainly(&self, step: Step) -> bool {
        match step.how {
            How::Plain => true,
            // Who becomes another takes its marks off.
            How::Leaf(number) => {
                step.from != step.to && step.promotion == AS_IT_IS && self.is_marking[number as usize]
            }
            How::Walked { .. }
            | How::Castling(_)
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => false,
        }
    }

    /// The same as [`make_plainly`](Self::make_plainly) and [`leave_marks`](Self::leave_marks) where numbers change afterwards.
    fn make_counting(&self, next: &mut State<W, N>, state: &State<W, N>, me: usize, step: Step, aim: Aim) {
        let (from, to) = (step.from as usize, step.to as usize);
        let kind = if step.promotion == AS_IT_IS { step.kind } else { step.promotion };
        self.replace(next, state, kind, me, [from, to]);
        if next.marked != 0 {
            next.retain_marks(|s| s.maker != step.from && s.maker != step.to);
        }
        if let How::Leaf(number) = step.how {
            self.mark_all(next, me, step, number);
        }
        let captures = self.captures(state, step);
        for after in self.after.iter().filter(|after| aim.minds(after)) {
            if after.triggers.iter().any(|t| self.is_triggered(*t, step, captures, me)) {
                self.apply_after(next, state, me, (to, to), after);
            }
        }
        if self.castles && self.rights(next) != self.rights(state) {
            self.drop_lonely_rights(next);
        }
        if next.marked != 0 {
            self.fade(next, me, [from, from]);
        }
        self.pass_on(next);
    }

    /// Leaves a leaf's marks when the turn has passed on: they are there until it is the same player's turn again.
    #[inline(always)]
    fn leave_marks(&self, next: &mut State<W, N>, me: usize, step: Step, number: u32) {
        if self.to_move(next) != me {
            self.mark_all(next, me, step, number);
        }
    }

    #[inline(always)]
    fn mark_all(&self, next: &mut State<W, N>, me: usize, step: Step, number: u32) {
        for change in &self.code.leaves[number as usize].changes {
            if let Change::Mark { mark, tile } = change {
                next.mark(Spot { mark: mark.0, tile: tile.index() as u16, maker: step.to, owner: me as u8 });
            }
        }
    }

    /// A piece stands where it arrives, and nothing where it was.
    #[inline(always)]
    fn replace(
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
    fn fade(&self, next: &mut State<W, N>, me: usize, changed: [usize; 2]) {
        let occupied = self.standing_in(next);
        let is_covered = |s: &Spot| s.maker != s.tile && occupied.has(s.tile as usize);
        let is_gone = |s: &Spot| changed.contains(&(s.maker as usize));
        next.retain_marks(|s| !is_gone(s) && (s.owner as usize == me || !is_covered(s)));
    }

    #[inline(never)]
    fn make_at_length(&self, next: &mut State<W, N>, state: &State<W, N>, step: Step, aim: Aim) -> Turn {
        let me = self.to_move(state);
        if !self.layout.is_under_way(state) && self.may_go_on(state, step) {
            let from = (!matches!(step.how, How::Choice(_))).then_some(step.from as usize);
            self.layout.begin(next, from);
        }
        let to = step.to as usize;
        let rests = self.rests(step);
        let labels = if self.layout.deeds.is_empty() { SmallVec::new() } else { self.known_as(state, step) };
        let mut went: SmallVec<[u16; 2]> = SmallVec::new();
        match step.how {
            How::Plain => self.go(next, state, step.kind, me, step.from as usize, to),
            How::Leaf(number) => self.make_leaf(next, state, me, step, number, &mut went),
            How::Castling(number) => {
                let way = &self.side(state, me).castlings[number as usize];
                let king = self.lift(next, way.king.0);
                let partner = self.lift(next, way.partner.0);
                self.land(next, way.king.1, king);
                self.land(next, way.partner.1, partner);
                went.push(way.partner.1 as u16);
                if let Some(put) = way.puts() {
                    self.apply(next, me, rests, put);
                }
            }
            How::Walked { .. } | How::Choice(_) | How::Carry { .. } | How::Vanish { .. } => {
                let changes = self.changes(state, step);
                self.act(next, me, rests, &changes, &mut went);
            }
            How::Pass | How::Listed { .. } | How::Written(_) => {}
        }
        if step.promotion != AS_IT_IS {
            self.apply(
                next,
                me,
                rests,
                Change::Become { tile: Tile(step.to.into()), kind: KindId(step.promotion) },
            );
        }
        if !self.layout.deeds.is_empty() {
            self.remember(next, step, &went, &labels);
        }
        if self.castles(step) {
            self.layout.note_castled(next, me);
        }
        let mut goes_on = None;
        if aim == Aim::Write || self.acts_after {
            let captures = self.captures(state, step);
            for after in self.after.iter().filter(|after| aim.minds(after)) {
                if self.is_set_off(after, step, captures, me)
                    && self.apply_after(next, state, me, (to, rests), after)
                {
                    if after.refuses {
                        next.turn = REFUSED;
                        return Turn::IsOver;
                    }
                    goes_on = after.again.or(goes_on);
                }
            }
        }
        if self.castles && self.rights(next) != self.rights(state) {
            self.drop_lonely_rights(next);
        }
        if next.marked != 0 {
            // What somebody else's piece has come to stand on bears a mark no longer.
            let occupied = self.standing_in(next);
            let is_covered = |s: &Spot| s.maker != s.tile && occupied.has(s.tile as usize);
            let keeps_own = !self.reference.goes_on;
            next.retain_marks(|s| keeps_own && s.owner as usize == me || !is_covered(s));
        }
        let Some(Again { phase, or_pass }) = goes_on else {
            self.pass_on(next);
            return Turn::IsOver;
        };
        if let Some(phase) = phase {
            let phases = self.layout.phases as u16;
            next.turn = next.turn / phases * phases + u16::from(phase.0);
        }
        self.layout.keep_beginning(next, state);
        if or_pass { Turn::GoesOnOrPass } else { Turn::GoesOn }
    }

    /// Whether the same player may go on after a move.
    fn may_go_on(&self, state: &State<W, N>, step: Step) -> bool {
        if self.layout.begun.is_none() {
            return false;
        }
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let mut lines = self.after.iter().filter(|after| after.again.is_some());
        lines.any(|after| self.is_set_off(after, step, captures, me))
    }

    /// The state after a move and after all who have to leave have left.
    #[inline(always)]
    pub(super) fn play(&self, now: Now<'_, W, N>, step: Step, aim: Aim) -> State<W, N> {
        let mut next = self.played(now, step, aim).0;
        if self.layout.window.is_some() {
            self.follow_tiles(&mut next);
        }
        next
    }

    /// The same with the window of a plane where it was, and what becomes of the turn.
    #[inline(always)]
    pub(super) fn played(&self, now: Now<'_, W, N>, step: Step, aim: Aim) -> (State<W, N>, Turn) {
        let state = now.state;
        let (mut next, me) = (*state, self.to_move(state));
        let mut turn = self.advance(&mut next, state, me, step, aim);
        if turn == Turn::GoesOnOrPass {
            turn = self.pass_if_alone(&mut next, self.left_by(now, step).as_ref(), aim);
        }
        if self.layout.out.is_some() {
            let before = next.turn;
            self.settle(&mut next, me, self.left_by(now, step).as_ref());
            if next.turn != before {
                turn = Turn::IsOver;
            }
        }
        (next, turn)
    }

    /// Passes if the player to move may and can do nothing else.
    #[inline(never)]
    fn pass_if_alone(&self, next: &mut State<W, N>, past: Option<&Past<W, N>>, aim: Aim) -> Turn {
        let Some(pass) = self.only_pass(Now { state: next, past }) else { return Turn::GoesOn };
        let state = *next;
        self.advance(next, &state, self.to_move(&state), pass, aim)
    }

    /// Whether a move takes something, where that matters to what happens next.
    pub(super) fn captures(&self, state: &State<W, N>, step: Step) -> bool {
        self.minds_captures && self.takes(state, step)
    }

    /// Whether a move takes something.
    pub(super) fn takes(&self, state: &State<W, N>, step: Step) -> bool {
        match step.how {
            How::Plain => self.occupied(state).has(step.to as usize),
            How::Castling(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Pass
            | How::Listed { .. }
            | How::Written(_) => false,
            How::Walked { .. } | How::Choice(_) => {
                let takes = |c: &Change| matches!(c, Change::Take(_));
                self.changes(state, step).iter().any(takes)
            }
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

    /// The number of the rule by which a piece moves, unless that is of no matter.
    pub(super) fn rule_number(&self, step: Step) -> Option<usize> {
        match step.how {
            How::Leaf(number) => Some(self.code.leaves[number as usize].rule.into()),
            How::Walked { rule, .. } => Some(rule.into()),
            How::Plain
            | How::Castling(_)
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => None,
        }
    }

    pub(super) fn label(&self, step: Step) -> Option<LabelId> {
        match step.how {
            How::Choice(number) => self.choices[number as usize].label,
            How::Carry { line, .. } | How::Vanish { line, .. } => self.tile_moves[usize::from(line)].label,
            _ => {
                let rule = self.rule_number(step)?;
                self.reference.rules.kinds[step.kind as usize].rules[rule].label
            }
        }
    }

    /// Whether it is a move of the castling clause, be it made by a rule.
    pub(super) fn is_castling(&self, step: Step) -> bool {
        let by_rule = |rule: usize| self.reference.memory.rules[step.kind as usize][rule].side.is_some();
        matches!(step.how, How::Castling(_)) || self.rule_number(step).is_some_and(by_rule)
    }

    /// Whether a move castles, by the castling clause or by a rule that does.
    pub(super) fn castles(&self, step: Step) -> bool {
        let by_rule = |rule: usize| self.reference.rules.kinds[step.kind as usize].rules[rule].castles;
        self.is_castling(step) || self.rule_number(step).is_some_and(by_rule)
    }

    /// A piece of a known kind goes, and takes what stands where it arrives; nothing has been changed before.
    fn go(&self, state: &mut State<W, N>, before: &State<W, N>, kind: u8, me: usize, from: usize, to: usize) {
        let mut deeds: SmallVec<[usize; 2]> = SmallVec::new();
        if self.layout.hands.is_some() {
            self.keep(state, me, to);
        }
        if self.layout.all > self.layout.first_deed {
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
    fn stamp(&self, kind: usize, player: usize) -> &[Set<W>; N] {
        &self.stamps[player * self.layout.kinds + kind]
    }

    fn make_leaf(
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
    fn act(
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

    pub(super) fn apply(&self, state: &mut State<W, N>, me: usize, maker: usize, change: Change) {
        match change {
            Change::Take(tile) => {
                if self.layout.hands.is_some() {
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
                    let Some(place) = self.layout.hand(me, self.in_hand[kind.index()]) else { return };
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
                // There is room: see `Engine::new`.
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

    fn lift(&self, state: &mut State<W, N>, tile: usize) -> Lifted {
        let kind = (0..self.layout.kinds).find(|k| state.sets[*k].has(tile));
        let owner = (0..self.layout.owners).find(|p| state.sets[self.layout.owner(*p)].has(tile));
        let deeds = self.deeds_of(state, tile).collect();
        self.put(state, tile, None);
        Lifted { piece: kind.zip(owner), deeds }
    }

    /// The sets that say what the piece on a tile has done.
    fn deeds_of(&self, state: &State<W, N>, tile: usize) -> impl Iterator<Item = usize> {
        (self.layout.first_deed..self.layout.all).filter(move |i| state.sets[*i].has(tile))
    }

    fn land(&self, state: &mut State<W, N>, tile: usize, lifted: Lifted) {
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
    pub(super) fn drop_lonely_rights(&self, state: &mut State<W, N>) {
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
struct Lifted {
    piece: Option<(usize, usize)>,
    deeds: SmallVec<[usize; 2]>,
}
