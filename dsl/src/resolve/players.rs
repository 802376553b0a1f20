//! The `players` block: who plays, and how each sees the board.

use crate::ast::{Name, PlayerLine};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{DirId, Frame, Player, PlayerId, SymId, Tile};
use crate::limits::PLAYERS;
use crate::source::Span;

use super::grid::Shape;
use super::resolver::Resolver;
use super::seats::{Chair, Misfit, Seat, Table};
use super::sorts::Sort;
use super::symmetry;
use super::unknown::Unknown;

impl<'a> Resolver<'a> {
    /// Adds the players.
    pub(crate) fn seat_players(&mut self, lines: &'a [PlayerLine], block: Span) {
        if lines.is_empty() {
            let example = "players\n    White \"w\"\n    Black \"b\" mirrored";
            self.report.push(errors::missing_part("players", example, block));
        }
        if let Some(line) = lines.get(PLAYERS) {
            self.report.push(errors::too_many("players", PLAYERS, line.name.span));
        }
        let mut home = 0;
        for line in lines.iter().take(PLAYERS) {
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
            let seat = self.seat(line, &mut home);
            let mut syms = seat.syms.clone();
            seat.tiles.iter().zip(&seat.syms).for_each(|(there, sym)| syms[there.index()] = *sym);
            let frame = Frame { syms, tiles: seat.tiles };
            self.players.push(Player { name: line.name.node.clone(), letter, frame });
            self.player_spans.push(line.name.span);
        }
        self.face(lines);
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

    /// The seat of a line; the first player's own part is told by the first line.
    fn seat(&mut self, line: &PlayerLine, home: &mut usize) -> Seat {
        let plain = Seat::plain(self.board.tiles.len());
        let own = match &line.home {
            None => None,
            Some(name) => match self.grid.part(&name.node) {
                Some(part) => Some((part, name.span)),
                None => {
                    self.no_such_part(name);
                    return plain;
                }
            },
        };
        let (sym, word) = match &line.seat {
            crate::ast::Seat::Plain => (SymId(0), None),
            crate::ast::Seat::Mirrored(span) => {
                // Exchanging left and right and turning round is exchanging near and far.
                let half = self.board.turns[self.board.turns.len() / 2];
                (self.board.compose(self.board.mirror, half), Some(*span))
            }
            crate::ast::Seat::Facing(direction) => match self.turn_to(direction) {
                Some(SymId(0)) | None => (SymId(0), None),
                Some(turn) if self.is_oblong(turn, direction) => return plain,
                Some(turn) => (turn, Some(direction.span)),
            },
        };
        if self.players.is_empty() {
            *home = own.map_or(0, |(part, _)| part);
            if let Some(span) = word {
                let title = "the first player sees the board as it is written".to_string();
                let label = format!("{} is the first player", line.name.node);
                self.report.push(errors::bad_seat(span, title, label));
            }
            return plain;
        }
        let Some(span) = word.or(own.map(|(_, span)| span)) else { return plain };
        let chair = Chair { sym, home: own.map(|(part, _)| [*home, part]) };
        let table = Table { board: &self.board, grid: &self.grid };
        match table.seat(chair) {
            Ok(seat) => seat,
            Err(misfit) => {
                let (title, label) = self.told(&line.name.node, misfit);
                self.report.push(errors::bad_seat(span, title, label));
                plain
            }
        }
    }

    /// Why somebody can't sit so.
    fn told(&self, player: &str, misfit: Misfit) -> (String, String) {
        let name = |tile: Tile| self.board.name(tile);
        let way = |d: DirId| &self.board.directions[d.index()].name;
        match misfit {
            Misfit::Hole(tile, hole) => {
                let title = format!("{player} can't sit so: the board has holes on one side only");
                let hole = hole.unwrap_or_else(|| "beyond it".into());
                (title, format!("{} would be {hole}, which is a hole", name(tile)))
            }
            Misfit::Step(edge, from, direction, to) => {
                let title = format!("{player} can't sit so: the board is not the same from there");
                let to = to.map_or(String::new(), |to| format!(" to {}", name(to)));
                let step = format!(
                    "the step `{}` from {} to {}",
                    way(edge.direction),
                    name(edge.from),
                    name(edge.to)
                );
                (
                    title,
                    format!(
                        "{step} would be the step `{}` from {}{to}, and there is none",
                        way(direction),
                        name(from)
                    ),
                )
            }
            Misfit::Loose(tile) => {
                let title = format!("{player} can't sit so: the parts of the board are not joined");
                (title, format!("no steps lead to {} that would say what it is from there", name(tile)))
            }
        }
    }

    fn no_such_part(&mut self, name: &Name) {
        let names: Vec<&str> =
            self.grid.parts().iter().map(|p| p.name.as_str()).filter(|n| !n.is_empty()).collect();
        let label = match names.as_slice() {
            [] => "this board is not made of parts".to_string(),
            names => format!("the parts are {}", names.join(", ")),
        };
        self.report.push(errors::bad_seat(name.span, "no such part of the board".into(), label));
    }

    /// The turn that makes a direction forward.
    fn turn_to(&mut self, direction: &Name) -> Option<SymId> {
        let turns = || self.board.turns.iter().copied();
        let mut ahead: Vec<(String, SymId)> = turns().map(|turn| (self.ahead("n", turn), turn)).collect();
        // On a board of levels one may sit upside down as well.
        if let Some(over) = self.turned_over() {
            let upside_down = turns().map(|turn| self.board.compose(over, turn));
            ahead.extend(upside_down.map(|seat| (self.ahead("un", seat), seat)));
        }
        let Some((_, seat)) = ahead.iter().find(|(name, _)| *name == direction.node) else {
            let known = ahead.into_iter().map(|(name, _)| name).collect();
            let unknown = Unknown { wanted: &[Sort::Direction], name: direction, known };
            self.report.push(unknown.diagnostic());
            return None;
        };
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

    /// Whether such a turn does not go with the board, which is said.
    fn is_oblong(&mut self, seat: SymId, direction: &Name) -> bool {
        let [files, ranks, _] = self.grid.parts()[0].size;
        let over = self.turned_over();
        let is = |turn: &SymId| *turn == seat || over.is_some_and(|o| self.board.compose(o, *turn) == seat);
        let number = self.board.turns.iter().position(is).unwrap_or(0);
        let oblong = number % (self.board.turns.len() / 2) != 0 && files != ranks;
        if oblong {
            let title = format!("nobody can face {} on this board", direction.node);
            let label = match self.grid.shape() {
                Shape::Hex => "such a turn needs a hexagon with equal sides".to_string(),
                _ => format!("a quarter turn needs a square board, and this one is {files} x {ranks}"),
            };
            self.report.push(errors::bad_seat(direction.span, title, label));
        }
        oblong
    }

    /// Turns everybody where the first player says that forward is another direction.
    fn face(&mut self, lines: &'a [PlayerLine]) {
        for line in lines.iter().skip(1).filter_map(|line| line.facing.first()) {
            let title = "where forward changes is declared for the first player only".to_string();
            let label = "for the others it follows from where they sit".to_string();
            self.report.push(errors::bad_seat(line.direction.span.to(line.tiles.span), title, label));
        }
        let mut turned: Vec<Option<SymId>> = vec![None; self.board.tiles.len()];
        for line in lines.first().into_iter().flat_map(|line| &line.facing) {
            let (turn, tiles) = (self.turn_to(&line.direction), self.tiles(&line.tiles, PlayerId(0)));
            let (Some(turn), Some(tiles)) = (turn, tiles) else { continue };
            for tile in tiles {
                if turned[tile.index()].replace(turn).is_some_and(|other| other != turn) {
                    let title = format!("forward on {} is declared twice", self.board.name(tile));
                    let label = "here it is another direction than above".to_string();
                    self.report.push(errors::bad_seat(line.tiles.span, title, label));
                    return;
                }
            }
        }
        for player in &mut self.players {
            for (turn, there) in turned.iter().zip(&player.frame.tiles) {
                if let Some(turn) = turn {
                    let sym = &mut player.frame.syms[there.index()];
                    *sym = self.board.compose(*turn, *sym);
                }
            }
        }
    }
}
