//! What a position shows besides its material, where it is known what pieces attack: mobility, safety of royal pieces, threats, pieces on their way to
//! promotion, pairs. Each term has two numbers, for a full board and for an empty one, between which the material left decides.

use std::array;

use tilegame_runtime::State;
use tilegame_runtime::ir::{KindId, PlayerId};

use super::study::Study;
use crate::attacks::Attacks;
use crate::view::{MOST_TILES, View, bit};

/// A value while there are many pieces, and when there are few.
type Pair = [i32; 2];

/// It is better to be to move.
const TEMPO: i32 = 14;

/// Each root of the tiles that a piece attacks, in sixteenths.
const MOBILITY: Pair = [22, 24];

/// A royal piece has friends beside it that are worth little.
const SHELTER: Pair = [9, 0];

/// Each line along which a royal piece could be attacked, by tile.
const EXPOSED: Pair = [-4, 1];

/// What danger to a royal piece is divided by, after it has been squared, and the most that it can be.
const DANGER: i32 = 8;
const MOST_DANGER: i32 = 600;

/// A cheap piece attacks a better one; a piece is attacked and not protected.
const ATTACKED_CHEAPLY: Pair = [45, 35];
const HANGING: Pair = [18, 20];

/// A cheap piece protects another; two stand one behind the other.
const SUPPORTED: Pair = [8, 6];
const DOUBLED: Pair = [-6, -16];

/// Two pieces that each see half of the board.
const PAIRED: Pair = [30, 45];

/// Nothing can stop a piece from turning into another but pieces that are worth more: shares of what it gains, by moves that it needs, in thousandths.
const PASSED: [Pair; 6] = [[120, 190], [75, 125], [35, 75], [15, 42], [8, 24], [5, 15]];

/// Kinds beyond this number give no safe checks.
const MOST_KINDS: usize = 32;

/// What a kind is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Role {
    is_cheap: bool,
    is_royal: bool,
    /// It sees half of the board.
    is_half: bool,
    /// How much an attack near a royal piece counts.
    weight: i32,
    /// How much it counts for how full the board is.
    phase: i32,
    /// The usual root of what it attacks.
    usual: i32,
    worth: i32,
}

/// The way of a cheap piece to where it turns into something better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    ahead: u128,
    next: u128,
    /// Where cheap enemies stop it.
    stoppers: u128,
    bonus: Pair,
}

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    kinds: usize,
    places: usize,
    /// By player, kind and tile.
    spots: Vec<Pair>,
    ways: Vec<Option<Way>>,
    roles: Vec<Role>,
    /// Material of a full board.
    full: i32,
    /// What goes along lines and is worth most.
    slider: Option<usize>,
    roots: [i32; MOST_TILES + 1],
    has_hands: bool,
    /// Little more than what the enemy has does not win.
    needs_material: bool,
}

/// What is known of one side while a position is judged.
#[derive(Clone, Copy, Default)]
struct Side {
    sum: Pair,
    royals: u128,
    cheap: u128,
    by_cheap: u128,
    all: u128,
    /// Tiles next to royal pieces, and these.
    zone: u128,
    attackers: i32,
    power: i32,
    officers: i32,
    halves: i32,
}

impl Side {
    fn add(&mut self, pair: Pair, times: i32) {
        self.sum[0] += pair[0] * times;
        self.sum[1] += pair[1] * times;
    }
}

/// What a position shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shown {
    /// For the first player.
    pub(crate) value: i32,
    /// A hash of where cheap pieces stand.
    pub(crate) cheap: u64,
}

impl Terms {
    pub(super) fn new(
        study: &Study<'_>,
        attacks: &Attacks,
        pieces: &[i32],
        (has_hands, needs_material): (bool, bool),
    ) -> Terms {
        let (kinds, places) = (pieces.len(), study.places);
        let usual = study.commonest().map_or(0, |kind| pieces[kind.index()]);
        let single = |kind: usize| {
            study.is_single(KindId::new(kind)) && !study.game.rules().kinds[kind].neutral
        };
        let roots = array::from_fn(|tiles| ((tiles as f64).sqrt() * 16.0) as i32);
        let role = |kind: usize| {
            let is_royal = study.vital.contains(&KindId::new(kind));
            let is_cheap = !is_royal && pieces[kind] <= usual * 3 / 2;
            let counted: Vec<i32> =
                (0..places).map(|tile| attacks.reach(0, kind, tile).count_ones() as i32).collect();
            let mean = counted.iter().sum::<i32>() as usize / places.max(1);
            // Among others, about half of it is left.
            let left = if attacks.is_slider(kind) { mean * 5 / 11 } else { mean * 3 / 4 };
            Role {
                is_cheap,
                is_royal,
                is_half: !is_cheap && !is_royal && single(kind) && study.is_half(&study.ahead(kind)),
                weight: if is_royal { 0 } else { ((pieces[kind] + 80) / 160).clamp(1, 6) },
                phase: if is_cheap || is_royal { 0 } else { pieces[kind] },
                usual: roots[left.min(MOST_TILES)],
                worth: pieces[kind],
            }
        };
        let roles: Vec<Role> = (0..kinds).map(role).collect();
        let (mut spots, mut ways) = (Vec::new(), Vec::new());
        for player in (0..2).map(PlayerId::new) {
            for (kind, of_kind) in study.tiles(player, pieces, if has_hands { 1.0 } else { 0.4 }).iter().enumerate() {
                spots.extend(of_kind);
                if roles[kind].is_cheap && single(kind) && !has_hands {
                    ways.extend(found_ways(study, attacks, (player, kind), pieces));
                } else {
                    ways.extend(vec![None; places]);
                }
            }
        }
        let start = study.game.start();
        let full = start.pieces().map(|(_, piece)| roles[piece.kind.index()].phase).sum::<i32>().max(1);
        let sliders = (0..kinds).filter(|kind| !roles[*kind].is_royal && single(*kind) && attacks.is_slider(*kind));
        let slider = sliders.max_by_key(|kind| pieces[*kind]);
        Terms { kinds, places, spots, ways, roles, full, slider, roots, has_hands, needs_material }
    }

