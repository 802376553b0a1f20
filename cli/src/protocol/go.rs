//! What the command `go` asks for.

use std::time::Duration;

use tilegame_runtime::{Game, Position};
use tilegame_search::Limits;
use tilegame_search::clock::{Budget, Time};

use super::coordinates::Coordinates;
use super::uci::Dialect;

/// What `go` asks for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) limits: Limits,
    pub(super) budget: Option<Budget>,
    /// The answer is to come after `stop` or `ponderhit` only.
    pub(super) waits: bool,
    /// Whether there is a mate is asked, not which move is best.
    pub(super) mate: bool,
}

/// How numbers and moves are to be read.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) dialect: Dialect,
    pub(super) coordinates: Coordinates,
    /// What passes between a decision and its arrival.
    pub(super) overhead: Duration,
    /// Times are seconds, not thousandths.
    pub(super) in_seconds: bool,
}

impl Asked {
    /// Reads the words behind `go`, or says what is wrong with them.
    pub(super) fn read(
        (game, position): (&Game, &Position),
        reading: Reading,
        words: &[&str],
    ) -> Result<Asked, String> {
        let mut limits = Limits::default();
        let mut time = Time { overhead: reading.overhead, ..Time::default() };
        let (mut has_time, mut fixed, mut byoyomi) = (false, None, None);
        let (mut waits, mut mate) = (false, false);
        let is_first = game.to_move(position).index() == 0;
        let of_number = |number: u64| {
            if reading.in_seconds { Duration::from_secs(number) } else { Duration::from_millis(number) }
        };
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next() {
            let mut number = || number_behind(&mut rest, word);
            match (*word, reading.dialect) {
                ("infinite" | "ponder", _) => waits = true,
                // A draw is not offered by the search.
                ("draw", Dialect::Ucci) => {}
                ("depth", _) => limits.depth = number()?.clamp(1, u64::from(Limits::DEEPEST)) as u32,
                ("mate", Dialect::Usi) => {
                    mate = true;
                    if rest.next_if_eq(&&"infinite").is_some() {
                        waits = true;
                    } else {
                        fixed = Some(of_number(number_behind(&mut rest, word)?));
                    }
                }
                ("mate", _) => limits.depth = (2 * number()?.clamp(1, 50) - 1) as u32,
                ("nodes", _) => limits.nodes = number()?.max(1),
                ("movetime", _) => fixed = Some(of_number(number()?)),
                ("movestogo", _) => time.moves = Some(number()?.clamp(1, 1000) as u32),
                ("byoyomi", Dialect::Usi) => byoyomi = Some(of_number(number()?)),
                ("time", Dialect::Ucci) => (time.left, has_time) = (of_number(number()?), true),
                ("increment", Dialect::Ucci) => time.added = of_number(number()?),
                ("opptime" | "oppmovestogo" | "oppincrement", Dialect::Ucci) => {
                    number()?;
                }
                ("wtime" | "btime", _) => {
                    let left = of_number(number()?);
                    if reading.is_of_mover(word, is_first) {
                        (time.left, has_time) = (left, true);
                    }
                }
                ("winc" | "binc", _) => {
                    let added = of_number(number()?);
                    if reading.is_of_mover(word, is_first) {
                        time.added = added;
                    }
                }
                ("searchmoves", _) => {
                    for text in rest.by_ref() {
                        let read = reading.coordinates.read(game, position, text);
                        limits.only.push(read.map_err(|error| error.to_string())?);
                    }
                }
                _ => return Err(format!("`go` does not know `{word}`")),
            }
        }
        let budget = fixed.map(|time| reading.all_of(time));
        let budget = budget.or_else(|| {
            let clock = has_time.then(|| time.budget());
            let given = byoyomi.filter(|given| !given.is_zero()).map(|given| reading.all_of(given));
            match (clock, given) {
                // What is given for each move is there to be spent.
                (Some(clock), Some(given)) => Some(Budget {
                    wanted: clock.wanted + given.wanted,
                    most: (clock.most + given.most).min(time.left + given.most),
                }),
                (clock, given) => clock.or(given),
            }
        });
        Ok(Asked { limits, budget, waits, mate })
    }
}

/// The next word as a number.
fn number_behind<'w>(rest: &mut impl Iterator<Item = &'w &'w str>, word: &str) -> Result<u64, String> {
    let text = rest.next().ok_or_else(|| format!("a number must follow `{word}`"))?;
    // A clock can be behind.
    text.strip_prefix('-').map_or(*text, |_| "0").parse().map_err(|_| format!("`{text}` is no number"))
}

impl Reading {
    /// Whether a time is that of the player to move. In USI the first player is `b`.
    fn is_of_mover(self, word: &str, is_first: bool) -> bool {
        let first = if self.dialect == Dialect::Usi { 'b' } else { 'w' };
        word.starts_with(first) == is_first
    }

    /// A time that can be spent up to what passes on the way.
    fn all_of(self, time: Duration) -> Budget {
        let most = time.saturating_sub(self.overhead.min(time / 2));
        Budget { wanted: most, most }
    }
}
