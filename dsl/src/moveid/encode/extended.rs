//! Rules as IDs of the extended form.
//!
//! Each alternative of a path becomes a head and its legs; what is asked and done on tiles becomes notes. What comes out is made a rule
//! again and compared with the one it comes from, so nothing has to be assumed here.

use std::collections::BTreeSet;

use super::decode::decode;
use super::encoder::Encoder as Scheme;
use super::inexpressible::{Encoded, Inexpressible, no};
use super::letter::letter;
use super::parts::{conjuncts, flat};
use super::view::some_are_turned;
use crate::ir::{
    Effect, KindId, Kinds, LabelId, Mode, MoveRule, Path, Quantity, Rules, SymId, Test, When, Who,
};
use crate::moveid::extended::{
    Deed, Ending, Far, LOADED, Leg, Levels, Look, Name, Names, Note, Sort, Steps, Term, TileTest, Times, Way,
    What,
};
use crate::moveid::form::form;
use crate::moveid::geometry::{Image, Step};
use crate::moveid::lower::{Known, Words};
use crate::moveid::{EnPassant, Extension, MoveId, Nested, Side};

/// What the extension leaves to the scheme.
pub(super) const CASTLING: &str = "castling with more than the scheme has";

/// The IDs of a rule.
pub(super) fn encode(rules: &Rules, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    if rule.castles {
        return no(CASTLING);
    }
    // What may be made only once asks for itself by its ID.
    let once = conjuncts(&rule.guard).into_iter().find_map(|test| match test {
        Test::Not(inner) => match **inner {
            Test::Did(When::Ever, label) => rules.labels[label.index()].parse::<MoveId>().ok(),
            _ => None,
        },
        _ => None,
    });
    if let Some(id) = once.map(|id| id.normal()) {
        let again =
            decode(rules, &id, &Kinds(vec![kind])).map_err(|construct| Inexpressible { construct })?;
        if form(rules, &again.rules) == form(rules, [rule]) {
            return Ok(vec![id]);
        }
    }
    let ids = as_owner(rules, rule)?;
    // What is the same from the left and from the right need not say whose these are.
    let is_lopsided = |id: &MoveId| id.asks_for_directions() || id.mirrored().normal() != *id;
    let needed: Vec<bool> = ids.iter().map(|id| some_are_turned(rules) && is_lopsided(id)).collect();
    // An ID that says so although it need not is extended, and captures in passing when the piece has arrived.
    for own_side in [needed, vec![true; ids.len()]] {
        let mut ids = ids.clone();
        ids.iter_mut().zip(own_side).for_each(|(id, own_side)| id.extension.own_side = own_side);
        let mut decoded = Vec::new();
        for id in &ids {
            let again =
                decode(rules, id, &Kinds(vec![kind])).map_err(|construct| Inexpressible { construct })?;
            decoded.extend(again.rules);
        }
        if form(rules, &decoded) == form(rules, [rule]) {
            return Ok(ids);
        }
    }
    no("a path that comes out otherwise when its IDs are read again")
}

/// The IDs of a rule, with left and right as its owner sees them.
fn as_owner(rules: &Rules, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    let encoder = Encoder { rules };
    let common = encoder.common(rule)?;
    let mut all: Vec<(MoveId, Image)> = Vec::new();
    let alternatives: Vec<&Path> = match &rule.path {
        Path::Any(parts) => parts.iter().collect(),
        other => vec![other],
    };
    for path in alternatives {
        all.push(encoder.way(path, &common)?);
    }
    Ok(merged(all).iter().map(MoveId::normal).collect())
}

struct Encoder<'r> {
    rules: &'r Rules,
}

/// What a path has noted before its first step, and its parts.
#[derive(Default)]
struct Route {
    start: Note,
    /// Both ways around to the first step must be free.
    is_lame: bool,
    legs: Vec<Leg>,
}

