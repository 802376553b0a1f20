//! Back from the pieces as they stand in the middle of a turn to its beginning.
//!
//! The string says who has gone where, but not what was taken on the way, nor who was promoted by it. So the pieces go back to where the turn
//! began, and of what may have been taken the first is put back with which the steps lead to the same pieces again.

use tilegame_dsl::ir::{KindId, Tile};

use super::error::FenError;
use super::steps;
use crate::game::Game;
use crate::notation::course::{self, Told};
use crate::notation::field::Field;
use crate::reference::position::{Past, Piece, Position};
use crate::words;

/// Takes the pieces of which the steps tell back to where the turn began; what was taken stays away.
///
/// # Errors
/// If a step can't have been made.
pub(super) fn go(game: &Game, told: &Told<'_>, position: &mut Position) -> Result<(), FenError> {
    let rules = game.rules();
    let me = game.to_move(position);
    let parts = |kind: KindId| rules.kinds[kind.index()].parts.iter().copied();
    for field in told.steps.iter().rev() {
        let wrong =
            || field.error(format!("`{}` can't have been a step of this turn", words::shortened(field.text)));
        let (kind, to) = Told::said(game, field.text).ok_or_else(wrong)?;
        let (from, _) = told.from.ok_or_else(wrong)?;
        // What is left on a tile without those who are named, if they are there.
        let without = |tile: Tile| {
            let piece = position.piece(tile).filter(|piece| piece.owner == Some(me))?;
            let mut left: Vec<KindId> = parts(piece.kind).collect();
            for part in parts(kind) {
                let alike = |other: &KindId| rules.bare(*other) == rules.bare(part);
                left.remove(left.iter().position(alike)?);
            }
            Some(left)
        };
        if let Some(left) = without(to).filter(|_| to != from) {
            let rest = if left.is_empty() { None } else { Some(rules.join(&left).ok_or_else(wrong)?) };
            position.set(to, rest.map(|kind| Piece { kind, owner: Some(me) }));
        } else if without(from).is_some() {
            // It has acted without going anywhere.
            continue;
        }
        let there = position.piece(from).map(|piece| piece.kind);
        let both: Vec<KindId> = there.into_iter().chain([kind]).collect();
        let joined = rules.join(&both).ok_or_else(wrong)?;
        position.set(from, Some(Piece { kind: joined, owner: Some(me) }));
    }
    Ok(())
}

/// Makes the steps from the beginning of the turn so that the pieces stand as in `now`.
///
/// # Errors
/// If that can't be, whatever was taken.
pub(super) fn lead_to(
    game: &Game,
    (told, field): (&Told<'_>, Field<'_>),
    position: &mut Position,
    now: &Position,
) -> Result<(), FenError> {
    let mut back = Back { game, told, now, farthest: 0 };
    match back.lead(position, position, 0) {
        Some(found) => {
            *position = found;
            told.settle(game, position).map_err(steps::refused)
        }
        None => Err(match told.steps.get(back.farthest) {
            // Why the step can't be made from the pieces as they are said to have stood.
            Some(step) => match steps::make(game, told, &mut position.clone()) {
                Err(error) if error.range == step.range() => error,
                _ => step.error(format!("`{}` is no legal step of this turn", step.text)),
            },
            None => field.error("these steps don't lead to this placement"),
        }),
    }
}

struct Back<'b> {
    game: &'b Game,
    told: &'b Told<'b>,
    now: &'b Position,
    /// The number of steps that could be made.
    farthest: usize,
}

impl Back<'_> {
    /// From the position after so many steps, and with what was taken by then at the turn's beginning.
    fn lead(&mut self, before: &Position, after: &Position, made: usize) -> Option<Position> {
        self.farthest = self.farthest.max(made);
        let Some(field) = self.told.steps.get(made) else {
            let open = made == 0 || after.course.is_some();
            return (open && after.standing == self.now.standing).then(|| after.clone());
        };
        if let Some(after) = self.next(field.text, after)
            && let Some(found) = self.lead(before, &after, made + 1)
        {
            return Some(found);
        }
        let (_, to) = Told::said(self.game, field.text)?;
        if after.piece(to).is_some() || before.piece(to).is_some() {
            return None;
        }
        let me = self.game.to_move(before);
        let valid = &self.game.notation().valid;
        for victim in victims(self.game, me) {
            let mut before = before.clone();
            before.set(to, Some(victim));
            // The turn began with a position of the game.
            if !valid.iter().all(|valid| self.game.holds(&before, me, &valid.test, Past::default())) {
                continue;
            }
            // With it there, the steps before may not lead here any more.
            let Some(after) = self.again(&before, made + 1) else { continue };
            if let Some(found) = self.lead(&before, &after, made + 1) {
                return Some(found);
            }
        }
        None
    }

    /// The position after a step that is written exactly so: without what was taken, another one may be meant.
    fn next(&self, text: &str, position: &Position) -> Option<Position> {
        let (parts, _) = steps::parts(self.game)?;
        let found = course::next(self.game, position, self.told, (text, parts), true);
        let mut after = position.clone();
        found.first()?.iter().for_each(|m| _ = self.game.play_unchecked(&mut after, m));
        Some(after)
    }

    /// So many steps from the beginning of the turn.
    fn again(&self, before: &Position, steps: usize) -> Option<Position> {
        let mut position = before.clone();
        for field in &self.told.steps[..steps] {
            position = self.next(field.text, &position)?;
        }
        Some(position)
    }
}

/// The single pieces of the others.
fn victims(game: &Game, me: tilegame_dsl::ir::PlayerId) -> Vec<Piece> {
    let rules = game.rules();
    let players = (0..rules.players.len()).map(tilegame_dsl::ir::PlayerId::new).filter(|p| *p != me);
    let single = |kind: &KindId| rules.kinds[kind.index()].parts.len() == 1 && rules.bare(*kind) == *kind;
    let kinds: Vec<KindId> = (0..rules.kinds.len()).map(KindId::new).filter(single).collect();
    players.flat_map(|p| kinds.iter().map(move |kind| Piece { kind: *kind, owner: Some(p) })).collect()
}
