//! Whole games: what is read from hard texts, that writing loses nothing, and that matches come back.

use tilegame_record::pgn::{self, DEEPEST, Games, Level, Line, MOST_REMARKS, Node, PgnGame, ReplayErrorKind};
use tilegame_record::{Match, Score};
use tilegame_runtime::ir::PlayerId;
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
    assert_eq!(&HARD[first.line.moves[2].place.range.clone()], "Nf3");
    assert_eq!(second.tags.get("Event"), Some("Second"));

    // White's second move stands in the place of the first in its variation, so all can be played.
    let chess = game("chess");
    let replayed = pgn::replay(&chess, second).expect("it can be played");
    assert_eq!(replayed.end.fen(), "8/3k4/8/8/4P3/8/8/4K3 w - - 1 2");
}

#[test]
fn broken_texts_are_reported_and_read_on() {
    let cases = [
        ("1. e4 e5) 2. Nf3", ")", "no variation is open here", 3),
        ("1. e4 (1. d4 e5", "(", "this variation is not closed", 1),
        ("1. e4 {never closed", "{", "this comment is not closed", 1),
        ("(1. d4) 1. e4", "(", "a variation needs a move before it, which it replaces", 1),
        ("$5 1. e4", "$5", "a glyph needs a move before it", 1),
        ("1. e4 $ e5", "$", "a glyph is written as `$` and a number up to 255", 2),
        ("1. e4 > e5", ">", "`>` has no meaning here", 2),
        ("[Event bad]\n1. e4", "[Event bad]", "this is not a tag: a tag is written `[Name \"value\"]`", 1),
        ("[A \"1\"]\n[A \"2\"]\n1. e4", "[A \"2\"]", "the tag A is given twice; the first counts", 1),
    ];
    for (text, blamed, message, moves) in cases {
        let (games, errors) = pgn::parse(text);
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!((&text[errors[0].place.range.clone()], &*errors[0].message), (blamed, message), "{text}");
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
            let mut played = Match::from_state(start.expect("it is in range"));
            let mut dice = Dice::new(seed);
            while played.ending().is_none() && played.moves().count() < most {
                let moves = played.legal_moves();
                let Some(m) = moves.get(dice.below(moves.len().max(1))) else { break };
                played.play(*m).expect("it is legal");
            }
            let written = pgn::from_match(&played);
            let text = pgn::write(&game, &written);
            let (read, errors) = pgn::parse(&text);
            assert_eq!(errors, [], "{name}: {text}");
            assert_eq!(read, [written], "{name}: {text}");
            let replayed = pgn::replay(&game, &read[0]).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert_eq!(&replayed.start, played.start());
            assert_eq!(&replayed.end, played.state());
            // Of those who have gone together it is not told who was first.
            if game.rules().turn.rejoin.is_none() {
                let mut now = replayed.start.clone();
                let again = replayed.moves.iter().map(|m| {
                    let details = now.details(*m);
                    now.make(*m);
                    details
                });
                let moves = played.moves().map(|(state, m)| state.details(m));
                assert!(again.eq(moves), "{name}: {text}");
            }
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
        let m = legal[(7 * i + 3) % legal.len()];
        let text = played.state().san(m);
        played.play(m).expect("it is legal");
        text
    };
    (0..number).map(some).collect()
}

