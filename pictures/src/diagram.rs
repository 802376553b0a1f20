//! Movement diagrams, as rule books print them: where a piece goes from a tile, quietly and taking.

use std::cmp::Ordering;

use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Change, Game, Piece, State, moves};

use crate::Mark;
use crate::layout::{Cell, Layout};

/// The tile nearest to the middle of the board.
pub fn central_tile(game: &Game) -> Tile {
    let layout = Layout::new(&game.rules().board, 0.0);
    let sheet = &layout.sheets[layout.sheets.len() / 2];
    let middle = sheet.bounds.center();
    let own = layout.cells.iter().filter(|c| layout.sheets[c.sheet] == *sheet);
    let away = |c: &&crate::layout::Cell| ((c.centre - middle).hypot() * 1e6).round() as i64;
    own.min_by_key(away).map_or(Tile(0), |c| c.tile)
}

/// A player's piece alone in the middle of the board, and where it stands.
pub fn alone(game: &Game, kind: KindId, owner: PlayerId) -> (State, Tile) {
    let middle = central_tile(game);
    let piece = Piece { kind, owner: Some(owner) };
    (game.place([(middle, piece)], owner), middle)
}

/// The marks of a piece that stands on `tile` of a position, where it is its owner's turn. On every empty tile it is asked, too,
/// whether the piece could take an enemy there; that is what a diagram of an otherwise empty board shows.
///
/// If the piece is alone and hops over others, hurdles are put on the board, one in each direction, and marked. If it is alone and goes farther
/// from where it stands at the start, that is marked, too.
pub fn moves(state: &State, tile: Tile) -> Vec<(Tile, Mark)> {
    let (game, position) = (state.game(), state.clone());
    // What belongs to nobody goes nowhere.
    let Some(piece) = position.piece(tile) else { return Vec::new() };
    let Some(owner) = piece.owner else { return Vec::new() };
    let other = (0..game.rules().players.len()).map(PlayerId::new).find(|player| *player != owner);
    let is_alone = position.pieces().count() == 1;
    let mut diagram = Diagram {
        game,
        position,
        tile,
        owner,
        friend: usual(game, owner, piece.kind),
        enemy: other.map(|other| usual(game, other, piece.kind)),
    };
    let (mut only_at_start, mut hurdles) = (Vec::new(), Vec::new());
    if is_alone {
        let layout = Layout::new(&game.rules().board, 0.0);
        only_at_start = diagram.only_at_start(piece, &layout);
        hurdles = diagram.put_hurdles(&layout);
    }
    let mut marks = diagram.marks();
    marks.retain(|(tile, _)| !hurdles.contains(tile));
    marks.extend(hurdles.into_iter().map(|tile| (tile, Mark::Hurdle)));
    let is_marked = |tile: Tile| marks.iter().any(|(marked, _)| *marked == tile);
    let mut more: Vec<Tile> = only_at_start.into_iter().filter(|tile| !is_marked(*tile)).collect();
    more.sort();
    marks.extend(more.into_iter().map(|tile| (tile, Mark::FromStart)));
    marks
}

/// What a piece reaches.
struct Reach {
    quiet: Vec<Tile>,
    taken: Vec<Tile>,
    /// Among other pieces it takes more.
    takes_over: bool,
}

/// A piece on a board, and which others it meets.
struct Diagram<'g> {
    game: &'g Game,
    position: State,
    tile: Tile,
    owner: PlayerId,
    /// What stands in the way.
    friend: Piece,
    /// What is taken; nothing, if there are no other players.
    enemy: Option<Piece>,
}

