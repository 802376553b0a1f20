//! Finding the rules files of a folder and of those below it, within limits.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::is_rules;

/// So many files are found at most.
const FILES: usize = 1000;
/// So many entries of folders are looked at.
const ENTRIES: usize = 20_000;
/// So far below the folder.
const DEPTH: usize = 8;

/// The rules files below a folder, in the order of their paths. Hidden folders and symbolic links are left out, and so are folders that tools fill.
pub(crate) fn rules_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![(folder.to_owned(), 0)];
    let mut entries = 0;
    while let Some((folder, depth)) = open.pop() {
        // What can't be read holds nothing that anybody could open.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            entries += 1;
            if entries > ENTRIES || found.len() == FILES {
                found.sort();
                return found;
            }
            let name = entry.file_name();
            let is_left_out =
                name.to_string_lossy().starts_with('.') || name == "target" || name == "node_modules";
            match entry.file_type() {
                Ok(what) if what.is_dir() && depth < DEPTH && !is_left_out => {
                    open.push((entry.path(), depth + 1));
                }
                Ok(what) if what.is_file() && is_rules(&entry.path()) => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
