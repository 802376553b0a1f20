//! Parts of the syntax tree for what is written nowhere yet: short names for them, all at the same place.

use std::sync::LazyLock;

use tilegame_betza::{Betza, Dialect, Move, Stands, Turns};
use tilegame_dsl::ast::{
    Action, Bound, Comparison, CountOp, Dropped, Effect, EndLine, EndRule, Goal, Import, Item, ItemKind,
    Manner, Mode, Name, Path, PathKind, PieceLine, Places, Preference, PreferenceKind, Promote, Quantity,
    ResultWord, Sign, Symmetry, Test, TestKind, Text, TileTerm, Tiles, TurnLine, Verb, When,
};
use tilegame_dsl::source::{FileId, Span, Spanned};
use tilegame_dsl::token::is_word;

/// The place of everything here.
pub(crate) const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

pub(crate) fn placed<T>(node: T) -> Spanned<T> {
    Spanned::new(node, NOWHERE)
}

pub(crate) fn name(word: impl Into<String>) -> Name {
    placed(word.into())
}

/// A name in quotes.
pub(crate) fn text(text: impl Into<String>) -> Text {
    placed(text.into())
}

pub(crate) fn names<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Vec<Name> {
    words.into_iter().map(name).collect()
}

// ---- Statements ----------------------------------------------------------------------------------------------------

pub(crate) fn item(kind: ItemKind) -> Item {
    Item { verb: Verb::Declare, kind, span: NOWHERE }
}

/// `use moves` names its modules so.
pub(crate) fn import(word: &str) -> Import {
    Import { name: name(word), quoted: !is_word(word) }
}

pub(crate) fn test_item(verb: Verb, word: &str, test: Test) -> Item {
    Item { verb, ..item(ItemKind::Test { name: name(word), parameters: Vec::new(), test: Some(test) }) }
}

/// `test NAME = TEST`
pub(crate) fn define(word: &str, test: Test) -> Item {
    test_item(Verb::Declare, word, test)
}

/// `path NAME(PARAMETER) = PATH`
pub(crate) fn define_path(word: &str, parameters: &[&str], path: Path) -> Item {
    let parameters = names(parameters.iter().copied());
    item(ItemKind::Path { name: name(word), parameters, path: Some(path) })
}

/// `counter NAME = START`
pub(crate) fn counter(word: &str, start: u32, each: bool, ignored: bool) -> Item {
    item(ItemKind::Counter { name: name(word), start: Some(placed(start)), each, ignored })
}

// ---- Tiles ---------------------------------------------------------------------------------------------------------

pub(crate) fn tiles(terms: Vec<TileTerm>) -> Tiles {
    Tiles { terms, but: Vec::new(), span: NOWHERE }
}

pub(crate) fn region(word: &str) -> Tiles {
    tiles(vec![TileTerm::Name(name(word))])
}

// ---- Tests ---------------------------------------------------------------------------------------------------------

fn asked(kind: TestKind) -> Test {
    Test { kind, span: NOWHERE }
}

/// A word that is a test.
pub(crate) fn is(word: impl Into<String>) -> Test {
    asked(TestKind::Name(word.into()))
}

/// Words side by side.
pub(crate) fn words<const N: usize>(words: [&str; N]) -> Test {
    all(words.map(is))
}

/// Tests that all have to hold; one alone stays as it is.
pub(crate) fn all(tests: impl IntoIterator<Item = Test>) -> Test {
    let mut parts = Vec::new();
    for test in tests {
        match test.kind {
            TestKind::And(inner) => parts.extend(inner),
            kind => parts.push(asked(kind)),
        }
    }
    alone(parts).unwrap_or_else(|parts| asked(TestKind::And(parts)))
}

/// The same, where there may be none.
pub(crate) fn all_of(tests: impl IntoIterator<Item = Option<Test>>) -> Option<Test> {
    let tests: Vec<Test> = tests.into_iter().flatten().collect();
    if tests.is_empty() { None } else { Some(all(tests)) }
}

/// Tests of which one has to hold; one alone stays as it is.
pub(crate) fn any(tests: impl IntoIterator<Item = Test>) -> Test {
    let mut parts = Vec::new();
    for test in tests {
        match test.kind {
            TestKind::Or(inner) => parts.extend(inner),
            kind => parts.push(asked(kind)),
        }
    }
    alone(parts).unwrap_or_else(|parts| asked(TestKind::Or(parts)))
}

/// One of these words.
pub(crate) fn any_word<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Test {
    any(words.into_iter().map(is))
}

fn alone<T>(parts: Vec<T>) -> Result<T, Vec<T>> {
    <[T; 1]>::try_from(parts).map(|[only]| only)
}

