//! Messages as bytes: a header with the length, an empty line, and JSON.
//!
//! The crate `lsp-server` reads them, too, but reserves as much memory as a header says, and can't tell what is no JSON from what has no end.

use std::io::{self, BufRead, Read as _};

use serde_json::Value;

use crate::limits::{LSP_BYTES, size};

/// The longest line of a header.
const HEADER: u64 = 4 << 10;
/// The most lines of a header.
const HEADERS: usize = 32;

/// What comes of reading.
#[derive(Debug)]
pub(super) enum Read {
    /// JSON.
    Message(Value),
    /// A message that can't be understood; what follows it can be read.
    Strange(String),
    /// It is not known where the next message begins.
    Broken(String),
    /// There is nothing more.
    End,
}

impl Read {
    /// Whether nothing can be read behind it.
    pub(super) fn is_last(&self) -> bool {
        matches!(self, Read::Broken(_) | Read::End)
    }
}

/// Reads the next message.
pub(super) fn read(input: &mut dyn BufRead) -> Read {
    match length(input) {
        Ok(Some(length)) => body(input, length).unwrap_or(Read::End),
        Ok(None) => Read::End,
        Err(why) => Read::Broken(why),
    }
}

/// The length that a header says; nothing if the input ends.
fn length(input: &mut dyn BufRead) -> Result<Option<u64>, String> {
    let mut found = None;
    for _ in 0..HEADERS {
        let mut line = Vec::new();
        let read = (&mut *input).take(HEADER).read_until(b'\n', &mut line);
        if !line.ends_with(b"\n") {
            // An input that fails has ended, too.
            return match read {
                Ok(length) if length as u64 == HEADER => Err("a line of a header is too long".to_string()),
                _ => Ok(None),
            };
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        if line.is_empty() {
            return found.map(Some).ok_or_else(|| "a message has no `Content-Length`".to_string());
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(format!("`{}` is no line of a header", crate::report::visible(line)));
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            let number = value.parse().map_err(|_| format!("`{value}` is not the length of a message"))?;
            found = Some(number);
        }
    }
    Err("a message has too long a header".to_string())
}

/// Reads so many bytes as JSON.
fn body(input: &mut dyn BufRead, length: u64) -> io::Result<Read> {
    if length > LSP_BYTES as u64 {
        let why = format!("a message has {length} bytes, more than {}", size(LSP_BYTES));
        let passed = io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(if passed < length { Read::End } else { Read::Strange(why) });
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(Read::End);
    }
    Ok(match serde_json::from_slice(&bytes) {
        Ok(message) => Read::Message(message),
        Err(error) => Read::Strange(format!("a message is not JSON: {error}")),
    })
}

/// The bytes of a message.
pub(super) fn written(message: &Value) -> Vec<u8> {
    // An output that removes colours would remove this character as well, and then the length would be wrong.
    let text = message.to_string().replace('\u{7f}', "\\u007f");
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}
