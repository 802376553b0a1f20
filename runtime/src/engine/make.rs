//! Making moves: on a copy, with everything that happens after a move.
//!
//! The same order of things as in the reference engine's `make`.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, Tile};

use crate::moves::Change;
use crate::packed::past::{Now, Past};
use crate::packed::set::Set;
use crate::packed::state::{Spot, State};
use crate::packed::step::{AS_IT_IS, How, REFUSED, Step};
use crate::plan::Plan;
use crate::plan::making::{Books, Make};
use crate::plan::turn::after::{After, Again};
use crate::plan::turn::choice::Put;

/// What a move is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
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
pub(crate) enum Turn {
    IsOver,
    GoesOn,
    /// It goes on, unless nothing but a pass is left to be done.
    GoesOnOrPass,
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The state after a move that may not be legal.
    #[inline]
    pub(crate) fn make(&self, state: &State<W, N>, step: Step) -> State<W, N> {
        let mut next = *state;
        self.advance(&mut next, state, self.to_move(state), step, Aim::Judge);
        next
    }

    /// Makes a move of the player whose turn it is in a copy of a state.
    #[inline(always)]
    pub(crate) fn advance(
        &self,
        next: &mut State<W, N>,
        state: &State<W, N>,
        me: usize,
        step: Step,
        aim: Aim,
    ) -> Turn {
        let is_usual = aim != Aim::Write || !matches!(self.making.books, Books::Looking);
        match self.making.make {
            Make::Plain | Make::PlainOrPut if is_usual && self.goes_plainly(step) => {
                self.make_plainly(next, state, me, step);
                if let How::Leaf(number) = step.how {
                    self.leave_marks(next, me, step, number);
                }
                self.keep_books(next, state, me, step, aim);
            }
            Make::Counting { .. } if self.goes_plainly(step) => {
                self.make_counting(next, state, me, step, aim);
            }
            Make::PlainOrPut | Make::Keeping
                if is_usual && matches!(step.how, How::Plain | How::Choice(_)) =>
            {
                self.make_keeping(next, state, me, step, aim);
            }
            _ => return self.make_at_length(next, state, step, aim),
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
            self.keep_books(next, state, me, step, aim);
            return;
        };
        let Some(Put { kind, from_hand, more: false }) = self.turn.choices[number as usize].puts else {
            self.make_at_length(next, state, step, aim);
            return;
        };
        if from_hand && let Some(place) = self.layout.hand(me, self.layout.hands.counts_as[kind as usize]) {
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
        self.keep_books(next, state, me, step, aim);
    }

    /// A piece goes, takes what stands where it arrives, and perhaps turns into another.
    #[inline(always)]
    fn make_plainly(&self, next: &mut State<W, N>, state: &State<W, N>, me: usize, step: Step) {
        let (from, to) = (step.from as usize, step.to as usize);
        let kind = if step.promotion == AS_IT_IS { step.kind } else { step.promotion };
        // The state before is read: the processor would wait for what has just been copied.
        let loses_rights = self.rights(state).meets(Set::one(from) | Set::one(to));
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
    pub(crate) fn goes_plainly(&self, step: Step) -> bool {
        match step.how {
            How::Plain => true,
            // Who becomes another takes its marks off.
            How::Leaf(number) => {
                step.from != step.to && step.promotion == AS_IT_IS && self.code.marking[number as usize]
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
        for after in self.turn.after.iter().filter(|after| aim.minds(after)) {
            if after.triggers.iter().any(|t| self.is_triggered(*t, step, captures, me)) {
                self.apply_after(next, state, me, (to, to), after);
            }
        }
        if self.rights(next) != self.rights(state) {
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

    #[inline(never)]
    fn make_at_length(&self, next: &mut State<W, N>, state: &State<W, N>, step: Step, aim: Aim) -> Turn {
        let me = self.to_move(state);
        if !self.layout.is_under_way(state) && self.may_go_on(state, step) {
            let from = (!matches!(step.how, How::Choice(_))).then_some(step.from as usize);
            self.layout.begin(next, from);
        }
        let to = step.to as usize;
        let rests = self.rests(step);
        let labels =
            if self.layout.deeds.list.is_empty() { SmallVec::new() } else { self.known_as(state, step) };
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
        if !self.layout.deeds.list.is_empty() {
            self.remember(next, step, &went, &labels);
        }
        if self.castles(step) {
            self.layout.note_castled(next, me);
        }
        let mut goes_on = None;
        if aim == Aim::Write || self.making.acts_after {
            let captures = self.captures(state, step);
            for after in self.turn.after.iter().filter(|after| aim.minds(after)) {
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
        if self.rights(next) != self.rights(state) {
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
        if self.layout.beginning.on.is_none() {
            return false;
        }
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let mut lines = self.turn.after.iter().filter(|after| after.again.is_some());
        lines.any(|after| self.is_set_off(after, step, captures, me))
    }

    /// The state after a move and after all who have to leave have left.
    #[inline(always)]
    pub(crate) fn play(&self, now: Now<'_, W, N>, step: Step, aim: Aim) -> State<W, N> {
        let mut next = *now.state;
        self.play_on(&mut next, now, step, aim);
        if self.layout.window.is_some() {
            self.follow_tiles(&mut next);
        }
        next
    }

    /// The same on a copy of the state, with the window of a plane where it was; and what becomes of the turn.
    #[inline(always)]
    pub(crate) fn play_on(&self, next: &mut State<W, N>, now: Now<'_, W, N>, step: Step, aim: Aim) -> Turn {
        let state = now.state;
        let me = self.to_move(state);
        let mut turn = self.advance(next, state, me, step, aim);
        if turn == Turn::GoesOnOrPass {
            turn = self.pass_if_alone(next, self.left_by(now, step).as_ref(), aim);
        }
        if self.layout.out.is_some() {
            let before = next.turn;
            self.settle(next, me, self.left_by(now, step).as_ref());
            if next.turn != before {
                turn = Turn::IsOver;
            }
        }
        turn
    }

    /// Passes if the player to move may and can do nothing else.
    #[inline(never)]
    fn pass_if_alone(&self, next: &mut State<W, N>, past: Option<&Past<W, N>>, aim: Aim) -> Turn {
        let Some(pass) = self.only_pass(Now { state: next, past }) else { return Turn::GoesOn };
        let state = *next;
        self.advance(next, &state, self.to_move(&state), pass, aim)
    }
}
