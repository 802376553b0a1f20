//! Messages about how a file is written: characters, indentation, brackets, and the form of single lines.

use crate::diagnostic::{Code, Diagnostic};
use crate::limits;
use crate::source::Span;
use crate::token::{EFFECTS, Token, shortened};

/// A character that means nothing in the language.
pub(crate) fn unknown_character(span: Span, text: &str) -> Diagnostic {
    let first = text.chars().next().unwrap_or(' ');
    let error = |label: &str| {
        let title = match text.chars().nth(1) {
            Some(_) => format!("`{}` means nothing here", visible(text)),
            None => format!("the character `{}` means nothing here", visible(text)),
        };
        Diagnostic::error(Code("E0101"), title, span, label)
    };
    match first {
        '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' => {
            error("not a quote of the language").with_note("strings are written in straight double quotes: \"…\"")
        }
        '–' | '—' | '−' => error("not a minus sign"),
        c if c.is_whitespace() => error("a special space").with_fix("use an ordinary space", span, " "),
        c if c.is_alphabetic() => error("not a letter of the language").with_note(
            "words are made of the letters a–z and A–Z, digits and `_`; other letters are only possible in strings",
        ),
        _ => error("not a sign of the language"),
    }
}

/// A character in a string that does something where it is printed.
pub(crate) fn unseen_character(span: Span, character: char) -> Diagnostic {
    let title = format!("the character U+{:04X} can't be in a string", u32::from(character));
    Diagnostic::error(Code("E0101"), title, span, "an invisible control character")
        .with_note("use visible characters; for a tab, write spaces")
}

/// A tab in the indentation.
pub(crate) fn tab(span: Span, spaces: String) -> Diagnostic {
    Diagnostic::error(Code("E0102"), "lines are indented with spaces, not tabs", span, "a tab")
        .with_note("reported once; all tabs at the start of lines need the same change")
        .with_fix("use spaces", span, spaces)
}

/// A text without a closing quote.
pub(crate) fn unterminated_text(span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0103"), "this string has no closing quote", span, "opened here")
        .with_note("a string ends on the line it starts on")
        .with_fix("if it should end with the line", Span { start: span.end, ..span }, "\"")
}

/// A backslash before something else than a quote or a backslash.
pub(crate) fn bad_escape(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code("E0104"),
        "a backslash is only possible before `\"` or `\\`",
        span,
        "means nothing",
    )
    .with_note("write `\\\\` for a backslash")
}

/// An indentation between that of two blocks.
pub(crate) fn no_such_level(span: Span, found: usize, (outer, inner): (usize, usize)) -> Diagnostic {
    let near = if found - outer < inner - found { outer } else { inner };
    let margin = Span { start: span.start.saturating_sub(found as u32), end: span.start, ..span };
    Diagnostic::error(
        Code("E0105"),
        "this line is indented like no line above it",
        span,
        format!("indented by {found}"),
    )
    .with_note(format!("the lines above it are indented by {outer} and by {inner}"))
    .with_fix(format!("indent it by {near}"), margin, " ".repeat(near))
}

/// The first line of a file is indented.
pub(crate) fn indented_first_line(span: Span, indent: usize) -> Diagnostic {
    let title = "this line is indented, but there is no line above it that it could belong to";
    let margin = Span { start: span.start.saturating_sub(indent as u32), end: span.start, ..span };
    Diagnostic::error(Code("E0106"), title, span, "must start at the margin").with_fix(
        "remove its indentation",
        margin,
        "",
    )
}

/// A bracket is still open where the statement has to end.
///
/// `end` is the end of the statement, if this is the only open bracket.
pub(crate) fn unclosed_bracket(
    span: Span,
    open: Token<'_>,
    close: Token<'_>,
    end: Option<Span>,
) -> Diagnostic {
    let error = Diagnostic::error(
        Code("E0107"),
        format!("this {open} is never closed"),
        span,
        format!("needs a {close}"),
    )
    .with_note("a statement in brackets may span several lines, all indented more than its first");
    match end {
        Some(end) => error.with_fix("if it should end with the line", end, plain(close)),
        None => error,
    }
}

