//! Classifying rules: what a program says, taken apart again into one way at a time, to see what shape a rule has.

use tilegame_dsl::ir::{Effect, Kind, KindId, MoveRule, Path, PhaseId, PlayerId, Promotion, Rules, Test};

use crate::board::Board;
use crate::moves::Change;
use crate::packed::set::Set;
use crate::plan::cond::{Cond, Conds};
use crate::plan::program::{Ask, Lands, Leaf, Range};
use crate::plan::unroll::Unroller;
use crate::plan::walked::is_to_be_walked;
use crate::plan::ways::{Half, RuleShape, Shapes, Trail, Way};

/// Unrolls every rule and sees what shape it has.
pub(crate) fn shapes<const W: usize>(
    board: &Board,
    rules: &Rules,
    unroller: &mut Unroller<'_>,
    is_marked: impl Fn(usize, usize) -> bool,
) -> Shapes<W> {
    let mut all: Shapes<W> = Vec::new();
    let mut is_walked: Vec<Vec<bool>> =
        rules.kinds.iter().map(|kind| vec![false; kind.rules.len()]).collect();
    let phases = rules.turn.phases.len().max(1);
    for seat in 0..phases * rules.players.len() {
        let player = PlayerId::new(seat % rules.players.len());
        let phase = (phases > 1).then(|| PhaseId::new(seat / rules.players.len()));
        let mut of_player = Vec::new();
        for (k, kind) in rules.kinds.iter().enumerate() {
            // Those by which only the tile decides that is arrived at are looked up in sets.
            let by_sets = by_sets(kind).is_some();
            let promotions = if by_sets { &[] } else { kind.promotions.as_slice() };
            let mut of_kind = Vec::new();
            for (number, rule) in kind.rules.iter().enumerate() {
                // A rule by which a piece may take something need not say what it attacks.
                let attacks =
                    unroller.reference.memory.rules[k][number].attacks && !attacks_no_more(kind, number);
                let of_tile = |tile| {
                    let mover = (Some(KindId::new(k)), tile);
                    unroller.rule(number, (rule, promotions), (player, phase), mover)
                };
                // All places of a plane are alike: there is nothing to be looked up by place.
                let programs = if is_to_be_walked(rule, attacks) || board.plane().is_some() {
                    None
                } else {
                    board.tiles().map(of_tile).collect::<Result<Vec<Range>, _>>().ok()
                };
                is_walked[k][number] |= programs.is_none();
                let mut shape = match programs {
                    Some(programs) => shape(unroller, programs, is_marked(k, number)),
                    None => RuleShape::walked(board.len(), is_marked(k, number)),
                };
                shape.attacks = attacks;
                shape.takes_oddly &= attacks;
                of_kind.push(shape);
            }
            of_player.push(of_kind);
        }
        all.push(of_player);
    }
    // What is walked by one is walked by all.
    for (k, number) in (0..is_walked.len()).flat_map(|k| (0..is_walked[k].len()).map(move |n| (k, n))) {
        for of_player in all.iter_mut().filter(|_| is_walked[k][number]) {
            let rule = &mut of_player[k][number];
            let walked = RuleShape::walked(board.len(), rule.is_marked);
            *rule = RuleShape { attacks: rule.attacks, takes_oddly: rule.attacks, ..walked };
        }
    }
    all
}

/// The one promotion of a kind, if nothing matters but where its pieces arrive.
pub(crate) fn by_sets(kind: &Kind) -> Option<&Promotion> {
    match kind.promotions.as_slice() {
        [promotion] => Some(promotion).filter(|p| p.asks_only_where()),
        _ => None,
    }
}

/// Whether another rule of a kind attacks all that a rule does: it goes the same ways, and puts nothing down on them.
fn attacks_no_more(kind: &Kind, number: usize) -> bool {
    let rule = &kind.rules[number];
    let Some(path) = bare(&rule.path).filter(|path| *path != rule.path) else { return false };
    let is_such = |other: &MoveRule| {
        let is_open = other.guard == Test::True || other.guard == rule.guard;
        is_open && (other.mode, other.onto) == (rule.mode, rule.onto) && !other.castles && other.path == path
    };
    kind.rules.iter().any(is_such)
}

/// A path without what is put down on the way, which matters to nothing that is asked there; `None` if it matters how often it is done.
fn bare(path: &Path) -> Option<Path> {
    let all = |parts: &[Path]| parts.iter().map(bare).collect::<Option<Vec<Path>>>();
    let only = |mut parts: Vec<Path>, many: fn(Vec<Path>) -> Path| {
        if parts.len() == 1 { parts.remove(0) } else { many(parts) }
    };
    Some(match path {
        Path::Do(Effect::Put(_) | Effect::Drop(_)) => Path::Seq(Vec::new()),
        Path::Seq(parts) => {
            let parts = all(parts)?.into_iter().flat_map(|part| match part {
                Path::Seq(parts) => parts,
                other => vec![other],
            });
            only(parts.collect(), Path::Seq)
        }
        Path::Any(parts) => {
            let mut parts = all(parts)?;
            let mut seen = Vec::new();
            parts.retain(|part| {
                !seen.contains(part) && {
                    seen.push(part.clone());
                    true
                }
            });
            only(parts, Path::Any)
        }
        Path::Repeat { .. } | Path::Times { .. } if path.acts() => return None,
        _ => path.clone(),
    })
}

