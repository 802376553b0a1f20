//! The four protocols as other programs speak them, with an input that stays open: nothing that is said may keep the program from answering, or
//! from ending.
//!
//! `TILEGAME_LINES=10000 cargo test -p tilegame-tests --test it conversations:: -- --nocapture` says more random lines, and prints how long answers
//! took.
// What was measured is worth knowing, with `--nocapture`.
#![allow(clippy::print_stdout)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tilegame_tests::Dice;

use crate::command::{run_in, scratch};

const PROGRAM: &str = env!("CARGO_BIN_EXE_tilegame-under-test");

/// Whoever has not answered after this never will.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that is talked to.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything that has been said, for messages.
    said: Vec<String>,
}

impl Talk {
    fn new(folder: &Path, args: &[&str]) -> Talk {
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
        let (send, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().expect("an output"));
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Talk { child, input, lines, said: Vec::new() }
    }

    fn say(&mut self, line: &str) {
        self.said.push(format!("> {line}"));
        let input = self.input.as_mut().expect("an open input");
        // If it has ended, it does not answer either.
        let _ = input.write_all(format!("{line}\n").as_bytes());
    }

    /// Waits for a line that begins so.
    fn expect(&mut self, start: &str) -> String {
        let began = Instant::now();
        while let Some(left) = PATIENCE.checked_sub(began.elapsed()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    self.said.push(format!("< {line}"));
                    if line.starts_with(start) {
                        return line;
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        panic!("`{start}` is not said:\n{}", self.told())
    }

    /// Waits for the end, and says how long it took.
    fn expect_end(&mut self) -> Duration {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("it can be asked") {
                assert!(status.success(), "{status}:\n{}", self.told());
                return began.elapsed();
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("it does not end:\n{}", self.told())
    }

    /// The last that was said.
    fn told(&self) -> String {
        let skipped = self.said.len().saturating_sub(60);
        self.said[skipped..].join("\n")
    }
}

/// No test leaves a program behind.
impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What ends the program, whatever was said before.
const BEFORE_QUIT: &[(&str, &[&str])] = &[
    ("uci", &["go infinite"]),
    ("uci", &["go infinite", "foo"]),
    ("uci", &["go infinite", "go infinite"]),
    ("uci", &["go depth 60"]),
    ("uci", &["go depth 60", "ucinewgame"]),
    ("uci", &["go depth 60", "position startpos moves e2e4", "go depth 60"]),
    ("uci", &["go ponder", "setoption name Level value 3"]),
    ("uci", &["go ponder wtime 1000 btime 1000", "ponderhit", "go infinite"]),
    ("uci", &["go perft 99", "d"]),
    ("uci", &["setoption name UCI_Variant value clobber10", "go depth 50", "isready"]),
    ("usi", &["go byoyomi 100000", "usinewgame", "go infinite"]),
    ("ucci", &["go infinite", "d"]),
    ("ucci", &["go time 10000", "banmoves h2e2", "go depth 60"]),
    ("xboard", &["new", "level 0 60 0", "go", "ping 1"]),
    ("xboard", &["new", "st 1000", "go", "usermove e2e4", "hint", "time 100"]),
    ("xboard", &["new", "analyze", "usermove e2e4", "."]),
];

#[test]
fn quit_ends_it_at_once() {
    for (args, lines) in BEFORE_QUIT {
        let mut talk = Talk::new(Path::new("."), &[*args]);
        for line in *lines {
            talk.say(line);
            thread::sleep(Duration::from_millis(20));
        }
        talk.say("quit");
        talk.expect_end();
    }
}

/// A program that has crashed leaves none of this one behind.
#[test]
fn the_end_of_the_input_ends_what_has_no_end() {
    for (args, lines) in [
        ("uci", "go infinite\n"),
        ("uci", "go infinite\ngo infinite\n"),
        ("uci", "go ponder\nsetoption name Level value 3\n"),
        ("uci", "go infinite\nd\nposition startpos moves e2e4\ngo ponder\n"),
        ("xboard", "new\nanalyze\n"),
        ("xboard", "new\nst 0.1\ngo\nanalyze\n"),
    ] {
        let mut talk = Talk::new(Path::new("."), &[args]);
        talk.said.push(lines.to_owned());
        let mut input = talk.input.take().expect("an input");
        input.write_all(lines.as_bytes()).expect("it listens");
        drop(input);
        talk.expect_end();
    }
}

/// In a script, each line waits for what was asked for before.
#[test]
fn scripts_are_done_in_order() {
    let mut talk = Talk::new(Path::new("."), &["uci"]);
    let mate = "position startpos moves f2f3 e7e5 g2g4\n";
    let script = format!("{mate}go depth 3\nposition startpos\ngo depth 4\n{mate}go depth 2\n");
    let mut input = talk.input.take().expect("an input");
    input.write_all(script.as_bytes()).expect("it listens");
    drop(input);
    assert_eq!(talk.expect("bestmove"), "bestmove d8h4");
    talk.expect("info depth 4 ");
    talk.expect("bestmove");
    assert_eq!(talk.expect("bestmove"), "bestmove d8h4");
    talk.expect_end();
}

/// What is said while the program thinks ends the search, and takes effect.
#[test]
fn another_position_ends_a_search() {
    for before in ["go depth 60", "go infinite", "go ponder", "go movetime 100000"] {
        let mut talk = Talk::new(Path::new("."), &["uci"]);
        talk.say(before);
        talk.say("isready");
        talk.expect("readyok");
        talk.say("position startpos moves f2f3 e7e5 g2g4");
        talk.expect("bestmove");
        talk.say("go depth 3");
        assert_eq!(talk.expect("bestmove"), "bestmove d8h4");
        // One answer for each question, also where they come all at once.
        for line in ["go infinite", "go ponder", "go depth 60", "stop", "isready"] {
            talk.say(line);
        }
        (0..3).for_each(|_| _ = talk.expect("bestmove"));
        talk.say("isready");
        talk.expect("readyok");
    }
}

/// What a client says: `$ ARGUMENTS` starts the program, `> LINE` is said to it, `< START` waits for a line that begins so, and `.` for its end.
#[test]
fn clients_are_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/clients");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 5, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let mut talk = None;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
            if sign == "$" {
                let args: Vec<&str> = rest.split(' ').collect();
                talk = Some(Talk::new(Path::new("."), &args));
                continue;
            }
            match (sign, &mut talk) {
                (">", Some(talk)) => talk.say(rest),
                ("<", Some(talk)) => _ = talk.expect(rest),
                (".", Some(talk)) => _ = talk.expect_end(),
                _ => panic!("{}: {line}", file.display()),
            }
        }
    }
}

