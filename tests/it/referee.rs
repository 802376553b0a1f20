//! `tilegame referee`: what is answered to requests, right or wrong, and that no rules, however bad, keep others from being judged.
// What was measured is worth knowing, with `--nocapture`.
#![allow(clippy::print_stdout)]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tilegame::Exit;
use tilegame_record::Match;
use tilegame_runtime::Game;

use crate::command::{Answer, run_in};

/// Asks everything in this process.
fn asked(input: &str) -> Answer {
    run_in(Path::new(""), &["referee"], input)
}

/// The answers to requests, which are judged in this process.
fn answers(requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let answer = asked(&input);
    assert_eq!((answer.exit, answer.err.as_str()), (Exit::Fine, ""));
    answer.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn answer(request: Value) -> Value {
    let all = answers(std::slice::from_ref(&request));
    assert_eq!(all.len(), 1, "{request}");
    all.into_iter().next().expect("an answer")
}

fn book() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/start/servers.md");
    fs::read_to_string(file).expect("a chapter").replace("\r\n", "\n")
}

/// What the book says is asked and answered; an answer that ends in `…` goes on.
#[test]
fn the_book_shows_what_is_answered() {
    let text = book();
    let blocks = text.split("```text\n").skip(1).filter_map(|block| block.split_once("\n```"));
    let lines: Vec<&str> = blocks.flat_map(|(block, _)| block.lines()).collect();
    let requests: String =
        lines.iter().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
    let expected: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("< ")).collect();
    let answer = asked(&requests);
    let answered: Vec<&str> = answer.out.lines().collect();
    for (expected, answered) in expected.iter().zip(&answered) {
        let is_same = match expected.strip_suffix('…') {
            Some(begins) => answered.starts_with(begins),
            None => expected == answered,
        };
        assert!(is_same, "the book says\n{expected}\nand the program\n{answered}");
    }
    assert_eq!(expected.len(), answered.len());
}

/// Every request is in the book with an example, and so is every sort of error.
#[test]
fn the_book_shows_every_request() {
    let text = book();
    for name in [
        "about", "load", "forget", "position", "result", "moves", "check", "written", "end", "picture",
        "perft",
    ] {
        assert!(text.contains(&format!("\"do\": \"{name}\"")), "{name}");
        assert!(text.contains(&format!("# `{name}`")), "{name}");
    }
}

