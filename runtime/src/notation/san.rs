//! Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
//!
//! ```
//! use tilegame_runtime::{Game, San};
//! let start = Game::from_library("chess")?.start();
//! let m = "Ng1-f3!".parse::<San>()?.to_move(&start)?;
//! assert_eq!(start.san(m), "Nf3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where the rules declare [forms](tilegame_dsl::ir::MoveForm), moves are written by these instead, and read as they are
//! written; only where no form fits is the following done.
//!
//! # Writing
//!
//! The kind's letter (first player's; none for nameless kinds), as much of the origin as tells it from legal moves of
//! pieces with the same letter to the same tile (its file, else its rank, else the tile), `x` if it takes, the target,
//! `=` and the letter of what it promotes to. A nameless piece that takes always has its file. Castling is written as its
//! side says, a pass is `pass`, a chosen tile as `choice` says. Behind it stands the mark of the end if the move ends the game by one of the endings that have it, else the
//! mark of check. Where two legal moves would still be written alike, what tells them apart follows,
//! as in coordinates: `Mc5/b2/d4`, `Na3/H`.
//!
//! # Reading
//!
//! A text is read as the one legal move that fits it. These are also taken:
//!
//! * marks of check and end missing or too many, `!` and `?`, `e.p.` behind the move;
//! * castling with zeros or in small letters: `0-0`, `o-o`;
//! * a pass as `--`, `0000`, `Z0`, `null` or `@@@@`;
//! * `x` missing, or where nothing is taken; `:`, `-` or `×` in its place: `e2-e4`, `Ng1-f3`;
//! * more of the origin than needed: `Ng1f3`; with the whole origin the kind's letter may be missing: `g1f3`;
//! * the letter of a nameless kind, and letters in the wrong case where nothing else is meant;
//! * promotion as `=Q`, `Q`, `(Q)`, `/Q`, in either case; a lone `=` where the piece does not promote;
//! * the text in another of the game's notations, where it means nothing in the one in use.
//!
//! All the steps of a turn in one text are read by [`turns`](super::turns), moves in any notation by
//! [`State::read`](crate::State::read).

use smallvec::SmallVec;
use thiserror::Error;
use tilegame_dsl::ir::{Kind, KindId, Notation, Tile};

use super::alike::tell_apart;
use super::at::At;
use super::boardwork;
use super::choice;
use super::few::Only;
use super::form::{self, Within};
use super::marks::{PASS, marks};
use super::tiles::{BETWEEN, behind, file_and_rank, prefixes};
use super::uci;
pub use super::uci::LONGEST;
use crate::game::Game;
use crate::moves::Move;
use crate::packed::form::Sought;
use crate::reference::position::Position;
use crate::state::{Move as PackedMove, State};
use crate::words;

/// No more moves than these are listed in a message.
const LISTED: usize = 12;

/// A text that is not a legal move, and why. Messages are sentences without full stop.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// It has not the form of a move.
    #[error("`{text}` is not a move{}", words::written_like(examples))]
    NotAMove {
        /// What was given.
        text: String,
        /// Some legal moves as they are written; one of each form, where the game has forms of its own.
        examples: Vec<String>,
    },
    /// No legal move fits it.
    #[error("`{text}` is not a legal move: {why}")]
    NoSuchMove {
        /// What was given.
        text: String,
        /// The reason as far as it is plain.
        why: String,
    },
    /// The move promotes, and the text doesn't say to what, or to something impossible.
    #[error("{}", super::uci::promotes(&format!("`{text}`"), choices))]
    Promotion {
        /// What was given.
        text: String,
        /// The moves as they are written.
        choices: Vec<String>,
    },
    /// Several legal moves fit it.
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
}

impl SanError {
    /// Whether it is unknown which move was meant.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, SanError::NotAMove { .. } | SanError::NoSuchMove { .. })
    }
}

/// Writes a legal move of a position.
pub(crate) fn write(game: &Game, position: &Position, m: &Move) -> String {
    write_at(&At::position_of(game, position), None, m)
}

