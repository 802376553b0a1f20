//! Games on states, beside the same games on the positions of the reference engine.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash, RandomState};

use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::moves::Move as Details;
use tilegame_runtime::{Game, Move, MoveList, Position, San, State, Uci};
use tilegame_tests::{Dice, game, is_wide, names, on_all_processors, random_walk};

const GAMES: u64 = 3;
const PLIES: usize = 60;

fn listed(list: impl Fn(&mut MoveList)) -> MoveList {
    let mut moves = MoveList::new();
    list(&mut moves);
    moves
}

#[test]
fn a_move_has_sixteen_bytes() {
    fn is_copied_and_compared<T: Copy + Eq + Hash + Send + Sync + 'static>() {}
    is_copied_and_compared::<Move>();
    assert!(size_of::<Move>() <= 16);
}

#[test]
fn a_state_is_plain_data() {
    fn is_compared_and_sent<T: Clone + Eq + Hash + Send + Sync + 'static>() {}
    is_compared_and_sent::<State>();
    assert!(size_of::<State>() <= 256, "{}", size_of::<State>());
}

#[test]
fn states_of_two_games_are_different() {
    let (chess, again) = (game("chess"), game("chess"));
    assert_eq!(chess.start(), chess.clone().start());
    assert_ne!(chess.start(), again.start());
    // The room of another game's state is used all the same.
    let (start, mut room) = (chess.start(), game("shogi").start());
    let m = listed(|moves| start.moves(moves))[0];
    start.after_into(m, &mut room);
    assert_eq!(room, start.after(m));
    assert_eq!(room.game().rules().title, chess.rules().title);
}

/// Some of the moves, beside all of them.
fn some_are_listed_like_all(state: &State, moves: &MoveList) {
    let kept = |is_wanted: &dyn Fn(Move) -> bool| -> Vec<Move> {
        moves.iter().copied().filter(|m| is_wanted(*m)).collect()
    };
    assert_eq!(listed(|list| state.captures(list))[..], kept(&|m| state.is_capture(m)));
    let from: BTreeSet<Tile> = moves.iter().filter_map(|m| state.origin(*m)).collect();
    for tile in from {
        let is_from = |m: Move| !m.is_pass() && state.origin(m) == Some(tile);
        assert_eq!(listed(|list| state.moves_from(tile, list))[..], kept(&is_from));
        let targets: BTreeSet<Tile> = kept(&is_from).iter().map(|m| state.target(*m)).collect();
        assert!(state.targets(tile).iter().eq(targets));
    }
}

/// A state says the same as the position.
fn says_the_same(game: &Game, state: &State, position: &Position) {
    assert_eq!(state.position(), *position);
    assert_eq!(game.state(position), *state);
    let hashed = RandomState::new();
    assert_eq!(hashed.hash_one(game.state(position)), hashed.hash_one(state));
    assert_eq!(state.to_move(), game.specification().to_move(position));
    assert_eq!(state.outcome(), game.specification().outcome(position));
    assert_eq!(state.end(), state.outcome().map(|outcome| outcome.end));
    assert_eq!(state.fen(), game.specification().fen(position));
    // By the reference engine: the game itself might ask the same.
    let check = game.rules().notation.check.as_ref();
    let in_check = check.map(|(_, test)| {
        game.specification().holds(
            position,
            game.specification().to_move(position),
            test,
            tilegame_runtime::reference::Past::default(),
        )
    });
    assert_eq!(state.in_check(), in_check);
    let mut pieces: Vec<_> = state.pieces().collect();
    pieces.sort();
    assert!(position.pieces().eq(pieces));
}

/// A move is written the same, and read back from either text.
fn is_told_the_same(game: &Game, state: &State, position: &Position, (m, details): (Move, &Details)) {
    assert_eq!(state.find(details), Some(m));
    let (as_san, as_uci) = (state.san(m), state.uci(m));
    assert_eq!(as_san, game.specification().san(position, details));
    assert_eq!(as_uci, game.specification().uci(position, details));
    let san: San = as_san.parse().expect("what is written is a text");
    assert_eq!(san.to_move(state).as_ref(), Ok(&m), "{as_san}");
    let uci: Uci = as_uci.parse().expect("what is written is a text");
    assert_eq!(uci.to_move(state).as_ref(), Ok(&m), "{as_uci}");
}

