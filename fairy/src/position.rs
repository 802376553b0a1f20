//! Positions as Fairy-Stockfish writes them, and what it reads.
//!
//! ```
//! use tilegame_fairy::position;
//! use tilegame_runtime::Game;
//! let snailtrail = Game::from_library("snailtrail")?;
//! let state = position::read(&snailtrail, "6p/7/7/7/7/7/P6 w - - 0 1")?;
//! assert_eq!(position::write(&state), "6p/7/7/7/7/7/P6 w - - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All games have the fields of chess there: the pieces with what is in the hands, the player to move, the right to castle, the tile that can be
//! taken en passant or the limit of a count, checks that are left to give, a number of plies and the number of the move.
//!
//! Reading takes what a game writes itself, and also texts in which fields are left out or say what the game doesn't know.

use tilegame_runtime::ir::{AtStart, FenField, PlayerId};
use tilegame_runtime::notation::fen::{FenError, FenStyle};
use tilegame_runtime::{Game, Move, State};

use crate::numbers::{Numbers, clock};
use crate::{dialect, hands};

/// The notation of a game in which its positions have the fields of chess, where its usual one has others.
const WITH_FIELDS_OF_CHESS: &str = "as_in_chess";

/// The fields behind the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Castling,
    Passant,
    Checks,
    Number,
}

/// What a game has in its FEN, behind the player to move.
fn slots(game: &Game) -> impl Iterator<Item = (Option<Slot>, bool)> + '_ {
    game.notation().fen.iter().skip(2).map(|field| match field {
        FenField::Castling { .. } => (Some(Slot::Castling), true),
        FenField::Mark { .. } => (Some(Slot::Passant), true),
        FenField::Count { at_start: AtStart::Text(_), .. } => (Some(Slot::Passant), true),
        FenField::Count { join: Some(_), .. } => (Some(Slot::Checks), true),
        FenField::Count { at_start, .. } => (Some(Slot::Number), *at_start == AtStart::Number),
        FenField::Number(_) => (Some(Slot::Number), true),
        FenField::Text(text) if text.contains('+') => (Some(Slot::Checks), true),
        FenField::Text(_) => (None, true),
        _ => (None, false),
    })
}

/// A game with its positions in the form that has the fields of chess, if it has several.
pub fn game(game: &Game) -> Game {
    game.in_notation(WITH_FIELDS_OF_CHESS).unwrap_or_else(|| game.clone())
}

/// Writes a position; in the middle of a turn, as the game does.
pub fn write(state: &State) -> String {
    written(state, None)
}

/// Writes a position with these numbers, where the game itself counts nothing else.
pub fn write_with(state: &State, counted: Numbers) -> String {
    written(state, Some(counted))
}

impl Numbers {
    /// Those that a position of a game has in its own text.
    pub fn at(state: &State) -> Numbers {
        Numbers::of(&write(state))
    }
}

fn written(state: &State, counted: Option<Numbers>) -> String {
    let game = game(state.game());
    // Where the pieces that castle begin on any file, that is always told.
    let style = if game.arrangements() > 1 { FenStyle::Shredder } else { FenStyle::X };
    let own = state.written_as_in(&game).fen_as(style);
    let words: Vec<&str> = own.split(' ').collect();
    let is_usual = matches!(game.notation().fen.get(..2), Some([FenField::Placement, FenField::Turn]));
    let (Some(placement), Some(turn)) = (words.first(), words.get(1)) else { return own };
    if !is_usual || turn.contains(':') {
        return own;
    }
    let placement = match placement.split_once('[') {
        Some((rows, held)) => format!("{rows}[{}]", hands::sorted(&game, held.trim_end_matches(']'))),
        None => (*placement).to_owned(),
    };
    let letter = if state.to_move() == PlayerId::new(0) { "w" } else { "b" };
    let (mut castling, mut passant, mut checks, mut numbers) = ("-", "-", None, Vec::new());
    // Fields that may be left out stand behind the others, so that those before are where they should be.
    let is_none = |checks: &str| checks.split('+').all(|count| count == "0");
    let fields = game.notation().fen.iter().skip(2);
    for ((field, (slot, is_written)), word) in fields.zip(slots(&game)).zip(&words[2..]) {
        match slot {
            _ if !is_written => break,
            // A field that is always the same counts nothing.
            _ if matches!(field, FenField::Number(_)) => numbers.push(None),
            Some(Slot::Castling) => castling = word,
            Some(Slot::Passant) => passant = word,
            // Behind the numbers, and where checks are counted from none on, the field is only of this program.
            Some(Slot::Checks) if !numbers.is_empty() && is_none(word) || counts_up(&game, field) => {}
            Some(Slot::Checks) => checks = Some(*word),
            Some(Slot::Number) => numbers.push(Some(*word)),
            None => {}
        }
    }
    let checks = checks.map(|checks| format!(" {checks}")).unwrap_or_default();
    let [plies, number] = match numbers[..] {
        [] => [None, None],
        [number] => [None, number],
        [plies, number, ..] => [plies, number],
    };
    if dialect::has_steps(&game) && !is_takeable(state, passant) {
        passant = "-";
    }
    let plies = plies.filter(|_| counted.is_none() || clock(&game).is_none());
    let counted = counted.unwrap_or_default();
    let plies = plies.map_or_else(|| counted.plies.to_string(), str::to_owned);
    let number = number.map_or_else(|| counted.number.to_string(), str::to_owned);
    format!("{placement} {letter} {castling} {passant}{checks} {plies} {number}")
}

