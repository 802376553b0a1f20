//! Letters of direction: which of an atom's moves they select.

use crate::Dialect;
use crate::geometry::{Vector, around};

/// One letter, or two that belong together.
pub(crate) type Direction = [char; 2];

/// The letters that say how far forward.
pub(crate) const VERTICAL: &str = "fbvh";
/// The letters that say how far to the side.
pub(crate) const HORIZONTAL: &str = "rlsh";

/// Whether a letter is one of direction.
pub(crate) fn is_direction(letter: char) -> bool {
    VERTICAL.contains(letter) || HORIZONTAL.contains(letter)
}

/// Whether two letters side by side are one direction.
pub(crate) fn pairs(one: char, other: char) -> bool {
    one == other
        || VERTICAL.contains(one) && HORIZONTAL.contains(other)
        || HORIZONTAL.contains(one) && VERTICAL.contains(other)
}

/// The moves of an atom with these lengths that the directions select; all if there are none. `wide`: the atom is half of a king or queen.
pub(crate) fn selected(
    lengths: (i8, i8),
    directions: &[Direction],
    wide: bool,
    dialect: Dialect,
) -> Vec<Vector> {
    let all = around(lengths.0, lengths.1);
    if directions.is_empty() {
        return all;
    }
    let straight = lengths.0 == 0;
    let narrow = wide && dialect == Dialect::XBoard;
    // On straight atoms, two different letters are two directions.
    let mut separate: Vec<Direction> = Vec::new();
    for &[one, other] in directions {
        if straight && !wide && one != other {
            separate.extend([[one, one], [other, other]]);
        } else {
            separate.push([one, other]);
        }
    }
    let fits = |vector: Vector| {
        separate.iter().any(|&direction| match narrow {
            true => narrow_king(vector, direction),
            false => readings(vector).any(|reading| reading.is(direction)),
        })
    };
    all.into_iter().filter(|v| fits(*v)).collect()
}

/// A vector, seen as one that leads mainly forward or back (`upright`), or mainly to a side.
#[derive(Clone, Copy)]
struct Reading {
    upright: bool,
    ahead: bool,
    right: bool,
}

/// How a vector can be seen: a diagonal one either way, a straight one as leaning to either side.
fn readings(vector: Vector) -> impl Iterator<Item = Reading> {
    let uprights = [true, false].into_iter();
    uprights
        .filter(move |upright| match upright {
            true => vector.forward.abs() >= vector.right.abs(),
            false => vector.right.abs() >= vector.forward.abs(),
        })
        .flat_map(move |upright| {
            let aheads = [true, false].into_iter();
            let aheads = aheads.filter(move |a| if *a { vector.forward >= 0 } else { vector.forward <= 0 });
            aheads.flat_map(move |ahead| {
                let rights = [true, false].into_iter();
                let rights = rights.filter(move |r| if *r { vector.right >= 0 } else { vector.right <= 0 });
                rights.map(move |right| Reading { upright, ahead, right })
            })
        })
}

impl Reading {
    fn is(self, direction: Direction) -> bool {
        let forward = if self.ahead { 'f' } else { 'b' };
        let side = if self.right { 'r' } else { 'l' };
        // A quarter turn leads from one move of this hand to the next.
        let hand = if (self.right == self.ahead) == self.upright { 'r' } else { 'l' };
        match direction {
            // One half of the board.
            [half, 'h'] if half == forward || half == side => true,
            ['h', turn] if turn == hand => true,
            ['v', 'v'] => self.upright,
            ['s', 's'] => !self.upright,
            // Doubled: the longer way.
            [one, other] if one == other => one == if self.upright { forward } else { side },
            // The letter that says which way comes last when the move leads mainly there.
            [first, 'v'] => self.upright && first == side,
            [first, 's'] => !self.upright && first == forward,
            [first, last] => match self.upright {
                true => [first, last] == [side, forward],
                false => [first, last] == [forward, side],
            },
        }
    }
}

/// The moves of a king in XBoard: single letters are straight, pairs diagonal.
fn narrow_king(vector: Vector, [one, other]: Direction) -> bool {
    let (right, ahead) = (vector.right.signum(), vector.forward.signum());
    let one_of = |letter: char| match letter {
        'f' => ahead > 0,
        'b' => ahead < 0,
        'v' => ahead != 0,
        'r' => right > 0,
        'l' => right < 0,
        's' => right != 0,
        _ => false,
    };
    match (one, other) {
        _ if one == other => one_of(one) && (right == 0 || ahead == 0),
        ('h', half) | (half, 'h') => one_of(half),
        _ => one_of(one) && one_of(other),
    }
}

/// Eighths of a turn that the directions of a later leg select, clockwise from the leg before.
pub(crate) fn relative(directions: &[Direction]) -> Vec<u8> {
    let mut all = Vec::new();
    for &[one, other] in directions {
        let letters = if VERTICAL.contains(one) && one != 'h' { (one, other) } else { (other, one) };
        let found: &[u8] = match letters {
            ('f', 'f') => &[0],
            ('b', 'b') => &[4],
            ('r', 'r') => &[2],
            ('l', 'l') => &[6],
            ('v', 'v') => &[0, 4],
            ('s', 's') => &[2, 6],
            ('f', 'r') => &[1],
            ('f', 'l') => &[7],
            ('b', 'r') => &[3],
            ('b', 'l') => &[5],
            ('f', 's') => &[1, 7],
            ('b', 's') => &[3, 5],
            ('v', 'r') => &[1, 3],
            ('v', 'l') => &[5, 7],
            ('v', 's') => &[1, 3, 5, 7],
            ('f', 'h') => &[7, 0, 1],
            ('b', 'h') => &[3, 4, 5],
            ('h', 'r') | ('r', 'h') => &[1, 2, 3],
            ('h', 'l') | ('l', 'h') => &[5, 6, 7],
            _ => &[],
        };
        for eighth in found {
            if !all.contains(eighth) {
                all.push(*eighth);
            }
        }
    }
    all
}
