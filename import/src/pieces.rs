//! The pieces that have names of their own: how they move, and what they are called here.

/// A key, how the piece moves in Betza notation, what it is called, and how it is drawn.
pub(crate) const KEYS: &[(&str, &str, &str, &str)] = &[
    ("pawn", "", "Pawn", "pawn"),
    ("knight", "N", "Knight", "knight"),
    ("bishop", "B", "Bishop", "bishop"),
    ("rook", "R", "Rook", "rook"),
    ("queen", "Q", "Queen", "queen"),
    ("fers", "F", "Ferz", "ferz"),
    ("alfil", "A", "Alfil", "elephant"),
    ("fersAlfil", "FA", "Elephant", "elephant"),
    ("silver", "FfW", "Silver", "elephant"),
    ("aiwok", "RNF", "Aiwok", ""),
    ("bers", "RF", "Bers", ""),
    ("archbishop", "BN", "Archbishop", "archbishop"),
    ("chancellor", "RN", "Chancellor", "chancellor"),
    ("amazon", "QN", "Amazon", "amazon"),
    ("knibis", "mNcB", "Knibis", ""),
    ("biskni", "mBcN", "Biskni", ""),
    ("kniroo", "mNcR", "Kniroo", ""),
    ("rookni", "mRcN", "Rookni", ""),
    ("shogiPawn", "fW", "ShogiPawn", ""),
    ("lance", "fR", "Lance", ""),
    ("shogiKnight", "fN", "ShogiKnight", ""),
    ("gold", "WfF", "Gold", ""),
    ("dragonHorse", "BW", "DragonHorse", ""),
    ("clobber", "cW", "Clobber", ""),
    ("breakthrough", "fmWfF", "Runner", "pawn"),
    ("immobile", "", "Stone", "disc"),
    ("cannon", "mRcpR", "Cannon", "cannon"),
    ("janggiCannon", "pR", "JanggiCannon", "cannon"),
    ("soldier", "fsW", "Soldier", "pawn"),
    ("horse", "nN", "Horse", "knight"),
    ("elephant", "nA", "XiangqiElephant", "elephant"),
    ("janggiElephant", "nZ", "JanggiElephant", "elephant"),
    ("banner", "RcpRnN", "Banner", ""),
    ("wazir", "W", "Wazir", ""),
    ("commoner", "K", "Commoner", "man"),
    ("centaur", "KN", "Centaur", ""),
];

/// How many custom pieces there are.
pub(crate) const CUSTOM: usize = 25;
/// The number of the first of them.
pub(crate) const FIRST_CUSTOM: usize = KEYS.len();
/// The number of the king.
pub(crate) const KING: usize = KEYS.len() + CUSTOM;
/// The pawn.
pub(crate) const PAWN: usize = 0;

/// Other pieces that are widely known by a name.
const KNOWN: &[(&str, &str)] = &[
    ("D", "Dabbaba"),
    ("C", "Camel"),
    ("Z", "Zebra"),
    ("H", "Threeleaper"),
    ("NN", "Nightrider"),
    ("gQ", "Grasshopper"),
    ("mBcpB", "Vao"),
    ("mQcpQ", "Leo"),
    ("WA", "Phoenix"),
    ("FD", "Kirin"),
    ("NC", "Wildebeest"),
    ("NAD", "Squirrel"),
    ("WD", "WarMachine"),
];

/// The atoms of Betza notation as words.
const ATOMS: &[(&str, &str)] = &[
    ("W", "Wazir"),
    ("F", "Ferz"),
    ("D", "Dabbaba"),
    ("N", "Knight"),
    ("A", "Alfil"),
    ("H", "Threeleaper"),
    ("C", "Camel"),
    ("Z", "Zebra"),
    ("G", "Tripper"),
    ("B", "Bishop"),
    ("R", "Rook"),
    ("Q", "Queen"),
    ("K", "King"),
    ("NN", "Nightrider"),
];

/// What a piece can be called that moves like this: by its own name if it has one, and otherwise by those of up to three pieces of which
/// it is put together.
pub(crate) fn name_of_betza(text: &str) -> Option<String> {
    let terms = terms(text);
    let alike = |other: &str| {
        let mut left = self::terms(other);
        let mut right = terms.clone();
        left.sort_unstable();
        right.sort_unstable();
        left == right
    };
    // The first five, and pieces without moves, have names in chess or none.
    let keys = KEYS.iter().skip(5).filter(|key| !key.1.is_empty()).map(|key| (key.1, key.2));
    if let Some((_, name)) = keys.chain(KNOWN.iter().copied()).find(|(betza, _)| alike(betza)) {
        return Some(name.to_owned());
    }
    let atom = |term: &&str| ATOMS.iter().find(|(betza, _)| betza == term).map(|(_, name)| *name);
    let names: Option<String> = terms.iter().map(atom).collect();
    names.filter(|_| (2..=3).contains(&terms.len()))
}

/// The terms of a text: each an atom, with the letters before it and what is written behind.
pub(crate) fn terms(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        // A second capital that is the same belongs to the first.
        let is_same = c.is_ascii_uppercase() && last == Some(c);
        let begins = !c.is_ascii_digit() && !is_same && last.is_some();
        if begins {
            terms.push(&text[start..at]);
            start = at;
            last = None;
        }
        if c.is_ascii_uppercase() {
            last = Some(c);
        }
    }
    terms.push(&text[start..]);
    terms
}

/// The number of a type by its key.
pub(crate) fn number(key: &str) -> Option<usize> {
    if key == "king" {
        return Some(KING);
    }
    if let Some(digits) = key.strip_prefix("customPiece") {
        let number: usize = digits.parse().ok()?;
        return (1..=CUSTOM).contains(&number).then(|| FIRST_CUSTOM + number - 1);
    }
    KEYS.iter().position(|(name, ..)| *name == key)
}

/// The number of a type by its key with a capital, as in `mobilityRegionWhiteFers`.
pub(crate) fn by_capital(name: &str) -> Option<usize> {
    let mut letters = name.chars();
    let first = letters.next()?;
    first
        .is_ascii_uppercase()
        .then(|| number(&format!("{}{}", first.to_ascii_lowercase(), letters.as_str())))
        .flatten()
}

/// The number of a type by its key.
pub(crate) fn of(key: &str) -> usize {
    number(key).unwrap_or(KING)
}
