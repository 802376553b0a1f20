//! Lines with move-IDs: their rules, and what is wrong with them in a game.

use std::collections::HashMap;
use std::ops::Range;

use crate::ast::{CastlingLine, Name, Text, Tiles};
use crate::diagnostic::errors::{actions, meaning, moveid as errors, stacks};
use crate::ir::{
    Board, CounterId, DirId, Effect, KindId, Kinds, LabelId, MarkId, Mode, MoveRule, Path, PhaseId, Player,
    PlayerId, RegionId, StateId, Test, Watch,
};
use crate::moveid::MoveId;
use crate::moveid::extended::{Ending, Name as NameInId};
use crate::moveid::lower::{GameCheck, Why, Words, lower};
use crate::moveid::places::Places;
use crate::source::{Span, Spanned};

use super::resolver::Resolver;
use super::site::Site;
use super::sorts::Sort;

/// An `id` line.
pub(crate) struct IdLine<'a> {
    pub(crate) id: &'a Text,
    pub(crate) label: Option<&'a Name>,
    pub(crate) tiles: &'a [(String, Tiles)],
    pub(crate) span: Span,
}

/// What the extension of an ID says instead of `c` and `m`.
pub(crate) fn ending(id: &Text) -> Option<Ending> {
    id.node.parse::<MoveId>().ok()?.extension.ending
}

