//! What the command reads and writes: which files, how much of them, and that nothing is lost.

use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::Duration;

use tilegame::{Exit, Flag, Io};

use crate::command::{Answer, run_in, scratch, snapshot_in, words};

/// What must never be printed.
const SECRET: &str = "mark xyzzy";

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

/// A command line in a folder, given no input.
fn say(folder: &Path, line: &str) -> Answer {
    let answer = run_in(folder, &words(line), "");
    for text in [&answer.out, &answer.err] {
        assert!(!text.contains("xyzzy"), "{line}\n{text}");
    }
    answer
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[cfg(unix)]
fn link(folder: &Path, name: &str, target: &str) {
    std::os::unix::fs::symlink(target, folder.join(name)).expect("a link");
}

#[test]
#[cfg(unix)]
fn imports_stay_in_the_folder_of_the_game() {
    let folder = scratch("imports");
    write(&folder, "outside.tg", SECRET);
    write(&folder, "plain.txt", SECRET);
    write(&folder, "game/parts/inside.tg", "path inside = n\n");
    write(&folder, "game/parts/plain.txt", SECRET);
    write(&folder, "game/bytes.tg", b"\xff\xfe");
    fs::create_dir(folder.join("game/folder.tg")).expect("made");
    File::create(folder.join("game/long.tg")).and_then(|f| f.set_len(5 << 30)).expect("a sparse file");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(folder.join("game/pipe.tg"))
            .status()
            .expect("mkfifo")
            .success()
    );
    link(&folder, "game/link.tg", "../outside.tg");
    link(&folder, "game/txt.tg", "parts/plain.txt");
    link(&folder, "game/round.tg", "round.tg");
    link(&folder, "game/up", "..");
    link(&folder, "elsewhere", "game");
    let game = |name: &str, import: &str| {
        write(&folder, &format!("game/{name}.tg"), format!("variant \"Mine\" of chess\nuse {import}\n"));
    };
    game("up_and_out", "\"../outside.tg\"");
    game("by_detour", "\"parts/../../outside.tg\"");
    game("by_link", "\"link.tg\"");
    game("by_folder_link", "\"up/outside.tg\"");
    game(
        "others",
        "\"txt.tg\", \"parts/plain.txt\", \"folder.tg\", \"long.tg\", \"pipe.tg\", \"bytes.tg\", \"none.tg\"",
    );
    game("good", "\"parts/inside.tg\"");
    write(&folder, "game/absolute.tg", "variant \"Mine\" of \"/etc/passwd\"\nuse \"/dev/zero\"\n");
    write(&folder, "game/deep.tg", "variant \"Mine\" of chess\nuse \"parts/deeper.tg\"\n");
    write(&folder, "game/parts/deeper.tg", "use \"../../outside.tg\"\n");
    snapshot_in(
        &folder,
        "imports",
        &[
            "check game/good.tg",
            "check elsewhere/good.tg",
            "check game/up_and_out.tg",
            "check game/up_and_out.tg --allow-dir .",
            "check game/up_and_out.tg --allow-dir game/up",
            "check game/up_and_out.tg --allow-dir nowhere",
            "check game/by_detour.tg",
            "check game/others.tg",
            "check game/absolute.tg",
            "check game/deep.tg",
            "check game/deep.tg --allow-dir .",
            "check game/pipe.tg",
            "check game/long.tg",
            "check game/txt.tg",
            "check game/parts/plain.txt",
            "check /dev/zero",
        ],
    );
    // Where a link leads is a path of this machine.
    for game in ["game/by_link.tg", "game/by_folder_link.tg"] {
        let answer = say(&folder, &format!("check {game}"));
        assert!(answer.exit == Exit::Failed && answer.err.contains("by a symbolic link"), "{}", answer.err);
    }
    let answer = say(&folder, "check game/round.tg");
    assert!(
        answer.exit == Exit::Failed && answer.err.contains("`game/round.tg` can't be read"),
        "{}",
        answer.err
    );
    // All that read a game take the same care and the same option.
    for command in [
        "show game/by_link.tg",
        "moves game/by_link.tg",
        "perft game/by_link.tg 1",
        "compare game/by_link.tg 1",
        "play game/by_link.tg --random all",
        "fen game/by_link.tg",
        "pgn game/by_link.tg -",
        "explain game/by_link.tg e2e4",
        "new other --of game/by_link.tg",
        "moveid encode game/by_link.tg Knight",
        "dump --ir game/by_link.tg",
    ] {
        let refused = say(&folder, command);
        assert!(refused.err.contains("error[E0216]"), "{command}\n{}", refused.err);
        let allowed = run_in(&folder, &words(&format!("{command} --allow-dir .")), "");
        assert!(!allowed.err.contains("E0216"), "{command}\n{}", allowed.err);
    }
}