/// A closing bracket closes another sort of bracket.
pub(crate) fn wrong_bracket(span: Span, found: Token<'_>, expected: Token<'_>, opened: Span) -> Diagnostic {
    Diagnostic::error(
        Code("E0108"),
        format!("expected {expected}, found {found}"),
        span,
        format!("should be {expected}"),
    )
    .with_label(opened, "opened here")
    .with_fix(format!("close it with {expected}"), span, plain(expected))
}

/// A closing bracket closes nothing.
pub(crate) fn stray_bracket(span: Span, found: Token<'_>) -> Diagnostic {
    Diagnostic::error(Code("E0108"), format!("this {found} closes nothing"), span, "no bracket is open here")
}

/// Blocks within blocks without end.
pub(crate) fn too_many_blocks(span: Span, limit: usize) -> Diagnostic {
    let title = format!("blocks are nested more than {limit} deep");
    Diagnostic::error(Code("E0109"), title, span, "indented too deep")
}

/// Expressions within expressions without end.
pub(crate) fn too_deep(span: Span, limit: usize) -> Diagnostic {
    let title = format!("this expression is nested more than {limit} deep");
    Diagnostic::error(Code("E0110"), title, span, "too deep from here on")
        .with_note("give a part of it a name with `path` or `test`")
}

/// A statement of very many words.
pub(crate) fn line_too_long(span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0111"), "this line has too many words", span, "starts here")
        .with_note(format!("at most {} are read", limits::WORDS))
}

/// A text of very many bytes.
pub(crate) fn text_too_long(span: Span) -> Diagnostic {
    Diagnostic::error(Code("E0112"), "this file is too long to be rules", span, "starts here")
        .with_note(format!("a source has at most {} bytes", limits::SOURCE_BYTES))
}

/// More messages about a game than are looked for; the place is that of the first one left out.
pub(crate) fn too_many_messages(span: Span) -> Diagnostic {
    let title = format!("more than {} messages", limits::MESSAGES);
    Diagnostic::error(Code("E0114"), title, span, "further messages are left out from here on")
        .with_note("fix the first ones, or check that this is a rules file")
}

/// A number that does not fit.
pub(crate) fn number_too_large(span: Span, largest: u64) -> Diagnostic {
    Diagnostic::error(Code("E0113"), "this number is too large", span, format!("at most {largest}"))
}

/// A word that can't stand where it does.
pub(crate) fn unexpected(span: Span, found: Token<'_>, expected: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0120"),
        format!("expected {expected}, found {found}"),
        span,
        format!("expected {expected}"),
    )
}

/// A line that lacks its last word, which can only be this.
pub(crate) fn last_word_left_out(span: Span, after: Token<'_>, word: &str) -> Diagnostic {
    let title = format!("expected `{word}` after {after}");
    Diagnostic::error(Code("E0121"), title, span, "the line ends too early").with_fix(
        "write it out",
        span,
        format!(" {word}"),
    )
}

/// A line that is not finished.
pub(crate) fn ends_early(span: Span, after: Option<Token<'_>>, expected: &str) -> Diagnostic {
    let title = match after {
        Some(after) => format!("expected {expected} after {after}"),
        None => format!("expected {expected}"),
    };
    Diagnostic::error(Code("E0121"), title, span, "the line ends too early")
}

/// A line begins with a word that begins no line in this place; `near` is one that does, and is spelt alike.
pub(crate) fn unknown_statement(
    span: Span,
    found: Token<'_>,
    place: &str,
    known: &[&str],
    near: Option<&str>,
) -> Diagnostic {
    let title = format!("no line {place} begins with {found}");
    let error = Diagnostic::error(Code("E0122"), title, span, "not known");
    match near {
        Some(near) => error.with_fix(format!("did you mean `{near}`?"), span, near),
        None => error.with_note(format!("lines here begin with {}", any_of(known))),
    }
}

/// A word of the language where a name has to be.
pub(crate) fn keyword_as_name(span: Span, found: Token<'_>, expected: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0123"),
        format!("{found} is a word of the language and can't be a name"),
        span,
        format!("expected {expected}"),
    )
    .with_note("choose another name")
}

/// A line in a block it does not belong to.
pub(crate) fn wrong_block(span: Span, here: &str, belongs: &str) -> Diagnostic {
    Diagnostic::error(Code("E0124"), format!("this line belongs {belongs}"), span, format!("stands {here}"))
}

/// Whether a message is about a line in a block it does not belong to.
pub(crate) fn is_wrong_block(error: &Diagnostic) -> bool {
    error.code == Code("E0124")
}

