//! How the kinds of one piece move: each by those declared rules that can be meant for it.

use std::sync::Arc;

use crate::ir::{KindId, MoveRule, Test};
use crate::source::Span;

/// The declared rules of a piece, and what they are for its kinds.
pub(crate) struct Manners {
    declared: Vec<(MoveRule, Span)>,
    /// By what is left of the guards of all rules.
    known: Vec<(Vec<Test>, Manner)>,
}

/// The rules of a kind, and where they stand.
type Manner = (Arc<Vec<MoveRule>>, Vec<Span>);

impl Manners {
    pub(crate) fn new(declared: Vec<(MoveRule, Span)>) -> Manners {
        Manners { declared, known: Vec::new() }
    }

    /// The place of the first rule.
    pub(crate) fn first(&self) -> Option<Span> {
        self.declared.first().map(|(_, span)| *span)
    }

    /// The rules as they are for one of the kinds: what a rule asks of the piece itself is known. Kinds of which all is known alike share
    /// them.
    pub(crate) fn of(&mut self, kind: KindId) -> Manner {
        let guards: Vec<Test> = self.declared.iter().map(|(rule, _)| known_of(&rule.guard, kind)).collect();
        if let Some((_, manner)) = self.known.iter().find(|(known, _)| *known == guards) {
            return manner.clone();
        }
        let possible = self.declared.iter().zip(&guards).filter(|(_, guard)| **guard != Test::False);
        let as_known = |((rule, span), guard): (&(MoveRule, Span), &Test)| {
            (MoveRule { guard: guard.clone(), ..rule.clone() }, *span)
        };
        let (rules, spans): (Vec<MoveRule>, Vec<Span>) = possible.map(as_known).unzip();
        let manner = (Arc::new(rules), spans);
        self.known.push((guards, manner.clone()));
        manner
    }
}

/// A test about the tile on which such a piece stands.
pub(super) fn known_of(test: &Test, kind: KindId) -> Test {
    test.decided(&|part| match part {
        Test::Is(kinds) => Some(kinds.contains(kind)),
        _ => None,
    })
}
