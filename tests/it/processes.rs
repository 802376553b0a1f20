//! The command as a process: what becomes of its files when it is killed, stopped, or has no room on the disk.
//!
//! `TILEGAME_KILLS=100 cargo test -p tilegame-tests --test it processes::` kills it more often.
#![cfg(unix)]
// What was done is worth knowing, with `--nocapture`.
#![allow(clippy::print_stdout)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tilegame_tests::Dice;

use crate::command::scratch;

const PROGRAM: &str = env!("CARGO_BIN_EXE_tilegame-under-test");

/// How often each command is killed.
fn kills() -> usize {
    std::env::var("TILEGAME_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6)
}

/// The command in a folder, its outputs caught.
fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn finish(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Files that were being written when the program was killed.
fn beside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with(".tilegame-")))
        .collect()
}

/// Kills a process: at a random moment, or as soon as it writes a file. Whether it was still running.
fn kill(folder: &Path, child: &mut Child, dice: &mut Dice, longest: Duration) -> bool {
    let wait = longest.mul_f64(dice.below(1000) as f64 / 1000.0);
    let while_writing = dice.below(2) == 0;
    let started = Instant::now();
    while started.elapsed() < longest {
        if if while_writing { !beside(folder).is_empty() } else { started.elapsed() >= wait } {
            break;
        }
        if !while_writing {
            thread::sleep(Duration::from_micros(200));
        }
    }
    child.kill().expect("killed");
    child.wait().expect("ended").signal() == Some(9)
}

/// Kills a command that replaces `file` again and again. The file has always its old or its new contents.
fn replaced_or_not(folder: &Path, file: &str, old: &str, args: &[&str]) {
    let path = folder.join(file);
    fs::write(&path, old).expect("written");
    let started = Instant::now();
    let output = finish(folder, args);
    let longest = started.elapsed().mul_f64(1.1);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let new = fs::read_to_string(&path).expect("a file");
    assert_ne!(old, new);
    let (mut dice, mut killed, mut unchanged, mut left) = (Dice::new(1), 0, 0, 0);
    for _ in 0..kills() {
        fs::write(&path, old).expect("written");
        let mut child = command(folder, args).spawn().expect("it runs");
        killed += usize::from(kill(folder, &mut child, &mut dice, longest));
        let now = fs::read_to_string(&path).expect("a file");
        assert!(
            now == old || now == new,
            "{file} has {} bytes, not {} or {}",
            now.len(),
            old.len(),
            new.len()
        );
        unchanged += usize::from(now == old);
        for path in beside(folder) {
            left += 1;
            fs::remove_file(path).expect("removed");
        }
    }
    println!(
        "{args:?}: {} runs, {killed} killed, {unchanged} left the old file, {left} left a new one beside it",
        kills()
    );
}

#[test]
fn a_killed_formatter_leaves_a_whole_file() {
    let folder = scratch("killed_fmt");
    let ugly = format!("variant \"Ugly\" of chess\ntests\n{}", "  perft 1=20   \n".repeat(20_000));
    replaced_or_not(&folder, "ugly.tg", &ugly, &["fmt", "ugly.tg"]);
}

#[test]
fn a_killed_picture_is_the_old_or_the_new_one() {
    let folder = scratch("killed_svg");
    let old = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n".repeat(1000);
    replaced_or_not(&folder, "board.svg", &old, &["show", "chess", "--svg", "board.svg"]);
}

/// How many pieces of a count are done, by its checkpoint.
fn pieces_done(file: &Path) -> usize {
    let Ok(text) = fs::read_to_string(file) else { return 0 };
    let saved: serde_json::Value = serde_json::from_str(&text).expect("a whole file");
    saved["done"].as_object().expect("what is done").len()
}

#[test]
fn a_killed_count_goes_on_where_it_was() {
    let folder = scratch("killed_count");
    let file = folder.join("far.json");
    let count = |engine| ["perft", "chess", "5", "--engine", engine, "--checkpoint", "far.json"];
    let (mut dice, mut killed, mut best, mut left) = (Dice::new(2), 0, 0, 0);
    for round in 0..kills() {
        if best == 400 {
            // It has got to its end; the next one starts again.
            fs::remove_file(&file).expect("removed");
            best = 0;
        }
        let mut child = command(&folder, &count("reference")).spawn().expect("it runs");
        killed += usize::from(kill(&folder, &mut child, &mut dice, Duration::from_millis(2600)));
        for path in beside(&folder) {
            left += 1;
            fs::remove_file(path).expect("removed");
        }
        let done = pieces_done(&file);
        assert!(done >= best, "round {round}: {done} pieces were done, and {best} before");
        best = done;
        if round % 10 == 9 || round + 1 == kills() {
            // Whatever was saved is right: a copy counted to its end has the right number.
            fs::copy(&file, folder.join("copy.json")).expect("copied");
            let output = finish(&folder, &["perft", "chess", "5", "--checkpoint", "copy.json"]);
            assert!(text(&output.stdout).starts_with("perft 5 = 4865609\n"), "{}", text(&output.stderr));
        }
    }
    println!(
        "perft --checkpoint: {} runs, {killed} killed, {left} left a new file beside the old one",
        kills()
    );
}

