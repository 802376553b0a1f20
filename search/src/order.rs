//! Which moves are looked at first: the one that was best before, captures of much by little, and quiet moves that have refuted others.

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Move, State};

use crate::Values;
use crate::table::Mark;

const KNOWN_BEST: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;

/// No quiet move has more behind it than this.
const MOST: i32 = 1 << 14;

/// What quiet moves have done in this search.
pub(crate) struct Order {
    /// By ply, the last two that refuted what came before.
    killers: Vec<[Option<Move>; 2]>,
    /// By player, kind and where the move leads: how often it has refuted something, and how often not.
    history: Vec<i32>,
    kinds: usize,
    places: usize,
}

impl Order {
    pub(crate) fn new(players: usize, kinds: usize, places: usize, plies: usize) -> Order {
        let history = vec![0; players * (kinds + 1) * places];
        Order { killers: vec![[None; 2]; plies], history, kinds, places }
    }

    /// The place of a move in the history; where no piece moves, there is no kind.
    fn place(&self, player: PlayerId, m: Move) -> usize {
        let kind = m.kind().map_or(self.kinds, |kind| kind.index());
        (player.index() * (self.kinds + 1) + kind) * self.places + m.to().index() % self.places
    }

    /// How early a move should be looked at: the larger, the earlier.
    pub(crate) fn rank(
        &self,
        (state, values): (&State, &Values),
        (player, ply): (PlayerId, usize),
        m: Move,
        best: Option<Mark>,
    ) -> i32 {
        if best.is_some_and(|best| best == Mark::of(m)) {
            return KNOWN_BEST;
        }
        if let Some(gain) = gain(state, values, m) {
            let mover = m.kind().map_or(0, |kind| values.piece(kind));
            return CAPTURE + 16 * gain - mover;
        }
        match self.killers[ply].iter().position(|killer| *killer == Some(m)) {
            Some(place) => KILLER - place as i32,
            None => self.history[self.place(player, m)],
        }
    }

    /// A quiet move was good enough to stop looking at others; those before it were not.
    pub(crate) fn refutes(&mut self, player: PlayerId, ply: usize, depth: u32, m: Move, before: &[Move]) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let bonus = ((depth * depth) as i32 * 16).min(MOST / 8);
        self.note(player, m, bonus);
        before.iter().for_each(|m| self.note(player, *m, -bonus));
    }

    fn note(&mut self, player: PlayerId, m: Move, bonus: i32) {
        let place = self.place(player, m);
        let known = &mut self.history[place];
        *known += bonus - *known * bonus.abs() / MOST;
    }
}

/// What a move takes or turns into more than it was; none, if it is quiet.
pub(crate) fn gain(state: &State, values: &Values, m: Move) -> Option<i32> {
    let promoted = m.promotion().zip(m.kind()).map(|(to, from)| values.piece(to) - values.piece(from));
    let taken = state.is_capture(m).then(|| {
        // What is taken elsewhere is taken for something cheap.
        state.piece(state.target(m)).map_or(0, |piece| values.piece(piece.kind))
    });
    match (promoted.filter(|more| *more > 0), taken) {
        (None, None) => None,
        (promoted, taken) => Some(promoted.unwrap_or(0) + taken.unwrap_or(0)),
    }
}
