//! What pieces look like: the shape their game declares, or a disc with their letter.

use kurbo::{Affine, Point};
use tilegame_runtime::Game;
use tilegame_runtime::ir::{Kind, KindId, PlayerId, Shape};

use crate::Look;
use crate::colours::{INK, Paint};
use crate::letters;
use crate::svg::{Svg, number};

/// The square that shapes are drawn in.
const SIDE: f64 = 100.0;

/// The name of a piece's drawing in the document.
pub(crate) fn id(kind: usize, owner: Option<PlayerId>) -> String {
    match owner {
        Some(owner) => format!("p{}-{kind}", owner.index()),
        None => format!("n-{kind}"),
    }
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The side of a piece's square on paper.
    pub(crate) size: f64,
    /// Shapes stand on discs, for boards without tiles.
    pub(crate) on_disc: bool,
    /// The board is turned to the left by so many degrees.
    pub(crate) turned: f64,
    pub(crate) look: Look,
}

/// One piece as it is drawn.
struct Drawn<'g> {
    game: &'g Game,
    owner: Option<PlayerId>,
    paint: Paint,
    style: Style,
}

/// The drawing of a piece, with its middle at the origin.
pub(crate) fn definition(
    game: &Game,
    kind_number: usize,
    owner: Option<PlayerId>,
    paint: Paint,
    style: Style,
) -> String {
    let drawn = Drawn { game, owner, paint, style };
    let mut svg = String::new();
    let scale = style.size / SIDE;
    svg += &format!(
        "<g id=\"{}\"><g transform=\"scale({:.4}) translate(-50 -50)\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\" stroke-width=\"4\">\n",
        id(kind_number, owner),
        scale
    );
    if style.on_disc && shape(game, kind_number, style.look).is_some() {
        svg += &format!(
            "<circle cx=\"50\" cy=\"50\" r=\"48\" fill=\"#f6e7c8\" stroke=\"{INK}\"/>\n\
             <g transform=\"translate(14 12) scale(.72)\">\n"
        );
        svg += &drawn.stack(kind_number);
        svg += "</g>\n";
    } else {
        svg += &drawn.stack(kind_number);
    }
    svg += "</g></g>\n";
    svg
}

/// The shape of a piece in a look, if it has one.
fn shape(game: &Game, kind_number: usize, look: Look) -> Option<&Shape> {
    let shapes = &game.rules().kinds[kind_number].shapes;
    match look {
        Look::Shape(number) => shapes.get(number).or(shapes.first()),
        Look::Letters => None,
    }
}

impl Drawn<'_> {
    /// A single piece, or the one who carries with the others small beside it.
    fn stack(&self, kind_number: usize) -> String {
        let parts = &self.game.rules().kinds[kind_number].parts;
        let [carrier, load @ ..] = parts.as_slice() else { return String::new() };
        if load.is_empty() {
            return self.single(carrier.index());
        }
        let small = if load.len() > 3 { 1.4 / load.len() as f64 } else { 0.46 };
        let mut svg = placed_at((-4.0, 20.0), 0.8, &self.single(carrier.index()));
        for (number, part) in load.iter().enumerate() {
            // From the upper right corner, one beside the other to the left.
            let left = 100.0 - (number + 1) as f64 * small * 96.0;
            svg += &placed_at((left, 0.0), small, &self.single(part.index()));
        }
        svg
    }

    /// A single piece, with the signs of its states.
    fn single(&self, kind_number: usize) -> String {
        let (game, paint, turned) = (self.game, self.paint, self.style.turned);
        let kind = &game.rules().kinds[kind_number];
        let Some(shape) = shape(game, kind_number, self.style.look) else {
            return disc(kind, paint) + &ticks(game, kind, paint, turned);
        };
        let mut svg = String::new();
        let standing = match self.owner.filter(|_| shape.turned) {
            Some(owner) => Some(seen(game, owner)),
            None => standing(game, kind_number),
        };
        let standing = standing.map(|angle| number(angle - turned));
        if let Some(angle) = &standing {
            svg += &format!("<g transform=\"rotate({angle} 50 50)\">\n");
        }
        svg += &format!("<path fill=\"{}\" stroke=\"{INK}\" d=\"{}\"/>\n", paint.fill, shape.outline);
        if !shape.details.is_empty() {
            svg += &format!("<path fill=\"none\" stroke=\"{}\" d=\"{}\"/>\n", paint.line, shape.details);
        }
        if standing.is_some() {
            svg += "</g>\n";
        }
        if shape.of_state { svg } else { svg + &signs(game, kind_number) }
    }
}

