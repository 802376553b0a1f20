//! Generating moves in sets: the targets of a piece, or of all pieces of a kind at once, and which of them are legal.

use smallvec::SmallVec;
use tilegame_dsl::ir::Tile;

use super::ask::View;
use super::choose::NO_KIND;
use super::cond::Cond;
use super::engine::{Class, Engine, Legality, Mover, Shift, ShiftWay};
use super::guard::Guard;
use super::make::{AS_IT_IS, How, REFUSED, Step};
use super::program::{Lands, Leaf, Range};
use super::set::Set;
use super::sink::{Sink, each_choice, each_promotion, each_shifted, each_step, emit, emit_shifted};
use super::state::{Spot, State};
use super::ways::Half;
use crate::moves::Change;

/// A state with what is asked again and again while its moves are generated.
#[derive(Clone, Copy)]
pub(super) struct Scene<'s, const W: usize, const N: usize> {
    pub(super) state: &'s State<W, N>,
    pub(super) me: usize,
    pub(super) own: Set<W>,
    pub(super) occupied: Set<W>,
}

impl<const W: usize, const N: usize> Engine<W, N> {
    #[inline(always)]
    pub(super) fn scene<'s>(&self, state: &'s State<W, N>) -> Scene<'s, W, N> {
        let me = self.to_move(state);
        let mut own = state.sets[self.layout.owner(me) & (N - 1)];
        if self.layout.owners != self.layout.players {
            // What is nobody's is neither taken nor moved.
            own |= state.sets[self.layout.owner(self.layout.players) & (N - 1)];
        }
        Scene { state, me, own, occupied: self.occupied(state) }
    }

    /// All legal moves, preferences apart.
    #[inline(always)]
    pub(super) fn generate<S: Sink<W>>(&self, state: &State<W, N>, sink: &mut S) {
        let scene = self.scene(state);
        match &self.legality {
            Legality::Free => self.pieces(&scene, &Guard::none(), sink),
            Legality::Guarded(royal) => {
                let mut guard = Guard::none();
                self.guard(&scene, royal, &mut guard);
                self.pieces(&scene, &guard, sink);
            }
            Legality::Sifted => {
                if let Some(sift) = &self.sift {
                    self.pieces(&scene, &Guard::none(), &mut self.sifted(sift, state, sink));
                }
            }
            Legality::Tested => {
                let mut tested = Tested { engine: self, state, sink };
                self.pieces(&scene, &Guard::none(), &mut tested);
            }
        }
    }

    #[inline(always)]
    fn pieces<S: Sink<W>>(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, sink: &mut S) {
        let side = &self.side(scene.state, scene.me);
        for mover in &side.movers {
            let pieces = scene.own & scene.state.sets[mover.kind as usize & (N - 1)];
            if pieces.is_empty() {
                continue;
            }
            if mover.is_royal && guard.is_on {
                self.royal(scene, guard, mover, pieces, sink);
                continue;
            }
            if guard.only_royals && !mover.has_leaves {
                continue;
            }
            let allowed = guard.allowed.without(scene.own);
            let occupied = scene.occupied;
            match &mover.class {
                Class::None => {}
                Class::Leap(leap) => {
                    each(
                        pieces,
                        guard,
                        allowed,
                        |from| *leap.at(from),
                        |from, to| {
                            emit(mover, from, to, sink);
                        },
                    );
                }
                Class::One(table) => {
                    let table = &self.tables[*table as usize];
                    let look = |from| table.look(from, occupied);
                    each(pieces, guard, allowed, look, |from, to| emit(mover, from, to, sink));
                }
                Class::Two(first, second) => {
                    let (first, second) = (&self.tables[*first as usize], &self.tables[*second as usize]);
                    let look = |from| first.look(from, occupied) | second.look(from, occupied);
                    each(pieces, guard, allowed, look, |from, to| emit(mover, from, to, sink));
                }
                Class::Mixed => {
                    let look = |from| self.mixed(scene, mover, from);
                    each(pieces, guard, allowed, look, |from, to| emit(mover, from, to, sink));
                }
            }
            if !mover.shifts.is_empty() {
                self.shifts(scene, guard, mover, pieces, sink);
            }
            if mover.has_leaves {
                self.leaves(scene, guard, mover, pieces, sink);
            }
        }
        self.rare(scene, guard, sink);
        if !self.choices.is_empty() && !guard.only_royals {
            self.choices(scene, guard, sink);
        }
        if let Some(pass) = &self.pass {
            self.may_pass(scene, guard, pass, sink);
        }
    }

    fn may_pass<S: Sink<W>>(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, pass: &Cond, sink: &mut S) {
        if self.holds(&self.view(scene.state, scene.me), 0, pass) {
            let step = self.pass(scene);
            if !guard.is_on || self.is_legal_step(scene.state, step) {
                sink.step(step);
            }
        }
    }

    /// A pass, written by the tile of a piece.
    pub(super) fn pass(&self, scene: &Scene<'_, W, N>) -> Step {
        let by = self.reference.rules.notation.pass_by;
        let tile = by.map_or(0, |kind| {
            let owned = scene.state.sets[self.layout.owner(scene.me)] & scene.state.sets[kind.index()];
            owned.lowest()
        });
        Step { from: tile as u16, to: tile as u16, kind: NO_KIND, promotion: AS_IT_IS, how: How::Pass }
    }

    /// The targets of a piece that has several ways of going, friends' tiles perhaps included.
    #[inline]
    pub(super) fn mixed(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, from: usize) -> Set<W> {
        let (occupied, enemies) = (scene.occupied, scene.occupied.without(scene.own));
        let mut to = Set::EMPTY;
        for (half, leap) in &mover.leaps {
            to |= self.half(*half, *leap.at(from), occupied, enemies);
        }
        for (half, table) in &mover.lines {
            let look = self.tables[*table as usize].look(from, occupied);
            to |= self.half(*half, look, occupied, enemies);
        }
        if !mover.odd.is_empty() {
            to |= self.plain_leaves(scene, mover, from);
        }
        to
    }

    #[inline(always)]
    fn half(&self, half: Half, to: Set<W>, occupied: Set<W>, enemies: Set<W>) -> Set<W> {
        match half {
            Half::Both => to,
            Half::Quiet => to.without(occupied),
            Half::Capture => to & enemies,
        }
    }

    /// The targets that only programs tell.
    fn plain_leaves(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, from: usize) -> Set<W> {
        let mut to = Set::EMPTY;
        self.odd_leaves(scene, mover, from, &mover.odd, |_, leaf, is_plain| {
            if is_plain {
                to.insert(leaf.to as usize);
            }
        });
        to
    }

    /// Calls `then` with every leaf that a piece reaches by the rules of these numbers and where it may land.
    pub(super) fn odd_leaves(
        &self,
        scene: &Scene<'_, W, N>,
        mover: &Mover<W>,
        from: usize,
        rules: &[u16],
        mut then: impl FnMut(u32, &Leaf, bool),
    ) {
        for rule in rules {
            let shape = &self.shapes[self.seat(scene.state, scene.me)][mover.kind as usize][*rule as usize];
            self.reached(scene, from, shape.programs[from], |number, leaf| {
                then(number, leaf, self.is_plain[number as usize]);
                false
            });
        }
    }

    /// Calls `then` with every leaf of a program that a piece reaches and where it may land, until it says `true`. Whether it did.
    pub(super) fn reached(
        &self,
        scene: &Scene<'_, W, N>,
        from: usize,
        program: Range,
        mut then: impl FnMut(u32, &Leaf) -> bool,
    ) -> bool {
        let view = self.view_with(scene.state, scene.me, [Some(from), None], None);
        self.code.run(
            program,
            |ask, tile| self.answer(&view, ask, tile),
            |number, leaf| {
                let to = leaf.to as usize;
                let lands = match leaf.lands {
                    Lands::Anyhow => true,
                    Lands::Free => !view.occupied.has(to),
                    Lands::Foe => self.enemies(&view).has(to),
                    Lands::Either => !view.occupied.has(to) || self.enemies(&view).has(to),
                    Lands::Onto(mark) => {
                        let of_enemy =
                            |s: &Spot| s.mark == mark.0 && s.tile == leaf.to && s.owner as usize != scene.me;
                        !view.occupied.has(to) && scene.state.spots().iter().any(of_enemy)
                    }
                };
                lands && then(number, leaf)
            },
        )
    }

    /// Moves that do more than go and take.
    pub(super) fn leaves<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        for from in pieces.iter() {
            let mut seen: SmallVec<[u32; 8]> = SmallVec::new();
            self.odd_leaves(scene, mover, from, &mover.odd, |number, leaf, is_plain| {
                // A way that takes just what stands where it ends may be one of the plain ones, too.
                let enemies = scene.occupied.without(scene.own);
                let (to, takes) = (leaf.to as usize, [Change::Take(Tile(leaf.to.into()))]);
                let is_again = || {
                    !matches!(leaf.lands, Lands::Foe | Lands::Either)
                        && *leaf.changes == takes
                        && enemies.has(to)
                        && self.mixed(scene, mover, from).has(to)
                };
                if !is_plain && !is_again() && !self.is_known(scene, &seen, number, from) {
                    seen.push(number);
                }
            });
            for number in seen {
                self.leaf(scene, guard, mover, from, number, sink);
            }
        }
    }

    /// Whether one of these leaves changes the same as another.
    fn is_known(&self, scene: &Scene<'_, W, N>, seen: &[u32], number: u32, from: usize) -> bool {
        let changes = |number: u32| {
            let leaf = &self.code.leaves[number as usize];
            let to = leaf.to as usize;
            let takes =
                matches!(leaf.lands, Lands::Foe | Lands::Either) && to != from && scene.occupied.has(to);
            let taken = takes.then_some(Change::Take(Tile(leaf.to.into())));
            (
                leaf.to,
                leaf.stays,
                leaf.changes.iter().copied().chain(taken).collect::<SmallVec<[Change; 3]>>(),
            )
        };
        !seen.is_empty() && {
            let wanted = changes(number);
            seen.iter().any(|n| changes(*n) == wanted)
        }
    }

    fn leaf<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        from: usize,
        number: u32,
        sink: &mut S,
    ) {
        let Leaf { to, stays, .. } = self.code.leaves[number as usize];
        let step =
            Step { from: from as u16, to, kind: mover.kind, promotion: AS_IT_IS, how: How::Leaf(number) };
        if guard.is_on && !self.is_legal_step(scene.state, step) {
            return;
        }
        match &mover.promotes {
            Some(promotes) if promotes.on.has(to as usize) && !(stays && from != to as usize) => {
                for kind in &promotes.into {
                    sink.step(Step { promotion: *kind, ..step });
                }
                if promotes.is_optional {
                    sink.step(step);
                }
            }
            _ => sink.step(step),
        }
    }

    /// Pieces that go all at once.
    #[inline(always)]
    fn shifts<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        let free = pieces.without(guard.pinned);
        for shift in &mover.shifts {
            let to = self.shift(scene, shift, free) & guard.allowed;
            if !to.is_empty() {
                emit_shifted(mover, shift, to, sink);
            }
        }
        for from in (pieces & guard.pinned).iter() {
            let line = guard.line(from);
            for shift in &mover.shifts {
                let to = self.shift(scene, shift, Set::one(from)) & guard.allowed & line;
                if !to.is_empty() {
                    emit_shifted(mover, shift, to, sink);
                }
            }
        }
    }

    #[inline(always)]
    fn shift(&self, scene: &Scene<'_, W, N>, shift: &Shift<W>, pieces: Set<W>) -> Set<W> {
        let go = |way: &ShiftWay<W>| {
            let mut from = pieces & way.from;
            for by in &way.empty {
                from = from.without(scene.occupied.rolled(-by));
            }
            for by in &way.full {
                from &= scene.occupied.rolled(-by);
            }
            from.rolled(shift.by)
        };
        let mut to = go(&shift.first);
        for way in &shift.others {
            to |= go(way);
        }
        match shift.half {
            Half::Quiet => to.without(scene.occupied),
            Half::Capture => to & scene.occupied.without(scene.own),
            Half::Both => to.without(scene.own),
        }
    }

    /// What is seldom there: moves onto marks, and castling.
    #[inline(always)]
    fn rare<S: Sink<W>>(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, sink: &mut S) {
        let side = &self.side(scene.state, scene.me);
        for spot in scene.state.spots().iter().filter(|s| s.owner as usize != scene.me) {
            for onto in side.ontos.iter().filter(|o| o.mark == spot.mark) {
                let mover = &side.movers[onto.mover];
                let near = *onto.from.at(spot.tile as usize) & scene.own;
                for from in (near & scene.state.sets[mover.kind as usize]).iter() {
                    let mut found: SmallVec<[u32; 4]> = SmallVec::new();
                    self.odd_leaves(scene, mover, from, &onto.rules, |number, leaf, _| {
                        if leaf.to == spot.tile && !self.is_known(scene, &found, number, from) {
                            found.push(number);
                        }
                    });
                    for number in found {
                        self.leaf(scene, guard, mover, from, number, sink);
                    }
                }
            }
        }
        if side.castling.is_some() && !guard.is_attacked {
            self.castlings(scene, guard, |step, number| {
                if !guard.is_on || self.castles_safely(scene, guard, number) {
                    sink.step(step);
                }
            });
        }
    }

    /// Whether what must hold after a move holds after this one.
    pub(super) fn is_legal_step(&self, state: &State<W, N>, step: Step) -> bool {
        let next = self.make(state, step, false);
        if next.turn == REFUSED {
            return false;
        }
        let mover = self.to_move(state);
        let view = View { before: Some(state), ..self.view(&next, mover) };
        self.holds(&view, step.to as usize, &self.legal)
    }
}

