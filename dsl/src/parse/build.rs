//! The constructors that grammar actions call.
//!
//! They put parts into the syntax tree and do nothing else: a list of one becomes its element, places become spans.

use crate::ast::*;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::{meaning, syntax as errors};
use crate::diagnostic::suggest::nearest;
use crate::limits;
use crate::source::{FileId, Span, Spanned};
use crate::token::{EFFECTS, RESULTS, Token};
use lalrpop_util::ParseError;

/// A problem found by an action; boxed, since LALRPOP passes it about by value.
pub(crate) type Broken = Box<Diagnostic>;

/// What LALRPOP says of a line that does not fit.
pub(crate) type Refusal<'s> = ParseError<usize, Token<'s>, Broken>;

/// One line of any context.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Parsed {
    Item(Item),
    About(Text),
    Board(BoardLine),
    Player(PlayerLine),
    Facing(FacingLine),
    Piece(PieceLine),
    Castling(CastlingLine),
    Setup(SetupLine),
    Place(PlaceLine),
    Turn(TurnLine),
    End(EndLine),
    Notation(NotationLine),
    Test(TestLine),
}

pub(crate) fn placed<T>(file: FileId, start: usize, node: T, end: usize) -> Spanned<T> {
    // Of something empty, LALRPOP gives the start of the next word and the end of the last one.
    Spanned::new(node, Span::new(file, start, end.max(start)))
}

pub(crate) fn push<T>(mut list: Vec<T>, next: T) -> Vec<T> {
    list.push(next);
    list
}

pub(crate) fn word(span: Span, text: &str) -> Name {
    Spanned::new(text.to_owned(), span)
}

/// A value for which one word stands, if it is that word.
pub(crate) fn only_word<'s, T>(word: Name, wanted: &'static str, value: T) -> Result<T, Refusal<'s>> {
    if word.node == wanted { Ok(value) } else { Err(other_word(&word, &[wanted])) }
}

/// `off`, where it could have been `on`.
pub(crate) fn off<'s>(word: Name) -> Result<bool, Refusal<'s>> {
    if word.node == "off" { Ok(false) } else { Err(other_word(&word, &["on", "off"])) }
}

/// One of a few words was expected.
fn other_word<'s>(word: &Name, words: &[&'static str]) -> Refusal<'s> {
    let near = nearest(&word.node, words.iter().copied());
    broken(meaning::expected_word(&word.node, word.span, words, near))
}

fn broken<'s>(error: Diagnostic) -> Refusal<'s> {
    ParseError::User { error: Box::new(error) }
}

/// A field of a FEN by its word; what is wrong with a word that is none, is said where it is given its meaning.
pub(crate) fn field<'s>(field: Name, options: Vec<PlacementOption>) -> Result<FenWord, Refusal<'s>> {
    match (field.node.as_str(), options.as_slice()) {
        ("mark", [PlacementOption::Word(mark, None)]) => Ok(FenWord::Mark(mark.clone(), false)),
        ("count", [PlacementOption::Word(counter, join)]) => {
            Ok(FenWord::Count { name: counter.clone(), join: join.clone(), or: None })
        }
        ("mark" | "count", _) => Err(form_of_field(&field)),
        (_, []) => Ok(FenWord::Word(field)),
        _ => Ok(FenWord::Placement(field, options)),
    }
}

/// `castling with first`, `mark NAME with maker`
pub(crate) fn field_with<'s>(
    field: Name,
    options: Vec<PlacementOption>,
    with: Name,
) -> Result<FenWord, Refusal<'s>> {
    match (field.node.as_str(), options.as_slice()) {
        ("castling", []) => Ok(FenWord::CastlingWith(with)),
        ("mark", [PlacementOption::Word(mark, None)]) => {
            only_word(with, "maker", FenWord::Mark(mark.clone(), true))
        }
        ("mark" | "count", _) => Err(form_of_field(&field)),
        _ => Err(broken(errors::field_without(field.span, &field.node, "with"))),
    }
}

