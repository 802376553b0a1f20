//! Effects that cannot happen: what several effects do to one tile, in their order.
//!
//! All effects of a line read the position before it. So what one of them puts on a tile is not yet there for the next, and what is
//! shifted away has not gone.

use crate::ast::{self, Effect};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{self, Path, Test};

use super::path::{arrives, effect_span};
use super::resolver::Resolver;
use super::sorts::Sort;

/// What is known of the tile on which effects happen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// It depends.
    Unknown,
    /// Nothing stands there.
    Nothing,
    /// Something does.
    Something,
    /// An earlier effect has put something there.
    Put,
    /// An earlier effect has shifted what stood there.
    Shifted,
    /// An earlier effect has taken what stood there.
    Taken,
}

impl Resolver<'_> {
    /// What a test says of the tile on which it holds.
    pub(super) fn what_stands(&self, test: &Test) -> Stands {
        match (self.case().possible_on_piece(test), self.case().possible_on_nothing(test)) {
            (false, true) => Stands::Nothing,
            (true, false) => Stands::Something,
            // What can't hold at all, an option has switched off.
            (true, true) | (false, false) => Stands::Unknown,
        }
    }

    /// What the last tile of these ways says of itself, if all say the same.
    pub(super) fn what_stands_at_end(&self, ways: &[Path]) -> Stands {
        let mut all = ways.iter().map(|way| self.at_end(way));
        let first = all.next().unwrap_or(Stands::Unknown);
        if all.all(|other| other == first) { first } else { Stands::Unknown }
    }

    fn at_end(&self, path: &Path) -> Stands {
        match path {
            Path::Check { test, .. } => self.what_stands(test),
            Path::Any(ways) => self.what_stands_at_end(ways),
            Path::Seq(parts) => {
                for part in parts.iter().rev() {
                    match (part, self.at_end(part)) {
                        // Another test on the same tile may know.
                        (Path::Check { .. }, Stands::Unknown) | (Path::Do(_), _) => {}
                        (_, stands) => return stands,
                    }
                }
                Stands::Unknown
            }
            _ => Stands::Unknown,
        }
    }

    /// Says which effects on one tile can never happen; `None` if there is one. A piece that moves, if there is one, comes to stand
    /// where nothing stands, and then `become` is about it: those effects are the ones for which the answer is true.
    pub(super) fn can_happen<'a>(
        &mut self,
        effects: impl IntoIterator<Item = &'a Effect>,
        mut stands: Stands,
        mover: bool,
    ) -> Option<Vec<bool>> {
        let mut about_mover = Vec::new();
        for effect in effects {
            let word = word(effect);
            let arrives = mover
                && matches!(stands, Stands::Nothing | Stands::Taken)
                && matches!(effect, Effect::Become(name) if self.index(Sort::State, &name.node).is_none() && name.node != "first");
            about_mover.push(arrives);
            let why = match (acts_on(effect), stands) {
                _ if arrives => None,
                (ActsOn::Piece, Stands::Nothing) => Some("the tile is empty here"),
                (ActsOn::Piece, Stands::Put) => Some("what is put here is not there yet"),
                (ActsOn::Piece, Stands::Taken) => Some("what stood here is taken already"),
                (ActsOn::Room, Stands::Something) => Some("something stands here"),
                (ActsOn::Room, Stands::Put) => Some("a piece is put here already"),
                (ActsOn::Room, Stands::Shifted) => Some("what is shifted has not gone yet"),
                _ => None,
            };
            if let Some(why) = why {
                let waits = matches!(stands, Stands::Put | Stands::Shifted);
                self.report.push(errors::idle_effect(word, effect_span(effect), why, waits));
                return None;
            }
            stands = match effect {
                Effect::Take(_) | Effect::TakeLast(_) | Effect::Merge(_) | Effect::Unite(_) => Stands::Taken,
                Effect::Shift(_) | Effect::Reflect(_) | Effect::Swap(_) => Stands::Shifted,
                Effect::Put(_) | Effect::Drop(_) => Stands::Put,
                _ => stands,
            };
        }
        Some(about_mover)
    }

    /// A path whose `become` on the last tile is about the piece that arrives there, unless something else stands there that stays in
    /// the game.
    pub(super) fn arriving(&self, path: Path) -> Path {
        match path {
            Path::Any(ways) => Path::Any(ways.into_iter().map(|way| self.arriving(way)).collect()),
            Path::Seq(mut parts) => {
                let is_last = |part: &Path| matches!(part, Path::Do(_) | Path::Check { .. });
                let start = parts.iter().rposition(|part| !is_last(part)).map_or(0, |at| at + 1);
                if start == 0 {
                    return Path::Seq(parts);
                }
                let tile = &mut parts[start..];
                let does = |wanted: fn(&ir::Effect) -> bool| {
                    tile.iter().any(|part| matches!(part, Path::Do(effect) if wanted(effect)))
                };
                let moved =
                    does(|e| matches!(e, ir::Effect::Swap | ir::Effect::Shift(_) | ir::Effect::Reflect(_)));
                let taken = does(|e| matches!(e, ir::Effect::Take | ir::Effect::TakeLast));
                let stands = || {
                    tile.iter().any(
                        |part| matches!(part, Path::Check { test, .. } if self.what_stands(test) == Stands::Something),
                    )
                };
                if does(|e| matches!(e, ir::Effect::Become(_))) && !moved && (taken || !stands()) {
                    for part in tile.iter_mut() {
                        if let Path::Do(effect) = part {
                            arrives(effect);
                        }
                    }
                }
                if start == parts.len()
                    && let Some(last) = parts.pop()
                {
                    parts.push(self.arriving(last));
                }
                Path::Seq(parts)
            }
            other => other,
        }
    }

    /// The same for what is done on the tile that is chosen or moved to.
    pub(super) fn can_be_done(&mut self, actions: &[ast::Action], stands: Stands) -> Option<Vec<bool>> {
        let here = actions.iter().filter_map(|action| match action {
            ast::Action::Here(effect) => Some(effect),
            _ => None,
        });
        self.can_happen(here.collect::<Vec<_>>(), stands, false)
    }
}

