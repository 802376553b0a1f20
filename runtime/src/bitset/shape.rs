//! Shapes become tables: leaps, lines and everything else that asks only for emptiness; shifts; and what is left to programs.

use std::sync::Arc;

use super::WhyNot;
use super::attack::{Between, LeapThreat, LineThreat, OddThreat, Threats};
use super::engine::{Class, Mover, Onto, Promotes, Shift, Side};
use super::guard::Against;
use super::lines::{Lines, OfTable, User, add_leaps, fits, is_leap, is_ray, line, sorts, tables};
use super::program::{Code, Lands};
use super::report::Shape;
use super::set::{ByTile, Set};
use super::shift::shifts;
use super::table::{Line, Table};
use super::ways::{Half, RuleShape, Shapes};
use crate::engine::reference::Reference;
use crate::moves::Change;

/// What the shapes of all rules make.
pub(super) struct Shaped<const W: usize> {
    pub(super) tables: Vec<Table<W>>,
    pub(super) sides: Vec<Side<W>>,
    pub(super) is_plain: Vec<bool>,
}

/// What has been made of a kind so far.
struct Draft<const W: usize> {
    leaps: Vec<(Half, ByTile<Set<W>, W>)>,
    takes_by_leaps: Option<ByTile<Set<W>, W>>,
    shifts: Vec<Shift<W>>,
    odd: Vec<u16>,
    odd_threats: Vec<u16>,
}

/// Sorts every rule of every kind and makes the tables.
pub(super) fn build<const W: usize>(
    reference: &Reference,
    code: &Code,
    shapes: &Shapes<W>,
    royal: &[u8],
) -> Result<Shaped<W>, WhyNot> {
    let tiles = reference.board.len();
    let mut lines = Lines::default();
    let mut is_plain = vec![false; code.leaves.len()];
    let mut drafts: Vec<Vec<Draft<W>>> = Vec::new();
    for (player, kinds) in shapes.iter().enumerate() {
        let mut of_player = Vec::new();
        for (kind, rules) in kinds.iter().enumerate() {
            for rule in rules {
                note_plain_leaves(code, rule, &mut is_plain);
            }
            let facts = &reference.memory.rules[kind];
            let origin = |n: usize| (reference.rules.kinds[kind].rules[n].label, facts[n].side);
            refuse_ambiguous_labels(code, rules, origin)?;
            let may_shift = !royal.contains(&(kind as u8));
            of_player.push(draft(code, tiles, (player, kind), rules, may_shift, &mut lines));
        }
        drafts.push(of_player);
    }
    let players = reference.rules.players.len();
    let (tables, of_tables) = tables(&lines, tiles);
    let mut sides = Vec::new();
    for (player, of_player) in drafts.into_iter().enumerate() {
        let mut side = Side {
            movers: Vec::new(),
            threats: Threats::default(),
            against: Against::default(),
            ontos: Vec::new(),
            castling: None,
            castlings: Vec::new(),
        };
        for (kind, draft) in of_player.into_iter().enumerate() {
            let rules = &shapes[player][kind];
            threaten(&mut side.threats, (player, kind), &draft, &of_tables, tiles);
            side.threats.odd.extend(odd_threat(code, kind, rules, &draft.odd_threats));
            onto(code, rules, side.movers.len(), &mut side.ontos);
            let users = |(n, t): (usize, &OfTable<'_, W>)| {
                let halves = t.users.iter().filter_map(|u| match u {
                    User::Goes(p, k, half) if (*p, *k) == (player, kind) => Some((*half, n as u16)),
                    _ => None,
                });
                halves.collect::<Vec<_>>()
            };
            let of_kind: Vec<(Half, u16)> = of_tables.iter().enumerate().flat_map(users).collect();
            let has_leaves = |rule: &u16| {
                let mut found = false;
                for range in &rules[*rule as usize].programs {
                    code.ways(*range, |_, n| found |= !is_plain[n as usize]);
                }
                found
            };
            let promotion = reference.rules.kinds[kind].promotion.as_ref().map(|p| Promotes {
                on: reference.rules.regions[p.on.index()].tiles[player % players]
                    .iter()
                    .map(|t| t.index())
                    .collect(),
                into: p.to.iter().map(|k| k.0).collect(),
                is_optional: p.optional,
            });
            side.movers.push(Mover {
                kind: kind as u8,
                class: class(&draft, &of_kind),
                has_leaves: draft.odd.iter().any(has_leaves),
                leaps: draft.leaps,
                lines: of_kind,
                shifts: draft.shifts,
                odd: draft.odd,
                promotes: promotion,
                is_royal: false,
            });
        }
        sides.push(side);
    }
    let threats: Vec<Threats<W>> = sides.iter().map(|s| s.threats.clone()).collect();
    for (seat, side) in sides.iter_mut().enumerate() {
        let (phase, player) = (seat / players, seat % players);
        side.against = Against::new(&threats[phase * players..][..players], player);
    }
    Ok(Shaped { tables, sides, is_plain })
}

