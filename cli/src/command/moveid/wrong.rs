//! Reading an ID, and a place in it, shown with what there is to say about it.

use std::ops::Range;

use tilegame_dsl::moveid::{MoveId, places::Places};

use crate::exit::Failure;

/// No more of an ID than this is shown on either side of the place.
const AROUND: usize = 60;

/// An ID, or a failure that shows where it goes wrong.
pub(super) fn read(text: &str) -> Result<(MoveId, Places), Failure> {
    MoveId::read(text).map_err(|error| {
        let end = text[error.at..].chars().next().map_or(error.at, |c| error.at + c.len_utf8());
        Failure::Message(format!("this is not a move-ID\n{}", shown(text, error.at..end, &error.sentence())))
    })
}

/// The ID, or the part of it around the place, with carets below the place and the sentence behind them.
pub(super) fn shown(text: &str, at: Range<usize>, sentence: &str) -> String {
    let before: Vec<char> = text[..at.start].chars().collect();
    let there: Vec<char> = text[at.clone()].chars().take(AROUND).collect();
    let behind: Vec<char> = text[at.end..].chars().take(AROUND + 1).collect();
    let cut_before = before.len() > AROUND;
    let start = if cut_before { "…" } else { "" };
    let left: String = before[before.len().saturating_sub(AROUND)..].iter().collect();
    let end = if behind.len() > AROUND { "…" } else { "" };
    let right: String = behind.iter().take(AROUND).collect();
    let visible =
        |text: String| text.chars().map(|c| if c.is_control() { '�' } else { c }).collect::<String>();
    let line = visible(format!("{start}{left}{}{right}{end}", there.iter().collect::<String>()));
    let indent = " ".repeat(left.chars().count() + usize::from(cut_before));
    format!("  {line}\n  {indent}{} {sentence}", "^".repeat(there.len().max(1)))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_long_id_is_cut() {
        let text = "0".repeat(200);
        let lines: Vec<String> = shown(&text, 100..101, "why").lines().map(str::to_owned).collect();
        assert_eq!(lines[0].chars().count(), 2 + 1 + 60 + 1 + 60 + 1);
        assert_eq!(lines[1].find('^'), Some(2 + 1 + 60));
        assert_eq!(shown("12", 2..2, "why"), "  12\n    ^ why");
    }
}
