//! Marseillais chess: two moves a turn. Single moves are another program's, but for taking in passing, which is done here.

use cozy_chess::{Board, BoardBuilder, Color, File, Move, Piece, Rank, Square};

use super::{Counter, agrees, turn};

struct Marseillais;

struct State {
    board: Board,
    second: bool,
    /// Tiles skipped by pawns that still stand beyond them, and whose these are.
    skipped: Vec<(Square, Color)>,
}

/// Where the pawn stands that has skipped a tile.
fn maker((skipped, color): (Square, Color)) -> Square {
    Square::new(skipped.file(), if color == Color::White { Rank::Fourth } else { Rank::Fifth })
}

impl State {
    /// The turn after a move: the same player's second, if it was the first and gives no check.
    fn after(&self, board: Board, gone: &[Square], skips: Option<Square>) -> State {
        let me = self.board.side_to_move();
        let goes_on = !self.second && board.checkers().is_empty();
        let mut skipped: Vec<(Square, Color)> =
            self.skipped.iter().copied().filter(|left| !gone.contains(&maker(*left))).collect();
        skipped.extend(skips.map(|tile| (tile, me)));
        let mut builder = BoardBuilder::from_board(&board);
        builder.en_passant = None;
        builder.side_to_move = if goes_on { me } else { !me };
        if !goes_on {
            skipped.retain(|(_, color)| *color == me);
        }
        State { board: builder.build().expect("a legal position"), second: goes_on, skipped }
    }
}

impl Counter for Marseillais {
    type State = State;

    fn read(&self, text: &str) -> State {
        let fields: Vec<&str> = text.split(' ').collect();
        let (player, phase, _) = turn(text);
        let plain = format!("{} {player} {} - 0 1", fields[0], fields[2]);
        let skipped = fields[3].split(',').filter(|name| *name != "-").map(|name| {
            let color = if name.ends_with('3') { Color::White } else { Color::Black };
            (name.parse().unwrap_or_else(|_| panic!("{text}: {name}")), color)
        });
        State {
            board: plain.parse().expect("a position"),
            second: phase == "second",
            skipped: skipped.collect(),
        }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let mut found = Vec::new();
        let me = s.board.side_to_move();
        let mut moves: Vec<Move> = Vec::new();
        s.board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        for m in moves {
            let mut board = s.board.clone();
            board.play_unchecked(m);
            let pawn = s.board.piece_on(m.from) == Some(Piece::Pawn);
            let two = (m.from.rank() as i32 - m.to.rank() as i32).abs() == 2;
            let middle = if me == Color::White { Rank::Third } else { Rank::Sixth };
            found.push(s.after(
                board,
                &[m.from, m.to],
                (pawn && two).then(|| Square::new(m.from.file(), middle)),
            ));
        }
        for (skipped, color) in s.skipped.iter().copied().filter(|(_, color)| *color != me) {
            if s.board.piece_on(skipped).is_some() {
                continue;
            }
            let victim = maker((skipped, color));
            for step in [-1, 1] {
                let Some(file) = File::try_index((skipped.file() as i32 + step) as usize) else { continue };
                let from = Square::new(file, victim.rank());
                if s.board.piece_on(from) != Some(Piece::Pawn) || s.board.color_on(from) != Some(me) {
                    continue;
                }
                let mut builder = BoardBuilder::from_board(&s.board);
                builder.board[from as usize] = None;
                builder.board[victim as usize] = None;
                builder.board[skipped as usize] = Some((Piece::Pawn, me));
                builder.side_to_move = !me;
                builder.en_passant = None;
                // A board on which the player who has moved stands in check is none.
                if let Ok(board) = builder.build() {
                    found.push(s.after(board, &[from, victim], None));
                }
            }
        }
        found
    }
}

#[test]
fn marseillais_moves_twice() {
    agrees("marseillais", &Marseillais, 3);
}

/// Both pawns that have just gone two steps can be taken, and again by the second move of the turn.
#[test]
fn marseillais_takes_two_in_passing() {
    let text = "4k3/8/8/8/2p1p3/8/1P1P4/4K3 w - - 0 1";
    let game = tilegame_tests::game("marseillais");
    let position = game.specification().read_fen(text).expect("a position");
    let state = Marseillais.read(text);
    for depth in 1..=5 {
        let counted = Marseillais.count(&state, depth);
        assert_eq!(counted, tilegame_tests::perft(&game, &position, depth), "perft {depth}");
    }
}
