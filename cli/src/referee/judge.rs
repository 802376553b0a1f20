//! Who answers: the games that are loaded, and positions of theirs.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tilegame_runtime::Game;

use super::answer::{self, Kind, Wrong};
use super::listings::Listings;
use super::positions::{Positions, Start};
use super::questions::{self, Place};
use super::request::{self, Request, What};
use super::rules::{Hash, Wanted};

/// The games that are loaded, by the hashes of their rules.
pub(super) struct Judge {
    games: HashMap<Hash, Loaded>,
    positions: Positions,
    listings: Listings,
    /// How many games were loaded.
    count: u64,
    /// How long a request may take, as far as that is looked at here.
    time: Duration,
}

/// A game that is loaded.
struct Loaded {
    number: u64,
    game: Game,
    /// The fields of the answer to `load`.
    described: String,
}

/// What is answered.
pub(super) struct Reply {
    /// Whether what was asked could be answered.
    pub(super) is_fine: bool,
    /// A line of JSON.
    pub(super) line: String,
}

impl Judge {
    pub(super) fn new(time: Duration) -> Judge {
        Judge {
            games: HashMap::new(),
            positions: Positions::default(),
            listings: Listings::default(),
            count: 0,
            time,
        }
    }

    /// Whether rules are loaded.
    pub(super) fn knows(&self, hash: &str) -> bool {
        self.games.contains_key(hash)
    }

    /// Unloads rules.
    pub(super) fn forget(&mut self, hash: &str) {
        if let Some(loaded) = self.games.remove(hash) {
            self.positions.forget(loaded.number);
            self.listings = Listings::default();
        }
    }

    /// Answers a line about rules.
    pub(super) fn answer(&mut self, hash: &Hash, line: &[u8]) -> Reply {
        let request = match request::read(line) {
            Ok(request) => request,
            Err((id, wrong)) => return Reply { is_fine: false, line: answer::failed(id, &wrong) },
        };
        let answered = catch_unwind(AssertUnwindSafe(|| self.body(hash, &request)));
        let answered = answered.unwrap_or_else(|panic| {
            // What is half done may make no sense.
            self.positions = Positions::default();
            Err(Wrong::new(Kind::Crashed, format!("a mistake of this program: {}", told(&*panic))))
        });
        match answered {
            Ok(body) => Reply { is_fine: true, line: answer::fine(request.id, &body) },
            Err(wrong) => Reply { is_fine: false, line: answer::failed(request.id, &wrong) },
        }
    }

    fn body(&mut self, hash: &Hash, request: &Request<'_>) -> Result<String, Wrong> {
        if request.what == What::Load {
            if !self.knows(hash) {
                let (game, described) = Wanted::read(request)?.make(hash)?;
                self.count += 1;
                self.games.insert(hash.clone(), Loaded { number: self.count, game, described });
            }
            return self.games.get(hash).map(|loaded| loaded.described.clone()).ok_or_else(not_loaded);
        }
        let until = Instant::now() + self.time.mul_f64(0.8);
        let Loaded { number, game, .. } = self.games.get(hash).ok_or_else(not_loaded)?;
        let moves = request.moves()?;
        let start = Start::read(request)?;
        let written = request.text("notation")?.map(|name| questions::notation(game, &name)).transpose()?;
        let played = self.positions.after((*number, game), start, &moves)?;
        let place = Place { written: written.as_ref().unwrap_or(game), until };
        let body = questions::answer(request, &place, played, &mut self.listings)?;
        match game.has_left_out() {
            true => Err(Wrong::new(
                Kind::Limit,
                "a position of these rules has more moves than are tried: what is known of their positions is not complete",
            )),
            false => Ok(body),
        }
    }
}

fn not_loaded() -> Wrong {
    Wrong::new(Kind::UnknownRules, "these rules could not be loaded")
}

/// What a panic said.
fn told(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nothing is known of it")
}
