//! Any text at all, and what is written of an ID is read as the same one.

use tilegame_dsl::moveid::explain::{Tiles, explain};
use tilegame_dsl::moveid::{DEEPEST, MOST_NESTED, MOST_PARTS, MoveId, Nested, Problem};
use tilegame_tests::Dice;

use super::table;

#[test]
fn ids_are_read_however_they_are_spelled() {
    let mut checked = 0;
    for row in table(include_str!("../../cases/moveid/spellings.csv")) {
        let [given, canonical, short] = row.as_slice() else { panic!("{row:?}") };
        let id: MoveId = given.parse().unwrap_or_else(|e| panic!("{given}: {e}"));
        assert_eq!((id.to_string().as_str(), id.short().as_str()), (*canonical, *short), "{given}");
        checked += 1;
    }
    assert!(checked >= 18);
}

/// What is odd about IDs, and which part of the text it is about.
#[test]
fn contradictions_are_found_where_they_are() {
    let mut checked = 0;
    for row in table(include_str!("../../cases/moveid/odd.csv")) {
        let [text, odd, at] = row.as_slice() else { panic!("{row:?}") };
        let (id, places) = MoveId::read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let remarks = id.remarks();
        let found: Vec<String> = remarks.iter().map(|r| format!("{:?}", r.odd)).collect();
        assert_eq!(found.join(" "), *odd, "{text}");
        let there: Vec<&str> = remarks.iter().map(|r| &text[places.of(r.place)]).collect();
        assert_eq!(there.join(" "), *at, "{text}");
        assert_eq!(id.is_dead(), remarks.iter().any(|r| r.place.id == 0 && r.odd.is_deadly()), "{text}");
        assert_eq!(id.normal().is_dead(), id.is_dead(), "{text}");
        checked += 1;
    }
    assert!(checked >= 30);
}

#[test]
fn texts_that_are_no_ids_are_refused_where_they_go_wrong() {
    for row in table(include_str!("../../cases/moveid/refused.csv")) {
        let [text, at, field] = row.as_slice() else { panic!("{row:?}") };
        let error = text.parse::<MoveId>().expect_err(text);
        assert_eq!(
            (error.at.to_string().as_str(), error.field.to_string().as_str()),
            (*at, *field),
            "{text}: {error}"
        );
    }
}

const PLAIN: &str = "121234cmj000lM0r000000sr000000t00000er000000M0!";

/// An ID in which others are nested so deep, by the `l` block or by the `er` block.
fn deep(depth: usize, own: bool) -> String {
    let (before, after) = if own {
        ("121234cmj000lM", "r000000sr000000t00000er000000M0!")
    } else {
        ("121234cmj000lM0r000000sr000000t00000erfP0001M", "!")
    };
    format!("{}{PLAIN}{}", before.repeat(depth), after.repeat(depth))
}

#[test]
fn nesting_has_a_limit_and_needs_no_stack() {
    for own in [true, false] {
        let id: MoveId = deep(DEEPEST, own).parse().expect("as deep as may be");
        assert_eq!(id.depth(), DEEPEST);
        assert_eq!(id.to_string(), deep(DEEPEST, own));
        let error = deep(DEEPEST + 1, own).parse::<MoveId>().expect_err("too deep");
        assert_eq!(error.problem, Problem::TooDeep);
        assert_eq!(deep(200_000, own).parse::<MoveId>().expect_err("too deep").problem, Problem::TooDeep);
    }
    // However many there are, they end somewhere.
    let mut wide = "01!".to_owned();
    for _ in 0..9 {
        wide = format!("010000000000lM{wide}r000000sr000000t00000er000000M{wide}!");
    }
    let error = wide.parse::<MoveId>().expect_err("too many");
    assert_eq!(error.problem, Problem::TooMany { what: "IDs inside one", most: MOST_NESTED });
    let legs = |n: usize| format!("011004cmx{}!", "g1000".repeat(n));
    assert!(legs(MOST_PARTS).parse::<MoveId>().is_ok());
    let error = legs(MOST_PARTS + 1).parse::<MoveId>().expect_err("too many");
    assert_eq!(error.problem, Problem::TooMany { what: "parts of an extension", most: MOST_PARTS });
    let brackets = |n: usize| format!("011004cmxg[{}e{}]!", "(".repeat(n), ")".repeat(n));
    assert!(brackets(DEEPEST).parse::<MoveId>().is_ok());
    assert_eq!(brackets(DEEPEST + 1).parse::<MoveId>().expect_err("too deep").problem, Problem::TooDeep);
    let mut id = MoveId::default();
    for _ in 0..300_000 {
        id = MoveId { previous: Some(Nested::new(id)), ..MoveId::default() };
    }
    assert_eq!(id.to_string().len(), 300_001 * 47 - 300_000);
    drop(id);
}

