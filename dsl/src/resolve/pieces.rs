//! Piece kinds: letters, attributes, rules and promotions.

use crate::ast::{self, PieceLine, Places, Promote};
use crate::diagnostic::errors::{actions, meaning as errors, stacks};
use crate::ir::{Effect, Kind, KindId, Kinds, LabelId, MoveRule, Path, Promotion, Shape, Test};
use crate::limits::KINDS;
use crate::moveid::extended::Ending;
use crate::source::Span;

use super::declarations::{PieceDecl, Stateful};
use super::effort::Effort;
use super::family::Family;
use super::itself::{about_itself, setting_out};
use super::manners::{Manners, known_of};
use super::moveid::{IdLine, ending};
use super::resolver::Resolver;
use super::site::{Doing, Site};
use super::sorts::Sort;
use super::table::Entry;
use super::ways::any;

/// A kind with the places that later checks speak of.
pub(crate) struct Lowered {
    pub(crate) kind: Kind,
    /// Of its name.
    pub(crate) span: Span,
    /// Of its rules.
    pub(crate) rules: Vec<Span>,
    /// Of its promotions.
    pub(crate) promotions: Vec<Span>,
}

impl<'a> Resolver<'a> {
    /// Learns attributes and labels, before anything can name them.
    pub(crate) fn learn_pieces(&mut self) {
        let game = self.game;
        self.learn_families(KINDS);
        for (index, (_, entry)) in game.pieces.iter().enumerate() {
            let family: Vec<KindId> = self.families[index].kinds().collect();
            for attribute in &entry.node.attributes {
                let (_, kinds) = self
                    .attributes
                    .entry(attribute.node.clone())
                    .or_insert_with(|| (attribute.span, Kinds::default()));
                kinds.0.extend(&family);
                kinds.0.sort();
                kinds.0.dedup();
            }
            for line in entry.node.rules.iter().map(|stateful| stateful.line) {
                if let PieceLine::Rule { mode, label: Some(label), .. } = line
                    && mode.node == ast::Mode::Cover
                {
                    self.zones.insert(label.node.clone());
                }
                if let PieceLine::Id { id, label: Some(label), .. } = line
                    && ending(id) == Some(Ending::Zone)
                {
                    self.zones.insert(label.node.clone());
                }
                if let PieceLine::Rule { label: Some(label), .. } | PieceLine::Id { label: Some(label), .. } =
                    line
                {
                    self.labels.entry(label.node.clone()).or_insert(label.span);
                }
            }
        }
        let lines = game.tiles.iter().filter_map(|line| line.label);
        let split = game.split.iter().chain(&game.rejoin).filter_map(|line| line.node.label);
        for label in game.choices.iter().filter_map(|choice| choice.label).chain(lines).chain(split) {
            self.labels.entry(label.node.clone()).or_insert(label.span);
        }
    }

    /// Lowers all kinds.
    pub(crate) fn pieces(&mut self) -> Vec<Lowered> {
        let game = self.game;
        let singles = self.families.iter().map(|family| family.single().count()).sum::<usize>();
        if singles > KINDS {
            return Vec::new();
        }
        let mut letters: Vec<(String, String, Span)> = Vec::new();
        let (mut all, mut declared) = (Vec::new(), Vec::new());
        for (index, (name, entry)) in game.pieces.iter().enumerate() {
            let mut manners = Manners::new(self.rules_of(index, name, entry));
            all.extend(self.piece(index, name, entry, &mut manners, &mut letters));
            declared.push(manners);
        }
        all.extend(self.lower_stacks(&all, &mut declared));
        all
    }

    /// The rules of a piece as they are declared, for all its kinds.
    fn rules_of(
        &mut self,
        index: usize,
        name: &'a str,
        entry: &'a Entry<PieceDecl<'a>>,
    ) -> Vec<(MoveRule, Span)> {
        let decl = &entry.node;
        let mut found: Vec<(MoveRule, Span)> = Vec::new();
        let threatens = decl.rules.iter().any(|stateful| match stateful.line {
            PieceLine::Rule { mode, .. } => mode.node == ast::Mode::Threat,
            PieceLine::Id { id, .. } => ending(id) == Some(Ending::Threat),
            _ => false,
        });
        for Stateful { line, state } in &decl.rules {
            let mut rules = match line {
                PieceLine::Id { id, label, tiles, span } => {
                    let line = IdLine { id, label: label.as_ref(), tiles, span: *span };
                    let movers = Kinds(self.families[index].kinds().collect());
                    let rules = self.id_rules(line, &movers, threatens);
                    rules.into_iter().map(|rule| (rule, *span)).collect()
                }
                _ => Vec::from_iter(self.rule(line, threatens)),
            };
            let in_state = self.in_state(*state, &decl.rules);
            for (rule, _) in &mut rules {
                rule.guard = both(&in_state, &rule.guard);
            }
            found.extend(rules);
        }
        self.tie(name, &mut found);
        self.lint_own_guards(name, &found);
        let extent = self.extent();
        let size = |(rule, _): &(MoveRule, Span)| {
            let path = Effort::of_paths(std::slice::from_ref(&rule.path), extent).size;
            path + Effort::of_test(&rule.guard, extent).size
        };
        let (rules, size) = (found.len(), found.iter().map(size).sum());
        let kinds = self.families[index].kinds().count();
        let span = found.last().map_or(entry.span, |(_, span)| *span);
        if self.spend_on_kinds(kinds, rules, size, span).is_none() {
            found.clear();
        }
        found
    }

