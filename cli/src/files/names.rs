//! What rules files are called, and how a path is typed.

use std::path::Path;

/// The ending of rules files.
pub(crate) const ENDING: &str = ".tg";

/// A path as it can be typed behind an option.
pub(crate) fn typed(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path }
}

/// Whether a path has the ending of rules files. Some systems find a file whether its letters are large or small.
pub(super) fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(&ENDING[1..]))
}
