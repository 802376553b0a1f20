//! The computer as a player.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use tilegame_record::Match;
use tilegame_runtime::{Game, Move, State};
use tilegame_search::clock::Budget;
use tilegame_search::level::Level;
use tilegame_search::net::Net;
use tilegame_search::{Limits, Line, Score, Search, Thought, Values, Watch};
use tilegame_solve::Value;
use tilegame_solve::tables::Table;

use crate::io::Flag;

/// The computer, with what it has found out about a game from one move to the next.
pub(crate) struct Computer {
    search: Search,
    /// Positions of which it need not find out anything.
    table: Option<Table>,
}

impl Computer {
    pub(crate) fn new(game: &Game) -> Computer {
        Computer { search: Search::new(game), table: None }
    }

    /// Takes its moves from a table where that knows the position.
    pub(crate) fn with_table(self, table: Option<Table>) -> Computer {
        Computer { table, ..self }
    }

    /// One that judges positions by a net, or by the rules alone.
    pub(crate) fn with_net(game: &Game, net: Option<Net>) -> Computer {
        Computer { search: Search::with_net(game, net), table: None }
    }

    /// Uses so many megabytes for what it remembers, and forgets what it did.
    pub(crate) fn set_memory(&mut self, megabytes: usize) {
        self.search.set_memory(megabytes);
    }

    /// Another game begins.
    pub(crate) fn forget(&mut self) {
        self.search.forget();
    }

    /// What it believes about the game.
    pub(crate) fn values(&self) -> &Values {
        self.search.values()
    }

    /// The best move by the table.
    fn known(&self, state: &State) -> Option<(Move, Score)> {
        let (m, value) = self.table.as_ref()?.best(state)?;
        match value {
            Value::Win(plies) => Some((m, Score::Wins(plies))),
            Value::Loss(plies) => Some((m, Score::Loses(plies))),
            Value::Draw => Some((m, Score::Worth(0))),
        }
    }

    /// A move in a match, and what the computer thinks of the position; none, if there is no move. Without a level it is as strong as the limits
    /// and the watch allow. A level is careless in another way for each seed.
    pub(crate) fn choose(
        &mut self,
        played: &Match,
        (level, limits): (Option<Level>, &Limits),
        seed: u64,
        watch: &mut dyn Watch,
    ) -> Option<(Move, Score)> {
        if let Some(known) = self.known(played.state()) {
            return Some(known);
        }
        let so_far = (played.state(), played.keys());
        match level {
            Some(level) => self.at_level(level, (so_far.0, &so_far.1), seed, watch),
            None => self
                .think((so_far.0, &so_far.1), 1, limits, watch)
                .map(|thought| (thought.best, thought.score)),
        }
    }

    /// The same at a level, with the keys of the positions before.
    pub(crate) fn at_level(
        &mut self,
        level: Level,
        so_far: (&State, &[u64]),
        seed: u64,
        watch: &mut dyn Watch,
    ) -> Option<(Move, Score)> {
        level.choose(&mut self.search, so_far, seed, watch)
    }

    /// Thinks with so many threads in all, but no more than there are processors. The watch is told the positions that all of them have looked at.
    pub(crate) fn think(
        &mut self,
        (state, before): (&State, &[u64]),
        threads: usize,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Option<Thought> {
        let processors = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = threads.min(processors);
        if threads <= 1 {
            return self.search.think(state, before, limits, watch);
        }
        let counts: Vec<AtomicU64> = (1..threads).map(|_| AtomicU64::new(0)).collect();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for (mut helper, count) in self.search.helpers(threads - 1).into_iter().zip(&counts) {
                let mut watch = Helping { stop: &stop, count };
                // What it finds is in the table. Without room for another thread there are fewer.
                let _ = thread::Builder::new().spawn_scoped(scope, move || {
                    let _ = helper.think(state, before, limits, &mut watch);
                });
            }
            let thought = self.search.think(state, before, limits, &mut Helped { counts: &counts, watch });
            stop.store(true, Ordering::Relaxed);
            thought
        })
    }
}

/// Watches a helper.
struct Helping<'h> {
    stop: &'h AtomicBool,
    /// How many positions it has looked at.
    count: &'h AtomicU64,
}

impl Watch for Helping<'_> {
    fn goes_on(&mut self, nodes: u64) -> bool {
        self.count.store(nodes, Ordering::Relaxed);
        !self.stop.load(Ordering::Relaxed)
    }

    fn sees(&mut self, line: &Line) -> bool {
        self.goes_on(line.nodes)
    }
}

/// Adds what helpers have looked at.
struct Helped<'h> {
    counts: &'h [AtomicU64],
    watch: &'h mut dyn Watch,
}

impl Helped<'_> {
    fn all(&self, nodes: u64) -> u64 {
        nodes + self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum::<u64>()
    }
}

impl Watch for Helped<'_> {
    fn goes_on(&mut self, nodes: u64) -> bool {
        let nodes = self.all(nodes);
        self.watch.goes_on(nodes)
    }

    fn sees(&mut self, line: &Line) -> bool {
        let nodes = self.all(line.nodes);
        self.watch.sees(&Line { nodes, ..line.clone() })
    }
}

/// Ends a search when its time is up, or the program is to end.
pub(crate) struct Patience<'p> {
    now: &'p mut dyn FnMut() -> Duration,
    start: Duration,
    /// Without one, time does not matter.
    budget: Option<Budget>,
    stop: Option<&'p Flag>,
}

impl<'p> Patience<'p> {
    /// From now on.
    pub(crate) fn new(
        now: &'p mut dyn FnMut() -> Duration,
        budget: Option<Budget>,
        stop: Option<&'p Flag>,
    ) -> Patience<'p> {
        let start = now();
        Patience { now, start, budget, stop }
    }

    fn is_up(&mut self, end: impl Fn(Budget) -> Duration) -> bool {
        let spent = (self.now)().saturating_sub(self.start);
        self.stop.is_some_and(Flag::is_up) || self.budget.is_some_and(|budget| spent >= end(budget))
    }
}

impl Watch for Patience<'_> {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.is_up(|budget| budget.most)
    }

    fn sees(&mut self, _: &Line) -> bool {
        !self.is_up(|budget| budget.wanted)
    }
}