/// The same in a position or a state; of a state, the move may be known as well as what it is.
pub(crate) fn write_at(at: &At<'_>, step: Option<PackedMove>, m: &Move) -> String {
    if let Some(text) = boardwork::write(at.game, m) {
        return text + &mark(at.game, at.position(), m);
    }
    write_quickly(at, step, m).unwrap_or_else(|| write_among_all(at.game, at.position(), m))
}

/// The same, by the texts of all legal moves: the specification of what is written.
fn write_among_all(game: &Game, position: &Position, m: &Move) -> String {
    let moves = game.piece_moves(position);
    let texts = texts(game, position, &moves, Within::Nothing);
    let text = match moves.iter().position(|legal| legal == m) {
        Some(i) => texts.into_iter().nth(i).unwrap_or_default(),
        None => self::texts(game, position, std::slice::from_ref(m), Within::Nothing).remove(0),
    };
    text + &mark(game, position, m)
}

/// Writes a legal move of a state.
pub(crate) fn write_step(state: &State, m: PackedMove) -> String {
    let plainly = write_plainly(state, m).and_then(|text| Some(text + mark_quickly(state, m)?));
    plainly.unwrap_or_else(|| write_at(&At::state(state), Some(m), &state.details(m)))
}

/// The kinds that are written by a letter; all, if texts with different letters may be alike.
fn kinds_like(game: &Game, letter: &str) -> SmallVec<[KindId; 16]> {
    let is_like = |kind: &KindId| !game.names().letters_stand_out || letter_of(game, *kind) == letter;
    (0..game.rules().kinds.len()).map(KindId::new).filter(is_like).collect()
}

/// The same of a move that only goes to a tile, takes what stands there, and promotes, without the marks behind it. Nothing if another could be
/// written like it.
fn write_plainly(state: &State, m: PackedMove) -> Option<String> {
    let game = state.game();
    if form::are_declared(game) || !game.names().letters_stand_out {
        return None;
    }
    let (from, kind, to) = (m.from().filter(|_| m.is_plain())?, m.kind()?, m.to());
    let letter = letter_of(game, kind);
    let (mut is_legal, mut is_alone, mut rivals) = (false, true, SmallVec::<[Tile; 4]>::new());
    let is_like = |kind: KindId| letter_of(game, kind) == letter;
    state.each_sought(&Sought { from: &[], kinds: &kinds_like(game, letter), to: Some(&[to]) }, |other| {
        is_legal |= other == m;
        // What is chosen is written with a sign.
        let Some(there) = other.from() else { return };
        if other == m || other.to() != to || !other.kind().is_some_and(is_like) {
            return;
        }
        is_alone &= other.is_plain() && (there != from || other.promotion() != m.promotion());
        if there != from {
            rivals.push(there);
        }
    });
    let way = Way { letter, from, captures: state.is_capture(m), to, promotion: m.promotion() };
    (is_legal && is_alone).then(|| way.text(game, &rivals))
}

/// The same, by the texts of those legal moves that could be written like it or are told from it by where they come from: they go to
/// the same tile. Nothing where that is not known, or if the move is not legal.
fn write_quickly(at: &At<'_>, step: Option<PackedMove>, m: &Move) -> Option<String> {
    let game = at.game;
    if !game.rules().turn.board.is_empty() || form::are_declared(game) || !game.names().are_clear {
        return None;
    }
    let state = at.quick()?;
    let castles = m.castling_side().is_some();
    let wanted = |other: &PackedMove| match (castles, m.is_pass()) {
        (true, _) => !other.is_plain(),
        (_, true) => other.is_pass(),
        _ => other.to() == m.to && !other.is_pass(),
    };
    let kinds = if castles {
        (0..game.rules().kinds.len()).map(KindId::new).collect()
    } else {
        kinds_like(game, letter(game, m))
    };
    let to = std::slice::from_ref(&m.to);
    let mut found: Vec<(PackedMove, Move)> = Vec::new();
    let sought = Sought { from: &[], kinds: &kinds, to: if castles { None } else { Some(to) } };
    state.each_sought(&sought, |other| {
        if wanted(&other) {
            found.push((other, state.details(other)));
        }
    });
    found.retain(|(_, other)| other.castling_side().is_some() == castles);
    let is_it = |(other, legal): &&(PackedMove, Move)| step.map_or_else(|| legal == m, |step| *other == step);
    let step = found.iter().find(is_it)?.0;
    let mut moves: Vec<Move> = found.into_iter().map(|(_, m)| m).collect();
    Move::sort(&mut moves);
    let i = moves.iter().position(|legal| legal == m)?;
    let text = unformed(game, &moves).swap_remove(i);
    Some(match mark_quickly(state, step) {
        Some(mark) => text + mark,
        None => text + &self::mark(game, at.position(), m),
    })
}

