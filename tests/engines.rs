//! The two engines agree: on random walks through every game, and on games that nobody has thought of.
//!
//! The reference engine is the specification. `TILEGAME_POSITIONS` sets how many positions of each game are compared at least,
//! `TILEGAME_WALKS` in how many walks, `TILEGAME_INVENTED` how many games are invented, and `TILEGAME_MUTANTS` how many games of the library are
//! changed at random, from which seed on `TILEGAME_SEED`; a few of all by default. A hundred thousand positions a game take about an hour.
//! `TILEGAME_GAMES` names the games of which positions are compared and mutants made, if not all are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tilegame_runtime::compare::{differ, search};
use tilegame_runtime::perft::{By, TranspositionTable, perft_by};
use tilegame_runtime::{Game, Position};
use tilegame_tests::{
    Dice, Mutant, game, invented, is_wide, names, on_all_processors, random_walk_from, respelled,
    start_of_walk,
};

/// Games that the bitset engine leaves to the reference engine, and a word of the reason it gives.
const REFUSED: &[(&str, &str)] =
    &[("convoy", "carry others"), ("cotulenh", "carry others"), ("wagons", "carry others")];

const PLIES: u32 = 40;

/// Of games that have very many moves in a position, one position is compared for so many of others.
const MANY_MOVES_FOR_ONE: u64 = 20;

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// The games that are compared.
fn wanted() -> Vec<&'static str> {
    let wanted = std::env::var("TILEGAME_GAMES").ok();
    let is_wanted = |name: &&str| wanted.as_ref().is_none_or(|all| all.split(',').any(|one| one == *name));
    names().filter(is_wanted).collect()
}

/// Walks at random and compares the engines before every move; how often.
fn agree(game: &Game, seed: u64, plies: u32) -> Result<u64, String> {
    agree_from(game, game.specification().start(), seed, plies)
}

/// The same from some position.
fn agree_from(game: &Game, start: Position, seed: u64, plies: u32) -> Result<u64, String> {
    let mut result = Ok(());
    let mut compared = 0;
    random_walk_from(game, start, seed, plies, |position, _, _| {
        if result.is_ok() {
            compared += 1;
            result = match differ(game, position) {
                Ok(None) => Ok(()),
                Ok(Some(what)) => Err(format!("{}: {what}", game.specification().fen(position))),
                Err(why) => Err(format!("{}: {why}", game.specification().fen(position))),
            };
        }
    });
    result.map(|()| compared)
}

#[test]
fn both_engines_agree() {
    let names = wanted();
    let walks = from_environment("TILEGAME_WALKS", 1);
    let positions = from_environment("TILEGAME_POSITIONS", 1000);
    on_all_processors(names.len(), |number| {
        let (name, game) = (names[number], game(names[number]));
        if game.why_slow().is_some() {
            return;
        }
        let mut compared = 0;
        let is_wide = is_wide(&game);
        let positions = if is_wide { positions / MANY_MOVES_FOR_ONE } else { positions };
        for seed in 0.. {
            // Now openings, now what is left at the end.
            let plies = if seed % 2 == 0 { PLIES } else { 5 * PLIES };
            let plies = if is_wide { PLIES / 4 } else { plies };
            match agree_from(&game, start_of_walk(&game, name, seed), seed, plies) {
                Ok(more) => compared += more,
                Err(what) => panic!("{name}, seed {seed}: {what}"),
            }
            if seed + 1 >= walks && compared >= positions || compared == 0 {
                break;
            }
        }
    });
}

