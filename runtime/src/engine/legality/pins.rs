//! Legality without making moves: check mask, pins, and where a royal piece would be taken.
//!
//! It serves rules of the form "no friend of these kinds is attacked" where enemies take along ways that ask only for empty tiles:
//! such a path is blocked by a piece that moves onto it, or stopped by the capture of the piece at its start, and by nothing else.

use smallvec::SmallVec;

use crate::cpu::{Any, Cpu};
use crate::engine::scene::Scene;
use crate::engine::sink::{Sink, emit};
use crate::packed::set::Set;
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::castling::{Castle, CastlingPlan};
use crate::plan::legality::enemies::{Foes, Leapers, Sort};
use crate::plan::movers::Mover;

/// What a position demands of legal moves.
pub(crate) struct CheckMask<const W: usize> {
    /// Moves that do more than go, take and promote have to be made to see whether they are legal: they may change which pieces are
    /// royal, and whose.
    pub(crate) is_on: bool,
    /// There is just one.
    pub(crate) is_alone: bool,
    /// Castling is out of the question.
    pub(crate) is_attacked: bool,
    /// Where other pieces may go.
    pub(crate) allowed: Set<W>,
    pub(crate) pinned: Set<W>,
    /// Where each pinned piece may go.
    lines: SmallVec<[(u16, Set<W>); 8]>,
    /// Where the only royal piece would be attacked, among the tiles to which it might go.
    pub(crate) danger: Set<W>,
}

impl Foes {
    #[inline(always)]
    fn of<const W: usize, const N: usize>(self, scene: &Scene<'_, W, N>) -> Set<W> {
        let sets = &scene.state.sets;
        (sets[self.set as usize & (N - 1)] & sets[self.owner as usize & (N - 1)]).without(scene.idle)
    }
}

impl<const W: usize> CheckMask<W> {
    #[inline(always)]
    pub(crate) fn none() -> CheckMask<W> {
        CheckMask {
            is_on: false,
            is_alone: false,
            is_attacked: false,
            allowed: !Set::EMPTY,
            pinned: Set::EMPTY,
            lines: SmallVec::new(),
            danger: Set::EMPTY,
        }
    }

    /// Where a pinned piece may go.
    #[inline(always)]
    pub(crate) fn line(&self, tile: usize) -> Set<W> {
        let lines = self.lines.iter().filter(|(t, _)| *t as usize == tile);
        lines.fold(!Set::EMPTY, |all, (_, line)| all & *line)
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What a position demands if no friend in this set may be left attacked.
    #[inline(always)]
    pub(crate) fn guard<P: Cpu>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        royal: u8,
        guard: &mut CheckMask<W>,
    ) {
        let royals = scene.own & scene.state.sets[royal as usize & (N - 1)];
        guard.is_on = true;
        if royals.is_empty() {
            return;
        }
        guard.is_alone = royals.is_at_most_one();
        let against = &scene.side.against;
        let lifted = scene.occupied.without(royals);
        let mut attacked = false;
        for royal in royals.iter() {
            let wanted = if guard.is_alone && self.may_go(scene, royal) { !Set::EMPTY } else { Set::EMPTY };
            let (mut danger, mut leapers) = (Set::EMPTY, Set::EMPTY);
            for sort in &against.leaps {
                let foes = sort.foes.of(scene);
                let [near, around] = sort.near.at(royal);
                leapers |= *near & foes;
                for foe in (*around & foes & wanted).iter() {
                    danger |= *sort.to.at(foe);
                }
            }
            if !leapers.is_empty() {
                attacked = true;
                guard.allowed &= if leapers.is_at_most_one() { leapers } else { Set::EMPTY };
            }
            for lines in &against.lines {
                let mut along = Set::EMPTY;
                for sort in &lines.sorts {
                    let foes = sort.foes.of(scene);
                    let [near, around] = sort.near.at(royal);
                    along |= *near & foes;
                    for foe in (*around & foes & wanted).iter() {
                        danger |= sort.there.look(processor, foe, lifted);
                    }
                }
                for foe in along.iter() {
                    lines.between.each(royal, foe, |way| {
                        let blockers = way & scene.occupied;
                        if blockers.is_empty() {
                            attacked = true;
                            guard.allowed &= way | Set::one(foe);
                        } else if blockers.is_at_most_one() && blockers.meets(scene.own) {
                            guard.pinned |= blockers;
                            guard.lines.push((blockers.lowest() as u16, way | Set::one(foe)));
                        }
                    });
                }
            }
            guard.danger = danger;
        }
        guard.is_attacked = attacked
            && guard.is_alone
            && self.castling.as_ref().is_some_and(CastlingPlan::is_never_out_of_check);
    }

