//! Positions and moves in a few bytes: data, and no rules.

pub(crate) mod form;
pub(crate) mod literal;
pub(crate) mod past;
pub(crate) mod refusal;
pub(crate) mod set;
pub(crate) mod state;
pub(crate) mod step;
