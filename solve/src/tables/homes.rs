//! Where pieces can come to stand, so that a table has no positions that no game leads to: each kind is followed over the board from where the setup has it.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use tilegame_runtime::ir::{PlayerId, Tile};
use tilegame_runtime::{Game, MoveList, Piece, State};

use super::material::{Signature, key, piece};

/// Who sees where pieces are placed.
pub(super) type See<'s, E> = dyn FnMut(&[(Tile, Piece)]) -> Result<(), E> + 's;

/// The tiles of each piece, sorted.
pub(super) struct Homes {
    all: Vec<Tile>,
    of: BTreeMap<(u8, u16), Vec<Tile>>,
}

impl Homes {
    /// Follows every piece of the setup, alone on the board and among pieces of the other player that it may take; what it turns into is followed, too. Of
    /// pieces that can be dropped, and of those that never move or are not in the setup, it is every tile.
    pub(super) fn of(game: &Game) -> Homes {
        let start = game.start();
        let all: Vec<Tile> = game.board().tiles().collect();
        let mut open: Vec<(Tile, Piece)> = start.pieces().collect();
        let mut kinds: Vec<_> = open.iter().map(|(_, piece)| (piece.owner, piece.kind)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut seen: FxHashSet<(Tile, (u8, u16))> = FxHashSet::default();
        let mut moved: FxHashSet<(u8, u16)> = FxHashSet::default();
        let mut moves = MoveList::new();
        while let Some((tile, standing)) = open.pop() {
            if !seen.insert((tile, key(standing))) {
                continue;
            }
            let Some(owner) = standing.owner else { continue };
            let Some(turn) = start.as_turn_of(owner) else { continue };
            let mut follow = |state: State| {
                state.moves_from(tile, &mut moves);
                for m in &moves {
                    moved.insert(key(standing));
                    let after = state.after(*m);
                    let own = after.pieces().filter(|(_, piece)| piece.owner == Some(owner));
                    open.extend(own.filter(|(tile, piece)| state.piece(*tile) != Some(*piece)));
                }
            };
            follow(turn.with_pieces(&[(tile, standing)]));
            for (_, kind) in kinds.iter().filter(|(other, _)| *other != Some(owner)) {
                let enemy = Piece { kind: *kind, owner: Some(PlayerId::new(1 - owner.index())) };
                let among = |other: &Tile| (*other, if *other == tile { standing } else { enemy });
                follow(turn.with_pieces(&all.iter().map(among).collect::<Vec<_>>()));
            }
        }
        let mut of = BTreeMap::<_, Vec<Tile>>::new();
        if !game.rules().turn.hands && game.rules().turn.choices.is_empty() && game.arrangements() <= 1 {
            let mut found: Vec<_> = seen.into_iter().filter(|(_, kind)| moved.contains(kind)).collect();
            found.sort_unstable();
            found.into_iter().for_each(|(tile, kind)| of.entry(kind).or_default().push(tile));
        }
        Homes { all, of }
    }

    fn tiles(&self, kind: (u8, u16)) -> &[Tile] {
        self.of.get(&kind).map_or(&self.all, Vec::as_slice)
    }

    /// Calls `see` with every way to place these pieces; of equal ones in one order only.
    pub(super) fn each_placement<E>(&self, pieces: &Signature, see: &mut See<'_, E>) -> Result<(), E> {
        self.place(pieces, &mut Vec::with_capacity(pieces.len()), see)
    }

    fn place<E>(
        &self,
        pieces: &Signature,
        placed: &mut Vec<(Tile, Piece)>,
        see: &mut See<'_, E>,
    ) -> Result<(), E> {
        let Some(next) = pieces.get(placed.len()) else { return see(placed) };
        let last = placed.last().filter(|(_, last)| key(*last) == *next).map(|(tile, _)| *tile);
        for tile in self.tiles(*next) {
            let is_free = placed.iter().all(|(other, _)| other != tile);
            if is_free && last.is_none_or(|last| last < *tile) {
                placed.push((*tile, piece(*next)));
                self.place(pieces, placed, see)?;
                placed.pop();
            }
        }
        Ok(())
    }
}
