//! What all passes share: the declarations, what has been worked out of them so far, and the way from a name to a thing.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use indexmap::IndexMap;

use crate::ast::Name;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::errors::meaning as errors;
use crate::ir::{self, Board, Kinds, PlayerId, RegionId};
use crate::limits::{EXPRESSIONS, NAMES_NESTING, RULE_EXPRESSIONS, RULES, STEPS};
use crate::moveid::MoveId;
use crate::source::{Sources, Span};

use super::declarations::Declarations;
use super::declarations::NEUTRAL;
use super::effort::{Effort, Extent};
use super::family::{Family, StackOf};
use super::grid::Grid;
use super::reach::{self, Reach};
use super::report::Report;
use super::sorts::{Sort, words};
use super::truth::{Case, Occupant};
use super::unknown::Unknown;
use super::worst::Worst;

/// The regions that have been asked for.
#[derive(Default)]
pub(crate) struct Regions {
    /// With their tiles.
    pub(crate) list: Vec<ir::Region>,
    /// By their place in the declarations; `None` after an error.
    pub(crate) known: HashMap<usize, Option<RegionId>>,
    /// Those being worked out.
    pub(crate) open: Vec<usize>,
}

/// A named test or path being written out in full.
pub(crate) struct Expansion {
    pub(crate) sort: Sort,
    pub(crate) word: String,
    /// Where it is used.
    pub(crate) used: Span,
}

/// The state of lowering.
pub(crate) struct Resolver<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) game: &'a Declarations<'a>,
    pub(crate) report: Report,
    pub(crate) board: Board,
    pub(crate) grid: Rc<Grid>,
    pub(crate) paths: reach::Paths,
    /// How many more tiles may be looked at to count steps.
    looks_left: u64,
    pub(crate) players: Vec<ir::Player>,
    pub(crate) player_spans: Vec<Span>,
    /// What the declared pieces have become, in their order.
    pub(crate) families: Vec<Family>,
    /// Attributes and the kinds that have them.
    pub(crate) attributes: IndexMap<String, (Span, Kinds)>,
    /// States, with the kinds that are in them.
    pub(crate) states: IndexMap<String, (Span, Kinds)>,
    /// The pieces that can stand on one tile together, in the order of their kinds.
    pub(crate) stacks: Vec<StackOf>,
    /// How many kinds there are.
    pub(crate) kind_count: usize,
    pub(crate) regions: Regions,
    /// Labels of rules and where they are first given.
    pub(crate) labels: IndexMap<String, Span>,
    /// Where it is first asked how a turn has begun, or what has been done in it.
    pub(crate) begun: Option<Span>,
    /// Which of these are names of zones.
    pub(crate) zones: HashSet<String>,
    /// Moves that are known by a nested move-ID.
    pub(crate) watches: Vec<ir::Watch>,
    /// Rules that the castling clause names, and where the partner stands.
    pub(crate) ties: HashMap<ir::LabelId, Vec<ir::DirId>>,
    /// Everything that some rule names.
    pub(crate) used: HashSet<(Sort, usize)>,
    /// From the rule inwards.
    pub(crate) expanding: Vec<Expansion>,
    /// Of each length that is being lowered, the directions of the one step that is repeated, from the outermost inwards.
    pub(crate) strides: Vec<Option<Vec<ir::DirId>>>,
    /// How often an option has been asked.
    pub(crate) options_asked: u32,
    /// Rules and endings that ask for options: what seems odd of them may be so on purpose.
    pub(crate) switched: HashSet<Span>,
    /// Where each choice is written: a line may have several.
    pub(crate) choice_spans: Vec<Span>,
    /// How many expressions have been lowered, named ones as often as they are used, and turned ones in each turn.
    spent: usize,
    /// Rules of all kinds so far, and the expressions in them.
    ruled: (usize, usize),
}

/// The most tiles, each in all ways of being turned, of a board on which steps are counted one by one.
const MOST_STATES: usize = 4096;

