//! From a text to a tree of lines.
//!
//! Indentation and brackets are settled here and nowhere else: what comes out are lines of tokens, each with the lines
//! that are indented under it. Nothing is known here about what a line says. A line with a problem in it is `broken`: it
//! has had its message, stays in the tree for the sake of its block, and is not looked at again.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::syntax as errors;
use crate::limits::{self, BLOCKS, WORDS};
use crate::source::{FileId, Span};
use crate::token::{self, Token};

/// What a tab counts for, once it has been complained about.
const TAB: usize = 4;

/// A statement and its block.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<'s> {
    /// The words, never none, unless the line is broken.
    pub tokens: Vec<(Token<'s>, Span)>,
    /// From the first word to the last.
    pub span: Span,
    /// How far its first word is indented.
    pub indent: usize,
    /// A message about this line has been given already.
    pub broken: bool,
    /// The message about the first character in it that means nothing: for the parser to give, unless it knows better.
    pub strange: Option<Box<Diagnostic>>,
    /// The lines indented under it.
    pub children: Vec<Line<'s>>,
}

/// A text's lines, and all that the syntax tree has no room for.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout<'s> {
    /// The lines at the top level.
    pub lines: Vec<Line<'s>>,
    /// All comments, from the `#` to the end of the line, in order.
    pub comments: Vec<Span>,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
}

/// Reads a text's outline.
pub fn lines(file: FileId, text: &str) -> Layout<'_> {
    let mut reader = Reader::new(file, text);
    if text.len() > limits::SOURCE_BYTES {
        reader.errors.push(errors::text_too_long(Span::new(file, 0, 0)));
        return reader.finish();
    }
    for (token, range) in token::tokens(text) {
        reader.read(token, Span::new(file, range.start, range.end));
    }
    reader.finish()
}

/// A block that is being read.
struct Level<'s> {
    indent: usize,
    lines: Vec<Line<'s>>,
}

struct Reader<'s> {
    file: FileId,
    text: &'s str,
    /// The open blocks, the top level first.
    levels: Vec<Level<'s>>,
    /// The statement that is being read.
    current: Option<Line<'s>>,
    /// Its open brackets.
    brackets: Vec<(Token<'s>, Span)>,
    /// Where the line of text starts, while nothing but space has been read of it.
    row_start: Option<usize>,
    tab_seen: bool,
    too_deep_seen: bool,
    comments: Vec<Span>,
    errors: Vec<Diagnostic>,
}

