//! Looks for the best move of a game by alpha-beta search, counting material:
//! `cargo run --release -p tilegame-runtime --example alpha_beta GAME [DEPTH]`.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it is a program, and no part of the library"
)]

use std::time::Instant;

use tilegame_runtime::Game;
use tilegame_runtime::bitset::{Bitset, PackedMove, State};
use tilegame_runtime::ir::{KindId, PlayerId};
use tilegame_runtime::notation::san;

/// More than any material.
const WON: i32 = 1_000_000;

struct Search<'g> {
    engine: &'g Bitset,
    /// What a piece of each kind is worth.
    worth: Vec<i32>,
    /// The moves of all positions on the way to the one that is looked at.
    moves: Vec<PackedMove>,
    nodes: u64,
}

impl Search<'_> {
    /// The value of a position for the player to move.
    fn value(&mut self, state: &State, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return if self.engine.has_moves(state) { self.material(state) } else { self.result(state) };
        }
        let first = self.moves.len();
        self.engine.list(state, &mut self.moves);
        if self.moves.len() == first {
            return self.result(state);
        }
        // Captures first: they are more likely to be too good for the opponent to let them happen.
        let engine = self.engine;
        self.moves[first..].sort_by_key(|m| !engine.captures(state, *m));
        for at in first..self.moves.len() {
            let value = self.value_after(state, self.moves[at], depth, alpha, beta);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(first);
        alpha
    }

    /// The value of a position after a move, for the player who makes it.
    fn value_after(&mut self, state: &State, m: PackedMove, depth: u32, alpha: i32, beta: i32) -> i32 {
        let next = self.engine.play_on(state, m);
        match self.engine.to_move(&next) == self.engine.to_move(state) {
            true => self.value(&next, depth - 1, alpha, beta),
            false => -self.value(&next, depth - 1, -beta, -alpha),
        }
    }

    fn material(&self, state: &State) -> i32 {
        let me = self.engine.to_move(state);
        let of = |player: PlayerId| -> i32 {
            let kinds = self.worth.iter().enumerate();
            kinds
                .map(|(kind, worth)| worth * self.engine.pieces(state, player, KindId::new(kind)) as i32)
                .sum()
        };
        of(me) - of(PlayerId::new(1 - me.index()))
    }

    fn result(&self, state: &State) -> i32 {
        let winner = self.engine.outcome(state).and_then(|outcome| outcome.winner());
        winner.map_or(0, |winner| if winner == self.engine.to_move(state) { WON } else { -WON })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().ok_or("usage: alpha_beta GAME [DEPTH]")?;
    let depth: u32 = args.next().map_or(Ok(6), |text| text.parse())?;
    let game = Game::from_library(&name)?;
    let engine = game.bitset()?;
    if depth == 0 || game.rules().players.len() != 2 {
        return Err("a depth of one ply at least, and a game of two players".into());
    }
    // A rough guess: the more moves a kind has alone on the board, the more it is worth.
    let worth = (0..game.rules().kinds.len()).map(|kind| mobility(&game, KindId::new(kind))).collect();
    let mut search = Search { engine, worth, moves: Vec::new(), nodes: 0 };
    let (start, begin) = (engine.state(&game.start())?, Instant::now());
    let mut moves = Vec::new();
    engine.list(&start, &mut moves);
    let mut best: Option<(i32, PackedMove)> = None;
    for m in moves {
        let alpha = best.map_or(-WON, |(value, _)| value);
        let value = search.value_after(&start, m, depth, alpha, WON);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, m));
        }
    }
    let (value, m) = best.ok_or("the game is over")?;
    let text = san::write(&game, &game.start(), &engine.told(&start, m));
    let seconds = begin.elapsed().as_secs_f64();
    println!("{text}, worth {value}, {} nodes, {:.0} a second", search.nodes, search.nodes as f64 / seconds);
    Ok(())
}

/// The moves of such a piece, from all tiles together.
fn mobility(game: &Game, kind: KindId) -> i32 {
    let (piece, owner) = (PlayerId(0), Some(PlayerId(0)));
    let alone = |tile| game.place([(tile, tilegame_runtime::Piece { kind, owner })], piece);
    game.board().tiles().map(|tile| game.pseudo_legal_moves(&alone(tile)).len() as i32).sum()
}
