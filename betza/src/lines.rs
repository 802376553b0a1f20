//! Moves as lines of the language of TileGame.

use std::fmt;

use crate::geometry::{EIGHTHS, Symmetry, Vector};
use crate::meaning::{Leg, Mode, Move, On, When};
use crate::{Betza, Wrong};

/// A line of a piece: `quiet mirror(ne) if first`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// `move`, `quiet`, `capture`, `do` or `act`.
    pub word: &'static str,
    /// The path.
    pub path: String,
    /// It captures the piece that left the mark `passant`.
    pub onto_mark: bool,
    /// When it can be made.
    pub when: When,
}

impl Rule {
    /// The test behind `if`, if there is one. Where pawns begin is the region `second_rank`.
    pub fn condition(&self) -> Option<&'static str> {
        match self.when {
            When::Always => None,
            When::Unmoved => Some("first"),
            When::AtStart => Some("on second_rank"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.word, self.path)?;
        if self.onto_mark {
            f.write_str(" onto passant")?;
        }
        match self.condition() {
            Some(test) => write!(f, " if {test}"),
            None => Ok(()),
        }
    }
}

impl Betza {
    /// What it means, as lines of a piece: the same moves and no others. They use the mark `passant` for captures en passant, and in the dialect of
    /// Fairy-Stockfish the region `second_rank` for `i`.
    ///
    /// # Errors
    ///
    /// Castling, which is no line of a piece but a clause of the game.
    pub fn rules(&self) -> Result<Vec<Rule>, Wrong> {
        if let Some(term) = self.terms.iter().find(|t| matches!(t.atom, crate::parse::Atom::Castling(_))) {
            let why = "castling is not a rule of one piece: write it as a clause, `castling King with Rook`";
            return Err(Wrong { at: term.at.clone(), why: why.to_owned() });
        }
        Ok(rules(&self.moves()?))
    }
}

/// The lines that mean these moves.
pub fn rules(moves: &[Move]) -> Vec<Rule> {
    let mut lines = Vec::new();
    for when in [When::Always, When::Unmoved, When::AtStart] {
        for trace in [false, true] {
            let of: Vec<&Move> = moves.iter().filter(|m| m.when == when && m.leaves_trace == trace).collect();
            let plain = |mode: Mode| -> Vec<&[Leg]> {
                let made = of.iter().filter(|m| m.mode == mode && !m.spares_royal && !special(m));
                made.map(|m| m.legs.as_slice()).collect()
            };
            let (quiet, captures) = (plain(Mode::Quiet), plain(Mode::Capture));
            let both: Vec<&[Leg]> = quiet.iter().copied().filter(|q| captures.contains(q)).collect();
            let only = |ways: &[&[Leg]]| -> Vec<Vec<Leg>> {
                ways.iter().filter(|w| !both.contains(w)).map(|w| w.to_vec()).collect()
            };
            let mut add = |word, ways: Vec<Vec<Leg>>, end: &str, onto_mark| {
                if !ways.is_empty() {
                    lines.push(Rule { word, path: path(&ways, end, trace), onto_mark, when });
                }
            };
            add("move", both.iter().map(|w| w.to_vec()).collect(), "", false);
            add("quiet", only(&quiet), "", false);
            add("capture", only(&captures), "", false);
            let chosen = |keep: &dyn Fn(&Move) -> bool| -> Vec<Vec<Leg>> {
                of.iter().filter(|m| keep(m)).map(|m| m.legs.clone()).collect()
            };
            add("capture", chosen(&|m| m.mode == Mode::EnPassant), "", true);
            add("capture", chosen(&|m| m.mode == Mode::Capture && m.spares_royal), "[not royal]", false);
            add("do", chosen(&|m| m.mode == Mode::OwnCapture), "[friend]{take}", false);
            add("do", chosen(&|m| special(m) && !m.stays() && m.mode == Mode::Quiet), "[empty]", false);
            add(
                "capture",
                chosen(&|m| special(m) && !m.stays() && m.mode == Mode::Capture && !m.spares_royal),
                "",
                false,
            );
            let mut acts = chosen(&|m| special(m) && m.stays() && takes(m));
            acts.iter_mut().for_each(|way| _ = way.pop());
            add("act", acts, "", false);
            add("do", chosen(&|m| special(m) && m.stays() && !takes(m)), "", false);
        }
    }
    lines
}

/// Whether a move captures on its way.
fn takes(made: &Move) -> bool {
    made.legs.iter().any(|leg| matches!(leg.on, On::Enemy | On::OwnCapture))
}

/// Whether a move needs a line that says what happens on the way.
fn special(made: &Move) -> bool {
    matches!(made.mode, Mode::Quiet | Mode::Capture) && (takes(made) || made.stays())
}

/// A part of a path: how it is turned, the way, and how often it is repeated.
#[derive(Clone, PartialEq, Eq)]
struct Piece {
    turned: &'static str,
    way: String,
    times: String,
}

