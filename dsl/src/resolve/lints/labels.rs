//! Labels: those that nothing asks for, and lines that make the same moves, told apart by a label or not.

use crate::ast::{self, PieceLine};
use crate::diagnostic::errors::lints as errors;
use crate::ir::{MoveRule, Rules, Test, Trigger};
use crate::library;

use super::super::resolver::Resolver;
use super::super::sorts::Sort;
use super::KindPlaces;

impl Resolver<'_> {
    /// Labels of the root's rules that nothing asks for. Those of the library are for whoever varies its games.
    pub(super) fn lint_labels(&mut self) {
        let game = self.game;
        if library::has(self.sources.name(game.root)) {
            return;
        }
        let of_pieces =
            game.pieces.iter().flat_map(|(_, entry)| &entry.node.rules).filter_map(|stateful| match stateful
                .line
            {
                PieceLine::Rule { label, mode, .. } if mode.node != ast::Mode::Cover => label.as_ref(),
                PieceLine::Id { label, .. } => label.as_ref(),
                _ => None,
            });
        let mut told: Vec<&str> = Vec::new();
        for label in of_pieces {
            let used =
                self.labels.get_index_of(&label.node).is_some_and(|i| self.used.contains(&(Sort::Label, i)));
            if !used && self.own(label.span) && !told.contains(&label.node.as_str()) {
                told.push(&label.node);
                self.report.push(errors::unused_label(&label.node, label.span));
            }
        }
    }

    /// Rules of one kind that say the same.
    pub(super) fn lint_repeated(&mut self, rules: &Rules, kind: usize, place: &KindPlaces) {
        let list = &rules.kinds[kind].rules;
        let same = |a: &MoveRule, b: &MoveRule| {
            (a.mode, a.onto, &a.guard, &a.path) == (b.mode, b.onto, &b.guard, &b.path)
        };
        for (index, rule) in list.iter().enumerate() {
            let span = place.rules[index];
            let Some(first) = list[..index].iter().position(|other| same(other, rule)) else {
                continue;
            };
            if !self.own(span) {
                continue;
            }
            let earlier = place.rules[first];
            let tells = |rule: &MoveRule| rule.label.filter(|label| follows(rules, *label));
            self.report.push(match (tells(rule), tells(&list[first])) {
                (own, other) if own == other => {
                    let new_label = rule.label.is_some() && rule.label != list[first].label;
                    errors::repeated(span, earlier, new_label)
                }
                (own, other) => {
                    let label = own.or(other).map_or("", |l| rules.labels[l.index()].as_str());
                    errors::twice_by_label(span, earlier, label)
                }
            });
        }
    }

    /// Lines of `choose` that say the same.
    pub(super) fn lint_choices(&mut self, rules: &Rules) {
        let list = &rules.turn.choices;
        let spans = self.choice_spans.clone();
        for (index, choice) in list.iter().enumerate() {
            let same = |other: &crate::ir::Choice| {
                (&other.target, &other.guard, &other.actions)
                    == (&choice.target, &choice.guard, &choice.actions)
            };
            let Some(first) = list[..index].iter().position(same) else { continue };
            let span = spans[index];
            if !self.own(span) {
                continue;
            }
            let tells = |choice: &crate::ir::Choice| choice.label.filter(|label| follows(rules, *label));
            self.report.push(match (tells(choice), tells(&list[first])) {
                (own, other) if own == other => errors::repeated(span, spans[first], false),
                (own, other) => {
                    let label = own.or(other).map_or("", |l| rules.labels[l.index()].as_str());
                    errors::twice_by_label(span, spans[first], label)
                }
            });
        }
    }
}

/// Whether something else follows from moves of a label.
fn follows(rules: &Rules, label: crate::ir::LabelId) -> bool {
    rules.turn.after.iter().any(|after| after.triggers.contains(&Trigger::Label(label)))
        || rules.any_test(&|test| matches!(test, Test::Did(_, asked) if *asked == label))
}
