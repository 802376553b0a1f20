//! The rules file beside the second implementation, position by position.

use std::sync::atomic::{AtomicUsize, Ordering};

use tilegame_runtime::moves::Move;
use tilegame_runtime::{Game, Position};
use tilegame_tests::{Dice, on_all_processors};

use super::board::{LETTERS, Stack, State, name};
use super::play::Step;

/// What a position shows, in words of no side: the squares from a1 on, who moves, whether a turn is open, the clock and the
/// number of the move.
fn shown(game: &Game, position: &Position) -> String {
    let rules = game.rules();
    let mut squares = vec![String::from("."); rules.board.tiles.len()];
    for (tile, piece) in position.pieces() {
        let tile_name = &rules.board.tiles[tile.index()].name;
        squares[super::square(tile_name)] = rules.kinds[piece.kind.index()].letter_of(piece.owner).to_owned();
    }
    let number = |wanted: &str| {
        let at = rules.counters.iter().position(|c| c.name == wanted).expect("a counter");
        game.specification().counter(
            position,
            tilegame_dsl::ir::CounterId::new(at),
            game.specification().to_move(position),
        )
    };
    let turn = rules.players[game.specification().to_move(position).index()].letter;
    let open = position.phase().index() > 0;
    let numbers = format!("{} {}", number("clock"), number("moves"));
    format!("{} {turn} {}", squares.concat(), if open { "open" } else { &numbers })
}

fn shown_plainly(state: &State) -> String {
    let square = |stack: &Option<Stack>| {
        let Some(stack) = stack else { return String::from(".") };
        let text = super::board::men_text(&stack.men);
        if stack.blue { text.to_ascii_lowercase() } else { text }
    };
    let squares: String = state.squares.iter().map(square).collect();
    let turn = if state.blue { 'b' } else { 'r' };
    let numbers = format!("{} {}", state.half, state.full);
    format!("{squares} {turn} {}", if state.session.is_some() { "open" } else { &numbers })
}

/// Each step of the one beside the move of the other that leads to the same position, and that position; what differs, in words.
pub(super) fn compare(
    game: &Game,
    state: &State,
    position: &Position,
) -> Result<Vec<(Step, Move, Position)>, String> {
    let mut theirs: Vec<(String, Step)> =
        state.steps().into_iter().map(|s| (shown_plainly(&state.after(&s)), s)).collect();
    theirs.sort();
    let mut ours: Vec<(String, Move, Position)> = Vec::new();
    for m in tilegame_tests::listed(game, position) {
        let mut next = position.clone();
        let undo = game.specification().make(&mut next, &m);
        ours.push((shown(game, &next), m, next.clone()));
        game.specification().undo(&mut next, undo);
        assert_eq!(next, *position);
    }
    ours.sort_by(|a, b| a.0.cmp(&b.0));
    if theirs.iter().map(|t| &t.0).eq(ours.iter().map(|o| &o.0)) {
        return Ok(theirs.into_iter().zip(ours).map(|((_, step), (_, m, next))| (step, m, next)).collect());
    }
    let missing: Vec<String> = theirs
        .iter()
        .filter(|t| !ours.iter().any(|o| o.0 == t.0))
        .map(|t| format!("{}-{} {:?}", name(t.1.from), name(t.1.to), t.1))
        .collect();
    let extra = ours.iter().filter(|o| !theirs.iter().any(|t| t.0 == o.0));
    let extra: Vec<String> = extra.map(|o| game.specification().uci(position, &o.1)).collect();
    Err(format!(
        "{} beside {}\n{}\n{}\nmissing {missing:#?}\nextra {extra:?}",
        theirs.len(),
        ours.len(),
        state.text(),
        shown_plainly(state),
    ))
}

/// Walks at random with both, compares where every step leads, and reads what is written: positions, and the moves that are
/// made. How far it has come.
fn walk(game: &Game, from: &str, seed: u64, plies: usize) -> usize {
    let mut state = State::parse(from);
    let mut position = game.specification().read_fen(from).unwrap_or_else(|e| panic!("{from}: {e}"));
    let mut dice = Dice::new(seed);
    for ply in 0..plies {
        let text = game.specification().fen(&position);
        assert_eq!(game.specification().read_fen(&text).as_ref(), Ok(&position), "{text}");
        let mut pairs = compare(game, &state, &position)
            .unwrap_or_else(|what| panic!("seed {seed}, ply {ply}, from {from}: {what}"));
        if pairs.is_empty() {
            return ply;
        }
        let (step, m, next) = pairs.swap_remove(dice.below(pairs.len()));
        // To read a move every legal one is written, so it is one notation at a time.
        let (written, again) = if ply % 2 == 0 {
            let written = game.specification().uci(&position, &m);
            let again = game.specification().read_uci(&position, &written).ok();
            (written, again)
        } else {
            let written = game.specification().san(&position, &m);
            let again = game.specification().read_san(&position, &written).ok();
            (written, again)
        };
        assert_eq!(again.as_ref(), Some(&m), "{text}: {written}");
        state = state.after(&step);
        position = next;
    }
    plies
}

/// A position with both commanders and so many other pieces, here and there.
fn scattered(dice: &mut Dice, pieces: usize) -> String {
    let mut state = State::parse("11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1");
    let free = |dice: &mut Dice, kind: u8| loop {
        let square = dice.below(132);
        if super::board::stands(kind, square) {
            return square;
        }
    };
    for number in 0..pieces + 2 {
        let kind = if number < 2 { 0 } else { 1 + dice.below(LETTERS.len() - 1) as u8 };
        let blue = number % 2 == 1;
        let heroic = dice.below(4) == 0;
        let square = free(dice, kind);
        let man = super::board::Man { kind, heroic };
        match &mut state.squares[square] {
            Some(stack) if stack.blue == blue => {
                let both: Vec<_> = stack.men.iter().copied().chain([man]).collect();
                if let Some(men) = super::board::stacked(&both)
                    && super::board::stands(men[0].kind, square)
                {
                    stack.men = men;
                }
            }
            Some(_) => {}
            nobody => *nobody = Some(Stack { blue, men: vec![man] }),
        }
    }
    state.blue = dice.below(2) == 1;
    state.text()
}

/// A thousand games of at most 500 plies with `TILEGAME_DEEP` (any value), one in four of them from the start.
#[test]
fn every_step_leads_to_the_same_position() {
    let game = super::rules();
    let (games, plies) = if std::env::var_os("TILEGAME_DEEP").is_some() { (1000, 500) } else { (12, 40) };
    let mut dice = Dice::new(7);
    let start = |number| match number % 4 {
        0 => super::START.to_owned(),
        _ => scattered(&mut dice, 4 + number % 30),
    };
    let starts: Vec<String> = (0..games).map(start).collect();
    let ended = AtomicUsize::new(0);
    on_all_processors(games, |number| {
        let walked = walk(&game, &starts[number], number as u64, plies);
        ended.fetch_add(usize::from(walked < plies), Ordering::Relaxed);
    });
    let ended = ended.into_inner();
    assert!(ended > 0, "no game has come to an end");
}
