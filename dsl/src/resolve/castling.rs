//! The `castling` clause.

use crate::ast::{self, CastlingLine, Goes, Name, Text};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{
    Castling, CastlingOption, CastlingSide, CastlingWay, DirId, Effect, KindId, Kinds, LabelId, Test, Tile,
};
use crate::source::Span;

use super::declarations::CastlingDecl;
use super::path::effect_span;
use super::resolver::Resolver;
use super::site::Site;
use super::sorts::Sort;

/// Stands for whatever piece castles with the one who does.
const WHATEVER: &str = "piece";

/// What the partner is called where it may be one of several pieces.
const PARTNER: &str = "partner";

/// What lines of the clause call the partner.
fn partner_word(partners: &[Name]) -> &str {
    match partners {
        [one] if one.node != WHATEVER => &one.node,
        _ => PARTNER,
    }
}

fn names(partners: &[Name]) -> String {
    let names: Vec<&str> = partners.iter().map(|name| name.node.as_str()).collect();
    names.join(", ")
}

impl<'a> Resolver<'a> {
    /// Lowers the clause.
    pub(crate) fn castling(&mut self, decl: &'a CastlingDecl<'a>, span: Span) -> Option<Castling> {
        let king = self.kind(&decl.pair.0);
        let partners = self.partners(king, &decl.pair.1);
        let mut sides = Vec::new();
        let mut letters: Vec<(char, &Name, Span)> = Vec::new();
        // What every castling asks unless the clause says otherwise.
        let mut safe = Some(Test::Not(Box::new(Test::Attacked)));
        let mut given: Option<Span> = None;
        let mut options = Some(Vec::new());
        for line in decl.lines.iter().copied() {
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
                // Done when the layers were put together.
                CastlingLine::Remove(_) => {}
                CastlingLine::May { of, effects } => {
                    match (self.options(decl.pair, of, effects), &mut options) {
                        (Some(more), Some(all)) => all.extend(more),
                        _ => options = None,
                    }
                }
            }
        }
        if sides.is_empty() {
            let (one, other) = (&decl.pair.0.node, names(&decl.pair.1));
            self.report.push(errors::no_side(span, one, &other));
        }
        let sides = sides.into_iter().collect::<Option<Vec<_>>>();
        Some(Castling { king: king?, partners: partners?, safe: safe?, sides: sides?, options: options? })
    }

    /// The kinds of piece with which one castles.
    fn partners(&mut self, king: Option<KindId>, names: &[Name]) -> Option<Kinds> {
        let mut found: Vec<KindId> = Vec::new();
        for name in names {
            if let [Name { node, .. }] = names
                && node == WHATEVER
            {
                let neutral = self.neutral();
                let count = self.families.iter().flat_map(|family| family.kinds()).count();
                let all = (0..count).map(KindId::new).filter(|k| Some(*k) != king && !neutral.contains(*k));
                found.extend(all);
                continue;
            }
            let kind = self.kind(name)?;
            if king == Some(kind) {
                let why = "a piece can't castle with its like".to_string();
                self.report.push(errors::bad_castling(name.span, why));
            }
            if found.contains(&kind) {
                let why = "this piece is named before".to_string();
                self.report.push(errors::bad_castling(name.span, why));
            }
            found.push(kind);
        }
        found.sort();
        Some(Kinds(found))
    }

    /// What may be put where one of the two has stood.
    fn options(
        &mut self,
        pair: &'a (Name, Vec<Name>),
        of: &'a Name,
        effects: &'a [ast::Effect],
    ) -> Option<Vec<CastlingOption>> {
        let of_king = of.node == pair.0.node;
        let partner = partner_word(&pair.1);
        if !of_king && of.node != partner {
            let why = format!("expected `{}` or `{partner}`: these two castle", pair.0.node);
            self.report.push(errors::bad_castling(of.span, why));
            return None;
        }
        let mut found = Vec::new();
        for effect in effects {
            let lowered = match effect {
                ast::Effect::Put(_) | ast::Effect::Drop(_) => self.effects(effect, Site::castling())?,
                _ => {
                    let why = "only `put` and `drop` can be chosen as two castle".to_string();
                    self.report.push(errors::bad_castling(effect_span(effect), why));
                    return None;
                }
            };
            found.extend(lowered.into_iter().filter_map(|effect| match effect {
                Effect::Put(kind) => Some(CastlingOption { of_king, kind, from_hand: false }),
                Effect::Drop(kind) => Some(CastlingOption { of_king, kind, from_hand: true }),
                _ => None,
            }));
        }
        Some(found)
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
        pair: &(Name, Vec<Name>),
        direction: &Name,
        goes: [&Goes; 2],
    ) -> Option<CastlingWay> {
        let way = self.find(&[Sort::Direction], direction).map(|(_, index)| DirId::new(index));
        let partner = partner_word(&pair.1);
        let mut tiles = Vec::new();
        for (Goes { piece, from, to }, expected) in goes.into_iter().zip([&pair.0.node, partner]) {
            if piece.node != *expected {
                // What is wrong with the pair itself has been said.
                let is_known = expected == PARTNER || self.index(Sort::Piece, expected).is_some();
                if is_known {
                    let why = format!(
                        "expected `{expected}`: the clause is about {} with {}",
                        pair.0.node,
                        names(&pair.1)
                    );
                    self.report.push(errors::bad_castling(piece.span, why));
                }
            }
            let from = match from {
                Some(from) => self.everyones_tile(from).map(Some),
                None => Some(None),
            };
            tiles.push((from, self.everyones_tile(to)));
        }
        if goes[0].to.node == goes[1].to.node {
            self.report.push(errors::bad_castling(goes[1].to.span, "both would go to this tile".to_string()));
        }
        let (partner_from, partner_to) = tiles.pop()?;
        let (king_from, king_to) = tiles.pop()?;
        Some(CastlingWay::Line {
            direction: way?,
            king_from: king_from?,
            king_to: king_to?,
            partner_from: partner_from?,
            partner_to: partner_to?,
        })
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