    /// Whether the piece that castles is the royal one.
    #[inline(always)]
    fn royal_castles(&self) -> bool {
        self.castling.as_ref().is_some_and(|castling| castling.is_royal)
    }

    /// Whether the only royal piece may have somewhere to go.
    #[inline(always)]
    fn may_go(&self, scene: &Scene<'_, W, N>, royal: usize) -> bool {
        let side = scene.side;
        if scene.sought.is_some_and(|[movers, _]| !movers.has(royal)) {
            return false;
        }
        side.royal_leap.as_ref().is_none_or(|leap| !leap.at(royal).without(scene.own).is_empty())
            || side.castling.is_some() && self.rights(scene.state).has(royal)
    }

    /// Whether an enemy attacks a tile when these are occupied.
    fn is_struck(&self, scene: &Scene<'_, W, N>, tile: usize, occupied: Set<W>) -> bool {
        let against = &scene.side.against;
        let leaps = |sort: &Leapers<W>| sort.near.at(tile)[0].meets(sort.foes.of(scene));
        let strikes = |sort: &Sort<W>| {
            let foes = sort.foes.of(scene);
            sort.near.at(tile)[0].meets(foes) && sort.back.look(Any, tile, occupied).meets(foes)
        };
        against.leaps.iter().any(leaps) || against.lines.iter().any(|lines| lines.sorts.iter().any(strikes))
    }

    /// Whether an enemy attacks a friend in this set.
    pub(crate) fn is_any_struck(&self, scene: &Scene<'_, W, N>, royal: u8) -> bool {
        let royals = scene.own & scene.state.sets[royal as usize & (N - 1)];
        royals.iter().any(|tile| self.is_struck(scene, tile, scene.occupied))
    }

    /// The moves of royal pieces.
    #[inline(always)]
    pub(crate) fn royal<P: Cpu, S: Sink<W> + ?Sized>(
        &self,
        processor: P,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        for from in pieces.iter() {
            let to = match &mover.only_leap {
                Some(leap) => *leap.at(from),
                None => self.mixed(processor, scene, mover, from),
            };
            let to = to.without(scene.own) & scene.movers_and_goals()[1];
            let legal =
                if guard.is_alone { to.without(guard.danger) } else { self.tested(scene, mover, from, to) };
            emit(mover, from, legal, sink);
        }
        if mover.has_leaves {
            self.leaves(scene, guard, mover, pieces, sink);
        }
    }

    /// The tiles to which a piece may legally go, by making the moves.
    #[cold]
    fn tested(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, from: usize, to: Set<W>) -> Set<W> {
        to.iter().filter(|to| self.is_legal_step(scene.state, Step::plain(mover.kind, from, *to))).collect()
    }

    /// Whether the royal piece stands safe where castling takes it.
    #[inline(always)]
    pub(crate) fn castles_safely(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        way: &Castle<W>,
        number: u16,
    ) -> bool {
        if guard.is_alone && self.royal_castles() && !way.opens && !guard.danger.has(way.king.1) {
            return true;
        }
        self.castles_safely_after_all(scene, guard, number)
    }

    #[cold]
    fn castles_safely_after_all(&self, scene: &Scene<'_, W, N>, guard: &CheckMask<W>, number: u16) -> bool {
        let way = &scene.side.castlings[number as usize];
        if !(guard.is_alone && self.royal_castles()) {
            return self.is_legal_step(scene.state, way.step(number));
        }
        let gone = Set::one(way.king.0) | Set::one(way.partner.0);
        let put = way.put.map_or(Set::EMPTY, |put| Set::one(put.tile));
        let come = Set::one(way.king.1) | Set::one(way.partner.1) | put;
        !self.is_struck(scene, way.king.1, scene.occupied.without(gone) | come)
    }

    /// Whether the piece that castles crosses only tiles that nobody attacks.
    #[inline(always)]
    pub(crate) fn crosses_safely(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &CheckMask<W>,
        king: usize,
        tiles: Set<W>,
    ) -> bool {
        if guard.is_alone && self.royal_castles() {
            return !tiles.meets(guard.danger);
        }
        let lifted = scene.occupied.without(Set::one(king));
        tiles.iter().all(|tile| !self.is_struck(scene, tile, lifted))
    }
}
