//! What IDs mean, by hand.

use std::collections::BTreeSet;

use tilegame_dsl::ir::KindId;
use tilegame_dsl::moveid::encode::encode;
use tilegame_tests::{compile, game, random_walk};

use super::{board_with, table};

#[test]
fn ids_mean_what_they_say() {
    let mut checked = 0;
    for row in table(include_str!("../../cases/moveid/meanings.csv")) {
        let [id, pieces, targets] = row.as_slice() else { panic!("{row:?}") };
        let game = board_with(id, pieces);
        let start = game.specification().start();
        let mover = KindId(0);
        let found: BTreeSet<String> = tilegame_tests::listed(&game, &start)
            .iter()
            .filter(|m| m.kind() == Some(mover))
            .map(|m| game.rules().board.name(m.to).into_owned())
            .collect();
        let wanted: BTreeSet<String> = targets.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, wanted, "{id} with {pieces}");
        checked += 1;
    }
    assert!(checked >= 60);
}

#[test]
fn the_pieces_of_chess_have_the_ids_of_the_documents() {
    let mut wanted: Vec<(String, String)> = table(include_str!("../../cases/moveid/ids.csv"))
        .map(|r| (r[0].to_owned(), r[1].to_owned()))
        .collect();
    wanted.sort();
    for name in ["chess", "chess-by-id"] {
        let game = game(name);
        let mut found = Vec::new();
        for (index, kind) in game.rules().kinds.iter().enumerate() {
            for (rule, ids) in encode(game.rules(), KindId::new(index)) {
                let ids = ids.unwrap_or_else(|e| panic!("{}: {rule}: {e}", kind.name));
                found.extend(ids.iter().map(|id| (kind.name.clone(), id.to_string())));
            }
        }
        found.sort();
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn chess_by_ids_has_the_moves_of_chess() {
    let (by_path, by_id) = (game("chess"), game("chess-by-id"));
    for seed in 0..40 {
        let mut followed = by_id.specification().start();
        random_walk(&by_path, seed, 160, |position, moves, chosen| {
            let text = by_path.specification().fen(position);
            assert_eq!(by_id.specification().fen(&followed), text);
            assert_eq!(by_id.specification().read_fen(&text).as_ref(), Ok(&followed), "{text}");
            let mut wanted = by_path.specification().all_uci(moves);
            let mut found = by_id.specification().all_uci(&tilegame_tests::listed(&by_id, &followed));
            wanted.sort();
            found.sort();
            assert_eq!(found, wanted, "{text}");
            let chosen = by_path.specification().uci(position, chosen);
            let chosen = by_id.specification().read_uci(&followed, &chosen).expect("the same moves");
            by_id.specification().make(&mut followed, &chosen);
        });
    }
}

#[test]
fn facing_players_have_the_same_left() {
    let text = |seat: &str| {
        format!(
            "game \"Seats\"\nboard\n    grid 6 x 6\nplayers\n    White \"w\"\n    Black \"b\" {seat}\n\
             piece Mover \"X\"\n    id \"1110000m0000lM0r000000sr000000t00000er000000M0!\"\n\
             setup \"6/6/2x3/2X3/6/6 b\"\n"
        )
    };
    for seat in ["mirrored", "facing s"] {
        let game = compile("seats.tg", &text(seat));
        let start = game.specification().start();
        let found: Vec<String> = tilegame_tests::listed(&game, &start)
            .iter()
            .map(|m| game.specification().uci(&start, m))
            .collect();
        // The way by c3 is occupied; without it, forward and to the board's right.
        assert!(found.is_empty(), "{seat}: {found:?}");
        let free = compile("seats.tg", &text(seat).replace("2X3", "6"));
        let start = free.specification().start();
        let found: Vec<String> = tilegame_tests::listed(&free, &start)
            .iter()
            .map(|m| free.specification().uci(&start, m))
            .collect();
        assert_eq!(found, ["c4d3"], "{seat}");
        // What is left for one and right for the other has an ID only with `w`.
        let owners =
            text(seat).replace("id \"1110000m0000lM0r000000sr000000t00000er000000M0!\"", "quiet n+n+e");
        let owners = compile("seats.tg", &owners);
        let ids = encode(owners.rules(), KindId(0)).pop().expect("a rule").1.expect("an ID");
        let ids: Vec<String> = ids.iter().map(|id| id.short()).collect();
        assert_eq!(ids, [if seat == "mirrored" { "1210000mj!" } else { "1210000mjxw!" }], "{seat}");
    }
}
