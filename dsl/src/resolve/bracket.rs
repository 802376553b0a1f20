//! What should stand in brackets: tests about a tile, beside one about the whole position.

use crate::ast::{self, TestKind};
use crate::source::Span;

use super::resolver::Resolver;
use super::test::{ABOUT_NO_TILE, BUILT_IN, TEST_WORDS};

impl<'a> Resolver<'a> {
    /// Whether these are words side by side of which the first is about a tile, such as `enemy King`.
    pub(super) fn describes_tile(&self, all: &[ast::Test]) -> bool {
        let side_by_side = all.windows(2).all(|pair| {
            let between = Span { start: pair[0].span.end, end: pair[1].span.start, ..pair[0].span };
            self.sources.snippet(between).trim().is_empty()
        });
        let about_tile = |word: &str| {
            let named = TEST_WORDS[..4].iter().any(|sort| self.index(*sort, word).is_some());
            named || (BUILT_IN.contains(&word) && !ABOUT_NO_TILE.contains(&word))
        };
        side_by_side
            && all.first().is_some_and(|t| matches!(&t.kind, TestKind::Name(word) if about_tile(word)))
    }

    /// `only King or Knight`, of which the second part is about a tile and the first about all: the word before, the part that is alone,
    /// and all that should be in brackets.
    pub(super) fn unbracketed(&self, any: &[ast::Test]) -> Option<(&'static str, Span, Span)> {
        let about_tile = |test: &ast::Test| match &test.kind {
            TestKind::And(all) => self.describes_tile(all),
            _ => self.describes_tile(std::slice::from_ref(test)),
        };
        let at = (1..any.len()).find(|at| about_tile(&any[*at]))?;
        let mut before = &any[at - 1];
        while let TestKind::And(all) = &before.kind {
            before = all.last()?;
        }
        let (word, inner) = match &before.kind {
            TestKind::Only(inner) => ("only", inner),
            TestKind::Some(inner) => ("some", inner),
            TestKind::No(inner) => ("no", inner),
            _ => return None,
        };
        let last = any[at..].iter().take_while(|test| about_tile(test)).last()?;
        Some((word, any[at].span, inner.span.to(last.span)))
    }
}
