//! Generating moves in sets: the targets of a piece, or of all pieces of a kind at once, and which of them are legal.

use smallvec::SmallVec;
use tilegame_dsl::ir::{LabelId, Tile};

use super::ask::View;
use super::choose::NO_KIND;
use super::cond::Cond;
use super::engine::{Engine, Goes, Legality, Mover, Shift, ShiftWay, Side};
use super::guard::Guard;
use super::landing::{Going, Landed, WaysFound};
use super::make::{AS_IT_IS, How, REFUSED, Step};
use super::narrow::Wanted;
use super::past::{Now, Past};
use super::processor::{Any, Processor};
use super::program::{Lands, Leaf, Range};
use super::set::Set;
use super::sift::{Outlook, Wake};
use super::sink::{Sink, each_choice, each_promotion, each_shifted, each_step, emit, emit_shifted};
use super::state::{Spot, State};
use super::ways::{Half, Trail};
use crate::moves::Change;
use crate::reference::history::Told;

/// The side of a rule that castles, and is none of the castling clause.
const NO_SIDE: u8 = u8::MAX;

/// A state with what is asked again and again while its moves are generated.
#[derive(Clone, Copy)]
pub(super) struct Scene<'s, const W: usize, const N: usize> {
    pub(super) state: &'s State<W, N>,
    pub(super) me: usize,
    pub(super) side: &'s Side<W>,
    pub(super) own: Set<W>,
    pub(super) occupied: Set<W>,
    /// Pieces of players who are out: they attack nobody.
    pub(super) idle: Set<W>,
    /// Castling may be possible.
    pub(super) castles: bool,
    /// Moves are looked for that may reply to another: whether they leave a reply is not asked.
    pub(super) is_reply: bool,
    /// What was before the state, where that matters.
    pub(super) past: Option<&'s Past<W, N>>,
}

impl<const W: usize, const N: usize> Engine<W, N> {
    #[inline(always)]
    pub(super) fn scene<'s>(&'s self, state: &'s State<W, N>) -> Scene<'s, W, N> {
        self.scene_of(state, self.to_move(state))
    }

    /// A state as a player sees it.
    #[inline(always)]
    pub(super) fn scene_of<'s>(&'s self, state: &'s State<W, N>, me: usize) -> Scene<'s, W, N> {
        let mut own = state.sets[self.layout.owner(me) & (N - 1)];
        if self.layout.owners != self.layout.players {
            // What is nobody's is neither taken nor moved.
            own |= state.sets[self.layout.owner(self.layout.players) & (N - 1)];
        }
        let mut idle = Set::EMPTY;
        if self.layout.out.is_some() {
            let out = self.layout.out(state);
            idle = out.fold(idle, |all, player| all | state.sets[self.layout.owner(player) & (N - 1)]);
        }
        let side = self.side(state, me);
        let castles = side.castling.is_some();
        let occupied = self.occupied(state);
        Scene { state, me, side, own, occupied, idle, castles, is_reply: false, past: None }
    }

    /// All legal moves, preferences apart: what is asked seldom goes here, so that it is compiled once.
    pub(super) fn generate_all(&self, now: Now<'_, W, N>, sink: &mut dyn Sink<W>) {
        self.generate_in(&Scene { past: now.past, ..self.scene(now.state) }, sink);
    }

    /// The same in a scene.
    pub(super) fn generate_in(&self, scene: &Scene<'_, W, N>, sink: &mut dyn Sink<W>) {
        let speaks = !self.only_now(scene.state).is_empty();
        if speaks && self.legality != Legality::Tested {
            return self.generate_any(scene, &mut self.fitting(scene.state, sink));
        }
        self.generate_any(scene, sink);
    }

    fn generate_any(&self, scene: &Scene<'_, W, N>, sink: &mut dyn Sink<W>) {
        match self.legality {
            Legality::Free | Legality::Guarded(_) => {
                self.generate_from::<_, _, false>(Any, scene, sink);
                self.moves_of_tiles(scene, None, sink);
            }
            Legality::Grounded => {
                let Some(ground) = &self.ground else { return };
                let footing = ground.footing(self.tiles(scene.state));
                // Whatever leaves the tiles where they are leaves them as they hang together.
                if footing.is_whole {
                    self.pieces(Any, scene, &Guard::none(), sink);
                }
                self.moves_of_tiles(scene, Some(&footing), sink);
            }
            Legality::Sifted => self.generate_from::<_, _, true>(Any, scene, sink),
            Legality::Tested => {
                let mut tested = self.testing(scene, sink);
                self.generate_untested(scene, &mut tested);
            }
        }
    }

