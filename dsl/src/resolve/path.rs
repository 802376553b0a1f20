//! Paths: names are written out, symmetries multiplied, `,` distributed over what follows.
//!
//! A path is lowered to the list of its alternatives. So `(n, e)*inf` gives two repetitions, and a bracket after `rot(…)`
//! is carried to every turn of it.

use std::collections::HashSet;

use crate::ast::{self, Name, PathKind};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::{actions, meaning as errors, patterns, stacks};
use crate::ir::verify::{endless, may_stay};
use crate::ir::{DirId, Effect, KindId, Path, StateId, SymId, Test, Tile};
use crate::limits::{REPETITIONS, WAYS};
use crate::parse::foreign;
use crate::source::{Span, Spanned};

use super::declarations::Named;
use super::effort::Effort;
use super::facing::NOTHING_FACES;
use super::resolver::Resolver;
use super::seats::{Chair, Table};
use super::site::{Doing, Site};
use super::sorts::Sort;
use super::turned::turned;
use super::ways::{any, append, distinct, sequence, then};

/// The path of one who stays.
pub(crate) const HERE: &str = "here";

/// The most directions of a sum where steps may lead elsewhere than their offsets say, since all orders are tried.
const MOST_IN_ANY_ORDER: usize = 8;

/// What may be dropped, if it is any piece that a hand can hold.
const ANY: &str = "any";

/// What stands before the directions that a dropped piece faces.
const FACING: &str = "facing";

impl<'a> Resolver<'a> {
    /// Lowers a path to its alternatives, of which there is at least one; `None` after an error.
    pub(crate) fn path(&mut self, path: &'a ast::Path, site: Site) -> Option<Vec<Path>> {
        self.spend(path.span)?;
        let ways = match &path.kind {
            PathKind::Name(word) => self.way(word, path.span, site)?,
            // What is wrong with the call has been said.
            PathKind::Call(_) => return None,
            PathKind::Sum(names) => vec![self.sum(names, path.span)?],
            PathKind::Seq(parts) => self.seq(parts, path.span, site)?,
            PathKind::Alternatives(parts) => self.ways(parts, site)?,
            PathKind::Choice(parts) => {
                let ways = self.ways(parts, site)?;
                self.limited(ways.len(), path.span)?;
                vec![any(ways)]
            }
            PathKind::Repeat { path: body, min, max } => {
                let bounds = std::iter::once(min).chain(max).map(|bound| self.bound(bound));
                let bounds: Vec<u32> = bounds.collect::<Option<_>>()?;
                self.repeat(path.span, body, bounds[0], bounds.get(1).copied(), site)?
            }
            PathKind::Times { path: body, times } => self.times(path.span, body, times, site)?,
            PathKind::Symmetry { symmetry, parts } => {
                let parts = self.ways(parts, site)?;
                self.multiply(*symmetry, &parts, path.span)?
            }
            PathKind::Bend(side) => vec![Path::Bend(self.side_turn(side)?)],
            PathKind::Tested { path: body, test } => self.tested(body, test, site)?,
            PathKind::Effects { path: body, effects } => self.with_effects(body, effects, site)?,
        };
        self.limited(ways.len(), path.span)?;
        Some(ways)
    }

    /// Reports so many alternatives, if that is too many.
    fn limited(&mut self, ways: usize, span: Span) -> Option<()> {
        if ways > WAYS {
            self.report.push(errors::too_many("alternatives", WAYS, span));
            return None;
        }
        Some(())
    }

    /// The number of expressions in paths.
    fn expressions_in(&self, paths: &[Path]) -> u64 {
        Effort::of_paths(paths, self.extent()).size
    }

    fn way(&mut self, word: &'a str, span: Span, site: Site) -> Option<Vec<Path>> {
        if word == HERE {
            return Some(vec![Path::Seq(Vec::new())]);
        }
        let name = Spanned::new(word.to_string(), span);
        match self.find_or(&[Sort::Direction, Sort::Path], &name, &[HERE])? {
            (Sort::Direction, index) => Some(vec![Path::Step(DirId::new(index))]),
            _ => {
                let game = self.game;
                let entry = game.paths.get(word)?;
                let node = self.plain(word, &entry.node, span, entry.span)?;
                if !self.enter(Sort::Path, word, span, entry.span) {
                    return None;
                }
                let lowered = self.path(node, site);
                self.leave();
                lowered
            }
        }
    }

