//! What the tests in a file may cost.

use std::time::{Duration, Instant};

use crate::limits::{TEST_NODES, TEST_SECONDS};

/// What the tests in a file may cost together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Nodes that may be counted.
    pub nodes: u64,
    /// Time that may pass.
    pub time: Duration,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: TEST_NODES, time: Duration::from_secs(TEST_SECONDS) }
    }
}

/// Which part of a budget is spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spent {
    /// All nodes, which were so many.
    Nodes(u64),
    /// All time, which was so much.
    Time(Duration),
}

/// Keeps account of what tests cost.
pub(super) struct Account {
    budget: Budget,
    nodes: u64,
    started: Instant,
}

impl Account {
    pub(super) fn new(budget: Budget) -> Account {
        Account { budget, nodes: 0, started: Instant::now() }
    }

    /// So many nodes more.
    pub(super) fn add(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_add(nodes);
    }

    /// What is spent, if something is.
    pub(super) fn spent(&self) -> Option<Spent> {
        if self.nodes > self.budget.nodes {
            Some(Spent::Nodes(self.budget.nodes))
        } else if self.started.elapsed() > self.budget.time {
            Some(Spent::Time(self.budget.time))
        } else {
            None
        }
    }
}
