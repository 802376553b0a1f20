//! The kinds that a declared piece becomes: one for every way to stand and every state, and one for everything that it may
//! carry.

use crate::diagnostic::errors::{meaning as errors, stacks};
use crate::ir::{Facing, KindId, Kinds, State};

use super::layers::PieceDecl;
use super::resolver::Resolver;

/// The kinds of a declared piece.
#[derive(Clone, Default)]
pub(crate) struct Family {
    /// The first of them.
    pub(crate) first: KindId,
    /// How it can stand; empty for a piece that is the same from all sides.
    pub(crate) ways: Vec<Facing>,
    /// The signs of the states in which it can be, with their places in the list of all states.
    pub(crate) states: Vec<(usize, String)>,
    /// Its kinds that carry something.
    pub(crate) loaded: Vec<KindId>,
}

/// Pieces that stand on one tile together.
#[derive(Clone)]
pub(crate) struct StackOf {
    /// The declared piece that carries, by its place.
    pub(crate) carrier: usize,
    /// The one who carries, and then the others in the order of their places.
    pub(crate) parts: Vec<KindId>,
}

impl Family {
    /// In how many ways it can stand, states apart.
    fn ways_to_stand(&self) -> usize {
        self.ways.len().max(1)
    }

    /// How many combinations of states there are.
    fn moods(&self) -> usize {
        1 << self.states.len()
    }

    /// The kinds of such a piece alone: for each way to stand, all combinations of states.
    pub(crate) fn single(&self) -> impl Iterator<Item = KindId> + use<> {
        let first = self.first.index();
        (first..first + self.ways_to_stand() * self.moods()).map(KindId::new)
    }

    /// All its kinds, in order.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = KindId> + use<'_> {
        self.single().chain(self.loaded.iter().copied())
    }

    /// The kinds of such a piece that is new: alone and in no state.
    pub(crate) fn fresh(&self) -> impl Iterator<Item = KindId> + use<> {
        self.single().step_by(self.moods())
    }

    /// How one of the single kinds stands.
    pub(crate) fn way_of(&self, number: usize) -> Option<Facing> {
        let (way, mood) = (number / self.moods(), number % self.moods());
        let in_this_mood = |kind: &Option<KindId>| kind.map(|k| KindId::new(k.index() + mood));
        let facing = self.ways.get(way)?;
        Some(Facing { turned: facing.turned.iter().map(in_this_mood).collect(), ..facing.clone() })
    }

    /// The states in which each of the single kinds is.
    pub(crate) fn states_of(&self, number: usize) -> impl Iterator<Item = &(usize, String)> {
        let mood = number % self.moods();
        self.states.iter().enumerate().filter(move |(bit, _)| mood >> bit & 1 == 1).map(|(_, state)| state)
    }

    /// The kind that one of the single kinds becomes as a state is on or off, by its place in the list of all states; nothing, if it
    /// is so already.
    pub(crate) fn in_state(&self, number: usize, state: usize, on: bool) -> Option<KindId> {
        let bit = self.states.iter().position(|(index, _)| *index == state)?;
        let kind = self.switched(number, bit, on);
        (kind.index() != self.first.index() + number).then_some(kind)
    }

    /// The kind that one of the single kinds is once a state is on or off.
    fn switched(&self, number: usize, bit: usize, on: bool) -> KindId {
        let mask = 1 << bit;
        KindId::new(self.first.index() + if on { number | mask } else { number & !mask })
    }
}

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
