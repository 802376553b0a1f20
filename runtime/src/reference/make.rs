//! Making moves and taking them back, with everything that happens after a move.

use std::sync::Arc;

use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Action, After, Castling, Effect, KindId, PhaseId, PlayerId, Taken, Tile, Trigger, When,
};

use crate::moves::{Change, Move, Origin};
use crate::reference::earlier::Earlier;
use crate::reference::engine::Reference;
use crate::reference::memory::{AsksCastled, Facts, Forgets};
use crate::reference::position::{Acted, Course, Deed, Left, Piece, Position};
use crate::reference::view::View;
use crate::set::TileSet;

/// What a made move has changed, so that it can be taken back.
#[derive(Clone, Debug)]
pub struct Undo {
    tiles: SmallVec<[(Tile, Option<Piece>); 4]>,
    turn: u16,
    phase: PhaseId,
    hands: SmallVec<[u16; 16]>,
    promoted: TileSet,
    unmoved: TileSet,
    rights: TileSet,
    marks: SmallVec<[Left; 1]>,
    deeds: Vec<Deed>,
    castled: SmallVec<[PlayerId; 4]>,
    out: SmallVec<[PlayerId; 4]>,
    counters: SmallVec<[i64; 4]>,
    there: Option<TileSet>,
    course: Option<Arc<Course>>,
    earlier: Earlier<Position>,
    /// The line of what happens after a move that made this one illegal.
    pub(super) refused_by: Option<u16>,
    /// The same player goes on, in this phase.
    pub(super) goes_on: Option<PhaseId>,
    /// If nothing but a pass is left to be done then, it is passed.
    pub(super) or_pass: bool,
}

impl Undo {
    /// The line of what happens after a move that made this one illegal, if any did.
    pub(crate) fn refused_by(&self) -> Option<usize> {
        self.refused_by.map(usize::from)
    }

    /// Notes what was on a tile that is about to change.
    pub(super) fn was(&mut self, tile: Tile, piece: Option<Piece>) {
        self.tiles.push((tile, piece));
    }

    /// Whether the move was a step after which the same player's turn goes on.
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on.is_some()
    }
}

impl Undo {
    /// Nothing has changed so far.
    pub(super) fn new(position: &Position) -> Undo {
        Undo {
            tiles: SmallVec::new(),
            turn: position.turn,
            phase: position.phase,
            hands: position.hands.clone(),
            promoted: position.promoted.clone(),
            unmoved: position.unmoved.clone(),
            rights: position.rights.clone(),
            marks: position.marks.clone(),
            deeds: position.deeds.clone(),
            castled: position.castled.clone(),
            out: position.out.clone(),
            counters: position.counters.clone(),
            there: position.there.clone(),
            course: position.course.clone(),
            earlier: position.earlier.clone(),
            refused_by: None,
            goes_on: None,
            or_pass: false,
        }
    }
}

/// A piece lifted from the board, and what is known of it.
pub(super) struct Lifted {
    piece: Option<Piece>,
    deeds: Vec<Deed>,
    promoted: bool,
    acted: SmallVec<[KindId; 4]>,
}

impl Reference {
    /// Plays a move: makes it, passes if nothing else is left to be done, sees who goes out by it, and drops marks that
    /// nobody can use.
    pub(crate) fn play(&self, position: &mut Position, m: &Move) -> Undo {
        let mover = self.to_move(position);
        let mut undo = self.make(position, m);
        if undo.or_pass {
            self.pass_if_alone(position, &mut undo);
        }
        self.settle(position, mover, &mut undo);
        self.drop_what_is_useless(position);
        undo
    }

    /// Passes if the player to move may and can do nothing else.
    fn pass_if_alone(&self, position: &mut Position, undo: &mut Undo) {
        let (mut passes, others): (Vec<Move>, Vec<Move>) =
            self.playable(position).into_iter().partition(Move::is_pass);
        if let (Some(pass), true) = (passes.pop(), others.is_empty() || self.is_over_before_moving(position))
        {
            let earlier = position.earlier.clone();
            let passed = self.make(position, &pass);
            // Both are one move, and what was between them has not occurred.
            position.earlier = earlier;
            undo.tiles.extend(passed.tiles);
            undo.goes_on = passed.goes_on;
        }
    }

