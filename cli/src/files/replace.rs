//! Writing files as a whole: beside the old one first, then in its place.
//!
//! A reader finds the old file or the new one, never a part of either, whenever the program or the machine stops. What
//! was wrong is said as the end of a sentence that begins with the file's name.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, PersistError};

use super::read::{Refusal, must_be_regular, opened};

/// So many symbolic links may lead from one to the next.
const LINKS: usize = 40;

/// What new files are called until they take their place.
const BESIDE: &str = ".tilegame-";

/// The file that is meant by a path, which need not be there yet: symbolic links are followed, so that the file they lead to is
/// replaced and not the link. If it is there, it has to be a regular file that may be written to.
pub(crate) fn target(path: &Path) -> Result<PathBuf, String> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                let leads = fs::read_link(&path).map_err(unwritten)?;
                path = folder(&path).join(leads);
            }
            Ok(metadata) => {
                must_be_regular(&metadata).map_err(|refusal| refusal.to_string())?;
                // Whoever has protected a file does not want another one in its place.
                opened(&path, OpenOptions::new().write(true)).map_err(|refusal| match refusal {
                    Refusal::Failed(error) => unwritten(error),
                    other => other.to_string(),
                })?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(unwritten(error)),
        }
    }
    Err("is a symbolic link that leads to another without end".to_string())
}

/// Puts bytes in the place of a file, or into a new one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let path = target(path)?;
    beside(&path, bytes)?.persist(&path).map_err(displaced)?;
    settled(&path)
}

/// Puts bytes in the place of a file that [`target`] has found. The new file has been prepared by `prepare` before it takes the
/// place of the old one, and is returned. `is_new`: there is no old one, and if there is, it stays.
pub(crate) fn replace_held(
    path: &Path,
    bytes: &[u8],
    is_new: bool,
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> Result<File, String> {
    let beside = beside(path, bytes)?;
    prepare(beside.as_file()).map_err(unwritten)?;
    let file = if is_new { beside.persist_noclobber(path) } else { beside.persist(path) };
    let file = file.map_err(displaced)?;
    settled(path).map(|()| file)
}

/// Why a new file was not made.
pub(crate) enum Uncreated {
    /// There is something of that name.
    Exists,
    /// Something else is wrong.
    Failed(String),
}

/// Writes a new file. What is there already stays as it is, be it a link that leads nowhere.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<(), Uncreated> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(Uncreated::Exists);
    }
    let beside = beside(path, bytes).map_err(Uncreated::Failed)?;
    beside.persist_noclobber(path).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => Uncreated::Exists,
        _ => Uncreated::Failed(displaced(error)),
    })?;
    settled(path).map_err(Uncreated::Failed)
}

/// Makes a folder, and those it is in, unless it is there.
pub(crate) fn create_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => "is not a folder".to_owned(),
        kind => format!("can't be created: {kind}"),
    })
}

/// A file in the same folder with these bytes, safe on the disk, and with the old file's owner and permissions. It is removed
/// unless it takes its place.
fn beside(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, String> {
    let mut builder = Builder::new();
    builder.prefix(BESIDE).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any other new file: the process's mask takes away what it does not want.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut beside = builder.tempfile_in(folder(path)).map_err(|error| match error.kind() {
        ErrorKind::NotFound => "can't be written: there is no such folder".to_string(),
        kind => format!("can't be written: no new file can be created in its folder ({kind})"),
    })?;
    let write = |beside: &mut NamedTempFile| {
        beside.write_all(bytes)?;
        if let Ok(old) = fs::metadata(path) {
            inherit(beside.as_file(), &old)?;
        }
        beside.as_file().sync_all()
    };
    write(&mut beside).map_err(unwritten)?;
    Ok(beside)
}

/// Gives a file the owner, the group and the permissions of another.
fn inherit(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let new = file.metadata()?;
        // Who may not give files away keeps the new one; its contents matter more than its owner.
        if new.gid() != old.gid() {
            let _ = fchown(file, None, Some(old.gid()));
        }
        if new.uid() != old.uid() {
            let _ = fchown(file, Some(old.uid()), None);
        }
    }
    file.set_permissions(old.permissions())
}

/// Sees to it that the folder knows of the new file even if the machine stops now.
fn settled(path: &Path) -> Result<(), String> {
    #[cfg(unix)]
    {
        let synced = File::open(folder(path)).and_then(|folder| folder.sync_all());
        match synced.map_err(|error| (error.kind(), error)) {
            // Some file systems can't, and some folders may be written to but not read.
            Ok(())
            | Err((ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied, _)) => {}
            Err((_, error)) => return Err(format!("was written, but the disk may not have it yet: {error}")),
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn displaced(error: PersistError) -> String {
    unwritten(error.error)
}

fn unwritten(error: io::Error) -> String {
    format!("can't be written: {}", error.kind())
}
