//! Texts that nobody writes by hand: each is answered, with an error or by working, and nothing panics.
//!
//! No time is measured: what these texts are after are steps without end or in the square of a length, which would never
//! come back.

use tilegame::check::Checked;
use tilegame_dsl::diagnostic::{Severity, render};
use tilegame_dsl::fetch::Fetched;
use tilegame_dsl::source::Sources;
use tilegame_runtime::{MOST_MOVES, MOST_WAYS};
use tilegame_tests::Dice;

/// Checks a text and draws the first messages about it.
fn answer(name: &str, text: &str) -> Checked {
    let mut sources = Sources::new();
    sources.add("case.tg", text);
    let mut fetch = |wanted: &str| match wanted {
        "one.tg" => Some(Fetched::Text("use \"two.tg\"\n".to_owned())),
        "two.tg" => Some(Fetched::Text("use \"one.tg\"\n".to_owned())),
        _ => None,
    };
    let checked = tilegame::check::check(&mut sources, "case.tg", &mut fetch);
    for diagnostic in checked.diagnostics.iter().take(20) {
        let drawn = render::render(&sources, diagnostic, false);
        assert!(drawn.len() < 20_000, "{name}: a message of {} bytes", drawn.len());
    }
    assert_eq!(checked.game.is_some(), !checked.has_errors(), "{name}");
    checked
}

/// The codes of all errors, each once.
fn errors(name: &str, text: &str) -> Vec<&'static str> {
    let checked = answer(name, text);
    let errors = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let mut codes: Vec<&str> = errors.map(|d| d.code.0).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// A small game with lines of its own, and these rules for its one piece.
fn game(grid: &str, rules: &str, lines: &str) -> String {
    format!(
        "game \"Case\"\n\nboard\n    grid {grid}\n\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\n{lines}\n\n\
         piece Man \"M\"\n{rules}\n"
    )
}

/// The same on a board of eight by eight with a piece in the middle.
fn board(rules: &str, lines: &str) -> String {
    format!("{}\nsetup \"8/1m1m1m2/8/3M4/8/1m1m1m2/8/8 w\"\n", game("8 x 8", rules, lines))
}

#[test]
fn bytes_of_all_sorts() {
    let mut dice = Dice::new(0);
    for length in [1, 100, 10_000] {
        for round in 0..20 {
            let bytes: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            assert!(!errors(&format!("random {length} {round}"), &text).is_empty());
        }
    }
    assert!(!errors("zeros", &"\0".repeat(100_000)).is_empty());
    assert!(!errors("quotes", &"\"".repeat(100_001)).is_empty());
    assert!(!errors("brackets", &"([{".repeat(100_000)).is_empty());
    assert!(!errors("closing", &")\n".repeat(100_000)).is_empty());
    assert!(!errors("tabs", &"\t".repeat(100_000)).is_empty());
    assert!(!errors("short lines", &"x\n".repeat(100_000)).is_empty());
    assert!(!errors("right lines", &"mark a\n".repeat(100_000)).is_empty());
    assert!(!errors("empty lines", &"\n".repeat(1_000_000)).is_empty());
}

#[test]
fn line_ends_and_byte_order_marks_do_no_harm() {
    let text = "variant \"Case\" of chess\n\nextend piece Knight\n    quiet n+n\n";
    assert_eq!(errors("crlf", &text.replace('\n', "\r\n")), [""; 0]);
    assert_eq!(errors("bom", &format!("\u{feff}{text}")), [""; 0]);
}

#[test]
fn nesting() {
    for (name, open, close) in [("round", "(", ")"), ("turned", "rot(", ")"), ("tested", "n[sees ", "]")] {
        let path = format!("{}n{}", open.repeat(5000), close.repeat(5000));
        assert_eq!(errors(name, &board(&format!("    move {path}"), "")), ["E0110"], "{name}");
    }
    let deep = format!("    move n if {}first", "not ".repeat(5000));
    assert_eq!(errors("not", &board(&deep, "")), ["E0110"]);
    let lines: String = (0..400).map(|depth| format!("{}mark a\n", " ".repeat(depth))).collect();
    assert!(!errors("indentation", &lines).is_empty());
}

