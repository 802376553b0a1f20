//! Players who go out: what becomes of their pieces, of the turn, and of the match; and results with a share for everybody.

use std::time::Duration;

use tilegame_record::matches::{Cause, Clock, Match, MatchError, What};
use tilegame_record::{Score, pgn};
use tilegame_runtime::ir::{PlayerId, Share};
use tilegame_runtime::{Game, Position};
use tilegame_tests::{compile, game};

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);
const RED: PlayerId = PlayerId(2);
/// Of four: Red, Blue, Yellow, Green.
const RED_OF_FOUR: PlayerId = PlayerId(0);
const BLUE: PlayerId = PlayerId(1);
const YELLOW: PlayerId = PlayerId(2);

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn play(game: &Game, position: &mut Position, moves: &str) {
    for text in moves.split(' ') {
        let m = game.specification().read_uci(position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        game.specification().make(position, &m);
    }
}

/// Black's king is on a8 behind its pawn, and a rook on b1 looks along the file up to b8: the other rook mates from d8.
#[test]
fn the_mated_army_joins_who_has_mated() {
    let game = game("three-player-elimination");
    let mut position = read(&game, "8/8/8/1wR5wK/4wR3/8/7bP/7bK/8/8/8/4rK3 w - - - 0 1");
    let before = position.clone();
    let m = game.specification().read_uci(&position, "d5d8").expect("along the file");
    let undo = game.specification().make(&mut position, &m);
    let after = "8/8/8/1wR5wK/8/8/7wP/4wR3/8/8/8/4rK3 r b - - 1 1";
    assert_eq!((game.specification().fen(&position).as_str(), position.out()), (after, &[BLACK][..]));
    game.specification().undo(&mut position, undo);
    assert_eq!(position, before);
    let told = game.state(&before).explain("d5d8").to_string();
    assert!(told.contains("Black is out"), "{told}");

    // Without check and without a move, Black only skips the turn.
    let mut position = read(&game, "8/8/8/1wR5wK/8/8/4wR3/7bK/8/8/8/4rK3 w - - - 0 1");
    play(&game, &mut position, "h1h2");
    assert_eq!((position.out(), game.specification().to_move(&position)), (&[][..], RED));
}

/// Four players: the pieces of who is out stay, attack nothing and can be taken.
#[test]
fn pieces_may_stay_as_stones() {
    let game = game("four-player");
    // A rook holds file b, the other one mates Blue's king on a8 along file a. Blue's rook on k8 can't help.
    let text = "***3yK4***/***8***/***8***/4rR9/14/12gK1/bK9bR3/14/14/14/1rR12/***8***/***8***/***4rK3*** r - - - 0 1";
    let mut position = read(&game, text);
    play(&game, &mut position, "e11a11");
    assert_eq!((position.out(), game.specification().to_move(&position)), (&[BLUE][..], YELLOW));
    // Green's king may step before that rook, which may be taken like any other.
    play(&game, &mut position, "g14g13 m9m8 b4k4 g13g12 m8m9 k4k8");
    let there = game.rules().board.tile("k8").and_then(|t| position.piece(t)).expect("a rook");
    assert_eq!(there.owner, Some(RED_OF_FOUR));
}

#[test]
fn an_uneven_draw() {
    let game = game("glinski");
    let position = read(&game, "k/3/5/2Q4/7K1/1Q9/11/11/11/11/11 b - 0 1");
    let outcome = game.specification().outcome(&position).expect("it is over");
    assert_eq!(outcome.scores.of(BLACK), Share { part: 1, of: 4 });
    assert_eq!(outcome.scores.of(WHITE), Share { part: 3, of: 4 });
    assert_eq!(outcome.winner(), None);
    assert_eq!(outcome.scores.places(position.out()), [1, 2]);
    let played = Match::from_state(game.state(&position));
    assert_eq!(played.told().as_deref(), Some("White gets 3/4 and Black 1/4 (stalemate)"));
    assert_eq!(played.score(), Score::Draw);
    let text = pgn::write(played.game(), &pgn::from_match(&played));
    assert!(text.contains("[Result \"1/2-1/2\"]") && text.contains("[Score \"3/4-1/4\"]"), "{text}");
}

#[test]
fn giving_up_among_three() {
    // Without going out, the others share the point.
    let mut played = Match::new(&game("three-player"));
    let ending = played.resign(BLACK).expect("it goes on").expect("and is over");
    assert_eq!(ending.scores.to_string(), "1/2-0-1/2");
    assert_eq!(ending.cause, Cause::Resignation(BLACK));
    assert_eq!(played.score().to_string(), "1/2-0-1/2");

    // Where players go out, the others play on, and undoing brings everybody back.
    let mut played = Match::new(&game("three-player-elimination"));
    assert_eq!(played.resign(BLACK), Ok(None));
    assert_eq!(played.resign(BLACK), Err(MatchError::NotInPlay));
    assert_eq!(played.offer_draw(BLACK), Err(MatchError::NotInPlay));
    let first = played.state().read_one("e2e4").expect("legal");
    assert_eq!(played.play(first), Ok(None));
    assert_eq!(played.to_move(), RED);
    assert_eq!(played.happened().next().map(|(_, what)| what), Some(&What::Left(BLACK)));
    let ending = played.resign(RED).expect("it goes on").expect("and is over");
    assert_eq!((ending.winner(), ending.scores.places(&played.state().out())), (Some(WHITE), vec![1, 3, 2]));
    assert_eq!(played.score().to_string(), "1-0-0");

    let text = pgn::write(played.game(), &pgn::from_match(&played));
    assert!(text.contains("[Result \"1-0-0\"]"), "{text}");
    let (games, errors) = pgn::parse(&text);
    assert!(errors.is_empty(), "{errors:?}");
    let again = pgn::replay(played.game(), &games[0]).expect("it was written");
    assert_eq!(&again.end, played.state(), "{text}");
    assert_eq!(games[0].score, played.score());

    assert_eq!(played.undo(), Some(first));
    assert_eq!(played.state().out(), [BLACK]);
    assert_eq!(played.undo(), None);
}

#[test]
fn time_among_three() {
    let clock = Clock::new(3, Duration::from_secs(10), Duration::ZERO);
    let mut played = Match::new(&game("three-player-elimination")).with_clock(clock);
    assert_eq!(played.elapse(Duration::from_secs(10)), Ok(None));
    assert_eq!((played.state().out(), played.to_move()), (vec![WHITE], BLACK));
    let ending = played.elapse(Duration::from_secs(10)).expect("it goes on").expect("one is left");
    assert_eq!(ending.winner(), Some(RED));
}

#[test]
fn all_who_are_in_play_agree_on_a_draw() {
    let mut played = Match::new(&game("four-player"));
    assert_eq!(played.resign(PlayerId(3)), Ok(None));
    played.offer_draw(WHITE).expect("none stands");
    assert_eq!(played.accept_draw(PlayerId(3)), Err(MatchError::NotInPlay));
    assert_eq!(played.accept_draw(BLACK), Ok(None));
    let ending = played.accept_draw(RED).expect("it stands").expect("all have accepted");
    assert_eq!(ending.scores.to_string(), "1/3-1/3-1/3-0");
}

#[test]
fn texts_say_who_is_out() {
    let game = game("three-player-elimination");
    let text = "8/8/8/wK7/8/8/8/8/8/8/8/4rK3 w b -,-,- - 0 1".replace("-,-,-", "-");
    let mut position = read(&game, &text);
    assert_eq!((game.specification().fen(&position), position.out()), (text, &[BLACK][..]));
    play(&game, &mut position, "a1a2");
    assert_eq!(game.specification().to_move(&position), RED);
    for (wrong, why) in [
        ("8/8/8/wK7/8/8/8/8/8/8/8/4rK3 b b - - 0 1", "it is Black's turn, who is out"),
        ("8/8/8/wK7/8/8/8/8/8/8/8/4rK3 w bb - - 0 1", "Black is out twice"),
        ("8/8/8/wK7/8/8/8/8/8/8/8/4rK3 w bwr - - 0 1", "at least one player must be in play"),
        ("8/8/8/wK7/8/8/8/8/8/8/8/4rK3 w x - - 0 1", "`x` is no player's letter"),
        ("8/8/8/wK7/8/8/8/7bK/8/8/8/4rK3 w - KQ - 0 1", "with commas between"),
    ] {
        let error = game.specification().read_fen(wrong).expect_err(wrong).to_string();
        assert!(error.contains(why), "{wrong}: {error}");
    }
    // Whoever has to leave a position as it is read, leaves.
    let without_king = read(&game, "8/8/8/wK7/8/8/8/6bQ1/8/8/8/4rK3 b - - - 0 1");
    assert_eq!((without_king.out(), game.specification().to_move(&without_king)), (&[BLACK][..], RED));
}

/// A seat is carried from part to part: the tiles and the way ahead of each player.
#[test]
fn seats_on_three_parts() {
    let game = game("three-player");
    let rules = game.rules();
    let names = |region: &str, player: usize| {
        let region = rules.regions.iter().find(|r| r.name == region).expect("a region");
        let mut names: Vec<_> = region.tiles[player].iter().map(|t| rules.board.name(*t)).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names("second_rank", 1), "a7 b7 c7 d7 i7 j7 k7 l7");
    assert_eq!(names("second_rank", 2), "e11 f11 g11 h11 i11 j11 k11 l11");
    assert_eq!(names("last_rank", 1), "a1 b1 c1 d1 e1 e12 f1 f12 g1 g12 h1 h12 i12 j12 k12 l12");
    let ahead = |tile: &str| {
        let text = tilegame_tests::placement(&game, |name| (name == tile).then_some("bP"));
        let position = read(&bare(), &format!("{text} b"));
        let moves = bare().specification().moves(&position);
        moves.iter().map(|m| rules.board.name(m.to).into_owned()).collect::<Vec<_>>().join(" ")
    };
    // Along file d from Black's half into White's, along file i into Red's.
    assert_eq!((ahead("d7"), ahead("d5"), ahead("d4")), ("d6".into(), "d4".into(), "d3".into()));
    assert_eq!((ahead("i6"), ahead("i5"), ahead("i9")), ("i5".into(), "i9".into(), "i10".into()));
}

/// The same board with nothing but pawns that walk.
fn bare() -> Game {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../games/three-player.tg"))
        .expect("there");
    let start = text.find("board\n").expect("a board");
    let end = text.find("region second_rank").expect("a region");
    let rules = format!(
        "game \"Walkers\"\n{}piece Pawn \"P\"\n    quiet n\nsetup \"8/8/8/wP7/8/8/8/8/8/8/8/8 w\"\n",
        &text[start..end]
    );
    compile("walkers.tg", &rules)
}

/// Three kings on a small board; a king on a2 does something, and `rules` say what.
fn three_kings(setup: &str, turn: &str, end: &str) -> Game {
    let text = format!(
        "use moves\ngame \"Three kings\"\nboard\n    grid 3 x 3\nplayers\n    Red \"r\"\n    Blue \"b\"\n    Green \"g\"\n\
         piece King \"K\"\n    move king\nsetup \"{setup}\"\nturn\n{turn}end\n{end}notation\n    fen placement, turn, out\n"
    );
    compile("three-kings.tg", &text)
}

/// Plays moves, on which both engines agree; the FEN is read back as the same.
fn after(game: &Game, moves: &str) -> Position {
    let mut position = game.specification().start();
    for text in moves.split(' ') {
        assert_eq!(tilegame_runtime::compare::differ(game, &position), Ok(None));
        play(game, &mut position, text);
        let text = game.specification().fen(&position);
        assert_eq!(game.specification().read_fen(&text).as_ref(), Ok(&position), "{text}");
    }
    assert_eq!(tilegame_runtime::compare::differ(game, &position), Ok(None));
    position
}

#[test]
fn the_last_one_in_play_stays() {
    const ALL_KINGS: &str = "    after King if on a2: every King: take\n";
    const GONE: &str = "    gone: out if no friend King\n";
    let alone = format!("{GONE}    alone: win if players = 1\n");

    // All at once: the others go first, from the player after the one who has moved.
    let game = three_kings("bK1gK/3/rK2 r -", ALL_KINGS, &alone);
    let position = after(&game, "a1a2");
    assert_eq!(game.specification().fen(&position), "3/3/3 r bg");
    assert_eq!(
        game.specification().outcome(&position).and_then(|outcome| outcome.winner()),
        Some(PlayerId(0))
    );
    let game = three_kings("rK1gK/3/bK2 b -", ALL_KINGS, &alone);
    assert_eq!(game.specification().fen(&after(&game, "a1a2")), "3/3/3 b gr");

    // An ending may still say that nobody has won.
    let all = format!("{GONE}    nobody: draw if no King\n    alone: win if players = 1\n");
    let game = three_kings("bK1gK/3/rK2 r -", ALL_KINGS, &all);
    let outcome = game.specification().outcome(&after(&game, "a1a2")).expect("it is over");
    assert_eq!(game.rules().ends[outcome.end.index()].name, "nobody");

    // The player who has moved goes out while others stay; and among the last two.
    let game = three_kings("bK1gK/3/rK2 r -", "    after King if on a2: take\n", &alone);
    assert_eq!(game.specification().fen(&after(&game, "a1a2")), "bK1gK/3/3 b r");
    let game = three_kings("bK1gK/3/3 b r", ALL_KINGS, &alone);
    assert_eq!(game.specification().fen(&after(&game, "a3a2")), "3/3/3 b rg");

    // What follows from going out may leave nobody either.
    let chain = "    after King if on a2: take\n    after out: every enemy King: take\n";
    let game = three_kings("bK1gK/3/rK2 r -", chain, &alone);
    assert_eq!(game.specification().fen(&after(&game, "a1a2")), "3/3/3 g rb");

    // By a number, and without a move.
    let late = "    after move: storm + 1\n";
    let end = "    late: out if storm = 2\n    alone: win if players = 1\n";
    let text = "use moves\ngame \"Late\"\nboard\n    grid 3 x 3\nplayers\n    Red \"r\"\n    Blue \"b\"\n    Green \"g\"\ncounter storm = 0\n\
                piece King \"K\"\n    move king\nsetup \"bK1gK/3/rK2 r - 0\"\n";
    let text = format!("{text}turn\n{late}end\n{end}notation\n    fen placement, turn, out, count storm\n");
    let game = compile("late.tg", &text);
    assert_eq!(game.specification().fen(&after(&game, "a1a2 a3b3")), "1bKgK/rK2/3 b gr 2");
    let stuck = "    stuck: out if stuck\n    alone: win if players = 1\n";
    let game = three_kings("bK1gK/3/rK2 r -", ALL_KINGS, stuck);
    assert_eq!(game.specification().fen(&after(&game, "a1a2")), "3/3/3 r bg");
}

/// Whoever is the last one in play can resign, but not go out.
#[test]
fn the_last_one_in_play_can_resign() {
    let game =
        three_kings("3/3/rK2 r bg", "    order Red, Blue, Green\n", "    gone: out if no friend King\n");
    assert!(game.start().after_leaving(PlayerId(0)).is_none());
    let mut played = Match::new(&game);
    let ending = played.resign(PlayerId(0)).expect("it goes on").expect("nobody is left");
    assert_eq!(ending.cause, Cause::Resignation(PlayerId(0)));
    assert_eq!(played.state().out().len(), 2);
}

/// A player who cannot move may be passed over in check, and whoever has moved may go out by that: the FENs are read all the same.
#[test]
fn who_has_moved_need_not_be_the_player_before() {
    let game = |setup: &str, ranks: u8, steps: u8| {
        let text = format!(
            "use moves\ngame \"Passed over\"\nboard\n    grid 5 x {ranks}\nplayers\n    Red \"r\"\n    Blue \"b\"\n    Green \"g\"\n\
             counter steps = 0 each\npiece King \"K\"\n    move king\npiece Rook \"R\"\n    move rook\nsetup \"{setup} r - 0+0+0\"\n\
             turn\n    legal if no friend King attacked\n    after Rook: steps + 1\nend\n    tired: out if steps > {steps}\n    still: skip if stuck\n\
             notation\n    fen placement, turn, out, count steps \"+\"\n"
        );
        compile("passed-over.tg", &text)
    };
    // Blue is in check on a4 and cannot move.
    let mated = game("bK4/2rR2/3rR1/rK3gK", 4, 9);
    assert_eq!(mated.specification().to_move(&after(&mated, "d2d4")), PlayerId(2));
    // Red's rook uncovers an attack on Green's king, and Red is out.
    let uncovered = game("bR1rR1gK/5/1rK2bK", 3, 0);
    let position = after(&uncovered, "c3c2");
    assert_eq!(
        (uncovered.specification().to_move(&position), position.out()),
        (PlayerId(1), &[PlayerId(0)][..])
    );
}
