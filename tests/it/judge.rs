//! An outside judge: cozy-chess, which knows chess and Chess960 and shares nothing with this engine, must find the same moves.

use cozy_chess::Board;
use tilegame_runtime::notation::fen::FenStyle;
use tilegame_runtime::{Game, Position};
use tilegame_tests::{game, random_walk};

fn agrees(game: &Game, position: &Position, moves: &[tilegame_runtime::moves::Move]) {
    let text = game.state(position).fen_as(FenStyle::Shredder);
    let board = Board::from_fen(&text, true).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let mut theirs = Vec::new();
    board.generate_moves(|set| {
        theirs.extend(set.into_iter().map(|m| m.to_string()));
        false
    });
    // The judge writes castling as king takes rook.
    let names = |tile| game.rules().board.name(tile).into_owned();
    let letter = |kind: tilegame_runtime::ir::KindId| game.rules().kinds[kind.index()].letters[1].clone();
    let mut ours: Vec<String> = moves
        .iter()
        .map(|m| {
            let to = m.castling_partner().unwrap_or(m.to);
            format!(
                "{}{}{}",
                m.from.map(names).unwrap_or_default(),
                names(to),
                m.promotion.map(letter).unwrap_or_default()
            )
        })
        .collect();
    theirs.sort();
    ours.sort();
    assert_eq!(ours, theirs, "{text}");
}

#[test]
fn chess_has_the_judges_moves() {
    let game = game("chess");
    for seed in 0..60 {
        random_walk(&game, seed, 200, |position, moves, _| agrees(&game, position, moves));
    }
}

#[test]
fn chess960_has_the_judges_moves() {
    let game = game("chess960");
    for number in (0..960).step_by(7) {
        let mut position = game.arrangement(number).expect("it is in range").position();
        for ply in 0..60 {
            let moves = tilegame_tests::listed(&game, &position);
            agrees(&game, &position, &moves);
            let Some(chosen) = moves.get((number as usize * 31 + ply * 17) % moves.len().max(1)) else {
                break;
            };
            game.specification().make(&mut position, chosen);
        }
    }
}
