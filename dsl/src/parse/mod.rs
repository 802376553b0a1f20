//! From a text to its syntax tree and all that is wrong with how it is written.
//!
//! `layout` gives the lines, one LALRPOP parser reads each line by itself, and this module puts blocks together. So an
//! error stays in its line: each broken line costs one message, and all other lines are still read. The lines under a
//! header that could not be read are read for their own errors, if the header's first words tell what they are.

mod build;
mod depth;
pub mod edition;
pub(crate) mod foreign;
mod line;
mod next;
mod refusal;
mod rewrite;
#[cfg(test)]
pub(crate) mod tests;

use crate::ast::{File, Item, ItemKind, PieceLine, PlayerLine, SetupLine, Tiles};
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::{moveid, syntax as errors};
use crate::layout::{self, Line};
use crate::limits;
use crate::moveid::MoveId;
use crate::source::{FileId, Span};
use crate::token::{self, Token};
use build::Parsed;
use line::{LineReader, opened_by};
pub use next::{Next, next};
use tilegame_betza::{Betza, Dialect};

/// Reads a text. Never fails: the tree has all lines that could be read, the messages say what is wrong with the others,
/// in the order of the text. After [`limits::MESSAGES`] messages reading stops, and the last message says so.
///
/// ```
/// use tilegame_dsl::{parse::parse, source::FileId};
/// let (file, errors) = parse(FileId(0), "game \"Mine\"\nregion goal = rank 8\n");
/// assert_eq!((file.items.len(), errors.len()), (2, 0));
/// ```
pub fn parse(file: FileId, text: &str) -> (File, Vec<Diagnostic>) {
    let layout = layout::lines(file, text);
    let mut reader = Reader { line: LineReader::new(file, text), errors: layout.errors };
    let items = reader.block(&layout.lines, Context::Top, only_item, Reader::fill_item);
    for error in &mut reader.errors {
        // An indentation with tabs in it is not as wide as it is long, so that a fix of it would miss.
        error.fix.take_if(|fix| text.get(fix.span.range()).is_none_or(|old| old.contains('\n')));
    }
    reader.errors.sort_by_key(|error| error.primary.span.start);
    if let Some(left_out) = reader.errors.get(limits::MESSAGES) {
        let last = errors::too_many_messages(left_out.primary.span);
        reader.errors.truncate(limits::MESSAGES);
        reader.errors.push(last);
    }
    (File { items }, reader.errors)
}

struct Reader<'t> {
    line: LineReader<'t>,
    errors: Vec<Diagnostic>,
}

/// Takes one sort of line out of [`Parsed`].
macro_rules! only {
    ($sort:ident) => {
        |parsed| match parsed {
            Parsed::$sort(line) => Some(line),
            _ => None,
        }
    };
}

fn only_item(parsed: Parsed) -> Option<Item> {
    only!(Item)(parsed)
}

