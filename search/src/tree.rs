//! The search below the root: alpha-beta with narrow windows, and what need not be looked at.
//!
//! Values are those for the side to move: the player at the root, or all others together. Where the side stays the same after a move, as in
//! turns of several steps, the value keeps its sign.

use smallvec::SmallVec;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, MoveList, State};

use crate::history::{History, Went};
use crate::net::Sums;
use crate::order::{COUNTER, Ranked, RankedMoves};
use crate::path::Path;
use crate::prune::{Aims, LATE_DEPTH, late, reduced};
use crate::quiescence::{QUIESCENCE, QUIESCENCE_NODES};
use crate::table::{Bound, Entry, Mark, Table};
use crate::traits::Traits;
use crate::values::Shown;
use crate::view::View;
use crate::{Values, Watch};

/// More than anything else is worth.
pub(crate) const WON: i32 = 1_000_000;

/// A value beyond this is that of a game that is won in some plies.
pub(crate) const WINNING: i32 = WON - 10_000;

/// No line is longer.
pub(crate) const LONGEST: usize = 240;

/// The window in which every value is.
pub(crate) const WIDEST: i32 = 2 * WON;

/// The value of a move at the root that nobody has looked at yet.
pub(crate) const UNKNOWN: i32 = -WON * 2;

/// Reverse futility: what a ply may bring, where a position is so good that it need not be searched, and up to which depth.
const REVERSE: i32 = 75;
const REVERSE_DEPTH: i32 = 7;

/// Razoring: what a position may lack by ply to be left to quiescence.
const RAZOR: i32 = 350;
const RAZOR_DEPTH: i32 = 2;

/// A move is looked at as the only good one from this depth on.
const SINGULAR: i32 = 7;

/// Who watches is asked after so many positions and listed moves.
const ASKED_AFTER: usize = 256;

/// What the searches of a game share.
#[derive(Clone, Copy)]
pub(crate) struct Known<'s> {
    pub(crate) values: &'s Values,
    pub(crate) traits: &'s Traits,
    pub(crate) table: &'s Table,
    /// Which helper of a search asks; 0 is the search itself.
    pub(crate) helper: usize,
}

/// What is kept of each ply of the line.
#[derive(Default)]
pub(crate) struct Ply {
    pub(crate) view: View,
    /// Whether the view is that of the position.
    pub(crate) is_seen: bool,
    /// What a net has added up for the position that was judged last.
    pub(crate) sums: Sums,
    pub(crate) mover: PlayerId,
    /// What aims at the enemy's royal pieces, if that has been asked.
    pub(crate) aims: Option<Aims>,
    /// The static evaluation for the side to move, corrected; none in check.
    pub(crate) shown: Option<i32>,
    /// Which piece went where from here.
    pub(crate) went: Option<Went>,
    /// The last two quiet moves that refuted what came before.
    pub(crate) killers: [Option<Move>; 2],
    /// A move that is left out to see whether it is the only good one.
    pub(crate) excluded: Option<Mark>,
    /// No null move here.
    pub(crate) no_null: bool,
    /// The best moves from here.
    pub(crate) line: Vec<Move>,
}

/// A search in progress.
pub(crate) struct Tree<'s> {
    pub(crate) known: Known<'s>,
    pub(crate) watch: &'s mut dyn Watch,
    /// Whose best moves are looked for.
    pub(crate) me: PlayerId,
    /// Of more than two players the value of a position depends on who asks.
    pub(crate) salt: u64,
    /// The positions before, of the match and of the line.
    pub(crate) path: Path,
    /// Moves that look bad are looked at less deeply, or not at all.
    pub(crate) prunes: bool,
    pub(crate) history: &'s mut History,
    /// The moves of all positions of the line.
    pub(crate) moves: RankedMoves,
    /// Room for a list.
    pub(crate) listed: MoveList,
    /// Room for the positions after moves; that of each ply in use is taken out.
    #[expect(clippy::vec_box, reason = "they are taken out and put back at each ply, by a pointer")]
    pub(crate) rooms: Vec<Box<State>>,
    pub(crate) plies: Vec<Ply>,
    /// Room for a look at what a move does.
    pub(crate) scratch: View,
    pub(crate) nodes: u64,
    pub(crate) most: u64,
    /// Quiescence ends here, in positions.
    pub(crate) quiet_until: u64,
    pub(crate) deepest: u32,
    /// The depth at the root.
    pub(crate) depth: u32,
    /// How many moves have been listed since who watches was asked.
    pub(crate) listed_since: usize,
    pub(crate) stopped: bool,
}

