//! Shapes become tables: leaps, lines and everything else that asks only for emptiness; shifts; and what is left to programs.

use std::borrow::Cow;
use std::sync::Arc;

use tilegame_dsl::ir::{Kind, KindId, PlayerId, Rules, Tile};

use crate::moves::Change;
use crate::packed::set::{ByTile, Set};
use crate::plan::arrive::arrives;
use crate::plan::attacks::{LeapThreat, LineThreat, OddThreat, Strikes, Threats};
use crate::plan::bulk_step::{is_shiftable, shifts};
use crate::plan::classify::by_sets;
use crate::plan::cond::{Cond, Conds};
use crate::plan::layout::Layout;
use crate::plan::legality::enemies::Against;
use crate::plan::lines::{Lines, OfTable, User, add_leaps, fits, is_leap, is_ray, line, sorts, tables};
use crate::plan::links::Line;
use crate::plan::movers::{Arriving, BulkStep, Goes, Group, Mover, Onto, Promotes, Side};
use crate::plan::prefilter::prefilters;
use crate::plan::program::{Code, Lands};
use crate::plan::table::Table;
use crate::plan::ways::{Half, RuleShape, Shapes};
use crate::reference::engine::Reference;

/// The shape of a movement rule, the fastest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Shape {
    /// All pieces of the kind go at once.
    Shift,
    /// Fixed targets.
    Leap,
    /// On until something is in the way.
    Line,
    /// By which of a few tiles are empty.
    Gathered,
    /// Only when there is a mark to go to.
    Mark,
    /// Tile by tile.
    Program,
    /// Step by step.
    Walk,
}

impl Shape {
    /// In words.
    pub(crate) fn told(self) -> &'static str {
        match self {
            Shape::Shift => "shift: all pieces of the kind at once",
            Shape::Leap => "leap: a set of targets for each tile",
            Shape::Line => "line: the first blocker, by bit arithmetic",
            Shape::Gathered => "look-up: by which of a few tiles are empty",
            Shape::Mark => "mark: a program, run only where there is a mark",
            Shape::Program => "program: evaluated tile by tile",
            Shape::Walk => "walk: step by step over each position",
        }
    }
}

/// What the shapes of all rules make.
pub(crate) struct Shaped<const W: usize> {
    pub(crate) tables: Vec<Arc<Table<W>>>,
    pub(crate) sides: Vec<Side<W>>,
    pub(crate) is_plain: Vec<bool>,
}

/// What has been made of a kind so far.
struct Draft<const W: usize> {
    leaps: Vec<(Half, ByTile<Set<W>, W>)>,
    /// From where it takes by leaps on each tile, and where it does from each tile.
    takes_by_leaps: Option<[ByTile<Set<W>, W>; 2]>,
    shifts: Vec<BulkStep<W>>,
    odd: Vec<u16>,
    odd_threats: Vec<u16>,
    promotes: Option<Promotes<W>>,
}

