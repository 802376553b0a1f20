//! Nothing is allocated for a move, once there is room for a list of moves and for a state.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tilegame_runtime::bitset::{Bitset, PackedMove, State};
use tilegame_tests::{Dice, game, is_wide, names};

/// Games in which it is: a turn is remembered, or what was before; moves are compared with each other by all that they change, or preferred by
/// where they lead; tiles move; or walks can be long.
const ALLOCATING: &[&str] = &[];

thread_local! {
    static ALLOCATED: Cell<u64> = const { Cell::new(0) };
}

/// Counts what each thread asks for.
struct Counting;

#[expect(unsafe_code, reason = "how else would one count allocations")]
// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that ends counts no more.
        _ = ALLOCATED.try_with(|number| number.set(number.get() + 1));
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Plays at random, and asks what a search asks; the number of allocations.
fn play(
    engine: &Bitset,
    start: &State,
    (now, next): (&mut State, &mut State),
    moves: &mut Vec<PackedMove>,
) -> u64 {
    let before = ALLOCATED.get();
    let mut dice = Dice::new(7);
    now.clone_from(start);
    for _ in 0..80 {
        moves.clear();
        engine.list_captures(now, moves);
        moves.clear();
        engine.list(now, moves);
        let _ = (engine.key(now), engine.end(now), engine.in_check(now), engine.has_moves(now));
        if moves.is_empty() {
            break;
        }
        let m = moves[dice.below(moves.len())];
        let _ = (engine.captures(now, m), engine.is_legal(now, m), engine.target(now, m));
        engine.play_into(now, m, next);
        std::mem::swap(now, next);
    }
    ALLOCATED.get() - before
}

#[test]
fn nothing_is_allocated_for_a_move() {
    let (mut allocating, mut played) = (Vec::new(), 0);
    for name in names() {
        let game = game(name);
        let Ok(engine) = game.bitset() else { continue };
        if is_wide(&game) {
            continue;
        }
        let start = engine.state(&game.start()).expect("there is room for it");
        let (mut now, mut next, mut moves) = (start.clone(), start.clone(), Vec::new());
        play(engine, &start, (&mut now, &mut next), &mut moves);
        played += 1;
        if play(engine, &start, (&mut now, &mut next), &mut moves) > 0 {
            allocating.push(name);
        }
    }
    assert!(played > 50, "{played}");
    assert_eq!(allocating, ALLOCATING);
}
