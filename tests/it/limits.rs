//! The limits on what is read, printed and counted: just below each all is well, just above it a message names it, and the
//! language reference lists it.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use tilegame::Exit;
use tilegame::check::{Budget, Checked, check_within};
use tilegame::limits::{
    CHECKPOINT_BYTES, JOURNAL_BYTES, LEARNED_BYTES, LEARNED_GAMES, LINE_BYTES, LIST_BYTES, LSP_BYTES,
    MATCH_GAMES, NET_BYTES, PGN_GAME_BYTES, REFEREE_LINE_BYTES, REFEREE_MEGABYTES, REFEREE_MILLISECONDS,
    REFEREE_RULES, REFEREE_RULES_BYTES, SHOWN_MESSAGES, SOLVE_POSITIONS, TABLE_BYTES, TEST_NODES,
    TEST_SECONDS,
};
use tilegame_dsl::diagnostic::{Diagnostic, Severity};
use tilegame_dsl::fetch::Fetched;
use tilegame_dsl::limits::{
    ALL_SOURCES_BYTES, BLOCKS, EXPRESSIONS, IMPORT_DEPTH, KINDS, LISTED, MESSAGES, NAMES_NESTING, NESTING,
    NUMBER, PERFT_DEPTH, PLAYERS, REPETITIONS, RULE_EXPRESSIONS, RULES, SOURCE_BYTES, SOURCES, STEPS, TILES,
    TILES_IN_A_ROW, VANISHING, WAYS, WORDS,
};
use tilegame_dsl::source::Sources;
use tilegame_dsl::{Loaded, load};
use tilegame_runtime::{MOST_MOVES, MOST_WAYS};

use crate::command::{run_in, scratch, words};

/// A game with so many of something.
type Text<'g> = &'g dyn Fn(usize) -> String;

/// Loads a game whose imports come from a function.
fn loaded(root: &str, mut file: impl FnMut(&str) -> Option<String>) -> (Sources, Loaded) {
    let mut sources = Sources::new();
    sources.add("mine.tg", root);
    let loaded = load(&mut sources, "mine.tg", &mut |path| file(path).map(Fetched::Text));
    (sources, loaded)
}

fn errors(loaded: &Loaded) -> Vec<&Diagnostic> {
    loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect()
}

/// The only error, with its notes.
fn only_error(loaded: &Loaded) -> String {
    let errors = errors(loaded);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    format!(
        "{} {} {} {}",
        errors[0].code.0,
        errors[0].title,
        errors[0].primary.text,
        errors[0].notes.join(" ")
    )
}

/// A text of so many bytes that says something and then nothing.
fn padded(text: &str, bytes: usize) -> String {
    let rest = bytes - text.len();
    let comment = |bytes: usize| if bytes == 0 { String::new() } else { "#".repeat(bytes - 1) + "\n" };
    text.to_owned() + &comment(100).repeat(rest / 100) + &comment(rest % 100)
}

#[test]
fn bytes_of_a_source() {
    let game = |bytes| padded("variant \"Mine\" of chess\n", bytes);
    assert_eq!(errors(&loaded(&game(SOURCE_BYTES), |_| None).1), Vec::<&Diagnostic>::new());
    let error = only_error(&loaded(&game(SOURCE_BYTES + 1), |_| None).1);
    assert!(error.contains("E0112") && error.contains(&SOURCE_BYTES.to_string()), "{error}");
    // The command does not even read it.
    let folder = scratch("limit_source");
    for (bytes, exit) in [(SOURCE_BYTES, Exit::Fine), (SOURCE_BYTES + 1, Exit::Failed)] {
        fs::write(folder.join("mine.tg"), game(bytes)).expect("written");
        fs::write(folder.join("part.tg"), padded("path step = n\n", bytes)).expect("written");
        fs::write(folder.join("uses.tg"), "variant \"Mine\" of chess\nuse \"part.tg\"\n").expect("written");
        for line in ["check mine.tg", "check uses.tg", "fmt --check mine.tg"] {
            let answer = run_in(&folder, &words(line), "");
            assert_eq!(answer.exit, exit, "{line} {}", answer.err);
            assert_eq!(
                exit == Exit::Failed,
                answer.err.contains(&SOURCE_BYTES.to_string()),
                "{}",
                answer.err
            );
        }
    }
}

