//! Pictures of boards and positions, as SVG.
//!
//! ```
//! use tilegame_pictures::{Scene, draw};
//! use tilegame_runtime::Game;
//!
//! let game = Game::from_library("chess")?;
//! let svg = draw(&game.start(), &Scene::default());
//! assert!(svg.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`layout`] says where the tiles of any board lie; the rest draws. A picture follows from the rules and the position alone:
//! it is the same on every machine, and needs no font. What belongs to one game (what its pieces look like, whether its
//! board is drawn on lines) is declared by the game. Files and pixels are other people's business.

mod colours;
pub mod diagram;
mod inline;
pub mod layout;
mod letters;
mod notes;
mod pieces;
mod rim;
mod strip;
mod svg;
mod theme;

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Affine, Point, Vec2};
use tilegame_runtime::explain::Walk;
use tilegame_runtime::ir::{Colour, Form, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

pub use inline::Inline;
use layout::{Cell, Layout};
use notes::Notes;
use rim::{Coordinate, Rim};
use strip::Strip;
use svg::{Label, Path, Svg, number};
pub use theme::Theme;

/// The side of a tile on paper.
const UNIT: f64 = 48.0;

/// A step that is longer, in tiles, goes round the board.
const LONGEST: f64 = 3.5;

/// The height of coordinates, in tiles.
const LETTERS: f64 = 0.2;

/// How thick coloured sides are on paper.
const BANK: f64 = 6.0;

/// From the upper edge of the picture to the pieces above the board, on paper.
const STRIP_GAP: f64 = 0.3 * 0.6 * UNIT;

/// What a mark on a tile means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A piece can go there: a dot.
    Quiet,
    /// A piece can take there: a ring around what stands there, or a cross.
    Capture,
    /// Either: a dot and a cross.
    Both,
    /// Whatever stands there is in the way: a small square.
    Leg,
    /// Something stands there that is hopped over: a filled square on its tip.
    Hurdle,
    /// A piece can go so far only from where it stands at the start: an open circle.
    FromStart,
}

/// What pieces look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The shape of this number among those that are declared, from 0; where there are fewer, the first.
    Shape(usize),
    /// Discs with letters.
    Letters,
}

impl Default for Look {
    fn default() -> Look {
        Look::Shape(0)
    }
}

/// What a picture shows besides the position.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The board is turned to the left by so many degrees.
    pub turned: f64,
    /// Tiles that the last move has touched.
    pub last: Vec<Tile>,
    /// Pieces in check.
    pub check: Vec<Tile>,
    /// The tile of the piece that is asked about.
    pub chosen: Option<Tile>,
    /// Marks on tiles.
    pub marks: Vec<(Tile, Mark)>,
    /// Ways over the board, from tile to tile: where a beam has gone.
    pub walks: Vec<Walk>,
    /// Files and ranks have their names on the rim.
    pub coordinates: bool,
    /// Every empty tile has its own name, for whoever writes a setup.
    pub names: bool,
    /// Pieces beside the board, where the players sit, below what they have in hand: what each of them has captured. Who has none has no
    /// line.
    pub captured: Vec<(PlayerId, Vec<Piece>)>,
    /// What pieces look like.
    pub look: Look,
    /// Arrows from tile to tile.
    pub arrows: Vec<(Tile, Tile)>,
    /// Lines of text below the board.
    pub caption: Vec<String>,
    /// What the marks mean is written below the board.
    pub legend: bool,
    /// The colours of the board.
    pub theme: Theme,
    /// The picture is a part of a page, which can give it other colours and be told what is under the pointer.
    pub inline: Option<Inline>,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            turned: 0.0,
            last: Vec::new(),
            check: Vec::new(),
            chosen: None,
            marks: Vec::new(),
            walks: Vec::new(),
            coordinates: true,
            names: false,
            captured: Vec::new(),
            look: Look::default(),
            arrows: Vec::new(),
            caption: Vec::new(),
            legend: false,
            theme: Theme::default(),
            inline: None,
        }
    }
}

