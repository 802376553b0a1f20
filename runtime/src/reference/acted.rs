//! Who has acted in a turn that is not over: single pieces, each by the tile on which it stands now.
//!
//! Kept only where a rule asks for it. Pieces go on being known when something carries them elsewhere, alone or in a stack;
//! whoever is taken off is forgotten.

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, Tile};

use crate::moves::{Change, Move};
use crate::reference::engine::Reference;
use crate::reference::position::{Acted, Piece, Position};

impl Position {
    /// Who has acted in this turn so far.
    pub(super) fn acted(&self) -> &[(Tile, KindId)] {
        self.course.as_ref().map_or(&[], |course| &course.acted)
    }

    /// Forgets who has acted on a tile, and says who it was.
    pub(super) fn take_acted(&mut self, tile: Tile) -> SmallVec<[KindId; 4]> {
        let here = |(at, _): &&(Tile, KindId)| *at == tile;
        let found: SmallVec<[KindId; 4]> = self.acted().iter().filter(here).map(|(_, kind)| *kind).collect();
        if !found.is_empty() {
            let kept = self.acted().iter().filter(|entry| !here(entry)).copied().collect();
            self.set_acted(kept);
        }
        found
    }

    /// Adds pieces that have acted and stand on a tile now.
    pub(super) fn add_acted(&mut self, tile: Tile, kinds: &[KindId]) {
        if !kinds.is_empty() {
            let all = self.acted().iter().copied().chain(kinds.iter().map(|kind| (tile, *kind))).collect();
            self.set_acted(all);
        }
    }

    fn set_acted(&mut self, mut all: Acted) {
        all.sort_unstable();
        if let Some(course) = &mut self.course {
            std::sync::Arc::make_mut(course).acted = all;
        }
    }
}

impl Reference {
    /// The single pieces on a tile that have not acted in this turn, nor have been said to stay.
    pub(crate) fn ready(&self, position: &Position, tile: Tile) -> SmallVec<[KindId; 4]> {
        let Some(piece) = position.piece(tile) else { return SmallVec::new() };
        let stays = position.course.as_ref().filter(|_| position.origin() == Some(tile));
        let stays = stays.map_or(&[][..], |course| &course.stays);
        let acted = position.acted().iter().filter(|(at, _)| *at == tile).map(|(_, kind)| *kind);
        self.without(&self.rules.kinds[piece.kind.index()].parts, acted.chain(stays.iter().copied()))
    }

    /// Whether what stands on a tile has acted in this turn: all of it, or `part` of it.
    pub(super) fn has_acted(&self, position: &Position, tile: Tile, part: Option<KindId>) -> bool {
        if position.course.is_none() || position.piece(tile).is_none() {
            return false;
        }
        let ready = self.ready(position, tile);
        part.map_or(ready.is_empty(), |part| !ready.contains(&part))
    }

    /// Notes after a step whose pieces have acted. `stood`: what was on the tiles where the step sets out and ends, before it;
    /// `before`: who had acted by then.
    pub(super) fn note_acted(
        &self,
        position: &mut Position,
        m: &Move,
        (started, met): (Option<Piece>, Option<Piece>),
        before: &[(Tile, KindId)],
    ) {
        let Some((from, started)) = m.from.zip(started) else { return };
        let parts = |kind: KindId| &self.rules.kinds[kind.index()].parts[..];
        let rests = m.rests();
        let now = position.piece(rests).map_or(&[][..], |piece| parts(piece.kind));
        let joins = m.changes.contains(&Change::Merge(rests));
        if m.part.is_none() && !joins {
            // Nothing has come apart or together; whoever has been taken along is known already.
            position.take_acted(rests);
            return position.add_acted(rests, now);
        }
        let going = m.part.map_or(parts(started.kind), parts);
        let staying = self.without(parts(started.kind), going.iter().copied());
        let friends = met.filter(|_| joins).map_or(&[][..], |met| parts(met.kind));
        let others = if rests == from { &staying[..] } else { friends };
        let mut moved = self.without(now, others.iter().copied());
        if moved.len() != going.len() {
            // Who acted is lost.
            moved.clear();
        }
        let known = |those: &[KindId], tile: Tile| {
            let here = before.iter().filter(|(at, _)| *at == tile).map(|(_, kind)| *kind);
            let unknown = self.without(those, here);
            self.without(those, unknown)
        };
        position.take_acted(from);
        position.take_acted(rests);
        position.add_acted(from, &known(&staying, from));
        position.add_acted(rests, &known(friends, rests));
        position.add_acted(rests, &moved);
    }

    /// What is left of some pieces without others: those of just that kind first, then those of its sort in whatever state.
    pub(super) fn without(
        &self,
        pieces: &[KindId],
        others: impl IntoIterator<Item = KindId>,
    ) -> SmallVec<[KindId; 4]> {
        let mut left = SmallVec::from_slice(pieces);
        let mut of_the_sort: SmallVec<[KindId; 4]> = SmallVec::new();
        for other in others {
            match left.iter().position(|kind| *kind == other) {
                Some(at) => _ = left.remove(at),
                None => of_the_sort.push(self.rules.bare(other)),
            }
        }
        for other in of_the_sort {
            if let Some(at) = left.iter().position(|kind| self.rules.bare(*kind) == other) {
                left.remove(at);
            }
        }
        left
    }
}
