//! Messages about what a file means: names and layers (E02), kinds of value (E03), rules that make no sense (E04).
//!
//! A constructor takes words and places, never the compiler's own data, so that all wording is here.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Lists of known names in notes are cut after so many.
const LISTED: usize = 16;

fn error(code: &'static str, title: impl Into<String>, span: Span, label: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), title, span, label)
}

/// `a` or `an`, and the word.
fn a(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// "`a`, `b` and `c`", cut when long.
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    joined(names, "and")
}

/// "there is `a`", "there are `a` and `b`".
fn known_are<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("there {verb} {}", listed(names))
}

fn joined<'a>(names: impl IntoIterator<Item = &'a str>, last_word: &str) -> String {
    let quoted: Vec<String> = names.into_iter().map(|n| format!("`{n}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        long if long.len() > LISTED => {
            format!("{} and {} more", long[..LISTED].join(", "), long.len() - LISTED)
        }
        [init @ .., last] => format!("{} {last_word} {last}", init.join(", ")),
    }
}

// Names and layers.

/// A word that names nothing. `wanted` says what could stand here ("piece, attribute, player or test").
pub fn unknown_name(
    wanted: &str,
    word: &str,
    span: Span,
    near: Option<&str>,
    known: &[String],
) -> Diagnostic {
    let plain = error("E0201", format!("no {wanted} called `{word}`"), span, "not known");
    match near {
        Some(near) => plain.with_fix(format!("did you mean `{near}`?"), span, near),
        None if known.is_empty() => plain.with_note(format!("this game has no {wanted}")),
        None => plain.with_note(known_are(known.iter().map(String::as_str))),
    }
}

/// A name that a module declares; `start` is where the file begins.
pub fn name_of_module(wanted: &str, word: &str, span: Span, start: Span, module: &str) -> Diagnostic {
    error("E0201", format!("no {wanted} called `{word}`"), span, "not known")
        .with_note(format!("the module `{module}` declares it"))
        .with_fix("use that module", start, format!("use {module}\n"))
}

/// A module needs what the game does not have.
pub fn module_needs(module: &str, words: &[String], span: Span) -> Diagnostic {
    let words = listed(words.iter().map(String::as_str));
    let title = format!("`{module}` needs {words}, which this game does not have");
    error("E0201", title, span, "needed for this module")
}

/// A word of everyday speech for what is called `here`.
pub fn everyday_name(wanted: &str, word: &str, span: Span, here: &str) -> Diagnostic {
    error("E0201", format!("no {wanted} called `{word}`"), span, "not known").with_fix(
        format!("here it is written `{here}`"),
        span,
        here,
    )
}

/// An attribute or a piece that no piece has or is, needed by a text of the library. Pieces begin with a capital by custom; `letter`
/// is one that is free.
pub fn no_such_attribute(word: &str, span: Span, letter: char) -> Diagnostic {
    let plain =
        error("E0201", format!("no piece is called `{word}`, or has that attribute"), span, "used here");
    match word.starts_with(|c: char| c.is_ascii_uppercase()) {
        true => plain.with_note(format!(
            "if the game should have such a piece, declare it, such as: piece {word} \"{letter}\""
        )),
        false => plain.with_note(format!(
            "an attribute is written after the letter of a piece, such as: piece Man \"M\" {word}"
        )),
    }
}

/// A word that named something until a layer removed it.
pub fn removed_name(sort: &str, word: &str, span: Span, removed: Span) -> Diagnostic {
    let title = match sort {
        "attribute" => {
            format!("no piece is `{word}` any more, but rules use it: write it after the letter")
        }
        _ => format!("the {sort} `{word}` is removed, but still needed"),
    };
    error("E0201", title, span, "needed here")
        .with_label(removed, if sort == "attribute" { "this piece had it" } else { "removed here" })
}

/// A name is declared although it exists.
pub fn declared_twice(sort: &str, word: &str, span: Span, first: Span, other_layer: bool) -> Diagnostic {
    let plain = error("E0202", format!("the {sort} `{word}` exists already"), span, "declared again here")
        .with_label(first, "first declared here");
    if other_layer {
        let start = Span { end: span.start, ..span };
        plain.with_fix("to replace it, write `replace` before it", start, "replace ")
    } else {
        plain.with_note("give one of them another name")
    }
}

