//! The positions of games from which something can be learned.

use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece};
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
    /// Where its inputs begin: those that the player to move sees, then those of the other one.
    begin: usize,
    mine: u16,
    others: u16,
    stage: u8,
    /// What the player to move got in the end, in half points.
    halves: u8,
    worth: i16,
    /// What the evaluation from the rules says.
    shown: i16,
    game: u32,
}

/// One of the positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample<'s> {
    /// The inputs that are on as the player to move sees them.
    pub mine: &'s [u16],
    /// Those that the other player sees.
    pub others: &'s [u16],
    /// The [stage](Inputs::on) that it is in.
    pub stage: usize,
    /// What the player to move got, as a share of the points.
    pub result: f64,
    /// What the search found for that player.
    pub worth: f64,
    /// What the evaluation from the rules says.
    pub shown: f64,
    /// The number of its game, from 1 on.
    pub game: u32,
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
                let [mine, others] = [&seen[mover], &seen[1 - mover]];
                let begin = self.numbers.len();
                self.numbers.extend(mine.iter().chain(others));
                let halves = if state.to_move() == PlayerId(0) { played.halves } else { 2 - played.halves };
                self.entries.push(Entry {
                    begin,
                    mine: mine.len() as u16,
                    others: others.len() as u16,
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

    /// What a net of these positions sees.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// For each input, the one that it is in a mirror; nothing, where the game is another one there.
    pub fn mirror(&self) -> Option<&[u16]> {
        self.mirror.as_deref()
    }

    /// One of the positions, in the order in which they came.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn sample(&self, at: usize) -> Sample<'_> {
        let Entry { begin, mine, others, stage, halves, worth, shown, game } = self.entries[at];
        let middle = begin + usize::from(mine);
        Sample {
            mine: &self.numbers[begin..middle],
            others: &self.numbers[middle..middle + usize::from(others)],
            stage: usize::from(stage),
            result: f64::from(halves) / 2.0,
            worth: f64::from(worth),
            shown: f64::from(shown),
            game,
        }
    }

    /// Takes over the positions of others, of the same game, behind its own.
    ///
    /// # Panics
    /// If they are of a game whose nets see something else.
    pub fn append(&mut self, others: &Samples) {
        assert_eq!(self.inputs, others.inputs, "positions of the same game");
        let (numbers, games) = (self.numbers.len(), self.games);
        self.numbers.extend(&others.numbers);
        self.entries.extend(others.entries.iter().map(|entry| Entry {
            begin: entry.begin + numbers,
            game: entry.game + games,
            ..*entry
        }));
        self.games += others.games;
    }

    /// By input, what it is worth by the rules, in hundredths of a cheap piece: half of it as each player sees it.
    pub fn worths(&self) -> Vec<f32> {
        let (game, values) = (self.search.game(), self.search.values());
        let sign = if values.is_misere() { -1.0 } else { 1.0 };
        let mut worths = vec![0.0; self.inputs.len()];
        for owner in (0..2).map(PlayerId::new) {
            for kind in (0..game.rules().kinds.len()).map(KindId::new) {
                for tile in (0..game.board().len()).map(Tile::new) {
                    let worth = sign * values.piece_on(owner, kind, tile) as f32 / 2.0;
                    let seen = self.inputs.piece(tile, Piece { kind, owner: Some(owner) });
                    for (player, input) in seen.into_iter().enumerate() {
                        let Some(input) = input else { continue };
                        worths[input] = if player == owner.index() { worth } else { -worth };
                    }
                }
            }
        }
        worths
    }

    /// What a worth has to be so that the mover gets about three of four points: where what was found explains the results best.
    pub fn unit(&self) -> f64 {
        let step = (self.len() / 50_000).max(1);
        let error = |unit: f64| -> f64 {
            let some = (0..self.len()).step_by(step).map(|at| self.sample(at));
            some.map(|sample| (promised(sample.worth, unit) - sample.result).powi(2)).sum()
        };
        let units = (0..40).map(|power| 60.0 * 1.1_f64.powi(power));
        units.min_by(|one, other| error(*one).total_cmp(&error(*other))).unwrap_or(300.0)
    }
}
