//! Turns as Fairy-Stockfish writes them, and what it reads.
//!
//! ```
//! use tilegame_fairy::dialect;
//! use tilegame_runtime::Game;
//! let start = Game::from_library("duck")?.start();
//! let turn = dialect::read(&start, "e2e4,e4d5")?;
//! assert_eq!(turn.iter().map(|m| start.origin(*m).is_some()).collect::<Vec<_>>(), [true, false]);
//! assert_eq!(dialect::write(&start, &turn), "e2e4,e4d5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A move is its tiles and the letter of what a piece promotes to, as in UCI. Otherwise:
//!
//! * A piece that enters another state of its own has a `+` behind its move, and one that leaves it a `-`: `h6h7+` for `h6h7+p`.
//! * A piece that comes in where another leaves is a letter: `b1c3h` for `b1c3/H`. Where a king and a rook leave tiles, the move of the one
//!   to the other's tile is named by the tile where the piece comes in: `h1e1h` for `e1g1/H@h1`.
//! * A turn is one text. A tile that is chosen after a move follows it and a comma, behind the tile where the move ended: `e2e4,e4d5` for
//!   `e2e4` and `*@d5`. So does the tile that vanishes behind a piece, or where it leaves a wall: `a1a2,a2a1`.
//! * A pass is a move to the same tile: of the piece by which the game writes it, or else of the player's first, `d1d1` for `0000`.
//! * Where a player may build a wall instead of moving, the wall follows a move that is none, of the player's first piece by its tile:
//!   `a1a1,a1a4` for `*@a4`. A move that builds none names the first tile of the board there: `e2e4,e4a1`.

use std::cmp::Ordering;

use thiserror::Error;
use tilegame_runtime::ir::{Action, Effect, Rules, Tile};
use tilegame_runtime::notation::TextError;
use tilegame_runtime::notation::uci::{UciError, is_pass};
use tilegame_runtime::{Change, Game, Move, State, Uci};

/// A turn, which is a move where turns have one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// How it is written.
    pub text: String,
    /// Its moves, one after the other.
    pub moves: Vec<Move>,
}

/// A text that is no legal turn, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnError {
    /// It is no move at all.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A move of it is not legal.
    #[error(transparent)]
    Move(#[from] UciError),
    /// It ends before the turn does.
    #[error("`{text}` is the beginning of a turn: write {example}")]
    Unfinished {
        /// What was given.
        text: String,
        /// A whole turn.
        example: String,
    },
    /// It goes on behind the end of the turn.
    #[error("the turn ends before `{rest}`")]
    Over {
        /// What is too much.
        rest: String,
    },
}

/// A position has more turns than are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the position has more than {MOST} turns, the most that are listed")]
pub struct TooMany;

/// So many turns of a position are listed.
pub const MOST: usize = 100_000;

/// All turns of a position, sorted by their texts.
///
/// # Errors
/// If there are more than [`MOST`].
pub fn turns(state: &State) -> Result<Vec<Turn>, TooMany> {
    let mut turns = Vec::new();
    list(state, None, &Turn { text: String::new(), moves: Vec::new() }, &mut turns)?;
    turns.sort_by(|a, b| a.text.cmp(&b.text));
    Ok(turns)
}

/// Lists the turns that begin with these moves, of which the last has ended on this tile.
fn list(state: &State, last: Option<Tile>, begun: &Turn, turns: &mut Vec<Turn>) -> Result<(), TooMany> {
    let listed = state.listed();
    let walls = builds_walls(state.game().rules());
    for (m, text) in listed.moves().iter().copied().zip(listed.uci()) {
        let text = step_of(state, last, m, text, walls);
        let mut turn = Turn { text, moves: [begun.moves.as_slice(), &[m]].concat() };
        if last.is_some() {
            turn.text = format!("{},{}", begun.text, turn.text);
        }
        let after = (!state.ends_turn(m)).then(|| state.after(m)).filter(State::has_moves);
        match after {
            Some(after) => list(&after, Some(state.target(m)), &turn, turns)?,
            None if turns.len() == MOST => return Err(TooMany),
            None => turns.push(turn),
        }
    }
    Ok(())
}

/// How many sequences of so many turns there are.
///
/// ```
/// use tilegame_fairy::dialect;
/// use tilegame_runtime::Game;
/// let amazons = Game::from_library("amazons")?.start();
/// assert_eq!(dialect::perft(&amazons, 1), amazons.perft(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(state: &State, depth: u32) -> u64 {
    perft_while(state, depth, &mut || true).unwrap_or_default()
}

