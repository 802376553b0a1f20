//! What an ID has to know, found in the rules of a game that has been compiled.

use super::check::GameCheck;
use super::words::Words;
use crate::ir::{
    Board, CounterId, DirId, KindId, Kinds, LabelId, MarkId, Mode, PhaseId, Player, PlayerId, RegionId,
    Rules, StateId, Watch,
};
use crate::moveid::extended::{LOADED, Name};

/// The rules of a game, and what IDs have added to them.
pub(crate) struct Known<'r> {
    rules: &'r Rules,
    labels: Vec<String>,
    watches: Vec<Watch>,
}

impl<'r> Known<'r> {
    /// Nothing has been added.
    pub(crate) fn new(rules: &'r Rules) -> Known<'r> {
        Known { rules, labels: rules.labels.clone(), watches: rules.watches.clone() }
    }

    /// The labels and watches that the game has then.
    pub(crate) fn into_parts(self) -> (Vec<String>, Vec<Watch>) {
        (self.labels, self.watches)
    }

    fn zones(&self) -> impl Iterator<Item = LabelId> + '_ {
        let rules = self.rules.kinds.iter().flat_map(|kind| kind.rules.iter());
        rules.filter(|rule| rule.mode == Mode::Cover).filter_map(|rule| rule.label)
    }
}

impl Words for Known<'_> {
    fn board(&self) -> &Board {
        &self.rules.board
    }

    fn players(&self) -> &[Player] {
        &self.rules.players
    }

    fn lettered(&self, letter: char) -> Kinds {
        let same = |text: &String| {
            let mut chars = text.chars();
            let only = chars.next().filter(|_| chars.next().is_none());
            only.is_some_and(|c| c == letter || c.to_uppercase().eq(letter.to_uppercase()))
        };
        // The letter is the declared piece's: in states and with others on its tile it is the same one.
        let declared = |kind: &&crate::ir::Kind| kind.letters.iter().chain([&kind.letter]).any(same);
        let pieces: Vec<&str> = self.rules.kinds.iter().filter(declared).map(|k| k.piece.as_str()).collect();
        let kinds = self.rules.kinds.iter().enumerate();
        Kinds(
            kinds.filter(|(_, k)| pieces.contains(&k.piece.as_str())).map(|(i, _)| KindId::new(i)).collect(),
        )
    }

    fn kind_count(&self) -> usize {
        self.rules.kinds.len()
    }

    fn kinds(&mut self, name: &Name) -> Option<Kinds> {
        if let Some(exact) = name.as_str().strip_prefix('=') {
            return self.kind(&Name::new(exact)?).map(|kind| Kinds(vec![kind]));
        }
        let name = name.as_str();
        if name == LOADED {
            let loaded = self.rules.kinds.iter().enumerate().filter(|(_, kind)| kind.parts.len() > 1);
            return Some(Kinds(loaded.map(|(index, _)| KindId::new(index)).collect()));
        }
        let such = |holds: &dyn Fn(usize) -> bool| {
            let found: Vec<KindId> =
                (0..self.rules.kinds.len()).filter(|k| holds(*k)).map(KindId::new).collect();
            (!found.is_empty()).then_some(Kinds(found))
        };
        let kinds = &self.rules.kinds;
        such(&|k| kinds[k].piece == name)
            .or_else(|| such(&|k| kinds[k].attributes.iter().any(|a| a == name)))
            .or_else(|| {
                let state = self.rules.states.iter().find(|state| state.name == name)?;
                such(&|k| state.without[k].index() != k)
            })
    }

    fn kind(&mut self, name: &Name) -> Option<KindId> {
        self.rules.kind(name.as_str())
    }

    fn region(&mut self, name: &Name) -> Option<RegionId> {
        self.rules.regions.iter().position(|region| region.name == name.as_str()).map(RegionId::new)
    }

    fn mark(&mut self, name: &Name) -> Option<MarkId> {
        self.rules.marks.iter().position(|mark| mark == name.as_str()).map(MarkId::new)
    }

    fn label(&mut self, name: &Name) -> Option<LabelId> {
        self.rules.labels.iter().position(|label| label == name.as_str()).map(LabelId::new)
    }

    fn zone(&mut self, name: &Name) -> Option<LabelId> {
        let label = self.label(name)?;
        self.zones().any(|zone| zone == label).then_some(label)
    }

    fn phase(&mut self, name: &Name) -> Option<PhaseId> {
        self.rules.turn.phases.iter().position(|phase| phase == name.as_str()).map(PhaseId::new)
    }

    fn state(&mut self, name: &Name) -> Option<StateId> {
        self.rules.states.iter().position(|state| state.name == name.as_str()).map(StateId::new)
    }

    fn counter(&mut self, name: &Name) -> Option<CounterId> {
        self.rules.counters.iter().position(|counter| counter.name == name.as_str()).map(CounterId::new)
    }

    fn player(&mut self, name: &Name) -> Option<PlayerId> {
        self.rules.player(name.as_str())
    }

    fn direction(&mut self, name: &Name) -> Option<DirId> {
        self.rules.board.direction(name.as_str())
    }

    fn check(&mut self) -> Option<GameCheck> {
        let declared = self.rules.notation.check.as_ref().map(|(_, test)| test);
        GameCheck::of(declared, Some(&self.rules.turn.legal), self.rules.kinds.len())
    }

    fn watched(&mut self, name: String) -> LabelId {
        let known = self.labels.iter().position(|label| *label == name).unwrap_or_else(|| {
            self.labels.push(name);
            self.labels.len() - 1
        });
        LabelId::new(known)
    }

    fn watches(&mut self) -> &mut Vec<Watch> {
        &mut self.watches
    }
}
