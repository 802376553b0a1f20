//! Pieces that carry others: every load that the `carry` lines allow makes a kind of its own.

use std::collections::HashMap;

use crate::ast::Name;
use crate::diagnostic::errors::{meaning as errors, stacks as messages};
use crate::ir::{Kind, KindId, Promotion, Stack};
use crate::source::Span;

use super::declarations::PieceDecl;
use super::family::StackOf;
use super::manners::Manners;
use super::pieces::Lowered;
use super::resolver::Resolver;
use super::sorts::Sort;

/// What may stand in one place of a piece that carries.
struct Place {
    /// Nothing, or one of these.
    kinds: Vec<KindId>,
}

/// More are looked at of no piece: so many ways to load it make too many kinds anyway.
const MOST_LOADS: usize = 1 << 16;

impl<'a> Resolver<'a> {
    /// Numbers the kinds of pieces that carry something; says if there are too many, or if it is not clear who carries.
    pub(super) fn learn_stacks(&mut self, most: usize) {
        let game = self.game;
        let singles = self.kind_count;
        let mut carried_by: HashMap<Vec<KindId>, usize> = HashMap::new();
        let mut too_many = false;
        for (index, (name, entry)) in game.pieces.iter().enumerate() {
            let Some((_, span)) = entry.node.places.first().copied() else { continue };
            let Some(places) = self.places(index, name, &entry.node) else { continue };
            let mut found: Vec<Vec<KindId>> = self.families[index].single().map(|kind| vec![kind]).collect();
            for place in &places {
                let longer = |parts: &Vec<KindId>| {
                    let with = place.kinds.iter().map(|kind| [&parts[..], &[*kind]].concat());
                    std::iter::once(parts.clone()).chain(with).collect::<Vec<_>>()
                };
                found = found.iter().flat_map(longer).take(MOST_LOADS).collect();
            }
            found.retain(|parts| parts.len() > 1);
            let mut unclear = false;
            for parts in found {
                let mut sorted = parts.clone();
                sorted.sort();
                match carried_by.get(&sorted) {
                    // Two places may take the same pieces the other way round.
                    Some(other) if *other == index => continue,
                    Some(other) => {
                        if !std::mem::replace(&mut unclear, true) {
                            let other = self.piece_name(*other);
                            self.report.push(messages::unclear_carrier(span, name, &other));
                        }
                        continue;
                    }
                    None => {}
                }
                if singles + self.stacks.len() == most {
                    if !std::mem::replace(&mut too_many, true) {
                        let what = "pieces, counted in each of their states and with each load";
                        self.report.push(errors::too_many(what, most, span));
                    }
                    break;
                }
                carried_by.insert(sorted, index);
                let kind = KindId::new(singles + self.stacks.len());
                self.families[index].loaded.push(kind);
                self.stacks.push(StackOf { carrier: index, parts });
            }
        }
        self.kind_count = singles + self.stacks.len();
    }

    fn piece_name(&self, index: usize) -> String {
        self.game.pieces.iter().nth(index).map_or(String::new(), |(name, _)| name.to_string())
    }

    /// The places of a piece that carries, each with the kinds that fit; `None` after an error.
    fn places(&mut self, index: usize, name: &str, decl: &PieceDecl<'a>) -> Option<Vec<Place>> {
        let span = decl.places.first()?.1;
        if !self.families[index].ways.is_empty() {
            self.report.push(messages::bad_load(span, name, "it has several orientations"));
            return None;
        }
        if decl.is_neutral() {
            self.report.push(messages::bad_load(span, name, "it is neutral"));
            return None;
        }
        let places: Vec<Option<Place>> = decl.places.iter().map(|(names, _)| self.place_for(names)).collect();
        places.into_iter().collect()
    }

    fn place_for(&mut self, names: &'a [Name]) -> Option<Place> {
        // All are looked at, so that all errors are found.
        let found: Vec<Option<usize>> = names.iter().map(|name| self.carried(name)).collect();
        for (number, name) in names.iter().enumerate() {
            let first = names[..number].iter().find(|first| first.node == name.node);
            if let Some(first) = first.filter(|_| found[number].is_some()) {
                self.report.push(messages::named_twice(name.span, first.span));
                return None;
            }
        }
        let pieces: Vec<usize> = found.into_iter().collect::<Option<_>>()?;
        Some(Place { kinds: pieces.into_iter().flat_map(|index| self.families[index].single()).collect() })
    }

