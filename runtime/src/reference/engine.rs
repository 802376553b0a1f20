//! The reference engine: evaluates the rules literally. It is the specification, and meant to be read.
//!
//! It is not meant to be fast: it makes every move to see whether it is legal, and walks every path tile by tile.

use std::cell::OnceCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Action, After, CounterId, Effect, End, EndId, EndResult, KindId, Mode, PlayerId, Quantity, RegionId,
    Rules, Share, SymId, Test, Tile,
};

use crate::board::Board;
use crate::outcome::{Outcome, Scores};
use crate::reference::memory::{Memory, ToldBy};
use crate::reference::position::Position;
use crate::reference::reach::{Reach, takes_at_its_end};
use crate::reference::view::{Part, View};
use crate::set::TileSet;

/// The rules of a game with its board as a graph.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Board,
    /// For every region and player, its tiles.
    pub(super) regions: Vec<Vec<TileSet>>,
    reach: Reach,
    /// The same for the zones of pieces.
    zones: Reach,
    /// The same for rules that leave a mark on the way, wherever they end.
    marking: Reach,
    /// There may be more or fewer tiles in one position than in another.
    pub(crate) tiles_change: bool,
    /// Where each counter's numbers stand in a position's list.
    counters: Vec<usize>,
    /// Something that happens after a move can make it illegal.
    pub(crate) refuses: bool,
    /// Endings that can come about while there are legal moves.
    pub(crate) sudden: Vec<usize>,
    /// What must hold after a move asks for the position before it.
    pub(crate) looks_back: bool,
    /// So does what happens after a move.
    pub(super) follows_from_before: bool,
    /// It depends on earlier positions what is legal, or how a match ends.
    pub(crate) looks_far_back: bool,
    /// The same rules, but that nobody asks whether a move leaves a reply: by these it is found out. Only where somebody asks.
    pub(super) replies: Option<Arc<Reference>>,
    /// What has to be remembered of moves.
    pub(crate) memory: Memory,
    /// What tells moves apart that change the same.
    pub(crate) told: ToldBy,
    /// A turn can be more than one move.
    pub(crate) goes_on: bool,
    /// For every kind, the single pieces that can leave it.
    pub(super) parts: Vec<Vec<Part>>,
    /// For every side on which one castles, player and tile, where partners of a king there may stand: found when it is asked.
    pub(super) castling_tiles: OnceLock<Box<[OnceLock<Vec<Tile>>]>>,
    /// Some moves have been left out because there were too many.
    left_out: Arc<AtomicBool>,
}

impl Reference {
    pub(crate) fn new(rules: Arc<Rules>) -> Reference {
        let board = Board::new(&rules.board);
        Reference::of_board(board, rules)
    }

    /// The same game on so many files and ranks of its plane.
    pub(crate) fn windowed(&self, size: [u16; 2]) -> Reference {
        let window = Reference::of_board(self.board.windowed(size), Arc::clone(&self.rules));
        Reference { left_out: Arc::clone(&self.left_out), ..window }
    }

    fn of_board(board: Board, rules: Arc<Rules>) -> Reference {
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
        let memory = Memory::new(&rules);
        let attacks = |kind: usize, rule: usize| memory.rules[kind][rule].attacks;
        let covers = |kind: usize, rule: usize| rules.kinds[kind].rules[rule].mode == Mode::Cover;
        let marks = |kind: usize, rule: usize| {
            rules.kinds[kind].rules[rule].path.any_effect(&|effect| matches!(effect, Effect::Mark(_)))
        };
        let reach = Reach::new(&rules, &board, attacks, takes_at_its_end);
        let zones = Reach::new(&rules, &board, covers, takes_at_its_end);
        let marking = Reach::new(&rules, &board, marks, |_| true);
        let is_sudden = |end: &End| end.result.is_final() && !needs_stuck(&end.when);
        let sudden = (0..rules.ends.len()).filter(|i| is_sudden(&rules.ends[*i])).collect();
        let again = |after: &After| after.actions.iter().any(|a| matches!(a, Action::Again { .. }));
        let goes_on = rules.turn.after.iter().any(again);
        let refuses = rules.turn.after.iter().any(|after| after.actions.contains(&Action::Illegal));
        let asks = |quantity: &Quantity| matches!(quantity, Quantity::Repeated | Quantity::RepeatedBoard);
        let asks_board = |quantity: &Quantity| matches!(quantity, Quantity::RepeatedBoard);
        let looks_far_back = rules.turn.legal.any_number(&asks)
            || rules.adjudications.iter().any(|adjudication| adjudication.when.any_number(&asks_board));
        let asks_before = |test: &Test| matches!(test, Test::Before(_) | Test::Changed);
        let looks_back = rules.turn.legal.any(&asks_before);
        let follows_from_before = rules.turn.after.iter().any(|after| {
            after.guard.any(&asks_before) || after.actions.iter().any(|action| action.any_test(&asks_before))
        });
        let tiles_change = rules.tiles_change();
        let asks_for_reply = |test: &Test| matches!(test, Test::NoReply { .. });
        let replies = rules.any_test(&asks_for_reply).then(|| {
            let mut plain = Rules::clone(&rules);
            plain.each_test_mut(&mut |test| {
                test.each_part_mut(&mut |part| {
                    if asks_for_reply(part) {
                        *part = Test::False;
                    }
                });
            });
            Arc::new(Reference::new(Arc::new(plain)))
        });
        Reference {
            board,
            regions,
            reach,
            zones,
            marking,
            tiles_change,
            counters,
            refuses,
            sudden,
            looks_back,
            follows_from_before,
            looks_far_back,
            replies,
            told: ToldBy::new(&rules, &memory),
            memory,
            goes_on,
            parts: parts_that_leave(&rules),
            castling_tiles: OnceLock::new(),
            left_out: Arc::default(),
            rules,
        }
    }

