//! How a game ended, and what everybody gets.

use std::fmt;

use smallvec::SmallVec;
use tilegame_dsl::ir::{EndId, PlayerId, Share};

/// A game that is over by what its position shows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The ending that came about; its name is in the rules.
    pub end: EndId,
    /// What each player gets.
    pub scores: Scores,
}

impl Outcome {
    /// Who won; nobody in a draw.
    pub fn winner(&self) -> Option<PlayerId> {
        self.scores.winner()
    }
}

/// What each player gets of a point.
///
/// ```
/// use tilegame_runtime::ir::{PlayerId, Share};
/// use tilegame_runtime::outcome::Scores;
/// let scores = Scores::new([Share { part: 2, of: 8 }, Share { part: 3, of: 4 }]);
/// assert_eq!(scores.to_string(), "1/4-3/4");
/// assert_eq!(scores.winner(), None);
/// assert_eq!(Scores::to_one(3, PlayerId(1)).winner(), Some(PlayerId(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scores(SmallVec<[Share; 2]>);

const NOTHING: Share = Share { part: 0, of: 1 };
const ALL: Share = Share { part: 1, of: 1 };

impl Scores {
    /// A share for each player, in the order of their numbers.
    pub fn new(shares: impl IntoIterator<Item = Share>) -> Scores {
        Scores(shares.into_iter().map(lowest).collect())
    }

    /// All for one of so many players.
    pub fn to_one(players: usize, winner: PlayerId) -> Scores {
        Scores::new((0..players).map(|p| if p == winner.index() { ALL } else { NOTHING }))
    }

    /// The same for each of some of so many players, nothing for the others.
    pub fn shared(players: usize, among: &[PlayerId]) -> Scores {
        let share = Share { part: 1, of: among.len().max(1) as u32 };
        Scores::new((0..players).map(|p| if among.contains(&PlayerId::new(p)) { share } else { NOTHING }))
    }

    /// What a player gets.
    pub fn of(&self, player: PlayerId) -> Share {
        self.0.get(player.index()).copied().unwrap_or(NOTHING)
    }

    /// All shares, in the order of the players.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Share> + '_ {
        self.0.iter().copied()
    }

    /// Who gets the whole point; nobody if it is divided.
    pub fn winner(&self) -> Option<PlayerId> {
        let whole = self.0.iter().position(|s| *s == ALL)?;
        let others = self.0.iter().enumerate().filter(|(p, _)| *p != whole);
        others.map(|(_, s)| s).all(|s| *s == NOTHING).then(|| PlayerId::new(whole))
    }

    /// Whether everybody gets the same.
    pub fn is_even(&self) -> bool {
        self.0.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The places that the players have taken, from 1: by what they get, and of those who get the same, whoever stayed
    /// longer is before the others. `out` are those who are out, in the order in which [they went](crate::State::out).
    pub fn places(&self, out: &[PlayerId]) -> Vec<usize> {
        let stayed = |p: usize| out.iter().position(|gone| gone.index() == p).unwrap_or(out.len());
        let before = |a: usize, b: usize| {
            let (one, other) = (self.0[a], self.0[b]);
            let (one, other) =
                (u64::from(one.part) * u64::from(other.of), u64::from(other.part) * u64::from(one.of));
            one > other || one == other && stayed(a) > stayed(b)
        };
        let players = 0..self.0.len();
        players.clone().map(|p| 1 + players.clone().filter(|q| before(*q, p)).count()).collect()
    }
}

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, share) in self.0.iter().enumerate() {
            write!(f, "{}{share}", if i > 0 { "-" } else { "" })?;
        }
        Ok(())
    }
}

/// The share in lowest terms.
fn lowest(share: Share) -> Share {
    let (mut a, mut b) = (share.part, share.of);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    Share { part: share.part / a.max(1), of: share.of / a.max(1) }
}
