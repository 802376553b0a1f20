//! What the module answers, asked without a browser.

use serde_json::{Value, json};

use super::*;

fn read(answer: Answer) -> Value {
    serde_json::from_str(&answer.unwrap()).unwrap()
}

/// A desk with a game of the library.
fn desk(name: &str) -> Desk {
    let mut desk = Desk::new();
    let checked = read(desk.check(&json!({ "root": format!("games/{name}.tg") }).to_string()));
    assert_eq!(checked["playable"], true, "{name}");
    desk.play_checked(false, None).unwrap();
    desk
}

fn moves(desk: &Desk) -> Vec<Value> {
    read(desk.position())["moves"].as_array().unwrap().clone()
}

#[test]
fn a_mistake_has_its_place_in_units_of_browsers_and_its_fix() {
    let text = "# 🂡\nvariant \"Hill\" of chess\nend\n    hill: loss if some enemy Kign on d4..e5\n";
    let request = json!({ "root": "hill.tg", "texts": { "hill.tg": text } }).to_string();
    let checked = read(Desk::new().check(&request));
    let message = &checked["messages"][0];
    assert_eq!((&checked["playable"], &message["code"]), (&json!(false), &json!("E0201")));
    let place = &message["place"];
    let at = text.find("Kign").unwrap();
    assert_eq!((&place["start"], &place["end"]), (&json!(at), &json!(at + 4)));
    // The card is four bytes and two units.
    assert_eq!((&place["from"], &place["to"]), (&json!(at - 2), &json!(at + 2)));
    assert_eq!((&place["line"], &message["fix"]["replacement"]), (&json!(4), &json!("King")));
}

#[test]
fn moves_are_made_taken_back_and_made_again() {
    let mut desk = desk("chess");
    let first = moves(&desk).into_iter().find(|m| m["uci"] == "e2e4").unwrap();
    assert_eq!((&first["from"], &first["to"], &first["kind"]), (&json!("e2"), &json!("e4"), &json!("move")));
    desk.play(first["index"].as_u64().unwrap() as u32).unwrap();
    desk.play_text("e5").unwrap();
    assert!(desk.play_text("Ke3").unwrap_err().contains("King"));
    assert!(desk.undo().unwrap());
    let position = read(desk.position());
    assert_eq!((&position["to_move"], &position["undone"]), (&json!(1), &json!(1)));
    assert!(desk.redo().unwrap() && !desk.redo().unwrap());
    assert!(desk.pgn("[]").unwrap().contains("1. e4 e5"));
    assert!(desk.why("e1e3").unwrap().starts_with("Not legal"));
}

#[test]
fn a_game_goes_on_after_its_text_has_changed() {
    let mut desk = desk("chess");
    for text in ["e4", "e5", "Nf3"] {
        desk.play_text(text).unwrap();
    }
    let text =
        "variant \"Mine\" of chess\nsetup \"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w KQkq - 0 1\"\n";
    let request = json!({ "root": "mine.tg", "texts": { "mine.tg": text } }).to_string();
    assert_eq!(read(desk.check(&request))["playable"], true);
    assert_eq!(desk.play_checked(true, None), Ok(2), "there are no knights");
    assert_eq!(read(desk.position())["history"].as_array().unwrap().len(), 2);
}

#[test]
fn drops_promotions_passes_and_choices_are_told_apart() {
    let kinds = |name: &str, fen: &str| {
        let mut desk = desk(name);
        desk.play_checked(false, Some(fen.to_string())).unwrap();
        let mut kinds: Vec<String> =
            moves(&desk).iter().map(|m| m["kind"].as_str().unwrap().to_string()).collect();
        kinds.sort();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds("crazyhouse", "4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1"), ["drop", "move", "promotion"]);
    let go = read(desk("go9").position());
    let all: Vec<&Value> = go["moves"].as_array().unwrap().iter().map(|m| &m["kind"]).collect();
    assert!(all.contains(&&json!("pass")) && all.contains(&&json!("choice")));
}

