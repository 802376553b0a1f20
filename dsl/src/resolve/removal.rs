//! What `remove` takes away from a piece and from the castling clause, by a name or by the word that lines begin with.

use crate::ast::{CastlingLine, Name, PieceLine, Verb};
use crate::diagnostic::errors::meaning as errors;
use crate::diagnostic::suggest::nearest;

use super::declarations::{CastlingDecl, PieceDecl};
use super::report::Report;

/// Lines of a castling clause, among them `remove` of one that is there: a side by its direction, `safe`, or `from PIECE may` by the piece.
pub(super) fn castling_lines<'a>(
    decl: &mut CastlingDecl<'a>,
    lines: &'a [CastlingLine],
    verb: Verb,
    report: &mut Report,
) {
    for line in lines {
        let CastlingLine::Remove(name) = line else {
            decl.lines.push(line);
            continue;
        };
        if verb != Verb::Extend {
            report.push(errors::wrong_verb("remove", "castling", name.span));
            continue;
        }
        let called = |line: &CastlingLine| match line {
            CastlingLine::Side { direction, .. } => direction.node.clone(),
            CastlingLine::Safe(_) => "safe".to_string(),
            CastlingLine::May { of, .. } => of.node.clone(),
            CastlingLine::Remove(name) => name.node.clone(),
        };
        let known: Vec<String> = decl.lines.iter().map(|line| called(line)).collect();
        if !known.contains(&name.node) {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let near = nearest(&name.node, known.iter().copied());
            let about = Some((name.node.as_str(), name.span));
            report.push(errors::nothing_to_change("remove", "castling line", about, name.span, near, &known));
        }
        decl.lines.retain(|line| called(line) != name.node);
    }
}

/// Lines of a piece of which there are only few, by the words they begin with.
const WORDS_OF_PIECES: [&str; 6] = ["symbol", "drawn", "faces", "worth", "carry", "promote"];

/// Removes the lines of a piece that begin with a word, if it is one of those; whether there was one.
fn remove_lines(decl: &mut PieceDecl<'_>, word: &str) -> Option<bool> {
    Some(match word {
        "symbol" => decl.symbols.take().is_some(),
        "drawn" => !std::mem::take(&mut decl.shapes).is_empty(),
        "faces" => decl.facings.take().is_some(),
        "worth" => decl.worth.take().is_some(),
        "carry" => !std::mem::take(&mut decl.places).is_empty(),
        "promote" => !std::mem::take(&mut decl.promotions).is_empty(),
        _ => return None,
    })
}

/// `remove LABEL`, `remove STATE` or `remove promote` and the like in a piece.
pub(super) fn remove_rules(decl: &mut PieceDecl<'_>, label: &Name, verb: Verb, report: &mut Report) {
    if verb != Verb::Extend {
        report.push(errors::wrong_verb("remove", "piece", label.span));
        return;
    }
    let word = label.node.as_str();
    if decl.states.iter().any(|(state, _)| state.node == word) {
        let other = |state: Option<&Name>| state.is_none_or(|state| state.node != word);
        decl.states.retain(|(state, _)| other(Some(state)));
        decl.rules.retain(|rule| other(rule.state));
        decl.promotions.retain(|promotion| other(promotion.state));
        return;
    }
    let name = |line: &PieceLine| match line {
        PieceLine::Rule { label: Some(label), .. } | PieceLine::Id { label: Some(label), .. } => {
            Some(label.node.clone())
        }
        _ => None,
    };
    let known: Vec<String> = decl.rules.iter().filter_map(|r| name(r.line)).collect();
    if !known.iter().any(|k| k == word) {
        if let Some(there) = remove_lines(decl, word) {
            if !there {
                report.push(errors::nothing_to_change("remove", word, None, label.span, None, &[]));
            }
            return;
        }
        let states = decl.states.iter().map(|(state, _)| state.node.as_str());
        let near = nearest(word, known.iter().map(String::as_str).chain(states).chain(WORDS_OF_PIECES));
        let about = Some((word, label.span));
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        report.push(errors::nothing_to_change("remove", "rule labelled", about, label.span, near, &known));
    }
    decl.rules.retain(|r| name(r.line).as_deref() != Some(word));
}