/// `replace`, `extend` or `remove` of something that is not there; `known` is what is there.
pub fn nothing_to_change(
    verb: &str,
    sort: &str,
    name: Option<(&str, Span)>,
    span: Span,
    near: Option<&str>,
    known: &[&str],
) -> Diagnostic {
    let Some((word, at)) = name else {
        return error("E0203", format!("there is no `{sort}` to {verb}"), span, "nothing inherited")
            .with_note(format!("to declare it, leave out `{verb}`"));
    };
    let plain = error("E0203", format!("there is no {sort} `{word}` to {verb}"), at, "not known");
    match near {
        Some(near) => plain.with_fix(format!("did you mean `{near}`?"), at, near),
        None => {
            let listed = match known {
                [] => plain,
                _ => plain.with_note(known_are(known.iter().copied())),
            };
            match verb {
                "remove" => listed,
                _ => listed.with_note(format!("to declare a new {sort}, leave out `{verb}`")),
            }
        }
    }
}

/// What `remove` takes without a label.
pub fn removed_as_a_whole(words: &[&str]) -> String {
    format!(
        "without a label, `remove` takes all lines that begin with {}",
        joined(words.iter().copied(), "or")
    )
}

/// One word names things of two sorts that occur in the same places.
pub fn shared_name(word: &str, span: Span, sort: &str, other: Span, other_sort: &str) -> Diagnostic {
    error(
        "E0204",
        format!("`{word}` is both {} and {}", a(other_sort), a(sort)),
        span,
        format!("{} here", a(sort)),
    )
    .with_label(other, format!("{} here", a(other_sort)))
    .with_note("both can occur in the same places, so they need different names")
}

/// A name that has a meaning of its own; `what` says which ("a tile").
pub fn reserved_name(word: &str, what: &str, span: Span) -> Diagnostic {
    error("E0204", format!("`{word}` is {what} already"), span, "choose another name")
}

/// An import that leads nowhere.
pub fn unknown_module(what: &str, word: &str, span: Span, near: Option<&str>, known: &[&str]) -> Diagnostic {
    let plain = error("E0205", format!("no {what} called `{word}`"), span, "not found");
    match near {
        Some(near) => plain.with_fix(format!("did you mean `{near}`?"), span, near),
        None => plain.with_note(known_are(known.iter().copied())),
    }
}

/// A quoted path that leads nowhere.
pub fn unknown_file(path: &str, span: Span) -> Diagnostic {
    error("E0205", format!("no file `{path}`"), span, "not found")
        .with_note("paths are relative to the folder of the file that names them")
}

/// A file that may not be imported: `why` says what is wrong with it, the notes what is allowed.
pub fn refused_import(written: &str, why: &str, notes: Vec<String>, span: Span) -> Diagnostic {
    let refused = error("E0216", format!("`{written}` can't be imported"), span, why);
    Diagnostic { notes, ..refused }
}

/// More imports, deeper ones or longer ones than are read.
pub fn imports_too_much(limit: &str, span: Span) -> Diagnostic {
    error("E0217", "this game imports too much", span, limit)
}

/// Files that import each other in a circle.
pub fn import_cycle(chain: &[String], span: Span) -> Diagnostic {
    let all: Vec<&str> = chain.iter().map(String::as_str).collect();
    error("E0206", format!("`{}` imports itself", all[0]), span, "this completes the cycle")
        .with_note(all.join(" -> "))
}

/// `use` of a game; `written` is its name as it stands there, with quotes if it has them.
pub fn use_of_game(word: &str, written: &str, span: Span) -> Diagnostic {
    error("E0207", format!("`{word}` is a game, not a module"), span, "can't be used as a part")
        .with_note(format!("to start from it, write: variant \"…\" of {written}"))
}

/// `variant … of` a module.
pub fn variant_of_module(word: &str, span: Span) -> Diagnostic {
    error("E0207", format!("`{word}` is not a game"), span, "has no `game` line")
        .with_note(format!("to import what it declares, write: use {word}"))
}

/// The root says neither `game` nor `variant`.
pub fn no_header(span: Span) -> Diagnostic {
    error("E0208", "this file is not a game", span, "no `game` line")
        .with_note("begin with a line such as: game \"My game\"")
}

/// `game` or `variant` twice.
pub fn two_headers(span: Span, first: Span) -> Diagnostic {
    error("E0208", "a file contains one game", span, "a second title").with_label(first, "the first one")
}