fn shape<const W: usize>(unroller: &Unroller<'_>, programs: Vec<Range>, is_marked: bool) -> RuleShape<W> {
    let (code, conds) = (&unroller.code, &unroller.conds);
    let mut ways = Some(Vec::new());
    let (mut is_plain, mut is_onto, mut takes_oddly) = (true, true, false);
    for (from, range) in programs.iter().enumerate() {
        code.ways(*range, |asked, number| {
            let leaf = &code.leaves[number as usize];
            is_plain &= leaf.changes.is_empty() && leaf.promotes.is_none();
            is_onto &= matches!(leaf.lands, Lands::Onto(_));
            let gentle = |c: &Change| match c {
                Change::Mark { .. } | Change::Count { .. } => true,
                Change::Become { tile, .. } => tile.index() == from,
                _ => false,
            };
            let mild = !leaf.stays
                && leaf.promotes.is_none()
                && leaf.changes.iter().all(gentle)
                && !matches!(leaf.lands, Lands::Onto(_));
            let takes = matches!(leaf.lands, Lands::Foe | Lands::Either);
            takes_oddly |= leaf.changes.iter().any(|c| matches!(c, Change::Take(_)));
            let stays = from == leaf.to as usize && !leaf.changes.is_empty();
            match way(conds, from, asked, leaf) {
                Some(Some(mut way)) if mild => {
                    way.tag = leaf.tag;
                    way.leaf = number;
                    if let Some(ways) = &mut ways {
                        ways.push(way);
                    }
                }
                // A way that can never be walked.
                Some(None) if !stays => {}
                _ => {
                    ways = None;
                    takes_oddly |= takes;
                }
            }
        });
    }
    // If one way is out of the ordinary the whole rule is asked as a program, and takes by it.
    if ways.is_none() {
        let takes = |range: &Range| {
            let mut found = false;
            code.ways(*range, |_, n| {
                found |= matches!(code.leaves[n as usize].lands, Lands::Foe | Lands::Either)
            });
            found
        };
        takes_oddly |= programs.iter().any(takes);
    }
    let trails =
        ways.as_ref().filter(|ways| (is_marked || !is_plain) && ways.iter().all(|w| w.bar.is_none()));
    let trails = trails.map(|ways: &Vec<Way<W>>| {
        let mut trails = vec![Vec::new(); programs.len()];
        ways.iter().for_each(|way| trails[way.from].push(Trail::of(way)));
        trails
    });
    let (is_walked, attacks) = (false, true);
    RuleShape { programs, ways, is_plain, is_walked, attacks, is_onto, takes_oddly, is_marked, trails }
}

/// The way that these questions describe; `None` if they are about more than emptiness, `Some(None)` if it can't be walked.
pub(crate) fn way<const W: usize>(
    conds: &Conds,
    from: usize,
    asked: &[(Ask, u16, bool)],
    leaf: &Leaf,
) -> Option<Option<Way<W>>> {
    let to = leaf.to as usize;
    let (mut empty, mut full, mut barred, mut bar) = (Set::EMPTY, Set::EMPTY, Set::EMPTY, None);
    for (ask, tile, wanted) in asked {
        match (ask, wanted) {
            (Ask::Empty, true) => empty.insert(*tile as usize),
            (Ask::Empty, false) => full.insert(*tile as usize),
            (Ask::Holds(number), false) if matches!(conds.get(*number), Cond::Kind(_)) => {
                if *bar.get_or_insert(*number) != *number {
                    return None;
                }
                barred.insert(*tile as usize);
            }
            _ => return None,
        }
    }
    let mut half = match leaf.lands {
        Lands::Free => Half::Quiet,
        Lands::Foe => Half::Capture,
        Lands::Either => Half::Both,
        Lands::Anyhow | Lands::Onto(_) => return None,
    };
    let here = Set::one(to);
    for (is_asked, never, only) in
        [(empty.has(to), Half::Capture, Half::Quiet), (full.has(to), Half::Quiet, Half::Capture)]
    {
        if is_asked && half == never {
            return Some(None);
        }
        if is_asked {
            half = only;
        }
    }
    let (empty, full) = (empty.without(here), full.without(here));
    if from == to {
        // One that comes back to where it stood has not moved; it can't take itself.
        return Some(None);
    }
    Some(Some(Way { from, to, empty, full, barred, bar, half, tag: 0, leaf: 0 }))
}
