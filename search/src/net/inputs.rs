//! What a net sees of a position: which of its inputs are on.
//!
//! Each player sees the board from their own seat: own pieces and the enemy's, by kind and tile, what both hold in hand, counters, and the phase of
//! the turn. Where both armies are alike, both players share one set of inputs.

use tilegame_runtime::ir::{CounterId, KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

use crate::view::seen;

/// Of pieces in hand, and of a counter, so many steps are told apart.
pub(super) const STEPS: usize = 16;

/// No net has more inputs.
const MOST_INPUTS: usize = 1 << 14;

/// The inputs of a game's nets: which number stands for what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    count: usize,
    /// By perspective, then by owner (own, enemy, nobody) and kind: the input of the first tile; none for what can't be.
    pieces: [Vec<Option<u32>>; 2],
    /// By perspective and tile, the tile as it is seen from there.
    tiles: [Vec<u32>; 2],
    /// By perspective, owner and kind: the input of the first piece in hand.
    hands: [Vec<Option<u32>>; 2],
    /// By perspective, counter and owner.
    counters: [Vec<u32>; 2],
    /// By perspective, the input of the second phase of a turn.
    phases: [u32; 2],
    pub(super) kinds: usize,
    /// Whether a turn has several phases.
    pub(super) has_phases: bool,
    /// How many pieces there are at the start, on the board and in hand.
    full: usize,
    /// Whether both perspectives share their inputs.
    is_shared: bool,
}

