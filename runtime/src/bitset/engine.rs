//! The engine: a game's rules as tables and programs for boards of one size.

use std::sync::Arc;

use tilegame_dsl::ir::{self, Effect, KindId, LabelId, Path, PlayerId, Test, Tile, Trigger};

use super::after::{Action, After, Again, Tally};
use super::arrive::Arrives;
use super::attack::Threats;
use super::carry::{TileMove, tile_moves};
use super::castle::{Castle, Castling, castling};
use super::chance::Chance;
use super::checking::attacked_where_it_holds;
use super::choose::Choice;
use super::cond::{Cond, Conds};
use super::glance::{self, Glance};
use super::ground::Ground;
use super::guard::{self, Against};
use super::landing::Walked;
use super::leave::{Exit, exits};
use super::only::{Foreseen, Only, only};
use super::past::{asks_for_past, ignored};
use super::plane::Window;
use super::prefer::Preferred;
use super::program::{Code, Lands, Range};
use super::refuse::{looks_around_after_taking, minds_what_is_taken, repeats_at_length};
use super::set::{ByTile, Set};
use super::shape::{self, Shaped};
use super::sift::{Material, Sift, Wake};
use super::sight::Sight;
use super::state::{Layout, MOST_MARKS, State};
use super::sweep::Sweep;
use super::table::Table;
use super::unroll::Unroller;
use super::walk::Route;
use super::ways::{Half, Shapes, shapes};
use super::{WhyNot, choose, legality, normal, prefer};
use crate::moves::Change;
use crate::reference::engine::Reference;
use crate::reference::history::Told;

/// A game for boards of at most `64 * W` tiles, with room for `N` sets in a state.
#[derive(Debug)]
pub(super) struct Engine<const W: usize, const N: usize> {
    /// The game as it is played here: on a plane, in a window of it.
    pub(super) reference: Arc<Reference>,
    /// The game as everybody else knows it.
    pub(super) outer: Arc<Reference>,
    pub(super) layout: Layout,
    /// For every player and kind, which sets its pieces are in: all tiles or none.
    pub(super) stamps: Vec<[Set<W>; N]>,
    pub(super) code: Code,
    pub(super) conds: Conds,
    /// The paths that tests and effects speak of.
    pub(super) sees: Vec<Seen>,
    /// For every kind, those of its rules that are walked; none at all if no rule is.
    pub(super) walked: Vec<Vec<Option<Walked>>>,
    /// For every path and player, the same for all tiles at once.
    pub(super) sights: Sights<W>,
    pub(super) shapes: Shapes<W>,
    /// Which leaves do nothing but go and take.
    pub(super) is_plain: Vec<bool>,
    /// Which go to an empty tile, leave marks at most, and do nothing else.
    pub(super) is_marking: Vec<bool>,
    pub(super) watches: Vec<Watch>,
    pub(super) tables: Vec<Arc<Table<W>>>,
    /// For every seat.
    pub(super) sides: Vec<Side<W>>,
    /// All tiles.
    pub(super) board: Set<W>,
    pub(super) regions: Vec<Vec<Set<W>>>,
    pub(super) order: Vec<usize>,
    /// What each kind was before it was promoted.
    pub(super) unpromoted: Vec<usize>,
    /// What each kind counts as in a hand.
    pub(super) in_hand: Vec<usize>,
    pub(super) choices: Vec<Choice<W>>,
    /// What a player may do with tiles.
    pub(super) tile_moves: Vec<TileMove>,
    /// When one may pass.
    pub(super) pass: Option<Cond>,
    /// For each counter, where it stands and whether each player has one.
    pub(super) counters: Vec<(usize, bool)>,
    /// Where the numbers stand that some test asks for.
    pub(super) asked: Vec<usize>,
    pub(super) legality: Legality,
    pub(super) legal: Cond,
    /// What lies next to each other, where legality is that all tiles hang together.
    pub(super) ground: Option<Ground<W>>,
    /// The tiles that matter to it, where most moves need not be made.
    pub(super) sift: Option<Sift<W>>,
    /// The same where moves do more.
    pub(super) wake: Option<Wake<W>>,
    pub(super) prefer: Vec<Preferred>,
    /// For each phase of a turn, what moves must be.
    pub(super) only: Only,
    /// The same game where nobody asks whether a move leaves a reply, if anybody does but of a choice: replies are moves of this one.
    pub(super) replies: Option<Box<Engine<W, N>>>,
    /// What the phases of a turn say of legality, where moves are made to see it.
    pub(super) foreseen: Option<Foreseen>,
    /// It depends on what has been before which moves are legal.
    pub(super) asks_for_past: bool,
    /// Where the counters stand that make no difference to whether a position has occurred.
    pub(super) ignored: Vec<usize>,
    /// Moves may be told apart only until it is settled which of them may be chosen.
    pub(super) merges: bool,
    /// The moves before the last ply are made in one call into the code for the processor at hand.
    pub(super) counts_in_bulk: bool,
    /// The turn goes on to the next in the order, and nothing is remembered of it.
    pub(super) passes_on_simply: bool,
    pub(super) after: Vec<After>,
    /// It matters whether a move takes something.
    pub(super) minds_captures: bool,
    /// Something happens after moves besides bookkeeping.
    pub(super) acts_after: bool,
    /// Numbers change after moves that no test asks for.
    pub(super) has_books: bool,
    /// How they do depends on nothing but the move.
    pub(super) keeps_books_blindly: bool,
    /// After a move that goes and takes, at most some numbers change.
    pub(super) makes_plainly: bool,
    /// What happens after moves that only go is the same for all of them, and at most some numbers change.
    pub(super) counts_alike: bool,
    /// A move that goes and takes does nothing else, but what it takes may come into the hand; and pieces are put on the board.
    pub(super) makes_keeping: bool,
    /// The game can be over although there may be moves.
    pub(super) ends_suddenly: bool,
    /// Whoever castles must be safe on the way, and nothing else is asked.
    pub(super) castles_unattacked: bool,
    pub(super) ends: Vec<Cond>,
    /// What the game calls check, if that asks for nothing that no other rule asks for.
    pub(super) check: Option<Cond>,
    pub(super) exits: Vec<Exit>,
    /// The numbers of those that can end a game although there may be moves, and what is seen of them at a glance.
    pub(super) sudden: Vec<(usize, Glance)>,
    /// The tiles of the regions that a glance at an ending may ask about.
    pub(super) telling: Set<W>,
    pub(super) castling_safe: Cond,
    pub(super) castles: bool,
    /// The set of the pieces that may, if there are such.
    pub(super) rights: usize,
    /// The piece that castles is the royal one.
    pub(super) royal_castles: bool,
    /// Whoever is attacked can't castle.
    pub(super) castles_out_of_check_never: bool,
}

