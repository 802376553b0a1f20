//! Tests: what a condition of the rules means.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Comparison, DirId, KindId, Mode, Path, PlayerId, Quantity, Sign, Test, Tile, Who};

use super::engine::Reference;
use super::view::View;
use super::walk::Effects;
use crate::moves::Move;
use crate::reference::position::{Deed, Piece, Position};
use crate::set::TileSet;

impl Reference {
    /// Whether a test holds at a tile; any tile will do for a test that is not about one.
    pub(crate) fn holds(&self, view: &View<'_>, here: Tile, test: &Test) -> bool {
        match test {
            Test::True => true,
            Test::False => false,
            Test::Not(test) => !self.holds(view, here, test),
            Test::And(tests) => tests.iter().all(|t| self.holds(view, here, t)),
            Test::Or(tests) => tests.iter().any(|t| self.holds(view, here, t)),

            Test::Empty => view.at(here).is_none(),
            Test::Occupied => view.at(here).is_some(),
            Test::Owner(who) => view.at(here).is_some_and(|p| self.is(view, *who, p.owner)),
            Test::Kind(kinds) => view.at(here).is_some_and(|p| kinds.contains(p.kind)),
            Test::Is(kinds) => view.standing(here).is_some_and(|p| kinds.contains(p.kind)),
            Test::Parting => view.part.is_some_and(|(_, part)| part.leaves),
            Test::On(region) => self.on(*region, view.me, here),
            Test::OnLine(sum) => {
                view.measured.is_some_and(|at| self.whole_line(view, at, sum).contains(&here))
            }
            Test::Attacked => {
                // On an empty tile, and of a piece of nobody, it is asked for the asker.
                let me = view.at(here).and_then(|piece| piece.owner).unwrap_or(view.me);
                self.attackers(&View { me, ..*view }, here, &mut |_| true)
            }
            Test::AttackedBy(by) => {
                let me = view.at(here).and_then(|piece| piece.owner).unwrap_or(view.me);
                let by = self.who(view, *by);
                by != me && self.attackers_of(by, &View { me, ..*view }, here, &mut |_| true)
            }
            Test::Capturable(capture) => self.can_be_captured(view, here, capture),
            Test::Attacks(target) => {
                view.standing(here).is_some_and(|piece| self.attacks(view, piece, here, target))
            }
            Test::Under { zone, of, by_one } => self.is_under(view, here, *zone, *of, *by_one),
            Test::Out => view.at(here).and_then(|p| p.owner).is_some_and(|p| !view.position.in_play(p)),
            Test::Begun => view.position.origin() == Some(here),
            Test::Acted => {
                let apart = view.part.filter(|(tile, _)| *tile == here).map(|(_, part)| part.kind);
                view.standing(here).is_some() && self.has_acted(view.position, here, apart)
            }
            Test::First => !view.gone.contains(&here) && view.position.unmoved.contains(here),
            Test::MayCastle => !view.gone.contains(&here) && view.position.rights.contains(here),
            Test::Faces(direction) => {
                let frame = view.walker.unwrap_or_else(|| self.frame(view.me, here));
                let direction = self.rules.board.symmetries[frame.index()][direction.index()];
                view.standing(here)
                    .and_then(|piece| self.rules.kinds.get(piece.kind.index())?.facing.as_ref())
                    .is_some_and(|facing| facing.directions.contains(&direction))
            }
            Test::Did(when, label) => {
                let deed = Deed { tile: here, when: *when, label: *label };
                !view.gone.contains(&here) && view.position.deeds.binary_search(&deed).is_ok()
            }
            Test::Asker(player) => view.me == *player,
            Test::Marked(mark) => {
                view.position.marks.iter().any(|l| l.mark == *mark && l.tile == here && l.owner != view.me)
            }
            Test::Sees(path) => {
                let start = self.setting_out(view.me, here);
                self.walk(view, path, start, &mut Effects::of_a_question(view), &mut |_, _| true)
            }

            Test::Connected { test, path } => self.hang_together(view, test, path),
            Test::Group { test, path } => {
                view.asking.is_some_and(|from| self.group(view, from, test, path).contains(&here))
            }
            Test::Some(test) => self.any_tile(view, here, test, &mut |_| true),
            Test::Stuck => match view.moves {
                Some(_) => self.with_legal_moves(view, |moves| moves.is_empty()),
                None => self.is_stuck(view.position),
            },
            Test::NoReply { passed } => self.leaves_no_reply(view.position, *passed),
            Test::In(phase) => view.position.phase == *phase,
            Test::ToMove(player) => self.to_move(view.position) == *player,
            Test::Can { mover, target } => self.with_legal_moves(view, |moves| {
                let of_pieces = |m: &&Move| !m.is_pass() && m.board_line().is_none();
                moves.iter().filter(of_pieces).any(|m| {
                    m.from.is_some_and(|f| self.holds(view, f, mover)) && self.holds(view, m.to, target)
                })
            }),
            Test::Always(test) => self.holds(view, here, test) && self.held_since(view, here, test),
            Test::Before(test) => {
                // Who is about to move has not moved yet.
                let about_to = view.lifted[0].is_some().then_some(view.position);
                view.before
                    .or(about_to)
                    .is_some_and(|before| self.holds(&view.in_position(before), here, test))
            }
            Test::Changed => {
                // After a move the turn may be over; the position before it still knows how it began.
                let known = view.before.unwrap_or(view.position);
                let began = known.course.as_ref().map_or(known, |course| &course.before);
                !began.pieces().eq(view.position.pieces())
            }
            Test::Castled => view.position.castled.contains(&view.me),
            Test::Compare(left, comparison, right) => {
                let (left, right) = (self.quantity(view, here, left), self.quantity(view, here, right));
                match comparison {
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                    Comparison::Less => left < right,
                    Comparison::AtMost => left <= right,
                    Comparison::More => left > right,
                    Comparison::AtLeast => left >= right,
                }
            }
        }
    }

