//! The castling clause.

use std::fmt::Write as _;

use super::Writer;
use crate::tiles;
use crate::variant::Colour;

impl Writer<'_> {
    /// The castling clause: none, that of chess (as it is), or another one.
    pub(super) fn castling(&mut self) -> Option<String> {
        let v = self.variant;
        let rights = self.fields.get(1).cloned().unwrap_or_default();
        let rights: String = rights.chars().filter(|c| "KQkq".contains(*c)).collect();
        let dropped = v.on("castlingDroppedPiece");
        if !v.on("castling") || rights.is_empty() && !dropped {
            return None;
        }
        if dropped {
            self.refuse("castlingDroppedPiece", "dropped rooks that castle have no counterpart here yet");
        }
        let kings: Vec<usize> =
            v.of("castlingKingPiece", Colour::White).types.into_iter().filter(|t| v.has(*t)).collect();
        let rooks: Vec<usize> =
            v.of("castlingRookPieces", Colour::White).types.into_iter().filter(|t| v.has(*t)).collect();
        let (Some(king), false) = (kings.first().copied(), rooks.is_empty()) else { return None };
        let file =
            |key: &str, default: u8| v.values.get(key).and_then(|f| crate::keys::file(f)).unwrap_or(default);
        let (short, long) = (file("castlingKingsideFile", 7), file("castlingQueensideFile", 3));
        let rank = u8::try_from(v.number("castlingRank", 1)).unwrap_or(1);
        let names: Vec<String> = rooks.iter().map(|t| self.names[t].clone()).collect();
        let partner = if names.len() > 1 { "partner".to_owned() } else { names.concat() };
        let king_name = self.names[&king].clone();
        if short > v.files() || long < 1 || short < 2 {
            return None;
        }
        let tile = |f: u8| tiles::name((f, rank));
        let mut text = format!("castling {king_name} with {}\n", names.join(", "));
        let mut side = |sign: char, way: &str, name: &str, to: u8, beside: u8| {
            if rights.to_uppercase().contains(sign) || dropped {
                let _ = writeln!(
                    text,
                    "    side {way} {name:<7} right \"{sign}\"    {king_name} to {}, {partner} to {}",
                    tile(to),
                    tile(beside)
                );
            }
        };
        side('K', "e", "\"O-O\"", short, short - 1);
        side('Q', "w", "\"O-O-O\"", long, long + 1);
        if !self.is_royal(king) && !self.pseudo_royals().contains(&king) {
            text.push_str("    safe if empty or piece\n");
        }
        Some(text)
    }

    pub(super) fn has_castling(&self) -> bool {
        let v = self.variant;
        let some = |key: &str| v.of(key, Colour::White).types.iter().any(|t| v.has(*t));
        some("castlingKingPiece") && some("castlingRookPieces")
    }
}
