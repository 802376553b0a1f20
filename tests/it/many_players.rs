//! Games of three and four players, against a counter of moves on plain coordinates that shares no code with the engine.
//!
//! The counter is written from the rules at the head of each game's file. It and the engine have to agree, position by
//! position of games played at random, until a million nodes have been compared for each game; and in positions with few
//! pieces, in which players go out one after the other.

use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{Dice, game, random_walk};

const ENOUGH: u64 = 1_000_000;

/// The tiles in a line, which may part.
struct Line {
    tile: usize,
    on: Vec<Line>,
}

/// Where a player's pawn goes from a tile.
#[derive(Default)]
struct Pawn {
    ahead: Option<usize>,
    takes: Vec<usize>,
    /// It stands on the second rank.
    fresh: bool,
    /// It promotes here.
    last: bool,
}

/// What castling to one side needs.
struct Castling {
    king: usize,
    rook: usize,
    /// Tiles between the two.
    between: Vec<usize>,
    /// Where the king stands and what it crosses.
    safe: Vec<usize>,
    king_to: usize,
    rook_to: usize,
}

/// What becomes of who is mated.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fate {
    /// The game is over.
    Over,
    /// The king goes, and the army joins who has mated.
    Inherited,
    /// All stays where it is.
    Stone,
}

struct Table {
    names: Vec<String>,
    straight: Vec<Vec<Line>>,
    slanted: Vec<Vec<Line>>,
    leaps: Vec<Vec<usize>>,
    /// For every tile, whether each other is on one of its lines.
    in_line: Vec<Vec<bool>>,
    /// For every player and tile.
    pawns: Vec<Vec<Pawn>>,
    /// For every player, to both sides.
    castling: Vec<[Castling; 2]>,
    fate: Fate,
}

#[derive(Clone)]
struct State {
    tiles: Vec<Option<(usize, char)>>,
    turn: usize,
    rights: Vec<[bool; 2]>,
    /// For every player, the tile just skipped by a pawn, and the pawn's.
    skipped: Vec<Option<(usize, usize)>>,
    out: Vec<bool>,
}

impl Table {
    fn players(&self) -> usize {
        self.pawns.len()
    }

    /// The tiles along lines up to the first piece, that one included.
    fn slide(s: &State, lines: &[Line], found: &mut Vec<usize>) {
        for line in lines {
            found.push(line.tile);
            if s.tiles[line.tile].is_none() {
                Table::slide(s, &line.on, found);
            }
        }
    }

    /// The tiles that a piece attacks, whatever stands there.
    fn attacks(&self, s: &State, from: usize) -> Vec<usize> {
        let Some((owner, kind)) = s.tiles[from] else { return Vec::new() };
        let mut found = Vec::new();
        match kind {
            'R' => Table::slide(s, &self.straight[from], &mut found),
            'B' => Table::slide(s, &self.slanted[from], &mut found),
            'Q' => {
                Table::slide(s, &self.straight[from], &mut found);
                Table::slide(s, &self.slanted[from], &mut found);
            }
            'K' => found.extend(self.straight[from].iter().chain(&self.slanted[from]).map(|line| line.tile)),
            'N' => found.extend(&self.leaps[from]),
            _ => found.extend(&self.pawns[owner][from].takes),
        }
        found
    }

    fn attacked_by(&self, s: &State, tile: usize, player: usize) -> bool {
        let near = |from: &usize| self.leaps[*from].contains(&tile) || self.in_line[*from][tile];
        let own = |from: &usize| s.tiles[*from].is_some_and(|(owner, _)| owner == player) && near(from);
        !s.out[player] && (0..s.tiles.len()).filter(own).any(|from| self.attacks(s, from).contains(&tile))
    }

    fn attacked(&self, s: &State, tile: usize, owner: usize) -> bool {
        (0..self.players()).any(|p| p != owner && self.attacked_by(s, tile, p))
    }

    fn king(&self, s: &State, player: usize) -> Option<usize> {
        s.tiles.iter().position(|t| *t == Some((player, 'K')))
    }

    fn next(&self, s: &State, player: usize) -> usize {
        (1..=self.players()).map(|n| (player + n) % self.players()).find(|p| !s.out[*p]).unwrap_or(player)
    }

    fn in_play(&self, s: &State) -> usize {
        s.out.iter().filter(|out| !**out).count()
    }

