//! Move-IDs: what they mean, that nothing is lost between text, type and rule, and that reading never goes wrong.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilegame_dsl::ir::{self, KindId, MoveRule, Path, Rules};
use tilegame_dsl::moveid::encode::{encode, encode_rule};
use tilegame_dsl::moveid::explain::explain;
use tilegame_dsl::moveid::{Castling, DEEPEST, EnPassant, MoveId, Neighbour, Nested, Offset, Problem, Side};
use tilegame_dsl::source::Sources;
use tilegame_runtime::Game;
use tilegame_runtime::notation::{fen, uci};
use tilegame_tests::{Dice, compile, game, names, random_walk};

/// The lines of a table, without comments and heading.
fn table(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split(',').collect())
}

/// A game in which one piece moves by an ID, with every pair (letter, tile) on the board.
fn board_with(id: &str, pieces: &str) -> Game {
    let mut rows = vec![vec!['1'; 8]; 8];
    for piece in pieces.split_whitespace() {
        let mut chars = piece.chars();
        let (letter, file, rank) =
            (chars.next().unwrap(), chars.next().unwrap() as usize, chars.next().unwrap() as usize);
        rows[8 - (rank - '0' as usize)][file - 'a' as usize] = letter;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let runs = |row: String| {
        row.split_inclusive(|c| c != '1')
            .map(|run| {
                let empty = run.bytes().filter(|b| *b == b'1').count();
                format!(
                    "{}{}",
                    if empty > 0 { empty.to_string() } else { String::new() },
                    run.trim_start_matches('1')
                )
            })
            .collect::<String>()
    };
    let placement = rows.into_iter().map(runs).collect::<Vec<_>>().join("/");
    compile(
        "shown.tg",
        &format!(
            "game \"Shown\"\nboard\n    grid 8 x 8\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             piece Mover \"X\"\n    id \"{id}\"\npiece Other \"P\"\n    quiet n\nsetup \"{placement} w\"\n"
        ),
    )
}

#[test]
fn ids_mean_what_they_say() {
    let mut checked = 0;
    for row in table(include_str!("../moveid/meanings.csv")) {
        let [id, pieces, targets] = row.as_slice() else { panic!("{row:?}") };
        let game = board_with(id, pieces);
        let start = game.start();
        let mover = KindId(0);
        let found: BTreeSet<String> = game
            .moves(&start)
            .iter()
            .filter(|m| m.kind() == Some(mover))
            .map(|m| game.rules().board.name(m.to).into_owned())
            .collect();
        let wanted: BTreeSet<String> = targets.split_whitespace().map(str::to_owned).collect();
        assert_eq!(found, wanted, "{id} with {pieces}");
        checked += 1;
    }
    assert!(checked >= 35);
}

#[test]
fn the_pieces_of_chess_have_the_ids_of_the_documents() {
    let mut wanted: Vec<(String, String)> =
        table(include_str!("../moveid/ids.csv")).map(|r| (r[0].to_owned(), r[1].to_owned())).collect();
    wanted.sort();
    for name in ["chess", "chess-by-id"] {
        let game = game(name);
        let mut found = Vec::new();
        for (index, kind) in game.rules().kinds.iter().enumerate() {
            for (rule, ids) in encode(game.rules(), KindId::new(index)) {
                let ids = ids.unwrap_or_else(|e| panic!("{}: {rule}: {e}", kind.name));
                found.extend(ids.iter().map(|id| (kind.name.clone(), id.to_string())));
            }
        }
        found.sort();
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn texts_that_are_no_ids_are_refused_where_they_go_wrong() {
    for row in table(include_str!("../moveid/refused.csv")) {
        let [text, at, field] = row.as_slice() else { panic!("{row:?}") };
        let error = text.parse::<MoveId>().expect_err(text);
        assert_eq!((error.at.to_string().as_str(), error.field), (*at, *field), "{text}: {error}");
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
    let mut id = MoveId::default();
    for _ in 0..300_000 {
        id = MoveId { previous: Some(Nested::new(id)), ..MoveId::default() };
    }
    assert_eq!(id.to_string().len(), 300_001 * 47 - 300_000);
    drop(id);
}

// ---- Random IDs ------------------------------------------------------------------------------------------------------

fn number() -> impl Strategy<Value = u16> + Clone {
    prop_oneof![8 => 0u16..4, 2 => 0u16..10, 1 => 10u16..300, 1 => Just(u16::MAX)]
}

fn small() -> impl Strategy<Value = u16> + Clone {
    prop_oneof![3 => Just(0u16), 4 => 1u16..4]
}

fn offset(n: impl Strategy<Value = u16> + Clone) -> impl Strategy<Value = Offset> {
    (n.clone(), n.clone(), n.clone(), n).prop_map(|(up, down, left, right)| Offset { up, down, left, right })
}

fn neighbour(
    letters: Vec<Option<char>>,
    n: impl Strategy<Value = u16> + Clone,
) -> impl Strategy<Value = Neighbour> {
    let side = prop_oneof![Just(Side::Any), Just(Side::Friend), Just(Side::Enemy)];
    (side, proptest::sample::select(letters), offset(n)).prop_map(|(side, letter, at)| Neighbour {
        side,
        letter,
        at,
    })
}

/// Any ID at all, nested up to five deep.
fn any_id(
    letters: Vec<Option<char>>,
    n: impl Strategy<Value = u16> + Clone + 'static,
) -> BoxedStrategy<MoveId> {
    let flat = {
        let (letters, n) = (letters.clone(), n.clone());
        let numbers = n.clone();
        let near = move || neighbour(letters.clone(), numbers.clone());
        let castling = (near(), offset(n.clone()), any::<bool>())
            .prop_map(|(partner, goes, unmoved)| Castling { partner, goes, unmoved });
        let victim = near().prop_map(|victim| EnPassant { victim, previous: None });
        let head = (n.clone(), n, any::<[bool; 4]>(), any::<[bool; 6]>());
        let blocks = (
            proptest::option::weighted(0.3, near()),
            proptest::option::weighted(0.3, castling),
            proptest::option::weighted(0.3, victim),
        );
        (head, blocks).prop_map(|((h, v, quadrants, flags), (condition, castling, en_passant))| MoveId {
            horizontal: h,
            vertical: v,
            quadrants,
            captures: flags[0],
            moves: flags[1],
            jumps: flags[2],
            multiple: flags[3],
            first: flags[4],
            once: flags[5],
            previous: None,
            condition: condition.filter(|c| *c != Neighbour::default()),
            castling: castling.filter(|c| *c != Castling::default()),
            en_passant: en_passant.filter(|e| *e != EnPassant::default()),
        })
    };
    flat.prop_recursive(5, 12, 2, |inner| {
        (inner.clone(), inner.clone(), inner, 0..3u8).prop_map(|(mut outer, a, b, which)| {
            if which != 1 {
                outer.previous = Some(Nested::new(a));
            }
            if which != 0 {
                let mut er = outer.en_passant.take().unwrap_or_default();
                er.previous = Some(Nested::new(b));
                outer.en_passant = Some(er);
            }
            outer
        })
    })
    .boxed()
}

/// The rules of an ID on a large board, if it can be a rule there.
fn rules_of(id: &MoveId) -> Option<Rules> {
    let mut sources = Sources::new();
    let text = format!(
        "game \"Shown\"\nboard\n    grid 12 x 12\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
         piece Mover \"X\"\n    id \"{id}\"\npiece Other \"P\"\n    quiet n\nsetup \"12/12/12/12/12/12/12/12/12/12/12/12 w\"\n"
    );
    sources.add("shown.tg", text);
    tilegame_dsl::load(&mut sources, "shown.tg", &mut |_| None).rules
}

/// Rules without the order of alternatives and without the words they were written in.
fn shape(rules: &[MoveRule]) -> Vec<MoveRule> {
    let sorted = |rule: &MoveRule| {
        let mut rule = MoveRule { text: String::new(), ..rule.clone() };
        if let Path::Any(parts) = &mut rule.path {
            parts.sort_by_key(|p| format!("{p:?}"));
        }
        rule
    };
    rules.iter().map(sorted).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_and_type_are_inverse(id in any_id(vec![None, Some('P'), Some('x'), Some('Ж'), Some('+')], number())) {
        let text = id.to_string();
        prop_assert_eq!(text.parse::<MoveId>(), Ok(id.clone()), "{}", text);
        prop_assert_eq!(MoveId::parse_lenient(&format!(" {text}\n")), Ok(id.clone()));
        prop_assert_eq!(id.normal().normal(), id.normal());
        prop_assert!(!explain(&id).is_empty());
    }

    #[test]
    fn encoding_what_was_decoded_gives_the_same_id(id in any_id(vec![None, Some('P'), Some('x')], small())) {
        let Some(rules) = rules_of(&id) else { return Ok(()) };
        let mut found = Vec::new();
        for rule in &rules.kinds[0].rules {
            found.extend(encode_rule(&rules, KindId(0), rule).map_err(|e| TestCaseError::fail(format!("{id}: {e}")))?);
        }
        if id.is_dead() {
            prop_assert_eq!(found, vec![]);
        } else {
            prop_assert_eq!(found, vec![id.normal()], "{}", id);
        }
        // The normal form means the same.
        let again = rules_of(&id.normal()).expect("it was one before");
        prop_assert_eq!(shape(&again.kinds[0].rules), shape(&rules.kinds[0].rules), "{}", id);
    }
}

/// Every movement of every game that has IDs is the same movement when the IDs are read again.
#[test]
fn decoding_what_was_encoded_gives_the_same_moves() {
    let mut expressible = 0;
    for name in names() {
        let game = game(name);
        for (index, kind) in game.rules().kinds.iter().enumerate() {
            let index = KindId::new(index);
            let all: Vec<MoveId> =
                encode(game.rules(), index).into_iter().filter_map(|(_, ids)| ids.ok()).flatten().collect();
            for id in all {
                assert_eq!(id.to_string().parse::<MoveId>().as_ref(), Ok(&id), "{name} {}", kind.name);
                assert_eq!(id.normal(), id, "{name} {}", kind.name);
                // Letters of this game name pieces of this game.
                let text = format!(
                    "variant \"Again\" of \"games/{name}.tg\"\n\nextend piece {}\n    id \"{id}\"\n",
                    kind.piece
                );
                let mut sources = Sources::new();
                sources.add("again.tg", text);
                let loaded = tilegame_dsl::load(&mut sources, "again.tg", &mut |_| None);
                let rules = loaded.rules.unwrap_or_else(|| panic!("{name}: {id}: {:?}", loaded.diagnostics));
                let rule = rules.kinds[index.index()].rules.last().expect("one more rule");
                assert_eq!(encode_rule(&rules, index, rule), Ok(vec![id.clone()]), "{name} {}", kind.name);
                expressible += 1;
            }
        }
    }
    assert!(expressible > 150, "{expressible}");
}

/// What the scheme has no words for is named.
#[test]
fn what_ids_cannot_say_is_named() {
    let told = |path: &str| {
        let game =
            compile("told.tg", &format!("variant \"Told\" of chess\n\nextend piece Knight\n    {path}\n"));
        let knight = game.rules().kind("Knight").expect("a knight");
        let (_, ids) = encode(game.rules(), knight).pop().expect("a rule");
        ids.expect_err(path).construct
    };
    assert_eq!(told("move n ne"), "a path that turns");
    assert_eq!(told("move rot(n*0.. n[piece] n)"), "a repetition among other steps");
    assert_eq!(told("quiet n if on (a1..h4)"), "a condition: `on a1..h4`");
    assert_eq!(told("quiet n[on (a1..h4)] n"), "a test of a tile on the way: `on a1..h4`");
    assert_eq!(told("do n[enemy]{take}"), "`do`");
    assert_eq!(told("move ne*1..3"), "several steps that are not straight, or a limit to them");
}

// ---- Chess played from nothing else ----------------------------------------------------------------------------------

#[test]
fn chess_by_ids_has_the_moves_of_chess() {
    let (by_path, by_id) = (game("chess"), game("chess-by-id"));
    for seed in 0..40 {
        let mut followed = by_id.start();
        random_walk(&by_path, seed, 160, |position, moves, chosen| {
            let text = fen::write(&by_path, position);
            assert_eq!(fen::write(&by_id, &followed), text);
            assert_eq!(fen::read(&by_id, &text).as_ref(), Ok(&followed), "{text}");
            let mut wanted = uci::write_all(&by_path, moves);
            let mut found = uci::write_all(&by_id, &by_id.moves(&followed));
            wanted.sort();
            found.sort();
            assert_eq!(found, wanted, "{text}");
            let chosen = uci::write(&by_path, position, chosen);
            let chosen = uci::read(&by_id, &followed, &chosen).expect("the same moves");
            by_id.play_unchecked(&mut followed, &chosen);
        });
    }
}

// ---- What pieces have done -------------------------------------------------------------------------------------------

/// Plays moves on a board of its own and gives the targets of the first piece then.
fn targets_after(piece: &str, moves: &str) -> Vec<String> {
    let game = compile(
        "done.tg",
        &format!(
            "game \"Done\"\nboard\n    grid 6 x 6\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
             piece Mover \"X\"\n{piece}\npiece Walker \"P\"\n    quiet n  as walk\n    quiet n n  as leap\n\
             setup \"p4p/6/6/6/6/X4P w\"\n"
        ),
    );
    let mut position = game.start();
    for text in moves.split_whitespace() {
        let m = uci::read(&game, &position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let before = position.clone();
        let undo = game.play_unchecked(&mut position, &m);
        let mut back = position.clone();
        game.undo(&mut back, undo);
        assert_eq!(back, before, "{text} taken back");
    }
    let mut found: Vec<String> = game
        .moves(&position)
        .iter()
        .filter(|m| m.kind() == Some(KindId(0)))
        .map(|m| uci::write(&game, &position, m))
        .collect();
    found.sort();
    found
}

#[test]
fn once_is_once_for_each_piece() {
    let piece = "    id \"0110000m0000lM0r000000sr000000t00000er000000M0!\"\n    id \"1010000m000olM0r000000sr000000t00000er000000M0!\"";
    assert_eq!(targets_after(piece, ""), ["a1a2", "a1b1"]);
    assert_eq!(targets_after(piece, "a1b1 a6a5"), ["b1b2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5"), ["a2a3", "a2b2"]);
}

#[test]
fn an_earlier_move_is_asked_for() {
    // To the right only if the last move of the piece was one forward.
    let piece = "    id \"0110000m0000lM0r000000sr000000t00000er000000M0!\"\n    id \"1010000m0000lM0110000m0000lM0r000000sr000000t00000er000000M0!r000000sr000000t00000er000000M0!\"";
    assert_eq!(targets_after(piece, ""), ["a1a2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5"), ["a2a3", "a2b2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5 f1f2 a5a4"), ["a2a3", "a2b2"], "another piece's move between");
    assert_eq!(targets_after(piece, "a1a2 a6a5 a2b2 a5a4"), ["b2b3"]);
}

#[test]
fn words_about_the_past_are_the_languages_own() {
    let piece = "    quiet n  as up\n    quiet e if last did up  as side\n    quiet w if did side and not last did side";
    assert_eq!(targets_after(piece, ""), ["a1a2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5"), ["a2a3", "a2b2"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5 a2b2 a5a4"), ["b2b3"]);
    assert_eq!(targets_after(piece, "a1a2 a6a5 a2b2 a5a4 b2b3 f6f5"), ["b3a3", "b3b4", "b3c3"]);
    let piece = "    quiet n if some enemy just did leap\n    quiet e";
    assert_eq!(targets_after(piece, "f1f2 a6a5"), ["a1b1"]);
    assert_eq!(targets_after(piece, "f1f2 a6a4"), ["a1a2", "a1b1"]);
    assert_eq!(targets_after(piece, "f1f2 a6a4 f2f3 f6f5"), ["a1b1"], "it is no longer the last move");
}

#[test]
fn a_partner_moves_at_once() {
    let piece = "    quiet n\n    id \"2010000m0000lM0r000000srFP0005t0040per000000M0!\"";
    assert_eq!(targets_after(piece, ""), ["a1a2", "a1c1"]);
    assert_eq!(targets_after(piece, "f1f2 a6a5"), ["a1a2"], "the partner has gone");
    let piece = "    quiet n\n    do e+e+e+e+e[friend Walker]{shift w+w} w+w+w  as pull";
    assert_eq!(targets_after(piece, ""), ["a1a2", "a1c1"]);
}

#[test]
fn facing_players_have_the_same_left() {
    let text = |seat: &str| {
        format!(
            "game \"Seats\"\nboard\n    grid 6 x 6\nplayers\n    White \"w\"\n    Black \"b\" {seat}\n\
             piece Mover \"X\"\n    id \"1110000m0000lM0r000000sr000000t00000er000000M0!\"\n\
             setup \"6/6/2x3/2X3/6/6 b\"\n"
        )
    };
    for seat in ["mirrored", "facing s"] {
        let game = compile("seats.tg", &text(seat));
        let start = game.start();
        let found: Vec<String> = game.moves(&start).iter().map(|m| uci::write(&game, &start, m)).collect();
        // The way by c3 is occupied; without it, forward and to the board's right.
        assert!(found.is_empty(), "{seat}: {found:?}");
        let free = compile("seats.tg", &text(seat).replace("2X3", "6"));
        let start = free.start();
        let found: Vec<String> = free.moves(&start).iter().map(|m| uci::write(&free, &start, m)).collect();
        assert_eq!(found, ["c4d3"], "{seat}");
        // What is left for one and right for the other has no ID.
        let owners =
            text(seat).replace("id \"1110000m0000lM0r000000sr000000t00000er000000M0!\"", "quiet n+n+e");
        let owners = compile("seats.tg", &owners);
        let ids = encode(owners.rules(), KindId(0)).pop().expect("a rule").1;
        assert_eq!(ids.is_ok(), seat == "mirrored", "{seat}: {ids:?}");
    }
}

// ---- Any text at all -------------------------------------------------------------------------------------------------

/// A text that is nearly an ID, or not at all.
fn random_text(dice: &mut Dice) -> String {
    let mut next = |below: usize| dice.below(below);
    let alphabet: Vec<char> = "0123456789HVcmjnfolMrsteFfpPIi!() \u{0}é€\"".chars().collect();
    let mut text: Vec<char> = match next(3) {
        0 => Vec::new(),
        1 => PLAIN.chars().collect(),
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
        match text.parse::<MoveId>() {
            Ok(id) => {
                ids += 1;
                assert_eq!(id.to_string(), text);
                assert_eq!(MoveId::parse_lenient(&text), Ok(id));
            }
            Err(error) => {
                assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{text:?}");
                assert!(error.to_string().len() < 200);
                if let Ok(id) = MoveId::parse_lenient(&text) {
                    assert_eq!(id.to_string().parse().as_ref(), Ok(&id));
                }
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

#[test]
fn labels_of_nested_ids_are_watched_once() {
    let rules: ir::Rules = game("chess-by-id").rules().clone();
    assert_eq!(rules.watches.len(), 1);
    assert_eq!(
        rules.labels[rules.watches[0].label.index()],
        "0210000m00f0lM0r000000sr000000t00000er000000M0!"
    );
}
