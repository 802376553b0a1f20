//! What keys do to the rules of every piece: lines of the board, immunity, walls, gates, kings that cannot run.

use tilegame_betza::{Leg, Mode as BetzaMode, On, Vector};
use tilegame_dsl::ast::{
    Action, CastlingLine, Comparison, Effect, Mode, PieceLine, Quantity, Test, TurnLine,
};

use super::converter::Converter;
use super::kinds::piece_but;
use super::zones::Zone;
use crate::draft::Noted;
use crate::pieces::{KEYS, KING, PAWN, of};
use crate::syntax::{
    And as _, Rule, Walk as _, after, all, all_of, along, any, any_word, attacks, before, compare, count,
    define, define_path, drop_of, either, hand, hop, inside, is, leap, mirror, name, no, not, number,
    over_all, rot, rules, sees, some, then, way, words,
};
use crate::tiles::Tiles;
use crate::variant::Colour;

impl Converter<'_> {
    /// The rules of a piece with what other keys make of them.
    pub(super) fn adapted(&mut self, number: usize, rules: Vec<Rule>) -> Vec<Rule> {
        let v = self.variant;
        let immune =
            v.sets.get("mutuallyImmuneTypes").is_some_and(|set| set.all || set.types.contains(&number));
        let runs = v.on("makpongRule") && number == KING;
        let gates = self.gates(number);
        let mut adapted = Vec::new();
        let mut shots = Vec::new();
        for rule in rules {
            if !matches!(rule.mode, Mode::Move | Mode::Quiet | Mode::Capture) {
                adapted.push(rule);
                continue;
            }
            let captures = rule.mode != Mode::Quiet;
            let mut variants = Vec::new();
            if immune && captures {
                if rule.mode == Mode::Move {
                    variants.push(Rule { mode: Mode::Quiet, ..rule.clone() });
                }
                let path = rule.path.clone().at(not(self.test(number)));
                variants.push(Rule { mode: Mode::Capture, path, ..rule.clone() });
            } else if runs {
                // In check it can only capture what gives check, if there is just one.
                if captures {
                    adapted.push(Rule { mode: Mode::Threat, ..rule.clone() });
                }
                variants.push(rule.clone().and(Some(not(is("attacked")))));
                if captures {
                    let path = rule.path.clone().at(before(attacks(is("royal"))));
                    let capture = Rule { mode: Mode::Capture, path, ..rule.clone() };
                    variants.push(capture.and(Some(attacked_once())));
                }
            } else {
                variants.push(rule.clone());
            }
            if gates && !rule.onto_mark {
                let path = then([way("behind"), rule.path.clone()]);
                variants.push(Rule { path, ..rule.clone() }.and(Some(is("first"))));
            }
            if self.walling() == Some("arrow")
                && rule.mode != Mode::Capture
                && rule.guard.is_none()
                && !rule.onto_mark
            {
                shots.extend(self.shots(&rule.path));
            }
            adapted.extend(variants.into_iter().map(|rule| self.with_walls(rule)));
        }
        adapted.extend(shots);
        adapted
    }

    /// The leap with which a piece may begin in the chess of Cambodia.
    pub(super) fn first_leap(&self, number: usize) -> Option<Rule> {
        if !self.variant.on("cambodianMoves") || !self.of_chess {
            return None;
        }
        match KEYS.get(number).map_or("king", |key| key.0) {
            "king" if number == KING => {
                let calm = is("first").and(not(is("attacked")));
                Some(Rule::new(Mode::Quiet, mirror(leap(["n", "e", "e"]))).and(Some(calm)))
            }
            "fers" => Some(Rule::new(Mode::Quiet, leap(["n", "n"])).and(Some(is("first")))),
            _ => None,
        }
    }

    /// The moves along lines that only some tiles have.
    pub(super) fn diagonal_rules(&mut self, number: usize) -> Option<Rule> {
        let v = self.variant;
        let lines: Tiles = v.region("diagonalLines").filter(|lines| !lines.is_empty())?;
        let key = KEYS.get(number).map_or("", |key| key.0);
        let king = number == KING && v.betza(KING).as_ref() == "W";
        if !king && !matches!(key, "wazir" | "soldier" | "rook" | "janggiCannon") {
            return None;
        }
        let inside = inside(&self.region("lines", &lines, false));
        let path = match key {
            "soldier" => mirror(way("ne")).at(inside.clone()),
            "rook" => way("bishop").at(inside.clone()),
            "janggiCannon" => {
                let name = &self.names[&number];
                rot([hop("ne", piece_but(name), None)]).at(inside.clone().and(not(is(name))))
            }
            _ => way("ferz").at(inside.clone()),
        };
        Some(Rule::new(Mode::Move, path).and(Some(inside)))
    }

    /// Whether something from the hand can come in behind a piece of this type that moves for the first time.
    fn gates(&self, number: usize) -> bool {
        self.variant.on("seirawanGating")
            && number != PAWN
            && self.stands_at_home(number)
            && !self.gated().is_empty()
    }

    /// What can come in so.
    fn gated(&self) -> Vec<String> {
        let v = self.variant;
        let captured = v.on("capturesToHand");
        let kinds = v.pieces.keys().filter(|n| **n != KING && **n != PAWN && self.fits(**n));
        kinds.filter(|n| captured || self.in_hand(**n)).map(|n| self.names[n].clone()).collect()
    }

    /// Whether pieces of this type stand on the first rank of their players.
    fn stands_at_home(&self, number: usize) -> bool {
        let Some(piece) = self.variant.pieces.get(&number) else { return false };
        let rows: Vec<&str> = self.placement.split('/').collect();
        rows.last().is_some_and(|row| row.contains(piece.letter.to_ascii_uppercase()))
            || rows.first().is_some_and(|row| row.contains(piece.letter))
    }

    /// What comes in behind a piece, and the lines of a turn about it.
    pub(super) fn gating(&mut self) {
        let v = self.variant;
        if v.on("cambodianMoves") {
            if !self.of_chess || !self.fits(KING) {
                self.refuse("cambodianMoves", "it needs the king of chess");
                return;
            }
            if self.fits(of("rook")) {
                let line = then([over_all("n"), way("n").at(words(["enemy", "King"]))]);
                let settled = along(rot([line]).doing(not_first()));
                self.turn.push(self.noted(after("Rook", None, [settled]), &["cambodianMoves"]));
            }
            return;
        }
        if !v.on("seirawanGating") {
            if v.on("gating") {
                self.warn("gating", "without `seirawanGating` or `cambodianMoves` it changes nothing");
            }
            return;
        }
        let gated = self.gated();
        if gated.is_empty() {
            return;
        }
        let behind = way("here").doing(drop_of(&gated));
        self.definitions.push(define_path("behind", &[], behind).into());
        if !self.fits(KING) {
            return;
        }
        let not_pawn = || not(is("Pawn"));
        let earlier = before(all([words(["friend", "first"]), not_pawn()]));
        // When the last of them has come in, all other pieces count as moved, too.
        let what = if v.on("capturesToHand") { not_pawn() } else { any_word(&gated) };
        let come_in = all([is("friend"), what, not(is("first")), earlier]);
        let why = "a line of check that only the piece blocks which has just come in: it does not help";
        self.definitions.push(Noted { node: define("come_in", come_in), note: vec![why.to_owned()] });
        let lines = [("n", Vector::new(0, 1)), ("ne", Vector::new(1, 1))].map(|(direction, step)| {
            let riders = self.names.iter().filter(|(number, _)| self.rides(**number, step));
            let riders = any_word(riders.map(|(_, name)| name));
            hop(direction, is("come_in"), Some(is("enemy").and(riders)))
        });
        self.definitions.push(define_path("through", &[], rot(lines)).into());
        let checked = any([is("attacked"), sees(way("through"))]);
        let legal = no(all([words(["friend", "King"]), checked]));
        self.turn.push(self.noted(TurnLine::Legal(legal), &["seirawanGating", "gating"]));
        if !v.on("capturesToHand") {
            let empty = gated.iter().map(|name| compare(hand(is(name), None), Comparison::Equal, number(0)));
            let unmoved = all([is("friend"), is("first"), not_pawn()]);
            let settled = Action::Every(unmoved, not_first());
            self.turn.push(after("move", Some(all(empty)), [settled]).into());
        }
    }

    /// Whether a type captures any number of such steps away, to any side.
    fn rides(&self, number: usize, step: Vector) -> bool {
        let moves = self.moves(number);
        let captures = |step| {
            let line = Leg { steps: vec![step], least: 1, most: None, on: On::Empty };
            moves.iter().any(|m| m.mode == BetzaMode::Capture && m.legs == [line.clone()])
        };
        let Vector { right, forward } = step;
        [(right, forward), (forward, -right), (-right, -forward), (-forward, right)]
            .into_iter()
            .any(|(right, forward)| captures(Vector::new(right, forward)))
    }

    /// The lines of a castling clause by which something comes in.
    pub(super) fn gating_castling(&self) -> Vec<CastlingLine> {
        let gated = if self.variant.on("seirawanGating") { self.gated() } else { Vec::new() };
        if gated.is_empty() {
            return Vec::new();
        }
        let may = |piece| CastlingLine::May { of: name(piece), effects: vec![drop_of(&gated)] };
        vec![may("King"), may("Rook")]
    }

    /// Pawns that become the piece to which they promote where they stand, or one step on, without attacking anything new.
    pub(super) fn rises(&mut self, number: usize) -> Option<Vec<PieceLine>> {
        let v = self.variant;
        if !v.on("sittuyinPromotion") {
            return None;
        }
        let to = *v.of("promotionPieceTypes", Colour::White).types.iter().find(|t| v.has(**t))?;
        if !v.of("promotionPawnTypes", Colour::White).types.contains(&number) {
            return Some(Vec::new());
        }
        let (white, black) = self.promotion_zone();
        let title = self.names[&to].clone();
        let moves = rules(&self.moves(to));
        let path = |mode: Mode| {
            let of = moves.iter().filter(|rule| [mode, Mode::Move].contains(&rule.mode));
            either(of.map(|rule| rule.path.clone()))
        };
        let Zone::Each(zone) = self.zone("diagonals", &white, &black) else {
            self.refuse("sittuyinPromotion", "the tiles must be the same for both players");
            return Some(Vec::new());
        };
        let goal = either([way("here"), path(Mode::Quiet).at(is("empty"))]);
        let threat = sees(path(Mode::Capture).at(is("enemy")));
        let path = goal.at(not(threat)).doing(Effect::Become(name(&title)));
        let few = v.limits.get(&to).map(|limit| fewer_than(*limit, is(&title)));
        let last = no(words(["friend", &self.names[&number]]));
        let guard = all_of([few, Some(any([inside(&zone), last]))]);
        let attacked = some(words(["enemy", "royal", "attacked"]));
        let illegal = after("rise", Some(attacked), [Action::Illegal]);
        self.turn.push(illegal.into());
        let rule = Rule { guard, label: Some("rise"), ..Rule::new(Mode::Do, path) };
        Some(vec![rule.line()])
    }
}

/// Whether just one piece of the enemy attacks the piece that moves, which is royal.
fn attacked_once() -> Test {
    let attackers = count(is("enemy").and(attacks(is("royal"))));
    is("attacked").and(before(compare(attackers, Comparison::Equal, number(1))))
}

/// `become not first`
fn not_first() -> Effect {
    Effect::BecomeNot(name("first"))
}

/// Whether the player has fewer of these pieces.
pub(super) fn fewer_than(limit: u32, piece: Test) -> Test {
    let had: Quantity = count(is("friend").and(piece));
    compare(had, Comparison::Less, number(limit))
}
