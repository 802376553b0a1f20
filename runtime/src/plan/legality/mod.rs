//! How it is found out whether a move is legal, chosen by what the rules ask.

pub(crate) mod attack_line;
pub(crate) mod checking;
pub(crate) mod connected;
pub(crate) mod enemies;
pub(crate) mod flyer;
pub(crate) mod footprint;
pub(crate) mod incremental;
pub(crate) mod material;
pub(crate) mod pins;
pub(crate) mod truth;

use tilegame_dsl::ir::{Action, Effect, PhaseId, Rules, Who};

use crate::plan::cond::Cond;
use crate::plan::layout::Layout;
use crate::plan::legality::connected::Adjacency;
use crate::plan::legality::footprint::Footprint;
use crate::plan::legality::incremental::Incremental;
use crate::plan::legality::material::Material;
use crate::plan::movers::Side;
use crate::plan::past::asks_for_past;
use crate::plan::rules::{is_mild, is_the_same_in_all_phases, is_verdict, leaves_pieces_alone, refuses};
use crate::plan::turn::after::{After, Again};
use crate::plan::turn::phases::PhaseVerdicts;
use crate::reference::engine::Reference;

/// How it is found out whether a move is legal.
#[derive(Debug)]
pub(crate) enum Method<const W: usize> {
    /// Every move is.
    Free,
    /// No friend in this set of a state may be left attacked: check mask and pins.
    Pins(u8),
    /// Most moves leave all tiles alone that the test depends on; the others are made, and the test asked.
    Incremental(Box<Incremental<W>>),
    /// All tiles must be connected, and that is seen without making moves.
    Connected(Adjacency<W>),
    /// The move is made, and the test asked, but where something is known before.
    MakeAndTest {
        /// Which tiles moves can change at all.
        footprint: Option<Box<Footprint<W>>>,
        /// What the phases of a turn say.
        foreseen: Option<PhaseVerdicts>,
    },
}

/// How many moves a turn can have, if it goes on only from one phase to a later one.
pub(crate) fn most_steps(after: &[After], layout: &Layout) -> Option<usize> {
    let asks_for_earlier = |guard: &Cond, phase: PhaseId| {
        let is = |c: &Cond| matches!(c, Cond::In(now) if now.0 < phase.0);
        is(guard) || matches!(guard, Cond::And(all) if all.iter().any(is))
    };
    let goes_on = after.iter().filter_map(|a| Some((&a.guard, a.again?)));
    let rises = |(guard, again): (&Cond, Again)| again.phase.is_some_and(|p| asks_for_earlier(guard, p));
    { goes_on }.all(rises).then_some(layout.phases)
}

/// The cheapest method for a test: the first that fits.
pub(crate) fn method<const W: usize>(
    material: &mut Material<'_, W>,
    rules: &Rules,
    test: &Cond,
    after: &[After],
) -> Method<W> {
    let reference = material.reference;
    if *test == Cond::True && !refuses(&reference.rules) {
        return Method::Free;
    }
    if let Some(royal) = royal(test).filter(|royal| can_be_guarded(reference, royal, material.sides)) {
        return Method::Pins(material.layout.set_of(&royal));
    }
    if let Some(ground) = Adjacency::new(reference, rules) {
        return Method::Connected(ground);
    }
    let mut footprint = None;
    if !reference.tiles_change && !asks_for_past(rules) {
        if let Some(incremental) = Incremental::new(material, test) {
            return Method::Incremental(Box::new(incremental));
        }
        footprint = Footprint::new(material, test, after).map(Box::new);
    }
    Method::MakeAndTest { footprint, foreseen: PhaseVerdicts::new(material.layout.phases, test, after) }
}

/// Whether check mask and pins tell which moves leave no friend of these kinds attacked.
fn can_be_guarded<const W: usize>(reference: &Reference, royal: &[u8], sides: &[Side<W>]) -> bool {
    let rules = &reference.rules;
    if reference.tiles_change {
        return false;
    }
    // What happens after a move leaves the pieces alone. What refuses choices is asked where these are found.
    let after = rules.turn.after.iter().filter(|line| !is_verdict(rules, line)).flat_map(|a| &a.actions);
    let mut effects = after.map(|action| match action {
        Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => is_mild(effect),
        Action::Each { path, .. } => leaves_pieces_alone(path),
        Action::Again { .. } => true,
        Action::Illegal => false,
    });
    let nobody_becomes_royal = rules.kinds.iter().enumerate().all(|(k, kind)| {
        let is_royal = royal.contains(&(k as u8));
        kind.promotions.iter().all(|p| !is_royal && !p.to.iter().any(|k| royal.contains(&k.0)))
    });
    let each_is_stopped_by_one = sides.iter().all(|side| {
        side.threats.odd.is_empty() && side.threats.lines.iter().all(|line| line.is_stopped_by_one)
    });
    let nobody_puts_royal = !rules.any_effect(
        &|effect| matches!(effect, Effect::Put(kind) | Effect::Drop(kind) if royal.contains(&kind.0)),
    );
    effects.all(|e| e)
        && nobody_puts_royal
        && is_the_same_in_all_phases(rules)
        && nobody_becomes_royal
        && each_is_stopped_by_one
}

/// The kinds of a test that says that no friend of these kinds is attacked.
pub(crate) fn royal(legal: &Cond) -> Option<Vec<u8>> {
    let Cond::Not(some) = legal else { return None };
    let Cond::Some(piece) = &**some else { return None };
    let Cond::And(all) = &**piece else { return None };
    match all.as_slice() {
        [Cond::Owner(Who::Friend), Cond::Kind(kinds), Cond::Attacked] => Some(kinds.clone()),
        _ => None,
    }
}