/// Sorts every rule of every kind and makes the tables.
pub(crate) fn build<const W: usize>(
    reference: &Reference,
    normal: &Rules,
    layout: &mut Layout,
    (code, conds): (&Code, &Conds),
    shapes: &Shapes<W>,
    royal: &[u8],
) -> Shaped<W> {
    let tiles = reference.board.len();
    let players = reference.rules.players.len();
    let mut lines = Lines::default();
    let mut is_plain = vec![false; code.leaves.len()];
    let mut drafts: Vec<Vec<Draft<W>>> = Vec::new();
    for (player, kinds) in shapes.iter().enumerate() {
        let mut of_player = Vec::new();
        for (kind, rules) in kinds.iter().enumerate() {
            for rule in rules {
                note_plain_leaves(code, rule, &mut is_plain);
            }
            let rule = |n: usize| &reference.rules.kinds[kind].rules[n];
            let is_royal = |kind: u8| royal.contains(&kind);
            let promotes = promotes(reference, player % players, &normal.kinds[kind]);
            let (rules, promotes) = if is_royal(kind as u8) {
                (Cow::Borrowed(rules.as_slice()), promotes)
            } else {
                arriving(code, rules, promotes, is_royal)
            };
            let goes_by_walks = |(n, found): (usize, &RuleShape<W>)| found.is_walked && rule(n).mode.moves();
            let may_shift = !is_royal(kind as u8) && !rules.iter().enumerate().any(goes_by_walks);
            let mut draft = draft(code, tiles, (player, kind), &rules, may_shift, promotes, &mut lines);
            draft.odd.retain(|number| rule(*number as usize).mode.moves());
            of_player.push(draft);
        }
        drafts.push(of_player);
    }
    let set_of = |bar: u32| match conds.get(bar) {
        Cond::Kind(kinds) => layout.set_of(kinds),
        _ => 0,
    };
    let (tables, of_tables) = tables(&lines, tiles, set_of);
    let mut sides = Vec::new();
    for (player, of_player) in drafts.into_iter().enumerate() {
        let mut side = Side {
            movers: Vec::new(),
            groups: Vec::new(),
            arriving: Vec::new(),
            apart: Vec::new(),
            royals: Vec::new(),
            royal_leap: None,
            leaving: Vec::new(),
            threats: Threats::default(),
            against: Against::default(),
            ontos: Vec::new(),
            near_marks: ByTile::from_fn(|_| Set::EMPTY),
            castling: None,
            castlings: Vec::new(),
        };
        for (kind, draft) in of_player.into_iter().enumerate() {
            let rules = &shapes[player][kind];
            threaten(&mut side.threats, (player, kind), &draft, (&tables, &of_tables), tiles);
            let reaches = |from: usize, to: usize| {
                let player = PlayerId::new(player % players);
                reference.reaches(player, KindId::new(kind), Tile::new(from), Tile::new(to))
            };
            side.threats.odd.extend(odd_threat(code, kind, rules, &draft.odd_threats, reaches));
            onto(code, rules, side.movers.len(), &mut side);
            let users = |(n, t): (usize, &OfTable<'_, W>)| {
                let halves = t.users.iter().filter_map(|u| match u {
                    User::Goes(p, k, half) if (*p, *k) == (player, kind) => Some((*half, n)),
                    _ => None,
                });
                halves.collect::<Vec<_>>()
            };
            let of_kind: Vec<(Half, usize)> = of_tables.iter().enumerate().flat_map(users).collect();
            let has = |wanted: bool| {
                let mut found = false;
                for range in draft.odd.iter().flat_map(|rule| &rules[*rule as usize].programs) {
                    code.ways(*range, |_, n| found |= is_plain[n as usize] == wanted);
                }
                found
            };
            let is_walked = draft.odd.iter().any(|rule| rules[*rule as usize].is_walked);
            let programs = draft.odd.iter().map(|rule| rules[*rule as usize].programs.as_slice());
            let is_grouped = !royal.contains(&(kind as u8))
                && if draft.promotes.is_none() {
                    group(&mut side.groups, kind as u8, &draft, &of_kind, (&tables, &of_tables))
                } else {
                    let arriving = arriving_alike(kind as u8, &draft, &of_kind, &tables);
                    side.arriving.extend(arriving);
                    side.arriving.last().is_some_and(|a| a.kind == kind as u8)
                };
            side.movers.push(Mover {
                kind: kind as u8,
                is_grouped,
                only_leap: only_leap(&draft, &of_kind),
                has_plain: has(true),
                has_leaves: is_walked || has(false),
                is_walked,
                prefilters: prefilters(code, programs).filter(|_| !is_walked),
                leaps: draft.leaps,
                lines: of_kind.into_iter().map(|(half, n)| (half, Arc::clone(&tables[n]))).collect(),
                shifts: draft.shifts,
                odd: draft.odd,
                promotes: draft.promotes,
            });
        }
        side.groups.iter_mut().for_each(|group| group.set = layout.set_of(&group.kinds));
        sides.push(side);
    }
    Shaped { tables, sides, is_plain }
}

fn note_plain_leaves<const W: usize>(code: &Code, rule: &RuleShape<W>, is_plain: &mut [bool]) {
    for range in &rule.programs {
        code.ways(*range, |_, n| {
            let leaf = &code.leaves[n as usize];
            is_plain[n as usize] = leaf.changes.is_empty()
                && leaf.promotes.is_none()
                && !rule.is_marked
                && !matches!(leaf.lands, Lands::Onto(_));
        });
    }
}