/// In Amazons each turn is a walk and a shot.
#[test]
fn numbers_count_turns_and_not_steps() {
    let amazons = game("amazons");
    let mut played = Match::new(&amazons);
    let m = some_moves(&mut played, 9);
    let numbered = ["1.", &m[0], &m[1], &m[2], &m[3], "2.", &m[4], &m[5], &m[6], &m[7], "3.", &m[8], "*"];
    assert_eq!(words(&played), numbered);
    // A game that begins between a walk and its shot.
    let mut middle = Match::new(&amazons);
    some_moves(&mut middle, 1);
    let mut played = Match::from_state(middle.state().clone());
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
    let mut played = Match::new(&game("three-player-elimination"));
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
    assert_eq!((&text[error.place.range.clone()], error.ply), ("Nf4", 2));
    assert_eq!((error.place.line, error.place.column), (1, 13));
    assert_eq!(error.to_string(), "`Nf4` is not a legal move: no Knight of White's can go to f4");
    assert_eq!(error.position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let text = "1. e4 (1. d4 d5 2. Ke3) e5 *";
    assert_eq!(&text[fails(text).place.range], "Ke3");
    let text = "\n  [Variant \"Atomic\"]\n\n1. e4 *";
    let error = fails(text);
    assert!(matches!(*error.kind, ReplayErrorKind::Variant { .. }));
    assert_eq!(&text[error.place.range], "[Variant \"Atomic\"]");
    assert_eq!((error.place.line, error.place.column), (2, 3));
    assert!(matches!(*fails("[FEN \"nonsense\"]\n\n1. e4 *").kind, ReplayErrorKind::Fen(_)));
    for fine in ["[Variant \"chess\"]\n\n1. e4 *", "[Variant \"From Position\"]\n\n1. e4 *", "*"] {
        let (games, _) = pgn::parse(fine);
        assert!(pgn::replay(&chess, &games[0]).is_ok(), "{fine}");
    }
    let (games, _) =
        pgn::parse("[Variant \"Chess 960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w K - 0 1\"]\n\n1. O-O *");
    let replayed = pgn::replay(&game("chess960"), &games[0]).expect("it can be played");
    assert!(replayed.start.san(replayed.moves[0]).starts_with("O-O"));
}

/// The texts of the moves of the first game of a text, as this library writes them, and the notes.
fn replayed(name: &str, text: &str) -> (String, Vec<String>) {
    let game = game(name);
    let (games, stumbled) = pgn::parse(text);
    let replayed = pgn::replay(&game, &games[0]).unwrap_or_else(|e| panic!("{text}: {e}"));
    let remarks: Vec<_> = stumbled.into_iter().chain(replayed.remarks).collect();
    assert!(remarks.iter().all(|r| r.level == Level::Note), "{text}: {remarks:?}");
    let mut now = replayed.start;
    let texts = replayed.moves.iter().map(|m| {
        let text = now.san(*m);
        now.make(*m);
        text
    });
    (texts.collect::<Vec<_>>().join(" "), remarks.into_iter().map(|r| r.message).collect())
}

/// What people and programs write, and the moves that it is.
#[test]
fn other_peoples_habits_are_read() {
    let long = "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6";
    let promotion = |text: &str| format!("[FEN \"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. {text} *");
    let cases: Vec<(&str, String, &str)> = vec![
        // Coordinates, castling among them; with signs between; in large letters.
        ("chess", "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 g8f6 *".into(), long),
        ("chess", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. 0-0 Ng8-f6 *".into(), long),
        ("chess", "1. E2E4 E7E5 2. G1F3 B8C6 3. F1C4 F8C5 4. E1G1 G8F6 *".into(), long),
        // Both in one game, and castling by the partner's tile.
        ("chess", "1. e4 e7e5 2. Nf3 b8c6 3. Bc4 f8c5 4. e1h1 Nf6 *".into(), long),
        ("chess", promotion("e8=Q"), "e8=Q"),
        ("chess", promotion("e8Q"), "e8=Q"),
        ("chess", promotion("e8(Q)"), "e8=Q"),
        ("chess", promotion("e8=q"), "e8=Q"),
        ("chess", promotion("e8/R"), "e8=R"),
        ("chess", promotion("e7e8n"), "e8=N+"),
        // Signs behind a move, with or without a space.
        ("chess", "1. e4! e5!? 2. Nf3+- Nc6 ± 3. Bc4 += Bc5 N 4. 0-0 = Nf6 1:0".into(), long),
        (
            "chess",
            "1. e4 Nf6 2. e5 d5 3. exd6 e.p. exd6 4. Bb5 + c6 0.5-0.5".into(),
            "e4 Nf6 e5 d5 exd6 exd6 Bb5+ c6",
        ),
        // Numbers of all sorts, and none.
        ("chess", "1.e4 1...e5 2.Nf3 2…Nc6 3 Bc4 Bc5 O-O Nf6*".into(), long),
        (
            "chess",
            "\u{feff}1. e4\r\ne5\r\n% no\r\n2. Nf3 ; {rest\r\nNc6 Bc4 {a\r\nb} Bc5 4. O-O Nf6\r\n".into(),
            long,
        ),
        // Other games, in all their notations.
        ("shogi", "1. c3c4 g7g6 2. b2h8 *".into(), "Pc4 Pg6 Bxh8"),
        ("crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. @e4 *".into(), "e4 d5 exd5 Qxd5 @e4"),
        ("crazyhouse", "1. e2e4 d7d5 2. e4d5 d8d5 3. P@e4 *".into(), "e4 d5 exd5 Qxd5 @e4"),
    ];
    for (name, text, moves) in cases {
        assert_eq!(replayed(name, &text), (moves.to_owned(), vec![]), "{text}");
    }
}

/// Nobody moves: a pass where the rules have one, else as if, else nothing.
#[test]
fn null_moves_end_no_game() {
    for null in ["--", "Z0", "null", "pass", "@@@@", "0000"] {
        let (moves, notes) = replayed("chess", &format!("1. e4 {null} 2. d4 d5 *"));
        assert_eq!(moves, "e4 pass d4 d5", "{null}");
        assert_eq!(notes, [format!("`{null}` is not a move of this game: it is played as a pass")]);
        // What follows can only be played by the same player.
        let (moves, notes) = replayed("chess", &format!("1. e4 {null} d5 2. {null} Nf3 *"));
        assert_eq!(moves, "e4 d5 Nf3", "{null}");
        assert_eq!(
            notes,
            [format!("`{null}` is not a move of this game: it is left out, and 1 more in this game")]
        );
        // In variations, in a row, in check, and at the end.
        let text = format!(
            "1. e4 e5 (1... {null} 2. {null} {null} 3. d4) 2. Qh5 Nc6 3. Qxf7+ (3. {null}) 3... {null} 1-0"
        );
        assert_eq!(replayed("chess", &text).0, "e4 e5 Qh5 Nc6 Qxf7+ pass");
        // Where one may pass, it is a move.
        assert_eq!(replayed("janggi", &format!("1. {null} {null} *")), ("pass pass".to_owned(), vec![]));
    }
    // The player to move changes, and with it the numbers and what can be taken in passing.
    let chess = game("chess");
    let (games, _) = pgn::parse("1. e4 a6 2. e5 d5 3. -- -- 4. Nf3 *");
    let replayed = pgn::replay(&chess, &games[0]).expect("it is played");
    assert_eq!(replayed.end.fen(), "rnbqkbnr/1pp1pppp/p7/3pP3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 4");
    let text = pgn::write(&chess, &games[0]);
    assert_eq!(text, "1. e4 a6 2. e5 d5 3. -- -- 4. Nf3 *\n\n");
    // What is no move at all still is none.
    let (games, _) = pgn::parse("1. e4 --- 2. d4 *");
    assert_eq!(
        pgn::replay(&chess, &games[0]).expect_err("no move").to_string(),
        "`---` is not a move; here moves are written like `a5` or `Na6`"
    );
}

#[test]
fn what_was_taken_otherwise_is_noted() {
    let cases = [
        ("[Event \"The \"big\" one\"]\n\n1. e4 *", "quotes inside a value are written `\\\"`", 1, 1),
        ("[A \"1\"]\n[A \"2\"]\n1. e4 *", "the tag A is given twice; the first counts", 2, 1),
        ("1. e4 e5!!! 2. d4 *", "`!!!` has no meaning and is left out", 1, 9),
    ];
    for (text, message, line, column) in cases {
        let (games, remarks) = pgn::parse(text);
        let [remark] = &remarks[..] else { panic!("{text}: {remarks:?}") };
        assert_eq!((remark.level, &*remark.message), (Level::Note, message));
        assert_eq!((remark.place.line, remark.place.column), (line, column), "{text}");
        assert!(!games[0].line.moves.is_empty());
    }
    let (games, _) = pgn::parse(cases[0].0);
    assert_eq!(games[0].tags.get("Event"), Some("The \"big\" one"));
}

/// A comment that is never closed hides no game behind an empty line and a tag.
#[test]
fn a_comment_without_end_hides_no_games() {
    let (games, remarks) =
        pgn::parse("1. e4 {lost [%clk 1]\n[no tag]\n\n[Event \"2\"]\n\n1. d4 {x} *\n\n[Event \"3\"]\n\n*");
    assert_eq!(games.len(), 3);
    assert_eq!(games[0].line.moves[0].after, ["lost [%clk 1] [no tag]"]);
    let [remark] = &remarks[..] else { panic!("{remarks:?}") };
    assert_eq!(remark.message, "this comment is not closed; it is taken to end before the next tag");
    assert_eq!((remark.level, remark.place.line, remark.place.column), (Level::Error, 1, 7));
}

/// What takes the square of its length would never come back.
#[test]
fn nothing_takes_long() {
    let many = 300_000;
    for (text, games) in [
        ("(".repeat(many), 0),
        (format!("e4 {}", "(".repeat(many)), 1),
        (format!("e4 {}", "(d4 ".repeat(many)), 1),
        (format!("e4 {}", "(N".repeat(many)), 1),
        (format!("e4 {}", ")".repeat(many)), 1),
        (format!("e4 {}", "{ ".repeat(many)), 1),
        (format!("e4 {}", "{} ".repeat(many)), 1),
        (format!("e4 {}", "$".repeat(many)), 1),
        (format!("e4 {}", "> ".repeat(many)), 1),
        ("[a \"".repeat(many), 0),
        ("[a\n".repeat(many), 0),
        ("* ".repeat(many), many),
        ("\u{feff}".repeat(many), 1),
        ((0..many).map(|n| format!("[T{n} \"x\"]\n")).collect(), 1),
        ("1. e4 e5 2. Ke3 ) *\n".repeat(12_000), 12_000),
    ] {
        let start: String = text.chars().take(20).collect();
        let mut found = 0;
        for (_, remarks) in Games::new(&text) {
            found += 1;
            assert!(remarks.len() <= 2 * (MOST_REMARKS + 1), "{start}");
            assert!(remarks.iter().all(|r| r.message.len() < 200), "{start}");
        }
        assert_eq!(found, games, "{start}");
    }
    // Nor does anything that is said of a move.
    let chess = game("chess");
    for word in [
        "e".repeat(many),
        "4".repeat(many) + "x",
        "e4".repeat(many),
        "é".repeat(many),
        format!("N{}", "(".repeat(many)),
    ] {
        let (games, _) = pgn::parse(&word);
        if let Some(Err(error)) = games.first().map(|game| pgn::replay(&chess, game)) {
            assert!(error.to_string().len() < 300 && error.text.len() < 300, "{error}");
        }
    }
}

/// Line by line there are the same games as in the whole text, with the same places.
#[test]
fn games_come_out_of_a_stream() {
    let mut text = String::from("\u{feff}");
    for n in 0..200 {
        text += &HARD.replace("Second", &format!("é {n}"));
        text += "[White \"x\"]\r\n\r\n1. e4 ) {é\r\n é} c5 * 1. d4 ] *\n";
    }
    let whole: Vec<_> = Games::new(&text).collect();
    let lines = text.split_inclusive('\n').map(str::to_owned);
    let streamed: Vec<_> = Games::of_lines(lines).collect();
    assert_eq!(whole, streamed);
    assert_eq!(whole.len(), 800);
    for (game, remarks) in &whole {
        for place in game.line.moves.iter().map(|m| &m.place).chain(remarks.iter().map(|r| &r.place)) {
            let before = &text[..place.range.start];
            let line = before.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
            assert_eq!(place.line, before.matches('\n').count() + 1);
            assert_eq!(place.column, line.chars().count() + 1);
        }
    }
}

#[test]
fn a_game_says_why_it_ended_where_moves_do_not() {
    let ended = |end: &dyn Fn(&mut Match)| {
        let mut played = Match::new(&game("chess"));
        end(&mut played);
        pgn::from_match(&played).tags.get("Termination").map(str::to_owned)
    };
    let white = PlayerId(0);
    assert_eq!(ended(&|m| _ = m.forfeit(white)).as_deref(), Some("rules infraction"));
    assert_eq!(ended(&|m| _ = m.resign(white)), None);
    let clock =
        tilegame_record::matches::Clock::new(2, std::time::Duration::from_secs(1), std::time::Duration::ZERO);
    let on_time = ended(&|m| {
        *m = m.clone().with_clock(clock.clone());
        _ = m.elapse(std::time::Duration::from_secs(2));
    });
    assert_eq!(on_time.as_deref(), Some("time forfeit"));
}