/// An absolute path is not the same on another machine: it is taken only where the user has named its folder.
#[test]
fn absolute_paths_need_leave() {
    let folder = scratch("absolute");
    write(&folder, "inside.tg", "path inside = n\n");
    let path = folder.join("inside.tg").display().to_string().replace('\\', "/");
    write(&folder, "mine.tg", format!("variant \"Mine\" of chess\nuse \"{path}\"\n"));
    assert!(say(&folder, "check mine.tg").err.contains("is an absolute path"));
    assert_eq!(say(&folder, "check mine.tg --allow-dir .").exit, Exit::Fine);
}

#[test]
fn one_file_is_one_however_it_is_spelled() {
    let folder = scratch("spelled");
    write(&folder, "a/other.tg", "");
    write(&folder, "x.tg", "mark sand\nuse \"./a/../mine.tg\"\n");
    write(&folder, "part.tg", "mark sand\n");
    #[cfg(unix)]
    {
        link(&folder, "again.tg", "part.tg");
        link(&folder, "here", ".");
    }
    let links = if cfg!(unix) { ", \"again.tg\", \"here/part.tg\", \"here/here/again.tg\"" } else { "" };
    let game = format!(
        "variant \"Mine\" of chess\nuse \"part.tg\", \"./part.tg\", \"a/../part.tg\", \"./././part.tg\"{links}\n\
         extend piece Knight\n    quiet n+n{{mark sand}}\n    quiet s[marked sand]\n"
    );
    write(&folder, "mine.tg", game);
    let answer = say(&folder, "check mine.tg");
    assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""));
    // A circle is a circle, too.
    write(&folder, "mine.tg", "variant \"Mine\" of chess\nuse \"x.tg\"\n");
    let answer = say(&folder, "check a/../mine.tg");
    assert!(answer.err.contains("error[E0206]"), "{}", answer.err);
}

/// A file whose path is the name of a source of the library is that file, and the library stays what it is.
#[test]
fn a_file_is_not_taken_for_one_of_the_library() {
    let folder = scratch("library");
    write(
        &folder,
        "games/chess.tg",
        "variant \"Mine\" of chess\n\nremove castling\n\ntests\n    perft 1 = 20\n",
    );
    write(&folder, "games/other.tg", "variant \"Other\" of \"chess.tg\"\n\ntests\n    perft 1 = 20\n");
    for name in ["games/chess.tg", "games/other.tg"] {
        let answer = say(&folder, &format!("check {name}"));
        assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""));
        let dumped = say(&folder, &format!("dump --ir {name}"));
        assert!(!dumped.out.contains("\ncastling"), "{name} has no castling\n{}", dumped.out);
    }
    assert!(say(&folder, "dump --ir chess").out.contains("\ncastling"));
}

/// Everything that is read is a regular file of bounded length, or what is piped in.
#[test]
#[cfg(unix)]
fn what_is_no_file_is_not_read() {
    let folder = scratch("odd");
    assert!(
        std::process::Command::new("mkfifo").arg(folder.join("pipe.tg")).status().expect("mkfifo").success()
    );
    fs::create_dir(folder.join("folder.tg")).expect("made");
    File::create(folder.join("long.tg")).and_then(|f| f.set_len(5 << 30)).expect("a sparse file");
    link(&folder, "zero.tg", "/dev/zero");
    for (file, why) in [
        ("pipe.tg", "is a pipe, not a file"),
        ("folder.tg", "is a folder, not a file"),
        ("zero.tg", "is a device, not a file"),
        ("/dev/zero", "is a device, not a file"),
        ("long.tg", "MiB"),
        ("none.tg", "there is no file"),
    ] {
        for command in [
            format!("check ./{file}"),
            format!("show ./{file}"),
            format!("pgn chess {file}"),
            format!("fmt {file}"),
            format!("moveid check --file {file}"),
            format!("perft chess 1 --checkpoint {file}"),
            format!("new mine --of ./{file}"),
            format!("show chess --svg {file}"),
        ] {
            let command = command.replace(".//", "/");
            // A picture or a checkpoint may be written where nothing is; a long file is replaced by a picture.
            if command.contains("--svg") && file.contains("long")
                || file == "none.tg" && !command.contains("tg none")
            {
                continue;
            }
            let answer = say(&folder, &command);
            assert_eq!(answer.exit, Exit::Failed, "{command}");
            assert!(answer.err.contains(why) && answer.err.lines().count() == 1, "{command}\n{}", answer.err);
        }
    }
    assert_eq!(names(&folder), ["folder.tg", "long.tg", "pipe.tg", "zero.tg"]);
}

