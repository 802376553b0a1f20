//! Planes: boards too large to be listed, on which tiles come and go.
//!
//! Every place of a plane has the same neighbourhood, so for all questions that are asked of rules before a game is played
//! (can this path be walked?) a small board that comes round on all sides stands in for it. Nothing of that board is left
//! in the rules.

use crate::ast::{BoardLine, BoardSide, Labels, Name, Number, PartForm, PartShape};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Board, Graph, Plane, Player};
use crate::source::{Span, Spanned};

use super::report::Report;

/// The side of the board that stands in for a plane.
const SIDE: u32 = 16;

/// The most files that have a name of two letters, and the most ranks.
const MOST: (u32, u32) = (702, 32_000);

/// The plane that the lines declare, and the lines of the board that stands in for it; `None` inside if they declare none,
/// outside after an error.
pub(crate) fn read(lines: &[BoardLine], report: &mut Report) -> Option<Option<(Plane, Vec<BoardLine>)>> {
    let declared = |line: &BoardLine| match line {
        BoardLine::Plane { files, ranks, span } => Some((*files, *ranks, *span)),
        _ => None,
    };
    let Some((files, ranks, span)) = lines.iter().find_map(declared) else { return Some(None) };
    if lines.len() > 1 {
        let title = "a plane is a whole board".to_string();
        report.push(errors::bad_board(title, span, "stands alone in its block"));
        return None;
    }
    for (number, most, what) in [(&files, MOST.0, "files"), (&ranks, MOST.1, "ranks")] {
        if !(3..=most).contains(&number.node) {
            let title = format!("a plane can't have {} {what}", number.node);
            report.push(errors::bad_board(title, number.span, &format!("from 3 to {most}")));
            return None;
        }
    }
    let plane = Plane { files: files.node as u16, ranks: ranks.node as u16 };
    Some(Some((plane, stand_in(span))))
}

fn stand_in(span: Span) -> Vec<BoardLine> {
    let number = || -> Number { Spanned::new(SIDE, span) };
    let side = |name: &str| {
        let name: Name = Spanned::new(name.to_string(), span);
        BoardSide { patch: None, name, stretch: None, span }
    };
    let seam = |one: &str, other: &str| BoardLine::Seam {
        one: side(one),
        other: side(other),
        reversed: false,
        span,
    };
    let form = PartForm {
        shape: PartShape::Grid(vec![number(), number()]),
        labels: Labels { files: None, ranks: None },
        span,
    };
    vec![BoardLine::Part { name: None, form }, seam("west", "east"), seam("south", "north")]
}

/// Takes the board that stands in out of what the rules will have.
pub(crate) fn finish(board: Board, players: &mut [Player]) -> Board {
    if board.plane.is_none() {
        return board;
    }
    for player in players.iter_mut() {
        player.frame.tiles.clear();
        player.frame.syms.truncate(1);
    }
    Board { tiles: Vec::new(), graph: Graph::default(), rows: Vec::new(), picture: Vec::new(), ..board }
}
