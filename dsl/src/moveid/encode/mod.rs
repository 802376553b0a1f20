//! Rules as move-IDs, wherever the scheme or its extension can say what they say.
//!
//! The encoder reads rules as the compiler made them, so a path, a move-ID and a castling clause are all the same to it. A rule that the
//! scheme has words for gets plain IDs; for others there is the extended form, which is made a rule again and compared before it is
//! believed. What has no ID is named in an [`Inexpressible`]. Promotion is a property of the piece and part of no ID.

mod castling;
mod extended;
mod form;
mod marks;
mod path;
mod setup;

use std::fmt;

use super::lower::{self, GameCheck, Known, Words};
use super::{Castling, EnPassant, MoveId, Neighbour, Nested, Offset, Side};
use crate::ir::{
    Effect, KindId, Kinds, LabelId, Mode, MoveRule, Path, PlayerId, Rules, Test, Tile, Watch, When, Who,
};

pub(crate) use form::of_board;
pub use form::{Form, form};
use path::{Compass, Visit, Way};

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
                all.push((format!("castling {}", side.text), encoded.map(|id| vec![id])));
            }
        }
    }
    all
}

/// The ID of a side of the castling clause; nothing for one that is a rule of the piece's anyway.
pub fn encode_side(rules: &Rules, side: usize) -> Option<Encoded<MoveId>> {
    let clause = rules.castling.as_ref()?;
    castling::encode_side(rules, clause, clause.sides.get(side)?)
}

/// How far it is from one tile to another, to the right, forward and up, as IDs count it for a player; nothing on boards where
/// distances don't say where one gets.
pub fn distance(rules: &Rules, player: PlayerId, from: Tile, to: Tile) -> Option<(i32, i32, i32)> {
    let board = &rules.board;
    if board.graph.edges().any(|edge| board.bends(&edge)) {
        return None;
    }
    let view = View::of(rules, player, false)?;
    let (a, b) = (board.place(from).map(i32::from), board.place(to).map(i32::from));
    let (right, forward) = view.own(b[0] - a[0], b[1] - a[1]);
    Some((right, forward, (b[2] - a[2]) * view.up))
}

/// How a player sees distances.
struct View {
    right: (i32, i32),
    forward: (i32, i32),
    up: i32,
    /// The own right is the board's left, and left and right are the board's.
    mirrored: bool,
}

impl View {
    /// Nothing where forward is not the same everywhere. `own_side`: left and right are the owner's anyway.
    fn of(rules: &Rules, player: PlayerId, own_side: bool) -> Option<View> {
        let board = &rules.board;
        let seat = rules.players[player.index()].frame.everywhere()?;
        let seen = |offset: [i16; 3]| {
            let direction = board.directions.iter().position(|d| d.offset == offset)?;
            let image = board.symmetries[seat.index()][direction];
            Some(board.directions[image.index()].offset.map(i32::from))
        };
        let ([ax, ay, _], [bx, by, _]) = (seen([1, 0, 0])?, seen([0, 1, 0])?);
        let up = seen([0, 0, 1]).map_or(1, |up| up[2]);
        let turned = lower::Compass::of(board)?.sees_left_of_its_own(&rules.players, board);
        let mirrored = !own_side && turned.is_some_and(|turned| turned[player.index()]);
        Some(View { right: (ax, ay), forward: (bx, by), up, mirrored })
    }

    /// How far to the right and forward.
    fn own(&self, dx: i32, dy: i32) -> (i32, i32) {
        let ((ax, ay), (bx, by)) = (self.right, self.forward);
        // One or minus one.
        let area = ax * by - ay * bx;
        let (right, forward) = ((dx * by - dy * bx) * area, (ax * dy - ay * dx) * area);
        (if self.mirrored { -right } else { right }, forward)
    }
}

/// The IDs of one rule of a piece: plain ones where there are any, else extended ones.
///
/// # Errors
/// If the rule says something that neither can say.
pub fn encode_rule(rules: &Rules, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    plain(rules, kind, rule).or_else(|scheme| {
        extended::encode(rules, kind, rule).map_err(|extension| {
            // What the extension lacks is the reason, unless it is only that the scheme had to do.
            if extension.construct == extended::CASTLING { scheme } else { extension }
        })
    })
}

