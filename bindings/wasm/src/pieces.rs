//! How each piece moves: as rules, as move-IDs, in Betza notation, as a diagram.

use serde::Serialize;
use tilegame_betza::{Dialect, encode};
use tilegame_dsl::betza;
use tilegame_dsl::moveid::encode::encode as encode_rules;
use tilegame_pictures::{Inline, Scene, diagram, draw};
use tilegame_runtime::Game;
use tilegame_runtime::ir::{Kind, KindId, PlayerId};

/// A piece.
#[derive(Serialize)]
pub(crate) struct Shown {
    /// Its number, for its diagram.
    number: usize,
    name: String,
    letters: Vec<String>,
    rules: Vec<Rule>,
    betza: Option<String>,
    /// Why it has no Betza notation.
    no_betza: Option<String>,
}

/// A line of its rules.
#[derive(Serialize)]
struct Rule {
    text: String,
    ids: Vec<String>,
    /// Why it has none.
    no_id: Option<String>,
}

/// All pieces that move by rules of their own.
pub(crate) fn all(game: &Game) -> Vec<Shown> {
    let kinds = game.rules().kinds.iter().enumerate();
    kinds.filter(|(_, kind)| !kind.rules.is_empty()).map(|(number, kind)| shown(game, number, kind)).collect()
}

fn shown(game: &Game, number: usize, kind: &Kind) -> Shown {
    let rules = game.rules();
    let lines = encode_rules(rules, KindId::new(number)).into_iter().map(|(text, ids)| match ids {
        Ok(ids) => Rule { text, ids: ids.iter().map(|id| id.short()).collect(), no_id: None },
        Err(error) => Rule { text, ids: Vec::new(), no_id: Some(error.to_string()) },
    });
    let written = betza::moves(rules, kind)
        .and_then(|moves| encode(&moves, Dialect::XBoard).map_err(|none| none.to_string()));
    let (betza, no_betza) = match written {
        Ok(text) => (Some(text), None),
        Err(why) => (None, Some(why)),
    };
    let letters = kind.letters.clone();
    Shown { number, name: kind.name.clone(), letters, rules: lines.collect(), betza, no_betza }
}

/// The diagram of a piece that stands alone in the middle of the board.
pub(crate) fn diagram(game: &Game, number: usize, prefix: &str) -> Result<String, String> {
    let kind = game.rules().kinds.get(number).ok_or("there is no such piece")?;
    if kind.neutral {
        return Err("it is neutral and does not move".to_string());
    }
    let (state, middle) = diagram::alone(game, KindId::new(number), PlayerId::new(0));
    let inline = Some(Inline { prefix: prefix.to_string(), beside: Vec::new() });
    Ok(draw(&state, &Scene { marks: diagram::moves(&state, middle), inline, ..Scene::default() }))
}
