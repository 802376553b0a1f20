//! The commands `usi`, `ucci` and `xboard`, as other programs talk to them. `uci` has tests of its own.

use std::path::Path;

use tilegame::Exit;

use crate::command::{run_in, scratch};

fn answers_in(folder: &Path, args: &[&str], lines: &str) -> Vec<String> {
    let answer = run_in(folder, args, lines);
    assert!(answer.exit == Exit::Fine, "{}", answer.err);
    answer.out.lines().map(str::to_owned).collect()
}

fn answers(args: &[&str], lines: &str) -> Vec<String> {
    answers_in(Path::new(""), args, lines)
}

fn last(args: &[&str], lines: &str) -> String {
    answers(args, lines).pop().expect("an answer")
}

/// Files are numbers from the right, ranks letters from the top, the first player is `b`.
#[test]
fn shogi_is_played_by_usi() {
    let said = answers(&["usi", "shogi"], "usi\nisready\nquit\n");
    assert!(said.iter().any(|line| line.starts_with("option name USI_Variant type combo default shogi ")));
    assert!(said.iter().all(|line| !line.starts_with("option name") || !line.contains("Move Overhead")));
    assert_eq!(said[said.len() - 2..], ["usiok", "readyok"]);
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n";
    assert_eq!(last(&["usi", "shogi"], &format!("{mate}go depth 2\n")), "bestmove G*5b");
    assert_eq!(last(&["usi", "shogi"], &format!("{mate}go mate 2000\n")), "checkmate G*5b");
    let played = "position startpos moves 7g7f 3c3d 8h2b+ 3a2b\nd\n";
    let said = answers(&["usi", "shogi"], played);
    let placement = "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 1";
    assert!(said.iter().any(|line| line == &format!("Fen: {placement}")), "{said:?}");
    assert!(
        last(&["usi", "shogi"], "position startpos\ngo btime 0 wtime 0 byoyomi 100\n")
            .starts_with("bestmove ")
    );
    // So little time may end before the first depth.
    assert!(last(&["usi", "shogi"], &format!("{mate}usinewgame\ngo btime 50\n")).starts_with("bestmove "));
    let over = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\ngo depth 1\n";
    assert_eq!(last(&["usi", "shogi"], over), "bestmove resign");
}

/// Ranks are counted from 0, times are seconds unless thousandths are asked for.
#[test]
fn xiangqi_is_played_by_ucci() {
    let said = answers(&["ucci", "xiangqi"], "ucci\nisready\nquit\n");
    assert!(said.iter().any(|line| line.starts_with("option UCI_Variant type combo default xiangqi ")));
    assert_eq!(said[said.len() - 3..], ["ucciok", "readyok", "bye"]);
    let moves = "position startpos moves h2e2 h9g7\n";
    let said = answers(&["ucci", "xiangqi"], &format!("{moves}d\n"));
    assert!(said.iter().any(|line| line.contains("rnbakab1r/9/1c4nc1/")), "{said:?}");
    let answer =
        last(&["ucci", "xiangqi"], &format!("setoption usemillisec true\n{moves}go time 200 increment 0\n"));
    assert!(answer.starts_with("bestmove "), "{answer}");
    let over = "position fen 3k5/9/9/9/9/3RR4/9/9/9/5K3 b - - 0 1\ngo depth 1\n";
    assert_eq!(last(&["ucci", "xiangqi"], over), "nobestmove");
}

/// The book shows what each line does in each state.
#[test]
fn the_book_has_the_tables_of_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).expect("a text");
    let page = read("docs/src/command/protocols.md");
    for table in ["uci", "xboard"] {
        let table = read(&format!("cli/src/protocol/states_of_{table}.md"));
        assert!(page.contains(&table), "the book has another table:\n{table}");
    }
}

#[test]
fn several_lines_are_shown() {
    let said = answers(&["uci"], "setoption name MultiPV value 3\ngo depth 3\n");
    for number in 1..=3 {
        let is_told = |text: &String| {
            text.starts_with("info depth 3 seldepth") && text.contains(&format!(" multipv {number} "))
        };
        assert_eq!(said.iter().filter(|text| is_told(text)).count(), 1, "{said:?}");
    }
    let first_moves: Vec<&str> = said
        .iter()
        .filter(|text| text.starts_with("info depth 3 "))
        .filter_map(|text| text.split(" pv ").nth(1)?.split(' ').next())
        .collect();
    assert!(first_moves.iter().all(|m| first_moves.iter().filter(|other| other == &m).count() == 1));
}

