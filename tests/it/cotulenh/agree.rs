//! The rules file beside the second implementation, position by position.

use tilegame_runtime::notation::{fen, uci};
use tilegame_runtime::{Game, Position};

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
        game.counter(position, tilegame_dsl::ir::CounterId::new(at), game.to_move(position))
    };
    let turn = rules.players[game.to_move(position).index()].letter;
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

/// A number that goes up, wildly.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Walks at random with both and compares where every step leads; what differs, in words.
fn walk(game: &Game, from: &str, seed: u64, plies: usize) -> Result<usize, String> {
    let mut state = State::parse(from);
    let mut position = fen::read(game, from).map_err(|e| format!("{from}: {e}"))?;
    let mut dice = Dice(seed);
    for ply in 0..plies {
        // A hero of a commander may cross the far side of the enemy's lines there, which the rules file leaves out.
        if state.squares.iter().flatten().any(|s| s.men.iter().any(|m| m.kind == 0 && m.heroic)) {
            return Ok(ply);
        }
        let text = fen::write(game, &position);
        assert_eq!(fen::read(game, &text).as_ref(), Ok(&position), "{text}");
        let mut theirs: Vec<(String, Step)> =
            state.steps().into_iter().map(|s| (shown_plainly(&state.after(&s)), s)).collect();
        theirs.sort();
        let mut ours: Vec<(String, String, Position)> = Vec::new();
        for m in game.moves(&position) {
            let mut next = position.clone();
            let undo = game.play_unchecked(&mut next, &m);
            ours.push((shown(game, &next), uci::write(game, &position, &m), next.clone()));
            game.undo(&mut next, undo);
            assert_eq!(next, position);
        }
        ours.sort_by(|a, b| a.0.cmp(&b.0));
        let (a, b): (Vec<_>, Vec<_>) =
            (theirs.iter().map(|t| &t.0).collect(), ours.iter().map(|o| &o.0).collect());
        if a != b {
            let missing: Vec<String> = theirs
                .iter()
                .filter(|t| !b.contains(&&t.0))
                .map(|t| format!("{}-{} {:?}", name(t.1.from), name(t.1.to), t.1))
                .collect();
            let extra: Vec<&String> = ours.iter().filter(|o| !a.contains(&&o.0)).map(|o| &o.1).collect();
            return Err(format!(
                "seed {seed}, ply {ply}: {} beside {}\n{}\n{}\nmissing {missing:#?}\nextra {extra:?}",
                a.len(),
                b.len(),
                state.text(),
                shown_plainly(&state),
            ));
        }
        if ours.is_empty() {
            return Ok(ply);
        }
        let chosen = dice.below(ours.len());
        state = state.after(&theirs[chosen].1);
        position = ours.swap_remove(chosen).2;
    }
    Ok(plies)
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

#[test]
fn every_step_leads_to_the_same_position() {
    let game = tilegame_tests::game("cotulenh");
    let games: u64 = std::env::var("TILEGAME_WALKS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let mut dice = Dice(7);
    for seed in 0..games {
        let from = if seed % 4 == 0 {
            super::START.to_owned()
        } else {
            scattered(&mut dice, 4 + seed as usize % 30)
        };
        if let Err(what) = walk(&game, &from, seed, 40) {
            panic!("{from}\n{what}");
        }
    }
}
