//! Where the names of a file stand, and what each of them can be the name of.
//!
//! The syntax tree knows that a word is a name; what it names is known only where all declarations are. So every occurrence has the sorts of things
//! that can be named there, and `Index` finds out which of them it is. A new form in the tree does not compile here until somebody has said
//! which of its words are names.

use tilegame_dsl::ast::{
    Action, Argument, BoardLine, BoardSide, Bound, Call, CastlingLine, Drawn, Effect, EndLine, FenWord, File,
    FromText, Item, ItemKind, Line, Name, NotationLine, Path, PathKind, PieceLine, Places, PlayerLine,
    PreferenceKind, Promote, Quantity, Ranks, ResultWord, Seat, SetupLine, Test, TestKind, TestLineKind,
    TileTerm, Tiles, TurnLine, Verb,
};
use tilegame_dsl::source::Span;
use tilegame_dsl::token::{self, Token};

/// A sort of named thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// `piece`
    Piece,
    /// A word behind the letters of a piece.
    Attribute,
    /// `state`
    State,
    /// A line of `players`.
    Player,
    /// `test`
    Test,
    /// `option`
    Option,
    /// `region`
    Region,
    /// `patch`
    Part,
    /// `tile`
    Tile,
    /// `path`
    Path,
    /// `rules`
    Rules,
    /// `shape`
    Shape,
    /// `direction`
    Direction,
    /// `mark`
    Mark,
    /// `counter`
    Counter,
    /// `as NAME` behind a move.
    Label,
    /// `as NAME` behind another line, by which a variant removes it.
    Line,
    /// `phases`
    Phase,
    /// A line of `end`.
    Ending,
    /// A line of `match`.
    Adjudication,
    /// `position NAME`
    Setup,
    /// `notation NAME`
    Notation,
    /// In brackets behind the name of a path, test or group of rules.
    Parameter,
}

impl Sort {
    /// What a thing of this sort is called.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Piece => "piece",
            Sort::Attribute => "attribute",
            Sort::State => "state",
            Sort::Player => "player",
            Sort::Test => "test",
            Sort::Option => "option",
            Sort::Region => "region",
            Sort::Part => "part of the board",
            Sort::Tile => "tile",
            Sort::Path => "path",
            Sort::Rules => "group of rules",
            Sort::Shape => "shape",
            Sort::Direction => "direction",
            Sort::Mark => "mark",
            Sort::Counter => "counter",
            Sort::Label => "label",
            Sort::Line => "name of a line",
            Sort::Phase => "phase",
            Sort::Ending => "ending",
            Sort::Adjudication => "ending of the match",
            Sort::Setup => "setup",
            Sort::Notation => "notation",
            Sort::Parameter => "parameter",
        }
    }
}

/// What a name is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The thing is declared here, or declared anew by `replace`.
    Declares,
    /// The thing is meant.
    Uses,
}

/// A name at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The name.
    pub word: String,
    /// The place.
    pub span: Span,
    /// What it can be, the likeliest first.
    pub sorts: &'static [Sort],
    /// What it is doing.
    pub role: Role,
    /// The declaration inside which a parameter is known.
    pub scope: Option<Span>,
}

/// What a word alone can be in a test.
const TESTED: &[Sort] = &[Sort::Piece, Sort::Attribute, Sort::State, Sort::Player, Sort::Test, Sort::Option];
/// What a word alone can be in a path.
const STEP: &[Sort] = &[Sort::Direction, Sort::Path];
/// What a word alone can be among the arguments of a call.
const ARGUMENT: &[Sort] = &[
    Sort::Direction,
    Sort::Path,
    Sort::Piece,
    Sort::Attribute,
    Sort::State,
    Sort::Player,
    Sort::Test,
    Sort::Option,
    Sort::Region,
    Sort::Mark,
    Sort::Label,
];
/// What a word alone can be among tiles.
const PLACE: &[Sort] = &[Sort::Region, Sort::Tile, Sort::Part];
/// What tells one sort of moves from another.
const TRIGGER: &[Sort] =
    &[Sort::Label, Sort::Piece, Sort::Attribute, Sort::Player, Sort::State, Sort::Ending];