    /// Whether a test has held in every earlier position since this one occurred first; if it is about a piece, on the tiles where that
    /// piece was.
    fn held_since(&self, view: &View<'_>, here: Tile, test: &Test) -> bool {
        let follows = test.is_about_a_tile();
        let mut tile = here;
        for number in (view.past.since..view.past.earlier.len()).rev() {
            let earlier = &view.past.earlier[number];
            if follows {
                match earlier.came_from(tile) {
                    Some(from) => tile = from,
                    None => return false,
                }
            }
            let then = View { past: view.past.of(number), ..View::new(&earlier.position, view.me) };
            if !self.holds(&then, tile, test) {
                return false;
            }
        }
        true
    }

    /// Whether nobody could reply if the turn ended as it is now.
    fn leaves_no_reply(&self, position: &Position, passed: bool) -> bool {
        let Some(replies) = &self.replies else { return false };
        if passed {
            return replies.is_stuck(position);
        }
        let mut next = position.clone();
        self.pass_on(&mut next);
        replies.is_stuck(&next)
    }

    /// Whether one gets from one tile on which the test holds to all others by the path.
    fn hang_together(&self, view: &View<'_>, test: &Test, path: &Path) -> bool {
        let mut tiles: Vec<Tile> = Vec::new();
        self.tiles_of_interest(view, test, &mut |tile| {
            if self.holds(view, tile, test) {
                tiles.push(tile);
            }
            false
        });
        tiles.sort_unstable();
        let is_one = |tile: Tile| tiles.binary_search(&tile).is_ok();
        tiles.first().is_none_or(|first| self.spread(view, *first, path, is_one).len() == tiles.len())
    }

    /// A number, as it is asked at a tile; any tile will do where it is not about one.
    pub(super) fn quantity(&self, view: &View<'_>, here: Tile, quantity: &Quantity) -> i64 {
        match quantity {
            Quantity::Number(n) => *n,
            Quantity::Repeated if self.looks_far_back => i64::from(self.repeated(view.position)),
            Quantity::Repeated => i64::from(view.past.repeated),
            Quantity::RepeatedBoard => i64::from(self.repeated_board(view.position)),
            Quantity::Sum(parts) => parts.iter().fold(0, |sum: i64, (sign, part)| {
                let part = self.quantity(view, here, part);
                match sign {
                    Sign::Plus => sum.saturating_add(part),
                    Sign::Minus => sum.saturating_sub(part),
                }
            }),
            Quantity::Players => (self.players().count() - view.position.out.len()) as i64,
            Quantity::Counter(counter, who) => {
                view.position.counters[self.counter_index(*counter, self.who(view, *who))]
            }
            Quantity::Hand(kinds, who) => {
                let of = self.who(view, *who);
                kinds.0.iter().map(|kind| i64::from(view.position.hands[self.hand_index(of, *kind)])).sum()
            }
            Quantity::Count(test) => self.over_tiles(view, here, test, |_| 1),
            Quantity::Worth(test) => self.over_tiles(view, here, test, |tile| {
                view.at(tile)
                    .map_or(0, |piece| self.rules.kinds.get(piece.kind.index()).map_or(0, |k| k.worth))
            }),
        }
    }

    /// What `value` says of all tiles on which the test holds, together.
    fn over_tiles(&self, view: &View<'_>, here: Tile, test: &Test, value: impl Fn(Tile) -> i64) -> i64 {
        let mut sum: i64 = 0;
        self.any_tile(view, here, test, &mut |tile| {
            sum = sum.saturating_add(value(tile));
            false
        });
        sum
    }

