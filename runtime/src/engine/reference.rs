//! The reference engine: evaluates the rules literally. It is the specification, and meant to be read.
//!
//! It is not meant to be fast: it makes every move to see whether it is legal, and walks every path tile by tile.

use std::cell::OnceCell;
use std::sync::Arc;

use smallvec::SmallVec;
use tilegame_dsl::ir::{Action, CounterId, EndId, EndResult, PlayerId, RegionId, Rules, SymId, Test, Tile};

use super::history::Memory;
use super::reach::Reach;
use super::view::View;
use crate::board::Board;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::set::TileSet;

/// The rules of a game with its board as a graph.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Board,
    /// For every region and player, its tiles.
    pub(super) regions: Vec<Vec<TileSet>>,
    pub(super) reach: Reach,
    /// There may be more or fewer tiles in one position than in another.
    pub(crate) tiles_change: bool,
    /// Where each counter's numbers stand in a position's list.
    counters: Vec<usize>,
    /// Something that happens after a move can make it illegal.
    pub(super) refuses: bool,
    /// Endings that can come about while there are legal moves.
    sudden: Vec<usize>,
    /// What must hold after a move asks for the position before it.
    pub(super) looks_back: bool,
    /// What has to be remembered of moves.
    pub(crate) memory: Memory,
}

impl Reference {
    pub(crate) fn new(rules: Arc<Rules>) -> Reference {
        let board = Board::new(&rules.board);
        let set = |tiles: &Vec<Tile>| {
            let mut set = TileSet::of(&board);
            set.extend(tiles.iter().copied());
            set
        };
        let regions = rules.regions.iter().map(|r| r.tiles.iter().map(set).collect()).collect();
        let mut next = 0;
        let mut counters = Vec::new();
        for counter in &rules.counters {
            counters.push(next);
            next += if counter.each { rules.players.len() } else { 1 };
        }
        let reach = Reach::new(&rules, &board);
        let sudden = (0..rules.ends.len()).filter(|i| !needs_stuck(&rules.ends[*i].when)).collect();
        let memory = Memory::new(&rules);
        let refuses = rules.turn.after.iter().any(|after| after.actions.contains(&Action::Illegal));
        let looks_back = looks_back(&rules.turn.legal);
        let tiles_change = rules.tiles_change();
        Reference {
            board,
            regions,
            reach,
            tiles_change,
            counters,
            refuses,
            sudden,
            looks_back,
            memory,
            rules,
        }
    }

    /// The values of all counters at the start.
    pub(crate) fn starting_counters(&self) -> SmallVec<[i64; 4]> {
        let values = |each: bool| if each { self.rules.players.len() } else { 1 };
        self.rules.counters.iter().flat_map(|c| std::iter::repeat_n(c.start, values(c.each))).collect()
    }

    /// Where a player's number of a counter stands in a position's list.
    pub(crate) fn counter_index(&self, counter: CounterId, player: PlayerId) -> usize {
        let each = self.rules.counters[counter.index()].each;
        self.counters[counter.index()] + if each { player.index() } else { 0 }
    }

    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.rules.players.len()).map(PlayerId::new)
    }

    pub(crate) fn to_move(&self, position: &Position) -> PlayerId {
        self.rules.turn.order[position.turn as usize]
    }

    /// How a player's directions are turned for a piece that sets out from a tile.
    pub(crate) fn frame(&self, player: PlayerId, from: Tile) -> SymId {
        self.rules.players[player.index()].frame.on(from)
    }

    pub(crate) fn on(&self, region: RegionId, player: PlayerId, tile: Tile) -> bool {
        self.regions[region.index()][player.index()].contains(tile)
    }
}

impl Reference {
    /// How the game has ended, if it has.
    pub(crate) fn outcome(&self, position: &Position) -> Option<Outcome> {
        let known = OnceCell::new();
        let me = self.to_move(position);
        let view = View { moves: Some(&known), ..View::new(position, me) };
        let number = self.rules.ends.iter().position(|end| self.holds(&view, Tile(0), &end.when))?;
        let winner = self.winner(self.rules.ends[number].result, me);
        Some(Outcome { end: EndId::new(number), winner })
    }

    /// Who wins by a result that is stated for `me`.
    pub(crate) fn winner(&self, result: EndResult, me: PlayerId) -> Option<PlayerId> {
        match result {
            EndResult::Win => Some(me),
            EndResult::Loss => Some(self.next_after(me)),
            EndResult::Draw => None,
            EndResult::Wins(player) => Some(player),
        }
    }

    pub(crate) fn is_over_before_moving(&self, position: &Position) -> bool {
        let known = OnceCell::new();
        let view = View { moves: Some(&known), ..View::new(position, self.to_move(position)) };
        self.sudden.iter().any(|i| self.holds(&view, Tile(0), &self.rules.ends[*i].when))
    }
}

/// Whether the test asks for the position before the move.
fn looks_back(test: &Test) -> bool {
    match test {
        Test::Before(_) => true,
        Test::Not(test) | Test::Some(test) => looks_back(test),
        Test::And(tests) | Test::Or(tests) => tests.iter().any(looks_back),
        Test::Compare(left, _, right) => left.tests().into_iter().chain(right.tests()).any(looks_back),
        _ => false,
    }
}

/// The test can only hold when there is no legal move.
fn needs_stuck(test: &Test) -> bool {
    match test {
        Test::Stuck => true,
        Test::And(tests) => tests.iter().any(needs_stuck),
        Test::Or(tests) => !tests.is_empty() && tests.iter().all(needs_stuck),
        _ => false,
    }
}