/// The texts of all legal moves of a state, of which is known what they change. Nothing where moves have forms of their own.
pub(super) fn write_listed(state: &State, moves: &[PackedMove], details: &[Move]) -> Option<Vec<String>> {
    let game = state.game();
    if form::are_declared(game) {
        return None;
    }
    let at = At::state(state);
    let mut texts = unformed(game, details);
    for ((text, step), m) in texts.iter_mut().zip(moves).zip(details) {
        match mark_quickly(state, *step) {
            Some(mark) => text.push_str(mark),
            None => text.push_str(&self::mark(game, at.position(), m)),
        }
    }
    Some(texts)
}

/// What stands behind a move, if the bitset engine knows it.
fn mark_quickly(state: &State, step: PackedMove) -> Option<&str> {
    let game = state.game();
    // The engine knows one test for check.
    if game.engine().goes_on || !std::ptr::eq(game.notation(), &game.rules().notation) {
        return None;
    }
    let Notation { check, last, .. } = game.notation();
    let after = state.after(step);
    match (last, check) {
        (Some((text, ends)), _) if after.is_ended_by(ends) => Some(text),
        (_, Some((text, _))) => after.in_check().map(|is| if is { text.as_str() } else { "" }),
        (_, None) => Some(""),
    }
}

/// Writes all legal moves of a position, in the order of [`Game::moves`].
pub(crate) fn write_all(game: &Game, position: &Position) -> Vec<(Move, String)> {
    let moves = game.moves(position);
    let texts = texts(game, position, &moves, Within::Nothing);
    moves.into_iter().zip(texts).map(|(m, text)| (m.clone(), text + &mark(game, position, &m))).collect()
}

/// Reads a legal move of a position.
///
/// # Errors
/// If the text fits no legal move or several, with the reason in the notation that is in use.
pub(crate) fn read(game: &Game, position: &Position, text: &str) -> Result<Move, SanError> {
    read_at(&At::position_of(game, position), text)
}

/// Reads a legal move of a position or a state, in any of the game's notations.
///
/// # Errors
/// If the text fits no legal move or several, with the reason in the notation that is in use.
pub(crate) fn read_at(at: &At<'_>, text: &str) -> Result<Move, SanError> {
    let game = at.game;
    if text.len() > LONGEST {
        return Err(SanError::NotAMove { text: words::shortened(text).into_owned(), examples: Vec::new() });
    }
    let quickly = match at.quick() {
        Some(state) => find(state, text).map(|m| state.details(m)),
        None => read_quickly(game, at.position(), text),
    };
    quickly.map_or_else(|| read_among_all(game, at.position(), text), Ok)
}

/// The same, by comparison with the texts of all legal moves: slower, and the specification of what is read.
///
/// # Errors
/// As for [`read_at`].
pub(crate) fn read_among_all(game: &Game, position: &Position, text: &str) -> Result<Move, SanError> {
    read_in_use(game, position, text).or_else(|error| {
        let mut others = game.in_other_notations();
        others.find_map(|other| read_in_use(&other, position, text).ok()).ok_or(error)
    })
}

/// What there is of a move in a text, if the only legal move that fits it is what is meant: what is written exactly so fits it, too.
fn told_by_fitting<'t>(game: &Game, text: &'t str) -> Option<&'t str> {
    let given = text.trim();
    let core = without_marks(game, given);
    let is_exact = core == given || game.names().end_before_marks;
    // What follows a slash tells moves apart that are written alike, or is a promotion.
    let fits = is_exact && !core.contains('/') && given.len() <= LONGEST;
    (fits && game.rules().turn.board.is_empty() && !form::are_declared(game)).then_some(core)
}

