//! Whether two IDs mean the same, and why not.

use super::explain::fields;
use super::id::{MoveId, Nested};

/// A part in which two IDs differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Its name in the scheme.
    pub part: &'static str,
    /// What the first one says there, as a sentence without full stop.
    pub one: Option<String>,
    /// What the other one says.
    pub other: Option<String>,
}

impl MoveId {
    /// In what two IDs differ; nothing if they mean the same. Compared are the normal forms; IDs that give no move are all alike.
    ///
    /// ```
    /// use tilegame_dsl::moveid::MoveId;
    /// let same = |a: &str, b: &str| Ok::<_, tilegame_dsl::moveid::ParseError>(a.parse::<MoveId>()?.differences(&b.parse()?));
    /// assert_eq!(same("101234cmj!", "101200cm!")?, []);
    /// assert_eq!(same("121234cmj!", "121234cm!")?[0].part, "jn");
    /// # Ok::<(), tilegame_dsl::moveid::ParseError>(())
    /// ```
    pub fn differences(&self, other: &MoveId) -> Vec<Difference> {
        let (one, other) = (self.normal(), other.normal());
        match (one.is_dead(), other.is_dead()) {
            (true, true) => return Vec::new(),
            (false, false) if one == other => return Vec::new(),
            (false, false) => {}
            (one_is_dead, _) => {
                let says = |dead| Some(if dead { "It gives no move" } else { "It gives moves" }.to_owned());
                return vec![Difference { part: "!", one: says(one_is_dead), other: says(!one_is_dead) }];
            }
        }
        let (left, right) = (fields(&one), fields(&other));
        let mut parts: Vec<&'static str> = left.iter().chain(&right).map(|(part, _)| *part).collect();
        let mut seen = Vec::new();
        parts.retain(|part| {
            !seen.contains(part) && {
                seen.push(*part);
                true
            }
        });
        let said = |all: &[(&'static str, String)], part: &str| {
            let all: Vec<&str> = all.iter().filter(|(p, _)| *p == part).map(|(_, s)| s.as_str()).collect();
            (!all.is_empty()).then(|| all.join(". "))
        };
        let of_part =
            |part: &'static str| Difference { part, one: said(&left, part), other: said(&right, part) };
        let mut found: Vec<Difference> =
            parts.into_iter().map(of_part).filter(|d| d.one != d.other).collect();
        for (part, one, other) in
            [("lM", &one.previous, &other.previous), ("er", &victims(&one), &victims(&other))]
        {
            if one != other && !found.iter().any(|d| d.part == part) {
                let said =
                    |id: &Option<Nested>| id.as_ref().map(|id| format!("The ID inside is {}", id.short()));
                found.push(Difference { part, one: said(one), other: said(other) });
            }
        }
        found
    }
}

fn victims(id: &MoveId) -> Option<Nested> {
    id.en_passant.as_ref().and_then(|e| e.previous.clone())
}
