//! A variant as statements of the language, in the order of a library file.

mod castling;
mod converter;
mod draws;
mod drops;
mod effects;
mod endings;
mod kinds;
mod nearest;
mod notation;
mod passes;
mod pawns;
mod pieces;
mod promotion;
mod regions;
mod royals;
mod rules;
mod setup;
mod walls;
mod zones;

use std::collections::BTreeSet;
use std::rc::Rc;

use tilegame_betza::{Mode as BetzaMode, Move, Vector, When};
use tilegame_dsl::ast::{
    BoardLine, CountOp, Item, ItemKind, Labels, Part, PartForm, PartShape, PlayerLine, ResultWord, Seat,
    TurnLine, Verb,
};

use crate::Game;
use crate::draft::{self, Noted, Statement};
use crate::ini::Section;
use crate::message::Messages;
use crate::pieces::{KEYS, PAWN, of};
use crate::syntax::{
    NOWHERE, after, after_any, all, change, counter, import, in_phase, item, name, names, placed, set, text,
    tiles,
};
use crate::tiles as squares;
use crate::variant::{Colour, Variant};
use converter::Converter;

/// The text of a variant, unless its board is too large. With `keys`, comments say which keys its lines come from.
///
/// Each of `bases` is a game of the library and what holds in it, the nearest first; the text is also written as a variant of each of which it can be one.
pub(crate) fn convert(
    variant: &Variant,
    section: &Section,
    bases: &[(String, Rc<Variant>)],
    keys: bool,
    messages: &mut Messages,
) -> Option<Game> {
    let mut converter = Converter::new(variant, section, keys);
    let statements = converter.game();
    let comments = converter.comments();
    messages.extend(converter.messages);
    let statements = statements?;
    let of_base = |(name, base): &(String, Rc<Variant>)| {
        let base = Converter::new(base, section, false).game()?;
        Some(draft::text(&comments, &nearest::beyond(statements.clone(), &base, name)?))
    };
    Some(Game {
        name: section.name.clone(),
        text: draft::text(&comments, &statements),
        nearest: bases.iter().filter_map(of_base).collect(),
    })
}

/// The types of chess, with their letters.
const CHESS: [(&str, char); 6] =
    [("king", 'k'), ("queen", 'q'), ("rook", 'r'), ("bishop", 'b'), ("knight", 'n'), ("pawn", 'p')];

/// What a type of chess is called there.
fn name_in_chess(key: &str) -> &'static str {
    KEYS.get(of(key)).map_or("King", |known| known.2)
}

