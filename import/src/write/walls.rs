//! Walls: tiles that a player blocks with a move, or instead of one.

use super::{Writer, if_all_of};
use crate::pieces::PAWN;
use crate::tiles;

impl Writer<'_> {
    /// How walls come to be, if by moves.
    pub(super) fn walling(&self) -> Option<&str> {
        let rule = self.variant.word("wallingRule", "none");
        (!matches!(rule, "none" | "-" | "")).then_some(rule)
    }

    /// Whether pieces that capture turn into walls.
    pub(super) fn petrifies(&self) -> bool {
        self.variant.sets.get("petrifyOnCaptureTypes").is_some_and(|set| set.all || !set.types.is_empty())
    }

    /// Whether what explosions take turns into stone, too: then the tiles are gone.
    pub(super) fn vanishing(&self) -> bool {
        self.petrifies() && self.variant.on("petrifyBlastPieces") && self.variant.on("blastOnCapture")
    }

    /// Whether walls are pieces here: they come and go, or something reaches over them.
    pub(super) fn has_walls(&self) -> bool {
        self.walling().is_some() || self.petrifies() && !self.vanishing() || self.reversi_over_walls()
    }

    /// A line of stones that encloses others goes on over walls.
    fn reversi_over_walls(&self) -> bool {
        self.variant.word("enclosingDrop", "none") == "reversi"
            && self.variant.word("startFen", "").contains('*')
    }

    /// Whether a turn has two steps: a move, and the wall.
    pub(super) fn has_wall_step(&self) -> bool {
        self.walling().is_some_and(|rule| rule != "past") && !self.variant.on("wallOrMove")
    }

    /// What a wall is called.
    pub(super) fn wall(&self) -> &'static str {
        if self.walling() == Some("duck") { "Duck" } else { "Wall" }
    }

    /// The piece that a wall is.
    pub(super) fn wall_block(&self) -> String {
        let name = self.wall();
        let shape = if name == "Duck" { "\n    drawn as duck" } else { "" };
        let comment = self.from(&["wallingRule", "petrifyOnCaptureTypes"]);
        let comment = if comment.is_empty() { comment } else { format!("{}\n", comment.trim_start()) };
        format!("{comment}piece {name} \"*\" neutral{shape}\n")
    }

    /// A rule of a piece with what it does about walls: one is left behind, or a shot follows.
    pub(super) fn with_walls(&self, rule: &str) -> Vec<String> {
        let (head, path) = rule.split_once(' ').unwrap_or((rule, ""));
        match self.walling() {
            Some("past") => vec![format!("{head} here{{put {}}} {path}", self.wall())],
            Some("arrow") => vec![format!("{rule} as step")],
            _ => vec![rule.to_owned()],
        }
    }

    /// The shots of a piece that goes like this without capturing.
    pub(super) fn shot(&mut self, path: &str) -> Vec<String> {
        let wall = self.wall();
        let way = super::bracketed(path);
        let mut lines = Vec::new();
        for (test, colour) in Self::on(&self.walling_zone()) {
            let test = test.map_or(String::new(), |test| format!(" {test}"));
            let whose = colour.map_or(String::new(), |c| format!(" and {}", c.name()));
            lines.push(format!(
                "act {way}[empty{test}]{{put {wall}}} if in wall and just did step{whose} as walling"
            ));
        }
        lines
    }

    /// Where walls are allowed.
    pub(super) fn walling_zone(&mut self) -> super::Zone {
        let v = self.variant;
        let (files, ranks) = (v.files(), v.ranks());
        let of = |key: &str| v.region(key).filter(|t| !t.is_empty());
        let all = tiles::all(files, ranks);
        let white = of("wallingRegionWhite").unwrap_or_else(|| all.clone());
        let black = of("wallingRegionBlack").unwrap_or(all);
        self.zone("wall_zone", &white, &black)
    }

    /// The lines of a turn about walls.
    pub(super) fn wall_turn(&mut self) {
        let Some(rule) = self.walling().map(str::to_owned) else { return };
        let comment = self.from(&["wallingRule", "wallOrMove"]);
        if rule == "past" {
            if self.castling().is_some() {
                self.warn("wallingRule", "castling leaves no wall behind here");
            }
            return;
        }
        let steps = self.has_wall_step();
        if steps {
            self.turn.insert(0, format!("phases go, wall{comment}"));
            self.turn.push("only walling in wall".to_owned());
            self.turn.push("after move if in go: again wall".to_owned());
        }
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let place = match rule.as_str() {
            "edge" => {
                let rim: tiles::Tiles = tiles::all(files, ranks)
                    .into_iter()
                    .filter(|(f, r)| *f == 1 || *f == files || *r == 1 || *r == ranks)
                    .collect();
                let rim = self.region("rim", &tiles::written(&rim, files, ranks));
                format!(" and (on {rim} or sees rot(n)[{}])", self.wall())
            }
            _ => String::new(),
        };
        let effect = if rule == "duck" { "put Duck, every Duck: take" } else { "put Wall" };
        if rule != "arrow" {
            for (test, colour) in Self::on(&self.walling_zone()) {
                let test = test.map_or(String::new(), |test| format!(" {test}"));
                let conditions =
                    [steps.then(|| "in wall".to_owned()), colour.map(|c| format!("{} to move", c.name()))];
                let condition = if_all_of(conditions);
                let comment = if steps { "" } else { comment.as_str() };
                self.turn
                    .push(format!("choose empty{test}{place}{condition}: {effect}  as walling{comment}"));
            }
        }
        if steps && self.of_chess {
            self.turn.push("remove numbering".to_owned());
            self.turn.push("remove progress".to_owned());
            self.turn.push("after walling: clock - 1".to_owned());
            let pawn = if self.fits(PAWN) { ", Pawn" } else { "" };
            self.turn.push(format!("after capture{pawn} if in go: clock = 0"));
            self.turn.push("after Black if in go: moves + 1".to_owned());
        }
    }
}