    /// What a name stands for that has no parameters.
    pub(crate) fn plain<T>(
        &mut self,
        word: &str,
        node: &Named<'a, T>,
        span: Span,
        declared: Span,
    ) -> Option<&'a T> {
        match node {
            Named::Is(node) => Some(node),
            Named::Takes(parameters) => {
                let names: Vec<&str> = parameters.iter().map(|name| name.node.as_str()).collect();
                self.report.push(patterns::wrong_number(word, &names, 0, span, declared));
                None
            }
        }
    }

    fn ways(&mut self, parts: &'a [ast::Path], site: Site) -> Option<Vec<Path>> {
        // All are looked at, so that all errors are found.
        let lowered: Vec<Option<Vec<Path>>> = parts.iter().map(|p| self.path(p, site)).collect();
        let lowered: Option<Vec<Vec<Path>>> = lowered.into_iter().collect();
        Some(distinct(lowered?.into_iter().flatten()))
    }

    fn sum(&mut self, names: &'a [Name], span: Span) -> Option<Path> {
        if self.paths.bent() && names.len() > MOST_IN_ANY_ORDER {
            self.report.push(errors::too_many(
                "directions in a sum on a board with seams",
                MOST_IN_ANY_ORDER,
                span,
            ));
            return None;
        }
        if let Some(error) = self.misspelt_sum(names, span) {
            self.report.push(error);
            return None;
        }
        let found: Vec<Option<DirId>> = names
            .iter()
            .map(|n| self.find(&[Sort::Direction], n).map(|(_, index)| DirId::new(index)))
            .collect();
        let mut directions: Vec<DirId> = found.into_iter().collect::<Option<_>>()?;
        let mut sum = [0i32; 3];
        for (direction, name) in directions.iter().zip(names) {
            let offset = self.board.directions[direction.index()].offset;
            if offset == [0; 3] {
                self.report.push(errors::no_offset(&name.node, name.span));
                return None;
            }
            (0..3).for_each(|i| sum[i] += i32::from(offset[i]));
        }
        if sum == [0; 3] {
            self.report.push(errors::zero_sum(span));
            return None;
        }
        // The order of a sum does not matter, so that equal sums are found to be equal.
        directions.sort();
        Some(Path::Leap(directions))
    }

    /// One message about a sum of which several names are wrong in a way that can be fixed: it is one mistake.
    fn misspelt_sum(&self, names: &[Name], span: Span) -> Option<Diagnostic> {
        let known = |name: &&Name| self.index(Sort::Direction, &name.node).is_some();
        let wrong: Vec<Diagnostic> =
            names.iter().filter(|n| !known(n)).map(|n| self.not_found(&[Sort::Direction], n, &[])).collect();
        let right = |name: &Name| match known(&name) {
            true => Some(name.node.clone()),
            false => {
                let fix = wrong.iter().find(|error| error.primary.span == name.span)?.fix.as_ref()?;
                (fix.span == name.span).then(|| fix.replacement.clone())
            }
        };
        let all = names.iter().map(right).collect::<Option<Vec<_>>>()?;
        let first = wrong.first().filter(|_| wrong.len() > 1)?.clone();
        let sum = all.join("+");
        Some(first.with_fix(format!("did you mean `{sum}`?"), span, sum))
    }

    fn seq(&mut self, parts: &'a [ast::Path], span: Span, site: Site) -> Option<Vec<Path>> {
        let mut lowered: Vec<Option<Vec<Path>>> = Vec::new();
        for part in parts {
            lowered.push(self.path(part, site));
            // Behind a word that is meant to begin a test no path follows.
            if lowered.last().is_some_and(Option::is_none)
                && matches!(&part.kind, PathKind::Name(word) if foreign::begins_test(word))
            {
                break;
            }
        }
        let mut all: Vec<Vec<Path>> = vec![Vec::new()];
        for ways in lowered.into_iter().collect::<Option<Vec<_>>>()? {
            self.limited(all.len() * ways.len(), span)?;
            if ways.len() > 1 {
                let before: u64 = all.iter().map(|parts| self.expressions_in(parts)).sum();
                let copied = before * ways.len() as u64 + self.expressions_in(&ways) * all.len() as u64;
                self.spend_on(copied, span)?;
            }
            match <[Path; 1]>::try_from(ways) {
                // The usual case costs no copy.
                Ok([way]) => all.iter_mut().for_each(|start| append(start, way.clone())),
                Err(ways) => {
                    let longer = |start: &Vec<Path>, way: &Path| {
                        let mut start = start.clone();
                        append(&mut start, way.clone());
                        start
                    };
                    all =
                        all.iter().flat_map(|start| ways.iter().map(move |way| longer(start, way))).collect();
                }
            }
        }
        Some(all.into_iter().map(sequence).collect())
    }

    fn bound(&mut self, bound: &ast::Bound) -> Option<u32> {
        match bound {
            ast::Bound::Number(number) => Some(*number),
            ast::Bound::Parameter(name) => {
                self.report.push(patterns::no_number(&name.node, name.span));
                None
            }
        }
    }

    fn repeat(
        &mut self,
        span: Span,
        body: &'a ast::Path,
        min: u32,
        max: Option<u32>,
        site: Site,
    ) -> Option<Vec<Path>> {
        let ways = self.path(body, site)?;
        if let Some(max) = max.filter(|max| *max < min) {
            let bounds = Span { start: body.span.end, ..span };
            self.report.push(errors::empty_bounds(min, max, bounds, format!("*{max}..{min}")));
            return None;
        }
        if max == Some(0) {
            self.report.push(errors::zero_times(span));
            return None;
        }
        let limit = REPETITIONS;
        if min > limit || max.is_some_and(|max| max > limit) {
            self.report.push(errors::too_many("repetitions", limit as usize, span));
            return None;
        }
        if ways.iter().any(may_stay) {
            self.report.push(errors::no_progress(span));
            return None;
        }
        if max.is_none() && ways.iter().any(endless) {
            let sign = Span { start: body.span.end, ..span };
            self.report.push(errors::nested_star(sign, endless_part(body).unwrap_or(body.span)));
            return None;
        }
        let (min, max) = (min as u16, max.map(|m| m as u16));
        let repeated = |way| Path::Repeat { path: Box::new(way), min, max };
        let ways: Vec<Path> = ways.into_iter().map(repeated).collect();
        self.bounded(Effort::of_paths(&ways, self.extent()), |worst| worst.of_paths(&ways), span)?;
        Some(ways)
    }

    /// A path that is repeated as often as a number says, which is asked for each of its alternatives: `line` is another one then.
    fn times(
        &mut self,
        span: Span,
        body: &'a ast::Path,
        times: &'a ast::Quantity,
        site: Site,
    ) -> Option<Vec<Path>> {
        if !site.tests {
            let number = Span { start: body.span.end, ..span };
            self.report.push(errors::plain_path_only("a length that a position tells", site.what, number));
            return None;
        }
        let ways = self.path(body, site)?;
        if ways.iter().any(may_stay) {
            self.report.push(errors::no_progress(span));
            return None;
        }
        let mut all = Vec::new();
        for way in ways {
            self.strides.push(stride(&way).map(<[DirId]>::to_vec));
            let times = self.quantity(times, Site { line: true, repeats: false, ..site });
            self.strides.pop();
            all.push(Path::Times { path: Box::new(way), times: times? });
        }
        self.bounded(Effort::of_paths(&all, self.extent()), |worst| worst.of_paths(&all), span)?;
        Some(all)
    }

    fn multiply(&mut self, symmetry: ast::Symmetry, parts: &[Path], span: Span) -> Option<Vec<Path>> {
        let board = &self.board;
        let (mirror, identity) = (board.mirror, SymId(0));
        let symmetries: Vec<SymId> = match symmetry {
            ast::Symmetry::Rot => board.turns.clone(),
            ast::Symmetry::Mirror => vec![identity, mirror],
            ast::Symmetry::Tumble if board.tumbles.is_empty() => {
                let word = Span { end: span.start + "tumble".len() as u32, ..span };
                self.report.push(errors::flat_board(word));
                return None;
            }
            ast::Symmetry::Tumble => board.tumbles.clone(),
            ast::Symmetry::Sym => {
                let turned = |first: SymId| board.turns.iter().map(move |t| board.compose(first, *t));
                turned(identity).chain(turned(mirror)).collect()
            }
        };
        let copied = self.expressions_in(parts) * symmetries.len() as u64;
        self.spend_on(copied, span)?;
        let board = &self.board;
        Some(distinct(symmetries.iter().flat_map(|s| parts.iter().map(move |p| turned(p, board, *s)))))
    }

    fn tested(&mut self, body: &'a ast::Path, test: &'a ast::Test, site: Site) -> Option<Vec<Path>> {
        if !site.tests {
            self.report.push(errors::plain_path_only("a test", site.what, test.span));
            return None;
        }
        let ways = self.path(body, site);
        let (span, test) = (test.span, self.satisfiable(test, site)?);
        if !binds_plainly(&test) {
            self.report.push(actions::one_of_several_ways(span));
            return None;
        }
        let check = Path::Check { settles: test.settles(), test };
        let ways = ways?;
        if ways.len() > 1 {
            self.spend_on(self.expressions_in(std::slice::from_ref(&check)) * ways.len() as u64, span)?;
        }
        Some(ways.into_iter().map(|way| then(way, check.clone())).collect())
    }

    fn with_effects(
        &mut self,
        body: &'a ast::Path,
        effects: &'a [ast::Effect],
        site: Site,
    ) -> Option<Vec<Path>> {
        if let Some(stray) = effects.iter().find(|effect| !site.doing.allows(effect)) {
            let span = effect_span(stray);
            self.report.push(match site.doing {
                Doing::Taking => errors::takes_only(site.what, span),
                _ => errors::plain_path_only("an effect", site.what, span),
            });
            return None;
        }
        let ways = self.path(body, site);
        let lowered: Vec<Option<Vec<Effect>>> = effects.iter().map(|e| self.effects(e, site)).collect();
        let (mut ways, lowered) = (ways?, lowered.into_iter().collect::<Option<Vec<_>>>()?);
        let about_mover = self.can_happen(effects, self.what_stands_at_end(&ways), site.mover)?;
        for (mut choices, about_mover) in lowered.into_iter().zip(about_mover) {
            if about_mover {
                choices.iter_mut().for_each(arrives);
            }
            self.limited(ways.len() * choices.len(), body.span)?;
            if ways.len() * choices.len() > 1 {
                self.spend_on(self.expressions_in(&ways) * choices.len() as u64, body.span)?;
            }
            let with = |way: &Path| {
                let one = |effect: &Effect| then(way.clone(), Path::Do(effect.clone()));
                choices.iter().map(one).collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
        }
        Some(ways)
    }

    /// Lowers an effect to its alternatives: a piece that can stand in several ways may come in each.
    pub(crate) fn effects(&mut self, effect: &'a ast::Effect, site: Site) -> Option<Vec<Effect>> {
        if let (Some(word), false) = (moves_with_mover(effect), site.mover) {
            self.report.push(errors::mover_only(word, effect_span(effect)));
            return None;
        }
        let one = match effect {
            ast::Effect::Become(name) if name.node == "first" => Effect::First(true),
            ast::Effect::BecomeNot(name) if name.node == "first" => Effect::First(false),
            ast::Effect::Become(name) if self.index(Sort::State, &name.node).is_some() => {
                self.switch(name, true)?
            }
            ast::Effect::BecomeNot(name) => self.switch(name, false)?,
            ast::Effect::Become(name) => return self.in_every_way(name, Effect::Become),
            ast::Effect::Put(name) => return self.in_every_way(name, Effect::Put),
            ast::Effect::Drop(all) => return self.dropped(all),
            ast::Effect::Merge(name) => return self.in_every_way(name, Effect::Merge),
            ast::Effect::Unite(span) if self.stacks.is_empty() => {
                self.report.push(stacks::no_stacks("merge", *span));
                return None;
            }
            ast::Effect::Unite(_) => Effect::Unite,
            ast::Effect::Take(_) => Effect::Take,
            ast::Effect::TakeLast(_) => Effect::TakeLast,
            ast::Effect::Vanish(_) => Effect::Vanish,
            ast::Effect::Swap(_) => Effect::Swap,
            ast::Effect::Rotate(side) if !self.something_faces() => {
                self.report.push(errors::idle_effect("rotate", side.span, NOTHING_FACES, false));
                return None;
            }
            ast::Effect::Rotate(side) => Effect::Turn(self.side_turn(side)?),
            ast::Effect::Mark(name) => Effect::Mark(self.mark(name)?),
            ast::Effect::Shift(names) => {
                let span = names.first().zip(names.last()).map(|(a, b)| a.span.to(b.span))?;
                match self.sum(names, span)? {
                    Path::Leap(directions) => Effect::Shift(directions),
                    _ => return None,
                }
            }
            ast::Effect::Reflect(axis) => Effect::Reflect(self.mirrored_tiles(axis)?),
            ast::Effect::Join(name) => Effect::Join(self.who(name, &["friend", "next", "mover"])?),
            ast::Effect::Count { counter, of, op, amount } => {
                let (counter, of) = self.counter_of(counter, of.as_ref(), &[])?;
                Effect::Count { counter, of, op: *op, amount: self.quantity(amount, site)? }
            }
        };
        Some(vec![one])
    }

    /// That something gets into a state, or out of it.
    fn switch(&mut self, name: &Name, on: bool) -> Option<Effect> {
        let (_, index) = self.find(&[Sort::State], name)?;
        Some(Effect::State { state: StateId::new(index), on })
    }

    fn in_every_way(&mut self, name: &Name, effect: fn(KindId) -> Effect) -> Option<Vec<Effect>> {
        if self.index(Sort::State, &name.node).is_some() {
            let word = self.sources.snippet(name.span);
            self.report.push(stacks::state_not_piece(word, name.span));
            return None;
        }
        Some(self.kinds(name)?.into_iter().map(effect).collect())
    }

    /// The pieces that may come out of a hand, each in its states.
    fn dropped(&mut self, all: &'a [ast::Dropped]) -> Option<Vec<Effect>> {
        let mut found: Vec<Effect> = Vec::new();
        for dropped in all {
            let span = dropped_span(std::slice::from_ref(dropped));
            for kind in self.kinds_dropped(dropped)? {
                let effect = Effect::Drop(kind);
                if found.contains(&effect) {
                    self.report.push(errors::idle_effect("drop", span, "this piece is named before", false));
                    return None;
                }
                found.push(effect);
            }
        }
        Some(found)
    }

    fn kinds_dropped(&mut self, dropped: &'a ast::Dropped) -> Option<Vec<KindId>> {
        let ast::Dropped { piece, states } = dropped;
        if piece.node == ANY && states.is_empty() && self.index(Sort::Piece, ANY).is_none() {
            return self.kinds_in_hands(piece.span);
        }
        self.kind_in_hand(piece)?;
        let index = self.index(Sort::Piece, &piece.node)?;
        let is_state = |name: &Name| name.node != FACING || self.index(Sort::State, FACING).is_some();
        let facing = states.iter().position(|name| !is_state(name)).unwrap_or(states.len());
        let (states, facing) = states.split_at(facing);
        let mut kinds = self.standing(piece, index, facing)?;
        for name in states {
            let (_, state) = self.find(&[Sort::State], name)?;
            let family = &self.families[index];
            if !family.states.iter().any(|(of_family, _)| *of_family == state) {
                self.report.push(stacks::no_state_of(&piece.node, name.span, &name.node));
                return None;
            }
            let there = |kind: &KindId| family.in_state(kind.index() - family.first.index(), state, true);
            let Some(others) = kinds.iter().map(there).collect() else {
                let why = "this state is named before";
                self.report.push(errors::idle_effect("drop", name.span, why, false));
                return None;
            };
            kinds = others;
        }
        Some(kinds)
    }

    /// The kinds that a piece can have when it is dropped: one for each of its orientations, or the one that `facing` names.
    fn standing(&mut self, piece: &Name, index: usize, facing: &'a [Name]) -> Option<Vec<KindId>> {
        let [word, directions @ ..] = facing else { return self.kinds(piece) };
        let mut wanted: Vec<DirId> = Vec::new();
        for name in directions {
            wanted.push(DirId::new(self.find(&[Sort::Direction], name)?.1));
        }
        wanted.sort();
        let family = &self.families[index];
        let span = directions.last().map_or(word.span, |last| word.span.to(last.span));
        let Some(way) = family.ways.iter().position(|way| way.directions == wanted) else {
            self.report.push(errors::does_not_face(&piece.node, !family.ways.is_empty(), span));
            return None;
        };
        // What is `n` for the first player may be another orientation for the others.
        let frames = self.players.iter().flat_map(|player| &player.frame.syms);
        let fits = |sym: &SymId| family.ways.iter().all(|way| way.turned[sym.index()].is_some());
        if !frames.clone().all(fits) {
            self.report.push(errors::faces_for_some_only(&piece.node, span));
            return None;
        }
        Some(family.fresh().skip(way).take(1).collect())
    }

    /// Every piece that can be in a hand.
    fn kinds_in_hands(&mut self, span: Span) -> Option<Vec<KindId>> {
        let game = self.game;
        let mut found = Vec::new();
        for (name, entry) in game.pieces.iter() {
            if !entry.node.is_neutral() {
                found.extend(self.kinds(&Name::new(name.to_owned(), span))?);
            }
        }
        Some(found)
    }

    /// For every tile the one that mirrors it, in a mirror that stands on the middle of the board in that direction.
    fn mirrored_tiles(&mut self, axis: &Name) -> Option<Vec<Tile>> {
        let (_, index) = self.find(&[Sort::Direction], axis)?;
        let board = &self.board;
        let mut mirrors = board.turns.iter().map(|turn| board.compose(board.mirror, *turn));
        let stays = |symmetry: &SymId| board.symmetries[symmetry.index()][index].index() == index;
        let table = Table { board, grid: &self.grid };
        let seat = |sym| table.seat(Chair { sym, home: None }).ok();
        match mirrors.find(stays).filter(|_| board.plane.is_none()).and_then(seat) {
            Some(seat) => Some(seat.tiles),
            None => {
                self.report.push(errors::no_mirror(&axis.node, axis.span));
                None
            }
        }
    }

    /// Whether the path takes something on the way, also by a named path.
    pub(crate) fn takes(&self, path: &'a ast::Path) -> bool {
        self.takes_beyond(path, &mut HashSet::new())
    }

    fn takes_beyond(&self, path: &'a ast::Path, seen: &mut HashSet<&'a str>) -> bool {
        match &path.kind {
            PathKind::Name(word) => {
                let named = self.game.paths.get(word).map(|entry| &entry.node);
                seen.insert(word) && matches!(named, Some(Named::Is(path)) if self.takes_beyond(path, seen))
            }
            PathKind::Sum(_) | PathKind::Bend(_) | PathKind::Call(_) => false,
            PathKind::Seq(parts) | PathKind::Alternatives(parts) | PathKind::Choice(parts) => {
                parts.iter().any(|p| self.takes_beyond(p, seen))
            }
            PathKind::Symmetry { parts, .. } => parts.iter().any(|p| self.takes_beyond(p, seen)),
            PathKind::Repeat { path, .. } | PathKind::Times { path, .. } | PathKind::Tested { path, .. } => {
                self.takes_beyond(path, seen)
            }
            PathKind::Effects { path, effects } => {
                effects.iter().any(|e| matches!(e, ast::Effect::Take(_) | ast::Effect::TakeLast(_)))
                    || self.takes_beyond(path, seen)
            }
        }
    }
}

