//! The castling clause.

use tilegame_dsl::ast::{Action, CastlingLine, Comparison, Goes, Item, ItemKind, ResultWord, TileTerm};

use super::converter::Converter;
use crate::syntax::{
    NOWHERE, after, all, any, any_word, compare, counter, ending, inside, is, item, name, names, no, number,
    on, set, text, tiles, value, words,
};
use crate::tiles as squares;
use crate::variant::Colour;

/// `castling King with Rook` and its lines; without a pair, what a variant removes.
pub(super) fn clause(pair: Option<(&str, &[String])>, lines: Vec<CastlingLine>) -> Item {
    let pair = pair.map(|(king, rooks)| (name(king), names(rooks)));
    item(ItemKind::Castling { pair, lines })
}

/// One of the two that castle, from a tile if it must stand there.
fn goes(piece: &str, from: Option<String>, to: (u8, u8)) -> Goes {
    Goes { piece: name(piece), from: from.map(name), to: name(squares::name(to)) }
}

fn side(direction: &str, castles: &str, right: char, goes: [Goes; 2]) -> CastlingLine {
    CastlingLine::Side {
        direction: name(direction),
        text: text(castles),
        right: text(right),
        goes: Some(goes),
        span: NOWHERE,
    }
}

/// The clause of chess.
pub(super) fn of_chess() -> Item {
    let pair = |king, rook| [goes("King", None, (king, 1)), goes("Rook", None, (rook, 1))];
    let sides = [side("e", "O-O", 'K', pair(7, 6)), side("w", "O-O-O", 'Q', pair(3, 4))];
    clause(Some(("King", &["Rook".to_owned()])), sides.into())
}

/// A piece and the tile where it stands at the start.
type Standing = (String, String);

impl Converter<'_> {
    /// The castling clause, if there is one.
    pub(super) fn castling(&self) -> Option<Item> {
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
        let rooks: Vec<String> = rooks.iter().map(|t| self.names[t].clone()).collect();
        let partner = if let [rook] = rooks.as_slice() { rook } else { "partner" };
        let king_name = &self.names[&king];
        if short > v.files() || long < 1 || short < 2 {
            return None;
        }
        // Pieces that have been dropped castle from where they stand in chess, and from there only.
        let from = |file: u8| dropped.then(|| squares::name((file, rank)));
        let start = file("castlingKingFile", 5);
        let right = rights.to_uppercase();
        let castles = |sign: char, to: u8, beside: u8, rook: u8| {
            let goes = [goes(king_name, from(start), (to, rank)), goes(partner, from(rook), (beside, rank))];
            let (direction, castles) = if sign == 'K' { ("e", "O-O") } else { ("w", "O-O-O") };
            (right.contains(sign) || dropped).then(|| side(direction, castles, sign, goes))
        };
        let sides = [
            castles('K', short, short - 1, file("castlingRookKingsideFile", v.files())),
            castles('Q', long, long + 1, file("castlingRookQueensideFile", 1)),
        ];
        let mut lines: Vec<CastlingLine> = sides.into_iter().flatten().collect();
        if !self.is_royal(king) && !self.pseudo_royals().contains(&king) {
            lines.push(CastlingLine::Safe(any_word(["empty", "piece"])));
        }
        lines.extend(self.gating_castling());
        Some(clause(Some((king_name, &rooks)), lines))
    }

    /// What castling does besides, and what the other player may not do any more.
    pub(super) fn after_castling(&mut self) {
        let v = self.variant;
        if self.castling().is_none() {
            return;
        }
        let file =
            |key: &str, default: u8| v.values.get(key).and_then(|f| crate::keys::file(f)).unwrap_or(default);
        let sides = [(file("castlingKingsideFile", 7), 'K'), (file("castlingQueensideFile", 3), 'Q')];
        let on_file = |file: u8| on(tiles(vec![TileTerm::File(squares::file(file), None)]));
        if v.on("oppositeCastling") {
            let what = "1 if somebody has castled on the king's side, 2 on the other";
            self.count(counter("side_taken", 0, false, false), what);
            for (side, (file, _)) in (1..).zip(sides) {
                let taken = compare(value("side_taken"), Comparison::Equal, number(side));
                let illegal = after("castling", Some(all([on_file(file), taken])), [Action::Illegal]);
                self.turn.push(self.noted(illegal, &["oppositeCastling"]));
                self.turn.push(after("castling", Some(on_file(file)), [set("side_taken", side)]).into());
            }
        }
        let (rights, others): (String, String) =
            v.word("castlingWins", "").chars().filter(|c| *c != '-').partition(|c| "KQkq".contains(*c));
        if !others.is_empty() {
            self.warn("castlingWins", "only `K`, `Q`, `k` and `q` mean something");
        }
        if rights.is_empty() {
            return;
        }
        let won = compare(value("won"), Comparison::Equal, number(1));
        self.castling_ends.push(ending("has_castled", ResultWord::Loss, won).into());
        self.count(counter("won", 0, false, false), "1 when a player has castled as it wins");
        for colour in Colour::BOTH {
            let player = colour.name();
            let wins = |sign: &char| match colour {
                Colour::White => rights.contains(*sign),
                Colour::Black => rights.contains(sign.to_ascii_lowercase()),
            };
            let mut lost = Vec::new();
            for (file, sign) in sides.iter().filter(|(_, sign)| wins(sign)) {
                let castled = after("castling", Some(all([is(player), on_file(*file)])), [set("won", 1)]);
                self.turn.push(self.noted(castled, &["castlingWins"]));
                if let Some(pair) = self.castlers(colour, *sign == 'K') {
                    let gone =
                        |(piece, tile): &Standing| no(all([words([player, piece, "first"]), inside(tile)]));
                    lost.push(any(pair.iter().map(gone)));
                }
            }
            if !lost.is_empty() {
                let word = format!("no_castling_{}", player.to_lowercase());
                let result = ResultWord::Wins(colour.other().name().to_owned());
                self.castling_ends.push(ending(word, result, all(lost)).into());
            }
        }
    }

    /// The king and the outermost partner on one side, with their tiles at the start.
    fn castlers(&self, colour: Colour, short: bool) -> Option<[Standing; 2]> {
        let v = self.variant;
        let rank = u8::try_from(v.number("castlingRank", 1)).unwrap_or(1);
        let rank = if colour == Colour::White { rank } else { v.ranks() + 1 - rank };
        let find = |key: &str, file: u8| {
            let number = self.type_at_start((file, rank), colour)?;
            let castles = v.of(key, colour).types.contains(&number);
            castles.then(|| (self.names[&number].clone(), squares::name((file, rank))))
        };
        let king = (1..=v.files()).find_map(|f| Some((f, find("castlingKingPiece", f)?)))?;
        let rook = if short {
            (king.0 + 1..=v.files()).rev().find_map(|f| find("castlingRookPieces", f))
        } else {
            (1..king.0).find_map(|f| find("castlingRookPieces", f))
        };
        Some([king.1, rook?])
    }

    pub(super) fn has_castling(&self) -> bool {
        let v = self.variant;
        let some = |key: &str| v.of(key, Colour::White).types.iter().any(|t| v.has(*t));
        some("castlingKingPiece") && some("castlingRookPieces")
    }
}
