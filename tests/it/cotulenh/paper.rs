//! The notation of the paper "FEN and SAN Notation Design for CoTuLenh", example by example.
//!
//! Its boards are cut short and some of its stacks can't be; here they are filled in, with stacks that can. What is expected was
//! written by hand from the paper's own lines.

use tilegame_record::pgn;
use tilegame_runtime::{Game, Position};

fn paper() -> Game {
    tilegame_tests::game("cotulenh")
}

fn engine() -> Game {
    paper().in_notation("engine").expect("the game has it")
}

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e} at {:?}", e.range))
}

/// Plays single moves and whole turns.
fn play(game: &Game, from: &str, texts: &[&str]) -> Position {
    let mut position = read(game, from);
    for text in texts {
        let moves =
            game.specification().read(&position, text).unwrap_or_else(|e| panic!("{text} on {from}: {e}"));
        moves.iter().for_each(|m| _ = game.specification().play(&mut position, m).expect("a legal move"));
    }
    position
}

/// "position color halfmoves fullmoves": four fields, the third always 0.
#[test]
fn position_texts_have_four_fields() {
    let (paper, engine) = (paper(), engine());
    let start =
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r 0 1";
    assert_eq!(paper.specification().fen(&paper.specification().start()), start);
    assert_eq!(read(&paper, start), paper.specification().start());
    assert_eq!(engine.specification().fen(&paper.specification().start()), super::START);
    assert_eq!(read(&paper, super::START), read(&engine, start));
    // Stacks and heroes, and the clock that only the engine's text tells.
    let theirs = "6c4/11/11/11/11/11/3(+TI)7/11/2(n+t)8/4(+n+t)6/11/3C7 b - - 7 9";
    let position = engine.specification().read_fen(theirs);
    assert!(position.is_err(), "ships stand on land: {position:?}");
    let theirs = "6c4/11/11/11/11/11/3(+TI)7/11/2(n+t)8/1(+n+t)9/11/3C7 b - - 7 9";
    let position = read(&engine, theirs);
    assert_eq!(engine.specification().fen(&position), theirs);
    let short = "6c4/11/11/11/11/11/3(+TI)7/11/2(n+t)8/1(+n+t)9/11/3C7 b 0 9";
    assert_eq!(paper.specification().fen(&position), short);
    assert_eq!(paper.specification().fen(&read(&paper, short)), short);
}

/// The fifth field, in the middle of a turn: the pieces as they stand, and what has been done.
#[test]
fn a_turn_that_is_not_over() {
    let game = paper();
    let stack = "6c4/11/11/11/11/11/11/11/11/2(NFT)8/11/4C6 r 0 1";
    let first = "6c4/11/11/11/11/11/11/2N8/11/2(FT)8/11/4C6 r 0 1 c3:Nc5...";
    let second = "6c4/11/11/11/11/11/5F5/2N8/11/2T8/11/4C6 r 0 1 c3:Nc5,Ff6...";
    for (text, steps) in [(first, &["c3:Nc5"][..]), (second, &["c3:Nc5", "c3:Ff6"])] {
        let position = play(&game, stack, steps);
        assert_eq!(game.specification().fen(&position), text);
        assert_eq!(read(&game, text), position);
    }
    // Nothing has been done yet: the turn is at its beginning.
    assert_eq!(read(&game, &format!("{stack} c3:...")), read(&game, stack));
    // Who is said to stay stays, wherever among the steps it is said.
    let stays = "6c4/11/11/11/11/11/5F5/2N8/11/2T8/11/4C6 r 0 1 c3:T-,Nc5,Ff6...";
    assert_eq!(game.specification().fen(&read(&game, stays)), stays);
    assert!(tilegame_tests::listed(&game, &read(&game, stays)).iter().all(|m| m.is_pass()));
    for steps in ["c3:Nc5,T-,Ff6...", "c3:Nc5,Ff6,T-...", "c3:T-,Ff6,Nc5..."] {
        let other = read(&game, &stays.replace("c3:T-,Nc5,Ff6...", steps));
        assert_eq!(
            tilegame_tests::listed(&game, &other),
            tilegame_tests::listed(&game, &read(&game, stays)),
            "{steps}"
        );
    }
    // After the turn there is no fifth field.
    let done = play(&game, second, &["pass"]);
    assert_eq!(game.specification().fen(&done), "6c4/11/11/11/11/11/5F5/2N8/11/2T8/11/4C6 b 0 1");
    // From there on it is the same game, recombination included.
    let moves = |text: &str| engine().specification().all_san(&read(&game, text)).len();
    assert_eq!(moves(second), 7 + 1);
    assert_eq!(moves(first), 22 + 1);
}

