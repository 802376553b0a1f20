//! Move-IDs as rules: the same kind of rule that a path gives.
//!
//! Every quadrant is an alternative of one path. What has to be asked of other tiles on the way there (a partner, a victim)
//! is a visit: there, a test, an effect, and back again. That some piece has made a move that a nested ID gives is asked
//! by a label whose name is the nested ID itself; a [`Watch`] says which moves count as made by it.

use crate::ast::{CastlingLine, Mode, Name, Text};
use crate::diagnostic::errors::moveid as errors;
use crate::ir::{DirId, Effect, KindId, Kinds, LabelId, MoveRule, Path, PlayerId, Test, Watch, When, Who};
use crate::moveid::{Castling, MoveId, Neighbour, Side};
use crate::source::Span;

use super::resolver::Resolver;

/// A step as (right, forward).
type Step = (i32, i32);

/// What the lowering of one ID needs to know.
#[derive(Clone, Copy)]
struct Setting {
    /// Whose letters an error is about: where the whole ID is written.
    span: Span,
    /// Right is the walker's left: for players whose seat is turned round.
    turned: bool,
}

/// An ID that can't be a rule here; it has been said why.
struct Unfit;

type Lowered<T> = Result<T, Unfit>;

impl<'a> Resolver<'a> {
    /// The rules of an `id` line.
    pub(crate) fn id_rules(&mut self, text: &'a Text, label: Option<&'a Name>, span: Span) -> Vec<MoveRule> {
        let id: MoveId = match text.node.parse() {
            Ok(id) => id,
            Err(error) => {
                self.report.push(errors::not_an_id(&error, inside(text, error.at)));
                return Vec::new();
            }
        };
        for remark in id.remarks() {
            self.report.push(errors::odd_id(remark.sentence(), text.span));
        }
        if id.is_dead() {
            return Vec::new();
        }
        let label = label.and_then(|l| self.labels.get_index_of(&l.node)).map(LabelId::new);
        let Ok(mut rules) = self.lower_id(&id, text.span) else { return Vec::new() };
        let words: Vec<&str> = self.sources.snippet(span).split_whitespace().collect();
        for rule in &mut rules {
            // A rule may be for some players only.
            if (0..self.players.len()).all(|p| self.arrivals(&rule.path, &rule.guard, p).is_empty()) {
                self.must_lead_somewhere(&rule.path, &rule.guard, text.span);
            }
            rule.label = label;
            rule.text = words.join(" ");
        }
        rules
    }

    /// The rules of an ID: one, unless players that are seated differently need different ones.
    fn lower_id(&mut self, id: &MoveId, span: Span) -> Lowered<Vec<MoveRule>> {
        if self.compass().is_none() {
            self.report.push(errors::senseless("this board has no forward, back, left and right", span));
            return Err(Unfit);
        }
        let turned: Vec<bool> = (0..self.players.len()).map(|p| self.is_turned(p)).collect();
        let plain = self.lower_for(id, Setting { span, turned: false })?;
        if !turned.contains(&true) {
            return Ok(vec![plain]);
        }
        let other = self.lower_for(id, Setting { span, turned: true })?;
        if (&other.path, &other.guard) == (&plain.path, &plain.guard) {
            return Ok(vec![plain]);
        }
        let asks = |which: bool| {
            let players = (0..turned.len()).filter(|p| turned[*p] == which);
            let tests: Vec<Test> = players.map(|p| Test::Asker(PlayerId::new(p))).collect();
            if let [only] = tests.as_slice() { only.clone() } else { Test::Or(tests) }
        };
        let only_for = |rule: MoveRule, which| {
            let mut guard = vec![asks(which)];
            push(&mut guard, rule.guard);
            MoveRule { guard: all(guard), ..rule }
        };
        Ok(vec![only_for(plain, false), only_for(other, true)])
    }

    fn lower_for(&mut self, id: &MoveId, setting: Setting) -> Lowered<MoveRule> {
        let needs_empty = id.castling.is_some() || id.en_passant.is_some();
        let mode = match (id.captures && !needs_empty, id.moves) {
            (true, true) => Mode::Move,
            (true, false) => Mode::Capture,
            _ => Mode::Quiet,
        };
        let guard = self.guard(id, setting)?;
        let mut visits = Vec::new();
        if let Some(castling) = &id.castling {
            visits.extend(self.partner(castling, id, setting)?);
        }
        if let Some(er) = &id.en_passant {
            let mut test = self.stands(&er.victim, setting)?;
            if let Some(previous) = &er.previous {
                let kinds = self.kinds_of(er.victim.letter, setting)?;
                push(&mut test, Test::Did(When::Just, self.watch(previous, kinds, setting)?));
            }
            visits.extend(self.visit(er.victim.at.net(), all(test), Some(Effect::Take), setting)?);
        }
        let safe = id.castling.is_some();
        let mut ways = Vec::new();
        for step in id.steps() {
            if let Some(way) = self.movement(id, step, safe, setting) {
                ways.push(sequence(visits.iter().cloned().chain(way).collect()));
            }
        }
        let path = super::path::any(ways);
        Ok(MoveRule { mode, path, onto: None, guard, label: None, text: String::new() })
    }

