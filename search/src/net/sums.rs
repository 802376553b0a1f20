//! What a net has added up for a position, and how that follows a game: only what stands otherwise than before is added or taken off.

use tilegame_runtime::State;
use tilegame_runtime::ir::KindId;

use super::inputs::STAGES;
use super::weights::{MOST_VALUE, Net, ONE, WEIGHT};
use crate::view::mixed;

/// No net has more hidden sums.
const MOST_HIDDEN: usize = 64;

/// What a net has added up for the position that it saw last.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    /// By owner (nobody comes last) and kind, the tiles as words.
    sets: Vec<u64>,
    /// What else is counted.
    numbers: Vec<u8>,
    /// As each player sees the board.
    hidden: [[i16; MOST_HIDDEN]; 2],
    worths: [[i32; STAGES]; 2],
    /// On the board and in hand.
    pieces: usize,
}

impl Default for Sums {
    /// Those of no position.
    fn default() -> Sums {
        Sums {
            sets: Vec::new(),
            numbers: Vec::new(),
            hidden: [[0; MOST_HIDDEN]; 2],
            worths: [[0; STAGES]; 2],
            pieces: 0,
        }
    }
}

impl Sums {
    /// Takes over what others are, without a new place for it.
    pub(crate) fn become_like(&mut self, other: &Sums, hidden: usize) {
        self.sets.clone_from(&other.sets);
        self.numbers.clone_from(&other.numbers);
        for player in 0..2 {
            self.hidden[player][..hidden].copy_from_slice(&other.hidden[player][..hidden]);
        }
        self.worths = other.worths;
        self.pieces = other.pieces;
    }

    /// A hash of where pieces of some kinds stand.
    pub(crate) fn hash(&self, kinds: &[KindId], all: usize) -> u64 {
        let words = self.sets.len() / (3 * all).max(1);
        let of = |owner: usize, kind: &KindId| {
            let first = (owner * all + kind.index()) * words;
            &self.sets[first..first + words]
        };
        mixed((0..2).flat_map(|owner| kinds.iter().flat_map(move |kind| of(owner, kind).iter().copied())))
    }
}

impl Net {
    /// Whether few pieces are left in the position of these sums.
    pub(crate) fn is_late(&self, sums: &Sums) -> bool {
        self.inputs.stage(sums.pieces, STAGES) == 0
    }

    /// What it finds a position to be worth for the player to move, in hundredths of a cheap piece, or to be worth [more](super::weights::Base).
    pub fn value(&self, state: &State) -> i32 {
        self.follow(state, &mut Sums::default())
    }

    /// What the net finds a position to be worth for the player to move, or to be worth [more](super::weights::Base), where the sums are those of any position.
    pub(crate) fn follow(&self, state: &State, sums: &mut Sums) -> i32 {
        match self.weights.hidden {
            8 => self.follow_with::<8>(state, sums),
            16 => self.follow_with::<16>(state, sums),
            32 => self.follow_with::<32>(state, sums),
            _ => self.follow_with::<64>(state, sums),
        }
    }

    fn follow_with<const H: usize>(&self, state: &State, sums: &mut Sums) -> i32 {
        let inputs = &self.inputs;
        let words = inputs.words();
        let count = 3 * inputs.kinds * words;
        if sums.sets.is_empty() {
            *sums = Sums::default();
            sums.sets.resize(count, 0);
            sums.numbers.resize(inputs.numbers.len(), 0);
            for hidden in &mut sums.hidden {
                hidden[..H].copy_from_slice(&self.weights.biases);
            }
        }
        let Sums { sets, numbers, hidden, worths, pieces } = sums;
        let mut adder = Adder::<H> { net: self, hidden, worths };
        let mut now = smallvec::SmallVec::<[u64; 64]>::from_elem(0, count);
        state.each_set(&mut |piece, tiles| {
            let owner = piece.owner.map_or(2, |owner| owner.index());
            let first = (owner * inputs.kinds + piece.kind.index()) * words;
            now[first..first + words].iter_mut().zip(tiles).for_each(|(now, tiles)| *now |= tiles);
        });
        for (place, (was, is)) in sets.iter_mut().zip(now).enumerate() {
            let mut other = *was ^ is;
            while other != 0 {
                let tile = (place % words * 64) + other.trailing_zeros() as usize;
                other &= other - 1;
                let is_on = is >> (tile % 64) & 1 != 0;
                *pieces = if is_on { *pieces + 1 } else { *pieces - 1 };
                let (owner, kind) = (place / words / inputs.kinds, place / words % inputs.kinds);
                for player in 0..2 {
                    adder.change(player, inputs.piece_of(player, owner, kind, tile), is_on);
                }
            }
            *was = is;
        }
        for (number, was) in inputs.numbers.iter().zip(numbers) {
            let is = number.of(state);
            if is == *was {
                continue;
            }
            let (old, new) = (number.steps(*was), number.steps(is));
            for step in old.start.min(new.start)..old.end.max(new.end) {
                let is_on = new.contains(&step);
                if is_on != old.contains(&step) {
                    (0..2).for_each(|player| adder.change(player, Some(number.first[player] + step), is_on));
                }
            }
            *pieces = *pieces + number.pieces(is) - number.pieces(*was);
            *was = is;
        }
        let stage = inputs.stage(*pieces, STAGES);
        let me = state.to_move().index() & 1;
        self.value_at::<H>(
            [me, 1 - me].map(|player| hidden[player].first_chunk().expect("as many as hidden sums")),
            [me, 1 - me].map(|player| worths[player][stage]),
            stage,
        )
    }