/// How it is found out whether a move is legal.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Legality {
    /// Every move is.
    Free,
    /// No friend in this set of a state may be left attacked, and the ways to attack them can be guarded.
    Guarded(u8),
    /// Most moves leave all tiles alone that the test depends on; the others are made, and the test asked.
    Sifted,
    /// All tiles must hang together, and that is seen without making moves.
    Grounded,
    /// The move is made, and the test asked.
    Tested,
}

/// What one player's pieces can do.
#[derive(Clone, Debug)]
pub(super) struct Side<const W: usize> {
    /// For each kind, how its pieces go.
    pub(super) movers: Vec<Mover<W>>,
    /// Kinds whose pieces go alike are asked together, if they are not royal.
    pub(super) groups: Vec<Group<W>>,
    /// Kinds whose pieces may arrive as others, and go in one manner.
    pub(super) arriving: Vec<Arriving<W>>,
    /// The kinds that are in no group and neither royal.
    pub(super) apart: Vec<u8>,
    pub(super) royals: Vec<u8>,
    /// What a royal piece does, if all it does is to leap and there is only one kind of them.
    pub(super) royal_leap: Option<ByTile<Set<W>, W>>,
    /// Those that are not royal and do more than go and take.
    pub(super) leaving: Vec<u8>,
    pub(super) threats: Threats<W>,
    pub(super) against: Against<W>,
    pub(super) ontos: Vec<Onto<W>>,
    /// From where some of them reach each tile.
    pub(super) near_marks: ByTile<Set<W>, W>,
    pub(super) castling: Option<Castling<W>>,
    pub(super) castlings: Vec<Castle<W>>,
}

/// Pieces that go alike, whether they take or not, and do not promote.
#[derive(Clone, Debug)]
pub(super) struct Group<const W: usize> {
    pub(super) kinds: Vec<u8>,
    /// The set of their pieces in a state.
    pub(super) set: u8,
    pub(super) goes: Goes<W>,
}

