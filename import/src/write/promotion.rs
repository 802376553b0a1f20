//! What pieces become.

use super::{Writer, if_all_of};
use crate::pieces::PAWN;
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

impl Writer<'_> {
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

    /// What a type promotes to, as a pawn does.
    pub(super) fn promotion_lines(&mut self, number: usize) -> Vec<String> {
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
        let may = if v.on("mandatoryPawnPromotion") { "" } else { "may " };
        let empty = Tiles::new();
        let zone = self.zone(
            "last_rank",
            if to_white.is_empty() { &empty } else { &white },
            if to_black.is_empty() { &empty } else { &black },
        );
        let same = to_white == to_black || to_white.is_empty() || to_black.is_empty();
        let mut lines = Vec::new();
        for (test, colour) in Self::on(&zone) {
            let on = test.map_or(String::new(), |t| format!(" {t}"));
            let colours: Vec<(Vec<usize>, Option<Colour>)> = match (colour, same) {
                (None, true) => {
                    vec![(if to_white.is_empty() { to_black.clone() } else { to_white.clone() }, None)]
                }
                (None, false) => {
                    vec![(to_white.clone(), Some(Colour::White)), (to_black.clone(), Some(Colour::Black))]
                }
                (Some(Colour::White), _) => vec![(to_white.clone(), Some(Colour::White))],
                (Some(Colour::Black), _) => vec![(to_black.clone(), Some(Colour::Black))],
            };
            for (types, whose) in colours {
                let free: Vec<String> = types
                    .iter()
                    .filter(|t| !v.limits.contains_key(t))
                    .map(|t| self.names[t].clone())
                    .collect();
                let whose = whose.map(|c| c.name().to_owned());
                if !free.is_empty() {
                    lines.push(format!(
                        "{may}promote to {}{on}{}",
                        free.join(", "),
                        whose.as_ref().map_or(String::new(), |w| format!(" if {w}"))
                    ));
                }
                for limited in types.iter().filter(|t| v.limits.contains_key(t)) {
                    let name = &self.names[limited];
                    let test = format!("count(friend {name}) < {}", v.limits[limited]);
                    let test = whose.as_ref().map_or(test.clone(), |w| format!("{w} and {test}"));
                    lines.push(format!("{may}promote to {name}{on} if {test}"));
                }
            }
        }
        lines
    }

    /// The state of a promoted piece, and how it gets into it.
    pub(super) fn shogi_promotion(&mut self, number: usize, to: usize) -> Vec<String> {
        let v = self.variant;
        let (white, black) = self.promotion_zone();
        let zone = self.zone("far", &white, &black);
        let must = v.on("mandatoryPiecePromotion");
        let by = if v.on("piecePromotionOnCapture") { " by capture" } else { "" };
        let only_into = number == PAWN;
        let may = if must { "" } else { "may " };
        let limit = v.limits.get(&to).map(|n| format!("count(friend {}) < {n}", self.test(to)));
        let places = |test: &str| if only_into { format!(" {test}") } else { format!(" from or {test}") };
        let mut lines = Vec::new();
        let mut back = Vec::new();
        for (test, colour) in Self::on(&zone) {
            let conditions = [colour.map(|c| c.name().to_owned()), limit.clone()];
            let condition = if_all_of(conditions);
            let place = test.as_deref().map_or(String::new(), places);
            lines.push(format!("{may}promote to promoted{by}{place}{condition}"));
            if v.on("pieceDemotion") {
                let whose = colour.map_or(String::new(), |c| format!(" if {}", c.name()));
                back.push(format!("{may}promote to not promoted{by}{place}{whose}"));
            }
        }
        // Where it could not move any more it must.
        if v.on("immobilityIllegal") && !must {
            let (white, black) = self.mobile(number);
            let all = tiles::all(v.files(), v.ranks());
            let dead =
                |mobile: &Tiles| -> Tiles { all.iter().copied().filter(|t| !mobile.contains(t)).collect() };
            let zone = self.zone("end_rank", &dead(&white), &dead(&black));
            for (test, colour) in Self::on(&zone) {
                let place = test.map_or(String::new(), |t| format!(" {t}"));
                lines.push(format!(
                    "promote to promoted{place}{}",
                    colour.map_or(String::new(), |c| format!(" if {}", c.name()))
                ));
            }
        }
        lines.push("state promoted \"+\"".to_owned());
        for line in self.move_lines(to).into_iter().chain(back) {
            lines.push(format!("    {line}"));
        }
        lines
    }

    /// What a type can become as a pawn does, for either player.
    pub(super) fn promotion_lines_of(&self, number: usize) -> Vec<usize> {
        let v = self.variant;
        let of = |c: &Colour| {
            let promotes = v.of("promotionPawnTypes", *c).types.contains(&number);
            if promotes { v.of("promotionPieceTypes", *c).types } else { Vec::new() }
        };
        Colour::BOTH.iter().flat_map(of).filter(|t| v.has(*t)).collect()
    }
}
