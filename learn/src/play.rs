//! A game of the search against itself, and its form as a line of text.

use std::fmt;
use std::str::FromStr;

use fastrand::Rng;
use tilegame_record::Match;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Scores};
use tilegame_search::{Limits, Score, Search, Watch};

/// Games begin with so many random plies, at least, and fewer than the other number.
const RANDOM: (usize, usize) = (4, 11);

/// A game that is as uneven as this after them is not played.
const UNEVEN: i32 = 500;

/// A game whose value has been beyond this for so many plies is over.
const DECIDED: i32 = 2_500;
const DECIDED_FOR: usize = 6;

/// Games end after so many plies, and count as a draw.
const LONGEST: usize = 400;

/// A position comes again so often at most.
const OFTEN: u32 = 3;

/// What is written for a game that is won or lost in sight.
pub(crate) const PROVED: i32 = 30_000;

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The FEN in which it begins.
    pub start: String,
    /// Its moves as coordinates, each with what the search found it to be worth for the player who made it.
    pub moves: Vec<(String, i32)>,
    /// What the first player got, in half points.
    pub halves: u8,
}

/// Why a line is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAGame(pub(crate) String);

impl fmt::Display for NotAGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotAGame {}

/// The start, the half points and the moves with their worths, between tabs.
impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t", self.start, self.halves)?;
        let mut between = "";
        for (m, worth) in &self.moves {
            write!(f, "{between}{m}:{worth}")?;
            between = " ";
        }
        Ok(())
    }
}

impl FromStr for Played {
    type Err = NotAGame;

    fn from_str(line: &str) -> Result<Played, NotAGame> {
        let wrong = |what: &str| {
            NotAGame(format!("a game is a FEN, half points and moves with their worths; {what}"))
        };
        let mut parts = line.split('\t');
        let (Some(start), Some(halves), Some(moves), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong("this line has not two tabs"));
        };
        let halves = halves.parse().ok().filter(|halves| *halves <= 2);
        let moves = moves.split(' ').filter(|word| !word.is_empty()).map(|word| {
            let (m, worth) = word.rsplit_once(':')?;
            Some((m.to_owned(), worth.parse().ok()?))
        });
        Ok(Played {
            start: start.to_owned(),
            halves: halves.ok_or_else(|| wrong("the half points are 0, 1 or 2"))?,
            moves: moves.collect::<Option<_>>().ok_or_else(|| wrong("a move has no worth"))?,
        })
    }
}

/// Plays a game in which each side looks at so many positions a move; each seed gives another. None, if it was over or uneven before it began, or if who
/// watches has stopped it.
///
/// # Panics
/// If it is a game of one player.
pub fn play(search: &mut Search, nodes: u64, seed: u64, watch: &mut dyn Watch) -> Option<Played> {
    let game = search.game().clone();
    let mut random = Rng::with_seed(seed);
    search.forget();
    let mut played = opening(&game, &mut random)?;
    let start = played.state().fen();
    let (mut moves, mut decided) = (Vec::new(), 0);
    let mut result = None;
    while result.is_none() && played.ending().is_none() && moves.len() < LONGEST {
        let limits = Limits { depth: 24, ..Limits::to_nodes(nodes) };
        let thought = search.think(played.state(), &played.keys(), &limits, watch)?;
        if !watch.goes_on(thought.nodes) {
            return None;
        }
        let mover = played.to_move();
        let worth = match thought.score {
            Score::Worth(worth) => worth.clamp(-PROVED + 1, PROVED - 1),
            Score::Wins(_) => PROVED,
            Score::Loses(_) => -PROVED,
        };
        if moves.is_empty() && worth.abs() > UNEVEN {
            return None;
        }
        moves.push((played.state().uci(thought.best), worth));
        decided = if worth.abs() > DECIDED { decided + 1 } else { 0 };
        if worth.abs() == PROVED || decided >= DECIDED_FOR {
            result = Some(if (worth > 0) == (mover == PlayerId(0)) { 2 } else { 0 });
        }
        played.play(thought.best).ok()?;
        if played.ending().is_none() && played.repeated() >= OFTEN {
            result = Some(1);
        }
    }
    let halves = result.or_else(|| played.ending().map(|ending| halves(&ending.scores))).unwrap_or(1);
    Some(Played { start, moves, halves })
}

/// Plays the same opening twice, with the sides exchanged; what the first of the two got, in half points. None, if the opening ends the game, or if who
/// watches has stopped it.
pub fn play_pair(sides: &mut [Search; 2], nodes: u64, seed: u64, watch: &mut dyn Watch) -> Option<[u8; 2]> {
    let start = opening(sides[0].game(), &mut Rng::with_seed(seed))?;
    let mut found = [0; 2];
    for (first, found) in found.iter_mut().enumerate() {
        let mut played = start.clone();
        let mut plies = 0;
        sides.iter_mut().for_each(Search::forget);
        while played.ending().is_none() && plies < LONGEST && played.repeated() < OFTEN {
            let side = (played.to_move().index() + first) % 2;
            let thought =
                sides[side].think(played.state(), &played.keys(), &Limits::to_nodes(nodes), watch)?;
            if !watch.goes_on(thought.nodes) {
                return None;
            }
            played.play(thought.best).ok()?;
            plies += 1;
        }
        let halves = played.ending().map_or(1, |ending| halves(&ending.scores));
        *found = if first == 0 { halves } else { 2 - halves };
    }
    Some(found)
}

/// Some random moves from the start, or one of the starts; none, if they end the game.
fn opening(game: &Game, random: &mut Rng) -> Option<Match> {
    let start = match game.arrangements() {
        0 | 1 => game.start(),
        many => game.arrangement(random.u32(..many))?,
    };
    let mut played = Match::from_state(start);
    for _ in 0..random.usize(RANDOM.0..RANDOM.1) {
        played.play(random.choice(played.legal_moves())?).ok()?;
    }
    // A turn that has begun is finished.
    while played.ending().is_none() && played.state().phase().index() > 0 {
        played.play(random.choice(played.legal_moves())?).ok()?;
    }
    played.ending().is_none().then(|| Match::from_state(played.state().clone()))
}

fn halves(scores: &Scores) -> u8 {
    let share = scores.of(PlayerId(0));
    (2 * share.part / share.of.max(1)).min(2) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_written_and_read() {
        let game = Game::from_library("minishogi").expect("a game");
        let mut search = Search::with_net(&game, None);
        let played = (0..9).find_map(|seed| play(&mut search, 60, seed, &mut ())).expect("a game");
        assert_eq!(played.to_string().parse(), Ok(played.clone()));
        assert!(played.moves.len() > 3);
        for wrong in ["", "a\tb", "fen\t3\te2e4:1", "fen\t1\te2e4", "fen\t1\te2e4:x", "a\t1\t\t"] {
            assert!(wrong.parse::<Played>().is_err(), "{wrong}");
        }
    }
}