    /// The same rules where nobody asks whether a move leaves a reply, if anybody does.
    pub(crate) fn replies_as_moves(&self) -> Option<Arc<Reference>> {
        self.replies.clone()
    }

    /// The values of all counters at the start.
    pub(crate) fn starting_counters(&self) -> SmallVec<[i64; 4]> {
        let mut counters = SmallVec::new();
        for counter in &self.rules.counters {
            let values = if counter.each { self.rules.players.len() } else { 1 };
            (0..values).for_each(|_| counters.push(counter.start));
        }
        counters
    }

    /// A board without pieces, at the start of the first player's turn.
    pub(crate) fn empty_position(&self) -> Position {
        let players = self.rules.players.len();
        let held = if self.rules.turn.hands { players * self.rules.kinds.len() } else { 0 };
        let nothing = Position::empty(&self.board, players, self.starting_counters(), self.tiles_change);
        Position { hands: SmallVec::from_elem(0, held), ..nothing }
    }

    /// Where the number of pieces of a kind in a player's hand stands in a position's list.
    pub(crate) fn hand_index(&self, player: PlayerId, kind: KindId) -> usize {
        player.index() * self.rules.kinds.len() + kind.index()
    }

    /// Where a player's number of a counter stands in a position's list.
    pub(crate) fn counter_index(&self, counter: CounterId, player: PlayerId) -> usize {
        let each = self.rules.counters[counter.index()].each;
        self.counters[counter.index()] + if each { player.index() } else { 0 }
    }

    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.rules.players.len()).map(PlayerId::new)
    }

    /// The tiles that are there, in rising order.
    pub(crate) fn tiles<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = Tile> + 'p {
        let changing = position.there().into_iter().flat_map(TileSet::iter);
        let all = position.there().is_none().then(|| self.board.tiles());
        changing.chain(all.into_iter().flatten())
    }

    pub(crate) fn to_move(&self, position: &Position) -> PlayerId {
        self.rules.turn.order[position.turn as usize]
    }

    /// How a player's directions are turned for a piece that sets out from a tile.
    pub(crate) fn frame(&self, player: PlayerId, from: Tile) -> SymId {
        self.rules.players[player.index()].frame.on(from)
    }

    /// Whether a piece of that kind and player on `from` could ever take something on `to`.
    #[inline]
    pub(crate) fn reaches(&self, player: PlayerId, kind: KindId, from: Tile, to: Tile) -> bool {
        self.reach_of(player, kind, from).is_none_or(|tiles| tiles.contains(to))
    }

    /// Where such a piece could ever take something; unknown on large boards.
    #[inline]
    pub(super) fn reach_of(&self, player: PlayerId, kind: KindId, from: Tile) -> Option<&TileSet> {
        self.reach.of((&self.rules, &self.board), player, kind, from)
    }

    /// Whether the zone of such a piece could ever cover `to`.
    #[inline]
    pub(crate) fn may_cover(&self, player: PlayerId, kind: KindId, from: Tile, to: Tile) -> bool {
        let zone = self.zones.of((&self.rules, &self.board), player, kind, from);
        zone.is_none_or(|tiles| tiles.contains(to))
    }

    /// Whether such a piece could ever leave a mark on its way from one tile to another.
    pub(crate) fn may_mark(&self, player: PlayerId, kind: KindId, from: Tile, to: Tile) -> bool {
        self.movers_of(kind).any(|kind| {
            let there = self.marking.of((&self.rules, &self.board), player, kind, from);
            there.is_none_or(|tiles| tiles.contains(to))
        })
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
        let mut ends = self.rules.ends.iter().enumerate().filter(|(_, end)| end.result.is_final());
        let (number, _) = ends.find(|(_, end)| self.holds(&view, Tile(0), &end.when))?;
        Some(self.outcome_by(position, EndId::new(number)))
    }

    /// How the game has ended by an ending that holds.
    pub(crate) fn outcome_by(&self, position: &Position, end: EndId) -> Outcome {
        let result = &self.rules.ends[end.index()].result;
        Outcome { end, scores: self.scores(position, result, self.to_move(position)) }
    }

    /// What each player gets by a result that is stated for `me`.
    pub(crate) fn scores(&self, position: &Position, result: &EndResult, me: PlayerId) -> Scores {
        let players = self.rules.players.len();
        let in_play = |p: &PlayerId| position.in_play(*p);
        match result {
            EndResult::Win => Scores::to_one(players, me),
            EndResult::Wins(who) => Scores::to_one(players, self.who(&View::new(position, me), *who)),
            EndResult::Loss => self.lost(position, me),
            EndResult::Shares(shares) => {
                let turn = self.rules.turn.order.iter().cycle().skip_while(|p| **p != me);
                let mut order: Vec<PlayerId> = turn.take(self.rules.turn.order.len()).copied().collect();
                order.extend(self.players());
                let mut rest = shares.iter();
                let mut given: Vec<Option<Share>> = vec![None; players];
                for player in order {
                    if given[player.index()].is_none() {
                        given[player.index()] = rest.next().copied();
                    }
                }
                Scores::new(given.into_iter().flatten())
            }
            EndResult::Draw | EndResult::Out | EndResult::Skip => {
                Scores::shared(players, &self.players().filter(in_play).collect::<Vec<_>>())
            }
        }
    }

    /// What each player gets if one has lost: the others in play share the point.
    pub(crate) fn lost(&self, position: &Position, loser: PlayerId) -> Scores {
        let others: Vec<PlayerId> = self.players().filter(|p| *p != loser && position.in_play(*p)).collect();
        Scores::shared(self.rules.players.len(), &others)
    }

    /// Notes that moves have been left out.
    pub(crate) fn leave_out(&self) {
        self.left_out.store(true, Ordering::Relaxed);
    }

    /// Whether moves have ever been left out of a position because there were too many.
    pub(crate) fn has_left_out(&self) -> bool {
        self.left_out.load(Ordering::Relaxed)
    }

    pub(crate) fn is_over_before_moving(&self, position: &Position) -> bool {
        let known = OnceCell::new();
        let view = View { moves: Some(&known), ..View::new(position, self.to_move(position)) };
        self.sudden.iter().any(|i| self.holds(&view, Tile(0), &self.rules.ends[*i].when))
    }
}

/// The test can only hold when there is no legal move.
fn needs_stuck(test: &Test) -> bool {
    fn needs(test: &Test, negated: bool) -> bool {
        match (test, negated) {
            (Test::Stuck, false) => true,
            (Test::Not(test), _) => needs(test, !negated),
            (Test::And(tests), false) | (Test::Or(tests), true) => tests.iter().any(|t| needs(t, negated)),
            (Test::Or(tests), false) | (Test::And(tests), true) => {
                !tests.is_empty() && tests.iter().all(|t| needs(t, negated))
            }
            _ => false,
        }
    }
    needs(test, false)
}

/// For every kind, the single pieces that can leave it; none of a piece that is no stack.
pub(super) fn parts_that_leave(rules: &Rules) -> Vec<Vec<Part>> {
    let of_kind = |k: usize| {
        let mut parts = rules.kinds[k].parts.clone();
        let stack = KindId::new(k);
        if parts.len() == 1 {
            return Vec::new();
        }
        parts.dedup();
        let leaving = |kind| Some(Part { kind, rest: Some(rules.rest(stack, kind)?), leaves: true });
        parts.into_iter().filter_map(leaving).collect()
    };
    (0..rules.kinds.len()).map(of_kind).collect()
}
