//! Whether a game is the same in a mirror: left and right of its picture exchanged.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece};

/// For each tile, the one that it is in a mirror; none, if some piece moves otherwise there.
pub(crate) fn mirror(game: &Game) -> Option<Vec<Tile>> {
    let board = game.board();
    let mut mirrored: Vec<Option<Tile>> = vec![None; board.len()];
    for row in game.start().picture() {
        for (tile, other) in row.iter().zip(row.iter().rev()) {
            if let Some(tile) = tile {
                mirrored[tile.index()] = Some((*other)?);
            }
        }
    }
    let mirrored: Vec<Tile> = mirrored.into_iter().collect::<Option<_>>()?;
    let is_same = |owner: PlayerId, kind: KindId, tile: Tile| {
        let reached = |tile: Tile| -> BTreeSet<Tile> {
            let alone = game.place([(tile, Piece { kind, owner: Some(owner) })], owner);
            alone.pseudo_legal_moves().iter().map(|m| m.rests()).collect()
        };
        let moved: BTreeSet<Tile> = reached(tile).into_iter().map(|to| mirrored[to.index()]).collect();
        moved == reached(mirrored[tile.index()])
    };
    let kinds =
        game.rules().kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral && kind.parts.len() <= 1);
    let mut kinds = kinds.map(|(kind, _)| KindId::new(kind));
    let all = |kind: KindId| {
        (0..2).map(PlayerId::new).all(|owner| board.tiles().all(|tile| is_same(owner, kind, tile)))
    };
    kinds.all(all).then_some(mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_are_found() {
        let has = |name: &str| mirror(&Game::from_library(name).expect("a game")).is_some();
        assert!(has("chess") && has("shogi") && has("xiangqi"));
        assert!(!has("torishogi"), "its quails differ left and right");
    }
}
