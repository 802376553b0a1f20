//! The types of the extended form: what a movement can have beyond the scheme. See [the form](super) for how it is written.

use std::fmt;

use super::neighbour::{Offset, Side};
use crate::ir::{CountOp, When};

/// The name, in lists of pieces, of all that carry others.
pub(crate) const LOADED: &str = "loaded";

/// What stands between the `x` and the end of an ID; empty for a plain one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extension {
    /// `w`: left and right are the owner's, not the board's.
    pub own_side: bool,
    /// `y`: what the piece does at the end, where that is not said by `c` and `m`.
    pub ending: Option<Ending>,
    /// `o`: it captures the piece that left this mark on the target.
    pub onto: Option<Name>,
    /// `s`: what must hold where the piece stands, and what happens there.
    pub start: Note,
    /// `r`: what other tiles must be.
    pub looks: Vec<Look>,
    /// `h`: on a board of hexagons, in which of the six directions `V` counts; `H` counts in the next one clockwise.
    pub sextants: Option<[bool; 6]>,
    /// `l`: levels up or down.
    pub levels: Option<Levels>,
    /// `g` without a distance: how often the step of the head is made, and what its tiles must be.
    pub steps: Steps,
    /// What follows the step of the head.
    pub route: Vec<Leg>,
}

impl Extension {
    /// The letters of pieces that it names.
    pub fn letters(&self) -> Vec<char> {
        let mut letters = Vec::new();
        self.each_term(&mut |what| {
            if let What::Piece(_, Sort::Letter(letter)) = what {
                letters.push(*letter);
            }
        });
        letters
    }

    /// Whether it names something of a game's, letters of pieces apart.
    pub fn has_names(&self) -> bool {
        // Names stand between these, and nothing else does.
        self.to_string().contains('<')
    }

    /// Calls `visit` with everything that is asked of tiles, groups and what is in them.
    pub(super) fn each_term<'e>(&'e self, visit: &mut dyn FnMut(&'e What)) {
        fn of_test<'e>(test: &'e TileTest, visit: &mut dyn FnMut(&'e What)) {
            for term in test.any.iter().flatten() {
                visit(&term.what);
                if let What::Group(inner) = &term.what {
                    of_test(inner, visit);
                }
            }
        }
        self.each_note(&mut |note| of_test(&note.test, visit));
        self.looks.iter().for_each(|look| of_test(&look.test, visit));
    }

    /// Calls `visit` with the notes of all its tiles.
    pub(super) fn each_note<'e>(&'e self, visit: &mut dyn FnMut(&'e Note)) {
        fn of_steps<'e>(steps: &'e Steps, visit: &mut dyn FnMut(&'e Note)) {
            match steps {
                Steps::Once(note) => visit(note),
                Steps::Several { each, last, .. } => [each, last].into_iter().for_each(visit),
            }
        }
        visit(&self.start);
        of_steps(&self.steps, visit);
        for leg in &self.route {
            match leg {
                Leg::Go { steps, .. } => of_steps(steps, visit),
                Leg::Again { last, .. } => visit(last),
            }
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == Extension::default()
    }

    /// The levels, unless there are none of them to go up or down.
    pub(super) fn levels_to_go(&self) -> Option<Levels> {
        self.levels.filter(|levels| levels.far > 0 || !levels.up && !levels.down)
    }
}

/// What a piece does at the end of its way, if it neither goes there nor captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// `d`: it goes there, and everything else is said by effects.
    Do,
    /// `a`: it stays where it is, and what it does is said by effects.
    Act,
    /// `t`: it threatens what stands there; no move.
    Threat,
    /// `z`: the tile is in a zone of the piece, which the rule's label names; no move.
    Zone,
}

impl Ending {
    /// All of them with their letters.
    pub const ALL: [(char, Ending); 4] =
        [('d', Ending::Do), ('a', Ending::Act), ('t', Ending::Threat), ('z', Ending::Zone)];

    pub(super) fn letter(self) -> char {
        Ending::ALL.iter().find(|(_, ending)| *ending == self).map_or('d', |(letter, _)| *letter)
    }
}

/// A name of a game's, such as that of a region: in an ID it stands between `<` and `>`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

impl Name {
    /// A name; nothing if it can't stand in an ID.
    ///
    /// ```
    /// use tilegame_dsl::moveid::extended::Name;
    /// assert_eq!(Name::new("rank 2").unwrap().to_string(), "<rank 2>");
    /// assert!(Name::new("a > b").is_none());
    /// ```
    pub fn new(text: &str) -> Option<Name> {
        (!text.is_empty() && text.chars().all(may_be_in_name)).then(|| Name(text.to_owned()))
    }

    /// The name itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.0)
    }
}

/// Whether a character can be part of a name in an ID.
pub(super) fn may_be_in_name(c: char) -> bool {
    !(c.is_control() || matches!(c, '<' | '>' | '"' | '\\'))
}

/// How far it is to another tile, levels included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Far {
    /// On the level.
    pub at: Offset,
    /// Levels up.
    pub up: u16,
    /// Levels down.
    pub down: u16,
}

impl Far {
    /// What is left of opposite parts: right, forward and up.
    pub fn net(&self) -> (i32, i32, i32) {
        let (right, forward) = self.at.net();
        (right, forward, i32::from(self.up) - i32::from(self.down))
    }

    /// So far to the right, forward and up.
    pub fn of((right, forward, up): (i32, i32, i32)) -> Far {
        let part = |n: i32| u16::try_from(n.max(0)).unwrap_or(u16::MAX);
        Far { at: Offset::of((right, forward)), up: part(up), down: part(-up) }
    }
}

