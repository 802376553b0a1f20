//! Looks for good moves in any game.
//!
//! It knows no game: what pieces are worth, where they stand well and what leads to an ending is [found in the rules](Values). Whoever moves,
//! the search asks for the best of the player whose turn it is at the root; of more than two players, the others are taken to play against
//! that one together.
//!
//! ```
//! use tilegame_runtime::Game;
//! use tilegame_search::{Limits, Score, Search};
//! let chess = Game::from_library("chess")?;
//! let mut search = Search::new(&chess);
//! let state = chess.read_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
//! let thought = search.think(&state, &[], &Limits::to_depth(3), &mut ()).expect("a legal move");
//! assert_eq!(state.san(thought.best), "Ra8#");
//! assert_eq!(thought.score, Score::Wins(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! | --- | --- |
//! | `values` | what a position is worth without looking further, from the rules |
//! | `net` | the same, as it has been learned from games |
//! | `traits` | which parts of the search a game allows |
//! | `root` | iterative deepening, aspiration windows |
//! | `tree` | alpha-beta with narrow windows |
//! | `monte_carlo` | the other search: random games, where positions do not show who is ahead |
//! | `prune` | what is left out, or looked at less deeply or more |
//! | `quiescence` | captures behind the last ply |
//! | `order`, `history` | which moves are looked at first, and what they have done before |
//! | `view`, `attacks`, `exchange` | a position as sets; what pieces attack; exchanges on a tile |
//! | `random` | numbers that look random and are always the same |
//! | `table` | what is known of positions met before |
//! | `path` | the positions before, and what it means when one comes again |
//! | `level` | opponents of ten strengths |
//! | `clock` | how long to think |
//!
//! A search with the same limits in the same position gives the same answer: it has no clock and no threads, unless the caller lets [helpers](Search::helpers)
//! think beside it. Time and a wish to stop come from
//! the caller, who [is asked](Watch) now and then.

mod attacks;
pub mod clock;
mod exchange;
mod history;
pub mod level;
mod monte_carlo;
pub mod net;
mod order;
mod path;
mod prune;
mod quiescence;
mod random;
mod root;
mod table;
mod traits;
mod tree;
mod values;
mod view;

use std::sync::Arc;

use tilegame_runtime::{Game, Move, State};

use history::History;
use net::Net;
use table::Table;
pub use traits::{Captures, Method, Traits};
use tree::Known;
pub use values::Values;

/// What a position is worth for the player to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// So much, in hundredths of a cheap piece; more is better.
    Worth(i32),
    /// The player wins in so many moves of the players' sides, the first one included.
    Wins(u32),
    /// The player loses in so many moves of the players' sides; in none, if the game is lost already.
    Loses(u32),
}

impl Score {
    /// The same as the other side sees it.
    pub fn of_the_others(self) -> Score {
        match self {
            Score::Worth(worth) => Score::Worth(-worth),
            Score::Wins(moves) => Score::Loses(moves),
            Score::Loses(moves) => Score::Wins(moves),
        }
    }
}

/// How far to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most so many plies, quiescence not counted.
    pub depth: u32,
    /// At most so many positions.
    pub nodes: u64,
    /// Only these moves are looked at; all, if there are none.
    pub only: Vec<Move>,
    /// So many of the best moves are looked at as if there were no better ones, each with its line.
    pub lines: usize,
    /// Nothing is left out or looked at less deeply because it looks bad: the value is that of the best line of this depth, and captures are not
    /// looked at any further.
    pub full_width: bool,
}

impl Limits {
    /// No more than this: deeper, nothing is to be found in any game that is not over.
    pub const DEEPEST: u32 = 100;

    /// To a depth of so many plies.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    /// Until so many positions have been looked at.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::default() }
    }
}

/// Until somebody says stop.
impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: Limits::DEEPEST, nodes: u64::MAX, only: Vec::new(), lines: 1, full_width: false }
    }
}

/// What has been found to a certain depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// 1 for that of the best move, 2 for that of the next, if [several](Limits::lines) are asked for.
    pub number: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The most plies that were looked ahead.
    pub deepest: u32,
    /// The score of the first move.
    pub score: Score,
    /// The positions looked at so far.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub full: u32,
    /// The best moves of all sides, the first one at least.
    pub moves: Vec<Move>,
}

/// Who watches a search.
pub trait Watch {
    /// Whether it may go on; asked with the number of positions so far, after so few of them that no more than some thousandths of a second pass.
    fn goes_on(&mut self, nodes: u64) -> bool;

    /// A line of another depth has been looked at. Whether it may go on.
    fn sees(&mut self, line: &Line) -> bool;
}

