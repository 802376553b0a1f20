//! What is written behind an argument, and what it stands for. Nothing here knows what an argument is for.

use std::time::Duration;

use tilegame_dsl::limits::PERFT_DEPTH;
use tilegame_pictures::{Look, Theme};
use tilegame_search::level::Level;
use tilegame_search::net::SIZES;

/// More memory than this no machine has to spare.
const MOST_MEGABYTES: usize = 65_536;

/// Reads `NAME=on` or `NAME=off`.
pub(crate) fn switched(text: &str) -> Result<(String, bool), String> {
    match text.split_once('=') {
        Some((name, "on")) => Ok((name.to_string(), true)),
        Some((name, "off")) => Ok((name.to_string(), false)),
        _ => Err("an option is switched by its name, `=`, and `on` or `off`".to_string()),
    }
}

/// Reads what pieces look like: a number from 1, or `letters`.
pub(crate) fn look(text: &str) -> Result<Look, String> {
    match text.parse() {
        Ok(number @ 1_usize..=99) => Ok(Look::Shape(number - 1)),
        _ if text == "letters" => Ok(Look::Letters),
        _ => Err("a number from 1 to 99, or `letters`".to_string()),
    }
}

/// Reads the name of a theme.
pub(crate) fn theme(text: &str) -> Result<Theme, String> {
    let found = Theme::ALL.iter().find(|(name, _)| *name == text);
    found.map(|(_, theme)| *theme).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|(name, _)| *name).collect();
        format!("the themes are {}", names.join(", "))
    })
}

/// Reads a number of moves.
pub(crate) fn depth(text: &str) -> Result<u32, String> {
    let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty();
    match text.parse() {
        Ok(depth @ 0..=PERFT_DEPTH) if digits => Ok(depth),
        _ if digits => Err(format!("this depth is too large; at most {PERFT_DEPTH} moves are possible")),
        _ => Err(format!("a depth is a whole number of moves in digits, from 0 to {PERFT_DEPTH}, such as 4")),
    }
}

/// Reads how many nodes or seconds tests may use up.
pub(crate) fn budget(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "a whole number in digits, from 1".to_string())
}

/// Reads how many threads do something at the same time: more than `MOST` help nobody.
pub(crate) fn threads<const MOST: usize>(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("a number from 1 to {MOST}"))
}

/// Reads how much memory something may take.
pub(crate) fn megabytes(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 0..=MOST_MEGABYTES) => Ok(n),
        _ => Err(format!("a number from 0 to {MOST_MEGABYTES}")),
    }
}

/// So long for a game, and what each move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    pub(crate) base: Duration,
    pub(crate) added: Duration,
}

/// Reads `MINUTES+SECONDS`, the minutes and seconds with fractions.
pub(crate) fn clock(text: &str) -> Result<Clock, String> {
    let wrong = || "minutes, `+`, and the seconds that each move adds, such as 1+0.5".to_owned();
    let (minutes, seconds) = text.split_once('+').ok_or_else(wrong)?;
    let time = |text: &str, unit: f64| {
        let number = text.parse::<f64>().ok().filter(|number| (0.0..1e6).contains(number))?;
        Duration::try_from_secs_f64(number * unit).ok()
    };
    match (time(minutes, 60.0), time(seconds, 1.0)) {
        (Some(base), Some(added)) if !base.is_zero() => Ok(Clock { base, added }),
        _ => Err(wrong()),
    }
}

/// Reads how many hidden sums a net has.
pub(crate) fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| SIZES.contains(number));
    number.ok_or_else(|| "8, 16, 32 or 64".to_owned())
}

/// Two differences in rating points, the smaller one first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Reads `LOW,HIGH`.
pub(crate) fn bounds(text: &str) -> Result<Bounds, String> {
    let wrong = || "two numbers with a comma between them, the smaller one first, such as 0,10".to_owned();
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low < high => Ok(Bounds { low, high }),
        _ => Err(wrong()),
    }
}

/// Who plays without being asked: chance, or the computer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    Random,
    Level(Level),
}

/// Reads `random`, or the number of a level.
pub(crate) fn player(text: &str) -> Result<Player, String> {
    if text == "random" {
        return Ok(Player::Random);
    }
    let level = text.parse().ok().and_then(Level::new).map(Player::Level);
    level.ok_or_else(|| format!("`random`, or a level from 1 to {}", Level::MOST.number()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        let read = Clock { base: Duration::from_secs(6), added: Duration::from_millis(50) };
        assert_eq!(clock("0.1+0.05"), Ok(read));
        for wrong in ["", "1", "0+1", "-1+0", "1+x", "1e99+0", "nan+0"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!(bounds("0,10"), Ok(Bounds { low: 0.0, high: 10.0 }));
        for wrong in ["", "5", "10,0", "a,b", "0,nan", "0,99999"] {
            assert!(bounds(wrong).is_err(), "{wrong}");
        }
    }
}
