//! Rules as move-IDs, wherever the scheme can say what they say.
//!
//! The encoder reads rules as the compiler made them, so a path, a move-ID and a castling clause are all the same to it. What
//! the scheme has no words for is named in an [`Inexpressible`]. Promotion is a property of the piece and part of no ID.

mod castling;
mod marks;
mod path;
mod setup;

use std::fmt;

use super::{Castling, EnPassant, MoveId, Neighbour, Nested, Offset, Side};
use crate::ir::{Effect, KindId, Kinds, LabelId, Mode, MoveRule, Path, Rules, Test, When, Who};

use path::{Compass, Way};

/// Something in a rule for which move-IDs have no words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inexpressible {
    /// What it is: `a test of a tile on the way`.
    pub construct: String,
}

impl fmt::Display for Inexpressible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move-IDs can't say this: {}", self.construct)
    }
}

impl std::error::Error for Inexpressible {}

/// The IDs of something, or why there are none.
pub type Encoded<T> = Result<T, Inexpressible>;

fn no<T>(construct: impl Into<String>) -> Encoded<T> {
    Err(Inexpressible { construct: construct.into() })
}

/// All movements of a piece, each as it is written with its IDs. A castling clause counts as a movement of the one who castles.
///
/// ```
/// use tilegame_dsl::{load, moveid::encode::encode, source::Sources};
/// let mut sources = Sources::new();
/// let rules = load(&mut sources, "games/chess.tg", &mut |_| None).rules.unwrap();
/// let leaper = rules.kinds.iter().position(|k| k.letters[0] == "N").map(tilegame_dsl::ir::KindId::new).unwrap();
/// let ids: Vec<String> = encode(&rules, leaper)[0].1.as_ref().unwrap().iter().map(ToString::to_string).collect();
/// assert_eq!(ids, [
///     "121234cmj000lM0r000000sr000000t00000er000000M0!",
///     "211234cmj000lM0r000000sr000000t00000er000000M0!",
/// ]);
/// ```
pub fn encode(rules: &Rules, kind: KindId) -> Vec<(String, Encoded<Vec<MoveId>>)> {
    let of_kind = &rules.kinds[kind.index()];
    let mut all: Vec<_> =
        of_kind.rules.iter().map(|rule| (rule.text.clone(), encode_rule(rules, kind, rule))).collect();
    if let Some(clause) = rules.castling.as_ref().filter(|c| c.king == kind) {
        for side in &clause.sides {
            if let Some(encoded) = castling::encode_side(rules, clause, side) {
                let encoded = up_is_forward(rules).and(encoded);
                all.push((format!("castling {}", side.text), encoded));
            }
        }
    }
    all
}

/// The IDs of one rule of a piece.
///
/// # Errors
/// If the rule says something that the scheme can't.
pub fn encode_rule(rules: &Rules, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    up_is_forward(rules)?;
    let ids = Encoder { rules, compass: Compass::of(&rules.board)?, depth: 0 }.rule(kind, rule)?;
    let mirrored = merged(ids.iter().map(|id| id.mirrored()).collect());
    if some_are_turned(rules) && (ids.len() != mirrored.len() || ids.iter().any(|id| !mirrored.contains(id)))
    {
        return no("left and right as the owner sees them, where not all see them alike");
    }
    Ok(ids)
}

/// IDs count up and down; so forward has to be one of these for everybody, and the same everywhere.
fn up_is_forward(rules: &Rules) -> Encoded<()> {
    let board = &rules.board;
    let forward = board.directions.iter().position(|d| d.offset == [0, 1, 0]);
    for player in &rules.players {
        let Some(sym) = player.frame.everywhere() else {
            return no("forward that is not the same everywhere");
        };
        let image = forward.map(|d| board.symmetries[sym.index()][d]);
        if image.is_some_and(|d| board.directions[d.index()].offset[0] != 0) {
            return no("up and down where some players sit at the sides");
        }
    }
    Ok(())
}

/// Whether the right of some player is the board's left.
fn some_are_turned(rules: &Rules) -> bool {
    let board = &rules.board;
    let right = board.directions.iter().position(|d| d.offset == [1, 0, 0]);
    let offset = |frame: &crate::ir::Frame, d: usize| {
        board.directions[board.symmetries[frame.syms[0].index()][d].index()].offset
    };
    right.is_some_and(|right| rules.players.iter().any(|p| offset(&p.frame, right) == [-1, 0, 0]))
}

/// The work on one rule.
#[derive(Clone, Copy)]
struct Encoder<'r> {
    rules: &'r Rules,
    compass: Compass,
    depth: usize,
}