impl<'a> Resolver<'a> {
    /// The rules of an `id` line. `threatens`: the piece has other rules that say what it attacks.
    pub(crate) fn id_rules(&mut self, line: IdLine<'a>, movers: &Kinds, threatens: bool) -> Vec<MoveRule> {
        let IdLine { id: text, label, tiles, span } = line;
        let (id, places) = match MoveId::read(&text.node) {
            Ok(read) => read,
            Err(error) => {
                let end = text.node[error.at..].chars().next().map_or(1, char::len_utf8);
                self.report.push(errors::not_an_id(&error, inside(text, error.at..error.at + end)));
                return Vec::new();
            }
        };
        for remark in id.remarks() {
            let at = inside(text, places.of(remark.place));
            self.report.push(errors::odd_id(remark.odd.sentence(), at));
        }
        if id.is_dead() {
            return Vec::new();
        }
        let label = label.and_then(|l| self.labels.get_index_of(&l.node)).map(LabelId::new);
        let regions = tiles.iter().map(|(name, tiles)| (name.as_str(), self.region_of(tiles))).collect();
        let mut words = InGame { resolver: self, text, places: &places, regions };
        let mut rules = match lower(&mut words, &id, movers) {
            Ok(rules) => rules,
            Err(misfit) => {
                let at = inside(text, places.of(misfit.place));
                match misfit.why {
                    Why::Letter(letter) => {
                        let pieces = self.game.pieces.iter();
                        let letters = pieces.flat_map(|(_, e)| &e.node.letters).map(|t| t.node.clone());
                        self.report.push(errors::no_such_letter(letter, at, &letters.collect::<Vec<_>>()));
                    }
                    Why::Senseless(why) => self.report.push(errors::senseless(&why, at)),
                    Why::Name(_) => {}
                }
                return Vec::new();
            }
        };
        if id.extension.ending == Some(Ending::Zone) && label.is_none() {
            self.report.push(actions::nameless_zone(text.span));
            return Vec::new();
        }
        let before = self.report.has_errors();
        for rule in &mut rules {
            self.check_id_rule(rule, threatens, text.span);
            rule.label = label;
            rule.text = self.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if !before && self.report.has_errors() { Vec::new() } else { rules }
    }

    /// Says what a rule asks for that it can't ask for.
    fn check_id_rule(&mut self, rule: &MoveRule, threatens: bool, span: Span) {
        let mut asked: Vec<&Test> = Vec::new();
        rule.guard.each_part(&mut |part| asked.push(part));
        rule.path.each_check(&mut |test| test.each_part(&mut |part| asked.push(part)));
        let attacks =
            asked.iter().any(|t| matches!(t, Test::Attacked | Test::AttackedBy(_) | Test::Attacks(_)));
        let zones = asked.iter().any(|t| matches!(t, Test::Under { .. }));
        let takes = matches!(rule.mode, Mode::Capture | Mode::Move) || rule.path.any_effect(&Effect::takes);
        let decides = rule.mode == Mode::Threat || takes && !threatens && !rule.castles;
        match rule.mode {
            Mode::Cover if attacks => self.report.push(actions::zone_circle("attacked", span)),
            Mode::Cover if zones => self.report.push(actions::zone_circle("under", span)),
            _ if attacks && decides => self.report.push(meaning::attack_circle(span)),
            _ => {}
        }
        if asked.iter().any(|test| matches!(test, Test::Begun | Test::Acted)) {
            self.begun.get_or_insert(span);
        }
        if !rule.mode.moves() && rule.path.acts() {
            self.report.push(errors::senseless("what threatens or covers has no effects", span));
        }
        if self.stacks.is_empty() && rule.path.any_effect(&|effect| *effect == Effect::Unite) {
            self.report.push(stacks::no_stacks("merge", span));
        }
        let mut impossible = false;
        let mut ask = |test: &Test| impossible |= !self.case().possible_anywhere(test);
        ask(&rule.guard);
        rule.path.each_check(&mut ask);
        if impossible {
            self.report.push(errors::senseless("a condition on a tile can never be true", span));
        } else if !(0..self.players.len()).any(|p| self.leads_somewhere(&rule.path, &rule.guard, p)) {
            // A rule may be for some players only.
            self.must_lead_somewhere(&rule.path, &rule.guard, span);
        }
    }

    /// The game's own check.
    fn game_check(&mut self) -> Option<GameCheck> {
        let game = self.game;
        // What is wrong with these tests is said where they stand.
        let report = std::mem::take(&mut self.report);
        let begun = self.begun;
        let declared = game.notation.check.as_ref();
        let declared = declared.and_then(|entry| self.test(entry.node.1, Site::position("`check`")));
        let legal = game.legal.as_ref().and_then(|entry| self.test(entry.node, Site::legal()));
        self.report = report;
        self.begun = begun;
        GameCheck::of(declared.as_ref(), legal.as_ref(), self.kind_count)
    }

    /// Ties the sides of the castling clause that name a rule of this piece to it: what they ask of the past is the right
    /// to castle.
    pub(crate) fn tie(&mut self, kind: &str, rules: &mut [(MoveRule, Span)]) {
        let Some(castling) = &self.game.castling else { return };
        if castling.node.pair.0.node != kind {
            return;
        }
        for line in castling.node.lines.iter().copied() {
            let CastlingLine::Side { direction: name, goes: None, .. } = line else { continue };
            let Some(label) = self.labels.get_index_of(&name.node).map(LabelId::new) else { continue };
            let rules = rules.iter_mut().map(|(rule, _)| rule);
            let mut tied: Vec<&mut MoveRule> = rules.filter(|r| r.label == Some(label)).collect();
            let [rule] = tied.as_mut_slice() else {
                let why = match tied.len() {
                    0 => format!("no rule of `{kind}` has this label"),
                    n => format!(
                        "{n} rules of `{kind}` have this label: give each its own, and a side for each"
                    ),
                };
                self.report.push(errors::unfit_side(name.span, &why));
                continue;
            };
            let unmoved = replace_first(&mut rule.guard);
            match shifted(&mut rule.path, &self.board) {
                Some((partner, true)) if unmoved && rule.mode == Mode::Quiet => {
                    self.ties.insert(label, partner);
                }
                found => {
                    let why = match found {
                        None => "its rule does not let exactly one other piece move: one `{shift …}`",
                        Some((_, false)) => {
                            "its rule does not ask the other piece to be unmoved: `[… first]`"
                        }
                        Some(_) if !unmoved => "its rule does not ask for an unmoved piece: `if first`",
                        Some(_) => "its rule may capture: it begins with `quiet`",
                    };
                    self.report.push(errors::unfit_side(name.span, why));
                }
            }
        }
    }
}

/// A game that is being compiled, and the line whose ID asks for it.
struct InGame<'r, 'a> {
    resolver: &'r mut Resolver<'a>,
    text: &'a Text,
    places: &'r Places,
    /// The sets of tiles in the ID; none after an error.
    regions: HashMap<&'a str, Option<RegionId>>,
}

impl InGame<'_, '_> {
    /// A name as the language has it, with its place in the ID.
    fn placed(&self, name: &NameInId) -> Name {
        let wanted = name.as_str();
        let of = |at: Range<usize>| {
            let names = &self.text.node[at.start + 1..at.end - 1];
            let mut start = at.start + 1;
            names.split(',').find_map(|one| {
                let from = start;
                start += one.len() + 1;
                (one.trim_start_matches('=') == wanted.trim_start_matches('='))
                    .then_some(from..from + one.len())
            })
        };
        let whole = |at: Range<usize>| self.text.node[at.start + 1..at.end - 1] == *wanted;
        let found = self
            .places
            .names()
            .find_map(|at| if whole(at.clone()) { Some(at.start + 1..at.end - 1) } else { of(at) });
        Spanned::new(wanted.to_owned(), inside(self.text, found.unwrap_or(0..self.text.node.len())))
    }