/// Ways as one path. `end`: what is asked of the last tile.
pub(crate) fn path(ways: &[Vec<Leg>], end: &str, trace: bool) -> String {
    let mut shapes: Vec<(Vec<Leg>, Vec<Vec<Leg>>)> = Vec::new();
    for way in ways {
        let shape = Symmetry::ALL.iter().map(|s| by(way, *s)).max_by_key(|w| order(w)).unwrap_or_default();
        match shapes.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, members)) => members.push(way.clone()),
            None => shapes.push((shape, vec![way.clone()])),
        }
    }
    shapes.sort_by_key(|(shape, _)| shape_order(shape));
    let mut pieces = Vec::new();
    for (_, mut open) in shapes {
        open.sort_by_key(|w| std::cmp::Reverse(order(w)));
        while let Some(first) = open.first().cloned() {
            let orbit = |symmetries: &[Symmetry]| -> Vec<Vec<Leg>> {
                let mut all: Vec<Vec<Leg>> = symmetries.iter().map(|s| by(&first, *s)).collect();
                all.sort();
                all.dedup();
                all
            };
            let rotations = orbit(Symmetry::ROTATIONS);
            let every = orbit(&Symmetry::ALL);
            let mirrored = orbit(&[Symmetry::ALL[0], Symmetry::MIRROR]);
            let inside = |set: &[Vec<Leg>]| set.len() > 1 && set.iter().all(|w| open.contains(w));
            let (turned, gone) = if every.len() > rotations.len() && inside(&every) {
                ("sym", every)
            } else if inside(&rotations) {
                ("rot", rotations)
            } else if inside(&mirrored) {
                ("mirror", mirrored)
            } else {
                ("", vec![first.clone()])
            };
            let (way, times) = written(&first, end, trace);
            pieces.push(Piece { turned, way, times });
            open.retain(|w| !gone.contains(w));
        }
    }
    let mut written: Vec<(Piece, usize)> = Vec::new();
    for piece in pieces {
        match written.iter_mut().find(|(p, _)| p.turned == piece.turned && p.times == piece.times) {
            Some((known, count)) => {
                known.way = format!("{}, {}", known.way, piece.way);
                *count += 1;
            }
            None => written.push((piece, 1)),
        }
    }
    let alone = written.len() == 1;
    let texts: Vec<String> = written
        .into_iter()
        .map(|(Piece { turned, way, times }, count)| match (turned, count) {
            ("", 1) => format!("{way}{times}"),
            ("", _) if alone || !times.is_empty() => format!("({way}){times}"),
            _ if turned.is_empty() => way,
            _ => format!("{turned}({way}){times}"),
        })
        .collect();
    if alone { texts.concat() } else { format!("({})", texts.join(", ")) }
}

fn by(way: &[Leg], symmetry: Symmetry) -> Vec<Leg> {
    way.iter()
        .map(|leg| Leg { steps: leg.steps.iter().map(|s| s.by(symmetry)).collect(), ..leg.clone() })
        .collect()
}

/// The largest is written: the way that leads most forward, and then to the right, step by step.
fn order(way: &[Leg]) -> Vec<(i8, i8)> {
    way.iter().flat_map(|leg| &leg.steps).map(|s| (s.forward, s.right)).collect()
}

/// Short ways first, steps before leaps, straight ones before diagonal ones.
fn shape_order(way: &[Leg]) -> (usize, bool, Vec<(i8, i8)>, Vec<Leg>) {
    let lengths =
        way.iter().flat_map(|leg| &leg.steps).map(|s| s.lengths()).map(|(small, large)| (large, small));
    (way.len(), way.last().is_none_or(|leg| leg.most == Some(1)), lengths.collect(), way.to_vec())
}

/// A way, and how often all of it is repeated.
fn written(way: &[Leg], end: &str, trace: bool) -> (String, String) {
    if let ([leg], "") = (way, end)
        && leg.on == On::Empty
        && let [step] = leg.steps[..]
    {
        return (step_text(step), times(leg));
    }
    let last = way.len().saturating_sub(1);
    let legs: Vec<String> = way
        .iter()
        .enumerate()
        .map(|(at, leg)| {
            let steps: Vec<String> = leg.steps.iter().map(|s| step_text(*s)).collect();
            let steps = steps.join(" ");
            let ride = leg.steps.len() == 1 && leg.least == 1 && leg.most != Some(1);
            if at == last && ride && (at > 0 || !end.is_empty()) && (leg.most.is_none() || !end.is_empty()) {
                let before = leg.most.map_or("..".to_owned(), |m| format!("..{}", m - 1));
                return format!("{steps}*0{before} {steps}{end}");
            }
            let steps = if leg.steps.len() > 1 { format!("({steps})") } else { steps };
            let on = match leg.on {
                On::Empty => "",
                On::Piece => "[piece]",
                On::Friend => "[friend]",
                On::Any => "[empty or piece]",
                On::Enemy => "[enemy]{take}",
                On::OwnCapture => "[friend]{take}",
            };
            let mark = if trace && at < last { "{mark passant}" } else { "" };
            let end = if at == last { end } else { "" };
            format!("{steps}{}{on}{mark}{end}", times(leg))
        })
        .collect();
    (legs.join(" "), String::new())
}

fn times(leg: &Leg) -> String {
    match (leg.least, leg.most) {
        (1, Some(1)) => String::new(),
        (1, None) => "*inf".to_owned(),
        (least, None) => format!("*{least}.."),
        (least, Some(most)) if least == most => format!("*{most}"),
        (least, Some(most)) => format!("*{least}..{most}"),
    }
}

/// A step or a leap: `ne`, `n+n+e`.
pub(crate) fn step_text(step: Vector) -> String {
    const NAMES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    if let Some((eighth, steps)) = step.eighth() {
        return vec![NAMES[usize::from(eighth)]; usize::from(steps.unsigned_abs())].join("+");
    }
    let part = |length: i8, positive: &'static str, negative: &'static str| {
        vec![if length > 0 { positive } else { negative }; usize::from(length.unsigned_abs())]
    };
    debug_assert!(EIGHTHS.len() == NAMES.len());
    let (up, side) = (part(step.forward, "n", "s"), part(step.right, "e", "w"));
    // The longer way first.
    let steps = if up.len() >= side.len() { [up, side] } else { [side, up] };
    steps.concat().join("+")
}