/// A request, the sort of error, and some words of its message.
const WRONG: &[(&str, &str, &str)] = &[
    ("{", "json", "not JSON"),
    ("nonsense", "json", "not JSON"),
    ("{\"id\": 1, \"do\": \"about\"} 2", "json", "trailing"),
    ("[]", "request", "a JSON object"),
    ("[1, \"moves\"]", "request", "a JSON object"),
    ("7", "request", "a JSON object"),
    ("null", "request", "a JSON object"),
    ("{}", "request", "says in `do`"),
    ("{\"do\": 5}", "request", "`do` has to be a text, but it is a number"),
    ("{\"do\": \"dance\"}", "request", "`dance` can't be asked"),
    ("{\"do\": \"moves\"}", "request", "`moves` needs `rules`"),
    ("{\"do\": \"moves\", \"rules\": []}", "request", "`rules` has to be a text, but it is a list"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"rules\": \"chess\"}", "request", "duplicate field"),
    ("{\"do\": \"moves\", \"rules\": \"nothing like that\"}", "unknown_rules", "no game is named"),
    ("{\"do\": \"moves\", \"rules\": \"ches\"}", "unknown_rules", "did you mean `chess`?"),
    ("{\"do\": \"moves\", \"rules\": \"\"}", "unknown_rules", "no game is named"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"depth\": 3}", "request", "`moves` takes no `depth`"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"only\": \"pgn\"}", "request", "`uci` or `san`"),
    (
        "{\"do\": \"moves\", \"rules\": \"chess\", \"moves\": \"e4\"}",
        "request",
        "a list of texts, but it is a text",
    ),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"moves\": [4]}", "request", "a list of texts"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"moves\": [\"\\ud800\"]}", "request", "a list of texts"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"moves\": [\"\"]}", "move", ""),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"fen\": 5}", "request", "`fen` has to be a text"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"fen\": \"\"}", "position", ""),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"fen\": \"8/8 w\", \"setup\": 3}", "request", "not both"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"setup\": 3}", "position", "no setup `3`"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"setup\": \"x\"}", "position", "no setup `x`"),
    ("{\"do\": \"moves\", \"rules\": \"chess960\", \"setup\": 960}", "position", "no setup `960`"),
    ("{\"do\": \"moves\", \"rules\": \"chess960\", \"setup\": 99999999999999999999}", "position", "no setup"),
    ("{\"do\": \"moves\", \"rules\": \"chess\", \"notation\": \"x\"}", "request", "no notation `x`"),
    ("{\"do\": \"check\", \"rules\": \"chess\"}", "request", "`check` needs `move`"),
    ("{\"do\": \"perft\", \"rules\": \"chess\"}", "request", "`perft` needs `depth`"),
    ("{\"do\": \"perft\", \"rules\": \"chess\", \"depth\": -1}", "request", "a whole number from 0 to 100"),
    ("{\"do\": \"perft\", \"rules\": \"chess\", \"depth\": 101}", "request", "a whole number from 0 to 100"),
    ("{\"do\": \"perft\", \"rules\": \"chess\", \"depth\": 1e99}", "request", "a whole number from 0 to 100"),
    (
        "{\"do\": \"perft\", \"rules\": \"chess\", \"depth\": \"3\"}",
        "request",
        "a whole number from 0 to 100",
    ),
    ("{\"do\": \"perft\", \"rules\": \"chess\", \"depth\": 99}", "timeout", "longer than there is time"),
    ("{\"do\": \"picture\", \"rules\": \"chess\", \"theme\": \"pink\"}", "request", "the themes are"),
    ("{\"do\": \"picture\", \"rules\": \"chess\", \"look\": 0}", "request", "from 1 to 99"),
    (
        "{\"do\": \"picture\", \"rules\": \"chess\", \"seen_by\": \"Green\"}",
        "request",
        "there are White, Black",
    ),
    ("{\"do\": \"picture\", \"rules\": \"chess\", \"caption\": 1}", "request", "true or false"),
    ("{\"do\": \"end\", \"rules\": \"chess\"}", "request", "`end` needs `by`"),
    ("{\"do\": \"end\", \"rules\": \"chess\", \"by\": \"magic\"}", "request", "not `magic`"),
    ("{\"do\": \"end\", \"rules\": \"chess\", \"by\": \"claim\"}", "impossible", "nothing to claim"),
    ("{\"do\": \"check\", \"rules\": \"bughouse\", \"move\": \"w+N\"}", "impossible", "give it in `moves`"),
    ("{\"do\": \"load\"}", "request", "needs one of"),
    ("{\"do\": \"load\", \"game\": \"chess\", \"text\": \"\"}", "request", "and not two"),
    ("{\"do\": \"load\", \"game\": \"ches\"}", "unknown_rules", "did you mean"),
    ("{\"do\": \"load\", \"game\": \"chess\", \"name\": \"x\"}", "request", "`name` goes with `text`"),
    ("{\"do\": \"load\", \"game\": \"chess\", \"options\": {\"x\": true}}", "rules", "no option `x`"),
    ("{\"do\": \"load\", \"game\": \"chess\", \"options\": [1]}", "request", "an object"),
    ("{\"do\": \"load\", \"text\": \"\"}", "rules", "no rules"),
    ("{\"do\": \"load\", \"text\": \"use \\\"/etc/passwd\\\"\"}", "rules", "no rules"),
    ("{\"do\": \"load\", \"text\": \"\", \"name\": \"\"}", "request", "from 1 to 200 bytes"),
    ("{\"do\": \"load\", \"text\": \"\", \"texts\": {\"a\": 1}}", "request", "texts by their names"),
    ("{\"do\": \"load\", \"ini\": \"[a:chess]\\n[b:chess]\\n\"}", "request", "which `section`?"),
    ("{\"do\": \"load\", \"ini\": \"[a:chess]\\n\", \"section\": \"b\"}", "rules", "can't be played"),
    ("{\"do\": \"load\", \"ini\": \"[a:chess]\\nmaxRank = eight\\n\"}", "rules", "can't be played"),
    (
        "{\"do\": \"forget\", \"rules\": \"0000000000000000000000000000000000000000000000000000000000000000\"}",
        "unknown_rules",
        "load them",
    ),
];

