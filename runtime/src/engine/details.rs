//! What a move is and what it changes, for those who ask for more than where it goes.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tilegame_dsl::ir::{KindId, LabelId, MarkId, Tile};

use crate::engine::landing::{Going, Landed};
use crate::moves::{Change, Move, Origin, Tag};
use crate::packed::state::{Spot, State};
use crate::packed::step::{AS_IT_IS, How, Step};
use crate::plan::Plan;
use crate::plan::program::{Lands, Leaf};

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Whether a move takes something, where that matters to what happens next.
    pub(crate) fn captures(&self, state: &State<W, N>, step: Step) -> bool {
        self.making.minds_captures && self.takes(state, step)
    }

    /// Whether a move takes something.
    pub(crate) fn takes(&self, state: &State<W, N>, step: Step) -> bool {
        match step.how {
            How::Plain => self.occupied(state).has(step.to as usize),
            How::Castling(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Pass
            | How::Listed { .. }
            | How::Written(_) => false,
            How::Walked { takes, .. } => takes,
            How::Choice(_) => {
                let takes = |c: &Change| matches!(c, Change::Take(_));
                self.changes(state, step).iter().any(takes)
            }
            How::Leaf(number) => {
                let leaf = &self.code.leaves[number as usize];
                let there = || leaf.to != step.from && self.occupied(state).has(leaf.to as usize);
                leaf.changes.iter().any(|c| matches!(c, Change::Take(_)))
                    || match leaf.lands {
                        Lands::Onto(_) => true,
                        Lands::Foe | Lands::Either => there(),
                        Lands::Free | Lands::Anyhow => false,
                    }
            }
        }
    }

    /// The number of the rule by which a piece moves, unless that is of no matter.
    pub(crate) fn rule_number(&self, step: Step) -> Option<usize> {
        match step.how {
            How::Leaf(number) => Some(self.code.leaves[number as usize].rule.into()),
            How::Walked { rule, .. } => Some(rule.into()),
            How::Plain
            | How::Castling(_)
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => None,
        }
    }

    pub(crate) fn label(&self, step: Step) -> Option<LabelId> {
        match step.how {
            How::Choice(number) => self.turn.choices[number as usize].label,
            How::Carry { line, .. } | How::Vanish { line, .. } => {
                self.turn.tile_moves[usize::from(line)].label
            }
            _ => {
                let rule = self.rule_number(step)?;
                self.reference.rules.kinds[step.kind as usize].rules[rule].label
            }
        }
    }

    /// Whether it is a move of the castling clause, be it made by a rule.
    pub(crate) fn is_castling(&self, step: Step) -> bool {
        let by_rule = |rule: usize| self.reference.memory.rules[step.kind as usize][rule].side.is_some();
        matches!(step.how, How::Castling(_)) || self.rule_number(step).is_some_and(by_rule)
    }

    /// Whether a move castles, by the castling clause or by a rule that does.
    pub(crate) fn castles(&self, step: Step) -> bool {
        let by_rule = |rule: usize| self.reference.rules.kinds[step.kind as usize].rules[rule].castles;
        self.is_castling(step) || self.rule_number(step).is_some_and(by_rule)
    }
}

impl<const W: usize, const N: usize> Plan<W, N> {
    /// A move as the list of what it changes.
    pub(crate) fn as_move(&self, state: &State<W, N>, step: Step) -> Move {
        let landed = match step.how {
            How::Walked { rule, way, .. } => Some(self.landed(state, step, rule, way)),
            _ => None,
        };
        self.outward(state, step.how, self.inner_move(state, step, landed))
    }

    /// Several moves of a state as the lists of what they change. A rule that is walked is walked once for all of its moves.
    pub(crate) fn as_moves(&self, state: &State<W, N>, steps: &[Step]) -> Vec<Move> {
        let mut known: FxHashMap<Going, Vec<Landed>> = FxHashMap::default();
        let each = steps.iter().map(|step| {
            let How::Walked { rule, way, .. } = step.how else { return self.as_move(state, *step) };
            let going = Going { kind: step.kind, rule, from: step.from as usize };
            let all = known.entry(going).or_insert_with(|| self.all_landed(state, going));
            self.outward(state, step.how, self.inner_move(state, *step, all.get(way as usize).cloned()))
        });
        each.collect()
    }