/// The same as long as `go_on` says so, which is asked every few hundred positions; nothing if it says no, or if the number is larger than a
/// `u64`.
pub fn perft_while(state: &State, depth: u32, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
    let Some(less) = depth.checked_sub(1) else { return Some(1) };
    let is_last = less == 0;
    let mut nodes = 0_u64;
    for m in state.legal_moves() {
        let ends = state.ends_turn(m);
        if ends && is_last {
            nodes += 1;
            continue;
        }
        // In the middle of a turn the depth stays.
        let after = state.after(m);
        let goes_on = !ends && after.has_moves();
        nodes = nodes.checked_add(perft_while(&after, if goes_on { depth } else { less }, go_on)?)?;
    }
    go_on().then_some(nodes)
}

/// Whether a turn of the game can have several steps.
pub fn has_steps(game: &Game) -> bool {
    let again = |action: &Action| matches!(action, Action::Again { .. });
    game.rules().turn.after.iter().any(|line| line.actions.iter().any(again))
}

/// Writes a turn, or its first moves.
pub fn write(state: &State, moves: &[Move]) -> String {
    let (mut now, mut last) = (state.clone(), None);
    let mut parts = Vec::with_capacity(moves.len());
    for m in moves {
        parts.push(step(&now, last, *m));
        last = Some(now.target(*m));
        now.make(*m);
    }
    parts.join(",")
}

/// Reads a turn as it is written here, or move by move as the game writes moves, with commas between.
///
/// # Errors
/// If a move is not legal, or the text is not a whole turn.
pub fn read(state: &State, text: &str) -> Result<Vec<Move>, TurnError> {
    // A single move may have a comma: the tile that vanishes is said behind it.
    let only = written_so(state, None, text);
    let parts = if only.is_some() { vec![text] } else { text.split(',').collect() };
    let (mut now, mut moves, mut last, mut is_over) = (state.clone(), Vec::new(), None, false);
    for part in parts {
        if is_over {
            return Err(TurnError::Over { rest: part.to_owned() });
        }
        let m = only.map_or_else(|| read_move(&now, last, part), Ok)?;
        (is_over, last) = (now.ends_turn(m), Some(now.target(m)));
        moves.push(m);
        now.make(m);
        is_over |= !now.has_moves();
    }
    if is_over {
        return Ok(moves);
    }
    moves.extend(now.legal_moves().first());
    Err(TurnError::Unfinished { text: text.to_owned(), example: format!("`{}`", write(state, &moves)) })
}

/// Reads one move, behind one that has ended on this tile.
fn read_move(state: &State, last: Option<Tile>, text: &str) -> Result<Move, TurnError> {
    match written_so(state, last, text) {
        Some(m) => Ok(m),
        None => Ok(text.parse::<Uci>()?.to_move(state)?),
    }
}

/// The move whose text this is, behind one that has ended on this tile.
fn written_so(state: &State, last: Option<Tile>, text: &str) -> Option<Move> {
    let is_meant = |m: &Move| text == step(state, last, *m);
    // Most are written as the game writes them, which is read without a list.
    let usual = text.parse::<Uci>().ok().and_then(|uci| uci.to_move(state).ok());
    usual.filter(is_meant).or_else(|| state.legal_moves().into_iter().find(is_meant))
}

/// The text of a move behind one that has ended on this tile.
fn step(state: &State, last: Option<Tile>, m: Move) -> String {
    step_of(state, last, m, state.uci(m), builds_walls(state.game().rules()))
}

/// The same, of a move that the game writes so; in a game in which players may build `walls`, or in another.
fn step_of(state: &State, last: Option<Tile>, m: Move, uci: String, walls: bool) -> String {
    match last.filter(|_| state.origin(m).is_none() && !m.is_pass()) {
        Some(last) => format!("{}{}", name(state, last), name(state, state.target(m))),
        None => word(state, m, uci, walls),
    }
}

fn name(state: &State, tile: Tile) -> String {
    state.game().rules().board.name(tile).into_owned()
}

