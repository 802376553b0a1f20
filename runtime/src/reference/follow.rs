//! What follows from a move: the lines of `after`, and what a move costs in all.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Action, After, Effect, KindId, PlayerId, Test, Tile};

use crate::moves::{Change, Move};
use crate::reference::engine::Reference;
use crate::reference::make::Undo;
use crate::reference::position::{Piece, Position};
use crate::reference::view::{State, View};
use crate::reference::walk::Effects;

/// Hears of what follows from a move: for each line that is done first that it begins, then every change it makes, with the
/// number of the line and the position just before.
pub(crate) type Told<'f> = &'f mut dyn FnMut(&Position, usize, Option<Change>);

impl Reference {
    /// The position as the move itself leaves it, before anything follows from it and the turn is passed on.
    pub(crate) fn moved(&self, position: &Position, m: &Move) -> Position {
        let mut moved = position.clone();
        self.act(&mut moved, self.to_move(position), m, &mut Undo::new(position));
        moved
    }

    /// What is taken by the move, or taken or turned into another piece by what follows from it; each with the position just
    /// before.
    pub(crate) fn losses(&self, position: &Position, m: &Move) -> Vec<(Position, Tile, Piece)> {
        let mut losses = Vec::new();
        for change in &m.changes {
            if let Change::Take(tile) = *change
                && let Some(piece) = position.piece(tile)
            {
                losses.push((position.clone(), tile, piece));
            }
        }
        let piece = |kind: KindId| &self.rules.kinds[kind.index()].piece;
        self.tell_what_follows(position, m, &mut |before, _, change| {
            let lost = match change {
                Some(Change::Take(tile)) => before.piece(tile).map(|p| (tile, p)),
                Some(Change::Become { tile, kind }) => {
                    before.piece(tile).filter(|p| piece(p.kind) != piece(kind)).map(|p| (tile, p))
                }
                _ => None,
            };
            losses.extend(lost.map(|(tile, piece)| (before.clone(), tile, piece)));
        });
        losses
    }

    /// Tells every line that a move sets off and every change that follows.
    pub(crate) fn tell_what_follows(&self, position: &Position, m: &Move, told: Told<'_>) {
        let mut moved = self.moved(position, m);
        self.follow(&mut moved, Some(position), self.to_move(position), m, &mut Undo::new(position), told);
    }

    /// Does what follows from a move; `told` hears of it. The position before the move may be missing if no line asks for it.
    pub(super) fn follow(
        &self,
        position: &mut Position,
        before: Option<&Position>,
        me: PlayerId,
        m: &Move,
        undo: &mut Undo,
        told: Told<'_>,
    ) {
        let maker = m.rests();
        for (number, after) in self.rules.turn.after.iter().enumerate() {
            let view = View { before, ..View::new(position, me) };
            if self.is_set_off(after, m, me) && self.holds(&view, m.to, &after.guard) {
                told(position, number, None);
                if after.actions.contains(&Action::Illegal) {
                    undo.refused_by.get_or_insert(number as u16);
                }
                for action in &after.actions {
                    if let Action::Again { phase, or_pass } = action {
                        undo.goes_on = Some(phase.unwrap_or(position.phase));
                        undo.or_pass = *or_pass;
                    }
                }
                for change in self.consequences(view, m, after) {
                    told(position, number, Some(change));
                    self.apply(position, me, maker, change, undo);
                }
            }
        }
    }

    /// Where the walks of a line start: on every tile that passes its test, or on the one moved to.
    pub(crate) fn starts(&self, view: &View<'_>, to: Tile, from: Option<&Test>) -> Vec<State> {
        let mut tiles = Vec::new();
        match from {
            Some(test) => {
                _ = self.tiles_of_interest(view, test, &mut |tile| {
                    tiles.extend(self.holds(view, tile, test).then_some(tile));
                    false
                })
            }
            None => tiles.push(to),
        }
        let state = |tile| self.setting_out(view.me, tile);
        tiles.into_iter().map(state).collect()
    }

    /// What a line does; all its actions read the position as it was before the first of them.
    fn consequences(&self, view: View<'_>, m: &Move, after: &After) -> SmallVec<[Change; 8]> {
        let mut changes: SmallVec<[Change; 8]> = SmallVec::new();
        let view = View { mover: Some(view.me), ..view };
        for action in &after.actions {
            match action {
                Action::Illegal | Action::Again { .. } => {}
                Action::Here(effect) => changes.extend(self.change(&view, m.to, effect)),
                Action::Every(test, effect) => self.every(&view, test, effect, &mut changes),
                Action::EveryPart(test, effect) => self.every_part(&view, test, effect, &mut changes),
                Action::Each { path, from } => {
                    for start in self.starts(&view, m.to, from.as_ref()) {
                        self.walk(&view, path, start, &mut Effects::new(&view), &mut |_, effects| {
                            changes
                                .extend(effects.iter().filter_map(|(tile, e)| self.change(&view, *tile, e)));
                            false
                        });
                    }
                }
            }
        }
        changes
    }

    /// What an effect changes on every tile where a test holds.
    pub(super) fn every(
        &self,
        view: &View<'_>,
        test: &Test,
        effect: &Effect,
        changes: &mut SmallVec<[Change; 8]>,
    ) {
        let tiles = self.tiles(view.position).filter(|tile| self.holds(view, *tile, test));
        changes.extend(tiles.filter_map(|tile| self.change(view, tile, effect)));
    }
}
