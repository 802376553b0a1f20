//! The moves of a player whose turn it is not.

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position};
use tilegame_tests::{game, is_wide, names, random_walk};

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);

/// The moves that would be legal if it were this player's turn.
fn moves_of(game: &Game, position: &Position, player: PlayerId) -> Vec<Move> {
    let rules = game.specification();
    if rules.to_move(position) != player && rules.outcome(position).is_some() {
        return Vec::new();
    }
    rules.as_turn_of(position, player).map_or_else(Vec::new, |turned| rules.moves(&turned))
}

/// The moves as coordinates, sorted.
fn moves(name: &str, text: &str, player: PlayerId) -> Vec<String> {
    let game = game(name);
    let position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
    let moves = moves_of(&game, &position, player);
    let mut texts = game.specification().all_uci(&moves);
    texts.sort();
    texts
}

#[test]
fn they_are_those_of_the_own_turn() {
    // White has just gone two steps with the pawn. Black could take it in passing; if it were White's turn once more, Black's
    // pawn would not be to be taken so.
    let passing = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    assert!(moves("chess", passing, BLACK).contains(&"d4e3".to_owned()));
    assert_eq!(moves("chess", passing, WHITE), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e4e5"]);
    // What `legal` demands is demanded: a pinned piece stays, and the king does not go where it would be attacked.
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 b - - 0 1";
    assert_eq!(moves("chess", pinned, WHITE), ["e1d1", "e1d2", "e1f1", "e1f2"]);
    // The player to move is in check: the other one could take the king.
    assert!(moves("chess", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", BLACK).contains(&"h1e1".to_owned()));
    // Castling, too.
    assert!(moves("chess", "4k2r/8/8/8/8/8/8/4K3 w k - 0 1", BLACK).contains(&"e8g8".to_owned()));
    // Over is over.
    assert!(moves("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", WHITE).is_empty());
    // In the middle of a turn, the others begin theirs.
    let pieces = "3q2q3/10/10/q2Q5q/10/10/Q8Q/10/10/6Q3";
    let walks = moves("amazons", &format!("{pieces} b"), BLACK);
    assert_eq!(moves("amazons", &format!("{pieces} w:shoot@d7"), BLACK), walks);
}

/// For the player to move nothing is different; of the others, those who are out have none.
#[test]
fn nothing_is_different_for_the_player_to_move() {
    for name in names().filter(|name| !is_wide(&game(name))) {
        let game = game(name);
        random_walk(&game, 1, 40, |position, moves, _| {
            let me = game.specification().to_move(position);
            assert_eq!(moves_of(&game, position, me), moves);
            assert_eq!(game.specification().as_turn_of(position, me).as_ref(), Some(position));
            for player in (0..game.rules().players.len()).map(PlayerId::new) {
                let turned = game.specification().as_turn_of(position, player);
                assert_eq!(turned.is_some(), position.in_play(player), "{name}");
                assert!(
                    turned.is_none_or(|turned| game.specification().to_move(&turned) == player),
                    "{name}"
                );
            }
        });
    }
}
