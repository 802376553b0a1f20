//! Reading games from a text: tokens, and the tree they make. Nothing here knows what a move means.

use std::ops::Range;

use thiserror::Error;

use super::{DEEPEST, Line, Node, PgnGame};

/// Something in a text that is not as it should be. Reading goes on behind it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct PgnError {
    /// The bytes of the text it is about.
    pub range: Range<usize>,
    /// What is wrong, as a sentence without full stop.
    pub message: String,
}

/// Reads all games of a text, and says what it stumbled over.
///
/// ```
/// use tilegame_runtime::notation::pgn::parse;
/// let (games, errors) = parse("[Event \"Club\"]\n\n1. e4 e5 (1... c5 {sharp}) 2. Nf3! *");
/// assert!(errors.is_empty());
/// assert_eq!(games[0].line.moves.len(), 3);
/// assert_eq!(games[0].line.moves[1].variations[0].moves[0].after, ["sharp"]);
/// ```
pub fn parse(text: &str) -> (Vec<PgnGame>, Vec<PgnError>) {
    let mut games = Vec::new();
    let mut errors = Vec::new();
    for (game, stumbled) in Games::new(text) {
        games.push(game);
        errors.extend(stumbled);
    }
    (games, errors)
}

/// The games of a text, one after another, each with what reading it stumbled over.
#[derive(Clone, Debug)]
pub struct Games<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Games<'t> {
    /// Begins at the start of a text.
    pub fn new(text: &'t str) -> Games<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Games { text, at }
    }

    /// Begins at a byte of a text, as if the games before it had been read.
    ///
    /// With [`Games::at`] a long file can be read in stretches: a game is whole if reading it stopped before the end of the
    /// stretch.
    ///
    /// # Panics
    /// If the byte is inside a character.
    pub fn starting_at(text: &'t str, at: usize) -> Games<'t> {
        assert!(text.is_char_boundary(at), "inside a character");
        Games { text, at }
    }

    /// The byte behind what has been read.
    ///
    /// ```
    /// use tilegame_runtime::notation::pgn::Games;
    /// let text = "1. e4 1-0 1. d4";
    /// let mut games = Games::new(text);
    /// assert!(games.next().is_some());
    /// assert_eq!(&text[games.at()..], " 1. d4");
    /// assert_eq!(Games::starting_at(text, games.at()).count(), 1);
    /// ```
    pub fn at(&self) -> usize {
        self.at
    }
}

impl Iterator for Games<'_> {
    type Item = (PgnGame, Vec<PgnError>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut reader = Reader {
            text: self.text,
            at: self.at,
            game: PgnGame::default(),
            open: vec![Open::default()],
            errors: Vec::new(),
            skipping: 0,
            begun: false,
            in_moves: false,
        };
        let something = reader.game();
        self.at = reader.at;
        something.then_some((reader.game, reader.errors))
    }
}

/// A line that is being read.
#[derive(Default)]
struct Open {
    line: Line,
    /// Comments that belong to the next move.
    pending: Vec<String>,
    /// Where the parenthesis stands.
    at: usize,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    game: PgnGame,
    /// The game's own line and the variations inside each other.
    open: Vec<Open>,
    errors: Vec<PgnError>,
    /// Parentheses of variations too deep to keep.
    skipping: usize,
    /// Something of the game has been read.
    begun: bool,
    /// The tags are over.
    in_moves: bool,
}

