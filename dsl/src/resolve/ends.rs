//! Endings: those that a position shows, and those of a match.

use crate::ast::{EndRule, Manner, Name, ResultWord};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Adjudication, End, EndResult, Share};
use crate::source::Spanned;

use super::resolver::Resolver;
use super::site::Site;

/// Nobody divides a point into more parts.
const LARGEST_SHARE: u32 = 1000;

fn many(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

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
                Manner::Time => self.report.push(errors::only_in_match("by time", rule.manner.span)),
            }
            let asked = self.options_asked;
            let (result, when) = (self.result(rule, false), self.test(&rule.test, Site::position("`end`")));
            if self.options_asked != asked {
                self.switched.extend(game.ends.get(name).map(|entry| entry.span));
            }
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
            let asked = self.options_asked;
            let (result, when) = (self.result(rule, true), self.test(&rule.test, Site::adjudication()));
            if self.options_asked != asked {
                self.switched.extend(game.adjudications.get(name).map(|entry| entry.span));
            }
            if let (Some(result), Some(when)) = (result, when) {
                all.push(Adjudication { name: name.to_string(), manner: rule.manner.node, result, when });
            }
        }
        all
    }

    /// Says so if a line by which somebody goes out is named where the end of the game is meant.
    pub(crate) fn must_be_final(&mut self, name: &Name) -> Option<()> {
        let rule = self.game.ends.get(&name.node).and_then(|e| e.node.rule.as_ref());
        if rule.is_some_and(|r| matches!(r.result.node, ResultWord::Out | ResultWord::Skip)) {
            let title = format!("`{}` does not end the game", name.node);
            self.report.push(errors::bad_result(name.span, title, "the others play on"));
            return None;
        }
        Some(())
    }

    /// Says so if an ending of a match is one on time, which no moves bring about.
    pub(crate) fn must_come_about(&mut self, name: &Name) -> Option<()> {
        let rule = self.game.adjudications.get(&name.node).and_then(|e| e.node.rule.as_ref());
        if rule.is_some_and(|r| r.manner.node == Manner::Time) {
            let title = format!("`{}` says what happens when time is up", name.node);
            self.report.push(errors::bad_result(name.span, title, "a test has no clock"));
            return None;
        }
        Some(())
    }

    /// The result of a line, as far as it can stand there.
    fn result(&mut self, rule: &EndRule, in_match: bool) -> Option<EndResult> {
        let players = self.players.len();
        Some(match &rule.result.node {
            ResultWord::Win => EndResult::Win,
            ResultWord::Loss => EndResult::Loss,
            ResultWord::Draw => EndResult::Draw,
            ResultWord::Shares(shares) if shares.len() != players => {
                let title = format!("{} for {players} players", many(shares.len(), "share"));
                let label = "one for each: first the player to move, then the others in the order of turns";
                self.report.push(errors::bad_result(rule.result.span, title, label));
                return None;
            }
            ResultWord::Shares(shares) => {
                let share =
                    |s: &crate::ast::Share| Share { part: s.part.node, of: s.of.map_or(1, |of| of.node) };
                let all: Vec<Share> = shares.iter().map(share).collect();
                if all.iter().any(|s| s.part > s.of || s.of > LARGEST_SHARE || s.of == 0) {
                    let title = "a share is a part of one point".to_string();
                    let label = "write for example `draw 1/4 to 3/4`";
                    self.report.push(errors::bad_result(rule.result.span, title, label));
                    return None;
                }
                EndResult::Shares(all)
            }
            ResultWord::Out | ResultWord::Skip if in_match => {
                let word = if rule.result.node == ResultWord::Out { "out" } else { "skip" };
                let title = format!("`{word}` in a block of `match`");
                let label = "the position has to show it: move the line to `end`";
                self.report.push(errors::bad_result(rule.result.span, title, label));
                return None;
            }
            ResultWord::Out => EndResult::Out,
            ResultWord::Skip => EndResult::Skip,
            ResultWord::Wins(player) => {
                let name: Name = Spanned::new(player.clone(), self.first_word(rule.result.span));
                EndResult::Wins(self.who(&name, &["next", "mover"])?)
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
