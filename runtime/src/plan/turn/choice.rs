//! Choices: moves in which no piece moves, such as putting a piece on the board.

use tilegame_dsl::ir::{self, Effect, LabelId};

use crate::packed::refusal::WhyNot;
use crate::packed::set::Set;
use crate::plan::cond::{Cond, Conds};
use crate::plan::layout::Layout;
use crate::plan::legality::checking::attacked_where_it_holds;
use crate::plan::rules::verdict;
use crate::plan::turn::after::{Action, After, actions};
use crate::reference::engine::Reference;
use crate::reference::memory::Told;

/// A move in which no piece moves.
#[derive(Clone, Debug)]
pub(crate) struct Choice<const W: usize> {
    /// Where each player may choose at most.
    pub(crate) on: Vec<Set<W>>,
    /// What must hold besides on the tile that is chosen.
    pub(crate) when: Cond,
    pub(crate) actions: Vec<Action>,
    pub(crate) label: Option<LabelId>,
    /// The label, if it tells such moves from others that change the same.
    pub(crate) tag: Option<LabelId>,
    /// It puts a piece there, and whatever else it does is always possible.
    pub(crate) puts: Option<Put>,
    /// All it does is to take what stands there.
    pub(crate) takes: bool,
    /// An earlier choice does the same.
    pub(crate) is_again: bool,
    /// What must not hold when it has been made and the turn has been passed on.
    pub(crate) refused_if: Cond,
    /// It puts a piece on the board and does nothing else, and is refused only if then an enemy piece of these kinds is attacked.
    pub(crate) refused_in_check_of: Option<Vec<u8>>,
}

impl<const W: usize> Choice<W> {
    /// Where it can be made is found for all tiles at once.
    pub(crate) fn is_of_sets(&self) -> bool {
        self.puts.is_some() || self.takes
    }

    pub(crate) fn does_the_same(&self, other: &Choice<W>) -> bool {
        self.is_of_sets()
            && (self.puts, self.takes, self.tag) == (other.puts, other.takes, other.tag)
            && self.refused_if == other.refused_if
    }
}

/// A piece that is put on a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Put {
    pub(crate) kind: u8,
    pub(crate) from_hand: bool,
    /// More happens, on other tiles or to numbers.
    pub(crate) more: bool,
}

/// The moves in which no piece moves, before it is settled where each can be made.
pub(crate) fn choices<const W: usize>(
    reference: &Reference,
    layout: &Layout,
    rules: &ir::Rules,
    conds: &mut Conds,
    after: &[After],
    legality_asks: bool,
) -> Result<Vec<Choice<W>>, WhyNot> {
    let leaves_pieces_alone = after.iter().all(|line| line.is_bookkeeping || line.only_counts());
    let mut choices = Vec::new();
    for choice in &rules.turn.choices {
        let puts = puts(rules, choice, legality_asks);
        let refused_if = verdict(rules, choice, conds)?;
        let only_puts = puts.is_some_and(|put| !put.more) && leaves_pieces_alone && layout.players == 2;
        choices.push(Choice {
            on: Vec::new(),
            when: Cond::And(vec![conds.make(&choice.guard)?, conds.make(&choice.target)?]),
            is_again: false,
            actions: actions(conds, &choice.actions)?,
            label: choice.label,
            tag: choice.label.filter(|label| reference.told.of_label(*label) != Told::Never),
            puts,
            takes: takes(choice, legality_asks),
            refused_in_check_of: attacked_where_it_holds(&refused_if).filter(|_| only_puts),
            refused_if,
        });
    }
    Ok(choices)
}

/// What a choice puts on its tile. Where something is asked of positions after moves, what else it does would have to be known.
pub(crate) fn puts(rules: &ir::Rules, choice: &ir::Choice, legality_asks: bool) -> Option<Put> {
    let (first, rest) = choice.actions.split_first()?;
    let (kind, from_hand) = match first {
        ir::Action::Here(Effect::Put(kind)) => (kind.0, false),
        // How it stands depends on who puts it there.
        ir::Action::Here(Effect::Drop(kind)) if rules.kinds[kind.index()].facing.is_some() => return None,
        ir::Action::Here(Effect::Drop(kind)) => (kind.0, true),
        _ => return None,
    };
    let fails = |effect: &Effect| {
        !effect.takes() && !matches!(effect, Effect::Join(_) | Effect::Mark(_) | Effect::Count { .. })
    };
    let is_certain = |action: &ir::Action| match action {
        ir::Action::Here(effect) => matches!(effect, Effect::Mark(_) | Effect::Count { .. }),
        ir::Action::Each { path, .. } => !path.any_effect(&fails),
        _ => false,
    };
    let more = !rest.is_empty();
    (rest.iter().all(is_certain) && !(more && legality_asks)).then_some(Put { kind, from_hand, more })
}

/// Whether all that a choice does is to take what stands on its tile.
pub(crate) fn takes(choice: &ir::Choice, legality_asks: bool) -> bool {
    matches!(choice.actions.as_slice(), [ir::Action::Here(effect)] if effect.takes()) && !legality_asks
}

/// Finds out what the board decides of where one may choose, and whether choices put or take pieces in sets.
pub(crate) fn settle<const W: usize>(
    choices: &mut [Choice<W>],
    regions: &[Vec<Set<W>>],
    (players, board): (usize, Set<W>),
) {
    let alike = |a: &Put, b: &Put| (a.kind, a.from_hand) == (b.kind, b.from_hand) && (a.more || b.more);
    let is_alike = |(n, choice): (usize, &Choice<W>)| {
        let others = choices[..n].iter().filter_map(|c| c.puts);
        choice.puts.is_some_and(|put| others.into_iter().any(|other| alike(&other, &put)))
    };
    if choices.iter().enumerate().any(is_alike) {
        choices.iter_mut().for_each(|c| (c.puts, c.takes) = (None, false));
    }
    for number in 0..choices.len() {
        let (before, rest) = choices.split_at_mut(number);
        let choice = &mut rest[0];
        choice.is_again = before.iter().any(|c| c.does_the_same(choice));
        let mut parts = Vec::new();
        flatten(std::mem::replace(&mut choice.when, Cond::True), &mut parts);
        let of_player = |player: usize, part: &Cond| decided(part, regions, (player, board));
        let on = |player| parts.iter().filter_map(|p| of_player(player, p)).fold(board, |all, on| all & on);
        choice.on = (0..players).map(on).collect();
        // What is put is put on empty tiles.
        let puts = choice.puts.is_some();
        parts.retain(|p| of_player(0, p).is_none() && !(puts && *p == Cond::Empty));
        choice.when = if parts.is_empty() { Cond::True } else { Cond::And(parts) };
    }
}

fn flatten(cond: Cond, parts: &mut Vec<Cond>) {
    match cond {
        Cond::And(all) => all.into_iter().for_each(|c| flatten(c, parts)),
        Cond::True => {}
        other => parts.push(other),
    }
}

/// The tiles on which a test holds in every position, if these are the same in all.
fn decided<const W: usize>(
    cond: &Cond,
    regions: &[Vec<Set<W>>],
    (player, board): (usize, Set<W>),
) -> Option<Set<W>> {
    match cond {
        Cond::On(region) => Some(regions[*region as usize][player]),
        Cond::Not(inner) => Some(board.without(decided(inner, regions, (player, board))?)),
        Cond::Or(all) => {
            all.iter().try_fold(Set::EMPTY, |found, c| Some(found | decided(c, regions, (player, board))?))
        }
        _ => None,
    }
}
