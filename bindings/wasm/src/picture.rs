//! The board as SVG.

use std::collections::BTreeSet;

use serde::Deserialize;
use tilegame_pictures::{Inline, Scene, draw, seen_by};
use tilegame_runtime::explain::walks;
use tilegame_runtime::ir::{PlayerId, Tile};
use tilegame_runtime::{Move, State};

use crate::table::Table;

/// How a picture should be.
#[derive(Deserialize)]
struct Request {
    /// The player who sees it so; whoever, if there is none.
    #[serde(default)]
    seen_by: Option<usize>,
    /// With a prefix it is for a page, without it a document of its own.
    #[serde(default)]
    prefix: Option<String>,
}

/// The position, with what the last move has touched.
pub(crate) fn of_position(table: &Table, request: &str) -> Result<String, String> {
    let request: Request = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let state = table.state();
    let players = state.game().rules().players.len();
    let player = request.seen_by.filter(|number| *number < players).map(PlayerId::new);
    let last = table.played().moves().next_back();
    let inline = request.prefix.map(|prefix| {
        let there: BTreeSet<Tile> = state.tiles().collect();
        let targets = table.legal().iter().filter(|m| !m.is_pass()).map(|m| state.target(*m));
        Inline { prefix, beside: targets.filter(|tile| !there.contains(tile)).collect() }
    });
    let scene = Scene {
        turned: player.map_or(0.0, |player| seen_by(state.game(), player)),
        last: last.map_or_else(Vec::new, |(before, m)| touched(before, m, state)),
        walks: last.map_or_else(Vec::new, |(before, m)| walks(before, m)),
        check: state.checked(),
        inline,
        ..Scene::default()
    };
    Ok(draw(state, &scene))
}

/// The tiles that a move leaves and reaches, and those that have come or gone with it.
fn touched(before: &State, m: Move, after: &State) -> Vec<Tile> {
    if m.is_pass() {
        return Vec::new();
    }
    let there = |state: &State| state.tiles().collect::<BTreeSet<Tile>>();
    let (was, is) = (there(before), there(after));
    let ends = before.origin(m).into_iter().chain([before.target(m)]);
    ends.chain(was.symmetric_difference(&is).copied()).collect()
}
