//! The command, run inside this process: what it prints, and how it ends.
//!
//! A snapshot is a dialogue: commands as one would type them, each with what it answers.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tilegame::{Exit, Flag, Io};
use tilegame_record::Score;

use crate::command::{Answer, run, run_in, scratch, snapshot, snapshot_in, words};

#[test]
fn help() {
    snapshot("help", &["--help", "perft --help", "play --help", "check --help", "compare --help"]);
}

#[test]
fn showing() {
    snapshot(
        "show",
        &[
            "show chess",
            "show chess --from g1 --ascii",
            "show chess --from e4",
            "show chess --from e7",
            "show chess --from z9",
            "show chess --fen \"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1\" --from e5",
            "show chess --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" --from e1",
            "show chess --fen \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"",
            "show chess960 --setup 0",
            "show chess960 --setup 960",
            "show chess --setup 518",
            "show capablanca --ascii",
            "show khet --setup dynasty --from f1 --ascii",
            "show khet2 --from j1",
            "show khet --setup osiris",
            "show khet --setup 3",
            "show chess --setup classic",
            "show losalamos",
            "show shafran --ascii --from c1",
            "show raumschach --from Bd1",
            "show chess --after \"e4 d5 exd5 Qxd5\"",
            "show chess --after \"e4 d5 exd5\" --json",
            "show janggi --after \"c1d3\" --ascii",
            "show chess --captured",
            "show xiangqi --moves Elephant --ascii",
            "show chess --moves Pawn --at e2 --ascii",
            "show alice --fen \"8/8/8/8/8/2N5/8/8/4r2k/8/8/8/8/8/8/4K3 w - 0 1\" --from Bc3",
        ],
    );
}

#[test]
fn moves_and_positions() {
    snapshot(
        "moves",
        &[
            "moves chess",
            "moves chess --notation san",
            "moves chess --fen \"7k/P7/8/8/8/8/8/K7 w - - 0 1\" --json",
            "moves chess --fen \"7k/P7/8/8/8/8/8/K7 w - - 0 1\" --player Black --json",
            "moves chess --fen \"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1\" --player w --notation san",
            "moves chess --fen \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\" --player White",
            "moves chess --player Green",
            "moves chess --fen \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\" --json",
            "fen chess \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR  w  KQkq e6 \"",
            "fen chess \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\" --shredder",
            "fen chess \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\" --json",
            "fen chess \"rnbqkbnr/ppppxppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"",
            "fen chess \"rnbqkbnr/ppppxppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\" --json",
            "fen chess \"\"",
            "fen chess hello",
            "fen chess startpos",
            "moves chess --fen startpos --notation san",
            "moves kyotoshogi --notation fsf",
            "moves joust --notation fsf",
            "moves seirawan --fen \"4k3/8/8/8/8/8/PPPPPPPP/4K2R[HE] w K - 0 1\" --notation fsf",
            "moves arimaa --notation fsf",
            "fen chess \"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 two words; hmvc 3;\" --json",
            "fen Shogi \"lns1kg1n1/r3gs1bl/p1pp1pp1p/1p2p2p1/4B4/2P3P2/PP1PPP1PP/2S2G2R/LN2KGSNL[] w - - 14 8\"",
            "fen shogi --notation sfen",
            "fen \"Chess 960\" --setup 518",
            "fen \"fischer randm\"",
            "fen chess",
            "fen chess --json",
            "fen khet2 --setup imhotep",
            "fen chess960 --setup 518 --shredder",
            "fen chess960 --setup 960",
            "fen chess \"8/8/8/8/8/8/8/8 w - - 0 1\" --setup 1",
        ],
    );
}

