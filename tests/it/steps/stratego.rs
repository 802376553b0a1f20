//! Open Stratego: place forty pieces each, then step or attack, the stronger piece wins.

use std::collections::BTreeMap;

use super::{Counter, STRAIGHT, Square, agrees_from};
use tilegame_tests::compile;
use tilegame_tests::perft;

struct Stratego;

#[derive(Clone, PartialEq)]
struct State {
    board: Square,
    hands: BTreeMap<char, u32>,
    red: bool,
}

impl State {
    fn owns(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == self.red
    }

    fn turned(mut self) -> State {
        self.red = !self.red;
        self
    }
}

/// How strong a piece is that moves, as its badge says; a flag is weaker than all.
fn strength(letter: char) -> i32 {
    match letter.to_ascii_uppercase() {
        'F' => 0,
        'Y' => 1,
        'T' => 2,
        'N' => 3,
        'S' => 4,
        'L' => 5,
        'K' => 6,
        'J' => 7,
        'C' => 8,
        'G' => 9,
        'M' => 10,
        other => panic!("{other} does not fight"),
    }
}

/// Who is left on the tile of an attack.
fn left(attacker: char, defender: char) -> Option<char> {
    match (attacker.to_ascii_uppercase(), defender.to_ascii_uppercase()) {
        ('N', 'B') | ('Y', 'M') => Some(attacker),
        (_, 'B') => Some(defender),
        _ => match strength(attacker) - strength(defender) {
            0 => None,
            more if more > 0 => Some(attacker),
            _ => Some(defender),
        },
    }
}

impl Counter for Stratego {
    type State = State;

    fn read(&self, text: &str) -> State {
        let (_, rest) = text.split_once('[').expect("hands");
        let (held, turn) = rest.split_once("] ").expect("whose turn it is");
        let mut hands = BTreeMap::new();
        held.chars().for_each(|letter| *hands.entry(letter).or_default() += 1);
        State { board: Square::read(text), hands, red: turn == "r" }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let flag = if s.red { 'F' } else { 'f' };
        let mut found = Vec::new();
        if !s.hands.contains_key(&flag) && s.board.all().all(|at| s.board.at(at) != flag) {
            return found;
        }
        let home = if s.red { 0..=3 } else { 6..=9 };
        for letter in s.hands.keys().copied().filter(|letter| s.owns(*letter)) {
            for at in s.board.all().filter(|at| home.contains(&at.1) && s.board.at(*at) == '.') {
                let mut next = s.clone();
                next.board.set(at, letter);
                let held = next.hands.get_mut(&letter).expect("it is held");
                *held -= 1;
                if *held == 0 {
                    next.hands.remove(&letter);
                }
                found.push(next.turned());
            }
        }
        // A player who can place a piece must do so.
        if !found.is_empty() {
            return found;
        }
        for from in s.board.all().filter(|at| s.owns(s.board.at(*at))) {
            let letter = s.board.at(from);
            let mut own: Vec<State> = Vec::new();
            let farthest = match letter.to_ascii_uppercase() {
                'B' | 'F' => 0,
                'T' => 9,
                _ => 1,
            };
            for (dx, dy) in STRAIGHT {
                for steps in 1..=farthest {
                    let to = (from.0 + steps * dx, from.1 + steps * dy);
                    let there = s.board.at(to);
                    let stands = match there {
                        '.' => Some(letter),
                        ' ' | '*' => break,
                        own if s.owns(own) => break,
                        // Only next to it is a piece attacked.
                        _ if steps > 1 => break,
                        enemy => left(letter, enemy),
                    };
                    let mut next = s.clone();
                    next.board.set(from, '.');
                    next.board.set(to, stands.unwrap_or('.'));
                    // Attacks that end alike are one move: a piece is lost at either of two bombs.
                    let next = next.turned();
                    if !own.contains(&next) {
                        own.push(next);
                    }
                    if there != '.' {
                        break;
                    }
                }
            }
            found.extend(own);
        }
        found
    }
}

#[test]
fn the_stronger_piece_wins() {
    let game = compile("stratego.tg", include_str!("../../cases/games/stratego.tg"));
    // Placing is compared a ply deep, fights from where few are left, so that some games come to their end.
    let start = game.specification().start();
    assert_eq!(Stratego.count(&Stratego.read(&game.specification().fen(&start)), 1), perft(&game, &start, 1));
    let few = "f8t/1m2b1s3/3g2n3/2Y1k1t1j1/K1**l1**T1/M1**1c**Nb/2J1y3S1/4T1C2G/1B3Lg3/FBm6K[] r";
    agrees_from(&game, &game.specification().read_fen(few).expect("it is a position"), &Stratego, 3);
}
