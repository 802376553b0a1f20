//! The command `learn`, and nets as sides of matches and in protocols.

use std::fs;
use std::path::Path;

use tilegame::Exit;
use tilegame_runtime::Game;
use tilegame_search::net::{Inputs, Net, NotANet, of_library};

use crate::command::{run_in, scratch};

const QUICK: [&str; 8] = ["--nodes", "40", "--epochs", "2", "--hidden", "8", "--gate", "0"];

fn learn(folder: &Path, args: &[&str]) -> crate::command::Answer {
    run_in(folder, &[&["learn"], args, &QUICK].concat(), "")
}

/// What the positions miss in the first epoch.
fn missed_at_first(out: &str) -> f64 {
    let epoch = out.lines().find_map(|line| line.trim().strip_prefix("1  ")).expect("an epoch");
    epoch.split_whitespace().next().and_then(|missed| missed.parse().ok()).expect("a number")
}

/// What has been played is kept, another round goes on with it, and the net is one that sides and programs can use.
#[test]
fn a_net_is_learned_and_used() {
    let folder = scratch("learning");
    let first = learn(&folder, &["minishogi", "--games", "14"]);
    assert!(
        first.exit == Exit::Fine && first.out.contains("written to minishogi.net"),
        "{}{}",
        first.out,
        first.err
    );
    let before = fs::read_to_string(folder.join("minishogi.games")).expect("the games");
    assert_eq!(before.lines().count(), 15);
    let more = learn(&folder, &["minishogi", "--games", "17", "--net", "minishogi.net"]);
    assert!(more.exit == Exit::Fine && more.out.contains(" of 17 games"), "{}{}", more.out, more.err);
    let after = fs::read_to_string(folder.join("minishogi.games")).expect("the games");
    assert!(after.starts_with(&before) && after.lines().count() == 18);
    // A line that was being written when the program ended is left out; the same games give the same net.
    fs::write(folder.join("minishogi.games"), format!("{after}rbsgk")).expect("a file");
    let net = fs::read(folder.join("minishogi.net")).expect("a net");
    let again = learn(&folder, &["minishogi", "--games", "17"]);
    assert!(again.exit == Exit::Fine && fs::read(folder.join("minishogi.net")).expect("a net") == net);
    // A second round goes on from the weights, if they fit: it misses less from the start.
    let onward = ["minishogi", "--games", "17", "--net", "minishogi.net", "--go-on", "-o", "onward.net"];
    let onward = learn(&folder, &[&onward[..], &["--journal", "minishogi.games"]].concat());
    assert_eq!(onward.exit, Exit::Fine, "{}", onward.err);
    assert!(missed_at_first(&onward.out) < missed_at_first(&again.out), "{}{}", again.out, onward.out);
    let alone = ["minishogi", "--games", "17", "--net", "minishogi.net", "--go-on", "--alone"];
    let alone = learn(&folder, &alone);
    assert!(alone.exit == Exit::Failed && alone.err.contains("has another form"), "{}", alone.err);
    let played = run_in(
        &folder,
        &["match", "minishogi", "net:minishogi.net", "rules", "--games", "2", "--nodes", "60"],
        "",
    );
    assert!(played.exit == Exit::Fine && played.out.contains("net:"), "{}", played.err);
    let said = run_in(
        &folder,
        &["uci", "minishogi"],
        "setoption name EvalFile value minishogi.net\ngo nodes 90\nquit\n",
    );
    assert!(said.out.contains("bestmove ") && !said.out.contains("info string"), "{}", said.out);
}

#[test]
fn what_can_not_be_learned_is_said() {
    let folder = scratch("learning_refused");
    let is_refused = |args: &[&str], why: &str| {
        let answer = learn(&folder, args);
        assert!(
            answer.exit == Exit::Failed && answer.err.contains(why),
            "{args:?}: {}{}",
            answer.out,
            answer.err
        );
    };
    is_refused(&["three-player"], "nets are for games of two players");
    is_refused(&["minishogi", "--games", "1"], "at least 200 are needed");
    is_refused(&["tictactoe", "--games", "0"], "0 quiet positions");
    is_refused(&["minishogi", "--net", "nothing.net"], "nothing.net");
    is_refused(&["minishogi", "-o", "nowhere/my.net"], "nowhere");
    fs::write(folder.join("odd.games"), "odd\n").expect("a file");
    is_refused(&["minishogi", "--journal", "odd.games"], "this is no file of games to learn from");
    // Games of other rules, and lines that have been changed.
    is_refused(&["tictactoe", "--games", "1", "--journal", "small.games"], "at least 200");
    is_refused(&["minishogi", "--journal", "small.games"], "games of other rules");
    let games = fs::read_to_string(folder.join("small.games")).expect("the games");
    fs::write(folder.join("small.games"), games.replace(':', ";")).expect("a file");
    is_refused(&["tictactoe", "--journal", "small.games"], "line 2: a game is a FEN");
    assert_eq!(learn(&folder, &["chess", "--hidden", "9"]).exit, Exit::Usage);
    for side in ["net:nothing.net", "net:odd.games"] {
        let answer = run_in(&folder, &["match", "chess", side, "rules", "--games", "2"], "");
        assert!(answer.exit == Exit::Failed && answer.err.contains(&side[4..]), "{}", answer.err);
    }
    let said = run_in(&folder, &["uci"], "setoption name EvalFile value odd.games\nquit\n");
    assert!(said.out.contains("info string odd.games: it is no net"), "{}", said.out);
}