#[test]
fn bytes_of_all_sources() {
    let root = "variant \"Mine\" of chess\nuse \"a.tg\", \"b.tg\", \"c.tg\"\n";
    let library: usize = loaded(root, |_| Some(String::new())).0.iter().map(|(_, _, text)| text.len()).sum();
    let rest = ALL_SOURCES_BYTES - library;
    for extra in [0, 1] {
        let (_, found) = loaded(root, |path| {
            let bytes = if path == "c.tg" { rest - 2 * (rest / 3) + extra } else { rest / 3 };
            Some(padded("", bytes))
        });
        match extra {
            0 => assert_eq!(errors(&found), Vec::<&Diagnostic>::new()),
            _ => {
                let error = only_error(&found);
                assert!(error.contains("E0217") && error.contains(&ALL_SOURCES_BYTES.to_string()), "{error}");
            }
        }
    }
}

#[test]
fn number_of_sources() {
    let library = loaded("variant \"Mine\" of chess\n", |_| None).0.iter().count();
    let root = |n: usize| {
        let uses: String = (0..n).map(|i| format!("use \"m{i}.tg\"\n")).collect();
        format!("variant \"Mine\" of chess\n{uses}")
    };
    let module = |_: &str| Some(String::new());
    assert_eq!(errors(&loaded(&root(SOURCES - library), module).1), Vec::<&Diagnostic>::new());
    // However many are too many, it is said once.
    for more in [1, 50] {
        let error = only_error(&loaded(&root(SOURCES - library + more), module).1);
        assert!(error.contains("E0217") && error.contains(&SOURCES.to_string()), "{error}");
    }
}

#[test]
fn depth_of_imports() {
    // The root is the first of the chain, and is not imported.
    let chain = |depth: usize| {
        loaded("variant \"Mine\" of chess\nuse \"m2.tg\"\n", |path| {
            let n: usize = path.strip_prefix('m')?.strip_suffix(".tg")?.parse().ok()?;
            Some(if n == depth { String::new() } else { format!("use \"m{}.tg\"\n", n + 1) })
        })
    };
    assert_eq!(errors(&chain(IMPORT_DEPTH + 1).1), Vec::<&Diagnostic>::new());
    let error = only_error(&chain(IMPORT_DEPTH + 2).1);
    assert!(error.contains("E0217") && error.contains(&IMPORT_DEPTH.to_string()), "{error}");
}

/// Whether one of the errors about a game has this code and these words in its title, label or notes.
fn is_refused(game: &str, code: &str, words: &str) -> bool {
    let (_, found) = loaded(game, |_| None);
    errors(&found).iter().any(|error| {
        let all = format!("{} {} {}", error.title, error.primary.text, error.notes.join(" "));
        error.code.0 == code && all.contains(words)
    })
}

/// A game on a board with these lines, among them those of a piece.
fn on_board(grid: &str, lines: &str) -> String {
    format!(
        "game \"G\"\nboard\n    grid {grid}\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n{lines}\n\
         notation\n    fen placement, turn\n"
    )
}

/// A game on eight by eight tiles whose piece has this rule.
fn with_rule(rule: &str) -> String {
    on_board("8 x 8", &format!("piece X \"X\"\n    {rule}\nsetup \"8/8/8/3X4/8/8/8/8 w\""))
}

#[test]
fn tiles_of_a_board() {
    let piece = "piece X \"X\"\n    move n\n";
    for (grid, refused) in
        [("255 x 257", false), ("256 x 256", true), ("32000 x 1", false), ("32001 x 1", true)]
    {
        assert_eq!(is_refused(&on_board(grid, piece), "E0411", "at most 65,535 tiles"), refused, "{grid}");
    }
    assert_eq!((255 * 257, TILES_IN_A_ROW), (TILES, 32_000));
}

