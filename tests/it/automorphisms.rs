//! A board that looks the same from another side plays the same from there: the image of a position has as many
//! sequences of moves.

use std::collections::HashMap;

use tilegame_runtime::notation::fen;
use tilegame_runtime::perft::perft;
use tilegame_runtime::{Game, Position};
use tilegame_tests::{game, placement, random_walk};

/// Something that changes nothing about a game.
struct Symmetry {
    /// Where a file and a rank, both from 0, go.
    tile: fn(i32, i32) -> (i32, i32),
    /// What becomes of a letter.
    letter: fn(char) -> char,
    /// The players change sides.
    swap: bool,
}

/// The files in order; hexagons have no `j`.
fn files(game: &Game) -> Vec<char> {
    let mut files: Vec<char> = Vec::new();
    for tile in &game.rules().board.tiles {
        files.extend(tile.name.chars().next().filter(|c| !files.contains(c)));
    }
    files.sort_unstable();
    files
}

fn image(game: &Game, position: &Position, symmetry: &Symmetry) -> Position {
    let board = &game.rules().board;
    let files = files(game);
    let moved = |name: &str| {
        let (file, rank) = name.split_at(1);
        let x = files.iter().position(|f| file.starts_with(*f)).expect("a file") as i32;
        let (x, y) = (symmetry.tile)(x, rank.parse::<i32>().expect("a rank") - 1);
        format!("{}{}", files[x as usize], y + 1)
    };
    let letters: HashMap<String, char> = position
        .pieces()
        .map(|(tile, piece)| {
            let kind = &game.rules().kinds[piece.kind.index()];
            let letter = kind.letters[piece.owner.index()].chars().next().expect("a letter");
            (moved(&board.name(tile)), (symmetry.letter)(letter))
        })
        .collect();
    let text = fen::write(game, position);
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    fields[0] = placement(game, |name| letters.get(name).copied());
    if symmetry.swap {
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    }
    if fields[2].starts_with(|c: char| c.is_ascii_lowercase()) {
        fields[2] = moved(&fields[2]);
    }
    let text = fields.join(" ");
    fen::read(game, &text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn holds(name: &str, symmetries: &[Symmetry]) {
    let game = game(name);
    for seed in 0..3 {
        let mut ply = 0;
        random_walk(&game, seed, 80, |position, _, _| {
            ply += 1;
            if ply % 8 != 0 {
                return;
            }
            let expected = perft(&game, position, 2);
            for (number, symmetry) in symmetries.iter().enumerate() {
                let there = image(&game, position, symmetry);
                let text = fen::write(&game, &there);
                assert_eq!(perft(&game, &there, 2), expected, "{name}, symmetry {number}: {text}");
            }
        });
    }
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
    let left_right = Symmetry { tile: |x, y| (10 - x, y), letter: same, swap: false };
    let near_far = Symmetry { tile: |x, y| (x, height(x) - 1 - y), letter: other_side, swap: true };
    let half_turn = Symmetry { tile: |x, y| (10 - x, height(x) - 1 - y), letter: other_side, swap: true };
    holds("glinski", &[left_right, near_far, half_turn]);
}

#[test]
fn a_cylinder() {
    let round = Symmetry { tile: |x, y| ((x + 3) % 8, y), letter: same, swap: false };
    let left_right = Symmetry { tile: |x, y| (7 - x, y), letter: same, swap: false };
    let near_far = Symmetry { tile: |x, y| ((x + 1) % 8, 7 - y), letter: other_side, swap: true };
    holds("cylinder", &[round, left_right, near_far]);
}

#[test]
fn a_torus() {
    let round = Symmetry { tile: |x, y| ((x + 5) % 8, y), letter: same, swap: false };
    let over = Symmetry { tile: |x, y| (7 - x, (y + 4) % 8), letter: other_side, swap: true };
    let back = Symmetry { tile: |x, y| (x, (10 - y) % 8), letter: other_way, swap: false };
    holds("toroidal", &[round, over, back]);
}

#[test]
fn a_ring() {
    let back = Symmetry { tile: |x, y| (x, 15 - y), letter: other_way, swap: false };
    let half_round = Symmetry { tile: |x, y| (x, (y + 8) % 16), letter: other_side, swap: true };
    let swapped = |letter| other_way(other_side(letter));
    let both = Symmetry { tile: |x, y| (x, (23 - y) % 16), letter: swapped, swap: true };
    for name in ["circular", "byzantine"] {
        let again = |s: &Symmetry| Symmetry { tile: s.tile, letter: s.letter, swap: s.swap };
        holds(name, &[again(&back), again(&half_round), again(&both)]);
    }
}
