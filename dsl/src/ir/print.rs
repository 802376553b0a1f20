//! The stable text form of [`Rules`](super::Rules), for reading and for snapshots.
