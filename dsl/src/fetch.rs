//! What a caller answers when a source imports a file: the compiler itself opens none.

/// Asks for the file at a path, which is relative to wherever the path of the root is. `None`: there is no such file.
pub type Fetch<'f> = dyn FnMut(&str) -> Option<Fetched> + 'f;

/// A file that an import names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fetched {
    /// What it says.
    Text(String),
    /// It is the root, or a file that has been fetched, by this other path.
    Known(String),
    /// It may not be imported.
    Refused(Refused),
}

/// Why a file may not be imported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What is wrong with it, such as "is a folder, not a file".
    pub why: String,
    /// Further sentences: what is allowed, what to do.
    pub notes: Vec<String>,
}

impl From<String> for Fetched {
    fn from(text: String) -> Fetched {
        Fetched::Text(text)
    }
}
