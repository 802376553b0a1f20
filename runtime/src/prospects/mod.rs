//! Whether somebody can still win, by whatever legal moves of all players: dead positions, and who can't win on time.
//!
//! ```
//! use tilegame_runtime::Game;
//! use tilegame_runtime::prospects::Prospect;
//! let chess = Game::from_library("chess")?;
//! // Nobody gets past the pawns, and the bishops reach nothing.
//! let wall = chess.read_fen("8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1")?;
//! assert_eq!(wall.is_dead(1_000), Prospect::Yes);
//! assert_eq!(chess.start().is_dead(1_000), Prospect::Unknown);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two ways lead to an answer, and an answer is never a guess:
//!
//! * `relaxed` forgets which pieces stand somewhere *at the same time*. What can't come about even so, can't come about. It proves
//!   that somebody can't win, for games of two players in which pieces go, take and promote;
//! * `search` looks at positions one by one, nearest first, up to a given number. It finds wins, and where it comes to an end
//!   without one there is none. It does this for every game whose moves can be listed.
//!
//! To win is to get more than some other player by an ending of the *position*. What draws a match by its history or by claim (a
//! repetition, a clock) is left out of account, so a win may be found for which a match would not last long enough. Where a line of
//! `match` gives somebody the win by its history, nothing is said to be impossible.

mod asked;
mod relaxed;
mod search;

use tilegame_dsl::ir::{EndResult, PlayerId};

use crate::game::Game;
use crate::reference::position::Position;
use crate::state::State;
use asked::gains;

/// An answer that may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Prospect {
    /// It is so.
    Yes,
    /// It is not so.
    No,
    /// It was not found out.
    Unknown,
}

impl Game {
    /// Whether a player can still win, by whatever legal moves of all. At most so many positions are looked at.
    pub(crate) fn can_win(&self, position: &Position, player: PlayerId, most: usize) -> Prospect {
        self.prospects(position, &[player], most)[0]
    }

    /// Whether a position is dead: nobody can win by whatever legal moves. At most so many positions are looked at.
    pub(crate) fn is_dead(&self, position: &Position, most: usize) -> Prospect {
        let players: Vec<PlayerId> = (0..self.rules().players.len()).map(PlayerId::new).collect();
        let found = self.prospects(position, &players, most);
        if found.contains(&Prospect::Yes) {
            Prospect::No
        } else if found.contains(&Prospect::Unknown) {
            Prospect::Unknown
        } else {
            Prospect::Yes
        }
    }

    /// The same for each of several players.
    fn prospects(&self, position: &Position, players: &[PlayerId], most: usize) -> Vec<Prospect> {
        if let Some(outcome) = self.outcome(position) {
            let wins = |p: &PlayerId| if gains(&outcome.scores, *p) { Prospect::Yes } else { Prospect::No };
            return players.iter().map(wins).collect();
        }
        let mut found = vec![Prospect::Unknown; players.len()];
        for (player, prospect) in players.iter().zip(&mut found) {
            let gone = !position.in_play(*player);
            if gone || self.may_be_ruled_out() && relaxed::rules_out(self, position, *player, most) {
                *prospect = Prospect::No;
            }
        }
        let open = players.iter().zip(&found).filter(|(_, known)| **known == Prospect::Unknown);
        let open: Vec<PlayerId> = open.map(|(player, _)| *player).collect();
        let searched = search::search(self, position, &open, most);
        for (player, prospect) in players.iter().zip(&mut found) {
            match &searched {
                search::Found::Winner(winner) if winner == player => *prospect = Prospect::Yes,
                search::Found::Nobody if self.may_be_ruled_out() => *prospect = Prospect::No,
                _ => {}
            }
        }
        found
    }

    /// Whether a win that positions and moves don't show can be left out of account: no ending of a match gives one, and nothing
    /// comes from outside.
    fn may_be_ruled_out(&self) -> bool {
        let rules = self.rules();
        rules.turn.receive.is_empty() && rules.adjudications.iter().all(|a| a.result == EndResult::Draw)
    }
}

impl State {
    /// Whether a player can still win, by whatever legal moves of all. At most so many positions are looked at.
    pub fn can_win(&self, player: PlayerId, most: usize) -> Prospect {
        self.game().can_win(&self.whole(), player, most)
    }

    /// Whether the position is dead: nobody can win by whatever legal moves. At most so many positions are looked at.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, prospects::Prospect};
    /// let chess = Game::from_library("chess")?;
    /// let wall = chess.read_fen("8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1")?; // nobody gets past the pawns
    /// assert_eq!(wall.is_dead(1_000), Prospect::Yes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_dead(&self, most: usize) -> Prospect {
        self.game().is_dead(&self.whole(), most)
    }
}