#[test]
fn input_without_end_is_answered() {
    let folder = scratch("endless");
    for command in ["fmt -", "moveid check --file -", "pgn chess -", "play chess --ascii"] {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io::new(io_of_zeros(), &mut out, &mut err).in_folder(&folder);
        let exit = tilegame::run(words(&format!("tilegame {command}")), &mut io);
        drop(io);
        let err = String::from_utf8(err).expect("text");
        assert_eq!(exit, Exit::Failed, "{command}");
        assert!(err.contains("iB") && err.contains("limit of"), "{command}\n{err}");
    }
}

fn io_of_zeros() -> impl std::io::Read {
    std::io::repeat(0)
}

/// A file of any length is read game by game.
#[test]
fn a_long_pgn_file_is_read_to_its_end() {
    let folder = scratch("long_pgn");
    let games = "[White \"J\u{f6}rg\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n";
    let mut text = games.repeat(2000);
    text += "[White \"Anna\"]\n\n1. e4 e5\n2. Ke3 *\n\n";
    text += games;
    write(&folder, "games.pgn", &text);
    let answer = say(&folder, "pgn chess games.pgn");
    assert_eq!(answer.exit, Exit::Failed);
    let line = games.matches('\n').count() * 2000 + 4;
    assert!(answer.out.starts_with(&format!("games.pgn:{line}:4: game 2001 (Anna – ?)")), "{}", answer.out);
    assert!(answer.out.ends_with("2002 games, 12008 moves: 1 with mistakes\n"), "{}", answer.out);
    // Latin-1, which is what the standard asks for, is read as such.
    let latin: Vec<u8> = games.chars().map(|c| c as u8).collect();
    write(&folder, "latin.pgn", [latin.as_slice(), b"1. e5 *"].concat());
    let answer = say(&folder, "pgn chess latin.pgn");
    assert!(answer.out.contains("2 games, 6 moves: 1 with mistakes"), "{}", answer.out);
}

#[test]
fn many_mistakes_are_summed_up() {
    let folder = scratch("mistakes");
    write(&folder, "bad.pgn", "1. e5 *\n".repeat(201));
    let answer = say(&folder, "pgn chess bad.pgn");
    assert_eq!(answer.out.matches("bad.pgn:").count(), 200);
    assert!(answer.out.contains("\nand 1 more mistake; `--all` prints all\n201 games"), "{}", answer.out);
    let answer = say(&folder, "pgn chess bad.pgn --all");
    assert_eq!(answer.out.matches("bad.pgn:").count(), 201);
}

#[test]
fn very_many_messages_are_summed_up() {
    let folder = scratch("messages");
    let wrong = |n: usize| (0..n).map(|i| format!("remove piece P{i}\n")).collect::<String>();
    // A warning at the top gives way to the errors below it.
    let game = |n: usize| format!("variant \"Bad\" of chess\nmark unused\nmark again\n{}", wrong(n));
    write(&folder, "bad.tg", game(300));
    let answer = say(&folder, "check bad.tg");
    assert_eq!(
        (answer.err.matches("\nerror[").count() + 1, answer.err.matches("warning[").count()),
        (200, 0)
    );
    assert!(
        answer.err.ends_with("\nand 100 more messages; `--all` prints all\n"),
        "{}",
        &answer.err[answer.err.len() - 200..]
    );
    assert_eq!(answer.out, "bad.tg: 300 errors\n");
    let answer = say(&folder, "check bad.tg --all");
    assert_eq!(answer.err.matches("error[").count(), 300);
    let answer = say(&folder, "show bad.tg");
    assert!(answer.err.ends_with("\nand 100 more messages; `tilegame check bad.tg --all` prints all\n"));
    let json = |line: &str| -> Vec<serde_json::Value> {
        serde_json::from_str(&say(&folder, line).out).expect("a list")
    };
    let list = json("check bad.tg --json");
    assert_eq!(list.len(), 201);
    assert_eq!((&list[200]["code"], &list[200]["left_out"]), (&"W0001".into(), &100.into()));
    assert_eq!((&list[200]["line"], &list[199]["left_out"]), (&204.into(), &serde_json::Value::Null));
    assert_eq!(json("check bad.tg --json --all").len(), 300);
    write(&folder, "bad.tg", game(200));
    assert_eq!(json("check bad.tg --json").len(), 200);
}

