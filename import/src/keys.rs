//! The keys that there are, and what sort of value each has.

/// The sort of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `true` or `false`.
    Switch,
    /// Digits.
    Number,
    /// `win`, `loss`, `draw` or `none`.
    Result,
    /// A file of the board.
    File,
    /// Tiles.
    Region,
    /// Letters of pieces.
    Pieces,
    /// The letter of one piece.
    Piece,
    /// The letter of a new piece, perhaps with how it moves.
    Letter,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Something else.
    Text,
    /// Hints for programs that show boards: nothing about rules.
    Hint,
}

/// Keys, their sorts, and whether they also exist for one colour, with `White` or `Black` behind.
const KEYS: &[(&str, Kind, bool)] = {
    use Kind::{Choice, File, Hint, Number, Piece, Pieces, Region, Result, Switch, Text};
    &[
        ("maxRank", Number, false),
        ("maxFile", File, false),
        ("startFen", Text, false),
        ("chess960", Switch, false),
        ("twoBoards", Switch, false),
        ("variantTemplate", Hint, false),
        ("pieceToCharTable", Hint, false),
        ("pocketSize", Hint, false),
        ("pieceValueMg", Hint, false),
        ("pieceValueEg", Hint, false),
        ("diagonalLines", Region, false),
        ("soldierPromotionRank", Number, false),
        ("pawnTypes", Pieces, false),
        ("doubleStep", Switch, false),
        ("doubleStepRegion", Region, true),
        ("tripleStepRegion", Region, true),
        ("enPassantRegion", Region, true),
        ("enPassantTypes", Pieces, true),
        ("promotionRegion", Region, true),
        ("promotionPawnTypes", Pieces, true),
        ("promotionPieceTypes", Pieces, true),
        ("promotionLimit", Text, false),
        ("mandatoryPawnPromotion", Switch, false),
        ("promotedPieceType", Text, false),
        ("mandatoryPiecePromotion", Switch, false),
        ("piecePromotionOnCapture", Switch, false),
        ("pieceDemotion", Switch, false),
        ("sittuyinPromotion", Switch, false),
        ("castling", Switch, false),
        ("castlingKingsideFile", File, false),
        ("castlingQueensideFile", File, false),
        ("castlingRank", Number, false),
        ("castlingKingFile", File, false),
        ("castlingKingPiece", Piece, true),
        ("castlingRookKingsideFile", File, false),
        ("castlingRookQueensideFile", File, false),
        ("castlingRookPieces", Pieces, true),
        ("castlingDroppedPiece", Switch, false),
        ("oppositeCastling", Switch, false),
        ("castlingWins", Text, false),
        ("mustCapture", Switch, false),
        ("capturesToHand", Switch, false),
        ("dropLoop", Switch, false),
        ("blastOnCapture", Switch, false),
        ("blastImmuneTypes", Pieces, false),
        ("mutuallyImmuneTypes", Pieces, false),
        ("petrifyOnCaptureTypes", Pieces, false),
        ("petrifyBlastPieces", Switch, false),
        ("pieceDrops", Switch, false),
        ("firstRankPawnDrops", Switch, false),
        ("promotionZonePawnDrops", Switch, false),
        ("dropRegion", Region, true),
        ("whiteDropRegion", Region, false),
        ("blackDropRegion", Region, false),
        ("dropNoDoubled", Piece, false),
        ("dropNoDoubledCount", Number, false),
        ("dropPromoted", Switch, false),
        ("dropChecks", Switch, false),
        ("checking", Switch, false),
        ("immobilityIllegal", Switch, false),
        ("shogiPawnDropMateIllegal", Switch, false),
        ("mustDrop", Switch, false),
        ("mustDropType", Piece, false),
        (
            "enclosingDrop",
            Choice(&["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]),
            false,
        ),
        ("enclosingDropStart", Region, false),
        (
            "flipEnclosedPieces",
            Choice(&["none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top"]),
            false,
        ),
        ("sittuyinRookDrop", Switch, false),
        ("dropOppositeColoredBishop", Switch, false),
        ("gating", Switch, false),
        ("seirawanGating", Switch, false),
        ("cambodianMoves", Switch, false),
        ("wallingRule", Choice(&["none", "arrow", "duck", "edge", "past", "static"]), false),
        ("wallingRegion", Region, true),
        ("wallOrMove", Switch, false),
        ("pass", Switch, true),
        ("passOnStalemate", Switch, true),
        ("extinctionPseudoRoyal", Switch, false),
        ("dupleCheck", Switch, false),
        ("flyingGeneral", Switch, false),
        ("makpongRule", Switch, false),
        ("shatarMateRule", Switch, false),
        ("bikjangRule", Switch, false),
        ("nMoveRule", Number, false),
        ("nMoveRuleTypes", Pieces, true),
        ("nFoldRule", Number, false),
        ("nFoldValue", Result, false),
        ("nFoldValueAbsolute", Switch, false),
        ("perpetualCheckIllegal", Switch, false),
        ("moveRepetitionIllegal", Switch, false),
        ("chasingRule", Choice(&["none", "axf"]), false),
        ("countingRule", Choice(&["none", "makruk", "cambodian", "asean"]), false),
        ("stalemateValue", Result, false),
        ("stalematePieceCount", Switch, false),
        ("checkmateValue", Result, false),
        ("extinctionValue", Result, false),
        ("extinctionClaim", Switch, false),
        ("extinctionPieceTypes", Pieces, false),
        ("extinctionPieceCount", Number, false),
        ("extinctionOpponentPieceCount", Number, false),
        ("flagRegion", Region, true),
        ("flagPiece", Piece, true),
        ("flagPieceCount", Number, false),
        ("flagPieceBlockedWin", Switch, false),
        ("flagMove", Switch, false),
        ("flagPieceSafe", Switch, false),
        ("checkCounting", Switch, false),
        ("connectN", Number, false),
        ("connectHorizontal", Switch, false),
        ("connectVertical", Switch, false),
        ("connectDiagonal", Switch, false),
        ("connectPieceTypes", Pieces, false),
        ("connectValue", Result, false),
        ("connectRegion1", Region, true),
        ("connectRegion2", Region, true),
        ("connectNxN", Number, false),
        ("collinearN", Number, false),
        (
            "materialCounting",
            Choice(&["none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"]),
            false,
        ),
        ("adjudicateFullBoard", Switch, false),
        ("promotionRank", Number, false),
        ("doubleStepRank", Number, false),
        ("doubleStepRankMin", Number, false),
        ("whiteFlag", Region, false),
        ("blackFlag", Region, false),
        ("castlingRookPiece", Piece, false),
        ("dropOnTop", Switch, false),
    ]
};

/// Keys that exist with `White` or `Black` behind them only.
pub(crate) const ONLY_COLOURED: [&str; 6] = [
    "doubleStepRegion",
    "tripleStepRegion",
    "promotionRegion",
    "dropRegion",
    "connectRegion1",
    "connectRegion2",
];

/// The sort of a key, if there is such a key.
pub(crate) fn kind(key: &str) -> Option<Kind> {
    if crate::pieces::number(key).is_some() {
        return Some(Kind::Letter);
    }
    if let Some(rest) = key.strip_prefix("mobilityRegion") {
        let rest = rest.strip_prefix("White").or_else(|| rest.strip_prefix("Black"))?;
        return crate::pieces::by_capital(rest).map(|_| Kind::Region);
    }
    if ONLY_COLOURED.contains(&key) {
        return None;
    }
    let (bare, colour) = uncoloured(key);
    KEYS.iter().find(|(name, _, both)| *name == bare && (*both || !colour)).map(|(_, kind, _)| *kind)
}

/// A key without its colour.
pub(crate) fn uncoloured(key: &str) -> (&str, bool) {
    if KEYS.iter().any(|(name, ..)| *name == key) {
        return (key, false);
    }
    match key.strip_suffix("White").or_else(|| key.strip_suffix("Black")) {
        Some(bare) => (bare, true),
        None => (key, false),
    }
}

/// Whether a key is of older files: it is read before the others, which say the same in another way.
pub(crate) fn is_old(key: &str) -> bool {
    matches!(
        key,
        "promotionRank"
            | "doubleStepRank"
            | "doubleStepRankMin"
            | "whiteFlag"
            | "blackFlag"
            | "castlingRookPiece"
            | "dropOnTop"
            | "whiteDropRegion"
            | "blackDropRegion"
    )
}

/// Whether a key exists for both colours.
pub(crate) fn is_coloured(bare: &str) -> bool {
    KEYS.iter().any(|(name, _, both)| *name == bare && *both)
}

/// All keys, for suggestions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|(name, ..)| *name).chain(crate::pieces::KEYS.iter().map(|(name, ..)| *name))
}

/// The number of a file, from 1: `h` or `8`.
pub(crate) fn file(word: &str) -> Option<u8> {
    if let Ok(number) = word.parse::<u8>() {
        return (1..=12).contains(&number).then_some(number);
    }
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='l'), None) => Some(letter as u8 - b'a' + 1),
        _ => None,
    }
}
