//! What pieces have done, where a rule asks for it: by which labels a move is known, and what is noted of it.

use smallvec::SmallVec;
use tilegame_dsl::ir::{LabelId, Tile, When};

use crate::moves::Change;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{How, Step};
use crate::plan::Plan;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// By which labels a move is known; asked before it is made.
    pub(crate) fn known_as(&self, state: &State<W, N>, step: Step) -> SmallVec<[LabelId; 2]> {
        let mut labels: SmallVec<[LabelId; 2]> = self.label(step).into_iter().collect();
        if matches!(step.how, How::Choice(_) | How::Pass) || step.how.tile_line().is_some() {
            return labels;
        }
        let mut watches = self.turn.watches.iter().filter(|w| w.kinds.contains(&step.kind)).peekable();
        if watches.peek().is_none() {
            return labels;
        }
        let wanted = essence(&self.changes(state, step));
        let scene = self.scene(state);
        let from = step.from as usize;
        for watch in watches {
            let is_made = watch.programs[scene.me].iter().any(|tiles| {
                self.reached(&scene, from, tiles[from], |number, leaf| {
                    let same = Step { to: leaf.to, how: How::Leaf(number), ..step };
                    leaf.to == step.to && essence(&self.changes(state, same)) == wanted
                })
            });
            if is_made {
                labels.push(watch.label);
            }
        }
        labels
    }

    /// Where the piece that has moved, acted or been put stands afterwards.
    pub(crate) fn rests(&self, step: Step) -> usize {
        let stays = match step.how {
            How::Leaf(number) => self.code.leaves[number as usize].stays,
            How::Walked { rule, .. } => self.acts_from_afar(step.kind, rule),
            How::Plain
            | How::Castling(_)
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => false,
        };
        if stays { step.from as usize } else { step.to as usize }
    }

    /// Notes what the piece that has just moved has done; see the reference engine's `remember`.
    pub(crate) fn remember(&self, state: &mut State<W, N>, step: Step, went: &[u16], labels: &[LabelId]) {
        if step.how.tile_line().is_some() {
            // No piece has done anything.
            let just = self.layout.deeds.list.iter().enumerate().filter(|(_, (when, _))| *when == When::Just);
            just.for_each(|(i, _)| state.sets[self.layout.deeds.first + i] = Set::EMPTY);
            return;
        }
        let tile = self.rests(step);
        let mut moved: Set<W> = went.iter().map(|t| *t as usize).collect();
        moved.insert(tile);
        let stands = self.standing_in(state).has(tile);
        for (i, (when, asked)) in self.layout.deeds.list.iter().enumerate() {
            let set = &mut state.sets[self.layout.deeds.first + i];
            match when {
                When::Ever => {}
                When::Last => *set = set.without(moved),
                When::Just => *set = Set::EMPTY,
            }
            if stands && labels.contains(asked) {
                set.insert(tile);
            }
        }
    }
}

/// What a move takes and who goes where, sorted; what it leaves on tiles and what it turns into is no matter.
fn essence(changes: &[Change]) -> SmallVec<[(Tile, Option<Tile>); 3]> {
    let mut found = SmallVec::new();
    for change in changes {
        match *change {
            Change::Take(tile) => found.push((tile, None)),
            Change::Go { from, to } | Change::Shift { from, to } => found.push((from, Some(to))),
            Change::Castle { king, partner } => {
                found.extend([(king.0, Some(king.1)), (partner.0, Some(partner.1))]);
            }
            Change::Become { .. }
            | Change::First { .. }
            | Change::Mark { .. }
            | Change::Count { .. }
            | Change::Merge(_)
            | Change::Leave { .. }
            | Change::Put { .. }
            | Change::Vanish(_)
            | Change::Carry(_)
            | Change::Join { .. } => {}
        }
    }
    found.sort();
    found
}
