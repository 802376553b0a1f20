//! The command `uci`, as another program talks to it.

use std::path::Path;

use tilegame::Exit;

use crate::command::{run_in, scratch};

/// What the command answers to lines, without what depends on the machine.
fn answers(folder: &Path, args: &[&str], lines: &str) -> Vec<String> {
    let answer = run_in(folder, &[&["uci"], args].concat(), lines);
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    let timeless = |line: &str| match (line.split_once(" nps "), line.split_once(" pv ")) {
        (Some((before, _)), Some((_, line))) => format!("{before} pv {line}"),
        _ => line.to_owned(),
    };
    answer.out.lines().map(timeless).collect()
}

fn last(args: &[&str], lines: &str) -> String {
    answers(Path::new(""), args, lines).pop().expect("an answer")
}

#[test]
fn it_introduces_itself() {
    let said = answers(Path::new(""), &[], "uci\nisready\nquit\nisready\n");
    assert!(said[0].starts_with("id name TileGame"));
    assert!(
        said.iter()
            .any(|line| line.starts_with("option name UCI_Variant type combo default chess var 3check "))
    );
    assert_eq!(said[said.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn it_mates_in_one() {
    let game = "position startpos moves f2f3 e7e5 g2g4\n";
    assert_eq!(last(&[], &format!("{game}go depth 3\n")), "bestmove d8h4");
    let said = answers(Path::new(""), &[], &format!("{game}go wtime 1000 btime 1000\n"));
    assert!(said.iter().any(|line| line.contains("score mate 1 ")), "{said:?}");
    assert!(said.last().is_some_and(|line| line == "bestmove d8h4"), "{said:?}");
    assert_eq!(last(&[], &format!("{game}go depth 2 searchmoves a7a6\n")).split(' ').nth(1), Some("a7a6"));
    assert_eq!(last(&[], &format!("{game}setoption name Level value 3\ngo\n")), "bestmove d8h4");
    assert_eq!(last(&[], "position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 3\n"), "bestmove (none)");
}

#[test]
fn it_plays_other_games() {
    let shogi =
        "setoption name UCI_Variant value shogi\nposition fen 4k4/9/4P4/9/9/9/9/9/4K4[G] w\ngo depth 2\n";
    assert_eq!(last(&[], shogi), "bestmove G@e8");
    assert_eq!(
        last(&["kingofthehill"], "position fen 8/8/8/8/8/3K4/8/k7 w - - 0 1\ngo nodes 100\n")
            .split(' ')
            .nth(1)
            .map(|to| &to[..2]),
        Some("d3")
    );
    let folder = scratch("uci");
    std::fs::write(
        folder.join("mine.tg"),
        "variant \"Mine\" of chess\n\nsetup \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n",
    )
    .expect("a file");
    let said = answers(
        &folder,
        &[],
        "setoption name VariantPath value mine.tg\nposition startpos moves e1e2 e8e7\ngo depth 2\nuci\n",
    );
    assert!(said.iter().any(|line| line.starts_with("bestmove ")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("default mine") && line.ends_with("var mine")), "{said:?}");
    let said = answers(
        Path::new(""),
        &[],
        "setoption name UCI_Chess960 value true\nposition startpos moves g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1h1\nd\n",
    );
    assert!(said.iter().any(|line| line.starts_with("Fen: ") && line.contains("RNBQ1RK1 b")), "{said:?}");
}

#[test]
fn it_counts() {
    let said = answers(Path::new(""), &[], "go perft 3\n");
    assert_eq!(said.last().map(String::as_str), Some("Nodes searched: 8902"));
    assert!(said.contains(&"e2e4: 600".to_owned()));
}

/// Every question is answered, also one that is not understood, and never about another position.
#[test]
fn every_go_is_answered() {
    let refused = "position startpos moves e2e4\nposition fen 9/8 w - - 0 1\n";
    for (lines, best) in [
        ("go depth x\n".to_owned(), "bestmove (none)"),
        ("go searchmoves e2e5\n".to_owned(), "bestmove (none)"),
        ("position startpos moves e2e4\ngo searchmoves d7d5 depth 3\n".to_owned(), "bestmove d7d5"),
        ("go away depth 1 searchmoves a2a3\n".to_owned(), "bestmove a2a3"),
        (format!("{refused}go depth 1\n"), "bestmove (none)"),
        (format!("{refused}go infinite\nstop\n"), "bestmove (none)"),
        (format!("{refused}position startpos\ngo depth 1 searchmoves a2a3\n"), "bestmove a2a3"),
    ] {
        let said = answers(Path::new(""), &[], &lines);
        assert!(said.last().is_some_and(|line| line.starts_with(best)), "{lines}{said:?}");
    }
    // Who has been mated, and who can't move.
    for (text, score) in
        [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        let said = answers(Path::new(""), &[], &format!("position fen {text}\ngo depth 3\n"));
        assert_eq!(said, [format!("info depth 0 score {score}"), "bestmove (none)".to_owned()]);
    }
}

/// What a program for chess writes, whatever the game has.
#[test]
fn fields_of_other_games_are_ignored() {
    let lines = "setoption name UCI_Variant value suicide\n\
                 position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e3 b7b5\ngo nodes 300\n";
    assert!(last(&[], lines).starts_with("bestmove f1b5"));
}

/// Who chooses a game by its name is answered in the dialect of programs for variants, who names it in the command in this program's own.
#[test]
fn turns_of_several_steps_are_one_text() {
    let chosen = "setoption name UCI_Variant value duck\n";
    let best = last(&[], &format!("{chosen}position startpos moves e2e4,e4d5 e7e6,e6d4\ngo depth 2\n"));
    let turn = best.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next()).expect("a turn");
    assert_eq!(turn.split(',').count(), 2, "{best}");
    // What it plays can be told to it.
    let said = answers(
        Path::new(""),
        &[],
        &format!("{chosen}position startpos moves e2e4,e4d5 e7e6,e6d4 {turn}\nd\n"),
    );
    let fen = said.iter().find(|line| line.starts_with("Fen: ")).expect("a position");
    assert!(fen.contains(" b KQkq - "), "{fen}");
    let own =
        format!("{chosen}setoption name Notation value own\nposition startpos moves e2e4 *@d5\ngo depth 1\n");
    assert!(!last(&[], &own).contains(','));
    assert!(!last(&["duck"], "position startpos moves e2e4 *@d5\ngo depth 1\n").contains(','));
    // What is pondered on is the other player's, and a level chooses whole turns, too.
    let deep = last(&["duck"], "position startpos moves e2e4 *@d5\ngo depth 3\n");
    assert!(!deep.contains("ponder *"), "{deep}");
    let level = last(&[], &format!("{chosen}setoption name Level value 2\nposition startpos\ngo\n"));
    assert_eq!(level.split(',').count(), 2, "{level}");
    let counted = last(&["duck"], "setoption name Notation value fsf\ngo perft 1\n");
    assert_eq!(counted, "Nodes searched: 640");
    let refused = answers(Path::new(""), &[], &format!("{chosen}position startpos moves e2e4\n"));
    assert!(refused[0].contains("`e2e4` is the beginning of a turn"), "{refused:?}");
    let aliased = answers(Path::new(""), &[], "setoption name UCI_Variant value mini\nd\n");
    assert!(aliased.iter().any(|line| line == "Fen: rbsgk/4p/5/P4/KGSBR[] w - - 0 1"), "{aliased:?}");
    let wrong = answers(Path::new(""), &[], "setoption name Notation value theirs\n");
    assert_eq!(wrong, ["info string Notation is own or fsf"]);
}

#[test]
fn it_measures_itself() {
    let said = answers(Path::new(""), &[], "bench 3\n");
    assert!(said.iter().any(|line| line.starts_with("Nodes searched: ")), "{said:?}");
    let said = answers(Path::new(""), &[], "position startpos moves e2e4\nflip\nd\n");
    assert!(said.iter().any(|line| line.starts_with("Fen: ") && line.contains(" w ")), "{said:?}");
}

/// What is wrong is told, and never ends the program.
#[test]
fn it_survives_anything() {
    let wrong = [
        ("go away", "info string `go` does not know `away`"),
        ("go depth", "info string a number must follow `depth`"),
        ("go depth x", "info string `x` is no number"),
        ("go perft 0", "info string a depth is a number of plies, from 1"),
        ("go searchmoves e2e5", "info string"),
        ("position", "info string a position is"),
        ("position fen", "info string a position is"),
        ("position fen 8/8 w", "info string the FEN can't be read"),
        ("position startpos moves e2e4 e2e4", "info string"),
        ("setoption name Hash value 0", "info string Hash is a number from 1 to 65536"),
        ("setoption name Level value 11", "info string Level is a number from 0 to 10; it is 10 now"),
        ("setoption name Level value x", "info string Level is a number from 0 to 10"),
        ("setoption name UCI_Variant value nothing", "info string no game is called `nothing`"),
        ("setoption name VariantPath value nothing.tg", "info string"),
        ("setoption", "info string there is no option ``"),
        ("\u{1}\u{ff}", "info string unknown command"),
    ];
    for (line, expected) in wrong {
        let said = answers(Path::new(""), &[], &format!("{line}\nisready\n"));
        assert!(said[0].starts_with(expected), "{line}: {said:?}");
        assert_eq!(said.last().map(String::as_str), Some("readyok"), "{line}");
    }
    assert!(last(&[], "go depth 99999999999999999999 nodes 100\n").starts_with("bestmove "));
    assert!(
        last(&[], "go wtime 99999999999999999999 winc 99999999999999999999 nodes 100\n")
            .starts_with("bestmove ")
    );
    // Who can say `stop` no more gets an answer.
    assert!(last(&[], "stop\nponderhit\ngo movetime 1\n").starts_with("bestmove "));
    assert!(answers(Path::new(""), &[], "").is_empty());
}
