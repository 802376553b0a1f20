//! Which tiles the rules of a piece could ever lead to, whatever stands around it.
//!
//! A superset, worked out once for each tile: most questions "is this tile attacked?" and "is it in that zone?" are
//! answered by it without walking a path. It never says that a tile *is* attacked.

use std::sync::OnceLock;

use tilegame_dsl::ir::{KindId, Mode, MoveRule, Path, PlayerId, Rules, SymId, Tile};

use crate::board::{Arrival, Board};
use crate::set::TileSet;

/// On larger boards the table is left out: it grows with the square of the tiles.
const MOST_BITS: usize = 1 << 25;

/// For every player, manner of moving and tile: where some of its rules lead, or take something on the way. Each is found when
/// it is asked for the first time. Empty on large boards.
#[derive(Debug)]
pub(crate) struct Reach {
    /// For every kind, its manner of moving: kinds with the same rules share one.
    manners: Vec<usize>,
    /// Of each manner, a kind that moves so, and which of its rules count.
    different: Vec<(KindId, Vec<usize>)>,
    /// Whether it counts where a rule ends; what it takes on the way always does.
    ends: fn(&MoveRule) -> bool,
    tiles: usize,
    sets: Vec<OnceLock<TileSet>>,
}

/// Whether a piece could take something where the rule ends, or its zone is there.
pub(crate) fn takes_at_its_end(rule: &MoveRule) -> bool {
    rule.onto.is_none() && matches!(rule.mode, Mode::Capture | Mode::Move | Mode::Threat | Mode::Cover)
}

impl Reach {
    /// Of the rules that `asked` picks out, by their kind and number; `ends` says of which of them it counts where they end.
    pub(crate) fn new(
        rules: &Rules,
        board: &Board,
        asked: impl Fn(usize, usize) -> bool,
        ends: fn(&MoveRule) -> bool,
    ) -> Reach {
        let mut different: Vec<(KindId, Vec<usize>)> = Vec::new();
        let mut manners = vec![0; rules.kinds.len()];
        for (kinds, moving) in rules.manners() {
            let count: Vec<usize> = (0..moving.len()).filter(|rule| asked(kinds[0].index(), *rule)).collect();
            // Those of which no rule counts lead nowhere alike.
            let same = |(other, counted): &(KindId, Vec<usize>)| {
                let none = count.is_empty() && counted.is_empty();
                none || rules.kinds[other.index()].rules.as_slice() == moving
            };
            let known = different.iter().position(same);
            kinds.iter().for_each(|kind| manners[kind.index()] = known.unwrap_or(different.len()));
            if known.is_none() {
                different.push((kinds[0], count));
            }
        }
        let sets = board.len().saturating_mul(different.len() * rules.players.len());
        let fits = sets.saturating_mul(board.len()) <= MOST_BITS && board.plane().is_none();
        let sets = (0..if fits { sets } else { 0 }).map(|_| OnceLock::new()).collect();
        Reach { manners, different, ends, tiles: board.len(), sets }
    }

    /// Where a rule of a piece of that kind and player on `from` could ever lead.
    #[inline]
    pub(crate) fn of(
        &self,
        (rules, board): (&Rules, &Board),
        player: PlayerId,
        kind: KindId,
        from: Tile,
    ) -> Option<&TileSet> {
        let manner = self.manners[kind.index()];
        let index = (player.index() * self.different.len() + manner) * self.tiles + from.index();
        let find = || self.find((rules, board), player, manner, from);
        self.sets.get(index).map(|set| set.get_or_init(find))
    }

    #[cold]
    fn find(&self, (rules, board): (&Rules, &Board), player: PlayerId, manner: usize, from: Tile) -> TileSet {
        let (kind, count) = &self.different[manner];
        let mut found = TileSet::new(self.tiles);
        for rule in count {
            let rule = &rules.kinds[kind.index()].rules[*rule];
            let mut ends = Vec::new();
            let start = (from, rules.players[player.index()].frame.on(from));
            roam(board, &rule.path, &[start], &mut ends, &mut found);
            if (self.ends)(rule) {
                found.extend(ends.into_iter().map(|(tile, _): (Tile, SymId)| tile));
            }
        }
        found
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
