//! A match: a game as it is played, with everything that no single position shows.
//!
//! ```
//! # use tilegame_dsl::{load, source::Sources};
//! use tilegame_runtime::Game;
//! use tilegame_runtime::matches::Match;
//! use tilegame_runtime::notation::{pgn::Score, uci};
//! # let rules = load(&mut Sources::new(), "games/chess.tg", &mut |_| None).rules.unwrap();
//! let chess = Game::compile(&rules)?;
//! let mut played = Match::new(chess);
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let m = uci::read(played.game(), played.position(), text)?;
//!     played.play(&m)?;
//! }
//! assert_eq!(played.score(), Score::SecondWins);
//! assert_eq!(played.told().unwrap(), "Black has won by checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! That is the moves made and their taking back, positions that come again, claims, offers of a draw, resignation and
//! clocks. What a position shows is [`Game::outcome`]'s business. No clock is read here: the caller says how much time has
//! passed.

mod clock;

use rustc_hash::FxHashMap;
use std::time::Duration;

use thiserror::Error;
use tilegame_dsl::ir::{EndId, Manner, PlayerId};

pub use clock::{Clock, Flag};

use crate::game::{Game, Undo};
use crate::moves::Move;
use crate::notation::pgn::Score;
use crate::position::{Past, Position};
use crate::words;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    game: Game,
    start: Position,
    position: Position,
    plies: Vec<Ply>,
    /// Of each position, by what makes it the same again, how often it has occurred and after how many moves first.
    seen: FxHashMap<Position, (u32, usize)>,
    ending: Option<Ending>,
    offer: Option<Offer>,
    clock: Option<Clock>,
}

/// A move that was made, and what is needed to take it back.
#[derive(Clone, Debug)]
struct Ply {
    m: Move,
    undo: Undo,
    clock: Option<Clock>,
}

/// An offer of a draw.
#[derive(Clone, Debug)]
struct Offer {
    by: PlayerId,
    /// Who has accepted so far; with two players the first to accept ends the match.
    accepted: Vec<PlayerId>,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Who won; nobody in a draw. When one of more than two players gives up or loses on time, nobody is named.
    pub winner: Option<PlayerId>,
    /// How it came about.
    pub cause: Cause,
}

/// How the end of a match came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The position shows it: one of the endings of the rules.
    Position(EndId),
    /// One of the rules' endings of a match, by its number; at once, by claim or on time.
    Adjudication(usize),
    /// A player gave up.
    Resignation(PlayerId),
    /// The players agreed on a draw.
    Agreement,
    /// A player's time was up.
    Time(PlayerId),
    /// The time of all players was up.
    AllTime,
}

/// Why something can't be done in a match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MatchError {
    /// It has ended.
    #[error("the match is over")]
    Over,
    /// The move is not legal.
    #[error("the move is not legal in this position")]
    Illegal,
    /// The time was up before the move was made; the match has ended.
    #[error("the time was up before the move was made")]
    TimeUp,
    /// Nothing can be claimed here.
    #[error("there is nothing to claim in this position")]
    NothingToClaim,
    /// An offer has been made already.
    #[error("an offer of a draw stands already")]
    OfferStands,
    /// Nobody has offered a draw.
    #[error("there is no offer to answer")]
    NoOffer,
    /// It is the player's own offer.
    #[error("the offer is to be answered by another player")]
    OwnOffer,
    /// The match has no clock.
    #[error("the match has no clock")]
    NoClock,
    /// Nobody's time is up.
    #[error("nobody's time is up")]
    TimeLeft,
}

impl Match {
    /// A match from the usual start, without a clock.
    pub fn new(game: Game) -> Match {
        let start = game.start();
        Match::from_position(game, start)
    }

    /// A match from any position, without a clock. If the position is an end, so is the match.
    pub fn from_position(game: Game, start: Position) -> Match {
        let seen = FxHashMap::from_iter([(game.identity(&start), (1, 0))]);
        let position = start.clone();
        let mut new =
            Match { game, start, position, plies: Vec::new(), seen, ending: None, offer: None, clock: None };
        new.ending = new.shown();
        new
    }

    /// The same with a clock, which starts with the first move's thinking time.
    pub fn with_clock(self, clock: Clock) -> Match {
        Match { clock: Some(clock), ..self }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position it started from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> PlayerId {
        self.game.to_move(&self.position)
    }

    /// The moves made.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.plies.iter().map(|ply| &ply.m)
    }

