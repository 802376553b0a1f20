//! A position as sets of tiles: small, and copied to make a move.

use tilegame_dsl::ir::{KindId, LabelId, MarkId, PhaseId, PlayerId, Taken, Test, Tile, When};

use super::WhyNot;
use super::past::asks_for_past;
use super::plane::{TOO_FAR_APART, Window};
use super::set::Set;
use crate::reference::engine::Reference;
use crate::reference::history::AsksCastled;
use crate::reference::position::{Deed, Left, Piece, Position};
use crate::set::TileSet;

/// At most so many marks are on the board at once.
pub(super) const MOST_MARKS: usize = 4;

/// A position that says more of its pieces than the rules can ask has no room for it.
const NOT_ASKED: WhyNot = WhyNot::Unusual("pieces of which more is known than the rules ask");

/// A position. `N` is how many sets there is room for, and how many counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State<const W: usize, const N: usize> {
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
    /// The players, and nobody where some pieces or missing tiles are nobody's.
    pub(super) owners: usize,
    /// The phases of a turn, one at least.
    pub(super) phases: usize,
    /// Pieces that have not moved, and those that may castle, where some rule asks for that.
    pub(super) unmoved: Option<usize>,
    pub(super) rights: Option<usize>,
    /// For everything that is remembered of pieces, the first being number `first_deed`.
    pub(super) deeds: Vec<(When, LabelId)>,
    pub(super) first_deed: usize,
    /// Pieces that have been promoted, where it matters what they were.
    pub(super) promoted: Option<usize>,
    /// Tiles that are not there, where tiles come and go. They are nobody's and in the way, so they are among `all`, too, and among what
    /// is nobody's: nothing else has to know of them that goes, takes or looks along a line.
    pub(super) missing: Option<usize>,
    /// All occupied tiles. From here on the sets follow from those of kinds and owners.
    pub(super) all: usize,
    /// Kinds whose pieces are wanted together again and again, the first being number `all + 1`.
    unions: Vec<Vec<u8>>,
    pub(super) counters: usize,
    /// Where among the counters the numbers of pieces in hand stand, for each player those of each kind that is in no state.
    pub(super) hands: Option<usize>,
    /// For each kind, which it is among these.
    held: Vec<Option<usize>>,
    /// Where among the counters it stands who is out.
    pub(super) out: Option<usize>,
    /// Where among the counters it stands who has castled, a bit for each player, where that matters.
    castled: Option<usize>,
    /// Of a plane, the window that a state shows, and where among the counters it stands where that lies.
    pub(super) window: Option<Window>,
    pub(super) corner: usize,
    /// Where among the counters it stands on which tile a turn that goes on has begun, where that matters.
    pub(super) begun: Option<usize>,
    /// The first of the sets of kinds and owners as they were then, where that matters: only while the turn goes on.
    began: Option<usize>,
    /// How many numbers there are.
    pub(super) numbers: usize,
}

/// What the counter for a turn's beginning says if no piece has begun the turn; if one has, behind it follow the tiles.
const BEGUN_NOWHERE: i32 = 1;

