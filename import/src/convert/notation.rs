//! How positions and moves are written.

use tilegame_dsl::ast::{FenWord, Item, ItemKind, NotationLine};

use super::converter::Converter;
use crate::pieces::{KING, PAWN};
use crate::syntax::{NOWHERE, any_word, item, name, names, some, text};

impl Converter<'_> {
    pub(super) fn notation(&self) -> Option<Item> {
        let v = self.variant;
        let mut lines = Vec::new();
        let word = |word| FenWord::Word(name(word));
        let count = |word, join, or| FenWord::Count { name: name(word), join, or };
        let none = || FenWord::Text(text("-"));
        let passant = || FenWord::Mark(name("passant"), false);
        // What else there is to know about a position is only written where it is not as at the start.
        let more = ["passes", "side_taken", "won"].into_iter().filter(|word| self.has_counter(word));
        let strong = self.has_counter("strong").then(|| count("strong", Some(text("+")), None));
        let more: Vec<FenWord> = more.map(|word| FenWord::MayCount(name(word))).chain(strong).collect();
        let fen = |third, fourth| {
            let checks = v.on("checkCounting").then(|| count("checks", Some(text("+")), None));
            let first = [word("placement"), word("turn"), third, fourth];
            let numbers = [count("clock", None, None), count("moves", None, None)];
            let fields = first.into_iter().chain(checks).chain(numbers).chain(more.clone());
            NotationLine::Fen(fields.collect(), NOWHERE)
        };
        let castles = self.castling().is_some();
        let mut uci = None;
        if self.of_chess {
            let first = v.on("seirawanGating") || v.on("cambodianMoves");
            let counts = self.counts().is_some();
            if v.on("checkCounting") || first || counts || !more.is_empty() {
                let third = match (first, counts && !v.on("castling")) {
                    (true, _) => FenWord::CastlingWith(name("first")),
                    (_, true) => none(),
                    _ => word("castling"),
                };
                lines
                    .push(fen(third, if counts { count("limit", None, Some(text("-"))) } else { passant() }));
            }
            if !self.royal_check() {
                lines.extend(["check", "final"].map(|line| NotationLine::Remove(name(line))));
            }
        } else {
            let third = if castles { word("castling") } else { none() };
            lines.push(fen(third, if self.has_passant() { passant() } else { none() }));
            if v.has(PAWN) {
                lines.push(NotationLine::Nameless(names(["Pawn"])));
            }
            uci = castles.then_some("target");
        }
        if v.on("chess960") && castles {
            uci = Some("partner");
        }
        lines.extend(uci.map(|to| NotationLine::UciCastling(name(to))));
        if self.has_counter("passes") && self.fits(KING) {
            lines.push(NotationLine::UciPass(name(&self.names[&KING])));
        }
        let unusual = !self.pseudo_royals().is_empty()
            || v.has(KING) && !(self.placement.contains('k') && self.placement.contains('K'));
        if unusual || !v.on("checking") {
            let test = some(any_word(["empty", "piece"]));
            lines.push(NotationLine::Valid { test, label: None, span: NOWHERE });
        }
        (!lines.is_empty()).then(|| item(ItemKind::Notation { name: None, lines }))
    }
}
