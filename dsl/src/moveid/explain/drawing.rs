//! Where a piece can go, drawn with signs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::places;
use crate::moveid::extended::{Ending, Leg, Steps, Times, Way};
use crate::moveid::geometry::{Image, Step};
use crate::moveid::id::MoveId;

/// The drawing reaches so far in every direction where a piece goes on without end.
const FAR: i32 = 7;

/// It grows to this where something lies farther away.
const FARTHEST: i32 = 15;

/// No drawing is made of more than so many tiles on the way.
const MOST: usize = 100_000;

/// What the tiles look like on which an ID is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tiles {
    /// Squares; hexagons for an ID with sextants.
    Squares,
    /// Hexagons.
    Hexagons,
}

/// A drawing of where the piece can go, forward up: `@` the piece, `x` captures or goes, `o` only goes, `+` only captures, `P` the
/// partner, `p` where it goes, `V` the victim, `C` the piece of the condition, `*` goes on beyond the edge.
///
/// ```
/// use tilegame_dsl::moveid::{MoveId, explain::{Tiles, diagram}};
/// let id: MoveId = "0110000m0000lM0r000000sr000000t00000er000000M0!".parse()?;
/// assert_eq!(diagram(&id, Tiles::Squares), "    . o .\n    . @ .\n    . . .\n    o goes to, if empty\n");
/// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
/// ```
pub fn diagram(id: &MoveId, tiles: Tiles) -> String {
    let hexagons = tiles == Tiles::Hexagons || id.extension.sextants.is_some();
    let Some(found) = Found::of(id) else {
        return "    there are too many tiles on its way to draw it\n".to_owned();
    };
    let mut marks = found.marks(id);
    let reach = |at: &Step| at.0.abs().max(at.1.abs());
    let nearest = found.ends.iter().map(reach).min().unwrap_or(0);
    let goes_on = |at: &Step| found.endless && found.ends.contains(at) && reach(at) > nearest;
    let farthest = marks.iter().map(|(at, _)| at).filter(|at| !goes_on(at)).map(reach).max().unwrap_or(0);
    // What lies too far away to grow for is shown at the edge of a drawing of the usual size.
    let wanted = if farthest > FARTHEST { FAR } else { farthest };
    let size = wanted.max(if found.endless { FAR } else { 1 });
    marks.retain(|(at, _)| reach(at) <= size || !goes_on(at));
    let mut beyond: Vec<Step> = marks.iter().map(|(at, _)| *at).filter(|at| reach(at) > size).collect();
    beyond.dedup();
    for at in &beyond {
        let edge = |n: i32| n.signum() * (n.abs() * size / reach(at));
        marks.insert(0, ((edge(at.0), edge(at.1), at.2), '*'));
    }
    marks.push(((0, 0, 0), '@'));
    let mut levels: Vec<i32> = marks.iter().map(|(at, _)| at.2).collect();
    levels.sort_unstable_by_key(|level| -level);
    levels.dedup();
    let mut text = String::new();
    for level in &levels {
        if levels.len() > 1 {
            let name = match level {
                0 => "its own level".to_owned(),
                up if *up > 0 => format!("{up} up"),
                down => format!("{} down", -down),
            };
            let _ = writeln!(text, "    {name}:");
        }
        let sign = |x, y| marks.iter().rev().find(|(at, _)| *at == (x, y, *level)).map(|(_, sign)| *sign);
        text += &if hexagons { of_hexagons(size, sign) } else { of_squares(size, sign) };
    }
    legend(&mut text, &marks);
    if !beyond.is_empty() {
        let shown: Vec<String> = beyond.iter().take(4).map(|at| places::beyond(*at)).collect();
        let more = if beyond.len() > shown.len() { " and so on" } else { "" };
        let _ = writeln!(text, "    * beyond the edge: {}{more}", shown.join(", "));
    }
    if found.endless {
        let _ = writeln!(text, "    and so on");
    }
    text
}