/// How many tiles may be looked at in a game to count steps one by one.
const MOST_LOOKS: u64 = 3_000_000;

/// The attribute of pieces that are meant to have no moves.
pub(crate) const STILL: &str = "still";

impl<'a> Resolver<'a> {
    /// Starts with a board and no players.
    pub(crate) fn new(
        sources: &'a Sources,
        game: &'a Declarations<'a>,
        report: Report,
        board: Board,
        grid: Grid,
    ) -> Resolver<'a> {
        let paths = reach::Paths::new(&board);
        Resolver {
            sources,
            game,
            report,
            board,
            grid: Rc::new(grid),
            paths,
            players: Vec::new(),
            player_spans: Vec::new(),
            families: Vec::new(),
            attributes: IndexMap::new(),
            states: IndexMap::new(),
            stacks: Vec::new(),
            kind_count: 0,
            regions: Regions::default(),
            labels: IndexMap::new(),
            zones: HashSet::new(),
            begun: None,
            watches: Vec::new(),
            ties: HashMap::new(),
            used: HashSet::new(),
            expanding: Vec::new(),
            strides: Vec::new(),
            options_asked: 0,
            switched: HashSet::new(),
            choice_spans: Vec::new(),
            spent: 0,
            looks_left: MOST_LOOKS,
            ruled: (0, 0),
        }
    }

    /// Counts one more expression; `None` and one error when there are too many.
    pub(crate) fn spend(&mut self, span: Span) -> Option<()> {
        self.spend_on(1, span)
    }

    /// Counts so many more expressions; `None` and one error when there are too many.
    pub(crate) fn spend_on(&mut self, expressions: u64, span: Span) -> Option<()> {
        let fitted = self.spent <= EXPRESSIONS;
        self.spent = self.spent.saturating_add(expressions as usize);
        if fitted && self.spent > EXPRESSIONS {
            let what = "expressions, with names written out and turned";
            self.report.push(errors::too_many(what, EXPRESSIONS, span));
        }
        (self.spent <= EXPRESSIONS).then_some(())
    }

    /// Counts the rules of a piece, which each of its kinds has, with the expressions in them; `None` and one error when there are
    /// too many.
    pub(crate) fn spend_on_kinds(&mut self, kinds: usize, rules: usize, size: u64, span: Span) -> Option<()> {
        let fits = |(rules, size)| rules <= RULES && size <= RULE_EXPRESSIONS;
        let fitted = fits(self.ruled);
        self.ruled.0 = self.ruled.0.saturating_add(rules * kinds);
        self.ruled.1 = self.ruled.1.saturating_add((size as usize).saturating_mul(kinds));
        if fitted && self.ruled.0 > RULES {
            let what = "rules of pieces, counted for each of their facings, states and loads";
            self.report.push(errors::too_many(what, RULES, span));
        } else if fitted && !fits(self.ruled) {
            let what = "expressions in rules, counted for each facing, state and load of a piece";
            self.report.push(errors::too_many(what, RULE_EXPRESSIONS, span));
        }
        fits(self.ruled).then_some(())
    }

    /// How far paths can go on this board.
    pub(crate) fn extent(&self) -> Extent {
        let side = |size: [i16; 3]| size.iter().map(|n| n.unsigned_abs()).max().unwrap_or(0);
        match self.board.plane {
            // Where its tiles are, only positions say.
            Some(_) => Extent { tiles: 1024, row: 64 },
            None => Extent {
                tiles: self.board.tiles.len() as u64,
                row: self.grid.parts().iter().map(|part| u64::from(side(part.size))).sum(),
            },
        }
    }

    /// One error if an expression may take too many steps; `exactly` counts them where they are bounded by too many.
    pub(crate) fn bounded(
        &mut self,
        effort: Effort,
        exactly: impl FnOnce(&mut Worst<'_>) -> Option<u64>,
        span: Span,
    ) -> Option<()> {
        if effort.steps <= STEPS {
            return Some(());
        }
        let steps = self.count_steps(exactly).unwrap_or(effort.steps).min(effort.steps);
        if steps > STEPS {
            self.report.push(errors::too_many_steps(span, steps, STEPS));
            return None;
        }
        Some(())
    }

    /// Counts steps, unless that takes too long itself.
    fn count_steps(&mut self, of: impl FnOnce(&mut Worst<'_>) -> Option<u64>) -> Option<u64> {
        let tiles = self.board.tiles.len();
        if self.board.plane.is_some() || tiles * self.board.symmetries.len() > MOST_STATES {
            return None;
        }
        let reach = self.reach();
        let mut worst = Worst::new(reach.any_roamer(), tiles, self.looks_left);
        let steps = of(&mut worst);
        self.looks_left = worst.left();
        steps
    }

    /// Questions about where paths lead.
    pub(crate) fn reach(&self) -> Reach<'_> {
        Reach { board: &self.board, grid: &self.grid, paths: &self.paths }
    }

    /// The kinds that belong to nobody.
    pub(crate) fn neutral(&self) -> &Kinds {
        static NONE: Kinds = Kinds(Vec::new());
        self.attributes.get(NEUTRAL).map_or(&NONE, |(_, kinds)| kinds)
    }

    /// Questions about what tests can be.
    pub(crate) fn case(&self) -> Case<'_> {
        Case {
            regions: &self.regions.list,
            tiles: self.board.tiles.len(),
            players: self.players.len(),
            kinds: self.kind_count,
            neutral: self.neutral(),
            asker: PlayerId(0),
            occupant: Occupant::Unknown,
            tile: None,
        }
    }

    /// The names of the phases of a turn.
    pub(crate) fn phase_names(&self) -> impl Iterator<Item = &'a Name> + use<'a> {
        let game = self.game;
        game.phases.iter().flat_map(|entry| entry.node)
    }

    /// The place of a name in the list of its sort.
    pub(crate) fn index(&self, sort: Sort, word: &str) -> Option<usize> {
        match sort {
            Sort::Piece => self.game.pieces.index(word),
            Sort::Attribute => self.attributes.get_index_of(word),
            Sort::State => self.states.get_index_of(word),
            Sort::Player => self.players.iter().position(|p| p.name == word),
            Sort::Test => self.game.tests.index(word),
            Sort::Option => self.game.options.index(word),
            Sort::Region => self.game.regions.index(word),
            Sort::Tile => self.grid.parse(word).and_then(|p| self.grid.tile(p)).map(ir::Tile::index),
            Sort::Path => self.game.paths.index(word),
            Sort::Rules => self.game.rules.index(word),
            Sort::Shape => self.game.shapes.index(word),
            Sort::Direction => self.board.directions.iter().position(|d| d.name == word),
            Sort::Mark => self.game.marks.index(word),
            Sort::Counter => self.game.counters.index(word),
            Sort::Label => self.labels.get_index_of(word).filter(|_| !self.zones.contains(word)),
            Sort::Zone => self.labels.get_index_of(word).filter(|_| self.zones.contains(word)),
            Sort::Phase => self.phase_names().position(|n| n.node == word),
            Sort::End => self.game.ends.index(word),
            Sort::Adjudication => self.game.adjudications.index(word),
        }
    }

    /// All names of a sort; of tiles there are too many to list.
    pub(crate) fn names(&self, sort: Sort) -> Vec<String> {
        fn keys<T>(table: &super::table::Table<T>) -> Vec<String> {
            table.iter().map(|(name, _)| name.to_string()).collect()
        }
        match sort {
            Sort::Piece => keys(&self.game.pieces),
            Sort::Attribute => self.attributes.keys().cloned().collect(),
            Sort::State => self.states.keys().cloned().collect(),
            Sort::Player => self.players.iter().map(|p| p.name.clone()).collect(),
            Sort::Test => keys(&self.game.tests),
            Sort::Option => keys(&self.game.options),
            Sort::Region => keys(&self.game.regions),
            Sort::Path => keys(&self.game.paths),
            Sort::Rules => keys(&self.game.rules),
            Sort::Shape => keys(&self.game.shapes),
            Sort::Direction => self.board.directions.iter().map(|d| d.name.clone()).collect(),
            Sort::Mark => keys(&self.game.marks),
            Sort::Counter => keys(&self.game.counters),
            // Labels of nested move-IDs are nobody's words.
            Sort::Label => {
                let said = |l: &&String| l.parse::<MoveId>().is_err() && !self.zones.contains(*l);
                self.labels.keys().filter(said).cloned().collect()
            }
            Sort::Zone => self.labels.keys().filter(|l| self.zones.contains(*l)).cloned().collect(),
            Sort::Phase => self.phase_names().map(|n| n.node.clone()).collect(),
            Sort::End => keys(&self.game.ends),
            Sort::Adjudication => keys(&self.game.adjudications),
            Sort::Tile => Vec::new(),
        }
    }

    /// The thing of a name, of one of the wanted sorts; says what is wrong if there is none.
    pub(crate) fn find(&mut self, wanted: &[Sort], name: &Name) -> Option<(Sort, usize)> {
        self.find_or(wanted, name, &[])
    }

    /// Like [`find`](Resolver::find), where some words of the language could stand as well.
    pub(crate) fn find_or(&mut self, wanted: &[Sort], name: &Name, others: &[&str]) -> Option<(Sort, usize)> {
        let found = wanted.iter().find_map(|sort| Some((*sort, self.index(*sort, &name.node)?)));
        match found {
            Some(key) => {
                self.used.insert(key);
            }
            None => {
                let mut error = self.not_found(wanted, name, others);
                if let Some(outer) = self.expanding.first() {
                    error = error.with_label(outer.used, format!("needed for `{}` here", outer.word));
                }
                self.report.push(error);
            }
        }
        found
    }

    /// What is said about a name that is not known.
    pub(crate) fn not_found(&self, wanted: &[Sort], name: &Name, others: &[&str]) -> Diagnostic {
        let word = name.node.as_str();
        if let Some((sort, at)) = wanted.iter().find_map(|s| Some((*s, self.removed(*s, word)?))) {
            return errors::removed_name(sort.word(), word, name.span, at);
        }
        let all = [
            Sort::Piece,
            Sort::Attribute,
            Sort::State,
            Sort::Player,
            Sort::Test,
            Sort::Option,
            Sort::Region,
            Sort::Path,
            Sort::Direction,
            Sort::Mark,
            Sort::Counter,
            Sort::Phase,
            Sort::Zone,
            Sort::Tile,
        ];
        if let Some(sort) = all.into_iter().find(|s| self.index(*s, word).is_some()) {
            if sort == Sort::Piece && wanted.contains(&Sort::Path) {
                return errors::piece_as_path(word, name.span, &words(wanted));
            }
            let advice = advice(wanted, sort, word);
            let known: Vec<String> = wanted.iter().flat_map(|s| self.names(*s)).collect();
            return errors::wrong_sort(word, name.span, sort.word(), &words(wanted), advice, &known);
        }
        let small = word.to_lowercase();
        if wanted.contains(&Sort::Tile) && self.index(Sort::Tile, &small).is_some() {
            return errors::unknown_name(&words(wanted), word, name.span, Some(&small), &[]);
        }
        if wanted.contains(&Sort::Tile) && looks_like_tile(word) {
            return errors::not_on_board(&format!("`{word}`"), name.span, &self.grid.describe());
        }
        let library = crate::library::has(self.sources.name(name.span.file));
        if wanted.contains(&Sort::Attribute) && library {
            return errors::no_such_attribute(word, name.span, self.free_letter(word));
        }
        let mut known: Vec<String> = wanted.iter().flat_map(|s| self.names(*s)).collect();
        known.extend(others.iter().map(|o| o.to_string()));
        Unknown { wanted, name, known }.diagnostic()
    }

    /// A letter for a piece of that name: one of its own if one is free.
    fn free_letter(&self, name: &str) -> char {
        let taken = |letter: char| {
            let mut pieces = self.game.pieces.iter();
            pieces.any(|(_, e)| e.node.letters.first().is_some_and(|text| text.node.starts_with(letter)))
        };
        let own = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
        own.chain('A'..='Z').find(|letter| !taken(*letter)).unwrap_or('X')
    }

    fn removed(&self, sort: Sort, word: &str) -> Option<Span> {
        match sort {
            Sort::Piece => self.game.pieces.removed(word),
            Sort::Attribute => self.game.lost_attributes.get(word).copied(),
            Sort::Test => self.game.tests.removed(word),
            Sort::Option => self.game.options.removed(word),
            Sort::Region => self.game.regions.removed(word),
            Sort::Path => self.game.paths.removed(word),
            Sort::Rules => self.game.rules.removed(word),
            Sort::Shape => self.game.shapes.removed(word),
            Sort::Mark => self.game.marks.removed(word),
            Sort::Counter => self.game.counters.removed(word),
            Sort::End => self.game.ends.removed(word),
            Sort::Adjudication => self.game.adjudications.removed(word),
            _ => None,
        }
    }

    /// Enters a named test or path; an error and `false` if it is being written out already.
    pub(crate) fn enter(&mut self, sort: Sort, word: &str, used: Span, declared: Span) -> bool {
        let open = self.expanding.iter().position(|e| e.sort == sort && e.word == word);
        if let Some(start) = open {
            let mut chain: Vec<String> =
                self.expanding[start..].iter().filter(|e| e.sort == sort).map(|e| e.word.clone()).collect();
            chain.push(word.to_string());
            self.report.push(errors::recursive(sort.word(), &chain, used, declared));
            return false;
        }
        if self.expanding.len() == NAMES_NESTING {
            self.report.push(errors::too_many("names inside names", NAMES_NESTING, used));
            return false;
        }
        self.expanding.push(Expansion { sort, word: word.to_string(), used });
        true
    }

    /// Leaves what was entered last.
    pub(crate) fn leave(&mut self) {
        self.expanding.pop();
    }

    /// Reports a word that does not fit where it is used: at the use, if it came in by a name.
    pub(crate) fn misplaced(&mut self, word: &str, span: Span, make: impl Fn(&str, Span) -> Diagnostic) {
        let message = match self.expanding.first() {
            Some(outer) => make(&outer.word, outer.used).with_label(span, format!("because of `{word}`")),
            None => make(word, span),
        };
        self.report.push(message);
    }
}

