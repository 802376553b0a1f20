//! Sorts requests into those that can be answered at once and those that a judge must answer.

use std::collections::HashMap;
use std::rc::Rc;

use serde::Serialize;
use tilegame_dsl::library;

use super::answer::{self, Kind, Wrong, json};
use super::input::Line;
use super::request::{self, Request, What};
use super::rules::{self, DIGITS, Hash, Wanted};
use crate::limits::{REFEREE_RULES, REFEREE_RULES_BYTES};

/// Rules that have exceeded the budget so often are refused.
const STRIKES: u8 = 3;

/// What comes of a line.
pub(super) enum Heard {
    /// Nothing: it is empty.
    Nothing,
    /// An answer.
    Answer(String),
    /// A judge must answer it.
    Ask(Ask),
    /// Rules are to be unlearned, and then it is answered.
    Forget(Hash, String),
}

/// A request about rules.
#[derive(Clone)]
pub(super) struct Ask {
    pub(super) hash: Hash,
    pub(super) line: Rc<[u8]>,
    /// It wants the rules to be loaded.
    pub(super) loads: bool,
}

/// The settings of this process, as `about` reports them.
#[derive(Serialize)]
pub(super) struct Setting {
    pub(super) workers: usize,
    pub(super) time_ms: Option<u64>,
    pub(super) memory_mb: Option<u64>,
    pub(super) line_bytes: u64,
}

/// Rules that are known.
struct Known {
    /// The line that loads them.
    load: Rc<[u8]>,
    is_of_library: bool,
    strikes: u8,
    /// Requests about them that are not answered yet.
    waiting: usize,
    /// Answers to be given when they have been forgotten.
    forgets: Vec<String>,
    /// Whether they could be loaded, as far as that is known.
    is_loaded: bool,
    /// When they were asked about last.
    used: u64,
}

/// All that is known of rules.
pub(super) struct Desk {
    setting: Setting,
    known: HashMap<Hash, Known>,
    /// The hashes of games that come with the program, by the names that were used.
    named: HashMap<String, Hash>,
    bytes: usize,
    now: u64,
}

/// So many names of games are known again at once.
const NAMED: usize = 2000;

impl Desk {
    pub(super) fn new(setting: Setting) -> Desk {
        Desk { setting, known: HashMap::new(), named: HashMap::new(), bytes: 0, now: 0 }
    }

