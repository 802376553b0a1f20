//! Moves that change the board: tiles that go elsewhere with what stands on them, tiles that vanish.
//!
//! What is legal and what is listed are two things here: of the rectangles that may go elsewhere there can be millions, so a
//! rule says up to which size they are listed. A move that is not listed is [allowed](Reference::allows) all the same.

use smallvec::SmallVec;
use tilegame_dsl::ir::{BoardMove, BoardWork, PlayerId, Test, Tile};

use super::engine::Reference;
use super::make::Undo;
use super::view::View;
use crate::area::Area;
use crate::moves::{Carry, Change, Move, Origin};
use crate::reference::position::{Piece, Position};

/// Where each tile of a rectangle goes.
type Ways = SmallVec<[(Tile, Tile); 4]>;

impl Carry {
    /// Files and ranks of what the rectangle becomes.
    pub(crate) fn reached(&self) -> [i32; 2] {
        let [files, ranks] = self.size.map(i32::from);
        if self.turns.is_multiple_of(2) { [files, ranks] } else { [ranks, files] }
    }

    /// Where a place of the rectangle goes, counted from its corner and from that of what it becomes.
    pub(crate) fn image(&self, [mut x, mut y]: [i32; 2]) -> [i32; 2] {
        let [mut files, mut ranks] = self.size.map(i32::from);
        for _ in 0..self.turns {
            (x, y) = (y, files - 1 - x);
            (files, ranks) = (ranks, files);
        }
        if self.flipped { [files - 1 - x, y] } else { [x, y] }
    }
}

impl Reference {
    /// All listed moves that change the board.
    pub(super) fn board_moves(&self, position: &Position, me: PlayerId, moves: &mut Vec<Move>) {
        for number in 0..self.rules.turn.board.len() {
            match self.rules.turn.board[number].work {
                BoardWork::Carry { turned, flipped, listed, .. } => {
                    self.carries(position, me, number, (turned, flipped), listed, moves);
                }
                BoardWork::Vanish { listed, .. } => {
                    let tiles: Vec<Tile> = position.there().into_iter().flat_map(|t| t.iter()).collect();
                    let view = View::new(position, me);
                    let each = &self.rules.turn.board[number].each;
                    let free: Vec<Tile> = tiles.into_iter().filter(|t| self.holds(&view, *t, each)).collect();
                    self.vanishings(number, &free, listed.into(), &mut SmallVec::new(), moves);
                }
            }
        }
    }

    fn vanishings(
        &self,
        line: usize,
        free: &[Tile],
        most: usize,
        chosen: &mut SmallVec<[Tile; 4]>,
        moves: &mut Vec<Move>,
    ) {
        for (i, tile) in free.iter().enumerate() {
            chosen.push(*tile);
            moves.extend(self.vanish(line, chosen));
            if chosen.len() < most {
                self.vanishings(line, &free[i + 1..], most, chosen, moves);
            }
            chosen.pop();
        }
    }

    /// The move that takes tiles away, of which there must be one at least.
    pub(crate) fn vanish(&self, line: usize, tiles: &[Tile]) -> Option<Move> {
        let mut tiles: SmallVec<[Tile; 4]> = tiles.into();
        tiles.sort();
        let first = *tiles.first()?;
        let origin = self.board_origin(line);
        Some(Move {
            part: None,
            from: Some(first),
            to: first,
            promotion: None,
            captures: false,
            origin,
            tag: self.tag(origin),
            changes: tiles.into_iter().map(Change::Vanish).collect(),
        })
    }

    /// The move that carries tiles elsewhere.
    pub(crate) fn carry_move(&self, line: usize, carry: Carry) -> Move {
        let origin = self.board_origin(line);
        Move {
            part: None,
            from: Some(carry.corner),
            to: carry.to,
            promotion: None,
            captures: false,
            origin,
            tag: self.tag(origin),
            changes: SmallVec::from_iter([Change::Carry(carry)]),
        }
    }

    fn board_origin(&self, line: usize) -> Origin {
        Origin::Board { line: line as u8, label: self.rules.turn.board[line].label }
    }

