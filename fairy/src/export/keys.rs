//! The keys of a section, and which of them need not be written.

/// The pieces that a section has which is derived from `chess`, in its words.
const OF_CHESS: [(&str, &str); 6] =
    [("pawn", "p"), ("knight", "n"), ("bishop", "b"), ("rook", "r"), ("queen", "q"), ("king", "k")];
const PROMOTIONS: &str = "promotionPieceTypes";
const START: (&str, &str) = ("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");

/// A built-in variant from which a section has to be derived, since it has something for which there is no key.
struct Parent {
    name: &'static str,
    pieces: &'static [(&'static str, &'static str)],
    /// What its sections have unless they say otherwise, and what holds without a word.
    keys: &'static [(&'static str, &'static str, &'static str)],
}

/// Pieces are dropped that are in no hand.
const ATAXX: Parent = Parent {
    name: "ataxx",
    pieces: &[("customPiece1", "p:mDmNmA")],
    keys: &[
        ("maxRank", "7", "8"),
        ("maxFile", "g", "h"),
        ("pieceDrops", "true", "false"),
        ("castling", "false", "true"),
        ("enclosingDrop", "ataxx", "none"),
        ("flipEnclosedPieces", "ataxx", "none"),
        ("passOnStalemate", "true", "false"),
        ("stalemateValue", "loss", "draw"),
        ("stalematePieceCount", "true", "false"),
        ("materialCounting", "unweighted", "none"),
        ("adjudicateFullBoard", "true", "false"),
        ("nMoveRule", "0", "50"),
    ],
};

/// The king goes along the lines that only some tiles have: no king with moves that are written out does.
const JANGGI: Parent = Parent {
    name: "janggi",
    pieces: &[
        ("rook", "r"),
        ("janggiCannon", "c"),
        ("soldier", "p"),
        ("horse", "n"),
        ("wazir", "a"),
        ("janggiElephant", "b"),
        KING_ON_LINES,
    ],
    keys: &[
        ("maxRank", "10", "8"),
        ("maxFile", "i", "h"),
        ("mobilityRegionWhiteKing", "d1 d2 d3 e1 e2 e3 f1 f2 f3", EVERYWHERE),
        ("mobilityRegionBlackKing", "d8 d9 d10 e8 e9 e10 f8 f9 f10", EVERYWHERE),
        ("mobilityRegionWhiteWazir", "d1 d2 d3 e1 e2 e3 f1 f2 f3", EVERYWHERE),
        ("mobilityRegionBlackWazir", "d8 d9 d10 e8 e9 e10 f8 f9 f10", EVERYWHERE),
        ("diagonalLines", "d1 d3 d8 d10 e2 e9 f1 f3 f8 f10", "-"),
        ("castling", "false", "true"),
        ("bikjangRule", "true", "false"),
        ("materialCounting", "janggi", "none"),
        ("pass", "true", "false"),
        ("perpetualCheckIllegal", "true", "false"),
        // Always said: descriptions of the game and the program differ about it.
        ("stalemateValue", "", "draw"),
    ],
};
const KING_ON_LINES: (&str, &str) = ("king", "k:W");
const EVERYWHERE: &str = "*1 *2 *3 *4 *5 *6 *7 *8 *9 *10";

/// What a section says beyond what holds without a word.
#[derive(Clone, Default)]
pub(crate) struct Keys {
    pieces: Vec<(String, String)>,
    rest: Vec<(String, String)>,
    /// Pieces are dropped that are in no hand.
    pub(crate) free_drops: bool,
}

impl Keys {
    /// Gives a letter to a piece, and perhaps moves.
    pub(crate) fn piece(&mut self, key: &str, value: &str) {
        self.pieces.push((key.to_owned(), value.to_owned()));
    }

    /// Sets another key.
    pub(crate) fn set(&mut self, key: &str, value: &str) {
        match self.rest.iter_mut().find(|(known, _)| known == key) {
            Some((_, before)) => *before = value.to_owned(),
            None => self.rest.push((key.to_owned(), value.to_owned())),
        }
    }

