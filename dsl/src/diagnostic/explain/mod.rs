//! Long explanations of the codes.

pub mod meaning;
