//! `perft`: counts the sequences of legal moves.
//!
//! The runtime does the counting; here the tree is cut into pieces, so that several threads can share the work and a long count can
//! show how far it is, be stopped with what is known so far, and go on another day.

mod checkpoint;
mod progress;
mod work;

use std::io::Write as _;
use std::time::{Duration, Instant};

use serde::Serialize;
use tilegame_fairy::dialect;
use tilegame_runtime::perft::TranspositionTable;
use tilegame_runtime::perft::{By, Unfinished};
use tilegame_runtime::{Game, Position, State};

use crate::args::{Engine, Perft};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::paint::{BAD, FAINT, STRONG, paint};
use crate::report::print_json;
use crate::situation::{self, Texts};
use crate::{load, report};
use checkpoint::{Checkpoint, Count};
use progress::{Progress, grouped, rate};
use work::{Done, Job, Piece};

/// How often the checkpoint is written.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// The result, as JSON. Fields are only ever added.
#[derive(Serialize)]
struct Counted {
    game: String,
    fen: String,
    /// The number of an arrangement, or the name of a setup.
    setup: Option<serde_json::Value>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    /// Which engine has counted: `bitset` or `reference`.
    engine: &'static str,
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

/// The position, and those before it where the game asks for them: from another past there may be other moves.
fn told(state: &State) -> String {
    let (game, position) = (state.game(), state.position());
    let left = |(earlier, passed): (&Position, bool)| {
        format!("{} {} ", game.specification().fen(earlier), if passed { "passed," } else { "moved," })
    };
    position.past().into_iter().map(left).chain([state.fen()]).collect()
}

/// Runs the command.
pub(crate) fn run(args: &Perft, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::chosen(io, &args.game)?;
    if args.turns {
        let position = situation::asked_in(Texts::FairyStockfish, io, &game, &args.from)?;
        return by_turns(args, io, &game, &position);
    }
    let position = situation::asked(io, &game, &args.from)?;
    let by = match args.engine {
        Engine::Auto => By::Auto,
        Engine::Reference => By::Reference,
        Engine::Bitset => {
            if let Some(why) = game.why_slow() {
                let message = format!("the bitset engine can't play {}: {why}", game.rules().title);
                return Err(Failure::Message(message));
            }
            By::Bitset
        }
    };
    let job = Job {
        by,
        known: (args.hash > 0).then(|| TranspositionTable::new(args.hash)),
        threads: args.threads,
        stop: io.watch_interrupt(),
    };
    let started = Instant::now();
    let first = first_moves(&position, args.depth);
    let texts: Vec<String> = first.iter().map(|(text, _)| text.clone()).collect();
    let after = first.into_iter().map(|(_, position)| position).collect();
    let pieces = work::cut(after, args.depth.saturating_sub(1));
    let (mut checkpoint, mut done) = match &args.checkpoint {
        Some(path) => {
            let count = Count::new(&game, told(&position), args.depth, pieces.len());
            let opened = Checkpoint::open(&io.folder, path, count);
            let (checkpoint, done) = opened.map_err(Failure::Message)?;
            (Some(checkpoint), done)
        }
        None => (None, Done::default()),
    };
    let mut progress = Progress::new(io.err.is_terminal);
    let mut saved = Instant::now();
    let mut is_saved = true;
    let counted = job.count(&pieces, &mut done, |done| {
        let unfinished = pieces.iter().enumerate().find(|(i, _)| !done.pieces.contains_key(i));
        if let Some((_, piece)) = unfinished {
            progress.first_move(&texts[piece.first], piece.first + 1, texts.len());
        }
        progress.show(done.part, done.nodes);
        if let Some(checkpoint) = checkpoint.as_mut().filter(|_| saved.elapsed() >= SAVE_EVERY) {
            let was_saved = is_saved;
            let result = checkpoint.save(done);
            (saved, is_saved) = (Instant::now(), result.is_ok());
            // It is said once, and tried again: the disk may have room later.
            if let Some(why) = result.err().filter(|_| was_saved) {
                progress.aside(|| report::error(io, &format!("{why}; the count continues")));
            }
        }
    });
    let elapsed = started.elapsed();
    progress.finish();
    let unsaved = checkpoint.and_then(|mut checkpoint| checkpoint.save(&done).err());
    let complete = counted.map_err(|why| Failure::Message(why.to_string()))?;
    let exit = match complete {
        true => Exit::Fine,
        false if job.stop.is_up() => job.stop.exit(),
        false => Exit::Failed,
    };
    let engine = if by != By::Reference && game.why_slow().is_none() { "bitset" } else { "reference" };
    let nodes = if args.depth == 0 { 1 } else { done.nodes };
    let divided = divided(&texts, &pieces, &done);
    let outcome = Outcome { game: &game, position: &position, engine, nodes, complete, divided, elapsed };
    // What was counted comes first: it may have taken days.
    let printed = print(args, io, outcome);
    match unsaved {
        Some(why) => Err(Failure::Message(why)),
        None => printed.map(|()| exit),
    }
}

/// Counts whole turns.
fn by_turns(args: &Perft, io: &mut Io<'_>, game: &Game, position: &State) -> Result<Exit, Failure> {
    let stop = io.watch_interrupt();
    let started = Instant::now();
    let turns = match args.depth {
        0 => Vec::new(),
        _ => dialect::turns(position).map_err(|error| Failure::Message(error.to_string()))?,
    };
    let (mut nodes, mut complete, mut divided) = (u64::from(args.depth == 0), true, Vec::new());
    for turn in turns {
        let next = turn.moves.iter().fold(position.clone(), |state, m| state.after(*m));
        let Some(behind) = dialect::perft_while(&next, args.depth - 1, &mut || !stop.is_up()) else {
            complete = false;
            break;
        };
        nodes = nodes.checked_add(behind).ok_or_else(|| Failure::Message(Unfinished::TooMany.to_string()))?;
        divided.push(Divided { text: turn.text, nodes: behind });
    }
    let engine = if game.why_slow().is_none() { "bitset" } else { "reference" };
    let elapsed = started.elapsed();
    print(args, io, Outcome { game, position, engine, nodes, complete, divided, elapsed })?;
    Ok(if complete { Exit::Fine } else { stop.exit() })
}

/// What was counted.
struct Outcome<'g> {
    game: &'g Game,
    position: &'g State,
    /// Which engine has counted: `bitset` or `reference`.
    engine: &'static str,
    nodes: u64,
    /// It was not stopped.
    complete: bool,
    /// The finished first moves.
    divided: Vec<Divided>,
    elapsed: Duration,
}

