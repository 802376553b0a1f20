//! Vectors on a board of squares: rotations, reflections, eighths of a turn.

/// So many files to the right and ranks forward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Vector {
    /// Files to the right.
    pub right: i8,
    /// Ranks forward.
    pub forward: i8,
}

/// One of the eight ways to lay the board on itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    mirrored: bool,
    quarters: u8,
}

impl Symmetry {
    /// All eight: first the four rotations, then these behind a reflection from left to right.
    pub(crate) const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { mirrored: false, quarters: 0 }; 8];
        let mut at = 0;
        while at < 8 {
            all[at] = Symmetry { mirrored: at >= 4, quarters: (at % 4) as u8 };
            at += 1;
        }
        all
    };
    /// The rotations.
    pub(crate) const ROTATIONS: &'static [Symmetry] = Self::ALL.split_at(4).0;
    /// Left to right.
    pub(crate) const MIRROR: Symmetry = Symmetry { mirrored: true, quarters: 0 };
}

impl Vector {
    /// A vector.
    pub const fn new(right: i8, forward: i8) -> Vector {
        Vector { right, forward }
    }

    /// As the symmetry has it.
    pub(crate) fn by(self, symmetry: Symmetry) -> Vector {
        let right = if symmetry.mirrored { -self.right } else { self.right };
        let mut turned = Vector { right, ..self };
        for _ in 0..symmetry.quarters {
            turned = Vector::new(turned.forward, -turned.right);
        }
        turned
    }

    /// Back again.
    pub(crate) fn opposite(self) -> Vector {
        Vector::new(-self.right, -self.forward)
    }

    /// The smaller and the larger of its two lengths.
    pub(crate) fn lengths(self) -> (i8, i8) {
        let (a, b) = (self.right.abs(), self.forward.abs());
        (a.min(b), a.max(b))
    }

    /// Which of the eight directions it runs along, clockwise from forward, and how many steps; if it does.
    pub(crate) fn eighth(self) -> Option<(u8, i8)> {
        let (small, large) = self.lengths();
        if large == 0 || small != 0 && small != large {
            return None;
        }
        let unit = Vector::new(self.right.signum(), self.forward.signum());
        let at = EIGHTHS.iter().position(|e| *e == unit)?;
        Some((u8::try_from(at).ok()?, large))
    }

    /// Turned clockwise by eighths of a turn: a diagonal vector becomes a straight one of as many steps. Vectors that run along neither turn by
    /// quarters only.
    pub(crate) fn turned(self, eighths: u8) -> Option<Vector> {
        if let Some((at, steps)) = self.eighth() {
            let unit = EIGHTHS[usize::from((at + eighths) % 8)];
            return Some(Vector::new(unit.right * steps, unit.forward * steps));
        }
        let quarters = eighths / 2;
        eighths.is_multiple_of(2).then(|| self.by(Symmetry { mirrored: false, quarters: quarters % 4 }))
    }
}

/// The eight directions, clockwise from forward.
pub(crate) const EIGHTHS: [Vector; 8] = [
    Vector::new(0, 1),
    Vector::new(1, 1),
    Vector::new(1, 0),
    Vector::new(1, -1),
    Vector::new(0, -1),
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
];

/// All vectors with these lengths, each once.
pub(crate) fn around(small: i8, large: i8) -> Vec<Vector> {
    let mut all = Vec::new();
    for symmetry in Symmetry::ALL {
        let vector = Vector::new(small, large).by(symmetry);
        if !all.contains(&vector) {
            all.push(vector);
        }
    }
    all
}
