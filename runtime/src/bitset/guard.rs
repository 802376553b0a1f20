//! Legality without making moves: which tiles stop every check, and which pieces stand alone on a line to a royal piece.
//!
//! It serves rules of the form "no friend of these kinds is attacked" where enemies take along ways that ask only for empty tiles:
//! such a way is stopped by whoever goes onto it or takes the piece at its start, and by nobody else.

use std::cell::Cell;
use std::sync::Arc;

use smallvec::SmallVec;

use super::attack::{LineThreat, Threats, of};
use super::engine::{Class, Engine, Mover};
use super::generate::Scene;
use super::make::Step;
use super::set::Set;
use super::sink::{Sink, emit};

/// No more sorts of enemies than this are told apart.
pub(super) const MOST_FOES: usize = 16;

/// What a position demands of legal moves.
pub(super) struct Guard<const W: usize> {
    /// There is a royal piece to guard.
    pub(super) is_on: bool,
    /// Castling is out of the question.
    pub(super) is_attacked: bool,
    /// No move of another piece helps, unless it changes more than two tiles.
    pub(super) only_royals: bool,
    /// Where other pieces may go.
    pub(super) allowed: Set<W>,
    pub(super) pinned: Set<W>,
    /// Where each pinned piece may go.
    lines: SmallVec<[(u16, Set<W>); 8]>,
    /// The enemies' pieces by the manner in which they take: first those that leap, then those that go along lines.
    foes: [Set<W>; MOST_FOES],
    is_alone: bool,
    /// Tiles for which it is known whether the only royal piece is safe there.
    known: Cell<Set<W>>,
    /// Those where it is.
    safe: Cell<Set<W>>,
}

/// How a player's enemies take: everything that is asked of a tile, side by side.
#[derive(Clone, Debug, Default)]
pub(super) struct Against<const W: usize> {
    /// For every tile, from where enemies of each sort could take there: first the sorts that leap, then those that go along lines.
    rows: Vec<Set<W>>,
    leaps: usize,
    lines: Vec<Arc<LineThreat<W>>>,
    /// Which kinds of which player are of which sort.
    kinds: Vec<(usize, u8, usize)>,
}

impl<const W: usize> Against<W> {
    pub(super) fn new(threats: &[Threats<W>], player: usize) -> Against<W> {
        let enemies = || threats.iter().enumerate().filter(|(owner, _)| *owner != player);
        let leaps: Vec<_> =
            enemies().flat_map(|(owner, t)| t.leaps.iter().map(move |l| (owner, l))).collect();
        let lines: Vec<_> =
            enemies().flat_map(|(owner, t)| t.lines.iter().map(move |l| (owner, l))).collect();
        let mut kinds = Vec::new();
        let sorts = leaps.iter().map(|(o, l)| (o, &l.kinds)).chain(lines.iter().map(|(o, l)| (o, &l.kinds)));
        for (sort, (owner, of_sort)) in sorts.enumerate() {
            kinds.extend(of_sort.iter().map(|kind| (*owner, *kind, sort)));
        }
        let mut rows = Vec::new();
        for tile in 0..64 * W {
            rows.extend(leaps.iter().map(|(_, l)| *l.from.at(tile)));
            rows.extend(lines.iter().map(|(_, l)| *l.reach.at(tile)));
        }
        Against {
            rows,
            leaps: leaps.len(),
            lines: lines.into_iter().map(|(_, l)| Arc::clone(l)).collect(),
            kinds,
        }
    }

    /// How many sorts of enemies there are.
    pub(super) fn sorts(&self) -> usize {
        self.leaps + self.lines.len()
    }

    #[inline(always)]
    fn row(&self, tile: usize) -> &[Set<W>] {
        let sorts = self.sorts();
        &self.rows[tile * sorts..][..sorts]
    }
}

impl<const W: usize> Guard<W> {
    #[inline(always)]
    pub(super) fn none() -> Guard<W> {
        Guard {
            is_on: false,
            is_attacked: false,
            only_royals: false,
            allowed: !Set::EMPTY,
            pinned: Set::EMPTY,
            lines: SmallVec::new(),
            foes: [Set::EMPTY; MOST_FOES],
            is_alone: false,
            known: Cell::default(),
            safe: Cell::default(),
        }
    }