impl Tree<'_> {
    pub(crate) fn key(&self, state: &State) -> u64 {
        salted(state.key(), self.salt)
    }

    /// Room for the positions after moves from a state.
    pub(crate) fn room(&mut self, state: &State) -> Box<State> {
        self.rooms.pop().unwrap_or_else(|| Box::new(state.clone()))
    }

    pub(crate) fn is_mine(&self, state: &State) -> bool {
        state.to_move() == self.me
    }

    /// A position is the one of a ply from now on.
    pub(crate) fn enter(&mut self, state: &State, ply: usize) {
        let this = &mut self.plies[ply];
        this.is_seen = false;
        this.aims = None;
        this.mover = state.to_move();
        this.line.clear();
    }

    /// Looks at the position of a ply, unless that has been done.
    pub(crate) fn look(&mut self, state: &State, ply: usize) {
        let this = &mut self.plies[ply];
        if self.known.traits.attacks && !this.is_seen {
            this.view.look(state);
            this.is_seen = true;
        }
    }

    /// Makes a move at a ply; the key of the position after it, about which the table is going to be asked.
    pub(crate) fn make(&mut self, state: &State, m: Move, ply: usize, next: &mut State) -> u64 {
        state.after_into(m, next);
        let key = self.key(next);
        self.known.table.fetch(key);
        self.plies[ply].went = Some(self.history.went(self.plies[ply].mover.index(), m));
        key
    }

    /// The best line of a ply begins with a move, and goes on as that of the next.
    pub(crate) fn take_line(&mut self, ply: usize, m: Move) {
        let (before, behind) = self.plies.split_at_mut(ply + 1);
        let line = &mut before[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&behind[0].line);
    }

    /// The value of the position after a move, for the side that makes it.
    pub(crate) fn below(
        &mut self,
        (next, key): (&State, u64),
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        is_cut: bool,
    ) -> i32 {
        if (self.plies[ply].mover == self.me) == self.is_mine(next) {
            self.value((next, key), depth, ply + 1, (alpha, beta), is_cut)
        } else {
            -self.value((next, key), depth, ply + 1, (-beta, -alpha), is_cut)
        }
    }

    /// Counts a position; whether the search must stop.
    pub(crate) fn count(&mut self, state: &State, ply: usize) -> bool {
        self.enter(state, ply);
        if self.nodes >= self.most {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        self.listed_since += 1;
        self.deepest = self.deepest.max(ply as u32);
        if self.listed_since >= ASKED_AFTER {
            self.listed_since = 0;
            self.stopped |= !self.watch.goes_on(self.nodes);
        }
        self.stopped
    }

    /// A value from the table that decides a position, if there is one.
    pub(crate) fn decided(entry: Entry, ply: usize, (alpha, beta): (i32, i32)) -> Option<i32> {
        let value = from_table(entry.value, ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        decides.then_some(value)
    }

    /// The value of a position, of which the key is known, for the side to move.
    pub(crate) fn value(
        &mut self,
        (state, key): (&State, u64),
        depth: i32,
        ply: usize,
        (mut alpha, mut beta): (i32, i32),
        is_cut: bool,
    ) -> i32 {
        let traits = self.known.traits;
        if traits.repetition
            && let Some(value) = self.path.again(key, traits.perpetual)
        {
            self.nodes = (self.nodes + 1).min(self.most);
            self.plies[ply].line.clear();
            return value;
        }
        if depth <= 0 || ply + QUIESCENCE as usize >= LONGEST {
            let left = if self.prunes { QUIESCENCE } else { 0 };
            self.quiet_until = self.nodes + QUIESCENCE_NODES;
            return self.quiet_value((state, key), left, ply, (alpha, beta));
        }
        if self.count(state, ply) {
            return 0;
        }
        // Nothing is better than to win with the next move, or worse than to have lost.
        (alpha, beta) = (alpha.max(-WON + ply as i32), beta.min(WON - ply as i32));
        if alpha >= beta {
            return alpha;
        }
        let is_main = beta - alpha > 1;
        let excluded = self.plies[ply].excluded.take();
        let no_null = std::mem::take(&mut self.plies[ply].no_null);
        let known = self.known.table.get(key);
        if excluded.is_none()
            && !is_main
            && let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth)
            && let Some(value) = Tree::decided(entry, ply, (alpha, beta))
        {
            return value;
        }
        let in_check = traits.checks && state.in_check() == Some(true);
        let judged = self.judge(state, ply, in_check, known);
        let shown = self.plies[ply].shown.unwrap_or(-WIDEST);
        let before = ply.checked_sub(2).and_then(|ply| self.plies[ply].shown);
        let is_improving = !in_check && before.is_none_or(|before| shown > before);
        let prunes = self.prunes && traits.stands && !in_check && !is_main && beta.abs() < WINNING;
        if prunes && excluded.is_none() {
            let margin = REVERSE * (depth - i32::from(is_improving));
            // Where it is clear who wins, it is the way to the win that is looked for.
            let is_open = !judged.is_some_and(|judged| judged.is_won);
            let is_enough = depth <= REVERSE_DEPTH && shown - margin >= beta && shown < WINNING;
            if is_open && is_enough && state.has_moves() {
                return shown;
            }
            if is_open && !traits.goals && depth <= RAZOR_DEPTH && shown + RAZOR * depth <= alpha {
                self.quiet_until = self.nodes + QUIESCENCE_NODES;
                let value = self.quiet_value((state, key), QUIESCENCE, ply, (alpha, alpha + 1));
                if self.stopped || value <= alpha {
                    return value;
                }
            }
            if traits.null_move && !no_null && depth >= 3 && shown >= beta {
                if let Some(value) = self.skip(state, key, (depth, ply), (shown, beta)) {
                    return value;
                }
                if self.stopped {
                    return 0;
                }
            }
        }
        let known_best = known.and_then(|entry| entry.best);
        // Where nothing is known, it is cheaper to find out what to look at first one ply less deeply.
        let is_unknown = self.prunes && known_best.is_none() && depth >= 4 && (is_main || is_cut);
        let depth = if is_unknown { depth - 1 } else { depth };
        let first = self.moves.len();
        self.look(state, ply);
        if !self.list(state, ply, known_best, |_| true) {
            return self.ended(state, ply);
        }
        self.plies[ply + 1].killers = [None; 2];
        let me = self.plies[ply].mover.index();
        let extends = self.prunes && ply < 2 * self.depth as usize;
        let (low, mut best, mut best_move) = (alpha, -WON * 2, None::<Ranked>);
        let mut tried = SmallVec::<[u32; 32]>::new();
        let (mut quiet, mut is_shortened) = (0, false);
        let mut next = self.room(state);
        self.path.push(key, in_check);
        let mut number = 0;
        let mut place = first;
        while place < self.moves.len() {
            let ranked = self.next_move(ply, place);
            place += 1;
            let Ranked { rank, gain, m } = ranked;
            if excluded.is_some_and(|excluded| excluded == Mark::of(m)) {
                continue;
            }
            let is_quiet = gain.is_none();
            let earlier = self.earlier(ply);
            let may_leave_out = self.prunes && traits.stands && !in_check && best > -WINNING && ply > 0;
            let is_late = is_quiet && !is_main && depth <= LATE_DEPTH && quiet >= late(depth, is_improving);
            if may_leave_out && is_late && !is_shortened && !traits.goals {
                // The quiet moves behind this one are as late.
                self.leave_out_late(ply, place);
                is_shortened = true;
            }
            let past = if is_quiet { self.history.of_quiet(me, m, earlier) } else { 0 };
            if may_leave_out
                && (is_late || self.looks_bad((ply, &ranked), (depth, number, past), (alpha, is_main)))
                && !self.gives_check(ply, m)
                && !(traits.goals && reaches_goal(state, m, &mut next))
            {
                quiet += i32::from(is_quiet && !is_late);
                continue;
            }
            let mut extension = i32::from(in_check && extends);
            if extends
                && extension == 0
                && excluded.is_none()
                && depth >= SINGULAR
                && number == 0
                && let Some(entry) = known.filter(|entry| entry.best == Some(Mark::of(m)))
            {
                match self.singular((state, key), (depth, ply), entry, beta, is_cut) {
                    Ok(more) => extension = more,
                    Err(value) => {
                        self.path.pop();
                        self.rooms.push(next);
                        self.moves.truncate(first);
                        return value;
                    }
                }
                if self.stopped {
                    break;
                }
            }
            let next_key = self.make(state, m, ply, &mut next);
            let next_depth = depth - 1 + extension;
            let reduction = match number {
                0..=2 => 0,
                _ if !self.prunes || in_check || depth < 3 => 0,
                _ if !is_quiet && rank > 0 => 0,
                _ => {
                    let mut less = reduced(depth, number);
                    less -= i32::from(is_main);
                    less += i32::from(!is_improving) + i32::from(is_cut);
                    if is_quiet {
                        less -= past / 8192 + i32::from(rank >= COUNTER);
                    } else {
                        less -= 1;
                    }
                    less.clamp(0, (next_depth - 1).max(0))
                }
            };
            let mut value = match number {
                0 => self.below((&next, next_key), next_depth, ply, (alpha, beta), !is_main && !is_cut),
                _ => self.below((&next, next_key), next_depth - reduction, ply, (alpha, alpha + 1), true),
            };
            if number > 0 && reduction > 0 && value > alpha && !self.stopped {
                value = self.below((&next, next_key), next_depth, ply, (alpha, alpha + 1), !is_cut);
            }
            if number > 0 && value > alpha && value < beta && !self.stopped {
                value = self.below((&next, next_key), next_depth, ply, (alpha, beta), false);
            }
            if self.stopped {
                break;
            }
            number += 1;
            if value > best {
                (best, best_move) = (value, Some(ranked));
                if value > alpha {
                    alpha = value;
                    self.take_line(ply, m);
                }
            }
            if alpha >= beta {
                self.refutes(ply, depth, ranked, &tried);
                break;
            }
            if is_quiet {
                quiet += 1;
            }
            tried.push(place as u32 - 1);
        }
        self.path.pop();
        self.rooms.push(next);
        self.moves.truncate(first);
        if self.stopped {
            return best;
        }
        if number == 0 {
            // There is no move but the one left out.
            return alpha;
        }
        if excluded.is_some() {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > low => Bound::Exact,
            _ => Bound::AtMost,
        };
        let is_telling = match bound {
            Bound::Exact => true,
            Bound::AtLeast => best > shown,
            Bound::AtMost => best < shown,
        };
        let is_quiet = best_move.is_none_or(|best| best.gain.is_none());
        if let Some(judged) =
            judged.filter(|_| is_telling && is_quiet && best.abs() < WINNING && traits.attacks)
        {
            self.history.note_correction(me, judged.cheap, best - judged.value, depth);
        }
        let kept = best_move.filter(|_| bound != Bound::AtMost).map(|best| Mark::of(best.m));
        self.known.table.put(key, depth as u32, kept, (to_table(best, ply), bound));
        best
    }

    /// Judges the position of a ply, unless it is one of check: what it shows, before that is corrected.
    pub(crate) fn judge(
        &mut self,
        state: &State,
        ply: usize,
        in_check: bool,
        known: Option<Entry>,
    ) -> Option<Shown> {
        self.plies[ply].shown = None;
        if !self.prunes || in_check {
            return None;
        }
        let shown = self.shown(state, ply);
        let mut value = shown.value;
        if self.known.traits.attacks {
            value += self.history.correction(self.plies[ply].mover.index(), shown.cheap);
        }
        // What a search has found is nearer to the truth.
        if let Some(entry) = known {
            let found = from_table(entry.value, ply);
            let is_better = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => found > value,
                Bound::AtMost => found < value,
            };
            if is_better && found.abs() < WINNING {
                value = found;
            }
        }
        self.plies[ply].shown = Some(value);
        Some(shown)
    }

    /// Puts those of the legal moves that are wanted behind the others, with their ranks; whether there is any legal move.
    pub(crate) fn list(
        &mut self,
        state: &State,
        ply: usize,
        best: Option<Mark>,
        mut is_wanted: impl FnMut(&Ranked) -> bool,
    ) -> bool {
        let mut listed = std::mem::take(&mut self.listed);
        state.moves(&mut listed);
        self.listed_since += 1 + listed.len();
        for m in &listed {
            let ranked = self.rank(state, ply, *m, best);
            if is_wanted(&ranked) {
                self.moves.push(ranked);
            }
        }
        let has_any = !listed.is_empty();
        self.listed = listed;
        has_any
    }

    /// What the position of a ply shows, for the side to move.
    pub(crate) fn shown(&mut self, state: &State, ply: usize) -> Shown {
        let values = self.known.values;
        let learned = values.net().map_or(0, |net| {
            // What the net has added up at the ply before differs by little.
            let (before, here) = self.plies.split_at_mut(ply);
            let here = &mut here[0].sums;
            if let Some(before) = before.last() {
                here.become_like(&before.sums, net.hidden());
            }
            net.follow(state, here)
        });
        let sums = &self.plies[ply].sums;
        if values.is_enough(learned, sums) {
            return Shown { value: learned, cheap: values.hash(sums), is_won: false };
        }
        self.look(state, ply);
        let Ply { view, mover, .. } = &self.plies[ply];
        let (is_mine, learned) = if *mover == self.me { (true, learned) } else { (false, -learned) };
        let shown = values.of_view(view, state, self.me, learned);
        Shown { value: if is_mine { shown.value } else { -shown.value }, ..shown }
    }

    /// The value of a position without a legal move, for the side to move.
    pub(crate) fn ended(&mut self, state: &State, ply: usize) -> i32 {
        let mine = match state.outcome() {
            None => 0,
            Some(outcome) => match outcome.winner() {
                Some(winner) if winner == self.me => WON - ply as i32,
                Some(_) => -WON + ply as i32,
                None => {
                    let (share, players) = (outcome.scores.of(self.me), outcome.scores.iter().len() as i32);
                    500 * (share.part as i32 * players - share.of as i32) / share.of as i32
                }
            },
        };
        if self.plies[ply].mover == self.me { mine } else { -mine }
    }
}

/// Whether the game is over after a move, although the other player could go on.
fn reaches_goal(state: &State, m: Move, next: &mut State) -> bool {
    state.after_into(m, next);
    next.is_over_before_moving()
}

/// A key, as it is where positions of more than two players depend on who asks.
pub(crate) fn salted(key: u64, salt: u64) -> u64 {
    key ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// In the table a game is won in so many plies from the position, and not from the root.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > WINNING => value + ply as i32,
        _ if value < -WINNING => value - ply as i32,
        _ => value,
    }
}

pub(crate) fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > WINNING => value - ply as i32,
        _ if value < -WINNING => value + ply as i32,
        _ => value,
    }
}
