//! TileGame for web browsers: texts in, JSON out.
//!
//! There is no logic here: everything is asked of the crates that the command is made of, and answered as JSON, whose forms are the structs of
//! the modules. What fails is thrown as a sentence.
//!
//! | module | what it answers |
//! | --- | --- |
//! | `texts` | what is wrong with a text, where, and how to put it right; formatting; import |
//! | `editor` | what can be written at a place of a text, what a word means, what is declared where |
//! | `gallery` | which games come with the module, and the words of the language |
//! | `table` | the game that is being played: moves, notations, undo |
//! | `variations` | matches with variations, as PGN |
//! | `picture` | the board as SVG, with an area for every tile |
//! | `pieces` | how each piece moves |
//! | `effort` | what takes long: counting and searching |

mod editor;
mod effort;
mod gallery;
mod picture;
mod pieces;
mod table;
mod texts;
mod variations;

use std::collections::BTreeMap;

use serde::Serialize;
use tilegame_runtime::Game;
use tilegame_runtime::ir::plain_name;
use tilegame_runtime::source::Sources;
use tilegame_search::Search;
use tilegame_search::net::Net;
use wasm_bindgen::prelude::wasm_bindgen;

use editor::Editor;
use table::Table;
use texts::Texts;

/// An answer, or a sentence that says why there is none.
type Answer = Result<String, String>;

fn json(answer: &impl Serialize) -> Answer {
    serde_json::to_string(answer).map_err(|error| error.to_string())
}

/// What a gallery shows of games, of which the request has the texts by their names: titles, families.
///
/// # Errors
/// If the request is not one.
#[wasm_bindgen]
pub fn games(request: &str) -> Answer {
    let texts: BTreeMap<String, String> = serde_json::from_str(request).map_err(|error| error.to_string())?;
    json(&gallery::games(&texts))
}

/// The names of the colours that boards can have.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn themes() -> Answer {
    json(&picture::themes())
}

/// The words that mean something in the language.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn words() -> Answer {
    json(&gallery::words())
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

/// What an error's or a warning's code means, at length.
#[wasm_bindgen]
pub fn explain_code(code: &str) -> Option<String> {
    texts::explanation(code)
}

/// A desk at which a game is written and played.
#[wasm_bindgen]
#[derive(Default)]
pub struct Desk {
    /// The game of the last texts that were one.
    checked: Option<Game>,
    /// The texts that were checked last, with those that they import.
    texts: Sources,
    table: Option<Table>,
    search: Option<Search>,
    /// What judges positions of the game that is played.
    net: Option<Net>,
}

