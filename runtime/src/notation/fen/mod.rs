//! FENs in the manner of FEN, with the fields that the rules declare.
//!
//! ```
//! use tilegame_runtime::Game;
//! let chess = Game::from_library("chess")?;
//! let state = chess.read_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -")?;
//! assert_eq!(state.fen(), "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
//! let error = chess.read_fen("9/8/8/8/8/8/8/8 w - -").unwrap_err();
//! assert_eq!(error.to_string(), "rank 8 has 9 tiles, the board has 8");
//! assert_eq!(error.range, 0..1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing
//!
//! Fields are separated by one space, in the order of the rules.
//!
//! | field | is written as |
//! | --- | --- |
//! | placement | rows from the top, `/` between them; a number for a run of empty tiles, `*` for a place without a tile. The rules may say otherwise: rows from below, a `/` behind each, nothing for an empty row, a sign for an empty tile with the number behind it, other signs for places without a tile; `~` behind a promoted piece, where it matters what it was. In games with hands, what the players hold stands behind it in brackets, `[QNnp]`. On a plane, the box around all tiles, without the places without a tile at the end of a row; `(1)`, as the rules write one such place, if there is no tile at all |
//! | corner | on a plane, the first place of the last row; `a0` if there is no tile |
//! | turn | the player's letter; with a number behind it if the player has several turns in a round: `b2`; in the middle of a turn, the phase and the piece that has just moved behind a colon: `w:shoot@d7` |
//! | out | the letters of the players who are out, in the order in which they went; or `-` |
//! | castling | for each player, the sides in the order of the rules: the side's letter, or the letter of the partner's file where another partner stands farther out (X-FEN); [`FenStyle::Shredder`] writes file letters wherever they tell one partner from all others; `-` for no castling rights. First player's letters are large, second player's small; of more than two players each has a group of large letters or `-`, with commas between |
//! | castling with first | the same, and behind it the letters of the files of other pieces that have not moved, where a rule asks for that; the tile, where a letter means something else or several pieces |
//! | mark | the marked tiles, if the rules say so with the tile of the piece that left them, sorted; or `-`. With more than two players several pieces may have left marks: a group for each, with commas between |
//! | hand | what the players hold, with numbers before the letters, `2Pb`; or `-`. Then it does not stand behind the placement |
//! | count | the number, or each player's joined; one that `may` be counted only if it is not what it is at the start |
//! | number | the number that the rules write; it means nothing |
//! | steps | in the middle of a turn, what has been done since its beginning, as the rules say; all other fields are then those of the position at the beginning, or all but the pieces, if the rules say so |
//! | text | itself |
//!
//! # Reading
//!
//! Everything that is written, in any of the game's notations, and also:
//!
//! * more than one space between fields;
//! * both manners of castling letters;
//! * rows that leave out the holes altogether, and the last `/` left out where every row has one behind it;
//! * empty hands left out, or written `[-]`, and hands as one more row: `…/RNBQKBNR/Qn`;
//! * `startpos`: the position at the start;
//! * fields of numbers left out at the end, and fields that are always the same left out before numbers;
//! * whose turn it is in large or small letters, or by the first letter of a player's name where that is clear;
//! * [operations] of EPD behind the other fields, such as `bm Qd1+; id "BK.01";`, of which `hmvc` and `fmvn` give the last
//!   two numbers where a text ends with two;
//! * a field of players' numbers left out while others follow, or given anywhere among the numbers in the form `+2+0`,
//!   which says how far each has gone down from its start;
//! * marks and their makers in any order, and a mark that nobody can use (it is dropped).
//!
//! Where a text tells which pieces have not moved, all others have; a king and a partner of which it tells that may castle. Elsewhere,
//! of pieces of which a rule asks whether they have moved, those that may castle have not; of the others, those that stand where
//! the setup has the same piece, unless that one might have castled. What else pieces have done is not known, but for the
//! last move, if a mark tells it.
//!
//! A mark needs a last move that explains it. What the rules demand after a move must hold for the player who has just
//! moved, and pieces that this rule speaks of may not be missing on a board where the game goes on. Where the rules say
//! themselves which positions are valid, that is asked instead.

