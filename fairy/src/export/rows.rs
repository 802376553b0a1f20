//! Rows and squares of pieces that end a game.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{DirId, End, EndResult, Path, Test, Who};

use super::ask::{Set, all_of, alternatives, sequence};
use super::draft::{COLOURS, Draft};
use super::value::Value;

/// The directions of a row of pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Upright,
    Flat,
    Rising,
    Falling,
}

impl Draft<'_> {
    /// That the player who has moved has so many pieces in a row.
    pub(crate) fn connects(&mut self, value: Value, when: &Test) -> bool {
        let Some((path, kinds)) = self.seen_by_enemy(when) else { return false };
        let rows: Option<Vec<(Line, u16)>> =
            alternatives(&path).into_iter().map(|path| self.row(path, kinds.as_ref())).collect();
        let Some(rows) = rows else { return false };
        let Some((_, more)) = rows.first() else { return false };
        if rows.iter().any(|(_, other)| other != more) {
            return false;
        }
        let has = |line: Line| rows.iter().any(|(other, _)| *other == line);
        if has(Line::Rising) != has(Line::Falling) {
            return false;
        }
        self.keys.set("connectN", &(more + 1).to_string());
        if let Some(kinds) = kinds {
            let letters = self.letters(kinds);
            self.keys.set("connectPieceTypes", &letters);
        }
        self.write_lines_of_rows(&has);
        if value != Value::Loss {
            self.keys.set("connectValue", value.opposite().word());
        }
        true
    }

    /// Writes along which lines pieces are looked for.
    fn write_lines_of_rows(&mut self, has: &dyn Fn(Line) -> bool) {
        for (key, line) in [
            ("connectVertical", Line::Upright),
            ("connectHorizontal", Line::Flat),
            ("connectDiagonal", Line::Rising),
        ] {
            if !has(line) {
                self.keys.switch(key, false);
            }
        }
    }

    /// That so many pieces of a player are in line, whatever is between: of the one who has moved, or of the only one who has such pieces, who then has lost.
    pub(crate) fn in_line(&mut self, end: &End) -> bool {
        let Test::Some(inner) = &end.when else { return false };
        let about = self.ask.about(inner);
        let ([Test::Sees(path)], Some(kinds)) = (about.rest.as_slice(), about.kinds) else { return false };
        if about.on.is_some() {
            return false;
        }
        let value = match (&end.result, about.whose) {
            (EndResult::Wins(Who::Player(winner)), None) => {
                let mut owners = [false; 2];
                owners[1 - winner.index()] = true;
                kinds.iter().all(|kind| self.owners(*kind) == owners).then_some(Value::Loss)
            }
            (result, Some(Who::Enemy)) => Value::of(result).map(Value::opposite),
            _ => None,
        };
        let Some(value) = value else { return false };
        let rows: Option<Vec<(Line, usize)>> =
            alternatives(path).into_iter().map(|way| self.gaps(way, about.whose, &kinds)).collect();
        let Some(rows) = rows else { return false };
        let Some((_, more)) = rows.first().copied() else { return false };
        let has = |line: Line| rows.iter().any(|(other, _)| *other == line);
        if rows.iter().any(|(_, other)| *other != more) || has(Line::Rising) != has(Line::Falling) {
            return false;
        }
        let letters = self.letters(kinds);
        self.keys.set("collinearN", &(more + 1).to_string());
        self.keys.set("connectPieceTypes", &letters);
        if value != Value::Win {
            self.keys.set("connectValue", value.word());
        }
        self.write_lines_of_rows(&has);
        true
    }

    /// That the pieces of the player who has moved join two sides.
    pub(crate) fn joins_sides(&mut self, end: &End) -> bool {
        let (EndResult::Loss, [Test::ToMove(loser), Test::Some(inner)]) =
            (&end.result, &all_of(&end.when)[..])
        else {
            return false;
        };
        let about = self.ask.about(inner);
        let (Some(from), [Test::Sees(path)], None, Some(Who::Enemy)) =
            (about.on, about.rest.as_slice(), about.kinds, about.whose)
        else {
            return false;
        };
        let [Path::Repeat { path, min: 1, max: None }, Path::Check { test, .. }] = sequence(path)[..] else {
            return false;
        };
        let step = |way: &Path| match sequence(way)[..] {
            [Path::Step(step), Path::Check { test: Test::Owner(Who::Enemy), .. }] => self.along(*step),
            _ => None,
        };
        let lines: Option<Vec<Line>> = alternatives(path).into_iter().map(step).collect();
        let (Some(lines), Some(to)) = (lines, self.ask.tiles(test)) else { return false };
        let has = |line: Line| lines.contains(&line);
        if has(Line::Rising) != has(Line::Falling) {
            return false;
        }
        let colour = COLOURS[1 - loser.index()];
        for (number, tiles) in [(1, &from), (2, &to)] {
            let text = self.squares.text(&tiles[loser.index()]);
            self.keys.set(&format!("connectRegion{number}{colour}"), &text);
        }
        self.write_lines_of_rows(&has);
        true
    }

    /// Along which line a walk goes from one of these pieces to the next, and how many there are.
    fn gaps(&self, way: &Path, whose: Option<Who>, kinds: &Set) -> Option<(Line, usize)> {
        let mut line = None;
        let parts = sequence(way);
        let (pairs, rest) = parts.as_chunks::<3>();
        for pair in pairs {
            let [Path::Repeat { path, min: 0, max: None }, Path::Step(step), Path::Check { test, .. }] = pair
            else {
                return None;
            };
            let over = sequence(path);
            let same = over.first() == Some(&&Path::Step(*step)) && over.len() == 2;
            let found = self.along(*step)?;
            let about = self.ask.about(test);
            if !same
                || (about.whose, about.kinds.as_ref()) != (whose, Some(kinds))
                || !about.rest.is_empty()
                || line.is_some_and(|known| known != found)
            {
                return None;
            }
            line = Some(found);
        }
        rest.is_empty().then_some((line?, pairs.len()))
    }

    /// The line of a direction.
    fn along(&self, step: DirId) -> Option<Line> {
        match self.rules.board.directions[step.index()].offset {
            [0, 1 | -1, 0] => Some(Line::Upright),
            [1 | -1, 0, 0] => Some(Line::Flat),
            [1, 1, 0] | [-1, -1, 0] => Some(Line::Rising),
            [1, -1, 0] | [-1, 1, 0] => Some(Line::Falling),
            _ => None,
        }
    }

    /// The path along which some piece of the enemy, perhaps of certain kinds, has to see something, if that is all that is asked.
    fn seen_by_enemy(&self, when: &Test) -> Option<(Path, Option<Set>)> {
        let Test::Some(inner) = when else { return None };
        let about = self.ask.about(inner);
        let asks_more = about.on.is_some() || about.attacked.is_some() || about.empty;
        match (about.whose, about.rest.as_slice()) {
            (Some(Who::Enemy), [Test::Sees(path)]) if !asks_more => {
                Some((path.as_ref().clone(), about.kinds))
            }
            _ => None,
        }
    }

    /// That the player who has moved has a square of pieces.
    pub(crate) fn square(&mut self, value: Value, when: &Test) -> bool {
        let Some((path, None)) = self.seen_by_enemy(when) else { return false };
        let path = &path;
        // A walk over all tiles of the square.
        let (mut at, mut seen) = ([0, 0], BTreeSet::from([[0, 0]]));
        let parts = sequence(path);
        let (steps, rest) = parts.as_chunks::<2>();
        for pair in steps {
            let [Path::Step(step), Path::Check { test: Test::Owner(Who::Enemy), .. }] = pair else {
                return false;
            };
            let [right, forward, _] = self.rules.board.directions[step.index()].offset;
            at = [at[0] + right, at[1] + forward];
            seen.insert(at);
        }
        let side = seen.len().isqrt();
        let wide = |axis: usize| {
            let places = || seen.iter().map(|at| at[axis]);
            places().max().unwrap_or(0) - places().min().unwrap_or(0) + 1
        };
        let is_square = side > 1
            && seen.len() == side * side
            && (0..2).all(|axis| usize::try_from(wide(axis)) == Ok(side));
        let same = self.keys.get("connectValue").unwrap_or("win") == value.opposite().word();
        if !rest.is_empty() || !is_square || !same {
            return false;
        }
        self.keys.set("connectNxN", &side.to_string());
        true
    }

    /// A straight walk over pieces of the player who has moved, and how many they are.
    fn row(&self, path: &Path, kinds: Option<&Set>) -> Option<(Line, u16)> {
        let (mut line, mut last, mut length) = (None, None, 0);
        let mut parts = sequence(path).into_iter();
        while let Some(part) = parts.next() {
            let (step, test, times) = match part {
                Path::Step(direction) => (*direction, parts.next()?, 1),
                Path::Repeat { path, min, max } if *max == Some(*min) => match sequence(path).as_slice() {
                    [Path::Step(direction), test] => (*direction, *test, *min),
                    _ => return None,
                },
                _ => return None,
            };
            let Path::Check { test, .. } = test else { return None };
            let about = self.ask.about(test);
            let plain =
                about.on.is_none() && about.rest.is_empty() && about.attacked.is_none() && !about.empty;
            if !plain || (about.whose, about.kinds.as_ref()) != (Some(Who::Enemy), kinds) {
                return None;
            }
            let along = self.along(step)?;
            if line.is_some_and(|known| known != step) {
                return None;
            }
            line = Some(step);
            length += times;
            if length == 0 {
                return None;
            }
            last = Some(along);
        }
        Some((last?, length))
    }
}