/// A part that every game has is missing.
pub fn missing_part(part: &str, example: &str, span: Span) -> Diagnostic {
    error("E0209", format!("this game has no {part}"), span, "the game is here")
        .with_note(format!("write for example:\n{example}"))
}

/// A line of which there is only one is given twice in one text.
pub fn only_one(what: &str, span: Span, first: Span) -> Diagnostic {
    error("E0210", format!("there is only one `{what}`"), span, "given again here")
        .with_label(first, "first given here")
}

/// Two letters in FENs are alike.
pub fn letter_clash(letter: &str, owner: &str, span: Span, other: &str, first: Span) -> Diagnostic {
    error("E0211", format!("the letter \"{letter}\" is taken"), span, format!("for {owner}"))
        .with_label(first, format!("\"{letter}\" is {other}"))
        .with_note("a FEN could not tell them apart")
}

/// A letter that can't be one.
pub fn bad_letter(letter: &str, why: &str, span: Span) -> Diagnostic {
    error("E0212", format!("\"{letter}\" can't be a letter here"), span, why)
}

/// Too many or too few letters or symbols.
pub fn letter_count(what: &str, given: usize, players: usize, span: Span) -> Diagnostic {
    let plain = error(
        "E0213",
        format!("{given} {what}{} for {players} players", if given == 1 { "" } else { "s" }),
        span,
        format!("one {what} for every player is needed"),
    );
    if players == 2 && what == "letter" {
        plain.with_note(
            "with two players one capital letter is enough: the second player's is the lower-case one",
        )
    } else {
        plain
    }
}

/// A definition that needs itself.
pub fn recursive(sort: &str, chain: &[String], span: Span, start: Span) -> Diagnostic {
    error("E0214", format!("the {sort} `{}` is made of itself", chain[0]), span, "this completes the cycle")
        .with_label(start, "declared here")
        .with_note(chain.join(" -> "))
}

/// A verb that does not go with what follows it.
pub fn wrong_verb(verb: &str, what: &str, span: Span) -> Diagnostic {
    let plain = error("E0215", format!("`{verb}` does not go with `{what}`"), span, "not possible");
    match (verb, what) {
        ("extend", "turn" | "end" | "match" | "notation") => plain.with_note(format!(
            "write `{what}` alone: what stands under it is added to what is inherited"
        )),
        ("extend", _) => plain.with_note(
            "a piece, a group of rules, a region, a test, a path, the board and the castling clause can be extended; other things are \
             replaced as a whole, with `replace` if they have a name",
        ),
        _ => plain.with_note(format!("lines are removed from what is inherited, under `extend {what}`")),
    }
}

/// A declaration whose value is missing.
pub fn missing_value(sort: &str, word: &str, span: Span) -> Diagnostic {
    error("E0215", format!("the {sort} `{word}` has no value"), span, "expected `=` and its value")
}

// Kinds of value.

/// A word about a tile where there is no tile.
pub fn needs_tile(words: &str, span: Span, site: &str) -> Diagnostic {
    let start = Span { end: span.start, ..span };
    error(
        "E0301",
        format!("`{words}` is about a tile, and {site} is about the whole position"),
        span,
        "which tile?",
    )
    .with_fix("to test for any tile, write `some` before it; for none, `no`", start, "some ")
}

/// `only A or B`, where `B` is about a tile, and there is none.
pub fn or_outside_brackets(
    words: &str,
    before: &str,
    (alone, all): (Span, Span),
    site: &str,
    written: &str,
) -> Diagnostic {
    error(
        "E0301",
        format!("`{words}` is about a tile, and {site} is about the whole position"),
        alone,
        format!("`{before}` ends before `or`"),
    )
    .with_fix(format!("put in brackets what `{before}` is about"), all, format!("({written})"))
}

/// `always` where there is no match.
pub fn needs_match(word: &str, span: Span, site: &str) -> Diagnostic {
    error(
        "E0302",
        format!("`{word}` is about the history of a match, and {site} can't see it"),
        span,
        "only in `match`",
    )
    .with_note("put the line under `match` instead")
}

/// `repeated` where nothing is known of the positions before.
pub fn needs_history(word: &str, span: Span, site: &str) -> Diagnostic {
    error(
        "E0302",
        format!("`{word}` is about the history of a match, and {site} can't see it"),
        span,
        "only in `match` and in `legal`",
    )
    .with_note("put the line under `match` if it ends the game, or into `legal` if it forbids a move")
}

