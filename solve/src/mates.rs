//! Forced wins: whether the player to move can end the game as the winner, whatever the other does, in so many plies.
//!
//! It is found by proof numbers: of each position, how many others have to be won at least to show that it is won, and how many not to be, to show that it is
//! not. The search looks first where the fewest are missing. It is asked for one ply, then for two and so on, so that no way round can deceive it, the
//! first win that is found is a shortest one, and a search without a win shows that there is none.
//!
//! ```
//! use tilegame_runtime::Game;
//! use tilegame_solve::mates::{Limits, Verdict, prove};
//! let chess = Game::from_library("chess")?;
//! let state = chess.read_fen("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")?;
//! let Verdict::Wins(win) = prove(&state, &Limits { plies: 5, positions: 100_000 }, &mut |_| true)? else { panic!() };
//! assert_eq!((win.plies, state.san(win.line[0])), (3, "Kf7".to_owned()));
//! assert!(win.certificate.check(&chess).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rustc_hash::{FxHashMap, FxHashSet};
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, State};

use crate::certificate::{Certificate, Claim};
use crate::code::Codec;
use crate::graph::Unfinished;
use crate::known::Known;
use crate::{GoOn, Progress, Unsolved, ended, fits, moves_of};

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most so many plies of both players together, and no more than [`DEEPEST`].
    pub plies: u32,
    /// At most so many positions are remembered.
    pub positions: u64,
}

/// What is known of a position after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The player to move wins.
    Wins(Win),
    /// There is no forced win in so many plies.
    NoWin {
        /// So many positions were looked at.
        positions: u64,
    },
}

/// A forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// In how many plies. There is no shorter one.
    pub plies: u32,
    /// What follows if the other player resists for as long as the proof knows how.
    pub line: Vec<Move>,
    /// The proof: what to play whatever the other does.
    pub certificate: Certificate,
    /// So many positions were looked at.
    pub positions: u64,
}

/// A number that no sum reaches: this can't be shown.
const NEVER: u32 = u32::MAX / 2;

/// No number of plies.
const UNSHOWN: u16 = u16::MAX;

/// No search looks further ahead than so many plies.
pub const DEEPEST: u32 = 400;

/// Looks for a forced win of the player to move.
///
/// # Errors
/// If the game can't be solved, or the search was stopped or needs more positions than allowed.
pub fn prove(state: &State, limits: &Limits, go_on: &mut GoOn<'_>) -> Result<Verdict, Unsolved> {
    fits(state.game())?;
    for more in 0..2 {
        let mut search = Search::new(state, more, limits.positions);
        match search.run(state, limits.plies.min(DEEPEST), go_on) {
            Ok(verdict) => return Ok(verdict),
            Err(Unfinished::Unsolved(why)) => return Err(why),
            Err(Unfinished::Narrow) => {}
        }
    }
    Err(Unsolved::TooMany(limits.positions))
}

/// What is known of a position whatever is asked.
#[derive(Clone, Copy)]
struct Fact {
    /// In so many plies it is won; [`UNSHOWN`] if that is not known.
    won_in: u16,
    /// In so many plies it is not won; nothing is known of it, if there is none.
    not_in: Option<u16>,
}

/// Proof and disproof numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
const SHOWN: Numbers = Numbers { proof: 0, disproof: NEVER };
const REFUTED: Numbers = Numbers { proof: NEVER, disproof: 0 };

struct Search {
    attacker: PlayerId,
    codec: Codec,
    known: Known,
    facts: Vec<Fact>,
    /// By position and plies that are left, for the question that is being asked.
    numbers: FxHashMap<(u32, u16), Numbers>,
    most: u64,
    looked_at: u64,
    scratch: Vec<u64>,
}

impl Search {
    fn new(state: &State, more: usize, most: u64) -> Search {
        let codec = Codec::new(state.game(), more);
        let known = Known::new(codec.words());
        Search {
            attacker: state.to_move(),
            codec,
            known,
            facts: Vec::new(),
            numbers: FxHashMap::default(),
            most: most.min(Known::MOST),
            looked_at: 0,
            scratch: Vec::new(),
        }
    }

    fn run(&mut self, state: &State, most: u32, go_on: &mut GoOn<'_>) -> Result<Verdict, Unfinished> {
        let root = self.number(state)?;
        for plies in 1..=most as u16 {
            self.numbers.clear();
            self.look(state, root, plies, NEVER, NEVER, go_on)?;
            if self.facts[root as usize].won_in == plies {
                return self.win(state, plies, go_on).map(Verdict::Wins);
            }
            if self.facts[root as usize].not_in == Some(u16::MAX) {
                break;
            }
        }
        Ok(Verdict::NoWin { positions: self.known.len() as u64 })
    }

    /// The number of a position. What is known of an end is noted at once.
    fn number(&mut self, state: &State) -> Result<u32, Unfinished> {
        self.codec.encode(state, &mut self.scratch)?;
        let (number, is_new) = self.known.insert(&self.scratch);
        if is_new {
            if self.known.len() as u64 > self.most {
                return Err(Unsolved::TooMany(self.most).into());
            }
            self.facts.push(match ended(state) {
                None => Fact { won_in: UNSHOWN, not_in: None },
                Some(winner) if winner == Some(self.attacker) => Fact { won_in: 0, not_in: None },
                Some(_) => Fact { won_in: UNSHOWN, not_in: Some(u16::MAX) },
            });
        }
        Ok(number)
    }

