//! Counts beside a program that knows many games, in one run: `cargo run --release -p tilegame-benches --bin rivals [GAME ...]`.
//!
//! It needs Fairy-Stockfish, under the name in `RIVAL` or else `fairy-stockfish`, and counts in turn with it, several times each. The
//! best time on the processor counts for both; a count that differs is said.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tilegame_benches::{game, say, timed};
use tilegame_runtime::notation::fen;

/// Our name, theirs, our depth, theirs.
const GAMES: &[(&str, &str, u32, u32)] = &[
    ("chess", "chess", 5, 5),
    ("3check", "3check", 5, 5),
    ("amazon", "amazon", 5, 5),
    ("amazons", "amazons", 3, 2),
    ("antichess", "antichess", 5, 5),
    ("atomic", "atomic", 5, 5),
    ("berolina", "berolina", 5, 5),
    ("capablanca", "capablanca", 4, 4),
    ("crazyhouse", "crazyhouse", 5, 5),
    ("extinction", "extinction", 5, 5),
    ("horde", "horde", 6, 6),
    ("janggi", "janggi", 4, 4),
    ("janggicasual", "janggicasual", 4, 4),
    ("janggimodern", "janggimodern", 4, 4),
    ("janggitraditional", "janggitraditional", 4, 4),
    ("kingofthehill", "kingofthehill", 5, 5),
    ("knightmate", "knightmate", 5, 5),
    ("losalamos", "losalamos", 6, 6),
    ("minixiangqi", "minixiangqi", 5, 5),
    ("nocastle", "nocastle", 5, 5),
    ("othello", "flipello", 8, 8),
    ("racingkings", "racingkings", 5, 5),
    ("shatranj", "shatranj", 5, 5),
    ("tictactoe", "tictactoe", 8, 8),
    ("torpedo", "torpedo", 5, 5),
    ("xiangqi", "xiangqi", 4, 4),
];
const TIMES: usize = 3;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    say("game              depth        nodes   tilegame    rival   ratio   (million nodes a second)");
    for (name, variant, depth, their_depth) in GAMES {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let ours = game(name);
        let Ok(engine) = ours.bitset() else {
            say(&format!("{name:<17} is left to the reference engine"));
            continue;
        };
        let Some(mut rival) = Rival::new(variant) else { return say("there is no fairy-stockfish here") };
        let start = ours.start();
        // What the rival calls by a name may be set up in another way.
        let theirs = fen::write(&ours, &start);
        let (mut best, mut best_of_rival) = (f64::MAX, f64::MAX);
        let (mut nodes, mut rival_nodes) = (0, 0);
        for _ in 0..TIMES {
            let (n, seconds) = timed(|| engine.perft(None, &start, *depth).expect("there is room"));
            let Some((m, rival_seconds)) = rival.count(*their_depth) else { break };
            (nodes, rival_nodes) = (n, m);
            best = best.min(seconds);
            best_of_rival = best_of_rival.min(rival_seconds);
        }
        let speed = |nodes: u64, seconds: f64| nodes as f64 / seconds / 1e6;
        let differs = if nodes == rival_nodes {
            String::new()
        } else {
            format!("  rival: {rival_nodes} from its own start, ours is {theirs}")
        };
        say(&format!(
            "{name:<17} {depth:>5} {nodes:>12} {:>10.1} {:>8.1} {:>7.1}{differs}",
            speed(nodes, best),
            speed(rival_nodes, best_of_rival),
            speed(nodes, best) / speed(rival_nodes, best_of_rival),
        ));
    }
}

/// The other program, waiting for commands.
struct Rival {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Rival {
    fn new(variant: &str) -> Option<Rival> {
        let name = std::env::var("RIVAL").unwrap_or_else(|_| "fairy-stockfish".to_owned());
        let mut process = Command::new(name).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (commands, answers) = (process.stdin.take()?, BufReader::new(process.stdout.take()?));
        let mut rival = Rival { process, commands, answers };
        rival
            .tell(&format!("uci\nsetoption name UCI_Variant value {variant}\nposition startpos\nisready"))?;
        rival.hear("readyok")?;
        Some(rival)
    }

    fn tell(&mut self, text: &str) -> Option<()> {
        writeln!(self.commands, "{text}").ok()?;
        self.commands.flush().ok()
    }

    fn hear(&mut self, start: &str) -> Option<String> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.answers.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.starts_with(start) {
                return Some(line);
            }
        }
    }

    /// The nodes, and the seconds that all threads of the program have spent on the processor.
    fn count(&mut self, depth: u32) -> Option<(u64, f64)> {
        let before = self.on_processor()?;
        self.tell(&format!("go perft {depth}"))?;
        let line = self.hear("Nodes searched:")?;
        self.tell("isready")?;
        self.hear("readyok")?;
        Some((line.rsplit(' ').next()?.trim().parse().ok()?, self.on_processor()? - before))
    }

    fn on_processor(&self) -> Option<f64> {
        let mut sum = 0;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.process.id())).ok()? {
            let text = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
            sum += text.split(' ').next()?.parse::<u64>().ok()?;
        }
        Some(sum as f64 / 1e9)
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        _ = self.tell("quit");
        _ = self.process.wait();
    }
}
