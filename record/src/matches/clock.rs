//! A clock as data: how much time each player has left. It does not run by itself.

use std::time::Duration;

use tilegame_runtime::ir::PlayerId;

/// When a player whose time is up loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flag {
    /// At once, as on a server.
    #[default]
    AtOnce,
    /// When somebody points it out, as over the board; until then the game goes on, and both may run out of time.
    Called,
}

/// The time of all players.
///
/// ```
/// use std::time::Duration;
/// use tilegame_record::matches::Clock;
/// use tilegame_runtime::ir::PlayerId;
/// let minutes = |n: u64| Duration::from_secs(60 * n);
/// let clock = Clock::new(2, minutes(5), Duration::from_secs(3)).with_remaining(PlayerId(1), minutes(4));
/// assert_eq!(clock.remaining(PlayerId(0)), minutes(5));
/// assert_eq!(clock.remaining(PlayerId(1)), minutes(4));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    remaining: Vec<Duration>,
    increment: Vec<Duration>,
    flag: Flag,
}

impl Clock {
    /// The same time for everybody, and so much more after each move.
    pub fn new(players: usize, base: Duration, increment: Duration) -> Clock {
        Clock { remaining: vec![base; players], increment: vec![increment; players], flag: Flag::default() }
    }

    /// The same, but this player has so much left.
    pub fn with_remaining(mut self, player: PlayerId, time: Duration) -> Clock {
        self.remaining[player.index()] = time;
        self
    }

    /// The same, but this player gets so much after each move.
    pub fn with_increment(mut self, player: PlayerId, time: Duration) -> Clock {
        self.increment[player.index()] = time;
        self
    }

    /// The same with another way to lose on time.
    pub fn with_flag(self, flag: Flag) -> Clock {
        Clock { flag, ..self }
    }

    /// What a player has left.
    pub fn remaining(&self, player: PlayerId) -> Duration {
        self.remaining[player.index()]
    }

    /// What a player gets after each move.
    pub fn increment(&self, player: PlayerId) -> Duration {
        self.increment[player.index()]
    }

    /// When a player whose time is up loses.
    pub fn flag(&self) -> Flag {
        self.flag
    }

    /// The players who have no time left.
    pub fn fallen(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.remaining.iter().enumerate().filter(|(_, t)| t.is_zero()).map(|(p, _)| PlayerId::new(p))
    }

    /// Takes time from a player; whether nothing is left.
    pub(super) fn run_down(&mut self, player: PlayerId, time: Duration) -> bool {
        let left = &mut self.remaining[player.index()];
        *left = left.saturating_sub(time);
        left.is_zero()
    }

    /// A player who still has time gets the increment for a move.
    pub(super) fn add_increment(&mut self, player: PlayerId) {
        let left = &mut self.remaining[player.index()];
        if !left.is_zero() {
            *left += self.increment[player.index()];
        }
    }
}
