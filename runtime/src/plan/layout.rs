//! Layout: which set and which number of a packed position is what.

use tilegame_dsl::ir::{KindId, LabelId, Test, When};

use crate::plan::counters::{ignored, places, places_of};
use crate::plan::past::asks_for_past;
use crate::plan::window::Window;
use crate::reference::engine::Reference;
use crate::reference::memory::AsksCastled;

/// Which set and which number of a state is what.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) tiles: usize,
    pub(crate) kinds: usize,
    pub(crate) players: usize,
    /// The players, and nobody where some pieces or missing tiles are nobody's.
    pub(crate) owners: usize,
    /// The phases of a turn, one at least.
    pub(crate) phases: usize,
    /// Pieces that have not moved, and those that may castle, where some rule asks for that.
    pub(crate) unmoved: Option<usize>,
    pub(crate) rights: Option<usize>,
    pub(crate) deeds: Deeds,
    /// Pieces that have been promoted, where it matters what they were.
    pub(crate) promoted: Option<usize>,
    /// Tiles that are not there, where tiles come and go. They are nobody's and in the way, so they are among `all`, too, and among what
    /// is nobody's: nothing else has to know of them that goes, takes or looks along a line.
    pub(crate) missing: Option<usize>,
    /// All occupied tiles. From here on the sets follow from those of kinds and owners.
    pub(crate) all: usize,
    /// Kinds whose pieces are wanted together again and again, the first being number `all + 1`.
    pub(crate) unions: Vec<Vec<u8>>,
    pub(crate) counters: Counters,
    pub(crate) hands: Hands,
    /// Where among the counters it stands who is out.
    pub(crate) out: Option<usize>,
    /// Where among the counters it stands who has castled, a bit for each player, where that matters.
    pub(crate) castled: Option<usize>,
    /// Of a plane, the window that a state shows, and where among the counters it stands where that lies.
    pub(crate) window: Option<Window>,
    pub(crate) corner: usize,
    pub(crate) beginning: Beginning,
}

/// What is remembered of pieces, a set for each.
#[derive(Clone, Debug)]
pub(crate) struct Deeds {
    pub(crate) list: Vec<(When, LabelId)>,
    /// The set of the first.
    pub(crate) first: usize,
}

/// Where the numbers of counters stand.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    /// How many numbers there are of the counters that the rules declare.
    pub(crate) number: usize,
    /// How many numbers there are in all.
    pub(crate) all: usize,
    /// For each counter, where it stands and whether each player has one.
    pub(crate) places: Vec<(usize, bool)>,
    /// Where the numbers stand that some test asks for.
    pub(crate) asked: Vec<usize>,
    /// Where the counters stand that make no difference to whether a position has occurred.
    pub(crate) ignored: Vec<usize>,
}

/// Where the numbers of pieces in hand stand.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// Where they begin among the counters, for each player those of each kind that is in no state; nothing if there are no hands.
    pub(crate) first: Option<usize>,
    /// For each kind, which it is among these.
    held: Vec<Option<usize>>,
    /// What each kind counts as in a hand.
    pub(crate) counts_as: Vec<usize>,
    /// What each kind was before it was promoted.
    pub(crate) unpromoted: Vec<usize>,
}

/// How a turn began that goes on, where that matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beginning {
    /// Where among the counters it stands on which tile it began.
    pub(crate) on: Option<usize>,
    /// The first of the sets of kinds and owners as they were then: only while the turn goes on.
    pub(crate) sets: Option<usize>,
}

