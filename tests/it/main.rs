//! Tests across crates: one binary, a module for each subject.

mod arrangements;
mod automorphisms;
mod brute;
mod cli;
mod cotulenh;
mod docs;
mod elimination;
mod errors;
mod explanations;
mod fens;
mod hexagons;
mod judge;
mod many_players;
mod matches;
mod moveids;
mod moves_as_text;
mod pgns;
mod robust;
mod selection;
mod space;
mod three_patches;
mod tidy;
mod walks;
mod wrapped;
