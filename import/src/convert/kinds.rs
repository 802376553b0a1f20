//! What the pieces are called, and which of them a test means.

use tilegame_dsl::ast::{Quantity, Test};

use super::converter::Converter;
use crate::pieces::{self, FIRST_CUSTOM, KEYS, KING};
use crate::syntax::{And as _, all, any, any_word, count, hand, is, not, plus};
use crate::variant::{Colour, Set};

/// The pieces of xiangqi as the module about chasing knows them.
const XIANGQI: [(&str, &str); 7] = [
    ("king", "General"),
    ("fers", "Advisor"),
    ("elephant", "Elephant"),
    ("horse", "Horse"),
    ("rook", "Chariot"),
    ("cannon", "Cannon"),
    ("soldier", "Soldier"),
];

/// Pieces but those of one type.
pub(super) fn piece_but(name: &str) -> Test {
    is("piece").and(not(is(name)))
}

impl Converter<'_> {
    pub(super) fn fits(&self, number: usize) -> bool {
        self.variant.has(number) && !self.only_promoted(number)
    }

    /// Whether pieces of this type occur only as the promoted form of others.
    pub(super) fn only_promoted(&self, number: usize) -> bool {
        let Some(piece) = self.variant.pieces.get(&number) else { return false };
        let target = self.variant.promoted.values().any(|to| *to == number);
        let promoted_to =
            Colour::BOTH.iter().any(|c| self.variant.of("promotionPieceTypes", *c).types.contains(&number));
        let hand = self.hand.as_deref().unwrap_or_default().to_lowercase();
        let bare: String = self.placement.to_lowercase();
        let stands = bare.char_indices().any(|(at, c)| c == piece.letter && !bare[..at].ends_with('+'));
        target && !promoted_to && !stands && !hand.contains(piece.letter)
    }

    /// The test for a type.
    pub(super) fn test(&self, number: usize) -> Test {
        let promoted = || is("promoted");
        let mut cases = Vec::new();
        if self.fits(number) {
            let name = is(&self.names[&number]);
            let turns = self.variant.promoted.contains_key(&number);
            cases.push(if turns { name.and(not(promoted())) } else { name });
        }
        for (of, to) in &self.variant.promoted {
            if *to == number && self.fits(*of) {
                cases.push(is(&self.names[of]).and(promoted()));
            }
        }
        any(cases)
    }

    /// The test for a set of types.
    pub(super) fn any_of(&self, set: &Set) -> Test {
        if set.all {
            return is("piece");
        }
        any(set.types.iter().filter(|t| self.variant.has(**t)).map(|t| self.test(*t)))
    }

    pub(super) fn name_pieces(&mut self) {
        let v = self.variant;
        // Names that keys give come before those that are found here.
        let of_keys: Vec<String> = v.pieces.keys().filter_map(|n| Some(KEYS.get(*n)?.2.to_owned())).collect();
        for (number, piece) in &v.pieces {
            if let Some(name) = self.name_of_module(*number) {
                self.names.insert(*number, name.to_owned());
                continue;
            }
            let letter = piece.letter.to_ascii_uppercase();
            let name = match *number {
                KING => "King".to_owned(),
                n if KEYS.get(n).is_some_and(|k| k.0 == "commoner") && letter == 'K' && !v.has(KING) => {
                    "King".to_owned()
                }
                n if n >= FIRST_CUSTOM => {
                    let known = piece.betza.as_deref().and_then(pieces::name_of_betza);
                    let taken =
                        |name: &String| self.names.values().chain(&of_keys).any(|other| other == name);
                    known.filter(|name| !taken(name)).unwrap_or_else(|| format!("Custom{letter}"))
                }
                n => KEYS[n].2.to_owned(),
            };
            self.names.insert(*number, name);
        }
    }

    /// The name by which a module of the library knows a piece.
    fn name_of_module(&self, number: usize) -> Option<&'static str> {
        let key = KEYS.get(number).map_or("king", |key| key.0);
        if self.chases() {
            return XIANGQI.iter().find(|(known, _)| *known == key).map(|(_, name)| *name);
        }
        (self.counts().is_some() && key == "silver").then_some("Khon")
    }

    /// Whether the module about chasing can be used: all of its pieces are there.
    pub(super) fn chases(&self) -> bool {
        let v = self.variant;
        v.word("chasingRule", "none") == "axf"
            && v.on("perpetualCheckIllegal")
            && v.number("soldierPromotionRank", 1) > 1
            && v.number("nFoldRule", 3) == 3
            && !self.of_chess
            && XIANGQI.iter().all(|(key, _)| self.fits(pieces::of(key)))
    }

    /// The module that counts moves in endgames, if all of its pieces are there.
    pub(super) fn counts(&self) -> Option<&'static str> {
        let module = match self.variant.word("countingRule", "none") {
            "makruk" => "makruk_counting",
            "cambodian" => "cambodian_counting",
            "asean" => "asean_counting",
            _ => return None,
        };
        let there = ["pawn", "rook", "silver", "knight"].iter().all(|key| self.fits(pieces::of(key)));
        (there && self.of_chess && !self.has_passant()).then_some(module)
    }

    /// How many pieces of a kind a player has, on the board and in the hand.
    pub(super) fn amount(&self, whose: &str, set: &Set) -> Quantity {
        let on_board = count(all([is(whose), self.any_of(set)]));
        if !self.variant.on("pieceDrops") {
            return on_board;
        }
        let kinds: Vec<&str> = match set.all {
            true => vec!["piece"],
            false => set.types.iter().filter(|t| self.fits(**t)).map(|t| self.names[t].as_str()).collect(),
        };
        if kinds.is_empty() {
            return on_board;
        }
        plus(on_board, hand(any_word(kinds), (whose == "enemy").then_some("enemy")))
    }

    /// The names of those of these types that are pieces of the game.
    pub(super) fn names_of(&self, types: &[usize]) -> Vec<String> {
        types.iter().filter(|t| self.fits(**t)).map(|t| self.names[t].clone()).collect()
    }
}
