//! The operations after the fields of a FEN, as in EPD: `bm Qd1+; id "BK.01";`.
//!
//! They describe a position without being part of it, except for two numbers: `hmvc`, the plies since the last capture or pawn
//! move, and `fmvn`, the number of the move. These are read where a game's FEN ends with two numbers and the input has none.

use tilegame_dsl::ir::{AtStart, FenField};

use crate::notation::field::Field;

/// The text of such fields, and the operations behind them.
pub(super) fn split<'t>(text: &'t str, sorts: &[FenField]) -> (&'t str, Option<Field<'t>>) {
    let must_be = |sort: &&FenField| {
        !matches!(
            sort,
            FenField::Count { .. } | FenField::Number(_) | FenField::Steps { .. } | FenField::Text(_)
        )
    };
    let least = sorts.iter().filter(must_be).count();
    let trimmed = text.trim_end();
    if !trimmed.ends_with(';') {
        return (text, None);
    }
    let begins = |field: &Field<'_>| {
        let code = field.text.strip_suffix(';').unwrap_or(field.text);
        code.starts_with(|c: char| c.is_ascii_alphabetic())
            && code.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match words(text).skip(least).find(begins) {
        Some(first) => (&text[..first.at], Some(Field { text: &trimmed[first.at..], at: first.at })),
        None => (text, None),
    }
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = Field<'_>> {
    Field::whole(text).parts(b' ').filter(|field| !field.text.is_empty())
}

/// Fills in the last two numbers, if a text has none.
pub(super) fn count<'t>(sorts: &[FenField], operations: Option<Field<'t>>, found: &mut [Option<Field<'t>>]) {
    let (Some(operations), [.., clock, number]) = (operations, sorts) else { return };
    let plain = |sort: &FenField| {
        matches!(sort, FenField::Count { join: None, at_start: AtStart::Number, .. } | FenField::Number(_))
    };
    let [.., a, b] = found else { return };
    if !(plain(clock) && plain(number)) || a.is_some() || b.is_some() {
        return;
    }
    for part in parts(operations) {
        match words_and_strings(part)[..] {
            [code, operand] if code.text == "hmvc" => *a = Some(operand),
            [code, operand] if code.text == "fmvn" => *b = Some(operand),
            _ => {}
        }
    }
}

/// The operations one by one, without what ends them.
pub(super) fn parts(operations: Field<'_>) -> Vec<Field<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (at, c) in operations.text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                parts.push(Field { text: &operations.text[start..at], at: operations.at + start });
                start = at + 1;
            }
            _ => {}
        }
    }
    parts
}

/// The operands of an operation; a quoted string is one operand.
pub(super) fn words_and_strings(part: Field<'_>) -> Vec<Field<'_>> {
    let mut found = Vec::new();
    let mut rest = part.text.trim_start();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(inside) => inside.find('"').map_or(rest.len(), |end| end + 2),
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let at = part.at + part.text.len() - rest.len();
        found.push(Field { text: &rest[..end], at });
        rest = rest[end..].trim_start();
    }
    found
}
