//! The `tiles` lines of `turn`: what a player may do with tiles instead of moving a piece.

use crate::ast::{Number, TilesVerb};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{BoardMove, BoardWork, LabelId, Test};
use crate::limits::{LISTED, VANISHING};

use super::declarations::TilesDecl;
use super::grid::Shape;
use super::resolver::Resolver;
use super::site::Site;
use super::sorts::Sort;

/// The longest text that such moves begin with.
const LONGEST: usize = 4;

impl<'a> Resolver<'a> {
    /// Lowers the lines.
    pub(super) fn board_moves(&mut self) -> Option<Vec<BoardMove>> {
        let game = self.game;
        let mut found = Vec::new();
        for (number, line) in game.tiles.iter().enumerate() {
            let twice = game.tiles[..number].iter().find(|other| other.text.node == line.text.node);
            if let Some(first) = twice {
                let title = format!("two sorts of moves begin with \"{}\"", line.text.node);
                let error = errors::bad_tiles_line(title, line.text.span, "they could not be told apart");
                self.report.push(error.with_label(first.text.span, "the other one"));
            }
            found.push(self.board_move(line));
        }
        found.into_iter().collect()
    }

    fn board_move(&mut self, line: &'a TilesDecl<'a>) -> Option<BoardMove> {
        let text = &line.text.node;
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(|b| b.is_ascii_uppercase()) {
            let title = "moves can't begin so".to_string();
            let label = "one to four capital letters, A to Z";
            self.report.push(errors::bad_tiles_line(title, line.text.span, label));
        }
        let letters = self.game.pieces.iter().flat_map(|(_, piece)| &piece.node.letters);
        if let Some(letter) = letters.into_iter().find(|letter| letter.node == *text) {
            let title = format!("\"{text}\" is the letter of a piece");
            let error = errors::bad_tiles_line(title, line.text.span, "their moves could not be told apart");
            self.report.push(error.with_label(letter.span, "this piece"));
        }
        let each = match line.each {
            Some(test) => self.satisfiable(test, Site::tiles()),
            None => Some(Test::True),
        };
        let work = match line.verb {
            TilesVerb::Move { most, turned, flipped, listed } => {
                let flat = self.grid.parts().len() == 1
                    && !self.grid.is_solid()
                    && self.grid.shape() == Shape::Square;
                if !flat {
                    let title = "there are no rectangles on this board".to_string();
                    let label = "tiles move on planes and on single flat grids";
                    self.report.push(errors::bad_tiles_line(title, line.span, label));
                    return None;
                }
                let largest = self.largest();
                let most = self.size(most.as_ref(), largest, "the board has");
                let listed = self.size(listed.as_ref(), most?, "at most");
                BoardWork::Carry { most: most?, turned: *turned, flipped: *flipped, listed: listed? }
            }
            TilesVerb::Vanish { most, listed } => self.vanishing(most, listed.as_ref())?,
        };
        let label = match line.label {
            Some(label) => Some(LabelId::new(self.find(&[Sort::Label], label)?.1)),
            None => None,
        };
        let words: Vec<&str> = self.sources.snippet(line.span).split_whitespace().collect();
        Some(BoardMove { prefix: text.clone(), each: each?, work, label, text: words.join(" ") })
    }

    fn vanishing(&mut self, most: &Number, listed: Option<&Number>) -> Option<BoardWork> {
        let mut fits = |number: &Number, largest: u32| {
            let fits = (1..=largest).contains(&number.node);
            if !fits {
                let title = format!("{} tiles can't vanish at once", number.node);
                let label = format!("from 1 to {largest}");
                self.report.push(errors::bad_tiles_line(title, number.span, label));
            }
            fits.then_some(number.node)
        };
        let all = fits(most, VANISHING)?;
        let shown = listed.map_or(Some(all), |listed| fits(listed, all))?;
        // How many tiles a plane has only a position says.
        let tiles = if self.board.plane.is_some() { 0 } else { self.board.tiles.len() as u64 };
        if choices(tiles, shown.into()) > LISTED {
            let span = listed.map_or(most.span, |listed| listed.span);
            let title = format!("there are more than {LISTED} ways to remove {shown} of {tiles} tiles");
            let label = "all of them would be listed among the moves";
            let error = errors::bad_tiles_line(title, span, label);
            self.report.push(error.with_note(
                "write `listed 1` after the letters: moves of more tiles can then be played, and are not listed",
            ));
            return None;
        }
        Some(BoardWork::Vanish { most: all as u16, listed: shown as u16 })
    }

    /// Files and ranks of the whole board.
    fn largest(&self) -> [u16; 2] {
        match self.board.plane {
            Some(plane) => [plane.files, plane.ranks],
            None => {
                self.grid.parts().first().map_or([0; 2], |part| [part.size[0] as u16, part.size[1] as u16])
            }
        }
    }

    /// The size that is written, or else the largest.
    fn size(&mut self, size: Option<&(Number, Number)>, largest: [u16; 2], what: &str) -> Option<[u16; 2]> {
        let Some((files, ranks)) = size else { return Some(largest) };
        let fits = |number: &Number, most: u16| (1..=u32::from(most)).contains(&number.node);
        if !fits(files, largest[0]) || !fits(ranks, largest[1]) {
            let title = format!("{} x {} is no size of rectangles here", files.node, ranks.node);
            let label = format!("{what} {} x {}", largest[0], largest[1]);
            self.report.push(errors::bad_tiles_line(title, files.span.to(ranks.span), label));
            return None;
        }
        Some([files.node as u16, ranks.node as u16])
    }
}

/// In how many ways one to `most` of so many things can be chosen; no more than needed to see that there are too many.
fn choices(things: u64, most: u64) -> u64 {
    let (mut sum, mut ways) = (0u64, 1u64);
    for n in 1..=most.min(things) {
        ways = ways.saturating_mul(things - n + 1) / n;
        sum = sum.saturating_add(ways);
        if sum > LISTED {
            break;
        }
    }
    sum
}
