//! `perft`: counts the sequences of legal moves.
//!
//! The runtime does the counting; here the tree's upper part is walked, so that a long count can show how far it is and can
//! be stopped with what is known so far.

mod progress;

use std::io::Write as _;
use std::time::{Duration, Instant};

use serde::Serialize;
use tilegame_runtime::notation::{fen, uci};
use tilegame_runtime::{Game, Position, perft};

use super::print_json;
use crate::args::Perft;
use crate::exit::{Exit, Failure};
use crate::io::{Flag, Io};
use crate::paint::{BAD, FAINT, STRONG, paint};
use crate::{load, situation};
use progress::Progress;

/// What is left to the runtime in one piece: so deep that walking the rest costs nothing, so shallow that it takes a
/// fraction of a second.
const PIECE: u32 = 2;

/// The result, as JSON. Fields are only ever added.
#[derive(Serialize)]
struct Counted {
    game: String,
    fen: String,
    /// The number of an arrangement, or the name of a set-up.
    setup: Option<serde_json::Value>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    /// False if the count was stopped.
    complete: bool,
    /// With `--divide`, and for a count that was stopped: the finished first moves, sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided>>,
}

/// The count behind a first move, as JSON.
#[derive(Serialize)]
struct Divided {
    #[serde(rename = "move")]
    text: String,
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Perft, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::game(io, &args.game.name)?;
    let position = situation::start(io, &game, &args.from)?;
    let mut counter = Counter {
        game: &game,
        stop: io.watch_interrupt(),
        progress: Progress::new(io.err.is_terminal),
        nodes: 0,
        divided: Vec::new(),
    };
    let started = Instant::now();
    let complete = counter.count_all(&position, args.depth);
    let elapsed = started.elapsed();
    counter.progress.finish();
    let Counter { nodes, divided, .. } = counter;

    let exit = if complete { Exit::Fine } else { Exit::Interrupted };
    if args.json {
        let counted = Counted {
            game: game.rules().name.clone(),
            fen: fen::write(&game, &position),
            setup: args.from.setup.as_deref().map(number_or_name),
            depth: args.depth,
            nodes,
            seconds: elapsed.as_secs_f64(),
            nodes_per_second: rate(nodes, elapsed),
            complete,
            divide: (args.divide || !complete).then_some(divided),
        };
        print_json(io, &counted)?;
        return Ok(exit);
    }
    if args.divide || !complete {
        for first in &divided {
            writeln!(io.out, "{}: {}", first.text, first.nodes)?;
        }
        if !divided.is_empty() {
            writeln!(io.out)?;
        }
    }
    let color = io.out.color;
    if complete {
        let head = paint(format!("perft {} = {nodes}", args.depth), STRONG, color);
        writeln!(io.out, "{head}")?;
    } else {
        let head = paint(format!("perft {} stopped", args.depth), BAD, color);
        let listed = if divided.is_empty() { "no first move is" } else { "the first moves above are" };
        writeln!(io.out, "{head}: {nodes} nodes so far, {listed} finished")?;
    }
    let speed = format!("{:.3} s, {} nodes/s", elapsed.as_secs_f64(), grouped(rate(nodes, elapsed)));
    writeln!(io.out, "{}", paint(speed, FAINT, color))?;
    Ok(exit)
}

fn number_or_name(setup: &str) -> serde_json::Value {
    setup.parse::<u32>().map_or_else(|_| setup.into(), Into::into)
}

struct Counter<'g> {
    game: &'g Game,
    stop: Flag,
    progress: Progress,
    nodes: u64,
    divided: Vec<Divided>,
}

impl Counter<'_> {
    /// Counts, one first move after the other; whether it got to the end.
    fn count_all(&mut self, start: &Position, depth: u32) -> bool {
        if depth == 0 {
            self.nodes = 1;
            return true;
        }
        let moves = self.game.moves(start);
        let mut first: Vec<_> = uci::write_all(self.game, &moves).into_iter().zip(moves).collect();
        first.sort_by(|a, b| a.0.cmp(&b.0));
        let mut position = start.clone();
        let all = first.len();
        for (i, (text, m)) in first.into_iter().enumerate() {
            self.progress.first_move(&text, i + 1, all);
            let undo = self.game.play_unchecked(&mut position, &m);
            let before = self.nodes;
            let part = 1.0 / all as f64;
            let complete = self.count(&mut position, depth - 1, i as f64 * part, part);
            self.game.undo(&mut position, undo);
            if !complete {
                return false;
            }
            self.divided.push(Divided { text, nodes: self.nodes - before });
        }
        true
    }

    /// Counts below one position, which is the part of the whole that begins at `done` and is `part` wide.
    fn count(&mut self, position: &mut Position, depth: u32, done: f64, part: f64) -> bool {
        if self.stop.is_up() {
            return false;
        }
        if depth <= PIECE {
            self.nodes += perft::perft(self.game, position, depth);
            self.progress.show(done + part, self.nodes);
            return true;
        }
        let moves = self.game.moves(position);
        let part = part / moves.len() as f64;
        for (i, m) in moves.iter().enumerate() {
            let undo = self.game.play_unchecked(position, m);
            let complete = self.count(position, depth - 1, done + i as f64 * part, part);
            self.game.undo(position, undo);
            if !complete {
                return false;
            }
        }
        true
    }
}

fn rate(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64
}

/// 4865609 as "4,865,609".
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
