//! Tables against numbers that others have published, and against a slow count that knows nothing of how tables are made.

use std::collections::HashMap;

use tilegame_runtime::{Game, State};
use tilegame_solve::tables::{BadTable, Material, Table};
use tilegame_solve::{Unsolved, Value};

fn solved(game: &Game, pieces: &str) -> Table {
    let material = Material::read(game, pieces).expect(pieces);
    Table::solve(game, &material, 3_000_000, &mut |_| true).expect("a table")
}

fn library(name: &str) -> Game {
    Game::from_library(name).expect(name)
}

/// Positions, won, lost, drawn, longest of a set of pieces and a player to move, if nothing is in hand.
fn numbers(table: &Table, pieces: &str, player: &str) -> String {
    let rules = table.game().rules();
    let is_wanted = |player_to_move: usize| rules.players[player_to_move].letter.to_string() == player;
    let all = table.counts();
    let class = all
        .iter()
        .find(|class| class.pieces == pieces && is_wanted(class.to_move.index()) && class.besides.is_none());
    let counts = class.map(|class| class.counts).unwrap_or_default();
    format!("{} {} {} {} {}", counts.positions, counts.won, counts.lost, counts.drawn, counts.longest)
}

/// The lines of a file of data, each as its fields.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('|').map(str::trim).collect())
}

