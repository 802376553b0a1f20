//! IDs as rules of a game that has been compiled.

use crate::ir::{Kinds, MoveRule, Rules, Watch};
use crate::moveid::MoveId;
use crate::moveid::lower::{self, Known};

/// The rules of an ID in a game that has been compiled, for pieces of these kinds, and the labels and watches that the game has with
/// them.
///
/// # Errors
/// With a sentence, if the ID can't be a rule of this game.
pub fn decode(rules: &Rules, id: &MoveId, movers: &Kinds) -> Result<Decoded, String> {
    let mut known = Known::new(rules);
    let decoded = lower::lower(&mut known, id, movers).map_err(|misfit| match misfit.why {
        lower::Why::Letter(letter) => format!("no piece has the letter `{letter}`"),
        lower::Why::Name(name) => format!("the game has nothing called `{}` that fits there", name.as_str()),
        lower::Why::Senseless(why) => why,
    })?;
    let (labels, watches) = known.into_parts();
    Ok(Decoded { rules: decoded, labels, watches })
}

/// What an ID is in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// Its rules, without label and text.
    pub rules: Vec<MoveRule>,
    /// The labels of the game, with those of IDs inside it.
    pub labels: Vec<String>,
    /// The moves that are known again, with those of IDs inside it.
    pub watches: Vec<Watch>,
}
