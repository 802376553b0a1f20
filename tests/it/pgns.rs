//! Whole games: what is read from hard texts, that writing loses nothing, and that matches come back.

use tilegame_runtime::matches::Match;
use tilegame_runtime::notation::pgn::{self, DEEPEST, Line, Node, PgnGame, ReplayErrorKind, Score};
use tilegame_runtime::notation::{fen, san};
use tilegame_tests::{Dice, game, is_wide, names};

const HARD: &str = r#"% a remark of a program
[Event "Club \"Evening\" \\ night"]
[Site "?"]
[Annotator "somebody"]
[Result "1-0"]

{Before all} 1.e4! $10 e5 {good} ; to the end of the line
2. Nf3 (2. f4?! exf4 {accepted} (2... Bc5 3.Nf3) 3. Nf3) (2. Bc4) {back again} 2... Nc6 3... {odd} Bb5
a6 1-0

[Event "Second"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 *
"#;

#[test]
fn hard_texts_are_read() {
    let (games, errors) = pgn::parse(HARD);
    assert_eq!(errors, []);
    let [first, second] = &games[..] else { panic!("two games") };
    assert_eq!(first.tags.get("Event"), Some(r#"Club "Evening" \ night"#));
    assert_eq!(first.score, Score::FirstWins);
    let words = |line: &Line| line.moves.iter().map(|n| n.text.clone()).collect::<Vec<_>>();
    assert_eq!(words(&first.line), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    assert_eq!(first.line.moves[0].before, ["Before all"]);
    assert_eq!(first.line.moves[0].glyphs, [1, 10]);
    assert_eq!(first.line.moves[1].after, ["good", "to the end of the line"]);
    let variations = &first.line.moves[2].variations;
    assert_eq!(words(&variations[0]), ["f4", "exf4", "Nf3"]);
    assert_eq!(words(&variations[0].moves[1].variations[0]), ["Bc5", "Nf3"]);
    assert_eq!(first.line.moves[3].before, ["back again"]);
    assert_eq!(&HARD[first.line.moves[2].range.clone()], "Nf3");
    assert_eq!(second.tags.get("Event"), Some("Second"));

    // White's second move stands in the place of the first in its variation, so all can be played.
    let chess = game("chess");
    let replayed = pgn::replay(&chess, second).expect("it can be played");
    assert_eq!(fen::write(&chess, &replayed.end), "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2");
}

#[test]
fn broken_texts_are_reported_and_read_on() {
    let cases = [
        ("1. e4 e5) 2. Nf3", ")", "no variation is open here", 3),
        ("1. e4 (1. d4 e5", "(", "this variation is not closed", 1),
        ("1. e4 {never closed", "{", "this comment is not closed", 1),
        ("(1. d4) 1. e4", "(", "a variation needs a move before it, in whose place it stands", 1),
        ("$5 1. e4", "$5", "a glyph needs a move before it", 1),
        ("1. e4 $ e5", "$", "a glyph is written as `$` and a number up to 255", 2),
        ("1. e4 > e5", ">", "`>` has no meaning here", 2),
        ("[Event bad]\n1. e4", "[Event bad]", "this is not a tag: a tag is written `[Name \"value\"]`", 1),
        ("[A \"1\"]\n[A \"2\"]\n1. e4", "[A \"2\"]", "the tag A is given twice; the first counts", 1),
    ];
    for (text, blamed, message, moves) in cases {
        let (games, errors) = pgn::parse(text);
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!((&text[errors[0].range.clone()], &*errors[0].message), (blamed, message), "{text}");
        assert_eq!(games[0].line.moves.len(), moves, "{text}");
    }
    let deep = format!("e4 {}{}", "(d4 ".repeat(100_000), ")".repeat(100_000));
    let (games, errors) = pgn::parse(&deep);
    assert_eq!((games.len(), errors.len()), (1, 1));
    assert!(errors[0].message.contains(&DEEPEST.to_string()));
}

#[test]
fn what_is_written_is_read_back() {
    let chess = game("chess");
    let (games, _) = pgn::parse(HARD);
    for written in &games {
        let text = pgn::write(&chess, written);
        assert!(text.lines().all(|l| l.starts_with('[') || l.chars().count() <= 80), "{text}");
        let (again, errors) = pgn::parse(&text);
        assert_eq!((&again[..], errors), (std::slice::from_ref(written), vec![]), "{text}");
    }
    insta::assert_snapshot!(pgn::write(&chess, &games[0]));

    // Comments that could be taken for something else.
    let comments = [
        "",
        "100 % sure",
        "%",
        "a ( b ) c",
        "[Event \"no\"]",
        "e.g. 1-0",
        "a } b",
        "; no",
        "\"",
        "x".repeat(200).as_str(),
    ]
    .map(str::to_owned);
    let mut odd = PgnGame::default();
    odd.line.end.push("nothing follows".to_owned());
    for (i, comment) in comments.iter().enumerate() {
        for padding in 0..90 {
            let mut node = Node::new(if (i + padding) % 2 == 0 { "e4" } else { "e5" });
            node.after.push(format!("{} {comment}", "y".repeat(padding + 1)).trim_end().to_owned());
            node.before.push(comment.clone());
            let instead = Node { after: vec![comment.clone()], ..Node::new("d4") };
            node.variations.push(Line { moves: vec![instead], end: Vec::new() });
            odd.line.moves.push(node);
        }
    }
    let (again, errors) = pgn::parse(&pgn::write(&chess, &odd));
    assert_eq!(errors, []);
    assert_eq!(again.len(), 1);
    for (a, b) in again[0].line.moves.iter().zip(&odd.line.moves) {
        assert_eq!(a, b);
    }
    assert_eq!(again[0], odd);
}

#[test]
fn matches_come_back() {
    for name in names() {
        let game = game(name);
        let most = if is_wide(&game) { 3 } else { 100 };
        for seed in 0..3_u64 {
            let start = if game.arrangements() > 1 {
                game.arrangement(seed as u32 * 300 % game.arrangements())
            } else {
                Some(game.start())
            };
            let mut played = Match::from_position(game.clone(), start.expect("it is in range"));
            let mut dice = Dice::new(seed);
            while played.ending().is_none() && played.moves().count() < most {
                let moves = played.legal_moves();
                let Some(m) = moves.get(dice.below(moves.len().max(1))) else { break };
                played.play(m).expect("it is legal");
            }
            let written = pgn::from_match(&played);
            let text = pgn::write(&game, &written);
            let (read, errors) = pgn::parse(&text);
            assert_eq!(errors, [], "{name}: {text}");
            assert_eq!(read, [written], "{name}: {text}");
            let replayed = pgn::replay(&game, &read[0]).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert_eq!(&replayed.start, played.start());
            assert_eq!(&replayed.end, played.position());
            assert!(replayed.moves.iter().eq(played.moves()));
        }
    }
}

/// The words of the moves of a match as it is written.
fn words(played: &Match) -> Vec<String> {
    let text = pgn::write(played.game(), &pgn::from_match(played));
    let moves = text.trim_end().rsplit("\n\n").next().expect("the moves");
    moves.split_whitespace().map(str::to_owned).collect()
}

/// Plays so many moves, and gives their texts.
fn some_moves(played: &mut Match, number: usize) -> Vec<String> {
    let some = |i: usize| {
        let legal = played.legal_moves();
        let m = &legal[(7 * i + 3) % legal.len()];
        let text = san::write(played.game(), played.position(), m);
        played.play(m).expect("it is legal");
        text
    };
    (0..number).map(some).collect()
}

/// In Amazons each turn is a walk and a shot.
#[test]
fn numbers_count_turns_and_not_steps() {
    let amazons = game("amazons");
    let mut played = Match::new(amazons.clone());
    let m = some_moves(&mut played, 9);
    let numbered = ["1.", &m[0], &m[1], &m[2], &m[3], "2.", &m[4], &m[5], &m[6], &m[7], "3.", &m[8], "*"];
    assert_eq!(words(&played), numbered);
    // A game that begins between a walk and its shot.
    let mut middle = Match::new(amazons.clone());
    some_moves(&mut middle, 1);
    let mut played = Match::from_position(amazons.clone(), middle.position().clone());
    let m = some_moves(&mut played, 4);
    assert_eq!(words(&played), ["1...", &m[0], &m[1], &m[2], "2.", &m[3], "*"]);
    // After a remark and in a variation the number stands again.
    let mut written = pgn::from_match(&played);
    written.line.moves[1].after.push("hm".to_owned());
    let instead = Line { moves: vec![Node::new(&m[2])], end: Vec::new() };
    written.line.moves[2].variations.push(instead);
    let text = pgn::write(&amazons, &written);
    let [a, b, c, d] = &m[..] else { panic!("four moves") };
    assert!(text.ends_with(&format!("1... {a} {b} {{hm}} 1... {c} (1... {c}) 2. {d} *\n\n")), "{text}");
}

/// Who is out has no turn, and the next one in play begins a round.
#[test]
fn numbers_count_the_turns_of_those_in_play() {
    let mut played = Match::new(game("three-player-elimination"));
    let mut m = some_moves(&mut played, 3);
    played.resign(played.to_move()).expect("it goes on");
    m.extend(some_moves(&mut played, 3));
    let numbered = ["1.", &m[0], &m[1], &m[2], "{[%out", "w]}", "2.", &m[3], &m[4], "3.", &m[5], "*"];
    assert_eq!(words(&played), numbered);
}

#[test]
fn games_that_make_no_sense() {
    let chess = game("chess");
    let fails = |text: &str| {
        let (games, _) = pgn::parse(text);
        pgn::replay(&chess, &games[0]).expect_err(text)
    };
    let text = "1. e4 e5 2. Nf4 *";
    let error = fails(text);
    assert_eq!((&text[error.range.clone()], error.ply), ("Nf4", 2));
    assert_eq!(error.to_string(), "`Nf4` is not a legal move: no Knight of White's can go to f4");
    assert_eq!(error.position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let text = "1. e4 (1. d4 d5 2. Ke3) e5 *";
    assert_eq!(&text[fails(text).range], "Ke3");
    assert!(matches!(*fails("[Variant \"Atomic\"]\n\n1. e4 *").kind, ReplayErrorKind::Variant { .. }));
    assert!(matches!(*fails("[FEN \"nonsense\"]\n\n1. e4 *").kind, ReplayErrorKind::Fen(_)));
    for fine in ["[Variant \"chess\"]\n\n1. e4 *", "[Variant \"From Position\"]\n\n1. e4 *", "*"] {
        let (games, _) = pgn::parse(fine);
        assert!(pgn::replay(&chess, &games[0]).is_ok(), "{fine}");
    }
    let (games, _) =
        pgn::parse("[Variant \"Chess 960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w K - 0 1\"]\n\n1. O-O *");
    let replayed = pgn::replay(&game("chess960"), &games[0]).expect("it can be played");
    assert!(san::write(&game("chess960"), &replayed.start, &replayed.moves[0]).starts_with("O-O"));
}
