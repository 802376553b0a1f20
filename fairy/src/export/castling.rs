//! Castling: who, with whom, and where both go.

use tilegame_runtime::ir::{CastlingWay, KindId, Test, Tile};

use super::draft::Draft;
use super::squares::letter;

impl Draft<'_> {
    /// Writes the keys about castling.
    pub(crate) fn write_castling(&mut self) {
        let Some(castling) = &self.rules.castling else {
            if self.royalty.king.is_some() || !self.used.is_empty() {
                self.keys.switch("castling", false);
            }
            return;
        };
        if !castling.options.is_empty() {
            self.refuse("castling that puts another piece on the board has no key");
        }
        let king = castling.king;
        let partners: Vec<KindId> =
            castling.partners.0.iter().copied().filter(|k| self.used.contains(k)).collect();
        let free = matches!(castling.safe, Test::True) || self.is_everywhere(&castling.safe);
        if self.royalty.all.contains(&king) == free {
            let text = self.ask.text(&castling.safe);
            self.refuse(format!("castling of this piece `safe if {text}` has no key"));
        }
        if !self.is(king, "king") {
            let letters = self.letters([king]);
            self.keys.set("castlingKingPiece", &letters);
        }
        if !(partners.len() == 1 && self.is(partners[0], "rook")) {
            let letters = self.letters(partners);
            self.keys.set("castlingRookPieces", &letters);
        }
        let mut ranks = Vec::new();
        for side in &castling.sides {
            let CastlingWay::Line { direction, king_to, partner_to, .. } = &side.way else {
                self.refuse(format!("castling {} by a rule of the piece has no key", side.text));
                continue;
            };
            let right = self.rules.board.directions[direction.index()].offset[0];
            let places = |tiles: &[Tile]| [self.squares.place(tiles[0]), self.squares.place(tiles[1])];
            let (to, beside) = (places(king_to), places(partner_to));
            let height = self.squares.ranks + 1;
            let is_mirrored = |at: [(u8, u8); 2]| at[0].0 == at[1].0 && at[0].1 + at[1].1 == height;
            let inside = i16::from(to[0].0) - right == i16::from(beside[0].0) && to[0].1 == beside[0].1;
            if right == 0 || !is_mirrored(to) || !is_mirrored(beside) || !inside {
                self.refuse(format!("castling {}: the two do not end side by side", side.text));
                continue;
            }
            ranks.push(to[0].1);
            let (key, usual) =
                if right > 0 { ("castlingKingsideFile", 7) } else { ("castlingQueensideFile", 3) };
            if to[0].0 != usual {
                self.keys.set(key, &letter(to[0].0).to_string());
            }
        }
        ranks.dedup();
        match ranks.as_slice() {
            [1] | [] => {}
            [rank] => self.keys.set("castlingRank", &rank.to_string()),
            _ => self.refuse("castling on several ranks has no key"),
        }
        if self.game.notation().castling_to_partner {
            self.keys.switch("chess960", true);
        }
    }

    /// Whether a test asks for nothing.
    fn is_everywhere(&self, test: &Test) -> bool {
        let on = self.ask.tiles(test);
        on.is_some_and(|on| on.iter().all(|tiles| self.squares.is_all(tiles)))
            || matches!(test, Test::Or(parts) if parts.contains(&Test::Empty) && parts.contains(&Test::Occupied))
    }
}
