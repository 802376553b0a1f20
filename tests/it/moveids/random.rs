//! IDs at random.

use proptest::prelude::*;
use tilegame_dsl::ir::{KindId, Kinds, MoveRule, Path, Rules, When};
use tilegame_dsl::moveid::encode::{decode, encode_rule};
use tilegame_dsl::moveid::explain::{Tiles, explain};
use tilegame_dsl::moveid::extended::{
    Deed, Ending, Far, Leg, Levels, Look, Name, Names, Note, Sort, Steps, Term, TileTest, Times, Way, What,
};
use tilegame_dsl::moveid::form::form;
use tilegame_dsl::moveid::{Castling, EnPassant, Extension, MoveId, Neighbour, Nested, Offset, Side};

use super::rules_of;

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
            extension: Extension::default(),
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
fn on_board(id: &MoveId) -> Option<Rules> {
    rules_of(format!(
        "game \"Shown\"\nboard\n    grid 12 x 12\nplayers\n    White \"w\"\n    Black \"b\" mirrored\n\
         piece Mover \"X\"\n    id \"{id}\"\npiece Other \"P\"\n    quiet n\nsetup \"12/12/12/12/12/12/12/12/12/12/12/12 w\"\n"
    ))
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

/// A game with something of every sort that an extension can name.
const RICH: &str = "game \"Rich\"

board
    grid 7 x 7 x 2

players
    White \"w\"
    Black \"b\" mirrored

region camp = Aa1..Bg2 each
region middle = Ac3..Be5
mark trail
counter moves = 0 each

piece Mover \"X\" strong
    state brave \"+\"
    quiet n if in first_step as walk
    quiet n{mark trail} n as leap
    quiet e if did walk and not last did leap
    quiet w[just did leap]
    capture ne onto trail
    quiet s if not under spell

piece Other \"P\"
    move rot(n)

piece Witch \"W\" strong
    quiet rot(n)
    cover rot(n, ne) as spell

setup \"7/7/7/7/7/7/XPW4/7/7/7/7/7/7/xpw4 w\"

turn
    phases first_step, second_step
    after leap if in first_step: again second_step
    may pass if in second_step
";

fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Any), Just(Side::Friend), Just(Side::Enemy)]
}

fn one_of(all: &'static [&'static str]) -> impl Strategy<Value = Name> {
    proptest::sample::select(all).prop_map(name)
}

fn sort() -> impl Strategy<Value = Sort> {
    prop_oneof![
        Just(Sort::Any),
        prop_oneof![Just('P'), Just('x'), Just('W')].prop_map(Sort::Letter),
        proptest::sample::select(vec!["Mover", "strong", "Other,Witch", "=Mover,=Witch", "=brave Mover"])
            .prop_map(|names| Sort::Named(Names(names.split(',').map(name).collect()))),
    ]
}

fn what() -> impl Strategy<Value = What> {
    let leaf = prop_oneof![
        3 => Just(What::Empty),
        6 => (side(), sort()).prop_map(|(side, sort)| What::Piece(side, sort)),
        1 => Just(What::Is(Names(vec![name("brave")]))),
        1 => one_of(&["White", "Black"]).prop_map(What::Of),
        4 => one_of(&["camp", "middle"]).prop_map(What::On),
        1 => Just(What::Under { zone: name("spell"), by_one: false }),
        1 => Just(What::Unmoved),
        1 => (proptest::sample::select(vec![When::Ever, When::Last, When::Just]), one_of(&["walk", "leap"]))
            .prop_map(|(when, label)| What::Did(when, label)),
        1 => Just(What::Marked(name("trail"))),
        1 => one_of(&["first_step", "second_step"]).prop_map(What::Phase),
        1 => one_of(&["White", "Black"]).prop_map(What::Mover),
        1 => Just(What::Castled),
        1 => Just(What::Parting),
        1 => Just(What::Acted),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        let term = (proptest::bool::weighted(0.3), inner).prop_map(|(not, what)| Term { not, what });
        proptest::collection::vec(proptest::collection::vec(term, 1..3), 1..3)
            .prop_map(|any| What::Group(TileTest { any }))
    })
}

