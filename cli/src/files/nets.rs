//! Nets in files.

use std::path::Path;

use tilegame_runtime::Game;
use tilegame_search::net::Net;

use super::names::typed;
use super::read::{Limit, contents, open};

/// The net for a game in a file; `path` is what the user calls it. If there is none, a sentence that says why.
pub(crate) fn net(path: &Path, real: &Path, game: &Game) -> Result<Net, String> {
    let (file, metadata) = open(real).map_err(|why| why.about(path))?;
    let bytes = contents(&file, &metadata, Limit::NET).map_err(|why| why.about(path))?;
    Net::from_bytes(game, &bytes).map_err(|why| format!("{}: {why}", typed(path)))
}