    /// Switches a key on or off.
    pub(crate) fn switch(&mut self, key: &str, on: bool) {
        self.set(key, if on { "true" } else { "false" });
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.rest.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some("true")
    }

    /// The section: derived from chess where it is shorter so.
    pub(crate) fn section(&self, name: &str) -> String {
        let has = |piece: (&str, &str)| self.pieces.iter().any(|(k, v)| (k.as_str(), v.as_str()) == piece);
        let on_lines = self.get("diagonalLines").is_some() && has(KING_ON_LINES);
        let parent = self.free_drops.then_some(&ATAXX).or(on_lines.then_some(&JANGGI));
        if let Some(parent) = parent {
            return format!("[{name}:{}]\n{}", parent.name, self.derived(parent).concat());
        }
        let alone: Vec<String> = self.pieces.iter().chain(&self.rest).map(line).collect();
        let derived = self.of_chess();
        if derived.len() < alone.len() {
            format!("[{name}:chess]\n{}", derived.concat())
        } else {
            format!("[{name}]\n{}", alone.concat())
        }
    }

    /// What a section that is derived from chess says.
    fn of_chess(&self) -> Vec<String> {
        let is_there = |key: &str, letter: &str| {
            self.pieces.iter().any(|(k, v)| (k.as_str(), v.as_str()) == (key, letter))
        };
        let mut lines = Vec::new();
        for (key, _) in OF_CHESS {
            if !self.pieces.iter().any(|(known, _)| known == key) {
                lines.push(format!("{key} = -\n"));
            }
        }
        let others =
            self.pieces.iter().filter(|(key, value)| !OF_CHESS.contains(&(key.as_str(), value.as_str())));
        lines.extend(others.map(|(key, value)| format!("{key} = {value}\n")));
        let coloured = self.rest.iter().any(|(key, _)| key.starts_with(PROMOTIONS) && key != PROMOTIONS);
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        let usual = sorted("nbrq");
        let kept = OF_CHESS[1..5].iter().all(|(key, letter)| is_there(key, letter));
        let promotions = self.get(PROMOTIONS);
        if promotions.is_none() && !coloured {
            lines.push(format!("{PROMOTIONS} = -\n"));
        }
        for (key, value) in &self.rest {
            let same = key == PROMOTIONS && kept && sorted(value) == usual;
            if !same && (key.as_str(), value.as_str()) != START {
                lines.push(format!("{key} = {value}\n"));
            }
        }
        lines
    }

    /// What a section says that has to be derived from a variant.
    fn derived(&self, parent: &Parent) -> Vec<String> {
        let has = |key: &str, letter: &str| {
            let is =
                |(known, value): &(String, String)| known == key || value.split(':').next() == Some(letter);
            self.pieces.iter().any(is)
        };
        let missing = parent.pieces.iter().filter(|(key, value)| !has(key, &value[..1]));
        let mut lines: Vec<String> = missing.map(|(key, _)| format!("{key} = -\n")).collect();
        if !lines.is_empty() {
            // Nor is there a letter for them in tables of letters.
            lines.insert(0, "pieceToCharTable = -\n".to_owned());
        }
        let same = |key: &str, value: &str| {
            parent.pieces.contains(&(key, value))
                || parent.keys.iter().any(|(of, there, _)| (*of, *there) == (key, value))
        };
        let said = self.pieces.iter().chain(&self.rest);
        lines.extend(said.filter(|(key, value)| !same(key, value)).map(line));
        let missing = parent.keys.iter().filter(|(key, ..)| self.get(key).is_none());
        lines.extend(missing.map(|(key, _, usual)| format!("{key} = {usual}\n")));
        lines
    }
}

fn line((key, value): &(String, String)) -> String {
    format!("{key} = {value}\n")
}
