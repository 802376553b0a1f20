//! The normal form of an ID.

use super::extended::Extension;
use super::extended::{Deed, Far, Leg, Look, Note, Sort, Steps, Term, TileTest, Times, Way, What};
use super::id::{Castling, EnPassant, MoveId, Nested};
use super::neighbour::{Neighbour, Offset, Side};

impl MoveId {
    /// The ID that means the same and says nothing twice: quadrants that are the same or give no move are off, opposite parts of an
    /// offset are subtracted, letters are large, flags that say nothing are off. Two IDs of which each gives a move mean the
    /// same exactly if their normal forms are equal.
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let id: MoveId = "101234cmj000lM0r000000sr000000t00000er000000M0!".parse()?;
    /// assert_eq!(id.normal().to_string(), "101200cm0000lM0r000000sr000000t00000er000000M0!");
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    #[must_use]
    pub fn normal(&self) -> MoveId {
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
        let simpler = MoveId {
            first: self.first && castling.is_none(),
            once: self.once && !self.first && castling.is_none(),
            previous: nested(&self.previous),
            condition,
            castling,
            en_passant,
            extension: extension(&self.extension),
            ..self.clone()
        }
        .with_plain_times();
        let quadrants = simpler.needed_quadrants();
        // Whether a flag says something may depend on the quadrants that are left.
        let simpler = MoveId { quadrants, ..simpler };
        let jumps = simpler.jumps && !simpler.has_idle_jump();
        let moves = simpler.moves && !simpler.has_idle_move();
        MoveId { jumps, moves, ..simpler }
    }

    /// Once is not several times; any number of times is `n`; passing everything is `j`.
    fn with_plain_times(mut self) -> MoveId {
        // With `n` as well, it gives no move.
        let (Steps::Several { each, times, last }, false) = (&mut self.extension.steps, self.multiple) else {
            return self;
        };
        // Everything passed over, without a look.
        if each.effects.is_empty() && each.test == anything() {
            self.jumps = true;
            *each = Note::default();
        }
        match times {
            Times { min: 1, max: Some(1) } if !asks_behind_a_take(each, last) => {
                // Once, and without looking around corners.
                let once = both(each, last);
                self.jumps = true;
                self.extension.steps = Steps::Once(once);
            }
            Times { min: 1, max: None } if each.is_empty() => {
                let once = last.clone();
                self.multiple = true;
                self.extension.steps = Steps::Once(once);
            }
            _ => {}
        }
        self
    }

    /// The quadrants that give a move which no other one gives.
    fn needed_quadrants(&self) -> [bool; 4] {
        // Quadrants beside sextants contradict each other, and stay so.
        if self.extension.sextants.is_some() {
            return self.quadrants;
        }
        if !self.has_way() {
            return if self.extension.ending.is_some() { [false; 4] } else { self.quadrants };
        }
        let images = self.images();
        let is_alive = |image: &super::geometry::Image| {
            let (x, y, _) = image.of(self.head_step());
            !self.extension.is_empty() || self.obstacle((x, y)).is_none()
        };
        let mut alive: Vec<usize> =
            images.iter().filter(|i| is_alive(i)).map(|image| image.number()).collect();
        if alive.is_empty() {
            alive = images.iter().map(|image| image.number()).collect();
        }
        let mut needed = [false; 4];
        for quadrant in alive {
            needed[self.first_like(quadrant)] = true;
        }
        needed
    }

    /// The quadrant, be it on or off, that stands for all that give the same as this one.
    fn first_like(&self, quadrant: usize) -> usize {
        let alone = |quadrants: &[usize]| {
            let mut on = [false; 4];
            quadrants.iter().for_each(|q| on[*q] = true);
            MoveId { quadrants: on, ..self.clone() }.images().len()
        };
        // Straight steps are written as right, left, forward and back: with the quadrants 1, 2, 1 and 4.
        [0, 1, 3, 2].into_iter().find(|other| alone(&[*other, quadrant]) == 1).unwrap_or(quadrant)
    }
}

