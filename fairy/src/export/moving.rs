//! How a kind of pieces moves, as far as the format can say it: single moves of Betza notation, where they may end, and where some of them begin.

use std::sync::Arc;

use tilegame_betza::{Leg, Mode, Move, On, When};
use tilegame_dsl::betza;
use tilegame_runtime::ir::{
    Comparison, Effect, Kind, KindId, Mode as RuleMode, MoveRule, Path, Quantity, Test, Who,
};

use super::ask::{Reader, alternatives, is_wall, sequence};
use super::squares::Places;

/// How a kind moves.
pub(crate) struct Moving {
    /// Its moves; those that begin on certain tiles only are [`When::AtStart`].
    pub(crate) moves: Vec<Move>,
    /// Where moves at the start begin, for each player.
    pub(crate) start: Option<[Places; 2]>,
    /// Those of these tiles from which nothing is left behind that could be taken in passing.
    pub(crate) unseen: [Places; 2],
    /// Where it may take in passing, if that is asked.
    pub(crate) passing: Option<[Places; 2]>,
    /// Where it may go.
    pub(crate) reach: [Places; 2],
    /// It attacks tiles where it may not go.
    pub(crate) stops: bool,
    /// Where it may begin with three steps ahead, for each player.
    pub(crate) triple: Option<[Places; 2]>,
    /// It also goes to the sides, from this rank of its own on.
    pub(crate) sideways_from: Option<u8>,
    /// The tile that it leaves is gone for good, or becomes a wall.
    pub(crate) walls: bool,
    /// It moves only when there is nothing in the hand.
    pub(crate) late: bool,
    /// It captures no pieces of its own kind.
    pub(crate) immune: bool,
}

/// One way of a rule.
struct Way {
    moves: Vec<Move>,
    end: Option<[Places; 2]>,
    guard: Guard,
    walls: bool,
    late: bool,
    immune: bool,
}

impl Way {
    /// Whether it takes in passing.
    fn passes(&self) -> bool {
        self.moves.iter().any(|made| made.mode == Mode::EnPassant)
    }
}

/// When a rule can be used.
enum Guard {
    Always,
    First,
    On([Places; 2]),
}

