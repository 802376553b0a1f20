//! Who can still win: positions of which people know it, and that nothing is said to be impossible that then happens.

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::prospects::Prospect;
use tilegame_runtime::{Game, Position};
use tilegame_tests::{Dice, game, is_wide, names};

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);

/// So many positions are looked at.
const MOST: usize = 10_000;

/// Positions in which nobody can win, with whatever help.
const DEAD: [(&str, &str); 14] = [
    // Kings alone, and with what gives no mate.
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    // A wall of pawns, kings on both sides of it.
    ("chess", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"),
    ("chess", "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 b - - 0 1"),
    ("chess", "8/1k6/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1"),
    // With bishops that reach no pawn.
    ("chess", "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1"),
    ("chess", "2b5/1k6/p1p1p1p1/P1P1P1P1/8/8/5B2/4K3 w - - 0 1"),
    // All that is left to take leaves nothing to win with.
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 1+1 0 1"),
    ("atomic", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("losalamos", "2k3/6/6/6/6/3K2 w - - 0 1"),
    ("capablanca", "4k5/10/10/10/10/10/10/4K5 w - - 0 1"),
    ("knightmate", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("berolina", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    // Over by what the position shows.
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("tictactoe", "SsS/sSs/sSs w"),
];

/// Positions in which somebody can: White, Black or both, with whatever help.
const ALIVE: [(&str, &str, [bool; 2]); 20] = [
    ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", [true, false]),
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [true, true]),
    // A knight mates with the help of the other's pawn.
    ("chess", "8/8/8/8/8/2k5/p7/K1n5 b - - 0 1", [false, true]),
    ("chess", "7k/7p/8/8/8/8/8/4K1N1 w - - 0 1", [true, true]),
    // Bishops of both colours.
    ("chess", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", [true, false]),
    ("chess", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", [true, true]),
    // The wall has a hole, or a bishop reaches a pawn, or a pawn can be taken in passing.
    ("chess", "4k3/8/8/p1p1p1p1/P1P1P2P/8/8/4K3 w - - 0 1", [true, true]),
    ("chess", "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P2K3/3B4/8 b - - 0 1", [true, true]),
    ("chess", "4k3/8/8/pPp1p1p1/P1P1P1P1/8/8/4K3 w - a6 0 1", [true, true]),
    ("chess", "4k3/5p2/8/p1p1p1P1/P1P1P3/8/8/4K3 b - - 0 1", [true, true]),
    ("chess", "4k3/8/8/p1p1p1pN/P1P1P1P1/8/8/4K3 w - - 0 1", [true, true]),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", [true, true]),
    ("kingofthehill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", [true, true]),
    ("racingkings", "8/8/8/8/8/8/k6K/8 w - - 0 1", [true, true]),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4[P] w", [true, true]),
    ("antichess", "8/8/8/8/8/k7/8/7R w - - 0 1", [true, true]),
    // The rook must take, and nothing is left that could take it.
    ("antichess", "8/8/8/8/8/8/8/k6R w - - 0 1", [false, true]),
    ("tictactoe", "SsS/sSs/s1s w", [false, false]),
    ("tictactoe", "3/3/3 w", [true, true]),
    ("atomic", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", [true, false]),
];

fn read(name: &str, text: &str) -> (Game, Position) {
    let game = game(name);
    let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
    (game, position)
}

/// What is dead is never said to be alive, and these are all found out.
#[test]
fn dead_positions() {
    let mut unknown = Vec::new();
    for (name, text) in DEAD {
        let (game, position) = read(name, text);
        match game.state(&position).is_dead(MOST) {
            Prospect::Yes => {}
            Prospect::No => panic!("{name}: {text} is dead"),
            Prospect::Unknown => unknown.push((name, text)),
        }
    }
    assert_eq!(unknown, []);
}

/// What is alive is never said to be dead. It need not be found out.
#[test]
fn live_positions() {
    let mut found = 0;
    let mut unknown = 0;
    for (name, text, can) in ALIVE {
        let (game, position) = read(name, text);
        for (player, can) in [WHITE, BLACK].into_iter().zip(can) {
            let said = game.state(&position).can_win(player, MOST);
            let wrong = if can { Prospect::No } else { Prospect::Yes };
            assert!(said != wrong, "{name}: {text}: {player}: {said:?}");
            if said == Prospect::Unknown { unknown += 1 } else { found += 1 }
        }
    }
    // As many as this code itself finds out: they may become more, not fewer.
    assert!(found >= 16, "{found} found, {unknown} not");
}

/// Whoever wins a game played at random could win in each of its positions.
#[test]
fn what_happens_was_never_impossible() {
    for name in names().filter(|name| !is_wide(&game(name))) {
        let game = game(name);
        let few = if game.rules().board.len() > 100 { 1 } else { 3 };
        for seed in 0..few {
            let mut dice = Dice::new(seed);
            let mut positions = vec![game.specification().start()];
            while positions.len() < 150 {
                let mut position = positions[positions.len() - 1].clone();
                let moves = tilegame_tests::listed(&game, &position);
                let Some(m) = moves.get(dice.below(moves.len().max(1))) else { break };
                // Captures come sooner than by chance, so that little is left.
                let takes: Vec<_> = moves.iter().filter(|m| m.captures).collect();
                let m =
                    if takes.is_empty() || dice.below(3) == 0 { m } else { takes[dice.below(takes.len())] };
                game.specification().make(&mut position, m);
                positions.push(position);
            }
            let last = &positions[positions.len() - 1];
            let Some(winner) = game.specification().outcome(last).and_then(|outcome| outcome.winner()) else {
                continue;
            };
            for position in positions.iter().rev().step_by(4) {
                let said = game.state(position).can_win(winner, 50);
                assert!(said != Prospect::No, "{name} {seed}: {}", game.specification().fen(position));
                assert!(game.state(position).is_dead(20) != Prospect::Yes, "{name} {seed}");
            }
        }
    }
}