#[test]
fn counting() {
    snapshot(
        "perft",
        &[
            "perft chess 0",
            "perft chess 3",
            "perft chess 2 --divide",
            "perft chess960 2 --setup 518",
            "perft mirrorhall 1 --divide",
            "perft amazons 1 --turns",
            "perft snailtrail 2 --turns --divide",
            "perft chess 3 --turns",
            "perft chess 3 --turns --hash 1",
            "perft chess 3 --fen \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\" --divide",
            "perft chess 99999999999",
            "perft chess 1001",
            "perft chess five",
            "perft chess -1",
            "compare chess -1",
            "perft chess",
        ],
    );
}

/// Commands say the same after moves given with `--after` as of the FEN of where those moves lead.
#[test]
fn moves_played_first() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let commands = [
        vec!["moves", "chess"],
        vec!["perft", "chess", "2", "--divide"],
        vec!["explain", "chess", "e1e2"],
        vec!["explain", "chess", "e4e5"],
        vec!["compare", "chess", "1"],
        vec!["show", "chess", "--from", "g1"],
    ];
    // How long a count has taken, and what the last move was, is no part of the position.
    let same = |answer: Answer| {
        let plain = answer.out.replace(['[', ']'], " ");
        let lines: Vec<String> =
            plain.lines().filter(|line| !line.contains("nodes/s")).map(String::from).collect();
        (answer.exit, lines)
    };
    for command in commands {
        let after = run(&[command.as_slice(), &["--after", "e4 e7e5"]].concat());
        let from = run(&[command.as_slice(), &["--fen", fen]].concat());
        assert_eq!(same(after), same(from), "{command:?}");
    }
    assert_eq!(run(&["fen", "chess", "--after", "e4 e7e5"]).out.trim_end(), fen);
    let mated = run_in(Path::new(""), &["play", "chess", "--after", "f3 e5 g4 Qh4"], "quit\n");
    assert!(mated.out.contains("Black won (checkmate)"), "{}", mated.out);
    let refused = run(&["perft", "chess", "1", "--after", "f3 e5 g4 Qh4 a3"]);
    assert!(refused.exit != Exit::Fine && refused.err.contains("the game is over"), "{}", refused.err);
}

