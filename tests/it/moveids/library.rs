//! The movements of all games as IDs, and back.

use std::collections::{BTreeMap, BTreeSet};

use tilegame_dsl::ir::{CastlingWay, FenField, KindId, Kinds, MoveRule, Rules};
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::encode::{decode, encode, encode_rule, plain};
use tilegame_dsl::moveid::explain::{Tiles, diagram, explain};
use tilegame_dsl::moveid::form::form;
use tilegame_runtime::Game;
use tilegame_tests::{compile, game, is_wide, names, on_all_processors, random_walk};

/// At least nine of ten movement rules of the library have an ID, CoTuLenh's apart; and which have none is no surprise.
#[test]
fn nine_of_ten_rules_have_an_id() {
    let (mut all, mut by_scheme, mut by_extension) = (0, 0, 0);
    let mut without: BTreeMap<String, usize> = BTreeMap::new();
    for name in names().filter(|name| *name != "cotulenh") {
        let game = game(name);
        for kind in 0..game.rules().kinds.len() {
            for (_, ids) in encode(game.rules(), KindId::new(kind)) {
                all += 1;
                match ids {
                    Ok(ids) if ids.iter().all(|id| id.extension.is_empty()) => by_scheme += 1,
                    Ok(_) => by_extension += 1,
                    Err(error) => *without.entry(error.construct).or_default() += 1,
                }
            }
        }
    }
    assert!((by_scheme + by_extension) * 100 >= all * 93, "{without:#?}");
    let reasons: Vec<&str> = without.keys().map(String::as_str).collect();
    assert_eq!(
        reasons,
        [
            "a choice on the way",
            "a length that a position tells",
            "a partner whose letter is not one character",
            "castling by a piece that check is not about",
            "castling from given tiles, or with a choice",
            "castling from tiles that the setup does not fix",
            "castling where forward is not the same everywhere",
            "castling whose `safe` is not `not attacked`",
            "castling with one of several pieces",
            "castling without a partner in the setup",
            "the test `before count((enemy and attacks King)) = 1`",
            "the test `hand(Merel) of friend = 0`",
            "the test `hand(Stone) of friend = 0`",
            "the test `sees <(n [friend; settles] | e [friend; settles] | s [friend; settles] | w [friend; settles])>`",
            "the test `some (friend and Neang)`",
            "the test `strides of friend < 3`",
        ]
    );
}

/// The rules of IDs in a game, with all that comes with them.
fn decoded(rules: &mut Rules, kind: KindId, ids: &[MoveId]) -> Vec<MoveRule> {
    let mut found = Vec::new();
    for id in ids {
        let again =
            decode(rules, id, &Kinds(vec![kind])).unwrap_or_else(|e| panic!("{}: {id}: {e}", rules.name));
        found.extend(again.rules);
        (rules.labels, rules.watches) = (again.labels, again.watches);
    }
    found
}