/// `count NAME or "-"`
pub(crate) fn field_or<'s>(
    field: Name,
    options: Vec<PlacementOption>,
    or: Text,
) -> Result<FenWord, Refusal<'s>> {
    match (field.node.as_str(), options.as_slice()) {
        ("count", [PlacementOption::Word(counter, join)]) => {
            Ok(FenWord::Count { name: counter.clone(), join: join.clone(), or: Some(or) })
        }
        ("mark" | "count", _) => Err(form_of_field(&field)),
        _ => Err(broken(errors::field_without(field.span, &field.node, "or"))),
    }
}

fn form_of_field<'s>(field: &Name) -> Refusal<'s> {
    let forms = match field.node.as_str() {
        "mark" => "mark NAME` or `mark NAME with maker",
        _ => "count NAME`, `count NAME \"+\"` or `count NAME or \"-\"",
    };
    broken(errors::form_of_field(field.span, forms))
}

pub(crate) fn text(raw: Spanned<&str>) -> Text {
    let inside = raw.node.get(1..raw.node.len().saturating_sub(1)).unwrap_or_default();
    let mut plain = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    Spanned::new(plain, raw.span)
}

pub(crate) fn number<'s>(raw: Spanned<&'s str>) -> Result<Number, Refusal<'s>> {
    match raw.node.parse() {
        Ok(number) if number <= limits::NUMBER => Ok(raw.map(|_| number)),
        _ => Err(too_large(raw.span, limits::NUMBER.into())),
    }
}

pub(crate) fn big_number<'s>(raw: Spanned<&'s str>) -> Result<Spanned<u64>, Refusal<'s>> {
    match raw.node.parse() {
        Ok(number) => Ok(raw.map(|_| number)),
        Err(_) => Err(too_large(raw.span, u64::MAX)),
    }
}

/// `most NUMBER` or `least NUMBER`.
pub(crate) fn extreme<'s>(word: Name, quantity: Quantity) -> Result<PreferenceKind, Refusal<'s>> {
    let extremes = [Extreme::Most, Extreme::Least];
    match extremes.into_iter().find(|extreme| extreme.word() == word.node) {
        Some(extreme) => Ok(PreferenceKind::Number(extreme, quantity)),
        None => Err(other_word(&word, &extremes.map(Extreme::word))),
    }
}

/// A word of a list of effects, with all that follows it.
#[derive(Debug)]
pub(crate) struct WordOfEffect {
    pub(crate) word: Name,
    pub(crate) operand: Spanned<Operand>,
}

/// What follows the word of an effect.
#[derive(Debug)]
pub(crate) enum Operand {
    /// Nothing, or names side by side.
    Names(Vec<Name>),
    /// `w+w`
    Sum(Vec<Name>),
    /// `not first`
    Not(Name),
    /// `last`
    Last,
    /// `or pass`, `shoot or pass`
    OrPass(Option<Name>),
    /// `+ 1`, `of enemy = 0`
    Count { of: Option<Name>, op: CountOp, amount: Quantity },
}

pub(crate) fn sum_of(first: Name, more: Vec<Name>) -> Operand {
    Operand::Sum(std::iter::once(first).chain(more).collect())
}

/// A part of a list of actions.
#[derive(Debug)]
pub(crate) enum Part<T> {
    /// What begins with the word of an effect, or one more piece that the effect before may drop.
    Word(WordOfEffect),
    /// Anything else.
    Whole(T),
}

/// Looks an effect up by its word.
pub(crate) fn effect<'s>(written: WordOfEffect) -> Result<Effect, Refusal<'s>> {
    let WordOfEffect { word, operand } = written;
    let (at, span) = (word.span, word.span.to(operand.span));
    let (effect, form) = match (word.node.as_str(), operand.node) {
        (_, Operand::Count { of, op, amount }) => {
            (Some(Effect::Count { counter: word.clone(), of, op, amount }), "")
        }
        ("take", Operand::Last) => (Some(Effect::TakeLast(span)), ""),
        ("become", Operand::Not(state)) => (Some(Effect::BecomeNot(state)), ""),
        ("shift", Operand::Sum(steps)) => (Some(Effect::Shift(steps)), ""),
        (_, Operand::Names(names)) => return named_effect(word, names),
        ("take", _) => (None, "take` or `take last"),
        ("become", _) => (None, "become KIND`, `become STATE` or `become not STATE"),
        ("shift", _) => (None, "shift DIRECTION` or `shift DIRECTION+DIRECTION"),
        _ => return named_effect(word, Vec::new()),
    };
    effect.ok_or_else(|| broken(errors::form_of_effect(at, form)))
}