/// What an effect needs on its tile.
enum ActsOn {
    /// A piece.
    Piece,
    /// Room for one.
    Room,
    /// Nothing in particular.
    Anything,
}

fn acts_on(effect: &Effect) -> ActsOn {
    match effect {
        Effect::Take(_)
        | Effect::TakeLast(_)
        | Effect::Become(_)
        | Effect::BecomeNot(_)
        | Effect::Rotate(_)
        | Effect::Swap(_)
        | Effect::Merge(_)
        | Effect::Unite(_)
        | Effect::Join(_)
        | Effect::Reflect(_)
        | Effect::Shift(_) => ActsOn::Piece,
        Effect::Put(_) | Effect::Drop(_) => ActsOn::Room,
        Effect::Vanish(_) | Effect::Mark(_) | Effect::Count { .. } => ActsOn::Anything,
    }
}

/// The word that an effect begins with.
fn word(effect: &Effect) -> &'static str {
    match effect {
        Effect::Take(_) | Effect::TakeLast(_) => "take",
        Effect::Become(_) | Effect::BecomeNot(_) => "become",
        Effect::Rotate(_) => "rotate",
        Effect::Swap(_) => "swap",
        Effect::Merge(_) | Effect::Unite(_) => "merge",
        Effect::Join(_) => "join",
        Effect::Reflect(_) => "reflect",
        Effect::Shift(_) => "shift",
        Effect::Put(_) => "put",
        Effect::Drop(_) => "drop",
        Effect::Vanish(_) => "vanish",
        Effect::Mark(_) => "mark",
        Effect::Count { .. } => "count",
    }
}