    #[inline]
    fn place(&self, player: usize, kind: usize, tile: usize) -> usize {
        (player * self.kinds + kind) * self.places + tile
    }

    /// Whether a piece of a kind is worth little.
    pub(crate) fn is_cheap(&self, kind: usize) -> bool {
        self.roles[kind].is_cheap
    }

    /// Judges a position.
    pub(crate) fn judge(&self, attacks: &Attacks, view: &View, state: &State) -> Shown {
        let mut sides = [Side::default(); 2];
        let mut phase = 0;
        for (player, side) in sides.iter_mut().enumerate() {
            for (tile, kind) in &view.pieces[player] {
                let (tile, kind) = (usize::from(*tile), usize::from(*kind));
                let role = &self.roles[kind];
                side.add(self.spots[self.place(player, kind, tile)], 1);
                if role.is_cheap {
                    side.cheap |= bit(tile);
                    side.by_cheap |= attacks.from(player, kind, tile, view.occupied);
                } else if role.is_royal {
                    side.royals |= bit(tile);
                    side.zone |= attacks.reach(player, kind, tile) | bit(tile);
                } else {
                    phase += role.phase;
                    side.officers += role.worth;
                    side.halves += i32::from(role.is_half);
                }
            }
            side.all = side.by_cheap;
        }
        let mut by_kind = [[0_u128; MOST_KINDS]; 2];
        for player in 0..2 {
            self.look_around(attacks, view, player, &mut sides, &mut by_kind[player]);
        }
        let mut held = [0; 2];
        if self.has_hands {
            for player in 0..2 {
                for (kind, role) in self.roles.iter().enumerate() {
                    let count = state.hand(PlayerId::new(player), KindId::new(kind)) as i32;
                    if count > 0 {
                        held[player] += count * role.worth;
                        phase += count * role.phase;
                        sides[player].add([role.worth; 2], count);
                    }
                }
            }
        }
        for player in 0..2 {
            self.weigh(attacks, view, (player, held[1 - player]), &mut sides, &by_kind[1 - player]);
        }
        let [one, other] = sides;
        let phase = phase.min(self.full);
        let [early, late] = [0, 1].map(|at| one.sum[at] - other.sum[at]);
        let mut value = (early * phase + late * (self.full - phase)) / self.full;
        if self.needs_material {
            let (strong, weak) = if value > 0 { (one, other) } else { (other, one) };
            if strong.cheap == 0 && strong.officers - weak.officers < 420 {
                value /= 4;
            }
        }
        value += if state.to_move() == PlayerId(0) { TEMPO } else { -TEMPO };
        Shown { value, cheap: mixed(one.cheap, other.cheap) }
    }

    /// What a player's better pieces see.
    fn look_around(
        &self,
        attacks: &Attacks,
        view: &View,
        player: usize,
        sides: &mut [Side; 2],
        by_kind: &mut [u128; MOST_KINDS],
    ) {
        let enemy = sides[1 - player];
        let side = &mut sides[player];
        let free = !view.owned[player] & !enemy.by_cheap;
        for (tile, kind) in &view.pieces[player] {
            let (tile, kind) = (usize::from(*tile), usize::from(*kind));
            let role = &self.roles[kind];
            if role.is_cheap {
                let way = &self.ways[self.place(player, kind, tile)];
                if let Some(way) = way {
                    if way.ahead & side.cheap != 0 {
                        side.add(DOUBLED, 1);
                    } else if way.stoppers & enemy.cheap == 0 {
                        let is_blocked = way.next & view.occupied == way.next;
                        let share = if is_blocked { 5 } else { 10 };
                        side.add(way.bonus.map(|bonus| bonus * share / 10), 1);
                    }
                }
                continue;
            }
            let seen = attacks.from(player, kind, tile, view.occupied);
            side.all |= seen;
            if role.is_royal {
                continue;
            }
            if kind < MOST_KINDS {
                by_kind[kind] |= seen;
            }
            let more = self.roots[(seen & free).count_ones() as usize] - role.usual;
            side.add(MOBILITY.map(|each| each * more / 16), 1);
            let near = (seen & enemy.zone).count_ones() as i32;
            if near > 0 {
                side.attackers += 1;
                side.power += role.weight * near;
            }
        }
    }

