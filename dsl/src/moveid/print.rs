//! Writing an ID: the inverse of reading, also without recursion.

use std::fmt::{self, Display, Formatter, Write};

use super::extended::{
    Deed, Extension, Far, Leg, Levels, Note, Sort, Steps, Term, TileTest, Times, Way, What,
};
use super::id::{Castling, MoveId};
use super::neighbour::{Neighbour, Offset, Side};
use crate::ir::{CountOp, When};

/// What is still to be written.
enum Task<'i> {
    Whole(&'i MoveId),
    FromCondition(&'i MoveId),
    End(&'i MoveId),
}

impl Display for MoveId {
    /// The canonical form.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write(self, false, f)
    }
}

impl MoveId {
    /// The short form: without the parts at the end of the scheme that are off, in nested IDs, too.
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let id: MoveId = "121234cmj000lM0r000000sr000000t00000er000000M0!".parse()?;
    /// assert_eq!(id.short(), "121234cmj!");
    /// assert_eq!(id.short().parse(), Ok(id));
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    pub fn short(&self) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = write(self, true, &mut text);
        text
    }
}

fn write(id: &MoveId, short: bool, f: &mut dyn Write) -> fmt::Result {
    let mut tasks = vec![Task::Whole(id)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Whole(id) => {
                let last = if short { id.last_part() } else { Part::VictimsMove };
                id.head(f, last == Part::Head)?;
                if last == Part::Head {
                    tasks.push(Task::End(id));
                    continue;
                }
                f.write_str("lM")?;
                tasks.push(Task::FromCondition(id));
                match &id.previous {
                    Some(previous) => tasks.push(Task::Whole(previous)),
                    None => f.write_str("0")?,
                }
            }
            Task::FromCondition(id) => {
                let last = if short { id.last_part() } else { Part::VictimsMove };
                id.middle(f, last)?;
                tasks.push(Task::End(id));
                match id.en_passant.as_ref().and_then(|e| e.previous.as_ref()) {
                    Some(previous) => tasks.push(Task::Whole(previous)),
                    None if last == Part::VictimsMove => f.write_str("0")?,
                    None => {}
                }
            }
            Task::End(id) => {
                if !id.extension.is_empty() {
                    write!(f, "x{}", id.extension)?;
                }
                f.write_str("!")?;
            }
        }
    }
    Ok(())
}

/// The parts of the scheme behind the flags.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Head,
    Previous,
    Condition,
    Partner,
    PartnersWay,
    Unmoved,
    Victim,
    VictimsMove,
}

impl MoveId {
    /// The last part that is not off.
    fn last_part(&self) -> Part {
        let Castling { partner, goes, unmoved } = self.castling.unwrap_or_default();
        let victim = self.en_passant.as_ref();
        let on = [
            (victim.is_some_and(|v| v.previous.is_some()), Part::VictimsMove),
            (victim.is_some_and(|v| v.victim != Neighbour::default()), Part::Victim),
            (unmoved, Part::Unmoved),
            (goes != Offset::default(), Part::PartnersWay),
            (partner != Neighbour::default(), Part::Partner),
            (self.condition.is_some(), Part::Condition),
            (self.previous.is_some(), Part::Previous),
        ];
        on.into_iter().find(|(on, _)| *on).map_or(Part::Head, |(_, part)| part)
    }

    fn head(&self, f: &mut dyn Write, short: bool) -> fmt::Result {
        write!(f, "{}{}", Number(self.horizontal), Number(self.vertical))?;
        let quadrants = self.quadrants.iter().zip("1234".chars()).map(|(on, sign)| (*on, sign));
        let others = [
            (self.captures, 'c'),
            (self.moves, 'm'),
            (self.jumps, 'j'),
            (self.multiple, 'n'),
            (self.first, 'f'),
            (self.once, 'o'),
        ];
        let flags: Vec<(bool, char)> = quadrants.chain(others).collect();
        let used = flags.iter().rposition(|(on, _)| *on).map_or(0, |last| last + 1);
        flags
            .iter()
            .take(if short { used } else { flags.len() })
            .try_for_each(|(on, sign)| f.write_char(if *on { *sign } else { '0' }))
    }

    fn middle(&self, f: &mut dyn Write, last: Part) -> fmt::Result {
        let Castling { partner, goes, unmoved } = self.castling.unwrap_or_default();
        let victim = self.en_passant.as_ref().map(|e| e.victim).unwrap_or_default();
        if last >= Part::Condition {
            write!(f, "r{}", self.condition.unwrap_or_default())?;
        }
        if last >= Part::Partner {
            write!(f, "sr{partner}")?;
        }
        if last >= Part::PartnersWay {
            write!(f, "t{goes}")?;
        }
        if last >= Part::Unmoved {
            f.write_str(if unmoved { "p" } else { "0" })?;
        }
        if last >= Part::Victim {
            write!(f, "er{victim}")?;
        }
        if last >= Part::VictimsMove { f.write_str("M") } else { Ok(()) }
    }
}

impl Display for Neighbour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", side(self.side), self.letter.unwrap_or('0'), self.at)
    }
}

fn side(side: Side) -> char {
    match side {
        Side::Any => '0',
        Side::Friend => 'F',
        Side::Enemy => 'f',
    }
}

impl Display for Offset {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        [self.up, self.down, self.left, self.right].into_iter().try_for_each(|n| Number(n).fmt(f))
    }
}