#[test]
fn players_kinds_and_rules() {
    let players = |n: usize| {
        let lines: String = (0..n).map(|i| format!("    P{i} \"p{i}\"\n")).collect();
        format!("game \"G\"\nboard\n    grid 8 x 8\nplayers\n{lines}piece X \"X\"\n    move n\n")
    };
    let kinds = |n: usize| {
        let lines: String = (0..n).map(|i| format!("piece K{i} \"K{i}\" \"k{i}\"\n    move n\n")).collect();
        on_board("8 x 8", &lines)
    };
    // A piece with two states is four kinds, each with all rules.
    let states = "state hot \"+\"\n    state cold \"^\"\n    ";
    let rules = |n: usize| with_rule(&format!("{states}{}", "move n\n    ".repeat(n).trim_end()));
    let limits: [(&str, Text<'_>, usize, usize); 3] = [
        ("too many players", &players, PLAYERS, PLAYERS),
        ("too many pieces", &kinds, KINDS, KINDS),
        ("too many rules", &rules, RULES / 4, RULES),
    ];
    for (words, game, most, named) in limits {
        assert!(!is_refused(&game(most), "E0415", words), "{words}");
        assert!(is_refused(&game(most + 1), "E0415", words), "{words}");
        assert!(is_refused(&game(most + 1), "E0415", &format!("at most {named} ")), "{words}");
    }
}

#[test]
fn alternatives_repetitions_and_steps() {
    let either = |n: usize| with_rule(&format!("do {}", vec!["(n, e)"; n].join(" ")));
    let often = |n: usize| with_rule(&format!("move n*{n}"));
    // Each of 4 directions from each of 64 tiles 255 times, less what the first rounds can't reach; and that so many times.
    let steps = |n: usize| with_rule(&format!("move ((n | e | s | w)*255)*{n}"));
    let joined = |sign: &'static str| {
        move |n: usize| {
            let ways: Vec<String> = (0..n).map(|i| format!("n*{} e*{}", i % 64 + 1, i / 64 + 1)).collect();
            with_rule(&format!("move ({})", ways.join(sign)))
        }
    };
    let (listed, chosen) = (joined(", "), joined(" | "));
    let limits: [(&str, Text<'_>, usize, u64); 5] = [
        ("too many alternatives", &either, 12, WAYS as u64),
        ("too many alternatives", &listed, WAYS, WAYS as u64),
        ("too many alternatives", &chosen, WAYS, WAYS as u64),
        ("too many repetitions", &often, REPETITIONS as usize, REPETITIONS.into()),
        ("may take more than 10000000 steps", &steps, 3, STEPS),
    ];
    for (words, game, most, named) in limits {
        assert!(!is_refused(&game(most), "E0415", words), "{words}");
        assert!(is_refused(&game(most + 1), "E0415", words), "{words}");
        assert!(is_refused(&game(most + 1), "E0415", &named.to_string()), "{words}");
    }
    assert_eq!(1 << 12, WAYS);
}

#[test]
fn expressions() {
    // Each name stands for twice as much as the one before.
    let doubled = |n: usize| {
        let tests: String = (1..=n).map(|i| format!("test t{i} = t{0} and t{0}\n", i - 1)).collect();
        format!("variant \"G\" of chess\ntest t0 = first\n{tests}extend piece Knight\n    move n if t{n}\n")
    };
    assert!(!is_refused(&doubled(8), "E0415", "too many expressions"));
    assert!(is_refused(&doubled(20), "E0415", &format!("at most {EXPRESSIONS} ")));
}

#[test]
fn what_is_inside_one_another() {
    let counter =
        |n: u32| format!("variant \"G\" of chess\ncounter most = {n}\nend\n    done: draw if most = 0\n");
    assert!(!is_refused(&counter(NUMBER), "E0113", ""));
    assert!(is_refused(&counter(NUMBER + 1), "E0113", &NUMBER.to_string()));
    let brackets = |n: usize| with_rule(&format!("move {}n{}", "(".repeat(n), ")".repeat(n)));
    assert!(!is_refused(&brackets(NESTING), "E0110", ""));
    assert!(is_refused(&brackets(NESTING + 1), "E0110", &NESTING.to_string()));
    let names = |n: usize| {
        let paths: String = (1..n).map(|i| format!("path p{i} = p{}\n", i - 1)).collect();
        format!("path p0 = n\n{paths}{}", with_rule(&format!("move p{}", n - 1)))
    };
    assert!(!is_refused(&names(NAMES_NESTING), "E0415", "names inside names"));
    assert!(is_refused(&names(NAMES_NESTING + 1), "E0415", &format!("at most {NAMES_NESTING} ")));
    let blocks = |n: usize| (0..=n).map(|depth| format!("{}mark a\n", " ".repeat(depth))).collect::<String>();
    let too_deep = format!("{BLOCKS}");
    assert!(!is_refused(&blocks(BLOCKS), "E0109", &too_deep));
    assert!(is_refused(&blocks(BLOCKS + 1), "E0109", &too_deep));
    let words = |n: usize| format!("{}\n", vec!["a"; n].join(" "));
    assert!(!is_refused(&words(WORDS), "E0111", ""));
    assert!(is_refused(&words(WORDS + 1), "E0111", &WORDS.to_string()));
}

#[test]
fn tiles_that_vanish() {
    let on_plane = |n: u32| {
        format!(
            "variant \"V\" of selection\nturn\n    remove deletion\n    tiles vanish {n} [empty] \"D\" listed 1 as deletion\n"
        )
    };
    assert!(!is_refused(&on_plane(VANISHING), "E0460", "vanish"));
    assert!(is_refused(&on_plane(VANISHING + 1), "E0460", &format!("from 1 to {VANISHING}")));
    // Of 64 tiles there are 679,120 ways to take 1 to 4, and 8,303,632 to take 1 to 5.
    let listed = |n: u32| {
        let turn = format!("turn\n    tiles vanish {n} [empty] \"D\"\n");
        on_board("8 x 8", &format!("piece X \"X\"\n    move n\nsetup \"8/8/8/3X4/8/8/8/8 w\"\n{turn}"))
    };
    for (n, refused) in [(4, false), (5, true), (8, true)] {
        assert_eq!(is_refused(&listed(n), "E0460", &LISTED.to_string()), refused, "{n}");
    }
}

#[test]
fn messages_that_are_looked_for() {
    // What is written wrongly, and what is meant wrongly.
    for line in ["x", "remove mark m"] {
        let game = |n: usize| format!("variant \"Mine\" of chess\n{}", format!("{line}\n").repeat(n));
        let found = loaded(&game(MESSAGES), |_| None).1;
        assert_eq!(found.diagnostics.len(), MESSAGES, "{line}");
        assert!(found.diagnostics.iter().all(|d| d.code.0 != "E0114"));
        let found = loaded(&game(MESSAGES + 1), |_| None).1;
        let last = found.diagnostics.last().expect("messages");
        assert_eq!((found.diagnostics.len(), last.code.0), (MESSAGES + 1, "E0114"), "{line}");
        assert!(last.title.contains(&MESSAGES.to_string()) && found.rules.is_none());
        // The command counts and prints them.
        assert!(loaded(&game(10 * MESSAGES), |_| None).1.diagnostics.len() == MESSAGES + 1);
    }
}

#[test]
fn messages_that_are_printed() {
    let folder = scratch("limit_messages");
    for (n, rest) in [(SHOWN_MESSAGES, false), (SHOWN_MESSAGES + 1, true)] {
        let wrong: String = (0..n).map(|i| format!("remove piece P{i}\n")).collect();
        fs::write(folder.join("bad.tg"), format!("variant \"Bad\" of chess\n{wrong}")).expect("written");
        let answer = run_in(&folder, &["check", "bad.tg"], "");
        assert_eq!(answer.err.matches("error[").count(), SHOWN_MESSAGES);
        assert_eq!(answer.err.contains("and 1 more message; `--all` prints all"), rest);
    }
}

/// Checks a variant of chess with these tests.
fn checked(tests: &str, budget: Budget) -> Checked {
    let mut sources = Sources::new();
    sources.add("mine.tg", format!("variant \"Mine\" of chess\ntests\n{tests}"));
    check_within(&mut sources, "mine.tg", &mut |_| None, budget)
}

#[test]
fn nodes_of_tests() {
    assert_eq!(Budget::default().nodes, TEST_NODES);
    // One for the test, 20 moves looked at, and 400 sequences.
    let budget = |nodes| Budget { nodes, time: Duration::from_secs(1000) };
    let fine = checked("    perft 2 = 400\n", budget(421));
    assert_eq!((fine.passed, fine.diagnostics.len()), (1, 0));
    let spent = checked("    perft 2 = 400\n    perft 1 = 20\n    perft 1 = 20\n", budget(420));
    assert_eq!((spent.passed, spent.diagnostics.len()), (0, 1));
    let Diagnostic { code, title, notes, .. } = &spent.diagnostics[0];
    assert_eq!(code.0, "E0708");
    assert!(title.contains("420 nodes") && notes[0].contains("--budget 4200"), "{title} {notes:?}");
    assert!(notes[1].contains("2 tests"), "{notes:?}");
    // Tests share one budget, and moves cost, too.
    let shared = checked("    perft 2 = 400\n    legal e2e4 d2d4\n", budget(421 + 2));
    assert_eq!((shared.passed, shared.diagnostics[0].code.0), (1, "E0708"));
    assert_eq!(checked("    perft 2 = 400\n    legal e2e4 d2d4\n", budget(421 + 3)).passed, 2);
}

#[test]
fn seconds_of_tests() {
    assert_eq!(Budget::default().time, Duration::from_secs(TEST_SECONDS));
    let budget = |time| Budget { nodes: u64::MAX, time };
    assert_eq!(checked("    perft 2 = 400\n", budget(Duration::from_secs(1000))).passed, 1);
    let spent = checked("    perft 9 = 2439530234167\n", budget(Duration::from_secs(1)));
    let Diagnostic { code, title, notes, primary, .. } = &spent.diagnostics[0];
    assert_eq!(code.0, "E0708");
    assert!(title.contains("1 seconds") && notes[0].contains("--budget-seconds 10"), "{title} {notes:?}");
    assert!(primary.text.contains("stopped at "), "{}", primary.text);
    // The command's options are those that the message names.
    let folder = scratch("limit_budget");
    fs::write(folder.join("mine.tg"), "variant \"Mine\" of chess\ntests\n    perft 3 = 8902\n")
        .expect("written");
    let check = |line: &str| run_in(&folder, &words(line), "").exit;
    assert_eq!(check("check mine.tg --budget 5000"), Exit::Failed);
    assert_eq!(check("check mine.tg --budget 50000 --budget-seconds 1000"), Exit::Fine);
    assert_eq!(check("check mine.tg --budget 0"), Exit::Usage);
}

#[test]
fn depth_of_counts() {
    let game = |depth| format!("variant \"Mine\" of chess\ntests\n    perft {depth} = 1\n");
    assert_eq!(errors(&loaded(&game(PERFT_DEPTH), |_| None).1), Vec::<&Diagnostic>::new());
    let error = only_error(&loaded(&game(PERFT_DEPTH + 1), |_| None).1);
    assert!(error.contains("E0418") && error.contains(&PERFT_DEPTH.to_string()), "{error}");
    let over = (PERFT_DEPTH + 1).to_string();
    let answer = run_in(Path::new(""), &["perft", "chess", &over], "");
    assert!(answer.exit == Exit::Usage && answer.err.contains(&PERFT_DEPTH.to_string()));
    // A position in which the game is over has no moves, to whatever depth.
    let over = ["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"];
    let answer =
        run_in(Path::new(""), &[&["perft", "chess", &PERFT_DEPTH.to_string()], &over[..]].concat(), "");
    assert!(answer.out.starts_with(&format!("perft {PERFT_DEPTH} = 0\n")));
}

#[test]
fn bytes_of_a_game_in_pgn() {
    let folder = scratch("limit_pgn");
    for (bytes, fits) in [(PGN_GAME_BYTES, true), (PGN_GAME_BYTES + 1, false)] {
        let comment = "x".repeat(bytes - "1. e4 {} *".len());
        fs::write(folder.join("long.pgn"), format!("1. d4 *\n1. e4 {{{comment}}} *\n1. c4 *\n"))
            .expect("written");
        let answer = run_in(&folder, &["pgn", "chess", "long.pgn"], "");
        assert_eq!(answer.exit == Exit::Fine, fits, "{}", answer.err);
        let games = if fits { "3 games, 3 moves: all fine" } else { "1 game, 1 move: not read to the end" };
        assert!(answer.out.contains(games), "{}", answer.out);
        assert_eq!(answer.err.contains(&PGN_GAME_BYTES.to_string()), !fits);
    }
}

#[test]
fn bytes_of_lists_and_lines() {
    let folder = scratch("limit_lists");
    for (bytes, fits) in [(LIST_BYTES, true), (LIST_BYTES + 1, false)] {
        fs::write(folder.join("ids.txt"), "\n".repeat(bytes)).expect("written");
        let answer = run_in(&folder, &["moveid", "check", "--file", "ids.txt"], "");
        assert_eq!((answer.exit == Exit::Fine, answer.err.is_empty()), (fits, fits), "{}", answer.err);
        assert_eq!(answer.err.contains(&LIST_BYTES.to_string()), !fits);
    }
    for (bytes, fits) in [(LINE_BYTES, true), (LINE_BYTES + 1, false)] {
        for end in ["\n", "\r\n", ""] {
            let line = " ".repeat(bytes - "e4".len()) + "e4" + end;
            let answer = run_in(&folder, &["play", "chess", "--ascii"], &line);
            assert_eq!((answer.exit == Exit::Fine, answer.out.contains("White plays e4")), (fits, fits));
            assert_eq!(answer.err.contains("64 KiB"), !fits, "{}", answer.err);
        }
    }
}

#[test]
fn bytes_of_an_ini_file() {
    let folder = scratch("limit_ini");
    for (bytes, fits) in [(tilegame_import::limits::BYTES, true), (tilegame_import::limits::BYTES + 1, false)]
    {
        fs::write(folder.join("v.ini"), padded("[mine:chess]\n", bytes)).expect("written");
        for args in [["import", "v.ini"], ["show", "v.ini:mine"]] {
            let answer = run_in(&folder, &args, "");
            assert_eq!((answer.exit == Exit::Fine, answer.err.is_empty()), (fits, fits), "{}", answer.err);
            assert_eq!(answer.err.contains("1 MiB (1048576 bytes), the limit of an INI file"), !fits);
        }
    }
}

#[test]
fn games_of_a_match() {
    let folder = scratch("limit_match");
    let games = (MATCH_GAMES + 1).to_string();
    let answer = run_in(&folder, &["match", "chess", "random", "random", "--games", &games], "");
    assert!(answer.exit == Exit::Usage && answer.err.contains("100000"), "{}", answer.err);
}

#[test]
fn bytes_of_a_checkpoint() {
    let folder = scratch("limit_checkpoint");
    for (bytes, why) in [(CHECKPOINT_BYTES, "is not a checkpoint"), (CHECKPOINT_BYTES + 1, "64 MiB")] {
        File::create(folder.join("far.json")).and_then(|f| f.set_len(bytes as u64)).expect("a sparse file");
        let answer = run_in(&folder, &["perft", "chess", "1", "--checkpoint", "far.json"], "");
        assert!(answer.exit == Exit::Failed && answer.err.contains(why), "{}", answer.err);
    }
}

#[test]
fn bytes_of_the_journal_of_a_match() {
    let folder = scratch("limit_journal");
    for (bytes, why) in [(JOURNAL_BYTES, "is no journal of a match"), (JOURNAL_BYTES + 1, "64 MiB")] {
        File::create(folder.join("far.jsonl")).and_then(|f| f.set_len(bytes as u64)).expect("a sparse file");
        let answer = run_in(&folder, &["match", "chess", "random", "random", "--journal", "far.jsonl"], "");
        assert!(answer.exit == Exit::Failed && answer.err.contains(why), "{}", answer.err);
    }
}

#[test]
fn learning() {
    let folder = scratch("limit_learning");
    let games = (LEARNED_GAMES + 1).to_string();
    let answer = run_in(&folder, &["learn", "tictactoe", "--games", &games], "");
    assert!(answer.exit == Exit::Usage && answer.err.contains("1000000"), "{}", answer.err);
    File::create(folder.join("far.games"))
        .and_then(|f| f.set_len(LEARNED_BYTES as u64 + 1))
        .expect("a sparse file");
    let answer = run_in(&folder, &["learn", "tictactoe", "--journal", "far.games"], "");
    assert!(answer.exit == Exit::Failed && answer.err.contains("1024 MiB"), "{}", answer.err);
    for (bytes, why) in [(NET_BYTES, "it is no net"), (NET_BYTES + 1, "4 MiB")] {
        File::create(folder.join("far.net")).and_then(|f| f.set_len(bytes as u64)).expect("a sparse file");
        let answer = run_in(&folder, &["learn", "tictactoe", "--net", "far.net"], "");
        assert!(answer.exit == Exit::Failed && answer.err.contains(why), "{}", answer.err);
    }
}

/// The table in the language reference has these very numbers.
#[test]
fn the_language_reference_lists_the_limits() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/language/limits.md");
    let text = fs::read_to_string(file).expect("a document");
    let grouped = |n: u64| {
        let digits = n.to_string();
        let parts: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|p| std::str::from_utf8(p).expect("digits")).collect();
        parts.join(",")
    };
    let size = |n: usize| {
        format!(
            "{} ({} bytes)",
            if n < 1 << 20 { format!("{} KiB", n >> 10) } else { format!("{} MiB", n >> 20) },
            grouped(n as u64)
        )
    };
    for (what, limit) in [
        ("bytes of a source", size(SOURCE_BYTES)),
        ("bytes of all sources of a game", size(ALL_SOURCES_BYTES)),
        ("sources of a game", grouped(SOURCES as u64)),
        ("imports that lead from one file to the next", grouped(IMPORT_DEPTH as u64)),
        ("messages that are collected", grouped(MESSAGES as u64)),
        ("messages that are printed", grouped(SHOWN_MESSAGES as u64)),
        ("paths of one rule of a piece", grouped(MOST_WAYS.into())),
        ("moves of one position", grouped(MOST_MOVES as u64)),
        ("tiles of a board", grouped(TILES as u64)),
        ("tiles in one row", grouped(TILES_IN_A_ROW.into())),
        ("players", grouped(PLAYERS as u64)),
        ("kinds of pieces", grouped(KINDS as u64)),
        ("rules of pieces", grouped(RULES as u64)),
        ("expressions in the rules", grouped(RULE_EXPRESSIONS as u64)),
        ("expressions of a game", grouped(EXPRESSIONS as u64)),
        ("alternatives of one path", grouped(WAYS as u64)),
        ("times that a path is repeated", grouped(REPETITIONS.into())),
        ("steps that a rule or a test", grouped(STEPS)),
        ("nested brackets", grouped(NESTING as u64)),
        ("nested names of paths and tests", grouped(NAMES_NESTING as u64)),
        ("nested blocks", grouped(BLOCKS as u64)),
        ("words of a line", grouped(WORDS as u64)),
        ("tiles that vanish in one move", grouped(VANISHING.into())),
        ("moves that a line `tiles vanish` lists", grouped(LISTED)),
        ("depth of a `perft`", grouped(PERFT_DEPTH.into())),
        ("nodes of the tests in a file", grouped(TEST_NODES)),
        ("seconds of the tests in a file", grouped(TEST_SECONDS)),
        ("bytes of one game in a PGN file", size(PGN_GAME_BYTES)),
        ("bytes of a list of move-IDs", size(LIST_BYTES)),
        ("bytes of an INI file", size(tilegame_import::limits::BYTES)),
        ("sections of an INI file", grouped(tilegame_import::limits::SECTIONS as u64)),
        ("messages about an INI file", grouped(tilegame_import::limits::MESSAGES as u64)),
        ("games of a match", grouped(MATCH_GAMES)),
        ("bytes of a checkpoint", size(CHECKPOINT_BYTES)),
        ("bytes of the journal of a match", size(JOURNAL_BYTES)),
        ("games that a net learns from", grouped(LEARNED_GAMES)),
        ("bytes of the file with these games", size(LEARNED_BYTES)),
        ("bytes of a net", size(NET_BYTES)),
        ("positions that `tilegame solve` finds", grouped(SOLVE_POSITIONS)),
        ("bytes of a table or certificate", size(TABLE_BYTES)),
        ("bytes of a line in `play`, and of one that another program says", size(LINE_BYTES)),
        ("bytes of one message of an editor", size(LSP_BYTES)),
        ("bytes of a line that `tilegame referee` reads", size(REFEREE_LINE_BYTES as usize)),
        ("milliseconds of one request", grouped(REFEREE_MILLISECONDS)),
        ("megabytes of a process", grouped(REFEREE_MEGABYTES)),
        ("rules that `tilegame referee` remembers", grouped(REFEREE_RULES as u64)),
        ("bytes of the texts of these rules", size(REFEREE_RULES_BYTES)),
    ] {
        let row = text.lines().find(|line| line.starts_with(&format!("| {what}")));
        let row = row.unwrap_or_else(|| panic!("no row for {what}"));
        assert!(row.contains(&format!("| {limit} |")), "{row}\n{limit}");
    }
}