    /// Where a pinned piece may go.
    #[inline(always)]
    pub(super) fn line(&self, tile: usize) -> Set<W> {
        let lines = self.lines.iter().filter(|(t, _)| *t as usize == tile);
        lines.fold(!Set::EMPTY, |all, (_, line)| all & *line)
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// What a position demands if no friend of these kinds may be left attacked.
    #[inline(always)]
    pub(super) fn guard(&self, scene: &Scene<'_, W, N>, royal: &[u8], guard: &mut Guard<W>) {
        let royals = scene.own & of(scene.state, royal);
        if royals.is_empty() {
            return;
        }
        guard.is_on = true;
        guard.is_alone = royals.is_at_most_one();
        let against = &self.side(scene.state, scene.me).against;
        for (owner, kind, sort) in &against.kinds {
            if self.layout.out.is_some() && !self.is_in_play(scene.state, *owner) {
                continue;
            }
            let pieces = scene.state.sets[*kind as usize & (N - 1)]
                & scene.state.sets[self.layout.owner(*owner) & (N - 1)];
            guard.foes[sort % MOST_FOES] |= pieces;
        }
        let mut attacked = false;
        for royal in royals.iter() {
            let row = against.row(royal);
            let (leaps, lines) = row.split_at(against.leaps);
            let mut foes = guard.foes.iter();
            for (from, foes) in leaps.iter().zip(&mut foes) {
                let near = *from & *foes;
                if !near.is_empty() {
                    attacked = true;
                    guard.allowed &= if near.is_at_most_one() { near } else { Set::EMPTY };
                }
            }
            for ((reach, line), foes) in lines.iter().zip(&against.lines).zip(&mut foes) {
                for enemy in (*reach & *foes).iter() {
                    line.between.each(royal, enemy, |way| {
                        let blockers = way & scene.occupied;
                        if blockers.is_empty() {
                            attacked = true;
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
        guard.is_attacked = attacked && guard.is_alone && self.castles_out_of_check_never;
        if guard.is_alone {
            guard.known.set(royals);
            guard.safe.set(if attacked { Set::EMPTY } else { royals });
        }
    }

    /// Whether an enemy attacks a tile when these are occupied.
    #[inline(always)]
    fn is_struck(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, tile: usize, occupied: Set<W>) -> bool {
        let against = &self.side(scene.state, scene.me).against;
        let (leaps, lines) = against.row(tile).split_at(against.leaps);
        let mut foes = guard.foes.iter();
        let mut leapers = Set::EMPTY;
        for (from, foes) in leaps.iter().zip(&mut foes) {
            leapers |= *from & *foes;
        }
        if !leapers.is_empty() {
            return true;
        }
        for ((reach, line), foes) in lines.iter().zip(&against.lines).zip(&mut foes) {
            if reach.meets(*foes) && self.tables[line.table as usize].look(tile, occupied).meets(*foes) {
                return true;
            }
        }
        false
    }

    /// The moves of royal pieces.
    #[inline]
    pub(super) fn royal<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
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
                    self.is_safe(scene, guard, from, to)
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
    #[inline]
    pub(super) fn castles_safely(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, number: u16) -> bool {
        let way = &self.side(scene.state, scene.me).castlings[number as usize];
        if !(guard.is_alone && self.royal_castles) {
            return self.is_legal_step(scene.state, way.step(number));
        }
        let gone = Set::one(way.king.0) | Set::one(way.partner.0);
        let come = Set::one(way.king.1) | Set::one(way.partner.1);
        !self.is_struck(scene, guard, way.king.1, scene.occupied.without(gone) | come)
    }

    /// Whether the royal piece crosses only tiles that nobody attacks.
    #[inline]
    pub(super) fn crosses_safely(
        &self,
        scene: &Scene<'_, W, N>,
        guard: &Guard<W>,
        king: usize,
        tiles: &[usize],
    ) -> bool {
        let lifted = scene.occupied.without(Set::one(king));
        tiles.iter().all(|tile| {
            if self.royal_castles {
                self.is_safe(scene, guard, king, *tile)
            } else {
                !self.is_struck(scene, guard, *tile, lifted)
            }
        })
    }

    /// Whether nobody attacks a tile once a piece is lifted.
    #[inline(always)]
    fn is_safe(&self, scene: &Scene<'_, W, N>, guard: &Guard<W>, lifted: usize, tile: usize) -> bool {
        if guard.known.get().has(tile) {
            return guard.safe.get().has(tile);
        }
        let is_safe = !self.is_struck(scene, guard, tile, scene.occupied.without(Set::one(lifted)));
        if guard.is_alone {
            guard.known.set(guard.known.get() | Set::one(tile));
            if is_safe {
                guard.safe.set(guard.safe.get() | Set::one(tile));
            }
        }
        is_safe
    }
}
