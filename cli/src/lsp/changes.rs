//! Edits of several documents at once, and the places that name a thing in all files that know it.

use std::collections::BTreeMap;

use lsp_types::{TextEdit, Uri, WorkspaceEdit};
use tilegame_dsl::source::Span;
use tilegame_ide::index::Symbol;
use tilegame_ide::lines::Units;
use tilegame_ide::rename::Refused;

use super::addresses::Address;
use super::documents::{Documents, Reading, range};

/// A place in a text.
pub(super) type Place = (Address, lsp_types::Range);

/// The places that name a thing: in the document, in what it imports, and in all other files of the editor's folders that import what declares it.
pub(super) fn everywhere(
    documents: &Documents,
    own: &Reading,
    symbol: &Symbol,
    declared: &[Span],
    new_name: Option<&str>,
    units: Units,
) -> Result<Vec<Place>, Refused> {
    let mut found = places(own, symbol, units);
    let homes: Vec<&Address> = declared.iter().map(|span| own.address(span.file)).collect();
    // What is known in one file only, or comes with the program, is named by nobody else; the library itself is not searched.
    let is_local = symbol.scope.is_some();
    let candidates = if is_local { Vec::new() } else { documents.candidates() };
    for address in candidates.into_iter().filter(|address| address != own.address(own.analysis.root())) {
        let Some(text) = documents.text(&address).filter(|text| text.contains(&symbol.name)) else {
            continue;
        };
        let read = documents.reading(&address, &text);
        if !homes.iter().any(|home| read.has(home)) {
            continue;
        }
        if let Some(name) = new_name {
            read.analysis.is_free(symbol, name)?;
        }
        found.extend(places(&read, symbol, units));
    }
    found.sort_by_key(|(address, range)| (address.clone(), range.start, range.end));
    found.dedup();
    Ok(found)
}

fn places(read: &Reading, symbol: &Symbol, units: Units) -> Vec<Place> {
    let spans = read.analysis.places_of(symbol);
    spans.into_iter().map(|span| (read.address(span.file).clone(), range(read, span, units))).collect()
}

/// An edit that replaces places by a text.
// The protocol's own form has URIs as keys.
#[allow(clippy::mutable_key_type)]
pub(super) fn edit(documents: &mut Documents, places: Vec<Place>, text: &str) -> WorkspaceEdit {
    let mut changes: BTreeMap<Address, Vec<TextEdit>> = BTreeMap::new();
    for (address, range) in places {
        changes.entry(address).or_default().push(TextEdit::new(range, text.to_string()));
    }
    let changes =
        changes.into_iter().filter_map(|(address, edits)| Some((documents.uri(&address)?, edits))).collect();
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}

/// An edit of one document.
#[allow(clippy::mutable_key_type)]
pub(super) fn of_one(uri: &Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit { changes: Some([(uri.clone(), edits)].into()), ..WorkspaceEdit::default() }
}
