//! What a conversation is about.

use std::path::{Path, PathBuf};

use tilegame_dsl::library::{self, GAMES};
use tilegame_fairy::position;
use tilegame_record::Match;
use tilegame_runtime::ir::PlayerId;
use tilegame_runtime::{Game, Move, State};
use tilegame_search::level::Level;
use tilegame_search::{Limits, Thought, Watch};

use super::work::{Chosen, Finished};
use crate::exit::Failure;
use crate::files;
use crate::io::Io;
use crate::load;
use crate::player::Computer;
use crate::spelling::{Spelling, our_name};

/// Megabytes for what is remembered, if nobody says otherwise, and at most.
pub(super) const MEMORY: usize = 32;
pub(super) const MOST_MEMORY: usize = 65_536;

/// Threads, at most.
pub(super) const MOST_THREADS: usize = 256;

/// Lines that are looked at side by side, at most.
pub(super) const MOST_LINES: usize = 500;

/// The end of the name of a game with shuffled setups, in which castling is written as the king that takes the rook.
const SHUFFLED: &str = "960";

/// How the computer thinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Megabytes.
    pub(super) memory: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    /// As strong as the time allows, if there is none.
    pub(super) level: Option<Level>,
}

/// A game, a match so far, and how to go on.
pub(super) struct Session {
    pub(super) game: Game,
    pub(super) state: State,
    /// The positions of the match before this one, and what was played in each.
    before: Vec<State>,
    moves: Vec<Move>,
    /// Who asks for a move mostly tells the whole match again, with what has been played since.
    told: Option<Told>,
    pub(super) options: Options,
    /// Why there is no position to think about: the last one that was given was refused.
    refused: Option<String>,
    /// Made when it is first needed; a [`Thinker`] has it meanwhile.
    computer: Option<Box<Computer>>,
    folders: Vec<PathBuf>,
    /// A file of variants, and the names of its games.
    variants: (String, Vec<String>),
}

/// How another program tells a position: the one that the match began with, and the moves since.
pub(super) struct Told {
    pub(super) spelling: Spelling,
    pub(super) start: String,
    pub(super) moves: Vec<String>,
}

/// How a match has ended.
pub(super) struct Ended {
    pub(super) winner: Option<PlayerId>,
    /// In words.
    pub(super) told: String,
}

impl Session {
    pub(super) fn new(game: Game, folders: Vec<PathBuf>) -> Session {
        let options = Options { memory: MEMORY, threads: 1, lines: 1, level: None };
        Session {
            state: game.start(),
            before: Vec::new(),
            moves: Vec::new(),
            game,
            options,
            told: None,
            refused: None,
            computer: None,
            folders,
            variants: (String::new(), Vec::new()),
        }
    }