/// Whether an ID can lead so far to the right, forward and up on an empty board; nothing where that can't be said.
pub fn leads_to(id: &MoveId, step: (i32, i32, i32)) -> Option<bool> {
    Found::of(id).map(|found| found.ends.contains(&step))
}

fn of_squares(size: i32, sign: impl Fn(i32, i32) -> Option<char>) -> String {
    let mut text = String::new();
    for y in (-size..=size).rev() {
        let row: Vec<String> = (-size..=size).map(|x| sign(x, y).unwrap_or('.').to_string()).collect();
        let _ = writeln!(text, "    {}", row.join(" "));
    }
    text
}

/// Files stand upright, and each is half a tile lower than the one to its left: so `se` is one to the right.
fn of_hexagons(size: i32, sign: impl Fn(i32, i32) -> Option<char>) -> String {
    let mut text = String::new();
    // In half tiles from above.
    for height in (-2 * size..=2 * size).rev() {
        let mut row = String::new();
        for x in -size..=size {
            let doubled = height + x;
            let y = doubled.div_euclid(2);
            let is_there = doubled.rem_euclid(2) == 0 && y.abs() <= size && (y - x).abs() <= size;
            row.push(if is_there { sign(x, y).unwrap_or('.') } else { ' ' });
            row.push(' ');
        }
        if !row.trim().is_empty() {
            let _ = writeln!(text, "    {}", row.trim_end());
        }
    }
    text
}

fn legend(text: &mut String, marks: &[(Step, char)]) {
    let legend = [
        ('x', "goes to or captures on"),
        ('o', "goes to, if empty"),
        ('+', "captures on"),
        ('!', "acts on, threatens or covers"),
        ('-', "passes, if empty"),
        ('#', "passes, if it is as it should be"),
        ('P', "the partner"),
        ('p', "where the partner goes"),
        ('V', "the victim"),
        ('C', "a tile of a condition"),
    ];
    for (sign, what) in legend.iter().filter(|(sign, _)| marks.iter().any(|(_, s)| s == sign)) {
        let _ = writeln!(text, "    {sign} {what}");
    }
}

/// The tiles that an ID leads to, on a board without an edge.
struct Found {
    ends: BTreeSet<Step>,
    /// Tiles that are passed, and whether something is asked of them, where each is at one distance.
    passed: Vec<(Step, bool)>,
    /// It goes on as far as the board does.
    endless: bool,
}

/// A part of a way.
enum Part {
    Go(Option<Step>, Times, bool),
    Again(Vec<Part>, Times),
}

const ONCE: Times = Times { min: 1, max: Some(1) };

impl Found {
    /// Nothing where there are too many tiles.
    fn of(id: &MoveId) -> Option<Found> {
        let parts = parts(id);
        let endless = parts.iter().any(is_endless);
        let mut found = Found { ends: BTreeSet::new(), passed: Vec::new(), endless };
        let mut budget = MOST;
        for image in id.images() {
            let start = BTreeSet::from([(0, 0, 0)]);
            found.ends.extend(walk(&parts, image, start, &mut budget)?);
            let is_fixed = parts.iter().all(|part| matches!(part, Part::Go(Some(_), ONCE, _)));
            if is_fixed && parts.len() > 1 {
                let mut at = (0, 0, 0);
                for part in &parts[..parts.len() - 1] {
                    if let Part::Go(Some(step), _, asked) = part {
                        let (x, y, z) = image.of(*step);
                        at = (at.0 + x, at.1 + y, at.2 + z);
                        found.passed.push((at, *asked));
                    }
                }
            }
        }
        Some(found)
    }