/// All names of a file, in the order of their places.
///
/// ```
/// use tilegame_dsl::{parse::parse, source::FileId};
/// use tilegame_ide::names::{Sort, names};
/// let text = "piece Rook \"R\"\n    move rot(n)*inf\n";
/// let (file, _) = parse(FileId(0), text);
/// let found = names(&file, text);
/// assert_eq!((found[0].word.as_str(), found[0].sorts), ("Rook", &[Sort::Piece][..]));
/// assert_eq!((found[1].word.as_str(), found[1].sorts), ("n", &[Sort::Direction, Sort::Path][..]));
/// ```
pub fn names(file: &File, text: &str) -> Vec<Occurrence> {
    let mut walk = Walk { text, found: Vec::new(), parameters: &[], scope: None };
    file.items.iter().for_each(|item| walk.item(item));
    walk.found.sort_by_key(|occurrence| (occurrence.span.start, occurrence.span.end));
    walk.found.dedup();
    walk.found
}

struct Walk<'a> {
    text: &'a str,
    found: Vec<Occurrence>,
    /// Those of the declaration that is being read.
    parameters: &'a [Name],
    scope: Option<Span>,
}

impl<'a> Walk<'a> {
    fn add(&mut self, word: &str, span: Span, sorts: &'static [Sort], role: Role) {
        // Lines that are written nowhere, such as those of another notation, have the places of other words.
        let Some(span) = self.place(word, span) else { return };
        let is_parameter = self.parameters.iter().any(|parameter| parameter.node == word);
        let (sorts, scope): (&'static [Sort], _) =
            if is_parameter { (&[Sort::Parameter], self.scope) } else { (sorts, None) };
        self.found.push(Occurrence { word: word.to_owned(), span, sorts, role, scope });
    }

    /// Where a word stands within a place.
    fn place(&self, word: &str, span: Span) -> Option<Span> {
        let written = self.text.get(span.range())?;
        if written == word {
            return Some(span);
        }
        let mut inside = token::tokens(written).filter(|(token, _)| *token == Token::Word(word));
        match (inside.next(), inside.next()) {
            (Some((_, range)), None) => Some(span.part(&range)),
            _ => None,
        }
    }

    fn uses(&mut self, name: &Name, sorts: &'static [Sort]) {
        self.add(&name.node, name.span, sorts, Role::Uses);
    }

    fn all(&mut self, names: impl IntoIterator<Item = &'a Name>, sorts: &'static [Sort]) {
        names.into_iter().for_each(|name| self.uses(name, sorts));
    }

    fn declares(&mut self, name: &Name, sorts: &'static [Sort]) {
        self.add(&name.node, name.span, sorts, Role::Declares);
    }

    /// The name behind the word of a declaration.
    fn head(&mut self, verb: Verb, name: &Name, sorts: &'static [Sort]) {
        match verb {
            Verb::Declare | Verb::Replace => self.declares(name, sorts),
            Verb::Extend | Verb::Remove => self.uses(name, sorts),
        }
    }

    /// Reads what is inside a declaration with parameters.
    fn inside(&mut self, item: &'a Item, parameters: &'a [Name], read: impl FnOnce(&mut Self)) {
        self.parameters = parameters;
        self.scope = Some(item.span);
        parameters.iter().for_each(|parameter| self.declares(parameter, &[Sort::Parameter]));
        read(self);
        self.parameters = &[];
        self.scope = None;
    }

    fn item(&mut self, item: &'a Item) {
        let verb = item.verb;
        match &item.kind {
            ItemKind::Use(_) | ItemKind::Game { .. } | ItemKind::Variant { .. } => {}
            ItemKind::Board(lines) => lines.iter().for_each(|line| self.board(line)),
            ItemKind::Players(lines) => lines.iter().for_each(|line| self.player(line)),
            ItemKind::Region { name, tiles, .. } => {
                self.head(verb, name, &[Sort::Region]);
                tiles.iter().for_each(|tiles| self.tiles(tiles));
            }
            ItemKind::Test { name, parameters, test } => {
                self.head(verb, name, &[Sort::Test]);
                self.inside(item, parameters, |walk| test.iter().for_each(|test| walk.test(test)));
            }
            ItemKind::Rules { name, parameters, lines } => {
                self.head(verb, name, &[Sort::Rules]);
                self.inside(item, parameters, |walk| lines.iter().for_each(|line| walk.piece(line)));
            }
            ItemKind::Path { name, parameters, path } => {
                self.head(verb, name, &[Sort::Path]);
                self.inside(item, parameters, |walk| path.iter().for_each(|path| walk.path(path)));
            }
            ItemKind::Shape { name, .. } => self.head(verb, name, &[Sort::Shape]),
            ItemKind::Mark(name) => self.head(verb, name, &[Sort::Mark]),
            ItemKind::Option { name, .. } => self.head(verb, name, &[Sort::Option]),
            ItemKind::Counter { name, .. } => self.head(verb, name, &[Sort::Counter]),
            ItemKind::Piece { name, attributes, lines, .. } => {
                self.head(verb, name, &[Sort::Piece]);
                attributes.iter().for_each(|name| self.declares(name, &[Sort::Attribute]));
                lines.iter().for_each(|line| self.piece(line));
            }
            ItemKind::Castling { pair, lines } => {
                if let Some((king, partners)) = pair {
                    self.uses(king, &[Sort::Piece]);
                    self.all(partners, &[Sort::Piece, Sort::Attribute]);
                }
                lines.iter().for_each(|line| self.castling(line));
            }
            ItemKind::Setup(lines) => lines.iter().for_each(|line| self.setup(line)),
            ItemKind::Turn(lines) => lines.iter().for_each(|line| self.turn(line)),
            ItemKind::End(lines) => lines.iter().for_each(|line| self.end(line, &[Sort::Ending])),
            ItemKind::Match(lines) => lines.iter().for_each(|line| self.end(line, &[Sort::Adjudication])),
            ItemKind::Notation { name, lines } => {
                name.iter().for_each(|name| self.head(verb, name, &[Sort::Notation]));
                lines.iter().for_each(|line| self.notation(line));
            }
            ItemKind::Tests(lines) => {
                for line in lines {
                    if let Some(FromText::Setup(name)) = &line.from {
                        self.uses(name, &[Sort::Setup]);
                    }
                    match &line.kind {
                        TestLineKind::Result(name) => self.uses(name, &[Sort::Ending, Sort::Adjudication]),
                        TestLineKind::Perft(..)
                        | TestLineKind::Legal(_)
                        | TestLineKind::Illegal(_)
                        | TestLineKind::Arrangement(..) => {}
                    }
                }
            }
        }
    }

    fn board(&mut self, line: &'a BoardLine) {
        match line {
            BoardLine::Part { name, form } => {
                name.iter().for_each(|name| self.declares(name, &[Sort::Part]));
                if let Some(Ranks::Along(direction)) = &form.labels.ranks {
                    self.uses(direction, &[Sort::Direction]);
                }
            }
            BoardLine::Plane { .. } => {}
            BoardLine::Tile { name, .. } => self.declares(name, &[Sort::Tile]),
            BoardLine::Seam { one, other, .. } => {
                for BoardSide { patch, .. } in [one, other] {
                    self.all(patch, &[Sort::Part]);
                }
            }
            BoardLine::Void(tiles) => self.tiles(tiles),
            BoardLine::Direction { name, opposite } => {
                self.declares(name, &[Sort::Direction]);
                self.all(opposite, &[Sort::Direction]);
            }
            BoardLine::Edge { from, to, direction, .. } => {
                self.all([from, to], &[Sort::Tile]);
                self.uses(direction, &[Sort::Direction]);
            }
            BoardLine::Drawn { how, .. } => match how {
                Drawn::Lines(terms) | Drawn::Tiles(terms, _) => terms.iter().for_each(|term| self.term(term)),
                Drawn::Between(one, other, _) => one.iter().chain(other).for_each(|term| self.term(term)),
                Drawn::With(from, to) => self.all([from, to], &[Sort::Tile]),
                Drawn::Rings | Drawn::Plain => {}
            },
        }
    }

    fn player(&mut self, line: &'a PlayerLine) {
        self.declares(&line.name, &[Sort::Player]);
        self.all(&line.home, &[Sort::Part]);
        if let Seat::Facing(direction) = &line.seat {
            self.uses(direction, &[Sort::Direction]);
        }
        for facing in &line.facing {
            self.uses(&facing.direction, &[Sort::Direction]);
            self.tiles(&facing.tiles);
        }
    }

    fn piece(&mut self, line: &'a PieceLine) {
        match line {
            PieceLine::Symbol(..) | PieceLine::Worth(_) => {}
            PieceLine::Drawn(shapes) => {
                shapes.iter().for_each(|shape| self.uses(shape, &[Sort::Shape]));
            }
            PieceLine::Faces(facings, _) => {
                facings.iter().for_each(|facing| self.all(&facing.directions, &[Sort::Direction]));
            }
            PieceLine::State { name, lines, .. } => {
                self.declares(name, &[Sort::State]);
                lines.iter().for_each(|line| self.piece(line));
            }
            PieceLine::Use(call) => self.call(call, &[Sort::Rules]),
            PieceLine::Carry(names, _) => self.all(names, &[Sort::Piece, Sort::Attribute]),
            PieceLine::Rule { path, onto, guard, label, .. } => {
                self.path(path);
                self.all(onto, &[Sort::Mark]);
                guard.iter().for_each(|test| self.test(test));
                label.iter().for_each(|label| self.declares(label, &[Sort::Label]));
            }
            PieceLine::Id { label, tiles, .. } => {
                label.iter().for_each(|label| self.declares(label, &[Sort::Label]));
                tiles.iter().for_each(|(_, tiles)| self.tiles(tiles));
            }
            // Its rules are written in another notation.
            PieceLine::Betza { guard, label, rules: _, dialect: _, .. } => {
                guard.iter().for_each(|test| self.test(test));
                label.iter().for_each(|label| self.declares(label, &[Sort::Label]));
            }
            PieceLine::Promote(line) => self.promote(line),
            PieceLine::Remove(name) => self.uses(name, &[Sort::Label, Sort::State]),
        }
    }

    fn promote(&mut self, line: &'a Promote) {
        line.goals.iter().for_each(|goal| self.uses(&goal.name, &[Sort::Piece, Sort::State]));
        match &line.places {
            Places::Both { from, on } => from.iter().chain(on).for_each(|tiles| self.tiles(tiles)),
            Places::Either(tiles) => self.tiles(tiles),
        }
        line.guard.iter().for_each(|test| self.test(test));
    }

    fn castling(&mut self, line: &'a CastlingLine) {
        match line {
            CastlingLine::Side { direction, goes, .. } => {
                self.uses(direction, &[Sort::Direction, Sort::Label]);
                for goes in goes.iter().flatten() {
                    self.uses(&goes.piece, &[Sort::Piece]);
                    self.all(goes.from.iter().chain([&goes.to]), &[Sort::Tile]);
                }
            }
            CastlingLine::Safe(test) => self.test(test),
            CastlingLine::May { of, effects } => {
                self.uses(of, &[Sort::Piece]);
                effects.iter().for_each(|effect| self.effect(effect));
            }
            CastlingLine::Remove(name) => self.uses(name, &[Sort::Piece, Sort::Direction, Sort::Label]),
        }
    }

    fn setup(&mut self, line: &'a SetupLine) {
        match line {
            SetupLine::Position { name, .. } => {
                name.iter().for_each(|name| self.declares(name, &[Sort::Setup]));
            }
            SetupLine::Shuffle { tiles, places, .. } => {
                self.tiles(tiles);
                for place in places {
                    self.all(&place.kinds, &[Sort::Piece]);
                    place.on.iter().for_each(|tiles| self.tiles(tiles));
                }
            }
            SetupLine::Start(_) => {}
        }
    }

    fn turn(&mut self, line: &'a TurnLine) {
        match line {
            TurnLine::Order(names) => self.all(names, &[Sort::Player]),
            TurnLine::Phases(names) => names.iter().for_each(|name| self.declares(name, &[Sort::Phase])),
            TurnLine::Legal(test) => self.test(test),
            TurnLine::Choose { target, guard, actions, label, .. } => {
                self.test(target);
                guard.iter().for_each(|test| self.test(test));
                actions.iter().for_each(|action| self.action(action));
                label.iter().for_each(|label| self.declares(label, &[Sort::Label]));
            }
            TurnLine::Keep { .. } | TurnLine::Give(_) => {}
            TurnLine::Receive(names) => self.all(names, &[Sort::Piece, Sort::Counter]),
            TurnLine::Pass { guard, .. } => guard.iter().for_each(|test| self.test(test)),
            TurnLine::Rejoin { guard, label, .. } | TurnLine::Split { guard, label, .. } => {
                guard.iter().for_each(|test| self.test(test));
                label.iter().for_each(|label| self.declares(label, &[Sort::Label]));
            }
            TurnLine::Only { triggers, phases, .. } => {
                self.all(triggers, TRIGGER);
                self.all(phases, &[Sort::Phase]);
            }
            TurnLine::Prefer(line) => match &line.kind {
                PreferenceKind::Sorts(names) => self.all(names, TRIGGER),
                PreferenceKind::Number(_, quantity) => self.quantity(quantity),
            },
            TurnLine::After { triggers, guard, actions, label, .. } => {
                self.all(triggers, TRIGGER);
                guard.iter().for_each(|test| self.test(test));
                actions.iter().for_each(|action| self.action(action));
                label.iter().for_each(|label| self.declares(label, &[Sort::Line]));
            }
            TurnLine::Tiles { each, label, .. } => {
                each.iter().for_each(|test| self.test(test));
                label.iter().for_each(|label| self.declares(label, &[Sort::Label]));
            }
            TurnLine::Remove(name) => self.uses(name, &[Sort::Line, Sort::Label]),
        }
    }

    fn action(&mut self, action: &'a Action) {
        match action {
            Action::Here(effect) => self.effect(effect),
            Action::Along { path, from } => {
                from.iter().for_each(|test| self.test(test));
                self.path(path);
            }
            Action::Again { phase, .. } => self.all(phase, &[Sort::Phase]),
            Action::Illegal => {}
            Action::Every(test, effect) | Action::EveryPart(test, effect) => {
                self.test(test);
                self.effect(effect);
            }
        }
    }

    fn end(&mut self, line: &'a EndLine, sorts: &'static [Sort]) {
        self.head(line.verb, &line.name, sorts);
        if let Some(rule) = &line.rule {
            if let ResultWord::Wins(player) = &rule.result.node {
                self.add(player, rule.result.span, &[Sort::Player], Role::Uses);
            }
            self.test(&rule.test);
        }
    }

    fn notation(&mut self, line: &'a NotationLine) {
        match line {
            NotationLine::Fen(words, _) => {
                for word in words {
                    match word {
                        FenWord::Mark(name, _) => self.uses(name, &[Sort::Mark]),
                        FenWord::Count { name, .. } | FenWord::MayCount(name) => {
                            self.uses(name, &[Sort::Counter]);
                        }
                        FenWord::Word(_)
                        | FenWord::Placement(..)
                        | FenWord::Form(..)
                        | FenWord::Number(..)
                        | FenWord::CastlingWith(_)
                        | FenWord::Text(_) => {}
                    }
                }
            }
            NotationLine::Nameless(names) => self.all(names, &[Sort::Piece]),
            NotationLine::Check(_, test) => self.test(test),
            NotationLine::Final(_, names) => self.all(names, &[Sort::Ending, Sort::Adjudication]),
            NotationLine::UciPass(name) => self.uses(name, &[Sort::Piece]),
            NotationLine::Valid { test, label, .. } => {
                self.test(test);
                label.iter().for_each(|label| self.declares(label, &[Sort::Line]));
            }
            NotationLine::Move { by, .. } => self.all(by, TRIGGER),
            NotationLine::Remove(name) => self.uses(name, &[Sort::Line]),
            NotationLine::UciCastling(_)
            | NotationLine::Pgn(_)
            | NotationLine::Void(_)
            | NotationLine::Turn(_) => {}
        }
    }

    fn tiles(&mut self, tiles: &'a Tiles) {
        tiles.terms.iter().chain(&tiles.but).for_each(|term| self.term(term));
    }

    fn term(&mut self, term: &'a TileTerm) {
        match term {
            TileTerm::All(_) | TileTerm::Rank(..) => {}
            TileTerm::Name(name) => self.uses(name, PLACE),
            TileTerm::Rectangle(from, to) => self.all([from, to], &[Sort::Tile]),
            // A file is called by its letter, which nobody declares.
            TileTerm::File(Line::Named(_) | Line::Last(_), _) => {}
            TileTerm::Distance { from, path, .. } => {
                self.uses(from, PLACE);
                path.iter().for_each(|path| self.path(path));
            }
            TileTerm::Reach(from, path) => {
                self.uses(from, PLACE);
                self.path(path);
            }
        }
    }

    fn call(&mut self, call: &'a Call, sorts: &'static [Sort]) {
        self.uses(&call.name, sorts);
        for argument in &call.arguments {
            match argument {
                Argument::Number(_) => {}
                Argument::Path(Path { kind: PathKind::Name(word), span }) => {
                    self.add(word, *span, ARGUMENT, Role::Uses);
                }
                Argument::Path(path) => self.path(path),
                Argument::Test(test) => self.test(test),
            }
        }
    }

    fn path(&mut self, path: &'a Path) {
        match &path.kind {
            PathKind::Name(word) => self.add(word, path.span, STEP, Role::Uses),
            PathKind::Call(call) => self.call(call, &[Sort::Path]),
            PathKind::Sum(names) => self.all(names, &[Sort::Direction]),
            PathKind::Seq(parts)
            | PathKind::Alternatives(parts)
            | PathKind::Choice(parts)
            | PathKind::Symmetry { parts, .. } => parts.iter().for_each(|part| self.path(part)),
            PathKind::Repeat { path, min, max } => {
                self.path(path);
                for bound in [Some(min), max.as_ref()].into_iter().flatten() {
                    if let Bound::Parameter(name) = bound {
                        self.uses(name, &[Sort::Parameter]);
                    }
                }
            }
            PathKind::Times { path, times } => {
                self.path(path);
                self.quantity(times);
            }
            PathKind::Tested { path, test } => {
                self.path(path);
                self.test(test);
            }
            PathKind::Bend(name) => self.uses(name, &[Sort::Direction]),
            PathKind::Effects { path, effects } => {
                self.path(path);
                effects.iter().for_each(|effect| self.effect(effect));
            }
        }
    }

    fn effect(&mut self, effect: &'a Effect) {
        match effect {
            Effect::Take(_)
            | Effect::TakeLast(_)
            | Effect::Vanish(_)
            | Effect::Swap(_)
            | Effect::Unite(_) => {}
            Effect::Mark(name) => self.uses(name, &[Sort::Mark]),
            Effect::Become(name) => self.uses(name, &[Sort::Piece, Sort::State]),
            Effect::BecomeNot(name) => self.uses(name, &[Sort::State]),
            Effect::Put(name) | Effect::Merge(name) => self.uses(name, &[Sort::Piece]),
            Effect::Drop(all) => {
                for dropped in all {
                    self.uses(&dropped.piece, &[Sort::Piece, Sort::Attribute]);
                    self.all(&dropped.states, &[Sort::State, Sort::Direction]);
                }
            }
            Effect::Rotate(name) | Effect::Reflect(name) => self.uses(name, &[Sort::Direction]),
            Effect::Shift(names) => self.all(names, &[Sort::Direction]),
            Effect::Join(name) => self.uses(name, &[Sort::Player]),
            Effect::Count { counter, of, amount, .. } => {
                self.uses(counter, &[Sort::Counter]);
                self.all(of, &[Sort::Player]);
                self.quantity(amount);
            }
        }
    }

    fn test(&mut self, test: &'a Test) {
        match &test.kind {
            TestKind::Name(word) => self.add(word, test.span, TESTED, Role::Uses),
            TestKind::Call(call) => self.call(call, &[Sort::Test]),
            TestKind::Not(test)
            | TestKind::Holds(test)
            | TestKind::Some(test)
            | TestKind::No(test)
            | TestKind::Only(test)
            | TestKind::Always(test)
            | TestKind::Before(test)
            | TestKind::Attacks(test) => self.test(test),
            TestKind::And(all) | TestKind::Or(all) => all.iter().for_each(|test| self.test(test)),
            TestKind::On(tiles) => self.tiles(tiles),
            TestKind::Marked(name) => self.uses(name, &[Sort::Mark]),
            TestKind::Faces(name) => self.uses(name, &[Sort::Direction]),
            TestKind::Did(_, name) => self.uses(name, TRIGGER),
            TestKind::By(word, player) => {
                self.uses(word, TESTED);
                self.uses(player, &[Sort::Player]);
            }
            TestKind::Capturable { by, then, .. } => {
                by.iter().chain(then).for_each(|test| self.test(test));
            }
            TestKind::Under { zone, of, by: _ } => {
                self.uses(zone, &[Sort::Label]);
                self.all(of, &[Sort::Player]);
            }
            TestKind::Sees(path) => self.path(path),
            TestKind::Can { mover, target } => {
                self.test(mover);
                self.test(target);
            }
            TestKind::Connected { test, path } | TestKind::Group { test, path } => {
                self.test(test);
                self.path(path);
            }
            TestKind::ToMove(name) => self.uses(name, &[Sort::Player]),
            TestKind::In(name) => self.uses(name, &[Sort::Phase]),
            TestKind::Compare { left, right, .. } => {
                self.quantity(left);
                self.quantity(right);
            }
        }
    }

    fn quantity(&mut self, quantity: &'a Quantity) {
        match quantity {
            Quantity::Number(_) | Quantity::Board(_) | Quantity::Players(_) => {}
            Quantity::Counter { name, of } => {
                self.uses(name, &[Sort::Counter]);
                self.all(of, &[Sort::Player]);
            }
            Quantity::Count(test, _) | Quantity::Worth(test) => self.test(test),
            Quantity::Hand { test, of } => {
                self.test(test);
                self.all(of, &[Sort::Player]);
            }
            Quantity::Sum(parts) => parts.iter().for_each(|(_, part)| self.quantity(part)),
        }
    }
}
