//! What pieces become.

use tilegame_dsl::ast::{By, Goal, PieceLine, Places, Promote, Test};

use super::converter::Converter;
use super::rules::fewer_than;
use super::zones::Case;
use crate::pieces::PAWN;
use crate::syntax::{NOWHERE, Rule, all_of, is, name, no, not, promote, text};
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

impl Converter<'_> {
    pub(super) fn promotion_zone(&mut self) -> (Tiles, Tiles) {
        let white = self.variant.region("promotionRegionWhite").unwrap_or_default();
        let black = self.variant.region("promotionRegionBlack").unwrap_or_default();
        (white, black)
    }

    /// Whether promotion saves a type from standing where it could not move.
    pub(super) fn may_promote_everywhere(&mut self, number: usize) -> bool {
        let v = self.variant;
        let promotes = v.promoted.contains_key(&number)
            || Colour::BOTH.iter().any(|c| v.of("promotionPawnTypes", *c).types.contains(&number));
        if !promotes {
            return false;
        }
        let (white, black) = self.mobile(number);
        let all = tiles::all(v.files(), v.ranks());
        let (zone_white, zone_black) = self.promotion_zone();
        all.iter().all(|t| white.contains(t) || zone_white.contains(t))
            && all.iter().all(|t| black.contains(t) || zone_black.contains(t))
    }

    /// Where pieces could not move any more that may promote there, and need not: they may not stay what they are.
    pub(super) fn stranded(&mut self) -> Vec<Test> {
        let v = self.variant;
        if !v.on("immobilityIllegal") || v.on("mandatoryPawnPromotion") {
            return Vec::new();
        }
        let all = tiles::all(v.files(), v.ranks());
        let kinds: Vec<usize> = v.pieces.keys().copied().collect();
        let mut tests = Vec::new();
        for number in kinds {
            if v.promoted.contains_key(&number) || !self.fits(number) || !self.may_promote_everywhere(number)
            {
                continue;
            }
            let (white, black) = self.mobile(number);
            let dead =
                |mobile: &Tiles| -> Tiles { all.iter().copied().filter(|t| !mobile.contains(t)).collect() };
            let zone = self.zone("end_rank", &dead(&white), &dead(&black));
            for case in zone.cases() {
                let colour = case.colour.map(|colour| is(colour.name()));
                let there = [Some(is("friend")), colour, Some(self.test(number)), case.inside()];
                tests.extend(all_of(there).map(no));
            }
        }
        tests
    }

    /// What a type promotes to, as a pawn does.
    pub(super) fn promotions(&mut self, number: usize) -> Vec<PieceLine> {
        let v = self.variant;
        let (white, black) = self.promotion_zone();
        let of = |c: Colour| {
            let set = v.of("promotionPieceTypes", c);
            let promotes = v.of("promotionPawnTypes", c).types.contains(&number);
            let mut types: Vec<usize> = if promotes { set.types } else { Vec::new() };
            types.retain(|t| v.has(*t));
            types.dedup();
            types
        };
        let (to_white, to_black) = (of(Colour::White), of(Colour::Black));
        if to_white.is_empty() && to_black.is_empty() {
            return Vec::new();
        }
        let may = !v.on("mandatoryPawnPromotion");
        let empty = Tiles::new();
        let zone = self.zone(
            "last_rank",
            if to_white.is_empty() { &empty } else { &white },
            if to_black.is_empty() { &empty } else { &black },
        );
        let same = to_white == to_black || to_white.is_empty() || to_black.is_empty();
        // A promoted piece is of another type, which may become nothing.
        let promoted = |c: &Colour| {
            v.promoted.get(&number).is_some_and(|to| !v.of("promotionPawnTypes", *c).types.contains(to))
        };
        let unpromoted = Colour::BOTH.iter().any(promoted).then(|| not(is("promoted")));
        let mut lines = Vec::new();
        for case in zone.cases() {
            let colours: Vec<(&[usize], Option<Colour>)> = match (case.colour, same) {
                (None, true) => vec![(if to_white.is_empty() { &to_black } else { &to_white }, None)],
                (None, false) => vec![(&to_white, Some(Colour::White)), (&to_black, Some(Colour::Black))],
                (Some(Colour::White), _) => vec![(&to_white, Some(Colour::White))],
                (Some(Colour::Black), _) => vec![(&to_black, Some(Colour::Black))],
            };
            for (types, whose) in colours {
                let (limited, free): (Vec<usize>, Vec<usize>) =
                    types.iter().partition(|t| v.limits.contains_key(t));
                let free: Vec<&String> = free.iter().map(|t| &self.names[t]).collect();
                let whose = || all_of([whose.map(|c| is(c.name())), unpromoted.clone()]);
                if !free.is_empty() {
                    lines.push(promote(may, &free, case.tiles(), whose()));
                }
                for of in limited {
                    let few = fewer_than(v.limits[&of], is(&self.names[&of]));
                    let guard = all_of([whose(), Some(few)]);
                    lines.push(promote(may, &[&self.names[&of]], case.tiles(), guard));
                }
            }
        }
        lines
    }

    /// The state of a promoted piece, and how it gets into it.
    pub(super) fn shogi_promotion(&mut self, number: usize, to: usize) -> Vec<PieceLine> {
        let v = self.variant;
        let (white, black) = self.promotion_zone();
        let zone = self.zone("far", &white, &black);
        let must = v.on("mandatoryPiecePromotion");
        let by = v.on("piecePromotionOnCapture").then_some(By::Capture);
        let limit = v.limits.get(&to).map(|limit| fewer_than(*limit, self.test(to)));
        let line = |off, case: Case<'_>, guard| {
            let places = match case.tiles() {
                Some(tiles) if number != PAWN => Places::Either(tiles),
                on => Places::Both { from: None, on },
            };
            let goals = vec![Goal { off, name: name("promoted") }];
            PieceLine::Promote(Promote { optional: !must, goals, by, places, guard, span: NOWHERE })
        };
        let mut lines = Vec::new();
        let mut back = Vec::new();
        for case in zone.cases() {
            lines.push(line(false, case, all_of([case.whose(), limit.clone()])));
            if v.on("pieceDemotion") {
                back.push(line(true, case, case.whose()));
            }
        }
        // Where it could not move any more it must.
        if v.on("immobilityIllegal") && !must {
            let (white, black) = self.mobile(number);
            let all = tiles::all(v.files(), v.ranks());
            let dead =
                |mobile: &Tiles| -> Tiles { all.iter().copied().filter(|t| !mobile.contains(t)).collect() };
            let zone = self.zone("end_rank", &dead(&white), &dead(&black));
            let cases = zone.cases().into_iter();
            lines.extend(cases.map(|case| promote(false, &["promoted"], case.tiles(), case.whose())));
        }
        let rules = self.move_rules(to);
        let rules = self.adapted(to, rules).into_iter().map(Rule::line).chain(back);
        lines.push(PieceLine::State { name: name("promoted"), sign: text("+"), lines: rules.collect() });
        lines
    }

    /// What a type can become as a pawn does, for either player.
    pub(super) fn goals(&self, number: usize) -> Vec<usize> {
        let v = self.variant;
        let of = |c: &Colour| {
            let promotes = v.of("promotionPawnTypes", *c).types.contains(&number);
            if promotes { v.of("promotionPieceTypes", *c).types } else { Vec::new() }
        };
        Colour::BOTH.iter().flat_map(of).filter(|t| v.has(*t)).collect()
    }
}
