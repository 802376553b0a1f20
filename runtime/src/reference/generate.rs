//! Generating moves: what the paths of all pieces allow, and what of it is legal.

use std::collections::HashSet;

use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};
use tilegame_dsl::ir::{
    Action, Choice, Effect, KindId, Mode, MoveRule, Only, PlayerId, Preference, Promotion, Test, Tile,
};

use super::engine::Reference;
use super::view::View;
use super::walk::Effects;
use crate::moves::{Change, Move, Origin, Tag, sort_taken};
use crate::reference::position::{Piece, Position};

/// No position of a game that is meant to be played has more moves than this: further ones are left out, and it is [noted](crate::Game::has_left_out).
pub const MOST_MOVES: usize = 1 << 18;

/// How preferences place a move, line by line: the least goes first.
pub(crate) type Ranks = SmallVec<[i64; 2]>;

/// How many moves may yet be tried to find those of one position that go before others.
pub(crate) struct Tries(usize);

impl Tries {
    /// As many as one position may have moves.
    pub(crate) fn all() -> Tries {
        Tries(MOST_MOVES)
    }

    /// Takes one of them, if one is left.
    pub(crate) fn one_more(&mut self) -> bool {
        let left = self.0.checked_sub(1);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

impl Reference {
    /// The legal moves; none if the game is over.
    pub(crate) fn legal_moves(&self, position: &mut Position) -> Vec<Move> {
        if self.is_over_before_moving(position) { Vec::new() } else { self.playable(position) }
    }

    /// The number of legal moves.
    pub(crate) fn count_legal_moves(&self, position: &mut Position) -> usize {
        self.legal_moves(position).len()
    }

    /// The legal moves of pieces.
    pub(crate) fn legal_piece_moves(&self, position: &mut Position) -> Vec<Move> {
        if self.rules.turn.board.is_empty() || !self.rules.turn.prefer.is_empty() {
            let mut moves = self.legal_moves(position);
            moves.retain(|m| m.board_line().is_none());
            return moves;
        }
        if self.is_over_before_moving(position) {
            return Vec::new();
        }
        let mut moves = self.pseudo_legal_piece_moves(position);
        moves.retain(|m| self.is_legal(position, m));
        moves
    }

    /// The moves that the rules of moving allow, whether or not the game is over.
    pub(super) fn playable(&self, position: &mut Position) -> Vec<Move> {
        self.preferred(position, &mut Tries::all()).0
    }

    /// Moves that go before all others, and how the preferences place them. So many steps may be tried to find them.
    fn preferred(&self, position: &mut Position, tries: &mut Tries) -> (Vec<Move>, Ranks) {
        let mut moves = self.pseudo_legal_moves(position);
        moves.retain(|m| self.is_legal(position, m));
        let mut first = Ranks::new();
        if !self.rules.turn.prefer.is_empty() {
            let ranks: Vec<Ranks> = moves.iter().map(|m| self.ranks(position, m, tries)).collect();
            first = ranks.iter().min().cloned().unwrap_or_default();
            let mut ranks = ranks.iter();
            moves.retain(|_| ranks.next() == Some(&first));
        }
        self.merge_chosen(&mut moves);
        (moves, first)
    }

    /// Whether the preferences place a legal move that need not be listed no worse than those that are.
    pub(super) fn is_as_good_as_listed(&self, position: &mut Position, m: &Move) -> bool {
        if self.rules.turn.prefer.is_empty() {
            return true;
        }
        let mut tries = Tries::all();
        let (listed, first) = self.preferred(position, &mut tries);
        listed.is_empty() || self.ranks(position, m, &mut tries) <= first
    }

    /// How the preferences place a move.
    fn ranks(&self, position: &Position, m: &Move, tries: &mut Tries) -> Ranks {
        let lines = &self.rules.turn.prefer;
        let compares = lines.iter().any(|line| line.quantity().is_some());
        let behind = if compares { self.ranks_behind(position, m, tries) } else { smallvec![0; lines.len()] };
        let rank = |(line, behind): (&Preference, i64)| match line {
            Preference::Sorts(sorts) => {
                let first = sorts.iter().position(|sort| self.triggers(*sort, m, position));
                first.unwrap_or(sorts.len()) as i64
            }
            Preference::Number(..) => behind,
        };
        lines.iter().zip(behind).map(rank).collect()
    }

    /// How a move is placed by the numbers in the position to which the turn leads that goes on with it, asked for the player
    /// who makes it. Nobody has left the game yet by what has happened in the turn.
    fn ranks_behind(&self, position: &Position, m: &Move, tries: &mut Tries) -> Ranks {
        let me = self.to_move(position);
        let mut next = position.clone();
        let goes_on = self.make(&mut next, m).goes_on();
        if !tries.one_more() {
            self.leave_out();
        } else if goes_on {
            let (moves, ranks) = self.preferred(&mut next, tries);
            if !moves.is_empty() {
                return ranks;
            }
        }
        let view = View::new(&next, me);
        let rank = |line: &Preference| match line {
            Preference::Sorts(_) => 0,
            Preference::Number(extreme, number) => extreme.rank(self.quantity(&view, Tile(0), number)),
        };
        self.rules.turn.prefer.iter().map(rank).collect()
    }

    /// What only says which moves may be chosen tells moves apart no longer, once that is settled.
    pub(crate) fn merge_chosen(&self, moves: &mut Vec<Move>) {
        if !self.told.any_until_chosen() || moves.iter().all(|m| m.tag == self.lasting_tag(m.origin)) {
            return;
        }
        for m in moves.iter_mut() {
            m.tag = self.lasting_tag(m.origin);
        }
        let mut seen = HashSet::new();
        moves.retain(|m| seen.insert(m.clone()));
    }

    /// Whether no move is playable.
    pub(super) fn is_stuck(&self, position: &Position) -> bool {
        let me = self.to_move(position);
        let mut probe = position.clone();
        let mut moves = Vec::new();
        let mut none_is_legal =
            |moves: &mut Vec<Move>| !moves.drain(..).any(|m| self.is_legal(&mut probe, &m));
        // The first legal move is enough: where the board can change there may be very many.
        let of_pieces = position.owned(me).iter().all(|from| {
            self.moves_from(position, me, from, &mut moves);
            none_is_legal(&mut moves)
        });
        of_pieces && {
            self.moves_by_no_rule_of_a_piece(position, me, &mut moves);
            none_is_legal(&mut moves) && {
                self.board_moves(position, me, &mut moves);
                none_is_legal(&mut moves)
            }
        }
    }

    /// Whether what must hold after a move holds.
    pub(crate) fn is_legal(&self, position: &mut Position, m: &Move) -> bool {
        if self.forbidden_now(position, m).is_some() {
            return false;
        }
        if self.rules.turn.legal == Test::True && !self.refuses {
            return true;
        }
        let mover = self.to_move(position);
        let before = self.looks_back.then(|| position.clone());
        let undo = self.make(position, m);
        let view = View { before: before.as_ref(), ..View::new(position, mover) };
        let legal = undo.refused_by().is_none() && self.holds(&view, m.to, &self.rules.turn.legal);
        self.unmake(position, undo);
        legal
    }

    /// The line by which in this phase only other moves can be made.
    pub(crate) fn forbidden_now(&self, position: &Position, m: &Move) -> Option<&Only> {
        let fits = |only: &Only| only.triggers.iter().any(|t| self.triggers(*t, m, position));
        let mut lines = self.rules.turn.only.iter().filter(|only| only.phases.contains(&position.phase));
        lines.find(|only| !m.is_pass() && !fits(only))
    }

    /// The moves of the player to move, before it is asked what they leave behind.
    pub(crate) fn pseudo_legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = self.pseudo_legal_piece_moves(position);
        self.board_moves(position, self.to_move(position), &mut moves);
        moves
    }

    fn pseudo_legal_piece_moves(&self, position: &Position) -> Vec<Move> {
        let me = self.to_move(position);
        let mut moves = Vec::with_capacity(48);
        for from in position.owned(me).iter() {
            self.moves_from(position, me, from, &mut moves);
            if moves.len() > MOST_MOVES {
                moves.truncate(MOST_MOVES);
                self.leave_out();
                break;
            }
        }
        self.moves_by_no_rule_of_a_piece(position, me, &mut moves);
        moves
    }

    /// The moves besides those by the rules of pieces, as long as the board stays as it is.
    fn moves_by_no_rule_of_a_piece(&self, position: &Position, me: PlayerId, moves: &mut Vec<Move>) {
        self.rejoining_moves(position, me, moves);
        if let Some(castling) = &self.rules.castling {
            self.castling_moves(position, me, castling, moves);
        }
        moves.extend(self.pass(position, me));
        moves.extend(self.chosen_moves(position, me));
    }

    /// The moves of a player in which no piece moves but a tile is chosen.
    pub(crate) fn chosen_moves(&self, position: &Position, me: PlayerId) -> Vec<Move> {
        let mut moves = Vec::new();
        for (number, choice) in self.rules.turn.choices.iter().enumerate() {
            self.choose(position, me, (number, choice), &mut moves);
        }
        moves
    }

    /// What a choice allows: each tile on which it does something.
    fn choose(
        &self,
        position: &Position,
        me: PlayerId,
        (number, choice): (usize, &Choice),
        moves: &mut Vec<Move>,
    ) {
        let view = View::new(position, me);
        let origin = Origin::Choice { choice: number as u16, label: choice.label };
        for to in self.tiles(position) {
            if !(self.holds(&view, to, &choice.guard) && self.holds(&view, to, &choice.target)) {
                continue;
            }
            let Some(changes) = self.chosen(&view, to, choice) else { continue };
            let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
            let tag = self.tag(origin);
            let m = Move { from: None, to, part: None, promotion: None, captures, origin, tag, changes };
            if !m.changes.is_empty() && !moves.contains(&m) {
                moves.push(m);
            }
        }
    }

    /// What happens when a tile is chosen; nothing if some of it is not possible.
    fn chosen(&self, view: &View<'_>, to: Tile, choice: &Choice) -> Option<SmallVec<[Change; 3]>> {
        let mut changes: SmallVec<[Change; 3]> = SmallVec::new();
        let mut possible = true;
        for action in &choice.actions {
            let mut add = |tile: Tile, effect: &Effect| match self.change(view, tile, effect) {
                Some(change) if self.is_possible(view, change, &changes) => changes.push(change),
                _ => possible = false,
            };
            match action {
                Action::Here(effect) => add(to, effect),
                Action::Each { path, from } => {
                    for start in self.starts(view, to, from.as_ref()) {
                        self.walk(view, path, start, &mut Effects::new(view), &mut |_, effects| {
                            effects.iter().for_each(|(tile, effect)| add(*tile, effect));
                            false
                        });
                    }
                }
                Action::Every(test, effect) => {
                    let tiles = self.tiles(view.position).filter(|tile| self.holds(view, *tile, test));
                    tiles.for_each(|tile| add(tile, effect));
                }
                // What comes after a move is no part of a choice.
                Action::EveryPart(..) | Action::Again { .. } | Action::Illegal => {}
            }
        }
        let free = |to: Tile| {
            let leaves = |change: &Change| match change {
                Change::Take(tile) => *tile == to,
                Change::Shift { from, .. } => *from == to,
                _ => false,
            };
            view.position.is_there(to) && (view.at(to).is_none() || changes.iter().any(leaves))
        };
        let goals: SmallVec<[Tile; 2]> = changes.iter().filter_map(shifted_to).collect();
        let apart = goals.iter().enumerate().all(|(i, goal)| free(*goal) && !goals[..i].contains(goal));
        changes.retain(|change| !matches!(change, Change::Shift { from, to } if from == to));
        (possible && apart).then_some(changes)
    }

    /// Whether a change can be made after those before it: there is room for what is put, and it is in the hand.
    fn is_possible(&self, view: &View<'_>, change: Change, before: &[Change]) -> bool {
        match change {
            Change::Put { tile, kind, from_hand } => {
                let free = view.at(tile).is_none() || before.contains(&Change::Take(tile));
                let filled =
                    before.iter().any(|c| matches!(c, Change::Put { tile: other, .. } if *other == tile));
                let held = self.rules.in_hand(kind);
                let same = |c: &&Change| matches!(c, Change::Put { kind: k, from_hand: true, .. } if self.rules.in_hand(*k) == held);
                let spent = before.iter().filter(same).count();
                let there = || usize::from(view.position.hands[self.hand_index(view.me, held)]) > spent;
                free && !filled && (!from_hand || there())
            }
            _ => true,
        }
    }

    /// A pass, if the rules allow one here.
    fn pass(&self, position: &Position, me: PlayerId) -> Option<Move> {
        let pass = self.rules.turn.pass.as_ref()?;
        if !self.holds(&View::new(position, me), Tile(0), &pass.guard) {
            return None;
        }
        let by = self.rules.notation.pass_by;
        let mut owned = position.owned(me).iter();
        let tile = owned.find(|t| position.piece(*t).is_some_and(|p| Some(p.kind) == by)).unwrap_or(Tile(0));
        let (origin, changes) = (Origin::Pass, SmallVec::new());
        Some(Move {
            from: Some(tile),
            to: tile,
            part: None,
            promotion: None,
            captures: false,
            origin,
            tag: Tag::default(),
            changes,
        })
    }

    pub(crate) fn moves_from(&self, position: &Position, me: PlayerId, from: Tile, moves: &mut Vec<Move>) {
        self.moves_by(&|_| true, position, me, from, moves);
    }

    /// The same by these rules alone.
    pub(crate) fn moves_by(
        &self,
        rules: &dyn Fn(&MoveRule) -> bool,
        position: &Position,
        me: PlayerId,
        from: Tile,
        moves: &mut Vec<Move>,
    ) {
        let Some(piece) = position.piece(from) else { return };
        let view = View::new(position, me);
        let mut of_piece = |view: &View<'_>, kind: KindId| {
            let mut found = Found { first: moves.len(), moves: &mut *moves, many: HashSet::default() };
            self.each_way(rules, view, from, kind, &mut |m| found.add(m));
        };
        of_piece(&view.lift(from), piece.kind);
        for part in self.may_part(position, me, from, piece.kind) {
            of_piece(&view.lift_part(from, part), part.kind);
        }
    }

