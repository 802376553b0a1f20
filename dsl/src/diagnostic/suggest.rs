//! The nearest known word to a misspelt one.
//!
//! Only spelling is compared; whether a near word would make sense is for the caller to know, who chooses the candidates.

/// Longer words are not names somebody mistyped.
const LONGEST: usize = 64;

/// The candidate nearest to `word`, if one is near enough to be what was meant; or else the only one that begins with it as a word of its
/// own.
///
/// ```
/// use tilegame_dsl::diagnostic::suggest::nearest;
/// assert_eq!(nearest("captrue", ["quiet", "capture"]), Some("capture"));
/// assert_eq!(nearest("king", ["King"]), Some("King"));
/// assert_eq!(nearest("dead", ["dead_position", "fifty"]), Some("dead_position"));
/// assert_eq!(nearest("zebra", ["quiet", "capture"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let candidates: Vec<&str> =
        candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST).collect();
    let near = candidates
        .iter()
        .map(|candidate| (strsim::osa_distance(&lower, &candidate.to_lowercase()), *candidate))
        .filter(|(distance, candidate)| *distance <= allowed(&lower, candidate))
        .min_by_key(|(distance, _)| *distance);
    let begins_so = |candidate: &&&str| {
        candidate.to_lowercase().strip_prefix(&lower).is_some_and(|rest| rest.starts_with('_'))
    };
    let mut longer = candidates.iter().filter(begins_so);
    match (near, longer.next(), longer.next()) {
        (Some((_, candidate)), ..) => Some(candidate),
        (None, Some(only), None) => Some(only),
        _ => None,
    }
}

/// How many letters may be wrong: one in three, and never a whole short word.
fn allowed(word: &str, candidate: &str) -> usize {
    match word.chars().count().min(candidate.chars().count()) {
        0 | 1 => 0,
        2..=5 => 1,
        6..=8 => 2,
        _ => 3,
    }
}