/// Every rule that has IDs is the same rule when these are read again; what plain IDs say by what pieces have done (a first move,
/// a victim that has just moved) instead of by tiles and marks is looked at below, by playing.
#[test]
fn decoding_what_was_encoded_gives_the_same_rule() {
    let (mut same, mut otherwise) = (0, Vec::new());
    for name in names() {
        let game = game(name);
        let rules = game.rules();
        for (index, kind) in rules.kinds.iter().enumerate() {
            let index = KindId::new(index);
            for rule in kind.rules.iter() {
                let Ok(ids) = encode_rule(rules, index, rule) else { continue };
                for id in &ids {
                    assert_eq!(id.to_string().parse().as_ref(), Ok(id), "{name} {}", kind.name);
                    assert_eq!(id.short().parse().as_ref(), Ok(id), "{name} {}", kind.name);
                    assert_eq!(id.normal(), *id, "{name} {}", kind.name);
                    assert_eq!(id.remarks(), [], "{name} {} {id}", kind.name);
                    assert!(!explain(id, Tiles::Squares).is_empty());
                    assert!(diagram(id, Tiles::Hexagons).contains('@'));
                }
                let mut with = rules.clone();
                let again = decoded(&mut with, index, &ids);
                if form(&with, &again) == form(rules, [rule]) {
                    same += 1;
                } else {
                    assert!(
                        ids.iter().all(|id| id.extension.is_empty()),
                        "{name} {}: {}",
                        kind.name,
                        rule.text
                    );
                    otherwise.push(rule.text.clone());
                }
                // And its IDs are the same ones.
                let mut once_more: Vec<MoveId> = Vec::new();
                for rule in &again {
                    once_more.extend(
                        encode_rule(&with, index, rule)
                            .unwrap_or_else(|e| panic!("{name} {}: {e}", rule.text)),
                    );
                }
                let sorted = |ids: &[MoveId]| ids.iter().map(MoveId::short).collect::<BTreeSet<_>>();
                assert_eq!(sorted(&once_more), sorted(&ids), "{name} {}: {}", kind.name, rule.text);
            }
        }
    }
    otherwise.sort();
    otherwise.dedup();
    // The right to castle of a side is that neither has moved; a mark is known by the move that leaves it.
    let by_deeds = [
        "capture mirror(ne) onto passant as en_passant",
        "id \"2002000m0000lM0r000000srFR0040t0003per000000M0!\" as long",
        "id \"2010000m0000lM0r000000srFR0003t0020per000000M0!\" as short",
        "quiet n n if on second_rank as double",
        "quiet n*2 if on second_rank",
        "quiet n{mark passant} n as double",
        "quiet n{mark passant} n if on second_rank as double",
    ];
    assert!(otherwise.iter().all(|text| by_deeds.contains(&text.as_str())), "{otherwise:#?}");
    assert!(same > 600, "{same}");
}

/// Every game is the same game when each of its rules that have IDs is made of these.
#[test]
fn games_made_of_ids_are_the_same_games() {
    let all: Vec<&str> = names().collect();
    on_all_processors(all.len(), |number| {
        let name = all[number];
        let by_path = game(name);
        // Letters of files can't tell of all pieces whether they have moved, as the rules made of IDs may ask.
        let tells = by_path.rules().notation.fen.contains(&FenField::Castling { first: true });
        if is_wide(&by_path) || tells {
            return;
        }
        let mut rules = by_path.rules().clone();
        for index in 0..rules.kinds.len() {
            let kind = KindId::new(index);
            let mut made = Vec::new();
            for rule in by_path.rules().kinds[index].rules.iter().cloned() {
                match encode_rule(by_path.rules(), kind, &rule) {
                    Ok(ids) => {
                        let again = decoded(&mut rules, kind, &ids).into_iter();
                        let text = rule.text.clone();
                        made.extend(again.map(|new| MoveRule {
                            label: rule.label,
                            text: text.clone(),
                            ..new
                        }));
                    }
                    Err(_) => made.push(rule),
                }
            }
            rules.kinds[index].rules = std::sync::Arc::new(made);
        }
        // Some of them now ask whether a piece has moved.
        rules.kinds.iter_mut().for_each(|kind| kind.tracks_first |= !kind.neutral);
        let by_id = Game::compile(&rules).unwrap_or_else(|e| panic!("{name}: {e}"));
        for seed in 0..3 {
            let mut followed = by_id.specification().start();
            random_walk(&by_path, seed, 40, |position, moves, chosen| {
                let mut wanted = by_path.specification().all_uci(moves);
                let mut found = by_id.specification().all_uci(&tilegame_tests::listed(&by_id, &followed));
                wanted.sort();
                found.sort();
                assert_eq!(found, wanted, "{name}");
                let chosen = by_path.specification().uci(position, chosen);
                let chosen = by_id
                    .specification()
                    .read_uci(&followed, &chosen)
                    .unwrap_or_else(|e| panic!("{name} {chosen}: {e}"));
                by_id.specification().make(&mut followed, &chosen);
            });
        }
    });
}

