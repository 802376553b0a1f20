//! Where moves go as they are found: in sets, so that they can be counted without being listed.

use crate::packed::set::Set;
use crate::packed::step::{AS_IT_IS, How, Step, step_of_one};
use crate::plan::movers::{BulkStep, Mover, Promotes};

/// Takes moves as they are found.
pub(crate) trait Sink<const W: usize> {
    /// A piece of one of the kinds goes to any of the tiles.
    fn targets(&mut self, kinds: &[u8], from: usize, to: Set<W>);
    /// A piece goes to any of the tiles and turns into any of the kinds.
    fn promotions(&mut self, kind: u8, from: usize, to: Set<W>, into: &[u8]) {
        each_promotion(kind, from, to, into, |step| self.step(step));
    }
    /// Pieces go to all of the tiles, each from the tile that lies `shift.by` back.
    fn shifted(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>) {
        each_shifted(kind, shift, to, |step| self.step(step));
    }
    /// And turn into any of the kinds.
    fn shifted_promotions(&mut self, kind: u8, shift: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        each_shifted_promotion(kind, shift, to, into, |step| self.step(step));
    }
    /// A piece of the kind is put on any of the tiles by the choice of this number.
    fn choices(&mut self, kind: u8, number: u16, to: Set<W>) {
        each_choice(kind, number, to, |step| self.step(step));
    }
    /// A tile goes to any of the places by the line of this number.
    fn carried(&mut self, line: u8, from: usize, to: Set<W>) {
        to.iter().for_each(|to| self.step(step_of_one(line, from, to)));
    }
    /// One move.
    fn step(&mut self, step: Step);
    /// Nothing more need be found.
    #[inline(always)]
    fn is_content(&self) -> bool {
        false
    }
}

/// Takes no more of moves than how many there are and where they lead.
pub(crate) trait Tally<const W: usize> {
    /// So many moves to each of the tiles.
    fn add(&mut self, to: Set<W>, times: usize);
    /// One move.
    fn one(&mut self, step: Step);
    /// Nothing more need be found.
    #[inline(always)]
    fn is_enough(&self) -> bool {
        false
    }
}

impl<const W: usize, T: Tally<W>> Sink<W> for T {
    #[inline(always)]
    fn targets(&mut self, _: &[u8], _: usize, to: Set<W>) {
        self.add(to, 1);
    }

    #[inline(always)]
    fn promotions(&mut self, _: u8, _: usize, to: Set<W>, into: &[u8]) {
        self.add(to, into.len());
    }

    #[inline(always)]
    fn shifted(&mut self, _: u8, _: &BulkStep<W>, to: Set<W>) {
        self.add(to, 1);
    }

    #[inline(always)]
    fn shifted_promotions(&mut self, _: u8, _: &BulkStep<W>, to: Set<W>, into: &[u8]) {
        self.add(to, into.len());
    }

    #[inline(always)]
    fn choices(&mut self, _: u8, _: u16, to: Set<W>) {
        self.add(to, 1);
    }

    #[inline(always)]
    fn carried(&mut self, _: u8, _: usize, to: Set<W>) {
        self.add(to, 1);
    }

    #[inline(always)]
    fn step(&mut self, step: Step) {
        self.one(step);
    }

    #[inline(always)]
    fn is_content(&self) -> bool {
        self.is_enough()
    }
}

/// Hands on the targets of a piece, those where it promotes apart.
#[inline(always)]
pub(crate) fn emit<const W: usize, S: Sink<W> + ?Sized>(
    mover: &Mover<W>,
    from: usize,
    to: Set<W>,
    sink: &mut S,
) {
    match &mover.promotes {
        None => sink.targets(&[mover.kind], from, to),
        Some(Promotes { arrives: Some(arrives), .. }) => {
            for other in &arrives.others {
                let there = to & *other.on.at(from);
                if !there.is_empty() {
                    sink.promotions(mover.kind, from, there, std::slice::from_ref(&other.kind));
                }
            }
            sink.targets(&[mover.kind], from, to & *arrives.as_it_is.at(from));
        }
        Some(Promotes { on, into, is_optional, .. }) => {
            let there = to & *on;
            if there.is_empty() {
                return sink.targets(&[mover.kind], from, to);
            }
            sink.promotions(mover.kind, from, there, into);
            sink.targets(&[mover.kind], from, if *is_optional { to } else { to.without(there) });
        }
    }
}

/// The same for pieces that go all at once.
pub(crate) fn emit_shifted<const W: usize, S: Sink<W> + ?Sized>(
    mover: &Mover<W>,
    promotes: &Promotes<W>,
    shift: &BulkStep<W>,
    to: Set<W>,
    sink: &mut S,
) {
    if let Some((as_it_is, others)) = &shift.arrives {
        for (kind, on) in others {
            sink.shifted_promotions(mover.kind, shift, to & *on, std::slice::from_ref(kind));
        }
        return sink.shifted(mover.kind, shift, to & *as_it_is);
    }
    let there = to & promotes.on;
    sink.shifted_promotions(mover.kind, shift, there, &promotes.into);
    sink.shifted(mover.kind, shift, if promotes.is_optional { to } else { to.without(there) });
}

/// Every single move of a piece to one of the tiles.
#[inline]
pub(crate) fn each_step<const W: usize>(kind: u8, from: usize, to: Set<W>, mut then: impl FnMut(Step)) {
    to.iter().for_each(|to| then(Step::plain(kind, from, to)));
}

/// Every single move that puts a piece on one of the tiles.
#[inline]
pub(crate) fn each_choice<const W: usize>(kind: u8, number: u16, to: Set<W>, mut then: impl FnMut(Step)) {
    to.iter().for_each(|to| then(Step { how: How::Choice(number), ..Step::plain(kind, to, to) }));
}

/// The same with every promotion.
#[inline]
pub(crate) fn each_promotion<const W: usize>(
    kind: u8,
    from: usize,
    to: Set<W>,
    into: &[u8],
    mut then: impl FnMut(Step),
) {
    each_step(kind, from, to, |step| into.iter().for_each(|k| then(Step { promotion: *k, ..step })));
}

/// Every single move of pieces that go all at once.
#[inline]
pub(crate) fn each_shifted<const W: usize>(
    kind: u8,
    shift: &BulkStep<W>,
    to: Set<W>,
    mut then: impl FnMut(Step),
) {
    for to in to.iter() {
        let from = (to as i32 - shift.by) as usize;
        let how = shift.leaves.as_ref().map_or(How::Plain, |leaves| How::Leaf(leaves[from]));
        then(Step { from: from as u16, to: to as u16, kind, promotion: AS_IT_IS, how });
    }
}

/// The same with every promotion.
#[inline]
pub(crate) fn each_shifted_promotion<const W: usize>(
    kind: u8,
    shift: &BulkStep<W>,
    to: Set<W>,
    into: &[u8],
    mut then: impl FnMut(Step),
) {
    each_shifted(kind, shift, to, |step| into.iter().for_each(|k| then(Step { promotion: *k, ..step })));
}
