//! One moment of a game: what stands where, whose turn it is, and what the board does not show.

use std::sync::Arc;

use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, LabelId, MarkId, PhaseId, PlayerId, Tile, When};

use crate::board::Board;
use crate::moves::{Change, Move};
use crate::reference::earlier::Earlier;
use crate::set::TileSet;

/// Pieces that have acted, with the tiles on which they stand.
pub(crate) type Acted = SmallVec<[(Tile, KindId); 4]>;

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its kind.
    pub kind: KindId,
    /// Whose it is; nobody's if it is of a neutral kind.
    pub owner: Option<PlayerId>,
}

/// Something left on a tile for one turn of the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Left {
    /// What.
    pub mark: MarkId,
    /// Where.
    pub tile: Tile,
    /// Where the piece stands that left it.
    pub maker: Tile,
    /// Whose piece that is.
    pub owner: PlayerId,
}

/// That a piece has made a move of some sort, where a rule asks for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Deed {
    /// Where the piece stands now.
    pub tile: Tile,
    /// Which of its moves it was.
    pub when: When,
    /// The label of the move.
    pub label: LabelId,
}

/// A turn that is not over: how it began, and what has been done since.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Course {
    /// The position at the turn's beginning.
    pub(crate) before: Arc<Position>,
    /// The moves made since; at least one. What has rejoined an earlier step is a part of that step.
    pub(crate) steps: Vec<Move>,
    /// The single pieces that have made them, by the tiles on which they stand now, sorted; where a rule asks for that.
    pub(crate) acted: Acted,
    /// Single pieces of which a string has said that they stay where the turn began, sorted; where a rule asks who has acted.
    pub(crate) stays: Vec<KindId>,
}

impl Course {
    /// The same with one more step, or the first one.
    pub(crate) fn with(position: &Position, step: &Move) -> Course {
        let mut course = match &position.course {
            Some(course) => Course::clone(course),
            None => Course {
                before: Arc::new(position.clone()),
                steps: Vec::new(),
                acted: Acted::new(),
                stays: Vec::new(),
            },
        };
        course.steps.push(step.clone());
        course
    }
}

/// What stands where.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Standing {
    /// For every tile of the board.
    Everywhere(Vec<Option<Piece>>),
    /// On a plane: only the pieces, sorted.
    Listed(Vec<(Tile, Piece)>),
}

/// What a match knows of a position that the position does not show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past<'m> {
    /// How often it has occurred, this time included.
    pub repeated: u32,
    /// The positions before it, in order, as far back as one before that in which it occurred first; if it is new, the last one.
    pub earlier: &'m [Passed],
    /// Where among these it occurred first; their number, if it is new.
    pub since: usize,
}

/// A position of a match, and what was done in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// The position.
    pub position: Position,
    /// The move made in it; `None` if something else has happened.
    pub made: Option<Move>,
}

impl Passed {
    /// Where the piece was that stands on a tile afterwards; `None` if it came to be there in another way than by the move.
    pub(crate) fn came_from(&self, tile: Tile) -> Option<Tile> {
        let Some(made) = &self.made else { return Some(tile) };
        let came = |change: &Change| match *change {
            Change::Go { from, to } | Change::Shift { from, to } if to == tile => Some(Some(from)),
            Change::Castle { king, partner } => {
                [king, partner].into_iter().find(|(_, to)| *to == tile).map(|(from, _)| Some(from))
            }
            Change::Put { tile: put, .. } if put == tile => Some(None),
            _ => None,
        };
        made.changes.iter().rev().find_map(came).unwrap_or(Some(tile))
    }
}

impl<'m> Past<'m> {
    /// The same of the position of this number among the earlier ones.
    pub(crate) fn of(self, number: usize) -> Past<'m> {
        Past { repeated: 1, earlier: &self.earlier[..number], since: number }
    }
}

impl Default for Past<'_> {
    /// A position that is new.
    fn default() -> Self {
        Past { repeated: 1, earlier: &[], since: 0 }
    }
}