mod back;
mod castling;
mod counts;
mod draft;
mod epd;
mod error;
mod fields;
mod hands;
mod marks;
mod operations;
mod out;
mod placement;
mod steps;
mod turn;

pub(crate) use counts::LARGEST as LARGEST_NUMBER;

use std::cell::OnceCell;

use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Action, AtStart, Effect, FenField, Kind, KindId, Kinds, Mode, MoveRule, PhaseId, PlayerId, Rules, Test,
    Tile, Valid,
};

use super::course::{self, Told};
use super::field::Field;
use crate::game::Game;
use crate::packed::form::Form;
use crate::reference::position::{Past, Piece, Position};
use crate::set::TileSet;
use crate::words;

pub use draft::read_draft;
pub use error::{FenError, FenStyle};
use fields::{assign, field_range, placement_range};
pub use operations::{Operation, operations};

/// Few FENs are longer, in bytes.
const USUAL_LENGTH: usize = 96;

/// What stands for the position at the start.
const START: &str = "startpos";

/// Writes a position.
pub(crate) fn write(game: &Game, position: &Position) -> String {
    write_as(game, position, FenStyle::X)
}

/// Writes a position with the right to castle in this style.
pub(crate) fn write_as(game: &Game, position: &Position, style: FenStyle) -> String {
    let now = position;
    let (pieces, position) = steps::shown(game, position);
    let mut text = String::with_capacity(USUAL_LENGTH);
    let mut is_first = true;
    for field in &game.notation().fen {
        let end = text.len();
        if !is_first {
            text.push(' ');
        }
        match field {
            FenField::Placement => {
                placement::write(game, pieces, &mut text);
                text.push_str(&hands::write(game, pieces));
            }
            FenField::Corner => text.push_str(&placement::write_corner(game, pieces)),
            FenField::Turn => turn::write(game, position, &mut text),
            FenField::Hand => text.push_str(&hands::write_field(game, pieces)),
            FenField::Number(number) => counts::write_number(*number, &mut text),
            FenField::Out => text.push_str(&out::write(game, position)),
            FenField::Castling { first } => castling::write(game, position, style, *first, &mut text),
            FenField::Mark { mark, maker } => marks::write(game, position, *mark, *maker, &mut text),
            FenField::Count { counter, join, at_start } => {
                match (at_start, counts::is_at_start(game, position, *counter)) {
                    (AtStart::Nothing, true) => {
                        text.truncate(end);
                        continue;
                    }
                    (AtStart::Text(always), true) => text.push_str(always),
                    _ => counts::write(game, position, *counter, join.as_deref(), &mut text),
                }
            }
            FenField::Steps { parts, .. } => match course::write(game, now, parts, false) {
                Some(steps) => text.push_str(&steps),
                None => {
                    text.truncate(end);
                    continue;
                }
            },
            FenField::Text(always) => text.push_str(always),
        }
        is_first = false;
    }
    text
}

/// A position that has been read; and packed, if that had to be done to see whether it is legal.
struct Found {
    position: Position,
    form: Option<Form>,
}

/// Reads a position, in any of the game's notations.
///
/// # Errors
/// If the text is not a position of the game, with the place and the reason.
pub(crate) fn read(game: &Game, text: &str) -> Result<Position, FenError> {
    find(game, text).map(|found| found.position)
}

/// The same as states hold it.
///
/// # Errors
/// As for [`read`].
pub(crate) fn read_form(game: &Game, text: &str) -> Result<Form, FenError> {
    find(game, text).map(|found| found.form.unwrap_or_else(|| game.form(&found.position)))
}

fn find(game: &Game, text: &str) -> Result<Found, FenError> {
    if text.trim() == START {
        return Ok(Found { position: game.start_position(), form: None });
    }
    let rows = game.rules().board.rows.len();
    let read = in_any_notation(game, |game| read_in_use(game, text), text);
    // A history begins with a FEN, also where it tells the steps of the turn.
    let read = read.map(|found| Found { position: found.position.without_past(), ..found });
    read.map_err(|error| {
        // One word that has not even the rows of a board was meant to be something else.
        let word = text.trim();
        if word.contains([' ', '/']) || word.is_empty() || rows < 2 {
            return error;
        }
        let at = text.len() - text.trim_start().len();
        let start = write(game, &game.start_position());
        let message =
            format!("`{}` is not a FEN; the start of this game is `{start}`", words::shortened(word));
        FenError::new(at..at + word.len(), message)
    })
}

