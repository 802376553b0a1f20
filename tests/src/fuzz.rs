//! What is done with bytes that anybody may have written: they are taken or refused, and nothing panics.
//!
//! `tests/fuzz` gives these functions to libFuzzer; `it fuzz::` runs them on the same corpora with changes of its own, wherever the
//! tests run.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use tilegame::check::{Budget, check_within};
use tilegame::{Exit, Io};
use tilegame_dsl::diagnostic::Severity;
use tilegame_dsl::diagnostic::render::render;
use tilegame_dsl::moveid::MoveId;
use tilegame_dsl::moveid::explain::{Tiles, explain};
use tilegame_dsl::parse::parse;
use tilegame_dsl::source::{FileId, Sources};
use tilegame_fairy::{dialect, position};
use tilegame_record::pgn;
use tilegame_runtime::Game;

use crate::Dice;
use crate::mutants::Mutant;

/// A sort of input.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its corpus.
    pub name: &'static str,
    /// Panics if the input is not treated rightly.
    pub run: fn(&[u8]),
}

/// All sorts of input.
pub const TARGETS: [Target; 10] = [
    Target { name: "game_file", run: game_file },
    Target { name: "fen", run: fen_of_any_game },
    Target { name: "pgn", run: pgn_of_any_game },
    Target { name: "move_text", run: move_text },
    Target { name: "move_id", run: move_id },
    Target { name: "checkpoint", run: checkpoint },
    Target { name: "valid_game", run: valid_game },
    Target { name: "ini", run: ini },
    Target { name: "fairy_text", run: fairy_text },
    Target { name: "referee", run: referee },
];

/// Games whose notations have little in common.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    ["chess960", "3check", "crazyhouse", "minishogi", "convoy", "tictactoe"].map(crate::game).into()
});

/// A file of the language compiles or gets messages, also as lines of a variant; what is understood can be written back, and
/// formatting it changes nothing that is meant.
pub fn game_file(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for text in [text.to_string(), format!("variant \"Fuzz\" of chess\n\n{text}")] {
        let mut sources = Sources::new();
        sources.add("fuzz.tg", text.as_str());
        // Of the tests in the file, a few nodes: they are there to be counted, not to be found wrong.
        let budget = Budget { nodes: 10_000, ..Budget::default() };
        let checked = check_within(&mut sources, "fuzz.tg", &mut |_| None, budget);
        for diagnostic in checked.diagnostics.iter().take(100) {
            render(&sources, diagnostic, false);
        }
        if let Some(game) = &checked.game {
            crate::listed(game, &game.specification().start());
        }
        let (file, diagnostics) = parse(FileId(0), &text);
        if diagnostics.is_empty() {
            let once = file.to_string();
            let (again, diagnostics) = parse(FileId(0), &once);
            assert!(diagnostics.is_empty(), "{once}");
            assert_eq!(again.to_string(), once);
        }
    }
}

/// A FEN is a position or refused; a position that was read survives being written.
pub fn fen_of_any_game(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in GAMES.iter() {
        if let Ok(position) = game.specification().read_fen(&text) {
            let written = game.specification().fen(&position);
            assert_eq!(game.specification().read_fen(&written).as_ref(), Ok(&position), "{written}");
        }
    }
}

/// A file of games is read to its end, or it is said where it is wrong.
pub fn pgn_of_any_game(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = pgn::parse(&text);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    for game in ["chess", "minishogi"] {
        let mut io = Io::new(bytes, &mut out, &mut err);
        tilegame::run(["tilegame", "pgn", game, "-"], &mut io);
    }
}

/// The text of a move is a legal move or refused.
pub fn move_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in GAMES.iter() {
        let start = game.specification().start();
        for m in [
            game.specification().read_uci(&start, &text).ok(),
            game.specification().read_san(&start, &text).ok(),
        ]
        .into_iter()
        .flatten()
        {
            assert!(crate::listed(game, &start).contains(&m), "{text}");
        }
    }
}

/// A move-ID is read or refused with its place; what is read is written back in forms that are read as the same ID.
pub fn move_id(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match MoveId::read(&text) {
        Ok((id, places)) => {
            assert_eq!(id.to_string().parse().as_ref(), Ok(&id));
            assert_eq!(id.short().parse().as_ref(), Ok(&id));
            let normal = id.normal();
            assert_eq!(normal.normal(), normal);
            assert!(id.differences(&normal).is_empty());
            assert!(!explain(&id, Tiles::Squares).is_empty());
            for remark in id.remarks() {
                assert!(text.get(places.of(remark.place)).is_some());
            }
        }
        Err(error) => assert!(text.is_char_boundary(error.at), "{error}"),
    }
}

