//! Making a plan: the one file that knows all passes.

use std::sync::Arc;

use tilegame_dsl::ir;
use tilegame_dsl::ir::{Effect, KindId, Tile, Trigger};

use crate::moves::Change;
use crate::packed::refusal::WhyNot;
use crate::packed::set::Set;
use crate::packed::state::MOST_MARKS;
use crate::plan::castling::castling;
use crate::plan::cond::{Cond, Conds};
use crate::plan::history::watches;
use crate::plan::layout::Layout;
use crate::plan::legality::checking::attacked_where_it_holds;
use crate::plan::legality::connected::Ground;
use crate::plan::legality::incremental::{Material, Sift};
use crate::plan::legality::wake::Wake;
use crate::plan::legality::{Legality, pins};
use crate::plan::past::{asks_for_past, ignored};
use crate::plan::paths::{Seen, paths};
use crate::plan::prefilter::Glance;
use crate::plan::program::{Lands, Range};
use crate::plan::shape::Shaped;
use crate::plan::turn::after::{Action, After, Again, actions};
use crate::plan::turn::choice::Choice;
use crate::plan::turn::exits::exits;
use crate::plan::turn::phases::{Foreseen, only};
use crate::plan::turn::tiles::tile_moves;
use crate::plan::turn::{choice, preference};
use crate::plan::unroll::Unroller;
use crate::plan::walked::walked;
use crate::plan::ways::shapes;
use crate::plan::window::Window;
use crate::plan::{Plan, counters, legality, normal, prefilter, shape};
use crate::reference::engine::Reference;
use crate::reference::history::Told;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// Makes the engine of rules of which all tests are in normal form.
    pub(crate) fn new(outer: Arc<Reference>, rules: &ir::Rules) -> Result<Self, WhyNot> {
        let window = Window::new(&outer.board, rules, 64 * W)?;
        let reference = window
            .as_ref()
            .map_or_else(|| Arc::clone(&outer), |window| Arc::new(outer.windowed(window.size)));
        let mut layout = Layout::new(&reference, window);
        if layout.used() > N || layout.numbers > N || layout.tiles > 64 * W {
            return Err(WhyNot::TooLarge);
        }
        let turn = &rules.turn;
        let mut unroller = Unroller::new(&reference);
        let is_marked = |kind, rule| legality::is_marked(&reference, kind, rule);
        let shapes = shapes::<W>(&reference.board, rules, &mut unroller, is_marked);
        let walked = walked(rules, &shapes, &mut unroller.conds)?;
        let conds = &mut unroller.conds;
        let legal = conds.make(&rules.turn.legal)?;
        let ends: Vec<Cond> = rules.ends.iter().map(|e| conds.make(&e.when)).collect::<Result<_, _>>()?;
        let castling_safe = rules.castling.as_ref().map_or(Ok(Cond::True), |c| conds.make(&c.safe))?;
        let asked = counters::counters_asked(rules);
        let mut after = Vec::new();
        for (number, line) in rules.turn.after.iter().enumerate() {
            if legality::is_verdict(rules, line) {
                continue;
            }
            let actions = actions(conds, &line.actions)?;
            let again = |a: &ir::Action| match a {
                ir::Action::Again { phase, or_pass } => Some(Again { phase: *phase, or_pass: *or_pass }),
                _ => None,
            };
            let again = line.actions.iter().filter_map(again).next_back();
            let refuses = line.actions.contains(&ir::Action::Illegal);
            let counts = |a: &Action| matches!(a, Action::Count(tally) if !asked[tally.counter.index()]);
            let is_bookkeeping = actions.iter().all(counts) && again.is_none() && !refuses;
            after.push(After {
                number,
                triggers: line.triggers.clone(),
                guard: conds.make(&line.guard)?,
                actions,
                again,
                refuses,
                is_about_a_tile: line.is_about_a_tile(),
                is_bookkeeping,
            });
        }
        let legality_asks = legal != Cond::True || legality::refuses(rules);
        let mut choices = Vec::new();
        let leaves_pieces_alone = after.iter().all(|line| line.is_bookkeeping || line.only_counts());
        for choice in &rules.turn.choices {
            let puts = choice::puts(rules, choice, legality_asks);
            let refused_if = legality::verdict(rules, choice, conds)?;
            let only_puts = puts.is_some_and(|put| !put.more) && leaves_pieces_alone && layout.players == 2;
            choices.push(Choice {
                on: Vec::new(),
                when: Cond::And(vec![conds.make(&choice.guard)?, conds.make(&choice.target)?]),
                is_again: false,
                actions: actions(conds, &choice.actions)?,
                label: choice.label,
                tag: choice.label.filter(|label| reference.told.of_label(*label) != Told::Never),
                puts,
                takes: choice::takes(choice, legality_asks),
                refused_in_check_of: attacked_where_it_holds(&refused_if).filter(|_| only_puts),
                refused_if,
            });
        }
        let tile_moves = tile_moves(rules, conds, layout.tiles)?;
        let prefer = preference::lower(rules, conds)?;
        let pass = turn.pass.as_ref().map(|pass| conds.make(&pass.guard)).transpose()?;
        let watches = watches(&rules.watches, &layout, &mut unroller)?;
        let check = check(rules, &mut unroller.conds);
        let (sees, sights) = paths(&reference, &mut unroller)?;
        let Unroller { conds, code, .. } = unroller;
        let tiles = |tiles: &Vec<Tile>| tiles.iter().map(|t| t.index()).collect::<Set<W>>();
        let regions: Vec<Vec<Set<W>>> =
            rules.regions.iter().map(|r| r.tiles.iter().map(tiles).collect()).collect();
        choice::settle(&mut choices, &regions, (layout.players, Set::first_tiles(layout.tiles)));
        let royal = legality::royal(&legal).unwrap_or_default();
        let Shaped { tables, mut sides, is_plain } =
            shape::build(&reference, rules, &mut layout, (&code, &conds), &shapes, &royal);
        let mut legality = legality::choose(&reference, &mut layout, &legal, &sides);
        let ground = Ground::new(&reference, rules).filter(|_| legality == Legality::Tested);
        let (mut sift, mut wake) = (None, None);
        if ground.is_some() {
            legality = Legality::Grounded;
        }
        if legality == Legality::Tested && !reference.tiles_change && !asks_for_past(rules) {
            let (conds, sees) = (&conds, sees.as_slice());
            let (code, shapes, sides, layout) = (&code, &shapes, sides.as_slice(), &mut layout);
            let mut material = Material { reference: &reference, code, conds, shapes, sees, sides, layout };
            sift = Sift::new(&mut material, &legal);
            if sift.is_some() {
                legality = Legality::Sifted;
            } else {
                wake = Wake::new(&mut material, &legal, &after);
            }
        }
        let royal = if let Legality::Guarded(_) = legality { royal } else { Vec::new() };
        for (seat, side) in sides.iter_mut().enumerate() {
            (side.castling, side.castlings) = castling(&reference, seat % layout.players);
            (side.royals, side.apart) = (0..layout.kinds as u8)
                .filter(|kind| !side.movers[*kind as usize].is_grouped)
                .partition(|kind| royal.contains(kind));
            if let [kind] = side.royals.as_slice() {
                side.royal_leap = side.movers[*kind as usize].only_leap.clone();
            }
            let leaves = |kind: &&u8| side.movers[**kind as usize].has_leaves;
            side.leaving = side.apart.iter().filter(leaves).copied().collect();
        }
        if let Legality::Guarded(_) = legality {
            pins::look_around(&mut layout, &mut sides, &shapes, &code);
        }
        if layout.used() > N {
            return Err(WhyNot::TooLarge);
        }
        let mut stamps = Vec::new();
        for (owner, kind) in (0..layout.owners).flat_map(|o| (0..layout.kinds).map(move |k| (o, k))) {
            let mut stamp = [Set::EMPTY; N];
            layout.sets_of(kind, owner).for_each(|set| stamp[set] = !Set::EMPTY);
            stamps.push(stamp);
        }
        let mut asked_for = counters::places_of(&reference, &asked);
        // Whatever stands behind the counters matters, but where a window lies.
        asked_for.extend(layout.counters..layout.corner);
        let royal_castles = rules.castling.as_ref().is_some_and(|c| royal.contains(&c.king.0));
        let never = castling_safe == Cond::Not(Box::new(Cond::Attacked));
        let acts_after = after.iter().any(|a| !a.is_bookkeeping);
        let acting = || after.iter().filter(|a| !a.is_bookkeeping);
        let only_counts = acting().all(After::only_counts);
        let of_some = |trigger: &Trigger| matches!(trigger, Trigger::Kind(_) | Trigger::Label(_));
        let is_alike = |a: &After| a.counts_blindly() && !a.triggers.iter().any(of_some);
        let counts_alike = acting().all(is_alike);
        let makes_plainly = layout.all == layout.first_deed && !reference.goes_on;
        let sudden: Vec<(usize, Glance)> =
            { reference.sudden.iter() }.map(|end| (*end, Glance::new(&ends[*end]))).collect();
        let telling = prefilter::telling(sudden.iter().map(|(_, glance)| glance), &regions);
        let is_marking =
            { code.leaves.iter() }.map(|l| l.lands == Lands::Free && l.only_leaves_marks()).collect();
        let ends_alone = |line: &After| line.again.is_some_and(|again| again.or_pass);
        let merges = preference::merges(&reference);
        let replies = reference.replies_as_moves().filter(|_| legality::asks_for_replies(rules));
        let replies = replies.map(|plain| {
            let rules = normal::rules(&plain.rules);
            Plan::new(plain, &rules).map(Box::new)
        });
        let replies = replies.transpose()?;
        let engine = Plan {
            acts_after,
            has_books: after.iter().any(|a| a.is_bookkeeping),
            keeps_books_blindly: !acts_after && after.iter().all(After::counts_blindly),
            makes_plainly: makes_plainly && only_counts && !rules.turn.hands,
            counts_alike,
            makes_keeping: makes_plainly
                && !acts_after
                && (rules.turn.hands || !choices.is_empty())
                && layout.owners == layout.players,
            rights: layout.rights.unwrap_or(0),
            ends_suddenly: !reference.sudden.is_empty(),
            sudden,
            telling,
            minds_captures: {
                after
                    .iter()
                    .flat_map(|a| &a.triggers)
                    .chain(rules.turn.prefer.iter().flat_map(|line| line.sorts()))
                    .chain(rules.turn.only.iter().flat_map(|only| &only.triggers))
            }
            .any(|t| *t == Trigger::Capture),
            board: Set::first_tiles(layout.tiles),
            order: { rules.turn.order.iter() }
                .flat_map(|p| std::iter::repeat_n(p.index(), layout.phases))
                .collect(),
            unpromoted: (0..layout.kinds)
                .map(|k| rules.unpromoted(KindId::new(k)).map_or(k, |kind| kind.index()))
                .collect(),
            in_hand: (0..layout.kinds).map(|k| rules.in_hand(KindId::new(k)).index()).collect(),
            choices,
            pass,
            counters: counters::counters(&reference),
            prefer,
            counts_in_bulk: !merges && rules.turn.only.is_empty() && !after.iter().any(ends_alone),
            only: only(rules),
            replies,
            foreseen: Foreseen::new(layout.phases, &legal, &after).filter(|_| legality == Legality::Tested),
            asks_for_past: asks_for_past(rules),
            ignored: ignored(&reference),
            merges,
            passes_on_simply: layout.phases == 1 && layout.out.is_none() && layout.begun.is_none(),
            castles: rules.castling.is_some(),
            royal_castles,
            castles_out_of_check_never: royal_castles && never,
            layout,
            stamps,
            conds,
            sights,
            code,
            sees,
            walked,
            shapes,
            is_plain,
            is_marking,
            watches,
            tables,
            sides,
            regions,
            asked: asked_for,
            legality,
            legal,
            sift,
            wake,
            after,
            ends,
            check,
            exits: exits(rules),
            castles_unattacked: never,
            castling_safe,
            tile_moves,
            ground,
            outer,
            reference,
        };
        let marks = engine.most_marks_a_move();
        let steps = if engine.reference.goes_on {
            legality::most_steps(&engine.after, &engine.layout)
        } else {
            Some(1)
        };
        if marks > 0 && steps.is_none_or(|n| marks * n * engine.layout.players > MOST_MARKS) {
            return Err(WhyNot::Unusual("more marks at once than there is room for"));
        }
        Ok(engine)
    }

    /// How many marks one move can leave.
    fn most_marks_a_move(&self) -> usize {
        let walked = self.walked.iter().flatten().flatten().map(|walked| walked.route.most_marks());
        let walked = walked.max().unwrap_or(0);
        let marks = |changes: &[Change]| changes.iter().filter(|c| matches!(c, Change::Mark { .. })).count();
        let on_the_way = self.code.leaves.iter().map(|l| marks(&l.changes)).max().unwrap_or(0);
        let mut behind = 0;
        let chosen = self.choices.iter().flat_map(|c| &c.actions);
        for action in self.after.iter().flat_map(|a| &a.actions).chain(chosen) {
            behind += match action {
                Action::Here(Effect::Mark(_)) => 1,
                Action::Here(_) | Action::Count(_) => 0,
                Action::Every(_, Effect::Mark(_)) => self.layout.tiles,
                Action::Every(..) => 0,
                Action::Each(path, _) => {
                    let of = |range: &Range| {
                        let mut all = 0;
                        self.code.ways(*range, |_, n| all += marks(&self.code.leaves[n as usize].changes));
                        all
                    };
                    let ways = match &self.sees[*path as usize] {
                        Seen::Unrolled(programs) => programs.iter().flatten().map(of).max().unwrap_or(0),
                        Seen::Walked(route) => route.most_marks(),
                    };
                    ways * if matches!(action, Action::Each(_, Some(_))) { self.layout.tiles } else { 1 }
                }
            };
        }
        on_the_way.max(walked) + behind
    }
}

/// The test for check, if it speaks of no path that no other test speaks of: it is a matter of notation, and no reason to refuse a game.
pub(crate) fn check(rules: &ir::Rules, conds: &mut Conds) -> Option<Cond> {
    let (_, test) = rules.notation.check.as_ref()?;
    let known = conds.paths.len();
    let cond = conds.make(test).ok();
    let is_known = conds.paths.len() == known && !test.any(&|part| matches!(part, ir::Test::Before(_)));
    conds.paths.truncate(known);
    conds.asked_to_take.retain(|number| (*number as usize) < known);
    cond.filter(|_| is_known)
}
