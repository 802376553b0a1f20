//! What pieces have done: which moves have to be remembered, and how a move is known again.
//!
//! Only what some rule asks for is kept. A move is known by the label of the rule that made it, and by every
//! [watch](tilegame_dsl::ir::Watch) that would have made the same move.

use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Action, CastlingWay, Effect, FenField, KindId, LabelId, Mode, MoveRule, Path, PlayerId, Rules, Test,
    Tile, When,
};

use super::reference::Reference;
use super::walk::Effects;
use crate::moves::{Change, Move, Origin};
use crate::position::{Deed, Position};

/// What has to be remembered, worked out once when a game is made.
#[derive(Debug)]
pub(crate) struct Memory {
    /// Something is asked for.
    pub(crate) is_needed: bool,
    /// What is asked for, sorted.
    pub(crate) asked: Vec<(When, LabelId)>,
    /// The last move of all may be forgotten where no move can make use of it.
    pub(crate) forgets: bool,
    /// Who has castled.
    pub(crate) castled: AsksCastled,
    /// How a turn has begun and gone on, while it lasts.
    pub(crate) turns: bool,
    /// For every kind and rule.
    pub(crate) rules: Vec<Vec<Facts>>,
}

/// Who asks whether a player has castled.
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
        let asks = |test: &Test| {
            let mut found = false;
            test.each_part(&mut |part| found |= *part == Test::Castled);
            found
        };
        let mut everywhere = 0;
        rules.each_test(&mut |test| everywhere += usize::from(asks(test)));
        if everywhere == 0 {
            return AsksCastled::Never;
        }
        let not_castled = Test::Not(Box::new(Test::Castled));
        let is_of_unmoved = |rule: &MoveRule| {
            let Test::And(parts) = &rule.guard else { return false };
            let (asking, others): (Vec<&Test>, Vec<&Test>) = parts.iter().partition(|part| asks(part));
            others.into_iter().any(|part| matches!(part, Test::First | Test::MayCastle))
                && !asking.is_empty()
                && asking.into_iter().all(|part| *part == not_castled)
        };
        let own = rules.kinds.iter().enumerate().map(|(i, kind)| (vec![KindId::new(i)], &kind.rules));
        let watched = rules.watches.iter().map(|watch| (watch.kinds.0.clone(), &watch.rules));
        let mut kinds: Vec<KindId> = Vec::new();
        for (of, all) in own.chain(watched) {
            let number = all.iter().filter(|rule| is_of_unmoved(rule)).count();
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
                Facts {
                    attacks: if threatens { rule.mode == Mode::Threat } else { takes(rule) },
                    onto: rule.onto.is_some(),
                    just: asked.found.iter().any(|(when, _)| *when == When::Just),
                    side: side_of(rules, KindId::new(index), rule),
                }
            };
            facts.push(kind.rules.iter().map(of_rule).collect());
        }
        rules.watches.iter().flat_map(|w| &w.rules).for_each(|rule| all.rule(rule));
        others.whole(rules);
        let forgets = !all.negated && !others.found.iter().any(|(when, _)| *when == When::Just);
        let mut fields = rules.ways_of_writing().flat_map(|notation| &notation.fen);
        let told = fields.any(|field| matches!(field, FenField::Steps { .. }));
        let turns = told || all.begun || others.begun;
        let mut asked = all.found;
        asked.extend(others.found);
        asked.sort();
        asked.dedup();
        let castled = AsksCastled::in_rules(rules);
        Memory { is_needed: !asked.is_empty(), asked, forgets, castled, turns, rules: facts }
    }
}

/// Whether a rule can take something on the tiles it reaches.
fn takes(rule: &MoveRule) -> bool {
    let lands = matches!(rule.mode, Mode::Capture | Mode::Move);
    rule.onto.is_none() && !rule.castles && (lands || rule.path.any_effect(&|effect| *effect == Effect::Take))
}

/// The side of the castling clause that a rule is.
fn side_of(rules: &Rules, kind: KindId, rule: &MoveRule) -> Option<u8> {
    let castling = rules.castling.as_ref().filter(|c| c.king == kind)?;
    let is = |way: &CastlingWay| matches!(way, CastlingWay::Rule { label, .. } if rule.label == Some(*label));
    castling.sides.iter().position(|side| is(&side.way)).map(|side| side as u8)
}

/// What tests ask about the past.
#[derive(Default)]
struct Asked {
    found: Vec<(When, LabelId)>,
    /// Somewhere it is asked that a last move has *not* been made.
    negated: bool,
    /// It is asked where the turn has begun.
    begun: bool,
}

impl Asked {
    fn rule(&mut self, rule: &MoveRule) {
        self.test(&rule.guard, false);
        self.path(&rule.path, false);
    }

