//! Positions: a start and the moves from there, and those that were asked about lately, so that a game is not played again for each of its moves.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hash as _, Hasher as _};

use tilegame_record::matches::{Match, MatchError};
use tilegame_runtime::Game;
use tilegame_runtime::explain::Explanation;
use tilegame_runtime::notation::receipt;

use super::answer::{Kind, Wrong};
use super::request::{Request, Text};
use tilegame_runtime::notation::shortened;

/// Where moves set out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Start {
    Usual,
    Fen(String),
    /// A setup by its name, or by its number.
    Setup(String),
}

impl Start {
    /// What a request says.
    pub(super) fn read(request: &Request<'_>) -> Result<Start, Wrong> {
        match (request.text("fen")?, request.text_or_number("setup")?) {
            (None, None) => Ok(Start::Usual),
            (Some(fen), None) => Ok(Start::Fen(fen.into_owned())),
            (None, Some(setup)) => Ok(Start::Setup(setup.into_owned())),
            (Some(_), Some(_)) => Err(Wrong::request("a position has a `fen` or a `setup`, and not both")),
        }
    }

    /// The match that begins there.
    fn begin(&self, game: &Game) -> Result<Match, Wrong> {
        let state = match self {
            Start::Usual => game.start(),
            Start::Fen(fen) => game
                .read_fen(fen)
                .map_err(|error| Wrong::new(Kind::Position, error.message).at(&error.range))?,
            Start::Setup(setup) => {
                let found = match setup.parse() {
                    Ok(number) => game.arrangement(number),
                    Err(_) => game.setup(setup),
                };
                let missing = || format!("the rules have no setup `{}`", shortened(setup));
                found.ok_or_else(|| Wrong::new(Kind::Position, missing()))?
            }
        };
        Ok(Match::from_state(state))
    }
}

/// Positions that were asked about lately.
#[derive(Default)]
pub(super) struct Positions {
    kept: HashMap<u64, Kept>,
    hashes: RandomState,
    /// About how many bytes they have together.
    weight: usize,
    /// How often something was asked.
    now: u64,
}

/// About so many bytes of positions are kept.
const MOST: usize = 64 << 20;

/// Of these, so many at least are left when there are too many.
const LEFT: usize = MOST / 2;

/// A position that was asked about.
struct Kept {
    /// The number of the rules.
    rules: u64,
    start: Start,
    moves: Vec<Box<str>>,
    played: Match,
    /// When it was asked for last.
    used: u64,
    weight: usize,
}

impl Kept {
    fn is(&self, rules: u64, start: &Start, moves: &[Text<'_>]) -> bool {
        self.rules == rules
            && self.start == *start
            && self.moves.len() == moves.len()
            && self.moves.iter().zip(moves).all(|(mine, other)| **mine == *other.0)
    }
}

impl Positions {
    /// The match after these moves.
    pub(super) fn after(
        &mut self,
        (rules, game): (u64, &Game),
        start: Start,
        moves: &[Text<'_>],
    ) -> Result<&mut Match, Wrong> {
        let keys = self.keys(rules, &start, moves);
        let is_kept = |made: &usize| {
            let kept = self.kept.get(&keys[*made]);
            kept.is_some_and(|kept| kept.is(rules, &start, &moves[..*made]))
        };
        let nearest = (0..=moves.len()).rev().find(is_kept);
        self.now += 1;
        let (used, whole) = (self.now, keys[moves.len()]);
        if nearest != Some(moves.len()) {
            let mut kept = match nearest.and_then(|made| self.kept.remove(&keys[made])) {
                Some(kept) => {
                    self.weight -= kept.weight;
                    kept
                }
                None => {
                    let played = start.begin(game)?;
                    Kept { rules, start, moves: Vec::new(), played, used, weight: 0 }
                }
            };
            let made = kept.moves.len();
            let failed = moves[made..].iter().enumerate().find_map(|(number, text)| {
                let wrong = play(&mut kept.played, &text.0).err();
                if wrong.is_none() {
                    kept.moves.push(text.0.as_ref().into());
                }
                wrong.map(|wrong| wrong.about_move(made + number, &shortened(&text.0)))
            });
            let key = keys[kept.moves.len()];
            self.keep(key, kept);
            if let Some(wrong) = failed {
                return Err(wrong);
            }
        }
        match self.kept.get_mut(&whole) {
            Some(kept) => {
                kept.used = used;
                Ok(&mut kept.played)
            }
            None => Err(Wrong::new(Kind::Crashed, "the position has been lost")),
        }
    }

    /// A key for the start and for the position after each move.
    fn keys(&self, rules: u64, start: &Start, moves: &[Text<'_>]) -> Vec<u64> {
        let mut hasher = self.hashes.build_hasher();
        (rules, start).hash(&mut hasher);
        let mut keys = Vec::with_capacity(moves.len() + 1);
        keys.push(hasher.finish());
        for text in moves {
            text.0.hash(&mut hasher);
            keys.push(hasher.clone().finish());
        }
        keys
    }

    /// Keeps a position, and forgets others that were not asked about for longest.
    fn keep(&mut self, key: u64, mut kept: Kept) {
        let states = kept.played.happened().len() + 1;
        let tiles = kept.played.game().rules().board.tiles.len();
        kept.weight = states * (1024 + 16 * tiles);
        self.weight += kept.weight;
        if self.weight > MOST {
            let mut all: Vec<(u64, u64)> = self.kept.iter().map(|(key, kept)| (kept.used, *key)).collect();
            all.sort_unstable();
            for (_, old) in all {
                if self.weight <= LEFT {
                    break;
                }
                self.weight -= self.kept.remove(&old).map_or(0, |kept| kept.weight);
            }
        }
        let weight = kept.weight;
        if let Some(before) = self.kept.insert(key, kept) {
            self.weight -= before.weight;
        }
        debug_assert!(self.weight >= weight, "what is kept is counted");
    }

    /// Forgets all positions of rules.
    pub(super) fn forget(&mut self, rules: u64) {
        self.kept.retain(|_, kept| kept.rules != rules);
        self.weight = self.kept.values().map(|kept| kept.weight).sum();
    }
}

/// Plays what a text says: a move, all the steps of a turn, or what comes from outside.
pub(super) fn play(played: &mut Match, text: &str) -> Result<(), Wrong> {
    if let Some(ending) = played.told() {
        return Err(Wrong::new(Kind::Move, format!("the match was over before: {ending}")));
    }
    if let Some(read) = receipt::read(played.game(), text) {
        let received = read
            .map_err(|error| error.to_string())
            .and_then(|receipt| played.receive(&receipt).map_err(|error| error.to_string()));
        return received.map(drop).map_err(|why| Wrong::new(Kind::Move, why));
    }
    let steps = match played.state().read_one(text) {
        Ok(m) => vec![m],
        Err(error) => played.state().read(text).map_err(|_| {
            let why = match played.state().explain(text) {
                Explanation::Illegal(illegal) => illegal.sentence,
                Explanation::Legal(_) => error.to_string(),
            };
            Wrong::new(Kind::Move, why)
        })?,
    };
    for (done, m) in steps.into_iter().enumerate() {
        if let Err(error) = played.play(m) {
            // Half a turn is none.
            (0..done).for_each(|_| _ = played.undo());
            let why = match error {
                MatchError::Over => "the match is over before the turn is".to_owned(),
                other => other.to_string(),
            };
            return Err(Wrong::new(Kind::Move, why));
        }
    }
    Ok(())
}
