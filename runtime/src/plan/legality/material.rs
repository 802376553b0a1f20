//! What the passes about legality work on.

use crate::packed::set::{ByTile, Set};
use crate::plan::cond::Conds;
use crate::plan::layout::Layout;
use crate::plan::movers::Side;
use crate::plan::paths::Seen;
use crate::plan::program::Code;
use crate::plan::ways::Shapes;
use crate::reference::engine::Reference;

/// It is not for boards larger than this: there is an entry for every two tiles.
pub(crate) const MOST_TILES: usize = 256;

/// What goes into the making.
pub(crate) struct Material<'m, const W: usize> {
    pub(crate) reference: &'m Reference,
    pub(crate) code: &'m Code,
    pub(crate) conds: &'m Conds,
    pub(crate) shapes: &'m Shapes<W>,
    pub(crate) sees: &'m [Seen],
    pub(crate) sides: &'m [Side<W>],
    pub(crate) layout: &'m mut Layout,
}

impl<const W: usize> Material<'_, W> {
    /// Whether some rule is walked by which pieces move or attack.
    pub(crate) fn has_walks(&self) -> bool {
        let rules = &self.reference.rules;
        let matters = |kind: usize, rule: usize| {
            let found = &self.shapes[0][kind][rule];
            found.is_walked && (found.attacks || rules.kinds[kind].rules[rule].mode.moves())
        };
        (0..rules.kinds.len()).any(|kind| (0..rules.kinds[kind].rules.len()).any(|rule| matters(kind, rule)))
    }

    /// Where pieces of some kinds might go from each tile.
    pub(crate) fn goals(&self, me: usize, is_wanted: impl Fn(usize) -> bool) -> ByTile<Set<W>, W> {
        let mut goals = ByTile::from_fn(|_| Set::EMPTY);
        let wanted = self.shapes[me].iter().enumerate().filter(|(kind, _)| is_wanted(*kind));
        for rule in wanted.flat_map(|(_, rules)| rules) {
            for (tile, range) in rule.programs.iter().enumerate() {
                let to = goals.at_mut(tile);
                self.code.ways(*range, |_, n| to.insert(self.code.leaves[n as usize].to as usize));
            }
        }
        goals
    }
}
