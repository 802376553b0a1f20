//! Another program as a side of a match, by one of the protocols in which programs that play are asked.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tilegame_dsl::library;
use tilegame_fairy::position;
use tilegame_record::Match;
use tilegame_runtime::ir::plain_name;
use tilegame_runtime::{Game, Move, State};

use super::turn::{NoMove, Pace, Situation};
use crate::io::Flag;
use crate::spelling::{Coordinates, Spelling, their_name};
use crate::values::Clock;

/// How it is talked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    Uci,
    Usi,
    Ucci,
    Xboard,
}

/// So long it may take to begin.
const BEGINNING: Duration = Duration::from_secs(15);

/// So long an answer may take beyond what was to be thought.
const PATIENCE: Duration = Duration::from_secs(10);

/// What this program says when it is asked for its name.
const OWN_NAMES: [&str; 2] = ["id name TileGame", "myname=\"TileGame"];

/// How often it is looked whether the match has been stopped.
const LOOK: Duration = Duration::from_millis(100);

impl Language {
    pub(crate) fn of(text: &str) -> Option<Language> {
        Some(match text {
            "uci" => Language::Uci,
            "usi" => Language::Usi,
            "ucci" => Language::Ucci,
            "xboard" => Language::Xboard,
            _ => return None,
        })
    }

    fn greeting(self) -> (&'static str, &'static str) {
        match self {
            Language::Uci => ("uci", "uciok"),
            Language::Usi => ("usi", "usiok"),
            Language::Ucci => ("ucci", "ucciok"),
            Language::Xboard => ("xboard\nprotover 2", "feature done=1"),
        }
    }
}

/// A program that runs.
pub(crate) struct Program {
    language: Language,
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    spelling: Spelling,
    /// The rest of a turn that it has written as one.
    rest: Vec<Move>,
    /// The game with its positions written as the program wants them.
    spoken: Game,
    stop: Flag,
    /// How many moves of the match it has been told, where it is told each move only once.
    told: Option<usize>,
    /// What has been written of the match, which is told anew for each move.
    written: Option<Written>,
    /// It has been asked for a move that has not come yet.
    owes: bool,
}

/// The whole turns of a match, as a program writes them.
struct Written {
    start: State,
    /// The position it began with.
    fen: String,
    moves: Vec<Move>,
    words: Vec<String>,
}

/// What programs may call a game, the likeliest first: its own name, what XBoard calls it, and the others that the library has for it.
fn names_of(game: &Game) -> Vec<String> {
    let own = &game.rules().name;
    let text = library::called(own).and_then(|file| library::text(&format!("games/{file}.tg")));
    let others = text.map(library::names).unwrap_or_default();
    let names = [own, their_name(own)].into_iter().chain(others.iter().map(String::as_str));
    names.map(plain_name).collect()
}