impl Diagram<'_> {
    /// All marks but those of hurdles.
    fn marks(&self) -> Vec<(Tile, Mark)> {
        let reached = self.quiet(None);
        let mut marks = Vec::new();
        for target in self.others() {
            let mark = match (reached.contains(&target), self.takes(None, target)) {
                (true, true) => Mark::Both,
                (true, false) => Mark::Quiet,
                (false, true) => Mark::Capture,
                (false, false) => continue,
            };
            marks.push((target, mark));
        }
        let is_marked = |tile: &Tile| marks.iter().any(|(marked, _)| marked == tile);
        let is_leg = |tile: &Tile| {
            let left = self.quiet(Some(*tile));
            self.is_empty(*tile) && !is_marked(tile) && reached.iter().any(|r| !left.contains(r))
        };
        let legs: Vec<Tile> = self.others().filter(is_leg).collect();
        marks.extend(legs.into_iter().map(|tile| (tile, Mark::Leg)));
        marks
    }

    /// Where the piece would move from here as such pieces move from where they stand at the start, but does not. Only where all tiles have the same
    /// size can it be said which tile lies in the same direction and at the same distance.
    fn only_at_start(&self, piece: Piece, layout: &Layout) -> Vec<Tile> {
        let cell = |tile: Tile| layout.cells.iter().find(|cell| cell.tile == tile);
        let Some(to) = cell(self.tile) else { return Vec::new() };
        if layout.cells.iter().any(|cell| (cell.room - to.room).abs() > 1e-6) {
            return Vec::new();
        }
        let here = self.quiet(None);
        let mut found = Vec::new();
        self.game.start().each_piece(&mut |start, other| {
            let Some(from) = cell(start).filter(|from| other == piece && from.sheet == to.sheet) else {
                return;
            };
            let position = self.game.place([(start, piece)], self.owner);
            for there in (Diagram { position, tile: start, ..*self }).quiet(None).into_iter().filter_map(cell)
            {
                let same = to.centre + (there.centre - from.centre);
                let is_same = |cell: &&Cell| cell.sheet == to.sheet && (cell.centre - same).hypot() < 0.01;
                let tile = layout.cells.iter().find(is_same).map(|cell| cell.tile);
                found.extend(tile.filter(|tile| !here.contains(tile) && !found.contains(tile)));
            }
        });
        found
    }

    /// Puts others where they let this one go or take where it can't otherwise: in each direction on the nearest tile that is not a neighbour.
    fn put_hurdles(&mut self, layout: &Layout) -> Vec<Tile> {
        let centre = |tile: Tile| layout.cells.iter().find(|cell| cell.tile == tile).map(|cell| cell.centre);
        let away = |tile: Tile| match (centre(self.tile), centre(tile)) {
            (Some(from), Some(to)) => (to - from).hypot(),
            _ => f64::INFINITY,
        };
        let reach = self.reach();
        let mut candidates: Vec<Tile> = self.others().filter(|tile| self.opens(&reach, *tile)).collect();
        let step = candidates.iter().map(|tile| away(*tile)).fold(f64::INFINITY, f64::min);
        // The diagonal neighbours of a square tile are one and a half times as far away as the others.
        let order = |tile: Tile| (away(tile) < 1.6 * step, away(tile));
        candidates.sort_by(|a, b| order(*a).partial_cmp(&order(*b)).unwrap_or(Ordering::Equal));
        let (mut hurdles, mut reach) = (Vec::new(), reach);
        for tile in candidates {
            if self.opens(&reach, tile) {
                hurdles.push(tile);
                self.position = self.with(std::iter::once((tile, self.friend)));
                reach = self.reach();
            }
        }
        hurdles
    }

    /// What the piece reaches.
    fn reach(&self) -> Reach {
        let taken: Vec<Tile> = self.others().filter(|tile| self.takes(None, *tile)).collect();
        let everywhere =
            self.enemy.into_iter().flat_map(|enemy| self.others().map(move |tile| (tile, enemy)));
        let among_others = self.taken(&self.with(everywhere));
        Reach {
            quiet: self.quiet(None),
            takes_over: among_others.iter().any(|tile| !taken.contains(tile)),
            taken,
        }
    }

    /// Whether another piece on an empty tile lets this one go or take where it does not otherwise.
    fn opens(&self, reach: &Reach, hurdle: Tile) -> bool {
        let is_new =
            |tile: Tile| tile != hurdle && !reach.taken.contains(&tile) && self.takes(Some(hurdle), tile);
        self.is_empty(hurdle)
            && (self.quiet(Some(hurdle)).iter().any(|tile| !reach.quiet.contains(tile))
                || reach.takes_over && self.others().any(is_new))
    }

    fn others(&self) -> impl Iterator<Item = Tile> + '_ {
        self.game.board().tiles().filter(|tile| *tile != self.tile)
    }

    fn is_empty(&self, tile: Tile) -> bool {
        self.position.piece(tile).is_none()
    }

    /// The position with more pieces, where there are none.
    fn with(&self, more: impl Iterator<Item = (Tile, Piece)>) -> State {
        let more = more.filter(|(tile, _)| self.is_empty(*tile));
        self.game.place(self.position.pieces().chain(more), self.owner)
    }

    /// Where the piece goes without taking anything, perhaps with another in its way.
    fn quiet(&self, other: Option<Tile>) -> Vec<Tile> {
        let position = self.with(other.map(|tile| (tile, self.friend)).into_iter());
        let moves = position.pseudo_legal_moves();
        let is_quiet = |m: &&moves::Move| m.from == Some(self.tile) && !m.captures && !m.is_pass();
        moves.iter().filter(is_quiet).map(|m| m.to).collect()
    }

    /// Whether the piece takes what stands on a tile, or an enemy if nothing does; perhaps with another in its way.
    fn takes(&self, other: Option<Tile>, target: Tile) -> bool {
        if self.is_empty(target) && self.enemy.is_none() {
            return false;
        }
        let more = other.map(|tile| (tile, self.friend)).into_iter();
        let position = self.with(more.chain(self.enemy.map(|enemy| (target, enemy))));
        self.taken(&position).contains(&target)
    }

    fn taken(&self, position: &State) -> Vec<Tile> {
        let moves = position.pseudo_legal_moves();
        let own = moves.iter().filter(|m| m.from == Some(self.tile));
        let taken = own.flat_map(|m| &m.changes).filter_map(|change| match change {
            Change::Take(tile) => Some(*tile),
            _ => None,
        });
        taken.collect()
    }
}

/// The piece of a player of which most are on the board at the start, of another kind than this one if there is one.
fn usual(game: &Game, owner: PlayerId, other: KindId) -> Piece {
    let mut counts = vec![0_usize; game.rules().kinds.len()];
    game.start().each_piece(&mut |_, piece| {
        if piece.owner == Some(owner) && piece.kind != other {
            counts[piece.kind.index()] += 1;
        }
    });
    let most = counts.iter().copied().max().filter(|most| *most > 0);
    let kind =
        most.and_then(|most| counts.iter().position(|count| *count == most)).map_or(other, KindId::new);
    Piece { kind, owner: Some(owner) }
}
