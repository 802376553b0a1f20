//! The only module that opens files: reading them within limits, replacing them as a whole, and which of them a game may
//! import.

mod below;
mod copies;
mod grow;
mod imports;
mod nets;
mod read;
mod replace;

use std::path::Path;

pub(crate) use below::rules_below;
pub(crate) use copies::{copy_of_library, temporary_folder};
pub(crate) use grow::Growing;
pub(crate) use imports::Imports;
pub(crate) use nets::net;
pub(crate) use read::{
    Limit, Refusal, contents, end, identity, open, open_to_replace, rules, text, text_of_input,
};
pub(crate) use replace::{Uncreated, create, create_folder, replace, replace_held, target};

/// The ending of rules files.
pub(crate) const ENDING: &str = ".tg";

/// A path as it can be typed behind an option.
pub(crate) fn typed(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path }
}

/// Whether a path has the ending of rules files. Some systems find a file whether its letters are large or small.
fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(&ENDING[1..]))
}
