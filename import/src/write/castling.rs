//! The castling clause.

use std::fmt::Write as _;

use super::Writer;
use crate::tiles;
use crate::variant::Colour;

impl Writer<'_> {
    /// The castling clause: none, that of chess (as it is), or another one.
    pub(super) fn castling(&self) -> Option<String> {
        let v = self.variant;
        let rights = self.fields.get(1).cloned().unwrap_or_default();
        let rights: String = rights.chars().filter(|c| "KQkq".contains(*c)).collect();
        let dropped = v.on("castlingDroppedPiece");
        if !v.on("castling") || rights.is_empty() && !dropped {
            return None;
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
        // Pieces that have been dropped castle from where they stand in chess, and from there only.
        let from = |f: u8| if dropped { format!("from {} ", tile(f)) } else { String::new() };
        let king_from = from(file("castlingKingFile", 5));
        let mut text = format!("castling {king_name} with {}\n", names.join(", "));
        let mut side = |sign: char, way: &str, name: &str, to: u8, beside: u8, start: u8| {
            if rights.to_uppercase().contains(sign) || dropped {
                let _ = writeln!(
                    text,
                    "    side {way} {name:<7} right \"{sign}\"    {king_name} {king_from}to {}, {partner} {}to {}",
                    tile(to),
                    from(start),
                    tile(beside)
                );
            }
        };
        side('K', "e", "\"O-O\"", short, short - 1, file("castlingRookKingsideFile", v.files()));
        side('Q', "w", "\"O-O-O\"", long, long + 1, file("castlingRookQueensideFile", 1));
        if !self.is_royal(king) && !self.pseudo_royals().contains(&king) {
            text.push_str("    safe if empty or piece\n");
        }
        text.push_str(&self.gating_castling());
        Some(text)
    }

    /// What castling does besides, and what the other player may not do any more.
    pub(super) fn after_castling(&mut self) {
        let v = self.variant;
        if self.castling().is_none() {
            return;
        }
        let file = |key: &str, default: u8| {
            let file = v.values.get(key).and_then(|f| crate::keys::file(f)).unwrap_or(default);
            char::from(b'a' + file - 1)
        };
        let sides = [
            ("short", file("castlingKingsideFile", 7), 'K'),
            ("long", file("castlingQueensideFile", 3), 'Q'),
        ];
        if v.on("oppositeCastling") {
            let mut comment = self.from(&["oppositeCastling"]);
            self.counters.push(
                "counter side_taken = 0     # 1 if somebody has castled on the king's side, 2 on the other"
                    .to_owned(),
            );
            for (number, (_, file, _)) in (1..).zip(sides) {
                let comment = std::mem::take(&mut comment);
                self.turn.push(format!(
                    "after castling if on (file {file}) and side_taken = {number}: illegal{comment}"
                ));
                self.turn.push(format!("after castling if on (file {file}): side_taken = {number}"));
            }
        }
        let rights = v.word("castlingWins", "").replace('-', "");
        if rights.is_empty() {
            return;
        }
        let mut comment = self.from(&["castlingWins"]);
        self.castling_ends.push("has_castled: loss if won = 1".to_owned());
        self.counters.push("counter won = 0     # 1 when a player has castled as it wins".to_owned());
        for (colour, capital) in [(Colour::White, true), (Colour::Black, false)] {
            let (name, other) = if capital { ("White", "Black") } else { ("Black", "White") };
            let wins = |sign: &char| rights.contains(if capital { *sign } else { sign.to_ascii_lowercase() });
            let mut lost = Vec::new();
            for (_, file, sign) in sides.iter().filter(|(_, _, sign)| wins(sign)) {
                let comment = std::mem::take(&mut comment);
                self.turn.push(format!("after castling if {name} and on (file {file}): won = 1{comment}"));
                if let Some((king, rook)) = self.castlers(colour, *sign == 'K') {
                    let test =
                        |(piece, tile): (String, String)| format!("no ({name} {piece} first on {tile})");
                    lost.push(format!("({} or {})", test(king), test(rook)));
                }
            }
            if !lost.is_empty() {
                self.castling_ends.push(format!(
                    "no_castling_{}: {other} wins if {}",
                    name.to_lowercase(),
                    lost.join(" and ")
                ));
            }
        }
    }

    /// The king and the outermost partner on one side, with their tiles at the start.
    fn castlers(&self, colour: Colour, short: bool) -> Option<((String, String), (String, String))> {
        let v = self.variant;
        let rank = u8::try_from(v.number("castlingRank", 1)).unwrap_or(1);
        let rank = if colour == Colour::White { rank } else { v.ranks() + 1 - rank };
        let find = |key: &str, file: u8| {
            let number = self.type_at_start((file, rank), colour)?;
            let castles = v.of(key, colour).types.contains(&number);
            castles.then(|| (self.names[&number].clone(), tiles::name((file, rank))))
        };
        let king = (1..=v.files()).find_map(|f| Some((f, find("castlingKingPiece", f)?)))?;
        let rook = if short {
            (king.0 + 1..=v.files()).rev().find_map(|f| find("castlingRookPieces", f))
        } else {
            (1..king.0).find_map(|f| find("castlingRookPieces", f))
        };
        Some((king.1, rook?))
    }

    pub(super) fn has_castling(&self) -> bool {
        let v = self.variant;
        let some = |key: &str| v.of(key, Colour::White).types.iter().any(|t| v.has(*t));
        some("castlingKingPiece") && some("castlingRookPieces")
    }
}
