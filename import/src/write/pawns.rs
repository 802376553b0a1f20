//! Pawns: their double steps, and what is taken en passant.

use super::{Writer, Zone, all_of, bracketed, line};
use crate::pieces::PAWN;
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

impl Writer<'_> {
    pub(super) fn takes_en_passant(&self, number: usize) -> bool {
        Colour::BOTH.iter().any(|c| self.variant.of("enPassantTypes", *c).types.contains(&number))
    }

    /// Whether anything can be captured en passant.
    pub(super) fn has_passant(&self) -> bool {
        let v = self.variant;
        if v.ranks() < 3 {
            return false;
        }
        let taker = v.pieces.keys().any(|n| *n == PAWN || self.takes_en_passant(*n));
        let leaver = v.has(PAWN) || v.pieces.keys().any(|n| v.betza(*n).contains('i'));
        let somewhere = Colour::BOTH
            .iter()
            .any(|c| v.region(&format!("doubleStepRegion{}", c.name())).is_some_and(|t| !t.is_empty()));
        let allowed = v.region("enPassantRegionWhite").is_none_or(|t| !t.is_empty())
            || v.region("enPassantRegionBlack").is_none_or(|t| !t.is_empty());
        taker && leaver && somewhere && allowed
    }

    /// Captures en passant along a path.
    pub(super) fn en_passant(&mut self, number: usize, path: &str) -> Vec<String> {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let one = |c: Colour| {
            self.variant
                .region(&format!("enPassantRegion{}", c.name()))
                .unwrap_or_else(|| tiles::all(files, ranks))
        };
        let (white, black) = (one(Colour::White), one(Colour::Black));
        let zone = self.zone("passing_zone", &white, &black);
        let stays = if self.passes_in_zone(number) {
            format!("{{become {}}}", self.names[&number])
        } else {
            String::new()
        };
        let mut lines = Vec::new();
        for (test, colour) in Self::on(&zone) {
            let end = test.map_or(String::new(), |test| format!("[{test}]"));
            let way = if end.is_empty() && stays.is_empty() { path.to_owned() } else { bracketed(path) };
            let path = format!("{way}{end}{stays}");
            lines.push(format!(
                "capture {path} onto passant{}",
                colour.map_or(String::new(), |c| format!(" if {}", c.name()))
            ));
        }
        lines
    }

    /// Whether a piece that promotes can capture en passant where it would: it does not then.
    fn passes_in_zone(&mut self, number: usize) -> bool {
        let v = self.variant;
        let promotes = v.promoted.contains_key(&number) || !self.promotion_lines_of(number).is_empty();
        let (white, black) = self.promotion_zone();
        let passed = |of: Colour, zone: &Tiles| {
            ["doubleStepRegion", "tripleStepRegion"].iter().any(|key| {
                let starts = v.region(&format!("{key}{}", of.name())).unwrap_or_default();
                let ahead = |rank: u8| if of == Colour::White { rank + 1 } else { rank.saturating_sub(1) };
                starts.iter().any(|(f, r)| zone.contains(&(*f, ahead(*r))))
            })
        };
        promotes && (passed(Colour::Black, &white) || passed(Colour::White, &black))
    }

    pub(super) fn double_steps(&mut self) -> Zone {
        let white = self.variant.region("doubleStepRegionWhite").unwrap_or_default();
        let black = self.variant.region("doubleStepRegionBlack").unwrap_or_default();
        self.zone("second_rank", &white, &black)
    }

    pub(super) fn pawn_lines(&mut self) -> Vec<String> {
        let v = self.variant;
        let mut lines = Vec::new();
        if v.ranks() < 2 {
            return lines;
        }
        let (white, black) = self.reach(PAWN);
        let mut blocked = (white, black);
        let everywhere = blocked.clone();
        // Without anything to become, a pawn stops before its last rank.
        for (colour, tiles) in [(Colour::White, &mut blocked.0), (Colour::Black, &mut blocked.1)] {
            let none = v.of("promotionPieceTypes", colour).types.iter().all(|t| !v.has(*t));
            let is_pawn = v.of("promotionPawnTypes", colour).types.contains(&PAWN);
            if none && is_pawn && v.on("mandatoryPawnPromotion") && !v.promoted.contains_key(&PAWN) {
                let zone = v.region(&format!("promotionRegion{}", colour.name())).unwrap_or_default();
                tiles.retain(|t| !zone.contains(t));
            }
        }
        let reach = self.zone("pawn_reach", &blocked.0, &blocked.1);
        for (test, colour) in Self::on(&reach) {
            let end = test.map_or(String::new(), |t| format!("[{t}]"));
            let whose = colour.map_or("", Colour::name);
            lines.push(line("quiet", &format!("n{end}"), whose, ""));
            lines.push(line("capture", &format!("mirror(ne){end}"), whose, ""));
        }
        if blocked != everywhere {
            // It attacks there nevertheless.
            let zone = self.zone("pawn_threat", &everywhere.0, &everywhere.1);
            for (test, colour) in Self::on(&zone) {
                let end = test.map_or(String::new(), |t| format!("[{t}]"));
                lines.push(line("threat", &format!("mirror(ne){end}"), colour.map_or("", Colour::name), ""));
            }
        }
        let mark = if self.has_passant() { "{mark passant}" } else { "" };
        let zone = self.double_steps();
        for (test, colour) in Self::on(&zone) {
            let test = all_of([test, colour.map(|c| c.name().to_owned())]);
            lines.push(line("quiet", &format!("n{mark} n"), &test, ""));
        }
        let white = v.region("tripleStepRegionWhite").unwrap_or_default();
        let black = v.region("tripleStepRegionBlack").unwrap_or_default();
        let zone = self.zone("third_step", &white, &black);
        for (test, colour) in Self::on(&zone) {
            let test = all_of([test, colour.map(|c| c.name().to_owned())]);
            lines.push(line("quiet", &format!("n{mark} n{mark} n"), &test, ""));
        }
        if self.has_passant() {
            lines.extend(self.en_passant(PAWN, "mirror(ne)"));
        }
        lines
    }
}