fn note_plain_leaves<const W: usize>(code: &Code, rule: &RuleShape<W>, is_plain: &mut [bool]) {
    for range in &rule.programs {
        code.ways(*range, |_, n| {
            let leaf = &code.leaves[n as usize];
            is_plain[n as usize] =
                leaf.changes.is_empty() && !rule.is_marked && !matches!(leaf.lands, Lands::Onto(_));
        });
    }
}

/// Where it matters by which rule a move was made, no two rules may make the same.
fn refuse_ambiguous_labels<const W: usize, L: PartialEq>(
    code: &Code,
    rules: &[RuleShape<W>],
    origin: impl Fn(usize) -> L,
) -> Result<(), WhyNot> {
    if !rules.iter().any(|r| r.is_marked) {
        return Ok(());
    }
    let tiles = rules.first().map_or(0, |r| r.programs.len());
    for tile in 0..tiles {
        let mut seen: Vec<(usize, u16, &[Change], Lands)> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            code.ways(rule.programs[tile], |_, n| {
                let leaf = &code.leaves[n as usize];
                seen.push((number, leaf.to, &leaf.changes, leaf.lands));
            });
        }
        let apart = |a: Lands, b: Lands| {
            let onto = |l: Lands| matches!(l, Lands::Onto(_));
            onto(a) != onto(b) || matches!((a, b), (Lands::Free, Lands::Foe) | (Lands::Foe, Lands::Free))
        };
        for (i, a) in seen.iter().enumerate() {
            let same = |b: &&(usize, u16, &[Change], Lands)| {
                b.0 != a.0 && origin(b.0) != origin(a.0) && b.1 == a.1 && b.2 == a.2 && !apart(a.3, b.3)
            };
            if let Some(b) = seen[..i].iter().find(same)
                && (rules[a.0].is_marked || rules[b.0].is_marked)
            {
                return Err(WhyNot::Unusual(
                    "two rules that make the same move, of which one is known by its label",
                ));
            }
        }
    }
    Ok(())
}

fn draft<const W: usize>(
    code: &Code,
    tiles: usize,
    (player, kind): (usize, usize),
    rules: &[RuleShape<W>],
    may_shift: bool,
    lines: &mut Lines<W>,
) -> Draft<W> {
    let mut draft = Draft {
        leaps: Vec::new(),
        takes_by_leaps: None,
        shifts: Vec::new(),
        odd: Vec::new(),
        odd_threats: Vec::new(),
    };
    let shifts = if may_shift { shifts(code, tiles, rules) } else { None };
    for (number, rule) in rules.iter().enumerate() {
        let ways = rule.ways.as_deref().unwrap_or(&[]);
        let sorts = sorts(ways);
        let fits = sorts.iter().all(|(_, ways)| {
            let (there, back) = (line(tiles, ways, false), line(tiles, ways, true));
            fits(&there) && fits(&back)
        });
        if rule.takes_oddly || !fits && ways.iter().any(|w| w.half != Half::Quiet) {
            draft.odd_threats.push(number as u16);
        } else {
            for ((half, _), ways) in sorts.iter().filter(|((half, _), _)| *half != Half::Quiet) {
                let back = line(tiles, ways, true);
                let _ = half;
                if is_leap(&back) {
                    let all = draft.takes_by_leaps.get_or_insert_with(|| ByTile::from_fn(|_| Set::EMPTY));
                    add_leaps(all, &back);
                } else {
                    lines.add(back, User::Takes(player, kind));
                }
            }
        }
        if rule.is_onto || shifts.is_some() {
            continue;
        }
        if rule.ways.is_none() || !rule.is_plain || rule.is_marked || !fits {
            draft.odd.push(number as u16);
            continue;
        }
        for ((half, _), ways) in &sorts {
            let there = line(tiles, ways, false);
            if !is_leap(&there) {
                lines.add(there, User::Goes(player, kind, *half));
                continue;
            }
            let known = draft.leaps.iter().position(|(h, _)| h == half).unwrap_or_else(|| {
                draft.leaps.push((*half, ByTile::from_fn(|_| Set::EMPTY)));
                draft.leaps.len() - 1
            });
            add_leaps(&mut draft.leaps[known].1, &there);
        }
    }
    draft.shifts = shifts.unwrap_or_default();
    draft
}

