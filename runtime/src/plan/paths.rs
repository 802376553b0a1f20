//! The paths that tests and effects speak of, unrolled or to be walked.

use tilegame_dsl::ir::PlayerId;

use crate::packed::refusal::WhyNot;
use crate::plan::cond::Conds;
use crate::plan::program::Range;
use crate::plan::route::Route;
use crate::plan::sight::Sight;
use crate::plan::sweep::Sweep;
use crate::plan::unroll::Unroller;
use crate::plan::walked::has_to_be_walked;
use crate::reference::engine::Reference;

/// A path that tests or effects speak of.
#[derive(Debug)]
pub(crate) enum Seen {
    /// For each player, its program on every tile.
    Unrolled(Vec<Vec<Range>>),
    /// It is walked.
    Walked(Route),
}

/// For each path that tests speak of and each player, how it is seen for all tiles at once, if that can be done.
pub(crate) type Sights<const W: usize> = Vec<Vec<Option<Sight<W>>>>;

/// The tests of a game, and the paths that they speak of.
#[derive(Debug)]
pub(crate) struct Tests<const W: usize> {
    pub(crate) conds: Conds,
    /// The paths that tests and effects speak of.
    pub(crate) sees: Vec<Seen>,
    /// For every path and player, the same for all tiles at once.
    pub(crate) sights: Sights<W>,
}

/// All paths that tests speak of; there may be tests in those, too.
pub(crate) fn paths<const W: usize>(
    reference: &Reference,
    unroller: &mut Unroller<'_>,
) -> Result<(Vec<Seen>, Sights<W>), WhyNot> {
    let (mut sees, mut sights) = (Vec::new(), Vec::new());
    while sees.len() < unroller.conds.paths.len() {
        let path = unroller.conds.paths[sees.len()].clone();
        // What it takes depends on what has been taken on the way to it.
        let takes = unroller.conds.asked_to_take.contains(&(sees.len() as u32));
        let (mut of_path, mut sights_of_path) = (Vec::new(), Vec::new());
        for player in (0..reference.rules.players.len()).map(PlayerId::new) {
            let of_tile = |tile| unroller.path(&path, player, tile);
            let programs = if takes || has_to_be_walked(&path) || reference.board.plane().is_some() {
                None
            } else {
                reference.board.tiles().map(of_tile).collect::<Result<Vec<Range>, _>>().ok()
            };
            let turned = programs.as_ref().and_then(|programs| Sight::new(&unroller.code, programs));
            let swept = || Sweep::new(reference, &mut unroller.conds, player, &path).map(Sight::Swept);
            sights_of_path.push(turned.or_else(swept));
            of_path.extend(programs);
        }
        sees.push(if of_path.len() == reference.rules.players.len() {
            Seen::Unrolled(of_path)
        } else {
            Seen::Walked(Route::new(&path, &mut unroller.conds)?)
        });
        sights.push(sights_of_path);
    }
    Ok((sees, sights))
}