    fn pass(&self, s: &mut State) {
        s.turn = self.next(s, s.turn);
        s.skipped[s.turn] = None;
    }

    fn go(&self, s: &State, from: usize, to: usize) -> State {
        let mut next = s.clone();
        next.tiles[to] = next.tiles[from].take();
        for (player, sides) in self.castling.iter().enumerate() {
            for (side, castling) in sides.iter().enumerate() {
                let corners = [castling.king, castling.rook];
                if corners.contains(&from) || corners.contains(&to) {
                    next.rights[player][side] = false;
                }
            }
        }
        next
    }

    /// The positions after the moves of the player to move that leave the own king safe, each before the turn passes.
    fn legal(&self, s: &State) -> Vec<State> {
        let me = s.turn;
        let mut all = Vec::new();
        for from in 0..s.tiles.len() {
            let Some((owner, kind)) = s.tiles[from] else { continue };
            if owner != me {
                continue;
            }
            if kind == 'P' {
                self.pawn_moves(s, from, &mut all);
                continue;
            }
            let mut targets = self.attacks(s, from);
            targets.sort();
            targets.dedup();
            let free = |t: &usize| *t != from && s.tiles[*t].is_none_or(|(owner, _)| owner != me);
            all.extend(targets.into_iter().filter(free).map(|to| self.go(s, from, to)));
        }
        for (side, c) in self.castling[me].iter().enumerate() {
            let ready = s.rights[me][side]
                && c.between.iter().all(|t| s.tiles[*t].is_none())
                && c.safe.iter().all(|t| !self.attacked(&without(s, c.king), *t, me));
            if ready {
                let mut next = self.go(s, c.king, c.king_to);
                next = self.go(&next, c.rook, c.rook_to);
                all.push(next);
            }
        }
        all.retain(|next| self.king(next, me).is_none_or(|king| !self.attacked(next, king, me)));
        all
    }

    fn pawn_moves(&self, s: &State, from: usize, all: &mut Vec<State>) {
        let me = s.turn;
        let pawn = &self.pawns[me][from];
        let mut arrive = |next: State, to: usize| {
            if self.pawns[me][to].last {
                for kind in "QRBN".chars() {
                    let mut promoted = next.clone();
                    promoted.tiles[to] = Some((me, kind));
                    all.push(promoted);
                }
            } else {
                all.push(next);
            }
        };
        if let Some(to) = pawn.ahead.filter(|to| s.tiles[*to].is_none()) {
            arrive(self.go(s, from, to), to);
            let further = self.pawns[me][to].ahead.filter(|to| pawn.fresh && s.tiles[*to].is_none());
            if let Some(further) = further {
                let mut next = self.go(s, from, further);
                next.skipped[me] = Some((to, further));
                arrive(next, further);
            }
        }
        for to in &pawn.takes {
            match s.tiles[*to] {
                Some((owner, _)) if owner != me => arrive(self.go(s, from, *to), *to),
                Some(_) => {}
                None => {
                    let skipped = s.skipped.iter().enumerate().filter(|(owner, _)| *owner != me);
                    let passed = skipped.filter_map(|(owner, skipped)| Some((owner, (*skipped)?)));
                    let taken = passed
                        .filter(|(owner, (tile, pawn))| tile == to && s.tiles[*pawn] == Some((*owner, 'P')));
                    if let Some((_, (_, taken))) = taken.into_iter().next() {
                        let mut next = self.go(s, from, *to);
                        next.tiles[taken] = None;
                        arrive(next, *to);
                    }
                }
            }
        }
    }

    fn put_out(&self, s: &mut State, player: usize, heir: usize) {
        s.out[player] = true;
        s.skipped[player] = None;
        if self.fate == Fate::Inherited {
            s.rights[player] = [false; 2];
            for tile in &mut s.tiles {
                match tile {
                    Some((owner, 'K')) if *owner == player => *tile = None,
                    Some((owner, _)) if *owner == player => *owner = heir,
                    _ => {}
                }
            }
        }
    }

