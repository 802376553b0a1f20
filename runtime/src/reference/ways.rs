//! How many ways there are through a path at most, by its form alone: where they are few, nobody has to try them to know that.

use tilegame_dsl::ir::{DirId, Path, Test, Tile};
use tilegame_dsl::limits::REPETITIONS;

use crate::reference::engine::Reference;
use crate::reference::walk::{FEW_ROUNDS, MOST_WAYS, ROUND_WITH_EFFECTS};

/// What is known of a walk before it is made; every number is an upper bound, and saturates.
#[derive(Clone, Copy, Default)]
struct Bound {
    /// How often the path is walked to its end.
    ends: u64,
    /// How many ways are counted on it.
    ways: u64,
}

/// The board and the rule, as far as they limit the ways of all its parts.
struct Limits {
    /// Where one step leads at most.
    fan: u64,
    /// Tiles of the board.
    tiles: u64,
    /// Tiles, with all ways to be turned on them and all else that tells two walkers on a tile from each other.
    states: u64,
    /// What a round of a repetition with effects counts for.
    round: u64,
    /// Whether a leap may end on several tiles.
    is_bent: bool,
}

/// The ways through a game's rules.
pub(crate) struct Ways<'r> {
    reference: &'r Reference,
    /// Where one step leads at most.
    fan: u64,
}

impl<'r> Ways<'r> {
    /// Those of a game.
    pub(crate) fn new(reference: &'r Reference) -> Ways<'r> {
        let (board, count) = (&reference.board, reference.rules.board.directions.len());
        // A plane has no list of its steps, and each of them leads to one tile.
        let tiles = (0..if board.plane().is_some() { 0 } else { board.len() }).map(Tile::new);
        let steps = tiles.flat_map(|tile| (0..count).map(move |way| (tile, DirId::new(way))));
        let fan = steps.map(|(tile, way)| board.graph().way(tile, way).count() as u64).max().unwrap_or(1);
        Ways { reference, fan }
    }

    /// How many are [counted](super::walk::MOST_WAYS) on a walk of this path at most, wherever it begins and whatever stands on the board.
    pub(crate) fn at_most(&self, path: &Path) -> u64 {
        let (board, fan) = (&self.reference.board, self.fan);
        let tiles = board.len() as u64;
        let is_bent = board.is_bent();
        let frames = if is_bent || path.bends() { self.reference.rules.board.symmetries.len() } else { 1 };
        let is_watched = path.any_test(&|test| matches!(test, Test::Under { by_one: true, .. }));
        // Settled or not, and covered by which piece.
        let others = if is_watched { 2 * (tiles + 1) } else { 2 };
        let states = tiles.saturating_mul(frames as u64).saturating_mul(others);
        let mut limits = Limits { fan, tiles, states, round: 0, is_bent };
        limits.round = limits.effects(path).max(ROUND_WITH_EFFECTS.into());
        limits.of(path).ways
    }
}

impl Limits {
    fn of(&self, path: &Path) -> Bound {
        match path {
            Path::Step(_) => Bound { ends: self.fan, ways: 0 },
            Path::Leap(_) => Bound { ends: if self.is_bent { self.states } else { 1 }, ways: 0 },
            Path::Check { .. } | Path::Bend(_) | Path::Do(_) => Bound { ends: 1, ways: 0 },
            Path::Any(parts) => parts.iter().map(|part| self.of(part)).fold(Bound::default(), Bound::or),
            Path::Seq(parts) => {
                let bounds = parts.iter().rev().map(|part| self.of(part));
                bounds.reduce(|rest, first| first.then(rest)).unwrap_or(Bound { ends: 1, ways: 0 })
            }
            Path::Repeat { path, max, .. } => self.rounds(path, max.map(u64::from)),
            Path::Times { path, .. } => self.rounds(path, Some(REPETITIONS.into())),
        }
    }