impl Converter<'_> {
    fn game(&mut self) -> Option<Vec<Statement>> {
        self.position()?;
        let v = self.variant;
        let chess_types = CHESS.iter().filter(|(key, letter)| {
            let as_king = *key == "king" && v.letter('k') == Some(of("commoner"));
            as_king || v.pieces.get(&of(key)).is_some_and(|p| p.letter == *letter)
        });
        let pawn = v.pieces.get(&PAWN).is_some_and(|p| p.letter == 'p');
        self.of_chess = chess_types.count() >= 4 && pawn;
        self.rotated = v.pieces.keys().any(|n| {
            let moves = self.moves(*n);
            let mirror = |m: &Move| Move {
                legs: m.legs.iter().map(tilegame_betza::Leg::mirrored).collect(),
                ..m.clone()
            };
            !moves.iter().all(|m| moves.contains(&mirror(m)))
        });
        self.unseated = !self.of_chess
            && v.pieces
                .keys()
                .all(|n| *n != PAWN && self.moves(*n).is_empty() && !v.promoted.contains_key(n));
        self.unsupported();
        self.name_pieces();
        let pieces = self.piece_items();
        let castling = self.castling();
        self.drops();
        self.gating();
        self.after_castling();
        self.consequences();
        self.endings();
        self.draws();
        let notation = self.notation();
        Some(self.put_together(pieces, castling, notation))
    }

    /// What changes no moves, and has no counterpart yet.
    fn unsupported(&mut self) {
        let v = self.variant;
        if v.word("chasingRule", "none") != "none" && !self.chases() {
            self.warn("chasingRule", "the ban on chasing is left out: it is known of the pieces of xiangqi");
        }
        if v.word("countingRule", "none") != "none" && self.counts().is_none() {
            let why = "the counting of moves in endgames is left out: it is known of the pieces of makruk";
            self.warn("countingRule", why);
        }
        if v.on("moveRepetitionIllegal") {
            self.warn("moveRepetitionIllegal", "it is left out: it decides games that repeat, no moves");
        }
    }

    fn put_together(
        &mut self,
        pieces: Vec<Noted<Item>>,
        castling: Option<Item>,
        notation: Option<Item>,
    ) -> Vec<Statement> {
        self.progress();
        let mut rest: Vec<Statement> = Vec::new();
        if self.of_chess {
            rest.extend(self.removals().map(|item| Noted::from(item).into()));
        }
        rest.extend(pieces.into_iter().map(Statement::from));
        let castling = match castling {
            None => self.of_chess.then(|| Item { verb: Verb::Remove, ..castling::clause(None, Vec::new()) }),
            Some(clause) => {
                let inherited = self.of_chess && clause == castling::of_chess();
                Some(clause).filter(|_| !inherited || !self.names.values().any(|n| n == "Rook"))
            }
        };
        rest.extend(castling.map(|item| Noted::from(item).into()));
        rest.extend(self.definitions.drain(..).map(Statement::from));
        rest.extend(self.counters.drain(..).map(Statement::from));
        rest.push(Noted::from(self.setup()).into());
        // Between the two steps of a turn nothing is decided.
        if self.has_wall_step() {
            for rule in self.end.iter_mut().filter_map(|line| line.node.rule.as_mut()) {
                rule.test = all([in_phase("go"), rule.test.clone()]);
            }
        }
        rest.extend(Statement::block(std::mem::take(&mut self.turn), |lines| item(ItemKind::Turn(lines))));
        rest.extend(Statement::block(std::mem::take(&mut self.end), |lines| item(ItemKind::End(lines))));
        rest.extend(Statement::block(std::mem::take(&mut self.matches), |lines| {
            item(ItemKind::Match(lines))
        }));
        rest.extend(notation.map(|item| Noted::from(item).into()));

        let mut statements: Vec<Statement> =
            self.head().into_iter().map(|item| Noted::from(item).into()).collect();
        let regions = self.region_items(&named(&mut rest));
        statements.extend(regions.into_iter().map(|item| Noted::from(item).into()));
        if !self.of_chess && self.has_passant() {
            statements.push(Noted::from(item(ItemKind::Mark(name("passant")))).into());
        }
        statements.extend(rest);
        statements
    }

    /// What stands above a file.
    fn comments(&self) -> Vec<String> {
        let parent = self.section.parent.as_ref().map_or(String::new(), |parent| format!(":{parent}"));
        let (title, section) = (title(&self.variant.name), &self.section.name);
        let first = format!("{title}, from the section [{section}{parent}] of an INI file.");
        let hints = self.section.entries.iter().filter(|entry| {
            self.keys && matches!(entry.key.as_str(), "pieceToCharTable" | "variantTemplate" | "pocketSize")
        });
        let hints = hints.map(|entry| format!("xboard {} = {}", entry.key, entry.value.trim_end()));
        [first].into_iter().chain(hints).chain(self.refused.iter().cloned()).collect()
    }

    /// What a file begins with: modules, title, board and players.
    fn head(&self) -> Vec<Item> {
        let v = self.variant;
        let mut modules = Vec::new();
        if !self.of_chess {
            modules.extend(["moves", "shapes"]);
            if self.uses_checkmate() {
                modules.push("checkmate");
            }
        }
        if self.chases() {
            modules.push("chasing");
        } else if v.on("perpetualCheckIllegal") && self.royal_check() {
            modules.push("perpetual_check");
        }
        modules.extend(self.counts());
        let mut items = Vec::new();
        if !modules.is_empty() {
            items.push(item(ItemKind::Use(modules.into_iter().map(import).collect())));
        }
        let (title, about) = (text(title(&v.name)), Vec::new());
        items.push(item(match self.of_chess {
            true => ItemKind::Variant { title, parent: import("chess"), about },
            false => ItemKind::Game { title, about },
        }));
        let (files, ranks) = (v.files(), v.ranks());
        if !self.of_chess || (files, ranks) != (8, 8) || !self.holes().is_empty() {
            let shape = PartShape::Grid([files, ranks].map(|size| placed(size.into())).into());
            let labels = Labels { files: None, ranks: None };
            let mut lines =
                vec![BoardLine::Part { name: None, form: PartForm { shape, labels, span: NOWHERE } }];
            if !self.holes().is_empty() {
                lines.push(BoardLine::Void(tiles(squares::terms(self.holes(), files, ranks))));
            }
            items.push(item(ItemKind::Board(lines)));
        }
        if !self.of_chess {
            let seat = match (self.unseated, self.rotated) {
                (true, _) => Seat::Plain,
                (_, true) => Seat::Facing(name("s")),
                _ => Seat::Mirrored(NOWHERE),
            };
            let player = |word, letter, seat| PlayerLine {
                name: name(word),
                letter: text(letter),
                home: None,
                seat,
                facing: Vec::new(),
            };
            let players = vec![player("White", "w", Seat::Plain), player("Black", "b", seat)];
            items.push(item(ItemKind::Players(players)));
        }
        items
    }

    /// Counts moves, and those since something happened that can't be taken back.
    fn progress(&mut self) {
        let resets = self.resets();
        let all = |others: Vec<String>| names(["capture".to_owned()].into_iter().chain(others));
        let lines = if !self.of_chess {
            self.count(counter("clock", 0, false, true), "plies since something was taken or a pawn moved");
            self.count(counter("moves", 1, false, true), "the number of the move");
            let go = || self.in_go();
            vec![
                after("move", go(), [change("clock", CountOp::Add, 1)]),
                after_any(all(resets), go(), vec![set("clock", 0)], None),
                after("Black", go(), [change("moves", CountOp::Add, 1)]),
            ]
        } else if self.has_wall_step() {
            Vec::new()
        } else if let Some(pawn) = resets.iter().position(|name| name == "Pawn") {
            let mut others = resets;
            others.remove(pawn);
            let more = |others| after_any(names(others), None, vec![set("clock", 0)], None);
            (!others.is_empty()).then(|| more(others)).into_iter().collect()
        } else {
            vec![
                TurnLine::Remove(name("progress")),
                after_any(all(resets), None, vec![set("clock", 0)], None),
            ]
        };
        self.turn.extend(lines.into_iter().map(Noted::from));
    }

    /// What can't be taken back besides captures: drops, and moves of certain types, all of them or those to which there is no way back.
    fn resets(&self) -> Vec<String> {
        let mut resets: Vec<String> = Vec::new();
        let fits = self.final_types().into_iter().filter(|t| self.fits(*t));
        let (mixed, all): (Vec<usize>, Vec<usize>) = fits.partition(|t| !self.final_moves(*t).is_empty());
        resets.extend(
            all.iter()
                .filter(|t| **t == PAWN || !self.quiet(**t).is_empty() && !self.goes_back(**t))
                .map(|t| self.names[t].clone()),
        );
        resets.extend((!mixed.is_empty()).then(|| ONWARD.to_owned()));
        resets.extend(self.drop_labels.iter().map(|label| (*label).to_owned()));
        resets
    }

    /// The types whose moves count as progress, of either player.
    fn final_types(&self) -> BTreeSet<usize> {
        let of = |colour: &Colour| self.variant.of("nMoveRuleTypes", *colour).types;
        Colour::BOTH.iter().flat_map(of).collect()
    }

    /// How a type moves without capturing.
    fn quiet(&self, number: usize) -> Vec<Move> {
        self.moves(number).into_iter().filter(|m| m.mode == BetzaMode::Quiet).collect()
    }

    /// Whether a type can take back each of its moves.
    fn goes_back(&self, number: usize) -> bool {
        let quiet = self.quiet(number);
        quiet.iter().all(|m| is_undone(m, &quiet))
    }

    /// The moves of a type that count as progress, of one that can take back some of its moves and others not.
    fn final_moves(&self, number: usize) -> Vec<Move> {
        let quiet = self.quiet(number);
        let (back, onward): (Vec<Move>, Vec<Move>) =
            quiet.iter().cloned().partition(|m| is_undone(m, &quiet));
        let is_mixed = number != PAWN && !back.is_empty() && self.final_types().contains(&number);
        if is_mixed { onward } else { Vec::new() }
    }

    /// Pieces of chess that are not there.
    fn removals(&self) -> impl Iterator<Item = Item> {
        let gone = |word: &&str| !self.names.iter().any(|(n, known)| known == word && self.fits(*n));
        let removed = |word: &str| Item {
            verb: Verb::Remove,
            ..item(ItemKind::Piece { name: name(word), letters: vec![], attributes: vec![], lines: vec![] })
        };
        let all = CHESS.map(|(key, _)| name_in_chess(key));
        all.into_iter().filter(gone).map(removed).collect::<Vec<Item>>().into_iter()
    }
}

