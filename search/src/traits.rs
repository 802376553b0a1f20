//! What a search may rely on in a game, found once in its rules and in a few random games.

use std::fmt;

use tilegame_runtime::ir::{Action, Adjudication, EndResult, Quantity, Rules, Test, Tile};
use tilegame_runtime::{Game, Move, MoveList, State};

use crate::Values;
use crate::random::Random;
use crate::values::needs_stuck;
use crate::view::{View, bit, tiles};

/// Random games that are looked at, and how long each is.
const GAMES: u64 = 4;
const PLIES: usize = 70;

/// No smaller board is too large to be looked through, and where there are fewer moves, to look far ahead says more than random games.
const LARGE: usize = 25;
const CHOICE: usize = 16;

/// How captures go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captures {
    /// None was seen.
    None,
    /// A piece goes to where another stands, which is gone, and nothing else happens.
    Plain,
    /// Other things happen, too: explosions, shots, flips.
    Other,
}

/// How good moves are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta, by what positions are worth.
    AlphaBeta,
    /// Monte-Carlo tree search, by random games.
    MonteCarlo,
}

/// What a search may rely on in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// How good moves are looked for.
    pub method: Method,
    /// How many play.
    pub players: usize,
    /// There is a word for check, so there are pieces that must not be left attacked.
    pub checks: bool,
    /// Pieces are a burden: a player with nothing left to move wins.
    pub burdens: bool,
    /// Some moves go before others, such as captures.
    pub forced: bool,
    /// Pieces are held in hand.
    pub hands: bool,
    /// A turn can have several steps.
    pub steps: bool,
    /// A position that comes again is a draw, sooner or later.
    pub repetition: bool,
    /// Who gives check with every move until a position comes again loses.
    pub perpetual: bool,
    /// Some move ends the game although the other player could go on: a goal is reached, or the last piece of a kind is gone.
    pub goals: bool,
    /// What captures do.
    pub captures: Captures,
    /// It is known what pieces attack, so that mobility, threats and safety are judged.
    pub attacks: bool,
    /// Null moves: it is never better to do nothing.
    pub null_move: bool,
    /// Exchanges on a tile can be counted without making moves.
    pub exchange: bool,
    /// Nobody need capture, and what stands on the board is good: a position is worth what it shows, or more.
    pub stands: bool,
}

impl Traits {
    /// Finds them.
    pub(crate) fn of(game: &Game, values: &Values) -> Traits {
        let rules = game.rules();
        let players = rules.players.len();
        let (checks, burdens) = (rules.notation.check.is_some(), values.is_misere());
        let forced = !rules.turn.prefer.is_empty();
        let goes_on = |action: &Action| matches!(action, Action::Again { .. });
        let steps = rules.turn.phases.len() > 1
            || rules.turn.after.iter().any(|line| line.actions.iter().any(goes_on));
        let attacks = values.attacks().is_some();
        // Where moves are compared with each other, to list them takes long.
        let plies = if forced { PLIES / 7 } else { PLIES };
        let captures = if attacks { captures(game, plies) } else { Captures::Other };
        Traits {
            // A net sees what pieces do not show.
            method: if values.net().is_none()
                && players == 2
                && !checks
                && game.board().len() >= LARGE
                && fills_up(game)
            {
                Method::MonteCarlo
            } else {
                Method::AlphaBeta
            },
            players,
            checks,
            burdens,
            forced,
            hands: rules.turn.hands,
            steps,
            repetition: rules.adjudications.iter().any(draws_by_repetition),
            perpetual: players == 2 && !steps && loses_by_check(rules),
            goals: rules.ends.iter().any(|end| !needs_stuck(&end.when)),
            captures,
            attacks,
            null_move: players == 2 && checks && !forced && !burdens,
            exchange: attacks && captures == Captures::Plain && !burdens && !steps,
            stands: !burdens,
        }
    }
}

/// Whether random games say more about who will win than pieces do. So it is between two players where nobody can be in check, on a board that is not tiny, if
/// pieces only come, and never go anywhere; or if with every turn the board becomes fuller, or emptier, and there is much to choose from: then the last to
/// move wins, or who owns most.
fn fills_up(game: &Game) -> bool {
    let (mut random, mut moves) = (Random(0xF00D), MoveList::new());
    let (mut only_comes, mut fuller, mut emptier) = (true, true, true);
    let (mut listed, mut plies) = (0, 0);
    for _ in 0..GAMES {
        let mut state = game.start();
        let count = |state: &State| {
            let mut count = 0;
            state.each_piece(&mut |_, _| count += 1);
            count
        };
        let mut before = count(&state);
        for _ in 0..PLIES {
            state.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            (listed, plies) = (listed + moves.len(), plies + 1);
            only_comes &= moves.iter().all(|m| m.from().is_none());
            let m = moves[random.below(moves.len() as u64) as usize];
            let is_done = state.ends_turn(m);
            state.make(m);
            if is_done {
                let now = count(&state);
                (fuller, emptier) = (fuller && now > before, emptier && now < before);
                before = now;
            }
            if !only_comes && !fuller && !emptier {
                return false;
            }
        }
    }
    only_comes || listed / plies.max(1) >= CHOICE
}

