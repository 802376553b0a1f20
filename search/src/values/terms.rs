//! What a position shows besides its material, where it is known what pieces attack: mobility, safety of royal pieces, threats, pieces on their way to
//! promotion, pairs. Each term has two numbers, for a full board and for an empty one, between which the material left decides.

use std::array;

use tilegame_runtime::State;
use tilegame_runtime::ir::{KindId, PlayerId};

use super::study::Study;
use crate::attacks::Attacks;
use crate::view::{MOST_TILES, Tiles, View, bit, mixed};

/// A value while there are many pieces, and when there are few.
type Pair = [i32; 2];

/// What each term counts. Where nothing else is said, in hundredths of a cheap piece, for each one there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    /// To be to move.
    pub(crate) tempo: i32,
    /// Each root of the tiles that a piece attacks, more than usual.
    pub(crate) mobility: Pair,
    /// Cheap friends beside a royal piece, at most three, and two steps away.
    pub(crate) shelter: Pair,
    pub(crate) cover: Pair,
    /// Each tile from which a royal piece could be attacked along a line, if only cheap pieces were in the way.
    pub(crate) exposed: Pair,
    /// Danger to a royal piece in thousandths of its square, which is that of what enemies see near it; what a safe check adds to it, and a tile that no cheap
    /// friend protects, in tenths of what a weak piece adds that sees one tile.
    pub(crate) danger: Pair,
    pub(crate) safe_check: i32,
    pub(crate) weak_tile: i32,
    /// A cheap enemy attacks a better piece.
    pub(crate) attacked_cheaply: Pair,
    /// A piece is attacked and not protected.
    pub(crate) hanging: Pair,
    /// A cheap piece protects another.
    pub(crate) supported: Pair,
    /// Two cheap pieces stand one behind the other.
    pub(crate) doubled: Pair,
    /// A cheap piece is neither protected by another nor could be, as far as the next tiles show.
    pub(crate) alone: Pair,
    /// Two pieces that each see half of the board.
    pub(crate) paired: Pair,
    /// A piece that nothing cheap can stop on its way to promotion, in hundredths of the [usual](PASSED); and what is left if it is blocked.
    pub(crate) passed: Pair,
    pub(crate) blocked: i32,
}

/// From games of chess against itself, for all games.
pub(crate) const WEIGHTS: Weights = Weights {
    tempo: 14,
    mobility: [24, 24],
    shelter: [22, 0],
    cover: [8, 0],
    exposed: [-7, 0],
    danger: [230, 20],
    safe_check: 30,
    weak_tile: 10,
    attacked_cheaply: [-45, -35],
    hanging: [-18, -20],
    supported: [8, 6],
    doubled: [-6, -14],
    alone: [-6, -6],
    paired: [32, 46],
    passed: [100, 95],
    blocked: 45,
};

/// The most that danger to a royal piece can be.
const MOST_DANGER: i32 = 700;

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
struct Way<S = u128> {
    ahead: S,
    next: S,
    /// Where cheap enemies stop it.
    stoppers: S,
    bonus: Pair,
}

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms<S> {
    /// What pieces attack.
    attacks: Attacks<S>,
    kinds: usize,
    places: usize,
    /// By player, kind and tile.
    spots: Vec<Pair>,
    ways: Vec<Option<Way<S>>>,
    roles: Vec<Role>,
    /// Material of a full board.
    full: i32,
    /// What goes along lines and is worth most.
    slider: Option<usize>,
    roots: [i32; MOST_TILES + 1],
    /// By player and tile, what lies within two steps of a royal piece.
    around: Vec<S>,
    has_hands: bool,
    /// Little more than what the enemy has does not win.
    needs_material: bool,
    pub(crate) weights: Weights,
}

/// What is known of one side while a position is judged.
#[derive(Clone, Copy, Default)]
struct Side<S> {
    sum: Pair,
    royals: S,
    cheap: S,
    by_cheap: S,
    all: S,
    /// Tiles next to royal pieces, and these.
    zone: S,
    attackers: i32,
    power: i32,
    officers: i32,
    halves: i32,
}

impl<S> Side<S> {
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
    /// It is clear who wins, and all that is left is how.
    pub(crate) is_won: bool,
}

