//! A section that is being made, with all that has been found out about the game.

use std::collections::BTreeSet;

use tilegame_betza::When;
use tilegame_runtime::Game;
use tilegame_runtime::ir::{Action, Choice, Effect, KindId, PlayerId, Rules};

use super::ask::{Reader, Set, is_wall};
use super::blast::Blast;
use super::gating::Gating;
use super::keys::Keys;
use super::lines::Lines;
use super::moving::Moving;
use super::squares::{Places, Squares};

/// A section that is being made.
pub(crate) struct Draft<'g> {
    pub(crate) game: &'g Game,
    pub(crate) rules: &'g Rules,
    pub(crate) squares: &'g Squares,
    pub(crate) ask: Reader<'g>,
    /// Kinds that can be on the board or in a hand.
    pub(crate) used: Set,
    /// Where walls stand at the start.
    pub(crate) walls: Places,
    /// Where pieces of each kind stand at the start, of each player.
    pub(crate) home: Vec<[Places; 2]>,
    /// What each kind is in its state, if it has one; and the other way.
    pub(crate) form: Vec<Option<KindId>>,
    pub(crate) form_of: Vec<Option<KindId>>,
    pub(crate) moving: Vec<Option<Moving>>,
    pub(crate) royalty: Royalty,
    pub(crate) types: Vec<Option<Type>>,
    /// Where all those pieces begin that have moves at the start.
    pub(crate) double: Option<[Places; 2]>,
    /// Where pawns cannot go since they would promote there and have nothing to become.
    pub(crate) stop: Option<[Places; 2]>,
    pub(crate) keys: Keys,
    /// What unmoved pieces can do, which is taken out of the rules.
    pub(crate) gating: Option<Gating>,
    /// What follows from captures, which is taken out, too.
    pub(crate) blast: Blast,
    /// Lines of some tiles, and hoppers that spare their like, which are taken out, too.
    pub(crate) lines: Lines,
    /// Moves that are not legal are legal in the section, and lose at once.
    pub(crate) losing: bool,
    /// Two kings left are a draw.
    pub(crate) bare_draw: bool,
    /// A piece may not go where it could not move any more.
    pub(crate) mobile_only: bool,
    /// Lines that no key has said yet.
    pub(crate) unsaid: Vec<Unsaid>,
    /// Why there is no such section.
    pub(crate) reasons: Vec<String>,
    /// What is left out without a change of the moves.
    pub(crate) notes: Vec<String>,
}

/// A line of a game that no key has said yet.
pub(crate) struct Unsaid {
    pub(crate) line: String,
    /// What is written about it if none does.
    pub(crate) why: String,
    pub(crate) weight: Weight,
}

/// What depends on a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Moves, or how a game ends.
    Game,
    /// How a match ends, by what has been.
    Past,
    /// How a match ends, by which pieces are left: those are the endings of chess, for which there is no key.
    Pieces,
}

/// Which pieces are royal, and how.
#[derive(Default)]
pub(crate) struct Royalty {
    /// The one that the format calls king: each player has one for ever.
    pub(crate) king: Option<KindId>,
    /// Kinds that are royal although they may be taken, or come and go.
    pub(crate) pseudo: Set,
    /// All that may not be left attacked.
    pub(crate) all: Set,
    /// A kind that must be there after every move of its owner.
    pub(crate) must_stay: Option<KindId>,
    /// Those of them that may be left attacked while more than so many are there, of kinds that are counted together.
    pub(crate) few: Vec<(Set, i64)>,
    /// It is enough if one of them is not attacked.
    pub(crate) one_is_enough: bool,
}

/// The type of a kind.
#[derive(Clone)]
pub(crate) struct Type {
    /// Its key.
    pub(crate) key: String,
    /// Its letter, small.
    pub(crate) letter: char,
}

/// The longest reason; some tests fill a page.
const LONGEST: usize = 240;

/// What the format calls the two players.
pub(crate) const COLOURS: [&str; 2] = ["White", "Black"];