/// The shape of a rule that has a table.
pub(super) fn of_ways<const W: usize>(rule: &RuleShape<W>, tiles: usize) -> Shape {
    let sorts = sorts(rule.ways.as_deref().unwrap_or(&[]));
    let lines = sorts.iter().map(|(_, ways)| line(tiles, ways, false));
    let shape = |line: Line<W>| match (is_leap(&line), is_ray(&line)) {
        (true, _) => Shape::Leap,
        (_, true) => Shape::Line,
        _ => Shape::Gathered,
    };
    lines.map(shape).max().unwrap_or(Shape::Leap)
}

fn class<const W: usize>(draft: &Draft<W>, lines: &[(Half, u16)]) -> Class<W> {
    let plain = draft.odd.is_empty();
    match (draft.leaps.as_slice(), lines) {
        ([], []) if plain => Class::None,
        ([(Half::Both, leaps)], []) if plain => Class::Leap(leaps.clone()),
        ([], [(Half::Both, one)]) if plain => Class::One(*one),
        ([], [(Half::Both, one), (Half::Both, two)]) if plain => Class::Two(*one, *two),
        _ => Class::Mixed,
    }
}

fn threaten<const W: usize>(
    threats: &mut Threats<W>,
    (player, kind): (usize, usize),
    draft: &Draft<W>,
    tables: &[OfTable<'_, W>],
    tiles: usize,
) {
    if let Some(from) = &draft.takes_by_leaps {
        let same = |l: &&mut Arc<LeapThreat<W>>| (0..tiles).all(|t| l.from.at(t) == from.at(t));
        match threats.leaps.iter_mut().find(same) {
            Some(leap) => Arc::make_mut(leap).kinds.push(kind as u8),
            None => threats.leaps.push(Arc::new(LeapThreat { kinds: vec![kind as u8], from: from.clone() })),
        }
    }
    for (number, table) in tables.iter().enumerate() {
        if !table.users.contains(&User::Takes(player, kind)) {
            continue;
        }
        match threats.lines.iter_mut().find(|l| l.table as usize == number) {
            Some(line) => Arc::make_mut(line).kinds.push(kind as u8),
            None => threats.lines.push(Arc::new(line_threat(kind, number, &table.lines, tiles))),
        }
    }
}

fn line_threat<const W: usize>(kind: usize, table: usize, lines: &[&Line<W>], tiles: usize) -> LineThreat<W> {
    let links = |tile: usize| lines.iter().flat_map(move |l| l.get(tile)).flatten();
    let reach: ByTile<Set<W>, W> = ByTile::from_fn(|tile| links(tile).map(|l| l.to).collect());
    let is_single = (0..tiles).all(|tile| links(tile).count() as u32 == reach.at(tile).len());
    let between = if is_single && W <= 4 {
        let mut sets = vec![Set::EMPTY; (64 * W) * (64 * W)];
        for tile in 0..tiles {
            links(tile).for_each(|l| sets[tile * 64 * W + l.to] = l.empty);
        }
        Between::One(sets)
    } else {
        Between::Several(ByTile::from_fn(|tile| links(tile).map(|l| (l.to as u16, l.empty)).collect()))
    };
    let is_stopped_by_one = (0..tiles).flat_map(links).all(|l| l.full.is_empty());
    LineThreat { kinds: vec![kind as u8], table: table as u16, reach, between, is_stopped_by_one }
}

fn odd_threat<const W: usize>(
    code: &Code,
    kind: usize,
    rules: &[RuleShape<W>],
    odd: &[u16],
) -> Option<OddThreat<W>> {
    let mut reach = ByTile::from_fn(|_| Set::EMPTY);
    for rule in odd {
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
fn onto<const W: usize>(code: &Code, rules: &[RuleShape<W>], mover: usize, ontos: &mut Vec<Onto<W>>) {
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
                if !onto.rules.contains(&(number as u16)) {
                    onto.rules.push(number as u16);
                }
            });
        }
    }
}