/// What is refused is known, with its reason; nothing is refused that used to be taken.
#[test]
fn few_games_are_refused() {
    let mut wrong = Vec::new();
    for name in names() {
        let expected = REFUSED.iter().find(|(n, _)| *n == name);
        match (game(name).specification().bitset(), expected) {
            (Ok(_), None) => {}
            (Ok(_), Some(_)) => wrong.push(format!("{name} is not refused any more")),
            (Err(why), Some((_, word))) if why.to_string().contains(word) => {}
            (Err(why), _) => wrong.push(format!("{name} is refused: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A board of more tiles than any game that comes with the compiler has.
#[test]
fn large_boards_are_taken() {
    let text = "use moves, checkmate\ngame \"Large\"\nboard\n    grid 26 x 20\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
                piece King \"K\" royal\n    move king\npiece Rook \"R\"\n    move rook\npiece Horse \"H\"\n    move mao\n\
                piece Cannon \"C\"\n    quiet bishop\n    capture cannon\n\
                setup \"r24r/12k13/4h17c3/26/26/26/26/26/26/26/26/26/26/26/26/26/26/4H17C3/12K13/R24R w\"\n\
                notation\n    fen placement, turn\n";
    let game = tilegame_tests::compile("large.tg", text);
    assert_eq!(game.board().len(), 520);
    assert!(game.why_slow().is_none(), "{:?}", game.specification().bitset().err());
    for seed in 0..3 {
        if let Err(what) = agree(&game, seed, PLIES) {
            panic!("seed {seed}: {what}");
        }
    }
}

/// At the start of a game the engines agree, and this move is legal.
fn both_allow(text: &str, wanted: &str) {
    let game = tilegame_tests::compile("game.tg", text);
    assert_eq!(differ(&game, &game.specification().start()), Ok(None));
    let found = game.specification().read_uci(&game.specification().start(), wanted);
    assert!(found.is_ok(), "{found:?}");
}

/// In check, a capture may help that neither takes the attacker nor goes in between: here what stands beside it is taken, too.
#[test]
fn captures_that_take_more_may_help_in_check() {
    let text = "use checkmate\ngame \"Beside\"\nboard\n    grid 8 x 3\n    seam west ~ east\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
                piece King \"K\" royal\n    move rot(n, ne)\npiece Stone \"S\"\n    quiet n\n\
                piece Rider \"X\"\n    move (n+e+e+e)*inf\nsetup \"k6x/2SS4/2X3K1 b\"\n\
                turn\n    after capture: along rot(n)[not King]{take}\nnotation\n    fen placement, turn\n";
    // The rider on c1 gives check by way of f2.
    both_allow(text, "h3c2");
}

/// In double check, a stone may help that makes friends of all around it.
#[test]
fn choices_that_do_more_may_help_in_double_check() {
    let text = "use checkmate\ngame \"Around\"\nboard\n    grid 6 x 6\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
                piece King \"K\" royal\n    move rot(n, ne)\npiece Stone \"S\"\n    quiet n\npiece Slider \"X\"\n    move rot(ne*inf)\n\
                piece Leaper \"Y\"\n    move sym(n+e+e+e)\nsetup \"k5/3Y2/2X3/6/2S3/5K b\"\n\
                turn\n    choose empty: put Stone, along rot(n)[enemy]{join friend}\nnotation\n    fen placement, turn\n";
    // The slider on c4 and the leaper on d5 give check; d4 lies beside both.
    both_allow(text, "S@d4");
}

/// Counting looks once for all quiet moves of a position whether friends are in the way of castling: not where the same player is next.
#[test]
fn whoever_moves_twice_may_get_out_of_its_own_way() {
    let text = "variant \"Twice\" of chess\nturn\n    order White, White, Black, Black\n\
                setup \"4k3/p6p/8/8/8/8/P5PP/4KB1R w K - 0 1\"\n";
    both_allow(text, "f1e2");
}

/// So it looks once at the endings, where they ask about other tiles and numbers.
#[test]
fn engines_agree_on_endings_of_all_sorts() {
    let lines = [
        "turn\n    after move: steps + 1\nend\n    enough: draw if steps = 9",
        "turn\n    after Knight: steps + 1\nend\n    enough: win if steps > 2",
        "turn\n    after capture: steps + 1\n    after Pawn if some friend Pawn on camp: steps + 2\nend\n    enough: loss if steps > 2",
        "end\n    there: loss if some enemy Knight on camp",
        "end\n    alone: win if (no friend Knight on camp) and (some enemy not Pawn on camp)",
        "end\n    bare: draw if (no piece Queen) or (no enemy Bishop) or (no piece not Pawn on camp) and (some friend Pawn on camp)",
    ];
    for lines in lines {
        let text = format!(
            "variant \"Endings\" of chess\ncounter steps = 0\nregion camp = a3..h3, a6..h6\n{lines}\nnotation\n    fen placement, turn, castling, mark passant, count clock, count moves, count steps\n"
        );
        let game = tilegame_tests::compile("endings.tg", &text);
        assert!(game.why_slow().is_none(), "{:?}", game.specification().bitset().err());
        for seed in 0..10 {
            if let Err(what) = agree(&game, seed, 2 * PLIES) {
                panic!("{lines}, seed {seed}: {what}");
            }
        }
    }
}

/// A piece may go one way and leave one mark or another.
#[test]
fn marks_tell_moves_apart() {
    let text = "game \"Marks\"\nboard\n    grid 5 x 6\nplayers\n    White \"w\"\n    Black \"b\" mirrored\nmark one\nmark other\n\
                piece Pawn \"P\"\n    quiet n{mark one} n\n    quiet n{mark other} n\n    capture ne onto one\n    capture nw onto other\n\
                setup \"ppppp/5/5/5/5/PPPPP w - -\"\nnotation\n    fen placement, turn, mark one, mark other\n";
    let game = tilegame_tests::compile("marks.tg", text);
    for seed in 0..20 {
        if let Err(what) = agree(&game, seed, PLIES) {
            panic!("seed {seed}: {what}");
        }
    }
}

/// Turns in phases, which may allow some moves only and end by themselves; rules that ask how a turn began, what has been before, what a move
/// leaves the other player, and what was so before the move.
#[test]
fn engines_agree_on_turns() {
    let lines = [
        "phases walk, go_on\n    after run if in walk: again go_on or pass\n    may pass if in go_on\n    only hop in go_on",
        "phases walk, go_on\n    after move if in walk: again go_on\n    only capture, hop in go_on\n    may pass if in go_on",
        "phases walk, go_on\n    after hop if in walk: again go_on or pass\n    only Man in walk\n    only run, hop in go_on\n    may pass if in go_on",
        "phases walk, go_on\n    after capture: again or pass\n    may pass if some enemy on middle\n    prefer hop",
        "phases walk, go_on\n    after move if in walk: again go_on or pass\n    legal if in go_on or changed\n    may pass if in go_on",
        "phases walk, go_on\n    after move if in walk: again go_on\n    legal if changed and repeated < 2\n    may pass if in go_on and changed",
        "phases walk, go_on\n    after run if in walk and begun: again go_on or pass\n    after hop if in walk and changed: again go_on\n    may pass if in go_on",
        "prefer hop",
        "prefer capture, hop\n    prefer run",
        "may pass\n    legal if repeated board = 1",
        "legal if repeated < 2",
        "may pass\n    legal if repeated < 2 or some enemy on middle",
        "legal if not stuck",
        "after run if some enemy Rook attacked and stuck: illegal",
        "after capture if stuck: take",
        "after move if before (some enemy attacked) and no (enemy attacked): take",
        "after move: every (enemy not before attacked) on middle: take",
    ];
    for lines in lines {
        let remembers = lines.contains("changed") || lines.contains("begun");
        let text = format!(
            "game \"Turns\"\nboard\n    grid 5 x 5\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             region middle = rank 3\npiece Man \"P\"\n    quiet rot(n)  as run\n    move rot(n, ne)  as hop\n{}\
             piece Rook \"R\"\n    move rot(n*inf)\n    quiet rot(n)  as hop\n\
             setup \"rp1pr/2p2/5/2P2/RP1PR w\"\nturn\n    {lines}\nend\n    over: loss if stuck\n\
             notation\n    fen placement, turn{}\n",
            if remembers { "    quiet rot(e+e, n+n)[begun]  as follow\n" } else { "" },
            if remembers { ", steps" } else { "" },
        );
        let game = tilegame_tests::compile("turns.tg", &text);
        assert!(game.why_slow().is_none(), "{lines}: {:?}", game.specification().bitset().err());
        for seed in 0..6 {
            if let Err(what) = agree(&game, seed, 2 * PLIES) {
                panic!("{lines}, seed {seed}: {what}");
            }
        }
    }
}

/// Lines of what happens after a move may shift the piece on, take others, and refuse the move before, in between or behind.
#[test]
fn engines_agree_on_what_follows_a_move() {
    let lines = [
        "after move: shift n",
        "after move: along rot(n)[enemy not King]{take}",
        "after move if sees rot(ne)[enemy]: illegal\n    after capture: shift s",
        "after move if some friend royal attacked: illegal\n    after capture: along rot(n)[piece]{take}\n    after Rook: shift e",
        "after move if sees e[friend] e[empty]: illegal\n    after move if on rim: shift n\n    after move if on rim: shift w",
        "prefer double\n    after double if sees n[enemy]: illegal",
        "after double: along rot(n)[enemy not King]{take}\n    prefer capture",
        "after Horse if some friend royal attacked on rim: illegal\n    after move: shift ne",
    ];
    for (number, lines) in lines.iter().enumerate() {
        for uses in ["moves, checkmate", "moves"] {
            let text = format!(
                "use {uses}\ngame \"Wake\"\nboard\n    grid 6 x 7\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
                 region rim = a1..f1, a7..f7, a1..a7\npiece King \"K\" royal\n    move king\npiece Rook \"R\"\n    move rook\n\
                 piece Horse \"H\"\n    move mao\npiece Cannon \"C\"\n    quiet rook\n    capture cannon\n\
                 piece Pawn \"P\"\n    quiet n\n    quiet n n as double\n    capture mirror(ne)\n    promote to Rook on rim\n\
                 setup \"rhk1cr/pp1ppp/6/6/6/PP1PPP/RHK1CR w\"\nturn\n    {lines}\nnotation\n    fen placement, turn\n"
            );
            let game = tilegame_tests::compile("wake.tg", &text);
            assert!(game.why_slow().is_none(), "{:?}", game.specification().bitset().err());
            for seed in 0..20 {
                if let Err(what) = agree(&game, seed, PLIES) {
                    panic!("{number}, {uses}, seed {seed}: {what}");
                }
            }
        }
    }
}

/// What is put on the board may not mate: it attacks by itself, completes a hop, or stands in the way of a lame leap; the king may be in check
/// already where the same player has moved before.
#[test]
fn engines_agree_on_choices_that_may_not_mate() {
    let pieces = [
        "piece Rook \"R\"\n    move rook\n",
        "piece Rook \"R\"\n    quiet rook\n    capture cannon\n",
        "piece Rook \"R\"\n    move mao\n    capture rot(n)[piece] n\n",
        "piece Rook \"R\"\n    move rot(ne)[under sky of friend]\n    cover rot(n) as sky\n    quiet n\n",
    ];
    let lines = [
        "legal if no friend royal attacked\n    after drop_pawn if some enemy royal attacked and stuck: illegal",
        "legal if no friend royal attacked\n    after drop_rook, drop_pawn if some enemy royal attacked and stuck: illegal",
        "after drop_pawn if some enemy King attacked and stuck: illegal\n    after drop_rook if stuck: illegal",
        "legal if no friend royal attacked or no enemy Pawn\n    after drop_rook if some enemy (King or Pawn) attacked: illegal",
        "order White, White, Black, Black\n    after drop_pawn, drop_rook if some enemy King attacked and stuck: illegal",
        "legal if no friend royal attacked\n    after move: storms + 1\n    after drop_pawn if some enemy King attacked on edge and stuck: illegal",
    ];
    for (number, piece) in pieces.iter().enumerate() {
        for line in lines {
            let text = format!(
                "use moves\ngame \"Drops\"\nboard\n    grid 4 x 4\nplayers\n    White \"w\"\n    Black \"b\" mirrored\ncounter storms = 0\n\
                 region edge = a1, d1, a4, d4\npiece King \"K\" royal\n    move king\npiece Pawn \"P\"\n    move n\n{piece}\
                 setup \"k2r/p3/3P/R2K[PPRppr] w 0\"\nturn\n    keep captured\n    choose empty: drop Pawn as drop_pawn\n    choose empty: drop Rook as drop_rook\n\
                 \x20   {line}\nend\n    gone: loss if no friend King\n    over: loss if stuck\nnotation\n    fen placement, turn, count storms\n"
            );
            let game = tilegame_tests::compile("drops.tg", &text);
            assert!(game.why_slow().is_none(), "{:?}", game.specification().bitset().err());
            for seed in 0..12 {
                if let Err(what) = agree(&game, seed, 2 * PLIES) {
                    panic!("piece {number}, {line}, seed {seed}: {what}");
                }
            }
        }
    }
}

/// A mutant with more moves in one position is left there: some have millions.
const MOST_MOVES: usize = 400;

/// Compares the engines on a mutant: in walks from the setup, and on two plies from some of the positions. How many positions have been
/// compared; none if it can't be played, or not by the bitset engine.
fn agree_on_mutant(name: &str, mutant: &Mutant, seed: u64) -> Result<u64, String> {
    let Some(game) = mutant.compile().filter(|game| game.why_slow().is_none()) else { return Ok(0) };
    let mut compared = 0;
    for walk in 0..2 {
        let mut dice = Dice::new(seed * 2 + walk);
        let mut position = start_of_walk(&game, name, seed + walk);
        for ply in 0..10 {
            let moves = tilegame_tests::listed(&game, &position);
            if moves.len() > MOST_MOVES {
                break;
            }
            let deep = if ply % 4 == 3 && moves.len() < 60 { 1 } else { 0 };
            match search(&game, &position, deep, |_| true) {
                Ok((None, more)) => compared += more,
                Ok((Some(difference), _)) => {
                    let place = game.specification().fen(&difference.position);
                    return Err(format!("{place}: {}", difference.what));
                }
                // There may be more marks, or larger numbers, than there is room for.
                Err(_) => break,
            }
            if moves.is_empty() {
                break;
            }
            game.specification().make(&mut position, &moves[dice.below(moves.len())]);
        }
    }
    Ok(compared)
}

#[test]
fn engines_agree_on_mutants() {
    let first = from_environment("TILEGAME_SEED", 0);
    let mutants = from_environment("TILEGAME_MUTANTS", 300) as usize;
    let names = wanted();
    let (played, differing) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    on_all_processors(mutants, |number| {
        let seed = first + number as u64;
        let name = names[number % names.len()];
        let mutant = Mutant::new(name, seed);
        match agree_on_mutant(name, &mutant, seed) {
            Ok(compared) => _ = played.fetch_add(u64::from(compared > 0), Ordering::Relaxed),
            Err(what) => differing
                .lock()
                .expect("nobody panics")
                .push(format!("{name}, seed {seed}: {what}\n{mutant}")),
        }
    });
    let differing = differing.into_inner().expect("nobody panics");
    assert!(differing.is_empty(), "{} of {mutants} differ\n\n{}", differing.len(), differing.join("\n\n"));
    // Most changes make sense, or the test says nothing.
    let played = played.into_inner() as usize;
    assert!(played * 4 > mutants || mutants == 0, "{played} of {mutants} could be played by both engines");
}

/// What a rule means decides how it is played, not how it is spelled.
#[test]
fn spelling_changes_no_plan() {
    for name in names() {
        let game = game(name);
        let Ok(engine) = game.specification().bitset() else { continue };
        for seed in 0..4 {
            let rules = respelled(game.rules(), &mut Dice::new(seed));
            let other = Game::compile(&rules).expect("the setup is the same");
            let plan = other
                .specification()
                .bitset()
                .unwrap_or_else(|why| panic!("{name}, seed {seed}: {why}"))
                .report();
            assert_eq!(plan, engine.report(), "{name}, seed {seed}");
            let start = game.specification().start();
            let count = |game: &Game| perft_by(By::Bitset, None, &game.state(&start), 2);
            assert_eq!(count(&other), count(&game), "{name}, seed {seed}");
        }
    }
}

#[test]
fn known_counts_change_nothing() {
    for name in ["chess", "atomic", "3check"] {
        let game = game(name);
        let start = game.specification().start();
        let plain = perft_by(By::Bitset, None, &game.state(&start), 4);
        for megabytes in [0, 1] {
            let known = TranspositionTable::new(megabytes);
            for _ in 0..2 {
                assert_eq!(perft_by(By::Bitset, Some(&known), &game.state(&start), 4), plain, "{name}");
            }
        }
    }
}

#[test]
fn engines_agree_on_games_that_nobody_has_thought_of() {
    let cases = from_environment("TILEGAME_INVENTED", 60) as u32;
    let config =
        Config { cases, failure_persistence: None, max_global_rejects: cases * 40, ..Config::default() };
    let games = prop_oneof![2 => invented::of_two_players(), 1 => invented::of_more_players()];
    let result = TestRunner::new(config).run(&games, |text| {
        // Not everything that can be written makes sense.
        let Some(game) = invented::compiled(&text) else { return Err(TestCaseError::reject("no game")) };
        if game.why_slow().is_some() {
            return Ok(());
        }
        agree(&game, 1, 12).map(|_| ()).map_err(TestCaseError::fail)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