pub(crate) fn not(test: Test) -> Test {
    asked(TestKind::Not(Box::new(test)))
}

pub(crate) fn some(test: Test) -> Test {
    asked(TestKind::Some(Box::new(test)))
}

pub(crate) fn no(test: Test) -> Test {
    asked(TestKind::No(Box::new(test)))
}

pub(crate) fn before(test: Test) -> Test {
    asked(TestKind::Before(Box::new(test)))
}

pub(crate) fn always(test: Test) -> Test {
    asked(TestKind::Always(Box::new(test)))
}

pub(crate) fn attacks(test: Test) -> Test {
    asked(TestKind::Attacks(Box::new(test)))
}

pub(crate) fn sees(path: Path) -> Test {
    asked(TestKind::Sees(path))
}

pub(crate) fn on(tiles: Tiles) -> Test {
    asked(TestKind::On(tiles))
}

/// Whether it is on the tiles of a region.
pub(crate) fn inside(word: &str) -> Test {
    on(region(word))
}

pub(crate) fn just_did(label: &str) -> Test {
    asked(TestKind::Did(When::Just, name(label)))
}

pub(crate) fn can_go(mover: Test, target: Test) -> Test {
    asked(TestKind::Can { mover: Box::new(mover), target: Box::new(target) })
}

pub(crate) fn to_move(player: &str) -> Test {
    asked(TestKind::ToMove(name(player)))
}

pub(crate) fn in_phase(phase: &str) -> Test {
    asked(TestKind::In(name(phase)))
}

pub(crate) fn compare(left: Quantity, op: Comparison, right: Quantity) -> Test {
    asked(TestKind::Compare { left, op, right })
}

/// With words side by side.
pub(crate) trait And {
    fn and(self, other: Test) -> Test;
}

impl And for Test {
    fn and(self, other: Test) -> Test {
        all([self, other])
    }
}

// ---- Numbers -------------------------------------------------------------------------------------------------------

pub(crate) fn number(number: u32) -> Quantity {
    Quantity::Number(placed(number))
}

/// What a counter says, or a number that the language knows.
pub(crate) fn value(word: &str) -> Quantity {
    Quantity::Counter { name: name(word), of: None }
}

/// What a counter says of one player.
pub(crate) fn value_of(word: &str, player: &str) -> Quantity {
    Quantity::Counter { name: name(word), of: Some(name(player)) }
}

pub(crate) fn count(test: Test) -> Quantity {
    Quantity::Count(Box::new(test), NOWHERE)
}

pub(crate) fn worth(test: Test) -> Quantity {
    Quantity::Worth(Box::new(test))
}

pub(crate) fn hand(test: Test, of: Option<&str>) -> Quantity {
    Quantity::Hand { test: Box::new(test), of: of.map(name) }
}

pub(crate) fn plus(left: Quantity, right: Quantity) -> Quantity {
    Quantity::Sum(vec![(Sign::Plus, left), (Sign::Plus, right)])
}

// ---- Paths ---------------------------------------------------------------------------------------------------------

fn walked(kind: PathKind) -> Path {
    Path { kind, span: NOWHERE }
}

/// A direction, or a path with a name.
pub(crate) fn way(word: impl Into<String>) -> Path {
    walked(PathKind::Name(word.into()))
}

/// A leap by the sum of these directions.
pub(crate) fn leap<W: Into<String>>(directions: impl IntoIterator<Item = W>) -> Path {
    alone(names(directions)).map_or_else(|all| walked(PathKind::Sum(all)), |one| way(one.node))
}

/// One after the other.
pub(crate) fn then(parts: impl IntoIterator<Item = Path>) -> Path {
    let mut flat = Vec::new();
    for part in parts {
        match part.kind {
            PathKind::Seq(inner) => flat.extend(inner),
            kind => flat.push(walked(kind)),
        }
    }
    alone(flat).unwrap_or_else(|parts| walked(PathKind::Seq(parts)))
}

/// One of them.
pub(crate) fn either(parts: impl IntoIterator<Item = Path>) -> Path {
    alone(parts.into_iter().collect()).unwrap_or_else(|parts| walked(PathKind::Alternatives(parts)))
}

/// One of them, chosen anew each time that it is repeated.
pub(crate) fn choice(parts: impl IntoIterator<Item = Path>) -> Path {
    alone(parts.into_iter().collect()).unwrap_or_else(|parts| walked(PathKind::Choice(parts)))
}

fn turned(symmetry: Symmetry, parts: Vec<Path>) -> Path {
    walked(PathKind::Symmetry { symmetry, parts })
}

pub(crate) fn rot(parts: impl IntoIterator<Item = Path>) -> Path {
    turned(Symmetry::Rot, parts.into_iter().collect())
}

