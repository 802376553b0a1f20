//! Which files a game may import: those in its own folder and in folders that the user has named, with all below them.
//!
//! What counts is where a file really is, after all `..` and symbolic links. A path that is spelled as leading elsewhere is
//! refused before anything is asked of the file system, so that nobody learns from the answer which files there are.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf, absolute};

use tilegame_dsl::fetch::{Fetched, Refused};

use super::names::{ENDING, is_rules, typed};
use super::read::{Identity, Limit, Refusal, contents, identity, open_rules, utf8};

/// The files that a game may import, and which it has.
pub(crate) struct Imports {
    /// Paths are relative to this folder.
    base: PathBuf,
    /// The folder of the game's own file, if it has one.
    own: Option<Folder>,
    /// Folders that the user has named.
    named: Vec<Folder>,
    /// What has been read, by the path under which it was asked for first.
    known: Vec<(Identity, String)>,
}

/// A folder from which files may be imported.
struct Folder {
    /// Its path as it was written, made absolute.
    spelled: PathBuf,
    /// Where it really is.
    real: PathBuf,
}

impl Folder {
    fn new(path: &Path) -> io::Result<Folder> {
        let real = fs::canonicalize(path)?;
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Folder { spelled: spelled(path)?, real })
    }

    /// Whether a path is spelled as leading into it.
    fn may_hold(&self, spelled: &Path) -> bool {
        spelled.starts_with(&self.spelled) || spelled.starts_with(&self.real)
    }
}

impl Imports {
    /// Nothing but what is in the named folders; paths are relative to `base`.
    pub(crate) fn new(base: &Path, named: &[PathBuf]) -> Result<Imports, String> {
        let folder = |path: &PathBuf| {
            Folder::new(&base.join(path)).map_err(|error| {
                let why = match error.kind() {
                    io::ErrorKind::NotFound => "it is not there".to_string(),
                    kind => kind.to_string(),
                };
                format!("`--allow-dir {}` names no folder: {why}", path.display())
            })
        };
        let named = named.iter().map(folder).collect::<Result<_, _>>()?;
        Ok(Imports { base: base.to_owned(), own: None, named, known: Vec::new() })
    }

    /// What a text may import that belongs into a file, which need not be there yet, as it is open in an editor.
    pub(crate) fn beside(file: &Path) -> io::Result<Imports> {
        let base = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let own = Folder::new(base)?;
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let known = open_rules(file).ok().map(|(real, _, metadata)| (identity(&real, &metadata), name));
        Ok(Imports {
            base: base.to_owned(),
            own: Some(own),
            named: Vec::new(),
            known: known.into_iter().collect(),
        })
    }

    /// Reads the game's own file; from now on, its folder is allowed. `name` is what the file is called among the sources.
    pub(crate) fn root(&mut self, given: &str, name: &str) -> Result<String, String> {
        let path = self.base.join(given);
        let read = || {
            let (real, file, metadata) = open_rules(&path)?;
            Ok((utf8(contents(&file, &metadata, Limit::SOURCE)?)?, identity(&real, &metadata)))
        };
        let (text, identity) = read().map_err(|refusal: Refusal| refusal.about(Path::new(given)))?;
        self.known.push((identity, name.to_string()));
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = Folder::new(folder.unwrap_or(Path::new(".")));
        self.own = Some(folder.map_err(|error| format!("the folder of `{given}` can't be read: {error}"))?);
        Ok(text)
    }

    /// The file at a path that is imported.
    pub(crate) fn fetch(&mut self, path: &str) -> Option<Fetched> {
        match self.find(path) {
            Ok(found) => found,
            Err(refused) => Some(Fetched::Refused(refused)),
        }
    }

    fn find(&mut self, path: &str) -> Result<Option<Fetched>, Refused> {
        let file = self.base.join(path);
        let spelled = spelled(&file).map_err(Refusal::from)?;
        if Path::new(path).has_root() && !self.named.iter().any(|folder| folder.may_hold(&spelled)) {
            return Err(outside("is an absolute path", Path::new(path)));
        }
        if !self.folders().any(|folder| folder.may_hold(&spelled)) {
            return Err(outside("is outside of the game's folder", Path::new(path)));
        }
        let real = match file.canonicalize().map_err(Refusal::from) {
            Ok(real) => real,
            Err(Refusal::Missing) => return Ok(None),
            Err(refusal) => return Err(refusal.into()),
        };
        if !self.folders().any(|folder| real.starts_with(&folder.real)) {
            return Err(outside("leads out of the game's folder by a symbolic link", &real));
        }
        let (_, file, metadata) = open_rules(&file)?;
        let identity = identity(&real, &metadata);
        if let Some((_, name)) = self.known.iter().find(|(known, _)| *known == identity) {
            return Ok(Some(Fetched::Known(name.clone())));
        }
        let text = utf8(contents(&file, &metadata, Limit::SOURCE)?)?;
        self.known.push((identity, path.to_string()));
        Ok(Some(Fetched::Text(text)))
    }

    fn folders(&self) -> impl Iterator<Item = &Folder> {
        self.own.iter().chain(&self.named)
    }
}

/// What is wrong with a path that leads to a file elsewhere, what is allowed, and how to allow it.
fn outside(why: &str, file: &Path) -> Refused {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let allowed = "a game may import files in its own folder and below it, and the library".to_string();
    let how = match is_rules(file) {
        true => format!("if the game may see what is there, allow it: --allow-dir {}", typed(folder)),
        false => {
            format!("`--allow-dir DIR` allows another folder, and in it files whose names end in `{ENDING}`")
        }
    };
    Refused { why: why.to_string(), notes: vec![allowed, how] }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused { why: refusal.to_string(), notes: Vec::new() }
    }
}

/// A path made absolute, with its `..` worked out as it is spelled, whatever is there.
fn spelled(path: &Path) -> io::Result<PathBuf> {
    let mut spelled = PathBuf::new();
    for part in absolute(path)?.components() {
        match part {
            Component::ParentDir => {
                spelled.pop();
            }
            part => spelled.push(part),
        }
    }
    Ok(spelled)
}
