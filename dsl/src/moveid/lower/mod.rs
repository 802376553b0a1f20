//! Move-IDs as rules: the same kind of rule that a path gives.
//!
//! Every quadrant is an alternative of one path. What has to be asked of other tiles on the way there (a partner, a victim)
//! is a visit: there, a test, an effect, and back again. That some piece has made a move that a nested ID gives is asked
//! by a label whose name is the nested ID itself; a [`Watch`] says which moves count as made by it.
//!
//! An ID can be made a rule of a game that is being compiled and of one that has been: what it has to know of the game is
//! behind [`Words`].

mod check;
mod compass;
mod known;
mod tiles;
mod words;

pub(crate) use check::GameCheck;
pub(crate) use compass::Compass;
pub(crate) use known::Known;
pub(crate) use words::Words;

use super::extended::{Ending, Leg, Name, Steps, Way};
use super::form::of_board;
use super::geometry::{Image, Step, around};
use super::places::{Field, Place};
use super::{Castling, MoveId, Neighbour, Side};
use crate::ir::verify::{endless, may_stay};
use crate::ir::{
    DirId, Effect, KindId, Kinds, LabelId, Mode, MoveRule, Path, PlayerId, Test, Watch, When, Who,
};

/// The most rounds of a repetition, as in a path.
const MOST_ROUNDS: u16 = 255;

/// The most steps that a leap on a board with seams is made of, since all orders are tried.
const MOST_IN_ANY_ORDER: usize = 8;

/// Why an ID can't be a rule of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Misfit {
    /// Which part of it.
    pub(crate) place: Place,
    /// Why.
    pub(crate) why: Why,
}

/// What is wrong with a part of an ID in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// No piece has this letter.
    Letter(char),
    /// A name is not one of the game's; that has been said, if anybody is to be told.
    Name(Name),
    /// It asks for something that is never so.
    Senseless(String),
}

/// The rules of an ID: none if it gives no move, mostly one, and two if players that are seated differently need different ones.
/// `movers` are the kinds whose moves they are.
pub(crate) fn lower<W: Words>(words: &mut W, id: &MoveId, movers: &Kinds) -> Result<Vec<MoveRule>, Misfit> {
    of_number(words, &id.normal(), movers, 0)
}

/// The rules of an ID in its normal form that is the one of this number in its text.
fn of_number<W: Words>(
    words: &mut W,
    id: &MoveId,
    movers: &Kinds,
    number: usize,
) -> Result<Vec<MoveRule>, Misfit> {
    if id.is_dead() {
        return Ok(Vec::new());
    }
    let Some(compass) = Compass::of(words.board()) else {
        let why = "this board has no forward, back, left and right".to_owned();
        let place = Place { id: number, field: Field::Horizontal };
        return Err(Misfit { place, why: Why::Senseless(why) });
    };
    let turned: Vec<bool> = match compass.sees_left_of_its_own(words.players(), words.board()) {
        _ if id.extension.own_side => vec![false],
        Some(turned) => turned,
        None => vec![false],
    };
    let mut lower = |turned| Lowering { words: &mut *words, movers, number, compass, turned }.rule(id);
    let plain = lower(false)?;
    if !turned.contains(&true) {
        return Ok(vec![plain]);
    }
    let other = lower(true)?;
    let board = words.board();
    if of_board(board, [&plain]) == of_board(board, [&other]) {
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
    // Where all are turned round, nobody has any use for the other one.
    if !turned.contains(&false) {
        return Ok(vec![other]);
    }
    Ok(vec![only_for(plain, false), only_for(other, true)])
}

/// The work on one ID.
struct Lowering<'w, W: Words> {
    words: &'w mut W,
    movers: &'w Kinds,
    number: usize,
    compass: Compass,
    /// Right is the walker's left: for players whose seat is turned round.
    turned: bool,
}

type Lowered<T> = Result<T, Misfit>;