/// The only legal move that a text fits. Nothing where there is doubt, nor on a plane.
pub(crate) fn find(state: &State, text: &str) -> Option<PackedMove> {
    let game = state.game();
    let core = told_by_fitting(game, text).filter(|_| game.board().plane().is_none())?;
    let fits = |m: &PackedMove| match m.from().zip(m.kind()) {
        Some((from, kind)) if m.is_plain() => {
            fits_piece(game, (kind, from, m.to(), m.promotion()), core, false)
        }
        _ => fits(game, &state.details(*m), core, false),
    };
    let mut only = Only::None;
    each_candidate(state, core, |m| {
        if fits(&m) {
            only.add(m);
        }
    });
    only.get()
}

/// Shows the legal moves that a text can fit, and perhaps others: those to tiles that stand in it of pieces of which the letter or the tile stands
/// first.
fn each_candidate(state: &State, core: &str, see: impl FnMut(PackedMove)) {
    let (game, rules) = (state.game(), state.game().rules());
    let mut sides = rules.castling.iter().flat_map(|castling| &castling.sides);
    let castles = sides.any(|side| says_castling(core, &side.text));
    let Some(names) = game.tile_names().filter(|_| !castles) else {
        return state.legal_moves().into_iter().for_each(see);
    };
    let (mut from, mut to) = (SmallVec::<[Tile; 4]>::new(), SmallVec::<[Tile; 4]>::new());
    for start in 0..core.len() {
        for named in names.at(core, start) {
            if start == 0 {
                from.push(named.tile);
            }
            to.push(named.tile);
        }
    }
    let nameless = if names.may_begin(core) { &game.notation().nameless[..] } else { &[] };
    let mut kinds: SmallVec<[KindId; 16]> = SmallVec::from_slice(nameless);
    let first = core.as_bytes().first();
    for (number, kind) in rules.kinds.iter().enumerate() {
        if kind.letter.is_empty() || kind.letter.as_bytes().first() == first {
            kinds.push(KindId::new(number));
        }
    }
    state.each_sought(&Sought { from: &from, kinds: &kinds, to: Some(&to) }, see);
}

/// The only legal move that a text fits, found by the reference engine among the moves that it can stand for. Nothing where there is
/// doubt.
fn read_quickly(game: &Game, position: &Position, text: &str) -> Option<Move> {
    if !game.rules().turn.prefer.is_empty() {
        return None;
    }
    let core = told_by_fitting(game, text)?;
    let engine = game.engine();
    if engine.is_over_before_moving(position) {
        return None;
    }
    let mut candidates = candidates(game, position, core);
    candidates.retain(|m| fits(game, m, core, false));
    let mut probe = position.clone();
    candidates.retain(|m| engine.is_legal(&mut probe, m));
    engine.merge_chosen(&mut candidates);
    let only = candidates.pop()?;
    candidates.is_empty().then_some(only)
}

/// All moves, before it is asked what they leave behind, that a text can stand for; perhaps others, too.
fn candidates(game: &Game, position: &Position, core: &str) -> Vec<Move> {
    let rules = game.rules();
    let way = core.split('=').next().unwrap_or(core);
    // Whoever moves alone out of a stack is of another kind than what stands there.
    let of_pieces = rules.turn.split.is_none()
        && !core.starts_with(['x', '@'])
        && !core.contains('@')
        && !uci::is_pass(core)
        && said(game, way).is_some();
    if !of_pieces {
        return game.pseudo_legal_moves(position);
    }
    let nameless = &game.notation().nameless;
    let begins = |kind: KindId| core.starts_with(rules.kinds[kind.index()].letter.as_str());
    let me = game.to_move(position);
    let mut moves = Vec::new();
    for from in position.owned(me).iter() {
        let Some(piece) = position.piece(from) else { continue };
        let named = nameless.contains(&piece.kind) || begins(piece.kind);
        if named || core.starts_with(&*rules.board.name(from)) {
            game.engine().moves_from(position, me, from, &mut moves);
        }
    }
    moves
}