#[test]
fn they_are_the_same_games() {
    let names: Vec<String> = names().map(Into::into).collect();
    on_all_processors(names.len(), |number| {
        let (name, game) = (&names[number], game(&names[number]));
        let most = if is_wide(&game) { 3 } else { PLIES };
        for seed in 0..GAMES {
            let (mut position, mut dice) = (game.specification().start(), Dice::new(seed));
            let (mut state, mut before) = (game.start(), MoveList::new());
            let mut room = state.clone();
            for ply in 0..most {
                let moves = listed(|list| state.moves(list));
                let told: Vec<Details> = moves.iter().map(|m| state.details(*m)).collect();
                let expected = tilegame_tests::listed(&game, &position);
                let sorted: Vec<Details> = state.legal_moves().iter().map(|m| state.details(*m)).collect();
                assert_eq!(sorted, expected, "{name}");
                assert!(told.len() == expected.len() && told.iter().all(|m| expected.contains(m)), "{name}");
                assert_eq!(state.has_moves(), !moves.is_empty(), "{name}");
                says_the_same(&game, &state, &position);
                for (m, told) in moves.iter().zip(&told) {
                    assert_eq!((state.target(*m), state.is_capture(*m)), (told.to, told.captures), "{name}");
                    assert_eq!(
                        state.origin(*m).filter(|_| !m.is_pass()),
                        told.from.filter(|_| !told.is_pass())
                    );
                    assert_eq!(m.is_pass(), told.is_pass(), "{name}");
                }
                if ply % 4 == 0 {
                    some_are_listed_like_all(&state, &moves);
                    let is_legal = |m: &Move| state.is_legal(*m) == moves.contains(m);
                    assert!(moves.iter().chain(&before).all(is_legal), "{name}");
                }
                if moves.is_empty() {
                    break;
                }
                let chosen = dice.below(moves.len());
                is_told_the_same(&game, &state, &position, (moves[chosen], &told[chosen]));
                game.specification().play(&mut position, &told[chosen]).expect("it is legal");
                state.after_into(moves[chosen], &mut room);
                state.play(moves[chosen]).expect("it is legal");
                assert_eq!(room, state, "{name}");
                assert_eq!(room.key(), state.key(), "{name}");
                before = moves;
            }
        }
    });
}

/// On a plane tiles may lie too far apart for what is small: such a state is a whole position, until they are near each other again.
#[test]
fn they_go_on_where_tiles_lie_far_apart() {
    let apart = |rows: &str| {
        let text = format!(
            "use moves\ngame \"Apart\"\nboard\n    plane 100 x 100\nplayers\n    White \"w\"\n    Black \"b\"\npiece King \"K\"\n    move king\n\
             counter moves = 0 ignored\nsetup \"{rows} a0 w 0\"\nturn\n    tiles move 1 x 1 \"S\"\n    after move: moves + 1\n\
             notation\n    fen placement, corner, turn, count moves\n    void \"(n)\"\n"
        );
        tilegame_tests::compile("apart.tg", &text)
    };
    let (mut near, mut far) = (0, 0);
    for rows in ["K1(27)k", "K1(28)k", "K1(29)k"] {
        let game = apart(rows);
        let (mut position, mut state) = (game.specification().start(), game.start());
        for ply in 0..4 {
            says_the_same(&game, &state, &position);
            let moves = listed(|list| state.moves(list));
            assert_eq!(moves.len(), tilegame_tests::listed(&game, &position).len());
            let mut next = None;
            for (number, m) in moves.iter().enumerate() {
                let mut expected = position.clone();
                game.specification().play(&mut expected, &state.details(*m)).expect("it is legal");
                let after = state.after(*m);
                assert_eq!(after, game.state(&expected));
                if number == (7 * ply + 3) % moves.len() {
                    next = Some((expected, after));
                }
            }
            let is_far = game.specification().bitset().expect("it plays on planes").moves(&position).is_err();
            *(if is_far { &mut far } else { &mut near }) += 1;
            (position, state) = next.expect("there is such a move");
        }
    }
    assert!(near > 0 && far > 0, "{near} {far}");
}

/// Where the rules list only some of the moves that change the board, a text may say another: it is a move like any other.
#[test]
fn moves_that_are_in_no_list_are_read() {
    let selection = game("selection");
    let start = selection.start();
    let moves = listed(|list| start.moves(list));
    let unlisted = selection.rules().turn.board.iter().find_map(|work| {
        let tiles: Vec<Tile> = start.position().there().expect("tiles come and go").iter().collect();
        let name = |tile: Tile| selection.rules().board.name(tile).into_owned();
        let pairs = tiles.iter().flat_map(|a| tiles.iter().map(move |b| (*a, *b)));
        let mut texts = pairs.map(|(a, b)| format!("{}{}{}", work.prefix, name(a), name(b)));
        texts.find_map(|text| {
            let m = text.parse::<Uci>().ok()?.to_move(&start).ok()?;
            (!moves.contains(&m)).then_some((text, m))
        })
    });
    let Some((text, m)) = unlisted else { return };
    assert_eq!(start.uci(m), text);
    assert!(start.is_legal(m));
    let mut state = start.clone();
    state.play(m).expect("it is legal");
    let mut position = start.position();
    selection.specification().play(&mut position, &start.details(m)).expect("it is legal");
    assert_eq!(state, selection.state(&position));
}

#[test]
fn pieces_are_counted() {
    let chess = game("chess");
    let start = chess.start();
    let count =
        |name: &str| start.count(start.to_move(), chess.rules().kind(name).expect("a piece of chess"));
    assert_eq!(["Pawn", "Queen", "Rook"].map(count), [8, 1, 2]);
}

/// A kind that goes into a hand as another is not held itself.
#[test]
fn what_is_in_hand_is_counted_once() {
    for name in ["crazyhouse", "dobutsu", "kyotoshogi", "shinobi"] {
        let game = game(name);
        random_walk(&game, 3, 80, |position, _, _| {
            let state = game.state(position);
            for player in (0..game.rules().players.len()).map(PlayerId::new) {
                for kind in (0..game.rules().kinds.len()).map(KindId::new) {
                    let held = game.specification().hand(position, player, kind);
                    assert_eq!(state.hand(player, kind), u32::from(held), "{name}: {kind}");
                }
            }
        });
    }
}
