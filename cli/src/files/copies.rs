//! Copies of texts of the library, for editors that can only show files.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// A new folder that nobody else can write to. It is removed with all that is in it when it is dropped.
pub(crate) fn temporary_folder() -> Option<TempDir> {
    tempfile::Builder::new().prefix("tilegame-").tempdir().ok()
}

/// Writes a text of the library to a file in such a folder, to be read only.
pub(crate) fn copy_of_library(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)?;
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(path, permissions)
}