/// The same in the notation in use.
fn read_in_use(game: &Game, position: &Position, text: &str) -> Result<Move, SanError> {
    let given = text.trim();
    let core = without_marks(game, given);
    if let Some(read) = boardwork::read(game, core) {
        let why = match read {
            Ok(m) if game.allows(position, &m) => return Ok(m),
            Ok(m) => words::why_not_board(game, position, &m),
            Err(why) => why,
        };
        return Err(match game.outcome(position) {
            Some(outcome) => SanError::Over { how: words::outcome(game.rules(), &outcome) },
            None => SanError::NoSuchMove { text: given.to_owned(), why },
        });
    }
    let mut moves = game.piece_moves(position);
    let texts = texts(game, position, &moves, Within::Nothing);
    let exact = |wanted: &str| texts.iter().position(|t| t == wanted);
    let notation = &game.notation();
    let declared = [notation.check.as_ref().map(|c| &c.0), notation.last.as_ref().map(|l| &l.0)];
    let unmarked = declared.into_iter().flatten().find_map(|mark| exact(given.strip_suffix(mark.as_str())?));
    if let Some(i) = exact(given).or(unmarked).or_else(|| exact(core)) {
        return Ok(moves.swap_remove(i));
    }
    if form::are_declared(game)
        && let Some(i) = form::find_otherwise(game, position, &moves, core)
    {
        return Ok(moves.swap_remove(i));
    }
    let mut fitting = Vec::new();
    // Where two tiles are named, a small letter is a file, whatever pieces there are.
    let cases: &[bool] = if uci::names_tiles_only(game, core) { &[false] } else { &[false, true] };
    for any_case in cases.iter().copied() {
        fitting = (0..moves.len()).filter(|i| fits(game, &moves[*i], core, any_case)).collect::<Vec<_>>();
        if !fitting.is_empty() {
            break;
        }
    }
    match fitting[..] {
        [only] => Ok(moves.swap_remove(only)),
        [] => Err(why_not(game, position, given, core, &moves, &texts)),
        _ => {
            let choices = fitting.iter().map(|i| texts[*i].clone()).collect();
            Err(SanError::Ambiguous { text: given.to_owned(), choices })
        }
    }
}

/// Reads a legal move of a position whose piece sets out from a tile, if that is known. What is said of the place of the
/// piece may then be less than in [`read`].
pub(super) fn read_from(
    game: &Game,
    position: &Position,
    text: &str,
    from: Option<Tile>,
) -> Result<Move, SanError> {
    let Some(from) = from else { return read(game, position, text) };
    let mut moves = game.piece_moves(position);
    moves.retain(|m| m.from == Some(from));
    let texts = texts(game, position, &moves, Within::Turn);
    match texts.iter().position(|told| told == without_marks(game, text)) {
        Some(i) => Ok(moves.swap_remove(i)),
        None => read(game, position, text),
    }
}

/// All texts without the marks of check and end.
pub(super) fn texts(game: &Game, position: &Position, moves: &[Move], within: Within) -> Vec<String> {
    if !form::are_declared(game) {
        return unformed(game, moves);
    }
    let formed = form::write_all(game, position, moves, within);
    let texts = moves.iter().zip(formed).map(|(m, formed)| formed.unwrap_or_else(|| text(game, moves, m)));
    let mut texts: Vec<String> = texts.collect();
    tell_apart(game.rules(), moves, &mut texts);
    texts
}

/// The same in a notation without forms.
fn unformed(game: &Game, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|m| text(game, moves, m)).collect();
    tell_apart(game.rules(), moves, &mut texts);
    texts
}