#[test]
fn counts_as_json() {
    let answer = run(&["perft", "chess960", "3", "--setup", "518", "--divide", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&answer.out).expect("one JSON value");
    assert_eq!(value["game"], "chess960");
    assert_eq!(value["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((&value["setup"], &value["depth"], &value["nodes"]), (&518.into(), &3.into(), &8902.into()));
    assert_eq!(value["complete"], true);
    assert!(value["seconds"].as_f64().is_some_and(|s| s >= 0.0) && value["nodes_per_second"].is_u64());
    let divided = value["divide"].as_array().expect("a list");
    assert_eq!(divided.iter().filter_map(|d| d["nodes"].as_u64()).sum::<u64>(), 8902);
    assert_eq!(divided[0]["move"], "a2a3");
    let answer = run(&["perft", "khet", "2", "--setup", "dynasty", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&answer.out).expect("one JSON value");
    assert_eq!((&value["setup"], &value["nodes"]), (&"dynasty".into(), &4849.into()));
}

#[test]
fn an_interrupted_count_says_what_it_knows() {
    let flag = Flag::default();
    flag.raise();
    let mut out = Vec::new();
    let mut io = Io::new(io::empty(), &mut out, io::sink()).interrupted_by(flag);
    let exit = tilegame::run(["tilegame", "perft", "chess", "300", "--json"], &mut io);
    drop(io);
    let value: serde_json::Value = serde_json::from_slice(&out).expect("one JSON value");
    assert_eq!((exit, &value["complete"]), (Exit::Interrupted, &false.into()));
}

#[test]
fn engines() {
    snapshot(
        "engines",
        &[
            "perft chess 3 --engine bitset",
            "perft chess 2 --engine reference --divide",
            "perft atomic 3 --threads 3 --hash 1",
            "perft convoy 2 --engine bitset",
            "perft chess 2 --threads 0",
            "compare chess 1",
            "compare convoy 1",
            "check chess --engine",
            "check convoy --engine",
        ],
    );
}

#[test]
fn explaining() {
    snapshot(
        "explain",
        &[
            "explain chess e2e4",
            "explain chess Nf3",
            "explain chess e2e5",
            "explain chess e2e4e6",
            "explain chess d1h5 --fen \"4k3/8/8/8/8/8/8/3QK3 w - - 0 1\"",
            "explain chess e1g1 --fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"",
            "explain chess-by-id e1g1 --fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"",
            "explain xiangqi b1c3",
            "explain chess e1g1 --fen \"4k3/8/8/8/8/5r2/8/4K2R w K - 0 1\"",
            "explain chess nonsense",
            "explain chess e2",
            "explain chess e2-e4",
            "explain chess \"Fc4(NF)\"",
            "explain morris S@a1",
            "explain cotulenh c3:Ta3",
            "explain alice Ae1Ae2 --fen \"8/8/8/8/8/2N5/8/8/4r2k/8/8/8/8/8/8/4K3 w - 0 1\"",
            "explain alice Bc3Bd5 --fen \"8/8/8/8/8/2N5/8/8/4r2k/8/8/8/8/8/8/4K3 w - 0 1\"",
            "explain alice Ah7Ah5 --fen \"8/8/8/7p/8/8/8/8/7k/7p/8/8/8/8/8/4K3 b - 0 1\"",
        ],
    );
}

#[test]
fn games_that_are_called_otherwise() {
    snapshot(
        "mistaken",
        &[
            "chess",
            "mine.tg",
            "nonsense",
            "check chess.tg",
            "check parts/chess.tg",
            "check nonsense.tg",
            "play selection --ascii\nmoves\nmoves Sz\nmoves Zz\nFc4(NF)\nquit",
            "play tablut --ascii --random Defenders --seed 1\ndraw\nquit",
        ],
    );
}

#[test]
fn checking() {
    let folder = scratch("checking");
    let write = |name: &str, text: &[u8]| fs::write(folder.join(name), text).expect("written");
    write("good.tg", b"variant \"Good\" of chess\n\ntests\n    perft 1 = 20\n");
    write("bad.tg", b"variant \"Bad\" of chess\n\nextend piece Knigth\n    move king\n");
    write(
        "test.tg",
        b"variant \"Test\" of chess\n\ntests\n    perft 2 = 401\n    illegal e2e4\n    perft 1 = 20\n",
    );
    write(
        "setup.tg",
        b"variant \"Setup\" of chess\n\nsetup \"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n",
    );
    write("uses.tg", b"variant \"Uses\" of \"bytes.tg\"\n");
    write("bytes.tg", b"game \xff\xfe");
    write("empty.tg", b"");
    fs::create_dir(folder.join("folder.tg")).expect("made");
    snapshot_in(
        &folder,
        "check",
        &[
            "check good.tg chess",
            "check bad.tg good.tg",
            "check bad.tg --json",
            "check good.tg --json",
            "check test.tg",
            "check setup.tg",
            "check ./uses.tg",
            "check bytes.tg",
            "check empty.tg",
            "check folder.tg",
            "check missing.tg",
            "check ches",
            "check good",
            "check",
            "check --explain e0701",
            "check --explain E9999",
            "show bad.tg",
        ],
    );
}

#[test]
fn replaying() {
    let folder = scratch("replaying");
    let games = "[White \"Anna\"]\n[Black \"Boris\"]\n\n1. e4 e5 2. Nf3 Nc6 {so far} 3. Bb5 (3. Bc4 Bc5) a6 *\n\n\
                 [Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[Event \"?\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n\
                 [FEN \"8/8/8/8 w\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n";
    fs::write(folder.join("games.pgn"), games).expect("written");
    fs::write(folder.join("good.pgn"), "1. e4 e5 *\n").expect("written");
    let odd = "[White \"J\u{f6}rg\"]\n\n1. e2e4 e7e5 2. e1c1 *\n\n[Event \"The \"big\" one\"]\n\n1. e4 -- 2. d4 Z0 e5 *\n\n\
               [White \"\u{fc}\"]\n\n1. e4 {lost\n\n[White \"Anna\"]\n[Variant \"Orthodox chess\"]\n\n1. d4 *\n";
    let latin: Vec<u8> = odd.chars().map(|c| c as u8).collect();
    fs::write(folder.join("odd.pgn"), latin).expect("written");
    fs::write(folder.join("wide.pgn"), b"\xff\xfe1\0.\0").expect("written");
    snapshot_in(
        &folder,
        "pgn",
        &[
            "pgn chess games.pgn",
            "pgn chess good.pgn",
            "pgn chess -\n1. d4 d5 2. c5 *",
            "pgn chess -",
            "pgn chess missing.pgn",
            "pgn chess odd.pgn",
            "pgn chess960 \"wide.pgn\"",
            "pgn chess .",
        ],
    );
}

#[test]
fn options() {
    let folder = scratch("options");
    let text = "variant \"Mine\" of losalamos\noption castles = on \"The rooks may leap.\"\n\
                extend piece Rook\n    quiet n+n if castles\n";
    fs::write(folder.join("mine.tg"), text).expect("written");
    snapshot_in(
        &folder,
        "options",
        &[
            "perft mine.tg 1",
            "perft mine.tg 1 --option castles=off",
            "perft mine.tg 1 --option castle=off",
            "perft mine.tg 1 --option castles=perhaps",
            "perft chess 1 --option castles=off",
        ],
    );
}

#[test]
fn writing_files() {
    let folder = scratch("writing_files");
    fs::write(folder.join("ugly.tg"), "variant \"Ugly\" of chess # why not  \n\ntests\n  perft 1=20\n")
        .expect("written");
    fs::write(folder.join("bad.tg"), "variant \"Bad of chess\n").expect("written");
    let first = "variant \"First\" of chess\n\ntally  spent = 0  # plies\n\nmatch\n    spent_all: draw if spent > 9\n";
    fs::write(folder.join("first.tg"), first).expect("written");
    snapshot_in(
        &folder,
        "files",
        &[
            "new mine",
            "new mine.tg",
            "check mine.tg",
            "fmt --check mine.tg",
            "new other --of shatranj",
            "check other.tg",
            "new third --of mine.tg",
            "check third.tg",
            "new 3rd",
            "new chess",
            "new ../up",
            "new mine2 --of nothing",
            "fmt --check ugly.tg mine.tg",
            "fmt ugly.tg",
            "fmt --check ugly.tg",
            "fmt bad.tg",
            "fmt -\nvariant \"Piped\" of chess  \ntests\n  perft 1=20",
            "fmt missing.tg",
            "fmt first.tg",
            "fmt --check --edition 2 first.tg",
            "fmt --edition 2 first.tg",
            "fmt --check --edition 2 first.tg",
            "fmt --edition 3 first.tg",
        ],
    );
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let second = "variant \"First\" of chess\n\ncounter  spent = 0 ignored  # plies\n\nmatch\n    spent_all: draw if spent > 9\n";
    assert_eq!(read("first.tg"), second);
    assert_eq!(read("bad.tg"), "variant \"Bad of chess\n");
    assert_eq!(read("ugly.tg"), "variant \"Ugly\" of chess  # why not\n\ntests\n    perft 1 = 20\n");
}

#[test]
fn move_ids() {
    const LEAP: &str = "121234cmj000lM0r000000sr000000t00000er000000M0!";
    const PASSING: &str =
        "1110000mj000lM0r000000sr000000t00000erfP0001M0210000m00f0lM0r000000sr000000t00000er000000M0!!";
    let commands = [
        format!("moveid decode {LEAP}"),
        format!("moveid decode {PASSING}"),
        format!("moveid decode --json {LEAP}"),
        "moveid decode 011004cxgk00g1000[00]g1000k00g1000!".to_owned(),
        "moveid decode 111234cmxg[o<palace>]! --in xiangqi".to_owned(),
        "moveid decode 111234cmxg[o<palast>]! --in xiangqi".to_owned(),
        "moveid decode --json 001000xwydr[-f0]0010z10l156g{t}! --in raumschach".to_owned(),
        "moveid decode --json 111200xydr[-f0]0010g{t}g1010[e]u210!".to_owned(),
        format!("moveid explain {PASSING}"),
        format!("moveid explain --json {LEAP}"),
        "moveid explain 12".to_owned(),
        "moveid explain (20)01000cm0n!".to_owned(),
        "moveid explain (20)31200cmj!".to_owned(),
        "moveid explain 121030cm0n! --hex".to_owned(),
        "moveid explain 010000cm0nxh123456!".to_owned(),
        "moveid explain 011000cmjxl156!".to_owned(),
        "moveid explain 011234cmxg1001!".to_owned(),
        "moveid explain 011004cxgk00g1000[00]g1000k00g1000!".to_owned(),
        "moveid explain \"111200xyds[o<rank 2>]g[f<Queen,Rook>-o<palace>]{t}g1001[e]!\"".to_owned(),
        "moveid explain 0210000m00f0lM011000m!r0!".to_owned(),
        "moveid explain 0210000m00f0lM0110000m!rfP1000!".to_owned(),
        "moveid encode chess Pawn".to_owned(),
        "moveid encode chess Pawn --short".to_owned(),
        "moveid encode chess N --json".to_owned(),
        "moveid encode minixiangqi --short".to_owned(),
        "moveid encode morris".to_owned(),
        "moveid encode shatranj Nobody".to_owned(),
        "moveid encode berolina Pawn --short".to_owned(),
        "moveid encode sym(n+n+e)".to_owned(),
        "moveid encode knight --short".to_owned(),
        "moveid encode \"capture rot(n*0.. n[piece] n*0.. n)\" --short --json".to_owned(),
        "moveid encode \"quiet n*2 if on second_rank\" --short --in chess".to_owned(),
        "moveid encode \"do rot(ne*0.. ne[enemy]{take last} ne[empty]*1..)\" --short".to_owned(),
        "moveid explain 111234xydgk00g1001[f0]{T}g1001[e]k10!".to_owned(),
        "moveid encode \"quiet (n | e)*3\"".to_owned(),
        "moveid encode \"quiet n+n+\"".to_owned(),
        "moveid encode \"quiet n[on palace]\"".to_owned(),
        "moveid encode nothing".to_owned(),
        format!("moveid check {LEAP} 101234cm0000lM0r000000sr000000t00000er000000M0! nonsense"),
        format!("moveid check --json {LEAP} 101234cm! 12345"),
        format!("moveid check --file -\n{LEAP}\n\n{PASSING}\n"),
        format!("moveid check {}", LEAP.replace('M', "m")),
        "moveid check \"\" 12é (65535)01000cm! (65536)01000cm! 121234cmj".to_owned(),
        "moveid decode (65535)01000cm!".to_owned(),
        "moveid check 0110000m0000lM0rFP0001sr000000t00000erfP0001!".to_owned(),
        "moveid check".to_owned(),
        format!("moveid normal 101234cmj! {}", LEAP.replace('M', "m")),
        "moveid normal 101234cmj! --short --json".to_owned(),
        "moveid normal 1012".to_owned(),
        "moveid same 101234cm! 101200cm!".to_owned(),
        "moveid same 101234cm! 101200cmj! --json".to_owned(),
        "moveid same 111234cm! 111200cmj!".to_owned(),
        "moveid same 111234! 000000!".to_owned(),
        "moveid same 111234! 111234c!".to_owned(),
        "moveid same 0110000m0000lM0110000m!! 0110000m0000lM0210000m!!".to_owned(),
        "moveid find 011234cmxg1001!".to_owned(),
        "moveid find 121234cmj! chess shatranj --json".to_owned(),
        "moveid find 991234cmj!".to_owned(),
        "moveid coverage chess morris mirrorhall --without".to_owned(),
        "moveid coverage chess --json".to_owned(),
        "moveid coverage --except nothing".to_owned(),
    ];
    snapshot("moveid", &commands.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn dumping() {
    let folder = scratch("dumping");
    fs::write(folder.join("small.tg"), "use moves\ngame \"Small\"\nboard\n    grid 2 x 2\n")
        .expect("written");
    snapshot_in(
        &folder,
        "dump",
        &["dump --tokens small.tg", "dump --ast small.tg", "dump small.tg", "dump --ir small.tg"],
    );
    let dumped = run(&["dump", "--ir", "chess"]);
    assert_eq!((dumped.exit, dumped.err.as_str()), (Exit::Fine, ""));
    assert!(dumped.out.starts_with("game chess"));
}

#[test]
fn playing() {
    snapshot(
        "play",
        &[
            "play chess --ascii\ne4\ne7e5\nKe3\nqwerty\nmoves\nexplain e1e3\ndraw\nno\nfen\npgn\nundo\nhelp\nresign\ne4\n",
            "play chess --ascii --seed 1 --fen \"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1\"\nhint\nKg6\nquit\n",
            "play chess --ascii\nf3\ne5\ng4\nQh4\nfen\nundo\nquit\n",
            "play chess --ascii --random all --seed 1 --fen \"7k/8/8/8/8/8/8/K5R1 w - - 147 80\"",
            "play chess --ascii --random b --seed 1 --fen \"7k/8/8/8/8/8/6R1/K7 w - - 99 80\"\nclaim\nRg1\nclaim\n",
            "play chess --ascii --random b --seed 1 --fen \"7k/8/8/8/8/8/6R1/K7 w - - 0 80\"\ndraw\n",
            "play chess --random Nobody",
            "play chess --ascii --random b --seed 1\ndraw\n",
            "play chess --ascii --fen \"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1\"\npieces\nexd8=Q\npieces\nforfeit\npgn\n",
            "play chess --ascii --clock 5+x",
            "play chess --ascii --clock White=5",
            "play chess --ascii --clock 0",
            "play chess --ascii --svg -",
        ],
    );
}

/// Each time somebody looks, some seconds have gone by.
#[test]
fn playing_with_a_clock() {
    let play = |args: &[&str], seconds: f64, input: &str| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut now = 0.0;
        let time = move || {
            now += seconds;
            std::time::Duration::from_secs_f64(now)
        };
        let mut io = Io::new(input.as_bytes(), &mut out, &mut err).with_time(time);
        let exit = tilegame::run([&["tilegame", "play"], args].concat(), &mut io);
        drop(io);
        assert_eq!((exit, err.as_slice()), (Exit::Fine, &b""[..]));
        let text = String::from_utf8(out).expect("text");
        let board =
            |line: &&str| !line.is_empty() && !line.starts_with(|c: char| c.is_ascii_digit() || c == ' ');
        text.lines().filter(board).collect::<Vec<_>>().join("\n")
    };
    let clock = ["chess", "--ascii", "--clock", "1+2", "--clock", "Black=0:30"];
    let page = [
        play(&clock, 1.0, "e4\ne5\nhelp me\nNf3\nundo\nquit\n"),
        // Time runs while somebody asks for something, and is up before the move.
        play(&clock, 8.0, "e4\nmoves\ne5\npgn\n"),
        play(&["chess", "--ascii", "--clock", "10s", "--random", "all", "--seed", "1"], 3.0, ""),
        // Nobody can win.
        play(
            &["chess", "--ascii", "--clock", "10s", "--fen", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"],
            6.0,
            "Kd1\nboard\nboard\n",
        ),
        // The others play on.
        play(&["four-player", "--ascii", "--clock", "10s"], 6.0, "board\nboard\nquit\n"),
    ];
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../cases/cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("clocks", page.join("\n\n")));
}

/// A picture that follows the game.
#[test]
fn playing_with_a_picture() {
    let folder = scratch("playing_with_a_picture");
    let play = |args: &[&str], input: &str| {
        let answer =
            run_in(&folder, &[&["play", "chess", "--ascii", "--svg", "board.svg"], args].concat(), input);
        assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""));
        fs::read_to_string(folder.join("board.svg")).expect("a picture")
    };
    let start = play(&[], "");
    let moved = play(&[], "e4\nd5\nexd5\n");
    let captured = play(&["--captured"], "e4\nd5\nexd5\n");
    assert!(start.starts_with("<svg ") && start != moved && moved != captured);
    assert!(captured.len() > moved.len() && captured.contains("<rect "));
}

#[test]
fn every_game_can_be_played_to_its_end_at_random() {
    for name in tilegame_tests::names().filter(|name| !tilegame_tests::is_wide(&tilegame_tests::game(name))) {
        let answer = run(&["play", name, "--random", "all", "--seed", "5", "--ascii"]);
        assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""), "{name}");
        let last = answer.out.lines().last().unwrap_or_default();
        let score = last.strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let over = score.is_some_and(|(_, score)| score != "*" && score.parse::<Score>().is_ok());
        assert!(over || last.ends_with("that is enough."), "{name}: {last}");
    }
}

#[test]
fn every_game_passes_its_own_tests() {
    let all: Vec<&str> = ["check"].into_iter().chain(tilegame_tests::names()).collect();
    let answer = run(&all);
    assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""));
    // A second line of a game says that the computer can't play it.
    assert_eq!(answer.out.lines().filter(|line| !line.starts_with(' ')).count(), all.len() - 1);
}