#[test]
fn positions_and_games_are_read() {
    let mut desk = desk("chess");
    assert!(desk.play_checked(false, Some("nonsense".to_string())).unwrap_err().contains("no position"));
    desk.read_pgn("1. e4 e5 2. Nf3 *").unwrap();
    assert_eq!(read(desk.position())["history"][2]["san"], "Nf3");
    assert!(desk.read_pgn("1. e4 Ke5 *").unwrap_err().contains("Ke5"));
    let picture = desk.picture(r#"{"prefix": "a-", "seen_by": 1}"#).unwrap();
    assert_eq!(picture.matches("data-tile").count(), 64);
    assert!(!desk.picture("{}").unwrap().contains("data-tile"));
}

#[test]
fn what_a_text_declares_is_listed_by_the_text_alone() {
    // The card is four bytes and two units.
    let text = "# 🂡\nvariant \"Mine\" of chess\npiece Camel \"C\"\n    move camel\n";
    let outline = read(outline(text));
    let camel = &outline.as_array().unwrap()[1];
    assert_eq!(
        (&camel["name"], &camel["sort"], &camel["at"]),
        (&json!("Camel"), &json!("piece"), &json!(text.find("Camel").unwrap() - 2))
    );
}

#[test]
fn pieces_have_diagrams() {
    assert!(desk("chess").diagram(0, "d-").unwrap().starts_with("<svg "));
}

#[test]
fn texts_are_told_with_what_they_import() {
    let mut desk = Desk::new();
    let text = "variant \"Mine\" of chess\n";
    desk.check(&json!({ "root": "mine.tg", "texts": { "mine.tg": text } }).to_string()).unwrap();
    let texts = read(desk.texts());
    assert_eq!(texts["texts"]["mine.tg"], text);
    assert!(texts["texts"]["games/chess.tg"].as_str().unwrap().contains("game \"Chess\""));
}

#[test]
fn counts_and_opponents_are_those_of_the_engine() {
    let mut desk = desk("chess");
    assert_eq!(desk.perft(3, None).as_deref(), Ok("8902"));
    let each = (0..20).map(|first| desk.perft(3, Some(first)).unwrap().parse::<u64>().unwrap());
    assert_eq!(each.sum::<u64>(), 8902);
    let chosen = read(desk.choose(1, 7));
    assert!(moves(&desk).iter().any(|m| m["uci"] == chosen["uci"]));
    assert!(desk.choose(11, 7).is_err());
}

#[test]
fn a_net_judges_the_game_that_it_is_for() {
    let file = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../search/nets/");
        std::fs::read(format!("{folder}{name}.net")).unwrap()
    };
    let mut board = desk("italian-draughts");
    let names = ["breakthrough", "italian-draughts"].map(str::to_owned).to_vec();
    assert_eq!(board.named(names.clone()).unwrap().as_deref(), Some("italian-draughts"));
    assert_eq!(board.judge_by(&file("breakthrough")), Ok(false));
    assert_eq!(board.judge_by(b"no net"), Ok(false));
    assert_eq!(board.judge_by(&file("italian-draughts")), Ok(true));
    let chosen = read(board.choose(3, 7));
    assert!(moves(&board).iter().any(|m| m["uci"] == chosen["uci"]));
    assert_eq!(desk("chess").named(names).unwrap(), None);
    assert!(Desk::new().judge_by(&[]).is_err());
}

/// A tree as a list of what each move follows, the move, and what is said about it.
fn tree(answer: Answer) -> Vec<(Option<u64>, String, String)> {
    let text = |branch: &Value, name: &str| branch[name].as_str().unwrap().to_string();
    let tree = read(answer);
    tree.as_array()
        .unwrap()
        .iter()
        .map(|b| (b["after"].as_u64(), text(b, "uci"), text(b, "comment")))
        .collect()
}

#[test]
fn variations_are_read_and_written() {
    let mut desk = desk("chess");
    let read = tree(desk.read_pgn("1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3)) 2. Nf3 *"));
    let moves: Vec<&str> = read.iter().map(|(_, uci, _)| uci.as_str()).collect();
    assert_eq!(moves, ["e2e4", "e7e5", "g1f3", "c7c5", "g1f3", "c2c3"]);
    assert_eq!(read[3], (Some(0), "c7c5".to_string(), "sharp".to_string()));
    assert_eq!((read[4].0, read[5].0), (Some(3), Some(3)));
    let request: Vec<Value> = read
        .iter()
        .map(|(after, uci, comment)| json!({ "after": after, "uci": uci, "comment": comment }))
        .collect();
    let written = desk.pgn(&json!(request).to_string()).unwrap();
    assert!(written.contains("1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3)) 2. Nf3"), "{written}");
    assert_eq!(tree(desk.read_pgn(&written)), read);
    assert!(desk.pgn(r#"[{"after": 0, "uci": "e2e4"}]"#).is_err(), "it follows itself");
    assert!(desk.pgn(r#"[{"after": null, "uci": "e2e5"}]"#).is_err());
}

#[test]
fn turns_of_several_steps_have_variations_too() {
    let mut desk = desk("marseillais");
    for text in ["e4", "e5", "d5", "d4"] {
        desk.play_text(text).unwrap();
    }
    // The one of another turn, the other of a turn that has begun.
    let variations = [(1, "e7e6"), (2, "a7a6")];
    let line = ["e2e4", "e4e5", "d7d5", "d5d4"].into_iter().enumerate();
    let line = line.map(|(number, uci)| json!({ "after": number.checked_sub(1), "uci": uci }));
    let aside = variations.iter().map(|(after, uci)| json!({ "after": after, "uci": uci }));
    let request: Vec<Value> = line.chain(aside).collect();
    let written = desk.pgn(&json!(request).to_string()).unwrap();
    let moves: Vec<String> = tree(desk.read_pgn(&written)).into_iter().map(|(_, uci, _)| uci).collect();
    assert_eq!(moves, ["e2e4", "e4e5", "d7d5", "d5d4", "e7e6", "a7a6"], "{written}");
}

#[test]
fn what_it_means_that_time_is_up_is_said_by_the_rules() {
    let mut desk = desk("chess");
    desk.play_text("e4").unwrap();
    desk.time_is_up(&[5000.0, 0.0]).unwrap();
    assert_eq!(read(desk.position())["score"], "1-0");
    assert!(desk.undo().unwrap());
    assert_eq!(read(desk.position())["ended"], Value::Null);
    desk.play_checked(false, Some("4k3/8/8/8/8/8/8/4K2Q b - - 0 1".to_string())).unwrap();
    desk.play_text("Kd7").unwrap();
    desk.time_is_up(&[0.0, 5000.0]).unwrap();
    assert_eq!(read(desk.position())["score"], "1/2-1/2", "a bare king does not win");
}