    fn whole(&mut self, rules: &Rules) {
        self.test(&rules.turn.legal, false);
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
            self.test(&after.guard, false);
            self.actions(&after.actions);
        }
        rules.ends.iter().for_each(|e| self.test(&e.when, false));
        rules.adjudications.iter().for_each(|a| self.test(&a.when, false));
        rules.notation.check.iter().for_each(|(_, test)| self.test(test, false));
        rules.notation.valid.iter().for_each(|valid| self.test(&valid.test, false));
    }

    fn actions(&mut self, actions: &[Action]) {
        for action in actions {
            match action {
                Action::Here(_) | Action::Illegal | Action::Again { .. } => {}
                Action::Each { path, from } => {
                    self.path(path, false);
                    from.iter().for_each(|test| self.test(test, false));
                }
                Action::Every(test, _) | Action::EveryPart(test, _) => self.test(test, false),
            }
        }
    }

    fn path(&mut self, path: &Path, not: bool) {
        match path {
            Path::Check { test, .. } => self.test(test, not),
            Path::Seq(parts) | Path::Any(parts) => parts.iter().for_each(|p| self.path(p, not)),
            Path::Repeat { path, .. } => self.path(path, not),
            Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Do(_) => {}
        }
    }

    fn test(&mut self, test: &Test, not: bool) {
        match test {
            Test::Did(when, label) => {
                self.found.push((*when, *label));
                self.negated |= not && *when == When::Just;
            }
            Test::Begun => self.begun = true,
            Test::Not(t) => self.test(t, !not),
            Test::And(all) | Test::Or(all) => all.iter().for_each(|t| self.test(t, not)),
            Test::Connected { test, path } => {
                // More or fewer: who knows.
                self.test(test, true);
                self.test(test, false);
                self.path(path, not);
            }
            Test::Some(t) | Test::Attacks(t) | Test::Before(t) | Test::Always(t) => self.test(t, not),
            Test::Sees(path) => self.path(path, not),
            Test::Can { mover, target } => [mover, target].into_iter().for_each(|t| self.test(t, not)),
            Test::Compare(left, _, right) => {
                for t in left.tests().into_iter().chain(right.tests()) {
                    // More or fewer: who knows.
                    self.test(t, true);
                    self.test(t, false);
                }
            }
            _ => {}
        }
    }
}

/// The labels by which one move is known.
pub(crate) type Labels = SmallVec<[LabelId; 2]>;

impl Reference {
    /// By which labels a move is known; asked before it is made.
    pub(crate) fn known_as(&self, position: &Position, me: PlayerId, m: &Move) -> Labels {
        let mut labels = Labels::new();
        match m.origin {
            Origin::Rule { label, .. }
            | Origin::Choice { label, .. }
            | Origin::Board { label, .. }
            | Origin::Rejoin { label, .. } => {
                labels.extend(label);
            }
            Origin::Castling { side, .. } => {
                let side = self.rules.castling.as_ref().and_then(|c| c.sides.get(side as usize));
                if let Some(CastlingWay::Rule { label, .. }) = side.map(|s| &s.way) {
                    labels.push(*label);
                }
            }
            Origin::Pass => {}
        }
        labels.extend(self.parting_label(m));
        let Some((from, kind)) = m.from.zip(m.kind()) else { return labels };
        for watch in self.rules.watches.iter().filter(|w| w.kinds.contains(kind)) {
            if watch.rules.iter().any(|rule| self.makes(position, me, rule, from, m)) {
                labels.push(watch.label);
            }
        }
        labels
    }

    /// Whether a rule would make the same move.
    fn makes(&self, position: &Position, me: PlayerId, rule: &MoveRule, from: Tile, m: &Move) -> bool {
        let Some(view) = self.as_mover(position, me, from, m.part) else { return false };
        if !self.holds(&view, from, &rule.guard) {
            return false;
        }
        let start = self.setting_out(me, from);
        let wanted = essence(m);
        self.walk(&view, &rule.path, start, &mut Effects::new(), &mut |end, effects| {
            end.tile == m.to
                && self
                    .landing(&view, rule, m.origin, from, end.tile, effects)
                    .is_some_and(|found| essence(&found) == wanted)
        })
    }

    /// Notes what the piece that has just moved has done. One that has gone with it has no last move of its own any more.
    pub(crate) fn remember(&self, position: &mut Position, m: &Move, labels: &Labels) {
        if m.board_line().is_some() {
            // No piece has done anything.
            position.deeds.retain(|d| d.when != When::Just);
            return;
        }
        let tile = m.rests();
        let went = |tile: Tile| essence(m).iter().any(|(_, to)| *to == Some(tile));
        position.deeds.retain(|d| match d.when {
            When::Ever => true,
            When::Last => d.tile != tile && !went(d.tile),
            When::Just => false,
        });
        if position.piece(tile).is_none() {
            return;
        }
        for when in [When::Ever, When::Last, When::Just] {
            for label in labels.iter().filter(|l| self.memory.asked.binary_search(&(when, **l)).is_ok()) {
                let deed = Deed { tile, when, label: *label };
                if let Err(at) = position.deeds.binary_search(&deed) {
                    position.deeds.insert(at, deed);
                }
            }
        }
    }
}

/// What a move takes and who goes where, sorted; what it leaves on tiles and what it turns into is no matter.
fn essence(m: &Move) -> SmallVec<[(Tile, Option<Tile>); 3]> {
    let mut found = SmallVec::new();
    for change in &m.changes {
        match *change {
            Change::Take(tile) | Change::Merge(tile) => found.push((tile, None)),
            Change::Go { from, to } | Change::Shift { from, to } => found.push((from, Some(to))),
            Change::Castle { king, partner } => {
                found.extend([(king.0, Some(king.1)), (partner.0, Some(partner.1))]);
            }
            Change::Become { .. }
            | Change::Join { .. }
            | Change::Vanish(_)
            | Change::Carry(_)
            | Change::Put { .. }
            | Change::Leave { .. }
            | Change::Mark { .. }
            | Change::Count { .. } => {}
        }
    }
    found.sort();
    found
}
