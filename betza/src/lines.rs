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
    pub path: Path,
    /// It captures the piece that left the mark `passant`.
    pub onto_mark: bool,
    /// When it can be made.
    pub when: When,
}

/// A path of the language, as far as Betza notation needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Path {
    /// A step or a leap: `ne`, `n+n+e`.
    Step(Vector),
    /// `p q`: one after the other.
    Then(Vec<Path>),
    /// `(p, q)`, `rot(p, q)`: one of them, perhaps turned.
    Either(Turns, Vec<Path>),
    /// `p*1..3`: so many times, without a limit if there is no second number.
    Times(Box<Path>, u8, Option<u8>),
    /// `p[enemy]`: what stands where it ends.
    Tested(Box<Path>, Stands),
    /// `p{take}`: what stands where it ends is captured.
    Taking(Box<Path>),
    /// `p{mark passant}`: it can be captured en passant where this ends.
    Marking(Box<Path>),
}

/// How a path is turned and reflected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// Not at all.
    None,
    /// `rot`
    Rotations,
    /// `mirror`
    Mirror,
    /// `sym`
    All,
}

/// What stands on a tile, as a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// `empty`
    Nothing,
    /// `piece`
    Piece,
    /// `friend`
    Friend,
    /// `enemy`
    Enemy,
    /// `empty or piece`
    Anything,
    /// `not royal`
    NotRoyal,
}

impl Path {
    fn tested(self, stands: Stands) -> Path {
        Path::Tested(Box::new(self), stands)
    }

    fn taking(self) -> Path {
        Path::Taking(Box::new(self))
    }

    fn times(self, (least, most): Times) -> Path {
        if (least, most) == ONCE { self } else { Path::Times(Box::new(self), least, most) }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Path], between: &str| {
            for (at, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if at > 0 { between } else { "" })?;
            }
            Ok(())
        };
        match self {
            Path::Step(step) => f.write_str(&step.directions().join("+")),
            Path::Then(parts) => list(f, parts, " "),
            Path::Either(turns, parts) => {
                f.write_str(match turns {
                    Turns::None => "(",
                    Turns::Rotations => "rot(",
                    Turns::Mirror => "mirror(",
                    Turns::All => "sym(",
                })?;
                list(f, parts, ", ")?;
                f.write_str(")")
            }
            Path::Times(path, 1, None) => write!(f, "{path}*inf"),
            Path::Times(path, least, None) => write!(f, "{path}*{least}.."),
            Path::Times(path, least, Some(most)) if least == most => write!(f, "{path}*{least}"),
            Path::Times(path, least, Some(most)) => write!(f, "{path}*{least}..{most}"),
            Path::Tested(path, stands) => {
                let test = match stands {
                    Stands::Nothing => "empty",
                    Stands::Piece => "piece",
                    Stands::Friend => "friend",
                    Stands::Enemy => "enemy",
                    Stands::Anything => "empty or piece",
                    Stands::NotRoyal => "not royal",
                };
                write!(f, "{path}[{test}]")
            }
            Path::Taking(path) => write!(f, "{path}{{take}}"),
            Path::Marking(path) => write!(f, "{path}{{mark passant}}"),
        }
    }
}

/// How often a part of a path is repeated: at least and at most.
type Times = (u8, Option<u8>);

const ONCE: Times = (1, Some(1));

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
            let mut add = |word, ways: Vec<Vec<Leg>>, end: End, onto_mark| {
                if !ways.is_empty() {
                    lines.push(Rule { word, path: path(&ways, end, trace), onto_mark, when });
                }
            };
            add("move", both.iter().map(|w| w.to_vec()).collect(), End::Any, false);
            add("quiet", only(&quiet), End::Any, false);
            add("capture", only(&captures), End::Any, false);
            let chosen = |keep: &dyn Fn(&Move) -> bool| -> Vec<Vec<Leg>> {
                of.iter().filter(|m| keep(m)).map(|m| m.legs.clone()).collect()
            };
            add("capture", chosen(&|m| m.mode == Mode::EnPassant), End::Any, true);
            add(
                "capture",
                chosen(&|m| m.mode == Mode::Capture && m.spares_royal),
                End::Tested(Stands::NotRoyal),
                false,
            );
            add("do", chosen(&|m| m.mode == Mode::OwnCapture), End::Taking, false);
            add(
                "do",
                chosen(&|m| special(m) && !m.stays() && m.mode == Mode::Quiet),
                End::Tested(Stands::Nothing),
                false,
            );
            add(
                "capture",
                chosen(&|m| special(m) && !m.stays() && m.mode == Mode::Capture && !m.spares_royal),
                End::Any,
                false,
            );
            let mut acts = chosen(&|m| special(m) && m.stays() && takes(m));
            acts.iter_mut().for_each(|way| _ = way.pop());
            add("act", acts, End::Any, false);
            add("do", chosen(&|m| special(m) && m.stays() && !takes(m)), End::Any, false);
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

