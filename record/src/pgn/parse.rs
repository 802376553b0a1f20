//! Reading games line by line: tokens, and the tree they make. Nothing here knows what a move means.
//!
//! No token but a comment in braces goes on in the next line, so a reader needs no more of a text than one line and the game it
//! is in. Every character is looked at a fixed number of times.

use std::borrow::Cow;
use std::ops::Range;
use std::str::SplitInclusive;

use tilegame_runtime::notation::shortened;

use super::written::{DEEPEST, Level, Line, Node, PgnGame, Place, Remark};
use crate::score::Score;

/// So many errors and so many notes are kept of one game; further ones are only counted.
pub const MOST_REMARKS: usize = 100;

/// Signs for what a move or a position is worth, and their numeric glyphs.
const SIGNS: [(&str, u8); 22] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("+/=", 14),
    ("+=", 14),
    ("=+", 15),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("□", 7),
    ("N", 146),
];

/// Reads all games of a text, and says what it stumbled over.
///
/// ```
/// use tilegame_record::pgn::parse;
/// let (games, remarks) = parse("[Event \"Club\"]\n\n1. e4 e5 (1... c5 {sharp}) 2. Nf3! *");
/// assert!(remarks.is_empty());
/// assert_eq!(games[0].line.moves.len(), 3);
/// assert_eq!(games[0].line.moves[1].variations[0].moves[0].after, ["sharp"]);
/// ```
pub fn parse(text: &str) -> (Vec<PgnGame>, Vec<Remark>) {
    let mut games = Vec::new();
    let mut remarks = Vec::new();
    for (game, stumbled) in Games::new(text) {
        games.push(game);
        remarks.extend(stumbled);
    }
    (games, remarks)
}

/// A line of a file as text: UTF-8, or else Latin-1, which the standard of PGN names and in which any bytes are some text.
///
/// ```
/// use tilegame_record::pgn::decode;
/// assert_eq!(decode("[White \"Müller\"]".as_bytes()), "[White \"Müller\"]");
/// assert_eq!(decode(b"[White \"M\xfcller\"]"), "[White \"Müller\"]");
/// ```
pub fn decode(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => line.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// The games of a text, one after another, each with what reading it stumbled over. Of the text, only the line is needed at
/// which the reading is.
///
/// ```
/// use tilegame_record::pgn::Games;
/// let lines = ["1. e4 *\n", "1. d4 d5\n", "2. c4 *\n"].map(String::from);
/// let moves = Games::of_lines(lines.into_iter()).map(|(game, _)| game.line.moves.len());
/// assert_eq!(moves.collect::<Vec<_>>(), [1, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Games<L, S> {
    lines: L,
    line: Option<S>,
    cursor: Cursor,
}

impl<'t> Games<SplitInclusive<'t, char>, &'t str> {
    /// Begins at the start of a text.
    pub fn new(text: &'t str) -> Self {
        Games::of_lines(text.split_inclusive('\n'))
    }
}

impl<L: Iterator<Item = S>, S: AsRef<str>> Games<L, S> {
    /// Reads a text whose lines come one after another, each with its end.
    pub fn of_lines(lines: L) -> Self {
        Games { lines, line: None, cursor: Cursor::default() }
    }

    /// Where the lines come from.
    pub fn lines_mut(&mut self) -> &mut L {
        &mut self.lines
    }

    /// Goes on to the next line; whether there is one.
    fn next_line(&mut self) -> bool {
        let Some(line) = self.lines.next() else { return false };
        self.cursor.number += 1;
        if self.cursor.number == 1 && line.as_ref().starts_with('\u{feff}') {
            self.cursor.at = '\u{feff}'.len_utf8();
            self.cursor.begin = self.cursor.at;
        }
        self.line = Some(line);
        true
    }
}

impl<L: Iterator<Item = S>, S: AsRef<str>> Iterator for Games<L, S> {
    type Item = (PgnGame, Vec<Remark>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut reader = Reader::default();
        loop {
            let Some(line) = &self.line else {
                match self.next_line() {
                    true => continue,
                    false => break,
                }
            };
            let line = line.as_ref();
            if reader.line(line, &mut self.cursor) {
                break;
            }
            self.cursor.start += line.len();
            (self.cursor.at, self.cursor.begin, self.cursor.counted) = (0, 0, (0, 0));
            self.line = None;
        }
        reader.finish()
    }
}

