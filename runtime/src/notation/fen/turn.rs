//! The field that says whose turn it is and, in the middle of a turn, how far it has come.
//!
//! `w` is the start of a turn; behind a colon stands the phase, if it is not the first one, and behind `@` the tile of the
//! piece that has just moved, where a rule asks what it has done: `w:shoot@d7`. If it can have done several such things,
//! they follow: `w:shoot@d7=walk`.

use smallvec::SmallVec;
use tilegame_dsl::ir::{LabelId, PhaseId, PlayerId, When};

use super::error::FenError;
use crate::game::Game;
use crate::notation::field::Field;
use crate::notation::tiles::prefixes;
use crate::reference::position::{Deed, Position};
use crate::words;

/// Writes the field behind a text.
pub(super) fn write(game: &Game, position: &Position, text: &mut String) {
    push_letter(game, position.turn, text);
    let phase = words::phase(game.rules(), position).filter(|_| position.phase != PhaseId(0));
    let just = just(position);
    if phase.is_none() && just.is_empty() || !game.engine().goes_on {
        return;
    }
    text.push(':');
    text.push_str(phase.unwrap_or_default());
    let Some((deed, others)) = just.split_first() else { return };
    text.push('@');
    text.push_str(&game.rules().board.name(deed.tile));
    if asked(game).len() > 1 {
        let names =
            std::iter::once(deed).chain(others).map(|d| game.rules().labels[d.label.index()].as_str());
        text.push('=');
        text.push_str(&names.collect::<Vec<_>>().join("+"));
    }
}

pub(super) fn read(game: &Game, field: Field<'_>, position: &mut Position) -> Result<(), FenError> {
    let (player, rest) = match field.text.split_once(':') {
        Some((player, rest)) => (player, Some(rest)),
        None => (field.text, None),
    };
    position.turn = read_player(game, Field { text: player, ..field })?;
    let Some(rest) = rest else { return Ok(()) };
    let at = field.at + player.len() + 1;
    let (phase, piece) = match rest.split_once('@') {
        Some((phase, piece)) => (phase, Some(Field { text: piece, at: at + phase.len() + 1 })),
        None => (rest, None),
    };
    if !(phase.is_empty() && piece.is_some()) {
        position.phase = read_phase(game, Field { text: phase, at })?;
    }
    piece.map_or(Ok(()), |piece| read_deeds(game, piece, position))
}

/// The player's letter; with a number behind it if the player has several turns in a round.
fn letter(game: &Game, turn: u16) -> String {
    let mut text = String::new();
    push_letter(game, turn, &mut text);
    text
}

/// Writes it behind a text.
fn push_letter(game: &Game, turn: u16, text: &mut String) {
    let (player, earlier) = whose(game, turn);
    match game.notation().turn_letters.get(player.index()) {
        Some(letter) => text.push_str(letter),
        None => text.push(game.rules().players[player.index()].letter),
    }
    if earlier > 0 {
        text.push_str(&(earlier + 1).to_string());
    }
}

/// Whether that is the text.
fn is_letter(game: &Game, turn: u16, text: &str) -> bool {
    let (player, earlier) = whose(game, turn);
    let behind = match game.notation().turn_letters.get(player.index()) {
        Some(letter) => text.strip_prefix(letter.as_str()),
        None => text.strip_prefix(game.rules().players[player.index()].letter),
    };
    behind.is_some_and(|rest| if earlier == 0 { rest.is_empty() } else { rest == (earlier + 1).to_string() })
}

/// Whose turn it is, and how many of the round that player has had before.
fn whose(game: &Game, turn: u16) -> (PlayerId, usize) {
    let order = &game.rules().turn.order;
    let player = order[turn as usize];
    (player, order[..turn as usize].iter().filter(|p| **p == player).count())
}

/// How it is written whose turn it is, for messages: "`w` or `b`".
pub(super) fn known(game: &Game) -> String {
    let letters = (0..game.rules().turn.order.len() as u16).map(|turn| format!("`{}`", letter(game, turn)));
    words::list(&letters.collect::<Vec<_>>(), "or")
}

