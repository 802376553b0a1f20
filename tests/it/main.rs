//! Tests across crates: one binary, a module for each subject.

mod arrangements;
mod cli;
mod docs;
mod errors;
mod explanations;
mod fens;
mod judge;
mod matches;
mod moveids;
mod moves_as_text;
mod pgns;
mod robust;
mod tidy;
mod walks;
