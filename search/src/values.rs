//! What a position is worth without looking further, found in the rules.
//!
//! A kind is worth what its pieces can do: on each tile, alone and among others at random, it is counted how many tiles they could take on and go
//! to. To this comes what they can turn into, and what brings a game nearer to one of its endings: a piece to a region, a counter to a number.
//! All numbers are hundredths of a cheap piece.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{
    Comparison, Counter, CounterId, End, EndResult, KindId, PlayerId, Quantity, Region, Test, Tile, Who,
};
use tilegame_runtime::{Change, Game, Piece, Position, State};

/// What one tile more to take on or to go to is worth.
const EACH_TILE: f64 = 55.0;

/// Pieces that see much together are worth more than their parts.
const TOGETHER: f64 = 0.014;

/// A piece that can't go anywhere.
const IMMOBILE: i32 = 50;

/// No more positions than this are looked at for each kind and tile, and for all together.
const FILLINGS: usize = 6;
const MOST_POSITIONS: usize = 2_000;

/// So many of a hundred tiles hold another piece.
const FILLED: u64 = 31;

/// How much of what a piece may turn into counts one move before it does, and how much of that one move earlier.
const NEXT_TURNS: f64 = 0.3;
const EARLIER: f64 = 0.55;

/// A piece where an ending wants it, and how much of that one move away.
const AT_GOAL: f64 = 400.0;
const FARTHER: f64 = 0.75;

/// A counter that ends the game.
const COUNTED_OUT: i64 = 600;

/// What pieces, hands and counters are worth in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// By kind, anywhere.
    pieces: Vec<i32>,
    /// By player, kind and tile; nothing on a plane, where all tiles are alike.
    tiles: Vec<Vec<Vec<i32>>>,
    counters: Vec<Goal>,
    /// Kinds of pieces that can do more than most: neither the commonest, nor one that must be kept safe.
    officers: Vec<KindId>,
    /// Pieces are held in hand.
    has_hands: bool,
    /// A player with nothing left to move wins, so pieces are a burden.
    is_misere: bool,
}

/// A counter that ends the game at some number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Goal {
    counter: CounterId,
    from: i64,
    at: i64,
    /// It is good for the player whose counter it is.
    is_good: bool,
}

impl Values {
    /// Finds them.
    pub(crate) fn of(game: &Game) -> Values {
        let rules = game.rules();
        let study = Study::new(game);
        let wins_when_stuck = |end: &End| end.result == EndResult::Win && needs_stuck(&end.when);
        let pieces = study.pieces();
        let players = (0..rules.players.len()).map(PlayerId::new);
        let usual = study.commonest().map_or(0, |kind| pieces[kind.index()]);
        let is_officer = |kind: &KindId| !study.vital.contains(kind) && pieces[kind.index()] > usual * 3 / 2;
        Values {
            officers: (0..rules.kinds.len()).map(KindId::new).filter(is_officer).collect(),
            tiles: players.map(|player| study.tiles(player, &pieces)).collect(),
            pieces,
            counters: rules.ends.iter().flat_map(|end| goals(end, &rules.counters)).collect(),
            has_hands: rules.turn.hands,
            is_misere: rules.ends.iter().any(wins_when_stuck),
        }
    }

    /// What a piece of a kind is worth; a stack is worth its parts.
    pub fn piece(&self, kind: KindId) -> i32 {
        self.pieces[kind.index()]
    }

    /// What a player's piece is worth on a tile.
    pub fn piece_on(&self, player: PlayerId, kind: KindId, tile: Tile) -> i32 {
        let on = self.tiles[player.index()][kind.index()].get(tile.index());
        on.copied().unwrap_or(self.pieces[kind.index()])
    }

    /// Whether pieces are a burden: a player with nothing left to move wins.
    pub fn is_misere(&self) -> bool {
        self.is_misere
    }

    /// Whether a player has a piece on the board that can do more than most: then it is rare that every move is bad.
    pub(crate) fn has_officers(&self, state: &State, player: PlayerId) -> bool {
        self.officers.iter().any(|kind| state.count(player, *kind) > 0)
    }

    /// How many numbers of tiles there are.
    pub(crate) fn places(&self) -> usize {
        self.tiles[0].first().map_or(1, Vec::len).max(1)
    }

