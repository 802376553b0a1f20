//! Move-IDs: what they mean, that nothing is lost between text, type and rule, and that reading never goes wrong.

mod conditions;
mod library;
mod meaning;
mod past;
mod random;
mod text;

use tilegame_dsl::ir::{KindId, Rules};
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_tests::compile;

/// The lines of a table, without comments and heading.
fn table(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split(',').collect())
}

/// A placement of 8 x 8 with every piece, given as its letter and tile.
fn placement(pieces: &str) -> String {
    let mut rows = vec![vec!['1'; 8]; 8];
    for piece in pieces.split_whitespace() {
        let mut chars = piece.chars();
        let (letter, file, rank) =
            (chars.next().unwrap(), chars.next().unwrap() as usize, chars.next().unwrap() as usize);
        rows[8 - (rank - '0' as usize)][file - 'a' as usize] = letter;
    }
    let row = |row: Vec<char>| {
        let mut text = String::new();
        let mut empty = 0;
        for c in row.into_iter().chain(['\n']) {
            if c == '1' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            text.extend(Some(c).filter(|c| *c != '\n'));
        }
        text
    };
    rows.into_iter().map(row).collect::<Vec<_>>().join("/")
}

/// A game in which one piece moves by an ID, with every pair (letter, tile) on the board.
fn board_with(id: &str, pieces: &str) -> Game {
    let placement = placement(pieces);
    compile(
        "shown.tg",
        &format!(
            "game \"Shown\"\nboard\n    grid 8 x 8\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             piece Mover \"X\"\n    id \"{id}\"\npiece Other \"P\"\n    quiet n\nsetup \"{placement} w\"\n"
        ),
    )
}

/// The moves of the first kind of a game after some others, as coordinates, sorted.
fn moves_after(game: &Game, moves: &str) -> Vec<String> {
    let mut position = game.specification().start();
    for text in moves.split_whitespace() {
        let m = game.specification().read_uci(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let before = position.clone();
        let undo = game.specification().make(&mut position, &m);
        let mut back = position.clone();
        game.specification().undo(&mut back, undo);
        assert_eq!(back, before, "{text} taken back");
    }
    let own = tilegame_tests::listed(game, &position).into_iter().filter(|m| m.kind() == Some(KindId(0)));
    let mut found: Vec<String> = own.map(|m| game.specification().uci(&position, &m)).collect();
    found.sort();
    found
}

/// The rules of a text, if it is a game.
fn rules_of(text: String) -> Option<Rules> {
    let mut sources = Sources::new();
    sources.add("shown.tg", text);
    tilegame_dsl::load(&mut sources, "shown.tg", &mut |_| None).rules
}
