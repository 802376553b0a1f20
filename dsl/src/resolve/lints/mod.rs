//! Warnings: what can be played but is very likely not meant so.
//!
//! Only what the root itself says is looked at: a library may have more than a game needs, and a variant may leave things
//! of its parent aside.

mod firing;
mod forgotten;
mod forward;
mod labels;

use crate::ast::{self, TestKind};
use crate::diagnostic::errors::lints as errors;
use crate::ir::{Effect, KindId, RegionId, Rules, Test};
use crate::source::Span;

use super::pieces::Lowered;
use super::reach::TileSet;
use super::resolver::{Resolver, STILL};
use super::sorts::Sort;
use super::truth::Truth;

/// What the checks need beside the rules: places, in parallel with the kinds.
pub(crate) struct KindPlaces {
    name: Span,
    rules: Vec<Span>,
    promotions: Vec<Span>,
}

impl From<&Lowered> for KindPlaces {
    fn from(lowered: &Lowered) -> KindPlaces {
        let (rules, promotions) = (lowered.rules.clone(), lowered.promotions.clone());
        KindPlaces { name: lowered.span, rules, promotions }
    }
}

impl Resolver<'_> {
    /// All lints.
    pub(crate) fn lint(&mut self, rules: &Rules, places: &[KindPlaces]) {
        self.lint_unused();
        let set_up = placed(rules);
        for (index, place) in places.iter().enumerate() {
            // Of a piece that can stand in several ways or carry others, one kind speaks for all.
            let again = index > 0 && places[index - 1].name == place.name;
            if again || rules.kinds[index].parts.len() > 1 {
                continue;
            }
            self.lint_moves(rules, KindId::new(index), place);
            self.lint_presence(rules, &set_up, KindId::new(index), place);
        }
        self.lint_firing(rules, places);
        self.lint_choices(rules);
        self.lint_labels();
        self.lint_seats(rules);
        self.lint_ends(rules);
        self.lint_conditions(rules);
        self.lint_fields(rules);
        self.lint_hands(rules);
    }

    /// A `not` without brackets that is about a second one, too.
    pub(crate) fn lint_not(&mut self, not: Span, about: &ast::Test) {
        let TestKind::And(parts) = &about.kind else { return };
        let Some((last, before)) = parts.split_last() else { return };
        let (Some(first), Some(end)) = (before.first(), before.last()) else { return };
        // Brackets end behind what they are about.
        let has_brackets = about.span.end < not.end;
        let TestKind::Not(again) = &last.kind else { return };
        if has_brackets || !self.own(not) {
            return;
        }
        let words = self.sources.snippet(Span { end: end.span.end, ..first.span });
        let rest = self.sources.snippet(again.span);
        self.report.push(errors::not_over_not(not, words, last.span, rest));
    }

    fn own(&self, span: Span) -> bool {
        span.file == self.game.root
    }

    fn lint_unused(&mut self) {
        for sort in [
            Sort::Mark,
            Sort::Path,
            Sort::Rules,
            Sort::Shape,
            Sort::Region,
            Sort::Test,
            Sort::Option,
            Sort::Counter,
        ] {
            for word in self.names(sort) {
                let Some(key) = self.index(sort, &word).map(|index| (sort, index)) else { continue };
                let Some(span) = self.declared(sort, &word) else { continue };
                let is_used = self.used.contains(&key) || self.game.called.contains(&(sort, word.clone()));
                if self.own(span) && !is_used {
                    self.report.push(errors::unused(sort.word(), &word, span));
                }
            }
        }
    }

    fn lint_moves(&mut self, rules: &Rules, id: KindId, place: &KindPlaces) {
        let kind = &rules.kinds[id.index()];
        let placed = |effect: &Effect| matches!(effect, Effect::Put(k) | Effect::Drop(k) if *k == id);
        let stands =
            || kind.neutral || kind.attributes.iter().any(|a| a == STILL) || rules.any_effect(&placed);
        let moves = |kind: &crate::ir::Kind| kind.rules.iter().any(|rule| rule.mode.moves());
        let idle = !rules.kinds.iter().filter(|k| k.piece == kind.piece).any(moves);
        if self.own(place.name) && idle && !stands() {
            self.report.push(errors::immobile(&kind.piece, place.name));
        }
        self.lint_repeated(rules, id.index(), place);
        self.lint_one_sided(rules, id.index(), place);
        for (promotion, span) in kind.promotions.iter().zip(&place.promotions) {
            if let Some(on) = promotion.on.filter(|_| !promotion.either && self.own(*span)) {
                self.lint_arrivals(rules, id.index(), on, &promotion.guard, *span);
            }
        }
    }

    /// Tiles where some player's pieces promote and never arrive.
    fn lint_arrivals(&mut self, rules: &Rules, kind: usize, on: RegionId, guard: &Test, span: Span) {
        let kind = &rules.kinds[kind];
        let speaks_of_players = |test: &Test| matches!(test, Test::Asker(_) | Test::ToMove(_));
        if guard.any(&speaks_of_players) {
            return;
        }
        for (number, player) in rules.players.iter().enumerate() {
            let mut reached = TileSet::none(rules.board.tiles.len());
            let moving = kind.rules.iter().filter(|r| r.mode.moves());
            moving.for_each(|r| reached.join(&self.arrivals(&r.path, &r.guard, number)));
            let goal = &rules.regions[on.index()].tiles[number];
            if !goal.iter().any(|t| reached.contains(*t)) {
                self.report.push(errors::never_promotes(&kind.piece, &player.name, span));
            }
        }
    }

    /// Rules by which some player's pieces can go, and another's can't.
    fn lint_one_sided(&mut self, rules: &Rules, kind: usize, place: &KindPlaces) {
        for (rule, span) in rules.kinds[kind].rules.iter().zip(&place.rules) {
            let speaks_of_players = |test: &Test| matches!(test, Test::Asker(_) | Test::ToMove(_));
            if !self.own(*span)
                || self.switched.contains(span)
                || rule.guard.any(&speaks_of_players)
                || rule.path.any_test(&speaks_of_players)
            {
                continue;
            }
            let leads = |player: &usize| self.leads_somewhere(&rule.path, &rule.guard, *player);
            let (can, cannot): (Vec<usize>, Vec<usize>) = (0..rules.players.len()).partition(leads);
            let name = |player: &usize| rules.players[*player].name.as_str();
            if let (Some(first), false) = (cannot.first(), can.is_empty()) {
                let others: Vec<&str> = can.iter().map(name).collect();
                self.report.push(errors::leads_nowhere_for(name(first), &others.join(" and "), *span));
            }
        }
    }

    /// Conditions of endings and of lines of `turn` that can never be met.
    fn lint_conditions(&mut self, rules: &Rules) {
        for end in &rules.ends {
            let Some(span) = self.declared(Sort::End, &end.name) else { continue };
            if self.own(span) && !self.switched.contains(&span) && self.never(&end.when) {
                self.report.push(errors::never_holds(&format!("`{}`", end.name), span));
            }
        }
        for adjudication in &rules.adjudications {
            let Some(span) = self.declared(Sort::Adjudication, &adjudication.name) else { continue };
            if self.own(span) && !self.switched.contains(&span) && self.never(&adjudication.when) {
                self.report.push(errors::never_holds(&format!("`{}`", adjudication.name), span));
            }
        }
    }

    /// Whether a test holds in no position.
    fn never(&self, test: &Test) -> bool {
        self.case().truth(test) == Truth::Never
    }

    /// A kind that is not set up, and that nothing turns into.
    fn lint_presence(&mut self, rules: &Rules, set_up: &[&str], id: KindId, place: &KindPlaces) {
        if !self.own(place.name) {
            return;
        }
        let kind = &rules.kinds[id.index()];
        let family = (0..rules.kinds.len()).filter(|k| rules.kinds[*k].piece == kind.piece);
        if !family.map(KindId::new).any(|id| appears(rules, set_up, id)) {
            self.report.push(errors::never_appears(&kind.piece, place.name));
        }
    }

    fn lint_ends(&mut self, rules: &Rules) {
        for (index, end) in rules.ends.iter().enumerate() {
            // Who goes out goes before it is asked whether the game has ended.
            let same =
                |e: &&crate::ir::End| e.when == end.when && e.result.is_final() == end.result.is_final();
            let Some(first) = rules.ends[..index].iter().find(same) else { continue };
            let spans = (self.declared(Sort::End, &end.name), self.declared(Sort::End, &first.name));
            if let (Some(span), Some(first_span)) = spans
                && (self.own(span) || self.own(first_span))
            {
                self.report.push(errors::unreachable_end(&end.name, span, &first.name, first_span));
            }
        }
    }
}

