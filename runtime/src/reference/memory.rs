//! What has to be remembered of moves, found in the rules once when a game is made: only what some rule asks for.

use std::cell::Cell;

use tilegame_dsl::ir::{
    Action, CastlingWay, Effect, FenField, KindId, LabelId, MarkId, Mode, MoveRule, Path, Quantity, Rules,
    Test, Trigger, When,
};

/// What has to be remembered, worked out once when a game is made.
#[derive(Debug)]
pub(crate) struct Memory {
    /// Something is asked for.
    pub(crate) is_needed: bool,
    /// What is asked for, sorted.
    pub(crate) asked: Vec<(When, LabelId)>,
    /// When the last move of all may be forgotten.
    pub(crate) forgets: Forgets,
    /// Marks that some test asks for; any other is of use only to a move that takes its maker.
    pub(crate) marks: Vec<MarkId>,
    /// Who has castled.
    pub(crate) castled: AsksCastled,
    /// How a turn has begun and gone on, while it lasts.
    pub(crate) turns: bool,
    /// Who has acted in a turn, while it lasts.
    pub(crate) acted: bool,
    /// For every kind and rule.
    pub(crate) rules: Vec<Vec<Facts>>,
}

/// When it may be forgotten what the last move of all was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Forgets {
    /// Something besides moves asks for it, or it matters that it was *not* such a move.
    Never,
    /// Where no move by a rule that asks for it is legal.
    Unused,
    /// Where besides the same moves are legal without it, and the game stands as it does: what is attacked depends on it, too.
    Indifferent,
}

/// Which rules ask whether a player has castled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AsksCastled {
    /// Nothing does.
    Never,
    /// Only rules of these kinds by which a piece moves that has not moved, and whose owner has not castled.
    Unmoved(Vec<KindId>),
    /// Something else does.
    Always,
}

impl AsksCastled {
    fn in_rules(rules: &Rules) -> AsksCastled {
        let asks = |test: &Test| test.any(&|part| *part == Test::Castled);
        let number = Cell::new(0);
        rules.any_test(&|test| {
            number.set(number.get() + usize::from(*test == Test::Castled));
            false
        });
        let mut everywhere = number.get();
        if everywhere == 0 {
            return AsksCastled::Never;
        }
        let not_castled = Test::Not(Box::new(Test::Castled));
        // How often such a rule asks.
        let of_unmoved = |rule: &MoveRule| {
            let Test::And(parts) = &rule.guard else { return 0 };
            let (asking, others): (Vec<&Test>, Vec<&Test>) = parts.iter().partition(|part| asks(part));
            let unmoved = others.into_iter().any(|part| matches!(part, Test::First | Test::MayCastle));
            let number = asking.len();
            if unmoved && asking.into_iter().all(|part| *part == not_castled) { number } else { 0 }
        };
        let watched = rules.watches.iter().map(|watch| (watch.kinds.0.clone(), watch.rules.as_slice()));
        let mut kinds: Vec<KindId> = Vec::new();
        for (of, all) in rules.manners().into_iter().chain(watched) {
            let number: usize = all.iter().map(of_unmoved).sum();
            everywhere -= number;
            kinds.extend(of.into_iter().filter(|_| number > 0));
        }
        kinds.sort();
        kinds.dedup();
        if everywhere == 0 { AsksCastled::Unmoved(kinds) } else { AsksCastled::Always }
    }
}

/// What is plain to see in a rule.
#[derive(Debug)]
pub(crate) struct Facts {
    /// It says what the piece attacks: if there are threats, those do, and else whatever takes on the tiles it reaches.
    pub(crate) attacks: bool,
    /// It takes what has left a mark.
    pub(crate) onto: bool,
    /// It asks what has just been done.
    pub(crate) just: bool,
    /// The side of the castling clause that it is.
    pub(crate) side: Option<u8>,
}

impl Memory {
    /// The labels that are asked for so.
    pub(crate) fn asked(&self, when: When) -> Vec<LabelId> {
        self.asked.iter().filter(|(w, _)| *w == when).map(|(_, label)| *label).collect()
    }