    /// The moves that can be made now; none if the match is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.ending.is_some() { Vec::new() } else { self.game.moves(&self.position) }
    }

    /// How often the position has occurred, this time included.
    pub fn repeated(&self) -> u32 {
        self.seen.get(&self.game.identity(&self.position)).map_or(1, |(times, _)| *times)
    }

    /// The positions from where this one occurred first to the one before it.
    fn since(&self) -> Vec<Position> {
        let Some((_, first)) = self.seen.get(&self.game.identity(&self.position)) else { return Vec::new() };
        let mut position = self.position.clone();
        let back = self.plies[*first..].iter().rev().map(|ply| {
            self.game.undo(&mut position, ply.undo.clone());
            position.clone()
        });
        back.collect::<Vec<_>>().into_iter().rev().collect()
    }

    /// How the match ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The result as it is written; open for wins that no `1-0` can express.
    pub fn score(&self) -> Score {
        match self.ending {
            Some(Ending { winner: Some(PlayerId(0)), .. }) => Score::FirstWins,
            Some(Ending { winner: Some(PlayerId(1)), .. }) => Score::SecondWins,
            Some(Ending { winner: None, cause }) if !self.nobody_named(cause) => Score::Draw,
            _ => Score::Open,
        }
    }

    /// The end in words: `White has won by checkmate`; `None` while the match goes on.
    pub fn told(&self) -> Option<String> {
        let ending = self.ending?;
        let rules = self.game.rules();
        let name = |p: PlayerId| words::player(rules, p);
        let won = |tail: &str| match ending.winner {
            Some(winner) => format!("{} has won: {tail}", name(winner)),
            None => tail.to_owned(),
        };
        Some(match ending.cause {
            Cause::Position(end) => words::result(rules, ending.winner, &rules.ends[end.index()].name),
            Cause::Adjudication(n) => words::result(rules, ending.winner, &rules.adjudications[n].name),
            Cause::Resignation(player) => won(&format!("{} has given up", name(player))),
            Cause::Agreement => "it is a draw by agreement".to_owned(),
            Cause::Time(player) => won(&format!("{}'s time is up", name(player))),
            Cause::AllTime => "it is a draw: everybody's time is up".to_owned(),
        })
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the match is over or the move not legal; nothing has changed then.
    pub fn play(&mut self, m: &Move) -> Result<Option<Ending>, MatchError> {
        self.play_after(m, Duration::ZERO)
    }

    /// Makes a move for which the player has thought so long. Without a clock the time does not matter.
    ///
    /// # Errors
    /// If the match is over or the move not legal (nothing has changed then), or if the time is up, which ends the match.
    pub fn play_after(&mut self, m: &Move, thought: Duration) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        if !self.game.allows(&self.position, m) {
            return Err(MatchError::Illegal);
        }
        let before = self.clock.clone();
        let mover = self.to_move();
        if self.run_down(thought) {
            return Err(MatchError::TimeUp);
        }
        if let Some(clock) = &mut self.clock {
            clock.add_increment(mover);
        }
        let undo = self.game.play_unchecked(&mut self.position, m);
        self.plies.push(Ply { m: m.clone(), undo, clock: before });
        let now = self.plies.len();
        self.seen.entry(self.game.identity(&self.position)).or_insert((0, now)).0 += 1;
        if self.offer.as_ref().is_some_and(|offer| offer.by != mover) {
            self.offer = None;
        }
        self.ending = self.shown();
        Ok(self.ending)
    }

    /// Takes back the last move and whatever came after it: the end of the match, offers, time used.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        let same = self.game.identity(&self.position);
        if let Some((times, _)) = self.seen.get_mut(&same) {
            *times -= 1;
            if *times == 0 {
                self.seen.remove(&same);
            }
        }
        self.game.undo(&mut self.position, ply.undo);
        self.clock = ply.clock;
        self.ending = None;
        self.offer = None;
        Some(ply.m)
    }

    /// The endings that the player to move can claim now, by number.
    pub fn claims(&self) -> Vec<usize> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.adjudicated(Manner::Claim).into_iter().map(|(number, _)| number).collect()
    }

    /// The player to move claims an ending: the first that can be claimed.
    ///
    /// # Errors
    /// If the match is over or nothing can be claimed.
    pub fn claim(&mut self) -> Result<Ending, MatchError> {
        self.goes_on()?;
        let (number, winner) =
            self.adjudicated(Manner::Claim).first().copied().ok_or(MatchError::NothingToClaim)?;
        Ok(self.end(winner, Cause::Adjudication(number)))
    }

    /// A player gives up, whoever's turn it is.
    ///
    /// # Errors
    /// If the match is over.
    pub fn resign(&mut self, player: PlayerId) -> Result<Ending, MatchError> {
        self.goes_on()?;
        Ok(self.end(self.only_other(player), Cause::Resignation(player)))
    }

    /// A player offers a draw. The offer stands until it is answered or another player moves.
    ///
    /// # Errors
    /// If the match is over or an offer stands.
    pub fn offer_draw(&mut self, player: PlayerId) -> Result<(), MatchError> {
        self.goes_on()?;
        if self.offer.is_some() {
            return Err(MatchError::OfferStands);
        }
        self.offer = Some(Offer { by: player, accepted: Vec::new() });
        Ok(())
    }

    /// Who has offered a draw, if the offer stands.
    pub fn offer(&self) -> Option<PlayerId> {
        self.offer.as_ref().map(|offer| offer.by)
    }

    /// A player accepts the draw. It is agreed when all others have accepted; what it says is whether the match ended.
    ///
    /// # Errors
    /// If the match is over, or there is no offer for this player to answer.
    pub fn accept_draw(&mut self, player: PlayerId) -> Result<Option<Ending>, MatchError> {
        let others = self.game.rules().players.len() - 1;
        let offer = self.offer_to(player)?;
        if !offer.accepted.contains(&player) {
            offer.accepted.push(player);
        }
        if offer.accepted.len() < others {
            return Ok(None);
        }
        Ok(Some(self.end(None, Cause::Agreement)))
    }

    /// A player declines the draw; the offer is gone.
    ///
    /// # Errors
    /// If the match is over, or there is no offer for this player to answer.
    pub fn decline_draw(&mut self, player: PlayerId) -> Result<(), MatchError> {
        self.offer_to(player)?;
        self.offer = None;
        Ok(())
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Time passes for the player to move, who does not move yet.
    ///
    /// # Errors
    /// If the match is over or has no clock.
    pub fn elapse(&mut self, time: Duration) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        if self.clock.is_none() {
            return Err(MatchError::NoClock);
        }
        self.run_down(time);
        Ok(self.ending)
    }

    /// Somebody points out that time is up: for all players a draw, else the loss of the one whose time it is. Needed with
    /// [`Flag::Called`] only.
    ///
    /// # Errors
    /// If the match is over, has no clock, or nobody's time is up.
    pub fn call_time(&mut self) -> Result<Ending, MatchError> {
        self.goes_on()?;
        let clock = self.clock.as_ref().ok_or(MatchError::NoClock)?;
        let up: Vec<PlayerId> = clock.fallen().collect();
        let first = *up.first().ok_or(MatchError::TimeLeft)?;
        Ok(self.time_is_up(first))
    }

    /// Takes time from the player to move; whether the match is over.
    fn run_down(&mut self, time: Duration) -> bool {
        let player = self.to_move();
        let Some(clock) = &mut self.clock else { return false };
        let up = clock.run_down(player, time);
        if up && clock.flag() == Flag::AtOnce {
            self.time_is_up(player);
        }
        self.ending.is_some()
    }

    fn time_is_up(&mut self, player: PlayerId) -> Ending {
        let players = self.game.rules().players.len();
        if self.clock.as_ref().is_some_and(|clock| clock.fallen().count() == players) {
            return self.end(None, Cause::AllTime);
        }
        match self.judged(Manner::Time, player).first() {
            Some((number, winner)) => self.end(*winner, Cause::Adjudication(*number)),
            None => self.end(self.only_other(player), Cause::Time(player)),
        }
    }

    fn goes_on(&self) -> Result<(), MatchError> {
        if self.ending.is_some() { Err(MatchError::Over) } else { Ok(()) }
    }

    fn end(&mut self, winner: Option<PlayerId>, cause: Cause) -> Ending {
        let ending = Ending { winner, cause };
        self.ending = Some(ending);
        self.offer = None;
        ending
    }

    fn offer_to(&mut self, player: PlayerId) -> Result<&mut Offer, MatchError> {
        self.goes_on()?;
        match &mut self.offer {
            None => Err(MatchError::NoOffer),
            Some(offer) if offer.by == player => Err(MatchError::OwnOffer),
            Some(offer) => Ok(offer),
        }
    }

    /// The end that the position shows, or that comes about at once.
    fn shown(&self) -> Option<Ending> {
        if let Some(outcome) = self.game.outcome(&self.position) {
            return Some(Ending { winner: outcome.winner, cause: Cause::Position(outcome.end) });
        }
        let (number, winner) = self.adjudicated(Manner::Rule).first().copied()?;
        Some(Ending { winner, cause: Cause::Adjudication(number) })
    }

    fn adjudicated(&self, manner: Manner) -> Vec<(usize, Option<PlayerId>)> {
        self.judged(manner, self.to_move())
    }

    fn judged(&self, manner: Manner, player: PlayerId) -> Vec<(usize, Option<PlayerId>)> {
        let since = self.since();
        let past = Past { repeated: self.repeated(), since: &since };
        self.game.adjudications(&self.position, manner, player, past).to_vec()
    }

    /// The other player of two.
    fn only_other(&self, player: PlayerId) -> Option<PlayerId> {
        (self.game.rules().players.len() == 2).then(|| PlayerId(1 - player.0))
    }

    /// Nobody is named although it is no draw.
    fn nobody_named(&self, cause: Cause) -> bool {
        matches!(cause, Cause::Resignation(_) | Cause::Time(_))
    }
}