#[wasm_bindgen]
impl Desk {
    /// With nothing on it.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Desk {
        Desk::default()
    }

    /// What there is to say about texts. If they are a game, it is kept to be played.
    ///
    /// # Errors
    /// If the request is not one.
    pub fn check(&mut self, request: &str) -> Answer {
        let texts: Texts = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let (checked, game, sources) = texts.check();
        self.checked = game;
        self.texts = sources;
        json(&checked)
    }

    /// What can be written at a place of one of the texts that were checked last, as it is now.
    ///
    /// # Errors
    /// Never.
    pub fn completions(&self, name: &str, text: &str, at: usize) -> Answer {
        json(&self.editor(name, text).completions(at))
    }

    /// What the word at a place of one of these texts means; `null` if there is nothing to say.
    ///
    /// # Errors
    /// Never.
    pub fn hover(&self, name: &str, text: &str, at: usize) -> Answer {
        json(&self.editor(name, text).hover(at))
    }

    /// What is declared in one of these texts.
    ///
    /// # Errors
    /// Never.
    pub fn outline(&self, name: &str, text: &str) -> Answer {
        json(&self.editor(name, text).outline())
    }

    /// Where that is declared which is named at a place of one of these texts.
    ///
    /// # Errors
    /// Never.
    pub fn definitions(&self, name: &str, text: &str, at: usize) -> Answer {
        json(&self.editor(name, text).definitions(at))
    }

    /// All places that have to change so that what is named at a place of one of these texts is called otherwise.
    ///
    /// # Errors
    /// If it can't be called so, with the reason.
    pub fn rename(&self, name: &str, text: &str, at: usize, to: &str) -> Answer {
        json(&self.editor(name, text).rename(at, to)?)
    }

    /// Plays the game of the last check from now on, from a position or from its start. With `keep` the moves that have been made are made again, as far as
    /// they are moves of this game; what it says is how many were.
    ///
    /// # Errors
    /// If there is no such game, or the position is none of it.
    pub fn play_checked(&mut self, keep: bool, fen: Option<String>) -> Result<u32, String> {
        let game = self.checked.clone().ok_or("there is no game to play")?;
        (self.search, self.net) = (None, None);
        let mut table = Table::new(&game, fen.as_deref())?;
        let made = match &self.table {
            Some(before) if keep => table.make_again(before),
            _ => 0,
        };
        self.table = Some(table);
        Ok(made)
    }

    /// Plays the game of the last check from another of its setups, by its name or its number among the arrangements.
    ///
    /// # Errors
    /// If there is no such game, or no such setup.
    pub fn play_setup(&mut self, setup: &str) -> Result<(), String> {
        let game = self.checked.as_ref().ok_or("there is no game to play")?;
        (self.search, self.net) = (None, None);
        self.table = Some(Table::of_setup(game, setup)?);
        Ok(())
    }

    /// The position, the moves that can be made and those that have been.
    ///
    /// # Errors
    /// If no game is played.
    pub fn position(&self) -> Answer {
        json(&self.table()?.shown())
    }

    /// Makes the move of this number in the list of the position.
    ///
    /// # Errors
    /// If there is no such move.
    pub fn play(&mut self, index: u32) -> Result<(), String> {
        self.table_mut()?.play(index as usize)
    }

    /// Makes a move, or all the steps of a turn, in any notation of the game.
    ///
    /// # Errors
    /// If it is no legal move, with the reason.
    pub fn play_text(&mut self, text: &str) -> Result<(), String> {
        self.table_mut()?.play_text(text)
    }

    /// Takes a move back; whether there was one.
    ///
    /// # Errors
    /// If no game is played.
    pub fn undo(&mut self) -> Result<bool, String> {
        Ok(self.table_mut()?.undo())
    }

    /// Makes the move again that was taken back last; whether there was one.
    ///
    /// # Errors
    /// If no game is played.
    pub fn redo(&mut self) -> Result<bool, String> {
        Ok(self.table_mut()?.redo())
    }

    /// Why a move is legal or not.
    ///
    /// # Errors
    /// If no game is played.
    pub fn why(&self, text: &str) -> Answer {
        Ok(self.table()?.why(text))
    }

    /// The match as PGN, with the variations of a tree, of which the moves made are the first line.
    ///
    /// # Errors
    /// If no game is played, or a move of the tree is none.
    pub fn pgn(&self, tree: &str) -> Answer {
        variations::write(self.table()?, tree)
    }

    /// Goes on with a match that is written as PGN; what it says is the tree of its moves.
    ///
    /// # Errors
    /// If it is no match of this game, with the place.
    pub fn read_pgn(&mut self, text: &str) -> Answer {
        self.search = None;
        let game = self.table()?.game().clone();
        let (table, tree) = variations::read(&game, text)?;
        self.table = Some(table);
        json(&tree)
    }

    /// The time of the player to move is up; the others have so many thousandths of a second left. What it means for the match, its rules say.
    ///
    /// # Errors
    /// If no game is played, or the match is over.
    pub fn time_is_up(&mut self, left: &[f64]) -> Result<(), String> {
        self.table_mut()?.time_is_up(left)
    }

    /// The board as SVG; the request says how it is turned and what its names begin with.
    ///
    /// # Errors
    /// If no game is played.
    pub fn picture(&self, request: &str) -> Answer {
        picture::of_position(self.table()?, request)
    }

    /// How each piece of the game moves.
    ///
    /// # Errors
    /// If no game is played.
    pub fn pieces(&self) -> Answer {
        json(&pieces::all(self.table()?.game()))
    }

    /// A diagram of how a piece moves, by its number in the list of pieces.
    ///
    /// # Errors
    /// If no game is played, or there is no such piece.
    pub fn diagram(&self, piece: u32, prefix: &str) -> Answer {
        pieces::diagram(self.table()?.game(), piece as usize, prefix)
    }

    /// How many sequences of so many moves there are; with the number of a move, of those that begin with it.
    ///
    /// # Errors
    /// If no game is played, or there is no such move.
    pub fn perft(&self, depth: u32, first: Option<u32>) -> Answer {
        effort::perft(self.table()?, depth, first.map(|index| index as usize))
    }

    /// Which of these names is that of the game that is played; none, if it is another. Nets are called by the names of games.
    ///
    /// # Errors
    /// If no game is played.
    pub fn named(&self, names: Vec<String>) -> Result<Option<String>, String> {
        let own = plain_name(&self.table()?.game().rules().name);
        Ok(names.into_iter().find(|name| plain_name(name) == own))
    }

    /// Lets a net judge positions from now on, if it is one for exactly the rules that are played. Whether it is.
    ///
    /// # Errors
    /// If no game is played.
    pub fn judge_by(&mut self, net: &[u8]) -> Result<bool, String> {
        self.net = Net::from_bytes(self.table()?.game(), net).ok();
        self.search = None;
        Ok(self.net.is_some())
    }

    /// The move of an opponent of a level from 1 to 10.
    ///
    /// # Errors
    /// If no game is played, there is no such level, or the game is over.
    pub fn choose(&mut self, level: u8, seed: u32) -> Answer {
        let (table, search) = self.search()?;
        json(&effort::choose(table, search, level, u64::from(seed))?)
    }

    /// Looks for the best moves, so many of them, until so many thousandths of a second have passed; each line that is found goes to `watcher.line` as
    /// JSON.
    ///
    /// # Errors
    /// If no game is played.
    pub fn analyse(
        &mut self,
        lines: u32,
        milliseconds: f64,
        watcher: &effort::Watcher,
    ) -> Result<(), String> {
        let (table, search) = self.search()?;
        effort::analyse(table, search, lines as usize, milliseconds, watcher);
        Ok(())
    }
}

impl Desk {
    fn editor(&self, name: &str, text: &str) -> Editor {
        Editor::new(&self.texts, name, text)
    }

    fn table(&self) -> Result<&Table, String> {
        self.table.as_ref().ok_or_else(|| "no game is played".to_string())
    }

    fn table_mut(&mut self) -> Result<&mut Table, String> {
        self.table.as_mut().ok_or_else(|| "no game is played".to_string())
    }

    fn search(&mut self) -> Result<(&Table, &mut Search), String> {
        let table = self.table.as_ref().ok_or("no game is played")?;
        let search = self.search.get_or_insert_with(|| Search::with_net(table.game(), self.net.take()));
        Ok((table, search))
    }
}

#[cfg(test)]
mod tests;
