//! `show`: a position as a drawing, with the moves of a piece if wanted.

use std::io::Write as _;

use tilegame_runtime::ir::Tile;
use tilegame_runtime::notation::{fen, san, uci};
use tilegame_runtime::{Game, Move, Position};

use crate::args::Show;
use crate::board::{self, Drawing};
use crate::exit::{Exit, Failure};
use crate::io::Io;
use crate::{load, situation};

/// Runs the command.
pub(crate) fn run(args: &Show, io: &mut Io<'_>) -> Result<Exit, Failure> {
    let game = load::game(io, &args.game.name)?;
    let position = situation::start(io, &game, &args.from)?;
    let from = args.tile.as_deref().map(|name| tile(&game, name)).transpose()?;

    let texts = uci::write_all(&game, &game.moves(&position));
    let moves: Vec<(Move, String)> = san::write_all(&game, &position)
        .into_iter()
        .zip(texts)
        .filter(|((m, _), _)| Some(m.from) == from && !m.is_pass())
        .map(|((m, san), uci)| (m, format!("{uci}  {san}")))
        .collect();
    let targets: Vec<Tile> = moves.iter().map(|(m, _)| m.to).collect();
    let marked = from.map(|from| (from, targets.as_slice()));
    let drawing = Drawing { ascii: args.ascii, color: io.out.color, marked };
    write!(io.out, "{}", board::draw(&game, &position, drawing))?;
    writeln!(io.out)?;
    for line in situation::lines(&game, &position) {
        writeln!(io.out, "{line}")?;
    }
    writeln!(io.out, "{}", fen::write(&game, &position))?;
    if let Some(from) = from {
        let mut texts: Vec<String> = moves.into_iter().map(|(_, text)| text).collect();
        texts.sort();
        writeln!(io.out)?;
        writeln!(io.out, "{}", headline(&game, &position, from, texts.len()))?;
        for text in texts {
            writeln!(io.out, "  {text}")?;
        }
    }
    Ok(Exit::Fine)
}

/// The tile of a name.
fn tile(game: &Game, name: &str) -> Result<Tile, Failure> {
    let board = &game.rules().board;
    board.tile(name).ok_or_else(|| {
        let known = match (game.board().tiles().next(), game.board().tiles().last()) {
            (Some(first), Some(last)) => {
                format!("; they are named from {} to {}", board.name(first), board.name(last))
            }
            _ => String::new(),
        };
        Failure::Message(format!("the board has no tile `{name}`{known}"))
    })
}

fn headline(game: &Game, position: &Position, from: Tile, moves: usize) -> String {
    let name = situation::tile(game, from);
    if !position.is_there(from) {
        return format!("there is no tile {name} in this position");
    }
    let Some(piece) = position.piece(from) else {
        return match moves {
            0 => format!("{name} is empty"),
            1 => format!("{name} is empty; the tile has 1 move:"),
            n => format!("{name} is empty; the tile has {n} moves:"),
        };
    };
    let owner = situation::player(game, piece.owner);
    let piece_name = format!("{owner}'s {} on {name}", situation::kind(game, piece.kind));
    if game.outcome(position).is_some() {
        return format!("{piece_name} can't move; the game is over");
    }
    if piece.owner != game.to_move(position) {
        return format!("{piece_name} can't move; it is not {owner}'s turn");
    }
    match moves {
        0 => format!("{piece_name} has no legal move"),
        1 => format!("{piece_name} has 1 move:"),
        n => format!("{piece_name} has {n} moves:"),
    }
}