#[test]
fn very_many_of_one_thing() {
    let many = |make: &dyn Fn(usize) -> String| (0..50_000).map(make).collect::<String>();
    let pieces = many(&|i| format!("piece P{i} \"M{i}\"\n    move n\n"));
    assert!(!errors("pieces", &board("    move n", &pieces)).is_empty());
    for sort in ["mark m", "region r", "counter c", "path p", "test t"] {
        let value = match &sort[..4] {
            "regi" => " = a1",
            "coun" => " = 1",
            "path" => " = n",
            "test" => " = stuck",
            _ => "",
        };
        answer(sort, &board("    move n", &many(&|i| format!("{sort}{i}{value}\n"))));
    }
    answer("rules", &board(&many(&|_| "    move n\n".to_owned()), ""));
    answer("ends", &board("    move n", &format!("end\n{}", many(&|i| format!("    e{i}: win if stuck\n")))));
    let removed = many(&|i| format!("remove piece P{i}\n"));
    answer("removals", &format!("variant \"Case\" of chess\n{removed}"));
    answer("players", &format!("game \"C\"\nplayers\n{}", many(&|i| format!("    P{i} \"{i}\"\n"))));
}

#[test]
fn boards() {
    for grid in ["65535 x 1", "1000 x 1000 x 1000", "4294967295 x 4294967295", "0 x 8", "8", "2 x 2 x 2 x 2"]
    {
        assert!(!errors(grid, &game(grid, "    move n", "setup \"m w\"")).is_empty(), "{grid}");
    }
    let rows = vec!["255"; 254].join("/");
    let text = game("255 x 255", "    move rot(n, ne)*inf", &format!("setup \"M254/{rows} w\""));
    assert_eq!(errors("255 x 255", &text), [""; 0]);
    let text = game("32000 x 2", "    move rot(n, ne)*inf", "setup \"M31999/32000 w\"");
    assert_eq!(errors("32000 x 2", &text), [""; 0]);
    let torus = "255 x 255\n    seam west ~ east reversed\n    seam south ~ north";
    answer("torus", &game(torus, "    move rot(n, ne)*inf", &format!("setup \"M254/{rows} w\"")));
    let sum = vec!["n+e"; 20].join("+");
    let long_sum =
        game("8 x 8\n    seam west ~ east", &format!("    move {sum}"), "setup \"M7/8/8/8/8/8/8/8 w\"");
    assert_eq!(errors("a long sum", &long_sum), ["E0415"]);
    let reach = "region far = a1 by (n | e | s | w)*inf\nregion near = a1 by n*0..65535";
    answer("reach", &game("255 x 255", "    move n", &format!("{reach}\nsetup \"M254/{rows} w\"")));
}

#[test]
fn names_that_multiply() {
    let chain = |sort: &str, first: &str, join: &str| {
        let next =
            |i: usize| format!("{sort} x{} = ({sort_name}{i}{join}{sort_name}{i})\n", i + 1, sort_name = "x");
        format!("{sort} x0 = {first}\n{}", (0..30).map(next).collect::<String>())
    };
    for (name, join) in [("either", ", "), ("anew", " | "), ("then", " ")] {
        assert!(
            !errors(name, &board("    move x30", &chain("path", "n", join))).contains(&"E0201"),
            "{name}"
        );
    }
    for join in [" and ", " or "] {
        answer(join, &board("    move n if x30", &chain("test", "first", join)));
    }
    let sums = |n: usize| vec!["(n, e)"; n].join(" ");
    answer("products", &board(&format!("    move {}", sums(40)), ""));
    answer("long", &board(&format!("    move ({})*65535", sums(11)), ""));
    answer("leap", &board(&format!("    move {}", vec!["n"; 40_000].join("+")), ""));
}

#[test]
fn imports_in_circles() {
    let rest = "\nvariant \"Case\" of chess\n";
    assert_eq!(errors("two", &format!("use \"one.tg\"{rest}")), ["E0206"]);
    assert_eq!(errors("self", &format!("use \"case.tg\"{rest}")), ["E0206"]);
    assert_eq!(errors("parent", "variant \"Case\" of \"case.tg\"\n"), ["E0206"]);
}

#[test]
fn repetitions() {
    for bounds in ["*1000000000", "*65536", "*1..99999", "*99999.."] {
        assert_eq!(errors(bounds, &board(&format!("    move n{bounds}"), "")), ["E0415"], "{bounds}");
    }
    assert_eq!(errors("no number", &board("    move n*99999999999999999999", "")), ["E0113"]);
}

/// Rules that can be played, but have very many ways to walk: finding the moves of a position ends soon.
/// A man with two ways to make each of so many steps, and so many such men.
fn stepping(steps: usize, men: &str) -> Checked {
    let rules = format!("    do (n{{jumps + 1}} | n{{jumps - 1}})*1..{steps}");
    let setup = format!("setup \"{}{men} w\"", "9/".repeat(15));
    answer("steps", &game("9 x 16", &rules, &format!("counter jumps = 0\n{setup}")))
}

