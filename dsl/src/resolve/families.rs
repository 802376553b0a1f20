//! The kinds that a declared piece becomes: one for every way to stand and every state, and one for everything that it may
//! carry.

use crate::diagnostic::errors::{meaning as errors, stacks};
use crate::ir::{KindId, Kinds, State};

use super::declarations::PieceDecl;
use super::family::Family;
use super::resolver::Resolver;

impl<'a> Resolver<'a> {
    /// Numbers the kinds of all declared pieces; says if there are too many.
    pub(crate) fn learn_families(&mut self, most: usize) {
        let game = self.game;
        let mut next = 0;
        for (_, entry) in game.pieces.iter() {
            let states = self.states_of_piece(&entry.node);
            let moods = 1 << states.len();
            let ways = self.ways_to_stand(&entry.node, next, moods);
            let fits = next <= most;
            let family = Family { first: KindId::new(next.min(most)), ways, states, loaded: Vec::new() };
            next += family.ways_to_stand() * moods;
            if fits && next > most {
                self.report.push(errors::too_many(
                    "pieces, counted in each of their facings and states",
                    most,
                    entry.span,
                ));
            }
            self.families.push(family);
        }
        self.kind_count = next.min(most);
        if next <= most {
            self.learn_stacks(most);
        }
        self.learn_states();
    }

    /// The states that a piece has lines for.
    fn states_of_piece(&mut self, decl: &PieceDecl<'a>) -> Vec<(usize, String)> {
        /// More make too many kinds.
        const MOST: usize = 7;
        let mut found: Vec<(usize, String)> = Vec::new();
        for (name, sign) in &decl.states {
            if found.len() == MOST {
                self.report.push(errors::too_many("states of one piece", MOST, name.span));
                break;
            }
            let entry = self.states.entry(name.node.clone());
            let index = entry.index();
            entry.or_insert_with(|| (name.span, Kinds::default()));
            if let Some(why) = unfit_sign(&sign.node) {
                self.report.push(stacks::bad_state(sign.span, why));
            } else if found.iter().any(|(_, other)| *other == sign.node) {
                self.report.push(stacks::bad_state(sign.span, "this sign is another state's"));
            } else {
                found.push((index, sign.node.clone()));
            }
        }
        found
    }

    /// Learns which kinds are in which states.
    fn learn_states(&mut self) {
        for family in &self.families {
            for (number, kind) in family.single().enumerate() {
                for (state, _) in family.states_of(number) {
                    let stacks = self.stacks.iter().enumerate().filter(|(_, stack)| stack.parts[0] == kind);
                    let loaded = stacks.map(|(i, _)| self.stack_kind(i));
                    let kinds: Vec<KindId> = std::iter::once(kind).chain(loaded).collect();
                    self.states[*state].1.0.extend(kinds);
                }
            }
        }
        self.states.values_mut().for_each(|(_, kinds)| kinds.0.sort());
    }

    /// What becomes of all kinds in each state.
    pub(crate) fn state_tables(&self) -> Vec<State> {
        let itself: Vec<KindId> = (0..self.kind_count).map(KindId::new).collect();
        let table = |state: usize, on: bool| {
            let mut table = itself.clone();
            for family in &self.families {
                let Some(bit) = family.states.iter().position(|(index, _)| *index == state) else { continue };
                for (number, kind) in family.single().enumerate() {
                    table[kind.index()] = family.switched(number, bit, on);
                }
            }
            // Of a stack it is the one who carries that changes.
            for (number, stack) in self.stacks.iter().enumerate() {
                let mut parts = stack.parts.clone();
                parts[0] = table[parts[0].index()];
                if let Some(changed) = self.stacks.iter().position(|other| other.parts == parts) {
                    table[self.stack_kind(number).index()] = self.stack_kind(changed);
                }
            }
            table
        };
        let names = self.states.keys().enumerate();
        names
            .map(|(s, name)| State { name: name.clone(), with: table(s, true), without: table(s, false) })
            .collect()
    }

    /// The name of a kind of a single piece: the states in which it is, the name, and how it stands.
    pub(crate) fn kind_name(&self, name: &str, family: &Family, number: usize) -> String {
        let states =
            family.states_of(number).map(|(index, _)| self.states.get_index(*index).map_or("", |s| s.0));
        let mut words: Vec<&str> = states.collect();
        words.push(name);
        let name = words.join(" ");
        match family.way_of(number) {
            Some(facing) => self.facing_name(&name, &facing),
            None => name,
        }
    }
}

/// Why a sign can't stand before a letter in a FEN.
fn unfit_sign(sign: &str) -> Option<&'static str> {
    if sign.is_empty() {
        return Some("empty");
    }
    let bad = sign.chars().any(|c| c.is_alphanumeric() || "/()[]-~*".contains(c) || c.is_whitespace());
    bad.then_some("letters, digits, spaces and / ( ) [ ] - ~ * have other meanings in a FEN")
}
