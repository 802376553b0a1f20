//! Back from the pieces as they stand in the middle of a turn to its beginning.
//!
//! The text says who has gone where, but not what was taken on the way, nor who was promoted by it. So the pieces go back to where the turn
//! began, and of what may have been taken the first is put back with which the steps lead to the same pieces again.

use tilegame_dsl::ir::{KindId, Tile};

use super::steps::{self, Told};
use super::{FenError, Field};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::tiles::prefixes;
use crate::notation::{san, uci};
use crate::position::{Piece, Position};
use crate::words;

/// Takes the pieces of which the steps tell back to where the turn began; what was taken stays away.
///
/// # Errors
/// If a step can't have been made.
pub(super) fn go(game: &Game, told: &Told<'_>, position: &mut Position) -> Result<(), FenError> {
    let me = game.to_move(position);
    for field in told.steps.iter().rev() {
        let wrong =
            || field.error(format!("`{}` can't have been a step of this turn", words::shown(field.text)));
        let (kind, to) = said(game, field).ok_or_else(wrong)?;
        let from = told.from.ok_or_else(wrong)?;
        let alike = |tile: Tile| {
            let piece = position.piece(tile).filter(|piece| piece.owner == Some(me))?;
            let parts = &game.rules().kinds[piece.kind.index()].parts;
            let part = parts.iter().find(|part| game.rules().bare(**part) == game.rules().bare(kind))?;
            Some((piece.kind, *part))
        };
        if let Some((stack, part)) = alike(to).filter(|_| to != from) {
            let rest = game.rules().rest(stack, part);
            position.set(to, rest.map(|kind| Piece { kind, owner: Some(me) }));
        } else if alike(from).is_some() {
            // It has acted without going anywhere.
            continue;
        }
        let there = position.piece(from).map(|piece| piece.kind);
        let both: Vec<KindId> = there.into_iter().chain([kind]).collect();
        let joined = game.rules().join(&both).ok_or_else(wrong)?;
        position.set(from, Some(Piece { kind: joined, owner: Some(me) }));
    }
    Ok(())
}

/// Who has gone and where, as far as the text says it.
fn said(game: &Game, field: &Field<'_>) -> Option<(KindId, Tile)> {
    let kinds = game.rules().kinds.iter().enumerate().filter(|(_, kind)| kind.parts.len() == 1);
    let named = kinds.filter(|(_, kind)| field.text.starts_with(kind.letter.as_str()));
    let (kind, letter) = named.map(|(k, kind)| (k, &kind.letter)).max_by_key(|(_, letter)| letter.len())?;
    let way = &field.text[letter.len()..];
    let mut ends = way.char_indices().map(|(at, _)| &way[at..]);
    let to = ends.find_map(|rest| prefixes(&game.rules().board, rest).first().map(|(tile, _)| *tile))?;
    Some((KindId::new(kind), to))
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
            Ok(())
        }
        None => Err(match told.steps.get(back.farthest) {
            Some(step) => step.error(format!("`{}` is no legal step of this turn", step.text)),
            None => field.error("these steps don't lead to the pieces as they stand"),
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
            return (after.standing == self.now.standing).then(|| after.clone());
        };
        let next = |position: &Position| {
            let m = self.step(field.text, position)?;
            let mut after = position.clone();
            self.game.play_unchecked(&mut after, &m);
            Some(after)
        };
        if let Some(after) = next(after)
            && let Some(found) = self.lead(before, &after, made + 1)
        {
            return Some(found);
        }
        let (_, to) = said(self.game, field)?;
        if after.piece(to).is_some() || before.piece(to).is_some() {
            return None;
        }
        let me = self.game.to_move(before);
        for victim in victims(self.game, me) {
            let mut before = before.clone();
            before.set(to, Some(victim));
            // With it there, the steps before may not lead here any more.
            let Some(after) = self.again(&before, made + 1) else { continue };
            if let Some(found) = self.lead(&before, &after, made + 1) {
                return Some(found);
            }
        }
        None
    }

    /// A step that is written exactly so: without what was taken, another one may be meant.
    fn step(&self, text: &str, position: &Position) -> Option<Move> {
        let m = steps::step(self.game, text, self.told.from, position)?;
        let written = [san::write_from(self.game, position, &m), uci::write(self.game, position, &m)];
        written.iter().any(|written| written == text).then_some(m)
    }

    /// So many steps from the beginning of the turn.
    fn again(&self, before: &Position, steps: usize) -> Option<Position> {
        let mut position = before.clone();
        for field in &self.told.steps[..steps] {
            let m = self.step(field.text, &position)?;
            self.game.play_unchecked(&mut position, &m);
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
