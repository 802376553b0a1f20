//! A position as sets of tiles: small, and copied to make a move.

use tilegame_dsl::ir::{KindId, LabelId, MarkId, PlayerId, Tile, When};

use super::WhyNot;
use super::set::Set;
use crate::engine::reference::Reference;
use crate::position::{Deed, Left, Piece, Position};
use crate::set::TileSet;

/// At most so many marks are on the board at once.
pub(super) const MOST_MARKS: usize = 4;

/// A position. `N` is how many sets there is room for, and how many counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State<const W: usize, const N: usize> {
    /// The tiles of each kind, then of each player, then what else is known of tiles: see [`Layout`].
    pub(super) sets: [Set<W>; N],
    pub(super) counters: [i32; N],
    pub(super) marks: [Spot; MOST_MARKS],
    pub(super) marked: u8,
    pub(super) turn: u16,
}

/// A mark on a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Spot {
    pub(super) mark: u8,
    pub(super) tile: u16,
    pub(super) maker: u16,
    pub(super) owner: u8,
}

/// Which set of a state is what.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) tiles: usize,
    pub(super) kinds: usize,
    pub(super) players: usize,
    pub(super) unmoved: usize,
    pub(super) rights: usize,
    /// For everything that is remembered of pieces, the first being number `rights + 1`.
    pub(super) deeds: Vec<(When, LabelId)>,
    /// All occupied tiles. From here on the sets follow from those of kinds and players.
    pub(super) all: usize,
    /// Kinds whose pieces are wanted together again and again, the first being number `all + 1`.
    unions: Vec<Vec<u8>>,
    pub(super) counters: usize,
}

impl Layout {
    pub(super) fn new(reference: &Reference) -> Layout {
        let rules = &reference.rules;
        let (kinds, players) = (rules.kinds.len(), rules.players.len());
        let deeds = reference.memory.asked.clone();
        Layout {
            tiles: reference.board.len(),
            kinds,
            players,
            unmoved: kinds + players,
            rights: kinds + players + 1,
            all: kinds + players + 2 + deeds.len(),
            deeds,
            unions: Vec::new(),
            counters: reference.starting_counters().len(),
        }
    }

    /// How many sets there are.
    pub(super) fn used(&self) -> usize {
        self.all + 1 + self.unions.len()
    }

    /// The set of the pieces of all these kinds, which are sorted.
    pub(super) fn set_of(&mut self, kinds: &[u8]) -> u8 {
        if let [kind] = kinds {
            return *kind;
        }
        let known = self.unions.iter().position(|u| u == kinds).unwrap_or_else(|| {
            self.unions.push(kinds.to_vec());
            self.unions.len() - 1
        });
        (self.all + 1 + known) as u8
    }