/// Lines under a line that has no block.
pub(crate) fn no_block_here(span: Span, header: Span) -> Diagnostic {
    Diagnostic::error(
        Code("E0125"),
        "this line is indented, but the line above it has no block",
        span,
        "indented",
    )
    .with_label(header, "this line cannot have a block")
}

/// `8x8` in one word.
pub(crate) fn grid_in_one_word(span: Span, number: &str) -> Diagnostic {
    Diagnostic::error(
        Code("E0126"),
        "the numbers of a grid must be separated from the `x`",
        span,
        "in one word",
    )
    .with_fix("put spaces around the `x`", span, format!(" x {number}"))
}

/// A name where an effect belongs; `near` is an effect that is spelt alike.
pub(crate) fn no_effect(span: Span, word: &str, near: Option<&str>) -> Diagnostic {
    let error = Diagnostic::error(Code("E0129"), format!("`{word}` is not an effect"), span, "not known");
    match near {
        Some(near) => error.with_fix(format!("did you mean `{near}`?"), span, near),
        None => error.with_note(format!(
            "an effect begins with {}, or with a counter, as in `clock + 1`; only `drop` takes several pieces",
            any_of(EFFECTS)
        )),
    }
}

/// An effect with something else behind it than it takes.
pub(crate) fn form_of_effect(span: Span, forms: &str) -> Diagnostic {
    Diagnostic::error(Code("E0131"), format!("this effect is written `{forms}`"), span, "not written so")
}

/// What a line of `turn` does, among the effects of a path.
pub(crate) fn not_in_braces(span: Span, word: &str) -> Diagnostic {
    let title = format!("`{word}` is not an effect of a path");
    Diagnostic::error(Code("E0131"), title, span, "not possible here")
        .with_note(format!("give the line a label, and write `after LABEL: {word}` under `turn`"))
}

/// A field of a FEN with something else behind it than it takes.
pub(crate) fn form_of_field(span: Span, forms: &str) -> Diagnostic {
    Diagnostic::error(Code("E0131"), format!("this field is written `{forms}`"), span, "not written so")
}

/// `with` or `or` behind a field that takes none.
pub(crate) fn field_without(span: Span, field: &str, word: &str) -> Diagnostic {
    let title = format!("`{word}` can't stand after `{field}`");
    Diagnostic::error(Code("E0131"), title, span, "not written so")
        .with_note("such fields are `castling with first`, `mark NAME with maker` and `count NAME or \"-\"`")
}

/// A detail of a line with something else behind it than it takes.
pub(crate) fn form_of_detail(span: Span, form: &str) -> Diagnostic {
    Diagnostic::error(Code("E0131"), format!("this is written `{form}`"), span, "not written so")
}

/// A line of the first edition of the language; `then` is its first word that is another one now.
pub(crate) fn first_edition(span: Span, then: &str, now: &str, line: Span, written: String) -> Diagnostic {
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let (then, now) = (word(then), word(now));
    let title = format!("`{then}` is written `{now}` in the second edition of the language");
    Diagnostic::error(Code("E0132"), title, span, "of the first edition")
        .with_note("`tilegame fmt --edition 2 FILE` rewrites a whole file")
        .with_fix("write it in this edition", line, written)
}

/// A word where the language has a similar one.
pub(crate) fn misspelt(span: Span, found: Token<'_>, expected: &str, near: &str) -> Diagnostic {
    unexpected(span, found, expected).with_fix(format!("did you mean `{near}`?"), span, near)
}

/// A phrase of another language, and what it does; the fix, if the line can be read then.
pub(crate) fn foreign(
    span: Span,
    there: &str,
    here: &str,
    does: &str,
    fix: Option<(Span, String)>,
) -> Diagnostic {
    let known = if here.is_empty() { "the end of the line".to_owned() } else { format!("`{here}`") };
    let title = format!("{known} {does}, not `{there}`");
    let error = Diagnostic::error(Code("E0127"), title, span, "not written so here");
    match fix {
        Some((at, written)) if here.is_empty() => error.with_fix("leave it out", at, written),
        Some((at, written)) => error.with_fix(format!("write {known}"), at, written),
        None => error,
    }
}

