//! The lines of a file of games, of which only one is in memory, however long the file is.

use std::io::{self, BufRead, Read as _};

use tilegame_record::pgn;

/// What a file begins with whose characters have two bytes each.
const UTF_16: [[u8; 2]; 2] = [[0xFF, 0xFE], [0xFE, 0xFF]];

/// Why reading ends early.
pub(super) enum Trouble {
    /// A game is longer than it may be.
    TooLong {
        /// The line in which it begins.
        line: usize,
    },
    /// The file is not of bytes that could be read.
    Utf16,
    /// The file can't be read on.
    Failed(io::Error),
}

/// The lines of an input as text, each with its end.
pub(super) struct Lines<'i> {
    input: Box<dyn BufRead + 'i>,
    /// A game has at most so many bytes.
    limit: usize,
    /// So many lines have been read.
    number: usize,
    /// So many bytes of the game that is being read, and the line in which it begins.
    game: (usize, usize),
    /// The first line that is not UTF-8, and how many more there are.
    latin_1: Option<(usize, usize)>,
    trouble: Option<Trouble>,
}

impl<'i> Lines<'i> {
    /// The lines of an input in which no game may have more bytes than the limit.
    pub(super) fn new(input: Box<dyn BufRead + 'i>, limit: usize) -> Lines<'i> {
        Lines { input, limit, number: 0, game: (0, 1), latin_1: None, trouble: None }
    }

    /// A game begins at the end of what has been read, or in its last line.
    pub(super) fn begin_game(&mut self) {
        self.game = (0, self.number.max(1));
    }

    /// Why there are no more lines, if not because the file ends.
    pub(super) fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// The first line that was read as Latin-1, and how many more there are.
    pub(super) fn latin_1(&self) -> Option<(usize, usize)> {
        self.latin_1
    }
}

impl Iterator for Lines<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if self.trouble.is_some() {
            return None;
        }
        let mut bytes = Vec::new();
        // The end of a line may follow.
        let most = self.limit as u64 + 2;
        if let Err(error) = self.input.by_ref().take(most).read_until(b'\n', &mut bytes) {
            self.trouble = Some(Trouble::Failed(error));
            return None;
        }
        if bytes.is_empty() {
            return None;
        }
        self.number += 1;
        if self.number == 1 && UTF_16.iter().any(|mark| bytes.starts_with(mark)) {
            self.trouble = Some(Trouble::Utf16);
            return None;
        }
        let (read, begin) = &mut self.game;
        let is_blank = bytes.trim_ascii().is_empty();
        if *read == 0 && !is_blank {
            *begin = self.number;
        }
        if !is_blank || *read > 0 {
            if *read + bytes.trim_ascii_end().len() > self.limit {
                self.trouble = Some(Trouble::TooLong { line: *begin });
                return None;
            }
            *read += bytes.len();
        }
        if std::str::from_utf8(&bytes).is_err() {
            self.latin_1 = Some(self.latin_1.map_or((self.number, 0), |(first, more)| (first, more + 1)));
        }
        Some(pgn::decode(&bytes).into_owned())
    }
}
