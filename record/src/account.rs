//! What has become of the pieces: captured, lost and converted, for each player.
//!
//! No position shows this; it follows from the moves that have led to it. A [`Match`](crate::Match) knows its moves and
//! gives its [accounts](crate::Match::accounts); who has no match keeps [`Accounts`] while playing moves.
//!
//! ```
//! use tilegame_record::Match;
//! use tilegame_runtime::Game;
//! let mut played = Match::new(&Game::from_library("chess")?);
//! for text in ["e4", "d5", "exd5", "Qxd5"] {
//!     played.play(played.state().read_one(text)?)?;
//! }
//! let accounts = played.accounts();
//! let [white, black] = accounts.players() else { panic!("two players") };
//! assert_eq!((white.captured.len(), white.lost.len(), white.converted.len()), (1, 1, 0));
//! assert_eq!(white.captured, black.lost);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A stack is looked at piece by piece. Pieces of nobody are in no account, and how a piece faces makes no difference.

use tilegame_runtime::ir::{KindId, PlayerId, Rules, Tile};
use tilegame_runtime::{Change, Game, Move, Piece, State};

/// What has become of the pieces, as it concerns one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Pieces of other players that this player's moves have taken off the board, with all that follows from them; as they were
    /// then, in this order.
    pub captured: Vec<Piece>,
    /// Own pieces that are gone: off the board, whoever did it, or another player's now. A piece that is dropped again out of a
    /// hand stays in the list.
    pub lost: Vec<Piece>,
    /// Pieces that have become others and are the player's: promoted, in another state, turned into another piece by an effect, or
    /// come over from another player.
    pub converted: Vec<Conversion>,
}

/// A piece that has become another, or another player's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Conversion {
    /// What and whose it was.
    pub from: Piece,
    /// What and whose it is since.
    pub to: Piece,
}

/// The accounts of all players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accounts(Vec<Account>);

impl Accounts {
    /// Nothing has happened yet.
    pub fn new(game: &Game) -> Accounts {
        Accounts(vec![Account::default(); game.rules().players.len()])
    }

    /// Each player's, in the order of the players.
    pub fn players(&self) -> &[Account] {
        &self.0
    }

    /// A player's.
    pub fn of(&self, player: PlayerId) -> &Account {
        &self.0[player.index()]
    }

    /// Whether nothing has been captured, lost or converted.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|account| *account == Account::default())
    }

    /// Keeps account of what becomes of the pieces by a legal move.
    pub fn play(&mut self, before: &State, m: Move) {
        let course = before.course(m);
        let (rules, by) = (before.game().rules(), Some(before.to_move()));
        let mut entries = Entries { rules, accounts: &mut self.0, by };
        entries.moved(before, &course.moved, before.changes(m).collect());
        for (before, change) in &course.follows {
            entries.changed(before, *change);
        }
        // What is left is done by nobody: what becomes of the pieces of players who go out.
        entries.by = None;
        entries.compare(&course.made, &course.after);
    }

    /// A player leaves, and the others play on.
    pub fn leave(&mut self, before: &State, player: PlayerId) {
        if let Some(after) = before.after_leaving(player) {
            let mut entries = Entries { rules: before.game().rules(), accounts: &mut self.0, by: None };
            entries.compare(before, &after);
        }
    }
}

/// Writes into accounts.
struct Entries<'a> {
    rules: &'a Rules,
    accounts: &'a mut [Account],
    /// Who does it; nobody where it happens because somebody goes out.
    by: Option<PlayerId>,
}