#[test]
fn the_list_of_games_is_complete() {
    let value: serde_json::Value = serde_json::from_str(&run(&["games", "--json"]).out).expect("JSON");
    let listed: Vec<&str> =
        value.as_array().expect("a list").iter().filter_map(|g| g["name"].as_str()).collect();
    assert_eq!(listed, tilegame_tests::names().collect::<Vec<_>>());
    for game in value.as_array().expect("a list") {
        let said = |key: &str| game[key].as_str().is_some_and(|text| !text.is_empty());
        assert!(said("title") && said("about"), "{game}");
        assert!(game["tiles"].is_u64() && game["players"].is_array(), "{game}");
    }
    assert_eq!(run(&["games"]).out.lines().count(), listed.len());
}

/// A reader that has gone, as `head` does.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in
        ["games", "show chess", "moves chess", "perft chess 2", "play chess", "dump --ir chess", "--help"]
    {
        let mut err = Vec::new();
        let mut io = Io::new("e4\n".as_bytes(), Gone, &mut err);
        let exit = tilegame::run(words(&format!("tilegame {args}")), &mut io);
        drop(io);
        assert_eq!((exit, err.len()), (Exit::Fine, 0), "{args}");
    }
}

#[test]
fn colours_come_only_when_they_are_welcome() {
    let mut out = Vec::new();
    let mut io = Io::new(io::empty(), &mut out, io::sink());
    io.out.color = true;
    assert_eq!(tilegame::run(["tilegame", "show", "chess"], &mut io), Exit::Fine);
    drop(io);
    assert!(out.contains(&0x1b));
    assert!(!run(&["show", "chess"]).out.contains('\u{1b}'));
}

