//! What has been done in a turn as one string, `e5:I-,Nd7,Td5`, by the form that the rules declare: [written](write), taken
//! [apart](read), and [played](ways).
//!
//! Who is said to stay may stand anywhere among the steps. Steps of several pieces, `(FT)c9`, are such as come about when one
//! rejoins another.

use tilegame_dsl::ir::{KindId, StepsPart, Tile};

use super::field::Field;
use super::form::Within;
use super::tiles::prefixes;
use super::{san, uci};
use crate::game::Game;
use crate::moves::Move;
use crate::reference::position::Position;
use crate::words;

/// No more steps than these are tried in other orders.
const MOST_TO_REORDER: usize = 5;
/// No more steps than these are listed.
const LISTED: usize = 12;

/// A part of the string that makes no sense, and why.
#[derive(Clone, Debug)]
pub(super) struct Wrong<'t> {
    pub(super) field: Field<'t>,
    pub(super) why: String,
}

impl<'t> Wrong<'t> {
    fn new(field: Field<'t>, why: impl Into<String>) -> Wrong<'t> {
        Wrong { field, why: why.into() }
    }
}

/// What a string says of a turn.
#[derive(Clone, Debug)]
pub(super) struct Told<'t> {
    /// All of it.
    whole: Field<'t>,
    /// Where the turn began.
    pub(super) from: Option<(Tile, Field<'t>)>,
    /// The single pieces that still may act.
    rest: Option<(Vec<KindId>, Field<'t>)>,
    /// The single pieces that stay.
    stays: Vec<(KindId, Field<'t>)>,
    /// The steps.
    pub(super) steps: Vec<Field<'t>>,
}

impl<'t> Told<'t> {
    /// The same with the steps in every other order.
    pub(super) fn in_other_orders(&self) -> Vec<Told<'t>> {
        let count = self.steps.len();
        if !(2..=MOST_TO_REORDER).contains(&count) {
            return Vec::new();
        }
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..count {
            let longer = |order: Vec<usize>| {
                let rest: Vec<usize> = (0..count).filter(|i| !order.contains(i)).collect();
                rest.into_iter().map(move |i| order.iter().copied().chain([i]).collect())
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        let with = |order: &Vec<usize>| Told {
            steps: order.iter().map(|i| self.steps[*i]).collect(),
            ..self.clone()
        };
        orders.iter().skip(1).map(with).collect()
    }
}

/// Writes what has been done since the beginning of a turn. `over`: the turn ends with the rest where it is.
pub(super) fn write(game: &Game, position: &Position, parts: &[StepsPart], over: bool) -> Option<String> {
    let course = position.course.as_ref()?;
    let rules = game.rules();
    let from = position.origin();
    let letter = |kind: KindId| rules.kinds[kind.index()].letter.as_str();
    let ready = from.map(|tile| game.engine().ready(position, tile)).unwrap_or_default();
    let told = parts.iter().map(|part| match part {
        StepsPart::Text(text) => text.clone(),
        StepsPart::From => from.map_or(String::new(), |tile| rules.board.name(tile).into_owned()),
        StepsPart::Rest(behind) => {
            rules.join(&ready).map_or(String::new(), |kind| format!("{}{behind}", letter(kind)))
        }
        StepsPart::More(text) => {
            if ready.is_empty() {
                String::new()
            } else {
                text.clone()
            }
        }
        StepsPart::Stays(behind) => {
            let mut stays: Vec<KindId> = course.stays.clone();
            stays.extend(ready.iter().filter(|_| over));
            let stands = from.and_then(|tile| position.piece(tile)).map(|piece| piece.kind);
            let order = stands.map_or(&[][..], |kind| &rules.kinds[kind.index()].parts);
            stays.sort_by_key(|kind| order.iter().position(|other| other == kind));
            stays.iter().map(|kind| format!("{}{behind}", letter(*kind))).collect()
        }
        StepsPart::Uci(between) | StepsPart::Moves(between) => {
            let mut now = Position::clone(&course.before);
            let texts = course.steps.iter().filter(|step| !step.is_pass()).map(|step| {
                let text = step_text(game, &now, step, parts);
                game.play_unchecked(&mut now, step);
                text
            });
            texts.collect::<Vec<_>>().join(between)
        }
    });
    Some(told.collect())
}

/// One step by itself; of those who rejoin it is no legal move that all go at once.
fn step_text(game: &Game, now: &Position, step: &Move, parts: &[StepsPart]) -> String {
    let (moves, texts) = steps(game, now, step.from, parts);
    let known = moves.iter().zip(texts).find(|(m, _)| *m == step).map(|(_, text)| text);
    known.unwrap_or_else(|| step_texts(game, now, std::slice::from_ref(step), parts).remove(0))
}

/// Takes a string apart.
pub(super) fn read<'t>(game: &Game, field: Field<'t>, parts: &[StepsPart]) -> Result<Told<'t>, Wrong<'t>> {
    let mut told = Told { whole: field, from: None, rest: None, stays: Vec::new(), steps: Vec::new() };
    let stays = parts.iter().find_map(|part| match part {
        StepsPart::Stays(behind) => Some(behind.as_str()),
        _ => None,
    });
    let mut rest = field;
    for (number, part) in parts.iter().enumerate() {
        let last = number + 1 == parts.len();
        // A part ends where the text begins that follows it.
        let end = match parts.get(number + 1) {
            Some(StepsPart::Text(text) | StepsPart::More(text)) => {
                rest.text.find(text.as_str()).unwrap_or(rest.text.len())
            }
            _ => rest.text.len(),
        };
        match part {
            StepsPart::Text(text) if rest.text.starts_with(text.as_str()) => rest = rest.split(text.len()).1,
            // The text at the end may be missing.
            StepsPart::Text(_) if rest.text.is_empty() && last => {}
            StepsPart::Text(text) => {
                let why = format!("`{text}` is missing in the steps of this turn");
                return Err(Wrong::new(rest, why));
            }
            StepsPart::More(text) => {
                rest = rest.text.strip_prefix(text.as_str()).map_or(rest, |_| rest.split(text.len()).1);
            }
            StepsPart::From => {
                let (own, behind) = rest.split(end);
                let board = &game.rules().board;
                let found = game.board().tiles().find(|tile| board.name(*tile) == own.text);
                let tile = found.ok_or_else(|| {
                    Wrong::new(own, format!("there is no tile `{}`", words::shortened(own.text)))
                })?;
                (told.from, rest) = (Some((tile, own)), behind);
            }
            StepsPart::Rest(text) => {
                let length = match text.as_str() {
                    "" => Some(end),
                    text => rest.text.find(text),
                };
                let (own, behind) = rest.split(length.unwrap_or(0));
                let kinds = singles(game, own)?;
                told.rest = Some((kinds, own));
                rest = if length.is_some() { behind.split(text.len()).1 } else { behind };
            }
            StepsPart::Stays(text) => {
                while let Some(length) = rest.text.find(text.as_str()) {
                    let (own, behind) = rest.split(length);
                    let Some(kinds) = singles(game, own).ok().filter(|kinds| !kinds.is_empty()) else {
                        break;
                    };
                    told.stays.extend(kinds.into_iter().map(|kind| (kind, own)));
                    rest = behind.split(text.len()).1;
                }
            }
            StepsPart::Uci(between) | StepsPart::Moves(between) => {
                let (own, behind) = rest.split(end);
                rest = behind;
                let sign = stays.map(|text| text.strip_suffix(between.as_str()).unwrap_or(text));
                let mut at = own.at;
                for text in own.text.split(between.as_str()).filter(|_| !own.text.is_empty()) {
                    let item = Field { text, at };
                    at += text.len() + between.len();
                    let letters =
                        sign.filter(|sign| !sign.is_empty()).and_then(|sign| text.strip_suffix(sign));
                    match letters.map(|letters| singles(game, item.split(letters.len()).0)) {
                        Some(Ok(kinds)) if kinds.is_empty() => {
                            return Err(Wrong::new(item, "it is missing who stays"));
                        }
                        Some(Ok(kinds)) => told.stays.extend(kinds.into_iter().map(|kind| (kind, item))),
                        _ if text.is_empty() => return Err(Wrong::new(item, "a step is missing here")),
                        _ => told.steps.push(item),
                    }
                }
            }
        }
    }
    if !rest.text.is_empty() {
        return Err(Wrong::new(rest, format!("`{}` is too much here", words::shortened(rest.text))));
    }
    Ok(told)
}

/// The single pieces of letters such as `T`, `+T` or `(FT)`.
fn singles<'t>(game: &Game, field: Field<'t>) -> Result<Vec<KindId>, Wrong<'t>> {
    let kinds = &game.rules().kinds;
    let inner = field.text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let mut rest = inner.unwrap_or(field.text);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let single = kinds.iter().enumerate().filter(|(_, kind)| kind.parts.len() == 1);
        let named =
            single.filter(|(_, kind)| !kind.letter.is_empty() && rest.starts_with(kind.letter.as_str()));
        let Some((kind, named)) = named.max_by_key(|(_, kind)| kind.letter.len()) else {
            return Err(Wrong::new(
                field,
                format!("`{}` is no piece's letter", words::shortened(field.text)),
            ));
        };
        found.push(KindId::new(kind));
        rest = &rest[named.letter.len()..];
    }
    Ok(found)
}

