//! No text makes the reader of move-IDs panic, and what it reads is written back in forms that are read as the same ID.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::explain::{Tiles, explain};

fuzz_target!(|text: &str| {
    match MoveId::read(text) {
        Ok((id, places)) => {
            assert_eq!(id.to_string().parse().as_ref(), Ok(&id));
            assert_eq!(id.short().parse().as_ref(), Ok(&id));
            let normal = id.normal();
            assert_eq!(normal.normal(), normal);
            assert!(id.differences(&normal).is_empty());
            assert!(!explain(&id, Tiles::Squares).is_empty());
            for remark in id.remarks() {
                assert!(text.get(places.of(remark.place)).is_some());
            }
        }
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
});
