//! The player who moves at random, and a little advice for those who do not.

use fastrand::Rng;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, Position};

/// Somebody who does not think.
pub(super) struct Opponent {
    rng: Rng,
}

impl Opponent {
    /// With a seed its moves are the same every time.
    pub(super) fn new(seed: Option<u64>) -> Opponent {
        Opponent { rng: seed.map_or_else(Rng::new, Rng::with_seed) }
    }

    /// Any of the moves.
    pub(super) fn choose<'m>(&mut self, moves: &'m [Move]) -> Option<&'m Move> {
        self.rng.choice(moves)
    }

    /// Whether it takes a draw: gladly if it has lost more pieces since the start than the one who offers, and if it has lost as many
    /// when each has made some moves.
    pub(super) fn accepts_draw(
        game: &Game,
        position: &Position,
        me: PlayerId,
        other: PlayerId,
        moves: usize,
    ) -> bool {
        const SOME: usize = 30;
        let start = game.start();
        let lost = |player| start.owned(player).len() as i64 - position.owned(player).len() as i64;
        lost(me) > lost(other) || lost(me) == lost(other) && moves >= SOME
    }

    /// A move worth a thought: one that wins at once; else one that lets nobody else win at once, and among those rather
    /// one that takes something.
    pub(super) fn advise(&mut self, game: &Game, position: &Position) -> Option<Move> {
        let me = game.to_move(position);
        let mut moves = game.moves(position);
        self.rng.shuffle(&mut moves);
        // Stable, so that equals stay shuffled.
        moves.sort_by_key(|m| !m.captures);
        let after = |m: &Move| {
            let mut after = position.clone();
            game.play_unchecked(&mut after, m);
            after
        };
        let wins = |m: &Move| game.outcome(&after(m)).is_some_and(|over| over.winner() == Some(me));
        if let Some(m) = moves.iter().find(|m| wins(m)) {
            return Some(m.clone());
        }
        let lost_at_once = |m: &Move| {
            let after = after(m);
            let lost =
                |p: &Position| game.outcome(p).is_some_and(|over| over.winner().is_some_and(|w| w != me));
            lost(&after)
                || game.moves(&after).iter().any(|reply| {
                    let mut then = after.clone();
                    game.play_unchecked(&mut then, reply);
                    lost(&then)
                })
        };
        moves.iter().find(|m| !lost_at_once(m)).or(moves.first()).cloned()
    }
}
