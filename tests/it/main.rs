//! Tests across crates: one binary, a module for each subject.

mod arrangements;
mod cli;
mod docs;
mod errors;
mod judge;
mod tidy;
mod walks;
