//! See `tilegame_tests::fuzz::fen_of_any_game`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tilegame_tests::fuzz::fen_of_any_game(bytes));
