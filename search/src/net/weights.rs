//! The numbers of a net.

use super::inputs::{Inputs, STAGES};

/// A hidden sum of this counts as one.
pub const ONE: i32 = 255;

/// A weight of an output of this counts as one.
pub const WEIGHT: i32 = 64;

/// No weight of an output is larger, so that products fit 16 bits.
pub const MOST_WEIGHT: i16 = 127;

/// No value is larger, so that none looks like that of a game that is won, whatever the weights are.
pub(super) const MOST_VALUE: i32 = 100_000;

/// The numbers of hidden sums that a net can have.
pub const SIZES: [usize; 4] = [8, 16, 32, 64];

/// What a net adds to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// Nothing: it judges alone.
    Nothing,
    /// What the evaluation from the rules says: it corrects that.
    Rules,
}

/// The numbers of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// What all of them add to.
    pub base: Base,
    /// How many hidden sums there are for each player: one of [`SIZES`].
    pub hidden: usize,
    /// By input, what it adds to each hidden sum; [`ONE`] is one.
    pub inputs: Vec<i16>,
    /// What each hidden sum begins with.
    pub biases: Vec<i16>,
    /// By input and [stage](STAGES), what it is worth by itself, in the units of [`Search`](crate::Search): hundredths of a cheap piece.
    pub worths: Vec<i16>,
    /// By stage, the weights of the hidden sums of the player to move, and of those of the other; [`WEIGHT`] is one.
    pub outputs: Vec<i16>,
    /// By stage, what is added.
    pub tempo: [i32; STAGES],
    /// What an output of one is worth.
    pub unit: i32,
}

/// A net for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    pub(super) inputs: Inputs,
    pub(super) weights: Weights,
    /// Where it comes from, in words.
    pub(super) provenance: String,
}

impl Net {
    /// A net of some weights.
    ///
    /// # Panics
    /// If there are not as many weights as the inputs need.
    pub fn new(inputs: Inputs, weights: Weights, provenance: String) -> Net {
        let hidden = weights.hidden;
        assert!(SIZES.contains(&hidden), "as many hidden sums as a net can have");
        assert_eq!(weights.inputs.len(), inputs.len() * hidden);
        assert_eq!(weights.worths.len(), inputs.len() * STAGES);
        assert_eq!((weights.biases.len(), weights.outputs.len()), (hidden, STAGES * 2 * hidden));
        Net { inputs, weights, provenance }
    }

    /// Its inputs.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Its numbers.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Where it comes from, in words.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// What it adds to.
    pub fn base(&self) -> Base {
        self.weights.base
    }

    /// How many hidden sums each player has.
    pub(crate) fn hidden(&self) -> usize {
        self.weights.hidden
    }
}