/// How far a text has been read.
#[derive(Clone, Debug, Default)]
struct Cursor {
    /// Where the line begins in the text.
    start: usize,
    /// The number of the line, from 1.
    number: usize,
    /// How much of the line has been read.
    at: usize,
    /// Where the line begins behind a byte order mark.
    begin: usize,
    /// So many bytes of the line are so many characters.
    counted: (usize, usize),
}

impl Cursor {
    /// A stretch of the line. Places are asked for from left to right, so counting characters costs no more than the line.
    fn place(&mut self, line: &str, range: Range<usize>) -> Place {
        let (bytes, characters) = if self.counted.0 <= range.start { self.counted } else { (0, 0) };
        let before = characters + line[bytes..range.start].chars().count();
        self.counted = (range.start, before);
        Place {
            range: self.start + range.start..self.start + range.end,
            line: self.number,
            column: before + 1,
        }
    }
}

/// A line of moves that is being read.
#[derive(Default)]
struct Open {
    line: Line,
    /// Comments that belong to the next move.
    pending: Vec<String>,
    /// Where the parenthesis stands.
    place: Place,
}

/// A comment in braces that is being read.
struct Braces {
    place: Place,
    text: String,
    /// The line before was empty.
    after_empty: bool,
}

struct Reader {
    game: PgnGame,
    /// The game's own line and the variations inside each other.
    open: Vec<Open>,
    braces: Option<Braces>,
    remarks: Vec<Remark>,
    errors: usize,
    notes: usize,
    /// Parentheses of variations too deep to keep.
    skipping: usize,
    /// Something of the game has been read.
    begun: bool,
    /// The tags are over.
    in_moves: bool,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            game: PgnGame::default(),
            open: vec![Open::default()],
            braces: None,
            remarks: Vec::new(),
            errors: 0,
            notes: 0,
            skipping: 0,
            begun: false,
            in_moves: false,
        }
    }
}

/// A tag as it is written.
struct Tag<'l> {
    name: &'l str,
    value: String,
    /// Where it ends in the line.
    end: usize,
    /// There are quotes in the value that are not marked as such.
    has_bare_quotes: bool,
}