    /// The same by the numbers that tiles have here; where a rule is walked, with how the way has ended.
    fn inner_move(&self, state: &State<W, N>, step: Step, landed: Option<Landed>) -> Move {
        let (from, to) = (Tile(step.from.into()), Tile(step.to.into()));
        let kind = KindId(step.kind);
        let by_way = landed.as_ref().and_then(|landed| landed.becomes);
        let mut changes = landed.map_or_else(|| self.changes(state, step), |landed| landed.changes);
        let becomes = self.becomes_before(state, step);
        match step.how {
            How::Choice(number) => {
                let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
                let origin =
                    Origin::Choice { choice: number, label: self.turn.choices[number as usize].label };
                let tag = self.reference.lasting_tag(origin);
                return Move { from: None, to, part: None, promotion: None, captures, origin, tag, changes };
            }
            How::Carry { line, .. } | How::Vanish { line, .. } => {
                let origin = Origin::Board { line, label: self.label(step) };
                let tag = self.reference.lasting_tag(origin);
                let (from, part, promotion, captures) = (Some(from), None, None, false);
                return Move { from, to, part, promotion, captures, origin, tag, changes };
            }
            How::Pass => {
                let (captures, origin, tag) = (false, Origin::Pass, Tag::default());
                let (from, part, promotion) = (Some(from), None, None);
                return Move { from, to, part, promotion, captures, origin, tag, changes };
            }
            _ => {}
        }
        let rule = match step.how {
            How::Plain => self.rule_of(state, step),
            _ => self.rule_number(step).unwrap_or(0),
        };
        let of_rule = || {
            let label = self.reference.rules.kinds[kind.index()].rules[rule].label;
            Origin::Rule { kind, rule: rule as u16, label }
        };
        let origin = match step.how {
            How::Castling(number) => {
                let side = self.side(state, self.to_move(state)).castlings[number as usize].side;
                Origin::Castling { kind, side }
            }
            How::Plain
            | How::Choice(_)
            | How::Carry { .. }
            | How::Vanish { .. }
            | How::Listed { .. }
            | How::Written(_)
            | How::Pass => of_rule(),
            How::Leaf(_) | How::Walked { .. } => match self.reference.memory.rules[kind.index()][rule].side {
                Some(side) => Origin::Castling { kind, side },
                None => of_rule(),
            },
        };
        if let (Origin::Castling { .. }, [Change::Shift { from: there, to: goal }, Change::Go { .. }]) =
            (origin, changes.as_slice())
        {
            let partner = (*there, *goal);
            changes = SmallVec::from_slice(&[Change::Castle { king: (from, to), partner }]);
        }
        let captures = changes.iter().any(|c| matches!(c, Change::Take(_)));
        let mut promotion = (step.promotion != AS_IT_IS).then_some(KindId(step.promotion));
        match promotion.filter(|_| becomes) {
            Some(kind) => changes.insert(0, Change::Become { tile: from, kind }),
            None => changes.extend(promotion.map(|kind| Change::Become { tile: to, kind })),
        }
        let by_the_way = match step.how {
            How::Leaf(number) => self.code.leaves[number as usize].becomes,
            _ => by_way,
        };
        promotion = promotion.or(by_the_way);
        let tag = self.reference.lasting_tag(origin);
        Move { from: Some(from), to, part: None, promotion, captures, origin, tag, changes }
    }

    /// Whether a piece that arrives as another kind has become so before it went.
    fn becomes_before(&self, state: &State<W, N>, step: Step) -> bool {
        let Step { from, to, kind, promotion, how: How::Plain } = step else { return false };
        let mover = &self.side(state, self.to_move(state)).movers[kind as usize];
        let arrives = mover.promotes.as_ref().and_then(|p| p.arrives.as_ref());
        arrives.is_some_and(|a| a.is_before(promotion, from as usize, to as usize))
    }

