//! Legality without making moves: which tiles stop every check, and which pieces stand alone on a line to a royal piece.
//!
//! It serves rules of the form "no friend of these kinds is attacked" where enemies take along ways that ask only for empty tiles:
//! such a way is stopped by whoever goes onto it or takes the piece at its start, and by nobody else.

use smallvec::SmallVec;

use super::attack::{LineThreat, of};
use super::cpu::Cpu;
use super::engine::{Class, Engine, Mover};
use super::generate::{Scene, Sink, emit};
use super::make::Step;
use super::set::{ByTile, Set};

/// What a position demands of legal moves.
pub(super) struct Guard<'e, const W: usize> {
    /// There is a royal piece to guard.
    pub(super) is_on: bool,
    /// Castling is out of the question.
    pub(super) is_attacked: bool,
    /// No move of another piece helps, unless it changes more than two tiles.
    pub(super) only_royals: bool,
    /// Where other pieces may go.
    pub(super) allowed: Set<W>,
    pub(super) pinned: Set<W>,
    lines: SmallVec<[(u16, Set<W>); 8]>,
    foes: Foes<'e, W>,
    is_alone: bool,
}

/// The enemies' pieces by the manner in which they take.
#[derive(Default)]
struct Foes<'e, const W: usize> {
    leaps: SmallVec<[(&'e ByTile<Set<W>, W>, Set<W>); 8]>,
    lines: SmallVec<[(&'e LineThreat<W>, Set<W>); 4]>,
}

impl<'e, const W: usize> Guard<'e, W> {
    pub(super) fn none() -> Guard<'e, W> {
        Guard {
            is_on: false,
            is_attacked: false,
            only_royals: false,
            allowed: !Set::EMPTY,
            pinned: Set::EMPTY,
            lines: SmallVec::new(),
            foes: Foes::default(),
            is_alone: false,
        }
    }

    /// Where a pinned piece may go.
    #[inline(always)]
    pub(super) fn line(&self, tile: usize) -> Set<W> {
        let lines = self.lines.iter().filter(|(t, _)| *t as usize == tile);
        lines.fold(!Set::EMPTY, |all, (_, line)| all & *line)
    }
}

impl<const W: usize, const N: usize, C: Cpu> Engine<W, N, C> {
    /// What a position demands if no friend of these kinds may be left attacked.
    #[inline(always)]
    pub(super) fn guard<'e>(&'e self, scene: &Scene<'_, W, N>, royal: &[u8]) -> Guard<'e, W> {
        let mut guard = Guard::none();
        let royals = scene.own & of(scene.state, royal);
        if royals.is_empty() {
            return guard;
        }
        guard.is_on = true;
        guard.is_alone = royals.is_at_most_one();
        for player in 0..self.layout.players {
            if player == scene.me {
                continue;
            }
            let pool = scene.state.sets[self.layout.owner(player) & (N - 1)];
            let threats = &self.sides[player].threats;
            for leap in &threats.leaps {
                let pieces = pool & of(scene.state, &leap.kinds);
                if !pieces.is_empty() {
                    guard.foes.leaps.push((&leap.from, pieces));
                }
            }
            for line in &threats.lines {
                let pieces = pool & of(scene.state, &line.kinds);
                if !pieces.is_empty() {
                    guard.foes.lines.push((line, pieces));
                }
            }
        }
        for royal in royals.iter() {
            for (from, pieces) in &guard.foes.leaps {
                let checkers = *from.at(royal) & *pieces;
                if !checkers.is_empty() {
                    guard.is_attacked = true;
                    guard.allowed &= if checkers.is_at_most_one() { checkers } else { Set::EMPTY };
                }
            }
            for (line, pieces) in &guard.foes.lines {
                for enemy in (*line.reach.at(royal) & *pieces).iter() {
                    line.between.each(royal, enemy, |way| {
                        let blockers = way & scene.occupied;
                        if blockers.is_empty() {
                            guard.is_attacked = true;
                            guard.allowed &= way | Set::one(enemy);
                        } else if blockers.is_at_most_one() && blockers.meets(scene.own) {
                            guard.pinned |= blockers;
                            guard.lines.push((blockers.lowest() as u16, way | Set::one(enemy)));
                        }
                    });
                }
            }
        }
        guard.only_royals = guard.allowed.is_empty();
        guard.is_attacked &= guard.is_alone && self.castles_out_of_check_never;
        guard
    }

    /// Whether an enemy attacks a tile when these are occupied.
    #[inline(always)]
    fn is_struck(&self, guard: &Guard<'_, W>, tile: usize, occupied: Set<W>) -> bool {
        guard.foes.leaps.iter().any(|(from, pieces)| from.at(tile).meets(*pieces))
            || guard.foes.lines.iter().any(|(line, pieces)| {
                line.reach.at(tile).meets(*pieces)
                    && self.tables[line.table as usize].look(self.cpu, tile, occupied).meets(*pieces)
            })
    }

    /// The moves of royal pieces.
    #[inline]
    pub(super) fn royal<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<'_, W>,
        mover: &Mover<W>,
        pieces: Set<W>,
        sink: &mut S,
    ) {
        for from in pieces.iter() {
            let to = match &mover.class {
                Class::None => Set::EMPTY,
                Class::Leap(leap) => *leap.at(from),
                _ => self.mixed(scene, mover, from),
            };
            let mut legal = to.without(scene.own);
            for to in legal.iter() {
                let is_safe = if guard.is_alone {
                    let mut occupied = scene.occupied.without(Set::one(from));
                    occupied.insert(to);
                    !self.is_struck(guard, to, occupied)
                } else {
                    self.is_legal_step(scene.state, Step::plain(mover.kind, from, to))
                };
                if !is_safe {
                    legal = legal.without(Set::one(to));
                }
            }
            emit(mover, from, legal, sink);
        }
        if mover.has_leaves {
            self.leaves(scene, guard, mover, pieces, sink);
        }
    }

    /// Whether the royal piece stands safe where castling takes it.
    pub(super) fn castles_safely(&self, scene: &Scene<'_, W, N>, guard: &Guard<'_, W>, step: Step, number: u16) -> bool {
        if !(guard.is_alone && self.royal_castles) {
            return self.is_legal_step(scene.state, step);
        }
        let way = &self.sides[scene.me].castlings[number as usize];
        let gone = Set::one(way.king.0) | Set::one(way.partner.0);
        let come = Set::one(way.king.1) | Set::one(way.partner.1);
        !self.is_struck(guard, way.king.1, scene.occupied.without(gone) | come)
    }

    /// Whether the royal piece crosses only tiles that nobody attacks.
    pub(super) fn crosses_safely(&self, scene: &Scene<'_, W, N>, guard: &Guard<'_, W>, king: usize, tiles: &[usize]) -> bool {
        let occupied = scene.occupied.without(Set::one(king));
        tiles.iter().all(|tile| !self.is_struck(guard, *tile, occupied))
    }
}