impl<'t> Reader<'t> {
    /// Reads one game; whether there was one.
    fn game(&mut self) -> bool {
        let mut finished = false;
        while !finished {
            let rest = &self.text[self.at..];
            let Some(c) = rest.chars().next() else { break };
            match c {
                _ if c.is_whitespace() => self.at += c.len_utf8(),
                '%' if self.at_line_start() => {
                    self.line_end();
                }
                '[' if self.in_moves && self.tag(true).is_some() => break,
                '[' => self.tags_or_stray(),
                ';' => {
                    self.at += 1;
                    let comment = self.line_end();
                    self.comment(comment);
                }
                '{' => self.braces(),
                '(' if stack(rest) == 0 => self.open_variation(),
                ')' => self.close_variation(),
                '$' => self.glyph(),
                '!' | '?' => {
                    let end = rest.find(|c| c != '!' && c != '?').unwrap_or(rest.len());
                    self.suffix(&rest[..end], self.at);
                    self.at += end;
                }
                '<' | '>' | '}' | ']' | '"' => {
                    self.stumble(self.at..self.at + 1, format!("`{c}` has no meaning here"));
                    self.at += 1;
                }
                '.' => self.at += 1,
                _ => finished = self.word(),
            }
        }
        self.close_all();
        self.begun
    }