    /// The moves of a piece of this kind, which the view has lifted from its tile or looks at apart from the others there.
    pub(super) fn moves_of(&self, view: &View<'_>, from: Tile, piece: KindId, moves: &mut Vec<Move>) {
        let mut found = Found { first: moves.len(), moves, many: HashSet::default() };
        self.each_way(&|_| true, view, from, piece, &mut |m| found.add(m));
    }

    /// The listed move that is the same as one which the piece on a tile makes in a wanted way: an attack in which the attacker alone is
    /// lost changes the same wherever it is made, so it is listed once, with the tile where the first such way ends.
    pub(crate) fn listed_for(
        &self,
        position: &Position,
        from: Tile,
        listed: &[Move],
        wanted: impl Fn(&Move) -> bool,
    ) -> Option<Move> {
        let piece = position.piece(from)?;
        let view = View::new(position, self.to_move(position));
        let mut found = None;
        self.each_way(&|_| true, &view.lift(from), from, piece.kind, &mut |m| {
            if found.is_none() && wanted(&m) {
                found = listed.iter().find(|other| **other == m).cloned();
            }
        });
        found
    }

    /// Calls `then` with a move for every way in which a piece of this kind can make one by these rules: several can be the same move.
    fn each_way(
        &self,
        rules: &dyn Fn(&MoveRule) -> bool,
        view: &View<'_>,
        from: Tile,
        piece: KindId,
        then: &mut dyn FnMut(Move),
    ) {
        let start = self.setting_out(view.me, from);
        let kind = &self.rules.kinds[piece.index()];
        for (number, rule) in kind.rules.iter().enumerate() {
            if !rule.mode.moves() || !rules(rule) || !self.holds(view, from, &rule.guard) {
                continue;
            }
            let origin = match self.memory.rules[piece.index()][number].side {
                Some(side) => Origin::Castling { kind: piece, side },
                None => Origin::Rule { kind: piece, rule: number as u16, label: rule.label },
            };
            self.walk(view, &rule.path, start, &mut Effects::new(view), &mut |end, effects| {
                // Another rule may make the same move and be of a sort that can be made now.
                if let Some(m) = self.landing(view, rule, origin, from, end.tile, effects)
                    && self.forbidden_now(view.position, &m).is_none()
                {
                    self.each_promotion(view, from, &kind.promotions, m, then);
                }
                false
            });
        }
    }