/// An effect that takes names, or nothing.
fn named_effect<'s>(word: Name, names: Vec<Name>) -> Result<Effect, Refusal<'s>> {
    let at = word.span;
    let count = names.len();
    let mut names = names.into_iter();
    let form = match (word.node.as_str(), names.next()) {
        ("take", None) => return Ok(Effect::Take(at)),
        ("vanish", None) => return Ok(Effect::Vanish(at)),
        ("swap", None) => return Ok(Effect::Swap(at)),
        ("merge", None) => return Ok(Effect::Unite(at)),
        ("drop", Some(piece)) => return Ok(Effect::Drop(vec![Dropped { piece, states: names.collect() }])),
        ("mark", Some(name)) if count == 1 => return Ok(Effect::Mark(name)),
        ("become", Some(name)) if count == 1 => return Ok(Effect::Become(name)),
        ("put", Some(name)) if count == 1 => return Ok(Effect::Put(name)),
        ("rotate", Some(name)) if count == 1 => return Ok(Effect::Rotate(name)),
        ("merge", Some(name)) if count == 1 => return Ok(Effect::Merge(name)),
        ("shift", Some(name)) if count == 1 => return Ok(Effect::Shift(vec![name])),
        ("reflect", Some(name)) if count == 1 => return Ok(Effect::Reflect(name)),
        ("join", Some(name)) if count == 1 => return Ok(Effect::Join(name)),
        ("take", _) => "take` or `take last",
        ("vanish", _) => "vanish",
        ("swap", _) => "swap",
        ("drop", _) => "drop KIND`, `drop KIND STATE` or `drop KIND, KIND",
        ("mark", _) => "mark NAME",
        ("become", _) => "become KIND`, `become STATE` or `become not STATE",
        ("put", _) => "put KIND",
        ("rotate", _) => "rotate right`, `rotate left` or `rotate back",
        ("merge", _) => "merge` or `merge KIND",
        ("shift", _) => "shift DIRECTION` or `shift DIRECTION+DIRECTION",
        ("reflect", _) => "reflect DIRECTION",
        ("join", _) => "join PLAYER",
        ("again" | "illegal", _) => return Err(broken(errors::not_in_braces(at, &word.node))),
        _ => {
            return Err(broken(errors::no_effect(
                at,
                &word.node,
                nearest(&word.node, EFFECTS.iter().copied()),
            )));
        }
    };
    Err(broken(errors::form_of_effect(at, form)))
}

/// What a line of `turn` does by a word.
fn action<'s>(written: WordOfEffect) -> Result<Action, Refusal<'s>> {
    let span = written.word.span.to(written.operand.span);
    let (at, word) = (written.word.span, written.word.node.as_str());
    match (word, &written.operand.node) {
        (_, Operand::Count { .. }) => effect(written).map(Action::Here),
        ("illegal", Operand::Names(names)) if names.is_empty() => Ok(Action::Illegal),
        ("illegal", _) => Err(broken(errors::form_of_effect(at, "illegal"))),
        ("again", Operand::Names(names)) if names.len() < 2 => {
            Ok(Action::Again { phase: names.first().cloned(), or_pass: false, span })
        }
        ("again", Operand::OrPass(phase)) => Ok(Action::Again { phase: phase.clone(), or_pass: true, span }),
        ("again", _) => {
            Err(broken(errors::form_of_effect(at, "again`, `again PHASE` or `again PHASE or pass")))
        }
        _ => effect(written).map(Action::Here),
    }
}

pub(crate) fn effects_of<'s>(all: Vec<WordOfEffect>) -> Result<Vec<Effect>, Refusal<'s>> {
    joined(all.into_iter().map(Part::Word).collect(), effect, |effect| match effect {
        Effect::Drop(dropped) => Some(dropped),
        _ => None,
    })
}

