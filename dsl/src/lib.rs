//! The TileGame language: text in, checked rules or readable errors out.
//!
//! ```text
//! text ──layout, parse──▶ ast::File ──resolve──▶ ir::Rules
//!          │                  (one for each text)     │
//!          └──────── Vec<Diagnostic> ◀────────────────┘
//! ```
//!
//! ```
//! use tilegame_dsl::{load, source::Sources};
//! let mut sources = Sources::new();
//! sources.add("mine.tg", "
//! game \"Rooks\"
//! board
//!     grid 4 x 4
//! players
//!     White \"w\"
//!     Black \"b\" mirrored
//! piece Rook \"R\"
//!     move rot(n)*inf
//! setup \"r3/4/4/3R w\"
//! ");
//! let loaded = load(&mut sources, "mine.tg", &mut |_| None);
//! assert_eq!(loaded.diagnostics, []);
//! assert_eq!(loaded.rules.unwrap().board.tiles.len(), 16);
//! ```

pub mod ast;
pub mod betza;
pub mod context;
pub mod diagnostic;
pub mod fetch;
pub mod fmt;
pub mod ir;
pub mod layout;
pub mod library;
pub mod limits;
pub mod moveid;
pub mod parse;
mod places;
mod resolve;
pub mod source;
pub mod token;

use diagnostic::Diagnostic;
use fetch::{Fetch, Fetched};
pub use places::{Places, TestPlace};
use source::Sources;

/// What comes of loading a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loaded {
    /// The rules, unless there is an error.
    pub rules: Option<ir::Rules>,
    /// Where the texts that the runtime reads stand.
    pub places: Places,
    /// All messages, in the order of the files (the root first, then as they are imported) and of their places there.
    pub diagnostics: Vec<Diagnostic>,
}

/// Loads the game whose text is in `sources` under the name `root`, with everything it imports.
///
/// `use NAME` and `of NAME` mean the library's `stdlib/NAME.tg` and `games/NAME.tg`, or else a file `NAME.tg` beside the
/// importing one. A quoted path is relative to the importing file's folder. Names are looked up in `sources` first, then in
/// the library, then `fetch` is asked for the path; paths in `sources`, then by `fetch`, then in the library. What is found
/// is added to `sources`; a file whose path is also the name of a source of the library is called `./PATH` there.
///
/// A root that is not in `sources` is looked for in the library and then by `fetch`; if it is nowhere, it counts as empty.
pub fn load(sources: &mut Sources, root: &str, fetch: &mut Fetch<'_>) -> Loaded {
    load_switched(sources, root, fetch, &[])
}

/// Like [`load`], with some options of the game on or off whatever its texts say. Names of which the game has no option
/// change nothing; [`ir::Rules::options`] lists those that there are.
///
/// ```
/// use tilegame_dsl::{load_switched, source::Sources};
/// let mut sources = Sources::new();
/// sources.add("mine.tg", "
/// option wide = off \"Boards are wide\"
/// game \"Rooks\"
/// board
///     grid 4 x 4
/// players
///     White \"w\"
///     Black \"b\" mirrored
/// piece Rook \"R\"
///     move n
///     move e if wide
/// setup \"r3/4/4/3R w\"
/// ");
/// let loaded = load_switched(&mut sources, "mine.tg", &mut |_| None, &[("wide".to_string(), true)]);
/// assert!(loaded.rules.unwrap().options[0].on);
/// ```
pub fn load_switched(
    sources: &mut Sources,
    root: &str,
    fetch: &mut Fetch<'_>,
    options: &[(String, bool)],
) -> Loaded {
    let file = sources.find(root).unwrap_or_else(|| {
        let text = library::text(root).map(str::to_string).or_else(|| match fetch(root) {
            Some(Fetched::Text(text)) => Some(text),
            _ => None,
        });
        sources.add(root, text.unwrap_or_default())
    });
    let mut report = resolve::report::Report::default();
    let mut modules = resolve::imports::read(sources, file, fetch, &mut report);
    resolve::extend::extend(&mut modules, &mut report);
    resolve::expand::expand(&mut modules, &mut report);
    resolve::resolve(sources, file, &modules, options, report)
}