/// What is asked of the last tile, and done there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Nothing but what the word of the line says.
    Any,
    Tested(Stands),
    /// A friend is captured there.
    Taking,
}

impl End {
    fn of(self, path: Path) -> Path {
        match self {
            End::Any => path,
            End::Tested(stands) => path.tested(stands),
            End::Taking => path.tested(Stands::Friend).taking(),
        }
    }
}

/// One way as a path.
pub(crate) fn path_of(way: &[Leg], trace: bool) -> Path {
    path(&[way.to_vec()], End::Any, trace)
}

/// Ways as one path. `end`: what is asked of the last tile.
fn path(ways: &[Vec<Leg>], end: End, trace: bool) -> Path {
    let mut shapes: Vec<(Vec<Leg>, Vec<Vec<Leg>>)> = Vec::new();
    for way in ways {
        let shape = Symmetry::ALL.iter().map(|s| by(way, *s)).max_by_key(|w| order(w)).unwrap_or_default();
        match shapes.iter_mut().find(|(known, _)| *known == shape) {
            Some((_, members)) => members.push(way.clone()),
            None => shapes.push((shape, vec![way.clone()])),
        }
    }
    shapes.sort_by_key(|(shape, _)| shape_order(shape));
    // Ways that are turned and repeated alike stand in one bracket.
    let mut brackets: Vec<(Turns, Times, Vec<Path>)> = Vec::new();
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
            let (turns, gone) = if every.len() > rotations.len() && inside(&every) {
                (Turns::All, every)
            } else if inside(&rotations) {
                (Turns::Rotations, rotations)
            } else if inside(&mirrored) {
                (Turns::Mirror, mirrored)
            } else {
                (Turns::None, vec![first.clone()])
            };
            let (way, times) = way_of(&first, end, trace);
            match brackets.iter_mut().find(|(t, n, _)| (*t, *n) == (turns, times)) {
                Some((.., ways)) => ways.push(way),
                None => brackets.push((turns, times, vec![way])),
            }
            open.retain(|w| !gone.contains(w));
        }
    }
    let alone = brackets.len() == 1;
    let mut parts = Vec::new();
    for (turns, times, mut ways) in brackets {
        match (turns, ways.len()) {
            (Turns::None, 1) => parts.extend(ways.pop().map(|way| way.times(times))),
            (Turns::None, _) if !alone && times == ONCE => parts.append(&mut ways),
            _ => parts.push(Path::Either(turns, ways).times(times)),
        }
    }
    if alone { parts.remove(0) } else { Path::Either(Turns::None, parts) }
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
fn way_of(way: &[Leg], end: End, trace: bool) -> (Path, Times) {
    if let ([leg], End::Any) = (way, end)
        && leg.on == On::Empty
        && let [step] = leg.steps[..]
    {
        return (Path::Step(step), (leg.least, leg.most));
    }
    let last = way.len().saturating_sub(1);
    let mut parts = Vec::new();
    for (at, leg) in way.iter().enumerate() {
        let mut steps: Vec<Path> = leg.steps.iter().copied().map(Path::Step).collect();
        let one = if steps.len() == 1 {
            steps.remove(0)
        } else {
            Path::Either(Turns::None, vec![Path::Then(steps)])
        };
        let ride = leg.steps.len() == 1 && leg.least == 1 && leg.most != Some(1);
        if at == last && ride && (at > 0 || end != End::Any) && (leg.most.is_none() || end != End::Any) {
            parts.push(one.clone().times((0, leg.most.map(|most| most - 1))));
            parts.push(end.of(one));
            continue;
        }
        let mut path = one.times((leg.least, leg.most));
        path = match leg.on {
            On::Empty => path,
            On::Piece => path.tested(Stands::Piece),
            On::Friend => path.tested(Stands::Friend),
            On::Any => path.tested(Stands::Anything),
            On::Enemy => path.tested(Stands::Enemy).taking(),
            On::OwnCapture => path.tested(Stands::Friend).taking(),
        };
        if trace && at < last {
            path = Path::Marking(Box::new(path));
        }
        parts.push(if at == last { end.of(path) } else { path });
    }
    (if parts.len() == 1 { parts.remove(0) } else { Path::Then(parts) }, ONCE)
}

impl Vector {
    /// The directions whose sum it is: `ne`, or `n`, `n` and `e`.
    pub fn directions(self) -> Vec<&'static str> {
        const NAMES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
        if let Some((eighth, steps)) = self.eighth() {
            return vec![NAMES[usize::from(eighth)]; usize::from(steps.unsigned_abs())];
        }
        let part = |length: i8, positive: &'static str, negative: &'static str| {
            vec![if length > 0 { positive } else { negative }; usize::from(length.unsigned_abs())]
        };
        debug_assert!(EIGHTHS.len() == NAMES.len());
        let (up, side) = (part(self.forward, "n", "s"), part(self.right, "e", "w"));
        // The longer way first.
        if up.len() >= side.len() { [up, side].concat() } else { [side, up].concat() }
    }
}
