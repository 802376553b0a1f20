//! When the game is over.

use tilegame_dsl::ir::{self, Test};

use crate::packed::set::Set;
use crate::plan::cond::{Cond, Conds};
use crate::plan::quick_test::{self, QuickTest};
use crate::reference::engine::Reference;

/// The endings of a game, and check.
#[derive(Debug)]
pub(crate) struct Ends<const W: usize> {
    /// When each ending holds, and before that its prefilter.
    pub(crate) all: Vec<(QuickTest, Cond)>,
    /// The numbers of those that can end a game although there may be moves.
    pub(crate) sudden: Vec<usize>,
    /// The tiles of the regions that these may ask about.
    pub(crate) telling: Set<W>,
    /// What the game calls check, if that asks for nothing that no other rule asks for.
    pub(crate) check: Option<Cond>,
}

impl<const W: usize> Ends<W> {
    /// The endings that hold under these conditions.
    pub(crate) fn new(
        reference: &Reference,
        all: Vec<Cond>,
        check: Option<Cond>,
        regions: &[Vec<Set<W>>],
    ) -> Ends<W> {
        let all: Vec<_> = all.into_iter().map(|cond| (QuickTest::new(&cond), cond)).collect();
        let telling = quick_test::telling(reference.sudden.iter().map(|end| &all[*end].0), regions);
        Ends { all, sudden: reference.sudden.clone(), telling, check }
    }
}

/// The test for check, if it speaks of no path that no other test speaks of: it is a matter of notation, and no reason to refuse a game.
pub(crate) fn check(rules: &ir::Rules, conds: &mut Conds) -> Option<Cond> {
    let (_, test) = rules.notation.check.as_ref()?;
    let known = conds.paths.len();
    let cond = conds.make(test).ok();
    let is_known = conds.paths.len() == known && !test.any(&|part| matches!(part, Test::Before(_)));
    conds.paths.truncate(known);
    conds.asked_to_take.retain(|number| (*number as usize) < known);
    cond.filter(|_| is_known)
}
