//! Khet: every count, beam, mirror and text against a program that shares nothing with the rules files.
//!
//! The numbers written here are published ones, or follow by hand from the rules that stand beside them.

mod board;

use std::collections::BTreeSet;

use board::{Book, HOUSE, Khet, MAKERS, Man, SECOND};
use tilegame_runtime::{Game, Position};
use tilegame_tests::perft;
use tilegame_tests::{Dice, compile, game};

const SETUPS: [&str; 3] = ["classic", "imhotep", "dynasty"];

/// The lines that khet's file names for those who forbid two things.
const STRICT: &str = r#"
variant "Strict" of khet
region reserved = file j, b1, b8 each
extend piece Djed
    remove swap
    do near[friend (Pyramid or Obelisk or Stack) not on foreign]{swap}                     as swap
    do near[enemy (Pyramid or Obelisk or Stack) not on foreign]{swap} if not on reserved   as swap
extend piece Stack
    remove stack
"#;

fn books() -> [(Game, Book); 4] {
    [
        (game("khet"), MAKERS),
        (game("khet-house"), HOUSE),
        (game("khet2"), SECOND),
        (compile("strict.tg", STRICT), Book { hops: false, reserves: true, ..MAKERS }),
    ]
}

/// A position out of `"P e1  p f8  Y1 b7"`.
fn place(book: Book, turn: char, men: &str) -> Khet {
    let mut khet = Khet { squares: [[None; 8]; 10], red_moves: turn == 'r', since: 0, number: 1 };
    let words: Vec<&str> = men.split_whitespace().collect();
    for pair in words.chunks(2) {
        let sign = pair[0].chars().next().expect("a letter");
        let kind = match sign.to_ascii_uppercase() {
            'S' if book.second => 'D',
            other => other,
        };
        let way = pair[0][1..].parse().unwrap_or(1);
        let (x, y) = square(pair[1]);
        khet.squares[x][y] = Some(Man { kind, way, red: sign.is_ascii_lowercase() });
    }
    khet
}

fn square(name: &str) -> (usize, usize) {
    let bytes = name.as_bytes();
    (usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'1'))
}

fn name((x, y): (usize, usize)) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

