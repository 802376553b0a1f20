//! The reference engine: evaluates the rules literally. It is the specification, and meant to be read.
//!
//! It is not meant to be fast: it makes every move to see whether it is legal, and walks every path tile by tile.

use std::cell::OnceCell;
use std::sync::Arc;

use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Action, After, Castling, CastlingSide, CastlingWay, Comparison, CountOp, CounterId, DirId, Effect,
    EndResult, KindId, Mode, MoveRule, PlayerId, Promotion, Quantity, RegionId, Rules, SymId, Test, Tile,
    Trigger, When, Who,
};

use super::history::Memory;
use super::reach::Reach;
use super::view::View;
use super::walk::{Effects, State};
use crate::board::Board;
use crate::moves::{Change, Move, Operation, Origin};
use crate::outcome::Outcome;
use crate::position::{Deed, Left, Piece, Position};
use crate::set::TileSet;

/// The rules of a game with its board as a graph.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) rules: Arc<Rules>,
    pub(crate) board: Board,
    /// For every region and player, its tiles.
    regions: Vec<Vec<TileSet>>,
    reach: Reach,
    /// Where each counter's numbers stand in a position's list.
    counters: Vec<usize>,
    /// Endings that can come about while there are legal moves.
    sudden: Vec<usize>,
    /// What has to be remembered of moves.
    pub(crate) memory: Memory,
}

/// What a made move has changed, so that it can be taken back.
#[derive(Clone, Debug)]
pub struct Undo {
    tiles: SmallVec<[(Tile, Option<Piece>); 4]>,
    turn: u16,
    unmoved: TileSet,
    rights: TileSet,
    marks: SmallVec<[Left; 1]>,
    deeds: Vec<Deed>,
    counters: SmallVec<[i64; 4]>,
}

impl Reference {
    pub(crate) fn new(rules: Arc<Rules>) -> Reference {
        let board = Board::new(&rules.board);
        let set = |tiles: &Vec<Tile>| {
            let mut set = TileSet::new(board.len());
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
        Reference { board, regions, reach, counters, sudden, memory, rules }
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

    fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.rules.players.len()).map(PlayerId::new)
    }

    pub(crate) fn to_move(&self, position: &Position) -> PlayerId {
        self.rules.turn.order[position.turn as usize]
    }

    pub(crate) fn frame(&self, player: PlayerId) -> SymId {
        self.rules.players[player.index()].frame.sym
    }

    pub(crate) fn on(&self, region: RegionId, player: PlayerId, tile: Tile) -> bool {
        self.regions[region.index()][player.index()].contains(tile)
    }
}

/// Tests.
impl Reference {
    /// Whether a test holds at a tile; any tile will do for a test that is not about one.
    pub(crate) fn holds(&self, view: &View<'_>, here: Tile, test: &Test) -> bool {
        match test {
            Test::True => true,
            Test::False => false,
            Test::Not(test) => !self.holds(view, here, test),
            Test::And(tests) => tests.iter().all(|t| self.holds(view, here, t)),
            Test::Or(tests) => tests.iter().any(|t| self.holds(view, here, t)),

            Test::Empty => view.at(here).is_none(),
            Test::Occupied => view.at(here).is_some(),
            Test::Owner(who) => view.at(here).is_some_and(|p| is(*who, view.me, p.owner)),
            Test::Kind(kinds) => view.at(here).is_some_and(|p| kinds.contains(p.kind)),
            Test::On(region) => self.on(*region, view.me, here),
            Test::Attacked => {
                let me = view.at(here).map_or(view.me, |piece| piece.owner);
                self.attackers(&View { me, ..*view }, here, &mut |_| true)
            }
            Test::First => view.position.unmoved.contains(here),
            Test::MayCastle => view.position.rights.contains(here),
            Test::Did(when, label) => {
                let deed = Deed { tile: here, when: *when, label: *label };
                view.position.deeds.binary_search(&deed).is_ok()
            }
            Test::Asker(player) => view.me == *player,
            Test::Marked(mark) => {
                view.position.marks.iter().any(|l| l.mark == *mark && l.tile == here && l.owner != view.me)
            }
            Test::Sees(path) => {
                let start = State { tile: here, frame: self.frame(view.me), settled: true };
                self.walk(view, path, start, &mut Effects::new(), &mut |_, _| true)
            }

            Test::Some(test) => self.tiles_of_interest(view, test, &mut |tile| self.holds(view, tile, test)),
            Test::Stuck => self.with_legal_moves(view, |moves| moves.is_empty()),
            Test::ToMove(player) => self.to_move(view.position) == *player,
            Test::Can { mover, target } => self.with_legal_moves(view, |moves| {
                moves.iter().any(|m| self.holds(view, m.from, mover) && self.holds(view, m.to, target))
            }),
            Test::Compare(left, comparison, right) => {
                let (left, right) = (self.quantity(view, left), self.quantity(view, right));
                match comparison {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::AtMost => left <= right,
                    Comparison::More => left > right,
                    Comparison::AtLeast => left >= right,
                }
            }
        }
    }