    /// What a position is worth for a player; of more than two, all others together are the other side.
    pub fn of_state(&self, state: &State, me: PlayerId) -> i32 {
        let (mut mine, mut others) = (0, 0);
        state.each_piece(&mut |tile, Piece { kind, owner }| {
            let Some(owner) = owner else { return };
            *(if owner == me { &mut mine } else { &mut others }) += self.piece_on(owner, kind, tile);
        });
        for player in (0..self.tiles.len()).map(PlayerId::new) {
            let side = if player == me { &mut mine } else { &mut others };
            if self.has_hands {
                let held = self.pieces.iter().enumerate();
                *side += held
                    .map(|(kind, worth)| worth * state.hand(player, KindId::new(kind)) as i32)
                    .sum::<i32>();
            }
        }
        let material = mine - others / (self.tiles.len() as i32 - 1).max(1);
        let counted: i32 = self.counters.iter().map(|goal| goal.of_state(state, me, self.tiles.len())).sum();
        if self.is_misere { counted - material } else { counted + material }
    }
}

impl Goal {
    fn of_state(self, state: &State, me: PlayerId, players: usize) -> i32 {
        let near = |player: PlayerId| {
            let (way, done) = (self.at - self.from, state.counter(self.counter, player) - self.from);
            let done = (done * way.signum()).clamp(0, way.abs());
            COUNTED_OUT * done * done / (way * way)
        };
        let others: i64 = (0..players).map(PlayerId::new).filter(|p| *p != me).map(near).sum();
        let ahead = near(me) - others / (players as i64 - 1).max(1);
        if self.is_good { ahead as i32 } else { -ahead as i32 }
    }
}

/// Whether a test needs a player who can't move.
fn needs_stuck(test: &Test) -> bool {
    match test {
        Test::Stuck => true,
        Test::And(all) => all.iter().any(needs_stuck),
        _ => false,
    }
}

/// The counters of players that end the game so, two steps or more from where they start.
fn goals(end: &End, counters: &[Counter]) -> Vec<Goal> {
    let mut found = Vec::new();
    end.when.each_part(&mut |test| {
        let Test::Compare(Quantity::Counter(counter, who), comparison, Quantity::Number(at)) = test else {
            return;
        };
        let is_good = match (&end.result, who) {
            (EndResult::Win, Who::Friend) | (EndResult::Loss, Who::Enemy) => true,
            (EndResult::Loss, Who::Friend) | (EndResult::Win, Who::Enemy) => false,
            _ => return,
        };
        let from = counters[counter.index()].start;
        let reaches = match comparison {
            Comparison::Equal => true,
            Comparison::AtLeast => *at > from,
            Comparison::AtMost => *at < from,
            _ => false,
        };
        if reaches && (at - from).abs() > 1 {
            found.push(Goal { counter: *counter, from, at: *at, is_good });
        }
    });
    found
}

/// The tiles where an ending wants a player's pieces of some kinds: as in `win if some friend King on goal`, in `loss if some enemy King on
/// goal`, and where it is said who wins.
fn wanted<'r>(end: &'r End, regions: &'r [Region], player: PlayerId) -> Vec<(&'r [KindId], &'r [Tile])> {
    let mut found = Vec::new();
    // Whose pieces they are for whoever is asked, and as who that player sees the region.
    let (owner, seat): (Who, usize) = match &end.result {
        EndResult::Win => (Who::Friend, player.index()),
        EndResult::Loss => (Who::Enemy, usize::from(player.index() == 0)),
        EndResult::Wins(Who::Player(winner)) if *winner == player => (Who::Player(player), player.index()),
        _ => return found,
    };
    end.when.each_part(&mut |test| {
        let Test::Some(inner) = test else { return };
        let parts =
            if let Test::And(parts) = &**inner { parts.as_slice() } else { std::slice::from_ref(&**inner) };
        let mut owners =
            parts.iter().filter_map(|part| if let Test::Owner(who) = part { Some(*who) } else { None });
        let is_owned = match owners.next() {
            Some(who) => who == owner,
            None => matches!(owner, Who::Player(_)),
        };
        let kinds = parts.iter().find_map(|part| match part {
            Test::Kind(kinds) => Some(kinds.0.as_slice()),
            _ => None,
        });
        let region = parts.iter().find_map(|part| match part {
            Test::On(region) => regions[region.index()].tiles.get(seat),
            _ => None,
        });
        if let (true, Some(kinds), Some(tiles)) = (is_owned, kinds, region) {
            found.push((kinds, tiles.as_slice()));
        }
    });
    found
}

/// What has been counted on the board.
struct Study<'g> {
    game: &'g Game,
    /// Those that are there at the start, in rising order.
    tiles: Vec<Tile>,
    /// The numbers by which tiles are counted: on a plane those of a list.
    places: usize,
    /// By kind and tile: how many tiles a piece can take on, two thirds, and go to, one third.
    reach: Vec<Vec<f64>>,
    /// By kind and tile: where it gets alone, and as what.
    steps: Vec<Vec<Vec<(usize, KindId)>>>,
    /// Kinds without which a player has lost, or that must not be attacked.
    vital: BTreeSet<KindId>,
}

