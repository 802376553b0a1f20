//! Moves as coordinates, as engines write them: `e2e4`, `e7e8q`.
//!
//! For machines; people read [`san`](super::san).
//!
//! ```
//! use tilegame_runtime::{Game, Uci};
//! let start = Game::from_library("chess")?.start();
//! let m = "g1f3".parse::<Uci>()?.to_move(&start)?;
//! assert_eq!(start.uci(m), "g1f3");
//! let error = "e7e5".parse::<Uci>()?.to_move(&start).unwrap_err();
//! assert_eq!(error.to_string(), "Black's Pawn on e7 may not move: it is White's turn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing
//!
//! A move that changes the board instead of moving a piece is the text that its line declares, followed by tiles: see
//! [`State::is_legal`](crate::State::is_legal) for those that are not among the listed moves.
//!
//! Of other moves: origin, target, and the letter of what a piece promotes to, small. Castling is the king's way to its target, or to its
//! partner's tile if the rules say so. Where no piece moves, the tile that is chosen, behind a sign and the letter of what is
//! put there: `P@e4`. Where two legal moves of a position would be written alike, a castling move is
//! written in the other manner if that helps; what is still alike gets behind it what tells it apart: the tiles of what is taken,
//! `a1c5/b2/d4`, the letter of what is put, `b1a3/H`, a label, `a1c5/leap`, and so on; a number, `a1c5/#2`, only where nothing else does. A piece that leaves a stack is named, `a1c5/N`; where two of one sort stand in the stack, with its state. A pass is `0000`, or if the rules say so the way of a piece to where it stands, `e2e2`.
//!
//! # Reading
//!
//! Everything that is written, and also: white space around it, large letters, castling in the other manner where no
//! other move is written so, and `0000`, `pass`, `--`, `Z0`, `null` or `@@@@` for a pass.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use thiserror::Error;
use tilegame_dsl::ir::{KindId, Rules, Tile};

use super::alike::tell_apart;
use super::at::At;
use super::boardwork;
use super::choice;
use super::few::Only;
use super::names::{Named, TileNames};
use super::tiles::{behind, prefixes};
use crate::game::Game;
use crate::moves::{Change, Move};
use crate::packed::form::Sought;
use crate::reference::position::Position;
use crate::state::{Move as PackedMove, State};
use crate::words;

/// No move of any game has a longer text, in bytes.
pub const LONGEST: usize = 1000;

/// That a move promotes, and to what, as a sentence.
pub(super) fn promotes(which: &str, choices: &[String]) -> String {
    match choices {
        [only] => format!("{which} must promote: it is {only}"),
        _ => format!("{which} promotes: it is one of {}", choices.join(", ")),
    }
}

/// A text that is not a legal move, and why. Messages are sentences without full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UciError {
    /// It has not the form of a move.
    #[error("`{text}` is not a move{}", words::written_like(examples))]
    NotAMove {
        /// What was given.
        text: String,
        /// Some legal moves as they are written.
        examples: Vec<String>,
    },
    /// A tile that the board has not.
    #[error("the board has no tile `{name}`")]
    NoSuchTile {
        /// What was given.
        name: String,
    },
    /// The tile to start from is empty.
    #[error("nothing stands on {tile}")]
    NothingThere {
        /// Its name.
        tile: String,
    },
    /// A piece of another player's.
    #[error("{piece} may not move: it is {to_move}'s turn")]
    NotYours {
        /// The piece and its tile.
        piece: String,
        /// Whose turn it is.
        to_move: String,
    },
    /// The move promotes, and the text doesn't say to what, or to something impossible.
    #[error("{}", promotes("the move", choices))]
    Promotion {
        /// The moves as they are written.
        choices: Vec<String>,
    },
    /// The text fits several moves.
    #[error("`{text}` can be any of {}", choices.join(", "))]
    Ambiguous {
        /// What was given.
        text: String,
        /// The moves as they are written.
        choices: Vec<String>,
    },
    /// The game has ended.
    #[error("the game is over: {how}")]
    Over {
        /// How it ended.
        how: String,
    },
    /// The board can't be changed so.
    #[error("`{text}` is not a legal move: {why}")]
    Board {
        /// What was given.
        text: String,
        /// The reason.
        why: String,
    },
    /// No piece would move, and the rules do not allow it.
    #[error("`{text}` is not a legal move")]
    NotPossible {
        /// What was given.
        text: String,
    },
    /// The player may not pass here.
    #[error("{who} may not pass here")]
    NoPass {
        /// Whose turn it is.
        who: String,
    },
    /// No legal move is written so.
    #[error("`{text}` is not a legal move of {piece}")]
    Illegal {
        /// What was given.
        text: String,
        /// The piece and its tile.
        piece: String,
    },
}

