//! The `players` block: who plays, and how each sees the board.

use crate::ast::{PlayerLine, Seat};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{Frame, Player, SymId, Tile};
use crate::source::Span;

use super::grid::Place;
use super::resolver::Resolver;
use super::sorts::Sort;
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
        let [files, ranks, _] = self.grid.size();
        type Seen = Box<dyn Fn(Place) -> Place>;
        let (sym, span, seen): (SymId, Span, Seen) = match &line.seat {
            Seat::Plain => return plain,
            Seat::Mirrored(span) => {
                // Exchanging left and right and turning round is exchanging near and far.
                let half = self.board.turns[2];
                let sym = self.board.compose(self.board.mirror, half);
                (sym, *span, Box::new(move |[f, r, l]| [f, ranks - 1 - r, l]))
            }
            Seat::Facing(direction) => {
                let turn: Option<(usize, Seen)> = match direction.node.as_str() {
                    "n" => return plain,
                    "e" => Some((1, Box::new(move |[f, r, l]| [r, files - 1 - f, l]))),
                    "s" => Some((2, Box::new(move |[f, r, l]| [files - 1 - f, ranks - 1 - r, l]))),
                    "w" => Some((3, Box::new(move |[f, r, l]| [ranks - 1 - r, f, l]))),
                    _ => None,
                };
                let Some((quarters, seen)) = turn else {
                    let known = ["n", "e", "s", "w"].map(String::from).to_vec();
                    let unknown = Unknown { wanted: &[Sort::Direction], name: direction, known };
                    self.report.push(unknown.diagnostic());
                    return plain;
                };
                if quarters != 2 && files != ranks {
                    let title = format!("nobody can face {} on this board", direction.node);
                    let label =
                        format!("a quarter turn needs a square board, and this one is {files} x {ranks}");
                    self.report.push(errors::bad_seat(direction.span, title, label));
                    return plain;
                }
                (self.board.turns[quarters], direction.span, seen)
            }
        };
        if self.players.is_empty() {
            let title = "the first player sees the board as it is written".to_string();
            let label = format!("{} is the first player", line.name.node);
            self.report.push(errors::bad_seat(span, title, label));
            return plain;
        }
        let counterparts = self.grid.places().iter().map(|place| self.grid.tile(seen(*place)).ok_or(*place));
        match counterparts.collect::<Result<Vec<Tile>, Place>>() {
            Ok(tiles) => Frame { sym, tiles },
            Err(place) => {
                let title = format!("{} can't sit so: the board has holes on one side only", line.name.node);
                let (tile, hole) = (self.grid.name(place), self.grid.name(seen(place)));
                let label = format!("{tile} would be {hole}, which is a hole");
                self.report.push(errors::bad_seat(span, title, label));
                plain
            }
        }
    }
}