    /// What must hold where the piece stands.
    fn guard(&mut self, id: &MoveId, setting: Setting) -> Lowered<Test> {
        let mut tests = Vec::new();
        if id.first || id.castling.is_some() {
            tests.push(Test::First);
        }
        if let Some(previous) = &id.previous {
            let kinds = self.every_kind();
            tests.push(Test::Did(When::Last, self.watch(previous, kinds, setting)?));
        }
        if id.once {
            let kinds = self.every_kind();
            let made = self.watch(id, kinds, setting)?;
            tests.push(not(Test::Did(When::Ever, made)));
        }
        if let Some(condition) = &id.condition {
            let test = all(self.stands(condition, setting)?);
            match self.hop(condition.at.net(), setting) {
                Some(hop) => tests.push(sees(vec![hop, check(test)])),
                None => return Err(self.senseless(id_place::CONDITION, condition.at.net(), setting)),
            }
        }
        if id.castling.is_some() {
            tests.push(not(Test::Attacked));
        }
        Ok(all(tests))
    }

    /// The visit to the partner of a castling-like move.
    fn partner(&mut self, castling: &Castling, id: &MoveId, setting: Setting) -> Lowered<Vec<Path>> {
        let mut test = self.stands(&castling.partner, setting)?;
        if castling.unmoved {
            test.push(Test::First);
        }
        let (at, goes) = (castling.partner.at.net(), castling.goes.net());
        let mut effect = None;
        if goes != (0, 0) {
            if id.steps().contains(&(at.0 + goes.0, at.1 + goes.1)) && !id.multiple {
                self.report.push(errors::senseless("both pieces would go to the same tile", setting.span));
                return Err(Unfit);
            }
            for way in self.ways_around(goes, true, &Test::Empty, setting) {
                test.push(sees(way));
            }
            match self.directions_to(goes, setting) {
                Some(sum) => effect = Some(Effect::Shift(sum)),
                None => return Err(self.senseless(id_place::PARTNERS_WAY, goes, setting)),
            }
        }
        self.visit(at, all(test), effect, setting)
    }

    /// There, a test, an effect, and back.
    fn visit(
        &mut self,
        at: Step,
        test: Test,
        effect: Option<Effect>,
        setting: Setting,
    ) -> Lowered<Vec<Path>> {
        let back = (-at.0, -at.1);
        let (Some(there), Some(back)) = (self.hop(at, setting), self.hop(back, setting)) else {
            return Err(self.senseless(id_place::OTHER_PIECE, at, setting));
        };
        let effect = effect.map(Path::Do);
        Ok([there, check(test)].into_iter().chain(effect).chain([back]).collect())
    }

    fn senseless(&mut self, what: &str, at: Step, setting: Setting) -> Unfit {
        let why = match at {
            (0, 0) => format!("{what} is at no distance: the mover stands there itself"),
            _ => format!("{what} is farther away than this board is large"),
        };
        self.report.push(errors::senseless(&why, setting.span));
        Unfit
    }

    /// The way of the mover itself; nothing where it leads off every board of this size.
    fn movement(&self, id: &MoveId, step: Step, safe: bool, setting: Setting) -> Option<Vec<Path>> {
        let mut end = vec![self.hop(step, setting)?];
        end.extend(safe.then(unattacked));
        if id.multiple {
            if id.jumps {
                end.insert(1, check(Test::Or(vec![Test::Empty, Test::Occupied])));
            }
            return Some(vec![Path::Repeat { path: Box::new(sequence(end)), min: 1, max: None }]);
        }
        let far = step.0.abs() + step.1.abs();
        if id.jumps || far == 1 {
            return Some(end);
        }
        if step.0 == 0 || step.1 == 0 {
            let mut one = vec![self.hop((step.0.signum(), step.1.signum()), setting)?];
            one.extend(safe.then(unattacked));
            return Some(vec![times(sequence(one), far)]);
        }
        let free = if safe { all(vec![Test::Empty, not(Test::Attacked)]) } else { Test::Empty };
        let around = self.ways_around(step, false, &free, setting);
        let asked = around.into_iter().map(|way| Path::Check { test: sees(way), settles: false });
        Some(asked.chain(end).collect())
    }

