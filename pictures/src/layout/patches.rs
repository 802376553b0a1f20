//! Parts joined by seams, as one sheet of bent rows.
//!
//! The tiles are a mesh of quadrilaterals whose corners are joined where steps lead from tile to tile. If that mesh is a disc,
//! its rim becomes a regular polygon with a corner wherever a single tile ends, and the inside follows: from every point where
//! more or fewer than four tiles meet, lines go straight ahead to the rim and cut the board into blocks; the ends of these
//! lines are balanced, each point in the middle of its neighbours, the lines between are straight, and in each block the tiles
//! are spread evenly. (Even spreading is being in the middle of one's four neighbours, so no block has to be found.)

use std::collections::{BTreeMap, BTreeSet};

use kurbo::{Point, Vec2};
use tilegame_runtime::ir::{Board, DirId, Tile};

use super::cell::{Cell, Draft};
use super::flat::{SQUARE, direction};

/// A corner of tiles.
type Vertex = usize;

/// A side of tiles, the smaller vertex first.
type Segment = [Vertex; 2];

/// Rounds of balancing; far more than boards of a readable size need.
const ROUNDS: usize = 5_000;

/// Rounds end when nothing moves by more than this.
const STILL: f64 = 1e-10;

/// The tiles with their corners, counterclockwise from the lower left.
struct Mesh {
    tiles: Vec<[Vertex; 4]>,
    sides: BTreeMap<Segment, Vec<usize>>,
    near: BTreeMap<Vertex, BTreeSet<Vertex>>,
    /// Each vertex of the rim and the one after it, counterclockwise.
    rim: BTreeMap<Vertex, Vertex>,
    /// How many tiles meet.
    meeting: BTreeMap<Vertex, usize>,
}