impl<'s> Reader<'s> {
    fn new(file: FileId, text: &'s str) -> Reader<'s> {
        Reader {
            file,
            text,
            levels: vec![Level { indent: 0, lines: Vec::new() }],
            current: None,
            brackets: Vec::new(),
            row_start: Some(0),
            tab_seen: false,
            too_deep_seen: false,
            comments: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn read(&mut self, token: Token<'s>, span: Span) {
        match token {
            Token::Newline => {
                if self.brackets.is_empty() {
                    self.end_line();
                }
                self.row_start = Some(span.end as usize);
                return;
            }
            Token::Comment => {
                let written = self.text[span.range()].trim_end().len();
                self.comments.push(Span::new(self.file, span.start as usize, span.start as usize + written));
                return;
            }
            _ => {}
        }
        if let Some(start) = self.row_start.take() {
            let indent = self.indentation(start, span);
            if !self.goes_on(token, indent) {
                self.unclosed();
                self.end_line();
                self.current = Some(Line {
                    tokens: Vec::new(),
                    span,
                    indent,
                    broken: false,
                    strange: None,
                    children: Vec::new(),
                });
            }
        }
        self.add(token, span);
    }

    /// Whether a new line of text belongs to the statement before it: a bracket is open, and the line is indented
    /// deeper than the statement (or closes a bracket). The second half keeps one forgotten bracket from swallowing
    /// the file.
    fn goes_on(&self, token: Token<'_>, indent: usize) -> bool {
        let closes = matches!(token, Token::ParenClose | Token::BracketClose | Token::BraceClose);
        match &self.current {
            Some(line) => {
                !self.brackets.is_empty() && (indent > line.indent || closes && indent == line.indent)
            }
            None => false,
        }
    }

    /// The width of the space before a line's first word. Tabs are complained about once a file.
    fn indentation(&mut self, start: usize, first: Span) -> usize {
        let space = &self.text[start..first.start as usize];
        let mut width = 0;
        for c in space.chars() {
            match c {
                '\t' => width = (width / TAB + 1) * TAB,
                '\u{feff}' => {}
                _ => width += 1,
            }
        }
        if !self.tab_seen && space.contains('\t') {
            self.tab_seen = true;
            let at = Span::new(self.file, start, first.start as usize);
            self.errors.push(errors::tab(at, " ".repeat(width)));
        }
        width
    }

    /// Adds a word to the statement that is being read.
    fn add(&mut self, token: Token<'s>, span: Span) {
        let Some(line) = &mut self.current else { return };
        line.span = line.span.to(span);
        if line.broken {
            // Only brackets still matter: they say where the statement ends.
            self.bracket(token, span);
            return;
        }
        line.tokens.push((token, span));
        let too_long = line.tokens.len() > WORDS;
        if let (Token::Unknown(text), None) = (token, &line.strange) {
            line.strange = Some(Box::new(errors::unknown_character(span, text)));
        }
        let error = match token {
            Token::Unterminated => Some(errors::unterminated_text(span)),
            Token::Text(raw) => {
                let start = |at| span.start as usize + at;
                let place = |at, length| Span::new(self.file, start(at), start(at + length));
                let unseen = raw.char_indices().find(|(_, c)| is_unseen(*c));
                let unseen = unseen.map(|(at, c)| errors::unseen_character(place(at, c.len_utf8()), c));
                unseen.or_else(|| {
                    bad_escape(raw).map(|at| {
                        let length = 1 + raw[at + 1..].chars().next().map_or(0, char::len_utf8);
                        errors::bad_escape(place(at, length))
                    })
                })
            }
            _ if too_long => Some(errors::line_too_long(Span::new(
                self.file,
                line.span.start as usize,
                line.span.start as usize,
            ))),
            _ => None,
        };
        if let Some(error) = error {
            self.broken(error);
        }
        self.bracket(token, span);
    }

    /// Keeps account of open brackets.
    fn bracket(&mut self, token: Token<'s>, span: Span) {
        match token {
            // A line with more open brackets than that is broken anyway.
            Token::ParenOpen | Token::BracketOpen | Token::BraceOpen if self.brackets.len() < WORDS => {
                self.brackets.push((token, span));
            }
            Token::ParenClose | Token::BracketClose | Token::BraceClose => match self.brackets.pop() {
                Some((open, _)) if closer(open) == token => {}
                Some((open, opened)) => {
                    self.broken(errors::wrong_bracket(span, token, closer(open), opened));
                }
                None => self.broken(errors::stray_bracket(span, token)),
            },
            _ => {}
        }
    }

    /// Gives the message about the current line, unless there was one. Of a character before it that means nothing the rest may
    /// only follow.
    fn broken(&mut self, error: Diagnostic) {
        if let Some(line) = &mut self.current
            && !line.broken
        {
            line.broken = true;
            self.errors.push(line.strange.take().map_or(error, |strange| *strange));
        }
        // One more than are shown tells that there are more.
        self.errors.truncate(limits::MESSAGES + 1);
    }

    /// Complains about brackets that are still open where a statement has to end.
    fn unclosed(&mut self) {
        // The innermost is the likeliest to have been forgotten.
        if let Some((open, span)) = self.brackets.pop() {
            let end = self.current.as_ref().map(|line| Span { start: line.span.end, ..line.span });
            let end = end.filter(|_| self.brackets.is_empty());
            self.brackets.clear();
            self.broken(errors::unclosed_bracket(span, open, closer(open), end));
        }
    }

    /// Puts the statement that has been read where its indentation says.
    fn end_line(&mut self) {
        let Some(mut line) = self.current.take() else { return };
        let top = self.levels.len() - 1;
        let level = &mut self.levels[top];
        let mut error = None;
        if line.indent > level.indent {
            if level.lines.is_empty() {
                level.indent = line.indent;
                error = Some(errors::indented_first_line(line.span, line.indent));
            } else if self.levels.len() > BLOCKS {
                // Said once: deeper lines have the same cause.
                error = (!self.too_deep_seen).then(|| errors::too_many_blocks(line.span, BLOCKS));
                line.broken |= self.too_deep_seen;
                self.too_deep_seen = true;
            } else {
                self.levels.push(Level { indent: line.indent, lines: Vec::new() });
            }
        } else if line.indent < level.indent {
            error = self.dedent(&line);
        }
        if let Some(error) = error
            && !line.broken
            && line.strange.is_none()
        {
            // What a line at the top says can be read nonetheless.
            line.broken = self.levels.len() > 1 || line.indent > self.levels[0].indent;
            self.errors.push(error);
        }
        if let Some(level) = self.levels.last_mut() {
            level.lines.push(line);
        }
    }

    /// Closes blocks until the line is in one; an indentation between two blocks belongs to the inner one.
    fn dedent(&mut self, line: &Line<'_>) -> Option<Diagnostic> {
        while let [.., outer, inner] = self.levels.as_slice() {
            if line.indent >= inner.indent {
                return None;
            }
            if line.indent > outer.indent {
                let expected = (outer.indent, inner.indent);
                self.levels.last_mut()?.indent = line.indent;
                return Some(errors::no_such_level(line.span, line.indent, expected));
            }
            self.close_block();
        }
        // Only a top level whose first line was indented can be left like this.
        if let Some(top) = self.levels.last_mut() {
            top.indent = top.indent.min(line.indent);
        }
        None
    }

    /// Gives the innermost block to the line it belongs to.
    fn close_block(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        if let Some(header) = self.levels.last_mut().and_then(|outer| outer.lines.last_mut()) {
            header.children = level.lines;
        }
    }

    fn finish(mut self) -> Layout<'s> {
        self.unclosed();
        self.end_line();
        while self.levels.len() > 1 {
            self.close_block();
        }
        let lines = self.levels.pop().map(|top| top.lines).unwrap_or_default();
        Layout { lines, comments: self.comments, errors: self.errors }
    }
}

/// The bracket that closes one.
fn closer<'s>(open: Token<'s>) -> Token<'s> {
    match open {
        Token::ParenOpen => Token::ParenClose,
        Token::BracketOpen => Token::BracketClose,
        _ => Token::BraceClose,
    }
}

/// Whether a character does something where it is printed, instead of being seen: it controls the terminal, or turns the
/// direction of what follows.
fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Where a text has a backslash that escapes neither a quote nor a backslash.
fn bad_escape(raw: &str) -> Option<usize> {
    let mut chars = raw.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && !matches!(chars.next(), Some((_, '"' | '\\'))) {
            return Some(at);
        }
    }
    None
}