impl Standing {
    /// What stands on a tile.
    #[inline]
    pub(crate) fn at(&self, tile: Tile) -> Option<Piece> {
        match self {
            Standing::Everywhere(tiles) => tiles[tile.index()],
            Standing::Listed(pieces) => {
                pieces.binary_search_by_key(&tile, |(t, _)| *t).ok().map(|at| pieces[at].1)
            }
        }
    }
}

/// A position. Which positions are legal is the rules' business: see [`Specification`](super::Specification), which makes positions and plays moves on them.
///
/// ```
/// use tilegame_runtime::Game;
/// let chess = Game::from_library("chess")?;
/// let rules = chess.specification();
/// let mut position = rules.start();
/// let e1 = chess.rules().board.tile("e1").unwrap();
/// let king = position.piece(e1).unwrap();
/// assert_eq!(chess.rules().kinds[king.kind.index()].name, "King");
/// assert!(position.has_right(e1));
/// assert_eq!(position.pieces().count(), 32);
///
/// let first = rules.moves(&position)[0].clone();
/// let undo = rules.play(&mut position, &first)?;
/// assert_ne!(position, rules.start());
/// rules.undo(&mut position, undo);
/// assert_eq!(position, rules.start());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Equality compares everything, ignored counters such as move numbers included; for "the same position again" use
/// [`Specification::identity`](super::Specification::identity).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) standing: Standing,
    /// The tiles that are there, if that can change.
    pub(crate) there: Option<TileSet>,
    /// The tiles of each player's pieces: `standing` by owner.
    pub(crate) owned: SmallVec<[TileSet; 2]>,
    /// The position in the order of turns.
    pub(crate) turn: u16,
    /// The phase of the turn.
    pub(crate) phase: PhaseId,
    /// How many pieces of each kind each player has in hand, player by player; empty in games without hands.
    pub(crate) hands: SmallVec<[u16; 16]>,
    /// Pieces that have been promoted, where it matters what they were.
    pub(crate) promoted: TileSet,
    /// Pieces that have not moved, of the kinds for which that matters.
    pub(crate) unmoved: TileSet,
    /// Pieces that may still castle: partners, and whoever has a partner left.
    pub(crate) rights: TileSet,
    /// Marks, sorted.
    pub(crate) marks: SmallVec<[Left; 1]>,
    /// What pieces have done, as far as a rule asks for it; sorted.
    pub(crate) deeds: Vec<Deed>,
    /// Who has castled, as far as a rule asks for it; sorted.
    pub(crate) castled: SmallVec<[PlayerId; 4]>,
    /// Who is out, in the order in which they went.
    pub(crate) out: SmallVec<[PlayerId; 4]>,
    /// Counters, one after the other; those of which each player has one take as many places.
    pub(crate) counters: SmallVec<[i64; 4]>,
    /// In the middle of a turn, where the rules ask for it: how it has come to this.
    pub(crate) course: Option<Arc<Course>>,
    /// The positions before this one, where it depends on them what is legal.
    pub(crate) earlier: Earlier<Position>,
}

impl Position {
    /// A position with no piece on the board, and on a plane without any tile. `changing`: tiles may come and go.
    pub(crate) fn empty(
        board: &Board,
        players: usize,
        counters: SmallVec<[i64; 4]>,
        changing: bool,
    ) -> Position {
        if board.plane().is_some() {
            return Position::on_plane(players, counters);
        }
        let all = || {
            let mut all = TileSet::of(board);
            all.extend(board.tiles());
            all
        };
        Position { there: changing.then(all), ..Position::on_tiles(board.len(), players, counters) }
    }

    /// A position with no tile on a plane.
    pub(crate) fn on_plane(players: usize, counters: SmallVec<[i64; 4]>) -> Position {
        let (standing, none) = (Standing::Listed(Vec::new()), TileSet::sparse());
        Position { there: Some(none.clone()), ..Position::of(standing, &none, players, counters) }
    }

