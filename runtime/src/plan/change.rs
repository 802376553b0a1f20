//! What an effect on a tile changes.

use tilegame_dsl::ir::{Effect, PlayerId, Quantity, Tile, Who};

use crate::moves::Change;
use crate::packed::refusal::WhyNot;
use crate::reference::engine::Reference;

/// What an effect on a tile changes; nothing if it would lead off the board.
pub(crate) fn change(
    reference: &Reference,
    me: PlayerId,
    tile: Tile,
    effect: &Effect,
) -> Result<Option<Change>, WhyNot> {
    Ok(Some(match effect {
        Effect::Take | Effect::TakeLast => Change::Take(tile),
        Effect::Mark(mark) => Change::Mark { mark: *mark, tile },
        Effect::Become(kind) => Change::Become { tile, kind: *kind },
        Effect::Shift(directions) => match reference.sum(tile, me, directions) {
            Some(to) => Change::Shift { from: tile, to },
            None => return Ok(None),
        },
        Effect::Count { counter, of, op, amount: Quantity::Number(amount) } => {
            let player =
                somebody(reference, me, *of, "a path that counts for the next player or the one before")?;
            Change::Count { counter: *counter, player, op: (*op).into(), amount: *amount }
        }
        Effect::Count { .. } => {
            return Err(WhyNot::Unusual("a path on which counters change by what the position tells"));
        }
        // What it becomes depends on what stands there, which has been found out before.
        Effect::State { .. } => return Ok(None),
        Effect::First(on) => Change::First { tile, on: *on },
        // So does how it stands once it has turned.
        Effect::Turn(_) => return Ok(None),
        // Only a piece that moves can have these.
        Effect::Swap | Effect::Arrive(_) | Effect::Merge(_) | Effect::Unite => return Ok(None),
        Effect::Reflect(tiles) => Change::Shift { from: tile, to: tiles[tile.index()] },
        Effect::Put(kind) => Change::Put { tile, kind: *kind, from_hand: false },
        Effect::Drop(kind) => {
            let kind = reference.rules.turned(*kind, reference.frame(me, tile));
            Change::Put { tile, kind, from_hand: true }
        }
        Effect::Join(who) => {
            let why = "a path on which pieces change sides, to the next player or the one before";
            Change::Join { tile, owner: somebody(reference, me, *who, why)? }
        }
        Effect::Vanish => Change::Vanish(tile),
    }))
}

/// Who is meant, where that is the same in every position; or else why it is refused.
fn somebody(
    reference: &Reference,
    me: PlayerId,
    who: Who,
    why_not: &'static str,
) -> Result<PlayerId, WhyNot> {
    let players = reference.rules.players.len();
    match who {
        Who::Friend => Ok(me),
        Who::Player(player) => Ok(player),
        Who::Enemy | Who::Next
            if players == 2 && reference.rules.ends.iter().all(|e| e.result.is_final()) =>
        {
            Ok(PlayerId::new(1 - me.index()))
        }
        Who::Enemy | Who::Next | Who::Mover => Err(WhyNot::Unusual(why_not)),
    }
}