impl Encoder<'_> {
    /// What all alternatives have in common.
    fn common(&self, rule: &MoveRule) -> Encoded<MoveId> {
        let (captures, moves, ending) = match rule.mode {
            Mode::Quiet => (false, true, None),
            Mode::Capture => (true, false, None),
            Mode::Move => (true, true, None),
            Mode::Do => (false, false, Some(Ending::Do)),
            Mode::Act => (false, false, Some(Ending::Act)),
            Mode::Threat => (false, false, Some(Ending::Threat)),
            Mode::Cover => (false, false, Some(Ending::Zone)),
        };
        let onto = rule.onto.map(|mark| name(&self.rules.marks[mark.index()])).transpose()?;
        let mut id = MoveId {
            captures,
            moves,
            extension: Extension { ending, onto, ..Extension::default() },
            ..MoveId::default()
        };
        let mut rest: Vec<Test> = Vec::new();
        for test in conjuncts(&rule.guard) {
            match test {
                Test::True => {}
                Test::First => id.first = true,
                Test::Did(When::Last, label) if self.nested(*label).is_some() => {
                    id.previous = self.nested(*label).map(Nested::new);
                }
                Test::Not(inner) if matches!(&**inner, Test::Did(When::Ever, l) if self.nested(*l).is_some()) =>
                {
                    id.once = true;
                }
                Test::Sees(path) => id.extension.looks.push(self.look(path)?),
                other => rest.push(other.clone()),
            }
        }
        id.extension.start.test = self.conjunction(&rest.iter().collect::<Vec<_>>())?;
        Ok(id)
    }

    /// The ID by which a label is known, if it is one.
    fn nested(&self, label: LabelId) -> Option<MoveId> {
        self.rules.labels[label.index()].parse().ok()
    }

    fn look(&self, path: &Path) -> Encoded<Look> {
        let parts = flat(path);
        let [hop, Path::Check { test, .. }] = parts.as_slice() else {
            return no("a `sees` that is more than one tile at a distance");
        };
        match self.hop(hop)? {
            Way::Far(at) => Ok(Look { test: self.conjunction(&conjuncts(test))?, at }),
            Way::Direction(_) => no("a `sees` in a direction without a distance"),
        }
    }

    /// One alternative as an ID, and which quadrant and levels it is.
    fn way(&self, path: &Path, common: &MoveId) -> Encoded<(MoveId, Image)> {
        let mut route = Route::default();
        let mut id = common.clone();
        let parts = flat(path);
        match self.captures_in_passing(&parts) {
            Some((en_passant, rest)) => {
                id.en_passant = Some(en_passant);
                self.legs(rest, &mut route)?;
            }
            None => self.legs(&parts, &mut route)?,
        }
        let start = &mut id.extension.start;
        start.test = both(&start.test, &route.start.test);
        start.effects = route.start.effects;
        let (quadrant, level) = reflect(&mut route.legs);
        if let Some(Leg::Go { way: Way::Far(far), steps }) = route.legs.first() {
            let (x, y, z) = far.net();
            (id.horizontal, id.vertical) = (x.unsigned_abs() as u16, y.unsigned_abs() as u16);
            id.extension.levels =
                (z != 0).then_some(Levels { far: z.unsigned_abs() as u16, up: false, down: false });
            id.jumps = !route.is_lame && matches!(steps, Steps::Once(_));
            id.extension.steps = steps.clone();
            route.legs.remove(0);
        }
        id.extension.route = route.legs;
        Ok((id, Image::quadrant(quadrant, level)))
    }

    /// What a path captures in passing before a step to which both ways around must be free, and the rest of the path: only the head can be
    /// such a step, so the visit to the victim can't be legs before it.
    fn captures_in_passing<'p, 'q>(&self, parts: &'q [&'p Path]) -> Option<(EnPassant, &'q [&'p Path])> {
        let scheme = Scheme::new(self.rules).ok()?;
        let (visit, rest) = scheme.visit(parts)?;
        let takes = matches!(visit.effect, Some(Effect::Take | Effect::TakeLast));
        let is_needed = takes && self.sets_out_looking_around(rest);
        is_needed.then(|| scheme.victim(&visit).ok().map(|victim| (victim, rest)))?
    }

    /// Whether the first step of a path, perhaps in a repetition, is one to which both ways around must be free.
    fn sets_out_looking_around(&self, parts: &[&Path]) -> bool {
        match parts {
            [Path::Repeat { path, .. }, ..] => self.sets_out_looking_around(&flat(path)),
            _ => self.looks_around(parts),
        }
    }

    /// Whether a path begins with a step to which both ways around must be free.
    fn looks_around(&self, parts: &[&Path]) -> bool {
        let Ok(scheme) = Scheme::new(self.rules) else { return false };
        match parts {
            [
                Path::Check { test: Test::Sees(one), .. },
                Path::Check { test: Test::Sees(other), .. },
                hop,
                ..,
            ] => scheme.looks_around([one, other], hop),
            _ => false,
        }
    }

    fn legs(&self, mut parts: &[&Path], route: &mut Route) -> Encoded<()> {
        while let [part, rest @ ..] = parts {
            if route.legs.is_empty() && !route.is_lame && self.looks_around(parts) {
                route.is_lame = true;
                parts = &parts[2..];
                continue;
            }
            parts = rest;
            match part {
                Path::Check { test, .. } => {
                    let test = self.conjunction(&conjuncts(test))?;
                    let note = last(route);
                    // In a note the test comes first.
                    if note.effects.contains(&Deed::Take) {
                        return no("a test of a tile from which something has just been taken");
                    }
                    note.test = both(&note.test, &test);
                }
                Path::Do(effect) => {
                    let deed = self.deed(effect)?;
                    last(route).effects.push(deed);
                }
                Path::Repeat { path, min, max } => {
                    self.repeat(path, Times { min: *min, max: *max }, route)?
                }
                Path::Any(_) => return no("a choice on the way"),
                Path::Times { .. } => return no("a length that a position tells"),
                Path::Bend(_) => return no("a walker that turns by itself"),
                Path::Seq(inner) => self.legs(&inner.iter().collect::<Vec<_>>(), route)?,
                hop @ (Path::Step(_) | Path::Leap(_)) => {
                    route.legs.push(Leg::Go { way: self.hop(hop)?, steps: Steps::default() });
                }
            }
        }
        Ok(())
    }

    fn repeat(&self, body: &Path, times: Times, route: &mut Route) -> Encoded<()> {
        let mut inner = Route::default();
        self.legs(&flat(body), &mut inner)?;
        if !inner.start.is_empty() {
            return no("a repetition that asks something before it steps");
        }
        if inner.legs.iter().any(|leg| matches!(leg, Leg::Again { .. })) {
            return no("a repetition of a repetition");
        }
        // Only the step of the head looks around, and only where it is made once in each round.
        if inner.is_lame && (!route.legs.is_empty() || inner.legs.len() == 1) {
            return no("a later step to which both ways around must be free");
        }
        route.is_lame |= inner.is_lame;
        match inner.legs.as_slice() {
            [Leg::Go { way, steps: Steps::Once(each) }] => {
                let steps = Steps::Several { each: each.clone(), times, last: Note::default() };
                route.legs.push(Leg::Go { way: way.clone(), steps });
            }
            [] | [_] => return no("a repetition of a repetition"),
            several => {
                let legs = several.len() as u16;
                route.legs.append(&mut inner.legs);
                route.legs.push(Leg::Again { legs, times, last: Note::default() });
            }
        }
        Ok(())
    }

    fn hop(&self, path: &Path) -> Encoded<Way> {
        let board = &self.rules.board;
        match path {
            Path::Step(d) if board.directions[d.index()].offset == [0; 3] => {
                Ok(Way::Direction(name(&board.directions[d.index()].name)?))
            }
            Path::Step(d) => Ok(Way::Far(Far::of(self.sum(&[*d])))),
            Path::Leap(sum) => Ok(Way::Far(Far::of(self.sum(sum)))),
            _ => no("a path that is no single step"),
        }
    }

    fn sum(&self, sum: &[crate::ir::DirId]) -> Step {
        sum.iter().fold((0, 0, 0), |(x, y, z), d| {
            let [dx, dy, dz] = self.rules.board.directions[d.index()].offset.map(i32::from);
            (x + dx, y + dy, z + dz)
        })
    }

    fn conjunction(&self, tests: &[&Test]) -> Encoded<TileTest> {
        let mut tests: Vec<&Test> = tests.to_vec();
        tests.retain(|test| **test != Test::True);
        if let [Test::Or(any)] = tests.as_slice() {
            let any: Encoded<Vec<TileTest>> =
                any.iter().map(|part| self.conjunction(&conjuncts(part))).collect();
            return Ok(TileTest { any: any?.into_iter().flat_map(|test| test.any).collect() });
        }
        let mut terms = Vec::new();
        // Whose and what it is, is one term.
        let mut side = Side::Any;
        let owner = tests.iter().position(|test| matches!(test, Test::Owner(Who::Friend | Who::Enemy)));
        let kind = tests.iter().position(|test| matches!(test, Test::Kind(_)));
        if let (Some(owner), Some(_)) = (owner, kind) {
            side = if *tests[owner] == Test::Owner(Who::Friend) { Side::Friend } else { Side::Enemy };
            tests.remove(owner);
        }
        for test in tests {
            match test {
                Test::Kind(kinds) => {
                    terms.push(Term { not: false, what: What::Piece(side, self.sort(kinds)?) });
                    side = Side::Any;
                }
                other => terms.push(self.term(other)?),
            }
        }
        Ok(TileTest { any: if terms.is_empty() { Vec::new() } else { vec![terms] } })
    }

    fn term(&self, test: &Test) -> Encoded<Term> {
        let rules = self.rules;
        let label = |label: &LabelId| name(&rules.labels[label.index()]);
        let what = match test {
            Test::Not(inner) => {
                let term = self.term(inner)?;
                return Ok(Term { not: !term.not, ..term });
            }
            Test::And(_) | Test::Or(_) => What::Group(self.conjunction(&conjuncts(test))?),
            Test::Empty => What::Empty,
            Test::Occupied => What::Piece(Side::Any, Sort::Any),
            Test::Owner(Who::Friend) => What::Piece(Side::Friend, Sort::Any),
            Test::Owner(Who::Enemy) => What::Piece(Side::Enemy, Sort::Any),
            Test::Owner(Who::Player(player)) => What::Of(name(&rules.players[player.index()].name)?),
            Test::Kind(kinds) => What::Piece(Side::Any, self.sort(kinds)?),
            Test::Is(kinds) => What::Is(self.names(kinds)?),
            Test::Parting => What::Parting,
            Test::On(region) => What::On(name(&rules.regions[region.index()].name)?),
            Test::Attacked => What::Attacked,
            Test::Under { zone, of: Who::Enemy, by_one } => {
                What::Under { zone: label(zone)?, by_one: *by_one }
            }
            Test::First => What::Unmoved,
            Test::Begun => What::Begun,
            Test::Acted => What::Acted,
            Test::Faces(direction) => What::Faces(name(&rules.board.directions[direction.index()].name)?),
            Test::Did(when, of) => What::Did(*when, label(of)?),
            Test::Marked(mark) => What::Marked(name(&rules.marks[mark.index()])?),
            Test::In(phase) => What::Phase(name(&rules.turn.phases[phase.index()])?),
            Test::Asker(player) => What::Mover(name(&rules.players[player.index()].name)?),
            Test::Castled => What::Castled,
            other => return no(format!("the test `{}`", crate::ir::print::test(rules, other))),
        };
        Ok(Term { not: false, what })
    }

    /// How these kinds are called: by a letter, or by names.
    fn sort(&self, kinds: &Kinds) -> Encoded<Sort> {
        match letter(self.rules, kinds) {
            Some(letter) => Ok(Sort::Letter(letter)),
            None => self.names(kinds).map(Sort::Named),
        }
    }

    fn names(&self, kinds: &Kinds) -> Encoded<Names> {
        let rules = self.rules;
        let mut known = Known::new(rules);
        let attributes = rules.kinds.iter().flat_map(|kind| &kind.attributes).map(String::as_str);
        let states = rules.states.iter().map(|state| state.name.as_str());
        for one in [LOADED].into_iter().chain(attributes).chain(states) {
            if let Some(name) = Name::new(one).filter(|n| known.kinds(n).as_ref() == Some(kinds)) {
                return Ok(Names(vec![name]));
            }
        }
        let mut rest: BTreeSet<KindId> = kinds.0.iter().copied().collect();
        let mut names: Vec<Name> = Vec::new();
        for kind in &kinds.0 {
            if !rest.contains(kind) {
                continue;
            }
            let of = &rules.kinds[kind.index()];
            let piece = name(&of.piece)?;
            let family = known.kinds(&piece).filter(|family| family.0.iter().all(|k| rest.contains(k)));
            let (called, covered) = match family {
                Some(family) => (piece, family.0),
                None => (name(&format!("={}", of.name))?, vec![*kind]),
            };
            if called.as_str().contains(',') {
                return no(format!("the kind `{}` by its name", of.name));
            }
            names.push(called);
            covered.iter().for_each(|kind| _ = rest.remove(kind));
        }
        Ok(Names(names))
    }

    fn deed(&self, effect: &Effect) -> Encoded<Deed> {
        let rules = self.rules;
        let kind = |kind: &KindId| name(&rules.kinds[kind.index()].name);
        Ok(match effect {
            Effect::Take => Deed::Take,
            Effect::TakeLast => Deed::TakeLast,
            Effect::Vanish => Deed::Vanish,
            Effect::Mark(mark) => Deed::Mark(name(&rules.marks[mark.index()])?),
            Effect::Become(to) => Deed::Become(kind(to)?),
            Effect::State { state, on } => Deed::State(name(&rules.states[state.index()].name)?, *on),
            Effect::First(_) => return no("a piece that counts as moved or not moved"),
            Effect::Put(to) => Deed::Put(kind(to)?),
            Effect::Drop(to) => Deed::Drop(kind(to)?),
            Effect::Turn(turn) => Deed::Turn(self.turn(*turn)?),
            Effect::Swap => Deed::Swap,
            Effect::Arrive(to) => Deed::Arrive(kind(to)?),
            Effect::Merge(to) => Deed::Merge(Some(kind(to)?)),
            Effect::Unite => Deed::Merge(None),
            Effect::Shift(sum) => Deed::Shift(Far::of(self.sum(sum))),
            Effect::Join(Who::Friend) => Deed::Join(name("friend")?),
            Effect::Join(Who::Next) => Deed::Join(name("next")?),
            Effect::Join(Who::Mover) => Deed::Join(name("mover")?),
            Effect::Join(Who::Player(player)) => Deed::Join(name(&rules.players[player.index()].name)?),
            Effect::Reflect(_) => return no("a piece that is mirrored"),
            Effect::Join(Who::Enemy) => return no("a piece that joins an enemy"),
            Effect::Count { counter, of: Who::Friend, op, amount: Quantity::Number(amount) } => Deed::Count {
                counter: name(&rules.counters[counter.index()].name)?,
                op: *op,
                amount: u16::try_from(*amount)
                    .map_err(|_| Inexpressible { construct: "a number so large".to_owned() })?,
            },
            Effect::Count { .. } => {
                return Err(Inexpressible { construct: "a number that the position tells".to_owned() });
            }
        })
    }

    fn turn(&self, turn: SymId) -> Encoded<u16> {
        match self.rules.board.turns.iter().position(|t| *t == turn) {
            Some(steps) => Ok(steps as u16),
            None => no("a piece that is turned over"),
        }
    }
}