impl Terms<u128> {
    pub(super) fn new(
        study: &Study<'_>,
        attacks: &Attacks,
        (pieces, cheap): (&[i32], &[KindId]),
        (has_hands, needs_material): (bool, bool),
    ) -> Terms<u128> {
        let (kinds, places) = (pieces.len(), study.places);
        let single =
            |kind: usize| study.is_single(KindId::new(kind)) && !study.game.rules().kinds[kind].neutral;
        let roots = array::from_fn(|tiles| ((tiles as f64).sqrt() * 16.0) as i32);
        let role = |kind: usize| {
            let is_royal = study.vital.contains(&KindId::new(kind));
            let is_cheap = cheap.contains(&KindId::new(kind));
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
            for (kind, of_kind) in
                study.tiles(player, pieces, if has_hands { 1.0 } else { 0.4 }).iter().enumerate()
            {
                spots.extend(of_kind);
                if roles[kind].is_cheap && single(kind) && !has_hands {
                    ways.extend(found_ways(study, attacks, (player, kind), pieces));
                } else {
                    ways.extend(vec![None; places]);
                }
            }
        }
        let royal = (0..kinds).find(|kind| roles[*kind].is_royal);
        let around = |place: usize| {
            let (player, tile) = (place / places, place % places);
            let near = |tile: usize| royal.map_or(0, |royal| attacks.reach(player, royal, tile));
            crate::view::tiles(near(tile)).fold(near(tile), |all, next| all | near(next))
        };
        let around = (0..2 * places).map(around).collect();
        let start = study.game.start();
        let full = start.pieces().map(|(_, piece)| roles[piece.kind.index()].phase).sum::<i32>().max(1);
        let sliders =
            (0..kinds).filter(|kind| !roles[*kind].is_royal && single(*kind) && attacks.is_slider(*kind));
        let slider = sliders.max_by_key(|kind| pieces[*kind]);
        Terms {
            attacks: attacks.clone(),
            kinds,
            places,
            spots,
            ways,
            roles,
            full,
            slider,
            roots,
            around,
            has_hands,
            needs_material,
            weights: WEIGHTS,
        }
    }

    /// The same in other bits, which the board needs no more of.
    pub(super) fn in_bits<S: Tiles>(self) -> Terms<S> {
        let way = |way: Way| Way {
            ahead: S::of(way.ahead),
            next: S::of(way.next),
            stoppers: S::of(way.stoppers),
            bonus: way.bonus,
        };
        Terms {
            attacks: self.attacks.in_bits(),
            kinds: self.kinds,
            places: self.places,
            spots: self.spots,
            ways: self.ways.into_iter().map(|found| found.map(way)).collect(),
            roles: self.roles,
            full: self.full,
            slider: self.slider,
            roots: self.roots,
            around: self.around.into_iter().map(S::of).collect(),
            has_hands: self.has_hands,
            needs_material: self.needs_material,
            weights: self.weights,
        }
    }
}

impl<S: Tiles> Terms<S> {
    #[inline]
    fn place(&self, player: usize, kind: usize, tile: usize) -> usize {
        (player * self.kinds + kind) * self.places + tile
    }

    /// Judges a position.
    pub(crate) fn judge(&self, view: &View, state: &State) -> Shown {
        let attacks = &self.attacks;
        let (occupied, owned) = (S::of(view.occupied), view.owned.map(S::of));
        let mut sides = [Side::<S>::default(); 2];
        let mut phase = 0;
        for (player, side) in sides.iter_mut().enumerate() {
            for (tile, kind) in view.pieces[player].iter() {
                let (tile, kind) = (usize::from(*tile), usize::from(*kind));
                let role = &self.roles[kind];
                side.add(self.spots[self.place(player, kind, tile)], 1);
                if role.is_cheap {
                    side.cheap |= S::one(tile);
                    side.by_cheap |= attacks.from(player, kind, tile, occupied);
                } else if role.is_royal {
                    side.royals |= S::one(tile);
                    side.zone |= attacks.reach(player, kind, tile) | S::one(tile);
                } else {
                    phase += role.phase;
                    side.officers += role.worth;
                    side.halves += i32::from(role.is_half);
                }
            }
            side.all = side.by_cheap;
        }
        let mut by_kind = [[S::default(); MOST_KINDS]; 2];
        for (player, by_kind) in by_kind.iter_mut().enumerate() {
            self.look_around(view, (player, occupied, owned[player]), &mut sides, by_kind);
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
            self.weigh((occupied, &owned), (player, held[1 - player]), &mut sides, &by_kind[1 - player]);
        }
        let [one, other] = sides;
        let phase = phase.min(self.full);
        let [early, late] = [0, 1].map(|at| one.sum[at] - other.sum[at]);
        let mut value = (early * phase + late * (self.full - phase)) / self.full;
        if self.needs_material {
            let (strong, weak) = if value > 0 { (one, other) } else { (other, one) };
            if strong.cheap.is_empty() && strong.officers - weak.officers < 420 {
                value /= 4;
            }
        }
        value += if state.to_move() == PlayerId(0) { self.weights.tempo } else { -self.weights.tempo };
        Shown { value, cheap: mixed([one.cheap, other.cheap].into_iter().flat_map(S::words)), is_won: false }
    }

