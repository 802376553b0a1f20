//! The keys of a section, and which of them need not be written.

/// The pieces that a section has which is derived from `chess`, in its words.
const OF_CHESS: [(&str, &str); 6] =
    [("pawn", "p"), ("knight", "n"), ("bishop", "b"), ("rook", "r"), ("queen", "q"), ("king", "k")];
const PROMOTIONS: &str = "promotionPieceTypes";
const START: (&str, &str) = ("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");

/// What a section has that is derived from `ataxx`, and what holds without a word. No key lets pieces be dropped that are in no hand: this is the one
/// variant in which they are.
const OF_ATAXX: [(&str, &str, &str); 12] = [
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
];
const PIECE_OF_ATAXX: (&str, &str) = ("customPiece1", "p:mDmNmA");

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
        if self.free_drops {
            return format!("[{name}:ataxx]\n{}", self.of_ataxx().concat());
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

    /// What a section that is derived from ataxx says.
    fn of_ataxx(&self) -> Vec<String> {
        let (key, value) = PIECE_OF_ATAXX;
        let letter = &value[..1];
        let replaced =
            self.pieces.iter().any(|(known, value)| known == key || value.split(':').next() == Some(letter));
        let removed = (!replaced).then(|| format!("pieceToCharTable = -\n{key} = -\n"));
        let own = |(key, value): &&(String, String)| (key.as_str(), value.as_str()) != PIECE_OF_ATAXX;
        let mut lines: Vec<String> = removed.into_iter().collect();
        lines.extend(self.pieces.iter().filter(own).map(line));
        let known =
            |key: &str, value: &str| OF_ATAXX.iter().any(|(of, there, _)| (*of, *there) == (key, value));
        lines.extend(self.rest.iter().filter(|(key, value)| !known(key, value)).map(line));
        let missing = OF_ATAXX.iter().filter(|(key, ..)| self.get(key).is_none());
        lines.extend(missing.map(|(key, _, usual)| format!("{key} = {usual}\n")));
        lines
    }
}

fn line((key, value): &(String, String)) -> String {
    format!("{key} = {value}\n")
}
