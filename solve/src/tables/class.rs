//! Positions with the same pieces and the same of everything else, which differ in tiles only: a number for each way to place them.
//!
//! Equal pieces form a group, for which a set of tiles is chosen out of those on which such pieces stand in the table; the number of a position puts
//! the numbers of these sets one behind the other. What it is worth is a byte, or two where some win takes more than 126 plies: 0 where there is no such
//! position, 1 for a draw, then 2 for a win in no ply, 3 for a loss in no ply, and so on.

use rustc_hash::FxHashMap;
use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

use super::material::{Signature, key, piece, told};
use crate::Value;
use crate::graph::Graph;
use crate::outright::Counts;

/// A class of which one in so many numbers or fewer is a position is stored as a list.
const SPARSE: u64 = 8;

/// Equal pieces, and the tiles on which they stand in some position, sorted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    pub(super) piece: (u8, u16),
    pub(super) number: u8,
    pub(super) tiles: Vec<Tile>,
}

impl Group {
    /// How many ways there are to choose the tiles.
    fn ways(&self) -> Option<u64> {
        choose(self.tiles.len() as u64, self.number.into())
    }
}

/// How many ways there are to choose some out of many.
fn choose(many: u64, some: u64) -> Option<u64> {
    (0..some).try_fold(1u64, |ways, i| Some(ways.checked_mul(many.checked_sub(i)?)? / (i + 1))).or(Some(0))
}

/// How many positions there are with a set of pieces and a player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassCounts {
    /// The pieces, as they are read.
    pub pieces: String,
    /// Who is to move.
    pub to_move: PlayerId,
    /// What is in hand, if there is something; and whether there are marks or the like.
    pub besides: Option<String>,
    /// The positions.
    pub counts: Counts,
    /// A FEN of a position in which the player to move wins, or loses, and that lasts longest.
    pub longest: Option<String>,
}

/// Where the values are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// One or two bytes for each number.
    Dense { wide: bool, bytes: Vec<u8> },
    /// Only of the numbers that are positions, sorted.
    Sparse(Vec<(u64, u16)>),
}

/// Positions that differ in tiles only.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// A state with everything as here but the board.
    pub(super) sample: State,
    pub(super) groups: Vec<Group>,
    pub(super) values: Values,
}

/// Numbers of states of a graph that form a class.
pub(super) struct Gathered {
    sample: State,
    pieces: Signature,
    pub(super) numbers: Vec<u32>,
}

impl Gathered {
    pub(super) fn new(sample: State, pieces: Signature) -> Gathered {
        Gathered { sample, pieces, numbers: Vec::new() }
    }

    /// The class with what its states are worth.
    pub(super) fn packed(self, graph: &Graph) -> Class {
        let pieces_of = |number: &u32| graph.codec.pieces(graph.code(*number)).collect::<Vec<_>>();
        let mut tiles: FxHashMap<(u8, u16), Vec<bool>> = FxHashMap::default();
        let all = self.sample.game().board().len();
        for (tile, piece) in self.numbers.iter().flat_map(pieces_of) {
            tiles.entry(key(piece)).or_insert_with(|| vec![false; all])[tile.index()] = true;
        }
        let groups = self.pieces.chunk_by(|a, b| a == b).map(|equal| {
            let stood = tiles[&equal[0]].iter().enumerate().filter(|(_, is)| **is);
            let tiles = stood.map(|(tile, _)| Tile::new(tile)).collect();
            Group { piece: equal[0], number: equal.len() as u8, tiles }
        });
        let mut class =
            Class { sample: self.sample, groups: groups.collect(), values: Values::Sparse(Vec::new()) };
        let mut values: Vec<(u64, u16)> = self
            .numbers
            .iter()
            .filter_map(|number| Some((class.number(&pieces_of(number))?, packed(graph.value_of(*number)))))
            .collect();
        values.sort_unstable();
        class.values = match class.ways() {
            Some(ways) if ways <= values.len() as u64 * SPARSE => {
                let wide = values.iter().any(|(_, value)| *value > u16::from(u8::MAX));
                let width = 1 + usize::from(wide);
                let mut bytes = vec![0; ways as usize * width];
                for (number, value) in values {
                    let place = number as usize * width;
                    bytes[place..place + width].copy_from_slice(&value.to_le_bytes()[..width]);
                }
                Values::Dense { wide, bytes }
            }
            _ => Values::Sparse(values),
        };
        class
    }
}

fn packed(value: Value) -> u16 {
    match value {
        Value::Draw => 1,
        Value::Win(plies) => 2 + 2 * plies as u16,
        Value::Loss(plies) => 3 + 2 * plies as u16,
    }
}

fn unpacked(value: u16) -> Option<Value> {
    match (value.checked_sub(1)?, value % 2) {
        (0, _) => Some(Value::Draw),
        (_, 0) => Some(Value::Win(u32::from(value / 2 - 1))),
        _ => Some(Value::Loss(u32::from(value / 2 - 1))),
    }
}

