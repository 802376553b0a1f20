//! Moves that do more than go and take, by programs and walks.

use smallvec::SmallVec;
use tilegame_dsl::ir::{LabelId, Tile};

use crate::cpu::Any;
use crate::engine::landing::{Going, Landed, WaysFound};
use crate::engine::legality::pins::CheckMask;
use crate::engine::scene::Scene;
use crate::engine::sink::Sink;
use crate::moves::Change;
use crate::packed::set::Set;
use crate::packed::state::Spot;
use crate::packed::step::{AS_IT_IS, How, Step};
use crate::plan::Plan;
use crate::plan::movers::Mover;
use crate::plan::program::{Lands, Leaf, Range};
use crate::plan::ways::{Half, Trail};
use crate::reference::memory::Told;

/// The side of a rule that castles, and is none of the castling clause.
const NO_SIDE: u8 = u8::MAX;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The targets that only programs tell.
    pub(crate) fn plain_leaves(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, from: usize) -> Set<W> {
        let mut to = Set::EMPTY;
        self.odd_leaves(scene, mover, from, &mover.odd, |_, leaf, is_plain| {
            if is_plain {
                to.insert(leaf.to as usize);
            }
        });
        to
    }

    /// Calls `then` with every leaf that a piece reaches by the rules of these numbers and where it may land.
    pub(crate) fn odd_leaves(
        &self,
        scene: &Scene<'_, W, N>,
        mover: &Mover<W>,
        from: usize,
        rules: &[u16],
        mut then: impl FnMut(u32, &Leaf, bool),
    ) {
        for rule in rules {
            let shape =
                &self.movers.shapes[self.seat(scene.state, scene.me)][mover.kind as usize][*rule as usize];
            let mut then = |number: u32| {
                then(number, &self.code.leaves[number as usize], self.code.plain[number as usize]);
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
    pub(crate) fn reached(
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
    pub(crate) fn leaves<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        if mover.is_walked {
            return self.walks(scene, guard, mover, pieces, sink);
        }
        for from in self.prefiltered(scene, mover, pieces).iter() {
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
        guard: &CheckMask<W>,
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
    pub(crate) fn what_tells(&self, kind: u8, rule: u16) -> (Option<LabelId>, Option<u8>) {
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
            // A piece that stays does the same wherever its path ends.
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
        guard: &CheckMask<W>,
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

    #[inline(never)]
    pub(crate) fn onto_marks<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        sink: &mut S,
    ) {
        let side = scene.side;
        for spot in scene.state.spots().iter().filter(|s| s.owner as usize != scene.me) {
            for onto in side.ontos.iter().filter(|o| o.mark == spot.mark) {
                let mover = &side.movers[onto.mover];
                let near = *onto.from.at(spot.tile as usize) & scene.movers_and_goals()[0];
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
}