pub(crate) fn actions_of<'s>(all: Vec<Part<Action>>) -> Result<Vec<Action>, Refusal<'s>> {
    joined(all, action, |action| match action {
        Action::Here(Effect::Drop(dropped)) => Some(dropped),
        _ => None,
    })
}

/// The list with every further piece where it belongs: behind `drop`, what begins with no word of an effect is one more piece.
fn joined<'s, T>(
    all: Vec<Part<T>>,
    read: fn(WordOfEffect) -> Result<T, Refusal<'s>>,
    drops: fn(&mut T) -> Option<&mut Vec<Dropped>>,
) -> Result<Vec<T>, Refusal<'s>> {
    let mut found: Vec<T> = Vec::new();
    for part in all {
        let written = match part {
            Part::Whole(whole) => {
                found.push(whole);
                continue;
            }
            Part::Word(written) => written,
        };
        match (&written.operand.node, found.last_mut().and_then(drops)) {
            (Operand::Names(states), Some(dropped)) if !EFFECTS.contains(&written.word.node.as_str()) => {
                dropped.push(Dropped { piece: written.word, states: states.clone() });
            }
            _ => found.push(read(written)?),
        }
    }
    Ok(found)
}

fn too_large<'s>(span: Span, largest: u64) -> Refusal<'s> {
    ParseError::User { error: Box::new(errors::number_too_large(span, largest)) }
}

pub(crate) fn item(item: Spanned<(Verb, ItemKind)>) -> Item {
    let (verb, kind) = item.node;
    Item { verb, kind, span: item.span }
}

pub(crate) fn plane(line: Spanned<(Number, Number)>) -> BoardLine {
    let (files, ranks) = line.node;
    BoardLine::Plane { files, ranks, span: line.span }
}

pub(crate) fn edge(line: Spanned<(Name, bool, Name, Name)>) -> BoardLine {
    let (from, both, to, direction) = line.node;
    BoardLine::Edge { from, to, direction, both, span: line.span }
}

pub(crate) fn id(line: Spanned<(Text, Option<Name>)>) -> PieceLine {
    let (id, label) = line.node;
    PieceLine::Id { id, label, tiles: Vec::new(), span: line.span }
}

/// The dialect, the text, the condition and the label of a line in Betza notation.
type BetzaLine = (Option<Name>, Text, Option<Test>, Option<Name>);

pub(crate) fn betza(line: Spanned<BetzaLine>) -> PieceLine {
    let (dialect, text, guard, label) = line.node;
    PieceLine::Betza { dialect, text, guard, label, rules: Vec::new(), span: line.span }
}

pub(crate) fn seam(line: Spanned<(BoardSide, BoardSide, bool)>) -> BoardLine {
    let (one, other, reversed) = line.node;
    BoardLine::Seam { one, other, reversed, span: line.span }
}

/// `ignored`, behind a counter.
pub(crate) fn counter<'s>(
    name: Name,
    start: Number,
    each: bool,
    ignored: Option<Name>,
) -> Result<ItemKind, Refusal<'s>> {
    let counter = |ignored| ItemKind::Counter { name, start: Some(start), each, ignored };
    match ignored {
        None => Ok(counter(false)),
        Some(word) => only_word(word, "ignored", counter(true)),
    }
}

/// `as lines but TILES`, `as rings`
pub(crate) fn drawn_as<'s>(how: Name, but: Option<Vec<TileTerm>>) -> Result<Drawn, Refusal<'s>> {
    match (how.node.as_str(), but) {
        ("lines", but) => Ok(Drawn::Lines(but.unwrap_or_default())),
        ("rings", None) => Ok(Drawn::Rings),
        ("plain", None) => Ok(Drawn::Plain),
        ("plain", Some(_)) => Err(broken(errors::form_of_detail(how.span, "drawn as plain"))),
        ("rings", Some(_)) => Err(broken(errors::form_of_detail(how.span, "drawn as rings"))),
        _ => Err(other_word(&how, &["lines", "plain", "rings"])),
    }
}

/// A shape, and whether it is turned as its owner sees the board.
pub(crate) fn shape<'s>(
    name: Name,
    outline: Text,
    details: Option<Text>,
    turned: Option<Name>,
) -> Result<ItemKind, Refusal<'s>> {
    let turned = turned.map_or(Ok(false), |word| only_word(word, "turned", true))?;
    Ok(ItemKind::Shape { name, outline: Some(outline), details, turned })
}