    /// Who goes out now that `mover` has moved, and whose turn it is.
    fn settle(&self, s: &mut State, mover: usize) {
        if self.fate == Fate::Over {
            return;
        }
        let mut passed = 0;
        loop {
            let lost: Vec<usize> =
                (0..self.players()).filter(|p| !s.out[*p] && self.king(s, *p).is_none()).collect();
            for player in lost {
                self.put_out(s, player, mover);
                passed = 0;
            }
            if s.out[s.turn] {
                self.pass(s);
            }
            if self.in_play(s) == 1 || !self.legal(s).is_empty() {
                return;
            }
            let me = s.turn;
            let king = self.king(s, me).expect("those without are out");
            if self.fate == Fate::Inherited && !self.attacked(s, king, me) {
                if passed == self.in_play(s) {
                    return;
                }
                passed += 1;
                self.pass(s);
                continue;
            }
            let heir = if self.attacked_by(s, king, mover) { mover } else { self.next(s, me) };
            self.put_out(s, me, heir);
            self.pass(s);
            passed = 0;
        }
    }

    fn is_over(&self, s: &State) -> bool {
        let open = |p: usize| self.king(s, p).is_some_and(|king| self.attacked_by(s, king, s.turn));
        match self.fate {
            Fate::Over => (0..self.players()).any(|p| p != s.turn && open(p)),
            _ => self.in_play(s) == 1,
        }
    }

    /// The positions after all moves; none if the game is over.
    fn after(&self, s: &State) -> Vec<State> {
        if self.is_over(s) {
            return Vec::new();
        }
        let mut all = self.legal(s);
        for next in &mut all {
            self.pass(next);
            self.settle(next, s.turn);
        }
        all
    }

    fn count(&self, s: &State, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => {
                if self.is_over(s) {
                    0
                } else {
                    self.legal(s).len() as u64
                }
            }
            _ => self.after(s).iter().map(|next| self.count(next, depth - 1)).sum(),
        }
    }

    /// A position of the engine, piece by piece.
    fn read(&self, game: &Game, position: &Position) -> State {
        let rules = game.rules();
        let at = |tile: tilegame_runtime::ir::Tile| {
            let name = rules.board.name(tile);
            self.names.iter().position(|n| **n == name).unwrap_or_else(|| panic!("no tile {name}"))
        };
        let mut tiles = vec![None; self.names.len()];
        for (tile, piece) in position.pieces() {
            let letter = rules.kinds[piece.kind.index()].letter.chars().next().expect("a letter");
            tiles[at(tile)] = Some((piece.owner.expect("somebody's").index(), letter));
        }
        let has = |name: usize| position.has_right(rules.board.tile(&self.names[name]).expect("a tile"));
        let mut skipped = vec![None; self.players()];
        for left in position.marks() {
            skipped[left.owner.index()] = Some((at(left.tile), at(left.maker)));
        }
        State {
            tiles,
            turn: game.specification().to_move(position).index(),
            rights: self
                .castling
                .iter()
                .map(|sides| [0, 1].map(|i| has(sides[i].king) && has(sides[i].rook)))
                .collect(),
            skipped,
            out: rules
                .players
                .iter()
                .enumerate()
                .map(|(p, _)| position.out().iter().any(|o| o.index() == p))
                .collect(),
        }
    }
}

fn without(s: &State, tile: usize) -> State {
    let mut lifted = s.clone();
    lifted.tiles[tile] = None;
    lifted
}

/// A line from a place on, by what comes after a place and a direction.
fn lines<P: Copy>(
    from: P,
    way: [i32; 2],
    step: &dyn Fn(P, [i32; 2]) -> Vec<(P, [i32; 2])>,
    tile: &dyn Fn(P) -> usize,
) -> Vec<Line> {
    let next = step(from, way).into_iter();
    next.map(|(place, way)| Line { tile: tile(place), on: lines(place, way, step, tile) }).collect()
}