/// Tries the notation in use, then the others. Of several errors that one is told that comes last in the text, where the
/// notation was understood longest; but rather of a notation that has so many fields, and whose form the steps of a turn have.
fn in_any_notation<T>(
    game: &Game,
    read: impl Fn(&Game) -> Result<T, FenError>,
    text: &str,
) -> Result<T, FenError> {
    let mut error = match read(game) {
        Ok(found) => return Ok(found),
        Err(error) => error,
    };
    let form = |game: &Game| {
        let fields = assign(game, text);
        (fields.is_ok(), fields.and_then(|fields| read_steps(game, &fields).map(|_| ())).is_ok())
    };
    let mut fits = form(game);
    for other in game.in_other_notations() {
        let other_fits = form(&other);
        match read(&other) {
            Ok(found) => return Ok(found),
            Err(later) if (other_fits, later.range.start) > (fits, error.range.start) => {
                (fits, error) = (other_fits, later);
            }
            Err(_) => {}
        }
    }
    Err(error)
}

fn read_in_use(game: &Game, text: &str) -> Result<Found, FenError> {
    let fields = assign(game, text)?;
    let position = read_fields(game, &fields, false)?;
    let given = (text, fields.as_slice());
    let Some(steps) = read_steps(game, &fields)? else { return complete(game, given, position, None) };
    complete(game, given, position.clone(), Some(&steps)).or_else(|error| {
        // They may be told in another order than they were made.
        let orders = steps.told.in_other_orders().into_iter();
        let mut others = orders
            .filter_map(|told| complete(game, given, position.clone(), Some(&Steps { told, ..steps })).ok());
        let first = others.next().ok_or_else(|| error.clone())?;
        if others.all(|other| goes_on_alike(game, &first.position, &other.position)) {
            Ok(first)
        } else {
            Err(error)
        }
    })
}

/// Whether two positions in the middle of a turn are the same but for the order in which its steps were made.
fn goes_on_alike(game: &Game, one: &Position, other: &Position) -> bool {
    let (Some(a), Some(b)) = (&one.course, &other.course) else { return one == other };
    let same = Position { course: one.course.clone(), ..other.clone() } == *one;
    let known = a.before == b.before && a.acted == b.acted && a.stays == b.stays;
    same && known && game.moves(one) == game.moves(other)
}

/// Adds to the position of the fields what is known otherwise, and makes the steps of the turn.
fn complete(
    game: &Game,
    (text, fields): (&str, &[Option<Field<'_>>]),
    mut position: Position,
    steps: Option<&Steps<'_>>,
) -> Result<Found, FenError> {
    let now = match steps {
        Some(Steps { told, now: true, .. }) => {
            let now = position.clone();
            back::go(game, told, &mut position)?;
            Some(now)
        }
        _ => None,
    };
    let tracks = |kind: KindId| game.rules().kinds[kind.index()].tracks_first;
    if !tells_first(game) && game.rules().kinds.iter().any(|kind| kind.tracks_first) {
        let start = game.beginning();
        // A piece counts as unmoved where the setup has it, unless the castling field says otherwise.
        let is_unmoved = |(tile, piece): &(Tile, Piece)| {
            let (has, had) = (position.has_right(*tile), start.has_right(*tile));
            tracks(piece.kind) && (has || start.piece(*tile) == Some(*piece) && !had)
        };
        let unmoved: Vec<Tile> = position.pieces().filter(is_unmoved).map(|(tile, _)| tile).collect();
        unmoved.into_iter().for_each(|tile| position.unmoved.insert(tile));
    }
    read_marks(game, fields, &mut position)?;
    let (start, packed) = (game.beginning(), OnceCell::new());
    // Nobody has left the start, so it need not be as a move leaves a position.
    if !(position.is_same_board(start) && position.turn == start.turn) {
        check_left(game, text, &position, &packed)?;
    }
    settle(game, text, &mut position)?;
    // The packed form is out of date once a player has left the game or steps of the turn have been made.
    let is_settled = steps.is_none() && !game.engine().has_leavers();
    let form = packed.into_inner().flatten().filter(|_| is_settled);
    if game.notation().valid.is_empty() {
        check_pieces(game, text, &position)?;
    }
    match (steps, now) {
        (Some(Steps { told, field, .. }), Some(now)) => {
            back::lead_to(game, (told, *field), &mut position, &now)?;
        }
        (Some(Steps { told, .. }), None) => steps::make(game, told, &mut position)?,
        (None, _) => {}
    }
    Ok(Found { position, form })
}

/// Whether the texts of the game say which pieces have not moved.
fn tells_first(game: &Game) -> bool {
    game.notation().fen.iter().any(|field| matches!(field, FenField::Castling { first: true }))
}

/// What has been done since the beginning of the turn.
struct Steps<'t> {
    told: Told<'t>,
    field: Field<'t>,
    /// The pieces are written as they stand now.
    now: bool,
}

fn read_steps<'t>(game: &Game, fields: &[Option<Field<'t>>]) -> Result<Option<Steps<'t>>, FenError> {
    for (sort, field) in game.notation().fen.iter().zip(fields) {
        if let (FenField::Steps { parts, now }, Some(field)) = (sort, *field) {
            let told = steps::read(game, field, parts)?;
            return Ok(Some(Steps { told, field, now: *now }));
        }
    }
    Ok(None)
}

