//! The `tests` block. Moves and positions are texts here; the runtime reads them.

use crate::ast::{FromText, Name, SetupLine, TestLine, TestLineKind, Text};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::ir::{EndId, Ended, Expect, RuleTest};
use crate::limits;
use crate::places::{TestPlace, contents};

use super::resolver::Resolver;
use super::sorts::Sort;

impl<'a> Resolver<'a> {
    /// Lowers the assertions, with their places.
    pub(crate) fn cases(&mut self, shuffled: bool) -> Vec<(RuleTest, TestPlace)> {
        let game = self.game;
        game.cases.iter().filter_map(|line| self.case_line(line, shuffled)).collect()
    }

    /// The position of a named setup.
    fn set_up(&mut self, name: &Name) -> Option<String> {
        let lines = self.game.setup.as_ref().map_or(&[][..], |setup| setup.node);
        let named: Vec<(&str, &str)> = lines
            .iter()
            .filter_map(|line| match line {
                SetupLine::Position { name: Some(name), text } => Some((&*name.node, &*text.node)),
                _ => None,
            })
            .collect();
        let found = named.iter().find(|(n, _)| *n == name.node);
        if found.is_none() {
            let names = named.iter().map(|(n, _)| *n);
            let title = format!("there is no setup `{}`", name.node);
            let label = match nearest(&name.node, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`position NAME \"…\"` in `setup` gives a setup its name".to_string(),
            };
            self.report.push(errors::bad_test(name.span, title, &label));
        }
        found.map(|(_, text)| text.to_string())
    }

    fn case_line(&mut self, line: &TestLine, shuffled: bool) -> Option<(RuleTest, TestPlace)> {
        let inside = |text: &Text| contents(self.sources, text.span);
        let mut place = TestPlace {
            line: line.span,
            from: match &line.from {
                Some(FromText::Position(text)) => Some(inside(text)),
                Some(FromText::Setup(name)) => Some(name.span),
                None => None,
            },
            after: line.after.iter().map(|m| m.span).collect(),
            moves: Vec::new(),
            position: None,
        };
        let texts = |moves: &[Name]| moves.iter().map(|m| m.node.clone()).collect();
        let expect = match &line.kind {
            TestLineKind::Perft(depth, _) if depth.node > limits::PERFT_DEPTH => {
                self.report.push(errors::perft_too_deep(depth.span, limits::PERFT_DEPTH));
                return None;
            }
            TestLineKind::Perft(depth, nodes) => Expect::Perft { depth: depth.node, nodes: nodes.node },
            TestLineKind::Legal(moves) => {
                place.moves = moves.iter().map(|m| m.span).collect();
                Expect::Legal(texts(moves))
            }
            TestLineKind::Illegal(moves) => {
                place.moves = moves.iter().map(|m| m.span).collect();
                Expect::Illegal(texts(moves))
            }
            TestLineKind::Result(name) if name.node == "none" => Expect::Result(None),
            TestLineKind::Result(name) => {
                let (sort, index) = self.find_or(&[Sort::End, Sort::Adjudication], name, &["none"])?;
                if sort == Sort::End {
                    self.must_be_final(name)?;
                    Expect::Result(Some(Ended::Game(EndId::new(index))))
                } else {
                    self.must_come_about(name)?;
                    Expect::Result(Some(Ended::Match(index)))
                }
            }
            TestLineKind::Arrangement(number, text) => {
                place.position = Some(inside(text));
                if !shuffled {
                    let title = "there is only one arrangement".to_string();
                    self.report.push(errors::bad_test(number.span, title, "this setup has no `shuffle`"));
                    return None;
                }
                Expect::Arrangement { number: number.node, position: text.node.clone() }
            }
        };
        let from = match &line.from {
            Some(FromText::Position(text)) => Some(text.node.clone()),
            Some(FromText::Setup(name)) => Some(self.set_up(name)?),
            None => None,
        };
        Some((RuleTest { from, after: texts(&line.after), expect }, place))
    }
}