    pub(crate) fn new(rules: &Rules) -> Memory {
        let (mut all, mut others) = (Asked::default(), Asked::default());
        let mut facts = Vec::new();
        for (index, kind) in rules.kinds.iter().enumerate() {
            let threatens = kind.rules.iter().any(|rule| rule.mode == Mode::Threat);
            let of_rule = |rule: &MoveRule| {
                let mut asked = Asked::default();
                asked.rule(rule);
                // Only what moves ask for is of no use where no move can make use of it.
                let askers = if rule.mode.moves() { &mut all } else { &mut others };
                askers.found.extend(&asked.found);
                askers.negated |= asked.negated;
                askers.begun |= asked.begun;
                askers.acted |= asked.acted;
                Facts {
                    attacks: if threatens { rule.mode == Mode::Threat } else { takes(rule) },
                    onto: rule.onto.is_some(),
                    just: asked.found.iter().any(|(when, _)| *when == When::Just),
                    side: side_of(rules, KindId::new(index), rule),
                }
            };
            facts.push(kind.rules.iter().map(of_rule).collect::<Vec<Facts>>());
        }
        rules.watches.iter().flat_map(|w| &w.rules).for_each(|rule| all.rule(rule));
        others.whole(rules);
        let is_asked_of_attacks = |facts: &Facts| facts.attacks && facts.just;
        let forgets = if all.negated || others.lasts {
            Forgets::Never
        } else if facts.iter().flatten().any(is_asked_of_attacks) && rules.any_test(&asks_for_attacks) {
            Forgets::Indifferent
        } else {
            Forgets::Unused
        };
        let mut fields = rules.ways_of_writing().flat_map(|notation| &notation.fen);
        let told = fields.any(|field| matches!(field, FenField::Steps { .. }))
            || rules.ways_of_writing().any(|notation| notation.turn.is_some());
        let acted = all.acted || others.acted;
        let turns = told || all.begun || others.begun || acted;
        let mut asked = all.found;
        asked.extend(others.found);
        asked.sort();
        asked.dedup();
        let is_asked = |mark: &MarkId| rules.any_test(&|test| *test == Test::Marked(*mark));
        let marks = (0..rules.marks.len()).map(MarkId::new).filter(is_asked).collect();
        let castled = AsksCastled::in_rules(rules);
        Memory { is_needed: !asked.is_empty(), asked, forgets, marks, castled, turns, acted, rules: facts }
    }
}

/// Whether a test asks what is attacked.
fn asks_for_attacks(test: &Test) -> bool {
    matches!(test, Test::Attacked | Test::AttackedBy(_) | Test::Attacks(_))
}

/// Whether a rule can take something on the tiles it reaches.
fn takes(rule: &MoveRule) -> bool {
    let lands = matches!(rule.mode, Mode::Capture | Mode::Move);
    rule.onto.is_none() && !rule.castles && (lands || rule.path.any_effect(&Effect::takes))
}

/// The side of the castling clause that a rule is.
fn side_of(rules: &Rules, kind: KindId, rule: &MoveRule) -> Option<u8> {
    let castling = rules.castling.as_ref().filter(|c| c.king == kind)?;
    let is = |way: &CastlingWay| matches!(way, CastlingWay::Rule { label, .. } if rule.label == Some(*label));
    castling.sides.iter().position(|side| is(&side.way)).map(|side| side as u8)
}

/// Whether something about a move tells it from another that changes the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// Nothing asks for it.
    Never,
    /// It says whether the move may be made, and nothing else.
    UntilChosen,
    /// What follows from the move depends on it, or what is remembered of it.
    Always,
}

/// What tells moves apart that change the same.
#[derive(Debug)]
pub(crate) struct ToldBy {
    labels: Vec<Told>,
    /// Whether a move castles.
    pub(crate) castling: Told,
}

impl ToldBy {
    pub(super) fn new(rules: &Rules, memory: &Memory) -> ToldBy {
        let turn = &rules.turn;
        let told = |sort: Trigger, is_remembered: bool| {
            let mut choosing = turn
                .only
                .iter()
                .flat_map(|only| &only.triggers)
                .chain(turn.prefer.iter().flat_map(|line| line.sorts()));
            if is_remembered || turn.after.iter().any(|after| after.triggers.contains(&sort)) {
                Told::Always
            } else if choosing.any(|chosen| *chosen == sort) {
                Told::UntilChosen
            } else {
                Told::Never
            }
        };
        let of_label = |label: LabelId| {
            told(Trigger::Label(label), memory.asked.iter().any(|(_, asked)| *asked == label))
        };
        ToldBy {
            labels: (0..rules.labels.len()).map(LabelId::new).map(of_label).collect(),
            castling: told(Trigger::Castling, memory.castled != AsksCastled::Never),
        }
    }

    /// Whether some of them only say which moves may be made.
    pub(crate) fn any_until_chosen(&self) -> bool {
        self.castling == Told::UntilChosen || self.labels.contains(&Told::UntilChosen)
    }

    /// Whether this label does.
    pub(crate) fn of_label(&self, label: LabelId) -> Told {
        self.labels[label.index()]
    }
}

/// What tests ask about the past.
#[derive(Default)]
struct Asked {
    found: Vec<(When, LabelId)>,
    /// What has just been done is asked for once the move has been made and has had its consequences.
    lasts: bool,
    /// What is looked at follows from a move: what has just been done, it has done itself.
    follows: bool,
    /// Somewhere it is asked that a last move has *not* been made.
    negated: bool,
    /// It is asked where the turn has begun.
    begun: bool,
    /// It is asked who has acted in this turn.
    acted: bool,
}

