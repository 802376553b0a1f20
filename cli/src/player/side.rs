//! Who plays: the computer at a level, random moves, or another program.

use std::path::PathBuf;
use std::time::Duration;

use tilegame_runtime::{Game, Move};
use tilegame_search::Limits;
use tilegame_search::clock::{Budget, Time};
use tilegame_search::level::Level;

use super::computer::{Computer, Patience};
use super::program::{Language, Program};
use super::turn::{NoMove, Pace, Situation};
use crate::files;
use crate::io::Flag;
use crate::values::Clock;

/// A side of a match, as it is named on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// The computer; as strong as the pace allows, if there is no level.
    Computer(Option<Level>),
    /// The computer, judging positions by the rules alone.
    Rules,
    /// The computer, judging positions by the net of this file.
    Net(PathBuf),
    Random,
    Program(Language, Vec<String>),
}

impl Named {
    /// Reads `computer`, `level:N`, `rules`, `net:FILE`, `random`, `uci:COMMAND`, `usi:COMMAND`, `ucci:COMMAND`, or `xboard:COMMAND`. `path` finds files.
    pub(crate) fn read(text: &str, path: &dyn Fn(&str) -> PathBuf) -> Result<Named, String> {
        let wrong = || {
            "a side is `computer`, `level:N` with N from 1 to 10, `rules` (the computer without its net), `net:FILE`, \
             `random`, or another program as `uci:COMMAND`, `usi:COMMAND`, `ucci:COMMAND` or `xboard:COMMAND`"
                .to_owned()
        };
        match text.split_once(':') {
            None if text == "computer" => Ok(Named::Computer(None)),
            None if text == "random" => Ok(Named::Random),
            None if text == "rules" => Ok(Named::Rules),
            Some(("net", file)) if !file.is_empty() => Ok(Named::Net(path(file))),
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
    pub(crate) fn name(&self) -> String {
        match self {
            Named::Computer(None) => "computer".to_owned(),
            Named::Computer(Some(level)) => format!("level {}", level.number()),
            Named::Rules => "rules".to_owned(),
            Named::Net(path) => format!("net:{}", path.display()),
            Named::Random => "random".to_owned(),
            Named::Program(_, words) => words.join(" "),
        }
    }

    /// A side that is ready to play.
    pub(crate) fn ready(&self, game: &Game, stop: &Flag) -> Result<Side, String> {
        Ok(match self {
            Named::Computer(level) => Side::of_computer(Computer::new(game), *level),
            Named::Rules => Side::of_computer(Computer::with_net(game, None), None),
            Named::Net(path) => {
                Side::of_computer(Computer::with_net(game, Some(files::net(path, path, game)?)), None)
            }
            Named::Random => Side::Random,
            Named::Program(..) if game.rules().players.len() > 2 => {
                return Err("other programs play games of two players only".to_owned());
            }
            Named::Program(language, words) => {
                Side::Program(Box::new(Program::start(*language, words, game, stop)?))
            }
        })
    }
}

/// Megabytes for what each side remembers.
const MEMORY: usize = 16;

/// A side that plays. It keeps what it has found out about a game from one move to the next.
pub(crate) enum Side {
    Computer(Box<Computer>, Option<Level>),
    Random,
    Program(Box<Program>),
}

impl Side {
    fn of_computer(mut computer: Computer, level: Option<Level>) -> Side {
        computer.set_memory(MEMORY);
        Side::Computer(Box::new(computer), level)
    }

    /// Another game begins.
    pub(crate) fn begin(&mut self) -> Result<(), NoMove> {
        match self {
            Side::Computer(computer, _) => computer.forget(),
            Side::Random => {}
            Side::Program(program) => program.begin()?,
        }
        Ok(())
    }

    pub(crate) fn choose(
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
            Side::Computer(computer, level) => {
                let mut limits = Limits::default();
                let budget = match situation.pace {
                    Pace::Nodes(nodes) => {
                        limits.nodes = nodes;
                        None
                    }
                    Pace::Each(time) => Some(Budget { wanted: time, most: time }),
                    Pace::Clock(Clock { added, .. }) => {
                        let left = situation.left[situation.played.to_move().index()];
                        Some(Time { left, added, moves: None, overhead: Duration::ZERO }.budget())
                    }
                };
                let mut now = now;
                let mut patience = Patience::new(&mut now, budget, Some(stop));
                let strength = (*level, &limits);
                match computer.choose(situation.played, strength, situation.seed, &mut patience) {
                    _ if stop.is_up() => Err(NoMove::Stopped),
                    Some((m, _)) => Ok(m),
                    None => Err(NoMove::Lost("it has no move".to_owned())),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read() {
        let read = |text: &str| Named::read(text, &|path| path.into());
        assert_eq!(read("level:3").map(|side| side.name()), Ok("level 3".to_owned()));
        let program = read("uci:fairy-stockfish bench 1").map(|side| side.name());
        assert_eq!(program, Ok("fairy-stockfish bench 1".to_owned()));
        assert_eq!(read("net:mine.net"), Ok(Named::Net("mine.net".into())));
        for wrong in ["", "level:0", "level:21", "nobody", "uci:", "tcp:host", "net:"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