/// A result by its word.
pub(crate) fn result<'s>(word: Name) -> Result<ResultWord, Refusal<'s>> {
    match word.node.as_str() {
        "win" => Ok(ResultWord::Win),
        "loss" => Ok(ResultWord::Loss),
        "draw" => Ok(ResultWord::Draw),
        "out" => Ok(ResultWord::Out),
        "skip" => Ok(ResultWord::Skip),
        _ => Err(other_word(&word, RESULTS)),
    }
}

/// `by claim`, `by time`
pub(crate) fn manner<'s>(word: Name) -> Result<Manner, Refusal<'s>> {
    match word.node.as_str() {
        "claim" => Ok(Manner::Claim),
        "time" => Ok(Manner::Time),
        _ => Err(other_word(&word, &["claim", "time"])),
    }
}

/// A word behind a line of `tiles`, with a number, or with those of a rectangle.
pub(crate) type TilesDetail = (Name, Option<(Number, Option<Number>)>);

pub(crate) fn tiles_move<'s>(
    most: Option<(Number, Number)>,
    details: Vec<TilesDetail>,
) -> Result<TilesVerb, Refusal<'s>> {
    let (mut turned, mut flipped, mut listed) = (false, false, None);
    for (word, size) in details {
        match (word.node.as_str(), size) {
            ("turned", None) => turned = true,
            ("flipped", None) => flipped = true,
            ("listed", Some((files, Some(ranks)))) => listed = Some((files, ranks)),
            ("listed", _) => return Err(broken(errors::form_of_detail(word.span, "listed 2 x 3"))),
            _ => return Err(other_word(&word, &["turned", "flipped", "listed"])),
        }
    }
    Ok(TilesVerb::Move { most, turned, flipped, listed })
}

pub(crate) fn tiles_vanish<'s>(
    word: Name,
    most: Number,
    details: Vec<TilesDetail>,
) -> Result<TilesVerb, Refusal<'s>> {
    let mut listed = None;
    for (word, size) in details {
        match (word.node.as_str(), size) {
            ("listed", Some((number, None))) => listed = Some(number),
            ("listed", _) => return Err(broken(errors::form_of_detail(word.span, "listed 2"))),
            _ => return Err(other_word(&word, &["listed"])),
        }
    }
    match word.node.as_str() {
        "vanish" => Ok(TilesVerb::Vanish { most, listed }),
        _ => Err(other_word(&word, &["move", "vanish"])),
    }
}

type SidePart = (Option<Name>, Name, Option<(Number, Number)>);

pub(crate) fn side_of(side: Spanned<SidePart>) -> BoardSide {
    let (patch, name, stretch) = side.node;
    BoardSide { patch, name, stretch, span: side.span }
}

type PromoteParts = (bool, Vec<Goal>, Option<By>, Places, Option<Test>);

pub(crate) fn promote(line: Spanned<PromoteParts>) -> PieceLine {
    let (optional, goals, by, places, guard) = line.node;
    PieceLine::Promote(Promote { optional, goals, by, places, guard, span: line.span })
}

/// Who goes where, of both pieces of a castling move.
pub(crate) type Both = [Goes; 2];

pub(crate) fn side(line: Spanned<(Name, Text, Text, Option<Both>)>) -> CastlingLine {
    let (direction, text, right, goes) = line.node;
    CastlingLine::Side { direction, text, right, goes, span: line.span }
}

pub(crate) fn position(text: Text) -> SetupLine {
    SetupLine::Position { name: None, text }
}

pub(crate) fn shuffle(line: Spanned<(Tiles, Sharing)>) -> SetupLine {
    let (tiles, sharing) = line.node;
    SetupLine::Shuffle { tiles, sharing, places: Vec::new(), span: line.span }
}

pub(crate) fn place(line: Spanned<(Vec<Name>, Option<Tiles>, bool)>) -> PlaceLine {
    let (kinds, on, ordered) = line.node;
    PlaceLine { kinds, on, ordered, span: line.span }
}