/// A checkpoint is gone on with or refused; the number that comes out is the right one, or none does.
pub fn checkpoint(bytes: &[u8]) {
    static FOLDER: LazyLock<std::path::PathBuf> = LazyLock::new(|| {
        let folder = std::env::temp_dir().join(format!("tilegame-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    });
    let file = Path::new("far.json");
    fs::write(FOLDER.join(file), bytes).expect("written");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io::new(std::io::empty(), &mut out, &mut err).in_folder(FOLDER.as_path());
    let exit = tilegame::run(
        ["tilegame", "perft", "tictactoe", "3", "--threads", "1", "--checkpoint", "far.json"],
        &mut io,
    );
    drop(io);
    let out = String::from_utf8_lossy(&out);
    match exit {
        Exit::Fine => assert!(out.starts_with("perft 3 = 504\n"), "{out}"),
        _ => assert!(out.is_empty() && !err.is_empty(), "{out}"),
    }
}

/// A valid game, written as the bytes say: it is played by the reference engine, and its positions survive being written.
pub fn valid_game(bytes: &[u8]) {
    let seed = bytes.iter().fold(0_u64, |all, byte| all.wrapping_mul(257).wrapping_add(u64::from(*byte) + 1));
    let names: Vec<&str> = crate::names().filter(|name| *name != "cotulenh").collect();
    let mut dice = Dice::new(seed);
    let name = names[dice.below(names.len())];
    let Some(game) = Mutant::new(name, seed).compile() else { return };
    let mut position = game.specification().start();
    for _ in 0..6 {
        if let Ok(read) = game.specification().read_fen(&game.specification().fen(&position)) {
            assert_eq!(
                crate::listed(&game, &read).len(),
                crate::listed(&game, &position).len(),
                "{}",
                game.specification().fen(&position)
            );
        }
        let moves = crate::listed(&game, &position);
        if moves.is_empty() {
            break;
        }
        let m = &moves[dice.below(moves.len())];
        let before = position.clone();
        let undo = game.specification().make(&mut position, m);
        game.specification().undo(&mut position, undo);
        assert_eq!(position, before);
        game.specification().make(&mut position, m);
    }
}

/// A file of variants for Fairy-Stockfish gets games or messages, each at a place in it; a section without an error compiles. With what cannot
/// be said left out, a game may lack what it names.
pub fn ini(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let [imported, partial] = [false, true].map(|partial| tilegame_import::import(&text, &[], partial));
    for message in imported.messages.iter().chain(&partial.messages) {
        assert!(text.get(message.at.clone()).is_some(), "{message:?}");
    }
    for section in imported.games.iter().take(2) {
        let mut sources = Sources::new();
        sources.add("fuzz.tg", section.text.as_str());
        let budget = Budget { nodes: 0, ..Budget::default() };
        let checked = check_within(&mut sources, "fuzz.tg", &mut |_| None, budget);
        let errors: Vec<_> = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}\n{}", section.text);
    }
}

/// A FEN and turns as Fairy-Stockfish and the programs around it write them are read or refused; what was read survives being written.
pub fn fairy_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (fen, turn) = text.split_once('\n').unwrap_or((&text, ""));
    for game in GAMES.iter() {
        let Ok(state) = position::read(game, fen) else { continue };
        let written = position::write(&state);
        assert_eq!(position::read(game, &written).as_ref(), Ok(&state), "{written}");
        if let Ok(moves) = dialect::read(&state, turn) {
            assert_eq!(dialect::read(&state, &dialect::write(&state, &moves)).as_ref(), Ok(&moves), "{turn}");
        }
    }
}

/// Every line is answered by a line of JSON, whatever it asks about: `RULES` stands for those of minishogi, which have been loaded.
pub fn referee(bytes: &[u8]) {
    const LOAD: &str = "{\"id\":0,\"do\":\"load\",\"game\":\"minishogi\"}\n";
    let said = |lines: &[u8]| -> Vec<serde_json::Value> {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io::new(lines, &mut out, &mut err);
        tilegame::run(["tilegame", "referee"], &mut io);
        drop(io);
        out.split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).expect("JSON"))
            .collect()
    };
    static RULES: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let rules = RULES.get_or_init(|| said(LOAD.as_bytes())[0]["rules"].as_str().expect("a hash").to_owned());
    let asked = String::from_utf8_lossy(bytes).replace("RULES", rules);
    for answer in said(&[LOAD.as_bytes(), asked.as_bytes()].concat()) {
        assert!(answer["ok"].is_boolean(), "{answer}");
    }
}