/// A table, one trait a line.
impl fmt::Display for Traits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let captures = match self.captures {
            Captures::None => "none",
            Captures::Plain => "plain",
            Captures::Other => "with more",
        };
        let method = match self.method {
            Method::AlphaBeta => "alpha-beta",
            Method::MonteCarlo => "Monte-Carlo",
        };
        let yes = |is: bool| if is { "yes" } else { "no" };
        writeln!(f, "players            {}", self.players)?;
        let rows = [
            ("search", method),
            ("check", yes(self.checks)),
            ("misère", yes(self.burdens)),
            ("forced moves", yes(self.forced)),
            ("hands", yes(self.hands)),
            ("several steps", yes(self.steps)),
            ("repetition draws", yes(self.repetition)),
            ("perpetual check", yes(self.perpetual)),
            ("goals", yes(self.goals)),
            ("captures", captures),
            ("attack tables", yes(self.attacks)),
            ("null move", yes(self.null_move)),
            ("exchange", yes(self.exchange)),
            ("stand pat", yes(self.stands)),
        ];
        rows.iter().try_for_each(|(name, value)| writeln!(f, "{name:<18} {value}"))
    }
}

/// Whether a match ends in a draw when a position comes again.
pub(crate) fn draws_by_repetition(ending: &Adjudication) -> bool {
    ending.result == EndResult::Draw && ending.when.any(&is_repeated)
}

/// Whether a player wins when a position comes again, having been in check ever since it was there before.
fn loses_by_check(rules: &Rules) -> bool {
    let Some((_, check)) = &rules.notation.check else { return false };
    let is_check = |test: &Test| test == check;
    let is_ever_since = |test: &Test| matches!(test, Test::Always(test) if test.any(&is_check));
    let wins = |ending: &&Adjudication| ending.result == EndResult::Win;
    let mut won = rules.adjudications.iter().filter(wins).map(|ending| &ending.when);
    won.any(|when| when.any(&is_repeated) && when.any(&is_ever_since))
}

fn is_repeated(test: &Test) -> bool {
    match test {
        Test::Compare(left, _, right) => [left, right].iter().any(|side| **side == Quantity::Repeated),
        _ => false,
    }
}

/// What captures do in some random games.
fn captures(game: &Game, plies: usize) -> Captures {
    let mut random = Random(0x5EED);
    let (mut moves, mut found) = (MoveList::new(), Captures::None);
    let (mut before, mut after) = (View::default(), View::default());
    for _ in 0..GAMES {
        let mut state = game.start();
        for _ in 0..plies {
            state.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            before.look(&state);
            for m in moves.iter().filter(|m| state.is_capture(**m)) {
                let next = state.after(*m);
                after.look(&next);
                if !is_plain(&state, *m, &before, &after) {
                    return Captures::Other;
                }
                found = Captures::Plain;
            }
            let m = moves[random.below(moves.len() as u64) as usize];
            state.make(m);
        }
    }
    found
}

/// Whether nothing has changed but the tiles that a capture sets out from, leads to and takes something on.
fn is_plain(state: &State, m: Move, before: &View, after: &View) -> bool {
    let Some(from) = m.from() else { return false };
    if !m.is_plain() {
        // Those in passing take beside where they lead.
        return before.occupied.count_ones() == after.occupied.count_ones() + 1 && state.origin(m).is_some();
    }
    let touched = bit(from.index()) | bit(m.to().index());
    let me = state.to_move().index() & 1;
    let is_same = |tile: usize| {
        let tile = Tile::new(tile);
        before.piece(tile) == after.piece(tile)
    };
    after.occupied == before.occupied & !bit(from.index())
        && after.owned[me] & bit(m.to().index()) != 0
        && tiles(before.occupied & !touched).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_are_found() {
        let of = |name: &str| {
            let game = Game::from_library(name).expect("a game");
            Traits::of(&game, &Values::of(&game, None))
        };
        let chess = of("chess");
        assert!(chess.checks && chess.null_move && chess.exchange && chess.attacks && !chess.forced);
        assert_eq!((chess.players, chess.captures), (2, Captures::Plain));
        let atomic = of("atomic");
        assert!(!atomic.exchange && atomic.captures == Captures::Other);
        let antichess = of("antichess");
        assert!(antichess.burdens && antichess.forced && !antichess.null_move && !antichess.exchange);
        assert!(of("crazyhouse").hands && !of("four-player").attacks);
        assert!(chess.to_string().contains("captures           plain\n"));
    }
}
