//! What the pieces are called, and which of them a test means.

use super::Writer;
use crate::pieces::{self, FIRST_CUSTOM, KEYS, KING};
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

impl Writer<'_> {
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

    /// The word of a type in tests.
    pub(super) fn test(&self, number: usize) -> String {
        let name = |n: usize| self.names.get(&n).cloned().unwrap_or_default();
        let mut parts = Vec::new();
        if self.fits(number) {
            let turns = self.variant.promoted.contains_key(&number);
            parts.push(if turns { format!("{} not promoted", name(number)) } else { name(number) });
        }
        for (of, to) in &self.variant.promoted {
            if *to == number && self.fits(*of) {
                parts.push(format!("{} promoted", name(*of)));
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { format!("({})", parts.join(" or ")) }
    }

    /// The word for a set of types.
    pub(super) fn any_of(&self, set: &Set) -> String {
        if set.all {
            return "piece".to_owned();
        }
        let parts: Vec<String> =
            set.types.iter().filter(|t| self.variant.has(**t)).map(|t| self.test(*t)).collect();
        if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" or ")) }
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
    pub(super) fn amount(&self, whose: &str, set: &Set) -> String {
        let test = self.any_of(set);
        let count = format!("count({whose} {test})");
        if !self.variant.on("pieceDrops") {
            return count;
        }
        let in_hand = match set.all {
            true => "piece".to_owned(),
            false => {
                let names: Vec<String> =
                    set.types.iter().filter(|t| self.fits(**t)).map(|t| self.names[t].clone()).collect();
                names.join(" or ")
            }
        };
        if in_hand.is_empty() {
            return count;
        }
        let of = if whose == "enemy" { " of enemy" } else { "" };
        format!("{count} + hand({in_hand}){of}")
    }
}