type After = (Vec<Name>, Option<Test>, Vec<Action>, Option<Name>);

type Choice = (Test, Option<Test>, Vec<Action>, Option<Name>);

pub(crate) fn choose(line: Spanned<Choice>) -> TurnLine {
    let (target, guard, actions, label) = line.node;
    TurnLine::Choose { target, guard, actions, label, span: line.span }
}

pub(crate) fn keep<'s>(line: Spanned<(Name, Option<Name>)>) -> Result<TurnLine, Refusal<'s>> {
    let (what, how) = line.node;
    let unpromoted = how.map(|how| only_word(how.clone(), "unpromoted", how.span)).transpose();
    only_word(what, "captured", TurnLine::Keep { unpromoted: unpromoted?, span: line.span })
}

pub(crate) fn give<'s>(line: Spanned<(Name, Name)>) -> Result<TurnLine, Refusal<'s>> {
    let (what, how) = line.node;
    only_word(what, "captured", ())?;
    only_word(how, "unpromoted", TurnLine::Give(line.span))
}

pub(crate) fn only(line: Spanned<(Vec<Name>, Vec<Name>)>) -> TurnLine {
    let (triggers, phases) = line.node;
    TurnLine::Only { triggers, phases, span: line.span }
}

pub(crate) fn valid(line: Spanned<(Test, Option<Name>)>) -> NotationLine {
    let (test, label) = line.node;
    NotationLine::Valid { test, label, span: line.span }
}

pub(crate) fn after(line: Spanned<After>) -> TurnLine {
    let (triggers, guard, actions, label) = line.node;
    TurnLine::After { triggers, guard, actions, label, span: line.span }
}

type TilesWork = (TilesVerb, Option<Test>, Text, Option<Name>);

pub(crate) fn tiles_work(line: Spanned<TilesWork>) -> TurnLine {
    let (verb, each, text, label) = line.node;
    TurnLine::Tiles { verb, each, text, label, span: line.span }
}

pub(crate) fn pass<'s>(line: Spanned<(Name, Option<Test>)>) -> Result<TurnLine, Refusal<'s>> {
    let (word, guard) = line.node;
    only_word(word, "pass", TurnLine::Pass { guard, span: line.span })
}

pub(crate) fn rejoin(line: Spanned<(Option<Test>, Option<Name>)>) -> TurnLine {
    let (guard, label) = line.node;
    TurnLine::Rejoin { guard, label, span: line.span }
}

pub(crate) fn split(line: Spanned<(Option<Test>, Option<Name>)>) -> TurnLine {
    let (guard, label) = line.node;
    TurnLine::Split { guard, label, span: line.span }
}

pub(crate) fn ending(line: Spanned<(bool, Name, EndRule)>) -> EndLine {
    let (replace, name, rule) = line.node;
    let verb = if replace { Verb::Replace } else { Verb::Declare };
    EndLine { verb, name, rule: Some(rule), span: line.span }
}

pub(crate) fn no_ending(line: Spanned<Name>) -> EndLine {
    EndLine { verb: Verb::Remove, name: line.node, rule: None, span: line.span }
}

pub(crate) fn test_line(line: Spanned<(TestLineKind, Option<Vec<Name>>, Option<FromText>)>) -> TestLine {
    let (kind, after, from) = line.node;
    TestLine { kind, from, after: after.unwrap_or_default(), span: line.span }
}

pub(crate) fn test_line_from(line: Spanned<(TestLineKind, FromText, Vec<Name>)>) -> TestLine {
    let (kind, from, after) = line.node;
    TestLine { kind, from: Some(from), after, span: line.span }
}

pub(crate) fn tiles(tiles: Spanned<(Vec<TileTerm>, Option<Vec<TileTerm>>)>) -> Tiles {
    let (terms, but) = tiles.node;
    Tiles { terms, but: but.unwrap_or_default(), span: tiles.span }
}

pub(crate) fn one_term(term: Spanned<TileTerm>) -> Tiles {
    Tiles { terms: vec![term.node], but: Vec::new(), span: term.span }
}

fn path(kind: PathKind, span: Span) -> Path {
    Path { kind, span }
}

