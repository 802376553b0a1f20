//! Tests and effects in words.

use super::places::{beyond, who};
use crate::ir::{CountOp, When};
use crate::moveid::extended::{Deed, Names, Sort, TileTest, What};
use crate::moveid::neighbour::{Neighbour, Offset, Side};

/// What a test says of a tile: `is empty`, `holds an enemy and is not in the region x`.
pub(super) fn holds(test: &TileTest) -> String {
    let all = |terms: &Vec<crate::moveid::extended::Term>| {
        let parts: Vec<String> = terms.iter().map(|term| of(&term.what, term.not)).collect();
        parts.join(" and ")
    };
    test.any.iter().map(all).collect::<Vec<_>>().join(", or ")
}

fn of(what: &What, not: bool) -> String {
    let is = |rest: String| format!("{} {rest}", if not { "is not" } else { "is" });
    let has = |rest: String| if not { format!("does not hold {rest}") } else { format!("holds {rest}") };
    let clause = |rest: String| {
        if not { format!("is asked when it is not so that {rest}") } else { format!("is asked when {rest}") }
    };
    match what {
        What::Group(inner) if not => format!("is not one that {}", holds(inner)),
        What::Group(inner) => format!("is one that {}", holds(inner)),
        What::Empty => is("empty".to_owned()),
        What::Piece(side, sort) => has(piece(*side, sort)),
        What::Is(names) => has(format!("{} (even if it has been lifted)", one_of(names))),
        What::Of(player) => has(format!("a piece of {}'s", player.as_str())),
        What::On(region) => is(format!("in `{}`", region.as_str())),
        What::Under { zone, by_one: false } => is(format!("covered by an enemy's zone `{}`", zone.as_str())),
        What::Under { zone, by_one: true } => {
            is(format!("covered by exactly one enemy with the zone `{}`, the same all along", zone.as_str()))
        }
        What::Attacked => is("attacked".to_owned()),
        What::Unmoved => has("a piece that has not moved".to_owned()),
        What::Begun => is("where the turn began".to_owned()),
        What::Acted => has("a piece that has made a step of this turn".to_owned()),
        What::Did(When::Ever, label) => has(format!("a piece that has made a move `{}`", label.as_str())),
        What::Did(When::Last, label) => {
            has(format!("a piece of which the last move was `{}`", label.as_str()))
        }
        What::Did(When::Just, label) => {
            has(format!("a piece that has just made a move `{}`", label.as_str()))
        }
        What::Marked(mark) => {
            let does = if not { "does not bear" } else { "bears" };
            format!("{does} an enemy's mark `{}`", mark.as_str())
        }
        What::Faces(direction) => has(format!("a piece that faces `{}`", direction.as_str())),
        What::Phase(phase) => clause(format!("the turn is in the phase `{}`", phase.as_str())),
        What::Mover(player) => clause(format!("{} moves", player.as_str())),
        What::Parting => clause("a part of a stack moves alone".to_owned()),
        What::Castled => clause("its player has castled".to_owned()),
    }
}

fn piece(side: Side, sort: &Sort) -> String {
    let neighbour = |letter| who(&Neighbour { side, letter, at: Offset::default() });
    match sort {
        Sort::Any if side == Side::Any => "a piece".to_owned(),
        Sort::Any => neighbour(None),
        Sort::Letter(letter) => neighbour(Some(*letter)),
        Sort::Named(names) => {
            let whose = match side {
                Side::Any => "",
                Side::Friend => " of its own side",
                Side::Enemy => " of an enemy's",
            };
            format!("{}{whose}", one_of(names))
        }
    }
}

fn one_of(names: &Names) -> String {
    let names: Vec<&str> = names.0.iter().map(|name| name.as_str().trim_start_matches('=')).collect();
    format!("a {}", names.join(" or "))
}

/// What happens: `captures what stands there and leaves the mark x`.
pub(super) fn effects(all: &[Deed]) -> String {
    all.iter().map(effect).collect::<Vec<_>>().join(" and ")
}

fn effect(deed: &Deed) -> String {
    match deed {
        Deed::Take => "captures what stands there".to_owned(),
        Deed::TakeLast => "captures what stands there at the end".to_owned(),
        Deed::Vanish => "makes the tile vanish".to_owned(),
        Deed::Mark(mark) => format!("leaves the mark `{}`", mark.as_str()),
        Deed::Become(kind) => format!("turns what stands there into a {}", kind.as_str()),
        Deed::State(state, true) => format!("brings what stands there into the state `{}`", state.as_str()),
        Deed::State(state, false) => {
            format!("brings what stands there out of the state `{}`", state.as_str())
        }
        Deed::Put(kind) => format!("puts a {}", kind.as_str()),
        Deed::Drop(kind) => format!("puts a {} out of the hand", kind.as_str()),
        Deed::Swap => "sends what stands there to where it comes from".to_owned(),
        Deed::Arrive(kind) => format!("arrives as a {}", kind.as_str()),
        Deed::Merge(None) => "becomes one stack with what stands there".to_owned(),
        Deed::Merge(Some(kind)) => format!("becomes a {} together with what stands there", kind.as_str()),
        Deed::Turn(steps) => format!("turns what stands there to the right, by {steps}"),
        Deed::Shift(far) => format!("sends what stands there {}", beyond(far.net())),
        Deed::Join(player) => format!("gives what stands there to `{}`", player.as_str()),
        Deed::Count { counter, op, amount } => {
            let counter = counter.as_str();
            match op {
                CountOp::Add => format!("adds {amount} to `{counter}`"),
                CountOp::Subtract => format!("takes {amount} from `{counter}`"),
                CountOp::Set => format!("sets `{counter}` to {amount}"),
            }
        }
    }
}
