//! The root of a search: iterative deepening with aspiration windows.

use tilegame_runtime::{Move, MoveList, State};

use crate::history::History;
use crate::order::RankedMoves;
use crate::path::Path;
use crate::tree::{Known, LONGEST, Ply, Tree, UNKNOWN, WIDEST, WINNING, WON, salted};
use crate::view::View;
use crate::{Limits, Line, Score, Thought, Watch};

/// The window around the last value, at first.
const WINDOW: i32 = 25;

/// At this depth and beyond, the search looks in such a window only.
const WINDOWED: u32 = 4;

/// A move at the root.
pub(crate) struct Rooted {
    m: Move,
    value: i32,
    /// The best line that begins with it.
    line: Vec<Move>,
}

pub(crate) fn think(
    known: Known<'_>,
    start: &State,
    before: &[u64],
    limits: &Limits,
    (history, watch): (&mut History, &mut dyn Watch),
) -> Option<Thought> {
    let mut listed = MoveList::new();
    start.moves(&mut listed);
    let wanted = listed.iter().filter(|m| limits.only.is_empty() || limits.only.contains(m));
    let root: Vec<Rooted> = wanted.map(|m| Rooted { m: *m, value: UNKNOWN, line: vec![*m] }).collect();
    if root.is_empty() {
        return None;
    }
    let rules = start.game().rules();
    let me = start.to_move();
    if known.traits.perpetual {
        history.note_checks(start, &listed, before);
    }
    let salt = if rules.players.len() > 2 { me.index() as u64 + 1 } else { 0 };
    let mut path = Path::default();
    before.iter().for_each(|key| path.push(salted(*key, salt), history.was_check(*key)));
    let mut tree = Tree {
        known,
        me,
        salt,
        path,
        prunes: !limits.full_width,
        history,
        moves: RankedMoves::default(),
        listed,
        rooms: Vec::new(),
        plies: (0..=LONGEST + 1).map(|_| Ply::default()).collect(),
        scratch: View::default(),
        nodes: 0,
        most: limits.nodes,
        quiet_until: 0,
        deepest: 0,
        depth: 0,
        listed_since: 0,
        stopped: false,
        watch,
    };
    Some(deepen(&mut tree, start, root, limits))
}

/// Looks deeper and deeper.
fn deepen(tree: &mut Tree<'_>, start: &State, mut root: Vec<Rooted>, limits: &Limits) -> Thought {
    tree.enter(start, 0);
    tree.shown(start, 0);
    tree.look(start, 0);
    let best = tree.known.table.get(tree.key(start)).and_then(|entry| entry.best);
    root.sort_by_cached_key(|rooted| -tree.rank(start, 0, rooted.m, best).rank);
    let lines = limits.lines.clamp(1, root.len());
    let mut done = 0;
    // Helpers are one step apart from each other, so that they find something new.
    'deeper: for depth in 1 + (tree.known.helper % 2) as u32..=limits.depth.min(Limits::DEEPEST) {
        tree.depth = depth;
        for number in 0..lines {
            let is_settled = settle(tree, start, &mut root[number..], depth);
            if tree.stopped || !is_settled {
                break 'deeper;
            }
            let best = &root[number];
            let line = Line {
                number: number + 1,
                depth,
                deepest: tree.deepest,
                score: told(best.value),
                nodes: tree.nodes,
                full: tree.known.table.full(),
                moves: best.line.clone(),
            };
            let is_last = number + 1 == lines;
            if is_last {
                done = depth;
            }
            if !tree.watch.sees(&line) || is_last && tree.nodes >= tree.most {
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
    let value = if root[0].value == UNKNOWN { tree.shown(start, 0).value } else { root[0].value };
    let seen = root.iter().filter(|rooted| rooted.value != UNKNOWN);
    Thought {
        best: root[0].m,
        score: told(value),
        line,
        all: seen.map(|rooted| (rooted.m, told(rooted.value))).collect(),
        nodes: tree.nodes,
        depth: done,
    }
}

/// Brings the best of some moves at the root to the front, with its value and line to this depth; or what is known of it when the search
/// is stopped. Whether anything is known.
fn settle(tree: &mut Tree<'_>, start: &State, root: &mut [Rooted], depth: u32) -> bool {
    let value = root[0].value;
    let is_windowed = depth >= WINDOWED && value.abs() < WINNING;
    let mut width = WINDOW;
    let (mut alpha, mut beta) = if is_windowed { (value - width, value + width) } else { (-WIDEST, WIDEST) };
    loop {
        let (value, best) = at_root(tree, start, root, depth, (alpha, beta));
        let is_inside = alpha < value && value < beta || alpha == -WIDEST && beta == WIDEST;
        // The first move was the best before; what is found better than it, is.
        if let Some(best) = best.filter(|_| value > alpha || is_inside && !tree.stopped) {
            root[best].value = value;
            root[..=best].rotate_right(1);
        }
        if tree.stopped {
            return best.is_some();
        }
        if is_inside {
            root[1..].sort_by_key(|rooted| -rooted.value);
            return true;
        }
        width = if width > 500 { WIDEST } else { width * 3 };
        if value <= alpha {
            alpha = if width == WIDEST { -WIDEST } else { value - width };
        } else {
            beta = if width == WIDEST { WIDEST } else { value + width };
        }
        if value.abs() > WINNING {
            (alpha, beta) = (-WIDEST, WIDEST);
        }
    }
}

/// The value of the best of some moves at the root, and which it is; none, if the search is stopped before that is known.
fn at_root(
    tree: &mut Tree<'_>,
    start: &State,
    root: &mut [Rooted],
    depth: u32,
    (low, beta): (i32, i32),
) -> (i32, Option<usize>) {
    let mut alpha = low;
    let mut best = (-WON * 2, None);
    let depth = depth as i32;
    let key = tree.key(start);
    tree.path.push(key, start.in_check() == Some(true));
    tree.enter(start, 0);
    tree.look(start, 0);
    let mut next = tree.room(start);
    for (number, rooted) in root.iter_mut().enumerate() {
        let key = tree.make(start, rooted.m, 0, &mut next);
        let mut value = if number == 0 {
            tree.below((&next, key), depth - 1, 0, (alpha, beta), false)
        } else {
            let less = tree.reduction_at_root(start, rooted.m, depth, number);
            let value = tree.below((&next, key), depth - 1 - less, 0, (alpha, alpha + 1), true);
            if less > 0 && value > alpha && !tree.stopped {
                tree.below((&next, key), depth - 1, 0, (alpha, alpha + 1), true)
            } else {
                value
            }
        };
        if number > 0 && value > alpha && !tree.stopped {
            value = tree.below((&next, key), depth - 1, 0, (alpha, beta), false);
        }
        if tree.stopped {
            break;
        }
        rooted.value = value;
        if value > best.0 {
            best = (value, Some(number));
            if value > alpha || number == 0 {
                rooted.line.clear();
                rooted.line.push(rooted.m);
                rooted.line.extend_from_slice(&tree.plies[1].line);
            }
            alpha = alpha.max(value);
        }
        if alpha >= beta {
            break;
        }
    }
    tree.rooms.push(next);
    tree.path.pop();
    best
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
