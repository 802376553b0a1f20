//! Pieces that are not the same from all sides: every way to stand becomes a kind of its own.

use crate::ast;
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{DirId, Facing, KindId, SymId};
use crate::source::Span;

use super::declarations::PieceDecl;
use super::resolver::Resolver;
use super::sorts::Sort;

/// What is wrong with asking how a piece stands in a game where they all look the same from all sides.
pub(crate) const NOTHING_FACES: &str = "no piece of this game has a line `faces`";

impl<'a> Resolver<'a> {
    /// How a piece can stand, if it is not the same from all sides. Its kinds begin with `first`, and each way takes `moods`
    /// of them, one for each combination of its states.
    pub(super) fn ways_to_stand(&mut self, decl: &PieceDecl<'a>, first: usize, moods: usize) -> Vec<Facing> {
        let Some((ways, _)) = decl.facings else { return Vec::new() };
        let mut found: Vec<(Facing, Span)> = Vec::new();
        for way in ways {
            let Some(facing) = self.way_to_stand(way) else { continue };
            let span = way.directions[0].span.to(way.sign.span);
            let twin = found.iter().find(|(f, _)| f.directions == facing.directions);
            if let Some((_, first)) = twin {
                self.report.push(errors::bad_facing(span, "it stands so already", Some(*first)));
            } else if let Some((_, first)) = found.iter().find(|(f, _)| f.sign == facing.sign) {
                self.report.push(errors::bad_facing(
                    way.sign.span,
                    "another orientation has this sign",
                    Some(*first),
                ));
            } else {
                found.push((facing, span));
            }
        }
        let all: Vec<Vec<DirId>> = found.iter().map(|(f, _)| f.directions.clone()).collect();
        for (facing, _) in &mut found {
            let turned = |symmetry: usize| {
                let image = &self.board.symmetries[symmetry];
                let mut goal: Vec<DirId> = facing.directions.iter().map(|d| image[d.index()]).collect();
                goal.sort();
                all.iter().position(|d| *d == goal).map(|way| KindId::new(first + way * moods))
            };
            facing.turned = (0..self.board.symmetries.len()).map(turned).collect();
        }
        found.into_iter().map(|(facing, _)| facing).collect()
    }

    fn way_to_stand(&mut self, way: &ast::Facing) -> Option<Facing> {
        let mut directions: Vec<DirId> = Vec::new();
        for word in &way.directions {
            let (_, index) = self.find(&[Sort::Direction], word)?;
            if directions.contains(&DirId::new(index)) {
                self.report.push(errors::bad_facing(word.span, "named twice", None));
            }
            directions.push(DirId::new(index));
        }
        directions.sort();
        let clear = !self.game.notation.writes_numbers_alone();
        if let Some(why) = unfit_sign(&way.sign.node, clear) {
            self.report.push(errors::bad_facing(way.sign.span, why, None));
            return None;
        }
        Some(Facing { directions, sign: way.sign.node.clone(), turned: Vec::new() })
    }

    /// Whether there is a piece that can stand in several ways.
    pub(crate) fn something_faces(&self) -> bool {
        self.families.iter().any(|family| !family.ways.is_empty())
    }

    /// The name of a kind that stands so.
    pub(super) fn facing_name(&self, name: &str, facing: &Facing) -> String {
        let directions: Vec<&str> =
            facing.directions.iter().map(|d| self.board.directions[d.index()].name.as_str()).collect();
        format!("{name} facing {}", directions.join(" and "))
    }

    /// The turn that a side is: one step of the board's turns.
    pub(crate) fn side_turn(&mut self, side: &ast::Name) -> Option<SymId> {
        let turns = &self.board.turns;
        match side.node.as_str() {
            "right" => turns.get(1).copied(),
            "left" => turns.last().copied(),
            "back" => turns.get(turns.len() / 2).copied(),
            word => {
                let words = ["right", "left", "back"];
                let near = crate::diagnostic::suggest::nearest(word, words);
                self.report.push(errors::expected_word(word, side.span, &words, near));
                None
            }
        }
    }
}

/// Why a sign can't stand behind a letter in a FEN.
fn unfit_sign(sign: &str, digits_are_clear: bool) -> Option<&'static str> {
    if sign.is_empty() {
        return Some("empty");
    }
    if sign.chars().any(|c| "/()-".contains(c) || c.is_whitespace()) {
        return Some("spaces and / ( ) - have other meanings in a FEN");
    }
    let digits = sign.chars().any(|c| c.is_ascii_digit());
    (digits && !digits_are_clear)
        .then_some("a number means empty tiles, unless `fen placement` has a sign for them: `empty \".\"`")
}
