//! What is easier to see from inside: the parts of the reader and of the drawing.

use super::explain::{Tiles, diagram, explain};
use super::{MoveId, Odd};

const TAIL: &str = "lM0r000000sr000000t00000er000000M0!";

fn id(head: &str) -> MoveId {
    format!("{head}{TAIL}").parse().expect("an ID")
}

fn odd(text: &str) -> Vec<Odd> {
    let id: MoveId = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    id.remarks().into_iter().map(|remark| remark.odd).collect()
}

#[test]
fn zero_before_a_nested_id_is_its_first_number() {
    let outer: MoveId =
        format!("0110000m0000lM0110000m0000{TAIL}r000000sr000000t00000er000000M0!").parse().expect("an ID");
    let inner = outer.previous.as_deref().expect("one inside");
    assert_eq!((inner.horizontal, inner.vertical), (0, 1));
}

#[test]
fn large_numbers_stand_in_parentheses() {
    let large = id("(12)01000cm0000");
    assert_eq!(large.horizontal, 12);
    assert!(large.to_string().starts_with("(12)0"));
    assert!(format!("(012)01000cm0000{TAIL}").parse::<MoveId>().is_err());
}

#[test]
fn dead_ids_are_remarked_upon() {
    assert_eq!(odd("111234!"), [Odd::NoTarget]);
    assert_eq!(odd("110000cm!"), [Odd::NoQuadrant]);
    assert_eq!(odd("001000cm!"), [Odd::NoStep]);
    assert!(id("111234000000").is_dead());
    assert!(!id("111234c00000").is_dead());
    assert_eq!(odd("111234cmj!"), []);
}

#[test]
fn the_drawing_has_forward_up() {
    let drawn = diagram(&id("121000cm0000"), Tiles::Squares);
    let rows: Vec<&str> = drawn.lines().take(5).collect();
    assert_eq!(rows, ["    . . . x .", "    . . . . .", "    . . @ . .", "    . . . . .", "    . . . . ."]);
}

#[test]
fn nested_ids_are_indented() {
    let text = explain(
        &format!("0110000m0000lM0210000m00f0{TAIL}r000000sr000000t00000er000000M0!").parse().expect("an ID"),
        Tiles::Squares,
    );
    assert!(text.contains("\nThe move that must have come before:\n    It goes 2 forward.\n"), "{text}");
}

#[test]
fn a_block_that_cancels_itself_out_stays() {
    let odd: MoveId = "0110000m0000lM0r003300sr000000t00000er000000M0!".parse().expect("an ID");
    assert_eq!(odd.normal(), odd);
    let found: Vec<Odd> = odd.remarks().into_iter().map(|r| r.odd).collect();
    assert_eq!(found, [Odd::Opposites, Odd::OnTheMover]);
}

/// What has been taken is gone for the rest of the way, so what is asked behind it is asked of an empty tile.
#[test]
fn normal_forms_keep_the_order_of_taking_and_asking() {
    let normal =
        |text: &str| text.parse::<MoveId>().unwrap_or_else(|e| panic!("{text}: {e}")).normal().short();
    assert_eq!(normal("011000xydg[f0]k11{t}!"), "011xydg[f0]{t}!");
    assert_eq!(normal("011000xydg[f0]{T}k11[F0]!"), "011xydg[F0f0]{T}!");
    assert_eq!(normal("011000xydg[f0]{t}k11[e]!"), "011xydg[f0]{t}k11[e]!");
    assert_eq!(normal("00xydg1000[f0]{t}k11[e]!"), "00xydg1000[f0]{t}k11[e]!");
}

#[test]
fn whose_and_what_a_piece_is_are_one_term() {
    let normal = |test: &str| {
        let id: MoveId = format!("011000xydg[{test}]!").parse().unwrap_or_else(|e| panic!("{test}: {e}"));
        id.normal().short()
    };
    for (given, wanted) in [
        ("0Nf0", "fN"),
        ("f00n", "fN"),
        ("fQ0N", "0QfN"),
        ("fN0Q", "0QfN"),
        ("-fN", "-fN"),
        ("0N-f0", "0N-f0"),
        ("0N/f0", "0N/f0"),
        ("s-c", "s-c"),
        ("(e/0N)(e/0N)", "0N/e"),
    ] {
        assert_eq!(normal(given), format!("011xydg[{wanted}]!"), "{given}");
    }
}

#[test]
fn levels_of_nothing_leave_what_is_in_the_way() {
    let id: MoveId = "110004c00000lM0r002212xl006!".parse().expect("an ID");
    assert!(id.is_dead() && id.normal().is_dead());
}

#[test]
fn levels_neither_up_nor_down_are_dead_in_normal_form() {
    let id: MoveId = "0000040mxl000g0100!".parse().expect("an ID");
    assert!(id.is_dead() && id.normal().is_dead());
}

#[test]
fn quadrants_beside_sextants_are_dead_in_normal_form() {
    let id: MoveId = "000004xydh000006!".parse().expect("an ID");
    assert!(id.is_dead() && id.normal().is_dead());
}