fn read(game: &Game, text: &str) -> Position {
    game.specification().read_fen(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Ten positions and more that touch every rule: swaps of all sorts, stacks of both colours side by side, pieces on tiles of
/// the other colour, a blocked laser, long beams, a pharaoh in the beam, few pieces and many.
const POSITIONS: [&str; 10] = [
    "s P e3  p f8  D1 e4  Y4 d4  o e5  s f5  d1 f4  Y1 c6  y2 g2",
    "r P e1  p f8  S d2  O e2  O d3  S c2  o f2  s g6  o f6  o f7  y3 c7  Y1 h3",
    "s P b7  p i2  D2 b8  y3 c7  d1 i1  Y4 h2  O b1  o i8  Y1 j8  y3 a1",
    "r P e1  p f8  Y3 j1  y1 a8  D1 d4  d2 g5  O c3  s h6  Y2 b6",
    "s P e1  p f8  Y4 j4  D1 h4  d2 h6  Y2 e6  y1 e3  D2 c3  o c7  S d2",
    "r P d6  p g3  Y4 j3  D1 f3  d1 f6  y2 a6  s c6  O h2  o b2",
    "s P c4  p a4  D1 b4  d2 b5  O b3  o a5  S c5  s a3  y4 h8  Y4 i7",
    "r P j2  p a7  y1 b7  Y3 i2  d2 b6  D2 i3  o a6  O j3",
    "s P e1  p e2  D1 d1  d1 f1  Y4 f2  y2 d2  S d3  s f3  O e3  o e4",
    "r P h8  p c1  y1 a8  Y1 b8  y4 b1  Y3 j1  Y1 i8  D1 g7  d2 d2  S c3  s f6",
];

/// The same for version 2.0.
const SECOND_POSITIONS: [&str; 10] = [
    "s P e3  p f8  S1 e4  Y4 d4  a1 e5  A3 f5  s1 f4  Y1 c6  L1 j1  l3 a8",
    "r P e1  p f8  A1 d2  a3 f7  a2 g7  A4 e2  y3 c7  Y1 h3  L4 j1  l2 a8",
    "s P b7  p i2  S2 b8  a3 c7  s1 i1  Y4 h2  A2 b1  a4 i8  L1 j1  l3 a8",
    "r P e1  p f8  Y3 j3  y1 a5  S1 d5  s2 g3  A1 c3  a2 h6  L1 j1  l3 a8",
    "s P e1  p f8  Y4 j4  S1 h4  s2 h6  Y2 e6  y1 e3  A2 c3  a4 c7  L1 j1  l2 a8",
    "r P d6  p g3  Y4 j3  S1 f3  s1 f6  y2 a6  a1 c6  A3 h2  L4 j1  l3 a8",
    "s P c4  p a4  S1 b4  s2 b5  A1 b3  a3 a5  L1 j1  l3 a8",
    "r P j2  p a7  y1 b7  Y3 i2  s2 b6  S2 i3  a1 a6  A1 j3  L4 j1  l2 a8",
    "s P e1  p e2  S1 d1  s1 f1  Y4 f2  y2 d2  A4 d3  a2 f3  L4 j1  l3 a8",
    "r P h8  p c1  Y1 b8  y4 b1  Y1 i8  S1 g7  s2 d2  A1 c3  a3 f6  L1 j1  l3 a8",
];

fn positions(book: Book) -> Vec<Khet> {
    let all = if book.second { SECOND_POSITIONS } else { POSITIONS };
    all.iter().map(|text| place(book, text.chars().next().expect("a turn"), &text[2..])).collect()
}

/// Each setup is turned by half what it is for the other player, and each player has the same pieces in all.
#[test]
fn setups_look_the_same_from_both_sides() {
    for (game, book) in books() {
        for setup in SETUPS {
            let khet =
                Khet::read(book, &game.specification().fen(&game.setup(setup).expect("a setup").position()));
            let mut letters = Vec::new();
            for (x, y) in (0..10).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let turned = khet.squares[9 - x][7 - y].map(|man| {
                    // A mirror on both sides is the same after half a turn; any other way becomes the opposite one.
                    let way = if "YAL".contains(man.kind) { (man.way + 1) % 4 + 1 } else { man.way };
                    Man { way, red: !man.red, ..man }
                });
                assert_eq!(khet.squares[x][y], turned, "{} {setup}", game.rules().title);
                letters.extend(khet.squares[x][y].filter(|man| !man.red).map(|man| man.kind));
            }
            letters.sort();
            let all = if book.second { "AADDLPYYYYYYY" } else { "DDPSSYYYYYYY" };
            assert_eq!(String::from_iter(letters), all, "{setup}");
        }
    }
}

#[test]
fn counts_of_the_setups_are_those_of_the_other_program() {
    for (game, book) in books() {
        for setup in SETUPS {
            let start = game.setup(setup).expect("a setup").position();
            let khet = Khet::read(book, &game.specification().fen(&start));
            let counts: Vec<u64> = (1..=3).map(|depth| perft(&game, &start, depth)).collect();
            let others: Vec<u64> = (1..=3).map(|depth| khet.perft(book, depth)).collect();
            assert_eq!(counts, others, "{} {setup}", game.rules().title);
        }
    }
}

#[test]
fn counts_of_positions_by_hand_are_those_of_the_other_program() {
    let all = std::env::var("TILEGAME_DEEP").is_ok();
    for (number, (game, book)) in books().into_iter().enumerate() {
        // The second and the fourth differ little from the first.
        let least = if all || number % 2 == 0 { 200_000 } else { 1_000 };
        for khet in positions(book) {
            let text = khet.write(book);
            let position = read(&game, &text);
            assert_eq!(game.specification().fen(&position), text);
            let mut depth = 1;
            loop {
                let expected = khet.perft(book, depth);
                assert_eq!(perft(&game, &position, depth), expected, "{} {text} {depth}", game.rules().title);
                if expected >= least {
                    break;
                }
                depth += 1;
            }
        }
    }
}

/// Published: at the last of so many actions, how often something is hit, and how often a pharaoh.
#[test]
fn hits_at_the_last_action_are_as_published() {
    /// For each number of actions, all hits and those of pharaohs.
    type Counts = [(u64, u64); 3];
    let published: [(&str, &str, Counts); 6] = [
        ("khet", "classic", [(7, 0), (1_091, 8), (85_301, 972)]),
        ("khet", "dynasty", [(13, 1), (1_140, 69), (90_532, 5_266)]),
        ("khet", "imhotep", [(4, 0), (726, 57), (57_123, 3_400)]),
        ("khet2", "classic", [(8, 0), (1_045, 8), (82_443, 6_261)]),
        ("khet2", "dynasty", [(14, 1), (1_104, 69), (75_730, 6_298)]),
        ("khet2", "imhotep", [(5, 0), (767, 56), (61_497, 8_155)]),
    ];
    for (name, setup, counts) in published {
        let game = game(name);
        let start = game.setup(setup).expect("a setup").position();
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(hits(&game, &start, depth), expected, "{name} {setup} {depth}");
        }
    }
}

