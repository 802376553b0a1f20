//! The `turn` block: order, legality, preferences, and what happens after a move.

use crate::ast::{self, Name, ResultWord};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::ir::{Action, After, Effect, EndId, LabelId, Pass, PlayerId, Test, Trigger, Turn};

use super::layers::AfterDecl;
use super::path::any;
use super::resolver::Resolver;
use super::sorts::Sort;
use super::test::Site;
use crate::source::Span;

/// Triggers that are words of the language.
const BUILT_IN: [&str; 4] = ["move", "pass", "capture", "castling"];

/// Words that can begin a rule or line but set nothing off.
const NOT_TRIGGERS: [&str; 2] = ["quiet", "promote"];

impl<'a> Resolver<'a> {
    /// Lowers the block.
    pub(crate) fn turn(&mut self) -> Option<Turn> {
        let game = self.game;
        let order = match &game.order {
            Some(entry) => entry.node.iter().map(|name| self.player(name)).collect::<Vec<_>>(),
            None => (0..self.players.len()).map(|p| Some(PlayerId::new(p))).collect(),
        };
        let legal = match &game.legal {
            Some(entry) => self.test(entry.node, Site::legal()),
            None => Some(Test::True),
        };
        let pass = match &game.pass {
            Some(entry) => self.pass(entry.node).map(Some),
            None => Some(None),
        };
        let prefer = match &game.prefer {
            Some(entry) => self.triggers(entry.node, false),
            None => Some(Vec::new()),
        };
        let after: Vec<Option<After>> = game.after.iter().map(|decl| self.after(decl)).collect();
        let board = self.board_moves();
        Some(Turn {
            order: order.into_iter().collect::<Option<_>>()?,
            legal: legal?,
            pass: pass?,
            prefer: prefer?,
            after: after.into_iter().collect::<Option<_>>()?,
            board: board?,
        })
    }

    fn pass(&mut self, (guard, span): (Option<&'a ast::Test>, Span)) -> Option<Pass> {
        let guard = match guard {
            Some(test) => self.test(test, Site::pass())?,
            None => Test::True,
        };
        Some(Pass { guard, text: self.words(span) })
    }

    /// A line as it is written, with single spaces.
    fn words(&self, span: Span) -> String {
        self.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn after(&mut self, decl: &'a AfterDecl<'a>) -> Option<After> {
        let triggers = self.triggers(decl.triggers, true);
        let is_move = |t: &Trigger| !matches!(t, Trigger::Out | Trigger::End(_));
        let no_move = triggers.iter().flatten().any(|t| !is_move(t));
        // Who goes out moves to no tile.
        let ending = |name: &&Name| name.node == "out" || self.index(Sort::End, &name.node).is_some();
        let other = decl.triggers.iter().find(ending).filter(|_| no_move);
        let guard = match (decl.guard, other) {
            (Some(test), None) => self.satisfiable(test, Site::after()),
            (Some(test), Some(_)) => self.test(test, Site::after_out()),
            (None, _) => Some(Test::True),
        };
        if let Some(name) = other
            && decl.actions.iter().any(|a| !matches!(a, ast::Action::Every(..)))
        {
            self.report.push(errors::nobody_moved(&name.node, name.span));
            return None;
        }
        let actions: Vec<Option<Action>> = decl.actions.iter().map(|a| self.action(a)).collect();
        let after = After {
            name: decl.label.map(|l| l.node.clone()),
            triggers: triggers?,
            guard: guard?,
            actions: actions.into_iter().collect::<Option<_>>()?,
            text: self.words(decl.span),
        };
        if after.triggers.contains(&Trigger::Pass) && after.is_about_a_tile() {
            let word = decl.triggers.iter().find(|name| name.node == "pass");
            self.report.push(errors::pass_reaches_nothing(word.map_or(decl.span, |w| w.span)));
            return None;
        }
        Some(after)
    }

    /// An effect that nobody chooses: what something becomes stands in one way.
    fn effect_in_one_way(&mut self, effect: &'a ast::Effect) -> Option<Effect> {
        let mut ways = self.effects(effect, Site::after())?;
        if let (ast::Effect::Become(name), [_, _, ..]) = (effect, ways.as_slice()) {
            self.report.push(errors::needs_one_facing(&name.node, ways.len(), name.span));
            return None;
        }
        ways.pop()
    }

    fn action(&mut self, action: &'a ast::Action) -> Option<Action> {
        Some(match action {
            ast::Action::Here(effect) => Action::Here(self.effect_in_one_way(effect)?),
            ast::Action::Illegal => Action::Illegal,
            ast::Action::Each { path, from } => {
                let from = from.as_ref().map(|test| self.satisfiable(test, Site::after()));
                let way = any(self.path(path, Site::after())?);
                if self.arrivals(&way, &Test::True, 0).is_empty() {
                    self.report.push(errors::never_walked(path.span, "from any tile", &self.grid.describe()));
                    return None;
                }
                let from = match from {
                    Some(test) => Some(test?),
                    None => None,
                };
                Action::Each { path: way, from }
            }
            ast::Action::Every(test, effect) => {
                let (test, effect) = (self.satisfiable(test, Site::after()), self.effect_in_one_way(effect));
                Action::Every(test?, effect?)
            }
        })
    }

    /// What the words stand for; where it is asked `after` something, that need not be a move.
    fn triggers(&mut self, names: &'a [Name], after: bool) -> Option<Vec<Trigger>> {
        let found: Vec<Option<Vec<Trigger>>> = names.iter().map(|n| self.trigger(n, after)).collect();
        Some(found.into_iter().collect::<Option<Vec<_>>>()?.concat())
    }

    /// A word sets off one trigger, an attribute one for every kind that has it.
    fn trigger(&mut self, name: &Name, after: bool) -> Option<Vec<Trigger>> {
        match name.node.as_str() {
            "move" => return Some(vec![Trigger::Move]),
            "pass" => return Some(vec![Trigger::Pass]),
            "capture" => return Some(vec![Trigger::Capture]),
            "castling" => return Some(vec![Trigger::Castling]),
            "out" if after => return Some(vec![Trigger::Out]),
            word if NOT_TRIGGERS.contains(&word) => {
                let near = nearest(word, BUILT_IN);
                self.report.push(errors::expected_word(word, name.span, &BUILT_IN, near));
                return None;
            }
            _ => {}
        }
        let wanted = [Sort::Piece, Sort::Attribute, Sort::Label, Sort::Player, Sort::End];
        let wanted = if after { &wanted[..] } else { &wanted[..4] };
        let (sort, index) = self.find_or(wanted, name, &BUILT_IN)?;
        let rule = self.game.ends.get(&name.node).and_then(|e| e.node.rule.as_ref());
        if sort == Sort::End && rule.is_none_or(|r| r.result.node != ResultWord::Out) {
            let title = format!("`{}` ends the game", name.node);
            self.report.push(errors::bad_result(
                name.span,
                title,
                "only who goes `out` can be followed by something",
            ));
            return None;
        }
        Some(match sort {
            Sort::Piece => self.families[index].kinds().map(Trigger::Kind).collect(),
            Sort::Attribute => self.attributes[index].1.0.iter().map(|k| Trigger::Kind(*k)).collect(),
            Sort::Label => vec![Trigger::Label(LabelId::new(index))],
            Sort::End => vec![Trigger::End(EndId::new(index))],
            _ => vec![Trigger::Player(PlayerId::new(index))],
        })
    }
}