impl Layout {
    /// The layout of the states of a game, or of what a window shows of it. For each counter it is known whether some test `asked` for it.
    pub(crate) fn new(reference: &Reference, window: Option<Window>, asked: &[bool]) -> Layout {
        let rules = &reference.rules;
        let (kinds, players) = (rules.kinds.len(), rules.players.len());
        let deeds = reference.memory.asked.clone();
        let is_some_nobodys = rules.kinds.iter().any(|k| k.neutral) || reference.tiles_change;
        let owners = players + usize::from(is_some_nobodys);
        let mut next = kinds + owners;
        let mut only_if = |wanted: bool| {
            next += usize::from(wanted);
            wanted.then_some(next - 1)
        };
        let unmoved = only_if(rules.kinds.iter().any(|k| k.tracks_first));
        let rights = only_if(rules.castling.is_some());
        let missing = only_if(reference.tiles_change);
        let asks = |wanted: Test| rules.any_test(&|test| *test == wanted);
        let compares = reference.goes_on && asks(Test::Changed);
        let began = compares.then_some(next);
        let first_deed = next + if compares { kinds + owners } else { 0 };
        let next = first_deed + deeds.len();
        let promoted = rules.turn.taken.asks_for_promoted().then_some(next);
        let counters = reference.starting_counters().len();
        let hands = rules.turn.hands.then_some(counters);
        let mut number = 0;
        let mut place = |kind: KindId| {
            let is_held = rules.in_hand(kind) == kind;
            number += usize::from(is_held);
            is_held.then(|| number - 1)
        };
        let held: Vec<Option<usize>> = (0..kinds).map(KindId::new).map(&mut place).collect();
        let behind = counters + if rules.turn.hands { players * number } else { 0 };
        let out = rules.ends.iter().any(|end| !end.result.is_final()).then_some(behind);
        let behind = behind + usize::from(out.is_some());
        let castled = (reference.memory.castled != AsksCastled::Never).then_some(behind);
        let behind = behind + usize::from(castled.is_some());
        // Whether a position is the same in the middle of a turn depends on how that has come about.
        let compares_turns = reference.memory.turns && asks_for_past(rules);
        let is_asked = compares || asks(Test::Begun) || compares_turns;
        let begun = (reference.goes_on && is_asked).then_some(behind);
        let corner = behind + usize::from(begun.is_some());
        let mut asked = places_of(reference, asked);
        // Whatever stands behind the counters matters, but where a window lies.
        asked.extend(counters..corner);
        let unpromoted = |k| rules.unpromoted(KindId::new(k)).map_or(k, |kind| kind.index());
        Layout {
            tiles: reference.board.len(),
            kinds,
            players,
            owners,
            phases: rules.turn.phases.len().max(1),
            unmoved,
            rights,
            missing,
            deeds: Deeds { list: deeds, first: first_deed },
            all: next + usize::from(promoted.is_some()),
            unions: Vec::new(),
            promoted,
            counters: Counters {
                number: counters,
                all: corner + if window.is_some() { 2 } else { 0 },
                places: places(reference),
                asked,
                ignored: ignored(reference),
            },
            hands: Hands {
                first: hands,
                held,
                counts_as: (0..kinds).map(|k| rules.in_hand(KindId::new(k)).index()).collect(),
                unpromoted: (0..kinds).map(unpromoted).collect(),
            },
            out,
            castled,
            beginning: Beginning { on: begun, sets: began },
            corner,
            window,
        }
    }

    /// How many sets there are.
    pub(crate) fn used(&self) -> usize {
        self.all + 1 + self.unions.len()
    }

    /// The set of the pieces of all these kinds, which are sorted.
    pub(crate) fn set_of(&mut self, kinds: &[u8]) -> u8 {
        if let [kind] = kinds {
            return *kind;
        }
        let known = self.unions.iter().position(|u| u == kinds).unwrap_or_else(|| {
            self.unions.push(kinds.to_vec());
            self.unions.len() - 1
        });
        (self.all + 1 + known) as u8
    }

    /// The sets in which a piece is as long as it stands somewhere.
    pub(crate) fn sets_of(&self, kind: usize, owner: usize) -> impl Iterator<Item = usize> + '_ {
        let has_kind = move |(_, kinds): &(usize, &Vec<u8>)| kinds.contains(&(kind as u8));
        let unions = self.unions.iter().enumerate().filter(has_kind).map(|(i, _)| self.all + 1 + i);
        [kind, self.owner(owner), self.all].into_iter().chain(unions)
    }

    /// Where the number of pieces of a kind in a player's hand stands.
    #[inline]
    pub(crate) fn hand(&self, player: usize, kind: usize) -> Option<usize> {
        let first = self.hands.first?;
        self.hands.held[kind].map(|place| first + place * self.players + player)
    }

    /// The sets in which a tile is that is not there.
    pub(crate) fn sets_of_missing(&self) -> impl Iterator<Item = usize> + use<> {
        let nobody = self.owner(self.players);
        let all = self.all;
        self.missing.into_iter().flat_map(move |missing| [missing, nobody, all])
    }

    /// The set of each kind and owner, and the one of what it was when a turn began.
    pub(crate) fn at_first(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.kinds + self.owners;
        self.beginning.sets.into_iter().flat_map(move |first| (0..all).map(move |set| (set, first + set)))
    }

    #[inline(always)]
    pub(crate) fn owner(&self, player: usize) -> usize {
        self.kinds + player
    }

    pub(crate) fn deed(&self, when: When, label: LabelId) -> Option<usize> {
        self.deeds.list.iter().position(|d| *d == (when, label)).map(|i| self.deeds.first + i)
    }
}
