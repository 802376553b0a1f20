//! Games played at random, many at once. Each has a generator of its own, made from the seed and its number, so that it is the same game however many threads play.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use tilegame_runtime::{MoveList, State};

/// A game that was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// What each player gets; nothing for anybody if it was cut off.
    pub(crate) scores: Vec<f32>,
    pub(crate) plies: u32,
    /// The number of the ending; none if it was cut off, or nobody can move and no ending says what that means.
    pub(crate) end: Option<u16>,
}

/// A generator for one of many games.
pub(crate) fn generator(seed: u64, number: u64) -> fastrand::Rng {
    // Neighbours of a seed must not give neighbours of a generator.
    fastrand::Rng::with_seed(
        fastrand::Rng::with_seed(seed).u64(..) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15),
    )
}

/// What each player gets.
pub(crate) fn shares(state: &State) -> (Vec<f32>, Option<u16>) {
    let players = state.game().rules().players.len();
    match state.outcome() {
        None => (vec![0.0; players], None),
        Some(outcome) => {
            let share = |share: tilegame_runtime::ir::Share| share.part as f32 / share.of.max(1) as f32;
            (outcome.scores.iter().map(share).collect(), Some(outcome.end.index() as u16))
        }
    }
}

/// Room that is used again from game to game.
pub(crate) struct Room {
    now: State,
    next: State,
    moves: MoveList,
}

impl Room {
    pub(crate) fn new(start: &State) -> Room {
        Room { now: start.clone(), next: start.clone(), moves: MoveList::new() }
    }

    fn play(&mut self, start: &State, random: &mut fastrand::Rng, most: u32, stop: &AtomicBool) -> Played {
        self.now.clone_from(start);
        let mut plies = 0;
        loop {
            self.now.moves(&mut self.moves);
            if self.moves.is_empty() || plies >= most || stop.load(Relaxed) {
                break;
            }
            let m = self.moves[random.usize(..self.moves.len())];
            self.now.after_into(m, &mut self.next);
            std::mem::swap(&mut self.now, &mut self.next);
            plies += 1;
        }
        let (scores, end) = match self.moves.is_empty() {
            true => shares(&self.now),
            false => (vec![0.0; self.now.game().rules().players.len()], None),
        };
        Played { scores, plies, end }
    }
}

/// Plays the games with these numbers.
pub(crate) fn play(
    start: &State,
    numbers: std::ops::Range<u64>,
    seed: u64,
    most: u32,
    stop: &AtomicBool,
) -> Vec<Played> {
    let one = |room: &mut Room, number| {
        (!stop.load(Relaxed)).then(|| room.play(start, &mut generator(seed, number), most, stop))
    };
    // Once it is to stop, the games that have not begun are not looked at one by one: there may be millions.
    numbers.into_par_iter().map_init(|| Room::new(start), one).while_some().collect()
}
