//! Any text compiles or is refused with messages; nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilegame_dsl::source::Sources;

fuzz_target!(|text: &str| {
    for text in [text.to_owned(), format!("variant \"Fuzz\" of chess\n\n{text}")] {
        let mut sources = Sources::new();
        sources.add("fuzz.tg", text);
        let loaded = tilegame_dsl::load(&mut sources, "fuzz.tg", &mut |_| None);
        for diagnostic in &loaded.diagnostics {
            tilegame_dsl::diagnostic::render::render(&sources, diagnostic, false);
        }
        if let Some(rules) = loaded.rules {
            let _ = tilegame_runtime::Game::compile(&rules);
        }
    }
});