/// Looks, themes, arrows and lines below the board are asked for by name, and what is none of them is refused with what there is.
#[test]
fn pictures_by_choice() {
    let picture = |more: &[&str]| run(&[&["show", "shogi", "--svg", "-"], more].concat());
    let usual = picture(&[]);
    assert_eq!((usual.exit, usual.err.as_str()), (Exit::Fine, ""));
    for more in [
        &["--look", "2"][..],
        &["--look", "letters"],
        &["--theme", "night"],
        &["--arrow", "g3-g4"],
        &["--no-coordinates"],
        &["--caption"],
    ] {
        let other = picture(more);
        assert!(
            other.exit == Exit::Fine && other.out.starts_with("<svg ") && other.out != usual.out,
            "{more:?}"
        );
    }
    let explained = run(&["show", "shogi", "--moves", "Knight", "--legend", "--svg", "-"]);
    assert!(explained.out.len() > run(&["show", "shogi", "--moves", "Knight", "--svg", "-"]).out.len());
    for (more, told) in [
        (&["--look", "0"][..], "a number from 1 to 99, or `letters`"),
        (&["--look", "figures"], "a number from 1 to 99, or `letters`"),
        (&["--theme", "pink"], "the themes are wood, green, blue, print, night"),
        (&["--arrow", "g3"], "write two tiles with `-` between them"),
        (&["--arrow", "g3-z9"], "no tile `z9`"),
    ] {
        let answer = picture(more);
        assert!(
            answer.exit != Exit::Fine && answer.out.is_empty() && answer.err.contains(told),
            "{}",
            answer.err
        );
    }
    assert!(run(&["show", "shogi", "--caption"]).err.contains("--svg"), "there is no picture");
}

