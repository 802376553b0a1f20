//! Walls: tiles that a player blocks with a move, or instead of one.

use tilegame_dsl::ast::{Action, CountOp, Item, ItemKind, Mode, Path, PieceLine, Test, TurnLine};

use super::converter::Converter;
use super::zones::{Case, Zone};
use crate::draft::Noted;
use crate::syntax::{
    NOWHERE, Rule, Walk as _, after, after_any, all, all_of, any, change, choose, here, in_phase, inside, is,
    item, just_did, name, names, not, put, rot, sees, set, take, text, then, to_move, way,
};
use crate::tiles::{self, Tiles};

impl Converter<'_> {
    /// How walls come to be, if by moves.
    pub(super) fn walling(&self) -> Option<&str> {
        let rule = self.variant.word("wallingRule", "none");
        (!matches!(rule, "none" | "-" | "")).then_some(rule)
    }

    /// Whether a piece of this type turns into a wall when it captures.
    pub(super) fn turns_to_stone(&self, number: usize) -> bool {
        let stones = self.variant.sets.get("petrifyOnCaptureTypes");
        stones.is_some_and(|set| set.all || set.types.contains(&number))
    }

    /// Whether pieces of some type turn into walls.
    pub(super) fn petrifies(&self) -> bool {
        self.variant.sets.get("petrifyOnCaptureTypes").is_some_and(|set| set.all || !set.types.is_empty())
    }

    /// Whether what explosions take turns into stone, too: then the tiles are gone.
    pub(super) fn vanishing(&self) -> bool {
        self.petrifies() && self.variant.on("petrifyBlastPieces") && self.variant.on("blastOnCapture")
    }

    /// Whether walls are pieces here: they come and go, or something reaches over them.
    pub(super) fn has_walls(&self) -> bool {
        self.walling().is_some()
            || self.petrifies() && !self.vanishing()
            || self.reversi_over_walls()
            || self.lopsided_walls()
    }

    /// The tiles that are missing: those of walls, unless these are pieces.
    pub(super) fn holes(&self) -> &Tiles {
        static NONE: Tiles = Tiles::new();
        if self.has_walls() { &NONE } else { &self.walls_at_start }
    }

    /// Whether walls stand at the start where there are none on the mirror image of the board: either player must find the tiles of the other.
    fn lopsided_walls(&self) -> bool {
        let ranks = self.variant.ranks();
        self.walls_at_start
            .iter()
            .any(|(file, rank)| !self.walls_at_start.contains(&(*file, ranks + 1 - rank)))
    }

    /// A line of stones that encloses others goes on over walls.
    fn reversi_over_walls(&self) -> bool {
        self.variant.word("enclosingDrop", "none") == "reversi" && !self.walls_at_start.is_empty()
    }

    /// Whether a turn has two steps: a move, and the wall.
    pub(super) fn has_wall_step(&self) -> bool {
        self.walling().is_some_and(|rule| rule != "past") && !self.variant.on("wallOrMove")
    }

    /// What a wall is called.
    pub(super) fn wall(&self) -> &'static str {
        if self.walling() == Some("duck") { "Duck" } else { "Wall" }
    }

    /// The condition of what happens in the first step of a turn, if there are two.
    pub(super) fn in_go(&self) -> Option<Test> {
        self.has_wall_step().then(|| in_phase("go"))
    }

    /// The piece that a wall is.
    pub(super) fn wall_item(&self) -> Noted<Item> {
        let shape = (self.wall() == "Duck").then(|| PieceLine::Drawn(names(["duck"])));
        let piece = item(ItemKind::Piece {
            name: name(self.wall()),
            letters: vec![text("*")],
            attributes: names(["neutral"]),
            lines: shape.into_iter().collect(),
        });
        self.noted(piece, &["wallingRule", "petrifyOnCaptureTypes"])
    }

    /// A rule of a piece with what it does about walls: one is left behind, or a shot follows.
    pub(super) fn with_walls(&self, rule: Rule) -> Rule {
        match self.walling() {
            Some("past") => {
                let left = way("here").doing(put(self.wall()));
                Rule { path: then([left, rule.path.clone()]), ..rule }
            }
            Some("arrow") => Rule { label: Some("step"), ..rule },
            _ => rule,
        }
    }

    /// The shots of a piece that goes like this without capturing.
    pub(super) fn shots(&mut self, path: &Path) -> Vec<Rule> {
        let zone = self.walling_zone();
        let shot = |case: Case<'_>| {
            let path =
                path.clone().at_any(all_of([Some(is("empty")), case.inside()])).doing(put(self.wall()));
            let guard = all_of([Some(in_phase("wall")), Some(just_did("step")), case.whose()]);
            Rule { guard, label: Some("walling"), ..Rule::new(Mode::Act, path) }
        };
        zone.cases().into_iter().map(shot).collect()
    }

    /// Where walls are allowed.
    pub(super) fn walling_zone(&mut self) -> Zone {
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
        const KEYS: [&str; 2] = ["wallingRule", "wallOrMove"];
        let Some(rule) = self.walling().map(str::to_owned) else { return };
        if rule == "past" {
            if self.castling().is_some() {
                self.warn("wallingRule", "castling leaves no wall behind here");
            }
            return;
        }
        let steps = self.has_wall_step();
        if steps {
            let phases = self.noted(TurnLine::Phases(names(["go", "wall"])), &KEYS);
            self.turn.insert(0, phases);
            let (triggers, phases) = (names(["walling"]), names(["wall"]));
            self.turn.push(TurnLine::Only { triggers, phases, span: NOWHERE }.into());
            let again = Action::Again { phase: Some(name("wall")), or_pass: false, span: NOWHERE };
            self.turn.push(after("move", self.in_go(), [again]).into());
        }
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let place = (rule == "edge").then(|| {
            let is_rim = |(f, r): &(u8, u8)| *f == 1 || *f == files || *r == 1 || *r == ranks;
            let rim = tiles::all(files, ranks).into_iter().filter(is_rim).collect();
            let rim = inside(&self.region("rim", &rim, false));
            any([rim, sees(rot([way("n")]).at(is(self.wall())))])
        });
        let actions = match rule.as_str() {
            "duck" => vec![here(put("Duck")), Action::Every(is("Duck"), take())],
            _ => vec![here(put("Wall"))],
        };
        if rule != "arrow" {
            for case in self.walling_zone().cases() {
                let free = [Some(is("empty")), case.inside(), place.clone()];
                // A wall instead of a move is none that parries a check.
                let calm = (!steps && self.royal_check()).then(|| not(is("check")));
                let phase = steps.then(|| in_phase("wall"));
                let guard = all_of([phase, calm, case.colour.map(|c| to_move(c.name()))]);
                let wall = choose(all(free.into_iter().flatten()), guard, actions.clone(), "walling");
                self.turn.push(self.noted(wall, if steps { &[] } else { &KEYS }));
            }
        }
        if steps && self.of_chess {
            let resets = names(["capture".to_owned()].into_iter().chain(self.resets()));
            let lines = [
                TurnLine::Remove(name("numbering")),
                TurnLine::Remove(name("progress")),
                after("walling", None, [change("clock", CountOp::Subtract, 1)]),
                after_any(resets, self.in_go(), vec![set("clock", 0)], None),
                after("Black", self.in_go(), [change("moves", CountOp::Add, 1)]),
            ];
            self.turn.extend(lines.map(Noted::from));
        }
    }
}
