//! What the results of a match say about the strength of its sides.

use crate::values::Bounds;

/// The results of one side, by pairs of games that begin alike with the sides exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u64; 5],
}

/// What one side got from a game, in half points.
pub(crate) type Halves = u8;

/// A number and how far off it may be, with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

/// So many standard deviations hold 95 % of a normal distribution.
const CONFIDENCE: f64 = 1.959_964;

impl Tally {
    pub(crate) fn count(&mut self, halves: Halves) {
        match halves {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }

    /// Counts the second game of a pair, and the pair.
    pub(crate) fn count_pair(&mut self, first: Halves, second: Halves) {
        self.pairs[usize::from(first + second).min(4)] += 1;
    }

    pub(crate) fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, and its error by the pairs; none before there are two pairs.
    pub(crate) fn share(&self) -> Option<Estimate> {
        let (pairs, mean, variance) = self.moments(0.0)?;
        (pairs >= 2.0).then(|| Estimate { value: mean, error: CONFIDENCE * (variance / pairs).sqrt() })
    }

    /// The difference in rating points that explains the share; none where all games were won or lost.
    pub(crate) fn elo(&self) -> Option<Estimate> {
        let share = self.share()?;
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let is_possible = share.value > 0.0 && share.value < 1.0;
        // The slope of the curve there.
        let slope = 400.0 / (10_f64.ln() * share.value * (1.0 - share.value));
        is_possible.then(|| Estimate { value: elo(share.value), error: slope * share.error })
    }

    /// The number of pairs with `more` added to each result, the mean share of the points, and its variance for one pair.
    fn moments(&self, more: f64) -> Option<(f64, f64, f64)> {
        let counts = self.pairs.map(|count| count as f64 + more);
        let pairs: f64 = counts.iter().sum();
        if pairs == 0.0 {
            return None;
        }
        let of = |at: usize| at as f64 / 4.0;
        let mean = (0..5).map(|at| of(at) * counts[at]).sum::<f64>() / pairs;
        let variance = (0..5).map(|at| (of(at) - mean).powi(2) * counts[at]).sum::<f64>() / pairs;
        Some((pairs, mean, variance))
    }
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Low,
    High,
    Undecided,
}

/// A sequential probability ratio test: whether one side is better by the low or by the high bound.
impl Bounds {
    /// Where it ends, if one in twenty errors of either sort is accepted: ln(0.95 / 0.05).
    pub(crate) const BOUND: f64 = 2.944_438_979;

    /// The logarithm of how much more probable the results are if the higher difference is true.
    pub(crate) fn ratio(self, tally: &Tally) -> f64 {
        let Some((pairs, mean, mut variance)) = tally.moments(0.0) else { return 0.0 };
        if variance == 0.0 {
            // Where all pairs ended alike, as if each result had been half there.
            variance = tally.moments(0.5).map_or(1.0, |(_, _, variance)| variance);
        }
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (low, high) = (share(self.low), share(self.high));
        0.5 * pairs * (high - low) * (2.0 * mean - low - high) / variance
    }

    pub(crate) fn verdict(self, tally: &Tally) -> Verdict {
        match self.ratio(tally) {
            ratio if ratio >= Bounds::BOUND => Verdict::High,
            ratio if ratio <= -Bounds::BOUND => Verdict::Low,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    /// Worked out by hand: 100 pairs with a mean of 0.6 and a variance of (20 · 0.36 + 20 · 0.01 + 20 · 0.01 · 0 + …) by the definition.
    #[test]
    fn shares_and_ratings() {
        let tally = tally([10, 10, 20, 30, 30]);
        let share = tally.share().expect("a share");
        // (0 · 10 + ¼ · 10 + ½ · 20 + ¾ · 30 + 30) / 100
        assert!((share.value - 0.65).abs() < 1e-12);
        // 10 · 0.4225 + 10 · 0.16 + 20 · 0.0225 + 30 · 0.01 + 30 · 0.1225 = 10.25, so the variance is 0.1025.
        assert!((share.error - 1.959_964 * (0.1025_f64 / 100.0).sqrt()).abs() < 1e-12);
        let elo = tally.elo().expect("a difference");
        // 400 · log10(0.65 / 0.35) = 107.54
        assert!((elo.value - 107.54).abs() < 0.01, "{elo:?}");
        assert_eq!(super::Tally::default().share(), None);
        assert_eq!(self::tally([0, 0, 0, 0, 5]).elo(), None);
    }

    #[test]
    fn tests_end() {
        let sprt = Bounds { low: 0.0, high: 10.0 };
        assert_eq!(sprt.verdict(&tally([1, 2, 3, 2, 1])), Verdict::Undecided);
        assert_eq!(sprt.verdict(&tally([0, 10, 100, 150, 40])), Verdict::High);
        assert_eq!(sprt.verdict(&tally([40, 150, 100, 10, 0])), Verdict::Low);
        // share(10) = 0.514388…; ½ · 300 · 0.014388 · (2 · 0.5 − 0.5 − 0.514388) / 0.0625 = −0.4968
        let even = sprt.ratio(&tally([0, 150, 0, 150, 0]));
        assert!((even + 0.4968).abs() < 1e-3, "{even}");
    }
}