    fn find(&mut self, wanted: &[Sort], name: &NameInId) -> Option<(Sort, usize)> {
        let name = self.placed(name);
        self.resolver.find(wanted, &name)
    }

    fn index(&mut self, wanted: Sort, name: &NameInId) -> Option<usize> {
        self.find(&[wanted], name).map(|(_, index)| index)
    }
}

impl Words for InGame<'_, '_> {
    fn board(&self) -> &Board {
        &self.resolver.board
    }

    fn players(&self) -> &[Player] {
        &self.resolver.players
    }

    fn lettered(&self, letter: char) -> Kinds {
        let same = |text: &str| {
            let mut chars = text.chars();
            let only = chars.next().filter(|_| chars.next().is_none());
            only.is_some_and(|c| c == letter || c.to_uppercase().eq(letter.to_uppercase()))
        };
        let pieces = self.resolver.game.pieces.iter().enumerate();
        let named = pieces.filter(|(_, (_, entry))| entry.node.letters.iter().any(|t| same(&t.node)));
        let mut kinds: Vec<KindId> = named.flat_map(|(i, _)| self.resolver.families[i].kinds()).collect();
        kinds.sort();
        Kinds(kinds)
    }

    fn kind_count(&self) -> usize {
        self.resolver.kind_count
    }

    fn kinds(&mut self, name: &NameInId) -> Option<Kinds> {
        if let Some(exact) = name.as_str().strip_prefix('=') {
            return self.kind(&NameInId::new(exact)?).map(|kind| Kinds(vec![kind]));
        }
        if name.as_str() == crate::moveid::extended::LOADED {
            return Some(Kinds(self.resolver.loaded().collect()));
        }
        let (sort, index) = self.find(&[Sort::Piece, Sort::Attribute, Sort::State], name)?;
        Some(match sort {
            Sort::Piece => Kinds(self.resolver.families[index].kinds().collect()),
            Sort::Attribute => self.resolver.attributes[index].1.clone(),
            _ => self.resolver.states[index].1.clone(),
        })
    }

    fn kind(&mut self, name: &NameInId) -> Option<KindId> {
        let game = self.resolver.game;
        for (index, (piece, _)) in game.pieces.iter().enumerate() {
            let family = &self.resolver.families[index];
            let mut kinds = family.single().enumerate();
            let same = |number: usize| self.resolver.kind_name(piece, family, number) == name.as_str();
            if let Some((_, kind)) = kinds.find(|(number, _)| same(*number)) {
                return Some(kind);
            }
        }
        // Not the name of a kind: is it a piece's that can stand or be in several ways?
        let name = self.placed(name);
        self.resolver.kind(&name)
    }