impl Reader<'_> {
    /// How a kind moves whose rules are those of both players.
    pub(crate) fn moving_of(&self, kind: &Kind, home: &[Places; 2]) -> Result<Moving, String> {
        let mut ways = Vec::new();
        let (attacks, rules): (Vec<&MoveRule>, Vec<&MoveRule>) =
            kind.rules.iter().partition(|rule| self.only_attacks(kind, rule));
        for rule in rules {
            self.ways(kind, rule, &mut ways)
                .map_err(|why| format!("{}, `{}`: {why}", kind.name, rule.text))?;
        }
        let walls = ways.iter().any(|way| way.walls);
        if walls && ways.iter().any(|way| !way.walls) {
            return Err(format!("{}: only some of its moves leave a wall", kind.name));
        }
        let late = ways.iter().any(|way| way.late);
        if late && ways.iter().any(|way| !way.late) {
            return Err(format!("{}: only some of its moves wait until the hand is empty", kind.name));
        }
        let mut captures = ways.iter().filter(|way| way.moves.iter().any(|made| made.mode == Mode::Capture));
        let immune = captures.clone().any(|way| way.immune);
        if immune && !captures.all(|way| way.immune) {
            return Err(format!("{}: only some of its captures spare its own kind", kind.name));
        }
        let forward_only = ways
            .iter()
            .flat_map(|way| &way.moves)
            .all(|made| made.legs.iter().flat_map(|leg| &leg.steps).all(|step| step.forward > 0));
        let mut moving = Moving {
            moves: Vec::new(),
            start: None,
            unseen: [Places::new(), Places::new()],
            passing: None,
            reach: self.reach(&ways),
            stops: !attacks.is_empty(),
            triple: None,
            sideways_from: None,
            walls,
            late,
            immune,
        };
        let plain: Vec<Move> = ways
            .iter()
            .filter(|way| matches!(way.guard, Guard::Always))
            .flat_map(|way| way.moves.clone())
            .collect();
        for way in ways {
            if way.passes() && way.end.is_some() {
                moving.passing.clone_from(&way.end);
            }
            let starts = match way.guard {
                Guard::Always => {
                    moving.moves.extend(way.moves);
                    continue;
                }
                Guard::First if forward_only => home.clone(),
                Guard::First => {
                    return Err(format!("{}: moves of pieces that have not moved have no key", kind.name));
                }
                Guard::On(tiles) => tiles,
            };
            if let Some(rank) = self.sideways(&plain, &way.moves, &starts) {
                moving.sideways_from = Some(rank);
                continue;
            }
            if way.moves.iter().any(|made| made.mode != Mode::Quiet) {
                let text = kind.name.clone();
                return Err(format!("{text}: captures that depend on where the piece stands have no key"));
            }
            let begun: Vec<Move> =
                way.moves.into_iter().map(|made| Move { when: When::AtStart, ..made }).collect();
            let leaves = begun.iter().any(|made| made.leaves_trace);
            let ahead = Leg::step(0, 1, On::Empty);
            if begun.iter().all(|made| made.legs == [ahead.clone(), ahead.clone(), ahead.clone()])
                && moving.triple.is_none()
            {
                moving.triple = Some(starts);
                continue;
            }
            match &mut moving.start {
                None => {
                    moving.moves.extend(begun);
                    if !leaves {
                        moving.unseen.clone_from(&starts);
                    }
                    moving.start = Some(starts);
                }
                Some(before) if *before == starts => moving.moves.extend(begun),
                // The same moves from other tiles, from which they leave nothing behind.
                Some(before) => {
                    let traced = |made: &Move| Move { leaves_trace: true, ..made.clone() };
                    if leaves || !begun.iter().all(|made| moving.moves.contains(&traced(made))) {
                        return Err(format!("{}: first moves from different tiles have no key", kind.name));
                    }
                    for p in 0..2 {
                        before[p].extend(&starts[p]);
                        moving.unseen[p].extend(&starts[p]);
                    }
                }
            }
        }
        moving.moves.sort();
        moving.moves.dedup();
        Ok(moving)
    }

    /// The ways of a path without the tiles on which they may end.
    fn ways_on<'p>(&self, path: &'p Path) -> Vec<Vec<&'p Path>> {
        let ends = |part: &mut &Path| matches!(part, Path::Check { test, .. } if self.tiles(test).is_some());
        let mut ways: Vec<Vec<&Path>> = alternatives(path).into_iter().map(sequence).collect();
        for way in &mut ways {
            while way.pop_if(ends).is_some() {}
        }
        ways
    }

    /// Whether a rule only says that a kind attacks where it would capture if it could go there.
    fn only_attacks(&self, kind: &Kind, rule: &MoveRule) -> bool {
        let goes = |other: &MoveRule| {
            let plain = other.mode == RuleMode::Capture && other.onto.is_none() && other.guard == rule.guard;
            plain && self.ways_on(&other.path) == self.ways_on(&rule.path)
        };
        rule.mode == RuleMode::Threat && kind.rules.iter().any(goes)
    }

    fn ways(&self, kind: &Kind, rule: &MoveRule, ways: &mut Vec<Way>) -> Result<(), String> {
        if !matches!(rule.mode, RuleMode::Move | RuleMode::Quiet | RuleMode::Capture) {
            return Err("only plain moves and captures have a key".to_owned());
        }
        if rule.castles {
            return Err("castling by a rule of the piece has no key".to_owned());
        }
        let late = is_hand_empty(&rule.guard);
        for path in alternatives(&rule.path) {
            let guard = match &rule.guard {
                Test::True => Guard::Always,
                _ if late => Guard::Always,
                Test::First => Guard::First,
                test => match self.tiles(test) {
                    Some(tiles) => Guard::On(tiles),
                    None => return Err(format!("`if {}` has no key", self.text(test))),
                },
            };
            let mut parts = sequence(path);
            let mut end: Option<[Places; 2]> = None;
            let mut immune = false;
            while let Some(Path::Check { test, .. }) = parts.last() {
                if rule.mode == RuleMode::Capture && self.is_another(kind, test) {
                    immune = true;
                    parts.pop();
                    continue;
                }
                let Some(tiles) = self.tiles(test) else { break };
                end = Some(match end {
                    Some(before) => [&before[0] & &tiles[0], &before[1] & &tiles[1]],
                    None => tiles,
                });
                parts.pop();
            }
            let walls = parts.first().is_some_and(|part| self.is_wall(part));
            if walls {
                parts.remove(0);
            }
            let leaves_trace = parts.iter().any(|part| matches!(part, Path::Do(Effect::Mark(_))));
            // Nobody promotes by a capture in passing there.
            let stays = |part: &Path| match part {
                Path::Do(Effect::Arrive(into)) => {
                    rule.onto.is_some() && self.rules.kinds[into.index()].name == kind.name
                }
                _ => false,
            };
            let kept =
                parts.into_iter().filter(|part| !matches!(part, Path::Do(Effect::Mark(_))) && !stays(part));
            let path = twice(kept.cloned().collect());
            let alone = MoveRule { path, guard: Test::True, ..rule.clone() };
            let mut moves = betza::moves(self.rules, &Kind { rules: Arc::new(vec![alone]), ..kind.clone() })
                .map_err(|why| why.rsplit_once("`: ").map_or(why.clone(), |(_, why)| why.to_owned()))?;
            moves.iter_mut().for_each(|made| made.leaves_trace = leaves_trace);
            moves.retain(|made| self.has_room(made));
            // What leaves tiles on which it can be taken begins, for the format, on tiles of a region, here all.
            let guard = match guard {
                Guard::Always if leaves_trace => Guard::On([self.squares.all(), self.squares.all()]),
                guard => guard,
            };
            ways.push(Way { moves, end, guard, walls, late, immune });
        }
        Ok(())
    }

    /// Whether a test says that there is a piece of another kind.
    fn is_another(&self, kind: &Kind, test: &Test) -> bool {
        self.kinds(test).is_some_and(|kinds| {
            let own = |id: &KindId| self.rules.kinds[id.index()].piece == kind.piece;
            self.every_kind().iter().all(|id| own(id) != kinds.contains(id))
        })
    }

    /// Whether the tile where a path begins can't be entered again.
    fn is_wall(&self, part: &Path) -> bool {
        match part {
            Path::Do(Effect::Vanish) => true,
            Path::Do(Effect::Put(kind)) => is_wall(self.rules, *kind),
            _ => false,
        }
    }

    /// Whether the board is large enough for a move.
    pub(crate) fn has_room(&self, made: &Move) -> bool {
        let (mut right, mut forward) = (0, 0);
        for leg in &made.legs {
            for step in &leg.steps {
                right += i32::from(step.right) * i32::from(leg.least);
                forward += i32::from(step.forward) * i32::from(leg.least);
                let fits = right.abs() < i32::from(self.squares.files)
                    && forward.abs() < i32::from(self.squares.ranks);
                if !fits {
                    return false;
                }
            }
        }
        true
    }

    /// Where all ways may end. A way that asks for nothing counts only where it leads out of what the others allow.
    fn reach(&self, ways: &[Way]) -> [Places; 2] {
        let all = self.squares.all();
        let one = |player: usize| {
            let ends = ways.iter().filter(|way| !way.passes()).filter_map(|way| way.end.as_ref());
            ends.fold(all.clone(), |reach, end| &reach & &end[player])
        };
        [one(0), one(1)]
    }

    /// The rank from which moves to the sides begin, if these are they: of a piece that else goes forward only.
    fn sideways(&self, plain: &[Move], made: &[Move], on: &[Places; 2]) -> Option<u8> {
        let flat = |made: &Move| matches!(made.legs.as_slice(), [leg] if leg.steps.iter().all(|s| s.forward == 0 && s.right.abs() == 1) && leg.most == Some(1));
        let ahead = |made: &Move| matches!(made.legs.as_slice(), [leg] if leg.steps.iter().all(|s| s.forward == 1 && s.right == 0) && leg.most == Some(1));
        let is_so = !plain.is_empty() && plain.iter().all(ahead) && made.iter().all(flat);
        let rank = on[0].iter().map(|at| at.1).min().filter(|_| is_so)?;
        let ranks = self.squares.ranks;
        let white: Places = self.squares.all().into_iter().filter(|at| at.1 >= rank).collect();
        let black: Places = self.squares.all().into_iter().filter(|at| ranks + 1 - at.1 >= rank).collect();
        (*on == [white, black]).then_some(rank)
    }

    /// The tiles on which a piece of each player can ever stand that has come to stand on these.
    pub(crate) fn ever(&self, moving: &Moving, from: [Places; 2]) -> [Places; 2] {
        let ranks = self.squares.ranks;
        let one = |player: usize, mut known: Places| {
            let mut open: Vec<(u8, u8)> = known.iter().copied().collect();
            while let Some(at) = open.pop() {
                let own_rank = if player == 0 { at.1 } else { ranks + 1 - at.1 };
                let aside = moving.sideways_from.is_some_and(|rank| own_rank >= rank);
                let mut ends: Vec<(u8, u8)> =
                    moving.moves.iter().flat_map(|made| self.ends(&made.legs, at, player)).collect();
                ends.extend([at.0 - 1, at.0 + 1].into_iter().filter(|_| aside).map(|file| (file, at.1)));
                let fits = |end: &(u8, u8)| moving.reach[player].contains(end);
                open.extend(ends.into_iter().filter(fits).filter(|end| known.insert(*end)));
            }
            known
        };
        let [white, black] = from;
        [one(0, white), one(1, black)]
    }

    /// Where legs lead on the empty board.
    fn ends(&self, legs: &[Leg], at: (u8, u8), player: usize) -> Vec<(u8, u8)> {
        let sign = if player == 0 { 1 } else { -1 };
        let most = self.squares.files.max(self.squares.ranks);
        let mut all = vec![(i16::from(at.0), i16::from(at.1))];
        for leg in legs {
            let times = leg.least..=leg.most.unwrap_or(most);
            let (right, forward) = leg.steps.iter().fold((0, 0), |(right, forward), step| {
                (right + i16::from(step.right), forward + i16::from(step.forward) * sign)
            });
            let each = |(file, rank): (i16, i16)| {
                times.clone().map(move |n| (file + right * n as i16, rank + forward * n as i16))
            };
            all = all.into_iter().flat_map(each).collect();
        }
        let place = |(file, rank)| Some((u8::try_from(file).ok()?, u8::try_from(rank).ok()?));
        all.into_iter().filter_map(place).collect()
    }

    /// The tiles from which a piece has a move on the empty board: to empty tiles within its reach.
    pub(crate) fn mobile(&self, moving: &Moving) -> [Places; 2] {
        let ways = |player: usize| -> Places {
            let sign = if player == 0 { 1 } else { -1 };
            let from = |(file, rank): &(u8, u8)| {
                moving.moves.iter().filter(|made| made.mode == Mode::Quiet).any(|made| {
                    // A hopper is judged by the line along which it hops.
                    let hops = made.legs.iter().any(|leg| leg.on != On::Empty);
                    let (right, forward) =
                        if hops { twice_the_first(&made.legs) } else { shortest(&made.legs) };
                    let to = (i32::from(*file) + right, i32::from(*rank) + forward * sign);
                    let to = (u8::try_from(to.0), u8::try_from(to.1));
                    matches!(to, (Ok(file), Ok(rank)) if moving.reach[player].contains(&(file, rank)))
                })
            };
            self.squares.all().into_iter().filter(from).collect()
        };
        [ways(0), ways(1)]
    }
}

