//! The rules of a piece as single moves, as far as Betza notation knows such moves.

use crate::ir::{Board, Effect, Kind, Mode, MoveRule, Path, Rules, Test, Who};
use tilegame_betza::{Leg, Mode as BetzaMode, Move, On, When};

/// More ways of one rule than this have no text that anyone would read.
const MOST_WAYS: usize = 1000;

/// All moves of a piece, or the first rule that has no Betza form and why.
///
/// # Errors
/// If some rule can't be written so.
pub fn moves(rules: &Rules, kind: &Kind) -> Result<Vec<Move>, String> {
    let mut all = Vec::new();
    for rule in kind.rules.iter() {
        all.extend(of_rule(&rules.board, rule).map_err(|why| format!("`{}`: {why}", rule.text))?);
    }
    Ok(all)
}

fn of_rule(board: &Board, rule: &MoveRule) -> Result<Vec<Move>, String> {
    let when = match &rule.guard {
        Test::True => When::Always,
        Test::First => When::Unmoved,
        _ => return Err("its condition behind `if` cannot be written".to_owned()),
    };
    let modes: &[BetzaMode] = match (rule.mode, rule.onto) {
        (Mode::Quiet, _) => &[BetzaMode::Quiet],
        (Mode::Capture, Some(_)) => &[BetzaMode::EnPassant],
        (Mode::Capture, None) => &[BetzaMode::Capture],
        (Mode::Move, _) => &[BetzaMode::Quiet, BetzaMode::Capture],
        _ => return Err("only lines with `move`, `quiet` and `capture` can be written".to_owned()),
    };
    let mut all = Vec::new();
    for legs in ways(board, &rule.path)? {
        let legs = usual(legs);
        for mode in modes {
            all.push(Move {
                mode: *mode,
                when,
                legs: legs.clone(),
                leaves_trace: false,
                spares_royal: false,
            });
        }
    }
    Ok(all)
}

/// Every way of a path.
fn ways(board: &Board, path: &Path) -> Result<Vec<Vec<Leg>>, String> {
    let small = |n: i16| i8::try_from(n).map_err(|_| "a step is too long".to_owned());
    let step = |offset: [i16; 3]| -> Result<Vec<Vec<Leg>>, String> {
        if offset[2] != 0 || offset == [0; 3] {
            return Err("only steps on a board of squares can be written".to_owned());
        }
        Ok(vec![vec![Leg::step(small(offset[0])?, small(offset[1])?, On::Empty)]])
    };
    match path {
        Path::Step(direction) => step(board.directions[direction.index()].offset),
        Path::Leap(directions) => {
            let sum = |axis: usize| directions.iter().map(|d| board.directions[d.index()].offset[axis]).sum();
            step([sum(0), sum(1), sum(2)])
        }
        Path::Any(paths) => {
            let mut all = Vec::new();
            for path in paths {
                all.extend(ways(board, path)?);
            }
            Ok(all)
        }
        Path::Seq(paths) => {
            let mut all: Vec<Vec<Leg>> = vec![Vec::new()];
            for path in paths {
                if let Some(on) = on(path)? {
                    for way in &mut all {
                        let last =
                            way.last_mut().ok_or("a test of the piece's own tile cannot be written")?;
                        let taken = on == On::Enemy && last.on == On::Enemy;
                        if (last.least, last.most) != (1, Some(1)) || last.on != On::Empty && !taken {
                            return Err("a test of several tiles cannot be written".to_owned());
                        }
                        last.on = on;
                    }
                    continue;
                }
                let next = ways(board, path)?;
                let joined =
                    all.iter().flat_map(|a| next.iter().map(|b| [a.as_slice(), b.as_slice()].concat()));
                all = joined.collect();
                if all.len() > MOST_WAYS {
                    return Err("there are too many ways".to_owned());
                }
            }
            Ok(all)
        }
        Path::Repeat { path, min, max } => {
            let body = ways(board, path)?;
            let [way] = body.as_slice() else {
                return Err("a choice that is made again with every step cannot be written".to_owned());
            };
            if way.iter().any(|leg| leg.on != On::Empty || (leg.least, leg.most) != (1, Some(1))) {
                return Err("a repetition with tests inside cannot be written".to_owned());
            }
            let least = u8::try_from(*min).map_err(|_| "it is too long".to_owned())?;
            let most = max.map(|m| u8::try_from(m).map_err(|_| "it is too long".to_owned())).transpose()?;
            let steps = way.iter().flat_map(|leg| leg.steps.clone()).collect();
            Ok(vec![vec![Leg { steps, least, most, on: On::Empty }]])
        }
        Path::Check { .. } | Path::Do(_) => {
            Err("a test or an effect on the piece's own tile cannot be written".to_owned())
        }
        Path::Times { .. } => Err("a counted length cannot be written".to_owned()),
        Path::Bend(_) => Err("`bend` cannot be written".to_owned()),
    }
}

/// What a part of a path asks of the tile before it.
fn on(path: &Path) -> Result<Option<On>, String> {
    match path {
        Path::Check { test, .. } => match test {
            Test::Empty => Ok(Some(On::Empty)),
            Test::Occupied => Ok(Some(On::Piece)),
            Test::Owner(Who::Friend) => Ok(Some(On::Friend)),
            Test::Owner(Who::Enemy) => Ok(Some(On::Enemy)),
            Test::True => Ok(Some(On::Any)),
            Test::Or(parts) if parts.contains(&Test::Empty) && parts.contains(&Test::Occupied) => {
                Ok(Some(On::Any))
            }
            _ => Err("a test in brackets cannot be written".to_owned()),
        },
        Path::Do(Effect::Take) => Ok(Some(On::Enemy)),
        Path::Do(_) => Err("an effect cannot be written".to_owned()),
        _ => Ok(None),
    }
}

/// A way as it is told apart from others: a line that ends with any number of steps and one more is a line of one or more steps.
fn usual(mut way: Vec<Leg>) -> Vec<Leg> {
    if let [.., before, last] = way.as_slice()
        && before.steps == last.steps
        && (before.least, before.on) == (0, On::Empty)
        && (last.least, last.most, last.on) == (1, Some(1), On::Empty)
    {
        let ride = Leg { least: 1, most: before.most.map(|m| m.saturating_add(1)), ..before.clone() };
        way.truncate(way.len() - 2);
        way.push(ride);
    }
    let apart = |leg: Leg| -> Vec<Leg> {
        match (leg.least, leg.most) {
            (least, Some(most)) if least == most && most > 1 => {
                vec![Leg { least: 1, most: Some(1), ..leg }; usize::from(most)]
            }
            _ => vec![leg],
        }
    };
    way.into_iter().flat_map(apart).collect()
}
