//! Clocks of a match in the terminal: how they are asked for and shown.

use std::time::Duration;

use tilegame_record::matches::Clock;
use tilegame_runtime::Game;
use tilegame_runtime::ir::PlayerId;

use crate::exit::Failure;
use crate::situation;

/// No match takes longer.
const MOST_HOURS: f64 = 1000.0;

/// The clock that the arguments ask for: `5+3`, and `White=5+3` for one player.
pub(super) fn clock(game: &Game, wanted: &[String]) -> Result<Option<Clock>, Failure> {
    if wanted.is_empty() {
        return Ok(None);
    }
    let players = game.rules().players.len();
    let mut times: Vec<Option<(Duration, Duration)>> = vec![None; players];
    // The time of one player takes precedence over that for all players.
    let (own, all): (Vec<&String>, Vec<&String>) = wanted.iter().partition(|text| text.contains('='));
    for text in all {
        times.fill(Some(time_and_more(text)?));
    }
    for text in own {
        let (player, text) = text.split_once('=').unwrap_or_default();
        times[situation::called(game, player)?.index()] = Some(time_and_more(text)?);
    }
    let mut clock = Clock::new(players, Duration::ZERO, Duration::ZERO);
    for (player, times) in times.into_iter().enumerate() {
        let player = PlayerId::new(player);
        let Some((time, more)) = times else {
            let name = situation::player(game, player);
            let message =
                format!("{name} has no time; `--clock 5+3` is for all, `--clock {name}=5+3` for one");
            return Err(Failure::Usage(message));
        };
        clock = clock.with_remaining(player, time).with_increment(player, more);
    }
    Ok(Some(clock))
}

/// `5+3`: minutes, and seconds more for each turn.
fn time_and_more(text: &str) -> Result<(Duration, Duration), Failure> {
    let (time, more) = text.split_once('+').unwrap_or((text, "0"));
    let found = duration(time, 60.0).zip(duration(more, 1.0)).filter(|(time, _)| !time.is_zero());
    found.ok_or_else(|| {
        Failure::Usage(format!(
            "`{text}` is not a time for a clock: write minutes and seconds more for each turn, such as 5+3, or 300s, 1h, 2:30"
        ))
    })
}

/// A number with a unit, or of `unit` seconds each; or minutes and seconds with a colon between.
fn duration(text: &str, unit: f64) -> Option<Duration> {
    let number = |text: &str| {
        let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
        text.parse::<f64>().ok().filter(|n| plain && n.is_finite())
    };
    let seconds = match text.split_once(':') {
        Some((minutes, seconds)) => 60.0 * number(minutes)? + number(seconds).filter(|s| *s < 60.0)?,
        None => {
            let units = [("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
            let named = units.iter().find_map(|(name, unit)| Some(number(text.strip_suffix(name)?)? * unit));
            named.or_else(|| Some(number(text)? * unit))?
        }
    };
    (seconds <= 3600.0 * MOST_HOURS).then(|| Duration::from_secs_f64(seconds))
}

/// `4:57`, `1:00:00`, and with tenths where little is left: `0:09.4`.
pub(super) fn told(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    let seconds = tenths / 10;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, seconds) {
        (1.., _) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        (0, 20..) => format!("{minutes}:{:02}", seconds % 60),
        (0, _) => format!("{minutes}:{:02}.{}", seconds % 60, tenths % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_told() {
        let seconds = |text: &str| duration(text, 60.0).map(|time| time.as_secs_f64());
        assert_eq!(
            ["5", "300s", "1h", "2:30", "0.5", "5m"].map(seconds),
            [Some(300.0), Some(300.0), Some(3600.0), Some(150.0), Some(30.0), Some(300.0)]
        );
        assert_eq!(["", "x", "-1", "1:60", "inf", "1e9", "99999999", "5 "].map(seconds), [None; 8]);
        let shown = |seconds: f64| told(Duration::from_secs_f64(seconds));
        assert_eq!(
            [0.0, 9.44, 20.0, 297.9, 3600.0].map(shown),
            ["0:00.0", "0:09.4", "0:20", "4:57", "1:00:00"]
        );
    }
}