/// Whether a test says that some pieces are not in the hand any more.
fn is_hand_empty(test: &Test) -> bool {
    matches!(test, Test::Compare(Quantity::Hand(_, Who::Friend), Comparison::Equal, Quantity::Number(0)))
}

fn shortest(legs: &[Leg]) -> (i32, i32) {
    let steps = legs.iter().flat_map(|leg| leg.steps.iter().map(|step| (step, i32::from(leg.least))));
    steps.fold((0, 0), |(right, forward), (step, times)| {
        (right + i32::from(step.right) * times, forward + i32::from(step.forward) * times)
    })
}

fn twice_the_first(legs: &[Leg]) -> (i32, i32) {
    let step = legs.first().and_then(|leg| leg.steps.first());
    step.map_or((0, 0), |step| (2 * i32::from(step.right), 2 * i32::from(step.forward)))
}

/// A path of these parts.
fn twice(mut parts: Vec<Path>) -> Path {
    match parts.len() {
        1 => parts.remove(0),
        _ => Path::Seq(parts),
    }
}

/// Whether these are the moves of the format's pawn, but for what depends on other keys; and whether it takes two steps, and takes in passing.
pub(crate) fn as_pawn(moves: &[Move]) -> Option<(bool, bool)> {
    let step = |right: i8, forward: i8| Leg::step(right, forward, On::Empty);
    let (mut ahead, mut sides, mut double, mut passing) = (0, 0, false, 0);
    for made in moves {
        let legs = made.legs.as_slice();
        let aside = |legs: &[Leg]| [1, -1].iter().any(|right| *legs == [step(*right, 1)]);
        match (made.mode, made.when) {
            (Mode::Quiet, When::Always) if *legs == [step(0, 1)] => ahead += 1,
            (Mode::Quiet, When::AtStart) if *legs == [step(0, 1), step(0, 1)] => double = true,
            (Mode::Capture, When::Always) if aside(legs) => sides += 1,
            (Mode::EnPassant, When::Always) if aside(legs) => passing += 1,
            _ => return None,
        }
    }
    (ahead == 1 && sides == 2 && matches!(passing, 0 | 2)).then_some((double, passing == 2))
}
