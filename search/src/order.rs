//! Which moves are looked at first: the one that was best before, captures of much by little, and quiet moves that have refuted others.

use tilegame_runtime::{Move, State};

use crate::exchange::exchange;
use crate::history;
use crate::table::Mark;
use crate::traits::Captures;
use crate::tree::{Ply, Tree};

const KNOWN_BEST: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 20;
/// The last of the quiet moves that have refuted others.
pub(crate) const COUNTER: i32 = KILLER - 2;
/// A quiet move of which nothing more is known yet.
const LATER: i32 = KILLER + 1;
const LOSING: i32 = -(1 << 26);

/// A move in a list, and when its turn comes.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    /// The larger, the earlier.
    pub(crate) rank: i32,
    /// What a capture or a promotion gains at first; none, if the move is quiet.
    pub(crate) gain: Option<i32>,
    pub(crate) m: Move,
}

/// The moves of all positions of the line, those of the last one behind. Their ranks are apart: the largest is looked for again and again.
#[derive(Default)]
pub(crate) struct RankedMoves {
    ranks: Vec<i32>,
    moves: Vec<(Move, Option<i32>)>,
}

impl RankedMoves {
    pub(crate) fn len(&self) -> usize {
        self.ranks.len()
    }

    pub(crate) fn push(&mut self, Ranked { rank, gain, m }: Ranked) {
        self.ranks.push(rank);
        self.moves.push((m, gain));
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.ranks.truncate(len);
        self.moves.truncate(len);
    }

    fn at(&self, place: usize) -> Ranked {
        let (m, gain) = self.moves[place];
        Ranked { rank: self.ranks[place], gain, m }
    }

    /// Brings the first of those with the largest rank, from a place on, to this place.
    fn bring_best(&mut self, at: usize) -> Ranked {
        let ranks = &self.ranks[at..];
        let most = ranks.iter().copied().max();
        let best = at + ranks.iter().position(|rank| Some(*rank) == most).expect("a move is left");
        self.ranks.swap(at, best);
        self.moves.swap(at, best);
        self.at(at)
    }

    /// Takes quiet moves out, from a place on, that are not wanted; the others keep their order.
    pub(crate) fn retain_quiet(&mut self, at: usize, mut is_wanted: impl FnMut(Move) -> bool) {
        let mut kept = at;
        for place in at..self.len() {
            let (m, gain) = self.moves[place];
            if gain.is_some() || is_wanted(m) {
                (self.ranks[kept], self.moves[kept]) = (self.ranks[place], (m, gain));
                kept += 1;
            }
        }
        self.truncate(kept);
    }
}

