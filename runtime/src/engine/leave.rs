//! Whose turn it is, and going out: players who leave the game while the others play on, and turns that are passed over.
//!
//! The same order of things as in the reference engine's `leave`.

use tilegame_dsl::ir::{EndResult, Trigger, Who};

use crate::engine::view::View;
use crate::packed::past::{Now, Past};
use crate::packed::state::State;
use crate::packed::step::Changes;
use crate::plan::Plan;
use crate::plan::turn::after::Action;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Gives the turn to the next player in play.
    #[inline(always)]
    pub(crate) fn pass_on(&self, state: &mut State<W, N>) {
        if self.making.passes_on_simply {
            state.turn += 1;
            if state.turn as usize == self.turn.order.len() {
                state.turn = 0;
            }
        } else {
            state.turn = self.turn_after(state);
            self.layout.forget_beginning(state);
        }
        if state.marked != 0 {
            let mover = self.to_move(state);
            state.retain_marks(|s| s.owner as usize != mover);
        }
    }

    /// The place in the order of turns of the next player in play, at the beginning of a turn.
    pub(crate) fn turn_after(&self, state: &State<W, N>) -> u16 {
        let (phases, places) = (self.layout.phases, self.turn.order.len() / self.layout.phases);
        let turn = state.turn as usize / phases;
        let next = (1..=places).map(|n| (turn + n) % places);
        let mut next = next.filter(|i| self.is_in_play(state, self.turn.order[i * phases]));
        (next.next().unwrap_or(turn) * phases) as u16
    }

    /// The player in play whose turn was before this one.
    fn mover(&self, state: &State<W, N>) -> usize {
        let (phases, places) = (self.layout.phases, self.turn.order.len() / self.layout.phases);
        let turn = state.turn as usize / phases;
        if !(state.turn as usize).is_multiple_of(phases) {
            return self.to_move(state);
        }
        let before = (1..=places).map(|n| self.turn.order[(turn + places - n) % places * phases]);
        { before }.find(|p| self.is_in_play(state, *p)).unwrap_or_else(|| self.to_move(state))
    }

    /// The other player in play whose turn comes next after that of a player.
    fn next_in_play(&self, state: &State<W, N>, player: usize) -> usize {
        let (phases, places) = (self.layout.phases, self.turn.order.len() / self.layout.phases);
        let turn = state.turn as usize / phases;
        let at = if self.to_move(state) == player {
            turn
        } else {
            (0..places).find(|i| self.turn.order[i * phases] == player).unwrap_or(0)
        };
        let mut others = (1..=places).map(|n| self.turn.order[(at + n) % places * phases]);
        others.find(|p| *p != player && self.is_in_play(state, *p)).unwrap_or(player)
    }

    /// The one player that is meant.
    pub(crate) fn who(&self, view: &View<'_, W, N>, who: Who) -> usize {
        match who {
            Who::Friend => view.me,
            Who::Player(player) => player.index(),
            Who::Enemy | Who::Next => self.next_in_play(view.state, view.me),
            Who::Mover => view.mover.map_or_else(|| self.mover(view.state), usize::from),
        }
    }

    /// Whether a player is still in play.
    #[inline]
    pub(crate) fn is_in_play(&self, state: &State<W, N>, player: usize) -> bool {
        self.layout.out.is_none_or(|_| !self.layout.out(state).any(|p| p == player))
    }

    pub(crate) fn in_play(&self, state: &State<W, N>) -> usize {
        self.layout.players - self.layout.out(state).count()
    }

    /// How many places there are in the order of turns of players in play.
    fn turns_in_play(&self, state: &State<W, N>) -> usize {
        self.reference.rules.turn.order.iter().filter(|p| self.is_in_play(state, p.index())).count()
    }

    /// Puts out all who have to leave after a move of `mover`, and finds whose turn it is.
    pub(crate) fn settle(&self, state: &mut State<W, N>, mover: usize, past: Option<&Past<W, N>>) {
        let mut passed = 0;
        loop {
            let going_out = self.going_out(state, mover, past);
            for (player, end) in &going_out {
                if self.in_play(state) == 1 {
                    break;
                }
                self.put_out(state, *player, *end, mover);
                passed = 0;
            }
            match self.in_play(state) {
                0 | 1 => return,
                // Without them, others may have to leave as well.
                _ if !going_out.is_empty() => continue,
                _ => {}
            }
            let me = self.to_move(state);
            let mut lines = self.turn.exits.iter().map(|exit| exit.end);
            let line = lines.find(|end| self.leaves_by(Now { state, past }, me, mover, *end));
            match line {
                Some(end) if self.reference.rules.ends[end].result == EndResult::Out => {
                    self.put_out(state, me, end, mover);
                    passed = 0;
                }
                // Where nobody can move, the turn stays with the first player who could not move.
                Some(_) if passed < self.turns_in_play(state) => {
                    self.pass_on(state);
                    passed += 1;
                }
                _ => return,
            }
        }
    }

    fn leaves_by(&self, now: Now<'_, W, N>, player: usize, mover: usize, end: usize) -> bool {
        let view = View { mover: Some(mover as u8), past: now.past, ..self.view(now.state, player) };
        self.holds(&view, 0, &self.ends.all[end].1)
    }

    /// Everybody who goes out by a line that does not ask about moves, from the player after the mover.
    fn going_out(&self, state: &State<W, N>, mover: usize, past: Option<&Past<W, N>>) -> Vec<(usize, usize)> {
        let line = |player: usize| {
            let mut lines = self.turn.exits.iter().filter(|exit| !exit.asks_for_moves).map(|exit| exit.end);
            lines
                .find(|end| self.leaves_by(Now { state, past }, player, mover, *end))
                .map(|end| (player, end))
        };
        let is_out = |(_, end): &(usize, usize)| self.reference.rules.ends[*end].result == EndResult::Out;
        let count = self.layout.players;
        let players = (1..=count).map(|n| (mover + n) % count).filter(|p| self.is_in_play(state, *p));
        players.filter_map(line).filter(is_out).collect()
    }

    /// A player is out: the rules say what becomes of the pieces. If it was this player's turn, it is the next one's.
    fn put_out(&self, state: &mut State<W, N>, player: usize, end: usize, mover: usize) {
        let was_to_move = self.to_move(state) == player;
        self.layout.put_out(state, player);
        state.retain_marks(|s| s.owner as usize != player);
        let follows = |t: &Trigger| match t {
            Trigger::Out => true,
            Trigger::End(id) => id.index() == end,
            _ => false,
        };
        for after in self.turn.after.iter().filter(|a| a.triggers.iter().any(follows)) {
            let view = View { mover: Some(mover as u8), ..self.view(state, player) };
            if !self.holds(&view, 0, &after.guard) {
                continue;
            }
            let mut changes = Changes::new();
            for action in after.actions.iter().filter(|a| matches!(a, Action::Every(..))) {
                self.each_change(&view, 0, std::slice::from_ref(action), |change| changes.extend(change));
            }
            for change in changes {
                self.apply(state, player, 0, change);
            }
        }
        if self.castling.is_some() {
            self.drop_lonely_rights(state);
        }
        if was_to_move && self.in_play(state) > 0 {
            self.pass_on(state);
        }
    }
}
