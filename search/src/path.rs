//! The positions before, of the match and of the line, and what it means when one comes again.

/// What it is worth that the other player gives check with every move, where that loses, in hundredths of a cheap piece: more than any army, and less than a
/// win that is certain, since they may stop.
const PERPETUAL: i32 = 20_000;

/// Positions before, in their order.
#[derive(Default)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// In which of them the player to move was in check.
    checks: Vec<bool>,
}

impl Path {
    pub(crate) fn push(&mut self, key: u64, in_check: bool) {
        self.keys.push(key);
        self.checks.push(in_check);
    }

    pub(crate) fn pop(&mut self) -> Option<(u64, bool)> {
        self.keys.pop().zip(self.checks.pop())
    }

    /// What a position is worth for the player to move if it has been there before; `perpetual`, if who gives check with every move until then loses.
    pub(crate) fn again(&self, key: u64, perpetual: bool) -> Option<i32> {
        // Nearly always it has not been there.
        if !self.keys.contains(&key) {
            return None;
        }
        let since = self.keys.iter().rposition(|known| *known == key).filter(|_| perpetual);
        let Some(since) = since else { return Some(0) };
        let is_always = |first: usize| {
            let mut checks = self.checks[since..].iter().skip(first).step_by(2);
            checks.len() > 0 && checks.all(|in_check| *in_check)
        };
        Some(match (is_always(0), is_always(1)) {
            (true, false) => PERPETUAL,
            (false, true) => -PERPETUAL,
            _ => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_gives_check_with_every_move_loses() {
        let path = |checks: [bool; 4]| {
            let mut path = Path::default();
            path.push(9, true);
            checks.iter().enumerate().for_each(|(key, in_check)| path.push(key as u64, *in_check));
            path
        };
        let mine = path([true, false, true, false]);
        assert_eq!(
            [mine.again(0, true), mine.again(0, false), mine.again(7, true)],
            [Some(PERPETUAL), Some(0), None]
        );
        assert_eq!(mine.again(1, true), Some(-PERPETUAL), "the last three of them");
        assert_eq!(path([false, true, false, true]).again(0, true), Some(-PERPETUAL));
        assert_eq!(path([true, false, false, false]).again(0, true), Some(0), "one move gave no check");
        assert_eq!(path([true; 4]).again(0, true), Some(0), "both give check");
    }
}
