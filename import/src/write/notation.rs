//! How positions and moves are written.

use super::Writer;
use crate::pieces::{KING, PAWN};

impl Writer<'_> {
    pub(super) fn notation(&mut self) -> Vec<String> {
        let v = self.variant;
        let mut lines = Vec::new();
        let passant = self.has_passant();
        let checks = if v.on("checkCounting") { ", count checks \"+\"" } else { "" };
        // What else there is to know about a position is only written where it is not as at the start.
        let mut more = String::new();
        for name in ["passes", "side_taken", "won"] {
            if self.counters.iter().any(|c| c.starts_with(&format!("counter {name} "))) {
                more.push_str(&format!(", may count {name}"));
            }
        }
        if self.of_chess {
            let first = v.on("seirawanGating") || v.on("cambodianMoves");
            let counts = self.counts().is_some();
            if v.on("checkCounting") || first || counts || !more.is_empty() {
                let third = match (first, counts && !v.on("castling")) {
                    (true, _) => "castling with first",
                    (_, true) => "\"-\"",
                    _ => "castling",
                };
                let fourth = if counts { "count limit or \"-\"" } else { "mark passant" };
                lines.push(format!(
                    "fen placement, turn, {third}, {fourth}{checks}, count clock, count moves{more}"
                ));
            }
            if !self.royal_check() {
                lines.push("remove check".to_owned());
                lines.push("remove final".to_owned());
            }
        } else {
            let castles = self.castling().is_some();
            let third = if castles { "castling" } else { "\"-\"" };
            let fourth = if passant { "mark passant" } else { "\"-\"" };
            lines.push(format!(
                "fen placement, turn, {third}, {fourth}{checks}, count clock, count moves{more}"
            ));
            if v.has(PAWN) {
                lines.push("nameless Pawn".to_owned());
            }
            if castles {
                lines.push("uci castling target".to_owned());
            }
        }
        if v.on("chess960") && self.castling().is_some() {
            lines.retain(|line| !line.starts_with("uci castling"));
            lines.push("uci castling partner".to_owned());
        }
        if self.counters.iter().any(|c| c.starts_with("counter passes ")) && self.fits(KING) {
            lines.push(format!("uci pass {}", self.names[&KING]));
        }
        let unusual = !self.pseudo_royals().is_empty()
            || v.has(KING) && !(self.placement.contains('k') && self.placement.contains('K'));
        if unusual || !v.on("checking") {
            lines.push("valid if some (empty or piece)".to_owned());
        }
        lines
    }
}
