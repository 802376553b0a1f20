//! Turns that remember where they began: a second piece may follow onto the tile from which the first set out, or the
//! player passes; at once where nobody can follow. Against a counter on plain coordinates that shares no code with the engine.

use tilegame_tests::perft;
use tilegame_tests::{game, random_walk};

const SIZE: i32 = 5;

#[derive(Clone)]
struct State {
    cells: [Option<bool>; 25],
    white: bool,
    /// Where the turn began, in the middle of one.
    origin: Option<usize>,
}

impl State {
    fn parse(text: &str) -> State {
        let (rows, turn) = text.split_once(' ').expect("two fields");
        let mut cells = [None; 25];
        for (row, line) in rows.split('/').enumerate() {
            let mut place = (4 - row) * 5;
            for c in line.chars() {
                match c.to_digit(10) {
                    Some(empty) => place += empty as usize,
                    None => {
                        cells[place] = Some(c == 'R');
                        place += 1;
                    }
                }
            }
        }
        State { cells, white: turn == "w", origin: None }
    }

    fn near(place: usize) -> impl Iterator<Item = usize> {
        let (x, y) = (place as i32 % SIZE, place as i32 / SIZE);
        let inside = |at: &(i32, i32)| (0..SIZE).contains(&at.0) && (0..SIZE).contains(&at.1);
        let all = (-1..=1).flat_map(move |dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        all.filter(move |at| *at != (x, y)).filter(inside).map(|(x, y)| (y * SIZE + x) as usize)
    }

    fn passed(&self) -> State {
        State { white: !self.white, origin: None, ..self.clone() }
    }

    fn may_pass(&self) -> bool {
        self.cells[10..15].iter().filter(|c| **c == Some(self.white)).count() != 1
    }

    fn next(&self) -> Vec<State> {
        let mut found = Vec::new();
        let own = |place: &usize| self.cells[*place] == Some(self.white);
        if let Some(origin) = self.origin {
            for from in State::near(origin).filter(own) {
                let mut next = self.passed();
                next.cells[origin] = next.cells[from].take();
                found.push(next);
            }
            found.extend(self.may_pass().then(|| self.passed()));
            return found;
        }
        for from in (0..25).filter(own) {
            for to in State::near(from).filter(|to| !own(to)) {
                let mut next = self.clone();
                next.cells[to] = next.cells[from].take();
                next.origin = Some(from);
                let alone = !State::near(from).any(|place| next.cells[place] == Some(self.white));
                found.push(if alone && next.may_pass() { next.passed() } else { next });
            }
        }
        found
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.next().iter().map(|next| next.count(depth - 1)).sum() }
    }
}

#[test]
fn relay() {
    let game = game("relay");
    let start = State::parse("rr1rr/1r3/5/3R1/RR1RR w");
    (1..=4)
        .for_each(|depth| assert_eq!(perft(&game, &game.specification().start(), depth), start.count(depth)));
    let mut compared = 0;
    for seed in 0..40 {
        random_walk(&game, seed, 60, |position, _, _| {
            if position.origin().is_none() {
                let text = game.specification().fen(position);
                let found = perft(&game, position, 3);
                assert_eq!(found, State::parse(&text).count(3), "{text}");
                compared += found;
            }
        });
    }
    assert!(compared > 100_000, "{compared}");
}