fn hits(game: &Game, position: &Position, depth: u32) -> (u64, u64) {
    let since = tilegame_runtime::ir::CounterId::new(0);
    let mut found = (0, 0);
    let mut position = position.clone();
    for m in tilegame_tests::listed(game, &position) {
        let undo = game.specification().make(&mut position, &m);
        if depth == 1 {
            let player = game.specification().to_move(&position);
            found.0 += u64::from(game.specification().counter(&position, since, player) == 0);
            found.1 += u64::from(game.specification().outcome(&position).is_some());
        } else {
            let behind = hits(game, &position, depth - 1);
            found = (found.0 + behind.0, found.1 + behind.1);
        }
        game.specification().undo(&mut position, undo);
    }
    found
}

/// Published: where the untouched setups' beams are turned, and on which side they leave. In the house rules a pharaoh may
/// pass, so the beam is felt for with an obelisk on every empty tile.
#[test]
fn beams_of_the_untouched_setups_are_as_published() {
    let published = [
        ("classic", 's', "j1 j4 h4 h5 j5 j8"),
        ("classic", 'r', "a8 a5 c5 c4 a4 a1"),
        ("imhotep", 's', "j1 j4 i4 i5 j5 j8"),
        ("imhotep", 'r', "a8 a5 b5 b4 a4 a1"),
        ("dynasty", 's', "j1 j3 f3 f4 h4 h1"),
        ("dynasty", 'r', "a8 a6 e6 e5 c5 c8"),
    ];
    let game = game("khet-house");
    for (setup, turn, corners) in published {
        let start = game
            .specification()
            .fen(&game.setup(setup).expect("a setup").position())
            .replace(" s ", &format!(" {turn} "));
        let khet = Khet::read(HOUSE, &start);
        let corners: Vec<(usize, usize)> = corners.split(' ').map(square).collect();
        let mut crossed: BTreeSet<(usize, usize)> = BTreeSet::new();
        for pair in corners.windows(2) {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            for x in x.min(to_x)..=x.max(to_x) {
                crossed.extend((y.min(to_y)..=y.max(to_y)).map(|y| (x, y)));
            }
        }
        assert_eq!(khet.beam().0.into_iter().collect::<BTreeSet<_>>(), crossed, "{setup} {turn}");
        assert_eq!(khet.beam().1, None);
        let pass = if turn == 's' { "e1e1p e2e2p" } else { "f8f8p f7f7p" };
        let empty = (0..10).flat_map(|x| (0..8).map(move |y| (x, y))).filter(|at| khet.at(*at).is_none());
        for at in empty.collect::<Vec<_>>() {
            let mut probe = khet.clone();
            probe.squares[at.0][at.1] = Some(Man { kind: 'O', way: 1, red: turn == 's' });
            let mut position = read(&game, &probe.write(HOUSE));
            let m = pass
                .split(' ')
                .find_map(|text| game.specification().read_uci(&position, text).ok())
                .expect("a pass");
            game.specification().make(&mut position, &m);
            let is_hit = position.piece(game.rules().board.tile(&name(at)).expect("a tile")).is_none();
            assert_eq!(is_hit, crossed.contains(&at), "{setup} {turn} {}", name(at));
        }
    }
}

