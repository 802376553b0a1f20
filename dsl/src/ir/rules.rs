//! The rules of a game: all lists, and what belongs to none of its parts alone.

use std::sync::Arc;

use super::board::Board;
use super::castling::{Castling, CastlingOption};
use super::ends::{Adjudication, End};
use super::expr::Effect;
use super::ids::{KindId, PlayerId, SymId, Tile};
use super::notation::{Notation, plain_name};
use super::pieces::{Kind, MoveRule, Watch};
use super::promises::{Ended, RuleTest};
use super::setup::Setup;
use super::stacks::{Stack, State};
use super::turn::Turn;

/// The rules of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The name by which it is called: its file's name without the ending.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Lines of description.
    pub about: Vec<String>,
    /// The board.
    pub board: Board,
    /// The players in the order of their turns at the start.
    pub players: Vec<Player>,
    /// The piece kinds.
    pub kinds: Vec<Kind>,
    /// The states in which pieces can be.
    pub states: Vec<State>,
    /// The pieces that can stand on one tile together, sorted.
    pub stacks: Vec<Stack>,
    /// Named sets of tiles.
    pub regions: Vec<Region>,
    /// Names of marks.
    pub marks: Vec<String>,
    /// Names of labels of movement rules.
    pub labels: Vec<String>,
    /// What can be switched on and off; tests on options have become constants.
    pub options: Vec<Switch>,
    /// Numbers that belong to the position.
    pub counters: Vec<Counter>,
    /// Moves that are known again by what they do, not by the rule that made them.
    pub watches: Vec<Watch>,
    /// The castling clause.
    pub castling: Option<Castling>,
    /// How the game starts.
    pub setup: Setup,
    /// What a turn is.
    pub turn: Turn,
    /// Endings that a position shows, and ways to go out, in the order in which they are tried.
    pub ends: Vec<End>,
    /// Endings of a match, which may look at its history.
    pub adjudications: Vec<Adjudication>,
    /// How positions and moves are written.
    pub notation: Notation,
    /// Other ways in which they are written, by their names.
    pub notations: Vec<(String, Notation)>,
    /// The tests in the file.
    pub tests: Vec<RuleTest>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Its letter in the turn field of FENs.
    pub letter: char,
    /// How it sees the board.
    pub frame: Frame,
}

/// How a player sees the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// For every tile, what becomes there of a direction of a rule: `d` is walked as `symmetries[syms[t]][d]` by a piece
    /// that stands on `t`. On the way the edges turn it. Of a plane, whose places are all alike, there is one.
    pub syms: Vec<SymId>,
    /// What becomes of a tile as the first player sees it: `tiles[t]` is this player's counterpart.
    pub tiles: Vec<Tile>,
}

impl Frame {
    /// How directions are turned on a tile.
    pub fn on(&self, tile: Tile) -> SymId {
        *self.syms.get(tile.index()).unwrap_or(&self.syms[0])
    }

    /// How directions are turned, where that is the same on all tiles.
    pub fn everywhere(&self) -> Option<SymId> {
        let first = self.syms.first().copied()?;
        self.syms.iter().all(|s| *s == first).then_some(first)
    }
}

/// A named set of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its name, or the tiles as they were written where it has none.
    pub name: String,
    /// The tiles for each player, sorted.
    pub tiles: Vec<Vec<Tile>>,
}

/// Something that a variant or a player switches on or off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// Whether it is on.
    pub on: bool,
    /// What it means, for people.
    pub about: String,
}

/// A number that belongs to the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// Its value at the start.
    pub start: i64,
    /// One for every player.
    pub each: bool,
    /// Positions that differ in it only are the same position.
    pub ignored: bool,
}

impl Rules {
    /// Whether there may be more or fewer tiles in one position than in another.
    pub fn tiles_change(&self) -> bool {
        self.board.plane.is_some()
            || !self.turn.board.is_empty()
            || self.any_effect(&|effect| *effect == Effect::Vanish)
    }

    /// The kind of a name.
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|k| k.name == name).map(KindId::new)
    }

    /// The rules by which pieces move, with the kinds that share them.
    pub fn manners(&self) -> Vec<(Vec<KindId>, &[MoveRule])> {
        let mut found: Vec<(Vec<KindId>, &Arc<Vec<MoveRule>>)> = Vec::new();
        for (number, kind) in self.kinds.iter().enumerate() {
            match found.iter_mut().find(|(_, known)| Arc::ptr_eq(known, &kind.rules)) {
                Some((kinds, _)) => kinds.push(KindId::new(number)),
                None => found.push((vec![KindId::new(number)], &kind.rules)),
            }
        }
        found.into_iter().map(|(kinds, rules)| (kinds, rules.as_slice())).collect()
    }

    /// Whether some effect of a rule, of a choice or after a move is like that.
    pub fn any_effect(&self, holds: &dyn Fn(&Effect) -> bool) -> bool {
        let turn = &self.turn;
        let mut done =
            turn.after.iter().flat_map(|a| &a.actions).chain(turn.choices.iter().flat_map(|c| &c.actions));
        let put = |option: &CastlingOption| holds(&option.effect());
        done.any(|action| action.any_effect(holds))
            || self.castling.iter().flat_map(|castling| &castling.options).any(put)
            || self.manners().iter().flat_map(|(_, rules)| *rules).any(|rule| rule.path.any_effect(holds))
    }

    /// The kind that such a piece was before it was promoted, if exactly one kind can have become one.
    pub fn unpromoted(&self, kind: KindId) -> Option<KindId> {
        let into = |k: &Kind| k.promotes_to(kind);
        let mut sources = self.kinds.iter().enumerate().filter(|(_, k)| into(k));
        let (index, first) = sources.next()?;
        sources.all(|(_, other)| other.piece == first.piece).then(|| KindId::new(index))
    }

    /// The player of a name.
    pub fn player(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|p| p.name == name).map(PlayerId::new)
    }
}

impl Ended {
    /// The name of the line.
    pub fn name(self, rules: &Rules) -> &str {
        match self {
            Ended::Game(end) => &rules.ends[end.index()].name,
            Ended::Match(number) => &rules.adjudications[number].name,
        }
    }
}

impl Rules {
    /// Whether a name is one of the game's: that of its file, its title, or one of those it has
    /// [for the tag `Variant`](Notation::variant). Only letters and digits count, be they large or small.
    pub fn is_called(&self, name: &str) -> bool {
        let wanted = plain_name(name);
        let names = self.notation.variant.iter().chain([&self.title, &self.name]);
        !wanted.is_empty() && names.into_iter().any(|name| plain_name(name) == wanted)
    }

    /// All notations of the game, the usual one first.
    pub fn ways_of_writing(&self) -> impl Iterator<Item = &Notation> {
        std::iter::once(&self.notation).chain(self.notations.iter().map(|(_, notation)| notation))
    }
}
