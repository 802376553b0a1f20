//! TileGame for Python.
//!
//! There is no logic of games here: everything is asked of the crates that the command is made of. What Python has around it, plain classes and
//! modules, lies in `package/tilegame`.
//!
//! | module | what it answers |
//! | --- | --- |
//! | `calm` | that no panic crosses, and that Ctrl-C is heard |
//! | `errors` | exceptions, with places |
//! | `origin` | where a game comes from, so that it can be made again elsewhere |
//! | `game` | games: from the library, texts and files of variants |
//! | `state` | positions with a stack of moves |
//! | `moves` | moves and lists of them |
//! | `counting` | counts, by several threads |
//! | `pgn` | games as texts |
//! | `movement` | how pieces move: rules, move-IDs, Betza notation, diagrams |
//! | `engine` | looking for good moves |
//! | `actions` | a number for every move |
//! | `planes` | positions as numbers in planes |
//! | `batch` | many states at once, for learning programs |
//! | `nets` | nets that judge positions, as arrays |
//! | `self_play` | games of the search against itself, and what can be learned from them |
//! | `random_games` | games at random, by several threads |

mod actions;
mod batch;
mod calm;
mod counting;
mod engine;
mod errors;
mod game;
mod movement;
mod moves;
mod nets;
mod origin;
mod pgn;
mod planes;
mod random_games;
mod self_play;
mod state;

use pyo3::pymodule;

/// The part of the package that is compiled.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::batch::{PyBatch, PyEncoding, playouts};
    #[pymodule_export]
    use crate::engine::PyEngine;
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::movement::{
        PyPiece, betza_explain_text, betza_normal, betza_rules, move_id_diagram, move_id_differences,
        move_id_explain, move_id_fields, move_id_normal,
    };
    #[pymodule_export]
    use crate::moves::{PyLegalMoves, PyMove};
    #[pymodule_export]
    use crate::nets::PyNet;
    #[pymodule_export]
    use crate::self_play::{PySamples, PySelfPlay};
    #[pymodule_export]
    use crate::state::PyState;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "it is called so in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