/// Nobody watches.
impl Watch for () {
    fn goes_on(&mut self, _: u64) -> bool {
        true
    }

    fn sees(&mut self, _: &Line) -> bool {
        true
    }
}

/// What a search comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move.
    pub best: Move,
    /// Its score.
    pub score: Score,
    /// What is expected to follow, with this move first.
    pub line: Vec<Move>,
    /// Of each move at the root that has been looked at, in the order in which they were last, what is known of it: at most that of the best,
    /// where the search has seen that it is no better.
    pub all: Vec<(Move, Score)>,
    /// The positions looked at.
    pub nodes: u64,
    /// The depth that was finished; 0, if the search was stopped before that.
    pub depth: u32,
}

/// A search in a game, with what it remembers from one position to the next.
pub struct Search {
    game: Game,
    values: Arc<Values>,
    traits: Traits,
    table: Arc<Table>,
    /// What moves have done; none, before the first search.
    history: Option<Box<History>>,
    /// Which of those that think together it is; 0 is the one that answers.
    number: usize,
}

impl Search {
    /// Finds out what pieces are worth, which takes some milliseconds. The net of the library judges positions, if there is one for these rules.
    pub fn new(game: &Game) -> Search {
        Search::with_net(game, net::of_library(game))
    }

    /// The same, with this net, or none.
    ///
    /// # Panics
    /// If the net is one for other rules.
    pub fn with_net(game: &Game, net: Option<Net>) -> Search {
        assert!(
            net.as_ref().is_none_or(|net| net::Inputs::of(game).as_ref() == Some(net.inputs())),
            "a net for other rules"
        );
        let values = Values::of(game, net);
        Search {
            traits: Traits::of(game, &values),
            values: Arc::new(values),
            game: game.clone(),
            table: Arc::new(Table::of_megabytes(Table::USUAL)),
            history: None,
            number: 0,
        }
    }

    /// So many others that share what this one remembers, each for a thread of its own. While they think about the same position, this one
    /// finds what they have found, and is quicker; what they answer is not needed. Monte-Carlo search has none, since its threads would share nothing.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// # use tilegame_search::{Limits, Search};
    /// let chess = Game::from_library("chess")?;
    /// let mut search = Search::new(&chess);
    /// let (start, limits) = (chess.start(), Limits::to_depth(5));
    /// let thought = std::thread::scope(|scope| {
    ///     for mut helper in search.helpers(1) {
    ///         let (start, limits) = (&start, &limits);
    ///         scope.spawn(move || helper.think(start, &[], limits, &mut ()));
    ///     }
    ///     search.think(&start, &[], &limits, &mut ())
    /// });
    /// assert_eq!(thought.expect("a move").depth, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn helpers(&self, count: usize) -> Vec<Search> {
        let helper = |number| Search {
            game: self.game.clone(),
            values: Arc::clone(&self.values),
            traits: self.traits,
            table: Arc::clone(&self.table),
            history: None,
            number,
        };
        let count = if self.traits.method == Method::MonteCarlo { 0 } else { count };
        (1..=count).map(helper).collect()
    }

    /// Uses so many megabytes for what it remembers, and forgets what it did.
    pub fn set_memory(&mut self, megabytes: usize) {
        self.table = Arc::new(Table::of_megabytes(megabytes));
        self.history = None;
    }

    /// Forgets everything, as before another game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.history = None;
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether a match ends in a draw when a position comes again often enough; then to come again at all is taken for a draw.
    pub fn draws_by_repetition(&self) -> bool {
        self.traits.repetition
    }

    /// What matters about the game to the search.
    pub fn traits(&self) -> &Traits {
        &self.traits
    }

    /// What the search believes about the game.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Looks for the best move; none, if the game is over. `before` are the [keys](State::key) of the states of the match before this one, of
    /// which none should come again if that is a draw. Where perpetual check loses, what was check among them is known if this search has thought
    /// in the match before; otherwise such a position is a draw to it.
    ///
    /// # Panics
    /// If the state is one of another game.
    pub fn think(
        &mut self,
        state: &State,
        before: &[u64],
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Option<Thought> {
        assert!(self.game.is_same(state.game()), "a state of another game");
        if self.number == 0 {
            self.table.grow_older();
        }
        let known =
            Known { values: &self.values, traits: &self.traits, table: &self.table, helper: self.number };
        match self.traits.method {
            Method::MonteCarlo if !limits.full_width => monte_carlo::think(known, state, limits, watch),
            _ => {
                let rules = self.game.rules();
                let history = self.history.get_or_insert_with(|| {
                    Box::new(History::new(rules.players.len(), rules.kinds.len(), self.values.places()))
                });
                root::think(known, state, before, limits, (history, watch))
            }
        }
    }
}
