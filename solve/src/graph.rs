//! States and the moves between them, and what they are worth by retrograde analysis.
//!
//! A position of which the game is over says who has won. From there one goes back, one ply at a time: who can go to a position that is won is winning; who
//! can only go to positions that are lost is lost. What is left when nothing changes any more is drawn. That is asked by player and not by turn, so that
//! turns may have several steps.

use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{MoveList, State};

use crate::code::{Codec, Narrow};
use crate::known::Known;
use crate::{GoOn, MOST_PLIES, Progress, Unsolved, Value, ended};

/// The caller is asked after so many positions.
const OFTEN: usize = 256;

/// Nothing is known of a position, or it is drawn.
const OPEN: u16 = 0;

fn packed(winner: PlayerId, plies: u32) -> u16 {
    1 + 2 * plies as u16 + winner.index() as u16
}

fn winner_of(value: u16) -> usize {
    usize::from((value - 1) & 1)
}

fn plies_of(value: u16) -> u32 {
    u32::from((value - 1) >> 1)
}

/// Why it was not finished.
pub(crate) enum Unfinished {
    Narrow,
    Unsolved(Unsolved),
}

impl From<Narrow> for Unfinished {
    fn from(_: Narrow) -> Unfinished {
        Unfinished::Narrow
    }
}

impl From<Unsolved> for Unfinished {
    fn from(why: Unsolved) -> Unfinished {
        Unfinished::Unsolved(why)
    }
}

/// States, and the moves between them.
pub(crate) struct Graph {
    pub(crate) codec: Codec,
    known: Known,
    /// What each is worth.
    values: Vec<u16>,
    /// Whose turn it is in each.
    movers: Vec<bool>,
    /// Where the moves of each state lead, one after the other, and how many there are of each.
    edges: Vec<u32>,
    degrees: Vec<u32>,
    most: u64,
    scratch: Vec<u64>,
}

impl Graph {
    /// An empty graph for at most so many states.
    pub(crate) fn new(codec: Codec, most: u64) -> Graph {
        let known = Known::new(codec.words());
        Graph {
            codec,
            known,
            values: Vec::new(),
            movers: Vec::new(),
            edges: Vec::new(),
            degrees: Vec::new(),
            most: most.min(Known::MOST),
            scratch: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Adds a state; its number, and whether it is new.
    pub(crate) fn add(&mut self, state: &State) -> Result<(u32, bool), Unfinished> {
        self.codec.encode(state, &mut self.scratch)?;
        let (number, is_new) = self.known.insert(&self.scratch);
        if is_new && self.len() as u64 > self.most {
            return Err(Unsolved::TooMany(self.most).into());
        }
        Ok((number, is_new))
    }

    /// Adds all states that can be reached from those that there are. `meets` sees each that is found on the way.
    pub(crate) fn explore(
        &mut self,
        go_on: &mut GoOn<'_>,
        meets: &mut dyn FnMut(&mut Graph, &State) -> Result<(), Unfinished>,
    ) -> Result<(), Unfinished> {
        let mut moves = MoveList::new();
        let mut children: Vec<u32> = Vec::new();
        let mut next: Option<State> = None;
        while self.degrees.len() < self.len() {
            let now = self.degrees.len();
            if now.is_multiple_of(OFTEN) && !go_on(Progress { found: self.len() as u64, done: now as u64 }) {
                return Err(Unsolved::Stopped.into());
            }
            let state = self.codec.decode(self.known.code(now as u32));
            self.movers.push(state.to_move().index() == 1);
            state.moves(&mut moves);
            children.clear();
            let value = match moves.is_empty() {
                true => ended(&state).flatten().map_or(OPEN, |winner| packed(winner, 0)),
                false => OPEN,
            };
            for &m in &moves {
                let after = next.get_or_insert_with(|| state.clone());
                state.after_into(m, after);
                let (child, is_new) = self.add(after)?;
                children.push(child);
                if is_new {
                    meets(self, after)?;
                }
            }
            children.sort_unstable();
            children.dedup();
            self.values.push(value);
            self.degrees.push(children.len() as u32);
            self.edges.extend_from_slice(&children);
        }
        Ok(())
    }

    /// Finds what all states are worth, and forgets the moves.
    pub(crate) fn solve(&mut self, go_on: &mut GoOn<'_>) -> Result<(), Unsolved> {
        let (starts, before) = self.turned();
        let of = |number: u32| {
            let range = starts[number as usize]..starts[number as usize + 1];
            &before[range.start as usize..range.end as usize]
        };
        let mut left = std::mem::take(&mut self.degrees);
        let decided = |value: &u16| *value != OPEN;
        let mut level: Vec<u32> =
            (0..self.len() as u32).filter(|number| decided(&self.values[*number as usize])).collect();
        let (mut plies, mut done) = (0, level.len() as u64);
        while !level.is_empty() {
            plies += 1;
            if plies > MOST_PLIES {
                return Err(Unsolved::TooLong);
            }
            let mut next = Vec::new();
            for (i, number) in level.iter().enumerate() {
                if i.is_multiple_of(OFTEN) && !go_on(Progress { found: self.len() as u64, done }) {
                    return Err(Unsolved::Stopped);
                }
                let winner = winner_of(self.values[*number as usize]);
                for &previous in of(*number) {
                    let at = previous as usize;
                    if self.values[at] != OPEN {
                        continue;
                    }
                    left[at] -= 1;
                    if usize::from(self.movers[at]) == winner || left[at] == 0 {
                        self.values[at] = packed(PlayerId::new(winner), plies);
                        next.push(previous);
                    }
                }
            }
            done += next.len() as u64;
            level = next;
        }
        Ok(())
    }

    /// The moves turned round: where those begin that lead to a state, and from where.
    fn turned(&mut self) -> (Vec<u64>, Vec<u32>) {
        let edges = std::mem::take(&mut self.edges);
        let mut starts = vec![0u64; self.len() + 1];
        edges.iter().for_each(|to| starts[*to as usize + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut before = vec![0u32; edges.len()];
        let mut edges = edges.into_iter();
        // Each start is moved on to its end, which is the next one's start.
        for (from, degree) in self.degrees.iter().enumerate() {
            for to in edges.by_ref().take(*degree as usize) {
                let place = &mut starts[to as usize];
                before[*place as usize] = from as u32;
                *place += 1;
            }
        }
        starts.rotate_right(1);
        starts[0] = 0;
        (starts, before)
    }

    /// What a state of a number is worth for the player to move.
    pub(crate) fn value_of(&self, number: u32) -> Value {
        let (value, mover) = (self.values[number as usize], usize::from(self.movers[number as usize]));
        match value {
            OPEN => Value::Draw,
            value if winner_of(value) == mover => Value::Win(plies_of(value)),
            value => Value::Loss(plies_of(value)),
        }
    }

    /// What a state is worth, if it is known.
    pub(crate) fn value(&self, state: &State) -> Option<Value> {
        let mut code = Vec::new();
        self.codec.find(state, &mut code).then(|| self.known.find(&code))?.map(|number| self.value_of(number))
    }

    /// The code of a number.
    pub(crate) fn code(&self, number: u32) -> &[u64] {
        self.known.code(number)
    }
}