/// Waits until a file is there.
fn wait_for(file: &Path) {
    let started = Instant::now();
    while !file.exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "{} never comes", file.display());
        thread::sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    let kill = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

/// Whether the tests were started with a signal ignored, as far as the system tells.
fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (number - 1) & 1 == 1)
}

#[test]
fn signals_end_a_count_with_what_is_known() {
    let folder = scratch("signals");
    for (name, number, code) in [("INT", 2, 130), ("TERM", 15, 143), ("HUP", 1, 129)] {
        // What the tests themselves ignore, since they run in the background, the program ignores, too.
        if is_ignored(number) {
            continue;
        }
        let file = format!("{name}.json");
        let args = ["perft", "chess", "6", "--engine", "reference", "--checkpoint", &file];
        let child = command(&folder, &args).spawn().expect("it runs");
        wait_for(&folder.join(&file));
        // More than nothing is done, and less than is saved every two seconds.
        thread::sleep(Duration::from_millis(900));
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(code), "{name}");
        assert!(text(&output.stdout).contains("perft 6 stopped: "), "{}", text(&output.stdout));
        assert_eq!(text(&output.stderr), "");
        // What the output counts is what is saved, with what was begun besides.
        let saved: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(folder.join(&file)).expect("a file")).expect("JSON");
        assert_eq!(saved["format"], 2);
        assert!(beside(&folder).is_empty());
    }
}

/// Who starts a count under `nohup` wants it to go on without the terminal.
#[test]
#[cfg(target_os = "linux")]
fn an_ignored_signal_stays_ignored() {
    let folder = scratch("nohup");
    let script = "trap '' HUP; exec \"$0\" perft chess 6 --engine reference --checkpoint far.json";
    let mut command = Command::new("sh");
    command.args(["-c", script, PROGRAM]).current_dir(&folder).stdout(Stdio::piped()).stdin(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    wait_for(&folder.join("far.json"));
    signal(&child, "HUP");
    thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("asked").is_none(), "it goes on");
    signal(&child, "TERM");
    assert_eq!(child.wait().expect("ended").code(), Some(143));
}

#[test]
fn a_second_count_with_one_checkpoint_is_refused() {
    let folder = scratch("second");
    let args = ["perft", "chess", "6", "--engine", "reference", "--checkpoint", "far.json"];
    let mut first = command(&folder, &args).spawn().expect("it runs");
    wait_for(&folder.join("far.json"));
    std::os::unix::fs::symlink("far.json", folder.join("link.json")).expect("a link");
    for file in ["far.json", "./far.json", "link.json"] {
        let second = finish(&folder, &["perft", "chess", "6", "--engine", "reference", "--checkpoint", file]);
        assert_eq!((second.status.code(), text(&second.stdout).as_str()), (Some(1), ""));
        assert!(text(&second.stderr).contains("is in use by another process"), "{}", text(&second.stderr));
    }
    // What a killed process leaves is in nobody's way.
    first.kill().expect("killed");
    first.wait().expect("ended");
    let mut third = command(&folder, &args).spawn().expect("it runs");
    thread::sleep(Duration::from_millis(700));
    assert!(third.try_wait().expect("asked").is_none(), "it counts");
    third.kill().expect("killed");
    third.wait().expect("ended");
}

/// A file may not have more than a few hundred bytes here, as on a disk that is full.
#[test]
fn a_count_is_printed_even_if_it_cannot_be_saved() {
    let folder = scratch("unsaved");
    let script = "ulimit -f 1 && exec \"$0\" perft chess 4 --checkpoint far.json";
    let output =
        Command::new("sh").args(["-c", script, PROGRAM]).current_dir(&folder).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("perft 4 = 197281\n"), "{}", text(&output.stdout));
    assert_eq!(text(&output.stderr), "error: the checkpoint `far.json` can't be written: file too large\n");
    // What was saved at the start is still there, and good.
    assert_eq!(pieces_done(&folder.join("far.json")), 0);
    assert!(beside(&folder).is_empty());
    assert!(finish(&folder, &["perft", "chess", "4", "--checkpoint", "far.json"]).status.success());
}

