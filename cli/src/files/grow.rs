//! Files that grow, piece by piece: each piece is there as a whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use super::read::{Refusal, opened};

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