const EXTENDED: [&str; 5] = [
    "111234cmxgk13!",
    "011004cxgk00g1000[00]g1000k00g1000!",
    "111200xydws[o<rank 2>-y<first>]{+<brave>}g[f<Rook,=Queen>(e/as)]{T}g1001z10[e]u210!",
    "010000cm0n00lM0r000000sr000000t00000er000000M0xr[F0]0010z01h123456g{m<trail>c<moves>+1}!",
    "001000cxwyao<a>l156g<tunnel>k02!",
];

/// A text that is nearly an ID, or not at all.
fn random_text(dice: &mut Dice) -> String {
    let mut next = |below: usize| dice.below(below);
    let alphabet: Vec<char> =
        "0123456789HVcmjnfolMrsteFfpPIi!() \u{0}é€\"xgkuwyshz[]{}<>-/ab".chars().collect();
    let mut text: Vec<char> = match next(4) {
        0 => Vec::new(),
        1 => PLAIN.chars().collect(),
        2 => EXTENDED[next(EXTENDED.len())].chars().collect(),
        _ => deep(next(4), next(2) == 0).chars().collect(),
    };
    for _ in 0..next(6) {
        let at = next(text.len() + 1);
        let c = alphabet[next(alphabet.len())];
        match next(3) {
            0 if at < text.len() => text[at] = c,
            1 if at < text.len() => {
                text.remove(at);
            }
            _ => text.insert(at, c),
        }
    }
    text.into_iter().collect()
}

/// 200 000 texts; as many as `TILEGAME_STRINGS` says if it says.
#[test]
fn no_text_is_too_much() {
    let many = std::env::var("TILEGAME_STRINGS").ok().and_then(|n| n.parse().ok()).unwrap_or(200_000);
    let mut dice = Dice::new(7);
    let mut ids = 0;
    for _ in 0..many {
        let text = random_text(&mut dice);
        match MoveId::read(&text) {
            Ok((id, places)) => {
                ids += 1;
                assert_eq!(id.to_string().parse().as_ref(), Ok(&id), "{text}");
                assert_eq!(id.short().parse().as_ref(), Ok(&id), "{text}");
                let normal = id.normal();
                assert_eq!(normal.normal(), normal, "{text}");
                assert_eq!(id.differences(&normal), [], "{text}");
                assert!(!explain(&id, Tiles::Squares).is_empty());
                for remark in id.remarks() {
                    let at = places.of(remark.place);
                    assert!(text.get(at).is_some(), "{text:?}");
                }
            }
            Err(error) => {
                assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text:?}");
                assert!(error.to_string().len() < 200);
            }
        }
    }
    assert!(ids > many / 100, "{ids} of {many} are IDs");
}

/// Reading looks at each byte a bounded number of times. No time is measured: at this length, steps in the square of it
/// would take hours.
#[test]
fn long_texts_are_refused() {
    let long = 10_000_000;
    let texts = [
        // A number that goes on and on, nesting that ends at the limit with much behind it, and nesting without end.
        format!("({}", "9".repeat(long)),
        format!("{}{}", deep(DEEPEST, true), "x".repeat(long)),
        deep(long / 47, true),
    ];
    for text in texts {
        assert!(text.parse::<MoveId>().is_err());
    }
}