impl Encoder<'_> {
    fn rule(self, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
        if self.depth > super::DEEPEST {
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
            self.visits(&way, &guard, &mut id)?;
            if let Some(mark) = rule.onto {
                ids.extend(self.onto(mark, &way, &id)?);
            } else {
                ids.extend(steps(&way, &id));
            }
        }
        if guard.unattacked && ids.iter().any(|id| id.castling.is_none()) {
            return no("`not attacked`");
        }
        let ids = merged(ids);
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
                    Test::Attacked => guard.unattacked = true,
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
    fn labelled(self, kind: Option<KindId>, label: LabelId) -> Encoded<MoveId> {
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

    /// Partner and victim.
    fn visits(self, way: &Way, guard: &Guard, id: &mut MoveId) -> Encoded<()> {
        for visit in &way.visits {
            let tests = conjuncts(&visit.test);
            match &visit.effect {
                Some(Effect::Take) => {
                    let previous = tests.iter().find_map(|t| match t {
                        Test::Did(When::Just, label) => Some(*label),
                        _ => None,
                    });
                    let rest: Vec<&Test> =
                        tests.into_iter().filter(|t| !matches!(t, Test::Did(When::Just, _))).collect();
                    let victim = self.neighbour(&rest, visit.at)?;
                    let previous = match previous {
                        Some(label) => {
                            let kinds = rest.iter().find_map(|t| match t {
                                Test::Kind(kinds) => kinds.0.first().copied(),
                                _ => None,
                            });
                            Some(Nested::new(self.labelled(kinds, label)?))
                        }
                        None => None,
                    };
                    id.en_passant = Some(EnPassant { victim, previous });
                }
                effect => {
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
                    if free != needed || !guard.unattacked || !way.safe {
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

    /// The piece that tests describe.
    fn neighbour(self, tests: &[&Test], at: (i32, i32)) -> Encoded<Neighbour> {
        let mut found = Neighbour { at: Offset::of(at), ..Neighbour::default() };
        for test in tests {
            match test {
                Test::Occupied => {}
                Test::Owner(Who::Friend) => found.side = Side::Friend,
                Test::Owner(Who::Enemy) => found.side = Side::Enemy,
                Test::Kind(kinds) => found.letter = self.letter(kinds)?,
                other => return no(self.told("what is asked of another piece", other)),
            }
        }
        Ok(found)
    }

    /// The letter that names exactly these kinds.
    fn letter(self, kinds: &Kinds) -> Encoded<Option<char>> {
        if kinds.0.len() == self.rules.kinds.len() {
            return Ok(None);
        }
        let letters = |kind: KindId| {
            let texts = self.rules.kinds[kind.index()].letters.iter();
            texts.filter_map(|t| {
                let mut chars = t.chars();
                chars.next().filter(|_| chars.next().is_none()).and_then(|c| c.to_uppercase().next())
            })
        };
        let all = (0..self.rules.kinds.len()).map(KindId::new);
        let Some(letter) = kinds.0.first().and_then(|k| letters(*k).next()) else {
            return no("a piece whose letter is not one character");
        };
        let named: Vec<KindId> = all.filter(|k| letters(*k).any(|l| l == letter)).collect();
        if named == kinds.0 { Ok(Some(letter)) } else { no("several kinds of piece at once") }
    }

    fn told(self, what: &str, test: &Test) -> String {
        format!("{what}: `{}`", crate::ir::print::test(self.rules, test))
    }
}

/// What a guard asks that is not part of the head of an ID.
#[derive(Default)]
struct Guard {
    may_castle: bool,
    unattacked: bool,
    not_did: Option<LabelId>,
}

/// The IDs of a way: one, or one for each length.
fn steps(way: &Way, common: &MoveId) -> Vec<MoveId> {
    way.lengths.clone().map(|k| step(way, common, (way.step.0 * k, way.step.1 * k))).collect()
}

fn step(way: &Way, common: &MoveId, (dx, dy): (i32, i32)) -> MoveId {
    let mut id = common.clone();
    id.horizontal = dx.unsigned_abs() as u16;
    id.vertical = dy.unsigned_abs() as u16;
    let quadrant = match (dx, dy) {
        (x, 0) => usize::from(x < 0),
        (0, y) => {
            if y > 0 {
                0
            } else {
                3
            }
        }
        (x, y) => match (x > 0, y > 0) {
            (true, true) => 0,
            (false, true) => 1,
            (false, false) => 2,
            (true, false) => 3,
        },
    };
    id.quadrants[quadrant] = true;
    (id.jumps, id.multiple) = (way.jumps, way.multiple);
    id
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

fn conjuncts(test: &Test) -> Vec<&Test> {
    match test {
        Test::And(all) => all.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// The parts of a path, without nesting.
fn flat(path: &Path) -> Vec<&Path> {
    match path {
        Path::Seq(parts) => parts.iter().flat_map(flat).collect(),
        other => vec![other],
    }
}