/// Calls `then` with each piece's legal targets.
#[inline(always)]
pub(super) fn each<const W: usize>(
    pieces: Set<W>,
    guard: &Guard<W>,
    allowed: Set<W>,
    look: impl Fn(usize) -> Set<W>,
    mut then: impl FnMut(usize, Set<W>),
) {
    for from in pieces.iter() {
        let mut to = look(from) & allowed;
        if guard.pinned.has(from) {
            to &= guard.line(from);
        }
        then(from, to);
    }
}

/// Makes every move to see whether it is legal.
struct Tested<'e, S, const W: usize, const N: usize> {
    engine: &'e Engine<W, N>,
    state: &'e State<W, N>,
    sink: &'e mut S,
}

impl<S: Sink<W>, const W: usize, const N: usize> Sink<W> for Tested<'_, S, W, N> {
    fn targets(&mut self, kind: u8, from: usize, to: Set<W>) {
        each_step(kind, from, to, |step| self.step(step));
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        each_choice(kind, number, to, |step| self.step(step));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        each_promotion(kind, from, to, into, |step| self.step(step));
    }

    fn shifted(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>) {
        each_shifted(kind, shift, to, |step| self.step(step));
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>, into: &[u8]) {
        each_shifted(kind, shift, to, |step| {
            into.iter().for_each(|k| self.step(Step { promotion: *k, ..step }));
        });
    }

    fn step(&mut self, step: Step) {
        if self.engine.is_legal_step(self.state, step) {
            self.sink.step(step);
        }
    }
}