pub(crate) fn mirror(path: Path) -> Path {
    turned(Symmetry::Mirror, vec![path])
}

/// `another(n)`
pub(crate) fn called(word: &str, argument: Path) -> Path {
    use tilegame_dsl::ast::{Argument, Call};
    walked(PathKind::Call(Call { name: name(word), arguments: vec![Argument::Path(argument)] }))
}

/// What is added behind a path.
pub(crate) trait Walk {
    /// `PATH[TEST]`
    fn at(self, test: Test) -> Path;
    /// The same, if there is a test.
    fn at_any(self, test: Option<Test>) -> Path;
    /// `PATH{EFFECT}`
    fn doing(self, effect: Effect) -> Path;
    /// `PATH*LEAST..`
    fn times(self, least: u32) -> Path;
}

impl Walk for Path {
    fn at(self, test: Test) -> Path {
        walked(PathKind::Tested { path: Box::new(self), test: Box::new(test) })
    }

    fn at_any(self, test: Option<Test>) -> Path {
        match test {
            Some(test) => self.at(test),
            None => self,
        }
    }

    fn doing(self, effect: Effect) -> Path {
        walked(PathKind::Effects { path: Box::new(self), effects: vec![effect] })
    }

    fn times(self, least: u32) -> Path {
        walked(PathKind::Repeat { path: Box::new(self), min: Bound::Number(least), max: None })
    }
}

/// Over any number of tiles, whatever stands there.
pub(crate) fn over_all(direction: &str) -> Path {
    way(direction).at(any_word(["empty", "piece"])).times(0)
}

/// Over empty tiles, then one that passes a test, then over empty tiles again, to one that passes another: `n*0.. n[TEST] n*0.. n[TEST]`.
pub(crate) fn hop(direction: &str, over: Test, to: Option<Test>) -> Path {
    let free = || way(direction).times(0);
    then([free(), way(direction).at(over), free(), way(direction).at_any(to)])
}

// ---- Lines ---------------------------------------------------------------------------------------------------------

/// A line of a piece that is not written yet: what moves it, where, and on which condition.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) mode: Mode,
    pub(crate) path: Path,
    pub(crate) guard: Option<Test>,
    /// It captures the piece that left the mark `passant`.
    pub(crate) onto_mark: bool,
    pub(crate) label: Option<&'static str>,
}

impl Rule {
    pub(crate) fn new(mode: Mode, path: Path) -> Rule {
        Rule { mode, path, guard: None, onto_mark: false, label: None }
    }

    /// With one more condition.
    pub(crate) fn and(self, test: Option<Test>) -> Rule {
        let guard = all_of([self.guard, test]);
        Rule { guard, ..self }
    }

    pub(crate) fn line(self) -> PieceLine {
        let Rule { mode, path, guard, onto_mark, label } = self;
        let onto = onto_mark.then(|| name("passant"));
        PieceLine::Rule { mode: placed(mode), path, onto, guard, label: label.map(name), used: None }
    }
}

/// `promote to KIND, KIND on TILES if TEST`
pub(crate) fn promote<W: AsRef<str>>(
    optional: bool,
    goals: &[W],
    on: Option<Tiles>,
    guard: Option<Test>,
) -> PieceLine {
    let goal = |goal: &W| Goal { off: false, name: name(goal.as_ref()) };
    let goals = goals.iter().map(goal).collect();
    let places = Places::Both { from: None, on };
    PieceLine::Promote(Promote { optional, goals, by: None, places, guard, span: NOWHERE })
}

/// `after TRIGGER if TEST: ACTIONS`
pub(crate) fn after<const N: usize>(trigger: &str, guard: Option<Test>, actions: [Action; N]) -> TurnLine {
    after_any(names([trigger]), guard, actions.into(), None)
}

pub(crate) fn after_any(
    triggers: Vec<Name>,
    guard: Option<Test>,
    actions: Vec<Action>,
    label: Option<&str>,
) -> TurnLine {
    TurnLine::After { triggers, guard, actions, label: label.map(name), span: NOWHERE }
}

/// `choose TEST if TEST: EFFECTS as LABEL`
pub(crate) fn choose(target: Test, guard: Option<Test>, actions: Vec<Action>, label: &str) -> TurnLine {
    TurnLine::Choose { target, guard, actions, label: Some(name(label)), span: NOWHERE }
}

pub(crate) fn prefer(sort: &str) -> TurnLine {
    TurnLine::Prefer(Preference { kind: PreferenceKind::Sorts(names([sort])), span: NOWHERE })
}

pub(crate) fn along(path: Path) -> Action {
    Action::Along { path, from: None }
}