/// Whether a field counts from nothing.
fn counts_up(game: &Game, field: &FenField) -> bool {
    match field {
        FenField::Count { counter, .. } => game.rules().counters[counter.index()].start == 0,
        _ => false,
    }
}

/// Whether some piece can capture what has passed this tile.
fn is_takeable(state: &State, tile: &str) -> bool {
    state.game().rules().board.tile(tile).is_some_and(|tile| {
        let takes = |m: &Move| state.target(*m) == tile && state.is_capture(*m);
        state.piece(tile).is_none() && state.legal_moves().iter().any(takes)
    })
}

/// Reads a position. Numbers that the game does not count are not in it: see [`Numbers::of`].
///
/// # Errors
/// If it is no position of the game, as the game itself reads the text.
pub fn read(game: &Game, text: &str) -> Result<State, FenError> {
    let game = &self::game(game);
    let own = match game.read_fen(text) {
        Ok(state) => return Ok(state),
        Err(error) => error,
    };
    // Others name a tile also where no piece can capture in passing, and mark promoted pieces also where it does not matter.
    let bare = text.replace('~', "");
    let texts = [text, &bare].into_iter().take(if bare == text { 1 } else { 2 });
    let texts = texts.flat_map(|text| [(text, true), (text, false)]);
    let forms = texts.filter_map(|(text, passes)| own_form(game, text, passes));
    forms.map(|form| game.read_fen(&form)).find_map(Result::ok).ok_or(own)
}

