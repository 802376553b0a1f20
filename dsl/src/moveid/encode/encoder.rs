//! The work on one rule.

use super::inexpressible::Encoded;
use super::way::Compass;
use crate::ir::Rules;

/// The work on one rule.
#[derive(Clone, Copy)]
pub(super) struct Encoder<'r> {
    pub(super) rules: &'r Rules,
    pub(super) compass: Compass,
    pub(super) depth: usize,
}

impl<'r> Encoder<'r> {
    pub(super) fn new(rules: &'r Rules) -> Encoded<Encoder<'r>> {
        Ok(Encoder { rules, compass: Compass::of(&rules.board)?, depth: 0 })
    }
}
