//! A match: a game as it is played, with everything that no single position shows.
//!
//! ```
//! use tilegame_runtime::Game;
//! use tilegame_record::{Match, Score};
//! let mut played = Match::new(&Game::from_library("chess")?);
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let m = played.state().read_one(text)?;
//!     played.play(m)?;
//! }
//! assert_eq!(played.score(), Score::SecondWins);
//! assert_eq!(played.told().unwrap(), "Black won (checkmate)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! That is the moves made and their taking back, positions that come again, claims, offers of a draw, resignation, forfeit and
//! clocks. What a position shows is [`State::outcome`]'s business. No clock is read here: the caller says how much time has
//! passed.

#![expect(
    clippy::mutable_key_type,
    reason = "states are compared and hashed by nothing that their game finds out later"
)]

mod clock;
mod ending;

use rustc_hash::FxHashMap;
use std::time::Duration;

use thiserror::Error;
use tilegame_runtime::ir::{Manner, PlayerId};

pub use clock::{Clock, Flag};
pub use ending::{Cause, Ending};

use tilegame_runtime::outcome::Scores;
use tilegame_runtime::prospects::Prospect;
use tilegame_runtime::receipt::{Receipt, ReceiptError};
use tilegame_runtime::state::course::Past;
use tilegame_runtime::{Game, Move, MoveList, State};

use crate::account::Accounts;
use crate::score::Score;

/// So many positions are looked at, when a player's time is up, to see whether the other one could still have won.
pub const LOOKED_AT_ON_TIME: usize = 5_000;

/// A match.
#[derive(Clone, Debug)]
pub struct Match {
    start: State,
    state: State,
    events: Vec<Event>,
    /// Of each position, by what makes it the same again, how often it has occurred and after how many events first.
    seen: FxHashMap<State, (u32, usize)>,
    ending: Option<Ending>,
    offer: Option<Offer>,
    clock: Option<Clock>,
}

/// Something that has changed the position, and how it was before.
#[derive(Clone, Debug)]
struct Event {
    what: What,
    before: State,
    clock: Option<Clock>,
    /// The position is another than before, as far as repetitions go.
    occurs: bool,
}

/// What has happened in a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A move was made.
    Move(Move),
    /// A player has left, and the others play on.
    Left(PlayerId),
    /// Something has come from outside.
    Received(Receipt),
}

/// An offer of a draw.
#[derive(Clone, Debug)]
struct Offer {
    by: PlayerId,
    /// Who has accepted so far; with two players the first to accept ends the match.
    accepted: Vec<PlayerId>,
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
    /// The time was up before the move was made; the match has ended, or goes on without the player.
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
    #[error("no player's time is up")]
    TimeLeft,
    /// The player is out.
    #[error("the player is out already")]
    NotInPlay,
    /// Nothing like that can come from outside.
    #[error(transparent)]
    Receipt(#[from] ReceiptError),
}

impl Match {
    /// A match from the usual start, without a clock.
    pub fn new(game: &Game) -> Match {
        Match::from_state(game.start())
    }

    /// A match from any position, without a clock. If the position is an end, so is the match. In the middle of a turn whose
    /// [steps](tilegame_runtime::ir::FenField::Steps) are known, it starts at the turn's beginning and the steps can be taken back.
    pub fn from_state(now: State) -> Match {
        let (start, steps) = now.turn_so_far().unwrap_or_else(|| (now.clone(), Vec::new()));
        let seen = FxHashMap::from_iter([(start.identity(), (1, 0))]);
        let state = start.clone();
        let mut new =
            Match { start, state, events: Vec::new(), seen, ending: None, offer: None, clock: None };
        new.ending = new.shown();
        for (before, m) in steps {
            new.state = before.after(m);
            new.note(What::Move(m), before, None);
        }
        // Who has been said to stay is told by no move.
        new.state = now;
        new
    }

    /// The same with a clock, which starts with the first move's thinking time.
    pub fn with_clock(self, clock: Clock) -> Match {
        Match { clock: Some(clock), ..self }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        self.state.game()
    }

    /// The position it started from.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// The position now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> PlayerId {
        self.state.to_move()
    }