/// The published table: which way a beam goes on, or that the mirror is hit. The beam comes to e4 from any side by other
/// mirrors, and an obelisk on each of the other sides tells where it goes.
#[test]
fn mirrors_turn_beams_as_the_table_says() {
    // How Silver's beam is led: north, east, south, west.
    let ways = [('N', "Y3 j2  Y1 e2"), ('E', "Y3 j2  Y1 c2  Y2 c4"), ('S', "Y3 j6  Y2 e6"), ('W', "Y3 j4")];
    let table = [
        ("Y1", ["hit", "hit", "E", "N"]),
        ("Y2", ["E", "hit", "hit", "S"]),
        ("Y3", ["W", "S", "hit", "hit"]),
        ("Y4", ["hit", "N", "W", "hit"]),
        ("D1", ["W", "S", "E", "N"]),
        ("D2", ["E", "N", "W", "S"]),
        ("P", ["hit"; 4]),
        ("O", ["hit"; 4]),
        ("S", ["hit"; 4]),
    ];
    let sides = [('N', "e5"), ('E', "f4"), ('S', "e3"), ('W', "d4")];
    let comes_from = |way: char| sides[(sides.iter().position(|s| s.0 == way).expect("a side") + 2) % 4].1;
    for colour in [0, 1] {
        for (mirror, row) in table {
            for ((way, led), expected) in ways.into_iter().zip(row) {
                let mirror = if colour == 0 { mirror.to_owned() } else { mirror.to_lowercase() };
                let mut men = format!("{led}  {mirror} e4  P g8  p h8");
                for (_, side) in sides.iter().filter(|(_, side)| *side != comes_from(way)) {
                    men += &format!("  o {side}");
                }
                let game = game("khet-house");
                let mut position = read(&game, &place(HOUSE, 's', &men).write(HOUSE));
                let pass = game.specification().read_uci(&position, "g8g8p").expect("a pass");
                game.specification().make(&mut position, &pass);
                let stands = |tile: &str| position.piece(game.rules().board.tile(tile).expect("a tile"));
                let is_stack = mirror.eq_ignore_ascii_case("S");
                let lessened =
                    stands("e4").is_none_or(|p| is_stack && game.rules().kinds[p.kind.index()].letter == "O");
                let gone: Vec<char> = sides
                    .iter()
                    .filter(|(_, side)| *side != comes_from(way) && stands(side).is_none())
                    .map(|(way, _)| *way)
                    .collect();
                let found = match (lessened, gone.as_slice()) {
                    (true, []) => "hit".to_owned(),
                    (false, [only]) => only.to_string(),
                    _ => format!("{gone:?}"),
                };
                assert_eq!(found, expected, "{mirror} met by a beam to {way}");
            }
        }
    }
}

