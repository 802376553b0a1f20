//! The paths, tests, effects and names of a tree, to be changed one by one.

use super::board::{BoardLine, Drawn};
use super::castling::CastlingLine;
use super::ends::EndLine;
use super::expressions::{Argument, Call, Effect, Path, PathKind, Quantity, Test, TestKind, TileTerm, Tiles};
use super::items::ItemKind;
use super::notation::NotationLine;
use super::pieces::PieceLine;
use super::players::PlayerLine;
use super::promotion::Places;
use super::setup::SetupLine;
use super::turn::{Action, PreferenceKind, TurnLine};
use super::words::Name;

/// A path, a test or an effect, or a name that stands for something else.
#[derive(Debug)]
pub enum Part<'a> {
    /// A path.
    Path(&'a mut Path),
    /// A test.
    Test(&'a mut Test),
    /// An effect.
    Effect(&'a mut Effect),
    /// A number that is a counter, or a parameter that stands for a number.
    Counter(&'a mut Quantity),
    /// The name of a direction, a piece, a state, a region, a label and the like.
    Name(&'a mut Name),
}

/// Is called with parts.
type Visit<'v> = &'v mut dyn FnMut(Part<'_>);

impl ItemKind {
    /// Calls `visit` with every path, test, effect and name that is no part of another.
    pub fn each_part_mut(&mut self, visit: Visit<'_>) {
        match self {
            ItemKind::Board(lines) => lines.iter_mut().for_each(|line| line.each_part_mut(visit)),
            ItemKind::Players(lines) => lines.iter_mut().for_each(|line| line.each_part_mut(visit)),
            ItemKind::Region { tiles, .. } => tiles.iter_mut().for_each(|tiles| tiles.each_part_mut(visit)),
            ItemKind::Test { test, .. } => test.iter_mut().for_each(|test| visit(Part::Test(test))),
            ItemKind::Path { path, .. } => path.iter_mut().for_each(|path| visit(Part::Path(path))),
            ItemKind::Rules { lines, .. } | ItemKind::Piece { lines, .. } => {
                lines.iter_mut().for_each(|line| line.each_part_mut(visit));
            }
            ItemKind::Castling { lines, .. } => {
                for line in lines {
                    match line {
                        CastlingLine::Safe(test) => visit(Part::Test(test)),
                        CastlingLine::May { effects, .. } => {
                            effects.iter_mut().for_each(|effect| visit(Part::Effect(effect)));
                        }
                        CastlingLine::Side { .. } | CastlingLine::Remove(_) => {}
                    }
                }
            }
            ItemKind::Setup(lines) => lines.iter_mut().for_each(|line| line.each_part_mut(visit)),
            ItemKind::Turn(lines) => lines.iter_mut().for_each(|line| line.each_part_mut(visit)),
            ItemKind::End(lines) | ItemKind::Match(lines) => {
                for EndLine { rule, .. } in lines {
                    rule.iter_mut().for_each(|rule| visit(Part::Test(&mut rule.test)));
                }
            }
            ItemKind::Notation { lines, .. } => {
                for line in lines {
                    if let NotationLine::Check(_, test) | NotationLine::Valid { test, .. } = line {
                        visit(Part::Test(test));
                    }
                }
            }
            ItemKind::Use(_)
            | ItemKind::Game { .. }
            | ItemKind::Variant { .. }
            | ItemKind::Shape { .. }
            | ItemKind::Mark(_)
            | ItemKind::Option { .. }
            | ItemKind::Counter { .. }
            | ItemKind::Tests(_) => {}
        }
    }
}

impl BoardLine {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        match self {
            BoardLine::Void(tiles) => tiles.each_part_mut(visit),
            BoardLine::Drawn { how: Drawn::Lines(terms) | Drawn::Tiles(terms, _), .. } => {
                terms.iter_mut().for_each(|term| term.each_part_mut(visit));
            }
            BoardLine::Drawn { how: Drawn::Between(one, other, _), .. } => {
                one.iter_mut().chain(other).for_each(|term| term.each_part_mut(visit));
            }
            _ => {}
        }
    }
}

impl PlayerLine {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        self.facing.iter_mut().for_each(|line| line.tiles.each_part_mut(visit));
    }
}

impl SetupLine {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        if let SetupLine::Shuffle { tiles, places, .. } = self {
            tiles.each_part_mut(visit);
            places.iter_mut().filter_map(|place| place.on.as_mut()).for_each(|on| on.each_part_mut(visit));
        }
    }
}

impl PieceLine {
    /// Calls `visit` with every path, test, effect and name that is no part of another.
    pub fn each_part_mut(&mut self, visit: Visit<'_>) {
        match self {
            PieceLine::Rule { path, guard, onto, label, .. } => {
                visit(Part::Path(path));
                guard.iter_mut().for_each(|test| visit(Part::Test(test)));
                onto.iter_mut().chain(label).for_each(|name| visit(Part::Name(name)));
            }
            PieceLine::Promote(line) => {
                line.goals.iter_mut().for_each(|goal| visit(Part::Name(&mut goal.name)));
                match &mut line.places {
                    Places::Both { from, on } => {
                        from.iter_mut().chain(on).for_each(|tiles| tiles.each_part_mut(visit));
                    }
                    Places::Either(tiles) => tiles.each_part_mut(visit),
                }
                line.guard.iter_mut().for_each(|test| visit(Part::Test(test)));
            }
            PieceLine::Use(call) => call.each_part_mut(visit),
            PieceLine::State { lines, .. } => lines.iter_mut().for_each(|line| line.each_part_mut(visit)),
            PieceLine::Betza { guard, label, rules, .. } => {
                guard.iter_mut().for_each(|test| visit(Part::Test(test)));
                label.iter_mut().for_each(|name| visit(Part::Name(name)));
                rules.iter_mut().for_each(|line| line.each_part_mut(visit));
            }
            PieceLine::Id { tiles, .. } => {
                tiles.iter_mut().for_each(|(_, tiles)| tiles.each_part_mut(visit));
            }
            PieceLine::Symbol(..)
            | PieceLine::Drawn(_)
            | PieceLine::Faces(..)
            | PieceLine::Worth(_)
            | PieceLine::Carry(..)
            | PieceLine::Remove(_) => {}
        }
    }
}

impl TurnLine {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        let (guard, actions) = match self {
            TurnLine::Legal(test) => return visit(Part::Test(test)),
            TurnLine::Choose { target, guard, actions, .. } => {
                visit(Part::Test(target));
                (guard, actions.as_mut_slice())
            }
            TurnLine::After { guard, actions, .. } => (guard, actions.as_mut_slice()),
            TurnLine::Pass { guard, .. } | TurnLine::Rejoin { guard, .. } | TurnLine::Split { guard, .. } => {
                (guard, [].as_mut_slice())
            }
            TurnLine::Tiles { each, .. } => (each, [].as_mut_slice()),
            TurnLine::Prefer(line) => match &mut line.kind {
                PreferenceKind::Number(_, quantity) => return quantity.each_part_mut(visit),
                PreferenceKind::Sorts(_) => return,
            },
            TurnLine::Order(_)
            | TurnLine::Phases(_)
            | TurnLine::Keep { .. }
            | TurnLine::Give(_)
            | TurnLine::Only { .. }
            | TurnLine::Remove(_) => return,
            TurnLine::Receive(names) => return names.iter_mut().for_each(|name| visit(Part::Name(name))),
        };
        guard.iter_mut().for_each(|test| visit(Part::Test(test)));
        for action in actions {
            match action {
                Action::Along { path, from } => {
                    visit(Part::Path(path));
                    from.iter_mut().for_each(|test| visit(Part::Test(test)));
                }
                Action::Every(test, effect) | Action::EveryPart(test, effect) => {
                    visit(Part::Test(test));
                    visit(Part::Effect(effect));
                }
                Action::Here(effect) => visit(Part::Effect(effect)),
                Action::Again { .. } | Action::Illegal => {}
            }
        }
    }
}

impl Effect {
    /// Calls `visit` with the names in it.
    pub fn each_part_mut(&mut self, visit: Visit<'_>) {
        match self {
            Effect::Mark(name)
            | Effect::Become(name)
            | Effect::BecomeNot(name)
            | Effect::Put(name)
            | Effect::Rotate(name)
            | Effect::Merge(name)
            | Effect::Join(name)
            | Effect::Reflect(name) => visit(Part::Name(name)),
            Effect::Count { counter, of, op: _, amount } => {
                visit(Part::Name(counter));
                of.iter_mut().for_each(|of| visit(Part::Name(of)));
                amount.each_part_mut(visit);
            }
            Effect::Drop(all) => {
                for dropped in all {
                    visit(Part::Name(&mut dropped.piece));
                    dropped.states.iter_mut().for_each(|state| visit(Part::Name(state)));
                }
            }
            Effect::Shift(names) => names.iter_mut().for_each(|name| visit(Part::Name(name))),
            Effect::Take(_)
            | Effect::TakeLast(_)
            | Effect::Vanish(_)
            | Effect::Swap(_)
            | Effect::Unite(_) => {}
        }
    }
}

impl Call {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        for argument in &mut self.arguments {
            match argument {
                Argument::Number(_) => {}
                Argument::Path(path) => visit(Part::Path(path)),
                Argument::Test(test) => visit(Part::Test(test)),
            }
        }
    }
}