impl Class {
    pub(super) fn signature(&self) -> Signature {
        let of = |group: &Group| std::iter::repeat_n(group.piece, group.number.into());
        self.groups.iter().flat_map(of).collect()
    }

    /// How many numbers there are; nothing, if there are too many.
    pub(super) fn ways(&self) -> Option<u64> {
        self.groups.iter().try_fold(1u64, |all, group| all.checked_mul(group.ways()?))
    }

    /// The number of a position; nothing, if a piece stands where none does in this class.
    fn number(&self, pieces: &[(Tile, Piece)]) -> Option<u64> {
        let mut number = 0u64;
        for group in &self.groups {
            let own = pieces.iter().filter(|(_, piece)| key(*piece) == group.piece);
            let mut places: Vec<u64> = own
                .map(|(tile, _)| group.tiles.binary_search(tile).ok().map(|place| place as u64))
                .collect::<Option<_>>()?;
            places.sort_unstable();
            let chosen = places.iter().zip(1..).map(|(place, i)| choose(*place, i));
            let set = chosen.sum::<Option<u64>>()?;
            number = number.checked_mul(group.ways()?)?.checked_add(set)?;
        }
        Some(number)
    }

    /// The pieces of a number.
    fn pieces(&self, mut number: u64) -> Vec<(Tile, Piece)> {
        let mut pieces = Vec::new();
        for group in self.groups.iter().rev() {
            let ways = group.ways().unwrap_or(1).max(1);
            let mut set = number % ways;
            number /= ways;
            let mut above = group.tiles.len() as u64;
            for i in (1..=u64::from(group.number)).rev() {
                // The highest tile whose sets of lower ones come before this set.
                let place = (0..above).rev().find(|place| choose(*place, i).is_some_and(|ways| ways <= set));
                let place = place.unwrap_or(0);
                set -= choose(place, i).unwrap_or(0);
                above = place;
                pieces.push((group.tiles[place as usize], piece(group.piece)));
            }
        }
        pieces
    }

    fn value_at(&self, number: u64) -> Option<Value> {
        let value = match &self.values {
            Values::Dense { wide: false, bytes } => u16::from(*bytes.get(number as usize)?),
            Values::Dense { wide: true, bytes } => {
                let bytes = bytes.get(number as usize * 2..)?.first_chunk()?;
                u16::from_le_bytes(*bytes)
            }
            Values::Sparse(list) => list[list.binary_search_by_key(&number, |(number, _)| *number).ok()?].1,
        };
        unpacked(value)
    }

    /// What a position of this class is worth, if it is in the table.
    pub(super) fn value(&self, state: &State) -> Option<Value> {
        self.value_at(self.number(&state.pieces().collect::<Vec<_>>())?)
    }

    fn numbers(&self) -> Box<dyn Iterator<Item = (u64, Value)> + '_> {
        match &self.values {
            Values::Sparse(list) => {
                Box::new(list.iter().filter_map(|(number, value)| Some((*number, unpacked(*value)?))))
            }
            Values::Dense { .. } => {
                let all = 0..self.ways().unwrap_or(0);
                Box::new(all.filter_map(|number| Some((number, self.value_at(number)?))))
            }
        }
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> u64 {
        self.numbers().count() as u64
    }

    /// All its positions with what they are worth.
    pub(super) fn positions(&self) -> impl Iterator<Item = (State, Value)> + '_ {
        self.numbers().map(|(number, value)| (self.sample.with_pieces(&self.pieces(number)), value))
    }

    /// How many there are of each sort.
    pub(super) fn counts(&self, game: &Game) -> ClassCounts {
        let mut counts = Counts::default();
        let mut longest = None;
        for (number, value) in self.numbers() {
            let before = counts.longest;
            counts.add(value);
            if counts.longest > before {
                longest = Some(number);
            }
        }
        let rules = game.rules();
        let hands = (0..2).flat_map(|player| {
            let player = PlayerId::new(player);
            let kinds = (0..rules.kinds.len()).map(KindId::new);
            let held = kinds.filter(move |kind| rules.in_hand(*kind) == *kind && rules.turn.hands);
            held.filter_map(move |kind| {
                let number = self.sample.hand(player, kind);
                let letter = rules.kinds[kind.index()].letter_of(Some(player));
                (number > 0).then(|| letter.repeat(number as usize))
            })
        });
        let hands = hands.collect::<Vec<_>>().concat();
        let besides = match (hands.is_empty(), self.sample.marks().is_empty()) {
            (true, true) => None,
            (true, false) => Some("marks".to_owned()),
            (false, true) => Some(format!("in hand {hands}")),
            (false, false) => Some(format!("in hand {hands}, marks")),
        };
        ClassCounts {
            pieces: told(rules, &self.signature()),
            to_move: self.sample.to_move(),
            besides,
            counts,
            longest: longest.map(|number| self.sample.with_pieces(&self.pieces(number)).fen()),
        }
    }
}
