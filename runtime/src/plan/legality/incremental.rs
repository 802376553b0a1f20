//! Incremental legality: only moves that touch the tiles on which the rule depends are judged one by one.
//!
//! It serves rules about who attacks or sees a royal piece, whatever the ways are: hops, lame leaps, or programs. Each way that leads to a
//! royal piece asks about some tiles. A way that is open is closed only by a move that touches one of these; a way that is closed is
//! opened only by a move that removes all its obstacles, and one move empties one tile and fills one. So most moves
//! change nothing about what is asked, and are counted without being made; of many others it is seen from the same ways, for all at once, that
//! they are not legal. What is left is judged by these ways after each move, and made only where that does not tell.

use tilegame_dsl::ir::{Action, After, CountOp, CounterId, Effect, Quantity, Rules, Test, Trigger};

use crate::packed::set::{ByTile, Set};
use crate::plan::cond::Cond;
use crate::plan::legality::attack_line::{Atom, Pieces};
use crate::plan::legality::flyer::{Flyer, flyers};
use crate::plan::legality::material::{MOST_TILES, Material};
use crate::plan::legality::truth::{Counted, Occasion, Truth};
use crate::plan::rules::{is_mild, is_the_same_in_all_phases, is_verdict, leaves_pieces_alone};

/// What is known before any move is made.
#[derive(Clone, Debug)]
pub(crate) struct Incremental<const W: usize> {
    pub(crate) truth: Truth,
    /// The same for passes, where counters make them another matter.
    pub(crate) passes: Option<Truth>,
    /// For each atom and evaluating player, what it depends on; those about enemies' royal pieces come first.
    pub(crate) atoms: Vec<Vec<Atom<W>>>,
    /// How many there are of these.
    pub(crate) of_enemies: usize,
    /// The kinds of royal pieces.
    pub(crate) royal: Vec<bool>,
    /// For each player, the royal pieces, and where they might go.
    pub(crate) royals: Vec<Pieces>,
    pub(crate) goals: Vec<ByTile<Set<W>, W>>,
    /// And who could attack them there, if there are tables of that.
    pub(crate) flyers: Vec<Option<Vec<Flyer<W>>>>,
    /// More happens where something is taken.
    pub(crate) tests_captures: bool,
}

impl<const W: usize> Incremental<W> {
    /// What can be known of this rule, if that is worth anything.
    pub(crate) fn new(material: &mut Material<'_, W>, legal: &Cond) -> Option<Incremental<W>> {
        let rules = &material.reference.rules;
        if !is_the_same_in_all_phases(rules) || material.reference.board.len() > MOST_TILES {
            return None;
        }
        // A way may ask who has moved, or is not known.
        if material.has_walks() || rules.any_effect(&|effect| matches!(effect, Effect::First(_))) {
            return None;
        }
        let mut tests_captures = false;
        for after in rules.turn.after.iter().filter(|line| !is_verdict(rules, line)) {
            let alone = after.actions.iter().all(|action| match action {
                Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => {
                    is_mild(effect)
                }
                Action::Each { path, .. } => leaves_pieces_alone(path),
                Action::Again { .. } => true,
                Action::Illegal => false,
            });
            if alone {
                continue;
            }
            if !after.triggers.iter().all(|t| matches!(t, Trigger::Capture | Trigger::Out | Trigger::End(_)))
            {
                return None;
            }
            tests_captures = true;
        }
        let (truth, plans) = Truth::new(legal, Occasion::Move(&after_moves(rules)))?;
        let passes = Truth::new(legal, Occasion::Pass(&after_passes(rules))).map(|(truth, _)| truth);
        let passes = passes.filter(|_| truth.passes_apart);
        let players = rules.players.len();
        let mut royal = vec![false; rules.kinds.len()];
        truth
            .royal_kinds()
            .chain(plans.iter().flat_map(|p| &p.kinds))
            .for_each(|k| royal[*k as usize] = true);
        let goals: Vec<ByTile<Set<W>, W>> =
            (0..players).map(|me| material.goals(me, |kind| royal[kind])).collect();
        let mut atoms = Vec::new();
        for plan in &plans {
            let atom = |me: usize| material.atom(plan, me, &goals[me]);
            atoms.push((0..players).map(atom).collect::<Option<Vec<_>>>()?);
        }
        let royal_kinds: Vec<u8> = (0..royal.len()).filter(|k| royal[*k]).map(|k| k as u8).collect();
        let royals = (0..players).map(|me| Pieces::new(me, royal_kinds.clone(), material.layout)).collect();
        let flyers = (0..players).map(|me| flyers(material.sides, material.layout, me, &goals[me])).collect();
        let of_enemies = plans.iter().filter(|p| p.of_enemy).count();
        Some(Incremental { truth, passes, atoms, of_enemies, royal, royals, goals, flyers, tests_captures })
    }

    /// Whether the rule is about royal pieces of the enemy's, too.
    pub(crate) fn minds_enemies(&self) -> bool {
        self.of_enemies > 0
    }
}

/// The counters that every move sets to a number, if nothing else that a move sets off changes them.
fn after_moves(rules: &Rules) -> Vec<(CounterId, Counted)> {
    let counters = (0..rules.counters.len()).map(CounterId::new);
    let is_of_moves = |after: &After| after.triggers != [Trigger::Pass];
    let sets = |counter: &CounterId| {
        let counts =
            |effect: &Effect| matches!(effect, Effect::Count { counter: other, .. } if other == counter);
        let on_the_way = rules.kinds.iter().flat_map(|k| k.rules.iter()).any(|r| r.path.any_effect(&counts));
        let chosen = rules.turn.choices.iter().flat_map(|c| &c.actions).any(|a| a.any_effect(&counts));
        match counted(rules, *counter, Trigger::Move, is_of_moves) {
            Some(is @ Counted::Is(_)) if !on_the_way && !chosen => Some(is),
            _ => None,
        }
    };
    counters.filter_map(|counter| Some((counter, sets(&counter)?))).collect()
}

/// The counters of which one knows what a pass does to them.
fn after_passes(rules: &Rules) -> Vec<(CounterId, Counted)> {
    let counters = (0..rules.counters.len()).map(CounterId::new);
    let only_moves = |trigger: &Trigger| {
        matches!(trigger, Trigger::Move | Trigger::Capture | Trigger::Castling | Trigger::Kind(_))
    };
    let is_of_passes = |after: &After| !after.triggers.iter().all(only_moves);
    counters.filter_map(|c| Some((c, counted(rules, c, Trigger::Pass, is_of_passes)?))).collect()
}

/// What becomes of a counter where a trigger is pulled, if one line at most says so.
fn counted(
    rules: &Rules,
    counter: CounterId,
    trigger: Trigger,
    may_happen: impl Fn(&After) -> bool,
) -> Option<Counted> {
    let counts =
        |effect: &Effect| matches!(effect, Effect::Count { counter: other, .. } if *other == counter);
    if rules.counters[counter.index()].each {
        return None;
    }
    let lines = rules.turn.after.iter().filter(|after| may_happen(after));
    let lines: Vec<&After> = lines.filter(|a| a.actions.iter().any(|a| a.any_effect(&counts))).collect();
    match lines.as_slice() {
        [] => Some(Counted::Grows(0)),
        [line] if line.triggers.contains(&trigger) && line.guard == Test::True => {
            match line.actions.as_slice() {
                [Action::Here(Effect::Count { op, amount: Quantity::Number(amount), .. })] => match op {
                    CountOp::Set => Some(Counted::Is(*amount)),
                    CountOp::Add => Some(Counted::Grows(*amount)),
                    CountOp::Subtract => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}
