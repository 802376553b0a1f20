//! Proving that a player can't win, by forgetting what stands somewhere at the same time.
//!
//! For every tile it is worked out what can *ever* stand there, or that it can be empty: from what stands there now, each piece makes
//! every move that could be legal among these possibilities, and what it leads to is added, until nothing is new. As nothing is ever
//! taken away, every position that can come about is among the possibilities. A tile with one possibility is certain; so what
//! can't move blocks, guards and attacks for ever.
//!
//! A test is then *certain*, *impossible* or *possible*. If every ending by which the player would win is impossible, so is the win.
//! Two things keep possibilities few: a move is not made if `legal` is impossible with the piece on its new tile; and where a piece
//! may be attacked at the beginning of a turn, attacker and attacked are supposed to stand there, and `legal` must have been possible
//! for the other player, who has just moved. So two kings never give check to each other.
//!
//! What this module does not understand (pieces in hand, tiles that come and go, effects other than taking, marking and counting,
//! more than two players, turns of several moves) makes it say nothing.

use smallvec::SmallVec;
use tilegame_dsl::ir::{
    Action, CastlingWay, Comparison, Effect, EndResult, KindId, MarkId, Mode, MoveRule, Path, PlayerId,
    Promotion, Quantity, Rules, Sign, Test, Tile, Who,
};

use crate::game::Game;
use crate::reference::engine::Reference;
use crate::reference::position::{Left, Past, Piece, Position};
use crate::reference::view::State;

/// So many steps of paths are walked for each position that may be looked at.
const STEPS: usize = 500;

/// A piece that is only supposed: no rule speaks of its kind.
const SOME_KIND: KindId = KindId(u8::MAX);

/// Whether it is proved that a player can't win from a position in which the game goes on.
pub(super) fn rules_out(game: &Game, position: &Position, player: PlayerId, most: usize) -> bool {
    let rules = game.rules();
    if !is_understood(rules) || !position.out().is_empty() || position.there().is_some() {
        return false;
    }
    let last = PlayerId::new(1 - game.to_move(position).index());
    if !game.holds(position, last, &rules.turn.legal, Past::default()) {
        return false;
    }
    let mut relaxed = Relaxed {
        engine: game.engine(),
        rules,
        start: position,
        may_be: game.board().tiles().map(|tile| SmallVec::from_elem(position.piece(tile), 1)).collect(),
        marks: position.marks().to_vec(),
        steps: most.saturating_mul(STEPS),
    };
    loop {
        if relaxed.may_win(player) {
            return false;
        }
        let known = relaxed.size();
        relaxed.make_all_moves();
        if relaxed.steps == 0 {
            return false;
        }
        if relaxed.size() == known {
            return true;
        }
    }
}

/// Whether nothing happens in a game but what this module knows.
fn is_understood(rules: &Rules) -> bool {
    let turn = &rules.turn;
    let plain = |effect: &Effect| matches!(effect, Effect::Take | Effect::Mark(_) | Effect::Count { .. });
    let moves = rules.kinds.iter().flat_map(|kind| kind.rules.iter()).filter(|rule| rule.mode.moves());
    let counts = |action: &Action| matches!(action, Action::Here(Effect::Count { .. }) | Action::Illegal);
    rules.players.len() == 2
        && turn.order.len() == 2
        && turn.order[0] != turn.order[1]
        && rules.board.plane.is_none()
        && rules.stacks.is_empty()
        && turn.choices.is_empty()
        && rules.castling.iter().all(|castling| castling.options.is_empty())
        && turn.board.is_empty()
        && turn.split.is_none()
        && turn.rejoin.is_none()
        && turn.after.iter().all(|after| after.actions.iter().all(counts))
        && rules.ends.iter().all(|end| end.result.is_final())
        && moves.into_iter().all(|rule| !rule.path.any_effect(&|e| !plain(e)) && !repeats_effects(&rule.path))
}

