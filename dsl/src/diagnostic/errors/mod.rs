//! Every message that the compiler can give, one constructor each.

pub mod meaning;