    /// What a move changes, promotion apart.
    pub(crate) fn changes(&self, state: &State<W, N>, step: Step) -> SmallVec<[Change; 3]> {
        let me = self.to_move(state);
        let (from, to) = (Tile(step.from.into()), Tile(step.to.into()));
        let mut changes: SmallVec<[Change; 3]> = SmallVec::new();
        let is_there = from != to && self.occupied(state).has(to.index());
        match step.how {
            How::Plain => {
                changes.extend(is_there.then_some(Change::Take(to)));
                changes.push(Change::Go { from, to });
            }
            How::Castling(number) => {
                let way = &self.side(state, me).castlings[number as usize];
                let tiles = |(from, to): (usize, usize)| (Tile::new(from), Tile::new(to));
                changes.push(Change::Castle { king: tiles(way.king), partner: tiles(way.partner) });
                changes.extend(way.puts());
            }
            How::Leaf(number) => {
                let leaf = &self.code.leaves[number as usize];
                changes.extend(leaf.changes.iter().copied());
                let left = |mark: MarkId| {
                    let spots = state.spots().iter();
                    let of_enemy =
                        |s: &&Spot| s.mark == mark.0 && s.tile == step.to && s.owner as usize != me;
                    { spots }.find(of_enemy).map(|s| Tile(s.maker.into()))
                };
                let taken = match leaf.lands {
                    Lands::Onto(mark) => left(mark),
                    Lands::Foe | Lands::Either => is_there.then_some(to),
                    Lands::Free | Lands::Anyhow => None,
                };
                changes.extend(taken.map(Change::Take));
                if from != to && !leaf.stays {
                    changes.push(Change::Go { from, to });
                }
                changes.sort_by_key(Change::vanishes);
            }
            How::Walked { rule, way, .. } => changes = self.landed(state, step, rule, way).changes,
            How::Choice(number) => changes = self.changes_of_choice(state, step, number),
            How::Carry { .. } | How::Vanish { .. } => changes = self.changes_of_tiles(state, step),
            How::Pass | How::Listed { .. } | How::Written(_) => {}
        }
        changes
    }

    /// Whether a leaf that is not plain changes the same as a plain move: it takes what stands where it goes by an effect.
    fn goes_and_takes_alike(&self, state: &State<W, N>, step: Step, number: u32) -> bool {
        let leaf = &self.code.leaves[number as usize];
        let alike =
            || self.changes(state, Step { how: How::Leaf(number), ..step }) == self.changes(state, step);
        leaf.to == step.to && leaf.becomes.is_none() && leaf.promotes.is_none() && alike()
    }

    /// The first rule that makes a plain move.
    fn rule_of(&self, state: &State<W, N>, step: Step) -> usize {
        let all = self.reference.rules.kinds[step.kind as usize].rules.iter().enumerate();
        let mut moving = all.filter(|(_, rule)| rule.mode.moves()).map(|(number, _)| number);
        if let (Some(only), None) = (moving.next(), moving.next()) {
            return only;
        }
        let becomes = self.becomes_before(state, step);
        let scene = self.scene(state);
        let mover = &self.side(scene.state, scene.me).movers[step.kind as usize];
        let rules = 0..self.movers.shapes[self.seat(state, scene.me)][step.kind as usize].len();
        let plain = self.changes(state, step);
        let mut rules = rules.filter(|rule| {
            let mut found = false;
            let going = Going { kind: step.kind, rule: *rule as u16, from: step.from as usize };
            let is_told = self.what_tells(step.kind, going.rule) != (None, None);
            if self.walked(going.kind, going.rule).is_some() {
                self.each_walked(state, going, |_, landed| found |= !is_told && landed.changes == plain);
                return found;
            }
            self.odd_leaves(
                &scene,
                mover,
                step.from as usize,
                &[*rule as u16],
                |number, leaf: &Leaf, is_plain| {
                    let is_such = if becomes {
                        leaf.becomes == Some(KindId(step.promotion)) && leaf.changes.len() == 1
                    } else {
                        is_plain || !is_told && self.goes_and_takes_alike(state, step, number)
                    };
                    found |= is_such && leaf.to == step.to;
                },
            );
            found
        });
        rules.next().unwrap_or(0)
    }
}
