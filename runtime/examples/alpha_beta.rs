//! Looks for the best move of a game by alpha-beta search, counting material:
//! `cargo run --release -p tilegame-runtime --example alpha_beta GAME [DEPTH]`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it is a program, and no part of the library"
)]

use std::time::Instant;

use tilegame_runtime::ir::{KindId, PlayerId};
use tilegame_runtime::{Game, Move, MoveList, State};

/// More than any material.
const WON: i32 = 1_000_000;

struct Search {
    /// What a piece of each kind is worth.
    worth: Vec<i32>,
    /// Lists of moves and states that are not in use.
    lists: Vec<MoveList>,
    states: Vec<State>,
    nodes: u64,
}

impl Search {
    /// The value of a position for the player to move.
    fn value(&mut self, state: &State, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return if state.has_moves() { self.material(state) } else { result(state) };
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        state.moves(&mut moves);
        if moves.is_empty() {
            alpha = result(state);
        }
        // Captures first: they are more likely to be too good for the opponent to let them happen.
        let (captures, quiet): (Vec<Move>, Vec<Move>) = moves.iter().partition(|m| state.is_capture(**m));
        for m in captures.into_iter().chain(quiet) {
            alpha = alpha.max(self.value_after(state, m, depth, alpha, beta));
            if alpha >= beta {
                break;
            }
        }
        self.lists.push(moves);
        alpha
    }

    /// The value of a position after a move, for the player who makes it.
    fn value_after(&mut self, state: &State, m: Move, depth: u32, alpha: i32, beta: i32) -> i32 {
        let mut next = self.states.pop().unwrap_or_else(|| state.clone());
        state.after_into(m, &mut next);
        let value = match next.to_move() == state.to_move() {
            true => self.value(&next, depth - 1, alpha, beta),
            false => -self.value(&next, depth - 1, -beta, -alpha),
        };
        self.states.push(next);
        value
    }

    fn material(&self, state: &State) -> i32 {
        let me = state.to_move();
        let of = |player: PlayerId| -> i32 {
            let kinds = self.worth.iter().enumerate();
            kinds.map(|(kind, worth)| worth * state.count(player, KindId::new(kind)) as i32).sum()
        };
        of(me) - of(PlayerId::new(1 - me.index()))
    }
}

fn result(state: &State) -> i32 {
    let winner = state.outcome().and_then(|outcome| outcome.winner());
    winner.map_or(0, |winner| if winner == state.to_move() { WON } else { -WON })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("usage: alpha_beta GAME [DEPTH]")?;
    let depth: u32 = args.next().map_or(Ok(6), |text| text.parse())?;
    let game = Game::from_library(&name)?;
    if depth == 0 || game.rules().players.len() != 2 {
        return Err("a depth of one ply at least, and a game of two players".into());
    }
    // A rough guess: the more moves a kind has alone on the board, the more it is worth.
    let worth = (0..game.rules().kinds.len()).map(|kind| mobility(&game, KindId::new(kind))).collect();
    let mut search = Search { worth, lists: Vec::new(), states: Vec::new(), nodes: 0 };
    let (start, begin) = (game.start(), Instant::now());
    let mut moves = MoveList::new();
    start.moves(&mut moves);
    let mut best: Option<(i32, Move)> = None;
    for m in moves {
        let alpha = best.map_or(-WON, |(value, _)| value);
        let value = search.value_after(&start, m, depth, alpha, WON);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, m));
        }
    }
    let (value, m) = best.ok_or("the game is over")?;
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{}, worth {value}, {} nodes, {:.0} a second",
        start.san(m),
        search.nodes,
        search.nodes as f64 / seconds
    );
    Ok(())
}

/// The moves of such a piece, from all tiles together.
fn mobility(game: &Game, kind: KindId) -> i32 {
    let (piece, owner) = (PlayerId(0), Some(PlayerId(0)));
    let alone = |tile| game.specification().place([(tile, tilegame_runtime::Piece { kind, owner })], piece);
    game.board().tiles().map(|tile| game.specification().pseudo_legal_moves(&alone(tile)).len() as i32).sum()
}
