//! scratch
mod moveids {
    use tilegame_dsl::ir::Rules;
    use tilegame_dsl::source::Sources;
    fn rules_of(text: String) -> Option<Rules> {
        let mut sources = Sources::new();
        sources.add("shown.tg", text);
        let l = tilegame_dsl::load(&mut sources, "shown.tg", &mut |_| None);
        if l.rules.is_none() && std::env::var("SHOW").is_ok() { println!("{:?}", l.diagnostics); }
        l.rules
    }
    #[path = "../../../tests/it/moveids/random.rs"]
    mod random;
}
