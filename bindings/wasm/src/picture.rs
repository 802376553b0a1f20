//! The board as SVG, and how a piece moves.

use std::collections::BTreeSet;

use serde::Deserialize;
use tilegame_pictures::{Inline, Look, Scene, Theme, diagram, draw, seen_by};
use tilegame_runtime::explain::walks;
use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Move, State};

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
    /// The colours of the board, by their name.
    #[serde(default)]
    theme: Option<String>,
    /// By which of the shapes that the game has for them pieces are drawn, from 0; as letters, where there are not so many.
    #[serde(default)]
    look: usize,
    /// Without the names of files and ranks.
    #[serde(default)]
    bare: bool,
}

/// The names of the colours that boards can have.
pub(crate) fn themes() -> Vec<&'static str> {
    Theme::ALL.iter().map(|(name, _)| *name).collect()
}

/// How many shapes the pieces of a game can be drawn by.
pub(crate) fn looks(game: &Game) -> usize {
    game.rules().kinds.iter().map(|kind| kind.shapes.len()).max().unwrap_or(0)
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
    let theme = Theme::ALL.iter().find(|(name, _)| Some(*name) == request.theme.as_deref());
    let scene = Scene {
        look: if request.look < looks(state.game()) { Look::Shape(request.look) } else { Look::Letters },
        theme: theme.map_or_else(Theme::default, |(_, theme)| *theme),
        coordinates: !request.bare,
        turned: player.map_or(0.0, |player| seen_by(state.game(), player)),
        last: last.map_or_else(Vec::new, |(before, m)| touched(before, m, state)),
        walks: last.map_or_else(Vec::new, |(before, m)| walks(before, m)),
        check: state.checked(),
        inline,
        ..Scene::default()
    };
    Ok(draw(state, &scene))
}

/// The diagram of a piece that stands alone in the middle of the board.
pub(crate) fn of_piece(game: &Game, number: usize, prefix: &str) -> Result<String, String> {
    let kind = game.rules().kinds.get(number).ok_or("there is no such piece")?;
    if kind.neutral {
        return Err("it is neutral and does not move".to_string());
    }
    let (state, middle) = diagram::alone(game, KindId::new(number), PlayerId::new(0));
    let inline = Some(Inline { prefix: prefix.to_string(), beside: Vec::new() });
    Ok(draw(
        &state,
        &Scene { marks: diagram::moves(&state, middle), legend: true, inline, ..Scene::default() },
    ))
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
