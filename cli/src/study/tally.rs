//! What is counted while games are played.

use std::collections::BTreeMap;

use tilegame_record::Match;
use tilegame_record::account::Accounts;
use tilegame_runtime::ir::{Action, Effect, KindId, Tile};
use tilegame_runtime::{Change, Game, Move, Piece, State};

/// What has been seen in games.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// Games without a result: they were cut off.
    pub(super) cut: u64,
    /// By player: the sum of what they got in games that ended, and of its squares.
    pub(super) points: Vec<(f64, f64)>,
    /// Games that ended without a winner.
    pub(super) undecided: u64,
    /// By what was told of them.
    pub(super) endings: BTreeMap<String, u64>,
    /// The plies of each game.
    pub(super) lengths: Vec<u32>,
    /// Legal moves, summed over all positions; positions; and those with one move only.
    pub(super) choices: u64,
    pub(super) positions: u64,
    pub(super) forced: u64,
    /// By the number of the kind.
    pub(super) kinds: Vec<OfKind>,
    /// By the number of the tile: how often something came there.
    pub(super) arrivals: Vec<u64>,
    /// Moves without a piece: choices and passes.
    pub(super) choices_of_tiles: u64,
    pub(super) passes: u64,
}

/// What pieces of a kind have done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfKind {
    pub(super) moves: u64,
    pub(super) captures: u64,
    pub(super) captured: u64,
    /// How often a piece was promoted to it.
    pub(super) promoted: u64,
    /// How often one was put on the board.
    pub(super) placed: u64,
}

impl Tally {
    pub(super) fn new(game: &Game) -> Tally {
        let rules = game.rules();
        let tiles = if game.board().plane().is_some() { 0 } else { game.board().len() };
        Tally {
            points: vec![(0.0, 0.0); rules.players.len()],
            kinds: vec![OfKind::default(); rules.kinds.len()],
            arrivals: vec![0; tiles],
            ..Tally::default()
        }
    }

    /// Counts a move before it is made.
    pub(super) fn see(&mut self, state: &State, legal: usize, m: Move) {
        self.choices += legal as u64;
        self.positions += 1;
        self.forced += u64::from(legal == 1);
        let mover = state.origin(m).and_then(|from| state.piece(from)).map(|piece| piece.kind);
        match mover {
            _ if m.is_pass() => self.passes += 1,
            None => self.choices_of_tiles += 1,
            Some(kind) => self.kinds[kind.index()].moves += 1,
        }
        if let Some(promoted) = m.promotion() {
            self.kinds[promoted.index()].promoted += 1;
        }
        let mut captured = false;
        for kind in taken(state, m) {
            captured = true;
            self.kinds[kind.index()].captured += 1;
        }
        for change in state.changes(m) {
            match change {
                Change::Go { to, .. } | Change::Shift { to, .. } => self.arrive(to),
                Change::Castle { king, partner } => {
                    self.arrive(king.1);
                    self.arrive(partner.1);
                }
                Change::Put { tile, kind, .. } | Change::Leave { tile, kind } => {
                    self.kinds[kind.index()].placed += 1;
                    self.arrive(tile);
                }
                _ => {}
            }
        }
        if let Some(kind) = mover.filter(|_| captured) {
            self.kinds[kind.index()].captures += 1;
        }
    }

    fn arrive(&mut self, tile: Tile) {
        if let Some(count) = self.arrivals.get_mut(tile.index()) {
            *count += 1;
        }
    }

    /// Counts a game that has ended, or was cut off after so many plies.
    pub(super) fn end(&mut self, played: &Match, plies: u32) {
        self.games += 1;
        self.lengths.push(plies);
        let Some(ending) = played.ending() else {
            self.cut += 1;
            return;
        };
        for (share, (sum, squares)) in ending.scores.iter().zip(&mut self.points) {
            let share = f64::from(share.part) / f64::from(share.of);
            *sum += share;
            *squares += share * share;
        }
        self.undecided += u64::from(ending.winner().is_none());
        *self.endings.entry(played.told().unwrap_or_default()).or_default() += 1;
    }

    /// Adds what another thread has seen.
    pub(super) fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.cut += other.cut;
        self.undecided += other.undecided;
        self.choices += other.choices;
        self.positions += other.positions;
        self.forced += other.forced;
        self.choices_of_tiles += other.choices_of_tiles;
        self.passes += other.passes;
        self.lengths.extend(other.lengths);
        for (point, more) in self.points.iter_mut().zip(other.points) {
            *point = (point.0 + more.0, point.1 + more.1);
        }
        for (told, count) in other.endings {
            *self.endings.entry(told).or_default() += count;
        }
        for (kind, more) in self.kinds.iter_mut().zip(other.kinds) {
            kind.moves += more.moves;
            kind.captures += more.captures;
            kind.captured += more.captured;
            kind.promoted += more.promoted;
            kind.placed += more.placed;
        }
        for (count, more) in self.arrivals.iter_mut().zip(other.arrivals) {
            *count += more;
        }
    }
}

/// What a move takes off the board, by itself or by what follows from it: pieces of any player, and neutral ones that the move takes itself.
fn taken(state: &State, m: Move) -> Vec<KindId> {
    let rules = state.game().rules();
    if rules.turn.after.iter().all(|after| after.actions.iter().all(takes_nothing)) {
        let takes = state.changes(m).filter_map(|change| match change {
            Change::Take(tile) => state.piece(tile),
            _ => None,
        });
        return takes.map(|piece| piece.kind).collect();
    }
    let mut accounts = Accounts::new(state.game());
    accounts.play(state, m);
    // Who comes over to another player is lost, too, but not taken.
    let mut over: Vec<Piece> = accounts.players().iter().flat_map(|a| &a.converted).map(|c| c.from).collect();
    let mut taken = Vec::new();
    for piece in accounts.players().iter().flat_map(|account| &account.lost) {
        match over.iter().position(|other| other == piece) {
            Some(at) => _ = over.swap_remove(at),
            None => taken.push(piece.kind),
        }
    }
    taken
}

/// Whether a consequence can be seen to take nothing: most only count.
fn takes_nothing(action: &Action) -> bool {
    match action {
        Action::Here(effect) | Action::Every(_, effect) | Action::EveryPart(_, effect) => {
            matches!(effect, Effect::Count { .. } | Effect::Mark(_))
        }
        Action::Again { .. } | Action::Illegal => true,
        Action::Each { .. } => false,
    }
}
