//! How large lowered expressions are, and how many steps they take at worst: both have limits, so that no file costs memory or
//! time without bound.

use crate::ir::{Path, Quantity, Test};
use crate::limits::REPETITIONS;

/// The board as far as it bounds how far paths go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// All tiles.
    pub(crate) tiles: u64,
    /// The tiles of its longest sides, one behind the other.
    pub(crate) row: u64,
}

/// What an expression costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// Expressions in it, itself among them.
    pub(crate) size: u64,
    /// Steps, and questions about tiles, of which no path is walked twice from one tile.
    pub(crate) steps: u64,
    /// The tiles at which a path may end; one for a test.
    ends: u64,
}

impl Effort {
    const ONE: Effort = Effort { size: 1, steps: 1, ends: 1 };

    fn with(self, other: Effort) -> Effort {
        let size = self.size.saturating_add(other.size);
        Effort { size, steps: self.steps.saturating_add(other.steps), ..self }
    }

    fn times(self, n: u64) -> Effort {
        Effort { steps: self.steps.saturating_mul(n), ..self }
    }

    /// What all of these cost, one beside the other.
    pub(crate) fn of_paths(paths: &[Path], extent: Extent) -> Effort {
        let start = Effort { size: 0, steps: 0, ends: 0 };
        paths.iter().fold(start, |all, path| {
            let one = Effort::of_path(path, extent);
            Effort { ends: (all.ends + one.ends).min(extent.tiles), ..all.with(one) }
        })
    }

    fn of_path(path: &Path, extent: Extent) -> Effort {
        match path {
            Path::Step(_) | Path::Bend(_) | Path::Do(_) => Effort::ONE,
            Path::Leap(directions) => Effort { size: 1 + directions.len() as u64, ..Effort::ONE },
            Path::Check { test, .. } => Effort { ends: 1, ..Effort::ONE.with(Effort::of_test(test, extent)) },
            Path::Any(parts) => {
                let all = Effort::of_paths(parts, extent);
                Effort { size: all.size + 1, ..all }
            }
            Path::Seq(parts) => parts.iter().fold(Effort { steps: 0, ..Effort::ONE }, |before, part| {
                let part = Effort::of_path(part, extent);
                let ends = before.ends.saturating_mul(part.ends).min(extent.tiles);
                Effort { ends, ..before.with(part.times(before.ends)) }
            }),
            Path::Times { path, times } => {
                let asked = |all: Effort, test| all.with(Effort::of_all_tiles(test, extent));
                let asked = tests_of(times).fold(Effort::ONE, asked);
                Effort::of_rounds(path, Some(REPETITIONS), extent).with(asked)
            }
            Path::Repeat { path, max, .. } => Effort::of_rounds(path, max.map(u32::from), extent),
        }
    }

    /// What a repetition costs, of so many rounds at most.
    fn of_rounds(body: &Path, max: Option<u32>, extent: Extent) -> Effort {
        let once = Effort::of_path(body, extent);
        let (mut starts, mut front) = (0u64, 1u64);
        match max {
            // Without a number, no tile is set out from twice.
            None if once.ends > 1 => starts = extent.tiles,
            None => starts = extent.row,
            Some(rounds) => {
                for _ in 0..rounds {
                    starts += front;
                    front = front.saturating_mul(once.ends).min(extent.tiles);
                }
            }
        }
        let ends = starts.saturating_mul(once.ends).saturating_add(1).min(extent.tiles);
        Effort { size: once.size + 1, ends, ..once.times(starts) }
    }

    /// What it costs to ask this on one tile.
    pub(crate) fn of_test(test: &Test, extent: Extent) -> Effort {
        let inner = |test: &Test| Effort::of_test(test, extent);
        let (tests, everywhere): (Vec<&Test>, bool) = match test {
            Test::Not(test) | Test::Always(test) | Test::Before(test) => (vec![test], false),
            Test::And(tests) | Test::Or(tests) => (tests.iter().collect(), false),
            Test::Some(test) => return Effort::ONE.with(Effort::of_all_tiles(test, extent)),
            Test::Attacks(test) => (vec![test], true),
            Test::Can { mover, target } => (vec![mover, target], true),
            Test::Compare(left, _, right) => {
                let all = tests_of(left).chain(tests_of(right));
                return all.fold(Effort::ONE, |all, test| all.with(Effort::of_all_tiles(test, extent)));
            }
            Test::Sees(path) => {
                return Effort { ends: 1, ..Effort::ONE.with(Effort::of_path(path, extent)) };
            }
            Test::Connected { test, path } | Test::Group { test, path } => {
                let each = inner(test).with(Effort::of_path(path, extent));
                return Effort { ends: 1, ..Effort::ONE.with(each.times(extent.tiles)) };
            }
            _ => return Effort::ONE,
        };
        let times = if everywhere { extent.tiles } else { 1 };
        tests.into_iter().fold(Effort::ONE, |all, test| all.with(inner(test).times(times)))
    }
}