fn text(game: &Game, moves: &[Move], m: &Move) -> String {
    let rules = game.rules();
    if let (Some(side), Some(castling)) = (m.castling_side(), &rules.castling) {
        return castling.sides[side].text.clone();
    }
    if m.is_pass() {
        return PASS.to_owned();
    }
    if let Some(text) = boardwork::write(game, m) {
        return text;
    }
    let letter = letter(game, m);
    let Some(from) = m.from else { return choice::text(game, m, letter) };
    let rivals: SmallVec<[Tile; 4]> = moves
        .iter()
        .filter(|other| {
            other.to == m.to
                && other.from != m.from
                && other.castling_side().is_none()
                && self::letter(game, other) == letter
        })
        .filter_map(|other| other.from)
        .collect();
    Way { letter, from, captures: m.captures, to: m.to, promotion: m.promotion }.text(game, &rivals)
}

/// What is written of a piece that goes somewhere.
struct Way<'g> {
    letter: &'g str,
    from: Tile,
    captures: bool,
    to: Tile,
    promotion: Option<KindId>,
}

impl Way<'_> {
    /// The text; pieces with the same letter on other tiles may go to the same, too.
    fn text(&self, game: &Game, rivals: &[Tile]) -> String {
        let board = &game.rules().board;
        let name = &*board.name(self.from);
        let (file, rank) = file_and_rank(name);
        let shared = |part: fn(&str) -> &str, own: &str| rivals.iter().any(|t| part(&board.name(*t)) == own);
        let file_shared = || shared(|n| file_and_rank(n).0, file);
        let must_show = self.letter.is_empty() && self.captures;
        let origin = if rivals.is_empty() && !must_show {
            ""
        } else if !file.is_empty() && !file_shared() {
            file
        } else if !rank.is_empty() && !must_show && !shared(|n| file_and_rank(n).1, rank) {
            rank
        } else {
            name
        };
        let mut text = String::with_capacity(8);
        for part in [self.letter, origin, if self.captures { "x" } else { "" }, &board.name(self.to)] {
            text.push_str(part);
        }
        if let Some(promotion) = self.promotion {
            text.push('=');
            text.push_str(&game.rules().carrier(promotion).signed_letter());
        }
        text
    }
}

/// The letter of the piece that moves or is put; empty for nameless kinds.
fn letter<'g>(game: &'g Game, m: &Move) -> &'g str {
    m.kind().map_or("", |kind| letter_of(game, kind))
}

fn letter_of(game: &Game, kind: KindId) -> &str {
    if game.notation().nameless.contains(&kind) { "" } else { &game.rules().kinds[kind.index()].letter }
}

/// What stands behind a move: the mark of an end or of check.
pub(super) fn mark(game: &Game, position: &Position, m: &Move) -> String {
    let notation = &game.notation();
    if notation.check.is_none() && notation.last.is_none() {
        return String::new();
    }
    let mut after = position.clone();
    let undo = game.play_unchecked(&mut after, m);
    if let Some((text, ends)) = &notation.last
        && game.outcome(&after).is_some_and(|o| ends.contains(&o.end))
    {
        return text.clone();
    }
    match &notation.check {
        // In the middle of a turn nobody has been given check yet.
        Some((text, _)) if !undo.goes_on() && game.in_check(&after) => text.clone(),
        _ => String::new(),
    }
}

/// The text without what may stand behind a move.
pub(super) fn without_marks<'t>(game: &Game, text: &'t str) -> &'t str {
    let mut text = text.trim();
    let stripped = |text: &'t str| {
        let may_end = game.names().may_end_a_mark(text);
        may_end.then(|| marks(game.notation()).find_map(|mark| text.strip_suffix(mark))).flatten()
    };
    while let Some(shorter) = stripped(text).filter(|t| !t.is_empty()) {
        text = shorter.trim_end();
    }
    text
}

/// Whether a text says that one castles, as the text of a side does: with zeros or in small letters.
fn says_castling(text: &str, side: &str) -> bool {
    let plain = |byte: u8| if matches!(byte, b'0' | b'o') { b'O' } else { byte.to_ascii_uppercase() };
    text.len() == side.len() && text.bytes().zip(side.bytes()).all(|(a, b)| plain(a) == plain(b))
}