impl<'g> Draft<'g> {
    /// The beginning of a section: which pieces there are and how they move. The rules are those of the game, perhaps without what is written apart.
    pub(crate) fn new(game: &'g Game, rules: &'g Rules, squares: &'g Squares) -> Draft<'g> {
        let ask = Reader { rules, squares };
        let kinds = rules.kinds.len();
        let mut draft = Draft {
            game,
            rules,
            squares,
            ask,
            used: Set::new(),
            walls: Places::new(),
            home: vec![[Places::new(), Places::new()]; kinds],
            form: vec![None; kinds],
            form_of: vec![None; kinds],
            moving: (0..kinds).map(|_| None).collect(),
            royalty: Royalty::default(),
            types: (0..kinds).map(|_| None).collect(),
            double: None,
            stop: None,
            keys: Keys::default(),
            gating: None,
            blast: Blast::default(),
            lines: Lines::default(),
            losing: false,
            bare_draw: false,
            mobile_only: false,
            unsaid: Vec::new(),
            reasons: Vec::new(),
            notes: Vec::new(),
        };
        draft.find_kinds();
        draft
    }

    /// Says that something has no counterpart.
    pub(crate) fn refuse(&mut self, why: impl Into<String>) {
        let mut why: String = why.into();
        if why.chars().count() > LONGEST {
            why = why.chars().take(LONGEST).chain(['…']).collect();
        }
        if !self.reasons.contains(&why) {
            self.reasons.push(why);
        }
    }

    /// The name of a kind.
    pub(crate) fn name(&self, kind: KindId) -> &'g str {
        &self.rules.kinds[kind.index()].name
    }

    /// The letters of these kinds as the format writes a set, each once.
    pub(crate) fn letters(&self, kinds: impl IntoIterator<Item = KindId>) -> String {
        let mut known = BTreeSet::new();
        let letters = kinds.into_iter().filter_map(|kind| self.types[kind.index()].as_ref());
        letters.map(|of| of.letter).filter(|letter| known.insert(*letter)).collect()
    }

    /// Whether a kind is of the type that has this key.
    pub(crate) fn is(&self, kind: KindId, key: &str) -> bool {
        self.types[kind.index()].as_ref().is_some_and(|of| of.key == key)
    }

    /// The used kinds that are in no state.
    pub(crate) fn bare(&self) -> Vec<KindId> {
        self.used.iter().copied().filter(|kind| self.form_of[kind.index()].is_none()).collect()
    }

    /// The players who have a kind, or can get it.
    pub(crate) fn owners(&self, kind: KindId) -> [bool; 2] {
        let at = |player: usize| !self.home[kind.index()][player].is_empty();
        match (at(0), at(1)) {
            (false, false) => [true, true],
            _ if self.rules.turn.hands => [true, true],
            (white, black) => [white, black],
        }
    }

    /// Writes a key for both players, or one for each.
    pub(crate) fn set_both(&mut self, key: &str, values: [String; 2], default: [&str; 2]) {
        if values[0] == values[1] && default[0] == default[1] {
            if values[0] != default[0] {
                self.keys.set(key, &values[0]);
            }
            return;
        }
        for ((value, default), colour) in values.iter().zip(default).zip(COLOURS) {
            if value != default {
                self.keys.set(&format!("{key}{colour}"), value);
            }
        }
    }

