//! The drawings of pieces: whether a text is path data, and whether it stays in its square.

use kurbo::{BezPath, Shape as _};

use crate::ast::Text;
use crate::diagnostic::errors::meaning as errors;
use crate::ir::Shape;

use super::declarations::ShapeDecl;
use super::report::Report;
use super::resolver::Resolver;

/// The side of the square that shapes are drawn in.
const SIDE: f64 = 100.0;

/// Path data longer than this is a picture, not a piece.
const LONGEST: usize = 10_000;

impl Resolver<'_> {
    /// Checks all shapes, used or not.
    pub(crate) fn check_shapes(&mut self) {
        let game = self.game;
        for (_, entry) in game.shapes.iter() {
            check(entry.node.outline, &mut self.report);
            entry.node.details.iter().for_each(|text| check(text, &mut self.report));
        }
    }
}

/// A shape as the rules have it.
pub(crate) fn shape(decl: &ShapeDecl<'_>) -> Shape {
    let words = |text: &Text| text.node.split_whitespace().collect::<Vec<_>>().join(" ");
    let details = decl.details.map(words).unwrap_or_default();
    Shape { outline: words(decl.outline), details, turned: decl.turned, of_state: false }
}

/// Whether a text has only what path data has, and no number that is far from the square: an arc of a huge radius would be
/// cut into as many pieces.
fn is_plain(text: &str) -> bool {
    let known = |c: char| "MLHVCSQTAZmlhvcsqtaz.,+-".contains(c) || c.is_ascii_digit() || c.is_whitespace();
    let mut whole = text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|n| n.split('.').next());
    text.chars().all(known) && whole.all(|digits| digits.len() <= 4)
}

fn check(text: &Text, report: &mut Report) {
    if text.node.len() > LONGEST {
        let label = "at most 10,000 characters";
        report.push(errors::bad_shape("this shape is too long", text.span, label));
        return;
    }
    let path = is_plain(&text.node).then(|| BezPath::from_svg(&text.node).ok()).flatten();
    match path {
        None => report.push(errors::bad_shape("this is not path data", text.span, "can't be drawn")),
        Some(path) if path.is_empty() => {
            report.push(errors::bad_shape("this shape is empty", text.span, "draws nothing"));
        }
        Some(path) => {
            let bounds = path.bounding_box();
            let fits = |n: f64| (0.0..=SIDE).contains(&n);
            if ![bounds.x0, bounds.y0, bounds.x1, bounds.y1].into_iter().all(fits) {
                let label = format!(
                    "reaches from {:.0}, {:.0} to {:.0}, {:.0}",
                    bounds.x0, bounds.y0, bounds.x1, bounds.y1
                );
                report.push(errors::bad_shape("this shape leaves its square", text.span, &label));
            }
        }
    }
}
