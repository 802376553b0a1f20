//! The `players` block: who plays, and how each sees the board.

use crate::ast::{PlayerLine, Seat};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Frame, Player, SymId, Tile};
use crate::source::Span;

use super::grid::{Shape, Spot};
use super::resolver::Resolver;
use super::sorts::Sort;
use super::symmetry;
use super::unknown::Unknown;

/// The most players that an id can number.
const MOST: usize = 255;

impl<'a> Resolver<'a> {
    /// Adds the players.
    pub(crate) fn seat_players(&mut self, lines: &'a [PlayerLine], block: Span) {
        if lines.is_empty() {
            let example = "players\n    White \"w\"\n    Black \"b\" mirrored";
            self.report.push(errors::missing_part("players", example, block));
        }
        if let Some(line) = lines.get(MOST) {
            self.report.push(errors::too_many("players", MOST, line.name.span));
        }
        for line in lines.iter().take(MOST) {
            if let Some(first) = self.index(Sort::Player, &line.name.node) {
                let first = self.player_spans[first];
                self.report.push(errors::declared_twice(
                    "player",
                    &line.name.node,
                    line.name.span,
                    first,
                    false,
                ));
                continue;
            }
            let letter = self.turn_letter(line, lines);
            let frame = self.frame(line);
            self.players.push(Player { name: line.name.node.clone(), letter, frame });
            self.player_spans.push(line.name.span);
        }
    }

    fn turn_letter(&mut self, line: &PlayerLine, lines: &[PlayerLine]) -> char {
        let text = line.letter.node.as_str();
        let mut letters = text.chars();
        let letter = letters.next().unwrap_or('?');
        if text.is_empty() || letters.next().is_some() || letter.is_whitespace() {
            let why = "one character that says whose turn it is";
            self.report.push(errors::bad_letter(text, why, line.letter.span));
        }
        let earlier = lines.iter().take_while(|l| !std::ptr::eq(*l, line));
        if let Some(first) = earlier.into_iter().find(|l| l.letter.node == text) {
            let (owner, other) = (&line.name.node, &first.name.node);
            self.report.push(errors::letter_clash(text, owner, line.letter.span, other, first.letter.span));
        }
        letter
    }

    fn frame(&mut self, line: &PlayerLine) -> Frame {
        let plain = Frame { sym: SymId(0), tiles: (0..self.board.tiles.len()).map(Tile::new).collect() };
        let (sym, span) = match &line.seat {
            Seat::Plain => return plain,
            Seat::Mirrored(span) => {
                // Exchanging left and right and turning round is exchanging near and far.
                let half = self.board.turns[self.board.turns.len() / 2];
                (self.board.compose(self.board.mirror, half), *span)
            }
            Seat::Facing(direction) => match self.turn_to(direction) {
                Some(SymId(0)) | None => return plain,
                Some(turn) => (turn, direction.span),
            },
        };
        if self.players.is_empty() {
            let title = "the first player sees the board as it is written".to_string();
            let label = format!("{} is the first player", line.name.node);
            self.report.push(errors::bad_seat(span, title, label));
            return plain;
        }
        if self.grid.parts().len() > 1 {
            let title = "a board of several parts is seen by everybody as it is written".to_string();
            self.report.push(errors::bad_seat(span, title, "leave this out".to_string()));
            return plain;
        }
        let seen = |tile| {
            let spot = self.seen(sym, tile);
            spot.and_then(|spot| self.grid.tile_on(spot)).ok_or((tile, spot))
        };
        let tiles = (0..self.board.tiles.len()).map(Tile::new);
        match tiles.map(seen).collect::<Result<Vec<Tile>, (Tile, Option<Spot>)>>() {
            Ok(tiles) => Frame { sym, tiles },
            Err((tile, spot)) => {
                let title = format!("{} can't sit so: the board has holes on one side only", line.name.node);
                let hole =
                    spot.and_then(|spot| self.grid.name_on(spot)).unwrap_or_else(|| "beyond it".into());
                let label = format!("{} would be {hole}, which is a hole", self.board.name(tile));
                self.report.push(errors::bad_seat(span, title, label));
                plain
            }
        }
    }

    /// The turn that makes a direction forward.
    fn turn_to(&mut self, direction: &crate::ast::Name) -> Option<SymId> {
        let turns = || self.board.turns.iter().copied();
        let mut ahead: Vec<(String, SymId, SymId)> =
            turns().map(|turn| (self.ahead("n", turn), turn, turn)).collect();
        // On a board of levels one may sit upside down as well.
        if let Some(over) = self.turned_over() {
            let upside_down = |turn| self.board.compose(over, turn);
            ahead.extend(turns().map(|turn| (self.ahead("un", upside_down(turn)), turn, upside_down(turn))));
        }
        let Some((_, turn, seat)) = ahead.iter().find(|(name, ..)| *name == direction.node) else {
            let known = ahead.into_iter().map(|(name, ..)| name).collect();
            let unknown = Unknown { wanted: &[Sort::Direction], name: direction, known };
            self.report.push(unknown.diagnostic());
            return None;
        };
        let [files, ranks, _] = self.grid.parts().first()?.size;
        let half = self.board.turns.len() / 2;
        if turn.index() % half != 0 && files != ranks {
            let title = format!("nobody can face {} on this board", direction.node);
            let label = match self.grid.shape() {
                Shape::Hex => "such a turn needs a hexagon with equal sides".to_string(),
                _ => format!("a quarter turn needs a square board, and this one is {files} x {ranks}"),
            };
            self.report.push(errors::bad_seat(direction.span, title, label));
            return None;
        }
        Some(*seat)
    }

    /// What a direction of the first player's is for one who sits so.
    fn ahead(&self, direction: &str, seat: SymId) -> String {
        let way = self.board.direction(direction).map(|d| self.board.symmetries[seat.index()][d.index()]);
        way.map_or_else(String::new, |d| self.board.directions[d.index()].name.clone())
    }

    /// The symmetry that only exchanges up and down, where there are levels.
    fn turned_over(&self) -> Option<SymId> {
        let over = |symmetry: &SymId| symmetry::image(&self.board, *symmetry, [1, 2, 3]) == [1, 2, -3];
        (0..self.board.symmetries.len()).map(SymId::new).find(over)
    }

    /// The spot that is for one who sees the board so what `tile` is for the first player.
    fn seen(&self, sym: SymId, tile: Tile) -> Option<Spot> {
        let (part, [x, y, z]) = self.grid.spot(tile);
        let size = self.grid.parts()[usize::from(part)].size.map(i32::from);
        // Twice the way from the centre, so that it is whole.
        let away = |n: i16, size: i32| 2 * i32::from(n) - (size - 1);
        let away = [away(x, size[0]), away(y, size[1]), away(z, size[2])];
        let to = symmetry::image(&self.board, sym, away);
        let place = |axis: usize| i16::try_from((to[axis] + size[axis] - 1) / 2).ok();
        Some((part, [place(0)?, place(1)?, place(2)?]))
    }
}
