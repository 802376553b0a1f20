//! Reading regular files of bounded size. Nothing else is opened: a pipe could make the program wait for ever, a device may
//! have no end, and to open one may do something.

use std::fmt;
use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use tilegame_dsl::limits::SOURCE_BYTES;

use super::names::{ENDING, is_rules};
use crate::limits::{
    CHECKPOINT_BYTES, JOURNAL_BYTES, LEARNED_BYTES, LIST_BYTES, NET_BYTES, TABLE_BYTES, size,
};

/// How long a file may be, and what it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    bytes: usize,
    of: &'static str,
}

impl Limit {
    /// A file of the language.
    pub(crate) const SOURCE: Limit = Limit { bytes: SOURCE_BYTES, of: "a rules file" };
    /// A list of move-IDs.
    pub(crate) const LIST: Limit = Limit { bytes: LIST_BYTES, of: "a list" };
    /// Variants in the INI format.
    pub(crate) const INI: Limit = Limit { bytes: tilegame_import::limits::BYTES, of: "an INI file" };
    /// A file that says how far a count is.
    pub(crate) const CHECKPOINT: Limit = Limit { bytes: CHECKPOINT_BYTES, of: "a checkpoint" };
    /// The games that a net learns from.
    pub(crate) const LEARNED: Limit = Limit { bytes: LEARNED_BYTES, of: "a file of games" };
    /// What has been learned.
    pub(crate) const NET: Limit = Limit { bytes: NET_BYTES, of: "a net" };
    /// The games of a match.
    pub(crate) const JOURNAL: Limit = Limit { bytes: JOURNAL_BYTES, of: "a journal" };
    /// What is known of endings, or a strategy.
    pub(crate) const TABLE: Limit = Limit { bytes: TABLE_BYTES, of: "a table" };
}