/// Sides of the castling clause that have IDs are the same moves when they are played by these.
#[test]
fn castling_made_of_ids_is_the_same_castling() {
    let mut played = 0;
    for name in names() {
        let by_clause = game(name);
        let rules = by_clause.rules();
        let Some(clause) =
            rules.castling.as_ref().filter(|c| matches!(c.sides[0].way, CastlingWay::Line { .. }))
        else {
            continue;
        };
        let (king, partner) =
            (&rules.kinds[clause.king.index()].name, &rules.kinds[clause.partners.0[0].index()].name);
        let ids = encode(rules, clause.king);
        let mut lines = String::new();
        let mut sides = String::new();
        for (number, side) in clause.sides.iter().enumerate() {
            let Some((_, Ok(of_side))) =
                ids.iter().find(|(text, _)| *text == format!("castling {}", side.text))
            else {
                continue;
            };
            let [id] = of_side.as_slice() else { panic!("{of_side:?}") };
            lines += &format!("    id \"{}\" as side_{number}\n", id.short());
            sides += &format!("    side side_{number} \"{}\" right \"{}\"\n", side.text, side.right);
        }
        let letters: BTreeSet<char> = clause.sides.iter().map(|side| side.right).collect();
        // Sides that share a letter are told apart by a direction, which sides that are rules have not.
        if sides.lines().count() < clause.sides.len() || letters.len() < clause.sides.len() {
            continue;
        }
        let text = format!(
            "variant \"By IDs\" of \"games/{name}.tg\"\n\nextend piece {king}\n{lines}\ncastling {king} with {partner}\n{sides}"
        );
        let by_id = compile("by_id.tg", &text);
        for seed in 0..6 {
            let mut followed = by_id.specification().start();
            random_walk(&by_clause, seed, 120, |position, moves, chosen| {
                let mut wanted = by_clause.specification().all_uci(moves);
                let mut found = by_id.specification().all_uci(&tilegame_tests::listed(&by_id, &followed));
                wanted.sort();
                found.sort();
                assert_eq!(found, wanted, "{name}");
                played += moves.iter().filter(|m| m.castling_side().is_some()).count();
                let chosen = by_clause.specification().uci(position, chosen);
                let chosen = by_id.specification().read_uci(&followed, &chosen).expect("the same moves");
                by_id.specification().make(&mut followed, &chosen);
            });
        }
    }
    assert!(played > 20, "{played} castling moves");
}

/// What has no ID is named.
#[test]
fn what_ids_cannot_say_is_named() {
    let told = |path: &str, scheme: bool| {
        let game =
            compile("told.tg", &format!("variant \"Told\" of chess\n\nextend piece Knight\n    {path}\n"));
        let knight = game.rules().kind("Knight").expect("a knight");
        let rule = game.rules().kinds[knight.index()].rules.last().expect("a rule");
        let ids =
            if scheme { plain(game.rules(), knight, rule) } else { encode_rule(game.rules(), knight, rule) };
        ids.expect_err(path).construct
    };
    assert_eq!(told("move n ne", true), "a path that turns");
    assert_eq!(told("move rot(n*0.. n[piece] n)", true), "a repetition among other steps");
    assert_eq!(told("quiet n if on (a1..h4)", true), "a condition: `on a1..h4`");
    assert_eq!(told("quiet n[on (a1..h4)] n", true), "a test of a tile on the way: `on a1..h4`");
    assert_eq!(told("do n[enemy]{take}", true), "`do`");
    assert_eq!(told("move ne*1..3", true), "several steps that are not straight, or a limit to them");
    assert_eq!(told("move (n | e)*1..3", false), "a choice on the way");
    assert_eq!(told("move n bend right n", false), "a walker that turns by itself");
    assert_eq!(told("quiet n if count(friend) > 3", false), "the test `count(friend) > 3`");
    assert_eq!(told("quiet n if some enemy Queen", false), "the test `some (enemy and Queen)`");
    assert_eq!(told("quiet n[sees e e[empty]]", false), "the test `sees <e e [empty; settles]>`");
    assert_eq!(told("move ((n ne)*1..2 n)*1..2", false), "a repetition of a repetition");
}