fn test() -> impl Strategy<Value = TileTest> {
    let term = (proptest::bool::weighted(0.3), what()).prop_map(|(not, what)| Term { not, what });
    proptest::collection::vec(proptest::collection::vec(term, 1..3), 1..3).prop_map(|any| TileTest { any })
}

fn deed() -> impl Strategy<Value = Deed> {
    let count = |amount| Deed::Count { counter: name("moves"), op: tilegame_dsl::ir::CountOp::Add, amount };
    prop_oneof![
        3 => Just(Deed::Take),
        2 => Just(Deed::TakeLast),
        2 => Just(Deed::Mark(name("trail"))),
        1 => Just(Deed::Become(name("Other"))),
        1 => any::<bool>().prop_map(|on| Deed::State(name("brave"), on)),
        1 => Just(Deed::Put(name("Other"))),
        1 => Just(Deed::Swap),
        1 => Just(Deed::Arrive(name("brave Mover"))),
        1 => Just(Deed::Merge(Some(name("Witch")))),
        1 => far().prop_filter("it goes somewhere", |far| far.net() != (0, 0, 0)).prop_map(Deed::Shift),
        1 => one_of(&["friend", "next", "mover", "Black"]).prop_map(Deed::Join),
        1 => (0u16..12).prop_map(count),
    ]
}

fn note() -> impl Strategy<Value = Note> {
    let test = proptest::option::weighted(0.4, test()).prop_map(Option::unwrap_or_default);
    let effects = proptest::collection::vec(deed(), 0..2);
    (test, proptest::bool::weighted(0.3), effects)
        .prop_map(|(test, acts, effects)| Note { test, effects: if acts { effects } else { Vec::new() } })
}

fn far() -> impl Strategy<Value = Far> {
    (-2i32..=2, -2i32..=2, prop_oneof![8 => Just(0), 1 => Just(1), 1 => Just(-1)]).prop_map(Far::of)
}

fn times() -> impl Strategy<Value = Times> {
    prop_oneof![
        Just(Times { min: 1, max: None }),
        Just(Times { min: 0, max: None }),
        (0u16..3, 0u16..3).prop_map(|(min, more)| Times { min, max: Some((min + more).max(1)) }),
    ]
}

fn steps() -> impl Strategy<Value = Steps> {
    prop_oneof![
        3 => note().prop_map(Steps::Once),
        1 => (note(), times(), note()).prop_map(|(each, times, last)| Steps::Several { each, times, last }),
    ]
}

fn leg() -> impl Strategy<Value = Leg> {
    prop_oneof![
        6 => (far(), steps()).prop_map(|(far, steps)| Leg::Go { way: Way::Far(far), steps }),
        1 => (2u16..4, times(), note()).prop_map(|(legs, times, last)| Leg::Again { legs, times, last }),
    ]
}

fn extension() -> impl Strategy<Value = Extension> {
    let levels = (0u16..2, any::<bool>(), any::<bool>()).prop_map(|(far, up, down)| Levels { far, up, down });
    let ending = proptest::sample::select(vec![Ending::Do, Ending::Act, Ending::Threat]);
    let start = proptest::option::weighted(0.3, note()).prop_map(Option::unwrap_or_default);
    let look = (test(), far()).prop_map(|(test, at)| Look { test, at });
    (
        (any::<bool>(), proptest::option::weighted(0.3, ending), proptest::bool::weighted(0.1), start),
        proptest::collection::vec(look, 0..2),
        (proptest::option::weighted(0.2, levels), proptest::option::weighted(0.1, any::<[bool; 6]>())),
        steps(),
        proptest::collection::vec(leg(), 0..4),
    )
        .prop_map(|((own_side, ending, onto, start), looks, (levels, sextants), steps, route)| {
            Extension {
                own_side,
                ending,
                onto: onto.then(|| name("trail")),
                start,
                looks,
                sextants,
                levels,
                steps,
                route,
            }
        })
}

