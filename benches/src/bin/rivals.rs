//! Counts beside a program that knows many games, in one run: `cargo run --release -p tilegame-benches --bin rivals [GAME ...]`.
//!
//! It needs Fairy-Stockfish, under the name in `RIVAL` or else `fairy-stockfish`, and counts in turn with it, several times each. The
//! best time on the processor counts for both; a count that differs is said.

use tilegame_benches::uci::Rival;
use tilegame_benches::{game, say, timed_well};

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
    ("chess960", "fischerandom", 5, 5),
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
    ("minishogi", "minishogi", 6, 6),
    ("minixiangqi", "minixiangqi", 5, 5),
    ("nocastle", "nocastle", 5, 5),
    ("othello", "flipello", 8, 8),
    ("racingkings", "racingkings", 5, 5),
    ("shatranj", "shatranj", 5, 5),
    ("shogi", "shogi", 5, 5),
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
        if ours.why_slow().is_some() {
            say(&format!("{name:<17} is left to the reference engine"));
            continue;
        }
        let program = std::env::var("RIVAL").unwrap_or_else(|_| "fairy-stockfish".to_owned());
        let Some(mut rival) = Rival::new(&program) else { return say("there is no fairy-stockfish here") };
        if !rival.has(variant) {
            say(&format!("{name:<17} is not among the rival's variants"));
            continue;
        }
        let set_up = format!("setoption name UCI_Variant value {variant}\nposition startpos");
        rival.tell(&set_up).expect("it listens");
        let start = ours.start();
        // What the rival calls by a name may be set up in another way.
        let theirs = start.fen();
        let (mut best, mut best_of_rival) = (f64::MAX, f64::MAX);
        let (mut nodes, mut rival_nodes) = (0, 0);
        for _ in 0..TIMES {
            let (n, seconds) = timed_well(|| start.perft(*depth));
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
