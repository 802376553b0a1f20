//! Stacks that part and rejoin, against a counter on plain coordinates that shares no code with the engine; and turns that are
//! saved, taken up again and taken back step by step.

use tilegame_tests::perft;
use tilegame_tests::{game, random_walk};

const SIZE: i32 = 5;
const MEN: [u8; 3] = [4, 2, 1];

/// A wagon is 4, a dog 2, a man 1; together they are the sum, and the greatest carries.
type Cells = [Option<(bool, u8)>; 25];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Go,
    Take,
    Join,
    Rejoin,
}

#[derive(Clone, Copy)]
struct Step {
    from: usize,
    to: usize,
    men: u8,
    deed: Deed,
    leaves: bool,
}

#[derive(Clone)]
struct Session {
    origin: usize,
    carrier: u8,
    before: Cells,
    steps: Vec<Step>,
}

#[derive(Clone)]
struct State {
    cells: Cells,
    white: bool,
    session: Option<Session>,
}

fn greatest(men: u8) -> u8 {
    MEN.into_iter().find(|m| men & m != 0).expect("somebody")
}

fn rays(cells: &Cells, from: usize, men: u8, white: bool, leaves: bool, found: &mut Vec<Step>) {
    let (x, y) = (from as i32 % SIZE, from as i32 / SIZE);
    let carrier = greatest(men);
    for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        if dx * dy != 0 && carrier != 2 {
            continue;
        }
        for n in 1..=if carrier == 4 { 2 } else { 1 } {
            let (x, y) = (x + n * dx, y + n * dy);
            if !(0..SIZE).contains(&x) || !(0..SIZE).contains(&y) {
                break;
            }
            let to = (y * SIZE + x) as usize;
            let deed = match cells[to] {
                None => Deed::Go,
                Some((other, _)) if other != white && n == 1 => Deed::Take,
                Some((other, there)) if other == white && there & men == 0 => Deed::Join,
                Some(_) => break,
            };
            found.push(Step { from, to, men, deed, leaves });
            if deed != Deed::Go {
                break;
            }
        }
    }
}

fn execute(cells: &mut Cells, step: &Step) {
    let (white, all) = cells[step.from].expect("somebody");
    let left = all & !step.men;
    let there = cells[step.to].filter(|(other, _)| *other == white).map_or(0, |(_, men)| men);
    cells[step.to] = Some((white, there | step.men));
    cells[step.from] = (left != 0).then_some((white, left));
}

impl State {
    fn parse(text: &str) -> State {
        let (rows, turn) = text.split_once(' ').expect("two fields");
        let mut cells = [None; 25];
        for (row, line) in rows.split('/').enumerate() {
            let (mut place, mut inside, mut men) = ((4 - row) * 5, false, 0);
            for c in line.chars() {
                match c {
                    '(' => inside = true,
                    ')' => inside = false,
                    '0'..='9' => {
                        place += c.to_digit(10).expect("a digit") as usize;
                        continue;
                    }
                    letter => {
                        let number = "WDM".find(letter.to_ascii_uppercase()).expect("a letter");
                        men |= MEN[number];
                        cells[place] = Some((letter.is_ascii_uppercase(), men));
                    }
                }
                if !inside {
                    place += 1;
                    men = 0;
                }
            }
        }
        State { cells, white: turn == "w", session: None }
    }

    fn steps(&self) -> Vec<Step> {
        let mut found = Vec::new();
        let Some(session) = &self.session else {
            for from in 0..25 {
                let Some((_, men)) = self.cells[from].filter(|(white, _)| *white == self.white) else {
                    continue;
                };
                rays(&self.cells, from, men, self.white, false, &mut found);
                if men.count_ones() > 1 {
                    for man in MEN.into_iter().filter(|m| men & m != 0) {
                        rays(&self.cells, from, man, self.white, true, &mut found);
                    }
                }
            }
            return found;
        };
        let Some((_, men)) = self.cells[session.origin].filter(|(white, _)| *white == self.white) else {
            return found;
        };
        for man in MEN.into_iter().filter(|m| men & m != 0) {
            let mut own = Vec::new();
            rays(&self.cells, session.origin, man, self.white, true, &mut own);
            let mut targets: Vec<usize> = session.steps.iter().map(|step| step.to).collect();
            targets.sort_unstable();
            targets.dedup();
            for to in targets {
                if man != session.carrier && self.rejoined(session, man, to).is_some() {
                    own.retain(|step| step.to != to);
                    let (from, deed) = (session.origin, Deed::Rejoin);
                    own.push(Step { from, to, men: man, deed, leaves: true });
                }
            }
            found.append(&mut own);
        }
        found
    }

