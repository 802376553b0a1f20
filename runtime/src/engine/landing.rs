//! Moves by rules that are walked: where their ways end, and what they change, found out in the state itself.
//!
//! The same as the reference engine's `landing`. A move remembers which of the ways it is; what it changes is found out again when it is made.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tilegame_dsl::ir::{Effect, KindId, LabelId, Mode, MoveRule, RegionId, Tile};

use crate::engine::view::{View, Walker, seen_by};
use crate::engine::walk::Done;
use crate::moves::{Change, sort_taken};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, Changes, How, Step};
use crate::plan::Plan;
use crate::plan::route::{Deed, Walked};

/// A way that has ended, and all that its move changes, promotion apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Landed {
    to: usize,
    /// What the piece becomes by the way itself.
    pub(crate) becomes: Option<KindId>,
    pub(crate) changes: Changes,
}

/// A piece on its tile, and the number of one of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Going {
    pub(crate) kind: u8,
    pub(crate) rule: u16,
    pub(crate) from: usize,
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// A rule that is walked; nothing if it is unrolled.
    #[inline]
    pub(crate) fn walked(&self, kind: u8, rule: u16) -> Option<&Walked> {
        self.movers.walked.get(kind as usize)?[rule as usize].as_ref()
    }

    fn rule(&self, kind: u8, rule: u16) -> &MoveRule {
        &self.reference.rules.kinds[kind as usize].rules[rule as usize]
    }

    /// Whether a piece acts from where it stands by a rule.
    pub(crate) fn acts_from_afar(&self, kind: u8, rule: u16) -> bool {
        self.rule(kind, rule).mode == Mode::Act
    }

    /// Calls `then` with every way of a rule that is walked, until it says `true`.
    fn each_landing(
        &self,
        state: &State<W, N>,
        going: Going,
        then: &mut dyn FnMut(&View<'_, W, N>, Landed) -> bool,
    ) {
        let Some(walked) = self.walked(going.kind, going.rule) else { return };
        let (me, rule) = (self.to_move(state), self.rule(going.kind, going.rule));
        let v = self.view_with(state, me, [Some(going.from), None], None);
        if !rule.mode.moves() || !self.holds(&v, going.from, &walked.guard) {
            return;
        }
        let (start, mut done) = (self.setting_out(me, going.from), Done::new(&v));
        self.walk(&v, &walked.route, start, &mut done, &mut |end, done| {
            let landed = self.landing(&v, rule, (going.from, end.tile as usize), done);
            landed.is_some_and(|landed| then(&v, landed))
        });
        if done.is_cut_short() {
            self.reference.leave_out();
        }
    }

    /// Calls `then` with every move of a piece by a rule that is walked; some may change the same.
    pub(crate) fn each_walked(&self, state: &State<W, N>, going: Going, mut then: impl FnMut(Step, &Landed)) {
        let Some(walked) = self.walked(going.kind, going.rule) else { return };
        let me = self.to_move(state);
        let on = |tile: usize| move |region: RegionId| self.sets.regions[region.index()][me].has(tile);
        let mut way = 0;
        self.each_landing(state, going, &mut |v, landed| {
            let Going { kind, rule, from } = going;
            let captures = landed.captures();
            let how = How::Walked { rule, way, takes: captures };
            let step = Step { from: from as u16, to: landed.to as u16, kind, promotion: AS_IT_IS, how };
            way += 1;
            let unites = landed.changes.iter().any(|c| matches!(c, Change::Merge(_)));
            let mut is_forced = false;
            if landed.becomes.is_none() && !unites && self.rests(step) == landed.to {
                for (promotion, guard) in &walked.promotions {
                    let leads = promotion.is_by(captures) && promotion.leads(on(from), on(landed.to));
                    if leads && self.holds(v, from, guard) {
                        is_forced |= !promotion.optional;
                        promotion
                            .to
                            .iter()
                            .for_each(|kind| then(Step { promotion: kind.0, ..step }, &landed));
                    }
                }
            }
            if !is_forced {
                then(step, &landed);
            }
            false
        });
    }

    /// What a move by a rule that is walked changes, promotion apart.
    pub(crate) fn landed(&self, state: &State<W, N>, step: Step, rule: u16, way: u32) -> Landed {
        let (mut found, mut number) = (Landed::default(), 0);
        let going = Going { kind: step.kind, rule, from: step.from as usize };
        self.each_landing(state, going, &mut |_, landed| {
            let is_it = number == way;
            number += 1;
            if is_it {
                found = landed;
            }
            is_it
        });
        found
    }

    /// The same of all moves by a rule, by the numbers of their ways.
    pub(crate) fn all_landed(&self, state: &State<W, N>, going: Going) -> Vec<Landed> {
        let mut all = Vec::new();
        self.each_landing(state, going, &mut |_, landed| {
            all.push(landed);
            false
        });
        all
    }

    /// The move that ends here, if what stands here is right for it.
    fn landing(
        &self,
        v: &View<'_, W, N>,
        rule: &MoveRule,
        (from, to): (usize, usize),
        done: &Done<'_, W>,
    ) -> Option<Landed> {
        // A piece that is captured where it stands has not been taken before.
        let captured = rule.mode == Mode::Capture && rule.onto.is_none() && self.enemies(v).has(to);
        let walker = Walker { gone: done.gone, ..Walker::default() };
        let seen = if captured { *v } else { seen_by(v, &walker) };
        let goes = Set::one(to).without(shifted(done));
        let is_free = !seen.occupied.meets(goes);
        let is_enemy = self.enemies(&seen).meets(goes);
        let merges = |(tile, deed): &(u16, _)| {
            *tile as usize == to && matches!(effect_of(deed), Some(Effect::Merge(_)))
        };
        let takes = match (rule.mode, rule.onto) {
            (Mode::Capture, Some(mark)) => {
                let mut spots = v.state.spots().iter();
                let spot = spots.find(|s| {
                    s.mark == mark.0 && s.tile as usize == to && s.owner as usize != v.me && is_free
                })?;
                Some(spot.maker as usize)
            }
            (Mode::Quiet, _) if is_free => None,
            (Mode::Capture | Mode::Move, _) if is_enemy => Some(to),
            (Mode::Move, _) if is_free => None,
            (Mode::Act, _) => None,
            (Mode::Do, _) if is_free || done.list.iter().any(merges) => None,
            _ => return None,
        };
        self.changes_of_way(v, (from, to), rule.mode == Mode::Act, done, takes)
    }

    /// What a move changes, in order; nothing where two pieces would go to one tile.
    fn changes_of_way(
        &self,
        v: &View<'_, W, N>,
        (from, to): (usize, usize),
        stays: bool,
        done: &Done<'_, W>,
        takes: Option<usize>,
    ) -> Option<Landed> {
        let mut changes = Changes::new();
        let (mut arrives, mut becomes) = (None, None);
        for (tile, deed) in &done.list {
            let here = Tile::new(*tile as usize);
            let change = match effect_of(deed) {
                // What is captured where it stands is taken as the move is made.
                Some(Effect::Take | Effect::TakeLast) if takes == Some(*tile as usize) => continue,
                Some(Effect::Arrive(kind)) => {
                    arrives = Some(*kind);
                    continue;
                }
                Some(Effect::Merge(kind)) => {
                    arrives = Some(*kind);
                    Change::Merge(here)
                }
                Some(Effect::Swap) => Change::Shift { from: here, to: Tile::new(from) },
                Some(Effect::Become(kind)) if *tile as usize == from => {
                    becomes = Some(*kind);
                    Change::Become { tile: here, kind: *kind }
                }
                _ => {
                    let change = self.change_of(v, *tile, deed)?;
                    let own_place = if stays { from } else { to };
                    let in_the_way = matches!(change, Change::Put { tile, .. } if tile.index() == own_place);
                    if in_the_way || !self.is_possible(v, change, &changes) {
                        return None;
                    }
                    change
                }
            };
            changes.push(change);
        }
        let (shifted, mut goals) = (shifted(done), Set::<W>::EMPTY);
        for change in &changes {
            let Change::Shift { to: goal, .. } = change else { continue };
            let goal = goal.index();
            if v.occupied.without(shifted).has(goal) || goal == to || goals.has(goal) {
                return None;
            }
            goals.insert(goal);
        }
        sort_taken(&mut changes);
        changes.extend(takes.map(|tile| Change::Take(Tile::new(tile))));
        let (start, end) = (Tile::new(from), Tile::new(to));
        if to != from && !stays {
            changes.push(Change::Go { from: start, to: end });
        }
        changes.extend(arrives.map(|kind| Change::Become { tile: end, kind }));
        // What stands on a tile has to leave it before it vanishes.
        changes.sort_by_key(Change::vanishes);
        (!changes.is_empty()).then_some(Landed { to, becomes: arrives.or(becomes), changes })
    }
}