/// Whether `by one` is asked only where it is clear which piece is meant from then on: alone or joined by `and`.
fn binds_plainly(test: &Test) -> bool {
    match test {
        Test::And(all) => all.iter().all(binds_plainly),
        Test::Under { .. } => true,
        other => !asks_by_one(other),
    }
}

fn asks_by_one(test: &Test) -> bool {
    match test {
        Test::Under { by_one, .. } => *by_one,
        Test::Not(t) | Test::Some(t) | Test::Attacks(t) | Test::Before(t) | Test::Always(t) => asks_by_one(t),
        Test::And(all) | Test::Or(all) => all.iter().any(asks_by_one),
        Test::Connected { test, .. } | Test::Group { test, .. } => asks_by_one(test),
        Test::Can { mover, target } => asks_by_one(mover) || asks_by_one(target),
        Test::Compare(left, _, right) => left.tests().into_iter().chain(right.tests()).any(asks_by_one),
        _ => false,
    }
}

/// What a piece becomes that is about to come here.
pub(super) fn arrives(effect: &mut Effect) {
    if let Effect::Become(kind) = *effect {
        *effect = Effect::Arrive(kind);
    }
}

/// Where a path repeats without end; nowhere if it does so by a name.
fn endless_part(path: &ast::Path) -> Option<Span> {
    match &path.kind {
        PathKind::Repeat { max: None, .. } => Some(path.span),
        PathKind::Repeat { path, .. }
        | PathKind::Times { path, .. }
        | PathKind::Tested { path, .. }
        | PathKind::Effects { path, .. } => endless_part(path),
        PathKind::Seq(parts)
        | PathKind::Alternatives(parts)
        | PathKind::Choice(parts)
        | PathKind::Symmetry { parts, .. } => parts.iter().find_map(endless_part),
        PathKind::Name(_) | PathKind::Call(_) | PathKind::Sum(_) | PathKind::Bend(_) => None,
    }
}

