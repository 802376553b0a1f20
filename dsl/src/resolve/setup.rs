//! The `setup` block: a FEN, and arrangements by number.

use crate::ast::{Name, Number, PlaceLine, SetupLine, Text, Tiles};
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{KindId, Place, PlayerId, Setup, Sharing, Shuffle, Tile};
use crate::source::Span;

use super::resolver::Resolver;

/// Tiles that a step of a shuffle chooses from, and how many it takes.
struct Step {
    tiles: Vec<Tile>,
    count: usize,
    span: Span,
}

impl<'a> Resolver<'a> {
    /// Lowers the setup; also gives the places of the FENs.
    pub(crate) fn setup(&mut self, lines: &'a [SetupLine], span: Span) -> Option<(Setup, Vec<Span>)> {
        let mut positions: Vec<(Option<&Name>, &Text)> = Vec::new();
        let mut start: Option<&Number> = None;
        let mut shuffle: Option<(Option<Shuffle>, u64, Span)> = None;
        for line in lines {
            match line {
                SetupLine::Position { name, text } => {
                    let same = |other: &&(Option<&Name>, &Text)| {
                        other.0.map(|n| &n.node) == name.as_ref().map(|n| &n.node)
                    };
                    match positions.iter().find(same) {
                        Some((_, first)) => {
                            self.report.push(errors::only_one("position", text.span, first.span));
                        }
                        None => positions.push((name.as_ref(), text)),
                    }
                }
                SetupLine::Start(number) => {
                    if let Some(first) = start.replace(number) {
                        self.report.push(errors::only_one("start", number.span, first.span));
                    }
                }
                SetupLine::Shuffle { tiles, sharing, places, span } => {
                    if let Some((_, _, first)) = &shuffle {
                        self.report.push(errors::only_one("shuffle", *span, *first));
                        continue;
                    }
                    let (lowered, ways) = self.shuffle(tiles, *sharing, places, *span).unzip();
                    shuffle = Some((lowered, ways.unwrap_or(u64::MAX), *span));
                }
            }
        }
        let Some((_, text)) = positions.first().copied() else {
            self.report.push(errors::missing_part(
                "position to start from",
                "setup \"8/8/8/8/8/8/8/8 w\"",
                span,
            ));
            return None;
        };
        if let Some(number) = start {
            match &shuffle {
                None => {
                    let title = "there is only one arrangement".to_string();
                    self.report.push(errors::bad_shuffle(number.span, title, "`start` needs a `shuffle`"));
                }
                Some((_, ways, _)) if u64::from(number.node) >= *ways => {
                    let title = format!("there is no arrangement {}", number.node);
                    let label = format!("they are numbered from 0 to {}", ways - 1);
                    self.report.push(errors::bad_shuffle(number.span, title, &label));
                }
                Some(_) => {}
            }
        }
        let shuffle = match shuffle {
            Some((lowered, _, _)) => Some(Shuffle { start: start.map_or(0, |n| n.node), ..lowered? }),
            None => None,
        };
        let unnamed = positions.iter().find(|(name, _)| name.is_none());
        if let ([_, _, ..], Some((_, nameless))) = (positions.as_slice(), unnamed) {
            let title = "one of several positions has no name".to_string();
            let label = "write a name in front of it: `position classic \"…\"`";
            self.report.push(errors::bad_shuffle(nameless.span, title, label));
            return None;
        }
        if let (Some((Some(name), _)), Some(_)) = (positions.first(), &shuffle) {
            let title = "a shuffle is on top of one position, which needs no name".to_string();
            self.report.push(errors::bad_shuffle(name.span, title, "arrangements are asked for by number"));
            return None;
        }
        let pair =
            |(name, text): &(Option<&Name>, &Text)| Some((name.as_ref()?.node.clone(), text.node.clone()));
        let named = positions.iter().filter_map(pair).collect();
        let spans = positions.iter().map(|(_, text)| text.span).collect();
        Some((Setup { position: text.node.clone(), named, shuffle }, spans))
    }