    /// Tiles with their signs, the more telling ones last.
    fn marks(&self, id: &MoveId) -> Vec<(Step, char)> {
        let end = match (id.captures, id.moves, id.extension.ending) {
            (true, true, _) => 'x',
            (true, false, _) if id.extension.onto.is_some() => 'o',
            (true, false, _) => '+',
            (false, true, _) | (_, _, Some(Ending::Do)) => 'o',
            (_, _, Some(_)) => '!',
            _ => '.',
        };
        let mut marks: Vec<(Step, char)> =
            self.passed.iter().map(|(at, asked)| (*at, if *asked { '#' } else { '-' })).collect();
        marks.extend(self.ends.iter().map(|at| (*at, end)));
        let flat = |(x, y): (i32, i32)| (x, y, 0);
        if let Some(condition) = &id.condition {
            marks.push((flat(condition.at.net()), 'C'));
        }
        marks.extend(id.extension.looks.iter().map(|look| (look.at.net(), 'C')));
        if let Some(castling) = &id.castling {
            let (at, goes) = (castling.partner.at.net(), castling.goes.net());
            marks.push((flat((at.0 + goes.0, at.1 + goes.1)), 'p'));
            marks.push((flat(at), 'P'));
        }
        if let Some(er) = &id.en_passant {
            marks.push((flat(er.victim.at.net()), 'V'));
        }
        marks
    }
}

fn parts(id: &MoveId) -> Vec<Part> {
    let of = |step: Option<Step>, steps: &Steps| match steps {
        Steps::Once(note) => Part::Go(step, ONCE, !note.test.any.is_empty()),
        Steps::Several { times, each, .. } => Part::Go(step, *times, !each.test.any.is_empty()),
    };
    let mut parts = Vec::new();
    if id.head_step() != (0, 0, 0) {
        let head = of(Some(id.head_step()), &id.extension.steps);
        parts.push(match head {
            Part::Go(step, _, asked) if id.multiple => Part::Go(step, Times { min: 1, max: None }, asked),
            other => other,
        });
    }
    for leg in &id.extension.route {
        match leg {
            Leg::Go { way: Way::Far(far), steps } => parts.push(of(Some(far.net()), steps)),
            Leg::Go { way: Way::Direction(_), steps } => parts.push(of(None, steps)),
            Leg::Again { legs, times, .. } => {
                let first = parts.len().saturating_sub(usize::from(*legs));
                let again = parts.split_off(first);
                parts.push(Part::Again(again, *times));
            }
        }
    }
    parts
}

fn is_endless(part: &Part) -> bool {
    match part {
        Part::Go(_, times, _) => times.max.is_none(),
        Part::Again(inner, times) => times.max.is_none() || inner.iter().any(is_endless),
    }
}

/// Where a part leads that is made once; nothing if the budget is spent.
fn round(part: &Part, image: Image, at: BTreeSet<Step>, budget: &mut usize) -> Option<BTreeSet<Step>> {
    match part {
        Part::Go(step, ..) => {
            *budget = budget.checked_sub(at.len())?;
            // Nobody knows where a direction without a distance leads.
            let (x, y, z) = image.of((*step)?);
            let to = |(a, b, c): Step| Some((a.checked_add(x)?, b.checked_add(y)?, c.checked_add(z)?));
            Some(at.into_iter().filter_map(to).collect())
        }
        Part::Again(inner, _) => walk(inner, image, at, budget),
    }
}

/// Where a way leads; nothing if the budget is spent.
fn walk(parts: &[Part], image: Image, from: BTreeSet<Step>, budget: &mut usize) -> Option<BTreeSet<Step>> {
    let mut at = from;
    for part in parts {
        let (Part::Go(_, times, _) | Part::Again(_, times)) = part;
        let is_near = |at: &Step| at.0.abs() <= FARTHEST && at.1.abs() <= FARTHEST && at.2.abs() <= FARTHEST;
        let mut reached = BTreeSet::new();
        for done in 0..=times.max.unwrap_or(u16::MAX) {
            if done >= times.min {
                let before = reached.len();
                reached.extend(at.iter().copied());
                if done > times.min && reached.len() == before {
                    break;
                }
                if times.max.is_none() && done > 0 {
                    // The first step may lead far away; what comes behind the edge is not followed.
                    at.retain(is_near);
                }
            }
            if at.is_empty() || times.max == Some(done) {
                break;
            }
            at = round(part, image, at, budget)?;
        }
        at = reached;
    }
    Some(at)
}
