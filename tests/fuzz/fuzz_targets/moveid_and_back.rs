//! No text makes the reader of move-IDs panic, and what it reads is written back as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::explain::explain;

fuzz_target!(|text: &str| {
    match text.parse::<MoveId>() {
        Ok(id) => {
            assert_eq!(id.to_string(), text);
            assert_eq!(id.normal().normal(), id.normal());
            assert!(!explain(&id).is_empty());
        }
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
    if let Ok(id) = MoveId::parse_lenient(text) {
        assert_eq!(id.to_string().parse().as_ref(), Ok(&id));
    }
});