fn draft<const W: usize>(
    code: &Code,
    tiles: usize,
    (player, kind): (usize, usize),
    rules: &[RuleShape<W>],
    may_shift: bool,
    promotes: Option<Promotes<W>>,
    lines: &mut Lines<W>,
) -> Draft<W> {
    let mut draft = Draft {
        leaps: Vec::new(),
        takes_by_leaps: None,
        shifts: Vec::new(),
        odd: Vec::new(),
        odd_threats: Vec::new(),
        promotes,
    };
    let shifts = if may_shift { shifts(code, tiles, rules) } else { None };
    for (number, rule) in rules.iter().enumerate() {
        let ways = rule.ways.as_deref().unwrap_or(&[]);
        // Every sort of ways with its lines there and back.
        let sorts = sorts(ways).into_iter().map(|((half, _), ways)| {
            let mut number = |back| lines.number(line(tiles, &ways, back));
            (half, number(false), number(true))
        });
        let sorts: Vec<(Half, usize, usize)> = sorts.collect();
        let fits = sorts.iter().all(|(_, there, back)| fits(lines.get(*there)) && fits(lines.get(*back)));
        if !rule.attacks {
            // Others say what is attacked.
        } else if rule.takes_oddly || !fits && ways.iter().any(|w| w.half != Half::Quiet) {
            draft.odd_threats.push(number as u16);
        } else {
            for (_, there, back) in sorts.iter().filter(|(half, ..)| *half != Half::Quiet) {
                if is_leap(lines.get(*back)) {
                    let none = || [(); 2].map(|()| ByTile::from_fn(|_| Set::EMPTY));
                    let [all_back, all_there] = draft.takes_by_leaps.get_or_insert_with(none);
                    add_leaps(all_back, lines.get(*back));
                    add_leaps(all_there, lines.get(*there));
                } else {
                    lines.add(*back, User::Takes(player, kind));
                    lines.add(*there, User::Strikes(player, kind));
                }
            }
        }
        if rule.is_onto || shifts.is_some() && is_shiftable(code, rule) {
            continue;
        }
        if rule.ways.is_none() || !rule.is_plain || rule.is_marked || !fits {
            draft.odd.push(number as u16);
            continue;
        }
        for (half, there, _) in &sorts {
            if !is_leap(lines.get(*there)) {
                lines.add(*there, User::Goes(player, kind, *half));
                continue;
            }
            let known = draft.leaps.iter().position(|(h, _)| h == half).unwrap_or_else(|| {
                draft.leaps.push((*half, ByTile::from_fn(|_| Set::EMPTY)));
                draft.leaps.len() - 1
            });
            add_leaps(&mut draft.leaps[known].1, lines.get(*there));
        }
    }
    draft.shifts = shifts.unwrap_or_default();
    if let Some(promotes) = &mut draft.promotes {
        promotes.see_shifts(&mut draft.shifts);
    }
    draft
}

/// What a kind turns into by promotion, where.
fn promotes<const W: usize>(reference: &Reference, player: usize, kind: &Kind) -> Option<Promotes<W>> {
    let promotion = by_sets(kind)?;
    let regions = &reference.rules.regions;
    let on = match promotion.on {
        Some(region) => regions[region.index()].tiles[player].iter().map(|t| t.index()).collect(),
        None => reference.board.tiles().map(Tile::index).collect(),
    };
    Some(Promotes {
        on,
        near: Set::EMPTY,
        into: promotion.to.iter().map(|k| k.0).collect(),
        is_optional: promotion.optional,
        arrives: None,
    })
}

/// A kind's rules as if its pieces arrived as what they are, with what is said of what they arrive as, where that can be said.
fn arriving<'r, const W: usize>(
    code: &Code,
    rules: &'r [RuleShape<W>],
    promotes: Option<Promotes<W>>,
    is_royal: impl Fn(u8) -> bool,
) -> (Cow<'r, [RuleShape<W>]>, Option<Promotes<W>>) {
    let Some((rules, arrives)) = arrives(code, rules, promotes.as_ref(), is_royal) else {
        return (Cow::Borrowed(rules), promotes);
    };
    let none =
        Promotes { on: Set::EMPTY, near: Set::EMPTY, into: Vec::new(), is_optional: true, arrives: None };
    (Cow::Owned(rules), Some(Promotes { arrives: Some(arrives), ..promotes.unwrap_or(none) }))
}

