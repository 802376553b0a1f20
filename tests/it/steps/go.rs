//! Go, played on sets of points with all boards that there have been.
//!
//! Published (J. Tromp, G. Farnebäck, *Combinatorics of Go*): there are 1, 57 and 12,675 legal positions on boards of 1, 2 and 3 lines,
//! and 9 and 907 games on boards of 1 × 2 and 1 × 3 points, in which either side may go on and no board comes twice.

use std::collections::{BTreeSet, HashSet};

use tilegame_dsl::ir::PlayerId;
use tilegame_record::Match;
use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{compile, game, random_walk};

use super::{STRAIGHT, Square, turn};

/// A game so far: the boards that moves have left, the last one last, whose turn it is, and how many passes there have just been.
#[derive(Clone)]
struct State {
    boards: Vec<Square>,
    black: bool,
    passes: u32,
}

fn stone(black: bool) -> char {
    if black { 'S' } else { 's' }
}

impl State {
    fn read(text: &str) -> State {
        let passes = text.split(' ').nth(2).map_or(0, |passes| passes.parse().expect("a number"));
        State { boards: vec![Square::read(text)], black: turn(text).0 == 'b', passes }
    }

    fn board(&self) -> &Square {
        self.boards.last().expect("a board")
    }

    /// A side puts a stone on a point; nothing if it may not.
    fn put(&self, at: (i32, i32), black: bool) -> Option<State> {
        let mut board = self.board().clone();
        if board.at(at) != '.' {
            return None;
        }
        board.set(at, stone(black));
        for side in [!black, black] {
            for point in board.all() {
                if board.at(point) == stone(side) {
                    let (chain, liberties) = chain(&board, point);
                    if liberties == 0 && side == black {
                        return None;
                    }
                    if liberties == 0 {
                        chain.into_iter().for_each(|point| board.set(point, '.'));
                    }
                }
            }
        }
        if self.boards.iter().any(|other| other.cells == board.cells) {
            return None;
        }
        let mut boards = self.boards.clone();
        boards.push(board);
        Some(State { boards, black: !black, passes: 0 })
    }

    fn pass(&self) -> State {
        State { black: !self.black, passes: self.passes + 1, boards: self.boards.clone() }
    }

    fn next(&self) -> Vec<State> {
        if self.passes >= 2 {
            return Vec::new();
        }
        let moves = self.board().all().filter_map(|point| self.put(point, self.black));
        moves.chain([self.pass()]).collect()
    }

    fn count(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.next().len() as u64,
            _ => self.next().iter().map(|next| next.count(depth - 1)).sum(),
        }
    }
}

/// The stones that hang together with one, and how many empty points there are beside them.
fn chain(board: &Square, from: (i32, i32)) -> (BTreeSet<(i32, i32)>, usize) {
    let mut chain = BTreeSet::from([from]);
    let mut open = vec![from];
    let mut liberties = BTreeSet::new();
    while let Some((x, y)) = open.pop() {
        for next in STRAIGHT.map(|(dx, dy)| (x + dx, y + dy)) {
            if board.at(next) == '.' {
                liberties.insert(next);
            } else if board.at(next) == board.at(from) && chain.insert(next) {
                open.push(next);
            }
        }
    }
    (chain, liberties.len())
}

/// Go on a board of so many files and ranks.
fn small(files: usize, ranks: usize) -> Game {
    let rows = vec![files.to_string(); ranks].join("/");
    compile(
        "small.tg",
        &format!(
            "variant \"Small\" of go9\nboard\n    grid {files} x {ranks}\nsetup \"{rows} b\"\nnotation\n    fen placement, turn, may count passes\n"
        ),
    )
}

#[test]
fn counts_agree_with_all_that_came_before() {
    let game = game("go9");
    let start = State::read(&game.specification().fen(&game.specification().start()));
    for depth in 1..=3 {
        assert_eq!(start.count(depth), perft(&game, &game.specification().start(), depth), "perft {depth}");
    }
}