/// Why a file is not read. Shown, it goes on behind the file's name: "`x` is a folder, not a file".
#[derive(Debug)]
pub(crate) enum Refusal {
    /// There is no such file.
    Missing,
    /// It is no regular file.
    Odd(&'static str),
    /// Its name is not that of a rules file.
    OtherName,
    /// It is a link to a file whose name is not that of a rules file.
    OtherTarget,
    /// It is longer than it may be.
    TooLong(Limit),
    /// It is not UTF-8.
    NotText {
        /// The line of the first byte that can't be there, from 1.
        line: usize,
    },
    /// The system says no.
    Failed(io::Error),
}

impl Refusal {
    /// The whole sentence about a file as the user calls it; `-` is what is piped in.
    pub(crate) fn about(&self, file: &Path) -> String {
        let shown = file.display();
        match self {
            _ if file.as_os_str() == "-" => format!("the input {self}"),
            Refusal::Missing => format!("there is no file `{shown}`"),
            _ => format!("`{shown}` {self}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Missing => write!(f, "is not there"),
            Refusal::Odd(what) => write!(f, "is {what}, not a file"),
            Refusal::OtherName => write!(f, "is not a rules file: their names end in `{ENDING}`"),
            Refusal::OtherTarget => write!(f, "is a link to a file whose name does not end in `{ENDING}`"),
            Refusal::TooLong(Limit { bytes, of }) => {
                write!(f, "has more than {} ({bytes} bytes), the limit of {of}", size(*bytes))
            }
            Refusal::NotText { line } => {
                write!(f, "is not UTF-8 text: line {line} has an invalid byte")
            }
            Refusal::Failed(error) => write!(f, "can't be read: {error}"),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Refusal::Missing,
            _ => Refusal::Failed(error),
        }
    }
}

/// Opens a regular file for reading.
pub(crate) fn open(path: &Path) -> Result<(File, Metadata), Refusal> {
    opened(path, OpenOptions::new().read(true))
}

/// Opens a rules file for reading, and gives the path without symbolic links in it. A link may lead anywhere: the file has to
/// be called a rules file there, too, because the text of other files is never shown.
pub(super) fn open_rules(path: &Path) -> Result<(PathBuf, File, Metadata), Refusal> {
    let real = path.canonicalize()?;
    must_be_regular(&real.metadata()?)?;
    if !is_rules(path) {
        return Err(Refusal::OtherName);
    }
    if !is_rules(&real) {
        return Err(Refusal::OtherTarget);
    }
    let (file, metadata) = open(&real)?;
    Ok((real, file, metadata))
}

/// The text of a rules file.
pub(crate) fn rules(path: &Path) -> Result<String, Refusal> {
    let (_, file, metadata) = open_rules(path)?;
    utf8(contents(&file, &metadata, Limit::SOURCE)?)
}

/// Opens a regular file for reading and for holding it until another one takes its place.
pub(crate) fn open_to_replace(path: &Path) -> Result<(File, Metadata), Refusal> {
    opened(path, OpenOptions::new().read(true).write(true))
}

/// Opens a regular file, and nothing else.
pub(super) fn opened(path: &Path, options: &mut OpenOptions) -> Result<(File, Metadata), Refusal> {
    must_be_regular(&path.metadata()?)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Something else may have come to that path since; not even then does the program wait.
        options.custom_flags(libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    must_be_regular(&metadata)?;
    Ok((file, metadata))
}

pub(super) fn must_be_regular(metadata: &Metadata) -> Result<(), Refusal> {
    if metadata.is_file() { Ok(()) } else { Err(Refusal::Odd(what(metadata.file_type()))) }
}

/// What it is if it is no regular file.
fn what(file: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if file.is_fifo() {
            return "a pipe";
        }
        if file.is_socket() {
            return "a socket";
        }
        if file.is_char_device() || file.is_block_device() {
            return "a device";
        }
    }
    if file.is_dir() { "a folder" } else { "something else" }
}

/// All that is in an open file.
pub(crate) fn contents(file: &File, metadata: &Metadata, limit: Limit) -> Result<Vec<u8>, Refusal> {
    if metadata.len() > limit.bytes as u64 {
        return Err(Refusal::TooLong(limit));
    }
    bounded(file, limit)
}

/// All that comes, unless it is too much. What the system says about a file's length is not always so.
fn bounded(input: impl Read, limit: Limit) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    input.take(limit.bytes as u64 + 1).read_to_end(&mut bytes).map_err(Refusal::Failed)?;
    if bytes.len() > limit.bytes { Err(Refusal::TooLong(limit)) } else { Ok(bytes) }
}

/// The last bytes of a file, at most so many.
pub(crate) fn end(path: &Path, most: u64) -> Result<Vec<u8>, Refusal> {
    let (mut file, metadata) = open(path)?;
    file.seek(SeekFrom::Start(metadata.len().saturating_sub(most)))?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file.
pub(crate) fn text(path: &Path, limit: Limit) -> Result<String, Refusal> {
    let (file, metadata) = open(path)?;
    utf8(contents(&file, &metadata, limit)?)
}

/// The text that is piped in.
pub(crate) fn text_of_input(input: impl Read, limit: Limit) -> Result<String, Refusal> {
    utf8(bounded(input, limit)?)
}

pub(super) fn utf8(bytes: Vec<u8>) -> Result<String, Refusal> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        Refusal::NotText { line: before.iter().filter(|byte| **byte == b'\n').count() + 1 }
    })
}

/// What tells whether two paths lead to one file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg(unix)]
pub(crate) struct Identity(u64, u64);

/// What tells whether two paths lead to one file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg(not(unix))]
pub(crate) struct Identity(std::path::PathBuf);

/// What tells a file from others. The path is the one without symbolic links in it.
#[cfg(unix)]
pub(crate) fn identity(_: &Path, metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    Identity(metadata.dev(), metadata.ino())
}

/// What tells a file from others. The path is the one without symbolic links in it.
#[cfg(not(unix))]
pub(crate) fn identity(real: &Path, _: &Metadata) -> Identity {
    Identity(real.to_owned())
}