    /// What speaks for and against a side now that it is known what all pieces see.
    fn weigh(
        &self,
        attacks: &Attacks,
        view: &View,
        (player, held): (usize, i32),
        sides: &mut [Side; 2],
        checks_by: &[u128; MOST_KINDS],
    ) {
        let enemy = sides[1 - player];
        let side = &mut sides[player];
        let officers = view.owned[player] & !side.cheap & !side.royals;
        side.add(ATTACKED_CHEAPLY, -((enemy.by_cheap & officers).count_ones() as i32));
        let hanging = view.owned[player] & !side.royals & enemy.all & !side.all;
        side.add(HANGING, -(hanging.count_ones() as i32));
        side.add(SUPPORTED, (side.by_cheap & side.cheap).count_ones() as i32);
        if side.halves >= 2 {
            side.add(PAIRED, 1);
        }
        if side.royals == 0 {
            return;
        }
        let shelter = (side.zone & side.cheap).count_ones() as i32;
        side.add(SHELTER, shelter.min(3));
        let royal = side.royals.trailing_zeros() as usize;
        if let Some(slider) = self.slider {
            let seen = attacks.from(player, slider, royal, view.occupied) & !view.owned[player];
            side.add(EXPOSED, seen.count_ones() as i32);
        }
        let (mut power, mut attackers) = (enemy.power, enemy.attackers);
        // Whoever sees a royal piece from a tile is seen from there, if both sides' pieces go alike.
        for (kind, reached) in checks_by[..self.kinds.min(MOST_KINDS)].iter().enumerate().filter(|(_, reached)| **reached != 0) {
            let from = attacks.from(player, kind, royal, view.occupied);
            let safe = from & reached & !side.all & !view.owned[1 - player];
            if safe != 0 {
                power += 3 * self.roles[kind].weight;
                attackers += 1;
            }
        }
        if self.has_hands {
            power += held / 160;
            attackers += i32::from(held > 0);
        }
        power += (enemy.all & side.zone & !side.by_cheap & !view.owned[player]).count_ones() as i32;
        if attackers >= 2 {
            let danger = (power * power / DANGER).min(MOST_DANGER);
            side.add([-danger, -danger / 8], 1);
        }
    }
}

/// The ways of a player's pieces of a kind, by tile.
fn found_ways(
    study: &Study<'_>,
    attacks: &Attacks,
    (player, kind): (PlayerId, usize),
    pieces: &[i32],
) -> Vec<Option<Way>> {
    let (ahead, turns, gain) = (study.ahead(kind), study.turns(kind, pieces), study.gain(kind, pieces));
    // From here to how a player sees the board, and back.
    let seen = |player: usize| study.seen(PlayerId::new(player));
    let of_player = |player: usize| -> Vec<u128> {
        let (seen, mut back) = (seen(player), vec![0; study.places]);
        seen.iter().enumerate().for_each(|(tile, counterpart)| back[*counterpart] = tile);
        (0..study.places)
            .map(|tile| ahead[seen[tile]].iter().fold(0, |all, to| all | bit(back[*to])))
            .collect()
    };
    let (mine, enemies) = (of_player(player.index()), of_player(1 - player.index()));
    let as_seen = seen(player.index());
    let guarded: Vec<u128> = (0..study.places)
        .map(|tile| {
            let stands = enemies[tile] | bit(tile);
            let hits = |at| attacks.reach(1 - player.index(), kind, at);
            stands | crate::view::tiles(stands).fold(0, |all, at| all | hits(at))
        })
        .collect();
    let of_tile = |tile: usize| {
        let moves = turns[as_seen[tile]]? as usize;
        let share = PASSED.get(moves.checked_sub(1)?)?;
        let ahead = mine[tile];
        let stops = |at: &usize| guarded[*at] & ahead != 0;
        let stoppers = (0..study.places).filter(stops).fold(0, |all, at| all | bit(at));
        let steps = study.steps[kind][as_seen[tile]].iter().map(|(to, _)| *to);
        let mut back = vec![0; study.places];
        as_seen.iter().enumerate().for_each(|(tile, counterpart)| back[*counterpart] = tile);
        let next = steps.fold(0, |all, to| all | bit(back[to]));
        Some(Way { ahead, next, stoppers, bonus: share.map(|share| gain * share / 1000) })
    };
    (0..study.places).map(of_tile).collect()
}

/// A hash of two sets.
fn mixed(one: u128, other: u128) -> u64 {
    let parts = [one as u64, (one >> 64) as u64, other as u64, (other >> 64) as u64];
    parts.iter().fold(0x9E37_79B9_7F4A_7C15, |hash, part| {
        (hash ^ part).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29)
    })
}
