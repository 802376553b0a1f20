//! Nets as bytes: a line of text with the version, the hash of the rules, what is counted, and where the net comes from; then the weights.

use std::fmt;

use tilegame_runtime::Game;
use tilegame_runtime::ir::Rules;

use super::inputs::{Inputs, STAGES};
use super::weights::{Base, MOST_WEIGHT, Net, SIZES, Weights};

/// What a file begins with.
const MAGIC: &str = "tilegame net 1";

/// The largest size of a net in bytes: no more of a file needs to be read.
pub const MOST_BYTES: usize = 4 << 20;

/// The first line is no longer.
const LONGEST_LINE: usize = 4_000;

/// Why some bytes are no net for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotANet {
    /// They do not begin as a net does.
    Foreign,
    /// It is one for other rules.
    OtherRules,
    /// The game has no nets: it is not one for two players on a board that fits.
    NoNets,
    /// Something in it is missing or wrong.
    Broken(&'static str),
}

impl fmt::Display for NotANet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotANet::Foreign => write!(f, "it is no net: it does not begin with `{MAGIC}`"),
            NotANet::OtherRules => f.write_str("it is a net for other rules, and would judge these wrongly"),
            NotANet::NoNets => f.write_str(
                "nets are for games of two players on a board of a few hundred tiles, which this is not",
            ),
            NotANet::Broken(what) => write!(f, "it is broken: {what}"),
        }
    }
}

impl std::error::Error for NotANet {}

/// A number that tells rules from each other: FNV-1a of their printed form.
pub fn fingerprint(rules: &Rules) -> u64 {
    hash(rules.to_string().as_bytes())
}

fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Net {
    /// The net as bytes, for a game.
    pub fn to_bytes(&self, game: &Game) -> Vec<u8> {
        let Weights { base, hidden, inputs, biases, worths, outputs, tempo, unit } = &self.weights;
        let (rules, count) = (fingerprint(game.rules()), self.inputs.len());
        let base = match base {
            Base::Nothing => "nothing",
            Base::Rules => "rules",
        };
        let provenance: String =
            self.provenance.chars().filter(|c| !c.is_control()).take(LONGEST_LINE / 5).collect();
        let mut bytes =
            format!("{MAGIC} rules {rules:016x} inputs {count} hidden {hidden} unit {unit} base {base}: {provenance}\n").into_bytes();
        for number in [inputs, biases, worths, outputs].into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(tempo.iter().flat_map(|number| number.to_le_bytes()));
        let check = hash(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// Reads what [`to_bytes`](Net::to_bytes) has made.
    ///
    /// # Errors
    /// If it is no net, or none for this game.
    pub fn from_bytes(game: &Game, bytes: &[u8]) -> Result<Net, NotANet> {
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(NotANet::Foreign);
        }
        let broken = NotANet::Broken;
        let end = bytes.iter().take(LONGEST_LINE).position(|byte| *byte == b'\n');
        let end = end.ok_or(broken("its first line has no end"))?;
        let line = std::str::from_utf8(&bytes[..end]).map_err(|_| broken("its first line is no text"))?;
        let (numbers, provenance) = line.split_once(": ").unwrap_or((line, ""));
        let words: Vec<&str> = numbers.split_whitespace().collect();
        let after = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1).copied()
        };
        let number = |name: &str| after(name).and_then(|word| word.parse::<usize>().ok());
        let rules = after("rules").and_then(|word| u64::from_str_radix(word, 16).ok());
        if rules.ok_or(broken("it does not say for which rules it is"))? != fingerprint(game.rules()) {
            return Err(NotANet::OtherRules);
        }
        let inputs = Inputs::of(game).ok_or(NotANet::NoNets)?;
        let hidden = number("hidden").filter(|hidden| SIZES.contains(hidden));
        let hidden = hidden.ok_or(broken("its hidden sums are not as many as a net can have"))?;
        if number("inputs") != Some(inputs.len()) {
            return Err(NotANet::OtherRules);
        }
        let unit = number("unit").and_then(|unit| i32::try_from(unit).ok()).filter(|unit| *unit <= 1 << 16);
        let unit = unit.ok_or(broken("it does not say what one is worth"))?;
        let base = match after("base") {
            Some("nothing") => Base::Nothing,
            Some("rules") => Base::Rules,
            _ => return Err(broken("it does not say what it adds to")),
        };
        let counts = [inputs.len() * hidden, hidden, inputs.len() * STAGES, STAGES * 2 * hidden];
        let body = &bytes[end + 1..];
        let length = 2 * counts.iter().sum::<usize>() + 4 * STAGES;
        if body.len() != length + 8 {
            return Err(broken("it has not as many bytes as its first line says"));
        }
        let (numbers, check) = body.split_at(length);
        if hash(&bytes[..bytes.len() - 8]).to_le_bytes() != check {
            return Err(broken("its bytes do not add up to what they did when it was written"));
        }
        let (short, long) = numbers.split_at(length - 4 * STAGES);
        let (pairs, _) = short.as_chunks::<2>();
        let mut short = pairs.iter().map(|pair| i16::from_le_bytes(*pair));
        let mut take = |count: usize| -> Vec<i16> { short.by_ref().take(count).collect() };
        let [inputs_, biases, worths, mut outputs] = counts.map(&mut take);
        outputs.iter_mut().for_each(|weight| *weight = (*weight).clamp(-MOST_WEIGHT, MOST_WEIGHT));
        let mut tempo = [0; STAGES];
        for (tempo, four) in tempo.iter_mut().zip(long.as_chunks::<4>().0) {
            *tempo = i32::from_le_bytes(*four).clamp(-1 << 16, 1 << 16);
        }
        let weights = Weights { base, hidden, inputs: inputs_, biases, worths, outputs, tempo, unit };
        Ok(Net::new(inputs, weights, provenance.to_owned()))
    }
}
