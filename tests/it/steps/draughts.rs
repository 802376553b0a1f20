//! English draughts: steps and leaps, each leap a step of its own; and the published counts, which take a turn as one move.

use tilegame_tests::perft;

use super::{ASLANT, Counter, Square, agrees, turn};
use tilegame_tests::game;

struct Draughts;

struct State {
    board: Square,
    black: bool,
    /// Who has leapt and leaps on.
    leaper: Option<(i32, i32)>,
}

impl State {
    fn own(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == self.black
    }

    fn enemy(&self, letter: char) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() != self.black
    }

    fn ways(&self, letter: char) -> impl Iterator<Item = (i32, i32)> + use<> {
        let forward = if self.black { 1 } else { -1 };
        let king = letter.eq_ignore_ascii_case(&'k');
        ASLANT.into_iter().filter(move |(_, dy)| king || *dy == forward)
    }

    fn leaps(&self, (x, y): (i32, i32)) -> Vec<(i32, i32)> {
        let ways = self.ways(self.board.at((x, y)));
        let leaps = |(dx, dy): &(i32, i32)| {
            self.enemy(self.board.at((x + dx, y + dy))) && self.board.at((x + 2 * dx, y + 2 * dy)) == '.'
        };
        ways.filter(leaps).collect()
    }

    /// The piece gets to a tile; whether it has been crowned.
    fn go(&self, from: (i32, i32), to: (i32, i32)) -> (Square, bool) {
        let mut board = self.board.clone();
        let letter = board.at(from);
        let last = if self.black { 7 } else { 0 };
        let crowned = to.1 == last && letter.eq_ignore_ascii_case(&'m');
        board.set(from, '.');
        board.set(to, if crowned { if self.black { 'K' } else { 'k' } } else { letter });
        (board, crowned)
    }
}

impl Counter for Draughts {
    type State = State;

    fn read(&self, text: &str) -> State {
        let (player, _, tile) = turn(text);
        let board = Square::read(text);
        let leaper = tile.map(|name| board.of(name.split('=').next().expect("a tile")));
        State { black: player == 'b', leaper, board }
    }

    fn next(&self, s: &State) -> Vec<State> {
        let mut found = Vec::new();
        let from: Vec<(i32, i32)> = match s.leaper {
            Some(leaper) => vec![leaper],
            None => s.board.all().filter(|at| s.own(s.board.at(*at))).collect(),
        };
        for (x, y) in &from {
            for (dx, dy) in s.leaps((*x, *y)) {
                let to = (x + 2 * dx, y + 2 * dy);
                let (mut board, crowned) = s.go((*x, *y), to);
                board.set((x + dx, y + dy), '.');
                let mut next = State { board, black: s.black, leaper: Some(to) };
                if crowned || next.leaps(to).is_empty() {
                    next = State { black: !s.black, leaper: None, ..next };
                }
                found.push(next);
            }
        }
        if found.is_empty() && s.leaper.is_none() {
            for (x, y) in from {
                for (dx, dy) in s.ways(s.board.at((x, y))) {
                    if s.board.at((x + dx, y + dy)) == '.' {
                        let (board, _) = s.go((x, y), (x + dx, y + dy));
                        found.push(State { board, black: !s.black, leaper: None });
                    }
                }
            }
        }
        found
    }
}

#[test]
fn draughts_leap_and_go_on() {
    agrees("draughts", &Draughts, 6);
}

/// The counts of whole turns from the start that people have published.
#[test]
fn draughts_have_the_published_counts_of_turns() {
    const PUBLISHED: [u64; 9] = [7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680];
    let game = game("draughts");
    fn turns(game: &tilegame_runtime::Game, position: &tilegame_runtime::Position, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let me = game.specification().to_move(position);
        let mut count = 0;
        for m in tilegame_tests::listed(game, position) {
            let mut next = position.clone();
            game.specification().make(&mut next, &m);
            count += turns(game, &next, depth - usize::from(game.specification().to_move(&next) != me));
        }
        count
    }
    for depth in 1..=6 {
        assert_eq!(turns(&game, &game.specification().start(), depth), PUBLISHED[depth - 1], "{depth} turns");
    }
    // Steps are counted one by one elsewhere; until somebody leaps twice, that is the same.
    assert_eq!(perft(&game, &game.specification().start(), 4), PUBLISHED[3]);
    fn whole(s: &State, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = |next: State| whole(&next, depth - usize::from(next.black != s.black));
        Draughts.next(s).into_iter().map(turns).sum()
    }
    let start = Draughts.read("1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1 b");
    for depth in 1..=8 {
        assert_eq!(whole(&start, depth), PUBLISHED[depth - 1], "{depth} turns");
    }
}