    /// The games that can be chosen by name, and the one that is played.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let is_new = |name: &str| !is_known(name) && !self.variants.1.iter().any(|other| other == name);
        let own = Some(self.game.rules().name.as_str()).filter(|own| is_new(own));
        let variants = self.variants.1.iter().map(String::as_str).filter(|name| !is_known(name));
        GAMES.iter().map(|(name, _)| *name).chain(variants).chain(own)
    }

    /// Chooses a game that comes with the program, or one of a file of variants, or says that there is none.
    pub(super) fn choose_game(&mut self, io: &mut Io<'_>, name: &str) -> Result<(), String> {
        let (file, variants) = &self.variants;
        let variant = variants.iter().find(|variant| *variant == name);
        let variant = variant.map(|variant| format!("{file}:{variant}"));
        match (name, variant) {
            _ if name == self.game.rules().name => Ok(()),
            (_, Some(path)) => self.load(io, &path),
            _ => match library::called(our_name(name)) {
                Some(game) => self.load(io, game),
                None => Err(format!("no game is called `{name}`")),
            },
        }
    }

    /// Loads the game of a file; of a file of variants, as other programs have them, the names of its games.
    pub(super) fn load_path(&mut self, io: &mut Io<'_>, path: &str) -> Result<(), String> {
        if !path.ends_with(".ini") {
            return self.load(io, path);
        }
        let text = files::text(&io.path(path), files::Limit::LIST);
        let text = text.map_err(|refusal| refusal.about(Path::new(path)))?;
        self.variants = (path.to_owned(), tilegame_import::names(&text));
        Ok(())
    }

    /// Loads a game by its name or path, or says why not.
    pub(super) fn load(&mut self, io: &mut Io<'_>, name: &str) -> Result<(), String> {
        match load::game(io, name, &self.folders) {
            Ok(game) => {
                self.set_up(game.start());
                (self.game, self.computer) = (game, None);
                Ok(())
            }
            Err(Failure::Message(why)) => Err(why),
            Err(_) => Err(format!("`{name}` can't be played: its errors are on standard error")),
        }
    }

    /// Chooses the game with shuffled setups, or the usual one, where there are both.
    pub(super) fn shuffle(&mut self, io: &mut Io<'_>, is_shuffled: bool) -> Result<(), String> {
        let name = &self.game.rules().name;
        let wanted = match name.strip_suffix(SHUFFLED) {
            Some(usual) if !is_shuffled => usual.to_owned(),
            None if is_shuffled => format!("{name}{SHUFFLED}"),
            _ => return Ok(()),
        };
        if is_known(&wanted) { self.load(io, &wanted) } else { Ok(()) }
    }

    pub(super) fn set_memory(&mut self, megabytes: usize) {
        self.options.memory = megabytes;
        if let Some(computer) = &mut self.computer {
            computer.set_memory(megabytes);
        }
    }

    /// Judges positions of this game by the net in a file, or without a net if the name is `none`. An empty name means the usual net.
    pub(super) fn judge_by(&mut self, io: &Io<'_>, name: &str) -> Result<(), String> {
        let mut computer = match name {
            "" | "<empty>" => Computer::new(&self.game),
            "none" => Computer::with_net(&self.game, None),
            path => {
                Computer::with_net(&self.game, Some(files::net(Path::new(path), &io.path(path), &self.game)?))
            }
        };
        computer.set_memory(self.options.memory);
        self.computer = Some(Box::new(computer));
        Ok(())
    }

    /// Finds out now what pieces are worth, so that the first move does not wait for it. No [`Thinker`] is about.
    pub(super) fn get_ready(&mut self) {
        self.computer.get_or_insert_with(|| computer(&self.game, self.options.memory));
    }

    /// Another match begins.
    pub(super) fn forget(&mut self) {
        if let Some(computer) = &mut self.computer {
            computer.forget();
        }
    }

    pub(super) fn set_up(&mut self, state: State) {
        self.state = state;
        self.before.clear();
        self.moves.clear();
        (self.refused, self.told) = (None, None);
    }

    /// Sets up a position that another program has told; or says why not, and then there is none.
    pub(super) fn set_up_as_told(&mut self, game: &Game, told: Told) -> Result<(), String> {
        let done = self.follow(game, &told);
        self.refused = done.clone().err();
        self.told = done.is_ok().then_some(told);
        done
    }

    /// Goes on from what was told before, if that is how this begins, or else from the start.
    fn follow(&mut self, game: &Game, told: &Told) -> Result<(), String> {
        let goes_on = |before: &Told| {
            before.spelling == told.spelling
                && before.start == told.start
                && told.moves.starts_with(&before.moves)
        };
        let played = match self.told.take().filter(goes_on) {
            Some(before) => before.moves.len(),
            None => {
                let read = position::read(game, &told.start);
                let state = read.map_err(|error| format!("the FEN can't be read: {error}"))?;
                self.set_up(state.written_as_in(&self.game));
                0
            }
        };
        told.moves[played..].iter().try_for_each(|text| {
            let turn = told.spelling.read(&self.state, text)?;
            turn.into_iter().try_for_each(|m| self.play(m).map_err(|why| format!("{text}: {why}")))
        })
    }

    /// Why there is no position, if the last one that was given was refused.
    pub(super) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) -> Result<(), String> {
        if self.refused.is_some() {
            return Err("there is no position, since the last one was refused".to_owned());
        }
        let before = self.state.clone();
        self.state.play(m).map_err(|error| error.to_string())?;
        self.told = None;
        self.before.push(before);
        self.moves.push(m);
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub(super) fn take_back(&mut self) -> bool {
        self.told = None;
        self.moves.pop();
        let before = self.before.pop();
        before.map(|before| self.state = before).is_some()
    }

    /// How the match has ended, if it has.
    pub(super) fn ending(&self) -> Option<Ended> {
        let start = self.before.first().unwrap_or(&self.state);
        let mut played = Match::from_state(start.clone());
        for m in self.moves.iter().copied() {
            // What was legal when it was played is legal again; behind an ending nothing is.
            if played.play(m).is_err() {
                break;
            }
        }
        let winner = played.ending()?.winner();
        Some(Ended { winner, told: played.told()? })
    }

    /// Whoever thinks about the position; in this or another thread.
    pub(super) fn thinker(&mut self, limits: Limits) -> Thinker {
        Thinker {
            game: self.game.clone(),
            state: self.state.clone(),
            before: self.before.iter().map(State::key).collect(),
            options: self.options,
            computer: self.computer.take(),
            limits,
        }
    }

    /// Takes back the computer that a [`Thinker`] has had.
    pub(super) fn take_back_computer(&mut self, computer: Option<Box<Computer>>) {
        self.computer = computer;
    }
}

