//! Texts for what comes from [outside](crate::receipt): `w+N`, White gets a knight; `die=4`, the number is four; `w:bid=4`, White's is.
//!
//! A player is written as in the field of the turn, a piece by the first player's letter; any player's is read.

use tilegame_dsl::ir::{CounterId, KindId, PlayerId, Receivable};

use super::fen::LARGEST_NUMBER;
use crate::game::Game;
use crate::receipt::{Receipt, ReceiptError};
use crate::words;

/// Between a player and what the player gets.
const GETS: char = '+';
/// Between a player and a number.
const HAS: char = ':';
/// Between a number's name and what it is.
const IS: char = '=';

/// Writes what comes.
pub fn write(game: &Game, receipt: &Receipt) -> String {
    let rules = game.rules();
    let letter = |player: PlayerId| rules.players[player.index()].letter;
    match *receipt {
        Receipt::Piece { player, kind } => {
            format!("{}{GETS}{}", letter(player), rules.kinds[kind.index()].letter)
        }
        Receipt::Number { counter, of, value } => {
            let name = &rules.counters[counter.index()].name;
            let whose = of.map_or(String::new(), |player| format!("{}{HAS}", letter(player)));
            format!("{whose}{name}{IS}{value}")
        }
    }
}

/// Reads what comes; `None` if the text has not the form of that in this game.
///
/// # Errors
/// If nothing like that comes from outside.
pub fn read(game: &Game, text: &str) -> Option<Result<Receipt, ReceiptError>> {
    let text = text.trim();
    let rules = game.rules();
    if rules.turn.receive.is_empty() {
        return None;
    }
    let player = |text: &str| {
        let mut letters = text.chars();
        let (letter, None) = (letters.next()?, letters.next()) else { return None };
        rules.players.iter().position(|p| p.letter == letter).map(PlayerId::new)
    };
    if let Some((who, what)) = text.split_once(GETS)
        && let Some(player) = player(who)
    {
        let kind = rules.kinds.iter().position(|k| k.letters.iter().any(|l| l == what)).map(KindId::new);
        let kind = kind.filter(|kind| rules.turn.receive.contains(&Receivable::Piece(*kind)));
        return Some(kind.map(|kind| Receipt::Piece { player, kind }).ok_or_else(|| unknown(game, text)));
    }
    let (name, value) = text.split_once(IS)?;
    let (of, name) = match name.split_once(HAS) {
        Some((who, name)) => (Some(player(who)?), name),
        None => (None, name),
    };
    let counter = rules.counters.iter().position(|c| c.name == name).map(CounterId::new)?;
    let is_received = rules.turn.receive.contains(&Receivable::Counter(counter));
    let is_number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    if !is_received || !is_number || rules.counters[counter.index()].each != of.is_some() {
        return Some(Err(unknown(game, text)));
    }
    let value = value.parse().ok().filter(|value| *value <= LARGEST_NUMBER);
    let too_big = || ReceiptError::TooBig { text: words::shortened(text).into_owned() };
    Some(value.map(|value| Receipt::Number { counter, of, value }).ok_or_else(too_big))
}

/// The error about something that cannot come from outside.
pub fn unknown(game: &Game, text: &str) -> ReceiptError {
    let rules = game.rules();
    let example = |what: &Receivable| {
        let player = PlayerId(0);
        let receipt = match *what {
            Receivable::Piece(kind) => Receipt::Piece { player, kind },
            Receivable::Counter(counter) => {
                let of = rules.counters[counter.index()].each.then_some(player);
                Receipt::Number { counter, of, value: 1 }
            }
        };
        format!("`{}`", write(game, &receipt))
    };
    let examples: Vec<String> = rules.turn.receive.iter().map(example).collect();
    let examples = match examples.as_slice() {
        [] => "in no way, since nothing does".to_owned(),
        examples => words::list(examples, "or"),
    };
    ReceiptError::NotReceived { text: words::shortened(text).into_owned(), examples }
}