/// Every rule of moving: a position, a tile, and what may be done from it. In each, what is missing is as telling as what is
/// there.
#[test]
fn moves_of_a_piece_are_as_the_rules_say() {
    let [(khet, _), (house, _), (second, _), (strict, _)] = books();
    let cases: [(&Game, Book, char, &str, &str, &str); 22] = [
        // Eight ways for a step but onto file a, which is Red's; b8 is Silver's. A quarter turn to either side.
        (&khet, MAKERS, 's', "P e1 p f8 Y1 b7", "b7", "b7b6 b7b8 b7c6 b7c7 b7c8 b7b7y2 b7b7y4"),
        // h8 has i8 beside it, which is Red's.
        (&khet, MAKERS, 's', "P e1 p f8 Y2 h8", "h8", "h8g7 h8g8 h8h7 h8i7 h8h8y1 h8h8y3"),
        // Red's are file a, i1 and i8, and none of file j, b1 and b8.
        (&khet, MAKERS, 'r', "P e1 p f8 y3 i2", "i2", "i2h1 i2h2 i2h3 i2i1 i2i3 i2i2y2 i2i2y4"),
        (&khet, MAKERS, 'r', "P e1 p f8 y4 a2", "a2", "a2a1 a2a3 a2b2 a2b3 a2a2y1 a2a2y3"),
        // A pharaoh and a lone obelisk only step: they look the same from all sides. Nobody steps onto a piece.
        (&khet, MAKERS, 's', "P e1 p f8 Y1 e2 y1 d1", "e1", "e1d2 e1f1 e1f2"),
        (&khet, MAKERS, 's', "P e1 p f8 O c1 o c2 Y1 d2", "c1", "c1b1 c1b2 c1d1"),
        // By house rules each of them may turn in place, to no effect.
        (&house, HOUSE, 's', "P e1 p f8 Y1 e2 y1 d1", "e1", "e1d2 e1f1 e1f2 e1e1p"),
        (&house, HOUSE, 's', "P e1 p f8 O c1 o c2 Y1 d2", "c1", "c1b1 c1b2 c1d1 c1c1o"),
        // A djed swaps with pyramids and obelisks of either colour, not with a djed or a pharaoh; it turns one way only.
        (
            &khet,
            MAKERS,
            's',
            "P e3 p f8 D1 e4 Y4 d4 o e5 s f5 d1 f4 D2 d5",
            "e4",
            "e4d3 e4f3 e4d4 e4e5 e4f5 e4e4d2",
        ),
        // By house rules it swaps with everybody.
        (
            &house,
            HOUSE,
            's',
            "P e3 p f8 D1 e4 Y4 d4 o e5 s f5 d1 f4 D2 d5",
            "e4",
            "e4d3 e4d5 e4e3 e4f3 e4f4 e4d4 e4e5 e4f5 e4e4d2",
        ),
        // A swap is a step of the djed: not onto a tile of the other colour.
        (&khet, MAKERS, 's', "P e1 p f8 D2 b3 y1 a3 y1 a2 y2 b4", "b3", "b3b2 b3c2 b3c3 b3c4 b3b4 b3b3d1"),
        // It may leave the other on a tile where that one may not step; the strict forbid just that.
        (&khet, MAKERS, 's', "P e1 p f8 D2 b8 y3 c7 Y1 c8", "b8", "b8b7 b8c7 b8c8 b8b8d1"),
        (&strict, MAKERS, 's', "P e1 p f8 D2 b8 y3 c7 Y1 c8", "b8", "b8b7 b8c8 b8b8d1"),
        (&strict, MAKERS, 's', "P e1 p f8 D2 c8 y3 c7 Y1 d8", "c8", "c8b7 c8b8 c8d7 c8c7 c8d8 c8c8d1"),
        // Obelisks stack, up to two and of one colour.
        (&khet, MAKERS, 's', "P e1 p f8 O b1 O b2 o c1 S c2", "b1", "b1b2s"),
        // A stack goes as one, or its top alone, which may step onto a single obelisk; not onto another stack.
        (&khet, MAKERS, 's', "P e1 p f8 S c1 O c2 S d1 o d2 Y1 b2", "c1", "c1b1 c1b1o c1c2s"),
        (&strict, MAKERS, 's', "P e1 p f8 S c1 O c2 S d1 o d2 Y1 b2", "c1", "c1b1 c1b1o"),
        (&house, HOUSE, 's', "P e1 p f8 S c1 O c2 S d1 o d2 Y1 b2", "c1", "c1b1 c1b1o c1c2s c1c1s"),
        // Version 2.0: a scarab swaps with pyramids and anubises, not with scarabs, pharaohs or sphinxes.
        (
            &second,
            SECOND,
            's',
            "L1 j1 l3 a8 P h2 p f8 S1 i2 Y4 h1 a1 i3 s1 h3 A1 j2",
            "i2",
            "i2h1 i2i3 i2j2 i2j3 i2i2s2",
        ),
        // An anubis turns to either side.
        (&second, SECOND, 's', "L1 j1 l3 a8 P e1 p f8 A1 b1 Y1 b2 Y1 c2", "b1", "b1c1 b1b1a2 b1b1a4"),
        // A sphinx turns so that its beam stays on the board, and never steps.
        (&second, SECOND, 's', "L4 j1 l3 a8 P e1 p f8", "j1", "j1j1l1"),
        (&second, SECOND, 'r', "L4 j1 l3 a8 P e1 p f8", "a8", "a8a8l2"),
    ];
    for (game, book, turn, men, from, expected) in cases {
        let text = place(book, turn, men).write(book);
        let position = read(game, &text);
        let tile = game.rules().board.tile(from).expect("a tile");
        let moves = tilegame_tests::listed(game, &position);
        let texts = game.specification().all_uci(&moves);
        let found: BTreeSet<&str> =
            moves.iter().zip(&texts).filter(|(m, _)| m.from == Some(tile)).map(|(_, t)| t.as_str()).collect();
        assert_eq!(found, expected.split(' ').collect(), "{} {text}", game.rules().title);
    }
}

