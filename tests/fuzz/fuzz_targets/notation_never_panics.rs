//! Any text is a position, a move, a game, or refused; a position that was read survives being written.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::notation::{fen, pgn, san, uci};

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let names = ["chess960", "berolina", "3check", "capablanca"];
    names
        .iter()
        .map(|name| {
            let mut sources = Sources::new();
            let root = format!("{name}.tg");
            sources.add(&root, format!("variant \"Fuzz\" of \"{name}\"\n"));
            let loaded = tilegame_dsl::load(&mut sources, &root, &mut |_| None);
            Game::compile(&loaded.rules.expect("an embedded game")).expect("it can be played")
        })
        .collect()
});

fuzz_target!(|text: &str| {
    for game in GAMES.iter() {
        let start = game.start();
        let _ = uci::read(game, &start, text);
        let _ = san::read(game, &start, text);
        if let Ok(position) = fen::read(game, text) {
            let written = fen::write(game, &position);
            assert_eq!(fen::read(game, &written).as_ref(), Ok(&position), "{written}");
        }
    }
    let _ = pgn::parse(text);
});