    /// Of a repetition.
    fn rounds(&self, body: &Path, max: Option<u64>) -> Bound {
        let each = self.of(body);
        let acts = body.acts();
        if !acts && max.is_none() {
            // Every state is reached once, and the one where it begins perhaps once more.
            let ends = self.states + 1;
            return Bound { ends, ways: ends.saturating_mul(each.ways) };
        }
        // What is reached by no round, by one, and so on; without effects only what is new counts.
        let most = if acts { u64::MAX } else { self.states };
        let round = match (acts, max) {
            (true, _) => self.round.saturating_mul(each.ends).saturating_add(each.ways),
            (false, Some(max)) if max <= FEW_ROUNDS.into() => each.ways,
            (false, _) => each.ways.saturating_add(1),
        };
        let (mut reached, mut found) = (1_u64, Bound { ends: 1, ways: 0 });
        for _ in 0..max.unwrap_or(self.tiles + 1) {
            found.ways = found.ways.saturating_add(reached.saturating_mul(round));
            reached = reached.saturating_mul(each.ends).min(most);
            found.ends = found.ends.saturating_add(reached);
            if reached == 0 || found.ways > MOST_WAYS.into() {
                break;
            }
        }
        // Of a repetition that has too many ways, the rest need not be counted.
        if found.ways > MOST_WAYS.into() { Bound { ends: u64::MAX, ways: u64::MAX } } else { found }
    }

    /// How many effects one way through a path has at most.
    fn effects(&self, path: &Path) -> u64 {
        match path {
            Path::Do(_) => 1,
            Path::Step(_) | Path::Leap(_) | Path::Check { .. } | Path::Bend(_) => 0,
            Path::Any(parts) => parts.iter().map(|part| self.effects(part)).max().unwrap_or(0),
            Path::Seq(parts) => parts.iter().map(|part| self.effects(part)).fold(0, u64::saturating_add),
            Path::Repeat { path, max, .. } => {
                self.effects(path).saturating_mul(max.map_or(self.tiles + 1, u64::from))
            }
            Path::Times { path, .. } => self.effects(path).saturating_mul(REPETITIONS.into()),
        }
    }
}

impl Bound {
    /// One or the other.
    fn or(self, other: Bound) -> Bound {
        Bound { ends: self.ends.saturating_add(other.ends), ways: self.ways.saturating_add(other.ways) }
    }

    /// One after the other: each end of the first counts as a way, too.
    fn then(self, rest: Bound) -> Bound {
        let after = self.ends.saturating_mul(rest.ways.saturating_add(1));
        Bound { ends: self.ends.saturating_mul(rest.ends), ways: self.ways.saturating_add(after) }
    }
}

#[cfg(test)]
mod tests {
    use tilegame_dsl::ir::{KindId, PlayerId};
    use tilegame_dsl::library;

    use super::Ways;
    use crate::Game;
    use crate::reference::position::Piece;
    use crate::reference::view::View;
    use crate::reference::walk::{Effects, MOST_WAYS};

    /// In every game, no walk from any tile of the setup, or of a piece alone, counts more ways than its rule may have.
    #[test]
    fn no_walk_counts_more_ways_than_its_form_allows() {
        let (mut walks, mut bounded) = (0, 0);
        for (name, _) in library::GAMES {
            let game = Game::from_library(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let reference = game.engine();
            let ways = Ways::new(reference);
            let start = game.start_position();
            let mut alone = start.clone();
            reference.board.tiles().for_each(|tile| alone.set(tile, None));
            let apart = reference.board.len().div_ceil(8).max(1);
            for (kind, rules) in game.rules().kinds.iter().map(|kind| &kind.rules).enumerate() {
                let piece = Piece { kind: KindId::new(kind), owner: Some(PlayerId::new(0)) };
                for rule in rules.iter() {
                    let most = ways.at_most(&rule.path);
                    bounded += usize::from(most <= MOST_WAYS.into());
                    for tile in reference.board.tiles().step_by(apart).take(8) {
                        for position in [&start, &alone] {
                            let mut position = position.clone();
                            position.set(tile, Some(piece));
                            let view = View::new(&position, PlayerId::new(0)).lift(tile);
                            let mut effects = Effects::new(&view);
                            let at = reference.setting_out(PlayerId::new(0), tile);
                            reference.walk(&view, &rule.path, at, &mut effects, &mut |_, _| false);
                            walks += 1;
                            let tried = u64::from(effects.ways);
                            assert!(tried <= most, "{name}: {tried} > {most}");
                        }
                    }
                }
            }
        }
        assert!(walks > 10_000 && bounded > 1_000, "{walks} {bounded}");
    }
}