#[test]
fn a_full_disk_leaves_old_files_whole() {
    let folder = scratch("full_disk");
    let disk = folder.join("disk");
    fs::create_dir(&disk).expect("made");
    // A small disk of one's own, where the system lets everybody have one.
    let on_disk = |script: &str| {
        let script = format!("mount -t tmpfs -o size=256k none \"$1\" && cd \"$1\" && {{ {script}\n}}");
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", &script, PROGRAM]).arg(&disk).arg(&folder);
        command.output().ok()
    };
    if !on_disk("true").is_some_and(|output| output.status.success()) {
        println!("skipped: no small disk can be mounted here");
        return;
    }
    let ugly = format!("variant \"Ugly\" of chess\ntests\n{}", "  perft 1=20   \n".repeat(2_000));
    fs::write(folder.join("ugly.tg"), ugly).expect("written");
    let output = on_disk(
        "cp \"$2/ugly.tg\" . && echo old > board.svg && echo old > board.png
         \"$0\" perft chess 2 --checkpoint far.json > /dev/null && cp far.json \"$2\"
         head -c 1000000 /dev/zero > filler 2> /dev/null
         for line in 'fmt ugly.tg' 'show chess --svg board.svg' 'show chess --png board.png' 'new mine' \
             'perft chess 2 --checkpoint far.json' 'perft chess 2 --checkpoint other.json'; do
             \"$0\" $line; echo \"[$?]\"
         done
         cmp ugly.tg \"$2/ugly.tg\" && cmp far.json \"$2/far.json\" && cat board.svg board.png && ls -A",
    );
    let output = output.expect("it runs");
    let said = "old\nold\nboard.png\nboard.svg\nfar.json\nfiller\nugly.tg\n";
    assert_eq!(text(&output.stdout), "[1]\n".repeat(6) + said, "{}", text(&output.stderr));
    let errors = text(&output.stderr);
    assert_eq!(errors.matches("error: ").count(), 6, "{errors}");
    assert_eq!(errors.matches("no storage space").count(), 6, "{errors}");
}

/// A match whose files have no more room leaves whole games in them, the same in both, and goes on when there is room again.
#[test]
fn a_match_without_room_leaves_whole_games() {
    let folder = scratch("full_match");
    let line =
        "match losalamos random random --games 40 --random-plies 0 --pgn games.pgn --journal far.jsonl";
    let script = format!("ulimit -f 16 && exec \"$0\" {line}");
    let output =
        Command::new("sh").args(["-c", &script, PROGRAM]).current_dir(&folder).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the PGN file can't be written: "), "{}", text(&output.stderr));
    let count = |file: &str, begins: &str| {
        let text = fs::read_to_string(folder.join(file)).expect("a file");
        text.lines().filter(|line| line.starts_with(begins)).count()
    };
    let games = count("games.pgn", "[Event ");
    assert!(games > 0 && games < 40);
    assert_eq!(count("far.jsonl", "{\"number\":"), games);
    assert!(finish(&folder, &["pgn", "losalamos", "games.pgn"]).status.success());
    // Now there is room.
    let output = finish(&folder, &line.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!((count("games.pgn", "[Event "), count("far.jsonl", "{\"number\":")), (40, 40));
    let output = finish(&folder, &["pgn", "losalamos", "games.pgn"]);
    assert!(output.status.success() && text(&output.stdout).contains("40 games"), "{}", text(&output.stdout));
}

/// A reader that goes away, as `head` does, is not an error.
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let folder = scratch("closed_pipe");
    let wrong: String = (0..20_000).map(|i| format!("remove piece P{i}\n")).collect();
    fs::write(folder.join("bad.tg"), format!("variant \"Bad\" of chess\n{wrong}")).expect("written");
    fs::write(folder.join("bad.pgn"), "1. e5 *\n".repeat(20_000)).expect("written");
    for (args, from_err, code) in [
        (vec!["pgn", "chess", "bad.pgn", "--all"], false, 0),
        (vec!["check", "bad.tg", "--json", "--all"], false, 0),
        (vec!["check", "bad.tg"], true, 1),
    ] {
        let mut child = command(&folder, &args).spawn().expect("it runs");
        let (out, err) = (child.stdout.take().expect("caught"), child.stderr.take().expect("caught"));
        let (read, mut other): (Box<dyn Read>, Box<dyn Read>) =
            if from_err { (Box::new(err), Box::new(out)) } else { (Box::new(out), Box::new(err)) };
        let mut line = String::new();
        BufReader::new(read).read_line(&mut line).expect("a line");
        let mut rest = String::new();
        other.read_to_string(&mut rest).expect("text");
        assert_eq!(child.wait().expect("ended").code(), Some(code), "{args:?} {rest}");
        assert!(from_err || rest.is_empty(), "{args:?} {rest}");
    }
}
