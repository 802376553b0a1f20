//! What a position is worth without looking further, found in the rules.
//!
//! A kind is worth what its pieces can do: on each tile, alone and among others at random, it is counted how many tiles they could take on and go
//! to. To this comes what they can turn into, and what brings a game nearer to one of its endings: a piece to a region, a counter to a number. Where
//! it is known [what pieces attack](crate::attacks), more is seen: see `terms`. All numbers are hundredths of a cheap piece.

mod goals;
mod study;
mod terms;

use tilegame_runtime::ir::{End, EndResult, KindId, PlayerId, Tile};
use tilegame_runtime::{Game, Piece, State};

use crate::attacks::Attacks;
use crate::exchange::ROYAL;
use crate::net::{Base, Net, Sums};
use crate::view::{View, bit};
pub(crate) use goals::needs_stuck;
use goals::{Goal, goals};
use study::Study;
pub(crate) use terms::Shown;
use terms::Terms;

/// A net that finds a position to be worth more than this is sure who wins.
const SURE: i32 = 300;

/// What pieces, hands and counters are worth in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// By kind, anywhere.
    pieces: Vec<i32>,
    /// By player, kind and tile; nothing on a plane, where all tiles are alike. While there are many pieces, and when there are few.
    tiles: Vec<Vec<Vec<[i32; 2]>>>,
    counters: Vec<Goal>,
    /// Kinds of pieces that can do more than most: neither the commonest, nor one that must be kept safe.
    officers: Vec<KindId>,
    /// Kinds that are worth little.
    cheap: Vec<KindId>,
    /// Pieces are held in hand.
    has_hands: bool,
    /// A player with nothing left to move wins, so pieces are a burden.
    is_misere: bool,
    /// By kind, in an exchange.
    worths: Vec<i32>,
    /// What pieces attack, where that is known.
    attacks: Option<Attacks>,
    /// By player and kind, from where a piece can turn into something better with its next move; nothing, where it is not known what pieces attack.
    turning: Vec<Vec<u128>>,
    /// What else counts there.
    terms: Option<Judge>,
    /// What judges positions instead, if it has been learned.
    net: Option<Net>,
}

/// The terms of a game, in as many bits as its board needs.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Judge {
    Small(Terms<u64>),
    Large(Terms<u128>),
}

impl Judge {
    fn judge(&self, view: &View, state: &State) -> Shown {
        match self {
            Judge::Small(terms) => terms.judge(view, state),
            Judge::Large(terms) => terms.judge(view, state),
        }
    }
}

impl Values {
    /// Finds them.
    pub(crate) fn of(game: &Game, net: Option<Net>) -> Values {
        let rules = game.rules();
        let study = Study::new(game);
        let wins_when_stuck = |end: &End| end.result == EndResult::Win && needs_stuck(&end.when);
        let is_misere = rules.ends.iter().any(wins_when_stuck);
        let pieces = study.pieces();
        let players = (0..rules.players.len()).map(PlayerId::new);
        let usual = study.commonest().map_or(0, |kind| pieces[kind.index()]);
        let is_officer = |kind: &KindId| !study.vital.contains(kind) && pieces[kind.index()] > usual * 3 / 2;
        let is_asked = |kind: KindId| study.is_single(kind) && !rules.kinds[kind.index()].neutral;
        let attacks = Attacks::of(game, &is_asked);
        let counters: Vec<Goal> = rules.ends.iter().flat_map(|end| goals(end, &rules.counters)).collect();
        let needs_material =
            rules.notation.check.is_some() && !rules.turn.hands && counters.is_empty() && !study.has_goals();
        let worth = |(kind, worth): (usize, &i32)| {
            if study.vital.contains(&KindId::new(kind)) { ROYAL } else { *worth }
        };
        let turning = |player: PlayerId| {
            let seen = study.seen(player);
            let of_kind = |kind: usize| {
                let moves = study.turns(kind, &pieces);
                (0..study.places)
                    .filter(|tile| moves[seen[*tile]] == Some(1))
                    .fold(0, |all, tile| all | bit(tile))
            };
            (0..pieces.len()).map(of_kind).collect()
        };
        let turning = attacks.iter().flat_map(|_| (0..2).map(PlayerId::new)).map(turning).collect();
        let terms = attacks.as_ref().filter(|_| !is_misere);
        let is_cheap = |kind: &KindId| !study.vital.contains(kind) && !is_officer(kind);
        let cheap: Vec<KindId> = (0..rules.kinds.len()).map(KindId::new).filter(is_cheap).collect();
        Values {
            officers: (0..rules.kinds.len()).map(KindId::new).filter(is_officer).collect(),
            tiles: players.map(|player| study.tiles(player, &pieces, 1.0)).collect(),
            terms: terms.map(|attacks| {
                let has = (rules.turn.hands, needs_material);
                let terms = Terms::new(&study, attacks, (&pieces, &cheap), has);
                if study.places <= 64 { Judge::Small(terms.in_bits()) } else { Judge::Large(terms) }
            }),
            cheap,
            attacks,
            turning,
            worths: pieces.iter().enumerate().map(worth).collect(),
            pieces,
            counters,
            has_hands: rules.turn.hands,
            is_misere,
            net,
        }
    }

