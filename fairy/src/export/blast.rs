//! Captures that explode, and pieces that turn to stone when they capture.

use tilegame_runtime::ir::{Action, After, Effect, Path, Rules, Test, Trigger};

use super::ask::{Reader, Set, alternatives, is_wall, sequence};
use super::squares::Squares;

/// What is taken out of the rules.
#[derive(Default)]
pub(crate) struct Blast {
    /// The kinds that an explosion takes on the eight tiles around, if captures explode.
    pub(crate) around: Option<Set>,
    /// The kinds that turn to stone when they capture.
    pub(crate) stones: Set,
    /// Whether explosions turn these to stone, too.
    pub(crate) spreads: bool,
}

/// What one line does after captures.
enum Part {
    /// Pieces of these kinds are taken around the tile of the capture.
    Around(Set),
    /// The tiles around with pieces of these kinds are gone.
    Gone(Set),
    /// Who has captured is taken, if it is of these kinds.
    Taker(Set),
    /// The tile of the capture is gone, if the piece there is of these kinds.
    Stone(Set),
    /// A wall is put where nothing is left.
    Wall,
}

impl Blast {
    /// Takes all that follows from captures out of the rules, if it is what the format knows.
    pub(crate) fn take_out(rules: &mut Rules, squares: &Squares) -> Blast {
        let follows = |after: &&After| after.triggers == [Trigger::Capture] && !after.only_counts();
        let asked = rules.clone();
        let reader = Reader { rules: &asked, squares };
        let parts: Option<Vec<Vec<Part>>> =
            asked.turn.after.iter().filter(follows).map(|after| parts(&reader, after)).collect();
        let Some(blast) = parts.and_then(|parts| Blast::of(parts.into_iter().flatten().collect(), &asked))
        else {
            return Blast::default();
        };
        rules.turn.after.retain(|after| !follows(&after));
        blast
    }

    /// What the parts are together.
    fn of(parts: Vec<Part>, rules: &Rules) -> Option<Blast> {
        let (mut blast, mut taken, mut walls) = (Blast::default(), Vec::new(), false);
        let mut gone = None;
        for part in parts {
            match part {
                Part::Around(kinds) if blast.around.is_none() => blast.around = Some(kinds),
                Part::Gone(kinds) if gone.is_none() => gone = Some(kinds),
                Part::Stone(kinds) if blast.stones.is_empty() => blast.stones = kinds,
                Part::Taker(kinds) => taken.push(kinds),
                Part::Wall if !walls => walls = true,
                _ => return None,
            }
        }
        if walls {
            // Those that are taken first leave the room for a wall.
            if !blast.stones.is_empty() {
                return None;
            }
            blast.stones = (!taken.is_empty()).then(|| taken.remove(0))?;
        }
        blast.spreads = gone.is_some();
        let turned =
            gone.is_none_or(|gone| Some(gone) == blast.around.as_ref().map(|around| around & &blast.stones));
        // Else, who captures dies of the explosion.
        let dies = match (&blast.around, taken.as_slice()) {
            (None, []) => true,
            (Some(around), [taken]) => around
                .iter()
                .all(|kind| taken.contains(kind) || blast.stones.contains(kind) || is_wall(rules, *kind)),
            _ => false,
        };
        (turned && dies).then_some(blast)
    }
}

/// The parts of a line about what follows from captures.
fn parts(reader: &Reader<'_>, after: &After) -> Option<Vec<Part>> {
    let kinds = || match &after.guard {
        Test::True => Some(reader.every_kind()),
        test => reader.kinds(test),
    };
    let part = |action: &Action| match action {
        Action::Here(Effect::Take) => kinds().map(Part::Taker),
        Action::Here(Effect::Vanish) => kinds().map(Part::Stone),
        Action::Here(Effect::Put(kind)) if is_wall(reader.rules, *kind) && after.guard == Test::Empty => {
            Some(Part::Wall)
        }
        Action::Each { path, from: None } if after.guard == Test::True => around(reader, path),
        _ => None,
    };
    after.actions.iter().map(part).collect()
}

/// What becomes of the pieces on the eight tiles around.
fn around(reader: &Reader<'_>, path: &Path) -> Option<Part> {
    let one = |way: &Path| match sequence(way).as_slice() {
        [Path::Step(_), Path::Check { test, .. }, Path::Do(effect @ (Effect::Take | Effect::Vanish))] => {
            Some((reader.kinds(test)?, *effect == Effect::Take))
        }
        _ => None,
    };
    let ways: Vec<(Set, bool)> = alternatives(path).into_iter().map(one).collect::<Option<_>>()?;
    let (kinds, taken) =
        ways.first().filter(|first| ways.len() == 8 && ways.iter().all(|way| way == *first))?;
    Some(if *taken { Part::Around(kinds.clone()) } else { Part::Gone(kinds.clone()) })
}