impl Layout {
    /// The layout of the states of a game, or of what a window shows of it.
    pub(super) fn new(reference: &Reference, window: Option<Window>) -> Layout {
        let rules = &reference.rules;
        let (kinds, players) = (rules.kinds.len(), rules.players.len());
        let deeds = reference.memory.asked.clone();
        let is_some_nobodys = rules.kinds.iter().any(|k| k.neutral) || reference.tiles_change;
        let owners = players + usize::from(is_some_nobodys);
        let mut next = kinds + owners;
        let mut only_if = |wanted: bool| {
            next += usize::from(wanted);
            wanted.then_some(next - 1)
        };
        let unmoved = only_if(rules.kinds.iter().any(|k| k.tracks_first));
        let rights = only_if(rules.castling.is_some());
        let missing = only_if(reference.tiles_change);
        let asks = |wanted: Test| rules.any_test(&|test| *test == wanted);
        let compares = reference.goes_on && asks(Test::Changed);
        let began = compares.then_some(next);
        let first_deed = next + if compares { kinds + owners } else { 0 };
        let next = first_deed + deeds.len();
        let promoted = (rules.turn.taken == Taken::KeptUnpromoted).then_some(next);
        let counters = reference.starting_counters().len();
        let hands = rules.turn.hands.then_some(counters);
        let mut number = 0;
        let mut place = |kind: KindId| {
            let is_held = rules.in_hand(kind) == kind;
            number += usize::from(is_held);
            is_held.then(|| number - 1)
        };
        let held: Vec<Option<usize>> = (0..kinds).map(KindId::new).map(&mut place).collect();
        let behind = counters + if rules.turn.hands { players * number } else { 0 };
        let out = rules.ends.iter().any(|end| !end.result.is_final()).then_some(behind);
        let behind = behind + usize::from(out.is_some());
        let castled = (reference.memory.castled != AsksCastled::Never).then_some(behind);
        let behind = behind + usize::from(castled.is_some());
        // Whether a position is the same in the middle of a turn depends on how that has come about.
        let compares_turns = reference.memory.turns && asks_for_past(rules);
        let is_asked = compares || asks(Test::Begun) || compares_turns;
        let begun = (reference.goes_on && is_asked).then_some(behind);
        Layout {
            tiles: reference.board.len(),
            kinds,
            players,
            owners,
            phases: rules.turn.phases.len().max(1),
            unmoved,
            rights,
            missing,
            first_deed,
            all: next + usize::from(promoted.is_some()),
            unions: Vec::new(),
            promoted,
            deeds,
            counters,
            hands,
            held,
            out,
            castled,
            begun,
            began,
            corner: behind + usize::from(begun.is_some()),
            numbers: behind + usize::from(begun.is_some()) + if window.is_some() { 2 } else { 0 },
            window,
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
    pub(super) fn sets_of(&self, kind: usize, owner: usize) -> impl Iterator<Item = usize> + '_ {
        let has_kind = move |(_, kinds): &(usize, &Vec<u8>)| kinds.contains(&(kind as u8));
        let unions = self.unions.iter().enumerate().filter(has_kind).map(|(i, _)| self.all + 1 + i);
        [kind, self.owner(owner), self.all].into_iter().chain(unions)
    }

    /// Puts the sets in order of kinds that are wanted together: in a state of an engine that wants others.
    pub(super) fn unite<const W: usize, const N: usize>(&self, state: &mut State<W, N>) {
        for (number, kinds) in self.unions.iter().enumerate() {
            let all = kinds.iter().fold(Set::EMPTY, |all, kind| all | state.sets[*kind as usize]);
            state.sets[self.all + 1 + number] = all;
        }
    }

    /// Where the number of pieces of a kind in a player's hand stands.
    #[inline]
    pub(super) fn hand(&self, player: usize, kind: usize) -> Option<usize> {
        let first = self.hands?;
        self.held[kind].map(|place| first + place * self.players + player)
    }

    /// What is known of pieces on tiles of a position, and the sets for it.
    fn remembered<'p>(&self, position: &'p Position) -> [(Option<usize>, &'p TileSet); 2] {
        [(self.unmoved, &position.unmoved), (self.rights, &position.rights)]
    }

    /// Who is out, in the order in which they went.
    pub(super) fn out<const W: usize, const N: usize>(
        &self,
        state: &State<W, N>,
    ) -> impl Iterator<Item = usize> + use<W, N> {
        let mut rest = self.out.map_or(0, |place| state.counters[place & (N - 1)]);
        std::iter::from_fn(move || {
            let player = (rest & 15).checked_sub(1)?;
            rest >>= 4;
            (player >= 0).then_some(player as usize)
        })
    }

    /// Notes that a player is out.
    pub(super) fn put_out<const W: usize, const N: usize>(&self, state: &mut State<W, N>, player: usize) {
        let Some(place) = self.out else { return };
        let number = self.out(state).count();
        state.counters[place] |= (player as i32 + 1) << (4 * number);
    }

    /// Whether a player has castled.
    pub(super) fn has_castled<const W: usize, const N: usize>(
        &self,
        state: &State<W, N>,
        player: usize,
    ) -> bool {
        self.castled.is_some_and(|place| state.counters[place & (N - 1)] >> player & 1 != 0)
    }

    /// Notes that a player has castled.
    pub(super) fn note_castled<const W: usize, const N: usize>(
        &self,
        state: &mut State<W, N>,
        player: usize,
    ) {
        if let Some(place) = self.castled {
            state.counters[place & (N - 1)] |= 1 << player;
        }
    }

    /// Forgets that a player has castled.
    pub(super) fn forget_castled<const W: usize, const N: usize>(
        &self,
        state: &mut State<W, N>,
        player: usize,
    ) {
        if let Some(place) = self.castled {
            state.counters[place] &= !(1 << player);
        }
    }

    /// A mark of a state, as everybody else knows it.
    pub(super) fn left<const W: usize, const N: usize>(&self, state: &State<W, N>, spot: &Spot) -> Left {
        spot.left(|place| self.tile(state, place))
    }

    /// The sets in which a tile is that is not there.
    pub(super) fn sets_of_missing(&self) -> impl Iterator<Item = usize> + use<> {
        let nobody = self.owner(self.players);
        let all = self.all;
        self.missing.into_iter().flat_map(move |missing| [missing, nobody, all])
    }

    /// Takes tiles away on which nothing stands.
    pub(super) fn vanish<const W: usize, const N: usize>(&self, state: &mut State<W, N>, tiles: Set<W>) {
        self.sets_of_missing().for_each(|set| state.sets[set & (N - 1)] |= tiles);
    }

    /// The tiles that are not there.
    #[inline(always)]
    pub(super) fn missing<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Set<W> {
        self.missing.map_or(Set::EMPTY, |set| state.sets[set & (N - 1)])
    }

    /// Where the turn has begun that goes on.
    pub(super) fn began_on<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Option<usize> {
        usize::try_from(state.counters[self.begun?] - BEGUN_NOWHERE - 1).ok()
    }

    /// Whether a turn goes on of which it is known how it began.
    pub(super) fn is_under_way<const W: usize, const N: usize>(&self, state: &State<W, N>) -> bool {
        self.begun.is_some_and(|place| state.counters[place] != 0)
    }

    /// Notes where a turn begins, if a piece begins it.
    pub(super) fn begin<const W: usize, const N: usize>(&self, state: &mut State<W, N>, from: Option<usize>) {
        if let Some(place) = self.begun {
            state.counters[place] = BEGUN_NOWHERE + from.map_or(0, |tile| tile as i32 + 1);
        }
    }

    /// The set of each kind and owner, and the one of what it was when a turn began.
    fn at_first(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.kinds + self.owners;
        self.began.into_iter().flat_map(move |first| (0..all).map(move |set| (set, first + set)))
    }

    /// Notes of a state in which a turn goes on how the board was when it began: as before the last move, or as it was known by then.
    pub(super) fn keep_beginning<const W: usize, const N: usize>(
        &self,
        state: &mut State<W, N>,
        before: &State<W, N>,
    ) {
        let is_known = self.is_under_way(before);
        for (now, then) in self.at_first() {
            state.sets[then] = before.sets[if is_known { then } else { now }];
        }
    }

    /// Forgets how the turn began.
    pub(super) fn forget_beginning<const W: usize, const N: usize>(&self, state: &mut State<W, N>) {
        if let Some(place) = self.begun {
            state.counters[place] = 0;
        }
        self.at_first().for_each(|(_, then)| state.sets[then] = Set::EMPTY);
    }

    /// Whether the board is another than when the turn began that one of the states belongs to.
    pub(super) fn has_changed<const W: usize, const N: usize>(
        &self,
        known: &State<W, N>,
        state: &State<W, N>,
    ) -> bool {
        let is_known = self.is_under_way(known);
        (0..self.kinds + self.owners).any(|set| {
            let then = self.began.filter(|_| is_known).map_or(set, |first| first + set);
            known.sets[then] != state.sets[set]
        })
    }

    #[inline(always)]
    pub(super) fn owner(&self, player: usize) -> usize {
        self.kinds + player
    }

    pub(super) fn deed(&self, when: When, label: LabelId) -> Option<usize> {
        self.deeds.iter().position(|d| *d == (when, label)).map(|i| self.first_deed + i)
    }

    /// A position as a state.
    pub(super) fn state<const W: usize, const N: usize>(
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
        for (tile, piece) in position.pieces() {
            // Nobody comes behind the players.
            let owner = piece.owner.map_or(self.players, |owner| owner.index());
            if owner >= self.owners {
                return Err(WhyNot::Unusual("neutral pieces"));
            }
            state.sets[piece.kind.index()].insert(at(tile));
            state.sets[self.owner(owner)].insert(at(tile));
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
        if let Some(course) = position.course.as_ref().filter(|_| self.begun.is_some()) {
            self.begin(&mut state, position.origin().map(Tile::index));
            if self.began.is_some() {
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
    pub(super) fn position<const W: usize, const N: usize>(&self, state: &State<W, N>) -> Position {
        let counters = state.counters[..self.counters].iter().map(|n| i64::from(*n)).collect();
        let mut position = match &self.window {
            None => Position::on_tiles(self.tiles, self.players, counters),
            Some(_) => Position::on_plane(self.players, counters),
        };
        let at = |number: usize| self.tile(state, number);
        let none = || if self.window.is_some() { TileSet::sparse() } else { TileSet::new(self.tiles) };
        for owner in 0..self.owners {
            for kind in 0..self.kinds {
                for tile in (state.sets[kind] & state.sets[self.owner(owner)]).iter() {
                    let of_player = (owner < self.players).then(|| PlayerId::new(owner));
                    let piece = Piece { kind: KindId::new(kind), owner: of_player };
                    position.set(at(tile), Some(piece));
                }
            }
        }
        let tiles = |set: usize| {
            let mut tiles = none();
            tiles.extend(state.sets[set].iter().map(at));
            tiles
        };
        position.turn = state.turn / self.phases as u16;
        position.phase = PhaseId::new(state.turn as usize % self.phases);
        position.promoted = self.promoted.map_or_else(none, tiles);
        if self.hands.is_some() {
            let held = |player, kind| self.hand(player, kind).map_or(0, |place| state.counters[place] as u16);
            let of_player = |player| (0..self.kinds).map(move |kind| held(player, kind));
            position.hands = (0..self.players).flat_map(of_player).collect();
        }
        position.out = self.out(state).map(PlayerId::new).collect();
        position.castled =
            (0..self.players).filter(|p| self.has_castled(state, *p)).map(PlayerId::new).collect();
        position.there = self.missing.map(|missing| {
            let mut there = none();
            there.extend(Set::first_tiles(self.tiles).without(state.sets[missing]).iter().map(at));
            there
        });
        position.unmoved = self.unmoved.map_or_else(none, tiles);
        position.rights = self.rights.map_or_else(none, tiles);
        for (i, (when, label)) in self.deeds.iter().enumerate() {
            for tile in state.sets[self.first_deed + i].iter() {
                position.deeds.push(Deed { tile: at(tile), when: *when, label: *label });
            }
        }
        position.deeds.sort();
        position.marks = state.spots().iter().map(|spot| spot.left(at)).collect();
        position.marks.sort();
        position
    }
}

impl Spot {
    fn left(&self, at: impl Fn(usize) -> Tile) -> Left {
        Left {
            mark: MarkId(self.mark),
            tile: at(self.tile.into()),
            maker: at(self.maker.into()),
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
