//! A strategy as a text, and the check that it does what it claims.
//!
//! The check believes nothing of what has found the strategy. It plays: where the player of the claim is to move, the move that the certificate
//! says; where the other is, every legal one. It asks [`State`]s only, so that a claim is as sure as the rules of the game are.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, State};

use crate::{Unsolved, ended, moves_of};

/// The first line of the text.
const HEAD: &str = "tilegame certificate 1";

/// What a certificate says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The player wins in so many plies at most, whatever the other does.
    Wins {
        /// Who.
        player: PlayerId,
        /// In how many plies.
        plies: u32,
    },
    /// The player does not lose, whatever the other does; the game may go on for ever.
    Holds {
        /// Who.
        player: PlayerId,
    },
}

impl Claim {
    /// Whose claim it is.
    pub fn player(self) -> PlayerId {
        match self {
            Claim::Wins { player, .. } | Claim::Holds { player } => player,
        }
    }

    /// The claim in words.
    pub fn told(self, game: &Game) -> String {
        let name = &game.rules().players[self.player().index()].name;
        match self {
            Claim::Wins { plies, .. } => format!("{name} wins in {plies} plies"),
            Claim::Holds { .. } => format!("{name} does not lose"),
        }
    }
}

/// What is played in a position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    fen: String,
    /// In how many plies it is won then; 0 where nothing is won.
    plies: u32,
    uci: String,
}

/// A strategy with what it is claimed to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The name of the game.
    pub game: String,
    /// What identifies its rules, as the caller says it.
    pub rules: String,
    /// The FEN of the position that the claim is about.
    pub from: String,
    /// The claim, in words.
    claim: String,
    /// For each position of the player's that can come about, sorted by their FENs.
    entries: Vec<Entry>,
}

/// A text that is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct CertificateError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, as a sentence without full stop.
    pub message: String,
}

/// A certificate that does not show what it claims.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// Something in it can't be read in this game.
    #[error("{0}")]
    Unreadable(String),
    /// A position that can come about, and why that is wrong.
    #[error("{why}: {fen}")]
    Position {
        /// The FEN of the position.
        fen: String,
        /// What is wrong with it.
        why: String,
    },
}

/// What a check has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Positions in which the player of the claim moves.
    pub own: usize,
    /// Positions in which the other one moves.
    pub others: usize,
}

/// All of a state that matters: what stands where, and the rest.
fn identity(state: &State) -> Vec<u8> {
    let mut pieces: Vec<_> = state.pieces().collect();
    pieces.sort_unstable();
    let mut bytes = Vec::with_capacity(pieces.len() * 6 + 32);
    for (tile, piece) in pieces {
        bytes.extend_from_slice(&(tile.index() as u32).to_le_bytes());
        bytes.extend_from_slice(&(piece.kind.index() as u16).to_le_bytes());
        bytes.push(piece.owner.map_or(u8::MAX, |owner| owner.index() as u8));
    }
    bytes.push(u8::MAX);
    state.write_rest(&mut bytes);
    bytes
}

