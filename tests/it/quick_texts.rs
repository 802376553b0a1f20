//! Moves are written and read by looking at few of the legal moves; the same comes out as by looking at all of them.

use tilegame_record::pgn;
use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position, San, State, Uci};
use tilegame_tests::{Dice, game, is_wide, names, on_all_processors};

/// So many plies of each game are looked at, and so many moves of each position.
const PLIES: usize = 40;
const MOVES: usize = 4;

/// Texts that are like a move's but say something else, or nothing.
fn mutated(text: &str, other: &str, dice: &mut Dice) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = dice.below(chars.len());
    let with = |put: &str| -> String {
        let (before, behind) = (&chars[..at], &chars[at..]);
        before.iter().collect::<String>() + put + &behind.iter().collect::<String>()
    };
    let without = chars.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| *c).collect();
    let all = ["x", "-", "=", "@", "/", "0", "1", "a", "e", "N", "+", "Q"];
    vec![
        without,
        with(all[dice.below(all.len())]),
        with(other),
        format!("{text}+"),
        format!("{text}="),
        format!("{text}=Q"),
        format!("{text}(n)"),
        format!(" {text} e.p."),
        format!("{text}/a1"),
        text.to_ascii_lowercase(),
        text.to_ascii_uppercase(),
        text.replace('x', ""),
        text.replace(['O', 'o'], "0"),
    ]
}

/// Texts that mean the same in every game, or nothing.
const OTHERS: [&str; 9] = ["", "O-O", "0-0-0", "o-o", "pass", "--", "0000", "x", "@"];

fn is_read_alike(state: &State, name: &str, position: &Position, text: &str) {
    let rules = state.game().specification();
    let literal = rules.read_san(position, text.trim());
    match text.parse::<San>() {
        Ok(san) => assert_eq!(san.to_move(state).map(|m| state.details(m)), literal, "{name}: `{text}`"),
        Err(error) => assert!(literal.is_err(), "{name}: `{text}`: {error}"),
    }
    let literal = rules.read_uci(position, text.trim());
    match text.parse::<Uci>() {
        Ok(uci) => assert_eq!(uci.to_move(state).map(|m| state.details(m)), literal, "{name}: `{text}`"),
        Err(error) => assert!(literal.is_err(), "{name}: `{text}`: {error}"),
    }
}

fn is_written_and_read_alike(game: &Game, name: &str, position: &Position, dice: &mut Dice) {
    let state = game.state(position);
    let told: Vec<(Move, String)> = game.specification().all_san(position);
    let moves: Vec<Move> = told.iter().map(|(m, _)| m.clone()).collect();
    let coordinates = game.specification().all_uci(&moves);
    // All at once, as each by itself.
    let listed = state.listed();
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    assert_eq!(sorted(listed.uci()), sorted(coordinates.clone()), "{name}");
    // Where tiles move, too, each move is written by itself: among all at once, more is told apart than has to be.
    if game.rules().turn.board.is_empty() {
        let people = told.iter().map(|(_, text)| text.clone()).collect();
        assert_eq!(sorted(listed.san()), sorted(people), "{name}");
    }
    let first = dice.below(moves.len().max(1));
    let apart = moves.len().div_ceil(MOVES).max(1);
    for i in (0..moves.len()).filter(|i| i % apart == first % apart) {
        let (m, text) = &told[i];
        let packed = state.find(m).expect("it is legal");
        assert_eq!(&state.san(packed), text, "{name}");
        assert_eq!(state.uci(packed), coordinates[i], "{name}");
        let other = &told[dice.below(told.len())].1;
        for text in [text, &coordinates[i]] {
            is_read_alike(&state, name, position, text);
            mutated(text, other, dice).iter().for_each(|text| is_read_alike(&state, name, position, text));
        }
    }
    OTHERS.iter().for_each(|text| is_read_alike(&state, name, position, text));
}

#[test]
fn in_every_game_as_among_all_moves() {
    let names: Vec<&str> = names().collect();
    on_all_processors(names.len(), |number| {
        let name = names[number];
        let usual = game(name);
        let others = usual.notations().filter_map(|other| usual.in_notation(other));
        let games: Vec<Game> = std::iter::once(usual.clone()).chain(others).collect();
        let most = if is_wide(&usual) { 2 } else { PLIES };
        let mut dice = Dice::new(number as u64);
        let mut position = usual.specification().start();
        for ply in 0..most {
            let moves = tilegame_tests::listed(&usual, &position);
            if moves.is_empty() {
                break;
            }
            if ply % 5 == 0 {
                let game = &games[(ply / 5) % games.len()];
                is_written_and_read_alike(game, name, &position, &mut dice);
            }
            usual.specification().make(&mut position, &moves[dice.below(moves.len())]);
        }
    });
}

/// Positions in which two moves are written alike but for what follows, in which castling could be meant, and where a mark could be a letter.
#[test]
fn in_hard_positions() {
    let cases = [
        ("chess", "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1"),
        ("chess", "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R b KQkq - 0 1"),
        ("chess", "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1"),
        ("chess", "k7/8/3N1N2/8/3N1N2/8/1Q1Q4/KQ6 w - - 0 1"),
        ("chess960", "k7/8/8/8/8/8/8/4RKR1 w EG - 0 1"),
        ("chess960", "1k6/8/8/8/8/8/8/RK5R w AH - 0 1"),
        ("crazyhouse", "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R[QNPqnp] w KQkq - 0 1"),
        ("berolina", "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1"),
    ];
    let mut dice = Dice::new(5);
    for (name, text) in cases {
        let game = game(name);
        let position =
            game.specification().read_fen(text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
        (0..20).for_each(|_| is_written_and_read_alike(&game, name, &position, &mut dice));
    }
}

/// A game is replayed alike, be it on positions of the engine or not: with comments that change something, variations, null moves and
/// mistakes.
#[test]
fn games_are_replayed_alike() {
    let texts = [
        "1. e4 e5 2. Nf3 (2. f4 exf4 (2... Bc5 3. Nf3) 3. Nf3) Nc6 3. Bb5 a6 4. O-O *",
        "1. e4 e5 2. -- Nf6 3. Nc3 *",
        "1. e4 e5 2. Ke2 Ke7 3. Ke2 *",
        "1. e4 e5 2. Bc4 (2. Bb5 Nc6 3. Bxd7) 2... Nc6 *",
        "1. e4 {[%out w]} e5 2. e2e3 *",
        "1. f3 e5 2. g4 Qh4# 0-1",
        "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
        "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8Q+ Kd7 2. Qb7+ *",
    ];
    // Before the engine is made, and afterwards.
    let (slow, quick) = (game("chess"), game("chess"));
    assert!(quick.why_slow().is_none());
    for text in texts {
        let (games, _) = pgn::parse(text);
        let both = [&slow, &quick].map(|game| pgn::replay(game, &games[0]));
        match both {
            [Ok(one), Ok(other)] => {
                assert_eq!(one.moves, other.moves, "{text}");
                assert_eq!(
                    (one.end.position(), one.outcome),
                    (other.end.position(), other.outcome),
                    "{text}"
                );
                assert_eq!(one.remarks, other.remarks, "{text}");
            }
            [one, other] => assert_eq!(one.err(), other.err(), "{text}"),
        }
    }
}