/// Whether a text can stand for a move.
fn fits(game: &Game, m: &Move, text: &str, any_case: bool) -> bool {
    let rules = game.rules();
    if let (Some(side), Some(castling)) = (m.castling_side(), &rules.castling) {
        return says_castling(text, &castling.sides[side].text);
    }
    if m.is_pass() {
        return uci::is_pass(text);
    }
    if m.board_line().is_some() {
        return false;
    }
    match m.from.zip(m.kind()) {
        Some((from, kind)) => fits_piece(game, (kind, from, m.to, m.promotion), text, any_case),
        None => choice::fits(game, m, text, letter(game, m).is_empty()),
    }
}

/// A kind, where a piece of it sets out and goes, and what it is promoted to.
type Goes = (KindId, Tile, Tile, Option<KindId>);

/// Whether a text can stand for the move of a piece.
fn fits_piece(game: &Game, goes: Goes, text: &str, any_case: bool) -> bool {
    let named = strip_letter(text, &game.rules().kinds[goes.0.index()].letter, any_case);
    let needs_whole_origin = !letter_of(game, goes.0).is_empty();
    named.is_some_and(|rest| fits_way(game, goes, rest, false))
        || fits_way(game, goes, text, needs_whole_origin)
}

/// Whether what follows the letter can stand for a move.
fn fits_way(game: &Game, (_, from, to, promotion): Goes, text: &str, needs_whole_origin: bool) -> bool {
    let rules = game.rules();
    let name = &*rules.board.name(from);
    let (file, rank) = file_and_rank(name);
    let origins: &[&str] = if needs_whole_origin { &[name] } else { &["", file, rank, name] };
    origins.iter().filter_map(|origin| behind(text, origin)).any(|rest| {
        let said = [Some(rest), rest.strip_prefix(BETWEEN)];
        said.into_iter()
            .flatten()
            .filter_map(|rest| behind(rest, &rules.board.name(to)))
            .any(|rest| fits_promotion(promotion.map(|k| rules.carrier(k)), rest))
    })
}

fn fits_promotion(promotion: Option<&Kind>, text: &str) -> bool {
    let Some(kind) = promotion else { return text.is_empty() || text == "=" };
    let text = text.trim();
    let text = text.strip_prefix(['=', '/']).unwrap_or(text);
    let text = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
    text.eq_ignore_ascii_case(&kind.signed_letter())
}

fn strip_letter<'t>(text: &'t str, letter: &str, any_case: bool) -> Option<&'t str> {
    if letter.is_empty() {
        return None;
    }
    let (head, rest) = text.split_at_checked(letter.len())?;
    (head == letter || any_case && head.eq_ignore_ascii_case(letter)).then_some(rest)
}

/// What a text says that need not be a legal move: the piece's letter, what it says of the origin, and the target.
pub(crate) struct Said<'t> {
    /// The kinds that the letter can stand for.
    pub(crate) kinds: Vec<KindId>,
    /// What stands between letter and target.
    pub(crate) origin: &'t str,
    /// The target.
    pub(crate) to: Tile,
}

/// Takes a text apart without asking whether the move is legal; `None` if no tile is named.
pub(crate) fn said<'t>(game: &Game, text: &'t str) -> Option<Said<'t>> {
    let rules = game.rules();
    let core = without_marks(game, text);
    let core = core.split('/').next().unwrap_or(core);
    let all = || (0..rules.kinds.len()).map(KindId::new);
    let (letter_len, kinds) = all()
        .filter_map(|k| {
            let letter = &rules.kinds[k.index()].letter;
            strip_letter(core, letter, false).map(|_| letter.len())
        })
        .max()
        .map(|len| (len, all().filter(|k| rules.kinds[k.index()].letter == core[..len]).collect()))
        .unwrap_or_else(|| (0, game.notation().nameless.clone()));
    let way = &core[letter_len..];
    // The target is the last tile named.
    let ends = way.char_indices().rev().map(|(i, _)| i);
    let mut found = ends.filter_map(|i| {
        let (to, rest) = prefixes(&rules.board, &way[i..]).into_iter().next()?;
        let inner = |text: &'t str| text.trim_start_matches(['=', '/', '(']).trim_end_matches(')');
        let rest = inner(rest);
        // The letter of a stack stands in brackets, too.
        let is = |letter: &str| letter.trim_matches(['(', ')']).eq_ignore_ascii_case(rest);
        let known = rest.is_empty() || rules.kinds.iter().any(|k| is(&k.signed_letter()));
        known.then(|| (to, way[..i].trim_end_matches(['x', ':', '-', '×', 'X'])))
    });
    let (to, origin) = found.next()?;
    Some(Said { kinds, origin, to })
}