/// The shape of a rule that has a table.
pub(crate) fn of_ways<const W: usize>(rule: &RuleShape<W>, tiles: usize) -> Shape {
    let sorts = sorts(rule.ways.as_deref().unwrap_or(&[]));
    let lines = sorts.iter().map(|(_, ways)| line(tiles, ways, false));
    let shape = |line: Line<W>| match (is_leap(&line), is_ray(&line)) {
        (true, _) => Shape::Leap,
        (_, true) => Shape::Line,
        _ => Shape::Gathered,
    };
    lines.map(shape).max().unwrap_or(Shape::Leap)
}

fn only_leap<const W: usize>(draft: &Draft<W>, lines: &[(Half, usize)]) -> Option<ByTile<Set<W>, W>> {
    match draft.leaps.as_slice() {
        [(Half::Both, leap)] if lines.is_empty() && draft.odd.is_empty() => Some(leap.clone()),
        _ => None,
    }
}

/// Puts a kind into the groups of its ways, if all its pieces go alike whether they take or not, and no two ways lead to the same
/// tile. Whether they do.
fn group<const W: usize>(
    groups: &mut Vec<Group<W>>,
    kind: u8,
    draft: &Draft<W>,
    lines: &[(Half, usize)],
    (tables, of_tables): (&[Arc<Table<W>>], &[OfTable<'_, W>]),
) -> bool {
    let halves = draft.leaps.iter().map(|(half, _)| half).chain(lines.iter().map(|(half, _)| half));
    if lines.iter().any(|(_, table)| tables[*table].blockers.is_some()) {
        return false;
    }
    if !draft.odd.is_empty() || !draft.shifts.is_empty() || halves.into_iter().any(|h| *h != Half::Both) {
        return false;
    }
    let mut reached: ByTile<Set<W>, W> = ByTile::from_fn(|_| Set::EMPTY);
    let reaches = lines.iter().map(|(_, table)| of_tables[*table].reach());
    for reach in draft.leaps.iter().map(|(_, leap)| leap.clone()).chain(reaches) {
        for tile in 0..64 * W {
            if reached.at(tile).meets(*reach.at(tile)) {
                return false;
            }
            *reached.at_mut(tile) |= *reach.at(tile);
        }
    }
    let same_leap = |a: &ByTile<Set<W>, W>, b: &ByTile<Set<W>, W>| (0..64 * W).all(|t| a.at(t) == b.at(t));
    for goes in draft
        .leaps
        .iter()
        .map(|(_, leap)| Goes::Leap(leap.clone()))
        .chain(lines.iter().map(|(_, table)| Goes::Line(Arc::clone(&tables[*table]))))
    {
        let same = |g: &&mut Group<W>| match (&g.goes, &goes) {
            (Goes::Leap(a), Goes::Leap(b)) => same_leap(a, b),
            (Goes::Line(a), Goes::Line(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.kinds.push(kind),
            None => groups.push(Group { kinds: vec![kind], set: kind, goes }),
        }
    }
    true
}

/// A kind of which all pieces go in one manner, whether they take or not, and may arrive as another.
fn arriving_alike<const W: usize>(
    kind: u8,
    draft: &Draft<W>,
    lines: &[(Half, usize)],
    tables: &[Arc<Table<W>>],
) -> Option<Arriving<W>> {
    let arrives = draft.promotes.as_ref()?.arrives.as_ref()?;
    let [other] = arrives.others.as_slice() else { return None };
    if !draft.odd.is_empty() || !draft.shifts.is_empty() {
        return None;
    }
    let (leap, line) = match (draft.leaps.as_slice(), lines) {
        ([(Half::Both, leap)], []) => (Some(leap), None),
        ([], [(Half::Both, table)]) if tables[*table].blockers.is_none() => (None, Some(&tables[*table])),
        _ => return None,
    };
    let on = |tile| {
        let there = leap.map_or(!Set::EMPTY, |leap| *leap.at(tile));
        [arrives.as_it_is.at(tile), other.on.at(tile)].map(|on| there & *on)
    };
    Some(Arriving { kind, other: other.kind, line: line.cloned(), on: ByTile::from_fn(on) })
}

fn threaten<const W: usize>(
    threats: &mut Threats<W>,
    (player, kind): (usize, usize),
    draft: &Draft<W>,
    (tables, of_tables): (&[Arc<Table<W>>], &[OfTable<'_, W>]),
    tiles: usize,
) {
    if let Some([from, to]) = &draft.takes_by_leaps {
        let same = |l: &&mut Arc<LeapThreat<W>>| (0..tiles).all(|t| l.from.at(t) == from.at(t));
        match threats.leaps.iter_mut().find(same) {
            Some(leap) => Arc::make_mut(leap).kinds.push(kind as u8),
            None => threats.leaps.push(Arc::new(LeapThreat {
                kinds: vec![kind as u8],
                from: from.clone(),
                to: to.clone(),
            })),
        }
    }
    for (table, of_table) in tables.iter().zip(of_tables) {
        if of_table.users.contains(&User::Takes(player, kind)) {
            match threats.lines.iter_mut().find(|l| Arc::ptr_eq(&l.table, table)) {
                Some(line) => Arc::make_mut(line).kinds.push(kind as u8),
                None => threats.lines.push(Arc::new(line_threat(kind, table, of_table, tiles))),
            }
        }
        if of_table.users.contains(&User::Strikes(player, kind)) {
            match threats.strikes.iter_mut().find(|s| Arc::ptr_eq(&s.table, table)) {
                Some(strikes) => strikes.kinds.push(kind as u8),
                None => threats.strikes.push(Strikes {
                    kinds: vec![kind as u8],
                    table: Arc::clone(table),
                    reach: of_table.reach(),
                }),
            }
        }
    }
}

fn line_threat<const W: usize>(
    kind: usize,
    table: &Arc<Table<W>>,
    of_table: &OfTable<'_, W>,
    tiles: usize,
) -> LineThreat<W> {
    LineThreat {
        kinds: vec![kind as u8],
        table: Arc::clone(table),
        reach: of_table.reach(),
        ways: ByTile::from_fn(|tile| of_table.links(tile).map(|l| (l.to as u16, l.empty)).collect()),
        is_stopped_by_one: (0..tiles)
            .flat_map(|tile| of_table.links(tile))
            .all(|l| l.full.is_empty() && l.bar.is_none()),
    }
}

fn odd_threat<const W: usize>(
    code: &Code,
    kind: usize,
    rules: &[RuleShape<W>],
    odd: &[u16],
    reaches: impl Fn(usize, usize) -> bool,
) -> Option<OddThreat<W>> {
    let mut reach = ByTile::from_fn(|_| Set::EMPTY);
    for rule in odd {
        if rules[*rule as usize].is_walked {
            let tiles = rules[*rule as usize].programs.len();
            let reached = |to: usize| (0..tiles).filter(|from| reaches(*from, to)).collect();
            (0..tiles).for_each(|to| *reach.at_mut(to) |= reached(to));
        }
        for (from, range) in rules[*rule as usize].programs.iter().enumerate() {
            code.ways(*range, |_, n| {
                let leaf = &code.leaves[n as usize];
                if matches!(leaf.lands, Lands::Foe | Lands::Either) {
                    reach.at_mut(leaf.to as usize).insert(from);
                }
                for change in &leaf.changes {
                    if let Change::Take(tile) = change {
                        reach.at_mut(tile.index()).insert(from);
                    }
                }
            });
        }
    }
    (!odd.is_empty()).then(|| OddThreat { kind: kind as u8, rules: odd.to_vec(), reach })
}

/// A kind's rules that take what has left a mark, by mark.
fn onto<const W: usize>(code: &Code, rules: &[RuleShape<W>], mover: usize, side: &mut Side<W>) {
    let Side { ontos, near_marks, .. } = side;
    let first = ontos.len();
    for (number, rule) in rules.iter().enumerate().filter(|(_, r)| r.is_onto) {
        for (from, range) in rule.programs.iter().enumerate() {
            code.ways(*range, |_, n| {
                let leaf = &code.leaves[n as usize];
                let Lands::Onto(mark) = leaf.lands else { return };
                let at = ontos[first..].iter().position(|o| o.mark == mark.0).unwrap_or_else(|| {
                    let from = ByTile::from_fn(|_| Set::EMPTY);
                    ontos.push(Onto { mover, mark: mark.0, rules: Vec::new(), from });
                    ontos.len() - 1 - first
                });
                let onto = &mut ontos[first + at];
                onto.from.at_mut(leaf.to as usize).insert(from);
                near_marks.at_mut(leaf.to as usize).insert(from);
                if !onto.rules.contains(&(number as u16)) {
                    onto.rules.push(number as u16);
                }
            });
        }
    }
}
