//! Chances: which pieces might go at all by rules that are asked as programs, seen for all pieces of a kind at once.
//!
//! Such rules are mostly about something rare, such as a piece to leap over with an empty tile behind it. What a way asks about
//! empty tiles, friends and enemies lies mostly at the same few differences of tile numbers wherever it starts; so the pieces of which
//! all these answers are right are found by shifting sets, and only their programs are run.

use smallvec::SmallVec;

use super::engine::{Engine, Mover};
use super::generate::Scene;
use super::program::{Ask, Code, Lands, Range};
use super::set::Set;

/// Beyond so many it is cheaper to run the programs.
const MOST_CHANCES: usize = 12;

/// Ways that ask the same of tiles at the same differences of tile numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Chance<const W: usize> {
    from: Set<W>,
    asks: Asks,
}

/// What is asked, and of which tile: a difference of tile numbers from where the way starts.
type Asks = SmallVec<[(Ask, i32, bool); 4]>;

/// The chances of the ways of these programs, each of which starts on its tile; nothing if there are too many.
pub(super) fn chances<'p, const W: usize>(
    code: &Code,
    rules: impl Iterator<Item = &'p [Range]>,
) -> Option<Vec<Chance<W>>> {
    let mut chances: Vec<Chance<W>> = Vec::new();
    for (from, range) in rules.flat_map(|programs| programs.iter().enumerate()) {
        code.ways(*range, |asked, number| {
            let leaf = &code.leaves[number as usize];
            let lands = match leaf.lands {
                Lands::Free => Some((Ask::Empty, leaf.to, true)),
                Lands::Foe => Some((Ask::Enemy, leaf.to, true)),
                Lands::Either => Some((Ask::Friend, leaf.to, false)),
                Lands::Anyhow | Lands::Onto(_) => None,
            };
            let mut asks = Asks::new();
            for (ask, tile, wanted) in asked.iter().copied().chain(lands) {
                // The piece that goes is lifted; of tests nothing is known.
                if tile as usize != from && !matches!(ask, Ask::Holds(_) | Ask::There) {
                    asks.push((ask, i32::from(tile) - from as i32, wanted));
                }
            }
            asks.sort_unstable();
            asks.dedup();
            match chances.iter().position(|chance| chance.asks == asks) {
                Some(at) => chances[at].from.insert(from),
                None if chances.len() <= MOST_CHANCES => {
                    chances.push(Chance { from: Set::one(from), asks });
                }
                None => {}
            }
        });
    }
    (chances.len() <= MOST_CHANCES).then_some(chances)
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// The pieces of a kind that might go by rules that do more than go and take.
    pub(super) fn with_a_chance(&self, scene: &Scene<'_, W, N>, mover: &Mover<W>, pieces: Set<W>) -> Set<W> {
        let Some(chances) = &mover.chances else { return pieces };
        let friends = scene.state.sets[self.layout.owner(scene.me) & (N - 1)];
        let enemies = scene.occupied.without(scene.own);
        let mut found = Set::EMPTY;
        for chance in chances {
            let mut left = pieces & chance.from;
            for (ask, by, wanted) in &chance.asks {
                if left.is_empty() {
                    break;
                }
                let (there, wanted) = match ask {
                    Ask::Empty => (scene.occupied, !wanted),
                    Ask::Friend => (friends, *wanted),
                    Ask::Enemy => (enemies, *wanted),
                    Ask::Holds(_) | Ask::There => continue,
                };
                let there = there.rolled(-by);
                left = if wanted { left & there } else { left.without(there) };
            }
            found |= left;
        }
        found
    }
}
