//! Letters for kinds of pieces.

use crate::ir::{Kinds, Rules};
use crate::moveid::lower::{Known, Words};
use crate::moveid::parse::is_letter;

/// The large letter that names exactly these kinds, if there is one.
pub(super) fn letter(rules: &Rules, kinds: &Kinds) -> Option<char> {
    let first = &rules.kinds[kinds.0.first()?.index()];
    let known = Known::new(rules);
    let texts = first.letters.iter().chain([&first.letter]);
    let letters = texts.filter_map(|text| {
        let mut chars = text.chars();
        let only = chars.next().filter(|_| chars.next().is_none())?;
        only.to_uppercase().next().filter(|c| c.to_uppercase().count() == 1 && is_letter(*c))
    });
    letters.into_iter().find(|letter| known.lettered(*letter) == *kinds)
}
