//! Looking for a win position by position, nearest first. Numbers that no rule of a position asks about make no difference.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use tilegame_dsl::ir::{CounterId, PlayerId, Test};

use super::asked::{any_test, gains, has_counter};
use crate::game::Game;
use crate::reference::position::Position;

/// What a search has found.
pub(super) enum Found {
    /// A position in which one of the players has won.
    Winner(PlayerId),
    /// All positions that can come about, and none in which one of them has won.
    Nobody,
    /// Nothing so far.
    Nothing,
}

/// Looks at up to so many positions for one in which one of the players has won.
pub(super) fn search(game: &Game, start: &Position, players: &[PlayerId], most: usize) -> Found {
    // Where the board can be changed, not all legal moves are listed.
    if players.is_empty() || !game.rules().turn.board.is_empty() {
        return Found::Nothing;
    }
    let idle = idle_counters(game);
    let same = |position: &Position| {
        let mut same = position.clone();
        idle.iter().for_each(|place| same.counters[*place] = 0);
        same
    };
    let mut seen: FxHashSet<Position> = FxHashSet::from_iter([same(start)]);
    let mut open = VecDeque::from([start.clone()]);
    while let Some(position) = open.pop_front() {
        for m in game.moves(&position) {
            let mut after = position.clone();
            game.play_unchecked(&mut after, &m);
            if !seen.insert(same(&after)) {
                continue;
            }
            match game.outcome(&after) {
                Some(outcome) => {
                    if let Some(winner) = players.iter().find(|p| gains(&outcome.scores, **p)) {
                        return Found::Winner(*winner);
                    }
                }
                None if seen.len() > most => return Found::Nothing,
                None => open.push_back(after),
            }
        }
    }
    Found::Nobody
}

/// The places in a position's list of the counters that neither moves nor endings depend on.
fn idle_counters(game: &Game) -> Vec<usize> {
    let rules = game.rules();
    let mut idle = Vec::new();
    for (number, counter) in rules.counters.iter().enumerate() {
        let id = CounterId::new(number);
        let asks = |test: &Test| match test {
            Test::Compare(left, _, right) => {
                [left, right].into_iter().any(|quantity| has_counter(quantity, &|other| other == id))
            }
            _ => false,
        };
        if !any_test(rules, &asks) {
            let players = if counter.each { rules.players.len() } else { 1 };
            idle.extend((0..players).map(|p| game.engine().counter_index(id, PlayerId::new(p))));
        }
    }
    idle
}
