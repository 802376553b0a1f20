//! Pawns that become another piece later, where they stand or one step on.

use std::sync::Arc;

use tilegame_runtime::ir::{
    Effect, Kind, KindId, LabelId, Mode, MoveRule, RegionId, Rules, Test, Trigger, Who,
};

use super::ask::all_of;
use super::draft::Draft;

/// What is taken out of the rules.
pub(crate) struct Rising {
    /// What pawns become.
    to: KindId,
    /// Where.
    on: RegionId,
}

impl Rising {
    /// Takes such moves out of the rules, with what follows from them.
    pub(crate) fn take_out(rules: &mut Rules) -> Option<Rising> {
        let mut found: Option<(Rising, LabelId)> = None;
        for (index, kind) in rules.kinds.iter_mut().enumerate() {
            let [.., last] = kind.rules.as_slice() else { continue };
            if let (Some(rising), Some(label)) = (rises(last, KindId::new(index)), last.label)
                && found.replace((rising, label)).is_none()
            {
                *kind = Kind { rules: Arc::new(kind.rules[..kind.rules.len() - 1].to_vec()), ..kind.clone() };
            }
        }
        let (rising, label) = found?;
        rules.turn.after.retain(|after| after.triggers != [Trigger::Label(label)]);
        Some(rising)
    }
}

impl Draft<'_> {
    /// Writes the keys about pawns that become another piece later.
    pub(crate) fn write_rising(&mut self, rising: &Rising) {
        let letters = self.letters([rising.to]);
        self.keys.switch("sittuyinPromotion", true);
        self.keys.set("promotionPieceTypes", &letters);
        self.keys.set("promotionLimit", &format!("{letters}:1"));
        for (tiles, colour) in self.ask.region(rising.on).iter().zip(super::draft::COLOURS) {
            let text = self.squares.text(tiles);
            self.keys.set(&format!("promotionRegion{colour}"), &text);
        }
    }
}

/// What a rule makes of a piece of a kind of which the player has none yet: on some tiles, or anywhere if it is the last of its kind.
fn rises(rule: &MoveRule, kind: KindId) -> Option<Rising> {
    let none = |test: &Test| -> Option<KindId> {
        let Test::Not(inner) = test else { return None };
        let Test::Some(inner) = &**inner else { return None };
        match all_of(inner)[..] {
            [Test::Owner(Who::Friend), Test::Kind(kinds)] => kinds.0.first().copied(),
            _ => None,
        }
    };
    let [few, Test::Or(places)] = all_of(&rule.guard)[..] else { return None };
    let [Test::On(on), last] = places.as_slice() else { return None };
    let to = none(few)?;
    let becomes = |effect: &Effect| matches!(effect, Effect::Become(of) | Effect::Arrive(of) if *of == to);
    let fits = rule.mode == Mode::Do && none(last) == Some(kind) && rule.path.any_effect(&becomes);
    fits.then_some(Rising { to, on: *on })
}