    fn quantity(&self, view: &View<'_>, quantity: &Quantity) -> i64 {
        match quantity {
            Quantity::Number(n) => *n,
            Quantity::Repeated => i64::from(view.repeated),
            Quantity::Counter(counter, who) => {
                let of = match who {
                    Who::Friend => view.me,
                    Who::Player(player) => *player,
                    // With several enemies it is the next one in the order of turns.
                    Who::Enemy => self.next_after(view.me),
                };
                view.position.counters[self.counter_index(*counter, of)]
            }
            Quantity::Count(test) => {
                let mut n = 0;
                self.tiles_of_interest(view, test, &mut |tile| {
                    n += i64::from(self.holds(view, tile, test));
                    false
                });
                n
            }
        }
    }

    pub(crate) fn next_after(&self, player: PlayerId) -> PlayerId {
        let order = &self.rules.turn.order;
        let at = order.iter().position(|p| *p == player).unwrap_or(0);
        order.iter().cycle().skip(at + 1).find(|p| **p != player).copied().unwrap_or(player)
    }

    /// Calls `visit` on every tile where `test` could hold until it says `true`: only a player's pieces where the test asks
    /// for such a piece, else all tiles.
    fn tiles_of_interest(&self, view: &View<'_>, test: &Test, visit: &mut dyn FnMut(Tile) -> bool) -> bool {
        match owner_asked_for(test) {
            Some(who) => self
                .players()
                .filter(|p| is(who, view.me, *p))
                .any(|p| view.position.owned(p).iter().any(&mut *visit)),
            None => self.board.tiles().any(visit),
        }
    }

    fn with_legal_moves(&self, view: &View<'_>, ask: impl FnOnce(&[Move]) -> bool) -> bool {
        let moves = || self.playable(&mut view.position.clone());
        match view.moves {
            Some(known) => ask(known.get_or_init(moves)),
            None => ask(&moves()),
        }
    }

    /// Calls `found` with every piece that could take a piece of the asking player's on `tile`, until it says `true`.
    pub(crate) fn attackers(&self, view: &View<'_>, tile: Tile, found: &mut dyn FnMut(Tile) -> bool) -> bool {
        for player in self.players().filter(|p| *p != view.me) {
            for from in view.position.owned(player).iter() {
                let Some(piece) = view.position.piece(from) else { continue };
                if self.reach.contains(player, piece.kind, from, tile)
                    && !view.lifted.contains(&Some(from))
                    && self.threatens(&view.threatening(player, tile).lift(from), from, piece.kind, tile)
                    && found(from)
                {
                    return true;
                }
            }
        }
        false
    }