impl Program {
    /// Starts it, and chooses the game.
    pub(crate) fn start(
        language: Language,
        words: &[String],
        game: &Game,
        stop: &Flag,
    ) -> Result<Program, String> {
        let name = words.join(" ");
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("`{name}` can't be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{name}` has no input or output"));
        };
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { break };
                if sender.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                    break;
                }
            }
        });
        let coordinates = match language {
            Language::Uci => Coordinates::Own,
            Language::Usi => Coordinates::from_top_right(game),
            Language::Ucci => Coordinates::FromZero,
            Language::Xboard => Coordinates::of_xboard(game),
        };
        let stop = stop.clone();
        let mut program = Program {
            language,
            child,
            input,
            output: receiver,
            spelling: Spelling { is_fairy: true, coordinates },
            rest: Vec::new(),
            spoken: game.clone(),
            stop,
            told: None,
            written: None,
            owes: false,
        };
        program.greet().map_err(|why| match why {
            NoMove::Lost(why) => format!("`{name}`: {why}"),
            NoMove::Stopped => "stopped".to_owned(),
        })?;
        match language {
            Language::Usi => program.spoken = game.in_notation("sfen").unwrap_or_else(|| game.clone()),
            _ if program.spelling.is_fairy => program.spoken = position::game(game),
            _ => {}
        }
        Ok(program)
    }

    fn greet(&mut self) -> Result<(), NoMove> {
        let (greeting, answer) = self.language.greeting();
        self.say(greeting)?;
        let name = self.spoken.rules().name.clone();
        let names = names_of(&self.spoken);
        // A program that names no games plays the one that all such programs play.
        let unsaid = if self.language == Language::Xboard { their_name(&name) } else { &name };
        let mut called = (name == crate::args::USUAL).then(|| (usize::MAX, unsaid.to_owned()));
        let mut own = false;
        self.wait_for(BEGINNING, |line| {
            // It says which games it has: as values of an option, or as a list of features.
            let listed: Vec<&str> = match line.split_once("variants=\"") {
                Some((_, list)) => {
                    list.split('"').next().unwrap_or_default().split(',').map(str::trim).collect()
                }
                None if line.contains("_Variant ") => line.split_whitespace().collect(),
                None => Vec::new(),
            };
            let known = listed.into_iter().filter_map(|word| {
                let place = names.iter().position(|name| *name == plain_name(word))?;
                Some((place, word.to_owned()))
            });
            called = known.chain(called.take()).min();
            own |= OWN_NAMES.iter().any(|name| line.contains(name));
            line.contains(answer).then_some(())
        })?;
        self.spelling.is_fairy = !own;
        let Some((_, called)) = called else {
            return Err(NoMove::Lost(format!("it does not know the game `{name}`")));
        };
        match self.language {
            Language::Xboard => self.say(&format!("variant {called}\nnew\nforce\neasy\nnopost")),
            Language::Ucci => {
                self.say(&format!("setoption UCI_Variant {called}\nsetoption usemillisec true"))
            }
            Language::Usi => self.say(&format!("setoption name USI_Variant value {called}")),
            Language::Uci => self.say(&format!("setoption name UCI_Variant value {called}")),
        }?;
        if own && self.language == Language::Uci {
            self.say("setoption name Notation value own")?;
        }
        self.settle()
    }

    /// Waits until it has done everything.
    fn settle(&mut self) -> Result<(), NoMove> {
        let (question, answer) =
            if self.language == Language::Xboard { ("ping 1", "pong 1") } else { ("isready", "readyok") };
        self.say(question)?;
        self.wait_for(BEGINNING, |line| (line.trim() == answer).then_some(()))
    }

    /// Another game begins.
    pub(crate) fn begin(&mut self) -> Result<(), NoMove> {
        self.told = None;
        self.rest.clear();
        if self.owes && self.language != Language::Xboard {
            // What it still finds must not be taken for a move of the next game.
            self.say("stop")?;
            self.wait_for(PATIENCE, |line| line.contains("bestmove").then_some(()))?;
            self.owes = false;
        }
        match self.language {
            Language::Uci => self.say("ucinewgame")?,
            Language::Usi => self.say("usinewgame")?,
            Language::Ucci => {}
            Language::Xboard => {
                let name = their_name(&self.spoken.rules().name).to_owned();
                self.say(&format!("new\nvariant {name}\nforce"))?;
            }
        }
        self.settle()
    }

    fn say(&mut self, lines: &str) -> Result<(), NoMove> {
        let said = writeln!(self.input, "{lines}").and_then(|()| self.input.flush());
        said.map_err(|_| NoMove::Lost("it has ended".to_owned()))
    }

    /// Reads lines until one is what is waited for.
    fn wait_for<T>(&mut self, most: Duration, mut find: impl FnMut(&str) -> Option<T>) -> Result<T, NoMove> {
        let until = Instant::now() + most;
        loop {
            if self.stop.is_up() {
                return Err(NoMove::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NoMove::Lost("it did not answer in time".to_owned()));
            }
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(line) => {
                    if let Some(found) = find(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(NoMove::Lost("it has ended".to_owned())),
            }
        }
    }

    pub(crate) fn choose(&mut self, situation: &Situation<'_>) -> Result<Move, NoMove> {
        if let Some(m) = self.rest.pop() {
            return Ok(m);
        }
        let patience = PATIENCE
            + match situation.pace {
                // Nobody can say how long that takes.
                Pace::Nodes(_) => Duration::from_secs(600),
                Pace::Each(time) => time,
                Pace::Clock(_) => situation.left[situation.played.to_move().index()],
            };
        self.owes = true;
        let text = match self.language {
            Language::Xboard => {
                self.ask_xboard(situation)?;
                self.wait_for(patience, |line| {
                    let resigns = line.starts_with("resign") || line.starts_with("Illegal");
                    line.strip_prefix("move ").map(str::to_owned).or_else(|| resigns.then(|| line.to_owned()))
                })?
            }
            _ => {
                self.ask(situation)?;
                self.wait_for(patience, |line| match line.strip_prefix("bestmove") {
                    Some(rest) => Some(rest.split_whitespace().next().unwrap_or("(none)").to_owned()),
                    None => (line == "nobestmove").then(|| "(none)".to_owned()),
                })?
            }
        };
        self.owes = false;
        let read = self.spelling.read(&situation.played.state().written_as_in(&self.spoken), &text);
        let mut moves = read.map_err(|why| NoMove::Lost(format!("it plays {text}: {why}")))?;
        if let Some(told) = &mut self.told {
            // XBoard's programs know their own moves.
            *told += moves.len();
        }
        let first = moves.remove(0);
        self.rest = moves;
        Ok(first)
    }

    /// Moves of the match with the positions before them, as the program writes them.
    fn words(&self, moves: Vec<(&State, Move)>) -> Vec<String> {
        let spoken = moves.into_iter().map(|(state, m)| (state.written_as_in(&self.spoken), m));
        self.spelling.words(spoken)
    }

    /// The position that the match began with, and its moves, as the program writes them.
    fn whole(&mut self, played: &Match) -> (String, Vec<String>) {
        let is_known = |known: &Written| {
            let moves = played.moves().map(|(_, m)| m).take(known.moves.len());
            known.start == *played.start() && moves.eq(known.moves.iter().copied())
        };
        let new = || {
            let start = played.start().clone();
            let fen = start.written_as_in(&self.spoken).fen();
            Written { start, fen, moves: Vec::new(), words: Vec::new() }
        };
        let mut known = self.written.take().filter(is_known).unwrap_or_else(new);
        let mut more: Vec<(&State, Move)> = played.moves().skip(known.moves.len()).collect();
        let rest = more
            .split_off(more.iter().rposition(|(state, m)| state.ends_turn(*m)).map_or(0, |last| last + 1));
        known.moves.extend(more.iter().map(|(_, m)| *m));
        known.words.extend(self.words(more));
        let told = (known.fen.clone(), known.words.iter().cloned().chain(self.words(rest)).collect());
        self.written = Some(known);
        told
    }

    /// Asks in the manner of UCI.
    fn ask(&mut self, situation: &Situation<'_>) -> Result<(), NoMove> {
        let (start, moves) = self.whole(situation.played);
        let (word, times) = match self.language {
            Language::Usi => ("sfen", ["btime", "wtime", "binc", "winc"]),
            _ => ("fen", ["wtime", "btime", "winc", "binc"]),
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let mover = situation.played.to_move().index();
        let go = match (situation.pace, self.language) {
            (Pace::Nodes(nodes), _) => format!("go nodes {nodes}"),
            (Pace::Each(time), Language::Ucci) => format!("go time {} movestogo 1", time.as_millis()),
            (Pace::Each(time), _) => format!("go movetime {}", time.as_millis()),
            (Pace::Clock(Clock { added, .. }), Language::Ucci) => {
                format!("go time {} increment {}", situation.left[mover].as_millis(), added.as_millis())
            }
            (Pace::Clock(Clock { added, .. }), _) => {
                let [first, second] = [0, 1].map(|player| situation.left[player].as_millis());
                let (added, [t0, t1, i0, i1]) = (added.as_millis(), times);
                format!("go {t0} {first} {t1} {second} {i0} {added} {i1} {added}")
            }
        };
        self.say(&format!("position {word} {start}{moves}\n{go}"))
    }

    /// Asks in the manner of XBoard.
    fn ask_xboard(&mut self, situation: &Situation<'_>) -> Result<(), NoMove> {
        let told = match self.told {
            Some(told) => told,
            None => {
                let start = situation.played.start().written_as_in(&self.spoken).fen();
                self.say(&format!("setboard {start}"))?;
                match situation.pace {
                    Pace::Nodes(_) => self.say("st 1")?,
                    Pace::Each(time) => self.say(&format!("st {}", time.as_secs().max(1)))?,
                    Pace::Clock(Clock { base, added }) => {
                        let (minutes, seconds) = (base.as_secs() / 60, base.as_secs() % 60);
                        self.say(&format!("level 0 {minutes}:{seconds:02} {}", added.as_secs_f64()))?;
                    }
                }
                0
            }
        };
        let moves = self.words(situation.played.moves().skip(told).collect());
        self.say("force")?;
        for text in &moves {
            self.say(&format!("usermove {text}"))?;
        }
        self.told = Some(told + moves.len());
        if let Pace::Clock(_) = situation.pace {
            let mover = situation.played.to_move().index();
            let [mine, theirs] = [mover, 1 - mover].map(|player| situation.left[player].as_millis() / 10);
            self.say(&format!("time {mine}\notim {theirs}"))?;
        }
        self.say("go")
    }
}

/// It must not live longer than the match.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.input.flush();
        let until = Instant::now() + Duration::from_millis(500);
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// A program that still thinks about a game that is over: unless it is stopped, its move comes when the next game has begun.
    const SLOW: &str = r#"while read -r word rest; do case "$word" in
        uci) echo uciok;; isready) echo readyok;; stop) owes=no; echo "bestmove a2a3";;
        position) [ "$owes" ] || echo "bestmove a2a3";; go) echo "bestmove e2e4";; quit) exit;;
    esac; done"#;

    #[test]
    fn a_move_of_the_game_before_is_none_of_the_next() {
        let game = Game::from_library("chess").expect("a game");
        let words = ["sh", "-c", SLOW].map(str::to_owned);
        let mut program = Program::start(Language::Uci, &words, &game, &Flag::default()).expect("a program");
        // Who waited for it gave up.
        program.owes = true;
        program.begin().expect("it answers");
        let played = Match::new(&game);
        let pace = Pace::Nodes(1);
        let situation = Situation { played: &played, pace, left: &[Duration::ZERO; 2], seed: 0 };
        let m = program.choose(&situation).expect("a move");
        assert_eq!(played.state().uci(m), "e2e4");
    }
}
