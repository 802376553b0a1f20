//! Files that grow, piece by piece: each piece is there as a whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use super::names::typed;
use super::read::{Limit, Refusal, opened, text};
use super::replace::replace;

/// A file that is written behind what is in it.
pub(crate) struct Growing {
    file: File,
}

impl Growing {
    /// Opens a regular file.
    pub(crate) fn open(path: &Path) -> Result<Growing, Refusal> {
        let (file, _) = opened(path, OpenOptions::new().append(true))?;
        Ok(Growing { file })
    }

    /// Goes on with a file of lines, or begins one with `first`; `read` says what is in the lines that are there. What was being written when the program was
    /// ended is taken away. `path` is what the user calls the file, and begins the sentence that says what is wrong.
    pub(crate) fn resume<T: Default>(
        (path, real): (&Path, &Path),
        limit: Limit,
        first: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<(Growing, T), String> {
        let told = |why: String| format!("{}: {why}", typed(path));
        let before = match text(real, limit) {
            Ok(before) => before,
            Err(Refusal::Missing) => String::new(),
            Err(why) => return Err(why.about(path)),
        };
        let whole = &before[..before.rfind('\n').map_or(0, |end| end + 1)];
        let found = if before.is_empty() { T::default() } else { read(whole).map_err(told)? };
        if before.is_empty() {
            replace(real, first.as_bytes()).map_err(told)?;
        } else if whole.len() < before.len() {
            replace(real, whole.as_bytes()).map_err(told)?;
        }
        let file = Growing::open(real).map_err(|why| why.about(path))?;
        Ok((file, found))
    }

    /// Writes a piece, and waits until it is on the disk. If there is no room for all of it, the file is as long as before.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let before = self.len()?;
        let written = self.file.write_all(bytes).and_then(|()| self.file.sync_data());
        written.inspect_err(|_| {
            let _ = self.cut(before);
        })
    }

    /// How long it is.
    pub(crate) fn len(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Takes away what has been written behind a length.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }
}