    fn numbers(&self, number: u32, plies: u16) -> Numbers {
        let fact = self.facts[number as usize];
        match () {
            () if fact.won_in <= plies => SHOWN,
            () if fact.not_in.is_some_and(|not| not >= plies) => REFUTED,
            () if plies == 0 => REFUTED,
            () => self.numbers.get(&(number, plies)).copied().unwrap_or(UNKNOWN),
        }
    }

    /// Looks at a position that is not decided, until its numbers are as large as these.
    fn look(
        &mut self,
        state: &State,
        number: u32,
        plies: u16,
        most_proof: u32,
        most_disproof: u32,
        go_on: &mut GoOn<'_>,
    ) -> Result<(), Unfinished> {
        self.looked_at += 1;
        let progress = Progress { found: self.known.len() as u64, done: self.looked_at };
        if self.looked_at.is_multiple_of(256) && !go_on(progress) {
            return Err(Unsolved::Stopped.into());
        }
        let moves = moves_of(state);
        let mut children = Vec::with_capacity(moves.len());
        let mut after = state.clone();
        for m in &moves {
            state.after_into(*m, &mut after);
            children.push(self.number(&after)?);
        }
        let attacks = state.to_move() == self.attacker;
        loop {
            // The one to move wants the smallest of one number; of the other, all have to be shown.
            let (mut least, mut sum, mut best, mut second) = (NEVER, 0u32, 0, NEVER);
            for (i, child) in children.iter().enumerate() {
                let Numbers { proof, disproof } = self.numbers(*child, plies - 1);
                let (own, others) = if attacks { (proof, disproof) } else { (disproof, proof) };
                sum = sum.saturating_add(others).min(NEVER);
                if own < least {
                    (second, least, best) = (least, own, i);
                } else if own < second {
                    second = own;
                }
            }
            let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
            if proof >= most_proof || disproof >= most_disproof || proof == 0 || disproof == 0 {
                self.note(number, plies, Numbers { proof, disproof });
                return Ok(());
            }
            let (most_own, most_others) =
                if attacks { (most_proof, most_disproof) } else { (most_disproof, most_proof) };
            let child = children[best];
            let Numbers { proof, disproof } = self.numbers(child, plies - 1);
            let others = if attacks { disproof } else { proof };
            let own_limit = most_own.min(second.saturating_add(1 + second / 4));
            let others_limit = (most_others - sum).saturating_add(others).min(NEVER);
            let (proof, disproof) =
                if attacks { (own_limit, others_limit) } else { (others_limit, own_limit) };
            let next = state.after(moves[best]);
            self.look(&next, child, plies - 1, proof, disproof, go_on)?;
        }
    }

    fn note(&mut self, number: u32, plies: u16, numbers: Numbers) {
        let fact = &mut self.facts[number as usize];
        match numbers {
            Numbers { proof: 0, .. } => fact.won_in = fact.won_in.min(plies),
            Numbers { disproof: 0, .. } => fact.not_in = fact.not_in.max(Some(plies)),
            _ => _ = self.numbers.insert((number, plies), numbers),
        }
    }

    /// In how many plies a position is known to be won.
    fn won_in(&self, state: &State) -> Option<u16> {
        let mut code = Vec::new();
        let known = self.codec.find(state, &mut code).then(|| self.known.find(&code))??;
        Some(self.facts[known as usize].won_in).filter(|plies| *plies != UNSHOWN)
    }

    /// The move after which it is won soonest, and in how many plies that is.
    fn answer(&self, state: &State) -> Option<(Move, u32)> {
        let sorted = state.legal_moves();
        let won = sorted.iter().filter_map(|m| Some((self.won_in(&state.after(*m))?, *m)));
        // Of equal ones, the first.
        won.min_by_key(|(plies, _)| *plies).map(|(plies, m)| (m, u32::from(plies) + 1))
    }

    fn win(&self, state: &State, plies: u16, go_on: &mut GoOn<'_>) -> Result<Win, Unfinished> {
        let plies = u32::from(plies);
        let claim = Claim::Wins { player: self.attacker, plies };
        let certificate = Certificate::new(state, claim, |state| self.answer(state), go_on)?;
        let certificate = certificate.expect("what has been shown has an answer to everything");
        let (mut now, mut line, mut seen) = (state.clone(), Vec::new(), FxHashSet::default());
        while ended(&now).is_none() && seen.insert(now.key()) {
            let m = if now.to_move() == self.attacker {
                self.answer(&now).map(|(m, _)| m)
            } else {
                let sorted = now.legal_moves();
                let resists = sorted.iter().rev().max_by_key(|m| self.won_in(&now.after(**m)));
                resists.copied()
            };
            let Some(m) = m else { break };
            line.push(m);
            now = now.after(m);
        }
        Ok(Win { plies, line, certificate, positions: self.known.len() as u64 })
    }
}
