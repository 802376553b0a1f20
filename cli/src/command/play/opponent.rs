//! Who plays for the players whom nobody plays by hand: the computer, or chance. And advice for those who play by hand.

use std::time::Duration;

use fastrand::Rng;
use tilegame_record::Match;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, State};
use tilegame_search::clock::{Budget, Time};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Score};
use tilegame_solve::tables::Table;

use crate::io::Io;
use crate::player::{Computer, Patience};

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
    computer: Option<Computer>,
    /// What the computer gets when it is made.
    table: Option<Table>,
}

impl Opponent {
    /// With a seed its moves are the same every time. With a table the computer's moves are the best ones where that knows the position.
    pub(super) fn new(seed: Option<u64>, table: Option<Table>) -> Opponent {
        Opponent { rng: seed.map_or_else(Rng::new, Rng::with_seed), computer: None, table }
    }

    /// Any of the legal moves.
    pub(super) fn any(&mut self, state: &State) -> Option<Move> {
        self.rng.choice(state.legal_moves())
    }

    /// A move of the computer's, and what it thinks of the position; none, if there is no move.
    pub(super) fn choose(&mut self, played: &Match, level: Level, io: &mut Io<'_>) -> Option<(Move, Score)> {
        let seed = self.rng.u64(..);
        let table = &mut self.table;
        let ready = || Computer::new(played.game()).with_table(table.take());
        let computer = self.computer.get_or_insert_with(ready);
        let budget = played.clock().map(|clock| {
            let left = clock.remaining(played.to_move());
            let wanted = Time { left, overhead: OVERHEAD, ..Time::default() }.budget().wanted;
            Budget { wanted, most: wanted }
        });
        let mut now = || io.now();
        let mut patience = Patience::new(&mut now, budget, None);
        computer.choose(played, (Some(level), &Limits::default()), seed, &mut patience)
    }

    /// Whether a player of chance takes a draw: gladly if it has lost more pieces since the start than the player who offers, and if it has lost
    /// as many when each has made some moves.
    pub(super) fn accepts_draw(state: &State, me: PlayerId, other: PlayerId, moves: usize) -> bool {
        const SOME: usize = 30;
        let start = state.game().start();
        let owned = |state: &State, player| {
            state.pieces().filter(|(_, piece)| piece.owner == Some(player)).count() as i64
        };
        let lost = |player| owned(&start, player) - owned(state, player);
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