/// Writes a legal move of a position.
pub(crate) fn write(game: &Game, position: &Position, m: &Move) -> String {
    write_at(&At::position_of(game, position), m)
}

/// The same in a position or a state.
pub(crate) fn write_at(at: &At<'_>, m: &Move) -> String {
    if let Some(text) = boardwork::write(at.game, m) {
        return text;
    }
    write_quickly(at, m).unwrap_or_else(|| write_among_all(at.game, at.position(), m))
}

/// The same, by the texts of all legal moves: the specification of what is written.
fn write_among_all(game: &Game, position: &Position, m: &Move) -> String {
    let moves = game.piece_moves(position);
    let texts = write_all(game, &moves);
    match moves.iter().position(|legal| legal == m) {
        Some(i) => texts.into_iter().nth(i).unwrap_or_default(),
        None => plain(game, m, game.notation().castling_to_partner),
    }
}

/// Writes a legal move of a state.
pub(crate) fn write_step(state: &State, m: PackedMove) -> String {
    write_plainly(state, m).unwrap_or_else(|| write_at(&At::state(state), &state.details(m)))
}

/// The same of a move that only goes to a tile, takes what stands there, and promotes. Nothing if another could be written like it.
fn write_plainly(state: &State, m: PackedMove) -> Option<String> {
    let game = state.game();
    let from = m.from().filter(|_| m.is_plain() && game.names().are_clear)?;
    let (mut is_legal, mut is_alone) = (false, true);
    state.each_sought(&Sought { from: &[from], kinds: &[], to: Some(&[m.to()]) }, |other| {
        let goes_elsewhere = other.is_plain() && (other.to(), other.promotion()) != (m.to(), m.promotion());
        is_legal |= other == m;
        is_alone &= other == m || goes_elsewhere || other.from() != Some(from);
    });
    (is_legal && is_alone).then(|| tiles_and_promotion(game.rules(), from, m.to(), m.promotion()))
}

/// The same, by the texts of those legal moves that could be written like it: they come from the same tile and go to the same, or castle
/// from there, which can be written in two manners. Nothing where that is not known, or if the move is not legal.
fn write_quickly(at: &At<'_>, m: &Move) -> Option<String> {
    let game = at.game;
    if !game.rules().turn.board.is_empty() || !game.names().are_clear {
        return None;
    }
    let state = at.quick()?;
    let from_there = |other: PackedMove| other.from() == m.from;
    let can_castle = |other: PackedMove| m.from.is_some() && from_there(other) && !other.is_plain();
    let is_alike = |other: PackedMove| other.is_pass() || from_there(other) && other.to() == m.to;
    let (from, to) = (m.from.as_slice(), Some(std::slice::from_ref(&m.to)));
    let mut moves =
        state.sorted(&Sought { from, kinds: &[], to }, |other| is_alike(other) || can_castle(other));
    if moves.iter().any(|other| other.castling_side().is_some()) {
        let all = Sought { from, kinds: &[], to: None };
        moves = state.sorted(&all, |other| other.is_pass() || from_there(other));
    }
    let i = moves.iter().position(|legal| legal == m)?;
    Some(write_all(game, &moves).swap_remove(i))
}

/// Writes the legal moves of a state, in the same order, by tiles and promotion; `None` if two texts are equal. The changes of a move are worked out
/// only if it does more than go to a tile, capture what stands there, and promote.
pub(super) fn write_clear(state: &State, moves: &[PackedMove]) -> Option<Vec<String>> {
    let game = state.game();
    let rules = game.rules();
    if !rules.stacks.is_empty() {
        return None;
    }
    let to_partner = game.notation().castling_to_partner;
    let text = |m: &PackedMove| match m.from() {
        Some(from) if m.is_plain() => tiles_and_promotion(rules, from, m.to(), m.promotion()),
        _ => plain(game, &state.details(*m), to_partner),
    };
    let texts: Vec<String> = moves.iter().map(text).collect();
    let different = texts.iter().collect::<FxHashSet<_>>().len();
    (different == texts.len()).then_some(texts)
}

