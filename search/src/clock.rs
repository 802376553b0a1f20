//! How long to think, when there is a clock.

use std::time::Duration;

/// What the clock shows to the player who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Time {
    /// What is left.
    pub left: Duration,
    /// What is added after each move.
    pub added: Duration,
    /// For so many moves, after which more is given; for the rest of the game, if it is not said.
    pub moves: Option<u32>,
    /// What passes between a decision and its arrival.
    pub overhead: Duration,
}

/// How long to think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// No further depth is begun after this.
    pub wanted: Duration,
    /// Nobody thinks longer than this.
    pub most: Duration,
}

/// Games are taken to last so many more moves.
const MOVES_LEFT: u32 = 30;

/// No clock shows more: some years.
const MOST: Duration = Duration::from_secs(100_000_000);

impl Time {
    /// How long to think now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tilegame_search::clock::Time;
    /// let minute = Time { left: Duration::from_secs(60), ..Time::default() };
    /// let budget = minute.budget();
    /// assert!(budget.wanted < budget.most && budget.most < Duration::from_secs(10));
    /// let nothing = Time { overhead: Duration::from_millis(30), ..Time::default() };
    /// assert!(nothing.budget().most <= Duration::from_millis(1));
    /// let endless = Time { left: Duration::MAX, added: Duration::MAX, ..Time::default() };
    /// assert!(endless.budget().wanted < endless.budget().most);
    /// ```
    pub fn budget(&self) -> Budget {
        let (left, added) = (self.left.min(MOST), self.added.min(MOST));
        let usable = left.saturating_sub(self.overhead);
        let moves = self.moves.map_or(MOVES_LEFT, |moves| moves.clamp(1, MOVES_LEFT));
        let share = usable / moves + added * 3 / 4;
        // The last move before more is given can take all but a little.
        let part = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
        let wanted = share.mul_f64(0.6).min(part);
        let most = (share * 2).min(part).max(Duration::from_millis(1).min(usable));
        Budget { wanted, most: most.max(wanted) }
    }
}
