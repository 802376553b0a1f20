//! How each piece moves: as rules, as move-IDs, in Betza notation.

use serde::Serialize;
use tilegame_betza::{Dialect, encode};
use tilegame_dsl::ir::{Kind, KindId, Rules};
use tilegame_dsl::moveid::encode::encode as encode_rules;
use tilegame_dsl::{betza, load_switched};
use tilegame_wasm_texts::Texts;

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
pub(crate) fn all(given: &Texts) -> Result<Vec<Shown>, String> {
    let loaded = load_switched(&mut given.sources(), &given.root, &mut |_| None, &given.options);
    let rules = loaded.rules.ok_or("these texts are no game")?;
    let kinds = rules.kinds.iter().enumerate().filter(|(_, kind)| !kind.rules.is_empty());
    Ok(kinds.map(|(number, kind)| shown(&rules, number, kind)).collect())
}

fn shown(rules: &Rules, number: usize, kind: &Kind) -> Shown {
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