/// What a file says never controls the terminal.
#[test]
fn control_characters_are_not_printed() {
    let folder = scratch("control");
    write(&folder, "title.tg", "variant \"\u{1b}[2J\" of chess\n");
    write(&folder, "turned.tg", "variant \"a\u{202e}b\" of chess\n");
    write(&folder, "import.tg", "variant \"Mine\" of \"\u{7}.tg\"\n");
    write(&folder, "bad.pgn", "[White \"\u{1b}[2J\"]\n\n1. \u{1b}[2J *\n");
    write(&folder, "ids.txt", "\u{1b}[2J\n");
    for command in [
        "check title.tg turned.tg import.tg",
        "show title.tg",
        "pgn chess bad.pgn",
        "moveid check --file ids.txt",
    ] {
        let answer = say(&folder, command);
        assert_eq!(answer.exit, Exit::Failed, "{command}");
        for text in [&answer.out, &answer.err] {
            assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{command}\n{text:?}");
        }
    }
}

#[test]
fn pictures_are_named_as_what_they_are() {
    let folder = scratch("endings");
    snapshot_in(
        &folder,
        "pictures",
        &[
            "show chess --svg x.png",
            "show chess --png x.SVG",
            "show chess --svg x.jpeg",
            "show chess --png x.tar.gif",
            "show chess --svg x --png y.out",
            "show chess --svg none/x.svg",
            "show chess --svg .",
        ],
    );
    assert_eq!(names(&folder), ["x", "y.out"]);
}

/// What takes a file's place has its permissions, and is put where a link leads.
#[test]
#[cfg(unix)]
fn a_replaced_file_keeps_its_place() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = scratch("replaced");
    let ugly = "variant \"Ugly\" of chess  \n";
    let mode = |name: &str| fs::metadata(folder.join(name)).expect("a file").permissions().mode() & 0o7777;
    write(&folder, "deep/ugly.tg", ugly);
    fs::set_permissions(folder.join("deep/ugly.tg"), fs::Permissions::from_mode(0o640)).expect("set");
    link(&folder, "link.tg", "other.tg");
    link(&folder, "other.tg", "deep/ugly.tg");
    assert_eq!(say(&folder, "fmt link.tg").exit, Exit::Fine);
    assert_eq!(read(&folder, "deep/ugly.tg"), "variant \"Ugly\" of chess\n");
    assert_eq!(mode("deep/ugly.tg"), 0o640);
    assert!(folder.join("link.tg").is_symlink() && folder.join("other.tg").is_symlink());
    // A link that leads nowhere yet leads to the new file.
    link(&folder, "picture.svg", "deep/new.svg");
    assert_eq!(say(&folder, "show chess --svg picture.svg").exit, Exit::Fine);
    assert!(folder.join("picture.svg").is_symlink() && read(&folder, "deep/new.svg").contains("</svg>"));
    // A new file has the permissions that all new files have.
    write(&folder, "any", "");
    assert_eq!(mode("deep/new.svg"), mode("any"));
    // `new` takes such a link for what is there.
    link(&folder, "mine.tg", "deep/mine.tg");
    let answer = say(&folder, "new mine");
    assert!(answer.err.contains("is there already"), "{}", answer.err);
    assert!(!folder.join("deep/mine.tg").exists());
    link(&folder, "round.svg", "round.svg");
    assert_eq!(say(&folder, "show chess --svg round.svg").exit, Exit::Failed);
    assert_eq!(names(&folder.join("deep")), ["new.svg", "ugly.tg"]);
}

