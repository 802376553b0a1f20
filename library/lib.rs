//! The texts that come with TileGame: the modules of `stdlib/` and the games of `games/`.
//!
//! These are only the texts, so that no program needs files to play the games. `tilegame_dsl::library` looks things up in them, and
//! `Game::from_library` of `tilegame-runtime` makes a game ready to play.
//!
//! ```
//! use tilegame_library::{GAMES, MODULES};
//! assert!(GAMES.iter().any(|(name, text)| *name == "chess" && text.contains("piece Queen")));
//! assert!(MODULES.iter().any(|(name, _)| *name == "checkmate"));
//! ```

include!(concat!(env!("OUT_DIR"), "/library.rs"));
