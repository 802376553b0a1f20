//! Pictures as parts of a page: several beside each other, in colours that the page chooses, with an area for every tile.

use kurbo::Point;

use crate::Drawing;
use crate::strip::Strip;
use crate::svg::{Path, attribute, number};
use crate::theme::recoloured;

/// What a page needs to know of a picture that it shows inside itself.
///
/// - Each tile has a transparent area, `data-tile="e4"`, over everything else; each sort of piece that a player has in hand one with
///   `data-hand="Knight"` and `data-player="White"`.
/// - What is named inside the picture begins with the prefix, so that two pictures of a page do not get into each other's way.
/// - The board's colours are variables of CSS, `--board-light` and so on; the default is the usual colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inline {
    /// What all names inside the picture begin with.
    pub prefix: String,
    /// On a plane, places without a tile that have an area, too.
    pub beside: Vec<tilegame_runtime::ir::Tile>,
}

impl Inline {
    /// The same picture for a page.
    pub(crate) fn of(&self, picture: &str) -> String {
        let (head, drawn) = picture.split_once("<defs>").unwrap_or(("", picture));
        let prefix = attribute(&self.prefix);
        let named = drawn
            .replace(" id=\"", &format!(" id=\"{prefix}"))
            .replace(" href=\"#", &format!(" href=\"#{prefix}"));
        let coloured = recoloured(&named, |name, colour| format!("var(--board-{name}, {colour})"));
        format!("{head}<defs>{coloured}")
    }
}

impl Drawing<'_> {
    /// Over everything: where each tile is, and what is in hand.
    pub(crate) fn areas(&mut self) {
        let (layout, board) = (self.layout, &self.game.rules().board);
        let is_shown =
            |tile| self.there.contains(&tile) || layout.beside.iter().any(|cell| cell.tile == tile);
        let mut areas = String::new();
        for cell in layout.all().filter(|cell| is_shown(cell.tile)) {
            let mut path = Path::default();
            self.outline(&mut path, cell);
            let at: Point = self.to_paper * cell.centre;
            areas += &format!(
                "<path data-tile=\"{}\" data-x=\"{}\" data-y=\"{}\" d=\"{}\"/>\n",
                attribute(&board.name(cell.tile)),
                number(at.x),
                number(at.y),
                path.data
            );
        }
        let rules = self.game.rules();
        for (piece, at, side) in self.strips.iter().flat_map(Strip::pieces) {
            let Some(owner) = piece.owner else { continue };
            areas += &format!(
                "<rect data-hand=\"{}\" data-player=\"{}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\"/>\n",
                attribute(&rules.kinds[piece.kind.index()].name),
                attribute(&rules.players[owner.index()].name),
                number(at.x - side / 2.0),
                number(at.y - side / 2.0),
                side = number(side)
            );
        }
        let room = number(layout.room() * crate::UNIT);
        self.svg.line(&format!(
            "<g class=\"areas\" data-room=\"{room}\" fill=\"transparent\" stroke=\"none\">\n{areas}</g>"
        ));
    }
}
