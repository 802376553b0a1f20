//! Making a plan: the one file that knows all passes.

use std::sync::Arc;

use tilegame_dsl::ir::{self, Effect};

use crate::moves::Change;
use crate::packed::refusal::WhyNot;
use crate::packed::state::MOST_MARKS;
use crate::plan::castling::CastlingPlan;
use crate::plan::classify::shapes;
use crate::plan::cond::Cond;
use crate::plan::counters::counters_asked;
use crate::plan::ends::{Ends, check};
use crate::plan::layout::Layout;
use crate::plan::legality::material::Material;
use crate::plan::legality::{Method, pins};
use crate::plan::making::Making;
use crate::plan::movers::{Movers, arrange};
use crate::plan::past::asks_for_past;
use crate::plan::paths::{Seen, Tests, lines, paths};
use crate::plan::program::{Lands, Leaf, Range};
use crate::plan::shape::Shaped;
use crate::plan::turn::Turn;
use crate::plan::turn::after::Action;
use crate::plan::unroll::Unroller;
use crate::plan::walked::walked;
use crate::plan::window::Window;
use crate::plan::{Legality, Plan, Sets, legality, normal, regions, rules, shape};
use crate::reference::engine::Reference;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// The plan of rules of which all tests are in normal form.
    pub(crate) fn new(outer: Arc<Reference>, rules: &ir::Rules) -> Result<Self, WhyNot> {
        let window = Window::new(&outer.board, rules, 64 * W)?;
        let reference = window
            .as_ref()
            .map_or_else(|| Arc::clone(&outer), |window| Arc::new(outer.windowed(window.size)));
        let asked = counters_asked(rules);
        let mut layout = Layout::new(&reference, window, &asked);
        if layout.used() > N || layout.counters.all > N || layout.tiles > 64 * W {
            return Err(WhyNot::TooLarge);
        }

        // Rules, paths and tests become programs and conditions.
        let mut unroller = Unroller::new(&reference);
        let is_marked = |kind, rule| rules::is_marked(&reference, kind, rule);
        let shapes = shapes::<W>(&reference.board, rules, &mut unroller, is_marked);
        let walked = walked(rules, &shapes, &mut unroller.conds)?;
        let conds = &mut unroller.conds;
        let mut test = conds.make(&rules.turn.legal)?;
        let mut ends: Vec<Cond> = rules.ends.iter().map(|e| conds.make(&e.when)).collect::<Result<_, _>>()?;
        let safe = rules.castling.as_ref().map(|castling| conds.make(&castling.safe)).transpose()?;
        let legality_asks = test != Cond::True || rules::refuses(rules);
        let regions = regions(rules);
        let turn = Turn::new(rules, &layout, &mut unroller, (&asked, legality_asks), &regions)?;
        let mut check = check(rules, &mut unroller.conds);
        let (sees, inverse_paths, spreads) = paths(&reference, &mut unroller)?;
        let Unroller { conds, mut code, .. } = unroller;
        let lines = lines(&reference, &conds.sums);
        let tests = Tests { conds, sees, inverse_paths, spreads, lines };

        // Programs become tables, and the cheapest method is chosen to tell which moves are legal.
        let mut royal = legality::royal(&test).unwrap_or_default();
        let Shaped { tables, mut sides, is_plain } =
            shape::build(&reference, rules, &mut layout, (&code, &tests.conds), &shapes, &royal);
        let mut material = Material {
            reference: &reference,
            code: &code,
            conds: &tests.conds,
            shapes: &shapes,
            sees: &tests.sees,
            sides: &sides,
            layout: &mut layout,
        };
        let method = legality::method(&mut material, rules, &test, &turn.after);
        if !matches!(method, Method::Pins(_)) {
            royal.clear();
        }
        arrange(&reference, &layout, &royal, &mut sides);
        if let (Method::Pins(royal), Cond::Not(attacked)) = (&method, test.clone()) {
            pins::look_around(&mut layout, &mut sides, &shapes, &code);
            let asked = ends.iter_mut().chain(&mut check).chain([&mut test]);
            asked.for_each(|cond| cond.replace(&attacked, &Cond::Struck(*royal)));
        }
        if layout.used() > N {
            return Err(WhyNot::TooLarge);
        }

        // All sets are known that are wanted.
        let is_marking = |leaf: &Leaf| leaf.lands == Lands::Free && leaf.only_leaves_marks();
        (code.plain, code.marking) = (is_plain, code.leaves.iter().map(is_marking).collect());
        let replies = reference.replies_as_moves().filter(|_| rules::asks_for_replies(rules));
        let replies = replies.map(|plain| {
            let rules = normal::rules(&plain.rules);
            Plan::new(plain, &rules).map(Box::new)
        });
        let legality =
            Legality { test, method, asks_for_past: asks_for_past(rules), replies: replies.transpose()? };
        let rights = layout.rights.unwrap_or(0);
        let castling = rules.castling.as_ref().zip(safe);
        let plan = Plan {
            ends: Ends::new(&reference, ends, check, &regions),
            sets: Sets::new(&layout, regions),
            making: Making::new(&reference, rules, &layout, &turn),
            castling: castling.map(|(clause, safe)| CastlingPlan::new(clause, safe, rights, &royal)),
            movers: Movers { sides, shapes, walked, tables },
            layout,
            code,
            tests,
            turn,
            legality,
            outer,
            reference,
        };
        let marks = plan.most_marks_a_move();
        let steps = if plan.reference.goes_on {
            legality::most_steps(&plan.turn.after, &plan.layout)
        } else {
            Some(1)
        };
        if marks > 0 && steps.is_none_or(|n| marks * n * plan.layout.players > MOST_MARKS) {
            return Err(WhyNot::Unusual("more marks at once than there is room for"));
        }
        Ok(plan)
    }

    /// How many marks one move can leave.
    fn most_marks_a_move(&self) -> usize {
        let walked = self.movers.walked.iter().flatten().flatten().map(|walked| walked.route.most_marks());
        let walked = walked.max().unwrap_or(0);
        let marks = |changes: &[Change]| changes.iter().filter(|c| matches!(c, Change::Mark { .. })).count();
        let on_the_way = self.code.leaves.iter().map(|l| marks(&l.changes)).max().unwrap_or(0);
        let mut behind = 0;
        let chosen = self.turn.choices.iter().flat_map(|c| &c.actions);
        for action in self.turn.after.iter().flat_map(|a| &a.actions).chain(chosen) {
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
                    let ways = match &self.tests.sees[*path as usize] {
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
