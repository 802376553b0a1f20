//! A game solved from a position on: everything that can be reached is found, and what it is worth.
//!
//! ```
//! use tilegame_runtime::Game;
//! use tilegame_solve::Value;
//! use tilegame_solve::outright::Outright;
//! let game = Game::from_library("tictactoe")?;
//! let solved = Outright::solve(&game.start(), 10_000, &mut |_| true)?;
//! assert_eq!((solved.value(), solved.counts().positions), (Value::Draw, 5_478));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Positions are told apart exactly, by all that the rules can ask for. What they need is memory: eight bytes for every 64 bits of the board (a tile
//! takes as many bits as the number of its pieces) and the number of the rest, some 25 bytes more, and eight bytes for each move.

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, State};

use crate::certificate::{Certificate, Claim};
use crate::code::Codec;
use crate::graph::{Graph, Unfinished};
use crate::{GoOn, Unsolved, Value, best_line, best_move, fits, value_of_end};

/// How many positions there are of each sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// All.
    pub positions: u64,
    /// Those that the player to move wins.
    pub won: u64,
    /// Those that the player to move loses, or has lost.
    pub lost: u64,
    /// Those that are neither.
    pub drawn: u64,
    /// The most plies to an end that can be forced.
    pub longest: u32,
}

impl Counts {
    pub(crate) fn add(&mut self, value: Value) {
        self.positions += 1;
        match value {
            Value::Win(plies) => {
                self.won += 1;
                self.longest = self.longest.max(plies);
            }
            Value::Loss(plies) => {
                self.lost += 1;
                self.longest = self.longest.max(plies);
            }
            Value::Draw => self.drawn += 1,
        }
    }
}

/// Builds a graph with codes as short as there is room for.
pub(crate) fn with_room(
    state: &State,
    most: u64,
    mut build: impl FnMut(&mut Graph) -> Result<(), Unfinished>,
) -> Result<Graph, Unsolved> {
    for more in 0..2 {
        let mut graph = Graph::new(Codec::new(state.game(), more), most);
        match build(&mut graph) {
            Ok(()) => return Ok(graph),
            Err(Unfinished::Unsolved(why)) => return Err(why),
            Err(Unfinished::Narrow) => {}
        }
    }
    Err(Unsolved::TooMany(most))
}

/// A position and all that can be reached from it, solved.
pub struct Outright {
    start: State,
    graph: Graph,
    value: Value,
    counts: Counts,
}

impl Outright {
    /// Solves a game from a position on, if no more than so many positions can be reached.
    ///
    /// # Errors
    /// If it can't be solved, with the reason.
    pub fn solve(start: &State, most: u64, go_on: &mut GoOn<'_>) -> Result<Outright, Unsolved> {
        fits(start.game())?;
        let mut graph = with_room(start, most, |graph| {
            graph.add(start)?;
            graph.explore(go_on, &mut |_, _| Ok(()))
        })?;
        graph.solve(go_on)?;
        let mut counts = Counts::default();
        (0..graph.len() as u32).for_each(|number| counts.add(graph.value_of(number)));
        let value = graph.value_of(0);
        Ok(Outright { start: start.clone(), graph, value, counts })
    }

    /// What the position at the start is worth.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Who wins from the start, if somebody does.
    pub fn winner(&self) -> Option<PlayerId> {
        let mover = self.start.to_move();
        match self.value {
            Value::Win(_) => Some(mover),
            Value::Loss(_) => Some(other(mover)),
            Value::Draw => None,
        }
    }

    /// How many positions there are.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What a position is worth, if it can be reached.
    pub fn value_of(&self, state: &State) -> Option<Value> {
        self.graph.value(state)
    }

    /// The best move of a position that can be reached, and what it is worth.
    pub fn best(&self, state: &State) -> Option<(Move, Value)> {
        best_move(state, |state| self.value_of(state))
    }

    /// What follows if both play as well as can be; nothing, if that is a draw.
    pub fn line(&self) -> Vec<Move> {
        best_line(&self.start, |state| self.value_of(state))
    }

    /// What shows the value of the start without this table: the strategy of the player who wins, or of each player, by which neither loses.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn certificates(&self, go_on: &mut GoOn<'_>) -> Result<Vec<Certificate>, Unsolved> {
        let claims = match (self.value, self.winner()) {
            (Value::Win(plies) | Value::Loss(plies), Some(player)) => vec![Claim::Wins { player, plies }],
            _ => [0, 1].map(|player| Claim::Holds { player: PlayerId::new(player) }).to_vec(),
        };
        let choose = |state: &State| {
            let (m, value) = self.best(state)?;
            match value {
                Value::Win(plies) => Some((m, plies)),
                Value::Draw => Some((m, 0)),
                Value::Loss(_) => None,
            }
        };
        let mut certificates = Vec::new();
        for claim in claims {
            // Plies of single wins say nothing where nothing is claimed to be won.
            let wins = matches!(claim, Claim::Wins { .. });
            let choose = |state: &State| choose(state).map(|(m, plies)| (m, if wins { plies } else { 0 }));
            certificates.extend(Certificate::new(&self.start, claim, choose, go_on)?);
        }
        Ok(certificates)
    }

    /// Whether the game is over at the start already.
    pub fn is_over(&self) -> bool {
        value_of_end(&self.start).is_some()
    }
}

/// The other player of two.
pub(crate) fn other(player: PlayerId) -> PlayerId {
    PlayerId::new(1 - player.index())
}