    /// What a player's better pieces see.
    fn look_around(
        &self,
        view: &View,
        (player, occupied, owned): (usize, S, S),
        sides: &mut [Side<S>; 2],
        by_kind: &mut [S; MOST_KINDS],
    ) {
        let attacks = &self.attacks;
        let enemy = sides[1 - player];
        let side = &mut sides[player];
        let free = !owned & !enemy.by_cheap;
        for (tile, kind) in view.pieces[player].iter() {
            let (tile, kind) = (usize::from(*tile), usize::from(*kind));
            let role = &self.roles[kind];
            if role.is_cheap {
                let way = &self.ways[self.place(player, kind, tile)];
                if let Some(way) = way {
                    if !(way.ahead & side.cheap).is_empty() {
                        side.add(self.weights.doubled, 1);
                    } else if (way.stoppers & enemy.cheap).is_empty() {
                        let is_blocked = way.next & occupied == way.next;
                        let left = if is_blocked { self.weights.blocked } else { 100 };
                        let passed = self.weights.passed;
                        side.add(array::from_fn(|at| way.bonus[at] * passed[at] / 100 * left / 100), 1);
                    }
                }
                continue;
            }
            let seen = attacks.from(player, kind, tile, occupied);
            side.all |= seen;
            if role.is_royal {
                continue;
            }
            if kind < MOST_KINDS {
                by_kind[kind] |= seen;
            }
            let more = self.roots[(seen & free).len()] - role.usual;
            side.add(self.weights.mobility.map(|each| each * more / 16), 1);
            let near = (seen & enemy.zone).len() as i32;
            if near > 0 {
                side.attackers += 1;
                side.power += 10 * role.weight * near;
            }
        }
    }

    /// What speaks for and against a side now that it is known what all pieces see.
    fn weigh(
        &self,
        (occupied, owned): (S, &[S; 2]),
        (player, held): (usize, i32),
        sides: &mut [Side<S>; 2],
        checks_by: &[S; MOST_KINDS],
    ) {
        let attacks = &self.attacks;
        let enemy = sides[1 - player];
        let side = &mut sides[player];
        let officers = owned[player] & !side.cheap & !side.royals;
        side.add(self.weights.attacked_cheaply, (enemy.by_cheap & officers).len() as i32);
        let hanging = owned[player] & !side.royals & enemy.all & !side.all;
        side.add(self.weights.hanging, hanging.len() as i32);
        side.add(self.weights.supported, (side.by_cheap & side.cheap).len() as i32);
        side.add(self.weights.alone, (side.cheap & !side.all).len() as i32);
        if side.halves >= 2 {
            side.add(self.weights.paired, 1);
        }
        if side.royals.is_empty() {
            return;
        }
        let shelter = (side.zone & side.cheap).len() as i32;
        side.add(self.weights.shelter, shelter.min(3));
        let royal = side.royals.lowest();
        let far = self.around[player * self.places + royal] & !side.zone;
        side.add(self.weights.cover, (far & side.cheap).len() as i32);
        if let Some(slider) = self.slider {
            // Cheap pieces stay where they are; others come and go.
            let seen = attacks.from(player, slider, royal, side.cheap | enemy.cheap) & !side.cheap;
            side.add(self.weights.exposed, seen.len() as i32);
        }
        let (mut power, mut attackers) = (enemy.power, enemy.attackers);
        // Whoever sees a royal piece from a tile is seen from there, if both sides' pieces go alike.
        for (kind, reached) in checks_by[..self.kinds.min(MOST_KINDS)]
            .iter()
            .enumerate()
            .filter(|(_, reached)| !reached.is_empty())
        {
            let from = attacks.from(player, kind, royal, occupied);
            let safe = from & *reached & !side.all & !owned[1 - player];
            if !safe.is_empty() {
                power += self.weights.safe_check * self.roles[kind].weight;
                attackers += 1;
            }
        }
        if self.has_hands {
            power += held / 16;
            attackers += i32::from(held > 0);
        }
        let weak = enemy.all & side.zone & !side.by_cheap & !owned[player];
        power += self.weights.weak_tile * weak.len() as i32;
        if attackers >= 2 {
            let square = power * power / 100;
            side.add(self.weights.danger.map(|each| -(square * each / 1000).min(MOST_DANGER)), 1);
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
