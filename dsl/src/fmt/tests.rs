//! The formatter keeps what a file says, and formats what it has formatted as it is.

use super::format;
use crate::layout::lines;
use crate::parse::tests::SAMPLE;
use crate::source::FileId;

fn check(text: &str, expected: &str) {
    let once = format(text).unwrap();
    assert_eq!(once, expected);
    assert_eq!(format(&once).unwrap(), once, "formatting twice changes more");
}

fn words(text: &str) -> Vec<String> {
    crate::token::tokens(text)
        .map(|(token, range)| (token, &text[range]))
        .filter(|(token, _)| !matches!(token, crate::token::Token::Newline))
        .map(|(_, text)| text.trim_end().to_owned())
        .collect()
}

#[test]
fn keeps_a_sample_as_it_is() {
    check(SAMPLE, SAMPLE);
}

#[test]
fn mends_indentation_and_single_spaces() {
    check(
        "piece  Pawn \"P\"\r\n  quiet n *2 [ empty ]( e,w )  if first   as double \r\n\r\n\r\n\r\n  capture n + n+e\r\nend",
        "piece  Pawn \"P\"\n    quiet n*2[empty] (e, w)  if first   as double\n\n    capture n+n+e\nend\n",
    );
    check("turn\n\tafter move:clock+1", "turn\n    after move: clock + 1\n");
    check("path a = n*0.. n [piece]n*1 .. 3", "path a = n*0.. n[piece] n*1..3\n");
    check("path a(k)=b( k ,2,[empty]) n*1..k n (e,w)", "path a(k) = b(k, 2, [empty]) n*1..k n (e, w)\n");
    check("\u{feff}\n\nboard\n", "board\n");
    check("", "");
}

#[test]
fn keeps_comments_where_they_belong() {
    check(
        "# top\nboard # the board\n # inside\n grid 8 x 8\n # still inside\n# outside\nplayers\n  # empty\n\n# last",
        "# top\nboard  # the board\n    # inside\n    grid 8 x 8\n    # still inside\n# outside\nplayers\n    # empty\n\n# last\n",
    );
    check(
        "region a = (a1, # one\n # two\n  b1\n)\n# end",
        "region a = (a1,  # one\n    # two\n    b1\n)\n# end\n",
    );
}

#[test]
fn changes_no_word() {
    let squeezed = SAMPLE.replace(", ", " ,").replace(" = ", "=").replace("    ", " ");
    let formatted = format(&squeezed).unwrap();
    assert_eq!(words(&squeezed), words(&formatted));
    assert!(lines(FileId(0), &formatted).errors.is_empty());
}
