//! The games of a file one after another, however long the file is: only the one that is being read is in memory.
//!
//! The runtime reads games from a text. Here the text is a window on the file, which is made longer until a game ends before
//! the window does.

use std::io::{self, Read};

use tilegame_runtime::notation::pgn::{Games, PgnError, PgnGame};

/// At least so many bytes are read at once.
const CHUNK: usize = 1 << 16;

/// A game, where it is in the window, and what reading it stumbled over. All places are bytes of the window.
pub(super) struct Found {
    pub(super) game: PgnGame,
    pub(super) start: usize,
    pub(super) stumbled: Vec<PgnError>,
}

/// Why reading ends early.
pub(super) enum Trouble {
    /// The game at this byte of the window is longer than it may be.
    TooLong(usize),
    /// The file can't be read on.
    Failed(io::Error),
}

/// The games of a file.
pub(super) struct Stream<'i> {
    input: Box<dyn Read + 'i>,
    /// Games have at most so many bytes.
    limit: usize,
    /// Bytes that were read, but do not end with a whole character.
    raw: Vec<u8>,
    ended: bool,
    /// What is in memory of the file.
    window: String,
    /// So much of it is done with.
    at: usize,
    /// Where the window begins in the file.
    begin: Place,
    /// A place in the window, from which the next one is looked for.
    last: Place,
}

/// A place in the file.
#[derive(Clone, Copy)]
struct Place {
    /// Its byte in the window.
    at: usize,
    line: usize,
    column: usize,
}

impl Place {
    /// A place further on in the window.
    fn on(self, window: &str, at: usize) -> Place {
        let between = &window[self.at..at];
        match between.rfind('\n') {
            None => Place { at, column: self.column + between.chars().count(), ..self },
            Some(end) => Place {
                at,
                line: self.line + between.matches('\n').count(),
                column: 1 + between[end + 1..].chars().count(),
            },
        }
    }
}