    fn threatens(&self, view: &View<'_>, from: Tile, kind: KindId, target: Tile) -> bool {
        let start = State { tile: from, frame: self.frame(view.me), settled: true };
        let rules = self.rules.kinds[kind.index()].rules.iter().zip(&self.memory.rules[kind.index()]);
        rules.filter(|(_, facts)| facts.takes).any(|(rule, _)| {
            let lands = matches!(rule.mode, Mode::Capture | Mode::Move);
            self.holds(view, from, &rule.guard)
                && self.walk(view, &rule.path, start, &mut Effects::new(), &mut |end, effects| {
                    lands && end.tile == target
                        || effects.iter().any(|(tile, effect)| *tile == target && *effect == Effect::Take)
                })
        })
    }
}

/// Moves.
impl Reference {
    /// The legal moves; none if the game is over.
    pub(crate) fn legal_moves(&self, position: &mut Position) -> Vec<Move> {
        if self.is_over_before_moving(position) { Vec::new() } else { self.playable(position) }
    }

    /// The number of legal moves.
    pub(crate) fn count_legal_moves(&self, position: &mut Position) -> usize {
        self.legal_moves(position).len()
    }

    /// The moves that the rules of moving allow, whether or not the game is over.
    fn playable(&self, position: &mut Position) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves(position);
        moves.retain(|m| self.is_legal(position, m));
        for sort in &self.rules.turn.prefer {
            if moves.iter().any(|m| self.triggers(*sort, m, position)) {
                moves.retain(|m| self.triggers(*sort, m, position));
                break;
            }
        }
        moves
    }

    /// Whether what must hold after a move holds.
    pub(crate) fn is_legal(&self, position: &mut Position, m: &Move) -> bool {
        if self.rules.turn.legal == Test::True {
            return true;
        }
        let mover = self.to_move(position);
        let undo = self.make(position, m);
        let legal = self.holds(&View::new(position, mover), m.to, &self.rules.turn.legal);
        self.unmake(position, undo);
        legal
    }

    /// The moves of all pieces of the player to move, before it is asked what they leave behind.
    pub(crate) fn pseudo_legal_moves(&self, position: &Position) -> Vec<Move> {
        let me = self.to_move(position);
        let mut moves = Vec::with_capacity(48);
        for from in position.owned(me).iter() {
            self.moves_from(position, me, from, &mut moves);
        }
        if let Some(castling) = &self.rules.castling {
            self.castling_moves(position, me, castling, &mut moves);
        }
        moves
    }

    pub(crate) fn moves_from(&self, position: &Position, me: PlayerId, from: Tile, moves: &mut Vec<Move>) {
        let Some(piece) = position.piece(from) else { return };
        let view = View::new(position, me).lift(from);
        let start = State { tile: from, frame: self.frame(me), settled: true };
        let kind = &self.rules.kinds[piece.kind.index()];
        let first = moves.len();
        for (number, rule) in kind.rules.iter().enumerate() {
            if !self.holds(&view, from, &rule.guard) {
                continue;
            }
            let origin = match self.memory.rules[piece.kind.index()][number].side {
                Some(side) => Origin::Castling { kind: piece.kind, side },
                None => Origin::Rule { kind: piece.kind, rule: number as u16, label: rule.label },
            };
            self.walk(&view, &rule.path, start, &mut Effects::new(), &mut |end, effects| {
                if let Some(m) = self.landing(&view, rule, origin, from, end.tile, effects) {
                    self.add_with_promotions(me, kind.promotion.as_ref(), m, moves, first);
                }
                false
            });
        }
    }

    /// The move that ends here, if what stands here is right for it.
    pub(super) fn landing(
        &self,
        view: &View<'_>,
        rule: &MoveRule,
        origin: Origin,
        from: Tile,
        to: Tile,
        effects: &Effects,
    ) -> Option<Move> {
        // A piece that goes away at once with the mover leaves its tile free.
        let there = view.at(to).filter(|_| !is_shifted(effects, to));
        let enemy = there.is_some_and(|p| p.owner != view.me);
        let taken_on_the_way = |tile| effects.iter().any(|(t, e)| *t == tile && *e == Effect::Take);
        let takes = match (rule.mode, rule.onto) {
            (Mode::Capture, Some(mark)) => {
                let left = view
                    .position
                    .marks
                    .iter()
                    .find(|l| l.mark == mark && l.tile == to && l.owner != view.me && there.is_none())?;
                Some(left.maker)
            }
            (Mode::Quiet, _) if there.is_none() => None,
            (Mode::Capture | Mode::Move, _) if enemy => Some(to),
            (Mode::Move, _) if there.is_none() => None,
            (Mode::Do, _) if there.is_none() || taken_on_the_way(to) => None,
            _ => return None,
        };
        let mut changes: SmallVec<[Change; 3]> = SmallVec::new();
        for (tile, effect) in effects.iter() {
            let change = self.change(view.me, *tile, effect)?;
            if let Change::Shift { to: goal, .. } = change {
                let free = view.at(goal).is_none() || is_shifted(effects, goal);
                let others = changes.iter().any(|c| matches!(c, Change::Shift { to, .. } if *to == goal));
                if !free || others || goal == to {
                    return None;
                }
            }
            changes.push(change);
        }
        changes.extend(takes.map(Change::Take));
        if to != from {
            changes.push(Change::Go { from, to });
        }
        if let (Origin::Castling { .. }, [Change::Shift { from: there, to: goal }, Change::Go { .. }]) =
            (origin, changes.as_slice())
        {
            let partner = (*there, *goal);
            changes = SmallVec::from_slice(&[Change::Castle { king: (from, to), partner }]);
        }
        let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
        (!changes.is_empty()).then_some(Move { from, to, promotion: None, captures, origin, changes })
    }

    fn add_with_promotions(
        &self,
        me: PlayerId,
        promotion: Option<&Promotion>,
        m: Move,
        moves: &mut Vec<Move>,
        first: usize,
    ) {
        let mut add = |m: Move| {
            if !moves[first..].contains(&m) {
                moves.push(m);
            }
        };
        let Some(promotion) = promotion.filter(|p| self.on(p.on, me, m.to)) else { return add(m) };
        for kind in &promotion.to {
            let mut promoted = m.clone();
            promoted.promotion = Some(*kind);
            promoted.changes.push(Change::Become { tile: m.to, kind: *kind });
            add(promoted);
        }
        if promotion.optional {
            add(m);
        }
    }

    fn castling_moves(&self, position: &Position, me: PlayerId, castling: &Castling, moves: &mut Vec<Move>) {
        let may = |tile: &Tile, kind: KindId| {
            position.rights.contains(*tile) && position.piece(*tile).is_some_and(|p| p.kind == kind)
        };
        for king in position.owned(me).iter().filter(|t| may(t, castling.king)) {
            for (number, side) in castling.sides.iter().enumerate() {
                let CastlingWay::Line { direction, .. } = side.way else { continue };
                let ray = self.ray(king, me, direction);
                let Some(partner) = ray
                    .into_iter()
                    .find(|t| may(t, castling.partner) && position.piece(*t).is_some_and(|p| p.owner == me))
                else {
                    continue;
                };
                moves.extend(self.castle(position, me, castling, (number, side), king, partner));
            }
        }
    }

    /// The ways of the two to where castling to a side takes them, both ends included, if there are such.
    pub(crate) fn castling_ways(
        &self,
        side: &CastlingSide,
        me: PlayerId,
        king: Tile,
        partner: Tile,
    ) -> Option<[Vec<Tile>; 2]> {
        let CastlingWay::Line { direction, king_to, partner_to } = &side.way else { return None };
        let kings = self.line(king, king_to[me.index()], me, *direction)?;
        Some([kings, self.line(partner, partner_to[me.index()], me, *direction)?])
    }

    /// The tiles on which a partner may stand with which a king could castle to a side, if it ever can; nearest first.
    pub(crate) fn castling_tiles(&self, side: &CastlingSide, me: PlayerId, king: Tile) -> Vec<Tile> {
        match &side.way {
            CastlingWay::Line { direction, .. } => {
                let mut ray = self.ray(king, me, *direction);
                ray.retain(|partner| self.castling_ways(side, me, king, *partner).is_some());
                ray
            }
            CastlingWay::Rule { partner, .. } => self.sum(king, me, partner).into_iter().collect(),
        }
    }

    /// Where a sum of directions leads, as a player sees the board.
    fn sum(&self, from: Tile, player: PlayerId, directions: &[DirId]) -> Option<Tile> {
        self.board.leap(from, self.frame(player), directions).first().map(|(tile, _)| *tile)
    }

    fn castle(
        &self,
        position: &Position,
        me: PlayerId,
        castling: &Castling,
        (number, side): (usize, &CastlingSide),
        king: Tile,
        partner: Tile,
    ) -> Option<Move> {
        let [kings_way, partners_way] = self.castling_ways(side, me, king, partner)?;
        let (king_to, partner_to) = (*kings_way.last()?, *partners_way.last()?);
        let free = |t: &Tile| *t == king || *t == partner || position.piece(*t).is_none();
        if !kings_way.iter().chain(&partners_way).all(free) {
            return None;
        }
        // The tile it reaches is judged like that of any other move: by what must hold afterwards.
        let view = View::new(position, me).lift(king);
        let crossed = kings_way.iter().enumerate().filter(|(i, t)| *i == 0 || **t != king_to);
        if !crossed.map(|(_, t)| *t).all(|t| self.holds(&view, t, &castling.safe)) {
            return None;
        }
        Some(Move {
            from: king,
            to: king_to,
            promotion: None,
            captures: false,
            origin: Origin::Castling { kind: castling.king, side: number as u8 },
            changes: SmallVec::from_slice(&[Change::Castle {
                king: (king, king_to),
                partner: (partner, partner_to),
            }]),
        })
    }

    /// The tiles of a straight line in one direction, nearest first.
    pub(crate) fn ray(&self, from: Tile, player: PlayerId, direction: tilegame_dsl::ir::DirId) -> Vec<Tile> {
        let mut ray = Vec::new();
        let mut at = (from, self.frame(player));
        while let Some(next) = self.board.step(at.0, at.1, direction).next() {
            if next.0 == from || ray.contains(&next.0) {
                break;
            }
            ray.push(next.0);
            at = next;
        }
        ray
    }

    /// The tiles from one to another along the castling line, both ends included.
    pub(crate) fn line(&self, from: Tile, to: Tile, player: PlayerId, direction: DirId) -> Option<Vec<Tile>> {
        if from == to {
            return Some(vec![from]);
        }
        let back = self.rules.board.directions[direction.index()].opposite;
        [Some(direction), back].into_iter().flatten().find_map(|direction| {
            let mut line = vec![from];
            line.extend(self.ray(from, player, direction));
            let end = line.iter().position(|t| *t == to)?;
            line.truncate(end + 1);
            Some(line)
        })
    }
}

