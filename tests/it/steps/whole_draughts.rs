//! Draughts in which a turn that takes is one move, and what each variant says about which captures may be made.

use std::collections::BTreeSet;

use tilegame_tests::perft;

use super::{ASLANT, Counter, STRAIGHT, Square, agrees, turn};
use tilegame_tests::game;

type Tile = (i32, i32);

/// Draughts of this sort.
#[derive(Clone, Copy, PartialEq)]
enum Draughts {
    /// Kings fly, and as many pieces are taken as can be: on ten by ten and on eight by eight.
    International,
    /// All take in eight directions, by worth; a king goes three times in a row.
    Frisian,
    /// Any capture that is complete; men are crowned in the middle of one.
    Russian,
    /// Kings go one step, men take forward and no kings; five rules.
    Italian,
}

/// Pieces are `M` and `K`, a king that has moved last `S`.
struct State {
    board: Square,
    white: bool,
    /// How often the king that has moved last has moved, White's first.
    strides: [u32; 2],
}

/// A turn that takes: from where, to where, what in which order, and whether a man was crowned on the way.
#[derive(Clone)]
struct Capture {
    from: Tile,
    to: Tile,
    taken: Vec<Tile>,
    king: bool,
    crowned: bool,
}

impl State {
    fn own(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == self.white
    }

    fn enemy(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() != self.white
    }

    fn last(&self) -> i32 {
        if self.white { self.board.size - 1 } else { 0 }
    }

    /// The empty tiles one after the other from a tile, in a direction.
    fn free(&self, (mut x, mut y): Tile, (dx, dy): (i32, i32)) -> Vec<Tile> {
        let mut found = Vec::new();
        loop {
            (x, y) = (x + dx, y + dy);
            if self.board.at((x, y)) != '.' {
                return found;
            }
            found.push((x, y));
        }
    }

    /// The captures one longer than this one, and apart those over each piece. The start is lifted from the board.
    fn longer(&self, rules: Draughts, so_far: &Capture) -> Vec<Vec<Capture>> {
        let king = so_far.king || so_far.crowned;
        let flies = king && rules != Draughts::Italian;
        let mut ways: Vec<(i32, i32)> = ASLANT.to_vec();
        if rules == Draughts::Frisian {
            // Dark tiles on a rank or a file are two apart.
            ways.extend(STRAIGHT.map(|(dx, dy)| (2 * dx, 2 * dy)));
        }
        if rules == Draughts::Italian && !king {
            ways.retain(|(_, dy)| (*dy > 0) == self.white);
        }
        let mut found = Vec::new();
        for (dx, dy) in ways {
            let at = so_far.to;
            let before = if flies { self.free(at, (dx, dy)).last().copied().unwrap_or(at) } else { at };
            let victim = (before.0 + dx, before.1 + dy);
            let letter = self.board.at(victim);
            let spared = rules == Draughts::Italian && !king && letter.eq_ignore_ascii_case(&'k');
            if !self.enemy(letter) || so_far.taken.contains(&victim) || spared {
                continue;
            }
            let mut behind = self.free(victim, (dx, dy));
            behind.truncate(if flies { behind.len() } else { 1 });
            let landed = behind.into_iter().map(|to| {
                let mut longer = so_far.clone();
                longer.to = to;
                longer.taken.push(victim);
                longer.crowned |= rules == Draughts::Russian && !king && to.1 == self.last();
                longer
            });
            let landed: Vec<Capture> = landed.collect();
            if !landed.is_empty() {
                found.push(landed);
            }
        }
        found
    }

    /// All captures that can't go on, by way of tiles from which they can if there are any.
    fn complete(&self, rules: Draughts, so_far: &Capture, all: &mut Vec<Capture>) {
        for landings in self.longer(rules, so_far) {
            let goes_on = |landing: &&Capture| !self.longer(rules, landing).is_empty();
            if landings.iter().any(|landing| goes_on(&landing)) {
                landings.iter().filter(goes_on).for_each(|landing| self.complete(rules, landing, all));
            } else {
                all.extend(landings);
            }
        }
    }

    /// What makes one capture better than another; the least is best.
    fn rank(&self, rules: Draughts, capture: &Capture) -> Vec<usize> {
        let is_king = |at: &Tile| "KkSs".contains(self.board.at(*at));
        let kings = capture.taken.iter().filter(|at| is_king(at)).count();
        let taken = capture.taken.len();
        match rules {
            Draughts::International => vec![100 - taken],
            // Two kings are worth less than four men and more than three.
            Draughts::Frisian => vec![10_000 - 100 * taken - 99 * kings, usize::from(!capture.king)],
            Draughts::Russian => Vec::new(),
            Draughts::Italian => {
                let first = capture.taken.iter().position(is_king).unwrap_or(0);
                vec![100 - taken, usize::from(!capture.king), 100 - kings, first]
            }
        }
    }