impl Entries<'_> {
    /// The single pieces that a piece is.
    fn singles(&self, piece: Piece) -> impl Iterator<Item = Piece> + use<'_> {
        self.rules.kinds[piece.kind.index()].parts.iter().map(move |kind| Piece { kind: *kind, ..piece })
    }

    /// Whether two kinds of single pieces are the same but for how they face.
    fn alike(&self, a: KindId, b: KindId) -> bool {
        let states = self.rules.states.iter();
        let is_in = |without: &[KindId], kind: KindId| without[kind.index()] != kind;
        self.rules.kinds[a.index()].piece == self.rules.kinds[b.index()].piece
            && states.into_iter().all(|s| is_in(&s.without, a) == is_in(&s.without, b))
    }

    /// What the move itself changes.
    fn moved(&mut self, before: &State, after: &State, changes: Vec<Change>) {
        let mut gone: Vec<Piece> = Vec::new();
        let mut come: Vec<Piece> = Vec::new();
        let tiles = before.pieces().chain(after.pieces()).map(|(tile, _)| tile);
        let mut tiles: Vec<Tile> = tiles.filter(|t| before.piece(*t) != after.piece(*t)).collect();
        tiles.sort_unstable();
        tiles.dedup();
        for tile in tiles {
            gone.extend(before.piece(tile).into_iter().flat_map(|piece| self.singles(piece)));
            come.extend(after.piece(tile).into_iter().flat_map(|piece| self.singles(piece)));
        }
        // What the move says is taken, won over or put is told apart from what only goes or changes.
        for change in &changes {
            match *change {
                Change::Take(tile) => {
                    for piece in
                        before.piece(tile).into_iter().flat_map(|p| self.singles(p)).collect::<Vec<_>>()
                    {
                        remove(&mut gone, piece);
                        self.taken(piece);
                    }
                }
                Change::Join { tile, owner } => {
                    for piece in
                        before.piece(tile).into_iter().flat_map(|p| self.singles(p)).collect::<Vec<_>>()
                    {
                        remove(&mut gone, piece);
                        remove(&mut come, Piece { owner: Some(owner), ..piece });
                        self.won_over(piece, owner);
                    }
                }
                Change::Put { kind, .. } => {
                    let new = come.iter().position(|piece| piece.kind == kind);
                    new.map(|at| come.remove(at));
                }
                _ => {}
            }
        }
        let merges = changes.iter().any(|change| matches!(change, Change::Merge(_)));
        self.balance(gone, come, merges);
    }

    /// A single change that follows from a move.
    fn changed(&mut self, before: &State, change: Change) {
        let there = |tile| before.piece(tile);
        match change {
            Change::Take(tile) | Change::Vanish(tile) => {
                let gone = there(tile).into_iter().flat_map(|p| self.singles(p)).collect();
                self.balance(gone, Vec::new(), false);
            }
            Change::Become { tile, kind } => {
                if let Some(piece) = there(tile) {
                    let gone = self.singles(piece).collect();
                    let come = self.singles(Piece { kind, ..piece }).collect();
                    self.balance(gone, come, false);
                }
            }
            Change::Join { tile, owner } => {
                for piece in there(tile).into_iter().flat_map(|p| self.singles(p)).collect::<Vec<_>>() {
                    self.won_over(piece, owner);
                }
            }
            Change::Go { .. }
            | Change::Castle { .. }
            | Change::Shift { .. }
            | Change::First { .. }
            | Change::Merge(_)
            | Change::Leave { .. }
            | Change::Carry(_)
            | Change::Put { .. }
            | Change::Mark { .. }
            | Change::Count { .. } => {}
        }
    }

    /// Tile by tile: for changes in which nothing goes anywhere.
    fn compare(&mut self, before: &State, after: &State) {
        let changed: Vec<(Tile, Piece)> =
            before.pieces().filter(|(tile, piece)| after.piece(*tile) != Some(*piece)).collect();
        for (tile, was) in changed {
            match after.piece(tile) {
                Some(Piece { owner: Some(owner), .. }) if was.owner != Some(owner) => {
                    for piece in self.singles(was).collect::<Vec<_>>() {
                        self.won_over(piece, owner);
                    }
                }
                now => {
                    let come = now.into_iter().flat_map(|p| self.singles(p)).collect();
                    self.balance(self.singles(was).collect(), come, false);
                }
            }
        }
    }

    /// Pieces that were there and pieces that are there since: what is the same has only gone elsewhere; what else is gone has
    /// become what else has come, of the same player, or is lost. `merges`: several may have become one.
    fn balance(&mut self, mut gone: Vec<Piece>, mut come: Vec<Piece>, merges: bool) {
        gone.retain(|old| {
            let same = come.iter().position(|new| new.owner == old.owner && self.alike(new.kind, old.kind));
            same.map(|at| come.remove(at)).is_none()
        });
        let mut last: Option<Piece> = None;
        for from in gone {
            let to = come.iter().position(|new| new.owner == from.owner).map(|at| come.remove(at));
            last = to.or(last.filter(|_| merges));
            match (last, from.owner) {
                (Some(to), Some(owner)) if to.owner == from.owner => {
                    self.accounts[owner.index()].converted.push(Conversion { from, to });
                }
                _ => self.taken(from),
            }
        }
    }

    /// A piece is off the board.
    fn taken(&mut self, piece: Piece) {
        let Some(owner) = piece.owner else { return };
        self.accounts[owner.index()].lost.push(piece);
        if let Some(by) = self.by.filter(|by| *by != owner) {
            self.accounts[by.index()].captured.push(piece);
        }
    }

    /// A piece is another player's.
    fn won_over(&mut self, piece: Piece, owner: PlayerId) {
        if piece.owner == Some(owner) {
            return;
        }
        if let Some(before) = piece.owner {
            self.accounts[before.index()].lost.push(piece);
        }
        let to = Piece { owner: Some(owner), ..piece };
        self.accounts[owner.index()].converted.push(Conversion { from: piece, to });
    }
}

fn remove(pieces: &mut Vec<Piece>, piece: Piece) {
    if let Some(at) = pieces.iter().position(|p| *p == piece) {
        pieces.swap_remove(at);
    }
}
