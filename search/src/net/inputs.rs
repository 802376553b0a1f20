//! What a net sees of a position: which of its inputs are on.
//!
//! Each player sees the board from their own seat: own pieces and the enemy's, by kind and tile, what both hold in hand, counters, and the phase of
//! the turn. Where both armies are alike, both players share one set of inputs.

use std::ops::Range;

use tilegame_runtime::ir::{CounterId, KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

use crate::view::seen;

/// How many sets of output weights there are, for few pieces to many.
pub const STAGES: usize = 4;

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
    /// What counts besides pieces on the board.
    pub(super) numbers: Vec<Number>,
    pub(super) kinds: usize,
    /// How many pieces there are at the start, on the board and in hand.
    full: usize,
    /// Whether both perspectives share their inputs.
    is_shared: bool,
}

/// A number in a position, and its inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    pub(super) what: Counted,
    /// By perspective, the input of the first step.
    pub(super) first: [usize; 2],
}

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    /// Pieces of a kind that a player holds.
    Held(PlayerId, KindId),
    Counter(CounterId, PlayerId),
    /// The phase of the turn.
    Phase,
}

impl Number {
    /// What it is in a position.
    pub(super) fn of(self, state: &State) -> u8 {
        match self.what {
            Counted::Held(player, kind) => state.hand(player, kind).min(u8::MAX.into()) as u8,
            Counted::Counter(counter, player) => state.counter(counter, player).clamp(0, STEPS as i64) as u8,
            Counted::Phase => state.phase().index() as u8,
        }
    }

    /// Which steps are on where it is so much: all up to it, but only that of the phase.
    pub(super) fn steps(self, value: u8) -> Range<usize> {
        let value = usize::from(value);
        match self.what {
            Counted::Phase => value.saturating_sub(1)..value,
            _ => 0..value.min(STEPS),
        }
    }

    /// How many pieces it stands for.
    pub(super) fn pieces(self, value: u8) -> usize {
        if matches!(self.what, Counted::Held(..)) { value.into() } else { 0 }
    }
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
        let ([pieces, other_pieces], [hands, other_hands]) = ([first.0, second.0], [first.1, second.1]);
        let players = [0, 1].map(PlayerId::new);
        let held = players.into_iter().flat_map(|player| (0..kinds).map(move |kind| (player, kind)));
        let held = held.filter_map(|(player, kind)| {
            let of = |hands: &[Option<u32>], seat: usize| hands[(player.index() ^ seat) * kinds + kind];
            let first = [of(&hands, 0)? as usize, of(&other_hands, 1)? as usize];
            Some(Number { what: Counted::Held(player, KindId::new(kind)), first })
        });
        let counters = (0..2 * rules.counters.len()).map(|place| Number {
            what: Counted::Counter(CounterId::new(place / 2), players[place % 2]),
            first: [first.2[place] as usize, second.2[place ^ 1] as usize],
        });
        let phase = Number { what: Counted::Phase, first: [first.3 as usize, second.3 as usize] };
        let phase = (rules.turn.phases.len() > 1).then_some(phase);
        let numbers = held.chain(counters).chain(phase).collect();
        let inputs = Inputs {
            count: next as usize,
            pieces: [pieces, other_pieces],
            tiles: seats.map(|seat| seat.into_iter().map(|tile| tile as u32).collect()),
            numbers,
            kinds,
            full: pieces_of(&game.start(), kinds).max(1),
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
        let owner = piece.owner.map_or(2, |owner| owner.index());
        [0, 1].map(|player| self.piece_of(player, owner, piece.kind.index(), tile.index()))
    }

    /// The same, by the number of the owner (2 is nobody) and of the kind, for one player.
    #[inline]
    pub(super) fn piece_of(&self, player: usize, owner: usize, kind: usize, tile: usize) -> Option<usize> {
        let seen = if owner == 2 { 2 } else { owner ^ player };
        let first = self.pieces[player][seen * self.kinds + kind]?;
        Some((first + self.tiles[player][tile]) as usize)
    }

    /// How many tiles the board has.
    pub(super) fn places(&self) -> usize {
        self.tiles[0].len()
    }

    /// How many words hold the tiles of the board.
    pub(super) fn words(&self) -> usize {
        self.places().div_ceil(64)
    }

    /// The inputs that are on, as each player sees the board, and the [stage](STAGES) that the position is in.
    pub fn on(&self, state: &State) -> ([Vec<u16>; 2], usize) {
        let mut found = [Vec::new(), Vec::new()];
        let mut pieces = 0;
        state.each_piece(&mut |tile, piece| {
            pieces += 1;
            for (found, input) in found.iter_mut().zip(self.piece(tile, piece)) {
                found.extend(input.map(|input| input as u16));
            }
        });
        for number in &self.numbers {
            let value = number.of(state);
            pieces += number.pieces(value);
            for (found, first) in found.iter_mut().zip(number.first) {
                found.extend(number.steps(value).map(|step| (first + step) as u16));
            }
        }
        let stage = self.stage(pieces, STAGES);
        (found, stage)
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