/// Making moves.
impl Reference {
    /// Plays a move: makes it and drops marks that nobody can use.
    pub(crate) fn play(&self, position: &mut Position, m: &Move) -> Undo {
        let undo = self.make(position, m);
        self.drop_what_is_useless(position);
        undo
    }

    /// Makes a move with everything that happens after it, and passes the turn on.
    pub(crate) fn make(&self, position: &mut Position, m: &Move) -> Undo {
        let me = self.to_move(position);
        let mut undo = Undo {
            tiles: SmallVec::new(),
            turn: position.turn,
            unmoved: position.unmoved.clone(),
            rights: position.rights.clone(),
            marks: position.marks.clone(),
            deeds: position.deeds.clone(),
            counters: position.counters.clone(),
        };
        let known = self.memory.is_needed.then(|| self.known_as(position, me, m));
        if m.changes.iter().any(|c| matches!(c, Change::Shift { .. })) {
            self.apply_at_once(position, me, m, &mut undo);
        } else {
            for change in &m.changes {
                self.apply(position, me, m.to, *change, &mut undo);
            }
        }
        if let Some(labels) = known {
            self.remember(position, m, &labels);
        }
        for after in &self.rules.turn.after {
            if after.triggers.iter().any(|t| self.is_triggered(*t, m, me)) {
                self.apply_after(position, me, m, after, &mut undo);
            }
        }
        self.tidy_rights(position, &undo);
        position.turn = (position.turn + 1) % self.rules.turn.order.len() as u16;
        let next = self.to_move(position);
        position.marks.retain(|l| l.owner != next);
        undo
    }

