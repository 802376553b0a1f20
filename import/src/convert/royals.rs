//! Which pieces may not be left attacked.

use super::converter::Converter;
use crate::pieces::{KING, PAWN};
use crate::variant::Colour;

impl Converter<'_> {
    /// The pieces that may not be left attacked whatever their number.
    pub(super) fn is_royal(&self, number: usize) -> bool {
        number == KING || self.simple_royals().contains(&number)
    }

    /// The word for kings, if there are some: an attribute, or their name where others are royal, too.
    pub(super) fn real_king(&self) -> Option<String> {
        let others = || self.variant.pieces.keys().any(|n| *n != KING && self.is_royal(*n) && self.fits(*n));
        let is_there = self.variant.has(KING) && self.fits(KING);
        is_there.then(|| if others() { self.names[&KING].clone() } else { "royal".to_owned() })
    }

    /// Whether a type is royal only while few are left.
    pub(super) fn pseudo_royals(&self) -> Vec<usize> {
        if !self.variant.on("extinctionPseudoRoyal") {
            return Vec::new();
        }
        let set = self.variant.sets.get("extinctionPieceTypes").cloned().unwrap_or_default();
        set.types.into_iter().filter(|t| *t != KING && self.variant.has(*t)).collect()
    }

    /// Those of them of which each player has at most as many as make them royal, for ever.
    pub(super) fn simple_royals(&self) -> Vec<usize> {
        let v = self.variant;
        if v.on("dupleCheck") {
            // All of them are, however many: one must be safe. The attribute is of a whole piece, not of its promoted form.
            let all = self.pseudo_royals();
            return if all.iter().all(|t| self.fits(*t)) { all } else { Vec::new() };
        }
        let limit = v.number("extinctionPieceCount", 0) as usize + 1;
        let can_come = |t: usize| {
            let promoted = Colour::BOTH.iter().any(|c| v.of("promotionPieceTypes", *c).types.contains(&t))
                && v.has(PAWN);
            promoted || v.promoted.values().any(|to| *to == t) || v.promoted.contains_key(&t)
        };
        let few = |t: usize| {
            let letter = v.pieces.get(&t).map_or('?', |p| p.letter);
            let all = format!("{}{}", self.placement, self.hand.as_deref().unwrap_or_default());
            let count = |c: char| all.chars().filter(|x| *x == c).count();
            count(letter) <= limit && count(letter.to_ascii_uppercase()) <= limit
        };
        self.pseudo_royals().into_iter().filter(|t| !can_come(*t) && few(*t)).collect()
    }

    /// Whether a type is royal only because none may be lost.
    pub(super) fn must_stay(&self, number: usize) -> bool {
        let v = self.variant;
        v.number("extinctionPieceCount", 0) == 0
            && !v.on("dupleCheck")
            && self.simple_royals().contains(&number)
    }

    /// Whether `checkmate` is one of the modules.
    pub(super) fn uses_checkmate(&self) -> bool {
        self.of_chess
            || self.variant.pieces.keys().any(|n| self.is_royal(*n))
            || !self.pseudo_royals().is_empty()
    }

    /// Whether there can be a check.
    pub(super) fn royal_check(&self) -> bool {
        self.variant.pieces.keys().any(|n| self.is_royal(*n)) || !self.pseudo_royals().is_empty()
    }
}
