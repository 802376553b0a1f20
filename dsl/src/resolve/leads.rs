//! Where rules can lead, whatever stands on the board.

use std::borrow::Cow;

use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Path, PlayerId, SymId, Test, Tile};
use crate::source::Span;

use super::reach::TileSet;
use super::resolver::Resolver;
use super::truth::{Case, Truth};
use super::turned::turned;

impl Resolver<'_> {
    /// A rule that leads nowhere from anywhere, for whatever player, is an error; for whom and where exactly it works is the board's
    /// business.
    pub(crate) fn must_lead_somewhere(&mut self, path: &Path, guard: &Test, span: Span) {
        let leads = (0..self.players.len()).any(|player| self.leads_somewhere(path, guard, player));
        // A direction without a step has been spoken of.
        if !leads && !self.report.has("E0432") {
            let from =
                if *guard == Test::True { "from any tile" } else { "from the tiles where it may start" };
            self.report.push(errors::never_walked(span, from, &self.grid.describe()));
        }
    }

    /// Whether a rule may lead a player's piece anywhere. Most do so from the middle of the board, and all others are looked at as a whole.
    pub(crate) fn leads_somewhere(&self, path: &Path, guard: &Test, player: usize) -> bool {
        let (tiles, passes) = (self.board.tiles.len(), self.passes(player));
        let from_middle = (tiles / 2..tiles).chain(0..tiles / 2).map(Tile::new);
        let leads = |turn| {
            let starts =
                from_middle.filter(|tile| self.turn_on(player, *tile) == turn && passes(guard, *tile));
            self.reach().leads_on(&self.turned_path(path, turn), starts, &passes)
        };
        leads(self.turn_on(player, Tile::new(tiles / 2))) || !self.arrivals(path, guard, player).is_empty()
    }

    /// Whether a test may hold for a player on a tile, whatever stands there.
    fn passes(&self, player: usize) -> impl Fn(&Test, Tile) -> bool {
        let (asker, case) = (PlayerId::new(player), self.case());
        move |test, tile| Case { asker, tile: Some(tile), ..case }.truth(test) != Truth::Never
    }

    /// How a player's directions are turned on a tile.
    fn turn_on(&self, player: usize, tile: Tile) -> SymId {
        self.players.get(player).map_or(SymId(0), |player| player.frame.on(tile))
    }

    fn turned_path<'p>(&self, path: &'p Path, symmetry: SymId) -> Cow<'p, Path> {
        match symmetry {
            SymId(0) => Cow::Borrowed(path),
            _ => Cow::Owned(turned(path, &self.board, symmetry)),
        }
    }

    /// The tiles that a rule may lead a player's piece to, whatever stands on the board.
    pub(crate) fn arrivals(&self, path: &Path, guard: &Test, player: usize) -> TileSet {
        let passes = self.passes(player);
        let none = || TileSet::none(self.board.tiles.len());
        let mut reached = none();
        for sym in (0..self.board.symmetries.len()).map(SymId::new) {
            let mut from = none();
            let tiles = (0..self.board.tiles.len()).map(Tile::new);
            tiles
                .filter(|tile| self.turn_on(player, *tile) == sym && passes(guard, *tile))
                .for_each(|tile| from.insert(tile));
            if !from.is_empty() {
                let path = self.turned_path(path, sym);
                reached.join(&self.reach().image(&path, &from, &passes));
            }
        }
        reached
    }
}
