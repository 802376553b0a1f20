//! The game that is being played.

use std::time::Duration;

use serde::Serialize;
use tilegame_record::matches::{Clock, Match};
use tilegame_record::pgn::{self, PgnGame};
use tilegame_runtime::explain::Explanation;
use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Change, Game, Move, MoveList, State};

/// A match, the moves that can be made next, and those that were taken back.
pub(crate) struct Table {
    played: Match,
    legal: MoveList,
    /// What was taken back, the last first.
    undone: Vec<Move>,
}

/// The position, with all that a page shows of it.
#[derive(Serialize)]
pub(crate) struct Shown {
    name: String,
    title: String,
    about: Vec<String>,
    players: Vec<String>,
    options: Vec<(String, bool, String)>,
    /// How many shapes pieces can be drawn by.
    looks: usize,
    /// Whose turn it is, as a number.
    to_move: usize,
    fen: String,
    start: String,
    /// Whether it is the usual start.
    usual: bool,
    check: Vec<String>,
    /// How the match has ended, in words.
    ended: Option<String>,
    score: String,
    moves: Vec<Listed>,
    history: Vec<Made>,
    undone: usize,
    tiles: Vec<ShownTile>,
    hands: Vec<Held>,
}

/// A move that can be made.
#[derive(Serialize)]
struct Listed {
    index: usize,
    from: Option<String>,
    to: String,
    uci: String,
    san: String,
    kind: Sort,
    piece: Option<String>,
    promotion: Option<String>,
    captures: bool,
}

/// How a move is made with a pointer.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Move,
    Promotion,
    Drop,
    Choice,
    Pass,
}

/// A move that was made.
#[derive(Serialize)]
struct Made {
    san: String,
    uci: String,
    player: usize,
}

#[derive(Serialize)]
struct ShownTile {
    tile: String,
    piece: Option<String>,
    player: Option<usize>,
}

#[derive(Serialize)]
struct Held {
    player: usize,
    piece: String,
    number: u32,
}

impl Table {
    pub(crate) fn new(game: &Game, fen: Option<&str>) -> Result<Table, String> {
        let start = match fen {
            None => game.start(),
            Some(text) => game.read_fen(text).map_err(|error| {
                let place = text.get(error.range.clone()).unwrap_or_default();
                format!("this is no position of the game: {} (at `{place}`)", error.message)
            })?,
        };
        Ok(Table::of(Match::from_state(start)))
    }

    pub(crate) fn of_setup(game: &Game, setup: &str) -> Result<Table, String> {
        let start = setup.parse().map_or_else(|_| game.setup(setup), |number| game.arrangement(number));
        start
            .map(|start| Table::of(Match::from_state(start)))
            .ok_or_else(|| format!("there is no setup {setup}"))
    }

    pub(crate) fn of_pgn(game: &Game, written: &PgnGame) -> Result<Table, String> {
        let replayed = pgn::replay(game, written)
            .map_err(|error| format!("line {}, `{}`: {error}", error.place.line, error.text))?;
        let mut played = Match::from_state(replayed.start);
        for &m in &replayed.moves {
            played.play(m).map_err(|error| error.to_string())?;
        }
        Ok(Table::of(played))
    }

    fn of(played: Match) -> Table {
        let legal = played.legal_moves();
        Table { played, legal, undone: Vec::new() }
    }

    pub(crate) fn game(&self) -> &Game {
        self.played.game()
    }

    pub(crate) fn played(&self) -> &Match {
        &self.played
    }

    pub(crate) fn state(&self) -> &State {
        self.played.state()
    }

    pub(crate) fn legal(&self) -> &[Move] {
        &self.legal
    }

    /// Makes the moves of another table, as far as they are legal here; how many.
    pub(crate) fn make_again(&mut self, before: &Table) -> u32 {
        let texts: Vec<String> = before.played.moves().map(|(state, m)| state.uci(m)).collect();
        let mut made = 0;
        for text in texts {
            let Ok(m) = self.state().read_one(&text) else { break };
            if self.played.play(m).is_err() {
                break;
            }
            made += 1;
        }
        self.legal = self.played.legal_moves();
        made
    }

    pub(crate) fn play(&mut self, index: usize) -> Result<(), String> {
        let m = *self.legal.get(index).ok_or("there is no such move")?;
        self.make(&[m])
    }

    pub(crate) fn play_text(&mut self, text: &str) -> Result<(), String> {
        let steps = self.state().read(text).map_err(|error| match self.state().explain(text) {
            Explanation::Illegal(illegal) => illegal.sentence,
            Explanation::Legal(_) => error.to_string(),
        })?;
        self.make(&steps)
    }