/// A block between braces.
pub(crate) fn block_in_braces(brace: Span) -> Diagnostic {
    Diagnostic::error(
        Code("E0128"),
        "a block is indented, without braces",
        brace,
        "braces are only for effects",
    )
    .with_note(
        "leave out `{` and `}`, and put each line of the block on a line of its own, indented by four spaces",
    )
}

/// A condition before what it is about.
pub(crate) fn condition_first(condition: Span, line: Span, fixed: String) -> Diagnostic {
    let title = "a condition follows what it is about";
    Diagnostic::error(Code("E0128"), title, condition, "stands first").with_fix(
        "move it to the end",
        line,
        fixed,
    )
}

/// An effect or a result without a colon before it.
pub(crate) fn colon_left_out(before: Span, after: Span) -> Diagnostic {
    let title = "a colon stands before what follows from a test";
    let place = Span { start: before.end, end: before.end, ..before };
    Diagnostic::error(Code("E0128"), title, after, "no colon before it").with_fix("add it", place, ":")
}

/// A name behind `extend`, `replace` or `remove` without its sort.
pub(crate) fn piece_unsaid(verb: Token<'_>, name: Span) -> Diagnostic {
    let title = format!("{verb} stands before the sort of what is meant, such as `piece`");
    let place = Span { end: name.start, ..name };
    Diagnostic::error(Code("E0128"), title, name, "of which sort?").with_fix(
        "if it is a piece",
        place,
        "piece ",
    )
}

/// A test that is compared with a number.
pub(crate) fn count_unsaid(test: Span, written: &str) -> Diagnostic {
    let title = "a test can't be compared with a number, but how often it holds can be counted";
    Diagnostic::error(Code("E0128"), title, test, "a test, no number").with_fix(
        "count the tiles where it holds",
        test,
        format!("count({written})"),
    )
}

/// A player inside the brackets of `hand`.
pub(crate) fn owner_in_brackets(owner: Span, whole: Span, fixed: String) -> Diagnostic {
    let title = "whose hand it is comes behind the brackets";
    Diagnostic::error(Code("E0128"), title, owner, "not in the brackets").with_fix(
        format!("write `{fixed}`"),
        whole,
        fixed,
    )
}

/// Several paths without brackets around them.
pub(crate) fn paths_without_brackets(comma: Span, paths: Span, written: &str) -> Diagnostic {
    let title = "several paths need brackets";
    Diagnostic::error(Code("E0128"), title, comma, "the path ends here").with_fix(
        "put brackets around them",
        paths,
        format!("({written})"),
    )
}

/// An ending that begins with its result.
pub(crate) fn ending_without_name(span: Span, result: Token<'_>, name: &str) -> Diagnostic {
    let title = format!("an ending has a name before {result}");
    let start = Span { end: span.start, ..span };
    Diagnostic::error(Code("E0128"), title, span, "no name and colon before it").with_fix(
        "give it a name, such as",
        start,
        format!("{name}: "),
    )
}

/// A move that must be quoted.
pub(crate) fn unquoted_move(span: Span, quoted: String) -> Diagnostic {
    let title = "a move with characters other than letters and digits must be quoted";
    Diagnostic::error(Code("E0128"), title, span, "not quoted").with_fix("quote it", span, quoted)
}

/// A path in quotes. Names of paths are small by custom; what is not may be of another notation.
pub(crate) fn quoted_path(span: Span, path: &str) -> Diagnostic {
    let error = Diagnostic::error(Code("E0128"), "a path is written without quotes", span, "a string");
    match path.starts_with(|c: char| c.is_ascii_lowercase()) {
        true => error.with_fix("leave out the quotes", span, path),
        false => error.with_note(
            "a path is made of directions and of names of paths, such as `rot(n)` or `sym(n+n+e)`; the module `moves` has names \
             for many; letters of other notations mean nothing here, but a line `id` takes a move-ID",
        ),
    }
}

/// "`a`, `b` or `c`".
pub(crate) fn any_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    one_of(&quoted)
}

/// "a, b or c".
pub(crate) fn one_of(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// A sign without the quotes that messages put around it.
fn plain(token: Token<'_>) -> String {
    token.to_string().trim_matches('`').to_owned()
}

/// A text in which what can't be seen is written out.
fn visible(text: &str) -> String {
    shortened(text)
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_unicode().collect() } else { vec![c] })
        .collect()
}
