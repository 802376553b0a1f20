//! Regions, and the tiles of each player.

use std::collections::BTreeSet;

use tilegame_dsl::ast::{Item, ItemKind, Verb};

use super::converter::Converter;
use super::zones::{Region, Zone};
use crate::syntax::{item, name, tiles};
use crate::tiles::{self as squares, Tiles};

impl Converter<'_> {
    /// Declares a region, once for the same tiles.
    pub(super) fn region(&mut self, name: &str, tiles: &Tiles, each: bool) -> String {
        if let Some(known) = self.regions.iter().find(|r| r.tiles == *tiles && r.each == each) {
            return known.name.clone();
        }
        let mut unused = name.to_owned();
        let mut count = 2;
        while self.regions.iter().any(|known| known.name == unused) {
            unused = format!("{name}_{count}");
            count += 1;
        }
        self.regions.push(Region { name: unused.clone(), tiles: tiles.clone(), each });
        unused
    }

    /// The zone of these tiles of each player.
    pub(super) fn zone(&mut self, name: &str, white: &Tiles, black: &Tiles) -> Zone {
        let all = squares::all(self.variant.files(), self.variant.ranks());
        let full = |t: &Tiles| all.iter().all(|tile| t.contains(tile) || self.holes().contains(tile));
        if full(white) && full(black) {
            return Zone::All;
        }
        if white.is_empty() && black.is_empty() {
            return Zone::Nowhere;
        }
        if white == black {
            return Zone::Each(self.region(name, white, false));
        }
        if self.other_side(white) == *black {
            return Zone::Each(self.region(name, white, true));
        }
        let mut one = |tiles: &Tiles, colour: &str| {
            (!tiles.is_empty()).then(|| self.region(&format!("{colour}_{name}"), tiles, false))
        };
        Zone::Two([one(white, "white"), one(black, "black")])
    }

    /// Tiles as the other player sees them.
    pub(super) fn other_side(&self, tiles: &Tiles) -> Tiles {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        if self.unseated {
            return tiles.clone();
        }
        let mirrored = squares::mirrored(tiles, ranks);
        if self.rotated { mirrored.into_iter().map(|(f, r)| (files + 1 - f, r)).collect() } else { mirrored }
    }

    /// The region of the player who is not asked: another one, if every player has one of that name.
    pub(super) fn enemy_region(&mut self, name: &str) -> String {
        let region = self.regions.iter().find(|region| region.name == name && region.each);
        let Some(other) = region.map(|region| self.other_side(&region.tiles)) else { return name.to_owned() };
        self.region(&format!("enemy_{name}"), &other, true)
    }

    /// Whether a region has been declared as the rank of this number, from each side.
    pub(super) fn is_rank(&self, name: &str, rank: u8) -> bool {
        self.regions.iter().any(|region| region.name == name && region.is_rank(rank, self.variant.files()))
    }

    /// The declarations of the regions that are used. Those of chess are replaced only where they are others.
    pub(super) fn region_items(&self, used: &BTreeSet<String>) -> Vec<Item> {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let declared = |region: &Region| {
            let rank = match region.name.as_str() {
                "second_rank" if self.of_chess => Some(2),
                "last_rank" if self.of_chess => Some(ranks),
                _ => None,
            };
            let verb = match rank {
                Some(rank) if region.is_rank(rank, files) => return None,
                Some(_) => Verb::Replace,
                None if used.contains(&region.name) => Verb::Declare,
                None => return None,
            };
            let tiles = Some(tiles(squares::terms(&region.tiles, files, ranks)));
            let kind = ItemKind::Region { name: name(&region.name), tiles, each: region.each };
            Some(Item { verb, ..item(kind) })
        };
        self.regions.iter().filter_map(declared).collect()
    }
}
