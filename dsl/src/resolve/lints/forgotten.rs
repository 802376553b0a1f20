//! What was probably forgotten: counters that no FEN contains, and pieces that are dropped although no hand ever holds one.

use crate::diagnostic::errors::lints as errors;
use crate::ir::{Action, CounterId, Effect, FenField, Quantity, Receivable, Rules, Test};

use super::super::resolver::Resolver;
use super::super::sorts::Sort;

impl Resolver<'_> {
    /// Counters that no FEN contains although something depends on them.
    pub(super) fn lint_fields(&mut self, rules: &Rules) {
        for (index, counter) in rules.counters.iter().enumerate() {
            let Some(span) = self.declared(Sort::Counter, &counter.name).filter(|span| self.own(*span))
            else {
                continue;
            };
            let is = |id: CounterId| id.index() == index;
            let is_written =
                |field: &FenField| matches!(field, FenField::Count { counter, .. } if is(*counter));
            let changes = |effect: &Effect| matches!(effect, Effect::Count { counter, .. } if is(*counter));
            let asks = |number: &Quantity| matches!(number, Quantity::Counter(counter, _) if is(*counter));
            let matters = rules.any_test(&|test| match test {
                Test::Compare(left, _, right) => left.any(&asks) || right.any(&asks),
                _ => false,
            });
            let told = rules.ways_of_writing().any(|notation| notation.fen.iter().any(is_written));
            if matters && !told && rules.any_effect(&changes) {
                self.report.push(errors::counter_without_field(&counter.name, span, counter.each));
            }
        }
    }

    /// Pieces that are dropped although none ever comes into a hand.
    pub(super) fn lint_hands(&mut self, rules: &Rules) {
        let turn = &rules.turn;
        let comes = |what: &Receivable| matches!(what, Receivable::Piece(_));
        let mut setups = rules.setup.named.iter().map(|(_, text)| text).chain([&rules.setup.position]);
        let fills = |text: &String| {
            let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
            inside.is_some_and(|(inside, _)| !inside.is_empty())
        };
        let has_field = rules.ways_of_writing().any(|notation| notation.fen.contains(&FenField::Hand));
        if turn.taken.is_kept() || turn.receive.iter().any(comes) || has_field || setups.any(fills) {
            return;
        }
        let drops = |action: &Action| action.any_effect(&|effect| matches!(effect, Effect::Drop(_)));
        let spans = self.choice_spans.clone();
        for (choice, span) in turn.choices.iter().zip(spans) {
            if self.own(span) && choice.actions.iter().any(drops) {
                self.report.push(errors::nothing_to_drop(span));
            }
        }
    }
}