/// Empty or not: what settles a tile and asks nothing.
fn anything() -> TileTest {
    let term = |what| vec![Term { not: false, what }];
    test(&TileTest { any: vec![term(What::Empty), term(What::Piece(Side::Any, Sort::Any))] })
}

/// Whether the second note of a tile asks what it is after the first has taken what stood there: then they can't be one.
fn asks_behind_a_take(first: &Note, second: &Note) -> bool {
    first.effects.contains(&Deed::Take) && !second.test.any.is_empty()
}

/// What two notes of one tile say together.
fn both(first: &Note, second: &Note) -> Note {
    let test = match (first.test.any.as_slice(), second.test.any.as_slice()) {
        ([], _) => second.test.clone(),
        (_, []) => first.test.clone(),
        _ => {
            let group = |test: &TileTest| Term { not: false, what: What::Group(test.clone()) };
            test(&TileTest { any: vec![vec![group(&first.test), group(&second.test)]] })
        }
    };
    Note { test, effects: [first.effects.clone(), second.effects.clone()].concat() }
}

fn extension(e: &Extension) -> Extension {
    let look = |look: &Look| Look { test: test(&look.test), at: Far::of(look.at.net()) };
    Extension {
        start: note(&e.start),
        looks: e.looks.iter().map(look).collect(),
        // Levels neither up nor down give no move, however many.
        levels: e.levels_to_go(),
        steps: steps(&e.steps),
        route: e.route.iter().map(leg).collect(),
        ..e.clone()
    }
}

fn note(n: &Note) -> Note {
    Note { test: test(&n.test), effects: n.effects.clone() }
}

fn steps(s: &Steps) -> Steps {
    match s {
        Steps::Once(n) => Steps::Once(note(n)),
        Steps::Several { each, times, last } => {
            Steps::Several { each: note(each), times: *times, last: note(last) }
        }
    }
}

fn leg(leg: &Leg) -> Leg {
    match leg {
        Leg::Go { way, steps: s } => {
            let way = match way {
                Way::Far(far) => Way::Far(Far::of(far.net())),
                Way::Direction(name) => Way::Direction(name.clone()),
            };
            let steps = match steps(s) {
                Steps::Several { each, times: Times { min: 1, max: Some(1) }, last }
                    if !asks_behind_a_take(&each, &last) =>
                {
                    Steps::Once(both(&each, &last))
                }
                other => other,
            };
            Leg::Go { way, steps }
        }
        Leg::Again { legs, times, last } => Leg::Again { legs: *legs, times: *times, last: note(last) },
    }
}

/// Brackets that change nothing are left out, nothing is asked twice, letters are large.
fn test(t: &TileTest) -> TileTest {
    let mut any: Vec<Vec<Term>> = Vec::new();
    for all in &t.any {
        let mut terms: Vec<Term> = Vec::new();
        // A bracket of several alternatives stands for itself unless it is alone.
        let mut alternatives: Option<Vec<Vec<Term>>> = None;
        for term in all {
            match simple(term) {
                Term { not: false, what: What::Group(TileTest { any: inner }) }
                    if inner.len() == 1 || all.len() == 1 =>
                {
                    match <[Vec<Term>; 1]>::try_from(inner) {
                        Ok([only]) => terms.extend(only),
                        Err(several) => alternatives = Some(several),
                    }
                }
                other => terms.push(other),
            }
        }
        for terms in alternatives.unwrap_or_else(|| vec![terms]) {
            let once = with_whose_and_what(terms);
            // Brackets of which only one is left since they were equal.
            let sets = match once.as_slice() {
                [Term { not: false, what: What::Group(inner) }] => inner.any.clone(),
                _ => vec![once],
            };
            for set in sets {
                if !any.contains(&set) {
                    any.push(set);
                }
            }
        }
    }
    any.sort_by_key(|all| all.iter().map(order).collect::<Vec<_>>());
    TileTest { any }
}

