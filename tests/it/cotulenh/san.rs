//! Steps and turns as text, as the engine writes them.

use super::board::*;
use super::play::{Deed, Step};

/// A step; `others` are all that might be meant instead.
pub(super) fn text(step: &Step, others: &[Step]) -> String {
    let who = men_text(&step.men);
    let to = name(step.to);
    let sign = match step.deed {
        Deed::Go => "",
        Deed::Take => "x",
        Deed::Shoot => "_",
        Deed::Crash => "@",
        Deed::Join | Deed::Rejoin => "&",
        Deed::Commit => return "commit".to_string(),
    };
    if step.deploys {
        return format!("{who}>{sign}{to}");
    }
    let rivals: Vec<usize> = others
        .iter()
        .filter(|o| o.men.first().map(|m| m.kind) == Some(step.men[0].kind))
        .filter(|o| o.to == step.to && o.from != step.from)
        .map(|o| o.from)
        .collect();
    let same_file = rivals.iter().any(|r| file(*r) == file(step.from));
    let same_rank = rivals.iter().any(|r| rank(*r) == rank(step.from));
    let from = name(step.from);
    let hint = match (rivals.is_empty(), same_file, same_rank) {
        (true, ..) => "",
        (false, true, true) => &from,
        (false, true, false) => &from[1..2],
        (false, false, _) => &from[..1],
    };
    format!("{who}{hint}{sign}{to}")
}

/// The steps of a session that is open, as a seventh field says it.
pub(super) fn session(state: &State) -> Option<String> {
    let session = state.session.as_ref()?;
    let remaining = state.remaining();
    let more = if remaining.is_empty() { "" } else { "..." };
    let stay = stacked(&remaining).map_or(String::new(), |men| men_text(&men));
    let steps: Vec<String> = session.steps.iter().map(|s| text(s, &[])).collect();
    Some(format!("{}:{stay}:{}{more}", name(session.origin), steps.join(",")))
}