    /// A piece that can be carried.
    fn carried(&mut self, name: &Name) -> Option<usize> {
        let (_, index) = self.find(&[Sort::Piece], name)?;
        let neutral = self.game.pieces.get(&name.node).is_some_and(|entry| entry.node.is_neutral());
        if neutral || !self.families[index].ways.is_empty() {
            let why = if neutral { "it is neutral" } else { "it has several orientations" };
            self.report.push(messages::bad_load(name.span, &name.node, why));
            return None;
        }
        Some(index)
    }

    /// The kind of a stack by its place in the list.
    pub(crate) fn stack_kind(&self, number: usize) -> KindId {
        KindId::new(self.kind_count - self.stacks.len() + number)
    }

    /// All kinds that carry something.
    pub(crate) fn loaded(&self) -> impl Iterator<Item = KindId> + use<'_> {
        (0..self.stacks.len()).map(|number| self.stack_kind(number))
    }

    /// The table of what stands together.
    pub(crate) fn stack_table(&self) -> Vec<Stack> {
        let stack = |(number, stack): (usize, &StackOf)| {
            let mut parts = stack.parts.clone();
            parts.sort();
            Stack { parts, kind: self.stack_kind(number) }
        };
        let mut table: Vec<Stack> = self.stacks.iter().enumerate().map(stack).collect();
        table.sort();
        table
    }

    /// The kinds of all stacks: each moves by the rules of the piece that carries.
    pub(crate) fn lower_stacks(&self, single: &[Lowered], declared: &mut [Manners]) -> Vec<Lowered> {
        let table = self.stack_table();
        let all = self.stacks.iter().enumerate();
        all.map(|(number, stack)| {
            let parts: Vec<&Kind> = stack.parts.iter().map(|part| &single[part.index()].kind).collect();
            let carrier = &single[stack.parts[0].index()];
            let id = self.stack_kind(number);
            let (rules, spans) = declared[stack.carrier].of(id);
            let players = carrier.kind.letters.len();
            let together = |text: &dyn Fn(&Kind) -> String| {
                format!("({})", parts.iter().map(|part| text(part)).collect::<String>())
            };
            let lines = carrier.kind.promotions.iter().zip(&carrier.promotions);
            let loaded = |(p, at): (&Promotion, &Span)| Some((loaded_promotion(p, stack, &table)?, *at));
            let (promotions, of_promotions) = lines.filter_map(loaded).unzip();
            let carries = &carrier.kind;
            let kind = Kind {
                name: stack_name(&parts),
                piece: carries.piece.clone(),
                parts: stack.parts.clone(),
                letter: together(&|part| part.letter.clone()),
                letters: (0..players).map(|p| together(&|part| part.letters[p].clone())).collect(),
                symbols: (0..players).map(|p| together(&|part| part.symbols[p].clone())).collect(),
                neutral: carries.neutral,
                shapes: carries.shapes.clone(),
                facing: carries.facing.clone(),
                attributes: carries.attributes.clone(),
                worth: parts.iter().map(|part| part.worth).sum(),
                rules,
                promotions,
                tracks_first: carries.tracks_first,
            };
            Lowered { kind, span: carrier.span, rules: spans, promotions: of_promotions }
        })
        .collect()
    }
}

/// A stack promotes as the one who carries, where it can carry the others then, too.
fn loaded_promotion(promotion: &Promotion, stack: &StackOf, table: &[Stack]) -> Option<Promotion> {
    let promoted = |to: &KindId| {
        let mut parts = stack.parts.clone();
        parts[0] = *to;
        parts.sort();
        table.iter().find(|stack| stack.parts == parts).map(|stack| stack.kind)
    };
    let to: Vec<KindId> = promotion.to.iter().filter_map(promoted).collect();
    (!to.is_empty()).then(|| Promotion { to, ..promotion.clone() })
}

/// "Navy with AirForce and heroic Tank".
fn stack_name(parts: &[&Kind]) -> String {
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    match names.as_slice() {
        [carrier, init @ .., last] if !init.is_empty() => {
            format!("{carrier} with {} and {last}", init.join(", "))
        }
        [carrier, rest @ ..] => format!("{carrier} with {}", rest.join("")),
        [] => String::new(),
    }
}
