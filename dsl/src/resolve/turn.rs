//! The `turn` block: order, legality, preferences, and what happens after a move.

use crate::ast::{self, Name};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::ir::{Action, After, LabelId, PlayerId, Test, Trigger, Turn};

use super::layers::AfterDecl;
use super::path::any;
use super::resolver::Resolver;
use super::sorts::Sort;
use super::test::Site;

/// Triggers that are words of the language.
const BUILT_IN: [&str; 3] = ["move", "capture", "castling"];

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
        let prefer = match &game.prefer {
            Some(entry) => self.triggers(entry.node),
            None => Some(Vec::new()),
        };
        let after: Vec<Option<After>> = game.after.iter().map(|decl| self.after(decl)).collect();
        Some(Turn {
            order: order.into_iter().collect::<Option<_>>()?,
            legal: legal?,
            prefer: prefer?,
            after: after.into_iter().collect::<Option<_>>()?,
        })
    }

    fn after(&mut self, decl: &'a AfterDecl<'a>) -> Option<After> {
        let triggers = self.triggers(decl.triggers);
        let guard = match decl.guard {
            Some(test) => self.satisfiable(test, Site::after()),
            None => Some(Test::True),
        };
        let actions: Vec<Option<Action>> = decl.actions.iter().map(|a| self.action(a)).collect();
        let words: Vec<&str> = self.sources.snippet(decl.span).split_whitespace().collect();
        Some(After {
            name: decl.label.map(|l| l.node.clone()),
            triggers: triggers?,
            guard: guard?,
            actions: actions.into_iter().collect::<Option<_>>()?,
            text: words.join(" "),
        })
    }

    fn action(&mut self, action: &'a ast::Action) -> Option<Action> {
        Some(match action {
            ast::Action::Here(effect) => {
                let mut ways = self.effects(effect, Site::after())?;
                if let (ast::Effect::Become(name), [_, _, ..]) = (effect, ways.as_slice()) {
                    self.report.push(errors::needs_one_facing(&name.node, ways.len(), name.span));
                    return None;
                }
                Action::Here(ways.pop()?)
            }
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
        })
    }

    fn triggers(&mut self, names: &'a [Name]) -> Option<Vec<Trigger>> {
        let found: Vec<Option<Vec<Trigger>>> = names.iter().map(|n| self.trigger(n)).collect();
        Some(found.into_iter().collect::<Option<Vec<_>>>()?.concat())
    }

    /// A word sets off one trigger, an attribute one for every kind that has it.
    fn trigger(&mut self, name: &Name) -> Option<Vec<Trigger>> {
        match name.node.as_str() {
            "move" => return Some(vec![Trigger::Move]),
            "capture" => return Some(vec![Trigger::Capture]),
            "castling" => return Some(vec![Trigger::Castling]),
            word if NOT_TRIGGERS.contains(&word) => {
                let near = nearest(word, BUILT_IN);
                self.report.push(errors::expected_word(word, name.span, &BUILT_IN, near));
                return None;
            }
            _ => {}
        }
        let wanted = [Sort::Piece, Sort::Attribute, Sort::Label, Sort::Player];
        let (sort, index) = self.find_or(&wanted, name, &BUILT_IN)?;
        Some(match sort {
            Sort::Piece => self.families[index].kinds().map(Trigger::Kind).collect(),
            Sort::Attribute => self.attributes[index].1.0.iter().map(|k| Trigger::Kind(*k)).collect(),
            Sort::Label => vec![Trigger::Label(LabelId::new(index))],
            _ => vec![Trigger::Player(PlayerId::new(index))],
        })
    }
}