#[test]
fn every_mistake_is_answered() {
    for (request, kind, words) in WRONG {
        let answer = asked(&format!("{request}\n"));
        let value: Value =
            serde_json::from_str(&answer.out).unwrap_or_else(|e| panic!("{request}: {e} {}", answer.out));
        assert_eq!((answer.exit, &value["ok"]), (Exit::Fine, &false.into()), "{request} {value}");
        assert_eq!(value["error"]["kind"], *kind, "{request} {value}");
        let message = value["error"]["message"].as_str().expect("a message");
        assert!(message.contains(words) && !message.ends_with('.'), "{request} {value}");
    }
    // All at once, and each is answered.
    let all: String = WRONG.iter().map(|(request, ..)| format!("{request}\n\n  \n")).collect();
    assert_eq!(asked(&all).out.lines().count(), WRONG.len());
}

#[test]
fn an_id_is_given_back_as_it_is() {
    for id in
        ["1", "\"x\"", "null", "1.50", "{\"a\":  [1, 2]}", "12345678901234567890123", "\"\\u0041\"", "true"]
    {
        for rest in
            ["\"do\": \"about\"", "\"do\": \"dance\"", "\"unknown\": 1", "\"do\": \"moves\", \"rules\": 5"]
        {
            let answer = asked(&format!("{{{rest}, \"id\": {id}}}\n"));
            assert!(answer.out.starts_with(&format!("{{\"id\":{id},\"ok\":")), "{rest} {id}: {}", answer.out);
        }
    }
    assert!(asked("{\"do\": \"about\"}").out.starts_with("{\"id\":null,\"ok\":true,"));
}

#[test]
fn lines_may_have_any_form() {
    let folder = Path::new("");
    let question = "{\"do\": \"result\", \"rules\": \"chess\"}";
    let good = format!("{question}{}", " ".repeat(2000 - question.len()));
    let input = format!("{good}\n{good} \r\n{question}\r\n\n{good} ");
    let answer = run_in(folder, &["referee", "--line-bytes", "2000"], &input);
    let kinds: Vec<Value> =
        answer.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(kinds.iter().map(|k| k["ok"] == true).collect::<Vec<_>>(), [true, false, true, false]);
    assert!(answer.out.contains("the line is too long; at most 2000 bytes are read"), "{}", answer.out);
    let mut out = Vec::new();
    let bytes: &[u8] =
        b"{\"do\": \"result\", \"rules\": \"\xff\"}\n{\"do\": \"result\", \"rules\": \"chess\"}\n";
    let mut io = tilegame::Io::new(bytes, &mut out, std::io::sink());
    assert_eq!(tilegame::run(["tilegame", "referee"], &mut io), Exit::Fine);
    drop(io);
    let text = String::from_utf8(out).expect("text");
    assert!(text.starts_with("{\"id\":null,\"ok\":false,\"error\":{\"kind\":\"json\",\"message\":\"the line is not UTF-8: byte 28 is wrong\"}}\n"), "{text}");
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("\"ok\":true")), "{text}");
}

#[test]
fn repetitions_are_known() {
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let moves: Vec<&str> = shuffle.iter().copied().cycle().take(8).collect();
    let now = answer(json!({"do": "position", "rules": "chess", "moves": moves}));
    assert_eq!((&now["repeated"], &now["result"]), (&3.into(), &Value::Null));
    let claim = &now["claims"][0];
    let ended = answer(json!({"do": "end", "rules": "chess", "moves": moves, "by": "claim"}));
    assert_eq!((&ended["result"]["score"], &ended["result"]["reason"]), (&"1/2-1/2".into(), claim));
    // The whole game, move by move, and after it nothing more.
    let moves: Vec<&str> = shuffle.iter().copied().cycle().take(17).collect();
    let requests: Vec<Value> = (0..=moves.len())
        .map(|made| json!({"id": made, "do": "result", "rules": "chess", "moves": moves[..made]}))
        .collect();
    let all = answers(&requests);
    let over: Vec<bool> = all.iter().map(|answer| !answer["result"].is_null()).collect();
    let first = over.iter().position(|is_over| *is_over).expect("an end");
    assert_eq!((first, &all[first]["result"]["winner"]), (16, &Value::Null));
    let error = &all[17]["error"];
    assert_eq!(
        (&error["kind"], &error["index"], &error["move"]),
        (&"move".into(), &16.into(), &"Nf3".into())
    );
}