impl Reader<'_> {
    /// Reads lines of one context; `fill` reads what is indented under each.
    fn block<T>(
        &mut self,
        lines: &[Line<'_>],
        context: Context,
        take: impl Fn(Parsed) -> Option<T>,
        fill: impl Fn(&mut Self, &mut T, &Line<'_>),
    ) -> Vec<T> {
        let mut read = Vec::new();
        let mut previous = None;
        for line in lines {
            match self.line(line, context, previous).and_then(&take) {
                Some(mut node) => {
                    fill(self, &mut node, line);
                    read.push(node);
                }
                None => self.lines_of_unknown(line),
            }
            previous = opened_by(line);
        }
        read
    }

    /// Reads lines that have no blocks.
    fn lines<T>(
        &mut self,
        header: &Line<'_>,
        context: Context,
        take: impl Fn(Parsed) -> Option<T>,
    ) -> Vec<T> {
        self.block(&header.children, context, take, |reader, _, line| reader.no_block(line))
    }

    /// Reads the block of a top-level statement.
    fn fill_item(&mut self, item: &mut Item, header: &Line<'_>) {
        match &mut item.kind {
            _ if item.verb == crate::ast::Verb::Remove => self.no_block(header),
            ItemKind::Game { about, .. } | ItemKind::Variant { about, .. } => {
                *about = self.lines(header, Context::Game, only!(About));
            }
            ItemKind::Board(lines) => *lines = self.lines(header, Context::Board, only!(Board)),
            ItemKind::Players(lines) => {
                *lines = self.block(&header.children, Context::Players, only!(Player), Reader::fill_player);
            }
            ItemKind::Piece { lines, .. } => {
                *lines = self.block(&header.children, Context::Piece, only!(Piece), Reader::fill_piece);
            }
            ItemKind::Rules { lines, .. } => {
                *lines = self.block(&header.children, Context::Piece, only!(Piece), Reader::fill_piece);
            }
            ItemKind::Castling { lines, .. } => {
                *lines = self.lines(header, Context::Castling, only!(Castling))
            }
            ItemKind::Setup(lines) => {
                lines.extend(self.block(&header.children, Context::Setup, only!(Setup), Reader::fill_setup));
            }
            ItemKind::Turn(lines) => *lines = self.lines(header, Context::Turn, only!(Turn)),
            ItemKind::End(lines) | ItemKind::Match(lines) => {
                *lines = self.lines(header, Context::End, only!(End));
            }
            ItemKind::Notation { lines, .. } => {
                *lines = self.lines(header, Context::Notation, only!(Notation))
            }
            ItemKind::Tests(lines) => *lines = self.lines(header, Context::Tests, only!(Test)),
            ItemKind::Use(_)
            | ItemKind::Region { .. }
            | ItemKind::Test { .. }
            | ItemKind::Path { .. }
            | ItemKind::Shape { .. }
            | ItemKind::Mark(_)
            | ItemKind::Option { .. }
            | ItemKind::Counter { .. } => self.no_block(header),
        }
    }

    fn fill_player(&mut self, player: &mut PlayerLine, header: &Line<'_>) {
        player.facing = self.lines(header, Context::Player, only!(Facing));
    }

    fn fill_piece(&mut self, line: &mut PieceLine, header: &Line<'_>) {
        match line {
            PieceLine::State { lines, .. } => {
                *lines = self.block(&header.children, Context::Piece, only!(Piece), Reader::fill_piece);
            }
            PieceLine::Id { .. } => {
                self.no_block(header);
                self.fill_id(line);
            }
            PieceLine::Betza { .. } => {
                self.no_block(header);
                self.fill_betza(line);
            }
            _ => self.no_block(header),
        }
    }

    /// Reads what Betza notation means.
    fn fill_betza(&mut self, line: &mut PieceLine) {
        let PieceLine::Betza { dialect, text, rules, .. } = line else { return };
        let dialect = match dialect.as_ref().map(|name| (name.node.as_str(), name.span)) {
            None => Dialect::XBoard,
            Some(("fsf", _)) => Dialect::FairyStockfish,
            Some((_, span)) => return self.errors.push(moveid::no_dialect(span)),
        };
        let inside = |at: std::ops::Range<usize>| {
            let start = text.span.start as usize + 1;
            Span::new(
                self.line.file,
                start + at.start,
                start + at.end.max(at.start + 1).min(text.node.len().max(1)),
            )
        };
        let read = Betza::read(&text.node, dialect).and_then(|betza| betza.rules());
        match read {
            Err(wrong) => self.errors.push(moveid::not_betza(&wrong.why, inside(wrong.at))),
            Ok(lines) => {
                *rules = lines.iter().filter_map(|rule| self.rule_at(&rule.to_string(), text.span)).collect()
            }
        }
    }

    /// A line of a piece that is written nowhere: all its words are at one place.
    fn rule_at(&self, text: &str, span: Span) -> Option<PieceLine> {
        let words: Vec<(Token<'_>, Span)> = token::tokens(text).map(|(token, _)| (token, span)).collect();
        match self.line.read(&words, span, Context::Piece) {
            Ok(Parsed::Piece(line)) => Some(line),
            _ => None,
        }
    }

    /// Reads the sets of tiles in a move-ID.
    fn fill_id(&mut self, line: &mut PieceLine) {
        let PieceLine::Id { id, tiles, .. } = line else { return };
        // What is wrong with the ID itself is said where it is given its meaning.
        let Ok((read, places)) = MoveId::read(&id.node) else { return };
        for name in read.regions() {
            let at = places.names().find(|at| id.node[at.clone()] == name.to_string());
            let Some(at) = at.filter(|_| !tiles.iter().any(|(known, _)| known == name.as_str())) else {
                continue;
            };
            let start = id.span.start as usize + 1 + at.start + 1;
            let span = Span::new(self.line.file, start, start + name.as_str().len());
            match self.tiles(name.as_str(), span) {
                Some(set) => tiles.push((name.as_str().to_owned(), set)),
                None => self.errors.push(moveid::no_tiles(span)),
            }
        }
    }

    /// A set of tiles that stands inside another word.
    fn tiles(&self, text: &str, span: Span) -> Option<Tiles> {
        let start = Span { end: span.start, ..span };
        let before = [Token::Region, Token::Word("tiles_of_id"), Token::Equal].map(|token| (token, start));
        let at = |range: std::ops::Range<usize>| {
            let start = span.start as usize;
            Span::new(span.file, start + range.start, start + range.end)
        };
        let words = crate::token::tokens(text).map(|(token, range)| (token, at(range)));
        let words: Vec<(Token<'_>, Span)> = before.into_iter().chain(words).collect();
        if depth::too_deep(&words).is_some() {
            return None;
        }
        match self.line.read(&words, span, Context::Top) {
            Ok(Parsed::Item(Item { kind: ItemKind::Region { tiles, each: false, .. }, .. })) => tiles,
            _ => None,
        }
    }

    fn fill_setup(&mut self, line: &mut SetupLine, header: &Line<'_>) {
        match line {
            SetupLine::Shuffle { places, .. } => *places = self.lines(header, Context::Shuffle, only!(Place)),
            _ => self.no_block(header),
        }
    }

    /// Reads what is under a line that was not understood, for its errors only.
    fn lines_of_unknown(&mut self, header: &Line<'_>) {
        // Where a whole block is in the wrong place, its header has been complained about.
        let misplaced =
            self.errors.last().is_some_and(|e| e.primary.span == header.span && errors::is_wrong_block(e));
        let before = self.errors.len();
        if let Some(context) = opened_by(header) {
            self.block(&header.children, context, Some, |reader, parsed, line| match parsed {
                Parsed::Setup(setup) => reader.fill_setup(setup, line),
                Parsed::Player(player) => reader.fill_player(player, line),
                Parsed::Piece(piece) => reader.fill_piece(piece, line),
                _ => reader.no_block(line),
            });
        }
        if misplaced {
            let inside = self.errors.split_off(before);
            self.errors.extend(inside.into_iter().filter(|e| !errors::is_wrong_block(e)));
        }
    }

    /// Complains about lines under one that has no block: once, at the first of them.
    fn no_block(&mut self, header: &Line<'_>) {
        if let Some(first) = header.children.first().filter(|first| !first.broken && first.strange.is_none())
        {
            self.errors.push(errors::no_block_here(first.span, header.span));
        }
    }

    /// Reads one line; `previous` is the block opened by the line above it.
    fn line(&mut self, line: &Line<'_>, context: Context, previous: Option<Context>) -> Option<Parsed> {
        if line.broken || self.errors.len() > limits::MESSAGES {
            return None;
        }
        if let Some(at) = depth::too_deep(&line.tokens) {
            self.errors.push(errors::too_deep(at, crate::limits::NESTING));
            return None;
        }
        match self.line.read(&line.tokens, line.span, context) {
            Ok(parsed) => Some(parsed),
            Err(refusal) => {
                if let Some(error) = edition::explain(&self.line, line, context) {
                    self.errors.push(error);
                    return None;
                }
                let fits = |words: &[_], other| self.line.read(words, line.span, other).is_ok();
                let error = refusal::explain(refusal, line, context, previous, self.line.text, fits);
                self.errors.push(error);
                None
            }
        }
    }
}
