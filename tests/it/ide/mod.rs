//! What editors ask: answers as snapshots, and properties that hold for all games.

mod answers;
mod generated;
mod properties;

use tilegame_ide::Analysis;

/// A text whose place is marked by `|`, and the place.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('|').expect("a mark");
    (format!("{}{}", &text[..at], &text[at + 1..]), at)
}

/// A text that imports nothing but the library.
fn read(text: &str) -> Analysis {
    Analysis::read("mine.tg", text, &mut |_| None)
}
