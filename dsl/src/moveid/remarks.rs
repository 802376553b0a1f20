//! What is odd about an ID: parts that say nothing, and parts that contradict each other.

use super::extended::{Extension, Leg, Steps, Times};
use super::geometry::around;
use super::id::MoveId;
use super::neighbour::{Neighbour, Offset, Side};
use super::places::{Field, Place};

/// Something about an ID that is probably a mistake, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Where.
    pub place: Place,
    /// What.
    pub odd: Odd,
}

/// The sorts of such things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Odd {
    /// No quadrant is on.
    NoQuadrant,
    /// `H` and `V` are both 0.
    NoStep,
    /// It may neither capture nor go to an empty tile.
    NoTarget,
    /// A quadrant that is the same as an earlier one, since `H` or `V` is 0.
    SameQuadrant,
    /// Up and down, or left and right, at once.
    Opposites,
    /// `j` where nothing lies between.
    IdleJump,
    /// `f` although a castling-like move asks for it anyway.
    IdleFirst,
    /// `o` although it is a first move.
    IdleOnce,
    /// A first move that must come after another one.
    FirstAfterAnother,
    /// Another piece where the mover itself stands.
    OnTheMover,
    /// A friend and an enemy on one tile.
    FriendAndEnemy,
    /// A piece is asked to stand where the way must be free.
    InTheWay,
    /// A piece is asked to stand on the target, where none may.
    OnTheTarget,
    /// `m` although a piece is asked to stand on the target.
    IdleMove,
    /// The victim stands on the target.
    VictimOnTarget,
    /// Partner and victim are on one tile.
    PartnerIsVictim,
    /// Both go to one tile.
    OneTarget,
    /// One quadrant gives no move, for one of these reasons.
    DeadQuadrant,
    /// The move that must come before it gives none.
    DeadInside,
    /// `c` or `m` beside `y`.
    TwoEndings,
    /// Quadrants beside sextants.
    QuadrantsAndSextants,
    /// Levels neither up nor down.
    NoLevel,
    /// `n` beside `k`.
    TwoTimes,
    /// At most less often than at least.
    BackwardTimes,
    /// `u` about fewer than two steps, or more than there are.
    NotSoManyLegs,
    /// `u` about what `u` has repeated.
    NestedAgain,
    /// `o` of the extension without `c`.
    OntoWithoutCapture,
}

impl Odd {
    /// The remark as a sentence without full stop.
    ///
    /// ```
    /// use tilegame_dsl::moveid::Odd;
    /// assert_eq!(Odd::NoQuadrant.sentence(), "no quadrant is on, so it gives no move");
    /// ```
    pub fn sentence(self) -> &'static str {
        match self {
            Odd::NoQuadrant => "no quadrant is on, so it gives no move",
            Odd::NoStep => "H and V are both 0, so it gives no move",
            Odd::NoTarget => "neither `c` nor `m` is on, so it gives no move",
            Odd::SameQuadrant => "this quadrant is the same as an earlier one, because H or V is 0",
            Odd::Opposites => "this goes up and down, or left and right, at once",
            Odd::IdleJump => "`j` says nothing: nothing lies in between",
            Odd::IdleFirst => "`f` says nothing: a castling-like move is a first move anyway",
            Odd::IdleOnce => "`o` says nothing: a first move is made once anyway",
            Odd::FirstAfterAnother => "a first move can't come after another one, so it gives no move",
            Odd::OnTheMover => "the mover itself stands there, so it gives no move",
            Odd::FriendAndEnemy => "it requires a friend and an enemy on one tile, so it gives no move",
            Odd::InTheWay => "this piece is in the way, so it gives no move",
            Odd::OnTheTarget => "this piece stands on the target, where it may not, so it gives no move",
            Odd::IdleMove => "`m` has no effect: the condition requires a piece on the target",
            Odd::VictimOnTarget => "the victim stands on the target: `c` captures it there, without `er`",
            Odd::PartnerIsVictim => "the partner is the victim, so it gives no move",
            Odd::OneTarget => "both pieces would go to the same tile, so it gives no move",
            Odd::DeadQuadrant => "this quadrant gives no move: another part excludes it",
            Odd::DeadInside => "the ID inside gives no move, so this gives none",
            Odd::TwoEndings => "`y` stands for `c` and `m`, so these must be off",
            Odd::QuadrantsAndSextants => "sextants stand for quadrants, so these must be off",
            Odd::NoLevel => "levels neither up nor down, so it gives no move",
            Odd::TwoTimes => "`k` says how often, so `n` must be off",
            Odd::BackwardTimes => "at most less often than at least, so it gives no move",
            Odd::NotSoManyLegs => "`u` repeats two steps or more, and not more than there are",
            Odd::NestedAgain => "`u` repeats what another `u` has repeated",
            Odd::OntoWithoutCapture => "`o` captures, so `c` must be on, and `m` off",
        }
    }

    /// Whether the ID gives no move because of it.
    pub fn is_deadly(self) -> bool {
        match self {
            Odd::NoQuadrant
            | Odd::NoStep
            | Odd::NoTarget
            | Odd::FirstAfterAnother
            | Odd::OnTheMover
            | Odd::FriendAndEnemy
            | Odd::InTheWay
            | Odd::OnTheTarget
            | Odd::VictimOnTarget
            | Odd::PartnerIsVictim
            | Odd::OneTarget
            | Odd::DeadInside
            | Odd::TwoEndings
            | Odd::QuadrantsAndSextants
            | Odd::NoLevel
            | Odd::TwoTimes
            | Odd::BackwardTimes
            | Odd::NotSoManyLegs
            | Odd::NestedAgain
            | Odd::OntoWithoutCapture => true,
            Odd::SameQuadrant
            | Odd::Opposites
            | Odd::IdleJump
            | Odd::IdleFirst
            | Odd::IdleOnce
            | Odd::IdleMove
            | Odd::DeadQuadrant => false,
        }
    }
}

