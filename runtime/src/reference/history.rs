//! What pieces have done: which moves have to be remembered, and how a move is known again.
//!
//! Only what some rule asks for is kept. A move is known by the label of the rule that made it, and by every
//! [watch](tilegame_dsl::ir::Watch) that would have made the same move.

use smallvec::SmallVec;
use tilegame_dsl::ir::{CastlingWay, LabelId, MoveRule, PlayerId, Tile, When};

use crate::moves::{Change, Move, Origin, Tag};
use crate::reference::engine::Reference;
use crate::reference::memory::Told;
use crate::reference::position::{Deed, Position};
use crate::reference::walk::Effects;

/// The labels by which one move is known.
pub(crate) type Labels = SmallVec<[LabelId; 2]>;

impl Reference {
    /// The label of the rule or line that makes a move.
    fn label_of(&self, origin: Origin) -> Option<LabelId> {
        match origin {
            Origin::Rule { label, .. }
            | Origin::Choice { label, .. }
            | Origin::Board { label, .. }
            | Origin::Rejoin { label, .. } => label,
            Origin::Castling { side, .. } => {
                match self.rules.castling.as_ref()?.sides.get(side as usize)?.way {
                    CastlingWay::Rule { label, .. } => Some(label),
                    CastlingWay::Line { .. } => None,
                }
            }
            Origin::Pass => None,
        }
    }

    /// What tells a move from one that changes the same.
    pub(crate) fn tag(&self, origin: Origin) -> Tag {
        self.tag_if(origin, |told| told != Told::Never)
    }

    /// What still does so when it is settled which moves may be chosen.
    pub(crate) fn lasting_tag(&self, origin: Origin) -> Tag {
        self.tag_if(origin, |told| told == Told::Always)
    }

    fn tag_if(&self, origin: Origin, counts: impl Fn(Told) -> bool) -> Tag {
        Tag {
            label: self.label_of(origin).filter(|label| counts(self.told.of_label(*label))),
            castles: counts(self.told.castling) && self.is_castling(origin),
        }
    }

    /// Whether such a move castles, by the castling clause or by a rule that does.
    pub(crate) fn is_castling(&self, origin: Origin) -> bool {
        match origin {
            Origin::Castling { .. } => true,
            Origin::Rule { kind, rule, .. } => {
                self.rules.kinds[kind.index()].rules.get(usize::from(rule)).is_some_and(|rule| rule.castles)
            }
            _ => false,
        }
    }

    /// By which labels a move is known; asked before it is made.
    pub(crate) fn known_as(&self, position: &Position, me: PlayerId, m: &Move) -> Labels {
        let mut labels: Labels = self.label_of(m.origin).into_iter().collect();
        labels.extend(self.parting_label(m));
        let Some((from, kind)) = m.from.zip(m.kind()) else { return labels };
        for watch in self.rules.watches.iter().filter(|w| w.kinds.contains(kind)) {
            if watch.rules.iter().any(|rule| self.makes(position, me, rule, from, m)) {
                labels.push(watch.label);
            }
        }
        labels
    }

    /// Whether a rule would make the same move.
    fn makes(&self, position: &Position, me: PlayerId, rule: &MoveRule, from: Tile, m: &Move) -> bool {
        let Some(view) = self.as_mover(position, me, from, m.part) else { return false };
        if !self.holds(&view, from, &rule.guard) {
            return false;
        }
        let start = self.setting_out(me, from);
        let wanted = essence(m);
        self.walk(&view, &rule.path, start, &mut Effects::new(&view), &mut |end, effects| {
            end.tile == m.to
                && self
                    .landing(&view, rule, m.origin, from, end.tile, effects)
                    .is_some_and(|found| essence(&found) == wanted)
        })
    }

    /// Notes what the piece that has just moved has done. One that has gone with it has no last move of its own any more.
    pub(crate) fn remember(&self, position: &mut Position, m: &Move, labels: &Labels) {
        if m.board_line().is_some() {
            // No piece has done anything.
            position.deeds.retain(|d| d.when != When::Just);
            return;
        }
        let tile = m.rests();
        let went = |tile: Tile| essence(m).iter().any(|(_, to)| *to == Some(tile));
        position.deeds.retain(|d| match d.when {
            When::Ever => true,
            When::Last => d.tile != tile && !went(d.tile),
            When::Just => false,
        });
        if position.piece(tile).is_none() {
            return;
        }
        for when in [When::Ever, When::Last, When::Just] {
            for label in labels.iter().filter(|l| self.memory.asked.binary_search(&(when, **l)).is_ok()) {
                let deed = Deed { tile, when, label: *label };
                if let Err(at) = position.deeds.binary_search(&deed) {
                    position.deeds.insert(at, deed);
                }
            }
        }
    }
}

/// What a move takes and who goes where, sorted; what it leaves on tiles and what it turns into is no matter.
fn essence(m: &Move) -> SmallVec<[(Tile, Option<Tile>); 3]> {
    let mut found = SmallVec::new();
    for change in &m.changes {
        match *change {
            Change::Take(tile) | Change::Merge(tile) => found.push((tile, None)),
            Change::Go { from, to } | Change::Shift { from, to } => found.push((from, Some(to))),
            Change::Castle { king, partner } => {
                found.extend([(king.0, Some(king.1)), (partner.0, Some(partner.1))]);
            }
            Change::Become { .. }
            | Change::First { .. }
            | Change::Join { .. }
            | Change::Vanish(_)
            | Change::Carry(_)
            | Change::Put { .. }
            | Change::Leave { .. }
            | Change::Mark { .. }
            | Change::Count { .. } => {}
        }
    }
    found.sort();
    found
}