    /// The ways to an offset along files and ranks, sideways first and forward first; each tile on them must pass, the last
    /// one only if the end counts, too. A straight offset has one such way.
    fn ways_around(&self, (dx, dy): Step, with_end: bool, test: &Test, setting: Setting) -> Vec<Vec<Path>> {
        let leg = |step: Step, length: i32| {
            let step = self.hop(step, setting).filter(|_| length > 0)?;
            Some(times(sequence(vec![step, check(test.clone())]), length))
        };
        let sides = [((dx.signum(), 0), dx.abs()), ((0, dy.signum()), dy.abs())];
        let straight = dx == 0 || dy == 0;
        let orders: &[[usize; 2]] = if straight { &[[0, 1]] } else { &[[0, 1], [1, 0]] };
        let short = i32::from(!with_end);
        let way = |order: &[usize; 2]| {
            let (first, second) = (sides[order[0]], sides[order[1]]);
            let last_is_first = second.1 == 0;
            let legs = [
                leg(first.0, first.1 - if last_is_first { short } else { 0 }),
                leg(second.0, second.1 - if last_is_first { 0 } else { short }),
            ];
            legs.into_iter().flatten().collect()
        };
        orders.iter().map(way).collect()
    }

    /// The test that such a piece stands here, in its parts.
    fn stands(&mut self, who: &Neighbour, setting: Setting) -> Lowered<Vec<Test>> {
        let mut tests = match who.side {
            Side::Friend => vec![Test::Owner(Who::Friend)],
            Side::Enemy => vec![Test::Owner(Who::Enemy)],
            Side::Any if who.letter.is_none() => vec![Test::Occupied],
            Side::Any => Vec::new(),
        };
        if who.letter.is_some() {
            tests.push(Test::Kind(self.kinds_of(who.letter, setting)?));
        }
        Ok(tests)
    }

    /// The kinds that a letter names.
    fn kinds_of(&mut self, letter: Option<char>, setting: Setting) -> Lowered<Kinds> {
        let Some(letter) = letter else { return Ok(self.every_kind()) };
        let same = |text: &str| {
            let mut chars = text.chars();
            let only = chars.next().filter(|_| chars.next().is_none());
            only.is_some_and(|c| c == letter || c.to_uppercase().eq(letter.to_uppercase()))
        };
        let kinds = self.game.pieces.iter().enumerate();
        let named = kinds.filter(|(_, (_, entry))| entry.node.letters.iter().any(|t| same(&t.node)));
        let mut kinds: Vec<KindId> = named.flat_map(|(index, _)| self.families[index].kinds()).collect();
        if kinds.is_empty() {
            let at = self.sources.snippet(setting.span).char_indices();
            // The first place where the letter can stand for a piece: behind an `F`, an `f` or a `0`.
            let mut before = ' ';
            let mut found = setting.span;
            for (i, c) in at {
                if c == letter && matches!(before, 'F' | 'f' | '0') {
                    let start = setting.span.start as usize + i;
                    found = Span::new(setting.span.file, start, start + c.len_utf8());
                }
                before = c;
            }
            let letters: Vec<String> =
                self.game.pieces.iter().flat_map(|(_, e)| &e.node.letters).map(|t| t.node.clone()).collect();
            self.report.push(errors::no_such_letter(letter, found, &letters));
            return Err(Unfit);
        }
        kinds.sort();
        Ok(Kinds(kinds))
    }

    fn every_kind(&self) -> Kinds {
        Kinds((0..self.kind_count).map(KindId::new).collect())
    }

    /// The label by which moves that an ID gives are known.
    fn watch(&mut self, id: &MoveId, kinds: Kinds, setting: Setting) -> Lowered<LabelId> {
        let name = id.normal().to_string();
        let (index, _) = self.labels.insert_full(name, setting.span);
        let label = LabelId::new(index);
        if let Some(known) = self.watches.iter_mut().find(|w| w.label == label) {
            known.kinds.0.extend(kinds.0);
            known.kinds.0.sort();
            known.kinds.0.dedup();
            return Ok(label);
        }
        // Entered first, since an ID that may be used once only asks for itself.
        let place = self.watches.len();
        self.watches.push(Watch { label, kinds, rules: Vec::new() });
        if !id.is_dead() {
            self.watches[place].rules = self.lower_id(id, setting.span)?;
        }
        Ok(label)
    }

    /// Right, left, forward and back as directions of this board.
    fn compass(&self) -> Option<[DirId; 4]> {
        let find =
            |offset: [i16; 3]| self.board.directions.iter().position(|d| d.offset == offset).map(DirId::new);
        Some([find([1, 0, 0])?, find([-1, 0, 0])?, find([0, 1, 0])?, find([0, -1, 0])?])
    }

    /// Whether a player's right is the board's left.
    fn is_turned(&self, player: usize) -> bool {
        let Some([right, left, forward, back]) = self.compass() else { return false };
        let seen = &self.board.symmetries[self.players[player].frame.syms[0].index()];
        let upright = [forward, back].contains(&seen[forward.index()]);
        upright && seen[right.index()] == left
    }

