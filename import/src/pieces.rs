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
