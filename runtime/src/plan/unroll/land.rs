//! Where a way ends: its leaf, with the promotions that it allows.

use tilegame_dsl::ir::{
    Comparison, Effect, KindId, Kinds, Mode, MoveRule, Promotion, Quantity, Test, Tile, Who,
};

use crate::moves::{Change, sort_taken};
use crate::packed::refusal::WhyNot;
use crate::plan::change::change;
use crate::plan::program::{Ask, Lands, Leaf};
use crate::plan::unroll::{Known, Unroller};

impl<'r> Unroller<'r> {
    /// The leaf of a way that ends on a tile: what the reference engine's `landing` allows there.
    pub(crate) fn land(
        &mut self,
        number: usize,
        (rule, promotions): (&MoveRule, &[Promotion]),
        (from, to): (Tile, Tile),
    ) -> Result<(), WhyNot> {
        let goes = |e: &Effect| matches!(e, Effect::Shift(_) | Effect::Reflect(_) | Effect::Swap);
        let shifted = |t: Tile| self.effects.iter().any(|(at, e)| *at == t && goes(e));
        let merges = |t: Tile| self.effects.iter().any(|(at, e)| *at == t && matches!(e, Effect::Merge(_)));
        // A piece that is captured where it stands is taken as the move is made, and not before.
        let captures = rule.mode == Mode::Capture && rule.onto.is_none();
        let gone = self.effects.iter().any(|(at, e)| *at == to && *e == Effect::Take) && !captures;
        let lands = match (rule.mode, rule.onto) {
            (Mode::Capture, Some(mark)) => Lands::Onto(mark),
            (Mode::Capture | Mode::Move, _) if rule.castles => {
                return Err(WhyNot::Unusual("castling by which something is taken"));
            }
            (Mode::Quiet | Mode::Move | Mode::Do, _) if gone => Lands::Anyhow,
            (Mode::Do, _) if merges(to) => Lands::Anyhow,
            (Mode::Quiet | Mode::Do, _) => Lands::Free,
            (Mode::Capture, _) => Lands::Foe,
            (Mode::Move, _) => Lands::Either,
            (Mode::Threat | Mode::Cover, _) => return Err(WhyNot::Unusual("rules by which nothing moves")),
            (Mode::Act, _) => Lands::Anyhow,
        };
        let stays = rule.mode == Mode::Act;
        let lands = match (shifted(to), lands) {
            // A piece that goes away at once with the mover leaves its tile free.
            (true, Lands::Foe) => return Ok(()),
            (true, Lands::Free | Lands::Either) => Lands::Anyhow,
            (true, Lands::Onto(_)) => return Err(WhyNot::Unusual("a shift from the tile of an `onto`")),
            (_, lands) => lands,
        };
        let mut changes: Vec<Change> = Vec::new();
        let mut goals: Vec<Tile> = Vec::new();
        let mut free: Vec<Tile> = Vec::new();
        let mut drops: Vec<KindId> = Vec::new();
        let (mut becomes, mut arrives) = (None, None);
        for (tile, effect) in &self.effects {
            // What is taken where it stands, as the move is made, is taken once.
            if effect.takes() && *tile == to && matches!(lands, Lands::Foe | Lands::Either) {
                if lands == Lands::Either {
                    return Err(WhyNot::Unusual("what is taken last on the tile where a piece may also go"));
                }
                continue;
            }
            if let Effect::Become(kind) = effect
                && *tile == from
            {
                becomes = Some(*kind);
            }
            let change = match effect {
                Effect::Arrive(kind) => {
                    arrives = Some(*kind);
                    continue;
                }
                Effect::Merge(kind) => {
                    arrives = Some(*kind);
                    Change::Merge(*tile)
                }
                Effect::Swap => Change::Shift { from: *tile, to: from },
                _ => match change(self.reference, self.me, *tile, effect)? {
                    Some(change) => change,
                    None => return Ok(()),
                },
            };
            if let Change::Put { tile, kind, from_hand } = change {
                drops.extend(from_hand.then(|| self.reference.rules.in_hand(kind)));
                let taken = changes.contains(&Change::Take(tile));
                let filled = |c: &Change| matches!(c, Change::Put { tile: other, .. } if *other == tile);
                // What is put would be in the way of the piece that goes there itself, or stays.
                if tile == if stays { from } else { to } || changes.iter().any(filled) {
                    return Ok(());
                }
                if !taken {
                    free.push(tile);
                }
            }
            if let Change::Shift { to: goal, .. } = change {
                if goals.contains(&goal) || goal == to {
                    return Ok(());
                }
                if !shifted(goal) {
                    free.push(goal);
                }
                goals.push(goal);
            }
            changes.push(change);
        }
        if (to == from || stays) && changes.is_empty() && !matches!(lands, Lands::Foe | Lands::Onto(_)) {
            return Ok(());
        }
        sort_taken(&mut changes);
        changes.sort_by_key(Change::vanishes);
        let leaf = Leaf {
            to: to.index() as u16,
            rule: number as u16,
            lands,
            stays,
            becomes,
            promotes: arrives,
            changes: changes.into(),
            tag: 0,
        };
        if arrives.is_some() {
            return self.when(&held(&drops), from, &mut |u| u.landing(lands, to, leaf.clone(), &free));
        }
        self.when(&held(&drops), from, &mut |u| u.promoting(promotions, from, leaf.clone(), &free))
    }

