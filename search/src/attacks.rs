//! What pieces attack, as tables: found by asking the rules about boards with one piece and another in its way.
//!
//! A table knows leaps, lines that others block, lame leaps and jumps over one piece (cannons). What else a piece can do is not in it, so it is good for
//! judging a position, and never decides what is legal.

use tilegame_runtime::ir::{KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece};

use crate::random::Random;
use crate::view::{MOST_TILES, Tiles, bit, tiles};

/// A tile that a piece attacks if what lies between allows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Target<S = u128> {
    tile: u8,
    /// It needs one piece between; else there may be none.
    jumps: bool,
    between: S,
}

/// What a piece of a player and kind attacks from a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place<S = u128> {
    /// All that it might attack.
    reach: S,
    /// What nothing gets in the way of.
    leaps: S,
    /// Where its lines along which tiles have rising numbers begin, where those with falling ones do, and where these end; and the same of its other targets.
    rising: u32,
    falling: u32,
    end: u32,
    targets: u32,
    targets_end: u32,
}

/// For each player, kind and tile, what such a piece attacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Attacks<S = u128> {
    kinds: usize,
    places: usize,
    by_place: Vec<Place<S>>,
    /// Lines that end at the first tile on which something stands.
    lines: Vec<S>,
    targets: Vec<Target<S>>,
    /// By player and tile, where some piece stands that attacks it on some board.
    aimed: Vec<S>,
}

/// So many boards are filled at random to see whether a piece jumps.
const FILLINGS: u64 = 2;

impl Attacks {
    /// Asks the rules; `steps` are the tiles to which a piece of a kind gets alone. None for games whose boards are too large, that the fast engine does
    /// not play, or with another number of players than two.
    pub(crate) fn of(game: &Game, is_asked: &dyn Fn(KindId) -> bool) -> Option<Attacks> {
        let (board, rules) = (game.board(), game.rules());
        let places = board.len();
        let is_seen = board.plane().is_none()
            && places <= MOST_TILES
            && rules.players.len() == 2
            && rules.kinds.len() < usize::from(u8::MAX)
            && game.why_slow().is_none();
        if !is_seen {
            return None;
        }
        let kinds = rules.kinds.len();
        let mut attacks = Attacks {
            kinds,
            places,
            by_place: Vec::new(),
            lines: Vec::new(),
            targets: Vec::new(),
            aimed: vec![0; 2 * places],
        };
        let blocker = (0..kinds).map(KindId::new).find(|kind| is_asked(*kind))?;
        let mut found: Vec<Vec<Target>> = Vec::with_capacity(kinds * places);
        for kind in (0..kinds).map(KindId::new) {
            let probe = Probe { game, player: PlayerId(0), kind, blocker, places };
            found.extend(
                (0..places).map(|tile| if is_asked(kind) { probe.targets(tile) } else { Vec::new() }),
            );
        }
        found.iter().for_each(|targets| attacks.add(targets.clone()));
        // The other player sees the same board from another side.
        let counterparts = &rules.players[1].frame.tiles;
        let mut back = vec![0; places];
        counterparts.iter().enumerate().for_each(|(tile, counterpart)| back[counterpart.index()] = tile);
        let turned = |set: u128| tiles(set).fold(0, |all, tile| all | bit(counterparts[tile].index()));
        for kind in (0..kinds).map(KindId::new) {
            let probe = Probe { game, player: PlayerId(1), kind, blocker, places };
            for tile in 0..places {
                if !is_asked(kind) {
                    attacks.add(Vec::new());
                    continue;
                }
                let seen = found[kind.index() * places + back[tile]].iter();
                let turned = seen.map(|target| Target {
                    tile: counterparts[usize::from(target.tile)].index() as u8,
                    between: turned(target.between),
                    ..*target
                });
                let mut turned: Vec<Target> = turned.collect();
                turned.sort_unstable_by_key(|target| target.tile);
                let alone = turned.iter().filter(|target| !target.jumps);
                let alone = alone.fold(0, |all, target| all | bit(target.tile.into()));
                let is_same = probe.attacked(tile, 0, probe.all()) == alone;
                attacks.add(if is_same { turned } else { probe.targets(tile) });
            }
        }
        for (place, of_place) in attacks.by_place.iter().enumerate() {
            let (player, tile) = (place / (kinds * places), place % places);
            tiles(of_place.reach).for_each(|to| attacks.aimed[player * places + to] |= bit(tile));
        }
        Some(attacks)
    }

