//! Zones: which pieces cover a tile, by their `cover` rules.

use tilegame_dsl::ir::{LabelId, Mode, Test, Tile, Who};

use super::engine::Reference;
use super::view::View;
use super::walk::Effects;
use crate::reference::position::Piece;

impl Reference {
    /// Whether a tile is under a zone of somebody's pieces; with `by_one`, of one piece alone, and of no other than the one
    /// that has watched the way so far.
    pub(super) fn is_under(&self, view: &View<'_>, tile: Tile, zone: LabelId, of: Who, by_one: bool) -> bool {
        match by_one {
            true => {
                let one = self.only_one(view, tile, zone, of);
                one.is_some_and(|one| view.watcher.is_none_or(|watcher| watcher == one))
            }
            false => self.covering(view, tile, zone, of, &mut |_| true),
        }
    }

    /// The piece that a walker has to do with from now on who passes a test on a tile: the one that covers it, if the test
    /// asks for one.
    pub(crate) fn watcher(&self, view: &View<'_>, tile: Tile, test: &Test) -> Option<Tile> {
        match test {
            Test::Under { zone, of, by_one: true } => self.only_one(view, tile, *zone, *of),
            Test::And(tests) => tests.iter().find_map(|test| self.watcher(view, tile, test)),
            _ => None,
        }
    }

    /// The piece that covers a tile, if exactly one does.
    fn only_one(&self, view: &View<'_>, tile: Tile, zone: LabelId, of: Who) -> Option<Tile> {
        let mut found = Vec::new();
        self.covering(view, tile, zone, of, &mut |from| {
            found.push(from);
            found.len() > 1
        });
        if let [one] = found[..] { Some(one) } else { None }
    }

    /// Calls `found` with every piece that covers a tile, until it says `true`.
    fn covering(
        &self,
        view: &View<'_>,
        tile: Tile,
        zone: LabelId,
        of: Who,
        found: &mut dyn FnMut(Tile) -> bool,
    ) -> bool {
        let players = self.players().filter(|p| self.is(view, of, Some(*p)) && view.position.in_play(*p));
        players.into_iter().any(|player| {
            let view = View { me: player, walker: None, watcher: None, ..*view };
            view.position.owned(player).iter().any(|from| {
                view.at(from).is_some_and(|piece| self.covers(&view, piece, from, zone, tile)) && found(from)
            })
        })
    }

    /// Whether the asker's piece covers a tile.
    fn covers(&self, view: &View<'_>, piece: Piece, from: Tile, zone: LabelId, tile: Tile) -> bool {
        let Some(kind) = self.rules.kinds.get(piece.kind.index()) else { return false };
        let rules = kind.rules.iter().filter(|rule| rule.mode == Mode::Cover && rule.label == Some(zone));
        self.may_cover(view.me, piece.kind, from, tile)
            && rules.into_iter().any(|rule| {
                let start = self.setting_out(view.me, from);
                self.holds(view, from, &rule.guard)
                    && self.walk(view, &rule.path, start, &mut Effects::new(view), &mut |end, _| {
                        end.tile == tile
                    })
            })
    }
}
