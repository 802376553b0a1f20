//! The letters of pieces, as FENs have them.

use tilegame_dsl::ir::{KindId, Notation, PlayerId, Rules, VoidText};

use crate::reference::position::Piece;

/// The sign behind a piece that has been promoted, where it matters what it was.
pub(super) const PROMOTED: char = '~';

/// The letters of all pieces.
#[derive(Debug)]
pub(crate) struct Letters {
    /// By their first byte; the longest first, so that `+R` is not read as `+` and `R`.
    all: Vec<Vec<(String, Piece)>>,
    /// What each byte says in a row of a placement.
    alone: Vec<Alone>,
}

/// What a byte says in a row of a placement, whatever stands around it but another digit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alone {
    Piece(Piece),
    /// So many empty tiles.
    Empty(u8),
    /// That depends on what stands around it.
    Unclear,
}

impl Letters {
    pub(crate) fn new(rules: &Rules) -> Letters {
        let mut all: Vec<Vec<(String, Piece)>> = vec![Vec::new(); 256];
        for (letter, piece) in letters(rules) {
            all[usize::from(letter.as_bytes()[0])].push((letter.to_owned(), piece));
        }
        let alone = (0..=u8::MAX).map(|byte| Alone::new(rules, byte, &all[usize::from(byte)])).collect();
        Letters { all, alone }
    }

    /// What a byte of a row says.
    #[inline]
    pub(super) fn alone(&self, byte: u8) -> Alone {
        self.alone[usize::from(byte)]
    }

    /// The letters with which a text begins, each with its length, the longest first.
    pub(super) fn begin<'l>(&'l self, text: &'l str) -> impl Iterator<Item = (usize, Piece)> + 'l {
        let all = text.as_bytes().first().map_or(&[][..], |first| &self.all[usize::from(*first)]);
        let fits = move |letter: &str| letter.len() == 1 || text.starts_with(letter);
        all.iter().filter(move |(letter, _)| fits(letter)).map(|(letter, piece)| (letter.len(), *piece))
    }
}

impl Alone {
    /// What a byte says with which these letters begin.
    fn new(rules: &Rules, byte: u8, letters: &[(String, Piece)]) -> Alone {
        let begins = |sign: &str| sign.as_bytes().first() == Some(&byte);
        let is_sign = |notation: &Notation| {
            let void = match &notation.void {
                VoidText::Each(sign) => sign,
                VoidText::Run { before, .. } => before,
            };
            begins(void) || notation.placement.empty.as_deref().is_some_and(begins)
        };
        let counts = |notation: &Notation| notation.placement.empty.is_none();
        let notations = || rules.notations.iter().map(|(_, other)| other).chain([&rules.notation]);
        let is_special = byte == b'(' || byte == PROMOTED as u8 || notations().any(is_sign);
        match letters {
            _ if is_special => Alone::Unclear,
            [] if matches!(byte, b'1'..=b'9') && notations().all(counts) => Alone::Empty(byte - b'0'),
            [(letter, piece)] if letter.len() == 1 && !byte.is_ascii_digit() => Alone::Piece(*piece),
            _ => Alone::Unclear,
        }
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