    /// Takes back what `undo` tells.
    pub(crate) fn unmake(&self, position: &mut Position, undo: Undo) {
        for (tile, piece) in undo.tiles.into_iter().rev() {
            position.set(tile, piece);
        }
        position.turn = undo.turn;
        position.unmoved = undo.unmoved;
        position.rights = undo.rights;
        position.marks = undo.marks;
        position.deeds = undo.deeds;
        position.counters = undo.counters;
    }

    fn apply_after(&self, position: &mut Position, me: PlayerId, m: &Move, after: &After, undo: &mut Undo) {
        if !self.holds(&View::new(position, me), m.to, &after.guard) {
            return;
        }
        // All actions of one line read the position as it was before the first of them.
        let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
        for action in &after.actions {
            match action {
                Action::Here(effect) => changes.extend(self.change(me, m.to, effect)),
                Action::Each(path) => {
                    let view = View::new(position, me);
                    let start = State { tile: m.to, frame: self.frame(me), settled: true };
                    self.walk(&view, path, start, &mut Effects::new(), &mut |_, effects| {
                        changes.extend(effects.iter().filter_map(|(tile, e)| self.change(me, *tile, e)));
                        false
                    });
                }
            }
        }
        for change in changes {
            self.apply(position, me, m.to, change, undo);
        }
    }

