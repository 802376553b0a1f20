//! Games in the words of other programs: as a section of Fairy-Stockfish's INI format, as a table of Betza texts, as XBoard wants to be told.
//!
//! A section is made from the compiled rules. What has no key is a [reason](Refused) why there is no section; what is left out without a change of
//! the moves is a [note](Section::notes). Every section is read back with [`tilegame_import`] and played side by side with the game before it is handed
//! out.
//!
//! | module | what it is about |
//! | --- | --- |
//! | `squares` | the board |
//! | `ask` | tests, taken apart |
//! | `moving`, `players`, `types` | how pieces move, and which types of the format they are |
//! | `promotion`, `castling`, `hands`, `placing`, `turn`, `royalty` | these keys |
//! | `enclosing` | drops that ask what stands around, pieces that change sides |
//! | `endings`, `rows`, `filling`, `matches` | how games end |
//! | `named` | rules that are known by what they add |
//! | `walls` | turns that end with a wall, or are one |
//! | `blast` | captures that explode or turn to stone |
//! | `gating` | what pieces can do that have not moved, and kings in check |
//! | `lines` | lines of some tiles, and hoppers that spare their like |
//! | `rising` | pawns that become another piece later |
//! | `start`, `keys` | the position at the start, the lines of a section |
//! | `table` | pieces as texts |
//! | `value` | results |
//! | `back`, `proof` | the comparison with what a section is read back to |

mod ask;
mod back;
mod blast;
mod castling;
mod draft;
mod enclosing;
mod endings;
mod filling;
mod gating;
mod hands;
mod keys;
mod lines;
mod matches;
mod moving;
mod named;
mod placing;
mod players;
mod promotion;
mod proof;
mod rising;
mod rows;
mod royalty;
mod squares;
mod start;
mod table;
mod turn;
mod types;
mod value;
mod walls;

use std::fmt;

use tilegame_runtime::Game;

pub use proof::{Compared, same_game};
pub use table::{betza, pieces};

use back::read_back;
use blast::Blast;
use draft::Draft;
use gating::Gating;
use lines::Lines;
use proof::{Allowed, Pair};
use rising::Rising;
use squares::Squares;
use walls::Walls;

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What Fairy-Stockfish calls the variant.
    pub name: String,
    /// The section, with comments before it.
    pub text: String,
    /// What is left out; no move depends on it.
    pub notes: Vec<String>,
    /// How it was compared with the game.
    pub compared: Compared,
}

/// Why a game has no section.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Refused {
    /// What has no key, or where the section differs from the game.
    pub reasons: Vec<String>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reasons.join("; "))
    }
}

/// What the name of a section begins with if nobody has chosen one: a section with the name of a variant that is built in would be ignored.
pub const PREFIX: &str = "tg-";

/// The game as a section with this name.
///
/// ```
/// let game = tilegame_runtime::Game::from_library("chess")?;
/// let section = tilegame_fairy::export::ini(&game, "mine")?;
/// assert!(section.text.contains("[mine:chess]\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format has no keys for the game.
pub fn ini(game: &Game, name: &str) -> Result<Section, Refused> {
    let refused = |reasons: Vec<String>| Err(Refused { reasons });
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(is_name) {
        return refused(vec![format!("`{name}` is no name of a section: letters, digits, `-`, `_` and `.`")]);
    }
    let rules = game.rules();
    if rules.players.len() != 2 {
        return refused(vec![format!("the game has {} players, not two", rules.players.len())]);
    }
    if rules.turn.order.len() != 2 || rules.turn.order[0] == rules.turn.order[1] {
        return refused(vec!["the players do not move by turns".to_owned()]);
    }
    let squares = match Squares::of(rules) {
        Ok(squares) => squares,
        Err(why) => return refused(vec![why]),
    };
    let mut rest = rules.clone();
    let walls = Walls::take_out(&mut rest);
    let gating = Gating::take_out(&mut rest);
    let rising = Rising::take_out(&mut rest);
    let lines = Lines::take_out(&mut rest, &squares);
    let blast = Blast::take_out(&mut rest, &squares);
    let mut draft = Draft::new(game, &rest, &squares);
    draft.gating = gating;
    draft.lines = lines;
    draft.blast = blast;
    draft.check_turn();
    draft.find_royalty();
    if draft.reasons.is_empty() {
        draft.find_types();
    }
    if draft.reasons.is_empty() {
        draft.write();
        rising.iter().for_each(|rising| draft.write_rising(rising));
        walls.iter().for_each(|walls| draft.write_walls(walls));
        draft.write_named();
    }
    if !draft.reasons.is_empty() {
        return refused(draft.reasons);
    }
    let section = draft.keys.section(name);
    let kinds = (0..rules.kinds.len()).map(tilegame_runtime::ir::KindId::new);
    let texts = kinds.map(|kind| draft.text(kind)).collect();
    // Who can make a move but no wall has lost, with the move or without it.
    let allowed =
        Allowed { losing: draft.losing, early: draft.bare_draw || walls.is_some(), bare: draft.bare_draw };
    let compared = match proved(game, &section, name, texts, allowed) {
        Ok(compared) => compared,
        Err(why) => return refused(vec![why]),
    };
    let mut notes = draft.notes;
    if allowed.losing {
        notes.push("a mate by a dropped pawn: it is a move there, and loses".to_owned());
    }
    if allowed.bare {
        notes.push("two kings left: the game goes on there; a king alone that cannot take the other player's last piece loses a move earlier".to_owned());
    }
    let mut text = format!("# {}\n", one_line(&rules.title));
    for note in &notes {
        text += &format!("# left out: {}\n", one_line(note));
    }
    Ok(Section { name: name.to_owned(), text: text + &section, notes, compared })
}

impl Draft<'_> {
    /// Writes all keys.
    fn write(&mut self) {
        self.write_starts();
        if let Some(tiles) = &self.lines.tiles {
            let text = self.squares.text(tiles);
            self.keys.set("diagonalLines", &text);
        }
        self.write_promotions();
        self.write_castling();
        self.write_hands();
        for key in self.gating.map_or(&[][..], Gating::keys) {
            self.keys.switch(key, true);
        }
        self.write_preferences();
        self.write_royalty();
        self.write_consequences();
        self.write_endings();
        self.write_matches();
        if self.mobile_only {
            self.keys.switch("immobilityIllegal", true);
        }
        let (files, ranks) = (self.squares.files, self.squares.ranks);
        if ranks != 8 {
            self.keys.set("maxRank", &ranks.to_string());
        }
        if files != 8 {
            self.keys.set("maxFile", &squares::letter(files).to_string());
        }
        self.write_start();
    }
}

/// Reads a section back and compares it with the game.
fn proved(
    game: &Game,
    section: &str,
    name: &str,
    texts: Vec<Option<String>>,
    allowed: Allowed,
) -> Result<Compared, String> {
    let read = read_back(section, name)?;
    let pair = Pair::new(game, &read, texts, allowed);
    pair.compare().map_err(|why| format!("the section would not be this game: {why}"))
}

/// A text without what could end its line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
