//! Why a tile may not be chosen so.

use tilegame_dsl::ir::{Action, Choice, Effect, KindId, PhaseId, Test, Tile};

use super::forbidden::refused_move;
use super::reason::{Illegal, Reason};
use crate::game::Game;
use crate::notation::choice;
use crate::reference::position::Position;
use crate::reference::view::View;
use crate::words;

/// A text such as `N@f3`: the reason of the line of the rules that comes closest.
pub(super) fn refusal(game: &Game, position: &Position, text: &str) -> Option<Illegal> {
    let rules = game.rules();
    if rules.turn.choices.is_empty() {
        return None;
    }
    let (kind, tile) = choice::said(game, text)?;
    let moves = game.pseudo_legal_moves(position);
    let meant =
        moves.iter().find(|m| m.from.is_none() && m.to == tile && (kind.is_none() || m.kind() == kind));
    if let Some(m) = meant {
        return Some(refused_move(game, position, m));
    }
    let fitting =
        rules.turn.choices.iter().filter(|c| kind.is_none() || puts(c).is_some_and(|(k, _)| Some(k) == kind));
    let nearest =
        fitting.map(|choice| obstacle(game, position, choice, tile)).max_by_key(|(weight, _)| *weight);
    Some(match nearest {
        Some((_, why)) => Illegal::new(Reason::InTheWay, why),
        None => Illegal::new(Reason::NoWay, "no rule lets anybody do that"),
    })
}

/// What keeps a choice from being made on a tile, and how close it comes.
fn obstacle(game: &Game, position: &Position, choice: &Choice, tile: Tile) -> (u8, String) {
    let rules = game.rules();
    let me = game.to_move(position);
    let view = View::new(position, me);
    let rule = &choice.text;
    let put = puts(choice);
    if let Some(phase) = phase_asked(&choice.guard).or(phase_asked(&choice.target))
        && phase != position.phase()
    {
        let names = [phase, position.phase()].map(|p| &rules.turn.phases[p.index()]);
        return (0, format!("that is for the phase {}, and now it is {} (rule: {rule})", names[0], names[1]));
    }
    if !game.engine().holds(&view, tile, &choice.guard) {
        return (1, format!("this does not hold: {} (rule: {rule})", words::test(rules, &choice.guard)));
    }
    if let Some((kind, true)) = put
        && game.hand(position, me, rules.in_hand(kind)) == 0
    {
        let name = words::a(&rules.kinds[kind.index()].piece);
        return (2, format!("{} does not have {name} in hand", words::player(rules, me)));
    }
    let there = words::piece_on(game, position, tile);
    if put.is_some() && position.piece(tile).is_some() {
        return (3, format!("{there} is where only an empty tile will do (rule: {rule})"));
    }
    let asked = words::test(rules, &choice.target);
    let name = rules.board.name(tile);
    (3, format!("on {name} this is not true: {asked} ({there}; rule: {rule})"))
}

/// The kind that a choice puts on the tile, and whether it comes out of a hand.
fn puts(choice: &Choice) -> Option<(KindId, bool)> {
    choice.actions.iter().find_map(|action| match action {
        Action::Here(Effect::Put(kind)) => Some((*kind, false)),
        Action::Here(Effect::Drop(kind)) => Some((*kind, true)),
        _ => None,
    })
}

/// The phase that a test demands, if it is plain to see.
fn phase_asked(test: &Test) -> Option<PhaseId> {
    match test {
        Test::In(phase) => Some(*phase),
        Test::And(tests) => tests.iter().find_map(phase_asked),
        _ => None,
    }
}