    /// What a piece of a kind is worth; a stack is worth its parts.
    pub fn piece(&self, kind: KindId) -> i32 {
        self.pieces[kind.index()]
    }

    /// What a player's piece is worth on a tile.
    pub fn piece_on(&self, player: PlayerId, kind: KindId, tile: Tile) -> i32 {
        let on = self.tiles[player.index()][kind.index()].get(tile.index());
        on.map_or(self.pieces[kind.index()], |[early, _]| *early)
    }

    /// Whether pieces are a burden: a player with nothing left to move wins.
    pub fn is_misere(&self) -> bool {
        self.is_misere
    }

    /// Whether a player has two pieces on the board that can do more than most: then it is rare that every move is bad.
    pub(crate) fn has_officers(&self, state: &State, player: PlayerId) -> bool {
        self.officers.iter().map(|kind| state.count(player, *kind)).sum::<u32>() >= 2
    }

    /// How many numbers of tiles there are.
    pub(crate) fn places(&self) -> usize {
        self.tiles[0].first().map_or(1, Vec::len).max(1)
    }

    /// What pieces attack, where that is known.
    pub(crate) fn attacks(&self) -> Option<&Attacks> {
        self.attacks.as_ref()
    }

    /// What pieces of each kind are worth in an exchange.
    pub(crate) fn worths(&self) -> &[i32] {
        &self.worths
    }

    /// Whether a piece of a kind must not be left attacked.
    pub(crate) fn is_royal(&self, kind: usize) -> bool {
        self.worths[kind] >= ROYAL
    }

    /// What a position is worth for a player; of more than two, all others together are the other side.
    pub fn of_state(&self, state: &State, me: PlayerId) -> i32 {
        let mut sums = Sums::default();
        let learned = self.net.as_ref().map_or(0, |net| net.follow(state, &mut sums));
        let is_enough = self.is_enough(learned, &sums);
        let learned = if state.to_move() == me { learned } else { -learned };
        if is_enough {
            return learned;
        }
        let mut view = View::default();
        if self.attacks.is_some() {
            view.look(state);
        }
        self.of_view(&view, state, me, learned).value
    }

    /// The net that judges positions, if there is one.
    pub fn net(&self) -> Option<&Net> {
        self.net.as_ref()
    }

    /// Whether a net judges alone.
    fn is_alone(&self) -> bool {
        self.net.as_ref().is_some_and(|net| net.base() == Base::Nothing)
    }