impl Tree<'_> {
    /// What a move takes or turns into more than it was; none, if it is quiet. The ply is that of the state, which has been looked at.
    pub(crate) fn gain(&mut self, state: &State, ply: usize, m: Move) -> Option<i32> {
        let values = self.known.values;
        let promoted = m.promotion().zip(m.kind()).map(|(to, from)| values.piece(to) - values.piece(from));
        let promoted = promoted.filter(|more| *more > 0);
        let view = &self.plies[ply].view;
        let is_seen = self.known.traits.attacks;
        let is_capture = match m.is_plain() && is_seen {
            true => view.kind(m.to()).is_some(),
            false => state.is_capture(m),
        };
        let taken = match is_capture {
            false => None,
            true if is_seen && self.known.traits.captures == Captures::Other => {
                Some(self.gain_by_making(state, ply, m))
            }
            // What is taken elsewhere is taken for something cheap.
            true if is_seen => Some(view.kind(m.to()).map_or(0, |kind| values.worths()[kind])),
            true => Some(state.piece(state.target(m)).map_or(0, |piece| values.piece(piece.kind))),
        };
        match (promoted, taken) {
            (None, None) => None,
            (promoted, taken) => Some(promoted.unwrap_or(0) + taken.unwrap_or(0)),
        }
    }

    /// How much more the mover's pieces are worth after a move that may do much, against those of the other.
    fn gain_by_making(&mut self, state: &State, ply: usize, m: Move) -> i32 {
        let mut next = self.room(state);
        state.after_into(m, &mut next);
        self.scratch.look(&next);
        let me = self.plies[ply].mover.index();
        let worth = self.known.values.worths();
        let sum = |view: &crate::view::View| {
            let side = |side: usize| {
                view.pieces[side].iter().map(|(_, kind)| worth[usize::from(*kind)]).sum::<i32>()
            };
            side(me) - side(1 - me)
        };
        let gain = sum(&self.scratch) - sum(&self.plies[ply].view);
        self.rooms.push(next);
        gain
    }

    /// What an exchange that begins with a move comes to; none, where that is not known.
    pub(crate) fn exchanged(&self, ply: usize, m: Move) -> Option<i32> {
        let values = self.known.values;
        let attacks = values.attacks().filter(|_| self.known.traits.exchange && m.is_plain())?;
        let Ply { view, mover, .. } = &self.plies[ply];
        Some(exchange(attacks, values.worths(), view, mover.index(), m))
    }

    /// Whether a capture loses more than it takes.
    pub(crate) fn is_losing(&self, ply: usize, ranked: &Ranked) -> bool {
        let worth = |m: Move| m.kind().map_or(0, |kind| self.known.values.worths()[kind.index()]);
        match ranked.gain {
            // To take something better can't lose.
            Some(gain) if self.known.traits.exchange && ranked.m.is_plain() => {
                gain < worth(ranked.m) && self.exchanged(ply, ranked.m).is_some_and(|value| value < 0)
            }
            Some(gain) => {
                self.known.traits.captures == Captures::Other && self.known.traits.stands && gain < 0
            }
            None => false,
        }
    }

    /// When a move's turn comes, as far as it matters before quiet moves do.
    pub(crate) fn rank(&mut self, state: &State, ply: usize, m: Move, best: Option<Mark>) -> Ranked {
        let gain = self.gain(state, ply, m);
        let player = self.plies[ply].mover.index();
        let rank = if best.is_some_and(|best| best == Mark::of(m)) {
            KNOWN_BEST
        } else if let Some(gain) = gain {
            let taken = self.plies[ply].view.kind(m.to()).filter(|_| self.known.traits.attacks);
            let mover = m.kind().map_or(0, |kind| self.known.values.piece(kind));
            CAPTURE + 16 * gain - mover + self.history.of_capture(player, m, taken) / 8
        } else {
            LATER
        };
        Ranked { rank, gain, m }
    }

    /// Finds when the turns of quiet moves come that stand here or later in the list.
    fn rank_quiets(&mut self, ply: usize, at: usize) {
        let Ply { killers, mover, .. } = self.plies[ply];
        let earlier = self.earlier(ply);
        let counter = earlier[0].and_then(|went| self.history.counter(went));
        let RankedMoves { ranks, moves } = &mut self.moves;
        for (rank, (m, _)) in ranks[at..].iter_mut().zip(&moves[at..]).filter(|(rank, _)| **rank == LATER) {
            *rank = match killers.iter().position(|killer| *killer == Some(*m)) {
                Some(place) => KILLER - place as i32,
                None if counter == Some(*m) => COUNTER,
                None => self.history.of_quiet(mover.index(), *m, earlier),
            };
        }
    }

    /// The last two moves before this ply.
    pub(crate) fn earlier(&self, ply: usize) -> [Option<history::Went>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|ply| self.plies[ply].went))
    }

    /// Brings the best of the moves from here on to this place. Captures that turn out to lose come last.
    pub(crate) fn next_move(&mut self, ply: usize, at: usize) -> Ranked {
        loop {
            let ranked = self.moves.bring_best(at);
            if ranked.rank == LATER {
                self.rank_quiets(ply, at);
                continue;
            }
            let may_lose = ranked.gain.is_some() && (LOSING / 2..KNOWN_BEST).contains(&ranked.rank);
            if may_lose && ranked.rank > KILLER && self.prunes && self.is_losing(ply, &ranked) {
                self.moves.ranks[at] = LOSING + ranked.rank - CAPTURE;
                continue;
            }
            return ranked;
        }
    }

    /// A move was good enough to stop looking at others; those at these places of the list were not.
    pub(crate) fn refutes(&mut self, ply: usize, depth: i32, best: Ranked, before: &[u32]) {
        let player = self.plies[ply].mover.index();
        let bonus = (16 * depth * depth + 32 * depth + 16).min(history::MOST / 8);
        let earlier = self.earlier(ply);
        if best.gain.is_none() {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(best.m) {
                *killers = [Some(best.m), killers[0]];
            }
            if let Some(went) = earlier[0] {
                self.history.set_counter(went, best.m);
            }
            self.history.note_quiet(player, best.m, earlier, bonus);
        } else {
            self.note_capture(player, ply, best.m, bonus);
        }
        for place in before {
            let tried = self.moves.at(*place as usize);
            if tried.gain.is_some() {
                self.note_capture(player, ply, tried.m, -bonus);
            } else if best.gain.is_none() {
                self.history.note_quiet(player, tried.m, earlier, -bonus);
            }
        }
    }

    fn note_capture(&mut self, player: usize, ply: usize, m: Move, bonus: i32) {
        let taken = self.plies[ply].view.kind(m.to()).filter(|_| self.known.traits.attacks);
        self.history.note_capture(player, m, taken, bonus);
    }
}
