//! Convoy, counted on a plain list of squares by the rules at the head of its file.

use crate::steps::{Counter, agrees};

const FILES: i32 = 5;
const RANKS: i32 = 6;

/// `R`, `G` or `W`, and whether a rider is brave.
type One = (char, bool);

#[derive(Clone, PartialEq)]
struct Pile {
    black: bool,
    all: Vec<One>,
}

#[derive(Clone)]
struct State {
    squares: Vec<Option<Pile>>,
    black: bool,
}

struct Convoy;

const SIDES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const CORNERS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn go(from: usize, (x, y): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % FILES + x, from as i32 / FILES + y);
    ((0..FILES).contains(&file) && (0..RANKS).contains(&rank)).then_some((rank * FILES + file) as usize)
}

/// Whether these can stand on one square: one alone, or a wagon with a rider and with a rider or a gun.
fn fit(all: &[One]) -> bool {
    let number = |kind: char| all.iter().filter(|one| one.0 == kind).count();
    all.len() == 1 || number('W') == 1 && number('G') <= 1 && number('R') + number('G') <= 2 && all.len() > 1
}

impl State {
    fn put(&mut self, at: usize, black: bool, mut all: Vec<One>) {
        all.sort();
        self.squares[at] = (!all.is_empty()).then_some(Pile { black, all });
    }

    /// Everything that `movers` may do, who stand on a square with `stay`.
    fn moves(&self, from: usize, movers: &[One], stay: &[One], found: &mut Vec<State>) {
        let black = self.black;
        let forward = if black { -1 } else { 1 };
        let parting = !stay.is_empty();
        let mut next = |to: usize, there: Vec<One>, left: Vec<One>, taken: Option<usize>| {
            let mut state = self.clone();
            if let Some(at) = taken {
                state.squares[at] = None;
            }
            state.put(from, black, left);
            if to != from {
                state.put(to, black, there);
            }
            if parting {
                state.encourage();
            }
            state.black = !black;
            found.push(state);
        };
        let whole = || [movers, stay].concat();
        let enemy = |at: usize| self.squares[at].as_ref().is_some_and(|pile| pile.black != black);
        let friend = |at: usize| self.squares[at].as_ref().filter(|pile| pile.black == black);
        // A stack moves as its wagon.
        let kind = if movers.len() > 1 { 'W' } else { movers[0].0 };
        if kind == 'R' {
            let ways = SIDES.iter().chain(CORNERS.iter().filter(|_| movers[0].1));
            for to in ways.filter_map(|way| go(from, *way)) {
                if self.squares[to].is_none() {
                    next(to, movers.to_vec(), stay.to_vec(), None);
                } else if enemy(to) {
                    next(to, movers.to_vec(), stay.to_vec(), Some(to));
                }
            }
        }
        if kind == 'G' {
            if let Some(to) = go(from, (0, forward)).filter(|to| self.squares[*to].is_none()) {
                next(to, movers.to_vec(), stay.to_vec(), None);
            }
            let targets = SIDES.iter().filter_map(|(x, y)| go(from, (2 * x, 2 * y)));
            for target in targets.filter(|t| enemy(*t) && !parting) {
                next(from, Vec::new(), whole(), Some(target));
            }
        }
        if kind == 'W' {
            for (x, y) in SIDES {
                for far in 1..=(if movers.len() > 1 { 3 } else { 2 }) {
                    let Some(to) = go(from, (far * x, far * y)).filter(|to| self.squares[*to].is_none())
                    else {
                        break;
                    };
                    next(to, movers.to_vec(), stay.to_vec(), None);
                }
            }
            let loaded = |at: &usize| self.squares[*at].as_ref().is_some_and(|pile| pile.all.len() > 1);
            let ahead = go(from, (0, forward)).filter(|at| enemy(*at) && loaded(at));
            if let Some(target) = ahead.filter(|_| !parting && movers.iter().any(|one| one.0 == 'G')) {
                next(from, Vec::new(), Vec::new(), Some(target));
            }
        }
        for to in SIDES.iter().filter_map(|way| go(from, *way)) {
            let Some(pile) = friend(to) else { continue };
            let all = [movers, &pile.all[..]].concat();
            if fit(&all) {
                next(to, all, stay.to_vec(), None);
            }
        }
    }

    /// Riders next to an enemy get brave.
    fn encourage(&mut self) {
        let black = self.black;
        for at in 0..self.squares.len() {
            let near = SIDES.iter().filter_map(|way| go(at, *way));
            let mut near = near.filter_map(|to| self.squares[to].as_ref());
            if !near.any(|pile| pile.black != black) {
                continue;
            }
            if let Some(pile) = self.squares[at].as_mut().filter(|pile| pile.black == black) {
                pile.all.iter_mut().filter(|one| one.0 == 'R').for_each(|one| one.1 = true);
                pile.all.sort();
            }
        }
    }
}

impl Counter for Convoy {
    type State = State;

    fn read(&self, text: &str) -> State {
        let (placement, turn) = text.split_once(' ').expect("two fields");
        let mut squares: Vec<Option<Pile>> = vec![None; (FILES * RANKS) as usize];
        for (row, line) in placement.split('/').enumerate() {
            let mut at = (RANKS as usize - 1 - row) * FILES as usize;
            let (mut all, mut inside, mut brave, mut black) = (Vec::new(), false, false, false);
            for c in line.chars() {
                match c {
                    '(' => inside = true,
                    ')' => inside = false,
                    '+' => brave = true,
                    digit if digit.is_ascii_digit() => at += digit as usize - '0' as usize,
                    letter => {
                        black = letter.is_lowercase();
                        all.push((letter.to_ascii_uppercase(), std::mem::take(&mut brave)));
                    }
                }
                if !inside && !all.is_empty() {
                    all.sort();
                    squares[at] = Some(Pile { black, all: std::mem::take(&mut all) });
                    at += 1;
                }
            }
        }
        State { squares, black: turn.starts_with('b') }
    }

    fn next(&self, state: &State) -> Vec<State> {
        let mut found = Vec::new();
        let mine = |pile: &&Pile| pile.black == state.black;
        let riders = state.squares.iter().flatten().filter(mine).flat_map(|pile| &pile.all);
        if !riders.clone().any(|one| one.0 == 'R') {
            return found;
        }
        for (from, pile) in state.squares.iter().enumerate() {
            let Some(pile) = pile.as_ref().filter(mine) else { continue };
            state.moves(from, &pile.all, &[], &mut found);
            if pile.all.len() == 1 || from / FILES as usize == 2 {
                continue;
            }
            for (number, one) in pile.all.iter().enumerate() {
                let mut stay = pile.all.clone();
                stay.remove(number);
                if !pile.all[..number].contains(one) && fit(&stay) {
                    state.moves(from, &[*one], &stay, &mut found);
                }
            }
        }
        found
    }
}

#[test]
fn convoy_is_played_by_its_rules() {
    agrees("convoy", &Convoy, 5);
}
