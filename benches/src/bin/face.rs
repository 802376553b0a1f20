//! What each call of the public face costs, beside cozy-chess in the same run: `cargo run --release -p tilegame-benches --bin face [GAME]`.
//!
//! Nanoseconds a call, mean of 400 positions of random games; of chess also what cozy-chess takes for the same, where it has the like. The number
//! of threads that copy states at once shows whether they get in each other's way.

use std::hint::black_box;
use std::time::Instant;

use cozy_chess::Board;
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};
use tilegame_benches::random::next;
use tilegame_benches::{game, say, timed_well};
use tilegame_runtime::{Game, Move, MoveList, San, State, Uci};

const POSITIONS: usize = 400;

/// A random game goes on no longer: cozy-chess refuses a hundred moves of one player without a capture or a pawn's move.
const PLIES: usize = 100;

/// States of random games in which a move is possible, with one of their moves each.
fn states(game: &Game) -> Vec<(State, Move)> {
    let (mut found, mut random, mut moves) = (Vec::new(), 1_u64, MoveList::new());
    let (mut state, mut plies) = (game.start(), 0);
    while found.len() < POSITIONS {
        state.moves(&mut moves);
        if moves.is_empty() || plies == PLIES {
            (state, plies) = (game.start(), 0);
            continue;
        }
        let m = moves[next(&mut random) % moves.len()];
        if next(&mut random).is_multiple_of(5) {
            found.push((state.clone(), m));
        }
        state.make(m);
        plies += 1;
    }
    found
}

/// Nanoseconds for each of them.
fn each<T, R>(all: &[T], work: impl Fn(&T) -> R) -> f64 {
    let (_, seconds) = timed_well(|| all.iter().for_each(|one| drop(black_box(work(black_box(one))))));
    seconds / all.len() as f64 * 1e9
}

/// A position of chess as cozy-chess has it, a move of it, and their texts.
struct Theirs<'t> {
    board: &'t Board,
    m: cozy_chess::Move,
    fen: &'t str,
    san: String,
    uci: &'t str,
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let game = game(&name);
    let states = states(&game);
    let texts: Vec<_> =
        states.iter().map(|(state, m)| (state, state.fen(), state.san(*m), state.uci(*m))).collect();
    let boards: Vec<Board> = match name.as_str() {
        "chess" => texts.iter().map(|(_, fen, ..)| fen.parse().expect("a position of chess")).collect(),
        _ => Vec::new(),
    };
    let as_theirs = |(board, (_, fen, _, uci)): (&Board, &(&State, String, String, String))| {
        let m = parse_uci_move(board, uci).expect("a legal move");
        (m, display_san_move(board, m).to_string(), fen.clone())
    };
    let known: Vec<_> = boards.iter().zip(&texts).map(as_theirs).collect();
    let theirs: Vec<Theirs<'_>> = { boards.iter().zip(&known).zip(&texts) }
        .map(|((board, (m, san, fen)), (_, _, _, uci))| Theirs { board, m: *m, fen, san: san.clone(), uci })
        .collect();
    say(&format!("{name}: a state has {} bytes, a move {}", size_of::<State>(), size_of::<Move>()));
    say("call                         ns   cozy-chess   ratio");
    let row = |call: &str, ours: f64, theirs: Option<f64>| {
        let beside = theirs.map_or(String::new(), |theirs| format!("{theirs:>12.1}{:>8.2}", ours / theirs));
        say(&format!("{call:<22}{ours:>9.1}{beside}"));
    };
    let beside = |work: &dyn Fn(&Theirs<'_>) -> u64| (!theirs.is_empty()).then(|| each(&theirs, work));
    let list = std::cell::RefCell::new(MoveList::new());
    row(
        "list",
        each(&states, |(state, _)| state.moves(&mut list.borrow_mut())),
        beside(&|Theirs { board, .. }| {
            let mut moves = Vec::with_capacity(64);
            board.generate_moves(|piece| {
                moves.extend(piece);
                false
            });
            moves.len() as u64
        }),
    );
    row("captures", each(&states, |(state, _)| state.captures(&mut list.borrow_mut())), None);
    let after = std::cell::RefCell::new(game.start());
    row(
        "make (after_into)",
        each(&states, |(state, m)| state.after_into(*m, &mut after.borrow_mut())),
        beside(&|Theirs { board, m, .. }| {
            let mut next = (*board).clone();
            next.play_unchecked(*m);
            next.hash()
        }),
    );
    row("make (after)", each(&states, |(state, m)| state.after(*m)), None);
    row(
        "play checked",
        each(&states, |(state, m)| state.clone().play(*m)),
        beside(&|Theirs { board, m, .. }| {
            let mut next = (*board).clone();
            next.play(*m);
            next.hash()
        }),
    );
    row(
        "outcome",
        each(&states, |(state, _)| state.outcome()),
        beside(&|Theirs { board, .. }| board.status() as u64),
    );
    row(
        "in check",
        each(&states, |(state, _)| state.in_check()),
        beside(&|Theirs { board, .. }| board.checkers().0),
    );
    row("key", each(&states, |(state, _)| state.key()), beside(&|Theirs { board, .. }| board.hash()));
    row(
        "copy",
        each(&states, |(state, _)| state.clone()),
        beside(&|Theirs { board, .. }| (*board).clone().hash()),
    );
    row(
        "FEN written",
        each(&states, |(state, _)| state.fen()),
        beside(&|Theirs { board, .. }| board.to_string().len() as u64),
    );
    row(
        "FEN read",
        each(&texts, |(_, fen, ..)| game.read_fen(fen)),
        beside(&|Theirs { fen, .. }| fen.parse::<Board>().map_or(0, |board| board.hash())),
    );
    row(
        "SAN written",
        each(&states, |(state, m)| state.san(*m)),
        beside(&|Theirs { board, m, .. }| display_san_move(board, *m).to_string().len() as u64),
    );
    let san = |(state, _, san, _): &(&State, String, String, String)| {
        san.parse::<San>().map(|san| san.to_move(state))
    };
    row(
        "SAN read",
        each(&texts, san),
        beside(&|Theirs { board, san, .. }| parse_san_move(board, san).map_or(0, |m| m.from as u64)),
    );
    row(
        "UCI written",
        each(&states, |(state, m)| state.uci(*m)),
        beside(&|Theirs { board, m, .. }| display_uci_move(board, *m).to_string().len() as u64),
    );
    let uci = |(state, _, _, uci): &(&State, String, String, String)| {
        uci.parse::<Uci>().map(|uci| uci.to_move(state))
    };
    row(
        "UCI read",
        each(&texts, uci),
        beside(&|Theirs { board, uci, .. }| parse_uci_move(board, uci).map_or(0, |m| m.from as u64)),
    );
    for threads in [1, 2] {
        let begin = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    (0..2_000)
                        .for_each(|_| states.iter().for_each(|(state, _)| drop(black_box(state.clone()))))
                });
            }
        });
        let each = begin.elapsed().as_secs_f64() / (2_000 * states.len()) as f64 * 1e9;
        row(&format!("copy, {threads} threads"), each, None);
    }
}
