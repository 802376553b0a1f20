//! URIs of documents: files, texts of the library, and texts that are in no file yet.

use std::path::{Component, Path, PathBuf};

use lsp_types::Uri;
use tilegame_dsl::library;

/// The scheme of texts of the library, for editors that can show what is in no file.
const SCHEME: &str = "tilegame";

/// What a URI names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Address {
    /// A file.
    File(PathBuf),
    /// A text of the library, by its name there.
    Library(String),
    /// Something else, such as a text that has not been saved.
    Other(String),
}

impl Address {
    /// What a URI names, or what is wrong with it.
    pub(super) fn of(uri: &Uri) -> Result<Address, String> {
        let text = uri.as_str();
        let Some((scheme, rest)) = text.split_once(':') else {
            return Err(format!("`{text}` is not a URI with a scheme"));
        };
        match scheme.to_ascii_lowercase().as_str() {
            "file" => {
                path(rest).map(Address::File).ok_or_else(|| format!("`{text}` is not the URI of a file here"))
            }
            SCHEME => {
                let name = decoded(rest).unwrap_or_default();
                let name = name.trim_start_matches('/').to_string();
                match library::text(&name) {
                    Some(_) => Ok(Address::Library(name)),
                    None => Err(format!("the library has no text `{name}`")),
                }
            }
            _ => Ok(Address::Other(text.to_string())),
        }
    }

    /// The URI of it.
    pub(super) fn uri(&self) -> Option<Uri> {
        let text = match self {
            Address::File(path) => {
                let path = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
                format!("file://{}{}", if path.starts_with('/') { "" } else { "/" }, encoded(&path))
            }
            Address::Library(name) => format!("{SCHEME}:/{}", encoded(name)),
            Address::Other(text) => text.clone(),
        };
        text.parse().ok()
    }
}

/// The path in the URI of a file.
fn path(rest: &str) -> Option<PathBuf> {
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let start = rest.find('/')?;
    // A file of another machine.
    if !matches!(&rest[..start], "" | "localhost") {
        return None;
    }
    let path = decoded(&rest[start..])?;
    let is_drive = |path: &str| path.as_bytes().get(2) == Some(&b':');
    let path = if cfg!(windows) && is_drive(&path) { path[1..].to_string() } else { path };
    (!path.contains('\0')).then(|| clean(Path::new(&path)))
}

/// A path without `.` and `..`, as it is spelled.
pub(super) fn clean(path: &Path) -> PathBuf {
    let mut spelled = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = spelled.pop(),
            Component::CurDir => {}
            part => spelled.push(part),
        }
    }
    spelled
}

/// A text with `%41` as `A`; nothing if it is no UTF-8 then.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digit = |at: usize| more.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// A path as it can stand in a URI.
fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
