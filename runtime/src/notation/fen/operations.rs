//! What a text says about a position behind its fields.

use super::epd::{parts, split, words_and_strings};
use super::fields::assign;
use crate::game::Game;
use crate::notation::field::Field;

/// A statement about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The operation code, such as `bm` for the best moves.
    pub code: String,
    /// Its operands, without quotes.
    pub operands: Vec<String>,
}

/// Reads the operations after the fields of a FEN.
///
/// ```
/// use tilegame_runtime::{Game, notation::fen::operations};
/// let chess = Game::from_library("chess")?;
/// let all = operations(&chess, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";");
/// assert_eq!((&*all[0].code, &*all[0].operands), ("bm", &["Qd1+".to_owned()][..]));
/// assert_eq!((&*all[1].code, &*all[1].operands), ("id", &["BK.01".to_owned()][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn operations(game: &Game, text: &str) -> Vec<Operation> {
    let mut notations = std::iter::once(game.clone()).chain(game.in_other_notations());
    let found = notations.find(|game| assign(game, text).is_ok());
    let fields = found.as_ref().unwrap_or(game).notation().fen.as_slice();
    let Some(rest) = split(text, fields).1 else { return Vec::new() };
    let own = |part: Field<'_>| {
        let mut operands = words_and_strings(part).into_iter();
        let code = operands.next()?.text.to_owned();
        let plain = |field: Field<'_>| field.text.trim_matches('"').to_owned();
        Some(Operation { code, operands: operands.map(plain).collect() })
    };
    parts(rest).into_iter().filter_map(own).collect()
}
