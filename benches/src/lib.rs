//! What the benchmarks share: loading the games that come with the compiler.

use tilegame_dsl::library;
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::ir::Rules;

/// The rules of an embedded game, compiled from their text.
///
/// # Panics
/// If there is no such game or it has errors; the tests see to it that it has none.
pub fn rules(name: &str) -> Rules {
    let mut sources = Sources::new();
    let root = format!("games/{name}.tg");
    sources.add(root.clone(), library::text(&root).expect("an embedded game"));
    tilegame_dsl::load(&mut sources, &root, &mut |_| None).rules.expect("a game without errors")
}

/// An embedded game, ready to play.
///
/// # Panics
/// As [`rules`].
pub fn game(name: &str) -> Game {
    Game::compile(&rules(name)).expect("a game that can be played")
}
