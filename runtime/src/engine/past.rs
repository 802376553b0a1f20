//! How often a position has occurred, and what was before it.

use crate::engine::transpositions::fold;
use crate::packed::past::{Now, Past};
use crate::packed::refusal::WhyNot;
use crate::packed::state::State;
use crate::packed::step::{How, Step};
use crate::plan::Plan;
use crate::reference::position::Position;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// What makes a state the same again.
    pub(crate) fn identity(&self, state: &State<W, N>) -> State<W, N> {
        let mut same = *state;
        self.layout.counters.ignored.iter().for_each(|place| same.counters[*place] = 0);
        same
    }

    /// What has been before, and a state that was left.
    pub(crate) fn followed(&self, past: &Past<W, N>, state: &State<W, N>, by_pass: bool) -> Past<W, N> {
        past.and_board(self.identity(state), by_pass, self.board_hash(state))
    }

    /// A hash of the pieces on the board.
    fn board_hash(&self, state: &State<W, N>) -> u64 {
        let pieces = &state.sets[..self.layout.kinds + self.layout.owners];
        pieces.iter().flat_map(|set| set.0).fold(0, |hash, word| fold(hash ^ word, 0x9e37_79b9_7f4a_7c15))
    }

    /// What has been before, once a state has been left: by a pass, or in another way.
    pub(crate) fn left(&self, now: Now<'_, W, N>, by_pass: bool) -> Option<Past<W, N>> {
        now.past.map(|past| self.followed(past, now.state, by_pass))
    }

    /// What has been before, after a move.
    pub(crate) fn left_by(&self, now: Now<'_, W, N>, step: Step) -> Option<Past<W, N>> {
        self.left(now, step.how == How::Pass)
    }

    /// The states before a position, where it depends on them what is legal.
    pub(crate) fn past(&self, position: &Position) -> Result<Option<Past<W, N>>, WhyNot> {
        self.legality.asks_for_past.then(|| self.whole_past(position)).transpose()
    }

    /// The same, also where only endings of matches ask for them.
    pub(crate) fn whole_past(&self, position: &Position) -> Result<Past<W, N>, WhyNot> {
        let mut past = Past::default();
        for (earlier, by_pass) in position.past() {
            past = self.followed(&past, &self.layout.state(earlier)?, by_pass);
        }
        Ok(past)
    }

    /// How often a state has occurred, this time included.
    pub(crate) fn repeated(&self, now: Now<'_, W, N>) -> i64 {
        let Some(past) = now.past else { return 1 };
        let same = self.identity(now.state);
        let (mut number, mut rest) = (1, past);
        while let Some((state, before)) = rest.last() {
            number += i64::from(self.is_same((&same, past), (state, before)));
            rest = before;
        }
        number
    }

    /// Whether two states are the same, and in the middle of a turn those before them in that turn.
    fn is_same<'s>(
        &self,
        mut one: (&'s State<W, N>, &'s Past<W, N>),
        mut other: (&'s State<W, N>, &'s Past<W, N>),
    ) -> bool {
        while one.0 == other.0 {
            if !self.layout.is_under_way(one.0) {
                return true;
            }
            match (one.1.last(), other.1.last()) {
                (Some(before), Some(another)) => (one, other) = (before, another),
                (None, None) => return true,
                _ => return false,
            }
        }
        false
    }

    /// How often a move has left the board as it is in a state, this time included; see the reference engine's `repeated_board`.
    pub(crate) fn repeated_board(&self, now: Now<'_, W, N>) -> i64 {
        let Some(past) = now.past else { return 1 };
        if !past.may_have_board(self.board_hash(now.state)) {
            return 1;
        }
        let pieces = self.layout.kinds + self.layout.owners;
        let board = &now.state.sets[..pieces];
        let all = std::iter::once(now.state).chain(past.iter().map(|(state, _)| state));
        let came_by_pass = past.iter().map(|(_, by_pass)| by_pass).chain([false]);
        let came_so = |(other, by_pass): &(&State<W, N>, bool)| !by_pass && other.sets[..pieces] == *board;
        all.zip(came_by_pass).filter(came_so).count() as i64
    }
}
