//! The plan of a game: its rules as tables and programs for boards of one size. Nothing here reads a position.

pub(crate) mod arrive;
pub(crate) mod attacks;
pub(crate) mod backward_fill;
pub(crate) mod blockers;
pub(crate) mod build;
pub(crate) mod bulk_step;
pub(crate) mod castling;
pub(crate) mod change;
pub(crate) mod classify;
pub(crate) mod cond;
pub(crate) mod counters;
pub(crate) mod ends;
pub(crate) mod facing;
pub(crate) mod history;
pub(crate) mod inverse_path;
pub(crate) mod layout;
pub(crate) mod legality;
pub(crate) mod limits;
pub(crate) mod lines;
pub(crate) mod links;
pub(crate) mod making;
pub(crate) mod movers;
pub(crate) mod normal;
pub(crate) mod past;
pub(crate) mod paths;
pub(crate) mod prefilter;
pub(crate) mod program;
pub(crate) mod quick_test;
pub(crate) mod report;
pub(crate) mod route;
pub(crate) mod rules;
pub(crate) mod shape;
pub(crate) mod spread;
pub(crate) mod table;
pub(crate) mod turn;
pub(crate) mod unroll;
pub(crate) mod walked;
pub(crate) mod ways;
pub(crate) mod window;

use std::sync::Arc;

use tilegame_dsl::ir::{Rules, Tile};

use crate::packed::set::Set;
use crate::plan::castling::CastlingPlan;
use crate::plan::cond::Cond;
use crate::plan::ends::Ends;
use crate::plan::layout::Layout;
use crate::plan::legality::Method;
use crate::plan::making::Making;
use crate::plan::movers::Movers;
use crate::plan::paths::Tests;
use crate::plan::program::Code;
use crate::plan::turn::Turn;
use crate::reference::engine::Reference;

/// A game for boards of at most `64 * W` tiles, with room for `N` sets in a state.
#[derive(Debug)]
pub(crate) struct Plan<const W: usize, const N: usize> {
    /// The game as it is played here: on a plane, in a window of it.
    pub(crate) reference: Arc<Reference>,
    /// The game as everybody else knows it.
    pub(crate) outer: Arc<Reference>,
    /// Which set and which number of a state is what.
    pub(crate) layout: Layout,
    /// Sets of tiles that are the same in every position.
    pub(crate) sets: Sets<W, N>,
    /// The programs of all rules and paths.
    pub(crate) code: Code,
    /// Tests, and the paths that they speak of.
    pub(crate) tests: Tests<W>,
    /// What pieces can do.
    pub(crate) movers: Movers<W>,
    /// What moves besides pieces, and what happens after a move.
    pub(crate) turn: Turn<W>,
    /// Which moves are legal.
    pub(crate) legality: Legality<W, N>,
    /// How moves are made.
    pub(crate) making: Making,
    /// When the game is over.
    pub(crate) ends: Ends<W>,
    /// Castling by the castling clause, if there is one.
    pub(crate) castling: Option<CastlingPlan>,
}

/// Sets of tiles that are the same in every position.
#[derive(Debug)]
pub(crate) struct Sets<const W: usize, const N: usize> {
    /// All tiles.
    pub(crate) board: Set<W>,
    /// For each region and player.
    pub(crate) regions: Vec<Vec<Set<W>>>,
    /// For every player and kind, which sets of a state its pieces are in: all tiles or none.
    pub(crate) stamps: Vec<[Set<W>; N]>,
}

impl<const W: usize, const N: usize> Sets<W, N> {
    /// The sets of a game.
    pub(crate) fn new(layout: &Layout, regions: Vec<Vec<Set<W>>>) -> Sets<W, N> {
        let mut stamps = Vec::new();
        for (owner, kind) in (0..layout.owners).flat_map(|o| (0..layout.kinds).map(move |k| (o, k))) {
            let mut stamp = [Set::EMPTY; N];
            layout.sets_of(kind, owner).for_each(|set| stamp[set] = !Set::EMPTY);
            stamps.push(stamp);
        }
        Sets { board: Set::first_tiles(layout.tiles), regions, stamps }
    }
}

/// The tiles of each region, for each player.
pub(crate) fn regions<const W: usize>(rules: &Rules) -> Vec<Vec<Set<W>>> {
    let of_player = |tiles: &Vec<Tile>| tiles.iter().map(|t| t.index()).collect::<Set<W>>();
    rules.regions.iter().map(|r| r.tiles.iter().map(of_player).collect()).collect()
}

/// Which moves are legal, and how that is found out.
#[derive(Debug)]
pub(crate) struct Legality<const W: usize, const N: usize> {
    /// What must hold after a move.
    pub(crate) test: Cond,
    pub(crate) method: Method<W>,
    /// It depends on what has been before which moves are legal.
    pub(crate) asks_for_past: bool,
    /// The same game where nobody asks whether a move leaves a reply, if anybody does but of a choice: replies are moves of this one.
    pub(crate) replies: Option<Box<Plan<W, N>>>,
}
