//! A board that looks the same from another side plays the same from there: the image of a position has as many
//! sequences of moves.

use std::collections::HashMap;

use tilegame_runtime::ir::FenField;
use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{game, placement, random_walk};

/// Something that changes nothing about a game.
struct Symmetry {
    /// Where a file, a rank and a level, all from 0, go.
    tile: fn([i32; 3]) -> [i32; 3],
    /// What becomes of a letter.
    letter: fn(char) -> char,
    /// The players change sides.
    swap: bool,
    /// What becomes of the letter of a right to castle, if the symmetry leaves such rights.
    right: Option<fn(char) -> char>,
}

/// The files in order; hexagons have no `j`.
fn files(game: &Game) -> Vec<char> {
    let mut files: Vec<char> = Vec::new();
    for tile in &game.rules().board.tiles {
        files.extend(tile.name.chars().find(char::is_ascii_lowercase).filter(|c| !files.contains(c)));
    }
    files.sort_unstable();
    files
}

/// The image of a position, if it has one.
fn image(game: &Game, position: &Position, symmetry: &Symmetry) -> Option<Position> {
    let board = &game.rules().board;
    let files = files(game);
    let moved = |name: &str| {
        let level = name.chars().next().filter(char::is_ascii_uppercase);
        let (file, rank) = name[level.map_or(0, |_| 1)..].split_at(1);
        let x = files.iter().position(|f| file.starts_with(*f)).expect("a file") as i32;
        let z = level.map_or(0, |level| i32::from(level as u8 - b'A'));
        let [x, y, z] = (symmetry.tile)([x, rank.parse::<i32>().expect("a rank") - 1, z]);
        let level = level.map_or(String::new(), |_| char::from(b'A' + z as u8).to_string());
        format!("{level}{}{}", files[x as usize], y + 1)
    };
    let letters: HashMap<String, char> = position
        .pieces()
        .map(|(tile, piece)| {
            let kind = &game.rules().kinds[piece.kind.index()];
            let letter = kind.letter_of(piece.owner).chars().next().expect("a letter");
            (moved(&board.name(tile)), (symmetry.letter)(letter))
        })
        .collect();
    let text = game.specification().fen(position);
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    fields[0] = placement(game, |name| letters.get(name).copied());
    if symmetry.swap {
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    }
    let mut next = 2;
    if game.rules().castling.is_some() {
        if fields[next] != "-" {
            let right = symmetry.right?;
            fields[next] = fields[next].chars().map(right).collect();
        }
        next += 1;
    }
    if fields[next].starts_with(|c: char| c.is_ascii_lowercase()) {
        // Two tiles may have been skipped.
        let starts: Vec<usize> =
            fields[next].char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(i, _)| i).collect();
        let ends = starts[1..].iter().copied().chain([fields[next].len()]);
        fields[next] =
            starts.iter().zip(ends).map(|(start, end)| moved(&fields[next][*start..end])).collect();
    }
    let text = fields.join(" ");
    Some(game.specification().read_fen(&text).unwrap_or_else(|e| panic!("{text}: {e}")))
}

fn holds(name: &str, symmetries: &[Symmetry]) {
    let game = game(name);
    let mut compared = vec![0; symmetries.len()];
    for seed in 0..3 {
        let mut ply = 0;
        random_walk(&game, seed, 80, |position, _, _| {
            ply += 1;
            if ply % 8 != 0 {
                return;
            }
            let expected = perft(&game, position, 2);
            for (number, symmetry) in symmetries.iter().enumerate() {
                let Some(there) = image(&game, position, symmetry) else { continue };
                compared[number] += 1;
                let text = game.specification().fen(&there);
                assert_eq!(perft(&game, &there, 2), expected, "{name}, symmetry {number}: {text}");
            }
        });
    }
    assert!(compared.iter().all(|n| *n >= 8), "{name}: {compared:?}");
}

fn same(letter: char) -> char {
    letter
}

