//! Pawns: their double steps, and what is taken en passant.

use tilegame_dsl::ast::{Effect, Mode, Path};

use super::converter::Converter;
use super::zones::{Case, Zone};
use crate::pieces::PAWN;
use crate::syntax::{Rule, Walk as _, mirror, name, then, way};
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

/// What a pawn leaves on the tiles that it skips.
pub(super) fn mark() -> Effect {
    Effect::Mark(name("passant"))
}

impl Converter<'_> {
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
        let somewhere = ["doubleStepRegion", "tripleStepRegion"].iter().any(|key| {
            let region = |c: &Colour| v.region(&format!("{key}{}", c.name()));
            Colour::BOTH.iter().filter_map(region).any(|tiles| !tiles.is_empty())
        });
        let allowed = v.region("enPassantRegionWhite").is_none_or(|t| !t.is_empty())
            || v.region("enPassantRegionBlack").is_none_or(|t| !t.is_empty());
        taker && leaver && somewhere && allowed
    }

    /// Captures en passant along a path.
    pub(super) fn en_passant(&mut self, number: usize, path: &Path) -> Vec<Rule> {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let one = |c: Colour| {
            self.variant
                .region(&format!("enPassantRegion{}", c.name()))
                .unwrap_or_else(|| tiles::all(files, ranks))
        };
        let (white, black) = (one(Colour::White), one(Colour::Black));
        let zone = self.zone("passing_zone", &white, &black);
        let stays = self.passes_in_zone(number);
        let rule = |case: Case<'_>| {
            let mut rule = case.end(Rule { onto_mark: true, ..Rule::new(Mode::Capture, path.clone()) });
            if stays {
                rule.path = rule.path.doing(Effect::Become(name(&self.names[&number])));
            }
            rule
        };
        zone.cases().into_iter().map(rule).collect()
    }

    /// Whether a piece that promotes can capture en passant where it would: it does not then.
    fn passes_in_zone(&mut self, number: usize) -> bool {
        let v = self.variant;
        let promotes = v.promoted.contains_key(&number) || !self.goals(number).is_empty();
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

    pub(super) fn pawn_rules(&mut self) -> Vec<Rule> {
        let v = self.variant;
        let mut rules = Vec::new();
        if v.ranks() < 2 {
            return rules;
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
        let ahead = || mirror(way("ne"));
        for case in self.zone("pawn_reach", &blocked.0, &blocked.1).cases() {
            let both = [Rule::new(Mode::Quiet, way("n")), Rule::new(Mode::Capture, ahead())];
            rules.extend(both.map(|rule| case.end(rule)));
        }
        if blocked != everywhere {
            // It attacks there nevertheless.
            let zone = self.zone("pawn_threat", &everywhere.0, &everywhere.1);
            rules.extend(zone.cases().into_iter().map(|case| case.end(Rule::new(Mode::Threat, ahead()))));
        }
        let passant = self.has_passant();
        let skipped = || if passant { way("n").doing(mark()) } else { way("n") };
        let white = v.region("tripleStepRegionWhite").unwrap_or_default();
        let black = v.region("tripleStepRegionBlack").unwrap_or_default();
        for (zone, steps) in [(self.double_steps(), 1), (self.zone("third_step", &white, &black), 2)] {
            for case in zone.cases() {
                let path = then((0..steps).map(|_| skipped()).chain([way("n")]));
                rules.push(Rule::new(Mode::Quiet, path).and(case.start()));
            }
        }
        if passant {
            rules.extend(self.en_passant(PAWN, &ahead()));
        }
        rules
    }
}