/// Who asks for each position of many games, forwards, backwards and in turns, is told the same as who plays them.
#[test]
fn what_is_remembered_changes_nothing() {
    let lines = [
        ("chess", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"),
        ("chess", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4"),
        ("crazyhouse", "e4 d5 exd5 Qxd5 Nc3 Qa5 P@d5"),
        ("arimaa", ""),
        ("three-player", ""),
        ("tictactoe", "S@a1 S@b2 S@c3 S@a2"),
    ];
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    for (name, moves) in lines {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let mut played = Match::new(&Game::from_library(name).expect("a game"));
        let mut fens = vec![played.state().fen()];
        for text in &moves {
            let m = played.state().read_one(text).expect("a move");
            played.play(m).expect("legal");
            fens.push(played.state().fen());
        }
        let forwards = 0..=moves.len();
        for made in forwards.clone().chain(forwards.clone().rev()).chain(forwards.flat_map(|made| [made, 0]))
        {
            requests.push((
                requests.len() * 7919 % 104_729,
                json!({"do": "position", "rules": name, "moves": moves[..made]}),
            ));
            expected.push(fens[made].clone());
        }
    }
    let mut order: Vec<usize> = (0..requests.len()).collect();
    for shuffled in [false, true] {
        if shuffled {
            order.sort_by_key(|index| requests[*index].0);
        }
        let asked: Vec<Value> = order.iter().map(|index| requests[*index].1.clone()).collect();
        for (answer, index) in answers(&asked).iter().zip(&order) {
            assert_eq!(answer["fen"], expected[*index], "{}", requests[*index].1);
        }
    }
}

#[test]
fn games_of_all_sorts_are_judged() {
    let requests: Vec<Value> = tilegame_tests::names()
        .step_by(6)
        .flat_map(|name| {
            [
                json!({"id": name, "do": "load", "game": name}),
                json!({"id": name, "do": "moves", "rules": name}),
            ]
        })
        .collect();
    for pair in answers(&requests).chunks(2) {
        let name = pair[0]["id"].as_str().expect("a name");
        let game = tilegame_tests::game(name);
        assert_eq!(pair[0]["start"], game.start().fen(), "{name}");
        let moves = pair[1]["moves"].as_array().unwrap_or_else(|| panic!("{name}: {}", pair[1]));
        assert_eq!(moves.len(), game.start().legal_moves().len(), "{name}");
    }
}

/// What a section says that Fairy-Stockfish ignores is no reason to refuse it, and is told.
#[test]
fn warnings_about_sections_are_told() {
    let loaded = answer(json!({"do": "load", "ini": "[a:chess]\ncasling = false\n"}));
    assert_eq!(loaded["ok"], true, "{loaded}");
    let warning = &loaded["diagnostics"][0];
    assert_eq!((&warning["severity"], &warning["line"]), (&json!("warning"), &json!(2)), "{loaded}");
    assert!(warning["notes"][0].as_str().is_some_and(|note| note.contains("`castling`")), "{loaded}");
}

#[test]
fn rules_are_named_by_a_hash() {
    let text = "variant \"Mine\" of chess\n";
    let load = |text: &str| json!({"do": "load", "text": text});
    let other = json!({"do": "load", "text": text, "name": "other.tg"});
    let options = json!({"do": "load", "game": "chess", "options": {}});
    let loaded = answers(&[load(text), load(text), load("variant \"Mine\" of chess\n\n"), other, options]);
    let hashes: Vec<&str> = loaded.iter().map(|answer| answer["rules"].as_str().expect("a hash")).collect();
    assert!(hashes.iter().all(|hash| hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_hexdigit())));
    assert!(hashes[0] == hashes[1] && hashes[0] != hashes[2] && hashes[0] != hashes[3]);
    // It never changes, since servers keep it.
    assert_eq!(hashes[0], "cadbe69e82796367173b7a030ec44c1f4e8e573f9165d1eac56f2508fbd00cf1");
    let question = |rules: &str| json!({"do": "moves", "rules": rules});
    let forget = json!({"do": "forget", "rules": hashes[0]});
    let all = answers(&[
        question(hashes[0]),
        load(text),
        question(hashes[0]),
        forget.clone(),
        question(hashes[0]),
        forget,
    ]);
    let ok: Vec<bool> = all.iter().map(|answer| answer["ok"] == true).collect();
    assert_eq!(ok, [false, true, true, true, false, false]);
    assert_eq!(question(hashes[4])["do"], "moves");
    assert_eq!(answer(question("Three-Check"))["ok"], true);
}

#[test]
fn matches_end_in_other_ways() {
    let end = |fen: &str, by: &str, player: &str| {
        answer(json!({"do": "end", "rules": "chess", "fen": fen, "by": by, "player": player}))["result"]
            .clone()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, by, player, score, reason) in [
        (start, "resignation", "White", "0-1", "resignation"),
        (start, "resignation", "b", "1-0", "resignation"),
        (start, "forfeit", "Black", "1-0", "forfeit"),
        (start, "time", "White", "0-1", "time"),
        (start, "time", "Black", "1-0", "time"),
        (start, "agreement", "White", "1/2-1/2", "agreement"),
    ] {
        let result = end(fen, by, player);
        assert_eq!((&result["score"], &result["reason"]), (&score.into(), &reason.into()), "{by} {result}");
    }
    // Who could not win gets half a point on time only.
    assert_eq!(end("7k/7p/8/8/8/8/8/K7 w - - 0 1", "time", "Black")["score"], "1/2-1/2");
    assert_eq!(end("7k/7p/8/8/8/8/8/K7 w - - 0 1", "time", "White")["score"], "0-1");
    // Of three players two play on.
    let left = answer(json!({"do": "end", "rules": "three-player", "by": "resignation"}));
    assert_eq!(left["ok"], true);
    let over =
        answer(json!({"do": "end", "rules": "chess", "moves": ["f3", "e5", "g4", "Qh4"], "by": "time"}));
    assert_eq!(over["error"]["kind"], "impossible");
}

/// The process that servers speak to, with the processes that judge.
mod process {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
    use std::sync::mpsc::{self, Receiver};
    use std::thread;
    use std::time::{Duration, Instant};

    use serde_json::{Value, json};

    const PROGRAM: &str = env!("CARGO_BIN_EXE_tilegame-under-test");

    /// Whoever has not answered after this never will.
    const PATIENCE: Duration = Duration::from_secs(60);

    struct Talk {
        child: Child,
        input: Option<ChildStdin>,
        lines: Receiver<String>,
    }

    impl Talk {
        fn new(args: &[&str]) -> Talk {
            let (mut talk, output) = Talk::unheard(args);
            let (send, lines) = mpsc::channel();
            thread::spawn(move || {
                BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
            });
            talk.lines = lines;
            talk
        }

        /// One whose output nobody reads yet.
        fn unheard(args: &[&str]) -> (Talk, ChildStdout) {
            let mut command = Command::new(PROGRAM);
            command.arg("referee").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
            let mut child = command.stderr(Stdio::inherit()).spawn().expect("it starts");
            let (input, output) = (child.stdin.take(), child.stdout.take().expect("an output"));
            (Talk { child, input, lines: mpsc::channel().1 }, output)
        }

        fn say(&mut self, requests: &[Value]) {
            let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
            self.input.as_mut().expect("an input").write_all(text.as_bytes()).expect("it listens");
        }

        fn next(&self) -> Value {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            serde_json::from_str(&line).expect("JSON")
        }

        fn take(&self, count: usize) -> Vec<Value> {
            (0..count).map(|_| self.next()).collect()
        }

        /// Ends the input and waits for the end.
        fn end(mut self) -> (Option<i32>, Vec<Value>) {
            drop(self.input.take());
            let rest = self.lines.iter().map(|line| serde_json::from_str(&line).expect("JSON")).collect();
            (self.child.wait().expect("it ends").code(), rest)
        }

        /// The processes that judge.
        #[cfg(target_os = "linux")]
        fn workers(&self) -> Vec<String> {
            let number = self.child.id();
            let file = format!("/proc/{number}/task/{number}/children");
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.split_whitespace().map(str::to_owned).collect()
        }
    }

    /// No test leaves a program behind.
    impl Drop for Talk {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    /// Rules with very many moves: listing them takes long.
    fn bomb(title: &str) -> String {
        let rows = "9/".repeat(15);
        format!(
            "game \"{title}\"\n\nboard\n    grid 9 x 16\n\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\n\
             counter jumps = 0\nsetup \"{rows}MMMMMMMM1 w\"\n\npiece Man \"M\"\n    do (n{{jumps + 1}} | n{{jumps - 1}})*1..14\n"
        )
    }

    fn moves(id: impl Into<Value>, rules: &str) -> Value {
        json!({"id": id.into(), "do": "moves", "rules": rules})
    }

    #[test]
    fn a_thousand_requests_are_answered_in_order() {
        let mut talk = Talk::new(&["--workers", "2"]);
        let names = ["chess", "losalamos", "tictactoe"];
        let requests: Vec<Value> = (0..1000).map(|id| moves(id, names[id % names.len()])).collect();
        let began = Instant::now();
        talk.say(&requests);
        let (code, answers) = talk.end();
        println!("{} answers in {:?}", answers.len(), began.elapsed());
        assert_eq!((code, answers.len()), (Some(0), 1000));
        for (rest, _) in names.iter().enumerate() {
            let ids = answers.iter().filter_map(|answer| answer["id"].as_u64());
            let ids: Vec<u64> = ids.filter(|id| id % 3 == rest as u64).collect();
            assert!(ids.len() >= 333 && ids.is_sorted(), "{ids:?}");
        }
        assert!(answers.iter().all(|answer| answer["ok"] == true));
    }

    #[test]
    fn nothing_is_asked_and_it_ends() {
        assert_eq!(Talk::new(&[]).end(), (Some(0), Vec::new()));
        let mut talk = Talk::new(&["--workers", "0"]);
        talk.say(&[moves(1, "chess")]);
        assert_eq!(talk.next()["ok"], true);
        assert_eq!(talk.end(), (Some(0), Vec::new()));
    }

    /// Rules that take too long are given up and then refused, while others are judged.
    #[test]
    fn a_bomb_keeps_nobody_from_being_judged() {
        let mut talk = Talk::new(&["--workers", "1", "--time", "1500"]);
        talk.say(&[moves("warm", "chess")]);
        assert_eq!(talk.next()["ok"], true);
        let mut requests = Vec::new();
        for round in 0..4 {
            requests.push(json!({"id": format!("bomb {round}"), "do": "load", "text": bomb("Bomb")}));
            requests.extend((0..20).map(|number| moves(format!("good {round} {number}"), "chess")));
        }
        let began = Instant::now();
        talk.say(&requests);
        let answers = talk.take(requests.len());
        println!("{} answers in {:?}", answers.len(), began.elapsed());
        let is_bomb = |answer: &&Value| answer["id"].as_str().is_some_and(|id| id.starts_with("bomb"));
        let (bombs, good): (Vec<&Value>, Vec<&Value>) = answers.iter().partition(is_bomb);
        assert!(good.iter().all(|answer| answer["ok"] == true));
        let kinds: Vec<&str> = bombs.iter().filter_map(|answer| answer["error"]["kind"].as_str()).collect();
        assert_eq!(kinds, ["timeout", "timeout", "timeout", "refused"]);
        // Others did not wait for the first of them.
        let first = answers.iter().position(|answer| is_bomb(&answer)).expect("an answer");
        assert!(first >= 20, "{first}");
        // Whoever forgets them may try again.
        let rules = bombs[3]["error"]["rules"].as_str().expect("a hash");
        talk.say(&[json!({"do": "forget", "rules": rules}), moves("gone", rules), moves("good", "chess")]);
        let after = talk.take(3);
        assert_eq!(after.iter().filter(|answer| answer["ok"] == true).count(), 2, "{after:?}");
        assert_eq!(talk.end(), (Some(0), Vec::new()));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_limited() {
        let mut talk = Talk::new(&["--workers", "1", "--time", "600000", "--memory", "96"]);
        talk.say(&[json!({"id": 0, "do": "load", "text": bomb("Memory")}), moves(1, "chess")]);
        let mut answers = talk.take(2);
        answers.sort_by_key(|answer| answer["ok"] == true);
        assert_eq!(answers[0]["error"]["kind"], "memory", "{}", answers[0]);
        assert_eq!(answers[1]["ok"], true, "{}", answers[1]);
    }

    /// A process that judges is killed by somebody else: what it had not answered, another one answers.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_killed_worker_is_replaced() {
        let mut talk = Talk::new(&["--workers", "1"]);
        talk.say(&[moves("a", "chess")]);
        assert_eq!(talk.next()["ok"], true);
        for _ in 0..2 {
            talk.say(&(0..300).map(|id| moves(id, "chess")).collect::<Vec<_>>());
            for worker in talk.workers() {
                assert!(Command::new("kill").args(["-KILL", &worker]).status().expect("kill runs").success());
            }
            let answers = talk.take(300);
            let ids: Vec<u64> = answers.iter().filter_map(|answer| answer["id"].as_u64()).collect();
            assert!(ids.is_sorted() && ids.len() == 300);
            let failed: Vec<&Value> = answers.iter().filter(|answer| answer["ok"] == false).collect();
            // At most the one that it was about.
            assert!(failed.len() <= 1 && failed.iter().all(|answer| answer["error"]["kind"] == "crashed"));
        }
        assert_eq!(talk.end(), (Some(0), Vec::new()));
    }

    /// However it ends, no process is left that judges.
    #[test]
    #[cfg(target_os = "linux")]
    fn no_process_is_left() {
        let is_there = |worker: &String| std::path::Path::new(&format!("/proc/{worker}/fd/0")).exists();
        for signal in ["INT", "TERM", "KILL"] {
            let mut talk = Talk::new(&["--workers", "1", "--time", "60000"]);
            talk.say(&[moves(0, "chess")]);
            assert_eq!(talk.next()["ok"], true);
            talk.say(&[json!({"id": 0, "do": "load", "text": bomb("Left")})]);
            thread::sleep(Duration::from_millis(200));
            let workers = talk.workers();
            assert_eq!(workers.len(), 1);
            let began = Instant::now();
            let kill =
                Command::new("kill").args([&format!("-{signal}"), &talk.child.id().to_string()]).status();
            assert!(kill.expect("kill runs").success());
            while talk.child.try_wait().expect("asked").is_none() {
                // Tests may have been started with a signal ignored.
                if began.elapsed() > Duration::from_secs(5) {
                    talk.child.kill().expect("killed");
                }
                thread::sleep(Duration::from_millis(5));
            }
            println!("{signal}: ended after {:?}", began.elapsed());
            let late = Instant::now();
            while workers.iter().any(is_there) {
                assert!(late.elapsed() < Duration::from_secs(10), "{signal}: a process is left");
                thread::sleep(Duration::from_millis(10));
            }
        }
    }

    #[test]
    fn a_closed_output_ends_it_quietly() {
        let (mut talk, output) = Talk::unheard(&["--workers", "1"]);
        let mut line = String::new();
        talk.say(&[moves(1, "chess")]);
        let mut output = BufReader::new(output);
        output.read_line(&mut line).expect("a line");
        drop(output);
        let text = format!("{}\n", moves(2, "chess"));
        let mut input = talk.input.take().expect("an input");
        // It may end while it is spoken to.
        let _ = (0..100).try_for_each(|_| input.write_all(text.as_bytes()));
        let began = Instant::now();
        loop {
            if let Some(status) = talk.child.try_wait().expect("asked") {
                assert_eq!(status.code(), Some(0));
                break;
            }
            assert!(began.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}
