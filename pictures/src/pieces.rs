//! What pieces look like: the shape their game declares, or a disc with their letter.

use tilegame_runtime::Game;
use tilegame_runtime::ir::{Kind, PlayerId};

use crate::colours::{INK, Paint};
use crate::letters;
use crate::svg::{Svg, number};

/// The square that shapes are drawn in.
const SIDE: f64 = 100.0;

/// The name of a piece's drawing in the document.
pub(crate) fn id(kind: usize, owner: PlayerId) -> String {
    format!("p{}-{kind}", owner.index())
}

/// The drawing of a piece, with its middle at the origin. `size` is the side of its square on paper; `on_disc` puts it on a
/// disc, for boards without tiles.
pub(crate) fn definition(
    game: &Game,
    kind_number: usize,
    owner: PlayerId,
    paint: Paint,
    (size, on_disc): (f64, bool),
) -> String {
    let kind = &game.rules().kinds[kind_number];
    let mut svg = String::new();
    let scale = size / SIDE;
    svg += &format!(
        "<g id=\"{}\"><g transform=\"scale({:.4}) translate(-50 -50)\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\" stroke-width=\"4\">\n",
        id(kind_number, owner),
        scale
    );
    match &kind.shape {
        Some(shape) => {
            if on_disc {
                svg += &format!(
                    "<circle cx=\"50\" cy=\"50\" r=\"48\" fill=\"#f6e7c8\" stroke=\"{INK}\"/>\n\
                     <g transform=\"translate(14 12) scale(.72)\">\n"
                );
            }
            svg += &format!("<path fill=\"{}\" stroke=\"{INK}\" d=\"{}\"/>\n", paint.fill, shape.outline);
            if !shape.details.is_empty() {
                svg += &format!("<path fill=\"none\" stroke=\"{}\" d=\"{}\"/>\n", paint.line, shape.details);
            }
            if on_disc {
                svg += "</g>\n";
            }
        }
        None => svg += &disc(kind, paint),
    }
    svg += "</g></g>\n";
    svg
}

/// A disc with a letter, whoever's it is: the colour says that.
fn disc(kind: &Kind, paint: Paint) -> String {
    let text = kind.letter.as_str();
    let wide = letters::width(text).max(1.0);
    let scale = (52.0 / wide).min(4.6);
    let (left, top) = (50.0 - wide * scale / 2.0, 50.0 - letters::HEIGHT * scale / 2.0);
    let mut svg =
        format!("<circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"{}\" stroke=\"{INK}\"/>\n", paint.fill);
    svg += &format!(
        "<g fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" transform=\"translate({} {}) scale({})\">",
        paint.line,
        number(left),
        number(top),
        number(scale)
    );
    for (letter, at) in letters::places(text) {
        let strokes = letters::letter(letter).1;
        if !strokes.is_empty() {
            svg += &format!("<path transform=\"translate({} 0)\" d=\"{strokes}\"/>", number(at));
        }
    }
    svg += "</g>\n";
    svg
}

/// Puts a piece on paper.
pub(crate) fn place(svg: &mut Svg, kind: usize, owner: PlayerId, at: kurbo::Point) {
    let id = id(kind, owner);
    svg.line(&format!("<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", number(at.x), number(at.y)));
}
