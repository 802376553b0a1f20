//! What is counted on the board when a search is made: how far pieces see, where they get, and what they turn into.

use std::collections::BTreeSet;

use tilegame_runtime::ir::{KindId, PlayerId, Test, Tile};
use tilegame_runtime::{Change, Game, Piece};

use super::goals::wanted;
use crate::random::Random;

/// What one tile more to take on or to go to is worth.
const EACH_TILE: f64 = 80.0;

/// What a tile more to see from where a piece stands is worth, while it is not counted apart.
const SEEN_THERE: f64 = 10.0;

/// How much of what a kind can turn into counts wherever it stands.
const PROMISE: f64 = 0.045;

/// What is left of the worth of a kind that sees only a part of the tiles.
const HALF: f64 = 0.94;

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

/// What has been counted on the board.
pub(super) struct Study<'g> {
    pub(super) game: &'g Game,
    /// Those that are there at the start, in rising order.
    pub(super) tiles: Vec<Tile>,
    /// The numbers by which tiles are counted: on a plane those of a list.
    pub(super) places: usize,
    /// By kind and tile: how many tiles a piece can take on, two thirds, and go to, one third.
    pub(super) reach: Vec<Vec<f64>>,
    /// By kind and tile: where it gets alone, and as what.
    pub(super) steps: Vec<Vec<Vec<(usize, KindId)>>>,
    /// Kinds without which a player has lost, or that must not be attacked.
    pub(super) vital: BTreeSet<KindId>,
}

