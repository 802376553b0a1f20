//! Regions, and the tests for the tiles of each player.

use super::{Writer, Zone};
use crate::tiles::{self, Tiles};
use crate::variant::Colour;

impl Writer<'_> {
    /// Declares a region, once for the same tiles.
    pub(super) fn region(&mut self, name: &str, tiles: &str) -> String {
        if let Some((known, _)) = self.regions.iter().find(|(_, t)| t == tiles) {
            return known.clone();
        }
        let mut unused = name.to_owned();
        let mut count = 2;
        while self.regions.iter().any(|(known, _)| *known == unused) {
            unused = format!("{name}_{count}");
            count += 1;
        }
        self.regions.push((unused.clone(), tiles.to_owned()));
        unused
    }

    /// The zone of these tiles of each player.
    pub(super) fn zone(&mut self, name: &str, white: &Tiles, black: &Tiles) -> Zone {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let all = tiles::all(files, ranks);
        let full = |t: &Tiles| all.iter().all(|tile| t.contains(tile) || self.holes.contains(tile));
        if full(white) && full(black) {
            return Zone::All;
        }
        if white.is_empty() && black.is_empty() {
            return Zone::Nowhere;
        }
        let written = |t: &Tiles| tiles::written(t, files, ranks);
        if white == black {
            let text = written(white);
            let name = self.region(name, &text);
            return Zone::Each(name);
        }
        if self.other_side(white) == *black {
            let text = format!("{} each", written(white));
            return Zone::Each(self.region(name, &text));
        }
        let mut one = |tiles: &Tiles, colour: &str| {
            (!tiles.is_empty()).then(|| {
                let text = written(tiles);
                self.region(&format!("{colour}_{name}"), &text)
            })
        };
        Zone::Two([one(white, "white"), one(black, "black")])
    }

    /// Tiles as the other player sees them.
    pub(super) fn other_side(&self, tiles: &Tiles) -> Tiles {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        if self.unseated {
            return tiles.clone();
        }
        let mirrored = tiles::mirrored(tiles, ranks);
        if self.rotated { mirrored.into_iter().map(|(f, r)| (files + 1 - f, r)).collect() } else { mirrored }
    }

    /// Tests for lines of a piece: on which tiles, and whose.
    pub(super) fn on(zone: &Zone) -> Vec<(Option<String>, Option<Colour>)> {
        match zone {
            Zone::All => vec![(None, None)],
            Zone::Nowhere => vec![],
            Zone::Each(name) => vec![(Some(format!("on {name}")), None)],
            Zone::Two(names) => Colour::BOTH
                .iter()
                .zip(names)
                .filter_map(|(colour, name)| Some((Some(format!("on {}", name.as_ref()?)), Some(*colour))))
                .collect(),
        }
    }

    /// The region of the other player.
    pub(super) fn enemy_region(&mut self, name: &str) -> String {
        let Some((_, text)) = self.regions.iter().find(|(n, _)| n == name) else { return name.to_owned() };
        let text = text.trim_end_matches(" each").to_owned();
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let own = self.tiles_of(&text);
        let other = self.other_side(&own);
        let written = format!("{} each", tiles::written(&other, files, ranks));
        self.region(&format!("enemy_{name}"), &written)
    }

    /// The tiles of a text that this module has written.
    pub(super) fn tiles_of(&self, text: &str) -> Tiles {
        let v = self.variant;
        for key in ["flagRegionWhite", "promotionRegionWhite", "doubleStepRegionWhite", "dropRegionWhite"] {
            if let Some(tiles) = v.region(key)
                && tiles::written(&tiles, v.files(), v.ranks()) == text
            {
                return tiles;
            }
        }
        Tiles::new()
    }
}