fn name(text: &str) -> Encoded<Name> {
    Name::new(text).ok_or_else(|| Inexpressible { construct: format!("the name `{text}`") })
}

/// The note of the last tile reached.
fn last(route: &mut Route) -> &mut Note {
    match route.legs.last_mut() {
        None => &mut route.start,
        Some(Leg::Go { steps: Steps::Once(note) | Steps::Several { last: note, .. }, .. }) => note,
        Some(Leg::Again { last, .. }) => last,
    }
}

/// Two tests of one tile as one.
fn both(one: &TileTest, other: &TileTest) -> TileTest {
    match (one.any.as_slice(), other.any.as_slice()) {
        ([], _) => other.clone(),
        (_, []) => one.clone(),
        ([a], [b]) => TileTest { any: vec![[a.clone(), b.clone()].concat()] },
        _ => {
            let group = |test: &TileTest| Term { not: false, what: What::Group(test.clone()) };
            TileTest { any: vec![vec![group(one), group(other)]] }
        }
    }
}

/// Turns a route so that it sets out to the right, forward and up where it does so at all; which quadrant it was, and which way
/// its levels led.
fn reflect(legs: &mut [Leg]) -> (usize, i32) {
    // Levels are reflected with those of the head.
    let level = match legs.first() {
        Some(Leg::Go { way: Way::Far(far), .. }) if far.net().2 < 0 => -1,
        _ => 1,
    };
    let mut fars = fars(legs);
    let sign = |axis: fn(Step) -> i32| {
        fars.iter().map(|far| axis(far.net())).find(|n| *n != 0).map_or(1, i32::signum)
    };
    let (right, up) = (sign(|(x, _, _)| x), sign(|(_, y, _)| y));
    for far in &mut fars {
        let (x, y, z) = far.net();
        **far = Far::of((x * right, y * up, z * level));
    }
    let quadrant = match (right > 0, up > 0) {
        (true, true) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => 3,
    };
    (quadrant, level)
}

