//! Rejoining: what has stayed of a stack goes along, after all, with a part that has left it before in this turn.
//!
//! The turn is played again from its beginning, the two going together in that earlier step: that tells whether they could
//! have gone so, and what has become of everybody if they did. How far it is to go is asked in no other way. From then on
//! they have gone together, and others may rejoin them as well.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, PlayerId, Tile};

use super::engine::Reference;
use super::make::Undo;
use super::view::{Part, View};
use crate::moves::{Change, Move, Origin};
use crate::reference::position::{Course, Piece, Position};

impl Reference {
    /// The moves by which a piece goes along with another; they stand in place of those by which it would join that one by
    /// itself. Whoever carried the stack when the turn began can't rejoin, nor who has acted.
    pub(super) fn rejoining_moves(&self, position: &Position, me: PlayerId, moves: &mut Vec<Move>) {
        let (Some(rejoin), Some(course)) = (&self.rules.turn.rejoin, &position.course) else { return };
        let Some(from) = position.origin() else { return };
        let own = |tile: Tile| position.piece(tile).filter(|piece| piece.owner == Some(me));
        let (Some(stack), Some(began)) = (own(from), course.before.piece(from)) else { return };
        if !self.holds(&View::new(position, me), from, &rejoin.guard) {
            return;
        }
        let carrier = self.rules.kinds[began.kind.index()].parts[0];
        let ready = self.ready(position, from);
        for part in self.parts_now(position, from, stack.kind) {
            let carried = self.rules.bare(part.kind) != self.rules.bare(carrier);
            if !carried || !ready.contains(&part.kind) {
                continue;
            }
            let first = moves.len();
            for to in course.steps.iter().filter(|step| has_left(step)).map(|step| step.to) {
                let Some(there) = own(to).filter(|_| to != from) else { continue };
                let Some(kind) = self.rules.join(&[there.kind, part.kind]) else { continue };
                let known = moves[first..].iter().any(|m| m.to == to);
                if known || self.with_company(course, me, (from, part.kind), to).is_none() {
                    continue;
                }
                let mut changes = SmallVec::from_slice(&[Change::Merge(to), Change::Go { from, to }]);
                changes.extend(part.rest.map(|kind| Change::Leave { tile: from, kind }));
                changes.push(Change::Become { tile: to, kind });
                let origin = Origin::Rejoin { kind: part.kind, label: rejoin.label };
                let (from, part, tag) = (Some(from), Some(part.kind), self.tag(origin));
                moves.push(Move { from, to, part, promotion: None, captures: false, origin, tag, changes });
            }
            let rejoining = moves.split_off(first);
            let by_itself = |m: &Move| {
                m.from == Some(from)
                    && m.part == Some(part.kind)
                    && rejoining.iter().any(|other| other.to == m.to)
            };
            moves.retain(|m| !by_itself(m));
            moves.extend(rejoining);
        }
    }

    /// Plays the turn again with the one who rejoins.
    pub(super) fn rejoin(&self, position: &mut Position, me: PlayerId, m: &Move, undo: &mut Undo) {
        let (Some(course), Some(from), Some(part)) = (position.course.clone(), m.from, m.part) else {
            return;
        };
        let Some(again) = self.with_company(&course, me, (from, part), m.to) else { return };
        for (tile, piece) in position.pieces().filter(|(tile, piece)| again.piece(*tile) != Some(*piece)) {
            undo.was(tile, Some(piece));
        }
        for (tile, _) in again.pieces().filter(|(tile, _)| position.piece(*tile).is_none()) {
            undo.was(tile, None);
        }
        *position = again;
    }

    /// The position to which the turn leads if a piece, as it is now, goes along in the step that led to a tile; nothing if one of
    /// the steps could not be made so.
    fn with_company(
        &self,
        course: &Course,
        me: PlayerId,
        (from, companion): (Tile, KindId),
        to: Tile,
    ) -> Option<Position> {
        let leads = |(_, step): &(usize, &Move)| step.to == to && has_left(step);
        let mut numbers = course.steps.iter().enumerate().filter(leads).map(|(number, _)| number);
        let mut again = numbers.find_map(|number| self.replayed(course, me, (from, companion), number))?;
        let replayed = Course::clone(again.course.as_ref()?);
        let as_it_was = Course { before: course.before.clone(), stays: course.stays.clone(), ..replayed };
        again.course = Some(as_it_was.into());
        Some(again)
    }

    fn replayed(
        &self,
        course: &Course,
        me: PlayerId,
        (from, companion): (Tile, KindId),
        number: usize,
    ) -> Option<Position> {
        let mut replay = Position::clone(&course.before);
        let began = replay.piece(from)?;
        let mut parts = self.without(&self.rules.kinds[began.kind.index()].parts, [companion]);
        parts.push(companion);
        replay.set(from, Some(Piece { kind: self.rules.join(&parts)?, owner: Some(me) }));
        for (i, step) in course.steps.iter().enumerate() {
            let along = (i == number).then_some(companion);
            let again = self.made_again(&replay, me, from, (step, step.part?), along)?;
            self.make(&mut replay, &again);
            // The turn must go on.
            replay.course.as_ref()?;
        }
        Some(replay)
    }

