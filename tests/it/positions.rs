//! Positions that exist have FENs: whatever legal moves lead to can be written and read back, and somebody can move there or the game is over.
//!
//! `TILEGAME_POSITIONS` sets how many positions of each game are looked at, `TILEGAME_INVENTED` how many games are invented.

use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tilegame_runtime::ir::{CounterId, Effect, EndResult, FenField};
use tilegame_runtime::{Game, Position};
use tilegame_tests::{Dice, compile, game, invented, is_wide, names, on_all_processors, start_of_walk};

/// The longest walk.
const PLIES: usize = 200;

fn from_environment(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// Whether FENs tell everything that a position has.
fn tells_all(game: &Game) -> bool {
    let rules = game.rules();
    let told = |counter| {
        let is = |field: &FenField| matches!(field, FenField::Count { counter: c, .. } if *c == counter);
        let changes = |effect: &Effect| matches!(effect, Effect::Count { counter: c, .. } if *c == counter);
        game.notation().fen.iter().any(is) || !rules.any_effect(&changes)
    };
    let pieces_now = |field: &FenField| matches!(field, FenField::Steps { now: true, .. });
    (0..rules.counters.len()).map(CounterId::new).all(told) && !game.notation().fen.iter().any(pieces_now)
}

/// Whether some ending says what happens if the player to move has no move.
fn knows_stuck(game: &Game) -> bool {
    game.rules().ends.iter().any(|end| end.result.is_final() && end.when.asks_for_moves())
}

/// What is wrong with a position that legal moves have led to.
fn fault(game: &Game, position: &Position, can_move: bool) -> Option<String> {
    let text = game.specification().fen(position);
    let player = game.specification().to_move(position);
    if !position.in_play(player) {
        return Some(format!(
            "{text}: it is {}'s turn, who is out",
            game.rules().players[player.index()].name
        ));
    }
    if !can_move && knows_stuck(game) && game.specification().outcome(position).is_none() {
        return Some(format!("{text}: nobody can move, and no ending says so"));
    }
    let again = match game.specification().read_fen(&text) {
        Ok(again) => again,
        Err(error) => return Some(format!("{text}: {error}")),
    };
    // Whether a piece has moved is not always told; who has to leave, or is passed over since nothing can be moved, may depend on it.
    let tells_first = !game.rules().kinds.iter().any(|kind| kind.tracks_first);
    let rewritten = game.specification().fen(&again);
    let may_be_left_out =
        game.rules().ends.iter().any(|end| matches!(end.result, EndResult::Out | EndResult::Skip));
    if rewritten != text && (tells_first || !may_be_left_out) {
        return Some(format!("{text}: it is read as {rewritten}"));
    }
    (tells_first && tells_all(game) && again != position.clone().without_past())
        .then(|| format!("{text}: it is not read as it was:\n{position:?}\n{again:?}"))
}

/// Plays at random, and looks at every position and at where the game ends; how many there were, or what is wrong with one of them.
fn walk(game: &Game, start: Position, seed: u64, plies: usize) -> Result<usize, String> {
    let mut dice = Dice::new(seed);
    let mut position = start;
    for number in 0..=plies {
        let moves = tilegame_tests::listed(game, &position);
        if let Some(fault) = fault(game, &position, !moves.is_empty()) {
            return Err(format!("seed {seed}, ply {number}: {fault}"));
        }
        if moves.is_empty() {
            return Ok(number + 1);
        }
        game.specification().make(&mut position, &moves[dice.below(moves.len())]);
    }
    Ok(plies + 1)
}

#[test]
fn positions_of_all_games_have_texts() {
    let names: Vec<&str> = names().collect();
    let wanted = from_environment("TILEGAME_POSITIONS", 400);
    on_all_processors(names.len(), |number| {
        let (name, game) = (names[number], game(names[number]));
        let (wanted, plies) = if is_wide(&game) { (wanted / 20, PLIES / 20) } else { (wanted, PLIES) };
        let (mut seen, mut seed) = (0, 100);
        while seen < wanted {
            match walk(&game, start_of_walk(&game, name, seed), seed, plies) {
                Ok(more) => seen += more,
                Err(fault) => panic!("{name}, {fault}"),
            }
            seed += 1;
        }
    });
}

/// Looks at positions of invented games; the share of the games in which somebody has gone out.
fn positions_of_invented_games(games: impl Strategy<Value = String>, cases: u32) -> f64 {
    let config =
        Config { cases, failure_persistence: None, max_global_rejects: cases * 40, ..Config::default() };
    let with_exits = AtomicUsize::new(0);
    let result = TestRunner::new(config).run(&games, |text| {
        let Some(game) = invented::compiled(&text) else { return Err(TestCaseError::reject("no game")) };
        let exits = game.rules().ends.iter().any(|end| end.result == EndResult::Out);
        with_exits.fetch_add(usize::from(exits), Ordering::Relaxed);
        for seed in 0..4 {
            walk(&game, game.specification().start(), seed, PLIES / 4).map_err(TestCaseError::fail)?;
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    with_exits.into_inner() as f64 / f64::from(cases)
}

/// Two players on a board of five files: a King that is protected, a One that can be `big`, a Stone.
fn of_two_players(setup: &str, turn: &str) -> String {
    format!(
        "use moves\ngame \"Two\"\nboard\n    grid 5 x 5\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
         piece King \"K\"\n    move king\npiece One \"X\"\n    state big \"+\"\n    move rook\n    move here{{become big}} n\n\
         piece Stone \"S\"\n    move n\nsetup \"{setup} w\"\nturn\n{turn}notation\n    fen placement, turn\n"
    )
}

/// Three players, each with a King, whom `end` can send out.
fn of_three_players(setup: &str, turn: &str, end: &str) -> String {
    format!(
        "use moves\ngame \"Three\"\nboard\n    grid 5 x 5\nplayers\n    Red \"r\"\n    Blue \"b\"\n    Green \"g\"\n\
         piece King \"K\"\n    move king\npiece Rook \"R\"\n    move rook\nsetup \"{setup} r -\"\nturn\n{turn}end\n{end}\
         notation\n    fen placement, turn, out\n"
    )
}

/// Games that were invented by the tests below, made smaller: each had positions whose FENs were refused or read as others.
#[test]
fn positions_of_games_that_were_invented_have_texts() {
    let safe = "    legal if no friend King attacked\n";
    let games = [
        // An effect takes the King, so that a position without one is a position of the game.
        of_two_players("2k2/xs3/5/S3X/2K2", &format!("{safe}    after move: along n*0.. n[piece]{{take}}\n")),
        // Only some pieces of a kind are protected.
        of_two_players("2k2/xx3/5/3XX/2K2", "    legal if no friend One big attacked\n"),
        // The other side's King is attacked at the start, which no move can have left so.
        of_two_players("2k2/5/5/2X2/2K2", safe),
        // Two moves in a row: the second may take what the first attacks.
        of_two_players("2k2/x4/5/4X/2K2", &format!("    order White, Black, Black\n{safe}")),
        // Who goes out exposes the next to the one after.
        of_three_players(
            "bK2bR1/5/2gR2/5/rK1rR1gK",
            "",
            "    hit: out if some friend King attacked by next\n    alone: win if players = 1\n",
        ),
        // Several turns in a round, and a round in which everybody is passed over.
        of_three_players(
            "bK4/5/5/5/rK1rR1gK",
            "    order Red, Blue, Red, Green\n    legal if no friend King attacked\n",
            "    still: skip if stuck\n    gone: out if no friend King\n",
        ),
        of_three_players(
            "bK4/5/5/5/rK3gK",
            "    order Red, Blue, Red, Green\n",
            "    never: skip if some King\n",
        ),
        // Pieces of which no text tells whether they have moved.
        of_two_players("2k2/x1s2/5/2S1X/2K2", safe)
            .replace("    move n\n", "    move n\n    quiet n+n if first\n"),
    ];
    for text in games {
        let game = compile("invented.tg", &text);
        for seed in 0..200 {
            if let Err(fault) = walk(&game, game.specification().start(), seed, PLIES / 4) {
                panic!("{text}\n{fault}");
            }
        }
    }
}

#[test]
fn positions_of_invented_games_have_texts() {
    positions_of_invented_games(invented::of_two_players(), from_environment("TILEGAME_INVENTED", 60) as u32);
}

#[test]
fn positions_of_invented_games_of_more_players_have_texts() {
    let cases = from_environment("TILEGAME_INVENTED", 120) as u32;
    let with_exits = positions_of_invented_games(invented::of_more_players(), cases);
    assert!(with_exits > 0.5, "players go out in too few games: {with_exits}");
}