    /// An offset as a sum of directions, sorted; nothing where it is no distance or leads off every board of this size.
    fn directions_to(&self, (dx, dy): Step, setting: Setting) -> Option<Vec<DirId>> {
        let [right, left, forward, back] = self.compass()?;
        let dx = if setting.turned { -dx } else { dx };
        let size = |axis: usize| self.board.tiles.iter().map(|t| i32::from(t.place[axis])).max().unwrap_or(0);
        if dx.abs() > size(0) || dy.abs() > size(1) || (dx, dy) == (0, 0) {
            return None;
        }
        let side = std::iter::repeat_n(if dx > 0 { right } else { left }, dx.unsigned_abs() as usize);
        let ahead = std::iter::repeat_n(if dy > 0 { forward } else { back }, dy.unsigned_abs() as usize);
        let mut sum: Vec<DirId> = side.chain(ahead).collect();
        sum.sort();
        Some(sum)
    }

    /// One step to an offset: a direction where there is one, else a leap.
    fn hop(&self, (dx, dy): Step, setting: Setting) -> Option<Path> {
        let sum = self.directions_to((dx, dy), setting)?;
        let dx = if setting.turned { -dx } else { dx };
        let direction = self.board.directions.iter().position(|d| {
            let [x, y, z] = d.offset.map(i32::from);
            (x, y, z) == (dx, dy, 0)
        });
        Some(direction.map_or(Path::Leap(sum), |d| Path::Step(DirId::new(d))))
    }

    /// Ties the sides of the castling clause that name a rule of this piece to it: what they ask of the past is the right
    /// to castle.
    pub(crate) fn tie(&mut self, kind: &str, rules: &mut [(MoveRule, Span)]) {
        let Some(castling) = &self.game.castling else { return };
        if castling.node.pair.0.node != kind {
            return;
        }
        for line in castling.node.lines {
            let CastlingLine::Side { direction: name, goes: None, .. } = line else { continue };
            let Some(label) = self.labels.get_index_of(&name.node).map(LabelId::new) else { continue };
            let rules = rules.iter_mut().map(|(rule, _)| rule);
            let mut tied: Vec<&mut MoveRule> = rules.filter(|r| r.label == Some(label)).collect();
            let [rule] = tied.as_mut_slice() else {
                let why =
                    if tied.is_empty() { "no rule of that piece" } else { "several rules of that piece" };
                self.report.push(errors::unfit_side(name.span, why));
                continue;
            };
            let unmoved = replace_first(&mut rule.guard);
            match shifted(&mut rule.path, &self.board) {
                Some((partner, true)) if unmoved => {
                    self.ties.insert(label, partner);
                }
                _ => {
                    let why = "a rule in which not exactly one other piece moves, or not both are asked to be unmoved";
                    self.report.push(errors::unfit_side(name.span, why));
                }
            }
        }
    }
}

/// What an offset belongs to, in messages.
mod id_place {
    pub(super) const CONDITION: &str = "the piece of the condition";
    pub(super) const PARTNERS_WAY: &str = "the partner's target";
    pub(super) const OTHER_PIECE: &str = "the partner or victim";
}

/// The place of a byte of an ID in its text.
fn inside(text: &Text, at: usize) -> Span {
    let start = text.span.start as usize + 1 + at;
    let end = (start + 1).min(text.span.end as usize);
    Span::new(text.span.file, start.min(end), end)
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
        Path::Repeat { path, .. } => shifts(path),
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

fn not(test: Test) -> Test {
    Test::Not(Box::new(test))
}

fn all(mut tests: Vec<Test>) -> Test {
    match tests.len() {
        0 => Test::True,
        1 => tests.remove(0),
        _ => Test::And(tests),
    }
}

/// Adds a test's parts to a conjunction.
fn push(tests: &mut Vec<Test>, test: Test) {
    match test {
        Test::True => {}
        Test::And(more) => tests.extend(more),
        other => tests.push(other),
    }
}

fn sees(way: Vec<Path>) -> Test {
    Test::Sees(Box::new(sequence(way)))
}

fn check(test: Test) -> Path {
    Path::Check { settles: super::test::settles(&test), test }
}

fn unattacked() -> Path {
    Path::Check { test: not(Test::Attacked), settles: false }
}

fn times(body: Path, length: i32) -> Path {
    match u16::try_from(length) {
        Ok(1) | Err(_) => body,
        Ok(n) => Path::Repeat { path: Box::new(body), min: n, max: Some(n) },
    }
}

fn sequence(parts: Vec<Path>) -> Path {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Path::Seq(more) => flat.extend(more),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { Path::Seq(flat) }
}
