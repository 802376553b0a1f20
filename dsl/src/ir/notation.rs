//! How positions and moves are written: fields of FENs, forms of moves and of turns.

use std::fmt::{self, Display, Formatter};

use super::expr::Test;
use super::ids::{CounterId, EndId, KindId, LabelId, MarkId};

/// How positions and moves are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// The fields of a FEN.
    pub fen: Vec<FenField>,
    /// How a place without a tile is written in it.
    pub void: VoidText,
    /// How the pieces are written in it.
    pub placement: Placement,
    /// The players' letters in the field of the turn, where they are not those of the players.
    pub turn_letters: Vec<String>,
    /// What must hold of a position that is read, instead of what can be concluded from the other rules.
    pub valid: Vec<Valid>,
    /// Forms of moves, where the game has its own; the first whose labels fit is used.
    pub moves: Vec<MoveForm>,
    /// How all the steps of a turn are written together, if turns of several steps have a text.
    pub turn: Option<Vec<StepsPart>>,
    /// Kinds that have no letter in SAN.
    pub nameless: Vec<KindId>,
    /// Written behind a SAN move after which the test holds for the player to move.
    pub check: Option<(String, Test)>,
    /// Written behind a SAN move that ends the game by one of these endings.
    pub last: Option<(String, Vec<EndId>)>,
    /// In UCI text castling is written as the king's way to its partner's tile, not to its own target.
    pub castling_to_partner: bool,
    /// In UCI text a pass is written as the way of such a piece to where it stands; `0000` without.
    pub pass_by: Option<KindId>,
    /// Other names of the game, as in the PGN tag `Variant`; the first is written there.
    pub variant: Vec<String>,
}

/// What must hold of a position that is read; asked for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valid {
    /// What.
    pub test: Test,
    /// The line as it was written.
    pub text: String,
}

/// How places without a tile are written in a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VoidText {
    /// Each by this sign.
    Each(String),
    /// A run of them by its length between these signs.
    Run {
        /// Before the number.
        before: String,
        /// Behind it.
        after: String,
    },
}

impl Default for VoidText {
    fn default() -> VoidText {
        VoidText::Each("*".to_string())
    }
}

/// How the field of the pieces is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// Rows from the bottom to the top.
    pub from_below: bool,
    /// Every row has its `/` behind it; otherwise it stands between two.
    pub ended: bool,
    /// Nothing is written for a row on which nothing stands.
    pub bare: bool,
    /// An empty tile, with a number behind it for several in a row; without such a sign, the number alone.
    pub empty: Option<String>,
}

/// How some moves are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveForm {
    /// One after the other.
    pub parts: Vec<FormPart>,
    /// Moves of these labels; all, if there are none.
    pub on: Vec<LabelId>,
}

/// A part of a move's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FormPart {
    /// As it stands.
    Text(String),
    /// The letter of the piece that moves, without what says how it stands.
    Piece,
    /// Its file if another such piece of its owner stands on its rank, its rank if one stands on its file.
    Place,
    /// As much of the tile where it is as tells it from other such pieces that may go to the same tile, in whatever state and
    /// with whatever load: its file, else its rank, else the tile. Nothing of a part of a stack.
    Apart {
        /// Of its rank the first digit only.
        digit: bool,
    },
    /// The tile where it is and this text, if it is a part of a stack that moves alone. Nothing where the text of a whole turn
    /// says where it began.
    Origin(String),
    /// This text, if it is a part of a stack that moves alone.
    Part(String),
    /// The tile where it is.
    From,
    /// The tile where it goes.
    To,
    /// The letters of what stands there afterwards.
    Joined,
    /// The sign of how it stands afterwards.
    Facing,
    /// For every piece that the move and what follows from it take or lessen: this text, its letter, and its place by the
    /// rule of [`FormPart::Place`].
    Taken(String),
}

/// What the field of a counter is where it is what it is at the start of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AtStart {
    /// The number, as elsewhere.
    Number,
    /// The field is left out.
    Nothing,
    /// This.
    Text(String),
}

/// A field of a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The pieces, row by row.
    Placement,
    /// Where on a plane the first place of the last row is.
    Corner,
    /// Whose turn it is.
    Turn,
    /// What the players have in hand, with numbers before the letters; then it does not stand behind the pieces.
    Hand,
    /// A number that means nothing in this game: any is read, this one is written.
    Number(i64),
    /// Who is out, in the order in which they went.
    Out,
    /// Who may still castle with whom.
    Castling {
        /// And which other pieces have not moved, of those of which that matters.
        first: bool,
    },
    /// The marked tiles; with `maker`, followed by the tile of the piece that left the mark.
    Mark {
        /// Which mark.
        mark: MarkId,
        /// Also the maker.
        maker: bool,
    },
    /// A counter; of each player, joined by the text.
    Count {
        /// Which counter.
        counter: CounterId,
        /// What stands between the players' numbers.
        join: Option<String>,
        /// What is written where it is what it is at the start.
        at_start: AtStart,
    },
    /// In the middle of a turn, what has been done since its beginning. Not written at the beginning of a turn.
    Steps {
        /// How.
        parts: Vec<StepsPart>,
        /// All other fields are those of the position as it is now; without, of that at the beginning of the turn.
        now: bool,
    },
    /// Always this.
    Text(String),
}

/// A part of the text that says what has been done in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepsPart {
    /// As it stands.
    Text(String),
    /// The tile where the turn began.
    From,
    /// What still stands there and has not acted, by the letters of moves; and this text, if something does.
    Rest(String),
    /// This text, if something still stands there that has not acted.
    More(String),
    /// For each single piece that stays there when the turn is over: its letter and this text.
    Stays(String),
    /// The steps as coordinates, with this text between them.
    Uci(String),
    /// The steps as people write them, with this text between them.
    Moves(String),
}

/// What is left of a name when only letters and digits count, be they large or small: two names that are alike then are names
/// of the same game.
///
/// ```
/// use tilegame_dsl::ir::plain_name;
/// assert_eq!(plain_name("King of the Hill"), plain_name("king-of-the-hill"));
/// ```
pub fn plain_name(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl Display for StepsPart {
    /// As it is written in the language.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StepsPart::Text(text) => f.write_str(text),
            StepsPart::From => f.write_str("{from}"),
            StepsPart::Rest(behind) if behind.is_empty() => f.write_str("{rest}"),
            StepsPart::Rest(behind) => write!(f, "{{rest {behind}}}"),
            StepsPart::More(text) => write!(f, "{{more {text}}}"),
            StepsPart::Stays(behind) => write!(f, "{{stays {behind}}}"),
            StepsPart::Uci(between) => write!(f, "{{uci {between}}}"),
            StepsPart::Moves(between) => write!(f, "{{moves {between}}}"),
        }
    }
}

impl Display for FormPart {
    /// As it is written in the language.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FormPart::Text(text) => f.write_str(text),
            FormPart::Piece => f.write_str("{piece}"),
            FormPart::Place => f.write_str("{place}"),
            FormPart::Apart { digit: false } => f.write_str("{apart}"),
            FormPart::Apart { digit: true } => f.write_str("{apart digit}"),
            FormPart::Origin(text) => write!(f, "{{origin {text}}}"),
            FormPart::Part(text) => write!(f, "{{part {text}}}"),
            FormPart::From => f.write_str("{from}"),
            FormPart::To => f.write_str("{to}"),
            FormPart::Joined => f.write_str("{joined}"),
            FormPart::Facing => f.write_str("{facing}"),
            FormPart::Taken(text) => write!(f, "{{taken {text}}}"),
        }
    }
}