/// The text of one move.
fn word(state: &State, m: Move, uci: String, walls: bool) -> String {
    let rules = state.game().rules();
    if m.is_pass() {
        // Where no king can stay, the first piece does.
        let stays = first_piece(state).filter(|_| is_pass(&uci)).map(|tile| name(state, tile));
        return stays.map_or(uci, |tile| format!("{tile}{tile}"));
    }
    if walls {
        let (text, tile, wall) = match state.origin(m) {
            Some(_) => (plain(state, m, uci), state.target(m), first_tile(rules)),
            None => {
                let Some(stands) = first_piece(state) else { return plain(state, m, uci) };
                let stands_name = name(state, stands);
                (format!("{stands_name}{stands_name}"), stands, state.target(m))
            }
        };
        return format!("{text},{}{}", name(state, tile), name(state, wall));
    }
    let text = plain(state, m, uci);
    // Most moves change nothing else, and what a move changes is slow to list.
    let Some(from) = state.origin(m).filter(|_| !m.is_plain()) else { return text };
    let is_left = |change: Change| match change {
        Change::Vanish(tile) => tile == from,
        Change::Put { tile, kind, .. } => tile == from && rules.kinds[kind.index()].neutral,
        _ => false,
    };
    if state.changes(m).any(is_left) {
        format!("{text},{}{}", name(state, state.target(m)), name(state, from))
    } else {
        text
    }
}

/// Whether a player may build a wall instead of moving a piece.
fn builds_walls(rules: &Rules) -> bool {
    let turn = &rules.turn;
    let is_wall = |action: &Action| match action {
        Action::Here(Effect::Put(kind)) => rules.kinds[kind.index()].neutral,
        _ => false,
    };
    turn.phases.is_empty() && turn.choices.iter().any(|choice| choice.actions.iter().any(is_wall))
}

/// The first tile of the board, by its rank and then by its file.
fn first_tile(rules: &Rules) -> Tile {
    let tiles = (0..rules.board.tiles.len()).map(Tile::new);
    tiles.min_by_key(|tile| place(rules, *tile)).unwrap_or_else(|| Tile::new(0))
}

/// The tile of the player's first piece.
fn first_piece(state: &State) -> Option<Tile> {
    let (player, mut first) = (state.to_move(), None);
    let rules = state.game().rules();
    state.each_piece(&mut |tile, piece| {
        if piece.owner == Some(player) {
            first = first.into_iter().chain([tile]).min_by_key(|tile| place(rules, *tile));
        }
    });
    first
}

/// The number of a tile's rank and its file.
fn place(rules: &Rules, tile: Tile) -> (u32, String) {
    let name = rules.board.name(tile);
    let file = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    (name[file.len()..].parse().unwrap_or(0), file.to_owned())
}