    fn make(&mut self, steps: &[Move]) -> Result<(), String> {
        for m in steps {
            self.played.play(*m).map_err(|error| error.to_string())?;
            if self.undone.last() == Some(m) {
                self.undone.pop();
            } else {
                self.undone.clear();
            }
        }
        self.legal = self.played.legal_moves();
        Ok(())
    }

    pub(crate) fn undo(&mut self) -> bool {
        let undone = self.played.undo();
        self.undone.extend(undone);
        self.legal = self.played.legal_moves();
        undone.is_some()
    }

    pub(crate) fn redo(&mut self) -> bool {
        self.undone.last().copied().is_some_and(|m| self.make(&[m]).is_ok())
    }

    pub(crate) fn why(&self, text: &str) -> String {
        self.state().explain(text).to_string()
    }

    pub(crate) fn time_is_up(&mut self, left: &[f64]) -> Result<(), String> {
        let player = self.played.to_move();
        let mut clock = Clock::new(self.game().rules().players.len(), Duration::ZERO, Duration::ZERO);
        for (number, left) in left.iter().enumerate().take(self.game().rules().players.len()) {
            let left = Duration::from_millis(left.clamp(0.0, 1e12) as u64);
            clock = clock.with_remaining(PlayerId::new(number), left);
        }
        // A moment that passes now was the last.
        let last = Duration::from_millis(1);
        let mut timed = self.played.clone().with_clock(clock.with_remaining(player, last));
        timed.elapse(last).map_err(|error| error.to_string())?;
        self.played = timed;
        self.legal = self.played.legal_moves();
        Ok(())
    }

    pub(crate) fn shown(&self) -> Shown {
        let (game, state, start) = (self.game(), self.state(), self.played.start());
        let rules = game.rules();
        let history = self.played.moves().map(|(before, m)| Made {
            san: before.san(m),
            uci: before.uci(m),
            player: before.to_move().index(),
        });
        let tiles = state.tiles().map(|tile| {
            let piece = state.piece(tile);
            ShownTile {
                tile: self.tile(tile),
                piece: piece.map(|piece| self.kind(piece.kind)),
                player: piece.and_then(|piece| piece.owner).map(PlayerId::index),
            }
        });
        let players = (0..rules.players.len()).map(PlayerId::new);
        let hands = players.flat_map(|player| {
            (0..rules.kinds.len()).map(KindId::new).filter_map(move |kind| {
                let number = state.hand(player, kind);
                (number > 0).then(|| Held { player: player.index(), piece: self.kind(kind), number })
            })
        });
        Shown {
            name: rules.name.clone(),
            title: rules.title.clone(),
            about: rules.about.clone(),
            players: rules.players.iter().map(|player| player.name.clone()).collect(),
            options: rules.options.iter().map(|o| (o.name.clone(), o.on, o.about.clone())).collect(),
            looks: crate::picture::looks(game),
            to_move: state.to_move().index(),
            fen: state.fen(),
            start: start.fen(),
            usual: *start == game.start(),
            check: state.checked().into_iter().map(|tile| self.tile(tile)).collect(),
            ended: self.played.told(),
            score: self.played.score().to_string(),
            moves: self.legal.iter().enumerate().map(|(index, m)| self.listed(index, *m)).collect(),
            history: history.collect(),
            undone: self.undone.len(),
            tiles: tiles.collect(),
            hands: hands.collect(),
        }
    }

    fn listed(&self, index: usize, m: Move) -> Listed {
        let state = self.state();
        let from = state.origin(m);
        let drops = || state.changes(m).any(|change| matches!(change, Change::Put { from_hand: true, .. }));
        let kind = match from {
            _ if m.is_pass() => Sort::Pass,
            Some(_) if m.promotion().is_some() => Sort::Promotion,
            Some(_) => Sort::Move,
            None if drops() => Sort::Drop,
            None => Sort::Choice,
        };
        Listed {
            index,
            from: from.filter(|_| !m.is_pass()).map(|tile| self.tile(tile)),
            to: self.tile(state.target(m)),
            uci: state.uci(m),
            san: state.san(m),
            kind,
            piece: state.details(m).kind().map(|kind| self.kind(kind)),
            promotion: m.promotion().map(|kind| self.kind(kind)),
            captures: state.is_capture(m),
        }
    }

    fn tile(&self, tile: Tile) -> String {
        self.game().rules().board.name(tile).into_owned()
    }

    fn kind(&self, kind: KindId) -> String {
        self.game().rules().kinds[kind.index()].name.clone()
    }
}
