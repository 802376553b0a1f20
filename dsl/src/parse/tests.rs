//! Every sort of line is read, and every error stays in its line.

use proptest::prelude::*;

use super::line::LineReader;
use super::parse;
use crate::ast::File;
use crate::context::Context;
use crate::diagnostic::render::{render, to_short};
use crate::layout;
use crate::source::{FileId, Sources};
use crate::token::{KEYWORDS, WORDS};

/// Every construct of the language, formatted as usual.
pub(crate) const SAMPLE: &str = include_str!("sample.tg");

fn good(text: &str) -> File {
    let (file, errors) = parse(FileId(0), text);
    let errors: Vec<String> = errors.iter().map(|e| drawn(text, e)).collect();
    assert!(errors.is_empty(), "{}", errors.concat());
    file
}

fn drawn(text: &str, error: &crate::diagnostic::Diagnostic) -> String {
    let mut sources = Sources::new();
    sources.add("test.tg", text);
    render(&sources, error, false)
}

/// The messages of a text, one line each, without the file's name.
fn messages(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("t", text);
    let (_, errors) = parse(file, text);
    for error in &errors {
        render(&sources, error, true);
    }
    errors
        .iter()
        .map(|error| {
            let fix = error.fix.as_ref().map(|fix| format!(" ({})", fix.message)).unwrap_or_default();
            format!("{}{fix}", &to_short(&sources, error)[2..])
        })
        .collect()
}