fn read_player(game: &Game, field: Field<'_>) -> Result<u16, FenError> {
    let rules = game.rules();
    let turns = 0..rules.turn.order.len() as u16;
    if let Some(turn) = turns.clone().find(|turn| is_letter(game, *turn, field.text)) {
        return Ok(turn);
    }
    let letters: Vec<String> = turns.map(|turn| letter(game, turn)).collect();
    // Large or small, or the first letter of a name, where that can mean one player only.
    let only = |fits: &dyn Fn(usize) -> bool| {
        let mut fitting = (0..letters.len()).filter(|turn| fits(*turn));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    let same = |turn: usize| letters[turn].eq_ignore_ascii_case(field.text);
    let begins = |turn: usize| {
        let name = &rules.players[rules.turn.order[turn].index()].name;
        name.get(..1).is_some_and(|first| first.eq_ignore_ascii_case(field.text))
    };
    let found = if (0..letters.len()).any(same) { only(&same) } else { only(&begins) };
    if let Some(turn) = found {
        return Ok(turn as u16);
    }
    let known: Vec<String> = letters
        .iter()
        .zip(&rules.turn.order)
        .map(|(letter, player)| format!("`{letter}` for {}", words::player(rules, *player)))
        .collect();
    let known = words::list(&known, "or");
    let given = words::shortened(field.text);
    Err(field.error(format!("`{given}` is not a player's letter; the player to move is written {known}")))
}

fn read_phase(game: &Game, field: Field<'_>) -> Result<PhaseId, FenError> {
    let phases = &game.rules().turn.phases;
    if let Some(phase) = phases.iter().position(|name| name == field.text) {
        return Ok(PhaseId::new(phase));
    }
    let why = match phases.as_slice() {
        [] => "a turn of this game has no phases".to_owned(),
        known => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("the phases of a turn are {}", words::list(&known, "and"))
        }
    };
    Err(field.error(format!("`{}` is no phase: {why}", words::shortened(field.text))))
}

fn read_deeds(game: &Game, field: Field<'_>, position: &mut Position) -> Result<(), FenError> {
    let rules = game.rules();
    let known = asked(game);
    let (name, labels) = match field.text.split_once('=') {
        Some((name, labels)) => (name, Some(labels)),
        None => (field.text, None),
    };
    let tile = prefixes(&rules.board, name).into_iter().find(|(_, rest)| rest.is_empty());
    let Some((tile, _)) = tile.filter(|(tile, _)| position.piece(*tile).is_some()) else {
        let name = words::shortened(name);
        return Err(field.error(format!("`{name}` is no tile on which the piece stands that has just moved")));
    };
    let labels: Vec<LabelId> = match (labels, known.as_slice()) {
        (Some(labels), _) => {
            let of = |name: &str| known.iter().find(|l| rules.labels[l.index()] == name).copied();
            labels.split('+').map(of).collect::<Option<_>>().unwrap_or_default()
        }
        (None, [only]) => vec![*only],
        (None, _) => Vec::new(),
    };
    if labels.is_empty() {
        let names: Vec<&str> = known.iter().map(|l| rules.labels[l.index()].as_str()).collect();
        let message = match names.as_slice() {
            [] => "no rule of this game depends on the last move".to_owned(),
            names => {
                format!("the last move is written after `=`: {}", words::list(names, "or"))
            }
        };
        return Err(field.error(message));
    }
    position.deeds.extend(labels.into_iter().map(|label| Deed { tile, when: When::Just, label }));
    Ok(())
}

/// What the piece that moved last has just done.
fn just(position: &Position) -> SmallVec<[Deed; 2]> {
    position.deeds().iter().filter(|d| d.when == When::Just).copied().collect()
}

/// The labels of which a rule asks whether they have just been done.
fn asked(game: &Game) -> Vec<LabelId> {
    game.engine().memory.asked(When::Just)
}
