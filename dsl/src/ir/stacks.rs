//! Pieces in states and pieces that carry others: every state and every load is a kind of its own, and these tables say
//! which.

use super::{Kind, KindId, Rules};

/// A state in which some pieces can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// For every kind, the kind that it is in this state: itself, if it is in it already or never can be. Of a stack it is
    /// the one who carries that changes.
    pub with: Vec<KindId>,
    /// For every kind, the kind that it is when it is not in this state.
    pub without: Vec<KindId>,
}

/// Pieces that stand on one tile together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Stack {
    /// The single pieces, sorted by their kinds.
    pub parts: Vec<KindId>,
    /// The kind that they are together.
    pub kind: KindId,
}

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
}