    /// Whether a rule of the piece on a tile has more ways than are tried.
    pub(crate) fn is_cut_short(&self, position: &Position, from: Tile, rule: &MoveRule) -> bool {
        let Some(owner) = position.piece(from).and_then(|piece| piece.owner) else { return false };
        let view = View::new(position, owner).lift(from);
        let start = self.setting_out(owner, from);
        let mut effects = Effects::new(&view);
        self.walk(&view, &rule.path, start, &mut effects, &mut |_, _| false);
        effects.exhausted()
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
        let is_enemy =
            |piece: Option<Piece>| piece.and_then(|p| p.owner).is_some_and(|owner| owner != view.me);
        // A piece that is captured where it stands has not been taken before.
        let captured = rule.mode == Mode::Capture && rule.onto.is_none() && is_enemy(view.at(to));
        let seen = if captured { *view } else { effects.seen_by(view) };
        // A piece that goes away at once with the mover leaves its tile free.
        let there = seen.at(to).filter(|_| !is_shifted(effects, to));
        let enemy = is_enemy(there);
        let merges =
            |tile| effects.iter().any(|(t, e)| *t == tile && matches!(e, Effect::Merge(_) | Effect::Unite));
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
            (Mode::Act, _) => None,
            (Mode::Do, _) if there.is_none() || merges(to) => None,
            _ => return None,
        };
        let stays = rule.mode == Mode::Act;
        let (mut changes, promotion) = self.changes(view, (from, to), stays, effects, takes)?;
        if let (Origin::Castling { .. }, [Change::Shift { from: there, to: goal }, Change::Go { .. }]) =
            (origin, changes.as_slice())
        {
            let partner = (*there, *goal);
            changes = SmallVec::from_slice(&[Change::Castle { king: (from, to), partner }]);
        }
        let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
        let part = view.parting(from).map(|part| part.kind);
        let (from, tag) = (Some(from), self.tag(origin));
        (!changes.is_empty()).then_some(Move { from, to, part, promotion, captures, origin, tag, changes })
    }

    /// What a move changes, in order, and what the one who moves turns into; nothing where two pieces would go to one tile.
    fn changes(
        &self,
        view: &View<'_>,
        (from, to): (Tile, Tile),
        stays: bool,
        effects: &Effects,
        takes: Option<Tile>,
    ) -> Option<(SmallVec<[Change; 3]>, Option<KindId>)> {
        let mut changes: SmallVec<[Change; 3]> = SmallVec::new();
        let mut arrives: Option<KindId> = None;
        let mut promotion = None;
        let mut mover = Mover::of(view, from)?;
        for (tile, effect) in effects.iter() {
            match effect {
                Effect::Unite => {
                    let other = view.at(*tile).filter(|other| other.owner == Some(view.me))?;
                    mover.kind = self.rules.join(&[mover.kind, other.kind])?;
                    changes.push(Change::Merge(*tile));
                }
                // What happens to a part does not happen to the others on its tile.
                Effect::Become(kind) if *tile == from && mover.rest.is_some() => mover.kind = *kind,
                Effect::Take | Effect::TakeLast if *tile == from && mover.rest.is_some() => {
                    mover.is_lost = true;
                }
                // What is captured where it stands is taken as the move is made.
                Effect::Take | Effect::TakeLast if takes == Some(*tile) => {}
                Effect::Arrive(kind) => arrives = Some(*kind),
                Effect::Merge(kind) => {
                    arrives = Some(*kind);
                    changes.push(Change::Merge(*tile));
                }
                Effect::Swap => changes.push(Change::Shift { from: *tile, to: from }),
                Effect::Become(kind) if *tile == from => {
                    promotion = Some(*kind);
                    changes.push(Change::Become { tile: from, kind: *kind });
                }
                _ => {
                    let change = self.change(view, *tile, effect)?;
                    // What is put would be in the way of the piece that goes there itself, or stays.
                    let own_place = if stays { from } else { to };
                    if matches!(change, Change::Put { tile, .. } if tile == own_place)
                        || !self.is_possible(view, change, &changes)
                    {
                        return None;
                    }
                    changes.push(change);
                }
            }
        }
        let goals: SmallVec<[Tile; 2]> = changes.iter().filter_map(shifted_to).collect();
        for (number, goal) in goals.iter().enumerate() {
            let there = view.position.is_there(*goal);
            let free = there && view.at(*goal).is_none() || is_shifted(effects, *goal);
            let kept = *goal == to;
            if !free || kept || goals[..number].contains(goal) {
                return None;
            }
        }
        sort_taken(&mut changes);
        changes.extend(takes.map(Change::Take));
        let goes = to != from && !stays && !mover.is_lost;
        if goes {
            changes.push(Change::Go { from, to });
            changes.extend(mover.rest.map(|kind| Change::Leave { tile: from, kind }));
        }
        let own_place = if goes { to } else { from };
        changes.extend(mover.becomes(self, goes)?.map(|kind| Change::Become { tile: own_place, kind }));
        changes.extend(arrives.map(|kind| Change::Become { tile: to, kind }));
        // What stands on a tile has to leave it before it vanishes.
        changes.sort_by_key(Change::vanishes);
        Some((changes, arrives.or(promotion)))
    }

    /// Calls `then` with a move with each promotion that it allows, and as it is unless one of them is forced.
    fn each_promotion(
        &self,
        view: &View<'_>,
        from: Tile,
        promotions: &[Promotion],
        m: Move,
        then: &mut dyn FnMut(Move),
    ) {
        // Who becomes one with another piece is no more itself.
        let unites = m.changes.iter().any(|c| matches!(c, Change::Merge(_)));
        if m.promotion.is_some() || unites || m.rests() != m.to {
            return then(m);
        }
        let on = |tile| move |region| self.on(region, view.me, tile);
        let mut is_forced = false;
        for promotion in promotions {
            let applies = promotion.is_by(m.captures)
                && promotion.leads(on(from), on(m.to))
                && self.holds(view, from, &promotion.guard);
            if !applies {
                continue;
            }
            is_forced |= !promotion.optional;
            for kind in &promotion.to {
                let mut promoted = m.clone();
                promoted.promotion = Some(*kind);
                promoted.changes.push(Change::Become { tile: m.to, kind: *kind });
                then(promoted);
            }
        }
        if !is_forced {
            then(m);
        }
    }
}

