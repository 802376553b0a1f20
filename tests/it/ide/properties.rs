//! What is true of every game, and of texts that are cut off or changed.

use tilegame_dsl::library::{GAMES, MODULES};
use tilegame_dsl::token::{self, Token};
use tilegame_ide::Analysis;
use tilegame_ide::lines::{Lines, Units};
use tilegame_ide::tokens::Kind;
use tilegame_tests::Dice;

/// All texts of the library, by the names they have there.
fn library() -> impl Iterator<Item = (String, &'static str)> {
    let games = GAMES.iter().map(|(name, text)| (format!("games/{name}.tg"), *text));
    let modules = MODULES.iter().map(|(name, text)| (format!("stdlib/{name}.tg"), *text));
    games.chain(modules)
}

fn read(name: &str, text: &str) -> Analysis {
    Analysis::read(name, text, &mut |_| None)
}

/// Whether the kind of a word agrees with the lexer.
fn agrees(token: Token<'_>, kind: Kind) -> bool {
    match token {
        Token::Comment => kind == Kind::Comment,
        Token::Text(_) | Token::Unterminated => kind == Kind::Text,
        Token::Number(_) => kind == Kind::Number,
        Token::Word(word) => match kind {
            Kind::Word => tilegame_dsl::token::WORDS.iter().any(|(known, _)| *known == word),
            Kind::Name(_) => true,
            _ => false,
        },
        other if other.keyword().is_some() => kind == Kind::Keyword,
        _ => kind == Kind::Sign,
    }
}

#[test]
fn colours_are_those_of_the_lexer_in_all_games() {
    let mut words = 0;
    for (name, text) in library() {
        let coloured = read(&name, text).tokens();
        let lexed: Vec<_> = token::tokens(text).filter(|(token, _)| *token != Token::Newline).collect();
        assert_eq!(lexed.len(), coloured.len(), "{name}");
        for ((token, range), coloured) in lexed.into_iter().zip(coloured) {
            assert_eq!(range, coloured.span.range(), "{name}");
            assert!(agrees(token, coloured.kind), "{name}: {token:?} is {:?} at {range:?}", coloured.kind);
            words += 1;
        }
    }
    assert!(words > 25_000, "only {words} words");
}

/// A name that is used is declared somewhere, comes with the board, or is a word of the language: otherwise a sort is missing in the walk.
#[test]
fn every_name_in_the_games_is_found() {
    let mut unknown = Vec::new();
    for (name, text) in library() {
        let analysis = read(&name, text);
        if analysis.is_module() {
            continue;
        }
        for (token, range) in token::tokens(text) {
            let Token::Word(word) = token else { continue };
            let Some(found) = analysis.name_at(range.start).filter(|found| found.span.range() == range)
            else {
                continue;
            };
            let is_known = analysis.symbol_at(range.start).is_some()
                || token::WORDS.iter().any(|(known, _)| *known == word)
                || found.sorts.iter().any(|sort| ["tile", "direction"].contains(&sort.word()));
            if !is_known {
                unknown.push(format!("{name}: {word} {:?}", found.sorts));
            }
        }
    }
    unknown.dedup();
    assert!(unknown.is_empty(), "{} names:\n{}", unknown.len(), unknown.join("\n"));
}

/// After renaming, a game says the same: it has no mistakes, and the new name is where the old one was.
#[test]
fn renamed_games_are_still_games() {
    let mut renamed = 0;
    for (number, (name, text)) in library().enumerate() {
        // One name of each game, another one in each.
        let analysis = read(&name, text);
        if analysis.is_module() {
            continue;
        }
        let own = format!("mine/{name}");
        let analysis = Analysis::read(&own, analysis.text(), &mut |_| None);
        let words: Vec<_> =
            token::tokens(text).filter(|(token, _)| matches!(token, Token::Word(_))).collect();
        let start = number * 7 % words.len();
        let places = words.iter().cycle().skip(start).take(words.len()).find_map(|(_, range)| {
            analysis
                .rename(range.start, "renamed_thing")
                .ok()
                .filter(|places| places.iter().all(|p| p.file == analysis.root()))
        });
        let Some(places) = places else { continue };
        let mut changed = text.to_string();
        for place in places.iter().rev() {
            changed.replace_range(place.range(), "renamed_thing");
        }
        let before: Vec<_> = analysis.problems().into_iter().map(|problem| problem.code).collect();
        let again = Analysis::read(&own, &changed, &mut |_| None);
        let after: Vec<_> =
            again.problems().into_iter().map(|problem| (problem.code, problem.title)).collect();
        assert_eq!(before.len(), after.len(), "{name}: {:?} {after:?}", text.get(places[0].range()));
        renamed += 1;
    }
    assert!(renamed > 100, "only {renamed} games");
}

/// Everything can be asked anywhere in texts that are cut off.
#[test]
fn nothing_panics_on_halves_of_texts() {
    let mut dice = Dice::new(5);
    let all: Vec<_> = library().collect();
    for _ in 0..30 {
        let (name, text) = &all[dice.below(all.len())];
        let mut end = dice.below(text.len() + 1);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let odd =
            ["", "{", "(", "\"", "🦆", "é#", "\t", "|", "\r\n", "1..", "if ", "\n\u{a0}\u{a0}\u{a0}move n"]
                [dice.below(12)];
        let text = format!("{}{odd}", &text[..end]);
        let analysis = read(name, &text);
        let lines = Lines::new(&text);
        for at in [0, end / 2, end, text.len(), text.len() + 7] {
            let _ = (
                analysis.hover(at),
                analysis.completions(at),
                analysis.definitions(at),
                analysis.references(at),
            );
            let _ = (analysis.rename(at, "other"), analysis.with_only_test(at));
            for units in [Units::Utf8, Units::Utf16] {
                let (line, column) = lines.position(&text, at, units);
                let back = lines.offset(&text, line, column, units);
                assert!(back <= at, "{back} {at}");
            }
        }
        let _ = (analysis.problems(), analysis.all_fixes(), analysis.outline(), analysis.folds());
        let _ = (analysis.tokens(), analysis.runnables());
        let _ = tilegame_ide::format(&text);
    }
}
