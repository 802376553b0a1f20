//! Which games can be solved, and what is left out of account.

use thiserror::Error;
use tilegame_runtime::ir::{Adjudication, EndResult, Manner, Quantity};
use tilegame_runtime::{Game, State};

/// Why a game can't be solved here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unsolvable {
    /// It has not two players.
    #[error("only games of two players can be solved, and this one has {0}")]
    Players(usize),
    /// Its board has no end.
    #[error("the board is a plane without end, and has no finite number of positions")]
    Plane,
    /// States are more than positions.
    #[error(
        "which moves are legal depends on the positions before: there are as many states as ways to play"
    )]
    Past,
    /// Something can come from outside.
    #[error("pieces or numbers can come from outside, which no player decides")]
    Receives,
}

/// Whether a game can be solved.
///
/// ```
/// use tilegame_runtime::Game;
/// assert!(tilegame_solve::fits(&Game::from_library("hexapawn")?).is_ok());
/// let error = tilegame_solve::fits(&Game::from_library("three-player")?).unwrap_err();
/// assert_eq!(error.to_string(), "only games of two players can be solved, and this one has 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it can't, with the reason.
pub fn fits(game: &Game) -> Result<(), Unsolvable> {
    let rules = game.rules();
    match () {
        () if rules.players.len() != 2 => Err(Unsolvable::Players(rules.players.len())),
        () if game.board().plane().is_some() => Err(Unsolvable::Plane),
        () if State::depends_on_past(&game.start()) => Err(Unsolvable::Past),
        () if !rules.turn.receive.is_empty() => Err(Unsolvable::Receives),
        () => Ok(()),
    }
}

/// The endings of a match that no position shows, and that are not looked at, by their names: claims, counted moves, and repetitions that do more than to
/// draw. What is won here is won without any of these, as long as no count of moves runs out: a win in the fewest plies never repeats a position. What
/// is drawn here may be decided by one of them. A repetition that is a draw needs no mention: who can't win can't win by going round, either.
///
/// ```
/// use tilegame_runtime::Game;
/// assert_eq!(tilegame_solve::left_out(&Game::from_library("dobutsu")?).count(), 0);
/// let chess = Game::from_library("chess")?;
/// let names: Vec<&str> = tilegame_solve::left_out(&chess).collect();
/// assert_eq!(names, ["dead_position", "seventy_five", "threefold", "fifty"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn left_out(game: &Game) -> impl Iterator<Item = &str> {
    let all = game.rules().adjudications.iter();
    all.filter(|ending| ending.manner != Manner::Time && !draws_by_repetition(ending))
        .map(|ending| ending.name.as_str())
}

fn draws_by_repetition(ending: &Adjudication) -> bool {
    use tilegame_runtime::ir::Test;
    let repeats = |quantity: &Quantity| *quantity == Quantity::Repeated;
    let is_plain = matches!(&ending.when, Test::Compare(..)) && ending.when.any_number(&repeats);
    is_plain && ending.result == EndResult::Draw && ending.manner == Manner::Rule
}