/// The tree without its places.
fn shape(file: &File) -> String {
    let debug = format!("{file:?}");
    let mut parts = debug.split("Span { file: FileId(0), start: ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or("", |(_, rest)| rest))
}

#[test]
fn prints_what_it_reads() {
    let file = good(SAMPLE);
    let printed = file.to_string();
    let again = good(&printed);
    assert_eq!(shape(&file), shape(&again));
    assert_eq!(printed, again.to_string());
}

#[test]
fn tables_agree_with_the_grammar() {
    let reader = LineReader::new(FileId(0), "");
    let layout = layout::lines(FileId(0), ")");
    for context in Context::ALL {
        let Err(lalrpop_util::ParseError::UnrecognizedToken { expected, .. }) =
            reader.read(&layout.lines[0].tokens, layout.lines[0].span, context)
        else {
            panic!("a bracket begins a line of {context:?}");
        };
        let mut expected: Vec<&str> = expected.iter().map(|token| token.trim_matches('"')).collect();
        expected.retain(|token| *token != "a word");
        let mut starters = context.starters().to_vec();
        starters.sort_unstable();
        expected.sort_unstable();
        assert_eq!(expected, starters, "{context:?}");
    }
}

#[test]
fn only_keywords_are_no_names() {
    for (word, _) in WORDS {
        let (_, errors) = parse(FileId(0), &format!("region {word} = all"));
        assert_eq!(errors.is_empty(), !KEYWORDS.contains(word), "{word}");
    }
}

#[test]
fn each_broken_line_costs_one_message() {
    let cases: &[(&str, &[&str])] = &[
        (
            "peice King \"K\"\n    quiet n\nregion a = a1\n",
            &["1:1: error[E0122]: no line at the top level begins with `peice` (did you mean `piece`?)"],
        ),
        (
            "piece King \"K\"\n    captur n\n    quiet\n    quiet n )\n",
            &[
                "2:5: error[E0122]: no line in a block of `piece` begins with `captur` (did you mean `capture`?)",
                "3:10: error[E0121]: expected a path after `quiet`",
                "4:13: error[E0108]: this `)` closes nothing",
            ],
        ),
        (
            "piece Pawn \"P\"\n    promote too Queen on a\n    promote to Queen at a\n",
            &[
                "2:13: error[E0120]: expected `to`, found `too` (did you mean `to`?)",
                "3:22: error[E0127]: `on` stands before tiles, not `at` (write `on`)",
            ],
        ),
        (
            "region move = a1\nregion a = if\nregion b = a1 a2\nregion c = a1 by a1 if\n",
            &[
                "1:8: error[E0123]: `move` is a word of the language and can't be a name",
                "2:12: error[E0120]: expected a tile, a region or a number, found `if`",
                "3:15: error[E0120]: expected `but`, `by`, `each`, `,`, `..` or the end of the line, found `a2`",
                "4:21: error[E0120]: expected `each` or the end of the line, found `if`",
            ],
        ),
        ("board\ngrid 8 x 8\n", &["2:1: error[E0124]: this line belongs in a block of `board` (indent it)"]),
        ("quiet n\n", &["1:1: error[E0124]: this line belongs in a block of `piece`"]),
        (
            "end\n    all: draw if stuck\nlost: loss if stuck\n",
            &[
                "2:5: error[E0123]: `all` is a word of the language and can't be a name",
                "3:1: error[E0124]: this line belongs in a block of `end` or `match` (indent it)",
            ],
        ),
        (
            "end\n    x: lose if stuck\n    x: White win if stuck\n",
            &[
                "2:8: error[E0127]: `loss` is a result, not `lose` (write `loss`)",
                "3:14: error[E0305]: `win` is not known here (did you mean `wins`?)",
            ],
        ),
        (
            "players\n    White\nhello\n",
            &[
                "2:10: error[E0121]: expected a string in quotes after `White`",
                "3:1: error[E0122]: no line at the top level begins with `hello`",
            ],
        ),
        (
            "board\n    region a = a1\n    grid 8x8\n    grid 8 8\n",
            &[
                "2:5: error[E0124]: this line belongs at the top level (remove its indentation)",
                "3:11: error[E0126]: the numbers of a grid must be separated from the `x` (put spaces around the `x`)",
                "4:12: error[E0120]: expected `x`, found `8`",
            ],
        ),
        (
            "test a = not\ntest b = empty or\ntest c = empty = =\ntest d = empty )\ntest e = (stuck\ntest f = stuck\n",
            &[
                "1:13: error[E0121]: expected a test after `not`",
                "2:18: error[E0121]: expected a test after `or`",
                "3:16: error[E0127]: `=` compares two numbers, not `==`",
                "4:16: error[E0108]: this `)` closes nothing",
                "5:10: error[E0107]: this `(` is never closed (if it should end with the line)",
            ],
        ),
        (
            "game \"a\n  about \"b\"\n",
            &["1:6: error[E0103]: this string has no closing quote (if it should end with the line)"],
        ),
        ("counter a = 99999999999\n", &["1:13: error[E0113]: this number is too large"]),
        (
            "tests\n    legal O-O\n    legal \"O-O\" e2e4\n",
            &[
                "2:11: error[E0128]: a move with characters other than letters and digits must be quoted (quote it)",
            ],
        ),
        (
            "region a = a1\n    b1\n    c1\n",
            &["2:5: error[E0125]: this line is indented, but the line above it has no block"],
        ),
        (
            "board\n    void a1\n  void a2\n  void a3\n",
            &["3:3: error[E0105]: this line is indented like no line above it (indent it by 4)"],
        ),
        (
            "  use a\n  use b\n",
            &[
                "1:3: error[E0106]: this line is indented, but there is no line above it that it could belong to (remove its indentation)",
            ],
        ),
        (
            "board\n\tgrid 8 x 8\n\tvoid a1\n",
            &["2:1: error[E0102]: lines are indented with spaces, not tabs (use spaces)"],
        ),
        (
            "use a–b\ngame “x”\nuse ä, b\ngame \"\\n\"\n",
            &[
                "1:6: error[E0127]: `-` is the minus sign, not `–`",
                "2:6: error[E0101]: the character `“` means nothing here",
                "3:5: error[E0101]: the character `ä` means nothing here",
                "4:7: error[E0104]: a backslash is only possible before `\"` or `\\`",
            ],
        ),
        (
            "end\n    remvoe checkmate\n",
            &[
                "2:5: error[E0122]: no line in a block of `end` or `match` begins with `remvoe` (did you mean `remove`?)",
            ],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(messages(text), *expected, "{text}");
    }
}

#[test]
fn nesting_has_a_limit() {
    let deep = |open: &str, close: &str| open.repeat(100_000) + "a" + &close.repeat(100_000);
    for line in [
        format!("path a = {}", deep("(", ")")),
        format!("test a = {}", deep("(", ")")),
        format!("test a = {}", deep("not ", "")),
        format!("test a = {}", deep("a some ", "")),
        format!("path a = {}", deep("", "*2")),
        format!("path a = {}", deep("", "[a]")),
        format!("path a = {}", deep("", "{take}")),
        format!("path a = {}", deep("a[sees ", "]")),
    ] {
        let line = &line[..40_000.min(line.len())];
        assert_eq!(messages(line).len(), 1, "{}", &line[..40]);
    }
    let nested = |n: usize| format!("path a = {}n{}", "(".repeat(n), ")".repeat(n));
    good(&nested(crate::limits::NESTING)).to_string();
    assert!(messages(&nested(crate::limits::NESTING + 1))[0].contains("E0110"));
    let stairs: String = (0..200).map(|i| " ".repeat(i) + "piece\n").collect();
    messages(&stairs);
}

/// No time is measured: at this length, steps in the square of it would take hours.
#[test]
fn long_texts_are_answered() {
    const LENGTH: usize = crate::limits::SOURCE_BYTES;
    for piece in ["a", "a ", "(", "\"", "€", "\n", "8x", "#", " ", "not ", "quiet n\n", "€\n", "use \n", "\0"]
    {
        let text = piece.repeat(LENGTH / piece.len());
        let (_, errors) = parse(FileId(0), &text);
        if let Some(error) = errors.first() {
            let drawing = drawn(&text, error);
            assert!(drawing.len() < 3_000, "{piece:?}: {} bytes", drawing.len());
        }
    }
}

/// Texts of words that the grammar knows, with line breaks and indentation.
fn soup() -> impl Strategy<Value = String> {
    let mut words: Vec<String> = WORDS.iter().map(|(word, _)| format!("{word} ")).collect();
    let signs = "( ) [ ] { } , : | * + - = != < <= > >= .. -> <->".split(' ').map(str::to_owned);
    words.extend(
        signs.chain(["\n", "\n    ", "\n        ", "a1 ", "n ", "7 ", "\"x\" ", "# c"].map(str::to_owned)),
    );
    proptest::collection::vec(proptest::sample::select(words), 0..60).prop_map(|words| words.concat())
}

/// A few of these words.
fn words(words: &'static str) -> impl Strategy<Value = String> {
    // A backslash keeps a bar from separating.
    let words = words.replace("\\|", "\0");
    let words: Vec<String> = words.split('|').map(|word| word.replace('\0', "|")).collect();
    proptest::collection::vec(proptest::sample::select(words), 1..10).prop_map(|words| words.join(" "))
}

fn survives(text: &str) {
    let (file, errors) = parse(FileId(0), text);
    for error in &errors {
        drawn(text, error);
    }
    let printed = file.to_string();
    let again = good(&printed);
    assert_eq!(shape(&file), shape(&again), "{printed}");
    let second = super::edition::second(text);
    assert_eq!(super::edition::second(&second), second);
    if let Ok(formatted) = crate::fmt::format(text) {
        assert_eq!(crate::fmt::format(&formatted).as_ref(), Ok(&formatted));
        assert_eq!(shape(&parse(FileId(0), &formatted).0), shape(&file), "{formatted}");
    }
}

proptest! {
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words(text in soup()) {
        survives(&text);
    }

    /// Short expressions, of which many can be read: the printer has to get their brackets right.
    #[test]
    fn any_expressions(tests in words("a|piece|not|some|no|only|and|or|(|)|on b|on (b, c)|clock = 3|can a onto|sees n"),
                       path in words("n|n+e|(|)|,|\\||*2|*inf|*0..|rot(|[a b]|[a or b]|{take}")) {
        survives(&format!("test a = {tests}\npath b = {path}\npath c = {path} n[{tests}]\n"));
    }

    /// Lines of the sample, cut and mixed.
    #[test]
    fn any_lines(cuts in proptest::collection::vec((0usize..SAMPLE.len(), 0usize..80), 0..12)) {
        let text: String = cuts.iter().filter_map(|(at, n)| SAMPLE.get(*at..(at + n).min(SAMPLE.len()))).collect();
        survives(&text);
    }
}