pub(crate) fn here(effect: Effect) -> Action {
    Action::Here(effect)
}

pub(crate) fn take() -> Effect {
    Effect::Take(NOWHERE)
}

pub(crate) fn put(piece: &str) -> Effect {
    Effect::Put(name(piece))
}

/// Of these pieces one that is in the hand.
pub(crate) fn drop_of<W: Into<String>>(pieces: impl IntoIterator<Item = W>) -> Effect {
    let dropped = |piece: W| Dropped { piece: name(piece), states: Vec::new() };
    Effect::Drop(pieces.into_iter().map(dropped).collect())
}

/// `COUNTER + NUMBER` and the like.
pub(crate) fn change(counter: &str, op: CountOp, by: u32) -> Action {
    here(Effect::Count { counter: name(counter), of: None, op, amount: number(by) })
}

pub(crate) fn set(counter: &str, to: u32) -> Action {
    change(counter, CountOp::Set, to)
}

/// `NAME: RESULT if TEST`
pub(crate) fn ending(word: impl Into<String>, result: ResultWord, test: Test) -> EndLine {
    let rule = EndRule { result: placed(result), manner: placed(Manner::Rule), test };
    EndLine { verb: Verb::Declare, name: name(word), rule: Some(rule), span: NOWHERE }
}

pub(crate) fn no_ending(word: &str) -> EndLine {
    EndLine { verb: Verb::Remove, name: name(word), rule: None, span: NOWHERE }
}

// ---- Betza notation ------------------------------------------------------------------------------------------------

/// The rules that make these moves.
pub(crate) fn rules(moves: &[Move]) -> Vec<Rule> {
    let mode = |word| match word {
        "move" => Mode::Move,
        "quiet" => Mode::Quiet,
        "capture" => Mode::Capture,
        "act" => Mode::Act,
        _ => Mode::Do,
    };
    let lines = tilegame_betza::rules(moves);
    lines.into_iter().map(|line| Rule::new(mode(line.word), named(&line.path))).collect()
}

/// The names that the library has for paths, with a piece that moves so.
const NAMED: [(&str, &str); 16] = [
    ("wazir", "W"),
    ("ferz", "F"),
    ("king", "K"),
    ("dabbaba", "D"),
    ("alfil", "A"),
    ("knight", "N"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("rook", "R"),
    ("bishop", "B"),
    ("queen", "Q"),
    ("nightrider", "NN"),
    ("mao", "nN"),
    ("elephant", "nA"),
    ("cannon", "pR"),
    ("grasshopper", "gQ"),
];

static PATHS: LazyLock<Vec<(tilegame_betza::Path, &str)>> = LazyLock::new(|| {
    let of = |(word, betza): &(&'static str, &str)| {
        let rules = Betza::read(betza, Dialect::FairyStockfish).and_then(|betza| betza.rules());
        Some((rules.ok()?.pop()?.path, *word))
    };
    NAMED.iter().filter_map(of).collect()
});

/// A path by its name, if it has one.
fn named(path: &tilegame_betza::Path) -> Path {
    match PATHS.iter().find(|(known, _)| known == path) {
        Some((_, word)) => way(*word),
        None => spelt(path),
    }
}

fn spelt(path: &tilegame_betza::Path) -> Path {
    use tilegame_betza::Path as Betza;
    let all = |parts: &[Betza]| parts.iter().map(spelt).collect::<Vec<Path>>();
    match path {
        Betza::Step(step) => leap(step.directions()),
        Betza::Then(parts) => then(all(parts)),
        Betza::Either(turns, parts) => match turns {
            // Here, names mean no more than what they stand for.
            Turns::None => either(parts.iter().map(named)),
            Turns::Rotations => turned(Symmetry::Rot, all(parts)),
            Turns::Mirror => turned(Symmetry::Mirror, all(parts)),
            Turns::All => turned(Symmetry::Sym, all(parts)),
        },
        Betza::Times(path, least, most) => {
            let bound = |times: u8| Bound::Number(times.into());
            let path = Box::new(spelt(path));
            walked(PathKind::Repeat { path, min: bound(*least), max: most.map(bound) })
        }
        Betza::Tested(path, stands) => spelt(path).at(match stands {
            Stands::Nothing => is("empty"),
            Stands::Piece => is("piece"),
            Stands::Friend => is("friend"),
            Stands::Enemy => is("enemy"),
            Stands::Anything => any_word(["empty", "piece"]),
            Stands::NotRoyal => not(is("royal")),
        }),
        Betza::Taking(path) => spelt(path).doing(Effect::Take(NOWHERE)),
        Betza::Marking(path) => spelt(path).doing(Effect::Mark(name("passant"))),
    }
}
