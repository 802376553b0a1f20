//! Generates the parser from `src/parse/grammar.lalrpop`.

fn main() {}
