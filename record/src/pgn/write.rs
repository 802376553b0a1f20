//! Writing a game as text.

use tilegame_runtime::Game;

use super::count::Count;
use super::written::{Line, Node, PgnGame};

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// Writes a game, with an empty line at the end. The rules say whose move has which number.
pub fn write(game: &Game, pgn: &PgnGame) -> String {
    let mut text = String::new();
    for (name, value) in pgn.tags.iter() {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    if !pgn.tags.is_empty() {
        text.push('\n');
    }
    let start = pgn.tags.get("FEN").and_then(|fen| game.read_fen(fen).ok()).unwrap_or_else(|| game.start());
    let mut writer = Writer { text, column: 0, prefix: String::new() };
    writer.line(&pgn.line, &mut Count::new(start));
    writer.word(&pgn.score.to_string());
    writer.text + "\n\n"
}

struct Writer {
    text: String,
    column: usize,
    /// What stands before the next word without a space.
    prefix: String,
}

impl Writer {
    fn line(&mut self, line: &Line, count: &mut Count) {
        let mut interrupted = true;
        for (number, node) in line.moves.iter().enumerate() {
            interrupted = self.node(node, line.moves.get(number + 1), count, interrupted);
        }
        self.comments(&line.end);
    }

    /// Writes a move with what belongs to it; whether something stands between it and the next.
    fn node(&mut self, node: &Node, next: Option<&Node>, count: &mut Count, interrupted: bool) -> bool {
        self.comments(&node.before);
        count.hear(&node.before);
        if let Some(number) = count.number(interrupted || !node.before.is_empty()) {
            self.word(&number);
        }
        let here = count.clone();
        count.make(node, next);
        self.word(&node.text);
        for glyph in &node.glyphs {
            self.word(&format!("${glyph}"));
        }
        self.comments(&node.after);
        for variation in &node.variations {
            self.prefix.push('(');
            self.line(variation, &mut here.clone());
            self.close();
        }
        !node.after.is_empty() || !node.variations.is_empty()
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            if comment.contains('}') {
                // Braces can't hold a closing brace; the rest of a line can.
                self.word(";");
                self.text.push_str(&comment.replace(['\n', '\r'], " "));
                self.text.push('\n');
                self.column = 0;
                continue;
            }
            let words: Vec<&str> = comment.split_whitespace().collect();
            let last = words.len().saturating_sub(1);
            if words.is_empty() {
                self.word("{}");
            }
            for (i, word) in words.iter().enumerate() {
                let open = if i == 0 { "{" } else { "" };
                let close = if i == last { "}" } else { "" };
                self.word(&format!("{open}{word}{close}"));
            }
        }
    }

    /// Writes a word, on a new line if it would stick out.
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.prefix) + word;
        let columns = word.chars().count();
        if self.column > 0 && (self.column + 1 + columns <= WIDTH || word.starts_with('%')) {
            // A line that begins with `%` would be taken for a remark of a program.
            self.text.push(' ');
            self.column += 1;
        } else if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push_str(&word);
        self.column += columns;
    }

    /// Writes a closing parenthesis, right behind what it closes.
    fn close(&mut self) {
        if !self.prefix.is_empty() {
            self.word("");
        }
        if self.column >= WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push(')');
        self.column += 1;
    }
}
