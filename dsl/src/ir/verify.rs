//! Checks that [`Rules`](super::Rules) are well formed.
