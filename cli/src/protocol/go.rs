//! What the command `go` asks for.

use std::time::Duration;

use tilegame_runtime::State as Position;
use tilegame_search::Limits;
use tilegame_search::clock::{Budget, Time};

use super::dialect::Dialect;
use super::states::State;
use crate::spelling::Spelling;

/// No time is longer: some years.
const LONGEST: Duration = Duration::from_secs(100_000_000);

/// What `go` knows in all protocols.
const KNOWN: [&str; 12] = [
    "infinite",
    "ponder",
    "depth",
    "mate",
    "nodes",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "searchmoves",
];

/// What `go` asks for.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) limits: Limits,
    pub(super) budget: Option<Budget>,
    /// What the program does until it answers.
    pub(super) state: State,
    /// Whether there is a mate is asked, not which move is best.
    pub(super) mate: bool,
    /// What was not understood, and is left out.
    pub(super) remarks: Vec<String>,
}

/// How numbers and moves are to be read.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) dialect: Dialect,
    pub(super) spelling: Spelling,
    /// What passes between a decision and its arrival.
    pub(super) overhead: Duration,
    /// Times are seconds, not thousandths.
    pub(super) in_seconds: bool,
}

impl Asked {
    /// Reads the words behind `go`, or says what is wrong with them.
    pub(super) fn read(position: &Position, reading: Reading, words: &[&str]) -> Result<Asked, String> {
        let mut limits = Limits::default();
        let mut time = Time { overhead: reading.overhead, ..Time::default() };
        let (mut has_time, mut fixed, mut byoyomi) = (false, None, None);
        let (mut state, mut mate) = (State::Thinking, false);
        let mut remarks = Vec::new();
        let is_first = position.to_move().index() == 0;
        let of_number = |number: u64| {
            let time =
                if reading.in_seconds { Duration::from_secs(number) } else { Duration::from_millis(number) };
            time.min(LONGEST)
        };
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next() {
            let mut number = || number_behind(&mut rest, word);
            match (*word, reading.dialect) {
                ("infinite", _) => state = State::Waiting,
                ("ponder", _) => state = State::Pondering,
                // A draw is not offered by the search.
                ("draw", Dialect::Ucci) => {}
                ("depth", _) => limits.depth = number()?.clamp(1, u64::from(Limits::DEEPEST)) as u32,
                ("mate", Dialect::Usi) => {
                    mate = true;
                    if rest.next_if_eq(&&"infinite").is_some() {
                        state = State::Waiting;
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
                    while let Some(text) = rest.next_if(|text| !reading.is_known(text)) {
                        match reading.spelling.read(position, text) {
                            // Of a turn that is told whole, the search chooses the first move.
                            Ok(turn) => limits.only.extend(turn.first()),
                            Err(why) => remarks.push(why),
                        }
                    }
                    if limits.only.is_empty() {
                        return Err(remarks
                            .pop()
                            .unwrap_or_else(|| "moves must follow `searchmoves`".to_owned()));
                    }
                }
                _ => remarks.push(format!("`go` does not know `{word}`")),
            }
        }
        // Of a line that is not understood at all it is not known what it asks for.
        if !words.is_empty() && !words.iter().any(|word| reading.is_known(word)) {
            return Err(remarks.swap_remove(0));
        }
        let budget = fixed.map(|time| reading.all_of(time, 20));
        let budget = budget.or_else(|| {
            let clock = has_time.then(|| time.budget());
            let given = byoyomi.filter(|given| !given.is_zero()).map(|given| reading.all_of(given, 2));
            match (clock, given) {
                // What is given for each move is there to be spent.
                (Some(clock), Some(given)) => Some(Budget {
                    wanted: clock.wanted + given.wanted,
                    most: (clock.most + given.most).min(time.left + given.most),
                }),
                (clock, given) => clock.or(given),
            }
        });
        Ok(Asked { limits, budget, state, mate, remarks })
    }
}

/// The next word as a number.
fn number_behind<'w>(rest: &mut impl Iterator<Item = &'w &'w str>, word: &str) -> Result<u64, String> {
    let text = rest.next().ok_or_else(|| format!("a number must follow `{word}`"))?;
    number(text).ok_or_else(|| format!("`{text}` is no number"))
}

/// A number that is not negative: a clock can be behind. One that is too large is as large as can be.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if text.len() > digits.len() { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

impl Reading {
    /// Whether `go` knows a word.
    fn is_known(self, word: &str) -> bool {
        let own: &[&str] = match self.dialect {
            Dialect::Uci => &[],
            Dialect::Usi => &["byoyomi"],
            Dialect::Ucci => &["draw", "time", "increment", "opptime", "oppmovestogo", "oppincrement"],
        };
        KNOWN.contains(&word) || own.contains(&word)
    }

    /// Whether a time is that of the player to move. In USI the first player is `b`.
    fn is_of_mover(self, word: &str, is_first: bool) -> bool {
        let first = if self.dialect == Dialect::Usi { 'b' } else { 'w' };
        word.starts_with(first) == is_first
    }

    /// A time that can be spent up to what passes on the way; no more than such a part of it is left for that. Where a move is asked for after a fixed
    /// time, no clock runs out, and little is.
    fn all_of(self, time: Duration, part: u32) -> Budget {
        let most = time.saturating_sub(self.overhead.min(time / part));
        Budget { wanted: most, most }
    }
}