    /// The move that does the same as an earlier step, in another position and perhaps with a companion.
    fn made_again(
        &self,
        position: &Position,
        me: PlayerId,
        from: Tile,
        (step, part): (&Move, KindId),
        along: Option<KindId>,
    ) -> Option<Move> {
        let stack = position.piece(from).filter(|stack| stack.owner == Some(me))?;
        let parts = |kind: KindId| self.rules.kinds[kind.index()].parts.iter().copied();
        let wanted: SmallVec<[KindId; 4]> = parts(part).chain(along).collect();
        let all: SmallVec<[KindId; 4]> = parts(stack.kind).collect();
        let staying = self.without(&all, wanted.iter().copied());
        let going = self.without(&all, staying.iter().copied());
        if going.len() != wanted.len() {
            return None;
        }
        let rest = if staying.is_empty() { None } else { Some(self.rules.join(&staying)?) };
        let kind = self.rules.join(&going)?;
        let mut ways = Vec::new();
        let view = View::new(position, me).lift_part(from, Part { kind, rest, leaves: true });
        self.moves_of(&view, from, kind, &mut ways);
        ways.into_iter().find(|way| way.to == step.to && deed(way) == deed(step))
    }

    /// The legal moves that make a step of several pieces: one of them goes, and the others rejoin it. `wanted`: which moves may be
    /// the first of them.
    pub(crate) fn steps_together(
        &self,
        position: &Position,
        wanted: &dyn Fn(&Move) -> bool,
    ) -> Vec<Together> {
        let mut found = Vec::new();
        if self.rules.turn.rejoin.is_some() {
            for first in self.legal_piece_moves(&mut position.clone()) {
                if first.part.is_some() && has_left(&first) && wanted(&first) {
                    self.gather(position, vec![first], &mut found);
                }
            }
        }
        found
    }

    fn gather(&self, start: &Position, moves: Vec<Move>, found: &mut Vec<Together>) {
        let mut now = start.clone();
        moves.iter().for_each(|m| _ = self.play(&mut now, m));
        let Some(last) = now.course.as_ref().and_then(|course| course.steps.last().cloned()) else { return };
        let follows = |m: &Move| matches!(m.origin, Origin::Rejoin { .. }) && m.to == last.to;
        for m in self.legal_piece_moves(&mut now.clone()).into_iter().filter(follows) {
            let stepped = self.stepped(&now, &m);
            let step = stepped.course.as_ref().and_then(|course| course.steps.last().cloned());
            let Some(step) = step.filter(|step| *step != last) else { continue };
            let moves: Vec<Move> = moves.iter().cloned().chain([m]).collect();
            if !found.iter().any(|known| known.step == step) {
                found.push(Together { moves: moves.clone(), step });
            }
            self.gather(start, moves, found);
        }
    }

    /// The legal moves that have led to the position from the beginning of its turn: what has gone together went one by one.
    pub(crate) fn one_by_one(&self, course: &Course) -> Vec<Move> {
        let mut now = Position::clone(&course.before);
        let mut moves = Vec::new();
        for step in &course.steps {
            let together = match step.part.is_some_and(|part| self.rules.kinds[part.index()].parts.len() > 1)
            {
                true => self.steps_together(&now, &|first| first.to == step.to),
                false => Vec::new(),
            };
            let found = together.into_iter().find(|known| known.step == *step);
            let next = found.map_or_else(|| vec![step.clone()], |together| together.moves);
            next.iter().for_each(|m| _ = self.play(&mut now, m));
            moves.extend(next);
        }
        moves
    }
}

/// Moves by which several pieces of a stack go together.
#[derive(Clone, Debug)]
pub(crate) struct Together {
    /// The moves.
    pub(crate) moves: Vec<Move>,
    /// The step of the turn that they become.
    pub(crate) step: Move,
}

/// Whether somebody goes away by it.
fn has_left(m: &Move) -> bool {
    m.changes.iter().any(|change| matches!(change, Change::Go { .. }))
}

/// What a part does, whoever it is: whether it goes, stays or is lost, and what it takes or joins.
fn deed(m: &Move) -> (bool, bool, SmallVec<[Change; 2]>) {
    let goes = has_left(m);
    let own = |tile: Tile| Some(tile) == m.from;
    // Who is lost is taken off, or the others are all that is left.
    let leaves = |change: &Change| match change {
        Change::Take(tile) | Change::Become { tile, .. } => own(*tile),
        _ => false,
    };
    let lost = !goes && m.changes.iter().any(leaves);
    let met = m.changes.iter().filter(|change| match change {
        Change::Take(tile) => !own(*tile),
        Change::Merge(_) => true,
        _ => false,
    });
    (goes, lost, met.copied().collect())
}
