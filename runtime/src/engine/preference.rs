//! Leaving over the moves that go before the others.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::engine::count::OneByOne;
use crate::engine::make::{Aim, Turn};
use crate::moves::{Move, Origin};
use crate::packed::past::Now;
use crate::packed::state::State;
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::turn::preference::Preferred;
use crate::reference::generate::{Ranks, Tries};

/// Of moves that change the same, the one that comes first in the rules.
pub(crate) fn merged(mut moves: Vec<(Step, Move)>) -> Vec<(Step, Move)> {
    let mut places: FxHashMap<Move, usize> = FxHashMap::default();
    let mut number = 0;
    let rule = |m: &Move| match m.origin {
        Origin::Rule { rule, .. } => rule,
        Origin::Choice { choice, .. } => choice,
        _ => 0,
    };
    for at in 0..moves.len() {
        match places.entry(moves[at].1.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(number);
                moves.swap(number, at);
                number += 1;
            }
            Entry::Occupied(entry) => {
                let known = *entry.get();
                if rule(&moves[at].1) < rule(&moves[known].1) {
                    moves.swap(known, at);
                }
            }
        }
    }
    moves.truncate(number);
    moves
}

/// Leaves over those of which the rank is least, and that rank.
fn keep_least<T>(all: &mut Vec<T>, rank: impl FnMut(&T) -> Ranks) -> Ranks {
    let ranks: Vec<Ranks> = all.iter().map(rank).collect();
    let first = ranks.iter().min().cloned().unwrap_or_default();
    let mut ranks = ranks.iter();
    all.retain(|_| ranks.next() == Some(&first));
    first
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Of moves that are told apart no longer leaves over one.
    pub(crate) fn merge_chosen(&self, state: &State<W, N>, moves: &mut Vec<Step>) {
        if self.turn.merges {
            let told = moves.iter().map(|step| (*step, self.as_move(state, *step))).collect();
            *moves = merged(told).into_iter().map(|(step, _)| step).collect();
        }
    }

    /// Leaves over the moves that go before the others.
    pub(crate) fn keep_preferred<T>(
        &self,
        now: Now<'_, W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
    ) {
        self.keep_first(now, moves, step, &mut Tries::all());
    }

    /// The same, and how those are placed. So many steps may be tried to find them.
    fn keep_first<T>(
        &self,
        now: Now<'_, W, N>,
        moves: &mut Vec<T>,
        step: impl Fn(&T) -> Step,
        tries: &mut Tries,
    ) -> Ranks {
        let lines = &self.turn.prefer;
        // What is preferred by its sort is known without making it, and what goes behind others by that need not be made.
        let leading = lines.iter().take_while(|line| matches!(line, Preferred::Sorts(_))).count();
        let by_sorts =
            |step| lines[..leading].iter().map(|line| self.rank_by_sort(now.state, line, step)).collect();
        let mut first = keep_least(moves, |m| by_sorts(step(m)));
        if leading < lines.len() {
            first = keep_least(moves, |m| self.ranks(now, step(m), tries));
        }
        first
    }

    /// How a line of sorts places a move; all alike if it is a line of numbers.
    fn rank_by_sort(&self, state: &State<W, N>, line: &Preferred, step: Step) -> i64 {
        let Preferred::Sorts(sorts) = line else { return 0 };
        let (captures, me) = (self.captures(state, step), self.to_move(state));
        let first = sorts.iter().position(|sort| self.is_triggered(*sort, step, captures, me));
        first.unwrap_or(sorts.len()) as i64
    }

    /// How the preferences place a move.
    fn ranks(&self, now: Now<'_, W, N>, step: Step, tries: &mut Tries) -> Ranks {
        let behind = self.ranks_behind(now, step, tries);
        let rank = |(line, behind): (&Preferred, i64)| match line {
            Preferred::Sorts(_) => self.rank_by_sort(now.state, line, step),
            Preferred::Number(..) => behind,
        };
        self.turn.prefer.iter().zip(behind).map(rank).collect()
    }

    /// How a move is placed by the numbers in the state to which the turn leads that goes on with it, asked for the player
    /// who makes it.
    fn ranks_behind(&self, now: Now<'_, W, N>, step: Step, tries: &mut Tries) -> Ranks {
        let state = now.state;
        let me = self.to_move(state);
        let mut next = *state;
        let turn = self.advance(&mut next, state, me, step, Aim::Go);
        if !tries.one_more() {
            self.reference.leave_out();
        } else if turn != Turn::IsOver {
            let left = self.left_by(now, step);
            let then = Now { state: &next, past: left.as_ref() };
            let mut list = Vec::new();
            self.generate_all(then, &mut OneByOne { state: then.state, see: |step| list.push(step) });
            let ranks = self.keep_first(then, &mut list, |step| *step, tries);
            if !list.is_empty() {
                return ranks;
            }
        }
        let view = self.view(&next, me);
        let rank = |line: &Preferred| match line {
            Preferred::Sorts(_) => 0,
            Preferred::Number(extreme, number) => extreme.rank(self.number(&view, number)),
        };
        self.turn.prefer.iter().map(rank).collect()
    }
}