#[test]
fn threads_think_together() {
    let lines = "setoption name Threads value 3\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 4\n";
    assert_eq!(last(&["uci"], lines), "bestmove d8h4");
}

#[test]
fn strength_is_limited() {
    for option in ["Skill Level value 0", "UCI_Elo value 600\nsetoption name UCI_LimitStrength value true"] {
        let said = answers(&["uci"], &format!("setoption name {option}\ngo movetime 50\n"));
        assert!(said.len() == 1 && said[0].starts_with("bestmove "), "{said:?}");
    }
}

#[test]
fn xboard_is_answered() {
    let said = answers(&["xboard"], "xboard\nprotover 2\nping 7\nquit\n");
    assert!(said.iter().any(|line| line.starts_with("feature variants=\"3check,")), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("pong 7"));
    let game = "new\nst 1\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\nsd 3\ngo\n";
    let said = answers(&["xboard"], game);
    assert_eq!(said, ["move d8h4", "0-1 {Black won (checkmate)}"]);
    let said = answers(
        &["xboard"],
        "new\nforce\nusermove e2e5\nusermove e2e4\nundo\nusermove e2e4\nfoo\nlevel a b c\n",
    );
    assert!(said[0].starts_with("Illegal move (") && said[0].ends_with(": e2e5"), "{said:?}");
    assert_eq!(said[1..], ["Error (unknown command): foo", "Error (bad numbers): level a b c"]);
    let said = answers(&["xboard"], "new\nforce\nlift b1\n");
    assert_eq!(said, ["highlight 8/8/8/8/8/Y1Y5/8/8"]);
}

/// Each protocol begins with the game that it is mostly used for.
#[test]
fn protocols_begin_with_their_games() {
    for (protocol, greeting, variant) in [
        ("usi", "usi", "USI_Variant type combo default shogi"),
        ("ucci", "ucci", "UCI_Variant type combo default xiangqi"),
    ] {
        let said = answers(&[protocol], &format!("{greeting}\n"));
        assert!(said.iter().any(|line| line.contains(variant)), "{said:?}");
    }
    assert!(last(&["ucci"], "position startpos moves h2e2\ngo depth 1\n").starts_with("bestmove "));
}

/// Moves that UCCI forbids are not chosen.
#[test]
fn banned_moves_are_not_chosen() {
    let mate = "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1\n";
    let best = last(&["ucci"], &format!("{mate}go depth 2\n"));
    let ban = best.split(' ').nth(1).expect("a move");
    let other = last(&["ucci"], &format!("{mate}banmoves {ban}\ngo depth 2\n"));
    assert!(
        other.starts_with("bestmove ") && !other.starts_with(&format!("bestmove {ban}")),
        "{best}, {other}"
    );
}

/// What XBoard learns of a game that it has never heard of.
#[test]
fn xboard_learns_games() {
    let said = answers(&["xboard"], "protover 2\nvariant minixiangqi\n");
    assert!(
        said.last().is_some_and(|line| line.starts_with("setup (") && line.contains(" 7x7+0_fairy ")),
        "{said:?}"
    );
    assert!(last(&["xboard"], "variant glinski\n").starts_with("tellusererror XBoard can't show this board"));
    assert!(
        last(&["xboard"], "variant three-player\n").starts_with("tellusererror XBoard has boards for two")
    );
    let folder = scratch("xboard");
    std::fs::write(
        folder.join("mine.tg"),
        "variant \"Mine\" of chess\n\nsetup \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"\n",
    )
    .expect("a file");
    let said = answers_in(
        &folder,
        &["xboard", "mine.tg"],
        "new\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\nsd 2\ngo\n",
    );
    assert_eq!(said, ["move a1a8", "1-0 {White won (checkmate)}"]);
    // On ten ranks it counts from 0.
    let said = answers(&["xboard", "xiangqi"], "new\nforce\nusermove h2e2\nlift h9\n");
    assert_eq!(said, ["highlight 9/9/6Y1Y/9/9/9/9/9/9/9"]);
}
