//! Lines that say the right words in another order or form.
//!
//! Each attempt writes the line anew; one after which it can be read is the suggested fix.

use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::syntax as errors;
use crate::layout::Line;
use crate::source::Span;
use crate::token::{self, Token};

/// The line, where it could not be read on, and what is needed to try it in another form.
struct Attempt<'l, 's, F> {
    line: &'l Line<'s>,
    stumbled: usize,
    context: Context,
    text: &'l str,
    fits: F,
}

/// The message for a line that can be read in another form. `stumbled` is the word that did not fit.
pub(super) fn explain<'s>(
    line: &Line<'s>,
    stumbled: usize,
    context: Context,
    text: &str,
    fits: impl Fn(&[(Token<'s>, Span)]) -> bool,
) -> Option<Diagnostic> {
    let attempt = Attempt { line, stumbled, context, text, fits };
    attempt
        .block_in_braces()
        .or_else(|| attempt.piece_unsaid())
        .or_else(|| attempt.condition_first())
        .or_else(|| attempt.condition_before_result())
        .or_else(|| attempt.colon_left_out())
        .or_else(|| attempt.count_unsaid())
        .or_else(|| attempt.owner_in_brackets())
        .or_else(|| attempt.paths_without_brackets())
        .or_else(|| attempt.ending_without_name())
        .or_else(|| attempt.unquoted_move())
        .or_else(|| attempt.quoted_path())
}

impl<'s, F: Fn(&[(Token<'s>, Span)]) -> bool> Attempt<'_, 's, F> {
    fn token(&self, at: usize) -> Option<Token<'s>> {
        self.line.tokens.get(at).map(|(token, _)| *token)
    }

    /// The text from one word to another, both included.
    fn span(&self, first: usize, last: usize) -> Span {
        self.line.tokens[first].1.to(self.line.tokens[last].1)
    }

    fn written(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// `piece NAME "R" {`
    fn block_in_braces(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        let braces = self.token(self.stumbled)? == Token::BraceOpen
            && Context::opened_by(tokens.iter().map(|(token, _)| token)).is_some()
            && (self.fits)(&tokens[..self.stumbled]);
        braces.then(|| errors::block_in_braces(tokens[self.stumbled].1))
    }

    /// `if TEST quiet n`: the condition comes last, or before a colon or a label.
    fn condition_first(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        if self.token(0)? != Token::If {
            return None;
        }
        let begins = |token: Token<'s>| token.word().is_some_and(|w| self.context.starters().contains(&w));
        let start = (1..tokens.len()).find(|at| begins(tokens[*at].0))?;
        let parted = matches!(tokens[start - 1].0, Token::Comma | Token::Colon);
        let last = start - 1 - usize::from(parted);
        let find = |wanted| (start..tokens.len()).find(|at| tokens[*at].0 == wanted);
        [find(Token::Colon), find(Token::As), Some(tokens.len())].into_iter().flatten().find_map(|end| {
            let words = [&tokens[start..end], &tokens[..=last], &tokens[end..]].concat();
            if last == 0 || !(self.fits)(&words) {
                return None;
            }
            let (rule, test) = (self.written(self.span(start, end - 1)), self.written(self.span(0, last)));
            let rest = match tokens.get(end) {
                None => String::new(),
                Some((Token::Colon, _)) => self.written(self.span(end, tokens.len() - 1)).to_owned(),
                Some(_) => format!(" {}", self.written(self.span(end, tokens.len() - 1))),
            };
            let fixed = format!("{rule} {test}{rest}");
            Some(errors::condition_first(self.span(0, last), self.line.span, fixed))
        })
    }

    /// `NAME: if TEST loss`: a condition between the name of an ending, or a test, and what follows from it.
    fn condition_before_result(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        let first = self.stumbled;
        if self.token(first)? != Token::If || first == 0 {
            return None;
        }
        self.consequences().filter(|start| *start > first + 1).find_map(|start| {
            let parted = matches!(tokens[start - 1].0, Token::Comma | Token::Colon);
            let last = start - 1 - usize::from(parted);
            let words = [&tokens[..first], &tokens[start..], &tokens[first..=last]].concat();
            if last <= first || !(self.fits)(&words) {
                return None;
            }
            let (condition, end) = (self.span(first, last), tokens.len() - 1);
            let (test, rest) = (self.written(condition), self.written(self.span(start, end)));
            let changed = self.span(first, end);
            Some(errors::condition_first(condition, changed, format!("{rest} {test}")))
        })
    }

    /// Where a result or an effect begins.
    fn consequences(&self) -> impl Iterator<Item = usize> {
        let begins = |token: Token<'s>| {
            let is_among = |words: &[&str]| token.word().is_some_and(|word| words.contains(&word));
            is_among(token::RESULTS) || is_among(token::EFFECTS)
        };
        (1..self.line.tokens.len()).filter(move |at| begins(self.line.tokens[*at].0))
    }

    /// `after capture take`: a colon before what follows.
    fn colon_left_out(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        self.consequences().find_map(|at| {
            let (before, after) = (tokens[at - 1].1, tokens[at].1);
            let colon = (Token::Colon, before);
            let words = [&tokens[..at], &[colon], &tokens[at..]].concat();
            (self.fits)(&words).then(|| errors::colon_left_out(before, after))
        })
    }

    /// `extend NAME`: the sort of what is changed comes first.
    fn piece_unsaid(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        let [verb @ (Token::Word("extend" | "replace" | "remove"), _), (Token::Word(word), name), ..] =
            tokens[..]
        else {
            return None;
        };
        let words = [&[verb, (Token::Piece, name)], &tokens[1..]].concat();
        let is_sort = Context::Top.starters().contains(&word);
        (self.context == Context::Top && !is_sort && (self.fits)(&words))
            .then(|| errors::piece_unsaid(verb.0, name))
    }

    /// `friend KIND = 0`: what is compared with a number is a count.
    fn count_unsaid(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        let compares =
            ["=", "!=", "<", "<=", ">", ">="].contains(&self.written(tokens.get(self.stumbled)?.1));
        let first = (1..self.stumbled).rev().find(|at| {
            matches!(tokens[at - 1].0, Token::If | Token::And | Token::Or | Token::Not | Token::ParenOpen)
        })?;
        let (open, close) = (tokens[first].1, tokens[self.stumbled - 1].1);
        let words = [
            &tokens[..first],
            &[(Token::Count, open), (Token::ParenOpen, open)],
            &tokens[first..self.stumbled],
            &[(Token::ParenClose, close)],
            &tokens[self.stumbled..],
        ]
        .concat();
        let span = self.span(first, self.stumbled - 1);
        (compares && (self.fits)(&words)).then(|| errors::count_unsaid(span, self.written(span)))
    }

    /// `hand(piece of enemy)`: whose it is comes behind the brackets.
    fn owner_in_brackets(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        // With several kinds, it is the bracket that can't be.
        let of = match self.token(self.stumbled)? {
            Token::ParenClose => self.stumbled.checked_sub(2)?,
            _ => self.stumbled,
        };
        let (Token::Of, Token::ParenClose) = (self.token(of)?, self.token(of + 2)?) else { return None };
        let open = (1..of).rev().find(|at| tokens[*at].0 == Token::ParenOpen)?;
        let words =
            [&tokens[..of], &tokens[of + 2..=of + 2], &tokens[of..of + 2], &tokens[of + 3..]].concat();
        let inside = self.written(self.span(open + 1, of - 1));
        let fixed = format!("({inside}) {}", self.written(self.span(of, of + 1)));
        let whole = self.span(open, of + 2);
        (self.fits)(&words).then(|| errors::owner_in_brackets(self.span(of, of + 1), whole, fixed))
    }

    /// `move n, e`: alternatives stand in brackets.
    fn paths_without_brackets(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        if self.token(self.stumbled)? != Token::Comma {
            return None;
        }
        let equal = (0..self.stumbled).find(|at| tokens[*at].0 == Token::Equal);
        let first = equal.map_or(1, |at| at + 1);
        let ends = |at: &usize| matches!(tokens[*at].0, Token::If | Token::As | Token::Onto);
        let end = (self.stumbled..tokens.len()).find(ends).unwrap_or(tokens.len());
        if first >= self.stumbled || end - 1 <= self.stumbled {
            return None;
        }
        let (open, close) = (tokens[first].1, tokens[end - 1].1);
        let words = [
            &tokens[..first],
            &[(Token::ParenOpen, open)],
            &tokens[first..end],
            &[(Token::ParenClose, close)],
            &tokens[end..],
        ]
        .concat();
        let span = self.span(first, end - 1);
        (self.fits)(&words)
            .then(|| errors::paths_without_brackets(tokens[self.stumbled].1, span, self.written(span)))
    }

    /// `win if TEST`
    fn ending_without_name(&self) -> Option<Diagnostic> {
        const NAME: &str = "goal";
        let &(result, span) = self.line.tokens.first()?;
        if self.context != Context::End || !result.word().is_some_and(|word| token::RESULTS.contains(&word)) {
            return None;
        }
        let words = [&[(Token::Word(NAME), span), (Token::Colon, span)], &self.line.tokens[..]].concat();
        (self.fits)(&words).then(|| errors::ending_without_name(span, result, NAME))
    }

    /// A move in `tests` that has other signs than letters and digits.
    fn unquoted_move(&self) -> Option<Diagnostic> {
        let tokens = &self.line.tokens;
        if self.context != Context::Tests {
            return None;
        }
        let touch = |at: usize| tokens[at].1.end == tokens[at + 1].1.start;
        let mut first = self.stumbled.min(tokens.len() - 1);
        while first > 1 && touch(first - 1) {
            first -= 1;
        }
        let mut last = first;
        while last + 1 < tokens.len() && touch(last) {
            last += 1;
        }
        if first == 0 || last == first || !(first..=last).contains(&self.stumbled) {
            return None;
        }
        let span = self.span(first, last);
        let words = [&tokens[..first], &[(Token::Text("\"\""), span)], &tokens[last + 1..]].concat();
        let quoted = format!("\"{}\"", self.written(span).replace(['–', '—', '−'], "-"));
        (!quoted[1..quoted.len() - 1].contains(['"', '\\']) && (self.fits)(&words))
            .then(|| errors::unquoted_move(span, quoted))
    }

    /// `move "n ne"`
    fn quoted_path(&self) -> Option<Diagnostic> {
        let &(Token::Text(quoted), span) = self.line.tokens.get(self.stumbled)? else { return None };
        let path = quoted.trim_matches('"');
        // Inside a string there are no places, so all words of it are taken to stand where the string does.
        let inside: Vec<(Token<'s>, Span)> = token::tokens(path).map(|(token, _)| (token, span)).collect();
        let words = [&self.line.tokens[..self.stumbled], &inside[..], &self.line.tokens[self.stumbled + 1..]]
            .concat();
        let is_path = self.context == Context::Piece && !inside.is_empty() && (self.fits)(&words);
        is_path.then(|| errors::quoted_path(span, path))
    }
}
