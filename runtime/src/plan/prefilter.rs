//! Prefilters: which pieces might move at all by rules that are asked as programs, seen for all pieces of a kind at once.
//!
//! Such rules are mostly about something rare, such as a piece to leap over with an empty tile behind it. What a way asks about
//! empty tiles, friends and enemies lies mostly at the same few differences of tile numbers wherever it starts; so the pieces of which
//! all these answers are right are found by shifting sets, and only their programs are run.

use smallvec::SmallVec;

use crate::packed::set::Set;
use crate::plan::program::{Ask, Code, Lands, Range};

/// Beyond so many it is cheaper to run the programs.
const MOST_PREFILTERS: usize = 12;

/// Ways that ask the same of tiles at the same differences of tile numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Prefilter<const W: usize> {
    pub(crate) from: Set<W>,
    pub(crate) asks: Asks,
}

/// What is asked, and of which tile: a difference of tile numbers from where the way starts.
type Asks = SmallVec<[(Ask, i32, bool); 4]>;

/// The prefilters of the ways of these programs, each of which starts on its tile; nothing if there are too many.
pub(crate) fn prefilters<'p, const W: usize>(
    code: &Code,
    rules: impl Iterator<Item = &'p [Range]>,
) -> Option<Vec<Prefilter<W>>> {
    let mut prefilters: Vec<Prefilter<W>> = Vec::new();
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
            match prefilters.iter().position(|prefilter| prefilter.asks == asks) {
                Some(at) => prefilters[at].from.insert(from),
                None if prefilters.len() <= MOST_PREFILTERS => {
                    prefilters.push(Prefilter { from: Set::one(from), asks });
                }
                None => {}
            }
        });
    }
    (prefilters.len() <= MOST_PREFILTERS).then_some(prefilters)
}