    /// When a line of a piece applies: in the state under which it stands, or, outside of all states, in none that has lines of
    /// its own.
    fn in_state<T>(&self, state: Option<&ast::Name>, lines: &[Stateful<'_, T>]) -> Test {
        let is = |name: &ast::Name| self.states.get(&name.node).map(|(_, kinds)| Test::Is(kinds.clone()));
        match state {
            Some(name) => is(name).unwrap_or(Test::True),
            None => {
                let others = lines.iter().filter_map(|line| is(line.state?));
                others.fold(Test::True, |all, other| both(&all, &Test::Not(Box::new(other))))
            }
        }
    }

    /// The kinds of a piece that stands alone: one, or one for every way to stand and every state.
    fn piece(
        &mut self,
        index: usize,
        name: &'a str,
        entry: &'a Entry<PieceDecl<'a>>,
        manners: &mut Manners,
        taken: &mut Vec<(String, String, Span)>,
    ) -> Vec<Lowered> {
        let decl = &entry.node;
        let family = self.families[index].clone();
        let signs: Vec<Signs> =
            (0..family.single().count()).map(|number| Signs::of(&family, number)).collect();
        let letters = self.letters(name, entry, &signs, taken);
        let symbols = self.symbols(decl, &letters, &family, &signs);
        let mut named = |names: &'a [ast::Name]| names.iter().filter_map(|name| self.shape(name)).collect();
        let shapes: Vec<Shape> = named(decl.shapes);
        let in_states: Vec<(&ast::Name, Vec<Shape>)> =
            decl.shapes_in_states.iter().map(|(state, names)| (*state, named(names))).collect();
        // What a state has no shape for is drawn as without it. Of two layers the later one counts.
        let shapes_of = |id: KindId, states: &indexmap::IndexMap<String, (Span, Kinds)>| {
            let is_in =
                |state: &ast::Name| states.get(&state.node).is_some_and(|(_, kinds)| kinds.contains(id));
            let mut shapes = shapes.clone();
            if let Some((_, own)) = in_states.iter().rev().find(|(state, _)| is_in(state)) {
                let own = own.iter().map(|shape| Shape { of_state: true, ..shape.clone() });
                shapes.splice(..own.len().min(shapes.len()), own);
            }
            shapes
        };
        let mut promotions: Vec<Promotes> = Vec::new();
        for Stateful { line, state } in &decl.promotions {
            let in_state = self.in_state(*state, &decl.promotions);
            promotions.extend(self.promotion(index, name, line).map(|mut promotes| {
                promotes.promotion.guard = both(&in_state, &promotes.promotion.guard);
                promotes
            }));
        }
        let neutral = decl.is_neutral();
        let first = manners.first();
        let promoted = decl.promotions.first().map(|stateful| stateful.line.span);
        if let Some(span) = first.or(promoted).filter(|_| neutral) {
            self.report.push(actions::neutral_moves(name, span));
        }
        let attributes: Vec<String> = decl.attributes.iter().map(|a| a.node.clone()).collect();
        let one = |(number, id): (usize, KindId)| {
            let (rules, spans) = manners.of(id);
            let of_kind = promotions.iter().filter_map(|p| Some((p.of(&family, number, id)?, p.span)));
            let (promotions, of_promotions) = of_kind.unzip();
            let letter = decl.letters.first().map_or("", |l| l.node.as_str());
            let kind = Kind {
                name: self.kind_name(name, &family, number),
                piece: name.to_string(),
                parts: vec![id],
                letter: format!("{}{letter}", signs[number].before),
                letters: letters[number].clone(),
                symbols: symbols[number].clone(),
                neutral,
                shapes: shapes_of(id, &self.states),
                facing: family.way_of(number),
                attributes: attributes.clone(),
                worth: decl.worth.map_or(0, |n| i64::from(n.node)),
                rules,
                promotions,
                tracks_first: false,
            };
            Lowered { kind, span: entry.span, rules: spans, promotions: of_promotions }
        };
        family.single().enumerate().map(one).collect()
    }

    /// For every kind, one letter for every player, none of them taken by another piece.
    fn letters(
        &mut self,
        name: &str,
        entry: &Entry<PieceDecl<'_>>,
        signs: &[Signs],
        taken: &mut Vec<(String, String, Span)>,
    ) -> Vec<Vec<String>> {
        let neutral = entry.node.is_neutral();
        let (given, players) = (&entry.node.letters, if neutral { 1 } else { self.players.len() });
        let misfits: Vec<_> = given.iter().filter_map(|t| Some((t, unfit(&t.node)?))).collect();
        if !misfits.is_empty() {
            for (text, why) in misfits {
                self.report.push(errors::bad_letter(&text.node, why, text.span));
            }
            return vec![vec![String::new(); players]; signs.len()];
        }
        let letters: Vec<(String, Span)> = match given.as_slice() {
            [one] if players == 2 && one.node.to_lowercase() != one.node => {
                vec![(one.node.clone(), one.span), (one.node.to_lowercase(), one.span)]
            }
            // With more players a letter has the player's in front.
            [one] if players > 2 => {
                self.players.iter().map(|p| (format!("{}{}", p.letter, one.node), one.span)).collect()
            }
            all if all.len() == players => all.iter().map(|t| (t.node.clone(), t.span)).collect(),
            all => {
                let span = all.first().zip(all.last()).map_or(entry.span, |(a, b)| a.span.to(b.span));
                self.report.push(errors::letter_count("letter", all.len(), players, span));
                return vec![vec![String::new(); players]; signs.len()];
            }
        };
        let signed =
            |s: &Signs| letters.iter().map(|(l, at)| (format!("{}{l}{}", s.before, s.behind), *at)).collect();
        let all: Vec<Vec<(String, Span)>> = signs.iter().map(signed).collect();
        for letters in &all {
            self.claim(name, letters, taken);
        }
        all.into_iter().map(|letters| letters.into_iter().map(|(letter, _)| letter).collect()).collect()
    }

    /// Says whose a letter is that is another piece's already.
    fn claim(&mut self, name: &str, letters: &[(String, Span)], taken: &mut Vec<(String, String, Span)>) {
        let mut clashed = None;
        for (player, (letter, span)) in letters.iter().enumerate() {
            let span = *span;
            let owner = match letters.len() == self.players.len() {
                true => format!("{}'s {name}", self.players[player].name),
                false => name.to_owned(),
            };
            match taken.iter().find(|(l, _, _)| l == letter) {
                // A letter given once for two players clashes once.
                Some((_, _, first)) if clashed == Some((span, *first)) => {}
                Some((_, other, first)) => {
                    clashed = Some((span, *first));
                    self.report.push(errors::letter_clash(letter, &owner, span, other, *first));
                }
                None => taken.push((letter.clone(), owner, span)),
            }
        }
    }

    /// For every kind, one symbol for every player; they are written player by player, for every way to stand.
    fn symbols(
        &mut self,
        decl: &PieceDecl<'_>,
        letters: &[Vec<String>],
        family: &Family,
        signs: &[Signs],
    ) -> Vec<Vec<String>> {
        let Some((all, span)) = decl.symbols else { return letters.to_vec() };
        let (ways, players) = (family.fresh().count(), letters.first().map_or(0, Vec::len));
        if all.len() != ways * players {
            self.report.push(errors::letter_count("symbol", all.len(), ways * players, span));
            return letters.to_vec();
        }
        let of_kind = |(number, signs): (usize, &Signs)| {
            let way = number * ways / letters.len();
            (0..players).map(|p| format!("{}{}", signs.before, all[p * ways + way].node)).collect()
        };
        signs.iter().enumerate().map(of_kind).collect()
    }

    /// The shape of a name.
    fn shape(&mut self, name: &'a ast::Name) -> Option<Shape> {
        let (_, index) = self.find(&[Sort::Shape], name)?;
        let game = self.game;
        let (_, entry) = game.shapes.iter().nth(index)?;
        Some(super::shapes::shape(&entry.node))
    }

    fn rule(&mut self, line: &'a PieceLine, threatens: bool) -> Option<(MoveRule, Span)> {
        let PieceLine::Rule { mode, path, onto, guard, label, used } = line else { return None };
        let ends = [
            Some(path.span),
            onto.as_ref().map(|o| o.span),
            guard.as_ref().map(|g| g.span),
            label.as_ref().map(|l| l.span),
        ];
        let span = used.unwrap_or_else(|| ends.into_iter().flatten().fold(mode.span, Span::to));
        let site = match mode.node {
            ast::Mode::Threat => Site { what: "`threat`", doing: Doing::Nothing, ..Site::rule(true) },
            ast::Mode::Cover => {
                Site { what: "`cover`", zones: true, doing: Doing::Nothing, ..Site::rule(true) }
            }
            // What has threats attacks by them alone.
            _ if threatens => Site::rule(false),
            ast::Mode::Capture | ast::Mode::Move => Site::rule(true),
            _ => Site::rule(self.takes(path)),
        };
        if mode.node == ast::Mode::Cover && label.is_none() {
            self.report.push(actions::nameless_zone(mode.span));
            return None;
        }
        let off = self.options_asked;
        let ways = self.path(path, site);
        let mark = onto.as_ref().map(|name| self.mark(name));
        if let (Some(name), true) = (onto, mode.node != ast::Mode::Capture) {
            self.report.push(errors::onto_without_capture(mode.node.word(), name.span));
        }
        let start = guard.as_ref().map(|g| self.guard_of(g, site));
        let label = label.as_ref().and_then(|l| self.labels.get_index_of(&l.node)).map(LabelId::new);
        let guard = match start {
            Some(test) => test?,
            None => Test::True,
        };
        let path_ir = setting_out(any(ways?));
        let goes = mode.node.moves() && mode.node != ast::Mode::Act;
        let path_ir = if goes { self.arriving(path_ir) } else { path_ir };
        let onto = match mark {
            Some(mark) => Some(mark?),
            None => None,
        };
        if self.options_asked == off {
            self.must_lead_somewhere(&path_ir, &guard, path.span);
        } else {
            self.switched.insert(span);
        }
        if goes && puts_where_it_ends(&path_ir) {
            let why = "the piece itself goes to that tile";
            self.report.push(errors::idle_effect("put", path.span, why, false));
            return None;
        }
        let arrives = |effect: &Effect| matches!(effect, Effect::Arrive(_));
        if mode.node == ast::Mode::Act && path_ir.any_effect(&arrives) {
            let why = "nothing stands there, and the piece itself stays on its tile";
            self.report.push(errors::idle_effect("become", path.span, why, false));
            return None;
        }
        let text = match used {
            // As it stands in its group it would not be understood.
            Some(_) => line.to_string(),
            None => self.sources.snippet(span).split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let rule = MoveRule { mode: mode.node, path: path_ir, onto, guard, label, castles: false, text };
        Some((rule, span))
    }

    /// The test behind `if` of a rule, which is about the piece itself.
    fn guard_of(&mut self, test: &'a ast::Test, site: Site) -> Option<Test> {
        let before = self.options_asked;
        let lowered = about_itself(self.satisfiable(test, site)?);
        if self.options_asked == before && !self.case().possible_anywhere(&lowered) {
            self.report.push(errors::never_of_itself(test.span));
            return None;
        }
        Some(lowered)
    }

    fn promotion(&mut self, index: usize, name: &str, line: &'a Promote) -> Option<Promotes> {
        let Promote { optional, goals, by, places, guard, .. } = line;
        let found: Vec<Option<Goal>> = goals.iter().map(|goal| self.goal(index, name, goal)).collect();
        let [from, on] = match places {
            Places::Both { from, on } => [from.as_ref(), on.as_ref()],
            Places::Either(tiles) => [Some(tiles), Some(tiles)],
        };
        // All tiles are looked at, so that all errors are found.
        let [from, on] = [from, on].map(|tiles| tiles.map(|tiles| self.region_of(tiles)));
        let guard = guard.as_ref().map(|test| self.guard_of(test, Site::rule(true)));
        let to: Vec<Goal> = found.into_iter().collect::<Option<_>>()?;
        for (index, (goal, written)) in to.iter().zip(goals).enumerate() {
            if to[..index].contains(goal) {
                self.report.push(errors::idle_promotion(written.name.span, "named twice"));
            }
            if written.name.node == name
                && to.len() == 1
                && matches!(goal, Goal::Kinds(all) if all.len() == 1)
            {
                self.report.push(errors::idle_promotion(written.name.span, "turns into itself"));
            }
        }
        let span = match places {
            Places::Both { on: Some(tiles), .. } | Places::Either(tiles) => tiles.span,
            Places::Both { from: Some(tiles), .. } => tiles.span,
            Places::Both { .. } => line.span,
        };
        let promotion = Promotion {
            optional: *optional,
            to: Vec::new(),
            by: *by,
            from: given(from)?,
            on: given(on)?,
            either: matches!(places, Places::Either(_)),
            guard: given(guard)?.unwrap_or(Test::True),
        };
        Some(Promotes { goals: to, promotion, span })
    }

    /// What a piece promotes to: another piece, or itself in a state.
    fn goal(&mut self, index: usize, name: &str, goal: &'a ast::Goal) -> Option<Goal> {
        let word = &goal.name;
        let sorts: &[Sort] = if goal.off { &[Sort::State] } else { &[Sort::Piece, Sort::State] };
        match self.find(sorts, word)? {
            (Sort::State, state) if self.families[index].states.iter().any(|(s, _)| *s == state) => {
                Some(Goal::State { state, on: !goal.off })
            }
            (Sort::State, _) => {
                self.report.push(stacks::no_state_of(name, word.span, &word.node));
                None
            }
            // A piece that can stand in several ways may be put down in each of them.
            (_, piece) => Some(Goal::Kinds(self.families[piece].fresh().collect())),
        }
    }
}

/// A test that holds where both do.
fn both(one: &Test, other: &Test) -> Test {
    match (one, other) {
        (Test::True, test) | (test, Test::True) => test.clone(),
        (Test::And(all), test) if all.contains(test) => one.clone(),
        (Test::And(all), test) => Test::And(all.iter().chain([test]).cloned().collect()),
        _ => Test::And(vec![one.clone(), other.clone()]),
    }
}

/// Nothing at all if something was given that makes no sense.
#[expect(clippy::option_option, reason = "what is not given is not wrong")]
fn given<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        Some(part) => part.map(Some),
        None => Some(None),
    }
}

