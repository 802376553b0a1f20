//! Every message, one constructor each.
//!
//! The code that finds a problem calls a function here and knows nothing of codes and wording. Codes are stable: one is
//! never used again for something else.

pub mod actions;
pub mod lints;
pub mod meaning;
pub mod moveid;
pub mod patterns;
pub mod stacks;
pub mod syntax;
