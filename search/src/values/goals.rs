//! What the endings of a game want: counters at a number, pieces in a region.

use tilegame_runtime::State;
use tilegame_runtime::ir::{
    Comparison, Counter, CounterId, End, EndResult, KindId, PlayerId, Quantity, Region, Test, Tile, Who,
};

/// A counter that ends the game.
const COUNTED_OUT: i64 = 600;

/// A counter that ends the game at some number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    counter: CounterId,
    from: i64,
    at: i64,
    /// It is good for the player whose counter it is.
    is_good: bool,
}

impl Goal {
    pub(super) fn of_state(self, state: &State, me: PlayerId, players: usize) -> i32 {
        let near = |player: PlayerId| {
            let (way, done) = (self.at - self.from, state.counter(self.counter, player) - self.from);
            let done = (done * way.signum()).clamp(0, way.abs());
            COUNTED_OUT * done * done / (way * way)
        };
        let others: i64 = (0..players).map(PlayerId::new).filter(|p| *p != me).map(near).sum();
        let ahead = near(me) - others / (players as i64 - 1).max(1);
        if self.is_good { ahead as i32 } else { -ahead as i32 }
    }
}

/// Whether a test needs a player who can't move.
pub(crate) fn needs_stuck(test: &Test) -> bool {
    match test {
        Test::Stuck => true,
        Test::And(all) => all.iter().any(needs_stuck),
        _ => false,
    }
}

/// The counters of players that end the game so, two steps or more from where they start.
pub(super) fn goals(end: &End, counters: &[Counter]) -> Vec<Goal> {
    let mut found = Vec::new();
    end.when.each_part(&mut |test| {
        let Test::Compare(Quantity::Counter(counter, who), comparison, Quantity::Number(at)) = test else {
            return;
        };
        let is_good = match (&end.result, who) {
            (EndResult::Win, Who::Friend) | (EndResult::Loss, Who::Enemy) => true,
            (EndResult::Loss, Who::Friend) | (EndResult::Win, Who::Enemy) => false,
            _ => return,
        };
        let from = counters[counter.index()].start;
        let reaches = match comparison {
            Comparison::Equal => true,
            Comparison::AtLeast => *at > from,
            Comparison::AtMost => *at < from,
            _ => false,
        };
        if reaches && (at - from).abs() > 1 {
            found.push(Goal { counter: *counter, from, at: *at, is_good });
        }
    });
    found
}

/// The tiles where an ending wants a player's pieces of some kinds: as in `win if some friend King on goal`, in `loss if some enemy King on
/// goal`, and where it is said who wins.
pub(super) fn wanted<'r>(
    end: &'r End,
    regions: &'r [Region],
    player: PlayerId,
) -> Vec<(&'r [KindId], &'r [Tile])> {
    let mut found = Vec::new();
    // Whose pieces they are for whoever is asked, and as who that player sees the region.
    let (owner, seat): (Who, usize) = match &end.result {
        EndResult::Win => (Who::Friend, player.index()),
        EndResult::Loss => (Who::Enemy, usize::from(player.index() == 0)),
        EndResult::Wins(Who::Player(winner)) if *winner == player => (Who::Player(player), player.index()),
        _ => return found,
    };
    end.when.each_part(&mut |test| {
        let Test::Some(inner) = test else { return };
        let parts =
            if let Test::And(parts) = &**inner { parts.as_slice() } else { std::slice::from_ref(&**inner) };
        let mut owners =
            parts.iter().filter_map(|part| if let Test::Owner(who) = part { Some(*who) } else { None });
        let is_owned = match owners.next() {
            Some(who) => who == owner,
            None => matches!(owner, Who::Player(_)),
        };
        let kinds = parts.iter().find_map(|part| match part {
            Test::Kind(kinds) => Some(kinds.0.as_slice()),
            _ => None,
        });
        let region = parts.iter().find_map(|part| match part {
            Test::On(region) => regions[region.index()].tiles.get(seat),
            _ => None,
        });
        if let (true, Some(kinds), Some(tiles)) = (is_owned, kinds, region) {
            found.push((kinds, tiles.as_slice()));
        }
    });
    found
}