/// Whether a kind is set up, or something turns into it.
fn appears(rules: &Rules, set_up: &[&str], id: KindId) -> bool {
    let kind = &rules.kinds[id.index()];
    // By itself, or on a tile with others.
    let with = rules.kinds.iter().filter(|stack| stack.parts.contains(&id));
    let mut letters = with.chain([kind]).flat_map(|kind| &kind.letters);
    let set_up = letters.any(|letter| set_up.contains(&letter.as_str()));
    let shuffled = rules.setup.shuffle.iter().flat_map(|s| &s.places).any(|p| p.kinds.contains(&id));
    let promoted = rules.kinds.iter().any(|k| k.promotes_to(id));
    let makes: [fn(KindId) -> Effect; 5] =
        [Effect::Become, Effect::Arrive, Effect::Merge, Effect::Put, Effect::Drop];
    let brings = |effect: &Effect| makes.iter().any(|make| *effect == make(id));
    set_up || shuffled || promoted || rules.any_effect(&brings)
}

/// The letters in the placements of all positions to start from, the longest where several fit.
fn placed(rules: &Rules) -> Vec<&str> {
    let mut letters: Vec<&str> = rules.kinds.iter().flat_map(|k| &k.letters).map(String::as_str).collect();
    letters.sort_by_key(|l| std::cmp::Reverse(l.len()));
    let mut found = Vec::new();
    let named = rules.setup.named.iter().map(|(_, text)| text);
    for position in std::iter::once(&rules.setup.position).chain(named) {
        let mut rest = position.split_whitespace().next().unwrap_or("");
        while let Some(next) = rest.chars().next() {
            let letter = letters.iter().find(|l| !l.is_empty() && rest.starts_with(**l));
            found.extend(letter);
            rest = &rest[letter.map_or(next.len_utf8(), |l| l.len())..];
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