impl<'g> Study<'g> {
    fn new(game: &'g Game) -> Study<'g> {
        let tiles: Vec<Tile> = game.start().tiles().collect();
        let places = if game.board().plane().is_some() { tiles.len() } else { game.board().len() };
        let kinds = game.rules().kinds.len();
        let mut vital = BTreeSet::new();
        let rules = game.rules();
        let tests = rules.notation.check.iter().map(|(_, test)| test).chain([&rules.turn.legal]);
        for test in tests {
            test.each_part(&mut |part| {
                if let Test::Kind(of) = part {
                    vital.extend(of.0.iter().copied());
                }
            });
        }
        let mut study = Study {
            game,
            tiles,
            places,
            reach: vec![vec![0.0; places]; kinds],
            steps: vec![vec![Vec::new(); places]; kinds],
            vital,
        };
        let single: Vec<KindId> = (0..kinds)
            .map(KindId::new)
            .filter(|k| !rules.kinds[k.index()].neutral && study.is_single(*k))
            .collect();
        let fillings = (MOST_POSITIONS / (single.len() * study.tiles.len()).max(1)).clamp(1, FILLINGS);
        for kind in single {
            for at in 0..study.tiles.len() {
                study.see(kind, study.tiles[at], fillings);
            }
        }
        study
    }

    /// The number by which a tile is counted; none for one that is not there at the start of a game on a plane.
    fn place(&self, tile: Tile) -> Option<usize> {
        match self.game.board().plane() {
            Some(_) => self.tiles.binary_search(&tile).ok(),
            None => Some(tile.index()),
        }
    }

    fn is_single(&self, kind: KindId) -> bool {
        self.game.rules().kinds[kind.index()].parts.len() <= 1
    }

    /// Counts what a piece of the first player can do on a tile.
    fn see(&mut self, kind: KindId, tile: Tile, fillings: usize) {
        let game = self.game;
        let first = PlayerId(0);
        let mine = (tile, Piece { kind, owner: Some(first) });
        let Some(place) = self.place(tile) else { return };
        let alone = game.specification().place([mine], first);
        for m in game.specification().pseudo_legal_moves(&alone) {
            let mut next = alone.clone();
            game.specification().make(&mut next, &m);
            let piece = next.piece(m.rests()).filter(|piece| piece.owner == Some(first));
            if let (Some(piece), Some(to)) = (piece, self.place(m.rests())) {
                self.steps[kind.index()][place].push((to, piece.kind));
            }
        }
        let enemy = Some(PlayerId::new(game.rules().players.len() - 1));
        let Some(other) = self.commonest() else { return };
        let mut random = Random(kind.index() as u64 * 7919 + tile.index() as u64 + 1);
        let mut sum = 0.0;
        for _ in 0..fillings {
            let mut pieces = vec![mine];
            for other_tile in self.tiles.iter().filter(|t| **t != tile) {
                if random.below(100) < FILLED {
                    pieces.push((*other_tile, Piece { kind: other, owner: enemy }));
                }
            }
            let position: Position = game.specification().place(pieces, first);
            let (mut taken, mut quiet) = (BTreeSet::new(), BTreeSet::new());
            for m in game.specification().pseudo_legal_moves(&position) {
                let of_piece =
                    m.changes.iter().any(|change| matches!(change, Change::Go { from, .. } if *from == tile));
                let takes = m.changes.iter().any(|change| matches!(change, Change::Take(_)));
                if takes {
                    taken.insert(m.rests());
                } else if of_piece {
                    quiet.insert(m.rests());
                }
            }
            let (taken, quiet) = (taken.len() as f64, quiet.len() as f64);
            // A tile that could be taken on is occupied so often, or it is one to which it can go.
            let attacked = (taken * 100.0 / FILLED as f64).min(taken + quiet);
            sum += attacked * 2.0 / 3.0 + quiet / 3.0;
        }
        self.reach[kind.index()][place] = sum / fillings as f64;
    }

    /// The kind of which there are most at the start, and that nothing depends on.
    fn commonest(&self) -> Option<KindId> {
        let mut counts = vec![0; self.game.rules().kinds.len()];
        for (_, piece) in self.game.start().pieces().filter(|(_, piece)| piece.owner.is_some()) {
            counts[piece.kind.index()] += if self.vital.contains(&piece.kind) { 1 } else { 2 };
        }
        let usual = (0..counts.len()).max_by_key(|kind| (counts[*kind], std::cmp::Reverse(*kind)))?;
        (!self.game.rules().kinds[usual].neutral).then(|| KindId::new(usual))
    }

    /// What a kind is worth anywhere.
    fn pieces(&self) -> Vec<i32> {
        let rules = self.game.rules();
        let single: Vec<i32> = (0..rules.kinds.len())
            .map(|kind| {
                let all: f64 = self.reach[kind].iter().sum();
                let reach = all / self.tiles.len().max(1) as f64;
                let worth = EACH_TILE * reach * (1.0 + TOGETHER * reach);
                match rules.kinds[kind].neutral {
                    true => 0,
                    false if worth < 1.0 => IMMOBILE,
                    false => worth as i32,
                }
            })
            .collect();
        let stack = |kind: usize| -> i32 {
            rules.kinds[kind].parts.iter().map(|part| single[part.index()] * 9 / 10).sum()
        };
        let all = 0..rules.kinds.len();
        all.map(|kind| if self.is_single(KindId::new(kind)) { single[kind] } else { stack(kind) }).collect()
    }

    /// For a player, every tile as the first player sees it.
    fn seen(&self, player: PlayerId) -> Vec<usize> {
        let mut seen: Vec<usize> = (0..self.places).collect();
        let frame = &self.game.rules().players[player.index()].frame;
        for (tile, counterpart) in frame.tiles.iter().enumerate() {
            seen[counterpart.index()] = tile;
        }
        seen
    }

    /// By kind and tile what a player's pieces are worth, with what is near.
    fn tiles(&self, player: PlayerId, pieces: &[i32]) -> Vec<Vec<i32>> {
        let rules = self.game.rules();
        if self.game.board().plane().is_some() {
            return vec![Vec::new(); rules.kinds.len()];
        }
        let seen = self.seen(player);
        let wanted: Vec<_> = rules.ends.iter().flat_map(|end| wanted(end, &rules.regions, player)).collect();
        let of_kind = |kind: usize| {
            let id = KindId::new(kind);
            if !self.is_single(id) || rules.kinds[kind].neutral {
                return vec![pieces[kind]; self.places];
            }
            let mean = self.reach[kind].iter().sum::<f64>() / self.tiles.len().max(1) as f64;
            let of_kind = wanted.iter().filter(|(kinds, _)| kinds.contains(&id));
            let goals: Vec<usize> =
                of_kind.flat_map(|(_, tiles)| *tiles).map(|tile| seen[tile.index()]).collect();
            let to_goal = self.distances(kind, |(to, _)| goals.contains(to), &goals);
            let turns = self.distances(kind, |(_, as_kind)| pieces[as_kind.index()] > pieces[kind], &[]);
            let best = self.steps[kind].iter().flatten().map(|(_, to)| pieces[to.index()]).max();
            let gain = f64::from((best.unwrap_or(0) - pieces[kind]).max(0));
            let on = |at: &usize| {
                // A piece that must be kept safe gains nothing by seeing much.
                let sees = if self.vital.contains(&id) { 0.0 } else { self.reach[kind][*at] - mean };
                let turns =
                    turns[*at].map_or(0.0, |moves| gain * NEXT_TURNS * EARLIER.powi(moves as i32 - 1));
                let goal = to_goal[*at].map_or(0.0, |moves| AT_GOAL * FARTHER.powi(moves as i32));
                pieces[kind] + (sees * EACH_TILE / 4.0 + turns + goal) as i32
            };
            seen.iter().map(on).collect()
        };
        (0..rules.kinds.len()).map(of_kind).collect()
    }

    /// From each tile, how many moves a piece alone needs until one is such a step; none where it can't get there.
    fn distances(
        &self,
        kind: usize,
        arrives: impl Fn(&(usize, KindId)) -> bool,
        there: &[usize],
    ) -> Vec<Option<u32>> {
        let mut far: Vec<Option<u32>> = vec![None; self.places];
        there.iter().for_each(|tile| far[*tile] = Some(0));
        for (place, steps) in self.steps[kind].iter().enumerate() {
            if far[place].is_none() && steps.iter().any(&arrives) {
                far[place] = Some(1);
            }
        }
        loop {
            let mut changed = false;
            for (place, steps) in self.steps[kind].iter().enumerate() {
                let near =
                    steps.iter().filter_map(|(to, as_kind)| far[*to].filter(|_| as_kind.index() == kind));
                let Some(next) = near.min().map(|moves| moves + 1) else { continue };
                if far[place].is_none_or(|moves| next < moves) {
                    far[place] = Some(next);
                    changed = true;
                }
            }
            if !changed {
                return far;
            }
        }
    }
}

/// Numbers that look random and are always the same: xorshift.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 32) % limit.max(1)
    }
}
