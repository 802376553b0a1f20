//! Movement diagrams, as rule books print them: where a piece goes from a tile, quietly and taking.

use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Change, Game, Piece, Position, State};

use crate::Mark;
use crate::layout::Layout;

/// The tile nearest to the middle of the board.
pub fn central_tile(game: &Game) -> Tile {
    let layout = Layout::new(&game.rules().board, 0.0);
    let sheet = &layout.sheets[layout.sheets.len() / 2];
    let middle = sheet.bounds.center();
    let own = layout.cells.iter().filter(|c| layout.sheets[c.sheet] == *sheet);
    let away = |c: &&crate::layout::Cell| ((c.centre - middle).hypot() * 1e6).round() as i64;
    own.min_by_key(away).map_or(Tile(0), |c| c.tile)
}

/// A player's piece alone in the middle of the board, and where it stands.
pub fn alone(game: &Game, kind: KindId, owner: PlayerId) -> (State, Tile) {
    let middle = central_tile(game);
    let piece = Piece { kind, owner: Some(owner) };
    (game.state(&game.specification().place([(middle, piece)], owner)), middle)
}

/// The marks of a piece that stands on `tile` of a position, where it is its owner's turn. On every empty tile it is asked, too,
/// whether the piece could take an enemy there; that is what a diagram of an otherwise empty board shows.
pub fn moves(state: &State, tile: Tile) -> Vec<(Tile, Mark)> {
    let (game, position) = (state.game(), &state.position());
    // What belongs to nobody goes nowhere.
    let Some(piece) = position.piece(tile) else { return Vec::new() };
    let Some(owner) = piece.owner else { return Vec::new() };
    let pieces: Vec<(Tile, Piece)> = position.pieces().collect();
    let enemy = (0..game.rules().players.len()).map(PlayerId::new).find(|p| *p != owner);
    let reached = quiet(game, position, tile);
    let mut marks = Vec::new();
    for target in game.board().tiles().filter(|t| *t != tile) {
        let takes = match position.piece(target) {
            Some(_) => taken(game, position, tile, target),
            None => enemy.is_some_and(|enemy| {
                let mut more = pieces.clone();
                more.push((target, Piece { owner: Some(enemy), ..piece }));
                taken(game, &game.specification().place(more, owner), tile, target)
            }),
        };
        let mark = match (reached.contains(&target), takes) {
            (true, true) => Mark::Both,
            (true, false) => Mark::Quiet,
            (false, true) => Mark::Capture,
            (false, false) => continue,
        };
        marks.push((target, mark));
    }
    let marked = |t: &Tile| marks.iter().any(|(m, _)| m == t);
    let legs: Vec<Tile> = game
        .board()
        .tiles()
        .filter(|t| *t != tile && position.piece(*t).is_none() && !marked(t))
        .filter(|t| {
            let mut more = pieces.clone();
            more.push((*t, piece));
            let left = quiet(game, &game.specification().place(more, owner), tile);
            reached.iter().any(|r| !left.contains(r))
        })
        .collect();
    marks.extend(legs.into_iter().map(|t| (t, Mark::Leg)));
    marks
}

/// Where the piece on a tile goes without taking anything.
fn quiet(game: &Game, position: &Position, tile: Tile) -> Vec<Tile> {
    let moves = game.specification().pseudo_legal_moves(position);
    moves.iter().filter(|m| m.from == Some(tile) && !m.captures && !m.is_pass()).map(|m| m.to).collect()
}

/// Whether the piece on a tile can take the one on another.
fn taken(game: &Game, position: &Position, tile: Tile, target: Tile) -> bool {
    let moves = game.specification().pseudo_legal_moves(position);
    moves.iter().any(|m| m.from == Some(tile) && m.changes.contains(&Change::Take(target)))
}