    /// The moves made, each with the position in which it was.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (&State, Move)> {
        self.happened().filter_map(|(before, what)| match what {
            What::Move(m) => Some((before, *m)),
            What::Left(_) | What::Received(_) => None,
        })
    }

    /// Everything that has changed the position, with how it was before: the moves made, players who have left, and what has come from outside.
    pub fn happened(&self) -> impl DoubleEndedIterator<Item = (&State, &What)> + ExactSizeIterator {
        self.events.iter().map(|event| (&event.before, &event.what))
    }

    /// The [keys](State::key) of the positions before this one, in order: what a search needs of a match.
    pub fn keys(&self) -> Vec<u64> {
        self.events.iter().map(|event| event.before.key()).collect()
    }

    /// What has been captured, lost and converted. Worked out from all the moves each time it is asked for.
    pub fn accounts(&self) -> Accounts {
        let mut accounts = Accounts::new(self.game());
        for (before, what) in self.happened() {
            match what {
                What::Move(m) => accounts.play(before, *m),
                What::Left(player) => accounts.leave(before, *player),
                What::Received(_) => {}
            }
        }
        accounts
    }

    /// The moves that can be made now, [sorted](State::legal_moves); none if the match is over.
    pub fn legal_moves(&self) -> MoveList {
        if self.ending.is_some() { MoveList::new() } else { self.state.legal_moves() }
    }

    /// Whether a move can be made now: it is legal, and the match is not over.
    pub fn allows(&self, m: Move) -> bool {
        self.ending.is_none() && self.state.is_legal(m)
    }

    /// How often the position has occurred, this time included.
    pub fn repeated(&self) -> u32 {
        let occurred = || self.seen.get(&self.state.identity()).map_or(1, |(times, _)| *times);
        self.state.repeated().unwrap_or_else(occurred)
    }

    /// The positions before this one, as [`Past`] wants them, and where among them it occurred first.
    fn earlier(&self) -> (Vec<(State, Option<Move>)>, usize) {
        let seen = self.seen.get(&self.state.identity());
        let first = seen.map_or(self.events.len(), |(_, first)| *first);
        let from = first.min(self.events.len()).saturating_sub(1);
        let earlier = self.events[from..].iter().map(|Event { before, what, .. }| {
            let made = if let What::Move(m) = what { Some(*m) } else { None };
            (before.clone(), made)
        });
        (earlier.collect(), first - from)
    }

    /// How the match ended; `None` while it goes on.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The result as it is written. Two players who divide the point unevenly have drawn.
    pub fn score(&self) -> Score {
        self.ending.as_ref().map_or(Score::Open, |ending| Score::of(&ending.scores))
    }

    /// The end in words: `White has won by checkmate`; `None` while the match goes on.
    pub fn told(&self) -> Option<String> {
        Some(self.ending.as_ref()?.told(self.game().rules()))
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the match is over or the move not legal; nothing has changed then.
    pub fn play(&mut self, m: Move) -> Result<Option<Ending>, MatchError> {
        self.play_after(m, Duration::ZERO)
    }

    /// Makes a move for which the player has thought so long. Without a clock the time does not matter. The player gets the
    /// increment when the turn is over, which may have several steps.
    ///
    /// # Errors
    /// If the match is over or the move not legal (nothing has changed then), or if the time is up: then the match is over, or
    /// goes on without the player.
    pub fn play_after(&mut self, m: Move, thought: Duration) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        if !self.state.is_legal(m) {
            return Err(MatchError::Illegal);
        }
        let clock = self.clock.clone();
        let mover = self.to_move();
        if self.run_down(thought) {
            return Err(MatchError::TimeUp);
        }
        let before = self.state.clone();
        self.state.make(m);
        if let Some(clock) = self.clock.as_mut().filter(|_| before.ends_turn(m)) {
            clock.add_increment(mover);
        }
        if self.offer.as_ref().is_some_and(|offer| offer.by != mover) {
            self.offer = None;
        }
        self.note(What::Move(m), before, clock);
        Ok(self.ending.clone())
    }

    /// Lets something come from outside: a piece into a player's hand, or a number. It is no move of anybody; who takes back the
    /// move before it takes it back, too.
    ///
    /// # Errors
    /// If the match is over, or the rules know of nothing like that; nothing has changed then.
    pub fn receive(&mut self, receipt: &Receipt) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        let after = self.state.after_receipt(receipt)?;
        let occurs = after.identity() != self.state.identity();
        let before = std::mem::replace(&mut self.state, after);
        self.happens(Event { what: What::Received(*receipt), before, clock: self.clock.clone(), occurs });
        Ok(self.ending.clone())
    }

    /// A move was made, or a player has left.
    fn note(&mut self, what: What, before: State, clock: Option<Clock>) {
        self.happens(Event { what, before, clock, occurs: true });
    }

    /// Something has changed the position.
    fn happens(&mut self, event: Event) {
        let occurs = event.occurs;
        self.events.push(event);
        let now = self.events.len();
        if occurs {
            self.seen.entry(self.state.identity()).or_insert((0, now)).0 += 1;
        }
        self.ending = self.shown();
        if self.ending.is_some() {
            self.offer = None;
        }
    }

    /// Takes back the last move and whatever came after it: the end of the match, offers, time used.
    pub fn undo(&mut self) -> Option<Move> {
        self.moves().next()?;
        self.ending = None;
        self.offer = None;
        while let Some(event) = self.events.pop() {
            let same = self.state.identity();
            if let Some((times, _)) = self.seen.get_mut(&same).filter(|_| event.occurs) {
                *times -= 1;
                if *times == 0 {
                    self.seen.remove(&same);
                }
            }
            self.state = event.before;
            self.clock = event.clock;
            if let What::Move(m) = event.what {
                return Some(m);
            }
        }
        None
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
        let (number, scores) =
            self.adjudicated(Manner::Claim).into_iter().next().ok_or(MatchError::NothingToClaim)?;
        Ok(self.end(scores, Cause::Adjudication(number)))
    }

    /// A player gives up, whoever's turn it is. Where the rules know of going out, the others play on; otherwise they share
    /// the point. What it says is whether the match ended.
    ///
    /// # Errors
    /// If the match is over or the player out.
    pub fn resign(&mut self, player: PlayerId) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        if !self.state.in_play(player) {
            return Err(MatchError::NotInPlay);
        }
        Ok(self.leave(player, Cause::Resignation(player)))
    }

    /// A player forfeits, whoever's turn it is: does not come, or has broken the rules of the event. It is like
    /// [resigning](Match::resign), for another reason.
    ///
    /// # Errors
    /// If the match is over or the player out.
    pub fn forfeit(&mut self, player: PlayerId) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        if !self.state.in_play(player) {
            return Err(MatchError::NotInPlay);
        }
        Ok(self.leave(player, Cause::Forfeit(player)))
    }

    /// A player is gone.
    fn leave(&mut self, player: PlayerId, cause: Cause) -> Option<Ending> {
        let scores = self.state.lost_by(player);
        if !self.game().goes_on_without() || self.in_play().len() == 1 {
            return Some(self.end(scores, cause));
        }
        let clock = self.clock.clone();
        let after = self.state.after_leaving(player)?;
        let before = std::mem::replace(&mut self.state, after);
        if self.offer.as_ref().is_some_and(|offer| offer.by == player) {
            self.offer = None;
        }
        self.note(What::Left(player), before, clock);
        if self.ending.is_none() && scores.winner().is_some() {
            // No line of the rules says so, but one alone can't play.
            return Some(self.end(scores, cause));
        }
        self.ending.clone()
    }

    /// A player offers a draw. The offer stands until it is answered or another player moves.
    ///
    /// # Errors
    /// If the match is over, the player out, or an offer stands.
    pub fn offer_draw(&mut self, player: PlayerId) -> Result<(), MatchError> {
        self.goes_on()?;
        if !self.state.in_play(player) {
            return Err(MatchError::NotInPlay);
        }
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
        let in_play = self.in_play();
        let offer = self.offer_to(player)?;
        if !offer.accepted.contains(&player) {
            offer.accepted.push(player);
        }
        if in_play.iter().any(|p| *p != offer.by && !offer.accepted.contains(p)) {
            return Ok(None);
        }
        let scores = Scores::shared(self.game().rules().players.len(), &in_play);
        Ok(Some(self.end(scores, Cause::Agreement)))
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
        Ok(self.ending.clone())
    }

    /// Somebody points out that time is up: for all players in play a draw, else the loss of the one whose time it is, unless the
    /// rules say otherwise or the other one can't win. Needed with [`Flag::Called`] only. What it says is whether the match ended.
    ///
    /// # Errors
    /// If the match is over, has no clock, or no player's time is up.
    pub fn call_time(&mut self) -> Result<Option<Ending>, MatchError> {
        self.goes_on()?;
        let clock = self.clock.as_ref().ok_or(MatchError::NoClock)?;
        let up: Vec<PlayerId> = clock.fallen().filter(|p| self.state.in_play(*p)).collect();
        let first = *up.first().ok_or(MatchError::TimeLeft)?;
        Ok(self.time_is_up(first))
    }

    /// Takes time from the player to move; whether it has cost this player the match.
    fn run_down(&mut self, time: Duration) -> bool {
        let player = self.to_move();
        let Some(clock) = &mut self.clock else { return false };
        let lost = clock.run_down(player, time) && clock.flag() == Flag::AtOnce;
        if lost {
            self.time_is_up(player);
        }
        lost
    }

    fn time_is_up(&mut self, player: PlayerId) -> Option<Ending> {
        let in_play = self.in_play();
        if self.clock.as_ref().is_some_and(|clock| in_play.iter().all(|p| clock.remaining(*p).is_zero())) {
            let scores = Scores::shared(self.game().rules().players.len(), &in_play);
            return Some(self.end(scores, Cause::AllTime));
        }
        let shown = self.judged(Manner::Time, player);
        match shown.into_iter().next() {
            Some((number, scores)) => Some(self.end(scores, Cause::Adjudication(number))),
            None if self.nobody_wins_without(player) => {
                let scores = Scores::shared(self.game().rules().players.len(), &in_play);
                Some(self.end(scores, Cause::NoWinOnTime(player)))
            }
            None => self.leave(player, Cause::Time(player)),
        }
    }

    /// Whether it is proved that of two players the other one can't win by any legal moves. Where it can't be told, a player loses
    /// whose time is up.
    fn nobody_wins_without(&self, player: PlayerId) -> bool {
        let others: Vec<PlayerId> = self.in_play().into_iter().filter(|p| *p != player).collect();
        match others[..] {
            [other] => self.state.can_win(other, LOOKED_AT_ON_TIME) == Prospect::No,
            _ => false,
        }
    }

    fn in_play(&self) -> Vec<PlayerId> {
        let players = (0..self.game().rules().players.len()).map(PlayerId::new);
        players.filter(|p| self.state.in_play(*p)).collect()
    }

    fn goes_on(&self) -> Result<(), MatchError> {
        if self.ending.is_some() { Err(MatchError::Over) } else { Ok(()) }
    }

    fn end(&mut self, scores: Scores, cause: Cause) -> Ending {
        let ending = Ending { scores, cause };
        self.ending = Some(ending.clone());
        self.offer = None;
        ending
    }

    fn offer_to(&mut self, player: PlayerId) -> Result<&mut Offer, MatchError> {
        self.goes_on()?;
        match &mut self.offer {
            None => Err(MatchError::NoOffer),
            Some(offer) if offer.by == player => Err(MatchError::OwnOffer),
            Some(_) if !self.state.in_play(player) => Err(MatchError::NotInPlay),
            Some(offer) => Ok(offer),
        }
    }

    /// The end that the position shows, or that comes about at once.
    fn shown(&self) -> Option<Ending> {
        if let Some(outcome) = self.state.outcome() {
            return Some(Ending { scores: outcome.scores, cause: Cause::Position(outcome.end) });
        }
        let (number, scores) = self.adjudicated(Manner::Rule).into_iter().next()?;
        Some(Ending { scores, cause: Cause::Adjudication(number) })
    }

    fn adjudicated(&self, manner: Manner) -> Vec<(usize, Scores)> {
        self.judged(manner, self.to_move())
    }

    fn judged(&self, manner: Manner, player: PlayerId) -> Vec<(usize, Scores)> {
        if !self.game().rules().adjudications.iter().any(|ending| ending.manner == manner) {
            return Vec::new();
        }
        let (earlier, since) = self.earlier();
        let past = Past { repeated: self.repeated(), earlier: &earlier, since };
        self.state.rulings(manner, player, &past)
    }
}
