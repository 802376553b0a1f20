//! Tables against numbers that others have published, and against a slow count that knows nothing of how tables are made.

use std::collections::HashMap;

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, State};
use tilegame_solve::Value;
use tilegame_solve::outright::Counts;
use tilegame_solve::tables::{Material, Table};

fn solved(name: &str, pieces: &str) -> Table {
    let game = Game::from_library(name).expect(name);
    let material = Material::read(&game, pieces).expect(pieces);
    Table::solve(&game, &material, 5_000_000, &mut |_| true).expect("a table")
}

fn counts(table: &Table, pieces: &str, player: usize) -> Counts {
    let all = table.counts();
    let wanted = all.iter().find(|class| {
        class.pieces == pieces && class.to_move == PlayerId::new(player) && class.besides.is_none()
    });
    wanted.expect(pieces).counts
}

#[test]
fn king_and_rook_against_king_are_as_published() {
    let start = std::time::Instant::now();
    let table = solved("chess", "K R / K");
    eprintln!("{:?}", start.elapsed());
    for class in table.counts() {
        eprintln!("{class:?}");
    }
    let (white, black) = (counts(&table, "K R / K", 0), counts(&table, "K R / K", 1));
    assert_eq!((white.positions, white.won, white.longest), (175_168, 175_168, 31));
    assert_eq!(black.positions, 223_944);
    assert_eq!(black.longest, 32);
}
