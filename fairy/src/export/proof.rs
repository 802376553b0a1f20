//! The proof of a section: it is read back and played side by side with the game, so that nothing wrong leaves unseen.

use std::collections::{BTreeMap, VecDeque};

use fastrand::Rng;
use tilegame_runtime::ir::{KindId, PlayerId, Receivable, Rules};
use tilegame_runtime::notation::receipt;
use tilegame_runtime::receipt::Receipt;
use tilegame_runtime::{Game, Move, State};

/// So many positions are compared from the start on, in all lines of play.
const POSITIONS: usize = 10_000;
/// So many games are played at random.
const GAMES: u64 = 24;
/// So many moves of each.
const LENGTH: usize = 120;

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Positions.
    pub positions: usize,
    /// Moves that are not legal in the game and lose at once in the section: the mate by a dropped pawn.
    pub losing: usize,
    /// Positions in which one of the two is over where the other cannot end otherwise.
    pub decided: usize,
}

/// In what a section may differ from its game, since its keys cannot say it otherwise; each such case is looked at.
#[derive(Clone, Copy, Default)]
pub(crate) struct Allowed {
    /// Moves that only the section has may lose at once.
    pub(crate) losing: bool,
    /// A player may have lost in the section who would lose by every move.
    pub(crate) early: bool,
    /// With two kings left nobody need have drawn yet.
    pub(crate) bare: bool,
}

/// A game and what its section was read back to.
pub(crate) struct Pair<'g> {
    game: &'g Game,
    section: &'g Game,
    /// How each kind of either game is written in the section.
    texts: [Vec<Option<String>>; 2],
    allowed: Allowed,
    compared: Compared,
}

/// A move as both games can tell it apart: from where, to where, what stands there then, and whether it is a castling.
type Key = (Option<[i16; 2]>, Option<[i16; 2]>, Option<String>, bool);