/// The moves of a piece, each once.
struct Found<'m> {
    moves: &'m mut Vec<Move>,
    /// The moves before these are those of other pieces.
    first: usize,
    /// They once more, where they are too many to be compared one by one.
    many: HashSet<Move, FxBuildHasher>,
}

impl Found<'_> {
    /// So many are compared one by one.
    const FEW: usize = 64;

    fn add(&mut self, m: Move) {
        let own = &self.moves[self.first..];
        if own.len() < Self::FEW {
            if own.contains(&m) {
                return;
            }
        } else {
            if self.many.is_empty() {
                self.many.extend(own.iter().cloned());
            }
            if !self.many.insert(m.clone()) {
                return;
            }
        }
        self.moves.push(m);
    }
}

/// The piece that moves, while it is worked out what becomes of it.
struct Mover {
    /// What it was.
    was: KindId,
    /// What it is so far.
    kind: KindId,
    /// What stays on its tile, if it is a part of a stack.
    rest: Option<KindId>,
    /// It is taken off.
    is_lost: bool,
}

impl Mover {
    fn of(view: &View<'_>, from: Tile) -> Option<Mover> {
        let kind = view.standing(from)?.kind;
        let rest = view.parting(from).and_then(|part| part.rest);
        Some(Mover { was: kind, kind, rest, is_lost: false })
    }

    /// What it has become, with the others on its tile if it stays there; nothing where these could not stand together.
    fn becomes(&self, engine: &Reference, goes: bool) -> Option<Option<KindId>> {
        match (goes, self.rest) {
            // The stack has gone as a whole, and is now what it has left.
            (true, Some(_)) => Some(Some(self.kind)),
            (false, Some(rest)) if self.is_lost => Some(Some(rest)),
            (false, Some(rest)) if self.kind != self.was => engine.rules.join(&[rest, self.kind]).map(Some),
            _ => Some((self.kind != self.was).then_some(self.kind)),
        }
    }
}

/// Where a piece goes at once with the mover.
fn shifted_to(change: &Change) -> Option<Tile> {
    match change {
        Change::Shift { to, .. } => Some(*to),
        _ => None,
    }
}

/// Whether the piece on the tile goes away with the mover.
fn is_shifted(effects: &Effects, tile: Tile) -> bool {
    let goes = |effect: &Effect| matches!(effect, Effect::Shift(_) | Effect::Reflect(_) | Effect::Swap);
    effects.iter().any(|(t, e)| *t == tile && goes(e))
}