/// All distances that are reflected with a route.
fn fars(legs: &mut [Leg]) -> Vec<&mut Far> {
    fn shifts<'n>(note: &'n mut Note, all: &mut Vec<&'n mut Far>) {
        all.extend(note.effects.iter_mut().filter_map(|effect| match effect {
            Deed::Shift(far) => Some(far),
            _ => None,
        }));
    }
    let mut all = Vec::new();
    for leg in legs {
        match leg {
            Leg::Go { way, steps } => {
                if let Way::Far(far) = way {
                    all.push(far);
                }
                match steps {
                    Steps::Once(note) => shifts(note, &mut all),
                    Steps::Several { each, last, .. } => {
                        shifts(each, &mut all);
                        shifts(last, &mut all);
                    }
                }
            }
            Leg::Again { last, .. } => shifts(last, &mut all),
        }
    }
    all
}

/// IDs that differ in their quadrants only, or in their levels, are one.
fn merged(all: Vec<(MoveId, Image)>) -> Vec<MoveId> {
    let mut found: Vec<(MoveId, [[bool; 4]; 2])> = Vec::new();
    for (id, image) in all {
        let level = usize::from(image.level() < 0);
        match found.iter_mut().find(|(known, _)| *known == id) {
            Some((_, on)) => on[level][image.number()] = true,
            None => {
                let mut on = [[false; 4]; 2];
                on[level][image.number()] = true;
                found.push((id, on));
            }
        }
    }
    let mut ids = Vec::new();
    for (id, [up, down]) in found {
        let with = |quadrants: [bool; 4], up: bool, down: bool| {
            let mut id = MoveId { quadrants, ..id.clone() };
            if let Some(levels) = &mut id.extension.levels {
                (levels.up, levels.down) = (up, down);
            }
            id
        };
        if id.extension.levels.is_none() || up == down {
            ids.push(with(std::array::from_fn(|q| up[q] || down[q]), true, up == down));
            continue;
        }
        if up != [false; 4] {
            ids.push(with(up, true, false));
        }
        if down != [false; 4] {
            ids.push(with(down, false, true));
        }
    }
    let sort = |id: &MoveId| match (id.horizontal, id.vertical) {
        (_, 0) => 0,
        (0, _) => 1,
        _ => 2,
    };
    ids.sort_by_key(|id| (sort(id), id.horizontal, id.vertical));
    ids
}