/// Whether one of these moves leads back from where a move has led.
fn is_undone(made: &Move, moves: &[Move]) -> bool {
    // What is in the way does not matter.
    let steps = |m: &Move, sign: i16| {
        let sum = |part: fn(&Vector) -> i8| -> i16 {
            m.legs.iter().flat_map(|leg| &leg.steps).map(part).map(i16::from).sum::<i16>() * sign
        };
        (
            sum(|step| step.right),
            sum(|step| step.forward),
            m.legs.iter().map(|leg| leg.most).collect::<Vec<_>>(),
        )
    };
    moves.iter().any(|m| m.when != When::AtStart && steps(m, -1) == steps(made, 1))
}

/// What moves are called that count as progress, of a type of which not all do.
const ONWARD: &str = "onward";

/// All names in statements that can be those of regions.
fn named(statements: &mut [Statement]) -> BTreeSet<String> {
    fn visit(part: Part<'_>, found: &mut BTreeSet<String>) {
        match part {
            Part::Path(path) => path.each_part_mut(&mut |part| visit(part, found)),
            Part::Test(test) => test.each_part_mut(&mut |part| visit(part, found)),
            Part::Effect(effect) => effect.each_part_mut(&mut |part| visit(part, found)),
            Part::Name(name) => _ = found.insert(name.node.clone()),
            Part::Counter(_) => {}
        }
    }
    let mut found = BTreeSet::new();
    for statement in statements {
        statement.item.kind.each_part_mut(&mut |part| visit(part, &mut found));
    }
    found
}

/// The result that a key names, for the player who is asked; none of them is `none`.
fn result(word: &str) -> Option<ResultWord> {
    match word {
        "win" => Some(ResultWord::Win),
        "loss" => Some(ResultWord::Loss),
        "draw" => Some(ResultWord::Draw),
        _ => None,
    }
}

/// The same result for the other player.
fn reversed(result: ResultWord) -> ResultWord {
    match result {
        ResultWord::Win => ResultWord::Loss,
        ResultWord::Loss => ResultWord::Win,
        other => other,
    }
}

/// A name as a title.
fn title(name: &str) -> String {
    let mut letters = name.replace(['-', '_'], " ").replace(['"', '\\'], "'").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}