/// `before` where no move has been made.
pub fn needs_a_move(span: Span, site: &str) -> Diagnostic {
    error(
        "E0309",
        format!("`before` looks back over a move, and {site} is not about one"),
        span,
        "only in `legal` and in rules of pieces",
    )
    .with_note("what a move has changed can be remembered in a counter by an `after` line")
}

/// Something is to happen on the tile moved to after a pass.
pub fn pass_reaches_nothing(span: Span) -> Diagnostic {
    error("E0310", "a pass has no destination, but this line is about a tile", span, "nothing moves")
        .with_note("after a pass, counters can change: `after pass: passes + 1`")
}

/// `stuck` or `can` where moves are being found out.
pub fn circular_moves(word: &str, span: Span, site: &str) -> Diagnostic {
    error(
        "E0303",
        format!("`{word}` depends on the legal moves, and {site} decides which moves are legal"),
        span,
        "depends on itself",
    )
    .with_note(if word == "stuck" {
        "it can be used in `end`, `match` and `notation`, and for the reply to a move in `legal` and `after`"
    } else {
        "it can be used in `end`, `match` and `notation`"
    })
}

/// `of` with a number of which there is one.
pub fn of_single(counter: &str, span: Span, declared: Option<Span>) -> Diagnostic {
    let plain =
        error("E0304", format!("there is only one `{counter}`"), span, "`of` needs one for every player");
    match declared {
        Some(at) => plain.with_label(at, "declared without `each`"),
        None => plain,
    }
}

/// A word that names a thing of another sort than what is wanted.
///
/// `advice` is what to write instead, and to what end.
pub fn wrong_sort(
    word: &str,
    span: Span,
    sort: &str,
    wanted: &str,
    advice: Option<(&str, String)>,
    known: &[String],
) -> Diagnostic {
    let plain = error(
        "E0305",
        format!("`{word}` is {}, not {}", a(sort), a(wanted)),
        span,
        format!("expected {}", a(wanted)),
    );
    match advice {
        Some((aim, instead)) => plain.with_fix(aim, span, instead),
        None if known.is_empty() => plain,
        None => plain.with_note(known_are(known.iter().map(String::as_str))),
    }
}

/// `in REGION`: tiles are asked for with `on`.
pub fn region_as_phase(region: &str, span: Span) -> Diagnostic {
    error("E0305", format!("`{region}` is a region, not a phase"), span, "`in` asks for the phase of a turn")
        .with_fix("to ask whether a tile is in it", span, format!("on {region}"))
}

/// A piece where a path is wanted: it may be meant to move like that piece, or onto it.
pub fn piece_as_path(piece: &str, span: Span, wanted: &str) -> Diagnostic {
    wrong_sort(piece, span, "piece", wanted, None, &[])
        .with_note("to move like another piece, give both the same path: `path NAME = …` and `move NAME`")
        .with_note(format!("a test on the tile reached is written in brackets: `n[{piece}]`"))
}

/// A word that has to be one of a few.
pub fn expected_word(word: &str, span: Span, expected: &[&str], near: Option<&str>) -> Diagnostic {
    let plain = error("E0305", format!("`{word}` is not known here"), span, "not a word that can occur here")
        .with_note(format!("expected {}", joined(expected.iter().copied(), "or")));
    match near {
        Some(near) => plain.with_fix(format!("did you mean `{near}`?"), span, near),
        None => plain,
    }
}

/// `by claim` or `by time` in `end`.
pub fn only_in_match(words: &str, span: Span) -> Diagnostic {
    error(
        "E0306",
        format!("`{words}` is possible in `match` only"),
        span,
        "`end` is about what a position shows",
    )
    .with_note("put the line under `match` instead")
}

/// A direction without an offset in a sum.
pub fn no_offset(direction: &str, span: Span) -> Diagnostic {
    error(
        "E0307",
        format!("`{direction}` can't be part of a sum"),
        span,
        "leads a different way from every tile",
    )
    .with_note("a sum is one step by fixed distances; directions that only have listed edges have none")
}

/// `tumble` on a flat board.
pub fn flat_board(span: Span) -> Diagnostic {
    error("E0419", "there is no space to tumble in", span, "this board has one level")
        .with_note("`tumble` repeats a path in all rotations of a cube; on a flat board, use `rot`")
        .with_fix("write `rot`", span, "rot")
}

