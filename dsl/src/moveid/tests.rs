//! What is easier to see from inside: the parts of the reader and of the drawing.

use super::explain::{diagram, explain};
use super::{MoveId, Remark};

const TAIL: &str = "lM0r000000sr000000t00000er000000M0!";

fn id(head: &str) -> MoveId {
    format!("{head}{TAIL}").parse().expect("an ID")
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
    assert!(MoveId::parse_lenient(&format!("(07)01000cm0000{TAIL}")).is_ok_and(|i| i.horizontal == 7));
}

#[test]
fn dead_ids_are_remarked_upon() {
    assert_eq!(id("111234000000").remarks(), [Remark::NoTarget]);
    assert_eq!(id("110000cm0000").remarks(), [Remark::NoQuadrant]);
    assert_eq!(id("001000cm0000").remarks(), [Remark::NoStep]);
    assert!(id("111234000000").is_dead());
    assert!(!id("111234c00000").is_dead());
    assert_eq!(id("111234cmj000").remarks(), []);
}

#[test]
fn the_drawing_has_forward_up() {
    let drawn = diagram(&id("121000cm0000"));
    let rows: Vec<&str> = drawn.lines().take(5).collect();
    assert_eq!(rows, ["    . . . x .", "    . . . . .", "    . . @ . .", "    . . . . .", "    . . . . ."]);
}

#[test]
fn nested_ids_are_indented() {
    let text = explain(
        &format!("0110000m0000lM0210000m00f0{TAIL}r000000sr000000t00000er000000M0!").parse().expect("an ID"),
    );
    assert!(text.contains("\nThe move that must have come before:\n    It goes 2 forward.\n"), "{text}");
}

#[test]
fn a_block_that_cancels_itself_out_stays() {
    let odd: MoveId = "0110000m0000lM0r003300sr000000t00000er000000M0!".parse().expect("an ID");
    assert_eq!(odd.normal(), odd);
    assert_eq!(odd.remarks(), [Remark::Opposites]);
}
