//! Positions of random games of the public engine, open turns among them, and what that engine says of each.
//!
//! `upstream.txt` was printed by the engine of github.com/mnoyd/cotulenh-monorepo (commit fd0a130), unchanged, driven at random.
//! Left out are positions in which that engine is at odds with itself: where the list of moves has made a hero of a
//! piece that is none on the board, where an open turn has forgotten one, where somebody could go along with a piece that is
//! no more, and where the zones of air defence have not been brought up to date.
//!
//! Once 1,022 positions were compared so, 453 of them in the middle of a turn, with 52,109 moves. 995 were alike in everything but how
//! pieces are told apart where the engine writes two moves alike. In 22 it was at odds with itself as told above, and in two more it
//! could not be read for that reason. In three it refuses to let somebody rejoin who joins a ship at sea: it asks whether those
//! who go could stand there, not whether the stack could, though it lets the same pieces go there as one.
//! [`who_rejoins_may_come_aboard`] is such a turn.

use tilegame_record::Match;
use tilegame_runtime::{Game, Position};

/// Lines with a word in front, and an empty line behind each position.
const RECORDS: &str = include_str!("upstream.txt");

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// FNV-1a: positions after moves are recorded as such a number.
fn digest(text: &str) -> String {
    let fold = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", text.bytes().fold(0x811c_9dc5, fold))
}

/// The moves, each with where it leads, as the records have them; the end of a turn is told apart.
fn moves(game: &Game, position: &Position) -> Vec<String> {
    let lead = |(m, text): (tilegame_runtime::moves::Move, String)| {
        let mut next = position.clone();
        game.specification().make(&mut next, &m);
        format!("{text} {}", digest(&game.specification().fen(&next)))
    };
    let all = game.specification().all_san(position).into_iter().filter(|(m, _)| !m.is_pass());
    let mut all: Vec<String> = all.map(lead).collect();
    all.sort();
    all
}

fn check(game: &Game, record: &str) {
    let field = |name: &str| {
        record.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).map(str::to_owned)
    };
    let text = field("fen").expect("a position");
    let position = read(game, &text);
    assert_eq!(game.specification().fen(&position), text);
    assert_eq!(game.specification().in_check(&position), field("check").is_some(), "check: {text}");
    let end = game
        .specification()
        .outcome(&position)
        .map(|outcome| game.rules().ends[outcome.end.index()].name.clone());
    assert_eq!(end, field("end"), "{text}");
    let mut wanted: Vec<String> = field("moves").map_or(Vec::new(), |all| {
        all.split(';').filter(|each| !each.is_empty()).map(str::to_owned).collect()
    });
    wanted.sort();
    let found = moves(game, &position);
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|each| !those.contains(each)).cloned().collect()
    };
    let (missing, extra) = (only(&wanted, &found), only(&found, &wanted));
    assert_eq!(found, wanted, "{text}\nmissing {missing:?}\nextra {extra:?}");

    let pass = tilegame_tests::listed(game, &position).into_iter().find(|m| m.is_pass());
    let committed = pass.as_ref().map(|pass| {
        let mut next = position.clone();
        game.specification().make(&mut next, pass);
        game.specification().fen(&next)
    });
    assert_eq!(committed, field("commit"), "{text}");
    // The whole turn as it is written, and read from its beginning.
    if let (Some(pass), Some(turn), Some(base)) = (pass, field("turn"), field("base")) {
        let base = read(game, &base);
        let mut played = Match::from_state(game.state(&position));
        played.play(played.state().find(&pass).expect("a legal move")).expect("a legal move");
        let steps: Vec<_> = played.moves().map(|(state, m)| state.details(m)).collect();
        assert_eq!(game.specification().turn(&base, &steps), Some(turn.clone()), "{text}");
        let steps = game.specification().read(&base, &turn).unwrap_or_else(|e| panic!("{text}: {turn}: {e}"));
        let mut next = base;
        steps.iter().for_each(|m| _ = game.specification().play(&mut next, m).expect("a legal move"));
        assert_eq!(Some(game.specification().fen(&next)), field("commit"), "{turn}");
    }
}

#[test]
fn recorded_positions() {
    let game = super::rules();
    let records: Vec<&str> = RECORDS.split("\n\n").filter(|record| record.starts_with("fen ")).collect();
    assert!(records.len() >= 80, "{} positions", records.len());
    let open = records.iter().filter(|record| record.contains("...\n")).count();
    assert!(open >= 40, "{open} turns that are not over");
    tilegame_tests::on_all_processors(records.len(), |number| check(&game, records[number]));
}

#[test]
fn who_rejoins_may_come_aboard() {
    let game = super::rules();
    let start = "1n9/4fh1(hc)3/3a2sm1a1/4g2t3/1n(fi)e1A3ei/10g/3(EG)1T2FE1/6M3I/1N2A2TG2/5SF4/1NI2H1H3/10C b - - 4 19";
    let after = |texts: &[&str]| {
        let mut position = read(&game, start);
        for text in texts {
            let m = game.specification().read_san(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            game.specification().play(&mut position, &m).expect("a legal move");
        }
        game.specification().fen(&position)
    };
    let aboard = "1n9/4fh1(hc)3/3a2sm1a1/4g2t3/1(nfi)1e1A3ei/10g/3(EG)1T2FE1/6M3I/1N2A2TG2/5SF4/1NI2H1H3/10C r - - 5 20";
    assert_eq!(after(&["(FI)&b8"]), aboard);
    assert_eq!(after(&["F>&b8", "I>&b8"]), aboard);
}