    /// A position with no piece on a board of so many tiles, which stay.
    pub(crate) fn on_tiles(tiles: usize, players: usize, counters: SmallVec<[i64; 4]>) -> Position {
        // Copied from what the compiler has made: made here, each tile would be written by itself.
        let mut standing = Vec::with_capacity(tiles);
        while standing.len() < tiles {
            standing.extend_from_slice(&[None; 64][..(tiles - standing.len()).min(64)]);
        }
        Position::of(Standing::Everywhere(standing), &TileSet::new(tiles), players, counters)
    }

    fn of(standing: Standing, none: &TileSet, players: usize, counters: SmallVec<[i64; 4]>) -> Position {
        Position {
            standing,
            there: None,
            owned: (0..players).map(|_| none.clone()).collect(),
            turn: 0,
            phase: PhaseId(0),
            hands: SmallVec::new(),
            promoted: none.clone(),
            unmoved: none.clone(),
            rights: none.clone(),
            marks: SmallVec::new(),
            deeds: Vec::new(),
            castled: SmallVec::new(),
            out: SmallVec::new(),
            counters,
            course: None,
            earlier: Earlier::default(),
        }
    }

    /// The position as it is where a game begins with it: nothing is known of the positions before, as of one that is
    /// [read](crate::Game::read_fen). Where the rules don't ask for those, it is the same position.
    #[must_use]
    pub fn without_past(mut self) -> Position {
        self.earlier = Earlier::default();
        if let Some(course) = self.course.as_mut() {
            let course = Arc::make_mut(course);
            course.before = Arc::new(Position::clone(&course.before).without_past());
        }
        self
    }

    /// The positions before this one, the first one first, where the rules ask for them; each with whether it was left by a pass.
    pub fn past(&self) -> Vec<(&Position, bool)> {
        let mut past: Vec<_> = self.earlier.iter().collect();
        past.reverse();
        past
    }

    /// Whether the board looks the same.
    pub(crate) fn is_same_board(&self, other: &Position) -> bool {
        self.standing == other.standing && self.there == other.there
    }

    /// What stands on a tile.
    #[inline]
    pub fn piece(&self, tile: Tile) -> Option<Piece> {
        self.standing.at(tile)
    }

    /// Whether the tile is there. It always is on a board on which no rule takes tiles away or moves them.
    #[inline]
    pub fn is_there(&self, tile: Tile) -> bool {
        self.there.as_ref().is_none_or(|tiles| tiles.contains(tile))
    }

    /// The tiles that are there, if that can change in this game.
    pub fn there(&self) -> Option<&TileSet> {
        self.there.as_ref()
    }