impl MoveId {
    /// What is odd about it, nested IDs included, in the order of the text.
    pub fn remarks(&self) -> Vec<Remark> {
        self.examined().0
    }

    /// Whether it gives no move at all.
    pub fn is_dead(&self) -> bool {
        self.examined().1
    }

    /// What is odd about it, and whether it gives no move.
    fn examined(&self) -> (Vec<Remark>, bool) {
        // In the order of the text, each with the number of the ID around it and the part it stands in.
        let mut all: Vec<(&MoveId, Option<(usize, Field)>)> = Vec::new();
        let mut open = vec![(self, None)];
        while let Some((id, around)) = open.pop() {
            let number = all.len();
            all.push((id, around));
            let victims = id.en_passant.as_ref().and_then(|e| e.previous.as_deref());
            open.extend(victims.map(|inside| (inside, Some((number, Field::VictimsMove)))));
            open.extend(id.previous.as_deref().map(|inside| (inside, Some((number, Field::Previous)))));
        }
        let mut found: Vec<Remark> = Vec::new();
        let mut dead = vec![false; all.len()];
        for (number, (id, around)) in all.iter().enumerate().rev() {
            for (field, odd) in id.own_remarks() {
                dead[number] |= odd.is_deadly();
                found.push(Remark { place: Place { id: number, field }, odd });
            }
            if let (true, Some((outer, field))) = (dead[number], around) {
                dead[*outer] = true;
                found.push(Remark { place: Place { id: *outer, field: *field }, odd: Odd::DeadInside });
            }
        }
        found.sort_by_key(|remark| remark.place);
        (found, dead[0])
    }

