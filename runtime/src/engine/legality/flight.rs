//! Flight: where the only royal piece may go, seen without moving it.

use crate::cpu::Cpu;
use crate::engine::legality::demand::Demand;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::plan::Plan;
use crate::plan::legality::attack_line::Sort;
use crate::plan::legality::flyer::Flyer;
use crate::plan::legality::incremental::Incremental;
use crate::plan::movers::Goes;

/// What is known of the moves of a royal piece.
pub(crate) struct Flight<const W: usize> {
    /// Where it stands; nowhere if each of its moves has to be judged.
    pub(crate) royal: Option<usize>,
    /// Where it may not go.
    pub(crate) danger: Set<W>,
    /// Where it is to be judged whether it may.
    pub(crate) unsure: Set<W>,
    /// What is demanded of it as of all other pieces, because of royal pieces of the enemy's.
    pub(crate) demand: Demand<W>,
    /// How many of the pieces that stand in the way do so for that reason.
    pub(crate) stands: usize,
}

impl<const W: usize> Flight<W> {
    pub(crate) fn unknown() -> Flight<W> {
        let none = Set::EMPTY;
        let demand = Demand { from: none, to: none, never: none, standing: none };
        Flight { royal: None, danger: none, unsure: none, demand, stands: 0 }
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Notes where the royal piece of a player may go, if there is just one.
    #[inline(always)]
    pub(crate) fn flight<P: Cpu>(
        &self,
        processor: P,
        incremental: &Incremental<W>,
        state: &State<W, N>,
        me: usize,
        (fatal, matter): (u32, u32),
        flight: &mut Flight<W>,
    ) {
        let own = state.sets[self.layout.owner(me) & (N - 1)];
        let royals = self.of(state, &incremental.royals[me]);
        if royals.is_empty() || !royals.is_at_most_one() {
            return;
        }
        let royal = royals.lowest();
        let goals = incremental.goals[me].at(royal).without(own);
        if goals.is_empty() {
            return;
        }
        let lifted = self.occupied(state).without(royals);
        for (number, atom) in incremental.atoms.iter().enumerate().skip(incremental.of_enemies) {
            let atom = &atom[me];
            if matter >> number & 1 == 0 {
                continue;
            }
            if self.of(state, &atom.royals) != royals {
                return;
            }
            let [certain, unsure] = match &incremental.flyers[me] {
                Some(flyers) if atom.is_attack => {
                    self.danger(processor, state, flyers, (royal, goals), lifted)
                }
                _ => self.attacked(state, &atom.sorts, (royal, goals), lifted),
            };
            if fatal >> number & 1 != 0 {
                flight.danger |= certain;
                flight.unsure |= unsure;
            } else {
                flight.unsure |= certain | unsure;
            }
        }
        flight.royal = Some(royal);
    }

    /// What enemies attack around a royal piece when these tiles are occupied: certainly, and perhaps.
    #[inline(always)]
    fn danger<P: Cpu>(
        &self,
        processor: P,
        state: &State<W, N>,
        flyers: &[Flyer<W>],
        (royal, goals): (usize, Set<W>),
        occupied: Set<W>,
    ) -> [Set<W>; 2] {
        let [mut danger, mut unsure] = [Set::EMPTY; 2];
        for flyer in flyers {
            let near = *flyer.around.at(royal) & self.pieces_in_play(state, &flyer.by);
            for from in near.iter() {
                danger |= match &flyer.goes {
                    Goes::Leap(to) => *to.at(from),
                    Goes::Line(table) => {
                        let look = table.look(processor, from, occupied);
                        match &table.blockers {
                            None => look,
                            Some(blockers) => {
                                // Where the royal piece takes one that blocks the way nothing does so any longer.
                                let there = state.sets[blockers.set as usize & (N - 1)] & occupied;
                                unsure |= there & goals;
                                blockers.left(from, look, there)
                            }
                        }
                    }
                };
            }
        }
        [danger, unsure]
    }

    /// On which goals of a royal piece some attack line of these sorts leads to it: certainly, and perhaps.
    #[inline(always)]
    fn attacked(
        &self,
        state: &State<W, N>,
        sorts: &[Sort<W>],
        (royal, goals): (usize, Set<W>),
        lifted: Set<W>,
    ) -> [Set<W>; 2] {
        let [mut certain, mut unsure] = [Set::EMPTY; 2];
        for sort in sorts {
            let by = sort.by.as_ref().filter(|_| !sort.minds_target);
            let Some(by) = by else {
                unsure |= goals;
                continue;
            };
            let near = sort.reach.at(royal)[1] & self.pieces_in_play(state, by);
            if near.is_empty() {
                continue;
            }
            let blockers = self.blockers_of(state, sort);
            for from in near.iter() {
                for goal in goals.without(certain).iter() {
                    for attack_line in
                        sort.attack_lines(goal, from).iter().filter(|s| s.is_open(lifted, blockers))
                    {
                        if attack_line.others.is_empty() {
                            certain.insert(goal);
                        } else {
                            unsure.insert(goal);
                        }
                    }
                }
            }
        }
        [certain, unsure]
    }
}
