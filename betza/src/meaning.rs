//! What a text means: single moves, each a sequence of legs in fixed directions.

use crate::directions::{relative, selected};
use crate::geometry::Vector;
use crate::parse::{Atom, LegText, Term};
use crate::{Betza, Dialect, MOST_MOVES, Wrong};

/// What must stand on the tiles of a leg, and what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum On {
    /// Nothing. (The last tile of a move is judged by its [`Mode`].)
    Empty,
    /// A piece, which is passed over.
    Piece,
    /// A friend, which is passed over.
    Friend,
    /// Anything or nothing.
    Any,
    /// An enemy, which is captured.
    Enemy,
    /// A friend, which is captured.
    OwnCapture,
}

/// Steps that are made so many times.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Leg {
    /// The steps of one round.
    pub steps: Vec<Vector>,
    /// At least so many rounds.
    pub least: u8,
    /// At most so many; without a limit if there is none.
    pub most: Option<u8>,
    /// What stands where each step ends.
    pub on: On,
}

/// What becomes of the last tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mode {
    /// It is empty.
    Quiet,
    /// An enemy there is captured.
    Capture,
    /// A friend there is captured.
    OwnCapture,
    /// It is empty, and the enemy that has just passed over it is captured.
    EnPassant,
}

/// When a move can be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum When {
    /// At any time.
    Always,
    /// While the piece has not moved.
    Unmoved,
    /// Where pawns begin.
    AtStart,
}

/// One way of moving.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move {
    /// What becomes of the last tile.
    pub mode: Mode,
    /// When it can be made.
    pub when: When,
    /// The way.
    pub legs: Vec<Leg>,
    /// The tiles that it passes can be captured on, for one move: en passant.
    pub leaves_trace: bool,
    /// It does not capture royal pieces.
    pub spares_royal: bool,
}

impl Leg {
    pub(crate) fn once(step: Vector, on: On) -> Leg {
        Leg { steps: vec![step], least: 1, most: Some(1), on }
    }

    pub(crate) fn any(step: Vector) -> Leg {
        Leg { steps: vec![step], least: 0, most: None, on: On::Empty }
    }

    pub(crate) fn ride(step: Vector, most: Option<u8>) -> Leg {
        Leg { steps: vec![step], least: 1, most, on: On::Empty }
    }
}

impl Move {
    /// Whether it ends where it began.
    pub fn stays(&self) -> bool {
        let fixed = self.legs.iter().all(|leg| leg.most == Some(leg.least));
        let sum = |part: fn(&Vector) -> i8| -> i32 {
            let of =
                |leg: &Leg| leg.steps.iter().map(|s| i32::from(part(s))).sum::<i32>() * i32::from(leg.least);
            self.legs.iter().map(of).sum()
        };
        fixed && sum(|v| v.right) == 0 && sum(|v| v.forward) == 0
    }
}

impl Betza {
    /// What it means: every move in one direction, in order and each once. Castling is not among them.
    ///
    /// # Errors
    ///
    /// Combinations of modifiers that mean nothing in this dialect; a text from [`Betza::read`] has none.
    pub fn moves(&self) -> Result<Vec<Move>, Wrong> {
        let mut all = Vec::new();
        for term in &self.terms {
            if matches!(term.atom, Atom::Castling(_)) {
                continue;
            }
            Meaning { term, dialect: self.dialect }.add(&mut all)?;
            if all.len() > MOST_MOVES {
                return Err(term.wrong(format!("this means more than {MOST_MOVES} moves")));
            }
        }
        // In Fairy-Stockfish `e` is a property of the whole piece.
        let passant = self.terms.iter().any(|t| t.legs.iter().any(|leg| leg.has('e')));
        if self.dialect == Dialect::FairyStockfish && passant {
            let quiet: Vec<Vec<Leg>> =
                all.iter().filter(|m| m.mode == Mode::Quiet).map(|m| m.legs.clone()).collect();
            let captures = all.iter().filter(|m| m.mode == Mode::Capture && !quiet.contains(&m.legs));
            let more: Vec<Move> = captures.map(|m| Move { mode: Mode::EnPassant, ..m.clone() }).collect();
            all.extend(more);
        }
        all.sort();
        all.dedup();
        Ok(all)
    }
}

impl Term {
    fn wrong(&self, why: impl Into<String>) -> Wrong {
        Wrong { at: self.at.clone(), why: why.into() }
    }
}

/// The meaning of a term.
struct Meaning<'t> {
    term: &'t Term,
    dialect: Dialect,
}

