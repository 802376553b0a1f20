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

#[test]
#[ignore]
fn scratch() {
    let mut sources = crate::source::Sources::new();
    let (mut all, mut ok, mut plain) = (0, 0, 0);
    let mut why = std::collections::BTreeMap::<String, Vec<String>>::new();
    for (name, _) in crate::library::GAMES {
        let name = &format!("games/{name}.tg");
        if !name.starts_with("games/") || name.contains("cotulenh") {
            continue;
        }
        let loaded = crate::load(&mut sources, name, &mut |_| None);
        let Some(rules) = loaded.rules else {
            println!("{name}: {:?}", loaded.diagnostics);
            continue;
        };
        for kind in 0..rules.kinds.len() {
            for (text, ids) in super::encode::encode(&rules, crate::ir::KindId::new(kind)) {
                all += 1;
                match ids {
                    Ok(ids) => {
                        ok += 1;
                        plain += usize::from(ids.iter().all(|id| id.extension.is_empty()));
                        if ids.iter().any(|id| !id.extension.is_empty()) {
                            println!("{name} {} {text}", rules.kinds[kind].name);
                            ids.iter().for_each(|id| println!("    {}", id.short()));
                        }
                    }
                    Err(e) => why
                        .entry(e.to_string())
                        .or_default()
                        .push(format!("{name} {} {text}", rules.kinds[kind].name)),
                }
            }
        }
    }
    println!("{all} {ok} {plain}");
    for (e, n) in why {
        println!("{} {e} {:?}", n.len(), &n[..n.len().min(3)]);
    }
}