    fn apply(&self, position: &mut Position, me: PlayerId, maker: Tile, change: Change, undo: &mut Undo) {
        match change {
            Change::Take(tile) => self.put(position, tile, None, undo),
            Change::Go { from, to } => {
                let lifted = self.lift(position, from, undo);
                self.land(position, to, lifted, undo);
            }
            Change::Shift { from, to } => {
                // After a move, what is in the way keeps the piece where it is.
                if position.piece(to).is_none() {
                    let lifted = self.lift(position, from, undo);
                    self.land(position, to, lifted, undo);
                }
            }
            Change::Castle { king, partner } => {
                let a = self.lift(position, king.0, undo);
                let b = self.lift(position, partner.0, undo);
                self.land(position, king.1, a, undo);
                self.land(position, partner.1, b, undo);
            }
            Change::Become { tile, kind } => {
                if let (Some(piece), deeds) = self.lift(position, tile, undo) {
                    self.land(position, tile, (Some(Piece { kind, ..piece }), deeds), undo);
                }
            }
            Change::Mark { mark, tile } => {
                let left = Left { mark, tile, maker, owner: me };
                if let Err(at) = position.marks.binary_search(&left) {
                    position.marks.insert(at, left);
                }
            }
            Change::Count { counter, op, amount } => {
                let number = &mut position.counters[self.counter_index(counter, me)];
                *number = match op {
                    Operation::Add => number.saturating_add(amount),
                    Operation::Subtract => number.saturating_sub(amount),
                    Operation::Set => amount,
                };
            }
        }
    }