/// A text with the fields that the game has, from one with those of chess, of which some may be left out.
fn own_form(game: &Game, text: &str, passes: bool) -> Option<String> {
    let mut words = text.split_whitespace().peekable();
    let mut placement = words.next()?.to_owned();
    let rules = game.rules();
    if !rules.turn.hands
        && let Some((rows, _)) = placement.split_once('[')
    {
        // Stones that everybody has are in the hands there.
        placement = rows.to_owned();
    }
    let turn = match words.next() {
        // Without this field it is White's turn.
        None => "w",
        Some(word @ ("w" | "b")) => word,
        Some(_) => return None,
    };
    let player = rules.players.get(usize::from(turn == "b"))?;
    let is_castling = |word: &str| word == "-" || word.bytes().all(|b| b.is_ascii_alphabetic());
    let castling = words.next_if(|word| is_castling(word)).unwrap_or("-");
    let castles = rules.castling.is_some();
    let is_checks = |word: &str| word.contains('+');
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let passant = words.next_if(|word| !is_checks(word) && !is_number(word)).unwrap_or("-");
    let passant = if passes { passant } else { "-" };
    let mut checks = words.next_if(|word| is_checks(word));
    let mut numbers: Vec<&str> = Vec::new();
    while let Some(number) = words.next_if(|word| is_number(word)) {
        numbers.push(number);
    }
    checks = checks.or_else(|| words.next_if(|word| is_checks(word)));
    if words.next().is_some() {
        return None;
    }
    let mut numbers = numbers.into_iter();
    let mut form = format!("{placement} {}", player.letter);
    for (field, (slot, is_written)) in game.notation().fen.iter().skip(2).zip(slots(game)) {
        let word = match slot {
            _ if !is_written => break,
            Some(Slot::Castling) if castles || matches!(field, FenField::Castling { first: true }) => {
                castling
            }
            Some(Slot::Castling) => "-",
            Some(Slot::Passant) => passant,
            Some(Slot::Checks) => match (checks, field) {
                (Some(checks), FenField::Count { .. }) => checks,
                (_, FenField::Text(always)) => always,
                _ => continue,
            },
            Some(Slot::Number) => numbers.next().unwrap_or(if form.ends_with(" 0") { "1" } else { "0" }),
            None => match field {
                FenField::Text(always) => always,
                _ => continue,
            },
        };
        form.push(' ');
        form.push_str(word);
    }
    Some(form)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields that a game has no use for are ignored, and those that are left out say nothing.
    #[test]
    fn what_others_write_is_read() {
        let rows = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
        for (name, text) in [
            ("suicide", format!("{rows} KQkq - 0 1")),
            ("antichess", format!("{rows} KQkq e3 0 1")),
            ("berolina", format!("{rows} KQkq e3 0 1")),
            ("chess", format!("{rows} KQkq - 7+7 0 1")),
            ("3check", format!("{rows} KQkq - 0 1")),
            ("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w KQkq e3 0 1".to_owned()),
            ("minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1".to_owned()),
            ("minishogi", "rbsgk/4p/5/P4/KGSBR w".to_owned()),
            ("minishogi", "rbsgk/4p/5/P4/KGSBR".to_owned()),
            ("flipello", "8/8/8/3pP3/3Pp3/8/8/8[PPPPPppppp] w 0 1".to_owned()),
            ("snailtrail", "6p/7/7/7/7/7/P6 w - - 0 1".to_owned()),
            ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R~NBQKBNR w KQkq - 0 1".to_owned()),
        ] {
            let game = Game::from_library(name).expect("a game");
            let read = read(&game, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read.fen(), game.start().written_as_in(&self::game(&game)).fen(), "{name}");
        }
    }

    /// What leaves for another board was something else before it was promoted, and is told apart.
    #[test]
    fn promoted_pieces_are_marked() {
        for name in ["bughouse", "koedem", "crazyhouse"] {
            let game = Game::from_library(name).expect("a game");
            let mut state = read(&game, "1n2k3/P7/8/8/8/8/8/Q3K3[] w - - 0 1").expect("a position");
            for text in ["a7b8q", "e8e7"] {
                let m = state.read_one(text).expect(text);
                state.make(m);
            }
            assert!(write(&state).starts_with("1Q~6/4k3/8/8/8/8/8/Q3K3["), "{name}: {}", write(&state));
            let other = read(&game, &write(&state).replace('~', "")).expect("a position");
            assert!(read(&game, &write(&state)) == Ok(state.clone()) && other != state, "{name}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let chess = Game::from_library("chess").expect("a game");
        for text in [
            "",
            "w",
            "8/8/8/8/8/8/8/K1k5 w KQkq - 0 1",
            "9/8 w KQkq - 0 1",
            "8/8/8/8/8/8/8/K1k5 x",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1 again",
        ] {
            let error = read(&chess, text).expect_err(text);
            assert!(error.range.end <= text.len(), "{text}: {error:?}");
        }
    }

    /// A position is read back from what is written, in every game that has the fields.
    #[test]
    fn what_is_written_is_read() {
        for (name, fen) in [
            ("joust", "8/8/8/4n3/3N4/8/8/8 w - - 0 1"),
            ("minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1"),
            ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            ("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"),
            ("chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"),
            ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        ] {
            let game = Game::from_library(name).expect("a game");
            assert_eq!(write(&game.start()), fen, "{name}");
            let read = read(&game, fen).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(write(&read), fen, "{name}");
        }
    }

    /// What a game doesn't count is written as it was read, and counted on by turns.
    #[test]
    fn numbers_are_kept_and_counted() {
        for (name, fen, turns, wanted) in [
            ("karouk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 1+1 2 3", "", None),
            ("karouk", "rn1mksnr/3s4/pppppNpp/8/8/PPPPPPPP/8/R1SKMSNR b DEde - 0+1 0 1", "", None),
            ("shatar", "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1", "", None),
            ("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 7 9", "", None),
            ("amazons", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 7 9", "d1d2,d2d1", Some(" b - - 8 9")),
            ("minishogi", "4k/5/5/5/4K[P] b - - 3 5", "e5d5", Some(" w - - 4 6")),
            ("minishogi", "4k/5/5/5/4K[P] w - - 3 5", "P@a3", Some(" b - - 0 5")),
            ("minishogi", "4k/P4/5/5/4K[] w - - 3 5", "a4a5+", Some(" b - - 0 5")),
            ("kyotoshogi", "2k2/5/2S2/5/+P1K2[] w - - 3 5", "c3d4+", Some(" b - - 4 5")),
            (
                "seirawan",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 3 5",
                "b1c3h",
                Some("[Eeh] b KQCDFGkqbcdfg - 4 5"),
            ),
            ("pocketknight", "4k3/8/8/8/8/8/8/4K3[N] w - - 3 5", "N@d4", Some("[] b - - 0 5")),
            ("duck", "4k3/8/8/8/8/8/4P3/4K1N1 w - - 3 5", "g1f3,f3a1", Some(" b - - 4 5")),
            ("duck", "4k3/8/8/8/8/8/4P3/4K1N1 w - - 3 5", "e2e4,e4a1", Some(" b - - 0 5")),
            ("duck", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 3 5", "e2e4,e4a1", Some(" b - e3 0 5")),
            ("shatar", "4k2n/8/8/8/8/8/8/R3K3 w - - 3 5", "a1a8", Some(" b - - 4 5")),
            ("clobber", "PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp w - - 3 5", "a6b6", Some(" b - - 0 5")),
        ] {
            let game = Game::from_library(name).expect("a game");
            let mut state = read(&game, fen).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut numbers = Numbers::of(fen);
            for turn in turns.split_whitespace() {
                let moves = crate::dialect::read(&state, turn).expect(turn);
                numbers = numbers.along(&state, moves.iter().copied());
                moves.into_iter().for_each(|m| state.make(m));
            }
            let written = write_with(&state, numbers);
            assert!(wanted.map_or(written == fen, |end| written.ends_with(end)), "{name}: {written}");
        }
    }
}
