//! The command `match`.

use std::fs;

use tilegame::Exit;
use tilegame_record::pgn;
use tilegame_runtime::{Game, library};

use crate::command::{run_in, scratch};

const PAIRS: &str = "with 0, ½, 1, 1½, 2 points";

#[test]
fn the_computer_beats_random_moves() {
    let folder = scratch("contest");
    let args =
        ["match", "minishogi", "computer", "random", "--games", "4", "--nodes", "500", "--pgn", "games.pgn"];
    let answer = run_in(&folder, &args, "");
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    assert!(
        answer.out.starts_with("minishogi: computer against random\ngames   4: 4 won, 0 drawn, 0 lost\n"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains(&format!("pairs   0, 0, 0, 0, 2 {PAIRS}\n")), "{}", answer.out);
    // Every game is one that a reader of PGN accepts, and each side has begun two of them.
    let text = fs::read_to_string(folder.join("games.pgn")).expect("a file");
    let (games, remarks) = pgn::parse(&text);
    assert!(games.len() == 4 && remarks.is_empty(), "{remarks:?}");
    let game = Game::from_library("minishogi").expect("a game");
    for played in &games {
        pgn::replay(&game, played).expect("legal moves");
    }
    assert_eq!(games.iter().filter(|game| game.tags.get("White") == Some("computer")).count(), 2);
}

/// The same seed brings the same games, however many are played at the same time.
#[test]
fn matches_can_be_repeated() {
    let folder = scratch("contest_again");
    let played = |more: &[&str]| {
        let args =
            [&["match", "losalamos", "level:3", "level:2", "--games", "6", "--most-plies", "80"], more]
                .concat();
        let answer = run_in(&folder, &args, "");
        assert!(answer.exit == Exit::Fine, "{}", answer.err);
        answer.out
    };
    let first = played(&[]);
    assert_eq!(played(&["--concurrency", "3"]), first);
    assert_ne!(played(&["--seed", "2"]), first);
}

/// A match that was cut off in the middle of a line goes on, with the same result; and only the same match.
#[test]
fn matches_go_on() {
    let folder = scratch("contest_journal");
    let match_of = |games: &str| {
        let args = [
            "match",
            "tictactoe",
            "random",
            "level:1",
            "--games",
            games,
            "--random-plies",
            "0",
            "--journal",
            "far.jsonl",
        ];
        run_in(&folder, &args, "")
    };
    let whole = match_of("6");
    assert!(whole.exit == Exit::Fine, "{}", whole.err);
    let journal = folder.join("far.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(text.lines().count(), 7);
    let four: usize = text.split_inclusive('\n').take(4).map(str::len).sum();
    fs::write(&journal, &text[..four + 20]).expect("a shorter journal");
    let again = match_of("6");
    assert_eq!(again.out, whole.out);
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), text);
    let more = match_of("8");
    assert!(more.exit == Exit::Fine && more.out.contains("\ngames   8: "), "{}", more.out);
    let other = run_in(&folder, &["match", "tictactoe", "random", "level:2", "--journal", "far.jsonl"], "");
    assert!(
        other.exit == Exit::Failed && other.err.contains("the journal of another match"),
        "{}",
        other.err
    );
    fs::write(&journal, "something else\n").expect("a file");
    let other = match_of("6");
    assert!(other.exit == Exit::Failed && other.err.contains("no journal of a match"), "{}", other.err);
    assert_eq!(fs::read_to_string(&journal).expect("a file"), "something else\n");
}

/// A journal of which somebody has changed a line is reported, with the number of the line, and stays as it is.
#[test]
fn a_damaged_journal_is_kept() {
    let folder = scratch("contest_damage");
    let args = ["match", "tictactoe", "random", "random", "--games", "6", "--journal", "far.jsonl"];
    assert!(run_in(&folder, &args, "").exit == Exit::Fine);
    let journal = folder.join("far.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    let lines: Vec<&str> = text.lines().collect();
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        lines.join("\n") + "\n"
    };
    let third = lines[2];
    for (damaged, why) in [
        (with(3, &third.replacen("\"plies\":", "\"plies\":1", 1)), "line 3 is damaged"),
        (with(3, &third[..third.len() / 2]), "line 3 is damaged"),
        (with(3, ""), "line 3 is damaged"),
        (
            with(5, "{\"number\":1,\"halves\":99,\"told\":\"\",\"plies\":1,\"broken\":false}"),
            "line 5 is damaged",
        ),
        (with(5, third), "line 5 tells of game"),
        (with(1, &lines[0].replacen("\"seed\":1", "\"seed\":2", 1)), "line 1 is damaged"),
    ] {
        fs::write(&journal, &damaged).expect("a file");
        let answer = run_in(&folder, &args, "");
        assert!(answer.exit == Exit::Failed && answer.err.contains(why), "{why}: {}", answer.err);
        assert_eq!(fs::read_to_string(&journal).expect("a file"), damaged);
    }
    // Without the line, that game is played again.
    fs::write(&journal, text.replacen(&format!("{third}\n"), "", 1)).expect("a file");
    assert!(run_in(&folder, &args, "").exit == Exit::Fine);
    assert_eq!(fs::read_to_string(&journal).expect("a journal").lines().count(), 7);
}

