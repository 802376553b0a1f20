//! The normal form of an ID, and what is odd about one.

use super::{Castling, EnPassant, MoveId, Neighbour, Nested, Offset};

/// Something about an ID that is very likely not meant so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// No quadrant is on.
    NoQuadrant,
    /// `H` and `V` are both 0.
    NoStep,
    /// It may neither take nor go to an empty tile, where the target must be empty: not go to one.
    NoTarget,
    /// Quadrants that are the same, since `H` or `V` is 0.
    SameQuadrants,
    /// Up and down, or left and right, at once.
    Opposites,
    /// `j` where nothing lies between.
    IdleJump,
    /// `f` although a castling-like move asks for it anyway.
    IdleFirst,
    /// `c` although the target must be empty.
    IdleCapture,
}

impl Remark {
    /// The remark as a sentence without full stop.
    ///
    /// ```
    /// use tilegame_dsl::moveid::Remark;
    /// assert_eq!(Remark::NoQuadrant.sentence(), "no quadrant is on, so it gives no move");
    /// ```
    pub fn sentence(self) -> &'static str {
        match self {
            Remark::NoQuadrant => "no quadrant is on, so it gives no move",
            Remark::NoStep => "H and V are both 0, so it gives no move",
            Remark::NoTarget => "no target is right for it, so it gives no move: `m` is missing",
            Remark::SameQuadrants => "quadrants that are the same because H or V is 0",
            Remark::Opposites => "an offset goes up and down, or left and right, at once",
            Remark::IdleJump => "`j` says nothing, since nothing lies on the way",
            Remark::IdleFirst => "`f` says nothing: a castling-like move is a first move anyway",
            Remark::IdleCapture => "`c` says nothing: the target must be empty",
        }
    }
}

impl MoveId {
    /// What is odd about it, nested IDs included.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(id) = open.pop() {
            id.own_remarks(&mut found);
            open.extend(id.nested());
        }
        let mut once: Vec<Remark> = Vec::new();
        found.into_iter().for_each(|r| {
            if !once.contains(&r) {
                once.push(r);
            }
        });
        once
    }

    fn own_remarks(&self, found: &mut Vec<Remark>) {
        let needs_empty = self.castling.is_some() || self.en_passant.is_some();
        let mut note = |holds: bool, remark: Remark| {
            if holds {
                found.push(remark);
            }
        };
        let on = self.quadrants.iter().filter(|q| **q).count();
        let nowhere = self.horizontal == 0 && self.vertical == 0;
        note(on == 0, Remark::NoQuadrant);
        note(nowhere, Remark::NoStep);
        note(!(self.moves || self.captures && !needs_empty), Remark::NoTarget);
        note(!nowhere && self.steps().len() < on, Remark::SameQuadrants);
        let neighbours = [
            self.condition.map(|c| c.at),
            self.castling.map(|c| c.partner.at),
            self.castling.map(|c| c.goes),
            self.en_passant.as_ref().map(|e| e.victim.at),
        ];
        let opposite = |o: &Offset| o.up > 0 && o.down > 0 || o.left > 0 && o.right > 0;
        note(neighbours.iter().flatten().any(opposite), Remark::Opposites);
        note(self.jumps && self.is_single_step(), Remark::IdleJump);
        note(self.first && self.castling.is_some(), Remark::IdleFirst);
        note(self.captures && self.moves && needs_empty, Remark::IdleCapture);
    }

    /// One straight step, on the way of which nothing can stand.
    fn is_single_step(&self) -> bool {
        !self.multiple && u32::from(self.horizontal) + u32::from(self.vertical) == 1
    }

    /// The ID that means the same and says nothing twice: quadrants that are the same count once, opposite parts of an offset
    /// are subtracted, letters are large, flags that say nothing are off.
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let id: MoveId = "101234cmj000lM0r000000sr000000t00000er000000M0!".parse()?;
    /// assert_eq!(id.normal().to_string(), "101200cm0000lM0r000000sr000000t00000er000000M0!");
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    #[must_use]
    pub fn normal(&self) -> MoveId {
        let needs_empty = self.castling.is_some() || self.en_passant.is_some();
        let nested = |n: &Option<Nested>| n.as_ref().map(|n| Nested::new(n.normal()));
        // A block of which nothing would be left stays as it is: without it the ID would say something else.
        let castling = self.castling.map(|c| {
            let normal = Castling {
                partner: neighbour(c.partner),
                goes: Offset::of(c.goes.net()),
                unmoved: c.unmoved,
            };
            if normal == Castling::default() { c } else { normal }
        });
        let en_passant = self.en_passant.as_ref().map(|e| {
            let normal = EnPassant { victim: neighbour(e.victim), previous: nested(&e.previous) };
            if normal == EnPassant::default() { e.clone() } else { normal }
        });
        let condition = self.condition.map(|c| match neighbour(c) {
            nothing if nothing == Neighbour::default() => c,
            normal => normal,
        });
        MoveId {
            quadrants: quadrants_of(&self.steps(), self.quadrants, (self.horizontal, self.vertical)),
            captures: self.captures && !needs_empty,
            jumps: self.jumps && !self.is_single_step(),
            first: self.first && castling.is_none(),
            previous: nested(&self.previous),
            condition,
            castling,
            en_passant,
            ..self.clone()
        }
    }
}

impl MoveId {
    /// The same with left and right exchanged, in nested IDs, too.
    pub(super) fn mirrored(&self) -> MoveId {
        let nested = |n: &Option<Nested>| n.as_ref().map(|n| Nested::new(n.mirrored()));
        let offset = |o: Offset| Offset { left: o.right, right: o.left, ..o };
        let neighbour = |n: Neighbour| Neighbour { at: offset(n.at), ..n };
        let [a, b, c, d] = self.quadrants;
        MoveId {
            quadrants: if self.horizontal == 0 { self.quadrants } else { [b, a, d, c] },
            previous: nested(&self.previous),
            condition: self.condition.map(neighbour),
            castling: self.castling.map(|c| Castling {
                partner: neighbour(c.partner),
                goes: offset(c.goes),
                ..c
            }),
            en_passant: self
                .en_passant
                .as_ref()
                .map(|e| EnPassant { victim: neighbour(e.victim), previous: nested(&e.previous) }),
            ..self.clone()
        }
    }
}

fn neighbour(n: Neighbour) -> Neighbour {
    let mut large = n.letter.into_iter().flat_map(char::to_uppercase);
    let letter = match (large.next(), large.next()) {
        (Some(only), None) => Some(only),
        _ => n.letter,
    };
    Neighbour { letter, at: Offset::of(n.at.net()), ..n }
}

/// The quadrants that give these steps: right is quadrant 1, left 2; forward 1, back 4.
fn quadrants_of(steps: &[(i32, i32)], given: [bool; 4], (h, v): (u16, u16)) -> [bool; 4] {
    let has = |right: bool, up: bool| steps.iter().any(|(dx, dy)| (*dx > 0) == right && (*dy > 0) == up);
    match (h, v) {
        (0, 0) => given,
        (_, 0) => [steps.iter().any(|s| s.0 > 0), steps.iter().any(|s| s.0 < 0), false, false],
        (0, _) => [steps.iter().any(|s| s.1 > 0), false, false, steps.iter().any(|s| s.1 < 0)],
        _ => [has(true, true), has(false, true), has(false, false), has(true, false)],
    }
}