    /// Those of the legal moves that are wanted, preferences apart.
    pub(super) fn generate_wanted(&self, now: Now<'_, W, N>, wanted: Wanted, sink: &mut dyn Sink<W>) {
        let scene = Scene { past: now.past, ..self.scene(now.state) };
        if self.legality != Legality::Tested {
            return self.generate_in(&scene, &mut self.narrowed(now.state, wanted, sink));
        }
        let mut tested = self.testing(&scene, sink);
        self.generate_untested(&scene, &mut self.narrowed(now.state, wanted, &mut tested));
    }

    /// What makes moves to see whether they are legal, and lets those through to a sink that are.
    fn testing<'e>(&'e self, scene: &Scene<'e, W, N>, sink: &'e mut dyn Sink<W>) -> Tested<'e, W, N> {
        let (state, me) = (scene.state, scene.me);
        let wake = self.wake.as_ref();
        let wake = wake.and_then(|wake| Some((wake, self.outlook(wake, state, me)?)));
        let now = Now { state, past: scene.past };
        let left = self.left(now, false);
        Tested { engine: self, now, left, me, wake, sink }
    }

    /// All moves that the phase of the turn allows, legal or not.
    fn generate_untested(&self, scene: &Scene<'_, W, N>, sink: &mut dyn Sink<W>) {
        if self.only_now(scene.state).is_empty() {
            self.pieces(Any, scene, &Guard::none(), sink);
        } else {
            // What the phase does not allow need not be made.
            let fitting: &mut dyn Sink<W> = &mut self.fitting(scene.state, sink);
            self.pieces(Any, scene, &Guard::none(), fitting);
        }
        self.moves_of_tiles(scene, None, sink);
    }

    /// The same where moves need not be made to see whether they are legal, and nobody moves tiles; castling is left out if friends are known to
    /// be in its way.
    #[inline(always)]
    pub(super) fn generate<P: Processor, S: Sink<W> + ?Sized, const SIFTED: bool>(
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
    fn generate_from<P: Processor, S: Sink<W> + ?Sized, const SIFTED: bool>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        sink: &mut S,
    ) {
        let mut guard = Guard::none();
        if SIFTED {
            if let Some(sift) = &self.sift {
                self.pieces(processor, scene, &guard, &mut self.sifted(sift, scene.state, sink));
            }
            return;
        }
        match self.legality {
            Legality::Free | Legality::Sifted | Legality::Grounded | Legality::Tested => {}
            Legality::Guarded(royal) => self.guard(processor, scene, royal, &mut guard),
        }
        self.pieces(processor, scene, &guard, sink);
    }

    #[inline(always)]
    fn pieces<P: Processor, S: Sink<W> + ?Sized>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        sink: &mut S,
    ) {
        let side = scene.side;
        let of_kind = |kind: u8| scene.own & scene.state.sets[kind as usize & (N - 1)];
        for kind in &side.royals {
            self.royal(processor, scene, guard, &side.movers[*kind as usize], of_kind(*kind), sink);
        }
        // First all pieces that are free to go anywhere, then each that is pinned.
        let mut pieces = scene.own.without(guard.pinned);
        let allowed = guard.allowed.without(scene.own);
        let (mut pinned, mut narrowed) = (guard.pinned, allowed);
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
        if let Some(choice) = self.choices.first() {
            // Where nothing but going away helps, nor does a piece that is put somewhere; what else happens might.
            if choice.puts.is_none() || !guard.allowed.is_empty() {
                self.choices(scene, guard, sink);
            }
        }
        if let Some(pass) = &self.pass {
            self.may_pass(scene, guard, pass, sink);
        }
    }

    fn may_pass<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
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
    pub(super) fn pass(&self, scene: &Scene<'_, W, N>) -> Step {
        let by = self.reference.rules.notation.pass_by;
        let tile = by.map_or(0, |kind| {
            let owned = scene.state.sets[self.layout.owner(scene.me)] & scene.state.sets[kind.index()];
            owned.lowest()
        });
        Step { from: tile as u16, to: tile as u16, kind: NO_KIND, promotion: AS_IT_IS, how: How::Pass }
    }

    /// Moves that do no more than go and take, but of royal pieces.
    #[inline(always)]
    fn some_pieces<P: Processor, S: Sink<W> + ?Sized>(
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
    pub(super) fn mixed<P: Processor>(
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
            if let Some(bars) = &table.bars {
                look = bars.left(from, look, scene.state.sets[bars.set as usize & (N - 1)]);
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
            let mut then = |number: u32| {
                then(number, &self.code.leaves[number as usize], self.is_plain[number as usize]);
            };
            match &shape.trails {
                Some(trails) => self.along(scene, from, &trails[from], &mut then),
                None => {
                    self.reached(scene, from, shape.programs[from], |number, _| {
                        then(number);
                        false
                    });
                }
            }
        }
    }

    /// Calls `then` with the leaf of every way that a piece can walk.
    #[inline(always)]
    fn along(&self, scene: &Scene<'_, W, N>, from: usize, trails: &[Trail<W>], mut then: impl FnMut(u32)) {
        let enemies = scene.occupied.without(scene.own);
        let occupied = scene.occupied.without(Set::one(from));
        for trail in trails {
            if trail.empty.meets(occupied) || !trail.full.without(occupied).is_empty() {
                continue;
            }
            let to = self.code.leaves[trail.leaf as usize].to as usize;
            let lands = match trail.half {
                Half::Quiet => !occupied.has(to),
                Half::Capture => enemies.has(to),
                Half::Both => !occupied.has(to) || enemies.has(to),
            };
            if lands {
                then(trail.leaf);
            }
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
    #[inline(never)]
    pub(super) fn leaves<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        if mover.is_walked {
            return self.walks(scene, guard, mover, pieces, sink);
        }
        for from in self.with_a_chance(scene, mover, pieces).iter() {
            let mut seen: SmallVec<[u32; 8]> = SmallVec::new();
            self.odd_leaves(scene, mover, from, &mover.odd, |number, leaf, is_plain| {
                // A way that takes just what stands where it ends may be one of the plain ones, too.
                let enemies = scene.occupied.without(scene.own);
                let (to, takes) = (leaf.to as usize, [Change::Take(Tile(leaf.to.into()))]);
                let is_again = || {
                    !leaf.stays
                        && leaf.promotes.is_none()
                        && !matches!(leaf.lands, Lands::Foe | Lands::Either)
                        && *leaf.changes == takes
                        && enemies.has(to)
                        && !self.is_told(mover, leaf)
                        && self.mixed(Any, scene, mover, from).has(to)
                };
                if !is_plain && !is_again() && !self.is_known(scene, mover, &seen, number, from) {
                    seen.push(number);
                }
            });
            for number in seen {
                self.leaf(scene, guard, mover, from, number, sink);
            }
        }
    }

    /// The same where some rules are walked: each move is compared with the others by all that it changes.
    #[inline(never)]
    fn walks<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        let kind = mover.kind;
        for from in pieces.iter() {
            // Where it goes and takes at most what stands there, found in sets.
            let plain = self.mixed(Any, scene, mover, from).without(scene.own);
            let mut seen = WaysFound::default();
            for rule in mover.odd.iter().copied() {
                let tells = self.what_tells(kind, rule);
                if self.walked(kind, rule).is_none() {
                    self.odd_leaves(scene, mover, from, &[rule], |number, leaf, is_plain| {
                        let promotion = leaf.promotes.map_or(AS_IT_IS, |kind| kind.0);
                        let how = How::Leaf(number);
                        let step = Step { from: from as u16, to: leaf.to, kind, promotion, how };
                        let landed = Landed::of_leaf(step, self.changes(scene.state, step));
                        let is_told = tells != (None, None) || leaf.promotes.is_some();
                        let is_again = || !is_told && landed.is_plain_to(step, plain);
                        if !is_plain && !is_again() && seen.insert((tells, landed.promoted(step))) {
                            self.leaf(scene, guard, mover, from, number, sink);
                        }
                    });
                    continue;
                }
                let mut is_new = false;
                let mut last = None;
                self.each_walked(scene.state, Going { kind, rule, from }, |step, landed| {
                    // Where only the tile decides what it turns into, it turns into that by every rule.
                    let changes = || match mover.promotes {
                        Some(_) => landed.changes.clone(),
                        None => landed.promoted(step),
                    };
                    if mover.promotes.is_none() || last != Some(step.how) {
                        let is_again = tells == (None, None) && landed.is_plain_to(step, plain);
                        is_new = !is_again && seen.insert((tells, changes()));
                        last = Some(step.how);
                    }
                    if is_new {
                        // What such a move does is known by making it.
                        if !guard.is_on || self.is_legal_step(scene.state, step) {
                            sink.step(step);
                        }
                    }
                });
                if sink.is_content() {
                    return;
                }
            }
        }
    }

    /// Whether a label tells the moves of a leaf's rule from others that change the same.
    fn is_told(&self, mover: &Mover<W>, leaf: &Leaf) -> bool {
        self.what_tells(mover.kind, leaf.rule) != (None, None)
    }

    /// The label and the side of the castling clause by which the moves of a rule are told from others that change the same; of a rule
    /// that castles by itself it may matter that it does.
    pub(super) fn what_tells(&self, kind: u8, rule: u16) -> (Option<LabelId>, Option<u8>) {
        let (kind, rule) = (kind as usize, rule as usize);
        let told = |label: &LabelId| self.reference.told.of_label(*label) != Told::Never;
        let label = self.reference.rules.kinds[kind].rules[rule].label.filter(told);
        let castles = self.reference.rules.kinds[kind].rules[rule].castles
            && self.reference.told.castling != Told::Never;
        (label, self.reference.memory.rules[kind][rule].side.or(castles.then_some(NO_SIDE)))
    }

    /// Whether one of these leaves makes the same move as another.
    fn is_known(
        &self,
        scene: &Scene<'_, W, N>,
        mover: &Mover<W>,
        seen: &[u32],
        number: u32,
        from: usize,
    ) -> bool {
        let changes = |number: u32| {
            let leaf = &self.code.leaves[number as usize];
            let to = leaf.to as usize;
            let takes =
                matches!(leaf.lands, Lands::Foe | Lands::Either) && to != from && scene.occupied.has(to);
            let taken = takes.then_some(Change::Take(Tile(leaf.to.into())));
            leaf.changes.iter().copied().chain(taken).collect::<SmallVec<[Change; 3]>>()
        };
        let leaf = &self.code.leaves[number as usize];
        // Hardly ever do two end alike.
        let alike = |n: &u32| {
            let other = &self.code.leaves[*n as usize];
            // Whoever stays does the same, wherever the way ends.
            other.stays == leaf.stays
                && (leaf.stays || other.to == leaf.to)
                && self.what_tells(mover.kind, other.rule) == self.what_tells(mover.kind, leaf.rule)
                && other.promotes == leaf.promotes
                && changes(*n) == changes(number)
        };
        seen.iter().any(alike)
    }

    fn leaf<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        mover: &Mover<W>,
        from: usize,
        number: u32,
        sink: &mut S,
    ) {
        let Leaf { to, stays, promotes, .. } = self.code.leaves[number as usize];
        let promotion = promotes.map_or(AS_IT_IS, |kind| kind.0);
        let step = Step { from: from as u16, to, kind: mover.kind, promotion, how: How::Leaf(number) };
        if guard.is_on {
            let is_seen = self.code.leaves[number as usize].only_leaves_marks()
                && !scene.side.royals.contains(&mover.kind);
            let is_legal = if is_seen {
                let may_go = |from: usize| !guard.pinned.has(from) || guard.line(from).has(to as usize);
                guard.allowed.has(to as usize) && may_go(from)
            } else {
                self.is_legal_step(scene.state, step)
            };
            if !is_legal {
                return;
            }
        }
        match &mover.promotes {
            Some(promotes)
                if promotes.on.has(to as usize)
                    && !self.code.leaves[number as usize].is_another()
                    && !(stays && from != to as usize) =>
            {
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

    #[inline(always)]
    fn shift(&self, scene: &Scene<'_, W, N>, shift: &Shift<W>, pieces: Set<W>) -> Set<W> {
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
    fn starts(&self, scene: &Scene<'_, W, N>, shift: &Shift<W>, pieces: Set<W>) -> Set<W> {
        let of_way = |way: &ShiftWay<W>| {
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
    fn rare<S: Sink<W> + ?Sized>(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, sink: &mut S) {
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

    #[inline(never)]
    fn onto_marks<S: Sink<W> + ?Sized>(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, sink: &mut S) {
        let side = scene.side;
        for spot in scene.state.spots().iter().filter(|s| s.owner as usize != scene.me) {
            for onto in side.ontos.iter().filter(|o| o.mark == spot.mark) {
                let mover = &side.movers[onto.mover];
                let near = *onto.from.at(spot.tile as usize) & scene.own;
                for from in (near & scene.state.sets[mover.kind as usize]).iter() {
                    let mut found: SmallVec<[u32; 4]> = SmallVec::new();
                    self.odd_leaves(scene, mover, from, &onto.rules, |number, leaf, _| {
                        if leaf.to == spot.tile && !self.is_known(scene, mover, &found, number, from) {
                            found.push(number);
                        }
                    });
                    for number in found {
                        self.leaf(scene, guard, mover, from, number, sink);
                    }
                }
            }
        }
    }

    /// Whether what must hold after a move holds after this one.
    pub(super) fn is_legal_step(&self, state: &State<W, N>, step: Step) -> bool {
        self.is_legal_after(state, step, None)
    }

    /// The same where it is known what will have been before it when the move has been made.
    pub(super) fn is_legal_after(&self, state: &State<W, N>, step: Step, past: Option<&Past<W, N>>) -> bool {
        let next = self.make(state, step);
        if next.turn == REFUSED {
            return false;
        }
        let mover = self.to_move(state);
        let view = View { before: Some(state), past, ..self.view(&next, mover) };
        self.holds(&view, step.to as usize, &self.legal)
    }
}

/// Makes moves to see whether they are legal, all but those of which that is known.
struct Tested<'e, const W: usize, const N: usize> {
    engine: &'e Engine<W, N>,
    now: Now<'e, W, N>,
    /// What will have been before a state that no pass leads to.
    left: Option<Past<W, N>>,
    me: usize,
    wake: Option<(&'e Wake<W>, Outlook<W>)>,
    sink: &'e mut dyn Sink<W>,
}

impl<const W: usize, const N: usize> Tested<'_, W, N> {
    /// Those of a piece's moves that are known to be legal, and those that may be.
    #[inline]
    fn split(&self, from: usize, to: Set<W>) -> [Set<W>; 2] {
        match &self.wake {
            Some((wake, outlook)) => outlook.split(wake, self.me, from, to),
            None => [Set::EMPTY, to],
        }
    }
}

impl<const W: usize, const N: usize> Sink<W> for Tested<'_, W, N> {
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>) {
        let kind = self.now.state.kind_among(kinds, from);
        let [free, made] = self.split(from, to);
        self.sink.targets(&[kind], from, free);
        each_step(kind, from, made, |step| self.step(step));
    }

    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        each_choice(kind, number, to, |step| self.step(step));
    }

    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        each_promotion(kind, from, to, into, |step| self.step(step));
    }

    fn shifted(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>) {
        let [free, made] = match &self.wake {
            Some((wake, outlook)) if shift.leaves.is_none() => {
                outlook.split_shifted(wake, self.me, shift.by, to)
            }
            _ => [Set::EMPTY, to],
        };
        self.sink.shifted(kind, shift, free);
        each_shifted(kind, shift, made, |step| self.step(step));
    }

    fn shifted_promotions(&mut self, kind: u8, shift: &Shift<W>, to: Set<W>, into: &[u8]) {
        each_shifted(kind, shift, to, |step| {
            into.iter().for_each(|k| self.step(Step { promotion: *k, ..step }));
        });
    }

    fn step(&mut self, step: Step) {
        if self.is_content() {
            return;
        }
        match self.engine.foreseen(self.now.state, step) {
            Some(true) => return self.sink.step(step),
            Some(false) => return,
            None => {}
        }
        let of_pass = (step.how == How::Pass).then(|| self.engine.left(self.now, true)).flatten();
        let past = of_pass.as_ref().or(self.left.as_ref());
        if self.engine.is_legal_after(self.now.state, step, past) {
            self.sink.step(step);
        }
    }

    fn is_content(&self) -> bool {
        self.sink.is_content()
    }
}