/// What a journal could not have is refused even where its checksum is right, and nothing in it controls a terminal.
#[test]
fn a_journal_is_not_believed() {
    let folder = scratch("contest_forged");
    let args = ["match", "tictactoe", "random", "random", "--games", "2", "--journal", "far.jsonl"];
    assert!(run_in(&folder, &args, "").exit == Exit::Fine);
    let journal = folder.join("far.jsonl");
    let text = fs::read_to_string(&journal).expect("a journal");
    let header = text.lines().next().expect("a line");
    for (game, why) in [
        ("\"number\":0,\"halves\":99,\"told\":\"\",\"plies\":1,\"broken\":false", Some("line 2 is damaged")),
        (
            "\"number\":18446744073709551615,\"halves\":1,\"told\":\"\",\"plies\":1,\"broken\":false",
            Some("line 2 is damaged"),
        ),
        (
            "\"number\":100000,\"halves\":1,\"told\":\"\",\"plies\":1,\"broken\":false",
            Some("line 2 is damaged"),
        ),
        ("\"number\":0,\"halves\":1,\"told\":\"\\u001b[31mred\",\"plies\":1,\"broken\":false", None),
    ] {
        let rest = format!("{{{game}");
        let line = format!("{rest},\"checksum\":\"{:08x}\"}}", crc32fast::hash(rest.as_bytes()));
        fs::write(&journal, format!("{header}\n{line}\n")).expect("a file");
        let answer = run_in(&folder, &args, "");
        assert!(!answer.out.contains('\u{1b}'), "{}", answer.out);
        match why {
            Some(why) => assert!(answer.exit == Exit::Failed && answer.err.contains(why), "{}", answer.err),
            None => {
                assert!(answer.exit == Exit::Fine && answer.out.contains("\\u{1b}[31mred"), "{}", answer.out)
            }
        }
    }
}

/// No game is written behind half a game.
#[test]
fn half_a_game_is_not_continued() {
    let folder = scratch("contest_half");
    let half = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. a1";
    fs::write(folder.join("games.pgn"), half).expect("a file");
    let args = ["match", "tictactoe", "random", "random", "--games", "2", "--pgn", "games.pgn"];
    let answer = run_in(&folder, &args, "");
    assert!(
        answer.exit == Exit::Failed && answer.err.contains("ends in the middle of a game"),
        "{}",
        answer.err
    );
    assert_eq!(fs::read_to_string(folder.join("games.pgn")).expect("a file"), half);
    fs::write(folder.join("games.pgn"), "1. b2 *\n").expect("a file");
    assert!(run_in(&folder, &args, "").exit == Exit::Fine);
    let (games, remarks) = pgn::parse(&fs::read_to_string(folder.join("games.pgn")).expect("a file"));
    assert!(games.len() == 3 && remarks.is_empty(), "{remarks:?}");
}

/// In a game of three players the sides take turns around the table, and exchange their seats.
#[test]
fn more_than_two_players_have_two_sides() {
    let folder = scratch("contest_three");
    let args = [
        "match",
        "three-player",
        "level:1",
        "random",
        "--games",
        "4",
        "--most-plies",
        "60",
        "--pgn",
        "games.pgn",
    ];
    let answer = run_in(&folder, &args, "");
    assert!(answer.exit == Exit::Fine && answer.err.is_empty(), "{}", answer.err);
    let (games, _) = pgn::parse(&fs::read_to_string(folder.join("games.pgn")).expect("a file"));
    let game = Game::from_library("three-player").expect("a game");
    let seats: Vec<Vec<&str>> = games
        .iter()
        .map(|played| {
            game.rules().players.iter().map(|p| played.tags.get(&p.name).expect("a name")).collect()
        })
        .collect();
    let (once, again) = (["level 1", "random", "level 1"], ["random", "level 1", "random"]);
    assert_eq!(seats, [once, again, once, again]);
    games.iter().for_each(|played| _ = pgn::replay(&game, played).expect("legal moves"));
}

/// A game of one's own can be told from the file, and who played under the names that all programs read.
#[test]
fn games_say_what_they_are() {
    let folder = scratch("contest_tags");
    let own = library::text("games/tictactoe.tg").expect("a game");
    let own = own
        .replace("\"Tic-tac-toe\"", "\"My own\"")
        .replace("White", "Attackers")
        .replace("Black", "Defenders");
    fs::write(folder.join("mine.tg"), own).expect("a file");
    let args = ["match", "mine.tg", "random", "level:1", "--games", "2", "--pgn", "games.pgn"];
    let answer = run_in(&folder, &args, "");
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    let text = fs::read_to_string(folder.join("games.pgn")).expect("a file");
    let (games, _) = pgn::parse(&text);
    let tags: Vec<_> = ["Variant", "White", "Black", "Attackers"].map(|tag| games[0].tags.get(tag)).into();
    assert_eq!(tags, [Some("My own"), Some("random"), Some("level 1"), Some("random")]);
    let answer = run_in(&folder, &["pgn", "mine.tg", "games.pgn"], "");
    assert!(answer.exit == Exit::Fine, "{}{}", answer.out, answer.err);
    // So does `play`.
    let answer =
        run_in(&folder, &["play", "chess", "--computer", "Black", "--level", "1"], "e4\npgn\nquit\n");
    assert!(answer.out.contains("[White \"Player\"]\n[Black \"TileGame, level 1\"]"), "{}", answer.out);
}

