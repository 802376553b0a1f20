//! The move-IDs of movements, where games and moves are shown.

use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::encode::{distance, encode_rule, encode_side};
use tilegame_dsl::moveid::explain::leads_to;
use tilegame_runtime::ir::KindId;
use tilegame_runtime::moves::{Move as Details, Origin};
use tilegame_runtime::{Game, State};

/// The IDs of the movement that makes a move: those that lead where it goes, as far as that can be told from the distance.
pub(crate) fn ids_of_move(state: &State, m: &Details) -> Vec<MoveId> {
    let game = state.game();
    let rules = game.rules();
    let ids = match m.origin {
        Origin::Rule { kind, rule, .. } => {
            let rule = &rules.kinds[kind.index()].rules[usize::from(rule)];
            encode_rule(rules, kind, rule).unwrap_or_default()
        }
        Origin::Castling { kind, side } => of_side(game, kind, usize::from(side)),
        Origin::Choice { .. } | Origin::Board { .. } | Origin::Rejoin { .. } | Origin::Pass => Vec::new(),
    };
    let step = m.from.and_then(|from| distance(rules, state.to_move(), from, m.to));
    let fits = |id: &&MoveId| step.is_none_or(|step| leads_to(id, step) != Some(false));
    let fitting: Vec<MoveId> = ids.iter().filter(fits).cloned().collect();
    if fitting.is_empty() { ids } else { fitting }
}

fn of_side(game: &Game, kind: KindId, side: usize) -> Vec<MoveId> {
    let rules = game.rules();
    if let Some(encoded) = encode_side(rules, side) {
        return encoded.into_iter().collect();
    }
    // A side that is a rule of the piece's.
    let way = rules.castling.as_ref().and_then(|clause| clause.sides.get(side)).map(|side| &side.way);
    let Some(tilegame_runtime::ir::CastlingWay::Rule { label, .. }) = way else { return Vec::new() };
    let named = rules.kinds[kind.index()].rules.iter().filter(|rule| rule.label == Some(*label));
    named.flat_map(|rule| encode_rule(rules, kind, rule).unwrap_or_default()).collect()
}
