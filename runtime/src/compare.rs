//! The two engines side by side: where they differ, on as small a position as can be found.
//!
//! The reference engine is the specification; a difference is a fault of the bitset engine.

use tilegame_dsl::ir::Tile;

pub use crate::engine::{Bitset, WhyNot};
use crate::game::Game;
use crate::moves::Move;
use crate::notation::uci;
use crate::reference::position::Position;
use crate::reference::view::View;

/// A position to which the engines give different answers.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// How it came about from where the search began; nothing is known of that once pieces have been taken away.
    pub moves: Vec<Move>,
    /// What is different, in a sentence.
    pub what: String,
}

/// What is different about the two engines' answers to a position: moves, what they lead to, endings, counts, attacks.
///
/// # Errors
/// If the bitset engine can't play the game, or not from this position.
pub fn differ(game: &Game, position: &Position) -> Result<Option<String>, WhyNot> {
    let fast = game.bitset()?;
    differ_on(game, fast, position)
}

fn differ_on(game: &Game, fast: &Bitset, position: &Position) -> Result<Option<String>, WhyNot> {
    let mut moves = game.engine().legal_moves(&mut position.clone());
    Move::sort(&mut moves);
    let walked = fast.moves(position)?;
    if !same(&moves, &walked) {
        return Ok(Some(format!("its programs make other moves: {}", told(game, &moves, &walked))));
    }
    let mut listed = fast.moves_by_tables(position)?;
    Move::sort(&mut listed);
    if let Some((m, other)) = moves.iter().zip(&listed).find(|(m, other)| !is_told_alike(m, other)) {
        return Ok(Some(format!("it tells of {m:?} as {other:?}")));
    }
    let next = fast.successors(position)?;
    let found: Vec<Move> = next.iter().map(|(m, _)| m.clone()).collect();
    if !same(&moves, &found) {
        return Ok(Some(format!("its tables make other moves: {}", told(game, &moves, &found))));
    }
    for (m, after) in &next {
        let mut expected = position.clone();
        game.engine().play(&mut expected, m);
        if expected != *after {
            let text = texts(game, std::slice::from_ref(m));
            return Ok(Some(format!("{text} leads to another position")));
        }
    }
    let ending = game.engine().outcome(position).map(|o| o.end.index());
    let found = fast.ending(position)?;
    if found != ending {
        let name = |end: Option<usize>| end.map_or("none", |e| game.rules().ends[e].name.as_str());
        return Ok(Some(format!("the ending is {} instead of {}", name(found), name(ending))));
    }
    // Counting takes short cuts: it neither lists the last moves nor keeps books.
    let each: Result<Vec<u64>, WhyNot> = next.iter().map(|(_, after)| fast.perft(None, after, 1)).collect();
    let expected = if ending.is_some() { 0 } else { each?.iter().sum() };
    let counted = fast.perft(None, position, 2)?;
    if counted != expected {
        return Ok(Some(format!("two plies count {counted} instead of {expected}")));
    }
    let (me, state) = (game.to_move(position), game.state_of(position));
    for tile in game.tiles(position) {
        // Whether a piece attacks itself is nobody's question.
        if position.piece(tile).is_some_and(|p| p.owner != Some(me)) {
            continue;
        }
        // The game itself would ask the other engine.
        let mut expected = Vec::new();
        game.engine().attackers(&View::new(position, me), tile, &mut |from| {
            expected.push(from);
            false
        });
        expected.sort();
        if state.attackers(me, tile).iter().ne(expected) {
            return Ok(Some(format!("other pieces attack {}", game.rules().board.name(tile))));
        }
    }
    Ok(None)
}

/// Whether all is the same that is told of two moves, not only what they change.
fn is_told_alike(one: &Move, other: &Move) -> bool {
    let told = |m: &Move| (m.to, m.promotion, m.captures, m.origin);
    one == other && told(one) == told(other)
}

fn same(a: &[Move], b: &[Move]) -> bool {
    a.len() == b.len() && a.iter().all(|m| b.contains(m))
}

fn told(game: &Game, expected: &[Move], found: &[Move]) -> String {
    let without = |all: &[Move], others: &[Move]| {
        let left: Vec<Move> = all.iter().filter(|m| !others.contains(m)).cloned().collect();
        if left.is_empty() { "none".to_owned() } else { texts(game, &left) }
    };
    format!("missing are {}, too many are {}", without(expected, found), without(found, expected))
}

fn texts(game: &Game, moves: &[Move]) -> String {
    uci::write_all(game, moves).join(" ")
}

/// Looks for a difference in all positions that at most `depth` moves lead to, nearest first. `look` is called before each position and
/// may stop the search. Also says how many positions have been compared.
///
/// # Errors
/// If the bitset engine can't play the game, or not from one of the positions.
pub fn search(
    game: &Game,
    start: &Position,
    depth: u32,
    mut look: impl FnMut(u64) -> bool,
) -> Result<(Option<Difference>, u64), WhyNot> {
    let fast = game.bitset()?;
    let mut search = Search { game, fast, moves: Vec::new(), compared: 0, look: &mut look, stopped: false };
    for ply in 0..=depth {
        let found = search.at(start, ply)?;
        if found.is_some() || search.stopped {
            return Ok((found, search.compared));
        }
    }
    Ok((None, search.compared))
}

struct Search<'s> {
    game: &'s Game,
    fast: &'s Bitset,
    moves: Vec<Move>,
    compared: u64,
    look: &'s mut dyn FnMut(u64) -> bool,
    stopped: bool,
}

impl Search<'_> {
    /// The first difference so many plies further on.
    fn at(&mut self, position: &Position, ply: u32) -> Result<Option<Difference>, WhyNot> {
        self.stopped |= !(self.look)(self.compared);
        if self.stopped {
            return Ok(None);
        }
        if ply == 0 {
            self.compared += 1;
            let what = differ_on(self.game, self.fast, position)?;
            let difference =
                |what| Difference { position: position.clone(), moves: self.moves.clone(), what };
            return Ok(what.map(difference));
        }
        for m in self.game.moves(position) {
            let mut after = position.clone();
            self.game.play_unchecked(&mut after, &m);
            self.moves.push(m);
            let found = self.at(&after, ply - 1)?;
            self.moves.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// The same difference with as few pieces as one can do with, taking one after the other away.
pub fn shrunk(game: &Game, difference: &Difference) -> Difference {
    let mut smallest = difference.clone();
    loop {
        let tiles: Vec<_> = smallest.position.pieces().map(|(tile, _)| tile).collect();
        let fewer = tiles.into_iter().find_map(|tile| {
            let mut position = smallest.position.clone();
            take_off(&mut position, tile);
            let what = differ(game, &position).ok()??;
            Some(Difference { position, moves: Vec::new(), what })
        });
        match fewer {
            Some(fewer) => smallest = fewer,
            None => return smallest,
        }
    }
}

fn take_off(position: &mut Position, tile: Tile) {
    position.set(tile, None);
    position.unmoved.remove(tile);
    position.rights.remove(tile);
    position.marks.retain(|left| left.maker != tile);
    position.deeds.retain(|deed| deed.tile != tile);
}