impl Certificate {
    /// The strategy of a player who always makes the move that is chosen, with the plies in which that wins. Nothing, if none is chosen where the player is to
    /// move.
    pub(crate) fn new(
        start: &State,
        claim: Claim,
        mut choose: impl FnMut(&State) -> Option<(Move, u32)>,
        go_on: &mut crate::GoOn<'_>,
    ) -> Result<Option<Certificate>, Unsolved> {
        let (mut entries, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open = vec![start.clone()];
        while let Some(state) = open.pop() {
            if ended(&state).is_some() || !seen.insert(identity(&state)) {
                continue;
            }
            let (found, done) = ((seen.len() + open.len()) as u64, seen.len() as u64);
            if seen.len().is_multiple_of(256) && !go_on(crate::Progress { found, done }) {
                return Err(Unsolved::Stopped);
            }
            if state.to_move() != claim.player() {
                open.extend(moves_of(&state).iter().map(|m| state.after(*m)));
                continue;
            }
            let Some((m, plies)) = choose(&state) else { return Ok(None) };
            entries.push(Entry { fen: state.fen(), plies, uci: state.uci(m) });
            open.push(state.after(m));
        }
        entries.sort_unstable();
        let game = start.game();
        Ok(Some(Certificate {
            game: game.rules().name.clone(),
            rules: String::new(),
            from: start.fen(),
            claim: claim.told(game),
            entries,
        }))
    }

    /// In how many positions it says what to do.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it says nothing, since there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The claim in words.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// The text: a line for each position, with the plies, the move and the FEN, behind a few that say what it is about.
    pub fn write(&self) -> String {
        let Certificate { game, rules, from, claim, entries } = self;
        let mut text = format!("{HEAD}\ngame {game}\nrules {rules}\nfrom {from}\nclaim {claim}\n");
        for Entry { fen, plies, uci } in entries {
            let _ = writeln!(text, "{plies}\t{uci}\t{fen}");
        }
        text
    }

    /// Whether a text says that it is a certificate.
    pub fn is_one(text: &str) -> bool {
        text.lines().next() == Some(HEAD)
    }

    /// Reads a text with one certificate, or several one behind the other.
    ///
    /// # Errors
    /// If there is none, or something else, with the line.
    pub fn read(text: &str) -> Result<Vec<Certificate>, CertificateError> {
        let wrong = |line, message: &str| CertificateError { line, message: message.to_owned() };
        if !Certificate::is_one(text) {
            return Err(wrong(1, &format!("a certificate begins with `{HEAD}`")));
        }
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line)).peekable();
        let mut all = Vec::new();
        while let Some((head, _)) = lines.next() {
            let mut field = |name: &str| {
                let line = lines.next().and_then(|(_, line)| line.strip_prefix(name)?.strip_prefix(' '));
                line.map(str::to_owned)
            };
            let mut wanted = |place: usize, name: &str| {
                field(name).ok_or_else(|| wrong(head + place, &format!("here should be `{name}`")))
            };
            let (game, rules) = (wanted(1, "game")?, wanted(2, "rules")?);
            let (from, claim) = (wanted(3, "from")?, wanted(4, "claim")?);
            let mut entries = Vec::new();
            while let Some((number, line)) = lines.next_if(|(_, line)| *line != HEAD) {
                let mut parts = line.splitn(3, '\t');
                let (plies, uci, fen) = (parts.next(), parts.next(), parts.next());
                let (Some(plies), Some(uci), Some(fen)) = (plies.and_then(|p| p.parse().ok()), uci, fen)
                else {
                    return Err(wrong(
                        number,
                        "here should be a number, a move and a FEN, with tabs between",
                    ));
                };
                entries.push(Entry { fen: fen.to_owned(), plies, uci: uci.to_owned() });
            }
            all.push(Certificate { game, rules, from, claim, entries });
        }
        Ok(all)
    }

    /// What is claimed, as the players of a game.
    fn claimed(&self, game: &Game) -> Option<Claim> {
        let players = game.rules().players.iter().enumerate();
        players.map(|(i, player)| (PlayerId::new(i), player)).find_map(|(id, player)| {
            let rest = self.claim.strip_prefix(player.name.as_str())?;
            if rest == " does not lose" {
                return Some(Claim::Holds { player: id });
            }
            let plies = rest.strip_prefix(" wins in ")?.strip_suffix(" plies")?.parse().ok()?;
            Some(Claim::Wins { player: id, plies })
        })
    }

    /// Plays through all that can come about, and sees whether it ends as claimed.
    ///
    /// ```
    /// use tilegame_runtime::Game;
    /// use tilegame_solve::certificate::Certificate;
    /// use tilegame_solve::outright::Outright;
    /// let game = Game::from_library("hexapawn")?;
    /// let solved = Outright::solve(&game.start(), 1_000, &mut |_| true)?;
    /// let [certificate] = solved.certificates(&mut |_| true)?.try_into().expect("one");
    /// let read = Certificate::read(&certificate.write())?;
    /// assert_eq!(read[0].claim(), "Black wins in 6 plies");
    /// assert!(read[0].check(&game).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it does not, with a position that shows it.
    pub fn check(&self, game: &Game) -> Result<Checked, Flaw> {
        let unreadable = |message: String| Flaw::Unreadable(message);
        let claim = self.claimed(game);
        let claim = claim.ok_or_else(|| unreadable(format!("this game knows no claim `{}`", self.claim)))?;
        let read = |fen: &str| game.read_fen(fen).map_err(|e| unreadable(format!("the FEN `{fen}`: {e}")));
        let start = read(&self.from)?;
        let mut answers = FxHashMap::default();
        for Entry { fen, plies, uci } in &self.entries {
            let state = read(fen)?;
            let m = state.read_one(uci).map_err(|e| unreadable(format!("the move `{uci}`: {e}")))?;
            answers.insert(identity(&state), (*plies, m));
        }
        Check { claim, answers, verified: FxHashMap::default(), open: Vec::new() }.run(start)
    }
}

/// A check that goes on.
struct Check {
    claim: Claim,
    /// What the certificate says to a position: the plies and the move.
    answers: FxHashMap<Vec<u8>, (u32, Move)>,
    /// Positions that have been looked at, and with how many plies left: with more there is nothing else to see.
    verified: FxHashMap<Vec<u8>, u32>,
    open: Vec<(State, u32)>,
}

impl Check {
    fn run(mut self, start: State) -> Result<Checked, Flaw> {
        let left = match self.claim {
            Claim::Wins { plies, .. } => plies,
            Claim::Holds { .. } => 0,
        };
        self.open.push((start, left));
        let mut checked = Checked { own: 0, others: 0 };
        while let Some((state, left)) = self.open.pop() {
            let looked = self.look(&state, left);
            let is_own = looked.map_err(|why| Flaw::Position { fen: state.fen(), why: why.to_owned() })?;
            match is_own {
                Some(true) => checked.own += 1,
                Some(false) => checked.others += 1,
                None => {}
            }
        }
        Ok(checked)
    }

    /// Looks at a position that is to be won in so many plies. Whether it is one of the player's; nothing, if it has been looked at before or is an end.
    fn look(&mut self, state: &State, left: u32) -> Result<Option<bool>, &'static str> {
        let (player, wins) = (self.claim.player(), matches!(self.claim, Claim::Wins { .. }));
        if let Some(winner) = ended(state) {
            return match winner {
                Some(winner) if winner == player => Ok(None),
                Some(_) => Err("the game is lost here"),
                None if wins => Err("the game is over here and not won"),
                None => Ok(None),
            };
        }
        let name = identity(state);
        if self.verified.get(&name).is_some_and(|known| *known <= left) {
            return Ok(None);
        }
        let is_new = self.verified.insert(name.clone(), left).is_none();
        let is_own = state.to_move() == player;
        if is_own {
            let answer = self.answers.get(&name).copied();
            let (plies, m) = answer.ok_or("the certificate does not say what to do here")?;
            if wins && (plies > left || plies == 0) {
                return Err("the win would take longer than claimed from here");
            }
            if !state.is_legal(m) {
                return Err("the move of the certificate is not legal here");
            }
            self.open.push((state.after(m), plies.saturating_sub(1)));
        } else {
            if wins && left == 0 {
                return Err("the game should be over here, and is not");
            }
            let after = moves_of(state).into_iter().map(|m| (state.after(m), left.saturating_sub(1)));
            self.open.extend(after);
        }
        Ok(is_new.then_some(is_own))
    }
}