/// Each step comes to 17 of the ways that are tried, and there are 2 + 4 + 8 + … of them.
#[test]
fn rules_have_so_many_ways() {
    let ways = |steps: u32| 17 * ((2 << steps) - 2);
    assert!(ways(14) <= MOST_WAYS && ways(15) > MOST_WAYS);
    let game = stepping(14, "M8").game.expect("just below the limit");
    assert_eq!(game.specification().moves(&game.specification().start()).len(), (2 << 14) - 2);
    assert!(!game.has_left_out());
    let above = stepping(15, "M8");
    assert_eq!(above.diagnostics.iter().map(|d| d.code.0).collect::<Vec<_>>(), ["E0603"]);
}

#[test]
fn positions_have_so_many_moves() {
    let moves = |men: usize| men * ((2 << 14) - 2);
    assert!(moves(8) <= MOST_MOVES && moves(9) > MOST_MOVES);
    let game = stepping(14, "MMMMMMMM1").game.expect("just below the limit");
    assert_eq!(game.specification().moves(&game.specification().start()).len(), moves(8));
    assert_eq!(game.start().legal_moves().len(), moves(8));
    assert!(!game.has_left_out());
    // The game knows what it has not listed.
    let position =
        game.specification().read_fen(&format!("{}MMMMMMMMM w", "9/".repeat(15))).expect("one more man");
    assert_eq!(game.specification().moves(&position).len(), MOST_MOVES);
    assert!(game.has_left_out());
    let above = stepping(14, "MMMMMMMMM");
    assert_eq!(above.diagnostics.iter().map(|d| d.code.0).collect::<Vec<_>>(), ["E0606"]);
}

/// Where a path only leads somewhere, it does not matter in how many ways: forty times two ways are walked at once.
#[test]
fn ways_that_do_nothing_are_not_counted() {
    let parts = "(n s | e w)".repeat(40);
    let setup = format!("setup \"{}M8 w\"", "9/".repeat(15));
    let checked = answer("branches", &game("9 x 16", &format!("    move {parts} n"), &setup));
    let codes: Vec<&str> = checked.diagnostics.iter().map(|d| d.code.0).collect();
    assert!(checked.game.is_some_and(|game| !game.has_left_out()), "{codes:?}");
}

#[test]
fn walks_without_number() {
    let counted = "counter jumps = 0";
    for (rules, lines) in [
        ("    move (n | e | s | w)*inf", ""),
        ("    move (n | e | s | w)*65535", ""),
        ("    move (n | e | s | w)*1..65535", ""),
        ("    move (n | n+n | n+n+n | e)*1..255", ""),
        ("    move sym(n+n+e)*1..255", ""),
        ("    move (n | e | s | w)*1..255", ""),
        ("    do (n{jumps + 1} | e{jumps - 1} | s{jumps + 2} | w{jumps = 3})*1..255", counted),
        ("    move sym(n+n+e)*1..60000", ""),
        ("    move (n+n+e | n+n+w | e+e+n | s+s+w)*inf", ""),
        ("    do (ne[enemy]{take} ne[empty] | nw[enemy]{take} nw[empty])*inf", ""),
        ("    do (rot(ne[enemy]{take} ne[empty]))*inf", ""),
        (
            "    do (n[enemy or empty]{take} | e[piece or empty]{take} | s[piece or empty]{take} | w[piece or empty]{take})*inf",
            "",
        ),
        ("    do (n{jumps + 1} | e{jumps + 1} | s{jumps + 1} | w{jumps + 1})*inf", counted),
        ("    do (n{jumps + 1} | e{jumps - 1} | s{jumps + 2} | w{jumps = 3})*1..65535", counted),
        ("    do (n{mark m} | e{mark m} | s{mark m} | w{mark m})*inf", "mark m"),
        ("    do (n{mark m} | e | s{mark m} | w)*40", "mark m"),
        ("    do ((n | e)*1..8 (s | w)*1..8)*1..100", ""),
        ("    quiet n[sees (n | e | s | w)*1..65535 n[enemy]]*inf", ""),
    ] {
        let checked = answer(rules, &board(rules, lines));
        let Some(game) = checked.game else {
            assert!(!checked.diagnostics.is_empty());
            continue;
        };
        let moves = game.specification().moves(&game.specification().start()).len();
        assert!(moves < 5000, "{rules}: {moves} moves");
    }
}