impl<'i> Stream<'i> {
    /// The games of an input, none of which may have more bytes than the limit.
    pub(super) fn new(input: impl Read + 'i, limit: usize) -> Stream<'i> {
        let begin = Place { at: 0, line: 1, column: 1 };
        let (raw, window) = (Vec::new(), String::new());
        Stream { input: Box::new(input), limit, raw, ended: false, window, at: 0, begin, last: begin }
    }

    /// The next game.
    pub(super) fn next(&mut self) -> Result<Option<Found>, Trouble> {
        if self.begin.at == 0 && self.at == 0 && self.window.is_empty() {
            self.fill()?;
            if self.window.starts_with('\u{feff}') {
                self.at = '\u{feff}'.len_utf8();
            }
        }
        loop {
            let rest = &self.window[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let start = self.at;
            let mut games = Games::starting_at(&self.window, start);
            let next = games.next();
            let end = games.at();
            // A game that goes on to the end of the window may go on behind it.
            if end < self.window.len() || self.ended {
                if end - start > self.limit {
                    return Err(Trouble::TooLong(start));
                }
                self.at = end;
                return Ok(next.map(|(game, stumbled)| Found { game, start, stumbled }));
            }
            if end - start > self.limit {
                return Err(Trouble::TooLong(start));
            }
            self.fill()?;
        }
    }

    /// What stands in the window from a byte on.
    pub(super) fn from(&self, at: usize) -> &str {
        &self.window[at..]
    }

    /// Line and column of a byte of the window. It is quick as long as these rise.
    pub(super) fn line_column(&mut self, at: usize) -> (usize, usize) {
        let at =
            (0..=at.min(self.window.len())).rev().find(|at| self.window.is_char_boundary(*at)).unwrap_or(0);
        let from = if self.last.at <= at { self.last } else { self.begin };
        self.last = from.on(&self.window, at);
        (self.last.line, self.last.column)
    }

    /// Forgets what is done with, and reads on.
    fn fill(&mut self) -> Result<(), Trouble> {
        // One character stays, since it tells whether the next one begins a line.
        let done = self.window[..self.at].char_indices().next_back().map_or(0, |(last, _)| last);
        let from = if self.last.at <= done { self.last } else { self.begin };
        self.begin = Place { at: 0, ..from.on(&self.window, done) };
        self.last = self.begin;
        self.window.drain(..done);
        self.at -= done;
        let wanted = self.window.len().clamp(CHUNK, self.limit.max(CHUNK)) as u64;
        let read = self.input.by_ref().take(wanted).read_to_end(&mut self.raw).map_err(Trouble::Failed)?;
        self.ended = (read as u64) < wanted;
        self.decode();
        Ok(())
    }

    /// Moves what was read into the window. By its standard PGN is Latin-1, and nearly all write UTF-8: bytes that can't be the
    /// one are the other.
    fn decode(&mut self) {
        let mut at = 0;
        while at < self.raw.len() {
            match std::str::from_utf8(&self.raw[at..]) {
                Ok(text) => {
                    self.window.push_str(text);
                    at = self.raw.len();
                }
                Err(error) => {
                    let valid = at + error.valid_up_to();
                    self.window.push_str(std::str::from_utf8(&self.raw[at..valid]).unwrap_or_default());
                    at = valid;
                    let bad = match error.error_len() {
                        Some(bad) => bad,
                        None if self.ended => self.raw.len() - at,
                        None => break,
                    };
                    self.window.extend(self.raw[at..at + bad].iter().map(|byte| char::from(*byte)));
                    at += bad;
                }
            }
        }
        self.raw.drain(..at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads that give a few bytes at a time.
    struct Drops<'t>(&'t [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.0.len().min(buffer.len()).min(7);
            let (now, later) = self.0.split_at(n);
            buffer[..n].copy_from_slice(now);
            self.0 = later;
            Ok(n)
        }
    }

    fn all(bytes: &[u8], limit: usize) -> (Vec<PgnGame>, Option<Trouble>) {
        let mut stream = Stream::new(Drops(bytes), limit);
        let mut games = Vec::new();
        loop {
            match stream.next() {
                Ok(Some(found)) => games.push(found.game),
                Ok(None) => return (games, None),
                Err(trouble) => return (games, Some(trouble)),
            }
        }
    }

    #[test]
    fn a_stream_has_the_games_of_the_text() {
        // Comments, tags and results stand where the windows end.
        let mut text = String::from("\u{feff}");
        for n in 0..9000 {
            let comment = "{ [Event \"no tag\"] 1-0 ".to_string() + &"é".repeat(n % 97) + "}";
            text += &format!(
                "[Event \"{n}\"]\n\n1. e4 {comment} e5 (1... c5) 2. Nf3 1/2-1/2 % rest\n\n 1. d4 *\n"
            );
        }
        let (games, trouble) = all(text.as_bytes(), 1 << 20);
        assert!(trouble.is_none());
        assert_eq!(games, tilegame_runtime::notation::pgn::parse(&text).0);
        assert_eq!(games.len(), 18_000);
    }

    #[test]
    fn what_is_no_utf8_is_latin_1() {
        let (games, _) = all(b"[White \"J\xf6rg \xc3\xb6\"]\n\n1. e4 *\n", 1000);
        assert_eq!(games[0].tags.get("White"), Some("J\u{f6}rg \u{f6}"));
    }

    #[test]
    fn a_game_may_have_so_many_bytes_and_no_more() {
        let game = |n: usize| format!("1. e4 {{{}}} *", "x".repeat(n - 10));
        for (length, fits) in [(200_000, true), (200_001, false)] {
            let text = format!("1. d4 *\n\n{}\n\n1. c4 *", game(length));
            let (games, trouble) = all(text.as_bytes(), 200_000);
            assert_eq!((games.len(), trouble.is_none()), if fits { (3, true) } else { (1, false) });
        }
    }

    #[test]
    fn places_are_those_of_the_file() {
        let text = "1. e4 *\n".repeat(20_000) + "é1. d4 ) *\n";
        let mut stream = Stream::new(Drops(text.as_bytes()), 1000);
        let mut places = Vec::new();
        while let Ok(Some(found)) = stream.next() {
            places.extend(found.stumbled.iter().map(|error| stream.line_column(error.range.start)));
        }
        assert_eq!(places, [(20_001, 8)]);
    }
}