/// Whether some way puts a piece on the tile where it ends.
fn puts_where_it_ends(path: &Path) -> bool {
    match path {
        Path::Do(effect) => matches!(effect, Effect::Put(_) | Effect::Drop(_)),
        Path::Any(parts) => parts.iter().any(puts_where_it_ends),
        Path::Seq(parts) => {
            let mut last =
                parts.iter().rev().take_while(|part| matches!(part, Path::Do(_) | Path::Check { .. }));
            last.any(puts_where_it_ends)
        }
        Path::Step(_)
        | Path::Leap(_)
        | Path::Bend(_)
        | Path::Check { .. }
        | Path::Repeat { .. }
        | Path::Times { .. } => false,
    }
}

/// A promotion of a piece in all its kinds.
struct Promotes {
    goals: Vec<Goal>,
    /// The same for all kinds but for what they turn into.
    promotion: Promotion,
    /// Of the tiles where it promotes, or of the line.
    span: Span,
}

/// What a piece promotes to.
#[derive(PartialEq)]
enum Goal {
    /// Any of these.
    Kinds(Vec<KindId>),
    /// Itself with the state of this number on or off.
    State { state: usize, on: bool },
}

impl Promotes {
    /// For the kind of this number among those of a family that carry nothing; nothing, if it is all that already, or the piece has to
    /// be another.
    fn of(&self, family: &Family, number: usize, id: KindId) -> Option<Promotion> {
        let of_goal = |goal: &Goal| match goal {
            Goal::Kinds(kinds) => kinds.clone(),
            Goal::State { state, on } => family.in_state(number, *state, *on).into_iter().collect(),
        };
        let to: Vec<KindId> = self.goals.iter().flat_map(of_goal).collect();
        let guard = known_of(&self.promotion.guard, id);
        let is_idle = to.is_empty() || guard == Test::False;
        (!is_idle).then(|| Promotion { to, guard, ..self.promotion.clone() })
    }
}

/// What is written before and behind the letter of a kind.
struct Signs {
    before: String,
    behind: String,
}

impl Signs {
    /// Of a kind by its number among those of its family that carry nothing.
    fn of(family: &Family, number: usize) -> Signs {
        let before = family.states_of(number).map(|(_, sign)| sign.as_str()).collect();
        Signs { before, behind: family.way_of(number).map_or(String::new(), |facing| facing.sign) }
    }
}

/// Why a letter can't stand in a FEN.
fn unfit(letter: &str) -> Option<&'static str> {
    if letter.is_empty() {
        return Some("empty");
    }
    let bad = letter.chars().find(|c| c.is_ascii_digit() || "/()-".contains(*c) || c.is_whitespace());
    bad.map(|_| "digits, spaces and / ( ) - have other meanings in a FEN")
}