    /// Makes a move in which several pieces go: all are lifted before the first is put down.
    fn apply_at_once(&self, position: &mut Position, me: PlayerId, m: &Move, undo: &mut Undo) {
        let takes = |c: &&Change| matches!(c, Change::Take(_));
        for change in m.changes.iter().filter(takes) {
            self.apply(position, me, m.to, *change, undo);
        }
        let mut lifted: SmallVec<[(Tile, Lifted); 2]> = SmallVec::new();
        for change in &m.changes {
            if let Change::Go { from, to } | Change::Shift { from, to } = *change {
                lifted.push((to, self.lift(position, from, undo)));
            }
        }
        for (to, piece) in lifted {
            self.land(position, to, piece, undo);
        }
        let goes = |c: &Change| matches!(c, Change::Take(_) | Change::Go { .. } | Change::Shift { .. });
        for change in m.changes.iter().filter(|c| !goes(c)) {
            self.apply(position, me, m.to, *change, undo);
        }
    }

    fn lift(&self, position: &mut Position, tile: Tile, undo: &mut Undo) -> Lifted {
        let deeds = position.deeds.iter().filter(|d| d.tile == tile).copied().collect();
        let piece = position.piece(tile);
        self.put(position, tile, None, undo);
        (piece, deeds)
    }

    fn land(&self, position: &mut Position, tile: Tile, (piece, deeds): Lifted, undo: &mut Undo) {
        self.put(position, tile, piece, undo);
        if !deeds.is_empty() {
            position.deeds.extend(deeds.into_iter().map(|d| Deed { tile, ..d }));
            position.deeds.sort();
        }
    }

    /// Changes what stands on a tile; whatever was known of its former piece (unmoved, may castle, left a mark) is gone.
    fn put(&self, position: &mut Position, tile: Tile, piece: Option<Piece>, undo: &mut Undo) {
        undo.tiles.push((tile, position.piece(tile)));
        position.set(tile, piece);
        position.unmoved.remove(tile);
        position.rights.remove(tile);
        if piece.is_none() && !position.marks.is_empty() {
            position.marks.retain(|l| l.maker != tile);
        }
        if !position.deeds.is_empty() {
            position.deeds.retain(|d| d.tile != tile);
        }
    }

    /// A piece without a partner can't castle, nor can a partner without such a piece.
    fn tidy_rights(&self, position: &mut Position, undo: &Undo) {
        let Some(castling) = &self.rules.castling else { return };
        if position.rights == undo.rights {
            return;
        }
        self.drop_lonely_rights(position, castling);
    }

    pub(crate) fn drop_lonely_rights(&self, position: &mut Position, castling: &Castling) {
        for player in self.players() {
            let holders: SmallVec<[Tile; 4]> =
                position.owned(player).iter().filter(|t| position.rights.contains(*t)).collect();
            let any = |kind| holders.iter().any(|t| position.piece(*t).is_some_and(|p| p.kind == kind));
            if !(any(castling.king) && any(castling.partner)) {
                for tile in holders {
                    position.rights.remove(tile);
                }
            }
        }
    }

