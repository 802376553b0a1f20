//! Which tiles the rules of a piece could ever lead to, whatever stands around it.
//!
//! A superset, worked out once when a game is made: most questions "is this tile attacked?" and "is it in that zone?" are
//! answered by it without walking a path. It never says that a tile *is* attacked.

use tilegame_dsl::ir::{KindId, Mode, MoveRule, Path, PlayerId, Rules, SymId, Tile};

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
        for player in &rules.players {
            for (number, moving) in &different {
                for from in board.tiles() {
                    let mut found = TileSet::new(board.len());
                    let rules = moving.iter().enumerate().filter(|(rule, _)| asked(*number, *rule));
                    for (_, rule) in rules {
                        takes_on(board, rule, (from, player.frame.on(from)), &mut found);
                    }
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

fn takes_on(board: &Board, rule: &MoveRule, from: Arrival, found: &mut TileSet) {
    let mut ends = Vec::new();
    roam(board, &rule.path, &[from], &mut ends, found);
    let lands = matches!(rule.mode, Mode::Capture | Mode::Move | Mode::Threat | Mode::Cover);
    if lands && rule.onto.is_none() {
        found.extend(ends.into_iter().map(|(tile, _): (Tile, SymId)| tile));
    }
}

/// All ends of a path on a board where every test passes and nothing is in the way.
fn roam(board: &Board, path: &Path, from: &[Arrival], ends: &mut Vec<Arrival>, taken: &mut TileSet) {
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