    fn after(&self, rules: Draughts, from: Tile, to: Tile, taken: &BTreeSet<Tile>, crowned: bool) -> State {
        let mut board = self.board.clone();
        let was = board.at(from);
        let king = "KkSs".contains(was);
        let is_crowned = crowned || (!king && to.1 == self.last());
        let cased = |letter: char| if self.white { letter } else { letter.to_ascii_lowercase() };
        taken.iter().for_each(|tile| board.set(*tile, '.'));
        board.set(from, '.');
        let mut strides = self.strides;
        let mine = usize::from(!self.white);
        for tile in board.all().filter(|at| board.at(*at) == cased('S')).collect::<Vec<_>>() {
            board.set(tile, cased('K'));
        }
        board.set(to, cased(if king || is_crowned { 'K' } else { 'M' }));
        let has_men = board.all().any(|at| board.at(at) == cased('M'));
        let strode = rules == Draughts::Frisian && king && taken.is_empty() && has_men;
        strides[mine] = match (strode, was == cased('S')) {
            (true, true) => self.strides[mine] + 1,
            (true, false) => 1,
            (false, _) => 0,
        };
        if strode {
            board.set(to, cased('S'));
        }
        State { board, white: !self.white, strides }
    }
}

impl Counter for Draughts {
    type State = State;

    fn read(&self, text: &str) -> State {
        let letters = text.replace("'K", "S").replace("'k", "s");
        let mut strides = [0, 0];
        if let Some((first, second)) = text.split(' ').nth(2).and_then(|field| field.split_once('+')) {
            strides = [first, second].map(|number| number.parse().expect("a number"));
        }
        State { white: turn(text).0 == 'w', board: Square::read(&letters), strides }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let own: Vec<Tile> = s.board.all().filter(|at| s.own(s.board.at(*at))).collect();
        let is_king = |at: Tile| "KkSs".contains(s.board.at(at));
        let mut captures = Vec::new();
        for from in &own {
            let mut lifted = State { board: s.board.clone(), ..*s };
            lifted.board.set(*from, '.');
            let king = is_king(*from);
            let start = Capture { from: *from, to: *from, taken: Vec::new(), king, crowned: false };
            lifted.complete(*self, &start, &mut captures);
        }
        if let Some(best) = captures.iter().map(|capture| s.rank(*self, capture)).min() {
            captures.retain(|capture| s.rank(*self, capture) == best);
            // In which order something was taken does not matter.
            let told = captures.iter().map(|c| (c.from, c.to, c.taken.iter().copied().collect(), c.crowned));
            let told: BTreeSet<(Tile, Tile, BTreeSet<Tile>, bool)> = told.collect();
            return told
                .iter()
                .map(|(from, to, taken, crowned)| s.after(*self, *from, *to, taken, *crowned))
                .collect();
        }
        let forward = if s.white { 1 } else { -1 };
        let has_men = own.iter().any(|at| !is_king(*at));
        let mut found = Vec::new();
        for from in own {
            if has_men && "Ss".contains(s.board.at(from)) && s.strides[usize::from(!s.white)] >= 3 {
                continue;
            }
            for way in ASLANT.into_iter().filter(|(_, dy)| is_king(from) || *dy == forward) {
                let mut free = s.free(from, way);
                free.truncate(if is_king(from) && *self != Draughts::Italian { free.len() } else { 1 });
                found.extend(free.into_iter().map(|to| s.after(*self, from, to, &BTreeSet::new(), false)));
            }
        }
        found
    }
}

/// As far as the published counts of the two games go that are counted here.
#[test]
fn turns_take_as_much_as_they_can() {
    for (name, published) in [
        ("draughts10", [9, 81, 658, 4265, 27_117, 167_140].as_slice()),
        ("brazilian-draughts", &[7, 49, 302, 1469, 7473, 37_628]),
    ] {
        let game = game(name);
        for (depth, count) in (1..).zip(published) {
            assert_eq!(perft(&game, &game.specification().start(), depth), *count, "{name}, perft {depth}");
        }
        agrees(name, &Draughts::International, 5);
    }
}

#[test]
fn frisian_captures_go_by_worth_and_kings_rest() {
    agrees("frisian-draughts", &Draughts::Frisian, 6);
}

#[test]
fn russian_captures_are_complete_and_crown_men_on_the_way() {
    agrees("russian-draughts", &Draughts::Russian, 6);
}

#[test]
fn italian_captures_follow_five_rules() {
    agrees("italian-draughts", &Draughts::Italian, 6);
}