impl Effort {
    /// What it costs to ask this on all tiles. A group or a line on which all of them have to be is looked for once.
    fn of_all_tiles(test: &Test, extent: Extent) -> Effort {
        match test.narrowed() {
            Some((group, rest)) => rest.into_iter().fold(Effort::of_test(group, extent), |all, test| {
                all.with(Effort::of_test(test, extent).times(extent.tiles))
            }),
            None => Effort::of_test(test, extent).times(extent.tiles),
        }
    }
}

pub(super) fn tests_of(quantity: &Quantity) -> impl Iterator<Item = &Test> {
    quantity.tests().into_iter()
}

#[cfg(test)]
mod tests {
    use crate::limits::STEPS;
    use crate::source::Sources;

    /// The errors about a game on a board of eight by eight with these lines.
    fn errors(lines: &str) -> Vec<String> {
        let game = format!(
            "game \"G\"\nboard\n    grid 8 x 8\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n{lines}\n\
             setup \"8/8/8/3X4/8/8/8/8 w\"\nnotation\n    fen placement, turn\n"
        );
        let mut sources = Sources::new();
        sources.add("g.tg", game);
        let loaded = crate::load(&mut sources, "g.tg", &mut |_| None);
        loaded.diagnostics.iter().filter(|d| d.code.0.starts_with('E')).map(|d| d.title.clone()).collect()
    }

    fn piece(rule: &str) -> String {
        format!("piece X \"X\"\n    {rule}")
    }

    /// Tests that look at other tiles, inside one another.
    fn nested(levels: usize) -> String {
        let test = |n: usize| match n {
            0 => "test t0 = sees n[friend]\n".to_string(),
            n => format!("test t{n} = sees rot(n[t{0}])*0.. and no t{0}\n", n - 1),
        };
        (0..=levels).map(test).collect::<String>() + &piece(&format!("move n if t{levels}"))
    }

    #[test]
    fn steps_that_multiply_are_bounded() {
        let limit = format!("this may take more than {STEPS} steps");
        // Each level asks the one below it on 4 lines of 8 tiles, and on 64 tiles.
        assert_eq!(errors(&nested(3)), [""; 0]);
        for levels in [4, 11, 30] {
            let errors = errors(&nested(levels));
            let is_limit = |title: &String| *title == limit || title.starts_with("too many expressions");
            assert!(!errors.is_empty() && errors.iter().all(is_limit), "{levels}: {errors:?}");
        }
        // 4 steps from each of 64 tiles, 255 times, and that from each of 64 tiles, so many times.
        assert_eq!(errors(&piece("move (n | e | s | w)*255")), [""; 0]);
        assert_eq!(errors(&piece("move ((n | e | s | w)*255)*2")), [""; 0]);
        assert_eq!(errors(&piece("move ((n | e | s | w)*255)*255")), [limit.as_str()]);
        assert_eq!(errors(&piece("move (((n | e | s | w)*255)*255)*255")), [limit.as_str()]);
    }

    /// The bound takes every line to be as long as the board, and every tile to be reached.
    #[test]
    fn steps_are_counted_where_the_bound_is_beyond_the_limit() {
        let flies = |steps: &str| {
            let ways = ["ne", "nw", "se", "sw"].map(|d| format!("{d}*0.. {d}[enemy] {d}[empty]*1.."));
            let test = format!("test t = some (friend X sees ({})*{steps})\n", ways.join(" | "));
            errors(&(test + &piece("move n if t")))
        };
        assert_eq!(flies("12"), [""; 0]);
        assert_eq!(flies("255"), [format!("this may take more than {STEPS} steps")]);
    }

    #[test]
    fn what_is_copied_is_counted() {
        // Each bracket has four turns of what is inside.
        let turned = |levels: usize| {
            let path = (0..levels).fold("e".to_string(), |inner, _| format!("rot(n[sees {inner}] e)"));
            errors(&piece(&format!("move {path}")))
        };
        assert_eq!(turned(6), [""; 0]);
        assert!(turned(12)[0].starts_with("too many expressions"), "{:?}", turned(12));
        let long = ["(n[friend and not enemy], e)"; 9].join(" ");
        assert_eq!(errors(&piece(&format!("do {long}"))), [""; 0]);
    }
}