impl Told<'_> {
    /// Whether it may as well be a single move: it has one step and names nobody who stays.
    pub(super) fn says_one_step_only(&self) -> bool {
        let rests = self.rest.as_ref().is_some_and(|(kinds, _)| !kinds.is_empty());
        self.steps.len() == 1 && self.from.is_none() && !rests && self.stays.is_empty()
    }
}

/// One way to play what a string says.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The moves.
    pub(super) moves: Vec<Move>,
    /// Where they lead.
    pub(super) after: Position,
    /// The same before the turn was passed on.
    pub(super) stepped: Position,
}

/// All ways to play the steps in the order in which they are told.
pub(super) fn ways<'t>(
    game: &Game,
    before: &Position,
    told: &Told<'t>,
    parts: &[StepsPart],
) -> Result<Vec<Way>, Wrong<'t>> {
    let mut search = Search { game, told, parts, found: Vec::new(), wrong: None };
    let start = Way { moves: Vec::new(), after: before.clone(), stepped: before.clone() };
    search.go_on(start, 0);
    match (search.found.is_empty(), search.wrong) {
        (true, Some((_, wrong))) => Err(wrong),
        _ => Ok(search.found),
    }
}

struct Search<'s, 't> {
    game: &'s Game,
    told: &'s Told<'t>,
    parts: &'s [StepsPart],
    found: Vec<Way>,
    /// The farthest step that could not be made.
    wrong: Option<(usize, Wrong<'t>)>,
}

impl Search<'_, '_> {
    fn go_on(&mut self, way: Way, number: usize) {
        let Some(item) = self.told.steps.get(number).copied() else {
            return self.found.push(way);
        };
        // Behind the end of a turn another one begins.
        let goes_on = number == 0 || way.after.course.is_some();
        let next = if goes_on {
            next(self.game, &way.after, self.told, (item.text, self.parts), false)
        } else {
            Vec::new()
        };
        if next.is_empty() && self.wrong.as_ref().is_none_or(|(farthest, _)| number > *farthest) {
            let why = no_step(self.game, &way.after, self.told, (item, self.parts), goes_on);
            self.wrong = Some((number, Wrong::new(item, why)));
        }
        for moves in next {
            let mut way = way.clone();
            for m in moves {
                way.stepped = self.game.engine().stepped(&way.after, &m);
                self.game.play_unchecked(&mut way.after, &m);
                way.moves.push(m);
            }
            self.go_on(way, number + 1);
        }
    }
}

/// The moves that a step can mean, each as a list: more than one where several pieces go together.
pub(super) fn next(
    game: &Game,
    now: &Position,
    told: &Told<'_>,
    (text, parts): (&str, &[StepsPart]),
    exactly: bool,
) -> Vec<Vec<Move>> {
    let from = told.from.map(|(tile, _)| tile);
    let there = |m: &Move| from.is_none() || m.from == from;
    let (moves, texts) = steps(game, now, from, parts);
    let mut found: Vec<Vec<Move>> = Vec::new();
    for (m, written) in moves.iter().zip(&texts) {
        if written == text {
            found.push(vec![m.clone()]);
        }
    }
    if found.is_empty() {
        let named = |m: &Move| there(m) && text.contains(&*game.rules().board.name(m.to));
        for together in game.engine().steps_together(now, &named) {
            if step_text(game, now, &together.step, parts) == text {
                found.push(together.moves);
            }
        }
    }
    if found.is_empty() && !exactly {
        let written = uci::read(game, now, text).ok().filter(there);
        let told = || san::read_from(game, now, text, from).ok().filter(there);
        found.extend(written.or_else(told).filter(|m| !m.is_pass()).map(|m| vec![m]));
    }
    found
}

/// The steps that can be made now, and what is written for them. What sets out from another tile is told apart from nothing.
fn steps(game: &Game, now: &Position, from: Option<Tile>, parts: &[StepsPart]) -> (Vec<Move>, Vec<String>) {
    let mut moves = game.piece_moves(now);
    moves.retain(|m| !m.is_pass() && (from.is_none() || m.from == from));
    moves.sort_by_key(|m| m.from);
    let of_a_tile = moves.chunk_by(|a, b| a.from == b.from);
    let texts = of_a_tile.flat_map(|moves| step_texts(game, now, moves, parts)).collect();
    (moves, texts)
}

/// What is written for steps from one tile.
fn step_texts(game: &Game, now: &Position, steps: &[Move], parts: &[StepsPart]) -> Vec<String> {
    if parts.iter().any(|part| matches!(part, StepsPart::Uci(_))) {
        return uci::write_all(game, steps);
    }
    let says_origin = parts.contains(&StepsPart::From);
    san::texts(game, now, steps, if says_origin { Within::Turn } else { Within::Nothing })
}

/// Why a step can't be made, and which can.
fn no_step(
    game: &Game,
    now: &Position,
    told: &Told<'_>,
    (item, parts): (Field<'_>, &[StepsPart]),
    goes_on: bool,
) -> String {
    let text = item.text;
    if !goes_on {
        return format!("`{text}` comes too late: the turn is already over");
    }
    let (moves, mut texts) = steps(game, now, told.from.map(|(tile, _)| tile), parts);
    let parting = |i: &usize| moves[*i].part.is_some();
    let order: Vec<usize> =
        (0..moves.len()).filter(parting).chain((0..moves.len()).filter(|i| !parting(i))).collect();
    // Those of the same piece, if there are any.
    let letter = text.find(|c: char| c.is_ascii_lowercase()).map_or(text, |at| &text[..at]);
    let same = |i: &&usize| {
        !letter.is_empty() && texts[**i].starts_with(letter.trim_end_matches(['x', '>', '&', '@', '_']))
    };
    let alike: Vec<usize> = order.iter().filter(same).copied().collect();
    let listed = if alike.is_empty() { order } else { alike };
    texts = listed.iter().map(|i| format!("`{}`", texts[*i])).collect();
    let told = format!("`{text}` is no legal step of this turn");
    if texts.is_empty() { told } else { format!("{told}; there are {}", words::some_of(&texts, LISTED)) }
}

impl Told<'_> {
    /// The tile that the first piece named goes to or acts on, and what it is; nothing if the text does not say it.
    pub(super) fn said(game: &Game, text: &str) -> Option<(KindId, Tile)> {
        let kinds = game.rules().kinds.iter().enumerate();
        let named = kinds.filter(|(_, kind)| text.starts_with(kind.letter.as_str()));
        let (kind, letter) =
            named.map(|(k, kind)| (k, &kind.letter)).max_by_key(|(_, letter)| letter.len())?;
        let way = &text[letter.len()..];
        let mut ends = way.char_indices().map(|(at, _)| &way[at..]);
        let to = ends.find_map(|rest| prefixes(&game.rules().board, rest).first().map(|(tile, _)| *tile))?;
        Some((KindId::new(kind), to))
    }
}

impl<'t> Told<'t> {
    /// Sees that those are there who are said to stay or to be left in the middle of a turn, and makes them stay.
    pub(super) fn settle(&self, game: &Game, position: &mut Position) -> Result<(), Wrong<'t>> {
        let Some(from) = position.origin() else { return self.settle_before(game, position) };
        let mut ready = game.engine().ready(position, from).to_vec();
        let mut stays = Vec::new();
        for (kind, field) in &self.stays {
            stays.push(take(game, &mut ready, *kind).ok_or_else(|| self.absent(game, *kind, *field, from))?);
        }
        if let Some((kinds, field)) = &self.rest {
            for kind in kinds {
                take(game, &mut ready, *kind).ok_or_else(|| self.absent(game, *kind, *field, from))?;
            }
            // Pieces that are not named stay.
            stays.append(&mut ready);
        }
        if game.engine().memory.acted
            && let Some(course) = &mut position.course
        {
            stays.sort_unstable();
            std::sync::Arc::make_mut(course).stays = stays;
        }
        Ok(())
    }

