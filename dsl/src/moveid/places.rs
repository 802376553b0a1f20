//! Where the parts of an ID stand in its text.

use std::fmt;
use std::ops::Range;

/// A part of an ID.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Field {
    /// `H`.
    Horizontal,
    /// `V`.
    Vertical,
    /// A quadrant, from 0.
    Quadrant(u8),
    /// `c`.
    Captures,
    /// `m`.
    Moves,
    /// `j`.
    Jumps,
    /// `n`.
    Multiple,
    /// `f`.
    First,
    /// `o`.
    Once,
    /// `lM` and what follows it.
    Previous,
    /// `r` and the piece.
    Condition,
    /// `sr` and the piece.
    Partner,
    /// `t` and the distance.
    PartnersWay,
    /// `p`.
    Unmoved,
    /// `er` and the piece.
    Victim,
    /// The last `M` and what follows it.
    VictimsMove,
    /// The `x`.
    Extension,
    /// `w`.
    OwnSide,
    /// `y`.
    Ending,
    /// `o` of the extension.
    Onto,
    /// `s`.
    Start,
    /// `r` of the extension, from 0.
    Look(u16),
    /// `h`.
    Sextants,
    /// `l` of the extension.
    Levels,
    /// `g` without a distance.
    Steps,
    /// A leg, from 0.
    Leg(u16),
    /// A name, from 0.
    Name(u16),
    /// The last `!`.
    End,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Horizontal => "H",
            Field::Vertical => "V",
            Field::Quadrant(n) => return write!(f, "quadrant {}", n + 1),
            Field::Captures => "capture",
            Field::Moves => "move",
            Field::Jumps => "jump",
            Field::Multiple => "any multiple",
            Field::First => "first",
            Field::Once => "once",
            Field::Previous => "the earlier move",
            Field::Condition => "the condition",
            Field::Partner => "castling",
            Field::PartnersWay => "the partner's move",
            Field::Unmoved => "the unmoved partner",
            Field::Victim => "the victim",
            Field::VictimsMove => "the victim's move",
            Field::Extension => "the extension",
            Field::OwnSide => "the owner's left and right",
            Field::Ending => "the ending",
            Field::Onto => "the mark",
            Field::Start => "the starting tile",
            Field::Look(_) => "another tile",
            Field::Sextants => "the sextants",
            Field::Levels => "the levels",
            Field::Steps => "the steps",
            Field::Leg(n) => return write!(f, "leg {}", n + 2),
            Field::Name(_) => "a name",
            Field::End => "the end of the ID",
        })
    }
}

/// A part of an ID or of one inside it: the IDs are numbered from 0 in the order in which they begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The number of the ID.
    pub id: usize,
    /// Its part.
    pub field: Field,
}

/// Where each part of an ID stands, as ranges of bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    pub(super) all: Vec<(Place, Range<usize>)>,
}

impl Places {
    /// Where a part stands; the whole text's end for one that is left out.
    pub fn of(&self, place: Place) -> Range<usize> {
        let found = self.all.iter().find(|(known, _)| *known == place);
        let end = || {
            let end = Place { id: place.id, field: Field::End };
            self.all.iter().find(|(known, _)| *known == end).map_or(0..0, |(_, at)| at.clone())
        };
        found.map_or_else(end, |(_, at)| at.clone())
    }

    /// Where names of the game stand, with their brackets.
    pub fn names(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.all.iter().filter(|(place, _)| matches!(place.field, Field::Name(_))).map(|(_, at)| at.clone())
    }
}