    fn shuffle(
        &mut self,
        tiles: &'a Tiles,
        sharing: Sharing,
        places: &'a [PlaceLine],
        span: Span,
    ) -> Option<(Shuffle, u64)> {
        let all = self.tiles(tiles, PlayerId(0))?;
        if all.is_empty() {
            self.report.push(errors::no_tiles("this set of tiles", tiles.span));
            return None;
        }
        if places.is_empty() {
            let title = "this shuffle places nothing".to_string();
            self.report.push(errors::bad_shuffle(span, title, "write what is placed in lines under it"));
            return None;
        }
        let (mut lowered, mut steps, mut failed) = (Vec::new(), Vec::<Step>::new(), false);
        let mut total: u64 = 1;
        for line in places {
            let Some((place, step)) = self.place(line, &all) else {
                failed = true;
                continue;
            };
            let Some(ways) = self.ways_to_place(&step, &steps) else {
                failed = true;
                continue;
            };
            total = total.saturating_mul(ways);
            steps.push(step);
            lowered.push(place);
        }
        if sharing == Sharing::Apart {
            total = total.saturating_pow(self.players.len() as u32);
        }
        if total > u64::from(u32::MAX) {
            let title = "there are too many arrangements to number".to_string();
            self.report.push(errors::bad_shuffle(span, title, "more than 4,294,967,295"));
            return None;
        }
        let shuffle = Shuffle { tiles: all, sharing, places: lowered, start: 0 };
        (!failed).then_some((shuffle, total))
    }

    fn place(&mut self, line: &'a PlaceLine, all: &[Tile]) -> Option<(Place, Step)> {
        let kinds: Vec<Option<KindId>> = line.kinds.iter().map(|k| self.kind(k)).collect();
        let on = match &line.on {
            Some(tiles) => Some(self.region_of(tiles)?),
            None => None,
        };
        let kinds: Vec<KindId> = kinds.into_iter().collect::<Option<_>>()?;
        let other = |name: &&Name| name.node != line.kinds[0].node;
        if let Some(name) = line.kinds.iter().find(other).filter(|_| !line.ordered) {
            let title = "different pieces in one line need an order".to_string();
            let label = "write `in order` at the end, or a line for each";
            self.report.push(errors::bad_shuffle(name.span, title, label));
            return None;
        }
        let inside = |tile: &&Tile| on.is_none_or(|r| self.regions.list[r.index()].tiles[0].contains(tile));
        let tiles: Vec<Tile> = all.iter().filter(inside).copied().collect();
        let step = Step { tiles, count: kinds.len(), span: line.span };
        Some((Place { kinds, on, ordered: line.ordered }, step))
    }

    /// The number of ways to do a step, which must not depend on what the steps before have chosen.
    fn ways_to_place(&mut self, step: &Step, before: &[Step]) -> Option<u64> {
        let mut free = step.tiles.len();
        for earlier in before {
            let shared = earlier.tiles.iter().filter(|t| step.tiles.contains(t)).count();
            if shared == earlier.tiles.len() {
                free = free.saturating_sub(earlier.count);
            } else if shared > 0 {
                let title = "the number of ways depends on an earlier line".to_string();
                let label = "arrangements can't be numbered so; put the narrower line first";
                let error = errors::bad_shuffle(step.span, title, label)
                    .with_label(earlier.span, "may or may not use up its tiles");
                self.report.push(error);
                return None;
            }
        }
        if free < step.count {
            let title = format!("no room for {} more pieces", step.count);
            let label = format!("only {free} of its tiles are left");
            self.report.push(errors::bad_shuffle(step.span, title, &label));
            return None;
        }
        Some(choose(free as u64, step.count as u64))
    }
}

/// The number of ways to choose `k` of `n`, or a very large number.
fn choose(n: u64, k: u64) -> u64 {
    let k = k.min(n - k);
    let mut ways: u128 = 1;
    for i in 0..k {
        ways = ways * u128::from(n - i) / u128::from(i + 1);
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}