    /// Calls `found` with every tile on which a test holds that is asked at a tile, until it says `true`.
    fn any_tile(
        &self,
        view: &View<'_>,
        here: Tile,
        test: &Test,
        found: &mut dyn FnMut(Tile) -> bool,
    ) -> bool {
        let view = &view.looking_from(here);
        let (tiles, rest) = match test.narrowed() {
            Some((Test::Group { test, path }, rest)) => (self.group(view, here, test, path), rest),
            Some((Test::OnLine(sum), rest)) => {
                (view.measured.map_or_else(Vec::new, |at| self.whole_line(view, at, sum)), rest)
            }
            _ => {
                let holds = &mut |tile| self.holds(view, tile, test) && found(tile);
                return self.tiles_of_interest(view, test, holds);
            }
        };
        tiles.into_iter().any(|tile| rest.iter().all(|t| self.holds(view, tile, t)) && found(tile))
    }

    /// The tiles that hang together with a tile, itself included: on all of them the test holds, and stands a piece of the same
    /// owner, or nothing.
    fn group(&self, view: &View<'_>, from: Tile, test: &Test, path: &Path) -> Vec<Tile> {
        let owner = |tile| view.at(tile).map(|piece| piece.owner);
        let whose = owner(from);
        let belongs = |tile: Tile| owner(tile) == whose && self.holds(view, tile, test);
        if belongs(from) { self.spread(view, from, path, belongs) } else { Vec::new() }
    }

    /// The tiles to which one gets from a tile by a path, walked from each to the next, as far as they belong to the others.
    fn spread(&self, view: &View<'_>, from: Tile, path: &Path, belongs: impl Fn(Tile) -> bool) -> Vec<Tile> {
        let mut seen = TileSet::of(&self.board);
        seen.insert(from);
        let mut reached = vec![from];
        let steps = steps(path);
        let mut next = 0;
        while let Some(tile) = reached.get(next).copied() {
            next += 1;
            let mut arrive = |tile: Tile| {
                if !seen.contains(tile) && belongs(tile) {
                    seen.insert(tile);
                    reached.push(tile);
                }
            };
            let start = self.setting_out(view.me, tile);
            // Mostly these are single steps, and they need no walk: who is on a tile can leave it.
            match &steps {
                Some(steps) => {
                    let leave = |step: &DirId| self.board.step(start.tile, start.frame, *step);
                    let there = |tile: &Tile| view.position.is_there(*tile);
                    steps.iter().flat_map(leave).map(|(tile, _)| tile).filter(there).for_each(arrive);
                }
                None => {
                    self.walk(view, path, start, &mut Effects::new(view), &mut |end, _| {
                        arrive(end.tile);
                        false
                    });
                }
            }
        }
        reached
    }

    /// The one player that is meant.
    pub(super) fn who(&self, view: &View<'_>, who: Who) -> PlayerId {
        match who {
            Who::Friend => view.me,
            Who::Player(player) => player,
            // With several enemies it is the next one in the order of turns.
            Who::Enemy | Who::Next => self.next_after(view.position, view.me),
            Who::Mover => view.mover.unwrap_or_else(|| self.mover(view.position)),
        }
    }

    pub(super) fn is(&self, view: &View<'_>, who: Who, owner: Option<PlayerId>) -> bool {
        match who {
            Who::Enemy => owner.is_some_and(|owner| owner != view.me),
            who => owner == Some(self.who(view, who)),
        }
    }

    /// Calls `visit` on every tile where `test` could hold until it says `true`: only a player's pieces where the test asks
    /// for such a piece, else all tiles.
    pub(super) fn tiles_of_interest(
        &self,
        view: &View<'_>,
        test: &Test,
        visit: &mut dyn FnMut(Tile) -> bool,
    ) -> bool {
        self.tiles_of_interest_in(None, view, test, visit)
    }

    /// The same for those of them that are in a set, if there is one.
    fn tiles_of_interest_in(
        &self,
        set: Option<&TileSet>,
        view: &View<'_>,
        test: &Test,
        visit: &mut dyn FnMut(Tile) -> bool,
    ) -> bool {
        let is_in = |tile: &Tile| set.is_none_or(|set| set.contains(*tile));
        match owner_asked_for(test) {
            Some(who) => {
                let is_asked_for = |player: PlayerId| self.is(view, who, Some(player));
                // A piece that is only supposed is among no player's pieces.
                let stands = |tile| view.position.piece(tile).and_then(|piece| piece.owner);
                let supposed = view
                    .supposed
                    .filter(|(tile, owner)| is_asked_for(*owner) && !stands(*tile).is_some_and(is_asked_for));
                let mut players = self.players().filter(|p| is_asked_for(*p));
                players.any(|p| view.position.owned(p).iter().filter(is_in).any(&mut *visit))
                    || supposed.is_some_and(|(tile, _)| is_in(&tile) && visit(tile))
            }
            None => self.tiles(view.position).filter(is_in).any(visit),
        }
    }