/// One part stays as it is, but for its place; more are put together.
fn path_of(parts: Spanned<Vec<Path>>, together: fn(Vec<Path>) -> PathKind) -> Path {
    match <[Path; 1]>::try_from(parts.node) {
        Ok([only]) => path(only.kind, parts.span),
        Err(more) => path(together(more), parts.span),
    }
}

pub(crate) fn sequence(steps: Spanned<Vec<Path>>) -> Path {
    path_of(steps, PathKind::Seq)
}

pub(crate) fn choice(parts: Spanned<Vec<Path>>) -> Path {
    path_of(parts, PathKind::Choice)
}

pub(crate) fn alternatives(parts: Spanned<Vec<Path>>) -> Path {
    path_of(parts, PathKind::Alternatives)
}

pub(crate) fn symmetry(parts: Spanned<(Symmetry, Vec<Path>)>) -> Path {
    let (symmetry, list) = parts.node;
    path(PathKind::Symmetry { symmetry, parts: list }, parts.span)
}

pub(crate) fn bend(way: Spanned<Name>) -> Path {
    path(PathKind::Bend(way.node), way.span)
}

pub(crate) fn sum(names: Spanned<Vec<Name>>) -> Path {
    match <[Name; 1]>::try_from(names.node) {
        Ok([only]) => path(PathKind::Name(only.node), names.span),
        Err(more) => path(PathKind::Sum(more), names.span),
    }
}

pub(crate) fn path_by_call(call: Spanned<Call>) -> Path {
    path(PathKind::Call(call.node), call.span)
}

/// A group of rules without parameters.
pub(crate) fn call_of_nothing(name: Name) -> Call {
    Call { name, arguments: Vec::new() }
}

pub(crate) fn repeat(step: Spanned<(Path, (Bound, Option<Bound>))>) -> Path {
    let (inner, (min, max)) = step.node;
    path(PathKind::Repeat { path: Box::new(inner), min, max }, step.span)
}

pub(crate) fn times(step: Spanned<(Path, Quantity)>) -> Path {
    let (inner, times) = step.node;
    path(PathKind::Times { path: Box::new(inner), times }, step.span)
}

pub(crate) fn tested(step: Spanned<(Path, Test)>) -> Path {
    let (inner, test) = step.node;
    path(PathKind::Tested { path: Box::new(inner), test: Box::new(test) }, step.span)
}

pub(crate) fn effects(step: Spanned<(Path, Vec<Effect>)>) -> Path {
    let (inner, effects) = step.node;
    path(PathKind::Effects { path: Box::new(inner), effects }, step.span)
}

pub(crate) fn capturable(newly: bool, by: Option<Test>, then: Option<Test>) -> TestKind {
    TestKind::Capturable { newly, by: by.map(Box::new), then: then.map(Box::new) }
}

pub(crate) fn test(kind: Spanned<TestKind>) -> Test {
    Test { kind: kind.node, span: kind.span }
}

fn test_of(parts: Spanned<Vec<Test>>, together: fn(Vec<Test>) -> TestKind) -> Test {
    match <[Test; 1]>::try_from(parts.node) {
        Ok([only]) => only,
        Err(more) => Test { kind: together(more), span: parts.span },
    }
}

pub(crate) fn any_of(parts: Spanned<Vec<Test>>) -> Test {
    test_of(parts, TestKind::Or)
}

pub(crate) fn all_of(parts: Spanned<Vec<Test>>) -> Test {
    test_of(parts, TestKind::And)
}

/// What a counter goes down by, where numbers follow with their signs: `points - a + b` is `points - (a - b)`.
pub(crate) fn subtracted(first: Quantity, more: Vec<(Sign, Quantity)>) -> Quantity {
    total(first, more.into_iter().map(|(sign, part)| (sign.opposite(), part)).collect())
}

/// A number alone stays as it is.
pub(crate) fn total(first: Quantity, more: Vec<(Sign, Quantity)>) -> Quantity {
    if more.is_empty() {
        return first;
    }
    Quantity::Sum(std::iter::once((Sign::Plus, first)).chain(more).collect())
}

pub(crate) fn count(test: Spanned<Test>) -> Quantity {
    Quantity::Count(Box::new(test.node), test.span)
}