/// A digit, or a larger number in parentheses.
struct Number(u16);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            digit @ 0..=9 => write!(f, "{digit}"),
            number => write!(f, "({number})"),
        }
    }
}

impl Display for Extension {
    /// What stands behind the `x`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.own_side {
            f.write_str("w")?;
        }
        if let Some(ending) = self.ending {
            write!(f, "y{}", ending.letter())?;
        }
        if let Some(mark) = &self.onto {
            write!(f, "o{mark}")?;
        }
        if !self.start.is_empty() {
            write!(f, "s{}", self.start)?;
        }
        self.looks.iter().try_for_each(|look| write!(f, "r[{}]{}", look.test, look.at))?;
        if let Some(sextants) = self.sextants {
            f.write_str("h")?;
            let signs = sextants.iter().zip("123456".chars());
            signs.into_iter().try_for_each(|(on, sign)| f.write_char(if *on { sign } else { '0' }))?;
        }
        if let Some(Levels { far, up, down }) = self.levels {
            let (up, down) = (if up { '5' } else { '0' }, if down { '6' } else { '0' });
            write!(f, "l{}{up}{down}", Number(far))?;
        }
        if self.steps != Steps::default() {
            write!(f, "g{}", self.steps)?;
        }
        self.route.iter().try_for_each(|leg| leg.fmt(f))
    }
}

impl Display for Far {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.at.fmt(f)?;
        match (self.up, self.down) {
            (0, 0) => Ok(()),
            (up, down) => write!(f, "z{}{}", Number(up), Number(down)),
        }
    }
}

impl Display for Steps {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Steps::Once(note) => note.fmt(f),
            Steps::Several { each, times, last } => write!(f, "{each}k{times}{last}"),
        }
    }
}

impl Display for Times {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Number(self.min), Number(self.max.unwrap_or(0)))
    }
}

impl Display for Leg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Leg::Go { way: Way::Far(far), steps } => write!(f, "g{far}{steps}"),
            Leg::Go { way: Way::Direction(name), steps } => write!(f, "g{name}{steps}"),
            Leg::Again { legs, times, last } => write!(f, "u{}{times}{last}", Number(*legs)),
        }
    }
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.test.any.is_empty() {
            write!(f, "[{}]", self.test)?;
        }
        if !self.effects.is_empty() {
            f.write_str("{")?;
            self.effects.iter().try_for_each(|effect| effect.fmt(f))?;
            f.write_str("}")?;
        }
        Ok(())
    }
}

impl Display for TileTest {
    /// Without its brackets.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, all) in self.any.iter().enumerate() {
            if number > 0 {
                f.write_str("/")?;
            }
            all.iter().try_for_each(|term| term.fmt(f))?;
        }
        Ok(())
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.not {
            f.write_str("-")?;
        }
        match &self.what {
            What::Group(test) => write!(f, "({test})"),
            What::Empty => f.write_str("e"),
            What::Piece(whose, Sort::Any) => write!(f, "{}0", side(*whose)),
            What::Piece(whose, Sort::Letter(letter)) => write!(f, "{}{letter}", side(*whose)),
            What::Piece(whose, Sort::Named(names)) => write!(f, "{}{names}", side(*whose)),
            What::Is(names) => write!(f, "i{names}"),
            What::Of(player) => write!(f, "q{player}"),
            What::On(region) => write!(f, "o{region}"),
            What::Under { zone, by_one } => write!(f, "u{}{zone}", if *by_one { "1" } else { "" }),
            What::Attacked => f.write_str("a"),
            What::Unmoved => f.write_str("n"),
            What::Begun => f.write_str("b"),
            What::Acted => f.write_str("s"),
            What::Did(When::Ever, label) => write!(f, "d{label}"),
            What::Did(When::Last, label) => write!(f, "l{label}"),
            What::Did(When::Just, label) => write!(f, "j{label}"),
            What::Marked(mark) => write!(f, "m{mark}"),
            What::Faces(direction) => write!(f, "t{direction}"),
            What::Phase(phase) => write!(f, "y{phase}"),
            What::Mover(player) => write!(f, "w{player}"),
            What::Parting => f.write_str("p"),
            What::Castled => f.write_str("c"),
        }
    }
}

impl Display for Deed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Take => f.write_str("t"),
            Deed::TakeLast => f.write_str("T"),
            Deed::Vanish => f.write_str("v"),
            Deed::Mark(mark) => write!(f, "m{mark}"),
            Deed::Become(kind) => write!(f, "b{kind}"),
            Deed::State(state, on) => write!(f, "{}{state}", if *on { '+' } else { '-' }),
            Deed::Put(kind) => write!(f, "p{kind}"),
            Deed::Drop(kind) => write!(f, "d{kind}"),
            Deed::Swap => f.write_str("s"),
            Deed::Arrive(kind) => write!(f, "a{kind}"),
            Deed::Merge(Some(kind)) => write!(f, "g{kind}"),
            Deed::Merge(None) => f.write_str("g"),
            Deed::Turn(steps) => write!(f, "r{}", Number(*steps)),
            Deed::Shift(far) => write!(f, "h{far}"),
            Deed::Join(player) => write!(f, "j{player}"),
            Deed::Count { counter, op, amount } => {
                let op = match op {
                    CountOp::Add => '+',
                    CountOp::Subtract => '-',
                    CountOp::Set => '=',
                };
                write!(f, "c{counter}{op}{}", Number(*amount))
            }
        }
    }
}