/// The game of an INI file, by the option that other programs set.
#[test]
fn variants_of_an_ini_file_are_played() {
    let folder = scratch("variants");
    fs::write(folder.join("variants.ini"), "[mini:chess]\nstartFen = 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n")
        .expect("a file");
    let lines =
        "setoption name VariantPath value variants.ini\nsetoption name UCI_Variant value mini\nd\nuci\n";
    let answer = run_in(&folder, &["uci"], lines);
    assert!(answer.out.contains("Fen: 4k3/8/8/8/8/8/4P3/4K3 w"), "{}{}", answer.out, answer.err);
    assert!(answer.out.contains(" var mini\n"), "{}", answer.out);
}

/// What can be said in UCI and its kin; `@` is where a number can be.
const TO_UCI: &[&str] = &[
    "uci",
    "usi",
    "ucci",
    "isready",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "ucinewgame",
    "usinewgame",
    "d",
    "eval",
    "flip",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position startpos moves e2e5",
    "position",
    "position fen",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves c2c3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen 8/8 w",
    "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "go",
    "go infinite",
    "go infinite",
    "go ponder",
    "go ponder wtime @ btime @",
    "go depth @",
    "go depth 60",
    "go nodes @",
    "go movetime @",
    "go movetime 100000",
    "go wtime @ btime @ winc @ binc @",
    "go btime @ wtime @ byoyomi @",
    "go time @ increment @",
    "go mate 3",
    "go mate infinite",
    "go mate @",
    "go perft 2",
    "go perft 99",
    "go searchmoves e2e4 d2d4 depth 4",
    "go searchmoves",
    "go depth x",
    "go away",
    "go infinite depth 3",
    "bench 3",
    "bench",
    "banmoves e2e4 h2e2",
    "gameover win",
    "debug on",
    "register later",
    "foo",
    "",
    "  ",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Variant value crazyhouse",
    "setoption name UCI_Variant value clobber",
    "setoption name UCI_Variant value selection",
    "setoption name UCI_Variant value three-player",
    "setoption name USI_Variant value minishogi",
    "setoption UCI_Variant xiangqi",
    "setoption name UCI_Variant value cotulenh",
    "setoption name UCI_Variant value nothing",
    "setoption name UCI_Chess960 value true",
    "setoption name Hash value @",
    "setoption name Hash value 99999999",
    "setoption name Threads value 2",
    "setoption name Threads value 99999999999",
    "setoption name MultiPV value @",
    "setoption name Level value @",
    "setoption name Skill Level value @",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 100",
    "setoption name Level value 0",
    "setoption",
    "setoption name",
    "setoption name VariantPath value nothing.tg",
    "setoption name VariantPath value variants.ini",
    "setoption name Move Overhead value @",
    "setoption name Clear Hash",
];

