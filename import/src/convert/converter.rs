//! A variant that becomes a game.

use std::collections::BTreeMap;
use std::ops::Range;

use tilegame_dsl::ast::{EndLine, Item, ItemKind, TurnLine};

use super::zones::Region;
use crate::draft::Noted;
use crate::ini::Section;
use crate::message::Message;
use crate::tiles::Tiles;
use crate::variant::Variant;

/// A variant that becomes a game, with all that has been said so far.
pub(super) struct Converter<'v> {
    pub(super) variant: &'v Variant,
    pub(super) section: &'v Section,
    /// Whether comments say which keys lines come from.
    pub(super) keys: bool,
    pub(super) messages: Vec<Message>,
    /// Keys that have no counterpart, with their values.
    pub(super) refused: Vec<String>,
    pub(super) regions: Vec<Region>,
    pub(super) names: BTreeMap<usize, String>,
    /// What stands on the board at the start, and in the hands.
    pub(super) placement: String,
    pub(super) hand: Option<String>,
    pub(super) fields: Vec<String>,
    /// Walls there, whether they are pieces or tiles that are missing.
    pub(super) walls_at_start: Tiles,
    /// Tests and paths with names.
    pub(super) definitions: Vec<Noted<Item>>,
    pub(super) counters: Vec<Noted<Item>>,
    pub(super) turn: Vec<Noted<TurnLine>>,
    pub(super) end: Vec<Noted<EndLine>>,
    pub(super) matches: Vec<Noted<EndLine>>,
    /// Chess is the parent.
    pub(super) of_chess: bool,
    /// Some piece tells left from right: then Black sees the board rotated, not reflected.
    pub(super) rotated: bool,
    /// No piece moves: then both see the board from the same side.
    pub(super) unseated: bool,
    /// What the rules call drops.
    pub(super) drop_labels: Vec<&'static str>,
    /// How castling decides the game.
    pub(super) castling_ends: Vec<Noted<EndLine>>,
}

impl<'v> Converter<'v> {
    pub(super) fn new(variant: &'v Variant, section: &'v Section, keys: bool) -> Converter<'v> {
        Converter {
            variant,
            section,
            keys,
            messages: Vec::new(),
            refused: Vec::new(),
            regions: Vec::new(),
            names: BTreeMap::new(),
            placement: String::new(),
            hand: None,
            fields: Vec::new(),
            walls_at_start: Tiles::new(),
            definitions: Vec::new(),
            counters: Vec::new(),
            turn: Vec::new(),
            end: Vec::new(),
            matches: Vec::new(),
            of_chess: false,
            rotated: false,
            unseated: false,
            drop_labels: Vec::new(),
            castling_ends: Vec::new(),
        }
    }

    pub(super) fn at(&self, key: &str) -> Range<usize> {
        self.variant.own.get(key).cloned().unwrap_or_else(|| self.section.at.clone())
    }

    /// Says that a key has no counterpart; a comment will stand for it.
    pub(super) fn refuse(&mut self, key: &str, why: &str) {
        self.messages.push(Message::error(self.at(key), format!("`{key}` cannot be imported: {why}")));
        self.refused.push(format!("not imported: {key} = {}", self.variant.word(key, "")));
    }

    pub(super) fn warn(&mut self, key: &str, why: &str) {
        self.messages.push(Message::warning(self.at(key), format!("`{key}`: {why}")));
    }

    /// With the keys that it comes from, if they are asked for.
    pub(super) fn noted<T>(&self, node: T, keys: &[&str]) -> Noted<T> {
        let found = self.section.entries.iter().filter(|e| self.keys && keys.contains(&e.key.as_str()));
        Noted { node, note: found.map(|e| format!("{} = {}", e.key, e.value.trim_end())).collect() }
    }

    /// Declares a counter; what it counts is said behind it.
    pub(super) fn count(&mut self, node: Item, what: &str) {
        self.counters.push(Noted { node, note: vec![what.to_owned()] });
    }

    pub(super) fn has_counter(&self, word: &str) -> bool {
        let is = |item: &Item| matches!(&item.kind, ItemKind::Counter { name, .. } if name.node == word);
        self.counters.iter().any(|counter| is(&counter.node))
    }
}