impl Inputs {
    /// The inputs of a game; none for a game with another number of players than two, on a plane, or with too much to see.
    pub fn of(game: &Game) -> Option<Inputs> {
        let (rules, board) = (game.rules(), game.board());
        if rules.players.len() != 2 || board.plane().is_some() {
            return None;
        }
        let (kinds, places) = (rules.kinds.len(), board.len());
        let seats = [0, 1].map(|player| seen(game, places, PlayerId::new(player)));
        let is_shared = have_like_armies(game);
        let mut next = 0_u32;
        let mut take = |count: usize| {
            let first = next;
            next = next.saturating_add(count as u32);
            first
        };
        let mut one = || {
            let pieces = (0..3 * kinds).map(|place| {
                let (owner, kind) = (place / kinds, place % kinds);
                ((owner == 2) == rules.kinds[kind].neutral).then(|| take(places))
            });
            let pieces: Vec<Option<u32>> = pieces.collect();
            let holds = |kind: usize| rules.turn.hands && rules.kinds[kind].parts.len() <= 1;
            let hands = (0..2 * kinds).map(|place| holds(place % kinds).then(|| take(STEPS)));
            let hands: Vec<Option<u32>> = hands.collect();
            let counters: Vec<u32> = (0..2 * rules.counters.len()).map(|_| take(STEPS)).collect();
            (pieces, hands, counters, take(rules.turn.phases.len().saturating_sub(1)))
        };
        let first = one();
        let second = if is_shared { first.clone() } else { one() };
        let start = game.start();
        let inputs = Inputs {
            count: next as usize,
            pieces: [first.0, second.0],
            tiles: seats.map(|seat| seat.into_iter().map(|tile| tile as u32).collect()),
            hands: [first.1, second.1],
            counters: [first.2, second.2],
            phases: [first.3, second.3],
            kinds,
            has_phases: rules.turn.phases.len() > 1,
            full: pieces_of(&start, kinds).max(1),
            is_shared,
        };
        (inputs.count <= MOST_INPUTS && inputs.count > 0).then_some(inputs)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none, which is never so.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether both players share their inputs.
    pub fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// The input that is on, seen by each player, where a piece stands on a tile.
    #[inline]
    pub fn piece(&self, tile: Tile, piece: Piece) -> [Option<usize>; 2] {
        [0, 1].map(|player| {
            let owner = piece.owner.map_or(2, |owner| owner.index() ^ player);
            let first = self.pieces[player][owner * self.kinds + piece.kind.index()]?;
            Some((first + self.tiles[player][tile.index()]) as usize)
        })
    }

    /// The same, by the number of the owner (2 is nobody) and of the kind, for one player.
    #[inline]
    pub(super) fn piece_of(&self, player: usize, owner: usize, kind: usize, tile: usize) -> Option<usize> {
        let seen = if owner == 2 { 2 } else { owner ^ player };
        let first = self.pieces[player][seen * self.kinds + kind]?;
        Some((first + self.tiles[player][tile]) as usize)
    }

    /// How many words hold the tiles of the board.
    pub(super) fn words(&self) -> usize {
        self.tiles[0].len().div_ceil(64)
    }

    /// How many numbers of steps a position has: what is held of each kind, counters, and the phase.
    pub(super) fn steps(&self) -> usize {
        2 * self.kinds + self.counters[0].len() + usize::from(self.has_phases)
    }

    /// By player, the input of the first piece of a kind that an owner holds, if it can be held.
    pub(super) fn held_by(&self, owner: usize, kind: usize) -> Option<[usize; 2]> {
        let first = |player: usize| self.hands[player][(owner ^ player) * self.kinds + kind];
        Some([first(0)? as usize, first(1)? as usize])
    }

    /// The counter and its owner of a place among all players' counters.
    pub(super) fn counter_at(&self, place: usize) -> Option<(usize, usize)> {
        (place < self.counters[0].len()).then_some((place / 2, place % 2))
    }

    /// By player, the input of the first step of a counter at a place.
    pub(super) fn counted_by(&self, place: usize) -> [usize; 2] {
        [0, 1].map(|player| self.counters[player][place ^ player] as usize)
    }

    /// For a player, the input of the second phase of a turn.
    pub(super) fn in_phase(&self, player: usize) -> usize {
        self.phases[player] as usize
    }

    /// Tells which inputs are on, seen by each player, and how many pieces there are.
    #[inline]
    pub(super) fn each(&self, state: &State, see: &mut impl FnMut(usize, usize)) -> usize {
        let mut count = 0;
        state.each_piece(&mut |tile, piece| {
            count += 1;
            for (player, input) in self.piece(tile, piece).into_iter().enumerate() {
                if let Some(input) = input {
                    see(player, input);
                }
            }
        });
        for place in (0..2 * self.kinds).filter(|place| self.hands[0][*place].is_some()) {
            let (owner, kind) = (place / self.kinds, KindId::new(place % self.kinds));
            let held = state.hand(PlayerId::new(owner), kind) as usize;
            count += held;
            for player in 0..2 {
                let first = self.hands[player][(owner ^ player) * self.kinds + kind.index()];
                if let Some(first) = first {
                    (0..held.min(STEPS)).for_each(|step| see(player, first as usize + step));
                }
            }
        }
        for place in 0..self.counters[0].len() {
            let (counter, owner) = (CounterId::new(place / 2), place % 2);
            let value = state.counter(counter, PlayerId::new(owner)).clamp(0, STEPS as i64) as usize;
            for player in 0..2 {
                let first = self.counters[player][place ^ player] as usize;
                (0..value).for_each(|step| see(player, first + step));
            }
        }
        if self.has_phases
            && let Some(later) = state.phase().index().checked_sub(1)
        {
            (0..2).for_each(|player| see(player, self.phases[player] as usize + later));
        }
        count
    }

    /// The inputs that are on, as each player sees the board, and the [stage](super::STAGES) that the position is in.
    pub fn on(&self, state: &State) -> ([Vec<u16>; 2], usize) {
        let mut found = [Vec::new(), Vec::new()];
        let pieces = self.each(state, &mut |player, input| found[player].push(input as u16));
        (found, self.stage(pieces, super::STAGES))
    }

    /// By input, the one that is on instead if pieces stand on other tiles; `tiles` says where.
    pub fn moved(&self, tiles: &[Tile]) -> Vec<u16> {
        let mut moved: Vec<u16> = (0..self.count as u16).collect();
        for player in 0..2 {
            for first in self.pieces[player].iter().flatten() {
                for (tile, to) in tiles.iter().enumerate() {
                    let input = |tile: usize| (first + self.tiles[player][tile]) as usize;
                    moved[input(tile)] = input(to.index()) as u16;
                }
            }
        }
        moved
    }

    /// Which of some stages a position with so many pieces is in: 0 with few, the last with as many as at the start or more.
    pub(super) fn stage(&self, pieces: usize, stages: usize) -> usize {
        (pieces.saturating_sub(1) * stages / self.full).min(stages - 1)
    }
}

fn pieces_of(state: &State, kinds: usize) -> usize {
    let held = |player: usize| -> usize {
        (0..kinds).map(|kind| state.hand(PlayerId::new(player), KindId::new(kind)) as usize).sum()
    };
    state.pieces().count() + held(0) + held(1)
}

/// Whether both players begin with the same kinds. They may stand otherwise: kings and queens change places where the board is turned.
fn have_like_armies(game: &Game) -> bool {
    let army = |player: usize| {
        let pieces = game.start().pieces().filter(|(_, piece)| piece.owner == Some(PlayerId::new(player)));
        let mut kinds: Vec<KindId> = pieces.map(|(_, piece)| piece.kind).collect();
        kinds.sort_unstable();
        kinds
    };
    army(0) == army(1)
}