/// A computer that uses so many megabytes.
fn computer(game: &Game, memory: usize) -> Box<Computer> {
    let mut computer = Computer::new(game);
    if memory != MEMORY {
        computer.set_memory(memory);
    }
    Box::new(computer)
}

/// Thinks about a position.
pub(super) struct Thinker {
    game: Game,
    state: State,
    /// The keys of the positions of the match before this one.
    before: Vec<u64>,
    options: Options,
    computer: Option<Box<Computer>>,
    limits: Limits,
}

impl Thinker {
    /// About the start of the game instead, as strongly as possible.
    pub(super) fn at_the_start(mut self) -> Thinker {
        self.state = self.game.start();
        self.before.clear();
        self.options.level = None;
        self
    }

    /// Chooses a move; none, if the game is over. The computer is given back.
    pub(super) fn think(mut self, watch: &mut dyn Watch) -> Finished {
        let chosen = self.choose(watch);
        Finished::Thought { computer: self.computer, chosen }
    }

    fn choose(&mut self, watch: &mut dyn Watch) -> Option<Chosen> {
        let computer = self.computer.get_or_insert_with(|| computer(&self.game, self.options.memory));
        let so_far = (&self.state, self.before.as_slice());
        if let Some(level) = self.options.level {
            let (best, score) = computer.at_level(level, so_far, self.before.len() as u64, watch)?;
            let line = self.complete_turn(level, vec![best], watch);
            return Some(Chosen { line, best, reply: None, score });
        }
        let limits = Limits { lines: self.options.lines, ..self.limits.clone() };
        let thought = computer.think(so_far, self.options.threads, &limits, watch)?;
        let Thought { best, score, line, .. } = thought;
        // What follows is a reply if another player is to move.
        let reply = line.get(1).copied().filter(|_| self.state.after(best).to_move() != self.state.to_move());
        let line = self.complete_turn(Level::MOST, line, watch);
        Some(Chosen { best, reply, score, line })
    }

    /// A line with the rest of its first turn, where that has more steps than the line: some programs want a turn as a whole.
    fn complete_turn(&mut self, level: Level, mut line: Vec<Move>, watch: &mut dyn Watch) -> Vec<Move> {
        let (mut now, mut before) = (self.state.clone(), self.before.clone());
        let mut made = 0;
        while let Some(m) = line.get(made).copied() {
            let next = now.after(m);
            if now.ends_turn(m) || !next.has_moves() {
                break;
            }
            before.push(now.key());
            (now, made) = (next, made + 1);
            if made == line.len() {
                let seed = before.len() as u64;
                let computer = self.computer.as_mut();
                let chosen = computer.and_then(|c| c.at_level(level, (&now, &before), seed, watch));
                // Where there is no time left, any move is better than half a turn.
                line.extend(chosen.map(|(m, _)| m).or_else(|| now.legal_moves().first().copied()));
            }
        }
        line
    }
}

fn is_known(name: &str) -> bool {
    GAMES.iter().any(|(known, _)| *known == name)
}
