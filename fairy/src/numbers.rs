//! The two numbers at the end of a FEN, which Fairy-Stockfish counts in every game, also where no rule asks for them.

use tilegame_runtime::ir::{AtStart, CounterId, FenField, Kind, PlayerId};
use tilegame_runtime::{Game, Move, State};

/// How many plies nothing has happened that can't be taken back, and the number of the move.
///
/// ```
/// use tilegame_fairy::numbers::Numbers;
/// use tilegame_fairy::{dialect, position};
/// use tilegame_runtime::Game;
/// let shogi = Game::from_library("minishogi")?;
/// let fen = "rbsgk/4p/5/P4/KGSBR[] w - - 4 9";
/// let state = position::read(&shogi, fen)?;
/// let turn = dialect::read(&state, "c1c2")?;
/// let numbers = Numbers::of(fen).along(&state, turn.iter().copied());
/// assert_eq!(position::write_with(&state.after(turn[0]), numbers), "rbsgk/4p/5/P1S2/KG1BR[] b - - 5 9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Plies since a capture, a drop, a promotion, or a move of a pawn that has no way back.
    pub plies: u32,
    /// The number of the move, from 1.
    pub number: u32,
}

/// Those of a position in which a game begins.
impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { plies: 0, number: 1 }
    }
}

impl Numbers {
    /// Those in a text; what is left out is as at the start.
    pub fn of(fen: &str) -> Numbers {
        let mut words = fen.split_whitespace().rev().map_while(|word| word.parse().ok());
        let start = Numbers::default();
        match (words.next(), words.next()) {
            (Some(number), Some(plies)) => Numbers { plies, number },
            (Some(number), None) => Numbers { number, ..start },
            _ => start,
        }
    }

    /// Those after moves.
    pub fn along(self, start: &State, moves: impl Iterator<Item = Move>) -> Numbers {
        let (mut numbers, mut now, mut resets) = (self, start.clone(), false);
        for m in moves {
            let (ends, after) = (now.ends_turn(m), now.after(m));
            resets |= is_final(&now, m, &after);
            if ends {
                numbers = numbers.after(&now, std::mem::take(&mut resets));
            }
            now = after;
        }
        numbers
    }

    /// Those after a turn, of which is known whether something in it can't be taken back.
    fn after(self, before: &State, is_final: bool) -> Numbers {
        let is_last = before.to_move() != PlayerId::new(0);
        Numbers {
            plies: if is_final { 0 } else { self.plies.saturating_add(1) },
            number: self.number.saturating_add(is_last.into()),
        }
    }
}

/// Whether something happens in a move that can't be taken back.
fn is_final(before: &State, m: Move, after: &State) -> bool {
    let is_drop = before.origin(m).is_none() && !m.is_pass();
    let (was, is) = (Count::of(before), Count::of(after));
    if is_drop && was.pieces < is.pieces {
        return true;
    }
    match clock(before.game()) {
        // What is left of a rule about moves without progress is asked of the game.
        Some(clock) => after.counter(clock, PlayerId::new(0)) == 0,
        // Where a piece leaves its promoted state again, nothing is final about entering it.
        None => was.pieces != is.pieces || was.promoted < is.promoted && !is_undone(before),
    }
}

/// The counter of moves without progress, if the game has one in its positions, and no limit to which it counts.
pub(crate) fn clock(game: &Game) -> Option<CounterId> {
    let fields = &game.notation().fen;
    let has_limit =
        fields.iter().any(|field| matches!(field, FenField::Count { at_start: AtStart::Text(_), .. }));
    let mut numbers = fields.iter().filter_map(|field| match field {
        FenField::Count { counter, join: None, at_start } => Some((*counter, at_start)),
        _ => None,
    });
    let (first, second) = (numbers.next(), numbers.next());
    first
        .filter(|(_, at_start)| second.is_some() && !has_limit && **at_start == AtStart::Number)
        .map(|(counter, _)| counter)
}

/// The players' pieces on the board, and those of them that are in a promoted state.
struct Count {
    pieces: u32,
    promoted: u32,
}

impl Count {
    fn of(state: &State) -> Count {
        let kinds = &state.game().rules().kinds;
        let mut count = Count { pieces: 0, promoted: 0 };
        state.each_piece(&mut |_, piece| {
            if piece.owner.is_some() {
                count.pieces += 1;
                count.promoted += u32::from(is_promoted(&kinds[piece.kind.index()]));
            }
        });
        count
    }
}

/// The letter of a promoted state has a sign before it.
fn is_promoted(kind: &Kind) -> bool {
    kind.letter.starts_with('+')
}

/// Whether promoted pieces can turn back.
fn is_undone(state: &State) -> bool {
    let kinds = &state.game().rules().kinds;
    kinds.iter().filter(|kind| is_promoted(kind)).any(|kind| {
        kind.promotions.iter().flat_map(|promotion| &promotion.to).any(|to| {
            let to = &kinds[to.index()];
            to.piece == kind.piece && !is_promoted(to)
        })
    })
}
