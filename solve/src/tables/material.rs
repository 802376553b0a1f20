//! Sets of pieces, and how they are written.

use std::fmt;
use std::ops::Range;

use thiserror::Error;
use tilegame_runtime::ir::{KindId, PlayerId, Rules, Tile};
use tilegame_runtime::{Game, Piece, State};

/// No set may have more pieces: there would be no end of positions.
pub(super) const MOST_PIECES: usize = 12;

/// Pieces, sorted: owner (nobody's last) and kind.
pub(super) type Signature = Vec<(u8, u16)>;

/// The pieces of a state.
pub(super) fn signature(state: &State) -> Signature {
    of_pieces(state.pieces())
}

pub(super) fn of_pieces(pieces: impl Iterator<Item = (Tile, Piece)>) -> Signature {
    let mut signature: Signature = pieces.map(|(_, piece)| key(piece)).collect();
    signature.sort_unstable();
    signature
}

/// A piece as it stands in a signature.
pub(super) fn key(piece: Piece) -> (u8, u16) {
    (piece.owner.map_or(u8::MAX, |owner| owner.index() as u8), piece.kind.index() as u16)
}

/// The piece of a key.
pub(super) fn piece((owner, kind): (u8, u16)) -> Piece {
    let owner = (owner != u8::MAX).then(|| PlayerId::new(owner.into()));
    Piece { kind: KindId::new(kind.into()), owner }
}

/// A text that is no set of pieces, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct BadMaterial {
    /// The bytes of the text it is about.
    pub range: Range<usize>,
    /// What is wrong, as a sentence without full stop.
    pub message: String,
}

/// A set of pieces of two players.
///
/// ```
/// use tilegame_runtime::Game;
/// use tilegame_solve::tables::Material;
/// let chess = Game::from_library("chess")?;
/// assert_eq!(Material::read(&chess, "rook king/K")?.to_string(), "K R / K");
/// let error = Material::read(&chess, "K X / K").unwrap_err();
/// assert_eq!((error.to_string(), error.range), ("this game has no piece `X`".to_owned(), 2..3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    text: String,
    signature: Signature,
}

impl Material {
    /// Reads letters or names of pieces: those of the first player, a `/`, those of the second.
    ///
    /// # Errors
    /// If there is no such piece, or no `/`, or there are too many pieces.
    pub fn read(game: &Game, text: &str) -> Result<Material, BadMaterial> {
        let rules = game.rules();
        let wrong = |range, message: String| BadMaterial { range, message };
        let mut sides = text.split('/');
        let (Some(first), Some(second), None) = (sides.next(), sides.next(), sides.next()) else {
            let message = "the pieces of the first player are wanted, a `/`, and those of the second, such as \"K R / K\"";
            return Err(wrong(0..text.len(), message.to_owned()));
        };
        let mut signature = Signature::new();
        for (player, side, at) in [(0, first, 0), (1, second, first.len() + 1)] {
            for word in side.split_whitespace() {
                let start = at + (word.as_ptr() as usize - side.as_ptr() as usize);
                let range = start..start + word.len();
                let kind = named(rules, word)
                    .ok_or_else(|| wrong(range.clone(), format!("this game has no piece `{word}`")))?;
                if rules.kinds[kind.index()].neutral {
                    return Err(wrong(range, format!("`{word}` belongs to no player")));
                }
                signature.push((player, kind.index() as u16));
            }
        }
        if signature.len() > MOST_PIECES {
            let message =
                format!("there are {} pieces, and at most {MOST_PIECES} can be solved", signature.len());
            return Err(wrong(0..text.len(), message));
        }
        signature.sort_unstable();
        Ok(Material { text: told(rules, &signature), signature })
    }

    pub(super) fn signature(&self) -> &Signature {
        &self.signature
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The kind of a letter or a name, in any case.
fn named(rules: &Rules, word: &str) -> Option<KindId> {
    let kinds = rules.kinds.iter().enumerate();
    let exact = kinds.clone().find(|(_, kind)| kind.letters.iter().any(|letter| letter == word));
    let found = exact.or_else(|| {
        kinds
            .clone()
            .find(|(_, kind)| kind.name.eq_ignore_ascii_case(word) || kind.letter.eq_ignore_ascii_case(word))
    });
    found.map(|(kind, _)| KindId::new(kind))
}

/// Pieces as they are read, those of nobody behind a second `/`.
pub(super) fn told(rules: &Rules, signature: &Signature) -> String {
    let letters = |owner: u8| -> Vec<&str> {
        let own = signature.iter().filter(|(other, _)| *other == owner);
        own.map(|(_, kind)| rules.kinds[usize::from(*kind)].letters[0].as_str()).collect()
    };
    let mut text = format!("{} / {}", letters(0).join(" "), letters(1).join(" "));
    let others = letters(u8::MAX);
    if !others.is_empty() {
        text = format!("{text} / {}", others.join(" "));
    }
    text.trim().to_owned()
}
