//! Which moves are legal, in the ways that a [plan](crate::plan::legality) can ask for.

pub(crate) mod checking;
pub(crate) mod connected;
pub(crate) mod demand;
pub(crate) mod doubt;
pub(crate) mod flight;
pub(crate) mod judge;
pub(crate) mod made;
pub(crate) mod pins;
pub(crate) mod sifted;
pub(crate) mod wake;
