//! Rules as IDs of the scheme alone.

use super::encoder::Encoder;
use super::inexpressible::{Encoded, Inexpressible, no};
use super::letter::letter;
use super::parts::{conjuncts, flat};
use super::setup;
use super::view::some_are_turned;
use super::way::{Visit, Way, steps};
use crate::ir::{Effect, KindId, Kinds, LabelId, Mode, MoveRule, Path, Rules, Test, When, Who};
use crate::moveid::lower::{self, GameCheck, Known, Words};
use crate::moveid::{Castling, DEEPEST, EnPassant, MoveId, Neighbour, Nested, Offset, Side};

/// The IDs of the scheme alone.
///
/// # Errors
/// If the rule says something that the scheme can't say.
pub fn plain(rules: &Rules, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    Encoder::new(rules)?.alike_from_both_sides(kind, rule)
}

impl Encoder<'_> {
    /// The IDs of a rule, if left and right of the board are those of all owners or are the same in them.
    pub(super) fn alike_from_both_sides(self, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
        let ids = self.rule(kind, rule)?;
        let mirrored = merged(ids.iter().map(|id| id.mirrored()).collect());
        let is_lopsided = ids.len() != mirrored.len() || ids.iter().any(|id| !mirrored.contains(id));
        if is_lopsided && some_are_turned(self.rules) {
            return no("left and right as the owner sees them, where not all see them alike");
        }
        Ok(ids)
    }

    pub(super) fn rule(self, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
        if self.depth > DEEPEST {
            return no("labels that ask for each other without end");
        }
        let mut common = MoveId::default();
        (common.captures, common.moves) = match rule.mode {
            Mode::Quiet => (false, true),
            Mode::Capture => (true, false),
            Mode::Move => (true, true),
            Mode::Do => return no("`do`"),
            Mode::Act => return no("`act`"),
            Mode::Threat => return no("`threat`"),
            Mode::Cover => return no("`cover`"),
        };
        let guard = self.guard(kind, rule, &mut common)?;
        let mut ids = Vec::new();
        for way in self.ways(&rule.path)? {
            let mut id = common.clone();
            self.visits(kind, &way, &guard, &mut id)?;
            if let Some(mark) = rule.onto {
                ids.extend(self.onto(mark, &way, &id)?);
            } else {
                ids.extend(steps(&way, &id));
            }
        }
        if ids.iter().any(MoveId::is_dead) {
            return no("a piece on a tile that must be free in an ID");
        }
        if (guard.unattacked || guard.not_castled) && ids.iter().any(|id| id.castling.is_none()) {
            return no("castling without a partner");
        }
        let ids = merged(ids);
        // Only now: of several quadrants, one target may be free where another never is.
        if ids.iter().any(MoveId::has_idle_move) {
            return no("a move that need not capture, to a tile that is never free");
        }
        if let Some(label) = guard.not_did {
            let itself = match ids.as_slice() {
                [only] => self.rules.labels[label.index()] == only.normal().to_string(),
                _ => false,
            };
            if !itself && rule.label != Some(label) {
                return no(format!("`not did {}` of another rule", self.rules.labels[label.index()]));
            }
        }
        Ok(ids)
    }

    /// What a rule asks where the piece stands.
    fn guard(self, kind: KindId, rule: &MoveRule, id: &mut MoveId) -> Encoded<Guard> {
        let mut guard = Guard::default();
        for test in conjuncts(&rule.guard) {
            match test {
                Test::True => {}
                Test::First => id.first = true,
                Test::MayCastle => guard.may_castle = true,
                Test::On(region) if setup::on_is_first(self.rules, kind, *region) => id.first = true,
                Test::Did(When::Last, label) => {
                    id.previous = Some(Nested::new(self.labelled(Some(kind), *label)?));
                }
                Test::Not(inner) => match &**inner {
                    Test::Castled => guard.not_castled = true,
                    Test::Attacked if self.check().is_none() => guard.unattacked = true,
                    Test::Before(test) if self.check().is_some_and(|check| check.test == **test) => {
                        guard.unattacked = true;
                    }
                    Test::Did(When::Ever, label) => {
                        id.once = true;
                        guard.not_did = Some(*label);
                    }
                    _ => return no(self.told("a condition", test)),
                },
                Test::Sees(path) if id.condition.is_none() => {
                    let parts = flat(path);
                    let [hop, Path::Check { test, .. }] = parts.as_slice() else {
                        return no("a `sees` that is more than one piece at a distance");
                    };
                    let at = self.compass.hop(hop, &self.rules.board)?;
                    id.condition = Some(self.neighbour(&conjuncts(test), at)?);
                }
                other => return no(self.told("a condition", other)),
            }
        }
        Ok(guard)
    }

    /// The ID of the moves with a label.
    pub(super) fn labelled(self, kind: Option<KindId>, label: LabelId) -> Encoded<MoveId> {
        let name = &self.rules.labels[label.index()];
        if let Ok(id) = name.parse() {
            return Ok(id);
        }
        let Some(kind) = kind else { return no(format!("`{name}` of any piece")) };
        let mut found = Vec::new();
        for rule in self.rules.kinds[kind.index()].rules.iter().filter(|r| r.label == Some(label)) {
            found.extend(Encoder { depth: self.depth + 1, ..self }.rule(kind, rule)?);
        }
        match <[MoveId; 1]>::try_from(found) {
            Ok([only]) => Ok(only),
            Err(_) => no(format!("`{name}`, which is not one move-ID")),
        }
    }

    /// Who is captured in passing by a visit that takes.
    pub(super) fn victim(self, visit: &Visit) -> Encoded<EnPassant> {
        let tests = conjuncts(&visit.test);
        let previous = tests.iter().find_map(|t| match t {
            Test::Did(When::Just, label) => Some(*label),
            _ => None,
        });
        let rest: Vec<&Test> = tests.into_iter().filter(|t| !matches!(t, Test::Did(When::Just, _))).collect();
        let victim = self.neighbour(&rest, visit.at)?;
        let kind = rest.iter().find_map(|t| match t {
            Test::Kind(kinds) => kinds.0.first().copied(),
            _ => None,
        });
        let previous = previous.map(|label| self.labelled(kind, label).map(Nested::new)).transpose()?;
        Ok(EnPassant { victim, previous })
    }

    /// Partner and victim.
    fn visits(self, kind: KindId, way: &Way, guard: &Guard, id: &mut MoveId) -> Encoded<()> {
        let crosses_safely = || self.check().is_none_or(|check| check.royal.contains(kind));
        for visit in &way.visits {
            match &visit.effect {
                Some(effect @ (Effect::Take | Effect::TakeLast)) => {
                    if *effect != lower::taking(way.multiple && lower::is_passed(way.step, visit.at)) {
                        return no("`take` on the way, or `take last` beside it");
                    }
                    id.en_passant = Some(self.victim(visit)?);
                }
                effect => {
                    let tests = conjuncts(&visit.test);
                    let unmoved = tests.iter().any(|t| matches!(t, Test::First | Test::MayCastle));
                    let goes = match effect {
                        Some(Effect::Shift(sum)) => self.compass.sum(sum, &self.rules.board),
                        _ => (0, 0),
                    };
                    let mut rest = Vec::new();
                    let mut free = 0;
                    for test in tests {
                        match test {
                            Test::First | Test::MayCastle => {}
                            Test::Sees(path) if self.compass.is_way(path, goes, &self.rules.board) => {
                                free += 1
                            }
                            other => rest.push(other),
                        }
                    }
                    let needed = usize::from(goes != (0, 0)) + usize::from(goes.0 != 0 && goes.1 != 0);
                    let asks = guard.unattacked && guard.not_castled && way.safe == crosses_safely();
                    if free != needed || !asks {
                        return no("another piece that moves as well, but not as in castling");
                    }
                    if !(id.first || guard.may_castle) {
                        return no("castling by a piece that may have moved");
                    }
                    id.first = false;
                    let partner = self.neighbour(&rest, visit.at)?;
                    id.castling = Some(Castling { partner, goes: Offset::of(goes), unmoved });
                }
            }
        }
        if way.safe && id.castling.is_none() {
            return no("tiles on the way that must not be attacked");
        }
        Ok(())
    }

    /// What the game calls check.
    pub(super) fn check(self) -> Option<GameCheck> {
        Known::new(self.rules).check()
    }

    /// The piece that tests describe.
    pub(super) fn neighbour(self, tests: &[&Test], at: (i32, i32)) -> Encoded<Neighbour> {
        let mut found = Neighbour { at: Offset::of(at), ..Neighbour::default() };
        for test in tests {
            match test {
                Test::Occupied => {}
                Test::Owner(Who::Friend) if found.side != Side::Enemy => found.side = Side::Friend,
                Test::Owner(Who::Enemy) if found.side != Side::Friend => found.side = Side::Enemy,
                Test::Kind(kinds) if found.letter.is_none() => found.letter = self.letter(kinds)?,
                other => return no(self.told("what is asked of another piece", other)),
            }
        }
        Ok(found)
    }

    /// The letter that names exactly these kinds.
    pub(super) fn letter(self, kinds: &Kinds) -> Encoded<Option<char>> {
        if kinds.0.len() == self.rules.kinds.len() {
            return Ok(None);
        }
        letter(self.rules, kinds)
            .map(Some)
            .ok_or_else(|| Inexpressible { construct: "several kinds of piece at once".to_owned() })
    }

    pub(super) fn told(self, what: &str, test: &Test) -> String {
        format!("{what}: `{}`", crate::ir::print::test(self.rules, test))
    }
}

/// What a guard asks that is not part of the head of an ID.
#[derive(Default)]
struct Guard {
    may_castle: bool,
    unattacked: bool,
    not_castled: bool,
    not_did: Option<LabelId>,
}

/// IDs that differ in their quadrants only are one.
fn merged(ids: Vec<MoveId>) -> Vec<MoveId> {
    let mut all: Vec<MoveId> = Vec::new();
    for id in ids {
        let bare = |id: &MoveId| MoveId { quadrants: [false; 4], ..id.clone() };
        match all.iter_mut().find(|known| bare(known) == bare(&id)) {
            Some(known) => known.quadrants.iter_mut().zip(id.quadrants).for_each(|(a, b)| *a |= b),
            None => all.push(id),
        }
    }
    let sort = |id: &MoveId| match (id.horizontal, id.vertical) {
        (_, 0) => 0,
        (0, _) => 1,
        _ => 2,
    };
    all.sort_by_key(|id| (sort(id), id.horizontal, id.vertical));
    all
}
