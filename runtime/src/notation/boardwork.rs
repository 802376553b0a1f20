//! Texts of moves that change the board: `Sa0c1zy0`, `Sa0c2a0R2F`, `Dm4n4`.
//!
//! The text that the rules declare comes first. Behind it, tiles that vanish are listed; of tiles that go elsewhere come the
//! least and the greatest corner of their rectangle, the least corner of where it goes, `R` and the number of quarters by
//! which it is turned clockwise, and `F` if after that its files are exchanged. Such texts need no position to be read, and
//! they are written and read the same in every notation.

use tilegame_dsl::ir::{BoardWork, Tile};

use super::tiles::prefixes;
use crate::area::Area;
use crate::game::Game;
use crate::moves::{Carry, Change, Move};

/// The text of a move, if it is one that changes the board.
pub(crate) fn write(game: &Game, m: &Move) -> Option<String> {
    let rules = game.rules();
    let mut text = rules.turn.board[m.board_line()?].prefix.clone();
    for change in &m.changes {
        match change {
            Change::Vanish(tile) => text += &rules.board.name(*tile),
            Change::Carry(carry) => {
                let [x, y] = game.board().spot(carry.corner);
                let [files, ranks] = carry.size.map(i32::from);
                let last = game.board().at([x + files - 1, y + ranks - 1]);
                for tile in [Some(carry.corner), last, Some(carry.to)].into_iter().flatten() {
                    text += &rules.board.name(tile);
                }
                if carry.turns > 0 {
                    text += &format!("R{}", carry.turns);
                }
                if carry.flipped {
                    text.push('F');
                }
            }
            _ => {}
        }
    }
    Some(text)
}

/// Reads such a text. It need not be a legal move. `None` if it has another form; the error says what is wrong with it.
pub(crate) fn read(game: &Game, text: &str) -> Option<Result<Move, String>> {
    let lines = game.rules().turn.board.iter().enumerate();
    let fitting = lines.filter_map(|(line, work)| Some((line, work, text.strip_prefix(&*work.prefix)?)));
    let (line, work, rest) = fitting.max_by_key(|(_, work, _)| work.prefix.len())?;
    Some(match work.work {
        BoardWork::Vanish { .. } => match list(game, rest, &|rest| rest.is_empty()) {
            Some((tiles, _)) => {
                game.engine().vanish(line, &tiles).ok_or_else(|| "no tile is named".to_owned())
            }
            None => Err(format!("after `{}` come the tiles that are to vanish", work.prefix)),
        },
        BoardWork::Carry { .. } => match list(game, rest, &|rest| attitude(rest).is_some()) {
            Some((tiles, rest)) if tiles.len() == 3 => {
                let (turns, flipped) = attitude(rest).unwrap_or_default();
                let size = size(game, tiles[0], tiles[1]);
                size.map(|size| {
                    let carry = Carry { corner: tiles[0], size, to: tiles[2], turns, flipped };
                    game.engine().carry_move(line, carry)
                })
                .ok_or_else(|| "the least corner comes first, then the greatest".to_owned())
            }
            _ => Err(format!(
                "after `{}` come the least and the greatest corner of what moves, and the least corner of where it goes",
                work.prefix
            )),
        },
    })
}

/// Files and ranks of the rectangle with these corners.
fn size(game: &Game, least: Tile, greatest: Tile) -> Option<[u16; 2]> {
    let whole = match game.rules().board.plane {
        Some(plane) => [plane.files.into(), plane.ranks.into()],
        None => [i32::from(i16::MAX); 2],
    };
    let from = Area { corner: game.board().spot(least), size: whole };
    let [x, y] = from.offset(game.board(), greatest)?;
    Some([x as u16 + 1, y as u16 + 1])
}

/// What may stand behind the tiles: quarters, and whether files are exchanged.
fn attitude(text: &str) -> Option<(u8, bool)> {
    let (text, flipped) = text.strip_suffix('F').map_or((text, false), |rest| (rest, true));
    match text.strip_prefix('R') {
        None => text.is_empty().then_some((0, flipped)),
        Some(quarters) => {
            let quarters = ["1", "2", "3"].iter().position(|q| *q == quarters)?;
            Some((quarters as u8 + 1, flipped))
        }
    }
}

/// The tiles that a text names one after the other, with an end that `ends` takes. Long names are tried first.
fn list<'t>(game: &Game, text: &'t str, ends: &dyn Fn(&str) -> bool) -> Option<(Vec<Tile>, &'t str)> {
    let mut tiles = Vec::new();
    let mut rest = text;
    // Of names in which letters come before digits, the longest is always meant.
    while let Some((tile, behind)) = prefixes(&game.rules().board, rest).into_iter().next() {
        tiles.push(tile);
        rest = behind;
    }
    ends(rest).then_some((tiles, rest))
}