/// An extended ID that is mostly not dead.
fn extended_id() -> impl Strategy<Value = MoveId> {
    let flat = any_id(vec![None, Some('P'), Some('x')], small());
    (flat, extension(), 0..20u8).prop_map(|(mut id, mut extension, odd)| {
        if odd > 0 {
            extension.sextants = None;
            if extension.ending.is_some() || extension.onto.is_some() {
                id.captures = extension.onto.is_some();
                id.moves = false;
            }
            extension.ending = extension.ending.filter(|_| extension.onto.is_none());
            (id.castling, id.en_passant, id.previous) = (None, None, None);
            id.multiple &= matches!(extension.steps, Steps::Once(_));
            let mut known = usize::from((id.horizontal, id.vertical) != (0, 0));
            let mut again = false;
            extension.route.retain(|leg| match leg {
                Leg::Go { .. } => {
                    known += 1;
                    true
                }
                Leg::Again { legs, .. } => {
                    let fits = !again && usize::from(*legs) <= known;
                    again |= fits;
                    fits
                }
            });
        }
        id.extension = extension;
        id
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_and_type_are_inverse(id in any_id(vec![None, Some('P'), Some('x'), Some('Ж'), Some('+')], number())) {
        let text = id.to_string();
        prop_assert_eq!(text.parse::<MoveId>(), Ok(id.clone()), "{}", text);
        prop_assert_eq!(id.short().parse::<MoveId>(), Ok(id.clone()), "{}", id.short());
        // The document's own spelling: small letters before other IDs.
        let small = text.replace('M', "m");
        prop_assert_eq!(small.parse::<MoveId>(), Ok(id.clone()), "{}", small);
        prop_assert_eq!(id.normal().normal(), id.normal());
        prop_assert!(!explain(&id, Tiles::Squares).is_empty());
    }

    #[test]
    fn extended_text_and_type_are_inverse(id in extended_id()) {
        let text = id.to_string();
        prop_assert_eq!(text.parse::<MoveId>(), Ok(id.clone()), "{}", text);
        prop_assert_eq!(id.short().parse::<MoveId>(), Ok(id.clone()), "{}", id.short());
        prop_assert_eq!(id.normal().normal(), id.normal(), "{}", id.short());
        prop_assert!(!explain(&id, Tiles::Squares).is_empty());
    }

    #[test]
    fn encoding_what_was_decoded_gives_the_same_id(id in any_id(vec![None, Some('P'), Some('x')], small())) {
        let Some(rules) = on_board(&id) else { return Ok(()) };
        let mut found = Vec::new();
        for rule in rules.kinds[0].rules.iter() {
            found.extend(encode_rule(&rules, KindId(0), rule).map_err(|e| TestCaseError::fail(format!("{id}: {e}")))?);
        }
        if id.is_dead() {
            prop_assert_eq!(found, vec![]);
        } else {
            prop_assert_eq!(found, vec![id.normal()], "{}", id);
        }
        // The normal form means the same.
        let again = on_board(&id.normal()).expect("it was one before");
        prop_assert_eq!(shape(&again.kinds[0].rules), shape(&rules.kinds[0].rules), "{}", id);
    }

    #[test]
    fn to_mean_the_same_is_an_equivalence(
        one in any_id(vec![None, Some('P')], small()),
        other in any_id(vec![None, Some('P')], small()),
        third in any_id(vec![None, Some('P')], small()),
        change in 0..4u8,
    ) {
        // Mostly two IDs are very different, so some are made nearly equal.
        let near = |id: &MoveId| match change {
            0 => id.clone(),
            1 => MoveId { quadrants: other.quadrants, ..id.clone() },
            2 => MoveId { jumps: !id.jumps, ..id.clone() },
            _ => MoveId { first: !id.first, once: other.once, ..id.clone() },
        };
        let other = if change == 0 { other.clone() } else { near(&one) };
        let same = |a: &MoveId, b: &MoveId| a.differences(b).is_empty();
        prop_assert!(same(&one, &one));
        prop_assert!(same(&one, &one.normal()));
        prop_assert_eq!(same(&one, &other), same(&other, &one));
        if same(&one, &other) {
            prop_assert_eq!(same(&other, &third), same(&one, &third));
        }
        // And it is about moves: the same rules come of both, or not.
        if let (Some(a), Some(b)) = (on_board(&one), on_board(&other)) {
            let alike = form(&a, &*a.kinds[0].rules) == form(&b, &*b.kinds[0].rules);
            prop_assert_eq!(same(&one, &other), alike, "{} {}", one, other);
        }
    }
}

/// Writes all rules of an ID as IDs of which the same must come; how many there are.
fn written_again(rules: &Rules, mover: KindId, id: &MoveId) -> Result<usize, TestCaseError> {
    let movers = Kinds(vec![mover]);
    let Ok(made) = decode(rules, id, &movers) else { return Ok(0) };
    let normal = decode(rules, &id.normal(), &movers).expect("its normal form is one, too");
    prop_assert_eq!(form(rules, &made.rules), form(rules, &normal.rules), "{}", id.short());
    prop_assert_eq!(id.is_dead(), made.rules.is_empty(), "{}", id.short());
    let with = Rules { labels: made.labels, watches: made.watches, ..rules.clone() };
    let mut written = 0;
    for rule in made.rules.iter().filter(|rule| !rule.castles) {
        let ids = encode_rule(&with, mover, rule)
            .map_err(|e| TestCaseError::fail(format!("{}: {e}", id.short())))?;
        let mut again = Vec::new();
        for id in &ids {
            again.extend(decode(&with, id, &movers).map_err(TestCaseError::fail)?.rules);
        }
        prop_assert_eq!(form(&with, &again), form(&with, [rule]), "{} {:?}", id.short(), ids);
        written += 1;
    }
    Ok(written)
}

/// What comes of an extended ID is written as IDs of which the same comes.
#[test]
fn decoding_what_was_encoded_gives_the_same_rule() {
    let rules = rules_of(RICH.to_owned()).expect("a game");
    let mover = rules.kind("Mover").expect("a piece");
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let made_of_ids = std::cell::Cell::new(0);
    runner
        .run(&extended_id(), |id| {
            made_of_ids.set(made_of_ids.get() + written_again(&rules, mover, &id)?);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(made_of_ids.get() > 800, "{} of 4000", made_of_ids.get());
}

/// Found at random: a capture in passing before a slanting step to which both ways around must be free, alone, repeated and as the last
/// thing that happens; alternatives that ask the same; a move to where an enemy stands; a friend that is an enemy.
#[test]
fn what_was_hard_to_write_is_written() {
    let rules = rules_of(RICH.to_owned()).expect("a game");
    let mover = rules.kind("Mover").expect("a piece");
    for id in [
        "110004c00000lM0r000000sr000000t00000er000010M0100300m!xg0100!",
        "1102000m0000lM0r000000sr000000t00000er000010xg0000z10g0100u310!",
        "1100040m0000lM0r000000sr000000t00000er000010xw!",
        "0000300000fxydg0000z10[((f<Mover>0W/fxfW))]!",
        "000200cm0000lM0rf00032xg0001!",
        "010200c000fxr[(F0f0)]0100!",
    ] {
        let id = id.parse().expect("an ID");
        assert_eq!(written_again(&rules, mover, &id).expect("it is written"), 1);
    }
}

/// To the right it always captures, to the left it need not: one ID says both.
#[test]
fn a_condition_on_one_of_two_targets_is_written() {
    let id: MoveId = "201200cm0000lM0r000002sr000000t00000er000000M0!".parse().expect("an ID");
    let rules = on_board(&id).expect("a rule");
    let found: Vec<_> =
        rules.kinds[0].rules.iter().map(|rule| encode_rule(&rules, KindId(0), rule)).collect();
    assert_eq!(found, [Ok(vec![id])]);
}