/// Reads the setup: every piece counts as unmoved, where texts do not tell who has not moved.
pub(crate) fn read_setup(game: &Game, text: &str) -> Result<Position, FenError> {
    let read = |game: &Game| {
        let fields = assign(game, text)?;
        let mut position = read_fields(game, &fields, true)?;
        if !tells_first(game) {
            all_unmoved(game, &mut position);
        }
        read_marks(game, &fields, &mut position)?;
        settle(game, text, &mut position)?;
        Ok(position)
    };
    in_any_notation(game, read, text)
}

/// Makes the pieces of a position count as unmoved, with every right to castle.
pub(crate) fn fresh(game: &Game, position: &mut Position) {
    all_unmoved(game, position);
    castling::give_all(game, position);
}

fn all_unmoved(game: &Game, position: &mut Position) {
    for (tile, piece) in position.clone().pieces() {
        if game.rules().kinds[piece.kind.index()].tracks_first {
            position.unmoved.insert(tile);
        } else {
            position.unmoved.remove(tile);
        }
    }
}

/// Everything but the marks, which can only be understood when all else is known.
fn read_fields(game: &Game, fields: &[Option<Field<'_>>], setup: bool) -> Result<Position, FenError> {
    let rules = game.rules();
    let mut position = game.engine().empty_position();
    let corner = game.notation().fen.iter().position(|field| matches!(field, FenField::Corner));
    let corner = corner.and_then(|i| fields[i]);
    let given = || game.notation().fen.iter().zip(fields).filter_map(|(sort, field)| Some((sort, (*field)?)));
    for (sort, field) in given() {
        match sort {
            FenField::Placement => {
                let rows = hands::split(game, field, &mut position)?;
                placement::read(game, rows, corner, &mut position)?;
            }
            FenField::Out => position.out = out::read(game, field)?,
            FenField::Hand => hands::read_field(game, field, &mut position)?,
            FenField::Number(_) => counts::read_any(field)?,
            FenField::Count { at_start: AtStart::Text(text), .. } if field.text == text => {}
            FenField::Count { counter, join, .. } => {
                counts::read(game, field, *counter, join.as_deref(), &mut position)?;
            }
            FenField::Text(text) if field.text != text => {
                return Err(field.error(format!("in this game `{text}` stands here, always")));
            }
            FenField::Steps { .. } if setup => {
                return Err(field.error("a game begins at the beginning of a turn"));
            }
            FenField::Text(_)
            | FenField::Steps { .. }
            | FenField::Corner
            | FenField::Turn
            | FenField::Castling { .. }
            | FenField::Mark { .. } => {}
        }
    }
    for (sort, field) in given() {
        if matches!(sort, FenField::Turn) {
            turn::read(game, field, &mut position)?;
        }
        if let FenField::Castling { first } = *sort {
            // Of a setup that is still to be filled, the pieces that castle may be missing; and a variant that takes
            // castling away need not write an inherited setup anew.
            let read = castling::read(game, field, &mut position, first);
            if !(setup && (rules.setup.shuffle.is_some() || rules.castling.is_none())) {
                read?;
            }
        }
    }
    Ok(position)
}

fn read_marks(game: &Game, fields: &[Option<Field<'_>>], position: &mut Position) -> Result<(), FenError> {
    for (sort, field) in game.notation().fen.iter().zip(fields) {
        if let (FenField::Mark { mark, maker }, Some(field)) = (sort, *field) {
            marks::read(game, field, *mark, *maker, position)?;
        }
    }
    position.marks.sort();
    position.deeds.sort();
    position.deeds.dedup();
    game.engine().drop_what_is_useless(position);
    Ok(())
}

/// Whose turn it is must be in play; and whoever has to leave the position as it is, leaves.
fn settle(game: &Game, text: &str, position: &mut Position) -> Result<(), FenError> {
    let rules = game.rules();
    let me = game.to_move(position);
    if !position.in_play(me) {
        let message = format!("it is {}'s turn, who is out", words::player(rules, me));
        return Err(FenError::new(field_range(game, text, &FenField::Turn), message));
    }
    game.engine().settle_read(position);
    Ok(())
}

/// The pieces that the rule about legal positions protects must be there if the game goes on: if the rule demands that none of them
/// is attacked, one of them. What it demands only in some case is not looked at. Nor is anything where such a piece can be lost although the rule
/// holds: of more than two players, one may attack a piece for which it is another's turn, and a third captures it.
fn check_pieces(game: &Game, text: &str, position: &Position) -> Result<(), FenError> {
    let rules = game.rules();
    let mut protected: SmallVec<[KindId; 4]> = SmallVec::new();
    each_protected(&rules.turn.legal, &mut |kinds| protected.extend_from_slice(&kinds.0));
    if protected.is_empty() || rules.players.len() > 2 {
        return Ok(());
    }
    let start = game.beginning();
    // Where a piece can be taken at once, there need not be one.
    let may_be_missing =
        || is_lost_unattacked(rules) || !game.is_left_legally(start, game.engine().mover(start));
    for player in (0..rules.players.len()).map(PlayerId::new).filter(|p| position.in_play(*p)) {
        let has = |p: &Position| {
            p.owned(player)
                .iter()
                .any(|tile| p.piece(tile).is_some_and(|there| protected.contains(&there.kind)))
        };
        if !has(position) && has(start) {
            if may_be_missing() || game.engine().is_over_before_moving(position) {
                return Ok(());
            }
            let mut names: Vec<&str> =
                protected.iter().map(|k| rules.kinds[k.index()].name.as_str()).collect();
            names.dedup();
            let message = format!(
                "{} has no {}, which `legal` protects; where such positions are right, the rules say what is `valid` instead",
                words::player(rules, player),
                words::list(&names, "or")
            );
            return Err(FenError::new(placement_range(game, text), message));
        }
    }
    Ok(())
}

/// Whether a piece may be lost although it has not been attacked: by an effect, with its tile, by the second of two moves in a row, or by a
/// capture along other lines than those that attack.
fn is_lost_unattacked(rules: &Rules) -> bool {
    let removes = |effect: &Effect| {
        matches!(
            effect,
            Effect::Take
                | Effect::TakeLast
                | Effect::Vanish
                | Effect::Become(_)
                | Effect::State { .. }
                | Effect::Merge(_)
                | Effect::Unite
                | Effect::Shift(_)
                | Effect::Join(_)
        )
    };
    let goes_on = |action: &Action| matches!(action, Action::Again { .. });
    let order = &rules.turn.order;
    let twice = order.iter().zip(order.iter().cycle().skip(1)).any(|(one, next)| one == next);
    let attacks_otherwise = |kind: &Kind| {
        let is_threat = |rule: &MoveRule| rule.mode == Mode::Threat;
        let captures = |rule: &MoveRule| matches!(rule.mode, Mode::Move | Mode::Capture);
        kind.rules.iter().any(is_threat) && kind.rules.iter().any(captures)
    };
    twice
        || rules.kinds.iter().any(attacks_otherwise)
        || !rules.turn.board.is_empty()
        || rules.turn.after.iter().flat_map(|after| &after.actions).any(goes_on)
        || rules.any_effect(&removes)
}

/// Shows the sets of kinds of which a test demands in any case that none is somehow on the board: attacked, by what it goes on to say.
fn each_protected(test: &Test, see: &mut dyn FnMut(&Kinds)) {
    match test {
        Test::And(tests) => tests.iter().for_each(|test| each_protected(test, see)),
        Test::Not(inner) => {
            let Test::Some(inner) = &**inner else { return };
            let parts = if let Test::And(parts) = &**inner { parts } else { std::slice::from_ref(&**inner) };
            let is_any = |part: &Test| matches!(part, Test::Kind(_) | Test::Owner(_) | Test::Attacked);
            // Of pieces about which more is said, not all are meant.
            if parts.iter().all(is_any) {
                for part in parts {
                    if let Test::Kind(kinds) = part {
                        see(kinds);
                    }
                }
            }
        }
        _ => {}
    }
}

/// What a position is when it is packed, if it can be and that was asked for.
type Packed = OnceCell<Option<Form>>;

/// Whether somebody can have left the position as it is: by the game's own lines about its positions, or else by what must hold after a move.
fn check_left(game: &Game, text: &str, position: &Position, packed: &Packed) -> Result<(), FenError> {
    match game.notation().valid.is_empty() {
        true => check_legality(game, text, position, packed),
        false => check_validity(game, text, position),
    }
}

/// What the game's own lines say of its positions.
fn check_validity(game: &Game, text: &str, position: &Position) -> Result<(), FenError> {
    let me = game.to_move(position);
    let fails = |valid: &&Valid| !game.holds(position, me, &valid.test, Past::default());
    match game.notation().valid.iter().find(fails) {
        None => Ok(()),
        Some(valid) => {
            let message = format!("it is no position of this game: this does not hold: {}", valid.text);
            Err(FenError::new(placement_range(game, text), message))
        }
    }
}

/// Whether a position at the beginning of a turn would be read.
pub(crate) fn is_valid(game: &Game, position: &Position) -> bool {
    let is_complete = || !game.notation().valid.is_empty() || check_pieces(game, "", position).is_ok();
    check_left(game, "", position, &Packed::new()).is_ok() && is_complete()
}

/// What must hold after a move must hold for whoever moved last.
fn check_legality(game: &Game, text: &str, position: &Position, packed: &Packed) -> Result<(), FenError> {
    let rules = game.rules();
    // In the middle of a turn it is the same player; and without names of phases, a text does not tell whether it has begun.
    let me = game.to_move(position);
    let begun = position.phase != PhaseId(0);
    let unsure = game.engine().goes_on && rules.turn.phases.is_empty();
    let last = if begun { me } else { game.engine().mover(position) };
    let may_be = [last, if unsure { me } else { last }];
    // Where the text does not tell which pieces have moved, each of them may have.
    let may_have_moved = !tells_first(game) && !position.unmoved.is_empty();
    let moved = || Position { unmoved: TileSet::of(game.board()), ..position.clone() };
    let is_left_legally = |player: PlayerId| {
        game.is_left_legally_as(position, packed, player)
            || may_have_moved && game.is_left_legally(&moved(), player)
    };
    if rules.turn.legal == Test::True || may_be.into_iter().any(is_left_legally) {
        return Ok(());
    }
    // Whoever is out may have gone out by the last move.
    let is_fine = |player: PlayerId| !position.in_play(player) || is_left_legally(player);
    if !begun
        && game.engine().has_leavers()
        && game.engine().may_have_moved(position).into_iter().any(is_fine)
    {
        return Ok(());
    }
    let threats = words::threats_told(game, position, last);
    let why = if threats.is_empty() {
        format!("this does not hold: {}", words::test(rules, &rules.turn.legal))
    } else {
        words::list(&threats, "and")
    };
    let message = format!(
        "it is {}'s turn, but {} can't have left it so: {why}",
        words::player(rules, game.to_move(position)),
        words::player(rules, last)
    );
    Err(FenError::new(placement_range(game, text), message))
}