    /// Rectangles with a tile on each side, to wherever they touch the box around all tiles or lie in it.
    fn carries(
        &self,
        position: &Position,
        me: PlayerId,
        line: usize,
        (turned, flipped): (bool, bool),
        listed: [u16; 2],
        moves: &mut Vec<Move>,
    ) {
        let Some(all) = Area::of(&self.board, position) else { return };
        let most = [0, 1].map(|axis| i32::from(listed[axis]).min(all.size[axis]));
        let place = |[x, y]: [i32; 2]| self.board.at([all.corner[0] + x, all.corner[1] + y]);
        for (width, height) in (1..=most[0]).flat_map(|w| (1..=most[1]).map(move |h| (w, h))) {
            for (x, y) in
                (0..=all.size[0] - width).flat_map(|x| (0..=all.size[1] - height).map(move |y| (x, y)))
            {
                let Some(corner) = place([x, y]).filter(|_| place([x + width - 1, y + height - 1]).is_some())
                else {
                    continue;
                };
                let area = Area { corner: self.board.spot(corner), size: [width, height] };
                let inside = area.tiles(&self.board, position);
                let on_side = |axis: usize, n: i32| inside.iter().any(|(_, offset)| offset[axis] == n);
                if !(on_side(0, 0) && on_side(0, width - 1) && on_side(1, 0) && on_side(1, height - 1)) {
                    continue;
                }
                let size = [width as u16, height as u16];
                for start in self.attitudes(position, corner, size, (turned, flipped)) {
                    let reached = start.reached();
                    let [files, ranks] = [0, 1].map(|axis| {
                        let whole = self.board.plane().map(|plane| [plane.files, plane.ranks][axis].into());
                        let most = all.size[axis] + reached[axis] + 1;
                        -reached[axis]..-reached[axis] + whole.map_or(most, |whole| most.min(whole))
                    });
                    for goal in files.flat_map(|x| ranks.clone().map(move |y| [x, y])) {
                        let Some(to) = place(goal) else { continue };
                        let carry = Carry { to, ..start };
                        if self.can_carry(position, me, line, carry) {
                            moves.push(self.carry_move(line, carry));
                        }
                    }
                }
            }
        }
    }

    /// The ways to turn and to turn over a rectangle that differ in what they make of it; where they go is left open.
    fn attitudes(
        &self,
        position: &Position,
        corner: Tile,
        size: [u16; 2],
        (turned, flipped): (bool, bool),
    ) -> Vec<Carry> {
        type Look = Vec<([i32; 2], Option<Piece>)>;
        let area = Area { corner: self.board.spot(corner), size: size.map(i32::from) };
        let mut seen: Vec<([i32; 2], Look)> = Vec::new();
        let mut found = Vec::new();
        for flipped in [false, true].into_iter().take(1 + usize::from(flipped)) {
            for turns in 0..if turned { 4 } else { 1 } {
                let carry = Carry { corner, size, to: corner, turns, flipped };
                let tiles = area.tiles(&self.board, position).into_iter();
                let mut look: Look =
                    tiles.map(|(tile, offset)| (carry.image(offset), position.piece(tile))).collect();
                look.sort();
                let look = (carry.reached(), look);
                if !seen.contains(&look) {
                    seen.push(look);
                    found.push(carry);
                }
            }
        }
        found
    }

    /// Where the tiles of a rectangle go; `None` if one would leave the board.
    fn ways(&self, position: &Position, carry: Carry) -> Option<Ways> {
        let area = Area { corner: self.board.spot(carry.corner), size: carry.size.map(i32::from) };
        let [x, y] = self.board.spot(carry.to);
        let tiles = area.tiles(&self.board, position).into_iter();
        let goes = |(tile, offset)| {
            let [dx, dy] = carry.image(offset);
            Some((tile, self.board.at([x + dx, y + dy])?))
        };
        tiles.map(goes).collect()
    }

    /// Whether there are tiles that can go so, and something is changed by it.
    pub(crate) fn can_carry(&self, position: &Position, me: PlayerId, line: usize, carry: Carry) -> bool {
        self.cannot_carry(position, me, line, carry).is_none()
    }

    /// Why tiles can't go so.
    pub(crate) fn cannot_carry(
        &self,
        position: &Position,
        me: PlayerId,
        line: usize,
        carry: Carry,
    ) -> Option<Hindrance> {
        let BoardMove { each, work: BoardWork::Carry { most, turned, flipped, .. }, .. } =
            &self.rules.turn.board[line]
        else {
            return Some(Hindrance::Size);
        };
        if carry.size[0] > most[0] || carry.size[1] > most[1] {
            return Some(Hindrance::Size);
        }
        if carry.turns > 0 && !turned || carry.flipped && !flipped {
            return Some(Hindrance::Attitude);
        }
        let Some(ways) = self.ways(position, carry) else { return Some(Hindrance::OffBoard) };
        if ways.is_empty() {
            return Some(Hindrance::NoTile);
        }
        let goal = Area { corner: self.board.spot(carry.to), size: carry.reached() };
        let goes = |tile: &Tile| ways.iter().any(|(from, _)| from == tile);
        let met = goal.tiles(&self.board, position);
        if let Some((tile, _)) = met.into_iter().find(|(tile, _)| !goes(tile)) {
            return Some(Hindrance::InTheWay(tile));
        }
        let view = View::new(position, me);
        if *each != Test::True
            && let Some((tile, _)) = ways.iter().find(|(tile, _)| !self.holds(&view, *tile, each))
        {
            return Some(Hindrance::Fails(*tile));
        }
        let changes = |(from, to): &(Tile, Tile)| !goes(to) || position.piece(*from) != position.piece(*to);
        if ways.iter().any(changes) { None } else { Some(Hindrance::Nothing) }
    }