    /// Makes a move with everything that happens after it, and passes the turn on.
    pub(crate) fn make(&self, position: &mut Position, m: &Move) -> Undo {
        let undo = self.step(position, m);
        match undo.goes_on {
            Some(phase) => position.phase = phase,
            None => self.pass_on(position),
        }
        undo
    }

    /// The position after a move with everything that happens after it, while the turn is still the same.
    pub(crate) fn stepped(&self, position: &Position, m: &Move) -> Position {
        let mut next = position.clone();
        self.step(&mut next, m);
        next
    }

    /// Makes a move with everything that happens after it; the turn and its phase stay.
    fn step(&self, position: &mut Position, m: &Move) -> Undo {
        let me = self.to_move(position);
        let mut undo = Undo::new(position);
        self.remember_position(position, m.is_pass());
        let rejoins = matches!(m.origin, Origin::Rejoin { .. });
        let is_step = || position.course.is_some() || m.part.is_some() || self.may_go_on(m, me);
        if self.memory.turns && !rejoins && is_step() {
            position.course = Some(Arc::new(Course::with(position, m)));
        }
        let acting = (self.memory.acted && !rejoins).then(|| {
            let stood = (m.from.and_then(|from| position.piece(from)), position.piece(m.to));
            (stood, Acted::from_slice(position.acted()))
        });
        let known = self.memory.is_needed.then(|| self.known_as(position, me, m));
        let before = self.follows_from_before.then(|| position.clone());
        self.act(position, me, m, &mut undo);
        if let Some((stood, before)) = acting {
            self.note_acted(position, m, stood, &before);
        }
        if self.memory.castled != AsksCastled::Never
            && self.is_castling(m.origin)
            && let Err(at) = position.castled.binary_search(&me)
        {
            position.castled.insert(at, me);
        }
        if let Some(labels) = known {
            self.remember(position, m, &labels);
        }
        self.follow(position, before.as_ref(), me, m, &mut undo, &mut |_, _, _| {});
        self.tidy_rights(position, &undo);
        // What somebody else's piece has come to stand on bears a mark no longer.
        let covered = |l: &Left| l.maker != l.tile && position.standing.at(l.tile).is_some();
        position.marks.retain(|l| l.owner == me && !self.goes_on || !covered(l));
        undo
    }

    /// Whether the same player may go on after a move.
    fn may_go_on(&self, m: &Move, me: PlayerId) -> bool {
        let again = |after: &&After| after.actions.iter().any(|a| matches!(a, Action::Again { .. }));
        self.rules.turn.after.iter().filter(again).any(|after| self.is_set_off(after, m, me))
    }

    /// Changes what the move lists.
    pub(super) fn act(&self, position: &mut Position, me: PlayerId, m: &Move, undo: &mut Undo) {
        if matches!(m.origin, Origin::Rejoin { .. }) {
            return self.rejoin(position, me, m, undo);
        }
        if m.changes.iter().any(|c| matches!(c, Change::Shift { .. } | Change::Put { .. })) {
            return self.apply_at_once(position, me, m, undo);
        }
        let maker = m.rests();
        for change in &m.changes {
            self.apply(position, me, maker, *change, undo);
        }
    }

    /// Gives the turn to the next player in play.
    pub(crate) fn pass_on(&self, position: &mut Position) {
        position.phase = PhaseId(0);
        position.course = None;
        position.turn = self.turn_after(position);
        let next = self.to_move(position);
        position.marks.retain(|l| l.owner != next);
    }

    /// Takes back what `undo` tells.
    pub(crate) fn unmake(&self, position: &mut Position, undo: Undo) {
        for (tile, piece) in undo.tiles.into_iter().rev() {
            position.set(tile, piece);
        }
        position.turn = undo.turn;
        position.phase = undo.phase;
        position.hands = undo.hands;
        position.promoted = undo.promoted;
        position.unmoved = undo.unmoved;
        position.rights = undo.rights;
        position.marks = undo.marks;
        position.deeds = undo.deeds;
        position.castled = undo.castled;
        position.out = undo.out;
        position.counters = undo.counters;
        position.there = undo.there;
        position.course = undo.course;
        position.earlier = undo.earlier;
    }