/// The turn, in degrees to the left, after which a player's pieces of the start stand nearest to the reader.
pub fn seen_by(game: &Game, player: PlayerId) -> f64 {
    let start = game.start();
    let layout = Layout::of(&start, &[], 0.0);
    let mut sum = Vec2::ZERO;
    let own = start.pieces().filter(|(_, piece)| piece.owner == Some(player));
    for cell in own.filter_map(|(tile, _)| layout.cell(tile)) {
        sum += cell.centre - layout.sheets[cell.sheet].bounds.center();
    }
    if sum.hypot() < 0.5 {
        return 0.0;
    }
    // Seen with y down, straight down is 90 degrees.
    let angle = sum.atan2().to_degrees() - 90.0;
    (angle / layout.snap).round() * layout.snap
}

/// Whether a player sits behind the upper edge of a board that is turned so.
fn sits_above(game: &Game, player: PlayerId, turned: f64) -> bool {
    let own = |(_, piece): (Tile, Piece)| piece.owner == Some(player);
    let seat = match game.start().pieces().any(own) {
        true => seen_by(game, player),
        // Of two players without pieces the first sits below.
        false if game.rules().players.len() == 2 => 180.0 * player.index() as f64,
        false => 0.0,
    };
    (seat - turned).to_radians().cos() < -0.25
}

/// The position as an SVG document.
pub fn draw(state: &State, scene: &Scene) -> String {
    let game = state.game();
    let board = &game.rules().board;
    let mut others: Vec<Tile> = scene.marks.iter().map(|m| m.0).chain(scene.last.iter().copied()).collect();
    others.extend(scene.inline.iter().flat_map(|inline| &inline.beside));
    let layout = Layout::of(state, &others, scene.turned);
    let rim = Rim::new(board, &layout);
    let bounds = layout.bounds();
    let points = board.drawing.form.is_points();
    let margin = if scene.coordinates { 0.55 } else { 0.2 };
    let sheets = if layout.sheets.len() > 1 { 0.25 } else { 0.0 };
    let corner = Vec2::new(margin, margin + sheets) - bounds.origin().to_vec2();
    let board = (bounds.size().to_vec2() + Vec2::new(2.0 * margin, 2.0 * margin + sheets)) * UNIT;
    let all = (0..game.rules().players.len()).map(PlayerId::new);
    let (far, near): (Vec<PlayerId>, Vec<PlayerId>) = all.partition(|p| sits_above(game, *p, scene.turned));
    let strip = |players: &[PlayerId]| {
        let mut strip = Strip::of_width(board.x);
        strip.add_hands(state, players);
        strip.add_pieces(&scene.captured, players);
        strip
    };
    let (above, below) = (strip(&far), strip(&near));
    let top = above.height();
    let bottom = top + board.y + below.height();
    let notes = Notes::new(scene, board.x, bottom);
    let size = board + Vec2::new(0.0, bottom + notes.height() - board.y);
    let corner = corner + Vec2::new(0.0, top / UNIT);
    let drawing = Drawing {
        game,
        state,
        there: state.tiles().collect(),
        scene,
        layout: &layout,
        rim,
        strips: [above.lowered(STRIP_GAP), below.lowered(top + board.y)],
        notes,
        to_paper: Affine::scale(UNIT) * Affine::translate(corner),
        svg: Svg::default(),
    };
    drawing.finish(size, points)
}

/// A picture being drawn.
struct Drawing<'a> {
    game: &'a Game,
    state: &'a State,
    there: BTreeSet<Tile>,
    scene: &'a Scene,
    layout: &'a Layout,
    rim: Rim<'a>,
    /// Above and below the board.
    strips: [Strip; 2],
    /// Below all that.
    notes: Notes,
    /// From tiles to paper.
    to_paper: Affine,
    svg: Svg,
}