/// Each term once and in order; whose a piece is and what it is are one term.
fn with_whose_and_what(terms: Vec<Term>) -> Vec<Term> {
    let piece = |side, sort| Term { not: false, what: What::Piece(side, sort) };
    let mut once: Vec<Term> = Vec::new();
    for term in terms {
        let parts = match term {
            Term { not: false, what: What::Piece(side @ (Side::Friend | Side::Enemy), sort) }
                if sort != Sort::Any =>
            {
                vec![piece(side, Sort::Any), piece(Side::Any, sort)]
            }
            other => vec![other],
        };
        for part in parts {
            if !once.contains(&part) {
                once.push(part);
            }
        }
    }
    once.sort_by_key(order);
    let is = |term: &Term, whose: bool| match &term.what {
        What::Piece(side, sort) if !term.not => {
            (*side != Side::Any) == whose && (*sort == Sort::Any) == whose
        }
        _ => false,
    };
    let whose = once.iter().position(|term| is(term, true));
    let what = once.iter().position(|term| is(term, false));
    if let (Some(whose), Some(what)) = (whose, what)
        && let What::Piece(side, _) = once[whose].what
        && let What::Piece(of, _) = &mut once[what].what
    {
        *of = side;
        once.remove(whose);
        once.sort_by_key(order);
    }
    once
}

/// What stands there comes first, then what else is asked; what must not be comes behind what must.
fn order(term: &Term) -> (u8, bool, String) {
    let rank = match term.what {
        What::Empty | What::Piece(..) => 0,
        What::Is(_) | What::Of(_) => 1,
        What::Group(_) => 3,
        _ => 2,
    };
    (rank, term.not, term.to_string())
}

fn simple(term: &Term) -> Term {
    let what = match &term.what {
        What::Group(inner) => {
            let inner = test(inner);
            // Of one term in brackets only its sign counts.
            if let [all] = inner.any.as_slice()
                && let [only] = all.as_slice()
            {
                return Term { not: term.not != only.not, what: only.what.clone() };
            }
            What::Group(inner)
        }
        What::Piece(side, Sort::Letter(letter)) => What::Piece(*side, Sort::Letter(large(*letter))),
        other => other.clone(),
    };
    Term { not: term.not, what }
}

impl MoveId {
    /// The same with left and right exchanged, in nested IDs, too.
    pub(super) fn mirrored(&self) -> MoveId {
        let nested = |n: &Option<Nested>| n.as_ref().map(|n| Nested::new(n.mirrored()));
        let offset = |o: Offset| Offset { left: o.right, right: o.left, ..o };
        let neighbour = |n: Neighbour| Neighbour { at: offset(n.at), ..n };
        let [a, b, c, d] = self.quadrants;
        let is_upright = self.horizontal == 0 && self.extension.route.is_empty();
        let looks = self.extension.looks.iter();
        let looks = looks.map(|look| Look { at: Far { at: offset(look.at.at), ..look.at }, ..look.clone() });
        MoveId {
            quadrants: if is_upright { self.quadrants } else { [b, a, d, c] },
            extension: Extension { looks: looks.collect(), ..self.extension.clone() },
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

impl MoveId {
    /// Whether something in its extension is not the same from the left and from the right, though its way may be: facing, turning,
    /// shifting.
    pub(super) fn asks_for_directions(&self) -> bool {
        let e = &self.extension;
        let mut asks = e.sextants.is_some();
        e.each_term(&mut |what| asks |= matches!(what, What::Faces(_)));
        e.each_note(&mut |note| {
            asks |= note.effects.iter().any(|deed| matches!(deed, Deed::Turn(_) | Deed::Shift(_)));
        });
        asks
    }
}

fn neighbour(n: Neighbour) -> Neighbour {
    Neighbour { letter: n.letter.map(large), at: Offset::of(n.at.net()), ..n }
}

/// The large letter, if there is one.
fn large(letter: char) -> char {
    let mut large = letter.to_uppercase();
    match (large.next(), large.next()) {
        (Some(only), None) => only,
        _ => letter,
    }
}