    /// Where the turn would have led, and by which steps, if a man had gone along with those who went to a place.
    fn rejoined(&self, session: &Session, man: u8, to: usize) -> Option<(Cells, Vec<Step>)> {
        let here = self.cells[to].filter(|(white, _)| *white == self.white);
        if here.is_none_or(|(_, men)| men & man != 0) {
            return None;
        }
        let numbers = (0..session.steps.len()).filter(|i| session.steps[*i].to == to);
        numbers.into_iter().find_map(|number| {
            let mut cells = session.before;
            let mut steps = Vec::new();
            for (i, step) in session.steps.iter().enumerate() {
                let men = if i == number { step.men | man } else { step.men };
                let mut ways = Vec::new();
                rays(&cells, session.origin, men, self.white, true, &mut ways);
                let way = ways.into_iter().find(|way| way.to == step.to && way.deed == step.deed)?;
                execute(&mut cells, &way);
                steps.push(way);
            }
            Some((cells, steps))
        })
    }

    fn after(&self, step: &Step) -> State {
        let mut next = self.clone();
        if let (Deed::Rejoin, Some(session)) = (step.deed, &mut next.session) {
            let (cells, steps) = self.rejoined(session, step.men, step.to).expect("it can be done");
            (next.cells, session.steps) = (cells, steps);
        } else {
            execute(&mut next.cells, step);
        }
        if step.leaves {
            let session = next.session.get_or_insert_with(|| Session {
                origin: step.from,
                carrier: greatest(self.cells[step.from].expect("a stack").1),
                before: self.cells,
                steps: Vec::new(),
            });
            if step.deed != Deed::Rejoin {
                session.steps.push(*step);
            }
            if !next.steps().is_empty() {
                return next;
            }
        }
        State { white: !self.white, session: None, ..next }
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let pass = State { white: !self.white, session: None, ..self.clone() };
        let passed = self.session.is_some().then(|| pass.count(depth - 1));
        self.steps().iter().map(|step| self.after(step).count(depth - 1)).sum::<u64>() + passed.unwrap_or(0)
    }
}

#[test]
fn stacks_part_and_rejoin() {
    let game = game("wagons");
    let start = State::parse("(wdm)3w/1dm2/5/2MD1/W3(WDM) w");
    (1..=3)
        .for_each(|depth| assert_eq!(perft(&game, &game.specification().start(), depth), start.count(depth)));
    let mut compared = 0;
    for seed in 0..30 {
        random_walk(&game, seed, 60, |position, _, _| {
            let text = game.specification().fen(position);
            if position.origin().is_none() && compared < 2_000_000 {
                let found = perft(&game, position, 3);
                assert_eq!(found, State::parse(&text).count(3), "{text}");
                compared += found;
            }
        });
    }
    assert!(compared > 1_000_000, "{compared}");
}

#[test]
fn turns_are_saved_and_taken_back() {
    let game = game("wagons");
    let starts = vec![game.specification().start(); 60];
    let (open, rejoined) = super::saved_and_taken_back(&game, &starts, 80);
    assert!(open > 500 && rejoined > 20, "{open} open turns, {rejoined} rejoined");
}

#[test]
fn steps_that_make_no_sense_are_refused() {
    let game = game("wagons");
    let start = "(wdm)3w/1dm2/5/2MD1/W3(WDM)";
    for (steps, message) in [
        ("e1e9", "`e1e9` is no legal step of this turn; there are `e1c1/W`, "),
        ("x", "`x` is no legal step of this turn; there are "),
        ("e1e3/W,e1e3/W", "`e1e3/W` is no legal step of this turn; there are "),
    ] {
        let text = format!("{start} w {steps}");
        match game.specification().read_fen(&text) {
            Ok(position) => assert!(position.origin().is_none(), "{text}"),
            Err(error) => assert!(error.to_string().starts_with(message), "{error}"),
        }
    }
}