impl Meaning<'_> {
    fn add(&self, all: &mut Vec<Move>) -> Result<(), Wrong> {
        let term = self.term;
        let Atom::Steps { lengths, most } = &term.atom else { return Ok(()) };
        let last = term.legs.last().expect("a term has a leg");
        if term.legs[1..].iter().any(|leg| ['e', 'n'].iter().any(|l| leg.has(*l)))
            || term.legs.len() > 1 && term.legs[0].has('e')
        {
            return Err(term.wrong("`e` and `n` belong to moves of one leg"));
        }
        if term.legs[..term.legs.len() - 1].iter().any(|leg| ['j', 'z', 'q'].iter().any(|l| leg.has(*l))) {
            return Err(term.wrong("`j`, `z` and `q` belong to the last leg, or to the only one"));
        }
        let mut ways: Vec<Vec<Leg>> = Vec::new();
        for length in lengths {
            for step in selected(*length, &term.legs[0].directions, lengths.len() > 1, self.dialect) {
                if term.legs.len() > 1 || last.has('y') || last.has('t') && (last.has('p') || last.has('g')) {
                    let eight = lengths.len() > 1 || length.0 != 0 && length.0 != length.1;
                    self.follow(0, step, *most, eight, Vec::new(), &mut ways)?;
                } else if term.chain.is_empty() {
                    self.single(step, *most, &mut ways)?;
                } else {
                    self.chain(step, *most, &mut ways)?;
                }
                if ways.len() > MOST_MOVES {
                    return Err(term.wrong(format!("this means more than {MOST_MOVES} moves")));
                }
            }
        }
        if ways.is_empty() {
            return Err(term.wrong("these directions select no move of this atom"));
        }
        let when = match (term.initial, self.dialect) {
            (false, _) => When::Always,
            (true, Dialect::XBoard) => When::Unmoved,
            (true, Dialect::FairyStockfish) => When::AtStart,
        };
        let fsf = self.dialect == Dialect::FairyStockfish;
        let said = |letter| last.has(letter);
        // In Fairy-Stockfish `e` is a flag beside the modality.
        let none = !(said('m') || said('c') || said('d') || !fsf && said('e'));
        let mut modes = Vec::new();
        let mut mode = |holds: bool, mode| {
            if holds {
                modes.push(mode)
            }
        };
        mode(none || said('m'), Mode::Quiet);
        mode(none || said('c'), Mode::Capture);
        mode(said('d'), Mode::OwnCapture);
        mode(!fsf && said('e'), Mode::EnPassant);
        if fsf && term.initial {
            modes.retain(|m| *m == Mode::Quiet);
            if modes.is_empty() {
                return Err(term.wrong(
                    "in Fairy-Stockfish moves with `i` capture nothing: it gives the piece no such move",
                ));
            }
        }
        let leaves_trace = term.initial && term.legs[0].has('n');
        for legs in ways {
            for mode in &modes {
                let spares_royal = *mode == Mode::Capture && said('t') && !(said('p') || said('g'));
                let leaves_trace = leaves_trace && *mode == Mode::Quiet && legs.len() > 1;
                let made = Move { mode: *mode, when, legs: legs.clone(), leaves_trace, spares_royal };
                if !(made.stays() && *mode != Mode::Quiet) {
                    all.push(made);
                }
            }
        }
        Ok(())
    }

    /// A move of one leg.
    fn single(&self, step: Vector, most: Option<u8>, ways: &mut Vec<Vec<Leg>>) -> Result<(), Wrong> {
        let leg = &self.term.legs[0];
        let fsf = self.dialect == Dialect::FairyStockfish;
        let special: Vec<char> = leg.letters.iter().copied().filter(|l| "pgjzqn".contains(*l)).collect();
        // On riders Fairy-Stockfish ignores `n`.
        match special[..] {
            [] => ways.push(vec![Leg::ride(step, most)]),
            ['n'] if most == Some(1) => ways.push(self.lame(step)?),
            ['n'] if fsf => return Err(self.term.wrong("Fairy-Stockfish ignores `n` on riders")),
            ['n'] => return Err(self.term.wrong("riders are lame as they are: `n` belongs to leapers")),
            [hop @ ('p' | 'g')] => self.hop(step, most, hop == 'g', ways)?,
            ['j'] => {
                if most == Some(1) {
                    let half = Vector::new(step.right / 2, step.forward / 2);
                    if Vector::new(half.right * 2, half.forward * 2) != step {
                        return Err(self.term.wrong("`j` needs a leap that has a tile in its middle"));
                    }
                    ways.push(vec![Leg::once(half, On::Piece), Leg::once(half, On::Empty)]);
                } else {
                    let rest = most.map(|m| m - 1);
                    ways.push(vec![Leg::once(step, On::Any), Leg::ride(step, rest)]);
                }
            }
            ['z'] => self.crooked(step, most, ways)?,
            ['q'] => self.circular(step, most, ways)?,
            _ => return Err(self.term.wrong("`n`, `p`, `g`, `j`, `z` and `q` exclude each other")),
        }
        Ok(())
    }

    /// A leap of which the tiles on the way must be empty.
    fn lame(&self, step: Vector) -> Result<Vec<Leg>, Wrong> {
        let (small, large) = step.lengths();
        let sign = Vector::new(step.right.signum(), step.forward.signum());
        let straight = match step.right.abs() > step.forward.abs() {
            true => Vector::new(sign.right, 0),
            false => Vector::new(0, sign.forward),
        };
        let steps = match (small, large) {
            (0, 1) | (1, 1) => {
                return Err(self.term.wrong("single steps pass no tile, so they are not lame"));
            }
            (0, 2) => vec![straight; 2],
            (2, 2) => vec![sign; 2],
            (1, 2) => vec![straight, sign],
            (2, 3) if self.dialect == Dialect::FairyStockfish => vec![straight, sign, sign],
            _ if self.dialect == Dialect::FairyStockfish => {
                return Err(self.term.wrong(
                    "only N, A, D and Z can be lame in Fairy-Stockfish: it gives this piece no such move",
                ));
            }
            _ => return Err(self.term.wrong("only N, A and D can be lame: XBoard tests a single tile")),
        };
        Ok(steps.into_iter().map(|step| Leg::once(step, On::Empty)).collect())
    }

    /// Over exactly one piece.
    fn hop(
        &self,
        step: Vector,
        most: Option<u8>,
        just_behind: bool,
        ways: &mut Vec<Vec<Leg>>,
    ) -> Result<(), Wrong> {
        let fsf = self.dialect == Dialect::FairyStockfish;
        if fsf && step.lengths().1 > 1 {
            return Err(self
                .term
                .wrong("only W, F, R, B, Q and K hop in Fairy-Stockfish: it gives this piece no such move"));
        }
        // There a king's step hops as far as a queen does.
        let most = most.filter(|m| !(fsf && *m == 1));
        let Some(most) = most else {
            let behind = if just_behind { Leg::once(step, On::Empty) } else { Leg::ride(step, None) };
            ways.push(vec![Leg::any(step), Leg::once(step, On::Piece), behind]);
            return Ok(());
        };
        if most == 1 {
            ways.push(vec![Leg::once(step, On::Piece), Leg::once(step, On::Empty)]);
            return Ok(());
        }
        for hurdle in 1..most {
            let mut way = Vec::new();
            if hurdle > 1 {
                way.push(Leg { least: hurdle - 1, ..Leg::ride(step, Some(hurdle - 1)) });
            }
            way.push(Leg::once(step, On::Piece));
            way.push(Leg::ride(step, Some(if just_behind { 1 } else { most - hurdle })));
            ways.push(way);
        }
        Ok(())
    }

    /// A rider that turns a quarter to alternate sides with every step.
    fn crooked(&self, step: Vector, most: Option<u8>, ways: &mut Vec<Vec<Leg>>) -> Result<(), Wrong> {
        if most.is_some() || step.eighth().is_none() {
            return Err(self.term.wrong("`z` belongs to R, B and other riders along lines without a limit"));
        }
        for turn in [2, 6] {
            let Some(other) = step.turned(turn) else { continue };
            let rounds = |least| Leg { steps: vec![step, other], least, most: None, on: On::Empty };
            ways.push(vec![rounds(1)]);
            ways.push(vec![rounds(0), Leg::once(step, On::Empty)]);
        }
        Ok(())
    }

    /// A rider that runs in a circle of eight steps.
    fn circular(&self, step: Vector, most: Option<u8>, ways: &mut Vec<Vec<Leg>>) -> Result<(), Wrong> {
        if step.lengths() != (1, 2) {
            return Err(self.term.wrong("`q` belongs to N: only knights run in circles here"));
        }
        // A knight's moves by their angle; the next one is about an eighth of a turn away.
        const ROUND: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let at = ROUND.iter().position(|r| *r == (step.right, step.forward)).unwrap_or(0);
        let most = usize::from(most.filter(|m| *m > 1).unwrap_or(7)).min(7);
        for back in [false, true] {
            let nth = |k: usize| {
                let (right, forward) = ROUND[if back { at + 8 - k } else { at + k } % 8];
                Leg::once(Vector::new(right, forward), On::Empty)
            };
            for length in 1..=most {
                ways.push((0..length).map(nth).collect());
            }
        }
        Ok(())
    }

    /// `[F?R]`: goes on outward.
    fn chain(&self, step: Vector, most: Option<u8>, ways: &mut Vec<Vec<Leg>>) -> Result<(), Wrong> {
        let mut open = vec![(step, vec![Leg::ride(step, most)])];
        let mut done = Vec::new();
        for (may, atom) in &self.term.chain {
            let Atom::Steps { lengths, most } = atom else {
                return Err(self.term.wrong("castling is no part of another move"));
            };
            if *may {
                done.extend(open.iter().map(|(_, way)| way.clone()));
            }
            let mut next = Vec::new();
            for (last, way) in &open {
                for length in lengths {
                    let around = crate::geometry::around(length.0, length.1);
                    let product = |v: Vector| {
                        i32::from(v.right) * i32::from(last.right)
                            + i32::from(v.forward) * i32::from(last.forward)
                    };
                    // Outward: as little away from the direction of the step before as this atom allows.
                    let best = around.iter().map(|v| product(*v)).max().unwrap_or(0);
                    for turn in around.into_iter().filter(|v| product(*v) == best) {
                        let mut longer = way.clone();
                        longer.push(Leg::ride(turn, *most));
                        next.push((turn, longer));
                    }
                }
            }
            open = next;
        }
        done.extend(open.into_iter().map(|(_, way)| way));
        ways.extend(done);
        Ok(())
    }

    /// The legs of a move from this one on.
    fn follow(
        &self,
        number: usize,
        step: Vector,
        most: Option<u8>,
        eight: bool,
        way: Vec<Leg>,
        ways: &mut Vec<Vec<Leg>>,
    ) -> Result<(), Wrong> {
        let leg = &self.term.legs[number];
        let last = number + 1 == self.term.legs.len();
        let slides = most != Some(1);
        let mut turned = most;
        let mut variants: Vec<Vec<Leg>> = Vec::new();
        let hops = leg.has('p') || leg.has('g');
        let before = || if slides { vec![Leg::any(step)] } else { Vec::new() };
        if leg.has('y') || leg.has('g') {
            // From here on a leaper slides, and the other way round.
            turned = if slides { Some(1) } else { None };
        }
        let over = match (leg.has('t'), leg.has('m')) {
            (true, false) => On::Friend,
            (true, true) => return Err(self.term.wrong("`t` and `m` exclude each other on a leg")),
            (false, true) => On::Any,
            (false, false) => On::Piece,
        };
        if last {
            if hops || leg.has('y') {
                return Err(self.term.wrong("`p`, `g`, `y` belong to legs that others follow"));
            }
            variants.push(vec![Leg::ride(step, most)]);
        } else if hops {
            let mut legs = before();
            legs.push(Leg::once(step, over));
            variants.push(legs);
        } else {
            let plain = !(leg.has('m') || leg.has('c') || leg.has('d'));
            if plain || leg.has('m') || leg.has('y') {
                variants.push(vec![Leg::ride(step, most)]);
            }
            for (letter, on) in [('c', On::Enemy), ('d', On::OwnCapture)] {
                if leg.has(letter) {
                    let mut legs = before();
                    legs.push(Leg::once(step, on));
                    variants.push(legs);
                }
            }
        }
        for legs in variants {
            let mut longer = way.clone();
            longer.extend(legs);
            if last {
                ways.push(longer);
            } else {
                for next in self.onward(&self.term.legs[number + 1], step, eight)? {
                    self.follow(number + 1, next, turned, eight, longer.clone(), ways)?;
                }
            }
            if ways.len() > MOST_MOVES {
                return Err(self.term.wrong(format!("this means more than {MOST_MOVES} moves")));
            }
        }
        Ok(())
    }

    /// Where a later leg leads.
    fn onward(&self, leg: &LegText, step: Vector, eight: bool) -> Result<Vec<Vector>, Wrong> {
        let lines = step.eighth().is_some();
        let turns = match (leg.directions.is_empty(), eight, lines) {
            (false, ..) => relative(&leg.directions),
            (true, true, true) => vec![0, 1, 2, 3, 5, 6, 7],
            (true, true, false) => {
                let (small, large) = step.lengths();
                let all = crate::geometry::around(small, large);
                return Ok(all.into_iter().filter(|v| *v != step.opposite()).collect());
            }
            (true, false, _) => vec![0, 2, 6],
        };
        let mut onward = Vec::new();
        for turn in turns {
            match step.turned(turn) {
                Some(next) => onward.push(next),
                None => {
                    return Err(self
                        .term
                        .wrong("an oblique leap turns by quarters only: `f`, `b`, `l`, `r`, `s`, `v`"));
                }
            }
        }
        if onward.is_empty() {
            return Err(self.term.wrong("these directions select no leg"));
        }
        Ok(onward)
    }
}