fn other_side(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// Pawns that go up become pawns that go down.
fn other_way(letter: char) -> char {
    match letter {
        'P' => 'A',
        'A' => 'P',
        'p' => 'a',
        'a' => 'p',
        other => other,
    }
}

/// How many tiles a file of the hexagon has.
fn height(x: i32) -> i32 {
    11 - (x - 5).abs()
}

#[test]
fn a_hexagon() {
    let left_right = Symmetry { tile: |[x, y, z]| [10 - x, y, z], letter: same, swap: false, right: None };
    let near_far =
        Symmetry { tile: |[x, y, z]| [x, height(x) - 1 - y, z], letter: other_side, swap: true, right: None };
    let half_turn = Symmetry {
        tile: |[x, y, z]| [10 - x, height(x) - 1 - y, z],
        letter: other_side,
        swap: true,
        right: None,
    };
    holds("glinski", &[left_right, near_far, half_turn]);
}

#[test]
fn a_cylinder() {
    let round = Symmetry { tile: |[x, y, z]| [(x + 3) % 8, y, z], letter: same, swap: false, right: None };
    let left_right = Symmetry { tile: |[x, y, z]| [7 - x, y, z], letter: same, swap: false, right: None };
    let near_far =
        Symmetry { tile: |[x, y, z]| [(x + 1) % 8, 7 - y, z], letter: other_side, swap: true, right: None };
    holds("cylinder", &[round, left_right, near_far]);
}

#[test]
fn palaces_and_rivers() {
    let left_right = Symmetry { tile: |[x, y, z]| [8 - x, y, z], letter: same, swap: false, right: None };
    let near_far = Symmetry { tile: |[x, y, z]| [x, 9 - y, z], letter: other_side, swap: true, right: None };
    let half_turn =
        Symmetry { tile: |[x, y, z]| [8 - x, 9 - y, z], letter: other_side, swap: true, right: None };
    for name in ["xiangqi", "janggi", "janggicasual"] {
        let again = |s: &Symmetry| Symmetry { ..*s };
        holds(name, &[again(&left_right), again(&near_far), again(&half_turn)]);
    }
    let left_right = Symmetry { tile: |[x, y, z]| [6 - x, y, z], letter: same, swap: false, right: None };
    let near_far = Symmetry { tile: |[x, y, z]| [x, 6 - y, z], letter: other_side, swap: true, right: None };
    holds("minixiangqi", &[left_right, near_far]);
}

#[test]
fn a_torus() {
    let round = Symmetry { tile: |[x, y, z]| [(x + 5) % 8, y, z], letter: same, swap: false, right: None };
    let over =
        Symmetry { tile: |[x, y, z]| [7 - x, (y + 4) % 8, z], letter: other_side, swap: true, right: None };
    let back =
        Symmetry { tile: |[x, y, z]| [x, (10 - y) % 8, z], letter: other_way, swap: false, right: None };
    holds("toroidal", &[round, over, back]);
}

#[test]
fn a_ring() {
    let back = Symmetry { tile: |[x, y, z]| [x, 15 - y, z], letter: other_way, swap: false, right: None };
    let half_round =
        Symmetry { tile: |[x, y, z]| [x, (y + 8) % 16, z], letter: other_side, swap: true, right: None };
    let swapped = |letter| other_way(other_side(letter));
    let both = Symmetry { tile: |[x, y, z]| [x, (23 - y) % 16, z], letter: swapped, swap: true, right: None };
    for name in ["circular", "byzantine"] {
        let again = |s: &Symmetry| Symmetry { ..*s };
        holds(name, &[again(&back), again(&half_round), again(&both)]);
    }
}

/// A rank runs along a side, so that the tile on the other side of the middle file has another number.
#[test]
fn a_longer_hexagon() {
    let other_flank = |right: char| match right {
        'Q' => 'B',
        'B' => 'Q',
        'q' => 'b',
        _ => 'q',
    };
    let left_right = Symmetry {
        tile: |[x, y, z]| [8 - x, y + 4 - x, z],
        letter: same,
        swap: false,
        right: Some(other_flank),
    };
    let half_turn = Symmetry {
        tile: |[x, y, z]| [8 - x, 9 - y, z],
        letter: other_side,
        swap: true,
        right: Some(other_side),
    };
    holds("shafran", &[left_right, half_turn]);
}

#[test]
fn the_other_hexagon() {
    let left_right = Symmetry { tile: |[x, y, z]| [10 - x, y, z], letter: same, swap: false, right: None };
    let near_far =
        Symmetry { tile: |[x, y, z]| [x, height(x) - 1 - y, z], letter: other_side, swap: true, right: None };
    holds("mccooey", &[left_right, near_far]);
}

/// Forward and up are one, and so are left and right; the players look at each other through the centre.
#[test]
fn a_cube() {
    let left_right = Symmetry { tile: |[x, y, z]| [4 - x, y, z], letter: same, swap: false, right: None };
    let tipped = Symmetry { tile: |[x, y, z]| [x, z, y], letter: same, swap: false, right: None };
    let through =
        Symmetry { tile: |[x, y, z]| [4 - x, 4 - y, 4 - z], letter: other_side, swap: true, right: None };
    holds("raumschach", &[left_right, tipped, through]);
}

#[test]
fn two_boards() {
    let near_far =
        Symmetry { tile: |[x, y, z]| [x, 7 - y, z], letter: other_side, swap: true, right: Some(other_side) };
    let exchanged = Symmetry { tile: |[x, y, z]| [x, y, 1 - z], letter: same, swap: false, right: None };
    let left_right = Symmetry { tile: |[x, y, z]| [7 - x, y, z], letter: same, swap: false, right: None };
    holds("alice", &[near_far, exchanged, left_right]);
}

/// Three half boards, each as its owner sees it: files and ranks.
const HALVES: [(&str, [i32; 4]); 3] =
    [("abcdefgh", [1, 2, 3, 4]), ("lkjidcba", [8, 7, 6, 5]), ("hgfeijkl", [12, 11, 10, 9])];

/// A third of a turn: what is White's becomes Black's.
fn third(name: &str) -> String {
    let (file, rank) = name.split_at(1);
    let rank: i32 = rank.parse().expect("a rank");
    let place = HALVES.iter().enumerate().find_map(|(half, (files, ranks))| {
        let (x, y) = (files.find(file)?, ranks.iter().position(|r| *r == rank)?);
        Some(((half + 1) % 3, x, y))
    });
    let (half, x, y) = place.expect("on the board");
    format!("{}{}", &HALVES[half].0[x..=x], HALVES[half].1[y])
}

/// A quarter of a turn to the right: what is Red's becomes Blue's.
fn quarter(name: &str) -> String {
    let (file, rank) = name.split_at(1);
    let (x, y) = (file.as_bytes()[0] - b'a', rank.parse::<u8>().expect("a rank") - 1);
    format!("{}{}", char::from(b'a' + y), 14 - x)
}

/// The position with everything given to the next player, on the tiles that are for this one what they were for the other.
fn given_on(game: &Game, position: &Position, tile: fn(&str) -> String) -> Position {
    let rules = game.rules();
    let players = rules.players.len();
    let letters: HashMap<String, &str> = position
        .pieces()
        .map(|(at, piece)| {
            let letters = &rules.kinds[piece.kind.index()].letters;
            (
                tile(&rules.board.name(at)),
                letters[(piece.owner.expect("somebody's").index() + 1) % players].as_str(),
            )
        })
        .collect();
    let text = game.specification().fen(position);
    let fields: Vec<&str> = text.split(' ').collect();
    let next = |letter: char| {
        let player = rules.players.iter().position(|p| p.letter == letter).expect("a player");
        rules.players[(player + 1) % players].letter
    };
    let field = |(number, sort): (usize, &FenField)| match sort {
        FenField::Placement => {
            // The helper leaves out what is no tile, and so may a text.
            placement(game, |name| letters.get(name))
        }
        FenField::Turn | FenField::Out => {
            fields[number].chars().map(|c| if c == '-' { c } else { next(c) }).collect()
        }
        FenField::Castling { .. } if fields[number].contains(',') => {
            let mut groups: Vec<&str> = fields[number].split(',').collect();
            groups.rotate_right(1);
            groups.join(",")
        }
        FenField::Mark { .. } if fields[number] != "-" => {
            let mut names: Vec<String> = Vec::new();
            for c in fields[number].chars() {
                match names.last_mut() {
                    Some(name) if c.is_ascii_digit() || c == ',' => name.push(c),
                    _ => names.push(c.to_string()),
                }
            }
            let comma = |name: &String| if name.ends_with(',') { "," } else { "" };
            names.iter().map(|name| tile(name.trim_end_matches(',')) + comma(name)).collect()
        }
        _ => fields[number].to_owned(),
    };
    let text: Vec<String> = rules.notation.fen.iter().enumerate().map(field).collect();
    let text = text.join(" ");
    game.specification().read_fen(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Who sits where makes no difference.
fn turns_round(name: &str, tile: fn(&str) -> String) {
    let game = game(name);
    for seed in 0..2 {
        let mut ply = 0;
        random_walk(&game, seed, 120, |position, _, _| {
            ply += 1;
            if ply % 8 != 0 {
                return;
            }
            let there = given_on(&game, position, tile);
            let (text, other) = (game.specification().fen(position), game.specification().fen(&there));
            assert_eq!(perft(&game, &there, 2), perft(&game, position, 2), "{name}: {text} and {other}");
            let round =
                (0..game.rules().players.len()).fold(position.clone(), |p, _| given_on(&game, &p, tile));
            assert_eq!(&round, position, "{name}: {text}");
        });
    }
}

#[test]
fn a_board_for_three() {
    turns_round("three-player", third);
    turns_round("three-player-elimination", third);
}

#[test]
fn a_cross_for_four() {
    turns_round("four-player", quarter);
}
