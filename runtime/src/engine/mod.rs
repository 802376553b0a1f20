//! What evaluates the rules.
//!
//! There is one engine so far, the [`reference`]: it walks the graph and evaluates the rules literally, and is the
//! specification. Faster ones may share its types but none of its logic.

pub(crate) mod history;
pub(crate) mod reach;
pub(crate) mod reference;
pub(crate) mod view;
pub(crate) mod walk;
