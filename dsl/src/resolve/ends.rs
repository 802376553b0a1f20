//! Endings: those that a position shows, and those of a match.

use crate::ast::{EndRule, Manner, Name, ResultWord};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Adjudication, End, EndResult};
use crate::source::Spanned;

use super::resolver::Resolver;
use super::test::Site;

impl<'a> Resolver<'a> {
    /// Lowers `end`. What could not be lowered is left out; the error has been reported.
    pub(crate) fn ends(&mut self) -> Vec<End> {
        let game = self.game;
        let rules = game.ends.iter().filter_map(|(name, entry)| Some((name, entry.node.rule.as_ref()?)));
        let mut all = Vec::new();
        for (name, rule) in rules {
            match rule.manner.node {
                Manner::Rule => {}
                Manner::Claim => self.report.push(errors::only_in_match("by claim", rule.manner.span)),
                Manner::Time => self.report.push(errors::only_in_match("on time", rule.manner.span)),
            }
            let (result, when) = (self.result(rule), self.test(&rule.test, Site::position("`end`")));
            if let (Some(result), Some(when)) = (result, when) {
                all.push(End { name: name.to_string(), result, when });
            }
        }
        all
    }

    /// Lowers `match`.
    pub(crate) fn adjudications(&mut self) -> Vec<Adjudication> {
        let game = self.game;
        let rules =
            game.adjudications.iter().filter_map(|(name, entry)| Some((name, entry.node.rule.as_ref()?)));
        let mut all = Vec::new();
        for (name, rule) in rules {
            let (result, when) = (self.result(rule), self.test(&rule.test, Site::adjudication()));
            if let (Some(result), Some(when)) = (result, when) {
                all.push(Adjudication { name: name.to_string(), manner: rule.manner.node, result, when });
            }
        }
        all
    }

    fn result(&mut self, rule: &EndRule) -> Option<EndResult> {
        Some(match &rule.result.node {
            ResultWord::Win => EndResult::Win,
            ResultWord::Loss => EndResult::Loss,
            ResultWord::Draw => EndResult::Draw,
            ResultWord::Wins(player) => {
                let name: Name = Spanned::new(player.clone(), self.first_word(rule.result.span));
                EndResult::Wins(self.player(&name)?)
            }
        })
    }

    /// The place of the first word of a span.
    fn first_word(&self, span: crate::source::Span) -> crate::source::Span {
        let words = self.sources.snippet(span);
        let length = words.find(char::is_whitespace).unwrap_or(words.len());
        crate::source::Span { end: span.start + length as u32, ..span }
    }
}
