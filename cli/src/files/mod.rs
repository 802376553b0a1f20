//! The only module that opens files: reading them within limits, replacing them as a whole, and which of them a game may
//! import.

mod below;
mod copies;
mod grow;
mod imports;
mod names;
mod nets;
mod read;
mod replace;

pub(crate) use below::rules_below;
pub(crate) use copies::{copy_of_library, temporary_folder};
pub(crate) use grow::Growing;
pub(crate) use imports::Imports;
pub(crate) use names::{ENDING, typed};
pub(crate) use nets::net;
pub(crate) use read::{
    Limit, Refusal, contents, end, identity, open, open_to_replace, rules, text, text_of_input,
};
pub(crate) use replace::{Uncreated, create, create_folder, replace, replace_held, target};
