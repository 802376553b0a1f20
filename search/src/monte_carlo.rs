//! Monte-Carlo tree search: random games from the ends of a tree that grows where its moves bring most points. For games whose positions do not show who
//! is ahead before they end.
//!
//! Each player chooses for their own points, so it makes no difference how many play. What a move has brought anywhere in the games behind a position
//! counts for it, too, until it has been tried often enough (rapid action value estimation).

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, MoveList, State};

use crate::random::Random;
use crate::table::Mark;
use crate::tree::Known;
use crate::{Limits, Line, Score, Thought, Watch};

/// How much moves are tried of which little is known.
const CURIOSITY: f32 = 0.1;

/// After so many visits, what a move has brought by itself counts as much as what it has brought anywhere.
const ANYWHERE: f32 = 300.0;

/// The tree has no more nodes.
const MOST_NODES: usize = 1 << 20;

/// A random game has so many plies for each tile of the board, and some more; then those who may pass do.
const PLIES_BY_TILE: usize = 2;
const MORE_PLIES: usize = 40;
const PASSES: usize = 8;

/// A depth that is asked for is as much as so many positions, doubled with each ply.
const BY_DEPTH: u64 = 1_000;

/// Who watches is asked after so many positions.
const ASKED_AFTER: u64 = 64;

/// A share of the points is reported as a worth, by the logistic curve: a worth of this stands for 73 % of the points. No reported worth is larger than the limit.
const UNIT: f32 = 200.0;
const MOST_TOLD: f32 = 2_000.0;

/// A move from a position, and what it has brought to the player who makes it.
#[derive(Clone, Copy)]
struct Node {
    m: Move,
    /// The move's mark, kept because it is needed after each game.
    mark: Mark,
    player: u8,
    /// Its own moves, if they have been listed.
    first: u32,
    count: u32,
    visits: u32,
    points: f32,
    /// The same for games in which the player made it later.
    anywhere: u32,
    anywhere_points: f32,
}

impl Node {
    fn new(m: Move, player: PlayerId) -> Node {
        let player = player.index() as u8;
        Node {
            m,
            mark: Mark::of(m),
            player,
            first: 0,
            count: 0,
            visits: 0,
            points: 0.0,
            anywhere: 0,
            anywhere_points: 0.0,
        }
    }

    /// The share of the points that it promises; `usual` is what moves beside it do.
    fn promise(&self, usual: f32) -> f32 {
        // One visit of which nothing is known but that.
        let share = |points: f32, visits: u32| (points + usual) / (visits + 1) as f32;
        let visits = self.visits as f32;
        let weight = if self.anywhere == 0 { 0.0 } else { (ANYWHERE / (3.0 * visits + ANYWHERE)).sqrt() };
        (1.0 - weight) * share(self.points, self.visits) + weight * share(self.anywhere_points, self.anywhere)
    }
}

/// Moves made by each player in a game, by their marks.
struct Made {
    players: Vec<Vec<u64>>,
    /// What has to be taken out again.
    list: Vec<(u8, Mark)>,
}

impl Made {
    fn new(players: usize) -> Made {
        Made { players: vec![vec![0; (1 << 16) / 64]; players], list: Vec::new() }
    }

    fn add(&mut self, player: PlayerId, m: Move) {
        let (player, mark) = (player.index(), Mark::of(m));
        self.players[player][mark.index() / 64] |= 1 << (mark.index() % 64);
        self.list.push((player as u8, mark));
    }

    fn has(&self, player: u8, mark: Mark) -> bool {
        self.players[usize::from(player)][mark.index() / 64] >> (mark.index() % 64) & 1 == 1
    }

    fn clear(&mut self) {
        for (player, mark) in self.list.drain(..) {
            self.players[usize::from(player)][mark.index() / 64] = 0;
        }
    }
}

/// A search in progress.
struct Growing<'w> {
    nodes: Vec<Node>,
    random: Random,
    made: Made,
    listed: MoveList,
    /// By player, what they get in the game that was played last.
    points: Vec<f32>,
    most_plies: usize,
    looked: u64,
    asked: u64,
    most: u64,
    watch: &'w mut dyn Watch,
    stopped: bool,
}

