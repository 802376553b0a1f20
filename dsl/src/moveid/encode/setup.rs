//! What the setup says: where pieces start, and whether a region is where a piece has not moved.

use std::collections::BTreeSet;

use crate::ir::{Effect, KindId, Path, Placement, PlayerId, RegionId, Rules, Tile};

/// Where pieces start.
pub(super) struct Start {
    standing: Vec<(Tile, PlayerId, KindId)>,
    /// Pieces of these kinds start elsewhere each time.
    shuffled: Vec<KindId>,
}

impl Start {
    /// Whether it is not fixed where such pieces start.
    pub(super) fn is_shuffled(&self, kind: KindId) -> bool {
        self.shuffled.contains(&kind)
    }

    /// Where a player's pieces of a kind start that are not shuffled, sorted.
    pub(super) fn of(&self, player: PlayerId, kind: KindId) -> Vec<Tile> {
        let own = self.standing.iter().filter(|(_, p, k)| *p == player && *k == kind);
        let mut tiles: Vec<Tile> = own.map(|(tile, ..)| *tile).collect();
        tiles.sort();
        tiles
    }
}

/// Where every piece starts; nothing where the setup can't be read, or there are several.
pub(super) fn start(rules: &Rules) -> Option<Start> {
    let several = rules.setup.named.len() > 1;
    if several || rules.notation.placement != Placement::default() {
        return None;
    }
    let mut letters: Vec<(&str, PlayerId, KindId)> = Vec::new();
    for (index, kind) in rules.kinds.iter().enumerate() {
        let of_kind = kind.letters.iter().enumerate();
        letters.extend(of_kind.map(|(p, l)| (l.as_str(), PlayerId::new(p), KindId::new(index))));
    }
    letters.sort_by_key(|(l, ..)| std::cmp::Reverse(l.len()));
    // What is in somebody's hand stands nowhere.
    let placement = rules.setup.position.split_whitespace().next()?.split('[').next()?;
    let mut standing = Vec::new();
    for (row, text) in rules.board.rows.iter().zip(placement.split('/')) {
        let mut tiles = row.iter();
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                (0..rest[..digits].parse::<usize>().ok()?).for_each(|_| {
                    tiles.next();
                });
                rest = &rest[digits..];
            } else if let Some(behind) = rest.strip_prefix('*') {
                tiles.next();
                rest = behind;
            } else {
                let (letter, player, kind) = letters.iter().find(|(l, ..)| rest.starts_with(l))?;
                standing.push(((*tiles.next()?)?, *player, *kind));
                rest = &rest[letter.len()..];
            }
        }
    }
    let places = rules.setup.shuffle.iter().flat_map(|shuffle| &shuffle.places);
    Some(Start { standing, shuffled: places.flat_map(|place| place.kinds.iter().copied()).collect() })
}

/// Whether "it stands in the region" says exactly that a piece of the kind has not moved: the region is where such pieces
/// start, no move leads one back to it, and nothing turns into one.
pub(super) fn on_is_first(rules: &Rules, kind: KindId, region: RegionId) -> bool {
    let Some(start) = start(rules).filter(|start| !start.is_shuffled(kind)) else { return false };
    let flat = rules.board.graph.edges().all(|e| e.turn.index() == 0);
    let castles = rules.castling.iter().any(|c| c.king == kind || c.partners.contains(kind));
    if !flat || castles || others_turn_into(rules, kind) {
        return false;
    }
    (0..rules.players.len()).map(PlayerId::new).all(|player| {
        let home = start.of(player, kind);
        if home != rules.regions[region.index()].tiles[player.index()] {
            return false;
        }
        let mut seen: BTreeSet<Tile> = home.iter().copied().collect();
        let mut open: Vec<Tile> = home.clone();
        while let Some(from) = open.pop() {
            for rule in rules.kinds[kind.index()].rules.iter() {
                for to in ends(rules, player, &rule.path, &BTreeSet::from([from])) {
                    if home.contains(&to) {
                        return false;
                    }
                    if seen.insert(to) {
                        open.push(to);
                    }
                }
            }
        }
        true
    })
}

/// Whether something turns into the kind, or is moved without moving.
fn others_turn_into(rules: &Rules, kind: KindId) -> bool {
    let promoted = rules.kinds.iter().any(|k| k.promotes_to(kind));
    let does = |effect: &Effect| match effect {
        Effect::Become(to) | Effect::Put(to) | Effect::Drop(to) | Effect::Arrive(to) | Effect::Merge(to) => {
            *to == kind
        }
        Effect::First(_)
        | Effect::Shift(_)
        | Effect::Reflect(_)
        | Effect::Swap
        | Effect::Turn(_)
        | Effect::State { .. }
        | Effect::Unite => true,
        Effect::Take
        | Effect::TakeLast
        | Effect::Vanish
        | Effect::Mark(_)
        | Effect::Join(_)
        | Effect::Count { .. } => false,
    };
    promoted || rules.any_effect(&does)
}

/// Where a path can lead if nothing is in its way and every test passes.
fn ends(rules: &Rules, player: PlayerId, path: &Path, from: &BTreeSet<Tile>) -> BTreeSet<Tile> {
    let board = &rules.board;
    let seat = &board.symmetries[rules.players[player.index()].frame.syms[0].index()];
    match path {
        Path::Step(direction) => {
            let direction = seat[direction.index()];
            let edges = board.graph.edges().filter(|e| e.direction == direction && from.contains(&e.from));
            edges.map(|e| e.to).collect()
        }
        Path::Leap(sum) => {
            let mut offset = [0i16; 3];
            for direction in sum {
                let step = board.directions[seat[direction.index()].index()].offset;
                (0..3).for_each(|i| offset[i] += step[i]);
            }
            let to = |tile: &Tile| {
                let at = &board.tiles[tile.index()];
                let place = [0, 1, 2].map(|i| at.place[i] + offset[i]);
                board.tiles.iter().position(|t| t.patch == at.patch && t.place == place).map(Tile::new)
            };
            from.iter().filter_map(to).collect()
        }
        Path::Seq(parts) => parts.iter().fold(from.clone(), |at, part| ends(rules, player, part, &at)),
        Path::Any(parts) => parts.iter().flat_map(|part| ends(rules, player, part, from)).collect(),
        Path::Times { path, .. } => {
            ends(rules, player, &Path::Repeat { path: path.clone(), min: 0, max: None }, from)
        }
        Path::Repeat { path, min, max } => {
            let mut all = BTreeSet::new();
            let mut at = from.clone();
            let mut done = 0u32;
            loop {
                let before = all.len();
                if done >= u32::from(*min) {
                    all.extend(at.iter().copied());
                    if done > u32::from(*min) && all.len() == before {
                        return all;
                    }
                }
                if at.is_empty() || max.is_some_and(|max| u32::from(max) == done) {
                    return all;
                }
                at = ends(rules, player, path, &at);
                done += 1;
            }
        }
        Path::Check { .. } | Path::Do(_) => from.clone(),
        // Who turns may go anywhere.
        Path::Bend(_) => (0..rules.board.tiles.len()).map(Tile::new).collect(),
    }
}