/// A net that has been changed anywhere is refused, and so is one for other rules.
#[test]
fn broken_nets_are_refused() {
    let folder = scratch("learning_broken");
    assert_eq!(learn(&folder, &["minishogi", "--games", "12"]).exit, Exit::Fine);
    let bytes = fs::read(folder.join("minishogi.net")).expect("a net");
    let game = Game::from_library("minishogi").expect("a game");
    let net = Net::from_bytes(&game, &bytes).expect("a net");
    assert_eq!(net.to_bytes(&game), bytes);
    let other = Game::from_library("chess").expect("a game");
    assert_eq!(Net::from_bytes(&other, &bytes), Err(NotANet::OtherRules));
    for at in (0..bytes.len()).step_by(97).chain(0..200) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(Net::from_bytes(&game, &changed).is_err(), "byte {at}");
        assert!(Net::from_bytes(&game, &bytes[..at]).is_err(), "the first {at}");
    }
}

/// What both players see is the same when the board is mirrored and the colours are exchanged, so the value is, too.
#[test]
fn both_players_see_the_board_alike() {
    let folder = scratch("learning_alike");
    let learned = learn(&folder, &["chess", "--games", "12"]);
    assert_eq!(learned.exit, Exit::Fine, "{}{}", learned.out, learned.err);
    let game = Game::from_library("chess").expect("a game");
    let net = Net::from_bytes(&game, &fs::read(folder.join("chess.net")).expect("a net")).expect("a net");
    assert!(Inputs::of(&game).is_some_and(|inputs| inputs.is_shared()));
    let value = |fen: &str| net.value(&game.read_fen(fen).expect("a position"));
    let one = value("r3k2r/pp1n1ppp/2p5/3p4/8/2N1P3/PPQ2PPP/R3K2R w - - 0 1");
    let other = value("r3k2r/ppq2ppp/2n1p3/8/3P4/2P5/PP1N1PPP/R3K2R b - - 0 1");
    assert_eq!(one, other);
    assert_ne!(one, value("r3k2r/pp1n1ppp/2p5/3p4/8/2N1P3/PPQ2PPP/R3K2R b - - 0 1"));
}

/// Each net that comes with the program is one for its game as it is now.
#[test]
fn nets_fit_their_games() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/nets");
    for entry in fs::read_dir(nets).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "net") {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let game = Game::from_library(&name).expect("a game");
            assert!(of_library(&game).is_some(), "{name}: the rules have changed; learn again");
            let bytes = fs::metadata(&path).expect("a file").len();
            assert!(bytes <= 200_000, "{name}: {bytes} bytes");
        }
    }
}

/// A net of one game is one for another that has the same pieces: it judges the same positions alike, and what it knows nothing of counts nothing.
#[test]
fn a_net_begins_like_that_of_another_game() {
    let folder = scratch("learning_like");
    let like =
        |args: &[&str]| run_in(&folder, &[&["learn", "--games", "0", "--gate", "0"], args].concat(), "");
    let [chess, other, wide] =
        ["chess", "nocastle", "capablanca"].map(|name| Game::from_library(name).expect("a game"));
    let first = of_library(&chess).expect("a net of the library");
    for name in ["nocastle", "capablanca"] {
        let written = like(&[name, "--like", "chess", "-o", &format!("{name}.net")]);
        assert_eq!(written.exit, Exit::Fine, "{}{}", written.out, written.err);
    }
    let read = |game: &Game, name: &str| {
        Net::from_bytes(game, &fs::read(folder.join(name)).expect("a net")).expect("a net for the game")
    };
    let net = read(&other, "nocastle.net");
    assert!(net.provenance().starts_with("from a net of Chess: "), "{}", net.provenance());
    for board in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b - - 3 7",
        "8/5k2/8/2R5/4p3/8/6PP/6K1 w - - 11 60",
    ] {
        let value = |net: &Net, game: &Game| net.value(&game.read_fen(board).expect("a position"));
        assert_eq!(value(&net, &other), value(&first, &chess), "{board}");
    }
    // Of pieces that chess has not, nothing is known.
    let net = read(&wide, "capablanca.net");
    let value = |fen: &str| net.value(&wide.read_fen(fen).expect("a position"));
    assert_eq!(value("4k5/10/10/10/10/10/10/A3K5 w - - 0 1"), value("4k5/10/10/10/10/10/10/4K5 w - - 0 1"));
    assert!(value("4k5/10/10/10/10/10/10/Q3K5 w - - 0 1") > value("4k5/10/10/10/10/10/10/4K5 w - - 0 1"));
    // It can be learned from, too.
    let learned = [
        "learn", "nocastle", "--like", "chess", "--games", "12", "--nodes", "40", "--epochs", "1", "--gate",
        "0",
    ];
    let learned = run_in(&folder, &[&learned[..], &["-o", "learned.net"]].concat(), "");
    assert_eq!(learned.exit, Exit::Fine, "{}{}", learned.out, learned.err);
    let learned = read(&other, "learned.net");
    assert!(learned.provenance().contains("; begun with: from a net of Chess"), "{}", learned.provenance());
    assert_eq!(learned.weights().hidden, first.weights().hidden);

    let unknown = like(&["nocastle", "--like", "ches"]);
    assert!(unknown.exit == Exit::Failed && unknown.err.contains("did you mean `chess`?"), "{}", unknown.err);
    let none = like(&["nocastle", "--like", "tictactoe"]);
    assert!(none.exit == Exit::Failed && none.err.contains("no net comes with the program"), "{}", none.err);
    let many = like(&["three-player", "--like", "chess"]);
    assert!(many.exit == Exit::Failed && many.err.contains("games of two players"), "{}", many.err);
    assert_eq!(like(&["nocastle", "--like", "chess", "--alone"]).exit, Exit::Usage);
}