/// How a player sees the board: the angle, to the right, by which what points ahead is turned on paper.
fn seen(game: &Game, owner: PlayerId) -> f64 {
    let board = &game.rules().board;
    let frame = &game.rules().players[owner.index()].frame;
    let Some(image) = frame.syms.first().and_then(|sym| board.symmetries[sym.index()].first()) else {
        return 0.0;
    };
    let angle = |direction: usize| {
        let [x, y, _] = board.directions[direction].offset.map(f64::from);
        x.atan2(y).to_degrees()
    };
    angle(image.index()) - angle(0)
}

/// A drawing made smaller, with its upper left corner there.
fn placed_at((left, top): (f64, f64), scale: f64, drawing: &str) -> String {
    format!(
        "<g transform=\"translate({} {}) scale({})\">\n{drawing}</g>\n",
        number(left),
        number(top),
        number(scale)
    )
}

/// The signs of the states in which a piece is, on a small disc beside its shape.
fn signs(game: &Game, kind_number: usize) -> String {
    let rules = game.rules();
    let bare = rules.bare(KindId::new(kind_number));
    let letter = &rules.kinds[kind_number].letter;
    let signs = letter.strip_suffix(rules.kinds[bare.index()].letter.as_str()).unwrap_or_default();
    if signs.is_empty() {
        return String::new();
    }
    let mut svg = format!(
        "<circle cx=\"17\" cy=\"17\" r=\"15\" fill=\"#f6e7c8\" stroke=\"{INK}\" stroke-width=\"2\"/>\n"
    );
    svg += &text(signs, (17.0, 17.0), (22.0, 2.2), INK);
    svg
}

/// For a piece that faces somewhere: the angle, to the right, from how its shape is drawn, which is as the first of the ways
/// to stand that are declared.
fn standing(game: &Game, kind_number: usize) -> Option<f64> {
    let rules = game.rules();
    let own = &rules.kinds[kind_number];
    let id = KindId::new(kind_number);
    let ways = rules.kinds.iter().filter(|k| k.piece == own.piece).filter_map(|k| k.facing.as_ref());
    let first = ways.into_iter().find(|way| way.turned.contains(&Some(id)))?;
    let turns = &rules.board.turns;
    let reached = |turn: &tilegame_runtime::ir::SymId| {
        first.turned[turn.index()].is_some_and(|kind| kind.index() == kind_number)
    };
    let quarter = 360.0 / turns.len() as f64;
    Some(turns.iter().position(reached)? as f64 * quarter)
}

/// On the edge of a disc, where the piece faces.
fn ticks(game: &Game, kind: &Kind, paint: Paint, turned: f64) -> String {
    let directions = kind.facing.iter().flat_map(|f| &f.directions);
    let mut data = String::new();
    for direction in directions {
        let [x, y, _] = game.rules().board.directions[direction.index()].offset.map(f64::from);
        let out = Affine::rotate(-turned.to_radians()) * Point::new(x, -y);
        let length = out.to_vec2().hypot().max(1e-9);
        let at = |radius: f64| Point::new(50.0, 50.0) + out.to_vec2() * (radius / length);
        let (from, to) = (at(32.0), at(41.0));
        data += &format!("M{} {}L{} {}", number(from.x), number(from.y), number(to.x), number(to.y));
    }
    if data.is_empty() {
        return data;
    }
    format!("<path fill=\"none\" stroke=\"{}\" stroke-width=\"8\" d=\"{data}\"/>\n", paint.line)
}

/// A disc with a letter, whoever's it is: the colour says that.
fn disc(kind: &Kind, paint: Paint) -> String {
    format!("<circle cx=\"50\" cy=\"50\" r=\"42\" fill=\"{}\" stroke=\"{INK}\"/>\n", paint.fill)
        + &text(&kind.letter, (50.0, 50.0), (52.0, 4.6), paint.line)
}

/// A text around a point, not wider than so much and not drawn larger than so.
fn text(text: &str, (x, y): (f64, f64), (widest, largest): (f64, f64), colour: &str) -> String {
    let wide = letters::width(text).max(1.0);
    let scale = (widest / wide).min(largest);
    let (left, top) = (x - wide * scale / 2.0, y - letters::HEIGHT * scale / 2.0);
    let mut svg = format!(
        "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" transform=\"translate({} {}) scale({})\">",
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
pub(crate) fn place(svg: &mut Svg, kind: usize, owner: Option<PlayerId>, at: kurbo::Point) {
    let id = id(kind, owner);
    svg.line(&format!("<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", number(at.x), number(at.y)));
}

/// The same, smaller.
pub(crate) fn place_smaller(svg: &mut Svg, kind: usize, owner: Option<PlayerId>, at: Point, scale: f64) {
    let id = id(kind, owner);
    svg.line(&format!(
        "<use href=\"#{id}\" transform=\"translate({} {}) scale({})\"/>",
        number(at.x),
        number(at.y),
        number(scale)
    ));
}
