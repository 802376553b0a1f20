//! What evaluates the rules.
//!
//! There is one engine so far, the reference engine: it walks the graph and evaluates the rules literally, and is the
//! specification. Faster ones may share its types but none of its logic.
//!
//! | module | what |
//! | --- | --- |
//! | [`reference`] | the rules with what is worked out once; endings |
//! | [`view`] | a position as one player sees it while a question is answered |
//! | [`walk`] | paths |
//! | [`ask`] | tests |
//! | [`capture`] | who could legally capture a piece |
//! | [`zones`] | who covers a tile |
//! | [`generate`], [`castle`] | moves |
//! | [`make`] | making them and taking them back |
//! | [`follow`] | what follows from a move |
//! | [`leave`] | players who go out |
//! | [`history`] | what is remembered of moves, where a rule asks |
//! | [`recurrence`] | how often a position has occurred |
//! | [`acted`] | who has acted in a turn |
//! | [`rejoin`] | parts of a stack that go along after all with others |
//! | [`reach`] | a filter in front of questions about attacks and zones |

pub(crate) mod acted;
mod ask;
pub(crate) mod boardwork;
mod capture;
mod castle;
mod follow;
pub(crate) mod generate;
pub(crate) mod history;
mod leave;
pub(crate) mod make;
pub(crate) mod reach;
mod receive;
mod recurrence;
pub(crate) mod reference;
mod rejoin;
mod stacks;
pub(crate) mod view;
pub(crate) mod walk;
mod zones;
