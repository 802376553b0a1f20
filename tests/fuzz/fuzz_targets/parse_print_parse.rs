//! What is understood without a complaint can be written back and is then understood the same way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilegame_dsl::parse::parse;
use tilegame_dsl::source::FileId;

fuzz_target!(|text: &str| {
    let (file, diagnostics) = parse(FileId(0), text);
    if diagnostics.is_empty() {
        let once = file.to_string();
        let (again, diagnostics) = parse(FileId(0), &once);
        assert!(diagnostics.is_empty(), "{once}");
        assert_eq!(again.to_string(), once);
    }
});
