//! The letters of pieces, as FENs have them.

use tilegame_dsl::ir::{KindId, PlayerId, Rules};

use crate::reference::position::Piece;

/// The letters of all pieces.
#[derive(Debug)]
pub(crate) struct Letters {
    /// By their first byte; the longest first, so that `+R` is not read as `+` and `R`.
    all: Vec<Vec<(String, Piece)>>,
}

impl Letters {
    pub(crate) fn new(rules: &Rules) -> Letters {
        let mut all: Vec<Vec<(String, Piece)>> = vec![Vec::new(); 256];
        for (letter, piece) in letters(rules) {
            all[usize::from(letter.as_bytes()[0])].push((letter.to_owned(), piece));
        }
        Letters { all }
    }

    /// The letters with which a text begins, each with its length, the longest first.
    pub(super) fn begin<'l>(&'l self, text: &'l str) -> impl Iterator<Item = (usize, Piece)> + 'l {
        let all = text.as_bytes().first().map_or(&[][..], |first| &self.all[usize::from(*first)]);
        let fits = move |letter: &str| letter.len() == 1 || text.starts_with(letter);
        all.iter().filter(move |(letter, _)| fits(letter)).map(|(letter, piece)| (letter.len(), *piece))
    }
}

/// All letters, the longest first.
pub(super) fn letters(rules: &Rules) -> Vec<(&str, Piece)> {
    let number = rules.kinds.iter().map(|kind| kind.letters.len()).sum();
    let mut letters: Vec<(&str, Piece)> = Vec::with_capacity(number);
    for (k, kind) in rules.kinds.iter().enumerate() {
        for (p, letter) in kind.letters.iter().enumerate().filter(|(_, l)| !l.is_empty()) {
            let owner = (!kind.neutral).then(|| PlayerId::new(p));
            letters.push((letter, Piece { kind: KindId::new(k), owner }));
        }
    }
    letters.sort_by_key(|(letter, _)| std::cmp::Reverse(letter.len()));
    letters
}
