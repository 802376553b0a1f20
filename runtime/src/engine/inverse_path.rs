//! Tests of what a path sees, answered for all tiles at once.

use crate::engine::view::View;
use crate::packed::set::Set;
use crate::plan::Plan;
use crate::plan::inverse_path::InversePath;
use crate::plan::program::Ask;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The tiles among `among` from which something is seen.
    pub(crate) fn where_sees(
        &self,
        v: &View<'_, W, N>,
        inverse_path: &InversePath<W>,
        among: Set<W>,
    ) -> Set<W> {
        let sorts = match inverse_path {
            InversePath::Turned(sorts) => sorts,
            InversePath::Swept(fill) => return among & self.swept(v, fill),
        };
        let mut found = Set::EMPTY;
        for sort in sorts {
            let mut there = self.tiles(v.state);
            for (ask, wanted) in &sort.asks {
                let holds = match ask {
                    Ask::There => there,
                    Ask::Empty => there.without(v.occupied),
                    Ask::Friend => there & v.mine,
                    Ask::Enemy => there & self.enemies(v),
                    Ask::Holds(number) => self.where_holds(v, self.tests.conds.get(*number), there),
                };
                there = if *wanted { holds } else { there.without(holds) };
            }
            match &sort.shifts {
                Some(shifts) => {
                    shifts.iter().for_each(|(by, tiles)| found |= (there & *tiles).rolled(*by));
                }
                None => there.iter().for_each(|seen| found |= *sort.from.at(seen)),
            }
        }
        found & among
    }
}
