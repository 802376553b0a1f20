//! Chess as counted by crates that know nothing else, as a yardstick.

/// Positions with a depth that takes about half a second.
pub const POSITIONS: [(&str, u32, &str); 6] = [
    ("start", 6, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", 5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("few pieces", 6, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("promotions", 5, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("in check", 5, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("middle game", 5, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

/// Counts by cozy-chess, the last moves without making them, as we do.
pub fn by_cozy_chess(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|set| {
        if depth <= 1 {
            nodes += set.len() as u64;
        } else {
            for m in set {
                let mut next = board.clone();
                next.play_unchecked(m);
                nodes += by_cozy_chess(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// The same by the crate that is called `chess`.
pub fn by_chess(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves.map(|m| by_chess(&board.make_move_new(m), depth - 1)).sum()
}
