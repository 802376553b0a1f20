//! A number for every move: where it sets out, where it leads, what the piece becomes. The same for all positions of a game, as learning programs need it.
//!
//! An action is `((layer * sources + source) * targets + target) * forms + form`, and the last of all is to pass. A source is a tile, or a kind of piece that is put
//! on the board, or nothing where only a tile is chosen. Castling is told by the tile of the partner. Where several legal moves have all of this in
//! common, they are in different layers, in the order of the list of legal moves.

use std::cell::RefCell;

use tilegame_runtime::ir::{KindId, Mode};
use tilegame_runtime::{Game, Move, MoveList, State};

/// How many layers there are is found out by playing games of so many moves, until so many moves have been made; fewer where the reference engine plays.
const MOVES: usize = 100;
const ALL_MOVES: usize = 4_000;
const ALL_SLOW_MOVES: usize = 60;

/// More actions than these fill no array that anybody wants.
const MOST: usize = 1 << 24;

/// How moves of a game are numbered.
#[derive(Debug)]
pub(crate) struct Actions {
    tiles: usize,
    sources: usize,
    /// The kinds that a piece can become, in their order; form 0 is to stay what it is.
    pub(crate) forms: Vec<KindId>,
    /// The place of each kind among the forms.
    form_of: Vec<usize>,
    layers: usize,
}

impl Actions {
    /// None if there is no end of tiles, or there are too many actions.
    pub(crate) fn new(game: &Game, layers: Option<usize>) -> Option<Actions> {
        if game.board().plane().is_some() {
            return None;
        }
        let kinds = &game.rules().kinds;
        let promoted = kinds.iter().flat_map(|kind| kind.promotions.iter().flat_map(|p| p.to.iter()));
        let mut forms: Vec<KindId> = promoted.copied().collect();
        forms.sort_unstable();
        forms.dedup();
        // Effects turn pieces into others, too; which ones is not listed anywhere, so all of them may be.
        let has_effects = kinds
            .iter()
            .flat_map(|kind| kind.rules.iter())
            .any(|rule| rule.mode == Mode::Do || rule.mode == Mode::Act);
        if has_effects {
            forms = (0..kinds.len()).map(KindId::new).collect();
        }
        let mut form_of = vec![0; kinds.len()];
        for (place, kind) in forms.iter().enumerate() {
            form_of[kind.index()] = place + 1;
        }
        let tiles = game.board().len();
        let actions = Actions { tiles, sources: tiles + kinds.len() + 1, forms, form_of, layers: 1 };
        let layers = layers.unwrap_or_else(|| actions.layers_met(game));
        let size = actions.layer().checked_mul(layers.max(1))?;
        (size < MOST).then(|| Actions { layers: layers.max(1), ..actions })
    }

    fn layer(&self) -> usize {
        self.sources * self.tiles * (self.forms.len() + 1)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.layer() * self.layers + 1
    }

    /// Sources, targets, forms and layers.
    pub(crate) fn shape(&self) -> (usize, usize, usize, usize) {
        (self.sources, self.tiles, self.forms.len() + 1, self.layers)
    }

    /// The number of a move in the first layer; nothing for a pass.
    fn place(&self, state: &State, m: Move) -> Option<usize> {
        if m.is_pass() {
            return None;
        }
        let mut target = m.to().index();
        let source = match m.from() {
            Some(tile) => {
                if m.is_castling() {
                    target = state.details(m).castling_partner().map_or(target, |tile| tile.index());
                }
                tile.index()
            }
            None => {
                let kind = state.details(m).kind();
                self.tiles + kind.map_or(self.sources - self.tiles - 1, |kind| kind.index())
            }
        };
        let form = m.promotion().map_or(0, |kind| self.form_of[kind.index()]);
        Some((source * self.tiles + target) * (self.forms.len() + 1) + form)
    }

    /// The numbers of moves, in their order.
    pub(crate) fn number(
        &self,
        state: &State,
        moves: &MoveList,
        numbers: &mut Vec<u32>,
    ) -> Result<(), TooFewLayers> {
        numbers.clear();
        let (last, layer) = (self.len() - 1, self.layer());
        numbers.extend(moves.iter().map(|m| self.place(state, *m).unwrap_or(last) as u32));
        // As they are in most games.
        if are_different(numbers, self.len()) {
            return Ok(());
        }
        let mut order: Vec<(u32, usize)> = numbers.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let mut above = 0;
        for pair in 1..order.len() {
            above = if order[pair].0 == order[pair - 1].0 { above + 1 } else { 0 };
            if above == 0 {
                continue;
            }
            if above >= self.layers {
                return Err(TooFewLayers);
            }
            numbers[order[pair].1] += (above * layer) as u32;
        }
        Ok(())
    }

    /// How many moves of one position have everything in common, at most, in games that are played at random.
    fn layers_met(&self, game: &Game) -> usize {
        let (mut moves, mut places) = (MoveList::new(), Vec::new());
        let (mut state, mut random) = (game.start(), fastrand::Rng::with_seed(0));
        let (mut most, mut made) = (1, 0);
        for _ in 0..if game.why_slow().is_none() { ALL_MOVES } else { ALL_SLOW_MOVES } {
            state.moves(&mut moves);
            if moves.is_empty() || made == MOVES {
                (state, made) = (game.start(), 0);
                continue;
            }
            places.clear();
            places.extend(moves.iter().filter_map(|m| self.place(&state, *m)));
            places.sort_unstable();
            let alike = places.chunk_by(|one, other| one == other).map(<[usize]>::len).max();
            most = most.max(alike.unwrap_or(1));
            state.make(moves[random.usize(..moves.len())]);
            made += 1;
        }
        most
    }
}

/// More moves of a position are alike than there are layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooFewLayers;

thread_local! {
    /// A bit for each number of a game; all are zero but while numbers are compared.
    static MET: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Whether numbers below a limit are all different.
fn are_different(numbers: &[u32], limit: usize) -> bool {
    MET.with_borrow_mut(|met| {
        if met.len() < limit.div_ceil(64) {
            met.resize(limit.div_ceil(64), 0);
        }
        let mut twice = 0;
        for number in numbers {
            let (word, bit) = (&mut met[*number as usize / 64], 1 << (number % 64));
            twice |= *word & bit;
            *word |= bit;
        }
        numbers.iter().for_each(|number| met[*number as usize / 64] = 0);
        twice == 0
    })
}