/// Whether a repetition has effects.
fn repeats_effects(path: &Path) -> bool {
    match path {
        Path::Repeat { path, .. } | Path::Times { path, .. } => path.acts() || repeats_effects(path),
        Path::Seq(parts) | Path::Any(parts) => parts.iter().any(repeats_effects),
        Path::Step(_) | Path::Leap(_) | Path::Bend(_) | Path::Check { .. } | Path::Do(_) => false,
    }
}

/// What is known of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Truth {
    Impossible,
    Possible,
    Certain,
}

use Truth::{Certain, Impossible, Possible};

impl Truth {
    fn of(holds: bool) -> Truth {
        if holds { Certain } else { Impossible }
    }

    fn not(self) -> Truth {
        match self {
            Impossible => Certain,
            Possible => Possible,
            Certain => Impossible,
        }
    }

    /// The same if nobody knows whether it is asked.
    fn at_most_possible(self) -> Truth {
        self.min(Possible)
    }

    /// What is known if it is one of several cases, of which nobody knows which.
    fn one_of(cases: impl IntoIterator<Item = Truth>) -> Truth {
        let mut cases = cases.into_iter();
        let Some(first) = cases.next() else { return Impossible };
        if cases.all(|case| case == first) { first } else { Possible }
    }
}

/// What may stand on a tile: pieces, or nothing.
type Contents = SmallVec<[Option<Piece>; 2]>;

/// All that may ever be.
struct Relaxed<'g> {
    engine: &'g Reference,
    rules: &'g Rules,
    start: &'g Position,
    /// For every tile.
    may_be: Vec<Contents>,
    /// Marks that may ever be there.
    marks: Vec<Left>,
    /// So many steps may still be walked.
    steps: usize,
}

/// A question about all that may be.
#[derive(Clone)]
struct Asked {
    /// Who asks.
    me: PlayerId,
    /// Whose turn it is, if that is known.
    turn: Option<PlayerId>,
    /// Who has just moved, so that what must hold after a move holds.
    mover: Option<PlayerId>,
    /// What is supposed to stand somewhere in the positions in question.
    facts: SmallVec<[(Tile, Option<Piece>); 4]>,
    /// What is put or lifted for the question alone.
    lifted: SmallVec<[(Tile, Option<Piece>); 4]>,
    /// A lifted piece and where it stood.
    standing: Option<(Tile, Piece)>,
    /// Only this answer matters; any other may be given as [`Possible`].
    only: Option<Truth>,
}

impl Asked {
    fn by(me: PlayerId) -> Asked {
        let (facts, lifted) = (SmallVec::new(), SmallVec::new());
        Asked { me, turn: None, mover: None, facts, lifted, standing: None, only: None }
    }

    /// Asked by a player who wants to know whether something is impossible, and no more.
    fn whether_impossible(me: PlayerId) -> Asked {
        Asked { only: Some(Impossible), ..Asked::by(me) }
    }

    /// For the opposite.
    fn not(&self) -> Asked {
        Asked { only: self.only.map(Truth::not), ..self.clone() }
    }

    fn wants_only_certainty(&self) -> bool {
        self.only == Some(Certain)
    }

    fn with_fact(&self, tile: Tile, there: Option<Piece>) -> Asked {
        let mut asked = self.clone();
        asked.facts.push((tile, there));
        asked
    }

    fn lift(mut self, tile: Tile, piece: Piece) -> Asked {
        self.lifted.push((tile, None));
        self.standing = Some((tile, piece));
        self
    }
}