    /// A mark that nobody can use is not left, nor is a last move remembered that nobody can make use of: so positions
    /// which allow the same moves are equal. Who comes last before the maker's own turn decides.
    pub(crate) fn drop_what_is_useless(&self, position: &mut Position) {
        let order = &self.rules.turn.order;
        let after_next = order[(position.turn as usize + 1) % order.len()];
        let has_mark = position.marks.iter().any(|l| l.owner == after_next);
        let has_deed = self.memory.forgets && position.deeds.iter().any(|d| d.when == When::Just);
        if !has_mark && !has_deed {
            return;
        }
        let me = self.to_move(position);
        let mut moves = Vec::new();
        for from in position.owned(me).iter() {
            let uses = |p: Piece| self.memory.rules[p.kind.index()].iter().any(|r| r.onto || r.just);
            if position.piece(from).is_some_and(uses) {
                self.moves_from(position, me, from, &mut moves);
            }
        }
        let mut probe = position.clone();
        moves.retain(|m| {
            self.facts(m).is_some_and(|facts| facts.onto || facts.just) && self.is_legal(&mut probe, m)
        });
        let just = |m: &Move| self.facts(m).is_some_and(|facts| facts.just);
        let uses = |m: &Move, l: &Left| {
            if just(m) { m.changes.contains(&Change::Take(l.maker)) } else { m.to == l.tile }
        };
        position.marks.retain(|l| l.owner != after_next || moves.iter().any(|m| uses(m, l)));
        if has_deed && !moves.iter().any(just) {
            position.deeds.retain(|d| d.when != When::Just);
        }
    }

    fn facts(&self, m: &Move) -> Option<&super::history::Facts> {
        match m.origin {
            Origin::Rule { kind, rule, .. } => self.memory.rules[kind.index()].get(rule as usize),
            Origin::Castling { .. } => None,
        }
    }

    /// What an effect on a tile changes; nothing if it would lead off the board.
    fn change(&self, me: PlayerId, tile: Tile, effect: &Effect) -> Option<Change> {
        Some(match effect {
            Effect::Take => Change::Take(tile),
            Effect::Mark(mark) => Change::Mark { mark: *mark, tile },
            Effect::Become(kind) => Change::Become { tile, kind: *kind },
            Effect::Shift(directions) => Change::Shift { from: tile, to: self.sum(tile, me, directions)? },
            Effect::Count { counter, op, amount } => {
                Change::Count { counter: *counter, op: op_of(*op), amount: *amount }
            }
        })
    }

    pub(crate) fn triggers(&self, trigger: Trigger, m: &Move, position: &Position) -> bool {
        self.is_triggered(trigger, m, self.to_move(position))
    }

    fn is_triggered(&self, trigger: Trigger, m: &Move, mover: PlayerId) -> bool {
        match trigger {
            Trigger::Move => true,
            Trigger::Capture => m.captures,
            Trigger::Kind(kind) => m.kind() == kind,
            Trigger::Label(label) => matches!(m.origin, Origin::Rule { label: l, .. } if l == Some(label)),
            Trigger::Castling => m.castling_side().is_some(),
            Trigger::Player(player) => mover == player,
        }
    }
}

/// Endings.
impl Reference {
    /// How the game has ended, if it has.
    pub(crate) fn outcome(&self, position: &Position) -> Option<Outcome> {
        let known = OnceCell::new();
        let me = self.to_move(position);
        let view = View { moves: Some(&known), ..View::new(position, me) };
        let number = self.rules.ends.iter().position(|end| self.holds(&view, Tile(0), &end.when))?;
        let winner = self.winner(self.rules.ends[number].result, me);
        Some(Outcome { end: tilegame_dsl::ir::EndId::new(number), winner })
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

fn is(who: Who, me: PlayerId, owner: PlayerId) -> bool {
    match who {
        Who::Friend => owner == me,
        Who::Enemy => owner != me,
        Who::Player(player) => owner == player,
    }
}

/// A piece in the hand and what it has done.
type Lifted = (Option<Piece>, Vec<Deed>);

/// Whether the piece on the tile goes away with the mover.
fn is_shifted(effects: &Effects, tile: Tile) -> bool {
    effects.iter().any(|(t, e)| *t == tile && matches!(e, Effect::Shift(_)))
}

fn op_of(op: CountOp) -> Operation {
    op.into()
}

/// The owner that a test demands of the piece on its tile, if it is plain to see.
fn owner_asked_for(test: &Test) -> Option<Who> {
    match test {
        Test::Owner(who) => Some(*who),
        Test::And(tests) => tests.iter().find_map(owner_asked_for),
        _ => None,
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
