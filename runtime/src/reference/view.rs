//! A position as a test sees it: who asks, and which pieces are lifted or supposed.
//!
//! Rules read the position before the move *with the mover lifted*, and ask whether a tile is attacked *supposing* that
//! the asker's piece stood there. Both are answered here, so that nothing has to be put on the board for a question.

use std::cell::OnceCell;

use tilegame_dsl::ir::{KindId, PlayerId, SymId, Tile};

use crate::moves::Move;
use crate::reference::position::{Past, Piece, Position};

/// The kind of a piece that is only supposed: no rule speaks of it.
const SOME_KIND: KindId = KindId(u8::MAX);

/// One single piece of a stack, looked at apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// What it is.
    pub(crate) kind: KindId,
    /// What the others are together that stay; nothing, if it is the last one, or supposed to stand there alone.
    pub(crate) rest: Option<KindId>,
    /// It is about to leave; otherwise it is supposed to stand there alone.
    pub(crate) leaves: bool,
}

/// A position as one player sees it while a question is answered.
#[derive(Clone, Copy)]
pub(crate) struct View<'p> {
    pub(crate) position: &'p Position,
    /// Who asks.
    pub(crate) me: PlayerId,
    /// Tiles whose pieces are in somebody's hand.
    pub(crate) lifted: [Option<Tile>; 2],
    /// Tiles whose pieces have been taken on the way.
    pub(crate) gone: &'p [Tile],
    /// Tiles whose pieces are taken when the way is over: they stand, and a path that is asked for takes them no more.
    pub(crate) doomed: &'p [Tile],
    /// A stack of which one piece is looked at apart.
    pub(crate) part: Option<(Tile, Part)>,
    /// A tile on which a piece of this player is supposed to stand.
    pub(crate) supposed: Option<(Tile, PlayerId)>,
    /// How the one is turned who walks a path and asks on the way; without one, the asker's own frame counts.
    pub(crate) walker: Option<SymId>,
    /// The one piece that has covered the way of the one who walks, where that has been asked.
    pub(crate) watcher: Option<Tile>,
    /// The tile where the innermost test or number is asked that looks for tiles.
    pub(crate) asking: Option<Tile>,
    /// Where the walker is who asks how long a path is.
    pub(crate) measured: Option<State>,
    /// Who has moved last, where that is not plain from whose turn it is.
    pub(crate) mover: Option<PlayerId>,
    /// The position before the move that is judged.
    pub(crate) before: Option<&'p Position>,
    /// What the match knows of the position.
    pub(crate) past: Past<'p>,
    /// The legal moves, once somebody has asked for them.
    pub(crate) moves: Option<&'p OnceCell<Vec<Move>>>,
}

impl<'p> View<'p> {
    pub(crate) fn new(position: &'p Position, me: PlayerId) -> View<'p> {
        View {
            position,
            me,
            lifted: [None; 2],
            gone: &[],
            doomed: &[],
            part: None,
            supposed: None,
            walker: None,
            watcher: None,
            asking: None,
            measured: None,
            mover: None,
            before: None,
            past: Past::default(),
            moves: None,
        }
    }

    /// The same with one more piece lifted.
    pub(crate) fn lift(mut self, tile: Tile) -> View<'p> {
        self.lifted = [Some(tile), self.lifted[0]];
        self
    }

    /// The same where a stack is lifted, and one single piece of it is about to move alone.
    pub(crate) fn lift_part(self, tile: Tile, part: Part) -> View<'p> {
        View { part: Some((tile, part)), ..self.lift(tile) }
    }

    /// The same where one single piece of the stack on a tile stands there alone.
    pub(crate) fn with_alone(self, tile: Tile, kind: KindId) -> View<'p> {
        View { part: Some((tile, Part { kind, rest: None, leaves: false })), ..self }
    }

    /// The part of the stack on a tile that is about to leave it.
    pub(crate) fn parting(&self, from: Tile) -> Option<Part> {
        self.part.filter(|(tile, part)| *tile == from && part.leaves).map(|(_, part)| part)
    }

    /// As another player sees it who wonders about a tile where a piece of the present asker may stand.
    pub(crate) fn threatening(mut self, player: PlayerId, tile: Tile) -> View<'p> {
        self.supposed = Some((tile, self.me));
        self.me = player;
        self.walker = None;
        self.watcher = None;
        // What could happen next happens to this position.
        self.before = None;
        self
    }

    /// As one sees it who walks a path and has come so far.
    pub(crate) fn walked(mut self, at: State) -> View<'p> {
        self.walker = Some(at.frame);
        self.watcher = at.watcher;
        self
    }

    /// As one sees it who stands on a tile and looks for others.
    pub(crate) fn looking_from(self, tile: Tile) -> View<'p> {
        View { asking: Some(tile), ..self }
    }

    /// The same in another position.
    pub(crate) fn in_position<'q>(&self, position: &'q Position) -> View<'q> {
        View { asking: self.asking, measured: self.measured, ..View::new(position, self.me) }
    }

    /// As one sees it who has come so far and asks how long the rest of the way is: with the piece that walks in its place.
    pub(crate) fn measuring(self, at: State) -> View<'p> {
        let before = self.before.or(self.lifted[0].is_some().then_some(self.position));
        let lifted = [self.lifted[1], None];
        View { measured: Some(at), lifted, part: None, before, ..self.walked(at) }
    }

    /// What stands on a tile, even if it is in somebody's hand: it stands as it stood.
    pub(crate) fn standing(&self, tile: Tile) -> Option<Piece> {
        let is_supposed = self.supposed.is_some_and(|(supposed, _)| supposed == tile);
        if is_supposed { self.at(tile) } else { self.looked_at(tile) }
    }

    /// What the position has on a tile; of the stack of which a piece is looked at apart, that piece.
    fn looked_at(&self, tile: Tile) -> Option<Piece> {
        let piece = self.position.piece(tile).filter(|_| !self.gone.contains(&tile))?;
        match self.part {
            Some((stack, part)) if stack == tile => Some(Piece { kind: part.kind, ..piece }),
            _ => Some(piece),
        }
    }

    /// What stands on a tile.
    #[inline]
    pub(crate) fn at(&self, tile: Tile) -> Option<Piece> {
        let piece = self.looked_at(tile);
        if let Some((supposed, owner)) = self.supposed
            && supposed == tile
            && !self.gone.contains(&tile)
        {
            let owner = Some(owner);
            return piece.filter(|p| p.owner == owner).or(Some(Piece { kind: SOME_KIND, owner }));
        }
        if self.lifted.contains(&Some(tile)) {
            return None;
        }
        piece
    }
}

/// Where a walker is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct State {
    pub(crate) tile: Tile,
    /// How the walker's directions are turned.
    pub(crate) frame: SymId,
    /// What stands here has been dealt with; a tile that is not settled must be empty to be left.
    pub(crate) settled: bool,
    /// The one piece that has covered the way so far, once a path has asked for [one](tilegame_dsl::ir::Test::Under).
    pub(crate) watcher: Option<Tile>,
}

impl State {
    /// Where a walk begins.
    pub(crate) fn start(tile: Tile, frame: SymId) -> State {
        State { tile, frame, settled: true, watcher: None }
    }

    /// The same walker one step further.
    pub(crate) fn arrive(self, (tile, frame): (Tile, SymId)) -> State {
        State { tile, frame, settled: false, ..self }
    }
}