/// Pieces of a kind that go in one manner, whether they take or not, and may arrive as pieces of another.
#[derive(Clone, Debug)]
pub(super) struct Arriving<const W: usize> {
    pub(super) kind: u8,
    pub(super) other: u8,
    /// If they go along lines; else they leap.
    pub(super) line: Option<Arc<Table<W>>>,
    /// Where they may arrive as what they are and where as the other, by the tile where they start.
    pub(super) on: ByTile<[Set<W>; 2], W>,
}

/// How the pieces of a group go.
#[derive(Clone, Debug)]
pub(super) enum Goes<const W: usize> {
    Leap(ByTile<Set<W>, W>),
    Line(Arc<Table<W>>),
}

/// How pieces of one kind go.
#[derive(Clone, Debug)]
pub(super) struct Mover<const W: usize> {
    pub(super) kind: u8,
    /// All its ways are those of groups.
    pub(super) is_grouped: bool,
    /// All it does is to leap, whether it takes or not.
    pub(super) only_leap: Option<ByTile<Set<W>, W>>,
    pub(super) leaps: Vec<(Half, ByTile<Set<W>, W>)>,
    pub(super) lines: Vec<(Half, Arc<Table<W>>)>,
    pub(super) shifts: Vec<Shift<W>>,
    /// The rules that are asked as programs.
    pub(super) odd: Vec<u16>,
    /// Some of them only go and take.
    pub(super) has_plain: bool,
    /// Some of them do more than go and take.
    pub(super) has_leaves: bool,
    /// Some of them are walked.
    pub(super) is_walked: bool,
    /// Which of its pieces might do so, if that is seen for all at once.
    pub(super) chances: Option<Vec<Chance<W>>>,
    pub(super) promotes: Option<Promotes<W>>,
}

/// Pieces of a kind that all go by one difference of tile numbers.
#[derive(Clone, Debug)]
pub(super) struct Shift<const W: usize> {
    pub(super) by: i32,
    pub(super) first: ShiftWay<W>,
    /// There is no other way, and the first asks for no more than one tile.
    pub(super) is_simple: bool,
    /// All tiles if it leads to empty ones, else none; and the same for enemies'.
    pub(super) if_free: Set<W>,
    pub(super) if_enemy: Set<W>,
    /// Other ways to the same tiles.
    pub(super) others: Vec<ShiftWay<W>>,
    /// The leaves, by the tile where they start, if the way does more than go and take.
    pub(super) leaves: Option<Vec<u32>>,
    /// Where pieces arrive as what they are, and where as others, if that depends on where they start.
    pub(super) arrives: Option<(Set<W>, Vec<(u8, Set<W>)>)>,
}

/// From which tiles, and which tiles must be empty or occupied.
#[derive(Clone, Debug)]
pub(super) struct ShiftWay<const W: usize> {
    pub(super) from: Set<W>,
    /// By how much all tiles are raised so that one that must be empty comes to where a piece starts.
    pub(super) over: Option<i32>,
    /// The same for others, which must be occupied if `true`.
    pub(super) more: Vec<(i32, bool)>,
}

/// What a kind turns into, where.
#[derive(Clone, Debug)]
pub(super) struct Promotes<const W: usize> {
    pub(super) on: Set<W>,
    /// From where pieces that go all at once get there.
    pub(super) near: Set<W>,
    pub(super) into: Vec<u8>,
    pub(super) is_optional: bool,
    /// As what its pieces arrive, if that depends on where they start, too.
    pub(super) arrives: Option<Arrives<W>>,
}

/// A kind's rules that take what has left a mark.
#[derive(Clone, Debug)]
pub(super) struct Onto<const W: usize> {
    /// The place of its kind among the movers.
    pub(super) mover: usize,
    pub(super) mark: u8,
    pub(super) rules: Vec<u16>,
    /// From where each tile could be reached.
    pub(super) from: ByTile<Set<W>, W>,
}