    /// The value for the player whose sums come first.
    fn value_at<const H: usize>(&self, sums: [&[i16; H]; 2], worths: [i32; 2], stage: usize) -> i32 {
        let weights = &self.weights;
        let (outputs, _) = weights.outputs.as_chunks::<H>();
        let hidden = output(sums[0], &outputs[2 * stage]) + output(sums[1], &outputs[2 * stage + 1]);
        let hidden = i64::from(hidden) * i64::from(weights.unit) / i64::from(ONE * ONE * WEIGHT);
        let value = worths[0] - worths[1] + weights.tempo[stage] + hidden as i32;
        value.clamp(-MOST_VALUE, MOST_VALUE)
    }
}

/// Adds inputs and takes them off.
struct Adder<'s, const H: usize> {
    net: &'s Net,
    hidden: &'s mut [[i16; MOST_HIDDEN]; 2],
    worths: &'s mut [[i32; STAGES]; 2],
}

impl<const H: usize> Adder<'_, H> {
    #[inline]
    fn change(&mut self, player: usize, input: Option<usize>, is_on: bool) {
        let Some(input) = input else { return };
        let weights = &self.net.weights;
        let (rows, _) = weights.inputs.as_chunks::<H>();
        let (direct, _) = weights.worths.as_chunks::<STAGES>();
        let hidden: &mut [i16; H] = self.hidden[player].first_chunk_mut().expect("as many as hidden sums");
        let (row, more, worths) = (&rows[input], &direct[input], &mut self.worths[player]);
        // The trainer limits weights so that sums fit. With other weights the value is wrong, and nothing else breaks.
        if is_on {
            (0..H).for_each(|at| hidden[at] = hidden[at].wrapping_add(row[at]));
            (0..STAGES).for_each(|stage| worths[stage] += i32::from(more[stage]));
        } else {
            (0..H).for_each(|at| hidden[at] = hidden[at].wrapping_sub(row[at]));
            (0..STAGES).for_each(|stage| worths[stage] -= i32::from(more[stage]));
        }
    }
}

/// The weighted squares of sums between nothing and one.
#[inline]
fn output<const H: usize>(sums: &[i16; H], weights: &[i16; H]) -> i32 {
    let mut all = 0;
    for at in 0..H {
        let sum = sums[at].clamp(0, ONE as i16);
        all += i32::from(sum.wrapping_mul(weights[at])) * i32::from(sum);
    }
    all
}

#[cfg(test)]
mod tests {
    use tilegame_runtime::{Game, MoveList};

    use super::*;
    use crate::net::{Base, Inputs, Weights};
    use crate::random::Random;

    /// A net for a game whose weights mean nothing.
    fn any_net(game: &Game, hidden: usize) -> Net {
        let inputs = Inputs::of(game).expect("a game of two");
        let mut random = Random(3);
        let mut some = |count: usize, most: u64| -> Vec<i16> {
            (0..count).map(|_| random.below(2 * most + 1) as i16 - most as i16).collect()
        };
        let weights = Weights {
            base: Base::Nothing,
            hidden,
            inputs: some(inputs.len() * hidden, 60),
            biases: some(hidden, 60),
            worths: some(inputs.len() * STAGES, 900),
            outputs: some(STAGES * 2 * hidden, 120),
            tempo: [5, -3, 2, 0],
            unit: 280,
        };
        Net::new(inputs, weights, "a test".to_owned())
    }

    /// The value from a list of the inputs that are on, as the formula says it.
    fn literally(net: &Net, state: &State) -> i32 {
        let (on, stage) = net.inputs.on(state);
        let weights = &net.weights;
        let me = state.to_move().index();
        let (mut hidden, mut value) = (0_i64, weights.tempo[stage]);
        for (side, player) in [me, 1 - me].into_iter().enumerate() {
            for at in 0..weights.hidden {
                let sum = |input: &u16| i32::from(weights.inputs[usize::from(*input) * weights.hidden + at]);
                let sum = i32::from(weights.biases[at]) + on[player].iter().map(sum).sum::<i32>();
                let sum = i64::from(sum.clamp(0, crate::net::ONE));
                let output = weights.outputs[(2 * stage + side) * weights.hidden + at];
                hidden += sum * sum * i64::from(output);
            }
            let worth = |input: &u16| i32::from(weights.worths[usize::from(*input) * STAGES + stage]);
            let worth: i32 = on[player].iter().map(worth).sum();
            value += if side == 0 { worth } else { -worth };
        }
        let one = i64::from(crate::net::ONE * crate::net::ONE * crate::net::WEIGHT);
        value + (hidden * i64::from(weights.unit) / one) as i32
    }

    /// Where moves lead, sums that follow are those that are made anew, and both say what the formula does.
    #[test]
    fn sums_follow_games() {
        // Hands, counters, phases, pieces of nobody, unlike armies, more than 64 tiles, explosions, flips, pieces that carry others.
        for name in [
            "chess",
            "crazyhouse",
            "3check",
            "duck",
            "arimaa",
            "horde",
            "shogi",
            "raumschach",
            "atomic",
            "othello",
            "convoy",
        ] {
            let game = Game::from_library(name).expect("a game");
            let net = any_net(&game, 16);
            let (mut random, mut moves, mut sums) = (Random(11), MoveList::new(), Sums::default());
            for _ in 0..3 {
                // The last position of the game before is as good to begin with as any.
                let mut state = game.start();
                for ply in 0..60 {
                    let value = net.follow(&state, &mut sums);
                    assert_eq!(value, literally(&net, &state), "{name} {state:?}");
                    assert_eq!(value, net.value(&state), "{name}, anew, ply {ply}");
                    state.moves(&mut moves);
                    let Some(m) = moves.get(random.below(moves.len() as u64) as usize) else { break };
                    state.make(*m);
                }
            }
        }
    }
}
