//! The constructors that grammar actions call.
//!
//! They put parts into the syntax tree and do nothing else: a list of one becomes its element, places become spans.

use crate::ast::*;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::{meaning, syntax as errors};
use crate::diagnostic::suggest::nearest;
use crate::limits;
use crate::source::{FileId, Span, Spanned};
use crate::token::Token;
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

/// A FEN field that is a keyword, with the strings that follow it.
pub(crate) fn fen_word(field: Spanned<&str>, forms: Vec<Text>) -> FenWord {
    let name = word(field.span, field.node);
    if forms.is_empty() { FenWord::Word(name) } else { FenWord::Form(name, forms) }
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
        None => {
            let words = extremes.map(Extreme::word);
            let near = nearest(&word.node, words);
            let error = meaning::expected_word(&word.node, word.span, &words, near);
            Err(ParseError::User { error: Box::new(error) })
        }
    }
}

/// A part of a list of effects or actions.
#[derive(Debug)]
pub(crate) enum Listed<T> {
    /// One of them.
    Whole(T),
    /// One more piece that the effect before may drop.
    More(Spanned<Dropped>),
}

pub(crate) fn more<T>(dropped: Spanned<(Spanned<&str>, Vec<Name>)>) -> Listed<T> {
    let (piece, states) = dropped.node;
    Listed::More(Spanned::new(Dropped { piece: word(piece.span, piece.node), states }, dropped.span))
}

pub(crate) fn effects_of<'s>(all: Vec<Listed<Effect>>) -> Result<Vec<Effect>, Refusal<'s>> {
    joined(all, |effect| match effect {
        Effect::Drop(dropped) => Some(dropped),
        _ => None,
    })
}

pub(crate) fn actions_of<'s>(all: Vec<Listed<Action>>) -> Result<Vec<Action>, Refusal<'s>> {
    joined(all, |action| match action {
        Action::Here(Effect::Drop(dropped)) => Some(dropped),
        _ => None,
    })
}

/// The list with every further piece where it belongs.
fn joined<'s, T>(
    all: Vec<Listed<T>>,
    drops: impl Fn(&mut T) -> Option<&mut Vec<Dropped>>,
) -> Result<Vec<T>, Refusal<'s>> {
    let mut found: Vec<T> = Vec::new();
    for part in all {
        match part {
            Listed::Whole(whole) => found.push(whole),
            Listed::More(more) => match found.last_mut().and_then(&drops) {
                Some(dropped) => dropped.push(more.node),
                None => return Err(ParseError::User { error: Box::new(errors::no_effect(more.span)) }),
            },
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

pub(crate) fn seam(line: Spanned<(BoardSide, BoardSide, bool)>) -> BoardLine {
    let (one, other, reversed) = line.node;
    BoardLine::Seam { one, other, reversed, span: line.span }
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

pub(crate) fn keep(line: Spanned<(Name, Option<Name>)>) -> TurnLine {
    let (what, how) = line.node;
    TurnLine::Keep { what, how, span: line.span }
}

pub(crate) fn again(action: Spanned<(Option<Name>, bool)>) -> Action {
    let (phase, or_pass) = action.node;
    Action::Again { phase, or_pass, span: action.span }
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

pub(crate) fn pass(line: Spanned<Option<Test>>) -> TurnLine {
    TurnLine::Pass { guard: line.node, span: line.span }
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
