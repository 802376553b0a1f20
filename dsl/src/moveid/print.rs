//! Writing an ID: the inverse of reading, also without recursion.

use std::fmt::{self, Display, Formatter};

use super::{Castling, EnPassant, MoveId, Neighbour, Offset, Side};

/// What is still to be written.
enum Task<'i> {
    Whole(&'i MoveId),
    FromCondition(&'i MoveId),
    End,
}

impl Display for MoveId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut tasks = vec![Task::Whole(self)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Whole(id) => {
                    id.head(f)?;
                    tasks.push(Task::FromCondition(id));
                    match &id.previous {
                        Some(previous) => tasks.push(Task::Whole(previous)),
                        None => f.write_str("0")?,
                    }
                }
                Task::FromCondition(id) => {
                    id.middle(f)?;
                    tasks.push(Task::End);
                    match id.en_passant.as_ref().and_then(|e| e.previous.as_ref()) {
                        Some(previous) => tasks.push(Task::Whole(previous)),
                        None => f.write_str("0")?,
                    }
                }
                Task::End => f.write_str("!")?,
            }
        }
        Ok(())
    }
}

impl MoveId {
    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Number(self.horizontal), Number(self.vertical))?;
        let flags = self.quadrants.iter().zip("1234".chars()).map(|(on, sign)| (*on, sign));
        let others = [
            (self.captures, 'c'),
            (self.moves, 'm'),
            (self.jumps, 'j'),
            (self.multiple, 'n'),
            (self.first, 'f'),
            (self.once, 'o'),
        ];
        for (on, sign) in flags.chain(others) {
            write!(f, "{}", if on { sign } else { '0' })?;
        }
        f.write_str("lM")
    }

    fn middle(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Castling { partner, goes, unmoved } = self.castling.unwrap_or_default();
        write!(f, "r{}", self.condition.unwrap_or_default())?;
        write!(f, "sr{partner}t{goes}{}", if unmoved { 'p' } else { '0' })?;
        let victim = self.en_passant.as_ref().map(|EnPassant { victim, .. }| *victim);
        write!(f, "er{}M", victim.unwrap_or_default())
    }
}

impl Display for Neighbour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::Any => '0',
            Side::Friend => 'F',
            Side::Enemy => 'f',
        };
        write!(f, "{side}{}{}", self.letter.unwrap_or('0'), self.at)
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