/// On a small board most stones are taken again, and boards come back.
#[test]
fn games_on_small_boards_are_followed_to_their_end() {
    for (files, plies, depth) in [(2, 60, 4), (3, 120, 3), (4, 160, 2)] {
        let game = small(files, files);
        let (mut forbidden, mut nodes) = (0, 0);
        for seed in 0..12 {
            let mut state: Option<State> = None;
            random_walk(&game, seed, plies, |position, moves, chosen| {
                let now = state.take().unwrap_or_else(|| State::read(&game.specification().fen(position)));
                let text = game.specification().fen(position);
                assert_eq!(now.next().len(), moves.len(), "{text}");
                let counted = now.count(depth);
                assert_eq!(counted, perft(&game, position, depth), "{text}");
                nodes += counted;
                // A text alone begins a game of its own.
                forbidden += State::read(&text).next().len() - moves.len();
                let point = game.rules().board.tiles[chosen.to.index()].name.clone();
                let next = if chosen.is_pass() {
                    Some(now.pass())
                } else {
                    now.put(now.board().of(&point), now.black)
                };
                state = next;
            });
        }
        assert!(forbidden > 0 && nodes > 1000, "{files}: {forbidden} forbidden moves, {nodes} nodes");
    }
}

#[test]
fn every_legal_position_is_reached() {
    for (lines, published) in [(1, 1), (2, 57), (3, 12_675)] {
        let game = small(lines, lines);
        let mut seen: HashSet<String> = HashSet::new();
        let mut open = vec![game.specification().fen(&game.specification().start())];
        while let Some(text) = open.pop() {
            if !seen.insert(text.clone()) {
                continue;
            }
            // A text has no history, so that no board is forbidden but the one before.
            let position = game.specification().read_fen(&text).expect("a position");
            for player in [PlayerId(0), PlayerId(1)] {
                let turned = game.specification().as_turn_of(&position, player).expect("a player in play");
                for m in tilegame_tests::listed(&game, &turned).iter().filter(|m| !m.is_pass()) {
                    let mut next = turned.clone();
                    game.specification().make(&mut next, m);
                    let next = game.specification().as_turn_of(&next, PlayerId(0)).expect("a player in play");
                    open.push(game.specification().fen(&next));
                }
            }
        }
        assert_eq!(seen.len(), published, "{lines} lines");
    }
}

/// All games in which either side may go on, from a position on.
fn games(game: &Game, position: &Position) -> u64 {
    let mut all = 1;
    for player in [PlayerId(0), PlayerId(1)] {
        let turned = game.specification().as_turn_of(position, player).expect("a player in play");
        for m in tilegame_tests::listed(game, &turned).iter().filter(|m| !m.is_pass()) {
            let mut next = turned.clone();
            game.specification().make(&mut next, m);
            all += games(game, &next);
        }
    }
    all
}

#[test]
fn there_are_as_many_games_as_published() {
    for (points, published) in [(2, 9), (3, 907)] {
        let game = small(points, 1);
        assert_eq!(games(&game, &game.specification().start()), published, "1 x {points}");
    }
}

/// A position knows what was before it, wherever it is; a text does not.
#[test]
fn a_match_remembers_and_a_text_does_not() {
    let game = game("go9");
    let ko = game.specification().read_fen("9/9/9/9/9/9/9/1Ss6/S1Ss5 w").expect("a position");
    let mut played = Match::from_state(game.state(&ko));
    let takes = |played: &mut Match, text: &str| {
        let m = played.state().read_one(text).ok()?;
        played.play(m).ok()
    };
    let back = "S@c1";
    for _ in 0..2 {
        assert!(takes(&mut played, "S@b1").is_some());
        assert!(takes(&mut played, back).is_none());
        let copy = played.state().position();
        assert_eq!(game.state(&copy).legal_moves(), played.legal_moves());
        let fresh = game.specification().read_fen(&game.specification().fen(&copy)).expect("a position");
        assert_eq!(
            tilegame_tests::listed(&game, &fresh).len(),
            tilegame_tests::listed(&game, &copy).len() + 1
        );
        assert_ne!(fresh, copy);
        let without_past = copy.clone().without_past();
        assert_eq!(
            (fresh, game.specification().identity(&copy)),
            (without_past.clone(), game.specification().identity(&without_past))
        );
        played.undo();
        assert_eq!(played.state(), played.start());
    }
    for text in ["S@b1", "S@a9", "S@b9", back] {
        assert!(takes(&mut played, text).is_some(), "{text}");
    }
    // The same stones, put in another order: the same board, and another past.
    let after = |moves: [&str; 4]| {
        let mut played = Match::new(&game);
        moves.iter().for_each(|text| assert!(takes(&mut played, text).is_some(), "{text}"));
        played.state().position()
    };
    let (one, other) = (after(["S@a1", "S@b2", "S@c3", "S@d4"]), after(["S@c3", "S@d4", "S@a1", "S@b2"]));
    assert_ne!(one, other);
    assert_eq!(game.specification().identity(&one), game.specification().identity(&other));
}