/// What the README says that the command prints is what it prints, and its game is one.
#[test]
fn the_readme_shows_what_the_command_prints() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let text = fs::read_to_string(readme).expect("the README");
    let blocks = |fence: &str| -> Vec<String> {
        let open = format!("```{fence}\n");
        text.split(&open)
            .skip(1)
            .map(|rest| rest.split("```").next().unwrap_or_default().to_string())
            .collect()
    };
    let folder = scratch("readme");
    let game = blocks("tg").remove(0);
    fs::write(folder.join("camel.tg"), &game).expect("written");
    let answer = run_in(&folder, &["check", "camel.tg"], "");
    assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""));

    // The README then misspells a word.
    fs::write(folder.join("camel.tg"), game.replace("enemy Camel", "enemy Cammel")).expect("written");
    let shown = blocks("console");
    assert_eq!(shown.len(), 3);
    for block in shown {
        let (line, shown) = block.split_once('\n').expect("a command and its answer");
        let command = line.strip_prefix("$ tilegame ").expect("a command");
        let answer = run_in(&folder, &words(command), "");
        let printed = if answer.err.is_empty() { answer.out } else { answer.err };
        assert!(printed.starts_with(shown.trim_end()), "{command}\n{printed}");
    }
}

/// The computer plays legal moves, the same ones for the same seed, and a whole game against itself ends.
#[test]
fn playing_against_the_computer() {
    let folder = scratch("computer");
    let game = |args: &[&str], input: &str| run_in(&folder, &[&["play"], args].concat(), input);
    let all = ["minishogi", "--computer", "all", "--level", "2", "--seed", "3"];
    let (one, other) = (game(&all, ""), game(&all, ""));
    assert!(one.exit == Exit::Fine && one.out.contains(" won ("), "{}", one.err);
    assert_eq!(one.out, other.out);
    let answer = game(&["chess", "--computer", "Black"], "e4\nhint\ndraw\nundo\nquit\n");
    assert!(answer.out.contains("Black plays ") && answer.out.contains("You could play "), "{}", answer.out);
    let answer = game(&["chess", "--computer", "White", "--random", "all"], "");
    assert!(answer.err.contains("White can't play at random and by the computer at once"), "{}", answer.err);
    let answer = game(&["chess", "--computer", "Green"], "");
    assert!(answer.err.contains("no player is named `Green`"), "{}", answer.err);
}
