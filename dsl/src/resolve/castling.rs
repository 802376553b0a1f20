//! The `castling` clause.

use crate::ast::{CastlingLine, Name, Text};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Castling, CastlingSide, CastlingWay, DirId, LabelId, Test, Tile};
use crate::source::Span;

use super::layers::CastlingDecl;
use super::resolver::Resolver;
use super::sorts::Sort;
use super::test::Site;

impl<'a> Resolver<'a> {
    /// Lowers the clause.
    pub(crate) fn castling(&mut self, decl: &'a CastlingDecl<'a>, span: Span) -> Option<Castling> {
        let (king, partner) = (self.kind(&decl.pair.0), self.kind(&decl.pair.1));
        if king.is_some() && king == partner {
            let why = "a piece can't castle with its like".to_string();
            self.report.push(errors::bad_castling(decl.pair.1.span, why));
        }
        let mut sides = Vec::new();
        let mut letters: Vec<(char, &Name, Span)> = Vec::new();
        // What every castling asks unless the clause says otherwise.
        let mut safe = Some(Test::Not(Box::new(Test::Attacked)));
        let mut given: Option<Span> = None;
        for line in decl.lines {
            match line {
                CastlingLine::Side { direction, text, right, goes, span } => {
                    let way = match goes {
                        Some([king, partner]) => self.line_way(decl.pair, direction, [king, partner]),
                        None => self.rule_way(direction),
                    };
                    let text = text.node.clone();
                    sides.push(way.map(|way| CastlingSide { text, right: '?', way }));
                    let letter = self.right(right, direction, &mut letters);
                    if let (Some(Some(side)), Some(letter)) = (sides.last_mut(), letter) {
                        side.right = letter;
                    }
                    if sides.len() > 64 {
                        self.report.push(errors::too_many("sides", 64, *span));
                        return None;
                    }
                }
                CastlingLine::Safe(test) => {
                    if let Some(first) = given.replace(test.span) {
                        self.report.push(errors::only_one("safe", test.span, first));
                    }
                    safe = self.satisfiable(test, Site::castling());
                }
            }
        }
        if sides.is_empty() {
            let (one, other) = (&decl.pair.0.node, &decl.pair.1.node);
            self.report.push(errors::no_side(span, one, other));
        }
        let sides = sides.into_iter().collect::<Option<Vec<_>>>();
        Some(Castling { king: king?, partner: partner?, safe: safe?, sides: sides? })
    }

    /// A side that names the rule by which it goes.
    fn rule_way(&mut self, name: &Name) -> Option<CastlingWay> {
        let (_, index) = self.find(&[Sort::Label], name)?;
        let label = LabelId::new(index);
        // What is wrong with the rule has been said.
        let partner = self.ties.get(&label)?.clone();
        Some(CastlingWay::Rule { label, partner })
    }

    fn line_way(
        &mut self,
        pair: &(Name, Name),
        direction: &Name,
        goes: [&(Name, Name); 2],
    ) -> Option<CastlingWay> {
        let way = self.find(&[Sort::Direction], direction).map(|(_, index)| DirId::new(index));
        let mut targets = Vec::new();
        for ((piece, tile), expected) in goes.into_iter().zip([&pair.0, &pair.1]) {
            // What is wrong with the pair itself has been said.
            let is_piece = self.index(Sort::Piece, &expected.node).is_some();
            if piece.node != expected.node && is_piece {
                let why = format!(
                    "expected `{}`: the clause is about {} with {}",
                    expected.node, pair.0.node, pair.1.node
                );
                self.report.push(errors::bad_castling(piece.span, why));
            }
            targets.push(self.everyones_tile(tile));
        }
        if goes[0].1.node == goes[1].1.node {
            self.report.push(errors::bad_castling(goes[1].1.span, "both would go to this tile".to_string()));
        }
        let partner_to = targets.pop()?;
        let king_to = targets.pop()?;
        Some(CastlingWay::Line { direction: way?, king_to: king_to?, partner_to: partner_to? })
    }

    /// A tile of the first player, for every player.
    fn everyones_tile(&mut self, name: &Name) -> Option<Vec<Tile>> {
        let Some(tile) = self.grid.parse(&name.node).and_then(|p| self.grid.tile(p)) else {
            let what = format!("`{}`", name.node);
            self.report.push(errors::not_on_board(&what, name.span, &self.grid.describe()));
            return None;
        };
        Some(self.players.iter().map(|p| p.frame.tiles[tile.index()]).collect())
    }

    /// The letter of a side. Sides in one direction have one partner, and so may share the letter of their right.
    fn right(
        &mut self,
        text: &Text,
        direction: &'a Name,
        taken: &mut Vec<(char, &'a Name, Span)>,
    ) -> Option<char> {
        let mut letters = text.node.chars();
        let letter = letters.next().filter(|c| c.is_ascii_uppercase() && letters.next().is_none());
        let Some(letter) = letter else {
            let why = "one capital letter from A to Z; the second player's is the lower-case one";
            self.report.push(errors::bad_letter(&text.node, why, text.span));
            return None;
        };
        let by_partner = self.game.notation.uci.as_ref().is_some_and(|word| word.node.node == "partner");
        if let Some((_, _, first)) = taken.iter().find(|(_, d, _)| by_partner && d.node == direction.node) {
            let why =
                "`uci castling partner` can't tell it from the other side with this partner".to_string();
            self.report.push(errors::bad_castling(direction.span, why).with_label(*first, "the other side"));
        }
        if let Some((_, _, first)) = taken.iter().find(|(l, d, _)| *l == letter && d.node != direction.node) {
            self.report.push(errors::letter_clash(
                &text.node,
                "this side",
                text.span,
                "the other side's",
                *first,
            ));
        }
        taken.push((letter, direction, text.span));
        Some(letter)
    }
}