    /// What is to be done with a line.
    pub(super) fn hear(&mut self, line: &Line) -> Heard {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => {
                let most = self.setting.line_bytes;
                let wrong =
                    Wrong::new(Kind::Json, format!("the line is too long; at most {most} bytes are read"));
                return Heard::Answer(answer::failed("null", &wrong));
            }
        };
        if line.trim_ascii().is_empty() {
            return Heard::Nothing;
        }
        let request = match request::read(line) {
            Ok(request) => request,
            Err((id, wrong)) => return Heard::Answer(answer::failed(id, &wrong)),
        };
        self.sort(&request, line).unwrap_or_else(|wrong| Heard::Answer(answer::failed(request.id, &wrong)))
    }

    fn sort(&mut self, request: &Request<'_>, line: &[u8]) -> Result<Heard, Wrong> {
        self.now += 1;
        let (hash, loads) = match request.what {
            What::About => return Ok(Heard::Answer(answer::fine(request.id, &self.about()))),
            What::Load => {
                let wanted = Wanted::read(request)?;
                let hash = wanted.hash();
                self.learn(&hash, line.into(), wanted.is_of_library());
                (hash, true)
            }
            _ => (self.named(&request.rules()?)?, false),
        };
        let now = self.now;
        let Some(known) = self.known.get_mut(&hash) else {
            let message = "no rules with this hash are loaded, or no longer; load them, perhaps again";
            return Err(Wrong::new(Kind::UnknownRules, message));
        };
        known.used = now;
        if request.what == What::Forget {
            let answer = answer::fine(request.id, &json(&Forgotten { rules: &hash }));
            if known.waiting > 0 {
                known.forgets.push(answer);
                return Ok(Heard::Nothing);
            }
            self.unlearn(&hash);
            return Ok(Heard::Forget(hash, answer));
        }
        if known.strikes >= STRIKES {
            return Err(refused(&hash));
        }
        known.waiting += 1;
        Ok(Heard::Ask(Ask { hash, line: line.into(), loads }))
    }

    /// The hash of rules that a request names, by it or by the name of a game that comes with the program.
    fn named(&mut self, name: &str) -> Result<Hash, Wrong> {
        if let Some(hash) = self.named.get(name) {
            let hash = Rc::clone(hash);
            if !self.known.contains_key(&hash) {
                self.learn_named(name)?;
            }
            return Ok(hash);
        }
        if name.len() == DIGITS && name.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Ok(name.into());
        }
        let hash = self.learn_named(name)?;
        if self.named.len() < NAMED {
            self.named.insert(name.to_owned(), Rc::clone(&hash));
        }
        Ok(hash)
    }

    fn learn_named(&mut self, name: &str) -> Result<Hash, Wrong> {
        let file = rules::called(name).ok_or_else(|| rules::unknown(name))?;
        let line = json(&LoadGame { what: "load", game: file });
        let hash = request::read(line.as_bytes())
            .map_err(|(_, wrong)| wrong)
            .and_then(|request| Ok(Wanted::read(&request)?.hash()))?;
        self.learn(&hash, line.as_bytes().into(), true);
        Ok(hash)
    }

    /// Remembers where rules come from; other rules are forgotten if there are too many.
    fn learn(&mut self, hash: &Hash, load: Rc<[u8]>, is_of_library: bool) {
        if self.known.contains_key(hash) {
            return;
        }
        self.bytes += load.len();
        while self.bytes > REFEREE_RULES_BYTES || self.known.len() >= REFEREE_RULES {
            let idle = self.known.iter().filter(|(_, known)| known.waiting == 0);
            let Some(oldest) = idle.min_by_key(|(_, known)| known.used).map(|(hash, _)| Rc::clone(hash))
            else {
                break;
            };
            self.unlearn(&oldest);
        }
        let known = Known {
            load,
            is_of_library,
            strikes: 0,
            waiting: 0,
            forgets: Vec::new(),
            is_loaded: is_of_library,
            used: self.now,
        };
        self.known.insert(Rc::clone(hash), known);
    }

    fn unlearn(&mut self, hash: &str) {
        self.bytes -= self.known.remove(hash).map_or(0, |known| known.load.len());
    }

    /// The line that loads rules.
    pub(super) fn loads(&self, hash: &str) -> Option<Rc<[u8]>> {
        self.known.get(hash).map(|known| Rc::clone(&known.load))
    }

    /// A request has been answered. What it says are answers to requests that were waiting for the last one, to which the rules have to be forgotten.
    pub(super) fn answered(&mut self, ask: &Ask, is_fine: bool) -> Vec<String> {
        let Some(known) = self.known.get_mut(&ask.hash) else { return Vec::new() };
        known.waiting = known.waiting.saturating_sub(1);
        if ask.loads && is_fine {
            known.is_loaded = true;
        }
        if known.waiting > 0 {
            return Vec::new();
        }
        let forgets = std::mem::take(&mut known.forgets);
        // Texts that are no rules need not be remembered; those that have exceeded the budget have to be.
        if !forgets.is_empty() || !known.is_loaded && known.strikes == 0 {
            self.unlearn(&ask.hash);
        }
        forgets
    }

    /// Rules have exceeded the budget.
    pub(super) fn strike(&mut self, hash: &str) {
        if let Some(known) = self.known.get_mut(hash).filter(|known| !known.is_of_library) {
            known.strikes += 1;
        }
    }

    /// Whether rules are not asked about any more.
    pub(super) fn refuses(&self, hash: &str) -> bool {
        self.known.get(hash).is_some_and(|known| known.strikes >= STRIKES)
    }

    fn about(&self) -> String {
        #[derive(Serialize)]
        struct About<'d> {
            version: &'static str,
            #[serde(flatten)]
            setting: &'d Setting,
            games: Vec<&'static str>,
        }
        json(&About {
            version: env!("CARGO_PKG_VERSION"),
            setting: &self.setting,
            games: library::GAMES.iter().map(|(name, _)| *name).collect(),
        })
    }
}

/// A line that loads a game that comes with the program.
#[derive(Serialize)]
struct LoadGame<'n> {
    #[serde(rename = "do")]
    what: &'static str,
    game: &'n str,
}

/// The answer when rules have been forgotten.
#[derive(Serialize)]
struct Forgotten<'h> {
    rules: &'h str,
}

/// The error about rules that are not asked about any more.
pub(super) fn refused(hash: &str) -> Wrong {
    let message = format!("these rules have exceeded the budget {STRIKES} times; `forget` them to try again");
    Wrong::new(Kind::Refused, message).about_rules(hash)
}

/// An answer about a line that has been sorted already.
pub(super) fn failed(line: &[u8], wrong: &Wrong) -> String {
    let id = match request::read(line) {
        Ok(request) => request.id,
        Err((id, _)) => id,
    };
    answer::failed(id, wrong)
}