    /// Why tiles can't be taken away.
    pub(crate) fn cannot_vanish(
        &self,
        position: &Position,
        me: PlayerId,
        line: usize,
        tiles: &[Tile],
    ) -> Option<Hindrance> {
        let BoardMove { each, work: BoardWork::Vanish { most, .. }, .. } = &self.rules.turn.board[line]
        else {
            return Some(Hindrance::Size);
        };
        // They are sorted.
        let twice = tiles.windows(2).any(|pair| pair[0] == pair[1]);
        if tiles.is_empty() || tiles.len() > usize::from(*most) || twice {
            return Some(Hindrance::Size);
        }
        let view = View::new(position, me);
        let fails = |tile: &&Tile| !position.is_there(**tile) || !self.holds(&view, **tile, each);
        tiles.iter().find(fails).map(|tile| Hindrance::Fails(*tile))
    }

    /// Why a move that changes the board can't be made, before it is asked what it leaves behind.
    pub(crate) fn hindrance(&self, position: &Position, m: &Move) -> Option<Hindrance> {
        let me = self.to_move(position);
        let line = m.board_line()?;
        match m.changes.as_slice() {
            [Change::Carry(carry)] => self.cannot_carry(position, me, line, *carry),
            changes => {
                let vanished = changes.iter().map(|change| match change {
                    Change::Vanish(tile) => Some(*tile),
                    _ => None,
                });
                match vanished.collect::<Option<SmallVec<[Tile; 4]>>>() {
                    Some(tiles) => self.cannot_vanish(position, me, line, &tiles),
                    None => Some(Hindrance::Size),
                }
            }
        }
    }

    /// Whether a move is legal; it need not be listed.
    pub(crate) fn allows(&self, position: &mut Position, m: &Move) -> bool {
        if m.board_line().is_none() {
            return match m.from.filter(|_| self.is_told_by_its_piece(m)) {
                Some(from) => self.allows_from(position, from, m),
                None => self.legal_piece_moves(position).contains(m),
            };
        }
        !self.is_over_before_moving(position)
            && self.hindrance(position, m).is_none()
            && self.is_legal(position, m)
            && self.is_as_good_as_listed(position, m)
    }

    /// Whether the piece that moves decides if a move is legal, and no other move.
    pub(crate) fn is_told_by_its_piece(&self, m: &Move) -> bool {
        self.rules.turn.prefer.is_empty() && matches!(m.origin, Origin::Rule { .. })
    }

    /// Whether a legal move of the piece on a tile is this one.
    fn allows_from(&self, position: &mut Position, from: Tile, m: &Move) -> bool {
        let me = self.to_move(position);
        let mut moves = Vec::new();
        if position.piece(from).is_some_and(|piece| piece.owner == Some(me)) {
            self.moves_from(position, me, from, &mut moves);
        }
        moves.retain(|other| other.changes == m.changes && other.part == m.part);
        moves.retain(|other| self.is_legal(position, other));
        self.merge_chosen(&mut moves);
        moves.contains(m) && !self.is_over_before_moving(position)
    }

    /// Carries tiles elsewhere, with what stands on them and what is known of it.
    pub(super) fn carry(&self, position: &mut Position, carry: Carry, undo: &mut Undo) {
        let Some(ways) = self.ways(position, carry) else { return };
        let image = |tile: Tile| ways.iter().find(|(from, _)| *from == tile).map_or(tile, |(_, to)| *to);
        let mut marks = position.marks.clone();
        for left in &mut marks {
            (left.tile, left.maker) = (image(left.tile), image(left.maker));
        }
        marks.sort();
        let mut lifted = Vec::new();
        for (from, to) in ways.iter().filter(|(from, _)| position.piece(*from).is_some()) {
            let known = (position.unmoved.contains(*from), position.rights.contains(*from));
            lifted.push((*to, known));
        }
        let standing: Vec<Tile> = ways.iter().map(|w| w.0).filter(|t| position.piece(*t).is_some()).collect();
        let pieces: Vec<_> = standing.into_iter().map(|tile| self.lift(position, tile, undo)).collect();
        if let Some(tiles) = &mut position.there {
            ways.iter().for_each(|(from, _)| _ = tiles.remove(*from));
            ways.iter().for_each(|(_, to)| tiles.insert(*to));
        }
        for ((to, (unmoved, right)), piece) in lifted.into_iter().zip(pieces) {
            self.land(position, to, piece, undo);
            if unmoved {
                position.unmoved.insert(to);
            }
            if right {
                position.rights.insert(to);
            }
        }
        position.marks = marks;
    }
}

/// What keeps tiles from going elsewhere or from vanishing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hindrance {
    /// There are too many of them, or they are not given once each.
    Size,
    /// They may not be turned, or turned over.
    Attitude,
    /// There is no tile in the rectangle.
    NoTile,
    /// One would leave the board.
    OffBoard,
    /// Another tile is where they go.
    InTheWay(Tile),
    /// A tile does not pass what is asked of it, or is not there.
    Fails(Tile),
    /// Nothing would be changed.
    Nothing,
}
