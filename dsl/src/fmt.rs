//! Brings a rules file into its usual form and changes nothing that it says.
//!
//! Works on the tree of lines and not on the syntax tree: a file with errors in it can be formatted, and comments,
//! blank lines and the columns somebody has made with two or more spaces stay. What is changed is indentation (four
//! spaces a block), single spaces between words, spaces at the ends of lines, and line ends.

use crate::diagnostic::{Code, Diagnostic};
use crate::layout::{self, Line};
use crate::source::{FileId, Span};
use crate::token::Token;

/// The text in its usual form, or what keeps it from being read as lines at all.
///
/// ```
/// use tilegame_dsl::fmt::format;
/// assert_eq!(format("board\n  grid 8   x 8 # all\n").unwrap(), "board\n    grid 8   x 8  # all\n");
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let layout = layout::lines(FileId(0), text);
    let (tabs, mut errors): (Vec<_>, Vec<_>) = layout.errors.iter().cloned().partition(|e| e.code == TAB);
    strange(&layout.lines, &mut errors);
    // Tabs are what the formatter fixes.
    if !errors.is_empty() {
        return Err(tabs.into_iter().chain(errors).collect());
    }
    let mut pieces = Vec::new();
    collect(&layout.lines, 0, &mut pieces);
    pieces.extend(layout.comments.iter().map(|span| Piece { role: Role::Comment, span: *span }));
    pieces.sort_by_key(|piece| piece.span.start);
    Ok(write(text, &pieces))
}

const TAB: Code = Code("E0102");
const INDENT: usize = 4;
/// Between a statement and the comment behind it.
const BEFORE_COMMENT: usize = 2;

/// Something to be written.
struct Piece<'s> {
    role: Role<'s>,
    span: Span,
}

#[derive(Clone, Copy)]
enum Role<'s> {
    /// The first word of a statement, with its indentation in the text and the number of blocks it is in.
    First {
        token: Token<'s>,
        indent: usize,
        depth: usize,
    },
    /// Another word.
    Word(Token<'s>),
    Comment,
}

/// What is said about characters that mean nothing.
fn strange(lines: &[Line<'_>], errors: &mut Vec<Diagnostic>) {
    for line in lines {
        errors.extend(line.strange.as_deref().cloned());
        strange(&line.children, errors);
    }
}

fn collect<'s>(lines: &[Line<'s>], depth: usize, pieces: &mut Vec<Piece<'s>>) {
    for line in lines {
        let mut words = line.tokens.iter();
        if let Some(&(token, span)) = words.next() {
            pieces.push(Piece { role: Role::First { token, indent: line.indent, depth }, span });
        }
        pieces.extend(words.map(|&(token, span)| Piece { role: Role::Word(token), span }));
        collect(&line.children, depth + 1, pieces);
    }
}