/// What follows from an action: the position, what is done, how the document writes it, and what stands then.
#[test]
fn actions_do_what_the_rules_say() {
    let games: Vec<(Game, Book)> = books().into_iter().collect();
    let cases = [
        // The beam goes up file j and hits nothing; one more action without a hit.
        (0, 's', "P e1 p f8 Y1 c3", "c3d4", "Yd4", "r", "P e1 p f8 Y1 d4"),
        // A quarter turn sends it along rank 4 into an enemy.
        (0, 's', "P e1 p f8 Y4 j4 o c4", "j4j4y3", "Yr3xO", "r", "P e1 p f8 Y3 j4"),
        // One's own piece is hit as well.
        (0, 's', "P e1 p f8 Y2 j4 Y3 j2 O c2", "e1d1", "Pd1xO", "r", "P d1 p f8 Y2 j4 Y3 j2"),
        // A stack loses its top only.
        (0, 's', "P e1 p f8 Y4 j4 s c4", "j4j4y3", "Yr3xS", "r", "P e1 p f8 Y3 j4 o c4"),
        // Two obelisks become a stack, and the beam takes one off again.
        (0, 's', "P e1 p f8 O j4 O i3", "i3j4s", "Oj4sxS", "r", "P e1 p f8 O j4"),
        // The top steps away; the rest stays.
        (0, 's', "P e1 p f8 S d4", "d4e5o", "Se5o", "r", "P e1 p f8 O d4 O e5"),
        (0, 's', "P e1 p f8 S d4 O e5", "d4e5s", "Se5s", "r", "P e1 p f8 O d4 S e5"),
        (0, 's', "P e1 p f8 S d4", "d4e5", "Se5", "r", "P e1 p f8 S e5"),
        // Red's laser shines down file a.
        (0, 'r', "P e1 p f8 y2 a4 O d4", "a4a4y2", "", "r", ""),
        (0, 'r', "P e1 p f8 y3 a4 O d4", "a4a4y2", "Yr2xY", "s", "P e1 p f8 O d4"),
        (0, 'r', "P e1 p f8 y2 a4 O d4", "a4a4y1", "Yr1xO", "s", "P e1 p f8 y1 a4"),
        // A swap; the pieces keep how they stand. The beam is led by the djed.
        (0, 's', "P e1 p f8 D1 i4 Y1 j5 o c5", "i4j5", "Dj5xO", "r", "P e1 p f8 Y1 i4 D1 j5"),
        // By house rules: a pass.
        (1, 's', "P e1 p f8 o j7", "e1e1p", "PrxO", "r", "P e1 p f8"),
        (1, 's', "P e1 p f8 D1 d4 d2 d5", "d4d5", "Dd5", "r", "P e1 p f8 d2 d4 D1 d5"),
        // Version 2.0: an anubis takes the beam on its face and is hit from behind or from the side.
        (2, 's', "L1 j1 l3 a8 P e1 p f8 a3 j6", "e1e2", "Pe2", "r", "L1 j1 l3 a8 P e2 p f8 a3 j6"),
        (2, 's', "L1 j1 l3 a8 P e1 p f8 a1 j6", "e1e2", "Pe2xA", "r", "L1 j1 l3 a8 P e2 p f8"),
        (2, 's', "L1 j1 l3 a8 P e1 p f8 a2 c1", "j1j1l4", "Lr4xP", "r", "L4 j1 l3 a8 p f8 a2 c1"),
        // By two scarabs to the pharaoh.
        (2, 's', "L1 j1 l3 a8 P e1 p f8 Y4 j5 S1 e5 S2 e8", "j5j5y3", "Yr3xP", "r", ""),
        // A sphinx takes every beam, also the other's.
        (2, 's', "L1 j1 l3 a8 P e1 p f7 Y4 j8", "j8j8y3", "Yr3", "r", "L1 j1 l3 a8 P e1 p f7 Y3 j8"),
    ];
    for (book, turn, men, what, text, next, then) in cases {
        let (game, book) = &games[book];
        let mut position = read(game, &place(*book, turn, men).write(*book));
        let Ok(m) = game.specification().read_uci(&position, what) else {
            assert_eq!(text, "", "{men}: {what} is legal");
            continue;
        };
        assert_eq!(game.specification().san(&position, &m), text, "{men}: {what}");
        if then.is_empty() {
            continue;
        }
        let hit = text.contains('x');
        let number = if turn == 'r' { 2 } else { 1 };
        game.specification().make(&mut position, &m);
        let mut expected = place(*book, next.chars().next().expect("a turn"), then);
        (expected.since, expected.number) = (u32::from(!hit), number);
        assert_eq!(game.specification().fen(&position), expected.write(*book), "{men}: {what}");
    }
}

#[test]
fn random_games_by_the_makers() {
    random_games(&books()[0]);
}

#[test]
fn random_games_by_house_rules() {
    random_games(&books()[1]);
}

#[test]
fn random_games_of_version_two() {
    random_games(&books()[2]);
}

#[test]
fn random_games_by_the_strict() {
    random_games(&books()[3]);
}

