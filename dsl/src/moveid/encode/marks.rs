//! Moves onto marks as en-passant-like moves: who left the mark, and by which move.

use super::encoder::Encoder;
use super::inexpressible::{Encoded, no};
use super::parts::flat;
use super::way::{Way, step};
use crate::ir::{Action, Effect, KindId, MarkId, MoveRule, Path};
use crate::moveid::{EnPassant, MoveId, Neighbour, Nested, Offset, Side};

impl Encoder<'_> {
    /// The IDs of a capture onto a mark: one for every move that leaves it.
    pub(super) fn onto(self, mark: MarkId, way: &Way, common: &MoveId) -> Encoded<Vec<MoveId>> {
        let rules = self.rules;
        if rules.turn.order.len() != 2 || rules.players.len() != 2 {
            return no("a mark where not two players move in turn");
        }
        let again = |action: &Action| matches!(action, Action::Again { .. });
        if rules.turn.after.iter().flat_map(|after| &after.actions).any(again) {
            return no("a mark where a turn can have several moves");
        }
        let leaves = |effect: &Effect| *effect == Effect::Mark(mark);
        if rules.turn.after.iter().flat_map(|a| &a.actions).any(|action| action.any_effect(&leaves)) {
            return no("a mark that is left after a move");
        }
        let mut ids = Vec::new();
        for (index, kind) in rules.kinds.iter().enumerate() {
            for rule in kind.rules.iter().filter(|r| r.path.any_effect(&leaves)) {
                for beyond in self.beyond(rule, mark)? {
                    let kind = KindId::new(index);
                    let made = Encoder { depth: self.depth + 1, ..self }.rule(kind, rule)?;
                    let [previous] = made.as_slice() else { return no("a mark that several moves leave") };
                    let letter = self.letter(&crate::ir::Kinds(vec![kind]))?;
                    let (x, y) = way.step;
                    let at = Offset::of((x + beyond.0, y + beyond.1));
                    let victim = Neighbour { side: Side::Enemy, letter, at };
                    let mut id = step(way, common, way.step);
                    (id.captures, id.moves) = (false, true);
                    id.en_passant = Some(EnPassant { victim, previous: Some(Nested::new(previous.clone())) });
                    ids.push(id);
                }
            }
        }
        Ok(ids)
    }

    /// Whether all captures onto a mark are plain IDs.
    pub(super) fn captures_onto_are_plain(self, mark: MarkId) -> bool {
        let inside = Encoder { depth: self.depth + 1, ..self };
        let kinds = self.rules.kinds.iter().enumerate();
        let mut onto = kinds.flat_map(|(index, kind)| kind.rules.iter().map(move |rule| (index, rule)));
        onto.all(|(index, rule)| {
            rule.onto != Some(mark) || inside.alike_from_both_sides(KindId::new(index), rule).is_ok()
        })
    }

    /// How far behind its mark a piece stands in the end, as the other player sees it.
    fn beyond(self, rule: &MoveRule, mark: MarkId) -> Encoded<Vec<(i32, i32)>> {
        let ways: Vec<&Path> = match &rule.path {
            Path::Any(parts) => parts.iter().collect(),
            other => vec![other],
        };
        let mut found = Vec::new();
        for way in ways {
            let (mut at, mut marked) = ((0, 0), None);
            for part in flat(way) {
                match part {
                    Path::Do(Effect::Mark(m)) if *m == mark => marked = Some(at),
                    hop @ (Path::Step(_) | Path::Leap(_)) => {
                        let (x, y) = self.compass.hop(hop, &self.rules.board)?;
                        at = (at.0 + x, at.1 + y);
                    }
                    _ => return no("a mark that is left on a path of no fixed length"),
                }
            }
            let Some(marked) = marked else { continue };
            let beyond = self.seen_by_the_other((at.0 - marked.0, at.1 - marked.1))?;
            if !found.contains(&beyond) {
                found.push(beyond);
            }
        }
        Ok(found)
    }

    /// An offset as the other of two players sees it.
    fn seen_by_the_other(self, (x, y): (i32, i32)) -> Encoded<(i32, i32)> {
        let board = &self.rules.board;
        let seat = &board.symmetries[self.rules.players[1].frame.syms[0].index()];
        let image = |offset: [i16; 3]| {
            let direction = board.directions.iter().position(|d| d.offset == offset);
            direction.map_or([0; 3], |d| board.directions[seat[d].index()].offset).map(i32::from)
        };
        let ([rx, ry, _], [ux, uy, _]) = (image([1, 0, 0]), image([0, 1, 0]));
        if (ux, uy) != (0, -1) {
            return no("a mark where the players do not face each other");
        }
        Ok((x * rx + y * ux, x * ry + y * uy))
    }
}
