//! Which kinds pieces are: together on one tile, in a state, turned. Questions to the tables of the [`stacks`](super::stacks).

use super::ids::{KindId, SymId};
use super::pieces::Kind;
use super::rules::Rules;

impl Rules {
    /// The kind that all these pieces are together on one tile, if they can stand so. Each may be a stack itself.
    pub fn join(&self, kinds: &[KindId]) -> Option<KindId> {
        let mut parts: Vec<KindId> =
            kinds.iter().flat_map(|k| &self.kinds[k.index()].parts).copied().collect();
        if let [only] = parts[..] {
            return Some(only);
        }
        parts.sort_unstable();
        let at = self.stacks.binary_search_by(|stack| stack.parts.cmp(&parts)).ok()?;
        Some(self.stacks[at].kind)
    }

    /// The single piece that a kind is, or that carries in it.
    pub fn carrier(&self, kind: KindId) -> &Kind {
        &self.kinds[self.kinds[kind.index()].parts[0].index()]
    }

    /// What stays of a stack when one of its single pieces goes, if that can stand alone.
    pub fn rest(&self, stack: KindId, part: KindId) -> Option<KindId> {
        let mut parts = self.kinds[stack.index()].parts.clone();
        parts.remove(parts.iter().position(|p| *p == part)?);
        self.join(&parts)
    }

    /// The kind of a single piece that is in no state.
    pub fn bare(&self, kind: KindId) -> KindId {
        self.states.iter().fold(kind, |kind, state| state.without[kind.index()])
    }

    /// The kind that a single piece counts as in a hand: in no state, and in the first of its orientations.
    pub fn in_hand(&self, kind: KindId) -> KindId {
        let bare = self.bare(kind);
        self.orientations(bare).next().unwrap_or(bare)
    }

    /// All kinds that differ from one only in how they stand, itself included; none for a piece that is the same from all sides.
    pub fn orientations(&self, kind: KindId) -> impl Iterator<Item = KindId> + '_ {
        let states = |kind: KindId| self.states.iter().map(move |state| state.without[kind.index()] == kind);
        let this = &self.kinds[kind.index()];
        let alike = move |other: &KindId| {
            let there = &self.kinds[other.index()];
            there.facing.is_some() && there.piece == this.piece && states(kind).eq(states(*other))
        };
        let all = if this.facing.is_some() { self.kinds.len() } else { 0 };
        (0..all).map(KindId::new).filter(alike)
    }

    /// The kind that a player puts on the board whose view is turned so, `kind` being how the first player sees it. A piece without an
    /// orientation for one of those turned so has all of them as the board has them.
    pub fn turned(&self, kind: KindId, frame: SymId) -> KindId {
        let turned = |kind: KindId| self.kinds[kind.index()].facing.as_ref()?.turned[frame.index()];
        if self.orientations(kind).any(|other| turned(other).is_none()) {
            kind
        } else {
            turned(kind).unwrap_or(kind)
        }
    }
}