impl<'g> Pair<'g> {
    /// Two games; `texts` are those of the kinds of the first.
    pub(crate) fn new(
        game: &'g Game,
        section: &'g Game,
        texts: Vec<Option<String>>,
        allowed: Allowed,
    ) -> Pair<'g> {
        Pair { game, section, texts: [texts, letters(section)], allowed, compared: Compared::default() }
    }

    /// Compares both, or says where they first differ.
    pub(crate) fn compare(mut self) -> Result<Compared, String> {
        let [ours, theirs] = [0, 1].map(|which| self.received(which).into_keys().collect::<Vec<_>>());
        if ours != theirs {
            return Err("what comes from outside is not the same in the section".to_owned());
        }
        self.in_width()?;
        for number in 0..GAMES {
            self.at_random(number)?;
        }
        Ok(self.compared)
    }

    /// All lines of play from the start, the shortest first.
    fn in_width(&mut self) -> Result<(), String> {
        let mut open = VecDeque::from([(self.game.start(), self.section.start(), Vec::<String>::new())]);
        let mut seen = 0;
        while let Some((one, other, line)) = open.pop_front() {
            let moves = self.moves(&one, &other, &line)?;
            seen += 1;
            for (a, b) in moves {
                if seen + open.len() >= POSITIONS {
                    break;
                }
                let mut next = line.clone();
                next.push(one.uci(a));
                open.push_back((one.after(a), other.after(b), next));
            }
        }
        Ok(())
    }

    fn at_random(&mut self, number: u64) -> Result<(), String> {
        let mut rng = Rng::with_seed(number);
        let (mut one, mut other) = (self.game.start(), self.section.start());
        let mut line = Vec::new();
        let [ours, theirs] = [0, 1].map(|which| self.received(which));
        for _ in 0..LENGTH {
            // Now and then something comes from outside.
            if let (true, Some((text, kind))) = (!ours.is_empty() && rng.u8(..3) == 0, rng.choice(&ours)) {
                let player = PlayerId(rng.u8(..2));
                let receipt = Receipt::Piece { player, kind: *kind };
                let same = theirs.get(text).map(|kind| Receipt::Piece { player, kind: *kind });
                let states = (one.after_receipt(&receipt), same.map(|same| other.after_receipt(&same)));
                if let (Ok(a), Some(Ok(b))) = states {
                    line.push(receipt::write(self.game, &receipt));
                    (one, other) = (a, b);
                }
            }
            let moves = self.moves(&one, &other, &line)?;
            // Every third move captures if it can: games that are only walked about in show little.
            let captures: Vec<(Move, Move)> =
                moves.iter().copied().filter(|(a, _)| one.is_capture(*a)).collect();
            let from = if !captures.is_empty() && rng.u8(..3) == 0 { &captures } else { &moves };
            let Some((a, b)) = rng.choice(from.iter().copied()) else { break };
            line.push(one.uci(a));
            (one, other) = (one.after(a), other.after(b));
        }
        Ok(())
    }

    /// The moves of two positions that should be the same, in pairs.
    fn moves(&mut self, one: &State, other: &State, line: &[String]) -> Result<Vec<(Move, Move)>, String> {
        self.compared.positions += 1;
        let differs = |what: String| Err(format!("{}: {what}", place(one, line)));
        if let Some(what) = self.position_differs(one, other) {
            return differs(what);
        }
        if self.is_decided(one, other) {
            self.compared.decided += 1;
            return Ok(Vec::new());
        }
        if let Some(what) = result_differs(one, other) {
            return differs(what);
        }
        let (ours, mut theirs) = (self.keys(0, one), self.keys(1, other));
        let mut pairs = Vec::new();
        for (key, moves) in ours {
            let others = theirs.remove(&key).unwrap_or_default();
            if others.len() != moves.len() {
                let text = one.uci(moves[0]);
                return differs(if others.is_empty() {
                    format!("`{text}` is legal, but not in the section")
                } else {
                    format!("`{text}` stands for {} moves, for {} in the section", moves.len(), others.len())
                });
            }
            pairs.extend(moves.into_iter().zip(others));
        }
        for m in theirs.into_values().flatten() {
            let after = other.after(m);
            let loses = after.outcome().and_then(|outcome| outcome.winner()) == Some(after.to_move());
            if self.allowed.losing && m.from().is_none() && loses {
                self.compared.losing += 1;
                continue;
            }
            return differs(format!("`{}` is legal in the section only", other.uci(m)));
        }
        Ok(pairs)
    }

    /// Whether a game that is over in one of two positions only can end no otherwise in the other: two pieces are left and it is a draw, or every
    /// move loses at once.
    fn is_decided(&self, one: &State, other: &State) -> bool {
        match (ended(one), ended(other)) {
            (Some(None), None) => self.allowed.bare && one.pieces().count() == 2,
            (None, Some(Some(winner))) => {
                let loses = |m: &Move| ended(&one.after(*m)) == Some(Some(winner));
                self.allowed.early && one.legal_moves().iter().all(loses)
            }
            _ => false,
        }
    }

    /// What of two positions differs.
    fn position_differs(&self, one: &State, other: &State) -> Option<String> {
        if one.to_move() != other.to_move() && one.outcome().is_none() {
            return Some("the turn is that of the other player in the section".to_owned());
        }
        let (ours, theirs) = (self.board(0, one), self.board(1, other));
        if ours != theirs {
            let tile = ours.keys().chain(theirs.keys()).find(|at| ours.get(*at) != theirs.get(*at));
            let name = tile.map_or(String::new(), |at| super::squares::name(*at));
            return Some(format!("{name} is not the same in the section"));
        }
        if self.hands(0, one) != self.hands(1, other) {
            return Some("the hands are not the same in the section".to_owned());
        }
        None
    }

    /// What can come from outside, by how it is written.
    fn received(&self, which: usize) -> BTreeMap<String, KindId> {
        let game = [self.game, self.section][which];
        let pieces = game.rules().turn.receive.iter().filter_map(|what| match what {
            Receivable::Piece(kind) => Some((self.texts[which][kind.index()].clone()?, *kind)),
            Receivable::Counter(_) => None,
        });
        pieces.collect()
    }

    fn board(&self, which: usize, state: &State) -> BTreeMap<[i16; 2], (PlayerId, String)> {
        let board = &state.game().rules().board;
        let own = state.pieces().filter_map(|(tile, piece)| {
            let [file, rank, _] = board.place(tile);
            let text = self.texts[which][piece.kind.index()].clone()?;
            Some(([file, rank], (piece.owner?, text)))
        });
        own.collect()
    }

    fn hands(&self, which: usize, state: &State) -> BTreeMap<(u8, String), u32> {
        let rules: &Rules = state.game().rules();
        let mut hands = BTreeMap::new();
        for player in 0..2 {
            for kind in (0..rules.kinds.len()).map(KindId::new) {
                let count = state.hand(PlayerId(player), kind);
                if let (1.., Some(text)) = (count, &self.texts[which][kind.index()]) {
                    *hands.entry((player, text.clone())).or_default() += count;
                }
            }
        }
        hands
    }

    fn keys(&self, which: usize, state: &State) -> BTreeMap<Key, Vec<Move>> {
        let board = &state.game().rules().board;
        let at = |tile| {
            let [file, rank, _] = board.place(tile);
            [file, rank]
        };
        let mut keys: BTreeMap<Key, Vec<Move>> = BTreeMap::new();
        for m in state.legal_moves().iter().copied() {
            let key = if m.is_pass() {
                (None, None, None, false)
            } else {
                let (from, to) = (state.origin(m), state.target(m));
                let there = state.after(m).piece(to);
                let text = there.and_then(|piece| self.texts[which][piece.kind.index()].clone());
                (from.map(at), Some(at(to)), text, is_castling(state, m))
            };
            keys.entry(key).or_default().push(m);
        }
        // Where something comes in behind a piece, only what they lead to tells moves apart.
        for moves in keys.values_mut().filter(|moves| moves.len() > 1) {
            moves.sort_by_cached_key(|m| {
                let after = state.after(*m);
                (self.board(which, &after), self.hands(which, &after))
            });
        }
        keys
    }
}