/// Writes the legal moves of one position, in the same order.
pub(crate) fn write_all(game: &Game, moves: &[Move]) -> Vec<String> {
    let to_partner = game.notation().castling_to_partner;
    let mut texts: Vec<String> = moves.iter().map(|m| plain(game, m, to_partner)).collect();
    let may_differ = |m: &Move| m.castling_side().is_some() || m.part.is_some();
    let before = if moves.iter().any(may_differ) { texts.clone() } else { Vec::new() };
    for (i, m) in moves.iter().enumerate().filter(|(_, m)| m.castling_side().is_some()) {
        let other = plain(game, m, !to_partner);
        // What a move does that castles, too, or moves the partner as well, is said behind it.
        let castles = |j: usize| {
            let partner = |change: &Change| matches!(change, Change::Shift { from, .. } if Some(*from) == m.castling_partner());
            moves[j].castling_side() == m.castling_side() || moves[j].changes.iter().any(partner)
        };
        let shared = |j: usize| before[j] == before[i] && !castles(j);
        if (0..moves.len()).any(shared) && !before.contains(&other) {
            texts[i] = other;
        }
    }
    // Two such pieces in one stack are told apart by their states.
    for (i, m) in moves.iter().enumerate().filter(|(_, m)| m.part.is_some()) {
        let twin = |j: usize| before[j] == before[i] && moves[j].part != m.part;
        if (0..moves.len()).any(twin) {
            let base = before[i].len() - part(game.rules(), m, false).len();
            texts[i] = format!("{}{}", &before[i][..base], part(game.rules(), m, true));
        }
    }
    tell_apart(game.rules(), moves, &mut texts);
    texts
}

/// Reads a legal move of a position.
///
/// # Errors
/// If the text is not a legal move, with the reason.
pub(crate) fn read(game: &Game, position: &Position, text: &str) -> Result<Move, UciError> {
    read_at(&At::position_of(game, position), text)
}

/// Reads a legal move of a position or a state.
///
/// # Errors
/// If the text is not a legal move, with the reason.
pub(crate) fn read_at(at: &At<'_>, text: &str) -> Result<Move, UciError> {
    let text = text.trim();
    if let Some(read) = read_board(at, text) {
        return read;
    }
    match at.quick().and_then(|state| Some(state.details(find(state, text)?))) {
        Some(m) => Ok(m),
        None => read_piece(at.game, at.position(), text),
    }
}

/// A text that is too long or a change of the board.
fn read_board(at: &At<'_>, text: &str) -> Option<Result<Move, UciError>> {
    let game = at.game;
    if text.len() > LONGEST {
        let text = words::shortened(text).into_owned();
        return Some(Err(UciError::NotAMove { text, examples: Vec::new() }));
    }
    let why = match boardwork::read(game, text)? {
        Ok(m) if game.allows(at.position(), &m) => return Some(Ok(m)),
        Ok(m) => words::why_not_board(game, at.position(), &m),
        Err(why) => why,
    };
    Some(Err(match game.outcome(at.position()) {
        Some(outcome) => UciError::Over { how: words::outcome(game.rules(), &outcome) },
        None => UciError::Board { text: text.to_owned(), why },
    }))
}

/// The only legal move that is written so if all are taken for themselves. Nothing where there is doubt: what
/// tells moves apart stands behind a slash, and castling may have to be written in the other manner; nor on a plane.
pub(crate) fn find(state: &State, text: &str) -> Option<PackedMove> {
    let game = state.game();
    let rules = game.rules();
    if !rules.turn.board.is_empty() || text.contains('/') || game.board().plane().is_some() {
        return None;
    }
    let named = game.tile_names().map(|names| pairs(names, text));
    let goes_so = |m: PackedMove, from: Tile| match &named {
        Some(pairs) => pairs.iter().any(|[origin, goal]| {
            (origin.tile, goal.tile) == (from, m.to())
                && origin.is_exact
                && goal.is_exact
                && says_promotion(rules, &text[goal.end.into()..], m.promotion())
        }),
        None => says(rules, text, from, m),
    };
    let to_partner = game.notation().castling_to_partner;
    let can_be = |m: PackedMove| match m.from() {
        Some(from) => text.starts_with(&*rules.board.name(from)),
        None => m.is_pass() || text.ends_with(&*rules.board.name(m.to())),
    };
    let mut only = Only::None;
    let see = |m: PackedMove| {
        let is_it = match m.from() {
            Some(from) if m.is_plain() => goes_so(m, from),
            _ => can_be(m) && plain(game, &state.details(m), to_partner) == text,
        };
        if is_it {
            only.add(m);
        }
    };
    match named.as_deref() {
        None | Some([]) => state.legal_moves().into_iter().for_each(see),
        Some(pairs) => {
            let (mut from, mut to) = (SmallVec::<[Tile; 2]>::new(), SmallVec::<[Tile; 2]>::new());
            for [origin, goal] in pairs {
                from.push(origin.tile);
                to.push(goal.tile);
            }
            state.each_sought(&Sought { from: &from, kinds: &[], to: Some(&to) }, see);
        }
    }
    only.get()
}