impl Path {
    /// Calls `visit` with what this one is made of.
    pub fn each_part_mut(&mut self, visit: Visit<'_>) {
        match &mut self.kind {
            PathKind::Name(_) => {}
            PathKind::Sum(names) => names.iter_mut().for_each(|name| visit(Part::Name(name))),
            PathKind::Bend(name) => visit(Part::Name(name)),
            PathKind::Call(call) => call.each_part_mut(visit),
            PathKind::Seq(parts)
            | PathKind::Alternatives(parts)
            | PathKind::Choice(parts)
            | PathKind::Symmetry { parts, .. } => parts.iter_mut().for_each(|part| visit(Part::Path(part))),
            PathKind::Repeat { path, .. } => visit(Part::Path(path)),
            PathKind::Times { path, times } => {
                visit(Part::Path(path));
                times.each_part_mut(visit);
            }
            PathKind::Effects { path, effects } => {
                visit(Part::Path(path));
                effects.iter_mut().for_each(|effect| visit(Part::Effect(effect)));
            }
            PathKind::Tested { path, test } => {
                visit(Part::Path(path));
                visit(Part::Test(test));
            }
        }
    }
}

impl Test {
    /// Calls `visit` with what this one is made of.
    pub fn each_part_mut(&mut self, visit: Visit<'_>) {
        match &mut self.kind {
            TestKind::Not(test)
            | TestKind::Holds(test)
            | TestKind::Some(test)
            | TestKind::No(test)
            | TestKind::Only(test)
            | TestKind::Always(test)
            | TestKind::Before(test)
            | TestKind::Attacks(test) => visit(Part::Test(test)),
            TestKind::And(all) | TestKind::Or(all) => {
                all.iter_mut().for_each(|test| visit(Part::Test(test)));
            }
            TestKind::Call(call) => call.each_part_mut(visit),
            TestKind::On(tiles) => tiles.each_part_mut(visit),
            TestKind::Sees(path) => visit(Part::Path(path)),
            TestKind::Can { mover, target } => {
                visit(Part::Test(mover));
                visit(Part::Test(target));
            }
            TestKind::Capturable { by, then, .. } => {
                by.iter_mut().chain(then).for_each(|test| visit(Part::Test(test)));
            }
            TestKind::Connected { test, path } | TestKind::Group { test, path } => {
                visit(Part::Test(test));
                visit(Part::Path(path));
            }
            TestKind::Compare { left, right, .. } => {
                left.each_part_mut(visit);
                right.each_part_mut(visit);
            }
            TestKind::Marked(name)
            | TestKind::Faces(name)
            | TestKind::Did(_, name)
            | TestKind::By(_, name)
            | TestKind::ToMove(name)
            | TestKind::In(name) => visit(Part::Name(name)),
            TestKind::Under { zone, of, .. } => {
                visit(Part::Name(zone));
                of.iter_mut().for_each(|of| visit(Part::Name(of)));
            }
            TestKind::Name(_) => {}
        }
    }
}

