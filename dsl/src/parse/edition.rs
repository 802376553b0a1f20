//! Lines of the first edition of the language, and what they are in the second.
//!
//! A line is touched only if it can't be read as it stands, so that a file of the second edition stays as it is. The same edits are the
//! suggested fix of the message about such a line.

use super::line::{LineReader, opened_by};
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::syntax as errors;
use crate::layout::{self, Line};
use crate::source::{FileId, Span};
use crate::token::{self, Token};

/// Lines that begin with another word, by block.
const FIRST_WORDS: &[(Context, &str, &str)] = &[
    (Context::Top, "tally", "counter"),
    (Context::Piece, "facing", "faces"),
    (Context::Notation, "moves", "move"),
    (Context::Notation, "variant", "pgn"),
];

/// Effects that begin with another word. `leave` was possible anywhere on a path; it is `put` where the path begins.
const EFFECTS: &[(&str, &str)] = &[("arrive", "become"), ("leave", "put"), ("turn", "rotate")];

/// Words in the middle of a line: the block, the words before it, the word and that behind it (`*` stands for any), and the new word.
type Inner = (Context, &'static str, Token<'static>, &'static str, &'static str);
const INNER: &[Inner] = &[
    (Context::Board, "drawn", Token::On, "lines", "as"),
    (Context::Board, "drawn", Token::In, "rings", "as"),
    (Context::End, "*", Token::On, "time", "by"),
    (Context::Notation, "final", Token::On, "*", "by"),
    (Context::Notation, "moves", Token::On, "*", "by"),
];

/// A place in the text, and what is written there instead.
type Edit = (std::ops::Range<usize>, String);

/// The text with all lines of the first edition as they are in the second; comments and layout stay.
///
/// ```
/// use tilegame_dsl::parse::edition::second;
/// assert_eq!(second("tally clock = 0  # plies\n"), "counter clock = 0 ignored  # plies\n");
/// ```
pub fn second(text: &str) -> String {
    let file = FileId(0);
    let layout = layout::lines(file, text);
    let reader = LineReader::new(file, text);
    let mut edits = Vec::new();
    for line in &layout.lines {
        collect(&reader, line, Context::Top, &mut edits);
    }
    edited(text, 0..text.len(), &edits)
}

fn collect(reader: &LineReader<'_>, line: &Line<'_>, context: Context, edits: &mut Vec<Edit>) {
    if !line.broken && reader.read(&line.tokens, line.span, context).is_err() {
        edits.extend(of_line(line, context, reader.text));
    }
    if let Some(inside) = opened_by(line) {
        for child in &line.children {
            collect(reader, child, inside, edits);
        }
    }
}