impl Asked {
    fn rule(&mut self, rule: &MoveRule) {
        self.test(&rule.guard, false);
        self.path(&rule.path, false);
    }

    fn whole(&mut self, rules: &Rules) {
        self.test(&rules.turn.legal, false);
        for number in rules.turn.prefer.iter().filter_map(|line| line.quantity()) {
            self.quantity(number);
        }
        let promotions = rules.kinds.iter().flat_map(|kind| &kind.promotions);
        promotions.for_each(|promotion| self.test(&promotion.guard, false));
        rules.turn.board.iter().for_each(|line| self.test(&line.each, false));
        rules.turn.pass.iter().for_each(|pass| self.test(&pass.guard, false));
        rules.turn.split.iter().chain(&rules.turn.rejoin).for_each(|line| self.test(&line.guard, false));
        rules.castling.iter().for_each(|c| self.test(&c.safe, false));
        for choice in &rules.turn.choices {
            self.test(&choice.target, false);
            self.test(&choice.guard, false);
            self.actions(&choice.actions);
        }
        for after in &rules.turn.after {
            let is_move = |trigger: &Trigger| !matches!(trigger, Trigger::Out | Trigger::End(_));
            self.follows = after.triggers.iter().all(is_move);
            self.test(&after.guard, false);
            self.actions(&after.actions);
        }
        self.follows = false;
        rules.ends.iter().for_each(|e| self.test(&e.when, false));
        rules.adjudications.iter().for_each(|a| self.test(&a.when, false));
        rules.notation.check.iter().for_each(|(_, test)| self.test(test, false));
        rules.notation.valid.iter().for_each(|valid| self.test(&valid.test, false));
    }

    fn actions(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Illegal | Action::Again { .. } => {}
                Action::Here(effect) => self.effect(effect),
                Action::Each { path, from } => {
                    self.path(path, false);
                    from.iter().for_each(|test| self.test(test, false));
                }
                Action::Every(test, effect) | Action::EveryPart(test, effect) => {
                    self.test(test, false);
                    self.effect(effect);
                }
            }
        }
    }

    fn path(&mut self, path: &Path, not: bool) {
        match path {
            Path::Check { test, .. } => self.test(test, not),
            Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| self.path(p, not)),
            Path::Repeat { path, .. } => self.path(path, not),
            Path::Times { path, times } => {
                self.path(path, not);
                self.quantity(times);
            }
            Path::Do(effect) => self.effect(effect),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) => {}
        }
    }

    fn effect(&mut self, effect: &Effect) {
        effect.amount().into_iter().for_each(|amount| self.quantity(amount));
    }

    fn quantity(&mut self, quantity: &Quantity) {
        for test in quantity.tests() {
            // More or fewer: who knows.
            self.test(test, true);
            self.test(test, false);
        }
    }

    fn test(&mut self, test: &Test, not: bool) {
        match test {
            Test::Did(when, label) => {
                self.found.push((*when, *label));
                self.lasts |= *when == When::Just && !self.follows;
                self.negated |= not && *when == When::Just;
            }
            Test::Begun | Test::Changed => self.begun = true,
            Test::Acted => self.acted = true,
            Test::Not(t) => self.test(t, !not),
            Test::Capturable(capture) => {
                // What is asked of moves that are only supposed may turn out either way.
                for test in [&capture.by, &capture.then] {
                    self.test(test, true);
                    self.test(test, false);
                }
            }
            Test::And(all) | Test::Or(all) => all.iter().for_each(|t| self.test(t, not)),
            Test::Connected { test, path } | Test::Group { test, path } => {
                // More or fewer: who knows.
                self.test(test, true);
                self.test(test, false);
                self.path(path, not);
            }
            Test::Before(t) => {
                let follows = std::mem::take(&mut self.follows);
                self.test(t, not);
                self.follows = follows;
            }
            Test::Some(t) | Test::Attacks(t) | Test::Always(t) => self.test(t, not),
            Test::Sees(path) => self.path(path, not),
            Test::Can { mover, target } => [mover, target].into_iter().for_each(|t| self.test(t, not)),
            Test::Compare(left, _, right) => [left, right].into_iter().for_each(|q| self.quantity(q)),
            Test::True
            | Test::False
            | Test::Empty
            | Test::Occupied
            | Test::Owner(_)
            | Test::Kind(_)
            | Test::Is(_)
            | Test::Parting
            | Test::Castled
            | Test::On(_)
            | Test::OnLine(_)
            | Test::Attacked
            | Test::AttackedBy(_)
            | Test::Under { .. }
            | Test::Out
            | Test::First
            | Test::MayCastle
            | Test::Faces(_)
            | Test::Marked(_)
            | Test::Stuck
            | Test::NoReply { .. }
            | Test::ToMove(_)
            | Test::In(_)
            | Test::Asker(_) => {}
        }
    }
}
