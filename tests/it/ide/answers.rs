//! Answers as snapshots. The texts are in `tests/cases/ide`; a line of `⌄` below a question says where it was asked.

use std::fmt::Write as _;
use std::path::Path;

use tilegame_dsl::source::Span;
use tilegame_dsl::token;
use tilegame_ide::Analysis;
use tilegame_ide::outline::Entry;

use super::{marked, read};

fn case(name: &str) -> Analysis {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cases/ide/{name}.tg"));
    read(&std::fs::read_to_string(path).expect(name).replace("\r\n", "\n"))
}

/// Compares with the snapshot beside the texts.
fn is(name: &str, page: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../cases/ide");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, page));
}

/// A place as people read it, and what stands there.
fn place(analysis: &Analysis, span: Span) -> String {
    let (line, column) = analysis.sources().line_column(span.file, span.start);
    format!("{}:{line}:{column} `{}`", analysis.sources().name(span.file), analysis.sources().snippet(span))
}

#[test]
fn problems_and_fixes() {
    let analysis = case("broken");
    let mut page = String::new();
    for problem in analysis.problems() {
        let _ =
            writeln!(page, "{} at {}\n{}", problem.code, place(&analysis, problem.place), problem.message());
        if let Some(fix) = problem.fix {
            let _ = writeln!(
                page,
                "fix: {} {} -> `{}`",
                fix.message,
                place(&analysis, fix.place),
                fix.replacement
            );
        }
        page.push('\n');
    }
    let mut fixed = analysis.text().to_string();
    for edit in analysis.all_fixes().iter().rev() {
        fixed.replace_range(edit.place.range(), &edit.replacement);
    }
    let left: Vec<String> = read(&fixed).problems().into_iter().map(|problem| problem.title).collect();
    is("problems", &format!("{page}all fixes made, which leaves {left:?}:\n{fixed}"));
}

/// A problem in a file that is imported is told where it is imported.
#[test]
fn problems_of_imports() {
    let text = "variant \"Mine\" of chess\nuse \"rules.tg\"\n";
    let mut fetch = |path: &str| (path == "rules.tg").then(|| "mark on\n".to_string().into());
    let analysis = Analysis::read("mine.tg", text, &mut fetch);
    let problem = &analysis.problems()[0];
    assert_eq!(&text[problem.place.range()], "\"rules.tg\"");
    assert!(problem.title.starts_with("in `rules.tg`: "), "{}", problem.title);
    assert_eq!(analysis.sources().name(problem.related[0].0.file), "rules.tg");
    // A module by itself lacks nothing, and has its own mistakes.
    assert_eq!(read("mark passed\n").problems(), []);
    assert_eq!(read("mark on\n").problems().len(), 1);
    assert_eq!(read("board\n    grid 8 x 8\n").problems()[0].code, "E0208");
}

#[test]
fn every_word_of_a_file_explained() {
    let analysis = case("camel");
    let mut page = String::new();
    let mut last = String::new();
    for (token, range) in token::tokens(analysis.text()) {
        if token.word().is_none() {
            continue;
        }
        let said = analysis.hover(range.start).map_or("nothing\n".to_string(), |hover| hover.markdown(None));
        // What has been explained already is not explained again.
        if !page.contains(&said) && said != last {
            let _ = writeln!(
                page,
                "== {}\n{said}\n",
                place(&analysis, Span::new(analysis.root(), range.start, range.end))
            );
        }
        last = said;
    }
    is("hover", &page);
    let module = analysis.hover(analysis.text().find("moves").expect("an import")).expect("a hover");
    assert_eq!(module.head, "`stdlib/moves.tg`: module of the library");
    let section = &analysis.hover(analysis.text().find("promote").expect("a word")).expect("a hover");
    assert!(
        section
            .markdown(Some("https://example.org/book/"))
            .contains("](https://example.org/book/language/promotion.html)")
    );
}

