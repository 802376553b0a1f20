//! What has become of each movement rule, for authors who want to know what an idea costs.

use std::fmt;

use tilegame_dsl::ir::KindId;

use super::engine::{Engine, Legality};
use super::shape;

/// What the engine has made of a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// Every movement rule of every kind.
    pub rules: Vec<RuleReport>,
    /// How it is found out whether a move is legal.
    pub legality: &'static str,
    /// The size of a position in bytes.
    pub position: usize,
    /// The size of the tables in bytes.
    pub tables: usize,
}

/// What has become of one movement rule.
#[derive(Clone, Debug)]
pub struct RuleReport {
    /// The kind it belongs to.
    pub kind: KindId,
    /// Its place among the kind's rules.
    pub rule: usize,
    /// Its shape; where it is not the same for all players, the slowest.
    pub shape: Shape,
}

/// The shape of a movement rule, the fastest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shape {
    /// All pieces of the kind go at once.
    Shift,
    /// Fixed targets.
    Leap,
    /// On until something is in the way.
    Line,
    /// By which of a few tiles are empty.
    Gathered,
    /// Only when there is a mark to go to.
    Mark,
    /// Tile by tile.
    Program,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Shift => "shift: all pieces of the kind at once",
            Shape::Leap => "leap: a set of targets for each tile",
            Shape::Line => "line: the first tile in the way, by bit arithmetic",
            Shape::Gathered => "look-up: by which of a few tiles are empty",
            Shape::Mark => "mark: a program, run only where there is a mark",
            Shape::Program => "program: asked tile by tile",
        })
    }
}

impl<const W: usize, const N: usize> Engine<W, N> {
    pub(super) fn report_of(&self) -> Report {
        let mut rules = Vec::new();
        for kind in 0..self.layout.kinds {
            for rule in 0..self.reference.rules.kinds[kind].rules.len() {
                let shapes = (0..self.sides.len()).map(|player| {
                    let mover = &self.sides[player].movers[kind];
                    let found = &self.shapes[player][kind][rule];
                    if found.is_onto {
                        Shape::Mark
                    } else if mover.odd.contains(&(rule as u16)) {
                        Shape::Program
                    } else if !mover.shifts.is_empty() {
                        Shape::Shift
                    } else {
                        shape::of_ways(found, self.layout.tiles)
                    }
                });
                let shape = shapes.max().unwrap_or(Shape::Program);
                rules.push(RuleReport { kind: KindId::new(kind), rule, shape });
            }
        }
        let legality = match self.legality {
            Legality::Free => "every move is legal",
            Legality::Guarded(_) => "checks and pins are seen without making moves",
            Legality::Sifted => "moves that touch tiles on which it depends are made and the position asked",
            Legality::Tested => "every move is made and the position asked",
        };
        let against: usize = self.sides.iter().map(|s| s.against.bytes()).sum();
        let tables = self.tables.iter().map(|t| t.bytes()).sum::<usize>() + against;
        Report { rules, legality, position: size_of::<super::state::State<W, N>>(), tables }
    }
}