/// Prints what was counted.
fn print(args: &Perft, io: &mut Io<'_>, outcome: Outcome<'_>) -> Result<(), Failure> {
    let Outcome { game, position, engine, nodes, complete, divided, elapsed } = outcome;
    if args.json {
        let counted = Counted {
            game: game.rules().name.clone(),
            fen: position.fen(),
            setup: args.from.setup.as_deref().map(number_or_name),
            depth: args.depth,
            nodes,
            seconds: elapsed.as_secs_f64(),
            nodes_per_second: rate(nodes, elapsed),
            engine,
            complete,
            divide: (args.divide || !complete).then_some(divided),
        };
        return print_json(io, &counted);
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
    Ok(())
}

fn number_or_name(setup: &str) -> serde_json::Value {
    setup.parse::<u32>().map_or_else(|_| setup.into(), Into::into)
}

/// The positions after the first moves, with the moves as text, sorted.
fn first_moves(state: &State, depth: u32) -> Vec<(String, State)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = state.legal_moves().into_iter();
    let mut first: Vec<(String, State)> = moves.map(|m| (state.uci(m), state.after(m))).collect();
    first.sort_by(|a, b| a.0.cmp(&b.0));
    first
}

/// The counts behind the first moves of which every piece is done.
fn divided(texts: &[String], pieces: &[Piece], done: &Done) -> Vec<Divided> {
    let mut sums = vec![Some(0); texts.len()];
    for (number, piece) in pieces.iter().enumerate() {
        let nodes = done.pieces.get(&number);
        sums[piece.first] = sums[piece.first].zip(nodes).map(|(sum, n): (u64, &u64)| sum + n);
    }
    let finished = texts.iter().zip(sums).filter_map(|(text, sum)| Some((text, sum?)));
    finished.map(|(text, nodes)| Divided { text: text.clone(), nodes }).collect()
}
