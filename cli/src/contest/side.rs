//! Who plays: the computer at a level, random moves, or another program.

use std::time::Duration;

use tilegame_runtime::matches::Match;
use tilegame_runtime::{Game, Move};
use tilegame_search::clock::{Budget, Time};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line, Search, Watch};

use super::program::{Language, Program};
use crate::io::Flag;

/// A side of a match, as it is named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// The computer; as strong as the pace allows, if there is no level.
    Computer(Option<Level>),
    Random,
    Program(Language, Vec<String>),
}

impl Named {
    /// Reads `computer`, `level:N`, `random`, `uci:COMMAND`, `usi:COMMAND`, `ucci:COMMAND`, or `xboard:COMMAND`.
    pub(super) fn read(text: &str) -> Result<Named, String> {
        let wrong = || {
            "a side is `computer`, `level:N` with N from 1 to 10, `random`, or another program as `uci:COMMAND`, \
             `usi:COMMAND`, `ucci:COMMAND` or `xboard:COMMAND`"
                .to_owned()
        };
        match text.split_once(':') {
            None if text == "computer" => Ok(Named::Computer(None)),
            None if text == "random" => Ok(Named::Random),
            Some(("level", number)) => {
                let level = number.parse().ok().and_then(Level::new).ok_or_else(wrong)?;
                Ok(Named::Computer(Some(level)))
            }
            Some((language, command)) => {
                let language = Language::of(language).ok_or_else(wrong)?;
                let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
                if words.is_empty() { Err(wrong()) } else { Ok(Named::Program(language, words)) }
            }
            None => Err(wrong()),
        }
    }

    /// What it is called.
    pub(super) fn name(&self) -> String {
        match self {
            Named::Computer(None) => "computer".to_owned(),
            Named::Computer(Some(level)) => format!("level {}", level.number()),
            Named::Random => "random".to_owned(),
            Named::Program(_, words) => words.join(" "),
        }
    }

    /// A side that is ready to play.
    pub(super) fn ready(&self, game: &Game, stop: &Flag) -> Result<Side, String> {
        Ok(match self {
            Named::Computer(level) => {
                let mut search = Search::new(game);
                search.set_memory(MEMORY);
                Side::Computer(Box::new(search), *level)
            }
            Named::Random => Side::Random,
            Named::Program(..) if game.rules().players.len() > 2 => {
                return Err("other programs play games of two players only".to_owned());
            }
            Named::Program(language, words) => Side::Program(Program::start(*language, words, game, stop)?),
        })
    }
}

/// Megabytes for what each side remembers.
const MEMORY: usize = 16;

/// How much each side may think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Pace {
    /// So many positions a move.
    Nodes(u64),
    /// So long a move.
    Each(Duration),
    /// So long for a game, and what each move adds.
    Clock { base: Duration, added: Duration },
}

impl Pace {
    /// Reads `MINUTES+SECONDS`, the minutes and seconds with fractions.
    pub(super) fn of_clock(text: &str) -> Result<Pace, String> {
        let wrong = || "minutes, `+`, and the seconds that each move adds, such as 1+0.5".to_owned();
        let (minutes, seconds) = text.split_once('+').ok_or_else(wrong)?;
        let time = |text: &str, unit: f64| {
            let number = text.parse::<f64>().ok().filter(|number| (0.0..1e6).contains(number))?;
            Duration::try_from_secs_f64(number * unit).ok()
        };
        match (time(minutes, 60.0), time(seconds, 1.0)) {
            (Some(base), Some(added)) if !base.is_zero() => Ok(Pace::Clock { base, added }),
            _ => Err(wrong()),
        }
    }
}

/// A side that plays. It keeps what it has found out about a game from one move to the next.
pub(super) enum Side {
    Computer(Box<Search>, Option<Level>),
    Random,
    Program(Program),
}

/// What a side is told of a match.
pub(super) struct Situation<'s> {
    pub(super) played: &'s Match,
    pub(super) pace: Pace,
    /// What the clocks of the players show.
    pub(super) left: &'s [Duration],
    pub(super) seed: u64,
}

/// Why a side has no move to play.
#[derive(Debug)]
pub(super) enum NoMove {
    /// It did something that loses the game.
    Lost(String),
    /// Somebody has stopped the match.
    Stopped,
}

impl Side {
    /// Another game begins.
    pub(super) fn begin(&mut self) -> Result<(), NoMove> {
        match self {
            Side::Computer(search, _) => search.forget(),
            Side::Random => {}
            Side::Program(program) => program.begin()?,
        }
        Ok(())
    }

    pub(super) fn choose(
        &mut self,
        situation: &Situation<'_>,
        now: &dyn Fn() -> Duration,
        stop: &Flag,
    ) -> Result<Move, NoMove> {
        match self {
            Side::Program(program) => program.choose(situation),
            Side::Random => {
                let moves = situation.played.state().legal_moves();
                let mut random = fastrand::Rng::with_seed(situation.seed);
                random.choice(moves).ok_or_else(|| NoMove::Lost("it has no move".to_owned()))
            }
            Side::Computer(search, level) => {
                let mut limits = Limits::default();
                let budget = match situation.pace {
                    Pace::Nodes(nodes) => {
                        limits.nodes = nodes;
                        None
                    }
                    Pace::Each(time) => Some(Budget { wanted: time, most: time }),
                    Pace::Clock { added, .. } => {
                        let left = situation.left[situation.played.to_move().index()];
                        Some(Time { left, added, moves: None, overhead: Duration::ZERO }.budget())
                    }
                };
                let start = now();
                let mut watch = Timed { budget, start, now, stop };
                let (state, before) = (situation.played.state(), situation.played.keys());
                let found = match level {
                    Some(level) => {
                        let chosen = level.choose(search, (state, &before), situation.seed, &mut watch);
                        chosen.map(|(m, _)| m)
                    }
                    None => search.think(state, &before, &limits, &mut watch).map(|thought| thought.best),
                };
                match found {
                    _ if stop.is_up() => Err(NoMove::Stopped),
                    Some(m) => Ok(m),
                    None => Err(NoMove::Lost("it has no move".to_owned())),
                }
            }
        }
    }
}

/// Stops a search when its time is up, or the match is stopped.
struct Timed<'t> {
    budget: Option<Budget>,
    start: Duration,
    now: &'t dyn Fn() -> Duration,
    stop: &'t Flag,
}

impl Timed<'_> {
    fn spent(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }
}

impl Watch for Timed<'_> {
    fn goes_on(&mut self, _: u64) -> bool {
        !self.stop.is_up() && self.budget.is_none_or(|budget| self.spent() < budget.most)
    }

    fn sees(&mut self, _: &Line) -> bool {
        !self.stop.is_up() && self.budget.is_none_or(|budget| self.spent() < budget.wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read() {
        assert_eq!(Named::read("level:3").map(|side| side.name()), Ok("level 3".to_owned()));
        let program = Named::read("uci:fairy-stockfish bench 1").map(|side| side.name());
        assert_eq!(program, Ok("fairy-stockfish bench 1".to_owned()));
        for wrong in ["", "level:0", "level:11", "nobody", "uci:", "tcp:host"] {
            assert!(Named::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn paces_are_read() {
        let clock = Pace::Clock { base: Duration::from_secs(6), added: Duration::from_millis(50) };
        assert_eq!(Pace::of_clock("0.1+0.05"), Ok(clock));
        for wrong in ["", "1", "0+1", "-1+0", "1+x", "1e99+0", "nan+0"] {
            assert!(Pace::of_clock(wrong).is_err(), "{wrong}");
        }
    }
}