/// Lays the board out; `None` if it is no disc, or if tiles would overlap.
pub(super) fn lay(board: &Board) -> Option<Draft> {
    let mesh = Mesh::new(board)?;
    let (mut places, corners) = mesh.polygon()?;
    mesh.balance_lines(&mut places);
    mesh.spread(&mut places);
    let over: Vec<Option<DirId>> = SQUARE.iter().map(|(_, offset)| direction(board, *offset)).collect();
    let mut cells = Vec::new();
    for (number, vertices) in mesh.tiles.iter().enumerate() {
        // A side is known by where it ends: the first one, to the south, ends at the second vertex.
        let corners: Vec<Point> = (0..4).map(|i| places[&vertices[(i + 1) % 4]]).collect();
        let turns = (0..4).map(|i| {
            let (a, b, c) = (corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
            (b - a).cross(c - b)
        });
        if turns.fold(f64::INFINITY, f64::min) < 1e-3 {
            return None;
        }
        cells.push(Cell::polygon(Tile::new(number), &corners, |side| over[side]));
    }
    Some(Draft { cells, snap: 360.0 / corners as f64, joined: true })
}

fn segment(a: Vertex, b: Vertex) -> Segment {
    if a < b { [a, b] } else { [b, a] }
}

impl Mesh {
    fn new(board: &Board) -> Option<Mesh> {
        let mut same: Vec<usize> = (0..4 * board.tiles.len()).collect();
        let sides: Vec<DirId> =
            SQUARE.iter().map(|(_, offset)| direction(board, *offset)).collect::<Option<_>>()?;
        for edge in board.graph.edges() {
            let Some(side) = sides.iter().position(|d| *d == edge.direction) else { continue };
            let back = board.directions[board.onward(&edge).index()].opposite?;
            let other = sides.iter().position(|d| *d == back)?;
            if !board.turns.contains(&edge.turn) {
                return None;
            }
            // Side `i` goes from corner `i` to the next; seen from the other tile it goes the other way.
            let corner = |tile: Tile, n: usize| 4 * tile.index() + n % 4;
            join(&mut same, corner(edge.from, side), corner(edge.to, other + 1));
            join(&mut same, corner(edge.from, side + 1), corner(edge.to, other));
        }
        let tiles: Vec<[Vertex; 4]> =
            (0..board.tiles.len()).map(|t| [0, 1, 2, 3].map(|n| root(&same, 4 * t + n))).collect();
        let mut mesh = Mesh {
            tiles,
            sides: BTreeMap::new(),
            near: BTreeMap::new(),
            rim: BTreeMap::new(),
            meeting: BTreeMap::new(),
        };
        for (tile, vertices) in mesh.tiles.iter().enumerate() {
            for i in 0..4 {
                let (a, b) = (vertices[i], vertices[(i + 1) % 4]);
                mesh.sides.entry(segment(a, b)).or_default().push(tile);
                mesh.near.entry(a).or_default().insert(b);
                mesh.near.entry(b).or_default().insert(a);
                *mesh.meeting.entry(a).or_default() += 1;
            }
        }
        if mesh.sides.values().any(|tiles| tiles.len() > 2) {
            return None;
        }
        for vertices in &mesh.tiles {
            for i in 0..4 {
                let (a, b) = (vertices[i], vertices[(i + 1) % 4]);
                if mesh.sides[&segment(a, b)].len() == 1 && mesh.rim.insert(a, b).is_some() {
                    return None;
                }
            }
        }
        // A disc has as many vertices and tiles as sides, and one more.
        let euler = mesh.near.len() + mesh.tiles.len();
        (euler == mesh.sides.len() + 1).then_some(mesh)
    }

    /// The rim as a polygon whose lowest side has the south side of the first tile, and the number of its corners.
    fn polygon(&self) -> Option<(BTreeMap<Vertex, Point>, usize)> {
        let start = *self.tiles.first()?.first()?;
        let start = if self.rim.contains_key(&start) { start } else { *self.rim.keys().next()? };
        let mut round = vec![start];
        while let Some(next) = round.last().and_then(|last| self.rim.get(last))
            && *next != start
            && round.len() <= self.rim.len()
        {
            round.push(*next);
        }
        if round.len() != self.rim.len() {
            return None;
        }
        // Begin at the corner at or before the start.
        let is_corner = |v: &Vertex| self.meeting[v] == 1;
        let back = round.iter().rev().position(is_corner)?;
        if !is_corner(&round[0]) {
            round.rotate_right(back + 1);
        }
        let ends: Vec<usize> = (0..round.len()).filter(|i| is_corner(&round[*i])).collect();
        if ends.len() < 3 {
            return None;
        }
        let length =
            |side: usize| ends.get(side + 1).copied().unwrap_or(round.len()) as f64 - ends[side] as f64;
        let lengths: Vec<f64> = (0..ends.len()).map(length).collect();
        let corners = corners(&lengths);
        let mut places = BTreeMap::new();
        for (side, first) in ends.iter().enumerate() {
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            for step in 0..lengths[side] as usize {
                places.insert(round[first + step], from.lerp(to, step as f64 / lengths[side]));
            }
        }
        Some((places, ends.len()))
    }

    /// Places the points where an unusual number of tiles meet, and the lines that go out from them.
    fn balance_lines(&self, places: &mut BTreeMap<Vertex, Point>) {
        let usual = |v: Vertex| if self.rim.contains_key(&v) { 2 } else { 4 };
        let odd = |v: &Vertex| {
            let tiles = self.meeting[v];
            tiles != usual(*v) && !(tiles == 1 && self.rim.contains_key(v))
        };
        let mut marked: BTreeSet<Segment> = BTreeSet::new();
        for start in self.near.keys().copied().filter(odd) {
            for next in &self.near[&start] {
                let (mut from, mut at) = (start, *next);
                while self.sides[&segment(from, at)].len() == 2 && marked.insert(segment(from, at)) {
                    let Some(onward) = self.ahead(from, at) else { break };
                    (from, at) = (at, onward);
                }
            }
        }
        let degree = |v: Vertex| self.near[&v].iter().filter(|n| marked.contains(&segment(v, **n))).count();
        let fixed: BTreeSet<Vertex> = places.keys().copied().collect();
        let nodes: Vec<Vertex> =
            marked.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let nodes: Vec<Vertex> =
            nodes.into_iter().filter(|v| fixed.contains(v) || degree(*v) != 2 || odd(v)).collect();
        // The lines between nodes, each once from either end.
        let mut lines: Vec<Vec<Vertex>> = Vec::new();
        for node in &nodes {
            for next in self.near[node].iter().filter(|n| marked.contains(&segment(*node, **n))) {
                let mut line = vec![*node, *next];
                while let [.., from, at] = line[..]
                    && !nodes.contains(&at)
                    && let Some(onward) = self.ahead(from, at)
                {
                    line.push(onward);
                }
                lines.push(line);
            }
        }
        for node in &nodes {
            places.entry(*node).or_insert(Point::ORIGIN);
        }
        for _ in 0..ROUNDS {
            let mut moved = 0.0_f64;
            for node in nodes.iter().filter(|n| !fixed.contains(n)) {
                let (mut sum, mut weight) = (Vec2::ZERO, 0.0);
                for line in lines.iter().filter(|l| l[0] == *node) {
                    let share = 1.0 / (line.len() - 1) as f64;
                    sum += share * places[line.last().unwrap_or(node)].to_vec2();
                    weight += share;
                }
                let place = (sum / weight).to_point();
                moved = moved.max((place - places[node]).hypot());
                places.insert(*node, place);
            }
            if moved < STILL {
                break;
            }
        }
        for line in &lines {
            if let [first, .., last] = line[..] {
                let (from, to) = (places[&first], places[&last]);
                for (i, vertex) in line.iter().enumerate().skip(1).take(line.len() - 2) {
                    places.insert(*vertex, from.lerp(to, i as f64 / (line.len() - 1) as f64));
                }
            }
        }
    }

    /// Places every other vertex in the middle of its neighbours.
    fn spread(&self, places: &mut BTreeMap<Vertex, Point>) {
        let free: Vec<Vertex> = self.near.keys().copied().filter(|v| !places.contains_key(v)).collect();
        for vertex in &free {
            places.insert(*vertex, Point::ORIGIN);
        }
        for _ in 0..ROUNDS {
            let mut moved = 0.0_f64;
            for vertex in &free {
                let near = &self.near[vertex];
                let sum = near.iter().fold(Vec2::ZERO, |sum, n| sum + places[n].to_vec2());
                let place = (sum / near.len() as f64).to_point();
                moved = moved.max((place - places[vertex]).hypot());
                places.insert(*vertex, place);
            }
            if moved < STILL {
                break;
            }
        }
    }

    /// Where one goes straight on, through a point where four tiles meet.
    fn ahead(&self, from: Vertex, at: Vertex) -> Option<Vertex> {
        if self.rim.contains_key(&at) || self.meeting[&at] != 4 {
            return None;
        }
        let beside = &self.sides[&segment(from, at)];
        let clear = |next: &&Vertex| !self.sides[&segment(at, **next)].iter().any(|t| beside.contains(t));
        self.near[&at].iter().find(clear).copied()
    }
}

/// The corners of a polygon with sides of about these lengths, the first one at the bottom, from left to right.
fn corners(lengths: &[f64]) -> Vec<Point> {
    if let [a, b, c, d] = *lengths {
        let (width, height) = ((a + c) / 2.0, (b + d) / 2.0);
        return vec![
            Point::ORIGIN,
            Point::new(width, 0.0),
            Point::new(width, height),
            Point::new(0.0, height),
        ];
    }
    let around: f64 = lengths.iter().sum();
    let count = lengths.len() as f64;
    let radius = around / count / (2.0 * (std::f64::consts::PI / count).sin());
    let mut angle = -std::f64::consts::FRAC_PI_2 - lengths[0] / around * std::f64::consts::PI;
    lengths
        .iter()
        .map(|length| {
            let corner = Point::ORIGIN + radius * Vec2::from_angle(angle);
            angle += length / around * std::f64::consts::TAU;
            corner
        })
        .collect()
}

fn root(same: &[usize], mut of: usize) -> usize {
    while same[of] != of {
        of = same[of];
    }
    of
}

fn join(same: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(same, a), root(same, b));
    same[a.max(b)] = a.min(b);
}
