//! The search: that it finds what plain minimax finds, that it mates, that it beats random play, and that it plays every game within its limits.
//!
//! `TILEGAME_MUTANTS` sets how many games of the library are changed at random and played, from which seed on `TILEGAME_SEED`.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tilegame_dsl::library::GAMES;
use tilegame_record::Match;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, MoveList, State};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Line, Score, Search, Watch};
use tilegame_tests::{Dice, Mutant, game, names, on_all_processors, random_walk, start_of_walk};

const WON: i32 = 1_000_000;

/// Games with more moves than this, and those without a fast engine, are looked at one ply less deeply.
const MANY_MOVES: usize = 60;

/// The value of a position for the player at the root by looking at everything, with the moves, results and keys of the engine, but nothing
/// else of the search.
struct Minimax<'g> {
    search: &'g Search,
    me: PlayerId,
    repetition_draws: bool,
}

impl Minimax<'_> {
    fn value(&self, state: &State, depth: u32, ply: i32, path: &mut Vec<u64>) -> i32 {
        let key = state.key();
        if self.repetition_draws && path.contains(&key) {
            return 0;
        }
        let mut moves = MoveList::new();
        state.moves(&mut moves);
        if moves.is_empty() {
            let Some(outcome) = state.outcome() else { return 0 };
            return match outcome.winner() {
                Some(winner) if winner == self.me => WON - ply,
                Some(_) => -WON + ply,
                None => {
                    let (share, players) = (outcome.scores.of(self.me), outcome.scores.iter().len() as i32);
                    500 * (share.part as i32 * players - share.of as i32) / share.of as i32
                }
            };
        }
        if depth == 0 {
            return self.search.values().of_state(state, self.me);
        }
        path.push(key);
        let values = moves.iter().map(|m| self.value(&state.after(*m), depth - 1, ply + 1, path));
        let mine = state.to_move() == self.me;
        let best = if mine { values.max() } else { values.min() };
        path.pop();
        best.expect("there is a move")
    }
}

fn told(value: i32) -> Score {
    let moves = (WON - value.abs() + 1) as u32 / 2;
    match value {
        _ if value > WON - 10_000 => Score::Wins(moves),
        _ if value < 10_000 - WON => Score::Loses(moves),
        _ => Score::Worth(value),
    }
}

/// With nothing left out, alpha-beta with its table gives the value that minimax gives.
#[test]
fn a_full_width_search_finds_what_minimax_finds() {
    let mut compared = 0;
    for (name, _) in GAMES {
        let game = Game::from_library(name).expect("a game");
        let (mut search, reader) = (Search::new(&game), Search::new(&game));
        let repetition_draws = search.draws_by_repetition();
        let mut states: Vec<State> = Vec::new();
        let mut number = 0;
        random_walk(&game, 7, 60, |position, _, _| {
            if number % 11 == 5 {
                states.push(game.state(position));
            }
            number += 1;
        });
        for state in states {
            let moves = state.legal_moves().len();
            let is_slow = game.why_slow().is_some();
            if moves == 0 || moves > if is_slow { MANY_MOVES } else { 300 } {
                continue;
            }
            let minimax = Minimax { search: &reader, me: state.to_move(), repetition_draws };
            let deepest = if moves > MANY_MOVES || is_slow { 1 } else { 2 };
            for depth in 1..=deepest {
                let limits = Limits { full_width: true, ..Limits::to_depth(depth) };
                search.forget();
                let thought = search.think(&state, &[], &limits, &mut ()).expect("a move");
                let value = minimax.value(&state, depth, 0, &mut Vec::new());
                assert_eq!(thought.score, told(value), "{name}, depth {depth}: {}", state.fen());
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "only {compared} positions");
}

/// Wins in so many moves: `games`, FEN, moves, and the first one where there is only one.
const MATES: &[(&str, &str, u32, &str)] = &[
    ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1, "Ra8#"),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "Ra6"),
    ("chess", "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2, "Qh6+"),
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "Ra6+"),
    ("kingofthehill", "8/8/8/8/8/3K4/8/k7 w - - 0 1", 1, ""),
    ("racingkings", "8/5K2/8/8/8/8/k7/8 w - - 0 1", 1, ""),
    ("tictactoe", "SS1/ss1/3 w", 1, ""),
    ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", 1, ""),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w", 1, "G@e8#"),
];

