//! Results as they are written.

use std::fmt;
use std::str::FromStr;

use tilegame_runtime::ir::{PlayerId, Share};
use tilegame_runtime::outcome::Scores;

/// The result of a game as one or nought for each of two players, or as what each of more players gets.
///
/// ```
/// use tilegame_record::Score;
/// assert_eq!("1-0".parse(), Ok(Score::FirstWins));
/// assert_eq!(Score::Draw.to_string(), "1/2-1/2");
/// assert_eq!("0-1/2-1/2".parse::<Score>()?.to_string(), "0-1/2-1/2");
/// # Ok::<(), tilegame_record::NotAScore>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Score {
    /// `1-0`
    FirstWins,
    /// `0-1`
    SecondWins,
    /// `1/2-1/2`
    Draw,
    /// `0-1-0`: what each of three or more players gets.
    Shares(Scores),
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Open,
}

impl Score {
    /// How such scores are written. Of two players who both get something, none has won.
    pub fn of(scores: &Scores) -> Score {
        match (scores.iter().len(), scores.winner()) {
            (3.., _) => Score::Shares(scores.clone()),
            (_, Some(PlayerId(0))) => Score::FirstWins,
            (_, Some(_)) => Score::SecondWins,
            (_, None) => Score::Draw,
        }
    }
}

/// A text that is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a result is 1-0, 0-1, 1/2-1/2, *, or a share for each of more players, such as 0-1-0")]
pub struct NotAScore;

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Score::FirstWins => "1-0",
            Score::SecondWins => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Open => "*",
            Score::Shares(scores) => return write!(f, "{scores}"),
        })
    }
}

impl FromStr for Score {
    type Err = NotAScore;

    fn from_str(text: &str) -> Result<Score, NotAScore> {
        match text {
            "1-0" => Ok(Score::FirstWins),
            "0-1" => Ok(Score::SecondWins),
            "1/2-1/2" | "½-½" | "1/2" => Ok(Score::Draw),
            "*" => Ok(Score::Open),
            _ => shares(text).map(Score::Shares).ok_or(NotAScore),
        }
    }
}

/// The shares of three or more players. Where nobody gets anything, it is no result: `0-0-0` is a move of chess.
fn shares(text: &str) -> Option<Scores> {
    let number = |n: &str| n.parse().ok().filter(|_| n.bytes().all(|b| b.is_ascii_digit()));
    let share = |text: &str| {
        let (part, of) = text.split_once('/').unwrap_or((text, "1"));
        let share = Share { part: number(part)?, of: number(of)? };
        (share.of > 0 && share.part <= share.of).then_some(share)
    };
    let all: Vec<Share> = text.split('-').map(share).collect::<Option<_>>()?;
    (all.len() > 2 && all.iter().any(|s| s.part > 0)).then(|| Scores::new(all))
}
