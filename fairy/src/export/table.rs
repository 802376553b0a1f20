//! The pieces of a game as texts: a table for people, and the lines by which XBoard learns how pieces move.

use std::fmt::Write as _;
use std::sync::Arc;

use tilegame_betza::{Dialect, Move, When, encode};
use tilegame_dsl::betza;
use tilegame_dsl::moveid;
use tilegame_runtime::Game;
use tilegame_runtime::ir::{CastlingWay, Kind, KindId, Rules};

use super::ask::Reader;
use super::draft::Draft;
use super::squares::Squares;

/// The kinds of single pieces that are somebody's.
fn kinds(rules: &Rules) -> impl Iterator<Item = (KindId, &Kind)> {
    let all = rules.kinds.iter().enumerate().map(|(index, kind)| (KindId::new(index), kind));
    all.filter(|(_, kind)| kind.parts.len() <= 1)
}

/// Each piece with its letter and its moves in the notation; where this has no letters for a rule, with the move-IDs of the rule.
///
/// ```
/// let game = tilegame_runtime::Game::from_library("chess")?;
/// let table = tilegame_fairy::export::betza(&game, tilegame_betza::Dialect::XBoard);
/// assert!(table.contains("Knight  N  N\n"));
/// # Ok::<(), tilegame_runtime::source::UnknownGame>(())
/// ```
pub fn betza(game: &Game, dialect: Dialect) -> String {
    let rules = game.rules();
    let squares = Squares::of(rules).ok();
    let shown: Vec<(KindId, &Kind)> = kinds(rules).filter(|(_, kind)| !kind.rules.is_empty()).collect();
    let letters = |kind: &Kind| kind.letters.first().cloned().unwrap_or_default();
    let wide = |text: &dyn Fn(&Kind) -> usize| shown.iter().map(|(_, kind)| text(kind)).max().unwrap_or(0);
    let name_width = wide(&|kind| kind.name.chars().count());
    let letter_width = wide(&|kind| letters(kind).chars().count());
    let mut text = String::new();
    for (id, kind) in &shown {
        let head = format!("{:<name_width$}  {:<letter_width$}  ", kind.name, letters(kind));
        match words(game, squares.as_ref(), *id, dialect) {
            Ok(words) => _ = writeln!(text, "{head}{words}"),
            Err(_) => {
                for (number, rule) in kind.rules.iter().enumerate() {
                    let head = if number == 0 { head.clone() } else { " ".repeat(head.chars().count()) };
                    let alone = Kind { rules: Arc::new(vec![rule.clone()]), ..(*kind).clone() };
                    let words = tilegame_dsl::betza::moves(rules, &alone)
                        .and_then(|moves| encode(&moves, dialect).map_err(|none| none.to_string()))
                        .or_else(|why| ids(rules, *id, rule).ok_or(why))
                        .unwrap_or_else(|_| "no text".to_owned());
                    let _ = writeln!(text, "{head}{words}  ({})", rule.text);
                }
            }
        }
    }
    text
}

/// The move-IDs of a rule, if it has some.
fn ids(rules: &Rules, kind: KindId, rule: &tilegame_runtime::ir::MoveRule) -> Option<String> {
    let ids = moveid::encode::encode_rule(rules, kind, rule).ok()?;
    let texts: Vec<String> = ids.iter().map(moveid::MoveId::short).collect();
    Some(texts.join(" "))
}

/// How a piece moves, in one text.
fn words(game: &Game, squares: Option<&Squares>, id: KindId, dialect: Dialect) -> Result<String, String> {
    let rules = game.rules();
    let kind = &rules.kinds[id.index()];
    let plain =
        betza::moves(rules, kind).and_then(|moves| encode(&moves, dialect).map_err(|none| none.to_string()));
    let text = match (plain, squares) {
        (Ok(text), _) => Ok(text),
        // Moves that begin on certain tiles and end on certain tiles.
        (Err(why), Some(squares)) if rules.players.len() == 2 => {
            whole(game, squares, id, dialect).map_err(|_| why)
        }
        (Err(why), _) => Err(why),
    }?;
    Ok(text + &castling(game, squares, id, dialect))
}

/// How a piece moves where it stands at the start, and nothing of where it may not go.
fn whole(game: &Game, squares: &Squares, id: KindId, dialect: Dialect) -> Result<String, String> {
    let rules = game.rules();
    let draft = Draft::new(game, rules, squares);
    let reader = Reader { rules, squares };
    let moving = reader.moving(id, &draft.home[id.index()])?;
    if moving.reach.iter().any(|reach| !squares.is_all(reach)) || moving.sideways_from.is_some() {
        return Err("where it may go has no letters".to_owned());
    }
    let start = |made: Move| match (made.when, dialect) {
        (When::AtStart, Dialect::XBoard) => Move { when: When::Unmoved, ..made },
        _ => made,
    };
    let moves: Vec<Move> = moving.moves.into_iter().map(start).collect();
    encode(&moves, dialect).map_err(|none| none.to_string())
}

/// What is written behind the moves of a piece that castles: how far it goes.
fn castling(game: &Game, squares: Option<&Squares>, id: KindId, dialect: Dialect) -> String {
    let rules = game.rules();
    let (Some(squares), Some(castling), Dialect::XBoard) = (squares, &rules.castling, dialect) else {
        return String::new();
    };
    if castling.king != id {
        return String::new();
    }
    let start = game.start();
    let king = start
        .pieces()
        .find(|(_, piece)| piece.kind == id && piece.owner == Some(tilegame_runtime::ir::PlayerId::new(0)));
    let Some((from, _)) = king else { return String::new() };
    let mut far: Vec<u8> = castling
        .sides
        .iter()
        .filter_map(|side| match &side.way {
            CastlingWay::Line { king_to, .. } => {
                Some(squares.place(king_to[0]).0.abs_diff(squares.place(from).0))
            }
            CastlingWay::Rule { .. } => None,
        })
        .collect();
    far.sort_unstable();
    far.dedup();
    far.iter().map(|far| format!("O{far}")).collect()
}

/// The lines `piece` by which XBoard learns how the pieces of a game move, and what cannot be told so.
pub fn pieces(game: &Game) -> (String, Vec<String>) {
    let rules = game.rules();
    let squares = Squares::of(rules).ok();
    let (mut text, mut notes) = (String::new(), Vec::new());
    for (id, kind) in kinds(rules).filter(|(_, kind)| !kind.neutral) {
        let letter = kind.letters.first().cloned().unwrap_or_default();
        match words(game, squares.as_ref(), id, Dialect::XBoard) {
            Ok(words) => _ = writeln!(text, "piece {letter}& {words}"),
            Err(why) => notes.push(format!("{}: {why}", kind.name)),
        }
    }
    (text, notes)
}