impl Reader {
    /// Reads on in a line; whether the game has ended in it.
    fn line(&mut self, line: &str, cursor: &mut Cursor) -> bool {
        self.end_lost_comment(line, cursor);
        while let Some(c) = line[cursor.at..].chars().next() {
            let at = cursor.at;
            if self.braces.is_some() {
                self.inside_braces(line, cursor);
                continue;
            }
            match c {
                _ if c.is_whitespace() => cursor.at += c.len_utf8(),
                '%' if at == cursor.begin => cursor.at = line.len(),
                '[' if self.in_moves
                    && line[cursor.begin..at].trim().is_empty()
                    && tag(line, at).is_some() =>
                {
                    return true;
                }
                '[' => self.tag_or_stray(line, cursor),
                ';' => {
                    cursor.at = line.len();
                    let mut text = String::new();
                    add_words(&mut text, &line[at + 1..]);
                    self.comment(text);
                }
                '{' => {
                    let place = cursor.place(line, at..at + 1);
                    cursor.at += 1;
                    self.braces = Some(Braces { place, text: String::new(), after_empty: false });
                }
                '(' if stack(&line[at..]) == 0 => self.open_variation(line, cursor),
                ')' => self.close_variation(line, cursor),
                '$' => self.glyph(line, cursor),
                '!' | '?' => self.suffix(line, cursor),
                '<' | '>' | '}' | ']' | '"' => {
                    cursor.at += 1;
                    self.error(cursor.place(line, at..at + 1), format!("`{c}` has no meaning here"));
                }
                '.' | '…' => cursor.at += c.len_utf8(),
                _ => {
                    if self.word(line, cursor) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The game, if there was one.
    fn finish(mut self) -> Option<(PgnGame, Vec<Remark>)> {
        if let Some(braces) = self.braces.take() {
            self.error(braces.place, "this comment is not closed");
            self.comment(braces.text);
        }
        while self.open.len() > 1 {
            let place = self.innermost().place.clone();
            self.error(place, "this variation is not closed");
            self.close();
        }
        self.game.line = self.open.pop().map(finish).unwrap_or_default();
        for (level, number) in [(Level::Error, self.errors), (Level::Note, self.notes)] {
            if number > MOST_REMARKS
                && let Some(last) = self.remarks.iter().rfind(|remark| remark.level == level)
            {
                let message = format!("and {} more like these in this game", number - MOST_REMARKS);
                self.remarks.push(Remark { place: last.place.clone(), level, message });
            }
        }
        self.begun.then_some((self.game, self.remarks))
    }

    fn error(&mut self, place: Place, message: impl Into<String>) {
        self.errors += 1;
        if self.errors <= MOST_REMARKS {
            self.remarks.push(Remark { place, level: Level::Error, message: message.into() });
        }
    }

    fn note(&mut self, place: Place, message: impl Into<String>) {
        self.notes += 1;
        if self.notes <= MOST_REMARKS {
            self.remarks.push(Remark { place, level: Level::Note, message: message.into() });
        }
    }

    fn tag_or_stray(&mut self, line: &str, cursor: &mut Cursor) {
        let at = cursor.at;
        let Some(tag) = tag(line, at).filter(|_| !self.in_moves) else {
            cursor.at = line.len();
            let place = cursor.place(line, at..line.trim_end().len());
            return self.error(place, "this is not a tag: a tag is written `[Name \"value\"]`");
        };
        self.begun = true;
        cursor.at = tag.end;
        let place = cursor.place(line, at..tag.end);
        if tag.has_bare_quotes {
            self.note(place.clone(), "quotes inside a value are written `\\\"`");
        }
        if self.game.tags.get(tag.name).is_some() {
            self.note(place, format!("the tag {} is given twice; the first counts", shortened(tag.name)));
        } else {
            self.game.tags.set_at(tag.name, &tag.value, place);
        }
    }

    /// A comment that is never closed goes on to the end of the text, with all games in it. Where an empty line and a tag follow,
    /// that is not what was meant.
    fn end_lost_comment(&mut self, line: &str, cursor: &Cursor) {
        let Some(braces) = self.braces.as_mut().filter(|_| cursor.at == 0) else { return };
        let empty = line.trim().is_empty();
        let is_tag =
            || line.starts_with('[') && tag(line, 0).is_some_and(|t| line[t.end..].trim().is_empty());
        if braces.after_empty && is_tag() {
            let (place, text) = (braces.place.clone(), std::mem::take(&mut braces.text));
            self.braces = None;
            self.error(place, "this comment is not closed; it is taken to end before the next tag");
            self.comment(text);
        } else {
            braces.after_empty = empty;
        }
    }

    fn inside_braces(&mut self, line: &str, cursor: &mut Cursor) {
        let rest = &line[cursor.at..];
        let end = rest.find('}');
        if let Some(braces) = &mut self.braces {
            add_words(&mut braces.text, &rest[..end.unwrap_or(rest.len())]);
        }
        match end {
            Some(end) => {
                cursor.at += end + 1;
                let text = self.braces.take().map_or_else(String::new, |braces| braces.text);
                self.comment(text);
            }
            None => cursor.at = line.len(),
        }
    }

    fn comment(&mut self, text: String) {
        if self.skipping > 0 {
            return;
        }
        self.begun = true;
        self.in_moves = true;
        let open = self.innermost();
        match open.line.moves.last_mut() {
            Some(node) if node.variations.is_empty() && open.pending.is_empty() => node.after.push(text),
            _ => open.pending.push(text),
        }
    }

    fn innermost(&mut self) -> &mut Open {
        self.open.last_mut().expect("the game's own line is never closed")
    }

    fn open_variation(&mut self, line: &str, cursor: &mut Cursor) {
        let at = cursor.at;
        cursor.at += 1;
        if self.skipping > 0 {
            self.skipping += 1;
            return;
        }
        let place = cursor.place(line, at..at + 1);
        if self.open.len() > DEEPEST {
            self.error(place, format!("variations nest deeper than {DEEPEST}; this one is left out"));
            self.skipping = 1;
        } else if self.innermost().line.moves.is_empty() {
            self.error(place, "a variation needs a move before it, which it replaces");
            self.skipping = 1;
        } else {
            self.open.push(Open { place, ..Open::default() });
        }
    }

    fn close_variation(&mut self, line: &str, cursor: &mut Cursor) {
        let at = cursor.at;
        cursor.at += 1;
        if self.skipping > 0 {
            self.skipping -= 1;
        } else if self.open.len() == 1 {
            self.error(cursor.place(line, at..at + 1), "no variation is open here");
        } else {
            self.close();
        }
    }

    /// Ends the innermost variation.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let line = finish(open);
        let node = self.innermost().line.moves.last_mut();
        node.expect("a variation opens behind a move").variations.push(line);
    }

    fn glyph(&mut self, line: &str, cursor: &mut Cursor) {
        let start = cursor.at;
        let digits = line[start + 1..].bytes().take_while(u8::is_ascii_digit).count();
        cursor.at = start + 1 + digits;
        let place = cursor.place(line, start..cursor.at);
        match line[start + 1..cursor.at].parse() {
            Ok(glyph) => self.push_glyph(glyph, place),
            Err(_) => self.error(place, "a glyph is written as `$` and a number up to 255"),
        }
    }

    fn suffix(&mut self, line: &str, cursor: &mut Cursor) {
        let at = cursor.at;
        let text = &line[at..];
        let text = &text[..text.find(|c| c != '!' && c != '?').unwrap_or(text.len())];
        cursor.at += text.len();
        let place = cursor.place(line, at..cursor.at);
        match SIGNS.iter().find(|(sign, _)| *sign == text) {
            Some((_, glyph)) => self.push_glyph(*glyph, place),
            None => self.note(place, format!("`{}` has no meaning and is left out", shortened(text))),
        }
    }

    fn push_glyph(&mut self, glyph: u8, place: Place) {
        if self.skipping > 0 {
            return;
        }
        match self.innermost().line.moves.last_mut() {
            Some(node) => node.glyphs.push(glyph),
            None => self.error(place, "a glyph needs a move before it"),
        }
    }

    /// A number, a result, a move or a sign behind one; whether it ends the game.
    fn word(&mut self, line: &str, cursor: &mut Cursor) -> bool {
        let start = cursor.at;
        let rest = &line[start..];
        let mut length = stack(rest);
        // A stack, or a sign between who stays and who goes, may also stand inside a move.
        while let Some(next) = rest[length..].chars().next().filter(|c| !c.is_whitespace()) {
            let stack = if length > 0 { joined(&rest[length..]) } else { 0 };
            let sign = next == '<'
                && rest[length + 1..].starts_with(|c: char| c.is_alphanumeric() || "(+".contains(c));
            length += match next {
                _ if stack > 0 => stack,
                '<' if sign && length > 0 => 1,
                c if "{}();$[]<\"!?".contains(c) => break,
                c => c.len_utf8(),
            };
        }
        // Inside a move it may stand between who goes and where; it ends none.
        let word = rest[..length].trim_end_matches('>');
        if let Some(score) = score(word) {
            cursor.at += word.len();
            return self.result(score);
        }
        // `12.` and `12...`, also with the move right behind. Four zeros are a move: a pass.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].len() - word[digits..].trim_start_matches(['.', '…']).len();
        if digits > 0 && word != "0000" && (digits == word.len() || dots > 0) {
            cursor.at += digits + dots;
            return false;
        }
        // The sign that a game goes on ends a word, too.
        let word = word.strip_suffix('*').filter(|before| !before.is_empty()).unwrap_or(word);
        cursor.at += word.len();
        if self.skipping > 0 {
            return false;
        }
        let place = cursor.place(line, start..cursor.at);
        let behind_a_move = !self.innermost().line.moves.is_empty();
        if behind_a_move && says_nothing(word) {
            return false;
        }
        if let Some((_, glyph)) = SIGNS.iter().find(|(sign, _)| behind_a_move && *sign == word) {
            self.push_glyph(*glyph, place);
            return false;
        }
        self.begun = true;
        self.in_moves = true;
        let (text, glyph) = without_sign(word);
        let open = self.innermost();
        let before = std::mem::take(&mut open.pending);
        let text = text.to_owned();
        open.line.moves.push(Node {
            text,
            place,
            before,
            glyphs: glyph.into_iter().collect(),
            ..Node::default()
        });
        false
    }

    /// A result ends the game. Some write one inside a variation, where it says nothing about the game.
    fn result(&mut self, score: Score) -> bool {
        if self.skipping > 0 {
            return false;
        }
        self.begun = true;
        self.in_moves = true;
        if self.open.len() > 1 {
            return false;
        }
        self.game.score = score;
        true
    }
}

/// A tag that begins at a place of a line.
fn tag(line: &str, at: usize) -> Option<Tag<'_>> {
    let inside = line[at..].strip_prefix('[')?.trim_start();
    let name_end = inside.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
    let (name, rest) = inside.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?;
    let strict = || {
        let mut value = String::new();
        let mut chars = quoted.char_indices();
        let end = loop {
            match chars.next()? {
                (i, '"') => break i + 1,
                (_, '\\') => match chars.next()?.1 {
                    c @ ('"' | '\\') => value.push(c),
                    '\n' | '\r' => return None,
                    c => value.extend(['\\', c]),
                },
                (_, '\n') => return None,
                (_, c) => value.push(c),
            }
        };
        let behind = quoted[end..].trim_start().strip_prefix(']')?;
        Some(Tag { name, value, end: line.len() - behind.len(), has_bare_quotes: false })
    };
    strict().or_else(|| {
        let value = line.trim_end().strip_suffix(']')?.trim_end().strip_suffix('"')?;
        let value = value.get(line.len() - quoted.len()..)?.to_owned();
        Some(Tag { name, value, end: line.trim_end().len(), has_bare_quotes: true })
    })
}

/// Words, with one space between two.
fn add_words(text: &mut String, more: &str) {
    for word in more.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// A result, also with another sign between the numbers.
fn score(word: &str) -> Option<Score> {
    let like_one = |c: char| c.is_ascii_digit() || "-–—−:/.*½".contains(c);
    if !word.chars().all(like_one) {
        return None;
    }
    let plain = word.replace(['–', '—', '−', ':'], "-").replace("0.5", "1/2");
    plain.parse().ok()
}

/// What may stand behind a move and means nothing more: that it takes in passing, gives check or mates.
fn says_nothing(word: &str) -> bool {
    ["e.p.", "e.p", "ep"].contains(&word) || word.chars().all(|c| "+#†‡".contains(c))
}

/// A move without the sign right behind it that says how the position is judged.
fn without_sign(word: &str) -> (&str, Option<u8>) {
    let ends = |(sign, glyph): &(&str, u8)| {
        let is_plain = ["N", "=", "!", "?"].contains(sign);
        let before = word.strip_suffix(sign).filter(|before| !is_plain && !before.is_empty())?;
        Some((before, Some(*glyph)))
    };
    SIGNS.iter().find_map(ends).unwrap_or((word, None))
}

/// The length of a stack in brackets with which a move begins: letters and signs, and behind the bracket at once the rest of
/// the move. A variation has moves with numbers in them, and a space behind it.
fn stack(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('(') else { return 0 };
    let is_part = |c: char| c.is_alphabetic() || c.is_ascii_punctuation() && !"(.;{)".contains(c);
    let inside = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let Some(behind) = rest[inside..].strip_prefix(')') else { return 0 };
    let goes_on = behind.chars().next().is_some_and(|c| !c.is_whitespace() && !"(){}.;$!?*".contains(c));
    if goes_on && inside > 0 { inside + "()".len() } else { 0 }
}

/// The length of a stack in brackets inside a move: nothing but letters, with `+` before some.
fn joined(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('(') else { return 0 };
    let inside = rest.find(|c: char| !(c.is_alphabetic() || c == '+')).unwrap_or(rest.len());
    if inside > 0 && rest[inside..].starts_with(')') { inside + "()".len() } else { 0 }
}

fn finish(open: Open) -> Line {
    Line { end: open.pending, ..open.line }
}
