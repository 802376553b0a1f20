//! Tiles with names: regions, and what is the same tiles to both players.

use tilegame_dsl::ast::Test;

use crate::syntax::{Rule, Walk as _, all_of, inside, is, region};
use crate::tiles::Tiles;
use crate::variant::Colour;

/// Tiles with a name.
pub(super) struct Region {
    pub(super) name: String,
    pub(super) tiles: Tiles,
    /// Every player sees them from the own side.
    pub(super) each: bool,
}

/// Tiles of both players, as the language can name them.
#[derive(Clone)]
pub(super) enum Zone {
    /// Everywhere, for both.
    All,
    /// Nowhere, for both.
    Nowhere,
    /// A region that each player has.
    Each(String),
    /// One region for each player; none where a player has no such tile.
    Two([Option<String>; 2]),
}

impl Zone {
    pub(super) fn cases(&self) -> Vec<Case<'_>> {
        let case = |region, colour| Case { region, colour };
        match self {
            Zone::All => vec![case(None, None)],
            Zone::Nowhere => vec![],
            Zone::Each(name) => vec![case(Some(name), None)],
            Zone::Two(names) => Colour::BOTH
                .into_iter()
                .zip(names)
                .filter_map(|(colour, name)| Some(case(Some(name.as_deref()?), Some(colour))))
                .collect(),
        }
    }
}

/// The region of a line, if there is one, and the player for whom the line is, if not for both.
#[derive(Clone, Copy)]
pub(super) struct Case<'z> {
    region: Option<&'z str>,
    pub(super) colour: Option<Colour>,
}

impl Case<'_> {
    pub(super) fn tiles(self) -> Option<tilegame_dsl::ast::Tiles> {
        self.region.map(region)
    }

    /// The test for tiles.
    pub(super) fn inside(self) -> Option<Test> {
        self.region.map(inside)
    }

    /// The test for pieces.
    pub(super) fn whose(self) -> Option<Test> {
        self.colour.map(|colour| is(colour.name()))
    }

    /// The test for pieces where they start.
    pub(super) fn start(self) -> Option<Test> {
        all_of([self.inside(), self.whose()])
    }

    /// A rule that ends there.
    pub(super) fn end(self, rule: Rule) -> Rule {
        Rule { path: rule.path.at_any(self.inside()), guard: all_of([rule.guard, self.whose()]), ..rule }
    }
}

impl Region {
    pub(super) fn is_rank(&self, rank: u8, files: u8) -> bool {
        self.each && self.tiles == (1..=files).map(|file| (file, rank)).collect()
    }
}
