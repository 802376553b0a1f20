//! How players see distances.

use crate::ir::{PlayerId, Rules, Tile};
use crate::moveid::lower::Compass;

/// How far it is from one tile to another, to the right, forward and up, as IDs count it for a player; nothing on boards where
/// distances don't say where one gets.
pub fn distance(rules: &Rules, player: PlayerId, from: Tile, to: Tile) -> Option<(i32, i32, i32)> {
    let board = &rules.board;
    if board.graph.edges().any(|edge| board.bends(&edge)) {
        return None;
    }
    let view = View::of(rules, player, false)?;
    let (a, b) = (board.place(from).map(i32::from), board.place(to).map(i32::from));
    let (right, forward) = view.own(b[0] - a[0], b[1] - a[1]);
    Some((right, forward, (b[2] - a[2]) * view.up))
}

/// How a player sees distances.
pub(super) struct View {
    pub(super) right: (i32, i32),
    pub(super) forward: (i32, i32),
    pub(super) up: i32,
    /// The own right is the board's left, and left and right are the board's.
    pub(super) mirrored: bool,
}

impl View {
    /// Nothing where forward is not the same everywhere. `own_side`: left and right are the owner's anyway.
    pub(super) fn of(rules: &Rules, player: PlayerId, own_side: bool) -> Option<View> {
        let board = &rules.board;
        let seat = rules.players[player.index()].frame.everywhere()?;
        let seen = |offset: [i16; 3]| {
            let direction = board.directions.iter().position(|d| d.offset == offset)?;
            let image = board.symmetries[seat.index()][direction];
            Some(board.directions[image.index()].offset.map(i32::from))
        };
        let ([ax, ay, _], [bx, by, _]) = (seen([1, 0, 0])?, seen([0, 1, 0])?);
        let up = seen([0, 0, 1]).map_or(1, |up| up[2]);
        let turned = Compass::of(board)?.sees_left_of_its_own(&rules.players, board);
        let mirrored = !own_side && turned.is_some_and(|turned| turned[player.index()]);
        Some(View { right: (ax, ay), forward: (bx, by), up, mirrored })
    }

    /// How far to the right and forward.
    pub(super) fn own(&self, dx: i32, dy: i32) -> (i32, i32) {
        let ((ax, ay), (bx, by)) = (self.right, self.forward);
        // One or minus one.
        let area = ax * by - ay * bx;
        let (right, forward) = ((dx * by - dy * bx) * area, (ax * dy - ay * dx) * area);
        (if self.mirrored { -right } else { right }, forward)
    }
}

/// Whether the right of some player is the board's left, and left and right are the board's.
pub(super) fn some_are_turned(rules: &Rules) -> bool {
    let compass = Compass::of(&rules.board);
    let turned = compass.and_then(|compass| compass.sees_left_of_its_own(&rules.players, &rules.board));
    turned.is_some_and(|turned| turned.contains(&true))
}