#[test]
fn what_can_be_written() {
    let questions = [
        "|",
        "pi|",
        "variant \"M\" of |",
        "use |",
        "board\n    |",
        "players\n    White \"w\"\n        |",
        "piece A \"A\"\n    |",
        "piece A \"A\"\n    move |",
        "piece A \"A\"\n    move n|\n",
        "piece A \"A\"\n    move n |\n",
        "piece A \"A\"\n    move n[|\n",
        "piece A \"A\"\n    move n{|\n",
        "piece A \"A\"\n    move n{mark |\n",
        "piece A \"A\"\n    move n if |\n",
        "piece A \"A\"\n    state b \"+\"\n        |",
        "mark crumb\npiece A \"A\"\n    move n{mark |} if first\n",
        "turn\n    |",
        "turn\n    after |",
        "turn\n    after move: |",
        "end\n    over: |",
        "end\n    over: loss if |",
        "end\n    over: loss if some enemy |",
        "notation\n    fen |",
        "path walk(steps) = n*1..|",
        "region near = |",
        "option wide = |",
        "setup\n    |",
        "tests\n    |",
        "remove |",
        "extend piece |",
        "# |",
        "game \"|",
        "piece A \"A\"\n    worth 1|",
    ];
    let mut page = String::new();
    for question in questions {
        // Names of chess are there wherever it can be inherited.
        let head = if question.starts_with("variant") { "" } else { "variant \"M\" of chess\n" };
        let (text, at) = marked(&format!("{head}{question}"));
        let found = read(&text).completions(at);
        let words = |is_name: bool| {
            let all = found.all.iter().filter(|one| one.sort.is_some() == is_name);
            all.map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        let short = |list: String| match list.char_indices().nth(400) {
            Some((end, _)) => format!("{} …", &list[..end]),
            None => list,
        };
        let _ =
            writeln!(page, "{question}\n  words: {}\n  names: {}\n", short(words(false)), short(words(true)));
    }
    is("completion", &page);
}

#[test]
fn declared_and_used() {
    let analysis = case("camel");
    let mut page = String::new();
    for word in [
        "Camel,",
        "camel",
        "desert on",
        "thirsty",
        "walk(2)",
        "k\n",
        "near(Camel",
        "footprint}",
        "steps +",
        "middle\n\nturn",
        "long as",
        "stride:",
        "last_rank",
        "Queen",
        "oasis",
        "none",
        "chess\n",
    ] {
        let at = analysis.text().find(word).expect(word);
        let declared: Vec<String> =
            analysis.definitions(at).into_iter().map(|span| place(&analysis, span)).collect();
        let used = analysis.references(at);
        let own = used.iter().filter(|span| span.file == analysis.root());
        let own: Vec<String> = own.map(|span| place(&analysis, *span)).collect();
        let far = used.len() - own.len();
        let renamed = match analysis.rename(at, "another") {
            Ok(places) => format!("can be renamed in {} places", places.len()),
            Err(why) => why.to_string(),
        };
        let _ = writeln!(
            page,
            "{}\n  declared: {}\n  used: {} and {far} in the library\n  {renamed}\n",
            word.escape_debug(),
            declared.join(", "),
            own.join(", ")
        );
    }
    let at = analysis.text().find("Camel \"C\"").expect("a piece");
    for name in ["1st", "two words", "", "é", "\"x\"", "rot", "empty", "Knight", "last_rank", "take", "Camel"]
    {
        let said = match analysis.rename(at, name) {
            Ok(places) => format!("{} places", places.len()),
            Err(why) => why.to_string(),
        };
        let _ = writeln!(page, "Camel -> {name:?}: {said}");
    }
    is("references", &page);
}

#[test]
fn outline_folds_and_tests() {
    fn write(page: &mut String, analysis: &Analysis, entries: &[Entry], depth: usize) {
        for entry in entries {
            let (first, _) = analysis.sources().line_column(entry.span.file, entry.span.start);
            let (last, _) = analysis.sources().line_column(entry.span.file, entry.span.end);
            let sort = entry.sort.map_or("", |sort| sort.word());
            let _ = writeln!(
                page,
                "{}{} {sort} {:?} {first}-{last}",
                "    ".repeat(depth),
                entry.name,
                entry.detail
            );
            write(page, analysis, &entry.children, depth + 1);
        }
    }
    let analysis = case("camel");
    let mut page = String::new();
    write(&mut page, &analysis, &analysis.outline(), 0);
    let _ = writeln!(page, "\nfolds, lines from 0:");
    for (first, last, why) in analysis.folds() {
        let _ = writeln!(page, "{first}-{last} {why:?}");
    }
    let _ = writeln!(page, "\ntests:");
    for runnable in analysis.runnables() {
        let _ = writeln!(page, "{}", place(&analysis, runnable.span));
    }
    let only = analysis.with_only_test(analysis.text().find("illegal").expect("a test"));
    assert_eq!(only.len(), analysis.text().len());
    let _ = writeln!(page, "\nonly one of them:\n{}", &only[only.find("tests").expect("tests")..]);
    is("outline", &page);
}
