//! Forms of moves: texts with names of parts in braces, `"{piece}{to}"`.

use crate::ast::{Name, Text};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;
use crate::ir::{FormPart, LabelId, MoveForm};

use super::resolver::Resolver;
use super::sorts::Sort;

/// The parts that have a name.
const PARTS: [&str; 8] = ["piece", "place", "apart", "part", "from", "to", "facing", "taken"];

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
                        "the parts are {piece} {place} {apart} {part x} {from} {to} {facing} and {taken x}"
                            .to_string()
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
    let mut parts = Vec::new();
    let mut rest = form;
    while !rest.is_empty() {
        let (plain, behind) = rest.split_at(rest.find(['{', '}']).unwrap_or(rest.len()));
        if !plain.is_empty() {
            parts.push(FormPart::Text(plain.to_string()));
        }
        let end = behind.find('}').map_or(behind.len(), |at| at + 1);
        let (braced, after) = behind.split_at(end);
        if !braced.is_empty() {
            let inside = braced.strip_prefix('{').and_then(|t| t.strip_suffix('}')).ok_or(braced)?;
            parts.push(match inside.split_once(' ').unwrap_or((inside, "")) {
                ("piece", "") => FormPart::Piece,
                ("place", "") => FormPart::Place,
                ("apart", "") => FormPart::Apart,
                ("part", sign) => FormPart::Part(sign.to_string()),
                ("from", "") => FormPart::From,
                ("to", "") => FormPart::To,
                ("facing", "") => FormPart::Facing,
                ("taken", sign) => FormPart::Taken(sign.to_string()),
                _ => return Err(braced),
            });
        }
        rest = after;
    }
    Ok(parts)
}