/// What happens at the end of a path: where it ends, with which effects, and whether it can certainly be walked. `true` stops.
type Then<'f> = &'f mut dyn FnMut(&mut Relaxed<'_>, State, &mut Vec<(Tile, Effect)>, Truth) -> bool;

impl Relaxed<'_> {
    fn size(&self) -> usize {
        self.may_be.iter().map(SmallVec::len).sum::<usize>() + self.marks.len()
    }

    fn add(&mut self, tile: Tile, there: Option<Piece>) {
        let contents = &mut self.may_be[tile.index()];
        if !contents.contains(&there) {
            contents.push(there);
        }
    }

    fn other(player: PlayerId) -> PlayerId {
        PlayerId::new(1 - player.index())
    }

    /// Whether some ending by which a player wins is possible at the beginning of a turn.
    fn may_win(&mut self, player: PlayerId) -> bool {
        let rules = self.rules;
        rules.ends.iter().any(|end| {
            (0..2).map(PlayerId::new).any(|me| {
                let wins = match &end.result {
                    EndResult::Win => me == player,
                    EndResult::Loss => me != player,
                    EndResult::Draw => false,
                    EndResult::Wins(Who::Friend) => me == player,
                    EndResult::Wins(Who::Player(winner)) => *winner == player,
                    EndResult::Wins(Who::Enemy | Who::Next | Who::Mover) => me != player,
                    EndResult::Shares(_) | EndResult::Out | EndResult::Skip => true,
                };
                let asked = Asked { turn: Some(me), mover: Some(Self::other(me)), ..Asked::by(me) };
                wins && self.holds(&asked, Tile(0), &end.when) != Impossible
            })
        })
    }

    fn make_all_moves(&mut self) {
        for tile in 0..self.may_be.len() {
            for there in self.may_be[tile].clone().into_iter().flatten() {
                if let Some(me) = there.owner {
                    self.make_moves(me, Tile::new(tile), there);
                }
            }
        }
        self.castle();
    }

    /// Makes all moves of a piece.
    fn make_moves(&mut self, me: PlayerId, from: Tile, piece: Piece) {
        let rules = self.rules;
        let facts = Asked::by(me).with_fact(from, Some(piece));
        let asked = facts.clone().lift(from, piece);
        for rule in rules.kinds[piece.kind.index()].rules.iter().filter(|rule| rule.mode.moves()) {
            if self.holds(&asked, from, &rule.guard) == Impossible {
                continue;
            }
            let start = State::start(from, self.engine.frame(me, from));
            let mut ends: Vec<(Tile, Vec<(Tile, Effect)>)> = Vec::new();
            self.walk(&asked, &rule.path, start, &mut Vec::new(), Certain, &mut |_, end, effects, _| {
                ends.push((end.tile, effects.clone()));
                false
            });
            for (to, effects) in ends {
                self.land(&asked, rule, (from, piece), to, &effects);
            }
        }
    }

    /// Adds what a move leads to that ends somewhere.
    fn land(
        &mut self,
        asked: &Asked,
        rule: &MoveRule,
        (from, piece): (Tile, Piece),
        to: Tile,
        effects: &[(Tile, Effect)],
    ) {
        let me = asked.me;
        let there = self.at(asked, to);
        let may_be_empty = there.contains(&None);
        let enemy = |p: &Option<Piece>| p.and_then(|p| p.owner).is_some_and(|owner| owner != me);
        let may_be_enemy = there.iter().any(enemy);
        let taken_on_the_way = effects.iter().any(|(tile, e)| *tile == to && *e == Effect::Take);
        let mut taken: Vec<Option<Tile>> = Vec::new();
        match (rule.mode, rule.onto) {
            (Mode::Capture, Some(mark)) => {
                let left = self.marks.iter().filter(|l| l.mark == mark && l.tile == to && l.owner != me);
                taken.extend(left.filter(|_| may_be_empty).map(|l| Some(l.maker)));
            }
            (Mode::Quiet, _) => taken.extend(may_be_empty.then_some(None)),
            (Mode::Capture, None) => taken.extend(may_be_enemy.then_some(Some(to))),
            (Mode::Move, _) => {
                taken.extend(may_be_enemy.then_some(Some(to)));
                taken.extend(may_be_empty.then_some(None));
            }
            (Mode::Act, _) => taken.push(None),
            (Mode::Do, _) => taken.extend((may_be_empty || taken_on_the_way).then_some(None)),
            (Mode::Threat | Mode::Cover, _) => {}
        }
        let rests = if rule.mode == Mode::Act { from } else { to };
        for taken in taken {
            let by_effect =
                effects.iter().filter(|(_, effect)| *effect == Effect::Take).map(|(tile, _)| *tile);
            let taken: Vec<Tile> = taken.into_iter().chain(by_effect).collect();
            let captures = !taken.is_empty();
            for arrives in self.arrivals(me, piece, (from, to), rests, captures) {
                let mut after = Asked::whether_impossible(me);
                after.facts.extend((rests != from).then_some((from, None)));
                after.facts.extend(taken.iter().map(|tile| (*tile, None)));
                if !taken.contains(&rests) || rests == to {
                    after.facts.push((rests, Some(arrives)));
                }
                if self.holds(&after, to, &self.rules.turn.legal) == Impossible {
                    continue;
                }
                taken.iter().for_each(|tile| self.add(*tile, None));
                self.add(rests, Some(arrives));
                if rests != from {
                    self.add(from, None);
                }
                for (tile, effect) in effects {
                    if let Effect::Mark(mark) = effect {
                        self.mark(*mark, *tile, to, me);
                    }
                }
            }
        }
    }

    /// What a piece may be when it has arrived: whether tests about a promotion hold is left open.
    fn arrivals(
        &self,
        me: PlayerId,
        piece: Piece,
        (from, to): (Tile, Tile),
        rests: Tile,
        captures: bool,
    ) -> SmallVec<[Piece; 4]> {
        let leads = |p: &&Promotion| {
            let on = |tile| move |region| self.engine.on(region, me, tile);
            rests == to && p.is_by(captures) && p.leads(on(from), on(to))
        };
        let promotions: SmallVec<[&Promotion; 2]> =
            self.rules.kinds[piece.kind.index()].promotions.iter().filter(leads).collect();
        let stays = promotions.iter().all(|p| p.optional || p.guard != Test::True);
        let kinds = promotions.iter().flat_map(|p| &p.to);
        let promoted = kinds.map(|kind| Piece { kind: *kind, ..piece });
        promoted.chain(stays.then_some(piece)).collect()
    }

    fn mark(&mut self, mark: MarkId, tile: Tile, maker: Tile, owner: PlayerId) {
        let left = Left { mark, tile, maker, owner };
        if !self.marks.contains(&left) {
            self.marks.push(left);
        }
    }

    /// Castles wherever there is a right to and the ways may be empty. By a rule of the king's, it moves as any piece does: such
    /// games are not understood, as the partner goes by an effect.
    fn castle(&mut self) {
        let Some(castling) = &self.rules.castling else { return };
        let start = self.start;
        let may = |tile: Tile, is: &dyn Fn(KindId) -> bool| {
            start.has_right(tile) && start.piece(tile).is_some_and(|piece| is(piece.kind))
        };
        for me in (0..2).map(PlayerId::new) {
            let own = || start.owned(me).iter();
            for king in own().filter(|tile| may(*tile, &|kind| kind == castling.king)) {
                for partner in own().filter(|tile| may(*tile, &|kind| castling.partners.contains(kind))) {
                    for side in &castling.sides {
                        if !matches!(side.way, CastlingWay::Line { .. }) {
                            continue;
                        }
                        let Some(ways) = self.engine.castling_ways(side, me, king, partner) else { continue };
                        let free = |tile: &Tile| {
                            [king, partner].contains(tile) || self.may_be[tile.index()].contains(&None)
                        };
                        if !ways.iter().flatten().all(free) {
                            continue;
                        }
                        for (way, from) in ways.iter().zip([king, partner]) {
                            self.add(from, None);
                            if let Some(to) = way.last() {
                                self.add(*to, start.piece(from));
                            }
                        }
                    }
                }
            }
        }
    }

    /// What may stand on a tile.
    fn at(&self, asked: &Asked, tile: Tile) -> Contents {
        let known = asked.lifted.iter().rev().chain(asked.facts.iter().rev()).find(|(t, _)| *t == tile);
        match known {
            Some((_, there)) => SmallVec::from_elem(*there, 1),
            None => self.may_be[tile.index()].clone(),
        }
    }

    /// The same, but a lifted piece stands where it stood.
    fn standing(&self, asked: &Asked, tile: Tile) -> Contents {
        match asked.standing {
            Some((stood, piece)) if stood == tile => SmallVec::from_elem(Some(piece), 1),
            _ => self.at(asked, tile),
        }
    }

    /// What is known of a question about what stands on a tile.
    fn of_contents(contents: &Contents, holds: impl Fn(&Option<Piece>) -> bool) -> Truth {
        Truth::one_of(contents.iter().map(|there| Truth::of(holds(there))))
    }

    fn who(&self, asked: &Asked, who: Who) -> Option<PlayerId> {
        match who {
            Who::Friend => Some(asked.me),
            Who::Player(player) => Some(player),
            Who::Enemy | Who::Next => Some(Self::other(asked.me)),
            Who::Mover => asked.mover,
        }
    }

    /// What is known of a test at a tile.
    fn holds(&mut self, asked: &Asked, here: Tile, test: &Test) -> Truth {
        match test {
            Test::True => Certain,
            Test::False => Impossible,
            Test::Not(test) => self.holds(&asked.not(), here, test).not(),
            Test::And(tests) => {
                let mut least = Certain;
                for test in tests {
                    least = least.min(self.holds(asked, here, test));
                    if least == Impossible || asked.wants_only_certainty() && least != Certain {
                        break;
                    }
                }
                least
            }
            Test::Or(tests) => {
                let mut most = Impossible;
                for test in tests {
                    most = most.max(self.holds(asked, here, test));
                    if most == Certain {
                        break;
                    }
                }
                most
            }
            Test::Empty => Self::of_contents(&self.at(asked, here), Option::is_none),
            Test::Occupied => Self::of_contents(&self.at(asked, here), Option::is_some),
            Test::Owner(who) => {
                let Some(player) = self.who(asked, *who) else { return Possible };
                Self::of_contents(&self.at(asked, here), |p| p.is_some_and(|p| p.owner == Some(player)))
            }
            Test::Kind(kinds) => {
                Self::of_contents(&self.at(asked, here), |p| p.is_some_and(|p| kinds.contains(p.kind)))
            }
            Test::Is(kinds) => {
                Self::of_contents(&self.standing(asked, here), |p| p.is_some_and(|p| kinds.contains(p.kind)))
            }
            Test::On(region) => Truth::of(self.engine.on(*region, asked.me, here)),
            Test::Attacked => self.attacked(asked, here, None),
            Test::AttackedBy(who) => match self.who(asked, *who) {
                Some(by) => self.attacked(asked, here, Some(by)),
                None => Possible,
            },
            Test::Out | Test::Parting => Impossible,
            Test::First => Truth::of(self.start.unmoved.contains(here)).at_most_possible(),
            Test::MayCastle => Truth::of(self.start.has_right(here)).at_most_possible(),
            Test::Asker(player) => Truth::of(asked.me == *player),
            Test::ToMove(player) => asked.turn.map_or(Possible, |turn| Truth::of(turn == *player)),
            Test::Marked(mark) => {
                let there = |l: &Left| l.mark == *mark && l.tile == here && l.owner != asked.me;
                Truth::of(self.marks.iter().any(there)).at_most_possible()
            }
            Test::Sees(path) => {
                let start = State::start(here, self.engine.frame(asked.me, here));
                let mut most = Impossible;
                self.walk(asked, path, start, &mut Vec::new(), Certain, &mut |_, _, _, truth| {
                    most = most.max(truth);
                    most == Certain
                });
                // What has been taken on the way to here is not taken again, and is not known.
                if path.any_effect(&Effect::takes) { most.at_most_possible() } else { most }
            }
            Test::Some(test) => {
                let mut most = Impossible;
                for tile in (0..self.may_be.len()).map(Tile::new) {
                    most = most.max(self.holds_somehow(asked, tile, test));
                    if most == Certain {
                        break;
                    }
                }
                most
            }
            Test::Compare(left, how, right) => match (self.range(asked, left), self.range(asked, right)) {
                (Some(left), Some(right)) => compare(left, *how, right),
                _ => Possible,
            },
            Test::Attacks(_)
            | Test::Capturable(_)
            | Test::Under { .. }
            | Test::Begun
            | Test::Acted
            | Test::Castled
            | Test::Changed
            | Test::Faces(_)
            | Test::OnLine(_)
            | Test::Did(..)
            | Test::Connected { .. }
            | Test::Group { .. }
            | Test::Stuck
            | Test::NoReply { .. }
            | Test::Can { .. }
            | Test::In(_)
            | Test::Always(_)
            | Test::Before(_) => Possible,
        }
    }

    /// The same, with each of the things that may stand on the tile supposed to stand there.
    fn holds_somehow(&mut self, asked: &Asked, tile: Tile, test: &Test) -> Truth {
        let known = asked.lifted.iter().chain(&asked.facts).any(|(known, _)| *known == tile);
        let contents = &self.may_be[tile.index()];
        if known || contents.len() == 1 || asked.wants_only_certainty() {
            return self.holds(asked, tile, test);
        }
        let contents = contents.clone();
        let cases: SmallVec<[Truth; 4]> =
            contents.into_iter().map(|there| self.holds(&asked.with_fact(tile, there), tile, test)).collect();
        Truth::one_of(cases)
    }

    /// Whether a piece of `by`, or any enemy, could take what stands on a tile.
    fn attacked(&mut self, asked: &Asked, target: Tile, by: Option<PlayerId>) -> Truth {
        let mut cases: SmallVec<[Truth; 4]> = SmallVec::new();
        for there in self.at(asked, target) {
            let owner = there.and_then(|piece| piece.owner).unwrap_or(asked.me);
            let by = by.unwrap_or_else(|| Self::other(owner));
            if by == owner {
                cases.push(Impossible);
                continue;
            }
            let victim = there.filter(|piece| piece.owner == Some(owner));
            let victim = victim.unwrap_or(Piece { kind: SOME_KIND, owner: Some(owner) });
            // What is lifted for the question stands there all the same.
            let is_lifted = asked.lifted.iter().any(|(tile, _)| *tile == target);
            let mut supposed = if is_lifted { asked.clone() } else { asked.with_fact(target, there) };
            supposed.lifted.push((target, Some(victim)));
            cases.push(self.attacked_by(&supposed, target, by));
        }
        Truth::one_of(cases)
    }

    fn attacked_by(&mut self, asked: &Asked, target: Tile, by: PlayerId) -> Truth {
        let mut most = Impossible;
        for from in (0..self.may_be.len()).map(Tile::new).filter(|from| *from != target) {
            let contents = self.at(asked, from);
            let certain = contents.len() == 1;
            if !certain && asked.wants_only_certainty() {
                continue;
            }
            for piece in contents.into_iter().flatten().filter(|piece| piece.owner == Some(by)) {
                if !self.engine.reaches(by, piece.kind, from, target) {
                    continue;
                }
                let supposed = asked.with_fact(from, Some(piece));
                let attacking = Asked { me: by, ..supposed.clone() }.lift(from, piece);
                let truth = self.threatens(&attacking, from, piece.kind, target);
                if certain && truth == Certain {
                    return Certain;
                }
                if truth != Impossible && most == Impossible && self.may_have_moved(&supposed) {
                    most = Possible;
                }
            }
        }
        most
    }

    /// Whether what must hold after a move may hold, as far as it is known who has just moved.
    fn may_have_moved(&mut self, asked: &Asked) -> bool {
        let Some(mover) = asked.mover else { return true };
        let after = Asked { facts: asked.facts.clone(), ..Asked::whether_impossible(mover) };
        self.holds(&after, Tile(0), &self.rules.turn.legal) != Impossible
    }

    fn threatens(&mut self, asked: &Asked, from: Tile, kind: KindId, target: Tile) -> Truth {
        let start = State::start(from, self.engine.frame(asked.me, from));
        let mut most = Impossible;
        for (number, rule) in self.rules.kinds[kind.index()].rules.iter().enumerate() {
            if !self.engine.memory.rules[kind.index()][number].attacks {
                continue;
            }
            let lands = matches!(rule.mode, Mode::Capture | Mode::Move | Mode::Threat);
            let guard = self.holds(asked, from, &rule.guard);
            if guard == Impossible {
                continue;
            }
            self.walk(asked, &rule.path, start, &mut Vec::new(), guard, &mut |_, end, effects, truth| {
                let takes = |(tile, effect): &(Tile, Effect)| *tile == target && *effect == Effect::Take;
                if lands && end.tile == target || effects.iter().any(takes) {
                    most = most.max(truth);
                }
                most == Certain
            });
            if most == Certain {
                break;
            }
        }
        most
    }

    /// Walks a path in every way that is possible; `truth` is how certainly it has been walked so far. Whether `then` has stopped it.
    fn walk(
        &mut self,
        asked: &Asked,
        path: &Path,
        at: State,
        effects: &mut Vec<(Tile, Effect)>,
        truth: Truth,
        then: Then<'_>,
    ) -> bool {
        // Without steps left, nothing is proved.
        let Some(left) = self.steps.checked_sub(1) else { return true };
        self.steps = left;
        match path {
            Path::Step(direction) => {
                let truth = truth.min(self.may_leave(asked, at));
                let arrivals: SmallVec<[_; 2]> =
                    self.engine.board.step(at.tile, at.frame, *direction).collect();
                truth != Impossible
                    && arrivals.into_iter().any(|arrival| then(self, at.arrive(arrival), effects, truth))
            }
            Path::Leap(directions) => {
                let truth = truth.min(self.may_leave(asked, at));
                let arrivals = self.engine.board.leap(at.tile, at.frame, directions);
                truth != Impossible
                    && arrivals.into_iter().any(|arrival| then(self, at.arrive(arrival), effects, truth))
            }
            Path::Seq(parts) => self.walk_all(asked, parts, at, effects, truth, then),
            Path::Any(parts) => {
                parts.iter().any(|part| self.walk(asked, part, at, effects, truth, &mut *then))
            }
            Path::Check { test, settles } => {
                let truth = truth.min(self.holds(asked, at.tile, test));
                let at = State { settled: at.settled || *settles, ..at };
                truth != Impossible && then(self, at, effects, truth)
            }
            Path::Bend(symmetry) => {
                let at = State { frame: self.engine.board.bend(at.frame, *symmetry), ..at };
                then(self, at, effects, truth)
            }
            Path::Do(effect) => {
                effects.push((at.tile, effect.clone()));
                let stop = then(self, at, effects, truth);
                effects.pop();
                stop
            }
            // How often is not known for certain; where the way ends at once, neither.
            Path::Times { path, .. } => {
                self.repeat(asked, (path, 0, None), at, effects, truth.min(Possible), then)
            }
            Path::Repeat { path, min, max } => {
                self.repeat(asked, (path, *min, *max), at, effects, truth, then)
            }
        }
    }

    fn may_leave(&self, asked: &Asked, at: State) -> Truth {
        if at.settled { Certain } else { Self::of_contents(&self.at(asked, at.tile), Option::is_none) }
    }

    fn walk_all(
        &mut self,
        asked: &Asked,
        parts: &[Path],
        at: State,
        effects: &mut Vec<(Tile, Effect)>,
        truth: Truth,
        then: Then<'_>,
    ) -> bool {
        match parts {
            [] => then(self, at, effects, truth),
            [last] => self.walk(asked, last, at, effects, truth, then),
            [first, rest @ ..] => {
                self.walk(asked, first, at, effects, truth, &mut |relaxed, next, effects, truth| {
                    relaxed.walk_all(asked, rest, next, effects, truth, &mut *then)
                })
            }
        }
    }

    /// A repetition without effects: only what is reached matters, and how certainly.
    fn repeat(
        &mut self,
        asked: &Asked,
        (body, min, max): (&Path, u16, Option<u16>),
        at: State,
        effects: &mut Vec<(Tile, Effect)>,
        truth: Truth,
        then: Then<'_>,
    ) -> bool {
        let mut reached: Vec<(State, Truth)> = vec![(at, truth)];
        let mut seen: Vec<(State, Truth)> = Vec::new();
        for done in 0..=u16::MAX {
            if done >= min && reached.iter().any(|(state, truth)| then(self, *state, effects, *truth)) {
                return true;
            }
            if max == Some(done) {
                return false;
            }
            if max.is_some() {
                // Who counts rounds may come to a place again.
                seen.clear();
            }
            let mut next: Vec<(State, Truth)> = Vec::new();
            for (state, truth) in reached {
                self.walk(asked, body, state, effects, truth, &mut |_, state, _, truth| {
                    if !seen.contains(&(state, truth)) {
                        seen.push((state, truth));
                        next.push((state, truth));
                    }
                    false
                });
            }
            if next.is_empty() || self.steps == 0 {
                return false;
            }
            reached = next;
        }
        false
    }

    /// The least and the greatest that a number can be, where that is known.
    fn range(&mut self, asked: &Asked, quantity: &Quantity) -> Option<(i64, i64)> {
        match quantity {
            Quantity::Number(n) => Some((*n, *n)),
            Quantity::Players => Some((2, 2)),
            Quantity::Count(test) => {
                // Both ends matter.
                let asked = &Asked { only: None, ..asked.clone() };
                let (mut least, mut most) = (0, 0);
                for tile in (0..self.may_be.len()).map(Tile::new) {
                    let truth = self.holds_somehow(asked, tile, test);
                    least += i64::from(truth == Certain);
                    most += i64::from(truth != Impossible);
                }
                Some((least, most))
            }
            Quantity::Sum(parts) => {
                let (mut least, mut most) = (0_i64, 0_i64);
                for (sign, part) in parts {
                    let (low, high) = self.range(asked, part)?;
                    let (low, high) = match sign {
                        Sign::Plus => (low, high),
                        Sign::Minus => (-high, -low),
                    };
                    (least, most) = (least.checked_add(low)?, most.checked_add(high)?);
                }
                Some((least, most))
            }
            Quantity::Counter(..)
            | Quantity::Hand(..)
            | Quantity::Worth(_)
            | Quantity::Repeated
            | Quantity::RepeatedBoard => None,
        }
    }
}

/// How two numbers compare of which only the least and the greatest values are known.
fn compare(left: (i64, i64), how: Comparison, right: (i64, i64)) -> Truth {
    let less = || match (left.1 < right.0, left.0 < right.1) {
        (true, _) => Certain,
        (false, true) => Possible,
        (false, false) => Impossible,
    };
    let more = || match (left.0 > right.1, left.1 > right.0) {
        (true, _) => Certain,
        (false, true) => Possible,
        (false, false) => Impossible,
    };
    let equal = || match left.0.max(right.0) <= left.1.min(right.1) {
        true if left.0 == left.1 && right.0 == right.1 => Certain,
        true => Possible,
        false => Impossible,
    };
    match how {
        Comparison::Less => less(),
        Comparison::More => more(),
        Comparison::AtLeast => less().not(),
        Comparison::AtMost => more().not(),
        Comparison::Equal => equal(),
        Comparison::NotEqual => equal().not(),
    }
}