/// Whether a word has the form of a tile: small letters, then digits.
fn looks_like_tile(word: &str) -> bool {
    let rank = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    rank.len() < word.len() && !rank.is_empty() && rank.bytes().all(|b| b.is_ascii_digit())
}

/// What to write instead of a word of the wrong sort.
fn advice(wanted: &[Sort], sort: Sort, word: &str) -> Option<(&'static str, String)> {
    let (in_test, in_path) = (wanted.contains(&Sort::Test), wanted.contains(&Sort::Path));
    match sort {
        Sort::Region if in_test => Some(("to ask whether a tile is in it", format!("on {word}"))),
        Sort::Tile if in_test => Some(("to ask whether it is that tile", format!("on ({word})"))),
        Sort::Mark if in_test => Some(("to ask for the mark", format!("marked {word}"))),
        Sort::Zone if in_test => Some(("to ask whether the tile is in it", format!("under {word}"))),
        Sort::Counter if in_test => Some(("to ask for its value, compare it", format!("{word} = 1"))),
        Sort::Path | Sort::Direction if in_test => {
            Some(("to ask whether it can be walked from the tile", format!("sees {word}")))
        }
        Sort::Attribute | Sort::State | Sort::Player | Sort::Test if in_path => {
            Some(("a test on the tile reached is written in brackets", format!("n[{word}]")))
        }
        Sort::Path if wanted.contains(&Sort::Region) => {
            Some(("for the tiles that it leads to from a tile", format!("(a1 by {word})")))
        }
        _ => None,
    }
}
