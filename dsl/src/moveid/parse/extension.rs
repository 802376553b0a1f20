//! Reading what stands behind the `x`.

use std::ops::Range;

use super::super::extended::{
    Deed, Ending, Extension, Far, Leg, Levels, Look, Name, Names, Note, Sort, Steps, Term, TileTest, Times,
    Way, What, may_be_in_name,
};
use super::super::id::{DEEPEST, MOST_PARTS};
use super::super::neighbour::Side;
use super::super::places::Field;
use super::{ParseError, Problem, Read, Reader, is_letter};
use crate::ir::{CountOp, When};

impl Reader<'_> {
    /// From the `x` to the end of the ID.
    pub(super) fn extension(&mut self) -> Read<Extension> {
        let mut e = Extension::default();
        self.field(Field::Extension, |r| r.literal("x", Field::Extension, "`x`"))?;
        if self.peek() == Some('w') {
            e.own_side = self.field(Field::OwnSide, |r| r.flag("w", Field::OwnSide, "`w`"))?;
        }
        if self.peek() == Some('y') {
            e.ending = self.field(Field::Ending, Self::ending)?;
        }
        if self.peek() == Some('o') {
            e.onto = Some(self.field(Field::Onto, |r| {
                r.at += 1;
                r.name(Field::Onto)
            })?);
        }
        if self.peek() == Some('s') {
            e.start = self.field(Field::Start, |r| {
                r.at += 1;
                let note = r.note(Field::Start)?;
                if note.is_empty() { Err(r.expected(Field::Start, "`[` or `{`")) } else { Ok(note) }
            })?;
        }
        while self.peek() == Some('r') {
            let field = Field::Look(e.looks.len() as u16);
            self.one_more_part(field)?;
            e.looks.push(self.field(field, |r| {
                r.at += 1;
                let test = r.test(field)?;
                Ok(Look { test, at: r.far(field)? })
            })?);
        }
        if self.peek() == Some('h') {
            e.sextants = Some(self.field(Field::Sextants, Self::sextants)?);
        }
        if self.peek() == Some('l') {
            e.levels = Some(self.field(Field::Levels, |r| {
                r.at += 1;
                Ok(Levels {
                    far: r.number(Field::Levels)?,
                    up: r.flag("5", Field::Levels, "`5` or `0`")?,
                    down: r.flag("6", Field::Levels, "`6` or `0`")?,
                })
            })?);
        }
        let rest = &self.text[self.at..];
        if rest.starts_with("g[") || rest.starts_with("g{") || rest.starts_with("gk") {
            e.steps = self.field(Field::Steps, |r| {
                r.at += 1;
                r.steps(Field::Steps)
            })?;
        }
        while let Some(sign @ ('g' | 'u')) = self.peek() {
            let field = Field::Leg(e.route.len() as u16);
            self.one_more_part(field)?;
            e.route.push(self.field(field, |r| {
                r.at += 1;
                if sign == 'g' { r.leg(field) } else { r.again(field) }
            })?);
        }
        if e.is_empty() {
            let expected = "`w`, `y`, `o`, `s`, `r`, `h`, `l` or `g`";
            return Err(self.expected(Field::Extension, expected));
        }
        Ok(e)
    }

    fn one_more_part(&mut self, field: Field) -> Read<()> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(
                self.error(field, Problem::TooMany { what: "parts of an extension", most: MOST_PARTS })
            );
        }
        Ok(())
    }

    fn ending(&mut self) -> Read<Option<Ending>> {
        self.at += 1;
        let found = Ending::ALL.iter().find(|(letter, _)| self.peek() == Some(*letter));
        let Some((_, ending)) = found else {
            return Err(self.expected(Field::Ending, "`d`, `a`, `t` or `z`"));
        };
        self.at += 1;
        Ok(Some(*ending))
    }

    fn sextants(&mut self) -> Read<[bool; 6]> {
        const SIGNS: [(&str, &str); 6] = [
            ("1", "`1` or `0`"),
            ("2", "`2` or `0`"),
            ("3", "`3` or `0`"),
            ("4", "`4` or `0`"),
            ("5", "`5` or `0`"),
            ("6", "`6` or `0`"),
        ];
        self.at += 1;
        let mut found = [false; 6];
        for (flag, (sign, expected)) in found.iter_mut().zip(SIGNS) {
            *flag = self.flag(sign, Field::Sextants, expected)?;
        }
        Ok(found)
    }

    fn leg(&mut self, field: Field) -> Read<Leg> {
        let way = match self.peek() {
            Some('<') => Way::Direction(self.name(field)?),
            _ => Way::Far(self.far(field)?),
        };
        Ok(Leg::Go { way, steps: self.steps(field)? })
    }

    fn again(&mut self, field: Field) -> Read<Leg> {
        Ok(Leg::Again { legs: self.number(field)?, times: self.times(field)?, last: self.note(field)? })
    }

    fn steps(&mut self, field: Field) -> Read<Steps> {
        let note = self.note(field)?;
        if !self.eats("k") {
            return Ok(Steps::Once(note));
        }
        Ok(Steps::Several { each: note, times: self.times(field)?, last: self.note(field)? })
    }

    fn times(&mut self, field: Field) -> Read<Times> {
        Ok(Times { min: self.number(field)?, max: Some(self.number(field)?).filter(|max| *max > 0) })
    }

    /// A distance, with levels if there are any.
    fn far(&mut self, field: Field) -> Read<Far> {
        let at = self.offset(field)?;
        if !self.eats("z") {
            return Ok(Far { at, ..Far::default() });
        }
        let start = self.at;
        let far = Far { at, up: self.number(field)?, down: self.number(field)? };
        if (far.up, far.down) == (0, 0) {
            self.at = start;
            return Err(self.expected(field, "levels up and down, of which one is not 0"));
        }
        Ok(far)
    }

    fn note(&mut self, field: Field) -> Read<Note> {
        let mut note = Note::default();
        if self.peek() == Some('[') {
            note.test = self.test(field)?;
        }
        if self.eats("{") {
            while !self.eats("}") {
                self.one_more_part(field)?;
                note.effects.push(self.deed(field)?);
            }
            if note.effects.is_empty() {
                self.at -= 1;
                return Err(self.expected(field, "an effect"));
            }
        }
        Ok(note)
    }

    /// A test in its brackets.
    fn test(&mut self, field: Field) -> Read<TileTest> {
        self.literal("[", field, "`[`")?;
        let test = self.alternatives(field, 0)?;
        self.literal("]", field, "another term, `/` or `]`")?;
        Ok(test)
    }

    fn alternatives(&mut self, field: Field, depth: usize) -> Read<TileTest> {
        if depth > DEEPEST {
            return Err(self.error(field, Problem::TooDeep));
        }
        let mut any = vec![vec![self.term(field, depth)?]];
        loop {
            match self.peek() {
                Some(']' | ')') | None => return Ok(TileTest { any }),
                Some('/') => {
                    self.at += 1;
                    any.push(vec![self.term(field, depth)?]);
                }
                Some(_) => {
                    let term = self.term(field, depth)?;
                    if let Some(all) = any.last_mut() {
                        all.push(term);
                    }
                }
            }
        }
    }

    fn term(&mut self, field: Field, depth: usize) -> Read<Term> {
        self.one_more_part(field)?;
        let not = self.eats("-");
        let start = self.at;
        let sign = self.peek();
        self.at += sign.map_or(0, char::len_utf8);
        let what = match sign {
            Some('(') => {
                let inside = self.alternatives(field, depth + 1)?;
                self.literal(")", field, "another term, `/` or `)`")?;
                What::Group(inside)
            }
            Some('e') => What::Empty,
            Some('F') => What::Piece(Side::Friend, self.sort(field)?),
            Some('f') => What::Piece(Side::Enemy, self.sort(field)?),
            Some('0') => What::Piece(Side::Any, self.sort(field)?),
            Some('i') => What::Is(self.name_list(field)?),
            Some('q') => What::Of(self.name(field)?),
            Some('o') => What::On(self.name(field)?),
            Some('u') => {
                let by_one = self.eats("1");
                What::Under { zone: self.name(field)?, by_one }
            }
            Some('a') => What::Attacked,
            Some('n') => What::Unmoved,
            Some('b') => What::Begun,
            Some('s') => What::Acted,
            Some('d') => What::Did(When::Ever, self.name(field)?),
            Some('l') => What::Did(When::Last, self.name(field)?),
            Some('j') => What::Did(When::Just, self.name(field)?),
            Some('m') => What::Marked(self.name(field)?),
            Some('t') => What::Faces(self.name(field)?),
            Some('y') => What::Phase(self.name(field)?),
            Some('w') => What::Mover(self.name(field)?),
            Some('p') => What::Parting,
            Some('c') => What::Castled,
            _ => {
                self.at = start;
                return Err(self.expected(field, "a term, such as `e`, `F0` or `o<region>`"));
            }
        };
        Ok(Term { not, what })
    }

    fn sort(&mut self, field: Field) -> Read<Sort> {
        match self.peek() {
            Some('0') => {
                self.at += 1;
                Ok(Sort::Any)
            }
            Some('<') => Ok(Sort::Named(self.name_list(field)?)),
            Some(c) if is_letter(c) => {
                self.at += c.len_utf8();
                Ok(Sort::Letter(c))
            }
            _ => Err(self.expected(field, "a piece's letter, its name in `<>`, or `0`")),
        }
    }

    fn deed(&mut self, field: Field) -> Read<Deed> {
        let start = self.at;
        let sign = self.peek();
        self.at += sign.map_or(0, char::len_utf8);
        Ok(match sign {
            Some('t') => Deed::Take,
            Some('T') => Deed::TakeLast,
            Some('v') => Deed::Vanish,
            Some('m') => Deed::Mark(self.name(field)?),
            Some('b') => Deed::Become(self.name(field)?),
            Some('+') => Deed::State(self.name(field)?, true),
            Some('-') => Deed::State(self.name(field)?, false),
            Some('p') => Deed::Put(self.name(field)?),
            Some('d') => Deed::Drop(self.name(field)?),
            Some('s') => Deed::Swap,
            Some('a') => Deed::Arrive(self.name(field)?),
            Some('g') if self.peek() == Some('<') => Deed::Merge(Some(self.name(field)?)),
            Some('g') => Deed::Merge(None),
            Some('r') => Deed::Turn(self.number(field)?),
            Some('h') => Deed::Shift(self.far(field)?),
            Some('j') => Deed::Join(self.name(field)?),
            Some('c') => {
                let counter = self.name(field)?;
                let op = match self.peek() {
                    Some('+') => CountOp::Add,
                    Some('-') => CountOp::Subtract,
                    Some('=') => CountOp::Set,
                    _ => return Err(self.expected(field, "`+`, `-` or `=`")),
                };
                self.at += 1;
                Deed::Count { counter, op, amount: self.number(field)? }
            }
            _ => {
                self.at = start;
                return Err(self.expected(field, "an effect, such as `t` or `m<mark>`, or `}`"));
            }
        })
    }

    fn name(&mut self, field: Field) -> Read<Name> {
        let start = self.at;
        let range = self.between_angles(field)?;
        let name = Name::new(&self.text[range]);
        name.ok_or_else(|| self.no_name(field, start, "a name in `<>`"))
    }

    fn name_list(&mut self, field: Field) -> Read<Names> {
        let start = self.at;
        let range = self.between_angles(field)?;
        let names: Option<Vec<Name>> = self.text[range].split(',').map(Name::new).collect();
        let names = names.map(Names);
        names.ok_or_else(|| self.no_name(field, start, "names in `<>`, with commas between"))
    }

    /// What stands between `<` and `>`, which are passed.
    fn between_angles(&mut self, field: Field) -> Read<Range<usize>> {
        self.one_more_part(field)?;
        let start = self.at;
        self.literal("<", field, "a name in `<>`")?;
        let length = self.text[self.at..]
            .chars()
            .take_while(|c| may_be_in_name(*c))
            .map(char::len_utf8)
            .sum::<usize>();
        let name = self.at..self.at + length;
        self.at = name.end;
        self.literal(">", field, "`>`")?;
        self.place(Field::Name(self.names), start);
        self.names = self.names.saturating_add(1);
        Ok(name)
    }

    fn no_name(&mut self, field: Field, start: usize, expected: &'static str) -> ParseError {
        self.at = start;
        self.expected(field, expected)
    }
}