/// Who has protected a file, or a folder, has meant it.
#[test]
#[cfg(unix)]
fn what_is_protected_stays() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = scratch("protected");
    let ugly = "variant \"Ugly\" of chess  \n";
    write(&folder, "file.tg", ugly);
    write(&folder, "closed/file.tg", ugly);
    let protect = |name: &str, mode| {
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(mode)).expect("set");
    };
    protect("file.tg", 0o444);
    protect("closed", 0o555);
    // Some users may write everywhere.
    if File::options().write(true).open(folder.join("file.tg")).is_ok() {
        protect("closed", 0o755);
        return;
    }
    for command in [
        "fmt file.tg",
        "fmt closed/file.tg",
        "show chess --svg closed/x.svg",
        "perft chess 2 --checkpoint closed/x",
    ] {
        let answer = say(&folder, command);
        assert_eq!((answer.exit, answer.out.as_str()), (Exit::Failed, ""), "{command}");
        assert!(answer.err.contains("can't be written"), "{command}\n{}", answer.err);
    }
    assert_eq!(
        (read(&folder, "file.tg"), read(&folder, "closed/file.tg")),
        (ugly.to_owned(), ugly.to_owned())
    );
    protect("closed", 0o755);
    assert_eq!(names(&folder.join("closed")), ["file.tg"]);
}

#[test]
fn a_new_game_can_reach_its_parent() {
    let folder = scratch("new_elsewhere");
    write(&folder, "base.tg", "variant \"Base\" of chess\n");
    write(&folder, "in/parts/part.tg", "variant \"Part\" of chess\n");
    let inner = folder.join("in");
    let answer = say(&inner, "new up --of ../base.tg");
    assert!(answer.out.contains("tilegame check up.tg --allow-dir .."), "{}", answer.out);
    assert_eq!(say(&inner, "check up.tg --allow-dir ..").exit, Exit::Fine);
    assert_eq!(say(&inner, "check up.tg").exit, Exit::Failed);
    // A path from the root becomes one that is the same on another machine.
    let path = inner.join("parts/part.tg").display().to_string();
    let answer = say(&inner, &format!("new down --of \"{path}\""));
    assert!(answer.out.contains("tilegame check down.tg\n"), "{}", answer.out);
    assert!(read(&inner, "down.tg").contains("of \"parts/part.tg\""));
    assert_eq!(say(&inner, "check down.tg").exit, Exit::Fine);
}

/// The first line that a count prints, how it ended, and what it complained about.
fn count(folder: &Path, line: &str) -> (Exit, String, String) {
    let answer = say(folder, line);
    (answer.exit, answer.out.lines().next().unwrap_or_default().to_owned(), answer.err)
}

#[test]
fn a_count_goes_on_from_its_checkpoint() {
    let folder = scratch("checkpoint");
    let line = "perft chess 4 --checkpoint far.json";
    let whole = (Exit::Fine, "perft 4 = 197281".to_owned(), String::new());
    // It is stopped in the middle, and what is done is saved.
    let flag = Flag::default();
    let stop = flag.clone();
    let mut out = Vec::new();
    let exit = thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(300));
            stop.raise();
        });
        let io = Io::new(std::io::empty(), &mut out, std::io::sink());
        let mut io = io.in_folder(&folder).interrupted_by(flag);
        tilegame::run(words(&format!("tilegame {line} --engine reference")), &mut io)
    });
    let saved: serde_json::Value = serde_json::from_str(&read(&folder, "far.json")).expect("JSON");
    let done = saved["done"].as_object().expect("what is done").len();
    if exit == Exit::Interrupted {
        assert!(done < 400, "{done}");
        let out = String::from_utf8(out).expect("text");
        assert!(out.contains("perft 4 stopped"), "{out}");
    }
    assert_eq!(count(&folder, line), whole);
    assert_eq!(count(&folder, line), whole);
    assert_eq!(names(&folder), ["far.json"]);
}