impl<'g> Study<'g> {
    pub(super) fn new(game: &'g Game) -> Study<'g> {
        let tiles: Vec<Tile> = game.start().tiles().collect();
        let places = if game.board().plane().is_some() { tiles.len() } else { game.board().len() };
        let kinds = game.rules().kinds.len();
        let mut vital = BTreeSet::new();
        let rules = game.rules();
        let check = rules.notation.check.as_ref().map(|(_, test)| test);
        check.unwrap_or(&rules.turn.legal).each_part(&mut |part| {
            if let Test::Kind(of) = part {
                vital.extend(of.0.iter().copied());
            }
        });
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

    pub(super) fn is_single(&self, kind: KindId) -> bool {
        self.game.rules().kinds[kind.index()].parts.len() <= 1
    }

    /// Counts what a piece of the first player can do on a tile.
    fn see(&mut self, kind: KindId, tile: Tile, fillings: usize) {
        let game = self.game;
        let first = PlayerId(0);
        let mine = (tile, Piece { kind, owner: Some(first) });
        let Some(place) = self.place(tile) else { return };
        let alone = game.place([mine], first);
        for m in alone.pseudo_legal_moves() {
            let piece =
                alone.after_pseudo_legal(&m).piece(m.rests()).filter(|piece| piece.owner == Some(first));
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
            let (mut taken, mut quiet) = (BTreeSet::new(), BTreeSet::new());
            for m in game.place(pieces, first).pseudo_legal_moves() {
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
    pub(super) fn commonest(&self) -> Option<KindId> {
        let mut counts = vec![0; self.game.rules().kinds.len()];
        for (_, piece) in self.game.start().pieces().filter(|(_, piece)| piece.owner.is_some()) {
            counts[piece.kind.index()] += if self.vital.contains(&piece.kind) { 1 } else { 2 };
        }
        let usual = (0..counts.len()).max_by_key(|kind| (counts[*kind], std::cmp::Reverse(*kind)))?;
        (!self.game.rules().kinds[usual].neutral).then(|| KindId::new(usual))
    }

    /// The tiles that pieces of a kind can stand on, as the first player sees them: where they are at the start and can get from there; all, where they
    /// can be put.
    fn home(&self, kind: usize, ahead: &[BTreeSet<usize>]) -> BTreeSet<usize> {
        let all = || self.tiles.iter().filter_map(|tile| self.place(*tile)).collect();
        if self.game.rules().turn.hands || self.game.board().plane().is_some() {
            return all();
        }
        let mut found = BTreeSet::new();
        for (tile, piece) in self.game.start().pieces() {
            let Some((owner, at)) = piece.owner.zip(self.place(tile)) else { continue };
            if piece.kind.index() == kind {
                let at = self.seen(owner)[at];
                found.insert(at);
                found.extend(&ahead[at]);
            }
        }
        if found.is_empty() { all() } else { found }
    }

    /// What a kind is worth anywhere.
    pub(super) fn pieces(&self) -> Vec<i32> {
        let rules = self.game.rules();
        let single: Vec<i32> = (0..rules.kinds.len())
            .map(|kind| {
                let ahead = self.ahead(kind);
                let home = self.home(kind, &ahead);
                let reach =
                    home.iter().map(|at| self.reach[kind][*at]).sum::<f64>() / home.len().max(1) as f64;
                let worth = EACH_TILE * reach * (1.0 + TOGETHER * reach);
                let worth = if self.is_half(&ahead) { worth * HALF } else { worth };
                match rules.kinds[kind].neutral {
                    true => 0,
                    false if worth < 1.0 => IMMOBILE,
                    false => worth as i32,
                }
            })
            .collect();
        let promised =
            |(kind, worth): (usize, &i32)| worth + (f64::from(self.gain(kind, &single)) * PROMISE) as i32;
        let single: Vec<i32> = single.iter().enumerate().map(promised).collect();
        let stack = |kind: usize| -> i32 {
            rules.kinds[kind].parts.iter().map(|part| single[part.index()] * 9 / 10).sum()
        };
        let all = 0..rules.kinds.len();
        all.map(|kind| if self.is_single(KindId::new(kind)) { single[kind] } else { stack(kind) }).collect()
    }

    /// Whether a kind can never get to a third of the tiles or more, wherever it begins, but to a third; `ahead` is where it can.
    pub(super) fn is_half(&self, ahead: &[BTreeSet<usize>]) -> bool {
        let tiles = self.tiles.len();
        ahead.iter().all(|found| found.len() * 3 <= tiles * 2)
            && ahead.iter().any(|found| found.len() * 3 >= tiles)
    }

    /// For a player, every tile as the first player sees it.
    pub(super) fn seen(&self, player: PlayerId) -> Vec<usize> {
        crate::view::seen(self.game, self.places, player)
    }

    /// By kind and tile what a player's pieces are worth, with what is near: while there are many pieces, and when there are few.
    pub(super) fn tiles(&self, player: PlayerId, pieces: &[i32], turning: f64) -> Vec<Vec<[i32; 2]>> {
        let rules = self.game.rules();
        if self.game.board().plane().is_some() {
            return vec![Vec::new(); rules.kinds.len()];
        }
        let seen = self.seen(player);
        let wanted: Vec<_> = rules.ends.iter().flat_map(|end| wanted(end, &rules.regions, player)).collect();
        let of_kind = |kind: usize| {
            let id = KindId::new(kind);
            if !self.is_single(id) || rules.kinds[kind].neutral {
                return vec![[pieces[kind]; 2]; self.places];
            }
            let mean = self.reach[kind].iter().sum::<f64>() / self.tiles.len().max(1) as f64;
            let of_kind = wanted.iter().filter(|(kinds, _)| kinds.contains(&id));
            let goals: Vec<usize> =
                of_kind.flat_map(|(_, tiles)| *tiles).map(|tile| seen[tile.index()]).collect();
            let to_goal = self.distances(kind, |(to, _)| goals.contains(to), &goals);
            let turns = self.turns(kind, pieces);
            let gain = f64::from(self.gain(kind, pieces));
            let on = |at: &usize| {
                let sees = (self.reach[kind][*at] - mean) * SEEN_THERE;
                let turns = turns[*at]
                    .map_or(0.0, |moves| gain * NEXT_TURNS * turning * EARLIER.powi(moves as i32 - 1));
                let goal = to_goal[*at].map_or(0.0, |moves| AT_GOAL * FARTHER.powi(moves as i32));
                let more = turns + goal;
                // A piece that must be kept safe gains nothing by seeing much, until there is little left to fear.
                let early = if self.vital.contains(&id) { 0.0 } else { sees };
                [early, sees].map(|sees| pieces[kind] + (sees + more) as i32)
            };
            seen.iter().map(on).collect()
        };
        (0..rules.kinds.len()).map(of_kind).collect()
    }

    /// Whether an ending wants some piece somewhere.
    pub(super) fn has_goals(&self) -> bool {
        let rules = self.game.rules();
        let mut players = (0..rules.players.len()).map(PlayerId::new);
        players.any(|player| rules.ends.iter().any(|end| !wanted(end, &rules.regions, player).is_empty()))
    }

    /// From each tile, how many moves a piece of a kind alone needs to turn into something better.
    pub(super) fn turns(&self, kind: usize, pieces: &[i32]) -> Vec<Option<u32>> {
        self.distances(kind, |(_, as_kind)| pieces[as_kind.index()] > pieces[kind], &[])
    }

    /// How much better the best is that a kind turns into.
    pub(super) fn gain(&self, kind: usize, pieces: &[i32]) -> i32 {
        let best = self.steps[kind].iter().flatten().map(|(_, to)| pieces[to.index()]).max();
        (best.unwrap_or(0) - pieces[kind]).max(0)
    }

    /// By tile, where a piece of a kind alone can get from there as what it is, and where it is no longer that.
    pub(super) fn ahead(&self, kind: usize) -> Vec<BTreeSet<usize>> {
        let from = |place: usize| {
            let (mut found, mut open) = (BTreeSet::new(), vec![place]);
            while let Some(at) = open.pop() {
                for (to, as_kind) in &self.steps[kind][at] {
                    if found.insert(*to) && as_kind.index() == kind {
                        open.push(*to);
                    }
                }
            }
            found
        };
        (0..self.places).map(from).collect()
    }

    /// From each tile, how many moves a piece alone needs until one is such a step; none where it can't get there.
    pub(super) fn distances(
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