    fn with_legal_moves(&self, view: &View<'_>, ask: impl FnOnce(&[Move]) -> bool) -> bool {
        let moves = || self.playable(&mut view.position.clone());
        match view.moves {
            Some(known) => ask(known.get_or_init(moves)),
            None => ask(&moves()),
        }
    }

    /// Calls `found` with every piece that could take a piece of the asking player's on `tile`, until it says `true`.
    pub(crate) fn attackers(&self, view: &View<'_>, tile: Tile, found: &mut dyn FnMut(Tile) -> bool) -> bool {
        let enemies = self.players().filter(|p| *p != view.me && view.position.in_play(*p));
        enemies.into_iter().any(|player| self.attackers_of(player, view, tile, found))
    }

    /// The same for the pieces of one player.
    fn attackers_of(
        &self,
        player: PlayerId,
        view: &View<'_>,
        tile: Tile,
        found: &mut dyn FnMut(Tile) -> bool,
    ) -> bool {
        view.position.owned(player).iter().any(|from| {
            view.position.piece(from).is_some_and(|piece| {
                self.movers_of(piece.kind).any(|kind| self.reaches(player, kind, from, tile))
                    && !view.lifted.contains(&Some(from))
                    && !view.gone.contains(&from)
                    && self.takes_on(&view.threatening(player, tile), from, piece.kind, tile)
                    && found(from)
            })
        })
    }

    /// Whether a piece on a tile could take something where a test holds: what stands there, or, on an empty tile, a piece of
    /// the asker, or of the next player if it is the asker's own piece.
    fn attacks(&self, view: &View<'_>, piece: Piece, from: Tile, target: &Test) -> bool {
        let Some(owner) = piece.owner.filter(|owner| view.position.in_play(*owner)) else { return false };
        // Most tiles are out of reach, which is known sooner than what stands there.
        let near = self.movers_of(piece.kind).map(|kind| self.reach_of(owner, kind, from));
        let near: Option<SmallVec<[&TileSet; 4]>> = near.collect();
        let hits = &mut |tile| {
            if tile == from || !self.holds(view, tile, target) {
                return false;
            }
            let other = || if view.me == owner { self.next_after(view.position, owner) } else { view.me };
            let victim = view.at(tile).and_then(|there| there.owner).unwrap_or_else(other);
            let view = View { me: victim, ..*view }.threatening(owner, tile);
            victim != owner && self.takes_on(&view, from, piece.kind, tile)
        };
        match near {
            Some(near) => near.iter().any(|set| self.tiles_of_interest_in(Some(set), view, target, hits)),
            None => self.tiles_of_interest(view, target, hits),
        }
    }

    /// Whether a piece of this kind and of the player who asks, which stands on `from`, could take a piece on `target`: as
    /// it is, or some part of it.
    pub(super) fn takes_on(&self, view: &View<'_>, from: Tile, kind: KindId, target: Tile) -> bool {
        let reaches = |kind| self.reaches(view.me, kind, from, target);
        let parts = if self.rules.turn.split.is_some() { self.parts(kind) } else { &[] };
        reaches(kind) && self.threatens(&view.lift(from), from, kind, target)
            || parts.iter().any(|part| {
                reaches(part.kind) && self.threatens(&view.lift_part(from, *part), from, part.kind, target)
            })
    }

    fn threatens(&self, view: &View<'_>, from: Tile, kind: KindId, target: Tile) -> bool {
        let start = self.setting_out(view.me, from);
        let rules = self.rules.kinds[kind.index()].rules.iter().zip(&self.memory.rules[kind.index()]);
        rules.filter(|(_, facts)| facts.attacks).any(|(rule, _)| {
            let lands = matches!(rule.mode, Mode::Capture | Mode::Move | Mode::Threat);
            self.holds(view, from, &rule.guard)
                && self.walk(view, &rule.path, start, &mut Effects::new(view), &mut |end, effects| {
                    lands && end.tile == target
                        || effects.iter().any(|(tile, effect)| *tile == target && effect.takes())
                })
        })
    }
}

/// The directions of a path that is any of several single steps.
fn steps(path: &Path) -> Option<SmallVec<[DirId; 8]>> {
    match path {
        Path::Step(direction) => Some(SmallVec::from_iter([*direction])),
        Path::Any(parts) => {
            let step = |part: &Path| if let Path::Step(direction) = part { Some(*direction) } else { None };
            parts.iter().map(step).collect()
        }
        _ => None,
    }
}

/// The owner that a test demands of the piece on its tile, if it is plain to see.
fn owner_asked_for(test: &Test) -> Option<Who> {
    match test {
        Test::Owner(who) => Some(*who),
        Test::And(tests) => tests.iter().find_map(owner_asked_for),
        _ => None,
    }
}