    fn find_kinds(&mut self) {
        let start = self.game.start();
        for (tile, piece) in start.pieces() {
            if is_wall(self.rules, piece.kind) {
                self.walls.insert(self.squares.place(tile));
                continue;
            }
            self.used.insert(piece.kind);
            match piece.owner {
                Some(owner) if owner.index() < 2 => {
                    let place = self.squares.place(tile);
                    self.home[piece.kind.index()][owner.index()].insert(place);
                }
                _ => {
                    let name = self.name(piece.kind);
                    self.refuse(format!("{name}: pieces that belong to nobody have no key"));
                }
            }
        }
        let all = (0..self.rules.kinds.len()).map(KindId::new);
        let held = |kind: &KindId| (0..2).any(|p| start.hand(PlayerId::new(p), *kind) > 0);
        self.used.extend(all.filter(held));
        let put = self.rules.turn.choices.iter().filter_map(placed).map(|placed| placed.kind);
        self.used.extend(put.filter(|kind| !self.rules.kinds[kind.index()].neutral));
        self.find_forms();
        self.follow_promotions();
        for kind in self.used.clone() {
            let of = &self.rules.kinds[kind.index()];
            if of.facing.is_some() {
                self.refuse(format!("{}: pieces that stand in several ways have no key", of.name));
                continue;
            }
            if of.parts.len() > 1 {
                self.refuse(format!("{}: stacks of pieces have no key", of.name));
                continue;
            }
            match self.ask.moving(kind, &self.home[kind.index()]) {
                Ok(moving) => self.moving[kind.index()] = Some(moving),
                Err(why) => self.refuse(why),
            }
        }
        let walls: Vec<bool> = self.moving.iter().flatten().map(|moving| moving.walls).collect();
        if walls.contains(&true) {
            if walls.contains(&false) || self.rules.castling.is_some() {
                self.refuse("only some moves leave a wall");
            }
            self.keys.set("wallingRule", "past");
        }
        let mut waiting = self.moving.iter().flatten().filter(|moving| !moving.moves.is_empty());
        if waiting.clone().any(|moving| moving.late) {
            if !waiting.all(|moving| moving.late) {
                self.refuse("only some pieces wait until the hand is empty");
            }
            self.keys.switch("mustDrop", true);
        }
        let starts = |moving: &Moving| moving.moves.iter().any(|made| made.when == When::AtStart);
        for kind in self.used.clone() {
            let Some(moving) = self.moving[kind.index()].as_ref().filter(|moving| starts(moving)) else {
                continue;
            };
            let start = moving.start.clone();
            if self.double.is_some() && self.double != start {
                let name = self.name(kind);
                self.refuse(format!("{name}: its first moves begin elsewhere than those of other pieces"));
            }
            self.double = start;
        }
    }

    fn find_forms(&mut self) {
        for state in &self.rules.states {
            for (kind, with) in state.with.iter().enumerate() {
                if with.index() != kind && state.without[kind].index() == kind {
                    self.form[kind] = Some(*with);
                    self.form_of[with.index()] = Some(KindId::new(kind));
                }
            }
        }
        if self.rules.states.len() > 1 {
            let names: Vec<&str> = self.rules.states.iter().map(|state| state.name.as_str()).collect();
            self.refuse(format!("pieces in several states, {}: the format has one", names.join(", ")));
        }
    }

    /// What the used kinds can become is used, too.
    fn follow_promotions(&mut self) {
        let mut open: Vec<KindId> = self.used.iter().copied().collect();
        while let Some(kind) = open.pop() {
            let promotions = self.rules.kinds[kind.index()].promotions.iter();
            let bare = self.form_of[kind.index()];
            let next: Vec<KindId> = promotions.flat_map(|p| p.to.iter().copied()).chain(bare).collect();
            open.extend(next.into_iter().filter(|kind| self.used.insert(*kind)));
        }
    }
}

/// What a choice puts on the board.
pub(crate) struct Placed<'c> {
    /// Which kind.
    pub(crate) kind: KindId,
    /// It comes out of the hand.
    pub(crate) held: bool,
    /// What is done besides.
    pub(crate) besides: &'c [Action],
}

/// What a choice puts on the board, if it begins with that.
pub(crate) fn placed(choice: &Choice) -> Option<Placed<'_>> {
    let (first, besides) = choice.actions.split_first()?;
    let (kind, held) = match first {
        Action::Here(Effect::Drop(kind)) => (*kind, true),
        Action::Here(Effect::Put(kind)) => (*kind, false),
        _ => return None,
    };
    Some(Placed { kind, held, besides })
}