/// What was taken on the way is not told; the steps lead to the same pieces all the same.
#[test]
fn a_turn_in_which_something_was_taken() {
    let game = paper();
    let from = "6c4/11/11/11/11/4i6/11/11/4(FTI)6/11/11/3C7 r 0 1";
    let position = play(&game, from, &["e4:Fxe7"]);
    let text = "6c4/11/11/11/11/4F6/11/11/4(TI)6/11/11/3C7 r 0 1 e4:Fxe7...";
    assert_eq!(game.specification().fen(&position), text);
    let again = read(&game, text);
    assert_eq!(game.specification().fen(&again), text);
    assert_eq!(tilegame_tests::listed(&game, &again), tilegame_tests::listed(&game, &position));
    // What is put back may stand there: no second commander, and at sea no land piece.
    let text = "6c4/11/11/11/11/11/11/11/11/+n1(TI)8/11/3C7 r 0 1 c3:Tb3...";
    let began = "6c4/11/11/11/11/11/11/11/11/+nn(TI)8/11/3C7 r - - 0 1 c3:I:T>_b3...";
    assert_eq!(engine().specification().fen(&read(&game, text)), began);
    // Aircraft that crash are gone with what they hit.
    let from = "6c4/11/11/11/11/4g6/11/11/4(FTI)6/11/11/3C7 r 0 1";
    let position = play(&game, from, &["e4:F@e7"]);
    let text = "6c4/11/11/11/11/11/11/11/4(TI)6/11/11/3C7 r 0 1 e4:F@e7...";
    assert_eq!(game.specification().fen(&position), text);
    assert_eq!(game.specification().fen(&read(&game, text)), text);
    // A shot leaves its piece where it was.
    let from = "6c4/11/11/11/11/11/11/11/1n9/2(EA)8/11/3C7 r 0 1";
    let position = play(&game, from, &["c3:Ab4"]);
    let text = game.specification().fen(&position);
    assert_eq!(game.specification().fen(&read(&game, &text)), text);
}

#[test]
fn steps_that_can_not_have_been() {
    let game = paper();
    let now = "6c4/11/11/11/11/11/11/2N8/11/2(FT)8/11/4C6 r 0 1";
    for (field, told) in [
        ("c3:Nz5...", "`Nz5` can't have been a step of this turn"),
        ("c3:Nc6...", "`Nc6` is no legal step of this turn; there are "),
        ("c3:Ac5...", "`Ac5` can't have been a step of this turn"),
        ("c3:-...", "it is missing who stays"),
        ("c3:Nc5,()-...", "it is missing who stays"),
        ("c3:Nc5,,Ff6...", "a step is missing here"),
        ("c3:N-,Nc5...", "no Navy is left on c3 that could stay"),
        ("c3:Nc5....", "`.` is too much here"),
        ("z3:Nc5...", "there is no tile `z3`"),
        ("c3;Nc5...", "there is no tile `c3;Nc5...`"),
    ] {
        let error = game.specification().read_fen(&format!("{now} {field}")).expect_err(field);
        assert!(error.message.starts_with(told), "{field}: {error}");
        assert!(error.range.start > now.len(), "{field}: {:?}", error.range);
    }
}

