//! The pieces, and how they move.

use tilegame_betza::{Betza, Dialect, Mode as BetzaMode, Move, On, When};
use tilegame_dsl::ast::{Item, ItemKind, Mode, PieceLine, Verb};

use super::converter::Converter;
use super::kinds::piece_but;
use super::pawns;
use super::zones::Zone;
use super::{CHESS, ONWARD, name_in_chess};
use crate::draft::Noted;
use crate::pieces::{FIRST_CUSTOM, KEYS, KING, PAWN, of};
use crate::syntax::{
    Rule, Walk as _, hop, inside, is, item, mirror, name, names, not, placed, promote, region, rot, rules,
    text, then, way,
};
use crate::tiles::{self as squares, Tiles};

impl Converter<'_> {
    /// What a type does on the board: its single moves.
    pub(super) fn moves(&self, number: usize) -> Vec<Move> {
        let mut moves = self.read_moves(&self.variant.betza(number));
        // Whether a piece takes en passant is said by a set.
        moves.retain(|m| m.mode != BetzaMode::EnPassant && self.has_room(m));
        // What must not be lost, and would turn to stone by a capture, captures nothing and gives no check.
        if self.turns_to_stone(number) && self.must_stay(number) {
            moves.retain(|m| m.mode == BetzaMode::Quiet);
        }
        moves
    }

    fn read_moves(&self, betza: &str) -> Vec<Move> {
        Betza::read(betza, Dialect::FairyStockfish).and_then(|b| b.moves()).unwrap_or_default()
    }

    /// Whether the board is large enough for a move.
    pub(super) fn has_room(&self, made: &Move) -> bool {
        let (files, ranks) = (i32::from(self.variant.files()), i32::from(self.variant.ranks()));
        let (mut right, mut forward) = (0, 0);
        made.legs.iter().flat_map(|leg| leg.steps.iter().map(move |s| (s, i32::from(leg.least)))).all(
            |(s, times)| {
                right += i32::from(s.right) * times;
                forward += i32::from(s.forward) * times;
                right.abs() < files && forward.abs() < ranks
            },
        )
    }

    /// The tiles to which a type can go.
    pub(super) fn reach(&mut self, number: usize) -> (Tiles, Tiles) {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let one = |white: bool| match self.variant.mobility.get(&(number, white)) {
            Some(text) => {
                let tiles = squares::region(text, files, ranks);
                if tiles.is_empty() { squares::all(files, ranks) } else { tiles }
            }
            None => squares::all(files, ranks),
        };
        (one(true), one(false))
    }

    /// The tiles from which a type has a move on the empty board.
    pub(super) fn mobile(&mut self, number: usize) -> (Tiles, Tiles) {
        let (files, ranks) = (self.variant.files(), self.variant.ranks());
        let (white, black) = self.reach(number);
        let mut moves: Vec<(i8, i8)> = Vec::new();
        if number == PAWN {
            moves.push((0, 1));
        } else {
            for made in self.moves(number).iter().filter(|m| m.mode == BetzaMode::Quiet) {
                // A hopper is judged by the line along which it hops.
                if made.legs.iter().any(|leg| leg.on != On::Empty) {
                    let step = made.legs[0].steps[0];
                    moves.push((step.right * 2, step.forward * 2));
                    continue;
                }
                let sum = |part: fn(&tilegame_betza::Vector) -> i8| -> i8 {
                    made.legs.iter().flat_map(|l| &l.steps).map(part).sum()
                };
                moves.push((sum(|s| s.right), sum(|s| s.forward)));
            }
        }
        let all = squares::all(files, ranks);
        let from = |to: &Tiles, sign: i8| -> Tiles {
            let mobile = |(f, r): &(u8, u8)| {
                moves.iter().any(|(right, forward)| {
                    let file = i16::from(*f) + i16::from(*right);
                    let rank = i16::from(*r) + i16::from(*forward) * i16::from(sign);
                    u8::try_from(file).is_ok_and(|f| u8::try_from(rank).is_ok_and(|r| to.contains(&(f, r))))
                })
            };
            all.iter().copied().filter(mobile).collect()
        };
        (from(&white, 1), from(&black, -1))
    }

    /// How a type moves on the board.
    pub(super) fn move_rules(&mut self, number: usize) -> Vec<Rule> {
        let v = self.variant;
        if number == PAWN {
            return self.pawn_rules();
        }
        let key = KEYS.get(number).map_or("", |k| k.0);
        let (mut white, mut black) = self.reach(number);
        if v.on("immobilityIllegal") && !self.may_promote_everywhere(number) {
            let (w, b) = self.mobile(number);
            white.retain(|t| w.contains(t));
            black.retain(|t| b.contains(t));
        }
        let zone = self.zone(&format!("{}_reach", self.names[&number].to_lowercase()), &white, &black);
        let mut everywhere: Vec<Rule> = Vec::new();
        let mut moves = self.moves(number);
        if key == "soldier" && v.number("soldierPromotionRank", 1) > 1 {
            let rank = u8::try_from(v.number("soldierPromotionRank", 1)).unwrap_or(1);
            let ranks = v.ranks();
            let across: Tiles =
                squares::all(v.files(), ranks).into_iter().filter(|(_, r)| *r >= rank).collect();
            let zone = self.zone("across", &across, &squares::mirrored(&across, ranks));
            everywhere.push(Rule::new(Mode::Move, way("n")));
            if let Zone::Each(across) = zone {
                everywhere.push(Rule::new(Mode::Move, mirror(way("e"))).and(Some(inside(&across))));
            }
            moves.clear();
        }
        if key == "janggiCannon" && !moves.is_empty() {
            let name = &self.names[&number];
            let over = hop("n", piece_but(name), None);
            everywhere.push(Rule::new(Mode::Move, rot([over]).at(not(is(name)))));
            moves.clear();
        }
        let passant = self.has_passant();
        if !passant {
            moves.iter_mut().for_each(|m| m.leaves_trace = false);
        }
        let (initial, moves): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|m| m.when == When::AtStart);
        let onward = self.final_moves(number);
        let is_onward = |m: &&Move| onward.iter().any(|other| other.legs == m.legs);
        let label = (!onward.is_empty()).then_some(ONWARD);
        let (ahead, others): (Vec<&Move>, Vec<&Move>) = moves.iter().partition(is_onward);
        let [ahead, others] = [ahead, others].map(|moves| moves.into_iter().cloned().collect::<Vec<Move>>());
        everywhere.extend(rules(&others));
        everywhere.extend(rules(&ahead).into_iter().map(|rule| Rule { label, ..rule }));
        if !initial.is_empty() {
            for case in self.double_steps().cases() {
                let starts = rules(&initial).into_iter().map(|rule| rule.and(case.start()));
                everywhere.extend(starts.map(|rule| Rule { label, ..rule }));
            }
        }
        everywhere.extend(self.diagonal_rules(number));
        let mut inside = within(&everywhere, &zone);
        if passant && self.takes_en_passant(number) {
            // Along ways that capture and do nothing else.
            let quiet: Vec<_> =
                moves.iter().filter(|m| m.mode == BetzaMode::Quiet).map(|m| m.legs.clone()).collect();
            let only: Vec<Move> = moves
                .iter()
                .filter(|m| m.mode == BetzaMode::Capture && !quiet.contains(&m.legs))
                .cloned()
                .collect();
            for rule in rules(&only) {
                inside.extend(self.en_passant(number, &rule.path));
            }
        }
        inside
    }

    /// The declaration of every piece.
    pub(super) fn piece_items(&mut self) -> Vec<Noted<Item>> {
        let v = self.variant;
        let mut items = Vec::new();
        let mut order: Vec<usize> = v.pieces.keys().copied().collect();
        order.sort_by_key(|n| (*n != KING, if *n == PAWN { 1000 } else { *n }));
        for number in order {
            if !self.fits(number) {
                continue;
            }
            let letter = v.pieces[&number].letter.to_ascii_uppercase();
            let title = self.names[&number].clone();
            let rules = self.piece_rules(number);
            // What its looks and its worth say moves it nowhere.
            let attributes = [("royal", self.is_royal(number)), ("still", rules.is_empty())];
            let attributes = attributes.into_iter().filter(|(_, has)| *has).map(|(word, _)| word);
            let shape =
                if number == KING || title == "King" { "king" } else { KEYS.get(number).map_or("", |k| k.3) };
            let mut lines = Vec::new();
            if !shape.is_empty() {
                lines.push(PieceLine::Drawn(names([shape])));
            }
            lines.extend(self.worth(number).map(|worth| PieceLine::Worth(placed(worth))));
            lines.extend(rules);
            // What chess says already is not repeated.
            let standard = self.of_chess
                && CHESS.iter().any(|(k, l)| of(k) == number && l.to_ascii_uppercase() == letter);
            if standard && self.is_as_in_chess(number, &lines) {
                continue;
            }
            let known = self.of_chess && CHESS.iter().any(|(k, _)| name_in_chess(k) == title);
            let kind = ItemKind::Piece {
                name: name(title),
                letters: vec![text(letter)],
                attributes: names(attributes),
                lines,
            };
            let declared = Item { verb: if known { Verb::Replace } else { Verb::Declare }, ..item(kind) };
            let key = match (number, KEYS.get(number)) {
                (_, Some(known)) => known.0.to_owned(),
                (KING, None) => "king".to_owned(),
                _ => format!("customPiece{}", number + 1 - FIRST_CUSTOM),
            };
            items.push(self.noted(declared, &[&key]));
        }
        if self.has_walls() {
            items.push(self.wall_item());
        }
        items
    }

    /// How a piece moves, and what it becomes.
    fn piece_rules(&mut self, number: usize) -> Vec<PieceLine> {
        let v = self.variant;
        let rules = match number == KING && v.pieces[&KING].betza.is_some() {
            true => self.custom_king(),
            false => self.move_rules(number),
        };
        let promotions = match self.rises(number) {
            Some(lines) => lines,
            None => self.promotions(number),
        };
        let state = v.promoted.get(&number).map(|to| self.shogi_promotion(number, *to));
        let mut rules = self.adapted(number, rules);
        rules.extend(self.first_leap(number));
        // A state without lines would leave a piece the moves that it has otherwise.
        let is_still = |line: &PieceLine| matches!(line, PieceLine::State { lines, .. } if lines.is_empty());
        if state.iter().flatten().any(is_still) {
            rules = rules.into_iter().map(|rule| rule.and(Some(not(is("promoted"))))).collect();
        }
        let lines = rules.into_iter().map(Rule::line);
        lines.chain(promotions).chain(state.into_iter().flatten()).collect()
    }

    fn custom_king(&mut self) -> Vec<Rule> {
        let betza = self.variant.pieces[&KING].betza.clone().unwrap_or_default();
        let mut moves = self.read_moves(&betza);
        moves.retain(|m| m.mode != BetzaMode::EnPassant && m.when == When::Always && self.has_room(m));
        let (white, black) = self.reach(KING);
        let zone = self.zone("palace", &white, &black);
        let mut everywhere = rules(&moves);
        everywhere.extend(self.diagonal_rules(KING));
        within(&everywhere, &zone)
    }

    /// Whether a piece of chess is as it is there.
    fn is_as_in_chess(&self, number: usize, lines: &[PieceLine]) -> bool {
        let expected = match number {
            PAWN => {
                if !self.is_rank("second_rank", 2) || !self.is_rank("last_rank", self.variant.ranks()) {
                    return false;
                }
                let diagonal = Rule::new(Mode::Capture, mirror(way("ne")));
                let double = then([way("n").doing(pawns::mark()), way("n")]);
                let double = Rule::new(Mode::Quiet, double).and(Some(inside("second_rank")));
                let passing = Rule { onto_mark: true, ..diagonal.clone() };
                let rules = [Rule::new(Mode::Quiet, way("n")), diagonal, double, passing];
                let last_rank =
                    promote(false, &["Queen", "Rook", "Bishop", "Knight"], Some(region("last_rank")), None);
                rules.map(Rule::line).into_iter().chain([last_rank]).collect()
            }
            KING => vec![Rule::new(Mode::Move, way("king")).line()],
            _ => vec![Rule::new(Mode::Move, way(KEYS[number].0)).line()],
        };
        let shape = KEYS.get(number).map_or("king", |known| known.3);
        lines.split_first() == Some((&PieceLine::Drawn(names([shape])), &expected))
    }
}

/// Rules that end on these tiles only.
fn within(rules: &[Rule], zone: &Zone) -> Vec<Rule> {
    let cases = zone.cases();
    rules.iter().flat_map(|rule| cases.iter().map(|case| case.end(rule.clone()))).collect()
}