    /// All pieces, in the order of their tiles.
    pub fn pieces(&self) -> impl Iterator<Item = (Tile, Piece)> + '_ {
        let (tiles, listed): (&[Option<Piece>], &[(Tile, Piece)]) = match &self.standing {
            Standing::Everywhere(tiles) => (tiles, &[]),
            Standing::Listed(pieces) => (&[], pieces),
        };
        let everywhere = tiles.iter().enumerate().filter_map(|(i, p)| p.map(|p| (Tile::new(i), p)));
        everywhere.chain(listed.iter().copied())
    }

    /// Shows all pieces, in the order of their tiles: to pack a position so takes half of the instructions that the
    /// [iterator](Position::pieces) would take.
    #[inline]
    pub(crate) fn each_piece(&self, mut see: impl FnMut(Tile, Piece)) {
        match &self.standing {
            Standing::Everywhere(tiles) => {
                for (tile, piece) in tiles.iter().enumerate() {
                    if let Some(piece) = piece {
                        see(Tile::new(tile), *piece);
                    }
                }
            }
            Standing::Listed(pieces) => pieces.iter().for_each(|(tile, piece)| see(*tile, *piece)),
        }
    }

    /// The tiles of a player's pieces.
    pub fn owned(&self, player: PlayerId) -> &TileSet {
        &self.owned[player.index()]
    }

    /// Whether the piece on the tile may still castle.
    pub fn has_right(&self, tile: Tile) -> bool {
        self.rights.contains(tile)
    }

    /// Where the first step of this turn set out from, if one has been made and the rules ask for it.
    pub fn origin(&self) -> Option<Tile> {
        self.course.as_ref()?.steps.first()?.from
    }

    /// The phase of the turn.
    pub fn phase(&self) -> PhaseId {
        self.phase
    }

    /// Whether the piece on the tile has been promoted, in games where it matters what it was.
    pub fn is_promoted(&self, tile: Tile) -> bool {
        self.promoted.contains(tile)
    }

    /// Whether the piece on the tile has not moved, in games where that matters for such a piece.
    pub fn is_unmoved(&self, tile: Tile) -> bool {
        self.unmoved.contains(tile)
    }

    /// What moves have left on tiles.
    pub fn marks(&self) -> &[Left] {
        &self.marks
    }

    /// What pieces are known to have done; only what some rule asks for is kept.
    pub fn deeds(&self) -> &[Deed] {
        &self.deeds
    }

    /// The players who are known to have castled; it is kept only where some rule asks for it.
    pub fn castled(&self) -> &[PlayerId] {
        &self.castled
    }

    /// Who is out, in the order in which they went.
    pub fn out(&self) -> &[PlayerId] {
        &self.out
    }

    /// Whether a player is still in play.
    pub fn in_play(&self, player: PlayerId) -> bool {
        !self.out.contains(&player)
    }

    /// Puts such a piece on tiles on which nothing stands, told by bits; on a plane they have none.
    pub(crate) fn fill(&mut self, piece: Piece, tiles: &[u64]) {
        if let Standing::Everywhere(standing) = &mut self.standing {
            for (places, word) in standing.chunks_mut(64).zip(tiles) {
                let mut rest = *word;
                while rest != 0 {
                    places[rest.trailing_zeros() as usize] = Some(piece);
                    rest &= rest - 1;
                }
            }
        }
        if let Some(owner) = piece.owner {
            self.owned[owner.index()].insert_all(tiles);
        }
    }

    /// Puts pieces on tiles on which nothing stands.
    pub(crate) fn put(&mut self, pieces: impl Iterator<Item = (Tile, Piece)>) {
        let Standing::Everywhere(standing) = &mut self.standing else {
            return pieces.for_each(|(tile, piece)| self.set(tile, Some(piece)));
        };
        let (standing, owned) = (standing.as_mut_slice(), self.owned.as_mut_slice());
        pieces.for_each(|(tile, piece)| {
            standing[tile.index()] = Some(piece);
            if let Some(owner) = piece.owner {
                owned[owner.index()].insert(tile);
            }
        });
    }

    /// Puts a piece on a tile, or takes it off; what is known of the tile's former piece is forgotten.
    #[inline]
    pub(crate) fn set(&mut self, tile: Tile, piece: Option<Piece>) {
        let old = match &mut self.standing {
            Standing::Everywhere(tiles) => std::mem::replace(&mut tiles[tile.index()], piece),
            Standing::Listed(pieces) => match (pieces.binary_search_by_key(&tile, |(t, _)| *t), piece) {
                (Ok(at), Some(new)) => Some(std::mem::replace(&mut pieces[at].1, new)),
                (Ok(at), None) => Some(pieces.remove(at).1),
                (Err(at), Some(new)) => {
                    pieces.insert(at, (tile, new));
                    None
                }
                (Err(_), None) => None,
            },
        };
        if let Some(owner) = old.and_then(|old| old.owner) {
            self.owned[owner.index()].remove(tile);
        }
        if let Some(owner) = piece.and_then(|new| new.owner) {
            self.owned[owner.index()].insert(tile);
        }
    }
}