/// Another tile, and what it must be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// What is asked.
    pub test: TileTest,
    /// Of which tile, seen from the mover before it moves.
    pub at: Far,
}

/// Levels up or down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Levels {
    /// How many.
    pub far: u16,
    /// Up.
    pub up: bool,
    /// Down.
    pub down: bool,
}

/// What a tile must be, and what happens on it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// What it must be.
    pub test: TileTest,
    /// What happens on it when the move is made.
    pub effects: Vec<Deed>,
}

impl Note {
    /// Whether nothing is asked and nothing happens.
    pub fn is_empty(&self) -> bool {
        self.test.any.is_empty() && self.effects.is_empty()
    }
}

/// How often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Times {
    /// At least.
    pub min: u16,
    /// At most; without it as far as it goes.
    pub max: Option<u16>,
}

/// How often a step is made, and what is noted of the tiles it reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Once.
    Once(Note),
    /// Several times.
    Several {
        /// Of each tile it reaches.
        each: Note,
        /// How often.
        times: Times,
        /// Of the last one.
        last: Note,
    },
}

impl Default for Steps {
    fn default() -> Steps {
        Steps::Once(Note::default())
    }
}

/// A part of a way after the head's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leg {
    /// Steps of one sort.
    Go {
        /// Where each leads.
        way: Way,
        /// How many.
        steps: Steps,
    },
    /// The legs before it again, the head's step included.
    Again {
        /// So many of them.
        legs: u16,
        /// How often they are made, the first time included.
        times: Times,
        /// Of the last tile.
        last: Note,
    },
}

/// Where a step leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// So far, as it is for the first quadrant of the head.
    Far(Far),
    /// In a direction of the board's that has a name and no distance.
    Direction(Name),
}

/// A test of a tile: any of some sets of terms, of which all must hold. Nothing is asked if there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TileTest {
    /// The sets; none is empty.
    pub any: Vec<Vec<Term>>,
}

/// A part of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// `-`: it must not hold.
    pub not: bool,
    /// What is asked.
    pub what: What,
}

/// What is asked of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// `(…)`.
    Group(TileTest),
    /// `e`: nothing stands there.
    Empty,
    /// `F…`, `f…`, `0…`: a piece of that side, and of that sort.
    Piece(Side, Sort),
    /// `i<…>`: such a piece, even where it has been lifted to move.
    Is(Names),
    /// `q<White>`: a piece of that player's.
    Of(Name),
    /// `o<…>`: the tile is in that region.
    On(Name),
    /// `u<…>`, `u1<…>`: an enemy covers it with that zone; exactly one does, and the same one all along.
    Under {
        /// The zone.
        zone: Name,
        /// Exactly one.
        by_one: bool,
    },
    /// `a`: an enemy could take the piece there.
    Attacked,
    /// `n`: the piece there has not moved.
    Unmoved,
    /// `b`: the turn has begun there.
    Begun,
    /// `s`: the piece there has made a step of this turn.
    Acted,
    /// `d<…>`, `l<…>`, `j<…>`: the piece there has made such a move, it was its last one, it was the very last of all.
    Did(When, Name),
    /// `m<…>`: an enemy has left that mark there.
    Marked(Name),
    /// `t<…>`: the piece there faces that direction.
    Faces(Name),
    /// `y<…>`: the turn is in that phase.
    Phase(Name),
    /// `w<…>`: it is that player who moves.
    Mover(Name),
    /// `p`: a part of a stack moves alone.
    Parting,
    /// `c`: the player has castled.
    Castled,
}

/// Of what sort a piece is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sort {
    /// `0`: any.
    Any,
    /// The piece of that letter.
    Letter(char),
    /// `<…>`: one of these.
    Named(Names),
}

/// Names of pieces with commas between: the name of a piece is all its kinds, that of an attribute or a state all pieces that
/// have it; a `=` in front is exactly this kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Names(pub Vec<Name>);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(Name::as_str).collect();
        write!(f, "<{}>", names.join(","))
    }
}

/// Something that happens on a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// `t`: what stands there is taken, and is gone for the rest of the way.
    Take,
    /// `T`: what stands there is taken when the way is over; until then it stands in the way.
    TakeLast,
    /// `v`: the tile vanishes.
    Vanish,
    /// `m<…>`: it bears that mark.
    Mark(Name),
    /// `b<…>`: what stands there becomes such a piece.
    Become(Name),
    /// `+<…>`, `-<…>`: what stands there gets into that state, or out of it.
    State(Name, bool),
    /// `p<…>`: such a piece is put there.
    Put(Name),
    /// `d<…>`: the same, out of the hand.
    Drop(Name),
    /// `s`: what stands there goes to where the mover comes from.
    Swap,
    /// `a<…>`: the mover is such a piece when it arrives.
    Arrive(Name),
    /// `g`, `g<…>`: what stands there and the mover are one stack, or one such piece.
    Merge(Option<Name>),
    /// `r1`: what stands there turns to the right, so many steps of the board's turns.
    Turn(u16),
    /// `h1234`: what stands there goes so far, at once with the mover.
    Shift(Far),
    /// `j<…>`: it belongs to that player from now on; also `friend`, `next` and `mover`.
    Join(Name),
    /// `c<…>+1`: a number changes.
    Count {
        /// Which.
        counter: Name,
        /// How.
        op: CountOp,
        /// By or to how much.
        amount: u16,
    },
}
