//! Which moves are legal, in the ways that a [plan](crate::plan::legality) can ask for.

pub(crate) mod check_info;
pub(crate) mod checking;
pub(crate) mod connected;
pub(crate) mod demand;
pub(crate) mod flight;
pub(crate) mod footprint;
pub(crate) mod incremental;
pub(crate) mod judge;
pub(crate) mod make_and_test;
pub(crate) mod pins;
