//! Forms of moves: texts with names of parts in braces, `"{piece}{to}"`.

use crate::ast::{Name, Text};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::ir::{FormPart, LabelId, MoveForm};

use super::resolver::Resolver;
use super::sorts::Sort;

/// The parts that have a name.
const PARTS: [&str; 10] =
    ["piece", "place", "apart", "part", "origin", "from", "to", "joined", "facing", "taken"];

impl<'a> Resolver<'a> {
    /// Lowers one form and the labels of its moves.
    pub(crate) fn form(&mut self, form: &'a Text, on: &'a [Name]) -> Option<MoveForm> {
        let labels: Vec<Option<LabelId>> =
            on.iter().map(|l| self.find(&[Sort::Label], l).map(|(_, index)| LabelId::new(index))).collect();
        let parts = match parts(&form.node) {
            Ok(parts) if !parts.is_empty() => parts,
            Ok(_) => {
                let title = "a move without a text".to_string();
                self.report.push(errors::bad_notation(form.span, title, "write parts such as {piece}{to}"));
                return None;
            }
            Err(wrong) => {
                let title = format!("a move has no part `{wrong}`");
                let word = wrong.trim_matches(['{', '}']).split(' ').next().unwrap_or_default();
                let label = match nearest(word, PARTS) {
                    Some(near) => format!("did you mean {{{near}}}?"),
                    None => {
                        let all =
                            "{piece} {place} {apart} {apart digit} {part >} {origin :} {from} {to} {joined}";
                        format!("the parts are {all} {{facing}} and {{taken x}}")
                    }
                };
                self.report.push(errors::bad_notation(form.span, title, &label));
                return None;
            }
        };
        Some(MoveForm { parts, on: labels.into_iter().collect::<Option<_>>()? })
    }
}

/// The parts of a form, or the first that is none.
fn parts(form: &str) -> Result<Vec<FormPart>, &str> {
    let parts = braced(form, |name, text| match (name, text) {
        ("piece", "") => Some(FormPart::Piece),
        ("place", "") => Some(FormPart::Place),
        ("apart", "") => Some(FormPart::Apart { digit: false }),
        ("apart", "digit") => Some(FormPart::Apart { digit: true }),
        ("part", sign) => Some(FormPart::Part(sign.to_string())),
        ("origin", sign) => Some(FormPart::Origin(sign.to_string())),
        ("from", "") => Some(FormPart::From),
        ("to", "") => Some(FormPart::To),
        ("joined", "") => Some(FormPart::Joined),
        ("facing", "") => Some(FormPart::Facing),
        ("taken", sign) => Some(FormPart::Taken(sign.to_string())),
        _ => None,
    })?;
    Ok(parts.into_iter().map(|part| part.unwrap_or_else(FormPart::Text)).collect())
}

/// A text with names in braces, each with what is behind a space: what `named` makes of a name, and else the text itself.
/// An error is the first name of which nothing is made.
pub(crate) fn braced<T>(
    form: &str,
    named: impl Fn(&str, &str) -> Option<T>,
) -> Result<Vec<Result<T, String>>, &str> {
    let mut parts = Vec::new();
    let mut rest = form;
    while !rest.is_empty() {
        let (plain, behind) = rest.split_at(rest.find(['{', '}']).unwrap_or(rest.len()));
        if !plain.is_empty() {
            parts.push(Err(plain.to_string()));
        }
        let end = behind.find('}').map_or(behind.len(), |at| at + 1);
        let (braced, after) = behind.split_at(end);
        if !braced.is_empty() {
            let inside = braced.strip_prefix('{').and_then(|t| t.strip_suffix('}')).ok_or(braced)?;
            let (name, text) = inside.split_once(' ').unwrap_or((inside, ""));
            parts.push(Ok(named(name, text).ok_or(braced)?));
        }
        rest = after;
    }
    Ok(parts)
}