/// A checkpoint that the program has not written as it is now is refused, and stays.
#[test]
fn a_checkpoint_that_was_changed_is_refused() {
    let folder = scratch("changed_checkpoint");
    let line = "perft chess 3 --checkpoint far.json";
    assert_eq!(count(&folder, line).0, Exit::Fine);
    let good = read(&folder, "far.json");
    let edited = good.replacen(":380", ":381", 1);
    assert_ne!(edited, good);
    let large = good.replacen(":380", ":18446744073709551615", 1);
    let cases: &[(&str, String, &str)] = &[
        ("edited", edited, "is damaged"),
        ("large", large, "is damaged"),
        ("other sum", good.replacen("\"nodes\":8902", "\"nodes\":8903", 1), "is damaged"),
        ("more fields", good.replacen("{\"format\"", "{\"extra\":1,\"format\"", 1), "is damaged"),
        ("cut", good[..good.len() / 2].to_owned(), "ends too early"),
        ("newer", good.replacen("\"format\":2", "\"format\":3", 1), "another version"),
        ("older", "{\"game\":\"chess\",\"done\":{}}".to_owned(), "older version"),
        ("a list", format!("[\"{SECRET}\"]"), "is not a checkpoint"),
        ("no JSON", SECRET.to_owned(), "is not a checkpoint"),
        ("no number", format!("{{\"format\":\"{SECRET}\"}}"), "is not a checkpoint"),
        ("nothing", String::new(), "is empty"),
        ("zeros", "\0".repeat(5000), "is not a checkpoint"),
    ];
    for (what, text, why) in cases {
        assert_ne!(*text, good, "{what}");
        write(&folder, "far.json", text);
        let (exit, out, err) = count(&folder, line);
        assert_eq!((exit, out.as_str()), (Exit::Failed, ""), "{what}");
        assert!(err.contains("`far.json`") && err.contains(why) && err.lines().count() == 1, "{what}: {err}");
        assert_eq!(read(&folder, "far.json"), *text, "{what}");
    }
    // The same in other white space is the same.
    let value: serde_json::Value = serde_json::from_str(&good).expect("JSON");
    write(&folder, "far.json", serde_json::to_string_pretty(&value).expect("JSON"));
    assert_eq!(count(&folder, line).0, Exit::Fine);
    let (exit, _, err) = count(&folder, "perft chess 2 --checkpoint far.json");
    assert!(exit == Exit::Failed && err.contains("belongs to another count, to depth 3"), "{err}");
}

/// The same board, and another past: what is counted from there may be something else.
#[test]
fn a_checkpoint_tells_what_was_before_the_position() {
    let folder = scratch("checkpoint_of_a_past");
    let line = |moves: &str| format!("perft go9 1 --checkpoint far.json --after \"{moves}\"");
    for _ in 0..2 {
        assert_eq!(
            count(&folder, &line("S@a1 S@b2 S@c3 S@d4")),
            (Exit::Fine, "perft 1 = 78".to_owned(), String::new())
        );
    }
    let (exit, _, err) = count(&folder, &line("S@c3 S@d4 S@a1 S@b2"));
    assert!(exit == Exit::Failed && err.contains("belongs to another count, from 9/"), "{err}");
}

/// That a checkpoint can't be written is known before anything is counted.
#[test]
fn a_checkpoint_that_cannot_be_written_is_refused_at_once() {
    let folder = scratch("no_checkpoint");
    fs::create_dir(folder.join("folder")).expect("made");
    for file in ["none/far.json", "folder"] {
        let (exit, out, err) = count(&folder, &format!("perft chess 1000 --checkpoint {file}"));
        assert_eq!((exit, out.as_str()), (Exit::Failed, ""));
        assert!(err.contains(&format!("the checkpoint `{file}`")), "{err}");
    }
}

/// The deepest count that can be asked for does not break the program, whatever it comes to.
#[test]
fn deep_counts_do_no_harm() {
    let folder = scratch("deep");
    let game = |board: &str, setup: &str, tests: &str| {
        format!(
            "game \"Case\"\nboard\n    grid {board}\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             piece Man \"M\"\n    move e\n    move w\nsetup \"{setup} w\"\n{tests}"
        )
    };
    write(&folder, "one.tg", game("2 x 2", "m1/M1", "tests\n    perft 1000 = 1\n"));
    assert_eq!(say(&folder, "check one.tg").exit, Exit::Fine);
    for threads in ["1", "4"] {
        let line = format!("perft one.tg 1000 --threads {threads} --engine reference");
        assert_eq!(count(&folder, &line).1, "perft 1000 = 1");
    }
    // 2 to the power of 1000 is too much, and says so before it is counted.
    write(&folder, "two.tg", game("3 x 2", "1m1/1M1", "tests\n    perft 1000 = 18446744073709551615\n"));
    let answer = say(&folder, "check two.tg --budget 100000");
    assert!(answer.err.contains("error[E0708]") && answer.err.contains("100000 nodes"), "{}", answer.err);
}
