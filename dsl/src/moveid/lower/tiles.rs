//! Notes: what a tile must be, and what happens on it.

use super::words::Words;
use super::{Lowered, Lowering, all, check, not};
use crate::ir::{DirId, Effect, Kinds, Path, Quantity, SymId, Test, Who};
use crate::moveid::extended::{Deed, Extension, Far, Name, Names, Note, Sort, Term, TileTest, What};
use crate::moveid::geometry::{Image, Step};
use crate::moveid::places::Field;
use crate::moveid::{MoveId, Side};

impl<W: Words> Lowering<'_, W> {
    /// What a note asks and does, as parts of a path.
    pub(super) fn note(&mut self, field: Field, note: &Note, image: Image) -> Lowered<Vec<Path>> {
        let mut parts = Vec::new();
        if !note.test.any.is_empty() {
            parts.push(check(self.tile_test(field, &note.test, image)?));
        }
        parts.extend(self.note_effects(field, &note.effects, image)?);
        Ok(parts)
    }

    pub(super) fn note_effects(
        &mut self,
        field: Field,
        effects: &[Deed],
        image: Image,
    ) -> Lowered<Vec<Path>> {
        effects.iter().map(|deed| self.effect(field, deed, image).map(Path::Do)).collect()
    }

    pub(super) fn tile_test(&mut self, field: Field, test: &TileTest, image: Image) -> Lowered<Test> {
        let mut any = Vec::new();
        for terms in &test.any {
            let mut tests = Vec::new();
            for term in terms {
                self.term(field, term, image, &mut tests)?;
            }
            any.push(all(tests));
        }
        Ok(if any.len() == 1 { any.remove(0) } else { Test::Or(any) })
    }

    fn term(&mut self, field: Field, term: &Term, image: Image, tests: &mut Vec<Test>) -> Lowered<()> {
        let mut found = match &term.what {
            What::Group(inner) => vec![self.tile_test(field, inner, image)?],
            What::Empty => vec![Test::Empty],
            What::Piece(side, sort) => self.piece(field, *side, sort)?,
            What::Is(names) => vec![Test::Is(self.kinds_named(field, names)?)],
            What::Of(player) => vec![Test::Owner(Who::Player(self.named(field, player, W::player)?))],
            What::On(region) => vec![Test::On(self.named(field, region, W::region)?)],
            What::Under { zone, by_one } => {
                let zone = self.named(field, zone, W::zone)?;
                vec![Test::Under { zone, of: Who::Enemy, by_one: *by_one }]
            }
            What::Attacked => vec![Test::Attacked],
            What::Unmoved => vec![Test::First],
            What::Begun => vec![Test::Begun],
            What::Acted => vec![Test::Acted],
            What::Did(when, label) => vec![Test::Did(*when, self.named(field, label, W::label)?)],
            What::Marked(mark) => vec![Test::Marked(self.named(field, mark, W::mark)?)],
            What::Faces(direction) => {
                let direction = self.named(field, direction, W::direction)?;
                vec![Test::Faces(self.reflected(field, direction, image)?)]
            }
            What::Phase(phase) => vec![Test::In(self.named(field, phase, W::phase)?)],
            What::Mover(player) => vec![Test::Asker(self.named(field, player, W::player)?)],
            What::Parting => vec![Test::Parting],
            What::Castled => vec![Test::Castled],
        };
        if term.not {
            tests.push(not(all(found)));
        } else {
            tests.append(&mut found);
        }
        Ok(())
    }

    fn piece(&mut self, field: Field, side: Side, sort: &Sort) -> Lowered<Vec<Test>> {
        let mut tests = match side {
            Side::Friend => vec![Test::Owner(Who::Friend)],
            Side::Enemy => vec![Test::Owner(Who::Enemy)],
            Side::Any => Vec::new(),
        };
        match sort {
            Sort::Any if side == Side::Any => tests.push(Test::Occupied),
            Sort::Any => {}
            Sort::Letter(letter) => tests.push(Test::Kind(self.kinds_of(field, Some(*letter))?)),
            Sort::Named(names) => tests.push(Test::Kind(self.kinds_named(field, names)?)),
        }
        Ok(tests)
    }

    fn kinds_named(&mut self, field: Field, names: &Names) -> Lowered<Kinds> {
        let mut all = Vec::new();
        for name in &names.0 {
            all.extend(self.named(field, name, W::kinds)?.0);
        }
        all.sort();
        all.dedup();
        Ok(Kinds(all))
    }

    /// A direction as it is in a quadrant.
    fn reflected(&self, field: Field, direction: DirId, image: Image) -> Lowered<DirId> {
        let board = self.words.board();
        let [x, y, z] = board.directions[direction.index()].offset.map(i32::from);
        let wanted = self.as_seated(image.of((x, y, z)));
        let same = |d: &crate::ir::Direction| {
            let [x, y, z] = d.offset.map(i32::from);
            (x, y, z) == wanted
        };
        let found = board.directions.iter().position(same).map(DirId::new);
        found.ok_or_else(|| {
            self.senseless(field, "this direction has no counterpart in a quadrant".to_owned())
        })
    }

    fn as_seated(&self, (x, y, z): Step) -> Step {
        (if self.turned { -x } else { x }, y, z)
    }

    fn effect(&mut self, field: Field, deed: &Deed, image: Image) -> Lowered<Effect> {
        Ok(match deed {
            Deed::Take => Effect::Take,
            Deed::TakeLast => Effect::TakeLast,
            Deed::Vanish => Effect::Vanish,
            Deed::Mark(mark) => Effect::Mark(self.named(field, mark, W::mark)?),
            Deed::Become(kind) => Effect::Become(self.named(field, kind, W::kind)?),
            Deed::State(state, on) => Effect::State { state: self.named(field, state, W::state)?, on: *on },
            Deed::Put(kind) => Effect::Put(self.named(field, kind, W::kind)?),
            Deed::Drop(kind) => Effect::Drop(self.named(field, kind, W::kind)?),
            Deed::Swap => Effect::Swap,
            Deed::Arrive(kind) => Effect::Arrive(self.named(field, kind, W::kind)?),
            Deed::Merge(Some(kind)) => Effect::Merge(self.named(field, kind, W::kind)?),
            Deed::Merge(None) => Effect::Unite,
            Deed::Turn(steps) => Effect::Turn(self.turn(field, *steps)?),
            Deed::Shift(far) => Effect::Shift(self.shift(field, *far, image)?),
            Deed::Join(name) => Effect::Join(self.joined(field, name)?),
            Deed::Count { counter, op, amount } => Effect::Count {
                counter: self.named(field, counter, W::counter)?,
                of: Who::Friend,
                op: *op,
                amount: Quantity::Number(i64::from(*amount)),
            },
        })
    }

    /// So many turns of the board to the right.
    fn turn(&self, field: Field, steps: u16) -> Lowered<SymId> {
        let turn = self.words.board().turns.get(usize::from(steps)).copied().filter(|_| steps > 0);
        turn.ok_or_else(|| self.senseless(field, "the board has no such turn".to_owned()))
    }

    fn shift(&self, field: Field, far: Far, image: Image) -> Lowered<Vec<DirId>> {
        self.directions_to(image.of(far.net())).ok_or_else(|| self.off_board(field))
    }

    fn joined(&mut self, field: Field, name: &Name) -> Lowered<Who> {
        Ok(match name.as_str() {
            "friend" => Who::Friend,
            "next" => Who::Next,
            "mover" => Who::Mover,
            _ => Who::Player(self.named(field, name, W::player)?),
        })
    }
}

/// The regions that an extension names.
fn regions(e: &Extension) -> Vec<&Name> {
    let mut found = Vec::new();
    e.each_term(&mut |what| {
        if let What::On(region) = what {
            found.push(region);
        }
    });
    found
}

impl MoveId {
    /// The sets of tiles that its extension and those of the IDs in it name.
    pub(crate) fn regions(&self) -> Vec<&Name> {
        let (mut found, mut open) = (Vec::new(), vec![self]);
        while let Some(id) = open.pop() {
            found.extend(regions(&id.extension));
            open.extend(id.nested());
        }
        found
    }
}