/// Two tiles that stand one behind the other at the beginning of a text; of several ways to read it, all.
fn pairs(names: &TileNames, text: &str) -> SmallVec<[[Named; 2]; 1]> {
    let mut pairs = SmallVec::new();
    for origin in names.at(text, 0) {
        names.at(text, origin.end.into()).for_each(|goal| pairs.push([origin, goal]));
    }
    pairs
}

/// Whether a text is that of a move that goes from a tile to another.
fn says(rules: &Rules, text: &str, from: Tile, m: PackedMove) -> bool {
    let rest = behind(text, &rules.board.name(from)).and_then(|rest| behind(rest, &rules.board.name(m.to())));
    rest.is_some_and(|rest| says_promotion(rules, rest, m.promotion()))
}

/// Whether what stands behind the tiles is that of such a promotion.
fn says_promotion(rules: &Rules, rest: &str, promotion: Option<KindId>) -> bool {
    match promotion {
        None => rest.is_empty(),
        Some(kind) => rest == rules.carrier(kind).signed_letter().to_lowercase(),
    }
}

/// Reads a legal move of a position by comparison with the texts of all: slower, and the specification of what is read.
///
/// # Errors
/// As for [`read_at`].
pub(crate) fn read_among_all(game: &Game, position: &Position, text: &str) -> Result<Move, UciError> {
    let text = text.trim();
    read_board(&At::position_of(game, position), text).unwrap_or_else(|| read_piece(game, position, text))
}

fn read_piece(game: &Game, position: &Position, text: &str) -> Result<Move, UciError> {
    let mut moves = game.piece_moves(position);
    let texts = write_all(game, &moves);
    let same = |a: &String| a.eq_ignore_ascii_case(text);
    if let Some(i) = texts.iter().position(|t| t == text).or_else(|| texts.iter().position(same)) {
        return Ok(moves.swap_remove(i));
    }
    if is_pass(text)
        && let Some(i) = moves.iter().position(Move::is_pass)
    {
        return Ok(moves.swap_remove(i));
    }
    let to_partner = game.notation().castling_to_partner;
    let other_manner: Vec<usize> = (0..moves.len())
        .filter(|i| moves[*i].castling_side().is_some())
        .filter(|i| same(&plain(game, &moves[*i], !to_partner)) || same(&plain(game, &moves[*i], to_partner)))
        .collect();
    if let [only] = other_manner[..] {
        return Ok(moves.swap_remove(only));
    }
    // A move is written by the first of the tiles where it can end; who means another of them means the same move.
    let is_meant = |m: &Move| same(&plain(game, m, to_partner));
    if let Some((from, ..)) = tiles(game, text)
        && let Some(m) = game.engine().listed_for(position, from, &moves, is_meant)
    {
        return Ok(m);
    }
    Err(why_not(game, position, text, &moves, &texts))
}

