//! Opponents of ten strengths: how much they look at, and how often they choose what is not quite the best.

use tilegame_runtime::{Move, MoveList, State};

use crate::random::Random;
use crate::{Limits, Score, Search, Watch};

/// So many positions are looked at for each move, at least: what can be taken back is seen.
const FEWEST: u64 = 30;

/// The nodes that each careful level looks at, from level 4 on: about three times as many as the one before.
const CAREFUL: [u64; 7] = [700, 2_000, 6_000, 18_000, 54_000, 160_000, 480_000];

/// The same for the careless ones below: nodes for all moves together, plies for each, and how much worse than the best a move may be to
/// be chosen one time for three of the best. That is counted in what a good quarter of the moves is worse, or more: what matters in one
/// game is nothing in another, and in the middle of an exchange all but one move may lose something.
const CARELESS: [(u64, u32, f64); 3] = [(900, 2, 2.0), (900, 2, 0.7), (2_100, 3, 0.3)];

/// Of a position in which all other moves lose more than this, in hundredths of a pawn, no more is overlooked than of others.
const MOST_USUAL: f64 = 100.0;

/// How strong an opponent is, from 1 to 10.
///
/// ```
/// use tilegame_search::level::Level;
/// assert!(Level::new(3).is_some() && Level::new(0).is_none() && Level::new(11).is_none());
/// assert!(Level::MOST.limits().nodes > Level::new(9).unwrap().limits().nodes);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The strongest.
    pub const MOST: Level = Level(10);

    /// In the middle: it makes no mistakes on purpose, but does not look far.
    pub const USUAL: Level = Level(6);

    /// The level of a number; none, if there is no such level.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::MOST.0).contains(&number).then_some(Level(number))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How far it looks.
    pub fn limits(self) -> Limits {
        let place = usize::from(self.0) - 1;
        match CARELESS.get(place) {
            Some((nodes, depth, _)) => Limits { depth: *depth, ..Limits::to_nodes(*nodes) },
            None => Limits::to_nodes(CAREFUL[place - CARELESS.len()]),
        }
    }

    /// How much worse than the best a move can be that it still chooses now and then; nothing for the stronger ones.
    fn carelessness(self) -> Option<f64> {
        CARELESS.get(usize::from(self.0) - 1).map(|(_, _, carelessness)| *carelessness)
    }

    /// Chooses a move; none, if the game is over. Another seed makes another choice where it is careless.
    /// What comes before is as in [`think`](Search::think).
    pub fn choose(
        self,
        search: &mut Search,
        (state, before): (&State, &[u64]),
        seed: u64,
        watch: &mut dyn Watch,
    ) -> Option<(Move, Score)> {
        let limits = self.limits();
        let Some(carelessness) = self.carelessness() else {
            let thought = search.think(state, before, &limits, watch)?;
            return Some((thought.best, thought.score));
        };
        let mut moves = MoveList::new();
        state.moves(&mut moves);
        let nodes = (limits.nodes / moves.len().max(1) as u64).max(FEWEST);
        let judged = moves.iter().filter_map(|m| {
            let limits = Limits { nodes, only: vec![*m], ..limits.clone() };
            let thought = search.think(state, before, &limits, watch)?;
            Some((thought.best, thought.score))
        });
        let judged: Vec<(Move, Score)> = judged.collect();
        // A loss in sight is no mistake that anybody makes on purpose.
        let value = |score: Score| match score {
            Score::Worth(worth) => f64::from(worth),
            Score::Wins(_) => 10_000.0,
            Score::Loses(_) => -10_000.0,
        };
        let best = judged.iter().map(|(_, score)| value(*score)).fold(f64::MIN, f64::max);
        let mut worse: Vec<f64> = judged.iter().map(|(_, score)| best - value(*score)).collect();
        worse.sort_unstable_by(f64::total_cmp);
        let usual = worse.get(worse.len() / 4).copied().unwrap_or_default().clamp(1.0, MOST_USUAL);
        let weights: Vec<f64> =
            judged.iter().map(|(_, score)| ((value(*score) - best) / (carelessness * usual)).exp()).collect();
        let mut random = Random(seed ^ 0x9E37_79B9_7F4A_7C15);
        let mut point = random.below(1 << 30) as f64 / f64::from(1 << 30) * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        chosen.or(judged.len().checked_sub(1)).map(|at| judged[at])
    }
}
