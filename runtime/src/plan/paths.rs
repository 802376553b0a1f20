//! The paths that tests and effects speak of, unrolled or to be walked.

use smallvec::SmallVec;
use tilegame_dsl::ir::{DirId, PlayerId, SymId, Tile};

use crate::packed::refusal::WhyNot;
use crate::packed::set::{ByTile, Set};
use crate::plan::backward_fill::BackwardFill;
use crate::plan::cond::Conds;
use crate::plan::inverse_path::InversePath;
use crate::plan::program::Range;
use crate::plan::route::Route;
use crate::plan::spread::Spread;
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
pub(crate) type InversePaths<const W: usize> = Vec<Vec<Option<InversePath<W>>>>;

/// The tests of a game, and the paths that they speak of.
#[derive(Debug)]
pub(crate) struct Tests<const W: usize> {
    pub(crate) conds: Conds,
    /// The paths that tests and effects speak of.
    pub(crate) sees: Vec<Seen>,
    /// For every path and player, the same for all tiles at once.
    pub(crate) inverse_paths: InversePaths<W>,
    /// For every path and player, where it leads in every position, if it asks nothing.
    pub(crate) spreads: Vec<Vec<Option<Spread<W>>>>,
    /// For every sum of directions and every frame of a player who has not turned, the whole line through each tile; none where tiles come
    /// and go.
    pub(crate) lines: Vec<Vec<(SymId, ByTile<Set<W>, W>)>>,
}

/// The paths that tests and effects speak of.
type Paths<const W: usize> = (Vec<Seen>, InversePaths<W>, Vec<Vec<Option<Spread<W>>>>);

/// All paths that tests speak of; there may be tests in those, too.
pub(crate) fn paths<const W: usize>(
    reference: &Reference,
    unroller: &mut Unroller<'_>,
) -> Result<Paths<W>, WhyNot> {
    let (mut sees, mut inverse_paths, mut spreads) = (Vec::new(), Vec::new(), Vec::new());
    while sees.len() < unroller.conds.paths.len() {
        let path = unroller.conds.paths[sees.len()].clone();
        // What it takes depends on what has been taken on the way to it.
        let takes = unroller.conds.asked_to_take.contains(&(sees.len() as u32));
        let (mut of_path, mut inverse_paths_of_path, mut spreads_of_path) =
            (Vec::new(), Vec::new(), Vec::new());
        for player in (0..reference.rules.players.len()).map(PlayerId::new) {
            let of_tile = |tile| unroller.path(&path, player, tile);
            let programs = if takes || has_to_be_walked(&path) || reference.board.plane().is_some() {
                None
            } else {
                reference.board.tiles().map(of_tile).collect::<Result<Vec<Range>, _>>().ok()
            };
            let turned = programs.as_ref().and_then(|programs| InversePath::new(&unroller.code, programs));
            let swept =
                || BackwardFill::new(reference, &mut unroller.conds, player, &path).map(InversePath::Swept);
            inverse_paths_of_path.push(turned.or_else(swept));
            spreads_of_path
                .push(programs.as_ref().and_then(|programs| Spread::new(&unroller.code, programs)));
            of_path.extend(programs);
        }
        sees.push(if of_path.len() == reference.rules.players.len() {
            Seen::Unrolled(of_path)
        } else {
            Seen::Walked(Route::new(&path, &mut unroller.conds)?)
        });
        inverse_paths.push(inverse_paths_of_path);
        spreads.push(spreads_of_path);
    }
    Ok((sees, inverse_paths, spreads))
}

/// For every sum of directions and every frame of a player who has not turned, the whole line through each tile.
pub(crate) fn lines<const W: usize>(
    reference: &Reference,
    sums: &[Vec<DirId>],
) -> Vec<Vec<(SymId, ByTile<Set<W>, W>)>> {
    let players = (0..reference.rules.players.len()).map(PlayerId::new);
    let mut frames: Vec<SymId> = Vec::new();
    if !sums.is_empty() && !reference.tiles_change {
        for player in players {
            frames.extend(reference.board.tiles().map(|tile| reference.frame(player, tile)));
            frames.sort_unstable();
            frames.dedup();
        }
    }
    let through = |sum: &[DirId], frame: SymId| {
        ByTile::from_fn(|tile| match tile < reference.board.len() {
            true => line_through(reference, (Tile::new(tile), frame), sum, |_| true),
            false => Set::EMPTY,
        })
    };
    let of_sum = |sum: &Vec<DirId>| frames.iter().map(|frame| (*frame, through(sum, *frame))).collect();
    sums.iter().map(of_sum).collect()
}

/// The tiles of the line through a tile along a sum of directions, and back where there is a way back, as far as tiles are there.
pub(crate) fn line_through<const W: usize>(
    reference: &Reference,
    start: (Tile, SymId),
    sum: &[DirId],
    is_there: impl Fn(Tile) -> bool,
) -> Set<W> {
    let way_back = |direction: &DirId| reference.rules.board.directions[direction.index()].opposite;
    let back: Option<Vec<DirId>> = sum.iter().map(way_back).collect();
    let mut line = Set::one(start.0.index());
    for sum in [Some(sum.to_vec()), back].into_iter().flatten() {
        let mut reached: SmallVec<[(Tile, SymId); 16]> = SmallVec::from_slice(&[start]);
        let mut next = 0;
        while let Some((from, frame)) = reached.get(next).copied() {
            next += 1;
            let arrivals: SmallVec<[(Tile, SymId); 2]> = match sum.as_slice() {
                [direction] => reference.board.step(from, frame, *direction).collect(),
                all => reference.board.leap(from, frame, all),
            };
            for arrival in arrivals.into_iter().filter(|(tile, _)| is_there(*tile)) {
                if !reached.contains(&arrival) {
                    line.insert(arrival.0.index());
                    reached.push(arrival);
                }
            }
        }
    }
    line
}
