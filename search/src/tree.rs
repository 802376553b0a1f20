//! The search: iterative deepening, alpha-beta with windows, quiescence.
//!
//! Values are those for the side to move: the player at the root, or all others together. Where the side stays the same after a move, as in
//! turns of several steps, the value keeps its sign.

use tilegame_runtime::ir::{Adjudication, EndResult, PlayerId, Quantity, Test};
use tilegame_runtime::{Game, Move, MoveList, State};

use crate::order::{Order, gain};
use crate::table::{Bound, Mark, Table};
use crate::{Limits, Line, Score, Thought, Values, Watch};

/// More than anything else is worth.
const WON: i32 = 1_000_000;

/// A value beyond this is that of a game that is won in some plies.
const WINNING: i32 = WON - 10_000;

/// No line is longer.
const LONGEST: usize = 240;

/// So many plies of captures are looked at behind the last. Where there is nothing but captures, a ply with many of them counts for several.
const QUIESCENCE: u32 = 8;

/// So many positions are looked at behind the last ply of one line: in some games every move is a capture.
const QUIESCENCE_NODES: u64 = 4000;

/// The window around the last value, at first.
const WINDOW: i32 = 35;

/// The window in which every value is.
const WIDEST: i32 = 2 * WON;

/// What a ply may bring, where a position is so good that it need not be searched.
const MARGIN: i32 = 110;

/// Who watches is asked after so many moves have been listed.
const ASKED_AFTER: usize = 2048;

/// The value of a move at the root that nobody has looked at yet.
const UNKNOWN: i32 = -WON * 2;

/// What the searches of a game share.
#[derive(Clone, Copy)]
pub(crate) struct Known<'s> {
    pub(crate) values: &'s Values,
    pub(crate) table: &'s Table,
    /// Which helper of a search asks; 0 is the search itself.
    pub(crate) helper: usize,
}

pub(crate) fn think(
    known: Known<'_>,
    start: &State,
    before: &[u64],
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Option<Thought> {
    let mut listed = MoveList::new();
    start.moves(&mut listed);
    let wanted = listed.iter().filter(|m| limits.only.is_empty() || limits.only.contains(m));
    let root: Vec<Rooted> = wanted.map(|m| Rooted { m: *m, value: UNKNOWN, line: vec![*m] }).collect();
    if root.is_empty() {
        return None;
    }
    let game = start.game();
    let rules = game.rules();
    let me = start.to_move();
    let mut tree = Tree {
        values: known.values,
        helper: known.helper,
        skips: skips(game, known.values),
        me,
        salt: if rules.players.len() > 2 { me.index() as u64 + 1 } else { 0 },
        path: Vec::new(),
        repetition_draws: rules.adjudications.iter().any(draws_by_repetition),
        // Where pieces are a burden, what they are worth says too little to leave anything out.
        prunes: !limits.full_width,
        stands: !known.values.is_misere(),
        order: Order::new(rules.players.len(), rules.kinds.len(), known.values.places(), LONGEST + 1),
        moves: Vec::new(),
        listed,
        rooms: Vec::new(),
        lines: vec![Vec::new(); LONGEST + 1],
        nodes: 0,
        most: limits.nodes,
        quiet_until: 0,
        deepest: 0,
        listed_since: 0,
        stopped: false,
        skipped: None,
        table: known.table,
        watch,
    };
    tree.path = before.iter().map(|key| tree.salted(*key)).collect();
    Some(tree.deepen(start, root, limits))
}

/// Whether it is never better to do nothing: in games that know check, without captures that must be made, and where nobody wins by being
/// unable to move.
fn skips(game: &Game, values: &Values) -> bool {
    let rules = game.rules();
    rules.players.len() == 2
        && rules.notation.check.is_some()
        && rules.turn.prefer.is_empty()
        && !values.is_misere()
}

/// By how many plies less a late quiet move is looked at.
fn reduced(depth: u32, number: usize) -> i32 {
    (0.5 + f64::from(depth).ln() * (number as f64).ln() / 2.2) as i32
}

/// Whether a match ends in a draw when a position comes again.
pub(crate) fn draws_by_repetition(ending: &Adjudication) -> bool {
    let is_repeated = |test: &Test| match test {
        Test::Compare(left, _, right) => [left, right].iter().any(|side| **side == Quantity::Repeated),
        _ => false,
    };
    ending.result == EndResult::Draw && ending.when.any(&is_repeated)
}

/// A move at the root.
struct Rooted {
    m: Move,
    value: i32,
    /// The best line that begins with it.
    line: Vec<Move>,
}

struct Tree<'s> {
    values: &'s Values,
    table: &'s Table,
    helper: usize,
    /// A position that is good enough although the player does nothing need not be searched.
    skips: bool,
    watch: &'s mut dyn Watch,
    /// Whose best moves are looked for.
    me: PlayerId,
    /// Of more than two players the value of a position depends on who asks.
    salt: u64,
    /// The keys of the positions before, of the match and of the line.
    path: Vec<u64>,
    repetition_draws: bool,
    /// Moves that look bad are looked at less deeply, or not at all.
    prunes: bool,
    /// Nobody need take anything: a position is worth what it shows, or more.
    stands: bool,
    order: Order,
    /// The moves of all positions of the line.
    moves: Vec<(i32, Move)>,
    /// Room for a list.
    listed: MoveList,
    /// Room for the positions after moves; that of each ply in use is taken out.
    #[expect(clippy::vec_box, reason = "they are taken out and put back at each ply, by a pointer")]
    rooms: Vec<Box<State>>,
    /// By ply, the best moves from there.
    lines: Vec<Vec<Move>>,
    nodes: u64,
    most: u64,
    /// Quiescence ends here, in positions.
    quiet_until: u64,
    deepest: u32,
    /// How many moves have been listed since who watches was asked.
    listed_since: usize,
    stopped: bool,
    /// In the position of this ply the other side has just done nothing.
    skipped: Option<usize>,
}

