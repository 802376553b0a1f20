//! Running the command inside this process, and dialogues with it as snapshots.

use std::fs;
use std::path::{Path, PathBuf};

use tilegame::{Exit, Io};

/// What a command printed, and how it ended.
pub(crate) struct Answer {
    pub(crate) exit: Exit,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// An empty folder for the test of that name.
pub(crate) fn scratch(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

pub(crate) fn run_in(folder: &Path, args: &[&str], input: &str) -> Answer {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io::new(input.as_bytes(), &mut out, &mut err).in_folder(folder);
    let exit = tilegame::run([&["tilegame"], args].concat(), &mut io);
    drop(io);
    let text = |bytes| String::from_utf8(bytes).expect("the output is text");
    Answer { exit, out: text(out), err: text(err) }
}

pub(crate) fn run(args: &[&str]) -> Answer {
    run_in(Path::new(""), args, "")
}

/// A command line, in which quotes hold words together.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').expect("a closing quote"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// Runs commands one after another in one folder; `<` before a command gives it what stands in the next lines.
pub(crate) fn dialogue(folder: &Path, commands: &[&str]) -> String {
    let mut page = String::new();
    for command in commands {
        let (line, input) = command.split_once('\n').unwrap_or((command, ""));
        let answer = run_in(folder, &words(line), input);
        page += &format!("$ tilegame {line}\n");
        for line in input.lines() {
            page += &format!("< {line}\n");
        }
        page += &answer.out;
        for line in answer.err.lines() {
            page += &format!("! {line}\n");
        }
        page += &format!("[{:?}]\n\n", answer.exit);
    }
    // Times are different every time, and tables are larger where the processor can use them.
    let steady = |line: &str| match line.split_once("the tables ") {
        _ if line.ends_with(" nodes/s") => "TIME".to_string(),
        Some((before, _)) => format!("{before}the tables SIZE"),
        None => line.to_string(),
    };
    page.lines().map(steady).collect::<Vec<_>>().join("\n")
}

pub(crate) fn snapshot(name: &str, commands: &[&str]) {
    snapshot_in(&scratch(name), name, commands);
}

pub(crate) fn snapshot_in(folder: &Path, name: &str, commands: &[&str]) {
    let page = dialogue(folder, commands);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../cases/cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}