/// The same without what follows a comma.
fn plain(state: &State, m: Move, text: String) -> String {
    if m.promotion().is_none() && !text.contains('/') {
        return text;
    }
    let Some(from) = state.origin(m) else { return text };
    if let Some((head, placed)) = text.split_once('/') {
        let (letter, at) = placed.split_once('@').unwrap_or((placed, ""));
        let own = name(state, from);
        let is_letter = !letter.is_empty() && letter.bytes().all(|b| b.is_ascii_uppercase());
        return match is_letter {
            true if at.is_empty() || at == own => format!("{head}{}", letter.to_ascii_lowercase()),
            true => format!("{at}{own}{}", letter.to_ascii_lowercase()),
            false => text,
        };
    }
    let kinds = &state.game().rules().kinds;
    let mover = state.piece(from).map(|piece| &kinds[piece.kind.index()]);
    let (Some(mover), Some(becomes)) = (mover, m.promotion().map(|kind| &kinds[kind.index()])) else {
        return text;
    };
    if mover.piece != becomes.piece {
        return text;
    }
    let bare = text.strip_suffix(&becomes.letter.to_lowercase()).unwrap_or(&text);
    // The letter of a state is longer by its sign; a piece that only does not promote has none.
    match becomes.letter.len().cmp(&mover.letter.len()) {
        Ordering::Greater => format!("{bare}+"),
        Ordering::Equal => bare.to_owned(),
        Ordering::Less => format!("{bare}-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    /// What is written is read as what is meant.
    #[test]
    fn turns_are_written_and_read() {
        for (name, fen, theirs, ours) in [
            ("minishogi", "4k/P4/5/5/4K[] w", "a4a5+", "a4a5+p"),
            ("minishogi", "4k/5/5/5/4K[P] w", "P@b3", "P@b3"),
            ("kyotoshogi", "2k2/5/2S2/5/+P1K2[] w", "a1a2-", "a1a2p"),
            ("kyotoshogi", "2k2/5/2S2/5/+P1K2[] w", "c3d4+", "c3d4+s"),
            ("kyotoshogi", "2k2/5/5/5/2K2[P] w", "+P@c3", "+P@c3"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1", "e1g1h", "e1g1/H@e1"),
            ("seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w K - 0 1", "h1e1h", "e1g1/H@h1"),
            ("seirawan", "4k3/8/8/8/8/8/8/4KB2[H] w F - 0 1", "f1e2h", "f1e2/H"),
            ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a7a8n"),
            ("joust", "8/8/8/4n3/3N4/8/8/8 w - - 0 1", "d4b3,b3d4", "d4b3"),
        ] {
            let game = Game::from_library(name).expect("a game");
            let state = position::read(&game, fen).expect("a position");
            let turn = read(&state, theirs).expect(theirs);
            assert_eq!(turn.iter().map(|m| state.uci(*m)).collect::<Vec<_>>(), [ours]);
            assert_eq!(write(&state, &turn), theirs);
        }
    }

    #[test]
    fn turns_of_several_steps() {
        let start = Game::from_library("duck").expect("a game").start();
        let turns = turns(&start).expect("few turns");
        assert_eq!(turns.len() as u64, start.perft(2));
        assert_eq!(perft(&start, 1), start.perft(2));
        for turn in turns.iter().step_by(97) {
            assert_eq!(read(&start, &turn.text).as_ref(), Ok(&turn.moves), "{}", turn.text);
        }
        let said = |text: &str| read(&start, text).expect_err(text).to_string();
        assert_eq!(said("e2e4"), "`e2e4` is the beginning of a turn: write `e2e4,e4e2`");
        assert_eq!(said("e2e4,e4d5,e4d6"), "the turn ends before `e4d6`");
        assert!(
            !said("").is_empty()
                && !said("e2e4,e4e4").is_empty()
                && !said(",").is_empty()
                && !said("e2e5").is_empty()
        );
    }

    /// A wall instead of a move, and a wall that is left behind.
    #[test]
    fn walls_are_written_and_read() {
        let instead = "[a:chess]\nwallingRule = edge\nwallOrMove = true\n";
        let behind =
            "[a:snailtrail]\nmaxRank = 9\nmaxFile = 9\nstartFen = p7P/9/9/9/3p*P3/9/9/9/p7P w - - 0 1\n";
        for (ini, theirs, ours) in
            [(instead, "a1a1,a1a3", "*@a3"), (instead, "e2e4,e4a1", "e2e4"), (behind, "f5e4,e4f5", "f5e4")]
        {
            let text = tilegame_import::import(ini, &[], false).games.remove(0).text;
            let start = Game::from_source("a.tg", &text, |_| None).expect("a game").start();
            for text in [theirs, ours] {
                let turn = read(&start, text).expect(text);
                assert_eq!((start.uci(turn[0]).as_str(), turn.len()), (ours, 1));
                assert_eq!(write(&start, &turn), theirs);
            }
        }
    }

    /// A pass of a player without a king, and a capture in passing where a pawn may promote.
    #[test]
    fn passes_and_pawns_that_stay_are_written_and_read() {
        for (ini, fen, theirs, ours) in [
            ("[a:flipello]\n", "pP6/8/8/3PP3/3PP3/8/8/8[Pp] w - - 0 1", "d4d4", "0000"),
            (
                "[a:chess]\ncommoner = c\npromotedPieceType = p:c\npromotionPieceTypes = -\n\
                 promotionRegionBlack = *3 *2 *1\nmandatoryPawnPromotion = false\n",
                "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1",
                "e4f3",
                "e4f3p",
            ),
        ] {
            let text = tilegame_import::import(ini, &[], false).games.remove(0).text;
            let game = Game::from_source("a.tg", &text, |_| None).expect("a game");
            let state = position::read(&game, fen).expect("a position");
            let texts: Vec<String> =
                turns(&state).expect("few turns").into_iter().map(|turn| turn.text).collect();
            assert!(texts.iter().any(|text| text == theirs), "{texts:?}");
            let turn = read(&state, theirs).expect(theirs);
            assert_eq!(state.uci(turn[0]), ours);
        }
    }

    /// A count can be stopped.
    #[test]
    fn counting_stops() {
        let start = Game::from_library("chess").expect("a game").start();
        assert_eq!(perft(&start, 3), 8_902);
        assert_eq!(perft_while(&start, 3, &mut || false), None);
        assert_eq!(perft(&start, 0), 1);
    }
}
