//! Learns to judge positions: a game is played against itself, and a [net](tilegame_search::net::Net) is fitted to what the search found and how the
//! games ended.
//!
//! | module | what |
//! | --- | --- |
//! | `play` | games of the search against itself, as lines of text |
//! | `mirror` | whether left and right can be exchanged |
//! | `samples` | the positions of such games from which something can be learned |
//! | `train` | weights that fit them |
//!
//! It knows no game, and has no clock, files or threads of its own but those that the caller asks for. The same games and seed give the same net.
//!
//! ```
//! use tilegame_learn::{Course, Samples, Trainer, play};
//! use tilegame_runtime::Game;
//! use tilegame_search::{Search, net::Net};
//!
//! let game = Game::from_library("minishogi")?;
//! let mut search = Search::with_net(&game, None);
//! let games: Vec<_> = (0..60).map(|seed| play(&mut search, 30, seed, &mut ())).collect();
//! let mut samples = Samples::new(&game).expect("a game of two");
//! for played in games.iter().flatten() {
//!     samples.add(&game, played)?;
//! }
//! let mut trainer = Trainer::new(&samples, Course { hidden: 8, epochs: 2, ..Course::default() }).expect("positions");
//! while trainer.epoch(&samples).is_some() {}
//! let net: Net = trainer.net("an example");
//! assert!(net.value(&game.start()).abs() < 1_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod mirror;
mod play;
mod samples;
mod train;

pub use play::{NotAGame, Played, play, play_pair};
pub use samples::{Sample, Samples};
pub use train::{Course, Epoch, Trainer};

/// The share of the points that a worth promises, by the logistic curve: 73 % for a worth of one `unit`.
fn promised(worth: f64, unit: f64) -> f64 {
    1.0 / (1.0 + (-worth / unit).exp())
}
