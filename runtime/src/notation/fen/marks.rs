//! The field that says which tiles are marked, and the search for the move that left the marks.
//!
//! A text names the marked tile but often not the piece that left the mark. It is found by taking back every move that
//! could have been the last: each piece of a player who could have left the mark is put back on each empty tile, and moved.
//!
//! With more than two players several of them may have left marks, each with its own last move. Then the tiles of one
//! piece's marks, with its own, are a group, and commas stand between. Whoever has moved since may stand where the piece
//! came from; so of earlier moves it is only asked whether there can be such a one on an empty board.

use std::collections::BTreeMap;

use tilegame_dsl::ir::{Action, Effect, KindId, MarkId, MoveRule, PhaseId, PlayerId, Tile};

use super::error::FenError;
use crate::game::Game;
use crate::notation::field::Field;
use crate::notation::tiles::prefixes;
use crate::reference::position::{Deed, Left, Position};
use crate::words;

/// Writes the marks behind a text.
pub(super) fn write(game: &Game, position: &Position, mark: MarkId, maker: bool, text: &mut String) {
    let mut groups: BTreeMap<Tile, Vec<Tile>> = BTreeMap::new();
    for left in position.marks.iter().filter(|l| l.mark == mark) {
        groups.entry(left.maker).or_default().push(left.tile);
    }
    if groups.is_empty() {
        return text.push('-');
    }
    for (number, (by, mut tiles)) in groups.into_iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        tiles.extend(maker.then_some(by));
        tiles.sort();
        tiles.dedup();
        tiles.iter().for_each(|tile| text.push_str(&game.rules().board.name(*tile)));
    }
}

pub(super) fn read(
    game: &Game,
    field: Field<'_>,
    mark: MarkId,
    maker: bool,
    position: &mut Position,
) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut at = field.at;
    for text in field.text.split(',') {
        read_group(game, Field { text, at }, mark, maker, position)?;
        at += text.len() + 1;
    }
    Ok(())
}

/// Reads the marks that one piece has left.
fn read_group(
    game: &Game,
    field: Field<'_>,
    mark: MarkId,
    maker: bool,
    position: &mut Position,
) -> Result<(), FenError> {
    let rules = game.rules();
    let name = rules.marks[mark.index()].replace('_', " ");
    let mut tiles = Vec::new();
    let mut rest = field.text;
    while !rest.is_empty() {
        let Some((tile, behind)) = prefixes(&rules.board, rest).into_iter().next() else {
            let at = field.range().end - rest.len();
            return Err(FenError::new(
                at..field.range().end,
                format!("`{}` is no tile of the board", words::shortened(rest)),
            ));
        };
        tiles.push(tile);
        rest = behind;
    }
    let (makers, marked): (Vec<Tile>, Vec<Tile>) =
        tiles.iter().partition(|t| maker && position.piece(**t).is_some());
    // Of a turn of several moves, each may have left a mark.
    let goes_on = game.engine().goes_on;
    let groups: Vec<&[Tile]> = if goes_on { marked.chunks(1).collect() } else { vec![marked.as_slice()] };
    if makers.len() > groups.len() || marked.is_empty() {
        let tiles: Vec<_> = tiles.iter().map(|t| rules.board.name(*t)).collect();
        let message = format!(
            "of {}, one is to be empty (the mark) and one may be occupied (who left it)",
            tiles.join(", ")
        );
        return Err(field.error(message));
    }
    let me = game.to_move(position);
    let last = game.engine().mover(position);
    let players = (0..rules.players.len()).map(PlayerId::new);
    let mut owners: Vec<PlayerId> =
        players.filter(|p| (*p != me || goes_on) && position.in_play(*p)).collect();
    // Whoever has just moved comes first; one's own marks are of an earlier step of this turn.
    owners.sort_by_key(|p| (*p == me, *p != last));
    for marked in groups {
        let maker = owners.iter().find_map(|owner| {
            let by_last_move = (*owner == last || *owner == me)
                .then(|| find_maker(game, position, *owner, mark, marked, &makers))
                .flatten();
            // After an earlier move, of another player's or of the same turn, something else may have come in between.
            let by_earlier_move = || {
                let earlier = *owner != last && *owner != me || goes_on;
                let maker = || find_earlier_maker(game, position, *owner, mark, marked, &makers);
                earlier.then(maker).flatten().map(|maker| (maker, Vec::new()))
            };
            let (maker, deeds) = by_last_move.or_else(by_earlier_move)?;
            Some((*owner, maker, deeds))
        });
        let Some((owner, maker, deeds)) = maker else {
            let marked: Vec<_> = marked.iter().map(|t| rules.board.name(*t)).collect();
            let whose = match rules.players.len() {
                2 if !goes_on => {
                    format!("no move of {}", words::player(rules, PlayerId::new(1 - me.index())))
                }
                _ => "no move".to_owned(),
            };
            return Err(field
                .error(format!("{whose} can have left the mark {name} on {}", words::list(&marked, "and"))));
        };
        // In the middle of a turn, what has just been done stands in the field of the turn.
        if !goes_on {
            position.deeds.extend(deeds);
        }
        position.marks.extend(marked.iter().map(|tile| Left { mark, tile: *tile, maker, owner }));
    }
    Ok(())
}