/// The word of an effect that only a piece that moves can have.
fn moves_with_mover(effect: &ast::Effect) -> Option<&'static str> {
    match effect {
        ast::Effect::Swap(_) => Some("swap"),
        ast::Effect::Merge(_) | ast::Effect::Unite(_) => Some("merge"),
        _ => None,
    }
}

/// Where an effect is written.
pub(crate) fn effect_span(effect: &ast::Effect) -> Span {
    match effect {
        ast::Effect::Take(span)
        | ast::Effect::TakeLast(span)
        | ast::Effect::Swap(span)
        | ast::Effect::Unite(span)
        | ast::Effect::Vanish(span) => *span,
        ast::Effect::Mark(name)
        | ast::Effect::Become(name)
        | ast::Effect::BecomeNot(name)
        | ast::Effect::Put(name)
        | ast::Effect::Rotate(name)
        | ast::Effect::Merge(name)
        | ast::Effect::Reflect(name)
        | ast::Effect::Join(name) => name.span,
        ast::Effect::Drop(all) => dropped_span(all),
        ast::Effect::Shift(names) => {
            // The grammar lets no sum be empty.
            let both = names.first().zip(names.last());
            both.map_or(Span::new(crate::source::FileId(0), 0, 0), |(a, b)| a.span.to(b.span))
        }
        ast::Effect::Count { counter, of, .. } => {
            of.as_ref().map_or(counter.span, |of| counter.span.to(of.span))
        }
    }
}

/// Where the pieces are named that may be dropped.
pub(crate) fn dropped_span(all: &[ast::Dropped]) -> Span {
    let mut names = all.iter().flat_map(|dropped| std::iter::once(&dropped.piece).chain(&dropped.states));
    let first = names.next().map_or(Span::new(crate::source::FileId(0), 0, 0), |name| name.span);
    names.fold(first, |span, name| span.to(name.span))
}

/// The directions of the one step that a path makes, if it makes just one, whatever it asks and does then.
fn stride(path: &Path) -> Option<&[DirId]> {
    match path {
        Path::Step(direction) => Some(std::slice::from_ref(direction)),
        Path::Leap(directions) => Some(directions),
        Path::Seq(parts) => {
            let mut steps = parts.iter().filter(|part| !matches!(part, Path::Check { .. } | Path::Do(_)));
            let first = steps.next()?;
            if steps.next().is_none() { stride(first) } else { None }
        }
        _ => None,
    }
}
