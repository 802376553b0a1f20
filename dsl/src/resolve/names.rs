//! Names that can't go together: two sorts that stand in the same places may not share one, and words of the language
//! may not be taken.

use crate::diagnostic::errors::meaning as errors;
use crate::source::Span;

use super::path::HERE;
use super::resolver::Resolver;
use super::sorts::Sort;

/// Words that have a meaning of their own where a name of that sort may stand.
const RESERVED: [(&[Sort], &[&str]); 4] = [
    (
        &[Sort::Piece, Sort::Attribute, Sort::State, Sort::Player, Sort::Test, Sort::Option],
        &[
            "empty", "piece", "friend", "enemy", "attacked", "first", "begun", "acted", "stuck", "out",
            "next", "mover", "loaded", "parting", "castled", "changed",
        ],
    ),
    (&[Sort::Counter], &["repeated"]),
    (&[Sort::Direction, Sort::Path], &[HERE]),
    (&[Sort::End, Sort::Adjudication], &["none"]),
];

/// Sorts whose names stand in the same places.
const TOGETHER: [&[Sort]; 4] = [
    &[Sort::Player, Sort::Piece, Sort::Attribute, Sort::State, Sort::Test, Sort::Option],
    &[Sort::Player, Sort::Piece, Sort::Attribute, Sort::Label, Sort::End],
    &[Sort::Direction, Sort::Path],
    &[Sort::Tile, Sort::Region],
];

/// How many things of a sort can be numbered.
const LIMITS: [(Sort, usize); 7] = [
    (Sort::State, u8::MAX as usize),
    (Sort::Mark, u8::MAX as usize),
    (Sort::Counter, u8::MAX as usize),
    (Sort::Phase, u8::MAX as usize),
    (Sort::Label, u16::MAX as usize),
    (Sort::End, u16::MAX as usize),
    (Sort::Region, u16::MAX as usize / 2),
];

impl Resolver<'_> {
    /// Checks all names.
    pub(crate) fn check_names(&mut self) {
        for (sorts, words) in RESERVED {
            for sort in sorts {
                for word in words {
                    if let Some(span) = self.index(*sort, word).and_then(|_| self.declared(*sort, word)) {
                        self.report.push(errors::reserved_name(word, "a word of the language", span));
                    }
                }
            }
        }
        for sorts in TOGETHER {
            for (number, sort) in sorts.iter().enumerate() {
                for word in self.names(*sort) {
                    self.check_name(&word, *sort, &sorts[..number]);
                }
            }
        }
        for part in self.grid.parts().iter().map(|p| p.name.clone()).collect::<Vec<_>>() {
            if let Some(span) = self.declared(Sort::Region, &part) {
                self.report.push(errors::reserved_name(&part, "a part of the board", span));
            }
        }
        for (sort, limit) in LIMITS {
            if let Some(word) = self.names(sort).get(limit)
                && let Some(span) = self.declared(sort, word)
            {
                self.report.push(errors::too_many(&format!("{}s", sort.word()), limit, span));
            }
        }
    }

    fn check_name(&mut self, word: &str, sort: Sort, others: &[Sort]) {
        let Some(span) = self.declared(sort, word) else { return };
        let Some(other) = others.iter().find(|o| self.index(**o, word).is_some()) else { return };
        self.report.push(match self.declared(*other, word) {
            Some(first) => errors::shared_name(word, span, sort.word(), first, other.word()),
            None => errors::reserved_name(word, &format!("a {}", other.word()), span),
        });
    }

    /// Where a name is declared; nowhere for what comes with the board.
    pub(crate) fn declared(&self, sort: Sort, word: &str) -> Option<Span> {
        match sort {
            Sort::Piece => self.game.pieces.get(word).map(|e| e.span),
            Sort::Attribute => self.attributes.get(word).map(|(span, _)| *span),
            Sort::State => self.states.get(word).map(|(span, _)| *span),
            Sort::Player => self.index(sort, word).map(|i| self.player_spans[i]),
            Sort::Test => self.game.tests.get(word).map(|e| e.span),
            Sort::Option => self.game.options.get(word).map(|e| e.span),
            Sort::Region => self.game.regions.get(word).map(|e| e.span),
            Sort::Path => self.game.paths.get(word).map(|e| e.span),
            Sort::Rules => self.game.rules.get(word).map(|e| e.span),
            Sort::Shape => self.game.shapes.get(word).map(|e| e.span),
            Sort::Mark => self.game.marks.get(word).map(|e| e.span),
            Sort::Counter => self.game.counters.get(word).map(|e| e.span),
            Sort::Label | Sort::Zone => self.index(sort, word).and_then(|_| self.labels.get(word).copied()),
            Sort::Phase => self.phase_names().find(|n| n.node == word).map(|n| n.span),
            Sort::End => self.game.ends.get(word).map(|e| e.span),
            Sort::Adjudication => self.game.adjudications.get(word).map(|e| e.span),
            Sort::Tile | Sort::Direction => None,
        }
    }
}
