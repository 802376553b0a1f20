//! See `tilegame_tests::fuzz::fairy_text`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| tilegame_tests::fuzz::fairy_text(bytes));
