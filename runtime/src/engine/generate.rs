//! Generating moves in sets: the targets of a piece, or of all pieces of a kind at once, and which of them are legal.

use crate::cpu::{Any, Cpu};
use crate::engine::legality::pins::CheckMask;
use crate::engine::narrow::Wanted;
use crate::engine::scene::Scene;
use crate::engine::sink::{Sink, emit, emit_shifted};
use crate::packed::past::Now;
use crate::packed::set::Set;
use crate::packed::state::{Spot, State};
use crate::packed::step::{AS_IT_IS, How, NO_KIND, Step};
use crate::plan::Plan;
use crate::plan::cond::Cond;
use crate::plan::legality::Method;
use crate::plan::movers::{BulkPath, BulkStep, Goes, Mover};
use crate::plan::ways::Half;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// All legal moves, preferences apart: what is asked seldom goes here, so that it is compiled once.
    pub(crate) fn generate_all(&self, now: Now<'_, W, N>, sink: &mut dyn Sink<W>) {
        self.generate_in(&Scene { past: now.past, ..self.scene(now.state) }, sink);
    }

    /// The same in a scene.
    pub(crate) fn generate_in(&self, scene: &Scene<'_, W, N>, sink: &mut dyn Sink<W>) {
        let speaks = !self.only_now(scene.state).is_empty();
        if speaks && !self.tests_all() {
            return self.generate_any(scene, &mut self.fitting(scene.state, sink));
        }
        self.generate_any(scene, sink);
    }

    fn generate_any(&self, scene: &Scene<'_, W, N>, sink: &mut dyn Sink<W>) {
        match &self.legality.method {
            Method::Free | Method::Pins(_) => {
                self.generate_from::<_, _, false>(Any, scene, sink);
                self.moves_of_tiles(scene, None, sink);
            }
            Method::Connected(ground) => {
                let footing = ground.footing(self.tiles(scene.state));
                // Whatever leaves the tiles where they are leaves them as they hang together.
                if footing.is_whole {
                    self.pieces(Any, scene, &CheckMask::none(), sink);
                }
                self.moves_of_tiles(scene, Some(&footing), sink);
            }
            Method::Incremental(_) => self.generate_from::<_, _, true>(Any, scene, sink),
            Method::MakeAndTest { footprint, .. } => {
                let mut tested = self.testing(footprint.as_deref(), scene, sink);
                self.generate_untested(scene, &mut tested);
            }
        }
    }

    /// Those of the legal moves that are wanted, preferences apart.
    pub(crate) fn generate_wanted(&self, now: Now<'_, W, N>, wanted: Wanted, sink: &mut dyn Sink<W>) {
        let sought = wanted.sought();
        let scene = Scene { past: now.past, sought: sought.as_ref(), ..self.scene(now.state) };
        let Method::MakeAndTest { footprint, .. } = &self.legality.method else {
            return self.generate_in(&scene, &mut self.narrowed(now.state, wanted, sink));
        };
        let mut tested = self.testing(footprint.as_deref(), &scene, sink);
        self.generate_untested(&scene, &mut self.narrowed(now.state, wanted, &mut tested));
    }

    /// Every move is made to see whether it is legal, but those of which that is known.
    fn tests_all(&self) -> bool {
        matches!(self.legality.method, Method::MakeAndTest { .. })
    }

    /// All moves that the phase of the turn allows, legal or not.
    fn generate_untested(&self, scene: &Scene<'_, W, N>, sink: &mut dyn Sink<W>) {
        if self.only_now(scene.state).is_empty() {
            self.pieces(Any, scene, &CheckMask::none(), sink);
        } else {
            // What the phase does not allow need not be made.
            let fitting: &mut dyn Sink<W> = &mut self.fitting(scene.state, sink);
            self.pieces(Any, scene, &CheckMask::none(), fitting);
        }
        self.moves_of_tiles(scene, None, sink);
    }

    /// The same where moves need not be made to see whether they are legal, and nobody moves tiles; castling is left out if friends are known to
    /// be in its way.
    #[inline(always)]
    pub(crate) fn generate<P: Cpu, S: Sink<W> + ?Sized, const SIFTED: bool>(
        &self,
        processor: P,
        state: &State<W, N>,
        is_shut: bool,
        sink: &mut S,
    ) {
        let mut scene = self.scene(state);
        scene.castles &= !is_shut;
        self.generate_from::<P, S, SIFTED>(processor, &scene, sink);
    }

    #[inline(always)]
    fn generate_from<P: Cpu, S: Sink<W> + ?Sized, const SIFTED: bool>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        sink: &mut S,
    ) {
        let mut guard = CheckMask::none();
        if SIFTED {
            if let Method::Incremental(incremental) = &self.legality.method {
                self.pieces(processor, scene, &guard, &mut self.judging(incremental, scene.state, sink));
            }
            return;
        }
        if let Method::Pins(royal) = self.legality.method {
            self.guard(processor, scene, royal, &mut guard);
        }
        self.pieces(processor, scene, &guard, sink);
    }

    #[inline(always)]
    fn pieces<P: Cpu, S: Sink<W> + ?Sized>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        sink: &mut S,
    ) {
        let side = scene.side;
        let [movers, goals] = scene.movers_and_goals();
        let of_kind = |kind: u8| movers & scene.state.sets[kind as usize & (N - 1)];
        for kind in &side.royals {
            self.royal(processor, scene, guard, &side.movers[*kind as usize], of_kind(*kind), sink);
        }
        // First all pieces that are free to go anywhere, then each that is pinned.
        let mut pieces = movers.without(guard.pinned);
        let allowed = guard.allowed.without(scene.own) & goals;
        let (mut pinned, mut narrowed) = (guard.pinned & movers, allowed);
        while !allowed.is_empty() {
            self.some_pieces(processor, scene, pieces, narrowed, sink);
            if pinned.is_empty() {
                break;
            }
            pieces = Set::one(pinned.lowest());
            pinned = pinned.without(pieces);
            narrowed = allowed & guard.line(pieces.lowest());
        }
        if sink.is_content() {
            return;
        }
        for kind in &side.leaving {
            let pieces = of_kind(*kind);
            if !pieces.is_empty() {
                self.leaves(scene, guard, &side.movers[*kind as usize], pieces, sink);
            }
        }
        self.rare(scene, guard, sink);
        // Where nothing but going away helps, nor does a piece that is put somewhere; what else happens might.
        if self.turn.choices.iter().any(|choice| choice.puts.is_none() || !guard.allowed.is_empty()) {
            self.choices(scene, guard, sink);
        }
        if let Some(pass) = &self.turn.pass {
            self.may_pass(scene, guard, pass, sink);
        }
    }

    fn may_pass<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        pass: &Cond,
        sink: &mut S,
    ) {
        if *pass == Cond::True || self.holds(&self.view(scene.state, scene.me), 0, pass) {
            let step = self.pass(scene);
            if !guard.is_on || self.is_legal_step(scene.state, step) {
                sink.step(step);
            }
        }
    }

    /// A pass, written by the tile of a piece.
    pub(crate) fn pass(&self, scene: &Scene<'_, W, N>) -> Step {
        let by = self.reference.rules.notation.pass_by;
        let tile = by.map_or(0, |kind| {
            let owned = scene.state.sets[self.layout.owner(scene.me)] & scene.state.sets[kind.index()];
            owned.lowest()
        });
        Step { from: tile as u16, to: tile as u16, kind: NO_KIND, promotion: AS_IT_IS, how: How::Pass }
    }

    /// Moves that do no more than go and take, but of royal pieces.
    #[inline(always)]
    fn some_pieces<P: Cpu, S: Sink<W> + ?Sized>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        pieces: Set<W>,
        allowed: Set<W>,
        sink: &mut S,
    ) {
        for group in &scene.side.groups {
            if sink.is_content() {
                return;
            }
            let pieces = pieces & scene.state.sets[group.set as usize & (N - 1)];
            match &group.goes {
                Goes::Leap(leap) => {
                    for from in pieces.iter() {
                        sink.targets(&group.kinds, from, *leap.at(from) & allowed);
                    }
                }
                Goes::Line(table) => {
                    for from in pieces.iter() {
                        sink.targets(
                            &group.kinds,
                            from,
                            table.look(processor, from, scene.occupied) & allowed,
                        );
                    }
                }
            }
        }
        for group in &scene.side.arriving {
            let pieces = pieces & scene.state.sets[group.kind as usize & (N - 1)];
            for from in pieces.iter() {
                let [as_it_is, other] = group.on.at(from);
                let to = match &group.line {
                    None => allowed,
                    Some(table) => table.look(processor, from, scene.occupied) & allowed,
                };
                sink.targets(std::slice::from_ref(&group.kind), from, to & *as_it_is);
                let (to, into) = (to & *other, std::slice::from_ref(&group.other));
                sink.promotions(group.kind, from, to, into);
            }
        }
        for kind in &scene.side.apart {
            if sink.is_content() {
                return;
            }
            let mover = &scene.side.movers[*kind as usize];
            let pieces = pieces & scene.state.sets[*kind as usize & (N - 1)];
            if pieces.is_empty() {
                continue;
            }
            let promotes = mover.promotes.as_ref().filter(|p| pieces.meets(p.near));
            for shift in &mover.shifts {
                let to = self.shift(scene, shift, pieces) & allowed;
                match promotes {
                    None => sink.shifted(mover.kind, shift, to),
                    Some(promotes) => emit_shifted(mover, promotes, shift, to, sink),
                }
            }
            if mover.shifts.is_empty() {
                for from in pieces.iter() {
                    emit(mover, from, self.mixed(processor, scene, mover, from) & allowed, sink);
                }
            }
        }
    }

    /// The targets of a piece that has several ways of going, friends' tiles perhaps included.
    #[inline(always)]
    pub(crate) fn mixed<P: Cpu>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        mover: &Mover<W>,
        from: usize,
    ) -> Set<W> {
        let (occupied, enemies) = (scene.occupied, scene.occupied.without(scene.own));
        let mut to = Set::EMPTY;
        for (half, leap) in &mover.leaps {
            to |= self.half(*half, *leap.at(from), occupied, enemies);
        }
        for (half, table) in &mover.lines {
            let mut look = table.look(processor, from, occupied);
            if let Some(blockers) = &table.blockers {
                look = blockers.left(from, look, scene.state.sets[blockers.set as usize & (N - 1)]);
            }
            to |= self.half(*half, look, occupied, enemies);
        }
        if mover.has_plain {
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

    #[inline(always)]
    fn shift(&self, scene: &Scene<'_, W, N>, shift: &BulkStep<W>, pieces: Set<W>) -> Set<W> {
        let mut from = pieces & shift.first.from;
        if let Some(by) = shift.first.over {
            from = from.without(scene.occupied.rolled(by));
        }
        if !shift.is_simple {
            from = self.starts(scene, shift, pieces);
        }
        let to = from.rolled(shift.by);
        let enemies = scene.occupied.without(scene.own);
        to & ((shift.if_free & !scene.occupied) | (shift.if_enemy & enemies))
    }

    /// Which pieces can be shifted where that takes more than a tile to be empty.
    fn starts(&self, scene: &Scene<'_, W, N>, shift: &BulkStep<W>, pieces: Set<W>) -> Set<W> {
        let of_way = |way: &BulkPath<W>| {
            let mut from = pieces & way.from;
            if let Some(by) = way.over {
                from = from.without(scene.occupied.rolled(by));
            }
            for (by, full) in &way.more {
                let there = scene.occupied.rolled(*by);
                from = if *full { from & there } else { from.without(there) };
            }
            from
        };
        shift.others.iter().fold(of_way(&shift.first), |from, way| from | of_way(way))
    }

    /// What is seldom there: moves onto marks, and castling.
    #[inline(always)]
    fn rare<S: Sink<W> + ?Sized>(&self, scene: &Scene<'_, W, N>, guard: &CheckMask<W>, sink: &mut S) {
        let side = scene.side;
        if scene.state.marked != 0 {
            let is_near = |s: &Spot| side.near_marks.at(s.tile as usize).meets(scene.own);
            if scene.state.spots().iter().any(is_near) {
                self.onto_marks(scene, guard, sink);
            }
        }
        if scene.castles && !guard.is_attacked {
            self.castlings(scene, guard, |step| sink.step(step));
        }
    }
}
