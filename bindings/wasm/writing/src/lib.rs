//! TileGame for web browsers, as far as it is about writing games: texts in, JSON out.
//!
//! Playing a game needs none of it, so it is a separate module, which the page fetches when it is first asked a question. Diagnostics come from the module that
//! plays, `tilegame-wasm`, which contains the compiler anyway.
//!
//! | module | what it answers |
//! | --- | --- |
//! | `editor` | what can be written at a place of a text, what a word means, what is declared where |
//! | `pieces` | how each piece moves, as rules, as move-IDs and in Betza notation |
//! | `texts` | the usual form of a text; import; what the codes of messages mean |
//! | `gallery` | what the site is built from: the list of games, the words of the language |

mod editor;
mod gallery;
mod pieces;
mod texts;

use std::collections::BTreeMap;

use tilegame_dsl::source::Sources;
use tilegame_wasm_texts::{Answer, Texts, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// What a gallery shows of games, of which the request has the texts by their names: titles, families.
///
/// # Errors
/// If the request is not one.
#[wasm_bindgen]
pub fn games(request: &str) -> Answer {
    let texts: BTreeMap<String, String> = serde_json::from_str(request).map_err(|error| error.to_string())?;
    json(&gallery::games(&texts))
}

/// The words that mean something in the language.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn words() -> Answer {
    json(&gallery::words())
}

/// What each code of an error or a warning means, at length.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn explanations() -> Answer {
    json(&texts::explanations())
}

/// A text in its usual form.
///
/// # Errors
/// If the text can't be read.
#[wasm_bindgen]
pub fn format(text: &str) -> Answer {
    texts::format(text)
}

/// The games in a file of another program's variants.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn import_variants(text: &str) -> Answer {
    json(&texts::import(text))
}

/// How each piece moves of the game that these texts are.
///
/// # Errors
/// If the request is not one, or the texts are no game.
#[wasm_bindgen]
pub fn pieces(request: &str) -> Answer {
    json(&pieces::all(&Texts::of(request)?)?)
}

/// Texts that have been checked, for questions about one of them as it is now.
#[wasm_bindgen]
pub struct Editor {
    texts: Sources,
}

#[wasm_bindgen]
impl Editor {
    /// Of texts by their names, those that are imported among them.
    ///
    /// # Errors
    /// If the request is not one.
    #[wasm_bindgen(constructor)]
    pub fn new(request: &str) -> Result<Editor, String> {
        Ok(Editor { texts: Texts::of(request)?.sources() })
    }

    /// What can be written at a place.
    ///
    /// # Errors
    /// Never.
    pub fn completions(&self, name: &str, text: &str, at: usize) -> Answer {
        json(&self.edited(name, text).completions(at))
    }

    /// What the word at a place means; `null` if there is nothing to say.
    ///
    /// # Errors
    /// Never.
    pub fn hover(&self, name: &str, text: &str, at: usize) -> Answer {
        json(&self.edited(name, text).hover(at))
    }

    /// Where that is declared which is named at a place.
    ///
    /// # Errors
    /// Never.
    pub fn definitions(&self, name: &str, text: &str, at: usize) -> Answer {
        json(&self.edited(name, text).definitions(at))
    }

    /// All places that have to change so that what is named at a place is called otherwise.
    ///
    /// # Errors
    /// If it can't be called so, with the reason.
    pub fn rename(&self, name: &str, text: &str, at: usize, to: &str) -> Answer {
        json(&self.edited(name, text).rename(at, to)?)
    }
}

impl Editor {
    fn edited(&self, name: &str, text: &str) -> editor::Edited {
        editor::Edited::new(&self.texts, name, text)
    }
}

#[cfg(test)]
mod tests;
