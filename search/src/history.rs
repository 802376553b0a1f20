//! What moves have done in this search: quiet ones that have refuted something, by where they lead and by what came before; captures; and how far
//! the static evaluation was off.

use rustc_hash::FxHashSet;
use tilegame_runtime::{Move, MoveList, State};

/// Nothing has more behind it than this.
pub(crate) const MOST: i32 = 1 << 14;

/// Entries of the tables that are found by a hash.
const PAIRS: usize = 1 << 20;
const SINGLES: usize = 1 << 15;

/// Entries of the corrections for each side.
const CORRECTIONS: usize = 1 << 14;

/// Corrections are counted in so small parts, and none is larger than this.
const PART: i32 = 256;
const MOST_CORRECTED: i32 = 80;

/// Which piece went where, as a number.
pub(crate) type Went = u32;

pub(crate) struct History {
    kinds: usize,
    places: usize,
    /// By player, from and to.
    quiet: Vec<i16>,
    /// By a move and an earlier one.
    after: Vec<i16>,
    /// By which piece goes where and what it takes.
    captures: Vec<i16>,
    /// The move that last refuted another.
    counters: Vec<Option<Move>>,
    /// By side and where cheap pieces stand.
    corrections: Vec<i32>,
    /// Keys of positions that may come in the match in which the player to move is in check.
    checks: FxHashSet<u64>,
}

impl History {
    pub(crate) fn new(players: usize, kinds: usize, places: usize) -> History {
        let moves = players * (kinds + 1) * places;
        History {
            kinds,
            places,
            quiet: vec![0; SINGLES],
            after: vec![0; moves.saturating_mul(moves).min(PAIRS)],
            captures: vec![0; SINGLES],
            counters: vec![None; moves],
            corrections: vec![0; 2 * CORRECTIONS],
            checks: FxHashSet::default(),
        }
    }

    /// Notes whether a position and those after its moves are check, and forgets others than those before.
    pub(crate) fn note_checks(&mut self, state: &State, moves: &MoveList, before: &[u64]) {
        self.checks.retain(|key| before.contains(key));
        let mut note = |state: &State| {
            if state.in_check() == Some(true) {
                self.checks.insert(state.key());
            }
        };
        note(state);
        let mut next = state.clone();
        for m in moves {
            state.after_into(*m, &mut next);
            note(&next);
        }
    }

    /// Whether it is known that a position was one of check.
    pub(crate) fn was_check(&self, key: u64) -> bool {
        self.checks.contains(&key)
    }

    /// Which piece of a player a move brings where; where no piece moves, there is no kind.
    pub(crate) fn went(&self, player: usize, m: Move) -> Went {
        let kind = m.kind().map_or(self.kinds, |kind| kind.index());
        ((player * (self.kinds + 1) + kind) * self.places + self.to(m)) as Went
    }

    /// Where a move goes, below `places`: a plane has more tiles.
    fn to(&self, m: Move) -> usize {
        let to = m.to().index();
        // A division takes longer than all the rest.
        if to < self.places { to } else { to % self.places }
    }

    fn quiet_place(&self, player: usize, m: Move) -> usize {
        let from =
            m.from().map_or(self.places + m.kind().map_or(0, |kind| kind.index()), |from| from.index());
        let place = (player * (self.places + self.kinds + 1) + from) * self.places + self.to(m);
        place % SINGLES
    }

    fn pair(&self, earlier: Went, went: Went) -> usize {
        // In 64 bits also for browsers, where a `usize` has 32.
        let (all, pairs) = (self.counters.len() as u64, PAIRS as u64);
        let place = earlier as u64 * all + went as u64;
        let kept = if all * all <= pairs {
            place
        } else {
            (place.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) % pairs
        };
        kept as usize
    }

    fn capture_place(&self, went: Went, taken: Option<usize>) -> usize {
        (went as usize * (self.kinds + 1) + taken.unwrap_or(self.kinds)) % SINGLES
    }

    /// What speaks for a quiet move after these others.
    pub(crate) fn of_quiet(&self, player: usize, m: Move, earlier: [Option<Went>; 2]) -> i32 {
        let went = self.went(player, m);
        let after = earlier.iter().flatten().map(|earlier| i32::from(self.after[self.pair(*earlier, went)]));
        i32::from(self.quiet[self.quiet_place(player, m)]) + after.sum::<i32>()
    }

    /// What speaks for a capture.
    pub(crate) fn of_capture(&self, player: usize, m: Move, taken: Option<usize>) -> i32 {
        i32::from(self.captures[self.capture_place(self.went(player, m), taken)])
    }

    /// The move that last refuted another.
    pub(crate) fn counter(&self, went: Went) -> Option<Move> {
        self.counters[went as usize]
    }

    pub(crate) fn set_counter(&mut self, went: Went, m: Move) {
        self.counters[went as usize] = Some(m);
    }

    pub(crate) fn note_quiet(&mut self, player: usize, m: Move, earlier: [Option<Went>; 2], bonus: i32) {
        let (place, went) = (self.quiet_place(player, m), self.went(player, m));
        note(&mut self.quiet[place], bonus);
        for earlier in earlier.into_iter().flatten() {
            let place = self.pair(earlier, went);
            note(&mut self.after[place], bonus);
        }
    }

    pub(crate) fn note_capture(&mut self, player: usize, m: Move, taken: Option<usize>, bonus: i32) {
        let place = self.capture_place(self.went(player, m), taken);
        note(&mut self.captures[place], bonus);
    }

    fn correction_place(side: usize, cheap: u64) -> usize {
        side * CORRECTIONS + cheap as usize % CORRECTIONS
    }

    /// By how much positions like this one have been better than they look.
    pub(crate) fn correction(&self, side: usize, cheap: u64) -> i32 {
        self.corrections[History::correction_place(side, cheap)] / PART
    }

    /// A position was by so much better than it looks.
    pub(crate) fn note_correction(&mut self, side: usize, cheap: u64, off: i32, depth: i32) {
        let known = &mut self.corrections[History::correction_place(side, cheap)];
        let share = (depth + 1).min(16);
        let off = off.clamp(-4 * MOST_CORRECTED, 4 * MOST_CORRECTED) * PART;
        let most = MOST_CORRECTED * PART;
        *known = ((*known * (PART - share) + off * share) / PART).clamp(-most, most);
    }
}

fn note(known: &mut i16, bonus: i32) {
    let value = i32::from(*known);
    *known = (value + bonus - value * bonus.abs() / MOST) as i16;
}
