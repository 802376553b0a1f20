//! Texts for positions, moves and games.
//!
//! | module | a text for | needs a position | says everything |
//! | --- | --- | --- | --- |
//! | [`fen`] | a position | no | all but which pieces have moved: a piece counts as unmoved where the set-up has the same |
//! | [`uci`] | a move | yes | yes: no two legal moves are written alike |
//! | [`san`] | a move, by the game's own forms if it declares some | yes | yes: no two legal moves are written alike |
//! | [`turns`] | all the steps of a turn, where the rules declare a form for it | yes | yes, or there is no such text |
//! | [`pgn`] | a game with its comments and variations | only to give the moves a meaning | white space aside, yes |
//!
//! What is written is always read back as the same thing. Reading takes more than writing makes; the head of each module
//! lists what. A game may have several [notations](crate::Game::in_notation); what is in another than the one in use is read, too. Letters, fields and marks are the rules' business: none is known here.

pub(crate) mod alike;
pub(crate) mod boardwork;
pub(crate) mod choice;
mod course;
pub mod fen;
mod field;
pub(crate) mod form;
pub mod pgn;
pub mod san;
pub(crate) mod tiles;
pub mod turns;
pub mod uci;