impl<const W: usize, const N: usize> Engine<W, N> {
    /// Makes the engine of rules of which all tests are in normal form.
    pub(super) fn new(outer: Arc<Reference>, rules: &ir::Rules) -> Result<Self, WhyNot> {
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
        let asked = legality::counters_asked(rules);
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
            let puts = choose::puts(rules, choice, legality_asks);
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
                takes: choose::takes(choice, legality_asks),
                refused_in_check_of: attacked_where_it_holds(&refused_if).filter(|_| only_puts),
                refused_if,
            });
        }
        let tile_moves = tile_moves(rules, conds, layout.tiles)?;
        let prefer = prefer::lower(rules, conds)?;
        let pass = turn.pass.as_ref().map(|pass| conds.make(&pass.guard)).transpose()?;
        let watches = watches(&rules.watches, &layout, &mut unroller)?;
        let check = check(rules, &mut unroller.conds);
        let (sees, sights) = paths(&reference, &mut unroller)?;
        let Unroller { conds, code, .. } = unroller;
        let tiles = |tiles: &Vec<Tile>| tiles.iter().map(|t| t.index()).collect::<Set<W>>();
        let regions: Vec<Vec<Set<W>>> =
            rules.regions.iter().map(|r| r.tiles.iter().map(tiles).collect()).collect();
        choose::settle(&mut choices, &regions, (layout.players, Set::first_tiles(layout.tiles)));
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
            guard::look_around(&mut layout, &mut sides, &shapes, &code);
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
        let mut asked_for = legality::places_of(&reference, &asked);
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
        let telling = glance::telling(sudden.iter().map(|(_, glance)| glance), &regions);
        let is_marking =
            { code.leaves.iter() }.map(|l| l.lands == Lands::Free && l.only_leaves_marks()).collect();
        let ends_alone = |line: &After| line.again.is_some_and(|again| again.or_pass);
        let merges = prefer::merges(&reference);
        let replies = reference.replies_as_moves().filter(|_| legality::asks_for_replies(rules));
        let replies = replies.map(|plain| {
            let rules = normal::rules(&plain.rules);
            Engine::new(plain, &rules).map(Box::new)
        });
        let replies = replies.transpose()?;
        let engine = Engine {
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
            counters: legality::counters(&reference),
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

    /// The seat of a player: who it is, and in which phase of the turn.
    #[inline(always)]
    pub(super) fn seat(&self, state: &State<W, N>, player: usize) -> usize {
        if self.layout.phases == 1 {
            return player;
        }
        state.turn as usize % self.layout.phases * self.layout.players + player
    }

    /// What a player's pieces can do.
    #[inline(always)]
    pub(super) fn side(&self, state: &State<W, N>, player: usize) -> &Side<W> {
        &self.sides[self.seat(state, player)]
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

/// What happens on the tile moved to or chosen, or elsewhere.
fn actions(conds: &mut Conds, all: &[ir::Action]) -> Result<Vec<Action>, WhyNot> {
    let mut actions = Vec::new();
    for action in all {
        actions.push(match action {
            ir::Action::Here(Effect::Count { counter, of, op, amount }) => {
                Action::Count(Tally { counter: *counter, of: *of, op: *op, amount: conds.quantity(amount)? })
            }
            ir::Action::Here(effect) => Action::Here(effect.clone()),
            ir::Action::Each { path, from } => {
                let from = from.as_ref().map(|test| conds.make(test)).transpose()?;
                Action::Each(conds.path(path), from)
            }
            ir::Action::Every(test, effect) => Action::Every(conds.make(test)?, effect.clone()),
            // Where there are parts the game is refused; the others are told apart from what is done.
            ir::Action::EveryPart(..) | ir::Action::Again { .. } | ir::Action::Illegal => continue,
        });
    }
    Ok(actions)
}

/// Moves that are known again by what they do.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    pub(super) label: LabelId,
    pub(super) kinds: Vec<u8>,
    /// For every player and rule, the program on every tile.
    pub(super) programs: Vec<Vec<Vec<Range>>>,
}

fn watches(all: &[ir::Watch], layout: &Layout, unroller: &mut Unroller<'_>) -> Result<Vec<Watch>, WhyNot> {
    let mut watches = Vec::new();
    for watch in all.iter().filter(|_| !layout.deeds.is_empty()) {
        let mut programs = Vec::new();
        for player in 0..layout.players {
            let mut of_player = Vec::new();
            for rule in &watch.rules {
                let of_tile =
                    |tile| unroller.rule(0, (rule, &[]), (PlayerId::new(player), None), (None, tile));
                of_player.push((0..layout.tiles).map(Tile::new).map(of_tile).collect::<Result<Vec<_>, _>>()?);
            }
            programs.push(of_player);
        }
        let kinds = watch.kinds.0.iter().map(|k| k.0).collect();
        watches.push(Watch { label: watch.label, kinds, programs });
    }
    Ok(watches)
}

/// The rules that are walked.
fn walked<const W: usize>(
    rules: &ir::Rules,
    shapes: &Shapes<W>,
    conds: &mut Conds,
) -> Result<Vec<Vec<Option<Walked>>>, WhyNot> {
    let is_walked = |kind: usize, rule: usize| shapes[0][kind][rule].is_walked;
    let mut all = Vec::new();
    for (k, kind) in rules.kinds.iter().enumerate() {
        let mut of_rule = |(number, rule): (usize, &ir::MoveRule)| {
            if !is_walked(k, number) {
                return Ok(None);
            }
            let promotions = kind.promotions.iter().map(|p| Ok((p.clone(), conds.make(&p.guard)?)));
            let promotions = promotions.collect::<Result<Vec<_>, WhyNot>>()?;
            let (guard, route) = (conds.make(&rule.guard)?, Route::new(&rule.path, conds)?);
            Ok(Some(Walked { guard, route, promotions }))
        };
        all.push(kind.rules.iter().enumerate().map(&mut of_rule).collect::<Result<Vec<_>, WhyNot>>()?);
    }
    Ok(if all.iter().flatten().all(Option::is_none) { Vec::new() } else { all })
}

/// A path that tests or effects speak of.
#[derive(Debug)]
pub(super) enum Seen {
    /// For each player, its program on every tile.
    Unrolled(Vec<Vec<Range>>),
    /// It is walked.
    Walked(Route),
}

/// The test for check, if it speaks of no path that no other test speaks of: it is a matter of notation, and no reason to refuse a game.
fn check(rules: &ir::Rules, conds: &mut Conds) -> Option<Cond> {
    let (_, test) = rules.notation.check.as_ref()?;
    let known = conds.paths.len();
    let cond = conds.make(test).ok();
    let is_known = conds.paths.len() == known && !test.any(&|part| matches!(part, ir::Test::Before(_)));
    conds.paths.truncate(known);
    conds.asked_to_take.retain(|number| (*number as usize) < known);
    cond.filter(|_| is_known)
}

/// For each path that tests speak of and each player, how it is seen for all tiles at once, if that can be done.
type Sights<const W: usize> = Vec<Vec<Option<Sight<W>>>>;

/// All paths that tests speak of; there may be tests in those, too.
fn paths<const W: usize>(
    reference: &Reference,
    unroller: &mut Unroller<'_>,
) -> Result<(Vec<Seen>, Sights<W>), WhyNot> {
    let (mut sees, mut sights) = (Vec::new(), Vec::new());
    while sees.len() < unroller.conds.paths.len() {
        let path = unroller.conds.paths[sees.len()].clone();
        // What it takes depends on what has been taken on the way to it.
        let takes = unroller.conds.asked_to_take.contains(&(sees.len() as u32));
        let (mut of_path, mut sights_of_path) = (Vec::new(), Vec::new());
        for player in (0..reference.rules.players.len()).map(PlayerId::new) {
            let of_tile = |tile| unroller.path(&path, player, tile);
            let programs = if takes || has_to_be_walked(&path) || reference.board.plane().is_some() {
                None
            } else {
                reference.board.tiles().map(of_tile).collect::<Result<Vec<Range>, _>>().ok()
            };
            let turned = programs.as_ref().and_then(|programs| Sight::new(&unroller.code, programs));
            let swept = || Sweep::new(reference, &mut unroller.conds, player, &path).map(Sight::Swept);
            sights_of_path.push(turned.or_else(swept));
            of_path.extend(programs);
        }
        sees.push(if of_path.len() == reference.rules.players.len() {
            Seen::Unrolled(of_path)
        } else {
            Seen::Walked(Route::new(&path, &mut unroller.conds)?)
        });
        sights.push(sights_of_path);
    }
    Ok((sees, sights))
}

/// Whether a path that tests or effects speak of is walked though it could be unrolled, since what is asked would be another matter.
fn has_to_be_walked(path: &Path) -> bool {
    let is_of_walker = |test: &Test| matches!(test, Test::Under { by_one: true, .. });
    let changes_others = |effect: &Effect| matches!(effect, Effect::Turn(_));
    looks_around_after_taking(path, false).1
        || minds_what_is_taken(path)
        || path.any_effect(&changes_others)
        || repeats_at_length(path)
        || path.any_test(&is_of_walker)
}