impl Drawing<'_> {
    fn finish(mut self, size: Vec2, points: bool) -> String {
        let (width, height) = (number(size.x), number(size.y));
        self.svg.line(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", colours::PAGE));
        if points {
            self.points();
        } else {
            self.tiles();
        }
        self.terrain();
        self.tint(&self.scene.last, colours::RECENT);
        self.tint(self.scene.chosen.as_slice(), colours::CHOSEN);
        // On a board of points, lines show what is next to what.
        if !points {
            self.banks();
            self.lines();
            self.border();
            self.seams();
        }
        self.coordinates();
        self.alarms();
        let definitions = self.pieces(points);
        self.walks();
        self.marks();
        self.arrows();
        self.notes();
        let title = &self.game.rules().title;
        if self.scene.inline.is_some() {
            self.areas();
        }
        let picture = self.scene.theme.of(&self.svg.finish(size.x, size.y, title, &definitions));
        // What a theme has coloured stays so; the other colours are those of the page.
        match &self.scene.inline {
            Some(inline) => inline.of(&picture),
            None => picture,
        }
    }

    /// The middle of a tile on paper; of a place of a plane far from all tiles there is none.
    fn at(&self, tile: Tile) -> Option<Point> {
        Some(self.to_paper * self.layout.cell(tile)?.centre)
    }

    fn outline(&self, path: &mut Path, cell: &Cell) {
        if let Some(last) = cell.sides.last() {
            path.start(self.to_paper * last.to);
            cell.sides.iter().for_each(|side| path.side(side, self.to_paper));
            path.close();
        }
    }

    /// Tiles, all of a colour together.
    fn tiles(&mut self) {
        let board = &self.game.rules().board;
        let cells = &self.layout.cells;
        let shades = match board.plane {
            Some(_) => cells.iter().map(|cell| colours::of_a_plane(board.place(cell.tile))).collect(),
            None => colours::tiles(self.game.rules()),
        };
        let kinds: BTreeSet<&str> = shades.iter().copied().collect();
        for shade in kinds {
            let mut path = Path::default();
            let there = |(cell, _): &(&Cell, _)| self.there.contains(&cell.tile);
            for (cell, _) in cells.iter().zip(&shades).filter(there).filter(|(_, s)| **s == shade) {
                self.outline(&mut path, cell);
            }
            let edge = format!("stroke=\"{}\" stroke-width=\".6\"", colours::EDGE);
            self.svg.fill(&path.data, shade, &edge);
        }
    }

    /// A board of points: a panel, and the lines between the points.
    fn points(&mut self) {
        let panel = self.layout.bounds();
        let corners =
            [(panel.x0, panel.y0), (panel.x1, panel.y0), (panel.x1, panel.y1), (panel.x0, panel.y1)];
        let mut path = Path::default();
        for (i, corner) in corners.into_iter().enumerate() {
            let corner = self.to_paper * Point::from(corner);
            if i == 0 { path.start(corner) } else { path.line(corner) }
        }
        path.close();
        let border = format!("stroke=\"{}\" stroke-width=\"1.4\"", colours::INK);
        self.svg.fill(&path.data, colours::PLAIN, &border);
        self.lines();
        if self.game.rules().board.drawing.form == Form::Points {
            self.svg.line(&format!("<g fill=\"{}\" stroke=\"{}\">", colours::PAGE, colours::INK));
            for cell in &self.layout.cells {
                let at = self.to_paper * cell.centre;
                self.svg.line(&format!("<circle cx=\"{}\" cy=\"{}\" r=\"9\"/>", number(at.x), number(at.y)));
            }
            self.svg.line("</g>");
        }
    }

    /// The lines that the board declares.
    fn lines(&mut self) {
        let mut path = Path::default();
        for [from, to] in &self.game.rules().board.drawing.lines {
            if let (Some(from), Some(to)) = (self.at(*from), self.at(*to)) {
                path.start(from);
                path.line(to);
            }
        }
        self.svg.stroke(&path.data, colours::INK, 1.4, "stroke-linecap=\"round\"");
    }

    /// Tiles to which the game gives a colour.
    fn terrain(&mut self) {
        let tinted = &self.game.rules().board.drawing.tinted;
        if tinted.is_empty() {
            let regions = self.regions();
            self.tint(&regions, colours::REGION);
        }
        for (_, colour) in Colour::ALL {
            let tiles = tinted.iter().filter(|(tile, c)| *c == colour && self.there.contains(tile));
            let tiles: Vec<Tile> = tiles.map(|(tile, _)| *tile).collect();
            self.tint(&tiles, colours::of_a_tint(colour));
        }
    }

    /// Tiles of regions that nobody could guess: no whole ranks or files, as camps and promotion zones are, and less than a quarter of the
    /// board, so not those on which bishops of one colour go. Of a game that gives colours itself there are none.
    fn regions(&self) -> Vec<Tile> {
        let rules = self.game.rules();
        let (board, drawing) = (&rules.board, &rules.board.drawing);
        if board.plane.is_some() || !(drawing.sides.is_empty() && drawing.lines.is_empty()) {
            return Vec::new();
        }
        let is_guessed = |tiles: &[Tile]| {
            [0, 1].into_iter().any(|axis| {
                let line = |tile: Tile| board.place(tile)[axis];
                let lines: BTreeSet<i16> = tiles.iter().map(|tile| line(*tile)).collect();
                let whole = self.game.board().tiles().filter(|tile| lines.contains(&line(*tile))).count();
                whole == tiles.len()
            })
        };
        let mut all = BTreeSet::new();
        for tiles in rules.regions.iter().flat_map(|region| &region.tiles) {
            if 4 * tiles.len() < board.tiles.len() && !is_guessed(tiles) {
                all.extend(tiles.iter().copied().filter(|tile| self.there.contains(tile)));
            }
        }
        all.into_iter().collect()
    }

    /// Sides to which the game gives a colour: rivers, walls.
    fn banks(&mut self) {
        let coloured = &self.game.rules().board.drawing.sides;
        if coloured.is_empty() {
            return;
        }
        let near = self.layout.neighbours();
        let cells = &self.layout.cells;
        let sides = cells.iter().enumerate().flat_map(|(n, cell)| (0..cell.sides.len()).map(move |s| (n, s)));
        let inner: Vec<_> = sides.filter_map(|id| Some((id, near.get(&id)?.0))).collect();
        // Where two of them meet there is a round joint; at the rim they end with it.
        let key = |at: Point| ((at.x * 100.0).round() as i64, (at.y * 100.0).round() as i64);
        let rim: BTreeSet<(i64, i64)> = self
            .rim
            .sides()
            .flat_map(|(cell, side)| {
                let (from, to) = cells[cell].ends(side);
                [key(from), key(to)]
            })
            .collect();
        for (_, colour) in Colour::ALL {
            let (mut path, mut joints) = (Path::default(), Path::default());
            for ((number, side), other) in &inner {
                let cell = &cells[*number];
                if coloured.contains(&([cell.tile, cells[*other].tile], colour)) {
                    let ends = cell.ends(*side);
                    path.start(self.to_paper * ends.0);
                    path.side(&cell.sides[*side], self.to_paper);
                    for end in [ends.0, ends.1].into_iter().filter(|end| !rim.contains(&key(*end))) {
                        joints.start(self.to_paper * end);
                        joints.close();
                    }
                }
            }
            let tint = colours::of_a_tint(colour);
            self.svg.stroke(&path.data, tint, BANK, "");
            self.svg.stroke(&joints.data, tint, BANK, "stroke-linecap=\"round\"");
        }
    }

    fn tint(&mut self, tiles: &[Tile], colour: &str) {
        if self.game.rules().board.drawing.form.is_points() {
            for tile in tiles {
                let Some(at) = self.at(*tile) else { continue };
                let (x, y, r) = (number(at.x), number(at.y), number(self.layout.room() * UNIT));
                self.svg.line(&format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"4\"/>"
                ));
            }
            return;
        }
        let mut path = Path::default();
        for cell in tiles.iter().filter_map(|tile| self.layout.cell(*tile)) {
            self.outline(&mut path, cell);
        }
        self.svg.fill(&path.data, colour, "fill-opacity=\".55\"");
    }

    fn border(&mut self) {
        let mut path = Path::default();
        for (cell, side) in self.rim.outline(|tile| self.there.contains(&tile)) {
            let cell = &self.layout.cells[cell];
            path.start(self.to_paper * cell.ends(side).0);
            path.side(&cell.sides[side], self.to_paper);
        }
        self.svg.stroke(&path.data, colours::INK, 2.0, "stroke-linecap=\"round\"");
    }

    /// Glued sides have the same colour and the same number of arrows, which point to the same end.
    fn seams(&mut self) {
        for (number, seam) in self.rim.seams().iter().enumerate() {
            let colour = colours::SEAMS[number % colours::SEAMS.len()];
            let (mut path, mut arrows) = (Path::default(), Path::default());
            for sides in &seam.sides {
                let middle = |id| self.to_paper * self.rim.outward(id).0;
                for (cell, side) in sides {
                    let cell = &self.layout.cells[*cell];
                    path.start(self.to_paper * cell.ends(*side).0);
                    path.side(&cell.sides[*side], self.to_paper);
                }
                let (Some(first), Some(last)) = (sides.first(), sides.last()) else { continue };
                if first == last {
                    continue;
                }
                let along = (middle(*last) - middle(*first)).normalize();
                let centre = middle(*first).midpoint(middle(*last));
                for arrow in 0..=number.min(2) {
                    let tip = centre + along * (8.0 * arrow as f64 + 6.0);
                    let aside = Vec2::new(-along.y, along.x) * 5.0;
                    arrows.start(tip);
                    arrows.line(tip - along * 9.0 + aside);
                    arrows.line(tip - along * 9.0 - aside);
                    arrows.close();
                }
            }
            self.svg.stroke(&path.data, colour, 3.0, "stroke-linecap=\"round\"");
            self.svg.fill(&arrows.data, colour, "");
        }
    }

    fn coordinates(&mut self) {
        let label = |height: f64| {
            let to_paper = self.to_paper;
            move |c: Coordinate| Label { text: c.text, at: to_paper * c.at, height: height * UNIT }
        };
        if self.scene.coordinates {
            let labels: Vec<Label> = self.rim.coordinates().into_iter().map(label(LETTERS)).collect();
            match self.game.rules().board.drawing.form {
                Form::Points => self.svg.labels_on(&labels, colours::INK, colours::PLAIN),
                _ => self.svg.labels(&labels, colours::INK),
            }
        }
        if self.scene.names {
            let board = &self.game.rules().board;
            let empty = self.layout.cells.iter().filter(|cell| self.state.piece(cell.tile).is_none());
            let own = empty.map(|cell| Label {
                text: board.name(cell.tile).into_owned(),
                at: self.to_paper * cell.centre,
                height: LETTERS * UNIT,
            });
            let own: Vec<Label> = own.collect();
            self.svg.labels(&own, colours::INK);
        }
        let names: Vec<Label> = self.rim.sheet_names().into_iter().map(label(1.5 * LETTERS)).collect();
        self.svg.labels(&names, colours::INK);
        for strip in &self.strips {
            self.svg.labels(&strip.numbers(), colours::INK);
        }
    }

    /// A halo behind every piece in check.
    fn alarms(&mut self) {
        let radius = number(self.layout.room() * UNIT * 0.94);
        for tile in &self.scene.check {
            let Some(at) = self.at(*tile) else { continue };
            self.svg.line(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{}\" fill-opacity=\".75\"/>",
                number(at.x),
                number(at.y),
                colours::ALARM
            ));
        }
    }

    /// Puts the pieces on paper and gives the drawings they refer to.
    fn pieces(&mut self, on_disc: bool) -> String {
        let paints = colours::players(&self.game.rules().players);
        // Shapes leave their corners free, so on tiles that are no squares they may be larger than the room.
        let share = match self.game.rules().board.drawing.form {
            Form::Hexagons => 1.0,
            Form::Rings(_) => 1.1,
            Form::Squares if self.layout.joined => 1.0,
            Form::Squares | Form::Lines | Form::Points => 0.94,
        };
        let size = self.layout.room() * 2.0 * UNIT * share;
        let mut used = BTreeSet::new();
        // Whatever the order in which a state knows them, a picture is drawn in one.
        let pieces: BTreeMap<Tile, Piece> = self.state.pieces().collect();
        for (tile, piece) in pieces {
            let Some(at) = self.at(tile) else { continue };
            used.insert((piece.owner, piece.kind.index()));
            pieces::place(&mut self.svg, piece.kind.index(), piece.owner, at);
        }
        for (player, at, side) in self.strips.iter().flat_map(Strip::swatches) {
            let (x, y, side) = (number(at.x - side / 2.0), number(at.y - side / 2.0), number(side));
            let fill = paints[player.index()].fill;
            self.svg.line(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"{}\"/>",
                colours::INK
            ));
        }
        for (piece, at, side) in self.strips.iter().flat_map(Strip::pieces) {
            used.insert((piece.owner, piece.kind.index()));
            pieces::place_smaller(&mut self.svg, piece.kind.index(), piece.owner, at, side / size);
        }
        let (turned, look) = (self.scene.turned, self.scene.look);
        let style = pieces::Style { size, on_disc, turned, look };
        let definition = |(owner, kind): (Option<PlayerId>, usize)| {
            let paint = owner.map_or(colours::NOBODY, |owner| paints[owner.index()]);
            pieces::definition(self.game, kind, owner, paint, style)
        };
        used.into_iter().map(definition).collect()
    }

    /// Ways as lines, with a ring where something has happened at the end.
    fn walks(&mut self) {
        let (mut lines, mut rings) = (Path::default(), String::new());
        for walk in &self.scene.walks {
            let mut before: Option<(Point, usize)> = None;
            for cell in walk.way.iter().filter_map(|tile| self.layout.cell(*tile)) {
                let at = self.to_paper * cell.centre;
                // A step to another sheet or round the board is not drawn across it.
                match before {
                    Some((last, sheet)) if sheet == cell.sheet && (at - last).hypot() < LONGEST * UNIT => {
                        lines.line(at);
                    }
                    _ => lines.start(at),
                }
                before = Some((at, cell.sheet));
            }
            if let Some((at, _)) = before.filter(|_| walk.done) {
                let (x, y, r) = (number(at.x), number(at.y), number(self.layout.room() * UNIT * 0.45));
                rings += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>\n");
            }
        }
        let round = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        self.svg.stroke(&lines.data, colours::PAGE, 6.0, round);
        self.svg.stroke(&lines.data, colours::ALARM, 3.0, round);
        if !rings.is_empty() {
            let colour = colours::ALARM;
            self.svg.line(&format!("<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\">\n{rings}</g>"));
        }
    }

    fn marks(&mut self) {
        let room = self.layout.room() * UNIT;
        for (tile, mark) in &self.scene.marks {
            let Some(at) = self.at(*tile) else { continue };
            let occupied = self.state.piece(*tile).is_some();
            self.mark(*mark, at, room, occupied);
        }
    }

    /// A mark with so much room around it, on a piece or on nothing.
    fn mark(&mut self, mark: Mark, at: Point, room: f64, occupied: bool) {
        let (x, y) = (number(at.x), number(at.y));
        let colour = colours::TARGET;
        let circle = |radius: f64| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"", number(radius));
        if mark == Mark::Capture && occupied {
            let ring = circle(room * 0.9);
            self.svg.line(&format!("{ring} fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>"));
            return;
        }
        if matches!(mark, Mark::Capture | Mark::Both) {
            let arm = room * 0.52;
            let mut path = Path::default();
            for (dx, dy) in [(-arm, -arm), (-arm, arm)] {
                path.start(at + Vec2::new(dx, dy));
                path.line(at - Vec2::new(dx, dy));
            }
            self.svg.stroke(&path.data, colour, 4.0, "stroke-linecap=\"round\"");
        }
        match mark {
            Mark::Quiet => self.svg.line(&format!("{} fill=\"{colour}\"/>", circle(room * 0.3))),
            Mark::Both => self.svg.line(&format!(
                "{} fill=\"{colour}\" stroke=\"{}\" stroke-width=\"1.5\"/>",
                circle(room * 0.36),
                colours::PAGE
            )),
            Mark::Leg => {
                let half = room * 0.18;
                let (left, top) = (number(at.x - half), number(at.y - half));
                let side = number(2.0 * half);
                self.svg.line(&format!(
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
                     stroke=\"{colour}\" stroke-width=\"2\"/>"
                ));
            }
            Mark::Hurdle => {
                let half = room * 0.42;
                let mut path = Path::default();
                path.start(at + Vec2::new(0.0, -half));
                [(half, 0.0), (0.0, half), (-half, 0.0)]
                    .into_iter()
                    .for_each(|(dx, dy)| path.line(at + Vec2::new(dx, dy)));
                path.close();
                self.svg.fill(&path.data, colour, "");
            }
            Mark::FromStart => {
                let ring = circle(room * 0.3);
                self.svg.line(&format!("{ring} fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\"/>"));
            }
            Mark::Capture => {}
        }
    }

    /// Arrows from the middle of a tile to that of another, which stop short of it.
    fn arrows(&mut self) {
        let room = self.layout.room() * UNIT;
        for (from, to) in &self.scene.arrows {
            let (Some(from), Some(to)) = (self.at(*from), self.at(*to)) else { continue };
            let way = to - from;
            let length = way.hypot();
            if length < 1.0 {
                continue;
            }
            let (along, aside) = (way / length, Vec2::new(-way.y, way.x) / length);
            let (tip, neck) = (to - along * (room * 0.1), to - along * (room * 0.75));
            let [thin, wide] = [0.16, 0.42].map(|share| aside * (room * share));
            let start = from + along * (room * 0.35);
            let mut path = Path::default();
            path.start(start + thin);
            [neck + thin, neck + wide, tip, neck - wide, neck - thin, start - thin]
                .into_iter()
                .for_each(|point| path.line(point));
            path.close();
            self.svg.fill(&path.data, colours::ARROW, "fill-opacity=\".8\"");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_and_themes_are_chosen() {
        let game = Game::from_library("shogi").unwrap();
        let start = game.start();
        let drawn = |scene: Scene| draw(&start, &scene);
        let usual = drawn(Scene::default());
        // What points ahead is turned for who sits opposite.
        assert_eq!(usual.matches("rotate(180 50 50)").count(), 8);
        assert_eq!(usual.matches("rotate(0 50 50)").count(), 8);
        let figures = drawn(Scene { look: Look::Shape(1), ..Scene::default() });
        assert!(!figures.contains("rotate("));
        assert_eq!(drawn(Scene { look: Look::Shape(7), ..Scene::default() }), usual);
        let letters = drawn(Scene { look: Look::Letters, ..Scene::default() });
        assert_eq!(letters.matches("r=\"42\"").count(), 16);
        for (_, theme) in Theme::ALL {
            let themed = drawn(Scene { theme, ..Scene::default() });
            assert_eq!(themed == usual, theme == Theme::Wood);
            assert_eq!(
                themed.split("</defs>").next(),
                usual.split("</defs>").next(),
                "pieces keep their colours"
            );
        }
    }

    #[test]
    fn a_promoted_piece_has_its_own_sign_and_no_other() {
        let game = Game::from_library("shogi").unwrap();
        let drawn = |look: Look| {
            let state = game.read_fen("4k4/9/9/9/9/3+R5/9/9/4K4[] w - 1").unwrap();
            draw(&state, &Scene { look, ..Scene::default() })
        };
        let small_disc = "r=\"15\"";
        assert!(!drawn(Look::Shape(0)).contains(small_disc));
        // As a figure it is a rook with a sign.
        assert!(drawn(Look::Shape(1)).contains(small_disc));
    }

    #[test]
    fn what_is_written_below_the_board_has_room() {
        let game = Game::from_library("chess").unwrap();
        let start = game.start();
        let height = |scene: &Scene| {
            let svg = draw(&start, scene);
            let from = svg.find(" height=\"").unwrap() + 9;
            svg[from..].split('"').next().unwrap().parse::<f64>().unwrap()
        };
        let tile = |name: &str| game.rules().board.tile(name).unwrap();
        let usual = height(&Scene::default());
        let line = height(&Scene { caption: vec!["White to move".to_string()], ..Scene::default() }) - usual;
        assert!(line > 10.0);
        let long = "word ".repeat(40);
        assert!(height(&Scene { caption: vec![long], ..Scene::default() }) > usual + 2.5 * line);
        let marks = vec![(tile("e4"), Mark::Quiet), (tile("d5"), Mark::Capture)];
        let scene = Scene { legend: true, marks, ..Scene::default() };
        assert!((height(&scene) - usual - line).abs() < 0.01);
        assert_eq!(height(&Scene { marks: Vec::new(), ..scene }), usual, "there is nothing to explain");
        let arrows = vec![(tile("g1"), tile("f3")), (tile("a1"), tile("a1"))];
        let svg = draw(&start, &Scene { arrows, ..Scene::default() });
        assert_eq!(svg.matches(colours::ARROW).count(), 1, "nothing leads from a tile to itself");
    }

    #[test]
    fn a_picture_for_a_page_is_the_same_with_areas_and_names_of_its_own() {
        let game = Game::from_library("crazyhouse").unwrap();
        let state = game.read_fen("4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1").unwrap();
        let plain = draw(&state, &Scene::default());
        let inline = Inline { prefix: "a-".to_string(), beside: Vec::new() };
        let on_a_page = draw(&state, &Scene { inline: Some(inline), ..Scene::default() });
        assert_eq!(on_a_page.matches(" data-tile=\"").count(), 64);
        assert_eq!(on_a_page.matches(" data-hand=\"").count(), 2);
        assert!(on_a_page.contains("data-hand=\"Knight\" data-player=\"White\""));
        assert!(!on_a_page.contains(" id=\"p") && !on_a_page.contains(" href=\"#p"));
        assert!(on_a_page.contains("fill=\"var(--board-light, #f1dbb8)\"") && !plain.contains("var("));
        let (areas, before) =
            (on_a_page.find("<g class=\"areas\"").unwrap(), on_a_page.find("data-tile").unwrap());
        assert!(areas < before, "areas lie over everything");
        let named = on_a_page[..areas].replace("id=\"a-", "id=\"").replace("href=\"#a-", "href=\"#");
        let usual = colours::OF_BOARDS.iter().fold(named, |text, (name, colour)| {
            text.replace(&format!("var(--board-{name}, {colour})"), colour)
        });
        assert!(plain.starts_with(&usual));
    }
}