/// At every ply of random games the two agree on what may be done, how it is written, and what comes of it; and what is written
/// is read back as the same. A thousand games of at most 500 plies with `TILEGAME_DEEP`.
fn random_games((game, book): &(Game, Book)) {
    let book = *book;
    let all = std::env::var("TILEGAME_DEEP").is_ok();
    for seed in 0..if all { 1000 } else { 10 } {
        let setup = SETUPS[seed as usize % 3];
        let mut position = game.setup(setup).expect("a setup").position();
        let mut khet = Khet::read(book, &game.specification().fen(&position));
        let mut dice = Dice::new(seed);
        for _ in 0..500 {
            let moves = game.specification().all_san(&position);
            let mut other = khet.texts(book);
            assert_eq!(
                moves.iter().map(|(_, text)| text).collect::<BTreeSet<_>>(),
                other.iter().map(|(_, text)| text).collect::<BTreeSet<_>>(),
                "{} {}",
                game.rules().title,
                khet.write(book)
            );
            assert_eq!(moves.len(), other.len());
            if moves.is_empty() {
                break;
            }
            let (m, text) = &moves[dice.below(moves.len())];
            assert_eq!(game.specification().read_san(&position, text).as_ref(), Ok(m), "{text}");
            let coordinates = game.specification().uci(&position, m);
            assert_eq!(
                game.specification().read_uci(&position, &coordinates).as_ref(),
                Ok(m),
                "{coordinates}"
            );
            let at = other.iter().position(|(_, t)| t == text).expect("the same texts");
            khet.act(other.swap_remove(at).0);
            game.specification().make(&mut position, m);
            let written = game.specification().fen(&position);
            assert_eq!(written, khet.write(book), "after {text}");
            assert_eq!(read(game, &written), position);
        }
    }
}

/// The examples that the document leaves open, filled in: a position, its text, and actions in it.
#[test]
fn the_examples_of_the_notation_are_read_and_written() {
    let khet = game("khet");
    let start = ".2Y4SPS.4/.7Y1.2/.6y2.3/y2.Y4.D2D1.y1.Y3/y1.Y3.d1d2.y2.Y4/.3Y4.6/.2y3.7/.4spsy2.2/ s 0 1";
    assert_eq!(khet.specification().fen(&khet.specification().start()), start);
    // Without the last stroke, and with all its fields but the numbers.
    assert_eq!(read(&khet, &start.replace("/ s", " s")), khet.specification().start());
    let cases = [
        // There is one pharaoh; of two stacks on rank 1 it is the one on file d; of the pyramids the one on rank 1, with
        // another on its file; a djed has another on its rank.
        (start, "Pe2", "e1e2"),
        (start, "Sdc2", "d1c2"),
        (start, "Sdc2o", "d1c2o"),
        (start, "Y1b2", "c1b2"),
        (start, "Der1", "e4e4d1"),
        (start, "Yr2", "h2h2y2"),
        // A pyramid turns its back to the beam and is hit.
        (start, "Yj4r4xYj4", "j4j4y4"),
        // A pyramid with others both on its file and on its rank.
        (start, "Yc4b3", "c4b3"),
        // Two that share neither file nor rank and turn alike: the rule says too little, so both say the whole tile.
        ("/.2Y1.7/.5Y1.4////.2p.2P.4// s 0 1", "Yc2r2", "c2c2y2"),
        ("/.2Y1.7/.5Y1.4////.2p.2P.4// s 0 1", "Yf3r2", "f3f3y2"),
        // Of two obelisks on a rank the one on file e is hit; of two on a file, the one on rank 4.
        ("///.2o.o.4Y4////.2p.2P.4/ s 0 1", "Yr3xOe", "j4j4y3"),
        ("///.4o.4Y4//.4o.5//.2p.2P.4/ s 0 1", "Yr3xO4", "j4j4y3"),
    ];
    for (position, text, coordinates) in cases {
        let position = read(&khet, position);
        let m = khet.specification().read_san(&position, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(khet.specification().uci(&position, &m), coordinates);
        assert_eq!(khet.specification().san(&position, &m), text);
    }
    // Whoever says more than is needed is understood.
    let start = khet.specification().start();
    assert!(khet.specification().read_san(&start, "Ye1e2").is_err());
    assert_eq!(khet.specification().read_san(&start, "Pe1e2"), khet.specification().read_san(&start, "Pe2"));
}