/// The message about a line that can be read once it is written in this edition.
pub(super) fn explain(reader: &LineReader<'_>, line: &Line<'_>, context: Context) -> Option<Diagnostic> {
    let edits = of_line(line, context, reader.text);
    let (first, now) = edits.first()?;
    let written = edited(reader.text, line.span.range(), &edits);
    let words: Vec<(Token<'_>, Span)> = token::tokens(&written)
        .filter(|(token, _)| !matches!(token, Token::Newline | Token::Comment))
        .map(|(token, range)| (token, Span::new(reader.file, range.start, range.end)))
        .collect();
    reader.read(&words, Span::new(reader.file, 0, written.len()), context).ok()?;
    let then = &reader.text[first.clone()];
    let span = Span::new(reader.file, first.start, first.end);
    Some(errors::first_edition(span, then, now, line.span, written))
}

/// The part of a text with the edits done, which are in order.
fn edited(text: &str, part: std::ops::Range<usize>, edits: &[Edit]) -> String {
    let mut written = String::with_capacity(part.len());
    let mut from = part.start;
    for (place, new) in edits {
        written.push_str(&text[from..place.start]);
        written.push_str(new);
        from = place.end;
    }
    written.push_str(&text[from..part.end]);
    written
}

/// What is written otherwise in a line, in order.
fn of_line(line: &Line<'_>, context: Context, text: &str) -> Vec<Edit> {
    let tokens = &line.tokens;
    let word = |at: usize| tokens.get(at).and_then(|(token, _)| token.word());
    let mut edits: Vec<Edit> = Vec::new();
    // `remove tally clock`
    let verb = matches!(word(0), Some("remove" | "replace" | "extend"));
    let head = usize::from(verb);
    let new_head = FIRST_WORDS.iter().find(|(block, old, _)| *block == context && word(head) == Some(*old));
    if let Some((_, _, new)) = new_head {
        edits.push((tokens[head].1.range(), (*new).to_owned()));
    }
    let mut at = 1;
    // A test that goes to the front: where it ends.
    let mut moved: Option<(usize, usize)> = None;
    while let Some(&(token, span)) = tokens.get(at) {
        if let Some((_, end)) = moved.filter(|(from, _)| *from == at) {
            edits.push((tokens[at - 1].1.end as usize..tokens[end - 1].1.end as usize, String::new()));
            at = end;
            continue;
        }
        let inner = INNER.iter().find(|(block, first, old, next, _)| {
            let is = |wanted: &str, at: usize| wanted == "*" || word(at) == Some(wanted);
            *block == context && token == *old && is(first, 0) && is(next, at + 1)
        });
        let effect = EFFECTS.iter().find(|(old, _)| word(at) == Some(*old) && word(at + 1).is_some());
        if let Some((.., new)) = inner {
            edits.push((span.range(), (*new).to_owned()));
        } else if begins_effect(line, context, at) {
            match effect {
                Some(("leave", _)) if !sets_out(line, at) => {}
                Some((_, new)) => edits.push((span.range(), (*new).to_owned())),
                None if token == Token::Each && context == Context::Turn => {
                    let (new, test) = walked(line, at, text);
                    edits.push((span.range(), new));
                    moved = test.or(moved);
                }
                None => {}
            }
        }
        at += 1;
    }
    if let (Some((_, "tally", _)), Some((_, last))) = (new_head, tokens.last())
        && tokens.iter().any(|(token, _)| *token == Token::Equal)
    {
        let end = last.end as usize;
        edits.push((end..end, " ignored".to_owned()));
    }
    edits
}

/// Whether an effect can begin at a word: behind a brace, a colon or a comma.
fn begins_effect(line: &Line<'_>, context: Context, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| line.tokens[before].0);
    let has_effects = matches!(context, Context::Top | Context::Piece | Context::Castling | Context::Turn);
    has_effects && matches!(before, Some(Token::BraceOpen | Token::Colon | Token::Comma | Token::May))
}

/// Whether the braces around a word belong to the tile where a path begins.
fn sets_out(line: &Line<'_>, at: usize) -> bool {
    let open = line.tokens[..at].iter().rposition(|(token, _)| *token == Token::BraceOpen);
    let before = open.and_then(|open| line.tokens.get(open.checked_sub(1)?));
    before.is_some_and(|(token, _)| *token == Token::Word("here"))
}

/// What is written for `each` in `each PATH` and in `each PATH from TEST`, and which words the test is, that goes to the front, with
/// its `from`.
fn walked(line: &Line<'_>, each: usize, text: &str) -> (String, Option<(usize, usize)>) {
    let mut depth = 0_usize;
    let (mut from, mut joins) = (None, false);
    let mut end = each + 1;
    while let Some((token, _)) = line.tokens.get(end) {
        match token {
            Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => depth += 1,
            Token::ParenClose | Token::BracketClose | Token::BraceClose => depth = depth.saturating_sub(1),
            Token::Comma | Token::As if depth == 0 => break,
            Token::From if depth == 0 => from = Some(end),
            Token::And | Token::Or if depth == 0 && from.is_some() => joins = true,
            _ => {}
        }
        end += 1;
    }
    let Some(from) = from.filter(|from| each + 1 < *from && from + 1 < end) else {
        return ("along".to_owned(), None);
    };
    let test = &text[line.tokens[from + 1].1.to(line.tokens[end - 1].1).range()];
    let test = if joins { format!("({test})") } else { test.to_owned() };
    (format!("every {test}: along"), Some((from, end)))
}

#[cfg(test)]
mod tests {
    use super::second;
    use crate::library::{GAMES, MODULES};
    use crate::parse::tests::SAMPLE;

    fn is_now(then: &str, now: &str) {
        assert_eq!(second(then), now);
        assert_eq!(second(now), now);
    }

    #[test]
    fn lines_keep_their_comments_and_columns() {
        is_now(
            "tally clock = 0     # plies\ntally turns = 1 each\ncounter wins = 0\nremove tally moves\n",
            "counter clock = 0 ignored     # plies\ncounter turns = 1 each ignored\ncounter wins = 0\nremove counter moves\n",
        );
        is_now(
            "board\n    drawn on lines but a1  # cross\n    drawn in rings\n    drawn a1 in blue\n",
            "board\n    drawn as lines but a1  # cross\n    drawn as rings\n    drawn a1 in blue\n",
        );
        is_now(
            "end\n    weak: draw on time if no Mole\nnotation\n    moves \"{to}\"  on hop, skip\n    final \"#\" on mate\n    variant \"A\"\n",
            "end\n    weak: draw by time if no Mole\nnotation\n    move \"{to}\"  by hop, skip\n    final \"#\" by mate\n    pgn \"A\"\n",
        );
    }

    #[test]
    fn effects_and_orientations() {
        is_now(
            "piece Guard \"G\"\n    facing n \"1\", s \"2\"\n    do here{leave Guard, turn right} rot(n)[empty]{arrive Guard}  as parted\n",
            "piece Guard \"G\"\n    faces n \"1\", s \"2\"\n    do here{put Guard, rotate right} rot(n)[empty]{become Guard}  as parted\n",
        );
        // A piece that is left elsewhere than under the effect has no word of its own any more.
        is_now("path away = n{leave Guard} n\n", "path away = n{leave Guard} n\n");
    }

    #[test]
    fn paths_after_moves() {
        is_now(
            "turn\n    after capture: take, each rot(n)[enemy]{take}  as blown\n",
            "turn\n    after capture: take, along rot(n)[enemy]{take}  as blown\n",
        );
        is_now(
            "turn\n    after move: each n[piece]{turn right} from friend Mole, each s{take} from on (a1, b1) or Newt  as x\n",
            "turn\n    after move: every friend Mole: along n[piece]{rotate right}, every (on (a1, b1) or Newt): along s{take}  as x\n",
        );
    }

    #[test]
    fn the_second_edition_stays_as_it_is() {
        for (name, text) in GAMES.iter().chain(MODULES).chain([&("sample", SAMPLE)]) {
            assert_eq!(second(text), *text, "{name}");
        }
    }
}
