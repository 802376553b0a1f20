//! What a record of a game asks of its positions: whether one has come again, which endings come of that, how a turn has begun, and what
//! becomes of the pieces.

use smallvec::SmallVec;
use tilegame_dsl::ir::{Manner, PlayerId, Tile};

use crate::moves::{Change, Move as Details, Origin, Tag};
use crate::notation::turns;
use crate::outcome::Scores;
use crate::reference::position::{Passed, Past as Literal, Position};
use crate::state::{Move, State};

/// What a match knows of a position that the position does not show.
#[derive(Clone, Copy, Debug)]
pub struct Past<'m> {
    /// How often it has occurred, this time included.
    pub repeated: u32,
    /// The positions before it, in order, as far back as one before that in which it occurred first; if it is new, the last one. Each with the
    /// move that was made in it; none if something else has happened.
    pub earlier: &'m [(State, Option<Move>)],
    /// Where among these it occurred first; their number, if it is new.
    pub since: usize,
}

/// What a move does, part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    /// The position as the move itself leaves it.
    pub moved: State,
    /// Each change that follows by the lines of `after`, with the position just before.
    pub follows: Vec<(State, Change)>,
    /// The position when all of that is done, before players go out.
    pub made: State,
    /// The next position.
    pub after: State,
}

impl State {
    /// The position as far as repetition goes: without numbers that the rules ignore, and without what was before.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let mut state = chess.start();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     state.make(state.read_one(text)?);
    /// }
    /// assert_ne!(state, chess.start());
    /// assert_eq!(state.identity(), chess.start().identity());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn identity(&self) -> State {
        self.game.state_of(&self.game.identity(&self.whole()))
    }

    /// How often the position has occurred, this time included, where the rules ask for what was before and each position knows it; `None` elsewhere.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// assert_eq!(Game::from_library("chess")?.start().repeated(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repeated(&self) -> Option<u32> {
        let engine = self.game.engine();
        engine.looks_far_back.then(|| engine.repeated(&self.whole()))
    }

    /// Endings of a match that come about in this manner, as (number in [`ir::Rules::adjudications`](crate::ir::Rules), scores), asked for `player`.
    pub fn rulings(&self, manner: Manner, player: PlayerId, past: &Past<'_>) -> Vec<(usize, Scores)> {
        let earlier = past
            .earlier
            .iter()
            .map(|(before, made)| Passed { position: before.whole(), made: made.map(|m| before.details(m)) });
        let earlier: Vec<Passed> = earlier.collect();
        let past = Literal { repeated: past.repeated, earlier: &earlier, since: past.since };
        self.game.adjudications(&self.whole(), manner, player, past)
    }

    /// What everybody gets if this player is gone and nobody plays on: the others in play share the point.
    ///
    /// ```
    /// # use tilegame_runtime::{Game, ir::PlayerId};
    /// let chess = Game::from_library("chess")?;
    /// assert_eq!(chess.start().lost_by(PlayerId(0)).to_string(), "0-1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost_by(&self, player: PlayerId) -> Scores {
        self.game.engine().lost(&self.whole(), player)
    }

    /// The beginning of the turn, and the moves since then, each with the position in which it was. Nothing if the turn begins here, or
    /// the rules don't [keep](tilegame_dsl::ir::FenField::Steps) its steps.
    pub fn turn_so_far(&self) -> Option<(State, Vec<(State, Move)>)> {
        let position = self.whole();
        let course = position.course.as_ref()?;
        let start = self.game.state_of(&course.before);
        let (mut now, mut steps) = (start.clone(), Vec::new());
        for step in self.game.engine().one_by_one(course) {
            // What has been done since the turn began is told as moves that the rules need not list.
            let m = now.find(&step).or_else(|| now.noted(&step));
            let mut position = now.whole();
            self.game.play_unchecked(&mut position, &step);
            let before = std::mem::replace(&mut now, self.game.state_of(&position));
            steps.extend(m.map(|m| (before, m)));
        }
        Some((start, steps))
    }

    /// Which turn of a round it is, in the order of turns, from 0.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let start = Game::from_library("chess")?.start();
    /// let next = start.after(start.read_one("e4")?);
    /// assert_eq!((start.turn(), next.turn(), next.after(next.read_one("e5")?).turn()), (0, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&self) -> usize {
        self.whole().turn.into()
    }

    /// All the steps of a turn as one text, each given with the position in which it was made; none if the turn has no text of its own.
    pub fn write_turn(steps: &[(&State, Move)]) -> Option<String> {
        let (first, _) = steps.first()?;
        let details: Vec<Details> = steps.iter().map(|(state, m)| state.details(*m)).collect();
        turns::write(first.game(), &first.whole(), &details)
    }

    /// A null move: the player to move does nothing, whether or not the rules allow that. It can be [made](State::make), and is no
    /// legal move. Searches want [`after_null`](State::after_null), which is quicker and refuses where it makes no sense.
    ///
    /// ```
    /// # use tilegame_runtime::Game;
    /// let chess = Game::from_library("chess")?;
    /// let mut state = chess.start();
    /// let m = state.null_move().unwrap();
    /// assert!(!state.is_legal(m));
    /// state.make(m);
    /// assert_eq!(state.to_move(), chess.rules().player("Black").unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn null_move(&self) -> Option<Move> {
        self.noted(&Details {
            from: Some(Tile(0)),
            to: Tile(0),
            part: None,
            promotion: None,
            captures: false,
            origin: Origin::Pass,
            tag: Tag::default(),
            changes: SmallVec::new(),
        })
    }

    /// What a legal move does, part by part.
    ///
    /// ```
    /// # use tilegame_runtime::{Change, Game};
    /// let atomic = Game::from_library("atomic")?;
    /// let state = atomic.read_fen("4k3/8/8/3pn3/8/5N2/8/4K3 w - - 0 1")?;
    /// let m = state.read_one("Nxe5")?;
    /// // The capturing piece explodes after the move, on the tile that it has reached.
    /// let (course, e5) = (state.course(m), atomic.rules().board.tile("e5").unwrap());
    /// let is_gone = |change: &Change| matches!(change, Change::Take(at) | Change::Vanish(at) if *at == e5);
    /// assert!(course.moved.piece(e5).is_some() && course.follows.iter().any(|(_, change)| is_gone(change)));
    /// assert_eq!(course.after, state.after(m));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn course(&self, m: Move) -> Course {
        let (game, engine) = (&self.game, self.game.engine());
        let (position, m) = (self.whole(), self.details(m));
        let state = |position: &Position| game.state_of(position);
        let mut follows = Vec::new();
        engine.tell_what_follows(&position, &m, &mut |before, _, change| {
            follows.extend(change.map(|change| (state(before), change)));
        });
        let (mut made, mut after) = (position.clone(), position.clone());
        engine.make(&mut made, &m);
        game.play_unchecked(&mut after, &m);
        Course {
            moved: state(&engine.moved(&position, &m)),
            follows,
            made: state(&made),
            after: state(&after),
        }
    }
}