impl Tiles {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        self.terms.iter_mut().chain(&mut self.but).for_each(|term| term.each_part_mut(visit));
    }
}

impl TileTerm {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        match self {
            TileTerm::Reach(tile, path) => {
                visit(Part::Name(tile));
                visit(Part::Path(path));
            }
            TileTerm::Distance { from, path, .. } => {
                visit(Part::Name(from));
                path.iter_mut().for_each(|path| visit(Part::Path(path)));
            }
            TileTerm::Name(name) => visit(Part::Name(name)),
            TileTerm::All(_) | TileTerm::Rectangle(..) | TileTerm::Rank(..) | TileTerm::File(..) => {}
        }
    }
}

impl Quantity {
    fn each_part_mut(&mut self, visit: Visit<'_>) {
        match self {
            Quantity::Count(test, _) | Quantity::Worth(test) => visit(Part::Test(test)),
            Quantity::Sum(parts) => parts.iter_mut().for_each(|(_, part)| part.each_part_mut(visit)),
            Quantity::Counter { .. } => visit(Part::Counter(self)),
            Quantity::Hand { test, of } => {
                visit(Part::Test(test));
                of.iter_mut().for_each(|of| visit(Part::Name(of)));
            }
            Quantity::Number(_) | Quantity::Board(_) | Quantity::Players(_) => {}
        }
    }
}