#[test]
fn tables_have_the_numbers_that_are_known() {
    let mut tables: HashMap<(String, String), Table> = HashMap::new();
    let mut wrong = Vec::new();
    for line in lines(include_str!("tables.txt")) {
        let [game, pieces, player, expected] = line.as_slice() else { panic!("{line:?}") };
        let table = tables
            .entry((game.to_string(), pieces.to_string()))
            .or_insert_with(|| solved(&library(game), pieces));
        let found = numbers(table, pieces, player);
        if found != *expected {
            wrong.push(format!("{game} | {pieces} | {player} | {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "takes a minute"]
fn larger_tables_have_the_numbers_that_are_known() {
    // Where a bare king loses, a rook wins at once.
    let bare = solved(&library("shatranj"), "K R / K");
    assert_eq!(numbers(&bare, "K R / K", "w"), "175168 175168 0 0 0");
    assert_eq!(numbers(&bare, "K R / K", "b"), "223944 0 201768 22176 1");
    let rook = solved(&library("makruk"), "K R / K");
    assert_eq!(numbers(&rook, "K R / K", "w"), "175168 175168 0 0 31");
    let knight = solved(&library("gardner"), "K R / K N");
    assert_eq!(numbers(&knight, "K R / K N", "w"), "158232 95748 8 62476 43");
    let chess = library("chess");
    let (queen, pawn) = (solved(&chess, "K Q / K"), solved(&chess, "K P / K"));
    assert_eq!(numbers(&queen, "K Q / K", "w"), "144508 144508 0 0 19");
    assert_eq!(numbers(&queen, "K Q / K", "b"), "223944 0 200896 23048 20");
    assert_eq!(numbers(&pawn, "K Q / K", "w"), "144508 144508 0 0 19");
    assert_eq!(numbers(&pawn, "K P / K", "w"), "163328 124960 0 38368 55");
    assert_eq!(numbers(&pawn, "K P / K", "b"), "168024 0 97604 70420 56");
}

/// What a position is but for its number of moves: of these games all that matters.
fn name(state: &State) -> String {
    state.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// What all these positions are worth, by going over them again and again until nothing changes. What they lead to has to be among them.
fn slowly(states: &[State]) -> Vec<Value> {
    let index: HashMap<String, usize> = states.iter().enumerate().map(|(i, s)| (name(s), i)).collect();
    let after: Vec<Vec<usize>> = states
        .iter()
        .map(|state| state.legal_moves().iter().map(|m| index[&name(&state.after(*m))]).collect())
        .collect();
    let mut values: Vec<Option<Value>> = states
        .iter()
        .map(|state| {
            let outcome = state.outcome()?;
            Some(match outcome.winner() {
                None => Value::Draw,
                Some(winner) if winner == state.to_move() => Value::Win(0),
                Some(_) => Value::Loss(0),
            })
        })
        .collect();
    for plies in 1.. {
        let mut found = Vec::new();
        for (i, after) in after.iter().enumerate().filter(|(i, _)| values[*i].is_none()) {
            let behind: Vec<Option<Value>> = after.iter().map(|next| values[*next]).collect();
            if behind.iter().any(|value| *value == Some(Value::Loss(plies - 1))) {
                found.push((i, Value::Win(plies)));
            } else if !behind.is_empty() && behind.iter().all(|value| matches!(value, Some(Value::Win(_)))) {
                found.push((i, Value::Loss(plies)));
            }
        }
        if found.is_empty() && plies > 2 {
            break;
        }
        found.into_iter().for_each(|(i, value)| values[i] = Some(value));
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

#[test]
fn every_value_is_what_a_slow_count_finds() {
    let sets = [
        ("gardner", "K R / K"),
        ("gardner", "K P / K"),
        ("losalamos", "K Q / K"),
        ("kingofthehill", "K / K"),
        ("antichess", "R / B"),
        ("minixiangqi", "K P / K"),
        ("hexapawn", "P P P / P P"),
        ("minishogi", "K R / K"),
    ];
    for (name, pieces) in sets {
        let table = solved(&library(name), pieces);
        assert_eq!(table.check(&mut |_| true), Ok(table.len()), "{name} {pieces}");
        let (states, values): (Vec<State>, Vec<Value>) = table.positions().unzip();
        assert!(slowly(&states) == values, "{name} {pieces}");
    }
}

/// The FENs of all ways to place pieces on a square board, for both players to move, that can be read.
fn readable(game: &Game, letters: &[char], side: usize) -> usize {
    let tiles = side * side;
    let mut count = 0;
    for mut number in 0..tiles.pow(letters.len() as u32) {
        let mut board = vec![None; tiles];
        let mut is_free = true;
        for letter in letters {
            is_free &= board[number % tiles].replace(*letter).is_none();
            number /= tiles;
        }
        if !is_free {
            continue;
        }
        let row = |row: &[Option<char>]| -> String {
            let mut text = String::new();
            let mut run = 0;
            for tile in row.iter().chain([&Some('|')]) {
                match tile {
                    None => run += 1,
                    Some(letter) => {
                        if run > 0 {
                            text += &run.to_string();
                        }
                        run = 0;
                        text.push(*letter);
                    }
                }
            }
            text.trim_end_matches('|').to_owned()
        };
        let rows: Vec<String> = board.chunks(side).map(row).collect();
        let fens = ["w", "b"].map(|player| format!("{} {player} - - 0 1", rows.join("/")));
        count += fens.iter().filter(|fen| game.read_fen(fen).is_ok()).count();
    }
    count
}

#[test]
fn positions_are_those_that_a_fen_can_say() {
    let game = library("gardner");
    let table = solved(&game, "K R / K");
    let all: u64 = table.counts().iter().filter(|c| c.pieces == "K R / K").map(|c| c.counts.positions).sum();
    assert_eq!(all, readable(&game, &['K', 'R', 'k'], 5) as u64);
}

#[test]
fn best_moves_keep_what_a_position_is_worth() {
    let game = library("gardner");
    let table = solved(&game, "K R / K");
    let mut state = game.read_fen("5/5/5/3k1/K3R w - - 0 1").expect("a position");
    for plies in (1..=19).rev() {
        let (m, value) = table.best(&state).expect("a move");
        assert_eq!(value, if plies % 2 == 1 { Value::Win(plies) } else { Value::Loss(plies) });
        state = state.after(m);
    }
    assert!(state.outcome().is_some());
    assert_eq!(table.best(&state), None);
    assert_eq!(table.value(&game.start()), None);
}

#[test]
fn files_say_what_is_wrong_with_them() {
    let game = library("hexapawn");
    let table = solved(&game, "P / P");
    let bytes = table.write(&[1; 32]).expect("bytes");
    let refused =
        |bytes: &[u8], rules: u8| Table::read(&game, bytes, &[rules; 32]).err().map(|e| e.to_string());
    assert_eq!(refused(&bytes, 1), None);
    assert_eq!(bytes, table.write(&[1; 32]).expect("bytes"));
    assert_eq!(refused(b"something else", 1).as_deref(), Some("is not a table of TileGame"));
    assert_eq!(refused(&bytes, 2).as_deref(), Some("is a table of other rules, called `hexapawn`"));
    let later: Vec<u8> = bytes.iter().enumerate().map(|(i, b)| if i == 15 { b'2' } else { *b }).collect();
    let version = "is a table in version 2 of the format; this program reads version 1";
    assert_eq!(refused(&later, 1).as_deref(), Some(version));
    for cut in 16..bytes.len() {
        assert!(matches!(Table::read(&game, &bytes[..cut], &[1; 32]), Err(BadTable::Damaged(_))), "{cut}");
    }
    for place in 16..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 0x10;
        assert!(Table::read(&game, &changed, &[1; 32]).is_err(), "{place}");
        // A wrong checksum is not all that protects from nonsense.
        let length = changed.len() - 4;
        let sum = crc32fast::hash(&changed[..length]).to_le_bytes();
        changed[length..].copy_from_slice(&sum);
        let _ = Table::read(&game, &changed, &[1; 32]).map(|table| table.counts());
    }
}

#[test]
fn a_table_has_limits_and_can_be_stopped() {
    let game = library("gardner");
    let material = Material::read(&game, "K R / K").expect("pieces");
    let few = Table::solve(&game, &material, 1_000, &mut |_| true).err();
    assert_eq!(few, Some(Unsolved::TooMany(1_000)));
    let mut asked = 0;
    let stopped = Table::solve(&game, &material, 1_000_000, &mut |_| {
        asked += 1;
        asked < 10
    });
    assert_eq!(stopped.err(), Some(Unsolved::Stopped));
}