#[test]
fn wins_are_found() {
    for (name, text, moves, first) in MATES {
        let game = Game::from_library(name).expect("a game");
        let mut search = Search::new(&game);
        let state = game.read_fen(text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
        let limits = Limits::to_depth(2 * moves + 1);
        let thought = search.think(&state, &[], &limits, &mut ()).expect("a move");
        assert_eq!(thought.score, Score::Wins(*moves), "{name} {text}");
        if !first.is_empty() {
            assert_eq!(state.san(thought.best), *first, "{name} {text}");
        }
        assert_eq!(thought.line.first(), Some(&thought.best));
    }
}

/// Plays a game, by a choice of a move that is told the keys of the positions before; who wins.
fn played(game: &Game, mut choose: impl FnMut(&State, &[u64]) -> Move) -> Option<PlayerId> {
    let mut state = game.start();
    let mut before = Vec::new();
    while before.len() < 400 && state.has_moves() {
        let m = choose(&state, &before);
        before.push(state.key());
        state.play(m).expect("a legal move");
    }
    state.outcome().and_then(|outcome| outcome.winner())
}

/// Against random play, a few thousand positions a move are enough to win every game.
#[test]
fn random_play_is_beaten() {
    for name in [
        "chess",
        "crazyhouse",
        "atomic",
        "antichess",
        "xiangqi",
        "minishogi",
        "racingkings",
        "khet2",
        "tablut",
        "othello",
    ] {
        let game = Game::from_library(name).expect("a game");
        let mut search = Search::new(&game);
        for seed in 0..4 {
            let me = PlayerId::new(seed % 2);
            search.forget();
            let mut rng = fastrand::Rng::with_seed(seed as u64 + 1);
            let winner = played(&game, |state, before| {
                if state.to_move() == me {
                    let limits = Limits::to_nodes(3000);
                    search.think(state, before, &limits, &mut ()).expect("a move").best
                } else {
                    let moves = state.legal_moves();
                    moves[rng.usize(..moves.len())]
                }
            });
            assert_eq!(winner, Some(me), "{name}, game {seed}");
        }
    }
}

/// The positions that the computer may look at for a move, and how long that takes at most, however slow the machine is.
const NODES: u64 = 150;
const LONGEST: Duration = Duration::from_secs(20);

/// Plays ten plies from a position, the computer and at random in turn; how many moves the computer has made, or what is wrong with one.
fn ten_plies(game: &Game, start: State, seed: u64) -> Result<u32, String> {
    let mut search = Search::new(game);
    let (mut state, mut before, mut dice) = (start, Vec::new(), Dice::new(seed));
    let mut played = 0;
    for ply in 0..10 {
        let moves = state.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = if ply % 2 == 0 {
            let began = Instant::now();
            let thought = search.think(&state, &before, &Limits::to_nodes(NODES), &mut ());
            let thought = thought.ok_or_else(|| format!("no move in {}", state.fen()))?;
            let wrong = |what: &str| Err(format!("{what} in {}: {thought:?}", state.fen()));
            if !moves.contains(&thought.best) {
                return wrong("an illegal move");
            }
            if thought.nodes > NODES {
                return wrong("too many positions");
            }
            if began.elapsed() > LONGEST {
                return wrong("too long");
            }
            played += 1;
            thought.best
        } else {
            moves[dice.below(moves.len())]
        };
        before.push(state.key());
        state.make(m);
    }
    Ok(played)
}

/// Plays in many games at once; of how many the computer has played.
fn played_in(count: usize, play: impl Fn(usize) -> Result<u32, String> + Sync) -> usize {
    let found = Mutex::new((0, Vec::new()));
    on_all_processors(count, |number| {
        let result = play(number);
        let mut found = found.lock().expect("nobody panics");
        match result {
            Ok(played) => found.0 += usize::from(played > 0),
            Err(wrong) => found.1.push(wrong),
        }
    });
    let (played, wrong) = found.into_inner().expect("nobody panics");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    played
}

#[test]
fn the_computer_plays_every_game() {
    let names: Vec<&str> = names().collect();
    let played = played_in(names.len(), |number| {
        let (name, seed) = (names[number], number as u64);
        let game = game(name);
        ten_plies(&game, game.state(&start_of_walk(&game, name, seed)), seed)
            .and_then(|played| if played > 0 { Ok(played) } else { Err("it has not moved".to_owned()) })
            .map_err(|wrong| format!("{name}: {wrong}"))
    });
    assert_eq!(played, names.len());
}

#[test]
fn the_computer_plays_mutants() {
    let from_environment = |name: &str, otherwise: u64| -> u64 {
        std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
    };
    let (first, mutants) = (from_environment("TILEGAME_SEED", 0), from_environment("TILEGAME_MUTANTS", 100));
    let names: Vec<&str> = names().collect();
    let played = played_in(mutants as usize, |number| {
        let seed = first + number as u64;
        let mutant = Mutant::new(names[number % names.len()], seed);
        let Some(game) = mutant.compile() else { return Ok(0) };
        ten_plies(&game, game.start(), seed).map_err(|wrong| format!("seed {seed}: {wrong}\n{mutant}"))
    });
    assert!(played as u64 * 4 > mutants, "only {played} of {mutants} mutants");
}

/// Where every move is a capture, what is behind the last ply is no longer than the rest.
#[test]
fn captures_come_to_an_end() {
    for name in ["clobber", "clobber10"] {
        let game = game(name);
        let mut search = Search::new(&game);
        let thought = search.think(&game.start(), &[], &Limits::to_depth(1), &mut ());
        let nodes = thought.expect("a move").nodes;
        assert!(nodes < 500_000, "{name}: {nodes} positions");
    }
}

/// The same limits lead to the same answer.
#[test]
fn a_search_can_be_repeated() {
    let game = Game::from_library("chess").expect("a game");
    let mut thoughts = (0..2).map(|_| {
        let mut search = Search::new(&game);
        search.think(&game.start(), &[], &Limits::to_nodes(20_000), &mut ())
    });
    assert_eq!(thoughts.next(), thoughts.next());
}

/// Stops when it is told to, but never without a move.
#[test]
fn a_search_can_be_stopped() {
    struct AtOnce(Vec<u32>);
    impl Watch for AtOnce {
        fn goes_on(&mut self, _: u64) -> bool {
            false
        }
        fn sees(&mut self, line: &Line) -> bool {
            self.0.push(line.depth);
            true
        }
    }
    let game = Game::from_library("chess").expect("a game");
    let mut search = Search::new(&game);
    let mut watch = AtOnce(Vec::new());
    let thought = search.think(&game.start(), &[], &Limits::default(), &mut watch).expect("a move");
    assert!(thought.nodes < 500, "{} positions", thought.nodes);
    // Nor more positions than it may look at.
    for nodes in [1, 2, 10, 1000] {
        let limits = Limits::to_nodes(nodes);
        let thought = search.think(&game.start(), &[], &limits, &mut ());
        assert!(thought.is_some_and(|thought| thought.nodes <= nodes && thought.score != Score::Loses(0)));
    }
    let only = game.start().read_one("a2a3").expect("a move");
    let limits = Limits { only: vec![only], ..Limits::to_depth(2) };
    let thought = search.think(&game.start(), &[], &limits, &mut ()).expect("a move");
    assert_eq!(thought.best, only);
}

/// A draw by repetition is better than to lose, and worse than to win.
#[test]
fn repetition_is_seen() {
    let game = Game::from_library("chess").expect("a game");
    let mut search = Search::new(&game);
    let state = game.read_fen("7k/8/8/8/8/8/q5PP/1q4QK w - - 0 1").expect("a position");
    let losing = search.think(&state, &[], &Limits::to_depth(3), &mut ()).expect("a move");
    assert!(
        matches!(losing.score, Score::Worth(worth) if worth < -300)
            || matches!(losing.score, Score::Loses(_))
    );
}

/// In some games perpetual check loses by the rules; mansindam begins with such rules and takes that one away.
#[test]
fn where_perpetual_check_loses() {
    let loses = |name: &str| Search::new(&Game::from_library(name).expect("a game")).traits().perpetual;
    assert!(["xiangqi", "janggi", "shogi", "synochess"].into_iter().all(loses));
    assert!(!["chess", "crazyhouse", "mansindam", "othello"].into_iter().any(loses));
}

/// Red is lost but for checks, which lose if they go on for ever: also where the position that comes again is one of the match.
#[test]
fn perpetual_check_is_no_way_out() {
    let game = Game::from_library("xiangqi").expect("a game");
    let mut search = Search::new(&game);
    let mut played =
        Match::from_state(game.read_fen("4k4/9/9/9/9/3R5/9/1r7/r8/5K3 w - - 0 1").expect("a position"));
    for text in ["d5e5", "e10d10", "e5d5", "d10e10"] {
        let depth = if text == "d5e5" { 6 } else { 1 };
        let found = search.think(played.state(), &played.keys(), &Limits::to_depth(depth), &mut ());
        let score = found.expect("a move").score;
        if depth > 1 {
            assert!(matches!(score, Score::Worth(worth) if worth < -3_000), "{score:?}");
        }
        played.play(played.state().read_one(text).expect("a move")).expect("a legal move");
    }
    let only = played.state().read_one("d5e5").expect("a move");
    let limits = Limits { only: vec![only], ..Limits::to_depth(1) };
    let score = search.think(played.state(), &played.keys(), &limits, &mut ()).expect("a move").score;
    assert!(matches!(score, Score::Worth(worth) if worth < -3_000), "{score:?}");
}

/// Levels choose legal moves, and the same ones for the same seed; the higher win more.
#[test]
fn levels_differ() {
    let game = Game::from_library("minishogi").expect("a game");
    let mut search = Search::new(&game);
    let [low, high] = [1, 6].map(|number| Level::new(number).expect("a level"));
    let mut points = 0;
    for seed in 0..6_u64 {
        let me = PlayerId::new(seed as usize % 2);
        search.forget();
        let winner = played(&game, |state, before| {
            let level = if state.to_move() == me { high } else { low };
            let seed = seed * 1000 + before.len() as u64;
            level.choose(&mut search, (state, before), seed, &mut ()).expect("a move").0
        });
        points += u32::from(winner == Some(me));
    }
    assert!(points >= 5, "level 6 has won {points} of 6 games against level 1");
}
