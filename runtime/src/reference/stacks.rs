//! Stacks: which parts of them may move alone, and what happens to parts.

use std::iter;

use smallvec::SmallVec;
use tilegame_dsl::ir::{Effect, KindId, LabelId, PlayerId, Test, Tile};

use crate::moves::{Change, Move};
use crate::reference::engine::Reference;
use crate::reference::position::Position;
use crate::reference::view::{Part, View};

impl Reference {
    /// The single pieces that can leave a stack of this kind.
    pub(super) fn parts(&self, kind: KindId) -> &[Part] {
        &self.parts[kind.index()]
    }

    /// What of a piece may move: it as it is, and the parts that may leave it.
    pub(super) fn movers_of(&self, kind: KindId) -> impl Iterator<Item = KindId> {
        iter::once(kind).chain(self.parts(kind).iter().map(|part| part.kind))
    }

    /// The parts that may leave the stack on a tile in this position.
    pub(super) fn may_part(
        &self,
        position: &Position,
        me: PlayerId,
        from: Tile,
        kind: KindId,
    ) -> SmallVec<[Part; 4]> {
        let Some(split) = &self.rules.turn.split else { return SmallVec::new() };
        let view = View::new(position, me);
        let may = |part: &mut Part| self.holds(&view.with_alone(from, part.kind), from, &split.guard);
        let mut parts = self.parts_now(position, from, kind);
        parts.retain(may);
        parts
    }

    /// The parts of what stands on a tile: of a stack its single pieces, and also a single piece that is the last of a stack
    /// which the others have left in this turn.
    pub(super) fn parts_now(&self, position: &Position, from: Tile, kind: KindId) -> SmallVec<[Part; 4]> {
        let mut parts = SmallVec::from_slice(self.parts(kind));
        let before = position.course.as_ref().filter(|_| position.origin() == Some(from));
        let was = before.and_then(|course| course.before.piece(from));
        if parts.is_empty() && was.is_some_and(|was| self.rules.kinds[was.kind.index()].parts.len() > 1) {
            parts.push(Part { kind, rest: None, leaves: true });
        }
        parts
    }

    /// The position as the piece on a tile sees it that is about to move, or a part of it; nothing if there is no such part.
    pub(super) fn as_mover<'p>(
        &self,
        position: &'p Position,
        me: PlayerId,
        from: Tile,
        part: Option<KindId>,
    ) -> Option<View<'p>> {
        let view = View::new(position, me);
        let Some(kind) = part else { return Some(view.lift(from)) };
        let stack = position.piece(from)?;
        let part = self.parts_now(position, from, stack.kind).into_iter().find(|part| part.kind == kind)?;
        Some(view.lift_part(from, part))
    }

    /// The label that moves of parts have.
    pub(super) fn parting_label(&self, m: &Move) -> Option<LabelId> {
        m.part.and(self.rules.turn.split.as_ref()?.label)
    }

    /// What an effect makes of every single piece for which a test holds, as though it stood on its tile alone.
    pub(super) fn every_part(
        &self,
        view: &View<'_>,
        test: &Test,
        effect: &Effect,
        changes: &mut SmallVec<[Change; 8]>,
    ) {
        self.tiles_of_interest(view, test, &mut |tile| {
            if let Some(piece) = view.at(tile) {
                let parts = &self.rules.kinds[piece.kind.index()].parts;
                let passes = |part: &KindId| self.holds(&view.with_alone(tile, *part), tile, test);
                let hit: SmallVec<[bool; 4]> = parts.iter().map(passes).collect();
                if hit.contains(&true) {
                    changes.extend(self.change_of_parts(tile, piece.kind, &hit, effect));
                }
            }
            false
        });
    }

    /// What becomes of a stack when an effect hits some of its parts; nothing if the parts could not stand together then.
    fn change_of_parts(&self, tile: Tile, stack: KindId, hit: &[bool], effect: &Effect) -> Option<Change> {
        let parts = self.rules.kinds[stack.index()].parts.iter().zip(hit);
        let after: Vec<KindId> = match effect {
            Effect::Take | Effect::TakeLast => {
                parts.filter(|(_, hit)| !**hit).map(|(part, _)| *part).collect()
            }
            Effect::Become(kind) => parts.map(|(part, hit)| if *hit { *kind } else { *part }).collect(),
            Effect::State { state, on } => parts
                .map(|(part, hit)| if *hit { self.in_state(*part, *state, *on) } else { *part })
                .collect(),
            _ => return None,
        };
        if after.is_empty() {
            return Some(Change::Take(tile));
        }
        let kind = self.rules.join(&after).filter(|kind| *kind != stack)?;
        Some(Change::Become { tile, kind })
    }
}