fn why_not(
    game: &Game,
    position: &Position,
    given: &str,
    core: &str,
    moves: &[Move],
    texts: &[String],
) -> SanError {
    let rules = game.rules();
    let text = given.to_owned();
    if let Some(outcome) = game.outcome(position) {
        return SanError::Over { how: words::outcome(rules, &outcome) };
    }
    if uci::is_pass(core) {
        let who = words::player(rules, game.to_move(position));
        let why = match &rules.turn.pass {
            Some(_) => format!("{who} may not pass here"),
            None => "no player can pass in this game".to_owned(),
        };
        return SanError::NoSuchMove { text, why };
    }
    let sides = rules.castling.iter().flat_map(|c| &c.sides);
    if sides.into_iter().any(|side| says_castling(core, &side.text)) {
        return SanError::NoSuchMove { text, why: "castling is not possible on that side".to_owned() };
    }
    if choice::said(game, core).is_some() {
        return SanError::NoSuchMove { text, why: "the rules do not allow it here".to_owned() };
    }
    let of_forms = form::are_declared(game);
    // What is nowhere part of the name of a place was meant to be something else.
    let is_place = |origin: &str| game.board().tiles().any(|tile| rules.board.name(tile).contains(origin));
    let Some(said) = said(game, core).filter(|said| is_place(said.origin)) else {
        let examples = match form::examples(game, moves, texts) {
            none if none.is_empty() => words::examples(texts),
            of_forms => of_forms,
        };
        return SanError::NotAMove { text, examples };
    };
    let close: Vec<usize> = (0..moves.len())
        .filter(|i| {
            let m = &moves[*i];
            m.to == said.to
                && m.promotion.is_some()
                && m.kind().is_some_and(|kind| said.kinds.contains(&kind))
                && m.from.is_some_and(|from| rules.board.name(from).contains(said.origin))
        })
        .collect();
    if !close.is_empty() {
        let choices = close.iter().map(|i| texts[*i].clone()).collect();
        return SanError::Promotion { text, choices };
    }
    let who = words::player(rules, game.to_move(position));
    // Whoever names the whole tile need not name the piece.
    let there = rules.board.tile(said.origin).and_then(|tile| position.piece(tile));
    let kinds = match there.filter(|_| core.starts_with(said.origin)) {
        Some(piece) if piece.owner == Some(game.to_move(position)) => vec![piece.kind],
        _ => said.kinds.clone(),
    };
    let names: Vec<&str> = kinds.iter().map(|k| rules.kinds[k.index()].name.as_str()).collect();
    let what = if names.is_empty() { "piece".to_owned() } else { words::list(&names, "or") };
    let from = if said.origin.is_empty() { String::new() } else { format!(" from {}", said.origin) };
    let mut why = format!("no {what} of {who}'s can go{from} to {}", rules.board.name(said.to));
    if of_forms {
        let of_such = |i: &usize| {
            moves[*i].kind().is_some_and(|kind| said.kinds.contains(&kind))
                && moves[*i].from.is_some_and(|from| rules.board.name(from).contains(said.origin))
        };
        let (there, elsewhere): (Vec<usize>, Vec<usize>) =
            (0..moves.len()).filter(of_such).partition(|i| moves[*i].to == said.to);
        let quoted =
            |list: Vec<usize>| -> Vec<String> { list.iter().map(|i| format!("`{}`", texts[*i])).collect() };
        match (there.is_empty(), elsewhere.is_empty()) {
            (false, _) => {
                why =
                    format!("to {} there is {}", rules.board.name(said.to), words::list(&quoted(there), "or"))
            }
            (true, false) => why = format!("{why}; there are {}", words::some_of(&quoted(elsewhere), LISTED)),
            (true, true) => {}
        }
    }
    SanError::NoSuchMove { text, why }
}