    /// Adds a place, with its targets in order.
    fn add(&mut self, targets: Vec<Target>) {
        let mut place = Place {
            reach: targets.iter().fold(0, |all, target| all | bit(target.tile.into())),
            leaps: 0,
            rising: self.lines.len() as u32,
            falling: 0,
            end: 0,
            targets: self.targets.len() as u32,
            targets_end: 0,
        };
        // A line is what lies before its last tile, in an order of its own.
        let is_line = |last: &Target, rises: bool| {
            let line = last.between | bit(last.tile.into());
            let before = |tile: u8| {
                let below = bit(tile.into()) - 1;
                line & if rises { below } else { !(below | bit(tile.into())) }
            };
            let mut on = targets.iter().filter(|target| line & bit(target.tile.into()) != 0);
            !last.jumps
                && line.count_ones() > 1
                && line & place.reach == line
                && on.all(|target| !target.jumps && target.between == before(target.tile))
        };
        let mut covered = 0;
        for rises in [true, false] {
            if !rises {
                place.falling = self.lines.len() as u32;
            }
            let lines: Vec<u128> = targets
                .iter()
                .filter(|target| is_line(target, rises))
                .map(|target| target.between | bit(target.tile.into()))
                .collect();
            let is_longest =
                |line: &&u128| !lines.iter().any(|other| other != *line && other & **line == **line);
            self.lines.extend(lines.iter().filter(is_longest));
            covered = lines.iter().fold(covered, |all, line| all | line);
        }
        place.end = self.lines.len() as u32;
        for target in targets.iter().filter(|target| covered & bit(target.tile.into()) == 0) {
            if target.between == 0 {
                place.leaps |= bit(target.tile.into());
            } else {
                self.targets.push(*target);
            }
        }
        place.targets_end = self.targets.len() as u32;
        self.by_place.push(place);
    }

    /// The same in other bits, which the board needs no more of.
    pub(crate) fn in_bits<S: Tiles>(&self) -> Attacks<S> {
        let place = |place: &Place| Place {
            reach: S::of(place.reach),
            leaps: S::of(place.leaps),
            rising: place.rising,
            falling: place.falling,
            end: place.end,
            targets: place.targets,
            targets_end: place.targets_end,
        };
        let target = |target: &Target| Target {
            tile: target.tile,
            jumps: target.jumps,
            between: S::of(target.between),
        };
        let sets = |sets: &[u128]| sets.iter().map(|set| S::of(*set)).collect();
        Attacks {
            kinds: self.kinds,
            places: self.places,
            by_place: self.by_place.iter().map(place).collect(),
            lines: sets(&self.lines),
            targets: self.targets.iter().map(target).collect(),
            aimed: sets(&self.aimed),
        }
    }

    /// Whether a piece attacks a tile.
    #[inline]
    pub(crate) fn hits(
        &self,
        (player, kind, tile): (usize, usize, usize),
        to: usize,
        occupied: u128,
    ) -> bool {
        let place = self.place(player, kind, tile);
        let there = bit(to);
        if place.reach & there == 0 {
            return false;
        }
        if place.leaps & there != 0 {
            return true;
        }
        // On its way to a tile a line goes through those with lower numbers, or through those with higher ones.
        let (below, above) = (occupied & (there - 1), occupied & !(there | (there - 1)));
        let (rising, falling) =
            (place.rising as usize..place.falling as usize, place.falling as usize..place.end as usize);
        let is_open = |line: &u128, before: u128| line & there != 0 && line & before == 0;
        self.lines[rising].iter().any(|line| is_open(line, below))
            || self.lines[falling].iter().any(|line| is_open(line, above))
            || self.targets[place.targets as usize..place.targets_end as usize]
                .iter()
                .any(|target| usize::from(target.tile) == to && target.is_open(occupied))
    }

    /// Tiles on which some piece of a player attacks a tile on some board.
    #[inline]
    pub(crate) fn aimed(&self, player: usize, to: usize) -> u128 {
        self.aimed[player * self.places + to]
    }

    /// Whether what a piece attacks depends on what else stands on the board.
    #[inline]
    pub(crate) fn can_be_blocked(&self, player: usize, kind: usize, tile: usize, to: usize) -> bool {
        let place = self.place(player, kind, tile);
        place.reach & !place.leaps & bit(to) != 0
    }
}

impl<S: Tiles> Attacks<S> {
    #[inline]
    fn place(&self, player: usize, kind: usize, tile: usize) -> &Place<S> {
        &self.by_place[(player * self.kinds + kind) * self.places + tile]
    }

    /// What a piece would attack on some board.
    #[inline]
    pub(crate) fn reach(&self, player: usize, kind: usize, tile: usize) -> S {
        self.place(player, kind, tile).reach
    }

    /// What a piece attacks among these others.
    #[inline]
    pub(crate) fn from(&self, player: usize, kind: usize, tile: usize, occupied: S) -> S {
        let place = self.place(player, kind, tile);
        let mut found = place.leaps;
        for line in &self.lines[place.rising as usize..place.falling as usize] {
            // Up to the lowest tile that is occupied, which is attacked, too.
            found |= *line & (*line & occupied).up_to_lowest();
        }
        for line in &self.lines[place.falling as usize..place.end as usize] {
            found |= *line & (*line & occupied).highest_and_up();
        }
        for target in &self.targets[place.targets as usize..place.targets_end as usize] {
            if target.is_open(occupied) {
                found |= S::one(target.tile.into());
            }
        }
        found
    }