/// Whether a text can only be meant as a pass: `--`, `0000` and their like.
pub fn is_pass(text: &str) -> bool {
    ["0000", "--", "pass", "Z0", "null", "@@@@"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn plain(game: &Game, m: &Move, to_partner: bool) -> String {
    if let Some(text) = boardwork::write(game, m) {
        return text;
    }
    if m.is_pass() && game.notation().pass_by.is_none() {
        return "0000".to_owned();
    }
    let Some(from) = m.from else {
        let letter = m.kind().map(|k| game.rules().kinds[k.index()].signed_letter()).unwrap_or_default();
        return choice::text(game, m, &letter);
    };
    let to = m.castling_partner().filter(|_| to_partner).unwrap_or(m.to);
    tiles_and_promotion(game.rules(), from, to, m.promotion) + &part(game.rules(), m, false)
}

fn tiles_and_promotion(rules: &Rules, from: Tile, to: Tile, promotion: Option<KindId>) -> String {
    let mut text = String::with_capacity(8);
    text.push_str(&rules.board.name(from));
    text.push_str(&rules.board.name(to));
    if let Some(promotion) = promotion {
        text.push_str(&rules.carrier(promotion).signed_letter().to_lowercase());
    }
    text
}

/// `/` and the letter of the single piece that leaves a stack, with the signs of its states or without.
fn part(rules: &Rules, m: &Move, signed: bool) -> String {
    let kind = m.part.map(|part| if signed { part } else { rules.bare(part) });
    kind.map_or(String::new(), |kind| format!("/{}", rules.kinds[kind.index()].letter))
}

/// Whether a text is two tiles and nothing else.
pub(crate) fn names_tiles_only(game: &Game, text: &str) -> bool {
    tiles(game, text).is_some_and(|(_, _, rest)| rest.is_empty())
}

/// Origin, target and what is left of a text of this form.
pub(crate) fn tiles<'t>(game: &Game, text: &'t str) -> Option<(Tile, Tile, &'t str)> {
    let board = &game.rules().board;
    let split = prefixes(board, text)
        .into_iter()
        .flat_map(|(from, rest)| prefixes(board, rest).into_iter().map(move |(to, rest)| (from, to, rest)));
    // Of several ways to read it, the one that leaves least unread.
    split.min_by_key(|(_, _, rest)| rest.len())
}

fn why_not(game: &Game, position: &Position, text: &str, moves: &[Move], texts: &[String]) -> UciError {
    let rules = game.rules();
    if rules.turn.pass.is_some() && is_pass(text) && game.outcome(position).is_none() {
        return UciError::NoPass { who: words::player(rules, game.to_move(position)).to_owned() };
    }
    if !rules.turn.choices.is_empty() && choice::said(game, text).is_some() {
        return match game.outcome(position) {
            Some(outcome) => UciError::Over { how: words::outcome(rules, &outcome) },
            None => UciError::NotPossible { text: text.to_owned() },
        };
    }
    let lower = text.to_ascii_lowercase();
    let read = tiles(game, text).or_else(|| tiles(game, &lower).map(|(from, to, _)| (from, to, "")));
    let Some((from, to, rest)) = read else { return not_a_move(game, text, texts) };
    let is_promotion = |k: &tilegame_dsl::ir::Kind| {
        k.signed_letter().eq_ignore_ascii_case(rest) || k.letters.iter().any(|l| l.eq_ignore_ascii_case(rest))
    };
    if !(rest.is_empty() || rest.starts_with('/') || rules.kinds.iter().any(is_promotion)) {
        return not_a_move(game, text, texts);
    }
    if let Some(outcome) = game.outcome(position) {
        return UciError::Over { how: words::outcome(rules, &outcome) };
    }
    let Some(piece) = position.piece(from) else {
        return UciError::NothingThere { tile: rules.board.name(from).into_owned() };
    };
    let told = words::piece_on(game, position, from);
    if piece.owner != Some(game.to_move(position)) {
        let to_move = words::player(rules, game.to_move(position)).to_owned();
        return UciError::NotYours { piece: told, to_move };
    }
    let near = (0..moves.len()).filter(|i| moves[*i].from == Some(from) && moves[*i].to == to);
    let near: Vec<usize> = near.filter(|i| moves[*i].castling_side().is_none()).collect();
    let choices: Vec<String> = near.iter().map(|i| texts[*i].clone()).collect();
    match near.first() {
        Some(first) if moves[*first].promotion.is_some() => UciError::Promotion { choices },
        Some(_) if rest.is_empty() => UciError::Ambiguous { text: text.to_owned(), choices },
        _ => UciError::Illegal { text: text.to_owned(), piece: told },
    }
}

fn not_a_move(game: &Game, text: &str, texts: &[String]) -> UciError {
    let board = &game.rules().board;
    let looks_like_a_tile = |name: &str| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        digits.len() < name.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    // `e2e9`: letters, digits, letters, digits, of which one half is no tile.
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let end = text[digits..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| digits + at);
    let (from, to) = text.split_at(end);
    let to = to.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if looks_like_a_tile(from) && looks_like_a_tile(to) {
        let missing = [from, to].into_iter().find(|name| board.tile(name).is_none());
        if let Some(name) = missing {
            return UciError::NoSuchTile { name: words::shortened(name).into_owned() };
        }
    }
    UciError::NotAMove { text: words::shortened(text).into_owned(), examples: words::examples(texts) }
}
