//! The sorts of things that have names, and the words for them in messages.

use std::collections::HashSet;

/// A sort of named thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Sort {
    Piece,
    Attribute,
    State,
    Player,
    Test,
    Option,
    Region,
    Tile,
    Path,
    Rules,
    Shape,
    Direction,
    Mark,
    Counter,
    Label,
    Zone,
    Phase,
    End,
    Adjudication,
}

impl Sort {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Sort::Piece => "piece",
            Sort::Attribute => "attribute",
            Sort::State => "state",
            Sort::Player => "player",
            Sort::Test => "test",
            Sort::Option => "option",
            Sort::Region => "region",
            Sort::Tile => "tile",
            Sort::Path => "path",
            Sort::Rules => "rules",
            Sort::Shape => "shape",
            Sort::Direction => "direction",
            Sort::Mark => "mark",
            Sort::Counter => "counter",
            Sort::Label => "label",
            Sort::Zone => "zone",
            Sort::Phase => "phase",
            Sort::End => "ending",
            Sort::Adjudication => "ending of a match",
        }
    }
}

/// "piece, attribute or test".
pub(crate) fn words(sorts: &[Sort]) -> String {
    match sorts {
        [] => String::new(),
        [one] => one.word().to_string(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(|s| s.word()).collect();
            format!("{} or {}", init.join(", "), last.word())
        }
    }
}

/// The names by which something has been called.
pub(crate) type Called = HashSet<(Sort, String)>;
