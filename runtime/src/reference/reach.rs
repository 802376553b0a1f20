//! Which tiles the rules of a piece could ever lead to, whatever stands around it.
//!
//! A superset, worked out once when a game is made: most questions "is this tile attacked?" and "is it in that zone?" are
//! answered by it without walking a path. It never says that a tile *is* attacked.

use tilegame_dsl::ir::{KindId, Mode, MoveRule, Path, PlayerId, Rules, Tile};

use crate::board::{Arrival, Board};
use crate::set::TileSet;

/// On larger boards the table is left out: it grows with the square of the tiles.
const MOST_BITS: usize = 1 << 25;

/// For every player, manner of moving and tile: where some of its rules lead, or take something on the way. Empty on large
/// boards.
#[derive(Debug)]
pub(crate) struct Reach {
    /// For every kind, its manner of moving: kinds with the same rules share one.
    manners: Vec<usize>,
    /// How many there are.
    different: usize,
    tiles: usize,
    sets: Vec<TileSet>,
}

impl Reach {
    /// Of the rules that `asked` picks out, by their kind and number.
    pub(crate) fn new(rules: &Rules, board: &Board, asked: impl Fn(usize, usize) -> bool) -> Reach {
        let mut sets = Vec::new();
        let mut different: Vec<(usize, &[MoveRule])> = Vec::new();
        let mut manners = Vec::new();
        for (number, kind) in rules.kinds.iter().enumerate() {
            let known = different.iter().position(|(_, rules)| *rules == kind.rules);
            manners.push(known.unwrap_or(different.len()));
            if known.is_none() {
                different.push((number, &kind.rules));
            }
        }
        let bits = board.len().pow(2).saturating_mul(different.len() * rules.players.len());
        if bits > MOST_BITS || board.plane().is_some() {
            return Reach { manners, different: different.len(), tiles: board.len(), sets };
        }
        // Rules of different manners of moving often go the same way.
        let mut ways: Vec<(&Path, bool)> = Vec::new();
        let mut ways_of: Vec<Vec<usize>> = Vec::new();
        for (number, moving) in &different {
            let rules = moving.iter().enumerate().filter(|(rule, _)| asked(*number, *rule));
            let numbers = rules.map(|(_, rule)| {
                let way = (&rule.path, takes_where_it_ends(rule));
                ways.iter().position(|known| *known == way).unwrap_or_else(|| {
                    ways.push(way);
                    ways.len() - 1
                })
            });
            ways_of.push(numbers.collect());
        }
        for player in &rules.players {
            let takes = |way: &(&Path, bool)| -> Vec<Vec<Tile>> {
                board.tiles().map(|from| takes_on(board, *way, (from, player.frame.on(from)))).collect()
            };
            let taken: Vec<Vec<Vec<Tile>>> = ways.iter().map(takes).collect();
            for numbers in &ways_of {
                for from in board.tiles() {
                    let mut found = TileSet::new(board.len());
                    let all = numbers.iter().flat_map(|way| &taken[*way][from.index()]);
                    found.extend(all.copied());
                    sets.push(found);
                }
            }
        }
        Reach { manners, different: different.len(), tiles: board.len(), sets }
    }

    /// Whether a rule of a piece of that kind and player on `from` could ever lead to `to`.
    #[inline]
    pub(crate) fn contains(&self, player: PlayerId, kind: KindId, from: Tile, to: Tile) -> bool {
        let manner = self.manners[kind.index()];
        let index = (player.index() * self.different + manner) * self.tiles + from.index();
        self.sets.get(index).is_none_or(|set| set.contains(to))
    }
}

/// Whether a rule may take what stands where its way ends.
fn takes_where_it_ends(rule: &MoveRule) -> bool {
    matches!(rule.mode, Mode::Capture | Mode::Move | Mode::Threat | Mode::Cover) && rule.onto.is_none()
}

/// Where one takes something who goes along a path, and at its end or not.
fn takes_on(board: &Board, (path, at_end): (&Path, bool), from: Arrival) -> Vec<Tile> {
    let (mut ends, mut taken) = (Vec::new(), Vec::new());
    roam(board, path, &[from], &mut ends, &mut taken);
    if at_end {
        taken.extend(ends.into_iter().map(|(tile, _)| tile));
    }
    taken
}

/// All ends of a path on a board where every test passes and nothing is in the way.
fn roam(board: &Board, path: &Path, from: &[Arrival], ends: &mut Vec<Arrival>, taken: &mut Vec<Tile>) {
    let mut add = |arrival: Arrival| {
        if !ends.contains(&arrival) {
            ends.push(arrival);
        }
    };
    match path {
        Path::Step(d) => from.iter().for_each(|at| board.step(at.0, at.1, *d).for_each(&mut add)),
        Path::Leap(ds) => {
            from.iter().for_each(|at| board.leap(at.0, at.1, ds).into_iter().for_each(&mut add))
        }
        Path::Check { .. } => from.iter().copied().for_each(add),
        Path::Bend(symmetry) => from.iter().for_each(|at| add((at.0, board.bend(at.1, *symmetry)))),
        Path::Do(effect) => {
            if effect.takes() {
                taken.extend(from.iter().map(|at| at.0));
            }
            from.iter().copied().for_each(add);
        }
        Path::Any(parts) => parts.iter().for_each(|part| roam(board, part, from, ends, taken)),
        Path::Seq(parts) => {
            let mut at = from.to_vec();
            for part in parts {
                let mut next = Vec::new();
                roam(board, part, &at, &mut next, taken);
                at = next;
            }
            at.into_iter().for_each(add);
        }
        Path::Times { path, .. } => {
            roam(board, &Path::Repeat { path: path.clone(), min: 0, max: None }, from, ends, taken);
        }
        Path::Repeat { path, min, max } => {
            let mut at = from.to_vec();
            // Other paths may have come to the same tiles, so what is new here is not told by `ends`.
            let mut own: Vec<Arrival> = Vec::new();
            for done in 0..=u16::MAX {
                let before = own.len();
                if done >= *min {
                    for arrival in &at {
                        if !own.contains(arrival) {
                            own.push(*arrival);
                        }
                    }
                }
                let nothing_new = done >= *min && done > 0 && own.len() == before;
                if at.is_empty() || nothing_new || *max == Some(done) {
                    break;
                }
                let mut next = Vec::new();
                roam(board, path, &at, &mut next, taken);
                at = next;
            }
            own.into_iter().for_each(add);
        }
    }
}