/// A match ends as soon as it is clear who is stronger.
#[test]
fn matches_end_early() {
    let args = ["match", "minishogi", "level:6", "random", "--games", "1000", "--sprt", "0,200"];
    let answer = run_in(&scratch("contest_sprt"), &args, "");
    assert!(
        answer.exit == Exit::Fine && answer.out.contains("better by more than 0\n"),
        "{}{}",
        answer.out,
        answer.err
    );
    assert!(!answer.out.contains("games   1000"), "{}", answer.out);
}

#[test]
fn openings_are_read_from_a_file() {
    let folder = scratch("contest_openings");
    fs::write(folder.join("openings.txt"), "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n").expect("a file");
    let args = ["match", "chess", "computer", "random", "--games", "2", "--openings", "openings.txt"];
    let answer = run_in(&folder, &args, "");
    assert!(
        answer.exit == Exit::Fine && answer.out.contains("2 won, 0 drawn"),
        "{}{}",
        answer.out,
        answer.err
    );
    fs::write(folder.join("openings.txt"), "\n8/8 w\n").expect("a file");
    let answer = run_in(&folder, &args, "");
    assert!(answer.exit == Exit::Failed && answer.err.contains("openings.txt:2: "), "{}", answer.err);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, why) in [
        (["three-player", "random", "uci:no-such-program"], "other programs play games of two players only"),
        (["chess", "random", "nobody"], "a side is `computer`"),
        (["chess", "random", "uci:no-such-program-anywhere"], "can't be started"),
    ] {
        let answer = run_in(&scratch("contest_wrong"), &[&["match"], args.as_slice()].concat(), "");
        assert!(answer.exit != Exit::Fine && answer.err.contains(why), "{args:?}: {}", answer.err);
        assert_eq!(answer.out, "");
    }
}

/// Another program plays, and what it does wrong loses.
#[cfg(unix)]
#[test]
fn other_programs_play() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = scratch("contest_program");
    let program = |name: &str, answers: &str| {
        let path = folder.join(name);
        let told = path.with_extension("told");
        let told = told.display();
        let script = format!(
            "#!/bin/sh\nwhile read word rest; do case $word in\nuci) echo 'option name UCI_Variant type combo default chess var chess var fischerandom'; echo uciok;;\n\
             setoption) echo \"$rest\" >> {told};;\nisready) echo readyok;;\ngo) {answers};;\nquit) exit;;\nesac; done\n"
        );
        fs::write(&path, script).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        format!("uci:{}", path.display())
    };
    let fools = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n";
    fs::write(folder.join("openings.txt"), fools).expect("a file");
    let answers = [
        (program("good", "echo bestmove a1a8"), "won (checkmate)"),
        (program("wrong", "echo bestmove a1b2"), "it plays a1b2"),
        (program("gone", "exit 1"), "it has ended"),
    ];
    for (name, told) in answers {
        let args = ["match", "chess", &name, "random", "--games", "2", "--openings", "openings.txt"];
        let answer = run_in(&folder, &args, "");
        assert!(
            answer.exit == Exit::Fine && answer.out.contains(told),
            "{name}: {}{}",
            answer.out,
            answer.err
        );
    }

    // It may have another of the game's names, and not every game.
    let other = program("other", "echo bestmove 0000");
    let played = run_in(&folder, &["match", "chess960", &other, "random", "--games", "2"], "");
    assert_eq!(played.exit, Exit::Fine, "{}{}", played.out, played.err);
    let told = fs::read_to_string(folder.join("other.told")).expect("what it was told");
    assert!(told.contains("name UCI_Variant value fischerandom"), "{told}");
    // One for XBoard that names no games is told the usual one by XBoard's name for it.
    let path = folder.join("silent");
    let told = path.with_extension("told");
    let script = "#!/bin/sh\nwhile read word rest; do case $word in\nprotover) echo 'feature done=1';;\nping) echo \"pong $rest\";;\n\
                  variant) echo \"$rest\" >> TOLD;;\ngo) echo resign;;\nquit) exit;;\nesac; done\n";
    fs::write(&path, script.replace("TOLD", &told.display().to_string())).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    let silent = format!("xboard:{}", path.display());
    let played = run_in(&folder, &["match", "chess", &silent, "random", "--games", "2"], "");
    assert_eq!(played.exit, Exit::Fine, "{}{}", played.out, played.err);
    assert_eq!(fs::read_to_string(told).expect("what it was told").lines().next(), Some("normal"));
    let unknown = run_in(&folder, &["match", "xiangqi", &other, "random", "--games", "2"], "");
    assert!(unknown.err.contains("it does not know the game `xiangqi`"), "{}{}", unknown.out, unknown.err);
}