/// What tells a move of a piece from others that change the same.
type Tells = (Option<LabelId>, Option<u8>);

/// Moves of a piece that have been found: a short list is searched, a long one is looked up.
#[derive(Default)]
pub(crate) struct WaysFound {
    few: SmallVec<[(Tells, Changes); 8]>,
    many: FxHashSet<(Tells, Changes)>,
}

impl WaysFound {
    /// So many are compared one by one.
    const FEW: usize = 32;

    /// Puts a move in; whether it was new.
    pub(crate) fn insert(&mut self, found: (Tells, Changes)) -> bool {
        if self.few.len() < Self::FEW {
            let is_new = !self.few.contains(&found);
            if is_new {
                self.few.push(found);
            }
            return is_new;
        }
        !self.few.contains(&found) && self.many.insert(found)
    }
}

impl Landed {
    /// The same of a leaf.
    pub(crate) fn of_leaf(step: Step, changes: Changes) -> Landed {
        Landed { to: step.to as usize, becomes: None, changes }
    }

    /// Whether the piece just goes to one of these tiles and takes what stands there, so that the same is found in sets.
    pub(crate) fn is_plain_to<const W: usize>(&self, step: Step, plain: Set<W>) -> bool {
        let (from, to) = (Tile(step.from.into()), Tile(step.to.into()));
        let go = Change::Go { from, to };
        let is_plain = match self.changes.as_slice() {
            [one] => *one == go,
            [Change::Take(taken), other] => *taken == to && *other == go,
            _ => false,
        };
        is_plain && plain.has(self.to)
    }

    /// Whether something is taken.
    pub(crate) fn captures(&self) -> bool {
        self.changes.iter().any(|change| matches!(change, Change::Take(_)))
    }

    /// The same with what the piece turns into by promotion.
    pub(crate) fn promoted(&self, step: Step) -> Changes {
        let tile = Tile::new(self.to);
        let becomes =
            (step.promotion != AS_IT_IS).then_some(Change::Become { tile, kind: KindId(step.promotion) });
        self.changes.iter().copied().chain(becomes).collect()
    }
}

fn effect_of<D: std::borrow::Borrow<Deed>>(deed: &D) -> Option<&Effect> {
    match deed.borrow() {
        Deed::Effect(effect) => Some(effect),
        Deed::Count(_) => None,
    }
}

/// Where pieces stand that go away with the mover.
fn shifted<const W: usize>(done: &Done<'_, W>) -> Set<W> {
    let goes = |effect: Option<&Effect>| {
        matches!(effect, Some(Effect::Shift(_) | Effect::Reflect(_) | Effect::Swap))
    };
    done.list.iter().filter(|(_, deed)| goes(effect_of(deed))).map(|(tile, _)| *tile as usize).collect()
}
