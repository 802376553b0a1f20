//! Quiescence: behind the last ply, captures and the like are looked at until nothing is left that must be.

use tilegame_runtime::State;

use crate::order::Ranked;
use crate::table::{Bound, Mark};
use crate::tree::{Ply, Tree, WINNING, WON, to_table};

/// So many plies of captures are looked at behind the last. Where there is nothing but captures, a ply with many of them counts for several.
pub(crate) const QUIESCENCE: u32 = 8;

/// So many positions are looked at behind the last ply of one line: in some games every move is a capture.
pub(crate) const QUIESCENCE_NODES: u64 = 2500;

/// While more plies than this are left, every answer to a check is looked at.
const ANSWERED: u32 = 4;

/// Delta pruning: what a capture may bring besides what it takes.
const DELTA: i32 = 170;

impl Tree<'_> {
    /// The value of a position in which only captures and the like are looked at.
    pub(crate) fn quiet_value(
        &mut self,
        (state, key): (&State, u64),
        left: u32,
        ply: usize,
        (mut alpha, beta): (i32, i32),
    ) -> i32 {
        if self.count(state, ply) {
            return 0;
        }
        if left == 0 || self.nodes >= self.quiet_until || ply >= crate::tree::LONGEST {
            return if state.has_moves() { self.shown(state, ply).value } else { self.ended(state, ply) };
        }
        let traits = self.known.traits;
        let known = self.known.table.get(key);
        if beta - alpha <= 1
            && let Some(entry) = known
            && let Some(value) = Tree::decided(entry, ply, (alpha, beta))
        {
            return value;
        }
        let in_check = traits.checks && left > ANSWERED && state.in_check() == Some(true);
        self.judge(state, ply, in_check, known);
        let shown = self.plies[ply].shown.unwrap_or(-WON);
        let best_known = known.and_then(|entry| entry.best);
        let low = alpha;
        let first = self.moves.len();
        let mut must_take = traits.forced || traits.burdens;
        let mut best = -WON * 2;
        // Before moves are listed: most positions are good enough as they are.
        if !in_check && !must_take {
            best = shown;
            if best >= beta && state.has_moves() {
                return best;
            }
        }
        self.look(state, ply);
        // Those that take nothing but turn into something better are looked at once.
        let lists_all = in_check || must_take || left == QUIESCENCE && self.may_turn(ply);
        if lists_all {
            let has_moves = self.list(state, ply, best_known, |ranked| {
                must_take &= ranked.gain.is_some();
                ranked.gain.is_some() || in_check
            });
            if !has_moves {
                return self.ended(state, ply);
            }
        } else {
            self.list_captures(state, ply, best_known);
            if self.moves.len() == first && !state.has_moves() {
                return self.ended(state, ply);
            }
        }
        if !in_check && !must_take {
            best = shown;
            alpha = alpha.max(best);
        }
        if alpha >= beta {
            self.moves.truncate(first);
            return best;
        }
        let noisy = self.moves.len() - first;
        let left = left.saturating_sub(if must_take { 1 + noisy.max(1).ilog2() } else { 1 });
        let mut best_move = None;
        let mut next = self.room(state);
        for place in 0..noisy {
            let ranked = self.next_move(ply, first + place);
            let Ranked { rank, gain, m } = ranked;
            if self.prunes && traits.stands && !in_check && !must_take {
                if rank < 0 {
                    // Those that lose come last.
                    break;
                }
                let most = shown + gain.unwrap_or(0) + DELTA;
                if most <= alpha && m.is_plain() {
                    best = best.max(most);
                    continue;
                }
            }
            if in_check && gain.is_none() && place > 2 && best > -WINNING && left + 2 < QUIESCENCE {
                break;
            }
            let next_key = self.make(state, m, ply, &mut next);
            let value = if (self.plies[ply].mover == self.me) == self.is_mine(&next) {
                self.quiet_value((&next, next_key), left, ply + 1, (alpha, beta))
            } else {
                -self.quiet_value((&next, next_key), left, ply + 1, (-beta, -alpha))
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(m);
                    self.take_line(ply, m);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.rooms.push(next);
        self.moves.truncate(first);
        if !self.stopped && self.prunes && !in_check {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > low => Bound::Exact,
                _ => Bound::AtMost,
            };
            self.known.table.put(key, 0, best_move.map(Mark::of), (to_table(best, ply), bound));
        }
        best
    }

    /// Whether some piece of the player to move could turn into something better with its next move.
    fn may_turn(&self, ply: usize) -> bool {
        let Ply { view, mover, .. } = &self.plies[ply];
        let me = mover.index() & 1;
        view.pieces[me].iter().any(|(tile, kind)| self.known.values.turns(me, (*kind).into(), (*tile).into()))
    }

    /// Puts the captures behind the other moves, with their ranks.
    fn list_captures(&mut self, state: &State, ply: usize, best: Option<Mark>) {
        let mut listed = std::mem::take(&mut self.listed);
        state.captures(&mut listed);
        self.listed_since += 1 + listed.len();
        for m in &listed {
            let ranked = self.rank(state, ply, *m, best);
            self.moves.push(ranked);
        }
        self.listed = listed;
    }
}
