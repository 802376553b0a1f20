//! The positions that games begin with.

use std::path::Path;

use tilegame_runtime::{Game, State};

use crate::exit::Failure;
use crate::files::{self, Limit};

/// Where games begin. The two games of a pair begin alike.
pub(super) enum Openings {
    /// After so many random moves.
    Random(u32),
    /// With the positions of a file, one after another.
    Given { name: String, positions: Vec<State> },
}

/// So often another opening is tried where one ends the game.
const TRIES: u64 = 100;

impl Openings {
    /// Reads a file of FENs, one a line. `path` is what the user calls it.
    pub(super) fn read(game: &Game, path: &Path, real: &Path) -> Result<Openings, Failure> {
        let text = files::text(real, Limit::LIST).map_err(|why| Failure::Message(why.about(path)))?;
        let mut positions = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = |why: String| Failure::Message(format!("{}:{}: {why}", path.display(), number + 1));
            let position = game.read_fen(line.trim()).map_err(|error| at(error.to_string()))?;
            if !position.has_moves() {
                return Err(at("in this position the game is over".to_owned()));
            }
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(Failure::Message(format!("{} holds no positions", path.display())));
        }
        Ok(Openings::Given { name: path.display().to_string(), positions })
    }

    pub(super) fn name(&self) -> String {
        match self {
            Openings::Random(plies) => format!("{plies} random plies"),
            Openings::Given { name, positions } => format!("{} positions of {name}", positions.len()),
        }
    }

    /// The position that the games of a pair begin with.
    pub(super) fn of_pair(&self, game: &Game, pair: u64, seed: u64) -> State {
        let plies = match self {
            Openings::Given { positions, .. } => {
                return positions[(pair % positions.len() as u64) as usize].clone();
            }
            Openings::Random(plies) => *plies,
        };
        let mut random =
            fastrand::Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(pair));
        for _ in 0..TRIES {
            let mut position = game.start();
            for _ in 0..plies {
                let Some(m) = random.choice(position.legal_moves()) else { break };
                position.make(m);
            }
            // The player who begins must be the same in all, or sides would not be exchanged; and not in the middle of a turn, of which
            // other programs have no positions.
            let start = game.start();
            let is_same = (position.to_move(), position.phase()) == (start.to_move(), start.phase());
            if is_same && position.has_moves() {
                return position;
            }
        }
        game.start()
    }
}