const TO_XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "new",
    "new",
    "variant crazyhouse",
    "variant normal",
    "variant fischerandom",
    "variant clobber",
    "variant selection",
    "variant nothing",
    "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "setboard 8/8",
    "force",
    "force",
    "go",
    "go",
    "go",
    "playother",
    "analyze",
    "analyze",
    "exit",
    "usermove e2e4",
    "usermove e7e5",
    "usermove e2e5",
    "ping @",
    "undo",
    "remove",
    "draw",
    "result 1-0 {White mates}",
    "post",
    "nopost",
    "hint",
    "lift e2",
    "put e4",
    "hover e4",
    "level 40 5 0",
    "level 0 0:01 0.1",
    "level 0 99999999999 9999999999",
    "level a b c",
    "st 0.05",
    "st 1000",
    "st x",
    "sd @",
    "sd 60",
    "time @",
    "otim @",
    "memory @",
    "memory 99999999",
    "cores @",
    "option Level=@",
    "option MultiPV=@",
    "option VariantPath=nothing.tg",
    "option x=y",
    "option",
    "hard",
    "easy",
    "computer",
    "random",
    "name somebody",
    "rating 1500 1600",
    "accepted setboard",
    "rejected",
    ".",
    "?",
    "?",
    "bk",
    "foo",
    "",
    "edit",
];

/// A line at random; sometimes with something wrong in it.
fn random_line(lines: &[&str], dice: &mut Dice) -> String {
    loop {
        let numbers =
            ["0", "1", "2", "3", "10", "50", "300", "3000", "-5", "x", "99999999999999999999", "0.5"];
        let mut line = lines[dice.below(lines.len())].to_owned();
        while line.contains('@') {
            line = line.replacen('@', numbers[dice.below(numbers.len())], 1);
        }
        if dice.below(12) == 0 && !line.is_empty() {
            let mut letters: Vec<char> = line.chars().collect();
            let at = dice.below(letters.len());
            match dice.below(3) {
                0 => _ = letters.remove(at),
                1 => letters.truncate(at),
                _ => letters.insert(at, ['\t', 'ü', '\u{1}', '9', ' '][dice.below(5)]),
            }
            line = letters.into_iter().collect();
        }
        // These have another meaning.
        if !line.starts_with("quit") {
            return line;
        }
    }
}

/// Random lines in random states, and after each the question whether the program listens; at last it is told to end.
#[test]
fn nothing_that_is_said_stops_the_conversation() {
    let all = std::env::var("TILEGAME_LINES").ok().and_then(|n| n.parse().ok()).unwrap_or(400_usize);
    let folder = scratch("conversations");
    fs::write(folder.join("variants.ini"), "[mini:chess]\nstartFen = 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n")
        .expect("a file");
    let (mut answers, mut ends) = (Vec::new(), Vec::new());
    let mut said = 0;
    for seed in 0.. {
        if said >= all {
            break;
        }
        let mut dice = Dice::new(seed);
        let protocol = ["uci", "xboard", "usi", "ucci"][seed as usize % 4];
        let lines = if protocol == "xboard" { TO_XBOARD } else { TO_UCI };
        let mut talk = Talk::new(&folder, &[protocol]);
        talk.say(if protocol == "xboard" { "ping 0" } else { "isready" });
        talk.expect(if protocol == "xboard" { "pong 0" } else { "readyok" });
        for number in 0..50 {
            // Often one line, sometimes several at once.
            for _ in 0..1 + dice.below(4).saturating_sub(1) {
                let line = random_line(lines, &mut dice);
                talk.say(&line);
                said += 1;
            }
            if dice.below(3) == 0 {
                thread::sleep(Duration::from_millis(dice.below(30) as u64));
            }
            let asked = Instant::now();
            if protocol == "xboard" {
                // By the protocol, an answer waits for the move that is being thought about.
                talk.say("?");
                talk.say(&format!("ping 7{number}"));
                talk.expect(&format!("pong 7{number}"));
            } else {
                talk.say("isready");
                talk.expect("readyok");
            }
            let last = talk.said.iter().rfind(|line| line.starts_with('>') && *line != "> isready").cloned();
            answers.push((asked.elapsed(), format!("{protocol}, seed {seed}: {}", last.unwrap_or_default())));
        }
        talk.say("quit");
        ends.push((talk.expect_end(), format!("{protocol}, seed {seed}")));
    }
    for (name, mut times) in [("answers", answers), ("ends", ends)] {
        times.sort();
        let count = times.len();
        println!("{name}: {count}, median {:?}", times[count / 2].0);
        times.iter().rev().take(12).for_each(|(time, at)| println!("  {time:?} {at}"));
    }
}