    fn at_line_start(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    /// The rest of the line, which is stepped over.
    fn line_end(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn stumble(&mut self, range: Range<usize>, message: impl Into<String>) {
        self.errors.push(PgnError { range, message: message.into() });
    }

    fn tags_or_stray(&mut self) {
        match self.tag(false) {
            Some((name, value, end)) if !self.in_moves => {
                self.begun = true;
                if self.game.tags.get(&name).is_some() {
                    self.stumble(self.at..end, format!("the tag {name} is given twice; the first counts"));
                } else {
                    self.game.tags.set(&name, &value);
                }
                self.at = end;
            }
            _ => {
                let start = self.at;
                self.line_end();
                self.stumble(start..self.at, "this is not a tag: a tag is written `[Name \"value\"]`");
            }
        }
    }

    /// A tag that begins here: name, value, and where it ends. `own_line`: only at the start of a line.
    fn tag(&self, own_line: bool) -> Option<(String, String, usize)> {
        if own_line && !self.at_line_start() {
            return None;
        }
        let inside = self.text[self.at..].strip_prefix('[')?.trim_start();
        let name_end = inside.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
        let (name, rest) = inside.split_at(name_end);
        let rest = rest.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?;
        let mut value = String::new();
        let mut chars = rest.char_indices();
        let end = loop {
            match chars.next()? {
                (i, '"') => break i + 1,
                (_, '\\') => match chars.next()?.1 {
                    c @ ('"' | '\\') => value.push(c),
                    c => value.extend(['\\', c]),
                },
                (_, '\n') => return None,
                (_, c) => value.push(c),
            }
        };
        let rest = rest[end..].trim_start().strip_prefix(']')?;
        Some((name.to_owned(), value, self.text.len() - rest.len()))
    }

    fn braces(&mut self) {
        let start = self.at;
        let inside = &self.text[start + 1..];
        let end = inside.find('}').unwrap_or_else(|| {
            self.stumble(start..start + 1, "this comment is not closed");
            inside.len()
        });
        self.at = (start + end + 2).min(self.text.len());
        self.comment(&inside[..end]);
    }

    fn comment(&mut self, text: &str) {
        if self.skipping > 0 {
            return;
        }
        self.begun = true;
        self.in_moves = true;
        let words: Vec<&str> = text.split_whitespace().collect();
        let open = self.innermost();
        match open.line.moves.last_mut() {
            Some(node) if node.variations.is_empty() && open.pending.is_empty() => {
                node.after.push(words.join(" "));
            }
            _ => open.pending.push(words.join(" ")),
        }
    }

    fn innermost(&mut self) -> &mut Open {
        self.open.last_mut().expect("the game's own line is never closed")
    }

    fn open_variation(&mut self) {
        let at = self.at;
        self.at += 1;
        if self.skipping > 0 {
            self.skipping += 1;
        } else if self.open.len() > DEEPEST {
            self.stumble(at..at + 1, format!("variations nest deeper than {DEEPEST}; this one is left out"));
            self.skipping = 1;
        } else if self.innermost().line.moves.is_empty() {
            self.stumble(at..at + 1, "a variation needs a move before it, in whose place it stands");
            self.skipping = 1;
        } else {
            self.open.push(Open { at, ..Open::default() });
        }
    }

    fn close_variation(&mut self) {
        let at = self.at;
        self.at += 1;
        if self.skipping > 0 {
            self.skipping -= 1;
        } else if self.open.len() == 1 {
            self.stumble(at..at + 1, "no variation is open here");
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

    fn close_all(&mut self) {
        while self.open.len() > 1 {
            let at = self.innermost().at;
            self.stumble(at..at + 1, "this variation is not closed");
            self.close();
        }
        self.game.line = self.open.pop().map(finish).unwrap_or_default();
    }

    fn glyph(&mut self) {
        let start = self.at;
        let digits = self.text[start + 1..].bytes().take_while(u8::is_ascii_digit).count();
        self.at = start + 1 + digits;
        match self.text[start + 1..self.at].parse() {
            Ok(glyph) => self.push_glyph(glyph, start),
            Err(_) => self.stumble(start..self.at, "a glyph is written as `$` and a number up to 255"),
        }
    }

    fn suffix(&mut self, text: &str, at: usize) {
        let glyph = match text {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            _ => return self.stumble(at..at + text.len(), format!("`{text}` has no meaning")),
        };
        self.push_glyph(glyph, at);
    }

    fn push_glyph(&mut self, glyph: u8, at: usize) {
        if self.skipping > 0 {
            return;
        }
        match self.innermost().line.moves.last_mut() {
            Some(node) => node.glyphs.push(glyph),
            None => self.stumble(at..self.at.max(at + 1), "a glyph needs a move before it"),
        }
    }

    /// A number, a result or a move; whether it ends the game.
    fn word(&mut self) -> bool {
        let start = self.at;
        let rest = &self.text[start..];
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
        let word = &rest[..length];
        // Inside a move it may stand between who goes and where; it ends none.
        let word = word.trim_end_matches('>');
        // `12.` and `12...`, also with the move right behind.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 && (digits == word.len() || word[digits..].starts_with('.')) {
            let dots = word[digits..].bytes().take_while(|b| *b == b'.').count();
            self.at += digits + dots;
            return false;
        }
        self.at += word.len();
        if self.skipping > 0 {
            return false;
        }
        self.begun = true;
        self.in_moves = true;
        if let Ok(score) = word.parse() {
            if self.open.len() > 1 {
                // Some write a result inside a variation; it says nothing about the game.
                return false;
            }
            self.game.score = score;
            return true;
        }
        let open = self.innermost();
        let before = std::mem::take(&mut open.pending);
        let range = start..start + word.len();
        open.line.moves.push(Node { text: word.to_owned(), range, before, ..Node::default() });
        false
    }
}

/// The length of a stack in brackets with which a move begins: letters and signs, and behind the bracket at once the rest of
/// the move. A variation has moves with numbers in them, and a space behind it.
fn stack(text: &str) -> usize {
    let Some((inside, behind)) = text.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return 0;
    };
    let letters =
        inside.chars().all(|c| c.is_alphabetic() || c.is_ascii_punctuation() && !"(.;{".contains(c));
    let goes_on = behind.chars().next().is_some_and(|c| !c.is_whitespace() && !"(){}.;$!?*".contains(c));
    if letters && goes_on && !inside.is_empty() { inside.len() + "()".len() } else { 0 }
}

/// The length of a stack in brackets inside a move: nothing but letters, with `+` before some.
fn joined(text: &str) -> usize {
    let inside =
        text.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(inside, _)| inside);
    let letters = inside.chars().all(|c| c.is_alphabetic() || c == '+');
    if letters && !inside.is_empty() { inside.len() + "()".len() } else { 0 }
}

fn finish(open: Open) -> Line {
    Line { end: open.pending, ..open.line }
}
