//! What the modules for web browsers have in common: the texts of a request, places in them, answers.

#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilegame_dsl::source::{Sources, Span};

/// What gives out memory: as quick as the library's own allocator when that is compiled for speed, a little smaller, and the same in every way of building.
#[cfg(target_family = "wasm")]
#[global_allocator]
static MEMORY: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// An answer, or a sentence that says why there is none.
pub type Answer = Result<String, String>;

/// An answer as JSON.
///
/// # Errors
/// If it can't be written.
pub fn json(answer: &impl Serialize) -> Answer {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}

/// Texts to be checked.
#[derive(Deserialize, Serialize)]
pub struct Texts {
    /// The name of the one that is the game.
    pub root: String,
    /// All of them, by their names. What is not here is looked for in the library.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// Options of the game that are on or off, whatever its text says.
    #[serde(default)]
    pub options: Vec<(String, bool)>,
}

impl Texts {
    /// The texts that a request brings.
    ///
    /// # Errors
    /// If it is none.
    pub fn of(request: &str) -> Result<Texts, String> {
        serde_json::from_str(request).map_err(|error| error.to_string())
    }

    /// The texts as the compiler reads them.
    pub fn sources(&self) -> Sources {
        let mut sources = Sources::new();
        for (name, text) in &self.texts {
            sources.add(name, text);
        }
        sources
    }
}

/// A stretch of a text.
#[derive(Serialize)]
pub struct Place {
    text: String,
    /// In bytes.
    start: usize,
    end: usize,
    /// In units of UTF-16, as browsers count.
    from: usize,
    to: usize,
    line: usize,
    column: usize,
}

/// So many units of UTF-16 are before a place in a text.
pub fn units(text: &str, end: u32) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < end as usize);
    before.map(|(_, letter)| letter.len_utf16()).sum()
}

/// A stretch of one of the texts.
pub fn place(sources: &Sources, span: Span) -> Place {
    let text = sources.text(span.file);
    let (line, column) = sources.line_column(span.file, span.start);
    Place {
        text: sources.name(span.file).to_string(),
        start: span.start as usize,
        end: span.end as usize,
        from: units(text, span.start),
        to: units(text, span.end),
        line,
        column,
    }
}