/// A path that is not a mere way.
pub fn plain_path_only(what: &str, site: &str, span: Span) -> Diagnostic {
    error("E0308", format!("{what} can't be used in {site}"), span, "only steps here")
}

/// Something else than taking in a path that is only asked for.
pub fn takes_only(site: &str, span: Span) -> Diagnostic {
    error(
        "E0308",
        format!("a path in {site} can take, and do nothing else"),
        span,
        "nothing would come of it",
    )
}

// Rules that make no sense.

/// `attacked` in a rule that attacks.
pub fn attack_circle(span: Span) -> Diagnostic {
    error(
        "E0401",
        "a capture can't depend on what is attacked",
        span,
        "uses attacks in a rule that defines attacks",
    )
    .with_note(
        "attacks would be defined by themselves; move the condition to `legal` in `turn`, or use `quiet`",
    )
}

/// A repetition that may repeat without moving.
pub fn no_progress(span: Span) -> Diagnostic {
    error("E0402", "this repetition makes no progress", span, "what is repeated may stay where it is")
        .with_note("every round has to make at least one step")
}

/// `line` where no length is asked.
pub fn line_of_no_path(word: &str, span: Span) -> Diagnostic {
    error(
        "E0311",
        format!("`{word}` uses the line of a path, but this is not the length of a path"),
        span,
        "on which line?",
    )
    .with_note("it can be used after the `*` of a path, such as `n*count(piece on line)`")
}

/// `line` where several steps are repeated.
pub fn line_of_many_steps(word: &str, span: Span) -> Diagnostic {
    error("E0311", format!("`{word}` asks for a line in one direction"), span, "what is repeated here is no single step")
        .with_note("repeat one step or one sum, such as `n*count(piece on line)` or `n[not enemy]*(count(piece on line) - 1)`")
}

/// `line` united with other tiles.
pub fn line_among_tiles(span: Span) -> Diagnostic {
    error("E0311", "`line` can only be used alone after `on`", span, "it is no fixed set of tiles")
        .with_note("join two tests instead, such as `on line and not on hill`")
}

/// `group` where the test around it is about the whole position.
pub fn group_of_no_tile(span: Span) -> Diagnostic {
    error("E0312", "this group belongs to no tile", span, "the test around it is about no tile")
        .with_note("ask it of tiles: with `test free = some (group friend with rot(n)) sees rot(n)[empty]`, `no (friend not free)`")
}

/// `group` outside of what is asked of many tiles.
pub fn group_alone(span: Span) -> Diagnostic {
    error("E0312", "`group` chooses among tiles, and no tiles are looked for here", span, "not inside `some`, `no`, `only`, `count` or `worth`")
        .with_note("say what is tested about the group: `some group friend with rot(n)`, `count(group friend with rot(n)) >= 3`")
}

/// A mirror in which the board is another one.
pub fn no_mirror(axis: &str, span: Span) -> Diagnostic {
    error("E0313", format!("the board is not the same on both sides of a line to `{axis}`"), span, "nothing can be mirrored there")
        .with_note("a mirror stands on the middle of the board; every tile and every step must have a counterpart behind it")
}

/// A repetition without end in a repetition without end.
pub fn nested_star(outer: Span, inner: Span) -> Diagnostic {
    error("E0403", "an endless repetition inside an endless repetition", outer, "repeats without end")
        .with_label(inner, "and so does this")
        .with_note("give one of them a number, such as `*1..3`")
}

/// Bounds that exclude every number; `turned` is what they are the other way round.
pub fn empty_bounds(min: u32, max: u32, bounds: Span, turned: String) -> Diagnostic {
    error(
        "E0404",
        format!("at least {min} and at most {max} times is impossible"),
        bounds,
        "no number is both",
    )
    .with_fix("the smaller number comes first", bounds, turned)
}

/// A repetition that does nothing.
pub fn zero_times(span: Span) -> Diagnostic {
    error("E0404", "zero times is no repetition", span, "does nothing")
}

/// A path that nobody can ever walk.
pub fn never_walked(span: Span, from: &str, board: &str) -> Diagnostic {
    error("E0405", "this path can't be walked anywhere on the board", span, format!("leads nowhere {from}"))
        .with_note(board)
}

/// A sum that comes back.
pub fn zero_sum(span: Span) -> Diagnostic {
    error("E0405", "this sum leads back to where it starts", span, "the directions cancel out")
}

