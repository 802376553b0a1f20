//! Codes about what a file means.

use super::Explanation;
use crate::diagnostic::Code;

/// The explanations.
pub(super) const EXPLANATIONS: &[Explanation] = &[
    (
        Code("E0201"),
        "a name that is not known",
        "Every name has to be declared, here or in a text that is used. Capital and small letters differ: `king` is not \
         `King`. The message shows the nearest known name, or lists what there is. A name that a variant has removed is \
         not known any more; rules that need it have to be replaced or removed as well.",
    ),
    (
        Code("E0202"),
        "a name that is declared twice",
        "Two things of one sort can't share a name. In a variant, write `replace piece King …` to exchange what is \
         inherited, or `extend piece King` to add lines to it.",
    ),
    (
        Code("E0203"),
        "nothing there to replace, extend or remove",
        "`replace`, `extend` and `remove` change something that a used text or the parent game declares. If nothing of \
         that name is there, it is misspelt or has to be declared without the word: `piece Guard \"G\"`.",
    ),
    (
        Code("E0204"),
        "a name that can be taken for something else",
        "Pieces, attributes, players and tests stand in the same places, so they need different names; so do directions \
         and paths, and tiles and regions. Words such as `empty` or `enemy` have a meaning already.",
    ),
    (
        Code("E0205"),
        "a text that is not found",
        "`use moves` means a module of the standard library, or a file `moves.tg` beside this one; `of chess` means a \
         game in the same way. For a file elsewhere write its path in quotes: `use \"parts/mine.tg\"`.",
    ),
    (
        Code("E0206"),
        "texts that import each other",
        "A text can't be built on itself. The note lists the circle; take one `use` or `of` out of it, or move what both \
         need into a third file.",
    ),
    (
        Code("E0207"),
        "a game is not a module",
        "`use` brings in parts that belong to no game; a whole game is taken by `variant \"Mine\" of chess`.",
    ),
    (
        Code("E0208"),
        "one title for one game",
        "A game begins with `game \"Its title\"`, or with `variant \"Its title\" of another`. There is just one such line.",
    ),
    (
        Code("E0209"),
        "a part that is missing",
        "Every game needs a board, players, pieces and a set-up. The message shows how the missing part may look.",
    ),
    (
        Code("E0210"),
        "given twice",
        "There is only one of these in a game. A variant may give it anew, but one text gives it once.",
    ),
    (
        Code("E0211"),
        "a letter for two things",
        "In a position text every piece of every player needs a letter of its own. One capital letter stands for the \
         first player's piece, and its small letter for the second player's; or give one for each: `piece King \"K\" \"k\"`.",
    ),
    (
        Code("E0212"),
        "a letter that can't be one",
        "Position texts use digits for empty tiles, `/` between rows and spaces between fields, so that these can't be \
         letters of pieces. Players and castling rights have exactly one character.",
    ),
    (
        Code("E0213"),
        "one for every player",
        "Letters and symbols are given for every player: `piece Man \"A\" \"B\" \"C\"` for three. With two players one \
         capital letter is enough.",
    ),
    (
        Code("E0214"),
        "made of itself",
        "A test, path or region may use others, but not itself, not even by a detour. For a path that goes on and on use \
         a repetition: `n*inf`.",
    ),
    (
        Code("E0215"),
        "a word that does not go with a statement",
        "`extend` goes with `piece` only, `remove LABEL` only with the lines of `extend piece`; other things are replaced as \
         a whole: `replace region goal = rank 8`.",
    ),
    (
        Code("E0301"),
        "a test about a tile where there is no tile",
        "`King`, `enemy`, `attacked` and the like ask about one tile. `legal`, `end` and `match` look at the whole \
         position, so say on which tiles: `some friend King attacked`, `no enemy piece`.",
    ),
    (
        Code("E0302"),
        "only a match has a history",
        "`repeated` counts how often a position has occurred in the match. A position alone does not know that; put the \
         rule into `match`: `threefold: draw by claim if repeated >= 3`.",
    ),
    (
        Code("E0303"),
        "legal moves that depend on legal moves",
        "`stuck` and `can` ask which moves are legal, so what decides that can't use them: rules of pieces, `legal`, \
         `after` and `safe`. They are for `end`, `match` and `notation`.",
    ),
    (
        Code("E0304"),
        "whose number",
        "`of enemy` chooses one player's number, so the counter needs `each`: `counter checks = 3 each`.",
    ),
    (
        Code("E0305"),
        "a thing of another sort",
        "The name is known, but what it names can't stand here. A region is asked for by `on goal`, a mark by \
         `marked passant`, a path by `sees knight`; a piece on the way is written in brackets: `n[King]`.",
    ),
    (
        Code("E0306"),
        "only in a match",
        "Claims and time belong to a match between people. In `end` stand the results that a position shows by itself.",
    ),
    (
        Code("E0307"),
        "a sum of directions without distances",
        "`n+n+e` is one leap by fixed distances. A direction that the board only has as listed edges has none; use it \
         step by step: `up n`.",
    ),
    (
        Code("E0308"),
        "only steps",
        "`TILE by PATH` is worked out on an empty board, and `sees PATH` only looks, so such paths have no effects, and \
         those after `by` no tests.",
    ),
    (
        Code("E0401"),
        "attacks defined by attacks",
        "A tile is attacked if some rule could capture there. If that rule itself asks what is attacked, two pieces may \
         each attack only if the other does not. Put the condition into `turn`: `legal if no friend royal attacked`.",
    ),
    (
        Code("E0402"),
        "a repetition without progress",
        "What is repeated has to go at least one step each time; otherwise it could go on for ever on one tile. \
         Instead of `(n*0..)*inf` write `n*0..`.",
    ),
    (
        Code("E0403"),
        "endless in endless",
        "An endless repetition inside another has far too many ways. Give one of them a number: `(n*inf e)*1..3`.",
    ),
    (
        Code("E0404"),
        "a number of times that can't be",
        "The smaller number comes first: `n*1..3`. Zero times at most is nothing at all.",
    ),
    (
        Code("E0405"),
        "a path that leads nowhere",
        "On this board no tile has room for the path, or its tests about regions exclude every tile. Perhaps the board is \
         smaller than the rule was made for.",
    ),
    (
        Code("E0406"),
        "a test that never holds",
        "Its parts contradict each other: no tile is `empty` and bears an `enemy`, no piece is both `King` and `Rook`. For \
         one or the other write `or`.",
    ),
    (
        Code("E0407"),
        "a comparison that is decided",
        "Counting pieces never gives less than nothing, and a position has always occurred once. Such a comparison says \
         nothing.",
    ),
    (
        Code("E0408"),
        "no such tiles",
        "The tiles are not on the board, or `but` takes all of them away. Files are letters from the left, ranks numbers \
         from the first player's side.",
    ),
    (
        Code("E0409"),
        "a promotion without effect",
        "A piece promotes to other kinds, each named once: `promote to Queen, Rook on last_rank`.",
    ),
    (
        Code("E0410"),
        "a castling that can't be",
        "Both pieces of the clause go to different tiles, the one that castles first: \
         `side e \"O-O\" right \"K\" King to g1, Rook to f1`.",
    ),
    (
        Code("E0411"),
        "a board that can't be",
        "A grid has two or three dimensions, at most 65,535 tiles, and at least one that is not void. Levels of a third \
         dimension are capital letters, so there are at most 26.",
    ),
    (
        Code("E0412"),
        "a seat that the board does not have",
        "Whoever is `mirrored` or `facing` somewhere sees the board reflected or turned, and every tile needs a counterpart \
         there. The first player sees the board as it is written.",
    ),
    (
        Code("E0413"),
        "a shuffle that can't be numbered",
        "Each line of a shuffle has a number of ways that does not depend on the lines before, so narrower lines come \
         first: `Bishop on light` before `Queen`. Arrangements are numbered from 0.",
    ),
    (
        Code("E0414"),
        "an effect on nothing",
        "`take` and `become` act on what stands on the tile reached. After `[empty]` nothing does.",
    ),
    (
        Code("E0415"),
        "more than can be counted",
        "There is a limit that no game played so far comes near; perhaps alternatives multiply: `sym(…) sym(…) sym(…)` has \
         512 ways. `|` inside a repetition does not multiply.",
    ),
    (
        Code("E0416"),
        "a position text that can't be read back",
        "A position text needs the pieces (`placement`). Numbers of every player need a sign between them: \
         `count checks \"+\"`.",
    ),
    (
        Code("E0417"),
        "`onto` takes something",
        "`capture PATH onto MARK` goes to a marked empty tile and takes the piece that left the mark; other sorts of rules \
         take nothing.",
    ),
    (
        Code("E0418"),
        "an assertion that can't be one",
        "`arrangement` is about numbered set-ups; a game with a single one has none.",
    ),
    (
        Code("W0501"),
        "a piece that never moves",
        "It has no rule. If it is meant to stand still, all is well; otherwise add a line such as `move n`.",
    ),
    (
        Code("W0502"),
        "never used",
        "It is declared, but no rule names it. Remove it, or look for a rule that should use it.",
    ),
    (
        Code("W0503"),
        "an ending that is always forestalled",
        "Endings are tried in order, and an earlier one has the same condition. In a variant the new lines come first, then \
         the inherited ones.",
    ),
    (
        Code("W0504"),
        "the same rule twice",
        "Another line of the piece says the same already; labels make no difference to how it moves.",
    ),
    (
        Code("W0505"),
        "a piece that never comes onto the board",
        "It is not in the set-up, nothing promotes or turns into it, and no shuffle places it.",
    ),
    (
        Code("W0506"),
        "a promotion that is never reached",
        "By its own rules the piece can't arrive on any of the tiles. Tiles are the board's own for everybody; for tiles seen \
         from each player's side declare a region: `region goal = rank 8 each`.",
    ),
];
