//! Codes about how a file is written.

use super::Explanation;
use crate::diagnostic::Code;

/// The explanations.
pub(super) const EXPLANATIONS: &[Explanation] = &[
    (
        Code("E0101"),
        "a character that means nothing",
        "Rules are written with the letters a–z and A–Z, digits, `_` and the signs of the language. Other letters and \
         signs stand only in quotes or behind `#`. Texts copied from a word processor often have curly quotes or long \
         dashes: replace them by `\"` and `-`.",
    ),
    (
        Code("E0102"),
        "a tab in the indentation",
        "Blocks are indented with spaces only, since a tab is wide for one reader and narrow for the next. Replace every \
         tab at the start of a line by four spaces; the formatter does it for you.",
    ),
    (
        Code("E0103"),
        "a text without its closing quote",
        "A text starts and ends with `\"` on one line: `game \"Chess\"`. A quote inside a text is written `\\\"`.",
    ),
    (
        Code("E0104"),
        "a backslash that escapes nothing",
        "Inside a text `\\\"` is a quote and `\\\\` a backslash. There is nothing else to escape: other characters, of \
         whatever language, are written as they are.",
    ),
    (
        Code("E0105"),
        "an indentation that fits no line above",
        "The lines of a block start in one column. A line that is indented less than its neighbours must be indented \
         exactly like a line of an outer block. Count the spaces: four for each block is the custom.",
    ),
    (
        Code("E0106"),
        "the first line is indented",
        "Only lines of a block are indented, and the first line of a file has no block to be in. Remove the spaces in \
         front of it.",
    ),
    (
        Code("E0107"),
        "a bracket that is never closed",
        "A statement with an open bracket may go on over several lines as long as these are indented deeper than its first \
         line. Here the next statement, or the end of the file, came before the closing bracket. Add it: `rot(n, ne)`.",
    ),
    (
        Code("E0108"),
        "a closing bracket that does not fit",
        "Every `)`, `]` and `}` closes the last bracket of its own sort. Here another bracket is open, or none: `(n, e]` \
         should be `(n, e)`.",
    ),
    (
        Code("E0109"),
        "blocks within blocks without end",
        "No statement needs more than three levels of blocks. Lines that go deeper and deeper usually come from an editor \
         that indented too much.",
    ),
    (
        Code("E0110"),
        "an expression that is nested too deep",
        "Expressions may be nested two hundred deep, which no rule needs. Give a part of the expression a name with \
         `path NAME = …` or `test NAME = …` and use the name.",
    ),
    (
        Code("E0111"),
        "a line with too many words",
        "One statement may have 50000 words. A longer one is not a rule that somebody wrote; perhaps the file is not a \
         rules file.",
    ),
    (
        Code("E0112"),
        "a file that is too long",
        "A rules file may have 64 MiB. A longer one is not read at all; perhaps it is not a rules file.",
    ),
    (
        Code("E0113"),
        "a number that is too large",
        "Numbers go up to 4294967295; the count behind `perft 4 =` goes up to 18446744073709551615.",
    ),
    (
        Code("E0120"),
        "a word that does not fit",
        "The line could be read up to the marked word. The message says what could stand there instead. If the word is \
         nearly one of those, the mend is shown: `promote too Queen` should be `promote to Queen`.",
    ),
    (
        Code("E0121"),
        "a line that ends too early",
        "The line could be read, but something has to follow: `quiet` alone needs a path, as in `quiet n`. A statement goes \
         on in the next line only inside brackets.",
    ),
    (
        Code("E0122"),
        "a line that begins with an unknown word",
        "Every sort of line begins with its own word, and each block has its own sorts: in `piece` these are `symbol`, \
         `quiet`, `capture`, `move`, `do`, `promote`, `may promote` and `remove`.",
    ),
    (
        Code("E0123"),
        "a word of the language as a name",
        "Words with a meaning of their own, such as `turn` or `piece`, can't be names of regions, pieces or players. Choose \
         another name: `region turning_point = e4`.",
    ),
    (
        Code("E0124"),
        "a line in the wrong block",
        "The line is understood, but not in this place: movement lines stand under `piece`, results under `end` or `match`. \
         Usually the indentation was lost, or is one level too much.",
    ),
    (
        Code("E0125"),
        "lines under a line that has no block",
        "The marked line is indented under one that can't have a block, such as `region`. Take the indentation away, or \
         put brackets around an expression that should go on in the next line.",
    ),
    (
        Code("E0126"),
        "a grid written as one word",
        "The numbers of a grid and the `x` between them are words of their own: `grid 8 x 8`, not `grid 8x8`.",
    ),
];