fn write(text: &str, pieces: &[Piece<'_>]) -> String {
    let mut out = String::with_capacity(text.len());
    // The indentation, in the text, of the last statement and of those it is under.
    let mut levels: Vec<usize> = Vec::new();
    let inside = unfinished(pieces);
    let mut end = 0;
    for (i, piece) in pieces.iter().enumerate() {
        let gap = &text[end..piece.span.start as usize];
        end = piece.span.end as usize;
        let breaks = gap.matches('\n').count();
        if i > 0 && breaks == 0 {
            out.extend(std::iter::repeat_n(' ', spaces(width(gap), pieces, i)));
        } else {
            if i > 0 {
                out.push_str(if breaks > 1 { "\n\n" } else { "\n" });
            }
            let depth = match piece.role {
                Role::First { indent, depth, .. } => {
                    levels.truncate(depth);
                    levels.push(indent);
                    depth
                }
                // A statement that goes on in brackets does so one step in from where it started.
                Role::Word(Token::ParenClose | Token::BracketClose | Token::BraceClose) => levels.len() - 1,
                Role::Word(_) => levels.len(),
                Role::Comment if inside[i] => levels.len(),
                Role::Comment => comment_depth(&levels, width(gap.rsplit('\n').next().unwrap_or_default())),
            };
            out.extend(std::iter::repeat_n(' ', depth * INDENT));
        }
        out.push_str(&text[piece.span.range()]);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// For every piece, whether the statement before it goes on with it or behind it.
fn unfinished(pieces: &[Piece<'_>]) -> Vec<bool> {
    let mut goes_on = false;
    let mut found: Vec<bool> = pieces
        .iter()
        .rev()
        .map(|piece| {
            goes_on = match piece.role {
                Role::First { .. } => false,
                Role::Word(_) => true,
                Role::Comment => goes_on,
            };
            goes_on
        })
        .collect();
    found.reverse();
    found
}

/// The block a comment on its own line belongs to, by its column: the innermost one that starts no further to the right.
fn comment_depth(levels: &[usize], column: usize) -> usize {
    match levels.iter().rposition(|indent| *indent <= column) {
        // Further in than the last statement: under it.
        Some(last) if last + 1 == levels.len() && column > levels[last] => last + 1,
        Some(depth) => depth,
        None => 0,
    }
}

fn width(gap: &str) -> usize {
    gap.chars().map(|c| if c == '\t' { INDENT } else { usize::from(c != '\u{feff}' && c != '\r') }).sum()
}

/// How many spaces stand before a piece, given how many there were.
fn spaces(width: usize, pieces: &[Piece<'_>], at: usize) -> usize {
    let token = |i: Option<usize>| match i.and_then(|i| pieces.get(i))?.role {
        Role::First { token, .. } | Role::Word(token) => Some(token),
        Role::Comment => None,
    };
    let Some(next) = token(Some(at)) else { return width.max(BEFORE_COMMENT) };
    // Two and more are a column that somebody made.
    if width > 1 {
        return width;
    }
    let (following, before) = (token(Some(at + 1)), token(at.checked_sub(2)));
    match token(at.checked_sub(1)) {
        // `slide(2)` and `n*1..k` are not `n (e, w)` and `n*1.. e`.
        Some(last) if width == 0 && binds(last, next) => 0,
        Some(last) if tight(before, last, next, following) => 0,
        _ => 1,
    }
}

/// Whether two words mean something else with a space between them.
fn binds(last: Token<'_>, next: Token<'_>) -> bool {
    matches!((last, next), (Token::Word(_), Token::ParenOpen) | (Token::Dots, Token::Word(_)))
}

/// Whether no space stands between two words, by those and their neighbours.
fn tight(before: Option<Token<'_>>, last: Token<'_>, next: Token<'_>, following: Option<Token<'_>>) -> bool {
    let number = |token| matches!(token, Some(Token::Number(_)));
    match (last, next) {
        (Token::ParenOpen | Token::BracketOpen | Token::BraceOpen | Token::Star, _) => true,
        (_, Token::ParenClose | Token::BracketClose | Token::BraceClose) => true,
        // `n*2[enemy]`, but `tiles move 1 x 1 [enemy]`.
        (Token::Number(_), Token::BracketOpen) if matches!(before, Some(Token::Word("x" | "vanish"))) => {
            false
        }
        // An argument that is a test.
        (Token::Comma, Token::BracketOpen) => false,
        (_, Token::BracketOpen | Token::BraceOpen | Token::Comma | Token::Colon | Token::Star) => true,
        (
            Token::Rot
            | Token::Mirror
            | Token::Sym
            | Token::Tumble
            | Token::Count
            | Token::Worth
            | Token::Hand,
            Token::ParenOpen,
        ) => true,
        (_, Token::Dots | Token::Dot) | (Token::Dot, _) => true,
        (_, Token::Slash) | (Token::Slash, _) => true,
        // `a1..c3` and `1..2`, but `n*0.. n`.
        (Token::Dots, Token::Number(_) | Token::Inf | Token::Last) => true,
        // `rank last-2..last`.
        (Token::Last, Token::Minus) => true,
        (Token::Minus, Token::Number(_)) if before == Some(Token::Last) => true,
        (Token::Dots, _) => !number(before),
        // `n+n+e`, but `clock + 1` and `count(Pawn) + clock`.
        (last, Token::Plus) => !(ends_number(Some(last)) || begins_number(following)),
        (Token::Plus, next) => !(ends_number(before) || begins_number(Some(next))),
        _ => false,
    }
}

/// Whether a number that is added can begin so.
fn begins_number(token: Option<Token<'_>>) -> bool {
    matches!(token, Some(Token::Number(_) | Token::Count | Token::Worth | Token::Hand))
}

/// Whether a number to which something is added can end so.
fn ends_number(token: Option<Token<'_>>) -> bool {
    matches!(token, Some(Token::Number(_) | Token::ParenClose))
}

#[cfg(test)]
mod tests;
