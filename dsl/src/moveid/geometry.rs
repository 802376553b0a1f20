//! Where an ID leads: its way in every quadrant, sextant and direction of levels.

use super::extended::{Deed, Leg, Note, Steps, Way};
use super::id::MoveId;

/// How far to the right, forward and up.
pub(crate) type Step = (i32, i32, i32);

/// The six directions over an edge of a hexagon, clockwise from forward, as steps to the right (`se`) and forward (`n`).
pub(crate) const HEXAGON: [(i32, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// One of the ways that an ID gives: what becomes in it of a step as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Image {
    turn: Turn,
    level: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Quadrant(usize),
    Sextant(usize),
}

impl Image {
    /// Nothing is reflected.
    pub(crate) const AS_WRITTEN: Image = Image { turn: Turn::Quadrant(0), level: 1 };

    /// A quadrant, from 0, with levels up (1) or down (-1).
    pub(crate) fn quadrant(number: usize, level: i32) -> Image {
        Image { turn: Turn::Quadrant(number), level }
    }

    /// 1 for levels up, -1 for levels down.
    pub(crate) fn level(self) -> i32 {
        self.level
    }

    /// The number of the quadrant.
    pub(crate) fn number(self) -> usize {
        match self.turn {
            Turn::Quadrant(number) | Turn::Sextant(number) => number,
        }
    }

    /// What becomes of a step.
    pub(crate) fn of(self, (x, y, z): Step) -> Step {
        let (x, y) = match self.turn {
            Turn::Quadrant(0) => (x, y),
            Turn::Quadrant(1) => (-x, y),
            Turn::Quadrant(2) => (-x, -y),
            Turn::Quadrant(_) => (x, -y),
            Turn::Sextant(number) => {
                let ((ax, ay), (bx, by)) = (HEXAGON[(number + 1) % 6], HEXAGON[number % 6]);
                (x * ax + y * bx, x * ay + y * by)
            }
        };
        (x, y, z * self.level)
    }
}

impl MoveId {
    /// The step of the head as it is for the first quadrant.
    pub(crate) fn head_step(&self) -> Step {
        let levels = self.extension.levels.map_or(0, |levels| i32::from(levels.far));
        (self.horizontal.into(), self.vertical.into(), levels)
    }

    /// Whether the piece goes anywhere, be it only by way of an extension.
    pub(crate) fn has_way(&self) -> bool {
        self.head_step() != (0, 0, 0) || self.extension.route.iter().any(|leg| matches!(leg, Leg::Go { .. }))
    }

    /// All its ways, each once.
    pub(crate) fn images(&self) -> Vec<Image> {
        if !self.has_way() {
            let stays = self.extension.ending.is_some();
            return if stays { vec![Image::AS_WRITTEN] } else { Vec::new() };
        }
        let turns: Vec<Turn> = match self.extension.sextants {
            Some(on) => (0..6).filter(|k| on[*k]).map(Turn::Sextant).collect(),
            None => (0..4).filter(|q| self.quadrants[*q]).map(Turn::Quadrant).collect(),
        };
        let levels: Vec<i32> = match self.extension.levels {
            Some(levels) => {
                [(levels.up, 1), (levels.down, -1)].into_iter().filter(|l| l.0).map(|l| l.1).collect()
            }
            None => vec![1],
        };
        let steps = self.all_steps();
        let mut found: Vec<(Vec<Step>, Image)> = Vec::new();
        for (turn, level) in turns.iter().flat_map(|t| levels.iter().map(move |l| (*t, *l))) {
            let image = Image { turn, level };
            let way: Vec<Step> = steps.iter().map(|step| image.of(*step)).collect();
            if !found.iter().any(|(known, _)| *known == way) {
                found.push((way, image));
            }
        }
        found.into_iter().map(|(_, image)| image).collect()
    }

    /// The different steps on the level that the quadrants give, as (right, forward).
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let both: MoveId = "011234cm0000lM0r000000sr000000t00000er000000M0!".parse()?;
    /// assert_eq!(both.steps(), [(0, 1), (0, -1)]);
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    pub fn steps(&self) -> Vec<(i32, i32)> {
        let mut steps = Vec::new();
        for image in self.images() {
            let (x, y, _) = image.of(self.head_step());
            if (x, y) != (0, 0) && !steps.contains(&(x, y)) {
                steps.push((x, y));
            }
        }
        steps
    }

    /// Everything that is reflected with the way: its steps, and where pieces go at once with the mover.
    fn all_steps(&self) -> Vec<Step> {
        fn shifts(note: &Note) -> impl Iterator<Item = Step> + '_ {
            note.effects.iter().filter_map(|effect| match effect {
                Deed::Shift(far) => Some(far.net()),
                _ => None,
            })
        }
        fn of(steps: &Steps, all: &mut Vec<Step>) {
            match steps {
                Steps::Once(note) => all.extend(shifts(note)),
                Steps::Several { each, last, .. } => all.extend(shifts(each).chain(shifts(last))),
            }
        }
        let mut all = vec![self.head_step()];
        of(&self.extension.steps, &mut all);
        for leg in &self.extension.route {
            match leg {
                Leg::Go { way, steps } => {
                    if let Way::Far(far) = way {
                        all.push(far.net());
                    }
                    of(steps, &mut all);
                }
                Leg::Again { last, .. } => all.extend(shifts(last)),
            }
        }
        all
    }
}

/// The tiles on the way to an offset along files and ranks, the end included.
pub(crate) fn around((dx, dy): (i32, i32), sideways_first: bool) -> Vec<(i32, i32)> {
    let side = (1..=dx.abs()).map(|k| k * dx.signum());
    let ahead = (1..=dy.abs()).map(|k| k * dy.signum());
    if sideways_first {
        side.map(|x| (x, 0)).chain(ahead.map(|y| (dx, y))).collect()
    } else {
        ahead.map(|y| (0, y)).chain(side.map(|x| (x, dy))).collect()
    }
}
