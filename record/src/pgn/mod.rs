//! Whole games as texts in the manner of PGN: tags, moves, comments, variations, result.
//!
//! Syntax and meaning are apart. A [`PgnGame`] is what is written; its moves are words, and any game's words will do.
//! [`replay`] gives them a meaning, and [`from_match`] makes a text of what was played.
//!
//! ```
//! use tilegame_record::pgn;
//! use tilegame_runtime::Game;
//! let chess = Game::from_library("chess")?;
//! let (games, remarks) = pgn::parse("1. e4 e5 (1... c5) 2. Nf3 *");
//! assert!(remarks.is_empty());
//! let replayed = pgn::replay(&chess, &games[0])?;
//! assert_eq!(replayed.moves.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading
//!
//! Never fails: [`parse`] gives every game of a text, and [`Remark`]s about what it stumbled over. [`Games`] does the same one game
//! after another for texts that come line by line; neither time nor memory grow faster than the text. Besides what [`write()`]
//! makes, these are taken:
//!
//! * moves without numbers or with any; `;` comments and `%` lines; `!`, `?`, their pairs and signs such as `+-` and `±` as
//!   numeric glyphs; `e.p.`, `+` and `#` apart from the move;
//! * results as `½-½`, `1:0` or `0.5-0.5`, or none; tags in any order, also with quotes in them;
//! * a byte order mark; any line ends; Latin-1, by way of [`decode`];
//! * a comment that is never closed, up to the next tag behind an empty line.
//!
//! Runs of white space in comments become one space. A move may be written in any notation of the game, as people write it, as
//! coordinates, or as a whole turn: that is the business of [`replay`], which also says what becomes of null moves.
//!
//! # Writing
//!
//! Tags with the seven of the roster first, then moves in lines of at most 80 columns. What is written is read back as an
//! equal game.

mod count;
mod parse;
mod replay;
mod write;
mod written;

pub use parse::{Games, MOST_REMARKS, decode, parse};
pub use replay::{ReplayError, ReplayErrorKind, Replayed, from_match, replay, variant_of};
pub use write::write;
pub use written::{DEEPEST, Level, Line, Node, PgnGame, Place, ROSTER, Remark, Tags};
