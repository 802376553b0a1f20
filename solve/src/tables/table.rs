//! A table: making it, asking it, checking it.

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, State};

use super::class::{Class, ClassCounts, Gathered};
use super::homes::Homes;
use super::material::{self, Material, Signature, signature};
use crate::graph::{Graph, Unfinished};
use crate::outright::with_room;
use crate::{GoOn, Progress, Unsolved, Value, best_move, fits, value_of_end};

/// All positions with a set of pieces, and with all sets that arise from it, and what they are worth.
pub struct Table {
    pub(super) game: Game,
    pub(super) material: String,
    pub(super) classes: Vec<Class>,
    /// Where a class is, by what its positions have besides the board, and by their pieces.
    index: FxHashMap<(Vec<u8>, Signature), usize>,
}

/// Why a table has not been found right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadValue {
    /// What it says of the position of this FEN does not follow from what it says of the positions after it.
    #[error("what it says does not follow from the rules in {0}")]
    At(String),
    /// The caller did not want to go on.
    #[error("it was stopped")]
    Stopped,
}

impl Table {
    /// Solves all positions with a set of pieces, if there are no more than so many in all.
    ///
    /// # Errors
    /// If the game can't be solved, there are too many positions, or it was stopped.
    pub fn solve(
        game: &Game,
        material: &Material,
        most: u64,
        go_on: &mut GoOn<'_>,
    ) -> Result<Table, Unsolved> {
        fits(game)?;
        let homes = Homes::of(game);
        let mut graph = with_room(&game.start(), most, |graph| {
            let mut seeds = Seeds { homes: &homes, seeded: FxHashSet::default() };
            for player in [0, 1].map(PlayerId::new) {
                let mut editor = game.start().edit();
                editor.clear().to_move(player);
                seeds.add(graph, &editor.unchecked(), material.signature())?;
            }
            graph.explore(go_on, &mut |graph, state| {
                if is_plain(state) { seeds.add(graph, state, &signature(state)) } else { Ok(()) }
            })
        })?;
        graph.solve(go_on)?;
        let classes = gathered(&graph).into_iter().map(|gathered| gathered.packed(&graph)).collect();
        Ok(Table::of(game, material.to_string(), classes))
    }

    pub(super) fn of(game: &Game, material: String, classes: Vec<Class>) -> Table {
        let place = |(i, class): (usize, &Class)| ((rest_of(&class.sample), class.signature()), i);
        let index = classes.iter().enumerate().map(place).collect();
        Table { game: game.clone(), material, classes, index }
    }

    /// The pieces that it was made for.
    pub fn material(&self) -> &str {
        &self.material
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a position is worth for the player to move; nothing, if it is not in the table.
    pub fn value(&self, state: &State) -> Option<Value> {
        let class = *self.index.get(&(rest_of(state), signature(state)))?;
        self.classes[class].value(state)
    }

    /// The best move, and what the position is worth; nothing, if the game is over or something is not in the table.
    pub fn best(&self, state: &State) -> Option<(Move, Value)> {
        self.value(state)?;
        best_move(state, |state| self.value(state))
    }

    /// What is in it, set by set: those with more pieces first.
    pub fn counts(&self) -> Vec<ClassCounts> {
        let mut all: Vec<ClassCounts> = self.classes.iter().map(|class| class.counts(&self.game)).collect();
        let pieces = |counts: &ClassCounts| counts.pieces.split(' ').filter(|word| *word != "/").count();
        all.sort_by(|a, b| {
            let key = |c: &ClassCounts| (c.besides.clone(), c.to_move);
            pieces(b).cmp(&pieces(a)).then_with(|| a.pieces.cmp(&b.pieces)).then_with(|| key(a).cmp(&key(b)))
        });
        all
    }

    /// Sees whether every value follows from the values of the positions after it, as the rules say by which moves are made, and every end is what the position
    /// shows. Only right tables pass: a win is won because a position after it is lost in one ply less, and so on to an end.
    ///
    /// # Errors
    /// With a position of which that is not so, or if it was stopped.
    pub fn check(&self, go_on: &mut GoOn<'_>) -> Result<u64, BadValue> {
        let (found, mut done) = (self.len(), 0);
        for (state, value) in self.positions() {
            if done % 256 == 0 && !go_on(Progress { found, done }) {
                return Err(BadValue::Stopped);
            }
            let wanted = value_of_end(&state).or_else(|| Some(self.best(&state)?.1));
            if wanted != Some(value) {
                return Err(BadValue::At(state.fen()));
            }
            done += 1;
        }
        Ok(done)
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.classes.iter().map(Class::len).sum()
    }

    /// Whether there is no position at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All positions in the table with what they are worth, in an order that is always the same.
    pub fn positions(&self) -> impl Iterator<Item = (State, Value)> + '_ {
        self.classes.iter().flat_map(Class::positions)
    }
}

/// Whether there is nothing on the board but pieces without a past.
fn is_plain(state: &State) -> bool {
    state.is_without_memory() && state.game().rules().turn.phases.len() <= 1
}

/// Positions that are in the table whether or not they can be reached.
struct Seeds<'h> {
    homes: &'h Homes,
    seeded: FxHashSet<(Vec<u8>, Signature)>,
}

impl Seeds<'_> {
    /// Adds all positions with these pieces and everything else as in this state.
    fn add(&mut self, graph: &mut Graph, sample: &State, pieces: &Signature) -> Result<(), Unfinished> {
        if !self.seeded.insert((rest_of(sample), pieces.clone())) {
            return Ok(());
        }
        self.homes.each_placement(pieces, &mut |placed| {
            let state = sample.with_pieces(placed);
            if state.is_valid() { graph.add(&state).map(|_| ()) } else { Ok(()) }
        })
    }
}

/// The states of a graph by what they have besides the board, and by their pieces.
fn gathered(graph: &Graph) -> Vec<Gathered> {
    let mut places: FxHashMap<(u32, Signature), usize> = FxHashMap::default();
    let mut all: Vec<Gathered> = Vec::new();
    for number in 0..graph.len() as u32 {
        let code = graph.code(number);
        let rest = graph.codec.rest(code);
        let pieces = material::of_pieces(graph.codec.pieces(code));
        let place = *places.entry((rest, pieces)).or_insert_with_key(|(rest, pieces)| {
            all.push(Gathered::new(graph.codec.sample(*rest).clone(), pieces.clone()));
            all.len() - 1
        });
        all[place].numbers.push(number);
    }
    all
}

/// What a state has besides the board.
pub(super) fn rest_of(state: &State) -> Vec<u8> {
    let mut rest = Vec::new();
    state.write_rest(&mut rest);
    rest
}
