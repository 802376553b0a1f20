//! What has become of each movement rule, for authors who want to know what an idea costs.

use tilegame_dsl::ir::{BoardWork, KindId};

use crate::packed::state::State;
use crate::plan::cond::Cond;
use crate::plan::legality::Method;
use crate::plan::shape::Shape;
use crate::plan::{Plan, shape};

/// What the engine has made of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Every movement rule of every kind.
    pub rules: Vec<RuleReport>,
    /// The lines of the turn that make moves or happen after them, and all endings.
    pub lines: Vec<LineReport>,
    /// How it is found out whether a move is legal.
    pub legality: &'static str,
    /// The size of a position in bytes.
    pub position: usize,
    /// The size of the tables in bytes.
    pub tables: usize,
}

/// What has become of one movement rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleReport {
    /// The kind it belongs to.
    pub kind: KindId,
    /// Its place among the kind's rules.
    pub rule: usize,
    /// How its moves are found, in words; where that is not the same for all players, the slowest way.
    pub shape: &'static str,
    /// Why it is a program, if it is one.
    pub why: Option<&'static str>,
}

/// What has become of a line that is no movement rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineReport {
    /// The word at the head of its block.
    pub block: &'static str,
    /// The line as it was written; an ending by its name.
    pub line: String,
    /// What it costs, in words.
    pub cost: &'static str,
}

impl<const W: usize, const N: usize> Plan<W, N> {
    pub(crate) fn report_of(&self) -> Report {
        let mut rules = Vec::new();
        for kind in 0..self.layout.kinds {
            for rule in 0..self.reference.rules.kinds[kind].rules.len() {
                // In some phases it may lead nowhere.
                let leads = |seat: &usize| {
                    let found = &self.movers.shapes[*seat][kind][rule];
                    found.ways.as_ref().is_none_or(|ways| !ways.is_empty())
                };
                let found =
                    (0..self.movers.sides.len()).filter(leads).map(|seat| self.shape_of(seat, kind, rule));
                let (shape, why) = found.max_by_key(|(shape, _)| *shape).unwrap_or((Shape::Leap, None));
                rules.push(RuleReport { kind: KindId::new(kind), rule, shape: shape.told(), why });
            }
        }
        let legality = match self.legality.method {
            Method::Free => "every move is legal",
            Method::Connected(_) => "how the tiles hang together is seen once for all moves",
            Method::Pins(_) => "checks and pins are seen without making moves",
            Method::MakeAndTest { footprint: None, .. } => "every move is made and tested",
            Method::Incremental(_) | Method::MakeAndTest { .. } => {
                "moves that touch tiles on which it depends are made and tested"
            }
        };
        let against: usize = self.movers.sides.iter().map(|s| s.against.bytes()).sum();
        let tables = self.movers.tables.iter().map(|t| t.bytes()).sum::<usize>() + against;
        let position = size_of::<State<W, N>>();
        Report { rules, lines: self.lines(), legality, position, tables }
    }

    /// The shape of a rule for one seat, and why it is no better.
    fn shape_of(&self, seat: usize, kind: usize, rule: usize) -> (Shape, Option<&'static str>) {
        let mover = &self.movers.sides[seat].movers[kind];
        let found = &self.movers.shapes[seat][kind][rule];
        if found.is_onto {
            (Shape::Mark, None)
        } else if found.is_walked {
            (Shape::Walk, Some("it has too many paths, or asks for what only shows on the way"))
        } else if mover.odd.contains(&(rule as u16)) {
            let why = if found.is_marked {
                "some line uses its label"
            } else if found.takes_oddly {
                "it captures on its path"
            } else if found.ways.is_none() {
                "it tests more than empty tiles, or changes other pieces"
            } else if !found.is_plain {
                "it leaves marks, or changes numbers"
            } else {
                "too many tiles matter"
            };
            (Shape::Program, Some(why))
        } else if !mover.shifts.is_empty() {
            (Shape::Shift, None)
        } else {
            (shape::of_ways(found, self.layout.tiles), None)
        }
    }

    fn lines(&self) -> Vec<LineReport> {
        let rules = &self.reference.rules;
        let choices = rules.turn.choices.iter().zip(&self.turn.choices).map(|(line, choice)| {
            let cost = if choice.is_of_sets() {
                "set: all tiles at once"
            } else {
                "what it changes is worked out tile by tile"
            };
            LineReport { block: "turn", line: line.text.clone(), cost }
        });
        let tiles = rules.turn.board.iter().map(|line| {
            let cost = match line.work {
                BoardWork::Carry { .. } => "set: all places at once for a single tile",
                BoardWork::Vanish { .. } => "evaluated tile by tile",
            };
            LineReport { block: "turn", line: line.text.clone(), cost }
        });
        let after = rules.turn.after.iter().enumerate().map(|(number, line)| {
            let known = self.turn.after.iter().find(|after| after.number == number);
            let cost = match known.map(|after| (after.is_bookkeeping, after.guard == Cond::True)) {
                Some((true, _)) => "nothing: no test uses these numbers",
                Some((false, true)) => "done after each of these moves",
                Some((false, false)) => "evaluated after each of these moves",
                None => "evaluated where these are chosen",
            };
            LineReport { block: "turn", line: line.text.clone(), cost }
        });
        let ends = rules.ends.iter().enumerate().map(|(number, end)| {
            let cost = match self.ends.sudden.contains(&number) {
                false => "evaluated only if no move is possible",
                true if self.ends.all[number].0.is_whole() => "decided by a quick test in every position",
                true => "evaluated if a quick test does not decide",
            };
            LineReport { block: "end", line: end.name.clone(), cost }
        });
        choices.chain(tiles).chain(after).chain(ends).collect()
    }
}