    pub(super) fn apply(
        &self,
        position: &mut Position,
        me: PlayerId,
        maker: Tile,
        change: Change,
        undo: &mut Undo,
    ) {
        match change {
            Change::Take(tile) => {
                self.keep(position, me, tile);
                self.put(position, tile, None, undo);
            }
            Change::Merge(tile) => self.put(position, tile, None, undo),
            Change::Leave { tile, kind } => {
                self.put(position, tile, Some(Piece { kind, owner: Some(me) }), undo);
            }
            Change::Go { from, to } => {
                let lifted = self.lift(position, from, undo);
                self.land(position, to, lifted, undo);
            }
            Change::Shift { from, to } => {
                // After a move, what is in the way keeps the piece where it is.
                if position.is_there(to) && position.piece(to).is_none() {
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
                let mut lifted = self.lift(position, tile, undo);
                if let Some(piece) = &mut lifted.piece {
                    lifted.promoted = self.rules.turn.taken.asks_for_promoted()
                        && self.rules.kinds[piece.kind.index()].promotes_to(kind);
                    piece.kind = kind;
                    self.land(position, tile, lifted, undo);
                }
            }
            Change::First { tile, on } => self.count_as_first(position, tile, on),
            Change::Vanish(tile) => {
                self.put(position, tile, None, undo);
                position.there.iter_mut().for_each(|tiles| _ = tiles.remove(tile));
                position.marks.retain(|l| l.tile != tile);
            }
            Change::Carry(carry) => self.carry(position, carry, undo),
            Change::Join { tile, owner } => {
                let mut lifted = self.lift(position, tile, undo);
                if let Some(piece) = lifted.piece.as_mut().filter(|p| p.owner.is_some()) {
                    piece.owner = Some(owner);
                }
                self.land(position, tile, lifted, undo);
            }
            Change::Put { tile, kind, from_hand } => self.place(position, me, (tile, kind), from_hand, undo),
            Change::Mark { mark, tile } => {
                let left = Left { mark, tile, maker, owner: me };
                if let Err(at) = position.marks.binary_search(&left) {
                    position.marks.insert(at, left);
                }
            }
            Change::Count { counter, player, op, amount } => {
                let number = &mut position.counters[self.counter_index(counter, player)];
                *number = op.applied(*number, amount);
            }
        }
    }

    /// Makes the piece on a tile one that has not moved, or one that has. Who may still castle has not moved, and stays so. To get
    /// the right to castle it needs somebody to castle with.
    fn count_as_first(&self, position: &mut Position, tile: Tile, on: bool) {
        let Some(piece) = position.piece(tile) else { return };
        if !on {
            // The move itself may have taken the right away.
            self.rules.castling.iter().for_each(|castling| self.drop_lonely_rights(position, castling));
            if !position.rights.contains(tile) {
                position.unmoved.remove(tile);
            }
            return;
        }
        if self.rules.kinds[piece.kind.index()].tracks_first {
            position.unmoved.insert(tile);
        }
        if self.could_castle(position, tile, piece) {
            position.rights.insert(tile);
        }
    }

    /// Puts a new piece on a tile, if there is room and, where it comes from a hand, if there is one.
    fn place(
        &self,
        position: &mut Position,
        me: PlayerId,
        (tile, kind): (Tile, KindId),
        from_hand: bool,
        undo: &mut Undo,
    ) {
        if !position.is_there(tile) || position.piece(tile).is_some() {
            return;
        }
        if from_hand {
            let held = &mut position.hands[self.hand_index(me, self.rules.in_hand(kind))];
            let Some(rest) = held.checked_sub(1) else { return };
            *held = rest;
        }
        let owner = (!self.rules.kinds[kind.index()].neutral).then_some(me);
        self.put(position, tile, Some(Piece { kind, owner }), undo);
    }

    /// What a player takes from an enemy goes into the hand, where the rules say so.
    fn keep(&self, position: &mut Position, me: PlayerId, tile: Tile) {
        let Some(piece) = position.piece(tile).filter(|p| p.owner.is_some_and(|owner| owner != me)) else {
            return;
        };
        let kind = match self.rules.turn.taken {
            Taken::Gone | Taken::Given => return,
            Taken::KeptUnpromoted if position.promoted.contains(tile) => {
                self.rules.unpromoted(piece.kind).unwrap_or(piece.kind)
            }
            Taken::Kept | Taken::KeptUnpromoted => piece.kind,
        };
        // Of a stack, every piece; and none is in a state in a hand.
        for part in &self.rules.kinds[kind.index()].parts {
            let held = &mut position.hands[self.hand_index(me, self.rules.in_hand(*part))];
            *held = held.saturating_add(1);
        }
    }

    /// Makes a move in which several pieces go: all are lifted before the first is put down.
    fn apply_at_once(&self, position: &mut Position, me: PlayerId, m: &Move, undo: &mut Undo) {
        // What the one who moves turns into by the way, it is before it goes; what it is on arriving, after.
        let start = m.changes.iter().position(|c| matches!(c, Change::Go { .. })).unwrap_or(m.changes.len());
        let maker = m.rests();
        let first = |(i, c): &(usize, &Change)| match c {
            Change::Take(_) | Change::Merge(_) => true,
            // Where nobody moves, what joins a side does so before it is shifted.
            Change::Join { .. } => start == m.changes.len(),
            Change::Become { .. } => *i < start,
            _ => false,
        };
        for (_, change) in m.changes.iter().enumerate().filter(first) {
            self.apply(position, me, maker, *change, undo);
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
        let goes = |c: &Change| matches!(c, Change::Go { .. } | Change::Shift { .. });
        for (_, change) in m.changes.iter().enumerate().filter(|each| !first(each) && !goes(each.1)) {
            self.apply(position, me, maker, *change, undo);
        }
    }

    pub(super) fn lift(&self, position: &mut Position, tile: Tile, undo: &mut Undo) -> Lifted {
        let deeds = position.deeds.iter().filter(|d| d.tile == tile).copied().collect();
        let (piece, promoted) = (position.piece(tile), position.promoted.contains(tile));
        let acted = position.take_acted(tile);
        self.put(position, tile, None, undo);
        Lifted { piece, deeds, promoted, acted }
    }

    pub(super) fn land(&self, position: &mut Position, tile: Tile, lifted: Lifted, undo: &mut Undo) {
        let Lifted { piece, deeds, promoted, acted } = lifted;
        self.put(position, tile, piece, undo);
        position.add_acted(tile, &acted);
        if promoted {
            position.promoted.insert(tile);
        }
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
        position.promoted.remove(tile);
        position.take_acted(tile);
        if piece.is_none() && !position.marks.is_empty() {
            position.marks.retain(|l| l.maker != tile);
        }
        if !position.deeds.is_empty() {
            position.deeds.retain(|d| d.tile != tile);
        }
    }

    /// A piece without a partner can't castle, nor can a partner without such a piece.
    pub(super) fn tidy_rights(&self, position: &mut Position, undo: &Undo) {
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
            let any = |is: &dyn Fn(KindId) -> bool| {
                holders.iter().any(|t| position.piece(*t).is_some_and(|p| is(p.kind)))
            };
            if !(any(&|kind| kind == castling.king) && any(&|kind| castling.partners.contains(kind))) {
                for tile in holders {
                    position.rights.remove(tile);
                }
            }
        }
    }

    /// A mark that nobody can use is not left, nor is a last move remembered that nobody can make use of: so positions
    /// which allow the same moves are equal. Who comes last before the maker's own turn decides. A mark that some test asks for
    /// stays: what else depends on the test is not looked at.
    pub(crate) fn drop_what_is_useless(&self, position: &mut Position) {
        self.forget_who_has_castled(position);
        let after_next = self.rules.turn.order[self.turn_after(position) as usize];
        // Where a turn can go on, a mark may be of use to a later step of it.
        let may_be_useless = |l: &Left| l.owner == after_next && !self.memory.marks.contains(&l.mark);
        let has_mark = !self.goes_on && position.marks.iter().any(may_be_useless);
        let just_done = |d: &Deed| d.when == When::Just;
        let has_deed = self.memory.forgets != Forgets::Never && position.deeds.iter().any(just_done);
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
        if has_mark {
            position.marks.retain(|l| !may_be_useless(l) || moves.iter().any(|m| uses(m, l)));
        }
        if has_deed && !moves.iter().any(just) {
            let mut without = position.clone();
            without.deeds.retain(|d| !just_done(d));
            if self.memory.forgets == Forgets::Unused || self.is_indifferent(position, &without) {
                *position = without;
            }
        }
    }

    /// Whether the same moves are legal in two positions, and the game stands alike.
    fn is_indifferent(&self, one: &Position, other: &Position) -> bool {
        let check = |position: &Position| {
            let view = View::new(position, self.to_move(position));
            self.rules.notation.check.as_ref().map(|(_, test)| self.holds(&view, Tile(0), test))
        };
        self.legal_moves(&mut one.clone()) == self.legal_moves(&mut other.clone())
            && self.outcome(one) == self.outcome(other)
            && check(one) == check(other)
    }

    /// Where only pieces that have not moved are asked whether their owner has castled, that is of no use once all have.
    fn forget_who_has_castled(&self, position: &mut Position) {
        let AsksCastled::Unmoved(kinds) = &self.memory.castled else { return };
        let mut castled = std::mem::take(&mut position.castled);
        castled.retain(|player| {
            position.owned(*player).iter().any(|tile| {
                (position.unmoved.contains(tile) || position.rights.contains(tile))
                    && position.piece(tile).is_some_and(|piece| kinds.contains(&piece.kind))
            })
        });
        position.castled = castled;
    }

    fn facts(&self, m: &Move) -> Option<&Facts> {
        match m.origin {
            Origin::Rule { kind, rule, .. } => self.memory.rules[kind.index()].get(rule as usize),
            Origin::Castling { .. }
            | Origin::Choice { .. }
            | Origin::Board { .. }
            | Origin::Rejoin { .. }
            | Origin::Pass => None,
        }
    }

    /// What an effect on a tile changes; nothing if it would lead off the board.
    pub(super) fn change(&self, view: &View<'_>, tile: Tile, effect: &Effect) -> Option<Change> {
        Some(match effect {
            Effect::Take | Effect::TakeLast => Change::Take(tile),
            Effect::Vanish => Change::Vanish(tile),
            Effect::Mark(mark) => Change::Mark { mark: *mark, tile },
            Effect::Become(kind) => Change::Become { tile, kind: *kind },
            Effect::First(on) => Change::First { tile, on: *on },
            Effect::Put(kind) => Change::Put { tile, kind: *kind, from_hand: false },
            Effect::Drop(kind) => {
                let kind = self.rules.turned(*kind, self.frame(view.me, tile));
                Change::Put { tile, kind, from_hand: true }
            }
            Effect::Turn(_) | Effect::State { .. } => {
                let seen = self.as_seen(view, tile, self.frame(view.me, tile), effect)?;
                return self.change(view, tile, &seen);
            }
            // Only a piece that moves can have these.
            Effect::Swap | Effect::Arrive(_) | Effect::Merge(_) | Effect::Unite => {
                return None;
            }
            Effect::Shift(directions) => {
                Change::Shift { from: tile, to: self.sum(tile, view.me, directions)? }
            }
            Effect::Reflect(tiles) => Change::Shift { from: tile, to: tiles[tile.index()] },
            Effect::Join(who) => Change::Join { tile, owner: self.who(view, *who) },
            Effect::Count { counter, of, op, amount } => {
                // The number is that of the whole position: of a move, the one before it, where nothing is lifted or gone yet.
                let whole =
                    View { mover: view.mover, before: view.before, ..View::new(view.position, view.me) };
                let (player, amount) = (self.who(view, *of), self.quantity(&whole, tile, amount));
                Change::Count { counter: *counter, player, op: (*op).into(), amount }
            }
        })
    }

    pub(crate) fn triggers(&self, trigger: Trigger, m: &Move, position: &Position) -> bool {
        self.is_triggered(trigger, m, self.to_move(position))
    }

    /// Whether a move sets off the line. A pass does not if the line is about the tile moved to.
    pub(crate) fn is_set_off(&self, after: &After, m: &Move, mover: PlayerId) -> bool {
        !(m.is_pass() && after.is_about_a_tile())
            && after.triggers.iter().any(|t| self.is_triggered(*t, m, mover))
    }

    fn is_triggered(&self, trigger: Trigger, m: &Move, mover: PlayerId) -> bool {
        match trigger {
            Trigger::Move => !m.is_pass(),
            Trigger::Pass => m.is_pass(),
            Trigger::Capture => m.captures,
            Trigger::Kind(kind) => m.kind() == Some(kind),
            Trigger::Label(label) => m.label() == Some(label) || self.parting_label(m) == Some(label),
            Trigger::Castling => self.is_castling(m.origin),
            Trigger::Player(player) => mover == player,
            // These are no moves.
            Trigger::Out | Trigger::End(_) => false,
        }
    }
}
