//! The positions of games from which something can be learned.

use tilegame_runtime::Game;
use tilegame_runtime::ir::PlayerId;
use tilegame_search::Search;
use tilegame_search::net::Inputs;

use crate::mirror::mirror;
use crate::play::{NotAGame, PROVED, Played};
use crate::promised;

/// Positions with what was found of them, close together.
pub struct Samples {
    pub(crate) inputs: Inputs,
    /// The inputs of all positions: those that the player to move sees, and those that the other does.
    numbers: Vec<u16>,
    entries: Vec<Entry>,
    /// How many games they come from.
    games: u32,
    /// What judges positions by the rules.
    pub(crate) search: Search,
    /// For each input, the one that it is in a mirror, if the game is the same there.
    pub(crate) mirror: Option<Vec<u16>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    begin: u32,
    middle: u32,
    end: u32,
    stage: u8,
    /// What the player to move got in the end, in half points.
    halves: u8,
    worth: i16,
    /// What the evaluation from the rules says.
    shown: i16,
    game: u32,
}

/// One of the positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'s> {
    pub(crate) mine: &'s [u16],
    pub(crate) others: &'s [u16],
    pub(crate) stage: usize,
    /// What the player to move got, as a share of the points.
    pub(crate) result: f64,
    /// What the search found for that player.
    pub(crate) worth: f64,
    /// What the evaluation from the rules says.
    pub(crate) shown: f64,
    pub(crate) game: u32,
}

impl Samples {
    /// None yet; nothing for a game that has [no nets](Inputs::of).
    pub fn new(game: &Game) -> Option<Samples> {
        let inputs = Inputs::of(game)?;
        let mirror = mirror(game).map(|tiles| inputs.moved(&tiles));
        let search = Search::with_net(game, None);
        Some(Samples { inputs, numbers: Vec::new(), entries: Vec::new(), games: 0, search, mirror })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many games they come from.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Takes those of a game that are quiet: nobody is in check, and the best move takes nothing.
    ///
    /// # Errors
    /// If the game can't be one of these rules.
    pub fn add(&mut self, game: &Game, played: &Played) -> Result<(), NotAGame> {
        let mut state = game.read_fen(&played.start).map_err(|error| NotAGame(error.to_string()))?;
        self.games += 1;
        for (text, worth) in &played.moves {
            let m = state.read_one(text).map_err(|error| NotAGame(error.to_string()))?;
            let is_quiet = !state.is_capture(m) && m.promotion().is_none() && state.in_check() != Some(true);
            if is_quiet && worth.abs() < PROVED {
                let (seen, stage) = self.inputs.on(&state);
                let mover = state.to_move().index() & 1;
                let begin = self.numbers.len() as u32;
                self.numbers.extend(&seen[mover]);
                let middle = self.numbers.len() as u32;
                self.numbers.extend(&seen[1 - mover]);
                let halves = if state.to_move() == PlayerId(0) { played.halves } else { 2 - played.halves };
                self.entries.push(Entry {
                    begin,
                    middle,
                    end: self.numbers.len() as u32,
                    stage: stage as u8,
                    halves,
                    worth: *worth as i16,
                    shown: self.search.values().of_state(&state, state.to_move()).clamp(-PROVED, PROVED)
                        as i16,
                    game: self.games,
                });
            }
            state.make(m);
        }
        Ok(())
    }

    pub(crate) fn sample(&self, at: usize) -> Sample<'_> {
        let Entry { begin, middle, end, stage, halves, worth, shown, game } = self.entries[at];
        Sample {
            mine: &self.numbers[begin as usize..middle as usize],
            others: &self.numbers[middle as usize..end as usize],
            stage: usize::from(stage),
            result: f64::from(halves) / 2.0,
            worth: f64::from(worth),
            shown: f64::from(shown),
            game,
        }
    }

    /// What a worth has to be so that the mover gets about three of four points: where what was found explains the results best.
    pub(crate) fn unit(&self) -> f64 {
        let step = (self.len() / 50_000).max(1);
        let error = |unit: f64| -> f64 {
            let some = (0..self.len()).step_by(step).map(|at| self.sample(at));
            some.map(|sample| (promised(sample.worth, unit) - sample.result).powi(2)).sum()
        };
        let units = (0..40).map(|power| 60.0 * 1.1_f64.powi(power));
        units.min_by(|one, other| error(*one).total_cmp(&error(*other))).unwrap_or(300.0)
    }
}
