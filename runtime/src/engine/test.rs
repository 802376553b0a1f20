//! Evaluating tests: which tiles a test holds on.
//!
//! The same meaning as the reference engine's `ask`, for many tiles at once: a test about a tile narrows a set of tiles.

use tilegame_dsl::ir::{DirId, PlayerId, Sign, Tile, Who};

use crate::engine::view::{View, gone_on_the_way, of, one_of};
use crate::engine::walk::Done;
use crate::packed::set::Set;
use crate::packed::state::State;
use crate::packed::step::Step;
use crate::plan::Plan;
use crate::plan::cond::{Cond, Number};
use crate::plan::paths::Seen;
use crate::plan::program::Ask;
use crate::plan::quick_test::compares;

impl<const W: usize, const N: usize> Plan<W, N> {
    /// A state as a player sees it.
    #[inline]
    pub(crate) fn view<'s>(&self, state: &'s State<W, N>, me: usize) -> View<'s, W, N> {
        self.view_with(state, me, [None; 2], None)
    }

    /// The same with pieces lifted, and one supposed.
    #[inline]
    pub(crate) fn view_with<'s>(
        &self,
        state: &'s State<W, N>,
        me: usize,
        lifted: [Option<usize>; 2],
        supposed: Option<(usize, usize)>,
    ) -> View<'s, W, N> {
        let gone = one_of(lifted[0]) | one_of(lifted[1]);
        let mut occupied = self.occupied(state).without(gone);
        let mut mine = state.sets[self.layout.owner(me)].without(gone);
        if let Some((tile, owner)) = supposed {
            occupied.insert(tile);
            mine = mine.without(Set::one(tile));
            if owner == me {
                mine.insert(tile);
            }
        }
        let (mover, before, past, walker) = (None, None, None, None);
        View { state, me, lifted, supposed, mover, before, past, walker, occupied, mine }
    }

    /// The pieces that may castle.
    #[inline(always)]
    pub(crate) fn rights(&self, state: &State<W, N>) -> Set<W> {
        self.castling.as_ref().map_or(Set::EMPTY, |castling| state.sets[castling.rights & (N - 1)])
    }

    /// Where something is in the way: a piece, or that there is no tile.
    #[inline(always)]
    pub(crate) fn occupied(&self, state: &State<W, N>) -> Set<W> {
        state.sets[self.layout.all & (N - 1)]
    }

    /// The tiles that are there.
    #[inline(always)]
    pub(crate) fn tiles(&self, state: &State<W, N>) -> Set<W> {
        self.sets.board.without(self.layout.missing(state))
    }

    /// Where pieces stand.
    #[inline(always)]
    pub(crate) fn standing_in(&self, state: &State<W, N>) -> Set<W> {
        self.occupied(state).without(self.layout.missing(state))
    }

    /// Where a view shows pieces.
    #[inline(always)]
    fn pieces_seen(&self, v: &View<'_, W, N>) -> Set<W> {
        v.occupied.without(self.layout.missing(v.state))
    }

    /// Where a view shows pieces that are neither the asker's nor nobody's.
    #[inline(always)]
    pub(crate) fn enemies(&self, v: &View<'_, W, N>) -> Set<W> {
        let others = v.occupied.without(v.mine);
        if self.layout.owners == self.layout.players {
            return others;
        }
        let supposed = one_of(v.supposed.map(|(tile, _)| tile));
        others.without(v.state.sets[self.layout.owner(self.layout.players)].without(supposed))
    }

    /// Where a view shows a player's pieces.
    pub(crate) fn owned(&self, v: &View<'_, W, N>, player: usize) -> Set<W> {
        let gone = one_of(v.lifted[0]) | one_of(v.lifted[1]);
        let mut owned = v.state.sets[self.layout.owner(player)].without(gone);
        if let Some((tile, owner)) = v.supposed {
            owned = owned.without(Set::one(tile));
            if owner == player {
                owned.insert(tile);
            }
        }
        owned.without(gone_on_the_way(v))
    }

    fn of_kinds(&self, v: &View<'_, W, N>, kinds: &[u8]) -> Set<W> {
        let all = kinds.iter().fold(Set::EMPTY, |all, k| all | v.state.sets[*k as usize]);
        let mut seen = all.without(one_of(v.lifted[0]) | one_of(v.lifted[1]));
        if let Some((tile, owner)) = v.supposed {
            // The piece that is supposed is the one that stands there, if it has the right owner; else of no kind.
            seen = seen.without(Set::one(tile));
            if all.has(tile) && v.state.sets[self.layout.owner(owner)].has(tile) {
                seen.insert(tile);
            }
        }
        seen.without(gone_on_the_way(v))
    }

    /// Whether a test holds; the tile does not matter to one that is not about a tile.
    pub(crate) fn holds(&self, v: &View<'_, W, N>, tile: usize, cond: &Cond) -> bool {
        !self.where_holds(v, cond, Set::one(tile)).is_empty()
    }

    /// The tiles among `among` on which a test holds.
    pub(crate) fn where_holds(&self, v: &View<'_, W, N>, cond: &Cond, among: Set<W>) -> Set<W> {
        if among.is_empty() {
            return among;
        }
        let all_if = |holds: bool| if holds { among } else { Set::EMPTY };
        let layout = &self.layout;
        match cond {
            Cond::True => among,
            Cond::False => Set::EMPTY,
            Cond::Not(inner) => among.without(self.where_holds(v, inner, among)),
            Cond::And(all) => all.iter().fold(among, |left, c| self.where_holds(v, c, left)),
            Cond::Or(all) => {
                let (mut left, mut found) = (among, Set::EMPTY);
                for cond in all {
                    let here = self.where_holds(v, cond, left);
                    found |= here;
                    left = left.without(here);
                }
                found
            }
            Cond::Empty => among.without(self.pieces_seen(v)),
            Cond::Occupied => among & self.pieces_seen(v),
            Cond::Owner(Who::Friend) => among & v.mine,
            Cond::Owner(Who::Enemy) => among & self.enemies(v),
            Cond::Owner(who) => among & self.owned(v, self.who(v, *who)),
            Cond::Kind(kinds) => among & self.of_kinds(v, kinds),
            Cond::Is(kinds) => {
                let all = of(v.state, kinds);
                let supposed = v.supposed.map_or(Set::EMPTY, |(tile, owner)| {
                    Set::one(tile).without(v.state.sets[layout.owner(owner)])
                });
                among & all.without(supposed).without(gone_on_the_way(v))
            }
            Cond::On(region) => among & self.sets.regions[*region as usize][v.me],
            Cond::Attacked => among.iter().filter(|t| self.is_attacked_as_seen(v, *t)).collect(),
            Cond::Struck(royal) => all_if(self.is_any_struck(&self.scene_of(v.state, v.me), *royal)),
            Cond::AttackedBy(by) => {
                let by = self.who(v, *by);
                among.iter().filter(|t| self.is_attacked_by(v, by, *t)).collect()
            }
            Cond::Out => {
                let out = layout.out(v.state).fold(Set::EMPTY, |all, player| all | self.owned(v, player));
                among & out
            }
            Cond::In(phase) => all_if(v.state.turn as usize % layout.phases == phase.index()),
            Cond::Before(inner) => match v.before.or(v.lifted[0].is_some().then_some(v.state)) {
                Some(earlier) => {
                    let walker = v.walker.map(|walker| walker.elsewhere());
                    self.where_holds(
                        &View { walker: walker.as_ref(), ..self.view(earlier, v.me) },
                        inner,
                        among,
                    )
                }
                None => Set::EMPTY,
            },
            Cond::Castled => all_if(layout.has_castled(v.state, v.me)),
            Cond::Begun => among & one_of(layout.began_on(v.state)),
            Cond::Changed => all_if(layout.has_changed(v.before.unwrap_or(v.state), v.state)),
            Cond::First => self.remembered(v, layout.unmoved, among),
            Cond::MayCastle => self.remembered(v, layout.rights, among),
            Cond::Did(when, label) => self.remembered(v, layout.deed(*when, *label), among),
            Cond::Marked(mark) => {
                let of_others =
                    v.state.spots().iter().filter(|s| s.mark == mark.0 && s.owner as usize != v.me);
                among & of_others.map(|s| s.tile as usize).collect()
            }
            Cond::Sees(path) => {
                let inverse_path = &self.tests.inverse_paths[*path as usize][v.me];
                if let Some(inverse_path) = inverse_path.as_ref().filter(|_| !among.is_at_most_one()) {
                    return self.where_sees(v, inverse_path, among);
                }
                among.iter().filter(|t| self.sees(v, *path, *t)).collect()
            }
            Cond::Some(inner) => all_if(!self.where_holds(v, inner, self.tiles(v.state)).is_empty()),
            Cond::Stuck => all_if(!self.has_moves(v.now())),
            Cond::NoReply(passed) => all_if(!self.has_replies(v.now(), *passed)),
            Cond::ToMove(player) => all_if(self.to_move(v.state) == player.index()),
            Cond::Asker(player) => all_if(v.me == player.index()),
            Cond::Can(both) => {
                let fits = |from: u16, to: u16| {
                    self.holds(v, from as usize, &both.0) && self.holds(v, to as usize, &both.1)
                };
                let of_piece = |step: &&Step| step.from().is_some() && step.how.tile_line().is_none();
                let moves = self.playable(v.now());
                all_if(moves.iter().filter(of_piece).any(|step| fits(step.from, step.to)))
            }
            Cond::Compare(left, how, right) => {
                let (left, right) = (self.number(v, left), self.number(v, right));
                all_if(compares(left, *how, right))
            }
            Cond::From(inner) => {
                let holds = |tile: &usize| {
                    let walker = v.walker.copied().unwrap_or_default().looking_from(*tile);
                    self.holds(&View { walker: Some(&walker), ..*v }, *tile, inner)
                };
                among.iter().filter(holds).collect()
            }
            Cond::Group(inner, path) => match v.walker.and_then(|walker| walker.asking) {
                Some(from) => among & self.group(v, from, inner, *path),
                None => Set::EMPTY,
            },
            Cond::GroupMeets(test, path, rest) => self.whose_group_meets(v, (test, *path), rest, among),
            Cond::Connected(inner, path) => {
                let all = self.where_holds(v, inner, self.tiles(v.state));
                all_if(all.is_empty() || self.spread(v, all.lowest(), *path, all) == all)
            }
            Cond::OnLine(sum) => match v.walker.and_then(|walker| walker.measured) {
                Some(at) => among & self.whole_line(v, at, *sum),
                None => Set::EMPTY,
            },
            Cond::Faces(direction) => among.iter().filter(|tile| self.faces(v, *tile, *direction)).collect(),
            Cond::Attacks(target) => among.iter().filter(|tile| self.attacks(v, *tile, target)).collect(),
            Cond::Under(zone, of, by_one) => {
                among.iter().filter(|tile| self.is_under(v, *tile, (*zone, *of), *by_one)).collect()
            }
        }
    }

    /// The tiles among some of which it is remembered what is in a set, if there is such a set.
    fn remembered(&self, v: &View<'_, W, N>, set: Option<usize>, among: Set<W>) -> Set<W> {
        set.map_or(Set::EMPTY, |set| (among & v.state.sets[set]).without(gone_on_the_way(v)))
    }

    /// The tiles among some of which the group has a tile where a test holds.
    fn whose_group_meets(
        &self,
        v: &View<'_, W, N>,
        (test, path): (&Cond, u32),
        rest: &Cond,
        among: Set<W>,
    ) -> Set<W> {
        let spread = self.tests.spreads[path as usize][v.me].as_ref().filter(|spread| spread.is_mutual);
        let Some(spread) = spread else {
            let meets = |tile: &usize| {
                let walker = v.walker.copied().unwrap_or_default().looking_from(*tile);
                let view = View { walker: Some(&walker), ..*v };
                let group = self.group(&view, *tile, test, path) & self.tiles(v.state);
                !self.where_holds(&view, rest, group).is_empty()
            };
            return among.iter().filter(meets).collect();
        };
        let seeds = self.where_holds(v, rest, self.tiles(v.state));
        let players = (0..self.layout.players).map(|player| self.owned(v, player));
        let nobodys = players.clone().fold(v.occupied, Set::without);
        let mut found = Set::EMPTY;
        for class in players.chain([nobodys, self.sets.board.without(v.occupied)]) {
            if class.meets(among) && class.meets(seeds) {
                let belongs = self.where_holds(v, test, class);
                found |= spread.flood(seeds & belongs, belongs);
            }
        }
        found & among
    }

    /// The tiles that hang together with a tile, itself included: on all of them the test holds, and stands a piece of the same owner,
    /// or nothing.
    fn group(&self, v: &View<'_, W, N>, from: usize, test: &Cond, path: u32) -> Set<W> {
        let whose = if v.occupied.has(from) {
            let all = (0..self.layout.players).map(|player| self.owned(v, player));
            let nobodys = all.clone().fold(v.occupied, Set::without);
            { all }.find(|owned| owned.has(from)).unwrap_or(nobodys)
        } else {
            self.sets.board.without(v.occupied)
        };
        let belongs = self.where_holds(v, test, whose);
        if belongs.has(from) { self.spread(v, from, path, belongs) } else { Set::EMPTY }
    }

    /// The tiles to which one gets from a tile by a path, walked from each to the next, as far as they belong to the others.
    fn spread(&self, v: &View<'_, W, N>, from: usize, path: u32, belongs: Set<W>) -> Set<W> {
        if let Some(spread) = &self.tests.spreads[path as usize][v.me] {
            return spread.flood(Set::one(from), belongs);
        }
        let (mut reached, mut new) = (Set::one(from), Set::one(from));
        while !new.is_empty() {
            let mut next = Set::EMPTY;
            for tile in new.iter() {
                self.ends(v, path, tile, &mut |end| next.insert(end));
            }
            new = (next & belongs).without(reached);
            reached |= new;
        }
        reached
    }

    /// Calls `then` with every end of a path that tests speak of.
    fn ends(&self, v: &View<'_, W, N>, path: u32, from: usize, then: &mut dyn FnMut(usize)) {
        match &self.tests.sees[path as usize] {
            Seen::Unrolled(programs) => {
                let answer = |ask, tile| self.answer(v, ask, tile);
                self.code.run(programs[v.me][from], answer, |_, leaf| {
                    then(leaf.to as usize);
                    false
                });
            }
            Seen::Walked(route) => {
                self.walk(v, route, self.setting_out(v.me, from), &mut Done::new(v), &mut |end, _| {
                    then(end.tile as usize);
                    false
                });
            }
        }
    }

    /// Whether what stands on a tile faces a direction, in the frame of the walker, or else of the evaluating player.
    fn faces(&self, v: &View<'_, W, N>, tile: usize, direction: DirId) -> bool {
        let walks = v.walker.and_then(|walker| walker.frame);
        let frame = walks.unwrap_or_else(|| self.reference.frame(PlayerId::new(v.me), Tile::new(tile)));
        let rules = &self.reference.rules;
        let direction = rules.board.symmetries[frame.index()][direction.index()];
        let facing = self.standing(v, tile).flatten().and_then(|kind| rules.kinds[kind].facing.as_ref());
        facing.is_some_and(|facing| facing.directions.contains(&direction))
    }

    pub(crate) fn number(&self, v: &View<'_, W, N>, number: &Number) -> i64 {
        match number {
            Number::Itself(n) => *n,
            Number::Counter(counter, who) => {
                let of = self.who(v, *who);
                i64::from(v.state.counters[self.counter(counter.index(), of)])
            }
            Number::Worth(cond) => {
                let there = self.where_holds(v, cond, self.tiles(v.state));
                let kinds = self.reference.rules.kinds.iter().enumerate();
                let worth = kinds.map(|(k, kind)| {
                    kind.worth.saturating_mul((there & self.of_kinds(v, &[k as u8])).len().into())
                });
                worth.fold(0, i64::saturating_add)
            }
            Number::Sum(parts) => parts.iter().fold(0, |sum: i64, (sign, part)| match sign {
                Sign::Plus => sum.saturating_add(self.number(v, part)),
                Sign::Minus => sum.saturating_sub(self.number(v, part)),
            }),
            Number::Hand(kinds, who) => {
                let of = self.who(v, *who);
                kinds.iter().map(|kind| i64::from(self.held(v.state, of, *kind as usize))).sum()
            }
            Number::Players => self.in_play(v.state) as i64,
            Number::Repeated => self.repeated(v.now()),
            Number::RepeatedBoard => self.repeated_board(v.now()),
            Number::Count(cond) => i64::from(self.where_holds(v, cond, self.tiles(v.state)).len()),
        }
    }

    /// The answer to a program's question.
    #[inline]
    pub(crate) fn answer(&self, v: &View<'_, W, N>, ask: Ask, tile: usize) -> bool {
        match ask {
            Ask::There => !self.layout.missing(v.state).has(tile),
            Ask::Empty => !v.occupied.has(tile),
            Ask::Friend => v.mine.has(tile),
            Ask::Enemy => self.enemies(v).has(tile),
            Ask::Holds(number) => self.holds(v, tile, self.tests.conds.get(number)),
        }
    }

    fn sees(&self, v: &View<'_, W, N>, path: u32, from: usize) -> bool {
        match &self.tests.sees[path as usize] {
            Seen::Unrolled(programs) => {
                self.code.run(programs[v.me][from], |ask, tile| self.answer(v, ask, tile), |_, _| true)
            }
            Seen::Walked(route) => {
                self.walk(v, route, self.setting_out(v.me, from), &mut Done::of_question(v), &mut |_, _| true)
            }
        }
    }
}