    /// The sets in which a piece is as long as it stands somewhere.
    pub(super) fn sets_of(&self, kind: usize, player: usize) -> impl Iterator<Item = usize> + '_ {
        let has_kind = move |(_, kinds): &(usize, &Vec<u8>)| kinds.contains(&(kind as u8));
        let unions = self.unions.iter().enumerate().filter(has_kind).map(|(i, _)| self.all + 1 + i);
        [kind, self.owner(player), self.all].into_iter().chain(unions)
    }

    #[inline(always)]
    pub(super) fn owner(&self, player: usize) -> usize {
        self.kinds + player
    }

    pub(super) fn deed(&self, when: When, label: LabelId) -> Option<usize> {
        self.deeds.iter().position(|d| *d == (when, label)).map(|i| self.rights + 1 + i)
    }

    /// A position as a state.
    pub(super) fn state<const W: usize, const N: usize>(
        &self,
        position: &Position,
    ) -> Result<State<W, N>, WhyNot> {
        if !position.out().is_empty() {
            return Err(WhyNot::Unusual("players who go out"));
        }
        let mut state = State {
            sets: [Set::EMPTY; N],
            counters: [0; N],
            marks: [Spot::default(); MOST_MARKS],
            marked: 0,
            turn: position.turn,
        };
        for (tile, piece) in position.pieces() {
            let owner = piece.owner.ok_or(WhyNot::Unusual("pieces that are nobody's"))?;
            for set in self.sets_of(piece.kind.index(), owner.index()) {
                state.sets[set].insert(tile.index());
            }
        }
        for (set, tiles) in [(self.unmoved, &position.unmoved), (self.rights, &position.rights)] {
            state.sets[set] = tiles.iter().map(Tile::index).collect();
        }
        for deed in &position.deeds {
            let set = self.deed(deed.when, deed.label).ok_or(WhyNot::History)?;
            state.sets[set].insert(deed.tile.index());
        }
        for (to, number) in state.counters.iter_mut().zip(&position.counters) {
            *to = i32::try_from(*number)
                .map_err(|_| WhyNot::Unusual("a number beyond two thousand million"))?;
        }
        for left in &position.marks {
            let spot = Spot {
                mark: left.mark.0,
                tile: left.tile.index() as u16,
                maker: left.maker.index() as u16,
                owner: left.owner.0,
            };
            if !state.mark(spot) {
                return Err(WhyNot::Unusual("more marks at once than there is room for"));
            }
        }
        Ok(state)
    }

    /// A state as a position; with all marks, whether or not anybody can use them.
    pub(super) fn position<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Position {
        let mut position = Position::on_tiles(
            self.tiles,
            self.players,
            state.counters[..self.counters].iter().map(|n| i64::from(*n)).collect(),
        );
        for player in 0..self.players {
            for kind in 0..self.kinds {
                for tile in (state.sets[kind] & state.sets[self.owner(player)]).iter() {
                    let piece = Piece { kind: KindId::new(kind), owner: Some(PlayerId::new(player)) };
                    position.set(Tile::new(tile), Some(piece));
                }
            }
        }
        let tiles = |set: usize| {
            let mut tiles = TileSet::new(self.tiles);
            tiles.extend(state.sets[set].iter().map(Tile::new));
            tiles
        };
        position.turn = state.turn;
        position.unmoved = tiles(self.unmoved);
        position.rights = tiles(self.rights);
        for (i, (when, label)) in self.deeds.iter().enumerate() {
            for tile in state.sets[self.rights + 1 + i].iter() {
                position.deeds.push(Deed { tile: Tile::new(tile), when: *when, label: *label });
            }
        }
        position.deeds.sort();
        position.marks = state.spots().iter().map(Spot::left).collect();
        position.marks.sort();
        position
    }
}

impl Spot {
    fn left(&self) -> Left {
        Left {
            mark: MarkId(self.mark),
            tile: Tile(self.tile.into()),
            maker: Tile(self.maker.into()),
            owner: PlayerId(self.owner),
        }
    }
}

impl<const W: usize, const N: usize> State<W, N> {
    /// The marks on the board.
    #[inline(always)]
    pub(super) fn spots(&self) -> &[Spot] {
        &self.marks[..(self.marked as usize).min(MOST_MARKS)]
    }

    /// Which of these kinds the piece on a tile is of, if it is of one of them.
    #[inline(always)]
    pub(super) fn kind_among(&self, kinds: &[u8], tile: usize) -> u8 {
        let [first, others @ ..] = kinds else { return 0 };
        let is = |kind: &&u8| self.sets[**kind as usize & (N - 1)].has(tile);
        *others.iter().find(is).unwrap_or(first)
    }

    /// Adds a mark; whether there was room.
    pub(super) fn mark(&mut self, spot: Spot) -> bool {
        if self.spots().contains(&spot) {
            return true;
        }
        if self.marked as usize == MOST_MARKS {
            return false;
        }
        self.marks[self.marked as usize] = spot;
        self.marked += 1;
        true
    }

    /// Takes off the marks that are not to be kept.
    #[inline(always)]
    pub(super) fn retain_marks(&mut self, keep: impl Fn(&Spot) -> bool) {
        let (old, number) = (self.marks, (self.marked as usize).min(MOST_MARKS));
        self.marked = 0;
        self.marks = [Spot::default(); MOST_MARKS];
        for spot in old[..number].iter().filter(|s| keep(s)) {
            self.marks[self.marked as usize] = *spot;
            self.marked += 1;
        }
    }
}