const STRAIGHT: [[i32; 2]; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const SLANTED: [[i32; 2]; 4] = [[1, 1], [1, -1], [-1, -1], [-1, 1]];

/// For every tile, whether each other is on one of these lines.
fn in_line(straight: &[Vec<Line>], slanted: &[Vec<Line>]) -> Vec<Vec<bool>> {
    fn mark(lines: &[Line], seen: &mut [bool]) {
        for line in lines {
            seen[line.tile] = true;
            mark(&line.on, seen);
        }
    }
    let mut all = vec![vec![false; straight.len()]; straight.len()];
    for (tile, seen) in all.iter_mut().enumerate() {
        mark(&straight[tile], seen);
        mark(&slanted[tile], seen);
    }
    all
}

/// The targets of a leap by two one way and one aside, or one and then two, along the lines as they bend.
fn leaps<P: Copy>(
    from: P,
    step: &dyn Fn(P, [i32; 2]) -> Vec<(P, [i32; 2])>,
    tile: &dyn Fn(P) -> usize,
) -> Vec<usize> {
    let mut found = Vec::new();
    for way in STRAIGHT {
        for first in step(from, way) {
            let aside = |[i, j]: [i32; 2]| [[j, i], [-j, -i]];
            for (place, way) in step(first.0, first.1) {
                found.extend(aside(way).into_iter().flat_map(|way| step(place, way)).map(|(p, _)| tile(p)));
            }
            for way in aside(first.1) {
                let second = step(first.0, way);
                found.extend(second.into_iter().flat_map(|(p, way)| step(p, way)).map(|(p, _)| tile(p)));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

// ---- Three players -------------------------------------------------------------------------------------------------

/// One of six quarters round the middle, and how far from its borders with the quarter before and the one after it.
type Quarter = (i32, i32, i32);

fn quarter_tile((k, i, j): Quarter) -> usize {
    (k * 16 + i * 4 + j) as usize
}

fn quarter_name((k, i, j): Quarter) -> String {
    let at = |letters: &str, n: i32| letters.chars().nth(n as usize).expect("a letter");
    match k {
        0 => format!("{}{}", at("dcba", j), 4 - i),
        1 => format!("{}{}", at("efgh", i), 4 - j),
        2 => format!("{}{}", at("efgh", j), 9 + i),
        3 => format!("{}{}", at("ijkl", i), 9 + j),
        4 => format!("{}{}", at("ijkl", j), 5 + i),
        _ => format!("{}{}", at("dcba", i), 5 + j),
    }
}

/// The places after one step; a slanted step through the middle leads to two.
fn quarter_step((k, i, j): Quarter, [di, dj]: [i32; 2]) -> Vec<(Quarter, [i32; 2])> {
    let (to_i, to_j) = (i + di, j + dj);
    if to_i > 3 || to_j > 3 {
        return Vec::new();
    }
    let before = |k: i32| (k + 5) % 6;
    let after = |k: i32| (k + 1) % 6;
    match (to_i < 0, to_j < 0) {
        (false, false) => vec![((k, to_i, to_j), [di, dj])],
        // Over the border with the quarter before: what was along it is away from the other one's border, and back.
        (true, false) => vec![((before(k), to_j, 0), [dj, 1])],
        (false, true) => vec![((after(k), 0, to_i), [1, di])],
        (true, true) => [2, 4].map(|n| (((k + n) % 6, 0, 0), [1, 1])).into(),
    }
}

fn three(fate: Fate) -> Table {
    let quarters: Vec<Quarter> =
        (0..6).flat_map(|k| (0..4).flat_map(move |i| (0..4).map(move |j| (k, i, j)))).collect();
    let all = |ways: [[i32; 2]; 4]| {
        let of = |q: &Quarter| {
            ways.into_iter().flat_map(|way| lines(*q, way, &quarter_step, &quarter_tile)).collect::<Vec<_>>()
        };
        quarters.iter().map(of).collect::<Vec<_>>()
    };
    // White has quarters 0 and 1, Black 4 and 5, Red 2 and 3.
    let homes = [[0, 1], [4, 5], [2, 3]];
    let pawn = |home: [i32; 2], (k, i, j): Quarter| {
        let own = home.contains(&k);
        let far = if k % 2 == 0 { i } else { j };
        // Away from the own back row, then towards that of another.
        let ahead = if own { -1 } else { 1 };
        let (way, aside) = if k % 2 == 0 {
            ([ahead, 0], [[ahead, 1], [ahead, -1]])
        } else {
            ([0, ahead], [[1, ahead], [-1, ahead]])
        };
        let mut takes: Vec<usize> = aside
            .into_iter()
            .flat_map(|way| quarter_step((k, i, j), way))
            .map(|(q, _)| quarter_tile(q))
            .collect();
        takes.sort();
        takes.dedup();
        Pawn {
            ahead: quarter_step((k, i, j), way).first().map(|(q, _)| quarter_tile(*q)),
            takes,
            fresh: own && far == 2,
            last: !own && far == 3,
        }
    };
    // On the back row of the even quarter stand R N B Q, j from 3 to 0; on that of the odd one K B N R, i from 0 to 3.
    let castling = |home: [i32; 2]| {
        let queens = |j: i32| quarter_tile((home[0], 3, j));
        let kings = |i: i32| quarter_tile((home[1], i, 3));
        let king = kings(0);
        [
            Castling {
                king,
                rook: kings(3),
                between: vec![kings(1), kings(2)],
                safe: vec![king, kings(1)],
                king_to: kings(2),
                rook_to: kings(1),
            },
            Castling {
                king,
                rook: queens(3),
                between: vec![queens(0), queens(1), queens(2)],
                safe: vec![king, queens(0)],
                king_to: queens(1),
                rook_to: queens(0),
            },
        ]
    };
    let (straight, slanted) = (all(STRAIGHT), all(SLANTED));
    Table {
        in_line: in_line(&straight, &slanted),
        names: quarters.iter().map(|q| quarter_name(*q)).collect(),
        straight,
        slanted,
        leaps: quarters.iter().map(|q| leaps(*q, &quarter_step, &quarter_tile)).collect(),
        pawns: homes.iter().map(|home| quarters.iter().map(|q| pawn(*home, *q)).collect()).collect(),
        castling: homes.iter().map(|home| castling(*home)).collect(),
        fate,
    }
}

// ---- Four players --------------------------------------------------------------------------------------------------

const SIDE: i32 = 14;

fn on_cross([x, y]: [i32; 2]) -> bool {
    let middle = |n| (3..SIDE - 3).contains(&n);
    let inside = |n| (0..SIDE).contains(&n);
    inside(x) && inside(y) && (middle(x) || middle(y))
}

fn cross_step([x, y]: [i32; 2], [dx, dy]: [i32; 2]) -> Vec<([i32; 2], [i32; 2])> {
    let to = [x + dx, y + dy];
    if on_cross(to) { vec![(to, [dx, dy])] } else { Vec::new() }
}

/// A place as one sees it who has made so many quarter turns to the right.
fn turned([x, y]: [i32; 2], quarters: usize) -> [i32; 2] {
    (0..quarters).fold([x, y], |[x, y], _| [y, SIDE - 1 - x])
}

fn four() -> Table {
    let mut places: Vec<[i32; 2]> = Vec::new();
    for y in 0..SIDE {
        places.extend((0..SIDE).map(|x| [x, y]).filter(|p| on_cross(*p)));
    }
    let tile = |place: [i32; 2]| places.iter().position(|p| *p == place).expect("on the board");
    let all = |ways: [[i32; 2]; 4]| {
        let of = |p: &[i32; 2]| {
            ways.into_iter().flat_map(|way| lines(*p, way, &cross_step, &tile)).collect::<Vec<_>>()
        };
        places.iter().map(of).collect::<Vec<_>>()
    };
    // Red, then clockwise: each player's forward is a quarter turn to the right from that of the one before.
    let pawns = |quarters: usize| {
        let of = |place: &[i32; 2]| {
            // What the place is for the first player, who goes up.
            let [x, y] = turned(*place, 4 - quarters);
            let there = |[x, y]: [i32; 2]| on_cross([x, y]).then(|| tile(turned([x, y], quarters)));
            Pawn {
                ahead: there([x, y + 1]),
                takes: [x - 1, x + 1].into_iter().filter_map(|x| there([x, y + 1])).collect(),
                fresh: y == 1,
                last: y == 7,
            }
        };
        places.iter().map(of).collect::<Vec<_>>()
    };
    // d to k: R N B Q K B N R.
    let castling = |quarters: usize| {
        let file = |x: i32| tile(turned([x, 0], quarters));
        [
            Castling {
                king: file(7),
                rook: file(10),
                between: vec![file(8), file(9)],
                safe: vec![file(7), file(8)],
                king_to: file(9),
                rook_to: file(8),
            },
            Castling {
                king: file(7),
                rook: file(3),
                between: vec![file(4), file(5), file(6)],
                safe: vec![file(7), file(6)],
                king_to: file(5),
                rook_to: file(6),
            },
        ]
    };
    let (straight, slanted) = (all(STRAIGHT), all(SLANTED));
    Table {
        in_line: in_line(&straight, &slanted),
        names: places.iter().map(|[x, y]| format!("{}{}", char::from(b'a' + *x as u8), y + 1)).collect(),
        straight,
        slanted,
        leaps: places.iter().map(|p| leaps(*p, &cross_step, &tile)).collect(),
        pawns: (0..4).map(pawns).collect(),
        castling: (0..4).map(castling).collect(),
        fate: Fate::Stone,
    }
}

// ---- The comparison ------------------------------------------------------------------------------------------------

/// Compares the counts of random games from the setup until enough nodes have been seen.
fn agrees(name: &str, table: &Table) {
    let game = game(name);
    let mut nodes = 0;
    for seed in 0..40 {
        random_walk(&game, seed, 150, |position, _, _| nodes += same_count(&game, table, position));
        if nodes >= ENOUGH {
            return;
        }
    }
    panic!("only {nodes} nodes of {name}");
}

/// The same for a position and what follows when whoever can put somebody out does; how many have gone out.
fn agrees_to_the_end(name: &str, table: &Table, text: &str) -> usize {
    let game = game(name);
    let mut gone = 0;
    for seed in 0..8 {
        let mut position = game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut dice = Dice::new(seed);
        for _ in 0..60 {
            let moves = tilegame_tests::listed(&game, &position);
            if moves.is_empty() {
                break;
            }
            same_count(&game, table, &position);
            let after = |m: &Move| {
                let mut next = position.clone();
                game.specification().make(&mut next, m);
                next
            };
            let out = moves.iter().map(after).find(|next| next.out().len() > position.out().len());
            position = out.unwrap_or_else(|| after(&moves[dice.below(moves.len())]));
        }
        gone += position.out().len();
    }
    gone
}

fn same_count(game: &Game, table: &Table, position: &Position) -> u64 {
    let expected = table.count(&table.read(game, position), 2);
    assert_eq!(perft(game, position, 2), expected, "{}", game.specification().fen(position));
    expected
}

/// Few pieces for those who go out soon.
const LAST_OF_THREE: [&str; 4] = [
    "8/8/8/wR2wQwK2wR/8/8/8/4bK3/8/8/8/rR3rK2rR w - -,-,- - 0 1",
    "8/8/8/3wQwK3/8/8/2bP2bP2/4bK3/8/8/3rP1rP2/3rQrK3 w - -,-,- - 0 1",
    "8/3wQ4/8/wR3wK3/8/8/8/7bK/8/8/8/7rK b - -,-,- - 0 1",
    "8/8/wPwP6/wK7/8/4wQ3/8/bK3bQ3/8/8/3rQ4/rK5rR1 r - -,-,- - 0 1",
];

const LAST_OF_FOUR: [&str; 3] = [
    "***4yK3***/***8***/***8***/14/14/14/bK13/14/13gK/14/14/***8***/***rR6rR***/***3rQrK3*** r - -,-,-,- - 0 1",
    "***3yKyQ3***/***3yPyP3***/***8***/14/14/14/bKbP10gPgQ/bQbP10gPgK/14/14/14/***8***/***3rPrP3***/***3rQrK3*** b - -,-,-,- - 0 1",
    "***3yK4***/***8***/***2rQ5***/14/14/9bR4/2bK11/14/4gQ8gK/14/14/***8***/***rP3rP3***/***4rK2rR*** g - -,-,-,- - 0 1",
];

/// Players go out by mate, by stalemate and by having the king taken, and the counts stay equal.
#[test]
fn whoever_goes_out_agrees_with_the_counter() {
    let table = three(Fate::Inherited);
    let gone = LAST_OF_THREE.map(|text| agrees_to_the_end("three-player-elimination", &table, text));
    assert!(gone.iter().sum::<usize>() >= 30, "{gone:?} of three have gone out");
    let gone = LAST_OF_FOUR.map(|text| agrees_to_the_end("four-player", &four(), text));
    assert!(gone.iter().sum::<usize>() >= 30, "{gone:?} of four have gone out");
}

#[test]
fn the_first_moves_agree() {
    for (name, table, nodes) in
        [("three-player", three(Fate::Over), 178_080), ("four-player", four(), 152_050)]
    {
        let game = game(name);
        assert_eq!(table.count(&table.read(&game, &game.specification().start()), 4), nodes, "{name}");
        assert_eq!(perft(&game, &game.specification().start(), 4), nodes, "{name}");
    }
}

#[test]
fn three_players_agree_with_the_counter() {
    agrees("three-player", &three(Fate::Over));
}

#[test]
fn four_players_agree_with_the_counter() {
    agrees("four-player", &four());
}

#[test]
fn the_last_of_three_agrees_with_the_counter() {
    agrees("three-player-elimination", &three(Fate::Inherited));
}
