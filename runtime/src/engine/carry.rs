//! Moves of tiles: rectangles that go elsewhere with what stands on them, and tiles that vanish.
//!
//! The same moves as in the reference engine's `boardwork`. Where single tiles may go is a set for each of them.

use smallvec::SmallVec;
use tilegame_dsl::ir::{BoardWork, Tile};

use crate::area::Area;
use crate::engine::legality::connected::Connectivity;
use crate::engine::scene::Scene;
use crate::engine::sink::Sink;
use crate::moves::{Carry, Change};
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::{AS_IT_IS, Changes, FLIPPED, How, NO_KIND, Step, step};
use crate::plan::Plan;

/// Where each tile of a rectangle goes.
type Ways = SmallVec<[(usize, usize); 4]>;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Moves of tiles; where it is known how the tiles hang together, those that are legal.
    #[inline(never)]
    pub(crate) fn moves_of_tiles<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        footing: Option<&Connectivity<'_, W>>,
        sink: &mut S,
    ) {
        if self.turn.tile_moves.is_empty() || sink.is_content() {
            return;
        }
        let (tiles, view) = (self.tiles(scene.state), self.view(scene.state, scene.me));
        for (line, of) in self.turn.tile_moves.iter().enumerate() {
            let free = self.where_holds(&view, &of.each, tiles);
            match of.work {
                BoardWork::Carry { turned, flipped, listed, .. } => {
                    let Some(area) = self.area(tiles) else { continue };
                    let most = [0, 1].map(|axis| i32::from(listed[axis]).min(area.size[axis]));
                    if most[0] > 0 && most[1] > 0 {
                        let goals = self.goals(area, [1; 2]).without(tiles);
                        for tile in free.iter() {
                            let to = footing.map_or(goals, |footing| goals & footing.goals(tile));
                            if !to.is_empty() {
                                sink.carried(line as u8, tile, to);
                            }
                        }
                    }
                    for size in (1..=most[0]).flat_map(|w| (1..=most[1]).map(move |h| [w, h])) {
                        if size != [1, 1] {
                            self.carries(
                                scene,
                                (line as u8, free),
                                (area, size),
                                (turned, flipped),
                                footing,
                                sink,
                            );
                        }
                    }
                }
                BoardWork::Vanish { listed, .. } => {
                    let number = &mut 0;
                    self.each_vanishing(free, listed, Set::EMPTY, number, &mut |number, gone| {
                        let stays = footing.is_none_or(|footing| match gone.is_at_most_one() {
                            true => footing.is_whole_without(gone.lowest()),
                            false => footing.is_whole_after(gone, Set::EMPTY),
                        });
                        if stays {
                            let (first, line) = (gone.lowest() as u16, line as u8);
                            let how = How::Vanish { line, number };
                            sink.step(Step {
                                from: first,
                                to: first,
                                kind: NO_KIND,
                                promotion: AS_IT_IS,
                                how,
                            });
                        }
                        sink.is_content()
                    });
                }
            }
            if sink.is_content() {
                return;
            }
        }
    }

    /// Calls `then` with every set of some of the tiles, at most so many, and its number, until it says `true`. Whether it did.
    fn each_vanishing(
        &self,
        free: Set<W>,
        most: u16,
        chosen: Set<W>,
        number: &mut u32,
        then: &mut dyn FnMut(u32, Set<W>) -> bool,
    ) -> bool {
        let mut left = free;
        most > 0
            && free.iter().any(|tile| {
                left = left.without(Set::one(tile));
                let chosen = chosen | Set::one(tile);
                let this = *number;
                *number += 1;
                then(this, chosen) || self.each_vanishing(left, most - 1, chosen, number, then)
            })
    }

    /// Where the least corner of a rectangle may go that becomes one of this size, if nothing is there: all around the box or into it.
    fn goals(&self, area: Area, reached: [i32; 2]) -> Set<W> {
        self.each_goal(area, reached).map(Tile::index).collect()
    }

    fn each_goal(&self, area: Area, reached: [i32; 2]) -> impl Iterator<Item = Tile> {
        let board = &self.reference.board;
        let [files, ranks] = [0, 1].map(|axis| {
            let whole = board.plane().map(|plane| i32::from([plane.files, plane.ranks][axis]));
            let most = area.size[axis] + reached[axis] + 1;
            -reached[axis]..-reached[axis] + whole.map_or(most, |whole| most.min(whole))
        });
        let spots = files.flat_map(move |x| ranks.clone().map(move |y| [x, y]));
        spots.filter_map(move |[x, y]| board.at([area.corner[0] + x, area.corner[1] + y]))
    }

    /// Rectangles of one size with a tile on each side.
    fn carries<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W, N>,
        (line, free): (u8, Set<W>),
        (all, [width, height]): (Area, [i32; 2]),
        (turned, flipped): (bool, bool),
        footing: Option<&Connectivity<'_, W>>,
        sink: &mut S,
    ) {
        let board = &self.reference.board;
        let place = |[x, y]: [i32; 2]| board.at([all.corner[0] + x, all.corner[1] + y]);
        for [x, y] in (0..=all.size[0] - width).flat_map(|x| (0..=all.size[1] - height).map(move |y| [x, y]))
        {
            let Some(corner) = place([x, y]).filter(|_| place([x + width - 1, y + height - 1]).is_some())
            else {
                continue;
            };
            let size = [width as u16, height as u16];
            let start = Carry { corner, size, to: corner, turns: 0, flipped: false };
            let inside = self.inside(scene.state, start);
            let on_side = |axis: usize, n: i32| inside.iter().any(|(_, offset)| offset[axis] == n);
            if !(on_side(0, 0) && on_side(0, width - 1) && on_side(1, 0) && on_side(1, height - 1)) {
                continue;
            }
            if !inside.iter().all(|(tile, _)| free.has(*tile)) {
                continue;
            }
            for start in self.attitudes(scene.state, start, &inside, (turned, flipped)) {
                for to in self.each_goal(all, start.reached()) {
                    let carry = Carry { to, ..start };
                    let Some(ways) = self.can_carry(scene.state, carry) else { continue };
                    let gone = ways.iter().map(|(from, _)| *from).collect();
                    let come = ways.iter().map(|(_, to)| *to).collect();
                    if footing.is_none_or(|footing| footing.is_whole_after(gone, come)) {
                        sink.step(step(line, carry));
                    }
                    if sink.is_content() {
                        return;
                    }
                }
            }
        }
    }

    /// The tiles in a rectangle, and how far each lies from its corner.
    fn inside(&self, state: &State<W, N>, carry: Carry) -> SmallVec<[(usize, [i32; 2]); 4]> {
        let board = &self.reference.board;
        let area = Area { corner: board.spot(carry.corner), size: carry.size.map(i32::from) };
        let tiles = self.tiles(state).iter();
        tiles.filter_map(|tile| Some((tile, area.offset(board, Tile::new(tile))?))).collect()
    }

    /// The ways to turn and to turn over a rectangle that differ in what they make of it.
    fn attitudes(
        &self,
        state: &State<W, N>,
        start: Carry,
        inside: &[(usize, [i32; 2])],
        (turned, flipped): (bool, bool),
    ) -> Vec<Carry> {
        let mut seen = Vec::new();
        let mut found = Vec::new();
        for flipped in [false, true].into_iter().take(1 + usize::from(flipped)) {
            for turns in 0..if turned { 4 } else { 1 } {
                let carry = Carry { turns, flipped, ..start };
                let image = |(tile, offset): &(usize, _)| (carry.image(*offset), self.piece_on(state, *tile));
                let mut look: Vec<_> = inside.iter().map(image).collect();
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

    /// Kind and owner of what stands on a tile.
    fn piece_on(&self, state: &State<W, N>, tile: usize) -> Option<(usize, Option<usize>)> {
        let owns = |player: &usize| state.sets[self.layout.owner(*player)].has(tile);
        self.kind_on(state, tile).map(|kind| (kind, (0..self.layout.players).find(owns)))
    }

    /// Where the tiles of a rectangle go; nothing if one would leave the board.
    fn ways(&self, state: &State<W, N>, carry: Carry) -> Option<Ways> {
        let board = &self.reference.board;
        let [x, y] = board.spot(carry.to);
        let goes = |(tile, offset)| {
            let [dx, dy] = carry.image(offset);
            Some((tile, board.at([x + dx, y + dy])?.index()))
        };
        self.inside(state, carry).into_iter().map(goes).collect()
    }

    /// The same if no other tile lies where the rectangle goes, and something is changed by it.
    fn can_carry(&self, state: &State<W, N>, carry: Carry) -> Option<Ways> {
        let ways = self.ways(state, carry)?;
        let gone: Set<W> = ways.iter().map(|(from, _)| *from).collect();
        let board = &self.reference.board;
        let goal = Area { corner: board.spot(carry.to), size: carry.reached() };
        let met = |tile: usize| goal.offset(board, Tile::new(tile)).is_some();
        if self.tiles(state).without(gone).iter().any(met) {
            return None;
        }
        let changes = |(from, to): &(usize, usize)| {
            !gone.has(*to) || self.piece_on(state, *from) != self.piece_on(state, *to)
        };
        ways.iter().any(changes).then_some(ways)
    }

    /// What such a move changes.
    pub(crate) fn changes_of_tiles(&self, state: &State<W, N>, step: Step) -> Changes {
        let (corner, to) = (Tile(step.from.into()), Tile(step.to.into()));
        match step.how {
            How::Carry { attitude, size, .. } => {
                let (turns, flipped) = (attitude & (FLIPPED - 1), attitude & FLIPPED != 0);
                let carry = Carry { corner, size: size.map(u16::from), to, turns, flipped };
                std::iter::once(Change::Carry(carry)).collect()
            }
            How::Vanish { line, number } => {
                let of = &self.turn.tile_moves[usize::from(line)];
                let BoardWork::Vanish { listed, .. } = of.work else { return Changes::new() };
                let view = self.view(state, self.to_move(state));
                let mut found = Set::one(step.from.into());
                if listed > 1 {
                    let free = self.where_holds(&view, &of.each, self.tiles(state));
                    self.each_vanishing(free, listed, Set::EMPTY, &mut 0, &mut |this, gone| {
                        found = gone;
                        this == number
                    });
                }
                found.iter().map(|tile| Change::Vanish(Tile::new(tile))).collect()
            }
            _ => Changes::new(),
        }
    }

    /// Carries tiles elsewhere, with what stands on them and what is known of it.
    pub(crate) fn carry(&self, state: &mut State<W, N>, carry: Carry) {
        let Some(ways) = self.ways(state, carry) else { return };
        let gone: Set<W> = ways.iter().map(|(from, _)| *from).collect();
        let come: Set<W> = ways.iter().map(|(_, to)| *to).collect();
        for set in &mut state.sets[..self.layout.used()] {
            let moved: Set<W> = ways.iter().filter(|(from, _)| set.has(*from)).map(|(_, to)| *to).collect();
            *set = set.without(gone | come) | moved;
        }
        self.layout.vanish(state, gone.without(come));
        let image = |tile: u16| {
            let way = ways.iter().find(|(from, _)| *from == usize::from(tile));
            way.map_or(tile, |(_, to)| *to as u16)
        };
        for spot in &mut state.marks[..usize::from(state.marked)] {
            (spot.tile, spot.maker) = (image(spot.tile), image(spot.maker));
        }
    }
}