impl Tree<'_> {
    fn key(&self, state: &State) -> u64 {
        self.salted(state.key())
    }

    fn salted(&self, key: u64) -> u64 {
        key ^ self.salt.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Room for the positions after moves from a state.
    fn room(&mut self, state: &State) -> Box<State> {
        self.rooms.pop().unwrap_or_else(|| Box::new(state.clone()))
    }

    fn is_mine(&self, state: &State) -> bool {
        state.to_move() == self.me
    }

    /// Looks deeper and deeper.
    fn deepen(&mut self, start: &State, mut root: Vec<Rooted>, limits: &Limits) -> Thought {
        let best = self.table.get(self.key(start)).and_then(|entry| entry.best);
        let ranks = (start, self.values);
        root.sort_by_cached_key(|rooted| -self.order.rank(ranks, (self.me, 0), rooted.m, best));
        let lines = limits.lines.clamp(1, root.len());
        let mut done = 0;
        // Helpers are one step apart from each other, so that they find something new.
        'deeper: for depth in 1 + (self.helper % 2) as u32..=limits.depth.min(Limits::DEEPEST) {
            for number in 0..lines {
                let is_settled = self.settle(start, &mut root[number..], depth);
                if self.stopped || !is_settled {
                    break 'deeper;
                }
                let best = &root[number];
                let line = Line {
                    number: number + 1,
                    depth,
                    deepest: self.deepest,
                    score: told(best.value),
                    nodes: self.nodes,
                    full: self.table.full(),
                    moves: best.line.clone(),
                };
                let is_last = number + 1 == lines;
                if is_last {
                    done = depth;
                }
                if !self.watch.sees(&line) || is_last && self.nodes >= self.most {
                    break 'deeper;
                }
            }
            let value = root[0].value;
            if lines == 1 && value.abs() > WINNING && depth > (WON - value.abs()) as u32 {
                break;
            }
        }
        let line = root[0].line.clone();
        // Stopped before anything was known, the move that looks best is as good as the position.
        let value = if root[0].value == UNKNOWN { self.shown(start) } else { root[0].value };
        let seen = root.iter().filter(|rooted| rooted.value != UNKNOWN);
        Thought {
            best: root[0].m,
            score: told(value),
            line,
            all: seen.map(|rooted| (rooted.m, told(rooted.value))).collect(),
            nodes: self.nodes,
            depth: done,
        }
    }

    /// Brings the best of some moves at the root to the front, with its value and line to this depth; or what is known of it when the search
    /// is stopped. Whether anything is known.
    fn settle(&mut self, start: &State, root: &mut [Rooted], depth: u32) -> bool {
        let value = root[0].value;
        let mut window = if depth < 4 { WIDEST } else { WINDOW };
        loop {
            let (alpha, beta) = match window {
                0..WIDEST => (value - window, value + window),
                _ => (-WIDEST, WIDEST),
            };
            let (value, best) = self.at_root(start, root, depth, (alpha, beta));
            let is_inside = alpha < value && value < beta || window == WIDEST;
            // The first move was the best before; what is found better than it, is.
            if let Some(best) = best.filter(|_| value > alpha || is_inside && !self.stopped) {
                root[best].value = value;
                root[..=best].rotate_right(1);
            }
            if self.stopped {
                return best.is_some();
            }
            if is_inside {
                root[1..].sort_by_key(|rooted| -rooted.value);
                return true;
            }
            window = if window > 500 { WIDEST } else { window * 3 };
        }
    }

    /// The value of the best of some moves at the root, and which it is; none, if the search is stopped before that is known.
    fn at_root(
        &mut self,
        start: &State,
        root: &mut [Rooted],
        depth: u32,
        (low, beta): (i32, i32),
    ) -> (i32, Option<usize>) {
        let mut alpha = low;
        let mut best = (-WON * 2, None);
        let key = self.key(start);
        self.path.push(key);
        let mut next = self.room(start);
        for (number, rooted) in root.iter_mut().enumerate() {
            start.after_into(rooted.m, &mut next);
            let mut value = if number == 0 {
                self.below(start, &next, depth - 1, 0, (alpha, beta))
            } else {
                self.below(start, &next, depth - 1, 0, (alpha, alpha + 1))
            };
            if number > 0 && value > alpha && !self.stopped {
                value = self.below(start, &next, depth - 1, 0, (alpha, beta));
            }
            if self.stopped {
                break;
            }
            rooted.value = value;
            if value > best.0 {
                best = (value, Some(number));
                if value > alpha || number == 0 {
                    rooted.line.clear();
                    rooted.line.push(rooted.m);
                    rooted.line.extend_from_slice(&self.lines[1]);
                }
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.rooms.push(next);
        self.path.pop();
        best
    }

    /// The best line of a ply begins with a move, and goes on as that of the next.
    fn take_line(&mut self, ply: usize, m: Move) {
        let (before, behind) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&behind[0]);
    }

    /// The value of the position after a move, for the side that makes it.
    fn below(
        &mut self,
        state: &State,
        next: &State,
        depth: u32,
        ply: usize,
        (alpha, beta): (i32, i32),
    ) -> i32 {
        if self.is_mine(state) == self.is_mine(next) {
            self.value(next, depth, ply + 1, (alpha, beta))
        } else {
            -self.value(next, depth, ply + 1, (-beta, -alpha))
        }
    }

    /// Counts a position; whether the search must stop.
    fn count(&mut self, ply: usize) -> bool {
        self.lines[ply].clear();
        if self.nodes >= self.most {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply as u32);
        if self.listed_since >= ASKED_AFTER {
            self.listed_since = 0;
            self.stopped |= !self.watch.goes_on(self.nodes);
        }
        self.stopped
    }

    /// The value of a position for the side to move.
    fn value(&mut self, state: &State, depth: u32, ply: usize, (mut alpha, mut beta): (i32, i32)) -> i32 {
        let key = self.key(state);
        if self.repetition_draws && self.path.contains(&key) {
            self.nodes = (self.nodes + 1).min(self.most);
            self.lines[ply].clear();
            return 0;
        }
        if depth == 0 || ply + QUIESCENCE as usize >= LONGEST {
            let left = if self.prunes { QUIESCENCE } else { 0 };
            self.quiet_until = self.nodes + QUIESCENCE_NODES;
            return self.quiet_value(state, left, ply, (alpha, beta));
        }
        if self.count(ply) {
            return 0;
        }
        // Nothing is better than to win with the next move, or worse than to have lost.
        (alpha, beta) = (alpha.max(-WON + ply as i32), beta.min(WON - ply as i32));
        if alpha >= beta {
            return alpha;
        }
        let is_main = beta - alpha > 1;
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth && !is_main) {
            let value = from_table(entry.value, ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if decides {
                return value;
            }
        }
        let in_check = state.in_check() == Some(true);
        let prunes = self.prunes && self.stands && !in_check && !is_main && beta.abs() < WINNING;
        let shown = if prunes { self.shown(state) } else { 0 };
        if prunes && depth <= 5 && shown - MARGIN * depth as i32 >= beta && state.has_moves() {
            return shown;
        }
        if prunes && self.skips && depth >= 3 && shown >= beta && self.skipped != Some(ply) {
            if let Some(value) = self.skip(state, key, (depth, ply), (shown, beta)) {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }
        let known_best = known.and_then(|entry| entry.best);
        // Where nothing is known, it is cheaper to find out what to look at first one ply less deeply.
        let depth = if self.prunes && known_best.is_none() && depth >= 5 { depth - 1 } else { depth };
        let first = self.moves.len();
        if !self.list(state, ply, known_best, |_| true) {
            return self.ended(state, ply);
        }
        let me = state.to_move();
        // A check is answered without losing depth.
        let next_depth = if in_check && self.prunes { depth } else { depth - 1 };
        let (low, mut best, mut best_move) = (alpha, -WON * 2, None);
        let mut quiet: Vec<Move> = Vec::new();
        let mut next = self.room(state);
        self.path.push(key);
        for number in 0..self.moves.len() - first {
            let (rank, m) = self.next_move(first + number);
            let is_quiet = gain(state, self.values, m).is_none();
            // Near the end of a line, late quiet moves and those that can't make good what is missing are left out.
            if prunes && is_quiet && depth <= 4 && best > -WINNING {
                let is_late = quiet.len() >= 5 + (depth * depth) as usize;
                if is_late || shown + MARGIN * (depth as i32 + 1) <= alpha {
                    continue;
                }
            }
            state.after_into(m, &mut next);
            let reduction = match number {
                0..=3 => 0,
                _ if !self.prunes || !is_quiet || in_check || depth < 3 => 0,
                _ => {
                    let less = i32::from(is_main) + i32::from(rank > 0);
                    (reduced(depth, number) - less).clamp(0, next_depth as i32 - 1) as u32
                }
            };
            let mut value = match number {
                0 => self.below(state, &next, next_depth, ply, (alpha, beta)),
                _ => self.below(state, &next, next_depth - reduction, ply, (alpha, alpha + 1)),
            };
            if reduction > 0 && value > alpha {
                value = self.below(state, &next, next_depth, ply, (alpha, alpha + 1));
            }
            if number > 0 && value > alpha && value < beta {
                value = self.below(state, &next, next_depth, ply, (alpha, beta));
            }
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_move) = (value, Some(m));
                if value > alpha {
                    alpha = value;
                    self.take_line(ply, m);
                }
            }
            if alpha >= beta {
                if is_quiet {
                    self.order.refutes(me, ply, depth, m, &quiet);
                }
                break;
            }
            if is_quiet {
                quiet.push(m);
            }
        }
        self.path.pop();
        self.rooms.push(next);
        self.moves.truncate(first);
        if self.stopped {
            return best;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > low => Bound::Exact,
            _ => Bound::AtMost,
        };
        let kept = best_move.filter(|_| bound != Bound::AtMost).map(Mark::of);
        self.table.put(key, depth, kept, (to_table(best, ply), bound));
        best
    }

    /// Whether a position is still good enough if the player does nothing: what it is worth at least.
    fn skip(
        &mut self,
        state: &State,
        key: u64,
        (depth, ply): (u32, usize),
        (shown, beta): (i32, i32),
    ) -> Option<i32> {
        if !self.values.has_officers(state, state.to_move()) {
            return None;
        }
        let next = state.after_null()?;
        let less = 3 + depth / 4 + ((shown - beta) / 200).clamp(0, 3) as u32;
        self.path.push(key);
        self.skipped = Some(ply + 1);
        let value = self.below(state, &next, depth.saturating_sub(less), ply, (beta - 1, beta));
        self.skipped = None;
        self.path.pop();
        // A win that needs the others to do nothing is none.
        (!self.stopped && value >= beta).then_some(if value > WINNING { beta } else { value })
    }

    /// The value of a position in which only captures and the like are looked at.
    fn quiet_value(&mut self, state: &State, left: u32, ply: usize, (mut alpha, beta): (i32, i32)) -> i32 {
        if self.count(ply) {
            return 0;
        }
        if left == 0 || self.nodes >= self.quiet_until {
            return if state.has_moves() { self.shown(state) } else { self.ended(state, ply) };
        }
        let first = self.moves.len();
        let values = self.values;
        // The first plies look at every answer to a check.
        let in_check = left + 2 > QUIESCENCE && state.in_check() == Some(true);
        let mut must_take = true;
        let has_moves = self.list(state, ply, None, |m| {
            let is_noisy = gain(state, values, m).is_some();
            must_take &= is_noisy;
            is_noisy || in_check
        });
        if !has_moves {
            return self.ended(state, ply);
        }
        let mut best = -WON * 2;
        let shown = self.shown(state);
        if !in_check && !must_take {
            best = shown;
            alpha = alpha.max(best);
        }
        if alpha >= beta {
            self.moves.truncate(first);
            return best;
        }
        let noisy = self.moves.len() - first;
        let left = left.saturating_sub(if must_take { 1 + noisy.ilog2() } else { 1 });
        let mut next = self.room(state);
        for number in 0..noisy {
            let (_, m) = self.next_move(first + number);
            if self.prunes && self.stands && !in_check && !must_take && m.is_plain() {
                let most = shown + gain(state, values, m).unwrap_or(0) + 2 * MARGIN;
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
            }
            state.after_into(m, &mut next);
            let value = if self.is_mine(state) == self.is_mine(&next) {
                self.quiet_value(&next, left, ply + 1, (alpha, beta))
            } else {
                -self.quiet_value(&next, left, ply + 1, (-beta, -alpha))
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.take_line(ply, m);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.rooms.push(next);
        self.moves.truncate(first);
        best
    }

    /// Puts those of the legal moves that are wanted behind the others, with their ranks; whether there is any legal move.
    fn list(
        &mut self,
        state: &State,
        ply: usize,
        best: Option<Mark>,
        mut is_wanted: impl FnMut(Move) -> bool,
    ) -> bool {
        let mut listed = std::mem::take(&mut self.listed);
        state.moves(&mut listed);
        self.listed_since += 1 + listed.len();
        let me = state.to_move();
        let ranks = (state, self.values);
        for m in listed.iter().filter(|m| is_wanted(**m)) {
            self.moves.push((self.order.rank(ranks, (me, ply), *m, best), *m));
        }
        let has_any = !listed.is_empty();
        self.listed = listed;
        has_any
    }

    /// Brings the best of the moves from here on to this place; it, and its rank.
    fn next_move(&mut self, at: usize) -> (i32, Move) {
        let behind = self.moves[at..].iter().enumerate();
        let best = behind.max_by_key(|(place, (rank, _))| (*rank, std::cmp::Reverse(*place)));
        let (place, _) = best.expect("there is a move");
        self.moves.swap(at, at + place);
        self.moves[at]
    }

    /// What a position shows, for the side to move.
    fn shown(&self, state: &State) -> i32 {
        let mine = self.values.of_state(state, self.me);
        if self.is_mine(state) { mine } else { -mine }
    }

    /// The value of a position without a legal move, for the side to move.
    fn ended(&mut self, state: &State, ply: usize) -> i32 {
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
        if self.is_mine(state) { mine } else { -mine }
    }
}

/// A value at the root as it is told: plies become moves of a side.
fn told(value: i32) -> Score {
    let moves = (WON - value.abs() + 1) as u32 / 2;
    match value {
        _ if value > WINNING => Score::Wins(moves),
        _ if value < -WINNING => Score::Loses(moves),
        _ => Score::Worth(value),
    }
}

/// In the table a game is won in so many plies from the position, and not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > WINNING => value + ply as i32,
        _ if value < -WINNING => value - ply as i32,
        _ => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > WINNING => value - ply as i32,
        _ if value < -WINNING => value + ply as i32,
        _ => value,
    }
}