/// The piece of `owner` whose last move can have left the marks, and what that move lets it have done.
fn find_maker(
    game: &Game,
    position: &Position,
    owner: PlayerId,
    mark: MarkId,
    marked: &[Tile],
    given: &[Tile],
) -> Option<(Tile, Vec<Deed>)> {
    let engine = game.engine();
    let turn = game.rules().turn.order.iter().position(|p| *p == owner)?;
    let after = is_left_afterwards(game, mark);
    let rules = game.rules().kinds.iter().flat_map(|kind| kind.rules.iter());
    let leaving: Vec<&MoveRule> = rules.filter(|rule| after || leaves_on_the_way(rule, mark)).collect();
    let can_leave = |rule: &MoveRule| leaving.iter().any(|leaving| std::ptr::eq(*leaving, rule));
    for at in position.owned(owner).iter().filter(|t| given.is_empty() || given.contains(t)) {
        let may_leave = |kind: KindId| after || game.rules().kinds[kind.index()].rules.iter().any(can_leave);
        let Some(piece) = position.piece(at).filter(|p| may_leave(p.kind)) else { continue };
        let mut before = begun_by(position, turn);
        before.set(at, None);
        before.unmoved.remove(at);
        let may_come = |from: Tile| after || engine.may_mark(owner, piece.kind, from, at);
        for origin in game.tiles(position).filter(|t| position.piece(*t).is_none() && may_come(*t)) {
            before.set(origin, Some(piece));
            before.unmoved.insert(origin);
            // Of a turn with phases, the mark may be of another one than the position is in.
            for phase in phases(game) {
                before.phase = phase;
                let mut moves = Vec::new();
                engine.moves_by(&can_leave, &before, owner, origin, &mut moves);
                for m in moves.iter().filter(|m| m.to == at) {
                    let mut after = before.clone();
                    engine.make(&mut after, m);
                    if after.standing == position.standing && has_left(&after, mark, at, marked) {
                        let deeds = after.deeds.iter().filter(|d| d.tile == at);
                        return Some((at, deeds.copied().collect()));
                    }
                }
            }
            before.set(origin, None);
            before.unmoved.remove(origin);
        }
    }
    find_chosen(game, position, (owner, turn), mark, marked, given)
}

/// The tile that `owner` can have chosen last with a line that leaves the marks, and what the piece put there has done by that.
fn find_chosen(
    game: &Game,
    position: &Position,
    (owner, turn): (PlayerId, usize),
    mark: MarkId,
    marked: &[Tile],
    given: &[Tile],
) -> Option<(Tile, Vec<Deed>)> {
    let (engine, rules) = (game.engine(), game.rules());
    if !rules.turn.choices.iter().flat_map(|choice| &choice.actions).any(|action| leaves(action, mark)) {
        return None;
    }
    for at in game.tiles(position).filter(|t| given.is_empty() || given.contains(t)) {
        let mut before = begun_by(position, turn);
        if let Some(piece) = position.piece(at).filter(|piece| piece.owner == Some(owner)) {
            before.set(at, None);
            if rules.turn.hands {
                before.hands[engine.hand_index(owner, rules.in_hand(piece.kind))] += 1;
            }
        }
        for phase in phases(game) {
            before.phase = phase;
            for m in engine.chosen_moves(&before, owner).iter().filter(|m| m.to == at) {
                let mut after = before.clone();
                engine.make(&mut after, m);
                if after.standing == position.standing && has_left(&after, mark, at, marked) {
                    return Some((at, after.deeds.into_iter().filter(|d| d.tile == at).collect()));
                }
            }
        }
    }
    None
}

/// The position as it was when the turn began that left the marks, but for the piece that has moved.
fn begun_by(position: &Position, turn: usize) -> Position {
    let mut before = position.clone();
    before.marks.clear();
    before.deeds.clear();
    before.turn = turn as u16;
    before
}

/// The phases of a turn; a turn without any has the first alone.
fn phases(game: &Game) -> impl Iterator<Item = PhaseId> {
    (0..game.rules().turn.phases.len().max(1)).map(PhaseId::new)
}

/// Whether the piece on a tile has left all these marks.
fn has_left(position: &Position, mark: MarkId, maker: Tile, marked: &[Tile]) -> bool {
    let left = |tile| position.marks.iter().any(|l| l.mark == mark && l.tile == tile && l.maker == maker);
    marked.iter().all(|tile| left(*tile))
}

/// Whether an action can leave the mark.
fn leaves(action: &Action, mark: MarkId) -> bool {
    action.any_effect(&|effect| *effect == Effect::Mark(mark))
}

/// The piece of `owner` that may have left the marks with a move before the last one: with such a move it gets there on an
/// empty board.
fn find_earlier_maker(
    game: &Game,
    position: &Position,
    owner: PlayerId,
    mark: MarkId,
    marked: &[Tile],
    given: &[Tile],
) -> Option<Tile> {
    let may_be = |t: &Tile| given.is_empty() || given.contains(t);
    position.owned(owner).iter().filter(may_be).find(|at| {
        let mut alone = position.clone();
        for (tile, _) in position.pieces().filter(|(tile, _)| tile != at) {
            alone.set(tile, None);
        }
        find_maker(game, &alone, owner, mark, marked, &[*at]).is_some()
    })
}

/// Whether the mark may be left on the way of a rule.
fn leaves_on_the_way(rule: &MoveRule, mark: MarkId) -> bool {
    rule.path.any_effect(&|effect| *effect == Effect::Mark(mark))
}

/// Whether the mark may be left after a move.
fn is_left_afterwards(game: &Game, mark: MarkId) -> bool {
    game.rules().turn.after.iter().flat_map(|after| &after.actions).any(|action| leaves(action, mark))
}