/// Normal moves, captures, heroes, stacks, combinations, shots.
#[test]
fn moves() {
    let (paper, engine) = (paper(), engine());
    for (from, ours, theirs) in [
        ("6c4/11/11/11/11/11/11/11/11/4T6/11/3C7 r 0 1", "Tc3", "Tc3"),
        ("6c4/11/11/11/11/11/11/11/11/2i1T6/11/3C7 r 0 1", "Txc3", "Txc3"),
        ("2c8/11/11/11/11/5+C5/11/11/11/11/11/11 r 0 1", "+Cg7", "+Cg7"),
        ("6c4/11/11/11/11/11/11/11/11/4(TI)6/11/3C7 r 0 1", "(TI)c3", "(TI)c3"),
        ("6c4/11/11/11/11/11/11/11/11/2i1(TI)6/11/3C7 r 0 1", "(TI)xc3", "(TI)xc3"),
        ("6c4/11/11/11/11/11/11/11/11/2I1T5I/11/3C7 r 0 1", "Tc3(TI)", "T&c3"),
        ("6c4/11/11/11/11/11/11/11/1n9/11/3A7/4C6 r 0 1", "Ab4", "A_b4"),
        ("6c4/11/11/11/11/11/11/11/11/3i7/2N8/3C7 r 0 1", "Nd3", "N_d3"),
        ("6c4/11/11/11/11/4g6/11/11/4F6/11/11/3C7 r 0 1", "F@e7", "F@e7"),
        ("6c4/11/11/11/11/11/11/11/11/11/2(TI)8/3C7 r 0 1", "c2:Ic3", "I>c3"),
    ] {
        let position = read(&paper, from);
        let m = paper
            .specification()
            .read_san(&position, ours)
            .unwrap_or_else(|e| panic!("{ours} on {from}: {e}"));
        assert_eq!(paper.specification().san(&position, &m), ours);
        assert_eq!(engine.specification().san(&position, &m), theirs);
        // Each is read where the other is in use.
        assert_eq!(paper.specification().read_san(&position, theirs).as_ref(), Ok(&m));
        assert_eq!(engine.specification().read_san(&position, ours).as_ref(), Ok(&m));
    }
}

/// The engine tells pieces on one file apart by the first digit of their rank, the paper by the rank. Where a digit is not
/// enough, both say the whole square.
#[test]
fn pieces_told_apart() {
    let (paper, engine) = (paper(), engine());
    let to = |game: &Game, position: &Position, target: &str| {
        let texts = game.specification().all_san(position).into_iter().map(|(_, text)| text);
        let mut found: Vec<String> = texts.filter(|text| text.ends_with(target)).collect();
        found.sort();
        found
    };
    let two = read(&paper, "6c4/11/11/11/11/11/11/11/3A7/11/1n1A7/4C6 r 0 1");
    assert_eq!(to(&engine, &two, "b2"), ["A2_b2", "A4_b2"]);
    assert_eq!(to(&paper, &two, "b2"), ["A2b2", "A4b2"]);
    let high = read(&paper, "6c4/4T6/11/4T6/11/11/11/11/11/11/11/3C7 r 0 1");
    assert_eq!(to(&engine, &high, "e10"), ["T1e10", "T9e10"]);
    assert_eq!(to(&paper, &high, "e10"), ["T11e10", "T9e10"]);
    let both = read(&paper, "2c3T4/11/6T4/11/11/11/11/11/11/11/11/3C7 r 0 1");
    assert_eq!(to(&engine, &both, "g11"), ["Tg10g11", "Tg12g11"]);
    assert_eq!(to(&paper, &both, "g11"), ["T10g11", "T12g11"]);
}