/// How the kinds of a game are written that was made from a section.
fn letters(game: &Game) -> Vec<Option<String>> {
    let kinds = game.rules().kinds.iter();
    kinds.map(|kind| (!kind.neutral).then(|| kind.letters.last().cloned().unwrap_or_default())).collect()
}

/// Whether two texts, with the library beside them, are the same game: they are played side by side, in all lines of play from the start
/// and at random.
///
/// ```
/// use tilegame_fairy::export::same_game;
/// let plain = "variant \"Mine\" of chess\nremove castling\n";
/// assert!(same_game(plain, "variant \"Mine\" of nocastle\n"));
/// assert!(!same_game(plain, "variant \"Mine\" of chess\n"));
/// ```
pub fn same_game(one: &str, other: &str) -> bool {
    let game = |text| Game::from_source("game.tg", text, |_| None);
    match (game(one), game(other)) {
        (Ok(one), Ok(other)) => Pair::new(&one, &other, letters(&one), Allowed::default()).compare().is_ok(),
        _ => false,
    }
}

/// Whether the game is over, and who has won.
fn ended(state: &State) -> Option<Option<PlayerId>> {
    state.outcome().map(|outcome| outcome.winner())
}

/// How the results of two positions differ.
fn result_differs(one: &State, other: &State) -> Option<String> {
    match (ended(one), ended(other)) {
        (a, b) if a == b => None,
        (a, b) => Some(format!("{}, {} in the section", result(one, a), result(one, b))),
    }
}

/// Whether a move is a castling; it is looked at closely only where it can be.
fn is_castling(state: &State, m: Move) -> bool {
    let king = state.game().rules().castling.as_ref().map(|castling| castling.king);
    let moves = state.origin(m).and_then(|from| state.piece(from)).map(|piece| piece.kind);
    king.is_some() && king == moves && state.details(m).castling_side().is_some()
}

/// Where a difference is.
fn place(state: &State, line: &[String]) -> String {
    match line {
        [] => "at the start".to_owned(),
        line => format!("after {} ({})", line.join(" "), state.fen()),
    }
}

fn result(state: &State, ended: Option<Option<PlayerId>>) -> String {
    match ended {
        None => "the game goes on".to_owned(),
        Some(None) => "the game is a draw".to_owned(),
        Some(Some(winner)) => format!("{} has won", state.game().rules().players[winner.index()].name),
    }
}