    /// What is odd about it without the IDs inside.
    fn own_remarks(&self) -> Vec<(Field, Odd)> {
        let mut found: Vec<(Field, Odd)> = Vec::new();
        let mut note = |holds: bool, field: Field, odd: Odd| {
            if holds {
                found.push((field, odd));
            }
        };
        let e = &self.extension;
        let no_quadrant = !self.quadrants.contains(&true);
        let nowhere = !self.has_way();
        let stays = nowhere && e.ending.is_some();
        if e.sextants.is_none() {
            note(no_quadrant && !stays, Field::Quadrant(0), Odd::NoQuadrant);
        } else {
            note(!no_quadrant, Field::Sextants, Odd::QuadrantsAndSextants);
            note(e.sextants == Some([false; 6]), Field::Sextants, Odd::NoQuadrant);
        }
        note(nowhere && !stays, Field::Horizontal, Odd::NoStep);
        note(!(self.moves || self.captures || e.ending.is_some()), Field::Moves, Odd::NoTarget);
        note(e.ending.is_some() && (self.moves || self.captures), Field::Ending, Odd::TwoEndings);
        note(e.onto.is_some() && (!self.captures || self.moves), Field::Onto, Odd::OntoWithoutCapture);
        note(e.levels.is_some_and(|l| !l.up && !l.down), Field::Levels, Odd::NoLevel);
        if !nowhere && e.sextants.is_none() {
            for quadrant in self.doubled_quadrants() {
                note(true, Field::Quadrant(quadrant), Odd::SameQuadrant);
            }
        }
        let opposite = |o: &Offset| o.up > 0 && o.down > 0 || o.left > 0 && o.right > 0;
        let victim = self.en_passant.as_ref().map(|e| e.victim);
        note(self.condition.is_some_and(|c| opposite(&c.at)), Field::Condition, Odd::Opposites);
        note(self.castling.is_some_and(|c| opposite(&c.partner.at)), Field::Partner, Odd::Opposites);
        note(self.castling.is_some_and(|c| opposite(&c.goes)), Field::PartnersWay, Odd::Opposites);
        note(victim.is_some_and(|v| opposite(&v.at)), Field::Victim, Odd::Opposites);
        note(self.jumps && self.has_idle_jump(), Field::Jumps, Odd::IdleJump);
        note(self.first && self.castling.is_some(), Field::First, Odd::IdleFirst);
        let is_first = self.first || self.castling.is_some();
        note(self.once && is_first, Field::Once, Odd::IdleOnce);
        note(is_first && self.previous.is_some(), Field::Previous, Odd::FirstAfterAnother);
        self.remarks_on_times(&mut note);
        self.remarks_on_pieces(&mut note);
        found
    }

    /// Quadrants that give what an earlier one gives.
    fn doubled_quadrants(&self) -> Vec<u8> {
        let images: Vec<usize> = self.images().iter().map(|image| image.number()).collect();
        let gives_any = !images.is_empty();
        (0..4u8)
            .filter(|q| gives_any && self.quadrants[usize::from(*q)] && !images.contains(&usize::from(*q)))
            .collect()
    }

    fn remarks_on_times(&self, note: &mut impl FnMut(bool, Field, Odd)) {
        let e = &self.extension;
        let backward = |times: &Times| times.max.is_some_and(|max| max < times.min);
        let several = |steps: &Steps| matches!(steps, Steps::Several { times, .. } if backward(times));
        note(self.multiple && matches!(e.steps, Steps::Several { .. }), Field::Steps, Odd::TwoTimes);
        note(several(&e.steps), Field::Steps, Odd::BackwardTimes);
        // Of each part so far, whether it has been repeated.
        let mut legs: Vec<bool> = vec![false; usize::from(self.head_step() != (0, 0, 0))];
        for (number, leg) in e.route.iter().enumerate() {
            let field = Field::Leg(number as u16);
            match leg {
                Leg::Go { steps, .. } => {
                    note(several(steps), field, Odd::BackwardTimes);
                    legs.push(false);
                }
                Leg::Again { legs: again, times, .. } => {
                    note(backward(times), field, Odd::BackwardTimes);
                    let first = legs.len().checked_sub(usize::from(*again)).filter(|_| *again >= 2);
                    note(first.is_none(), field, Odd::NotSoManyLegs);
                    if let Some(first) = first {
                        note(legs[first..].contains(&true), field, Odd::NestedAgain);
                        legs.truncate(first);
                        legs.push(true);
                    }
                }
            }
        }
    }

