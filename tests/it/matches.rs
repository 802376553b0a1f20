//! Matches: ends by position, by rule, by claim, by agreement, by resignation and on time.

use std::time::Duration;

use tilegame_record::Score;
use tilegame_record::matches::{Cause, Clock, Ending, Flag, Match, MatchError};
use tilegame_runtime::Scores;
use tilegame_runtime::ir::PlayerId;
use tilegame_tests::game;

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);

fn from(text: &str) -> Match {
    of("chess", text)
}

fn of(name: &str, text: &str) -> Match {
    let game = game(name);
    let start = game.specification().read_fen(text).expect("a position");
    Match::from_state(game.state(&start))
}

fn play(played: &mut Match, moves: &str) {
    for text in moves.split(' ') {
        let m = played.state().read_one(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        played.play(m).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

fn name_of(played: &Match) -> String {
    let rules = played.game().rules();
    match played.ending().map(|e| e.cause) {
        Some(Cause::Position(end)) => rules.ends[end.index()].name.clone(),
        Some(Cause::Adjudication(n)) => rules.adjudications[n].name.clone(),
        other => format!("{other:?}"),
    }
}

#[test]
fn fools_mate_and_back() {
    let mut played = Match::new(&game("chess"));
    play(&mut played, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(name_of(&played), "checkmate");
    assert_eq!(played.score(), Score::SecondWins);
    assert_eq!(played.told().as_deref(), Some("Black won (checkmate)"));
    assert!(played.legal_moves().is_empty());
    assert_eq!(played.resign(WHITE), Err(MatchError::Over));

    assert!(played.undo().is_some());
    assert_eq!((played.ending(), played.score()), (None, Score::Open));
    while played.undo().is_some() {}
    assert_eq!(played.state(), played.start());
    assert_eq!(played.repeated(), 1);
}

#[test]
fn positions_that_come_again() {
    let mut played = Match::new(&game("chess"));
    let round = "g1f3 g8f6 f3g1 f6g8";
    play(&mut played, round);
    assert_eq!(played.claim(), Err(MatchError::NothingToClaim));
    play(&mut played, round);
    assert_eq!(played.repeated(), 3);
    assert_eq!(played.claims().len(), 1);
    let mut claimed = played.clone();
    assert_eq!(claimed.claim().map(|e| e.winner()), Ok(None));
    assert_eq!(name_of(&claimed), "threefold");
    // Unclaimed, it goes on until the fifth time.
    play(&mut played, round);
    assert_eq!(played.ending(), None);
    play(&mut played, round);
    assert_eq!(name_of(&played), "fivefold");
    assert_eq!(played.score(), Score::Draw);
}

#[test]
fn nobody_may_give_check_for_ever() {
    // A chariot drives the general to and fro. When the position comes for the third time it is the checked player's turn,
    let mut played = of("xiangqi", "4k4/9/9/9/9/9/9/9/9/R4K3 w - - 0 1");
    play(&mut played, "a1e1 e10d10 e1d1 d10e10 d1e1 e10d10 e1d1 d10e10");
    assert_eq!(played.ending(), None);
    play(&mut played, "d1e1");
    assert_eq!(name_of(&played), "perpetual_check");
    assert_eq!(played.score(), Score::SecondWins);
    // or that of the player who checks.
    let mut played = of("xiangqi", "3k5/9/9/9/9/9/9/9/9/4RK3 w - - 0 1");
    play(&mut played, "e1d1 d10e10 d1e1 e10d10 e1d1 d10e10 d1e1 e10d10");
    assert_eq!(name_of(&played), "own_perpetual_check");
    assert_eq!(played.score(), Score::SecondWins);
    // One move that gives no check, and it is a draw.
    let mut played = of("xiangqi", "3k5/9/9/9/9/9/9/9/9/4RK3 w - - 0 1");
    let round = "e1d1 d10e10 d1d2 e10e9 d2e2 e9d9 e2e1 d9d10";
    play(&mut played, round);
    play(&mut played, round);
    assert_eq!(name_of(&played), "repetition");
    assert_eq!(played.score(), Score::Draw);
    // Taken back, the history is what it was.
    played.undo().expect("a move was made");
    assert_eq!((played.ending(), played.repeated()), (None, 2));
}

#[test]
fn passing_ends_the_game() {
    let mut played = Match::new(&game("janggi"));
    play(&mut played, "pass a7b7 e2e2");
    assert_eq!(played.ending(), None);
    play(&mut played, "e9e9");
    assert_eq!((name_of(&played).as_str(), played.score()), ("points_and_a_half", Score::SecondWins));
    assert_eq!(played.told().as_deref(), Some("Han won (points and a half)"));
    let start = "rnba1abnr/4k4/1c5c1/p1p1p1p2/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1";
    let mut played = of("janggi", start);
    play(&mut played, "0000 --");
    assert_eq!((name_of(&played).as_str(), played.score()), ("points", Score::FirstWins));
    let mut played = Match::new(&game("janggicasual"));
    play(&mut played, "e2e2 e9e9");
    assert_eq!((name_of(&played).as_str(), played.score()), ("both_passed", Score::Draw));
}

#[test]
fn nothing_happens_for_long() {
    let mut played = from("7k/8/8/8/8/8/8/KR6 w - - 98 80");
    play(&mut played, "b1b2");
    assert!(played.claims().is_empty());
    play(&mut played, "h8g8");
    assert!(played.claim().is_ok());
    assert_eq!(name_of(&played), "fifty");

    let mut played = from("7k/8/8/8/8/8/8/KR6 w - - 149 120");
    play(&mut played, "b1b2");
    assert_eq!(name_of(&played), "seventy_five");
    // Mate goes first.
    let mut played = from("7k/8/6K1/8/8/8/8/1R6 w - - 149 120");
    play(&mut played, "b1b8");
    assert_eq!(name_of(&played), "checkmate");
}

#[test]
fn offers_are_accepted_declined_or_lapse() {
    let mut played = Match::new(&game("chess"));
    assert_eq!(played.accept_draw(BLACK), Err(MatchError::NoOffer));
    play(&mut played, "e2e4");
    played.offer_draw(WHITE).expect("none stands");
    assert_eq!(played.accept_draw(WHITE), Err(MatchError::OwnOffer));
    assert_eq!(played.offer_draw(BLACK), Err(MatchError::OfferStands));
    played.decline_draw(BLACK).expect("one stands");
    assert_eq!(played.offer(), None);
    // Offered with a move, it stands; the answer by a move lets it lapse.
    play(&mut played, "e7e5");
    played.offer_draw(WHITE).expect("none stands");
    play(&mut played, "g1f3");
    assert_eq!(played.offer(), Some(WHITE));
    play(&mut played, "b8c6");
    assert_eq!(played.offer(), None);
    played.offer_draw(BLACK).expect("none stands");
    let ending = Ending { scores: Scores::shared(2, &[WHITE, BLACK]), cause: Cause::Agreement };
    assert_eq!(played.accept_draw(WHITE), Ok(Some(ending)));
    assert_eq!(played.score(), Score::Draw);
}

#[test]
fn giving_up() {
    let mut played = Match::new(&game("chess"));
    assert_eq!(
        played.resign(WHITE),
        Ok(Some(Ending { scores: Scores::to_one(2, BLACK), cause: Cause::Resignation(WHITE) }))
    );
    assert_eq!(played.told().as_deref(), Some("Black won: White gave up"));
}

/// Forfeiting is losing for a reason that is not on the board: whoever's turn it is.
#[test]
fn forfeiting() {
    let mut played = Match::new(&game("chess"));
    assert_eq!(
        played.forfeit(BLACK),
        Ok(Some(Ending { scores: Scores::to_one(2, WHITE), cause: Cause::Forfeit(BLACK) }))
    );
    assert_eq!(played.told().as_deref(), Some("White won: Black forfeited"));
    assert_eq!(played.forfeit(WHITE), Err(MatchError::Over));
    // Where the others play on, a player who forfeits is out.
    let mut played = Match::new(&game("four-player"));
    assert_eq!(played.forfeit(PlayerId(2)), Ok(None));
    assert_eq!(played.forfeit(PlayerId(2)), Err(MatchError::NotInPlay));
    assert_eq!(played.legal_moves().len(), 20);
}

/// Who runs out of time has not lost if the other one can't win, whatever the two of them play.
#[test]
fn nobody_wins_on_time_who_can_not_win() {
    let cases = [
        // By the game's own line: a bare king.
        ("chess", "7k/8/8/8/8/8/8/KR6 w - - 0 1", WHITE, "bare_king"),
        // A wall of pawns that nobody gets past.
        ("chess", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", WHITE, "NoWinOnTime"),
        ("chess", "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1", BLACK, "NoWinOnTime"),
        // Black's bishop can't do it alone, but with a pawn in its own king's way it can be done.
        ("chess", "4k3/8/8/8/8/8/P7/4K2b w - - 0 1", WHITE, "Time"),
        ("chess", "7k/8/8/8/8/8/8/KR4q1 w - - 0 1", WHITE, "Time"),
        // What a bare king takes can be put on the board again.
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", WHITE, "Time"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[q] w - - 0 1", WHITE, "Time"),
        // A bare king can walk up the hill.
        ("kingofthehill", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", WHITE, "Time"),
        ("racingkings", "8/8/8/8/8/8/k6K/7R w - - 0 1", WHITE, "Time"),
        // A bare king loses at once in shatranj, and has won when it has taken the last piece.
        ("3check", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1", WHITE, "bare_king"),
        ("atomic", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", WHITE, "bare_king"),
        ("horde", "4k3/8/8/8/8/8/8/P7 w - - 0 1", BLACK, "Time"),
        ("antichess", "8/8/8/8/8/8/8/k6R w - - 0 1", WHITE, "Time"),
        // No line of the game speaks of time.
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w", WHITE, "Time"),
        ("watchers", "startpos", WHITE, "Time"),
        ("draughts", "startpos", BLACK, "Time"),
    ];
    let seconds = Duration::from_secs;
    for (name, text, player, how) in cases {
        let mut played = of(name, text);
        // The clock of whoever's turn it is not can have run out as well.
        let clock = Clock::new(2, seconds(5), Duration::ZERO).with_flag(Flag::Called);
        played = played.with_clock(clock.with_remaining(player, Duration::ZERO));
        played.call_time().unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
        let cause = name_of(&played);
        assert!(cause.contains(how), "{name}: {text}: {cause}");
        assert_eq!(played.score() == Score::Draw, how != "Time", "{name}: {text}");
    }
}

#[test]
fn time_runs_out() {
    let seconds = Duration::from_secs;
    let clock = Clock::new(2, seconds(10), seconds(2));
    let mut played = Match::new(&game("chess")).with_clock(clock.clone());
    let first = played.state().read_one("e2e4").expect("legal");
    played.play_after(first, seconds(4)).expect("in time");
    assert_eq!(played.clock().map(|c| c.remaining(WHITE)), Some(seconds(8)));
    assert_eq!(played.elapse(seconds(9)), Ok(None));
    let answer = played.state().read_one("e7e5").expect("legal");
    assert_eq!(played.play_after(answer, seconds(1)), Err(MatchError::TimeUp));
    assert_eq!(
        played.ending(),
        Some(&Ending { scores: Scores::to_one(2, WHITE), cause: Cause::Time(BLACK) })
    );
    assert_eq!(played.score(), Score::FirstWins);
    assert_eq!(played.told().as_deref(), Some("White won: Black's time is up"));
    // The last move taken back, the time is back, too.
    played.undo();
    assert_eq!(played.clock(), Some(&clock));

    // Who has but a king can't win on time.
    let mut played = from("7k/8/8/8/8/8/8/KR6 w - - 0 1").with_clock(clock.clone());
    assert_eq!(played.elapse(seconds(10)).map(|e| e.map(|e| e.winner())), Ok(Some(None)));
    assert_eq!(name_of(&played), "bare_king");

    // Over the board both flags may fall before anybody sees it.
    let mut played = Match::new(&game("chess")).with_clock(clock.with_flag(Flag::Called));
    assert_eq!(played.call_time(), Err(MatchError::TimeLeft));
    played.play_after(first, seconds(20)).expect("nobody has seen it");
    played.play_after(answer, seconds(20)).expect("nobody has seen it");
    assert_eq!(
        played.call_time(),
        Ok(Some(Ending { scores: Scores::shared(2, &[WHITE, BLACK]), cause: Cause::AllTime }))
    );
    assert_eq!(Match::new(&game("chess")).elapse(seconds(1)), Err(MatchError::NoClock));
}

/// Where a turn has several steps, the increment comes when it is over.
#[test]
fn a_turn_of_several_steps_has_one_increment() {
    let seconds = Duration::from_secs;
    let mut played = Match::new(&game("amazons")).with_clock(Clock::new(2, seconds(10), seconds(3)));
    let step = |played: &mut Match, text: &str| {
        let m = played.state().read_one(text).expect("legal");
        played.play_after(m, seconds(1)).expect("in time");
        played.clock().map(|clock| clock.remaining(WHITE))
    };
    assert_eq!(step(&mut played, "d1d7"), Some(seconds(9)));
    assert_eq!(step(&mut played, "d7g4"), Some(seconds(11)));
    assert_eq!(played.to_move(), BLACK);
    played.undo();
    assert_eq!(played.clock().map(|clock| clock.remaining(WHITE)), Some(seconds(9)));
}
