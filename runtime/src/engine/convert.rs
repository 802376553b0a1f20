//! Packed positions from positions of the reference engine, and back.

use tilegame_dsl::ir::{KindId, PhaseId, PlayerId, Tile};

use crate::packed::refusal::{TOO_FAR_APART, WhyNot};
use crate::packed::set::Set;
use crate::packed::state::{MOST_MARKS, Spot, State};
use crate::plan::layout::Layout;
use crate::reference::position::{Deed, Piece, Position};
use crate::set::TileSet;

/// A position that says more of its pieces than the rules can ask has no room for it.
const NOT_ASKED: WhyNot = WhyNot::Unusual("pieces of which more is known than the rules ask");

impl Layout {
    /// What is known of pieces on tiles of a position, and the sets for it.
    fn remembered<'p>(&self, position: &'p Position) -> [(Option<usize>, &'p TileSet); 2] {
        [(self.unmoved, &position.unmoved), (self.rights, &position.rights)]
    }

    /// A position as a state.
    pub(crate) fn state<const W: usize, const N: usize>(
        &self,
        position: &Position,
    ) -> Result<State<W, N>, WhyNot> {
        if !position.out().is_empty() && self.out.is_none() {
            return Err(WhyNot::Unusual("players who have gone out"));
        }
        let corner = match &self.window {
            None => [0; 2],
            Some(window) => window.corner(position).ok_or(TOO_FAR_APART)?,
        };
        // All tiles of a plane that are there lie in the window.
        let at = |tile: Tile| match &self.window {
            None => tile.index(),
            Some(window) => window.place(corner, tile).unwrap_or(0),
        };
        let mut state = State {
            sets: [Set::EMPTY; N],
            counters: [0; N],
            marks: [Spot::default(); MOST_MARKS],
            marked: 0,
            turn: position.turn * self.phases as u16 + u16::from(position.phase.0),
        };
        let mut is_owned = true;
        position.each_piece(|tile, piece| {
            // Nobody comes behind the players.
            let owner = piece.owner.map_or(self.players, |owner| owner.index());
            state.sets[piece.kind.index() & (N - 1)].insert(at(tile));
            state.sets[self.owner(owner) & (N - 1)].insert(at(tile));
            is_owned &= owner < self.owners;
        });
        if !is_owned {
            return Err(WhyNot::Unusual("neutral pieces"));
        }
        state.sets[self.all] =
            (0..self.owners).fold(Set::EMPTY, |all, owner| all | state.sets[self.owner(owner)]);
        self.unite(&mut state);
        if let Some(there) = position.there() {
            let there: Set<W> = there.iter().map(at).collect();
            self.vanish(&mut state, Set::first_tiles(self.tiles).without(there));
        }
        if self.window.is_some() {
            state.counters[self.corner..][..2].copy_from_slice(&corner);
        }
        if let Some(set) = self.promoted {
            state.sets[set] = position.promoted.iter().map(at).collect();
        }
        for (number, held) in position.hands.iter().enumerate().filter(|(_, held)| **held > 0) {
            let place = self.hand(number / self.kinds, number % self.kinds);
            state.counters[place.ok_or(WhyNot::Unusual("pieces in states in a hand"))?] = i32::from(*held);
        }
        if let Some(course) = position.course.as_ref().filter(|_| self.beginning.on.is_some()) {
            self.begin(&mut state, position.origin().map(Tile::index));
            if self.beginning.sets.is_some() {
                let first: State<W, N> = self.state(&course.before)?;
                self.at_first().for_each(|(now, then)| state.sets[then] = first.sets[now]);
            }
        }
        position.out.iter().for_each(|player| self.put_out(&mut state, player.index()));
        position.castled.iter().for_each(|player| self.note_castled(&mut state, player.index()));
        for (set, tiles) in self.remembered(position) {
            if let Some(set) = set {
                state.sets[set] = tiles.iter().map(at).collect();
            } else if !tiles.is_empty() {
                return Err(NOT_ASKED);
            }
        }
        for deed in &position.deeds {
            let set = self.deed(deed.when, deed.label).ok_or(NOT_ASKED)?;
            state.sets[set].insert(at(deed.tile));
        }
        for (to, number) in state.counters.iter_mut().zip(&position.counters) {
            *to = i32::try_from(*number)
                .map_err(|_| WhyNot::Unusual("a number beyond two thousand million"))?;
        }
        for left in &position.marks {
            let spot = Spot {
                mark: left.mark.0,
                tile: at(left.tile) as u16,
                maker: at(left.maker) as u16,
                owner: left.owner.0,
            };
            if !state.mark(spot) {
                return Err(WhyNot::Unusual("more marks at once than there is room for"));
            }
        }
        Ok(state)
    }

    /// A state as a position; with all marks, whether or not anybody can use them.
    pub(crate) fn position<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Position {
        let counters = state.counters[..self.counters.number].iter().map(|n| i64::from(*n)).collect();
        let mut position = match &self.window {
            None => Position::on_tiles(self.tiles, self.players, counters),
            Some(_) => Position::on_plane(self.players, counters),
        };
        let at = |number: usize| self.tile(state, number);
        for owner in 0..self.owners {
            for kind in 0..self.kinds {
                let of_player = (owner < self.players).then(|| PlayerId::new(owner));
                let piece = Piece { kind: KindId::new(kind), owner: of_player };
                let tiles = state.sets[kind] & state.sets[self.owner(owner)];
                match self.window {
                    None => position.fill(piece, &tiles.0),
                    Some(_) => tiles.iter().for_each(|tile| position.set(at(tile), Some(piece))),
                }
            }
        }
        for (set, tiles) in [
            (self.promoted, &mut position.promoted),
            (self.unmoved, &mut position.unmoved),
            (self.rights, &mut position.rights),
        ] {
            tiles.extend(set.into_iter().flat_map(|set| state.sets[set].iter()).map(at));
        }
        position.turn = state.turn / self.phases as u16;
        position.phase = PhaseId::new(state.turn as usize % self.phases);
        if self.hands.first.is_some() {
            let held = |player, kind| self.hand(player, kind).map_or(0, |place| state.counters[place] as u16);
            let of_player = |player| (0..self.kinds).map(move |kind| held(player, kind));
            position.hands = (0..self.players).flat_map(of_player).collect();
        }
        position.out = self.out(state).map(PlayerId::new).collect();
        position.castled =
            (0..self.players).filter(|p| self.has_castled(state, *p)).map(PlayerId::new).collect();
        position.there = self.missing.map(|missing| {
            let mut there = if self.window.is_some() { TileSet::sparse() } else { TileSet::new(self.tiles) };
            there.extend(Set::first_tiles(self.tiles).without(state.sets[missing]).iter().map(at));
            there
        });
        for (i, (when, label)) in self.deeds.list.iter().enumerate() {
            for tile in state.sets[self.deeds.first + i].iter() {
                position.deeds.push(Deed { tile: at(tile), when: *when, label: *label });
            }
        }
        position.deeds.sort();
        position.marks = state.spots().iter().map(|spot| spot.left(at)).collect();
        position.marks.sort();
        position
    }
}