    /// Whether some piece of a kind goes along lines.
    pub(crate) fn is_slider(&self, kind: usize) -> bool {
        let lines = (0..self.places).map(|tile| self.place(0, kind, tile));
        lines.into_iter().any(|place| place.end > place.rising)
    }
}

impl<S: Tiles> Target<S> {
    #[inline]
    fn is_open(self, occupied: S) -> bool {
        let between = occupied & self.between;
        if self.jumps { between.len() == 1 } else { between.is_empty() }
    }
}

/// A question about one kind.
struct Probe<'g> {
    game: &'g Game,
    player: PlayerId,
    kind: KindId,
    /// What stands in the way.
    blocker: KindId,
    places: usize,
}

impl Probe<'_> {
    /// Which of some tiles a piece attacks, with these others on the board.
    fn attacked(&self, tile: usize, others: u128, asked: u128) -> u128 {
        let enemy = PlayerId::new(1 - self.player.index());
        let piece = |at, kind, owner| (Tile::new(at), Piece { kind, owner: Some(owner) });
        let others = tiles(others & !bit(tile)).map(|at| piece(at, self.blocker, enemy));
        let pieces = others.chain([piece(tile, self.kind, self.player)]);
        let state = self.game.place(pieces, enemy);
        let is_hit = |at: &usize| state.attackers(enemy, Tile::new(*at)).contains(Tile::new(tile));
        tiles(asked & !bit(tile)).filter(is_hit).fold(0, |all, at| all | bit(at))
    }

    fn all(&self) -> u128 {
        (0..self.places).fold(0, |all, at| all | bit(at))
    }

    fn targets(&self, tile: usize) -> Vec<Target> {
        let all = self.all();
        let alone = self.attacked(tile, 0, all);
        let crowded = self.attacked(tile, all, all);
        let mut random = Random(tile as u64 * 7919 + self.kind.index() as u64 + 1);
        let jumps = (0..FILLINGS).any(|_| {
            let others =
                u128::from(random.next() & random.next()) | u128::from(random.next() & random.next()) << 64;
            self.attacked(tile, others & all, all) & !alone != 0
        }) || crowded & !alone != 0;
        let mut between = [0_u128; MOST_TILES];
        let mut over = [0_u128; MOST_TILES];
        if jumps || crowded & alone != alone {
            let blocked = alone & !crowded;
            // What blocks a line stands on it; what blocks a lame leap does not.
            let is_line = !jumps && self.attacked(tile, all & !alone, blocked) == blocked;
            let candidates = if is_line { alone } else { all };
            for at in tiles(candidates & !bit(tile)) {
                let still = self.attacked(tile, bit(at), if jumps { all } else { blocked });
                tiles(blocked & !still & !bit(at)).for_each(|to| between[to] |= bit(at));
                if jumps {
                    tiles(still & !alone).for_each(|to| over[to] |= bit(at));
                }
            }
        }
        let target = |at: usize| {
            if alone & bit(at) != 0 {
                Some(Target { tile: at as u8, jumps: false, between: between[at] })
            } else {
                (over[at] != 0).then_some(Target { tile: at as u8, jumps: true, between: over[at] })
            }
        };
        (0..self.places).filter_map(target).collect()
    }
}

#[cfg(test)]
mod tests {
    use tilegame_runtime::MoveList;

    use super::*;
    use crate::values::Values;
    use crate::view::View;

    /// In positions of random games, the tables say what the engine says.
    #[test]
    fn tables_agree_with_the_engine() {
        for name in ["chess", "shogi", "xiangqi", "capablanca", "glinski", "minishogi", "crazyhouse"] {
            let game = Game::from_library(name).expect("a game");
            let values = Values::of(&game, None);
            let attacks = values.attacks().expect("tables");
            let (mut random, mut moves, mut view) = (Random(7), MoveList::new(), View::default());
            let mut state = game.start();
            for _ in 0..60 {
                view.look(&state);
                for (player, kind, from) in (0..2).flat_map(|player| {
                    let pieces = view.pieces[player].iter();
                    pieces.map(move |(tile, kind)| (player, usize::from(*kind), usize::from(*tile)))
                }) {
                    let enemy = PlayerId::new(1 - player);
                    let is_hit = |to: usize| state.attackers(enemy, Tile::new(to)).contains(Tile::new(from));
                    let others = (0..game.board().len()).filter(|to| view.owned[player] & bit(*to) == 0);
                    for to in others {
                        let found = attacks.from(player, kind, from, view.occupied) & bit(to) != 0;
                        assert_eq!(found, is_hit(to), "{name}: {from} to {to} in {}", state.fen());
                        assert_eq!(found, attacks.hits((player, kind, from), to, view.occupied));
                    }
                }
                state.moves(&mut moves);
                let Some(m) = moves.get(random.below(moves.len() as u64) as usize) else { break };
                state.make(*m);
            }
        }
    }

    #[test]
    fn other_boards_have_none() {
        for name in ["four-player", "three-player"] {
            let game = Game::from_library(name).expect("a game");
            assert!(Values::of(&game, None).attacks().is_none(), "{name}");
        }
    }
}
