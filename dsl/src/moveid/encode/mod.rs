//! Rules as move-IDs, wherever the scheme or its extension can say what they say.
//!
//! The encoder reads rules as the compiler made them, so a path, a move-ID and a castling clause are all the same to it. A rule that the
//! scheme has words for gets plain IDs; for others there is the extended form, which is made a rule again and compared before it is
//! believed. What has no ID is named in an [`Inexpressible`]. Promotion is a property of the piece and part of no ID.

mod castling;
mod decode;
mod encoder;
mod extended;
mod inexpressible;
mod letter;
mod marks;
mod parts;
mod path;
mod plain;
mod setup;
mod view;
mod way;

use super::MoveId;
use crate::ir::{KindId, MoveRule, Rules};

pub use decode::{Decoded, decode};
pub use inexpressible::{Encoded, Inexpressible};
pub use plain::plain;
pub use view::distance;

/// All movements of a piece, each as it is written with its IDs. A castling clause counts as a movement of the one who castles.
///
/// ```
/// use tilegame_dsl::{load, moveid::encode::encode, source::Sources};
/// let mut sources = Sources::new();
/// let rules = load(&mut sources, "games/chess.tg", &mut |_| None).rules.unwrap();
/// let leaper = rules.kinds.iter().position(|k| k.letters[0] == "N").map(tilegame_dsl::ir::KindId::new).unwrap();
/// let ids: Vec<String> = encode(&rules, leaper)[0].1.as_ref().unwrap().iter().map(ToString::to_string).collect();
/// assert_eq!(ids, [
///     "121234cmj000lM0r000000sr000000t00000er000000M0!",
///     "211234cmj000lM0r000000sr000000t00000er000000M0!",
/// ]);
/// ```
pub fn encode(rules: &Rules, kind: KindId) -> Vec<(String, Encoded<Vec<MoveId>>)> {
    let of_kind = &rules.kinds[kind.index()];
    let mut all: Vec<_> =
        of_kind.rules.iter().map(|rule| (rule.text.clone(), encode_rule(rules, kind, rule))).collect();
    if let Some(clause) = rules.castling.as_ref().filter(|c| c.king == kind) {
        for side in &clause.sides {
            if let Some(encoded) = castling::encode_side(rules, clause, side) {
                all.push((format!("castling {}", side.text), encoded.map(|id| vec![id])));
            }
        }
    }
    all
}

/// The ID of a side of the castling clause; nothing for one that is a rule of the piece's anyway.
pub fn encode_side(rules: &Rules, side: usize) -> Option<Encoded<MoveId>> {
    let clause = rules.castling.as_ref()?;
    castling::encode_side(rules, clause, clause.sides.get(side)?)
}

/// The IDs of one rule of a piece: plain ones where there are any, else extended ones.
///
/// # Errors
/// If the rule says something that neither can say.
pub fn encode_rule(rules: &Rules, kind: KindId, rule: &MoveRule) -> Encoded<Vec<MoveId>> {
    plain(rules, kind, rule).or_else(|scheme| {
        extended::encode(rules, kind, rule).map_err(|extension| {
            // What the extension lacks is the reason, unless it is only that the scheme had to do.
            if extension.construct == extended::CASTLING { scheme } else { extension }
        })
    })
}