    /// What the pieces of `r`, `sr` and `er` exclude.
    fn remarks_on_pieces(&self, note: &mut impl FnMut(bool, Field, Odd)) {
        let pieces = self.other_pieces();
        for (field, piece) in &pieces {
            note(piece.at.net() == (0, 0), *field, Odd::OnTheMover);
        }
        for (number, (_, piece)) in pieces.iter().enumerate() {
            for (field, other) in &pieces[number + 1..] {
                let same = piece.at.net() == other.at.net();
                let sides = [piece.side, other.side];
                let both = sides.contains(&Side::Friend) && sides.contains(&Side::Enemy);
                note(same && both, *field, Odd::FriendAndEnemy);
            }
        }
        if let (Some(castling), Some(victim)) = (&self.castling, &self.en_passant) {
            note(castling.partner.at.net() == victim.victim.at.net(), Field::Victim, Odd::PartnerIsVictim);
        }
        if let Some(castling) = self.castling {
            let (at, goes) = (castling.partner.at.net(), castling.goes.net());
            let crossed = [around(goes, true), around(goes, false)].concat();
            for (field, piece) in pieces.iter().filter(|(field, _)| *field != Field::Partner) {
                let (x, y) = piece.at.net();
                note(crossed.contains(&(x - at.0, y - at.1)), *field, Odd::InTheWay);
            }
        }
        // Behind other extensions it is not known what stands in the way.
        let extension = Extension { levels: self.extension.levels_to_go(), ..self.extension.clone() };
        if !extension.is_empty() {
            return;
        }
        let quadrants: Vec<(usize, Option<(Field, Odd)>)> = self
            .images()
            .iter()
            .map(|image| {
                let (x, y, _) = image.of(self.head_step());
                (image.number(), self.obstacle((x, y)))
            })
            .collect();
        let alive = quadrants.iter().filter(|(_, obstacle)| obstacle.is_none()).count();
        for (quadrant, obstacle) in &quadrants {
            match obstacle {
                Some(_) if alive > 0 => note(true, Field::Quadrant(*quadrant as u8), Odd::DeadQuadrant),
                Some((field, odd)) => note(true, *field, *odd),
                None => {}
            }
        }
        note(self.has_idle_move(), Field::Moves, Odd::IdleMove);
    }

    /// The pieces that must stand somewhere.
    fn other_pieces(&self) -> Vec<(Field, Neighbour)> {
        let all = [
            (Field::Condition, self.condition),
            (Field::Partner, self.castling.map(|c| c.partner)),
            (Field::Victim, self.en_passant.as_ref().map(|e| e.victim)),
        ];
        all.into_iter().filter_map(|(field, piece)| Some((field, piece?))).collect()
    }

    /// What keeps it from making a step for good.
    pub(super) fn obstacle(&self, step: (i32, i32)) -> Option<(Field, Odd)> {
        let shifted =
            |tile| self.castling.is_some_and(|c| c.partner.at.net() == tile && c.goes.net() != (0, 0));
        for (field, piece) in self.other_pieces() {
            let at = piece.at.net();
            if !self.multiple && at == step && !shifted(at) {
                if field == Field::Victim {
                    return Some((field, Odd::VictimOnTarget));
                }
                if piece.side == Side::Friend || !self.captures {
                    return Some((field, Odd::OnTheTarget));
                }
            }
            if self.must_be_free(step).contains(&at) {
                return Some((field, Odd::InTheWay));
            }
        }
        let castling = self.castling.filter(|c| c.goes.net() != (0, 0))?;
        let (at, goes) = (castling.partner.at.net(), castling.goes.net());
        let meets = !self.multiple && (at.0 + goes.0, at.1 + goes.1) == step;
        meets.then_some((Field::PartnersWay, Odd::OneTarget))
    }

    /// The tiles on the way of a single step that must be empty.
    fn must_be_free(&self, (dx, dy): (i32, i32)) -> Vec<(i32, i32)> {
        if self.jumps || self.multiple {
            return Vec::new();
        }
        let mut tiles = [around((dx, dy), true), around((dx, dy), false)].concat();
        tiles.retain(|tile| *tile != (dx, dy));
        tiles
    }

    /// `m` where a condition asks for an enemy on the only target.
    pub(super) fn has_idle_move(&self) -> bool {
        let target = match self.steps().as_slice() {
            [only] if !self.multiple && self.extension.is_empty() => *only,
            _ => return false,
        };
        let on_target = |c: Neighbour| c.side != Side::Friend && c.at.net() == target;
        self.moves && self.captures && self.condition.is_some_and(on_target)
    }

    /// One straight step, or a step that looks at nothing in between anyway.
    pub(super) fn has_idle_jump(&self) -> bool {
        let e = &self.extension;
        let several = self.multiple || matches!(e.steps, Steps::Several { .. });
        let looks_nowhere = e.sextants.is_some() || e.levels.is_some();
        !several && (u32::from(self.horizontal) + u32::from(self.vertical) <= 1 || looks_nowhere)
    }
}
