//! The words of the language, explained.
//!
//! The explanations are those of the book's index of words. `words.tsv` is made from it, and a test holds the two together.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tilegame_dsl::token::{KEYWORDS, WORDS};

/// What a word means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained {
    /// The word.
    pub word: &'static str,
    /// What it is, such as "keyword; line of `piece`".
    pub is: &'static str,
    /// What it means, in a few words.
    pub meaning: &'static str,
    /// Where the book explains it.
    pub sections: Vec<Section>,
    /// A line of an example that has it.
    pub example: Option<&'static str>,
}

/// A section of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is called.
    pub title: &'static str,
    /// Its page and heading from the root of the book, such as `language/games.md#options`.
    pub page: &'static str,
}

static EXPLAINED: LazyLock<BTreeMap<&str, Explained>> = LazyLock::new(|| {
    let lines = include_str!("words.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read).map(|explained| (explained.word, explained)).collect()
});

fn read(line: &'static str) -> Option<Explained> {
    let mut columns = line.split('\t');
    let mut next = || columns.next();
    let (word, is, meaning, sections, example) = (next()?, next()?, next()?, next()?, next()?);
    let section = |text: &'static str| text.split_once('@').map(|(title, page)| Section { title, page });
    let sections = sections.split(';').filter_map(section).collect();
    Some(Explained { word, is, meaning, sections, example: Some(example).filter(|text| !text.is_empty()) })
}

/// The explanation of a word of the language.
///
/// ```
/// use tilegame_ide::words::explained;
/// let promote = explained("promote").unwrap();
/// assert_eq!(promote.meaning, "what a piece becomes");
/// assert_eq!(promote.sections[0].page, "language/promotion.md");
/// assert_eq!(explained("camel"), None);
/// ```
pub fn explained(word: &str) -> Option<&'static Explained> {
    EXPLAINED.get(word)
}

/// Whether a word is a name nowhere.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Whether a word means something in some places.
pub(crate) fn is_known(word: &str) -> bool {
    WORDS.iter().any(|(known, _)| *known == word)
}

/// Whether a word is one of a sort, as the list of words calls sorts.
pub(crate) fn is(word: &str, sort: &str) -> bool {
    WORDS.iter().any(|(known, sorts)| *known == word && sorts.contains(&sort))
}

/// The words of a sort.
pub(crate) fn of_sort(sort: &'static str) -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(move |(_, sorts)| sorts.contains(&sort)).map(|(word, _)| *word)
}