    fn region(&mut self, name: &NameInId) -> Option<RegionId> {
        self.regions.get(name.as_str()).copied().flatten()
    }

    fn mark(&mut self, name: &NameInId) -> Option<MarkId> {
        self.index(Sort::Mark, name).map(MarkId::new)
    }

    fn label(&mut self, name: &NameInId) -> Option<LabelId> {
        self.index(Sort::Label, name).map(LabelId::new)
    }

    fn zone(&mut self, name: &NameInId) -> Option<LabelId> {
        self.index(Sort::Zone, name).map(LabelId::new)
    }

    fn phase(&mut self, name: &NameInId) -> Option<PhaseId> {
        self.index(Sort::Phase, name).map(PhaseId::new)
    }

    fn state(&mut self, name: &NameInId) -> Option<StateId> {
        self.index(Sort::State, name).map(StateId::new)
    }

    fn counter(&mut self, name: &NameInId) -> Option<CounterId> {
        self.index(Sort::Counter, name).map(CounterId::new)
    }

    fn player(&mut self, name: &NameInId) -> Option<PlayerId> {
        self.index(Sort::Player, name).map(PlayerId::new)
    }

    fn direction(&mut self, name: &NameInId) -> Option<DirId> {
        self.index(Sort::Direction, name).map(DirId::new)
    }

    fn check(&mut self) -> Option<GameCheck> {
        self.resolver.game_check()
    }

    fn watched(&mut self, name: String) -> LabelId {
        let (index, _) = self.resolver.labels.insert_full(name, self.text.span);
        LabelId::new(index)
    }

    fn watches(&mut self) -> &mut Vec<Watch> {
        &mut self.resolver.watches
    }
}

/// The place of a part of an ID in its file: behind the quotation mark.
fn inside(text: &Text, at: Range<usize>) -> Span {
    let start = text.span.start as usize + 1;
    let most = text.span.end as usize;
    let (from, to) = ((start + at.start).min(most), (start + at.end).min(most));
    Span::new(text.span.file, from, to.max(from))
}

/// The one partner that a path shifts: where it stands, and whether it is asked to be unmoved (which becomes the right to
/// castle).
fn shifted(path: &mut Path, board: &crate::ir::Board) -> Option<(Vec<DirId>, bool)> {
    let Path::Seq(parts) = path else { return None };
    let at = parts.iter().position(|p| matches!(p, Path::Do(Effect::Shift(_))))?;
    let later = parts[at + 1..].iter().any(shifts);
    let mut partner: Vec<DirId> = Vec::new();
    let mut unmoved = false;
    for part in &mut parts[..at] {
        match part {
            Path::Step(direction) if board.directions[direction.index()].offset != [0; 3] => {
                partner.push(*direction);
            }
            Path::Leap(directions) => partner.extend(directions.iter()),
            Path::Check { test, .. } => unmoved |= replace_first(test),
            _ => return None,
        }
    }
    partner.sort();
    (!later && !partner.is_empty()).then_some((partner, unmoved))
}

fn shifts(path: &Path) -> bool {
    match path {
        Path::Do(effect) => matches!(effect, Effect::Shift(_)),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().any(shifts),
        Path::Repeat { path, .. } | Path::Times { path, .. } => shifts(path),
        _ => false,
    }
}

/// Asks for the right to castle where a conjunction asks for `first`; whether it does.
fn replace_first(test: &mut Test) -> bool {
    match test {
        Test::First => {
            *test = Test::MayCastle;
            true
        }
        Test::And(all) => all.iter_mut().map(replace_first).filter(|found| *found).count() > 0,
        _ => false,
    }
}
