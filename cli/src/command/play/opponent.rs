//! Who plays for the players whom nobody plays by hand: the computer, or chance. And advice for those who play by hand.

use std::time::Duration;

use fastrand::Rng;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::matches::{Match, What};
use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position};
use tilegame_search::clock::Time;
use tilegame_search::level::Level;
use tilegame_search::{Line, Score, Search, Watch};

use crate::check::opponent;
use crate::exit::Failure;
use crate::io::Io;

/// Who plays for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    /// Somebody who types.
    Person,
    /// Chance.
    Random,
    /// The computer, so strong.
    Computer(Level),
}

impl Seat {
    /// What is written of it where a game says who has played.
    pub(super) fn name(self) -> String {
        match self {
            Seat::Person => "Player".to_owned(),
            Seat::Random => "Random moves".to_owned(),
            Seat::Computer(level) => format!("TileGame, level {}", level.number()),
        }
    }
}

/// Somebody who need not type.
pub(super) struct Opponent {
    rng: Rng,
    /// Made when it is first needed.
    search: Option<Search>,
}

impl Opponent {
    /// With a seed its moves are the same every time.
    pub(super) fn new(seed: Option<u64>) -> Opponent {
        Opponent { rng: seed.map_or_else(Rng::new, Rng::with_seed), search: None }
    }

    /// Any of the moves.
    pub(super) fn any<'m>(&mut self, moves: &'m [Move]) -> Option<&'m Move> {
        self.rng.choice(moves)
    }

    /// A move of the computer's, and what it thinks of the position; none, if there is no move.
    pub(super) fn choose(
        &mut self,
        played: &Match,
        level: Level,
        io: &mut Io<'_>,
    ) -> Result<Option<(Move, Score)>, Failure> {
        let seed = self.rng.u64(..);
        let before = before(played);
        let search = self.search(played.game())?;
        let until = played.clock().map(|clock| {
            let left = clock.remaining(played.to_move());
            let time = Time { left, overhead: OVERHEAD, ..Time::default() };
            io.now() + time.budget().wanted
        });
        let mut patience = Patience { io, until };
        let position = played.position();
        let chosen = level.choose(search, (position, &before), seed, &mut patience);
        chosen.map_err(|why| Failure::Message(format!("the computer can't play from this position: {why}")))
    }

    /// Gets ready to play a game.
    pub(super) fn search(&mut self, game: &Game) -> Result<&mut Search, Failure> {
        if self.search.is_none() {
            let made = Search::new(game);
            self.search = Some(made.map_err(|why| Failure::Message(opponent::why_not(&why)))?);
        }
        Ok(self.search.as_mut().expect("it has just been made"))
    }

    /// Whether a player of chance takes a draw: gladly if it has lost more pieces since the start than the player who offers, and if it has lost
    /// as many when each has made some moves.
    pub(super) fn accepts_draw(
        game: &Game,
        position: &Position,
        me: PlayerId,
        other: PlayerId,
        moves: usize,
    ) -> bool {
        const SOME: usize = 30;
        let start = game.start_position();
        let lost = |player| start.owned(player).len() as i64 - position.owned(player).len() as i64;
        lost(me) > lost(other) || lost(me) == lost(other) && moves >= SOME
    }
}

/// The computer takes a draw if it is not better off than this.
pub(super) fn is_content_with_a_draw(score: Score) -> bool {
    match score {
        Score::Worth(worth) => worth < -50,
        Score::Loses(_) => true,
        Score::Wins(_) => false,
    }
}

/// What passes between a decision and the clock.
const OVERHEAD: Duration = Duration::from_millis(100);

/// The positions of a match before the last one.
fn before(played: &Match) -> Vec<Position> {
    let game = played.game();
    let mut position = played.start().clone();
    let mut before = Vec::new();
    for what in played.happened() {
        let What::Move(m) = what else { return Vec::new() };
        before.push(position.clone());
        game.play_unchecked(&mut position, m);
    }
    before
}

/// Thinks as long as the clock allows.
struct Patience<'p, 'io> {
    io: &'p mut Io<'io>,
    until: Option<Duration>,
}

impl Watch for Patience<'_, '_> {
    fn goes_on(&mut self, _: u64) -> bool {
        self.until.is_none_or(|until| self.io.now() < until)
    }

    fn sees(&mut self, _: &Line) -> bool {
        self.goes_on(0)
    }
}