    /// The same where nothing has been done yet.
    fn settle_before(&self, game: &Game, position: &Position) -> Result<(), Wrong<'t>> {
        let me = game.to_move(position);
        if let Some((tile, field)) = self.from {
            let own = position.piece(tile).filter(|piece| piece.owner == Some(me));
            let Some(own) = own else {
                let who = words::player(game.rules(), me);
                return Err(Wrong::new(
                    field,
                    format!("nothing of {who}'s stands on {}", words::shortened(field.text)),
                ));
            };
            let mut parts = game.rules().kinds[own.kind.index()].parts.clone();
            if let Some((kinds, field)) = &self.rest {
                for kind in kinds {
                    take(game, &mut parts, *kind).ok_or_else(|| self.absent(game, *kind, *field, tile))?;
                }
            }
        }
        match self.stays.first() {
            Some((_, field)) => {
                Err(Wrong::new(*field, "no piece can be declared to stay before the first step"))
            }
            None => Ok(()),
        }
    }

    fn absent(&self, game: &Game, kind: KindId, field: Field<'t>, tile: Tile) -> Wrong<'t> {
        let rules = game.rules();
        let name = &rules.kinds[kind.index()].name;
        Wrong::new(field, format!("no {name} is left on {} that could stay", rules.board.name(tile)))
    }

    /// Ends the turn of a way, if it is not over yet, and sees that just those are said to stay who do.
    pub(super) fn end(&self, game: &Game, mut way: Way) -> Result<Way, Wrong<'t>> {
        let Some(from) = way.stepped.origin() else {
            return Err(Wrong::new(self.whole, "nothing is done in it"));
        };
        let mut ready = game.engine().ready(&way.stepped, from).to_vec();
        for (kind, field) in &self.stays {
            take(game, &mut ready, *kind).ok_or_else(|| self.absent(game, *kind, *field, from))?;
        }
        if let Some((kinds, field)) = &self.rest {
            for kind in kinds {
                take(game, &mut ready, *kind).ok_or_else(|| self.absent(game, *kind, *field, from))?;
            }
        }
        if let Some(kind) = ready.first() {
            let rules = game.rules();
            let (name, tile) = (&rules.kinds[kind.index()].name, rules.board.name(from));
            let why = format!("it is unclear whether the {name} on {tile} stays or moves");
            return Err(Wrong::new(self.whole, why));
        }
        if way.after.course.is_some() {
            let pass = game.piece_moves(&way.after).into_iter().find(Move::is_pass);
            let Some(pass) = pass else {
                return Err(Wrong::new(self.whole, "the turn can't end so"));
            };
            game.play_unchecked(&mut way.after, &pass);
            way.moves.push(pass);
        }
        Ok(way)
    }
}

/// Takes a single piece out of some; one without the sign of a state may be in it.
fn take(game: &Game, pieces: &mut Vec<KindId>, kind: KindId) -> Option<KindId> {
    let rules = game.rules();
    let plain = rules.bare(kind) == kind;
    let exact = pieces.iter().position(|piece| *piece == kind);
    let alike = || pieces.iter().position(|piece| plain && rules.bare(*piece) == kind);
    exact.or_else(alike).map(|at| pieces.remove(at))
}
