//! From what LALRPOP says of a line to what its author is told.
//!
//! LALRPOP knows which token did not fit and which would have. Here that becomes one message: a line in the wrong block, a
//! misspelt word, what other languages write, a word of the language where a name has to be, or "expected …" in the
//! language's own terms instead of a list of thirty tokens.

use lalrpop_util::ParseError;

use super::build::Refusal;
use super::{foreign, rewrite};
use crate::context::Context;
use crate::diagnostic::errors::syntax as errors;
use crate::diagnostic::{Diagnostic, suggest};
use crate::layout::Line;
use crate::source::Span;
use crate::token::{self, KEYWORDS, Token};

/// Lines of more words are not read again in another way: each attempt takes its time.
const LONGEST: usize = 500;

/// The message for a line that could not be read.
///
/// `previous` is the block that the line above opened, `text` the whole file, `fits` whether words could be read as a line of
/// some context.
pub(crate) fn explain<'s>(
    refusal: Refusal<'s>,
    line: &Line<'s>,
    context: Context,
    previous: Option<Context>,
    text: &str,
    fits: impl Fn(&[(Token<'s>, Span)], Context) -> bool,
) -> Diagnostic {
    let (start, end, expected) = match refusal {
        ParseError::User { error } => {
            let at = line.tokens.iter().position(|(_, span)| span.start == error.primary.span.start);
            let fits_here = |words: &[(Token<'s>, Span)]| fits(words, context);
            let foreign = at.and_then(|at| foreign::explain(line, at, text, fits_here));
            return foreign.unwrap_or(*error);
        }
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => (start, end, expected),
        // The end of a line is a token, so neither of these is ever made.
        ParseError::ExtraToken { token: (start, _, end) } => (start, end, Vec::new()),
        ParseError::InvalidToken { location } | ParseError::UnrecognizedEof { location, .. } => {
            (location, location, Vec::new())
        }
    };
    let at = line.tokens.iter().position(|(_, span)| span.start as usize == start && start < end);
    let expected = Expected::new(&expected);
    let stumbled = at.unwrap_or(line.tokens.len());
    let fits_here = |words: &[(Token<'s>, Span)]| fits(words, context);
    if line.tokens.len() <= LONGEST
        && let Some(error) = foreign::explain(line, stumbled, text, fits_here)
            .or_else(|| rewrite::explain(line, stumbled, context, text, fits_here))
            .or_else(|| foreign::blame(line, stumbled))
    {
        return error;
    }
    if let Some(strange) = &line.strange {
        return Diagnostic::clone(strange);
    }
    if let Some(error) = wrong_place(line, at, context, previous, &fits) {
        return error;
    }
    if let Some(error) = misspelt(line, at, context, &expected, &fits) {
        return error;
    }
    if let (Some(1), [(Token::Word("extend"), _), (found, span), ..]) = (at, line.tokens.as_slice())
        && let Some(word) = found.word()
        && Context::Top.starters().contains(&word)
    {
        return crate::diagnostic::errors::meaning::wrong_verb("extend", word, *span);
    }
    match at {
        Some(0) => first_word(line, context, &expected),
        Some(at) => word(line, at, context, &expected),
        None => {
            let end = Span { start: line.span.end, ..line.span };
            let last = line.tokens.last().map(|(token, _)| *token);
            let completes = |word: &'static str| {
                fits(&[line.tokens.as_slice(), &[(Token::Word(word), end)]].concat(), context)
            };
            let words: Vec<&str> = token::DETAILS.iter().copied().filter(|word| completes(word)).collect();
            match (last, words.as_slice()) {
                (Some(last), [word]) => errors::last_word_left_out(end, last, word),
                _ => errors::ends_early(end, last, &expected.in_words()),
            }
        }
    }
}

/// A line that would do in another block.
fn wrong_place<'s>(
    line: &Line<'s>,
    at: Option<usize>,
    context: Context,
    previous: Option<Context>,
    fits: impl Fn(&[(Token<'s>, Span)], Context) -> bool,
) -> Option<Diagnostic> {
    let (first, _) = line.tokens.first()?;
    let begins = |word: &str| -> Vec<Context> {
        Context::ALL.into_iter().filter(|other| other.starters().contains(&word)).collect()
    };
    let belongs: Vec<Context> = match first.word() {
        Some(word) if context.starters().contains(&word) => return None,
        // What begins with this word belongs elsewhere, whatever else may be wrong with the line.
        Some(word) if at == Some(0) && !begins(word).is_empty() => begins(word),
        // A lone name would do under `shuffle`, but seldom is meant so.
        _ => Context::ALL
            .into_iter()
            .filter(|other| *other != context && (*other != Context::Shuffle || previous == Some(*other)))
            .filter(|other| fits(&line.tokens, *other))
            .collect(),
    };
    let places: Vec<String> = belongs.iter().map(|other| other.place().to_owned()).collect();
    if places.is_empty() {
        return None;
    }
    let error = errors::wrong_block(line.span, context.place(), &errors::one_of(&places));
    let margin = Span { end: line.span.start, ..line.span };
    Some(match previous {
        Some(above) if belongs.contains(&above) => error.with_fix("indent it", margin, "    "),
        _ if belongs == [Context::Top] => {
            let start = margin.start.saturating_sub(line.indent as u32);
            error.with_fix("remove its indentation", Span { start, ..margin }, "")
        }
        _ => error,
    })
}

/// A line that could be read if one word were the word of the language that is spelt like it. The parser may have taken
/// the word for a name and have stumbled over the next one only.
fn misspelt<'s>(
    line: &Line<'s>,
    at: Option<usize>,
    context: Context,
    expected: &Expected<'_>,
    fits: impl Fn(&[(Token<'s>, Span)], Context) -> bool,
) -> Option<Diagnostic> {
    if line.tokens.len() > LONGEST {
        return None;
    }
    let stumbled = at.unwrap_or(line.tokens.len());
    for at in [Some(stumbled), stumbled.checked_sub(1)].into_iter().flatten() {
        let Some(&(found @ Token::Word(text), span)) = line.tokens.get(at) else { continue };
        let begins = if at == 0 { context.starters() } else { &[] };
        let known = KEYWORDS.iter().chain(begins).copied();
        let Some(near) = suggest::nearest(text, known).filter(|near| *near != text) else { continue };
        let mut fixed = line.tokens.clone();
        fixed[at].0 = token::tokens(near).next()?.0;
        if !fits(&fixed, context) {
            continue;
        }
        return Some(match at {
            0 => errors::unknown_statement(span, found, context.place(), context.starters(), Some(near)),
            _ if at == stumbled => errors::misspelt(span, found, &expected.in_words(), near),
            _ => errors::misspelt(span, found, &format!("`{near}`"), near),
        });
    }
    None
}

/// A line that begins with a word that begins no line.
fn first_word(line: &Line<'_>, context: Context, expected: &Expected<'_>) -> Diagnostic {
    let (found, span) = line.tokens[0];
    if found.keyword().is_some() && expected.has("a word") {
        return errors::keyword_as_name(span, found, &expected.in_words());
    }
    if context.starters().is_empty() {
        return errors::unexpected(span, found, &expected.in_words());
    }
    let anywhere = || Context::ALL.into_iter().flat_map(Context::starters).copied();
    let near = match found {
        Token::Word(text) => suggest::nearest(text, context.starters().iter().copied())
            .or_else(|| suggest::nearest(text, anywhere())),
        _ => None,
    };
    errors::unknown_statement(span, found, context.place(), context.starters(), near)
}

/// Any other word that does not fit.
fn word(line: &Line<'_>, at: usize, context: Context, expected: &Expected<'_>) -> Diagnostic {
    let (found, span) = line.tokens[at];
    let (before, before_span) = line.tokens[at - 1];
    let wanted = expected.in_words();
    if let Some(near) = found.keyword().and_then(|word| suggest::nearest(word, expected.keywords())) {
        return errors::misspelt(span, found, &wanted, near);
    }
    match found {
        Token::Word(text) => {
            // `8x8` is a number and a word.
            if let (Token::Number(_), Some(number)) = (before, text.strip_prefix('x'))
                && expected.has("x")
                && number.bytes().all(|b| b.is_ascii_digit())
                && before_span.end == span.start
            {
                return errors::grid_in_one_word(span, number);
            }
            // A first word that is a name (as in `end`) may be a misspelt keyword, and then this is what goes wrong.
            let (first, first_span) = line.tokens[0];
            if let (1, Token::Word(first_text)) = (at, first)
                && let Some(near) = suggest::nearest(first_text, context.starters().iter().copied())
            {
                let (place, known) = (context.place(), context.starters());
                return errors::unknown_statement(first_span, first, place, known, Some(near));
            }
            match suggest::nearest(text, expected.keywords()) {
                Some(near) => errors::misspelt(span, found, &wanted, near),
                None => errors::unexpected(span, found, &wanted),
            }
        }
        Token::Each if expected.has("and") => errors::unexpected(span, found, &wanted).with_note(
            "tiles that every player sees in the same place need a name: `region near = rank 1 each`, and then `on near`",
        ),
        _ if found.keyword().is_some() && expected.is_name() => errors::keyword_as_name(span, found, &wanted),
        _ if context == Context::Tests && expected.has("a word") => errors::unexpected(span, found, &wanted)
            .with_note("a move with characters other than letters and digits must be quoted: \"O-O\""),
        _ if line.tokens[0].0 == Token::Word("counter") && expected.has("a number") => {
            errors::unexpected(span, found, &wanted).with_note(
                "a counter starts with a number in digits, and `after` lines change it; what is counted or worked out stands \
                 there, as in `after move: left = count(piece)`, or in tests, as in `count(piece) >= 3`",
            )
        }
        _ => errors::unexpected(span, found, &wanted),
    }
}

/// The tokens that would have fitted.
struct Expected<'e>(Vec<&'e str>);

/// What tokens say together: if all of `if_all` and none of `but_not` are there, it is `words` instead of `instead_of`.
struct Group {
    if_all: &'static [&'static str],
    but_not: &'static [&'static str],
    words: &'static [&'static str],
    instead_of: &'static [&'static str],
}

/// The first group that fits is taken first, so a larger group stands before those it contains.
const GROUPS: &[Group] = &[
    Group {
        if_all: &["can", "not"],
        but_not: &[],
        words: &["a test"],
        instead_of: &[
            "a word",
            "a number",
            "(",
            "piece",
            "on",
            "marked",
            "faces",
            "holds",
            "did",
            "last",
            "just",
            "not",
            "some",
            "no",
            "only",
            "sees",
            "can",
            "capturable",
            "connected",
            "newly",
            "group",
            "count",
            "worth",
            "hand",
            "in",
            "players",
            "before",
            "always",
            "attacks",
            "under",
        ],
    },
    Group {
        if_all: &["sees", "not"],
        but_not: &[],
        words: &["more of the test"],
        instead_of: &[
            "a word",
            "(",
            "piece",
            "on",
            "marked",
            "faces",
            "holds",
            "did",
            "last",
            "just",
            "not",
            "some",
            "no",
            "only",
            "sees",
            "and",
            "or",
            "before",
            "always",
            "attacks",
            "under",
            "capturable",
            "newly",
        ],
    },
    Group { if_all: &["and", "or"], but_not: &[], words: &["`and`", "`or`"], instead_of: &["and", "or"] },
    Group {
        if_all: &["rot", "*"],
        but_not: &[],
        words: &["more of the path"],
        instead_of: &["a word", "(", "rot", "mirror", "sym", "tumble", "bend", "*", "[", "{", "+"],
    },
    Group {
        if_all: &["rot"],
        but_not: &[],
        words: &["a path"],
        instead_of: &["a word", "(", "rot", "mirror", "sym", "tumble", "bend"],
    },
    Group {
        if_all: &["rank", "a word"],
        but_not: &[],
        words: &["a tile", "a region"],
        instead_of: &["a word", "(", "all", "rank", "file"],
    },
    Group {
        if_all: &["along", "every"],
        but_not: &[],
        words: &["an effect such as `take`"],
        instead_of: &["a word", "along", "every"],
    },
    Group {
        if_all: &["last", "not", "or"],
        but_not: &[],
        words: &["the rest of the effect"],
        instead_of: &["a word", "last", "not", "of", "or", "+", "-", "="],
    },
    Group {
        if_all: &["<="],
        but_not: &[],
        words: &["a comparison such as `>=`"],
        instead_of: &["=", "!=", "<", "<=", ">", ">="],
    },
    Group {
        if_all: &["a number", "count", "a word"],
        but_not: &[],
        words: &["a number", "a counter"],
        instead_of: &["a number", "a word", "count", "worth", "hand", "players"],
    },
    Group { if_all: &["a word"], but_not: &["a text"], words: &["a name"], instead_of: &["a word"] },
    Group { if_all: &["a word"], but_not: &[], words: &["a word"], instead_of: &["a word"] },
    Group { if_all: &["a number"], but_not: &[], words: &["a number"], instead_of: &["a number"] },
    Group { if_all: &["a text"], but_not: &[], words: &["a string in quotes"], instead_of: &["a text"] },
];

impl<'e> Expected<'e> {
    /// From LALRPOP's list, in which every token stands in quotes.
    fn new(tokens: &'e [String]) -> Expected<'e> {
        let mut tokens: Vec<&str> = tokens.iter().map(|token| token.trim_matches('"')).collect();
        // Words in special places are spoken of as words.
        tokens.retain(|token| !["a word and a bracket", "a bound"].contains(token));
        Expected(tokens)
    }

    fn has(&self, token: &str) -> bool {
        self.0.contains(&token)
    }

    /// Words of the language that would have fitted.
    fn keywords(&self) -> impl Iterator<Item = &'e str> {
        self.0.iter().copied().filter(|token| token.bytes().all(|b| b.is_ascii_lowercase()))
    }

    /// Whether a name is expected and not an expression.
    fn is_name(&self) -> bool {
        self.has("a word") && !["(", "rank", "a text"].into_iter().any(|other| self.has(other))
    }

    /// "a tile, a region or `by`".
    fn in_words(&self) -> String {
        let mut rest = self.0.clone();
        let mut parts: Vec<String> = Vec::new();
        for group in GROUPS {
            let fits = group.if_all.iter().all(|token| rest.contains(token))
                && !group.but_not.iter().any(|token| rest.contains(token));
            if fits {
                rest.retain(|token| !group.instead_of.contains(token));
                parts.extend(group.words.iter().map(|word| (*word).to_owned()));
            }
        }
        let at_end = rest.contains(&"end of line");
        rest.retain(|token| *token != "end of line");
        parts.extend(rest.iter().map(|token| format!("`{token}`")));
        if at_end {
            parts.push("the end of the line".to_owned());
        }
        errors::one_of(&parts)
    }
}