/// "Deploy always has origin", "Stay notation uses dash".
#[test]
fn whole_turns() {
    let (paper, engine) = (paper(), engine());
    let (two, three) = (
        "6c4/11/11/11/11/11/11/11/11/11/2(TI)8/3C7 r 0 1",
        "6c4/11/11/11/11/11/11/11/11/2(NFT)8/11/4C6 r 0 1",
    );
    let four = "6c4/11/11/11/11/4i6/11/11/4(FTI)6/11/11/3C7 r 0 1";
    for (from, steps, ours, theirs) in [
        (two, &["I>c3", "pass"][..], "c2:T-,Ic3", "T<I>c3"),
        (three, &["N>c5", "F>f6", "T>e3"], "c3:Nc5,Ff6,Te3", "N>c5,F>f6,T>e3"),
        (three, &["N>c5", "pass"], "c3:F-,T-,Nc5", "(FT)<N>c5"),
        (four, &["F>xe7", "pass"], "e4:T-,I-,Fxe7", "(TI)<F>xe7"),
        (three, &["N>c5", "T>&c5", "pass"], "c3:F-,(NT)c5", "F<(NT)>c5"),
    ] {
        let before = read(&paper, from);
        let mut now = before.clone();
        let mut moves = Vec::new();
        for step in steps {
            let m = paper
                .specification()
                .read_san(&now, step)
                .unwrap_or_else(|e| panic!("{step} on {from}: {e}"));
            paper.specification().play(&mut now, &m).expect("a legal move");
            moves.push(m);
        }
        assert_eq!(paper.specification().turn(&before, &moves).as_deref(), Some(ours));
        assert_eq!(engine.specification().turn(&before, &moves).as_deref(), Some(theirs));
        for text in [ours, theirs] {
            assert_eq!(paper.specification().read(&before, text).as_ref(), Ok(&moves), "{text}");
            assert_eq!(engine.specification().read(&before, text).as_ref(), Ok(&moves), "{text}");
        }
    }
    // Who stays anywhere among the steps, several together; who rejoins in a step of its own; steps in an order in which they can't be made.
    let before = read(&paper, three);
    for (written, others) in [
        (
            "c3:F-,T-,Nc5",
            &["c3:Nc5,F-,T-", "c3:T-,Nc5,F-", "c3:T-,F-,Nc5", "c3:(FT)-,Nc5", "c3:Nc5,(FT)-"][..],
        ),
        ("c3:F-,(NT)c5", &["c3:F-,Nc5,Tc5(NT)", "c3:Nc5,F-,Tc5(NT)", "c3:(NT)c5,F-", "F<N>c5,T>&c5"]),
        ("c3:F-,Nb4,Td3", &["c3:F-,Td3,Nb4", "c3:Td3,F-,Nb4"]),
    ] {
        let after = |text: &str| {
            let moves = paper.specification().read(&before, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let mut after = before.clone();
            moves.iter().for_each(|m| _ = paper.specification().play(&mut after, m).expect("a legal move"));
            after
        };
        others.iter().for_each(|other| assert_eq!(after(other), after(written), "{other}"));
    }
    // Not all of it can be said of this position.
    let before = read(&paper, three);
    for wrong in ["c3:Nc5,Ff6", "c3:F-,Nc5", "c3:T-,Nc5,Fa1", "a3:Nc5,Ff6,Te3", "c3:", "c3:F-,T-,"] {
        assert!(paper.specification().read(&before, wrong).is_err(), "{wrong}");
    }
}

/// Whole turns stand in files of games as one word, in both notations.
#[test]
fn games_with_whole_turns() {
    let text = "[SetUp \"1\"]\n[FEN \"6c4/11/11/11/11/4i6/11/11/4(FTI)6/11/11/3C7 r 0 1\"]\n\n\
                1. e4:T-,I-,Fxe7 Ce12 2. (TI)e5 (2. (TI)c4 Cf12) 2... Cf12 *\n\n";
    let (games, errors) = pgn::parse(text);
    assert!(errors.is_empty(), "{errors:?}");
    for game in [paper(), engine()] {
        let replayed = pgn::replay(&game, &games[0]).unwrap_or_else(|e| panic!("{}: {e}", e.text));
        assert_eq!(replayed.moves.len(), 5);
        let mut played = tilegame_record::Match::from_state(replayed.start.clone());
        for &m in &replayed.moves {
            played.play(m).expect("a legal move");
        }
        let written = pgn::write(&game, &pgn::from_match(&played));
        let turn = if game.notation() == paper().notation() {
            "1. e4:T-,I-,Fxe7 Ce12"
        } else {
            "1. (TI)<F>xe7 Ce12"
        };
        assert!(written.contains(turn), "{written}");
        let (again, errors) = pgn::parse(&written);
        assert!(errors.is_empty(), "{errors:?}\n{written}");
        assert_eq!(pgn::replay(&game, &again[0]).expect("it was written").moves, replayed.moves, "{written}");
    }
}
