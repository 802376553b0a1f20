//! The order in which Fairy-Stockfish writes the pieces in the hands: by their types, the king first and the pawn last.

use std::cell::RefCell;
use std::collections::BTreeMap;

use tilegame_betza::{Betza, Dialect, Move};
use tilegame_dsl::betza;
use tilegame_runtime::Game;
use tilegame_runtime::ir::Rules;

/// What each letter of a game stands for: the number of the player, and where the type is in the order.
type Order = BTreeMap<char, (usize, usize)>;

thread_local! {
    /// The order of the game that was asked about last: finding it takes longer than writing a position.
    static LAST: RefCell<Option<(Game, Order)>> = const { RefCell::new(None) };
}

/// Sorts what stands between the brackets of a FEN.
pub(crate) fn sorted(game: &Game, hands: &str) -> String {
    let mut letters: Vec<char> = hands.chars().collect();
    let is_one = letters.windows(2).all(|two| two[0] == two[1]);
    if is_one || letters.iter().any(|letter| !letter.is_ascii_alphabetic()) {
        return hands.to_owned();
    }
    LAST.with_borrow_mut(|last| {
        let is_known = last.as_ref().is_some_and(|(known, _)| std::ptr::eq(known.rules(), game.rules()));
        if !is_known {
            *last = Some((game.clone(), order(game.rules())));
        }
        if let Some((_, order)) = last {
            letters.sort_by_key(|letter| order.get(letter).copied().unwrap_or((usize::MAX, 0)));
        }
    });
    letters.into_iter().collect()
}

/// Each letter with its place in the order.
fn order(rules: &Rules) -> Order {
    let types: Vec<(&str, Vec<Move>)> =
        tilegame_import::types().map(|(key, betza)| (key, moves_of(betza))).collect();
    let mut order = Order::new();
    for (number, kind) in rules.kinds.iter().enumerate() {
        let is_royal = kind.attributes.iter().any(|name| name == "royal") || kind.name == "King";
        let named = || types.iter().position(|(key, _)| key.eq_ignore_ascii_case(&kind.name));
        let known = |mut moves: Vec<Move>| {
            moves.sort();
            moves.dedup();
            let as_one = types.iter().position(|(key, known)| *key != "pawn" && *known == moves);
            as_one.or_else(|| named().filter(|place| types[*place].0 == "pawn"))
        };
        let place = match (is_royal, betza::moves(rules, kind)) {
            (true, _) => Some(0),
            (false, Ok(moves)) => known(moves).map(|place| usize::MAX - place),
            (false, Err(_)) => named().map(|place| usize::MAX - place),
        };
        // Pieces with moves of their own have higher numbers than all others, in the order in which they are declared.
        let place = place.unwrap_or(rules.kinds.len() - number);
        for (player, letter) in kind.letters.iter().enumerate() {
            let mut signs = letter.chars();
            if let (Some(sign), None) = (signs.next(), signs.next()) {
                order.entry(sign).or_insert((player, place));
            }
        }
    }
    order
}

/// The moves of a text.
fn moves_of(text: &str) -> Vec<Move> {
    let read = Betza::read(text, Dialect::FairyStockfish).and_then(|betza| betza.moves());
    let mut moves = read.unwrap_or_default();
    moves.sort();
    moves.dedup();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_type() {
        for (name, hands, wanted) in [
            ("seirawan", "HEhe", "EHeh"),
            ("shouse", "QRBNPHEp", "EHQRBNPp"),
            ("sittuyin", "KRRNNFSSkrrnnfss", "KSSFRRNNkssfrrnn"),
            ("crazyhouse", "QRBNPqrbnp", "QRBNPqrbnp"),
            ("minishogi", "SPRsp", "PSRps"),
            ("dobutsu", "ec", "ce"),
            ("yarishogi", "ppn", "npp"),
            ("minishogi", "", ""),
        ] {
            assert_eq!(sorted(&Game::from_library(name).expect("a game"), hands), wanted, "{name}");
        }
    }
}
