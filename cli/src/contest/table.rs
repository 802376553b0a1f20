//! One game from its opening to its end.

use std::time::Duration;

use tilegame_record::Match;
use tilegame_record::pgn::{self, PgnGame};
use tilegame_runtime::ir::PlayerId;

use super::journal::Ended;
use super::plan::Plan;
use super::score::Halves;
use crate::io::Flag;
use crate::player::{NoMove, Pace, Side, Situation};
use crate::situation;
use crate::values::Clock;

/// A clock that is behind by less has not run out: the time on the way is nobody's fault.
const GRACE: Duration = Duration::from_millis(20);

/// A game that is to be played.
pub(super) struct Table<'t> {
    pub(super) plan: &'t Plan,
    pub(super) number: u64,
    pub(super) now: &'t dyn Fn() -> Duration,
    pub(super) stop: &'t Flag,
}

impl Table<'_> {
    /// Which of the sides plays for a player: they take turns around the table, and the first one begins games with even numbers.
    fn side_of(&self, player: PlayerId) -> usize {
        (player.index() + self.number as usize) % 2
    }

    /// Plays it; nothing, if the match is stopped.
    pub(super) fn play(&self, sides: &mut [Side; 2]) -> Option<(Ended, PgnGame)> {
        let Plan { game, openings, pace, seed, .. } = self.plan;
        let start = openings.of_pair(game, self.number / 2, *seed);
        let mut played = Match::from_state(start);
        let mut plies = 0;
        let left = match pace {
            Pace::Clock(Clock { base, .. }) => *base,
            _ => Duration::ZERO,
        };
        let mut left = vec![left; game.rules().players.len()];
        let mut lost: Option<(PlayerId, String)> = None;
        for side in &mut *sides {
            match side.begin() {
                Ok(()) => {}
                Err(NoMove::Stopped) => return None,
                Err(NoMove::Lost(_)) if self.stop.is_up() => return None,
                // A program that has ended before is told so when it is to move.
                Err(NoMove::Lost(_)) => {}
            }
        }
        while played.ending().is_none() && plies < self.plan.most_plies {
            let player = played.to_move();
            let situation = Situation {
                played: &played,
                pace: *pace,
                left: &left,
                seed: seed.wrapping_add(self.number.wrapping_mul(10_000) + u64::from(plies)),
            };
            let began = (self.now)();
            let m = match sides[self.side_of(player)].choose(&situation, self.now, self.stop) {
                Ok(m) => m,
                Err(NoMove::Stopped) => return None,
                Err(NoMove::Lost(why)) => {
                    lost = Some((player, why));
                    break;
                }
            };
            if let Pace::Clock(Clock { added, .. }) = pace {
                let clock = &mut left[player.index()];
                let spent = (self.now)().saturating_sub(began);
                if spent > *clock + GRACE {
                    lost = Some((player, "it ran out of time".to_owned()));
                    break;
                }
                *clock = clock.saturating_sub(spent) + *added;
            }
            plies += 1;
            if let Err(error) = played.play(m) {
                lost = Some((player, error.to_string()));
                break;
            }
        }
        Some(self.ended(played, plies, lost))
    }

    fn ended(&self, mut played: Match, plies: u32, lost: Option<(PlayerId, String)>) -> (Ended, PgnGame) {
        let broken = lost.is_some();
        let players = || (0..self.plan.game.rules().players.len()).map(PlayerId::new);
        let name = |player: PlayerId| self.plan.sides[self.side_of(player)].name();
        let (halves, told) = match (&lost, played.ending()) {
            (Some((player, why)), _) => {
                let halves = if self.side_of(*player) == 0 { 0 } else { 2 };
                (Some(halves), format!("{} has lost: {why}", name(*player)))
            }
            (None, Some(ending)) => {
                let shares = players().zip(ending.scores.iter());
                let own = shares.filter(|(player, _)| self.side_of(*player) == 0);
                let sum: f64 = own.map(|(_, share)| f64::from(share.part) / f64::from(share.of)).sum();
                let halves = if ending.scores.is_even() { 1 } else { (2.0 * sum).round() as Halves };
                (Some(halves), played.told().unwrap_or_default())
            }
            (None, None) => (None, format!("no result after {plies} plies")),
        };
        if let Some((player, _)) = lost {
            // Its moves so far stand; what it did instead of the next is no move.
            let _ = played.forfeit(player);
        }
        let mut pgn = pgn::from_match(&played);
        situation::set_players(&self.plan.game, &mut pgn, &players().map(name).collect::<Vec<_>>());
        pgn.tags.set("Round", &(self.number + 1).to_string());
        (Ended { number: self.number, halves, told, plies, broken }, pgn)
    }
}
