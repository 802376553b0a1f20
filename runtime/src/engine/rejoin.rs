//! Rejoining: what has stayed of a stack goes along, after all, with a part that has left it before in this turn.
//!
//! Whether it could have gone along is seen by playing the turn again from its beginning, the two going together in that
//! earlier step. How far it is to go is asked in no other way. Who has rejoined can't be made to rejoin again, so this is done
//! once in a turn.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, PlayerId, Tile};

use super::reference::Reference;
use super::view::{Part, View};
use crate::moves::{Change, Move, Origin};
use crate::position::{Course, Piece, Position};

impl Reference {
    /// The moves by which a piece follows another; none where it could go to that tile by itself. Whoever carried the stack
    /// when the turn began follows nobody.
    pub(super) fn rejoining_moves(&self, position: &Position, me: PlayerId, moves: &mut Vec<Move>) {
        let (Some(rejoin), Some(course)) = (&self.rules.turn.rejoin, &position.course) else { return };
        let Some(from) = position.origin() else { return };
        let own = |tile: Tile| position.piece(tile).filter(|piece| piece.owner == Some(me));
        let (Some(stack), Some(began)) = (own(from), course.before.piece(from)) else { return };
        if !self.holds(&View::new(position, me), from, &rejoin.guard) {
            return;
        }
        let carrier = self.rules.kinds[began.kind.index()].parts[0];
        for part in self.parts_now(position, from, stack.kind) {
            if self.rules.bare(part.kind) == self.rules.bare(carrier) {
                continue;
            }
            for (number, to) in course.steps.iter().map(|step| step.to).enumerate() {
                let goes_there = |m: &Move| m.from == Some(from) && m.to == to && m.part == Some(part.kind);
                let Some(there) = own(to).filter(|_| to != from && !moves.iter().any(goes_there)) else {
                    continue;
                };
                let Some(kind) = self.rules.join(&[there.kind, part.kind]) else { continue };
                if !self.could_go_along(course, me, (from, part.kind), number) {
                    continue;
                }
                let mut changes = SmallVec::from_slice(&[Change::Merge(to), Change::Go { from, to }]);
                changes.extend(part.rest.map(|kind| Change::Leave { tile: from, kind }));
                changes.push(Change::Become { tile: to, kind });
                let origin = Origin::Rejoin { kind: part.kind, label: rejoin.label };
                let (from, part, tag) = (Some(from), Some(part.kind), self.tag(origin));
                moves.push(Move { from, to, part, promotion: None, captures: false, origin, tag, changes });
            }
        }
    }

    /// Whether every step of the turn could have been made with a piece, as it is now, going along in one of them.
    fn could_go_along(
        &self,
        course: &Course,
        me: PlayerId,
        (from, companion): (Tile, KindId),
        number: usize,
    ) -> bool {
        let mut replay = Position::clone(&course.before);
        let Some(mut parts) =
            replay.piece(from).map(|began| self.rules.kinds[began.kind.index()].parts.clone())
        else {
            return false;
        };
        let same = |part: &KindId| self.rules.bare(*part) == self.rules.bare(companion);
        parts.iter_mut().filter(|part| same(part)).for_each(|part| *part = companion);
        let Some(kind) = self.rules.join(&parts) else { return false };
        replay.set(from, Some(Piece { kind, owner: Some(me) }));
        course.steps.iter().enumerate().all(|(i, step)| {
            if matches!(step.origin, Origin::Rejoin { .. }) {
                return false;
            }
            let along = (i == number).then_some(companion);
            let Some(again) =
                step.part.and_then(|part| self.made_again(&replay, me, from, (step, part), along))
            else {
                return false;
            };
            self.make(&mut replay, &again);
            true
        })
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
        let going: SmallVec<[KindId; 2]> = std::iter::once(part).chain(along).collect();
        let mut staying = self.rules.kinds[stack.kind.index()].parts.clone();
        for part in &going {
            let same = |other: &KindId| self.rules.bare(*other) == self.rules.bare(*part);
            staying.remove(staying.iter().position(same)?);
        }
        let rest = if staying.is_empty() { None } else { Some(self.rules.join(&staying)?) };
        let kind = self.rules.join(&going)?;
        let mut ways = Vec::new();
        let view = View::new(position, me).lift_part(from, Part { kind, rest, leaves: true });
        self.moves_of(&view, from, kind, &mut ways);
        ways.into_iter().find(|way| way.to == step.to && deed(way) == deed(step))
    }
}

/// What a part does, whoever it is: whether it goes, stays or is lost, and what it takes or joins.
fn deed(m: &Move) -> (bool, bool, SmallVec<[Change; 2]>) {
    let goes = m.changes.iter().any(|change| matches!(change, Change::Go { .. }));
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