/// A test that can never hold.
pub fn never_holds(span: Span, why: &str) -> Diagnostic {
    error("E0406", "this test can never be true", span, why)
}

/// Words side by side that exclude each other.
pub fn contradiction(span: Span) -> Diagnostic {
    never_holds(span, "contradicts itself").with_note(
        "words side by side must all be true of one tile; for alternatives, write `or` between them",
    )
}

/// A test about the piece that moves that none of its kind passes.
pub fn never_of_itself(span: Span) -> Diagnostic {
    never_holds(span, "about the piece that moves").with_note(
        "a test after `if`, or before the first step of a path, is about the piece itself: it is a friend, and its tile is not empty; for the tile reached, write the test after a step, as in `n[enemy]`",
    )
}

/// A comparison that is decided.
pub fn decided(always: bool, span: Span) -> Diagnostic {
    error("E0407", format!("this comparison is always {always}"), span, "whatever the position")
}

/// A set of tiles without tiles.
pub fn no_tiles(what: &str, span: Span) -> Diagnostic {
    error("E0408", format!("{what} is empty"), span, "no tile of the board is left")
}

/// A tile, rank or file beyond the board.
pub fn not_on_board(what: &str, span: Span, board: &str) -> Diagnostic {
    error("E0408", format!("{what} is not on the board"), span, "not there").with_note(board)
}

/// What stands behind `file`.
pub fn files_are_letters() -> &'static str {
    "a file is named by its letters, as in `file a`; for the file of a piece, test what it sees: `sees (n, s)*inf[TEST]`"
}

/// Tiles of a board on which they come and go.
pub fn no_named_tiles(span: Span, board: &str) -> Diagnostic {
    error("E0408", "there are no tiles to be named on a plane", span, "names tiles").with_note(board)
}

/// A line about tiles that the board or the notation does not suit.
pub fn bad_tiles_line(title: String, span: Span, label: impl Into<String>) -> Diagnostic {
    error("E0460", title, span, label)
}

/// A promotion that changes nothing, or twice.
pub fn idle_promotion(span: Span, why: &str) -> Diagnostic {
    error("E0409", "this promotion is not possible", span, why)
}

/// A castling clause that contradicts itself.
pub fn bad_castling(span: Span, why: String) -> Diagnostic {
    error("E0410", "this castling is not possible", span, why)
}

/// A castling clause without a side.
pub fn no_side(span: Span, one: &str, other: &str) -> Diagnostic {
    let example = format!("    side e \"O-O\" right \"K\" {one} to g1, {other} to f1");
    bad_castling(span, "has no side to castle to".to_string())
        .with_note(format!("write under it, for example:\n{example}"))
}

/// A board that can't be.
pub fn bad_board(title: String, span: Span, label: &str) -> Diagnostic {
    error("E0411", title, span, label)
}

/// A seam that can't be sewn.
pub fn bad_seam(title: String, span: Span, label: impl Into<String>) -> Diagnostic {
    error("E0430", title, span, label)
}

/// Two tiles of one name.
pub fn tile_twice(name: &str, span: Span) -> Diagnostic {
    error("E0431", format!("there are two tiles called `{name}`"), span, "this part has one again")
        .with_note("name its files and ranks: patch B grid 8 x 4 file \"a b c d e f g h\" rank \"5 6 7 8\"")
}

/// A way to draw a board that does not suit it.
pub fn bad_drawing(title: &str, span: Span, label: &str) -> Diagnostic {
    error("E0440", title.to_string(), span, label)
}

/// A shape that can't be drawn.
pub fn bad_shape(title: &str, span: Span, label: &str) -> Diagnostic {
    error("E0441", title.to_string(), span, label).with_note(
        "a shape is path data of SVG in a square of 100 by 100, such as \"M 50 10 L 90 90 H 10 Z\"",
    )
}

/// A direction without a step.
pub fn idle_direction(name: &str, span: Span) -> Diagnostic {
    error("E0432", format!("no piece can go `{name}`"), span, "no step has this direction")
        .with_note(format!("write a line such as: edge a1 -> b2 as {name}"))
}

/// A seat that the board has no place for.
pub fn bad_seat(span: Span, title: String, label: String) -> Diagnostic {
    error("E0412", title, span, label)
}

