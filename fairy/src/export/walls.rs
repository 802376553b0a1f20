//! Walls that are put up after a move, in a second step of the turn, or instead of one: the format has keys for walls, and none for steps.

use std::sync::Arc;

use tilegame_runtime::ir::{Action, After, Choice, Effect, MoveRule, Path, PhaseId, Rules, Test, Trigger};

use super::ask::{all_of, alternatives, any_of, is_wall, sequence};
use super::draft::Draft;
use super::squares::Places;

/// How walls are put up.
pub(crate) struct Walls {
    /// How walls come to be, in the word of the format.
    word: &'static str,
    /// What a tile must be like to become a wall; empty for one.
    target: Test,
    /// Of a wall instead of a move: when it may be put up.
    instead: Option<Test>,
}

/// The two steps of a turn.
const MOVE: PhaseId = PhaseId(0);
const WALL: PhaseId = PhaseId(1);

impl Walls {
    /// Takes the walls out of the rules, if a turn is a move and a wall after it, or one of the two: what is left are the rules of moves.
    pub(crate) fn take_out(rules: &mut Rules) -> Option<Walls> {
        Walls::after_moves(rules).or_else(|| Walls::instead_of_moves(rules))
    }

    fn instead_of_moves(rules: &mut Rules) -> Option<Walls> {
        let puts_up = |choice: &Choice| word(rules, choice).is_some();
        let (walls, others): (Vec<Choice>, Vec<Choice>) =
            rules.turn.choices.iter().cloned().partition(puts_up);
        let [wall] = walls.as_slice() else { return None };
        let word = word(rules, wall)?;
        let walls = Walls { word, target: wall.target.clone(), instead: Some(wall.guard.clone()) };
        rules.turn.choices = others;
        Some(walls)
    }

    fn after_moves(rules: &mut Rules) -> Option<Walls> {
        let goes_on = |after: &After| {
            after.actions == [Action::Again { phase: Some(WALL), or_pass: false }]
                && matches!(after.triggers[..], [Trigger::Move | Trigger::Label(_)])
        };
        if rules.turn.phases.len() != 2 || rules.turn.after.iter().filter(|after| goes_on(after)).count() != 1
        {
            return None;
        }
        let turn = &rules.turn;
        let walls: Vec<&Choice> = turn.choices.iter().filter(|choice| is_second(&choice.guard)).collect();
        let shoots = |rule: &&MoveRule| is_second(&rule.guard);
        let shots: Vec<&MoveRule> =
            rules.kinds.iter().flat_map(|kind| kind.rules.iter()).filter(shoots).collect();
        let (word, target) = match (walls.as_slice(), shots.is_empty()) {
            ([wall], true) => (word(rules, wall)?, wall.target.clone()),
            ([], false) if shots.iter().all(|shot| shot.path.any_effect(&|effect| blocks(rules, effect))) => {
                ("arrow", Test::Empty)
            }
            _ => return None,
        };
        let mut moves = rules.clone();
        let turn = &mut moves.turn;
        turn.phases.clear();
        turn.only.retain(|only| only.phases != [WALL]);
        turn.choices.retain(|choice| !is_second(&choice.guard));
        turn.after.retain(|after| !goes_on(after));
        moves
            .kinds
            .iter_mut()
            .for_each(|kind| Arc::make_mut(&mut kind.rules).retain(|rule| !is_second(&rule.guard)));
        moves.each_test_mut(&mut |test| *test = in_first(test));
        if moves.any_test(&|test| matches!(test, Test::In(_))) {
            return None;
        }
        *rules = moves;
        Some(Walls { word, target, instead: None })
    }
}

impl Draft<'_> {
    /// Writes the keys about walls that are put up after a move or instead of one.
    pub(crate) fn write_walls(&mut self, walls: &Walls) {
        if let Some(guard) = &walls.instead {
            self.keys.switch("wallOrMove", true);
            // A wall is none that parries a check.
            let is_so = match guard {
                Test::Not(check) => self.royal_is_attacked(&[check]),
                test => *test == Test::True && self.royalty.all.is_empty(),
            };
            if !is_so {
                let text = self.ask.text(guard);
                return self.refuse(format!("a wall instead of a move if `{text}` has no key"));
            }
        }
        let about = self.ask.about(&walls.target);
        let word = match about.rest.as_slice() {
            [] => Some(walls.word),
            [place] => (walls.word == "static" && self.is_at_edge(place)).then_some("edge"),
            _ => None,
        };
        let plain = about.empty && about.kinds.is_none() && about.whose.is_none() && about.attacked.is_none();
        let Some(word) = word.filter(|_| plain) else {
            let text = self.ask.text(&walls.target);
            return self.refuse(format!("a wall where `{text}` has no key"));
        };
        self.keys.set("wallingRule", word);
        if let Some(on) = about.on {
            let whole = self.squares.text(&self.squares.all());
            let texts = [self.squares.text(&on[0]), self.squares.text(&on[1])];
            self.set_both("wallingRegion", texts, [&whole, &whole]);
        }
    }

    /// Whether a test says that a tile is at the edge of the board, or beside a wall.
    fn is_at_edge(&self, test: &Test) -> bool {
        let [rim, Test::Sees(path)] = any_of(test)[..] else { return false };
        let (files, ranks) = (self.squares.files, self.squares.ranks);
        let is_rim = |at: &(u8, u8)| [1, files].contains(&at.0) || [1, ranks].contains(&at.1);
        let edge: Places = self.squares.all().into_iter().filter(is_rim).collect();
        let beside = |way: &Path| match sequence(way)[..] {
            [Path::Step(step), Path::Check { test, .. }] => {
                let straight = self.rules.board.directions[step.index()].offset[..2].contains(&0);
                straight && self.ask.asks_for_walls(test)
            }
            _ => false,
        };
        let ways = alternatives(path);
        self.ask.tiles(rim) == Some([edge.clone(), edge]) && ways.len() == 4 && ways.into_iter().all(beside)
    }
}

/// Whether something belongs to the step of the wall.
fn is_second(guard: &Test) -> bool {
    all_of(guard).contains(&&Test::In(WALL))
}

/// Whether a tile can't be entered after an effect.
fn blocks(rules: &Rules, effect: &Effect) -> bool {
    match effect {
        Effect::Vanish => true,
        Effect::Put(kind) => is_wall(rules, *kind),
        _ => false,
    }
}

/// What kind of walls a choice puts up: one that moves about, or more and more of them.
fn word(rules: &Rules, choice: &Choice) -> Option<&'static str> {
    match choice.actions.as_slice() {
        [Action::Here(effect)] if blocks(rules, effect) => Some("static"),
        [Action::Here(Effect::Put(kind)), Action::Every(Test::Kind(kinds), Effect::Take)]
            if blocks(rules, &Effect::Put(*kind)) && kinds.0 == [*kind] =>
        {
            Some("duck")
        }
        _ => None,
    }
}

/// What a test asks in the first step.
fn in_first(test: &Test) -> Test {
    test.decided(&|part| match part {
        Test::In(phase) => Some(*phase == MOVE),
        _ => None,
    })
}
