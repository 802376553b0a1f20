//! TileGame for web browsers: texts in, JSON out.
//!
//! There is no logic here: everything is asked of the crates that the command is made of, and answered as JSON, whose forms are the structs of
//! the modules. What fails is thrown as a sentence. What is only needed to write games is in a module of its own, `tilegame-wasm-writing`.
//!
//! | module | what it answers |
//! | --- | --- |
//! | `texts` | what is wrong with a text, where, and how to put it right; what is declared in it |
//! | `table` | the game that is being played: moves, notations, undo |
//! | `variations` | matches with variations, as PGN |
//! | `picture` | the board as SVG, with an area for every tile; how a piece moves |
//! | `effort` | what takes long: counting and searching |

mod effort;
mod picture;
mod table;
mod texts;
mod variations;

use tilegame_runtime::Game;
use tilegame_runtime::ir::plain_name;
use tilegame_runtime::source::Sources;
use tilegame_search::Search;
use tilegame_search::net::Net;
use tilegame_wasm_texts::{Answer, Texts, json};
use wasm_bindgen::prelude::wasm_bindgen;

use table::Table;

/// The names of the colours that boards can have.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn themes() -> Answer {
    json(&picture::themes())
}

/// How many levels an opponent has, and which of them is in the middle.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn levels() -> Answer {
    json(&effort::LEVELS)
}

/// What is declared in a text.
///
/// # Errors
/// Never.
#[wasm_bindgen]
pub fn outline(text: &str) -> Answer {
    json(&texts::outline(text))
}

/// A desk at which a game is checked and played.
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
        let (checked, game, sources) = texts::check(&Texts::of(request)?);
        self.checked = game;
        self.texts = sources;
        json(&checked)
    }

    /// The files that were checked last and those that they import, as a request in JSON for the module for authors.
    ///
    /// # Errors
    /// Never.
    pub fn texts(&self) -> Answer {
        let texts = self.texts.iter().map(|(_, name, text)| (name.to_string(), text.to_string()));
        json(&Texts { root: String::new(), texts: texts.collect(), options: Vec::new() })
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

    /// A diagram of how a piece moves, by its number.
    ///
    /// # Errors
    /// If no game is played, or there is no such piece.
    pub fn diagram(&self, piece: u32, prefix: &str) -> Answer {
        picture::of_piece(self.table()?.game(), piece as usize, prefix)
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