/// A shuffle that can't be done or counted.
pub fn bad_shuffle(span: Span, title: String, label: &str) -> Diagnostic {
    error("E0413", title, span, label)
}

/// An effect where there is nothing to have it.
/// With `waits`, an earlier effect of the same line would have to be done first.
pub fn idle_effect(effect: &str, span: Span, why: &str, waits: bool) -> Diagnostic {
    let idle = error("E0414", format!("`{effect}` can't happen here"), span, why);
    if !waits {
        return idle;
    }
    idle.with_note("all effects of a line read the position before it; give the line a label, and write the second effect in a line of `turn`: `after LABEL: …`")
}

/// A result that can't be.
pub fn bad_result(span: Span, title: String, label: &str) -> Diagnostic {
    error("E0450", title, span, label)
}

/// An action that needs the tile moved to, after something that is no move.
pub fn nobody_moved(trigger: &str, span: Span) -> Diagnostic {
    error("E0451", format!("`{trigger}` is not a move, so it has no destination"), span, "on which tile?")
        .with_note("name the tiles by a test: after NAME: every friend: take")
}

/// Players go out, and FENs don't tell.
pub fn out_is_not_told(span: Span) -> Diagnostic {
    error("E0452", "the FEN does not store who is out", span, "a player goes out here")
        .with_note("add the field: fen placement, turn, out")
}

/// More than the engine can count.
pub fn too_many(what: &str, limit: usize, span: Span) -> Diagnostic {
    error("E0415", format!("too many {what}"), span, format!("at most {limit} are possible"))
}

/// Repetitions and tests of other tiles inside one another, which multiply.
pub fn too_many_steps(span: Span, steps: u64, limit: u64) -> Diagnostic {
    let label = match steps {
        u64::MAX => "more than can be counted".to_string(),
        steps => format!("up to {steps}"),
    };
    error("E0415", format!("this may take more than {limit} steps"), span, label)
        .with_note("repetitions, and tests that look at other tiles, multiply when they are nested")
}

/// A notation that can't be read back.
pub fn bad_notation(span: Span, title: String, label: &str) -> Diagnostic {
    error("E0416", title, span, label)
}

/// `onto` with another word than `capture`.
pub fn onto_without_capture(mode: &str, span: Span) -> Diagnostic {
    error("E0417", format!("`onto` does not go with `{mode}`"), span, "only with `capture`")
        .with_note("it captures the piece that left the mark")
}

/// An assertion that can't be one.
pub fn bad_test(span: Span, title: String, label: &str) -> Diagnostic {
    error("E0418", title, span, label)
}

/// A count in `tests` to a depth that no count ever reaches.
pub fn perft_too_deep(span: Span, limit: u32) -> Diagnostic {
    bad_test(span, "this count is too deep".to_string(), &format!("at most {limit} moves deep"))
}

/// A way to stand that a piece can't have.
pub fn bad_facing(span: Span, why: &str, first: Option<Span>) -> Diagnostic {
    let error = error("E0446", "this orientation is not possible", span, why);
    match first {
        Some(first) => error.with_label(first, "here first"),
        None => error,
    }
}

/// An orientation that a piece has not.
pub fn does_not_face(piece: &str, faces: bool, span: Span) -> Diagnostic {
    let why = if faces { "not in its line `faces`" } else { "it has no line `faces`" };
    error("E0446", format!("`{piece}` has no such orientation"), span, why)
        .with_note("name the directions of one orientation of that line, as in `drop KIND facing n`")
}

/// An orientation that only some players see on the board.
pub fn faces_for_some_only(piece: &str, span: Span) -> Diagnostic {
    error("E0446", format!("not every player can put `{piece}` so"), span, "seen by its owner")
        .with_note("the directions are as the player who drops the piece sees them; a line `faces` needs the orientations of all players")
}

/// A piece that can stand in several ways where one of them is meant.
pub fn needs_one_facing(piece: &str, ways: usize, span: Span) -> Diagnostic {
    error(
        "E0446",
        format!("the orientation of `{piece}` is missing"),
        span,
        format!("it has {ways} orientations, and one is needed here"),
    )
}

/// An effect that only a move has.
pub fn mover_only(effect: &str, span: Span) -> Diagnostic {
    error("E0447", format!("`{effect}` needs a moving piece"), span, "only in a rule of a piece")
        .with_note("`after` comes when the move has been made; `take`, `become` and `rotate` work there")
}