    /// The leaf with every promotion that it allows, and as it is unless one of them is forced.
    fn promoting(
        &mut self,
        promotions: &[Promotion],
        from: Tile,
        leaf: Leaf,
        free: &[Tile],
    ) -> Result<(), WhyNot> {
        let (to, lands) = (Tile::new(leaf.to as usize), leaf.lands);
        let (reference, me) = (self.reference, self.me);
        let on = |tile| move |region| reference.on(region, me, tile);
        let is_itself = leaf.becomes.is_none() && (!leaf.stays || to == from);
        let leading = promotions.iter().filter(|p| is_itself && p.leads(on(from), on(to)));
        let leading: Vec<&Promotion> = leading.collect();
        let takes = leaf.changes.iter().any(|c| matches!(c, Change::Take(_)));
        if lands == Lands::Either && !takes && leading.iter().any(|p| p.by.is_some()) {
            self.promoting(promotions, from, Leaf { lands: Lands::Free, ..leaf.clone() }, free)?;
            return self.promoting(promotions, from, Leaf { lands: Lands::Foe, ..leaf }, free);
        }
        let captures = takes || matches!(lands, Lands::Foe | Lands::Onto(_));
        let mut unforced: Vec<Test> = Vec::new();
        for promotion in leading.into_iter().filter(|p| p.is_by(captures)) {
            if !promotion.optional {
                unforced.push(Test::Not(Box::new(promotion.guard.clone())));
            }
            self.when(&promotion.guard, from, &mut |u| {
                let into = promotion.to.iter();
                let promoted = |kind: &KindId| Leaf { promotes: Some(*kind), ..leaf.clone() };
                into.map(promoted).try_for_each(|leaf| u.landing(lands, to, leaf, free))
            })?;
        }
        self.when(&Test::And(unforced), from, &mut |u| u.landing(lands, to, leaf.clone(), free))
    }

    /// Asks what is not yet known of the tiles where something lands.
    fn landing(&mut self, lands: Lands, to: Tile, leaf: Leaf, free: &[Tile]) -> Result<(), WhyNot> {
        if let [goal, rest @ ..] = free {
            return self.given(Ask::Empty, *goal, true, &mut |u| u.landing(lands, to, leaf.clone(), rest));
        }
        // A way that takes something elsewhere is a threat even where it can't end.
        let takes = leaf.changes.iter().any(|c| matches!(c, Change::Take(_)));
        let known = self.known[to.index()];
        let lands = match (lands, known) {
            (lands, _) if takes => lands,
            // It is captured where it stood.
            (Lands::Foe, Known::Gone) => lands,
            (Lands::Free, Known::Occupied | Known::Friend | Known::Enemy)
            | (Lands::Foe, Known::Empty | Known::Friend)
            | (Lands::Either, Known::Friend)
            | (Lands::Onto(_), Known::Occupied | Known::Friend | Known::Enemy) => return Ok(()),
            (lands, _) => lands,
        };
        match lands {
            Lands::Anyhow => self.there(to, &mut |u| u.leaf(Leaf { lands, ..leaf.clone() })),
            _ => self.leaf(Leaf { lands, ..leaf }),
        }
    }
}

/// The condition that the evaluating player has all these pieces in hand.
fn held(drops: &[KindId]) -> Test {
    let in_hand = |(number, kind): (usize, &KindId)| {
        let before = drops[..number].iter().filter(|other| *other == kind).count();
        let held = Quantity::Hand(Kinds(vec![*kind]), Who::Friend);
        Test::Compare(held, Comparison::More, Quantity::Number(before as i64))
    };
    Test::And(drops.iter().enumerate().map(in_hand).collect())
}