/// The IDs of the scheme alone.
///
/// # Errors
/// If the rule says something that the scheme can't say.
pub fn plain(rules: &Rules, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    Encoder::new(rules)?.alike_from_both_sides(kind, rule)
}

/// Whether the right of some player is the board's left, and left and right are the board's.
fn some_are_turned(rules: &Rules) -> bool {
    let compass = lower::Compass::of(&rules.board);
    let turned = compass.and_then(|compass| compass.sees_left_of_its_own(&rules.players, &rules.board));
    turned.is_some_and(|turned| turned.contains(&true))
}

/// The rules of an ID in a game that has been compiled, for pieces of these kinds, and the labels and watches that the game has with
/// them.
///
/// # Errors
/// With a sentence, if the ID can't be a rule of this game.
pub fn decode(rules: &Rules, id: &MoveId, movers: &Kinds) -> Result<Decoded, String> {
    let mut known = Known::new(rules);
    let decoded = lower::lower(&mut known, id, movers).map_err(|misfit| match misfit.why {
        lower::Why::Letter(letter) => format!("no piece has the letter `{letter}`"),
        lower::Why::Name(name) => format!("the game has nothing called `{}` that fits there", name.as_str()),
        lower::Why::Senseless(why) => why,
    })?;
    let (labels, watches) = known.into_parts();
    Ok(Decoded { rules: decoded, labels, watches })
}

/// What an ID is in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// Its rules, without label and text.
    pub rules: Vec<MoveRule>,
    /// The labels of the game, with those of IDs inside it.
    pub labels: Vec<String>,
    /// The moves that are known again, with those of IDs inside it.
    pub watches: Vec<Watch>,
}

/// The work on one rule.
#[derive(Clone, Copy)]
struct Encoder<'r> {
    rules: &'r Rules,
    compass: Compass,
    depth: usize,
}

impl<'r> Encoder<'r> {
    fn new(rules: &'r Rules) -> Encoded<Encoder<'r>> {
        Ok(Encoder { rules, compass: Compass::of(&rules.board)?, depth: 0 })
    }
}

impl Encoder<'_> {
    /// The IDs of a rule, if left and right of the board are those of all owners or are the same in them.
    fn alike_from_both_sides(self, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
        let ids = self.rule(kind, rule)?;
        let mirrored = merged(ids.iter().map(|id| id.mirrored()).collect());
        let is_lopsided = ids.len() != mirrored.len() || ids.iter().any(|id| !mirrored.contains(id));
        if is_lopsided && some_are_turned(self.rules) {
            return no("left and right as the owner sees them, where not all see them alike");
        }
        Ok(ids)
    }

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

    /// Who is captured in passing by a visit that takes.
    fn victim(self, visit: &Visit) -> Encoded<EnPassant> {
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
    fn check(self) -> Option<GameCheck> {
        Known::new(self.rules).check()
    }

    /// The piece that tests describe.
    fn neighbour(self, tests: &[&Test], at: (i32, i32)) -> Encoded<Neighbour> {
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
    fn letter(self, kinds: &Kinds) -> Encoded<Option<char>> {
        if kinds.0.len() == self.rules.kinds.len() {
            return Ok(None);
        }
        letter(self.rules, kinds)
            .map(Some)
            .ok_or_else(|| Inexpressible { construct: "several kinds of piece at once".to_owned() })
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
    not_castled: bool,
    not_did: Option<LabelId>,
}

/// The large letter that names exactly these kinds, if there is one.
fn letter(rules: &Rules, kinds: &Kinds) -> Option<char> {
    let first = &rules.kinds[kinds.0.first()?.index()];
    let known = Known::new(rules);
    let texts = first.letters.iter().chain([&first.letter]);
    let letters = texts.filter_map(|text| {
        let mut chars = text.chars();
        let only = chars.next().filter(|_| chars.next().is_none())?;
        only.to_uppercase().next().filter(|c| c.to_uppercase().count() == 1 && super::parse::is_letter(*c))
    });
    letters.into_iter().find(|letter| known.lettered(*letter) == *kinds)
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
