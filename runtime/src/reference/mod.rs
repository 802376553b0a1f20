//! The reference engine: it walks the graph and evaluates the rules literally, on whole [positions](Position), and is the specification. What it does is
//! slow and plain; the fast engine shares its types and its lookups in the rules, but none of its logic.
//!
//! | module | what |
//! | --- | --- |
//! | `engine` | the rules with what is worked out once; endings |
//! | `position` | what stands where, whose turn it is, and what the board does not show |
//! | `earlier` | the positions before one |
//! | `view` | a position as one player sees it while a question is answered |
//! | `walk` | paths |
//! | `ways` | how many ways a path has at most |
//! | `ask` | tests |
//! | `capture` | who could legally capture a piece |
//! | `zones` | who covers a tile |
//! | `generate`, `castle` | moves |
//! | `make` | making them and taking them back |
//! | `follow` | what follows from a move |
//! | `leave` | players who go out |
//! | `history` | what is remembered of moves, where a rule asks |
//! | `recurrence` | how often a position has occurred |
//! | `acted` | who has acted in a turn |
//! | `rejoin` | parts of a stack that go along after all with others |
//! | `reach` | a filter in front of questions about attacks and zones |
//! | `specification` | the questions, for whoever compares

pub(crate) mod acted;
mod ask;
pub(crate) mod boardwork;
mod capture;
mod castle;
pub(crate) mod earlier;
pub(crate) mod engine;
mod follow;
pub(crate) mod generate;
pub(crate) mod history;
mod leave;
pub(crate) mod make;
pub(crate) mod memory;
pub(crate) mod plays;
pub(crate) mod position;
pub(crate) mod reach;
mod receive;
mod recurrence;
mod rejoin;
pub(crate) mod rest;
#[cfg(feature = "specification")]
mod specification;
mod stacks;
pub(crate) mod view;
pub(crate) mod walk;
pub(crate) mod ways;
mod zones;

pub use make::Undo;
pub use position::{Deed, Left, Passed, Past, Position};
#[cfg(feature = "specification")]
pub use specification::Specification;
