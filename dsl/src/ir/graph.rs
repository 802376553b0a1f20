//! The steps of a board as a petgraph graph: tiles are nodes, steps are edges.
//!
//! This is the only place where steps are kept. Whoever walks, whoever looks from another seat or draws the board asks it, and any
//! algorithm of petgraph runs on it.

use std::ops::Range;

use petgraph::Direction::Outgoing;
use petgraph::algo::{astar, dijkstra, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};

use super::ids::{DirId, SymId, Tile};

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Tile,
    /// Its direction there.
    pub direction: DirId,
    /// Where it ends.
    pub to: Tile,
    /// How everything is turned for one who has made this step; the identity on flat boards.
    pub turn: SymId,
}

/// What an edge of the graph carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The direction in which it leaves its tile.
    pub direction: DirId,
    /// How everything is turned for one who has made it.
    pub turn: SymId,
}

/// The steps of a board. The node of a tile has the tile's number.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    graph: DiGraph<Tile, Step>,
    /// For every tile and direction, where its edges begin in the list of all, which is sorted; one number more at the end.
    starts: Vec<u32>,
    directions: usize,
}

impl PartialEq for Graph {
    fn eq(&self, other: &Graph) -> bool {
        self.starts == other.starts && self.edges().eq(other.edges())
    }
}

impl Eq for Graph {}

impl Graph {
    /// The graph of so many tiles and directions with these steps, in any order.
    pub fn new(tiles: usize, directions: usize, mut edges: Vec<Edge>) -> Graph {
        edges.sort();
        let mut graph = DiGraph::with_capacity(tiles, edges.len());
        (0..tiles).for_each(|tile| _ = graph.add_node(Tile::new(tile)));
        let mut starts = vec![0; tiles * directions + 1];
        for edge in &edges {
            let step = Step { direction: edge.direction, turn: edge.turn };
            graph.add_edge(node(edge.from), node(edge.to), step);
            starts[edge.from.index() * directions + edge.direction.index() + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        Graph { graph, starts, directions }
    }

    /// The graph itself, for any algorithm that wants one.
    pub fn petgraph(&self) -> &DiGraph<Tile, Step> {
        &self.graph
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.graph.edge_count()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All steps, ordered by where they start, their direction, and where they end.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.range(0..self.len() as u32)
    }

    /// The steps from a tile, ordered by direction.
    pub fn from(&self, tile: Tile) -> impl Iterator<Item = Edge> + '_ {
        let first = tile.index() * self.directions;
        self.range(self.starts[first]..self.starts[first + self.directions])
    }

    /// The steps from a tile in a direction: none, one, or several where the board forks.
    #[inline]
    pub fn way(&self, tile: Tile, direction: DirId) -> impl Iterator<Item = Edge> + '_ {
        let at = tile.index() * self.directions + direction.index();
        self.range(self.starts[at]..self.starts[at + 1])
    }

    #[inline]
    fn range(&self, range: Range<u32>) -> impl Iterator<Item = Edge> + '_ {
        let edges = &self.graph.raw_edges()[range.start as usize..range.end as usize];
        edges.iter().map(|edge| Edge {
            from: Tile::new(edge.source().index()),
            direction: edge.weight.direction,
            to: Tile::new(edge.target().index()),
            turn: edge.weight.turn,
        })
    }

    /// How many steps of whatever direction lead at least from a tile to every other; `None` where none do.
    ///
    /// ```
    /// # use tilegame_dsl::{load, source::Sources};
    /// let board = load(&mut Sources::new(), "games/chess.tg", &mut |_| None).rules.unwrap().board;
    /// let [a1, h5] = ["a1", "h5"].map(|name| board.tile(name).unwrap());
    /// // As many as a king's moves.
    /// assert_eq!(board.graph.distances(a1)[h5.index()], Some(7));
    /// ```
    pub fn distances(&self, from: Tile) -> Vec<Option<u32>> {
        let mut all = vec![None; self.graph.node_count()];
        for (node, distance) in dijkstra(&self.graph, node(from), None, |_| 1) {
            all[node.index()] = Some(distance);
        }
        all
    }

    /// A shortest way from a tile to another over steps of whatever direction, both ends included; `None` if there is none.
    ///
    /// ```
    /// # use tilegame_dsl::{load, source::Sources};
    /// let board = load(&mut Sources::new(), "games/chess.tg", &mut |_| None).rules.unwrap().board;
    /// let tile = |name| board.tile(name).unwrap();
    /// let way = board.graph.path(tile("a1"), tile("c3")).unwrap();
    /// assert_eq!(way, [tile("a1"), tile("b2"), tile("c3")]);
    /// ```
    pub fn path(&self, from: Tile, to: Tile) -> Option<Vec<Tile>> {
        let to = node(to);
        let (_, nodes) = astar(&self.graph, node(from), |at| at == to, |_| 1, |_| 0)?;
        Some(nodes.into_iter().map(|node| self.graph[node]).collect())
    }

    /// The parts of the board between which one can go there and back, each sorted, the one with the least tile first.
    pub fn components(&self) -> Vec<Vec<Tile>> {
        let mut parts: Vec<Vec<Tile>> = kosaraju_scc(&self.graph)
            .into_iter()
            .map(|nodes| {
                let mut tiles: Vec<Tile> = nodes.into_iter().map(|node| self.graph[node]).collect();
                tiles.sort();
                tiles
            })
            .collect();
        parts.sort();
        parts
    }

    /// The tiles to which a step leads from a tile, each once, in their order.
    pub fn neighbours(&self, tile: Tile) -> Vec<Tile> {
        let mut all: Vec<Tile> =
            self.graph.neighbors_directed(node(tile), Outgoing).map(|node| self.graph[node]).collect();
        all.sort();
        all.dedup();
        all
    }
}

fn node(tile: Tile) -> NodeIndex {
    NodeIndex::new(tile.index())
}

#[cfg(test)]
mod tests {
    use super::{Edge, Graph};
    use crate::ir::{DirId, SymId, Tile};

    fn edge(from: usize, direction: usize, to: usize) -> Edge {
        Edge { from: Tile::new(from), direction: DirId::new(direction), to: Tile::new(to), turn: SymId(0) }
    }

    /// 0 and 1 hang together, a one-way step leads on to 2, and 3 stands alone.
    fn graph() -> Graph {
        Graph::new(4, 2, vec![edge(1, 1, 0), edge(0, 0, 1), edge(1, 0, 2)])
    }

    #[test]
    fn steps_are_sorted() {
        let graph = graph();
        let all: Vec<Edge> = graph.edges().collect();
        assert_eq!(all, [edge(0, 0, 1), edge(1, 0, 2), edge(1, 1, 0)]);
        assert_eq!(graph.from(Tile(1)).count(), 2);
        assert_eq!(graph.way(Tile(1), DirId(1)).collect::<Vec<_>>(), [edge(1, 1, 0)]);
        assert_eq!(graph.way(Tile(3), DirId(1)).count(), 0);
    }

    #[test]
    fn distances_follow_the_direction_of_steps() {
        let graph = graph();
        assert_eq!(graph.distances(Tile(0)), [Some(0), Some(1), Some(2), None]);
        assert_eq!(graph.distances(Tile(2)), [None, None, Some(0), None]);
        assert_eq!(graph.path(Tile(0), Tile(2)), Some(vec![Tile(0), Tile(1), Tile(2)]));
        assert_eq!(graph.path(Tile(2), Tile(0)), None);
        assert_eq!(graph.components(), [vec![Tile(0), Tile(1)], vec![Tile(2)], vec![Tile(3)]]);
    }
}