/// Looks for the move that is tried most often.
pub(crate) fn think(
    known: Known<'_>,
    start: &State,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Option<Thought> {
    let mut listed = MoveList::new();
    start.moves(&mut listed);
    let me = start.to_move();
    let wanted = listed.iter().filter(|m| limits.only.is_empty() || limits.only.contains(m));
    // The first node is the position itself.
    let mut nodes: Vec<Node> = wanted.map(|m| Node::new(*m, me)).collect();
    nodes.insert(
        0,
        Node { first: 1, count: nodes.len() as u32, ..Node::new(*nodes.first().map(|node| &node.m)?, me) },
    );
    let players = start.game().rules().players.len();
    let mut growing = Growing {
        nodes,
        random: Random(0x9E37_79B9_7F4A_7C15 ^ start.key() ^ known.helper as u64),
        made: Made::new(players),
        listed,
        points: vec![0.0; players],
        most_plies: PLIES_BY_TILE * start.game().board().len().min(1_000) + MORE_PLIES,
        looked: 0,
        asked: 0,
        most: limits.nodes.min(BY_DEPTH.saturating_mul(1 << limits.depth.min(40))),
        watch,
        stopped: false,
    };
    let mut told = 1;
    let mut games = 0;
    let (mut state, mut room) = (start.clone(), start.clone());
    while !growing.stopped {
        growing.play(start, (&mut state, &mut room));
        games += 1;
        if games >= told {
            told = games * 2;
            let lines = growing.lines(limits.lines);
            growing.stopped |= !lines.iter().all(|line| growing.watch.sees(line));
        }
        if growing.nodes[0].count == 1 && games >= 16 {
            // There is nothing to choose.
            break;
        }
    }
    let (all, usual) = (growing.ranked(), growing.usual(0));
    let best = growing.lines(1).pop()?;
    Some(Thought {
        best: best.moves[0],
        score: best.score,
        depth: best.depth,
        line: best.moves,
        all: all.iter().map(|at| (growing.nodes[*at].m, growing.score(*at, usual))).collect(),
        nodes: growing.looked,
    })
}

impl Growing<'_> {
    /// Plays one game, and counts it for all its moves in the tree.
    fn play(&mut self, start: &State, (state, room): (&mut State, &mut State)) {
        state.clone_from(start);
        self.made.clear();
        let (mut path, mut at) = (vec![0], 0);
        while self.nodes[at].count > 0 {
            at = self.chosen(at);
            path.push(at);
            self.make(state, room, self.nodes[at].m);
        }
        if !self.stopped && self.nodes[at].visits > 0 && self.nodes.len() < MOST_NODES {
            self.grow(at, state);
            if self.nodes[at].count > 0 {
                at = self.chosen(at);
                path.push(at);
                self.make(state, room, self.nodes[at].m);
            }
        }
        self.finish(state, room);
        if self.stopped {
            // What is not finished says nothing.
            return;
        }
        for at in &path {
            let Node { first, count, player, .. } = self.nodes[*at];
            let node = &mut self.nodes[*at];
            node.visits += 1;
            node.points += self.points[usize::from(player)];
            for next in first as usize..(first + count) as usize {
                let Node { player, mark, .. } = self.nodes[next];
                if self.made.has(player, mark) {
                    self.nodes[next].anywhere += 1;
                    self.nodes[next].anywhere_points += self.points[usize::from(player)];
                }
            }
        }
    }

    /// Makes a move, unless it is time to stop.
    fn make(&mut self, state: &mut State, room: &mut State, m: Move) {
        self.stopped |= self.looked >= self.most;
        if self.stopped {
            return;
        }
        self.made.add(state.to_move(), m);
        state.after_into(m, room);
        std::mem::swap(state, room);
        self.looked += 1;
        if self.looked - self.asked >= ASKED_AFTER {
            self.asked = self.looked;
            self.stopped |= !self.watch.goes_on(self.looked);
        }
    }

    /// The move to try next.
    fn chosen(&mut self, at: usize) -> usize {
        let Node { first, count, visits, .. } = self.nodes[at];
        let curious = CURIOSITY * ((visits + 1) as f32).ln().sqrt();
        let usual = self.usual(at);
        // Among equals, another one each time.
        let shift = self.random.below(u64::from(count)) as u32;
        let mut best = (f32::MIN, first as usize);
        for number in 0..count {
            let next = (first + (number + shift) % count) as usize;
            let node = &self.nodes[next];
            let value = node.promise(usual) + curious / ((node.visits + 1) as f32).sqrt();
            if value > best.0 {
                best = (value, next);
            }
        }
        best.1
    }

    /// The share of the points that the player who moves at a node has got in the games through it.
    fn usual(&self, at: usize) -> f32 {
        let Node { first, count, .. } = self.nodes[at];
        let behind = &self.nodes[first as usize..(first + count) as usize];
        let (points, visits) = behind
            .iter()
            .fold((0.0, 0), |(points, visits), node| (points + node.points, visits + node.visits));
        if visits == 0 { 1.0 / self.points.len() as f32 } else { points / visits as f32 }
    }

    /// Lists the moves behind a node.
    fn grow(&mut self, at: usize, state: &State) {
        state.moves(&mut self.listed);
        let player = state.to_move();
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = self.listed.len() as u32;
        self.nodes.extend(self.listed.iter().map(|m| Node::new(*m, player)));
    }

    /// Plays at random to the end, and notes what the players get.
    fn finish(&mut self, state: &mut State, room: &mut State) {
        let mut plies = 0;
        loop {
            state.moves(&mut self.listed);
            if self.listed.is_empty() || plies >= self.most_plies || self.stopped {
                break;
            }
            let mut m = self.listed[self.random.below(self.listed.len() as u64) as usize];
            // To pass is what is left when there is nothing to do.
            if m.is_pass() {
                m = self.listed.iter().find(|m| !m.is_pass()).copied().unwrap_or(m);
            }
            self.make(state, room, m);
            plies += 1;
        }
        for _ in 0..PASSES {
            state.moves(&mut self.listed);
            let Some(pass) = self.listed.iter().find(|m| m.is_pass()).copied().filter(|_| !self.stopped)
            else {
                break;
            };
            self.make(state, room, pass);
        }
        let players = self.points.len();
        match state.outcome() {
            Some(outcome) => {
                for (player, points) in self.points.iter_mut().enumerate() {
                    let share = outcome.scores.of(PlayerId::new(player));
                    *points = share.part as f32 / share.of.max(1) as f32;
                }
            }
            None => self.points.fill(1.0 / players as f32),
        }
    }

    /// The moves of the position, the best first: those tried most often.
    fn ranked(&self) -> Vec<usize> {
        let (Node { first, count, .. }, usual) = (self.nodes[0], self.usual(0));
        let mut all: Vec<usize> = (first as usize..(first + count) as usize).collect();
        all.sort_by(|one, other| {
            let [one, other] = [one, other].map(|at| &self.nodes[*at]);
            (other.visits, other.promise(usual))
                .partial_cmp(&(one.visits, one.promise(usual)))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        all
    }

    /// What a move promises, as a worth; `usual` is what moves beside it do.
    fn score(&self, at: usize, usual: f32) -> Score {
        let share = self.nodes[at].promise(usual).clamp(0.000_1, 0.999_9);
        let worth = UNIT * (share / (1.0 - share)).ln();
        Score::Worth(worth.clamp(-MOST_TOLD, MOST_TOLD) as i32)
    }

    /// The best moves with what is expected to follow.
    fn lines(&self, most: usize) -> Vec<Line> {
        let (ranked, usual) = (self.ranked(), self.usual(0));
        let line = |(number, first): (usize, &usize)| {
            let (mut at, mut moves) = (*first, vec![self.nodes[*first].m]);
            while self.nodes[at].count > 0 {
                let Node { first, count, .. } = self.nodes[at];
                let behind = first as usize..(first + count) as usize;
                let Some(next) = behind.max_by_key(|next| self.nodes[*next].visits) else { break };
                if self.nodes[next].visits == 0 {
                    break;
                }
                at = next;
                moves.push(self.nodes[at].m);
            }
            Line {
                number: number + 1,
                depth: moves.len() as u32,
                deepest: moves.len() as u32,
                score: self.score(*first, usual),
                nodes: self.looked,
                full: (self.nodes.len() * 1_000 / MOST_NODES).min(1_000) as u32,
                moves,
            }
        };
        ranked.iter().take(most.max(1)).enumerate().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use tilegame_runtime::Game;

    use crate::{Limits, Method, Search};

    /// The best move and the number of positions looked at.
    fn best(name: &str, fen: &str, nodes: u64) -> String {
        let game = Game::from_library(name).expect("a game");
        let mut search = Search::with_net(&game, None);
        assert_eq!(search.traits().method, Method::MonteCarlo);
        let state = game.read_fen(fen).expect("a position");
        let thought = search.think(&state, &[], &Limits::to_nodes(nodes), &mut ()).expect("a move");
        assert!(thought.nodes >= nodes.min(100) && thought.all.len() == state.legal_moves().len());
        state.uci(thought.best)
    }

    /// The player to move completes a row of three, or blocks one of the enemy's.
    #[test]
    fn a_row_of_four_is_finished_or_stopped() {
        let hands = "PPPPPPPPPPPPPPPPPPpppppppppppppppppp";
        let finished = best("cfour", &format!("7/7/7/7/7/1PPP3[{hands}] w"), 20_000);
        assert!(["P@a1", "P@e1"].contains(&&*finished), "{finished}");
        let stopped = best("cfour", &format!("7/7/7/P6/P6/P6[{hands}] b"), 20_000);
        assert_eq!(stopped, "P@a4");
    }

    #[test]
    fn it_stops_when_it_is_told_to() {
        let game = Game::from_library("hex11").expect("a game");
        let mut search = Search::with_net(&game, None);
        for limits in
            [Limits::to_nodes(1), Limits::to_depth(1), Limits { lines: 3, ..Limits::to_nodes(2_000) }]
        {
            let thought = search.think(&game.start(), &[], &limits, &mut ()).expect("a move");
            assert!(thought.nodes <= limits.nodes.min(2_000));
        }
        let only = vec![game.start().legal_moves()[7]];
        let limits = Limits { only: only.clone(), ..Limits::default() };
        assert_eq!(
            search.think(&game.start(), &[], &limits, &mut ()).map(|thought| thought.best),
            only.first().copied()
        );
    }
}