    /// Whether what a net says of a position is all that counts. A net that judges alone takes all positions that are won for alike, so where few pieces
    /// are left and it is sure who wins, the rules say how to go on. With more pieces, they would only confuse what it says.
    pub(crate) fn is_enough(&self, learned: i32, sums: &Sums) -> bool {
        let is_won = |net: &Net| learned.abs() > SURE && net.is_late(sums);
        self.net.as_ref().is_some_and(|net| net.base() == Base::Nothing && !is_won(net))
    }

    /// What a position is worth, where the view has looked at the state, if it is known what pieces attack; and where the net says that the position is
    /// worth so much, or so much more, for the player.
    pub(crate) fn of_view(&self, view: &View, state: &State, me: PlayerId, learned: i32) -> Shown {
        let shown = self.by_rules(view, state, me);
        if self.is_alone() {
            return Shown { value: together(learned, shown.value), is_won: true, ..shown };
        }
        Shown { value: shown.value + learned, ..shown }
    }

    /// A hash of where cheap pieces stand.
    pub(crate) fn hash(&self, sums: &Sums) -> u64 {
        sums.hash(&self.cheap, self.pieces.len())
    }

    /// Whether a piece can turn into something better with its next move, where that is known.
    pub(crate) fn turns(&self, player: usize, kind: usize, tile: usize) -> bool {
        self.turning.get(player).is_some_and(|kinds| kinds[kind] & bit(tile) != 0)
    }

    fn by_rules(&self, view: &View, state: &State, me: PlayerId) -> Shown {
        let counted =
            || -> i32 { self.counters.iter().map(|goal| goal.of_state(state, me, self.tiles.len())).sum() };
        if let Some(terms) = &self.terms {
            let shown = terms.judge(view, state);
            let mine = if me == PlayerId(0) { shown.value } else { -shown.value };
            return Shown { value: mine + counted(), ..shown };
        }
        let (mut mine, mut others) = (0, 0);
        state.each_piece(&mut |tile, Piece { kind, owner }| {
            let Some(owner) = owner else { return };
            *(if owner == me { &mut mine } else { &mut others }) += self.piece_on(owner, kind, tile);
        });
        for player in (0..self.tiles.len()).map(PlayerId::new) {
            let side = if player == me { &mut mine } else { &mut others };
            if self.has_hands {
                let held = self.pieces.iter().enumerate();
                *side += held
                    .map(|(kind, worth)| worth * state.hand(player, KindId::new(kind)) as i32)
                    .sum::<i32>();
            }
        }
        let material = mine - others / (self.tiles.len() as i32 - 1).max(1);
        let value = if self.is_misere { counted() - material } else { counted() + material };
        Shown { value, cheap: 0, is_won: false }
    }
}

/// What a net that judges alone and the rules say together: where the net is sure who wins, the more so, what the rules find in favour of that side counts,
/// too, and what the net finds more counts for little.
fn together(learned: i32, by_rules: i32) -> i32 {
    let (won, agreed) = (learned.abs(), (by_rules * learned.signum()).max(0));
    let share = (won - SURE).clamp(0, SURE);
    let more = won - share - won.min(SURE);
    learned.signum() * (won.min(SURE) + share + more / 8 + agreed * share / SURE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Net and rules together: the net alone until it is sure, and then the more, the more either finds; rules that contradict it count for nothing.
    #[test]
    fn a_net_that_is_sure_lets_the_rules_say_more() {
        for learned in -SURE..=SURE {
            assert_eq!(together(learned, 777), learned);
        }
        for by_rules in [-500, 0, 1, 500] {
            for learned in SURE..4 * SURE {
                let value = together(learned, by_rules);
                assert!(value <= together(learned + 1, by_rules) && value >= SURE);
                assert_eq!(value, -together(-learned, -by_rules));
                assert!(by_rules >= 0 || value == together(learned, 0));
            }
        }
        assert_eq!(together(2 * SURE, 40) - together(2 * SURE, 0), 40);
    }
}
