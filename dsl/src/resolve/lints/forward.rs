//! Players who walk the same way as the first one: nothing is written about their seat, and what is forward for the one is forward
//! for the other.

use crate::ast::Mode;
use crate::diagnostic::errors::lints as errors;
use crate::ir::{DirId, Kind, Rules, SymId, Tile};

use super::super::reach::TileSet;
use super::super::resolver::Resolver;
use super::super::turned::turned;

/// Where the rules of a piece lead from each tile, by their first word, whatever stands there.
type Footprint = Vec<(Mode, Vec<TileSet>)>;

impl Resolver<'_> {
    /// Players of whom some piece would walk backwards.
    pub(super) fn lint_seats(&mut self, rules: &Rules) {
        let first = &rules.players[0];
        let alike = |number: &usize| {
            rules.players[*number].frame == first.frame && self.own(self.player_spans[*number])
        };
        let alike: Vec<usize> = (1..rules.players.len()).filter(alike).collect();
        if alike.is_empty() || rules.board.plane.is_some() {
            return;
        }
        let Some(kind) = self.kind_with_a_forward(rules) else { return };
        for number in alike {
            let span = self.player_spans[number];
            let lines = self.game.players.iter().flat_map(|entry| entry.node);
            let letter = lines.skip(number).map(|line| line.letter.span).next().unwrap_or(span);
            let names = [&rules.players[number].name, &first.name, &kind.piece].map(String::as_str);
            self.report.push(errors::walks_backwards(names, span, letter));
        }
    }

    /// A kind that moves otherwise when it is reflected, and not as another kind of the game does then.
    fn kind_with_a_forward<'r>(&self, rules: &'r Rules) -> Option<&'r Kind> {
        let reflected = self.reflected()?;
        let all: Vec<Footprint> = rules.kinds.iter().map(|kind| self.footprint(kind, SymId(0))).collect();
        rules.kinds.iter().find(|kind| !all.contains(&self.footprint(kind, reflected)))
    }

    /// What exchanges forward and backward, and leaves left and right.
    fn reflected(&self) -> Option<SymId> {
        let direction =
            |name: &str| self.board.directions.iter().position(|d| d.name == name).map(DirId::new);
        let (n, s) = (direction("n")?, direction("s")?);
        let back =
            self.board.turns.iter().find(|turn| self.board.symmetries[turn.index()][n.index()] == s)?;
        let sym = self.board.compose(self.board.mirror, *back);
        (self.board.symmetries[sym.index()][n.index()] == s).then_some(sym)
    }

    fn footprint(&self, kind: &Kind, symmetry: SymId) -> Footprint {
        let tiles = self.board.tiles.len();
        let mut found: Footprint = Vec::new();
        for rule in kind.rules.iter().filter(|rule| rule.mode.moves()) {
            let path = turned(&rule.path, &self.board, symmetry);
            let from = |tile| self.reach().image(&path, &TileSet::one(tiles, Tile::new(tile)), &|_, _| true);
            let reached: Vec<TileSet> = (0..tiles).map(from).collect();
            match found.iter_mut().find(|(mode, _)| *mode == rule.mode) {
                Some((_, all)) => all.iter_mut().zip(&reached).for_each(|(all, more)| all.join(more)),
                None => found.push((rule.mode, reached)),
            }
        }
        found.sort_by_key(|(mode, _)| mode.word());
        found
    }
}