impl<W: Words> Lowering<'_, W> {
    fn rule(&mut self, id: &MoveId) -> Lowered<MoveRule> {
        let e = &id.extension;
        let mode = match (id.captures, id.moves, e.ending) {
            (true, true, _) => Mode::Move,
            (true, false, _) => Mode::Capture,
            (false, true, _) => Mode::Quiet,
            (_, _, Some(Ending::Act)) => Mode::Act,
            (_, _, Some(Ending::Threat)) => Mode::Threat,
            (_, _, Some(Ending::Zone)) => Mode::Cover,
            (_, _, Some(Ending::Do) | None) => Mode::Do,
        };
        let onto = e.onto.as_ref().map(|mark| self.named(Field::Onto, mark, W::mark)).transpose()?;
        let (guard, safe) = self.guard(id)?;
        let mut visits = Vec::new();
        if let Some(castling) = &id.castling {
            visits.extend(self.partner(castling)?);
        }
        let mut victim = None;
        if let Some(er) = &id.en_passant {
            let mut test = self.stands(Field::Victim, &er.victim)?;
            if let Some(previous) = &er.previous {
                let kinds = self.kinds_of(Field::Victim, er.victim.letter)?;
                let number = self.number + 1 + id.previous.as_ref().map_or(0, |inside| inside.count());
                push(&mut test, Test::Did(When::Just, self.watch(previous, kinds, number)?));
            }
            victim = Some((er.victim.at.net(), all(test)));
        }
        let mut ways = Vec::new();
        for image in id.images() {
            let mut parts = self.note_effects(Field::Start, &e.start.effects, Image::AS_WRITTEN)?;
            parts.extend(visits.iter().cloned());
            if let Some((at, test)) = &victim {
                let (x, y, _) = image.of(id.head_step());
                let in_the_way = !id.extension.is_empty() || id.multiple && is_passed((x, y), *at);
                let take = taking(in_the_way);
                parts.extend(self.visit(Field::Victim, *at, test.clone(), Some(take))?);
            }
            // A quadrant may lead off every board of this size; what leads nowhere in all of them is the compiler's business.
            match self.movement(id, image, safe)? {
                Some(way) => ways.push(sequence(parts.into_iter().chain(way).collect())),
                None if id.extension.is_empty() => {}
                None => return Err(self.off_board(Field::Horizontal)),
            }
        }
        let path = if ways.len() == 1 { ways.remove(0) } else { Path::Any(ways) };
        let castles = id.castling.is_some();
        Ok(MoveRule { mode, path, onto, guard, label: None, castles, text: String::new() })
    }

    /// What must hold where the piece stands, and whether it may cross and reach only tiles that are not attacked.
    fn guard(&mut self, id: &MoveId) -> Lowered<(Test, bool)> {
        let mut tests = Vec::new();
        if id.first || id.castling.is_some() {
            tests.push(Test::First);
        }
        if let Some(previous) = &id.previous {
            let kinds = self.every_kind();
            tests.push(Test::Did(When::Last, self.watch(previous, kinds, self.number + 1)?));
        }
        if id.once {
            let kinds = self.every_kind();
            let made = self.watch(id, kinds, self.number)?;
            tests.push(not(Test::Did(When::Ever, made)));
        }
        if let Some(condition) = &id.condition {
            let test = all(self.stands(Field::Condition, condition)?);
            let (x, y) = condition.at.net();
            match self.hop((x, y, 0)) {
                Some(hop) => tests.push(sees(vec![hop, check(test)])),
                None => return Err(self.off_board(Field::Condition)),
            }
        }
        for (number, look) in id.extension.looks.iter().enumerate() {
            let field = Field::Look(number as u16);
            let test = self.tile_test(field, &look.test, Image::AS_WRITTEN)?;
            match self.hop(look.at.net()) {
                Some(hop) => tests.push(sees(vec![hop, check(test)])),
                None => return Err(self.off_board(field)),
            }
        }
        if !id.extension.start.test.any.is_empty() {
            push(&mut tests, self.tile_test(Field::Start, &id.extension.start.test, Image::AS_WRITTEN)?);
        }
        let mut safe = false;
        if id.castling.is_some() {
            tests.push(not(Test::Castled));
            match self.words.check() {
                Some(check) => {
                    safe = self.movers.0.iter().any(|kind| check.royal.contains(*kind));
                    tests.push(not(Test::Before(Box::new(check.test))));
                }
                None => {
                    safe = true;
                    tests.push(not(Test::Attacked));
                }
            }
        }
        Ok((all(tests), safe))
    }

    /// The visit to the partner of a castling-like move.
    fn partner(&mut self, castling: &Castling) -> Lowered<Vec<Path>> {
        let mut test = self.stands(Field::Partner, &castling.partner)?;
        if castling.unmoved {
            test.push(Test::First);
        }
        let goes = castling.goes.net();
        let mut effect = None;
        if goes != (0, 0) {
            for way in self.ways_around(goes, true, &Test::Empty) {
                test.push(sees(way));
            }
            match self.directions_to((goes.0, goes.1, 0)) {
                Some(sum) => effect = Some(Effect::Shift(sum)),
                None => return Err(self.off_board(Field::PartnersWay)),
            }
        }
        self.visit(Field::Partner, castling.partner.at.net(), all(test), effect)
    }

    /// There, a test, an effect, and back.
    fn visit(&self, field: Field, at: (i32, i32), test: Test, effect: Option<Effect>) -> Lowered<Vec<Path>> {
        let (Some(there), Some(back)) = (self.hop((at.0, at.1, 0)), self.hop((-at.0, -at.1, 0))) else {
            return Err(self.off_board(field));
        };
        let effect = effect.map(Path::Do);
        Ok([there, check(test)].into_iter().chain(effect).chain([back]).collect())
    }

    /// The way of the mover itself; nothing where it leads off every board of this size.
    fn movement(&mut self, id: &MoveId, image: Image, safe: bool) -> Lowered<Option<Vec<Path>>> {
        let e = &id.extension;
        let mut legs: Vec<Vec<Path>> = Vec::new();
        if id.head_step() != (0, 0, 0) {
            let Some(head) = self.head(id, image, safe)? else { return Ok(None) };
            legs.push(head);
        }
        for (number, leg) in e.route.iter().enumerate() {
            let field = Field::Leg(number as u16);
            match leg {
                Leg::Go { way, steps } => {
                    let hop = match way {
                        Way::Far(far) => {
                            self.hop(image.of(far.net())).ok_or_else(|| self.off_board(field))?
                        }
                        Way::Direction(name) => Path::Step(self.named(field, name, W::direction)?),
                    };
                    let body: Vec<Path> = [hop].into_iter().chain(safe.then(unattacked)).collect();
                    legs.push(self.with_steps(field, body, steps, image)?);
                }
                Leg::Again { legs: again, times, last } => {
                    let first = legs.len().saturating_sub(usize::from(*again));
                    let body = legs.split_off(first).into_iter().flatten().collect();
                    let mut path = vec![self.repeat(field, body, times.min, times.max)?];
                    path.extend(self.note(field, last, image)?);
                    legs.push(path);
                }
            }
        }
        Ok(Some(legs.into_iter().flatten().collect()))
    }

    /// The step of the head, as often as it is made.
    fn head(&mut self, id: &MoveId, image: Image, safe: bool) -> Lowered<Option<Vec<Path>>> {
        let e = &id.extension;
        let step = image.of(id.head_step());
        let Some(hop) = self.hop(step) else { return Ok(None) };
        let body = |jumps: bool| {
            let passing = jumps.then(|| check(Test::Or(vec![Test::Empty, Test::Occupied])));
            [hop.clone()].into_iter().chain(passing).chain(safe.then(unattacked)).collect::<Vec<_>>()
        };
        let several = matches!(e.steps, Steps::Several { .. });
        if several {
            return self.with_steps(Field::Steps, body(id.jumps), &e.steps, image).map(Some);
        }
        let mut path = if id.multiple {
            vec![Path::Repeat { path: Box::new(sequence(body(id.jumps))), min: 1, max: None }]
        } else {
            let plane = e.sextants.is_some() || e.levels.is_some();
            let (dx, dy, _) = step;
            if id.jumps || plane || dx.abs() + dy.abs() == 1 {
                body(false)
            } else if dx == 0 || dy == 0 {
                let Some(one) = self.hop((dx.signum(), dy.signum(), 0)) else { return Ok(None) };
                vec![times(
                    sequence([one].into_iter().chain(safe.then(unattacked)).collect()),
                    dx.abs() + dy.abs(),
                )]
            } else {
                let free = if safe { all(vec![Test::Empty, not(Test::Attacked)]) } else { Test::Empty };
                let around = self.ways_around((dx, dy), false, &free);
                let asked = around.into_iter().map(|way| Path::Check { test: sees(way), settles: false });
                asked.chain(body(false)).collect()
            }
        };
        if let Steps::Once(note) = &e.steps {
            path.extend(self.note(Field::Steps, note, image)?);
        }
        Ok(Some(path))
    }

    fn with_steps(
        &mut self,
        field: Field,
        mut body: Vec<Path>,
        steps: &Steps,
        image: Image,
    ) -> Lowered<Vec<Path>> {
        match steps {
            Steps::Once(note) => {
                body.extend(self.note(field, note, image)?);
                Ok(body)
            }
            Steps::Several { each, times, last } => {
                body.extend(self.note(field, each, image)?);
                let mut path = vec![self.repeat(field, body, times.min, times.max)?];
                path.extend(self.note(field, last, image)?);
                Ok(path)
            }
        }
    }

    fn repeat(&self, field: Field, body: Vec<Path>, min: u16, max: Option<u16>) -> Lowered<Path> {
        let body = sequence(body);
        if min > MOST_ROUNDS || max.is_some_and(|max| max > MOST_ROUNDS) {
            return Err(self.senseless(field, format!("at most {MOST_ROUNDS} times")));
        }
        if may_stay(&body) {
            return Err(self.senseless(field, "what is repeated may be no step at all".to_owned()));
        }
        if max.is_none() && endless(&body) {
            return Err(self.senseless(field, "what is repeated without end has no end itself".to_owned()));
        }
        Ok(Path::Repeat { path: Box::new(body), min, max })
    }

    /// The ways to an offset along files and ranks, sideways first and forward first; each tile on them must pass, the last
    /// one only if the end counts, too. A straight offset has one such way.
    fn ways_around(&self, (dx, dy): (i32, i32), with_end: bool, test: &Test) -> Vec<Vec<Path>> {
        let straight = dx == 0 || dy == 0;
        let orders: &[bool] = if straight { &[true] } else { &[true, false] };
        let way = |sideways_first: &bool| {
            let mut tiles = around((dx, dy), *sideways_first);
            if !with_end {
                tiles.pop();
            }
            let mut path: Vec<Path> = Vec::new();
            let mut at = (0, 0);
            // Steps in one direction are one repetition.
            let mut legs: Vec<((i32, i32), i32)> = Vec::new();
            for tile in tiles {
                let step = (tile.0 - at.0, tile.1 - at.1);
                at = tile;
                match legs.last_mut() {
                    Some((known, number)) if *known == step => *number += 1,
                    _ => legs.push((step, 1)),
                }
            }
            for ((x, y), number) in legs {
                if let Some(hop) = self.hop((x, y, 0)) {
                    path.push(times(sequence(vec![hop, check(test.clone())]), number));
                }
            }
            path
        };
        orders.iter().map(way).collect()
    }

    /// The test that such a piece stands here, in its parts.
    fn stands(&self, field: Field, who: &Neighbour) -> Lowered<Vec<Test>> {
        let mut tests = match who.side {
            Side::Friend => vec![Test::Owner(Who::Friend)],
            Side::Enemy => vec![Test::Owner(Who::Enemy)],
            Side::Any if who.letter.is_none() => vec![Test::Occupied],
            Side::Any => Vec::new(),
        };
        if who.letter.is_some() {
            tests.push(Test::Kind(self.kinds_of(field, who.letter)?));
        }
        Ok(tests)
    }

    /// The kinds that a letter names.
    fn kinds_of(&self, field: Field, letter: Option<char>) -> Lowered<Kinds> {
        let Some(letter) = letter else { return Ok(self.every_kind()) };
        let kinds = self.words.lettered(letter);
        if kinds.0.is_empty() {
            return Err(self.misfit(field, Why::Letter(letter)));
        }
        Ok(kinds)
    }

    fn every_kind(&self) -> Kinds {
        Kinds((0..self.words.kind_count()).map(KindId::new).collect())
    }

    /// The label by which moves that an ID gives are known.
    fn watch(&mut self, id: &MoveId, kinds: Kinds, number: usize) -> Lowered<LabelId> {
        let label = self.words.watched(id.normal().to_string());
        if let Some(known) = self.words.watches().iter_mut().find(|w| w.label == label) {
            known.kinds.0.extend(kinds.0);
            known.kinds.0.sort();
            known.kinds.0.dedup();
            return Ok(label);
        }
        // Entered first, since an ID that may be used once only asks for itself.
        let place = self.words.watches().len();
        self.words.watches().push(Watch { label, kinds: kinds.clone(), rules: Vec::new() });
        let rules = of_number(self.words, id, &kinds, number)?;
        self.words.watches()[place].rules = rules;
        Ok(label)
    }

    /// An offset as a sum of directions, sorted; nothing where it is no distance or leads off every board of this size.
    fn directions_to(&self, (dx, dy, dz): Step) -> Option<Vec<DirId>> {
        let board = self.words.board();
        let dx = if self.turned { -dx } else { dx };
        let size = |axis: usize| match (board.plane, axis) {
            (Some(plane), 0) => i32::from(plane.files) - 1,
            (Some(plane), 1) => i32::from(plane.ranks) - 1,
            _ => board.tiles.iter().map(|t| i32::from(t.place[axis])).max().unwrap_or(0),
        };
        if dx.abs() > size(0) || dy.abs() > size(1) || dz.abs() > size(2) || (dx, dy, dz) == (0, 0, 0) {
            return None;
        }
        let level =
            |offset: [i16; 3]| board.directions.iter().position(|d| d.offset == offset).map(DirId::new);
        let Compass { right, left, forward, back } = self.compass;
        let mut sum: Vec<DirId> = Vec::new();
        sum.extend(std::iter::repeat_n(if dx > 0 { right } else { left }, dx.unsigned_abs() as usize));
        sum.extend(std::iter::repeat_n(if dy > 0 { forward } else { back }, dy.unsigned_abs() as usize));
        if dz != 0 {
            sum.extend(std::iter::repeat_n(level([0, 0, dz.signum() as i16])?, dz.unsigned_abs() as usize));
        }
        let bent = || board.plane.is_none() && board.graph.edges().any(|edge| board.bends(&edge));
        if sum.len() > MOST_IN_ANY_ORDER && bent() {
            return None;
        }
        sum.sort();
        Some(sum)
    }

    /// One step to an offset: a direction where there is one, else a leap.
    fn hop(&self, (dx, dy, dz): Step) -> Option<Path> {
        let sum = self.directions_to((dx, dy, dz))?;
        let dx = if self.turned { -dx } else { dx };
        let direction = self.words.board().directions.iter().position(|d| {
            let [x, y, z] = d.offset.map(i32::from);
            (x, y, z) == (dx, dy, dz)
        });
        Some(direction.map_or(Path::Leap(sum), |d| Path::Step(DirId::new(d))))
    }

    fn named<T>(
        &mut self,
        field: Field,
        name: &Name,
        find: impl FnOnce(&mut W, &Name) -> Option<T>,
    ) -> Lowered<T> {
        find(self.words, name).ok_or_else(|| self.misfit(field, Why::Name(name.clone())))
    }

    fn off_board(&self, field: Field) -> Misfit {
        self.senseless(field, "this is farther away than the board is large".to_owned())
    }

    fn senseless(&self, field: Field, why: String) -> Misfit {
        self.misfit(field, Why::Senseless(why))
    }

    fn misfit(&self, field: Field, why: Why) -> Misfit {
        Misfit { place: Place { id: self.number, field }, why }
    }
}

/// How a victim is captured: one that stands in the way does so until the move is over.
pub(super) fn taking(in_the_way: bool) -> Effect {
    if in_the_way { Effect::TakeLast } else { Effect::Take }
}

/// Whether a tile is at a multiple of a step.
pub(super) fn is_passed(step: (i32, i32), at: (i32, i32)) -> bool {
    let [dx, dy, x, y] = [step.0, step.1, at.0, at.1].map(i64::from);
    dx * y == dy * x && dx * x + dy * y > 0 && (dx == 0 || x % dx == 0) && (dy == 0 || y % dy == 0)
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
    Path::Check { settles: test.settles(), test }
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
